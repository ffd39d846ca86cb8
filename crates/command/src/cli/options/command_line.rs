//! The command line before clap reads it: a query, or an option of a search, in the place of a command stands for a search.
//!
//! The first word is a query if it is not a command and either is a valid query or looks like nothing else. A misspelt
//! command is not a valid query, so it is still reported as one.

use super::args;
use crate::cli::report::Message;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use tabiya::syntax::{ParseOptions, parse};
use tabiya_disk as disk;

/// The arguments in the form that clap reads: `tabiya QUERY GAMES` becomes `tabiya search -e QUERY GAMES`, and
/// `tabiya --recipe NAME GAMES` becomes `tabiya search --recipe NAME GAMES`.
///
/// # Errors
///
/// If the first argument is a file, where a command or a query is expected.
pub(crate) fn read(words: impl Iterator<Item = OsString>) -> Result<Vec<OsString>, Message> {
    let mut words: Vec<OsString> = words.collect();
    join_best(&mut words);
    help_of_a_command(&mut words);
    let Some(first) = words.get(1).and_then(|first| first.to_str()).map(str::to_owned) else { return Ok(words) };
    if args::is_command(&first) || args::is_option_of_the_program(&first) {
        return Ok(words);
    }
    if first.starts_with('-') {
        words.insert(1, "search".into());
        return Ok(words);
    }
    let path = Path::new(&first);
    if disk::is_there(path).unwrap_or(false) {
        let help = if is_query_file(path) {
            format!("to search with this query, write `tabiya search -f {first} GAMES`")
        } else {
            format!("to search this file, write `tabiya search -e QUERY {first}`")
        };
        let message = Message::error("file-as-command", "this is a file, but a command or a query is expected first");
        return Err(message.file(first).help(help));
    }
    let names_games =
        |word: &str| word == "--sample" || disk::is_there(Path::new(word)).unwrap_or(false) || ends_as_games(word);
    let before_games = words.get(2).and_then(|next| next.to_str()).is_some_and(names_games);
    if is_query(&first) || before_games && !args::begins_like_a_command(&first) {
        drop(words.splice(1..1, ["search", "-e"].map(OsString::from)));
    }
    Ok(words)
}

/// Takes `help NAME` for `NAME --help`, and `help` for `--help`, unless the name is not one of a command.
fn help_of_a_command(words: &mut Vec<OsString>) {
    let Some(name) = words.get(2).map(|name| name.to_str()) else {
        if words.get(1).is_some_and(|first| first == "help") {
            words[1] = "--help".into();
        }
        return;
    };
    if words[1] == "help" && words.len() == 3 && name.is_some_and(args::is_command) {
        words.remove(1);
        words.push("--help".into());
    }
}

/// Joins `--best` with the expression after it, `--best=EXPR`, which clap would take for games: a word that neither is a file
/// nor looks like one is an expression.
fn join_best(words: &mut Vec<OsString>) {
    let is_best = |word: &OsString| word == "--best";
    let Some(at) = words.iter().position(is_best) else { return };
    let Some(next) = words.get(at + 1).and_then(|next| next.to_str()) else { return };
    let names_games = disk::is_there(Path::new(next)).unwrap_or(false) || ends_as_games(next);
    if next.starts_with('-') || names_games || next.contains(['/', '\\']) && !is_query(next) {
        return;
    }
    let joined = format!("--best={next}");
    drop(words.splice(at..at + 2, [joined.into()]));
}

/// True if a word ends as the names of files of games do.
fn ends_as_games(word: &str) -> bool {
    let word = word.to_ascii_lowercase();
    [".pgn", ".zst", ".gz", ".bz2", ".zip", ".epd", ".fen", ".tabiya"].iter().any(|end| word.ends_with(end))
}

/// True if a file that begins so holds games: PGN, perhaps compressed. No query begins with a tag.
pub(crate) fn begins_with_games(bytes: &[u8]) -> bool {
    const PACKED: [&[u8]; 4] = [b"\x28\xb5\x2f\xfd", b"\x1f\x8b", b"BZh", b"PK\x03\x04"];
    let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes).trim_ascii_start();
    let tag = text.strip_prefix(b"[").and_then(|tag| {
        let name = tag.iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_').count();
        Some(&tag[name..]).filter(|_| name > 0)
    });
    let is_tag = |rest: &[u8]| rest.trim_ascii_start() != rest && rest.trim_ascii_start().starts_with(b"\"");
    tag.is_some_and(is_tag) || PACKED.iter().any(|magic| bytes.starts_with(magic))
}

