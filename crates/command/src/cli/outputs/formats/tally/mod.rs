//! Counts of games and positions for each value of an expression, or for each combination of several, with further figures:
//! what [`tabiya::tallies`] counts, in the forms that people and programs read.
//!
//! The collector adds up and not the workers, because workers search games beyond those that `--limit` lets count. The
//! collector sees the games in order and stops at the right one.
//!
//! ```text
//! table    what people see: bars, crosstabs
//! plot     the same as a picture
//! figure   a further number in each form
//! ```

mod figure;
mod plot;
mod table;

use super::{Encoder, Format, FoundGame, Put, QueryCounts, QueryMatches, RowForm, RunEnd, Tools};
use crate::cli::options::args::Sums;
use crate::cli::outputs::output::Fault;
use crate::cli::report::Message;
use crate::cli::report::text::count;
use rustc_hash::FxHashMap;
use serde_json::{Value as Json, json};
use std::sync::{Mutex, MutexGuard, PoisonError};
use tabiya::rows::{Cell, ColumnType};
use tabiya::tallies::{self, COUNTS, Counts, GameCounts, Line, TallyError};
use table::{Crosstab, bars, crosstab};

/// The format of `--tally`.
#[derive(Debug)]
pub(crate) struct Tally {
    /// The form of its lines for programs; none for people: bars, or a crosstab of two expressions.
    pub(crate) form: Option<RowForm>,
    /// The title of the picture, if its lines become one.
    pub(crate) plot: Option<String>,
    /// The values that are counted.
    pub(crate) tally: tallies::Tally,
    /// True if there are several queries, so that counts say which one they belong to.
    pub(crate) several: bool,
    /// The width of the terminal that it is shown on, in characters; none elsewhere.
    pub(crate) width: Option<usize>,
    /// The greatest number of games that are counted, if there is one.
    pub(crate) limit: Option<u64>,
    /// True if each spelling of a player is counted by itself.
    pub(crate) exact_names: bool,
    /// The counts so far.
    pub(crate) counts: Mutex<Counts>,
    /// Takes the counts in place of an output.
    pub(crate) sums: Option<Sums>,
}

impl Format for Tally {
    fn wants_paths(&self) -> bool {
        self.tally.needs_paths()
    }

    fn wants_constituents(&self) -> bool {
        self.tally.needs_constituents()
    }

    fn wants_every_game(&self) -> bool {
        self.tally.needs_every_game()
    }

    fn wants_all_moves(&self) -> bool {
        self.tally.needs_all_moves()
    }

