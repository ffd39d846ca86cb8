//! Questions that can be put with a board: pieces on squares, or a manoeuvre drawn with arrows.
//!
//! ```text
//! write   a question -> the text of a query
//! read    a query -> the question, if a board can show all of it
//! pieces  the contents of a square as text: `N`, `[QRq]`, `_`
//! json    questions as JSON
//! ```
//!
//! Each question has one text and one normal form, so that a board and a text that are edited in turn stay in step:
//! `Ask::of(ask.query()?) == Some(ask.normalized())`. Tests: `tests/language/syntax/ask.rs`, and `tests/slow/agreement/ask.rs`, where
//! both texts find the same positions.
//!
//! The syntax tree decides whether a board can show a query, because that is a matter of what it means: `not btm`,
//! `wtm` and `sidetomove==white` are one thing, and `[Ke1,Nf3]` looks like a board but means either piece. A query
//! with one filter that a board cannot show is not a question at all: the board would show less than the text says.

mod json;
mod pieces;
mod read;
mod write;

pub use pieces::{pieces_of, pieces_text};

use crate::ast::{MOST_DIFFERENCES, MOST_IN_ANY_ORDER, Pieces};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::ops::Not;
use tabiya_chess::{Bitboard, Color, Square};

/// A question that can be put with a board.
///
/// ```
/// # mod tabiya { pub mod chess { pub use tabiya_chess::*; } pub mod syntax { pub use tabiya_cql::*; } }
/// use tabiya::syntax::Dialect;
/// use tabiya::syntax::assist::{Ask, PositionAsk, pieces_of};
/// use tabiya::chess::Square;
///
/// let pieces = [(Square::E1, "K"), (Square::F3, "[QR]")];
/// let pieces = pieces.into_iter().map(|(square, text)| (square, pieces_of(text).unwrap())).collect();
/// let ask = Ask::Position(PositionAsk { pieces, either_side: true, ..PositionAsk::default() });
/// let query = ask.query()?;
/// assert_eq!(query, "flipcolor {Ke1 [RQ]f3}");
/// assert_eq!(Ask::of(&query, Dialect::Auto), Some(ask));
/// # Ok::<(), tabiya::syntax::assist::AskError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Ask {
    /// A position.
    Position(PositionAsk),
    /// Moves one after the other.
    Path(PathAsk),
    /// Several boards, from two to [`Ask::MOST_BOARDS`], each with what it is to all before it.
    Several(#[serde(with = "json::boards")] Vec<Joined>),
}

/// One of several boards.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(from = "json::JoinedJson", into = "json::JoinedJson")]
pub struct Joined {
    /// How it goes on from the boards before; it says nothing of the first one.
    pub by: Join,
    /// The board: a position or a path.
    pub ask: Ask,
}

/// How a board goes on from those before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Join {
    /// The position must also be this one.
    And,
    /// Or the position is this one.
    Or,
    /// The position must not be this one.
    Not,
    /// First those before, then, at most this number of moves later, this one: from 1 to [`Join::MOST_MOVES`].
    Within(u8),
}

impl Join {
    /// The most moves that are allowed between two boards.
    pub const MOST_MOVES: u8 = 100;
}

/// Pieces that stand somewhere in an area, or nowhere in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct Area {
    /// True if none of them is allowed there.
    #[serde(default, skip_serializing_if = "Not::not")]
    pub absent: bool,
    /// The squares: of a rectangle, from one corner to the other.
    #[serde(with = "json::square")]
    pub from: Square,
    /// The other corner.
    #[serde(with = "json::square")]
    pub to: Square,
    /// The pieces.
    #[serde(rename = "piece", with = "json::pieces")]
    pub pieces: Pieces,
}

/// The contents of squares: each square holds one of the contents that are given for it.
pub type Contents = BTreeMap<Square, Pieces>;

/// A position that is looked for.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(default, rename_all = "camelCase")]
pub struct PositionAsk {
    /// What stands on squares.
    #[serde(with = "json::contents")]
    pub pieces: Contents,
    /// What stands in areas of the board.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub areas: Vec<Area>,
    /// The side to move, if it matters.
    #[serde(with = "json::turn", skip_serializing_if = "Option::is_none")]
    pub turn: Option<Color>,
    /// True if all other squares are empty.
    #[serde(skip_serializing_if = "Not::not")]
    pub exact: bool,
    /// True if the position with colours exchanged also counts (`flipcolor`).
    #[serde(skip_serializing_if = "Not::not")]
    pub either_side: bool,
    /// Whether the position counts anywhere else on the board.
    #[serde(with = "json::shift", skip_serializing_if = "Shift::is_none")]
    pub shift: Shift,
    /// True if the mirror image also counts, with the files from h to a (`flipvertical`).
    #[serde(skip_serializing_if = "Not::not")]
    pub mirror: bool,
}

