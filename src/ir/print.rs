//! Nodes of the typed form as text that reads like a query, for `explain` and for the labels of automata.

use super::ids::{BoolId, DashId, MoveId, NumId, PosId, SequenceId, SetId, TextId, VarId};
use super::node::{
    Bool, BoundIr, EditIr, Ir, Item, MoveMode, MoveSquares, Num, Pos, PromotionIr, RangeIr, ReachIr, Search, Set,
    SquareCount, Text, Value,
};
use super::relations::EchoIr;
use super::sequences::{PositionsIr, SequenceKind};
use crate::chess::Bitboard;
use crate::syntax::ast::{Designator, HhdbKey, Pieces, colored};
use crate::syntax::{designator_text, direction_words, roles_text};

impl Ir {
    /// A truth as text.
    pub(crate) fn bool_text(&self, id: BoolId) -> String {
        match self.bool(id) {
            Bool::Apply(op, arguments) => self.applied_text(op.row(), arguments),
            Bool::Constant(true) => ".".into(),
            Bool::Constant(false) => "false".into(),
            Bool::Nag(number) => format!("hascomment \"${number}\""),
            Bool::NonEmpty(set) => match self.set(*set) {
                Set::Move(id, _) => self.move_text(*id, None),
                _ => self.set_text(*set),
            },
            Bool::HasNum(number) => self.num_text(*number),
            Bool::HasPos(position) => self.pos_text(*position),
            Bool::HasText(text) => self.text_text(*text),
            Bool::And(parts) => join(parts.iter().map(|&part| self.bool_text(part)), " and "),
            Bool::Or(parts) => join(parts.iter().map(|&part| self.bool_text(part)), " or "),
            Bool::AnyCopy(parts) => join(parts.iter().map(|&part| self.bool_text(part)), " or-also "),
            Bool::Not(inner) => format!("not {}", self.bool_text(*inner)),
            Bool::Spoken { silent, .. } => self.bool_text(*silent),
            Bool::Silent(inner) => format!("silent {}", self.bool_text(*inner)),
            Bool::At(position, inner) => format!("{}:{}", self.pos_text(*position), self.bool_text(*inner)),
            Bool::Subset(a, b) => format!("({} in {})", self.set_text(*a), self.set_text(*b)),
            Bool::SetsEqual(a, b) => format!("({} == {})", self.set_text(*a), self.set_text(*b)),
            Bool::Substring(a, b) => format!("({} in {})", self.text_text(*a), self.text_text(*b)),
            Bool::All(id) => self.loop_text(*id, "all "),
            Bool::Move(id) => self.move_text(*id, None),
            Bool::Dash(dash) => self.dash_text(*dash, false),
            Bool::LastMoveFits(dash) => self.dash_text(*dash, true),
            Bool::VariantEnd(end) => end.words(),
            Bool::Tablebase(worth) => worth.map_or("tablebase".into(), |worth| format!("tablebase {}", worth.word())),
            Bool::Sequence(id) => self.sequence_text(*id),
            Bool::Reach(reach) => self.reach_text(reach),
            Bool::Hhdb(key) => format!("hhdb {}", key.text()),
            Bool::Placements(placements) => join(placements.copies.iter().map(|&copy| self.bool_text(copy)), " or "),
            Bool::Echo(echo) => self.echo_text(echo),
            Bool::Result(result) => format!("result {}", result.word()),
            Bool::AssignSet { var, value, if_any } => {
                format!("{}{}{}", self.var_text(*var), if *if_any { "=?" } else { "=" }, self.set_text(*value))
            }
            Bool::AssignNum(var, value) => format!("{}={}", self.var_text(*var), self.num_text(*value)),
            Bool::AssignPos(var, value) => format!("{}={}", self.var_text(*var), self.pos_text(*value)),
            Bool::AssignText(var, value) => format!("{}={}", self.var_text(*var), self.text_text(*value)),
            Bool::AssignSlice { var, from, to, single, value } => {
                format!("{}{}={}", self.var_text(*var), self.slice_text(*from, *to, *single), self.text_text(*value))
            }
            Bool::AssignPiece(var, set) => format!("piece {}={}", self.var_text(*var), self.set_text(*set)),
            Bool::Comment(items) => format!("comment({})", self.items_text(items)),
            Bool::Message { quiet, items } => {
                format!("message{}({})", if *quiet { " quiet" } else { "" }, self.items_text(items))
            }
            Bool::If { test, then, otherwise } => {
                let otherwise = otherwise.map_or(String::new(), |id| format!(" else {}", self.bool_text(id)));
                format!("(if {} then {}{otherwise})", self.bool_text(*test), self.bool_text(*then))
            }
            Bool::While { test, body } => format!("while ({}) {}", self.bool_text(*test), self.bool_text(*body)),
            Bool::Repeat(body) => format!("loop {}", self.bool_text(*body)),
            Bool::IsBound(var) => format!("isbound {}", self.var_text(*var)),
            Bool::Unbind(var) => format!("unbind {}", self.var_text(*var)),
            Bool::Assert(inner) => format!("assert {}", self.bool_text(*inner)),
            Bool::SetTag(name, value) => format!("settag(\"{name}\" {})", self.text_text(*value)),
            Bool::WriteFile(name, text) => format!("writefile({} {})", self.text_text(*name), self.text_text(*text)),
            Bool::Abort => "cql_abort".into(),
            Bool::EachMatch { search, body } => {
                format!("while ({}) {}", self.search_text(search), self.bool_text(*body))
            }
            Bool::AssignEntry { of, key, value } => {
                format!("{}={}", self.entry_text(*of, *key), self.value_text(*value))
            }
            Bool::HasEntry { of, key } => self.entry_text(*of, *key),
            Bool::UnbindEntries { of, key: Some(key) } => format!("unbind {}", self.entry_text(*of, *key)),
            Bool::UnbindEntries { of, key: None } => format!("unbind {}", self.var_text(*of)),
            Bool::EachKey { of, var, body } => {
                format!("{} [element] {} {{{}}}", self.var_text(*var), self.var_text(*of), self.bool_text(*body))
            }
        }
    }

