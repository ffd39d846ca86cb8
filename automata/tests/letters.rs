//! Patterns written with letters (`a (b|c)* . d{2,3}`), and nodes that are sets of letters.

use tabiya_automata::{Pattern, Pred, Symbols};

/// `.` is predicate 26.
pub(crate) const ANY: usize = 26;

/// The pattern with this text. Letters are predicates, `()` is empty, spaces are ignored.
pub(crate) fn pattern(text: &str) -> Pattern {
    let mut parser = Parser { text: text.bytes().filter(|b| *b != b' ').collect(), at: 0 };
    let pattern = parser.alt();
    assert_eq!(parser.at, parser.text.len(), "{text}");
    pattern
}

struct Parser {
    text: Vec<u8>,
    at: usize,
}

impl Parser {
    fn peek(&self) -> u8 {
        self.text.get(self.at).copied().unwrap_or(0)
    }

    fn take(&mut self) -> u8 {
        self.at += 1;
        self.text[self.at - 1]
    }

    fn alt(&mut self) -> Pattern {
        let mut parts = vec![self.concat()];
        while self.peek() == b'|' {
            self.at += 1;
            parts.push(self.concat());
        }
        Pattern::alt(parts)
    }

    fn concat(&mut self) -> Pattern {
        let mut parts = Vec::new();
        while !matches!(self.peek(), 0 | b'|' | b')') {
            parts.push(self.repeat());
        }
        Pattern::concat(parts)
    }

    fn repeat(&mut self) -> Pattern {
        let mut part = match self.take() {
            b'(' => {
                let inner = self.alt();
                assert_eq!(self.take(), b')');
                inner
            }
            b'.' => Pattern::pred(Pred::must(ANY)),
            letter => Pattern::pred(Pred::must((letter - b'a').into())),
        };
        loop {
            part = match self.peek() {
                b'*' => Pattern::star(part),
                b'+' => Pattern::plus(part),
                b'?' => Pattern::optional(part),
                b'{' => {
                    self.at += 1;
                    let min = self.number().expect("a lower bound");
                    let max = if self.peek() == b',' {
                        self.at += 1;
                        self.number()
                    } else {
                        Some(min)
                    };
                    assert_eq!(self.peek(), b'}');
                    Pattern::repeat(part, min, max)
                }
                _ => return part,
            };
            self.at += 1;
        }
    }

    fn number(&mut self) -> Option<u32> {
        let mut digits = String::new();
        while self.peek().is_ascii_digit() {
            digits.push(self.take() as char);
        }
        digits.parse().ok()
    }
}

/// Each node has one letter; `.` holds everywhere; an upper case letter is passed over.
pub(crate) struct Text<'t>(pub(crate) &'t [u8]);

impl Symbols for Text<'_> {
    fn node(&mut self, pred: Pred, n: u32) -> bool {
        pred.index() == ANY || self.0[n as usize] == b'a' + pred.index() as u8
    }

    fn skip(&self, n: u32) -> bool {
        self.0[n as usize].is_ascii_uppercase()
    }
}
