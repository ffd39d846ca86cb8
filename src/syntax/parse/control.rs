//! Words of CQL 6 beyond the core.

use super::{Parse, Parser};
use crate::syntax::ast::Filter;
use crate::syntax::complaints::meaning;

impl Parser<'_> {
    /// A filter that begins with a word of CQL 6 beyond the core.
    pub(super) fn six_word(&mut self, _word: &str) -> Parse {
        self.unknown()
    }

    /// Whether the dash that is next belongs to the set before it.
    pub(super) fn tied_left(&self) -> bool {
        !self.token(0).spaced
    }

    /// `A--B`
    pub(super) fn dash(&mut self, _left: Option<Filter>) -> Parse {
        let span = self.bump().span;
        self.fail(meaning::not_supported(span, self.source(span)))
    }

    /// `\1`
    pub(super) fn group_text(&mut self) -> Parse {
        let span = self.bump().span;
        self.fail(meaning::not_supported(span, self.source(span)))
    }

    /// `text ~~ "pattern"`
    pub(super) fn regex(&mut self, _left: Filter) -> Parse {
        let span = self.bump().span;
        self.fail(meaning::not_supported(span, "~~"))
    }
}
