//! Queries on the command line of commands that count games: where positions come from, and which games count.

use super::{drive, run};
use crate::cli::inputs::queries::{self, Origin};
use crate::cli::options::reading_args::ReadingArgs;
use crate::cli::outputs::claims::Claims;
use crate::cli::outputs::files::{DiskFiles, ReadOnly};
use crate::cli::report::Report;
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::Arc;
use tabiya::pipeline::RunOptions;
use tabiya::{ParsedQuery, QuerySet, RunControl};

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

/// The files that queries name.
pub(crate) fn files(set: &Option<QuerySet>) -> impl Iterator<Item = &Path> {
    set.iter().flat_map(QuerySet::queries).flat_map(ParsedQuery::files)
}

/// How games are read for queries, which open no file for writing.
pub(crate) fn run_options(
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