/// The error if words of a query stand among the games: `tabiya mate wtm games.pgn`, or, where the shell has taken the
/// quotes, `tabiya player "Carlsen" games.pgn`.
pub(crate) fn query_in_parts(query: &str, games: &[PathBuf]) -> Option<Message> {
    let is_missing = |path: &PathBuf| matches!(disk::is_there(path), Ok(false));
    let word = |path| Path::to_str(path).filter(|word| !ends_as_games(word));
    let words: Vec<&str> = games.iter().map_while(|path| word(path).filter(|_| is_missing(path))).collect();
    let (last, before) = words.split_last()?;
    let joined = |last: &str| [&[query], before, &[last]].concat().join(" ");
    let is_good = |text: &String| {
        let parsed = parse(text, &ParseOptions::default());
        parsed.script.is_some() && parsed.diagnostics.is_empty()
    };
    let whole = [joined(last), joined(&format!("\"{last}\""))].into_iter().find(is_good)?;
    let rest: String = games[words.len()..].iter().map(|file| format!(" {}", file.display())).collect();
    let message = Message::error("query-in-parts", format!("there is no file `{}`", words[0]));
    Some(
        message
            .help(format!("is it a part of the query? put the whole query in quotes: tabiya {}{rest}", quoted(&whole))),
    )
}

/// True if a file is one of queries, by its name.
pub(crate) fn is_query_file(path: &Path) -> bool {
    path.extension().is_some_and(|end| end.eq_ignore_ascii_case("cql"))
}

/// True if a word can be nothing but a query: one without errors, or a text that no command looks like.
pub(crate) fn is_query(text: &str) -> bool {
    text.contains(|c: char| c.is_whitespace() || "(){}[]<>=#\"|&~:".contains(c))
        || parse(text, &ParseOptions::default()).script.is_some()
}

/// A query as it is written on a command line: in quotes of the shell, where it needs them.
pub(crate) fn quoted(query: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./".contains(c);
    if query.chars().all(plain) { query.to_owned() } else { format!("'{}'", query.replace('\'', r"'\''")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_words(line: &str) -> Result<String, Message> {
        let words = read(line.split(' ').map(OsString::from))?;
        Ok(words.iter().map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" "))
    }

    #[test]
    fn a_query_for_a_command() {
        for (line, meant) in [
            ("tabiya mate games.pgn", "tabiya search -e mate games.pgn"),
            ("tabiya {check} games.pgn -c", "tabiya search -e {check} games.pgn -c"),
            ("tabiya next(chek) games.pgn", "tabiya search -e next(chek) games.pgn"),
            ("tabiya search mate", "tabiya search mate"),
            ("tabiya check mate", "tabiya check mate"),
            ("tabiya serach -e mate", "tabiya serach -e mate"),
            ("tabiya serach Cargo.toml", "tabiya serach Cargo.toml"),
            ("tabiya knight Cargo.toml", "tabiya search -e knight Cargo.toml"),
            ("tabiya knight --sample", "tabiya search -e knight --sample"),
            ("tabiya knight no-such.pgn.zst", "tabiya search -e knight no-such.pgn.zst"),
            ("tabiya serach no-such.pgn", "tabiya serach no-such.pgn"),
            ("tabiya --recipe blunder --best games.pgn", "tabiya search --recipe blunder --best games.pgn"),
            ("tabiya -e mate games.pgn", "tabiya search -e mate games.pgn"),
            ("tabiya --color=never search -e mate", "tabiya --color=never search -e mate"),
            ("tabiya --color never search -e mate", "tabiya --color never search -e mate"),
            ("tabiya -V", "tabiya -V"),
            ("tabiya --help", "tabiya --help"),
            ("tabiya help search", "tabiya search --help"),
            ("tabiya help", "tabiya --help"),
            ("tabiya help limits", "tabiya help limits"),
            ("tabiya", "tabiya"),
            ("tabiya mate --best ply games.pgn", "tabiya search -e mate --best=ply games.pgn"),
            ("tabiya search -e mate --best whiteelo games.pgn", "tabiya search -e mate --best=whiteelo games.pgn"),
            ("tabiya search -e mate --best ply/2 --top 3", "tabiya search -e mate --best=ply/2 --top 3"),
            ("tabiya search -e mate --best=ply games.pgn", "tabiya search -e mate --best=ply games.pgn"),
            ("tabiya search -e mate --best games.pgn", "tabiya search -e mate --best games.pgn"),
            ("tabiya search -e mate --best no/such/folder", "tabiya search -e mate --best no/such/folder"),
            ("tabiya search -e mate --best Cargo.toml", "tabiya search -e mate --best Cargo.toml"),
            ("tabiya search -e mate --best --sort ply", "tabiya search -e mate --best --sort ply"),
        ] {
            assert_eq!(read_words(line).map_err(|message| message.message), Ok(meant.to_owned()));
        }
        assert_eq!(read_words("tabiya Cargo.toml mate").map_err(|message| message.code), Err("file-as-command"));
    }

    #[test]
    fn quotes_of_the_shell() {
        assert_eq!(quoted("mate"), "mate");
        assert_eq!(quoted("next (check)"), "'next (check)'");
        assert_eq!(quoted("a 'b'"), r"'a '\''b'\'''");
    }
}
