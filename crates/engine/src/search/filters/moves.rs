//! The evaluator: the `move` filter.

use crate::chess::retro::{self, UnMove};
use crate::chess::san::null_move;
use crate::chess::{Bitboard, Board, Move, MoveList, Role};
use crate::ir::{Castling, MoveId, MoveIr, MoveMode, MoveSquares};
use crate::search::control::STEP;
use crate::search::evaluator::Evaluator;
use crate::search::imagine::Change;
use crate::syntax::ast::Pieces;

/// The sets of a `move` filter at the position that its moves start from.
struct Wanted<'p> {
    ir: &'p MoveIr,
    from: Option<Bitboard>,
    to: Option<Bitboard>,
    capture: Option<Bitboard>,
    en_passant_square: Option<Bitboard>,
}

impl Wanted<'_> {
    /// True if one of the sets is empty: then no moves need to be generated.
    fn fits_nothing(&self) -> bool {
        [self.from, self.to, self.capture, self.en_passant_square].contains(&Some(Bitboard::EMPTY))
    }

    /// Pseudolegal moves of chess, in order: all that may fit.
    fn candidates(&self, board: &Board, moves: &mut MoveList) {
        let (mut from, to) = (self.from.unwrap_or(Bitboard::FULL), self.to.unwrap_or(Bitboard::FULL));
        if self.ir.castling.is_some() {
            return board.castling_moves_between(from, to, moves);
        }
        if self.ir.promote.is_some() || self.ir.en_passant || self.en_passant_square.is_some() {
            from &= board.by_role(Role::Pawn);
        }
        board.pseudolegal_moves_between(from, to, moves);
    }

    fn fits(&self, m: &Move) -> bool {
        let within = |set: Option<Bitboard>, square| set.is_none_or(|set| set.contains(square));
        let captured = |set: Option<Bitboard>| set.is_none_or(|set| m.captured.is_some_and(|at| set.contains(at)));
        self.from.is_none_or(|set| m.origin().is_some_and(|from| set.contains(from)))
            && within(self.to, m.to)
            && captured(self.capture)
            && (self.en_passant_square.is_none() || m.is_en_passant() && captured(self.en_passant_square))
            && (!self.ir.en_passant || m.is_en_passant())
            && (!self.ir.null || m.is_null())
            && self.ir.drop.is_none_or(|pieces| m.is_drop() && names(pieces, m.role))
            && self.ir.castling.is_none_or(|which| castles(m, which))
            && self.ir.promote.is_none_or(|pieces| m.promotion.is_some_and(|role| names(pieces, role)))
    }
}

/// True if a role is among some pieces, regardless of their colour.
pub(in crate::search) fn names(pieces: Pieces, role: Role) -> bool {
    let bit = 1u16 << (role as u16 - 1);
    pieces.0 & (bit | bit << 6) != 0
}

/// A move that a `move` filter looks at.
struct Considered<'m> {
    m: &'m Move,
    /// The position it is imagined at.
    head: u32,
    /// The position after it, if it was played.
    tail: Option<u32>,
    /// A retracted move, with the board before it.
    before: Option<&'m UnMove>,
}

