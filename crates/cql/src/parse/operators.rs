//! Infix operators: which fit a left side, and what their right sides must be.

use super::binary::{chain, pair};
use super::{Failed, Mode, Parse, Parser, level};
use crate::ast::{Binary, Compare, Filter, Kind, Slice, Type};
use crate::errors::{grammar, typing};
use crate::lex::Tok;

/// An infix operator that fits what stands to its left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Infix {
    /// An associative operator of sets or truths.
    Run(Binary),
    /// `+`, `-`
    Sum(Binary),
    /// `*`, `/`, `%`
    Product(Binary),
    /// `in`
    In,
    /// A comparison.
    Compare(Compare),
    /// `<-` (`true`), `->`
    Arrow(bool),
    /// `attackedby` (`true`), `attacks`
    Attacks(bool),
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
            Infix::Run(op) | Infix::Sum(op) | Infix::Product(op) => op.level(),
            Infix::In => Binary::In.level(),
            Infix::Compare(compare) => Binary::Compare(compare).level(),
            Infix::Dash => level::DASH,
            Infix::Arrow(_) => level::ARROW,
            Infix::Attacks(_) => Binary::Attacks.level(),
            Infix::Slice | Infix::Regex => level::POSTFIX,
            Infix::Colon => level::COLON,
        }
    }
}

impl Infix {
    /// True if the same operator may follow its right side.
    pub(super) fn chains(self) -> bool {
        !matches!(self, Infix::In | Infix::Compare(_) | Infix::Arrow(_) | Infix::Colon | Infix::Dash)
    }
}

