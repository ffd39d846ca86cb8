//! Bytes in memory, all at once.

use super::fault::{check_sum, error};
use ruzstd::decoding::FrameDecoder;
use ruzstd::encoding::{CompressionLevel, compress_to_vec};
use std::marker::PhantomData;
use std::{fmt, io};

/// Compresses bytes, always with the level that is the fastest.
#[derive(Debug)]
pub struct Compressor<'a>(PhantomData<&'a ()>);

impl Compressor<'_> {
    /// A compressor; the level is passed over.
    ///
    /// # Errors
    ///
    /// None.
    pub fn new(_level: i32) -> io::Result<Self> {
        Ok(Compressor(PhantomData))
    }

    /// Says whether a frame has a checksum: it always has one.
    ///
    /// # Errors
    ///
    /// None.
    pub fn include_checksum(&mut self, _included: bool) -> io::Result<()> {
        Ok(())
    }

    /// The bytes as a frame.
    ///
    /// # Errors
    ///
    /// None.
    pub fn compress(&mut self, bytes: &[u8]) -> io::Result<Vec<u8>> {
        Ok(compress_to_vec(bytes, CompressionLevel::Fastest))
    }

    /// Puts the bytes as a frame into `packed`, in place of what was there, and gives its length.
    ///
    /// # Errors
    ///
    /// None.
    pub fn compress_to_buffer(&mut self, bytes: &[u8], packed: &mut Vec<u8>) -> io::Result<usize> {
        *packed = self.compress(bytes)?;
        Ok(packed.len())
    }
}

/// Undoes the compression of bytes. Its memory is used again.
#[derive(Default)]
pub struct Decompressor<'a> {
    decoder: FrameDecoder,
    lifetime: PhantomData<&'a ()>,
}

impl fmt::Debug for Decompressor<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Decompressor").finish_non_exhaustive()
    }
}

impl Decompressor<'_> {
    /// A decompressor.
    ///
    /// # Errors
    ///
    /// None.
    pub fn new() -> io::Result<Self> {
        Ok(Decompressor::default())
    }

    /// The bytes of frames, up to a limit.
    ///
    /// # Errors
    ///
    /// If the frames are damaged, or have more bytes, or if there is not enough memory.
    pub fn decompress(&mut self, packed: &[u8], most: usize) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        bytes.try_reserve_exact(most).map_err(|_| io::ErrorKind::OutOfMemory)?;
        self.decoder.decode_all_to_vec(packed, &mut bytes).map_err(error)?;
        check_sum(&self.decoder)?;
        Ok(bytes)
    }
}

/// Some bytes as a frame; the level is passed over.
///
/// # Errors
///
/// None.
pub fn compress(bytes: &[u8], level: i32) -> io::Result<Vec<u8>> {
    Compressor::new(level)?.compress(bytes)
}

/// The bytes of a frame, up to a limit.
///
/// # Errors
///
/// Those of [`Decompressor::decompress`].
pub fn decompress(packed: &[u8], most: usize) -> io::Result<Vec<u8>> {
    Decompressor::new()?.decompress(packed, most)
}
