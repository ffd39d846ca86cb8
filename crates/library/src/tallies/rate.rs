//! The values that are counted, of all games, whether they match or not: what a rate compares with.
//!
//! The values must be facts of the game: its tags, its number, its file, its result, its opening. Games whose tags show that
//! nothing matches keep their moves unread, unless results or openings count.

use super::counts::Group;
use super::error::TallyError;
use super::values::{Key, Values};
use crate::chess::MoveList;
use crate::game::Game;
use crate::query::{ParsedQuery, QueryOptions, QuerySet, Source};
use crate::rows::{Entry, Part, Row, Subject};
use crate::search::{GameFact, QueryScope};

/// The values of all games.
#[derive(Debug)]
pub(super) struct Everywhere {
    /// A query that matches at the first position of every game, and selects the values.
    set: QuerySet,
    counted: Values,
    /// The numbers of the queries that are counted, with the games that they look at.
    scopes: Vec<(usize, QueryScope)>,
    needs_moves: bool,
}

impl Everywhere {
    /// `keys`: what is counted, by the names that the user wrote; `options`: those of the queries.
    ///
    /// # Errors
    ///
    /// If one of the keys is not a fact of a game.
    pub(super) fn new(
        (names, keys): (&[String], &[Key]),
        scopes: Vec<(usize, QueryScope)>,
        options: &QueryOptions,
    ) -> Result<Everywhere, TallyError> {
        let mut options = options.clone();
        let selects = std::mem::take(&mut options.selects);
        let of_select = |name: &String| selects.iter().find(|(select, _)| select == name).map(|(_, text)| text.clone());
        let no_fact = |name: &str| TallyError::NoFact(name.to_owned());
        let expression = |key: &Key| match key {
            Key::Column(name) => of_select(name).map_or_else(|| key.clone(), Key::Expression),
            Key::Expression(_) | Key::EitherPlayer => key.clone(),
        };
        let keys: Vec<Key> = keys.iter().map(expression).collect();
        let everywhere = Source { name: "--rate".into(), text: "initial".into() };
        let mut query = ParsedQuery::parse(everywhere, &options).map_err(|_| no_fact("initial"))?;
        for (name, key) in names.iter().zip(&keys) {
            let is_fact = match key {
                Key::Expression(text) => {
                    let source = Source { name: format!("--tally {name}"), text: text.clone() };
                    query.select(name, source, &options).is_ok()
                }
                Key::Column(column) => Entry::named(column).is_none_or(Entry::is_of_games),
                Key::EitherPlayer => true,
            };
            if !is_fact {
                return Err(no_fact(name));
            }
        }
        let set = QuerySet::new(vec![query], &options).map_err(|_| no_fact(&names.join(", ")))?;
        let of_column = |key: &Key| if let Key::Column(name) = key { Entry::named(name) } else { None };
        let mut needs_moves = keys.iter().filter_map(of_column).any(|entry| entry.part >= Part::Result);
        let expressions = names.iter().zip(&keys).filter(|(_, key)| matches!(key, Key::Expression(_)));
        for ((name, _), fact) in expressions.zip(set.game_facts(0)) {
            needs_moves |= fact.ok_or_else(|| no_fact(name))? == GameFact::Result;
        }
        let counted = Values::new((names, &keys), (0, &[]), (&set, &[0])).map_err(TallyError::UnknownColumn)?;
        Ok(Everywhere { set, counted, scopes, needs_moves })
    }

    /// True if results or openings count, so that the moves of all games must be read.
    pub(super) fn needs_moves(&self) -> bool {
        self.needs_moves
    }

    /// The groups that a game belongs to, for each query that looks at it.
    pub(super) fn groups(&self, (file, game): (&str, &Game), moves: &mut MoveList) -> Vec<Group> {
        let Ok(matches) = self.set.matches(game) else { return Vec::new() };
        let values = matches.take(1).flat_map(|found| {
            let row = Row { subject: Subject::Match(found.matched()), ..Row::of_game(file, game) };
            self.counted.entries(&row, moves)
        });
        let values: Vec<_> = values.map(|(_, values)| values).collect();
        let sees = |(query, scope): &(usize, QueryScope)| scope.sees(game.number()).then_some(*query);
        let groups = |query: usize| values.iter().map(move |values| (query, values.clone()));
        self.scopes.iter().filter_map(sees).flat_map(groups).collect()
    }
}
