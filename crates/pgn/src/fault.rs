//! Faults in a game's text: their kinds, and faults with their place.

use std::fmt;

/// Makes the kinds of fault of their rows: what each is, its name, its code, and a way to correct it, where there is one.
macro_rules! kinds {
    ($($(#[$doc:meta])* $kind:ident $code:literal $($help:literal)?),* $(,)?) => {
        /// A kind of fault. [`FaultKind::loses`] says whether something of the game could not be read.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum FaultKind {
            $($(#[$doc])* $kind),*
        }

        impl FaultKind {
            /// The kind as one word with hyphens, for machine-readable reports: `illegal-move`.
            pub fn code(self) -> &'static str {
                match self {
                    $(FaultKind::$kind => $code),*
                }
            }

            /// A way to correct it, where there is one.
            pub fn help(self) -> Option<&'static str> {
                let help: &'static [&'static str] = match self {
                    $(FaultKind::$kind => &[$($help)?]),*
                };
                help.first().copied()
            }
        }
    };
}

kinds! {
    /// `1. e4 Ke5`: the line ends before the move.
    IllegalMove "illegal-move" "the moves before it are kept; fix this move in the file to read the rest of the game",
    /// `Nd2` with knights on b1 and f3: the line ends before the move.
    AmbiguousMove "ambiguous-move" "the moves before it are kept; fix this move in the file to read the rest of the game",
    /// `1. e9`, `2. PxP`, `2. castles`: a word that was meant as a move but is not one, or that stands where a move is due; the
    /// line ends before it.
    UnreadableMove "unreadable-move"
        "the moves before it are kept; write a move there, such as Nf3, exd5 or O-O, to read the rest of the game",
    /// `1. Sf3`: a move with the letter of another language, in a game that fits no language as a whole; the line ends before it.
    ForeignLetters "foreign-letters"
        "write moves with the English letters K Q R B N, or name the language: tabiya rewrite --letters de",
    /// `[FEN "8/8 w"]`: no move is read, because there is no board to make them on.
    BadFen "bad-fen" "correct the FEN tag; it needs eight ranks, the side to move, castling, en passant",
    /// A row of a table of puzzles with other columns than the first line of the table names, or without a position or moves.
    BadRow "bad-row" "correct the row, or leave it out; the other rows are read",
    /// A move that is illegal in chess in a game of a variant that is not known: the line ends before it.
    UnsupportedVariant "unsupported-variant",
    /// `( 1. d4 ) 1. e4`: a variation where there is no move yet that it could replace. It is not read.
    VariationBeforeMove "variation-before-move" "a variation comes after the move that it replaces",
    /// `1. e4 1-0 2. d4`: moves after the result. They are not read.
    TextAfterResult "text-after-result" "put the result at the end, or begin a new game with a tag",
    /// The text of one game is longer than [`crate::MAX_GAME_BYTES`]. The rest is not read.
    GameTooLong "game-too-long",
    /// One game has more positions than [`crate::MAX_POSITIONS`]. The rest is not read.
    TooManyPositions "too-many-positions",
    /// `Nbd7` with the only knight on f6.
    WrongOrigin "wrong-origin",
    /// `O-O` after king or rook have moved and come back.
    CastlingRight "castling-right",
    /// Moves are written with the letters of another language, and the game fits no other.
    OtherLetters "other-letters",
    /// `1. e4 e5 5. d4`: the number of a move that does not fit. The move is read.
    MoveNumber "move-number" "look whether moves are missing before it, or whether another game begins there",
    /// A right to castle in the FEN tag that no king and rook can have. It is dropped.
    FalseRights "false-rights" "correct the FEN tag, or add [Variant \"Chess960\"] if it is a game of Chess960",
    /// `1. e4 whatever e5`: words that are nothing known. They are taken for a comment.
    StrayText "stray-text",
    /// `1. e4 } e5`: a brace that closes nothing.
    StrayBrace "stray-brace" "comments do not nest; the first `}` closes a comment",
    /// `1. e4 ) e5`: a parenthesis that closes nothing.
    StrayParenthesis "stray-parenthesis",
    /// `1. e4 { a comment`: it ends with the game.
    UnclosedComment "unclosed-comment" "close the comment with `}`",
    /// `1. e4 (1. d4 *`: it ends with the game.
    UnclosedVariation "unclosed-variation" "close the variation with `)`",
    /// `1. e4 () e5`: a variation without moves.
    EmptyVariation "empty-variation",
    /// `(1. d4 1-0)`: a result inside a variation. It is passed over.
    ResultInVariation "result-in-variation",
    /// `[Annotator "Krush, I]`: the value goes to the end of the line.
    MalformedTag "malformed-tag" "a tag is written [Name \"value\"]",
    /// A tag between moves.
    TagInMovetext "tag-in-movetext",
    /// No `1-0`, `0-1`, `1/2-1/2` or `*` after the moves.
    MissingResult "missing-result" "end the game with 1-0, 0-1, 1/2-1/2 or *",
    /// `[Result "1-0"]` and `0-1` after the moves.
    ResultMismatch "result-mismatch",
    /// `$abc`, or a number beyond all bounds.
    BadNag "bad-nag",
    /// Bytes of value zero; they count as white space.
    NulBytes "nul-bytes",
}

