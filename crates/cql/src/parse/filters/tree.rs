//! Filters about places in the game tree.

use crate::ast::{Filter, Find, Kind, Span, Type};
use crate::catalogue::{Op, PositionOp};
use crate::errors::grammar;
use crate::lex::Tok;
use crate::parse::range::After;
use crate::parse::{Mode, Parse, Parser, level};

impl Parser<'_> {
    /// `position N`
    pub(super) fn position(&mut self) -> Parse {
        let start = self.bump().span;
        if self.eat_word("in") {
            return self.position_in_file(start);
        }
        let mode = Mode { colon: true, ..self.mode };
        let number = self.in_mode(mode, |parser| parser.number_operand(level::SUM, start))?;
        Ok(self.made(Op::Position(PositionOp::Position), vec![number], start))
    }

    /// `child`, `child(i)`
    pub(super) fn child(&mut self) -> Parse {
        let start = self.bump().span;
        if !self.eat_sign("(") {
            return Ok(self.made(Op::Position(PositionOp::Child), Vec::new(), start));
        }
        let number = self.in_mode(Mode::default(), |parser| parser.number_operand(level::SUM, start));
        if number.is_err() {
            self.skip_to_close();
            self.eat_sign(")");
        }
        let number = number?;
        self.close("child", start)?;
        Ok(self.made(Op::Position(PositionOp::Child), vec![number], start))
    }

    /// `find quiet all <-- F`
    pub(super) fn find(&mut self) -> Parse {
        let start = self.bump().span;
        let mut find = Find { quiet: false, all: false, backward: false, range: None, body: Box::new(all(start)) };
        loop {
            let here = self.here();
            let twice = match self.peek() {
                Tok::Word("quiet") => std::mem::replace(&mut find.quiet, true),
                Tok::Word("all") => std::mem::replace(&mut find.all, true),
                Tok::Sign("<--") => std::mem::replace(&mut find.backward, true),
                _ => match self.range(After::Argument)? {
                    Some(range) if find.range.is_none() => {
                        find.range = Some(range);
                        continue;
                    }
                    Some(_) => {
                        let first = self.given(start, |tok| matches!(tok, Tok::Integer(_) | Tok::Word("count")));
                        return self.fail(grammar::parameter_twice(here, "find", "range", first));
                    }
                    None => break,
                },
            };
            if twice {
                return self.parameter_twice("find", start);
            }
            self.bump();
        }
        if find.all && find.range.is_some() {
            let all = self.given(start, |tok| tok == Tok::Word("all"));
            let range = self.given(start, |tok| !matches!(tok, Tok::Word("find" | "quiet" | "all") | Tok::Sign(_)));
            return self.fail(grammar::all_and_range(all, range));
        }
        let ty = if find.all || find.range.is_some() { Type::Number } else { Type::Position };
        let mode = Mode { colon: self.mode.colon || ty == Type::Position, ..self.mode };
        find.body = Box::new(self.in_mode(mode, |parser| parser.condition(level::OR, "find", start))?);
        Ok(self.make(Kind::Find(find), start, ty))
    }
}

fn all(span: Span) -> Filter {
    Filter { kind: Kind::All, span, ty: Type::Set }
}
