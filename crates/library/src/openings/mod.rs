//! Opening trees: the moves played in a position, how the games ended, and the moves played next.
//!
//! A position is its placement of pieces and its side to move, whichever moves led to it, as in the explorer of a database.
//! Games that reach it in their first 50 plies count, as there; if there are none, those count that reach it later. So the
//! explorer of a database answers where it can, and gives what going through the games gives.
//!
//! ```text
//! count   one pass over the games -> what was played in some positions, or after the matches of a query
//! mod     level by level: positions from the explorer, or from a pass; the moves of each lead to the next ones
//! score   points, their interval, and performance
//! ```

mod count;
mod score;

pub use crate::line::{Line, LineError};
pub use crate::polyglot::{Book, BookError};
pub use count::BestGame;
pub use score::{Score, performance, score};

use crate::chess::{Board, Color, Move, MoveList, san};
use crate::database::{Explorer, LAST_PLY, Tally, position_number};
use crate::pipeline::{Message, News, Repeated, RunOptions, Sources, Watch};
use crate::query::QuerySet;
use crate::syntax::Severity;
use count::{Counts, Depth};
use rustc_hash::FxHashMap;

/// The most positions that a tree may have.
const MOST_POSITIONS: usize = 1_000_000;

/// How an opening tree is made: how deep, from which games, and with what.
#[derive(Clone, Debug)]
pub struct TreeOptions {
    /// The number of plies that the tree is deep; at least 1, which is the default.
    pub plies: u32,
    /// The fewest games of a move that is listed and followed; 1 unless set.
    pub min_games: u32,
    /// True if each move comes with its best game. Then the games are read in any case.
    pub best: bool,
    /// True if games count that reach the position after ply 50 as well. Then the games are read in any case.
    pub whole: bool,
    /// True if variations count, for [`tree`] only. A game still counts once in a position, and there once for each of its moves.
    /// Then the games are read in any case.
    pub variations: bool,
    /// Queries that must all find something in a game that counts; for [`tree`] only.
    pub conditions: Option<QuerySet>,
    /// How the games are read.
    pub run: RunOptions,
}

impl Default for TreeOptions {
    fn default() -> TreeOptions {
        TreeOptions {
            plies: 1,
            min_games: 1,
            best: false,
            whole: false,
            variations: false,
            conditions: None,
            run: RunOptions::default(),
        }
    }
}

/// An opening tree ([`tree`], [`tree_of_query`]). Positions that several moves lead to are in it once, and moves may lead back to a
/// position, so anyone who follows them stops at the depth of the tree.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tree {
    /// The positions, the first one first.
    pub positions: Vec<TreePosition>,
    /// The depth in plies.
    pub plies: u32,
    /// The last ply of a game whose position counts; none if all of them do.
    pub last_ply: Option<u32>,
    /// True if the numbers of games are weights of an opening book.
    pub weighted: bool,
}

/// A position of a tree.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TreePosition {
    /// The position; of the tree of a query, which has many, none.
    pub board: Option<Board>,
    /// The side that is to move; of the tree of a query, if it is the same in all games.
    pub turn: Option<Color>,
    /// The counts of all games that reach it.
    pub total: Tally,
    /// The counts of the games of which no move is known here: they end, or cannot be read further.
    pub ended: Tally,
    /// The moves played, the most frequent move first.
    pub moves: Vec<TreeMove>,
}

/// A move in a position.
#[derive(Clone, Debug, PartialEq)]
pub struct TreeMove {
    /// The move as people write it.
    pub san: String,
    /// The move; in the tree of a query, where it may be several that are written alike, none.
    pub mv: Option<Move>,
    /// The counts of the games in which it was played.
    pub tally: Tally,
    /// The best of them, if it was requested and known: that with the highest mean rating, the first of several.
    pub best: Option<BestGame>,
    /// The place of the position that it leads to among those of the tree, if the tree goes on there.
    pub next: Option<usize>,
}

