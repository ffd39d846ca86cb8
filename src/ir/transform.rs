//! Transforms: each stands for its orbit, the distinct images of its argument under a family of symmetries.
//!
//! A transform works on the query, not on the board: designators, directions, colours and shades are rewritten,
//! everything else is copied. Expansion goes from the inside out, so that inner symmetries act first:
//!
//! `flip Ka1`                -> copies `Ka1`, `Ka8`, `Kh1`, `Kh8`
//! `flipcolor {wtm check}`   -> copies `{wtm check}`, `{btm check}`
//! `flip shift {ka1 Kc1}`    -> one orbit of all products
//! `flip count [Rr]a1`       -> the same copies, counted

use super::lower::pattern_filters;
use crate::chess::geometry::{Dihedral, map_directions, shift};
use crate::chess::{Bitboard, Color};
use crate::syntax::ast::{Designator, Family, Filter, GameResult, GameText, Kind, Pieces, Span, Unary, Word};
use std::collections::HashSet;

/// Why a transform cannot be expanded.
#[derive(Debug)]
pub(crate) struct TransformError {
    pub(crate) span: Span,
    pub(crate) message: &'static str,
}

/// One symmetry.
#[derive(Clone, Copy, Debug)]
enum Symmetry {
    Dihedral(Dihedral),
    /// Exchange of colours with a mirror of the ranks.
    Color,
    Shift(i32, i32),
    /// Directions turned so many times by 45 degrees.
    Turn(u32),
}

/// Why an image does not come about.
enum Stop {
    /// A designator has lost all its squares.
    Lost,
    Error(TransformError),
}

