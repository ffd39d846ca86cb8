//! Reading ahead on another thread, so that decompressing and what is done with the bytes go on at the same time.

use std::io::{self, Read};
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::thread;

/// The greatest number of bytes of a piece. One has as many as come at once, so that nothing waits for a slow stream.
const PIECE: usize = 128 << 10;

/// The number of pieces that are read ahead.
const PIECES: usize = 8;

/// The bytes of another reader, which a thread of its own reads.
pub(crate) struct Ahead {
    /// A piece without bytes is the end.
    filled: Receiver<io::Result<Vec<u8>>>,
    /// Pieces that have been used, to be filled again.
    empty: Sender<Vec<u8>>,
    piece: Vec<u8>,
    /// The start of what is left of `piece`.
    at: usize,
    over: bool,
}

impl Ahead {
    /// Begins to read.
    pub(crate) fn start(source: Box<dyn Read + Send>) -> io::Result<Ahead> {
        let (filled_to, filled) = sync_channel(PIECES);
        let (empty, empty_from) = channel();
        thread::Builder::new().name("decompress".into()).spawn(move || read(source, &filled_to, &empty_from))?;
        Ok(Ahead { filled, empty, piece: Vec::new(), at: 0, over: false })
    }

    /// Waits for the next piece; an empty one at the end.
    fn next_piece(&mut self) -> io::Result<()> {
        let old = std::mem::take(&mut self.piece);
        self.at = 0;
        // The thread has gone when it has read everything.
        let _ = self.empty.send(old);
        let next = self.filled.recv().unwrap_or_else(|_| Err(io::Error::other("the decoder has failed")));
        self.over = next.as_ref().map_or(true, Vec::is_empty);
        self.piece = next?;
        Ok(())
    }
}

impl Read for Ahead {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.at == self.piece.len() && !self.over {
            self.next_piece()?;
        }
        let rest = &self.piece[self.at..];
        let len = rest.len().min(buffer.len());
        buffer[..len].copy_from_slice(&rest[..len]);
        self.at += len;
        Ok(len)
    }
}

/// The thread: reads until the end, an error, or until nobody wants more.
fn read(mut source: Box<dyn Read + Send>, filled: &SyncSender<io::Result<Vec<u8>>>, empty: &Receiver<Vec<u8>>) {
    loop {
        let mut piece = empty.try_recv().unwrap_or_default();
        piece.resize(PIECE, 0);
        let read = match source.read(&mut piece) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Ok(len) => {
                piece.truncate(len);
                Ok(piece)
            }
            Err(error) => Err(error),
        };
        let over = read.as_ref().map_or(true, Vec::is_empty);
        if filled.send(read).is_err() || over {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Some bytes a few at a time, then an error or the end.
    struct Failing(usize, bool);

    impl Read for Failing {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            if self.0 == 0 {
                return if self.1 { Err(io::Error::other("broken")) } else { Ok(0) };
            }
            let len = self.0.min(7).min(buffer.len());
            buffer[..len].fill(b'x');
            self.0 -= len;
            Ok(len)
        }
    }

    struct Panicking;

    impl Read for Panicking {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            panic!("a decoder that fails, on purpose")
        }
    }

    #[test]
    fn all_bytes_come_before_the_error() {
        for (fails, len) in [(false, 0), (true, 0), (false, 1000), (true, 1000)] {
            let mut ahead = Ahead::start(Box::new(Failing(len, fails))).unwrap();
            let mut bytes = Vec::new();
            let read = ahead.read_to_end(&mut bytes);
            assert_eq!((bytes.len(), read.is_err()), (len, fails));
            // After the end there is nothing.
            assert_eq!(ahead.read(&mut [0; 8]).unwrap(), 0);
        }
    }

    #[test]
    fn a_thread_that_fails_is_no_end() {
        let mut ahead = Ahead::start(Box::new(Panicking)).unwrap();
        assert_eq!(ahead.read(&mut [0; 8]).unwrap_err().to_string(), "the decoder has failed");
    }

    #[test]
    fn the_thread_ends_when_nobody_reads() {
        let ahead = Ahead::start(Box::new(io::repeat(b'x'))).unwrap();
        let Ahead { filled, empty, .. } = ahead;
        drop(filled);
        // The other end of the channel goes with the thread.
        while empty.send(Vec::new()).is_ok() {
            thread::yield_now();
        }
    }
}
