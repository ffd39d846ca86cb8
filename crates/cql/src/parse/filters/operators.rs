//! Infix operators: which fit a left side, and what their right sides must be.

use crate::ast::{Binary, Compare, Filter, Kind, Slice, Type};
use crate::catalogue;
use crate::errors::{grammar, typing};
use crate::lex::Tok;
use crate::parse::binary::{chain, pair};
use crate::parse::{Failed, Mode, Parse, Parser, level};

/// An infix operator that fits what stands to its left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Infix {
    /// An operator of the table.
    Binary(Binary),
    /// `<-` (`true`), `->`
    Arrow(bool),
    /// `[` after a text
    Slice,
    /// `~~`
    Regex,
    /// `:`
    Colon,
    /// `--`, `[x]` glued to a set
    Dash,
}

impl Infix {
    pub(super) fn level(self) -> u8 {
        match self {
            Infix::Binary(op) => op.row().level,
            Infix::Dash => level::DASH,
            Infix::Arrow(_) => level::ARROW,
            Infix::Slice | Infix::Regex => level::POSTFIX,
            Infix::Colon => level::COLON,
        }
    }

    /// True if the same operator may follow its right side.
    pub(super) fn chains(self) -> bool {
        !matches!(self, Infix::Binary(Binary::In | Binary::Compare(_)) | Infix::Arrow(_) | Infix::Colon | Infix::Dash)
    }

    /// The operator of a sign that takes a left side of a type.
    pub(super) fn of_sign(sign: &str, left: Type) -> Option<Infix> {
        Some(match (sign, left) {
            ("->", Type::Set) => Infix::Arrow(false),
            ("<-", Type::Set) => Infix::Arrow(true),
            ("[", Type::Text) => Infix::Slice,
            ("~~", Type::Text) => Infix::Regex,
            (":", Type::Position) => Infix::Colon,
            _ => Infix::Binary(Binary::of_sign(sign).find(|op| op.row().left.contains(&left))?),
        })
    }

    /// The operator of a word that takes a left side of a type.
    pub(super) fn of_word(word: &str, left: Type) -> Option<Infix> {
        let op = match word {
            "or" => Binary::Or,
            "and" => Binary::And,
            "in" => Binary::In,
            _ => Binary::Relation(catalogue::relation(word)?),
        };
        op.row().left.contains(&left).then_some(Infix::Binary(op))
    }
}

