//! The outline of a query: its filters as the text nests them, each with the probes that tell its truth
//! and its value at a position.
//!
//! The typed form cannot serve here: equal filters are one node there, conjuncts change places, and nothing has a place
//! in the text. So the outline is made of the syntax tree, and its filters are planned next to the query, as columns that
//! are selected are. Tests: `tests/engine/evaluation/why.rs`.

use super::filters_in;
use crate::ir::{CopiesLeft, TransformError, expand};
use crate::syntax::ast::{Binary, Constituent, ConstituentKind, Filter, Kind, Script, Sequence, Span, Type, Unary};
use crate::syntax::{Dialect, print_filter};
use std::collections::HashMap;

/// The greatest number of filters below conjuncts that have values of their own: transforms make many of them.
const MOST_OPERANDS: usize = 2000;

/// More alternatives or images than these are not told apart.
const MOST_ALTERNATIVES: usize = 1000;

/// More alternatives than these have no rows in the funnel.
const MOST_ROWS: usize = 32;

/// A query as it is explained.
#[derive(Debug, Default)]
pub struct Outline {
    /// The conjuncts of the body, in the order of the text.
    pub(crate) parts: Vec<Part>,
    /// The rows of the funnel, in the order in which they are shown.
    pub rows: Vec<Row>,
    /// The number of images, if the whole body is one transform: its rows are then those of an image.
    pub images: Option<usize>,
    /// The filters whose values are requested, by number. The names are not used.
    pub probes: Vec<(String, Filter)>,
}

/// A filter of the outline.
#[derive(Debug)]
pub(crate) struct Part {
    /// The filter as text that can be read again.
    pub(crate) text: String,
    pub(crate) span: Span,
    pub(crate) shape: Shape,
    /// The probe that says whether it matches; none where only its value counts.
    pub(crate) truth: Option<usize>,
    /// The probe of its value, if it has one in addition to its truth.
    pub(crate) value: Option<usize>,
    /// The filters that its value is made of, evaluated at the same position.
    pub(crate) operands: Vec<Part>,
    /// True if they are evaluated before the filter itself, which changes what they depend on.
    pub(crate) operands_first: bool,
    /// What it evaluates at the position that its first operand yields.
    pub(crate) there: Option<Box<Part>>,
    /// The constituents, if it is a sequence.
    pub(crate) constituents: Vec<String>,
    /// The row of its first constituent, if they have rows; those of the others follow.
    pub(crate) first_constituent: Option<usize>,
    /// If it is a transform, the number of the image that is as the text has it.
    pub(crate) as_written: Option<usize>,
    /// Its row in the funnel.
    pub(crate) row: Option<usize>,
}

/// The way in which the truth of a filter follows from filters inside it.
#[derive(Debug)]
pub(crate) enum Shape {
    /// It does not, or not simply.
    Leaf,
    /// All must match.
    All(Vec<Part>),
    /// One must match.
    Any(Vec<Part>),
    /// It must not match.
    Not(Box<Part>),
    /// One of the images of a transform must match.
    Images(Vec<Part>),
}

/// A row of the funnel.
#[derive(Clone, Debug)]
pub struct Row {
    /// The filter, as the query says it.
    pub text: String,
    /// Where it is in the text of the query.
    pub span: Span,
    /// How deeply it is nested.
    pub depth: usize,
    /// The row whose positions come to this one; none if all positions do.
    pub before: Option<usize>,
    /// True if it is one of several alternatives, so that nothing is lost there.
    pub alternative: bool,
}

impl Outline {
    /// The outline of a query that was read from a text; without `operands`, only tests have values, and with
    /// `constituents`, the constituents of sequences have rows.
    /// `None` if a transform cannot be expanded, or if it takes more bytes than there is `room` for.
    pub fn of(script: &Script, source: &str, (operands, constituents): (bool, bool), room: usize) -> Option<Outline> {
        let operands = if operands { MOST_OPERANDS } else { 0 };
        let copies = CopiesLeft::default();
        let mut builder = Builder { source, probes: Vec::new(), operands, transforms: HashMap::new(), room };
        let mut parts = Vec::new();
        for filter in script.header.filters.iter().chain(&script.body) {
            builder.note_transforms(filter, &copies).ok()?;
            let expanded = expand(filter, &copies, builder.room).ok()?.into_owned();
            builder.conjuncts(&expanded, false, &mut parts);
        }
        if builder.room == 0 {
            return None;
        }
        let mut rows = FunnelRows { rows: Vec::new(), constituents };
        let images = match parts.as_mut_slice() {
            [Part { shape: Shape::Images(images), as_written, .. }] if rows.has(images) => {
                rows.number_images(images, *as_written, (0, None));
                Some(images.len())
            }
            parts => {
                rows.number(parts);
                None
            }
        };
        Some(Outline { parts, rows: rows.rows, images, probes: builder.probes })
    }
}

