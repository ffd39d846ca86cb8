//! Queries on the command line of commands that count games: where positions come from, and which games count.

use super::{drive, run};
use crate::cli::inputs::queries::{self, Origin};
use crate::cli::options::pass_args::PassArgs;
use crate::cli::options::reading_args::ReadingArgs;
use crate::cli::outputs::claims::{Claims, Use};
use crate::cli::outputs::files::{DiskFiles, ReadOnly};
use crate::cli::outputs::output::OutputWriter;
use crate::cli::report::{Report, interrupt};
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::Arc;
use tabiya::pipeline::{RunOptions, Sources};
use tabiya::{ParsedQuery, QuerySet, RunControl};

/// What is needed for a run over games of which those count that meet conditions.
pub(crate) struct Begun {
    pub(crate) conditions: Option<QuerySet>,
    pub(crate) output: OutputWriter,
    pub(crate) run: RunOptions,
}

/// Begins a run that reads these games, and perhaps files besides: plans the conditions and opens the output. What is wrong has
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
    let mut claims = Claims::reading(
        inputs.chain(named).chain(reading.common.engine.file()).chain(besides.iter().copied().flatten()),
    );
    let output = claims.open(Use::Results, pass.target()).map_err(|message| report.say(&message)).ok()?;
    let run = run_options(reading, pass.threads.threads, claims, &control, report);
    Some(Begun { conditions, output, run })
}

/// Reads and plans queries; `Some(None)` if there are none. What is wrong with any of them has been reported if this gives
/// nothing.
pub(crate) fn plan(texts: &[&str], reading: &ReadingArgs, report: &Report) -> Option<Option<QuerySet>> {
    if texts.is_empty() {
        return Some(None);
    }
    let origins: Vec<Origin<'_>> = texts.iter().enumerate().map(|(i, text)| Origin::Text(i + 1, text)).collect();
    let options = reading.options();
    let parsed = queries::read(&origins, &options, report)?;
    run::plan(parsed, &options, report).map(Some)
}

/// How games are read for queries, which open no file for writing.
fn run_options(
    reading: &ReadingArgs,
    threads: Option<u16>,
    claims: Claims,
    control: &Arc<RunControl>,
    report: &Report,
) -> RunOptions {
    let mut options = RunOptions::controlled(control);
    options.threads = NonZeroUsize::new(drive::threads(threads, None, report));
    options.skip_moves = reading.options().plan.skip_moves;
    options.given_up = reading.allowance().given_up;
    let files = DiskFiles::new(reading.access(), reading.allowance().limits, claims);
    options.search.files = Some(Arc::new(ReadOnly(files)));
    options
}
