//! Where results go. A file is written beside its name, as `FILE.partial`, and gets its name when it is complete; pipes
//! and devices are written directly.

use super::report::Message;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, IsTerminal as _, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Results reach a pipe or a terminal at least so often while there are some.
const FLUSH_AFTER: Duration = Duration::from_millis(200);

/// Why something was not written.
#[derive(Debug)]
pub(crate) enum Fault {
    /// Nobody reads any more.
    Gone,
    /// It cannot be written.
    Failed(Message),
}

/// One place that results go to.
pub(crate) struct Output {
    writer: BufWriter<Box<dyn Write>>,
    name: String,
    file: Option<Unfinished>,
    /// Whether somebody may be waiting for what is written.
    live: bool,
    terminal: bool,
    flushed: Instant,
}

/// A file that has not got its name yet.
#[derive(Debug)]
struct Unfinished {
    partial: PathBuf,
    target: PathBuf,
}

impl Output {
    /// Standard output.
    pub(crate) fn stdout() -> Output {
        let output = Output::new(Box::new(io::stdout().lock()), "standard output".into(), None);
        Output { terminal: stdout_is_terminal(), ..output }
    }

    fn new(writer: Box<dyn Write>, name: String, file: Option<Unfinished>) -> Output {
        let live = file.is_none();
        let writer = BufWriter::with_capacity(64 << 10, writer);
        Output { writer, name, file, live, terminal: false, flushed: Instant::now() }
    }

    /// A file; `-` is standard output. Nothing that is there is touched before the end.
    pub(crate) fn create(path: &Path) -> Result<Output, Message> {
        if path.as_os_str() == "-" {
            return Ok(Output::stdout());
        }
        let name = path.display().to_string();
        let fail = |error: io::Error| unwritable(&name, &error);
        let old = fs::metadata(path);
        let direct = path.starts_with("/dev") || old.as_ref().is_ok_and(|data| !data.is_file() && !data.is_dir());
        if direct {
            let file = OpenOptions::new().write(true).open(path).map_err(fail)?;
            return Ok(Output::new(Box::new(file), name, None));
        }
        if old.is_ok() {
            // It is replaced in the end, so it must be one that may be written.
            OpenOptions::new().write(true).open(path).map_err(fail)?;
        }
        let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let mut partial = target.clone().into_os_string();
        partial.push(".partial");
        let partial = PathBuf::from(partial);
        let file = File::create(&partial).map_err(fail)?;
        if let Ok(data) = old {
            file.set_permissions(data.permissions()).map_err(fail)?;
        }
        Ok(Output::new(Box::new(file), name, Some(Unfinished { partial, target })))
    }

    /// What it is called in messages.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Whether it is a file.
    pub(crate) fn is_file(&self) -> bool {
        self.file.is_some()
    }

    /// Whether it appears before somebody's eyes.
    pub(crate) fn is_terminal(&self) -> bool {
        self.terminal
    }

    /// Writes.
    pub(crate) fn write(&mut self, bytes: &[u8]) -> Result<(), Fault> {
        let result = self.writer.write_all(bytes);
        result.map_err(|error| self.fault(&error))?;
        if self.live && self.flushed.elapsed() > FLUSH_AFTER { self.flush() } else { Ok(()) }
    }

    /// Lets everything out that has been written.
    pub(crate) fn flush(&mut self) -> Result<(), Fault> {
        self.flushed = Instant::now();
        let result = self.writer.flush();
        result.map_err(|error| self.fault(&error))
    }

    /// Ends it: the file gets its name, or, if it is not complete, stays under its partial name, which is given back.
    pub(crate) fn finish(mut self, complete: bool) -> Result<Option<PathBuf>, Fault> {
        self.flush()?;
        let Some(Unfinished { partial, target }) = self.file.take() else { return Ok(None) };
        if !complete {
            return Ok(Some(partial));
        }
        fs::rename(&partial, &target).map_err(|error| Fault::Failed(unwritable(&self.name, &error)))?;
        Ok(None)
    }

    /// Takes back what has been written after an error.
    pub(crate) fn abandon(&mut self) {
        if let Some(file) = self.file.take() {
            // There is nothing to do about a file that cannot be removed either.
            let _ = fs::remove_file(file.partial);
        }
    }

    fn fault(&self, error: &io::Error) -> Fault {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Fault::Gone,
            _ => Fault::Failed(unwritable(&self.name, error)),
        }
    }
}

/// Whether standard output is a terminal.
pub(crate) fn stdout_is_terminal() -> bool {
    io::stdout().is_terminal()
}

/// Whether standard output takes colours.
pub(crate) fn stdout_takes_colors() -> bool {
    anstream::AutoStream::choice(&io::stdout()) != anstream::ColorChoice::Never
}

/// Why something cannot be written, with the mend.
pub(crate) fn unwritable(name: &str, error: &io::Error) -> Message {
    let help = match error.kind() {
        io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => "choose a place that you may write to",
        io::ErrorKind::NotFound => "make the folder first",
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => "make room on the disk; nothing was changed",
        io::ErrorKind::IsADirectory => "name a file in this folder",
        _ => "choose another place",
    };
    Message::error("unwritable-output", format!("cannot write {name}: {error}")).help(help)
}
