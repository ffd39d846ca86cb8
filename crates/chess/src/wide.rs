//! Attacks and pins on 64 boards at once: the same arithmetic on arrays of sets, without branches, which compilers turn into vector
//! instructions of the widest kind that the machine has.
//!
//! What a piece that slides reaches is a flood of its square over empty ones, in three doublings for each direction. For one piece on
//! one board that takes more operations than a look-up. But a flood serves all pieces of a board together, and one instruction serves
//! four boards or more.

use crate::{Bitboard, Board, Color, Role};

/// A set of squares for each of 64 boards.
pub type Sets = [Bitboard; 64];

/// The same as numbers.
type Bits = [u64; 64];

const NOT_FILE_A: u64 = !0x0101_0101_0101_0101;
const NOT_FILE_H: u64 = !0x8080_8080_8080_8080;

/// The squares that a step of this many squares can lead to.
#[inline(always)]
const fn entered(by: i32) -> u64 {
    match by {
        1 | 9 | -7 => NOT_FILE_A,
        -1 | -9 | 7 => NOT_FILE_H,
        _ => !0,
    }
}

#[inline(always)]
const fn shifted(set: u64, by: i32) -> u64 {
    if by > 0 { set << by } else { set >> -by }
}

/// What pieces on some squares attack in one direction: the empty squares up to the first piece, and the square of that piece.
#[inline(always)]
const fn flood(from: u64, empty: u64, by: i32) -> u64 {
    let mut open = empty & entered(by);
    let mut all = from | open & shifted(from, by);
    open &= shifted(open, by);
    all |= open & shifted(all, 2 * by);
    open &= shifted(open, 2 * by);
    all |= open & shifted(all, 4 * by);
    entered(by) & shifted(all, by)
}

#[inline(always)]
const fn along_lines(from: u64, empty: u64) -> u64 {
    flood(from, empty, 8) | flood(from, empty, -8) | flood(from, empty, 1) | flood(from, empty, -1)
}

#[inline(always)]
const fn along_diagonals(from: u64, empty: u64) -> u64 {
    flood(from, empty, 9) | flood(from, empty, 7) | flood(from, empty, -7) | flood(from, empty, -9)
}

/// The neighbours of some squares on their ranks.
#[inline(always)]
const fn beside(from: u64) -> u64 {
    from << 1 & NOT_FILE_A | from >> 1 & NOT_FILE_H
}

#[inline(always)]
const fn knights(from: u64) -> u64 {
    let near = beside(from);
    let far = from << 2 & (NOT_FILE_A & NOT_FILE_A << 1) | from >> 2 & (NOT_FILE_H & NOT_FILE_H >> 1);
    near << 16 | near >> 16 | far << 8 | far >> 8
}

#[inline(always)]
const fn kings(from: u64) -> u64 {
    let near = beside(from);
    let rank = near | from;
    near | rank << 8 | rank >> 8
}

#[inline(always)]
const fn white_pawns(from: u64) -> u64 {
    beside(from) << 8
}

#[inline(always)]
const fn black_pawns(from: u64) -> u64 {
    beside(from) >> 8
}

/// Sets that are made of others, board by board.
struct Made<'a, F> {
    sets: &'a mut Bits,
    of: F,
}

impl<F: Fn(usize) -> u64> Made<'_, F> {
    #[inline(always)]
    fn make(self) {
        for (board, set) in self.sets.iter_mut().enumerate() {
            *set = (self.of)(board);
        }
    }
}

#[cfg(not(target_family = "wasm"))]
impl<F: Fn(usize) -> u64> pulp::NullaryFnOnce for Made<'_, F> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        self.make();
    }
}

/// Sets `sets` for each board, by the widest instructions that the machine has.
#[inline(always)]
fn make(sets: &mut Bits, of: impl Fn(usize) -> u64) {
    let made = Made { sets, of };
    #[cfg(not(target_family = "wasm"))]
    pulp::Arch::new().dispatch(made);
    // Those of WebAssembly are chosen when the module is built.
    #[cfg(target_family = "wasm")]
    made.make();
}

fn has_any(sets: &Bits) -> bool {
    sets.iter().fold(0, |any, set| any | set) != 0
}

/// The pieces of some sets by the way they move, and the empty squares.
struct Movers {
    empty: Bits,
    /// Rooks and queens, bishops and queens, knights, kings, white pawns, black pawns.
    kinds: [Bits; 6],
}

