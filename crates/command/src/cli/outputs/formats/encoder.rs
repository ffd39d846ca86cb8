//! The last step of formats whose bytes depend on more than one game, such as columns with types.

use crate::cli::report::Message;

/// Makes the bytes of one output of what a format has rendered, in the order of the output.
pub(crate) trait Encoder {
    /// Takes what [`Format::game`](super::Format::game) or [`Format::tail`](super::Format::tail) has rendered; gives the bytes
    /// to be written now, if there are any.
    ///
    /// # Errors
    ///
    /// If the program has rendered what cannot be encoded.
    fn take(&mut self, rendered: &[u8]) -> Result<Vec<u8>, Message>;

    /// The bytes that are left, and those that end the output.
    ///
    /// # Errors
    ///
    /// As [`take`](Self::take).
    fn finish(&mut self) -> Result<Vec<u8>, Message>;

    /// Makes a whole of an output of which only the first `len` bytes could be written: the number of bytes to keep, 0 for
    /// none, and those to write after them. Nothing if it can be read as it is.
    fn rescue(&mut self, len: u64) -> Option<(u64, Vec<u8>)>;
}
