//! Transforms, and the words that protect from them.

use crate::ast::{Family, Kind, Type};
use crate::errors::grammar;
use crate::parse::range::After;
use crate::parse::{Parse, Parser, level};

impl Parser<'_> {
    /// `flip F`, `shift 2 4 F`, `rotate90 count F`
    pub(super) fn transform(&mut self, family: Family) -> Parse {
        let start = self.bump().span;
        let word = self.source(start);
        let place = self.here();
        let range = self.range(After::Argument)?;
        if range.is_some() && family == Family::ReverseColor {
            let span = place.to(self.last());
            return self.fail(grammar::old_range(
                span,
                word,
                "`reversecolor` makes one copy only: leave the range out",
            ));
        }
        let body = self.condition(level::OR, word, start)?;
        let ty = match (&range, body.ty) {
            (Some(_), _) => Type::Number,
            (None, Type::Set) => Type::Set,
            (None, Type::Number) => Type::Number,
            (None, _) => Type::Logical,
        };
        Ok(self.make(Kind::Transform { family, range, body: Box::new(body) }, start, ty))
    }

    /// `notransform F`
    pub(super) fn no_transform(&mut self) -> Parse {
        let start = self.bump().span;
        let body = self.condition(level::OR, "notransform", start)?;
        let ty = body.ty;
        Ok(self.make(Kind::NoTransform(Box::new(body)), start, ty))
    }
}
