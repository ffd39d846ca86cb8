//! Lines on one board: rays through sets, chains of attacks, squares between and squares steps away.

use crate::geometry::{DIRECTIONS, ray, step, translate};
use crate::slides::{self, bishop_lines, rook_lines};
use crate::{Bitboard, Board, Color, Role, Square};
use shakmaty::attacks;

/// The squares of the last set that end a ray: from a square of the first set in one of the directions (a mask),
/// over the sets in order. Every occupied square on the way must belong to the set that is due; empty squares are
/// crossed freely and may stand for an inner set. With `attack` the first piece must be a slider of that direction.
pub fn ray_ends(board: &Board, mask: u8, attack: bool, sets: &[Bitboard]) -> Bitboard {
    let Some((&first, others)) = sets.split_first() else { return Bitboard::EMPTY };
    let mut ends = Bitboard::EMPTY;
    for (start, directions) in aimed(board, mask, attack, first, others) {
        for direction in (0..8).filter(|i| directions & (1 << i) != 0) {
            ends |= ray_from(board, start, direction, others);
        }
    }
    ends
}

/// The directions, as a mask, along ranks and files. The others are diagonal.
const ORTHOGONAL: u8 = 0b0101_0101;

/// The squares of a set from which a ray may lead to the last of some other sets, each with the directions that come
/// into question. With `attack` only the pieces count that slide in such a direction.
fn aimed(
    board: &Board,
    mask: u8,
    attack: bool,
    starts: Bitboard,
    others: &[Bitboard],
) -> impl Iterator<Item = (Square, u8)> {
    let (aim, inner) = others.split_last().map_or((Bitboard::EMPTY, &[][..]), |(&aim, inner)| (aim, inner));
    // What stands in the way must belong to some set.
    let blocking = inner.iter().fold(board.occupied(), |blocking, &set| blocking & !set);
    let queens = board.by_role(Role::Queen);
    let (rooks, bishops) = (board.by_role(Role::Rook) | queens, board.by_role(Role::Bishop) | queens);
    let starts = if attack { starts & (rooks | bishops) } else { starts };
    starts.into_iter().filter_map(move |start| {
        let aligned = |directions: u8, movers: Bitboard, lines: Bitboard| {
            let moves = !attack || movers.contains(start);
            let is_open = |end| (slides::between(start, end) & blocking).is_empty();
            if moves && (lines & aim).into_iter().any(is_open) { mask & directions } else { 0 }
        };
        let directions =
            aligned(ORTHOGONAL, rooks, rook_lines(start)) | aligned(!ORTHOGONAL, bishops, bishop_lines(start));
        (directions != 0).then_some((start, directions))
    })
}

/// The squares of the first set from which an attacking ray goes over the other sets.
pub fn attack_chain(board: &Board, sets: &[Bitboard]) -> Bitboard {
    let Some((&first, others)) = sets.split_first() else { return Bitboard::EMPTY };
    let attacks = |(start, directions): &(Square, u8)| {
        let mut ways = (0..8).filter(|i| directions & (1 << i) != 0);
        ways.any(|direction| ray_from(board, *start, direction, others).any())
    };
    aimed(board, !0, true, first, others).filter(attacks).map(|(start, _)| start).collect()
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

/// Pins: the pinning piece (of `from`), the pinned piece (of `through`), and its target (of `to`), each pin over a line on which the
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
        if aims.count() <= FEW_AIMS {
            // Most squares have no piece in line with them.
            for aim in aims {
                let in_line = rook_lines(aim) & rooks | bishop_lines(aim) & bishops;
                in_line.into_iter().for_each(|pinner| pin(board, pinner, aim, sets[0], &mut found));
            }
            continue;
        }
        rooks.into_iter().for_each(|pinner| pins_along(board, pinner, rook_lines(pinner), sets, &mut found));
        bishops.into_iter().for_each(|pinner| pins_along(board, pinner, bishop_lines(pinner), sets, &mut found));
    }
    found
}

/// Adds the pins by a piece on some of its lines.
#[inline]
fn pins_along(
    board: &Board,
    pinner: Square,
    lines: Bitboard,
    [through, aims]: [Bitboard; 2],
    found: &mut [Bitboard; 3],
) {
    if (lines & through).is_empty() {
        return;
    }
    if (lines & aims).count() > FEW_AIMS {
        return pins_on_lines(board, pinner, lines, [through, aims], found);
    }
    (lines & aims).into_iter().for_each(|aim| pin(board, pinner, aim, through, found));
}

/// Adds the pin by a piece to a square in line with it, if there is one.
#[inline]
fn pin(board: &Board, pinner: Square, aim: Square, through: Bitboard, found: &mut [Bitboard; 3]) {
    let between = slides::between(pinner, aim) & board.occupied();
    if between.0.is_power_of_two() && (between & through).any() {
        found[0].add(pinner);
        found[1] |= between;
        found[2].add(aim);
    }
}

/// Up to this number, squares are looked at one by one.
const FEW_AIMS: usize = 3;

