//! Runs a program to its end and measures its processor time.

use std::io;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::Instant;

/// What a finished program wrote, and the seconds of processor time (user and system) that it took. Where the system
/// does not tell, the seconds are those of the wall clock.
pub(crate) fn run(words: &[String], folder: &Path) -> io::Result<(Output, f64)> {
    let (program, arguments) = words.split_first().ok_or_else(|| io::Error::other("an empty command"))?;
    let mut command = Command::new(program);
    command.args(arguments).current_dir(folder).stdin(Stdio::null());
    let (start, before) = (Instant::now(), children_time());
    let output = command.output()?;
    let wall = start.elapsed().as_secs_f64();
    let seconds = match (before, children_time()) {
        (Some(before), Some(after)) => after - before,
        _ => wall,
    };
    Ok((output, seconds))
}

/// The processor time of all children that have ended, in seconds.
#[cfg(unix)]
fn children_time() -> Option<f64> {
    use nix::sys::resource::{UsageWho, getrusage};
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN).ok()?;
    let seconds = |time: nix::sys::time::TimeVal| time.tv_sec() as f64 + time.tv_usec() as f64 / 1e6;
    Some(seconds(usage.user_time()) + seconds(usage.system_time()))
}

#[cfg(not(unix))]
fn children_time() -> Option<f64> {
    None
}