/// The directions in which a position may be shifted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Shift {
    /// None: the squares are meant.
    #[default]
    No,
    /// Along the ranks (`shifthorizontal`).
    Horizontal,
    /// Along the files (`shiftvertical`).
    Vertical,
    /// Any (`shift`).
    Any,
}

impl Shift {
    fn is_none(&self) -> bool {
        *self == Shift::No
    }
}

/// A manoeuvre that is looked for.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(default, rename_all = "camelCase")]
pub struct PathAsk {
    /// The moves, in order. Between two moves by pieces of one colour, if both colours are known, any one move is played.
    pub moves: Vec<AskedMove>,
    /// What stands on squares before the first move.
    #[serde(with = "json::contents", skip_serializing_if = "Contents::is_empty")]
    pub pieces: Contents,
    /// True if the moves with colours exchanged also count (`flipcolor`).
    #[serde(skip_serializing_if = "Not::not")]
    pub either_side: bool,
    /// True if any number of other moves may come between these.
    #[serde(skip_serializing_if = "Not::not")]
    pub gaps: bool,
    /// True if the moves may come in any order. Other moves may then also come between them.
    #[serde(skip_serializing_if = "Not::not")]
    pub any_order: bool,
    /// The number of places in which a manoeuvre may differ from these moves; fewer than there are moves.
    #[serde(skip_serializing_if = "is_zero")]
    pub almost: u8,
}

/// A move of a manoeuvre.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct AskedMove {
    /// The piece that moves, if it matters.
    #[serde(default, with = "json::any_pieces", skip_serializing_if = "Option::is_none")]
    pub piece: Option<Pieces>,
    /// Where it stands, if that matters.
    #[serde(default, with = "json::any_square", skip_serializing_if = "Option::is_none")]
    pub from: Option<Square>,
    /// Where it goes; of a capture, the square of the captured piece, which is another one where a pawn takes en passant.
    #[serde(with = "json::square")]
    pub to: Square,
    /// True if it must be a capture; otherwise it may be one.
    #[serde(default, skip_serializing_if = "Not::not")]
    pub capture: bool,
}

fn is_zero(number: &u8) -> bool {
    *number == 0
}

/// The reason why a question has no text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum AskError {
    /// Nothing is required: no piece, no side to move, no move.
    #[error("the board asks for nothing")]
    Nothing,
    /// Nothing can stand on this square.
    #[error("{0} may neither hold a piece nor be empty")]
    Impossible(Square),
    /// No piece can make the move with this number, from 1.
    #[error("move {0} is made by no piece")]
    NoPiece(usize),
    /// There are this many moves in any order, which are too many.
    #[error("{0} moves in any order are too many: {most} are possible", most = MOST_IN_ANY_ORDER)]
    TooMany(usize),
    /// There are this many boards, which are too many.
    #[error("{0} boards are too many: {most} are possible", most = Ask::MOST_BOARDS)]
    TooManyBoards(usize),
    /// There are boards within boards.
    #[error("one of several boards is several boards")]
    Nested,
}

/// Every piece of either colour.
const PIECES: Pieces = Pieces(Pieces::WHITE.0 | Pieces::BLACK.0);

impl Ask {
    /// The most boards of a question.
    pub const MOST_BOARDS: usize = 8;

    /// The same question in its normal form: without squares that are free of conditions, and without what follows from
    /// the rest. Two questions with the same normal form have the same text.
    #[must_use]
    pub fn normalized(&self) -> Ask {
        match self {
            Ask::Position(ask) => Ask::Position(ask.normalized()),
            Ask::Path(ask) => Ask::Path(ask.normalized()),
            Ask::Several(boards) => {
                let normal = |(number, joined): (usize, &Joined)| Joined {
                    by: match joined.by {
                        _ if number == 0 => Join::And,
                        Join::Within(moves) => Join::Within(moves.clamp(1, Join::MOST_MOVES)),
                        by => by,
                    },
                    ask: joined.ask.normalized(),
                };
                let mut boards: Vec<Joined> = boards.iter().enumerate().map(normal).collect();
                if boards.len() == 1 { boards.remove(0).ask } else { Ask::Several(boards) }
            }
        }
    }
}

