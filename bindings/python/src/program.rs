//! A run of the program `tabiya-sql`: its answer, read on a thread as it comes, and how it ended.
//!
//! A stream of Arrow that is cut between two batches reads like one that has ended. So its end is reported only when
//! the stream has its mark of the end and the program has exited with status 0. Otherwise the read that would have
//! reported the end raises what the program wrote to standard error. A program that is ahead of its reader waits at the
//! pipe.

use crate::said::Said;
use crate::waiting;
use arrow_array::RecordBatch;
use arrow_ipc::reader::StreamReader;
use arrow_schema::{ArrowError, SchemaRef};
use crossbeam_channel::{Receiver, SendTimeoutError, Sender, bounded};
use pyo3::prelude::*;
use std::ffi::OsStr;
use std::io::{self, Read, Write as _};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// The number of batches that may wait to be taken. The program waits when they are full, and the pipe is.
const BATCHES_AHEAD: usize = 2;

/// The time after which a reader that takes nothing must say whether it is still there.
const PATIENCE: Duration = Duration::from_millis(200);

/// The last bytes of a stream that is complete.
const END_OF_STREAM: [u8; 8] = [0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0];

/// What comes of a run, in this order: the columns, batches of rows, and how it ended.
pub(crate) enum Reply {
    Schema(SchemaRef),
    Batch(RecordBatch),
    /// The program has ended well, and everything that it found has come before. With its standard error.
    Complete(Said),
    /// It has failed, and what came before is not all; with the reason.
    Failed(Said),
}

/// A run, which ends when this is dropped.
pub(crate) struct Run {
    items: Receiver<Reply>,
    process: Process,
}

impl Run {
    /// Starts the program, which reads `statement` from its standard input.
    ///
    /// # Errors
    ///
    /// If there is no such program, or the system does not start it.
    pub(crate) fn start(program: &OsStr, arguments: &[String], statement: String) -> io::Result<Run> {
        let mut child = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()?;
        let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let process = Process { child: Arc::new(Mutex::new(child)), closed: Arc::default() };
        let (sender, items) = bounded(BATCHES_AHEAD);
        // From here on the process ends with this, also if a thread cannot be started.
        let run = Run { items, process: process.clone() };
        let (Some(input), Some(output), Some(errors)) = pipes else {
            return Err(io::Error::other("it has no standard streams"));
        };
        // What the program says has to be taken while its answer is read: a pipe that is full would stop it.
        let said = spawn(move || read_all(errors))?;
        spawn(move || {
            give(input, &statement);
            let ended = Reading::of(output, &sender, &process).ended(&process, said);
            // Nobody may wait for it any more.
            let _ = sender.send(ended);
        })?;
        Ok(run)
    }

    /// What comes next; `None` after the end.
    ///
    /// # Errors
    ///
    /// What the handler of a signal raises. The process is ended then.
    pub(crate) fn next(&self, py: Python<'_>) -> PyResult<Option<Reply>> {
        let item = waiting::next(py, &self.items).inspect_err(|_| self.process.end())?;
        if matches!(item, Some(Reply::Failed(_))) {
            // Ctrl-C at a terminal reaches the program as well, and may have ended it first.
            py.check_signals()?;
        }
        Ok(item)
    }

    pub(crate) fn process(&self) -> Process {
        self.process.clone()
    }
}

impl Drop for Run {
    fn drop(&mut self) {
        self.process.end();
    }
}

/// The process, which can be ended from anywhere.
#[derive(Clone)]
pub(crate) struct Process {
    child: Arc<Mutex<Child>>,
    /// True if nobody wants its answer any more.
    closed: Arc<AtomicBool>,
}

impl Process {
    /// Ends the process, unless it has ended already.
    pub(crate) fn end(&self) {
        self.closed.store(true, Ordering::Relaxed);
        self.kill();
    }

    fn is_closed(&self) -> bool {
        self.closed.load(Ordering::Relaxed)
    }

    fn kill(&self) {
        // The system has no other reason to fail than that the process has ended.
        let _ = self.child.lock().unwrap_or_else(PoisonError::into_inner).kill();
    }

    /// Waits for the end. Others can end the process meanwhile, so this holds the lock only to ask.
    fn wait(&self) -> io::Result<ExitStatus> {
        let mut pause = Duration::from_millis(1);
        loop {
            if let Some(status) = self.child.lock().unwrap_or_else(PoisonError::into_inner).try_wait()? {
                return Ok(status);
            }
            thread::sleep(pause);
            pause = (pause * 2).min(Duration::from_millis(50));
        }
    }
}

