//! Novelties: for each game the first move that leads to a position which older games do not have.
//!
//! The positions of the new games are kept in memory, and the old games are gone through once: millions of old games take no
//! more memory than a few. If the new games have more positions than there is room for, they are taken in parts, with one pass
//! over the old games for each part. A number of 64 bits finds a position, and then the positions themselves are compared.
//!
//! A position is its placement of pieces and its side to move, as in the explorer of a database. The explorer itself is of no
//! use here: it knows no position that one game alone has, or that comes after ply 50.

use crate::chess::fen::Setup;
use crate::chess::{Board, Move, MoveList, fen, san};
use crate::database::{position_numbers, same_position};
use crate::game::Game;
use crate::pipeline::{GameResults, Message, Repeated, RunOptions, Sources, Watch, all_games, pass};
use crate::query::QuerySet;
use crate::rows::GameHeading;
use rustc_hash::FxHashMap;
use std::ops::RangeInclusive;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

/// The bytes that a position of the new games takes, about.
const POSITION_BYTES: usize = 140;

/// How novelties are looked for.
#[derive(Clone, Debug)]
pub struct NoveltyOptions {
    /// The plies, from 1, at which a novelty is reported; by default all.
    pub plies: RangeInclusive<u32>,
    /// Queries that must all find something in a new game that is looked at.
    pub conditions: Option<QuerySet>,
    /// True if the variations of the old games count as well.
    pub variations: bool,
    /// The memory for positions of the new games, in bytes; 1 GB unless set.
    pub memory: usize,
    /// How the games are read.
    pub run: RunOptions,
}

impl Default for NoveltyOptions {
    fn default() -> NoveltyOptions {
        NoveltyOptions {
            plies: 1..=u32::MAX,
            conditions: None,
            variations: false,
            memory: 1_000_000_000,
            run: RunOptions::default(),
        }
    }
}

/// The first move of a game that leads to a position which no old game has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Novelty {
    /// The game.
    pub game: GameHeading,
    /// The ply, from 1.
    pub ply: u32,
    /// The move with its number, such as `10. Bb1`.
    pub mv: String,
    /// The number of old games that reach the position before the move.
    pub before: u32,
    /// The position after the move, as FEN.
    pub fen: String,
}

/// The games that were looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NoveltySummary {
    /// The new games that were looked at.
    pub games: u64,
    /// Those of them that have a novelty among the plies that are reported.
    pub novelties: u64,
    /// Those of them all of whose positions the old games have.
    pub known: u64,
    /// The passes over the old games.
    pub passes: u64,
    /// The old games.
    pub old: u64,
    /// The mean year of the old games and that of the new ones, if years are known.
    pub years: [Option<u32>; 2],
}

/// Hands the novelty of each new game to `each`, in the order of the games.
///
/// ```
/// use tabiya::Sources;
/// use tabiya::novelty::{NoveltyOptions, novelties};
///
/// let old = Sources::new().bytes("old", "1. e4 e5 2. Nf3 *\n\n1. d4 d5 *");
/// let new = Sources::new().bytes("new", "1. Nf3 e5 2. e4 Nc6 *");
/// let mut found = Vec::new();
/// novelties(old, new, &NoveltyOptions::default(), &mut (), |novelty| found.push((novelty.mv, novelty.before)))?;
/// // 1. Nf3 leads to a new position; what follows is known again, and does not matter any more.
/// assert_eq!(found, [("1. Nf3".to_owned(), 2)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// If a file cannot be read, a condition fails in a game, the run is ended by its control, or the old games are a stream and
/// must be read several times.
pub fn novelties(
    old: Sources,
    new: Sources,
    options: &NoveltyOptions,
    watch: &mut dyn Watch,
    mut each: impl FnMut(Novelty),
) -> Result<NoveltySummary, Message> {
    let mut old = Repeated::new(old);
    let (mut summary, mut part) = (NoveltySummary::default(), Part::default());
    let most = (options.memory / POSITION_BYTES).max(1);
    let set = options.conditions.clone().map_or_else(all_games, Ok)?;
    let mut run = options.run.clone();
    run.search.paths = false;
    let last = *options.plies.end();
    let mut new_years = Years::default();
    let step = move || {
        let (mut numbers, mut scratch) = (Vec::new(), MoveList::new());
        move |results: GameResults<'_>| NewGame::of(&results, last, &mut numbers, &mut scratch)
    };
    pass(&set, new, &run, watch, step, |game: NewGame, watch| {
        new_years.add(game.year);
        part.add(game);
        if part.positions.boards.len() < most {
            return Ok(());
        }
        std::mem::take(&mut part).finish(old.next()?, options, watch, &mut summary, &mut each)
    })?;
    // The error of the old games is told even if there is no new one.
    if !part.games.is_empty() || summary.passes == 0 {
        part.finish(old.next()?, options, watch, &mut summary, &mut each)?;
    }
    summary.years[1] = new_years.mean();
    Ok(summary)
}

