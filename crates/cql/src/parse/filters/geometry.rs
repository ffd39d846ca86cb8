//! Directions, lines and power.

use crate::ast::{Bound, Kind, Range, Type};
use crate::errors::grammar;
use crate::lex::Tok;
use crate::parse::range::After;
use crate::parse::{Parse, Parser, level};
use crate::words;

impl Parser<'_> {
    /// `up 1 3 S`
    pub(super) fn direction(&mut self, mask: u8) -> Parse {
        let start = self.bump().span;
        let place = self.here();
        let range = self.range(After::Steps)?;
        let negative = self.is_sign("-") && matches!(self.token(1).tok, Tok::Integer(_));
        if negative || matches!(self.peek(), Tok::Integer(_)) {
            let word = self.source(start);
            let number = if negative { place.to(self.token(1).span) } else { place };
            return self.fail(grammar::range_before_operator(number, word, self.source(number)));
        }
        if let Some(Range::Within(low, high)) = &range
            && [low, high].into_iter().any(|bound| matches!(bound, Bound::Integer(steps) if steps.abs() > 7))
        {
            let span = place.to(self.last());
            self.report(grammar::too_many_steps(span, self.source(start)));
        }
        let of = Box::new(self.old_set(level::COLON, start)?);
        Ok(self.make(Kind::Direction { mask, range, of }, start, Type::Set))
    }

    /// `ray up (A B)`, `xray (A B)`
    pub(super) fn ray(&mut self) -> Parse {
        let start = self.bump().span;
        let word = self.source(start);
        let place = self.here();
        let range = self.range(After::Steps)?;
        if range.is_some() && (!self.five() || word == "xray") {
            let span = place.to(self.last());
            self.report(grammar::old_range(span, word, "compare the number of squares: `1 <= ray (A B) <= 3`"));
        }
        let mut attack = word == "xray";
        let mut mask = 0;
        while let Tok::Word(direction) = self.peek() {
            match words::directions(direction) {
                Some(more) if word == "ray" && !attack => {
                    if mask & more != 0 {
                        let here = self.here();
                        let among = |tok: Tok<'_>| matches!(tok, Tok::Word(one) if words::directions(one).is_some_and(|one| one & more != 0));
                        let first = self.given(start, among);
                        self.report(grammar::direction_twice(here, direction, first));
                    }
                    mask |= more;
                }
                None if matches!(direction, "attack" | "attacks") && word == "ray" && mask == 0 && !attack => {
                    attack = true;
                }
                _ => break,
            }
            self.bump();
        }
        if let Tok::Word(extra) = self.peek()
            && (words::directions(extra).is_some() || matches!(extra, "attack" | "attacks"))
        {
            return self.fail(grammar::ray_words_apart(self.here(), word, start, &self.found()));
        }
        let sets = self.sets(word, start, 2)?;
        let mask = if mask == 0 { 0xff } else { mask };
        let ty = if range.is_some() { Type::Number } else { Type::Set };
        Ok(self.make(Kind::Ray { mask, attack, range, sets }, start, ty))
    }
}
