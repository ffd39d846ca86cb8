//! `tabiya engine`: the requests of another program as lines of JSON on standard input, and the answers on standard output,
//! as chess programs talk to engines.
//!
//! ```text
//! lines      lines in and out
//! requests   the methods, and what answers them
//! session    which requests are running, and which end
//! ```
//!
//! Requests are answered by a few threads, each search has threads of its own, and one more thread for each search passes on
//! what it finds, so answers come in any order and bear the number of their request. The thread of the session only hands
//! them out; so it takes `cancel` and `quit` at once, no matter what goes on. Lines are read on a thread of their own, because a
//! read that waits would not notice a signal. The contract: `docs/src/command/engine.md`.

mod lines;
mod requests;
mod session;

use super::report::{Message, Report};
use super::service::add_games;
use crate::cli::options::args::{Cli, Command, EngineArgs};
use crate::cli::report::{Exit, interrupt};
use clap::Parser as _;
use lines::LineSink;
use session::Session;
use std::io::{self, BufReader};
use std::sync::Arc;
use tabiya_session::service::{Searches, Service, Shelf};

/// Answers requests until there are no more, or a signal comes.
pub(crate) fn engine(args: &EngineArgs) -> Exit {
    // Standard output belongs to the protocol.
    let report = Report::new(false, false);
    let shelf = match Shelf::new() {
        Ok(shelf) => shelf,
        Err(error) => {
            return report
                .refuse(&Message::error("no-room", format!("cannot make a folder for temporary files: {error}")));
        }
    };
    let service = Service { settings: args.service.settings(), shelf, searches: Searches::default() };
    if let Err(message) = add_games(&service, &args.games, &report) {
        return report.refuse(&message);
    }
    interrupt::listen_alone();
    let session = Arc::new(Session::new(service, LineSink::new(Box::new(io::stdout()))));
    let stopped = Arc::clone(&session);
    interrupt::before_end(move || stopped.service.shelf.clear());
    let ended = session.run(Box::new(BufReader::new(io::stdin())));
    session.service.shelf.clear();
    match ended {
        Ok(()) => Exit::Found,
        Err(error) => {
            report.error(format!("the program that asks cannot be reached: {error}"));
            Exit::Error
        }
    }
}

/// The answers to the requests in a text, about the sample games. For tests and fuzzing.
pub fn engine_answers(requests: &[u8]) -> Vec<u8> {
    let words = ["tabiya", "engine", "--time-limit", "2", "--threads", "1", "--step-limit", "100000"];
    let Ok(Command::Engine(args)) = Cli::try_parse_from(words).map(|cli| cli.command) else { return Vec::new() };
    let Ok(shelf) = Shelf::new() else { return Vec::new() };
    shelf.add_samples();
    let settings = args.service.settings();
    let (output, written) = LineSink::kept();
    let session = Arc::new(Session::new(Service { settings, shelf, searches: Searches::default() }, output));
    let ended = session.run(Box::new(io::Cursor::new(requests.to_vec())));
    debug_assert!(ended.is_ok(), "memory can be read and written");
    written.take()
}
