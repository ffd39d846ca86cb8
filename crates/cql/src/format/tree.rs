//! Which tokens make up a filter, and which stand in brackets: the syntax tree by its places alone, so that one layout
//! serves all kinds of filters.

use super::pieces::Piece;
use crate::ast::{Filter, Kind, Script};
use crate::lex::Tok;

/// A stretch of tokens.
#[derive(Debug)]
pub(super) enum Part {
    /// One token, by its number.
    Piece(usize),
    /// A filter: at least one part.
    Filter(Vec<Part>),
    /// Round or curly brackets and what they hold.
    Brackets(usize, Vec<Part>, usize),
}

impl Part {
    /// The number of the first token.
    pub(super) fn first(&self) -> usize {
        match self {
            Part::Piece(at) | Part::Brackets(at, ..) => *at,
            Part::Filter(parts) => parts[0].first(),
        }
    }

    /// The number of the last token.
    pub(super) fn last(&self) -> usize {
        match self {
            Part::Piece(at) | Part::Brackets(.., at) => *at,
            Part::Filter(parts) => parts[parts.len() - 1].last(),
        }
    }
}

/// The parts of a whole query, without the end of the text.
pub(super) fn parts(pieces: &[Piece<'_>], script: &Script) -> Vec<Part> {
    let mut found = Vec::new();
    for filter in script.header.filters.iter().chain(&script.body) {
        gather(filter, pieces, &mut found);
    }
    // The outer one first. A text that is read twice, as the body of a function is at each call, counts once.
    found.sort_unstable_by_key(|&(first, last)| (first, usize::MAX - last));
    found.dedup();
    let mut filters = found.into_iter().peekable();
    build(pieces, 0, pieces.len() - 1, &mut filters)
}

/// Lists the first and the last token of each filter.
fn gather(filter: &Filter, pieces: &[Piece<'_>], found: &mut Vec<(usize, usize)>) {
    let (start, end) = (filter.span.start as usize, filter.span.end as usize);
    let tokens = &pieces[..pieces.len() - 1];
    let first = tokens.partition_point(|piece| piece.start < start);
    let behind = tokens.partition_point(|piece| piece.end <= end);
    if first < behind && tokens[first].start == start {
        found.push((first, behind - 1));
    }
    // An argument of a call that also stands in the body of the function has its place in the call.
    if !matches!(filter.kind, Kind::Orbit { .. }) {
        filter.for_each_part(&mut |part| gather(part, pieces, found));
    }
}

type Filters = std::iter::Peekable<std::vec::IntoIter<(usize, usize)>>;

/// The parts of the tokens from `at` up to, but without, `end`.
fn build(pieces: &[Piece<'_>], mut at: usize, end: usize, filters: &mut Filters) -> Vec<Part> {
    let mut parts = Vec::new();
    while at < end {
        // A filter whose place crosses the border of another one has no part in the layout.
        while filters.next_if(|&(first, last)| first < at || (first == at && last >= end)).is_some() {}
        match filters.next_if(|&(first, _)| first == at) {
            Some((_, last)) => {
                parts.push(Part::Filter(build(pieces, at, last + 1, filters)));
                at = last + 1;
            }
            None => {
                parts.push(Part::Piece(at));
                at += 1;
            }
        }
    }
    in_brackets(pieces, parts)
}

/// Puts what is between two brackets into a part of its own.
fn in_brackets(pieces: &[Piece<'_>], parts: Vec<Part>) -> Vec<Part> {
    let mut done: Vec<Part> = Vec::with_capacity(parts.len());
    let mut open: Vec<usize> = Vec::new();
    for part in parts {
        let sign = match &part {
            Part::Piece(at) => pieces[*at].tok,
            _ => Tok::End,
        };
        match (sign, open.last().copied()) {
            (Tok::Sign(")" | "}"), Some(from)) => {
                open.pop();
                let inside = done.split_off(from + 1);
                if let Some(opening) = done.pop() {
                    done.push(Part::Brackets(opening.first(), inside, part.first()));
                }
            }
            (Tok::Sign("(" | "{"), _) => {
                open.push(done.len());
                done.push(part);
            }
            _ => done.push(part),
        }
    }
    done
}
