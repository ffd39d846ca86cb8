//! What ends a run from outside: the limit of time, and signals. The first signal lets what was found be kept; one that comes
//! more than a second later ends the process at once. The game that is being searched is given up.
//!
//! INT, TERM and HUP are treated alike. A signal within a second of the first one does not count as the second, because
//! closing a terminal or a session sends several at once, and so does `timeout`, to the process and to its group. A
//! hangup that was switched off (`nohup`) stays off. signal-hook takes the place of ctrlc, which does not say which
//! signal it was. Streams are read on a thread of their own, because a read that waits for input would not notice the
//! signal; and a write that waits for its reader for two seconds after a signal ends the process ([`while_writing`]).
//!
//! A run is either stopped or complete, and one moment decides: before its first output gets its name, it is sealed
//! ([`seal`]). A signal that came earlier leaves the old files, one that comes later changes nothing.

use std::sync::atomic::{AtomicI32, AtomicU64, Ordering};
use std::sync::{Arc, Once, PoisonError, RwLock};
use tabiya::RunControl;

/// The control of the run, which ends in the middle of a game. A server has none; of several runs, it is that of the last one.
static CONTROL: RwLock<Option<Arc<RunControl>>> = RwLock::new(None);

/// The number of the signal that has come; 0 for none.
static SIGNAL: AtomicI32 = AtomicI32::new(0);

/// In the place of a signal: from now on it would come too late.
const SEALED: i32 = -1;

/// The number of the signal that has come, even too late for one run: the next one does not begin.
static HEARD: AtomicI32 = AtomicI32::new(0);

/// The number of the signal that Ctrl-C sends.
const SIGINT: i32 = 2;

/// The numbers of writes to streams that have begun and that have ended.
static BEGUN: AtomicU64 = AtomicU64::new(0);
static ENDED: AtomicU64 = AtomicU64::new(0);

/// True if the run must stop.
pub(crate) fn happened() -> bool {
    by_signal() || run().is_some_and(|control| control.halted().is_some())
}

fn run() -> Option<Arc<RunControl>> {
    CONTROL.read().unwrap_or_else(PoisonError::into_inner).clone()
}

/// True if a signal has come in time.
pub(crate) fn by_signal() -> bool {
    SIGNAL.load(Ordering::SeqCst) > 0
}

/// Makes the run complete, so that its outputs get their names; false if a signal has come before.
pub(crate) fn seal() -> bool {
    if run().is_none() {
        // A server goes on after each of its files.
        return !by_signal();
    }
    let sealed = SIGNAL.compare_exchange(0, SEALED, Ordering::SeqCst, Ordering::SeqCst);
    sealed.map_or_else(|now| now == SEALED, |_| true)
}

/// The same where the first output has its name already: a signal that came meanwhile came too late.
pub(crate) fn seal_complete() {
    SIGNAL.store(SEALED, Ordering::SeqCst);
}

/// Writes to a stream, whose reader may keep it waiting for ever, but not for longer than two seconds after a signal.
pub(crate) fn while_writing<T>(write: impl FnOnce() -> T) -> T {
    BEGUN.fetch_add(1, Ordering::SeqCst);
    let written = write();
    ENDED.fetch_add(1, Ordering::SeqCst);
    written
}

/// What a server does also if a signal ends it at once.
#[cfg(feature = "engine")]
static LAST: std::sync::OnceLock<Box<dyn Fn() + Send + Sync>> = std::sync::OnceLock::new();

/// Sees to it that something is done if a signal ends the process at once.
#[cfg(feature = "engine")]
pub(crate) fn before_end(last: impl Fn() + Send + Sync + 'static) {
    let _ = LAST.set(Box::new(last));
}

/// A place between two games. Tests let signals come there.
pub(crate) fn point() {
    #[cfg(feature = "faults")]
    tabiya_disk::point();
}

