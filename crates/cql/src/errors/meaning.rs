//! Diagnostics about names and rules: unknown words, forbidden combinations, unsuitable texts.

use crate::ast::{Name, Span, VariableKind};
use crate::catalogue;
use crate::chess_words;
use crate::diagnostic::{Diagnostic, Fix};
use crate::words::type_name;

fn error(code: &'static str, span: Span, message: impl Into<String>) -> Diagnostic {
    Diagnostic::error(code, span, message)
}

/// Words longer than this (in characters) are not compared with others: that takes the square of their length.
const LONGEST_MEANT: usize = 100;

/// The nearest of some words, if any is near.
pub(super) fn nearest<'a>(word: &str, among: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let length = word.chars().count();
    // Of two words with less in common one is rarely meant for the other: `light` for `knight`.
    let allowed = match length {
        0..=2 => 0,
        3..=6 => 1,
        _ => (length * 3 / 10).max(1),
    };
    if allowed == 0 || length > LONGEST_MEANT {
        return None;
    }
    let lower = word.to_lowercase();
    among
        .filter(|one| one.len() <= 4 * LONGEST_MEANT && one.chars().count().abs_diff(length) <= allowed)
        .map(|one| (strsim::damerau_levenshtein(&lower, &one.to_lowercase()), one))
        .filter(|&(distance, _)| distance <= allowed)
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, one)| one)
}

pub(crate) fn unknown_word<'a>(span: Span, word: &str, names: impl Iterator<Item = &'a str>, call: bool) -> Diagnostic {
    let what = if call { "function" } else { "filter or variable" };
    let diagnostic = error("unknown-name", span, format!("there is no {what} `{word}`"));
    if !call && let Some(found) = chess_words::as_move(word) {
        return diagnostic
            .mark("written like a move of a game")
            .help(format!("to find the move, write `{found}`"))
            .fix(found);
    }
    if word == "O" {
        return diagnostic.mark("not known").help("write castling in lower case: `o-o`, `o-o-o`");
    }
    if let Some(name) = nearest(word, names) {
        return diagnostic.mark("not known").help(format!("there is a variable `{name}`")).fix(name);
    }
    if let Some(advice) = chess_words::advice(word) {
        let diagnostic = diagnostic.mark("not a word of CQL").help(advice);
        // Where nothing but one word is advised, it can replace the unknown one.
        return match advice.strip_prefix("write `").and_then(|rest| rest.split_once('`')) {
            Some((only, rest)) if !rest.contains('`') => diagnostic.fix(only),
            _ => diagnostic,
        };
    }
    if let Some(filter) = nearest(word, catalogue::suggestions()) {
        return diagnostic.mark("not known").help(format!("did you mean `{filter}`?")).fix(filter);
    }
    diagnostic.mark("not known here").help(if call {
        format!("if you meant a function of your own, define it before use: `function {word}(x) {{...}}`")
    } else {
        let book = match word.len() <= LONGEST_MEANT {
            true => format!("; `tabiya doc {word}` searches the book"),
            false => String::new(),
        };
        format!("if you meant a variable, assign it before use: `{word} = ...`{book}")
    })
}

/// A word after a filter that takes a text. `whole`: the place of both; `meant`: how both are written.
pub(crate) fn unquoted(span: Span, word: &str, whole: Span, meant: &str) -> Diagnostic {
    let fix = Some(Box::new(Fix { span: whole, text: meant.to_owned() }));
    let diagnostic = error("unknown-name", span, format!("there is no filter or variable `{word}`"));
    Diagnostic { fix, ..diagnostic }.mark("needs quotes").help(format!("texts are written in quotes: `{meant}`"))
}

/// A word that is a piece designator but for its square or piece.
pub(crate) fn no_square(span: Span, word: &str) -> Option<Diagnostic> {
    let bytes = word.as_bytes();
    let piece = |c: &u8| b"RNBQKPrnbqkpAa_U".contains(c);
    let (square, at) = match bytes {
        [p, f, r] if piece(p) && f.is_ascii_lowercase() && r.is_ascii_digit() => (&word[1..], 1),
        [f, r] if f.is_ascii_lowercase() && r.is_ascii_digit() => (word, 0),
        _ => return None,
    };
    let place = Span { start: span.start + at, end: span.end };
    Some(error("no-square", place, format!("there is no square `{square}`")).mark("squares go from `a1` to `h8`"))
}

