//! Transforms: each stands for its orbit, the distinct images of its argument under a family of symmetries.
//!
//! A transform works on the query, not on the board: designators, directions, colours, shades and the signs of what counts for White are rewritten,
//! everything else is copied. Expansion goes from the inside out, so that inner symmetries act first:
//!
//! `flip Ka1`                -> copies `Ka1`, `Ka8`, `Kh1`, `Kh8`
//! `flipcolor {wtm check}`   -> copies `{wtm check}`, `{btm check}`
//! `flip shift {ka1 Kc1}`    -> one orbit of all products
//! `flip count [Rr]a1`       -> the same copies, counted
//!
//! This happens in the syntax tree, before lowering, where the copies can be compared and sorted as trees; hash-consing
//! then shares what they have in common. The copies are compared part by part in the order of the tree, in which the
//! body of a loop comes before its domain: among equal squares white pieces come first, but player Black and tag Black.
//!
//! Transforms inside transforms and calls inside function bodies multiply, so one outermost filter may expand to a
//! million filters and a whole query to twenty million; calls are limited in the same way.

use super::fen_pattern::pattern_filters;
use crate::chess::geometry::{Dihedral, map_directions, shift};
use crate::chess::{Bitboard, Color};
use crate::limits::LESS;
use crate::syntax::ast::{Designator, Family, Filter, GameText, Kind, Pieces, Span, TransformNames, Unary};
use crate::syntax::catalogue::{Exchange, Exchanged, Op, Shorthand};
use indexmap::IndexSet;
use std::borrow::Cow;
use std::cell::Cell;

/// The reason why a transform cannot be expanded.
#[derive(Debug)]
pub(crate) struct TransformError {
    pub(crate) span: Span,
    pub(crate) code: &'static str,
    pub(crate) message: &'static str,
    pub(crate) help: &'static str,
}

impl TransformError {
    fn stop(span: Span, message: &'static str, help: &'static str) -> Stop {
        Stop::Error(TransformError { span, code: "transform", message, help })
    }
}

/// One symmetry.
#[derive(Clone, Copy, Debug)]
enum Symmetry {
    Dihedral(Dihedral),
    /// Exchange of colours with a mirror of the ranks.
    Color,
    Shift(i32, i32),
    /// Directions turned this many times by 45 degrees.
    Turn(u32),
}

/// The reason why there is no image.
enum Stop {
    /// A designator has lost all its squares.
    Lost,
    Error(TransformError),
}

/// The greatest number of filters in all copies of one outermost filter. Transforms inside transforms multiply.
const MAX_COPIED: usize = 1_000_000;

/// The greatest number of filters in all copies of a whole query: some seconds, and some hundred megabytes.
const MAX_COPIED_IN_ALL: usize = 20_000_000;

/// The number of filters that may still be copied in a query.
#[derive(Debug)]
pub(crate) struct CopiesLeft(Cell<usize>);

impl Default for CopiesLeft {
    fn default() -> CopiesLeft {
        CopiesLeft(Cell::new(MAX_COPIED_IN_ALL))
    }
}

impl CopiesLeft {
    pub(crate) fn left(&self) -> usize {
        self.0.get()
    }
}

/// The bytes of a filter that is copied, with its place in lists.
pub(crate) const COPY_BYTES: usize = size_of::<Filter>() + 32;

/// The filter with every transform as an [`Kind::Orbit`]; itself where it has none. `room`: the bytes that all copies may
/// take.
pub(crate) fn expand<'f>(
    filter: &'f Filter,
    in_all: &CopiesLeft,
    room: usize,
) -> Result<Cow<'f, Filter>, TransformError> {
    let grows = |part: &Filter| {
        matches!(part.kind, Kind::Transform { .. } | Kind::Apply(Op::Shorthand(Shorthand::FenPattern), _))
    };
    if !filter.any_part(&mut |part| grows(part)) {
        return Ok(Cow::Borrowed(filter));
    }
    let fitting = room / COPY_BYTES;
    let most = in_all.left().min(MAX_COPIED).min(fitting);
    let left = Cell::new(most);
    let mut expanded = filter.clone();
    let result = expand_part(&mut expanded, &left).map_err(|error| match left.get() {
        0 if most == fitting => TransformError {
            code: "compiled-limit",
            message: "the transformed filters take more bytes than a query may be compiled to",
            help: LESS,
            ..error
        },
        0 if most < MAX_COPIED => TransformError {
            message: "the transforms of the query multiply to more than twenty million filters",
            help: "split the query into several",
            ..error
        },
        _ => error,
    });
    in_all.0.set(in_all.0.get() - (most - left.get()));
    result.map(|()| Cow::Owned(expanded))
}

