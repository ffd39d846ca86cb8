//! The matches in a game, as a tag, as comments, or as a row.

use super::queries::Named;
use crate::cli::options::args::TagArgs;
use crate::cli::options::tag_args::TagFormat;
use crate::cli::outputs::formats::TableKind;
use crate::cli::report::Message;
use serde_json::json;
use std::fmt::Write as _;
use std::sync::Arc;
use tabiya::Game;
use tabiya::game::{Additions, Layout, Writer, plain_tag};
use tabiya::pipeline::{GameResults, GameStep, cut_game};
use tabiya::printable;
use tabiya::puzzle::ID as PUZZLE_ID;

/// The form in which games are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    Pgn,
    Comments,
    /// A table of games, or of puzzles, which have names of their own.
    Csv {
        puzzles: bool,
    },
    Jsonl,
    Score,
}

/// The matches in a game.
#[derive(Clone, Debug)]
pub(super) struct Tagged {
    pub(super) file: Arc<str>,
    pub(super) number: u64,
    /// Its name, if it is a puzzle.
    pub(super) id: Option<String>,
    /// The indices of the names of the queries that match, in order.
    pub(super) themes: Vec<usize>,
    /// The value of its own tag.
    pub(super) labels: Option<String>,
    /// The game as PGN, if it is shown so.
    text: String,
    /// Why that is not the whole game.
    pub(super) cut: Option<Message>,
}

impl Tagged {
    /// A name that tells the game from others.
    pub(super) fn name(&self) -> String {
        self.id.clone().unwrap_or_else(|| format!("{}:{}", self.file, self.number))
    }
}

/// Renders the games of one thread.
pub(super) struct Tagging {
    form: Form,
    themes: Arc<Named>,
    tag: Arc<str>,
    writer: Writer,
    additions: Additions,
}

impl Tagging {
    pub(super) fn new(form: Form, themes: Arc<Named>, tag: Arc<str>) -> Tagging {
        Tagging { form, themes, tag, writer: Writer::new(Layout::Export), additions: Additions::default() }
    }

    /// The game with what was found in it.
    fn render(&mut self, game: &Game, themes: &[usize], found: &[(usize, Vec<u32>)]) -> String {
        let mut text = String::new();
        self.additions.clear();
        match self.form {
            Form::Pgn if !themes.is_empty() || game.tags().get(&self.tag).is_some() => {
                self.additions.set_tag(&*self.tag, names(themes, &self.themes));
            }
            Form::Pgn => {}
            Form::Comments => {
                for (theme, positions) in found {
                    let name = &self.themes.names[*theme];
                    positions.iter().for_each(|&position| self.additions.add_comment(position, name));
                }
            }
            Form::Csv { .. } | Form::Jsonl | Form::Score => return text,
        }
        self.writer.write(game, &mut self.additions, &mut text);
        text.push('\n');
        text
    }
}

impl GameStep for Tagging {
    type Output = Tagged;

    fn take(&mut self, results: GameResults<'_>) -> Tagged {
        let GameResults { file, game, raw, found, .. } = results;
        let positions = |matches: &tabiya::GameMatches| matches.matches.iter().map(|one| one.position).collect();
        let found: Vec<(usize, Vec<u32>)> =
            found.iter().map(|(query, matches)| (self.themes.of_queries[*query], positions(matches))).collect();
        let mut themes: Vec<usize> = found.iter().map(|(theme, _)| *theme).collect();
        themes.sort_unstable();
        themes.dedup();
        let tag = |name: &str| game.tags().get(name).map(|value| plain_tag(value).into_owned());
        let (id, labels) = (tag(PUZZLE_ID).filter(|id| !id.is_empty()), tag(&self.tag));
        let text = self.render(game, &themes, &found);
        let cut = cut_game(file, raw).filter(|_| !text.is_empty());
        Tagged { file: Arc::clone(file), number: game.number(), id, themes, labels, text, cut }
    }
}

/// Names with spaces between them.
fn names(themes: &[usize], named: &Named) -> String {
    themes.iter().map(|&theme| named.names[theme].as_str()).collect::<Vec<&str>>().join(" ")
}

impl Form {
    /// The form that is requested.
    ///
    /// # Errors
    ///
    /// If the name of the output ends in an extension of no format.
    pub(super) fn of(args: &TagArgs) -> Result<Form, Message> {
        let by_name = || {
            let end = args.pass.output.as_deref().and_then(|path| path.extension());
            let end = end.map(|end| end.to_string_lossy().to_lowercase());
            match end.as_deref() {
                None | Some("pgn") => Ok(TagFormat::Pgn),
                Some("csv") => Ok(TagFormat::Csv),
                Some("jsonl" | "ndjson") => Ok(TagFormat::Jsonl),
                Some(end) => {
                    let text = format!("no format of `tag` belongs to the extension `.{end}`");
                    Err(Message::error("unknown-extension", text)
                        .help("use .pgn, .csv or .jsonl, or name the format with --format"))
                }
            }
        };
        if args.score {
            return Ok(Form::Score);
        }
        Ok(match args.asked_format().map_or_else(by_name, Ok)? {
            TagFormat::Pgn => Form::Pgn,
            TagFormat::Comments => Form::Comments,
            TagFormat::Csv => Form::Csv { puzzles: false },
            TagFormat::Jsonl => Form::Jsonl,
        })
    }

    /// The form if this is the first game: it decides whether a table is one of puzzles.
    pub(super) fn beginning_with(self, first: &Tagged) -> Form {
        match self {
            Form::Csv { .. } => Form::Csv { puzzles: first.id.is_some() },
            other => other,
        }
    }

    /// The text before the first game.
    pub(super) fn head(self, tag: &str) -> String {
        let table = TableKind::Csv { safe: false };
        match self {
            Form::Csv { puzzles: true } => table.head([PUZZLE_ID, tag].into_iter()),
            Form::Csv { puzzles: false } => table.head(["file", "game", tag].into_iter()),
            _ => String::new(),
        }
    }

    /// Appends a game. `tag` is the name of the tag.
    pub(super) fn push(self, game: &Tagged, (named, tag): (&Named, &str), out: &mut String) {
        let table = TableKind::Csv { safe: false };
        match self {
            Form::Pgn | Form::Comments => out.push_str(&game.text),
            Form::Csv { puzzles: true } => table.row([game.name(), names(&game.themes, named)].into_iter(), out),
            Form::Csv { puzzles: false } => {
                let cells = [game.file.to_string(), game.number.to_string(), names(&game.themes, named)];
                table.row(cells.into_iter(), out);
            }
            Form::Jsonl => {
                let themes: Vec<&str> = game.themes.iter().map(|&theme| named.names[theme].as_str()).collect();
                let mut row = json!({"file": &*game.file, "game": game.number, tag: themes});
                if let Some(id) = &game.id {
                    row[PUZZLE_ID] = id.as_str().into();
                }
                let _ = writeln!(out, "{}", printable::json(row.to_string()));
            }
            Form::Score => {}
        }
    }
}
