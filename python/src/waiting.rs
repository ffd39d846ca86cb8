//! Waiting for what other threads send, while others may run Python and Ctrl-C works.

use crossbeam_channel::{Receiver, RecvTimeoutError};
use pyo3::prelude::*;
use std::time::Duration;

/// Signals are looked for this often while nothing comes.
const SIGNALS: Duration = Duration::from_millis(50);

/// The next item; `None` after the last one.
///
/// # Errors
///
/// What the handler of a signal raises, such as `KeyboardInterrupt`.
pub(crate) fn next<T: Send>(py: Python<'_>, items: &Receiver<T>) -> PyResult<Option<T>> {
    // What is there is taken without letting others run Python first, which would take longer than the rest.
    if let Ok(item) = items.try_recv() {
        return Ok(Some(item));
    }
    loop {
        match py.detach(|| items.recv_timeout(SIGNALS)) {
            Ok(item) => return Ok(Some(item)),
            Err(RecvTimeoutError::Disconnected) => return Ok(None),
            Err(RecvTimeoutError::Timeout) => py.check_signals()?,
        }
    }
}
