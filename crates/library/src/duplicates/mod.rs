//! Duplicates: games that occur several times, whole or as the beginning of others.
//!
//! ```text
//! record    first pass: of each game a number for its moves, and what its tags say
//! names     names in many spellings, and which of them may be those of one player
//! contained second pass: the games whose moves are the beginning of a game
//! resolve   group by group, the longest and best-tagged first: kept, or left out in favour of a game that is kept
//! ```
//!
//! The moves of a game make a number of 128 bits, move by move, so that the numbers of its beginnings come by themselves; that
//! two games with different moves have the same one is as good as impossible. A game takes about 70 bytes of memory, and this many
//! are taken as there is room for: [`DuplicateOptions::memory`].
//!
//! A game is only left out in favour of one that is kept and with which it agrees itself, since agreement does not pass on: a
//! game without names agrees with two games that do not agree with each other.

mod contained;
mod names;
mod record;
mod resolve;

use crate::pipeline::{Message, Repeated, RunOptions, Sources, Watch};
use std::sync::Arc;

/// What two games must have in common to be duplicates.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Compared {
    /// The moves of the main line, and tags that agree.
    #[default]
    Games,
    /// The moves of the main line alone, regardless of the tags.
    Moves,
    /// The last position of the main line alone: pieces, side to move, rights to castle. The beginning of another game is
    /// one whose last position occurs in it.
    Positions,
}

/// How duplicates are looked for.
#[derive(Clone, Debug)]
pub struct DuplicateOptions {
    /// The data that is compared. Games with the same text are duplicates in any case.
    pub compared: Compared,
    /// The fewest plies, 10 unless set. A game with fewer is not a beginning of others, and where tags are compared it is
    /// a duplicate only if players and year are known, or if the texts are the same.
    pub plies: u32,
    /// The days by which complete dates may differ; 0 unless set.
    pub days: u32,
    /// True (the default) if games that are the beginning of others are duplicates.
    pub beginnings: bool,
    /// True if names must be equal letter by letter; otherwise they agree in all spellings of one name.
    pub exact_names: bool,
    /// The memory for what is kept of the games, in bytes; 2 GB unless set. More games are an error.
    pub memory: usize,
    /// How the games are read.
    pub run: RunOptions,
}

impl Default for DuplicateOptions {
    fn default() -> DuplicateOptions {
        DuplicateOptions {
            compared: Compared::default(),
            plies: 10,
            days: 0,
            beginnings: true,
            exact_names: false,
            memory: 2_000_000_000,
            run: RunOptions::default(),
        }
    }
}

/// The reason why a game is a duplicate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The other game has the same moves.
    SameMoves,
    /// The other game begins with its moves; where positions are compared, it goes on from its last position.
    Beginning,
    /// The other game ends in the same position.
    SamePosition,
}

impl Reason {
    /// The reason for programs: `same-moves`, `beginning`, `same-position`.
    pub fn name(self) -> &'static str {
        match self {
            Reason::SameMoves => "same-moves",
            Reason::Beginning => "beginning",
            Reason::SamePosition => "same-position",
        }
    }
}

/// The place of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GamePlace {
    /// Its place among all games of the sources, from 0.
    pub place: u64,
    /// The file that it comes from.
    pub file: Arc<str>,
    /// Its number in that file, from 1.
    pub number: u64,
    /// The plies of its main line.
    pub plies: u32,
}

/// A game that is a duplicate of another one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Duplicate {
    /// The game.
    pub game: GamePlace,
    /// The game that is kept in its place.
    pub kept: GamePlace,
    /// Why it is one.
    pub reason: Reason,
}

/// All duplicates of some sources.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Duplicates {
    /// The number of games.
    pub games: u64,
    /// The games that can be left out, in their order.
    pub found: Vec<Duplicate>,
}

/// Rejects more than there is room for.
fn check_room(held: usize, most: usize) -> Result<(), Message> {
    if held <= most {
        return Ok(());
    }
    let message = format!("there are more games than {} MB of memory have room for", most.div_ceil(1_000_000));
    let help = "compare the games in parts, for example year by year, or allow more with `--memory MB`";
    Err(Message::error("too-many-games", message).help(help))
}

/// Finds games that can be left out because another one, which is kept, says the same or more.
///
/// Two games are one if their main lines have the same moves from the same position, or if one is the beginning of the other,
/// and their players, dates, rounds and results agree as far as they are known. Of games with the same moves, the one with
/// the most known tags is kept, then the one with the most comments and variations, then the first. For a beginning, the
/// players of both games must be known. Games whose texts are the same are duplicates no matter what they say; others of which some
/// moves cannot be read are kept. [`Compared`] leaves the tags out of account.
///
/// ```
/// use tabiya::Sources;
/// use tabiya::duplicates::{DuplicateOptions, Reason, duplicates};
///
/// let one = "[White \"Blue, A.\"]\n[Black \"Red, Bob\"]\n[Date \"2001.??.??\"]\n[Result \"1-0\"]\n\n";
/// let other = "[White \"Ann Blue\"]\n[Black \"Red, B\"]\n[Date \"2001.05.02\"]\n[Result \"1-0\"]\n\n";
/// let moves = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1-0\n\n";
/// let games = Sources::new().bytes("games", format!("{one}{moves}{other}{moves}"));
/// let found = duplicates(games, &DuplicateOptions::default(), &mut ())?.found;
/// assert_eq!((found[0].game.number, found[0].kept.number, found[0].reason), (1, 2, Reason::SameMoves));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// If a file cannot be read, if there are more games than there is memory for, if the run is ended by its control, or if a source is a stream and beginnings are looked for,
/// for which the games are read twice.
pub fn duplicates(sources: Sources, options: &DuplicateOptions, watch: &mut dyn Watch) -> Result<Duplicates, Message> {
    let mut sources = Repeated::new(sources);
    let mut run = options.run.clone();
    run.search.paths = false;
    let records = record::read(sources.next()?, options, &run, watch)?;
    let groups = Arc::new(resolve::Groups::new(records));
    let contained = match options.beginnings {
        true => contained::find(&groups, options, &run, sources.next()?, watch)?,
        false => Vec::new(),
    };
    Ok(resolve::resolve(&groups, contained, options))
}
