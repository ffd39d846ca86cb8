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
    /// Steps that one query may take in one game; 10 million unless set.
    ///
    /// A round of `while`, of `loop` and of a loop over keys or matches is one step, and so is each predicate that a
    /// sequence or path evaluates by backtracking. A move that is made on a board to evaluate its target is half a
    /// step. The following are a sixteenth of a step each: a round of a loop over squares or pieces, a position that
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
    /// samples and messages, of all queries, games and threads together. 256 MiB unless set. Whoever keeps results counts
    /// them (`held_limit` of the pipeline); a run that hands them over keeps nothing but messages.
    pub held: usize,
    /// Bytes that `writefile` writes in a run, to all files together; 256 MiB unless set. [`Files`](crate::search::Files) sees to it.
    pub written: u64,
    /// Files that `writefile` begins in a run; 256 unless set. [`Files`](crate::search::Files) sees to it.
    pub files: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            states: 65_536,
            steps: 10_000_000,
            run_steps: 1_000_000_000_000,
            text: 16 << 20,
            entries: 1_000_000,
            memory: 64 << 20,
            output: 64 << 20,
            held: 256 << 20,
            written: 256 << 20,
            files: 256,
        }
    }
}
