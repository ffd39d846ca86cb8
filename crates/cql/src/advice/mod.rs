//! Warnings about queries that are read without an error but can hardly mean what they say: filters that always match,
//! filters that can never match together, words that look like a phrase but are separate filters.
//!
//! Everything is decided on the syntax tree. A warning changes nothing in the query or its answer.
//!
//! The tree makes the warnings the same however a query is spelled, and tells whether the value of a filter is used. A
//! contradiction is reported only if there is a proof. Scripts for `tabiya cql` get no such warnings, because CQL gives
//! none.

mod bins;
mod contradictions;
mod designators;
mod endless;
pub(crate) mod misreadings;
mod phrases;
mod sequences;
mod transforms;

use crate::ast::{AssignOp, Binary, Constituent, ConstituentKind, Each, Filter, Kind, Script, Unary};
use crate::catalogue::{Op, Shorthand, TruthOp};
use crate::diagnostic::Diagnostic;
use crate::dialect::Dialect;
use crate::errors::{advice, grammar};
use crate::print::print_filter;
use misreadings::Numbers;
use sequences::Frame;
pub use transforms::beside;

/// After this many warnings no more are looked for: nobody reads them.
const MOST: usize = 1_000;

/// The warnings about a query, in the order of their places. `text`: the text that its places refer to; `variations`:
/// whether variations are searched. Takes time in proportion to the size of the query times the depth of its braces.
pub(super) fn warnings(script: &Script, text: &str, variations: bool) -> Vec<Diagnostic> {
    let mut advisor = Advisor { text, variations, found: Vec::new() };
    let body = FilterContext { used: false, certain: true, inner: false };
    advisor.list(&script.body, body);
    if let (Some(meant), Some(only)) = (misreadings::of_comment(&script.body, text), script.body.first()) {
        advisor.found.push(advice::comment_alone(only.span, &meant));
    }
    let mut found = advisor.found;
    found.sort_by_key(|one| one.span().start);
    // The body of a function is seen at each of its calls.
    found.dedup_by_key(|one| (one.code, one.span().start, one.span().end));
    found
}

/// The place of a filter in the query.
#[derive(Clone, Copy, Debug)]
struct FilterContext {
    /// The value of the filter is used by what is around it.
    used: bool,
    /// The query cannot match unless the filter does.
    certain: bool,
    /// The filter belongs to a conjunction that has been checked as a whole.
    inner: bool,
}

impl FilterContext {
    /// A filter whose value another filter takes.
    const VALUE: FilterContext = FilterContext { used: true, certain: false, inner: false };

    /// A filter that another filter asks only whether it matches, and that need not match.
    const TEST: FilterContext = FilterContext { used: false, certain: false, inner: false };

    /// A filter at another position that must match as well.
    fn elsewhere(self) -> FilterContext {
        FilterContext { used: false, inner: false, ..self }
    }
}

struct Advisor<'a> {
    text: &'a str,
    variations: bool,
    found: Vec<Diagnostic>,
}

