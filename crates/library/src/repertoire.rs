//! Repertoires: where games leave the lines of a file, who left them, and what the file has instead.
//!
//! A repertoire is the positions of some games, variations included, with the moves that are played there. Positions are equal as in
//! [`novelty`](crate::novelty): placement and side to move. So a game that comes back to a line by another order of moves has not left
//! it; it leaves after its last position that the repertoire has.
//!
//! Whose repertoire it is has one move in each position; where it has several, the chapters are in conflict ([`conflicts`]).

use crate::chess::{Board, Color, MoveList};
use crate::game::Game;
use crate::pipeline::{GameResults, Message, Repeated, RunOptions, Sources, Watch, all_games, pass};
use crate::query::QuerySet;
use crate::rows::GameHeading;
use rustc_hash::{FxHashMap, FxHashSet};
use std::ops::RangeInclusive;
use std::sync::Arc;

/// The positions of a repertoire with the moves that it has there.
#[derive(Clone, Debug, Default)]
pub struct Repertoire {
    /// The moves in SAN, in the order in which the games have them.
    moves: Arc<FxHashMap<Board, Vec<String>>>,
    games: u64,
}

/// How games are compared with a repertoire.
#[derive(Clone, Debug)]
pub struct LeavingOptions {
    /// The plies, from 1, at which games that leave are reported; by default all.
    pub plies: RangeInclusive<u32>,
    /// Only games that this side leaves are reported; by default those that either side leaves.
    pub by: Option<Color>,
    /// Queries that must all find something in a game that is looked at.
    pub conditions: Option<QuerySet>,
    /// How the games are read.
    pub run: RunOptions,
}

impl Default for LeavingOptions {
    fn default() -> LeavingOptions {
        LeavingOptions { plies: 1..=u32::MAX, by: None, conditions: None, run: RunOptions::default() }
    }
}

/// The move with which a game leaves a repertoire.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leaving {
    /// The game.
    pub game: GameHeading,
    /// The ply, from 1.
    pub ply: u32,
    /// The side that made the move.
    pub by: Color,
    /// The move with its number, such as `3. d4`.
    pub mv: String,
    /// The moves that the repertoire has in the position, with the same number; none if its lines end there.
    pub moves: Vec<String>,
    /// The position before the move, the last one that the repertoire has, as FEN.
    pub fen: String,
}

/// The games that were looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LeavingSummary {
    /// The games that were looked at.
    pub games: u64,
    /// Those that White left where the repertoire has another move.
    pub by_white: u64,
    /// Those that Black left where the repertoire has another move.
    pub by_black: u64,
    /// Those that go on where the lines of the repertoire end.
    pub beyond: u64,
    /// Those that end at a position of the repertoire.
    pub inside: u64,
    /// Those that have no position of the repertoire.
    pub outside: u64,
}

/// A position in which a repertoire has several moves of the side whose repertoire it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conflict {
    /// The position, as FEN.
    pub fen: String,
    /// The moves, in the order in which the games have them.
    pub moves: Vec<ConflictMove>,
}

/// One of the moves of a [`Conflict`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConflictMove {
    /// The first game that has it.
    pub game: GameHeading,
    /// The number of games that have it.
    pub games: u64,
    /// The ply there, from 1.
    pub ply: u32,
    /// The move with its number, such as `3. Bc4`.
    pub mv: String,
    /// The moves that lead to it there, itself included: at most the last 200 of them.
    pub line: String,
}

/// The conflicts of a repertoire.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conflicts {
    /// The side whose repertoire it is.
    pub side: Color,
    /// The positions, in the order in which the games have them.
    pub positions: Vec<Conflict>,
    /// The games of the repertoire.
    pub games: u64,
    /// The number of its different positions.
    pub all: usize,
}

/// The longest line of a conflict, in plies.
const LONGEST_LINE: usize = 200;

/// Where a game is with regard to a repertoire.
enum Course {
    Inside,
    Outside,
    Leaves(Box<Leaving>),
}

impl Repertoire {
    /// Reads the games of a repertoire. How they are read is said by `options`.
    ///
    /// # Errors
    ///
    /// If a file cannot be read, the run is ended by its control, or there is no game.
    pub fn read(sources: Sources, options: &RunOptions, watch: &mut dyn Watch) -> Result<Repertoire, Message> {
        let mut run = RunOptions { games: None, test: None, ..options.clone() };
        run.search.paths = false;
        let step = || {
            let mut scratch = MoveList::new();
            move |results: GameResults<'_>| steps(results.game, &mut scratch)
        };
        let mut moves: FxHashMap<Board, Vec<String>> = FxHashMap::default();
        let games = pass(&all_games()?, sources, &run, watch, step, |steps, _| {
            for (board, mv) in steps {
                let known = moves.entry(board).or_default();
                known.extend(mv.filter(|mv| !known.contains(mv)));
            }
            Ok(())
        })?;
        if games == 0 {
            let empty = Message::error("empty-repertoire", "the repertoire contains no game");
            return Err(empty.help("name a file of games: PGN, with variations or without, or a database"));
        }
        Ok(Repertoire { moves: Arc::new(moves), games })
    }