/// `left`: how many filters may still be copied.
fn expand_part(filter: &mut Filter, left: &Cell<usize>) -> Result<(), TransformError> {
    if let Some(pattern) = filter.literal_after(Shorthand::FenPattern) {
        let (message, help) = ("this is no board: 64 squares are needed", "ranks go from 8 to 1, separated by `/`");
        let error = TransformError { span: filter.span, code: "transform", message, help };
        *filter = pattern_filters(pattern, filter.span).ok_or(error)?;
        return Ok(());
    }
    filter.try_change_parts(&mut |part| expand_part(part, left))?;
    if let Kind::Transform { family, range, body } = &filter.kind {
        let body = std::slice::from_ref(&**body);
        let (bodies, range) = match (&direct(&body[0]).kind, range) {
            (Kind::Orbit { copies, range }, None) => (copies.as_slice(), range),
            _ => (body, range),
        };
        filter.kind = Kind::Orbit { copies: orbit(&symmetries(*family), bodies, left)?, range: range.clone() };
    }
    Ok(())
}

/// The filter inside redundant braces and parentheses.
fn direct(filter: &Filter) -> &Filter {
    match &filter.kind {
        Kind::Paren(inner) => direct(inner),
        Kind::Braces(parts) if parts.len() == 1 => direct(&parts[0]),
        _ => filter,
    }
}

/// All distinct images, earliest first kept, in sorted order.
fn orbit(symmetries: &[Symmetry], bodies: &[Filter], left: &Cell<usize>) -> Result<Vec<Filter>, TransformError> {
    let mut copies = IndexSet::new();
    for symmetry in symmetries {
        for body in bodies {
            let mut copy = body.clone();
            match symmetry.apply(&mut copy, left) {
                Ok(()) => _ = copies.insert(copy),
                Err(Stop::Lost) => {}
                Err(Stop::Error(error)) => return Err(error),
            }
        }
    }
    let mut copies: Vec<Filter> = copies.into_iter().collect();
    copies.sort_by_cached_key(sort_key);
    Ok(copies)
}

fn symmetries(family: Family) -> Vec<Symmetry> {
    use Dihedral::{Clockwise, CounterClockwise, Files, HalfTurn, Identity, Ranks};
    let identity = Symmetry::Dihedral(Identity);
    let dihedral = |list: &[Dihedral]| list.iter().copied().map(Symmetry::Dihedral).collect();
    let offsets = || (-7..=7).filter(|&d| d != 0);
    match family {
        Family::FlipColor => vec![identity, Symmetry::Color],
        Family::ReverseColor => vec![Symmetry::Color],
        Family::FlipHorizontal => dihedral(&[Identity, Ranks]),
        Family::FlipVertical => dihedral(&[Identity, Files]),
        Family::Flip => dihedral(&Dihedral::ALL),
        Family::Rotate90 => dihedral(&[Identity, CounterClockwise, HalfTurn, Clockwise]),
        Family::Rotate45 => (0..8).map(Symmetry::Turn).collect(),
        Family::ShiftHorizontal => [identity].into_iter().chain(offsets().map(|d| Symmetry::Shift(d, 0))).collect(),
        Family::ShiftVertical => [identity].into_iter().chain(offsets().map(|d| Symmetry::Shift(0, d))).collect(),
        Family::Shift => {
            let all = (-7..=7).flat_map(|dx| (-7..=7).map(move |dy| (dx, dy)));
            let moved = all.filter(|&d| d != (0, 0)).map(|(dx, dy)| Symmetry::Shift(dx, dy));
            [identity].into_iter().chain(moved).collect()
        }
    }
}

