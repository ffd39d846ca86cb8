//! Sequences of positions put together in code, without query text.

use crate::chess::{Board, Color, Move};
use crate::game::{Game, TreeView};
use std::fmt;
use tabiya_automata::{Choice, Config, Direction, Longest, Nfa, Pattern, Pred, Symbols};

/// A position of a game, as predicates see it.
#[derive(Clone, Copy, Debug)]
pub struct Position<'g> {
    view: TreeView<'g>,
    id: u32,
}

impl<'g> Position<'g> {
    /// Its position id: the number in pre-order, 0 for the initial position.
    pub fn id(&self) -> u32 {
        self.id
    }

    /// The board of the position.
    pub fn board(&self) -> &'g Board {
        self.view.board(self.id)
    }

    /// The side to move.
    pub fn turn(&self) -> Color {
        self.board().turn()
    }

    /// Moves from the initial position to here.
    pub fn ply(&self) -> u32 {
        self.view.node(self.id).ply
    }

    /// The move that led here; none for the initial position.
    pub fn last_move(&self) -> Option<&'g Move> {
        self.view.move_to(self.id)
    }

    /// The positions that follow, the primary one first.
    pub fn children(&self) -> impl Iterator<Item = Position<'g>> + use<'g> {
        let view = self.view;
        view.children(self.id).map(move |id| Position { view, id })
    }

    /// True if the side to move is in check.
    pub fn is_check(&self) -> bool {
        self.view.is_check(self.id)
    }

    /// True if the side to move is mated.
    pub fn is_mate(&self) -> bool {
        self.is_check() && self.view.is_stuck(self.id, &mut Vec::new())
    }

    /// True if the side to move is not in check and has no legal move.
    pub fn is_stalemate(&self) -> bool {
        !self.is_check() && self.view.is_stuck(self.id, &mut Vec::new())
    }

    /// True if nothing follows.
    pub fn is_terminal(&self) -> bool {
        self.view.is_terminal(self.id)
    }
}

type Predicate = Box<dyn Fn(Position<'_>) -> bool + Send + Sync>;

/// A sequence of positions to look for: one predicate per position, repeated and grouped as in a regular expression.
///
/// ```
/// use tabiya::{Games, Sequence};
///
/// let games = Games::from_reader("1. f3 e5 2. g4 Qh4# 0-1".as_bytes())?;
/// let sequence = Sequence::new().then(|p| !p.is_check()).plus().then(|p| p.is_mate());
/// for game in games {
///     let found = sequence.longest_matches(&game?)?;
///     assert_eq!(found[0].len, 5);
///     assert_eq!(found[0].positions, [0, 1, 2, 3, 4]);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Sequence {
    predicates: Vec<Predicate>,
    parts: Vec<Pattern>,
    variations: bool,
}

/// A place where a sequence was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SequenceMatch {
    /// The position id of its first position.
    pub start: u32,
    /// The number of its positions.
    pub len: u32,
    /// Its positions, from first to last.
    pub positions: Vec<u32>,
}

impl Default for Sequence {
    fn default() -> Sequence {
        Sequence::new()
    }
}

impl fmt::Debug for Sequence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Sequence({})", Pattern::concat(self.parts.clone()))
    }
}

impl Sequence {
    /// The empty sequence.
    pub fn new() -> Sequence {
        Sequence { predicates: Vec::new(), parts: Vec::new(), variations: false }
    }

    /// One more position, for which the predicate holds. A predicate is a function of the position: it may be asked
    /// in any order and at most once for each position.
    pub fn then(mut self, predicate: impl Fn(Position<'_>) -> bool + Send + Sync + 'static) -> Sequence {
        self.parts.push(Pattern::pred(Pred::must(self.predicates.len())));
        self.predicates.push(Box::new(predicate));
        self
    }

    /// Another sequence as one part, for example to repeat it.
    pub fn then_group(mut self, group: Sequence) -> Sequence {
        let shift = self.predicates.len();
        let whole = Pattern::concat(group.parts);
        self.parts.push(whole.map(&|pred| Pred::must(pred.index() + shift)));
        self.predicates.extend(group.predicates);
        self
    }

    /// The last part any number of times, or not at all.
    pub fn star(self) -> Sequence {
        self.repeated(0, None)
    }

    /// The last part once or more.
    pub fn plus(self) -> Sequence {
        self.repeated(1, None)
    }

    /// The last part once or not at all.
    pub fn optional(self) -> Sequence {
        self.repeated(0, Some(1))
    }

    /// The last part at least `low` and at most `high` times.
    pub fn times(self, low: u32, high: u32) -> Sequence {
        self.repeated(low, Some(high))
    }

    fn repeated(mut self, low: u32, high: Option<u32>) -> Sequence {
        if let Some(last) = self.parts.pop() {
            self.parts.push(Pattern::repeat(last, low, high));
        }
        self
    }

    /// Searches variations too, or the main line only (the default).
    pub fn variations(mut self, variations: bool) -> Sequence {
        self.variations = variations;
        self
    }

    /// The longest match from every position that starts one, in order of position ids. Time is linear in positions
    /// times parts. Empty matches are left out.
    ///
    /// # Errors
    ///
    /// If repetitions make the automaton larger than 65,536 states.
    pub fn longest_matches(&self, game: &Game) -> Result<Vec<SequenceMatch>, tabiya_automata::BuildError> {
        let nfa =
            Nfa::compile(&Pattern::concat(self.parts.clone()), &Config { empty_match: false, ..Config::default() })?;
        let view = if self.variations { game.tree().full() } else { game.tree().mainline() };
        let mut engine = Longest::new();
        let mut source = PredicateSource { predicates: &self.predicates, view };
        let cells = engine.run(&nfa, &view, &[], &mut source, Direction::Forward, Choice::Longest);
        let found = (0..view.len()).filter_map(|start| Some((start, cells.get(start)?)));
        Ok(found
            .map(|(start, cell)| {
                let way = std::iter::successors(Some(cell.end), |&n| (n != start).then(|| view.parent(n)).flatten());
                let mut positions: Vec<u32> = way.collect();
                positions.reverse();
                SequenceMatch { start, len: cell.len, positions }
            })
            .collect())
    }
}

struct PredicateSource<'s> {
    predicates: &'s [Predicate],
    view: TreeView<'s>,
}

impl Symbols for PredicateSource<'_> {
    fn node(&mut self, pred: Pred, n: u32) -> bool {
        self.predicates[pred.index()](Position { view: self.view, id: n })
    }
}