    /// The number of its games.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// The number of its different positions.
    pub fn positions(&self) -> usize {
        self.moves.len()
    }

    /// The moves in SAN that it has in a position; `None` if it does not have the position.
    pub fn moves(&self, board: &Board) -> Option<&[String]> {
        self.moves.get(&board.without_rights()).map(Vec::as_slice)
    }

    /// Hands the move with which each game leaves the repertoire to `each`, in the order of the games.
    ///
    /// ```
    /// use tabiya::{RunOptions, Sources};
    /// use tabiya::repertoire::{LeavingOptions, Repertoire};
    ///
    /// let lines = Sources::new().bytes("lines", "1. e4 e5 (1... c5 2. Nf3) 2. Nf3 Nc6 3. Bb5 *");
    /// let repertoire = Repertoire::read(lines, &RunOptions::default(), &mut ())?;
    /// let games = Sources::new().bytes("games", "1. e4 e5 2. f4 *\n\n1. Nf3 e5 2. e4 Nf6 *");
    /// let mut left = Vec::new();
    /// let summary = repertoire.leavings(games, &LeavingOptions::default(), &mut (), |leaving| {
    ///     left.push((leaving.mv, leaving.moves));
    /// })?;
    /// // The second game has transposed into the line.
    /// assert_eq!(left[0], ("2. f4".to_owned(), vec!["2. Nf3".to_owned()]));
    /// assert_eq!(left[1], ("2... Nf6".to_owned(), vec!["2... Nc6".to_owned()]));
    /// assert_eq!((summary.by_white, summary.by_black), (1, 1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If a file cannot be read, a condition fails in a game, or the run is ended by its control.
    pub fn leavings(
        &self,
        games: Sources,
        options: &LeavingOptions,
        watch: &mut dyn Watch,
        mut each: impl FnMut(Leaving),
    ) -> Result<LeavingSummary, Message> {
        let set = options.conditions.clone().map_or_else(all_games, Ok)?;
        let mut run = options.run.clone();
        run.search.paths = false;
        let mut summary = LeavingSummary::default();
        let repertoire = self.clone();
        let step = move || {
            let (repertoire, mut scratch) = (repertoire.clone(), MoveList::new());
            move |results: GameResults<'_>| repertoire.course(&results, &mut scratch)
        };
        pass(&set, games, &run, watch, step, |course, _| {
            summary.games += 1;
            match course {
                Course::Inside => summary.inside += 1,
                Course::Outside => summary.outside += 1,
                Course::Leaves(leaving) => {
                    *match (leaving.moves.is_empty(), leaving.by) {
                        (true, _) => &mut summary.beyond,
                        (false, Color::White) => &mut summary.by_white,
                        (false, Color::Black) => &mut summary.by_black,
                    } += 1;
                    // Nobody leaves a line that has ended.
                    let is_by = |by| by == leaving.by && !leaving.moves.is_empty();
                    if options.plies.contains(&leaving.ply) && options.by.is_none_or(is_by) {
                        each(*leaving);
                    }
                }
            }
            Ok(())
        })?;
        Ok(summary)
    }

    fn course(&self, results: &GameResults<'_>, scratch: &mut MoveList) -> Course {
        let (game, view) = (&*results.game, results.game.tree().mainline());
        let last = (0..view.len()).rev().find_map(|n| self.moves(view.board(n)).map(|moves| (n, moves)));
        let Some((n, moves)) = last else { return Course::Outside };
        if n + 1 == view.len() {
            return Course::Inside;
        }
        let mv = game.numbered_move(n + 1, scratch);
        let number = mv.split_once(' ').map_or("", |(number, _)| number);
        Course::Leaves(Box::new(Leaving {
            game: GameHeading::of(game, (results.file, results.place)),
            ply: n + 1,
            by: view.board(n).turn(),
            moves: moves.iter().map(|mv| format!("{number} {mv}")).collect(),
            mv,
            fen: game.fen(n),
        }))
    }
}

