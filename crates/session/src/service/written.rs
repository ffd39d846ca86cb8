//! JSON that is written at once.
//!
//! Long answers are serialized element by element (`Each`): a value for each position of a game of a million plies
//! takes ten times its text, and the allocator keeps for each thread what was once freed there. An answer has at most 128 MB,
//! which is room for a game of half a million positions.

use super::failure::Failure;
use serde::{Serialize, Serializer};
use std::cell::Cell;
use std::{fmt, io};

/// The most bytes of an answer.
const MOST: usize = 128 << 20;

/// JSON that has been written already.
#[derive(Clone, Debug)]
pub struct Written(pub Vec<u8>);

impl Written {
    /// Writes a value.
    pub fn new(value: &impl Serialize) -> Result<Written, Failure> {
        let mut written = Written(Vec::new());
        let done = serde_json::to_writer(&mut written, value);
        done.map(|()| written).map_err(|error| match error.is_io() {
            true => Failure::conflict("too-large", format!("the answer has more than {} MB", MOST >> 20))
                .help("use the command line, which writes results of any size to files"),
            false => Failure::internal(),
        })
    }
}

impl io::Write for Written {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.0.len() + bytes.len() > MOST {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        self.0.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A list whose elements are made one by one while it is written, which it is once.
pub(crate) struct Each<'e, T>(Cell<Option<Box<dyn Iterator<Item = T> + 'e>>>);

impl<'e, T> Each<'e, T> {
    pub(super) fn new(elements: impl Iterator<Item = T> + 'e) -> Each<'e, T> {
        Each(Cell::new(Some(Box::new(elements))))
    }
}

impl<T> fmt::Debug for Each<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Each")
    }
}

impl<T: Serialize> Serialize for Each<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.take().into_iter().flatten())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_has_an_end() {
        let text = "x".repeat(1 << 20);
        let long = |count: usize| Written::new(&Each::new(std::iter::repeat_n(&text, count)));
        assert_eq!(long(3).unwrap().0.len(), 3 * ((1 << 20) + 3) + 1);
        let failure = long(usize::MAX).unwrap_err();
        assert!(failure.message.contains("more than 128 MB"), "{}", failure.message);
    }
}
