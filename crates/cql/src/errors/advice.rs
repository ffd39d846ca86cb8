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
    let whole =
        exact.then(|| "write `fen == \"...\"` to compare side, castling rights and captures en passant".to_owned());
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

/// An alternative of `either`, and the earlier one that matches everything it matches.
pub(crate) fn never_chosen(span: Span, earlier: Span) -> Diagnostic {
    warning(
        "never-chosen",
        span,
        "this alternative is never chosen, because an earlier one matches everything that it matches",
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

/// Squares that are not a condition.
pub(crate) fn squares_alone(span: Span, text: &str) -> Diagnostic {
    warning("always-true", span, format!("`{text}` alone always matches: it names squares, regardless of the pieces there"))
        .mark("is not compared with anything")
        .help(format!("write which piece stands there, `Q{text}`, or `_{text}` for an empty square; a move there is `--{text}` in a `path`"))
}

/// `x = 5`, where nothing reads `x`.
pub(crate) fn assigned_alone(span: Span, text: &str, name: &str) -> Diagnostic {
    warning("never-read", span, format!("`{text}` gives `{name}` a value and always matches; nothing reads it"))
        .mark("is an assignment")
        .help("to compare, write `==`")
}

/// Sets of squares that have none in common.
pub(crate) fn never_equal(span: Span, meant: &str) -> Diagnostic {
    warning("never-equal", span, "these sets have no square in common, so they are equal only if both are empty")
        .mark("compares squares, not their numbers")
        .help(format!("to compare how many there are, write `{meant}`"))
        .fix(meant)
}

/// `--Nf3`
pub(crate) fn capture_as_move(span: Span, piece: &str, meant: &str) -> Diagnostic {
    warning(
        "capture-as-move",
        span,
        format!("`--{piece}` is a move of any piece to a square with `{piece}` on it: a capture"),
    )
    .mark("the piece after the dash is there before the move")
    .help(format!("for a move of this piece write `{meant}`; for a capture `[x]{piece}` leaves no doubt"))
    .fix(meant)
}

/// A transform that reaches only the filter after it, in which it changes nothing. `text`: the transform as it is written.
pub(crate) fn transform_of_one(span: Span, text: &str) -> Diagnostic {
    let word = text.split_whitespace().next().unwrap_or_default();
    warning("transform-of-one", span, format!("`{word}` reaches no further than here: only `{text}` belongs to it"))
        .mark("ends here")
        .help(format!("put what belongs to it in braces: `{word} {{...}}`"))
}

/// A piece that the first position of chess does not have there.
pub(crate) fn not_at_first(span: Span, initial: Span, piece: &str) -> Diagnostic {
    warning("first-position", span, format!("the first position of chess has no `{piece}`"))
        .mark("can stand there only if the game begins with another position")
        .also(initial, "is the position before the first move")
        .help("leave `initial` out, or write `find` before what comes later: `initial find {...}`")
}

/// `initial path focus N -- --`
pub(crate) fn path_from_initial(span: Span, initial: Span) -> Diagnostic {
    warning(
        "first-position",
        span,
        "this `path` begins with a move of the piece in focus, which must be the first of the game",
    )
    .mark("passes over the moves of others only between two of its own")
    .also(initial, "is the position before the first move")
    .help("leave `initial` out, or write `find` before the path: `initial find {path focus ...}`")
}

/// An expression outside a query reads a variable of a loop.
pub(crate) fn unbound_beside(span: Span, name: &str) -> Diagnostic {
    warning(
        "no-value-here",
        span,
        format!("`{name}` has no value here, because only the loop of the query gives it one"),
    )
    .mark("is read after the loop")
    .help(format!("keep it at the end of the loop, as in `kept = {name}`, and write `kept` here"))
}

/// An expression outside a query whose transform would change it.
pub(crate) fn untransformed_beside(span: Span, word: &str) -> Diagnostic {
    warning(
        "board-as-it-is",
        span,
        format!("this looks at the board as it is, even where the query matches as transformed by `{word}`"),
    )
    .mark("is not transformed")
    .help(format!("keep the value inside the transform, as in `{word} {{... kept = ...}}`, and write `kept` here"))
}

/// `(elo white - elo black)/100*100`
pub(crate) fn uneven_bins(span: Span, width: i64, meant: &str) -> Diagnostic {
    let help = format!("for bins that are all {width} wide write `{meant}`");
    warning(
        "uneven-bins",
        span,
        format!("`/` rounds toward 0, so that the bin at 0 goes from {} to {}", 1 - width, width - 1),
    )
    .mark("may be negative")
    .help(help)
    .fix(meant)
}
