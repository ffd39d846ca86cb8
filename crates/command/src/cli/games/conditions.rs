//! Queries on the command line of commands that count games: where positions come from, and which games count.

use super::drive;
use crate::cli::inputs::queries::{self, Origin};
use crate::cli::options::pass_args::PassArgs;
use crate::cli::options::reading_args::ReadingArgs;
use crate::cli::outputs::claims::{Claims, Use};
use crate::cli::outputs::files::{DiskFiles, ReadOnly};
use crate::cli::outputs::output::OutputWriter;
use crate::cli::report::{Message, Report, interrupt};
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::{Arc, OnceLock};
use tabiya::pipeline::{GameTest, OtherNames, RunOptions, Sources};
use tabiya::{Game, ParsedQuery, QueryError, QueryOptions, QuerySet, RunControl, RunError, Scratch};

/// The data needed for a run over games of which those count that meet conditions.
pub(crate) struct Begun {
    pub(crate) conditions: Option<QuerySet>,
    pub(crate) output: OutputWriter,
    pub(crate) run: RunOptions,
}

/// Begins a run that reads these games, and perhaps files besides: plans the conditions and opens the output. Errors have
/// been reported if this gives nothing.
pub(crate) fn begin(
    conditions: &[&str],
    (pass, reading, besides): (&PassArgs, &ReadingArgs, &[Option<&Path>]),
    inputs: &[&Sources],
    report: &Report,
) -> Option<Begun> {
    let control = interrupt::control();
    let conditions = plan(conditions, reading, report)?;
    let named = conditions.iter().flat_map(QuerySet::queries).flat_map(ParsedQuery::files);
    let inputs = inputs.iter().flat_map(|sources| sources.paths());
    let mut claims =
        Claims::reading(inputs.chain(named).chain(reading.engine.file()).chain(besides.iter().copied().flatten()));
    let output = claims.open(Use::Results, pass.target()).map_err(|message| report.say(&message)).ok()?;
    let run = run_options(reading, pass.threads.threads, claims, &control, report);
    Some(Begun { conditions, output, run })
}

/// Reads and plans queries; `Some(None)` if there are none. Errors of any of them have been reported if this gives
/// nothing.
pub(crate) fn plan(texts: &[&str], reading: &ReadingArgs, report: &Report) -> Option<Option<QuerySet>> {
    if texts.is_empty() {
        return Some(None);
    }
    let origins: Vec<Origin<'_>> = texts.iter().enumerate().map(|(i, text)| Origin::Text(i + 1, text)).collect();
    let options = reading.options();
    let parsed = queries::read(&origins, &options, report)?;
    queries::plan(parsed, &options, report).map(Some)
}

/// Queries with the spellings that stand for names of players in their place.
///
/// # Errors
///
/// If the queries cannot be planned, which would be an error of this program.
pub(crate) fn in_spellings(set: &QuerySet, names: &OtherNames, options: &QueryOptions) -> Result<QuerySet, Message> {
    let wrong = |error: QueryError| Message::error("internal-error", error.to_string());
    QuerySet::new(names.queries(set.queries()), options).map_err(wrong)
}

/// The conditions for the games of a run: each of some queries must match somewhere.
#[derive(Debug)]
pub(crate) struct Where {
    sets: Vec<QuerySet>,
    /// What went wrong first. Such a game does not meet the conditions.
    wrong: OnceLock<String>,
}

impl Where {
    /// Reads and plans the queries. An error in one of them has been reported if this gives nothing.
    pub(crate) fn read(texts: &[String], reading: &ReadingArgs, report: &Report) -> Option<Arc<Where>> {
        let sets = texts.iter().map(|text| plan(&[text], reading, report).flatten()).collect::<Option<_>>()?;
        Some(Arc::new(Where { sets, wrong: OnceLock::new() }))
    }

    /// True if each query matches somewhere in a game.
    ///
    /// # Errors
    ///
    /// If one of them fails there.
    pub(crate) fn hold(&self, game: &Game) -> Result<bool, RunError> {
        for set in &self.sets {
            if set.matches(game)?.next().is_none() {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The queries.
    pub(crate) fn sets(&self) -> Vec<&QuerySet> {
        self.sets.iter().collect()
    }

    /// The conditions with the spellings that stand for names of players in their place.
    ///
    /// # Errors
    ///
    /// As [`in_spellings`].
    pub(crate) fn in_spellings(&self, names: &OtherNames, reading: &ReadingArgs) -> Result<Arc<Where>, Message> {
        let sets =
            self.sets.iter().map(|set| in_spellings(set, names, &reading.options())).collect::<Result<_, _>>()?;
        Ok(Arc::new(Where { sets, wrong: self.wrong.clone() }))
    }

    /// True if there is none.
    pub(crate) fn is_empty(&self) -> bool {
        self.sets.is_empty()
    }

    /// The test for each game, if there is a condition.
    pub(crate) fn test(self: &Arc<Where>) -> Option<Arc<dyn GameTest>> {
        (!self.is_empty()).then(|| Arc::clone(self) as Arc<dyn GameTest>)
    }

    /// The files that the queries read.
    pub(crate) fn files(&self) -> impl Iterator<Item = &Path> {
        self.sets.iter().flat_map(QuerySet::queries).flat_map(ParsedQuery::files)
    }

    /// True if no query has failed in a game; otherwise this is reported.
    pub(crate) fn have_held(&self, report: &Report) -> bool {
        let Some(wrong) = self.wrong.get() else { return true };
        let message = Message::error("query-failed", format!("--where: {wrong}"));
        report.say(&message.help("games in which the condition fails are left out"));
        false
    }
}

impl GameTest for Where {
    fn holds(&self, game: &Game, _scratch: &mut Scratch) -> bool {
        self.hold(game).unwrap_or_else(|error| {
            self.wrong.get_or_init(|| error.message);
            false
        })
    }
}

/// How games are read for queries, which open no file for writing.
fn run_options(
    reading: &ReadingArgs,
    threads: Option<u16>,
    claims: Claims,
    control: &Arc<RunControl>,
    report: &Report,
) -> RunOptions {
    let mut options = RunOptions::new().control(control);
    options.threads = NonZeroUsize::new(drive::threads(threads, None, report));
    options.skip_moves = reading.options().plan.skip_moves;
    options.given_up = reading.allowance().given_up;
    let files = DiskFiles::new(reading.access(), reading.allowance().limits, claims);
    options.search.files = Some(Arc::new(ReadOnly(files)));
    options
}
