//! One pass over games: what they play in some positions, or after the matches of a query.

use super::{TreeMove, TreeOptions, TreePosition};
use crate::chess::{Board, Color, Move, MoveList, fen};
use crate::database::{LAST_PLY, Tally, position_number, position_numbers, same_position};
use crate::game::{Game, GameResult};
use crate::pipeline::{GameResults, Message, RunOptions, Sources, Watch, all_games, own_query, pass};
use crate::query::QuerySet;
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

/// The most moves that the tree of a query may have.
const MOST_MOVES: usize = 1_000_000;

/// A game among those in which a move was played.
#[derive(Clone, Debug, PartialEq)]
pub struct BestGame {
    /// The mean rating of its players.
    pub rating: f64,
    /// The file that it comes from.
    pub file: Arc<str>,
    /// Its number in that file.
    pub number: u64,
    /// The player of the white pieces, in normal form.
    pub white: String,
    /// The player of the black pieces.
    pub black: String,
    /// Their ratings.
    pub ratings: [u32; 2],
    /// The side that won, if one did.
    pub winner: Option<Color>,
    /// The year in which it was played.
    pub year: Option<u32>,
}

/// Which games count, by the ply at which they reach a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Depth {
    /// Those that reach it in the first plies.
    Early,
    /// All.
    Whole,
    /// Both, counted apart.
    Both,
}

/// The counts in some positions, in their order: of games that reach them early, and of all games.
#[derive(Debug, Default)]
pub(super) struct Counts {
    pub(super) early: Vec<TreePosition>,
    pub(super) late: Vec<TreePosition>,
}

/// What counts of a game.
struct Facts {
    /// If Black is to move, and if White is.
    tallies: [Tally; 2],
    best: Option<BestGame>,
}

impl Facts {
    fn of(game: &Game, file: &Arc<str>, best: bool) -> Facts {
        let tallies = [Color::Black, Color::White].map(|turn| Tally::of(game, turn));
        let rating = game.elo(Color::White).zip(game.elo(Color::Black)).filter(|_| best);
        let best = rating.map(|(white, black)| BestGame {
            rating: (f64::from(white) + f64::from(black)) / 2.0,
            file: Arc::clone(file),
            number: game.number(),
            white: game.player(Color::White).to_owned(),
            black: game.player(Color::Black).to_owned(),
            ratings: [white, black],
            winner: match game.result() {
                GameResult::White => Some(Color::White),
                GameResult::Black => Some(Color::Black),
                GameResult::Draw | GameResult::Unknown => None,
            },
            year: game.year(),
        });
        Facts { tallies, best }
    }

    fn tally(&self, turn: Color) -> &Tally {
        &self.tallies[usize::from(turn == Color::White)]
    }

    /// Counts the game for a move.
    fn add_to(&self, mv: &mut TreeMove, turn: Color) {
        mv.tally.add(self.tally(turn));
        let better = |game: &&BestGame| mv.best.as_ref().is_none_or(|best| game.rating > best.rating);
        if let Some(game) = self.best.as_ref().filter(better) {
            mv.best = Some(game.clone());
        }
    }
}

/// The positions that are looked for.
#[derive(Debug)]
struct Wanted {
    places: FxHashMap<u64, u32>,
    boards: Vec<Board>,
}

impl Wanted {
    fn new(boards: Vec<Board>) -> Wanted {
        let numbered = boards.iter().zip(0_u32..).map(|(board, place)| (position_number(board), place));
        Wanted { places: numbered.collect(), boards }
    }

    /// The place of a position with this number.
    fn find(&self, number: u64, board: &Board) -> Option<u32> {
        let place = *self.places.get(&number)?;
        self.boards.get(place as usize).filter(|wanted| same_position(wanted, board)).map(|_| place)
    }
}

/// A position that a game reaches: its place among those that are looked for, the ply, and the move that is played.
struct Visit {
    place: u32,
    ply: u32,
    mv: Option<Move>,
    /// True if it is the first one of this place.
    first: bool,
}