/// A copy of a filter in which every transform is an [`Kind::Orbit`].
pub(crate) fn expand(filter: &Filter) -> Result<Filter, TransformError> {
    if let Kind::FenPattern(pattern) = &filter.kind {
        let message = "this is no board: 64 squares are needed";
        return pattern_filters(pattern, filter.span).ok_or(TransformError { span: filter.span, message });
    }
    let mut filter = filter.try_map(&mut expand)?;
    if let Kind::Transform { family, range, body } = &filter.kind {
        let inner = match (&direct(body).kind, range) {
            (Kind::Orbit { copies, range }, None) => Some((copies.clone(), range.clone())),
            _ => None,
        };
        let (bodies, range) = inner.unwrap_or_else(|| (vec![(**body).clone()], range.clone()));
        let copies = orbit(&symmetries(*family), &bodies)?;
        filter.kind = Kind::Orbit { copies, range };
    }
    Ok(filter)
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
fn orbit(symmetries: &[Symmetry], bodies: &[Filter]) -> Result<Vec<Filter>, TransformError> {
    let mut seen = HashSet::new();
    let mut copies = Vec::new();
    for symmetry in symmetries {
        for body in bodies {
            match symmetry.image(body) {
                Ok(copy) if seen.insert(copy.clone()) => copies.push(copy),
                Ok(_) | Err(Stop::Lost) => {}
                Err(Stop::Error(error)) => return Err(error),
            }
        }
    }
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
    fn image(&self, filter: &Filter) -> Result<Filter, Stop> {
        let kind = match &filter.kind {
            Kind::Designator(d) => Some(Kind::Designator(self.designator(*d, filter.span)?)),
            Kind::NoTransform(_) => return Ok(filter.clone()),
            Kind::Word(word) => Some(Kind::Word(self.word(*word))),
            Kind::Elo(color) => Some(Kind::Elo(color.map(|c| self.color(c)))),
            Kind::Result(result) => Some(Kind::Result(self.result(*result))),
            Kind::GameText { field, search } => {
                Some(Kind::GameText { field: self.game_text(field), search: search.clone() })
            }
            _ => None,
        };
        if let Some(kind) = kind {
            return Ok(Filter { kind, ..filter.clone() });
        }
        let mut image = filter.try_map(&mut |part| self.image(part))?;
        match &mut image.kind {
            Kind::Direction { mask, .. } | Kind::Ray { mask, .. } => *mask = self.directions(*mask),
            Kind::Unary(op @ (Unary::Light | Unary::Dark), _) => *op = self.shade(*op, filter.span)?,
            Kind::Orbit { copies, .. } => {
                let mut seen = HashSet::new();
                copies.retain(|copy| seen.insert(copy.clone()));
                copies.sort_by_cached_key(sort_key);
            }
            _ => {}
        }
        Ok(image)
    }

    fn is_color(&self) -> bool {
        matches!(self, Symmetry::Color)
    }

    fn color(&self, color: Color) -> Color {
        if self.is_color() { !color } else { color }
    }

    fn word(&self, word: Word) -> Word {
        if !self.is_color() {
            return word;
        }
        match word {
            Word::Wtm => Word::Btm,
            Word::Btm => Word::Wtm,
            Word::White => Word::Black,
            Word::Black => Word::White,
            other => other,
        }
    }

    fn result(&self, result: GameResult) -> GameResult {
        match result {
            GameResult::WhiteWins if self.is_color() => GameResult::BlackWins,
            GameResult::BlackWins if self.is_color() => GameResult::WhiteWins,
            other => other,
        }
    }

    fn game_text(&self, field: &GameText) -> GameText {
        match field {
            GameText::Player(Some(color)) => GameText::Player(Some(self.color(*color))),
            GameText::Tag(name) if self.is_color() && name == "White" => GameText::Tag("Black".into()),
            GameText::Tag(name) if self.is_color() && name == "Black" => GameText::Tag("White".into()),
            other => other.clone(),
        }
    }

    fn designator(&self, d: Designator, span: Span) -> Result<Designator, Stop> {
        let (pieces, squares) = match *self {
            Symmetry::Dihedral(symmetry) => (d.pieces, symmetry.apply(d.squares)),
            Symmetry::Color => (exchange(d.pieces), d.squares.flip_vertical()),
            Symmetry::Shift(dx, dy) => (d.pieces, shift(d.squares, dx, dy)),
            Symmetry::Turn(_) if d.squares == Bitboard::FULL || d.squares.is_empty() => (d.pieces, d.squares),
            Symmetry::Turn(_) => {
                return Err(Stop::Error(TransformError {
                    span,
                    message: "rotate45 cannot be applied to particular squares",
                }));
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

    fn shade(&self, op: Unary, span: Span) -> Result<Unary, Stop> {
        let swapped = match *self {
            Symmetry::Dihedral(symmetry) => symmetry.swaps_shades(),
            Symmetry::Color => true,
            Symmetry::Shift(dx, dy) => (dx + dy) % 2 != 0,
            Symmetry::Turn(0) => false,
            Symmetry::Turn(_) => {
                return Err(Stop::Error(TransformError { span, message: "rotate45 leaves no light and dark squares" }));
            }
        };
        Ok(match (op, swapped) {
            (Unary::Light, true) => Unary::Dark,
            (Unary::Dark, true) => Unary::Light,
            (same, _) => same,
        })
    }
}

/// White pieces become black ones and the reverse.
fn exchange(pieces: Pieces) -> Pieces {
    let bits = pieces.0;
    Pieces((bits & Pieces::EMPTY_SQUARE.0) | ((bits & Pieces::WHITE.0) << 6) | ((bits & Pieces::BLACK.0) >> 6))
}

/// The order in which copies are tried: lexicographic over the parts that symmetries change, in tree order.
/// Designators by squares, then contents; directions by (file step, rank step); White to move, White, light last.
fn sort_key(filter: &Filter) -> Vec<u64> {
    let mut key = Vec::new();
    collect_key(filter, &mut key);
    key
}

fn collect_key(filter: &Filter, key: &mut Vec<u64>) {
    match &filter.kind {
        Kind::Designator(d) => {
            let whole = |side: Pieces| u64::from(d.pieces.0 & side.0 == side.0);
            key.extend([d.squares.0, whole(Pieces::WHITE), whole(Pieces::BLACK), u64::from(d.pieces.0)]);
        }
        Kind::Direction { mask, .. } | Kind::Ray { mask, .. } => {
            let steps = (0..8).filter(|i| mask & (1 << i) != 0).map(|i| crate::chess::geometry::DIRECTIONS[i]);
            let mut steps: Vec<u64> = steps.map(|(dx, dy)| ((dx + 1) * 3 + dy + 1) as u64).collect();
            steps.sort_unstable();
            key.extend(steps);
        }
        Kind::Word(word @ (Word::Wtm | Word::Btm | Word::White | Word::Black)) => {
            key.push(u64::from(matches!(word, Word::Btm | Word::Black)));
        }
        Kind::Unary(op @ (Unary::Light | Unary::Dark), _) => key.push(u64::from(*op == Unary::Light)),
        Kind::Elo(Some(color)) => key.push(u64::from(*color == Color::Black)),
        Kind::Result(result) => key.push(u64::from(*result == GameResult::BlackWins)),
        Kind::GameText { field: GameText::Tag(name), .. } => key.push(u64::from(name == "White")),
        _ => {}
    }
    filter.for_each_part(&mut |part| collect_key(part, key));
}