impl FaultKind {
    /// True if moves of the game could not be read, so that the game is incomplete.
    pub fn loses(self) -> bool {
        self <= FaultKind::TooManyPositions
    }
}

/// One fault of one game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The kind of fault.
    pub kind: FaultKind,
    /// The line of the file, from 1; 0 if the text was that of no file.
    pub line: u64,
    /// The byte of the file, from 0.
    pub offset: u64,
    /// The ply of the position where it was met.
    pub ply: u32,
    /// The piece of text that it is about.
    pub text: String,
    /// The message for people.
    pub message: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {} (byte {}): {}", self.line, self.offset, self.message)
    }
}

/// The faults of a game: the first [`Faults::LIMIT`] of them unless [`Reading::all_faults`](super::Reading::all_faults)
/// asks for all, and how many there are.
///
/// ```
/// # mod tabiya { pub mod game { pub use tabiya_pgn::*; } }
/// use tabiya::game::Game;
///
/// let game = Game::from_pgn("1. e4 e5 2. Ke3 *");
/// let fault = game.faults().list().iter().find(|fault| fault.kind.loses()).expect("an illegal move");
/// assert_eq!((fault.line, fault.offset, fault.ply), (1, 12, 2));
/// assert!(game.is_incomplete());
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Faults {
    list: Vec<Fault>,
    count: u64,
    /// The number of faults that are kept.
    room: usize,
}

impl Faults {
    /// The number of faults of one game that are kept with their text.
    pub const LIMIT: usize = 100;

    /// Forgets all faults. From now on the first ones are kept with their text, or all of them.
    pub(crate) fn clear(&mut self, keep_all: bool) {
        self.list.clear();
        self.count = 0;
        self.room = if keep_all { usize::MAX } else { Faults::LIMIT };
    }

    /// True if one more fault would be kept.
    pub(crate) fn has_room(&self) -> bool {
        self.list.len() < self.room
    }

    /// Counts a fault and keeps it if there is room.
    pub(crate) fn push(&mut self, fault: impl FnOnce() -> Fault) {
        self.count += 1;
        if self.has_room() {
            self.list.push(fault());
        }
    }

    /// Puts the faults in the order of the text.
    pub(crate) fn sort(&mut self) {
        self.list.sort_by_key(|fault| fault.offset);
    }

    /// Forgets where the faults are: the text was that of no file.
    #[cfg(feature = "pgn-reader")]
    pub(crate) fn forget_places(&mut self) {
        self.list.iter_mut().for_each(|fault| (fault.line, fault.offset) = (0, 0));
    }

    /// The faults that were kept, in the order of the text.
    pub fn list(&self) -> &[Fault] {
        &self.list
    }

    /// The number of faults, kept or not.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// True if the game is without fault.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }
}
