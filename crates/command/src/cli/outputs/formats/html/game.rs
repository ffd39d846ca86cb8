//! One game with its matches as a line: as documents have them, with the values that the options ask for.

use super::super::{FoundGame, QueryMatches, Tools};
use super::Html;
use crate::cli::inputs::query_info::QueryInfo;
use serde_json::{Map, Value as Json};
use tabiya::chess::MoveList;
use tabiya::printable::line;
use tabiya::rows::{Cell, Row, Subject};
use tabiya::{Game, Match, OpeningNames};
use tabiya_session::{embedded_game, embedded_match};

impl Html {
    /// A game as the page reads it.
    pub(super) fn line(&self, found: &FoundGame<'_>, tools: &mut Tools) -> Json {
        let &FoundGame { file, game, found } = found;
        let moves = &mut tools.moves;
        let names = OpeningNames::or_builtin(self.openings.as_ref());
        let mut json = embedded_game(game, names, if self.several_files { file } else { "" }, moves);
        let mut rows = Vec::new();
        for query in found {
            let reasons = query.reasons();
            for matched in &query.matches.matches {
                let mut row = embedded_match(game, matched, self.selects.len(), &reasons, moves);
                self.push_values((file, game), (query, matched), moves, &mut row);
                rows.push(row);
            }
        }
        json.insert("rows".into(), rows.into());
        json.into()
    }

    /// The query of a match, its values of sort keys and columns, and what it counts as.
    fn push_values(
        &self,
        (file, game): (&str, &Game),
        (found, matched): (&QueryMatches<'_>, &Match),
        moves: &mut MoveList,
        json: &mut Map<String, Json>,
    ) {
        let QueryInfo { name: query, sort_keys, .. } = found.query;
        let sorted = self.sorts.iter().map(|label| {
            let place = sort_keys.iter().position(|key| key.name == *label)?;
            let of_game = sort_keys[place].match_count;
            let values = if of_game { &found.matches.sort_values } else { &matched.sort_values };
            values.get(place)?.as_ref()
        });
        let sorted = sorted.map(|value| shown(&value.map_or(Cell::None, Cell::from)));
        let selected = matched.values.iter().take(self.selects.len()).map(|value| shown(&Cell::from(value)));
        let values: Vec<Json> = sorted.chain(selected).collect();
        let row = Row { query, sort_keys, subject: Subject::Match(matched), ..Row::of_game(file, game) };
        let counted: Vec<Json> = self.tally.values(&row, moves).iter().map(shown).collect();
        json.insert("query".into(), self.place_of(found.query.number).into());
        for (name, list) in [("own", values), ("tallies", counted)] {
            if !list.is_empty() {
                json.insert(name.into(), list.into());
            }
        }
    }
}

/// A value as the page shows and sorts it.
fn shown(cell: &Cell<'_>) -> Json {
    match cell {
        Cell::None | Cell::Unmatched => Json::Null,
        Cell::Boolean(truth) => Json::Bool(*truth),
        Cell::Number(n) => Json::from(*n),
        other => line(&other.text()).into(),
    }
}
