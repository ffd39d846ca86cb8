//! Ctrl-C: the first one lets the current game be finished, the second one ends at once.

use std::sync::atomic::{AtomicBool, Ordering};

static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Listens from now on.
pub(crate) fn listen() {
    // Without a handler an interrupt ends the program at once, as it does everywhere.
    let _ = ctrlc::set_handler(|| {
        if INTERRUPTED.swap(true, Ordering::SeqCst) {
            std::process::exit(super::Exit::Interrupted as i32);
        }
    });
}

/// Whether the run is to stop.
pub(crate) fn happened() -> bool {
    INTERRUPTED.load(Ordering::Relaxed)
}
