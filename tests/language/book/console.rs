//! Command lines of the book, run as a reader would run them.
//!
//! In a block marked `console` each line that begins with `$ ` is a command, `tabiya` or `cat`; what follows is what it
//! prints, standard output first. A line `...` stands for any lines. Each page has a folder of its own, which holds the
//! sample games as `sample.pgn` and what the page shows in blocks marked `cql,file=NAME`, `pgn,file=NAME` or `csv,file=NAME`.

use crate::book::pages::{Block, Page};
use std::path::Path;
use std::process::{Command, Stdio};

/// A folder for the commands of a page.
pub(crate) fn folder(page: &Page) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    std::fs::copy(root.join("examples/games/sample.pgn"), folder.path().join("sample.pgn")).expect("the sample games");
    for block in &page.blocks {
        if let Some(name) = file_name(block) {
            std::fs::write(folder.path().join(name), &block.text).expect("a file of the page");
        }
    }
    folder
}

/// The file that a block shows.
pub(crate) fn file_name(block: &Block) -> Option<&str> {
    ["cql,file=", "pgn,file=", "csv,file="].into_iter().find_map(|mark| block.info.strip_prefix(mark))
}

/// Runs the commands of a block: the text that the block should have.
pub(crate) fn run(block: &Block, folder: &Path) -> Result<String, String> {
    run_as(block, folder, false)
}

/// The same. `messages_first`: as on a terminal, where messages come before the answer.
pub(crate) fn run_as(block: &Block, folder: &Path, messages_first: bool) -> Result<String, String> {
    let mut out = String::new();
    let mut commands = 0;
    let mut source = block.text.lines().peekable();
    while let Some(line) = source.next() {
        let Some(command) = line.strip_prefix("$ ") else { continue };
        let mut command = command.to_owned();
        out.push_str(line);
        out.push('\n');
        while command.ends_with('\\') {
            let more = source.next().ok_or("a command that does not end")?;
            command.pop();
            command.push_str(more.trim_start());
            out.push_str(more);
            out.push('\n');
        }
        commands += 1;
        let mut words = words(&command)?.into_iter();
        let program = match words.next().as_deref() {
            Some("tabiya") => env!("CARGO_BIN_EXE_tabiya"),
            Some("cat") => "cat",
            other => return Err(format!("the book runs no {other:?}")),
        };
        let mut run = Command::new(program);
        run.args(words).current_dir(folder).stdin(Stdio::null()).env("COLUMNS", "100");
        let ran = run.output().map_err(|error| error.to_string())?;
        let printed = if messages_first { [ran.stderr, ran.stdout] } else { [ran.stdout, ran.stderr] };
        for bytes in printed {
            let text = String::from_utf8(bytes).map_err(|_| "output that is not UTF-8")?;
            out.push_str(&text);
            if !text.is_empty() && !text.ends_with('\n') {
                out.push('\n');
            }
        }
    }
    if commands == 0 { Err("a block of commands without a command".into()) } else { Ok(out) }
}

/// Splits a command line as a shell does; single quotes, double quotes, no variables.
fn words(line: &str) -> Result<Vec<String>, String> {
    let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
    for sign in line.chars() {
        match (quote, sign) {
            (Some(open), sign) if sign == open => quote = None,
            (None, '\'' | '"') => {
                quote = Some(sign);
                word.get_or_insert_default();
            }
            (None, sign) if sign.is_whitespace() => words.extend(word.take()),
            (None, '|' | '>' | '<' | '$' | '&' | '*') => return Err(format!("the book's commands know no `{sign}`")),
            (_, sign) => word.get_or_insert_default().push(sign),
        }
    }
    words.extend(word);
    if quote.is_some() { Err("a quote that is not closed".into()) } else { Ok(words) }
}

/// True if a block shows what its commands print.
pub(crate) fn agrees(stated: &str, got: &str) -> bool {
    let stated: Vec<String> = stated.lines().map(timeless).collect();
    let got: Vec<String> = got.lines().map(timeless).collect();
    fits(&stated, &got)
}

/// A line without the time that a search took: `in 0.01 s (5,000 games/s)`, `in 0.01 seconds`.
fn timeless(line: &str) -> String {
    let line = line.trim_end();
    if let Some((said, time)) = line.rsplit_once(", in ")
        && time.ends_with("games/s)")
    {
        return said.to_owned();
    }
    match (line.split_once(" in "), line.split_once(" seconds ")) {
        (Some((said, _)), Some((_, rest))) => format!("{said} in some seconds {rest}"),
        _ => line.to_owned(),
    }
}

fn fits(stated: &[String], got: &[String]) -> bool {
    match stated.split_first() {
        None => got.is_empty(),
        Some((line, rest)) if line == "..." => (0..=got.len()).any(|at| fits(rest, &got[at..])),
        Some((line, rest)) => got.first() == Some(line) && fits(rest, &got[1..]),
    }
}
