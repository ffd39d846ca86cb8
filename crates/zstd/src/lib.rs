//! The part of the interface of the crate `zstd` that Tabiya uses, without C, so that there is a program for browsers. On floor 0.
//!
//! There it takes the place of `zstd`, under its name, and everything else stays as it is. Elsewhere the library in C is used, which
//! is about twice as fast. The decoder is `ruzstd`; this crate adds the checks that it leaves to others: the end of a frame, frames to be
//! skipped, checksums, and errors of the kinds that `zstd` gives.
//!
//! ```
//! let packed = tabiya_zstd::bulk::compress(b"1. e4 e5 1. e4 e5", 3)?;
//! assert_eq!(tabiya_zstd::bulk::decompress(&packed, 100)?, b"1. e4 e5 1. e4 e5");
//! # Ok::<(), std::io::Error>(())
//! ```

pub mod bulk;
mod fault;
pub mod stream;

/// Sizes.
pub mod zstd_safe {
    /// The most bytes that some bytes take when they are compressed.
    pub fn compress_bound(len: usize) -> usize {
        // Each block of 128 KiB has a header, and so has the frame.
        len + len / 256 + 64
    }
}
