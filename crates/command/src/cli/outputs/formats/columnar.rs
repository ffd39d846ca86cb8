//! Rows as columns with types: Parquet files, and files and streams of Apache Arrow. Workbooks have a file of their own.
//!
//! Parquet files have no page index: without it, the end of a file depends on its row groups only, so a file that could
//! not be written to its end gets one for the row groups that it has. Readers skip whole row groups by their statistics
//! all the same. Snappy is written in Rust alone, and every reader of Parquet knows it; for zstd, the package `parquet`
//! needs an older version than ours.

use super::encoder::Encoder;
use super::packed::{failed, packed_rows};
use super::workbook::WorkbookEncoder;
use crate::cli::options::format_names::FormatName;
use crate::cli::report::Message;
use arrow_ipc::writer::{FileWriter, StreamWriter};
use parquet::arrow::ArrowWriter;
use parquet::basic::Compression;
use parquet::file::metadata::{FileMetaData, ParquetMetaData, ParquetMetaDataWriter, RowGroupMetaData};
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use tabiya::rows::{Batches, ColumnType, RecordBatch};

/// The number of rows after which a row group of a Parquet file ends. Its columns are in memory until then.
const GROUP_ROWS: usize = 1 << 17;

/// The number of bytes in memory after which it ends as well.
const GROUP_BYTES: usize = 32 << 20;

/// A form of columns with types.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ColumnarKind {
    Parquet,
    /// The file format of Arrow IPC, which has an index of its batches at the end.
    ArrowFile,
    /// The streaming format of Arrow IPC, which can be read before it is complete.
    ArrowStream,
    /// A workbook of Excel.
    Workbook,
}

impl ColumnarKind {
    /// The form of a format, which is a stream where it is written to a pipe.
    ///
    /// # Errors
    ///
    /// None: every form is in this build.
    pub(crate) fn of(format: FormatName, is_stream: bool) -> Result<ColumnarKind, Message> {
        Ok(match format {
            FormatName::Parquet => ColumnarKind::Parquet,
            FormatName::Xlsx => ColumnarKind::Workbook,
            _ if is_stream => ColumnarKind::ArrowStream,
            _ => ColumnarKind::ArrowFile,
        })
    }

    /// What makes the bytes of rows with these columns.
    ///
    /// # Errors
    ///
    /// If the columns cannot be encoded.
    pub(crate) fn encoder<'n>(
        self,
        columns: impl Iterator<Item = (&'n str, ColumnType)>,
    ) -> Result<Box<dyn Encoder>, Message> {
        Ok(match self {
            ColumnarKind::Workbook => Box::new(WorkbookEncoder::new(columns)?),
            ColumnarKind::Parquet => Box::new(ColumnarEncoder::parquet(columns)?),
            ColumnarKind::ArrowFile | ColumnarKind::ArrowStream => {
                Box::new(ColumnarEncoder::arrow(columns, self == ColumnarKind::ArrowStream)?)
            }
        })
    }
}

/// Makes batches of rows, and bytes of batches.
struct ColumnarEncoder {
    batches: Batches,
    writer: Writer,
    /// The number of bytes made so far.
    made: u64,
    /// The row groups of a Parquet file that is complete.
    complete: Option<Vec<RowGroupMetaData>>,
}

/// Something that makes bytes of batches, which are taken out as they come.
enum Writer {
    Parquet(Box<ArrowWriter<Vec<u8>>>),
    File(Box<FileWriter<Vec<u8>>>),
    Stream(Box<StreamWriter<Vec<u8>>>),
}

