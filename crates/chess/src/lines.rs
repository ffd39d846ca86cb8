//! Lines on one board: rays through sets, chains of attacks, squares between and squares steps away.

use crate::geometry::{DIRECTIONS, is_orthogonal, ray, step, translate};
use crate::slides::{bishop_lines, rook_lines};
use crate::{Bitboard, Board, Color, Role, Square};
use shakmaty::attacks;

/// The squares of the last set that end a ray: from a square of the first set in one of the directions (a mask),
/// over the sets in order. Every occupied square on the way must belong to the set that is due; empty squares are
/// crossed freely and may stand for an inner set. With `attack` the first piece must be a slider of that direction.
pub fn ray_ends(board: &Board, mask: u8, attack: bool, sets: &[Bitboard]) -> Bitboard {
    let Some((first, others)) = sets.split_first() else { return Bitboard::EMPTY };
    let mut ends = Bitboard::EMPTY;
    for direction in (0..8).filter(|i| mask & (1 << i) != 0) {
        let starts = if attack { *first & sliders(board, direction) } else { *first };
        for start in starts {
            ends |= ray_from(board, start, direction, others);
        }
    }
    ends
}

/// The pieces that slide in a direction.
fn sliders(board: &Board, direction: usize) -> Bitboard {
    let own = if is_orthogonal(direction) { Role::Rook } else { Role::Bishop };
    board.by_role(Role::Queen) | board.by_role(own)
}

/// The squares of the first set from which an attacking ray goes over the other sets.
pub fn attack_chain(board: &Board, sets: &[Bitboard]) -> Bitboard {
    let Some((first, others)) = sets.split_first() else { return Bitboard::EMPTY };
    let mut found = Bitboard::EMPTY;
    for direction in 0..8 {
        let starts = *first & sliders(board, direction) & !found;
        found |=
            starts.into_iter().filter(|&start| ray_from(board, start, direction, others).any()).collect::<Bitboard>();
    }
    found
}

/// One ray from one square. `due` is the set of numbers of sets that may be sought next, as a bit mask: crossing an
/// empty square of the due set leaves both choices open.
fn ray_from(board: &Board, start: Square, direction: usize, sets: &[Bitboard]) -> Bitboard {
    if sets.len() > 7 {
        // At most seven squares follow a square in any direction.
        return Bitboard::EMPTY;
    }
    let last = sets.len() - 1;
    if (ray(start, direction) & sets[last]).is_empty() {
        return Bitboard::EMPTY;
    }
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
pub fn pins(board: &Board, [from, through, to]: [Bitboard; 3]) -> [Bitboard; 3] {
    let mut found = [Bitboard::EMPTY; 3];
    for color in Color::ALL {
        let (own, others) = (board.by_color(color), board.by_color(!color));
        let (pinners, aims) = (from & own, to & !own);
        if pinners.is_empty() || aims.is_empty() {
            continue;
        }
        let queens = board.by_role(Role::Queen);
        let rooks = pinners & (board.by_role(Role::Rook) | queens);
        let bishops = pinners & (board.by_role(Role::Bishop) | queens);
        let sets = [others & through, aims];
        pins_along(board, rooks, sets, rook_lines, attacks::rook_attacks, &mut found);
        pins_along(board, bishops, sets, bishop_lines, attacks::bishop_attacks, &mut found);
    }
    found
}

/// Adds the pins by some pieces, which all move along ranks and files or all along diagonals: `lines` gives what one of
/// them attacks on an empty board, `attacks` on an occupied one.
#[inline]
fn pins_along(
    board: &Board,
    pinners: Bitboard,
    [through, aims]: [Bitboard; 2],
    lines: impl Fn(Square) -> Bitboard,
    attacks: impl Fn(Square, Bitboard) -> Bitboard,
    found: &mut [Bitboard; 3],
) {
    for pinner in pinners {
        let line = lines(pinner);
        if (line & aims).is_empty() || (line & through).is_empty() {
            continue;
        }
        let occupied = board.occupied();
        let seen = attacks(pinner, occupied);
        for pinned in seen & through {
            // The pieces that come into sight without the pinned piece, up to the next one.
            let behind = attacks(pinner, occupied & !Bitboard::from(pinned)) & !seen & aims;
            if behind.any() {
                found[0].add(pinner);
                found[1].add(pinned);
                found[2] |= behind;
            }
        }
    }
}

/// The squares strictly between a square of one set and a square of the other on a rank, file or diagonal.
pub fn between(a: Bitboard, b: Bitboard) -> Bitboard {
    let mut squares = Bitboard::EMPTY;
    for x in a {
        for y in b {
            squares |= attacks::between(x, y);
        }
    }
    squares
}

/// The squares `low` to `high` steps away (within -7 and 7) in the directions of a mask.
pub fn steps(mask: u8, low: i32, high: i32, from: Bitboard) -> Bitboard {
    let mut squares = if low <= 0 && high >= 0 { from } else { Bitboard::EMPTY };
    let mut rest = mask;
    while rest != 0 && from.any() {
        let (dx, dy) = DIRECTIONS[rest.trailing_zeros() as usize];
        rest &= rest - 1;
        if (low, high) == (1, 1) {
            squares |= translate(from, i32::from(dx), i32::from(dy));
            continue;
        }
        for (sign, first, last) in [(1, low, high), (-1, -high, -low)] {
            // A square that has left the board does not come back, so one step leads from each distance to the next.
            let mut reached = from;
            for n in 1..=last {
                reached = translate(reached, i32::from(dx) * sign, i32::from(dy) * sign);
                if n >= first {
                    squares |= reached;
                }
            }
        }
    }
    squares
}
