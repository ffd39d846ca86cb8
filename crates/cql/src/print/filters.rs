//! One filter as text.

use super::Printer;
use super::designators::designator_text;
use super::names::family_word;
use super::parenthesize::{collide, ends_in_path, is_one_thing, level_of};
use crate::ast::{Binary, Filter, Kind, quoted};
use crate::catalogue::{Form, Op};
use crate::level::{self, PRIMARY};
use crate::words::direction_words;

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
        // `{3}` without spaces is a repetition.
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
            Form::Call(_) if arguments.is_empty() && op.row().optional => {}
            Form::Call(min) => self.call_list(arguments.iter(), min),
            Form::Items => self.members(arguments, '(', ')', true),
            Form::Pair => self.call_list(arguments.iter(), if self.five { level::OR } else { level::DASH }),
            Form::Word | Form::Named | Form::Infix | Form::Parameter(_) | Form::Own | Form::NoGrammar => {}
        }
    }

    /// A filter as it is, without braces around it.
    pub(super) fn plain(&mut self, filter: &Filter) {
        match &filter.kind {
            Kind::Integer(value) => self.word(&value.to_string()),
            Kind::Text(text) => self.literal(text),
            Kind::Designator(designator) => self.word(&designator_text(designator)),
            Kind::All => self.word("."),
            Kind::NoSquares => self.word("[]"),
            Kind::Apply(op, arguments) => self.applied(*op, arguments),
            Kind::ApplyNamed(op, written) => {
                self.word(op.row().spelling);
                for (place, argument) in written {
                    self.word(op.row().parameters[*place].word);
                    self.argument(argument, level::COLON);
                }
            }
            Kind::Variable(name) => self.word(&name.text),
            Kind::MatchMeasure(measure) => self.word(&format!("{}({})", measure.which.word(), measure.name.text)),
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
            Kind::Transform { family, range, body } => {
                self.word(family_word(*family));
                self.ranged(range.as_ref(), body, level::OR);
            }
            Kind::NoTransform(body) => self.prefixed("notransform", body, level::OR),
            Kind::Silent(body) => self.prefixed("silent", body, level::OR),
            Kind::Orbit { copies, .. } => {
                for (at, copy) in copies.iter().enumerate() {
                    self.flag(at > 0, "or");
                    self.in_braces(copy);
                }
            }
            Kind::Direction { mask, range, of } => {
                self.word(&direction_words(*mask));
                self.old_ranged(range.as_ref(), of);
            }
            Kind::Ray { mask, attack, range, sets } => {
                self.word("ray");
                self.range(range.as_ref(), false);
                self.flag(*attack, "attack");
                if *mask != 0xff {
                    self.word(&direction_words(*mask));
                }
                self.list(sets, '(', ')');
            }
            Kind::AttackPairs { range, from, to } => {
                self.word("attack");
                self.range(range.as_ref(), false);
                self.text.push(' ');
                self.pair_list(from, to, level::OR);
            }
            Kind::InRange(range, of) => self.in_range(range, of),
            Kind::GameText { field, search } => {
                self.word(&field.words());
                self.search(search.as_deref());
            }
            Kind::If { test, then, otherwise } => self.conditional(test, then, otherwise.as_deref()),
            Kind::While { test, body } => {
                self.word("while ");
                self.list(std::slice::from_ref(test), '(', ')');
                self.argument(body, level::OR);
            }
            Kind::IsBound { name, negated } => {
                self.word(if *negated { "isunbound" } else { "isbound" });
                self.literal(&name.text);
            }
            Kind::Unbind(name) => {
                self.word("unbind");
                self.word(&name.text);
            }
            Kind::Function(function) => self.function(function),
            Kind::Include(file) => self.word(&format!("include {}", quoted(file))),
            Kind::Parameter(parameter) => self.parameter(parameter),
            Kind::Call(call) => {
                self.word(&call.function.text);
                let values: Vec<Filter> = call.arguments.iter().map(|argument| argument.value.clone()).collect();
                self.list(&values, '(', ')');
            }
            Kind::Regex { text, pattern } => {
                self.argument(text, level::POSTFIX);
                self.word("~~");
                self.literal(pattern);
            }
            Kind::Group { group, start } => {
                self.word(&format!("{}{}", if *start { "\\-" } else { "\\" }, group.text()));
            }
            Kind::Hhdb { key, search } => {
                self.word("hhdb");
                self.word(&key.text());
                self.search(search.as_deref());
            }
            Kind::Dash(dash) => self.dash(dash),
            Kind::Path(path) => self.path(path),
            Kind::Imagine(edits) => self.imagine(edits),
            Kind::TransformNames(_) => self.word("currenttransform"),
            Kind::Dictionary(of) => self.dictionary(of),
            Kind::Entry { of, key } => self.entry(of, key),
            Kind::AssignEntry { of, key, value } => {
                self.entry(of, key);
                self.text.push_str(" =");
                self.argument(value, level::OR);
            }
            Kind::Entries(of) => {
                self.word("#");
                self.dictionary(of);
            }
            Kind::UnbindEntries { of, key } => {
                self.word("unbind");
                match key {
                    Some(key) => self.entry(of, key),
                    None => self.dictionary(of),
                }
            }
            Kind::EachKey(each) => {
                if each.string {
                    self.word("string");
                }
                self.word(&each.name.text);
                self.word(if each.string { "in" } else { "[element]" });
                self.dictionary(&each.of);
                self.argument(&each.body, level::OR);
            }
            Kind::Echo(echo) => {
                self.word("echo");
                self.flag(echo.quiet, "quiet");
                self.text.push_str(&format!(" ({} {})", echo.source.text, echo.target.text));
                self.flag(echo.all, "in all");
                self.argument(&echo.body, level::OR);
            }
            Kind::CommonMoves(common) => {
                self.word("consecutivemoves");
                self.flag(common.quiet, "quiet");
                self.range(common.range.as_ref(), false);
                self.text.push_str(&format!(" ({} {})", common.first.text, common.second.text));
            }
        }
    }

    fn prefixed(&mut self, word: &str, argument: &Filter, min: u8) {
        self.word(word);
        self.argument(argument, min);
    }

    pub(super) fn flag(&mut self, set: bool, word: &str) {
        if set {
            self.word(word);
        }
    }

    pub(super) fn literal(&mut self, text: &str) {
        self.word(&quoted(text));
    }

    fn search(&mut self, text: Option<&str>) {
        if let Some(text) = text {
            self.literal(text);
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
}
