//! The text of a board's question within a query that says more: what the reader has written around it stays, and both must
//! match.
//!
//! Only a parser can say whether the part stays a condition of its own where it is put in; so the server does it, and
//! not the page.

use super::fields::{Place, answers};
use crate::assist::Utf16;
use tabiya::syntax::ast::Script;
use tabiya::syntax::{Dialect, ParseOptions, parse};

answers! {
    /// A query with the place of a question in it.
    Asked { query: String, #[serde(flatten)] place: Place }
}

/// A query with the text of a question in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Joined {
    text: String,
    /// The bytes of the question.
    from: usize,
    to: usize,
}

impl Joined {
    /// Puts the text of a question between what comes before and after it. As far as possible it becomes a condition of its
    /// own: a sequence or an operator next to it does not take it in, and it takes in nothing, if braces can help that. Where it
    /// stands within another filter it stays there.
    pub(super) fn new(question: &str, (before, after): (&str, &str), dialect: Dialect) -> Joined {
        let braced = format!("{{{question}}}");
        let plain = Joined::between(before, question, after);
        let candidates = [
            plain.clone(),
            Joined::on_lines(before, question, after),
            Joined::on_lines(before, &braced, after),
            Joined::on_lines(&format!("{{{}\n}}", before.trim_end()), &braced, after),
        ];
        let alone = before.trim().is_empty() && after.trim().is_empty();
        candidates.into_iter().find(|one| alone || one.is_condition(dialect)).unwrap_or(plain)
    }

    /// As they stand, with spaces where words would run together.
    fn between(before: &str, question: &str, after: &str) -> Joined {
        let parted = |beside: Option<char>| beside.is_none_or(|sign| sign.is_whitespace() || "{}()[]".contains(sign));
        let left = if parted(before.chars().next_back()) { "" } else { " " };
        let right = if question.is_empty() || parted(after.chars().next()) { "" } else { " " };
        Joined::of([before, left], question, [right, after])
    }

    /// On lines of their own.
    fn on_lines(before: &str, question: &str, after: &str) -> Joined {
        let (before, after) = (before.trim_end(), after.trim());
        let (left, right) = (if before.is_empty() { "" } else { "\n" }, if after.is_empty() { "" } else { "\n" });
        Joined::of([before, left], question, [right, after])
    }

    fn of(before: [&str; 2], question: &str, after: [&str; 2]) -> Joined {
        let before = before.concat();
        let (from, to) = (before.len(), before.len() + question.len());
        Joined { text: format!("{before}{question}{}", after.concat()), from, to }
    }

    /// True if the question is a condition among others.
    fn is_condition(&self, dialect: Dialect) -> bool {
        let parsed = parse(&self.text, &ParseOptions { dialect, ..ParseOptions::default() });
        let Some(Script { body, .. }) = parsed.script else { return false };
        let spans = || body.iter().map(|filter| filter.span);
        spans().any(|span| span.start as usize == self.from)
            && spans().all(|span| {
                let (start, end) = (span.start as usize, span.end as usize);
                end <= self.from || start >= self.to || (self.from <= start && end <= self.to)
            })
    }

    /// As the page takes it: places are counted in code units of UTF-16.
    pub(super) fn answer(self) -> Asked {
        Asked { place: Place::of(self.from..self.to, &Utf16::new(&self.text)), query: self.text }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn joined(before: &str, question: &str, after: &str) -> String {
        let joined = Joined::new(question, (before, after), Dialect::Auto);
        assert_eq!(joined.text[joined.from..joined.to].trim_matches(['{', '}']), question);
        joined.text
    }

    #[test]
    fn what_stands_beside_a_question_stays_a_condition() {
        assert_eq!(joined("", "Ke1 Nf3", ""), "Ke1 Nf3");
        assert_eq!(joined("result 1-0", "Ke1 Nf3", ""), "result 1-0 Ke1 Nf3");
        assert_eq!(joined("result 1-0 ", "path Nf3--d2", ""), "result 1-0 path Nf3--d2");
        assert_eq!(joined("cql(variations)\n", "Ke1", "\nmate"), "cql(variations)\nKe1\nmate");
        assert_eq!(joined("mate or stalemate", "Ke1 Nf3", ""), "mate or stalemate Ke1 Nf3");
        // A comment would hide it.
        assert_eq!(joined("mate // this", "Ke1", ""), "mate // this\nKe1");
        // A manoeuvre would take in what follows.
        assert_eq!(joined("", "path Nf3--d2", " check"), "{path Nf3--d2}\ncheck");
        // And a sequence what it is not meant to have.
        let long = joined("path Nf3--d2", "Ke1 Nf3", "");
        assert_eq!(long, "{path Nf3--d2\n}\n{Ke1 Nf3}");
    }

    #[test]
    fn within_a_filter_or_an_unfinished_text_it_stays_where_it_is() {
        assert_eq!(joined("not {", "Ke1", "}"), "not {Ke1}");
        assert_eq!(joined("find ", "Ke1", ""), "find Ke1");
        assert_eq!(joined("mate chekc", "Ke1", ""), "mate chekc Ke1");
        assert_eq!(joined("♘a1 or", "Ke1", ""), "♘a1 or Ke1");
        let answer = Joined::new("Ke1", ("♘a1 or ", ""), Dialect::Auto).answer();
        assert_eq!(answer.place, Place { from: 7, to: 10 });
    }
}
