//! The tokens of a query and the place in them: what comes next, and what shape it has. It knows neither names nor filters,
//! so that code that reads only tokens cannot depend on more.

use crate::ast::Span;
use crate::lex::{Tok, Token};

/// A place in the tokens of a query.
pub(crate) struct Cursor<'a> {
    pub(super) text: &'a str,
    pub(super) tokens: Vec<Token<'a>>,
    pub(super) at: usize,
    /// Tokens taken so far, those that were taken again included.
    #[cfg(test)]
    pub(super) taken: usize,
}

impl<'a> Cursor<'a> {
    pub(super) fn new(text: &'a str, tokens: Vec<Token<'a>>) -> Cursor<'a> {
        Cursor {
            text,
            tokens,
            at: 0,
            #[cfg(test)]
            taken: 0,
        }
    }

    /// The token at some distance.
    pub(super) fn token(&self, ahead: usize) -> Token<'a> {
        let last = self.tokens.len() - 1;
        self.tokens[(self.at + ahead).min(last)]
    }

    /// The next token.
    pub(super) fn peek(&self) -> Tok<'a> {
        self.token(0).tok
    }

    /// The place of the next token.
    pub(super) fn here(&self) -> Span {
        self.token(0).span
    }

    /// The place of the last token.
    pub(super) fn last(&self) -> Span {
        self.tokens[self.at.saturating_sub(1)].span
    }

    /// Takes a token.
    pub(super) fn bump(&mut self) -> Token<'a> {
        #[cfg(test)]
        {
            self.taken += 1;
        }
        let token = self.token(0);
        self.at = (self.at + 1).min(self.tokens.len() - 1);
        token
    }

    pub(super) fn is_sign(&self, sign: &str) -> bool {
        matches!(self.peek(), Tok::Sign(one) if one == sign)
    }

    pub(super) fn is_word(&self, word: &str) -> bool {
        matches!(self.peek(), Tok::Word(one) if one == word)
    }

    pub(super) fn eat_sign(&mut self, sign: &str) -> bool {
        let found = self.is_sign(sign);
        if found {
            self.bump();
        }
        found
    }

    pub(super) fn eat_word(&mut self, word: &str) -> bool {
        let found = self.is_word(word);
        if found {
            self.bump();
        }
        found
    }

    /// The text of a place.
    pub(super) fn source(&self, span: Span) -> &'a str {
        self.text.get(span.start as usize..span.end as usize).unwrap_or("")
    }

    /// The next token as it is named in messages.
    pub(super) fn found(&self) -> String {
        match self.peek() {
            Tok::End => "the end of the query".to_owned(),
            Tok::LineEnd => "the end of the line".to_owned(),
            _ => format!("`{}`", self.source(self.here())),
        }
    }

    /// True if a closing bracket or the end is next.
    pub(super) fn at_close(&self) -> bool {
        matches!(self.peek(), Tok::End | Tok::LineEnd | Tok::EndPath | Tok::Sign(")" | "}" | "]"))
    }

    /// Skips what is left inside the innermost brackets.
    pub(super) fn skip_to_close(&mut self) {
        let mut open = 0;
        loop {
            match self.peek() {
                Tok::End => return,
                Tok::Sign("(" | "{" | "[") => open += 1,
                Tok::Sign(")" | "}" | "]") if open == 0 => return,
                Tok::Sign(")" | "}" | "]") => open -= 1,
                _ => {}
            }
            self.bump();
        }
    }

    /// Passes over a blank line that ended no path: its `path` came to an end before.
    pub(super) fn pass_blank_line(&mut self) {
        while self.peek() == Tok::EndPath {
            self.bump();
        }
    }

    /// The first token of a kind after `start`: where a parameter was given.
    pub(super) fn given(&self, start: Span, wanted: impl Fn(Tok<'_>) -> bool) -> Span {
        let back = || self.tokens[..self.at].iter().rposition(|token| token.span.start == start.start);
        let from = if start.end == 0 { 0 } else { back().unwrap_or(0) };
        self.tokens[from..].iter().find(|token| wanted(token.tok)).map_or(start, |token| token.span)
    }

    /// The last token before a place.
    pub(super) fn before(&self, span: Span) -> Span {
        let behind = self.tokens[..self.at].iter().rposition(|token| token.span.start < span.start);
        behind.map_or(span, |at| self.tokens[at].span)
    }

    /// True if the token at some distance assigns.
    pub(super) fn assigns(&self, ahead: usize) -> bool {
        let sign = self.token(ahead).tok;
        matches!(sign, Tok::Sign("=" | "=?" | "+=" | "-=" | "*=" | "/=" | "%=" | "|=" | "&="))
    }

    /// True if the token at some distance is `[element]`.
    pub(super) fn loops(&self, ahead: usize) -> bool {
        self.token(ahead).tok == Tok::Sign("[element]")
    }

    /// True if arithmetic goes on after the sign that is next.
    pub(super) fn counts_on(&self) -> bool {
        matches!(self.token(1).tok, Tok::Integer(_) | Tok::Text(_) | Tok::Sign("#" | "-"))
    }

    /// True if the token after the next is an operator of numbers.
    pub(super) fn operator_follows(&self) -> bool {
        match self.token(1).tok {
            Tok::Sign(sign) => !matches!(sign, "(" | ")" | "{" | "}" | "." | "~" | "#" | "[]"),
            _ => false,
        }
    }

    /// True if the token at some distance ends a constituent of `line`.
    pub(super) fn ends_constituent(&self, ahead: usize) -> bool {
        match self.token(ahead).tok {
            Tok::Sign(sign) => matches!(sign, "}" | ")" | "-->" | "<--" | "*" | "+" | "?" | "{*}" | "{+}"),
            Tok::Repeat(..) | Tok::End | Tok::LineEnd => true,
            _ => false,
        }
    }

    /// True if the dash that is next is glued to the text before it.
    pub(super) fn tied_left(&self) -> bool {
        !self.token(0).spaced
    }

    /// True if it is glued to something that could have been its left side. After most signs a dash begins something
    /// new.
    pub(super) fn tied_to_nothing(&self) -> bool {
        if self.at == 0 || self.token(0).spaced {
            return false;
        }
        match self.tokens[self.at - 1].tok {
            Tok::Sign("[element]" | "|" | "&" | "[forall]") => false,
            Tok::Sign(sign) => !sign.ends_with(['(', '{', ':', '+', '-', '*', '/', '>', '<', ',', '~', '=']),
            Tok::Word("focus" | "currentposition" | "flip" | "flipcolor" | "path") => {
                self.source(self.tokens[self.at - 1].span).is_ascii()
            }
            Tok::LineComment | Tok::EndPath => false,
            _ => true,
        }
    }

    /// True if the parenthesis so far ahead holds a dash and nothing else.
    pub(super) fn parenthesized_dash(&self, ahead: usize) -> bool {
        matches!(self.token(ahead + 1).tok, Tok::Dash(_)) && self.token(ahead + 2).tok == Tok::Sign(")")
    }

    /// True if a `previous` after the parameters of `move` in dialect 5 takes a move written with a dash.
    pub(super) fn previous_dash(&self) -> bool {
        matches!(self.token(1).tok, Tok::Dash(_))
            || matches!(self.token(1).tok, Tok::Designator(_))
                && matches!(self.token(2).tok, Tok::Dash(_))
                && !self.token(2).spaced
    }

    /// `attack (A B)`, `attack 2 8 (A B)` of CQL 5.
    pub(super) fn old_attack(&self) -> bool {
        matches!(self.token(1).tok, Tok::Sign("(") | Tok::Integer(_))
    }

    /// The contents of brackets directly after a word, if the brackets are one token: `[x]` otherwise means a
    /// capture, and `[nn]` two pieces.
    pub(super) fn glued_index(&self) -> Option<&str> {
        let token = self.token(0);
        let fits = !token.spaced && matches!(token.tok, Tok::Dash(true) | Tok::Designator(_));
        self.source(token.span).strip_prefix('[')?.strip_suffix(']').filter(|_| fits)
    }

    /// The time of a clock whose first colon is next, `1:30` or `1:30:00`, in seconds.
    pub(super) fn time_of_clock(&self) -> Option<(Span, i64)> {
        let Token { tok: Tok::Integer(first), span, .. } = self.tokens[self.at.checked_sub(1)?] else { return None };
        let (mut seconds, mut time) = (first, span);
        for ahead in [0, 2] {
            let (colon, part) = (self.token(ahead), self.token(ahead + 1));
            let (Tok::Sign(":"), Tok::Integer(value @ 0..60)) = (colon.tok, part.tok) else { break };
            if colon.spaced || part.spaced || part.span.end - part.span.start != 2 {
                break;
            }
            seconds = seconds.checked_mul(60)?.checked_add(value)?;
            time = time.to(part.span);
        }
        (time.end > span.end).then_some((time, seconds))
    }

    /// How often a wildcard that is next repeats at least and at most.
    pub(super) fn repeats(&self) -> Option<(u32, Option<u32>)> {
        match self.peek() {
            Tok::Sign("*" | "{*}") => Some((0, None)),
            Tok::Sign("+" | "{+}") => Some((1, None)),
            Tok::Sign("?") => Some((0, Some(1))),
            Tok::Repeat(low, high) => Some((low, high)),
            _ => None,
        }
    }

    /// Goes to the end.
    pub(super) fn finish(&mut self) {
        self.at = self.tokens.len() - 1;
    }
}
