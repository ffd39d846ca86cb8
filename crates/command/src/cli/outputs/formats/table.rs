//! Tables of texts: CSV, TSV and Markdown. A set is its squares with spaces between; what has
//! no value is empty.
//!
//! `--csv-safe` is not the default, because its apostrophe changes data, and programs would have to remove it again.

use std::fmt::Write as _;

/// The way a table is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TableKind {
    Csv {
        /// True if cells that a spreadsheet would take for formulas get an apostrophe.
        safe: bool,
    },
    Tsv {
        /// The same.
        safe: bool,
    },
    /// CSV as Excel opens it by itself in most languages: a byte order mark, semicolons, and no formulas.
    Excel,
    Markdown,
}

/// The byte order mark of UTF-8, without which Excel takes a text for one in the encoding of the system.
const MARK: &str = "\u{feff}";

impl TableKind {
    /// CSV for programs.
    pub(crate) const CSV: TableKind = TableKind::Csv { safe: false };

    /// The text before the first row.
    pub(crate) fn head<'n>(self, names: impl Iterator<Item = &'n str>) -> String {
        let mut text = String::new();
        let names: Vec<String> = names.map(str::to_owned).collect();
        let count = names.len();
        // Names of columns are nobody's formulas.
        match self {
            TableKind::Csv { .. } => TableKind::CSV.row(names.into_iter(), &mut text),
            TableKind::Excel => {
                text.push_str(MARK);
                self.row(names.into_iter(), &mut text);
            }
            TableKind::Tsv { .. } => TableKind::Tsv { safe: false }.row(names.into_iter(), &mut text),
            TableKind::Markdown => {
                self.row(names.into_iter(), &mut text);
                text.push_str(&"|---".repeat(count));
                text.push_str("|\n");
            }
        }
        text
    }

    /// Appends a row.
    pub(crate) fn row(self, cells: impl Iterator<Item = String>, out: &mut String) {
        match self {
            TableKind::Csv { safe } => separated((csv::WriterBuilder::new(), safe), cells, out),
            TableKind::Excel => {
                let mut writer = csv::WriterBuilder::new();
                writer.delimiter(b';').terminator(csv::Terminator::CRLF);
                separated((writer, true), cells, out);
            }
            TableKind::Tsv { safe } => {
                let cells = cells.map(|cell| if safe { guarded(cell) } else { cell });
                let cells: Vec<String> = cells.map(|cell| cell.replace(['\t', '\n', '\r'], " ")).collect();
                let _ = writeln!(out, "{}", cells.join("\t"));
            }
            TableKind::Markdown => {
                for cell in cells {
                    let cell = cell.replace('\\', "\\\\").replace('|', "\\|").replace('<', "&lt;");
                    let _ = write!(out, "| {} ", tabiya::printable::line(&cell));
                }
                out.push_str("|\n");
            }
        }
    }
}

/// Appends a row of CSV, in which no cell is a formula if it is `safe`.
fn separated((mut writer, safe): (csv::WriterBuilder, bool), cells: impl Iterator<Item = String>, out: &mut String) {
    let mut bytes = Vec::new();
    let mut writer = writer.buffer_capacity(512).from_writer(&mut bytes);
    // Writing to memory does not fail.
    let _ = writer.write_record(cells.map(|cell| if safe { guarded(cell) } else { cell }));
    drop(writer);
    out.push_str(&String::from_utf8_lossy(&bytes));
}

/// A cell that no spreadsheet takes for a formula. A number with its sign stays one.
fn guarded(cell: String) -> String {
    let is_number = || cell.parse::<f64>().is_ok() && cell.contains(|c: char| c.is_ascii_digit());
    let formula = cell.starts_with(['=', '+', '-', '@', '\t', '\r']) && !is_number();
    if formula { format!("'{cell}") } else { cell }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_and_numbers() {
        for cell in ["=1+1", "+cmd|x", "-2+3", "@SUM(A1)", "\t=1", "\r", "--", "-", "-inf"] {
            assert_eq!(guarded(cell.to_owned()), format!("'{cell}"));
        }
        for cell in ["", "-12", "+3", "-1.5e3", "a=b", "'=1", "e4 e5"] {
            assert_eq!(guarded(cell.to_owned()), cell);
        }
    }

    #[test]
    fn cells_cannot_break_their_row() {
        let row = |kind: TableKind| {
            let mut out = String::new();
            kind.row(["a|b", "c\td\ne", "\"x\", <b>"].map(str::to_owned).into_iter(), &mut out);
            out
        };
        assert_eq!(row(TableKind::Tsv { safe: false }), "a|b\tc d e\t\"x\", <b>\n");
        assert_eq!(row(TableKind::Csv { safe: false }), "a|b,\"c\td\ne\",\"\"\"x\"\", <b>\"\n");
        assert_eq!(row(TableKind::Excel), "a|b;\"c\td\ne\";\"\"\"x\"\", <b>\"\r\n");
        assert_eq!(TableKind::Excel.head(["a;b", "c"].into_iter()), "\u{feff}\"a;b\";c\r\n");
        let markdown = row(TableKind::Markdown);
        assert!(markdown.starts_with("| a\\|b | ") && markdown.ends_with("&lt;b> |\n"), "{markdown}");
        assert_eq!(markdown.lines().count(), 1);
        assert_eq!(TableKind::Markdown.head(["a", "b"].into_iter()), "| a | b |\n|---|---|\n");
    }
}
