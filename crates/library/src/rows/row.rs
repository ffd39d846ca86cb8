//! One row: a game, one of its positions, a match or a step of its sequence, with what it belongs to.
//!
//! The value of a piece variable is its square (`["e8"]`), as in the language, or null if the piece is gone; `str x`
//! gives `ke8`.

use crate::game::Game;
use crate::opening_names::OpeningNames;
use crate::query::SortKey;
use crate::search::{Found, Match, Path};
use std::borrow::Cow;
use std::ops::Deref;

/// One row: what it is about, with what that belongs to.
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
    /// What the row is about.
    pub subject: Subject<'a>,
    /// The names of openings; none for those of the program. Columns have their own ([`QueryOptions::openings`]).
    ///
    /// [`QueryOptions::openings`]: crate::QueryOptions::openings
    pub openings: Option<&'a OpeningNames>,
}

/// What a row is about.
#[derive(Clone, Copy, Debug)]
pub enum Subject<'a> {
    /// A game.
    Game,
    /// A position of the game.
    Position(u32),
    /// A match.
    Match(&'a Match),
    /// The place of one position among those of the sequence of a match ([`Path::positions`]).
    Step(&'a Match, usize),
}

impl<'a> Row<'a> {
    /// The row of a match that a search of files has found, with the name and the sort keys of its query.
    pub fn of<G: Deref<Target = Game>>(found: &'a Found<G>, query: &'a str, sort_keys: &'a [SortKey]) -> Row<'a> {
        let file = found.file().unwrap_or_default();
        Row { query, sort_keys, subject: Subject::Match(found.matched()), ..Row::of_game(file, found.game()) }
    }

    /// The row of a game that belongs to no query.
    pub fn of_game(file: &'a str, game: &'a Game) -> Row<'a> {
        Row { file, query: "", sort_keys: &[], game, subject: Subject::Game, openings: None }
    }

    /// The names of openings.
    pub(super) fn names(&self) -> &'a OpeningNames {
        match self.openings {
            Some(own) => own,
            None => OpeningNames::builtin(),
        }
    }

    /// A row for each position of the sequence of the match, in the order in which they were matched; none if the match has
    /// no sequence.
    pub fn steps(self) -> impl Iterator<Item = Row<'a>> {
        let steps = self.matched().into_iter().flat_map(|matched| {
            let positions = matched.paths.first().map_or(0, |path| path.positions.len());
            (0..positions).map(move |step| Subject::Step(matched, step))
        });
        steps.map(move |subject| Row { subject, ..self })
    }

    /// The match that the row is about, or is a step of.
    pub fn matched(&self) -> Option<&'a Match> {
        match self.subject {
            Subject::Match(matched) | Subject::Step(matched, _) => Some(matched),
            Subject::Game | Subject::Position(_) => None,
        }
    }

    /// The sequence of the match: the first one in the query.
    pub(super) fn path(&self) -> Option<&'a Path> {
        self.matched()?.paths.first()
    }

    /// The place of the position that the row is about among those of the sequence, if it is a step.
    pub(super) fn step(&self) -> Option<usize> {
        match self.subject {
            Subject::Step(_, step) => Some(step),
            _ => None,
        }
    }

    /// The position that the row is about, if it is about one.
    pub fn position(&self) -> Option<u32> {
        match self.subject {
            Subject::Game => None,
            Subject::Position(position) => Some(position),
            Subject::Match(matched) => Some(matched.position),
            Subject::Step(_, step) => self.path()?.positions.get(step).copied(),
        }
    }

    /// The constituent that matched the position of a step: its name, or its text.
    pub(super) fn constituent(&self) -> Option<Cow<'a, str>> {
        let path = self.path()?;
        let constituent = (*path.matched_by.get(self.step()?)?)?;
        if let Some(name) = path.constituent_name(constituent) {
            return Some(Cow::Borrowed(name));
        }
        let text =
            path.constituents.get(constituent as usize).map(|one| one.text.as_str()).filter(|text| !text.is_empty());
        // A long one has a number, as in `constituents`.
        Some(text.map_or_else(|| Cow::Owned((constituent + 1).to_string()), Cow::Borrowed))
    }

    /// True if the position of a step is a difference.
    pub(super) fn differs(&self) -> Option<bool> {
        let position = self.step().and(self.position())?;
        Some(self.path()?.differs.contains(&position))
    }
}
