//! Results: tables, CSV, JSON lines, Parquet and Arrow, on standard output or in a file.

use crate::args::{Args, Format};
use crate::arrow::ArrowResult;
use crate::notices;
use comfy_table::{Cell, CellAlignment, ContentArrangement, Table, presets};
use datafusion::arrow::array::RecordBatch;
use datafusion::arrow::csv::WriterBuilder as CsvBuilder;
use datafusion::arrow::datatypes::SchemaRef;
use datafusion::arrow::error::ArrowError;
use datafusion::arrow::json::writer::LineDelimited;
use datafusion::arrow::json::{Writer as JsonWriter, WriterBuilder as JsonBuilder};
use datafusion::arrow::util::display::{ArrayFormatter, FormatOptions};
use datafusion::parquet::arrow::ArrowWriter;
use datafusion::parquet::errors::ParquetError;
use std::fs::File;
use std::io::{self, IsTerminal as _, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use tabiya::printable;
use tempfile::NamedTempFile;

/// The size of the memory in front of standard output.
const BUFFER: usize = 64 << 10;

/// The number of rows of a table that are shown where `--rows` says nothing.
const SHOWN: usize = 1000;

/// What comes of writing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Written {
    GoesOn,
    /// No more rows are wanted.
    Enough,
}

/// Where results go, one after the other.
#[derive(Debug)]
pub(crate) struct Output {
    format: Format,
    target: Target,
    /// The greatest number of rows of a table.
    rows: usize,
    /// The greatest number of rows of a result.
    row_limit: Option<u64>,
    quiet: bool,
    /// The result that is being written.
    result: Option<Writing>,
    /// The number of results so far.
    results: usize,
    /// The number of rows of the last result.
    written: u64,
    /// True if the reader of standard output has gone.
    is_gone: Arc<AtomicBool>,
}

/// Standard output, or a file.
#[derive(Debug)]
enum Target {
    Standard { terminal: bool },
    File(PathBuf),
}

/// Standard output, which remembers that its reader has gone: the writer of CSV passes on the text of an error only.
#[derive(Debug)]
struct Pipe {
    out: io::Stdout,
    is_gone: Arc<AtomicBool>,
}

impl Pipe {
    fn noted<T>(&self, done: io::Result<T>) -> io::Result<T> {
        if done.as_ref().is_err_and(|error| error.kind() == io::ErrorKind::BrokenPipe) {
            self.is_gone.store(true, Ordering::Relaxed);
        }
        done
    }
}

impl Write for Pipe {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let done = self.out.write(bytes);
        self.noted(done)
    }

    fn flush(&mut self) -> io::Result<()> {
        let done = self.out.flush();
        self.noted(done)
    }
}

/// A place to write to.
#[derive(Debug)]
enum Sink {
    Standard(io::BufWriter<Pipe>),
    /// A device or a pipe, which is written to as it is.
    Device(io::BufWriter<File>),
    /// A file, which gets its name when it is complete.
    File(io::BufWriter<NamedTempFile>, PathBuf),
}

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Sink::Standard(out) => out.write(bytes),
            Sink::Device(out) => out.write(bytes),
            Sink::File(out, _) => out.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Sink::Standard(out) => out.flush(),
            Sink::Device(out) => out.flush(),
            Sink::File(out, _) => out.flush(),
        }
    }
}

impl Sink {
    fn open(target: &Target, is_gone: &Arc<AtomicBool>) -> io::Result<Sink> {
        let path = match target {
            Target::Standard { .. } => {
                let pipe = Pipe { out: io::stdout(), is_gone: Arc::clone(is_gone) };
                return Ok(Sink::Standard(io::BufWriter::with_capacity(BUFFER, pipe)));
            }
            Target::File(path) => path,
        };
        if tabiya_disk::look(path)?.is_some_and(|data| !data.is_file()) {
            return Ok(Sink::Device(io::BufWriter::new(tabiya_disk::open_stream(path)?)));
        }
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        Ok(Sink::File(io::BufWriter::new(readable(folder)?), path.clone()))
    }

    /// The output so far is kept.
    fn keep(mut self) -> io::Result<()> {
        self.flush()?;
        match self {
            Sink::File(out, path) => {
                let file = out.into_inner().map_err(io::IntoInnerError::into_error)?;
                file.persist(path).map(drop).map_err(|error| error.error)
            }
            Sink::Standard(_) | Sink::Device(_) => Ok(()),
        }
    }
}

/// A temporary file that others may read when it has its name, as with any new file.
fn readable(folder: &Path) -> io::Result<NamedTempFile> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let all = std::fs::Permissions::from_mode(0o666);
        tempfile::Builder::new().permissions(all).tempfile_in(folder)
    }
    #[cfg(not(unix))]
    NamedTempFile::new_in(folder)
}