/// The positions in which the games of a repertoire have several moves of one side. Without a `side`, it is the one that has fewer
/// such positions; White if both have as many. The games are read twice.
///
/// ```
/// use tabiya::{RunOptions, Sources};
/// use tabiya::repertoire::conflicts;
///
/// let lines = Sources::new().bytes("lines", "1. e4 e5 (1... c5) 2. Nf3 *\n\n1. e4 e5 2. f4 (2. Nf3) *");
/// let found = conflicts(lines, None, &RunOptions::default(), &mut ())?;
/// let moves: Vec<_> = found.positions[0].moves.iter().map(|one| (one.line.as_str(), one.games)).collect();
/// assert_eq!(moves, [("1. e4 e5 2. Nf3", 2), ("1. e4 e5 2. f4", 1)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// If a file cannot be read, or only once, there is no game, or the run is ended by its control.
pub fn conflicts(
    sources: Sources,
    side: Option<Color>,
    options: &RunOptions,
    watch: &mut dyn Watch,
) -> Result<Conflicts, Message> {
    let mut sources = Repeated::new(sources);
    let repertoire = Repertoire::read(sources.next()?, options, watch)?;
    let several =
        |side: Color| repertoire.moves.iter().filter(|(board, moves)| board.turn() == side && moves.len() > 1).count();
    let usual = if several(Color::White) <= several(Color::Black) { Color::White } else { Color::Black };
    let side = side.unwrap_or(usual);
    let mut run = RunOptions { games: None, test: None, told: true, ..options.clone() };
    run.search.paths = false;
    let shared = repertoire.clone();
    let step = move || {
        let (repertoire, mut scratch) = (shared.clone(), MoveList::new());
        move |results: GameResults<'_>| repertoire.several(&results, side, &mut scratch)
    };
    let (mut places, mut positions) = (FxHashMap::<Board, usize>::default(), Vec::<Conflict>::new());
    pass(&all_games()?, sources.next()?, &run, watch, step, |found, _| {
        for (board, fen, mv) in found {
            let place = *places.entry(board).or_insert_with(|| {
                positions.push(Conflict { fen, moves: Vec::new() });
                positions.len() - 1
            });
            let moves = &mut positions[place].moves;
            // The number of a move is not that of another order of moves.
            let san = |mv: &ConflictMove| mv.mv.split_once(' ').map(|(_, san)| san.to_owned());
            match moves.iter_mut().find(|known| san(known) == san(&mv)) {
                Some(known) => known.games += 1,
                None => moves.push(mv),
            }
        }
        Ok(())
    })?;
    Ok(Conflicts { side, positions, games: repertoire.games(), all: repertoire.positions() })
}

impl Repertoire {
    /// The moves of a side in a game where the repertoire has several, each once with its position.
    fn several(
        &self,
        results: &GameResults<'_>,
        side: Color,
        scratch: &mut MoveList,
    ) -> Vec<(Board, String, ConflictMove)> {
        let (game, view) = (&*results.game, results.game.tree().full());
        let (mut found, mut known) = (Vec::new(), FxHashSet::default());
        for n in 0..view.len() {
            let Some((parent, mv)) = view.parent(n).zip(view.move_to(n)).filter(|(_, mv)| !mv.is_null()) else {
                continue;
            };
            let board = view.board(parent).without_rights();
            let several = || self.moves.get(&board).is_some_and(|moves| moves.len() > 1);
            if board.turn() == side && several() && known.insert((board, *mv)) {
                let heading = GameHeading::of(game, (results.file, results.place));
                let (mv, line) = (game.numbered_move(n, scratch), line_to(game, n, scratch));
                let mv = ConflictMove { game: heading, games: 1, ply: view.node(n).ply, mv, line };
                found.push((board, game.fen(parent), mv));
            }
        }
        found
    }
}

/// The moves that lead to a position, numbered.
fn line_to(game: &Game, node: u32, scratch: &mut MoveList) -> String {
    let view = game.tree().full();
    let above = |&node: &u32| view.parent(node).filter(|&parent| parent > 0);
    let mut nodes: Vec<u32> = std::iter::successors(Some(node), above).take(LONGEST_LINE).collect();
    nodes.reverse();
    let mut line = String::new();
    game.write_moves(&nodes, scratch, &mut line);
    line
}

/// Each position of a game with a move that is played there; none where a line ends.
fn steps(game: &Game, scratch: &mut MoveList) -> Vec<(Board, Option<String>)> {
    let tree = game.tree();
    let view = tree.full();
    let mut steps = Vec::with_capacity(view.len() as usize + 1);
    for n in 0..view.len() {
        // Authors of lines write null moves to show threats.
        if let Some(parent) = view.parent(n).filter(|_| tree.move_to(n).is_some_and(|mv| !mv.is_null())) {
            let mut san = String::new();
            tree.write_san(n, scratch, &mut san);
            steps.push((view.board(parent).without_rights(), Some(san)));
        }
        steps.push((view.board(n).without_rights(), None));
    }
    steps
}
