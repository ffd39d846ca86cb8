//! What ends a run from outside: the limit of time, and signals. The first signal lets what was found be kept; one that comes
//! more than a second later ends the process at once. The game that is being searched is given up.
//!
//! INT, TERM and HUP are treated alike. A signal within a second of the first one does not count as the second, because
//! closing a terminal or a session sends several at once, and so does `timeout`, to the process and to its group. A
//! hangup that was switched off (`nohup`) stays off. signal-hook takes the place of ctrlc, which does not say which
//! signal it was. Streams are read on a thread of their own, because a read that waits for input would not notice the
//! signal.

use std::sync::atomic::{AtomicI32, Ordering};
use std::sync::{Arc, OnceLock};
use tabiya::RunControl;

/// The controls of the run, which ends in the middle of a game.
static CONTROL: OnceLock<Arc<RunControl>> = OnceLock::new();

/// The number of the signal that has come; 0 for none.
static SIGNAL: AtomicI32 = AtomicI32::new(0);

/// The number of the signal that Ctrl-C sends.
const SIGINT: i32 = 2;

/// True if the run must stop.
pub(crate) fn happened() -> bool {
    by_signal() || CONTROL.get().is_some_and(|control| control.halted().is_some())
}

/// True if a signal has come.
pub(crate) fn by_signal() -> bool {
    SIGNAL.load(Ordering::Relaxed) != 0
}

/// Notes a signal.
#[cfg(any(unix, windows))]
fn note(signal: i32) {
    SIGNAL.store(signal, Ordering::SeqCst);
    if let Some(control) = CONTROL.get() {
        control.stop();
    }
}

/// The exit status of a run that a signal has ended: 128 and the signal's number, as shells have it.
pub(crate) fn status() -> i32 {
    match SIGNAL.load(Ordering::Relaxed) {
        0 => 128 + SIGINT,
        signal => 128 + signal,
    }
}

/// Listens from now on. Where that is impossible, a signal ends the program at once, as it does everywhere.
#[cfg(unix)]
pub(crate) fn listen(control: &Arc<RunControl>) {
    use signal_hook::consts::{SIGHUP, SIGTERM, SIGXFSZ};
    use signal_hook::iterator::Signals;
    use std::time::{Duration, Instant};

    /// A terminal that is closed and a session that ends send several signals at once, and so does `timeout`, to the
    /// process and to its group.
    const SAME_EVENT: Duration = Duration::from_secs(1);

    // There is one run in a process.
    let _ = CONTROL.set(Arc::clone(control));
    // A file that grows too large is an error of that file, not the end of the process.
    let _ = signal_hook::flag::register(SIGXFSZ, std::sync::Arc::default());
    let mut wanted = vec![SIGINT, SIGTERM];
    // A signal that `nohup` has switched off stays off.
    if !is_ignored(SIGHUP) {
        wanted.push(SIGHUP);
    }
    let Ok(mut signals) = Signals::new(wanted) else { return };
    let listener = move || {
        let mut first: Option<Instant> = None;
        for signal in signals.forever() {
            match first {
                None => {
                    first = Some(Instant::now());
                    note(signal);
                }
                Some(first) if first.elapsed() < SAME_EVENT => {}
                Some(_) => std::process::exit(128 + signal),
            }
        }
    };
    // Without the thread no signal would end the program.
    std::thread::Builder::new().name("signals".into()).spawn(listener).expect("a thread can be started");
}

/// Where there are no signals, the control is noted.
#[cfg(not(any(unix, windows)))]
pub(crate) fn listen(control: &Arc<RunControl>) {
    let _ = CONTROL.set(Arc::clone(control));
}

/// Listens from now on.
#[cfg(windows)]
pub(crate) fn listen(control: &Arc<RunControl>) {
    // There is one run in a process.
    let _ = CONTROL.set(Arc::clone(control));
    let handler = || {
        if by_signal() {
            std::process::exit(status());
        }
        note(SIGINT);
    };
    let _ = ctrlc::set_handler(handler);
}

/// True if the parent process has switched a signal off. This is known on Linux only.
#[cfg(unix)]
#[expect(clippy::disallowed_methods, reason = "it lies on no disk")]
fn is_ignored(signal: i32) -> bool {
    let Ok(status) = std::fs::read_to_string("/proc/self/status") else { return false };
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.is_some_and(|mask| mask >> (signal - 1) & 1 == 1)
}
