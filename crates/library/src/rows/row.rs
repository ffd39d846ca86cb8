//! One row: a match with what it belongs to, and its values.
//!
//! The value of a piece variable is its square (`["e8"]`), as in the language, or null if the piece is gone; `str x`
//! gives `ke8`.

use super::catalogue::Fixed;
use crate::chess::{Color, Move, MoveList};
use crate::game::{Game, plain_tag};
use crate::query::SortKey;
use crate::search::{Found, Match, Path, SortValue, Value};
use std::borrow::Cow;
use std::ops::Deref;

/// One column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Column {
    Fixed(Fixed),
    /// A tag of the game.
    Tag(String),
    /// The sort key with a label.
    Sort(String),
    /// The place of a value among those selected.
    Select(usize),
}

/// One row: a match with what it belongs to.
#[derive(Clone, Copy, Debug)]
pub struct Row<'a> {
    /// The name of the file.
    pub file: &'a str,
    /// The name of the query.
    pub query: &'a str,
    /// The sort keys of the query ([`QuerySet::sort_keys`](crate::QuerySet::sort_keys)).
    pub sort_keys: &'a [SortKey],
    /// The game.
    pub game: &'a Game,
    /// The match; none for a game in which nothing matches.
    pub matched: Option<&'a Match>,
    /// The place of one position among those of the sequence of the match ([`Path::positions`]), if the row is about that
    /// position.
    pub step: Option<usize>,
}

/// The value of a column in a row.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell<'a> {
    /// There is no value.
    None,
    /// A truth.
    Boolean(bool),
    /// A number.
    Number(i64),
    /// A fraction.
    Float(f64),
    /// A text.
    Text(Cow<'a, str>),
    /// A selected value.
    Value(&'a Value),
    /// A sequence, of which it is told which constituent matched which positions.
    Constituents(&'a Path),
}

impl Cell<'_> {
    /// The same value without what it was borrowed from.
    pub(super) fn into_owned(self) -> Cell<'static> {
        match self {
            Cell::None | Cell::Value(Value::None) => Cell::None,
            Cell::Boolean(truth) => Cell::Boolean(truth),
            Cell::Value(Value::True) => Cell::Boolean(true),
            Cell::Number(n) => Cell::Number(n),
            Cell::Value(Value::Number(n)) => Cell::Number(*n),
            Cell::Value(Value::Position(id)) => Cell::Number(i64::from(*id)),
            Cell::Float(x) => Cell::Float(x),
            Cell::Text(text) => Cell::Text(Cow::Owned(text.into_owned())),
            Cell::Value(value) => Cell::Text(Cow::Owned(value.to_string())),
            Cell::Constituents(path) => Cell::Text(Cow::Owned(path.constituents_text())),
        }
    }

    /// The value as tables show it: sets of squares as `a1 b1`, and nothing where there is no value.
    pub fn text(&self) -> Cow<'_, str> {
        match self {
            Cell::None => Cow::Borrowed(""),
            Cell::Boolean(truth) => Cow::Borrowed(if *truth { "true" } else { "false" }),
            Cell::Number(n) => Cow::Owned(n.to_string()),
            Cell::Float(x) => Cow::Owned(x.to_string()),
            Cell::Text(text) => Cow::Borrowed(text),
            Cell::Value(Value::Text(text)) => Cow::Borrowed(text),
            Cell::Value(value) => Cow::Owned(value.to_string()),
            Cell::Constituents(path) => Cow::Owned(path.constituents_text()),
        }
    }
}

impl<'a> Row<'a> {
    /// The row of a match that a search of files has found, with the name and the sort keys of its query.
    pub fn of<G: Deref<Target = Game>>(found: &'a Found<G>, query: &'a str, sort_keys: &'a [SortKey]) -> Row<'a> {
        let file = found.file().unwrap_or_default();
        Row { file, query, sort_keys, game: found.game(), matched: Some(found.matched()), step: None }
    }

    /// A row for each position of the sequence of the match, in the order in which they were matched; none if the match has
    /// no sequence.
    pub fn steps(self) -> impl Iterator<Item = Row<'a>> {
        let positions = self.path().map_or(0, |path| path.positions.len());
        (0..positions).map(move |step| Row { step: Some(step), ..self })
    }

