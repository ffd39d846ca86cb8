//! Moves written with dashes, `path` and `imagine`, as text.

use super::Printer;
use super::designators::designator_text;
use super::filters::is_one_thing;
use super::sequences::wildcard;
use crate::syntax::ast::{
    Binary, Constituent, ConstituentKind, Dash, Designator, Edit, Filter, Kind, Path, Pieces, Promotion, Unary,
};
use crate::syntax::parse::level;

impl Printer {
    pub(super) fn dash(&mut self, dash: &Dash) {
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
                let squares = crate::chess::Bitboard::FULL;
                let white = Pieces(pieces.0 & 0x3f);
                self.text.push_str(&designator_text(&Designator { pieces: white, squares }));
            }
            Some(Promotion::Text(text)) => {
                self.text.push('=');
                self.glued(text);
            }
        }
        if !dash.target.is_empty() {
            self.list(&dash.target, '(', ')');
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
                        self.word("at");
                        self.in_braces(at);
                    }
                }
                Edit::Remove(set) => {
                    self.word("remove");
                    self.in_braces(set);
                }
                Edit::Turn(turn) => self.plain(turn),
            }
        }
    }

    /// A side of a dash, in braces unless it holds together.
    fn glued(&mut self, side: &Filter) {
        let token = holds_together(side);
        let wild = std::mem::replace(&mut self.wild, false);
        let start = self.text.len();
        let glue = self.text.ends_with(['-', ']', '=']);
        let mut inner = Printer { text: String::new(), ..*self };
        if token {
            inner.plain(side);
        } else {
            inner.in_braces(side);
        }
        if !glue && start > 0 {
            self.blank();
        }
        self.text.push_str(&inner.text);
        self.wild = wild;
    }

    pub(super) fn path(&mut self, path: &Path) {
        self.word("path");
        self.range(path.range.as_ref(), false);
        self.flag(path.nestban, "nestban");
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
            if is_one_thing(max) { self.plain(max) } else { self.in_braces(max) }
        }
        for constituent in &path.constituents {
            self.path_constituent(constituent);
        }
    }

    fn path_constituent(&mut self, constituent: &Constituent) {
        self.blank();
        match &constituent.kind {
            ConstituentKind::Filter(filter) => match &filter.kind {
                Kind::Dash(dash) => self.dash(dash),
                // What stands for itself needs no braces, unless a group behind it would belong to it.
                kind if is_one_thing(filter) && !matches!(kind, Kind::Paren(_) | Kind::Child(_)) => self.plain(filter),
                _ => self.in_braces(filter),
            },
            ConstituentKind::Group(parts) => {
                self.text.push('(');
                for part in parts {
                    self.path_constituent(part);
                }
                self.text.push(')');
            }
            ConstituentKind::Repeat { of, low, high } => {
                self.path_constituent(of);
                self.text.push_str(&wildcard(*low, *high));
            }
        }
    }
}

/// Whether a side of a dash can stand without braces: nothing at its edges would take the dash.
fn holds_together(side: &Filter) -> bool {
    match &side.kind {
        Kind::Designator(_)
        | Kind::All
        | Kind::NoSquares
        | Kind::Text(_)
        | Kind::Variable(_)
        | Kind::Braces(_)
        | Kind::Paren(_) => true,
        Kind::Arrow { sets, .. } => sets.iter().all(holds_together),
        Kind::Unary(Unary::Complement | Unary::Light | Unary::Dark, of) => holds_together(of),
        Kind::Binary(Binary::Union | Binary::Intersect | Binary::Attacks | Binary::AttackedBy, left, right) => {
            holds_together(left) && holds_together(right)
        }
        _ => false,
    }
}