    fn if_text(&self, test: BoolId, then: &str, otherwise: &str) -> String {
        format!("(if {} then {then} else {otherwise})", self.bool_text(test))
    }

    /// Squares as text.
    pub(crate) fn set_text(&self, id: SetId) -> String {
        match self.set(id) {
            Set::Apply(op, arguments) => self.applied_text(op.row(), arguments),
            Set::Designator(designator) => designator_text(designator),
            Set::Constant(squares) => constant_text(*squares),
            Set::Variable(var) | Set::Piece(var) => self.var_text(*var),
            Set::Union(parts) => join(parts.iter().map(|&part| self.set_text(part)), "|"),
            Set::Intersect(parts) => join(parts.iter().map(|&part| self.set_text(part)), "&"),
            Set::Complement(inner) => format!("~{}", self.set_text(*inner)),
            Set::SameSquares(a, b) => format!("({} & {})", self.pos_text(*a), self.pos_text(*b)),
            Set::Attacks(a, b) => format!("({} attacks {})", self.set_text(*a), self.set_text(*b)),
            Set::AttackedBy(a, b) => format!("({} attackedby {})", self.set_text(*a), self.set_text(*b)),
            Set::Chain(sets) => join(sets.iter().map(|&set| self.set_text(set)), "->"),
            Set::Ray { mask, attack, sets } => {
                let sets: Vec<String> = sets.iter().map(|&set| self.set_text(set)).collect();
                let attack = if *attack { " attack" } else { "" };
                format!("ray{attack} {} ({})", direction_words(*mask), sets.join(" "))
            }
            Set::Between(a, b) => format!("between({} {})", self.set_text(*a), self.set_text(*b)),
            Set::Direction { mask, range, of } => {
                format!("{} {} {}", direction_words(*mask), self.range_text(*range), self.set_text(*of))
            }
            Set::Loop(id) => self.loop_text(*id, ""),
            Set::Move(id, squares) => self.move_text(*id, Some(*squares)),
            Set::Dash { dash, came, target } => {
                format!("{}({})", self.dash_text(*dash, *came), self.set_text(*target))
            }
            Set::LastMove { to, .. } => if *to { "to" } else { "from" }.into(),
            Set::At(position, inner) => format!("{}:{}", self.pos_text(*position), self.set_text(*inner)),
            Set::Guard(test, inner) => format!("{{{} {}}}", self.bool_text(*test), self.set_text(*inner)),
            Set::Sort(_, inner) => format!("sort {}", self.set_text(*inner)),
            Set::If(test, then, otherwise) => self.if_text(*test, &self.set_text(*then), &self.set_text(*otherwise)),
            Set::Pin { sets: [from, through, to], wanted } => {
                let sets = (self.set_text(*from), self.set_text(*through), self.set_text(*to));
                let wanted = wanted.word();
                format!("{wanted} of pin from {} through {} to {}", sets.0, sets.1, sets.2)
            }
            Set::MakeSquare(file, rank) => format!("makesquare({} {})", self.num_text(*file), self.num_text(*rank)),
            Set::NamedSquare(text) => format!("makesquare {}", self.text_text(*text)),
            Set::Entry { of, key } => self.entry_text(*of, *key),
            Set::Compared { op, left, right } => {
                let count = |count: &SquareCount| match count {
                    SquareCount::Number(number) => self.num_text(*number),
                    SquareCount::Attackers(set) => format!("#({}->square)", self.set_text(*set)),
                    SquareCount::Attacked(set) => format!("#({}<-square)", self.set_text(*set)),
                };
                format!("squares with {} {} {}", count(left), op.sign(), count(right))
            }
            Set::Tracked => "tracked".into(),
        }
    }

