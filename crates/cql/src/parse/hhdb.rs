//! `hhdb` and its keys.

use super::{Parse, Parser};
use crate::ast::hhdb;
use crate::ast::{AwardClass, AwardKey, HhdbKey, Kind, Span, Type};
use crate::errors::{hhdb as errors, meaning};
use crate::lex::Tok;

impl Parser<'_> {
    /// `hhdb prize special`, `hhdb "(c)"`, `hhdb composer "x"`
    pub(super) fn hhdb(&mut self) -> Parse {
        let at = self.at;
        let start = self.bump().span;
        let key = self.hhdb_key(start)?;
        let search = match self.peek() {
            Tok::Text(text) if !self.is_item(at) && !text.is_empty() && key.ty() == Type::Text => {
                let place = self.bump().span;
                if let Some(diagnostic) = meaning::check_search(place, text, false) {
                    return self.fail(diagnostic);
                }
                Some(text.to_owned())
            }
            _ => None,
        };
        let ty = if search.is_some() { Type::Logical } else { key.ty() };
        Ok(self.make(Kind::Hhdb { key, search }, start, ty))
    }

    fn hhdb_key(&mut self, start: Span) -> Parse<HhdbKey> {
        let place = self.here();
        match self.peek() {
            Tok::Text(text) => {
                self.bump();
                match hhdb::key(text) {
                    Some(key) if hhdb::is_quoted(text) => Ok(key),
                    Some(_) => self.fail(errors::needless_quotes(place, text)),
                    None if hhdb::is_award_word(text) => self.fail(errors::needless_quotes(place, text)),
                    None => self.fail(errors::unknown_key(place, text)),
                }
            }
            Tok::Word(word) if hhdb::is_award_word(word) => self.award().map(HhdbKey::Award),
            Tok::Word("gbr") => {
                self.bump();
                let part = match self.peek() {
                    Tok::Word(word) => hhdb::gbr_part(word),
                    _ => None,
                };
                if part.is_some() {
                    self.bump();
                }
                Ok(HhdbKey::Gbr(part.unwrap_or(crate::ast::GbrPart::Whole)))
            }
            Tok::Word(word) => {
                self.bump();
                match hhdb::key(word) {
                    Some(key) => Ok(key),
                    None => self.fail(errors::unknown_key(place, word)),
                }
            }
            _ => self.missing_key(start, place),
        }
    }

    /// Reports a missing key: the token may be a key that lacks its quotes.
    fn missing_key<T>(&mut self, start: Span, place: Span) -> Parse<T> {
        let found = self.found();
        let mut span = place;
        if self.is_sign("(") {
            self.bump();
            self.skip_to_close();
            self.eat_sign(")");
            span = place.to(self.last());
        }
        let unquoted = Some(self.source(span)).filter(|text| hhdb::key(text).is_some());
        self.fail(errors::missing_key(start, span, &found, unquoted))
    }

    /// `award`, `prize`, `hm`, `commendation` with `special`, `max`, `sort`, in any order, but `sort` not last.
    fn award(&mut self) -> Parse<AwardKey> {
        let mut award = AwardKey::default();
        let (mut seen, mut kind): (Vec<(&str, Span)>, Option<Span>) = (Vec::new(), None);
        while let Tok::Word(word) = self.peek()
            && self.goes_on_as_award(word, seen.is_empty())
        {
            let place = self.bump().span;
            if let Some(&(_, first)) = seen.iter().find(|(other, _)| *other == word) {
                return self.fail(errors::award_word_twice(place, word, first));
            }
            seen.push((word, place));
            match word {
                "special" => award.special = true,
                "max" => award.max = true,
                "sort" => award.sort = true,
                _ => {
                    if let Some(first) = kind.replace(place) {
                        return self.fail(errors::two_awards(place, word, first));
                    }
                    award.class = match word {
                        "prize" => Some(AwardClass::Prize),
                        "hm" => Some(AwardClass::HonourableMention),
                        "commendation" => Some(AwardClass::Commendation),
                        _ => None,
                    };
                }
            }
        }
        let place_of = |wanted: &str| seen.iter().find(|(word, _)| *word == wanted).map(|&(_, place)| place);
        match (place_of("sort"), place_of("max"), seen.last()) {
            (Some(sort), Some(max), _) => self.fail(errors::sort_and_max(sort, max)),
            (Some(sort), None, Some(("sort", _))) => self.fail(errors::sort_last(sort)),
            _ => Ok(award),
        }
    }

    /// True if a word goes on with an award. `max (...)` and `sort "..." ...` are filters of their own.
    fn goes_on_as_award(&self, word: &str, first: bool) -> bool {
        let next = self.token(1).tok;
        match word {
            "max" => true,
            "sort" if first => true,
            "sort" => match next {
                Tok::Word(word) => hhdb::is_award_word(word) && !matches!(word, "max" | "sort"),
                Tok::End | Tok::Sign(")" | "}") => true,
                _ => false,
            },
            _ => hhdb::is_award_word(word),
        }
    }
}