    /// Counts have no text before the last game.
    fn game(&self, _game: &FoundGame<'_>, _tools: &mut Tools, _out: &mut String) {}

    fn counts(&self, game: &FoundGame<'_>, tools: &mut Tools) -> Option<GameCounts> {
        let found = game.found.iter().map(|QueryMatches { query, matches }| (query.number - 1, *matches));
        Some(self.tally.count((game.file, game.game), found, &mut tools.moves))
    }

    fn keep(&self, counts: GameCounts) {
        self.tally.add(counts, &mut self.kept());
    }

    fn held(&self) -> usize {
        self.kept().held()
    }

    fn tail(&self, counts: &[QueryCounts<'_>], _end: &RunEnd, put: Put<'_>) -> Result<(), Fault> {
        if let Some(sums) = &self.sums {
            sums.lock().unwrap_or_else(PoisonError::into_inner).extend(self.sums_of(counts));
            return Ok(());
        }
        let heads: Vec<String> = self.tally.columns().into_iter().map(|(name, _)| name).collect();
        if let Some(form) = self.form {
            let query = self.several.then_some("query");
            put(&form.head(query.into_iter().chain(heads.iter().map(String::as_str))))?;
        }
        if let (None, None, Some(limit)) = (self.form, &self.plot, self.limit) {
            put(&format!("of {} at most (--limit); --top shows only the first lines\n", count(limit, "game")))?;
        }
        let (mut kept, keys) = (self.kept(), self.tally.names().len());
        if !self.exact_names {
            self.tally.join_players(&mut kept);
        }
        for query in counts {
            let asked = (query.query.number - 1, query.matched);
            let lines = self.tally.lines(&kept, asked, keys);
            if let Some(title) = &self.plot {
                put(&plot::svg(title, &heads, &lines, keys))?;
                continue;
            }
            if let Some(form) = self.form {
                let name = || self.several.then(|| ("query", Cell::from(&*query.query.name).into_owned()));
                for one in &lines {
                    let (cells, mut out) = (heads.iter().map(String::as_str).zip(one.cells()), String::new());
                    form.push(name().into_iter().chain(cells), &mut out);
                    put(&out)?;
                }
                continue;
            }
            if self.several {
                put(&format!("{}\n", tabiya::printable::line(&query.query.name)))?;
            }
            let cross = if keys == 2 { Crosstab::of(&self.tally, &kept, asked) } else { None };
            match cross {
                Some(cross) => crosstab(&cross, &heads, self.width, put)?,
                None => bars(&heads, &lines, keys, self.width, put)?,
            }
        }
        Ok(())
    }

    fn encoder(&self) -> Result<Option<Box<dyn Encoder>>, Message> {
        let query = self.several.then_some(("query", ColumnType::Text)).into_iter();
        let columns = self.tally.columns();
        let columns = query.chain(columns.iter().map(|(name, ty)| (name.as_str(), *ty)));
        self.form.map_or(Ok(None), |form| form.encoder(columns))
    }
}

/// Rows that were counted by the values of one column, as a tally of games has them.
pub(crate) fn tally_of_rows(column: &str, counts: FxHashMap<Cell<'static>, u64>, form: Option<RowForm>) -> String {
    let all: u64 = counts.values().sum();
    let mut counts: Vec<(Cell<'static>, u64)> = counts.into_iter().collect();
    counts.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.compare(&b.0)));
    let lines: Vec<Line<'_>> = counts
        .iter()
        .map(|(value, games)| Line {
            values: std::slice::from_ref(value),
            games: *games,
            positions: *games,
            share: *games as f64 / all.max(1) as f64,
            figures: Vec::new(),
        })
        .collect();
    let heads: Vec<String> = std::iter::once(column).chain(COUNTS).map(str::to_owned).collect();
    let mut text = String::new();
    if let Some(form) = form {
        text.push_str(&form.head(heads.iter().map(String::as_str)));
        lines.iter().for_each(|line| form.push(heads.iter().map(String::as_str).zip(line.cells()), &mut text));
        return text;
    }
    // Writing to memory does not fail.
    let _ = bars(&heads, &lines, 1, None, &mut |line: &str| {
        text.push_str(line);
        Ok(())
    });
    text
}

impl Tally {
    /// The counts of each query as a report shows them: `{title, picture, heads, rows}`.
    pub(crate) fn sums_of(&self, counts: &[QueryCounts<'_>]) -> Vec<Json> {
        let heads: Vec<String> = self.tally.columns().into_iter().map(|(name, _)| name).collect();
        let (mut kept, keys) = (self.kept(), self.tally.names().len());
        if !self.exact_names {
            self.tally.join_players(&mut kept);
        }
        let sum = |query: &QueryCounts<'_>| {
            let lines = self.tally.lines(&kept, (query.query.number - 1, query.matched), keys);
            let title = if self.several { tabiya::printable::line(&query.query.name) } else { "".into() };
            let rows: Vec<Vec<String>> = lines.iter().map(table::cells).collect();
            json!({ "title": title, "picture": plot::svg(&title, &heads, &lines, keys), "heads": heads, "rows": rows })
        };
        counts.iter().map(sum).collect()
    }

    fn kept(&self) -> MutexGuard<'_, Counts> {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The message about what is wrong with the options.
pub(crate) fn wrong(error: &TallyError) -> Message {
    let code = match error {
        TallyError::UnknownColumn(_) => "unknown-column",
        TallyError::NoNumbers(_) => "no-numbers",
        TallyError::NoFact(_) => "no-fact",
        TallyError::UnknownOrder { .. } => "unknown-order",
    };
    Message::error(code, error.text("--")).help(error.help("--"))
}