impl Symmetry {
    /// Makes the image of a filter of it. `left`: how many filters may still be copied.
    fn apply(&self, filter: &mut Filter, left: &Cell<usize>) -> Result<(), Stop> {
        // A filter with long texts or names counts more.
        let size = 1 + (filter.span.end - filter.span.start) as usize / 512;
        let Some(less) = left.get().checked_sub(size) else {
            left.set(0);
            let message = "transforms multiply here to more than a million filters";
            let help =
                "rule: a transform inside another is made for each transformed filter of that; remove some of them";
            return Err(TransformError::stop(filter.span, message, help));
        };
        left.set(less);
        let span = filter.span;
        if let Some(negated) = negated(filter).filter(|_| self.is_color()) {
            *filter = negated;
            return Ok(());
        }
        match &mut filter.kind {
            Kind::NoTransform(_) => return Ok(()),
            Kind::Designator(designator) => *designator = self.designator(*designator, span)?,
            Kind::Direction { mask, .. } | Kind::Ray { mask, .. } => *mask = self.directions(*mask),
            Kind::Apply(Op::Shorthand(Shorthand::CurrentTransform), _) => {
                filter.kind = Kind::TransformNames(TransformNames(self.name().into_iter().collect()));
            }
            Kind::Apply(op, _) => *op = self.operation(*op, span)?,
            Kind::TransformNames(TransformNames(inner)) => inner.splice(0..0, self.name()).for_each(drop),
            Kind::GameText { field: GameText::Player(Some(color)), .. } => *color = self.color(*color),
            Kind::GameText { field: GameText::Tag(name), .. } => self.tag(name),
            // Nothing else holds what a symmetry changes, but in its parts.
            _ => {}
        }
        filter.try_change_parts(&mut |part| self.apply(part, left))?;
        if let Kind::Orbit { copies, .. } = &mut filter.kind {
            *copies = copies.drain(..).collect::<IndexSet<Filter>>().into_iter().collect();
            copies.sort_by_cached_key(sort_key);
        }
        Ok(())
    }

    /// The name that `currenttransform` gives it; none for the identity.
    fn name(&self) -> Option<String> {
        let step = |steps: i32, more: &str, less: &str| match steps {
            0 => None,
            _ => Some(format!("{}^{}", if steps > 0 { more } else { less }, steps.abs())),
        };
        match *self {
            Symmetry::Dihedral(symmetry) => dihedral_name(symmetry).map(str::to_owned),
            Symmetry::Color => Some("invertcolor reflect_h".into()),
            Symmetry::Shift(dx, dy) => {
                let steps: Vec<String> =
                    [step(dx, "right", "left"), step(dy, "up", "down")].into_iter().flatten().collect();
                (!steps.is_empty()).then(|| steps.join(" "))
            }
            Symmetry::Turn(0) => None,
            Symmetry::Turn(steps) => Some(format!("rotate45^{steps}")),
        }
    }

    fn is_color(&self) -> bool {
        matches!(self, Symmetry::Color)
    }

    fn color(&self, color: Color) -> Color {
        if self.is_color() { !color } else { color }
    }

    /// The operation that it makes of one: another where colours or shades are exchanged, if that has a counterpart.
    fn operation(&self, op: Op, span: Span) -> Result<Op, Stop> {
        let exchanged = match op.row().counterpart.map(|counterpart| counterpart.exchange) {
            None => false,
            Some(Exchange::Colors) => self.is_color(),
            Some(Exchange::Shades) => self.swaps_shades(span)?,
        };
        Ok(if exchanged { op.counterpart().unwrap_or(op) } else { op })
    }

    /// The tag of the other player, where colours are exchanged.
    fn tag(&self, name: &mut String) {
        if self.is_color() {
            let exchanged = |from, to| name.strip_prefix(from).map(|rest| format!("{to}{rest}"));
            let other = exchanged("White", "Black").or_else(|| exchanged("Black", "White"));
            if let Some(other) = other {
                *name = other;
            }
        }
    }

    fn designator(&self, d: Designator, span: Span) -> Result<Designator, Stop> {
        let (pieces, squares) = match *self {
            Symmetry::Dihedral(symmetry) => (d.pieces, symmetry.apply(d.squares)),
            Symmetry::Color => (exchange(d.pieces), d.squares.flip_vertical()),
            Symmetry::Shift(dx, dy) => (d.pieces, shift(d.squares, dx, dy)),
            Symmetry::Turn(_) if d.squares == Bitboard::FULL || d.squares.is_empty() => (d.pieces, d.squares),
            Symmetry::Turn(_) => {
                let message = "`rotate45` cannot be applied to particular squares";
                let help = "rule: it turns directions; squares inside it are the whole board, or under `notransform`";
                return Err(TransformError::stop(span, message, help));
            }
        };
        if squares.is_empty() && !d.squares.is_empty() {
            return Err(Stop::Lost);
        }
        Ok(Designator { pieces, squares })
    }

    fn directions(&self, mask: u8) -> u8 {
        match *self {
            Symmetry::Dihedral(symmetry) => map_directions(mask, |d| symmetry.apply_step(d)),
            Symmetry::Color => map_directions(mask, |d| Dihedral::Ranks.apply_step(d)),
            Symmetry::Shift(..) => mask,
            Symmetry::Turn(n) => mask.rotate_left(n),
        }
    }

