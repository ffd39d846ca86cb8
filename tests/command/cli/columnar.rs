//! Parquet, Arrow and workbooks: read back, they have the rows of the CSV table of the same query.

use crate::cli::place::{GAMES, Place, Run, finished};
use arrow_array::cast::AsArray as _;
use arrow_array::types::{Date32Type, Float64Type, Int32Type, Int64Type};
use arrow_array::{Array, RecordBatch, RecordBatchReader};
use arrow_ipc::reader::{FileReader, StreamReader};
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use std::fs::File;
use std::io::Read as _;
use std::path::Path;
use std::process::Stdio;

/// A table as text, with the types of its columns.
#[derive(Debug, Default, PartialEq)]
struct Table {
    /// `name: type`
    columns: Vec<String>,
    /// Rows with their values; none where there is none.
    rows: Vec<Vec<Option<String>>>,
    /// The sizes of the batches.
    batches: Vec<usize>,
}

/// The value of a column in a row.
fn value(array: &dyn Array, row: usize) -> Option<String> {
    use arrow_array::types::ArrowPrimitiveType;
    fn number<T: ArrowPrimitiveType>(array: &dyn Array, row: usize) -> String
    where
        T::Native: ToString,
    {
        array.as_primitive::<T>().value(row).to_string()
    }
    array.is_valid(row).then(|| match array.data_type().to_string().as_str() {
        "Boolean" => array.as_boolean().value(row).to_string(),
        "Int32" => number::<Int32Type>(array, row),
        "Int64" => number::<Int64Type>(array, row),
        "Date32" => number::<Date32Type>(array, row),
        "Float64" => number::<Float64Type>(array, row),
        "Utf8" => array.as_string::<i32>().value(row).to_owned(),
        other => panic!("a column of type {other}"),
    })
}

impl Table {
    fn read(reader: impl RecordBatchReader) -> Table {
        let schema = reader.schema();
        let columns = schema.fields().iter().map(|field| format!("{}: {}", field.name(), field.data_type()));
        let mut table = Table { columns: columns.collect(), ..Table::default() };
        for batch in reader {
            let batch: RecordBatch = batch.expect("a batch");
            table.batches.push(batch.num_rows());
            let rows = (0..batch.num_rows()).map(|row| batch.columns().iter().map(|array| value(array, row)).collect());
            table.rows.extend(rows);
        }
        table
    }

