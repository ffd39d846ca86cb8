//! A run, seen from the command: its events go to whoever collects them.

use crate::cli::outputs::render::{Rendered, Rendering, Task};
use crate::cli::report::{Message, Report, interrupt};
use std::sync::Arc;
use tabiya::QuerySet;
use tabiya::pipeline::{EmptyGames, Event, Run, RunOptions, SearchedGame, Sources};

/// Takes what comes of the games, in their order.
pub(crate) trait Collect {
    /// Takes the results of a game; `false` if no more are wanted.
    fn take(&mut self, searched: SearchedGame<Rendered>) -> bool;
    /// Takes games in which nothing was found and of which there is nothing to say.
    fn take_empty(&mut self, empty: EmptyGames);
    /// There is something to say about a file.
    fn message(&mut self, message: &Message);
    /// Notes that the run ends early.
    fn interrupt(&mut self);
    /// Time passes without searched games.
    fn idle(&mut self) {}
    /// Everything has been searched.
    fn searched(&mut self, _run: &mut Run<Rendering>) {}
}

/// Searches all games of the sources.
pub(crate) fn run(
    task: &Arc<Task>,
    set: &QuerySet,
    sources: Sources,
    options: &RunOptions,
    collector: &mut impl Collect,
) {
    let shown = Arc::clone(task);
    let mut run = match Run::start(set, sources, options, move || Rendering::new(&shown)) {
        Ok(run) => run,
        Err(message) => return collector.message(&message),
    };
    loop {
        interrupt::point();
        match run.next_event() {
            Event::Game(searched) => {
                if !collector.take(searched) {
                    return;
                }
            }
            Event::Empty(empty) => collector.take_empty(empty),
            Event::Message(message) => collector.message(&message),
            Event::Idle => collector.idle(),
            Event::Halted(_) => return collector.interrupt(),
            Event::End => return collector.searched(&mut run),
        }
    }
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