/// True if a word is the letter of a piece.
pub(crate) fn is_piece_letter(word: &str) -> bool {
    word.len() == 1 && "RNBQKPrnbqkpAa_".contains(word)
}

pub(crate) fn bad_brackets(span: Span, text: &str) -> Diagnostic {
    let help = if text.contains(' ') {
        format!("remove the spaces: `{}`", text.replace(' ', ""))
    } else {
        "lists are written `[RQ]` for pieces and `[a1,h1-8]` for squares; a range gives files, then ranks: `a-h1-2`"
            .to_owned()
    };
    error("bad-list", span, format!("`{text}` is not a list of pieces or squares"))
        .mark("expected a piece designator")
        .help(help)
}

pub(crate) fn no_grammar(span: Span, word: &str) -> Diagnostic {
    let diagnostic =
        error("no-grammar", span, format!("`{word}` is a reserved word without a meaning")).mark("not a filter");
    match word {
        "arrow" => diagnostic.help("arrows are written `->` and `<-`"),
        "substring" => {
            diagnostic.help("write `s[1:3]` for a part of a text, `\"a\" in s` to test whether a text contains another")
        }
        "transform" => diagnostic.help("transforms are, for example, `flip`, `flipcolor`, `shift` and `rotate90`"),
        "oldline" => diagnostic.help("write sequences of positions as `line --> A --> B` or `next (A B)`"),
        "pgn" => diagnostic.help("name the file of games by `input FILE` in the header, or on the command line"),
        _ => diagnostic.help("it cannot be the name of a variable either"),
    }
}

pub(crate) fn extension(span: Span) -> Diagnostic {
    Diagnostic::warning("never-matches", span, "`extension` is a filter that never matches")
        .mark("never matches")
        .help("CQL reserves this word for future use; remove it, or write `false` for a filter that never matches")
}

/// `(match (pgn ...) ...)`
pub(crate) fn old_script(span: Span) -> Diagnostic {
    error("old-script", span, "this is a script for CQL 1 to 4, which is a different language")
        .mark("a list in parentheses, as those versions write it")
        .help(
            "only CQL 5 and CQL 6 are read; write the games in the header and the filters after it: \
             `cql(input games.pgn) mate Ka1`",
        )
}

pub(crate) fn not_supported(span: Span, word: &str) -> Diagnostic {
    error("not-supported", span, format!("`{word}` is a word of CQL that is not supported yet"))
        .mark("not supported yet")
}

/// A filter of CQLi that is not known here.
pub(crate) fn only_cqli(span: Span, word: &str) -> Option<Diagnostic> {
    let help = match word {
        "currentfen" | "standardfen" => "write `fen`, the position as text",
        "zobristkey" => "write `fen` to tell positions apart, or `position in FILE` to look them up",
        _ => return None,
    };
    let message = format!("`{word}` is a filter of CQLi that Tabiya does not have");
    Some(error("not-supported", span, message).mark("not supported").help(help))
}

/// The kind of a variable, in words.
pub(super) fn kind_name(kind: VariableKind) -> &'static str {
    match kind {
        VariableKind::Piece => "a piece",
        VariableKind::Dictionary(_) => "a dictionary",
        VariableKind::Value(ty) => type_name(ty),
    }
}

pub(crate) fn other_kind(name: &Name, wanted: VariableKind, old: VariableKind, span: Span) -> Diagnostic {
    let (old, wanted) = (kind_name(old), kind_name(wanted));
    let diagnostic = error("other-kind", name.span, format!("`{}` is {old} and cannot be used as {wanted}", name.text))
        .mark(format!("used as {wanted}"));
    let diagnostic = if span.end > 0 { diagnostic.also(span, format!("is {old} since here")) } else { diagnostic };
    diagnostic.help("rule: a name has one meaning in a query; choose another name")
}

pub(crate) fn not_persistent(name: &Name, span: Span) -> Diagnostic {
    error("not-persistent", name.span, format!("`{}` already exists, and is not persistent", name.text))
        .mark("declared as persistent")
        .also(span, "first assigned here")
        .help("rule: a variable is declared as persistent at its first assignment; write `persistent` there")
}

