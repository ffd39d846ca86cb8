//! The columns of tables, and the facts about a game or a position as their values: it depends on how much of the game has
//! been read.

use crate::stream::Scan;
use datafusion::arrow::datatypes::SchemaRef;
use datafusion::error::{DataFusionError, Result};
use tabiya::Game;
use tabiya::chess::MoveList;
use tabiya::game::{GameResult, MoveTokens, plain_tag};
use tabiya::rows::{Batches, Cell, ColumnType, Entry, Part, Row, Subject};

/// How much has been read of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Read {
    /// Its border only.
    Place,
    Tags,
    /// The tags, and the text of the moves showed the result.
    Result(GameResult),
    Moves,
}

/// A game as far as it has been read, or one of its positions.
#[derive(Clone, Copy)]
pub(crate) struct View<'a> {
    /// The file that it is from, if it is known.
    pub(crate) file: Option<&'a str>,
    /// Its number in the file.
    pub(crate) number: u64,
    pub(crate) game: &'a Game,
    pub(crate) read: Read,
    pub(crate) position: Option<u32>,
}

impl<'a> View<'a> {
    /// The value of a tag; `None` if not enough has been read.
    pub(crate) fn tag(&self, name: &str) -> Option<Cell<'a>> {
        let value = || self.game.tags().get(name).map(plain_tag).filter(|value| !value.is_empty());
        (self.read != Read::Place).then(|| value().map_or(Cell::None, Cell::Text))
    }

    /// The value of a column; `None` if not enough has been read. `moves` is memory that is used again.
    pub(crate) fn value(&self, column: &Entry, moves: &mut MoveList) -> Option<Cell<'a>> {
        match (column.part, self.read) {
            (Part::Place, _) if column.name == "game" => Some(Cell::from(self.number)),
            (Part::Place, _) => self.file.map(Cell::from),
            (_, Read::Place) | (Part::Result, Read::Tags) | (Part::Moves, Read::Tags | Read::Result(_)) => None,
            (Part::Result, Read::Result(result)) => Some(Cell::from(result.as_str())),
            (part, read) => {
                let subject = self.position.map_or(Subject::Game, Subject::Position);
                let row = Row { subject, ..Row::of_game(self.file.unwrap_or_default(), self.game) };
                let value = (part < Part::Position || self.position.is_some()).then(|| column.value(&row, moves));
                // What tags do not say of the opening, the moves may say.
                value.filter(|value| part != Part::Opening || read == Read::Moves || *value != Cell::None)
            }
        }
    }
}

/// The result of a game, if the text of its moves and its tags leave no doubt.
pub(crate) fn only_result(tokens: &MoveTokens) -> Option<GameResult> {
    let all = [GameResult::White, GameResult::Black, GameResult::Draw, GameResult::Unknown];
    let mut possible = all.into_iter().filter(|result| tokens.may_result(*result));
    possible.next().filter(|_| possible.next().is_none())
}

/// The column of a name that is a fact of games and needs no more than a part of them.
pub(crate) fn fact(name: &str, part: Part) -> Option<&'static Entry> {
    let is_fact = |entry: &&Entry| (Part::Place..=part).contains(&entry.part) && entry.ty != ColumnType::Tags;
    Entry::named(name).filter(is_fact)
}

/// The column of a name that says which position it is. What else there is at a position takes time, and DataFusion compares
/// whole columns.
pub(crate) fn place(name: &str) -> Option<&'static Entry> {
    matches!(name, "ply" | "position").then(|| Entry::named(name)).flatten()
}

/// The schema of columns. Any value may be null.
pub(crate) fn schema<'n>(columns: impl Iterator<Item = (&'n str, ColumnType)>) -> SchemaRef {
    Batches::of(columns).schema()
}

/// The names and types of columns of the catalogue.
pub(crate) fn named(columns: &[&'static Entry]) -> impl Iterator<Item = (&'static str, ColumnType)> {
    columns.iter().map(|column| (column.name, column.ty))
}

/// Those of some columns that are at the places of a projection; all without one.
///
/// # Errors
///
/// If there is no column at one of the places.
pub(crate) fn projected<T: Clone>(columns: &[T], scan: &Scan) -> Result<Vec<T>> {
    let Some(places) = &scan.projection else { return Ok(columns.to_vec()) };
    let projected: Option<_> = places.iter().map(|place| columns.get(*place).cloned()).collect();
    projected.ok_or_else(|| DataFusionError::Internal("there is no column of this number".into()))
}
