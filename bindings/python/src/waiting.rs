//! Waiting for what other threads send, while others may run Python and Ctrl-C works.

use arrow_schema::ArrowError;
use crossbeam_channel::{Receiver, RecvTimeoutError};
use pyo3::exceptions::PyKeyboardInterrupt;
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
    next_while(py, items, |_| Ok(()))
}

/// The same; something is done as often as signals are looked for.
///
/// # Errors
///
/// As above, with the work.
pub(crate) fn next_while<T: Send>(
    py: Python<'_>,
    items: &Receiver<T>,
    mut look: impl FnMut(Python<'_>) -> PyResult<()>,
) -> PyResult<Option<T>> {
    // Results that are there are taken without letting others run Python first, which would take longer than the rest.
    if let Ok(item) = items.try_recv() {
        return Ok(Some(item));
    }
    loop {
        match py.detach(|| items.recv_timeout(SIGNALS)) {
            Ok(item) => return Ok(Some(item)),
            Err(RecvTimeoutError::Disconnected) => return Ok(None),
            Err(RecvTimeoutError::Timeout) => {
                py.check_signals()?;
                look(py)?;
            }
        }
    }
}

/// What a library is told that reads a stream, in place of an exception of Python's. The library raises an exception of its own, so
/// a `KeyboardInterrupt` is raised once more after it: a program that catches the library's errors must not miss it.
pub(crate) fn told(error: PyErr) -> ArrowError {
    Python::attach(|py| {
        if !error.is_instance_of::<PyKeyboardInterrupt>(py) {
            return ArrowError::ExternalError(Box::new(error));
        }
        // The text is made by Python, which would raise the new one in the middle of it, and lose both.
        let text = error.to_string();
        // Without this function there is nothing to be done.
        let _ = py.import("_thread").and_then(|thread| thread.call_method0("interrupt_main"));
        ArrowError::ExternalError(text.into())
    })
}
