//! Sequences of positions put together in code: `next` and `previous` without the text of a query.

use crate::game::Game;
use crate::predicate::{Position, Predicate};
use crate::query::{Query, QueryError, QueryOptions};
use crate::search::RunError;
use std::fmt::{self, Write as _};
use std::ops::{Bound, RangeBounds};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

/// Tells the predicates of all sequences apart.
static NEXT_NAME: AtomicU64 = AtomicU64::new(0);

/// A sequence of positions to look for: one predicate per position, repeated and grouped as in a regular expression.
///
/// A predicate is a function of Rust ([`then`](Self::then)) or a filter of the query language
/// ([`then_filter`](Self::then_filter)), which mix as they like. A sequence is compiled when it is searched for the first
/// time, and a copy shares what was compiled. Errors of its parts are told then.
///
/// ```
/// use tabiya::{Game, Sequence};
///
/// let game = Game::from_pgn("1. f3 e5 2. g4 Qh4# 0-1");
/// let sequence = Sequence::new().then(|p| !p.is_check()).plus().then_filter("mate");
/// let found = sequence.longest_matches(&game)?;
/// assert_eq!(found[0].positions, [0, 1, 2, 3, 4]);
/// assert_eq!(found.len(), 4);
///
/// // Each position belongs to one match.
/// let once = sequence.clone().nestban(true);
/// assert_eq!(once.longest_matches(&game)?.len(), 1);
///
/// // Lengths are numbers of positions.
/// let short = sequence.length(2..=3);
/// assert_eq!(short.longest_matches(&game)?[0].positions, [2, 3, 4]);
/// # Ok::<(), tabiya::SequenceError>(())
/// ```
#[derive(Clone)]
pub struct Sequence {
    /// Constituents, as the query language writes them.
    parts: Vec<String>,
    predicates: Vec<(String, Predicate)>,
    word: &'static str,
    nestban: bool,
    shortest: bool,
    differences: Option<u32>,
    /// The least and the greatest length.
    length: (u32, u32),
    variations: bool,
    linearize: bool,
    compiled: OnceLock<Result<Query, QueryError>>,
}

/// A place where a sequence was found.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SequenceMatch {
    /// The position id of its first position. With [`Sequence::backward`] this is the position that comes last in the game.
    pub start: u32,
    /// The number of its positions.
    pub len: u32,
    /// Its positions in the order of the parts.
    pub positions: Vec<u32>,
}

/// Why a sequence cannot be searched for.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SequenceError {
    /// A part of it is wrong, or it is too large.
    #[error("the sequence cannot be searched for: {0}")]
    Query(#[from] QueryError),
    /// A filter fails in the game, or a limit was reached.
    #[error(transparent)]
    Run(#[from] RunError),
}

impl Default for Sequence {
    fn default() -> Sequence {
        Sequence::new()
    }
}

impl fmt::Debug for Sequence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let named = self.predicates.iter().enumerate();
        let text = named.fold(self.text(), |text, (i, (name, _))| text.replace(&filter_of(name), &format!("p{i}")));
        write!(f, "Sequence({text})")
    }
}

/// What comes after the last part.
impl Sequence {
    /// The empty sequence, which is found nowhere.
    pub fn new() -> Sequence {
        Sequence {
            parts: Vec::new(),
            predicates: Vec::new(),
            word: "next",
            nestban: false,
            shortest: false,
            differences: None,
            length: (1, u32::MAX),
            variations: false,
            linearize: true,
            compiled: OnceLock::new(),
        }
    }

