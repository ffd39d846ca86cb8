//! The faults of a frame, as the kinds of errors that `zstd` gives.

use ruzstd::decoding::FrameDecoder;
use ruzstd::decoding::errors::FrameDecoderError;
use std::error::Error;
use std::io;

/// An error of the decoder: bytes that are missing are told apart from bytes that are wrong.
pub(crate) fn error(error: FrameDecoderError) -> io::Error {
    if matches!(error, FrameDecoderError::WindowSizeTooBig { .. }) {
        // In the words of the library in C, by which it is recognized.
        return io::Error::other("Frame requires too much memory for decoding");
    }
    let mut source: Option<&(dyn Error + 'static)> = Some(&error);
    while let Some(cause) = source {
        if let Some(cause) = cause.downcast_ref::<io::Error>()
            && cause.kind() == io::ErrorKind::UnexpectedEof
        {
            return io::Error::new(io::ErrorKind::UnexpectedEof, "incomplete frame");
        }
        source = cause.source();
    }
    io::Error::new(io::ErrorKind::InvalidData, error.to_string())
}

/// Compares the checksum of a frame that has been read with its bytes, if it has one.
pub(crate) fn check_sum(decoder: &FrameDecoder) -> io::Result<()> {
    match (decoder.get_checksum_from_data(), decoder.get_calculated_checksum()) {
        (Some(given), Some(found)) if given != found => {
            Err(io::Error::new(io::ErrorKind::InvalidData, "Restored data doesn't match checksum"))
        }
        _ => Ok(()),
    }
}
