//! Predicates of positions that are written in Rust.

use crate::chess::{Board, Color, Move};
use crate::facts::PositionPredicate;
use crate::game::{Game, TreeView};
use std::fmt;
use std::sync::Arc;

/// A position of a game, as predicates see it. Each method takes constant time, but for those of mate and stalemate, which may
/// generate moves.
///
/// ```
/// use tabiya::{Game, Sequence};
///
/// // A capture, and the recapture on the same square.
/// let exchange = Sequence::new().then(|p| p.last_move().is_some_and(|mv| mv.is_capture())).then(|p| {
///     let before = p.parent().and_then(|parent| parent.last_move());
///     p.last_move().zip(before).is_some_and(|(mv, other)| mv.is_capture() && mv.to == other.to)
/// });
/// let game = Game::from_pgn("1. e4 d5 2. exd5 Qxd5 3. Nc3 *");
/// assert_eq!(exchange.longest_matches(&game)?[0].positions, [3, 4]);
/// # Ok::<(), tabiya::SequenceError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Position<'g> {
    view: TreeView<'g>,
    id: u32,
    /// Of a sequence that goes along one line: the position that follows in it, if any.
    chosen: Option<Option<u32>>,
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

    /// The number of moves by either side from the initial position to this one.
    pub fn ply(&self) -> u32 {
        self.view.node(self.id).ply
    }

    /// The move that led here; none for the initial position.
    pub fn last_move(&self) -> Option<&'g Move> {
        self.view.move_to(self.id)
    }

    /// The position before; none for the initial position.
    pub fn parent(&self) -> Option<Position<'g>> {
        Some(Position { id: self.view.parent(self.id)?, chosen: None, ..*self })
    }

    /// The positions that follow, the primary one first. In a sequence that searches variations it is only the one in which
    /// the line in question goes on, unless [`Sequence::linearize`](crate::Sequence::linearize) is off.
    pub fn children(&self) -> impl Iterator<Item = Position<'g>> + use<'g> {
        let Position { view, id, chosen } = *self;
        let in_line = move |id: &u32| chosen.is_none_or(|chosen| chosen == Some(*id));
        view.children(id).filter(in_line).map(move |id| Position { view, id, chosen: None })
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

    /// True if no position follows: it is the last one of its line.
    pub fn is_terminal(&self) -> bool {
        self.view.is_terminal(self.id)
    }
}

/// A predicate of positions that is written in Rust. Queries ask for it by a name
/// ([`QueryOptions::predicates`](crate::QueryOptions::predicates)), sequences as one of their parts
/// ([`Sequence::then`](crate::Sequence::then)).
///
/// It must be a function of the position: it is evaluated in any order, by several threads, and at most once for each position of
/// a game, or once for each move from it where a sequence goes along one line through variations. It is not evaluated where the
/// answer does not matter. A transform around it changes nothing: `flip {position in "quiet"}` asks the same.
///
/// ```
/// use tabiya::{Game, Predicate, Query, QueryOptions};
///
/// let open = Predicate::new(|position| position.board().occupied().count() < 31);
/// let options = QueryOptions { predicates: vec![("open".into(), open)], ..QueryOptions::default() };
/// let query = Query::with_options(r#"next (position in "open" check)"#, &options)?;
/// let game = Game::from_pgn("1. e4 d5 2. exd5 Qxd5 3. d4 Qe4+ *");
/// assert_eq!(query.matches(&game)?.map(|found| found.ply()).collect::<Vec<_>>(), [5]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Predicate(Arc<dyn Fn(Position<'_>) -> bool + Send + Sync>);

impl Predicate {
    /// The predicate that a function computes.
    pub fn new(holds: impl Fn(Position<'_>) -> bool + Send + Sync + 'static) -> Predicate {
        Predicate(Arc::new(holds))
    }

    /// True if it holds at a position of a game, of which it sees all variations.
    ///
    /// # Panics
    ///
    /// If the game has no such position.
    pub fn holds(&self, game: &Game, position: u32) -> bool {
        (self.0)(Position { view: game.tree().full(), id: position, chosen: None })
    }

    pub(crate) fn shared(&self) -> Arc<dyn PositionPredicate> {
        Arc::new(self.clone())
    }
}

impl PositionPredicate for Predicate {
    fn holds(&self, view: TreeView<'_>, position: u32, chosen: Option<Option<u32>>) -> bool {
        (self.0)(Position { view, id: position, chosen })
    }
}

impl fmt::Debug for Predicate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Predicate")
    }
}
