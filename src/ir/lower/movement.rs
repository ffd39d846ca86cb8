//! Lowering of the `move` filter.

use super::super::arena::MoveId;
use super::super::info::Info;
use super::super::node::{Castling, MoveIr, MoveMode};
use super::{Lowerer, Result};
use crate::syntax::ast::{MoveFilter, MoveParam};

impl Lowerer {
    pub(super) fn move_filter(&mut self, m: &MoveFilter) -> Result<MoveId> {
        let mut ir = MoveIr { mode: mode(&m.params), ..MoveIr::default() };
        ir.linear = self.linear && ir.mode == MoveMode::Played;
        let cost = if matches!(ir.mode, MoveMode::Legal | MoveMode::Pseudolegal) { 300 } else { 8 };
        let mut info = Info { edge: ir.linear, ..Info::leaf(cost) };
        for param in &m.params {
            match param {
                MoveParam::From(set)
                | MoveParam::To(set)
                | MoveParam::Capture(set)
                | MoveParam::EnPassantSquare(set) => {
                    let id =
                        if ir.mode == MoveMode::Previous { self.elsewhere(|l| l.set(set))? } else { self.set(set)? };
                    info = info.join(self.ir.set_info(id));
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
                MoveParam::Legal | MoveParam::Pseudolegal | MoveParam::Previous | MoveParam::Count => {}
            }
        }
        if let Some(custody) = &m.custody {
            let custody = self.elsewhere(|l| l.truth(custody))?;
            info = info.join(self.ir.bool_info(custody));
            ir.custody = Some(custody);
        }
        Ok(self.ir.moves.add(ir, info))
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
