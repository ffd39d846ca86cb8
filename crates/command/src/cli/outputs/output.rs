//! The destinations of results. Files are replaced as a whole when they are complete ([`Replacement`]); pipes, devices
//! and standard output are written directly.

use crate::cli::report::{Exit, Message, Report, interrupt};
use std::collections::VecDeque;
use std::io::{self, BufWriter, IsTerminal as _, Seek as _, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;
use tabiya::database::{BlockError, ExplorerError, Unsure};
use tabiya::syntax::Severity;
use tabiya_disk as disk;
use tabiya_disk::replace::{Changed, ClosedFolder, Replacement, Unconfirmed, is_caused_by};
use web_time::Instant;

/// Results reach a pipe or a terminal at least this often while there are some.
const FLUSH_AFTER: Duration = Duration::from_millis(200);

/// The code of messages about a file that has its name, perhaps not on the disk.
const UNCONFIRMED: &str = "unconfirmed-output";

/// The number of bytes that are gathered before they are written.
const BUFFER: usize = 64 << 10;

/// The reason why something was not written.
#[derive(Debug)]
pub(crate) enum Fault {
    /// Nobody reads any more.
    Gone,
    /// It cannot be written.
    Failed(Message),
}

/// The part kept of a file of which this many bytes could be written, and the text written after that.
pub(crate) type Rescue<'r> = dyn FnMut(u64) -> Option<(u64, Vec<u8>)> + 'r;

/// A file could not be kept.
#[derive(Debug)]
pub(crate) struct Lost;

/// One place that results go to.
pub(crate) struct OutputWriter {
    writer: BufWriter<Target>,
    name: String,
    /// The number of bytes that have been given to `writer`.
    written: u64,
    /// The end of each [`OutputWriter::write`] that may not have left the buffer yet, and the last one before these.
    ends: VecDeque<u64>,
    terminal: bool,
    flushed: Instant,
}

/// The destination behind the buffer.
enum Target {
    /// Somebody may be waiting for what is written.
    Stream(Box<dyn Write>),
    File(Replacement),
}

impl Write for Target {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Target::Stream(stream) => interrupt::while_writing(|| stream.write(bytes)),
            Target::File(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Target::Stream(stream) => interrupt::while_writing(|| stream.flush()),
            Target::File(file) => file.flush(),
        }
    }
}

impl OutputWriter {
    /// Standard output.
    pub(crate) fn stdout() -> OutputWriter {
        let output = OutputWriter::new(Target::Stream(Box::new(io::stdout().lock())), "standard output".into());
        OutputWriter { terminal: stdout_is_terminal(), ..output }
    }

    /// Something else that takes bytes.
    pub(crate) fn to(stream: Box<dyn Write>, name: String) -> OutputWriter {
        OutputWriter::new(Target::Stream(stream), name)
    }

    fn new(target: Target, name: String) -> OutputWriter {
        let writer = BufWriter::with_capacity(BUFFER, target);
        let ends = VecDeque::from([0]);
        OutputWriter { writer, name, written: 0, ends, terminal: false, flushed: Instant::now() }
    }

    /// A file; `-` is standard output. Nothing that is there is touched before the end. Of the outputs of a run,
    /// [`Claims`](super::claims::Claims) knows whether they are inputs.
    pub(crate) fn create(path: &Path) -> Result<OutputWriter, Message> {
        if is_stdout(path) {
            return Ok(OutputWriter::stdout());
        }
        if !is_written_directly(path) {
            return OutputWriter::replacing(path, Replacement::create(path));
        }
        let name = path.display().to_string();
        // A file that was opened by others, as `/dev/fd/3`, may hold something already.
        // A pipe may wait for its reader.
        let file = interrupt::while_writing(|| disk::open_stream(path)).map_err(|error| unwritable(&name, &error))?;
        Ok(OutputWriter::new(Target::Stream(Box::new(file)), name))
    }

    /// A file that is written again at a path, if that is possible.
    fn replacing(path: &Path, file: io::Result<Replacement>) -> Result<OutputWriter, Message> {
        let name = path.display().to_string();
        let file = file.map_err(|error| unwritable(&name, &error))?;
        Ok(OutputWriter::new(Target::File(file), name))
    }

    /// Begins with the results of an earlier run.
    pub(crate) fn begin_with(&mut self, earlier: &Path) -> Result<(), Message> {
        let copied = disk::open(earlier).and_then(|mut file| io::copy(&mut file, &mut self.writer));
        self.written = copied.map_err(|error| unwritable(&self.name, &error))?;
        self.ends = VecDeque::from([self.written]);
        Ok(())
    }