pub(crate) fn update_of_nothing(name: &Name, sign: Span, text: &str) -> Diagnostic {
    error("update-of-nothing", sign, format!("`{text}` changes a variable, but `{}` has no value yet", name.text))
        .mark("nothing to change")
        .also(name.span, "not assigned before this")
        .help(format!("rule: a variable must be assigned before it is changed; write `{} = ...` first", name.text))
}

pub(crate) fn scopes_together(span: Span, word: &str, start: Span, other: &str) -> Diagnostic {
    error("scopes-together", span, format!("`{word}` and `{other}` cannot be combined"))
        .mark("the second")
        .also(start, "the first")
        .help("rule: only one of `persistent` and `atomic` can be used, and only before an assignment")
}

pub(crate) fn move_twice(span: Span, word: &str, first: Span) -> Diagnostic {
    error("move-parameter-twice", span, format!("the parameter `{word}` of `move` is given twice"))
        .mark("a second time")
        .also(first, "already given")
        .help("rule: a parameter of `move` can be given only once")
}

pub(crate) fn move_conflict(span: Span, word: &str, first: Span, other: &str, rule: &str) -> Diagnostic {
    error("move-conflict", span, format!("`{word}` and `{other}` cannot be combined in `move`"))
        .mark("conflicts")
        .also(first, "with this")
        .help(format!("rule: {rule}"))
}

pub(crate) fn nothing_imagined(span: Span, start: Span, found: &str) -> Diagnostic {
    error("nothing-imagined", span, format!("`imagine` needs at least one change of the position, found {found}"))
        .mark("expected `add`, `remove`, `wtm` or `btm`")
        .also(start, "for this")
        .help("for example, write `imagine remove Q btm : check`")
}

pub(crate) fn several_pieces(span: Span, text: &str) -> Diagnostic {
    error("several-pieces", span, format!("`{text}` does not name exactly one piece"))
        .mark("not one piece")
        .help("rule: one piece is added at a time: `add Qd4 add Rd5`")
}

pub(crate) fn nowhere_added(span: Span, text: &str) -> Diagnostic {
    error("nowhere-added", span, format!("`add {text}` has no square")).mark("expected a square after this").help(
        format!("rule: a piece is added to a square, `add {text}e4`, or to the squares of a set, `add {text} at S`"),
    )
}

pub(crate) fn reverse_alone(span: Span) -> Diagnostic {
    error("move-reverse-alone", span, "`reverse` needs `legal` or `pseudolegal`")
        .mark("without `legal` or `pseudolegal`")
        .help("rule: `reverse` can only be used with `legal` or `pseudolegal`")
}

pub(crate) fn all_without_target(span: Span) -> Diagnostic {
    error("move-all-alone", span, "`all` needs a target")
        .mark("expected a target that holds after every move")
        .help("rule: `all` requires a filter to match after every move: `move legal all : check`")
}

pub(crate) fn promotion_squares(span: Span, word: &str, text: &str) -> Diagnostic {
    let (piece, what) = if word == "drop" { ("N", "a drop") } else { ("Q", "promotion") };
    error("promotion-squares", span, format!("`{word}` takes piece types without squares"))
        .mark(format!("`{text}` names squares"))
        .help(format!("rule: give the square of {what} by the parameter `to`: `move to f8 {word} {piece}`"))
}

/// The signs of annotation glyphs.
const GLYPHS: [&str; 14] = ["!", "?", "!!", "??", "!?", "?!", "=", "+/=", "=/+", "+/-", "-/+", "+-", "-+", "~"];

/// The number in `$14`.
fn glyph_number(text: &str) -> Option<u64> {
    text.strip_prefix('$')?.parse().ok()
}

/// True if a text after `hascomment` asks for an annotation glyph.
pub(crate) fn is_glyph(text: &str) -> bool {
    GLYPHS.contains(&text) || glyph_number(text).is_some()
}

