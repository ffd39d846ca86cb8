//! The header `cql (...)`.

use super::range::After;
use super::{Failed, Parse, Parser};
use crate::ast::{Bound, Header, Range, Span};
use crate::dialect::Dialect;
use crate::errors::{grammar, meaning};
use crate::lex::Tok;

impl Parser<'_> {
    /// The header, if there is one.
    pub(super) fn header(&mut self, required: bool) -> Parse<Header> {
        let mut header = Header::default();
        let inside = self.is_sign("(") && matches!(self.token(1).tok, Tok::Word("cql"));
        if !inside && !self.is_word("cql") {
            if required {
                return self.fail(grammar::no_header(self.here(), &self.found()));
            }
            return Ok(header);
        }
        header.present = true;
        let start = self.bump().span;
        if inside {
            self.bump();
        } else {
            self.open("cql", start)?;
        }
        let mut failed = false;
        while !self.at_close() {
            if self.feature(&mut header).is_err() {
                failed = true;
                self.recover_feature();
            }
        }
        self.close("cql", start)?;
        if failed { Err(Failed) } else { Ok(header) }
    }

    fn recover_feature(&mut self) {
        while !self.at_close() && !self.starts_feature() {
            self.bump();
        }
    }

    fn starts_feature(&self) -> bool {
        let words =
            ["variations", "silent", "quiet", "matchstring", "matchcount", "sort", "gamenumber", "result", "dialect"];
        match self.peek() {
            Tok::File(..) => true,
            Tok::Word(word) => words.contains(&word),
            _ => false,
        }
    }

    fn feature(&mut self, header: &mut Header) -> Parse<()> {
        let token = self.bump();
        let here = token.span;
        match token.tok {
            Tok::File(output, name) => {
                let slot = if output { &mut header.output } else { &mut header.input };
                if slot.replace(name.to_owned()).is_some() {
                    let word = if output { "output" } else { "input" };
                    let first = self.given(Span::default(), |tok| matches!(tok, Tok::File(one, _) if one == output));
                    return self.fail(grammar::parameter_twice(here, "cql", word, first));
                }
            }
            Tok::Word(word @ ("input" | "output")) => {
                return self.fail(grammar::expected_file(here, word, &self.found()));
            }
            Tok::Word("variations") => header.variations = true,
            // Of two levels the first counts.
            Tok::Word("silent") => header.silent |= !header.quiet,
            Tok::Word("quiet") => header.quiet |= !header.silent,
            Tok::Word("matchstring") => header.match_string = Some(self.header_text(here)?),
            Tok::Word("matchcount") => {
                let is_second = header.match_count.is_some() && !header.sort_match_count;
                self.match_count(header, here, is_second)?;
            }
            Tok::Word("sort") if self.is_word("matchcount") => {
                let word = self.bump().span;
                let is_second = std::mem::replace(&mut header.sort_match_count, true);
                self.match_count(header, word, is_second)?;
            }
            Tok::Word("sort") => return self.fail(grammar::sort_in_header(here)),
            Tok::Word("gamenumber") => {
                let range = self.header_range(here)?;
                if header.game_numbers.replace(range).is_some() {
                    let first = self.given(Span::default(), |tok| tok == Tok::Word("gamenumber"));
                    return self.fail(grammar::parameter_twice(here, "cql", "gamenumber", first));
                }
            }
            Tok::Word("result") => {
                let result = self.result_token(here)?;
                header.results.push(result);
            }
            Tok::Word("dialect") => header.dialect = Some(self.header_dialect(here)?),
            Tok::Word(word @ ("player" | "elo" | "year" | "site" | "event")) => {
                if !self.five() {
                    return self.fail(grammar::filter_in_header(here, word));
                }
                self.at -= 1;
                let filter = self.primary()?;
                header.filters.push(filter);
            }
            Tok::Sign(",") => return self.fail(grammar::comma(here)),
            _ => {
                let text = self.source(here);
                return self.fail(meaning::unknown_feature(here, text));
            }
        }
        Ok(())
    }

    /// The range of `matchcount` or `sort matchcount`, each of which is allowed once.
    fn match_count(&mut self, header: &mut Header, word: Span, is_second: bool) -> Parse<()> {
        header.match_count = Some(self.header_range(word)?);
        if is_second {
            let first = self.given(Span::default(), |tok| tok == Tok::Word("matchcount"));
            return self.fail(grammar::parameter_twice(word, "cql", "matchcount", first));
        }
        Ok(())
    }

    fn header_text(&mut self, word: Span) -> Parse<String> {
        if let Tok::Text(text) = self.peek() {
            self.bump();
            return Ok(text.to_owned());
        }
        let (here, found, name) = (self.here(), self.found(), self.source(word));
        self.fail(grammar::expected_text(here, name, word, &found))
    }

    fn header_range(&mut self, word: Span) -> Parse<(i64, i64)> {
        if let Some(Range::Within(Bound::Integer(low), Bound::Integer(high))) = self.range(After::Feature)? {
            return Ok((low, high));
        }
        let (here, found, name) = (self.here(), self.found(), self.source(word));
        self.fail(grammar::expected_range(here, name, word, &found))
    }

    fn header_dialect(&mut self, word: Span) -> Parse<Dialect> {
        let here = self.here();
        let dialect = match self.peek() {
            Tok::Integer(5) => Dialect::Five,
            Tok::Integer(6) => Dialect::Six,
            Tok::Word("auto") => Dialect::Auto,
            _ => {
                return self.fail(meaning::bad_dialect(here, word, &self.found()));
            }
        };
        self.bump();
        Ok(dialect)
    }
}
