//! Warnings about squares and pieces that read like moves or conditions: `e4 e5 Nf3`, `R a1`, `--Nf3`, `P==p`, and pieces that
//! are not on these squares in the standard starting position.

use super::contradictions::{bare, for_each_conjunct};
use super::phrases::dash;
use crate::ast::{Binary, Compare, Dash, Designator, Filter, Kind, Pieces, Span};
use crate::catalogue::{Op, TruthOp};
use crate::diagnostic::Diagnostic;
use crate::errors::advice;
use crate::print::designator_text;
use tabiya_chess::{Bitboard, Board, Piece};

/// The squares and pieces at the beginning of a list that read like one piece or like moves of a game, with their number.
pub(super) fn phrase(filters: &[Filter], source: &str) -> Option<(Diagnostic, usize)> {
    let squares = |filter: &Filter| designator(filter).filter(|one| one.pieces == Pieces::ANY).map(|one| one.squares);
    if let [piece, square, ..] = filters
        && let Some(Designator { pieces, squares: Bitboard::FULL }) = designator(piece)
        && *pieces != Pieces::ANY
        && let Some(squares) = squares(square)
    {
        let meant = designator_text(&Designator { pieces: *pieces, squares });
        return Some((advice::separate_filters(piece.span.to(square.span), source, 2, &meant), 2));
    }
    let moves = filters.iter().enumerate().map_while(|(at, filter)| dash(filter, at % 2 == 0)).collect::<Vec<_>>();
    let is_square = |filter: &Filter| squares(filter).is_some();
    if moves.len() < 2 || !filters[..moves.len()].iter().any(is_square) {
        return None;
    }
    let span = filters[0].span.to(filters[moves.len() - 1].span);
    Some((advice::game_moves(span, &moves.join(" ")), moves.len()))
}

/// Squares alone, which are always there.
pub(super) fn is_squares(filter: &Filter) -> bool {
    designator(filter).is_some_and(|one| one.pieces == Pieces::ANY && !one.squares.is_empty())
}

/// A move without a first square to a square with a piece of a colour on it, which it captures: `--Nf3`.
pub(super) fn target(filter: &Filter, one: &Dash) -> Option<Diagnostic> {
    let Dash { capture: false, left: None, right: Some(right), .. } = one else { return None };
    let white = designator(right).is_some_and(|one| one.pieces.0 & Pieces::WHITE.0 != 0);
    let meant = dash(right, white).filter(|meant| !meant.starts_with('-'))?;
    Some(advice::capture_as_move(filter.span.to(right.span), &designator_text(designator(right)?), &meant))
}

/// Two sets of squares that are equal only where both are empty: `P==p`.
pub(super) fn never_equal(filter: &Filter) -> Option<Diagnostic> {
    let Kind::Binary(Binary::Compare(compare @ (Compare::Equal | Compare::NotEqual)), left, right) = &filter.kind
    else {
        return None;
    };
    let (one, other) = (designator(left)?, designator(right)?);
    let apart = one.pieces.0 & other.pieces.0 == 0 || (one.squares & other.squares).is_empty();
    apart.then(|| {
        let written = |one: &Designator| format!("#{}", designator_text(one));
        advice::never_equal(filter.span, &format!("{} {} {}", written(one), compare.sign(), written(other)))
    })
}

/// Filters next to `initial` that hold in no game from the first position of chess: pieces that are not there, and a
/// `path` that follows a piece, which begins with a move of this piece.
pub(super) fn beside_initial(filters: &[Filter], found: &mut Vec<Diagnostic>) {
    let mut initial: Option<Span> = None;
    for_each_conjunct(filters, &mut |filter| {
        if matches!(filter.kind, Kind::Apply(Op::Truth(TruthOp::Initial), _)) {
            initial = Some(filter.span);
        }
    });
    let Some(initial) = initial else { return };
    let first = Board::initial();
    for_each_conjunct(filters, &mut |filter| {
        let kind = if let Kind::Sort { body, .. } = &filter.kind { &body.kind } else { &filter.kind };
        match kind {
            Kind::Designator(one) if !stands_on(one, &first) => {
                found.push(advice::not_at_first(filter.span, initial, &designator_text(one)));
            }
            Kind::Path(path) if path.focus.is_some() => found.push(advice::path_from_initial(filter.span, initial)),
            _ => {}
        }
    });
}

/// True if one of the contents is on one of the squares.
fn stands_on(one: &Designator, board: &Board) -> bool {
    let bit = |piece: Piece| 1 << (piece.role as u16 - 1 + piece.color.fold_wb(0, 6));
    let content = |square| board.piece_at(square).map_or(Pieces::EMPTY_SQUARE.0, bit);
    one.squares.into_iter().any(|square| one.pieces.0 & content(square) != 0)
}

fn designator(filter: &Filter) -> Option<&Designator> {
    match &bare(filter).kind {
        Kind::Designator(designator) => Some(designator),
        _ => None,
    }
}
