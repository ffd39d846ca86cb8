//! Retrograde analysis: the moves that may have led to a board, and proofs that a board cannot arise in a game.
//!
//! [`reachable`] rejects a board by these rules only; each is a proof:
//!
//! | rule | the board is rejected |
//! |---|---|
//! | kings, pawn-rank, men, pawns, promoted | for its men alone: a king too many or too few, a pawn on the first or last rank, more than 16 men or 8 pawns of a colour, more promoted men than missing pawns |
//! | opponent-in-check, castling, en-passant | as illegal: the side that has moved is in check, a right without king and rook at home, a passed square without its pawn |
//! | locked | since a man stands where no man of its kind can come, around those that never moved (pawns at home, kings and rooks that may castle, what these wall in) |
//! | promoted | since officers shut in at home cannot be those that stand elsewhere, and more must have been promoted than pawns are missing |
//! | cage | since king, queen and rooks behind unmoved pawns stand in an order that sliding and castling do not give |
//! | tempo | since no pawn has moved and nothing was captured, and the shades of the squares of knights and rooks tell that it is the other side's turn |
//! | captures | since one colour's pawns need more captures, for the files they changed and the pawns that were promoted, than the other has lost where pawns can take |
//! | passing | since pawns of both colours passed each other on files that too few captures let them leave |
//! | shades | since captures were needed on squares of one shade, and the missing piece is the bishop of the other |
//! | triple-check, double-check, check, last-move | since no last move can be retracted, or each leads to a board that is rejected |
//!
//! All of it is about standard chess from the standard starting position. Anything that a board does not show is left open: without an en
//! passant square the last move may still have been a double step, and a missing castling right may have been lost
//! at any time. Rights that standard chess does not know (a king or rook away from its home square) are dropped.
//!
//! ```
//! # mod tabiya { pub mod chess { pub use tabiya_chess::*; } }
//! use tabiya::chess::{fen, retro};
//! let after = fen::parse("rnbqk1nr/ppp2ppp/4p3/3p4/3PP3/P1b5/1PP2PPP/R1BQKBNR w KQkq -").unwrap().board;
//! let last = retro::unmoves(&after, retro::Mode::Legal);
//! let text: Vec<String> = last.iter().map(|unmove| unmove.to_string()).collect();
//! assert_eq!(text, ["~Bb4x(N)c3+", "~Ba5x(N)c3+"]);
//! assert!(last.iter().all(|unmove| retro::reachable(&unmove.before).is_open()));
//! ```
//!
//! No rule proves that a board can arise. `tests/data/reachability` has 261 positions, each with a proof game or an
//! argument.

mod back_rank;
mod generate;
mod legality;
mod material;
mod origins;
mod parity;
mod paths;
mod pawns;
mod reach;
mod reachable;
mod unmove;
mod work;

pub use generate::{Mode, unmoves, visit_unmoves};
pub use legality::{is_legal, legality};
pub use reachable::{reachable, reachable_within};
pub use unmove::UnMove;

use super::{Bitboard, Board, Color, File, Rank, Role, Square};
use std::fmt;

/// The result of [`reachable`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Nothing speaks against the board. (That it can arise is not proved.)
    Open,
    /// The board arises in no game.
    No(Disproof),
}

impl Verdict {
    /// True if the board is not disproved.
    pub fn is_open(self) -> bool {
        self == Verdict::Open
    }
}

/// The reason why a board cannot arise. The first eight concern the board alone and also make it illegal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Disproof {
    /// A colour has no king or several.
    Kings(Color),
    /// A pawn stands on the first or last rank.
    PawnRank(Square),
    /// A colour has more than 16 men.
    Men(Color),
    /// A colour has more than 8 pawns.
    Pawns(Color),
    /// A colour has more promoted men than pawns are missing.
    Promoted(Color),
    /// The side that is not to move stands in check.
    Opponent,
    /// A castling right without king and rook on their home squares.
    Castling,
    /// An en passant square that no double step has just passed.
    EnPassant,
    /// A man stands where no man of its kind can have come, since men that never moved lock it out or in.
    Locked(Square),
    /// Kings, queens and rooks locked in on their home rank stand in an order that they cannot have taken.
    BackRank(Color),
    /// A colour's pawns have captured more, files changed and promotions counted, than the pawns of that colour
    /// can have found to capture.
    Captures(Color),
    /// Pawns of both colours have passed each other, or been promoted, with too few captures.
    Passing,
    /// The pawns' captures were on squares of a shade on which too few of the missing men can have been captured.
    Shades,
    /// With all men and no pawn moved, the other side would be to move.
    Parity,
    /// Three men or more give check.
    TripleCheck,
    /// Two men give check that no one move lets loose.
    DoubleCheck,
    /// A man gives check and no last move explains it.
    Check,
    /// The side that has just moved has no move to take back.
    LastMove,
}