fn spawn<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> io::Result<thread::JoinHandle<T>> {
    thread::Builder::new().name("tabiya-sql".into()).spawn(work)
}

/// Gives the program its statement. One that does not read it says itself why.
fn give(mut input: ChildStdin, statement: &str) {
    let _ = input.write_all(statement.as_bytes());
}

fn read_all(mut errors: ChildStderr) -> String {
    let mut bytes = Vec::new();
    // Text read before an error is kept.
    let _ = errors.read_to_end(&mut bytes);
    String::from_utf8_lossy(&bytes).trim_end().to_owned()
}

/// What reading the answer has shown.
struct Reading {
    /// True if the program has written nothing at all.
    empty: bool,
    /// True if the last bytes were those of the end of a stream.
    complete: bool,
    /// True if the answer had an end, no matter what stood there.
    ended: bool,
    error: Option<ArrowError>,
}

impl Reading {
    /// Reads an answer to its end, and sends what is in it.
    fn of(output: ChildStdout, sender: &Sender<Reply>, process: &Process) -> Reading {
        let mut output = Tail { inner: output, last: [0; 8], empty: true, ended: false };
        let mut error = hand_over(&mut output, sender, process).err();
        if error.is_none() {
            // After the end of the stream there is nothing but the end of the program.
            error = io::copy(&mut output, &mut io::sink()).err().map(ArrowError::from);
        }
        if !output.ended {
            // This is not a stream, and may go on for ever.
            process.kill();
        }
        Reading { empty: output.empty, complete: output.last == END_OF_STREAM, ended: output.ended, error }
    }

    /// Says how the run has ended. A stream may stop between two batches as if it were complete: it is complete only if it has an
    /// end, and the exit status says that all went well.
    fn ended(self, process: &Process, said: thread::JoinHandle<String>) -> Reply {
        let status = process.wait();
        let said = Said::read(&said.join().unwrap_or_default());
        if process.is_closed() {
            return Reply::Failed(Said::read("the answer was closed before its end"));
        }
        if said.has_error()
            && status.as_ref().is_ok_and(|status| !status.success())
            && (self.ended || self.error.is_none())
        {
            return Reply::Failed(said);
        }
        let no_stream = |error: &ArrowError| format!("the program's answer is no stream of Arrow: {error}");
        let failed = match (status, self.error) {
            (_, Some(error)) if !self.ended => no_stream(&error),
            (Err(error), _) => format!("the program's exit status is not known: {error}"),
            (Ok(status), _) if !status.success() => format!("the program failed ({status})"),
            _ if self.empty => "no statement has a result".into(),
            (_, Some(error)) => no_stream(&error),
            _ if !self.complete => "the program's answer was cut off, so the rows are not complete".into(),
            _ => return Reply::Complete(said),
        };
        Reply::Failed(said.with(failed))
    }
}

/// Sends the columns and the rows of an answer, until nobody takes them any more.
fn hand_over(output: &mut Tail<ChildStdout>, sender: &Sender<Reply>, process: &Process) -> Result<(), ArrowError> {
    let mut reader = StreamReader::try_new(output, None)?;
    let mut wanted = sender.send(Reply::Schema(reader.schema())).is_ok();
    while wanted && let Some(batch) = reader.next() {
        wanted = send(sender, Reply::Batch(batch?), process);
    }
    Ok(())
}

/// Sends an item; false if nobody wants it. A stream that is kept but no longer read must not keep a process that was ended from
/// being waited for.
fn send(sender: &Sender<Reply>, mut item: Reply, process: &Process) -> bool {
    loop {
        match sender.send_timeout(item, PATIENCE) {
            Ok(()) => return true,
            Err(SendTimeoutError::Timeout(back)) if !process.is_closed() => item = back,
            Err(_) => return false,
        }
    }
}

/// A reader that remembers how what it read ended.
struct Tail<R> {
    inner: R,
    last: [u8; 8],
    empty: bool,
    ended: bool,
}

impl<R: Read> Read for Tail<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(buffer)?;
        if read == 0 && !buffer.is_empty() {
            self.ended = true;
        }
        self.empty &= read == 0;
        let kept = read.min(self.last.len());
        self.last.rotate_left(kept);
        let start = self.last.len() - kept;
        self.last[start..].copy_from_slice(&buffer[read - kept..read]);
        Ok(read)
    }
}