/// The moves played in some positions, all of which are different.
pub(super) fn in_positions(
    boards: Vec<Board>,
    depth: Depth,
    sources: Sources,
    (options, mut run): (&TreeOptions, RunOptions),
    watch: &mut dyn Watch,
) -> Result<Counts, Message> {
    let set = match (&options.conditions, boards.as_slice()) {
        (Some(conditions), _) => conditions.clone(),
        (None, [board]) if !options.variations => reaching(board)?,
        (None, _) => all_games()?,
    };
    let of = |board: &Board| TreePosition { board: Some(*board), turn: Some(board.turn()), ..TreePosition::default() };
    let empty = || boards.iter().map(of).collect();
    let mut counts = Counts { early: empty(), late: empty() };
    let wanted = Arc::new(Wanted::new(boards));
    let last = if depth == Depth::Early { LAST_PLY } else { u32::MAX - 1 };
    let (best, variations) = (options.best, options.variations);
    let shared = Arc::clone(&wanted);
    let step = move || {
        let (wanted, mut numbers) = (Arc::clone(&shared), Vec::new());
        move |results: GameResults<'_>| {
            let visits = visits(results.game, &wanted, (last, variations), &mut numbers);
            (!visits.is_empty()).then(|| (Facts::of(results.game, results.file, best), visits))
        }
    };
    run.search.paths = false;
    pass(&set, sources, &run, watch, step, |made: Option<(Facts, Vec<Visit>)>, _| {
        let Some((facts, visits)) = made else { return Ok(()) };
        for visit in visits {
            let turn = wanted.boards[visit.place as usize].turn();
            if visit.ply <= LAST_PLY && depth != Depth::Whole {
                add(&mut counts.early[visit.place as usize], &visit, &facts, turn);
            }
            if depth != Depth::Early {
                add(&mut counts.late[visit.place as usize], &visit, &facts, turn);
            }
        }
        Ok(())
    })?;
    Ok(counts)
}

/// The positions that a game reaches up to a ply, each with the move that is played there: in its main line where it does so
/// first, with variations each of the different moves once.
fn visits(game: &Game, wanted: &Wanted, (last, variations): (u32, bool), numbers: &mut Vec<u64>) -> Vec<Visit> {
    let view = if variations { game.tree().full() } else { game.tree().mainline() };
    position_numbers(view, if variations { u32::MAX } else { last + 1 }, numbers);
    let mut visits: Vec<Visit> = Vec::new();
    let (mut known, mut played) = (FxHashMap::default(), FxHashSet::default());
    for (node, number) in (0_u32..).zip(numbers.iter()) {
        let Some(place) = wanted.find(*number, view.board(node)) else { continue };
        let ply = view.node(node).ply;
        if ply > last || !variations && known.contains_key(&place) {
            continue;
        }
        let moves = view.children(node).filter_map(|child| view.move_to(child).copied());
        // Authors of lines write null moves to show threats.
        let moves = moves.filter(|mv| !variations || !mv.is_null() && played.insert((place, *mv)));
        let first = *known.entry(place).or_insert_with(|| {
            visits.push(Visit { place, ply, mv: None, first: true });
            visits.len() - 1
        });
        // A game that reaches it early in a variation does so early.
        visits[first].ply = visits[first].ply.min(ply);
        for mv in moves {
            match &mut visits[first].mv {
                empty @ None => *empty = Some(mv),
                Some(_) => visits.push(Visit { place, ply, mv: Some(mv), first: false }),
            }
        }
    }
    visits
}

/// Counts a game in a position.
fn add(position: &mut TreePosition, visit: &Visit, facts: &Facts, turn: Color) {
    if visit.first {
        position.total.add(facts.tally(turn));
    }
    let Some(made) = visit.mv else { return position.ended.add(facts.tally(turn)) };
    let known = position.moves.iter().position(|mv| mv.mv == Some(made));
    let place = known.unwrap_or_else(|| {
        let (san, tally) = (String::new(), Tally::default());
        position.moves.push(TreeMove { san, mv: Some(made), tally, best: None, next: None });
        position.moves.len() - 1
    });
    facts.add_to(&mut position.moves[place], turn);
}

/// The query for a position: its placement and its side to move.
fn reaching(board: &Board) -> Result<QuerySet, Message> {
    let mut placement = String::new();
    fen::write_placement(board, &mut placement);
    own_query(&format!("fen \"{placement}\" {}", board.turn().fold_wb("wtm", "btm")))
}

/// The moves after a match as they are written, and whether the game ends after them; and who was to move.
type Sequence = (Vec<String>, bool, Color);