    fn parquet(path: &Path) -> Table {
        let file = File::open(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        Table::read(ParquetRecordBatchReaderBuilder::try_new(file).expect("a Parquet file").build().expect("a reader"))
    }

    fn arrow(path: &Path) -> Table {
        Table::read(FileReader::try_new(File::open(path).expect("a file"), None).expect("an Arrow file"))
    }

    fn stream(bytes: &[u8]) -> Table {
        Table::read(StreamReader::try_new(bytes, None).expect("an Arrow stream"))
    }

    /// The rows as those of a CSV table: nothing where there is no value, or where a filter does not match.
    fn csv(&self) -> Vec<Vec<String>> {
        let text = |value: &Option<String>| value.clone().filter(|text| text != "false").unwrap_or_default();
        self.rows.iter().map(|row| row.iter().map(text).collect()).collect()
    }
}

/// The bytes that a search writes to a pipe.
fn piped(place: &Place, args: &[&str]) -> Vec<u8> {
    let output = place.command(args).stderr(Stdio::piped()).output().expect("it runs");
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    output.stdout
}

/// The rows of a search as CSV, without the names of the columns.
fn csv_rows(place: &Place, args: &[&str]) -> Vec<Vec<String>> {
    let bytes = piped(place, &[args, &["--format", "csv"]].concat());
    let mut reader = csv::Reader::from_reader(bytes.as_slice());
    reader.records().map(|record| record.expect("a row").iter().map(str::to_owned).collect()).collect()
}

/// The rows of a workbook below their head, as those of a CSV table: what its parts say, read without the crate that wrote them.
fn workbook_rows(path: &Path) -> Vec<Vec<String>> {
    let mut archive = zip::ZipArchive::new(File::open(path).expect("a workbook")).expect("an archive");
    let mut sheet = String::new();
    archive.by_name("xl/worksheets/sheet1.xml").expect("a sheet").read_to_string(&mut sheet).expect("a text");
    assert!(sheet.contains("state=\"frozen\"") && sheet.contains("<autoFilter"));
    assert!(!sheet.contains("<f>"), "no text is a formula");
    let regex = |text: &str| regex::Regex::new(text).expect("a pattern");
    let (rows, cells) = (
        regex(r"(?s)<row [^>]*>(.*?)</row>"),
        regex(r#"(?s)<c r="([A-Z]+)\d+"([^>]*)>(?:<v>(.*?)</v>|<is><t[^>]*>(.*?)</t></is>)</c>"#),
    );
    let escape = regex("_x([0-9A-F]{4})_");
    let text = |xml: &str| {
        let unescaped = xml.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&amp;", "&");
        let char = |hex: &regex::Captures<'_>| {
            char::from_u32(u32::from_str_radix(&hex[1], 16).expect("a number")).expect("a sign").to_string()
        };
        escape.replace_all(&unescaped, char).into_owned()
    };
    let mut table: Vec<Vec<String>> = Vec::new();
    for row in rows.captures_iter(&sheet) {
        let width = table.first().map_or(0, Vec::len);
        let mut line = vec![String::new(); width];
        for cell in cells.captures_iter(&row[1]) {
            let column = cell[1].bytes().fold(0, |column, letter| column * 26 + usize::from(letter - b'A') + 1) - 1;
            line.resize(line.len().max(column + 1), String::new());
            line[column] = match (&cell[2], cell.get(3), cell.get(4)) {
                (kind, Some(value), _) if kind.contains("t=\"b\"") => {
                    if value.as_str() == "1" {
                        "true".into()
                    } else {
                        String::new()
                    }
                }
                (_, Some(value), _) => value.as_str().to_owned(),
                (_, None, inline) => text(inline.map_or("", |inline| inline.as_str())),
            };
        }
        table.push(line);
    }
    table.split_off(1)
}

/// A search in all its forms of columns with types; the rows are those of its CSV table.
#[track_caller]
fn check(place: &Place, args: &[&str]) -> Table {
    let expected = csv_rows(place, args);
    assert!(!expected.is_empty(), "{args:?}");
    let with = |more: &[&str]| {
        let run = place.run(&[args, more, &["-q"]].concat());
        assert_eq!((run.code, run.out.as_str(), run.err.as_str()), (Some(0), "", ""), "{run}");
    };
    with(&["-o", "out.parquet"]);
    let table = Table::parquet(&place.path("out.parquet"));
    assert_eq!(table.csv(), expected, "{args:?}");
    for name in ["out.arrow", "out.feather"] {
        with(&["-o", name]);
        let arrow = Table::arrow(&place.path(name));
        assert_eq!((&arrow.columns, &arrow.rows), (&table.columns, &table.rows), "{args:?}");
    }
    with(&["-o", "out.xlsx"]);
    assert_eq!(workbook_rows(&place.path("out.xlsx")), expected, "{args:?}");
    let stream = Table::stream(&piped(place, &[args, &["--format", "arrow"]].concat()));
    assert_eq!((&stream.columns, &stream.rows), (&table.columns, &table.rows), "{args:?}");
    place.write("pipe.parquet", piped(place, &[args, &["--format", "parquet", "-o", "-"]].concat()));
    assert_eq!(Table::parquet(&place.path("pipe.parquet")), table, "{args:?}");
    table
}

/// Tags that other formats must take care of.
fn hostile() -> String {
    let tags = "[Event \"=1+1\\\\, \\\"x\\\"\"]\n[White \"\u{1b}[31m\u{202e}M\u{fc}ller \u{265e}\"]\n[Black \"a\tb, 'c'\"]\n\
                [ECO \"C20\"]\n[WhiteElo \"2850\"]\n[BlackElo \"x\"]\n[Date \"1851.??.??\"]\n[Annotator \"-\"]\n";
    format!("{tags}\n1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0\n")
}

#[test]
fn values_of_every_type() {
    let place = Place::new();
    place.write("hostile.pgn", hostile());
    let args = [
        "search",
        "-e",
        "next 1 9 (check* .) sort \"key\" #A sort \"name\" event",
        "--select",
        "number=ply*ply",
        "--select",
        "large=94906267*94906267",
        "--select",
        "text=event",
        "--select",
        "squares=k attacks .",
        "--select",
        "truth=check",
        "--select",
        "none=1/0",
        "--select",
        "here=currentposition",
        "games.pgn",
        "hostile.pgn",
    ];
    let table = check(&place, &args);
    let columns = table.columns.join(", ");
    assert_eq!(
        columns,
        "file: Utf8, game: Int64, position: Int32, ply: Int32, white: Utf8, black: Utf8, date: Utf8, event: Utf8, \
         eco: Utf8, result: Utf8, move: Utf8, san: Utf8, uci: Utf8, fen: Utf8, start: Int32, end: Int32, \
         length: Int64, moves: Utf8, uci_moves: Utf8, key: Int64, name: Utf8, number: Int64, large: Int64, text: Utf8, \
         squares: Utf8, truth: Boolean, none: Int64, here: Int32"
    );
    let place_of =
        |name: &str| table.columns.iter().position(|column| column.starts_with(&format!("{name}: "))).unwrap();
    let row = table.rows.iter().find(|row| row[0].as_deref() == Some("hostile.pgn")).expect("a row");
    let of = |name: &str| row[place_of(name)].as_deref();
    assert_eq!(of("event"), Some("=1+1\\, \"x\""));
    assert_eq!((of("white"), of("black")), (Some("\u{1b}[31m\u{202e}M\u{fc}ller \u{265e}"), Some("a\tb, 'c'")));
    assert_eq!((of("none"), of("truth")), (None, Some("false")));
    assert!(table.rows.iter().any(|row| row[place_of("truth")].as_deref() == Some("true")));
    assert!(table.rows.iter().any(|row| row[place_of("eco")].is_none()));
    let names = ["--columns", "game,year,whiteelo,blackelo,Annotator,date,eventdate,key"];
    let table = check(&place, &[&args[..], &names].concat());
    let first = table.rows.iter().find(|row| row[5].as_deref() == Some("1999.05.01")).expect("a row");
    assert_eq!(
        first[1..7].to_vec(),
        ["1999", "", "", "", "1999.05.01", ""].map(|text| (!text.is_empty()).then(|| text.into()))
    );
    assert!(table.rows.iter().any(|row| row[2].as_deref() == Some("2850") && row[4].as_deref() == Some("-")));
}

#[test]
fn choices_of_rows_are_those_of_tables() {
    let place = Place::new();
    place.write("many.pgn", GAMES.repeat(40));
    let search = ["search", "-e", "ply>=0", "many.pgn"];
    for more in [
        &["--sort", "#A attacks ."][..],
        &["--sort", "min event", "--limit", "5"],
        &["--sort", "ply", "--columns", "game,sort ply,ply"],
        &["--per-game", "2"],
        &["--last", "-j", "2"],
        &["--sample-rows", "17", "--seed", "5"],
        &["--limit", "3", "-j", "1"],
    ] {
        check(&place, &[&search, more].concat());
    }
    // Nothing found: the columns are there all the same.
    let run = place.search("false", &["-o", "none.parquet"]);
    assert_eq!(run.code, Some(1), "{run}");
    let none = Table::parquet(&place.path("none.parquet"));
    assert_eq!((none.columns.len(), none.rows.len()), (14, 0));
}

#[test]
fn several_queries_and_their_outputs() {
    let place = Place::new();
    place.write("mates.cql", "x=k mate");
    place.write("starts.cql", "x=7 initial");
    let both = ["search", "-f", "mates.cql", "-f", "starts.cql", "--select", "x=x", "games.pgn"];
    // In one output a set and a number are texts.
    let table = check(&place, &both);
    assert_eq!((table.columns[0].as_str(), table.columns[15].as_str()), ("query: Utf8", "x: Utf8"));
    let xs: Vec<Option<&str>> = table.rows.iter().map(|row| row[15].as_deref()).collect();
    assert_eq!(xs, [Some("e7"), Some("7"), Some("7"), Some("7")]);
    place.write("mates.cql", "cql(output mates.parquet) x=k mate");
    place.write("starts.cql", "cql(output starts.arrow) x=7 initial");
    let run = place.run(&both);
    assert_eq!(run.code, Some(0), "{run}");
    assert_eq!(Table::parquet(&place.path("mates.parquet")).rows.len(), 1);
    let starts = Table::arrow(&place.path("starts.arrow"));
    assert_eq!((starts.rows.len(), starts.columns[15].as_str()), (3, "x: Int64"));
    let run = place.run(&[&both[..], &["-o", "{query}.{ext}", "--format", "parquet"]].concat());
    assert_eq!(run.code, Some(0), "{run}");
    assert_eq!(Table::parquet(&place.path("starts.parquet")).columns, starts.columns[1..]);
}

#[test]
fn counts_by_value() {
    let place = Place::new();
    let args = ["search", "-e", "ply>=0", "--tally", "ply % 2", "--tally", "check", "--tally", "event", "games.pgn"];
    let expected = csv_rows(&place, &args);
    for (name, read) in [("t.parquet", Table::parquet as fn(&Path) -> Table), ("t.arrow", Table::arrow)] {
        let run = place.run(&[&args[..], &["-o", name]].concat());
        assert_eq!(run.code, Some(0), "{run}");
        let table = read(&place.path(name));
        let columns = "ply % 2: Int64, check: Boolean, event: Utf8, games: Int64, positions: Int64, share: Float64";
        assert_eq!(table.columns.join(", "), columns);
        assert!(table.rows.iter().any(|row| row[1].as_deref() == Some("false")));
        assert_eq!(table.csv(), expected);
    }
    let run = place.run(&["search", "-e", "mate", "-e", "check", "--tally", "eco", "-o", "q.parquet", "games.pgn"]);
    assert_eq!(run.code, Some(0), "{run}");
    let table = Table::parquet(&place.path("q.parquet"));
    assert_eq!(table.columns[..2], ["query: Utf8", "eco: Utf8"]);
    assert_eq!(table.rows[0][..3].to_vec(), [Some("query".into()), None, Some("1".into())]);
}

#[test]
fn many_rows_come_in_batches_and_in_order() {
    let place = Place::new();
    place.write("games.pgn", GAMES.repeat(3000));
    let args = ["search", "-e", "true", "--columns", "game,position,fen", "-j", "2"];
    let table = check(&place, &[&args[..], &["games.pgn"]].concat());
    assert_eq!(table.rows.len(), 45_000);
    let stream = Table::stream(&piped(&place, &[&args[..], &["--format", "arrow", "games.pgn"]].concat()));
    assert_eq!(stream.batches, [8192, 8192, 8192, 8192, 8192, 4040]);
    // The rows of a stream are there before it ends: a reader that goes ends the run.
    let mut command = place.command(&[&args[..], &["--format", "arrow", "games.pgn"]].concat());
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut reader = StreamReader::try_new(child.stdout.take().unwrap(), None).unwrap();
    assert_eq!(reader.next().unwrap().unwrap().num_rows(), 8192);
    drop(reader);
    let run = finished(child);
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "{run}");
}

