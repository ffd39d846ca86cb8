//! Rows as a workbook of Excel, with a head that stays in view and filters its columns.
//!
//! Texts are never formulas. Numbers that Excel would round are texts, and so is what it has no value for. The rows wait in
//! temporary files until the end of the run, since the file is a compressed archive; a sheet that is full is followed by another one.

use super::Encoder;
use super::packed::{failed, packed_rows};
use crate::cli::report::{Message, no_room};
use rust_xlsxwriter::{DocProperties, ExcelDateTime, Format, Workbook, Worksheet, XlsxError};
use tabiya::rows::{Cell, ColumnType};

/// The most rows of a sheet, of which the first one is its head.
const SHEET_ROWS: u32 = 1_048_576;

/// The most UTF-16 units of a text in a cell.
const MOST_TEXT: usize = 32_767;

/// The greatest whole number that Excel does not round: it keeps fifteen digits.
const MOST_EXACT: u64 = 999_999_999_999_999;

/// The number that stands for 1 January 1970 in a cell.
const DAYS_BEFORE_1970: i32 = 25_569;

/// 1 March 1900, as the number of days since 1970: before it, days are texts.
const FIRST_DAY: i32 = 61 - DAYS_BEFORE_1970;

/// Collects the rows of a workbook.
pub(super) struct WorkbookEncoder {
    columns: Vec<(String, ColumnType)>,
    book: Workbook,
    /// The row of the current sheet that comes next.
    row: u32,
    /// The number of rows of a sheet, its head among them.
    sheet_rows: u32,
}

impl WorkbookEncoder {
    /// An encoder of rows with these columns.
    pub(super) fn new<'n>(columns: impl Iterator<Item = (&'n str, ColumnType)>) -> Result<WorkbookEncoder, Message> {
        let columns = columns.map(|(name, ty)| (name.to_owned(), ty)).collect();
        let mut book = Workbook::new();
        // The same rows give the same file.
        let made = ExcelDateTime::from_ymd(2000, 1, 1).map_err(failed)?;
        book.set_properties(&DocProperties::new().set_creation_datetime(&made));
        let mut encoder = WorkbookEncoder { columns, book, row: 0, sheet_rows: SHEET_ROWS };
        encoder.begin_sheet().map_err(unwritten)?;
        Ok(encoder)
    }

    fn begin_sheet(&mut self) -> Result<(), XlsxError> {
        let bold = Format::new().set_bold();
        let sheet = self.book.add_worksheet_with_constant_memory()?;
        sheet.set_freeze_panes(1, 0)?;
        for (column, (name, ty)) in (0..).zip(&self.columns) {
            // Wide enough for the head, and for a name or a move.
            let width = if *ty == ColumnType::Text { 18 } else { 8 };
            sheet.set_column_width(column, u32::try_from(name.len() + 3).unwrap_or(width).max(width))?;
            sheet.write_string_with_format(0, column, name, &bold)?;
        }
        self.row = 1;
        Ok(())
    }

    /// Lets the columns of the current sheet be filtered.
    fn end_sheet(&mut self) -> Result<(), XlsxError> {
        let Some(last) = u16::try_from(self.columns.len()).ok().and_then(|columns| columns.checked_sub(1)) else {
            return Ok(());
        };
        let row = self.row - 1;
        if let Some(sheet) = self.book.worksheets_mut().last_mut() {
            sheet.autofilter(0, 0, row, last)?;
        }
        Ok(())
    }

    fn add(&mut self, cells: &[Cell<'_>]) -> Result<(), XlsxError> {
        if self.row == self.sheet_rows {
            self.end_sheet()?;
            self.begin_sheet()?;
        }
        let row = self.row;
        if let Some(sheet) = self.book.worksheets_mut().last_mut() {
            for (column, cell) in (0..).zip(cells) {
                write(sheet, (row, column), cell)?;
            }
        }
        self.row += 1;
        Ok(())
    }
}

fn write(sheet: &mut Worksheet, (row, column): (u32, u16), cell: &Cell<'_>) -> Result<(), XlsxError> {
    match cell {
        Cell::None | Cell::Unmatched => {}
        Cell::Boolean(value) => {
            sheet.write_boolean(row, column, *value)?;
        }
        Cell::Number(number) if number.unsigned_abs() <= MOST_EXACT => {
            sheet.write_number(row, column, *number as f64)?;
        }
        Cell::Sum(sum) if sum.unsigned_abs() <= u128::from(MOST_EXACT) => {
            sheet.write_number(row, column, *sum as f64)?;
        }
        Cell::Float(value) if value.is_finite() => {
            sheet.write_number(row, column, *value)?;
        }
        // Its calendar begins in 1900, where it has a 29th of February.
        Cell::Date(day) if *day >= FIRST_DAY => {
            let format = Format::new().set_num_format("yyyy-mm-dd");
            sheet.write_number_with_format(row, column, f64::from(*day + DAYS_BEFORE_1970), &format)?;
        }
        other => {
            sheet.write_string(row, column, cut(other.text().into_owned()))?;
        }
    }
    Ok(())
}

/// A text as long as a cell may be; three dots stand for the part that is left out.
fn cut(mut text: String) -> String {
    if text.len() <= MOST_TEXT || text.encode_utf16().count() <= MOST_TEXT {
        return text;
    }
    let mut units = 0;
    let end = text.char_indices().find(|(_, char)| {
        units += char.len_utf16();
        units >= MOST_TEXT
    });
    text.truncate(end.map_or(text.len(), |(place, _)| place));
    text.push('\u{2026}');
    text
}

impl Encoder for WorkbookEncoder {
    fn take(&mut self, rendered: &[u8]) -> Result<Vec<u8>, Message> {
        for row in packed_rows(rendered, self.columns.len()) {
            self.add(&row?).map_err(unwritten)?;
        }
        Ok(Vec::new())
    }

    fn finish(&mut self) -> Result<Vec<u8>, Message> {
        self.end_sheet().map_err(unwritten)?;
        self.book.save_to_buffer().map_err(unwritten)
    }

    /// A part of an archive is of no use.
    fn rescue(&mut self, _: u64) -> Option<(u64, Vec<u8>)> {
        Some((0, Vec::new()))
    }
}

fn unwritten(error: XlsxError) -> Message {
    match error {
        XlsxError::TempFileError(..) | XlsxError::IoError(_) | XlsxError::ZipError(_) => {
            no_room("the rows of the workbook", &error)
        }
        other => failed(other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_fit_into_cells() {
        assert_eq!(cut("x".repeat(MOST_TEXT)).len(), MOST_TEXT);
        for sign in ["x", "\u{e9}", "\u{1f0a1}"] {
            let text = cut(sign.repeat(MOST_TEXT + 1));
            assert!(text.encode_utf16().count() <= MOST_TEXT && text.ends_with('\u{2026}'), "{sign}");
            assert!(text.encode_utf16().count() >= MOST_TEXT - 1, "{sign}");
        }
    }

    #[test]
    fn full_sheets_are_followed_by_others() {
        let columns = [("n", ColumnType::Int64)];
        let mut encoder = WorkbookEncoder::new(columns.into_iter()).expect("a workbook");
        encoder.sheet_rows = 3;
        let rows: String = (1..=5).map(|n| format!("i{n};")).collect();
        assert!(encoder.take(rows.as_bytes()).expect("rows").is_empty());
        // A sheet with its head has two of five rows.
        assert_eq!((encoder.book.worksheets().len(), encoder.row), (3, 2));
        assert!(encoder.finish().expect("an archive").starts_with(b"PK"));
    }
}