impl Evaluator<'_> {
    /// True if some move fits; with a comment in the move's custody every fitting move gets it. With `all`, whether the
    /// target holds after every one.
    pub(super) fn any_move(&mut self, id: MoveId, node: u32) -> bool {
        let ir = self.plan.ir.move_filter(id);
        if ir.all {
            return self.count_all(id, node).is_some();
        }
        // If the target has an effect, it is evaluated after every move.
        let every = ir.custody.is_some() || ir.target.is_some_and(|target| self.plan.ir.bool_info(target).effect);
        let mut any = false;
        self.each_commented_move(id, node, |_| {
            any = true;
            every
        });
        any
    }

    /// The number of moves that fit. With `all`, `None` unless the target holds after every one.
    pub(super) fn count_moves(&mut self, id: MoveId, node: u32) -> Option<i64> {
        let ir = self.plan.ir.move_filter(id);
        if ir.all {
            return self.count_all(id, node);
        }
        if ir.counts_all_legal() && self.view.situation(node).is_none() {
            return Some(i64::from(self.board(node).count_legal_moves(4)));
        }
        let mut count = 0;
        self.each_commented_move(id, node, |_| {
            count += 1;
            true
        });
        Some(count)
    }

    /// The number of moves considered, if the target holds after each.
    fn count_all(&mut self, id: MoveId, node: u32) -> Option<i64> {
        let plan = self.plan;
        let ir = plan.ir.move_filter(id);
        let (mut count, mut all) = (0, true);
        self.considered(ir, node, &mut |evaluator, found| {
            count += 1;
            all = evaluator.target_holds(ir, node, &found);
            all
        });
        all.then_some(count)
    }

    /// The squares of the moves that fit.
    pub(super) fn move_squares(&mut self, id: MoveId, squares: MoveSquares, node: u32) -> Bitboard {
        let mut set = Bitboard::EMPTY;
        self.each_commented_move(id, node, |m| {
            match squares {
                MoveSquares::From => set |= m.origin().map_or(Bitboard::EMPTY, Bitboard::from),
                MoveSquares::To => set.add(m.to),
                MoveSquares::Captured => set |= m.captured.map_or(Bitboard::EMPTY, Bitboard::from),
            }
            true
        });
        set
    }

    /// Calls `found` with each move that fits, until it answers false; a comment in the move's custody is made after it.
    fn each_commented_move(&mut self, id: MoveId, node: u32, mut found: impl FnMut(&Move) -> bool) {
        let custody = self.plan.ir.move_filter(id).custody;
        self.each_move(id, node, &mut |evaluator, m, tail| {
            if let (Some(custody), Some(tail)) = (custody, tail) {
                evaluator.truth(custody, tail);
            }
            found(m)
        });
    }

    /// Calls `found` with each move that fits, its target included, and the position after it in the game, until it
    /// answers false.
    pub(in crate::search) fn each_move(
        &mut self,
        id: MoveId,
        node: u32,
        found: &mut dyn FnMut(&mut Self, &Move, Option<u32>) -> bool,
    ) {
        let plan = self.plan;
        let ir = plan.ir.move_filter(id);
        self.considered(ir, node, &mut |evaluator, considered| {
            !evaluator.target_holds(ir, node, &considered) || found(evaluator, considered.m, considered.tail)
        });
    }

    /// True if the target holds on a copy of the position, after the move.
    fn target_holds(&mut self, ir: &MoveIr, node: u32, considered: &Considered<'_>) -> bool {
        let Some(target) = ir.target else { return true };
        if !self.spend(STEP, node) {
            return false;
        }
        let m = considered.m;
        let change = match considered.before {
            Some(unmove) => Change {
                board: unmove.before,
                situation: None,
                mv: Some(*m),
                text: Some(unmove.numbered(self.last_number(node))),
                back: true,
            },
            None => self.made(considered.head, m, ir.mode == MoveMode::Legal && !m.is_null()),
        };
        self.imagined(considered.head, change, |evaluator, there| evaluator.truth(target, there))
    }

    /// The position after a move.
    fn made(&self, head: u32, m: &Move, legal: bool) -> Change {
        let before = self.board(head);
        let (board, situation) = match self.view.situation(head) {
            None => (before.play(m), None),
            Some(situation) => {
                let (after, next) = if legal { situation.play_legal(m).apart() } else { situation.play(m) };
                (after, next.map(Box::new))
            }
        };
        Change { board, situation, mv: Some(*m), text: None, back: false }
    }

    /// The number of the move that led here, as a list of moves has it.
    fn last_number(&self, node: u32) -> u32 {
        let number = self.move_number(node);
        u32::try_from(self.board(node).turn().fold_wb(number - 1, number)).unwrap_or_default()
    }

    /// Calls `found` with each move that fits, its target apart, until it answers false.
    fn considered(&mut self, ir: &MoveIr, node: u32, found: &mut dyn FnMut(&mut Self, Considered<'_>) -> bool) {
        match ir.mode {
            MoveMode::Played => self.played_moves(ir, node, found),
            MoveMode::Previous => {
                let Some((parent, m)) = self.last_step(node) else { return };
                let secondary = self.view.node(node).child_index > 0;
                if ir.secondary.is_none_or(|wanted| wanted == secondary) && self.wanted(ir, parent).fits(&m) {
                    let tail = (!self.is_imagined(node)).then_some(node);
                    found(self, Considered { m: &m, head: parent, tail, before: None });
                }
            }
            MoveMode::Legal | MoveMode::Pseudolegal if ir.reverse => self.moves_back(ir, node, found),
            MoveMode::Legal | MoveMode::Pseudolegal => self.possible_moves(ir, node, found),
        }
    }

    fn played_moves(&mut self, ir: &MoveIr, node: u32, found: &mut dyn FnMut(&mut Self, Considered<'_>) -> bool) {
        // The sets are evaluated only where a move is there to compare them with.
        let mut wanted = None;
        // A linearized filter sees the move chosen, and no other.
        let chosen = self.edge.filter(|_| ir.linear);
        let chosen = chosen.map(|edge| edge.filter(|&child| self.view.parent(child) == Some(node)));
        let mut next = chosen.unwrap_or_else(|| self.view.first_child(node));
        while let Some(child) = next {
            let secondary = self.view.node(child).child_index > 0;
            let seen = ir.secondary.is_none_or(|wanted| wanted == secondary);
            if let Some(m) = self.view.move_to(child).filter(|_| seen) {
                let wanted = wanted.get_or_insert_with(|| self.wanted(ir, node));
                let considered = Considered { m, head: node, tail: Some(child), before: None };
                if wanted.fits(m) && !found(self, considered) {
                    return;
                }
            }
            next = if chosen.is_some() { None } else { self.next_child(child) };
        }
    }

    fn possible_moves(&mut self, ir: &MoveIr, node: u32, found: &mut dyn FnMut(&mut Self, Considered<'_>) -> bool) {
        let wanted = self.wanted(ir, node);
        if wanted.fits_nothing() {
            return;
        }
        let mut moves = std::mem::take(&mut self.scratch.engines.moves);
        moves.clear();
        let (board, situation) = (self.board(node), self.view.situation(node));
        match ir.mode {
            // A null move is not a legal move; it is made where it is requested, to see what holds after it.
            _ if ir.null => {
                let safe = ir.mode == MoveMode::Pseudolegal || !self.view.is_check(node);
                moves.extend((ir.target.is_some() && safe).then(|| null_move(board)));
            }
            MoveMode::Legal => match situation {
                None => {
                    wanted.candidates(board, &mut moves);
                    board.retain_legal(0, &mut moves);
                }
                Some(situation) => situation.legal_moves(&mut moves),
            },
            _ => match situation {
                None => wanted.candidates(board, &mut moves),
                Some(situation) => situation.pseudolegal_moves(&mut moves),
            },
        }
        // Moves that fit are paid for once more where something is tried after them.
        let paid = self.spend(STEP / 2 + moves.len() as u64 / 2, node);
        for m in moves.iter().filter(|_| paid) {
            if wanted.fits(m) && !found(self, Considered { m, head: node, tail: None, before: None }) {
                break;
            }
        }
        self.scratch.engines.moves = moves;
    }

    /// Moves that may have led here.
    fn moves_back(&mut self, ir: &MoveIr, node: u32, found: &mut dyn FnMut(&mut Self, Considered<'_>) -> bool) {
        let wanted = self.wanted(ir, node);
        let mode = if ir.mode == MoveMode::Legal { retro::Mode::Legal } else { retro::Mode::Pseudolegal };
        let unmoves = retro::unmoves(self.board(node), mode);
        // Whether each is possible takes a look at a board.
        if !self.spend(4 * STEP * (1 + unmoves.len() as u64), node) {
            return;
        }
        for unmove in unmoves {
            let considered = Considered { m: &unmove.mv, head: node, tail: None, before: Some(&unmove) };
            if wanted.fits(&unmove.mv) && !found(self, considered) {
                return;
            }
        }
    }

    fn wanted<'p>(&mut self, ir: &'p MoveIr, node: u32) -> Wanted<'p> {
        Wanted {
            ir,
            from: ir.from.map(|set| self.set(set, node)),
            to: ir.to.map(|set| self.set(set, node)),
            capture: ir.capture.map(|set| self.set(set, node)),
            en_passant_square: ir.en_passant_square.map(|set| self.set(set, node)),
        }
    }
}

/// True if a move castles on the side asked for.
pub(super) fn castles(m: &Move, which: Castling) -> bool {
    match which {
        Castling::Either => m.is_castle(),
        Castling::Short => m.is_castle_short(),
        Castling::Long => m.is_castle_long(),
    }
}
