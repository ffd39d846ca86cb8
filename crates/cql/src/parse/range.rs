//! Ranges: `3`, `3 5`, `count`, with numbers or number variables.

use super::{Parse, Parser};
use crate::ast::{Bound, Range};
use crate::catalogue;
use crate::errors::grammar;
use crate::lex::Tok;

/// The places for a range differ in what may follow it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum After {
    /// An argument: a number before an operator belongs to the argument.
    Argument,
    /// The argument of a direction: the range is its number of steps.
    Steps,
    /// Anything: the range ends the filter, as in `movenumber 3 6`.
    Anything,
    /// The next feature of a header.
    Feature,
}

impl Parser<'_> {
    /// A range, if one is next.
    pub(super) fn range(&mut self, after: After) -> Parse<Option<Range>> {
        if self.is_word("count") {
            self.bump();
            return Ok(Some(Range::Count));
        }
        let start = self.here();
        let Some(low) = self.bound(after) else {
            return Ok(None);
        };
        let high = self.bound(after).unwrap_or_else(|| low.clone());
        if let (Bound::Integer(low), Bound::Integer(high)) = (&low, &high)
            && low > high
        {
            let span = start.to(self.last());
            let harmless = !self.five() && matches!(after, After::Argument | After::Feature);
            let complain = if harmless { grammar::empty_range } else { grammar::reversed_range };
            self.report(complain(span, *low, *high));
        }
        Ok(Some(Range::Within(low, high)))
    }

    /// One end of a range, if one is next.
    fn bound(&mut self, after: After) -> Option<Bound> {
        let negative = self.is_sign("-");
        let ahead = usize::from(negative);
        let bound = match self.token(ahead).tok {
            Tok::Integer(value) => Bound::Integer(if negative { -value } else { value }),
            Tok::Word(word)
                if !negative
                    && self.scope.is_number(self.actual(word))
                    && !catalogue::is_reserved(word, self.dialect) =>
            {
                Bound::Variable(crate::ast::Name { text: self.actual(word).to_owned(), span: self.here() })
            }
            _ => return None,
        };
        if !self.may_follow(self.token(ahead + 1).tok, after) {
            return None;
        }
        for _ in 0..=ahead {
            self.bump();
        }
        Some(bound)
    }

    /// True if a number before such a token can be part of a range.
    fn may_follow(&self, tok: Tok<'_>, after: After) -> bool {
        match (tok, after) {
            (Tok::Sign("(" | ")" | "{" | "}" | "-->" | "<--"), _) => true,
            (Tok::Sign("." | "~" | "#" | "[]" | "[forall]"), _) => self.five(),
            (Tok::Sign("*" | "+" | "?" | "{*}" | "{+}"), After::Anything) => self.mode.wild,
            (Tok::Sign(_), _) => false,
            _ => true,
        }
    }
}