#[test]
fn a_run_that_fails_keeps_its_rows() {
    for (name, read) in [("out.parquet", Table::parquet as fn(&Path) -> Table), ("out.arrow", Table::arrow)] {
        for query in ["mate or {gamenumber==3 cql_abort}", "{mate sort ply} or {gamenumber==3 cql_abort}"] {
            let place = Place::new();
            place.write(name, "old");
            let run = place.search(query, &["-o", name]);
            assert_eq!(run.code, Some(2), "{run}");
            assert_eq!(place.read(name), "old");
            let partial = format!("{name}.partial");
            assert!(run.err.contains(&format!("the results so far are in {partial}")), "{run}");
            let table = read(&place.path(&partial));
            assert_eq!(table.rows.len(), 1);
            assert_eq!(table.rows[0][10].as_deref(), Some("3. Qxe5#"));
        }
        let place = Place::new();
        let run = place.search("stalemate cql_abort", &["-o", name]);
        assert!(run.code == Some(2) && run.err.contains("there are no results so far"), "{run}");
        assert_eq!(place.names(), ["games.pgn"]);
    }
}

#[test]
fn what_cannot_be_written() {
    let place = Place::new();
    let refused = |run: Run, code: &str| {
        assert!(run.code == Some(2) && run.out.is_empty() && run.err.contains(code), "{run}");
    };
    refused(
        place.search("mate", &["--columns", "white,white", "-o", "a.parquet"]),
        "two columns have the name `white`",
    );
    refused(
        place.search("mate", &["--tally", "eco", "--tally", "eco", "-o", "a.arrow"]),
        "two columns have the name `eco`",
    );
    refused(place.search("mate", &["--columns", "x", "-o", "a.arrow"]), "there is no column `x`");
    refused(place.search("mate", &["-o", "a.orc"]), "use .pgn, .csv, .tsv, .jsonl, .ndjson, .parquet, .arrow");
    refused(place.search("cql(output a.sh) mate", &[]), ".parquet, .arrow, .feather");
    assert_eq!(place.names(), ["games.pgn"]);
    // The control end of a new terminal.
    #[cfg(target_os = "linux")]
    for format in ["parquet", "arrow"] {
        let run = place.search("mate", &["--format", format, "-o", "/dev/ptmx"]);
        refused(run, "this format is not text and cannot be shown on a terminal");
    }
}

