//! Warnings about queries that are read well but can hardly mean what they say.

use crate::ast::Span;
use crate::diagnostic::Diagnostic;

fn warning(code: &'static str, span: Span, message: impl Into<String>) -> Diagnostic {
    Diagnostic::warning(code, span, message)
}

/// `again`: the filter that was perhaps meant.
pub(crate) fn text_alone(span: Span, again: Option<String>) -> Diagnostic {
    let diagnostic =
        warning("always-true", span, "a text that stands alone always matches").mark("is not compared with anything");
    match again {
        Some(again) => diagnostic.help(format!("write `{again}`")).fix(again),
        None => diagnostic
            .help("write which text of the game must contain it: `player \"Tal\"`, `event \"Riga\"`, `hascomment \"novelty\"`"),
    }
}

pub(crate) fn number_alone(span: Span, text: &str) -> Diagnostic {
    warning("always-true", span, format!("the number `{text}` always matches when it stands alone"))
        .mark("is not compared with anything")
        .help(format!("compare it with a number: `{text} > 5`"))
}

pub(crate) fn integer_alone(span: Span, number: i64, again: Option<String>) -> Diagnostic {
    let diagnostic = warning("always-true", span, format!("the number `{number}` always matches when it stands alone"))
        .mark("is not compared with anything");
    match again {
        Some(again) => diagnostic.help(format!("write `{again}`")).fix(again),
        None => diagnostic.help(format!("compare it with a value: `ply == {number}`")),
    }
}

/// A calculation with numbers only. `meant`: the condition that was perhaps meant.
pub(crate) fn constant_alone(span: Span, text: &str, number: i64, meant: Option<String>) -> Diagnostic {
    warning("always-true", span, format!("`{text}` is the number {number} here and always matches"))
        .mark("is calculated, and not compared with anything")
        .help(meant.map_or_else(
            || format!("compare it with a value: `ply == {text}`"),
            |meant| format!("did you mean `{meant}`?"),
        ))
}

/// A query that only writes a comment. `meant`: the condition that was perhaps meant.
pub(crate) fn comment_alone(span: Span, meant: &str) -> Diagnostic {
    warning("always-true", span, "`comment` adds a comment to the output and always matches")
        .mark("is not a condition")
        .help(format!("to find comments in the games, write `{meant}`"))
        .fix(meant)
}

/// A `path` that cannot match. `meant`: the path that was perhaps meant.
pub(crate) fn path_without_move(span: Span, meant: Option<String>) -> Diagnostic {
    let diagnostic = warning("never-matches", span, "this `path` never matches, because no part of it is a move")
        .mark("tests positions only");
    match meant {
        Some(meant) => diagnostic.help(format!("moves are written with a dash: `{meant}`")).fix(meant),
        None => {
            diagnostic.help("moves are written with a dash: `--` for any move, `--e4`, `N--f3`, `[x]` for a capture")
        }
    }
}

pub(crate) fn color_alone(span: Span, white: bool) -> Diagnostic {
    let (word, number, side) = if white { ("white", 1, "wtm") } else { ("black", -1, "btm") };
    warning("always-true", span, format!("`{word}` is the number {number} here and always matches"))
        .mark("is not compared with anything")
        .help(format!("for the side to move write `{side}`, for a player `player {word} \"NAME\"`"))
}

/// The condition of a `while`.
pub(crate) fn endless_while(span: Span) -> Diagnostic {
    warning("endless-while", span, "this `while` never ends, because its condition always matches")
        .mark("matches at every position")
        .help("write a condition that the body makes fail at some time: `x=0 while (x < 3) x+=1`")
}

/// Two filters that must both match although they exclude each other.
pub(crate) fn never_together(span: Span, first: Span, why: &str) -> Diagnostic {
    warning("never-matches", span, format!("this part of the query never matches: {why}"))
        .mark("cannot match where the other one does")
        .also(first, "must match at the same position")
        .help("filters in a row must all match at one position; write `or` between alternatives, `next (A B)` for one after the other")
}

pub(crate) fn no_variations(span: Span, word: &str) -> Diagnostic {
    warning("needs-variations", span, format!("`{word}` never matches, because variations are not searched"))
        .mark("matches in variations only")
        .help("search them with `--variations`, or write `cql(variations)` at the start of the query")
}

pub(crate) fn separate_filters(span: Span, text: &str, count: usize, suggestion: &str) -> Diagnostic {
    let number = ["", "", "two", "three"].get(count).copied().unwrap_or("four");
    warning("separate-filters", span, format!("`{text}` is read as {number} separate filters"))
        .mark("each of these is a filter of its own")
        .help(format!("write `{suggestion}`"))
        .fix(suggestion)
}

pub(crate) fn game_moves(span: Span, moves: &str) -> Diagnostic {
    warning("game-moves", span, "these are moves of a game, but they are read as filters on one position")
        .mark("each number, dot and square is a filter of its own")
        .help(format!("to find games in which these moves are played, write `path {moves}`"))
        .fix(format!("path {moves}"))
}

/// `side`: the filter for the side to move, unless the query has it; `rights`: whether castling rights are given; `exact`:
/// whether the board is one of a real position.
pub(crate) fn fen_fields(span: Span, side: Option<&str>, rights: bool, exact: bool) -> Diagnostic {
    let ignored = match (side, rights) {
        (Some(_), true) => "the side to move and the castling rights",
        (None, _) => "the castling rights",
        (Some(_), false) => "the side to move",
    };
    let side = side.map(|side| format!("add `{side}` for the side to move"));
    let whole = exact.then(|| "write `fen == \"...\"` to compare all fields".to_owned());
    let help: Vec<String> = side.into_iter().chain(whole).collect();
    let diagnostic = warning("board-only", span, format!("`fen` compares only the board and ignores {ignored}"))
        .mark("only the first field counts");
    if help.is_empty() { diagnostic } else { diagnostic.help(help.join(", or ")) }
}

/// `least`: the least number of constituents that a match passes through.
pub(crate) fn almost_anything(span: Span, most: u8, least: u64) -> Diagnostic {
    let constituents = match least {
        0 => "may be empty".to_owned(),
        1 => "may consist of one constituent".to_owned(),
        _ => format!("may consist of {least} constituents"),
    };
    warning("always-true", span, format!("this sequence matches everywhere, because it {constituents}"))
        .mark(format!("`almost {most}` lets all of them differ"))
        .help("allow fewer differences than the sequence has constituents, or give a range: `next 5 100 almost 1 (check+ mate)`")
}

/// An alternative of `either`, and the earlier one that matches whatever it matches.
pub(crate) fn never_chosen(span: Span, earlier: Span) -> Diagnostic {
    warning(
        "never-chosen",
        span,
        "this alternative is never chosen, because an earlier one matches whatever it matches",
    )
    .mark("adds nothing")
    .also(earlier, "is tried first")
    .help("remove one of the two, or write the narrower one first")
}

/// `anyorder` whose members can follow each other in no order.
pub(crate) fn no_order(span: Span, why: &str) -> Diagnostic {
    warning("never-matches", span, format!("this `anyorder` never matches: {why}"))
        .mark("White and Black move in turn")
        .help("let other moves come between: `anyorder ((A .*) (B .*) C)`, in a `path` `anyorder ((--h4 --*) --e3)`")
}