/// The error in a text that is searched for, if there is one.
pub(crate) fn check_search(span: Span, text: &str, comment: bool) -> Option<Diagnostic> {
    if comment && GLYPHS.contains(&text) {
        return None;
    }
    if comment && let Some(number) = glyph_number(text) {
        return (!(1..=255).contains(&number)).then(|| {
            error("bad-glyph", span, format!("there is no annotation glyph `{text}`"))
                .mark("glyphs go from `$1` to `$255`")
        });
    }
    let brackets = text.find('[').is_some_and(|open| text[open..].contains(']'));
    let wildcard = text.chars().skip(1).any(|c| matches!(c, '*' | '+' | '?'));
    (brackets || wildcard).then(|| {
        error("pattern-as-text", span, "this text looks like a pattern, but it is searched for literally")
            .mark("`*`, `+`, `?` and `[...]` are ordinary characters here")
            .help(format!(
                "rule: a text after a filter is searched for letter by letter; for a pattern, write `~~ \"{text}\"`"
            ))
    })
}

/// A regular expression that cannot be read: the fault is marked inside the quotes.
pub(crate) fn bad_pattern(literal: Span, fault: &crate::ecma::PatternError) -> Diagnostic {
    let inside = literal.start as usize + 1;
    let diagnostic = error("bad-pattern", Span::new(inside + fault.at.start, inside + fault.at.end), &*fault.message)
        .mark("in this pattern");
    match &fault.help {
        Some(help) => diagnostic.help(help.clone()),
        None => diagnostic,
    }
}

/// The error in the name of a tag, if there is one. Unless `any`, tags of results, rounds and players are rejected, as
/// CQL 6.2 rejects them.
pub(crate) fn check_tag(span: Span, name: &str, any: bool) -> Option<Diagnostic> {
    const BUILT_IN: [&str; 8] = ["White", "Black", "Event", "EventDate", "Site", "Date", "ECO", "FEN"];
    if BUILT_IN.contains(&name) {
        return None;
    }
    let says = |message: String| Some(error("bad-tag", span, message).mark("the name of a tag"));
    let fine = |c: char| c.is_ascii_alphanumeric() || c == '_';
    if name.is_empty() || name.len() > 60 || !name.chars().all(fine) || name.starts_with('_') {
        return says(
            "the name of a tag consists of 1 to 60 letters, digits and `_`, and cannot begin with `_`".to_owned(),
        );
    }
    let of_player = (name.starts_with("White") || name.starts_with("Black")) && name.len() > 5;
    if any && (of_player || ["Result", "Round"].contains(&name)) {
        return None;
    }
    let own = match name {
        "white" | "WHITE" => Some("player white"),
        "black" | "BLACK" => Some("player black"),
        "event" | "EVENT" => Some("event"),
        "site" | "SITE" => Some("site"),
        "date" | "DATE" => Some("date"),
        "Eco" | "eco" => Some("eco"),
        "Fen" | "fen" => Some("tag \"FEN\""),
        "Result" | "RESULT" | "result" => Some("result"),
        "eventdate" | "eventDate" | "EVENTDATE" => Some("eventdate"),
        "ROUND" if any => Some("tag \"Round\""),
        "Round" | "ROUND" => {
            return says("the tag `Round` cannot be read".to_owned());
        }
        _ => None,
    };
    if let Some(filter) = own {
        return says(format!("the tag `{name}` is read by its own filter"))
            .map(|d| d.help(format!("write `{filter}`")));
    }
    if of_player {
        return says(format!("tags that begin with `{}` cannot be read", &name[..5]))
            .map(|d| d.help("write `elo white` or `elo black` for ratings"));
    }
    None
}

pub(crate) fn unknown_feature(span: Span, text: &str) -> Diagnostic {
    const FEATURES: [&str; 12] = [
        "input",
        "output",
        "variations",
        "silent",
        "quiet",
        "matchstring",
        "matchcount",
        "sort",
        "gamenumber",
        "result",
        "dialect",
        "sort matchcount",
    ];
    let diagnostic =
        error("unknown-feature", span, format!("`{text}` is not a parameter of the header")).mark("unknown parameter");
    match nearest(text, FEATURES.into_iter()) {
        Some(name) => diagnostic.help(format!("did you mean `{name}`?")).fix(name),
        None => diagnostic.help("write filters after the closing parenthesis of the header"),
    }
}

pub(crate) fn bad_dialect(span: Span, word: Span, found: &str) -> Diagnostic {
    error("bad-dialect", span, format!("there is no dialect {found}"))
        .mark("expected 5, 6 or auto")
        .also(word, "for this")
}

