//! Names of the constituents of sequences, `quiet:=(not check)+`, and their measures: `first(quiet)`.
//!
//! It is `name:=(...)` and not `name=(...)`, because `x=(A)` is an assignment in CQL 6.2 wherever a filter may be, also
//! as a constituent; which of the two it is would depend on the type of what is in the parentheses. `:=` occurs in no
//! valid query: after the colon of `position:filter` and of a slice a filter or a bracket follows, and no filter begins
//! with `=`. For the same reason `first(name)` changes no query: it is a measure only if `first` is not a
//! variable or function of the query. Names of constituents have a name space of their own.

use super::{Parse, Parser};
use crate::ast::{Kind, MatchMeasure, Name, Type, Which};
use crate::errors::sequences as errors;
use crate::lex::Tok;

impl Parser<'_> {
    /// True if the name of a constituent is next.
    pub(super) fn at_constituent_name(&self) -> bool {
        matches!(self.peek(), Tok::Named(_))
    }

    /// The name of the constituent that follows it, if it has one.
    pub(super) fn constituent_name(&mut self) -> Parse<Option<Name>> {
        if !self.at_constituent_name() {
            return Ok(None);
        }
        let name = self.name();
        let sign = self.bump().span;
        self.scope.name_constituent(&name.text);
        if self.at_close() {
            return self.fail(errors::nothing_named(self.here(), name.span.to(sign), &self.found()));
        }
        Ok(Some(name))
    }

    /// The measure that is next, if one is: `first(quiet)`. A variable or function `first` goes first.
    pub(super) fn which_measure(&self) -> Option<Which> {
        let which = match self.peek() {
            Tok::Word("first") => Which::First,
            Tok::Word("last") => Which::Last,
            Tok::Word("count") => Which::Count,
            _ => return None,
        };
        let [open, name, close] = [1, 2, 3].map(|ahead| self.token(ahead));
        let letters = || self.source(name.span).bytes().all(|c| c.is_ascii_alphabetic());
        let is_name = matches!(name.tok, Tok::Word(_)) || matches!(name.tok, Tok::Designator(_)) && letters();
        let shape = open.tok == Tok::Sign("(") && is_name && close.tok == Tok::Sign(")");
        (shape && self.known(which.word()).is_none()).then_some(which)
    }

    /// `first(quiet)`, `last(quiet)`, `count(quiet)`
    pub(super) fn measure(&mut self, which: Which) -> Parse {
        let start = self.bump().span;
        self.bump();
        let name = self.name();
        self.bump();
        if !self.scope.constituents().contains(&name.text) {
            let known = self.scope.constituents().iter().map(String::as_str);
            let diagnostic = errors::unknown_constituent(name.span, &name.text, which.word(), known);
            return self.fail(diagnostic);
        }
        let ty = if which == Which::Count { Type::Number } else { Type::Position };
        Ok(self.make(Kind::MatchMeasure(MatchMeasure { which, name }), start, ty))
    }
}