/// The years of some games.
#[derive(Default)]
struct Years {
    sum: u64,
    games: u64,
}

impl Years {
    fn add(&mut self, year: Option<u32>) {
        self.sum += u64::from(year.unwrap_or(0));
        self.games += u64::from(year.is_some());
    }

    fn mean(&self) -> Option<u32> {
        u32::try_from(self.sum.checked_div(self.games)?).ok()
    }
}

/// The moves of a new game, up to the last ply that matters.
enum Moves {
    /// Those of chess, from the first position on.
    Chess(Box<Setup>, Vec<Move>),
    /// In a variant with rules of its own: each as text, and the position after it.
    Texts(Vec<(String, String)>),
}

/// A new game on its way.
struct NewGame {
    heading: GameHeading,
    positions: Vec<(u64, Board)>,
    moves: Moves,
    /// True if all positions of its main line are there.
    whole: bool,
    year: Option<u32>,
}

impl NewGame {
    fn of(results: &GameResults<'_>, last: u32, numbers: &mut Vec<u64>, scratch: &mut MoveList) -> NewGame {
        let (game, tree) = (&*results.game, results.game.tree());
        position_numbers(tree.mainline(), last.saturating_add(1), numbers);
        let positions: Vec<(u64, Board)> =
            (0..).zip(&*numbers).map(|(n, &number)| (number, tree.board(n).without_rights())).collect();
        let made = 1..u32::try_from(positions.len()).unwrap_or(u32::MAX);
        let moves = if tree.situation(0).is_some() {
            Moves::Texts(made.map(|n| (game.numbered_move(n, scratch), game.fen(n))).collect())
        } else {
            Moves::Chess(Box::new(*game.start()), made.filter_map(|n| tree.move_to(n).copied()).collect())
        };
        let whole = positions.len() == tree.mainline_len() as usize;
        NewGame {
            heading: GameHeading::of(game, (results.file, results.place)),
            positions,
            moves,
            whole,
            year: game.year(),
        }
    }
}

impl Novelty {
    fn new(game: GameHeading, moves: &Moves, ply: usize, before: u32) -> Novelty {
        let (mv, fen) = match moves {
            Moves::Texts(texts) => texts.get(ply - 1).cloned().unwrap_or_default(),
            Moves::Chess(start, moves) => replayed(start, &moves[..ply.min(moves.len())]),
        };
        Novelty { game, ply: u32::try_from(ply).unwrap_or(u32::MAX), mv, before, fen }
    }
}

/// The last one of some moves as text, with its number, and the position after it.
fn replayed(start: &Setup, moves: &[Move]) -> (String, String) {
    let (mut setup, mut text) = (*start, String::new());
    for (n, mv) in moves.iter().enumerate() {
        let (before, turn) = (setup.board, setup.board.turn());
        setup.board = before.play(mv);
        if n + 1 == moves.len() {
            text = format!("{}{} ", setup.fullmoves, turn.fold_wb(".", "..."));
            san::write(&before, mv, &setup.board, &mut MoveList::new(), &mut text);
        }
        let irreversible = mv.is_capture() || mv.role == crate::chess::Role::Pawn || mv.is_drop();
        setup.halfmoves = if irreversible { 0 } else { setup.halfmoves.saturating_add(1) };
        setup.fullmoves = setup.fullmoves.saturating_add(turn.fold_wb(0, 1));
    }
    (text, fen::write(&setup))
}

/// The positions of some new games, each once.
#[derive(Default)]
struct Positions {
    /// Their places by their numbers. If another one has the number already, a position is at the next number that is free.
    places: FxHashMap<u64, u32>,
    boards: Vec<Board>,
}

impl Positions {
    fn find(&self, mut number: u64, board: &Board) -> Result<u32, u64> {
        while let Some(&place) = self.places.get(&number) {
            if same_position(&self.boards[place as usize], board) {
                return Ok(place);
            }
            number = number.wrapping_add(1);
        }
        Err(number)
    }

    fn add(&mut self, number: u64, board: Board) -> u32 {
        self.find(number, &board).unwrap_or_else(|number| {
            let place = u32::try_from(self.boards.len()).unwrap_or(u32::MAX);
            self.places.insert(number, place);
            self.boards.push(board);
            place
        })
    }
}

