//! Set arithmetic on one board: contents, attacks, power.

use crate::geometry::{square_count, translate};
use crate::slides;
use crate::square_counts::SquareCounts;
use crate::{Bitboard, Board, Color, Designator, Piece, Pieces, Role, Square};
use shakmaty::attacks;

/// The only kind of piece among some contents.
#[inline]
fn single_piece(pieces: Pieces) -> Option<Piece> {
    let bits = pieces.0;
    if !bits.is_power_of_two() || bits == Pieces::EMPTY_SQUARE.0 {
        return None;
    }
    let (color, place) = if bits & Pieces::WHITE.0 != 0 { (Color::White, bits) } else { (Color::Black, bits >> 6) };
    Some(Role::ALL[place.trailing_zeros() as usize].of(color))
}

/// The squares of a designator that hold one of its contents.
pub fn contents(board: &Board, designator: Designator) -> Bitboard {
    match single_piece(designator.pieces) {
        Some(piece) => board.by_piece(piece) & designator.squares,
        None => Mixed::of(designator).contents(board),
    }
}

/// [`contents`] for many boards in one pass: the set at each place becomes that of the board at the same place.
pub fn each_contents<'b>(boards: impl Iterator<Item = &'b Board>, designator: Designator, sets: &mut [Bitboard]) {
    let both = boards.zip(sets);
    let squares = designator.squares;
    match single_piece(designator.pieces) {
        Some(piece) => both.for_each(|(board, set)| *set = board.by_piece(piece) & squares),
        None if designator.pieces == Pieces::WHITE => {
            both.for_each(|(board, set)| *set = board.by_color(Color::White) & squares);
        }
        None if designator.pieces == Pieces::BLACK => {
            both.for_each(|(board, set)| *set = board.by_color(Color::Black) & squares);
        }
        None => {
            let mixed = Mixed::of(designator);
            both.for_each(|(board, set)| *set = mixed.contents(board));
        }
    }
}

/// What a designator of several kinds of pieces asks for, as masks for what boards are made of: all ones or none.
struct Mixed {
    /// By colour and role, pawns first.
    roles: [(Color, [u64; 6]); 2],
    empty: u64,
    squares: Bitboard,
}

impl Mixed {
    fn of(designator: Designator) -> Mixed {
        let mask = |wanted: bool| if wanted { !0 } else { 0 };
        let bits = designator.pieces.0;
        let of_color = |part: u16| std::array::from_fn(|role| mask(part & (1 << role) != 0));
        let roles = [(Color::White, of_color(bits)), (Color::Black, of_color(bits >> 6))];
        Mixed { roles, empty: mask(bits & Pieces::EMPTY_SQUARE.0 != 0), squares: designator.squares }
    }

    #[inline]
    fn contents(&self, board: &Board) -> Bitboard {
        let mut set = !board.occupied() & Bitboard(self.empty);
        for (color, masks) in &self.roles {
            let wanted = Role::ALL.into_iter().zip(masks);
            let wanted = wanted.fold(Bitboard::EMPTY, |all, (role, mask)| all | board.by_role(role) & Bitboard(*mask));
            set |= wanted & board.by_color(*color);
        }
        set & self.squares
    }
}

/// True if to ask who attacks each target takes less time than to ask what each piece attacks.
#[inline]
fn are_few(targets: Bitboard, pieces: Bitboard) -> bool {
    targets.0.is_power_of_two() || targets.count() * 3 < pieces.count()
}

/// The squares of `attackers` whose piece attacks a square of `targets`.
pub fn attacking(board: &Board, attackers: Bitboard, targets: Bitboard) -> Bitboard {
    let pieces = attackers & board.occupied();
    if are_few(targets, pieces) {
        return targets.into_iter().fold(Bitboard::EMPTY, |all, square| all | board.attackers_among(square, pieces));
    }
    let mut found = Bitboard::EMPTY;
    each_attack(board, pieces, targets, |piece, attacked| {
        if (attacked & targets).any() {
            found.add(piece);
        }
    });
    found
}

/// The squares of `targets` that a piece on `attackers` attacks.
pub fn attacked_by(board: &Board, targets: Bitboard, attackers: Bitboard) -> Bitboard {
    let pieces = attackers & board.occupied();
    if are_few(targets, pieces) {
        return targets.into_iter().filter(|&square| board.attackers_among(square, pieces).any()).collect();
    }
    let mut found = Bitboard::EMPTY;
    each_attack(board, pieces, targets, |_, attacked| found |= attacked);
    found & targets
}

