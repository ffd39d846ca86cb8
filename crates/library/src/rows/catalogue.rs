//! The catalogue of columns: name, type and meaning of each column that does not depend on the query.

use crate::search::ValueType;
use ColumnType::{Boolean, Int32, Int64, Text};

/// The type of the values of a column. Any value may be missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ColumnType {
    /// True or false.
    Boolean,
    /// A number that fits in 32 bits: positions, plies, years, ratings.
    Int32,
    /// A number.
    Int64,
    /// A fraction, such as a share.
    Float64,
    /// A text; sets of squares are texts, too: `a1 b1`.
    Text,
}

/// The columns that are facts of a game, whatever matches in it.
pub const OF_GAMES: [&str; 14] = [
    "file",
    "game",
    "white",
    "black",
    "date",
    "event",
    "eco",
    "result",
    "site",
    "round",
    "year",
    "event_date",
    "white_elo",
    "black_elo",
];

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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its name: `white`.
    pub name: &'static str,
    /// The type of its values.
    pub ty: ColumnType,
    /// True if it is there unless others are chosen: `query` only with several queries, those of sequences only if a query
    /// has one, `constituents` only if a query names some, those of steps only where rows are steps.
    pub by_default: bool,
    /// What its values are, in a sentence without a full stop.
    pub meaning: &'static str,
    /// The filter with the same value, if the language has one.
    pub filter: Option<&'static str>,
    pub(super) column: Fixed,
}

/// A column of the catalogue in code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fixed {
    Query,
    File,
    Game,
    Position,
    Ply,
    White,
    Black,
    Date,
    Event,
    Eco,
    Result,
    Move,
    San,
    Uci,
    Fen,
    Site,
    Round,
    Year,
    EventDate,
    WhiteElo,
    BlackElo,
    Start,
    End,
    Length,
    Moves,
    UciMoves,
    Constituents,
    Step,
    Constituent,
    Differs,
}

/// Names that columns had formerly. They are still understood.
const FORMER: [(&str, &str); 4] =
    [("eventdate", "event_date"), ("whiteelo", "white_elo"), ("blackelo", "black_elo"), ("ucimoves", "uci_moves")];

/// A column that is there by default.
const fn usual(column: Fixed, name: &'static str, ty: ColumnType, meaning: &'static str) -> Entry {
    Entry { name, ty, by_default: true, meaning, filter: None, column }
}

/// A column that must be asked for.
const fn further(column: Fixed, name: &'static str, ty: ColumnType, meaning: &'static str) -> Entry {
    Entry { name, ty, by_default: false, meaning, filter: None, column }
}

impl Entry {
    /// The column of a name, be it a former one.
    pub fn named(name: &str) -> Option<&'static Entry> {
        let name = FORMER.iter().find(|(former, _)| *former == name).map_or(name, |(_, name)| *name);
        CATALOGUE.iter().find(|entry| entry.name == name)
    }

    /// Has the value of a filter.
    const fn by(self, filter: &'static str) -> Entry {
        Entry { filter: Some(filter), ..self }
    }
}

/// Every column that does not depend on the query, in the order in which those that are there by default stand. Columns of
/// sequences come last; they speak of the first sequence of a match.
pub const CATALOGUE: [Entry; 30] = [
    usual(Fixed::Query, "query", Text, "The name of the query: its file, or a name in place of one"),
    usual(Fixed::File, "file", Text, "The file that the game is from"),
    usual(Fixed::Game, "game", Int64, "The number of the game in its file, from 1").by("gamenumber"),
    usual(Fixed::Position, "position", Int32, "The number of the position in the game, from 0; variations count")
        .by("positionid"),
    usual(Fixed::Ply, "ply", Int32, "The number of half-moves from the start of the game to the position").by("ply"),
    usual(Fixed::White, "white", Text, "White's name").by("player white"),
    usual(Fixed::Black, "black", Text, "Black's name").by("player black"),
    usual(Fixed::Date, "date", Text, "The date of the game, `yyyy.mm.dd`, with `??` for what is not known").by("date"),
    usual(Fixed::Event, "event", Text, "The tournament or match").by("event"),
    usual(Fixed::Eco, "eco", Text, "The code of the opening").by("eco"),
    usual(Fixed::Result, "result", Text, "`1-0`, `0-1`, `1/2-1/2` or `*`").by("result"),
    usual(Fixed::Move, "move", Text, "The move that led to the position, with its number: `12... Nf6`"),
    usual(Fixed::San, "san", Text, "The same move without its number: `Nf6`").by("san"),
    usual(Fixed::Uci, "uci", Text, "The same move as engines write it: `g8f6`"),
    usual(Fixed::Fen, "fen", Text, "The position").by("fen"),
    further(Fixed::Site, "site", Text, "The place of the game").by("site"),
    further(Fixed::Round, "round", Text, "The round of the tournament").by("tag \"Round\""),
    further(Fixed::Year, "year", Int32, "The year of the game").by("year"),
    further(Fixed::EventDate, "event_date", Text, "The date when the tournament began").by("eventdate"),
    further(Fixed::WhiteElo, "white_elo", Int32, "White's rating").by("elo white"),
    further(Fixed::BlackElo, "black_elo", Int32, "Black's rating").by("elo black"),
    usual(Fixed::Start, "start", Int32, "The number of the first position of the sequence"),
    usual(Fixed::End, "end", Int32, "The number of its last position"),
    usual(
        Fixed::Length,
        "length",
        Int64,
        "The value of the sequence: the number of its positions, of `path` its moves",
    ),
    usual(Fixed::Moves, "moves", Text, "The moves of the sequence: `23... Kg8 24. Nh6+`"),
    usual(Fixed::UciMoves, "uci_moves", Text, "The same moves as engines write them, with blanks between"),
    usual(
        Fixed::Constituents,
        "constituents",
        Text,
        "Which constituent matched which positions, by name or number: `start:12 quiet:13-17`",
    ),
    usual(Fixed::Step, "step", Int32, "The place of the position in the sequence, from 0"),
    usual(Fixed::Constituent, "constituent", Text, "The constituent that matched the position: its name, or its text"),
    usual(Fixed::Differs, "differs", Boolean, "True if the position is a difference of a match with `almost`"),
];

impl Fixed {
    /// Its row in the catalogue.
    pub(super) fn entry(self) -> &'static Entry {
        &CATALOGUE[self as usize]
    }

    /// The column with a name.
    pub(super) fn named(name: &str) -> Option<Fixed> {
        Entry::named(name).map(|entry| entry.column)
    }

    /// True if its value depends on the positions of a sequence.
    pub(super) fn is_of_sequences(self) -> bool {
        use Fixed::{Constituents, End, Length, Moves, Start, UciMoves};
        matches!(self, Start | End | Length | Moves | UciMoves | Constituents) || self.is_of_steps()
    }

    /// True if it has a value only where rows are steps.
    pub(super) fn is_of_steps(self) -> bool {
        matches!(self, Fixed::Step | Fixed::Constituent | Fixed::Differs)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_stand_where_their_columns_say() {
        for (i, entry) in CATALOGUE.iter().enumerate() {
            assert_eq!(entry.column as usize, i, "{}", entry.name);
            assert_eq!(Fixed::named(entry.name), Some(entry.column));
            let filter = entry.filter.map(crate::query::Query::parse);
            assert!(filter.is_none_or(|filter| filter.is_ok()), "{}", entry.name);
            assert!(!entry.meaning.is_empty() && !entry.meaning.ends_with('.'), "{}", entry.name);
        }
    }
}
