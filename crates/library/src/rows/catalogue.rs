//! The catalogue of columns: name, type, meaning and value of each column that does not depend on the query. Anything that gives
//! rows reads it: lists, tables and JSON lines of the command, record batches, Python, SQL.

use super::cell::Cell;
use super::row::Row;
use crate::chess::{Color, Move, MoveList};
use crate::game::commands::Eval;
use crate::game::{Game, plain_tag};
use crate::search::ValueType;
use ColumnType::{Boolean, Date, Float64, Int32, Int64, Tags, Text};
use Part as P;
use std::borrow::Cow;

/// The type of the values of a column. Any value may be missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ColumnType {
    /// True or false.
    Boolean,
    /// A number that fits in 32 bits: positions, plies, years, ratings.
    Int32,
    /// A number.
    Int64,
    /// A fraction, such as a share.
    Float64,
    /// A text; sets of squares are texts as well: `a1 b1`.
    Text,
    /// A day of the calendar.
    Date,
    /// The tags of a game: texts by their names.
    Tags,
}

/// The part of a game that must be read for the value of a column, in the order in which parts are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Part {
    /// Nothing: it is known of the run.
    Run,
    /// Where the game begins and ends.
    Place,
    /// Its tags.
    Tags,
    /// Its result, which comes after the moves.
    Result,
    /// Its opening: by its tags or, where these do not say it, by its first moves.
    Opening,
    /// Its moves.
    Moves,
    /// One of its positions.
    Position,
    /// The sequence of a match.
    Sequence,
    /// Which constituents of the sequence matched which positions.
    Constituents,
    /// One position of the sequence.
    Step,
}

impl From<ValueType> for ColumnType {
    fn from(ty: ValueType) -> ColumnType {
        match ty {
            ValueType::Boolean => ColumnType::Boolean,
            ValueType::Number => ColumnType::Int64,
            ValueType::Position => ColumnType::Int32,
            ValueType::Text | ValueType::Squares => ColumnType::Text,
        }
    }
}

impl ColumnType {
    /// The type that holds the values of two types: a text says anything.
    #[must_use]
    pub fn or(self, other: ColumnType) -> ColumnType {
        match (self, other) {
            _ if self == other => self,
            (ColumnType::Int32, ColumnType::Int64) | (ColumnType::Int64, ColumnType::Int32) => ColumnType::Int64,
            _ => ColumnType::Text,
        }
    }
}

/// A column of the catalogue.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// Its name: `white`.
    pub name: &'static str,
    /// What must be known of a game for its value.
    pub part: Part,
    /// The type of its values.
    pub ty: ColumnType,
    /// True if it is there unless others are chosen: `query` only with several queries, columns of sequences only if a query
    /// has one, `constituents` only if a query names some, those of steps only where rows are steps.
    pub by_default: bool,
    /// What its values are, in a sentence without a full stop.
    pub meaning: &'static str,
    /// The filter with the same value, if the language has one. That of the column `opening` has the variation as well, and that of
    /// `variation` what the tag says.
    pub filter: Option<&'static str>,
    of: Value,
}

/// Gives the value of a column in a row. The list of moves is memory that is used again.
type Value = for<'a> fn(&Row<'a>, &mut MoveList) -> Cell<'a>;

/// Names that columns had formerly. They are still understood.
const FORMER: [(&str, &str); 4] =
    [("eventdate", "event_date"), ("whiteelo", "white_elo"), ("blackelo", "black_elo"), ("ucimoves", "uci_moves")];

/// A column that is there by default.
const fn usual(name: &'static str, part: Part, ty: ColumnType, meaning: &'static str, of: Value) -> Entry {
    Entry { name, part, ty, by_default: true, meaning, filter: None, of }
}

/// A column that must be requested.
const fn further(name: &'static str, part: Part, ty: ColumnType, meaning: &'static str, of: Value) -> Entry {
    Entry { by_default: false, ..usual(name, part, ty, meaning, of) }
}

impl Entry {
    /// The column of a name, be it a former one.
    pub fn named(name: &str) -> Option<&'static Entry> {
        let name = FORMER.iter().find(|(former, _)| *former == name).map_or(name, |(_, name)| *name);
        CATALOGUE.iter().find(|entry| entry.name == name)
    }

    /// The columns with one value that is a fact of a game: its tags, its result or its first moves tell it, no matter what matches in it.
    pub fn of_games() -> impl Iterator<Item = &'static Entry> {
        CATALOGUE.iter().filter(|entry| entry.is_of_games())
    }

    /// True if it is one of [these](Self::of_games).
    pub fn is_of_games(&self) -> bool {
        (Part::Place..=Part::Opening).contains(&self.part) && self.ty != Tags
    }

    /// Its value in a row, of which its [part](Self::part) must be known. `moves` is memory that is used again.
    pub fn value<'a>(&self, row: &Row<'a>, moves: &mut MoveList) -> Cell<'a> {
        (self.of)(row, moves)
    }

    /// Has the value of a filter.
    const fn by(self, filter: &'static str) -> Entry {
        Entry { filter: Some(filter), ..self }
    }
}