impl Part {
    /// True if some filter inside it has a row of its own.
    pub(crate) fn has_inner_rows(&self) -> bool {
        match &self.shape {
            Shape::Leaf | Shape::Not(_) => false,
            Shape::All(parts) | Shape::Any(parts) | Shape::Images(parts) => {
                parts.iter().any(|part| part.row.is_some() || part.has_inner_rows())
            }
        }
    }
}

/// The rows of the funnel as they are made.
struct FunnelRows {
    rows: Vec<Row>,
    /// True if the constituents of sequences have rows.
    constituents: bool,
}

impl FunnelRows {
    /// Gives rows to conjuncts, and to the alternatives and images inside them.
    fn number(&mut self, parts: &mut [Part]) {
        let mut before = None;
        for part in parts {
            let row = self.add(part, (0, before));
            match &mut part.shape {
                Shape::Any(alternatives) if alternatives.len() <= MOST_ROWS => {
                    for alternative in alternatives {
                        let row = self.push(alternative, (1, before));
                        self.rows[row].alternative = true;
                    }
                }
                Shape::Images(images) if self.has(images) => {
                    self.number_images(images, part.as_written, (1, before));
                }
                _ => {}
            }
            before = Some(row);
        }
    }

    /// A row for a part, and those of its constituents.
    fn add(&mut self, part: &mut Part, (depth, before): (usize, Option<usize>)) -> usize {
        let row = self.push(part, (depth, before));
        if self.constituents && part.constituents.len() > 1 {
            part.first_constituent = Some(self.rows.len());
            let mut before = before;
            for (i, text) in part.constituents.iter().enumerate() {
                let (text, span) = (format!("{}. {text}", i + 1), part.span);
                self.rows.push(Row { text, span, depth: depth + 1, before, alternative: false });
                before = Some(self.rows.len() - 1);
            }
        }
        row
    }

    fn push(&mut self, part: &mut Part, (depth, before): (usize, Option<usize>)) -> usize {
        self.rows.push(Row { text: part.text.clone(), span: part.span, depth, before, alternative: false });
        part.row = Some(self.rows.len() - 1);
        self.rows.len() - 1
    }

    /// True if the images of a transform have equally many parts that are worth rows.
    fn has(&self, images: &[Part]) -> bool {
        let shape = |image: &Part| -> Vec<usize> {
            let parts = match &image.shape {
                Shape::All(parts) => parts.as_slice(),
                _ => std::slice::from_ref(image),
            };
            parts.iter().map(|part| part.constituents.len()).collect()
        };
        let shapes: Vec<Vec<usize>> = images.iter().map(shape).collect();
        let worthwhile = |first: &Vec<usize>| first.len() > 1 || self.constituents && first.iter().any(|&n| n > 1);
        shapes.first().is_some_and(worthwhile) && shapes.iter().all(|shape| Some(shape) == shapes.first())
    }

    /// The conjuncts of all images share their rows, which have the text of the image that is as the query has it.
    fn number_images(
        &mut self,
        images: &mut [Part],
        as_written: Option<usize>,
        (depth, before): (usize, Option<usize>),
    ) {
        let written = as_written.filter(|&image| image < images.len()).unwrap_or(0);
        let mut before = before;
        let mut given = Vec::new();
        for part in conjuncts_of(&mut images[written]) {
            let row = self.add(part, (depth, before));
            given.push((row, part.first_constituent));
            before = Some(row);
        }
        for image in images {
            for (part, &(row, constituents)) in conjuncts_of(image).iter_mut().zip(&given) {
                (part.row, part.first_constituent) = (Some(row), constituents);
            }
        }
    }
}

/// The conjuncts that an image consists of.
fn conjuncts_of(image: &mut Part) -> &mut [Part] {
    match image.shape {
        Shape::All(ref mut parts) => parts,
        _ => std::slice::from_mut(image),
    }
}

struct Builder<'s> {
    /// The text of the query.
    source: &'s str,
    probes: Vec<(String, Filter)>,
    /// The number of operands that may still be made.
    operands: usize,
    /// By place in the text: transforms as they are written, and what they are applied to.
    transforms: HashMap<Span, (String, Filter)>,
    /// The bytes that probes may still take; with none left, there is no outline.
    room: usize,
}

