//! Steps that fail when a test asks for it: the environment variable `TABIYA_FAULT` holds a way to fail and the number of a
//! step, from 1.
//!
//! ```text
//! fail 7    the seventh step fails, those after it do not
//! full 7    from the seventh step on, nothing is created, written or synced, as on a disk that is full
//! dead 7    from the seventh step on, everything fails, as on a disk that is gone
//! short 7   if the seventh step reads or writes, it does one half of it, and the next step fails
//! unlocked 7  from the seventh step on, files cannot be locked, as on some servers
//! end 7     the process ends at the seventh step; if it writes, after the first half
//! term 7    the signal TERM comes before the seventh step; places between two games count as steps, too. `term 0` tells all
//!           steps, and no signal comes
//! ```
//!
//! The fault is reported on standard error, once: `fault: write 7`.
//!
//! `tests/command/cli/faults.rs` does this for each step of each command that touches the disk, and looks at what is there afterwards and
//! at what was said. The numbers of steps are not written down anywhere: a test goes on until the command comes to its
//! end.

use super::{Granted, Step};
use std::io::{self, Write as _};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// The exit status of a process that is ended.
const ENDED: i32 = 86;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    Fail,
    Full,
    Dead,
    Short,
    Unlocked,
    End,
    Term,
}

/// The number of steps so far.
static STEPS: AtomicU64 = AtomicU64::new(0);

/// True if a signal has been noted.
static NOTED: AtomicBool = AtomicBool::new(false);

/// What the test asks for.
fn asked() -> Option<(Way, u64)> {
    static ASKED: OnceLock<Option<(Way, u64)>> = OnceLock::new();
    *ASKED.get_or_init(|| {
        let text = std::env::var("TABIYA_FAULT").ok()?;
        let (way, number) = text.split_once(' ')?;
        let way = match way {
            "fail" => Way::Fail,
            "full" => Way::Full,
            "dead" => Way::Dead,
            "short" => Way::Short,
            "unlocked" => Way::Unlocked,
            "end" => Way::End,
            "term" => Way::Term,
            _ => return None,
        };
        Some((way, number.parse().ok()?))
    })
}

/// True if a step is to fail in this process.
pub(super) fn are_asked_for() -> bool {
    asked().is_some()
}

/// Counts a step, and decides what becomes of it.
pub(super) fn ask(step: Step) -> io::Result<Granted> {
    /// The step after the one that wrote only a half.
    static BEHIND: AtomicU64 = AtomicU64::new(0);
    let Some((way, number)) = asked() else { return Ok(Granted::All) };
    let this = STEPS.fetch_add(1, Ordering::Relaxed) + 1;
    let takes_room = matches!(step, Step::Create | Step::Write | Step::Sync);
    let writes = step == Step::Write;
    match way {
        Way::Fail if this == number => said(step, this, Err(failure(step))),
        Way::Unlocked if this >= number && step == Step::Lock => said(step, this, Err(failure(step))),
        Way::Term => {
            term_at(this, number);
            Ok(Granted::All)
        }
        Way::Full if this >= number && takes_room => said(step, this, Err(io::ErrorKind::StorageFull.into())),
        Way::Dead if this >= number => said(step, this, Err(io::Error::other("the disk is gone"))),
        Way::Short if this == number && (writes || step == Step::Read) => {
            BEHIND.store(this + 1, Ordering::Relaxed);
            said(step, this, Ok(Granted::Half))
        }
        Way::Short if this == BEHIND.load(Ordering::Relaxed) => Err(failure(step)),
        // The half is written, and the process ends at the next step.
        Way::End if this == number && writes => Ok(Granted::Half),
        Way::End if this > number || (this == number && !writes) => {
            let _ = said(step, this, Ok(Granted::All));
            std::process::exit(ENDED)
        }
        _ => Ok(Granted::All),
    }
}

/// What the system says of a step that fails.
fn failure(step: Step) -> io::Error {
    match step {
        Step::Look | Step::Read => io::Error::other("the disk cannot be read"),
        Step::Lock => io::ErrorKind::Unsupported.into(),
        _ => io::ErrorKind::StorageFull.into(),
    }
}

/// A place between two games: a step for signals only.
pub fn point() {
    if let Some((Way::Term, number)) = asked() {
        term_at(STEPS.fetch_add(1, Ordering::Relaxed) + 1, number);
    }
}

/// The process has noted a signal.
pub fn note_signal() {
    NOTED.store(true, Ordering::SeqCst);
}

/// Lets the signal come at a step, and waits until it has come. Without anybody who listens it ends the process.
fn term_at(this: u64, number: u64) {
    match number {
        0 => drop(writeln!(io::stderr(), "step {this}")),
        _ if this == number => kill(this),
        _ => {}
    }
}

fn kill(step: u64) {
    say("term", step);
    let sent = std::process::Command::new("kill").args(["-TERM", &std::process::id().to_string()]).status();
    assert!(sent.is_ok_and(|status| status.success()), "the signal cannot be sent");
    while !NOTED.load(Ordering::SeqCst) {
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
}

/// Says once what was done.
fn said(step: Step, number: u64, done: io::Result<Granted>) -> io::Result<Granted> {
    say(&format!("{step:?}").to_lowercase(), number);
    done
}

fn say(what: &str, number: u64) {
    static SAID: OnceLock<()> = OnceLock::new();
    SAID.get_or_init(|| drop(writeln!(io::stderr(), "fault: {what} {number}")));
}
