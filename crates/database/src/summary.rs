//! The summary of a game: what a search may know before it reads the moves.

use tabiya_chess::{Bitboard, Board, Color, Move, MoveList, Piece, Role};
use tabiya_pgn::Game;

/// The least and the greatest number of pieces of a kind that stood on the board at the same time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CountRange {
    /// The least number.
    pub least: u8,
    /// The greatest number.
    pub most: u8,
}

/// Facts about the main line of a game, from its first position to its last one.
///
/// A search that also looks at variations must not use the summary of a game that has some
/// ([`Summary::has_variations`]).
///
/// ```
/// # mod tabiya { pub mod game { pub use tabiya_pgn::*; } pub mod chess { pub use tabiya_chess::*; } pub mod database { pub use tabiya_database::*; } }
/// use tabiya::database::Summary;
/// use tabiya::game::Game;
///
/// let summary = Summary::of(&Game::from_pgn("1. f3 e5 2. g4 Qh4# 0-1"));
/// assert!(summary.ends_in_check && summary.ends_without_moves && !summary.captures);
/// assert_eq!(summary.plies, 4);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    /// True if the game has positions outside its main line.
    pub has_variations: bool,
    /// The number of moves of the main line.
    pub plies: u32,
    /// True if some move captures.
    pub captures: bool,
    /// True if some move captures en passant.
    pub en_passant: bool,
    /// True if some move is a null move.
    pub null_moves: bool,
    /// True if some move drops a piece.
    pub drops: bool,
    /// True if some position is check.
    pub check: bool,
    /// True if the last position is check.
    pub ends_in_check: bool,
    /// True if the side to move at the last position has no legal move.
    pub ends_without_moves: bool,
    /// By colour: castling with the king's rook (`0`) and with the queen's rook (`1`).
    castlings: [[bool; 2]; 2],
    /// By colour: a bit for each role that a pawn was promoted to.
    promotions: [u8; 2],
    counts: [[CountRange; 6]; 2],
}

/// True if a position is check by the rules of the game's variant.
fn is_check(game: &Game, n: u32) -> bool {
    let tree = game.tree();
    tree.situation(n).map_or_else(|| tree.board(n).is_check(), |situation| situation.is_check())
}

fn role_index(role: Role) -> usize {
    role as usize - 1
}

/// The facts that are neither numbers nor sets of squares, as bits.
pub(crate) mod bits {
    use tabiya_chess::{Color, Role};

    pub(crate) const HAS_VARIATIONS: u8 = 1;
    pub(crate) const CAPTURES: u8 = 1 << 1;
    pub(crate) const EN_PASSANT: u8 = 1 << 2;
    pub(crate) const NULL_MOVES: u8 = 1 << 3;
    pub(crate) const DROPS: u8 = 1 << 4;
    pub(crate) const CHECK: u8 = 1 << 5;
    pub(crate) const ENDS_IN_CHECK: u8 = 1 << 6;
    pub(crate) const ENDS_WITHOUT_MOVES: u8 = 1 << 7;

    /// The bit of a side's castling.
    pub(crate) fn castling(color: Color, short: bool) -> u8 {
        1 << (2 * color as u8 + u8::from(!short))
    }

    /// The bit of a promotion to a role.
    pub(crate) fn promotion(role: Role) -> u8 {
        1 << (role as u8 - 1)
    }
}

/// The number of squares, at most 64.
fn counted(squares: Bitboard) -> u8 {
    u8::try_from(squares.count()).unwrap_or(64)
}

impl Summary {
    /// The summary of a game, in time in proportion to its main line.
    pub fn of(game: &Game) -> Summary {
        let tree = game.tree();
        let last = tree.mainline_len() - 1;
        let mut summary = Summary::at(tree.board(0));
        summary.has_variations = tree.len() > tree.mainline_len();
        summary.plies = last;
        // In variants with rules of their own a move may change more than the squares that it names.
        let by_boards = tree.situation(0).is_some();
        let mut before = tree.board(0);
        for n in 1..=last {
            let board = tree.board(n);
            if let Some(mv) = tree.move_to(n) {
                summary.add_move(before, mv, !by_boards);
            }
            if by_boards {
                summary.add_board(board);
            }
            before = board;
        }
        summary.check = (0..=last).rev().any(|n| is_check(game, n));
        summary.ends_in_check = is_check(game, last);
        summary.ends_without_moves = match tree.situation(last) {
            Some(situation) => !situation.can_move(),
            None => !tree.board(last).has_legal_move(&mut MoveList::new()),
        };
        summary
    }

