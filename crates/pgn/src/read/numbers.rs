//! What the numbers of moves tell: whether moves are missing, and whether words stand in the place of moves.
//!
//! A number that does not fit the move after it is a fault, and from it on the line is counted as the text has it, until a number
//! is right again: what is missing or wrong cannot be told, and every move of the line fits the board. After a FEN the first number
//! may be any: tools count from 1, or do not know the counter, and no move can be missing before it.
//!
//! A word that is nothing known may be a remark, or stand for a move that cannot be read. If it stands for one, all that follows
//! would be given to the wrong side, so that the line ends. The next number in the line decides, by the moves up to it:
//!
//! ```text
//! 2. Nf3 best Nc6 3. d4      fits if the word is no move: a remark
//! 2. Nf3 castles 3. d4       fits if it is one: the line ends before it
//! 2. castles castles 3. d4   the same
//! 2. castles d4              nothing tells: a word straight after a number stands for a move
//! 2. Nf3 best Nc6            nothing tells: a word elsewhere is a remark
//! ```
//!
//! `???`, and `N` or `D` between spaces, are also such words.

use super::{Line, NONE, Reader};
use crate::fault::FaultKind;
use crate::token::{Lexer, MoveNumber, Token};

/// The number of tokens among which the next number is looked for.
const NEAR: usize = 64;

impl Reader<'_> {
    /// The move that is due in the current line by the numbers of the text: twice its number, and one more for Black's.
    pub(super) fn due(&mut self) -> u32 {
        let line = *self.line();
        self.due_after(&line)
    }

    /// The same for a line.
    #[inline]
    pub(super) fn due_after(&self, line: &Line) -> u32 {
        self.first_due.wrapping_add(self.game.tree.node(line.tip).ply).wrapping_add(line.ahead)
    }

    /// Reports the number before a move, if it does not fit, and counts the line from it on.
    pub(super) fn count_from(&mut self, number: MoveNumber, at: usize, text: &[u8]) {
        if self.over || self.line().rest.is_some() {
            return;
        }
        let (due, has_fen) = (self.due(), self.game.has_fen);
        if number.fits(due) {
            return;
        }
        let line = self.line();
        if number.fits(due.wrapping_sub(line.ahead)) {
            line.ahead = 0;
            return;
        }
        let any = has_fen && line.tip == 0 && line.host == NONE;
        line.ahead = line.ahead.wrapping_add((number.value << 1 | due & 1).wrapping_sub(due));
        if any && number.fits(number.value << 1 | due & 1) {
            return;
        }
        let message = |text: &str| {
            let dots = |dots: bool| if dots { "..." } else { "." };
            let (wanted, side) = (due >> 1, dots(due & 1 == 1));
            format!("`{text}` has the number {}{}, but {wanted}{side} is due", number.value, dots(number.dots > 1))
        };
        self.fault(FaultKind::MoveNumber, at, text, message);
    }

    /// True if the last token, which is not a move, stands in the place of one.
    #[cold]
    pub(super) fn is_in_place(&mut self, lexer: &Lexer<'_>) -> bool {
        let text = lexer.token_text();
        let alone = lexer.start == 0 || self.text[lexer.start - 1].is_ascii_whitespace();
        let is_word = match text {
            [b'?', ..] => lexer.numbered || alone && text.len() > 2,
            [b'!' | b'$' | b'+' | b'-' | b'=', ..] => false,
            b"N" | b"D" => true,
            // Words without a number come in runs.
            _ => lexer.numbered,
        };
        is_word && self.takes_place(lexer.at, 1, lexer.numbered)
    }

    /// True if as many words before `at` stand for moves, by what the next number says, or, if it says nothing, if a
    /// number precedes them.
    pub(super) fn takes_place(&mut self, at: usize, words: u32, numbered: bool) -> bool {
        if self.over || self.line().rest.is_some() {
            return false;
        }
        let (due, ahead) = (self.due(), self.line().ahead);
        let Some((number, moves, more)) = self.next_number(at) else { return numbered };
        let fits = |missing: u32| {
            let due = due.wrapping_add(moves + missing);
            number.fits(due) || number.fits(due.wrapping_sub(ahead))
        };
        !fits(0) && (numbered || (1..=words + more).any(fits))
    }

    /// The next number in the current line, and the moves and other words before it.
    fn next_number(&self, at: usize) -> Option<(MoveNumber, u32, u32)> {
        let mut lexer = Lexer::new(self.text, at).with_letters(self.reading.letters);
        let (mut depth, mut moves, mut words) = (0_u32, 0, 0);
        for _ in 0..NEAR {
            let token = lexer.next();
            let is_first = lexer.numbered && lexer.number.value > 0 && depth == 0;
            match token {
                Token::Open => depth += 1,
                Token::Close => depth = depth.checked_sub(1)?,
                Token::End | Token::Result(_) if depth == 0 => return None,
                Token::End => return None,
                Token::Move(_) | Token::Unreadable | Token::Stray if is_first => {
                    return Some((lexer.number, moves, words));
                }
                Token::Move(_) | Token::Unreadable if depth == 0 => moves += 1,
                Token::Stray if depth == 0 => words += 1,
                _ => {}
            }
        }
        None
    }
}