impl Advisor<'_> {
    /// Filters that must all match at one position; the value of the last one is theirs.
    fn list(&mut self, filters: &[Filter], place: FilterContext) {
        if !place.inner {
            contradictions::find(filters, &mut self.found, MOST);
            designators::beside_initial(filters, &mut self.found);
        }
        let mut at = 0;
        while at < filters.len() && self.found.len() < MOST {
            let source =
                |end: &Filter| self.text.get(filters[at].span.start as usize..end.span.end as usize).unwrap_or("");
            let phrase = phrases::find(filters, at, self.text);
            let phrase = phrase.or_else(|| designators::phrase(&filters[at..], source(filters.get(at + 1)?)));
            self.found.extend(transforms::without_braces(&filters[at..], source(&filters[at])));
            if let Some((diagnostic, length)) = phrase.filter(|(_, length)| !place.used || at + length < filters.len())
            {
                self.found.push(diagnostic);
                at += length;
                continue;
            }
            let last = at + 1 == filters.len();
            let used = place.used && last;
            let filter = &filters[at];
            // Numbers among the filters of a list are reported by the parser, as the range of what comes before them.
            let is_number = matches!(filter.kind, Kind::Integer(_));
            // One warning is about a filter and the number after it.
            let before_number = filters.get(at + 1).is_some_and(|next| misreadings::constant(next).is_some());
            let is_range = misreadings::constant(filter).is_some();
            if !used && !is_number && (is_range || !before_number) {
                self.alone(filter, None, at.checked_sub(1).map(|before| &filters[before]));
            }
            self.visit(filter, FilterContext { used, inner: true, ..place });
            at += 1;
        }
    }

    /// Warns if a filter always matches. `left`: the filter to which `and` or `or` joins it; `before`: the filter before it
    /// in a list.
    fn alone(&mut self, filter: &Filter, left: Option<&Filter>, before: Option<&Filter>) {
        let inside = self.text.get(filter.span.start as usize..filter.span.end as usize).unwrap_or("");
        match &filter.kind {
            Kind::Text(text) => {
                let meant = left.or(before).and_then(|one| again(one, text));
                self.found.push(advice::text_alone(filter.span, meant));
            }
            Kind::Apply(Op::Shorthand(color @ (Shorthand::White | Shorthand::Black)), _) => {
                self.found.push(advice::color_alone(filter.span, *color == Shorthand::White));
            }
            kind if !matches!(kind, Kind::Integer(_))
                && let Some(number) = misreadings::constant(filter) =>
            {
                let meant = misreadings::of_constant(left.or(before), filter, inside);
                self.found.push(advice::constant_alone(filter.span, inside, number, meant));
            }
            _ if is_total_number(filter) => self.found.push(advice::number_alone(filter.span, inside)),
            Kind::Designator(_) => self.squares(filter),
            Kind::Assign(assign) if assign.op == AssignOp::Set && !self.is_read(&assign.name.text) => {
                if let Kind::Integer(_) | Kind::Text(_) = assign.value.kind {
                    self.found.push(advice::assigned_alone(filter.span, inside, &assign.name.text));
                }
            }
            Kind::Integer(number) => {
                let compared = left.and_then(|left| compared_again(left, *number));
                self.found.push(advice::integer_alone(filter.span, *number, compared));
            }
            _ => {}
        }
    }

    /// Warns if a filter only names squares.
    fn squares(&mut self, filter: &Filter) {
        if designators::is_squares(filter) {
            let text = self.text.get(filter.span.start as usize..filter.span.end as usize).unwrap_or("");
            self.found.push(advice::squares_alone(filter.span, text));
        }
    }

    /// True if a name stands at more than one place of the query.
    fn is_read(&self, name: &str) -> bool {
        let letter = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
        self.text.split(|c| !letter(c)).filter(|word| *word == name).nth(1).is_some()
    }

    /// Warns if braces whose value nothing takes end with a number: the parser cannot know that.
    fn last_number(&mut self, parts: &[Filter]) {
        let Some((Filter { kind: Kind::Integer(number), span, .. }, before)) = parts.split_last() else { return };
        let before = before.last();
        // Several numbers have been reported as one range.
        if before.is_some_and(|one| matches!(one.kind, Kind::Integer(_))) {
            return;
        }
        let text = self.text.get(span.start as usize..span.end as usize).unwrap_or("");
        let meant = before.zip(Numbers::of(&[*number]));
        let meant = meant.and_then(|(before, numbers)| misreadings::of_plain_numbers(before, numbers, text));
        self.found.push(grammar::number_alone(*span, text, false, meant));
    }

    /// An operand of `and`, `or` or `not`.
    fn operand(&mut self, filter: &Filter, left: Option<&Filter>, place: FilterContext) {
        self.alone(filter, left, None);
        self.visit(filter, place);
    }

    /// The parts of a filter.
    fn visit(&mut self, filter: &Filter, place: FilterContext) {
        if self.found.len() >= MOST {
            return;
        }
        match &filter.kind {
            Kind::Braces(parts) => {
                self.list(parts, place);
                if !place.used {
                    self.last_number(parts);
                }
            }
            Kind::Paren(part) => self.visit(part, place),
            Kind::Binary(Binary::And, left, right) => {
                if !place.inner {
                    contradictions::find(std::slice::from_ref(filter), &mut self.found, MOST);
                }
                let inside = FilterContext { used: false, inner: true, ..place };
                self.operand(left, None, inside);
                self.operand(right, Some(left), inside);
            }
            Kind::Binary(Binary::Or, left, right) => {
                self.operand(left, None, FilterContext::TEST);
                self.operand(right, Some(left), FilterContext::TEST);
            }
            Kind::Unary(Unary::Not, part) => {
                self.squares(part);
                self.operand(part, None, FilterContext::TEST);
            }
            Kind::If { test, then, otherwise } => {
                self.operand(test, None, FilterContext::TEST);
                for part in std::iter::once(then).chain(otherwise) {
                    self.visit(part, FilterContext { certain: false, inner: false, ..place });
                }
            }
            Kind::While { test, body } => {
                // Over the matches of a pattern a `while` ends by itself.
                if !matches!(test.kind, Kind::Regex { .. }) && endless::never_fails(test) {
                    self.found.push(advice::endless_while(test.span));
                }
                self.visit(test, FilterContext::TEST);
                self.visit(body, FilterContext::TEST);
            }
            Kind::Transform { body, .. } | Kind::NoTransform(body) | Kind::Silent(body) => {
                self.visit(body, FilterContext { inner: false, ..place });
            }
            Kind::At(position, part) => {
                self.visit(position, FilterContext::VALUE);
                self.visit(part, FilterContext { inner: false, ..place });
            }
            Kind::Sequence(sequence) => {
                let frame = Frame {
                    span: filter.span,
                    almost: sequence.almost,
                    ranged: sequence.range.is_some(),
                    alternates: !sequence.single_color,
                };
                sequences::find(&sequence.constituents, frame, &mut self.found);
                self.constituents(&sequence.constituents);
            }
            Kind::Path(path) => {
                if misreadings::has_no_move(&path.constituents) {
                    let meant = misreadings::of_squares(&path.constituents);
                    self.found.push(advice::path_without_move(filter.span, meant));
                }
                let frame = Frame {
                    span: filter.span,
                    almost: path.almost,
                    ranged: path.range.is_some(),
                    alternates: path.focus.is_none() && !path.single_color,
                };
                sequences::find(&path.constituents, frame, &mut self.found);
                self.constituents(&path.constituents);
            }
            Kind::Dash(dash) => {
                self.found.extend(designators::target(filter, dash));
                self.list(&dash.target, FilterContext { used: true, certain: false, inner: false });
            }
            Kind::Reach(reach) if reach.range.is_none() => self.operand(&reach.body, None, place.elsewhere()),
            Kind::Find(find) if find.range.is_none() => self.operand(&find.body, None, place.elsewhere()),
            Kind::Move(m) => {
                if let Some(target) = &m.target {
                    self.operand(target, None, FilterContext::TEST);
                }
                filter.for_each_part(&mut |part| {
                    if m.target.as_deref() != Some(part) {
                        self.visit(part, FilterContext::VALUE);
                    }
                });
            }
            Kind::Apply(op, _) if place.certain && !self.variations && is_in_variations(*op) => {
                self.found.push(advice::no_variations(filter.span, op.row().spelling));
            }
            _ => {
                self.found.extend(designators::never_equal(filter));
                self.found.extend(bins::uneven(filter));
                match &filter.kind {
                    Kind::Each(Each { body, .. }) => self.alone(body, None, None),
                    Kind::Apply(Op::Truth(TruthOp::Loop), body) => {
                        body.iter().for_each(|body| self.alone(body, None, None));
                    }
                    _ => {}
                }
                filter.for_each_part(&mut |part| self.visit(part, FilterContext::VALUE));
            }
        }
    }

    fn constituents<'c>(&mut self, constituents: impl IntoIterator<Item = &'c Constituent>) {
        for constituent in constituents {
            match &constituent.kind {
                ConstituentKind::Filter(filter) => self.visit(filter, FilterContext::TEST),
                _ => self.constituents(constituent.parts()),
            }
        }
    }
}

