//! Words that look like one phrase but are separate filters: `white "Carlsen"`, `move Q to h7`, `1.e4 e5`; and the fields of
//! a FEN that `fen` does not look at.

use crate::ast::{Designator, Filter, Kind, MoveFilter, Pieces, Span};
use crate::catalogue::{Op, Shorthand, TruthOp};
use crate::diagnostic::Diagnostic;
use crate::errors::advice;
use crate::print::designator_text;

/// The phrase that begins with the filter at a place of a list, with the number of filters in it.
pub(super) fn find(filters: &[Filter], at: usize, text: &str) -> Option<(Diagnostic, usize)> {
    let rest = &filters[at..];
    let source = |span: Span| text.get(span.start as usize..span.end as usize).unwrap_or("");
    let (suggestion, length) = match rest {
        [color, name, ..] if is_color(color).is_some() && matches!(name.kind, Kind::Text(_)) => {
            (format!("player {} {}", source(color.span), source(name.span)), 2)
        }
        [color, to, moves, ..] if is_color(color).is_some() && is_word(to, Shorthand::To) && is_bare_move(moves) => {
            let word = if is_color(color) == Some(true) { "wtm" } else { "btm" };
            (word.to_owned(), 3)
        }
        [moves, from, to, square, ..]
            if is_bare_move(moves) && is_set(from) && is_word(to, Shorthand::To) && is_set(square) =>
        {
            (format!("move from {} to {}", source(from.span), source(square.span)), 4)
        }
        [from, to, square, ..] if is_set(from) && is_word(to, Shorthand::To) && is_set(square) => {
            (format!("move from {} to {}", source(from.span), source(square.span)), 3)
        }
        [fen, ..] if fen.literal_after(Shorthand::FenPattern).is_some() => {
            return fen_fields(fen, filters).map(|one| (one, 1));
        }
        [number, ..] if matches!(number.kind, Kind::Integer(_)) => return game_moves(rest),
        _ => return None,
    };
    let span = rest[0].span.to(rest[length - 1].span);
    Some((advice::separate_filters(span, source(span), length, &suggestion), length))
}

/// White (`true`) or Black, as a filter of its own.
fn is_color(filter: &Filter) -> Option<bool> {
    match filter.kind {
        Kind::Apply(Op::Shorthand(Shorthand::White), _) => Some(true),
        Kind::Apply(Op::Shorthand(Shorthand::Black), _) => Some(false),
        _ => None,
    }
}

fn is_word(filter: &Filter, word: Shorthand) -> bool {
    matches!(filter.kind, Kind::Apply(Op::Shorthand(one), _) if one == word)
}

fn is_set(filter: &Filter) -> bool {
    matches!(filter.kind, Kind::Designator(_) | Kind::All)
}

/// `move` without parameters.
fn is_bare_move(filter: &Filter) -> bool {
    matches!(&filter.kind, Kind::Move(MoveFilter { params, custody: None, target: None }) if params.is_empty())
}

/// `fen "... b KQkq"`: the side to move is not looked at unless a filter next to it tests it, the rights never are.
fn fen_fields(fen: &Filter, beside: &[Filter]) -> Option<Diagnostic> {
    let text = fen.literal_after(Shorthand::FenPattern)?;
    let mut fields = text.split_ascii_whitespace().skip(1);
    let side = fields.next().filter(|side| matches!(*side, "w" | "b"))?;
    let rights = fields.next().filter(|rights| *rights != "-" && rights.bytes().all(|c| b"KQkq".contains(&c)));
    let (word, op) = if side == "w" { ("wtm", TruthOp::Wtm) } else { ("btm", TruthOp::Btm) };
    let asked = beside.iter().any(|one| matches!(one.kind, Kind::Apply(Op::Truth(other), _) if other == op));
    let exact = !text.split_ascii_whitespace().next().unwrap_or("").contains(['A', 'a', '_', '.']);
    let side = (!asked).then_some(word);
    (side.is_some() || rights.is_some()).then(|| advice::fen_fields(fen.span, side, rights.is_some(), exact))
}

/// `1.e4 e5 2.Nf3`: numbers with dots directly after them, and squares. Dialect 5 reads `e5 2` as a range.
fn game_moves(filters: &[Filter]) -> Option<(Diagnostic, usize)> {
    let mut moves: Vec<String> = Vec::new();
    let mut white = true;
    let mut at = 0;
    while at < filters.len() {
        if let Some(dots) = numbered(&filters[at..]) {
            white = dots == 1;
            at += 1 + dots;
        } else if at == 0 {
            return None;
        }
        let Some(filter) = filters.get(at) else { break };
        let (square, ranged) = match &filter.kind {
            Kind::InRange(_, square) => (&**square, true),
            _ => (filter, false),
        };
        let Some(text) = dash(square, white) else { break };
        moves.push(text);
        white = !white;
        at += 1;
        let dots = if ranged { dots(filter.span.end, &filters[at..]) } else { 0 };
        if dots == 1 || dots == 3 {
            white = dots == 1;
            at += dots;
        }
    }
    if moves.is_empty() {
        return None;
    }
    let span = filters[0].span.to(filters[at - 1].span);
    Some((advice::game_moves(span, &moves.join(" ")), at))
}

/// The number of dots directly after a number: 1 before a move of White, 3 before one of Black.
fn numbered(filters: &[Filter]) -> Option<usize> {
    let (number, rest) = filters.split_first()?;
    if !matches!(number.kind, Kind::Integer(_)) {
        return None;
    }
    Some(dots(number.span.end, rest)).filter(|&dots| dots == 1 || dots == 3)
}

/// The number of dots that follow a place directly, up to 3.
fn dots(mut end: u32, filters: &[Filter]) -> usize {
    let glued = filters.iter().take(3).take_while(|one| {
        let next = matches!(one.kind, Kind::All) && one.span.start == end;
        end = one.span.end;
        next
    });
    glued.count()
}

/// A square as a move with a dash: `--e4`, `n--f6`.
pub(super) fn dash(filter: &Filter, white: bool) -> Option<String> {
    let Kind::Designator(Designator { pieces, squares }) = filter.kind else { return None };
    squares.single_square()?;
    let square = designator_text(&Designator { pieces: Pieces::ANY, squares });
    if pieces == Pieces::ANY {
        return Some(format!("--{square}"));
    }
    let letter =
        "PNBRQKpnbrqk".chars().nth(pieces.0.trailing_zeros() as usize).filter(|_| pieces.0.count_ones() == 1)?;
    let letter = if white { letter.to_ascii_uppercase() } else { letter.to_ascii_lowercase() };
    Some(format!("{letter}--{square}"))
}
