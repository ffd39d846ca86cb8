//! The position that a tree begins with, from the command line.

use crate::cli::inputs;
use crate::cli::options::command_line::quoted;
use crate::cli::report::Message;
use std::path::{Path, PathBuf};
use tabiya::chess::fen::{self, Setup};
use tabiya::chess::{Board, Color};
use tabiya::openings::Line;
use tabiya_disk as disk;

/// Endings of names of files with games.
const ENDINGS: [&str; 6] = ["pgn", "zst", "gz", "bz2", "tabiya", "bin"];

/// The beginning of a tree.
#[derive(Clone, Debug)]
pub(super) enum Root {
    /// The first position of chess.
    Start,
    Fen(Box<Setup>),
    Moves(Line),
    /// Where a query matches.
    Query(String),
}

impl Root {
    /// The position; none where there are many.
    pub(super) fn board(&self) -> Option<Board> {
        match self {
            Root::Start => Some(Board::initial()),
            Root::Fen(setup) => Some(setup.board),
            Root::Moves(line) => Some(line.board),
            Root::Query(_) => None,
        }
    }

    /// The same position with Black to move, if the words of the command line name no side, which is then White.
    pub(super) fn of_black(&self, words: &[PathBuf]) -> Option<Root> {
        let Root::Fen(mut setup) = self.clone() else { return None };
        let fields = words.first()?.to_str()?.split_whitespace().count();
        setup.board.set_turn(Color::Black);
        (fields == 1).then_some(Root::Fen(setup))
    }

    /// The query, if it is one.
    pub(super) fn query(&self) -> Option<&str> {
        match self {
            Root::Query(text) => Some(text),
            Root::Start | Root::Fen(_) | Root::Moves(_) => None,
        }
    }
}

/// The beginning that words of the command line mean, and those of them that are games.
pub(super) fn read<'w>(query: Option<&str>, words: &'w [PathBuf]) -> Result<(Root, &'w [PathBuf]), Message> {
    if let Some(query) = query {
        return Ok((Root::Query(query.to_owned()), words));
    }
    let Some((first, rest)) = words.split_first() else { return Ok((Root::Start, words)) };
    let ending = first.extension().and_then(|end| end.to_str()).unwrap_or_default();
    let is_there = disk::is_there(first).map_err(|error| inputs::unseen(first, &error))?;
    let text = first.to_str().filter(|_| !is_there && first != Path::new("-") && !ENDINGS.contains(&ending));
    let Some(text) = text else {
        for word in words {
            let text = word.to_str().filter(|text| is_position(text));
            if let Some(text) = text.filter(|_| !matches!(disk::is_there(word), Ok(true))) {
                return Err(misplaced(text, first));
            }
        }
        return Ok((Root::Start, words));
    };
    if let Some(root) = position(text)? {
        return Ok((root, rest));
    }
    Ok((Root::Query(text.to_owned()), rest))
}

/// The position that a text names; none if it looks like no such text.
fn position(text: &str) -> Result<Option<Root>, Message> {
    let placement = text.split_whitespace().next().unwrap_or_default();
    if placement.matches('/').count() == 7 {
        let setup = fen::parse(text).map_err(|error| {
            let message = Message::error("bad-fen", format!("this is not a position in FEN: {error}"));
            message.help("write for example '4k3/8/8/8/8/8/4P3/4K3 w - - 0 1', or a query after -e")
        })?;
        return Ok(Some(Root::Fen(Box::new(setup))));
    }
    match Line::read(text) {
        Ok(line) if line.moves.is_empty() => Ok(None),
        Ok(line) => Ok(Some(Root::Moves(line))),
        Err(error) if error.moves > 0 || is_numbered(placement) => {
            let message = Message::error("bad-moves", format!("{error}, after {} plies", error.moves));
            Err(message.help("write moves from the first position, for example \"1.e4 e5 2.Nf3\", or a query after -e"))
        }
        Err(_) => Ok(None),
    }
}

fn is_position(text: &str) -> bool {
    matches!(position(text), Ok(Some(_)))
}

fn misplaced(word: &str, games: &Path) -> Message {
    let message = Message::error("position-as-games", format!("`{word}` is a position, but games are expected here"));
    message.help(format!("the position comes first: `tabiya tree {} {}`", quoted(word), games.display()))
}

/// True if a word begins with the number of a move.
fn is_numbered(word: &str) -> bool {
    let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
    rest.len() < word.len() && rest.starts_with('.')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_told_apart() {
        let kind = |words: &[&str]| {
            let words: Vec<PathBuf> = words.iter().map(PathBuf::from).collect();
            let read = read(None, &words).map(|(root, games)| {
                let name = match root {
                    Root::Start => "start",
                    Root::Fen(_) => "fen",
                    Root::Moves(_) => "moves",
                    Root::Query(_) => "query",
                };
                (name, games.len())
            });
            read.map_err(|message| message.code)
        };
        assert_eq!(kind(&[]), Ok(("start", 0)));
        assert_eq!(kind(&["Cargo.toml", "x"]), Ok(("start", 2)));
        assert_eq!(kind(&["missing.pgn.zst"]), Ok(("start", 1)));
        assert_eq!(kind(&["-"]), Ok(("start", 1)));
        assert_eq!(kind(&["1.e4 e5 2. Nf3", "x.pgn"]), Ok(("moves", 1)));
        assert_eq!(kind(&["e4"]), Ok(("moves", 0)));
        assert_eq!(kind(&["4k3/8/8/8/8/8/4P3/4K3 w - -"]), Ok(("fen", 0)));
        assert_eq!(kind(&["check", "x.pgn"]), Ok(("query", 1)));
        assert_eq!(kind(&["Ra1 check"]), Ok(("query", 0)));
        assert_eq!(kind(&["4k3/8/8/8/8/8/4P3/9 w - -"]), Err("bad-fen"));
        assert_eq!(kind(&["1.e4 e5 2.Ke3"]), Err("bad-moves"));
        assert_eq!(kind(&["1.Ke3"]), Err("bad-moves"));
    }
}
