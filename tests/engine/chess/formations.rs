//! Pieces that are trapped, and formations of pieces, held against what their pages say, square by square and with the
//! moves of shakmaty.

use fastrand::Rng;
use shakmaty::{CastlingMode, Chess, Position};
use tabiya::chess::exchange::{hanging, trapped};
use tabiya::chess::formations::{battery, fianchetto, opposition};
use tabiya::chess::pawns::rammed_pawns;
use tabiya::chess::{Bitboard, Board, Color, Piece, Role, Square, fen};
use tabiya_fuzz::dice::{Style, any_game, any_setup};

/// Boards of games and boards set up at random.
fn boards(seed: u64, games: usize) -> Vec<Board> {
    let mut dice = Rng::with_seed(seed);
    let mut boards = Vec::new();
    for n in 0..games {
        boards.extend(any_game(&mut dice, 80, Style::nth(n)));
        boards.extend((0..80).map(|_| any_setup(&mut dice, 28)));
    }
    boards
}

fn written(board: &Board) -> String {
    fen::write(&fen::Setup { board: *board, halfmoves: 0, fullmoves: 1 })
}

/// The position of shakmaty with a side to move; none if the other side would be in check.
fn position(board: &Board, turn: Color) -> Option<Chess> {
    let mut board = *board;
    board.set_turn(turn);
    board.set_en_passant(None);
    // Castling moves no piece that can be trapped.
    board.set_castling(Bitboard::EMPTY);
    written(&board).parse::<shakmaty::fen::Fen>().ok()?.into_position(CastlingMode::Standard).ok()
}

fn worth(role: Role) -> i32 {
    [1, 3, 3, 5, 9, 0][role as usize - 1]
}

/// What the side to move wins on a square, by the legal capture of its least valuable piece, or by none.
fn won(position: &Chess, square: Square) -> i32 {
    let Some(prize) = position.board().role_at(square) else { return 0 };
    let captures = position.legal_moves().into_iter().filter(|m| m.is_capture() && !m.is_en_passant());
    let here = captures.filter(|m| m.to() == square && matches!(m.promotion(), None | Some(Role::Queen)));
    let Some(m) = here.min_by_key(|m| (m.role(), m.from())) else { return 0 };
    let promoted = if m.is_promotion() { worth(Role::Queen) - worth(Role::Pawn) } else { 0 };
    let after = position.clone().play(m).expect("a legal move");
    (worth(prize) + promoted - won(&after, square)).max(0)
}

/// The trapped pieces, as the manual describes them; none where a side has no position in shakmaty.
fn trapped_by_hand(board: &Board) -> Option<Bitboard> {
    let mut found = Bitboard::EMPTY;
    for color in Color::ALL {
        let (own, other) = (position(board, color)?, position(board, !color)?);
        if own.is_check() || other.is_check() {
            return Some(Bitboard::EMPTY);
        }
        for from in board.by_color(color) {
            let role = board.role_at(from).expect("a piece");
            if matches!(role, Role::Pawn | Role::King) {
                continue;
            }
            let moves: Vec<_> = own.legal_moves().into_iter().filter(|m| m.from() == Some(from)).collect();
            let safe = moves.iter().any(|&m| {
                let after = own.clone().play(m).expect("a legal move");
                won(&after, m.to()) <= m.capture().map_or(0, worth)
            });
            if !safe && (!moves.is_empty() || won(&other, from) > 0) {
                found.add(from);
            }
        }
    }
    Some(found)
}

#[test]
fn pieces_are_trapped_as_their_moves_say() {
    let (mut compared, mut some, mut still) = (0, 0, 0);
    for board in boards(21, 60) {
        let Some(expected) = trapped_by_hand(&board) else { continue };
        let found = trapped(&board, Bitboard::FULL, &mut Vec::new());
        assert_eq!(found, expected, "{}", written(&board));
        compared += 1;
        some += usize::from(found.any());
        still += usize::from((found & !hanging(&board)).any());
        // Which pieces are asked for changes nothing for the others.
        let half = Bitboard::LIGHT_SQUARES;
        assert_eq!(trapped(&board, half, &mut Vec::new()), expected & half);
    }
    assert!(compared > 5_000 && some > 1_000 && still > 500, "{compared} boards, {some} with trapped pieces, {still}");
}

