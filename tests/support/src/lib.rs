//! Helpers that the tests of all packages share: the size of a test, the seed of its random numbers, corpora from outside,
//! and patterns held against the oracle.

#![allow(clippy::disallowed_methods)]
#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    reason = "random bits, and small numbers"
)]

pub mod agree;
pub mod draw;
pub mod web;

use std::fmt::Display;
use std::io::Write;
use std::path::{Path, PathBuf};

/// The variable that names the file in which `.ci/run` collects what was not checked.
const NOT_CHECKED: &str = "TABIYA_NOT_CHECKED";

/// The variable that chooses between quick and full runs.
const SWITCH: &str = "TABIYA_TESTS";

/// The size of a test: `all` where the environment has `TABIYA_TESTS=all`, else `quick`.
///
/// A quick run says so on standard error, with the name of the test and what it leaves out (`counted` names what the
/// size counts). It writes past the test harness, which would swallow the output of a test that passes.
///
/// # Panics
///
/// If `TABIYA_TESTS` has any other value than `all` and `quick`.
pub fn size<T: Display>(counted: &str, quick: T, all: T) -> T {
    match std::env::var(SWITCH).as_deref() {
        Ok("all") => return all,
        Ok("quick") | Err(_) => {}
        Ok(other) => panic!("{SWITCH} is `all` or `quick`, not `{other}`"),
    }
    let thread = std::thread::current();
    let test = thread.name().unwrap_or("a test");
    tell(&format!("quick: {test}: {quick} of {all} {counted}; all with {SWITCH}=all"));
    quick
}

/// Writes a line to standard error, past the test harness, which would swallow the output of a test that passes.
///
/// # Panics
///
/// If standard error takes no line.
pub fn tell(line: &str) {
    // One write, so that the lines of tests that run at the same time stay whole.
    std::io::stderr().write_all(format!("{line}\n").as_bytes()).expect("standard error takes a line");
}

/// A file from outside the project, `corpora/otb.pgn.zst`, below the folder that `TABIYA_SHARED` names, or else below
/// `shared` beside the project. Where it is missing, the test that leaves it out is told of ([`left_out`]).
///
/// # Panics
///
/// If standard error takes no line.
pub fn outside(name: &str) -> Option<PathBuf> {
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared");
    let path = std::env::var_os("TABIYA_SHARED").map_or_else(beside, PathBuf::from).join(name);
    if !path.exists() {
        left_out(&format!("{name} is not here"));
        return None;
    }
    Some(path)
}

/// Says on standard error that this test, or a part of it, is left out, and why; also in the list of what was not checked, where
/// one is made.
///
/// # Panics
///
/// If standard error, or the list, takes no line.
pub fn left_out(why: &str) {
    let thread = std::thread::current();
    let line = format!("{}, for {why}", thread.name().unwrap_or("a test"));
    tell(&format!("left out: {line}"));
    if let Some(list) = std::env::var_os(NOT_CHECKED) {
        add(Path::new(&list), &line);
    }
}

/// Adds a line to a file to which others may write at the same time.
fn add(list: &Path, line: &str) {
    let file = std::fs::File::options().append(true).create(true).open(list);
    let written = file.and_then(|mut file| file.write_all(format!("{line}\n").as_bytes()));
    written.unwrap_or_else(|error| panic!("{}: {error}", list.display()));
}

/// The seed of tests that draw at random: that of the environment variable `TABIYA_SEED`, which cargo sets to one that
/// is always the same (`.cargo/config.toml`), so that a failure is due to a change. A test program that is started
/// without cargo takes the clock. Prints the seed, so that a failure can be repeated.
///
/// # Panics
///
/// If `TABIYA_SEED` is not a number.
#[expect(clippy::print_stdout, reason = "a failure must be repeatable")]
pub fn seed() -> u64 {
    let given = std::env::var("TABIYA_SEED").ok();
    let given = given.map(|seed| seed.parse().unwrap_or_else(|_| panic!("TABIYA_SEED is a number, not `{seed}`")));
    let clock = || std::time::UNIX_EPOCH.elapsed().map_or(1, |time| time.as_nanos() as u64);
    let seed = given.unwrap_or_else(clock);
    println!("TABIYA_SEED={seed}");
    seed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_not_checked_is_collected() {
        let list = std::env::temp_dir().join(format!("tabiya-not-checked-{}", std::process::id()));
        add(&list, "one, for it is not here");
        add(&list, "other, for it is not here");
        let lines = std::fs::read_to_string(&list).expect("a list");
        std::fs::remove_file(&list).expect("the list goes");
        assert_eq!(lines, "one, for it is not here\nother, for it is not here\n");
    }
}