    /// A number as text.
    pub(crate) fn num_text(&self, id: NumId) -> String {
        let two = |a: &NumId, op: &str, b: &NumId| format!("({} {op} {})", self.num_text(*a), self.num_text(*b));
        match self.num(id) {
            Num::Apply(op, arguments) => self.applied_text(op.row(), arguments),
            Num::Constant(value) => value.to_string(),
            Num::Variable(var) => self.var_text(*var),
            Num::Count(set) => format!("#{}", self.set_text(*set)),
            Num::Length(text) => format!("#{}", self.text_text(*text)),
            Num::Negate(inner) => format!("-{}", self.num_text(*inner)),
            Num::Sum(terms) => {
                let terms = terms.iter().enumerate().map(|(i, &(minus, term))| {
                    let sign = if minus {
                        "-"
                    } else if i > 0 {
                        "+"
                    } else {
                        ""
                    };
                    format!("{sign}{}", self.num_text(term))
                });
                format!("({})", terms.collect::<String>())
            }
            Num::Multiply(a, b) => two(a, "*", b),
            Num::Divide(a, b) => two(a, "/", b),
            Num::Modulo(a, b) => two(a, "%", b),
            Num::Compare(op, a, b) => two(a, op.sign(), b),
            Num::Extreme { max, items } => {
                let items: Vec<String> = items.iter().map(|&item| self.num_text(item)).collect();
                format!("{}({})", if *max { "max" } else { "min" }, items.join(" "))
            }
            Num::Dash { dash, came, target } => {
                format!("{}({})", self.dash_text(*dash, *came), self.num_text(*target))
            }
            Num::CountDash(dash) => format!("countmoves {}", self.dash_text(*dash, false)),
            Num::CountWays(id) => format!("ways of {}", self.move_text(*id, None)),
            Num::Measured(measure) => measure.words(),
            Num::Sequence(id) => self.sequence_text(*id),
            Num::Reach(reach) => self.reach_text(reach),
            Num::InRange(range, inner) => format!("({} in {})", self.num_text(*inner), self.range_text(*range)),
            Num::Copies(range, copies) => {
                let copies = join(copies.iter().map(|&copy| self.bool_text(copy)), ", ");
                format!("copies {} {copies}", self.range_text(*range))
            }
            Num::MaxCopy(copies) => format!("max{}", join(copies.iter().map(|&copy| self.num_text(copy)), " ")),
            Num::AttackPairs(a, b) => format!("attack({} {})", self.set_text(*a), self.set_text(*b)),
            Num::MoveCount(id) => format!("{} count", self.move_text(*id, None)),
            Num::At(position, inner) => format!("{}:{}", self.pos_text(*position), self.num_text(*inner)),
            Num::Guard(test, inner) => format!("{{{} {}}}", self.bool_text(*test), self.num_text(*inner)),
            Num::Sort(_, inner) => format!("sort {}", self.num_text(*inner)),
            Num::If(test, then, otherwise) => self.if_text(*test, &self.num_text(*then), &self.num_text(*otherwise)),
            Num::PieceNumber(var) => format!("pieceid {}", self.var_text(*var)),
            Num::Hhdb(key) => format!("hhdb {}", key.text()),
            Num::Echo(echo) => self.echo_text(echo),
            Num::CommonMoves(common) => {
                let range = common.range.map_or(String::new(), |range| format!(" {}", self.range_text(range)));
                let (x, y) = (self.var_text(common.first), self.var_text(common.second));
                format!("consecutivemoves{range} ({x} {y})")
            }
            Num::Similar(models) => format!("similarposition \"{}\"", self.models[*models as usize].0),
            Num::Elo(color) => colored("elo", *color),
            Num::GroupStart(_, group) => format!("\\-{}", group.text()),
            Num::Entries(of) => format!("#{}", self.var_text(*of)),
            Num::Entry { of, key } => self.entry_text(*of, *key),
        }
    }