/// Some new games with their positions.
#[derive(Default)]
struct Part {
    positions: Positions,
    /// Each with the places of its positions.
    games: Vec<(GameHeading, Moves, Vec<u32>, bool)>,
}

impl Part {
    fn add(&mut self, game: NewGame) {
        let NewGame { heading, positions, moves, whole, .. } = game;
        let places = positions.into_iter().map(|(number, board)| self.positions.add(number, board)).collect();
        self.games.push((heading, moves, places, whole));
    }

    /// Goes through the old games, and hands over the novelties.
    fn finish(
        self,
        old: Sources,
        options: &NoveltyOptions,
        watch: &mut dyn Watch,
        summary: &mut NoveltySummary,
        each: &mut impl FnMut(Novelty),
    ) -> Result<(), Message> {
        let looked_up = Arc::new(LookedUp::new(self.positions));
        let told = summary.passes > 0;
        let mut run = RunOptions { games: None, test: None, told, ..options.run.clone() };
        run.search.paths = false;
        let (shared, variations) = (Arc::clone(&looked_up), options.variations);
        let step = move || {
            let (looked_up, mut numbers, mut hits) = (Arc::clone(&shared), Vec::new(), Vec::new());
            move |results: GameResults<'_>| {
                looked_up.count(results.game, variations, &mut numbers, &mut hits);
                results.game.year()
            }
        };
        let mut years = Years::default();
        summary.old = pass(&all_games()?, old, &run, watch, step, |year, _| {
            years.add(year);
            Ok(())
        })?;
        summary.years[0] = years.mean();
        summary.passes += 1;
        for (heading, moves, places, whole) in self.games {
            summary.games += 1;
            let known = |place: u32| looked_up.counts[place as usize].load(Ordering::Relaxed);
            let new = (1..places.len()).find(|&ply| known(places[ply]) == 0);
            summary.known += u64::from(new.is_none() && whole);
            let reported = |ply: &usize| u32::try_from(*ply).is_ok_and(|ply| options.plies.contains(&ply));
            if let Some(ply) = new.filter(reported) {
                summary.novelties += 1;
                each(Novelty::new(heading, &moves, ply, known(places[ply - 1])));
            }
        }
        Ok(())
    }
}

/// Positions, and the number of old games that reach each.
struct LookedUp {
    positions: Positions,
    /// A bit for each number, so that most positions of old games are not looked up.
    bits: Vec<u64>,
    counts: Vec<AtomicU32>,
}

impl LookedUp {
    fn new(positions: Positions) -> LookedUp {
        let mut bits = vec![0; (positions.boards.len() / 4).next_power_of_two()];
        for &number in positions.places.keys() {
            let (word, bit) = place_of(number, bits.len());
            bits[word] |= bit;
        }
        let counts = positions.boards.iter().map(|_| AtomicU32::new(0)).collect();
        LookedUp { positions, bits, counts }
    }

    /// Counts an old game for each of the positions that it reaches.
    fn count(&self, game: &Game, variations: bool, numbers: &mut Vec<u64>, hits: &mut Vec<u32>) {
        let tree = game.tree();
        position_numbers(if variations { tree.full() } else { tree.mainline() }, u32::MAX, numbers);
        hits.clear();
        for (n, &number) in (0..).zip(&*numbers) {
            let (word, bit) = place_of(number, self.bits.len());
            if self.bits[word] & bit != 0 {
                hits.extend(self.positions.find(number, tree.board(n)));
            }
        }
        hits.sort_unstable();
        hits.dedup();
        for &hit in &*hits {
            self.counts[hit as usize].fetch_add(1, Ordering::Relaxed);
        }
    }
}

/// The word of a number among this many, and its bit.
fn place_of(number: u64, words: usize) -> (usize, u64) {
    let word = (number >> 6) as usize & (words - 1);
    (word, 1 << (number & 63))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_with_one_number_stay_apart() {
        let mut positions = Positions::default();
        let boards = ["8/8/8/8/8/8/8/K6k w", "8/8/8/8/8/8/8/K5k1 w", "8/8/8/8/8/8/8/K4k2 w"];
        let [one, two, three] = boards.map(|text| fen::parse(text).expect("a FEN").board.without_rights());
        assert_eq!(
            [positions.add(7, one), positions.add(7, two), positions.add(7, one), positions.add(8, three)],
            [0, 1, 0, 2]
        );
        assert_eq!(
            [positions.find(7, &two), positions.find(8, &three), positions.find(7, &three)],
            [Ok(1), Ok(2), Ok(2)]
        );
        assert_eq!(positions.find(6, &one), Err(6));
    }
}
