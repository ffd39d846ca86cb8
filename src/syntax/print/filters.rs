//! One filter as text.

use super::Printer;
use super::designators::{designator_text, pieces_text};
use super::edges::{
    Blur, PRIMARY, blurs_range, collide, left_edge, level_of, of_keyword, operator_level, right_level, takes,
};
use crate::chess::Color;
use crate::syntax::ast::{
    Assign, AssignOp, Binary, Bound, Each, Family, Filter, GameResult, GameText, Kind, MoveFilter, MoveParam, Pair,
    Pieces, Range, Scope, Slice, Type, Unary,
};
use crate::syntax::parse::level;
use crate::syntax::words;

impl Printer {
    /// A filter among others: in braces where the one before would take its beginning.
    pub(super) fn member(&mut self, filter: &Filter, before: Option<&Filter>) {
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
    fn argument(&mut self, filter: &Filter, min: u8) {
        if self.braced && !is_one_thing(filter) {
            self.in_braces(filter);
        } else {
            self.expr(filter, min);
        }
    }

    fn in_braces(&mut self, filter: &Filter) {
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

    fn pair_list(&mut self, left: &Filter, right: &Filter, min: u8) {
        self.text.push('(');
        let wild = std::mem::replace(&mut self.wild, false);
        self.expr(left, min);
        self.text.push(' ');
        if collide(left, right, self.five, false) {
            self.in_braces(right)
        } else {
            self.expr(right, min)
        }
        self.wild = wild;
        self.text.push(')');
    }

    fn plain(&mut self, filter: &Filter) {
        match &filter.kind {
            Kind::Integer(value) => self.word(&value.to_string()),
            Kind::Text(text) => self.literal(text),
            Kind::Designator(designator) => self.word(&designator_text(designator)),
            Kind::All => self.word("."),
            Kind::NoSquares => self.word("[]"),
            Kind::Word(word) => self.word(words::spelling(*word)),
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
            Kind::Pair(pair, left, right) => {
                self.word(pair_word(*pair));
                self.pair_list(left, right, level::OR);
            }
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
            Kind::Result(result) => {
                self.word("result");
                self.word(result_word(*result));
            }
            _ => self.word("true"),
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

    fn unary(&mut self, op: Unary, of: &Filter) {
        let (word, min) = match op {
            Unary::Not => ("not", level::IN),
            Unary::Complement => ("~", level::ATTACKS),
            Unary::Count if of.ty == Type::Text => ("#", level::SUM),
            Unary::Count => ("#", level::DASH),
            Unary::Negate => ("-", level::COLON),
            Unary::Abs => ("abs", level::SUM),
            Unary::Sqrt => ("sqrt", level::SUM),
            Unary::Power => ("power", level::DASH),
            Unary::Light => ("light", level::COLON),
            Unary::Dark => ("dark", level::COLON),
        };
        self.word(word);
        let glued = matches!(op, Unary::Complement | Unary::Count | Unary::Negate);
        let length = self.text.len();
        self.argument(of, min);
        let sign = self.text[length..].trim_start().starts_with(['-', '~']);
        if glued && self.text[length..].starts_with(' ') && !sign {
            self.text.remove(length);
        }
    }

    fn binary(&mut self, filter: &Filter, op: Binary, left: &Filter, right: &Filter) {
        let five_words = self.five && level_of(filter, true) == level::OR;
        let word = if five_words && op == Binary::Intersect { "on" } else { binary_word(op) };
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
        let min = if five_words || balanced { level::OR } else { right_level(op, left.ty) };
        self.argument(right, if balanced { strength } else { min });
    }

    fn arrows(&mut self, left: bool, sets: &[Filter]) {
        let sign = if left { "<-" } else { "->" };
        for (at, set) in sets.iter().enumerate() {
            self.flag(at > 0, sign);
            self.argument(set, level::UNION);
        }
    }

    fn slice(&mut self, bounds: &Slice) {
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

    fn assign(&mut self, assign: &Assign) {
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
            AssignOp::Update(op) => format!("{}=", binary_word(op)),
        };
        self.word(&sign);
        self.argument(&assign.value, level::SUM);
    }

    fn each(&mut self, each: &Each) {
        self.word(if each.piece { "piece" } else { "square" });
        self.range(each.range.as_ref(), false);
        self.flag(each.all, "all");
        self.word(&each.name.text);
        if let Some(domain) = &each.domain {
            self.word("in");
            self.old_argument(domain, level::DASH);
            if collide(domain, &each.body, self.five, self.items) {
                return self.in_braces(&each.body);
            }
        }
        self.argument(&each.body, level::OR);
    }

    fn extreme(&mut self, items: &[Filter]) {
        self.text.push('(');
        for (at, item) in items.iter().enumerate() {
            let minus = at > 0 && collide(&items[at - 1], item, self.five, false);
            if minus { self.in_braces(item) } else { self.expr(item, level::SUM) }
        }
        self.text.push(')');
    }

    fn items(&mut self, word: &str, items: &[Filter]) {
        self.word(word);
        self.members(items, '(', ')', true);
    }

    fn move_filter(&mut self, m: &MoveFilter) {
        self.word("move");
        for param in &m.params {
            match param {
                MoveParam::From(set) => self.move_set("from", set),
                MoveParam::To(set) => self.move_set("to", set),
                MoveParam::Capture(set) => self.move_set("capture", set),
                MoveParam::EnPassantSquare(set) => self.move_set("enpassantsquare", set),
                MoveParam::Promote(pieces) => {
                    self.word("promote");
                    self.word(&pieces_text(Pieces(pieces.0 & Pieces::WHITE.0)));
                }
                other => self.word(param_word(other)),
            }
        }
        if let Some(custody) = &m.custody {
            self.plain(custody);
        }
    }

    fn move_set(&mut self, word: &str, set: &Filter) {
        self.word(word);
        self.old_argument(set, level::COLON);
    }

    /// An argument of a filter of CQL 5, with which the words of dialect 5 go on.
    fn old_argument(&mut self, set: &Filter, min: u8) {
        if self.five
            && !self.braced
            && let Kind::Binary(Binary::Intersect, left, right) = &set.kind
            && level_of(set, true) < min
            && level_of(left, true) >= min
        {
            self.expr(left, min);
            self.word("on");
            return self.expr(right, level::OR);
        }
        let words = self.five && level_of(set, true) == level::OR && !self.braced;
        if !words {
            return self.argument(set, min);
        }
        let mut first = set;
        while let Kind::Binary(_, left, _) = &first.kind {
            if level_of(first, true) != level::OR {
                break;
            }
            first = left;
        }
        if level_of(first, true) >= min && first.ty == Type::Set { self.plain(set) } else { self.in_braces(set) }
    }

    pub(super) fn ranged(&mut self, range: Option<&Range>, argument: &Filter, min: u8) {
        match self.range_before(range, argument) {
            Blur::Sign => self.in_braces(argument),
            _ => self.argument(argument, min),
        }
    }

    fn old_ranged(&mut self, range: Option<&Range>, argument: &Filter) {
        match self.range_before(range, argument) {
            Blur::Sign => self.in_braces(argument),
            _ => self.old_argument(argument, level::COLON),
        }
    }

    fn range_before(&mut self, range: Option<&Range>, argument: &Filter) -> Blur {
        let blur = range.map_or(Blur::Clear, |range| blurs_range(range, argument, self.five));
        self.range(range, blur == Blur::Number);
        blur
    }

    pub(super) fn range(&mut self, range: Option<&Range>, both: bool) {
        match range {
            None => {}
            Some(Range::Count) => self.word("count"),
            Some(Range::Within(low, high)) => {
                self.bound(low);
                if low != high || both {
                    self.bound(high);
                }
            }
        }
    }

    fn bound(&mut self, bound: &Bound) {
        match bound {
            Bound::Integer(value) => self.word(&value.to_string()),
            Bound::Variable(name) => self.word(&name.text),
        }
    }

    fn in_range(&mut self, range: &Range, of: &Filter) {
        match &of.kind {
            Kind::Unary(op @ (Unary::Power | Unary::Count), set) => {
                self.word(if *op == Unary::Power { "power" } else { "countsquares" });
                self.old_ranged(Some(range), set);
            }
            Kind::Binary(Binary::PowerDifference, left, right) => {
                self.word("powerdifference");
                self.range(Some(range), false);
                self.text.push(' ');
                self.pair_list(left, right, level::OR);
            }
            _ => {
                let one = matches!(
                    left_edge(of).kind,
                    Kind::Designator(_)
                        | Kind::Variable(_)
                        | Kind::Braces(_)
                        | Kind::Word(_)
                        | Kind::Elo(_)
                        | Kind::All
                );
                if one && !of_keyword(of) {
                    self.expr(of, PRIMARY)
                } else {
                    self.in_braces(of)
                }
                self.range(Some(range), false);
            }
        }
    }

    fn game_text(&mut self, field: &GameText, search: Option<&str>) {
        match field {
            GameText::Player(color) => {
                self.word("player");
                self.color(*color);
            }
            GameText::Event => self.word("event"),
            GameText::Site => self.word("site"),
            GameText::Date => self.word("date"),
            GameText::EventDate => self.word("eventdate"),
            GameText::Eco => self.word("eco"),
            GameText::Tag(name) => {
                self.word("tag");
                self.literal(name);
            }
            GameText::Comment => self.word("hascomment"),
        }
        if let Some(search) = search {
            self.literal(search);
        }
    }

    fn color(&mut self, color: Option<Color>) {
        match color {
            Some(Color::White) => self.word("white"),
            Some(Color::Black) => self.word("black"),
            None => {}
        }
    }
}

/// Whether a filter needs no braces wherever it stands.
fn is_one_thing(filter: &Filter) -> bool {
    matches!(
        filter.kind,
        Kind::Unary(Unary::Count | Unary::Complement | Unary::Negate, _)
            | Kind::Integer(_)
            | Kind::Text(_)
            | Kind::Designator(_)
            | Kind::All
            | Kind::NoSquares
            | Kind::Word(_)
            | Kind::Variable(_)
            | Kind::Braces(_)
            | Kind::Paren(_)
            | Kind::Child(_)
            | Kind::Elo(_)
            | Kind::Result(_)
            | Kind::Extreme { .. }
            | Kind::Comment(_)
            | Kind::Str(_)
            | Kind::Pair(..)
            | Kind::Between(..)
            | Kind::Sequence(_)
            | Kind::GameText { .. }
            | Kind::Slice { .. }
    )
}

pub(super) fn binary_word(op: Binary) -> &'static str {
    match op {
        Binary::Or => "or",
        Binary::And => "and",
        Binary::In => "in",
        Binary::Compare(compare) => compare.sign(),
        Binary::Add | Binary::Concat => "+",
        Binary::Subtract => "-",
        Binary::Multiply => "*",
        Binary::Divide => "/",
        Binary::Modulo => "%",
        Binary::Union => "|",
        Binary::Intersect | Binary::SameSquares => "&",
        Binary::Attacks => "attacks",
        Binary::AttackedBy => "attackedby",
        Binary::PowerDifference => "powerdifference",
    }
}

fn pair_word(pair: Pair) -> &'static str {
    match pair {
        Pair::Ancestor => "ancestor",
        Pair::Descendant => "descendant",
        Pair::Lca => "lca",
        Pair::Distance => "distance",
        Pair::Equal => "equal",
    }
}

fn family_word(family: Family) -> &'static str {
    match family {
        Family::FlipColor => "flipcolor",
        Family::ReverseColor => "reversecolor",
        Family::FlipHorizontal => "fliphorizontal",
        Family::FlipVertical => "flipvertical",
        Family::Flip => "flip",
        Family::Rotate90 => "rotate90",
        Family::Rotate45 => "rotate45",
        Family::Shift => "shift",
        Family::ShiftHorizontal => "shifthorizontal",
        Family::ShiftVertical => "shiftvertical",
    }
}

fn param_word(param: &MoveParam) -> &'static str {
    match param {
        MoveParam::EnPassant => "enpassant",
        MoveParam::Castle => "castle",
        MoveParam::CastleShort => "o-o",
        MoveParam::CastleLong => "o-o-o",
        MoveParam::Null => "null",
        MoveParam::Legal => "legal",
        MoveParam::Pseudolegal => "pseudolegal",
        MoveParam::Previous => "previous",
        MoveParam::Primary => "primary",
        MoveParam::Secondary => "secondary",
        _ => "count",
    }
}

pub(super) fn result_word(result: GameResult) -> &'static str {
    match result {
        GameResult::WhiteWins => "1-0",
        GameResult::BlackWins => "0-1",
        GameResult::Draw => "1/2-1/2",
    }
}