#[cfg(unix)]
#[test]
fn a_parquet_file_that_grows_too_large_keeps_its_row_groups() {
    let place = Place::new();
    let game = "[White \"A\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 *\n\n";
    place.write("games.pgn", game.repeat(27_000));
    place.write("out.parquet", "old");
    for query in ["true", "true sort \"key\" gamenumber"] {
        // Room for one row group and a part of the second.
        let script = "ulimit -f 300; exec \"$0\" \"$@\"";
        let mut command = std::process::Command::new("sh");
        command.args(["-c", script, env!("CARGO_BIN_EXE_tabiya"), "search", "-q", "-e", query, "-o", "out.parquet"]);
        command.args(["--columns", "game,position", "games.pgn"]).current_dir(place.path(""));
        let run = finished(command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap());
        assert_eq!(run.code, Some(2), "{run}");
        assert!(run.err.contains("cannot write out.parquet: File too large"), "{run}");
        assert_eq!(place.read("out.parquet"), "old");
        let table = Table::parquet(&place.path("out.parquet.partial"));
        assert_eq!((table.rows.len(), table.columns.join(", ").as_str()), (1 << 17, "game: Int64, position: Int32"));
        let first = if query == "true" { "1" } else { "27000" };
        assert_eq!(table.rows[1], [Some(first.to_owned()), Some("1".to_owned())]);
        std::fs::remove_file(place.path("out.parquet.partial")).unwrap();
    }
    // There is room for nothing: nothing is kept.
    let script = "ulimit -f 20; exec \"$0\" \"$@\"";
    let mut command = std::process::Command::new("sh");
    command.args(["-c", script, env!("CARGO_BIN_EXE_tabiya"), "search", "-q", "-e", "true", "-o", "out.parquet"]);
    command.arg("games.pgn").current_dir(place.path("")).stdout(Stdio::piped()).stderr(Stdio::piped());
    let run = finished(command.spawn().unwrap());
    assert!(run.code == Some(2) && run.err.contains("there are no results so far"), "{run}");
    assert_eq!(place.names(), ["games.pgn", "out.parquet"]);
}

