//! One filter as text.

use super::Printer;
use super::designators::designator_text;
use super::names::{family_word, result_word, worth_word};
use super::parenthesize::{collide, ends_in_path, level_of};
use crate::ast::{Binary, Filter, Kind, Measure, Unary, VariantEnd};
use crate::catalogue::{Form, Op};
use crate::level::{self, PRIMARY};
use crate::words;

impl Printer {
    /// A filter among others: in braces where the one before would take its beginning.
    pub(super) fn member(&mut self, filter: &Filter, before: Option<&Filter>) {
        if before.is_some_and(ends_in_path) {
            self.text.push_str("\n\n"); // a blank line ends a path
        }
        if before.is_some_and(|before| collide(before, filter, self.five, self.items)) {
            self.in_braces(filter);
        } else {
            self.expr(filter, level::OR);
        }
    }

    /// A filter where one of at least a level is expected.
    pub(super) fn expr(&mut self, filter: &Filter, min: u8) {
        let five_word = self.five && min <= level::IN;
        let loose = level_of(filter, self.five) < min && !five_word;
        let wildcard =
            self.wild && matches!(filter.kind, Kind::Binary(Binary::Add | Binary::Multiply | Binary::Concat, ..));
        if loose || wildcard {
            self.in_braces(filter);
        } else {
            self.plain(filter);
        }
    }

    /// An argument: in the braced form, in braces unless it is one thing.
    pub(super) fn argument(&mut self, filter: &Filter, min: u8) {
        if self.braced && !is_one_thing(filter) {
            self.in_braces(filter);
        } else {
            self.expr(filter, min);
        }
    }

    pub(super) fn in_braces(&mut self, filter: &Filter) {
        self.blank();
        self.list(std::slice::from_ref(filter), '{', '}');
    }

    pub(super) fn list(&mut self, filters: &[Filter], open: char, close: char) {
        self.members(filters, open, close, false);
    }

    fn members(&mut self, filters: &[Filter], open: char, close: char, items: bool) {
        let outer = std::mem::replace(&mut self.items, items);
        self.text.push(open);
        // `{3}` without blanks is a repetition.
        let number = open == '{' && matches!(filters, [Filter { kind: Kind::Integer(_), .. }]);
        self.text.push_str(if number { " " } else { "" });
        let wild = std::mem::replace(&mut self.wild, false);
        for (at, filter) in filters.iter().enumerate() {
            if at > 0 {
                self.text.push(' ');
            }
            self.member(filter, at.checked_sub(1).map(|before| &filters[before]));
        }
        self.wild = wild;
        self.text.push_str(if number { " " } else { "" });
        self.text.push(close);
        self.items = outer;
    }

    pub(super) fn pair_list(&mut self, left: &Filter, right: &Filter, min: u8) {
        self.call_list([left, right].into_iter(), min);
    }