    /// True if nothing has been written.
    pub(crate) fn is_empty(&self) -> bool {
        self.written == 0
    }

    /// The name in messages.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// True if it is a file.
    pub(crate) fn is_file(&self) -> bool {
        matches!(self.writer.get_ref(), Target::File(_))
    }

    /// True if it is shown on a terminal.
    pub(crate) fn is_terminal(&self) -> bool {
        self.terminal
    }

    /// Writes something that belongs together, such as a game: a file that is not complete ends after one.
    pub(crate) fn write(&mut self, bytes: &[u8]) -> Result<(), Fault> {
        let result = self.writer.write_all(bytes);
        result.map_err(|error| self.fault(&error))?;
        if !self.is_file() {
            return if self.flushed.elapsed() > FLUSH_AFTER { self.flush() } else { Ok(()) };
        }
        self.written += bytes.len() as u64;
        self.ends.push_back(self.written);
        while self.ends.get(1).is_some_and(|end| end + BUFFER as u64 <= self.written) {
            self.ends.pop_front();
        }
        Ok(())
    }

    /// Lets everything out that has been written.
    pub(crate) fn flush(&mut self) -> Result<(), Fault> {
        self.flushed = Instant::now();
        let result = self.writer.flush();
        result.map_err(|error| self.fault(&error))
    }

    /// Lets everything out and, of a file, waits until it is on the disk.
    pub(crate) fn settle(&mut self) -> Result<(), Fault> {
        self.flush()?;
        let synced = match self.writer.get_mut() {
            Target::File(file) => file.sync(),
            Target::Stream(_) => Ok(()),
        };
        synced.map_err(|error| self.fault(&error))
    }

    /// Lets everything out and closes a file until it gets its name, so that many can wait for each other.
    pub(crate) fn rest(&mut self) -> Result<(), Fault> {
        self.settle()?;
        let nothing = BufWriter::with_capacity(0, Target::Stream(Box::new(io::sink())));
        let (target, _) = std::mem::replace(&mut self.writer, nothing).into_parts();
        self.writer = BufWriter::with_capacity(0, target);
        let rested = match self.writer.get_mut() {
            Target::File(file) => file.rest(),
            Target::Stream(_) => Ok(()),
        };
        rested.map_err(|error| self.fault(&error))
    }

    /// Ends it: a file gets its name, unless a signal has come before the run was complete. After an error
    /// [`OutputWriter::give_up`] can still keep it.
    pub(crate) fn commit(&mut self) -> Result<(), Fault> {
        if !interrupt::seal() {
            let text = format!("{} is not complete, because a signal has ended the run", self.name);
            return Err(Fault::Failed(Message::error("interrupted", text)));
        }
        self.complete()
    }

    /// The same for what no run makes: a text that was there as a whole before it was written.
    fn complete(&mut self) -> Result<(), Fault> {
        self.settle()?;
        let committed = match self.writer.get_mut() {
            Target::File(file) => file.commit(),
            Target::Stream(_) => Ok(()),
        };
        committed.map_err(|error| self.fault(&error))
    }

    /// Ends a file that is not complete, because of a signal or of an error, and says what has become of it. The text
    /// written after the first `head` bytes stays under a name of its own. Nothing is said of a file that has got its
    /// name all the same: the error has said it.
    pub(crate) fn give_up(self, head: u64, interrupted: bool) -> Option<Message> {
        self.give_up_with(head, interrupted, &mut |_| None).0
    }

    /// The same for a format that needs more than a cut after the last thing that was written whole: `rescue` is
    /// [`Encoder::rescue`](super::formats::Encoder::rescue). With the message comes the file that stays, if anything was
    /// found; [`Lost`] if it could not be kept.
    pub(crate) fn give_up_with(
        self,
        head: u64,
        interrupted: bool,
        rescue: &mut Rescue<'_>,
    ) -> (Option<Message>, Result<Option<PathBuf>, Lost>) {
        if matches!(self.writer.get_ref(), Target::File(file) if file.is_finished()) {
            return (None, Ok(None));
        }
        let name = self.name.clone();
        let (code, start) = match interrupted {
            true => ("interrupted", "interrupted".to_owned()),
            false => ("incomplete-output", format!("{name} was not written, because there were errors")),
        };
        let kept = self.keep_partial(head, rescue);
        let text = match &kept {
            Ok(Some(path)) => format!("{start}; the results so far are in {}", path.display()),
            Ok(None) => format!("{start}; there are no results so far"),
            Err(error) => format!("{start}; the results so far are lost: {error}"),
        };
        (Some(Message::new(Severity::Warning, code, text)), kept.map_err(|_| Lost))
    }

