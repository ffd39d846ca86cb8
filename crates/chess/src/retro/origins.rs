//! The officers of the array, those that must have been promoted, and those that were taken where no pawn takes.

use super::paths::Paths;
use super::reach::Unmoved;
use super::{Disproof, homes, material};
use crate::{Bitboard, Board, Color, Role, Square};

/// The conclusions from the officers of one colour.
pub(super) struct Origins {
    /// The least number of officers that must have been promoted.
    pub(super) promoted: usize,
    /// The number of officers of the initial array that were captured, but not by a pawn.
    pub(super) beyond_pawns: usize,
    /// The number of other bishops that were captured, on the dark squares and on the light squares.
    pub(super) bishops: [usize; 2],
}

/// Finds for every officer of a colour an origin: a home square, or a square of promotion.
pub(super) fn origins(
    board: &Board,
    color: Color,
    unmoved: &Unmoved,
    own: &Paths,
    other: &Paths,
) -> Result<Origins, Disproof> {
    let mut found = Origins { promoted: 0, beyond_pawns: 0, bishops: [0; 2] };
    for role in [Role::King, Role::Queen, Role::Rook, Role::Bishop, Role::Knight] {
        let men = board.by_piece(role.of(color));
        let starts = homes(color).into_iter().filter(|&(_, other)| other == role).map(|(home, _)| home);
        let ranges: Vec<Bitboard> = starts.map(|home| unmoved.reach(role, color, Bitboard::from(home))).collect();
        let promoted = match role {
            Role::King => Bitboard::EMPTY,
            _ => unmoved.reach(role, color, own.promotions),
        };
        found.promoted += fewest_promoted(men, &ranges, promoted).map_err(Disproof::Locked)?;
        for range in ranges.into_iter().filter(|&range| (range & men).is_empty()) {
            if (range & other.captures).is_empty() {
                found.beyond_pawns += 1;
            } else if role == Role::Bishop {
                found.bishops[usize::from((range & Bitboard::LIGHT_SQUARES).any())] += 1;
            }
        }
    }
    if found.promoted > material::missing_pawns(board, color) {
        return Err(Disproof::Promoted(color));
    }
    Ok(found)
}

/// The least number of these men that are not those of the array, if the latter have the ranges `ranges` and promoted
/// men the range `promoted`. If there is no such number, a square that shows it.
fn fewest_promoted(men: Bitboard, ranges: &[Bitboard], promoted: Bitboard) -> Result<usize, Square> {
    let Some((&range, others)) = ranges.split_first() else {
        return match (men & !promoted).first() {
            Some(square) => Err(square),
            None => Ok(men.count()),
        };
    };
    let mut best = fewest_promoted(men, others, promoted);
    for man in men & range {
        let rest = fewest_promoted(men & !Bitboard::from(man), others, promoted);
        best = match (best, rest) {
            (Ok(a), Ok(b)) => Ok(a.min(b)),
            (Err(_), other) => other,
            (ok, Err(_)) => ok,
        };
    }
    best
}
