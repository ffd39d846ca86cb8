//! `path`: moves and what holds between them.

use super::beyond::{Choice, Within};
use super::dash::{dash_of, is_move};
use super::line::FIRST;
use crate::ast::{Binary, Constituent, ConstituentKind, Filter, Focus, Kind, Path, Span, Type};
use crate::errors::{grammar, lexical, moves, sequences};
use crate::lex::Tok;
use crate::parse::range::After;
use crate::parse::{Failed, Mark, Mode, Parse, Parser, level};

/// The mode for the constituents of `path`.
const PATH: Mode = Mode { wild: true, line: false, items: false, path: true, colon: false };

impl Parser<'_> {
    /// `path 3 5 focus R (R-- check --)+`
    pub(super) fn path(&mut self) -> Parse {
        let start = self.bump().span;
        let mut path = Path::default();
        let mut choice = Choice::default();
        while self.choice(&mut choice, "path", start)? || self.path_parameter(&mut path, start)? {}
        (path.shortest, path.almost) = (choice.shortest.is_some(), choice.most());
        let span = start.to(self.last());
        self.check_path(&path, start)?;
        let mode = Mode { colon: self.mode.colon || path.last_position, ..PATH };
        path.constituents = self.in_mode(mode, |parser| parser.path_constituents())?;
        if self.peek() == Tok::EndPath {
            self.bump();
        }
        if path.constituents.is_empty() {
            return self.fail(grammar::no_constituents(span, "path"));
        }
        self.check_choice(&choice, &path.constituents)?;
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
                let (here, found) = (self.here(), self.found());
                let Tok::Text(text) = self.peek() else {
                    return self.fail(grammar::expected_text(here, "title", word, &found));
                };
                if text.is_empty() {
                    return self.fail(grammar::expected_text(here, "title", word, "an empty text"));
                }
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
            // `max(a b)` at the place of a parameter is also one: the value of the best path is the greatest.
            Tok::Word("max") if path.max.is_none() => {
                let word = self.bump().span;
                path.max = Some(Box::new(self.in_mode(Mode::default(), |p| p.number_operand(level::OR, word))?));
                return Ok(true);
            }
            Tok::Word("title" | "focus" | "max") => {
                return self.parameter_twice("path", start);
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
            return self.parameter_twice("path", start);
        }
        self.bump();
        Ok(true)
    }

    /// Complains about parameters that do not go together.
    fn check_path(&mut self, path: &Path, start: Span) -> Parse<()> {
        let focused = path.focus.is_some();
        let only_first = "with a focus, moves of other pieces are skipped, also in variations";
        let best = "`max` and `keepallbest` choose among the matches themselves";
        let conflicts = [
            (path.shortest && path.first_match, "shortest", "firstmatch", FIRST),
            (path.almost.is_some() && path.first_match, "almost", "firstmatch", FIRST),
            (path.shortest && path.max.is_some(), "shortest", "max", best),
            (path.almost.is_some() && path.max.is_some(), "almost", "max", best),
            (path.shortest && path.keep_all_best, "shortest", "keepallbest", best),
            (path.almost.is_some() && path.keep_all_best, "almost", "keepallbest", best),
            (path.primary && focused, "primary", "focus", only_first),
            (
                path.single_color && focused,
                "singlecolor",
                "focus",
                "`singlecolor` is a focus on the pieces of the side to move",
            ),
            (path.primary && path.single_color, "primary", "singlecolor", only_first),
        ];
        if let Some(&(_, one, other, rule)) = conflicts.iter().find(|(conflict, ..)| *conflict) {
            return self.parameters_conflict("path", start, (one, other), rule);
        }
        if path.piece_path && !focused {
            let parameter = self.given(start, |tok| tok == Tok::Word("piecepath"));
            return self.fail(moves::needs_focus(parameter, start));
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
        let mut next = None;
        while next.is_some()
            || !self.path_ends()
                && (self.starts_filter()
                    || self.at_constituent_name()
                    || self.at_combination()
                    || self.repeats().is_some())
        {
            match self.path_constituent(&mut next)? {
                Some(constituent) => constituents.push(constituent),
                None => break,
            }
        }
        Ok(constituents)
    }

    /// True if the path cannot continue: at an end, or at the variable that the path is the first value of.
    fn path_ends(&self) -> bool {
        let own =
            |word: &str| self.assigning.iter().any(|name| name == self.actual(word)) && self.known(word).is_none();
        match self.peek() {
            Tok::Word(word) if own(word) => !self.assigns(1) && !self.loops(1),
            _ => self.at_close(),
        }
    }

    /// A constituent; none where CQL 6.2 ends the path. `move_read`: a move with which it begins, if that was read.
    fn path_constituent(&mut self, move_read: &mut Option<Filter>) -> Parse<Option<Constituent>> {
        let start = self.here();
        let name = if move_read.is_none() { self.constituent_name()? } else { None };
        let Some(constituent) = self.unnamed_path_constituent(move_read)? else { return Ok(None) };
        let Some(name) = name else { return Ok(Some(constituent)) };
        if matches!(&constituent.kind, ConstituentKind::Filter(filter) if !matches!(filter.kind, Kind::Dash(_))) {
            return self.fail(sequences::named_test(constituent.span, name.span));
        }
        let span = start.to(constituent.span);
        Ok(Some(Constituent { kind: ConstituentKind::Named { name, of: Box::new(constituent) }, span }))
    }

    fn unnamed_path_constituent(&mut self, move_read: &mut Option<Filter>) -> Parse<Option<Constituent>> {
        let start = move_read.as_ref().map_or(self.here(), |read| read.span);
        if move_read.is_none() && self.repeats().is_some() {
            let text = self.source(start);
            return self.fail(grammar::stray_wildcard(start, text));
        }
        let kind = if move_read.is_none() && self.is_sign("(") {
            ConstituentKind::Group(self.path_group()?)
        } else if move_read.is_none() && self.at_combination() {
            self.combination(Within::Path)?
        } else {
            let before = self.mark();
            let filter = match move_read.take() {
                Some(read) => read,
                None => self.path_filter()?,
            };
            // The targets of a move that was read as a filter are all in parentheses.
            if let Kind::Dash(dash) = &inside(&filter).kind {
                self.check_targets(&dash.target, filter.span)?;
            }
            match filter.kind {
                Kind::Dash(_) => {
                    let mut filter = filter;
                    if let Kind::Dash(dash) = &mut filter.kind {
                        *move_read = self.path_targets(&mut dash.target)?;
                        filter.ty = dash.target.last().map_or(Type::Logical, |last| last.ty);
                    }
                    filter.span = start.to(move_read.as_ref().map_or(self.last(), |next| self.before(next.span)));
                    ConstituentKind::Filter(Box::new(filter))
                }
                Kind::Paren(inner) if matches!(inner.kind, Kind::Dash(_)) => {
                    let span = inner.span;
                    ConstituentKind::Group(vec![Constituent { kind: ConstituentKind::Filter(inner), span }])
                }
                _ if self.braced_move(&filter, before)? => return Ok(None),
                _ => {
                    self.check_difference(&filter)?;
                    if self.repeats().is_some() {
                        return self.fail(moves::wildcard_without_move(self.here(), filter.span));
                    }
                    ConstituentKind::Filter(Box::new(filter))
                }
            }
        };
        if move_read.is_some() {
            let end = move_read.as_ref().map_or(self.last(), |next| self.before(next.span));
            return Ok(Some(Constituent { kind, span: start.to(end) }));
        }
        self.path_repetition(Constituent { kind, span: start.to(self.last()) }).map(Some)
    }

    /// The wildcard of a constituent, if one follows.
    fn path_repetition(&mut self, constituent: Constituent) -> Parse<Constituent> {
        let Some((low, high)) = self.wildcard_taken() else { return Ok(constituent) };
        let place = self.last();
        if may_stand_still(&constituent) && high.is_none() {
            return self.fail(grammar::repeated_empty(place, constituent.span));
        }
        if self.repeats().is_some() {
            return self.fail(moves::two_wildcards(self.here(), place));
        }
        self.tallest += 1;
        let span = constituent.span.to(self.last());
        Ok(Constituent { kind: ConstituentKind::Repeat { of: Box::new(constituent), low, high }, span })
    }

    /// A move without its targets, or one complete filter.
    fn path_filter(&mut self) -> Parse {
        self.path_start = Some(self.at);
        let outer = self.path_depth.replace(self.depth + 1);
        let filter = self.expr_or_move(level::OR, true);
        self.path_depth = outer;
        filter
    }

    /// The filters after a dash, up to the next dash, wildcard or end, hold after its move. Gives the next move, if it
    /// was read in their place.
    fn path_targets(&mut self, target: &mut Vec<Filter>) -> Parse<Option<Filter>> {
        while !self.path_ends() && self.starts_filter() && self.repeats().is_none() {
            let before = self.mark();
            let open = self.is_sign("(");
            let place = (self.call_number(), self.at);
            if open && self.groups.contains(&place) {
                return Ok(None); // read again because something around it was: trying again each time would double the work
            }
            self.complaints.attempts += u32::from(open);
            let read = if open && !self.token(0).spaced && target.is_empty() {
                self.glued_target(target)
            } else {
                self.expr_or_move(level::OR, true).map(Some)
            };
            self.complaints.attempts -= u32::from(open);
            let read = match read {
                Ok(Some(read)) => read,
                Ok(None) => continue,
                // Parentheses that do not hold a filter are a group.
                Err(Failed) if open && self.tokens[before.at].spaced && !self.complaints.abandoned => {
                    self.rewind(before);
                    self.groups.insert(place);
                    return Ok(None);
                }
                Err(Failed) => return Err(Failed),
            };
            // With an operator after it, a move is part of a test.
            let filter = if matches!(read.kind, Kind::Dash(_)) { self.operators_again(read)? } else { read };
            match &filter.kind {
                Kind::Dash(_) => return Ok(Some(filter)),
                Kind::Paren(inner) if matches!(inner.kind, Kind::Dash(_)) => return Ok(Some(filter)),
                _ if is_move(&filter) => {
                    self.rewind(before);
                    return Ok(None);
                }
                _ => {
                    self.check_difference(&filter)?;
                    target.push(filter);
                }
            }
        }
        Ok(None)
    }

    /// Rejects a difference as a constituent: its sign looks like a move.
    fn check_difference(&mut self, filter: &Filter) -> Parse<()> {
        let mut bare = filter;
        loop {
            bare = match &bare.kind {
                Kind::Paren(inner) => inner,
                Kind::Braces(parts) if parts.len() == 1 => &parts[0],
                Kind::Binary(Binary::Subtract, ..) => return self.fail(moves::difference_in_path(filter.span)),
                _ => return Ok(()),
            };
        }
    }

    /// `(F)` directly after a dash: `F`, and with it the operators after the parenthesis. None if there is no operator
    /// after it.
    fn glued_target(&mut self, target: &mut Vec<Filter>) -> Parse<Option<Filter>> {
        let (start, dash) = (self.here(), self.last());
        // A level of its own: the frames of a path are large.
        self.depth += 1;
        let filters = self.dash_target(dash);
        self.depth -= 1;
        let mut filters = filters?;
        self.check_targets(&filters, dash)?;
        let Some(only) = filters.pop() else { return Err(Failed) };
        let ty = only.ty;
        let parenthesis = self.make(Kind::Paren(Box::new(only)), start, ty);
        let filter = self.operators_again(parenthesis)?;
        match filter.kind {
            Kind::Paren(inner) if !is_move(&inner) => {
                target.push(*inner);
                Ok(None)
            }
            _ => Ok(Some(filter)),
        }
    }

    /// Rejects several filters in the parentheses after a dash.
    fn check_targets(&mut self, filters: &[Filter], dash: Span) -> Parse<()> {
        let [first, .., last] = filters else { return Ok(()) };
        let span = first.span.to(last.span);
        let inside = self.source(span);
        self.fail(moves::several_targets(span, inside, dash))
    }

    /// Checks a move in braces, which is an error unless the text is read as CQL 6.2 reads it. True if the path ends
    /// before it.
    fn braced_move(&mut self, filter: &Filter, before: Mark) -> Parse<bool> {
        if !is_move(filter) || matches!(filter.kind, Kind::Dash(_)) {
            return Ok(false);
        }
        let text = self.source(dash_of(filter).span);
        if !self.drop_in {
            return self.fail(moves::braced_move(filter.span, text));
        }
        self.rewind(before);
        self.report(moves::path_ends_at_braces(filter.span, text));
        Ok(true)
    }

    pub(super) fn path_group(&mut self) -> Parse<Vec<Constituent>> {
        if self.depth >= self.complaints.limits.depth() {
            return self.abandon(lexical::too_deep(self.here(), self.complaints.limits.depth()));
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
}

/// A filter without the parentheses around it.
fn inside(filter: &Filter) -> &Filter {
    if let Kind::Paren(inner) = &filter.kind { inner } else { filter }
}

/// True if a constituent can be passed without a move.
fn may_stand_still(constituent: &Constituent) -> bool {
    constituent.may_be_empty(&|filter| !matches!(filter.kind, Kind::Dash(_)))
}

fn is_bound(tok: Tok<'_>) -> bool {
    matches!(tok, Tok::Integer(_) | Tok::Word("count"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dialect::Dialect;
    use crate::scope::Scope;

    /// Each `path` is read twice in vain, as a filter and as a group. Repeating this at each level would take 2 to the power
    /// of the levels.
    #[test]
    fn groups_of_paths_in_paths_are_tried_once() {
        let taken = |levels| {
            let text = "path -- (".repeat(levels) + "xx" + &")".repeat(levels);
            let (tokens, _) = crate::lex::lex(&text, Dialect::Six);
            let mut parser = Parser::new(&text, tokens, Dialect::Six, Scope::default());
            assert!(parser.script(false).is_none());
            parser.cursor.taken
        };
        let (few, many) = (taken(8), taken(16));
        assert!(many > 16 * 4 && many < 5 * few, "{few} tokens are taken at 8 levels, {many} at 16");
    }
}
