//! Limits: how much queries may use of time, memory and disk.

/// Bounds on what queries may use, so that no query takes all the time or all the memory of the machine.
///
/// A query that reaches a bound is given up in that game with an error that names the bound; the games before and after it
/// are not touched. Only [`Limits::run_steps`] and [`Limits::held`] end the whole run.
///
/// ```
/// use tabiya::{Limits, Query, QueryOptions, RunErrorKind, Scratch, SearchOptions};
///
/// let options = QueryOptions { limits: Limits { text: 1000, ..Limits::default() }, ..QueryOptions::default() };
/// let query = Query::with_options("x=\"a\" while (true) x+=x", &options)?;
/// let games = tabiya::Games::from_reader("1. e4 *".as_bytes())?;
/// for game in games {
///     let error = query.search_game(&game?, &mut Scratch::new(), &SearchOptions::default()).unwrap_err();
///     assert_eq!(error.kind, RunErrorKind::Limit);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// States of the automaton of one sequence; 65,536 unless set.
    pub states: usize,
    /// Bytes of all that queries which are searched together are compiled to, and of the trees that each of them is read to:
    /// filters, copies of transforms, automata, regular expressions. 256 MiB unless set. It is an estimate, made while
    /// compiling, on the side of too much; memory that is given up is given back. `explain` writes at most a sixteenth of it.
    pub compiled: usize,
    /// Steps that one query may take in one game; 10 million unless set.
    ///
    /// A round of `while`, of `loop` and of a loop over keys or matches is one step, and so is each predicate that a
    /// sequence or path evaluates by backtracking. A move that is made on a board to evaluate its target is one
    /// step as well. The following are a sixteenth of a step each: a round of a loop over squares or pieces, a position that
    /// `find`,
    /// `next*` or `echo` looks at, four bytes that a regular expression searches, and sixteen bytes of text that are
    /// copied or compared.
    pub steps: u64,
    /// Steps of a whole run: of all queries, games and threads together. 10^12 unless set, about a day of one processor.
    pub run_steps: u64,
    /// Bytes of one text that a query builds, or reads with `readfile`; 16 MiB unless set.
    pub text: usize,
    /// Entries of all dictionaries together; a million unless set.
    pub entries: usize,
    /// Bytes of all values that one thread holds at a time, those of persistent variables included: texts, wherever they
    /// are kept, and 64 bytes for each entry of a dictionary. 64 MiB unless set.
    pub memory: usize,
    /// Bytes that a query hands over in one game: lines of `message`, comments, tags, texts to sort by and columns. 64 MiB
    /// unless set.
    pub output: usize,
    /// Bytes of results that a run keeps, for its end or for others to look at: rows, sort keys, values that are counted,
    /// samples and messages, of all queries, games and threads together. 256 MiB unless set. Anyone who keeps results counts
    /// them (`held_limit` of the pipeline); a run that hands them over keeps nothing but messages.
    pub held: usize,
    /// Positions of one file that a query compares with, by `position in` (about 50 bytes each) or `similarposition`; of a
    /// database `position in` keeps only those of the groups of games that it had to look at. 20 million unless set.
    pub positions: usize,
    /// Bytes that `writefile` writes in a run, to all files together; 256 MiB unless set. [`Files`](crate::search::Files) sees to it.
    pub written: u64,
    /// Files that `writefile` begins in a run; 256 unless set. [`Files`](crate::search::Files) sees to it.
    pub files: usize,
}

/// The advice where queries are compiled to too much.
pub(crate) const LESS: &str = "search with fewer queries at a time; take transforms out of others, make the bounds of repetitions \
    smaller, regular expressions simpler and alternatives fewer; or raise the limit with `--limits compiled=N`";

/// The name of a limit, and what sets it.
type Setter = (&'static str, fn(&mut Limits, u64));

/// The limits by their names.
const NAMES: [Setter; 12] = [
    ("states", |limits, n| limits.states = bytes(n)),
    ("compiled", |limits, n| limits.compiled = bytes(n)),
    ("steps", |limits, n| limits.steps = n),
    ("run-steps", |limits, n| limits.run_steps = n),
    ("text", |limits, n| limits.text = bytes(n)),
    ("entries", |limits, n| limits.entries = bytes(n)),
    ("memory", |limits, n| limits.memory = bytes(n)),
    ("output", |limits, n| limits.output = bytes(n)),
    ("held", |limits, n| limits.held = bytes(n)),
    ("positions", |limits, n| limits.positions = bytes(n)),
    ("written", |limits, n| limits.written = n),
    ("files", |limits, n| limits.files = bytes(n)),
];

fn bytes(n: u64) -> usize {
    usize::try_from(n).unwrap_or(usize::MAX)
}

impl Limits {
    /// The names by which users set limits, such as `run-steps` for [`Limits::run_steps`].
    pub fn names() -> impl Iterator<Item = &'static str> {
        NAMES.iter().map(|(name, _)| *name)
    }

    /// Sets the limit of a name; `false` if there is none. `_` counts as `-`.
    ///
    /// ```
    /// let mut limits = tabiya::Limits::default();
    /// assert!(limits.set("run-steps", 7) && limits.set("text", 1000) && !limits.set("speed", 3));
    /// assert_eq!((limits.run_steps, limits.text), (7, 1000));
    /// ```
    pub fn set(&mut self, name: &str, value: u64) -> bool {
        let name = name.replace('_', "-");
        let setter = NAMES.iter().find(|(known, _)| *known == name);
        setter.map(|(_, set)| set(self, value)).is_some()
    }
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            states: 65_536,
            compiled: 256 << 20,
            steps: 10_000_000,
            run_steps: 1_000_000_000_000,
            text: 16 << 20,
            entries: 1_000_000,
            memory: 64 << 20,
            output: 64 << 20,
            held: 256 << 20,
            positions: 20_000_000,
            written: 256 << 20,
            files: 256,
        }
    }
}
