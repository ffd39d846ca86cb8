//! Games compared with others: their novelties, where they leave a repertoire, where a repertoire is in conflict with itself, and
//! duplicates.

use super::Service;
use super::failure::Failure;
use super::fields::{answers, asks, words};
use super::rows::Head;
use super::source::GameSource;
use std::sync::Arc;
use tabiya::chess::{Color, fen};
use tabiya::database::same_position;
use tabiya::duplicates::{DuplicateOptions, duplicates};
use tabiya::novelty::{NoveltyOptions, novelties};
use tabiya::pipeline::RunOptions;
use tabiya::repertoire::{LeavingOptions, Repertoire, conflicts};
use tabiya::{Game, OpeningNames, RunControl, Sources};

/// The most rows of an answer.
const MOST: u64 = 500;

/// The memory of one comparison, in bytes.
const MEMORY: usize = 500_000_000;

words! {
    /// The kinds of comparison.
    Comparison = Novelties | Leavings | Conflicts | Duplicates;

    /// A side.
    SideName = White | Black;
}

asks! {
    /// Games that are compared.
    pub(crate) CompareAsked {
        what: Comparison;
        /// The sources with the games; all there are but those of `base`, if it is not given.
        sources: Option<Vec<String>>,
        /// The sources with the older games, or the repertoire.
        base: Option<Vec<String>>,
        /// Whose repertoire it is, or who leaves it.
        by: Option<SideName>
    }
}

answers! {
    /// What a comparison finds.
    Compared {
        rows: Vec<ComparedRow>,
        /// All there are, of which `rows` are the first.
        total: u64,
        /// The games that were looked at.
        games: u64
    }

    /// A game of a comparison.
    ComparedRow {
        #[serde(flatten)] game: Head,
        /// The number of the position in the game.
        node: u32;
        /// The move with its number.
        moved: String,
        /// The games that had the position before the move.
        before: u32,
        /// The moves that the repertoire has instead.
        instead: Vec<String>,
        /// Who left it.
        by: SideName,
        /// For a move in conflict: the number of its position.
        place: u64,
        /// The game that is kept in the place of a duplicate.
        kept: Head,
        /// Why it is a duplicate: `same-moves`, `beginning` or `same-position`.
        reason: &'static str
    }
}

impl From<SideName> for Color {
    fn from(name: SideName) -> Color {
        match name {
            SideName::White => Color::White,
            SideName::Black => Color::Black,
        }
    }
}

impl SideName {
    fn of(color: Color) -> SideName {
        color.fold_wb(SideName::White, SideName::Black)
    }
}

/// The first rows of a comparison.
struct Rows<'a> {
    /// The sources in their order, each with the place of its first game among all.
    sources: Vec<(u64, Arc<GameSource>)>,
    names: &'a OpeningNames,
    game: Game,
    rows: Vec<ComparedRow>,
    total: u64,
    /// What went wrong first.
    failure: Option<Failure>,
}

