//! Texts: comments, messages, sort keys, and what a game says about itself.

use crate::ast::{Filter, GameResult, GameText, Kind, Type, Unary};
use crate::catalogue::{Op, Shorthand, TruthOp};
use crate::errors::{grammar, meaning, relations, typing};
use crate::lex::Tok;
use crate::parse::range::After;
use crate::parse::{Mode, Parse, Parser, level};
use tabiya_chess::Color;

/// The mode for the items of `comment`.
const ITEMS: Mode = Mode { wild: false, line: false, items: true, path: false, colon: false };

impl Parser<'_> {
    /// `comment("a" x)`, `message quiet("a" x)`, `str("a" x)`
    pub(super) fn with_items(&mut self, op: Shorthand) -> Parse {
        let start = self.bump().span;
        let quiet = op == Shorthand::Message && self.eat_word("quiet");
        let items = self.items(op.row().word(), start)?;
        let op = if quiet { Shorthand::QuietMessage } else { op };
        Ok(self.made(Op::Shorthand(op), items, start))
    }

    /// `/// "a" x` up to the end of the line.
    pub(super) fn line_comment(&mut self) -> Parse {
        let start = self.bump().span;
        let items = self.in_mode(ITEMS, |parser| {
            let mut items = Vec::new();
            loop {
                parser.pass_blank_line();
                if parser.at_close() {
                    break;
                }
                parser.item_start = Some(parser.at);
                items.push(parser.operand(level::OR, "///", start)?);
            }
            Ok(items)
        });
        while items.is_err() && !matches!(self.peek(), Tok::LineEnd | Tok::End) {
            self.bump();
        }
        if items.is_err() && self.peek() == Tok::LineEnd {
            self.bump();
        }
        let filter = self.made(Op::Shorthand(Shorthand::Comment), items?, start);
        if self.peek() == Tok::LineEnd {
            self.bump();
        } else if self.peek() != Tok::End {
            return self.fail(grammar::expected_line_end(self.here(), start, &self.found()));
        }
        match &filter.kind {
            Kind::Apply(_, items) if items.is_empty() => self.fail(grammar::no_items(start, "///")),
            _ => Ok(filter),
        }
    }

    fn items(&mut self, word: &str, start: crate::ast::Span) -> Parse<Vec<Filter>> {
        if !self.eat_sign("(") {
            let mode = Mode { items: true, ..self.mode };
            self.item_start = Some(self.at);
            return Ok(vec![self.in_mode(mode, |parser| parser.operand(level::OR, word, start))?]);
        }
        let items = self.arguments(ITEMS)?;
        if items.is_empty() {
            let span = start.to(self.last());
            return self.fail(grammar::no_items(span, word));
        }
        Ok(items)
    }

    /// `sort min "doc" F`
    pub(super) fn sort(&mut self) -> Parse {
        let start = self.bump().span;
        let quiet = self.eat_word("quiet");
        let extreme = match self.peek() {
            Tok::Word("min" | "max") if self.token(1).tok != Tok::Sign("(") => Some(self.bump().span),
            _ => None,
        };
        let min = extreme.is_some_and(|word| self.source(word) == "min");
        if self.is_word("quiet") {
            return self.fail(grammar::sort_quiet(self.here()));
        }
        let mut doc = String::new();
        let place = self.here();
        // An empty text is not a name, but the value.
        if let Tok::Text(text) = self.peek()
            && !text.is_empty()
        {
            self.bump();
            text.clone_into(&mut doc);
        }
        let body = self.operand(level::OR, "sort", start)?;
        if min && let Some(echo) = super::relations::echo_in(&body) {
            return self.fail(relations::sort_min_echo(echo, start));
        }
        if !matches!(body.ty, Type::Number | Type::Set | Type::Text) {
            return self.misfit(typing::sort_of(start, &body), &[&body]);
        }
        if is_constant(&body) {
            return self.fail(typing::sort_constant(start, body.span));
        }
        if let Some(extreme) = extreme
            && doc.is_empty()
        {
            return self.fail(typing::sort_unnamed(extreme, self.source(extreme), body.span));
        }
        // A set sorts by its size; in dialect 6 the size is also the value.
        let ty = if body.ty == Type::Set && !self.five() { Type::Number } else { body.ty };
        if !doc.is_empty() {
            match self.sort_keys.get(&doc) {
                Some(&first) if (first.0 == Type::Text) != (ty == Type::Text) => {
                    return self.misfit(typing::sort_keys(&doc, (body.ty, place), first), &[&body]);
                }
                Some(_) => {}
                None => {
                    self.sort_keys.insert(doc.clone(), (body.ty, place));
                }
            }
        }
        Ok(self.make(Kind::Sort { quiet, min, doc, body: Box::new(body) }, start, ty))
    }

    /// `player white "x"`, `tag "ECO"`, `hascomment`
    pub(super) fn game_text(&mut self, word: &str) -> Parse {
        let at = self.at;
        let start = self.bump().span;
        let field = match word {
            "player" => GameText::Player(self.color()),
            "tag" => GameText::Tag(self.tag_name(start)?),
            _ => GameText::of_word(word).unwrap_or(GameText::Comment),
        };
        let search = match self.peek() {
            Tok::Text(text) if self.is_searched(text, &field, at) => {
                let place = self.bump().span;
                if let Some(diagnostic) = meaning::check_search(place, text, field == GameText::Comment) {
                    return self.fail(diagnostic);
                }
                Some(text.to_owned())
            }
            _ => None,
        };
        let ty = if search.is_some() { Type::Logical } else { Type::Text };
        Ok(self.make(Kind::GameText { field, search }, start, ty))
    }

    /// True if a quoted text belongs to the text of a game before it, whose word is at a place: it is looked for there.
    /// After `hascomment`, the sign of an annotation glyph always does in dialect 6.
    fn is_searched(&self, text: &str, field: &GameText, word: usize) -> bool {
        let glyph = *field == GameText::Comment && !self.five() && meaning::is_glyph(text);
        (glyph || !self.is_item(word)) && !text.is_empty() && !matches!(field, GameText::Tag(_))
    }

    fn tag_name(&mut self, start: crate::ast::Span) -> Parse<String> {
        let tag = self.literal_argument("tag", start)?;
        let name = tag.literal().unwrap_or_default();
        match meaning::check_tag(tag.span, name, self.any_tag) {
            Some(diagnostic) => self.fail(diagnostic),
            None => Ok(name.to_owned()),
        }
    }

    fn color(&mut self) -> Option<Color> {
        let color = match self.peek() {
            Tok::Word("white") => Color::White,
            Tok::Word("black") => Color::Black,
            _ => return None,
        };
        self.bump();
        Some(color)
    }

    /// `result 1-0`; without a result after it, the text of the result.
    pub(super) fn result(&mut self) -> Parse {
        let start = self.bump().span;
        let asked = matches!(self.peek(), Tok::Result(_) | Tok::Text(_) | Tok::Word("white" | "black"));
        if !asked && !self.is_sign("*") && !self.drop_in {
            return Ok(self.make(Kind::GameText { field: GameText::Result, search: None }, start, Type::Text));
        }
        let result = self.result_token(start)?;
        let op = match result {
            GameResult::WhiteWins => TruthOp::WhiteWon,
            GameResult::BlackWins => TruthOp::BlackWon,
            GameResult::Draw => TruthOp::Drawn,
        };
        Ok(self.made(Op::Truth(op), Vec::new(), start))
    }

    pub(in crate::parse) fn result_token(&mut self, start: crate::ast::Span) -> Parse<GameResult> {
        let known = match self.peek() {
            Tok::Result(result) => Some(result),
            Tok::Text(text) => GameResult::ALL.into_iter().find(|result| result.word() == text),
            _ => None,
        };
        let result = match known {
            Some(result) => result,
            None => {
                let (here, found) = (self.here(), self.found());
                if !self.at_close() {
                    self.bump();
                }
                return self.fail(grammar::expected_result(here, start, &found));
            }
        };
        self.bump();
        Ok(result)
    }

    /// A range directly after, if one is there.
    pub(super) fn trailing_range(&mut self) -> Parse<Option<crate::ast::Range>> {
        match self.peek() {
            Tok::Integer(_) => self.range(After::Anything),
            _ => Ok(None),
        }
    }
}

/// True if a filter is a number and nothing else.
fn is_constant(filter: &Filter) -> bool {
    match &filter.kind {
        Kind::Integer(_) => true,
        Kind::Paren(inner) | Kind::Unary(Unary::Negate, inner) => is_constant(inner),
        Kind::Braces(parts) => parts.len() == 1 && is_constant(&parts[0]),
        _ => false,
    }
}