/// The moves played where the first query matches, as positions in which nothing is sorted.
pub(super) fn after_matches(
    set: &QuerySet,
    sources: Sources,
    options: &TreeOptions,
    watch: &mut dyn Watch,
) -> Result<Vec<TreePosition>, Message> {
    let (plies, best) = (options.plies.max(1), options.best);
    let step = move || {
        let mut scratch = MoveList::new();
        move |results: GameResults<'_>| {
            let first = results.found.first().filter(|(query, _)| *query == 0);
            let matches = first.map_or(&[][..], |(_, found)| &found.matches);
            let sequence = |found: &crate::search::Match| sequence(results.game, found.position, plies, &mut scratch);
            let mut sequences: Vec<Sequence> = matches.iter().map(sequence).collect();
            // Each counts once.
            sequences.sort_by(|one, other| one.0.cmp(&other.0).then(one.1.cmp(&other.1)));
            sequences.dedup_by(|one, other| one.0 == other.0 && one.1 == other.1);
            (Facts::of(results.game, results.file, best), sequences)
        }
    };
    let mut run = options.run.clone();
    run.search.paths = false;
    let mut trie = Trie { positions: vec![TreePosition::default()], counted: vec![(0, 0)], games: 0, moves: 0 };
    pass(set, sources, &run, watch, step, |(facts, sequences): (Facts, Vec<Sequence>), _| {
        trie.add(&facts, &sequences);
        if trie.moves > MOST_MOVES {
            let text = format!("the tree has more than {MOST_MOVES} moves");
            return Err(Message::error("tree-limit", text).help("ask for fewer plies, or for fewer positions"));
        }
        Ok(())
    })?;
    Ok(trie.positions)
}

fn sequence(game: &Game, position: u32, plies: u32, scratch: &mut MoveList) -> Sequence {
    let (tree, view) = (game.tree(), game.tree().full());
    let (mut at, mut moves) = (position, Vec::new());
    for _ in 0..plies {
        let Some(next) = view.first_child(at) else { return (moves, true, tree.board(position).turn()) };
        let mut text = String::new();
        tree.write_san(next, scratch, &mut text);
        moves.push(text);
        at = next;
    }
    (moves, false, tree.board(position).turn())
}

/// Sequences of moves that begin alike, as positions that each move leads to.
struct Trie {
    positions: Vec<TreePosition>,
    /// For each position the last game that was counted in it, and the last one that ends there.
    counted: Vec<(u64, u64)>,
    /// The number of the game that is being counted, from 1.
    games: u64,
    moves: usize,
}

impl Trie {
    /// Counts a game.
    fn add(&mut self, facts: &Facts, sequences: &[Sequence]) {
        self.games += 1;
        for (moves, ends, first) in sequences {
            let (mut at, mut turn) = (0, *first);
            self.reach(at, facts, turn);
            for san in moves {
                let (next, place) = self.follow(at, san);
                if self.counted[next].0 != self.games {
                    facts.add_to(&mut self.positions[at].moves[place], turn);
                }
                (at, turn) = (next, !turn);
                self.reach(at, facts, turn);
            }
            if *ends && self.counted[at].1 != self.games {
                self.counted[at].1 = self.games;
                self.positions[at].ended.add(facts.tally(turn));
            }
        }
    }

    fn reach(&mut self, at: usize, facts: &Facts, turn: Color) {
        let position = &mut self.positions[at];
        if self.counted[at].0 == 0 {
            position.turn = Some(turn);
        }
        position.turn = position.turn.filter(|known| *known == turn);
        if self.counted[at].0 != self.games {
            self.counted[at].0 = self.games;
            position.total.add(facts.tally(turn));
        }
    }

    /// The position that a move leads to, and the place of the move.
    fn follow(&mut self, at: usize, san: &str) -> (usize, usize) {
        let next = self.positions.len();
        let moves = &mut self.positions[at].moves;
        let place = moves.iter().position(|mv| mv.san == san).unwrap_or(moves.len());
        if let Some(next) = moves.get(place).and_then(|mv| mv.next) {
            return (next, place);
        }
        self.moves += 1;
        moves.push(TreeMove { san: san.to_owned(), mv: None, tally: Tally::default(), best: None, next: Some(next) });
        self.positions.push(TreePosition::default());
        self.counted.push((0, 0));
        (next, place)
    }
}
