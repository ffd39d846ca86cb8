//! The summary of a game: what a search may know before it reads the moves.

use tabiya_chess::{Bitboard, Color, MoveList, Piece, Role};
use tabiya_pgn::Game;

/// The least and the greatest number of pieces of a kind that stood on the board at the same time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CountRange {
    /// The least number.
    pub least: u8,
    /// The greatest number.
    pub most: u8,
}

/// What is true of the main line of a game, from its first position to its last one.
///
/// A search that also looks at variations must not use the summary of a game that has some
/// ([`Summary::has_variations`]).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    /// True if the game has positions beside its main line.
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
    visited: [[Bitboard; 6]; 2],
}

/// True if a position is check by the rules of the game's variant.
fn is_check(game: &Game, n: u32) -> bool {
    let tree = game.tree();
    tree.situation(n).map_or_else(|| tree.board(n).is_check(), |situation| situation.is_check())
}

fn role_index(role: Role) -> usize {
    role as usize - 1
}

impl Summary {
    /// The summary of a game, in time in proportion to its main line.
    pub fn of(game: &Game) -> Summary {
        let tree = game.tree();
        let first = tree.board(0);
        let mut summary = Summary {
            has_variations: tree.len() > tree.mainline_len(),
            plies: tree.mainline_len() - 1,
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
            visited: [[Bitboard::EMPTY; 6]; 2],
        };
        let mut turn = first.turn();
        for n in 0..tree.mainline_len() {
            let board = tree.board(n);
            for color in Color::ALL {
                for role in Role::ALL {
                    let squares = board.by_piece(Piece { color, role });
                    summary.visited[color as usize][role_index(role)] |= squares;
                    let count = &mut summary.counts[color as usize][role_index(role)];
                    let pieces = squares.count() as u8;
                    *count = CountRange { least: count.least.min(pieces), most: count.most.max(pieces) };
                }
            }
            summary.check |= is_check(game, n);
            if let Some(mv) = tree.move_to(n) {
                summary.captures |= mv.is_capture();
                summary.en_passant |= mv.is_en_passant();
                summary.null_moves |= mv.is_null();
                summary.drops |= mv.is_drop();
                summary.castlings[turn as usize][0] |= mv.is_castle_short();
                summary.castlings[turn as usize][1] |= mv.is_castle_long();
                if let Some(role) = mv.promotion {
                    summary.promotions[turn as usize] |= 1 << role_index(role);
                }
            }
            turn = board.turn();
        }
        let (last, mut moves) = (summary.plies, MoveList::new());
        summary.ends_in_check = is_check(game, last);
        summary.ends_without_moves = match tree.situation(last) {
            Some(situation) => !situation.can_move(),
            None => !tree.board(last).has_legal_move(&mut moves),
        };
        summary
    }

    /// How many pieces of a kind stood on the board at the same time. Empty squares are no pieces.
    pub fn count(&self, piece: Piece) -> CountRange {
        self.counts[piece.color as usize][role_index(piece.role)]
    }

    /// The squares on which a piece of a kind ever stood.
    pub fn visited(&self, piece: Piece) -> Bitboard {
        self.visited[piece.color as usize][role_index(piece.role)]
    }

    /// True if a side castled: with the king's rook, or with the queen's rook.
    pub fn castled(&self, color: Color, short: bool) -> bool {
        self.castlings[color as usize][usize::from(!short)]
    }

    /// True if a pawn of a side was promoted to a role.
    pub fn promoted(&self, color: Color, role: Role) -> bool {
        self.promotions[color as usize] & (1 << role_index(role)) != 0
    }
}