impl Builder<'_> {
    /// Notes the transforms in a filter, before they are expanded.
    fn note_transforms(&mut self, filter: &Filter, copies: &CopiesLeft) -> Result<(), TransformError> {
        if let Kind::Transform { body, .. } = &filter.kind {
            let written = one_line(&print_filter(filter, Dialect::Six));
            self.transforms.insert(filter.span, (written, expand(body, copies, self.room)?.into_owned()));
        }
        let mut result = Ok(());
        filter.for_each_part(&mut |part| {
            if result.is_ok() {
                result = self.note_transforms(part, copies);
            }
        });
        result
    }

    /// Adds the conjuncts that a filter stands for. `image`: it is in an image of a transform.
    fn conjuncts(&mut self, filter: &Filter, image: bool, out: &mut Vec<Part>) {
        match &filter.kind {
            Kind::Braces(parts) if !is_board(filter) => parts.iter().for_each(|part| self.conjuncts(part, image, out)),
            Kind::Binary(Binary::And, a, b) => {
                self.conjuncts(a, image, out);
                self.conjuncts(b, image, out);
            }
            Kind::Paren(inner) | Kind::NoTransform(inner) | Kind::Silent(inner) => self.conjuncts(inner, image, out),
            _ => out.push(self.test(filter, image)),
        }
    }

    /// A filter that is to match, as one part.
    fn group(&mut self, filter: &Filter, image: bool) -> Part {
        let mut parts = Vec::new();
        self.conjuncts(filter, image, &mut parts);
        if parts.len() == 1 {
            return parts.remove(0);
        }
        Part { truth: Some(self.truth(filter)), ..self.part(filter, image, Shape::All(parts)) }
    }

    /// A filter that is to match and is not a conjunction.
    fn test(&mut self, filter: &Filter, image: bool) -> Part {
        let shape = match &filter.kind {
            Kind::Binary(Binary::Or, ..) if filter.ty == Type::Logical => {
                let mut found = Vec::new();
                alternatives(filter, &mut found);
                match found.len() <= MOST_ALTERNATIVES {
                    true => Shape::Any(found.into_iter().map(|part| self.group(part, image)).collect()),
                    false => Shape::Leaf,
                }
            }
            Kind::Orbit { copies, range: None } if copies.len() <= MOST_ALTERNATIVES => {
                Shape::Images(copies.iter().map(|copy| self.group(copy, true)).collect())
            }
            // The complement of a set in dialect 5 is a negation where it is a test.
            Kind::Unary(Unary::Not, inner) => Shape::Not(Box::new(self.group(inner, image))),
            _ => Shape::Leaf,
        };
        let leaf = matches!(shape, Shape::Leaf);
        let known = self.transforms.get(&filter.span).filter(|_| matches!(filter.kind, Kind::Orbit { .. }));
        let transform = known.map(|(written, body)| {
            let as_written = match &filter.kind {
                Kind::Orbit { copies, .. } => copies.iter().position(|copy| copy == body),
                _ => None,
            };
            (if image { None } else { Some(written.clone()) }, as_written)
        });
        let mut part = Part { truth: Some(self.truth(filter)), ..self.part(filter, image, shape) };
        if let Some((written, as_written)) = transform {
            part.as_written = as_written;
            part.text = written.unwrap_or(part.text);
        }
        if leaf {
            let valued = filter.ty != Type::Logical && self.operands > 0;
            part.value = valued.then(|| self.probe(filter, |filter| filter));
            self.add_operands(filter, image, &mut part);
        }
        part
    }

    /// A filter whose value counts.
    fn operand(&mut self, filter: &Filter, image: bool) -> Option<Part> {
        let trivial = matches!(filter.kind, Kind::Integer(_) | Kind::Text(_) | Kind::All | Kind::NoSquares);
        if trivial || self.operands == 0 {
            return None;
        }
        self.operands -= 1;
        match &filter.kind {
            Kind::Paren(inner) | Kind::NoTransform(inner) => return self.operand(inner, image),
            _ if filter.ty == Type::Logical => return Some(self.group(filter, image)),
            _ => {}
        }
        let mut part = self.part(filter, image, Shape::Leaf);
        part.value = Some(self.probe(filter, |filter| filter));
        self.add_operands(filter, image, &mut part);
        Some(part)
    }

    /// The filters inside a filter that are evaluated at its own position, once.
    fn add_operands(&mut self, filter: &Filter, image: bool, part: &mut Part) {
        let mut parts: Vec<&Filter> = match &filter.kind {
            Kind::Call(call) => vec![&call.body],
            Kind::Slice { of, .. } => vec![of],
            Kind::Each(each) => each.domain.iter().map(|domain| &**domain).collect(),
            Kind::At(position, body) => {
                part.there = self.operand_or_group(body, image).map(Box::new);
                vec![position]
            }
            Kind::Sequence(sequence) => {
                part.constituents = flat(&sequence.constituents).into_iter().map(constituent_text).collect();
                return;
            }
            Kind::Path(path) => {
                part.constituents = flat(&path.constituents).into_iter().map(constituent_text).collect();
                return;
            }
            _ => Vec::new(),
        };
        if filter.kind.follows_from_parts() {
            filter.for_each_part(&mut |inner| parts.push(inner));
        }
        // The squares of a board are tests: each of them must hold something.
        let board = is_board(filter);
        part.operands = parts
            .into_iter()
            .filter_map(|inner| match board {
                true => Some(Part { truth: Some(self.truth(inner)), ..self.part(inner, image, Shape::Leaf) }),
                false => self.operand(inner, image),
            })
            .collect();
    }

    /// What comes after the colon of `parent:check`.
    fn operand_or_group(&mut self, filter: &Filter, image: bool) -> Option<Part> {
        if self.operands == 0 {
            return None;
        }
        self.operands -= 1;
        Some(self.group(filter, image))
    }

    /// A part without probes.
    fn part(&self, filter: &Filter, image: bool, shape: Shape) -> Part {
        let text = match is_board(filter) {
            _ if self.room == 0 => String::new(),
            true => {
                let written = self.source.get(filter.span.start as usize..filter.span.end as usize).unwrap_or("fen");
                if image { format!("an image of {written}") } else { written.to_owned() }
            }
            false => one_line(&print_filter(filter, Dialect::Six)),
        };
        Part {
            text,
            span: filter.span,
            shape,
            truth: None,
            value: None,
            operands: Vec::new(),
            operands_first: matches!(filter.kind, Kind::Assign(_)),
            there: None,
            constituents: Vec::new(),
            first_constituent: None,
            as_written: None,
            row: None,
        }
    }

    /// The probe for the truth of a filter, regardless of its type.
    fn truth(&mut self, filter: &Filter) -> usize {
        self.probe(filter, |filter| {
            let span = filter.span;
            Filter { kind: Kind::Braces(vec![filter]), span, ty: Type::Logical }
        })
    }

    fn probe(&mut self, filter: &Filter, made: impl FnOnce(Filter) -> Filter) -> usize {
        // The filter, then its text.
        let bytes = filters_in(filter) * (size_of::<Filter>() + 32);
        self.room = self.room.saturating_sub(bytes);
        if self.room > 0 {
            self.probes.push((String::new(), made(filter.clone())));
        }
        self.probes.len().saturating_sub(1)
    }
}

