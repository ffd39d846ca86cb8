//! Retracted moves, found without thought: men are put on the board in every way that may be the board before, and
//! every move is tried from there.

use std::collections::BTreeSet;
use tabiya::chess::retro::{self, Mode};
use tabiya::chess::{Bitboard, Board, Color, Move, Piece, Rank, Role, Square, fen};

/// A retracted move in a form that two makers of lists can agree on.
type Step = (Square, Square, Option<Role>, Option<Role>, bool, String);

/// The identity of a move and of the board before it.
fn step(mv: &Move, uncaptured: Option<Role>, before: &Board) -> Step {
    let text = fen::write(&fen::Setup { board: *before, halfmoves: 0, fullmoves: 1 });
    (mv.from, mv.to, mv.promotion, uncaptured, mv.is_en_passant(), text)
}

/// Compares the moves retracted from a board with the brute force, legal and pseudolegal ones. Returns their numbers.
pub fn compare(after: &Board) -> (usize, usize) {
    let (legal, pseudolegal) = moves_to(after);
    let text = fen::write(&fen::Setup { board: *after, halfmoves: 0, fullmoves: 1 });
    for (mode, expected) in [(Mode::Legal, &legal), (Mode::Pseudolegal, &pseudolegal)] {
        let list = retro::unmoves(after, mode);
        let found: BTreeSet<Step> = list.iter().map(|u| step(&u.mv, u.uncaptured, &u.before)).collect();
        assert_eq!(found.len(), list.len(), "a move is taken back twice: {text}, {mode:?}");
        let differ: Vec<&Step> = found.symmetric_difference(expected).take(5).collect();
        assert!(differ.is_empty(), "{text}, {mode:?}: {} and {}, {differ:?}", found.len(), expected.len());
    }
    (legal.len(), pseudolegal.len())
}

/// True if a legal move is among those retracted from where it leads.
pub fn is_taken_back(before: &Board, mv: &Move) -> bool {
    let uncaptured = mv.captured.and_then(|square| before.role_at(square));
    let found = retro::unmoves(&before.play(mv), Mode::Legal);
    found.iter().any(|u| u.mv == *mv && u.uncaptured == uncaptured)
}

/// The legal and the pseudolegal moves that lead to a board.
fn moves_to(after: &Board) -> (BTreeSet<Step>, BTreeSet<Step>) {
    let mut found = Found { after: *after, legal: BTreeSet::new(), pseudolegal: BTreeSet::new() };
    let us = !after.turn();
    let mut bare = *after;
    bare.set_turn(us);
    bare.set_en_passant(None);
    let empty = !after.occupied();
    for to in after.by_color(us) {
        let piece = after.piece_at(to).expect("a man");
        let mut kinds = vec![piece];
        if matches!(to.rank(), Rank::First | Rank::Eighth) && !matches!(piece.role, Role::Pawn | Role::King) {
            kinds.push(Role::Pawn.of(us));
        }
        for (from, kind) in empty.into_iter().flat_map(|from| kinds.iter().map(move |&kind| (from, kind))) {
            let mut before = bare;
            before.remove(to);
            before.put(from, kind);
            found.try_from(&before, None);
            for role in [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
                if role == Role::Pawn && matches!(to.rank(), Rank::First | Rank::Eighth) {
                    continue;
                }
                let mut full = before;
                full.put(to, role.of(!us));
                found.try_from(&full, Some(role));
            }
            if kind.role == Role::Pawn {
                passing(&mut found, &before, to, empty & !Bitboard::from(from));
            }
        }
    }
    castling(&mut found, &bare, empty);
    (found.legal, found.pseudolegal)
}

/// Puts a pawn on every empty square of the middle, as if it had just passed `to`.
fn passing(found: &mut Found, before: &Board, to: Square, empty: Bitboard) {
    let middle = Bitboard::from_rank(Rank::Fourth) | Bitboard::from_rank(Rank::Fifth);
    for pawn in empty & middle {
        let mut full = *before;
        full.put(pawn, Role::Pawn.of(!before.turn()));
        full.set_en_passant(Some(to));
        found.try_from(&full, Some(Role::Pawn));
    }
}

