//! `line`: constituents joined by arrows.

use super::beyond::{Choice, Within};
use crate::ast::{Binary, Constituent, ConstituentKind, Filter, Kind, Range, Sequence, SequenceForm, Span, Type};
use crate::errors::{grammar, lexical};
use crate::lex::Tok;
use crate::parse::range::After;
use crate::parse::{Mode, Parse, Parser, level};

/// The mode for the constituents of `line`.
const LINE: Mode = Mode { wild: false, line: true, items: false, path: false, colon: false };

impl Parser<'_> {
    /// `line 3 5 nestban --> A --> B`
    pub(super) fn line(&mut self) -> Parse {
        let start = self.bump().span;
        let mut sequence = Sequence { form: SequenceForm::Line, ..Sequence::default() };
        let choice = self.line_parameters(&mut sequence, start)?;
        let arrow = match self.peek() {
            Tok::Sign(sign @ ("-->" | "<--")) => sign,
            _ => {
                return self.fail(grammar::expected_arrow(self.here(), start, &self.found()));
            }
        };
        sequence.backward = arrow == "<--";
        if let Some((one, other, rule)) = line_conflict(&sequence) {
            return self.parameters_conflict("line", start, (one, other), rule);
        }
        let mode = Mode { colon: self.mode.colon || sequence.last_position, ..LINE };
        sequence.constituents = self.in_mode(mode, |parser| parser.arrowed(arrow))?;
        self.check_choice(&choice, &sequence.constituents)?;
        let ty = if sequence.last_position { Type::Position } else { Type::Number };
        Ok(self.make(Kind::Sequence(sequence), start, ty))
    }

    fn line_parameters(&mut self, sequence: &mut Sequence, start: Span) -> Parse<Choice> {
        let mut choice = Choice::default();
        loop {
            let here = self.here();
            if self.choice(&mut choice, "line", start)? {
                (sequence.shortest, sequence.almost) = (choice.shortest.is_some(), choice.most());
                continue;
            }
            let slot = match self.peek() {
                Tok::Word("nestban") => &mut sequence.nestban,
                Tok::Word("singlecolor") => &mut sequence.single_color,
                Tok::Word("firstmatch") => &mut sequence.first_match,
                Tok::Word("lastposition") => &mut sequence.last_position,
                Tok::Word("primary") => &mut sequence.primary,
                Tok::Word("secondary") => &mut sequence.secondary,
                Tok::Word("quiet") => &mut sequence.quiet,
                _ => match self.range(After::Argument)? {
                    Some(_) if sequence.range.is_some() => {
                        let first = self.given(start, |tok| matches!(tok, Tok::Integer(_) | Tok::Word("count")));
                        return self.fail(grammar::parameter_twice(here, "line", "range", first));
                    }
                    Some(range) => {
                        let range: Option<Range> = Some(range);
                        sequence.range = range;
                        continue;
                    }
                    None => return Ok(choice),
                },
            };
            // CQL 6.2 takes `lastposition` any number of times.
            if std::mem::replace(slot, true) && !self.is_word("lastposition") {
                return self.parameter_twice("line", start);
            }
            self.bump();
        }
    }

    /// `--> A --> B`, the first arrow being next.
    fn arrowed(&mut self, arrow: &str) -> Parse<Vec<Constituent>> {
        let mut constituents = Vec::new();
        let first = self.here();
        while self.eat_sign(arrow) {
            constituents.push(self.line_constituent(arrow)?);
        }
        if let Tok::Sign("-->" | "<--") = self.peek() {
            return self.fail(grammar::other_arrow(self.here(), arrow, first));
        }
        Ok(constituents)
    }

    fn line_constituent(&mut self, arrow: &str) -> Parse<Constituent> {
        let start = self.here();
        let Some(name) = self.constituent_name()? else { return self.repeated_of_line(arrow) };
        let of = Box::new(self.repeated_of_line(arrow)?);
        Ok(Constituent { kind: ConstituentKind::Named { name, of }, span: start.to(self.last()) })
    }

    /// A constituent without a name, with its wildcards.
    fn repeated_of_line(&mut self, arrow: &str) -> Parse<Constituent> {
        let start = self.here();
        let place = self.last();
        let kind = if self.is_sign("(") {
            ConstituentKind::Group(self.line_group(arrow)?)
        } else if self.at_combination() {
            self.combination(Within::Line(arrow))?
        } else {
            let filter = self.operand(level::OR, arrow, place)?;
            if is_arithmetic(&filter) {
                return self.fail(grammar::arithmetic_constituent(filter.span, self.source(filter.span), place));
            }
            ConstituentKind::Filter(Box::new(filter))
        };
        let mut constituent = Constituent { kind, span: start.to(self.last()) };
        while let Some((low, high)) = self.line_wildcard() {
            let place = self.last();
            let plus = matches!(constituent.kind, ConstituentKind::Repeat { low: 1, high: None, .. });
            let once = (low, high) == (1, None);
            let counted = !matches!((low, high), (0, None | Some(1)) | (1, None));
            if nullable(&constituent) || (plus && (once || counted)) {
                return self.fail(grammar::repeated_empty(place, constituent.span));
            }
            self.tallest += 1;
            let kind = ConstituentKind::Repeat { of: Box::new(constituent), low, high };
            constituent = Constituent { kind, span: start.to(self.last()) };
        }
        Ok(constituent)
    }

    pub(super) fn line_group(&mut self, arrow: &str) -> Parse<Vec<Constituent>> {
        if self.depth >= self.complaints.limits.depth() {
            return self.abandon(lexical::too_deep(self.here(), self.complaints.limits.depth()));
        }
        self.depth += 1;
        let open: Span = self.bump().span;
        let constituents = if self.at_close() {
            let span = open.to(self.here());
            self.fail(grammar::no_constituents(span, "("))
        } else {
            self.in_mode(LINE, |parser| {
                let mut constituents = vec![parser.line_constituent(arrow)?];
                constituents.extend(parser.arrowed(arrow)?);
                Ok(constituents)
            })
        };
        self.tallest += 2;
        self.depth -= 1;
        if constituents.is_err() {
            self.skip_to_close();
            self.eat_sign(")");
            return constituents;
        }
        self.close("(", open)?;
        constituents
    }

    fn line_wildcard(&mut self) -> Option<(u32, Option<u32>)> {
        // CQL 6.2 takes a bare sign after a dash for a wildcard only before more of the line or a bracket.
        let dash = self.at > 0 && matches!(self.tokens[self.at - 1].tok, Tok::Dash(_));
        let ended = self.ends_constituent(1) && !(dash && self.token(1).tok == Tok::End);
        if matches!(self.peek(), Tok::Sign("*" | "+")) && !ended { None } else { self.wildcard_taken() }
    }
}