    /// Arguments in parentheses, each of at least a level.
    fn call_list<'f>(&mut self, arguments: impl Iterator<Item = &'f Filter>, min: u8) {
        self.text.push('(');
        let wild = std::mem::replace(&mut self.wild, false);
        let mut before: Option<&Filter> = None;
        for argument in arguments {
            if let Some(before) = before {
                self.text.push_str(if ends_in_path(before) {
                    "

"
                } else {
                    " "
                });
            }
            if before.is_some_and(|before| collide(before, argument, self.five, false)) {
                self.in_braces(argument);
            } else {
                self.expr(argument, min);
            }
            before = Some(argument);
        }
        self.wild = wild;
        self.text.push(')');
    }

    /// An operation and its arguments.
    fn applied(&mut self, op: Op, arguments: &[Filter]) {
        self.word(op.row().spelling);
        match op.row().form {
            Form::Prefix(min) => arguments.iter().for_each(|argument| self.argument(argument, min)),
            Form::Call(min) => self.call_list(arguments.iter(), min),
            Form::Word | Form::Infix | Form::Parameter(_) | Form::Own | Form::NoGrammar => {}
        }
    }

    pub(super) fn plain(&mut self, filter: &Filter) {
        match &filter.kind {
            Kind::Integer(value) => self.word(&value.to_string()),
            Kind::Text(text) => self.literal(text),
            Kind::Designator(designator) => self.word(&designator_text(designator)),
            Kind::All => self.word("."),
            Kind::NoSquares => self.word("[]"),
            Kind::Apply(op, arguments) => self.applied(*op, arguments),
            Kind::Variable(name) => self.word(&name.text),
            Kind::Unary(op, of) => self.unary(*op, of),
            Kind::Binary(Binary::PowerDifference, left, right) => {
                self.word("powerdifference ");
                self.pair_list(left, right, level::OR);
            }
            Kind::Binary(op, left, right) => self.binary(filter, *op, left, right),
            Kind::Arrow { left, sets } => self.arrows(*left, sets),
            Kind::At(left, right) => {
                self.argument(left, PRIMARY);
                self.text.push(':');
                self.argument(right, level::COLON);
            }
            Kind::Braces(filters) => {
                self.blank();
                self.list(filters, '{', '}');
            }
            Kind::Paren(of) => {
                self.blank();
                self.list(std::slice::from_ref(of), '(', ')');
            }
            Kind::Slice { of, bounds } => {
                self.argument(of, level::POSTFIX);
                if !matches!(of.kind, Kind::Variable(_) | Kind::GameText { .. } | Kind::Text(_)) {
                    self.text.push(' '); // a piece directly before the bracket would be read otherwise
                }
                self.slice(bounds);
            }
            _ => self.construct(filter),
        }
    }

    fn construct(&mut self, filter: &Filter) {
        match &filter.kind {
            Kind::Assign(assign) => self.assign(assign),
            Kind::AssignSlice { name, bounds, value } => {
                self.word(&name.text);
                self.slice(bounds);
                self.text.push_str(" =");
                self.argument(value, level::SUM);
            }
            Kind::AssignPiece { name, set } => {
                self.word("piece ");
                self.text.push_str(&name.text);
                self.text.push_str(" =");
                self.argument(set, level::DASH);
            }
            Kind::Each(each) => self.each(each),
            Kind::Extreme { max, items } => {
                self.word(if *max { "max" } else { "min" });
                self.extreme(items);
            }
            Kind::Comment(items) => self.items("comment", items),
            Kind::Message { quiet, items } => self.items(if *quiet { "message quiet" } else { "message" }, items),
            Kind::Str(items) => self.items("str", items),
            Kind::Position(of) => {
                self.word("position");
                self.argument(of, level::SUM);
            }
            Kind::Child(None) => self.word("child"),
            Kind::Child(Some(of)) => {
                self.word("child");
                self.list(std::slice::from_ref(of), '(', ')');
            }
            Kind::Move(m) => self.move_filter(m),
            Kind::Sequence(sequence) => self.sequence(sequence),
            Kind::Reach(reach) => self.reach(reach),
            Kind::Find(find) => self.find(find),
            Kind::Sort { quiet, min, doc, body } => {
                self.word("sort");
                self.flag(*quiet, "quiet");
                self.flag(*min, "min");
                if !doc.is_empty() {
                    self.literal(doc);
                }
                self.argument(body, level::OR);
            }
            _ => self.board(filter),
        }
    }

    fn board(&mut self, filter: &Filter) {
        match &filter.kind {
            Kind::Transform { family, range, body } => {
                self.word(family_word(*family));
                self.ranged(range.as_ref(), body, level::OR);
            }
            Kind::NoTransform(body) => {
                self.word("notransform");
                self.argument(body, level::OR);
            }
            Kind::Silent(body) => {
                self.word("silent");
                self.argument(body, level::OR);
            }
            Kind::Orbit { copies, .. } => {
                for (at, copy) in copies.iter().enumerate() {
                    self.flag(at > 0, "or");
                    self.in_braces(copy);
                }
            }
            Kind::Direction { mask, range, of } => {
                self.word(&words::direction_words(*mask).join(" "));
                self.old_ranged(range.as_ref(), of);
            }
            Kind::Ray { mask, attack, range, sets } => {
                self.word("ray");
                self.range(range.as_ref(), false);
                self.flag(*attack, "attack");
                if *mask != 0xff {
                    self.word(&words::direction_words(*mask).join(" "));
                }
                self.list(sets, '(', ')');
            }
            Kind::Between(from, to) => {
                self.word("between");
                self.pair_list(from, to, if self.five { level::OR } else { level::DASH });
            }
            Kind::AttackPairs { range, from, to } => {
                self.word("attack");
                self.range(range.as_ref(), false);
                self.text.push(' ');
                self.pair_list(from, to, level::OR);
            }
            Kind::InRange(range, of) => self.in_range(range, of),
            Kind::GameText { field, search } => self.game_text(field, search.as_deref()),
            Kind::Elo(color) => {
                self.word("elo");
                self.color(*color);
            }
            Kind::Tablebase(worth) => {
                self.word("tablebase");
                if let Some(worth) = worth {
                    self.word(worth_word(*worth));
                }
            }
            Kind::VariantEnd(end) => {
                let (word, color) = match end {
                    VariantEnd::Any => ("variantend", None),
                    VariantEnd::Win(color) => ("variantwin", *color),
                    VariantEnd::Loss(color) => ("variantloss", *color),
                    VariantEnd::Draw => ("variantdraw", None),
                };
                self.word(word);
                self.color(color);
            }
            Kind::Measured(measure) => match measure {
                Measure::Clock(color) => {
                    self.word("clock");
                    self.color(*color);
                }
                Measure::Eval => self.word("eval"),
                Measure::EvalMate => self.word("eval mate"),
                Measure::Elapsed => self.word("elapsed"),
            },
            Kind::Result(result) => {
                self.word("result");
                self.word(result_word(*result));
            }
            _ => self.beyond(filter),
        }
    }

    pub(super) fn flag(&mut self, set: bool, word: &str) {
        if set {
            self.word(word);
        }
    }

    pub(super) fn literal(&mut self, text: &str) {
        match text {
            "\n" => self.word("\\n"),
            "\r" => self.word("\\r"),
            "\t" => self.word("\\t"),
            "\"" => self.word("\\\""),
            _ => self.word(&format!("\"{text}\"")),
        }
    }

    pub(super) fn extreme(&mut self, items: &[Filter]) {
        let wild = std::mem::replace(&mut self.wild, false);
        self.text.push('(');
        for (at, item) in items.iter().enumerate() {
            self.text.push_str(if at > 0 && ends_in_path(&items[at - 1]) { "\n\n" } else { "" });
            let minus = at > 0 && collide(&items[at - 1], item, self.five, false);
            if minus { self.in_braces(item) } else { self.expr(item, level::SUM) }
        }
        self.text.push(')');
        self.wild = wild;
    }

    fn items(&mut self, word: &str, items: &[Filter]) {
        self.word(word);
        self.members(items, '(', ')', true);
    }
}

