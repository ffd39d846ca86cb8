//! Moves written with dashes, `path` and `imagine`, as text.

use super::Printer;
use super::designators::designator_text;
use super::parenthesize::{begins_with_minus, ends_in_path, left_edge};
use super::sequences::wildcard;
use crate::ast::{
    Binary, Constituent, ConstituentKind, Dash, Designator, Edit, Filter, Kind, Path, Pieces, Promotion, Type, Unary,
};
use crate::catalogue::{Op, Shorthand};
use crate::level;

impl Printer {
    pub(super) fn dash(&mut self, dash: &Dash) {
        self.bare_dash(dash);
        if !dash.target.is_empty() {
            self.list(&dash.target, '(', ')');
        }
    }

    /// A move of a `path`. Parentheses hold only its first target. `bare`: not even that, if it can do without.
    fn path_dash(&mut self, dash: &Dash, bare: bool) {
        self.bare_dash(dash);
        let mut before = None;
        for (at, filter) in dash.target.iter().enumerate() {
            let next = dash.target.get(at + 1);
            let alone = !bare && !next.is_some_and(|next| filter.ty == Type::Number && begins_with_minus(next));
            if at == 0 && (alone || !self.can_end_dash(filter)) {
                self.list(&dash.target[..1], '(', ')');
                continue;
            }
            self.blank();
            // A `path` would take what follows it.
            if ends_in_path(filter) && next.is_some() {
                self.in_braces(filter);
                before = None;
            } else {
                self.member(filter, before);
                before = Some(filter);
            }
        }
    }

    /// A dash without its targets.
    fn bare_dash(&mut self, dash: &Dash) {
        match &dash.left {
            Some(left) => self.glued(left),
            None => self.blank(),
        }
        self.text.push_str(if dash.capture { "[x]" } else { "--" });
        if let Some(right) = &dash.right {
            self.glued(right);
        }
        match &dash.promotion {
            None => {}
            Some(Promotion::Any) => self.text.push_str("=."),
            Some(Promotion::Pieces(pieces)) => {
                self.text.push('=');
                let squares = tabiya_chess::Bitboard::FULL;
                let white = Pieces(pieces.0 & 0x3f);
                self.text.push_str(&designator_text(&Designator { pieces: white, squares }));
            }
            Some(Promotion::Text(text)) => {
                self.text.push('=');
                self.glued(text);
            }
        }
    }

    pub(super) fn imagine(&mut self, edits: &[Edit]) {
        self.word("imagine");
        for edit in edits {
            match edit {
                Edit::Add { piece, at } => {
                    self.word("add");
                    self.argument(piece, level::COLON);
                    if let Some(at) = at {
                        self.move_set("at", at);
                    }
                }
                Edit::Remove(set) => self.move_set("remove", set),
                Edit::Turn(turn) => self.plain(turn),
            }
        }
    }

    /// A side of a dash: glued to it, and in braces where it would take the dash for its own.
    fn glued(&mut self, side: &Filter) {
        let wild = std::mem::replace(&mut self.wild, false);
        let glue = self.text.ends_with(['-', ']', '=']);
        let mut inner = Printer { text: String::new(), ..*self };
        if stays_apart(side) {
            inner.expr(side, level::ARROW);
        } else {
            inner.in_braces(side);
        }
        if !glue {
            self.blank();
        }
        self.text.push_str(&inner.text);
        self.wild = wild;
    }

    pub(super) fn path(&mut self, path: &Path) {
        self.word("path");
        self.range(path.range.as_ref(), false);
        self.choice(path.nestban, path.shortest, path.almost);
        self.flag(path.first_match, "firstmatch");
        self.flag(path.last_position, "lastposition");
        self.flag(path.primary, "primary");
        self.flag(path.single_color, "singlecolor");
        self.flag(path.quiet, "quiet");
        self.flag(path.verbose, "verbose");
        self.flag(path.keep_all_best, "keepallbest");
        self.flag(path.piece_path, "piecepath");
        if let Some(title) = &path.title {
            self.word("title");
            self.literal(title);
        }
        if let Some(focus) = &path.focus {
            self.word("focus");
            self.flag(focus.capture, "capture");
            self.argument(&focus.set, level::ARROW);
        }
        if let Some(max) = &path.max {
            self.word("max");
            self.argument(max, level::OR);
        }
        let wild = std::mem::replace(&mut self.wild, true);
        let mut before = None;
        for constituent in &path.constituents {
            self.path_constituent(constituent, before);
            before = test_of(constituent);
        }
        self.wild = wild;
    }

    /// True if a target can follow a dash without parentheses, with any right side.
    fn can_end_dash(&self, target: &Filter) -> bool {
        let operator =
            matches!(target.kind, Kind::Binary(Binary::Add | Binary::Subtract | Binary::Multiply | Binary::Concat, ..));
        let first = &left_edge(target).kind;
        !operator && !matches!(first, Kind::Integer(_) | Kind::Unary(Unary::Negate, _))
    }

    fn path_constituent(&mut self, constituent: &Constituent, before: Option<&Filter>) {
        self.blank();
        match &constituent.kind {
            ConstituentKind::Filter(filter) => match &filter.kind {
                Kind::Dash(dash) => self.path_dash(dash, false),
                // A parenthesis would begin a group.
                _ if matches!(left_edge(filter).kind, Kind::Paren(_)) => self.in_braces(filter),
                _ => self.member(filter, before),
            },
            ConstituentKind::Group(parts) => self.path_group(parts),
            ConstituentKind::Either(lists) => self.joined("either", "or", lists, Printer::path_group),
            ConstituentKind::Both(lists) => self.joined("both", "and", lists, Printer::path_group),
            ConstituentKind::AnyOrder(members) => {
                self.word("anyorder ");
                self.path_group(members);
            }
            ConstituentKind::Named { name, of } => {
                self.constituent_name(name);
                self.path_constituent(of, None);
            }
            ConstituentKind::Repeat { of, low, high } => {
                self.path_constituent(of, before);
                self.text.push_str(&wildcard(*low, *high));
            }
        }
    }

    fn path_group(&mut self, parts: &[Constituent]) {
        self.text.push('(');
        // `(--(A))` is a filter where an operator follows; `(-- A)` is a group.
        if let [Constituent { kind: ConstituentKind::Filter(only), .. }] = parts
            && let Kind::Dash(dash) = &only.kind
        {
            self.path_dash(dash, dash.target.len() == 1);
            return self.text.push(')');
        }
        let mut before = None;
        for part in parts {
            self.path_constituent(part, before);
            before = test_of(part);
        }
        self.text.push(')');
    }
}

/// The filter of a constituent that is a test.
fn test_of(constituent: &Constituent) -> Option<&Filter> {
    match &constituent.kind {
        ConstituentKind::Filter(filter) if !matches!(filter.kind, Kind::Dash(_)) => Some(filter),
        _ => None,
    }
}

/// True if nothing in a set reaches over a dash after it.
fn stays_apart(side: &Filter) -> bool {
    match &side.kind {
        Kind::Designator(_) | Kind::All | Kind::NoSquares | Kind::Text(_) | Kind::Variable(_) | Kind::Braces(_) => true,
        Kind::Binary(_, _, right) => stays_apart(right),
        Kind::Arrow { sets, .. } => sets.last().is_some_and(stays_apart),
        Kind::Unary(Unary::Complement, of) | Kind::Direction { of, .. } => stays_apart(of),
        Kind::Apply(Op::Shorthand(Shorthand::Light | Shorthand::Dark), sets) => sets.iter().all(stays_apart),
        _ => false,
    }
}
