//! The values that `--tally` counts or makes figures of: those of expressions, and those of columns by their names.

use super::super::row_args::Key;
use serde_json::Value as Json;
use tabiya::chess::{Color, MoveList};
use tabiya::game::plain_tag;
use tabiya::rows::{Cell, Choice, ColumnType, Columns, Row, UnknownColumn};
use tabiya::{QuerySet, Value};

/// The values that are counted.
#[derive(Debug, Default)]
pub(crate) struct Counted {
    /// As the user wrote them.
    names: Vec<String>,
    types: Vec<ColumnType>,
    /// The sources of the values.
    places: Vec<Place>,
    /// Those that are columns, in their order.
    columns: Columns,
}

/// The source of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    /// The value of a match with this number.
    Value(usize),
    /// The next of the columns.
    Column,
    /// Each of both players.
    EitherPlayer,
}

impl Counted {
    /// `keys`: what is counted, by the names that the user wrote; `first`: the place of the first expression among the values
    /// of a match; `selects`: the names of the values before it; `here`: the queries whose matches are counted.
    pub(crate) fn new(
        (names, keys): (&[String], &[Key]),
        (first, selects): (usize, &[String]),
        (set, here): (&QuerySet, &[usize]),
    ) -> Result<Counted, UnknownColumn> {
        let name = |key: &Key| match key {
            Key::Column(name) => Some(name.clone()),
            Key::Expression(_) | Key::EitherPlayer => None,
        };
        let named: Vec<String> = keys.iter().filter_map(name).collect();
        let choice = Choice { queries: Some(here), names: Some(&named), selects: Some(selects), ..Choice::of(set) };
        let columns = Columns::new(&choice)?;
        let mut of_columns = columns.types().collect::<Vec<_>>().into_iter();
        let mut next = first;
        let (mut types, mut places) = (Vec::new(), Vec::new());
        for key in keys {
            let (place, ty) = match key {
                Key::Expression(_) => {
                    let place = next;
                    let of_query = |&query: &usize| set.selects(query).get(place).map(|(_, ty)| ColumnType::from(*ty));
                    next += 1;
                    (Place::Value(place), here.iter().filter_map(of_query).reduce(ColumnType::or))
                }
                Key::Column(_) => (Place::Column, of_columns.next()),
                Key::EitherPlayer => (Place::EitherPlayer, None),
            };
            types.push(ty.unwrap_or(ColumnType::Text));
            places.push(place);
        }
        Ok(Counted { names: names.to_vec(), types, places, columns })
    }

    /// Their names.
    pub(crate) fn names(&self) -> &[String] {
        &self.names
    }

    /// The types of their values.
    pub(crate) fn types(&self) -> &[ColumnType] {
        &self.types
    }

    /// Those of them that are columns.
    pub(crate) fn columns(&self) -> &Columns {
        &self.columns
    }

    /// Their values in a row; nothing for the players if it is each of both.
    pub(crate) fn values(&self, row: &Row<'_>, moves: &mut MoveList) -> Vec<Json> {
        let mut cells = self.columns.values(row, moves).into_iter();
        let value = |place: &Place| match place {
            Place::Value(place) => {
                row.matched.and_then(|matched| matched.values.get(*place)).map_or(Json::Null, of_value)
            }
            Place::Column => cells.next().map_or(Json::Null, of_cell),
            Place::EitherPlayer => Json::Null,
        };
        self.places.iter().map(value).collect()
    }

    /// True if one of the values is each of both players.
    pub(crate) fn is_of_either_player(&self) -> bool {
        self.places.contains(&Place::EitherPlayer)
    }

    /// What a row counts for: its values, once, or for each of both players, with the colour that they have. A player of both
    /// colours, as of games without names, counts once.
    pub(crate) fn entries(&self, row: &Row<'_>, moves: &mut MoveList) -> Vec<(Option<Color>, Vec<Json>)> {
        let values = self.values(row, moves);
        if !self.is_of_either_player() {
            return vec![(None, values)];
        }
        let of_player = |color: Color| {
            let name = plain_tag(row.game.player(color));
            let name = if name.is_empty() { Json::Null } else { Json::from(name.into_owned()) };
            let value = |(value, place): (&Json, &Place)| match place {
                Place::EitherPlayer => name.clone(),
                Place::Value(_) | Place::Column => value.clone(),
            };
            (Some(color), values.iter().zip(&self.places).map(value).collect())
        };
        let mut entries: Vec<(Option<Color>, Vec<Json>)> = Color::ALL.map(of_player).into();
        entries.dedup_by(|black, white| black.1 == white.1);
        entries
    }
}

fn of_value(value: &Value) -> Json {
    match value {
        Value::None => Json::Null,
        Value::True => Json::Bool(true),
        Value::Number(n) => Json::from(*n),
        Value::Position(id) => Json::from(*id),
        Value::Text(text) => Json::from(text.as_str()),
        Value::Squares(squares) => Json::from(squares.clone()),
    }
}

fn of_cell(cell: Cell<'_>) -> Json {
    match cell {
        Cell::None => Json::Null,
        Cell::Boolean(truth) => Json::Bool(truth),
        Cell::Number(n) => Json::from(n),
        Cell::Float(x) => Json::from(x),
        Cell::Value(value) => of_value(value),
        Cell::Text(_) | Cell::Constituents(_) => Json::from(cell.text().into_owned()),
    }
}
