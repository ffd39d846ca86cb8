//! Queries of the book with their answers.
//!
//! A block of code marked `cql` is a query; the block marked `answer` after it says what the library answers. After
//! `cql` may stand, after commas: `dialect=5`, `variations`, `comments` (the rows are comments), `games=NAME` (a file
//! of tests/data/games, or a block marked `pgn,file=NAME` of the same page; else the sample games), and last
//! `value=EXPRESSION` (each row ends with its value). The first line of an answer counts games and positions. Rows may
//! follow: all of them, or some and `...`.

use crate::book::pages::{Block, Page};
use std::collections::HashMap;
use std::sync::Arc;
use tabiya::chess::{Color, MoveList};
use tabiya::syntax::{self, Dialect};
use tabiya::{
    FileAccess, Files, Game, Games, ParsedQuery, QueryOptions, QueryScope, QuerySet, RunEvent, SearchOptions, Source,
    Value,
};

/// The number of rows that are written into an answer that has none yet.
const ROWS_WRITTEN: usize = 4;

/// Files of games, read once.
#[derive(Default)]
pub(crate) struct Library {
    files: HashMap<String, Vec<Game>>,
}

impl Library {
    fn games(&mut self, page: &Page, name: &str) -> Result<&[Game], String> {
        let key = format!("{}|{name}", page.name);
        let own = page.blocks.iter().find(|block| block.info == format!("pgn,file={name}"));
        let key = if own.is_some() { key } else { name.to_owned() };
        if !self.files.contains_key(&key) {
            let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
            let games = match (own, name) {
                (Some(block), _) => Games::from_reader(std::io::Cursor::new(block.text.clone())),
                (None, "") => Games::open(root.join("examples/games/sample.pgn")),
                (None, name) => Games::open(root.join(format!("tests/data/games/{name}.pgn"))),
            };
            let games = games.map_err(|error| format!("games `{name}`: {error}"))?;
            let games: Result<Vec<Game>, _> = games.collect();
            self.files.insert(key.clone(), games.map_err(|error| format!("games `{name}`: {error}"))?);
        }
        Ok(&self.files[&key])
    }
}

/// The marks after `cql`.
#[derive(Default)]
struct Marks {
    dialect: Dialect,
    variations: bool,
    comments: bool,
    games: String,
    value: Option<String>,
}

impl Marks {
    fn read(info: &str) -> Result<Marks, String> {
        let mut marks = Marks::default();
        let mut rest = info.strip_prefix("cql").unwrap_or(info);
        while let Some(more) = rest.strip_prefix(',') {
            if let Some(value) = more.strip_prefix("value=") {
                marks.value = Some(value.to_owned());
                return Ok(marks);
            }
            let end = more.find(',').unwrap_or(more.len());
            match &more[..end] {
                "dialect=5" => marks.dialect = Dialect::Five,
                "dialect=6" => marks.dialect = Dialect::Six,
                "variations" => marks.variations = true,
                "comments" => marks.comments = true,
                mark => match mark.strip_prefix("games=") {
                    Some(games) => marks.games = games.to_owned(),
                    None => return Err(format!("unknown mark `{mark}`")),
                },
            }
            rest = &more[end..];
        }
        if rest.is_empty() { Ok(marks) } else { Err(format!("what is `{rest}` behind `cql`?")) }
    }
}

/// The answer to a query of a page: the first line, and the rows.
pub(crate) struct Answer {
    head: Vec<String>,
    rows: Vec<String>,
}

/// Runs the query of a block.
pub(crate) fn answer(page: &Page, block: &Block, library: &mut Library) -> Result<Answer, String> {
    let marks = Marks::read(&block.info)?;
    let games = library.games(page, &marks.games)?;
    let options = QueryOptions {
        dialect: marks.dialect,
        variations: marks.variations.then_some(true),
        selects: marks.value.iter().map(|value| ("value".to_owned(), value.clone())).collect(),
        files: FileAccess::below([env!("CARGO_MANIFEST_DIR")]).map_err(|error| error.to_string())?,
        ..QueryOptions::default()
    };
    let source = Source { name: "query.cql".into(), text: block.text.trim_end().to_owned() };
    let refused = |error: tabiya::QueryError| Answer { head: lines(&error.to_string()), rows: Vec::new() };
    let query = match ParsedQuery::parse(source.clone(), &options) {
        Ok(query) => query,
        Err(error) => return Ok(refused(error)),
    };
    let warnings = query.warnings().iter();
    let warnings = warnings.flat_map(|warning| lines(&syntax::render(warning, &source.text, &source.name, false)));
    let warnings: Vec<String> = warnings.collect();
    match QuerySet::new(vec![query], &options) {
        Ok(set) => search(&set, games, &marks, warnings),
        Err(error) => Ok(refused(error)),
    }
}

/// Files as the examples name them, from the root of the repository. Nothing is written.
#[derive(Debug)]
struct Disk;

