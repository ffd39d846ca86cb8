//! The options of a run through many games.
//!
//! `strict` and a report of faults read all moves, because a reader who asks for faults must get all of them. Otherwise
//! a run reports the faults that it met, and its summary says how many games it did not read to the end.

use super::each_game::EachGame;
use super::helpers::Helpers;
use crate::game::{Game, MoveTokens, PreferredNames, RatingTable};
use crate::query::{QuerySet, SearchOptions};
use crate::search::{QueryScope, RunControl, Scratch};
use std::fmt::{self, Debug};
use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::sync::Arc;

/// The number of games given up at a limit before a run ends, if they are at least one in twenty of those searched.
const GIVEN_UP: u64 = 5;

/// Options for searching many games. Methods set the usual ones; the fields are all there are.
///
/// ```
/// # std::env::set_current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))?;
/// use tabiya::pipeline::EachGame;
/// use tabiya::{Query, RunOptions};
///
/// // The first check of each of the first ten games that have one, found by two threads.
/// let options = RunOptions::new().threads(2).limit(10).each_game(EachGame::First(1));
/// let found = Query::parse("check")?.matches_in("examples/games/sample.pgn", &options)?;
/// assert_eq!(found.collect::<Result<Vec<_>, _>>()?.len(), 10);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct RunOptions {
    /// How each game is searched. By default matches come with the paths of their sequences, and without comments. Its
    /// [`control`](SearchOptions::control) ends the run from elsewhere or at a time limit.
    pub search: SearchOptions,
    /// The number of threads that search; by default one for each processor. Queries that must see the games in their order
    /// ([`QuerySet::must_run_in_order`]) run on one thread in any case. One thread is the thread that asks for the results. More
    /// than [`MAX_THREADS`](super::MAX_THREADS) are an error of the run.
    pub threads: Option<NonZeroUsize>,
    /// The number of games with matches after which the run ends; by default none.
    pub limit: Option<u64>,
    /// True if games come in the order that the `sort` filters of the queries ask for, the best first, once all have been
    /// searched; [`limit`](Self::limit) then keeps the best. The matches of a game stay in memory until then. Without `sort`
    /// in the queries it changes nothing. By default matches come as they are found, in the order of the games.
    ///
    /// [`QuerySet::search`], [`matches_in`](QuerySet::matches_in) and [`map`](QuerySet::map) obey both; a
    /// [`Run`](super::Run) hands over all games as they are searched.
    pub sort: bool,
    /// The matches of each query that are kept of a game; by default all. Numbers of positions count all that match. Obeyed as
    /// `sort` is.
    pub each_game: EachGame,
    /// The numbers of the games of each file that are searched, from 1; by default those that the header of each query names.
    pub games: Option<RangeInclusive<u64>>,
    /// True (the default) if the moves of a game may stay unread where its tags, or its summary in a database, show that
    /// nothing matches. Such games are counted as unread, and faults in their moves are not noticed.
    pub skip_moves: bool,
    /// True if damaged games are errors; minor faults are then reported as well, and the moves of all games are read.
    pub strict: bool,
    /// True if faults that lose no moves are reported as well, and all faults of a game instead of the first five; the
    /// moves of all games are read.
    pub minor_faults: bool,
    /// True if games keep all their faults, however many, and steps see every game with a fault, with its text; the moves of
    /// all games are read.
    pub all_faults: bool,
    /// True if the games have been gone through before, so that what is wrong with them has been said: nothing is said but errors.
    pub told: bool,
    /// The games that steps see.
    pub seen: SeenGames,
    /// The number of games given up at one of the [`Limits`](crate::Limits) that ends the run, if they are at least one in
    /// twenty of those searched; 5 unless set.
    pub given_up: u64,
    /// True if all that is wanted of a game is the number of positions at which each query matches. Where the columns of a database
    /// tell it, no step sees the game: its numbers come with [`News::Counted`](super::News::Counted).
    pub counts_only: bool,
    /// The table by which the names of players are read, if there is one.
    pub names: Option<Arc<PreferredNames>>,
    /// The table in which ratings are looked up that games do not tell, if there is one.
    pub ratings: Option<Arc<dyn RatingTable>>,
    /// A condition for the games that are searched.
    pub test: Option<Arc<dyn GameTest>>,
    /// Other instances of the program that search games in parallel where this one has a single thread. They are used only
    /// where the order of the games does not matter, there is no [`test`](Self::test), and steps see only games in which
    /// something was found.
    pub helpers: Option<Arc<Helpers>>,
    /// Takes the lines that the filter `message` prints, in the order of the games, on the thread that takes the matches. By
    /// default they are messages.
    pub printer: Option<Printer>,
}

