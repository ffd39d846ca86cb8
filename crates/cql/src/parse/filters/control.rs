//! Words of CQL 6 beyond the core: control, variables, pieces, texts.

use crate::ast::{Family, Filter, GameText, Kind, Name, Type};
use crate::catalogue::{self, Op, SetOp, Shorthand, TruthOp};
use crate::errors::{grammar, meaning};
use crate::lex::Tok;
use crate::parse::{Mode, Parse, Parser, level};
use tabiya_chess::Color;

impl Parser<'_> {
    /// A filter that begins with a word of CQL 6 beyond the core.
    pub(super) fn six_word(&mut self, word: &str) -> Parse {
        match word {
            "line" => self.line(),
            "path" => self.path(),
            "differences" => self.differences(),
            "legal" => self.legal(Shorthand::Legal),
            "pseudolegal" => self.legal(Shorthand::Pseudolegal),
            "countmoves" => self.count_moves(),
            "currentmove" => {
                let start = self.bump().span;
                self.current_move(start)
            }
            "if" => self.conditional(),
            "while" => self.while_loop(),
            "isbound" | "isunbound" => self.is_bound(word == "isunbound"),
            "unbind" => self.unbind(),
            "function" => self.function(),
            "makesquare" => self.make_square(),
            "settag" => self.set_tag(),
            "removetag" => self.remove_tag(),
            "readfile" => self.read_file(),
            "writefile" => self.write_file(),
            "cql_assertvariations" => self.assert_variations(),
            "hhdb" => self.hhdb(),
            "mine" => self.mine(),
            "echo" => self.echo(),
            "consecutivemoves" => self.common_moves(),
            "similarposition" => self.similar(),
            _ if GameText::of_word(word).is_some() => self.game_text(word),
            _ => self.unknown(),
        }
    }

    /// `mine "Tal"`, which is `flipcolor {wtm player white "Tal"}`
    fn mine(&mut self) -> Parse {
        let start = self.bump().span;
        let name = self.literal_argument("mine", start)?;
        let search = name.literal().map(str::to_owned);
        let field = GameText::Player(Some(Color::White));
        let player = self.make(Kind::GameText { field, search }, start, Type::Logical);
        let white = self.made(Op::Truth(TruthOp::Wtm), Vec::new(), start);
        let body = Box::new(self.make(Kind::Braces(vec![white, player]), start, Type::Logical));
        Ok(self.make(Kind::Transform { family: Family::FlipColor, range: None, body }, start, Type::Logical))
    }

    fn conditional(&mut self) -> Parse {
        let start = self.bump().span;
        // A colon can follow only the last part, so the condition is read without one.
        let mode = Mode { colon: false, ..self.mode };
        let test = Box::new(self.in_mode(mode, |parser| parser.condition(level::OR, "if", start))?);
        self.eat_word("then");
        let then = Box::new(self.operand(level::OR, "if", start)?);
        let otherwise = if self.is_word("else") { self.otherwise()? } else { None };
        let ty = match &otherwise {
            Some(otherwise) if otherwise.ty == then.ty => then.ty,
            _ => Type::Logical,
        };
        Ok(self.make(Kind::If { test, then, otherwise }, start, ty))
    }

    /// Reads the filter after `else`, which is next. CQL 6.2 passes over an `else` without a filter.
    fn otherwise(&mut self) -> Parse<Option<Box<Filter>>> {
        let word = self.bump().span;
        if self.at_close() || !self.starts_filter() {
            self.report(grammar::idle_else(word));
            return Ok(None);
        }
        Ok(Some(Box::new(self.operand(level::OR, "else", word)?)))
    }

    fn while_loop(&mut self) -> Parse {
        let start = self.bump().span;
        self.open("while", start)?;
        let mut test = self.arguments(Mode::default())?;
        if test.len() != 1 {
            let span = start.to(self.last());
            return self.fail(grammar::wrong_count(span, "while", 1, test.len()));
        }
        let test = Box::new(test.remove(0));
        let body = Box::new(self.operand(level::OR, "while", start)?);
        Ok(self.make(Kind::While { test, body }, start, Type::Logical))
    }

    fn is_bound(&mut self, negated: bool) -> Parse {
        let start = self.bump().span;
        let name = match self.peek() {
            Tok::Word(word) if !catalogue::is_reserved(word, self.dialect) => self.name(),
            Tok::Text(text) => Name { text: text.to_owned(), span: self.bump().span },
            _ => {
                let (here, found, word) = (self.here(), self.found(), self.source(start));
                return self.fail(grammar::expected_name(here, word, start, &found));
            }
        };
        Ok(self.make(Kind::IsBound { name, negated }, start, Type::Logical))
    }

    fn unbind(&mut self) -> Parse {
        let start = self.bump().span;
        match self.peek() {
            _ if self.at_dictionary() => self.unbind_entries(start),
            Tok::Word(word) if self.scope.kind(self.actual(word)).is_some() => {
                let name = self.name();
                Ok(self.make(Kind::Unbind(name), start, Type::Logical))
            }
            Tok::Word(word) if !catalogue::is_reserved(word, self.dialect) => self.unknown(),
            _ => self.fail(grammar::expected_name(self.here(), "unbind", start, &self.found())),
        }
    }

    fn make_square(&mut self) -> Parse {
        let start = self.bump().span;
        if !self.is_sign("(") {
            let text = self.operand(level::SUM, "makesquare", start)?;
            let text = self.expect(start, "makesquare", text, &[Type::Text])?;
            return Ok(self.made(Op::Set(SetOp::NamedSquare), vec![text], start));
        }
        let parts = self.sums("makesquare", start)?;
        let span = start.to(self.last());
        let wanted = if parts.len() == 1 { Type::Text } else { Type::Number };
        self.expect_all(start, "makesquare", &parts, &[wanted])?;
        if parts.len() != 1 && parts.len() != 2 {
            return self.fail(grammar::wrong_count(span, "makesquare", 2, parts.len()));
        }
        let op = if wanted == Type::Text { SetOp::NamedSquare } else { SetOp::MakeSquare };
        Ok(self.made(Op::Set(op), parts, start))
    }

    /// `fen`, `fen "8/8/..."`
    pub(super) fn fen_pattern(&mut self, word: Filter) -> Parse {
        let Tok::Text(text) = self.peek() else { return Ok(word) };
        if self.is_item(self.at.saturating_sub(1)) {
            return Ok(word);
        }
        let board = self.literal_argument("fen", word.span)?;
        if let Some(diagnostic) = meaning::check_fen(board.span, text) {
            return self.fail(diagnostic);
        }
        Ok(self.made(Op::Shorthand(Shorthand::FenPattern), vec![board], word.span))
    }
}
