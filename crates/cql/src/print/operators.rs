//! Operators, parts of texts and assignments as text.

use super::Printer;
use super::parenthesize::{is_one_thing, level_of, operator_level, takes};
use crate::ast::{Assign, AssignOp, Binary, Filter, Kind, Scope, Slice, Unary};
use crate::level;

impl Printer {
    pub(super) fn unary(&mut self, op: Unary, of: &Filter) {
        self.word(match op {
            Unary::Not => "not",
            Unary::Complement => "~",
            Unary::Count => "#",
            Unary::Negate => "-",
        });
        let glued = op != Unary::Not;
        let length = self.text.len();
        self.argument(of, op.level(of.ty));
        let sign = self.text[length..].trim_start().starts_with(['-', '~']);
        if glued && self.text[length..].starts_with(' ') && !sign {
            self.text.remove(length);
        }
    }

    pub(super) fn binary(&mut self, filter: &Filter, op: Binary, left: &Filter, right: &Filter) {
        let five_words = self.five && level_of(filter, true) == level::OR;
        let word = if five_words && op == Binary::Intersect { "on" } else { op.row().sign };
        let strength = if five_words { level::OR } else { operator_level(op, self.five) };
        let same = matches!(&left.kind, Kind::Binary(other, ..) if *other == op);
        let left_min = match op {
            _ if five_words && same && matches!(op, Binary::Or | Binary::And) => level::OR,
            _ if five_words => level::COMPARE,
            Binary::Compare(_) => level::SUM,
            Binary::In => level::COMPARE,
            _ => strength,
        };
        let chained = five_words && same && op != Binary::Intersect && op != Binary::In;
        if self.braced && !is_one_thing(left) || !chained && takes(left, op, strength, self.five) {
            self.in_braces(left);
        } else {
            self.expr(left, left_min);
        }
        self.word(word);
        let associative =
            matches!(op, Binary::Or | Binary::And | Binary::Union | Binary::Intersect | Binary::Add | Binary::Concat);
        let balanced = associative && !five_words && matches!(&right.kind, Kind::Binary(other, ..) if *other == op);
        let min = if five_words || balanced { level::OR } else { op.right_level(left.ty) };
        self.argument(right, if balanced { strength } else { min });
    }

    pub(super) fn arrows(&mut self, left: bool, sets: &[Filter]) {
        let sign = if left { "<-" } else { "->" };
        for (at, set) in sets.iter().enumerate() {
            self.flag(at > 0, sign);
            self.argument(set, level::UNION);
        }
    }

    pub(super) fn slice(&mut self, bounds: &Slice) {
        let wild = std::mem::replace(&mut self.wild, false);
        self.text.push('[');
        match bounds {
            Slice::At(at) => self.expr(at, level::SUM),
            Slice::Between(low, high) => {
                if let Some(low) = low {
                    self.expr(low, level::SUM);
                }
                self.text.push(':');
                if let Some(high) = high {
                    self.expr(high, level::SUM);
                }
            }
        }
        // A letter directly before the bracket would be read otherwise.
        self.text.push_str(" ]");
        self.wild = wild;
    }

    pub(super) fn assign(&mut self, assign: &Assign) {
        match assign.scope {
            Scope::Game => {}
            Scope::Persistent { quiet } => {
                self.word("persistent");
                self.flag(quiet, "quiet");
            }
            Scope::Atomic => self.word("atomic"),
        }
        self.word(&assign.name.text);
        let sign = match assign.op {
            AssignOp::Set => "=".to_owned(),
            AssignOp::SetIfAny => "=?".to_owned(),
            AssignOp::Update(op) => format!("{}=", op.row().sign),
        };
        self.word(&sign);
        self.argument(&assign.value, level::SUM);
    }
}