/// What two readings differ in that are printed alike.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Alike {
    /// The `message` after a `move`.
    Message,
    /// The type of `not` and `or` of sets.
    Sets,
}

/// `alike`: what differs if both readings are printed alike.
pub(crate) fn two_readings(span: Span, (five, six): (&str, &str), alike: Option<Alike>, as_six: bool) -> Diagnostic {
    let (chosen, reading, other, instead) = if as_six { (6, six, 5, five) } else { (5, five, 6, six) };
    let clip = |text: &str| {
        if text.chars().count() <= 200 {
            text.to_owned()
        } else {
            text.chars().take(200).chain("...".chars()).collect()
        }
    };
    Diagnostic::warning(
        "two-readings",
        span,
        format!("the dialects read this differently; it is read in dialect {chosen}"),
    )
    .mark("depends on the dialect")
    .help(match alike {
        Some(alike) => {
            let what = match alike {
                Alike::Message => {
                    "a `message` or `///` after a `move` belongs to the `move` in dialect 5, and is evaluated after each \
                     move that fits; in dialect 6 it is a filter of its own, evaluated at the current position"
                }
                Alike::Sets => "`not` and `or` of sets are sets in dialect 5, and true or false in dialect 6",
            };
            format!("{what}\nwrite `cql(dialect {chosen})` in the header to decide")
        }
        None => format!(
            "dialect {chosen} reads `{}`\ndialect {other} reads `{}`\nwrite braces to decide, or `cql(dialect {chosen})`",
            clip(reading),
            clip(instead)
        ),
    })
}

/// Parameters of `line` or `path` that do not go together.
pub(crate) fn sequence_conflict(
    word: &str,
    (one, name): (Span, &str),
    (other, first): (Span, &str),
    rule: &str,
) -> Diagnostic {
    let message = format!("`{name}` and `{first}` cannot be combined in `{word}`");
    let diagnostic = match word {
        "line" => error("line-conflict", one, message),
        _ => error("path-conflict", one, message),
    };
    diagnostic.mark("conflicts").also(other, "with this").help(format!("rule: {rule}"))
}

pub(crate) fn function_again(name: &Name, first: Span) -> Diagnostic {
    error("function-again", name.span, format!("the name `{}` is already in use", name.text))
        .mark("used again")
        .also(first, "first used here")
        .help("rule: a name has one meaning in a query; choose another name")
}

pub(crate) fn function_body(span: Span, name: &str, start: Span, found: &str) -> Diagnostic {
    error("function-body", span, format!("the function `{name}` needs a body in braces, found {found}"))
        .mark("expected `{`")
        .also(start, "for this")
        .help("if the body is a number, write spaces: `{ 3 }`")
}

pub(crate) fn recursion(span: Span, name: &str, definition: Span) -> Diagnostic {
    error("recursive-function", span, format!("the function `{name}` calls itself"))
        .mark("called inside its own body")
        .also(definition, "defined here")
        .help("rule: functions are expanded where they are called, so they cannot be recursive; use `while` or `loop`")
}

/// The error in the FEN of a board, if there is one.
pub(crate) fn check_fen(span: Span, text: &str) -> Option<Diagnostic> {
    let says = |message: &str| {
        let help = "write the ranks from 8 to 1, separated by `/`: pieces, `A`, `a`, `_`, `.` for anything, digits for empty squares";
        Some(error("bad-fen", span, message).mark("the squares of a board").help(help))
    };
    let (mut squares, mut file) = (0, 0);
    for c in text.chars() {
        let width = match c {
            '/' if file == 8 => {
                file = 0;
                continue;
            }
            '/' => return says("a rank of this board has fewer than 8 squares"),
            _ if file == 8 => return says("a rank of this board has more than 8 squares"),
            '1'..='8' => c.to_digit(10).unwrap_or(1),
            'R' | 'N' | 'B' | 'Q' | 'K' | 'P' | 'r' | 'n' | 'b' | 'q' | 'k' | 'p' | 'A' | 'a' | '_' | '.' => 1,
            _ => return says(&format!("`{c}` has no meaning in a board")),
        };
        file += width;
        squares += width;
        if file > 8 {
            return says("a rank of this board has more than 8 squares");
        }
        if squares == 64 {
            return None;
        }
    }
    says("this board has fewer than 64 squares")
}
