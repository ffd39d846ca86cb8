//! A file from its beginning to its end: the next pieces are on their way while one is read.

use crate::{Object, store};
use std::collections::VecDeque;
use std::io::{self, Read};
use std::sync::Arc;
use std::sync::mpsc::Receiver;

/// The bytes of the first request, so that the first games come soon, and of the others.
const FIRST: u64 = 256 << 10;
const PIECE: u64 = 4 << 20;

/// The number of requests that are on their way.
const AHEAD: usize = 3;

/// Reads a file from its beginning.
pub struct RemoteReader {
    object: Arc<Object>,
    /// The place of the next request.
    next: u64,
    /// The answers that are awaited, in order.
    awaited: VecDeque<Receiver<io::Result<Vec<u8>>>>,
    piece: io::Cursor<Vec<u8>>,
}

impl std::fmt::Debug for RemoteReader {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("RemoteReader").field("next", &self.next).finish_non_exhaustive()
    }
}

impl RemoteReader {
    pub(crate) fn new(object: Arc<Object>) -> RemoteReader {
        RemoteReader { object, next: 0, awaited: VecDeque::new(), piece: io::Cursor::default() }
    }

    /// Makes requests until as many are on their way as may be.
    fn ask(&mut self) -> io::Result<()> {
        let size = self.object.meta.size;
        while self.awaited.len() < AHEAD && self.next < size {
            let (object, start) = (Arc::clone(&self.object), self.next);
            let end = (start + if start == 0 { FIRST } else { PIECE }).min(size);
            self.awaited.push_back(store::start(async move { object.range(start, end).await })?);
            self.next = end;
        }
        Ok(())
    }
}

impl Read for RemoteReader {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        loop {
            let read = self.piece.read(bytes)?;
            if read > 0 || bytes.is_empty() {
                return Ok(read);
            }
            self.ask()?;
            let Some(answer) = self.awaited.pop_front() else { return Ok(0) };
            match store::received(&answer) {
                Ok(piece) => self.piece = io::Cursor::new(piece),
                Err(error) => {
                    // Nothing comes after what is missing.
                    (self.next, self.awaited) = (u64::MAX, VecDeque::new());
                    return Err(error);
                }
            }
        }
    }
}