    /// The summary of a game without moves, but for what is said of its last position.
    fn at(board: &Board) -> Summary {
        let mut summary = Summary {
            has_variations: false,
            plies: 0,
            captures: false,
            en_passant: false,
            null_moves: false,
            drops: false,
            check: false,
            ends_in_check: false,
            ends_without_moves: false,
            castlings: [[false; 2]; 2],
            promotions: [0; 2],
            counts: [[CountRange { least: u8::MAX, most: 0 }; 6]; 2],
        };
        summary.add_board(board);
        summary
    }

    fn add_board(&mut self, board: &Board) {
        for color in Color::ALL {
            for role in Role::ALL {
                let squares = board.by_piece(Piece { color, role });
                self.widen(color, role, counted(squares));
            }
        }
    }

    fn widen(&mut self, color: Color, role: Role, pieces: u8) {
        let count = &mut self.counts[color as usize][role_index(role)];
        *count = CountRange { least: count.least.min(pieces), most: count.most.max(pieces) };
    }

    /// Adds a move made on a board; and what the board after it shows, if that is the move's work alone.
    #[inline]
    fn add_move(&mut self, before: &Board, mv: &Move, and_board: bool) {
        let us = before.turn();
        self.captures |= mv.is_capture();
        self.en_passant |= mv.is_en_passant();
        self.null_moves |= mv.is_null();
        self.drops |= mv.is_drop();
        if mv.is_castle() {
            self.castlings[us as usize][0] |= mv.is_castle_short();
            self.castlings[us as usize][1] |= mv.is_castle_long();
        }
        if let Some(role) = mv.promotion {
            self.promotions[us as usize] |= bits::promotion(role);
            if and_board {
                self.widen(us, role, counted(before.by_piece(role.of(us))) + 1);
                self.widen(us, mv.role, counted(before.by_piece(mv.role.of(us))).saturating_sub(1));
            }
        }
        if and_board && let Some(role) = mv.captured.and_then(|square| before.role_at(square)) {
            self.widen(!us, role, counted(before.by_piece(role.of(!us))).saturating_sub(1));
        }
    }

    /// What happens in the game, but for castlings and promotions.
    pub(crate) fn event_bits(&self) -> u8 {
        let events = [
            (self.has_variations, bits::HAS_VARIATIONS),
            (self.captures, bits::CAPTURES),
            (self.en_passant, bits::EN_PASSANT),
            (self.null_moves, bits::NULL_MOVES),
            (self.drops, bits::DROPS),
            (self.check, bits::CHECK),
            (self.ends_in_check, bits::ENDS_IN_CHECK),
            (self.ends_without_moves, bits::ENDS_WITHOUT_MOVES),
        ];
        events.iter().filter(|(is, _)| *is).map(|(_, bit)| bit).sum()
    }

    pub(crate) fn castling_bits(&self) -> u8 {
        let sides = Color::ALL.into_iter().flat_map(|color| [(color, true), (color, false)]);
        sides
            .filter(|&(color, short)| self.castled(color, short))
            .map(|(color, short)| bits::castling(color, short))
            .sum()
    }

    /// By colour, black first.
    pub(crate) fn promotion_bits(&self) -> [u8; 2] {
        self.promotions
    }

    /// A summary with these parts; its counts and squares say nothing.
    pub(crate) fn from_bits(plies: u32, events: u8, castlings: u8, promotions: [u8; 2]) -> Summary {
        let has = |bit| events & bit != 0;
        let castled = |color| [true, false].map(|short| castlings & bits::castling(color, short) != 0);
        Summary {
            has_variations: has(bits::HAS_VARIATIONS),
            plies,
            captures: has(bits::CAPTURES),
            en_passant: has(bits::EN_PASSANT),
            null_moves: has(bits::NULL_MOVES),
            drops: has(bits::DROPS),
            check: has(bits::CHECK),
            ends_in_check: has(bits::ENDS_IN_CHECK),
            ends_without_moves: has(bits::ENDS_WITHOUT_MOVES),
            castlings: [Color::Black, Color::White].map(castled),
            promotions,
            counts: [[CountRange { least: 0, most: u8::MAX }; 6]; 2],
        }
    }

    pub(crate) fn set_count(&mut self, piece: Piece, range: CountRange) {
        self.counts[piece.color as usize][role_index(piece.role)] = range;
    }

    /// How many pieces of a kind stood on the board at the same time. Empty squares do not count as pieces.
    pub fn count(&self, piece: Piece) -> CountRange {
        self.counts[piece.color as usize][role_index(piece.role)]
    }

    /// True if a side castled: with the king's rook, or with the queen's rook.
    pub fn castled(&self, color: Color, short: bool) -> bool {
        self.castlings[color as usize][usize::from(!short)]
    }

    /// True if a pawn of a side was promoted to a role.
    pub fn promoted(&self, color: Color, role: Role) -> bool {
        self.promotions[color as usize] & bits::promotion(role) != 0
    }
}