impl Files for Disk {
    fn read(&self, name: &str, _most: usize) -> std::io::Result<String> {
        std::fs::read_to_string(std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(name))
    }

    fn write(&self, _name: &str, _text: &str) -> std::io::Result<bool> {
        Err(std::io::ErrorKind::ReadOnlyFilesystem.into())
    }
}

fn search(set: &QuerySet, games: &[Game], marks: &Marks, mut head: Vec<String>) -> Result<Answer, String> {
    let options = SearchOptions {
        comments: marks.comments,
        match_string: marks.comments.then(String::new),
        last_game_number: Some(games.len() as u64),
        files: Some(Arc::new(Disk)),
        ..SearchOptions::default()
    };
    let scope = QueryScope::new(set.queries()[0].header(), None);
    let (mut scratches, mut rows, mut seen, mut matched, mut positions) = (Vec::new(), Vec::new(), 0, 0, 0);
    for game in games.iter().filter(|game| scope.sees(game.number())) {
        seen += 1;
        if !scope.takes(game) {
            continue;
        }
        let found = match set.search_game(game, &mut scratches, &options).swap_remove(0) {
            Ok(found) => found,
            Err(error) => {
                let help = error.help.map(|help| format!(" ({help})")).unwrap_or_default();
                let place = place(game, error.position);
                let head = vec![format!("error at {place}: {}{help}", error.message)];
                return Ok(Answer { head, rows: Vec::new() });
            }
        };
        let messages = found.events.iter().filter_map(|event| match event {
            RunEvent::Message(text) => Some(text.as_str()),
            _ => None,
        });
        rows.extend(messages.flat_map(str::lines).map(|line| format!("prints: {line}")));
        if !scope.is_match(found.matches.len()) {
            continue;
        }
        matched += 1;
        positions += found.matches.len();
        if marks.comments {
            rows.extend(found.comments.iter().map(|c| format!("{}: {{{}}}", place(game, c.position), c.text)));
            continue;
        }
        rows.extend(found.matches.iter().map(|m| match (&marks.value, m.values.first()) {
            (Some(expression), Some(value)) => format!("{}: {expression} = {}", place(game, m.position), text(value)),
            _ => place(game, m.position),
        }));
    }
    let plural = |n: usize, word: &str| format!("{n} {word}{}", if n == 1 { "" } else { "s" });
    head.push(format!("{matched} of {}, {}", plural(seen, "game"), plural(positions, "position")));
    Ok(Answer { head, rows })
}

fn lines(text: &str) -> Vec<String> {
    text.trim_end().lines().map(|line| line.trim_end().to_owned()).collect()
}

/// `game 4, 7. Nd5#`
fn place(game: &Game, node: u32) -> String {
    let tree = game.tree().full();
    let mut out = format!("game {}, ", game.number());
    let Some(above) = tree.parent(node) else { return out + "start" };
    let before = tree.board(above);
    out.push_str(&game.move_number(above).to_string());
    out.push_str(if before.turn() == Color::White { ". " } else { "... " });
    game.tree().write_san(node, &mut MoveList::default(), &mut out);
    if game.tree().node(node).depth > 0 {
        out.push_str(&format!(" [{node}]"));
    }
    out
}

fn text(value: &Value) -> String {
    match value {
        Value::None => "no value".into(),
        Value::True => "true".into(),
        Value::Number(n) => n.to_string(),
        Value::Text(text) => format!("{text:?}"),
        Value::Squares(squares) => format!("[{}]", squares.join(",")),
        Value::Position(id) => format!("position {id}"),
    }
}

impl Answer {
    /// True if a stated answer says the same.
    pub(crate) fn agrees(&self, stated: &str) -> bool {
        let stated = lines(stated);
        let Some(rows) = stated.strip_prefix(self.head.as_slice()) else { return false };
        match rows.split_last() {
            None => true,
            Some((last, some)) if last == "..." => some.len() < self.rows.len() && self.rows.starts_with(some),
            Some(_) => rows == self.rows.as_slice(),
        }
    }

    /// The answer as a block, as long as the one that it takes the place of.
    pub(crate) fn written(&self, stated: Option<&str>) -> String {
        let stated = lines(stated.unwrap_or_default());
        let cut = stated.last().is_some_and(|line| line == "...");
        let shown = match stated.len() {
            0 if self.rows.len() <= ROWS_WRITTEN => self.rows.len(),
            0 => ROWS_WRITTEN - 1,
            1 => 0,
            some if cut => some.saturating_sub(self.head.len() + 1).max(1),
            _ => self.rows.len(),
        };
        let mut all: Vec<&str> = self.head.iter().chain(self.rows.iter().take(shown)).map(String::as_str).collect();
        if shown > 0 && shown < self.rows.len() {
            all.push("...");
        }
        all.join("\n")
    }
}