fn line_conflict(sequence: &Sequence) -> Option<(&'static str, &'static str, &'static str)> {
    let forward = "a backward line has only one way to go, so parameters that choose between moves require `-->`";
    let flags = [
        (sequence.shortest && sequence.first_match, "shortest", "firstmatch", FIRST),
        (sequence.almost.is_some() && sequence.first_match, "almost", "firstmatch", FIRST),
        (sequence.primary && sequence.secondary, "primary", "secondary", "a move is either primary or secondary"),
        (sequence.nestban && sequence.backward, "nestban", "<--", "only forward lines can ban each other"),
        (sequence.primary && sequence.backward, "primary", "<--", forward),
        (sequence.secondary && sequence.backward, "secondary", "<--", forward),
    ];
    flags.into_iter().find(|(set, ..)| *set).map(|(_, one, other, rule)| (one, other, rule))
}

/// Why `firstmatch` does not go with the parameters that choose another match.
pub(super) const FIRST: &str =
    "`firstmatch` takes the first match that is found, whatever its length and its differences";

fn is_arithmetic(filter: &Filter) -> bool {
    match &filter.kind {
        Kind::Integer(_) => true,
        Kind::Variable(_) => filter.ty == Type::Number,
        Kind::Binary(op, ..) => {
            matches!(op, Binary::Add | Binary::Subtract | Binary::Multiply | Binary::Divide | Binary::Modulo)
        }
        _ => false,
    }
}

/// True if a constituent can match no position at all.
fn nullable(constituent: &Constituent) -> bool {
    constituent.may_be_empty(&|_| false)
}