impl PartialEq for Entry {
    fn eq(&self, other: &Entry) -> bool {
        self.name == other.name
    }
}

impl Eq for Entry {}

/// Every column that does not depend on the query, in the order in which those that are there by default stand. Columns of
/// sequences come last; they speak of the first sequence of a match.
pub static CATALOGUE: [Entry; 39] = [
    usual("query", P::Run, Text, "The name of the query: its file, or a name in place of one", |row, _| {
        Cell::Text(Cow::Borrowed(row.query))
    }),
    usual("file", P::Place, Text, "The file that the game is from", |row, _| Cell::Text(Cow::Borrowed(row.file))),
    usual("game", P::Place, Int64, "The number of the game in its file, from 1", |row, _| {
        Cell::Number(row.game.number().cast_signed())
    })
    .by("gamenumber"),
    usual(
        "position",
        P::Position,
        Int32,
        "The number of the position in the game, from 0; variations count",
        |row, _| number(row.position()),
    )
    .by("positionid"),
    usual("ply", P::Position, Int32, "The number of plies from the start of the game to the position", |row, _| {
        at(row, |game, position| number(Some(game.tree().node(position).ply)))
    })
    .by("ply"),
    usual("white", P::Tags, Text, "White's name", |row, _| tag(row.game.player(Color::White))).by("player white"),
    usual("black", P::Tags, Text, "Black's name", |row, _| tag(row.game.player(Color::Black))).by("player black"),
    usual("date", P::Tags, Text, "The date of the game, `yyyy.mm.dd`, with `??` for what is not known", |row, _| {
        text(row.game.date())
    })
    .by("date"),
    usual("event", P::Tags, Text, "The tournament or match", |row, _| tag(row.game.event())).by("event"),
    usual("eco", P::Tags, Text, "The code of the opening", |row, _| text(row.game.eco().unwrap_or_default())).by("eco"),
    usual("result", P::Result, Text, "`1-0`, `0-1`, `1/2-1/2` or `*`", |row, _| text(row.game.result().as_str()))
        .by("result"),
    usual(
        "move",
        P::Position,
        Text,
        "The move that led to the position, with its number: `12... Nf6`",
        |row, moves| at(row, |game, position| text(game.numbered_move(position, moves))),
    ),
    usual("san", P::Position, Text, "The same move without its number: `Nf6`", |row, moves| {
        let mut san = String::new();
        at(row, |game, position| {
            game.tree().write_san(position, moves, &mut san);
            text(san)
        })
    })
    .by("san"),
    usual("uci", P::Position, Text, "The same move as engines write it: `g8f6`", |row, _| {
        at(row, |game, position| text(game.tree().move_to(position).map(Move::uci).unwrap_or_default()))
    }),
    usual("fen", P::Position, Text, "The position", |row, _| at(row, |game, position| text(game.fen(position))))
        .by("fen"),
    further("site", P::Tags, Text, "The place of the game", |row, _| tag(row.game.site())).by("site"),
    further("round", P::Tags, Text, "The round of the tournament", |row, _| tag(row.game.round())).by("tag \"Round\""),
    further("year", P::Tags, Int32, "The year of the game", |row, _| number(row.game.year())).by("year"),
    further("day", P::Tags, Date, "The date of the game, where it is a whole one and in the calendar", |row, _| {
        row.game.day().map_or(Cell::None, Cell::Date)
    }),
    further("event_date", P::Tags, Text, "The date when the tournament began", |row, _| {
        text(row.game.event_date().unwrap_or_default())
    })
    .by("eventdate"),
    further("opening", P::Opening, Text, "The name of the opening, without its variation", |row, _| {
        row.names().opening(row.game).map_or(Cell::None, Cell::Text)
    })
    .by("opening"),
    further("variation", P::Opening, Text, "The variation of the opening", |row, _| {
        row.names().variation(row.game).map_or(Cell::None, Cell::Text)
    })
    .by("tag \"Variation\""),
    further("white_elo", P::Tags, Int32, "White's rating", |row, _| number(row.game.elo(Color::White))).by("elo white"),
    further("black_elo", P::Tags, Int32, "Black's rating", |row, _| number(row.game.elo(Color::Black))).by("elo black"),
    further("plies", P::Moves, Int32, "The number of plies of the game's main line", |row, _| {
        number(row.game.tree().mainline_len().checked_sub(1))
    }),
    further("clock", P::Position, Float64, "The time left after the move, in seconds", |row, _| {
        at(row, |game, position| seconds(game.clock_milliseconds(position)))
    })
    .by("clock"),
    further("elapsed", P::Position, Float64, "The time that the move took, in seconds", |row, _| {
        at(row, |game, position| seconds(game.elapsed_milliseconds(position)))
    })
    .by("elapsed"),
    further("eval", P::Position, Int64, "The evaluation after the move, in hundredths of a pawn", |row, _| {
        at(row, |game, position| match game.evaluation(position) {
            Some(Eval::Centipawns(value)) => Cell::Number(value),
            _ => Cell::None,
        })
    })
    .by("eval"),
    further("eval_mate", P::Position, Int64, "The moves to mate, where the evaluation gives them", |row, _| {
        at(row, |game, position| match game.evaluation(position) {
            Some(Eval::Mate(value)) => Cell::Number(value),
            _ => Cell::None,
        })
    }),
    further("tags", P::Tags, Tags, "All tags of the game by their names, but for empty ones", |row, _| {
        Cell::Tags(tags(row.game))
    }),
    usual("start", P::Sequence, Int32, "The number of the first position of the sequence", |row, _| {
        number(row.path().and_then(|path| path.positions.first().copied()))
    }),
    usual("end", P::Sequence, Int32, "The number of its last position", |row, _| {
        number(row.path().and_then(|path| path.positions.last().copied()))
    }),
    usual(
        "length",
        P::Sequence,
        Int64,
        "The value of the sequence: the number of its positions, of `path` its moves",
        |row, _| number(row.path().map(|path| path.length)),
    ),
    usual("moves", P::Sequence, Text, "The moves of the sequence: `23... Kg8 24. Nh6+`", |row, moves| {
        text(row.path().map_or_else(String::new, |path| path.line(row.game, moves)))
    }),
    usual("uci_moves", P::Sequence, Text, "The same moves as engines write them, with blanks between", |row, _| {
        let played = row.path().map_or_else(Vec::new, |path| path.played(row.game)).into_iter();
        let played = played.filter_map(|node| row.game.tree().move_to(node)).map(Move::uci);
        text(played.collect::<Vec<String>>().join(" "))
    }),
    usual(
        "constituents",
        P::Constituents,
        Text,
        "Which constituent matched which positions, by name or number: `start:12 quiet:13-17`",
        |row, _| row.path().map_or(Cell::None, Cell::Constituents),
    ),
    usual("step", P::Step, Int32, "The place of the position in the sequence, from 0", |row, _| {
        row.step().map_or(Cell::None, |step| Cell::Number(i64::try_from(step).unwrap_or(i64::MAX)))
    }),
    usual(
        "constituent",
        P::Step,
        Text,
        "The constituent that matched the position: its name, or its text",
        |row, _| text(row.constituent().unwrap_or_default()),
    ),
    usual("differs", P::Step, Boolean, "True if the position is a difference of a match with `almost`", |row, _| {
        row.differs().map_or(Cell::None, Cell::Boolean)
    }),
];

