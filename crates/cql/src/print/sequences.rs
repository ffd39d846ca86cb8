//! Sequences and searches as text.

use super::Printer;
use super::parenthesize::{ends_in_line, left_edge};
use crate::ast::{Constituent, ConstituentKind, Find, Kind, Name, Reach, Sequence, SequenceForm};
use crate::level;

impl Printer {
    fn line(&mut self, sequence: &Sequence) {
        self.word("line");
        self.range(sequence.range.as_ref(), false);
        self.choice(sequence.nestban, sequence.shortest, sequence.almost);
        self.flag(sequence.single_color, "singlecolor");
        self.flag(sequence.first_match, "firstmatch");
        self.flag(sequence.last_position, "lastposition");
        self.flag(sequence.primary, "primary");
        self.flag(sequence.secondary, "secondary");
        self.flag(sequence.quiet, "quiet");
        let arrow = if sequence.backward { "<--" } else { "-->" };
        let wild = std::mem::replace(&mut self.wild, false);
        for constituent in &sequence.constituents {
            self.word(arrow);
            self.line_constituent(constituent, arrow);
        }
        self.wild = wild;
    }

    fn line_constituent(&mut self, constituent: &Constituent, arrow: &str) {
        match &constituent.kind {
            // A parenthesis would begin a group.
            ConstituentKind::Filter(filter) if matches!(left_edge(filter).kind, Kind::Paren(_)) => {
                self.in_braces(filter)
            }
            ConstituentKind::Filter(filter) => self.argument(filter, level::OR),
            ConstituentKind::Group(constituents) => self.line_group(constituents, arrow),
            ConstituentKind::Either(lists) => {
                self.joined("either", "or", lists, |printer, list| printer.line_group(list, arrow));
            }
            ConstituentKind::Both(lists) => {
                self.joined("both", "and", lists, |printer, list| printer.line_group(list, arrow));
            }
            ConstituentKind::AnyOrder(members) => {
                self.word("anyorder");
                self.line_group(members, arrow);
            }
            ConstituentKind::Named { name, of } => {
                self.constituent_name(name);
                self.line_constituent(of, arrow);
            }
            ConstituentKind::Repeat { of, low, high } => {
                self.line_constituent(of, arrow);
                let wildcard = wildcard(*low, *high);
                self.text.push_str(match wildcard.as_str() {
                    "*" => "{*}",
                    "+" => "{+}",
                    other => other,
                });
            }
        }
    }

    fn line_group(&mut self, constituents: &[Constituent], arrow: &str) {
        self.blank();
        self.text.push('(');
        for (at, constituent) in constituents.iter().enumerate() {
            self.flag(at > 0, arrow);
            self.line_constituent(constituent, arrow);
        }
        self.text.push(')');
    }

    /// `nestban`, `shortest`, `almost 2`
    pub(super) fn choice(&mut self, nestban: bool, shortest: bool, almost: Option<u8>) {
        self.flag(nestban, "nestban");
        self.flag(shortest, "shortest");
        if let Some(most) = almost {
            self.word(&format!("almost {most}"));
        }
    }

    /// `either (A) or (B)`, `both (A) and (B)`
    pub(super) fn joined(
        &mut self,
        word: &str,
        between: &str,
        lists: &[Vec<Constituent>],
        group: impl Fn(&mut Printer, &[Constituent]),
    ) {
        for (at, list) in lists.iter().enumerate() {
            self.word(if at == 0 { word } else { between });
            self.blank();
            group(self, list);
        }
    }

    pub(super) fn sequence(&mut self, sequence: &Sequence) {
        if sequence.form == SequenceForm::Line {
            return self.line(sequence);
        }
        let word = match (sequence.backward, sequence.single_color) {
            (false, false) => "next",
            (false, true) => "next2",
            (true, false) => "previous",
            (true, true) => "previous2",
        };
        self.word(word);
        self.range(sequence.range.as_ref(), false);
        self.choice(sequence.nestban, sequence.shortest, sequence.almost);
        self.text.push(' ');
        self.group(&sequence.constituents);
    }

    fn group(&mut self, constituents: &[Constituent]) {
        self.text.push('(');
        let wild = std::mem::replace(&mut self.wild, true);
        for (at, constituent) in constituents.iter().enumerate() {
            if at > 0 {
                self.text.push(' ');
            }
            self.constituent(constituent);
        }
        self.wild = wild;
        self.text.push(')');
    }

    fn constituent(&mut self, constituent: &Constituent) {
        match &constituent.kind {
            ConstituentKind::Filter(filter) => {
                // A parenthesis would begin a group.
                if matches!(left_edge(filter).kind, Kind::Paren(_)) {
                    self.blank();
                    self.list(std::slice::from_ref(filter), '{', '}');
                } else {
                    self.expr(filter, level::OR);
                }
            }
            ConstituentKind::Group(constituents) => self.group(constituents),
            ConstituentKind::Either(lists) => self.joined("either", "or", lists, Printer::group),
            ConstituentKind::Both(lists) => self.joined("both", "and", lists, Printer::group),
            ConstituentKind::AnyOrder(members) => {
                self.word("anyorder ");
                self.group(members);
            }
            ConstituentKind::Named { name, of } => {
                self.constituent_name(name);
                self.constituent(of);
            }
            ConstituentKind::Repeat { of, low, high } => {
                self.constituent(of);
                let line = ends_in_line(of, self.five);
                let wildcard = wildcard(*low, *high);
                // With spaces it is not one of `line`'s.
                self.text.push_str(&if line { wildcard.replace('{', " { ").replace(',', " , ") } else { wildcard });
            }
        }
    }

    /// `name:=`
    pub(super) fn constituent_name(&mut self, name: &Name) {
        self.word(&name.text);
        self.text.push_str(":=");
    }

    pub(super) fn reach(&mut self, reach: &Reach) {
        self.word(if reach.backward { "previous*" } else { "next*" });
        if let Some(depth) = reach.depth {
            self.range(reach.range.as_ref(), false);
            self.word(&format!("depth {depth}"));
            return self.ranged(None, &reach.body, level::OR);
        }
        self.ranged(reach.range.as_ref(), &reach.body, level::OR);
    }

    pub(super) fn find(&mut self, find: &Find) {
        self.word("find");
        self.flag(find.quiet, "quiet");
        self.flag(find.all, "all");
        self.flag(find.backward, "<--");
        self.ranged(find.range.as_ref(), &find.body, level::OR);
    }
}

pub(super) fn wildcard(low: u32, high: Option<u32>) -> String {
    match (low, high) {
        (0, None) => "*".to_owned(),
        (1, None) => "+".to_owned(),
        (0, Some(1)) => "?".to_owned(),
        (low, None) => format!("{{{low},}}"),
        (low, Some(high)) if low == high => format!("{{{low}}}"),
        (low, Some(high)) => format!("{{{low},{high}}}"),
    }
}