impl Disproof {
    /// The rule's name, as in the table above and in the book.
    pub fn rule(self) -> &'static str {
        match self {
            Disproof::Kings(_) => "kings",
            Disproof::PawnRank(_) => "pawn-rank",
            Disproof::Men(_) => "men",
            Disproof::Pawns(_) => "pawns",
            Disproof::Promoted(_) => "promoted",
            Disproof::Opponent => "opponent-in-check",
            Disproof::Castling => "castling",
            Disproof::EnPassant => "en-passant",
            Disproof::Locked(_) => "locked",
            Disproof::BackRank(_) => "cage",
            Disproof::Captures(_) => "captures",
            Disproof::Passing => "passing",
            Disproof::Shades => "shades",
            Disproof::Parity => "tempo",
            Disproof::TripleCheck => "triple-check",
            Disproof::DoubleCheck => "double-check",
            Disproof::Check => "check",
            Disproof::LastMove => "last-move",
        }
    }
}

impl fmt::Display for Disproof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |color: &Color| color.fold_wb("White", "Black");
        match self {
            Disproof::Kings(color) => write!(f, "{} does not have exactly one king", name(color)),
            Disproof::PawnRank(square) => write!(f, "there can be no pawn on {square}"),
            Disproof::Men(color) => write!(f, "{} has more than 16 men", name(color)),
            Disproof::Pawns(color) => write!(f, "{} has more than 8 pawns", name(color)),
            Disproof::Promoted(color) => write!(f, "{} has more promoted men than missing pawns", name(color)),
            Disproof::Opponent => write!(f, "the side that is not to move is in check"),
            Disproof::Castling => write!(f, "a castling right without king and rook at home"),
            Disproof::EnPassant => write!(f, "no pawn has just passed the en passant square"),
            Disproof::Locked(square) => write!(f, "no such man can have come to {square}"),
            Disproof::BackRank(color) => write!(f, "{}'s locked-in men cannot have taken this order", name(color)),
            Disproof::Captures(color) => {
                write!(f, "{}'s pawns have captured more than they can have found", name(color))
            }
            Disproof::Passing => write!(f, "pawns have passed each other with too few captures"),
            Disproof::Shades => write!(f, "pawns have captured on squares where too few of the missing men were"),
            Disproof::Parity => write!(f, "it would be the other side's turn"),
            Disproof::TripleCheck => write!(f, "no move gives a triple check"),
            Disproof::DoubleCheck => write!(f, "no move gives this double check"),
            Disproof::Check => write!(f, "no last move explains the check"),
            Disproof::LastMove => write!(f, "there is no last move"),
        }
    }
}

/// The home squares of a colour's officers, from the a-file on.
fn homes(color: Color) -> [(Square, Role); 8] {
    const BACK: [Role; 8] =
        [Role::Rook, Role::Knight, Role::Bishop, Role::Queen, Role::King, Role::Bishop, Role::Knight, Role::Rook];
    let rank = color.fold_wb(Rank::First, Rank::Eighth);
    std::array::from_fn(|n| (Square::from_coords(File::ALL[n], rank), BACK[n]))
}

/// The castling rights that standard chess knows: king and rook of one colour stand on their home squares.
fn standard_rights(board: &Board) -> Bitboard {
    let at_home = |rook: Square| {
        let color = if rook.rank() == super::Rank::First { Color::White } else { Color::Black };
        let king = color.fold_wb(Square::E1, Square::E8);
        board.kings(color).contains(king) && board.by_piece(Role::Rook.of(color)).contains(rook)
    };
    let corners = Bitboard::from(Square::A1) | Square::H1 | Square::A8 | Square::H8;
    (board.castling() & corners).into_iter().filter(|&rook| at_home(rook)).collect()
}
