//! FEN and SAN against shakmaty's, and against themselves: what is written reads the same.

use super::bytes::Bytes;
use super::dice::{Style, any_move, any_setup};
use shakmaty::fen::Fen;
use shakmaty::san::SanPlus;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Position};
use tabiya::chess::fen::{self, Setup};
use tabiya::chess::san::{self, San};
use tabiya::chess::{Board, Color, Move, Square};

/// Any text as a FEN; the moves of a position drawn from the bytes, in both notations; any text as a move there.
pub fn fen_san(data: &[u8]) {
    let mut bytes = Bytes::new(data);
    match bytes.below(3) {
        0 => any_fen(&String::from_utf8_lossy(bytes.rest())),
        1 => {
            let board = any_board(&mut bytes);
            moves_of(&board);
        }
        _ => {
            let board = any_board(&mut bytes);
            any_san(&board, bytes.rest());
        }
    }
}

fn any_fen(text: &str) {
    let theirs = Fen::from_ascii(text.as_bytes());
    let ours = fen::parse(text);
    if let Ok(setup) = &ours {
        let written = fen::write(setup);
        let again = fen::parse(&written);
        assert_eq!(again.as_ref(), Ok(setup), "{text:?} is written {written:?}");
        assert_eq!(fen::write(&again.expect("it was compared")), written);
    }
    if let Ok(theirs) = theirs {
        let theirs = theirs.as_setup();
        // Shakmaty also takes `_` between the fields.
        let Ok(ours) = ours else {
            assert!(text.contains('_'), "{text:?} is refused: {ours:?}");
            return;
        };
        let board = Square::ALL.map(|square| theirs.board.piece_at(square));
        assert_eq!(Square::ALL.map(|square| ours.board.piece_at(square)), board, "{text:?}");
        if !text.contains('_') {
            assert_eq!(ours.board.turn(), theirs.turn, "{text:?}");
        }
    }
}

/// The end of a game, or a set-up.
fn any_board(bytes: &mut Bytes<'_>) -> Board {
    let mut board = if bytes.percent(40) { any_setup(bytes, 24) } else { Board::initial() };
    let style = Style::nth(bytes.below(88));
    for _ in 0..bytes.below(60) {
        let Some(mv) = any_move(&board, bytes, style) else { break };
        board = board.play(&mv);
    }
    board
}

fn text(board: &Board) -> String {
    fen::write(&Setup { board: *board, halfmoves: 0, fullmoves: 1 })
}

/// Shakmaty's position, where it has one.
fn position(board: &Board) -> Option<Chess> {
    let setup: Fen = text(board).parse().ok()?;
    setup.into_position(CastlingMode::Chess960).or_else(|error| error.ignore_too_much_material().map_err(Box::new)).ok()
}

/// A move as its squares: the king's way for castling.
fn ours(mv: &Move) -> String {
    format!("{}{}{:?}", mv.from, mv.to, mv.promotion)
}

fn theirs(mv: &shakmaty::Move) -> String {
    match *mv {
        shakmaty::Move::Castle { king, rook } => {
            let file = if rook.file() > king.file() { shakmaty::File::G } else { shakmaty::File::C };
            format!("{king}{}None", Square::from_coords(file, king.rank()))
        }
        _ => format!("{}{}{:?}", mv.from().expect("no drops in chess"), mv.to(), mv.promotion()),
    }
}

/// Legal moves, their number, and their notation read and written.
fn moves_of(board: &Board) {
    let setup = Setup { board: *board, halfmoves: 7, fullmoves: 9 };
    assert_eq!(fen::parse(&fen::write(&setup)).map(|again| fen::write(&again)), Ok(fen::write(&setup)));
    // A right outlives a king that was taken, but is written and read only with a king.
    let mut kept = setup;
    for color in [Color::White, Color::Black].into_iter().filter(|&color| board.kings(color).is_empty()) {
        kept.board.set_castling(kept.board.castling() & !board.by_color(color));
    }
    assert!(fen::parse(&fen::write(&setup)) == Ok(kept), "{} is not what is on the board", fen::write(&setup));
    let (mut moves, mut scratch) = (Vec::new(), Vec::new());
    board.legal_moves(&mut moves);
    assert_eq!(board.has_legal_move(&mut scratch), !moves.is_empty(), "{}", text(board));
    assert_eq!(board.count_legal_moves(4) as usize, moves.len(), "{}", text(board));
    let mut found: Vec<(String, String)> = Vec::new();
    for mv in &moves {
        let after = board.play(mv);
        let mut san = String::new();
        san::write(board, mv, &after, &mut scratch, &mut san);
        let (scanned, len) = San::scan(san.as_bytes()).unwrap_or_else(|| panic!("{san} of {}", text(board)));
        assert_eq!(len, san.len(), "{san} of {}", text(board));
        let read = scanned.find(board).unwrap_or_else(|error| panic!("{san} of {}: {error}", text(board)));
        assert!(read.mv == *mv && read.repair.is_none(), "{san} of {} is {read:?}", text(board));
        found.push((ours(mv), san));
    }
    let Some(position) = position(board) else { return };
    let named = |m: &shakmaty::Move| (theirs(m), SanPlus::from_move(position.clone(), *m).to_string());
    let mut expected: Vec<(String, String)> = position.legal_moves().iter().map(named).collect();
    found.sort();
    expected.sort();
    assert_eq!(found, expected, "{}", text(board));
    let fen = Fen::from_position(&position, EnPassantMode::Always).to_string();
    assert_eq!(text(board), fen);
}

/// A text that shakmaty reads as a legal move is the same move here; a move that is read here without a fault is legal.
fn any_san(board: &Board, word: &[u8]) {
    let found = San::scan(word).map(|(san, len)| (san.find(board), len));
    if let Some((Ok(found), len)) = &found {
        assert!(*len <= word.len());
        let mut moves = Vec::new();
        board.legal_moves(&mut moves);
        let legal = found.mv.is_null() || moves.contains(&found.mv);
        // Castling is read without the right to it, and said so.
        assert!(legal || found.repair.is_some(), "{word:?} of {} is {:?}", text(board), found.mv);
    }
    let Some(position) = position(board) else { return };
    let Ok(san) = SanPlus::from_ascii(word) else { return };
    let Ok(expected) = san.san.to_move(&position) else { return };
    // `7e6` is the pawn on the seventh rank to shakmaty, and here move 7 with its point forgotten.
    if san.san == shakmaty::san::San::Null || word.first().is_some_and(u8::is_ascii_digit) {
        return;
    }
    match found {
        Some((Ok(found), _)) => assert_eq!(ours(&found.mv), theirs(&expected), "{word:?} of {}", text(board)),
        other => panic!("{:?} of {} is {other:?}", String::from_utf8_lossy(word), text(board)),
    }
}
