//! Facts that are soon found out about a game that has been read: from its first and last position, and from the list of its
//! moves.
//!
//! It knows only bounds, because a pass over the positions would cost as much as a cheap query. By the rules of chess
//! pieces appear by promotion alone, so the first and the last position and the promotions bound the number of each
//! kind, and the moves tell the squares exactly. Games of variants have no sketch.

use super::known::{Ending, Event, KINDS, Kind, Known, piece};
use crate::casts::count_of;
use crate::chess::{Bitboard, Board, Color, Move, MoveKind, MoveList, Piece, Role};
use crate::game::{Game, GameTree};

/// A game of chess rules as far as it is known without a look at the positions between the first and the last one.
/// What takes a look at the moves is found out when it is requested.
#[derive(Debug)]
pub(crate) struct Sketch<'g> {
    game: &'g Game,
    moves: Option<Box<Moves>>,
}

/// What the moves of the main line tell, in time in proportion to their number.
#[derive(Clone, Debug, Default)]
struct Moves {
    castles: [bool; 2],
    captures: bool,
    en_passant: bool,
    drops: bool,
    /// By kind: the number of pawns promoted to it.
    promotions: [u32; KINDS as usize],
    /// By kind: the squares on which such a piece stood.
    visited: [Bitboard; KINDS as usize],
}

impl<'g> Sketch<'g> {
    /// The sketch of a game; none if it is played by the rules of a variant, where pieces may appear and vanish in
    /// other ways.
    pub(crate) fn of(game: &'g Game) -> Option<Sketch<'g>> {
        let tree = game.tree();
        (!tree.is_empty() && tree.situation(0).is_none()).then_some(Sketch { game, moves: None })
    }

    fn tree(&self) -> &'g GameTree {
        self.game.tree()
    }

    fn last(&self) -> u32 {
        self.tree().mainline_len() - 1
    }

    fn moves(&mut self) -> &Moves {
        let game = self.game;
        self.moves.get_or_insert_with(|| Box::new(Moves::of(game.tree())))
    }
}

impl Moves {
    fn of(tree: &GameTree) -> Moves {
        let mut moves = Moves::default();
        let first = tree.board(0);
        for kind in 0..KINDS {
            moves.visited[usize::from(kind)] = first.by_piece(piece(kind));
        }
        let mut turn = first.turn();
        for mv in (1..tree.mainline_len()).filter_map(|n| tree.move_to(n)) {
            moves.add(mv, |role| index(role.of(turn)));
            turn = !turn;
        }
        moves
    }

    #[inline]
    fn add(&mut self, mv: &Move, index: impl Fn(Role) -> usize) {
        self.captures |= mv.is_capture();
        self.visited[index(mv.promotion.unwrap_or(mv.role))].add(mv.to);
        if let Some(role) = mv.promotion {
            self.promotions[index(role)] += 1;
        }
        match mv.kind {
            MoveKind::Normal | MoveKind::Null => {}
            MoveKind::EnPassant => self.en_passant = true,
            MoveKind::Castle { rook_to, .. } => {
                self.visited[index(Role::Rook)].add(rook_to);
                self.castles[usize::from(mv.is_castle_long())] = true;
            }
            MoveKind::Drop => self.drops = true,
        }
    }
}

/// The number of a kind of piece: see [`piece`].
fn index(piece: Piece) -> usize {
    piece.color.fold_wb(0, 6) + piece.role as usize - 1
}

impl Known for Sketch<'_> {
    fn may(&mut self, event: Event) -> bool {
        let last = self.tree().board(self.last());
        match event {
            Event::Variations => self.tree().len() > self.tree().mainline_len(),
            Event::Castle { short } => self.moves().castles[usize::from(!short)],
            Event::Capture => self.moves().captures,
            Event::EnPassant => self.moves().en_passant,
            Event::Null => !self.tree().node(self.last()).virtual_mainline,
            Event::Drop => self.moves().drops,
            Event::Promotion(role) => {
                let promotions = self.moves().promotions;
                Color::ALL.into_iter().any(|color| promotions[index(role.of(color))] > 0)
            }
            Event::Check => true,
            Event::End(Ending::InCheck) => last.is_check(),
            Event::End(Ending::OutOfCheck) => !last.is_check(),
            Event::End(Ending::Stuck) => !last.has_legal_move(&mut MoveList::new()),
            Event::Result(result) => self.game.result() == result,
        }
    }

    fn plies(&mut self) -> u32 {
        self.last()
    }

    /// A piece appears on the board only by promotion, and a pawn never.
    fn count(&mut self, kind: Kind) -> (i64, i64) {
        let (first, last) = (self.tree().board(0), self.tree().board(self.last()));
        let count = |board: &Board| count_of(board.by_piece(piece(kind)).count());
        let promotions = i64::from(self.moves().promotions[usize::from(kind)]);
        let most = (count(first) + promotions).min(count_of(self.visited(kind).count()));
        ((count(last) - promotions).max(0), most)
    }

    fn visited(&mut self, kind: Kind) -> Bitboard {
        self.moves().visited[usize::from(kind)]
    }

    /// The moves need no look where the first position shows it.
    fn may_visit(&mut self, kind: Kind, squares: Bitboard) -> bool {
        (self.tree().board(0).by_piece(piece(kind)) & squares).any() || (self.visited(kind) & squares).any()
    }

    /// It stands there afterwards.
    fn may_arrive(&mut self, kind: Kind, squares: Bitboard) -> bool {
        self.may_visit(kind, squares)
    }

    /// Kings do not appear, so their number is the same throughout if it is the same at the end.
    fn may_lack_kings(&mut self) -> bool {
        let (first, last) = (self.tree().board(0), self.tree().board(self.last()));
        let one = |color| [first, last].into_iter().all(|board| board.kings(color).count() == 1);
        !Color::ALL.into_iter().all(one)
    }
}