impl Parser<'_> {
    /// The operator that is next, if it fits the filter before it.
    pub(super) fn infix(&self, left: &Filter) -> Option<Infix> {
        match self.peek() {
            Tok::Sign("->" | "<-") if matches!(left.kind, Kind::Arrow { .. }) => None,
            Tok::Sign("+" | "*") if self.mode.wild || self.mode.line && self.ends_constituent(1) => None,
            Tok::Sign(sign) => Infix::of_sign(sign, left.ty),
            Tok::Word("or" | "and" | "in") if self.five() => None,
            Tok::Word("attack") if self.five() && self.old_attack() => None,
            Tok::Word("attacked") if !matches!(self.token(1).tok, Tok::Word("by")) => None,
            Tok::Word(word) => Infix::of_word(word, left.ty),
            Tok::Dash(_) if left.ty == Type::Set && self.tied_left() => Some(Infix::Dash),
            Tok::Dash(true) | Tok::Designator(_) if left.ty == Type::Text => {
                self.glued_number().then_some(Infix::Slice)
            }
            _ => None,
        }
    }

    /// `a + b + c`: numbers or texts, not both. A `+` before something of the other type belongs further out.
    pub(super) fn sum(&mut self, op: Binary, left: Filter) -> Parse {
        let ty = left.ty;
        let mut operands = vec![left];
        loop {
            let before = self.mark();
            let sign = self.bump().span;
            let height = std::mem::take(&mut self.tallest);
            let name = self.source(sign);
            let known = self.operand_types.get(&(self.call_number(), self.at)).copied();
            let right = match known {
                Some((other, _)) if belongs_out(op, ty, other) => None,
                _ => {
                    let place = (self.call_number(), self.at);
                    let right = self.operand(op.right_level(ty), name, sign)?;
                    self.operand_types.insert(place, (right.ty, right.span));
                    Some(right).filter(|right| !belongs_out(op, ty, right.ty))
                }
            };
            self.tallest = self.tallest.max(height) + u32::from((2..16).contains(&operands.len()));
            let Some(right) = right else {
                self.rewind(before);
                break;
            };
            if right.ty != ty {
                let left = &operands[operands.len() - 1];
                return self.misfit(typing::right_side(sign, name, left, &right, ty), &[left, &right]);
            }
            operands.push(right);
            let again = matches!(self.infix(&operands[operands.len() - 1]), Some(Infix::Binary(next)) if next == op);
            if op == Binary::Subtract || !again {
                break;
            }
        }
        Ok(chain(op, operands, self.five()))
    }

    /// `A attacks B`, `x * y`, `A in B`: an operator whose right side must have the type that its row names.
    pub(super) fn two_sides(&mut self, op: Binary, left: Filter) -> Parse {
        let mut sign = self.bump().span;
        if self.is_word("by") && self.source(sign) == "attacked" {
            sign = sign.to(self.bump().span);
        }
        let name = self.source(sign);
        let right = self.operand(op.right_level(left.ty), name, sign)?;
        if let Some(diagnostic) = typing::check_pair(op, &left, &right, sign, name) {
            return self.misfit(diagnostic, &[&left, &right]);
        }
        Ok(pair(op, left, right, self.five()))
    }

    pub(super) fn comparison(&mut self, compare: Compare, left: Filter) -> Parse {
        let sign = self.bump().span;
        let name = self.source(sign);
        let right = self.operand(Binary::Compare(compare).right_level(left.ty), name, sign)?;
        let tree = matches!(
            compare,
            Compare::Ancestor | Compare::AncestorEqual | Compare::Descendant | Compare::DescendantEqual
        );
        let equality = matches!(compare, Compare::Equal | Compare::NotEqual);
        let ty = match (left.ty, right.ty) {
            (Type::Position, Type::Position) => Some(Type::Position),
            _ if tree => None,
            (Type::Set, Type::Set) => equality.then_some(Type::Logical),
            (Type::Set | Type::Number, Type::Number) | (Type::Number, Type::Set) => Some(Type::Number),
            (Type::Text, Type::Text) => Some(Type::Text),
            _ => None,
        };
        let Some(ty) = ty else {
            return self.misfit(typing::comparison(sign, name, tree, &left, &right), &[&left, &right]);
        };
        let ty = if compare == Compare::NotEqual { Type::Logical } else { ty };
        let mut filter = pair(Binary::Compare(compare), left, right, self.five());
        filter.ty = ty;
        Ok(filter)
    }

    /// `A -> B -> c`
    pub(super) fn arrows(&mut self, left: bool, first: Filter) -> Parse {
        let start = first.span;
        let sign = if left { "<-" } else { "->" };
        let mut sets = vec![first];
        while self.is_sign(sign) {
            let place = self.bump().span;
            let right = self.operand(level::UNION, sign, place)?;
            if right.ty != Type::Set {
                return self.misfit(typing::right_side(place, sign, &sets[0], &right, Type::Set), &[&right]);
            }
            sets.push(right);
        }
        Ok(self.make(Kind::Arrow { left, sets }, start, Type::Set))
    }

    pub(super) fn colon(&mut self, left: Filter) -> Parse {
        let sign = self.bump().span;
        let right = self.operand(level::COLON, ":", sign)?;
        let (start, ty) = (left.span, right.ty);
        Ok(self.make(Kind::At(Box::new(left), Box::new(right)), start, ty))
    }

    /// `text[1:3]`
    pub(super) fn slice_of(&mut self, left: Filter) -> Parse {
        let start = left.span;
        let bounds = self.slice()?;
        Ok(self.make(Kind::Slice { of: Box::new(left), bounds }, start, Type::Text))
    }

    /// True if a number variable in brackets is next that would be a piece designator or a capture elsewhere.
    fn glued_number(&self) -> bool {
        self.glued_index().is_some_and(|name| self.scope.is_number(self.actual(name)))
    }

    /// `[i]`, `[i:j]`
    pub(super) fn slice(&mut self) -> Parse<Slice> {
        if self.glued_number() {
            return self.glued().map(|index| Slice::At(Box::new(index)));
        }
        let open = self.bump().span;
        let slice = self.in_mode(Mode::default(), |parser| {
            let low = if parser.is_sign(":") { None } else { Some(parser.slice_bound(open)?) };
            if !parser.eat_sign(":") {
                return low.map(Slice::At).ok_or(Failed);
            }
            let high = if parser.is_sign("]") { None } else { Some(parser.slice_bound(open)?) };
            Ok(Slice::Between(low, high))
        });
        if slice.is_ok() && !self.is_sign("]") {
            self.report(grammar::expected_bracket(self.here(), open, &self.found()));
            self.skip_to_close();
            self.eat_sign("]");
            return Err(Failed);
        }
        if slice.is_err() {
            self.skip_to_close();
        }
        self.eat_sign("]");
        slice
    }

    fn slice_bound(&mut self, open: crate::ast::Span) -> Parse<Box<Filter>> {
        let bound = self.operand(level::SUM, "[", open)?;
        Ok(Box::new(self.expect(open, "[", bound, &[Type::Number])?))
    }
}

/// True if a `+` between these types ends the sum before it.
fn belongs_out(op: Binary, left: Type, right: Type) -> bool {
    op != Binary::Subtract && matches!((left, right), (Type::Number, Type::Text) | (Type::Text, Type::Number))
}