    /// One more position, at which a function is true. See [`Predicate`] for what it may depend on, and when it is called.
    #[must_use]
    pub fn then(self, predicate: impl Fn(Position<'_>) -> bool + Send + Sync + 'static) -> Sequence {
        self.then_predicate(&Predicate::new(predicate))
    }

    /// One more position, at which a predicate holds.
    #[must_use]
    pub fn then_predicate(mut self, predicate: &Predicate) -> Sequence {
        let name = format!("predicate {}", NEXT_NAME.fetch_add(1, Ordering::Relaxed));
        let part = filter_of(&name);
        self.predicates.push((name, predicate.clone()));
        self.then_part(part)
    }

    /// One more position, at which a filter of the query language matches: `check`, `move from Q`, `#A > 12`. Variables that
    /// one filter sets are read by those after it.
    #[must_use]
    pub fn then_filter(self, filter: &str) -> Sequence {
        // A comment ends with its line.
        self.then_part(format!("{{{filter}\n}}"))
    }

    /// Another sequence as one part, for example to repeat it. Only its parts count, not its settings.
    #[must_use]
    pub fn then_group(self, group: Sequence) -> Sequence {
        self.then_joined([group], ["", "", ""])
    }

    /// One of several sequences, of which the first that fits is taken if several are equally long.
    #[must_use]
    pub fn then_either(self, alternatives: impl IntoIterator<Item = Sequence>) -> Sequence {
        self.then_joined(alternatives, ["either ", " or ", ""])
    }

    /// Several sequences at once, which must match the same positions.
    #[must_use]
    pub fn then_both(self, sequences: impl IntoIterator<Item = Sequence>) -> Sequence {
        self.then_joined(sequences, ["both ", " and ", ""])
    }

    /// Several sequences one directly after the other, in any order.
    #[must_use]
    pub fn then_in_any_order(self, sequences: impl IntoIterator<Item = Sequence>) -> Sequence {
        self.then_joined(sequences, ["anyorder (", " ", ")"])
    }

    /// Sequences as one part, with what is written before, between and after them.
    fn then_joined(mut self, sequences: impl IntoIterator<Item = Sequence>, signs: [&str; 3]) -> Sequence {
        let [before, between, after] = signs;
        let mut groups = Vec::new();
        for sequence in sequences {
            groups.push(format!("({})", sequence.parts.join(" ")));
            self.predicates.extend(sequence.predicates);
        }
        let part = format!("{before}{}{after}", groups.join(between));
        self.then_part(part)
    }

    fn then_part(mut self, part: String) -> Sequence {
        self.parts.push(part);
        self.changed()
    }

    /// The compiled query is no longer right.
    fn changed(mut self) -> Sequence {
        self.compiled = OnceLock::new();
        self
    }
}

/// How often the last part comes. Without a part there is nothing to repeat, which is an error.
impl Sequence {
    /// The last part any number of times, or not at all.
    #[must_use]
    pub fn star(self) -> Sequence {
        self.repeated("*")
    }

    /// The last part once or more.
    #[must_use]
    pub fn plus(self) -> Sequence {
        self.repeated("+")
    }

    /// The last part once or not at all.
    #[must_use]
    pub fn optional(self) -> Sequence {
        self.repeated("?")
    }

    /// The last part at least `low` and at most `high` times. Less than `low` is an error; no game is too short for a bound that
    /// is great.
    #[must_use]
    pub fn times(self, low: u32, high: u32) -> Sequence {
        self.repeated(&format!("{{{low} {high}}}"))
    }

    /// The last part at least `low` times.
    #[must_use]
    pub fn at_least(self, low: u32) -> Sequence {
        self.repeated(&format!("{{{low},}}"))
    }

    fn repeated(mut self, quantifier: &str) -> Sequence {
        let last = self.parts.pop().unwrap_or_default();
        self.then_part(format!("({last}){quantifier}"))
    }
}

/// Settings of the whole sequence.
impl Sequence {
    /// From each position back to the beginning of the game, as `previous` does, or forward (the default).
    #[must_use]
    pub fn backward(mut self, backward: bool) -> Sequence {
        self.word = if backward { "previous" } else { "next" };
        self.changed()
    }

    /// The numbers of positions that a match may have: `5..`, `2..=9`. The longest match from a position must have such a length.
    #[must_use]
    pub fn length(mut self, range: impl RangeBounds<u32>) -> Sequence {
        let low = match range.start_bound() {
            Bound::Included(&low) => low,
            Bound::Excluded(&low) => low.saturating_add(1),
            Bound::Unbounded => 1,
        };
        let high = match range.end_bound() {
            Bound::Included(&high) => high,
            Bound::Excluded(&high) => high.saturating_sub(1),
            Bound::Unbounded => u32::MAX,
        };
        self.length = (low.max(1), high);
        self.changed()
    }