    /// True if light squares become dark ones.
    fn swaps_shades(&self, span: Span) -> Result<bool, Stop> {
        Ok(match *self {
            Symmetry::Dihedral(symmetry) => symmetry.swaps_shades(),
            Symmetry::Color => true,
            Symmetry::Shift(dx, dy) => (dx + dy) % 2 != 0,
            Symmetry::Turn(0) => false,
            Symmetry::Turn(_) => {
                let message = "`rotate45` leaves no light and dark squares";
                let help = "rule: it turns directions; `light` and `dark` stand outside it, or under `notransform`";
                return Err(TransformError::stop(span, message, help));
            }
        })
    }
}

/// The filter with the other sign, if it is a number that counts for White.
fn negated(filter: &Filter) -> Option<Filter> {
    let counts_for_white = |filter: &Filter| filter.exchanged() == Exchanged::Negated;
    match &filter.kind {
        Kind::Unary(Unary::Negate, number) if counts_for_white(number) => Some((**number).clone()),
        _ if counts_for_white(filter) => Some(Filter {
            kind: Kind::Unary(Unary::Negate, Box::new(filter.clone())),
            span: filter.span,
            ty: filter.ty,
        }),
        _ => None,
    }
}

fn dihedral_name(symmetry: Dihedral) -> Option<&'static str> {
    Some(match symmetry {
        Dihedral::Identity => return None,
        Dihedral::Ranks => "reflect_h",
        Dihedral::Files => "reflect_v",
        Dihedral::HalfTurn => "rotate180",
        Dihedral::CounterClockwise => "counterclockwise90",
        Dihedral::Clockwise => "clockwise90",
        Dihedral::DiagonalA1H8 => "reflect_a1h8",
        Dihedral::DiagonalA8H1 => "reflect_a8h1",
    })
}

/// White pieces become black ones and the reverse.
fn exchange(pieces: Pieces) -> Pieces {
    let bits = pieces.0;
    Pieces((bits & Pieces::EMPTY_SQUARE.0) | ((bits & Pieces::WHITE.0) << 6) | ((bits & Pieces::BLACK.0) >> 6))
}

/// The order in which copies are tried: lexicographic over the parts that symmetries change, in tree order.
/// Designators by squares, then contents (white pieces first); directions by (file step, rank step); White to move and
/// White first, but of players and tags Black; light last. The body of a loop comes before its domain.
fn sort_key(filter: &Filter) -> Vec<u64> {
    let mut key = Vec::new();
    collect_key(filter, &mut key);
    key
}

fn collect_key(filter: &Filter, key: &mut Vec<u64>) {
    match &filter.kind {
        Kind::Designator(d) => {
            let whole = |side: Pieces| d.pieces.0 & side.0 == side.0;
            let (white, black) = (whole(Pieces::WHITE), whole(Pieces::BLACK));
            key.extend([d.squares.0, u64::from(white), u64::from(black)]);
            // The contents in addition to whole colours as a list: king first, the empty square between the colours.
            let order = [5, 4, 3, 2, 1, 0, 12, 11, 10, 9, 8, 7, 6].into_iter().zip(1..);
            let of_whole = |bit: u16| white && Pieces::WHITE.0 & bit != 0 || black && Pieces::BLACK.0 & bit != 0;
            let single = order.filter(|&(bit, _)| d.pieces.0 & (1 << bit) != 0 && !of_whole(1 << bit));
            key.extend(single.map(|(_, place)| place));
            key.push(0);
        }
        Kind::Each(each) => {
            collect_key(&each.body, key);
            each.domain.iter().for_each(|domain| collect_key(domain, key));
            return;
        }
        Kind::Direction { mask, .. } | Kind::Ray { mask, .. } => {
            let steps = (0..8).filter(|i| mask & (1 << i) != 0).map(|i| crate::chess::geometry::DIRECTIONS[i]);
            let mut steps: Vec<u64> = steps.map(|(dx, dy)| i64::from((dx + 1) * 3 + dy + 2).cast_unsigned()).collect();
            steps.sort_unstable();
            key.extend(steps);
            key.push(0);
        }
        Kind::Apply(op, _) => key.extend(op.row().counterpart.map(|counterpart| counterpart.order)),
        Kind::GameText { field: GameText::Tag(name), .. } => key.push(u64::from(name.starts_with("White"))),
        Kind::GameText { field: GameText::Player(Some(color)), .. } => key.push(u64::from(*color == Color::White)),
        _ => {}
    }
    filter.for_each_part(&mut |part| collect_key(part, key));
}
