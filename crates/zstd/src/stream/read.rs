//! The decoder of one frame, as a reader.

use crate::fault::{check_sum, error};
use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};
use std::fmt;
use std::io::{self, BufRead, Read};
use std::marker::PhantomData;

/// How far a decoder is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Course {
    /// The header has not been read.
    Begins,
    /// Blocks are being read.
    Blocks,
    Over,
}

/// Reads the bytes of a frame from a reader, of which nothing behind the frame is taken.
pub struct Decoder<'a, R> {
    source: R,
    decoder: Box<FrameDecoder>,
    course: Course,
    lifetime: PhantomData<&'a ()>,
}

impl<R> fmt::Debug for Decoder<'_, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Decoder").finish_non_exhaustive()
    }
}

impl<R: BufRead> Decoder<'_, R> {
    /// A decoder of the frame with which a reader goes on.
    ///
    /// # Errors
    ///
    /// None.
    pub fn with_buffer(source: R) -> io::Result<Self> {
        Ok(Decoder { source, decoder: Box::default(), course: Course::Begins, lifetime: PhantomData })
    }

    /// The same: there is no decoder of several frames here.
    #[must_use]
    pub fn single_frame(self) -> Self {
        self
    }

    /// The reader behind the frame, if it has been read.
    pub fn finish(self) -> R {
        self.source
    }

    /// Reads the header. A frame that is to be skipped has no bytes.
    fn begin(&mut self) -> io::Result<()> {
        self.course = Course::Blocks;
        match self.decoder.init(&mut self.source) {
            Ok(()) => Ok(()),
            Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame { length, .. })) => {
                self.course = Course::Over;
                let skipped = io::copy(&mut (&mut self.source).take(length.into()), &mut io::sink())?;
                if skipped < u64::from(length) { Err(io::ErrorKind::UnexpectedEof.into()) } else { Ok(()) }
            }
            Err(fault) => Err(error(fault)),
        }
    }
}

impl<R: BufRead> Read for Decoder<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.course == Course::Begins {
            self.begin()?;
        }
        if self.course == Course::Over || buffer.is_empty() {
            return Ok(0);
        }
        while self.decoder.can_collect() == 0 && !self.decoder.is_finished() {
            self.decoder.decode_blocks(&mut self.source, BlockDecodingStrategy::UptoBlocks(1)).map_err(error)?;
        }
        let len = self.decoder.read(buffer)?;
        if len == 0 {
            self.course = Course::Over;
            check_sum(&self.decoder)?;
        }
        Ok(len)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bulk;

    /// Texts of many kinds: long, short, none, and such as nothing makes shorter.
    fn texts() -> Vec<Vec<u8>> {
        let noise =
            |len: u32| (0..len).map(|i| (i.wrapping_mul(2_654_435_761) >> 13 & 0xFF) as u8).collect::<Vec<u8>>();
        let moves = b"1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 ".repeat(40_000);
        vec![Vec::new(), b"x".to_vec(), noise(70), noise(700_000), moves.clone(), [moves, noise(5)].concat()]
    }

    fn read_all(packed: &[u8]) -> (Vec<u8>, io::Result<usize>, usize) {
        let mut decoder = Decoder::with_buffer(packed).unwrap().single_frame();
        let mut bytes = Vec::new();
        let read = decoder.read_to_end(&mut bytes);
        (bytes, read, decoder.finish().len())
    }

    #[test]
    fn what_the_library_in_c_packs_is_read_and_the_other_way_round() {
        for text in texts() {
            for level in [1, 3, 19] {
                let packed = zstd::bulk::compress(&text, level).unwrap();
                let (bytes, read, rest) = read_all(&[&packed[..], b"behind"].concat());
                assert!(bytes == text && read.is_ok() && rest == 6, "{} {level}", text.len());
                assert!(bulk::decompress(&packed, text.len()).unwrap() == text);
            }
            let packed = bulk::compress(&text, 3).unwrap();
            assert!(zstd::bulk::decompress(&packed, text.len()).unwrap() == text);
            assert!(bulk::decompress(&packed, text.len() + 9).unwrap() == text);
            assert!(packed.len() <= crate::zstd_safe::compress_bound(text.len()));
        }
    }

    #[test]
    fn frames_to_be_skipped_have_no_bytes() {
        let skipped = [&[0x50, 0x2A, 0x4D, 0x18, 3, 0, 0, 0][..], b"abc", b"behind"].concat();
        let (bytes, read, rest) = read_all(&skipped);
        assert!(bytes.is_empty() && read.is_ok() && rest == 6);
        assert_eq!(read_all(&skipped[..9]).1.unwrap_err().kind(), io::ErrorKind::UnexpectedEof);
    }

    #[test]
    fn damage_is_an_error() {
        let text = b"1. e4 e5 2. Nf3 Nc6 ".repeat(20_000);
        let mut compressor = zstd::bulk::Compressor::new(3).unwrap();
        compressor.include_checksum(true).unwrap();
        let packed = compressor.compress(&text).unwrap();
        for len in 0..packed.len() {
            assert_eq!(read_all(&packed[..len]).1.unwrap_err().kind(), io::ErrorKind::UnexpectedEof, "{len}");
        }
        for at in 0..packed.len() {
            let mut damaged = packed.clone();
            damaged[at] ^= 0x10;
            let (bytes, read, _) = read_all(&damaged);
            assert!(read.is_err() || bytes == text, "{at}");
            // It always comes to an end.
            let _ = bulk::decompress(&damaged, text.len());
        }
        assert!(bulk::decompress(&packed, text.len() - 1).is_err());
        let wide = [0x28, 0xB5, 0x2F, 0xFD, 0, 0xF0, 0, 0, 0];
        assert!(read_all(&wide).1.unwrap_err().to_string().contains("too much memory"));
    }
}
