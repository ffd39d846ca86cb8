//! Building a game without PGN text: tags, moves and notes come from elsewhere.

use crate::notes::CommentPlace;
use crate::variant::{self, Rules, Start};
use crate::{Game, GameResult, MAX_POSITIONS, Node, StoredTags, counters, header};
use std::sync::Arc;
use tabiya_chess::{Board, Move};

/// No position: in [`GameBuilder::sibling`].
const NONE: u32 = u32::MAX;

/// The reason why a game cannot be built.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BuildError {
    /// The tags give no first position that moves of chess can be made on: the FEN cannot be read, or the variant has rules of
    /// its own.
    #[error("no move of chess can be made from the first position that the tags give")]
    NoStart,
    /// The game would have more than [`MAX_POSITIONS`] positions.
    #[error("the game has too many positions")]
    TooManyPositions,
    /// There is no position with this number, or there are fewer moves to take back.
    #[error("there is no such position")]
    NoPosition,
}

/// Builds a [`Game`] move by move: first the tags, then [`GameBuilder::start`], then moves and notes in pre-order, that is,
/// each move with all that follows it before its alternatives.
///
/// The game is complete when the builder is dropped. It has no faults.
///
/// ```
/// # mod tabiya { pub mod game { pub use tabiya_pgn::*; } pub mod chess { pub use tabiya_chess::*; } }
/// use tabiya::game::{Game, GameResult};
/// use tabiya::chess::san::San;
///
/// let mut game = Game::new();
/// let mut builder = game.build(1, 0, 1);
/// builder.tag("White", "Tal");
/// builder.start()?;
/// for text in ["e4", "e5"] {
///     let (san, _) = San::scan(text.as_bytes()).expect("a move");
///     let mv = san.find_only(builder.board()).expect("a legal move");
///     builder.play(mv)?;
/// }
/// // `1. e4 e5 (1... c5)`
/// builder.take_back(1)?;
/// let (san, _) = San::scan(b"c5").expect("a move");
/// builder.play(san.find_only(builder.board()).expect("a legal move"))?;
/// builder.result(GameResult::White);
/// drop(builder);
/// assert_eq!((game.tree().len(), game.tree().mainline_len()), (4, 3));
/// # Ok::<(), tabiya::game::BuildError>(())
/// ```
#[derive(Debug)]
pub struct GameBuilder<'g> {
    game: &'g mut Game,
    /// The position that the next move is made on.
    tip: u32,
    /// The child of `tip` that was built last, if moves were undone.
    sibling: u32,
    /// True if there are positions outside the main line.
    branches: bool,
    /// True if the variant has rules of its own.
    by_rules: bool,
    started: bool,
}

impl Game {
    /// Adds a tag after the others, with its value as PGN has it.
    pub(super) fn add_tag(&mut self, name: &str, value: &str) {
        self.tags.push_text(name, value);
        self.header = header::Header::default();
    }

    /// Begins a game with this number in its source, at this byte and line. The previous content of `self` is forgotten; its
    /// memory is reused.
    pub fn build(&mut self, number: u64, offset: u64, line: u64) -> GameBuilder<'_> {
        self.number = number;
        self.offset = offset;
        self.line = line;
        self.tags.clear();
        self.tree.clear();
        self.notes.clear();
        self.header = header::Header::default();
        self.faults.clear(false);
        self.incomplete = false;
        self.counters = counters::Counters::default();
        self.forget_moves();
        GameBuilder { game: self, tip: 0, sibling: NONE, branches: false, by_rules: false, started: false }
    }

    /// Makes this a number of positions that stand side by side, as those of many games do in a database: for questions that boards
    /// alone can answer. There are no moves between them, and no tags. The positions have boards of games before, and are to get
    /// their own.
    pub fn lay_out(&mut self, positions: u32) -> &mut [Node] {
        // A game whose builder is dropped is complete.
        drop(self.build(0, 0, 0));
        self.tree.lay_out(positions)
    }
}