/// True if a word matches in variations only.
fn is_in_variations(op: Op) -> bool {
    matches!(op, Op::Truth(TruthOp::Secondary) | Op::Shorthand(Shorthand::Variation | Shorthand::BeginVariation))
}

/// True if a filter has a number, any number, at every position.
fn is_total_number(filter: &Filter) -> bool {
    use crate::catalogue::NumberOp::{Depth, GameNumber, MoveNumber, Ply, PositionId, Power, SideToMove};
    match &filter.kind {
        Kind::Unary(Unary::Count, _) => true,
        Kind::Paren(inner) | Kind::Unary(Unary::Negate, inner) => is_total_number(inner),
        Kind::Binary(Binary::Add | Binary::Subtract | Binary::Multiply, left, right) => {
            let total = |one: &Filter| misreadings::constant(one).is_some() || is_total_number(one);
            total(left) && total(right)
        }
        Kind::Apply(Op::Number(op), _) => {
            matches!(op, Ply | Depth | MoveNumber | PositionId | SideToMove | GameNumber | Power)
        }
        _ => false,
    }
}

/// The filter on the left with another text that is looked for: `player "A" and "B"`.
fn again(left: &Filter, text: &str) -> Option<String> {
    match &left.kind {
        Kind::GameText { field, search: Some(_) } => Some(format!("{} \"{text}\"", field.words())),
        Kind::GameText { field, search: None } => Some(format!("\"{text}\" in {}", field.words())),
        Kind::Binary(Binary::And | Binary::Or, first, right) => again(right, text).or_else(|| again(first, text)),
        Kind::Binary(Binary::Compare(compare), value, other) if matches!(other.kind, Kind::Text(_)) => {
            Some(format!("{} {} \"{text}\"", print_filter(value, Dialect::Six), compare.sign()))
        }
        _ => None,
    }
}

/// The comparison on the left with another number: `ply == 2 or 3`.
fn compared_again(left: &Filter, number: i64) -> Option<String> {
    match &left.kind {
        Kind::Binary(Binary::And | Binary::Or, first, right) => {
            compared_again(right, number).or_else(|| compared_again(first, number))
        }
        Kind::Binary(Binary::Compare(compare), value, other) if matches!(other.kind, Kind::Integer(_)) => {
            Some(format!("{} {} {number}", print_filter(value, Dialect::Six), compare.sign()))
        }
        _ => None,
    }
}