/// The pieces of a kind, one by one.
fn pieces(board: &Board, piece: Piece) -> Vec<Square> {
    Square::ALL.into_iter().filter(|&square| board.piece_at(square) == Some(piece)).collect()
}

/// The square so many files and ranks away.
fn away(square: Square, files: i32, ranks: i32) -> Option<Square> {
    let (file, rank) = (square.file() as i32 + files, square.rank() as i32 + ranks);
    ((0..8).contains(&file) && (0..8).contains(&rank)).then(|| Square::new((rank * 8 + file) as u32))
}

/// The first piece in a direction.
fn first(board: &Board, from: Square, files: i32, ranks: i32) -> Option<Square> {
    (1..8).map_while(|n| away(from, n * files, n * ranks)).find(|&square| board.piece_at(square).is_some())
}

fn battery_by_hand(board: &Board) -> Bitboard {
    let moves_along = |square: Square, straight: bool| match board.role_at(square) {
        Some(Role::Queen) => true,
        Some(Role::Rook) => straight,
        Some(Role::Bishop) => !straight,
        _ => false,
    };
    let steps = (-1..=1).flat_map(|files| (-1..=1).map(move |ranks| (files, ranks))).filter(|&step| step != (0, 0));
    let mut found = Bitboard::EMPTY;
    for (files, ranks) in steps {
        let straight = files == 0 || ranks == 0;
        for square in board.occupied() {
            let next = first(board, square, files, ranks);
            let joined = next.is_some_and(|next| {
                board.color_at(next) == board.color_at(square)
                    && moves_along(square, straight)
                    && moves_along(next, straight)
            });
            if joined {
                found.add(square);
            }
        }
    }
    found
}

fn fianchetto_by_hand(board: &Board) -> Bitboard {
    let mut found = Bitboard::EMPTY;
    for (color, rank, forward) in [(Color::White, 1, 1), (Color::Black, 6, -1)] {
        for square in pieces(board, Role::Bishop.of(color)) {
            let pawn = |n: i32| away(square, 0, n * forward).and_then(|ahead| board.piece_at(ahead));
            let home = "bg".contains(square.file().char()) && square.rank() as i32 == rank;
            if home && [pawn(1), pawn(2)].contains(&Some(Role::Pawn.of(color))) {
                found.add(square);
            }
        }
    }
    found
}

fn rammed_by_hand(board: &Board) -> Bitboard {
    let mut found = Bitboard::EMPTY;
    for white in pieces(board, Role::Pawn.of(Color::White)) {
        for black in pieces(board, Role::Pawn.of(Color::Black)) {
            if away(white, 0, 1) == Some(black) {
                found |= Bitboard::from(white) | black;
            }
        }
    }
    found
}

fn opposition_by_hand(board: &Board) -> Bitboard {
    let kings = [!board.turn(), board.turn()].map(|color| pieces(board, Role::King.of(color)));
    let [[waiting], [moving]] = kings.each_ref().map(Vec::as_slice) else { return Bitboard::EMPTY };
    let opposite = [(0, 2), (0, -2), (2, 0), (-2, 0)].map(|(files, ranks)| away(*waiting, files, ranks));
    if opposite.contains(&Some(*moving)) { Bitboard::from(*waiting) } else { Bitboard::EMPTY }
}

#[test]
fn formations_are_what_the_squares_say() {
    let mut seen = [0; 4];
    for board in boards(22, 200) {
        let both = [
            (battery(&board), battery_by_hand(&board)),
            (fianchetto(&board), fianchetto_by_hand(&board)),
            (rammed_pawns(&board), rammed_by_hand(&board)),
            (opposition(&board), opposition_by_hand(&board)),
        ];
        for (i, (found, expected)) in both.into_iter().enumerate() {
            assert_eq!(found, expected, "{i}: {}", written(&board));
            seen[i] += usize::from(found.any());
        }
    }
    assert!(seen.iter().all(|&boards| boards > 200), "{seen:?}");
}

#[test]
fn nobody_has_the_opposition_among_several_kings() {
    for text in ["8/8/4k3/8/4K3/8/8/K7 b - - 0 1", "8/8/4k3/8/8/8/8/8 b - - 0 1", "8/8/4k3/8/4K3/8/8/k7 b - - 0 1"] {
        assert_eq!(opposition(&fen::parse(text).expect("a position").board), Bitboard::EMPTY, "{text}");
    }
}
