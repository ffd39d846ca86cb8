//! Standard input, pipes and devices, which may keep their reader waiting for ever.

use super::interrupt;
use crossbeam_channel::{Receiver, RecvTimeoutError, bounded};
use std::fs::{self, File};
use std::io::{self, Cursor, IsTerminal as _, Read};
use std::path::Path;
use std::time::Duration;

/// The number of bytes of a stream that are read at once.
const STREAM_BYTES: usize = 64 << 10;

/// The number of such pieces that wait to be searched.
const STREAM_CHUNKS: usize = 4;

/// The interval at which a thread that waits for a stream checks for signals.
const SIGNALS_HEEDED: Duration = Duration::from_millis(100);

/// The pieces of a stream that have been read.
pub(crate) type Chunks = Receiver<io::Result<Vec<u8>>>;

/// A stream, which may keep its reader waiting for ever. A thread reads it, so that the waiting thread can react to
/// signals.
pub(crate) struct Stream {
    pub(crate) chunks: Chunks,
    chunk: Cursor<Vec<u8>>,
}

impl Stream {
    /// Begins to read standard input (`-`), or something else that is no plain file.
    pub(crate) fn start(path: &Path) -> io::Result<Stream> {
        let (send, chunks) = bounded(STREAM_CHUNKS);
        let path = path.to_owned();
        let read = move || {
            let mut source: Box<dyn Read> = match path.to_str() {
                Some("-") => Box::new(io::stdin().lock()),
                _ => match File::open(&path) {
                    Ok(file) => Box::new(file),
                    Err(error) => return drop(send.send(Err(error))),
                },
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
        Ok(Stream { chunks, chunk: Cursor::default() })
    }

    /// Reads so many bytes, or as many as there are, and leaves them to be read again.
    pub(crate) fn peek(&mut self, len: usize) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        while bytes.len() < len {
            let mut piece = vec![0; STREAM_BYTES];
            let read = self.read(&mut piece)?;
            if read == 0 {
                break;
            }
            bytes.extend_from_slice(&piece[..read]);
        }
        self.chunk = Cursor::new(bytes);
        let bytes = self.chunk.get_ref();
        Ok(bytes[..len.min(bytes.len())].to_vec())
    }
}

impl Read for Stream {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            match self.chunk.read(buffer)? {
                0 if !buffer.is_empty() => {}
                len => return Ok(len),
            }
            match self.chunks.recv_timeout(SIGNALS_HEEDED) {
                Ok(chunk) => self.chunk = Cursor::new(chunk?),
                Err(RecvTimeoutError::Disconnected) => return Ok(0),
                Err(RecvTimeoutError::Timeout) if interrupt::happened() => {
                    return Err(io::Error::other("a signal ended the run"));
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }
}

/// True if standard input is a pipe or a file, not a terminal or nothing at all.
pub(crate) fn stdin_is_input() -> bool {
    if io::stdin().is_terminal() {
        return false;
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt as _;
        let kind = fs::metadata("/dev/stdin").map(|data| data.file_type());
        kind.is_ok_and(|kind| kind.is_file() || kind.is_fifo() || kind.is_socket())
    }
    #[cfg(not(unix))]
    true
}

/// True if something is read that may keep its reader waiting: standard input, a pipe.
pub(crate) fn is_stream(path: &Path) -> bool {
    path.as_os_str() == "-" || fs::metadata(path).is_ok_and(|data| !data.is_file() && !data.is_dir())
}
