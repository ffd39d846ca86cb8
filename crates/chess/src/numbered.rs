//! The legal move with a number, without a list of all of them.
//!
//! Method: the sets of squares to which pieces can go are counted, as in `count.rs`, until the number lies in one of them.

use super::count::Bonds;
use super::generate::PROMOTIONS;
use super::geometry::square_count;
use super::{Bitboard, Board, Move, Rank, Role, Square};
use shakmaty::attacks;

impl Board {
    /// The legal move with a number, from 0, in the order in which shakmaty generates them, by which some databases code moves; none
    /// beyond the last one, and none on a board without exactly one king of the side to move.
    ///
    /// The order is: captures en passant; the king, if it is in check; pawns, by captures towards the a-file, captures towards the
    /// h-file, single and double steps, and each of these by where they go, promotions last and to the queen first; knights, bishops,
    /// rooks, queens; the king, if it is not in check; castling, short before long.
    ///
    /// ```
    /// # mod tabiya { pub mod chess { pub use tabiya_chess::*; } }
    /// use tabiya::chess::Board;
    /// let moves: Vec<String> = (0..).map_while(|n| Board::initial().legal_move_at(n)).map(|mv| mv.uci()).collect();
    /// assert_eq!((moves.len(), &*moves[12], &*moves[18]), (20, "e2e4", "g1f3"));
    /// ```
    #[inline(always)]
    pub fn legal_move_at(&self, number: u32) -> Option<Move> {
        let king = self.kings(self.turn()).single_square()?;
        let (bonds, mut left) = (self.bonds(king), number);
        let (is_check, left) = (bonds.checkers.any(), &mut left);
        // Early returns, and no closures: a closure that is not inlined is compiled without the instructions of `play_numbered`.
        if let Some(capture) = self.en_passant_at(left) {
            return Some(capture);
        }
        if is_check && let Some(step) = self.king_step_at(&bonds, left) {
            return Some(step);
        }
        if bonds.checkers.more_than_one() {
            return None;
        }
        if let Some(found) = self.pawn_move_at(&bonds, left) {
            return Some(found);
        }
        if let Some(found) = self.officer_move_at(&bonds, left) {
            return Some(found);
        }
        if is_check {
            return None;
        }
        match self.king_step_at(&bonds, left) {
            Some(step) => Some(step),
            None => self.castling_at(left),
        }
    }

    /// Makes the legal moves with these numbers ([`Board::legal_move_at`]), one after the other, and hands each over with the board
    /// after it. Returns how many there were before the first number that no move has.
    ///
    /// ```
    /// # mod tabiya { pub mod chess { pub use tabiya_chess::*; } }
    /// use tabiya::chess::Board;
    /// let mut moves = Vec::new();
    /// assert_eq!(Board::initial().play_numbered(&[12, 12, 250], &mut |mv, _| moves.push(mv.uci())), 2);
    /// assert_eq!(moves, ["e2e4", "e7e5"]);
    /// ```
    pub fn play_numbered(&mut self, numbers: &[u8], made: &mut dyn FnMut(&Move, &Board)) -> usize {
        let played = Played { board: self, numbers, made };
        // Sets are counted at each move, for which new processors have an instruction.
        #[cfg(not(target_family = "wasm"))]
        return pulp::Arch::new().dispatch(played);
        #[cfg(target_family = "wasm")]
        played.play()
    }

    #[inline(always)]
    fn en_passant_at(&self, left: &mut u32) -> Option<Move> {
        let to = self.en_passant().filter(|&to| !self.occupied().contains(to))?;
        let takers = attacks::pawn_attacks(!self.turn(), to) & self.by_piece(Role::Pawn.of(self.turn()));
        let captures = takers.into_iter().filter_map(|from| self.en_passant_capture(from, to));
        nth(captures.filter(|mv| self.is_legal(mv)), left)
    }