impl Parser<'_> {
    /// The operator that is next, if it fits the filter before it.
    pub(super) fn infix(&self, left: &Filter) -> Option<Infix> {
        match self.peek() {
            Tok::Sign("->" | "<-") if matches!(left.kind, Kind::Arrow { .. }) => None,
            Tok::Sign("+" | "*") if self.mode.line && self.ends_constituent(1) => None,
            Tok::Sign(sign) => infix_sign(sign, left.ty, self.mode.wild),
            Tok::Word(word) => self.infix_word(word, left.ty),
            Tok::Dash(_) if left.ty == Type::Set && self.tied_left() => Some(Infix::Dash),
            Tok::Dash(true) | Tok::Designator(_) if left.ty == Type::Text => {
                self.glued_number().then_some(Infix::Slice)
            }
            _ => None,
        }
    }

    fn infix_word(&self, word: &str, left: Type) -> Option<Infix> {
        let five = self.five();
        Some(match (word, left) {
            ("or", _) if !five => Infix::Run(Binary::Or),
            ("and", _) if !five => Infix::Run(Binary::And),
            ("in", Type::Set | Type::Text) if !five => Infix::In,
            ("attack", Type::Set) if five && self.old_attack() => return None,
            ("attacks" | "attack", Type::Set) => Infix::Attacks(false),
            ("attackedby", Type::Set) => Infix::Attacks(true),
            ("attacked", Type::Set) if matches!(self.token(1).tok, Tok::Word("by")) => Infix::Attacks(true),
            _ => return None,
        })
    }

    /// `attack (A B)`, `attack 2 8 (A B)` of CQL 5.
    fn old_attack(&self) -> bool {
        matches!(self.token(1).tok, Tok::Sign("(") | Tok::Integer(_))
    }

    /// `a + b + c`: numbers or texts, not both. A `+` before something of the other type belongs further out.
    pub(super) fn sum(&mut self, op: Binary, left: Filter) -> Parse {
        let ty = left.ty;
        let mut operands = vec![left];
        loop {
            let (before, names, errors) = (self.at, self.scope.len(), self.diagnostics.len());
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
                self.at = before;
                self.scope.forget(names);
                self.diagnostics.truncate(errors);
                break;
            };
            if right.ty != ty {
                let left = &operands[operands.len() - 1];
                return self.misfit(typing::right_side(sign, name, left, &right, ty), &[left, &right]);
            }
            operands.push(right);
            let again = matches!(self.infix(&operands[operands.len() - 1]), Some(Infix::Sum(next)) if next == op);
            if op == Binary::Subtract || !again {
                break;
            }
        }
        Ok(chain(op, operands, self.five()))
    }

    pub(super) fn product(&mut self, op: Binary, left: Filter) -> Parse {
        let sign = self.bump().span;
        let name = self.source(sign);
        let right = self.right(op.right_level(left.ty), name, sign)?;
        if right.ty != Type::Number {
            return self.misfit(typing::right_side(sign, name, &left, &right, Type::Number), &[&left, &right]);
        }
        Ok(pair(op, left, right, self.five()))
    }

    /// A right side; the height of the left side is kept.
    pub(super) fn right(&mut self, min: u8, name: &str, sign: crate::ast::Span) -> Parse {
        self.operand(min, name, sign)
    }

    /// `A in B`
    pub(super) fn within(&mut self, left: Filter) -> Parse {
        let sign = self.bump().span;
        let right = self.right(Binary::In.right_level(left.ty), "in", sign)?;
        if let Some(diagnostic) = typing::check_pair(Binary::In, &left, &right, sign, "in") {
            return self.misfit(diagnostic, &[&left, &right]);
        }
        Ok(pair(Binary::In, left, right, self.five()))
    }

    pub(super) fn comparison(&mut self, compare: Compare, left: Filter) -> Parse {
        let sign = self.bump().span;
        let name = self.source(sign);
        let right = self.right(Binary::Compare(compare).right_level(left.ty), name, sign)?;
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
            let right = self.right(level::UNION, sign, place)?;
            if right.ty != Type::Set {
                return self.misfit(typing::right_side(place, sign, &sets[0], &right, Type::Set), &[&right]);
            }
            sets.push(right);
        }
        Ok(self.make(Kind::Arrow { left, sets }, start, Type::Set))
    }

    pub(super) fn attacks(&mut self, by: bool, left: Filter) -> Parse {
        let mut sign = self.bump().span;
        if self.is_word("by") && self.source(sign) == "attacked" {
            sign = sign.to(self.bump().span);
        }
        let name = self.source(sign);
        let op = if by { Binary::AttackedBy } else { Binary::Attacks };
        let right = self.right(op.right_level(left.ty), name, sign)?;
        if right.ty != Type::Set {
            return self.misfit(typing::right_side(sign, name, &left, &right, Type::Set), &[&left, &right]);
        }
        Ok(pair(op, left, right, self.five()))
    }

    pub(super) fn colon(&mut self, left: Filter) -> Parse {
        let sign = self.bump().span;
        let right = self.right(level::COLON, ":", sign)?;
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
            let (here, found) = (self.here(), self.found());
            self.report(grammar::expected_bracket(here, open, &found));
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

fn infix_sign(sign: &str, left: Type, wild: bool) -> Option<Infix> {
    use Type::{Number, Position, Set, Text};
    let comparable = matches!(left, Set | Number | Position | Text);
    let compare = |compare| comparable.then_some(Infix::Compare(compare));
    match (sign, left) {
        ("<", _) => compare(Compare::Less),
        ("<=", _) => compare(Compare::LessEqual),
        (">", _) => compare(Compare::Greater),
        (">=", _) => compare(Compare::GreaterEqual),
        ("==", _) => compare(Compare::Equal),
        ("!=", _) => compare(Compare::NotEqual),
        ("[<]", _) => compare(Compare::Ancestor),
        ("[<=]", _) => compare(Compare::AncestorEqual),
        ("[>]", _) => compare(Compare::Descendant),
        ("[>=]", _) => compare(Compare::DescendantEqual),
        ("+" | "*", _) if wild => None,
        ("+", Number) => Some(Infix::Sum(Binary::Add)),
        ("+", Text) => Some(Infix::Sum(Binary::Concat)),
        ("-", Number) => Some(Infix::Sum(Binary::Subtract)),
        ("*", Number) => Some(Infix::Product(Binary::Multiply)),
        ("/", Number) => Some(Infix::Product(Binary::Divide)),
        ("%", Number) => Some(Infix::Product(Binary::Modulo)),
        ("->", Set) => Some(Infix::Arrow(false)),
        ("<-", Set) => Some(Infix::Arrow(true)),
        ("|", Set) => Some(Infix::Run(Binary::Union)),
        ("&", Set) => Some(Infix::Run(Binary::Intersect)),
        ("&", Position) => Some(Infix::Run(Binary::SameSquares)),
        ("[", Text) => Some(Infix::Slice),
        ("~~", Text) => Some(Infix::Regex),
        (":", Position) => Some(Infix::Colon),
        _ => None,
    }
}