    /// A position as text.
    pub(crate) fn pos_text(&self, id: PosId) -> String {
        match self.pos(id) {
            Pos::Apply(op, arguments) => self.applied_text(op.row(), arguments),
            Pos::Child(None) => "child".into(),
            Pos::Child(Some(index)) => format!("child({})", self.num_text(*index)),
            Pos::Position(index) => format!("position {}", self.num_text(*index)),
            Pos::Variable(var) => self.var_text(*var),
            Pos::Compare(op, a, b) => format!("({} {} {})", self.pos_text(*a), op.sign(), self.pos_text(*b)),
            Pos::Find(found) => {
                let way = if found.backward { "<-- " } else { "" };
                format!("find {way}{}", self.bool_text(found.body))
            }
            Pos::If(test, then, otherwise) => self.if_text(*test, &self.pos_text(*then), &self.pos_text(*otherwise)),
            Pos::Dash { dash, came, target } => {
                format!("{}({})", self.dash_text(*dash, *came), self.pos_text(*target))
            }
            Pos::Imagine(edits) => {
                let edits = edits.iter().map(|edit| match edit {
                    EditIr::Add { piece, squares } => format!("add {} at {}", piece.char(), self.set_text(*squares)),
                    EditIr::Remove(squares) => format!("remove {}", self.set_text(*squares)),
                    EditIr::Turn(color) => color.fold_wb("wtm", "btm").to_owned(),
                });
                format!("imagine {}", join(edits, " "))
            }
            Pos::SequenceEnd(id) => format!("end of {}", self.sequence_text(*id)),
            Pos::At(position, inner) => format!("{}:{}", self.pos_text(*position), self.pos_text(*inner)),
            Pos::Guard(test, inner) => format!("{{{} {}}}", self.bool_text(*test), self.pos_text(*inner)),
            Pos::Entry { of, key } => self.entry_text(*of, *key),
        }
    }

    /// A text as text.
    pub(crate) fn text_text(&self, id: TextId) -> String {
        match self.text(id) {
            Text::Apply(op, arguments) => self.applied_text(op.row(), arguments),
            Text::Constant(text) => format!("\"{text}\""),
            Text::Variable(var) => self.var_text(*var),
            Text::Game(field) => field.words(),
            Text::Concat(parts) => join(parts.iter().map(|&part| self.text_text(part)), "+"),
            Text::Slice { of, from, to, single } => {
                format!("{}{}", self.text_text(*of), self.slice_text(*from, *to, *single))
            }
            Text::Compare(op, a, b) => format!("({} {} {})", self.text_text(*a), op.sign(), self.text_text(*b)),
            Text::Extreme { max, items } => {
                let items: Vec<String> = items.iter().map(|&item| self.text_text(item)).collect();
                format!("{}({})", if *max { "max" } else { "min" }, items.join(" "))
            }
            Text::Str(items) => format!("str({})", self.items_text(items)),
            Text::At(position, inner) => format!("{}:{}", self.pos_text(*position), self.text_text(*inner)),
            Text::Guard(test, inner) => format!("{{{} {}}}", self.bool_text(*test), self.text_text(*inner)),
            Text::Sort(_, inner) => format!("sort {}", self.text_text(*inner)),
            Text::If(test, then, otherwise) => self.if_text(*test, &self.text_text(*then), &self.text_text(*otherwise)),
            Text::Dash { dash, came, target } => {
                format!("{}({})", self.dash_text(*dash, *came), self.text_text(*target))
            }
            Text::ReadFile(name) => format!("readfile {}", self.text_text(*name)),
            Text::Match(search) => self.search_text(search),
            Text::Group(_, group) => format!("\\{}", group.text()),
            Text::Entry { of, key } => self.entry_text(*of, *key),
            Text::Hhdb(key) => format!("hhdb {}", key.text()),
            Text::AwardClass(award) => format!("class of hhdb {}", HhdbKey::Award(*award).text()),
        }
    }