impl Movers {
    fn of(boards: &[impl AsRef<Board>], among: &Sets) -> Movers {
        let mut movers = Movers { empty: [0; 64], kinds: [[0; 64]; 6] };
        for (place, (board, among)) in boards.iter().zip(among).enumerate() {
            let board = board.as_ref();
            let role = |role| board.by_role(role).0 & among.0;
            let queens = role(Role::Queen);
            let pawns = role(Role::Pawn);
            movers.empty[place] = !board.occupied().0;
            movers.kinds[0][place] = role(Role::Rook) | queens;
            movers.kinds[1][place] = role(Role::Bishop) | queens;
            movers.kinds[2][place] = role(Role::Knight);
            movers.kinds[3][place] = role(Role::King);
            movers.kinds[4][place] = pawns & board.by_color(Color::White).0;
            movers.kinds[5][place] = pawns & board.by_color(Color::Black).0;
        }
        movers
    }

    /// The kinds of which there is a piece on some board.
    fn present(&self) -> impl Iterator<Item = usize> {
        (0..6).filter(|&kind| has_any(&self.kinds[kind]))
    }

    /// Adds what a kind reaches from some squares, as far as it is among others.
    fn reach(&self, kind: usize, from: &Bits, among: &Bits, found: &mut Bits) {
        let (empty, known) = (&self.empty, *found);
        match kind {
            0 => make(found, |i| known[i] | among[i] & along_lines(from[i], empty[i])),
            1 => make(found, |i| known[i] | among[i] & along_diagonals(from[i], empty[i])),
            2 => make(found, |i| known[i] | among[i] & knights(from[i])),
            3 => make(found, |i| known[i] | among[i] & kings(from[i])),
            4 => make(found, |i| known[i] | among[i] & white_pawns(from[i])),
            _ => make(found, |i| known[i] | among[i] & black_pawns(from[i])),
        }
    }
}

/// [`attacking`](crate::attacks::attacking) for up to 64 boards: of `attackers` those squares stay whose piece attacks a square of
/// `targets`.
pub fn attacking<B: AsRef<Board>>(boards: &[B], attackers: &mut Sets, targets: &Sets) {
    let movers = Movers::of(boards, attackers);
    let (targets, mut found) = (targets.map(|set| set.0), [0; 64]);
    for kind in movers.present() {
        // A piece attacks a square if one like it would attack it from there; only pawns look the other way.
        let back = [0, 1, 2, 3, 5, 4][kind];
        movers.reach(back, &targets, &movers.kinds[kind], &mut found);
    }
    *attackers = found.map(Bitboard);
}

/// [`attacked_by`](crate::attacks::attacked_by) for up to 64 boards: of `targets` those squares stay that a piece on `attackers`
/// attacks.
pub fn attacked_by<B: AsRef<Board>>(boards: &[B], targets: &mut Sets, attackers: &Sets) {
    let movers = Movers::of(boards, attackers);
    let (among, mut found) = (targets.map(|set| set.0), [0; 64]);
    for kind in movers.present() {
        movers.reach(kind, &movers.kinds[kind], &among, &mut found);
    }
    *targets = found.map(Bitboard);
}

/// What pins by one colour are made of.
struct Pinning {
    empty: Bits,
    /// Rooks and queens, bishops and queens that may pin.
    sliders: [Bits; 2],
    /// What may be pinned.
    through: Bits,
    /// What it may be pinned to.
    aims: Bits,
}

impl Pinning {
    fn of(color: Color, boards: &[impl AsRef<Board>], [from, through, to]: [&Sets; 3]) -> Pinning {
        let mut pinning = Pinning { empty: [0; 64], sliders: [[0; 64]; 2], through: [0; 64], aims: [0; 64] };
        for (place, board) in boards.iter().take(64).enumerate() {
            let board = board.as_ref();
            let own = board.by_color(color);
            let piece = |role| (board.by_role(role) & own & from[place]).0;
            let queens = piece(Role::Queen);
            pinning.empty[place] = !board.occupied().0;
            pinning.sliders[0][place] = piece(Role::Rook) | queens;
            pinning.sliders[1][place] = piece(Role::Bishop) | queens;
            pinning.through[place] = (board.by_color(!color) & through[place]).0;
            pinning.aims[place] = (to[place] & !own).0;
        }
        pinning
    }

