//! The reachability of boards: against random play, and on boards with a known answer.

use fastrand::Rng;
use tabiya::chess::retro::{self, Verdict};
use tabiya::chess::{Board, fen};
use tabiya::game::Game;
use tabiya_fuzz::dice::{Style, any_game};
use tabiya_pgn::Games;

fn text(board: &Board) -> String {
    fen::write(&fen::Setup { board: *board, halfmoves: 0, fullmoves: 1 })
}

/// A board, and the same without what a diagram does not show.
fn diagrams(board: &Board) -> [Board; 3] {
    let mut bare = *board;
    bare.set_en_passant(None);
    let mut bald = bare;
    bald.set_castling(tabiya::chess::Bitboard::EMPTY);
    [*board, bare, bald]
}

fn never_refused(board: &Board) {
    let mut boards = diagrams(board).to_vec();
    boards.dedup();
    for board in boards {
        assert_eq!(retro::reachable(&board), Verdict::Open, "{}", text(&board));
    }
}

/// Whoever ends a search does not wait for the boards that are still to be examined.
#[test]
fn it_ends_as_soon_as_nobody_pays() {
    let board = fen::parse("r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQ1RK1 b kq -").expect("a board").board;
    let mut paid = Vec::new();
    let whole = retro::reachable_within(&board, &mut |work| {
        paid.push(work);
        true
    });
    assert_eq!(whole, Some(Verdict::Open));
    assert!(paid.len() > 10, "{paid:?}");
    for most in 0..paid.len() {
        let mut calls = 0;
        let verdict = retro::reachable_within(&board, &mut |_| {
            calls += 1;
            calls <= most
        });
        assert_eq!((verdict, calls), (None, most + 1));
    }
}

#[test]
fn play_at_random_is_never_refused() {
    let mut dice = Rng::with_seed(7);
    for round in 0..80 {
        for board in any_game(&mut dice, 120, Style::nth(round)) {
            never_refused(&board);
        }
    }
}

#[test]
fn games_are_never_refused() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/games");
    let (mut games, mut game, mut boards) = (Games::open(folder).unwrap(), Game::new(), 0);
    while games.read_into(&mut game).unwrap() {
        let tree = game.tree();
        if *tree.board(0) != Board::initial() {
            continue;
        }
        // A null move is no move of a game.
        let mut sound: Vec<bool> = Vec::new();
        for node in 0..tree.len() {
            let before = tree.full().parent(node).is_none_or(|parent| sound[parent as usize]);
            sound.push(before && tree.move_to(node).is_none_or(|mv| !mv.is_null()));
            if !sound[node as usize] || node % 5 != 0 {
                continue;
            }
            never_refused(tree.board(node));
            boards += 1;
        }
    }
    assert!(boards > 5_000, "{boards}");
}