/// A result that is being written.
#[derive(Debug)]
enum Writing {
    Table(Box<TableText>, Sink),
    Csv(Box<datafusion::arrow::csv::Writer<Sink>>, SchemaRef),
    Json(Box<JsonWriter<Sink, LineDelimited>>),
    Parquet(Box<ArrowWriter<Sink>>),
    Arrow(ArrowResult<Sink>),
}

impl Output {
    /// The output that the options ask for. Nothing is opened yet.
    pub(crate) fn new(args: &Args) -> Result<Output, String> {
        let terminal = io::stdout().is_terminal();
        let format = args.format(terminal)?;
        let target = match &args.output {
            Some(path) => Target::File(path.clone()),
            None if format.is_binary() && terminal => {
                return Err(format!("{format} is no text for a terminal; name a file with -o"));
            }
            None => Target::Standard { terminal },
        };
        Ok(Output {
            format,
            target,
            rows: args.rows.unwrap_or(if args.output.is_some() { usize::MAX } else { SHOWN }),
            row_limit: args.row_limit,
            quiet: args.quiet,
            result: None,
            results: 0,
            written: 0,
            is_gone: Arc::default(),
        })
    }

    /// True if nobody reads standard output any more.
    pub(crate) fn is_closed(&self) -> bool {
        self.is_gone.load(Ordering::Relaxed)
    }

    /// The number of rows of the last result.
    pub(crate) fn written(&self) -> u64 {
        self.written
    }

    /// Begins a result.
    pub(crate) fn begin(&mut self, schema: &SchemaRef) -> Result<(), String> {
        if self.results > 0 && (matches!(self.target, Target::File(_)) || self.format.is_binary()) {
            return Err("a file holds the result of one statement; run the others apart".into());
        }
        (self.written, self.results) = (0, self.results + 1);
        let sink = Sink::open(&self.target, &self.is_gone).map_err(|error| self.unwritten(&error))?;
        self.result = Some(match self.format {
            Format::Table => Writing::Table(Box::new(TableText::new(schema, self.width())), sink),
            Format::Csv => {
                let writer = CsvBuilder::new().with_header(true).build(sink);
                Writing::Csv(Box::new(writer), Arc::clone(schema))
            }
            Format::Json => Writing::Json(Box::new(JsonBuilder::new().with_explicit_nulls(true).build(sink))),
            Format::Parquet => {
                let writer = ArrowWriter::try_new(sink, Arc::clone(schema), None);
                Writing::Parquet(Box::new(writer.map_err(|error| self.failed(&of_parquet(error)))?))
            }
            Format::Arrow => {
                let writer = match &sink {
                    Sink::File(..) => ArrowResult::file(sink, schema),
                    Sink::Standard(_) | Sink::Device(_) => ArrowResult::stream(sink, schema),
                };
                match writer {
                    Ok(writer) => Writing::Arrow(writer),
                    Err(error) => return self.broken(&error),
                }
            }
        });
        Ok(())
    }

    /// Writes rows.
    pub(crate) fn write(&mut self, batch: &RecordBatch) -> Result<Written, String> {
        if let Some(most) = self.row_limit
            && self.written + batch.num_rows() as u64 > most
        {
            return Err(format!("the result has more than {most} rows; --row-limit allows more"));
        }
        let done = match &mut self.result {
            None => return Ok(Written::Enough),
            Some(Writing::Table(table, _)) => {
                let room = self.rows.saturating_sub(table.rows());
                table.push(batch, room).map(|()| batch.num_rows() <= room)
            }
            Some(Writing::Csv(writer, _)) if batch.num_rows() > 0 => writer.write(&flat(batch)).map(|()| true),
            Some(Writing::Csv(..)) => Ok(true),
            Some(Writing::Json(writer)) => writer.write(batch).map(|()| true),
            Some(Writing::Parquet(writer)) => writer.write(batch).map(|()| true).map_err(of_parquet),
            Some(Writing::Arrow(writer)) => writer.write(batch).map(|()| true),
        };
        self.written += batch.num_rows() as u64;
        match done {
            Ok(true) => Ok(Written::GoesOn),
            Ok(false) => {
                if !self.quiet {
                    notices::note(&format!(
                        "these are the first {} rows; --rows N shows more, -o writes all",
                        self.rows
                    ));
                }
                Ok(Written::Enough)
            }
            Err(error) => self.broken(&error).map(|()| Written::Enough),
        }
    }

    /// Ends a result.
    pub(crate) fn end(&mut self) -> Result<(), String> {
        let done = match self.result.take() {
            None => return Ok(()),
            Some(Writing::Table(table, mut sink)) => {
                writeln!(sink, "{table}").and_then(|()| sink.keep()).map_err(ArrowError::from)
            }
            Some(Writing::Csv(mut writer, schema)) => {
                // The names of the columns come with the first rows, so that a statement that fails at once writes nothing. A
                // result without rows also has them.
                let none = RecordBatch::new_empty(schema);
                let named = if self.written == 0 { writer.write(&flat(&none)) } else { Ok(()) };
                named.and_then(|()| writer.into_inner().keep().map_err(ArrowError::from))
            }
            Some(Writing::Json(mut writer)) => {
                writer.finish().and_then(|()| writer.into_inner().keep().map_err(ArrowError::from))
            }
            Some(Writing::Parquet(writer)) => {
                writer.into_inner().map_err(of_parquet).and_then(|sink| sink.keep().map_err(ArrowError::from))
            }
            Some(Writing::Arrow(writer)) => writer.into_inner().and_then(|sink| sink.keep().map_err(ArrowError::from)),
        };
        done.or_else(|error| self.broken(&error))
    }