/// A text; an empty one is not a value.
pub(super) fn text<'a>(value: impl Into<Cow<'a, str>>) -> Cell<'a> {
    let value = value.into();
    if value.is_empty() { Cell::None } else { Cell::Text(value) }
}

/// The value of a tag.
pub(super) fn tag(value: &str) -> Cell<'_> {
    text(plain_tag(value))
}

fn number(value: Option<impl Into<i64>>) -> Cell<'static> {
    value.map_or(Cell::None, |value| Cell::Number(value.into()))
}

fn seconds(milliseconds: Option<i64>) -> Cell<'static> {
    milliseconds.map_or(Cell::None, |time| Cell::Float(time as f64 / 1000.0))
}

/// What there is to say of the position of a row.
fn at<'a>(row: &Row<'a>, say: impl FnOnce(&'a Game, u32) -> Cell<'a>) -> Cell<'a> {
    row.position().map_or(Cell::None, |position| say(row.game, position))
}

/// All tags of a game by their names, each with its value as it is meant; empty values are left out. Of several tags of one name
/// the last counts.
fn tags(game: &Game) -> Vec<(String, String)> {
    let mut tags: Vec<(String, String)> = Vec::with_capacity(game.tags().len());
    for (name, value) in game.tags().iter() {
        tags.retain(|(known, _)| known != name);
        if !value.is_empty() {
            tags.push((name.to_owned(), plain_tag(value).into_owned()));
        }
    }
    tags
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_known_by_their_names() {
        for (i, entry) in CATALOGUE.iter().enumerate() {
            assert_eq!(CATALOGUE.iter().position(|other| other.name == entry.name), Some(i));
            assert_eq!(Entry::named(entry.name), Some(entry));
            let filter = entry.filter.map(crate::query::Query::parse);
            assert!(filter.is_none_or(|filter| filter.is_ok()), "{}", entry.name);
            assert!(!entry.meaning.is_empty() && !entry.meaning.ends_with('.'), "{}", entry.name);
        }
        assert!(FORMER.iter().all(|(former, name)| Entry::named(former).is_some_and(|entry| entry.name == *name)));
    }
}
