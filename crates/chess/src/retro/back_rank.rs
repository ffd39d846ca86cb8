//! Kings, queens and rooks locked in on their home rank: the orders that they can take.
//!
//! Behind pawns that never moved, these men slide along one rank and cannot pass each other, except by castling. All
//! arrangements that they can take from the array are found by search; knights and other visitors are thought away.

use super::reach::Unmoved;
use super::{Disproof, homes};
use crate::{Bitboard, Board, Color, Rank, Role, Square};
use std::collections::HashSet;

/// A locked-in man.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Man {
    role: Role,
    file: u8,
    moved: bool,
}

/// Checks that the locked-in men of a colour can have come to where they stand.
pub(super) fn back_rank(board: &Board, color: Color, unmoved: &Unmoved) -> Result<(), Disproof> {
    let rank = Bitboard::from_rank(color.fold_wb(Rank::First, Rank::Eighth));
    let mut locked_in = Vec::new();
    for (home, role) in homes(color) {
        let slides = matches!(role, Role::King | Role::Queen | Role::Rook);
        let range = unmoved.reach(role, color, Bitboard::from(home));
        if slides && !unmoved.squares.contains(home) && (range & !rank).is_empty() {
            locked_in.push((Man { role, file: home.file() as u8, moved: false }, range));
        }
    }
    let there: Vec<(Role, u8)> = rank
        .into_iter()
        .filter_map(|square| Some((board.piece_at(square)?, square)))
        .filter(|(piece, square)| {
            piece.color == color
                && locked_in.iter().any(|(man, range)| man.role == piece.role && range.contains(*square))
        })
        .map(|(piece, square)| (piece.role, square.file() as u8))
        .collect();
    if there.len() < 2 {
        return Ok(());
    }
    let men: Vec<Man> = locked_in.into_iter().map(|(man, _)| man).collect();
    let blockers = unmoved.squares & rank;
    let fits = choices(&men, &there).into_iter().any(|men| can_take(men, &there, blockers, color));
    if fits { Ok(()) } else { Err(Disproof::BackRank(color)) }
}

/// The ways to leave out men that were captured, so that as many of each kind remain as stand there.
fn choices(men: &[Man], there: &[(Role, u8)]) -> Vec<Vec<Man>> {
    (0..1_u32 << men.len())
        .map(|bits| (0..men.len()).filter(|i| bits & (1 << i) != 0).map(|i| men[i]).collect::<Vec<Man>>())
        .filter(|chosen| {
            [Role::King, Role::Queen, Role::Rook].into_iter().all(|role| {
                let alive = chosen.iter().filter(|man| man.role == role).count();
                alive == there.iter().filter(|(other, _)| *other == role).count()
            })
        })
        .collect()
}

/// True if these men can come to these files.
fn can_take(men: Vec<Man>, there: &[(Role, u8)], blockers: Bitboard, color: Color) -> bool {
    let arrived = |men: &[Man]| men.iter().all(|man| there.contains(&(man.role, man.file)));
    let mut seen = HashSet::from([men.clone()]);
    let mut open = vec![men];
    while let Some(men) = open.pop() {
        if arrived(&men) {
            return true;
        }
        for next in moves(&men, blockers, color) {
            if seen.insert(next.clone()) {
                open.push(next);
            }
        }
    }
    false
}

/// The arrangements one move further.
fn moves(men: &[Man], blockers: Bitboard, color: Color) -> Vec<Vec<Man>> {
    let row = color.fold_wb(0, 56);
    let free = |file: i8| {
        (0..8).contains(&file)
            && !blockers.contains(Square::new(row + u32::from(file.cast_unsigned())))
            && men.iter().all(|man| man.file.cast_signed() != file)
    };
    let mut out = Vec::new();
    for (i, man) in men.iter().enumerate() {
        for dx in [-1, 1] {
            let mut file = man.file.cast_signed() + dx;
            while free(file) {
                let mut next = men.to_vec();
                next[i] = Man { file: file.cast_unsigned(), moved: true, ..*man };
                out.push(next);
                if man.role == Role::King {
                    break;
                }
                file += dx;
            }
        }
    }
    for (king_to, rook_from, rook_to, between) in [(6, 7, 5, 5..7), (2, 0, 3, 1..4)] {
        let unmoved = |role, file| men.iter().position(|man| *man == Man { role, file, moved: false });
        let (Some(king), Some(rook)) = (unmoved(Role::King, 4), unmoved(Role::Rook, rook_from)) else { continue };
        if between.into_iter().all(free) {
            let mut next = men.to_vec();
            next[king] = Man { role: Role::King, file: king_to, moved: true };
            next[rook] = Man { role: Role::Rook, file: rook_to, moved: true };
            out.push(next);
        }
    }
    out
}