/// Puts king and rook on every two empty squares, with the right to castle.
fn castling(found: &mut Found, bare: &Board, empty: Bitboard) {
    let us = bare.turn();
    let rank = Bitboard::from_rank(us.fold_wb(Rank::First, Rank::Eighth));
    for king in bare.kings(us) & rank {
        for rook in bare.by_piece(Role::Rook.of(us)) & rank {
            let free = (empty | king | rook) & rank;
            for (from, corner) in free.into_iter().flat_map(|a| free.into_iter().map(move |b| (a, b))) {
                let standard = [Square::E1, Square::E8].contains(&from)
                    && [Square::A1, Square::H1, Square::A8, Square::H8].contains(&corner);
                if from == corner || !standard {
                    continue;
                }
                let mut before = *bare;
                before.remove(king);
                before.remove(rook);
                before.put(from, Role::King.of(us));
                before.put(corner, Role::Rook.of(us));
                before.set_castling(bare.castling() | corner);
                found.try_castling(&before);
            }
        }
    }
}

struct Found {
    after: Board,
    legal: BTreeSet<Step>,
    pseudolegal: BTreeSet<Step>,
}

impl Found {
    fn try_from(&mut self, before: &Board, uncaptured: Option<Role>) {
        let mut moves = Vec::new();
        before.pseudolegal_moves(&mut moves);
        for mv in moves {
            if !mv.is_castle() && mv.is_en_passant() == before.en_passant().is_some() {
                self.try_move(before, &mv, uncaptured);
            }
        }
    }

    fn try_castling(&mut self, before: &Board) {
        let mut moves = Vec::new();
        before.pseudolegal_moves(&mut moves);
        for mv in moves.into_iter().filter(Move::is_castle) {
            self.try_move(before, &mv, None);
        }
    }

    /// Notes a move if it leads to the board and puts back only what can be missing.
    fn try_move(&mut self, before: &Board, mv: &Move, uncaptured: Option<Role>) {
        let mut reached = before.play(mv);
        if self.after.en_passant().is_none() {
            reached.set_en_passant(None);
        }
        if reached != self.after {
            return;
        }
        let us = before.turn();
        let ends = Bitboard::from_rank(Rank::First) | Bitboard::from_rank(Rank::Eighth);
        if mv.role == Role::Pawn && ends.contains(mv.from) || !truly_passed(before) {
            return;
        }
        if (uncaptured.is_some() && !can_have(before, !us)) || (mv.promotion.is_some() && !can_have(before, us)) {
            return;
        }
        self.pseudolegal.insert(step(mv, uncaptured, before));
        if legal(before) && !self.after.king_attacked(us) {
            self.legal.insert(step(mv, uncaptured, before));
        }
    }
}

/// True if a colour's men can be made from those of the array by promoting missing pawns: they are taken out of the
/// box one by one, and a man missing from the box costs a pawn.
fn can_have(board: &Board, color: Color) -> bool {
    let mut pawns = 8_i32;
    let (mut queens, mut rooks, mut knights, mut bishops) = (1, 2, 2, [1, 1]);
    for square in board.by_color(color) {
        let place = match board.role_at(square).expect("a man") {
            Role::King => continue,
            Role::Pawn => {
                pawns -= 1;
                continue;
            }
            Role::Queen => &mut queens,
            Role::Rook => &mut rooks,
            Role::Knight => &mut knights,
            Role::Bishop => &mut bishops[(square.file() as usize + square.rank() as usize) % 2],
        };
        if *place > 0 {
            *place -= 1;
        } else {
            pawns -= 1;
        }
    }
    pawns >= 0
}

/// True if a board is legal; castling rights are the caller's care.
fn legal(board: &Board) -> bool {
    let them = !board.turn();
    let ends = Bitboard::from_rank(Rank::First) | Bitboard::from_rank(Rank::Eighth);
    let single = |color| board.by_piece(Piece { color, role: Role::King }).count() == 1;
    single(Color::White)
        && single(Color::Black)
        && can_have(board, Color::White)
        && can_have(board, Color::Black)
        && (board.by_role(Role::Pawn) & ends).is_empty()
        && !board.king_attacked(them)
        && truly_passed(board)
}

/// True if the square that a pawn has just passed lies before its home square, and that is empty.
fn truly_passed(board: &Board) -> bool {
    let (home, over) = (!board.turn()).fold_wb((Rank::Second, Rank::Third), (Rank::Seventh, Rank::Sixth));
    board.en_passant().is_none_or(|passed| {
        passed.rank() == over && board.piece_at(Square::from_coords(passed.file(), home)).is_none()
    })
}
