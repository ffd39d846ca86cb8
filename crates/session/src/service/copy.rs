//! What a compressed file holds, kept on disk so that it can be read at any place: in pieces that are compressed one by one.
//!
//! There is no way into the middle of a compressed file, so the same pass writes what it unpacks to an unnamed
//! temporary file, in pieces of 256 KB with the fastest level of zstd. The copy is about as large as the original, any
//! piece is unpacked in less than a millisecond, and nothing is left when the server ends. Keeping the games in memory
//! would be bounded by memory, and reading from the start again would take seconds for each game. Of a file in memory the
//! pieces are in memory as well.

use std::io::{self, Read, Seek as _, SeekFrom, Write as _};
use std::sync::{Arc, Mutex, PoisonError};
use tempfile::SpooledTempFile;

/// The bytes in one piece.
const PIECE: usize = 256 << 10;

/// How hard the pieces are compressed: about as fast as they are read.
const LEVEL: i32 = 1;

/// The bytes of a stream so far. The file has no name, so it goes when nobody has it open any more.
#[derive(Debug)]
pub(super) struct Copy {
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    file: SpooledTempFile,
    /// Where each piece begins in the file, and where the last one ends.
    places: Vec<u64>,
    /// What follows the last piece.
    rest: Vec<u8>,
    /// The piece that was read last.
    last: Option<(usize, Vec<u8>)>,
    /// The reason why the copy is not complete.
    broken: Option<String>,
}

impl Copy {
    /// # Errors
    ///
    /// If no temporary file can be made.
    pub(super) fn new() -> io::Result<Copy> {
        let mut file = SpooledTempFile::new(0);
        file.roll()?;
        Ok(Copy::of(file))
    }

    /// One that is in memory, however long it grows.
    pub(super) fn in_memory() -> Copy {
        Copy::of(SpooledTempFile::new(usize::MAX))
    }

    fn of(file: SpooledTempFile) -> Copy {
        let state = State { file, places: vec![0], rest: Vec::new(), last: None, broken: None };
        Copy { state: Mutex::new(state) }
    }

    /// Bytes from a place on, as many as there are so far.
    pub(super) fn read_at(&self, offset: u64, len: usize) -> io::Result<Vec<u8>> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(reason) = &state.broken {
            return Err(io::Error::other(reason.clone()));
        }
        let place = usize::try_from(offset).map_err(io::Error::other)?;
        let (mut number, mut from) = (place / PIECE, place % PIECE);
        let mut bytes = Vec::new();
        while bytes.len() < len {
            let piece = state.piece(number)?;
            let Some(here) = piece.get(from..).filter(|here| !here.is_empty()) else { break };
            bytes.extend_from_slice(&here[..here.len().min(len - bytes.len())]);
            (number, from) = (number + 1, 0);
        }
        Ok(bytes)
    }

    fn append(&self, bytes: &[u8]) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if state.broken.is_none()
            && let Err(error) = state.append(bytes)
        {
            state.broken = Some(format!("there is no room for a copy of the file: {error}"));
        }
    }
}

impl State {
    fn append(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.rest.extend_from_slice(bytes);
        while self.rest.len() >= PIECE {
            let packed = zstd::bulk::compress(&self.rest[..PIECE], LEVEL)?;
            let end = self.places.last().copied().unwrap_or(0);
            self.file.seek(SeekFrom::Start(end))?;
            self.file.write_all(&packed)?;
            self.places.push(end + packed.len() as u64);
            self.rest.drain(..PIECE);
        }
        Ok(())
    }

    /// The bytes of a piece.
    fn piece(&mut self, number: usize) -> io::Result<&[u8]> {
        let Some(&[start, end]) = self.places.get(number..number + 2) else {
            return Ok(if number + 1 == self.places.len() { &self.rest } else { &[] });
        };
        if self.last.as_ref().is_none_or(|(last, _)| *last != number) {
            let mut packed = vec![0; usize::try_from(end - start).map_err(io::Error::other)?];
            self.file.seek(SeekFrom::Start(start))?;
            self.file.read_exact(&mut packed)?;
            self.last = Some((number, zstd::bulk::decompress(&packed, PIECE)?));
        }
        Ok(self.last.as_ref().map_or(&[], |(_, bytes)| bytes))
    }
}

/// A stream that is copied while it is read.
#[derive(Debug)]
pub(super) struct Copied<R> {
    pub(super) source: R,
    pub(super) copy: Arc<Copy>,
}

impl<R: Read> Read for Copied<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let len = self.source.read(buffer)?;
        self.copy.append(&buffer[..len]);
        Ok(len)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_copied_is_read_at_any_place() {
        let bytes: Vec<u8> = (0..(3 * PIECE + 1000)).map(|i| (i * i / 7).to_le_bytes()[0]).collect();
        check(Copy::new().unwrap(), &bytes);
        check(Copy::in_memory(), &bytes);
    }

    fn check(copy: Copy, bytes: &[u8]) {
        let copy = Arc::new(copy);
        let mut copied = Copied { source: bytes, copy: Arc::clone(&copy) };
        assert_eq!(io::copy(&mut copied, &mut io::sink()).unwrap(), bytes.len() as u64);
        for offset in [0, 1, PIECE - 1, PIECE, 2 * PIECE + 17, 3 * PIECE + 999, 3 * PIECE + 1000, 9 * PIECE] {
            for len in [0, 1, 500, PIECE, 2 * PIECE + 3] {
                let (from, to) = (offset.min(bytes.len()), (offset + len).min(bytes.len()));
                assert_eq!(copy.read_at(offset as u64, len).unwrap(), &bytes[from..to], "{offset} {len}");
            }
        }
    }
}