/// The same by what the pinner would attack without each piece that it attacks: beyond that piece stands nothing but what it
/// is pinned to.
fn pins_on_lines(
    board: &Board,
    pinner: Square,
    lines: Bitboard,
    [through, aims]: [Bitboard; 2],
    found: &mut [Bitboard; 3],
) {
    let occupied = board.occupied();
    let reached = |occupied: Bitboard| attacks::queen_attacks(pinner, occupied) & lines;
    let near = reached(occupied);
    for pinned in near & through & occupied {
        let beyond = reached(occupied ^ Bitboard::from(pinned)) & !near & aims;
        if beyond.any() {
            found[0].add(pinner);
            found[1].add(pinned);
            found[2] |= beyond;
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
pub fn steps(mask: u8, low: i64, high: i64, from: Bitboard) -> Bitboard {
    let mut squares = if low <= 0 && high >= 0 { from } else { Bitboard::EMPTY };
    let mut rest = mask;
    while rest != 0 && from.any() {
        let direction = rest.trailing_zeros() as usize;
        rest &= rest - 1;
        match (low, high) {
            (1, 1) => squares |= SLIDES[direction].next(from),
            (1, 7) => squares |= SLIDES[direction].all(from),
            _ => squares |= steps_along(DIRECTIONS[direction], low, high, from),
        }
    }
    squares
}

/// The squares one step away in the only direction of a mask, for many sets.
pub fn each_step(mask: u8, sets: &mut [Bitboard]) {
    let slide = SLIDES[mask.trailing_zeros() as usize % 8];
    sets.iter_mut().for_each(|set| *set = slide.next(*set));
}

/// The same in one direction; with a negative number of steps, backwards.
fn steps_along((dx, dy): (i8, i8), low: i64, high: i64, from: Bitboard) -> Bitboard {
    let mut squares = Bitboard::EMPTY;
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
    squares
}

/// By direction: how sets move.
static SLIDES: [Slide; 8] = slides();

const fn slides() -> [Slide; 8] {
    let mut slides = [Slide { left: 0, right: 0, kept: [0; 3] }; 8];
    let mut i = 0;
    while i < 8 {
        slides[i] = Slide::new(DIRECTIONS[i]);
        i += 1;
    }
    slides
}

/// The movement of a whole set in a direction, by shifts of its bits.
#[derive(Clone, Copy)]
struct Slide {
    /// How far bits move to the left, and then to the right, for one step. One of the two is 0.
    left: u32,
    right: u32,
    /// The squares that one, two and four steps lead to without leaving the board at a side.
    kept: [u64; 3],
}

impl Slide {
    const fn new((dx, dy): (i8, i8)) -> Slide {
        let by = dx as i32 + 8 * dy as i32;
        let (left, right) = if by > 0 { (by.unsigned_abs(), 0) } else { (0, by.unsigned_abs()) };
        let one: u64 = match dx {
            1 => !0x0101_0101_0101_0101,
            -1 => !0x8080_8080_8080_8080,
            _ => !0,
        };
        // Above and below the board the shifts drop the bits by themselves.
        let two = if dx == 0 { one } else { one & one << left >> right };
        let four = if dx == 0 { two } else { two & two << (2 * left) >> (2 * right) };
        Slide { left, right, kept: [one, two, four] }
    }

    /// The squares one step away.
    fn next(&self, from: Bitboard) -> Bitboard {
        Bitboard(u64::from(from) << self.left >> self.right & self.kept[0])
    }

    /// The squares any number of steps away: each round doubles the distance.
    fn all(&self, from: Bitboard) -> Bitboard {
        let mut reached = u64::from(self.next(from));
        for (round, kept) in self.kept.into_iter().enumerate() {
            reached |= reached << (self.left << round) >> (self.right << round) & kept;
        }
        Bitboard(reached)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pins to many squares are those to each of them.
    #[test]
    fn pins_to_many_squares() {
        let texts = [
            "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4",
            "2r3k1/pb1n1ppp/1p2pq2/8/2BP4/1P3N2/P4PPP/2RQ2K1 w - - 0 1",
            "4k3/4r3/8/b7/1N1Q4/8/3R4/4K3 b - - 0 1",
        ];
        for text in texts {
            let board = crate::fen::parse(text).unwrap().board;
            let mut expected = [Bitboard::EMPTY; 3];
            for to in Square::ALL {
                let found = pins(&board, [Bitboard::FULL, Bitboard::FULL, to.into()]);
                expected.iter_mut().zip(found).for_each(|(all, found)| *all |= found);
            }
            assert_eq!(pins(&board, [Bitboard::FULL; 3]), expected, "{text}");
            assert!(expected[0].any(), "{text}");
        }
    }

    #[test]
    fn slides_are_steps() {
        let mut seed = 7u64;
        let mut random = || {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            seed ^ seed >> 29
        };
        for round in 0..256 {
            // Single squares, then sets.
            let from = if round < 64 { Bitboard(1 << round) } else { Bitboard(random() & random()) };
            for direction in 0..8 {
                let slide = SLIDES[direction];
                assert_eq!(slide.next(from), steps_along(DIRECTIONS[direction], 1, 1, from), "{direction} {from:?}");
                let mut stepped = [from];
                each_step(1 << direction, &mut stepped);
                assert_eq!(stepped, [slide.next(from)], "{direction} {from:?}");
                assert_eq!(slide.all(from), steps_along(DIRECTIONS[direction], 1, 7, from), "{direction} {from:?}");
            }
        }
    }
}
