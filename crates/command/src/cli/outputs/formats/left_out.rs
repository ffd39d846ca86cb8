//! In the place of Parquet, Arrow and workbooks in a light build: a type without values, and the message that says so.

use super::Encoder;
use crate::cli::options::format_names::FormatName;
use crate::cli::report::Message;
use tabiya::rows::ColumnType;

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
        let message = Message::error(
            "light-build",
            "this is a light build of Tabiya, which writes no Parquet, Arrow or Excel files",
        );
        Err(message.help("choose csv or jsonl, or build it with its usual features: cargo build --release"))
    }

    /// What makes the bytes of rows with these columns.
    pub(crate) fn encoder<'n>(
        self,
        _: impl Iterator<Item = (&'n str, ColumnType)>,
    ) -> Result<Box<dyn Encoder>, Message> {
        match self {}
    }
}