    /// Ends the output.
    pub(crate) fn finish(self) -> Result<(), String> {
        match &self.target {
            Target::File(path) if self.results == 0 => {
                Err(format!("no statement has a result, so {} was not written", path.display()))
            }
            _ => Ok(()),
        }
    }

    /// The width of tables, if it matters.
    fn width(&self) -> Option<u16> {
        match self.target {
            Target::Standard { terminal: true } => terminal_size::terminal_size().map(|(width, _)| width.0),
            _ => None,
        }
    }

    /// An error of writing; none if the reader has gone.
    fn broken(&mut self, error: &ArrowError) -> Result<(), String> {
        self.result = None;
        if self.is_closed() {
            return Ok(());
        }
        Err(self.failed(error))
    }

    fn failed(&self, error: &ArrowError) -> String {
        match error {
            ArrowError::IoError(_, error) => self.unwritten(error),
            error => format!("cannot write {}: {error}", self.place()),
        }
    }

    fn unwritten(&self, error: &io::Error) -> String {
        format!("cannot write {}: {error}", self.place())
    }

    fn place(&self) -> String {
        match &self.target {
            Target::Standard { .. } => "standard output".into(),
            Target::File(path) => path.display().to_string(),
        }
    }
}

/// Keeps what the system says of an error.
fn of_parquet(error: ParquetError) -> ArrowError {
    match error {
        ParquetError::External(inner) => match inner.downcast::<io::Error>() {
            Ok(error) => ArrowError::from(*error),
            Err(other) => ArrowError::ExternalError(other),
        },
        other => ArrowError::from(other),
    }
}

/// The same rows, with maps and lists as texts, for CSV has no others.
fn flat(batch: &RecordBatch) -> RecordBatch {
    use datafusion::arrow::array::StringArray;
    use datafusion::arrow::datatypes::{DataType, Field, Schema};
    let schema = batch.schema();
    if schema.fields().iter().all(|field| !field.data_type().is_nested()) {
        return batch.clone();
    }
    let options = FormatOptions::default();
    let columns = schema.fields().iter().zip(batch.columns()).map(|(field, array)| {
        if !field.data_type().is_nested() {
            return (Arc::clone(field), Arc::clone(array));
        }
        let texts: StringArray = match ArrayFormatter::try_new(array, &options) {
            Ok(shown) => {
                (0..array.len()).map(|row| (!array.is_null(row)).then(|| shown.value(row).to_string())).collect()
            }
            Err(_) => StringArray::new_null(array.len()),
        };
        (Arc::new(Field::new(field.name(), DataType::Utf8, true)), Arc::new(texts) as _)
    });
    let (fields, arrays): (Vec<_>, Vec<_>) = columns.unzip();
    RecordBatch::try_new(Arc::new(Schema::new(fields)), arrays).unwrap_or_else(|_| batch.clone())
}

/// A table for people.
#[derive(Debug)]
struct TableText {
    table: Table,
}

impl TableText {
    fn new(schema: &SchemaRef, width: Option<u16>) -> TableText {
        let mut table = Table::new();
        table.load_preset(presets::ASCII_FULL_CONDENSED);
        if let Some(width) = width {
            table.set_content_arrangement(ContentArrangement::Dynamic).set_width(width);
        }
        table.set_header(schema.fields().iter().map(|field| printable::line(field.name()).to_string()));
        for (column, field) in table.column_iter_mut().zip(schema.fields()) {
            if field.data_type().is_numeric() {
                column.set_cell_alignment(CellAlignment::Right);
            }
        }
        TableText { table }
    }

    fn rows(&self) -> usize {
        self.table.row_count()
    }

    /// Appends rows, at most this many.
    fn push(&mut self, batch: &RecordBatch, most: usize) -> Result<(), ArrowError> {
        let options = FormatOptions::default();
        let columns = batch.columns().iter().map(|array| ArrayFormatter::try_new(array, &options));
        let columns = columns.collect::<Result<Vec<ArrayFormatter<'_>>, ArrowError>>()?;
        for row in 0..batch.num_rows().min(most) {
            // Tags may hold anything, also what terminals obey.
            let cell = |column: &ArrayFormatter<'_>| Cell::new(printable::lines(&column.value(row).to_string()));
            self.table.add_row(columns.iter().map(cell));
        }
        Ok(())
    }
}

impl std::fmt::Display for TableText {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.table.fmt(f)
    }
}