/// Whether a filter needs no braces wherever it stands.
pub(super) fn is_one_thing(filter: &Filter) -> bool {
    if let Kind::Apply(op, _) = &filter.kind {
        return !matches!(op.row().form, Form::Prefix(_));
    }
    matches!(
        filter.kind,
        Kind::Unary(Unary::Count | Unary::Complement | Unary::Negate, _)
            | Kind::Integer(_)
            | Kind::Text(_)
            | Kind::Designator(_)
            | Kind::All
            | Kind::NoSquares
            | Kind::Variable(_)
            | Kind::Braces(_)
            | Kind::Paren(_)
            | Kind::Child(_)
            | Kind::Elo(_)
            | Kind::Measured(_)
            | Kind::VariantEnd(_)
            | Kind::Tablebase(_)
            | Kind::Result(_)
            | Kind::Extreme { .. }
            | Kind::Comment(_)
            | Kind::Str(_)
            | Kind::Between(..)
            | Kind::Sequence(_)
            | Kind::GameText { .. }
            | Kind::Slice { .. }
            | Kind::Regex { .. }
            | Kind::Call(_)
            | Kind::Group { .. }
            | Kind::Entry { .. }
            | Kind::Dictionary(_)
            | Kind::Entries(_)
            | Kind::IsBound { .. }
    )
}
