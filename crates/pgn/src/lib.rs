//! PGN bytes -> game tree -> PGN.
//!
//! ```text
//! path, folder, stream      input   opens, decompresses                     -> bytes
//!   -> bytes                frame   cuts at the borders of games            -> RawGame: one game's bytes and place
//!                           table    the same of lists of positions, tables of puzzles, and JSON
//!                           bases    the same of databases of other programs
//!   -> tokens               token   every byte belongs to a token           -> moves, comments, NAGs, ...
//!   -> positions in order   read    finds moves on boards, reports faults
//!   -> GameTree + Notes     tree    positions in pre-order; comments and NAGs stay beside it
//!   -> PGN                  write   everything the game had, and comments added by a search
//!                           repair  the same without a fault, and with comments where something was lost
//!                             shape   parts and moves left out, each line as a game
//!                             merge   many games as one
//! ```
//!
//! Bad PGN never stops anything: what a line has before its first faulty move is kept, the rest is kept as text,
//! the game is marked incomplete, and a [`Fault`] says where and why. All memory of a [`Game`] is reused when the
//! next game is read into it.

// There the crate takes the place of the library in C.
#[cfg(target_family = "wasm")]
extern crate tabiya_zstd as zstd;

mod ahead;
mod bases;
mod build;
pub mod commands;
mod compressed;
mod counters;
mod fault;
mod frame;
mod games;
mod graph;
mod header;
mod input;
mod json;
mod kind;
mod letters;
mod merge;
mod nags;
mod notation;
mod notes;
mod positions;
mod preferred;
mod problems;
mod puzzles;
mod read;
mod repair;
mod shape;
mod skim;
mod table;
mod tags;
mod text;
mod token;
mod tree;
mod variant;
#[cfg(feature = "pgn-reader")]
pub mod visitor;
mod write;
mod zipped;

pub use build::{BuildError, GameBuilder};
pub use counters::{homes, rooks};
pub use fault::{Fault, FaultKind, Faults};
pub use frame::{Frames, RawGame, Section, TableRow};
pub use games::{Games, ReadGames};
pub use graph::{Edges, Neighbors};
pub use header::{push_player, rating_in_tag, tells_rating};
pub use input::{Input, ReadError};
pub use letters::Letters;
pub use merge::Merger;
pub use nags::nag_sign;
pub use notes::{CommentPlace, Notes};
pub use preferred::{PreferredNames, RatingTable};
pub use puzzles::PuzzleTable;
pub use read::Reading;
pub use repair::{RepairOptions, Repairer};
pub use shape::{Cut, Part, Shape};
pub use skim::MoveTokens;
pub use table::Table;
pub use tags::{StoredTags, Tags, plain_tag};
pub use text::windows_1252;
pub use tree::{GameTree, Node, TreeView};
pub use tree::{IMAGINED, Imagined};
pub use write::{Additions, Layout, TooLong, Writer};

use std::fmt;
use std::sync::Arc;
use tabiya_chess::fen::Setup;
use tabiya_chess::variant::Variant;

/// The longest text of one game that is read, in bytes.
pub const MAX_GAME_BYTES: usize = 64 << 20;

/// The most positions of one game that are read. With variations each takes about 400 bytes, so a small file that unpacks to a
/// game of 64 MiB takes 400 MB at most.
pub const MAX_POSITIONS: u32 = 1 << 20;

/// The result of a game.
///
/// ```
/// # mod tabiya { pub mod game { pub use tabiya_pgn::*; } }
/// use tabiya::game::{Game, GameResult};
///
/// let game = Game::from_pgn("[Result \"1-0\"]\n\n1. e4 e5 1/2-1/2");
/// assert_eq!(game.result(), GameResult::Draw, "the result after the moves counts more than the tag");
/// assert_eq!(game.result().as_str(), "1/2-1/2");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum GameResult {
    /// `1-0`
    White,
    /// `0-1`
    Black,
    /// `1/2-1/2`
    Draw,
    /// `*`
    #[default]
    Unknown,
}

