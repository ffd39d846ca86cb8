//! What the text of the moves shows before a move is played: bounds on what the game can contain.
//!
//! `MoveTokens` counts moves, their targets by role, promotions, castling and results with the same lexer as the
//! reader, so that it sees every move that the reader may play; faulty moves, variations and spellings such as `Kg1`
//! for castling only widen the bounds. Signs of check and capture say nothing, because many files lack them. Games with
//! a FEN or a variant are played. Going through the text takes a sixth of playing it: for 600 games `move promote N`
//! went from 43.6 to 23.2 million instructions, `ply > 200` from 41.5 to 23.4, `result 1-0` from 43.3 to 32.8; cutting
//! and tags take 18.

use super::GameResult;
use super::letters::is_foreign;
use super::token::{Lexer, Token};
use tabiya_chess::san::San;
use tabiya_chess::{Bitboard, Move, Role, Square};

/// The tokens of the movetext of a game that begins with the array of chess, summed up: see
/// [`Game::parse_unless_skimmed`](super::Game::parse_unless_skimmed).
///
/// Signs of check and of capture are not counted, since many files leave them out. Moves in variations, and moves that
/// turn out to be illegal, are counted with all others. So everything the game contains is within these bounds, but it
/// need not reach them.
#[derive(Clone, Debug, Default)]
pub struct MoveTokens {
    moves: u32,
    /// By role, pawns first: the squares that moves name as their target.
    reached: [Bitboard; 6],
    promotions: [u32; 6],
    /// Short and long.
    castles: [bool; 2],
    null_moves: bool,
    drops: bool,
    variations: bool,
    /// The results in the text and in the tag, one bit for each.
    results: u8,
}

impl MoveTokens {
    /// Reads the movetext that begins at `at`; `None` if it may contain tags.
    pub(crate) fn read(text: &[u8], at: usize, tag: GameResult) -> Option<MoveTokens> {
        let mut tokens = MoveTokens { results: 1 << tag as u8, ..MoveTokens::default() };
        let mut lexer = Lexer::new(text, at);
        loop {
            while let Some(san) = lexer.common_move() {
                tokens.add(&san);
            }
            match lexer.next() {
                Token::Move(san) => tokens.add(&san),
                Token::Open => tokens.variations = true,
                Token::Result(result) => tokens.results |= 1 << result as u8,
                Token::Bracket => return None,
                // With the letters of another language it may be a move.
                Token::Unreadable if is_foreign(lexer.token_text()) => return None,
                Token::End => break,
                Token::Comment { .. }
                | Token::LineComment
                | Token::Close
                | Token::Nag(_)
                | Token::BadNag
                | Token::Brace
                | Token::Unreadable
                | Token::Stray
                | Token::Nothing => {}
            }
        }
        tokens.add_rooks();
        Some(tokens)
    }

    #[inline]
    fn add(&mut self, san: &San) {
        self.moves = self.moves.saturating_add(1);
        match *san {
            San::Normal { role, to, promotion, .. } => {
                self.reach(role, to);
                self.promote(promotion, to);
                if role == Role::King {
                    // `Kg1` may be meant as castling.
                    self.castle_from_home(to);
                }
            }
            San::Files(_, file) => self.reached[index(Role::Pawn)] |= Bitboard::from_file(file),
            San::Squares { from, to, promotion } => {
                Role::ALL.into_iter().for_each(|role| self.reach(role, to));
                self.promote(promotion, to);
                if [Square::E1, Square::E8].contains(&from) && from.rank() == to.rank() {
                    self.castles[usize::from(to.file() < from.file())] = true;
                }
            }
            San::Castle { short } => self.castles[usize::from(!short)] = true,
            San::Null => self.null_moves = true,
            San::Drop(role, to) => {
                self.drops = true;
                self.reach(role, to);
            }
        }
    }

    #[inline]
    fn reach(&mut self, role: Role, to: Square) {
        self.reached[index(role)].add(to);
    }

    #[inline]
    fn promote(&mut self, promotion: Option<Role>, to: Square) {
        if let Some(role) = promotion {
            self.promotions[index(role)] += 1;
            self.reach(role, to);
        }
    }