    /// Adds the squares of pins in one direction, seen from what is pinned to: of the pinner, of the pinned piece, or of that.
    fn add<const BY: i32>(&self, sliders: &Bits, wanted: usize, found: &mut Bits) {
        let Pinning { empty, through, aims, .. } = self;
        let (mut near, mut pinners) = ([0; 64], [0; 64]);
        make(&mut near, |i| flood(aims[i], empty[i], BY) & through[i]);
        make(&mut pinners, |i| flood(near[i], empty[i], BY) & sliders[i]);
        if !has_any(&pinners) {
            return;
        }
        let (known, pinners, near) = (*found, &pinners, &near);
        // The way back from the pinners leads to pieces that are pinned, and from them to what they are pinned to.
        match wanted {
            0 => make(found, |i| known[i] | pinners[i]),
            1 => make(found, |i| known[i] | flood(pinners[i], empty[i], -BY) & near[i]),
            _ => make(found, |i| known[i] | flood(flood(pinners[i], empty[i], -BY) & near[i], empty[i], -BY) & aims[i]),
        }
    }
}

/// One of the three sets that [`pins`](crate::lines::pins) finds, for up to 64 boards: that of the pinners (0), of the pinned pieces
/// (1) or of what they are pinned to (2).
pub fn pins<B: AsRef<Board>>(boards: &[B], sets: [&Sets; 3], wanted: usize) -> Sets {
    let mut found = [0; 64];
    for color in Color::ALL {
        let pinning = Pinning::of(color, boards, sets);
        let [rooks, bishops] = &pinning.sliders;
        if has_any(rooks) {
            pinning.add::<8>(rooks, wanted, &mut found);
            pinning.add::<-8>(rooks, wanted, &mut found);
            pinning.add::<1>(rooks, wanted, &mut found);
            pinning.add::<-1>(rooks, wanted, &mut found);
        }
        if has_any(bishops) {
            pinning.add::<9>(bishops, wanted, &mut found);
            pinning.add::<7>(bishops, wanted, &mut found);
            pinning.add::<-7>(bishops, wanted, &mut found);
            pinning.add::<-9>(bishops, wanted, &mut found);
        }
    }
    found.map(Bitboard)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Piece, Square, attacks, lines};

    /// A generator of numbers that look random: SplitMix64.
    fn random(state: &mut u64) -> u64 {
        *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = *state;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// Any pieces on any squares, more or less of them.
    fn boards(state: &mut u64) -> Vec<Board> {
        let board = |n: usize| {
            let mut board = Board::empty();
            for square in Square::ALL {
                let dice = random(state);
                if dice % 64 < n as u64 {
                    let color = if dice & 0x100 == 0 { Color::White } else { Color::Black };
                    board.put(square, Piece { color, role: Role::ALL[(dice >> 16) as usize % 6] });
                }
            }
            board
        };
        (0..64).map(board).collect()
    }

    fn sets(state: &mut u64, full: bool) -> Sets {
        std::array::from_fn(|_| if full { Bitboard::FULL } else { Bitboard(random(state) | random(state)) })
    }

    #[test]
    fn many_boards_have_what_each_of_them_has() {
        let mut state = 1;
        for round in 0..40 {
            let boards = boards(&mut state);
            let [a, b, c] = std::array::from_fn(|i| sets(&mut state, round % (i + 2) == 0));
            let each = |of: &dyn Fn(usize) -> Bitboard| -> Sets { std::array::from_fn(of) };
            let (mut attackers, mut targets) = (a, a);
            attacking(&boards, &mut attackers, &b);
            attacked_by(&boards, &mut targets, &b);
            assert_eq!(attackers, each(&|i| attacks::attacking(&boards[i], a[i], b[i])), "attacking in round {round}");
            assert_eq!(targets, each(&|i| attacks::attacked_by(&boards[i], a[i], b[i])), "attacked in round {round}");
            for wanted in 0..3 {
                let expected = each(&|i| lines::pins(&boards[i], [a[i], b[i], c[i]])[wanted]);
                assert_eq!(pins(&boards, [&a, &b, &c], wanted), expected, "pins, {wanted} in round {round}");
            }
        }
    }
}
