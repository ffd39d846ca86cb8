//! Output that stays in memory.

use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};

/// Bytes that are kept for anyone who has a copy of it.
#[derive(Clone, Debug, Default)]
pub struct Kept(Arc<Mutex<Vec<u8>>>);

impl Kept {
    /// The bytes written since it was taken last.
    pub fn take(&self) -> Vec<u8> {
        std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Write for Kept {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.try_reserve(bytes.len()).map_err(|_| io::ErrorKind::OutOfMemory)?;
        kept.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