impl Default for RunOptions {
    fn default() -> RunOptions {
        RunOptions {
            search: SearchOptions { paths: true, ..SearchOptions::default() },
            threads: None,
            limit: None,
            sort: false,
            each_game: EachGame::All,
            games: None,
            skip_moves: true,
            strict: false,
            minor_faults: false,
            all_faults: false,
            told: false,
            seen: SeenGames::default(),
            given_up: GIVEN_UP,
            counts_only: false,
            names: None,
            ratings: None,
            test: None,
            helpers: None,
            printer: None,
        }
    }
}

impl RunOptions {
    /// The default options.
    pub fn new() -> RunOptions {
        RunOptions::default()
    }

    /// Sets the number of threads; 0 is one for each processor.
    #[must_use]
    pub fn threads(self, threads: usize) -> RunOptions {
        RunOptions { threads: NonZeroUsize::new(threads), ..self }
    }

    /// Ends the run after this number of games with matches.
    #[must_use]
    pub fn limit(self, games: u64) -> RunOptions {
        RunOptions { limit: Some(games), ..self }
    }

    /// Puts the best games first, as the `sort` filters of the queries say.
    #[must_use]
    pub fn best_first(self) -> RunOptions {
        RunOptions { sort: true, ..self }
    }

    /// Sets the matches that are kept of each game.
    #[must_use]
    pub fn each_game(self, each_game: EachGame) -> RunOptions {
        RunOptions { each_game, ..self }
    }

    /// Searches the games of each file with these numbers, from 1.
    #[must_use]
    pub fn games(self, games: RangeInclusive<u64>) -> RunOptions {
        RunOptions { games: Some(games), ..self }
    }

    /// Makes damaged games errors.
    #[must_use]
    pub fn strict(self) -> RunOptions {
        RunOptions { strict: true, ..self }
    }

    /// Gives the run a control by which another thread can end it, or which has a time limit.
    #[must_use]
    pub fn control(self, control: &Arc<RunControl>) -> RunOptions {
        let search = SearchOptions { control: Arc::clone(control), ..self.search };
        RunOptions { search, ..self }
    }

    /// True if games are read by tables, of which neither other instances nor the blocks of a database know.
    pub(crate) fn reads_by_tables(&self) -> bool {
        self.names.is_some() || self.ratings.is_some()
    }

    /// The number of threads that search the games.
    pub fn threads_for(&self, set: &QuerySet) -> usize {
        if set.must_run_in_order().is_some() {
            return 1;
        }
        let available = || std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        self.threads.unwrap_or_else(available).get()
    }

    /// The games that each query looks at.
    pub fn scopes(&self, set: &QuerySet) -> Vec<QueryScope> {
        let games = self.games.as_ref().map(|games| (*games.start(), *games.end()));
        set.queries().iter().map(|query| QueryScope::new(query.header(), games)).collect()
    }

    /// True if the moves of games may stay unread.
    pub(crate) fn skips_moves(&self) -> bool {
        // Who asks for faults gets them all, and a condition is put to the moves of every game that may be seen.
        let sees_all = self.seen == SeenGames::Read || self.seen == SeenGames::Tags && self.test.is_some();
        self.skip_moves && !(self.strict || self.minor_faults || self.all_faults || sees_all)
    }
}

/// The games that steps see, of those that are searched.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SeenGames {
    /// Games in which something was found.
    #[default]
    Found,
    /// All games. Where tags show that nothing matches in a game, its moves may be unread, so that it has no position but the
    /// first. In databases, no game is passed over without its tags.
    Tags,
    /// All games, with their moves.
    Read,
}

/// Takes the lines that queries print with `message`.
#[derive(Clone)]
pub struct Printer(Arc<dyn Fn(&str) + Send + Sync>);

impl Printer {
    /// A printer that calls a function with each line, which has no line break at its end.
    pub fn new(print: impl Fn(&str) + Send + Sync + 'static) -> Printer {
        Printer(Arc::new(print))
    }

    pub(crate) fn print(&self, line: &str) {
        (self.0)(line);
    }
}

impl Debug for Printer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Printer").finish_non_exhaustive()
    }
}

/// A condition for the games of a run. A game for which it does not hold counts as searched; nothing is found in it, not even
/// that a query does not match, and no step sees it, unless all faults are wanted.
pub trait GameTest: Debug + Send + Sync {
    /// True if the tags of a game, whose moves have not been read, show that the condition does not hold.
    fn is_refused_by_tags(&self, _game: &Game, _scratch: &mut Scratch) -> bool {
        false
    }

    /// True if it is worth going through the text of the moves of each game before they are played, because
    /// [`is_refused_by_tokens`](Self::is_refused_by_tokens) may skip games.
    fn skims(&self) -> bool {
        false
    }

    /// True if the tags of a game and the text of its moves, none of which has been played, show that the condition does not hold.
    fn is_refused_by_tokens(&self, _game: &Game, _tokens: &MoveTokens) -> bool {
        false
    }

    /// True if the condition holds for a game.
    fn holds(&self, game: &Game, scratch: &mut Scratch) -> bool;
}