/// Notes a signal, and sees to it that the process ends.
#[cfg(any(unix, windows))]
fn note(signal: i32) {
    HEARD.store(signal, Ordering::SeqCst);
    // A signal that comes too late for the outputs still ends the searches next to them.
    let _ = SIGNAL.compare_exchange(0, signal, Ordering::SeqCst, Ordering::SeqCst);
    if let Some(control) = run() {
        control.stop();
    }
    // Without the thread the second signal is waited for.
    let _ = std::thread::Builder::new().name("stuck".into()).spawn(move || end_if_stuck(signal));
    #[cfg(feature = "faults")]
    tabiya_disk::note_signal();
}

/// The time after a signal for which a write may keep the process waiting.
#[cfg(any(unix, windows))]
const STUCK: std::time::Duration = std::time::Duration::from_secs(2);

/// Ends the process when writes have begun and none ends any more.
#[cfg(any(unix, windows))]
fn end_if_stuck(signal: i32) {
    use std::time::{Duration, Instant};
    let (mut before, mut since) = (u64::MAX, Instant::now());
    loop {
        let ended = ENDED.load(Ordering::SeqCst);
        if ended != before || BEGUN.load(Ordering::SeqCst) == ended {
            (before, since) = (ended, Instant::now());
        } else if since.elapsed() > STUCK {
            end(signal);
        }
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// Ends the process at once. Files that are not complete go.
#[cfg(any(unix, windows))]
fn end(signal: i32) -> ! {
    tabiya_disk::replace::abandon();
    #[cfg(feature = "engine")]
    LAST.get().iter().for_each(|last| last());
    std::process::exit(128 + signal)
}

/// The exit status of a run that a signal has ended: 128 and the signal's number, as shells have it.
pub(crate) fn status() -> i32 {
    match SIGNAL.load(Ordering::SeqCst) {
        ..=0 => 128 + SIGINT,
        signal => 128 + signal,
    }
}

/// Listens from now on, and gives what a signal ends.
pub(crate) fn control() -> Arc<RunControl> {
    let control = Arc::new(RunControl::new());
    listen(&control);
    control
}

/// Listens from now on. Where that is impossible, a signal ends the program at once, as it does everywhere.
pub(crate) fn listen(control: &Arc<RunControl>) {
    *CONTROL.write().unwrap_or_else(PoisonError::into_inner) = Some(Arc::clone(control));
    // A run before this one may be sealed, or a signal may have come after it.
    let _ = SIGNAL.compare_exchange(SEALED, 0, Ordering::SeqCst, Ordering::SeqCst);
    let heard = HEARD.load(Ordering::SeqCst);
    if heard > 0 {
        let _ = SIGNAL.compare_exchange(0, heard, Ordering::SeqCst, Ordering::SeqCst);
        control.stop();
    }
    static LISTENS: Once = Once::new();
    LISTENS.call_once(listen_alone);
}

/// Where there are no signals, there is nothing to listen to.
#[cfg(not(any(unix, windows)))]
pub(crate) fn listen_alone() {}

/// Listens without a run, for servers.
#[cfg(windows)]
pub(crate) fn listen_alone() {
    static HEARD: AtomicU64 = AtomicU64::new(0);
    let handler = || if HEARD.fetch_add(1, Ordering::SeqCst) > 0 { end(SIGINT) } else { note(SIGINT) };
    let _ = ctrlc::set_handler(handler);
}

/// Listens without a run, for servers.
#[cfg(unix)]
pub(crate) fn listen_alone() {
    use signal_hook::consts::{SIGHUP, SIGTERM, SIGXFSZ};
    use signal_hook::iterator::Signals;
    use std::time::{Duration, Instant};

    /// A terminal that is closed and a session that ends send several signals at once, and so does `timeout`, to the
    /// process and to its group.
    const SAME_EVENT: Duration = Duration::from_secs(1);

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
                Some(_) => end(signal),
            }
        }
    };
    // Without the thread no signal would end the program.
    std::thread::Builder::new().name("signals".into()).spawn(listener).expect("a thread can be started");
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
