//! A run, seen from the command.

use crate::cli::outputs::render::{Rendered, Rendering, Task};
use crate::cli::report::{Message, Report};
use std::sync::Arc;
use tabiya::QuerySet;
use tabiya::pipeline::{Run, RunOptions, Sources};

/// Begins to search all games of the sources, and to render what is found.
pub(crate) fn start(
    task: &Arc<Task>,
    set: &QuerySet,
    sources: Sources,
    options: &RunOptions,
) -> Result<Run<Rendered>, Message> {
    let shown = Arc::clone(task);
    Run::start(set, sources, options, move || Rendering::new(&shown))
}

/// The number of threads to use.
pub(crate) fn threads(asked: Option<u16>, in_order: Option<&str>, report: &Report) -> usize {
    let available = || std::thread::available_parallelism().map_or(1, usize::from);
    let threads = asked.map_or_else(available, usize::from);
    match in_order {
        Some(reason) => {
            if asked.is_some_and(|n| n > 1) {
                report.note(&format!("using one thread, because {reason}"));
            }
            1
        }
        None => threads,
    }
}