impl<'a> Rows<'a> {
    /// Waits until it is known how many games each source has.
    fn of(sources: &[Arc<GameSource>], names: &'a OpeningNames, control: &RunControl) -> Rows<'a> {
        while let Some(source) = sources.iter().find(|source| source.count().is_none()) {
            if control.halted().is_some() {
                break;
            }
            if !source.go_on() {
                source.wait();
            }
        }
        let mut games = 0;
        let started = sources.iter().map(|source| {
            games += source.count().unwrap_or(0);
            (games - source.count().unwrap_or(0), Arc::clone(source))
        });
        Rows { sources: started.collect(), names, game: Game::new(), rows: Vec::new(), total: 0, failure: None }
    }

    /// Reads a game by its place, from 0.
    fn head(&mut self, place: u64) -> Result<Head, Failure> {
        let number = self.sources.partition_point(|(start, _)| *start <= place).saturating_sub(1);
        let (start, source) = self.sources.get(number).ok_or_else(Failure::internal)?;
        let place = place - start + 1;
        let file = source.read(place, &mut self.game)?;
        Ok(Head::of(&self.game, self.names, (&Arc::from(&*source.id), place), file.as_deref()))
    }

    /// Adds a row about a position of a game, given as FEN, or about the last one of its main line. `fill` says the rest.
    fn push(
        &mut self,
        place: u64,
        fen: Option<&str>,
        fill: impl FnOnce(&mut Self, &mut ComparedRow) -> Result<(), Failure>,
    ) {
        self.total += 1;
        if self.total > MOST || self.failure.is_some() {
            return;
        }
        let made = self.head(place).and_then(|game| {
            let tree = self.game.tree();
            let setup = fen.and_then(|fen| fen::parse(fen).ok());
            let is_there =
                |&node: &u32| setup.as_ref().is_some_and(|setup| same_position(&setup.board, tree.board(node)));
            let node = (0..tree.full().len()).find(is_there).unwrap_or(tree.mainline_len() - 1);
            let (moved, before, instead, by, place, kept, reason) = (None, None, None, None, None, None, None);
            let mut row = ComparedRow { game, node, moved, before, instead, by, place, kept, reason };
            fill(self, &mut row).map(|()| row)
        });
        match made {
            Ok(row) => self.rows.push(row),
            Err(failure) => self.failure = Some(failure),
        }
    }

    fn answer(self, games: u64) -> Result<Compared, Failure> {
        match self.failure {
            Some(failure) => Err(failure),
            None => Ok(Compared { rows: self.rows, total: self.total, games }),
        }
    }
}

impl Service {
    /// Compares games.
    pub(crate) fn compare(&self, asked: &CompareAsked, control: &Arc<RunControl>) -> Result<Compared, Failure> {
        let base = self.shelf.named(asked.base.as_deref().unwrap_or_default())?;
        let wanted = match &asked.sources {
            Some(ids) => self.shelf.named(ids)?,
            None => self.shelf.all().into_iter().filter(|one| base.iter().all(|other| other.id != one.id)).collect(),
        };
        if base.is_empty() && !matches!(asked.what, Comparison::Duplicates) {
            return Err(Failure::bad_request("`base` must name the sources that games are compared with"));
        }
        let all = |sources: &[Arc<GameSource>]| sources.iter().fold(Sources::new(), |all, source| source.add_to(all));
        let run = RunOptions { threads: self.settings.threads, ..RunOptions::new().control(control) };
        let by = asked.by.map(Color::from);
        let shown = if matches!(asked.what, Comparison::Conflicts) { &base } else { &wanted };
        let mut rows = Rows::of(shown, self.names(), control);
        let games = match asked.what {
            Comparison::Novelties => {
                let options = NoveltyOptions { run, memory: MEMORY, ..NoveltyOptions::default() };
                let found = novelties(all(&base), all(&wanted), &options, &mut (), |found| {
                    rows.push(found.game.place, Some(&found.fen), |_, row| {
                        (row.moved, row.before) = (Some(found.mv), Some(found.before));
                        Ok(())
                    });
                });
                found?.games
            }
            Comparison::Leavings => {
                let options = LeavingOptions { by, run, ..LeavingOptions::default() };
                let repertoire = Repertoire::read(all(&base), &options.run, &mut ())?;
                let found = repertoire.leavings(all(&wanted), &options, &mut (), |left| {
                    rows.push(left.game.place, Some(&left.fen), |_, row| {
                        row.by = (!left.moves.is_empty()).then(|| SideName::of(left.by));
                        (row.moved, row.instead) = (Some(left.mv), Some(left.moves));
                        Ok(())
                    });
                });
                found?.games
            }
            Comparison::Conflicts => {
                let found = conflicts(all(&base), by, &run, &mut ())?;
                for (position, place) in found.positions.iter().zip(1..) {
                    for mv in &position.moves {
                        rows.push(mv.game.place, Some(&position.fen), |_, row| {
                            (row.moved, row.place) = (Some(mv.mv.clone()), Some(place));
                            Ok(())
                        });
                    }
                }
                found.games
            }
            Comparison::Duplicates => {
                let options = DuplicateOptions { run, memory: MEMORY, ..DuplicateOptions::default() };
                let found = duplicates(all(&wanted), &options, &mut ())?;
                for one in &found.found {
                    rows.push(one.game.place, None, |rows, row| {
                        (row.kept, row.reason) = (Some(rows.head(one.kept.place)?), Some(one.reason.name()));
                        Ok(())
                    });
                }
                found.games
            }
        };
        rows.answer(games)
    }
}
