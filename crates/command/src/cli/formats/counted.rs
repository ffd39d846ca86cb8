//! The values that `--tally` counts: those of expressions, and those of columns by their names.

use super::super::row_args::Key;
use serde_json::Value as Json;
use tabiya::chess::MoveList;
use tabiya::rows::{Cell, Choice, ColumnType, Columns, Row, UnknownColumn};
use tabiya::{QuerySet, Value};

/// The values that are counted.
#[derive(Debug, Default)]
pub(crate) struct Counted {
    /// As the user wrote them.
    names: Vec<String>,
    types: Vec<ColumnType>,
    /// For each, its place among the values of a match; of columns, none.
    places: Vec<Option<usize>>,
    /// Those that are columns, in their order.
    columns: Columns,
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
            Key::Expression(_) => None,
        };
        let named: Vec<String> = keys.iter().filter_map(name).collect();
        let choice = Choice { queries: Some(here), names: Some(&named), selects: Some(selects), ..Choice::of(set) };
        let columns = Columns::new(&choice)?;
        let mut of_columns = columns.types().collect::<Vec<_>>().into_iter();
        let mut next = first;
        let (mut types, mut places) = (Vec::new(), Vec::new());
        for key in keys {
            let place = matches!(key, Key::Expression(_)).then_some(next);
            next += usize::from(place.is_some());
            let of_value = |place: usize| {
                let of_query = |&query: &usize| set.selects(query).get(place).map(|(_, ty)| ColumnType::from(*ty));
                here.iter().filter_map(of_query).reduce(ColumnType::or)
            };
            types.push(place.map_or_else(|| of_columns.next(), of_value).unwrap_or(ColumnType::Text));
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

    /// Their values in a row.
    pub(crate) fn values(&self, row: &Row<'_>, moves: &mut MoveList) -> Vec<Json> {
        let mut cells = self.columns.values(row, moves).into_iter();
        let value = |place: &Option<usize>| match place {
            Some(place) => row.matched.and_then(|matched| matched.values.get(*place)).map_or(Json::Null, of_value),
            None => cells.next().map_or(Json::Null, of_cell),
        };
        self.places.iter().map(value).collect()
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
