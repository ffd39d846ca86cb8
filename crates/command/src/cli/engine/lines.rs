//! Lines of JSON in and out: one message is one line, and is passed on at once.

use crate::cli::report::interrupt::while_writing;
use serde_json::Value;
use std::io::{self, BufRead, Read as _, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use tabiya_session::service::Kept;

/// The longest line that is read, in bytes; a longer one is passed over.
pub(super) const LONGEST: u64 = 16 << 20;

/// What comes in.
#[derive(Debug, PartialEq)]
pub(super) enum Incoming {
    /// An object, or something else in JSON.
    Message(Value),
    /// A line that is not a request, and why.
    Malformed(String),
    /// Nothing comes any more.
    End,
}

/// Reads one message. Empty lines are passed over.
pub(super) fn receive(input: &mut dyn BufRead) -> io::Result<Incoming> {
    loop {
        let mut line = Vec::new();
        let len = input.take(LONGEST + 1).read_until(b'\n', &mut line)?;
        if len == 0 {
            return Ok(Incoming::End);
        }
        if len as u64 > LONGEST {
            input.skip_until(b'\n')?;
            return Ok(Incoming::Malformed(format!("a line is longer than {LONGEST} bytes")));
        }
        if line.trim_ascii().is_empty() {
            continue;
        }
        return Ok(match serde_json::from_slice(&line) {
            Ok(message) => Incoming::Message(message),
            Err(error) => Incoming::Malformed(format!("the line is not JSON: {error}")),
        });
    }
}

/// Where messages go, from any thread. After an error nothing more is written.
pub(super) struct LineSink {
    sink: Mutex<Box<dyn Write + Send>>,
    error: Mutex<Option<io::Error>>,
    is_broken: AtomicBool,
}

impl std::fmt::Debug for LineSink {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("LineSink").field("is_broken", &self.is_broken()).finish_non_exhaustive()
    }
}

impl LineSink {
    pub(super) fn new(sink: Box<dyn Write + Send>) -> LineSink {
        LineSink { sink: Mutex::new(sink), error: Mutex::default(), is_broken: AtomicBool::new(false) }
    }

    /// One that keeps what is written.
    pub(super) fn kept() -> (LineSink, Kept) {
        let kept = Kept::default();
        (LineSink::new(Box::new(kept.clone())), kept)
    }

    /// Writes a message. A blocked reader makes its writers wait, so nothing is piled up.
    pub(super) fn send(&self, mut message: Vec<u8>) {
        if self.is_broken() {
            return;
        }
        message.push(b'\n');
        let mut sink = self.sink.lock().unwrap_or_else(PoisonError::into_inner);
        if let Err(error) = while_writing(|| sink.write_all(&message).and_then(|()| sink.flush())) {
            self.is_broken.store(true, Ordering::Relaxed);
            self.error().get_or_insert(error);
        }
    }

    /// True if nobody gets the messages any more.
    pub(super) fn is_broken(&self) -> bool {
        self.is_broken.load(Ordering::Relaxed)
    }

    /// Why messages could not be written.
    pub(super) fn error(&self) -> MutexGuard<'_, Option<io::Error>> {
        self.error.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn each_line_is_a_message() {
        let long = "x".repeat(LONGEST as usize + 5);
        let text = format!("{{\"id\":1}}\r\n\n  \n[1\n{long}\n\"é\"\nnull");
        let mut input = text.as_bytes();
        let mut next = || receive(&mut input).expect("bytes in memory");
        assert_eq!(next(), Incoming::Message(json!({"id": 1})));
        assert!(matches!(next(), Incoming::Malformed(reason) if reason.contains("not JSON")));
        assert!(matches!(next(), Incoming::Malformed(reason) if reason.contains("longer than")));
        assert_eq!(next(), Incoming::Message(json!("é")));
        assert_eq!(next(), Incoming::Message(Value::Null));
        assert_eq!(next(), Incoming::End);
    }

    #[test]
    fn after_an_error_nothing_is_written() {
        struct Full;
        impl Write for Full {
            fn write(&mut self, _: &[u8]) -> io::Result<usize> {
                Err(io::Error::other("full"))
            }

            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        let output = LineSink::new(Box::new(Full));
        output.send(b"{}".to_vec());
        assert!(output.is_broken());
        assert_eq!(output.error().take().map(|error| error.to_string()).as_deref(), Some("full"));
    }
}