#[test]
fn days_are_dates() {
    let place = Place::new();
    // June has thirty days. Excel's calendar begins in 1900.
    let dates = ["1926.06.31", "1926.06.30", "1926.??.??", "1851.6.21", "1970.01.02"];
    place.write("dates.pgn", dates.map(|date| format!("[Date \"{date}\"]\n\n1. e4 *\n\n")).concat());
    let args = ["search", "-e", "initial", "--columns", "day", "dates.pgn"];
    let days = |table: Vec<Vec<String>>| table.concat();
    assert_eq!(days(csv_rows(&place, &args)), ["", "1926-06-30", "", "1851-06-21", "1970-01-02"]);
    for name in ["out.parquet", "out.xlsx"] {
        assert_eq!(place.run(&[&args[..], &["-q", "-o", name]].concat()).code, Some(0));
    }
    let table = Table::parquet(&place.path("out.parquet"));
    // Days since 1970.
    assert_eq!(table.columns, ["day: Date32"]);
    assert_eq!(days(table.csv()), ["", "-15891", "", "-43293", "1"]);
    // Days since 30 December 1899, for cells that show dates.
    assert_eq!(days(workbook_rows(&place.path("out.xlsx"))), ["9678", "1851-06-21", "25570"]);
}

#[test]
fn the_page_has_every_column() {
    let page = include_str!("../../../docs/src/command/output-formats.md");
    let (columns, types) = page.split_once("## parquet and arrow").expect("a section");
    for entry in tabiya::rows::CATALOGUE {
        assert!(columns.contains(&format!("`{}`", entry.name)), "{}", entry.name);
        let is_number = types.lines().any(|line| line.contains(&format!("`{}`", entry.name)) && line.contains("-bit"));
        use tabiya::rows::ColumnType::{Boolean, Date, Tags, Text};
        assert_eq!(is_number, !matches!(entry.ty, Boolean | Date | Tags | Text), "{}", entry.name);
    }
}