    /// The file's name if anything stays of it. It is cut after the last thing that was written whole.
    fn keep_partial(mut self, head: u64, rescue: &mut Rescue<'_>) -> io::Result<Option<PathBuf>> {
        // Bytes that the disk does not accept are lost.
        let _ = self.writer.flush();
        let (Target::File(mut file), _) = self.writer.into_parts() else { return Ok(None) };
        file.wake()?;
        let len = file.bytes()?;
        let whole = self.ends.iter().rev().find(|&&end| end <= len).copied().unwrap_or(0);
        let (whole, end) = rescue(whole).unwrap_or((whole, Vec::new()));
        if whole <= head {
            return Ok(None);
        }
        if whole < len {
            file.truncate(whole)?;
        }
        if !end.is_empty() {
            file.open()?.seek(SeekFrom::End(0))?;
            file.write_all(&end)?;
        }
        file.keep_partial().map(Some)
    }

    fn fault(&self, error: &io::Error) -> Fault {
        if is_closed_pipe(error) { Fault::Gone } else { Fault::Failed(unwritable(&self.name, error)) }
    }
}

/// True if who reads a stream has gone.
pub(crate) fn is_closed_pipe(error: &io::Error) -> bool {
    // Windows has a second number for it, ERROR_PIPE_NOT_CONNECTED, which Rust does not know.
    error.kind() == io::ErrorKind::BrokenPipe || cfg!(windows) && error.raw_os_error() == Some(233)
}

/// True if a path is a name of standard output.
pub(crate) fn is_stdout(path: &Path) -> bool {
    ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"].iter().any(|name| path == Path::new(name))
}

/// True if what is written to a path cannot be changed afterwards: it goes to a device or a pipe. Without a path it goes to
/// standard output.
pub(crate) fn is_stream(path: Option<&Path>) -> bool {
    path.is_none_or(|path| is_stdout(path) || is_written_directly(path))
}

/// True if what is written to a path is shown on a terminal.
pub(crate) fn is_shown(path: Option<&Path>) -> bool {
    match path.filter(|path| !is_stdout(path)) {
        None => stdout_is_terminal(),
        Some(path) => path.starts_with("/dev") && disk::open(path).is_ok_and(|file| file.0.is_terminal()),
    }
}

/// True if a path is that of a device, of a pipe, or of something that is open already.
fn is_written_directly(path: &Path) -> bool {
    let device = path.starts_with("/dev") && !path.starts_with("/dev/shm") || cfg!(windows) && is_windows_device(path);
    device
        || path.starts_with("/proc/self/fd")
        || disk::metadata(path).is_ok_and(|data| !data.is_file() && !data.is_dir())
}

/// True if Windows takes the name for that of a device, in any folder and with any ending.
pub(crate) fn is_windows_device(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy().to_ascii_uppercase();
    let stem = name.split(['.', ':']).next().unwrap_or_default().trim_end();
    let is_numbered = |port: &str| stem.strip_prefix(port).is_some_and(|rest| matches!(rest.as_bytes(), [b'1'..=b'9']));
    matches!(stem, "CON" | "CONIN$" | "CONOUT$" | "PRN" | "AUX" | "NUL") || is_numbered("COM") || is_numbered("LPT")
}

/// Prints a text on standard output. A reader that has gone is not an error.
pub(crate) fn print(text: &[u8], report: &Report) -> Exit {
    let mut output = OutputWriter::stdout();
    match output.write(text).and_then(|()| output.flush()) {
        Ok(()) | Err(Fault::Gone) => Exit::Found,
        Err(Fault::Failed(message)) => report.refuse(&message),
    }
}

/// Writes a text to a file, which is replaced as a whole. A reader that has gone is not an error.
pub(crate) fn save(path: &Path, text: &[u8]) -> Result<(), Message> {
    let mut output = OutputWriter::create(path)?;
    finish(&mut output, text)
}

/// Writes a text to the file that another was read from, unless the file has been changed meanwhile.
pub(crate) fn rewrite(path: &Path, read: Vec<u8>, text: &[u8]) -> Result<(), Message> {
    if is_written_directly(path) {
        return save(path, text);
    }
    finish(&mut OutputWriter::replacing(path, Replacement::of_unchanged(path, read))?, text)
}

