//! Set arithmetic on one board: contents, attacks, power.

use crate::{Bitboard, Board, Color, Role};
use crate::{Designator, Pieces};

/// The squares of a designator that hold one of its contents.
pub fn contents(board: &Board, designator: Designator) -> Bitboard {
    let bits = designator.pieces.0;
    if bits.is_power_of_two() && bits != Pieces::EMPTY_SQUARE.0 {
        let (color, place) = if bits & Pieces::WHITE.0 != 0 { (Color::White, bits) } else { (Color::Black, bits >> 6) };
        let role = Role::ALL[place.trailing_zeros() as usize];
        return board.by_role(role) & board.by_color(color) & designator.squares;
    }
    let mut set = Bitboard::EMPTY;
    for (color, part) in [(Color::White, bits & Pieces::WHITE.0), (Color::Black, (bits & Pieces::BLACK.0) >> 6)] {
        if part == Pieces::WHITE.0 {
            set |= board.by_color(color);
        } else if part != 0 {
            let roles = Role::ALL.into_iter().filter(|&role| part & (1 << (role as u16 - 1)) != 0);
            set |= roles.fold(Bitboard::EMPTY, |all, role| all | board.by_role(role)) & board.by_color(color);
        }
    }
    if bits & Pieces::EMPTY_SQUARE.0 != 0 {
        set |= !board.occupied();
    }
    set & designator.squares
}

/// The squares of `attackers` whose piece attacks a square of `targets`.
pub fn attacking(board: &Board, attackers: Bitboard, targets: Bitboard) -> Bitboard {
    let pieces = attackers & board.occupied();
    // Who attacks a square costs about as much as what three pieces attack.
    if targets.count() * 3 < pieces.count() {
        return targets.into_iter().fold(Bitboard::EMPTY, |all, square| all | board.all_attackers(square)) & pieces;
    }
    pieces.into_iter().filter(|&square| (board.attacks_from(square) & targets).any()).collect()
}

/// The squares of `targets` that a piece on `attackers` attacks.
pub fn attacked_by(board: &Board, targets: Bitboard, attackers: Bitboard) -> Bitboard {
    let pieces = attackers & board.occupied();
    if targets.count() * 3 < pieces.count() {
        return targets.into_iter().filter(|&square| (board.all_attackers(square) & pieces).any()).collect();
    }
    pieces.into_iter().fold(Bitboard::EMPTY, |all, square| all | board.attacks_from(square)) & targets
}

/// By square, how many pieces on `attackers` attack it.
pub fn attacker_counts(board: &Board, attackers: Bitboard) -> [i64; 64] {
    let mut counts = [0; 64];
    for piece in attackers & board.occupied() {
        for square in board.attacks_from(piece) {
            counts[usize::from(square)] += 1;
        }
    }
    counts
}

/// By square, how many squares of `targets` the piece on it attacks.
pub fn attacked_counts(board: &Board, targets: Bitboard) -> [i64; 64] {
    let mut counts = [0; 64];
    for piece in board.occupied() {
        counts[usize::from(piece)] = (board.attacks_from(piece) & targets).count() as i64;
    }
    counts
}

/// The number of pairs of a piece on `attackers` and a square of `targets` that it attacks.
pub fn attack_pairs(board: &Board, attackers: Bitboard, targets: Bitboard) -> i64 {
    let pieces = attackers & board.occupied();
    pieces.into_iter().map(|square| (board.attacks_from(square) & targets).count() as i64).sum()
}

/// The value of the pieces on some squares: pawn 1, knight and bishop 3, rook 5, queen 9, king 0.
pub fn power(board: &Board, squares: Bitboard) -> i64 {
    [(Role::Pawn, 1), (Role::Knight, 3), (Role::Bishop, 3), (Role::Rook, 5), (Role::Queen, 9)]
        .into_iter()
        .map(|(role, value)| (board.by_role(role) & squares).count() as i64 * value)
        .sum()
}
