//! Standard input, pipes and devices, which may keep their reader waiting for ever.

use crate::search::RunControl;
use crossbeam_channel::{Receiver, RecvTimeoutError, bounded};
use std::io::{self, Cursor, Read};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use tabiya_disk as disk;

/// The number of bytes of a stream that are read at once.
const STREAM_BYTES: usize = 64 << 10;

/// The number of such pieces that wait to be searched.
const STREAM_CHUNKS: usize = 4;

/// The interval at which a thread that waits for a stream looks whether the run must end.
const CONTROL_HEEDED: Duration = Duration::from_millis(100);

/// The pieces of a stream that have been read.
pub(crate) type Chunks = Receiver<io::Result<Vec<u8>>>;

/// A stream, which may keep its reader waiting for ever. A thread reads it, so that the waiting thread notices the end of
/// the run.
pub(crate) struct Stream {
    pub(crate) chunks: Chunks,
    chunk: Cursor<Vec<u8>>,
    /// The error after the piece, met while the stream was looked into.
    error: Option<io::Error>,
    control: Arc<RunControl>,
}

impl Stream {
    /// Begins to read standard input (`-`), or something else that is not a plain file.
    pub(crate) fn open(path: &Path, control: &Arc<RunControl>) -> io::Result<Stream> {
        let path = path.to_owned();
        let open = move || -> io::Result<Box<dyn Read>> {
            match path.to_str() {
                Some("-") => Ok(Box::new(io::stdin().lock())),
                _ => Ok(Box::new(disk::open(&path)?)),
            }
        };
        Stream::start(open, control)
    }

    /// Begins to read a source that is open already.
    pub(crate) fn of(source: Box<dyn Read + Send>, control: &Arc<RunControl>) -> io::Result<Stream> {
        Stream::start(move || Ok(source as Box<dyn Read>), control)
    }

    fn start(
        open: impl FnOnce() -> io::Result<Box<dyn Read>> + Send + 'static,
        control: &Arc<RunControl>,
    ) -> io::Result<Stream> {
        let (send, chunks) = bounded(STREAM_CHUNKS);
        let read = move || {
            let mut source = match open() {
                Ok(source) => source,
                Err(error) => return drop(send.send(Err(error))),
            };
            loop {
                let mut chunk = vec![0; STREAM_BYTES];
                let read = match source.read(&mut chunk) {
                    Ok(0) => return,
                    Ok(len) => {
                        chunk.truncate(len);
                        Ok(chunk)
                    }
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                    Err(error) => Err(error),
                };
                let failed = read.is_err();
                if send.send(read).is_err() || failed {
                    return;
                }
            }
        };
        std::thread::Builder::new().name("stream".into()).spawn(read)?;
        Ok(Stream { chunks, chunk: Cursor::default(), error: None, control: Arc::clone(control) })
    }

    /// Reads this many bytes, or as many as there are, and leaves them to be read again. An error is left to the reader as well.
    pub(crate) fn peek(&mut self, len: usize) -> Vec<u8> {
        let mut bytes = Vec::new();
        while bytes.len() < len {
            let mut piece = vec![0; STREAM_BYTES];
            match self.read(&mut piece) {
                Ok(0) => break,
                Ok(read) => bytes.extend_from_slice(&piece[..read]),
                Err(error) => {
                    self.error = Some(error);
                    break;
                }
            }
        }
        self.chunk = Cursor::new(bytes);
        let bytes = self.chunk.get_ref();
        bytes[..len.min(bytes.len())].to_vec()
    }
}

impl Read for Stream {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            match self.chunk.read(buffer)? {
                0 if !buffer.is_empty() => {}
                len => return Ok(len),
            }
            if let Some(error) = self.error.take() {
                return Err(error);
            }
            match self.chunks.recv_timeout(CONTROL_HEEDED) {
                Ok(chunk) => self.chunk = Cursor::new(chunk?),
                Err(RecvTimeoutError::Disconnected) => return Ok(0),
                Err(RecvTimeoutError::Timeout) if self.control.halted().is_some() => {
                    return Err(io::Error::other("the run was ended"));
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }
}

/// True if something is read that may keep its reader waiting: standard input, a pipe. Anything that cannot be looked at is opened as a file
/// is, which says why.
pub(crate) fn is_stream(path: &Path) -> bool {
    path.as_os_str() == "-" || disk::metadata(path).is_ok_and(|data| !data.is_file() && !data.is_dir())
}
