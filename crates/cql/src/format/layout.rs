//! Where lines may break and where they must.

use super::pieces::{Gap, Piece, touches};
use super::tree::Part;
use crate::lex::Tok;

/// The possible line breaks of a text. All are indexed by the token that the break stands before.
#[derive(Debug)]
pub(super) struct Layout {
    /// A line may end here.
    may: Vec<bool>,
    /// A line must end here.
    must: Vec<bool>,
    /// After the tokens before: their width on one line.
    width: Vec<usize>,
    /// The next place, from here on, where a line must end.
    next: Vec<usize>,
}

impl Layout {
    /// True if a line may end before a token.
    pub(super) fn may_break(&self, at: usize) -> bool {
        self.may[at]
    }

    /// True if a line must end before a token.
    pub(super) fn must_break(&self, at: usize) -> bool {
        self.must[at]
    }

    /// True if a line must end somewhere after the first of these tokens.
    pub(super) fn is_broken(&self, first: usize, last: usize) -> bool {
        self.next[first + 1] <= last
    }

    /// The width of tokens on one line, or up to where it must end.
    pub(super) fn width(&self, first: usize, last: usize) -> usize {
        let behind = self.next[first + 1].min(last + 1);
        self.width[behind] - self.width[first]
    }

    /// The width of what follows a token on its line, up to a token.
    pub(super) fn width_behind(&self, at: usize, last: usize) -> usize {
        let behind = self.next[at + 1].min(last + 1);
        self.width[behind] - self.width[at + 1]
    }
}

/// The layout of a query.
pub(super) fn layout(pieces: &[Piece<'_>], parts: &[Part]) -> Layout {
    let count = pieces.len();
    let must: Vec<bool> = pieces.iter().map(|piece| piece.gap.must_break()).collect();
    let mut width = vec![0; count + 1];
    for (at, piece) in pieces.iter().enumerate() {
        width[at + 1] = width[at] + gap_width(&piece.gap, touches(pieces, at)) + piece.text.chars().count();
    }
    let mut layout = Layout { may: vec![false; count], must, width, next: Vec::new() };
    list(pieces, parts, true, &mut layout);
    let mut next = vec![count; count + 1];
    for at in (0..count).rev() {
        next[at] = if layout.must[at] { at } else { next[at + 1] };
    }
    layout.next = next;
    layout
}

fn gap_width(gap: &Gap<'_>, touches: bool) -> usize {
    let remarks: usize = gap.remarks.iter().map(|remark| remark.text.chars().count() + 1).sum();
    remarks + usize::from(!touches || (remarks > 0))
}

/// Decides for each part of a list whether the line may and must end before it. `root`: it is the whole query.
fn list(pieces: &[Piece<'_>], parts: &[Part], root: bool, layout: &mut Layout) {
    let plain = !root && !parts.iter().any(|part| matches!(part, Part::Filter(_)));
    for (number, part) in parts.iter().enumerate() {
        let at = part.first();
        if number > 0 && !pieces[at].in_line && pieces[at].gap.spaced {
            let may = if plain { begins_item(pieces, at) } else { is_border(pieces, parts, number, root) };
            // A break after an operator is moved before it.
            let moved = || matches!(part, Part::Piece(_)) && pieces[at + 1].gap.broken && !plain;
            layout.may[at] = may;
            layout.must[at] |= may && (pieces[at].gap.broken || moved());
        }
        match part {
            Part::Piece(_) => {}
            Part::Filter(parts) => list(pieces, parts, false, layout),
            Part::Brackets(open, inside, close) => {
                list(pieces, inside, false, layout);
                let broken = (open + 1..=*close).any(|at| layout.must[at]);
                if broken && !pieces[*open].in_line {
                    layout.must[open + 1] = true;
                    layout.must[*close] = true;
                }
            }
        }
    }
}

/// True for a token with which a parameter of the header may begin, or a filter in a text that was not read.
fn begins_item(pieces: &[Piece<'_>], at: usize) -> bool {
    matches!(pieces[at].tok, Tok::Word(_) | Tok::File(..) | Tok::Designator(_) | Tok::Declare)
}

/// True if a line may end before a part: between two filters, and before an operator between two.
fn is_border(pieces: &[Piece<'_>], parts: &[Part], number: usize, root: bool) -> bool {
    let behind_filter = ends_filter(pieces, parts, number - 1);
    match &parts[number] {
        Part::Filter(_) => behind_filter || begins_moves(pieces, parts, number) || (root && number > 1),
        Part::Piece(at) if begins_moves(pieces, parts, number) => matches!(pieces[*at].tok, Tok::Sign("-->" | "<--")),
        Part::Piece(_) => {
            let operand = parts.get(number + 1);
            behind_filter && operand.is_some_and(|part| !matches!(part, Part::Piece(_)))
        }
        Part::Brackets(..) => false,
    }
}

/// True if a filter ends with a part: it is one, or a sign that repeats the one before.
fn ends_filter(pieces: &[Piece<'_>], parts: &[Part], number: usize) -> bool {
    match &parts[number] {
        Part::Filter(_) => true,
        Part::Piece(at) if number > 0 && !pieces[*at].gap.spaced => {
            matches!(pieces[*at].tok, Tok::Sign("*" | "+" | "?" | "{*}" | "{+}") | Tok::Repeat(..))
                && ends_filter(pieces, parts, number - 1)
        }
        Part::Piece(_) | Part::Brackets(..) => false,
    }
}

/// True after the word `path` or `line` and its parameters, where its sequence begins.
fn begins_moves(pieces: &[Piece<'_>], parts: &[Part], number: usize) -> bool {
    let word = matches!(parts[0], Part::Piece(at) if matches!(pieces[at].tok, Tok::Word("path" | "line")));
    let arrow = |part: &Part| matches!(part, Part::Piece(at) if matches!(pieces[*at].tok, Tok::Sign("-->" | "<--")));
    word && number == 1 || word && arrow(&parts[number]) && !parts[1..number].iter().any(arrow)
}