impl GameBuilder<'_> {
    /// The game as far as it is built.
    pub fn game(&self) -> &Game {
        self.game
    }

    /// Adds a tag after the others. The value is as PGN has it: `\"` stands for a quote.
    pub fn tag(&mut self, name: &str, value: &str) {
        self.game.tags.push_text(name, value);
    }

    /// Takes the tags from a place where those of many games are kept, without a copy. They come before tags that are added.
    pub fn stored_tags(&mut self, tags: Arc<dyn StoredTags>, game: usize) {
        self.game.tags.store(tags, game);
    }

    /// Sets the variant and the first position as the tags Variant and FEN say. Tags must not be added any more.
    ///
    /// # Errors
    /// If no move of chess can be made from there.
    pub fn start(&mut self) -> Result<(), BuildError> {
        let (_, start) = self.first();
        if start.unfit.is_some() || start.situation.is_some() {
            return Err(BuildError::NoStart);
        }
        self.begin(start);
        Ok(())
    }

    fn first(&mut self) -> (Rules, Start) {
        let game = &mut *self.game;
        game.variant = variant::of_tags(&game.tags);
        let rules = Rules::of(game.variant);
        let tag = variant::fen_tag(&game.tags);
        game.has_fen = tag.is_some();
        (rules, Start::of(rules, game.variant, tag))
    }

    /// Sets the first position and ignores the tags.
    pub(super) fn begin(&mut self, start: Start) {
        let game = &mut *self.game;
        game.start = start.setup;
        game.tree.clear();
        game.tree.push_root(game.start.board);
        self.by_rules = start.situation.is_some();
        start.situation.into_iter().for_each(|situation| game.tree.push_situation(situation));
        self.started = true;
    }

    /// The board that the next move is made on.
    #[inline]
    pub fn board(&self) -> &Board {
        self.game.tree.board(self.tip)
    }

    /// The number of moves before the position that the next move is made on.
    pub(super) fn tip_ply(&self) -> u32 {
        self.game.tree.node(self.tip).ply
    }

    /// Makes a move: after the last one, or as an alternative to the ones that were undone. It must fit the board; whether it
    /// is legal does not matter. Returns the number of the position after it.
    ///
    /// # Errors
    /// If the game has as many positions as one may have.
    #[inline]
    pub fn play(&mut self, mv: Move) -> Result<u32, BuildError> {
        if self.game.tree.len() >= MAX_POSITIONS {
            return Err(BuildError::TooManyPositions);
        }
        if self.sibling == NONE && !self.by_rules {
            self.tip = self.game.tree.push_move(self.tip, mv);
        } else {
            self.branch(mv);
        }
        Ok(self.tip)
    }

    /// Adds a line of moves. `next` makes one on the board that it gets and writes down which; it returns `false` if there is none
    /// left. It is called for at most `most` moves. Faster than move by move. The first move of a variation must have been
    /// made ([`GameBuilder::play`]).
    ///
    /// # Errors
    /// The error of `next`, if the game would have more positions than one may have, or if the next move is an alternative. The moves
    /// before stay.
    #[inline(always)]
    pub fn play_line<E: From<BuildError>>(
        &mut self,
        most: u32,
        next: impl FnMut(&mut Board, &mut Move) -> Result<bool, E>,
    ) -> Result<(), E> {
        if self.sibling != NONE {
            return Err(BuildError::NoPosition.into());
        }
        let before = self.game.tree.len();
        let room = MAX_POSITIONS.saturating_sub(before);
        let ended = self.game.tree.push_line(self.tip, most.min(room) as usize, next);
        let len = self.game.tree.len();
        if len > before {
            self.tip = len - 1;
        }
        ended?;
        if most > room && len == MAX_POSITIONS { Err(BuildError::TooManyPositions.into()) } else { Ok(()) }
    }

    /// Makes an alternative, or a move by the rules of a variant.
    #[cold]
    fn branch(&mut self, mv: Move) {
        let tree = &mut self.game.tree;
        let place = if self.sibling == NONE { 0 } else { tree.node(self.sibling).child_index + 1 };
        let (board, situation) = match tree.situation(self.tip) {
            Some(situation) => situation.play(&mv),
            None => (tree.board(self.tip).play(&mv), None),
        };
        self.tip = tree.push_child(self.tip, place, mv, board);
        situation.into_iter().for_each(|situation| tree.push_situation(situation));
        self.sibling = NONE;
        self.branches |= place > 0;
    }

    /// Takes back a number of moves, so that the next move is an alternative to the last one of them.
    ///
    /// # Errors
    /// If there are fewer. Then nothing is undone.
    pub fn take_back(&mut self, moves: u32) -> Result<(), BuildError> {
        let (mut at, mut below) = (self.tip, self.sibling);
        for _ in 0..moves {
            if at == 0 {
                return Err(BuildError::NoPosition);
            }
            below = at;
            at = self.game.tree.parent(at);
        }
        (self.tip, self.sibling) = (at, below);
        Ok(())
    }

    /// Adds a comment to a position, after all comments that precede it in the text.
    ///
    /// # Errors
    /// If there is no such position.
    pub fn comment(&mut self, position: u32, place: CommentPlace, text: &str) -> Result<(), BuildError> {
        self.checked(position)?;
        if let CommentPlace::AfterVariation(first) = place {
            self.checked(first)?;
        }
        self.game.notes.push_comment_text(position, place, text);
        Ok(())
    }

    /// Adds a NAG to a position.
    ///
    /// # Errors
    /// If there is no such position.
    pub fn nag(&mut self, position: u32, nag: u32) -> Result<(), BuildError> {
        self.checked(position)?;
        self.game.notes.push_nag(position, nag);
        Ok(())
    }

    /// Says that the variation that begins with the position `first` stands, in the text, inside the variation that begins with
    /// `host`, which it is an alternative to: `( 1. d4 ( 1. c4 ) )`.
    ///
    /// # Errors
    /// If there are no such positions, or `first` is no later alternative to `host`, or stands inside some variation already.
    pub fn host(&mut self, host: u32, first: u32) -> Result<(), BuildError> {
        self.checked(host)?;
        self.checked(first)?;
        let tree = &self.game.tree;
        // Who writes the game must meet each variation once.
        let alternative = host < first && tree.parent(host) == tree.parent(first);
        if !alternative || tree.node(host).child_index == 0 || tree.node(first).nested {
            return Err(BuildError::NoPosition);
        }
        self.game.notes.push_nested(host, first);
        self.game.tree.set_nested(first);
        Ok(())
    }

    /// Sets the result; without one it is not known.
    pub fn result(&mut self, result: GameResult) {
        self.game.result = result;
    }

    fn checked(&self, position: u32) -> Result<(), BuildError> {
        if position < self.game.tree.len() { Ok(()) } else { Err(BuildError::NoPosition) }
    }
}

impl Drop for GameBuilder<'_> {
    fn drop(&mut self) {
        let game = &mut *self.game;
        if !self.started {
            return;
        }
        if self.branches {
            game.tree.close();
        } else {
            game.tree.close_line();
        }
        game.notes.sort();
    }
}