/// Gives each of some pieces with what it attacks, role by role. Left out are those that could not attack a square of
/// `targets` on an empty board either.
#[inline]
fn each_attack(board: &Board, pieces: Bitboard, targets: Bitboard, mut give: impl FnMut(Square, Bitboard)) {
    let occupied = board.occupied();
    for color in Color::ALL {
        for pawn in pieces & board.by_piece(Role::Pawn.of(color)) {
            give(pawn, attacks::pawn_attacks(color, pawn));
        }
    }
    for knight in pieces & board.by_role(Role::Knight) {
        give(knight, attacks::knight_attacks(knight));
    }
    for king in pieces & board.by_role(Role::King) {
        give(king, attacks::king_attacks(king));
    }
    for bishop in pieces & board.by_role(Role::Bishop) {
        if (slides::bishop_lines(bishop) & targets).any() {
            give(bishop, attacks::bishop_attacks(bishop, occupied));
        }
    }
    for rook in pieces & board.by_role(Role::Rook) {
        if (slides::rook_lines(rook) & targets).any() {
            give(rook, attacks::rook_attacks(rook, occupied));
        }
    }
    for queen in pieces & board.by_role(Role::Queen) {
        if ((slides::rook_lines(queen) | slides::bishop_lines(queen)) & targets).any() {
            give(queen, attacks::queen_attacks(queen, occupied));
        }
    }
}

/// By square, how many pieces on `attackers` attack it.
pub fn attacker_counts(board: &Board, attackers: Bitboard) -> SquareCounts {
    let mut counts = SquareCounts::default();
    let pawns = board.by_role(Role::Pawn);
    for color in Color::ALL {
        // Sideways first, so that no pawn leaves the board on one side and comes back on the other.
        for side in [-1, 1] {
            counts.add(translate(attackers & pawns & board.by_color(color), side, color.fold_wb(1, -1)));
        }
    }
    each_attack(board, attackers & !pawns, Bitboard::FULL, |_, attacked| counts.add(attacked));
    counts
}

/// By square, how many squares of `targets` the piece on it attacks.
#[expect(clippy::cast_possible_truncation, reason = "a set has 64 squares at most")]
pub fn attacked_counts(board: &Board, targets: Bitboard) -> SquareCounts {
    let mut counts = SquareCounts::default();
    each_attack(board, board.occupied(), targets, |piece, attacked| {
        counts.set(piece, square_count(attacked & targets) as u8);
    });
    counts
}

/// The number of pairs of a piece on `attackers` and a square of `targets` that it attacks.
pub fn attack_pairs(board: &Board, attackers: Bitboard, targets: Bitboard) -> i64 {
    let mut pairs = 0;
    each_attack(board, attackers, targets, |_, attacked| pairs += i64::from(square_count(attacked & targets)));
    pairs
}

/// The value of the pieces on some squares: pawn 1, knight and bishop 3, rook 5, queen 9, king 0.
pub fn power(board: &Board, squares: Bitboard) -> i64 {
    [(Role::Pawn, 1), (Role::Knight, 3), (Role::Bishop, 3), (Role::Rook, 5), (Role::Queen, 9)]
        .into_iter()
        .map(|(role, value)| i64::from(square_count(board.by_role(role) & squares)) * value)
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fen;

    #[test]
    fn contents_are_those_of_each_square() {
        let board = fen::parse("r3k2r/1bppqp2/2n2n2/4p3/2B1P3/2NP4/1PPQ1P2/R3K2R w - - 0 1").expect("a position").board;
        let squares = Bitboard(0xff3c_ffff_fffe_ffff);
        for bits in 0..=Pieces::ANY.0 {
            let is_wanted = |square: Square| match board.piece_at(square) {
                Some(piece) => bits & 1 << (piece.color.fold_wb(0, 6) + piece.role as u16 - 1) != 0,
                None => bits & Pieces::EMPTY_SQUARE.0 != 0,
            };
            let expected: Bitboard = squares.into_iter().filter(|&square| is_wanted(square)).collect();
            let (designator, mut each) = (Designator { pieces: Pieces(bits), squares }, [Bitboard::EMPTY]);
            each_contents([&board].into_iter(), designator, &mut each);
            assert_eq!((contents(&board, designator), each), (expected, [expected]), "{bits:x}");
        }
    }
}