/// The moves played in a position and after it, in all games of some sources.
///
/// Only main lines count unless the options say otherwise, and a game once for each position. If the only source is a database that
/// has an explorer, no game is read as long as nothing is wanted that the explorer does not know.
///
/// ```
/// # std::env::set_current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))?;
/// use tabiya::chess::{Board, Color};
/// use tabiya::openings::{TreeOptions, score, tree};
///
/// let tree = tree(&Board::initial(), "examples/games".into(), &TreeOptions::default(), &mut ())?;
/// let first = &tree.positions[0].moves[0];
/// assert_eq!((first.san.as_str(), first.tally.games), ("e4", 20));
/// let score = score(&first.tally, Color::White).expect("games with results");
/// assert!(score.low < score.share && score.share < score.high);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// If a file cannot be read, a condition fails in a game, the run is ended by its control, or the tree becomes too large.
pub fn tree(root: &Board, sources: Sources, options: &TreeOptions, watch: &mut dyn Watch) -> Result<Tree, Message> {
    let explorer = explorer_of(&sources, options, watch);
    let (sources, late) = (Repeated::new(sources), options.whole);
    let mut growing = Growing { explorer, book: None, sources, options, watch, late, counted: false };
    growing.grow(root)
}

/// What an opening book has in a position and after it, with the weights of moves as numbers of games. Of the options, the depth
/// and the fewest games of a move count.
///
/// # Errors
///
/// If the tree becomes too large.
pub fn tree_of_book(root: &Board, book: &Book, options: &TreeOptions) -> Result<Tree, Message> {
    let (sources, watch) = (Repeated::new(Sources::new()), &mut ());
    let mut growing = Growing { explorer: None, book: Some(book), sources, options, watch, late: true, counted: false };
    growing.grow(root)
}

/// The book of a tree: the weight of a move is the points of the side to move, two for a win and one for a draw; in positions
/// in which nobody is known to have scored, the number of games.
pub fn book_of(tree: &Tree) -> Book {
    Book::new(tree.positions.iter().filter_map(|position| {
        let turn = position.board?.turn();
        let points = |mv: &TreeMove| turn.fold_wb(mv.tally.white, mv.tally.black) * 2 + mv.tally.draws;
        let scored = position.moves.iter().any(|mv| points(mv) > 0);
        let weighted = move |mv: &TreeMove| Some((mv.mv?, if scored { points(mv) } else { mv.tally.games }));
        Some((position.board?, position.moves.iter().filter_map(weighted).collect::<Vec<_>>()))
    }))
}

/// The moves played where the first query of a set matches, and after that. A game counts once for each move, and once for each
/// sequence of moves, however often it plays it; so the games of the moves may add up to more than the total. The other queries
/// of the set must find something in a game that counts.
///
/// # Errors
///
/// As [`tree`].
pub fn tree_of_query(
    set: &QuerySet,
    sources: Sources,
    options: &TreeOptions,
    watch: &mut dyn Watch,
) -> Result<Tree, Message> {
    let mut positions = count::after_matches(set, sources, options, watch)?;
    prune(&mut positions, options.min_games);
    Ok(Tree { positions, plies: options.plies, last_ply: None, weighted: false })
}

/// Takes away the moves of too few games, and positions that nothing leads to any more.
fn prune(positions: &mut Vec<TreePosition>, min_games: u32) {
    let mut kept: Vec<TreePosition> = Vec::new();
    // Places of positions, and of those that have the move to each.
    let mut todo = vec![(0, None::<(usize, usize)>)];
    while let Some((place, from)) = todo.pop() {
        let mut position = std::mem::take(&mut positions[place]);
        position.moves.retain(|mv| mv.tally.games >= min_games);
        sort(&mut position.moves);
        if let Some((above, number)) = from {
            kept[above].moves[number].next = Some(kept.len());
        }
        for (number, mv) in position.moves.iter_mut().enumerate() {
            let goes_on = |&next: &usize| positions[next].moves.iter().any(|mv| mv.tally.games >= min_games);
            todo.extend(mv.next.take().filter(goes_on).map(|next| (next, Some((kept.len(), number)))));
        }
        kept.push(position);
    }
    *positions = kept;
}

