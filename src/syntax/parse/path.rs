//! `path`: moves and what holds between them.

use super::range::After;
use super::{Failed, Mode, Parse, Parser, level};
use crate::syntax::ast::{Constituent, ConstituentKind, Filter, Focus, Kind, Path, Span, Type};
use crate::syntax::complaints::{grammar, lexical, meaning, moves};
use crate::syntax::lex::Tok;

/// What the constituents of `path` are read in.
const PATH: Mode = Mode { wild: true, line: false, items: false, path: true };

impl Parser<'_> {
    /// `path 3 5 focus R (R-- check --)+`
    pub(super) fn path(&mut self) -> Parse {
        let start = self.bump().span;
        let mut path = Path {
            range: None,
            nestban: false,
            first_match: false,
            last_position: false,
            primary: false,
            single_color: false,
            quiet: false,
            verbose: false,
            keep_all_best: false,
            piece_path: false,
            title: None,
            focus: None,
            max: None,
            constituents: Vec::new(),
        };
        while self.path_parameter(&mut path, start)? {}
        let span = start.to(self.last());
        self.check_path(&path, start)?;
        path.constituents = self.in_mode(PATH, |parser| parser.path_constituents())?;
        if self.peek() == Tok::EndPath {
            self.bump();
        }
        if path.constituents.is_empty() {
            return self.fail(grammar::no_constituents(span, "path"));
        }
        let ty = if path.last_position { Type::Position } else { Type::Number };
        Ok(self.make(Kind::Path(Box::new(path)), start, ty))
    }

    /// Reads a parameter, if one is next.
    fn path_parameter(&mut self, path: &mut Path, start: Span) -> Parse<bool> {
        let here = self.here();
        let flag = match self.peek() {
            Tok::Word("nestban") => &mut path.nestban,
            Tok::Word("firstmatch") => &mut path.first_match,
            Tok::Word("lastposition") => &mut path.last_position,
            Tok::Word("primary") => &mut path.primary,
            Tok::Word("singlecolor") => &mut path.single_color,
            Tok::Word("quiet") => &mut path.quiet,
            Tok::Word("verbose") => &mut path.verbose,
            Tok::Word("keepallbest") => &mut path.keep_all_best,
            Tok::Word("piecepath") => &mut path.piece_path,
            Tok::Word("secondary") => return self.fail(moves::path_secondary(here)),
            Tok::Word("title") if path.title.is_none() => {
                let word = self.bump().span;
                let Tok::Text(text) = self.peek() else {
                    let (here, found) = (self.here(), self.found());
                    return self.fail(grammar::expected_text(here, "title", word, &found));
                };
                path.title = Some(text.to_owned());
                self.bump();
                return Ok(true);
            }
            Tok::Word("focus") if path.focus.is_none() => {
                let word = self.bump().span;
                let capture = self.eat_word("capture");
                let set = Box::new(self.path_set(word)?);
                path.focus = Some(Focus { capture, set });
                return Ok(true);
            }
            // `max(a b)` at the place of a parameter is one too: what is to be greatest.
            Tok::Word("max") if path.max.is_none() => {
                let word = self.bump().span;
                path.max = Some(Box::new(self.in_mode(Mode::default(), |p| p.number_operand(level::OR, word))?));
                return Ok(true);
            }
            Tok::Word("title" | "focus" | "max") => {
                return self.path_twice(start);
            }
            _ => {
                let range = self.range(After::Argument)?;
                let Some(range) = range else { return Ok(false) };
                if path.range.is_some() {
                    let first = self.given(start, is_bound);
                    return self.fail(grammar::parameter_twice(here, "path", "range", first));
                }
                path.range = Some(range);
                return Ok(true);
            }
        };
        if std::mem::replace(flag, true) {
            return self.path_twice(start);
        }
        self.bump();
        Ok(true)
    }

    /// The parameter that is next was given already.
    fn path_twice<T>(&mut self, start: Span) -> Parse<T> {
        let (here, tok) = (self.here(), self.peek());
        let first = self.given(start, |one| one == tok);
        self.fail(grammar::parameter_twice(here, "path", self.source(here), first))
    }

    /// Complains about parameters that do not go together.
    fn check_path(&mut self, path: &Path, start: Span) -> Parse<()> {
        let place = |name: &str| self.given(start, |tok| tok == Tok::Word(name));
        let focused = path.focus.is_some();
        let only_first = "with a focus, moves of other pieces are passed over, in variations too";
        let conflicts = [
            (path.primary && focused, "primary", "focus", only_first),
            (
                path.single_color && focused,
                "singlecolor",
                "focus",
                "`singlecolor` is itself a focus on the pieces of the side to move",
            ),
            (path.primary && path.single_color, "primary", "singlecolor", only_first),
        ];
        if let Some(&(_, one, other, rule)) = conflicts.iter().find(|(conflict, ..)| *conflict) {
            let (mut one, mut other) = ((place(one), one), (place(other), other));
            if one.0.start < other.0.start {
                std::mem::swap(&mut one, &mut other);
            }
            return self.fail(meaning::sequence_conflict("path", one, other, rule));
        }
        if path.piece_path && !focused {
            let diagnostic = moves::needs_focus(place("piecepath"), start);
            return self.fail(diagnostic);
        }
        Ok(())
    }

    fn path_set(&mut self, word: Span) -> Parse {
        let name = self.source(word);
        let set = self.in_mode(Mode::default(), |parser| parser.operand(level::ARROW, name, word))?;
        self.expect(word, name, set, &[Type::Set])
    }

    fn path_constituents(&mut self) -> Parse<Vec<Constituent>> {
        let mut constituents = Vec::new();
        while !self.at_close() && (self.starts_filter() || is_wildcard(self.peek())) {
            constituents.push(self.path_constituent()?);
        }
        Ok(constituents)
    }

    fn path_constituent(&mut self) -> Parse<Constituent> {
        let start = self.here();
        if is_wildcard(self.peek()) {
            let text = self.source(start);
            return self.fail(grammar::stray_wildcard(start, text));
        }
        let kind = if self.is_sign("(") && self.is_path_group() {
            ConstituentKind::Group(self.path_group()?)
        } else {
            let mut filter = self.expr(level::OR)?;
            if let Kind::Dash(dash) = &mut filter.kind {
                self.path_targets(&mut dash.target)?;
                filter.ty = dash.target.last().map_or(Type::Logical, |last| last.ty);
                filter.span = start.to(self.last());
            } else if is_wildcard(self.peek()) {
                let here = self.here();
                return self.fail(moves::wildcard_without_move(here, filter.span));
            }
            ConstituentKind::Filter(Box::new(filter))
        };
        let mut constituent = Constituent { kind, span: start.to(self.last()) };
        let Some((low, high)) = self.path_wildcard() else { return Ok(constituent) };
        let place = self.last();
        if may_stand_still(&constituent) && high.is_none() {
            return self.fail(grammar::repeated_empty(place, constituent.span));
        }
        if is_wildcard(self.peek()) {
            let here = self.here();
            return self.fail(moves::two_wildcards(here, place));
        }
        self.tallest += 1;
        let kind = ConstituentKind::Repeat { of: Box::new(constituent), low, high };
        constituent = Constituent { kind, span: start.to(self.last()) };
        Ok(constituent)
    }

    /// The filters behind a dash, up to the next dash, wildcard or end, hold after its move.
    fn path_targets(&mut self, target: &mut Vec<Filter>) -> Parse<()> {
        while !self.at_close() && self.starts_filter() && !is_wildcard(self.peek()) {
            if matches!(self.peek(), Tok::Dash(_)) {
                return Ok(());
            }
            let (before, names, errors) = (self.at, self.scope.len(), self.diagnostics.len());
            let group = self.is_sign("(");
            let place = (self.call_number(), before);
            if group && self.groups.contains(&place) {
                return Ok(()); // read again because something around it was: trying anew each time would double the work
            }
            self.attempts += u32::from(group);
            let read = self.expr(level::OR);
            self.attempts -= u32::from(group);
            let other = match &read {
                Ok(filter) => matches!(super::dash::dash_of(filter).kind, Kind::Dash(_)) && !is_braces(filter),
                Err(Failed) => group && !self.abandoned,
            };
            if other {
                // It is the next move, or a group.
                self.groups.insert(place);
                self.at = before;
                self.scope.forget(names);
                self.diagnostics.truncate(errors);
                return Ok(());
            }
            target.push(read?);
        }
        Ok(())
    }

    /// Whether the parenthesis that is next groups constituents and is no part of a filter.
    fn is_path_group(&self) -> bool {
        let mut open = 0;
        for ahead in 0.. {
            match self.token(ahead).tok {
                Tok::Sign("(" | "{" | "[") => open += 1,
                Tok::Sign(")" | "}" | "]") => open -= 1,
                Tok::End => return true,
                _ => {}
            }
            if open == 0 {
                let next = self.token(ahead + 1);
                return match next.tok {
                    Tok::Dash(_) => next.spaced,
                    Tok::Word(word) => {
                        !matches!(word, "or" | "and" | "in" | "attacks" | "attack" | "attackedby" | "attacked")
                    }
                    Tok::Sign(sign) => {
                        matches!(
                            sign,
                            "(" | ")" | "{" | "}" | "*" | "+" | "?" | "{*}" | "{+}" | "." | "[]" | "~" | "#" | "]"
                        )
                    }
                    _ => true,
                };
            }
        }
        true
    }

    fn path_group(&mut self) -> Parse<Vec<Constituent>> {
        if self.depth >= self.limits.depth() {
            let here = self.here();
            return self.abandon(lexical::too_deep(here, self.limits.depth()));
        }
        self.depth += 1;
        let open = self.bump().span;
        let constituents = self.in_mode(PATH, |parser| parser.path_constituents());
        self.tallest += 2;
        self.depth -= 1;
        if constituents.is_err() {
            self.skip_to_close();
            self.eat_sign(")");
            return constituents;
        }
        self.close("(", open)?;
        let constituents = constituents?;
        if constituents.is_empty() {
            let span = open.to(self.last());
            return self.fail(grammar::no_constituents(span, "("));
        }
        Ok(constituents)
    }

    fn path_wildcard(&mut self) -> Option<(u32, Option<u32>)> {
        let counts = match self.peek() {
            Tok::Sign("*" | "{*}") => (0, None),
            Tok::Sign("+" | "{+}") => (1, None),
            Tok::Sign("?") => (0, Some(1)),
            Tok::Repeat(low, high) => (low, high),
            _ => return None,
        };
        self.bump();
        Some(counts)
    }
}

fn is_wildcard(tok: Tok<'_>) -> bool {
    matches!(tok, Tok::Sign("*" | "+" | "?" | "{*}" | "{+}") | Tok::Repeat(..))
}

fn is_braces(filter: &Filter) -> bool {
    matches!(filter.kind, Kind::Braces(_))
}

/// Whether a constituent can be passed without a move.
fn may_stand_still(constituent: &Constituent) -> bool {
    match &constituent.kind {
        ConstituentKind::Filter(filter) => !matches!(filter.kind, Kind::Dash(_)),
        ConstituentKind::Group(parts) => parts.iter().all(may_stand_still),
        ConstituentKind::Repeat { of, low, .. } => *low == 0 || may_stand_still(of),
    }
}

fn is_bound(tok: Tok<'_>) -> bool {
    matches!(tok, Tok::Integer(_) | Tok::Word("count"))
}
