//! SAN: moves as people write them, found on a board, and moves written as they should be.
//!
//! [`San::scan`] takes the longest move at the start of a text, in any of the usual spellings. [`San::find`] finds
//! the one legal move that it means. Both are the inner loop of reading games, so neither allocates.
//!
//! | spelling | meaning |
//! |---|---|
//! | `Nf3`, `Nbd2`, `N1d2`, `Nb1d2`, `♘f3`, `nf3` | a piece moves; file, rank or square say which; small `b` is a file |
//! | `e4`, `exd5`, `e:d5`, `ed5`, `ed`, `Pe4` | a pawn moves |
//! | `e2e4`, `e2-e4`, `Ng1-f3`, `e1g1` | both squares are written |
//! | `e8=Q`, `e8Q`, `e8(Q)`, `e8/Q`, `e8q`, `e7e8q` | a pawn is promoted |
//! | `O-O`, `o-o`, `0-0`, `OO`, `00` and the same with three | castling |
//! | `--`, `<>`, `Z0`, `null`, `pass`, `0000`, `@@@@`, with small letters or capitals | a null move |
//!
//! Nearly every move is written as PGN prescribes and can be made by one piece only. `Lexer::common_move` in
//! `tabiya_pgn`, `Common::scan` and `Common::find` take such moves from one fixed window of eight bytes and build
//! no errors. They leave anything unusual untouched, and the full readers begin at the same place. `tests/engine/chess/san.rs`
//! compares both.

mod find;
mod scan;
mod words;
mod write;

pub(super) use find::castling_squares;
pub use find::null_move;
pub use words::in_words;
pub(crate) use words::{Effect, words};
pub use write::{SanText, text, write};

use super::{Bitboard, Board, File, Move, Role, Square};
use std::fmt;

/// The legal move that a whole text means, as SAN or UCI writes it without a fault. Castling may also be the move of the king to
/// its rook, as UCI writes it in Chess960.
///
/// ```
/// # mod tabiya { pub mod chess { pub use tabiya_chess::*; } }
/// use tabiya::chess::{fen, san};
/// let board = fen::parse("4k3/8/8/8/8/8/8/4K2R w K - 0 1").unwrap().board;
/// for text in ["O-O", "e1g1", "e1h1"] {
///     assert!(san::read(text, &board).unwrap().is_castle(), "{text}");
/// }
/// assert_eq!(san::read("e1e3", &board), None);
/// ```
pub fn read(text: &str, board: &Board) -> Option<Move> {
    let (san, len) = San::scan(text.as_bytes())?;
    let castled = || text.get(2..4)?.parse::<Square>().ok().and_then(|rook| board.castling_with(rook));
    let found = san.find(board).ok().filter(|found| len == text.len() && found.repair.is_none());
    found.map(|found| found.mv).or_else(castled)
}

/// A move as written, before a board gives it its meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum San {
    /// `Nf3`, `exd5`, `e8=Q`.
    Normal {
        /// The piece that moves.
        role: Role,
        /// The squares it may come from, as far as the text says.
        from: Bitboard,
        /// The square it goes to.
        to: Square,
        /// The role that the pawn is promoted to.
        promotion: Option<Role>,
        /// True if the text has a sign of capture.
        capture: bool,
    },
    /// `ed`: a pawn of the first file takes something on the second.
    Files(File, File),
    /// `e2e4`, `e1g1`: the piece on the first square goes to the second.
    Squares {
        /// The square that is left.
        from: Square,
        /// The square that is reached.
        to: Square,
        /// The role that the pawn is promoted to.
        promotion: Option<Role>,
    },
    /// `O-O` (short) or `O-O-O`.
    Castle {
        /// True if the king goes to the g-file.
        short: bool,
    },
    /// `--`.
    Null,
    /// `N@f3`: a piece is put on the board, as in crazyhouse.
    Drop(Role, Square),
}

/// A move in one of the spellings that PGN prescribes and nearly all moves have, without promotion and castling.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Common {
    /// The piece that moves.
    pub role: Role,
    /// The squares it may come from, as far as the text says.
    pub from: Bitboard,
    /// The square it goes to.
    pub to: Square,
    /// True if the text has a sign of capture.
    pub capture: bool,
}