    #[inline(always)]
    fn king_step_at(&self, bonds: &Bonds, left: &mut u32) -> Option<Move> {
        let (king, them) = (bonds.king, !self.turn());
        let free = self.occupied() & !Bitboard::from(king);
        let steps = attacks::king_attacks(king) & !self.by_color(self.turn());
        let theirs = self.by_color(them);
        let safe = |to: &Square| !self.is_attacked(*to, them, theirs & !Bitboard::from(*to), free);
        nth(steps.into_iter().filter(safe), left).map(|to| self.plain(Role::King, king, to))
    }

    #[inline(always)]
    fn pawn_move_at(&self, bonds: &Bonds, left: &mut u32) -> Option<Move> {
        let us = self.turn();
        let pawns = self.by_piece(Role::Pawn.of(us));
        let mut goals = self.pawn_goals(pawns & !bonds.pinned).map(|to| to & bonds.goals);
        for from in pawns & bonds.pinned {
            let own = self.pawn_goals(Bitboard::from(from));
            let allowed = bonds.goals & bonds.line(from);
            goals.iter_mut().zip(own).for_each(|(goals, own)| *goals |= own & allowed);
        }
        let [step, double, west, east] = goals;
        let last = Bitboard::from_rank(us.fold_wb(Rank::Eighth, Rank::First));
        let up = us.fold_wb(8, -8);
        for (to, away) in [(west, up - 1), (east, up + 1), (step, up), (double, 2 * up)] {
            let plain = |to: Square| Some(self.plain(Role::Pawn, to.offset(-away)?, to));
            if let Some(to) = pick(to & !last, 1, left) {
                return plain(to);
            }
            if (to & last).any()
                && let Some(to) = pick(to & last, 4, left)
            {
                return Some(Move { promotion: Some(PROMOTIONS[*left as usize]), ..plain(to)? });
            }
        }
        None
    }

    #[inline(always)]
    fn officer_move_at(&self, bonds: &Bonds, left: &mut u32) -> Option<Move> {
        let own = self.by_color(self.turn());
        for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
            for from in own & self.by_role(role) {
                let goals = self.attacks_of(role, from) & !own & bonds.goals & bonds.line(from);
                if let Some(to) = pick(goals, 1, left) {
                    return Some(self.plain(role, from, to));
                }
            }
        }
        None
    }

    #[cold]
    fn castling_at(&self, left: &mut u32) -> Option<Move> {
        let rooks = self.castling() & self.by_color(self.turn());
        let of_wing = |short: bool| {
            rooks.into_iter().filter_map(|rook| self.castling_with(rook)).find(|mv| mv.is_castle_short() == short)
        };
        nth([true, false].into_iter().filter_map(of_wing), left)
    }
}

/// Moves that are being made.
struct Played<'p> {
    board: &'p mut Board,
    numbers: &'p [u8],
    made: &'p mut dyn FnMut(&Move, &Board),
}

impl Played<'_> {
    #[inline(always)]
    fn play(self) -> usize {
        for (count, &number) in self.numbers.iter().enumerate() {
            let Some(mv) = self.board.legal_move_at(u32::from(number)) else { return count };
            self.board.advance(&mv);
            (self.made)(&mv, self.board);
        }
        self.numbers.len()
    }
}

#[cfg(not(target_family = "wasm"))]
impl pulp::NullaryFnOnce for Played<'_> {
    type Output = usize;

    #[inline(always)]
    fn call(self) -> usize {
        self.play()
    }
}

/// The item with the number that is left; if there are fewer, they are counted off.
#[inline(always)]
fn nth<T>(items: impl Iterator<Item = T>, left: &mut u32) -> Option<T> {
    for item in items {
        match left.checked_sub(1) {
            Some(less) => *left = less,
            None => return Some(item),
        }
    }
    None
}

/// The square that has the number that is left, if each counts as this many; the rest of the number is left.
#[inline(always)]
fn pick(squares: Bitboard, each: u32, left: &mut u32) -> Option<Square> {
    let count = square_count(squares) * each;
    if *left >= count {
        *left -= count;
        return None;
    }
    let before = *left / each;
    *left %= each;
    squares.into_iter().nth(before as usize)
}
