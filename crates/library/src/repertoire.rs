//! Repertoires: where games leave the lines of a file, who left them, and what the file has instead.
//!
//! A repertoire is the positions of some games, variations included, with the moves that are played there. Positions are equal as in
//! [`novelty`](crate::novelty): placement and side to move. So a game that comes back to a line by another order of moves has not left
//! it; it leaves after its last position that the repertoire has.

use crate::chess::{Board, Color, MoveList};
use crate::game::Game;
use crate::pipeline::{GameResults, Message, RunOptions, Sources, Watch, all_games, pass};
use crate::query::QuerySet;
use crate::rows::GameHeading;
use rustc_hash::FxHashMap;
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
    /// The half-moves, from 1, at which games that leave are reported; by default all.
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
    /// The half-move, from 1.
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

/// What was looked at.
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
                    if options.plies.contains(&leaving.ply) && options.by.is_none_or(|by| by == leaving.by) {
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
            game: GameHeading::of(game, results.file),
            ply: n + 1,
            by: view.board(n).turn(),
            moves: moves.iter().map(|mv| format!("{number} {mv}")).collect(),
            mv,
            fen: game.fen(n),
        }))
    }
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
