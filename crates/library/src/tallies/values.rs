//! Where the values of a tally come from: expressions, columns by their names, the players of a game.

use crate::chess::{Color, MoveList, fen};
use crate::game::plain_tag;
use crate::query::{ParsedQuery, QuerySet};
use crate::rows::{Cell, Choice, ColumnType, Columns, Named, Part, Row, UnknownColumn};
use std::borrow::Cow;

/// What stands for each of both players.
const EITHER_PLAYER: [&str; 2] = ["either", "player"];

/// What a text stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Key {
    /// Each of both players.
    EitherPlayer,
    /// The column of this name.
    Column(String),
    /// The value of an expression.
    Expression(String),
}

impl Key {
    /// What a text stands for of which values are made. `selects`: the names and texts of the selected values.
    pub(super) fn of(text: &str, selects: &[(String, String)], queries: &[ParsedQuery]) -> Key {
        match Named::of(text.trim(), selects, queries) {
            Some(Named::Select(_)) => Key::Column(text.trim().to_owned()),
            // What the language has a word for is the value of that word; `opening` has the variation as well.
            Some(Named::Entry(entry)) if entry.filter == Some(entry.name) && entry.part != Part::Opening => {
                Key::Expression(text.to_owned())
            }
            Some(Named::Entry(_) | Named::Tag) => Key::Column(text.trim().to_owned()),
            None => Key::Expression(text.to_owned()),
        }
    }

    /// The same for what is counted.
    pub(super) fn counted(text: &str, selects: &[(String, String)], queries: &[ParsedQuery]) -> Key {
        let is_defined = || queries.iter().any(|query| query.defines(EITHER_PLAYER[0]));
        if text.split_whitespace().eq(EITHER_PLAYER) && !is_defined() {
            return Key::EitherPlayer;
        }
        Key::of(text, selects, queries)
    }
}

/// Values with their names and types.
#[derive(Debug)]
pub(super) struct Values {
    /// As the user wrote them.
    names: Vec<String>,
    types: Vec<ColumnType>,
    /// The sources of the values.
    places: Vec<ValueSource>,
    /// Those that are columns, in their order.
    columns: Columns,
}

/// The source of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ValueSource {
    /// The value of a match with this number.
    Value(usize),
    /// The next of the columns.
    Column,
    /// Each of both players.
    EitherPlayer,
}

impl Values {
    /// `keys`: what is counted, by the names that the user wrote; `first`: the place of the first expression among the values
    /// of a match; `selects`: the names of the values before it; `here`: the queries whose matches are counted.
    pub(super) fn new(
        (names, keys): (&[String], &[Key]),
        (first, selects): (usize, &[String]),
        (set, here): (&QuerySet, &[usize]),
    ) -> Result<Values, UnknownColumn> {
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
                    (ValueSource::Value(place), here.iter().filter_map(of_query).reduce(ColumnType::or))
                }
                Key::Column(_) => (ValueSource::Column, of_columns.next()),
                Key::EitherPlayer => (ValueSource::EitherPlayer, None),
            };
            types.push(ty.unwrap_or(ColumnType::Text));
            places.push(place);
        }
        Ok(Values { names: names.to_vec(), types, places, columns })
    }

    /// Their names.
    pub(super) fn names(&self) -> &[String] {
        &self.names
    }

    /// The types of their values.
    pub(super) fn types(&self) -> &[ColumnType] {
        &self.types
    }

    /// Those of them that are columns.
    pub(super) fn columns(&self) -> &Columns {
        &self.columns
    }

    /// Their values in a row; nothing for the players if it is each of both.
    pub(super) fn values(&self, row: &Row<'_>, moves: &mut MoveList) -> Vec<Cell<'static>> {
        let mut cells = self.columns.values(row, moves).into_iter();
        let value = |place: &ValueSource| match place {
            ValueSource::Value(place) => {
                let value = row.matched().and_then(|matched| matched.values.get(*place));
                value.map_or(Cell::None, |value| Cell::from(value).into_owned())
            }
            ValueSource::Column => cells.next().unwrap_or_default(),
            ValueSource::EitherPlayer => Cell::None,
        };
        self.places.iter().map(value).map(of_position).collect()
    }

    /// By place, true if the values there are names of players.
    pub(super) fn are_players(&self) -> Vec<bool> {
        let is_player = |(name, place): (&String, &ValueSource)| {
            *place == ValueSource::EitherPlayer || Color::ALL.into_iter().any(|color| is_name_of(name, color))
        };
        self.names.iter().zip(&self.places).map(is_player).collect()
    }

    /// True if one of the values is each of both players.
    pub(super) fn is_of_either_player(&self) -> bool {
        self.places.contains(&ValueSource::EitherPlayer)
    }

    /// What a row counts for: its values, once, or for each of both players, with the colour that they have. A player of both
    /// colours, as of games without names, counts once.
    pub(super) fn entries(&self, row: &Row<'_>, moves: &mut MoveList) -> Vec<(Option<Color>, Vec<Cell<'static>>)> {
        let values = self.values(row, moves);
        if !self.is_of_either_player() {
            return vec![(None, values)];
        }
        let of_player = |color: Color| {
            let name = plain_tag(row.game.player(color));
            let name = if name.is_empty() { Cell::None } else { Cell::Text(Cow::Owned(name.into_owned())) };
            let value = |(value, place): (&Cell<'static>, &ValueSource)| match place {
                ValueSource::EitherPlayer => name.clone(),
                ValueSource::Value(_) | ValueSource::Column => value.clone(),
            };
            (Some(color), values.iter().zip(&self.places).map(value).collect())
        };
        let mut entries: Vec<(Option<Color>, Vec<Cell<'static>>)> = Color::ALL.map(of_player).into();
        entries.dedup_by(|black, white| black.1 == white.1);
        entries
    }
}

/// True if a text asks for the name of one player.
pub(super) fn is_name_of(text: &str, color: Color) -> bool {
    let words: Vec<&str> = text.split_whitespace().collect();
    let (small, large, quoted) = color.fold_wb(("white", "White", "\"White\""), ("black", "Black", "\"Black\""));
    matches!(words.as_slice(), [one] if *one == small || *one == large)
        || words == ["player", small]
        || words == ["tag", quoted]
}

/// A position that pawns have reached in other ways is the same one, though its `fen` may name another square.
fn of_position(value: Cell<'static>) -> Cell<'static> {
    match &value {
        Cell::Text(text) if text.ends_with(" 0 1") => {
            fen::without_idle_en_passant(text).map_or(value, |fen| Cell::Text(Cow::Owned(fen)))
        }
        _ => value,
    }
}
