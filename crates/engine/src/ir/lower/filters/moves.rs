//! Lowering of the `move` filter and of `imagine`.

use crate::chess::{Color, Piece, Role};
use crate::ir::ids::MoveId;
use crate::ir::lower::{Lowerer, Result, unsupported};
use crate::ir::node::{Castling, EditIr, MoveIr, MoveMode};
use crate::syntax::ast::{Edit, Filter, Kind, MoveFilter, MoveParam, Pieces};
use crate::syntax::catalogue::{Op, TruthOp};

impl Lowerer {
    pub(super) fn move_filter(&mut self, m: &MoveFilter) -> Result<MoveId> {
        let mut ir = MoveIr { mode: mode(&m.params), ..MoveIr::default() };
        ir.linear = self.linear && ir.mode == MoveMode::Played;
        for param in &m.params {
            match param {
                MoveParam::From(set)
                | MoveParam::To(set)
                | MoveParam::Capture(set)
                | MoveParam::EnPassantSquare(set) => {
                    let id =
                        if ir.mode == MoveMode::Previous { self.elsewhere(|l| l.set(set))? } else { self.set(set)? };
                    match param {
                        MoveParam::From(_) => ir.from = Some(id),
                        MoveParam::To(_) => ir.to = Some(id),
                        MoveParam::Capture(_) => ir.capture = Some(id),
                        _ => ir.en_passant_square = Some(id),
                    }
                }
                MoveParam::Promote(pieces) => ir.promote = Some(*pieces),
                MoveParam::EnPassant => ir.en_passant = true,
                MoveParam::Castle => ir.castling = Some(Castling::Either),
                MoveParam::CastleShort => ir.castling = Some(Castling::Short),
                MoveParam::CastleLong => ir.castling = Some(Castling::Long),
                MoveParam::Null => ir.null = true,
                MoveParam::Primary => ir.secondary = Some(false),
                MoveParam::Secondary => ir.secondary = Some(true),
                MoveParam::Reverse => ir.reverse = true,
                MoveParam::Drop(pieces) => ir.drop = Some(*pieces),
                MoveParam::All => ir.all = true,
                MoveParam::Legal | MoveParam::Pseudolegal | MoveParam::Previous | MoveParam::Count => {}
            }
        }
        if let Some(custody) = &m.custody {
            ir.custody = Some(self.elsewhere(|l| l.truth(custody))?);
        }
        if let Some(target) = &m.target {
            ir.target = Some(self.elsewhere(|l| l.truth(target))?);
        }
        Ok(self.ir.add(ir))
    }

    /// The edits of `imagine`.
    pub(super) fn edits(&mut self, edits: &[Edit]) -> Result<Vec<EditIr>> {
        let mut lowered = Vec::new();
        for edit in edits {
            lowered.push(match edit {
                Edit::Add { piece, at } => {
                    let Kind::Designator(designator) = &piece.kind else { return unsupported(piece, "as a piece") };
                    let man = single_piece(designator.pieces, piece)?;
                    let squares = match at {
                        Some(at) => self.elsewhere(|l| l.set(at))?,
                        None => self.squares(designator.squares),
                    };
                    EditIr::Add { piece: man, squares }
                }
                Edit::Remove(set) => EditIr::Remove(self.elsewhere(|l| l.set(set))?),
                Edit::Turn(turn) => EditIr::Turn(match turn.kind {
                    Kind::Apply(Op::Truth(TruthOp::Wtm), _) => Color::White,
                    _ => Color::Black,
                }),
            });
        }
        Ok(lowered)
    }
}

/// The one piece of a designator.
fn single_piece(pieces: Pieces, filter: &Filter) -> Result<Piece> {
    let mut men = [Color::White, Color::Black].into_iter().flat_map(|color| Role::ALL.map(|role| role.of(color)));
    let bit = |man: Piece| 1u16 << (man.role as u16 - 1 + if man.color == Color::White { 0 } else { 6 });
    match men.find(|&man| pieces.0 == bit(man)) {
        Some(man) => Ok(man),
        None => unsupported(filter, "as a single piece"),
    }
}

fn mode(params: &[MoveParam]) -> MoveMode {
    let has = |param: MoveParam| params.contains(&param);
    if has(MoveParam::Previous) {
        MoveMode::Previous
    } else if has(MoveParam::Legal) {
        MoveMode::Legal
    } else if has(MoveParam::Pseudolegal) {
        MoveMode::Pseudolegal
    } else {
        MoveMode::Played
    }
}