/// Writes a text that completes a run to a file under a name that is free.
pub(crate) fn save_new(path: &Path, text: &[u8]) -> Result<(), Message> {
    let mut output = OutputWriter::replacing(path, Replacement::create_new(path))?;
    heeded(output.write(text).and_then(|()| output.commit()))
}

/// Writes a text to a file of our own, which holds what was read or is not there.
pub(crate) fn save_own(path: &Path, read: Option<Vec<u8>>, text: &[u8]) -> Result<(), Message> {
    finish(&mut OutputWriter::replacing(path, Replacement::of_own(path, read))?, text)
}

fn finish(output: &mut OutputWriter, text: &[u8]) -> Result<(), Message> {
    heeded(output.write(text).and_then(|()| output.complete()))
}

fn heeded(written: Result<(), Fault>) -> Result<(), Message> {
    match written {
        Ok(()) | Err(Fault::Gone) => Ok(()),
        Err(Fault::Failed(message)) => Err(message),
    }
}

/// True if standard output is a terminal.
pub(crate) fn stdout_is_terminal() -> bool {
    io::stdout().is_terminal()
}

/// The width of the terminal that standard output is, in characters; elsewhere 100.
#[cfg(target_family = "wasm")]
pub(crate) fn stdout_width() -> usize {
    100
}

/// The width of the terminal that standard output is, in characters; elsewhere 100.
#[cfg(not(target_family = "wasm"))]
pub(crate) fn stdout_width() -> usize {
    let size = terminal_size::terminal_size_of(io::stdout());
    size.map_or(100, |(terminal_size::Width(width), _)| usize::from(width).max(40))
}

/// True if standard output takes colours.
pub(crate) fn stdout_takes_colors() -> bool {
    anstream::AutoStream::choice(&io::stdout()) != anstream::ColorChoice::Never
}

/// True if what a message is about has been written all the same: only the system did not confirm it.
pub(crate) fn is_unconfirmed(message: &Message) -> bool {
    message.code == UNCONFIRMED
}

/// The message about something that cannot be written, with a way to correct it.
pub(crate) fn unwritable(name: &str, error: &io::Error) -> Message {
    if is_caused_by::<Unconfirmed>(error) {
        let text =
            format!("{name} is written and complete, but the system did not confirm that it is on the disk: {error}");
        return Message::error(UNCONFIRMED, text).help("check the disk, and look whether the file is still there");
    }
    if error.kind() == io::ErrorKind::Interrupted {
        // The work was told to stop: the system's own interrupts are not reported.
        return Message::error("interrupted", format!("{name} is what it was, because a signal has ended the run"));
    }
    let help = match error.kind() {
        _ if is_caused_by::<ClosedFolder>(error) => "write to another folder and copy the result from there",
        _ if is_caused_by::<Changed>(error) => "run the command again",
        _ if is_caused_by::<Unsure>(error) => "look with `tabiya info` how many games it has",
        _ if is_caused_by::<BlockError>(error) || is_caused_by::<ExplorerError>(error) => {
            "the table of openings needs these games; make the database again, or add games with --no-explorer"
        }
        // There, files that programs have open cannot be replaced, and that is all that is said of it.
        io::ErrorKind::PermissionDenied | io::ErrorKind::ResourceBusy if cfg!(windows) => {
            "close the program that has this file open, or choose a folder that you may write to"
        }
        io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => "choose a folder that you may write to",
        io::ErrorKind::NotFound => "create the folder first",
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => "free some space on the disk",
        io::ErrorKind::IsADirectory => "name a file in this folder",
        io::ErrorKind::InvalidInput => "name another file",
        io::ErrorKind::InvalidData => "shorten the blanks between the games",
        io::ErrorKind::AlreadyExists => "name a new file, or remove the one that is there",
        io::ErrorKind::FileTooLarge => "allow larger files (`ulimit -f`), or write to another file system",
        _ => "choose another folder",
    };
    Message::error("unwritable-output", format!("cannot write {name}: {error}")).help(help)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_devices_of_windows() {
        for name in ["con", "NUL", "nul.txt", "Aux.tar.gz", "COM1", "lpt9.csv", "CONOUT$", "folder/nul", "prn ", "nul:"]
        {
            assert!(is_windows_device(Path::new(name)), "{name}");
        }
        for name in ["console", "com", "COM0", "com10", "null.csv", "lpt", "my con.pgn", "con/a.csv", ""] {
            assert!(!is_windows_device(Path::new(name)), "{name}");
        }
    }
}
