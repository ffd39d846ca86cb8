//! The reachability of a board in a game: the rules in order, and a look back over the last moves.
//!
//! Every rule is a proof. First what the board shows by itself, then the last move: if no move can be retracted, or
//! each leads to a board that is disproved in turn, the board cannot arise. A board that only lacks a proof is open.

use super::back_rank::back_rank;
use super::origins::{Origins, origins};
use super::parity::parity;
use super::paths::Paths;
use super::pawns::{Demand, pawns};
use super::reach::Unmoved;
use super::work::Work;
use super::{Disproof, Mode, Verdict, legality, visit_unmoves};
use crate::{Board, Color};
use std::ops::ControlFlow;

/// The number of moves that are retracted.
const DEPTH: u32 = 3;

/// The number of boards that are examined on the way back before the question is left open.
const PATIENCE: u32 = 2_000;

/// The verdict on whether a board can arise in a game of standard chess, as far as the rules of this module can tell.
///
/// ```
/// # mod tabiya { pub mod chess { pub use tabiya_chess::*; } }
/// use tabiya::chess::{fen, retro};
/// let verdict = |text: &str| retro::reachable(&fen::parse(text).unwrap().board);
/// assert!(verdict("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -").is_open());
/// // The bishop from c1 never left, so that the one on g5 was promoted; but no pawn is missing.
/// let no = verdict("rnbqkbnr/pppp1ppp/4p3/6B1/4P3/8/PPPP1PPP/RN1QKBNR b KQkq -");
/// assert_eq!(no, retro::Verdict::No(retro::Disproof::Promoted(tabiya::chess::Color::White)));
/// ```
pub fn reachable(board: &Board) -> Verdict {
    reachable_within(board, &mut |_| true).unwrap_or(Verdict::Open)
}

/// The same, ended when `pay` returns false: then there is no verdict. `pay` is told of the work as it is done, in units of about
/// ten nanoseconds; a board may take a few units, or ten million. Between two calls there is a fraction of a second at most.
pub fn reachable_within(board: &Board, pay: &mut dyn FnMut(u64) -> bool) -> Option<Verdict> {
    let mut work = Work::new(pay);
    let found = legality(board).and_then(|()| shown(board, &mut work)).and_then(|()| last_move(board, &mut work));
    let verdict = match found {
        Ok(()) => Verdict::Open,
        Err(disproof) => Verdict::No(disproof),
    };
    (!work.is_ended()).then_some(verdict)
}

/// The work of examining a board, but for its pawns.
const BOARD_WORK: u64 = 160;

/// Checks the rules that a legal board can break by itself.
fn shown(board: &Board, work: &mut Work<'_>) -> Result<(), Disproof> {
    work.add(BOARD_WORK);
    let unmoved = Unmoved::of(board);
    let white_paths = Paths::of(board, Color::White, &unmoved);
    let black_paths = Paths::of(board, Color::Black, &unmoved);
    let white = origins(board, Color::White, &unmoved, &white_paths, &black_paths)?;
    let black = origins(board, Color::Black, &unmoved, &black_paths, &white_paths)?;
    back_rank(board, Color::White, &unmoved)?;
    back_rank(board, Color::Black, &unmoved)?;
    parity(board)?;
    let demands =
        [demand(board, Color::White, white.promoted, &black), demand(board, Color::Black, black.promoted, &white)];
    pawns(board, [&white_paths, &black_paths], demands, work)
}

/// The requirements on a colour's pawns, given the number that were promoted and the origins of the other
/// colour's pieces.
fn demand(board: &Board, color: Color, promoted: usize, other: &Origins) -> Demand {
    let lost = 16 - board.by_color(!color).count();
    let allowed = lost.saturating_sub(other.beyond_pawns);
    let [dark, light] = other.bishops;
    Demand { color, promoted, allowed, on_shade: [allowed.saturating_sub(light), allowed.saturating_sub(dark)] }
}

/// Checks that there is a possible last move.
fn last_move(board: &Board, work: &mut Work<'_>) -> Result<(), Disproof> {
    let mut left = PATIENCE;
    if is_initial(board) || has_past(board, DEPTH, &mut left, work) {
        return Ok(());
    }
    let us = board.turn();
    let checkers: usize =
        board.kings(us).into_iter().map(|king| board.attackers(king, !us, board.occupied()).count()).sum();
    Err(match checkers {
        0 => Disproof::LastMove,
        1 => Disproof::Check,
        2 => Disproof::DoubleCheck,
        _ => Disproof::TripleCheck,
    })
}

/// True if some way back over `depth` moves meets no disproof, or the array.
fn has_past(board: &Board, depth: u32, left: &mut u32, work: &mut Work<'_>) -> bool {
    let found = visit_unmoves(board, Mode::Legal, &mut |unmove| {
        let before = &unmove.before;
        if *left == 0 || work.is_ended() {
            return ControlFlow::Break(());
        }
        *left -= 1;
        let open = is_initial(before)
            || shown(before, work).is_ok() && (depth == 1 || has_past(before, depth - 1, left, work));
        if open { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    found.is_break()
}

/// True if this may be the array with which a game begins. Castling rights that are missing may have been left out.
fn is_initial(board: &Board) -> bool {
    let mut array = Board::initial();
    array.set_castling(board.castling());
    *board == array
}