    /// A search for a regular expression, and what is unusual about it.
    fn search_text(&self, search: &Search) -> String {
        let pattern = self.pattern(search.pattern);
        let how = if pattern.backtracks() { " (by backtracking)" } else { "" };
        format!("{} ~~ \"{}\"{how}", self.text_text(search.text), pattern.pattern())
    }

    fn entry_text(&self, of: VarId, key: Value) -> String {
        format!("{}[{}]", self.var_text(of), self.value_text(key))
    }

    /// A value of any type as text.
    pub(crate) fn value_text(&self, value: Value) -> String {
        match value {
            Value::Bool(id) => self.bool_text(id),
            Value::Set(id) => self.set_text(id),
            Value::Num(id) => self.num_text(id),
            Value::Pos(id) => self.pos_text(id),
            Value::Text(id) => self.text_text(id),
            Value::Piece(var) | Value::Dictionary(var) => self.var_text(var),
        }
    }

    /// A sequence as text: its parameters and its pattern.
    pub(crate) fn sequence_text(&self, id: SequenceId) -> String {
        let sequence = self.sequence(id);
        let word = match &sequence.kind {
            SequenceKind::Path(_) => "path",
            SequenceKind::Line(PositionsIr { backward: false, .. }, _) => "line -->",
            SequenceKind::Line(PositionsIr { backward: true, .. }, _) => "line <--",
            SequenceKind::Next(PositionsIr { backward, single_color }) => match (backward, single_color) {
                (false, false) => "next",
                (false, true) => "next2",
                (true, false) => "previous",
                (true, true) => "previous2",
            },
        };
        let range = sequence.range.map_or(String::new(), |range| format!(" {}", self.range_text(range)));
        let ban = if sequence.ban.is_some() { " nestban" } else { "" };
        let pattern = &sequence.pattern.pattern;
        let label = |pred: tabiya_automata::Pred| format!("{{{}}}", self.bool_text(sequence.symbols[pred.index()]));
        let focus = match sequence.path().and_then(|path| path.focus) {
            Some((set, capture)) => format!(" focus{} {}", if capture { " capture" } else { "" }, self.set_text(set)),
            None => String::new(),
        };
        let max = match sequence.path().and_then(|path| path.max) {
            Some(max) => format!(" max {}", self.num_text(max)),
            None => String::new(),
        };
        format!("{word}{range}{ban}{focus}{max} ({})", pattern.text(label))
    }

    /// A move written with a dash, as text.
    fn dash_text(&self, id: DashId, came: bool) -> String {
        let dash = self.dash(id);
        let side = |set: Option<SetId>| set.map_or(String::new(), |set| self.set_text(set));
        let promotion = match &dash.promotion {
            None => String::new(),
            Some(PromotionIr::Any) => "=.".into(),
            Some(PromotionIr::Pieces(pieces)) => format!("={}", roles_text(*pieces)),
            Some(PromotionIr::Text(text)) => format!("={}", self.text_text(*text)),
        };
        let target = dash.target.map_or(String::new(), |target| format!("({})", self.bool_text(target)));
        let word = if came { "currentmove " } else { "" };
        let sign = if dash.capture { "[x]" } else { "--" };
        format!("{word}{}{sign}{}{promotion}{target}", side(dash.left), side(dash.right))
    }

    fn reach_text(&self, reach: &ReachIr) -> String {
        let word = match (reach.find, reach.backward) {
            (true, false) => "find",
            (true, true) => "find <--",
            (false, false) => "next*",
            (false, true) => "previous*",
        };
        let range = reach.range.map_or(String::new(), |range| format!(" {}", self.range_text(range)));
        let depth = reach.depth.map_or(String::new(), |depth| format!(" depth {depth}"));
        format!("{word}{range}{depth} {{{}}}", self.bool_text(reach.body))
    }

