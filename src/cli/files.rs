//! The files that queries read and write themselves.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{self, Write as _};
use std::sync::{Mutex, PoisonError};
use tabiya::Files;

/// Files on disk. Those that are written stay open until the end of the run.
#[derive(Debug, Default)]
pub(crate) struct DiskFiles {
    open: Mutex<HashMap<String, File>>,
}

impl Files for DiskFiles {
    fn read(&self, name: &str) -> io::Result<String> {
        Ok(text(fs::read(name)?))
    }

    fn write(&self, name: &str, text: &str) -> io::Result<bool> {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(file) = open.get_mut(name) {
            return file.write_all(text.as_bytes()).map(|()| false);
        }
        let mut file = File::create(name)?;
        file.write_all(text.as_bytes())?;
        open.insert(name.to_owned(), file);
        Ok(true)
    }
}

/// Bytes as text: UTF-8 if they are, else Latin-1.
pub(crate) fn text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap_or_else(|error| error.as_bytes().iter().map(|&byte| char::from(byte)).collect())
}
