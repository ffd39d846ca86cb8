//! What moves and sequences need.

use super::derive::{Deriver, low_end};
use super::formula::Formula;
use super::kinds::Need;
use crate::chess::Role;
use crate::facts::{KINDS, SpecialMove, piece};
use crate::ir::{Castling, DashId, MoveId, MoveMode, PromotionIr, SequenceId, SequenceKind, SetId};
use crate::syntax::ast::Pieces;
use tabiya_automata::{Pattern, PatternKind};

/// The roles that any promotion may lead to.
const ANY_ROLE: u8 = 0x3f;

/// The roles of some pieces, regardless of their colour, as bits.
fn roles(pieces: Pieces) -> u8 {
    (pieces.0 | pieces.0 >> 6).to_le_bytes()[0] & ANY_ROLE
}

impl Deriver<'_> {
    /// What a `move` filter needs so that some move fits.
    pub(super) fn some_move(&self, id: MoveId) -> Formula {
        let ir = self.ir.move_filter(id);
        // With `all` it also holds where there is no move, and moves that were retracted are not moves of the game.
        if ir.all || ir.reverse {
            return Formula::Always;
        }
        let from = ir.from.map_or(Formula::Always, |from| self.left_by_move(from));
        let sets = [ir.to, ir.en_passant_square].into_iter().flatten().map(|set| self.set(set));
        let mut needed: Vec<Formula> = sets.chain([from]).collect();
        if ir.capture.is_some() {
            needed.push(self.captured(id));
        }
        // Other moves need not have been played.
        if matches!(ir.mode, MoveMode::Legal | MoveMode::Pseudolegal) {
            return Formula::all(needed);
        }
        needed.push(self.plies(1));
        if ir.capture.is_some() {
            needed.push(self.special(SpecialMove::Capture));
        }
        if ir.en_passant || ir.en_passant_square.is_some() {
            needed.push(self.special(SpecialMove::EnPassant));
        }
        if ir.null {
            needed.push(self.special(SpecialMove::Null));
        }
        if ir.drop.is_some() {
            needed.push(self.special(SpecialMove::Drop));
        }
        if let Some(castling) = ir.castling {
            needed.push(self.special(match castling {
                Castling::Either => SpecialMove::Castle,
                Castling::Short => SpecialMove::CastleShort,
                Castling::Long => SpecialMove::CastleLong,
            }));
        }
        if let Some(pieces) = ir.promote {
            needed.push(self.special(SpecialMove::Promotion(roles(pieces))));
        }
        if ir.secondary == Some(true) {
            needed.push(self.atom(super::formula::Atom::Variations));
        }
        Formula::all(needed)
    }

    /// A piece on a square that a move leaves. A null move of a side without a king leaves a1, no matter what stands there.
    fn left_by_move(&self, set: SetId) -> Formula {
        if !self.wanted.has(Need::Squares) {
            return Formula::Always;
        }
        let piece = Formula::visit(&self.upper(set).occupied());
        Formula::all([self.set(set), Formula::any([piece, Formula::special(SpecialMove::Null)])])
    }

    /// A piece of the left side of a dash that comes to a square of the right side: by a move that neither promotes nor
    /// takes en passant it stays what it is, and stands there.
    fn arrival(&self, (left, right): (SetId, SetId), capture: bool) -> Formula {
        let kinds = self.upper(left).occupied().parts();
        if !self.wanted.has(Need::Squares) || kinds.len() == usize::from(KINDS) {
            return Formula::Always;
        }
        let target = self.upper(right);
        let target = if capture { target.occupied() } else { target };
        let mut ways = vec![Formula::arrive(&kinds, target.any_squares()), Formula::special(SpecialMove::Null)];
        if kinds.iter().any(|&(kind, _)| piece(kind).role == Role::Pawn) {
            ways.push(Formula::special(SpecialMove::Promotion(ANY_ROLE)));
            ways.push(Formula::special(SpecialMove::EnPassant));
        }
        Formula::any(ways)
    }

    /// A piece that may be captured on the squares of a `move` filter.
    pub(super) fn captured(&self, id: MoveId) -> Formula {
        let Some(capture) = self.ir.move_filter(id).capture else { return Formula::Always };
        Formula::all([self.visit(&self.upper(capture).occupied()), self.set(capture)])
    }

    /// What a move written with a dash needs, its target included.
    pub(super) fn dash(&self, id: DashId) -> Formula {
        let dash = self.ir.dash(id);
        let mut needed = vec![self.plies(1)];
        needed.extend(dash.left.map(|left| self.left_by_move(left)));
        needed.extend(dash.right.map(|right| self.set(right)));
        needed.extend(dash.left.zip(dash.right).map(|sides| self.arrival(sides, dash.capture)));
        if dash.capture {
            needed.push(self.special(SpecialMove::Capture));
            needed.extend(dash.right.map(|right| self.visit(&self.upper(right).occupied())));
        }
        needed.extend(dash.promotion.as_ref().map(|promotion| {
            self.special(SpecialMove::Promotion(match promotion {
                PromotionIr::Pieces(pieces) => roles(*pieces),
                PromotionIr::Any | PromotionIr::Text(_) => ANY_ROLE,
            }))
        }));
        needed.extend(dash.target.map(|target| self.truth(target)));
        Formula::all(needed)
    }

    /// What a sequence needs: its symbols, and as many moves as it is long.
    pub(super) fn sequence(&self, id: SequenceId) -> Formula {
        let ir = self.ir.sequence(id);
        let low = ir.range.and_then(low_end).and_then(|low| usize::try_from(low).ok()).unwrap_or(0);
        // Parts that are left out need no position.
        let left_out = ir.almost.map_or(0, |almost| usize::from(almost.differences));
        let shortest = ir.pattern.pattern.min_len().saturating_sub(left_out);
        let plies = match &ir.kind {
            SequenceKind::Next(_) | SequenceKind::Line(..) => {
                let positions = shortest.max(low);
                // Positions with the other side to move are passed over.
                positions.saturating_sub(1).saturating_mul(if ir.single_color() { 2 } else { 1 })
            }
            // The range is about the number that is to be greatest, if there is one.
            SequenceKind::Path(path) if path.max.is_some() => shortest,
            SequenceKind::Path(_) => shortest.max(low),
        };
        let symbols = if ir.almost.is_some() { Formula::Always } else { self.pattern(&ir.pattern.pattern, id) };
        Formula::all([self.plies(plies), symbols])
    }

    fn pattern(&self, pattern: &Pattern, id: SequenceId) -> Formula {
        match pattern.kind() {
            PatternKind::Empty | PatternKind::Repeat { min: 0, .. } => Formula::Always,
            PatternKind::Pred(pred) | PatternKind::Test(pred) => self.truth(self.ir.sequence(id).symbols[pred.index()]),
            PatternKind::Concat(parts) | PatternKind::AnyOrder(parts) | PatternKind::Both(parts) => {
                Formula::all(parts.iter().map(|part| self.pattern(part, id)))
            }
            PatternKind::Alt(parts) => Formula::any(parts.iter().map(|part| self.pattern(part, id))),
            PatternKind::Repeat { inner, .. } => self.pattern(inner, id),
        }
    }
}
