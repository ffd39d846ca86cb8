//! Lines on one board: rays through sets, chains of attacks, squares between and squares steps away.

use crate::chess::geometry::{DIRECTIONS, is_orthogonal, step, translate};
use crate::chess::{Bitboard, Board, Role, Square};
use shakmaty::attacks;

/// The squares of the last set that end a ray: from a square of the first set in one of the directions (a mask),
/// over the sets in order. Every occupied square on the way must belong to the set that is due; empty squares are
/// crossed freely and may stand for an inner set. With `attack` the first piece must be a slider of that direction.
pub(crate) fn ray_ends(board: &Board, mask: u8, attack: bool, sets: &[Bitboard]) -> Bitboard {
    let mut ends = Bitboard::EMPTY;
    for start in sets[0] {
        for direction in (0..8).filter(|i| mask & (1 << i) != 0) {
            if !attack || slides(board, start, direction) {
                ends |= ray_from(board, start, direction, &sets[1..]);
            }
        }
    }
    ends
}

/// The squares of the first set from which an attacking ray goes over the other sets.
pub(crate) fn attack_chain(board: &Board, sets: &[Bitboard]) -> Bitboard {
    let starts = sets[0] & board.occupied();
    let reaches = |start: &Square| {
        (0..8).any(|direction| slides(board, *start, direction) && ray_from(board, *start, direction, &sets[1..]).any())
    };
    starts.into_iter().filter(reaches).collect()
}

fn slides(board: &Board, square: Square, direction: usize) -> bool {
    match board.role_at(square) {
        Some(Role::Queen) => true,
        Some(Role::Rook) => is_orthogonal(direction),
        Some(Role::Bishop) => !is_orthogonal(direction),
        _ => false,
    }
}

/// One ray from one square. `due` is the set of numbers of sets that may be sought next, as a bit mask: crossing an
/// empty square of the due set leaves both choices open.
fn ray_from(board: &Board, start: Square, direction: usize, sets: &[Bitboard]) -> Bitboard {
    if sets.len() > 7 {
        // At most seven squares follow a square in any direction.
        return Bitboard::EMPTY;
    }
    let last = sets.len() - 1;
    let occupied = board.occupied();
    let mut ends = Bitboard::EMPTY;
    let mut due = 1u8;
    let mut square = start;
    while let Some(next) = step(square, direction) {
        square = next;
        let taken = occupied.contains(square);
        if due & (1 << last) != 0 && sets[last].contains(square) {
            ends.add(square);
        }
        let matched = (0..last).filter(|&k| due & (1 << k) != 0 && sets[k].contains(square));
        let advanced = matched.fold(0u8, |all, k| all | (1u8 << (k + 1)));
        due = if taken { advanced } else { due | advanced };
        if due == 0 {
            break;
        }
    }
    ends
}

/// Pins: who pins (of `from`), what is pinned (of `through`), and to what (of `to`), each pin over a line on which the
/// pinned piece is the only one between. The pinner is of the other colour than the pinned piece and than what stands
/// behind it, which may be an empty square.
pub(crate) fn pins(board: &Board, [from, through, to]: [Bitboard; 3]) -> [Bitboard; 3] {
    let occupied = board.occupied();
    let mut found = [Bitboard::EMPTY; 3];
    for pinner in from & occupied {
        let Some(color) = board.color_at(pinner) else { continue };
        for target in to & !board.by_color(color) {
            let line = attacks::between(pinner, target);
            let Some(pinned) = (line & occupied).single_square() else { continue };
            let Some(direction) = (0..8).find(|&d| line_starts(pinner, d, line)) else { continue };
            if slides(board, pinner, direction) && through.contains(pinned) && board.color_at(pinned) == Some(!color) {
                [pinner, pinned, target].into_iter().zip(&mut found).for_each(|(square, set)| set.add(square));
            }
        }
    }
    found
}

/// Whether a line that begins beside a square leaves it in a direction.
fn line_starts(square: Square, direction: usize, line: Bitboard) -> bool {
    step(square, direction).is_some_and(|next| line.contains(next))
}

/// The squares strictly between a square of one set and a square of the other on a rank, file or diagonal.
pub(crate) fn between(a: Bitboard, b: Bitboard) -> Bitboard {
    let mut squares = Bitboard::EMPTY;
    for x in a {
        for y in b {
            squares |= attacks::between(x, y);
        }
    }
    squares
}

/// The squares `low` to `high` steps away (within -7 and 7) in the directions of a mask.
pub(crate) fn steps(mask: u8, low: i32, high: i32, from: Bitboard) -> Bitboard {
    let mut squares = Bitboard::EMPTY;
    for (direction, &(dx, dy)) in DIRECTIONS.iter().enumerate() {
        if mask & (1 << direction) == 0 {
            continue;
        }
        for n in low..=high {
            squares |= translate(from, i32::from(dx) * n, i32::from(dy) * n);
        }
    }
    squares
}