impl ColumnarEncoder {
    fn parquet<'n>(columns: impl Iterator<Item = (&'n str, ColumnType)>) -> Result<ColumnarEncoder, Message> {
        let properties = WriterProperties::builder()
            .set_compression(Compression::SNAPPY)
            // Without an index of pages, the end of the file depends on nothing but the row groups.
            .set_statistics_enabled(EnabledStatistics::Chunk)
            .set_offset_index_disabled(true)
            .set_max_row_group_row_count(Some(GROUP_ROWS));
        let batches = Batches::of(columns);
        let writer = ArrowWriter::try_new(Vec::new(), batches.schema(), Some(properties.build())).map_err(failed)?;
        Ok(ColumnarEncoder { batches, writer: Writer::Parquet(Box::new(writer)), made: 0, complete: None })
    }

    fn arrow<'n>(
        columns: impl Iterator<Item = (&'n str, ColumnType)>,
        is_stream: bool,
    ) -> Result<ColumnarEncoder, Message> {
        let batches = Batches::of(columns);
        let schema = batches.schema();
        let writer = if is_stream {
            Writer::Stream(Box::new(StreamWriter::try_new(Vec::new(), &schema).map_err(failed)?))
        } else {
            Writer::File(Box::new(FileWriter::try_new(Vec::new(), &schema).map_err(failed)?))
        };
        Ok(ColumnarEncoder { batches, writer, made: 0, complete: None })
    }
}

impl Encoder for ColumnarEncoder {
    fn take(&mut self, rendered: &[u8]) -> Result<Vec<u8>, Message> {
        for row in packed_rows(rendered, self.batches.schema().fields().len()) {
            self.batches.push_cells(row?);
            if self.batches.is_full() {
                self.writer.write(&self.batches.finish())?;
            }
        }
        self.bytes()
    }

    fn finish(&mut self) -> Result<Vec<u8>, Message> {
        if self.batches.rows() > 0 {
            self.writer.write(&self.batches.finish())?;
        }
        match &mut self.writer {
            Writer::Parquet(writer) => {
                self.complete = Some(writer.finish().map_err(failed)?.row_groups().to_vec());
            }
            Writer::File(writer) => writer.finish().map_err(failed)?,
            Writer::Stream(writer) => writer.finish().map_err(failed)?,
        }
        self.bytes()
    }

    /// A Parquet file gets an end that names the row groups it has. Of an Arrow file the stream of batches remains, without
    /// the index at its end.
    fn rescue(&mut self, len: u64) -> Option<(u64, Vec<u8>)> {
        let Writer::Parquet(writer) = &self.writer else { return None };
        if self.complete.is_some() && len >= self.made {
            return None;
        }
        let groups = self.complete.as_deref().unwrap_or_else(|| writer.flushed_row_groups());
        let groups: Vec<RowGroupMetaData> = groups.iter().filter(|group| end_of(group) <= len).cloned().collect();
        let nothing = Some((0, Vec::new()));
        let Some(last) = groups.last() else { return nothing };
        let (keep, rows) = (end_of(last), groups.iter().map(RowGroupMetaData::num_rows).sum());
        let data = FileMetaData::new(1, rows, None, None, last.schema_descr_ptr(), None);
        let mut end = Vec::new();
        let written = ParquetMetaDataWriter::new(&mut end, &ParquetMetaData::new(data, groups)).finish();
        if written.is_ok() { Some((keep, end)) } else { nothing }
    }
}

impl ColumnarEncoder {
    /// Takes out the bytes that are there. The writers count what they write, so nothing depends on where it goes.
    fn bytes(&mut self) -> Result<Vec<u8>, Message> {
        let bytes = std::mem::take(match &mut self.writer {
            Writer::Parquet(writer) => {
                // It has a buffer of its own, which would keep the end of a row group.
                writer.sync().map_err(failed)?;
                writer.inner_mut()
            }
            Writer::File(writer) => writer.get_mut(),
            Writer::Stream(writer) => writer.get_mut(),
        });
        self.made += bytes.len() as u64;
        Ok(bytes)
    }
}

/// The number of bytes of a file up to the end of a row group.
fn end_of(group: &RowGroupMetaData) -> u64 {
    let ends = group.columns().iter().map(|column| {
        let (start, len) = column.byte_range();
        start + len
    });
    ends.max().unwrap_or(0)
}

impl Writer {
    fn write(&mut self, batch: &RecordBatch) -> Result<(), Message> {
        match self {
            Writer::Parquet(writer) => {
                writer.write(batch).map_err(failed)?;
                if writer.in_progress_size() < GROUP_BYTES { Ok(()) } else { writer.flush().map_err(failed) }
            }
            Writer::File(writer) => writer.write(batch).map_err(failed),
            Writer::Stream(writer) => writer.write(batch).map_err(failed),
        }
    }
}