impl Area {
    /// An area between two corners, in its normal form: from the corner nearest to a1 to the one nearest to h8.
    fn between(one: Square, other: Square, pieces: Pieces, absent: bool) -> Area {
        let (files, ranks) = ((one.file(), other.file()), (one.rank(), other.rank()));
        let from = Square::from_coords(files.0.min(files.1), ranks.0.min(ranks.1));
        let to = Square::from_coords(files.0.max(files.1), ranks.0.max(ranks.1));
        Area { absent, from, to, pieces }
    }

    /// The area that is a set of squares, if that is a rectangle.
    fn of(squares: Bitboard, pieces: Pieces, absent: bool) -> Option<Area> {
        let area = Area::between(squares.first()?, squares.last()?, pieces, absent);
        (area.squares() == squares).then_some(area)
    }

    /// The squares.
    pub fn squares(&self) -> Bitboard {
        let Area { from, to, .. } = Area::between(self.from, self.to, self.pieces, self.absent);
        let (files, ranks) = (from.file()..=to.file(), from.rank()..=to.rank());
        Square::ALL
            .into_iter()
            .filter(|square| files.contains(&square.file()) && ranks.contains(&square.rank()))
            .collect()
    }
}

impl PositionAsk {
    fn normalized(&self) -> PositionAsk {
        let mut ask = PositionAsk { pieces: told(&self.pieces), areas: Vec::new(), ..self.clone() };
        for &Area { absent, from, to, pieces } in &self.areas {
            let pieces = Pieces(pieces.0 & Pieces::ANY.0);
            match (from == to, absent) {
                // An area of one square is that square.
                (true, _) => {
                    let wanted = if absent { Pieces::ANY.0 & !pieces.0 } else { pieces.0 };
                    ask.pieces.entry(from).or_insert(Pieces::ANY).0 &= wanted;
                }
                (false, false) if pieces == Pieces::ANY => {}
                (false, _) => ask.areas.push(Area::between(from, to, pieces, absent)),
            }
        }
        ask.pieces.retain(|_, pieces| *pieces != Pieces::ANY);
        ask.areas.sort_unstable_by_key(|area| (area.absent, area.from, area.to, area.pieces.0));
        ask.areas.dedup();
        // Shifted, a square that is empty on the board drawn must lie on the board.
        if ask.shift == Shift::No {
            ask.exact |= ask.pieces.len() == 64;
            if ask.exact {
                ask.pieces.retain(|_, contents| *contents != Pieces::EMPTY_SQUARE);
            }
        }
        ask
    }

    /// The number of squares that are not empty, if the contents given for them say so.
    fn occupied(&self) -> Option<usize> {
        let mut occupied = 0;
        for contents in self.pieces.values() {
            match (contents.0 & PIECES.0 != 0, contents.0 & Pieces::EMPTY_SQUARE.0 != 0) {
                (true, true) => return None,
                (true, false) => occupied += 1,
                (false, _) => {}
            }
        }
        Some(occupied)
    }
}

impl PathAsk {
    fn normalized(&self) -> PathAsk {
        let mut ask = PathAsk { pieces: told(&self.pieces), ..self.clone() };
        for one in &mut ask.moves {
            one.piece = one.piece.map(|piece| Pieces(piece.0 & PIECES.0)).filter(|&piece| piece != PIECES);
        }
        ask.any_order &= ask.moves.len() > 1;
        ask.gaps = (ask.gaps || ask.any_order) && ask.moves.len() > 1;
        // With as many differences as there are moves, every position would do.
        let most = u8::try_from(ask.moves.len().saturating_sub(1)).unwrap_or(u8::MAX);
        ask.almost = ask.almost.min(most).min(MOST_DIFFERENCES);
        ask
    }
}

impl AskedMove {
    /// The colour of the piece, if it is known.
    fn color(&self) -> Option<Color> {
        let piece = self.piece?;
        [(Color::White, Pieces::WHITE), (Color::Black, Pieces::BLACK)]
            .into_iter()
            .find(|(_, all)| piece.0 & !all.0 == 0)
            .map(|(color, _)| color)
    }

    /// True if another move must come between this one and the next.
    fn needs_reply(&self, next: &AskedMove) -> bool {
        self.color().is_some_and(|color| next.color() == Some(color))
    }
}

/// The squares that do not allow everything.
fn told(contents: &Contents) -> Contents {
    contents.iter().map(|(&square, &pieces)| (square, pieces)).filter(|&(_, pieces)| pieces != Pieces::ANY).collect()
}