/// The most frequent moves first.
fn sort(moves: &mut [TreeMove]) {
    moves.sort_by(|one, other| other.tally.games.cmp(&one.tally.games).then_with(|| one.san.cmp(&other.san)));
}

/// The explorer of the only source, if it may answer.
fn explorer_of(sources: &Sources, options: &TreeOptions, watch: &mut dyn Watch) -> Option<Explorer> {
    let of_some = options.conditions.is_some() || options.run.games.is_some() || options.run.test.is_some();
    // It has the ratings that the games tell.
    let of_some = of_some || options.run.ratings.is_some();
    if options.best || options.whole || options.variations || of_some {
        return None;
    }
    // Of a database that lacks games, its reader tells.
    match sources.database().filter(|database| !database.info().older)?.explorer() {
        Ok(explorer) => explorer,
        Err(error) => {
            watch.hear(&News::Message(damaged_explorer(&sources.names().collect::<String>(), &error.to_string())));
            None
        }
    }
}

fn damaged_explorer(name: &str, error: &str) -> Message {
    let text = format!("{error}; the games are read instead");
    let message = Message::new(Severity::Warning, "damaged-openings", text).file(name);
    message.help("it is rebuilt when games are added to the database")
}

/// A tree that is being made.
struct Growing<'o> {
    explorer: Option<Explorer>,
    /// The book that answers, if one does.
    book: Option<&'o Book>,
    sources: Repeated,
    options: &'o TreeOptions,
    watch: &'o mut dyn Watch,
    /// True if games count that reach a position after ply 50.
    late: bool,
    /// True if the games have been gone through before.
    counted: bool,
}

