//! Whose points a score counts: those of the player whom the lines or the queries name, or of the side that matches.

use super::values::{Values, is_name_of};
use crate::chess::Color;
use crate::game::Game;
use crate::query::{ParsedQuery, QuerySet};
use crate::syntax::ast::{Binary, Filter, GameText, Kind};

/// Whose points count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Whose {
    /// Each of both players.
    EitherPlayer,
    /// A side, in all games.
    Side(Color),
    /// The side that a match is for, with the place of this value among those of the match.
    Matched(usize),
    /// The player with this text in the name.
    Named(String),
}

impl Whose {
    /// The side whose points lines of these values count. `place` is that of the side among the values of a match, if a query
    /// says which side it matches for.
    pub(super) fn of(counted: &Values, (set, here): (&QuerySet, &[usize]), place: usize) -> Whose {
        if counted.is_of_either_player() {
            return Whose::EitherPlayer;
        }
        let is_of = |color: Color| counted.names().iter().any(|name| is_name_of(name, color));
        match [Color::White, Color::Black].map(is_of) {
            [true, false] => return Whose::Side(Color::White),
            [false, true] => return Whose::Side(Color::Black),
            _ => {}
        }
        if here.iter().any(|&query| set.selects(query).get(place).is_some()) {
            return Whose::Matched(place);
        }
        let mut named = here.iter().map(|&query| of_player(&set.queries()[query]));
        let first = named.next().flatten();
        if named.all(|other| other == first) { first } else { None }.unwrap_or(Whose::Side(Color::White))
    }

    /// The name of the column.
    pub(super) fn heading(&self) -> String {
        match self {
            Whose::EitherPlayer => "score of the player".into(),
            Whose::Side(color) => format!("score of {}", color.fold_wb("White", "Black")),
            Whose::Matched(_) => "score of the side that matches".into(),
            Whose::Named(name) => format!("score of {name}"),
        }
    }

    /// The side of a player with a text in the name; none if it is in both names.
    pub(super) fn named(game: &Game, text: &str) -> Option<Color> {
        let mut sides = Color::ALL.into_iter().filter(|color| game.player(*color).contains(text));
        sides.next().filter(|_| sides.next().is_none())
    }
}

/// The only player whom all matches of a query have.
fn of_player(query: &ParsedQuery) -> Option<Whose> {
    let mut all = Vec::new();
    query.script().body.iter().for_each(|filter| collect(filter, &mut all));
    all.dedup();
    if all.len() == 1 { all.pop() } else { None }
}

/// The players of the filters that must all match.
fn collect(filter: &Filter, all: &mut Vec<Whose>) {
    let of = |color: Option<Color>, text: &str| color.map_or_else(|| Whose::Named(text.to_owned()), Whose::Side);
    match &filter.kind {
        Kind::GameText { field: GameText::Player(color), search: Some(text) } => all.push(of(*color, text)),
        Kind::Binary(Binary::And, left, right) => [left, right].into_iter().for_each(|part| collect(part, all)),
        Kind::Braces(parts) => parts.iter().for_each(|part| collect(part, all)),
        Kind::Paren(part) => collect(part, all),
        _ => {}
    }
}
