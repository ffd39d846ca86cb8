//! In the place of Parquet and Arrow in a light build: types without values, and the message that says so.

use super::{Encoder, Format, FoundGame, Tools};
use crate::cli::options::args::FormatName;
use crate::cli::report::Message;
use tabiya::rows::{ColumnType, Columns};

/// A form of columns with types: there is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ColumnarKind {}

impl ColumnarKind {
    /// The form of a format.
    ///
    /// # Errors
    ///
    /// Always: this build has none.
    pub(crate) fn of(_: FormatName, _: bool) -> Result<ColumnarKind, Message> {
        let message =
            Message::error("light-build", "this is a light build of Tabiya, which writes neither Parquet nor Arrow");
        Err(message.help("choose csv or jsonl, or build it with its usual features: cargo build --release"))
    }
}

#[derive(Debug)]
pub(crate) struct Columnar {
    pub(crate) kind: ColumnarKind,
    pub(crate) columns: Columns,
}

impl Format for Columnar {
    fn columns(&self) -> Option<&Columns> {
        Some(&self.columns)
    }

    fn game(&self, _: &FoundGame<'_>, _: &mut Tools, _: &mut String) {
        match self.kind {}
    }
}

pub(crate) enum ColumnarEncoder {}

impl ColumnarEncoder {
    pub(crate) fn new<'n>(
        kind: ColumnarKind,
        _: impl Iterator<Item = (&'n str, ColumnType)>,
    ) -> Result<ColumnarEncoder, Message> {
        match kind {}
    }
}

impl Encoder for ColumnarEncoder {
    fn take(&mut self, _: &[u8]) -> Result<Vec<u8>, Message> {
        match *self {}
    }

    fn finish(&mut self) -> Result<Vec<u8>, Message> {
        match *self {}
    }

    fn rescue(&mut self, _: u64) -> Option<(u64, Vec<u8>)> {
        match *self {}
    }
}