impl Growing<'_> {
    fn grow(&mut self, root: &Board) -> Result<Tree, Message> {
        let mut positions = self.first(root)?;
        let mut places: FxHashMap<u64, usize> = FxHashMap::default();
        places.insert(position_number(root), 0);
        let mut level = 0..1;
        for _ in 1..self.options.plies {
            let mut boards = Vec::new();
            for place in level.clone() {
                let Some(board) = positions[place].board else { continue };
                for mv in &mut positions[place].moves {
                    let Some(made) = mv.mv else { continue };
                    let after = board.play(&made);
                    let next = *places.entry(position_number(&after)).or_insert_with(|| {
                        boards.push(after);
                        level.end + boards.len() - 1
                    });
                    mv.next = Some(next);
                }
            }
            if positions.len() + boards.len() > MOST_POSITIONS {
                let text = format!("the tree has more than {MOST_POSITIONS} positions");
                return Err(Message::error("tree-limit", text).help("ask for fewer plies, or for moves of more games"));
            }
            if boards.is_empty() {
                break;
            }
            level = level.end..level.end + boards.len();
            positions.extend(self.answer(boards)?);
        }
        // The last plies, and positions in which nothing was played, lead nowhere.
        let empty: Vec<bool> = positions.iter().map(|position| position.moves.is_empty()).collect();
        let moves = positions.iter_mut().flat_map(|position| &mut position.moves);
        moves.for_each(|mv| mv.next = mv.next.filter(|&next| !empty.get(next).is_none_or(|empty| *empty)));
        let last_ply = (!self.late).then_some(LAST_PLY);
        Ok(Tree { positions, plies: self.options.plies, last_ply, weighted: self.book.is_some() })
    }

    /// The first position. If no game reaches it early, later ones count from now on.
    fn first(&mut self, root: &Board) -> Result<Vec<TreePosition>, Message> {
        if let Some(found) = self.look_up(root)? {
            return Ok(vec![found]);
        }
        let depth = if self.late { Depth::Whole } else { Depth::Both };
        let mut counts = self.count(vec![*root], depth)?;
        if !self.late && counts.early[0].total.games == 0 && counts.late[0].total.games > 0 {
            self.late = true;
            self.explorer = None;
        }
        Ok(self.finished(if self.late { &mut counts.late } else { &mut counts.early }))
    }

    /// The moves played in some positions: what the explorer does not know is counted in one pass.
    fn answer(&mut self, boards: Vec<Board>) -> Result<Vec<TreePosition>, Message> {
        let mut found = Vec::new();
        for board in &boards {
            found.push(self.look_up(board)?);
        }
        let missing: Vec<Board> =
            boards.iter().zip(&found).filter(|(_, found)| found.is_none()).map(|(board, _)| *board).collect();
        let mut counted = Vec::new();
        if !missing.is_empty() {
            let depth = if self.late { Depth::Whole } else { Depth::Early };
            let mut counts = self.count(missing, depth)?;
            counted = self.finished(if self.late { &mut counts.late } else { &mut counts.early });
        }
        let mut counted = counted.into_iter();
        Ok(found.into_iter().map(|found| found.or_else(|| counted.next()).unwrap_or_default()).collect())
    }

    fn count(&mut self, boards: Vec<Board>, depth: Depth) -> Result<Counts, Message> {
        let sources = self.sources.next()?;
        let run = RunOptions { told: std::mem::replace(&mut self.counted, true), ..self.options.run.clone() };
        count::in_positions(boards, depth, sources, (self.options, run), self.watch)
    }

    /// The counts of a pass, in order.
    fn finished(&self, counted: &mut Vec<TreePosition>) -> Vec<TreePosition> {
        let mut counted = std::mem::take(counted);
        for position in &mut counted {
            position.moves.retain(|mv| mv.tally.games >= self.options.min_games);
            if let Some(board) = &position.board {
                name(board, &mut position.moves);
            }
            sort(&mut position.moves);
        }
        counted
    }

    /// What the explorer or the book knows of a position.
    fn look_up(&self, board: &Board) -> Result<Option<TreePosition>, Message> {
        if let Some(book) = self.book {
            return Ok(Some(self.of_book(board, book)));
        }
        let Some(explorer) = &self.explorer else { return Ok(None) };
        let found = explorer.find(board).map_err(|error| {
            let message = Message::error("damaged-openings", error.to_string());
            let path = self.sources.get().and_then(|sources| sources.names().next());
            message
                .file(path.unwrap_or_default())
                .help("ask for whole games, which are read then; or make the database again")
        })?;
        Ok(found.map(|found| {
            let total = found.total();
            let moves = found.moves.into_iter().filter(|(_, tally)| tally.games >= self.options.min_games);
            let mv = |(mv, tally)| TreeMove { san: String::new(), mv: Some(mv), tally, best: None, next: None };
            let mut moves: Vec<TreeMove> = moves.map(mv).collect();
            name(board, &mut moves);
            sort(&mut moves);
            TreePosition { board: Some(*board), turn: Some(board.turn()), total, ended: found.ended, moves }
        }))
    }
}

impl Growing<'_> {
    /// What a book knows of a position.
    fn of_book(&self, board: &Board, book: &Book) -> TreePosition {
        let mut position = TreePosition { board: Some(*board), turn: Some(board.turn()), ..TreePosition::default() };
        for (mv, weight) in book.moves(board, &mut MoveList::new()) {
            let tally = Tally { games: weight, ..Tally::default() };
            position.total.add(&tally);
            position.moves.push(TreeMove { san: String::new(), mv: Some(mv), tally, best: None, next: None });
        }
        position.moves.retain(|mv| mv.tally.games >= self.options.min_games);
        name(board, &mut position.moves);
        sort(&mut position.moves);
        position
    }
}

/// Writes the moves of a position.
fn name(board: &Board, moves: &mut [TreeMove]) {
    let mut scratch = MoveList::new();
    for mv in moves {
        if let Some(made) = &mv.mv {
            mv.san.clear();
            san::write(board, made, &board.play(made), &mut scratch, &mut mv.san);
        }
    }
}