    /// True if no match begins at a position that belongs to an earlier one.
    #[must_use]
    pub fn nestban(mut self, nestban: bool) -> Sequence {
        self.nestban = nestban;
        self.changed()
    }

    /// The shortest match from each position, or the longest one (the default).
    #[must_use]
    pub fn shortest(mut self, shortest: bool) -> Sequence {
        self.shortest = shortest;
        self.changed()
    }

    /// Also matches with at most this many positions that are extra, missing, or other than the sequence says.
    #[must_use]
    pub fn almost(mut self, differences: u32) -> Sequence {
        self.differences = Some(differences);
        self.changed()
    }

    /// Searches variations too, or the main line only (the default).
    #[must_use]
    pub fn variations(mut self, variations: bool) -> Sequence {
        self.variations = variations;
        self.changed()
    }

    /// With variations: a predicate that looks at the moves from a position sees only the move of the line in question (the
    /// default), or all of them.
    #[must_use]
    pub fn linearize(mut self, linearize: bool) -> Sequence {
        self.linearize = linearize;
        self.changed()
    }
}

/// The search.
impl Sequence {
    /// The sequence as a query, to be searched for in files, on all processors, with other queries.
    ///
    /// ```
    /// # std::env::set_current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))?;
    /// use tabiya::{RunOptions, Sequence};
    ///
    /// let query = Sequence::new().then(|p| p.is_check()).then_filter(".").then(|p| p.is_mate()).query()?;
    /// for found in query.matches_in("examples/games/sample.pgn", &RunOptions::default())? {
    ///     assert!(found?.line().ends_with('#'));
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If a filter is wrong, a repetition is `times(3, 2)` or has no part, or the sequence is too large.
    pub fn query(&self) -> Result<Query, QueryError> {
        self.compiled.get_or_init(|| self.query_with(&QueryOptions::default())).clone()
    }

    /// The same with options for the filters: parameters, limits, a dialect. The predicates of the options are there as well.
    ///
    /// # Errors
    ///
    /// As [`query`](Self::query).
    pub fn query_with(&self, options: &QueryOptions) -> Result<Query, QueryError> {
        let mut options = options.clone();
        options.variations = Some(self.variations);
        options.linearize = self.linearize;
        options.predicates.extend(self.predicates.iter().cloned());
        Query::with_options(&self.text(), &options)
    }

    /// The longest match from every position that starts one, in the order of position ids; with
    /// [`shortest`](Self::shortest), the shortest one. Empty matches are left out. Time is linear in positions times parts.
    ///
    /// # Errors
    ///
    /// As [`query`](Self::query), and if a filter fails in the game.
    pub fn longest_matches(&self, game: &Game) -> Result<Vec<SequenceMatch>, SequenceError> {
        let matches = self.query()?.matches(game)?;
        Ok(matches.filter_map(|found| from_ids(found.sequence()?.positions.clone())).collect())
    }

    /// The sequence in the query language.
    fn text(&self) -> String {
        let Sequence { parts, word, nestban, shortest, differences, length: (low, high), .. } = self;
        if parts.is_empty() {
            return "false".to_owned();
        }
        let mut text = format!("{word} {low} {high} ");
        text.push_str(if *nestban { "nestban " } else { "" });
        text.push_str(if *shortest { "shortest " } else { "" });
        if let Some(differences) = differences {
            let _infallible = write!(text, "almost {differences} ");
        }
        let _infallible = write!(text, "({})", parts.join(" "));
        text
    }
}

/// The filter that asks for a predicate.
fn filter_of(name: &str) -> String {
    format!("position in \"{name}\"")
}

fn from_ids(positions: Vec<u32>) -> Option<SequenceMatch> {
    Some(SequenceMatch { start: *positions.first()?, len: u32::try_from(positions.len()).ok()?, positions })
}