    fn echo_text(&self, echo: &EchoIr) -> String {
        let (x, y) = (self.var_text(echo.source), self.var_text(echo.target));
        let all = if echo.all { " in all" } else { "" };
        format!("echo ({x} {y}){all} {{{}}}", self.value_text(echo.body))
    }

    fn loop_text(&self, id: super::ids::LoopId, all: &str) -> String {
        let each = self.each(id);
        let word = if each.piece { "piece" } else { "square" };
        let (var, domain) = (self.var_text(each.var), self.set_text(each.domain));
        format!("{word} {all}{var} in {domain} {{{}}}", self.bool_text(each.body))
    }

    fn move_text(&self, id: MoveId, first: Option<MoveSquares>) -> String {
        let m = self.move_filter(id);
        let mut text = String::from(if m.linear { "move (of the line)" } else { "move" });
        text.push_str(match m.mode {
            MoveMode::Played => "",
            MoveMode::Previous => " previous",
            MoveMode::Legal => " legal",
            MoveMode::Pseudolegal => " pseudolegal",
        });
        let sets = [("from", m.from), ("to", m.to), ("capture", m.capture), ("enpassantsquare", m.en_passant_square)];
        for (word, set) in sets {
            if let Some(set) = set {
                text.push_str(&format!(" {word} {}", self.set_text(set)));
            }
        }
        if let Some(pieces) = m.promote {
            text.push_str(&format!(" promote {}", roles_text(pieces)));
        }
        let words = [
            (m.en_passant, "enpassant"),
            (m.null, "null"),
            (m.secondary == Some(false), "primary"),
            (m.secondary == Some(true), "secondary"),
        ];
        for (_, word) in words.iter().filter(|(set, _)| *set) {
            text.push_str(&format!(" {word}"));
        }
        if let Some(which) = m.castling {
            text.push_str(&format!(" {}", which.word()));
        }
        if let Some(pieces) = m.drop {
            text.push_str(&format!(" drop {}", roles_text(pieces)));
        }
        if m.reverse {
            text.push_str(" reverse");
        }
        if m.all {
            text.push_str(" all");
        }
        if let Some(target) = m.target {
            text.push_str(&format!(" : {{{}}}", self.bool_text(target)));
        }
        if let Some(custody) = m.custody {
            text.push_str(&format!(" {}", self.bool_text(custody)));
        }
        match first {
            None => text,
            Some(MoveSquares::From) => format!("squares left by {text}"),
            Some(MoveSquares::To) => format!("squares reached by {text}"),
            Some(MoveSquares::Captured) => format!("squares captured on by {text}"),
        }
    }

    fn items_text(&self, items: &[Item]) -> String {
        let items: Vec<String> = items.iter().map(|item| self.value_text(item.value)).collect();
        items.join(" ")
    }

    fn slice_text(&self, from: Option<NumId>, to: Option<NumId>, single: bool) -> String {
        let end = |end: Option<NumId>| end.map_or(String::new(), |end| self.num_text(end));
        if single { format!("[{}]", end(from)) } else { format!("[{}:{}]", end(from), end(to)) }
    }

    /// A variable's name.
    pub(crate) fn var_text(&self, var: VarId) -> String {
        self.vars[var.index()].name.clone()
    }

    fn range_text(&self, range: RangeIr) -> String {
        let bound = |bound: BoundIr| match bound {
            BoundIr::Constant(value) => value.to_string(),
            BoundIr::Variable(var) => self.var_text(var),
        };
        if range.low == BoundIr::Constant(i64::MIN) {
            return "count".into();
        }
        format!("{} {}", bound(range.low), bound(range.high))
    }
}

fn join(parts: impl Iterator<Item = String>, separator: &str) -> String {
    format!("({})", parts.collect::<Vec<_>>().join(separator))
}

fn constant_text(squares: Bitboard) -> String {
    if squares == Bitboard::FULL {
        ".".into()
    } else if squares.is_empty() {
        "[]".into()
    } else {
        designator_text(&Designator { pieces: Pieces::ANY, squares })
    }
}