impl GameResult {
    /// The result as PGN writes it.
    pub fn as_str(self) -> &'static str {
        match self {
            GameResult::White => "1-0",
            GameResult::Black => "0-1",
            GameResult::Draw => "1/2-1/2",
            GameResult::Unknown => "*",
        }
    }

    /// The result of a game: that after the moves, else that of its Result tag. An asterisk says nothing.
    fn of(after_moves: Option<GameResult>, tag: GameResult) -> GameResult {
        after_moves.filter(|&result| result != GameResult::Unknown).unwrap_or(tag)
    }

    /// The result that a Result tag means: by its first signs.
    fn from_tag(value: &str) -> GameResult {
        match value.trim() {
            v if v.starts_with("1-0") => GameResult::White,
            v if v.starts_with("0-1") => GameResult::Black,
            v if v.starts_with("1/2") => GameResult::Draw,
            _ => GameResult::Unknown,
        }
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// One game: tags, tree, notes, result, and the faults of its text.
///
/// ```
/// # mod tabiya { pub mod game { pub use tabiya_pgn::*; } }
/// use tabiya::game::{Game, RawGame};
/// let mut game = Game::new();
/// game.parse(&RawGame::from_bytes(b"[White \"Tal\"] 1. e4 (1. d4) e5 1-0"));
/// assert_eq!(game.tags().get("White"), Some("Tal"));
/// assert_eq!((game.tree().len(), game.tree().mainline_len()), (4, 3));
/// assert!(game.faults().is_empty());
/// ```
#[derive(Clone, Debug)]
pub struct Game {
    tags: Tags,
    header: header::Header,
    /// The table by which the names of players are read, if there is one.
    preferred: Option<Arc<PreferredNames>>,
    /// The table of ratings that it does not tell itself, if there is one.
    rated: Option<Arc<dyn RatingTable>>,
    tree: GameTree,
    notes: Notes,
    result: GameResult,
    /// None if the tag names a variant that is not known.
    variant: Option<Variant>,
    start: Setup,
    /// True if a FEN tag gave the start.
    has_fen: bool,
    number: u64,
    offset: u64,
    line: u64,
    faults: Faults,
    incomplete: bool,
    counters: counters::Counters,
    scratch: read::Scratch,
}

impl Default for Game {
    fn default() -> Game {
        Game::new()
    }
}

impl Game {
    /// A game without moves, to read into.
    pub fn new() -> Game {
        let mut tree = GameTree::default();
        tree.push_root(Setup::initial().board);
        tree.close();
        Game {
            tags: Tags::default(),
            header: header::Header::default(),
            preferred: None,
            rated: None,
            tree,
            notes: Notes::default(),
            result: GameResult::Unknown,
            variant: Some(Variant::Standard),
            start: Setup::initial(),
            has_fen: false,
            number: 0,
            offset: 0,
            line: 1,
            faults: Faults::default(),
            incomplete: false,
            counters: counters::Counters::default(),
            scratch: read::Scratch::default(),
        }
    }

    /// The first game of a text of PGN; its errors are among its [faults](Game::faults). A text without a game gives
    /// one without moves. Files and streams are read by [`Games`].
    ///
    /// ```
    /// # mod tabiya { pub mod game { pub use tabiya_pgn::*; } }
    /// use tabiya::game::Game;
    /// let game = Game::from_pgn("[White \"Tal\"] 1. e4 e5 2. Ke3 *");
    /// assert_eq!((game.tags().get("White"), game.tree().len()), (Some("Tal"), 3));
    /// assert!(game.is_incomplete(), "the king cannot go to e3");
    /// ```
    pub fn from_pgn(text: &str) -> Game {
        let (mut frames, mut raw, mut game) = (Frames::new(text.as_bytes()), RawGame::default(), Game::new());
        if let Ok(true) = frames.read_frame(&mut raw) {
            game.parse(&raw);
        }
        game
    }

    /// Keeps no more in memory than what is its own: a game of a database uses the tags of the block that it was read from.
    pub fn detach(&mut self) {
        self.tags.own();
    }

    /// The tags in the order of the text.
    pub fn tags(&self) -> &Tags {
        &self.tags
    }

    /// The tree of positions.
    pub fn tree(&self) -> &GameTree {
        &self.tree
    }

    /// Comments and NAGs.
    pub fn notes(&self) -> &Notes {
        &self.notes
    }

    /// The result after the moves, else that of the Result tag; an asterisk says nothing.
    pub fn result(&self) -> GameResult {
        self.result
    }

    /// The position that the game starts from, with its counters. With a FEN that cannot be read, an empty board.
    pub fn start(&self) -> &Setup {
        &self.start
    }

    /// The number of the game in its file, from 1.
    pub fn number(&self) -> u64 {
        self.number
    }

    /// The place of the game's first byte in its file, from 0.
    pub fn offset(&self) -> u64 {
        self.offset
    }

    /// The line of the game's first byte in its file, from 1.
    pub fn line(&self) -> u64 {
        self.line
    }

    /// The faults in the text.
    pub fn faults(&self) -> &Faults {
        &self.faults
    }

    /// True if something of the game could not be read.
    pub fn is_incomplete(&self) -> bool {
        self.incomplete
    }

    /// The number of the move that leads on from a node, counted from the FEN's number.
    pub fn move_number(&self, node: u32) -> u32 {
        number_at(&self.start, self.tree.node(node).ply)
    }
}

/// The number of the move that is made at a ply.
fn number_at(start: &Setup, ply: u32) -> u32 {
    let black_started = u32::from(start.board.turn() == tabiya_chess::Color::Black);
    start.fullmoves.saturating_add((ply + black_started) / 2)
}