    /// The sequence of the match: the first one in the query.
    fn path(&self) -> Option<&'a Path> {
        self.matched?.paths.first()
    }

    /// The position that the row is about; none of a game in which nothing matches.
    pub fn position(&self) -> Option<u32> {
        match self.step {
            Some(step) => self.path()?.positions.get(step).copied(),
            None => self.matched.map(|matched| matched.position),
        }
    }

    /// The value of the sort key with a label.
    fn sort_value(&self, label: &str) -> Option<&'a SortValue> {
        let place = self.sort_keys.iter().position(|key| key.label == label)?;
        self.matched?.sort_values.get(place)?.as_ref()
    }

    /// The value of a column.
    pub(super) fn cell(&self, column: &Column, moves: &mut MoveList) -> Cell<'a> {
        match column {
            Column::Fixed(fixed) => self.fixed(*fixed, moves),
            Column::Tag(name) => text(self.game.tags().get(name).map(plain_tag)),
            Column::Sort(label) => match self.sort_value(label) {
                Some(SortValue::Number(n)) => Cell::Number(*n),
                Some(SortValue::Text(text)) => Cell::Text(Cow::Borrowed(text)),
                None => Cell::None,
            },
            Column::Select(place) => {
                self.matched.and_then(|matched| matched.values.get(*place)).map_or(Cell::None, Cell::Value)
            }
        }
    }

    fn fixed(&self, fixed: Fixed, moves: &mut MoveList) -> Cell<'a> {
        let game = self.game;
        let own = |value: String| text(Some(Cow::Owned(value)));
        let tag = |value: &'a str| text(Some(plain_tag(value)));
        let number = |value: Option<u32>| value.map_or(Cell::None, |n| Cell::Number(i64::from(n)));
        match fixed {
            Fixed::Query => Cell::Text(Cow::Borrowed(self.query)),
            Fixed::File => Cell::Text(Cow::Borrowed(self.file)),
            Fixed::Game => Cell::Number(game.number().cast_signed()),
            Fixed::White => own(plain_tag(game.player(Color::White)).into_owned()),
            Fixed::Black => own(plain_tag(game.player(Color::Black)).into_owned()),
            Fixed::Date => own(game.date()),
            Fixed::Event => tag(game.event()),
            Fixed::Eco => text(game.eco().map(Cow::Owned)),
            Fixed::Result => Cell::Text(Cow::Borrowed(game.result().as_str())),
            Fixed::Position | Fixed::Ply | Fixed::Move | Fixed::San | Fixed::Uci | Fixed::Fen => {
                self.position().map_or(Cell::None, |position| self.at(fixed, position, moves))
            }
            Fixed::Site => tag(game.site()),
            Fixed::Round => tag(game.round()),
            Fixed::Year => number(game.year()),
            Fixed::EventDate => text(game.event_date().map(Cow::Owned)),
            Fixed::WhiteElo => number(game.elo(Color::White)),
            Fixed::BlackElo => number(game.elo(Color::Black)),
            Fixed::Start => number(self.path().and_then(|path| path.positions.first().copied())),
            Fixed::End => number(self.path().and_then(|path| path.positions.last().copied())),
            Fixed::Length => self.path().map_or(Cell::None, |path| Cell::Number(path.length)),
            Fixed::Moves => own(self.path().map_or_else(String::new, |path| path.line(game, moves))),
            Fixed::UciMoves => {
                let played = self.path().map_or_else(Vec::new, |path| path.played(game)).into_iter();
                let played = played.filter_map(|node| game.tree().move_to(node)).map(Move::uci);
                own(played.collect::<Vec<String>>().join(" "))
            }
            Fixed::Constituents => self.path().map_or(Cell::None, Cell::Constituents),
            Fixed::Step => self.step.map_or(Cell::None, |step| Cell::Number(step as i64)),
            Fixed::Constituent => text(self.constituent()),
            Fixed::Differs => self.differs().map_or(Cell::None, Cell::Boolean),
        }
    }

    /// The value of a column about a position.
    fn at(&self, fixed: Fixed, position: u32, moves: &mut MoveList) -> Cell<'a> {
        let game = self.game;
        let own = |value: String| text(Some(Cow::Owned(value)));
        match fixed {
            Fixed::Position => Cell::Number(i64::from(position)),
            Fixed::Ply => Cell::Number(i64::from(game.tree().node(position).ply)),
            Fixed::Move => own(game.numbered_move(position, moves)),
            Fixed::San => {
                let mut san = String::new();
                game.tree().write_san(position, moves, &mut san);
                own(san)
            }
            Fixed::Uci => text(game.tree().move_to(position).map(|mv| Cow::Owned(mv.uci()))),
            Fixed::Fen => own(game.fen(position)),
            _ => Cell::None,
        }
    }

    /// The constituent that matched the position of a step: its name, or its text.
    fn constituent(&self) -> Option<Cow<'a, str>> {
        let path = self.path()?;
        let constituent = (*path.matched_by.get(self.step?)?)?;
        if let Some(name) = path.constituent_name(constituent) {
            return Some(Cow::Borrowed(name));
        }
        let text =
            path.constituents.get(constituent as usize).map(|one| one.text.as_str()).filter(|text| !text.is_empty());
        // A long one has a number, as in `constituents`.
        Some(text.map_or_else(|| Cow::Owned((constituent + 1).to_string()), Cow::Borrowed))
    }

    /// True if the position of a step is a difference.
    fn differs(&self) -> Option<bool> {
        let position = self.step.and(self.position())?;
        Some(self.path()?.differs.contains(&position))
    }
}

/// An empty text is none.
fn text(value: Option<Cow<'_, str>>) -> Cell<'_> {
    value.filter(|value| !value.is_empty()).map_or(Cell::None, Cell::Text)
}