    fn castle_from_home(&mut self, to: Square) {
        for color in tabiya_chess::Color::ALL {
            for (place, short) in [true, false].into_iter().enumerate() {
                self.castles[place] |= Move::castle_targets(color, short).0 == to;
            }
        }
    }

    /// Notes where castling leads.
    fn add_rooks(&mut self) {
        for color in tabiya_chess::Color::ALL {
            for (place, short) in [true, false].into_iter().enumerate() {
                if self.castles[place] {
                    let (king, rook) = Move::castle_targets(color, short);
                    self.reach(Role::King, king);
                    self.reach(Role::Rook, rook);
                }
            }
        }
    }

    /// The number of moves, those in variations included.
    pub fn moves(&self) -> u32 {
        self.moves
    }

    /// The squares to which a piece of a role may have moved, of either colour.
    pub fn reached(&self, role: Role) -> Bitboard {
        self.reached[index(role)]
    }

    /// The number of promotions to a role, of either colour.
    pub fn promotions(&self, role: Role) -> u32 {
        self.promotions[index(role)]
    }

    /// True if some move may be castling to this side.
    pub fn may_castle(&self, short: bool) -> bool {
        self.castles[usize::from(!short)]
    }

    /// True if there is a null move.
    pub fn has_null_moves(&self) -> bool {
        self.null_moves
    }

    /// True if a piece is dropped, as in crazyhouse.
    pub fn has_drops(&self) -> bool {
        self.drops
    }

    /// True if there are variations.
    pub fn has_variations(&self) -> bool {
        self.variations
    }

    /// True if the text or the Result tag says that the game had this result.
    pub fn may_result(&self, result: GameResult) -> bool {
        self.results & 1 << result as u8 != 0
    }
}

fn index(role: Role) -> usize {
    role as usize - 1
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(text: &str) -> MoveTokens {
        MoveTokens::read(text.as_bytes(), 0, GameResult::Unknown).expect("no tags")
    }

    #[test]
    fn moves_and_their_targets() {
        let found = tokens("1. e4 d5 2. ed Nf6 (2... Qxd5 {Nb1}) 3. Bb5+ e7e5 4. Kf1? bxa1=N 5. e8Q 1-0");
        assert_eq!(found.moves(), 10);
        assert!(found.has_variations() && !found.has_null_moves() && !found.has_drops());
        assert_eq!(
            (found.promotions(Role::Knight), found.promotions(Role::Queen), found.promotions(Role::Rook)),
            (1, 1, 0)
        );
        let reached = |role, square| found.reached(role).contains(square);
        assert!(reached(Role::Knight, Square::F6) && reached(Role::Knight, Square::A1));
        assert!(!reached(Role::Knight, Square::B1) && !reached(Role::Queen, Square::A1));
        // `ed` leads to any rank, and `e7e5` may be said of any piece.
        assert!(reached(Role::Pawn, Square::D5) && reached(Role::Rook, Square::E5) && !reached(Role::Rook, Square::F1));
        assert!(found.may_result(GameResult::White) && !found.may_result(GameResult::Draw));
        assert!(!found.may_castle(true) && !found.may_castle(false));
    }

    #[test]
    fn castling_in_all_spellings() {
        for (text, castles) in [
            ("O-O", [true, false]),
            ("1. 0-0-0+", [false, true]),
            ("e1g1", [true, false]),
            ("e8a8", [false, true]),
            ("Kc8", [false, true]),
            ("Ke2 e1e2 d1g1", [false, false]),
        ] {
            let found = tokens(text);
            assert_eq!([found.may_castle(true), found.may_castle(false)], castles, "{text}");
            assert_eq!(found.reached(Role::Rook).contains(Square::F8), castles[0], "{text}");
            assert_eq!(found.reached(Role::Rook).contains(Square::D1), castles[1], "{text}");
        }
    }

    #[test]
    fn what_may_be_a_tag_is_not_skimmed() {
        assert!(MoveTokens::read(b"1. e4 [x] e5", 0, GameResult::Unknown).is_none());
        assert!(tokens("1. -- N@f3").has_null_moves() && tokens("1. N@f3").has_drops());
    }
}