/// True if a filter is what `fen` has become: 64 squares at one place of the text.
fn is_board(filter: &Filter) -> bool {
    matches!(&filter.kind, Kind::Braces(parts) if parts.len() == 64 && parts.iter().all(|part| part.span == filter.span))
}

/// The sides of a run of `or`.
fn alternatives<'f>(filter: &'f Filter, out: &mut Vec<&'f Filter>) {
    match &filter.kind {
        Kind::Binary(Binary::Or, a, b) if filter.ty == Type::Logical => {
            alternatives(a, out);
            alternatives(b, out);
        }
        _ => out.push(filter),
    }
}

/// The constituents of a sequence; those of groups that are not repeated stand for themselves.
fn flat(constituents: &[Constituent]) -> Vec<&Constituent> {
    let mut all = Vec::new();
    for constituent in constituents {
        match &constituent.kind {
            ConstituentKind::Group(parts) => all.extend(flat(parts)),
            _ => all.push(constituent),
        }
    }
    all
}

fn constituent_text(constituent: &Constituent) -> String {
    let sequence = Sequence { constituents: vec![constituent.clone()], ..Sequence::default() };
    let filter = Filter { kind: Kind::Sequence(sequence), span: constituent.span, ty: Type::Number };
    let text = one_line(&print_filter(&filter, Dialect::Six));
    text.strip_prefix("next (").and_then(|text| text.strip_suffix(')')).map(str::to_owned).unwrap_or(text)
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