/// A move found on a board.
#[derive(Clone, Copy, Debug)]
pub struct Found {
    /// The move; it is legal.
    pub mv: Move,
    /// The repair that was needed to understand the text, if any.
    pub repair: Option<Repair>,
}

/// A slip in a move's text that leaves no doubt about the move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Repair {
    /// The file or rank of origin is wrong, but only one such piece can go there: `Nbd7` with the knight on f6.
    Origin,
    /// Castling although king or rook has moved before; they stand as if they had not.
    CastlingRight,
}

/// The reason why a move cannot be found on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SanError {
    /// The side to move has no such piece: `Qd5` without a queen.
    NoPiece(Role),
    /// No such piece goes there: `Nd6` in the array.
    NoReach(Role, Square),
    /// A piece of the same colour stands there: `Rh2` in the array.
    OwnPiece(Square),
    /// No pawn of the first file can capture on the second: `ed` in the array.
    NoCapture(File, File),
    /// The first square of `e2e4` holds no piece of the side to move.
    NoOrigin(Square),
    /// Several legal moves fit: from these squares.
    Ambiguous(Bitboard),
    /// The own king would be attacked.
    LeavesCheck,
    /// A pawn reaches the last rank and the text does not say what it becomes: `e8`.
    NoPromotion,
    /// A promotion of this kind does not exist: `e4=Q`, `e8=K`.
    BadPromotion,
    /// King and rook do not stand as castling needs.
    CastleHome,
    /// Something stands between king and rook.
    CastleBlocked,
    /// The king stands on, passes or reaches an attacked square.
    CastleAttacked,
    /// Standard chess has no drops: `N@f3`.
    Drop,
    /// The pocket holds no such piece.
    NoPocket(Role),
    /// A piece is dropped on a square that is taken.
    Occupied(Square),
    /// A capture is possible, and the variant makes it compulsory.
    MustCapture,
    /// A rule of the variant has ended the game.
    GameOver,
    /// A rule of the variant forbids it.
    NotAllowed,
}

impl fmt::Display for SanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            SanError::NoPiece(role) => write!(f, "the side to move has no {}", role_name(role)),
            SanError::NoReach(role, to) => write!(f, "no {} can reach {to}", role_name(role)),
            SanError::OwnPiece(to) => write!(f, "a piece of the same colour stands on {to}"),
            SanError::NoCapture(from, to) => {
                write!(f, "no pawn of the {}-file can capture on the {}-file", from.char(), to.char())
            }
            SanError::NoOrigin(from) => write!(f, "no piece of the side to move stands on {from}"),
            SanError::Ambiguous(from) => {
                write!(f, "the pieces on")?;
                for (i, square) in from.into_iter().enumerate() {
                    write!(f, "{} {square}", if i > 0 { " and" } else { "" })?;
                }
                write!(f, " can both make it")
            }
            SanError::LeavesCheck => write!(f, "the king would be in check"),
            SanError::NoPromotion => write!(f, "it does not say what the pawn becomes"),
            SanError::BadPromotion => write!(f, "there is no such promotion"),
            SanError::CastleHome => write!(f, "king and rook are not on their squares for castling"),
            SanError::CastleBlocked => write!(f, "a piece stands between king and rook"),
            SanError::CastleAttacked => write!(f, "the king would leave, cross or reach an attacked square"),
            SanError::Drop => write!(f, "standard chess has no drops"),
            SanError::NoPocket(role) => write!(f, "the pocket holds no {}", role_name(role)),
            SanError::Occupied(to) => write!(f, "a piece stands on {to}"),
            SanError::MustCapture => write!(f, "a capture is compulsory"),
            SanError::GameOver => write!(f, "the variant's rules have ended the game"),
            SanError::NotAllowed => write!(f, "the variant's rules forbid it"),
        }
    }
}

impl std::error::Error for SanError {}

/// The English name of a kind of piece.
pub fn role_name(role: Role) -> &'static str {
    match role {
        Role::Pawn => "pawn",
        Role::Knight => "knight",
        Role::Bishop => "bishop",
        Role::Rook => "rook",
        Role::Queen => "queen",
        Role::King => "king",
    }
}
