//! Lines on one board: rays through sets, chains of attacks, squares between and squares steps away.

use crate::geometry::{DIRECTIONS, is_orthogonal, ray, step, translate};
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
    let occupied = board.occupied();
    let mut found = [Bitboard::EMPTY; 3];
    for color in [Color::White, Color::Black] {
        let (own, others) = (board.by_color(color), board.by_color(!color));
        let aims = to & !own;
        let lines = [
            (Role::Rook, attacks::rook_attacks as SliderAttacks),
            (Role::Bishop, attacks::bishop_attacks as SliderAttacks),
        ];
        for (role, lines) in lines {
            let pinners = from & own & (board.by_role(role) | board.by_role(Role::Queen));
            for pinner in pinners {
                if (lines(pinner, Bitboard::EMPTY) & aims).is_empty() {
                    continue;
                }
                let seen = lines(pinner, occupied);
                for pinned in seen & others & through {
                    // The pieces that come into sight without the pinned piece, up to the next one.
                    let behind = lines(pinner, occupied & !Bitboard::from(pinned)) & !seen & aims;
                    if behind.any() {
                        found[0].add(pinner);
                        found[1].add(pinned);
                        found[2] |= behind;
                    }
                }
            }
        }
    }
    found
}

/// The squares that a rook or bishop attacks from a square, by the occupied squares.
type SliderAttacks = fn(Square, Bitboard) -> Bitboard;

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
    for (direction, &(dx, dy)) in DIRECTIONS.iter().enumerate() {
        if mask & (1 << direction) == 0 {
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
