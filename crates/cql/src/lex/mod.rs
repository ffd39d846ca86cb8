//! Query text to tokens: the first rule that fits at a place wins, and each rule takes all it can.
//!
//! A blank line ends a `path`, and the parser never looks at text; so it is a token (`EndPath`), which exists only
//! where a path is open. It ends all open paths, also those that have already ended; the list that contains such a path
//! skips it.

mod designators;
mod signs;
mod token;

pub(super) use token::{Tok, Token};

use super::ast::{GameResult, Span};
use super::catalogue;
use super::diagnostic::Diagnostic;
use super::dialect::Dialect;
use super::errors::lexical;
use super::limits::ReadingLimits;
use designators::Defect;
use signs::Glyph;

/// The largest count in a repetition such as `{2,5}`.
const LARGEST_REPETITION: u32 = 100_000;

/// A query as tokens.
#[derive(Debug)]
pub(super) struct Lexed<'a> {
    /// The last is [`Tok::End`].
    pub(super) tokens: Vec<Token<'a>>,
    /// Errors in the tokens.
    pub(super) diagnostics: Vec<Diagnostic>,
    /// The number of further errors, beyond those that are recognized.
    pub(super) beyond: usize,
}

/// Splits a query into tokens; the last is [`Tok::End`].
pub(super) fn lex(text: &str, dialect: Dialect) -> (Vec<Token<'_>>, Vec<Diagnostic>) {
    let limits = ReadingLimits { words: usize::MAX, ..ReadingLimits::default() };
    let lexed = lex_within(text, dialect, &limits);
    (lexed.tokens, lexed.diagnostics)
}

/// The same within limits: a text of too many words and signs ends early, with an error.
pub(super) fn lex_within<'a>(text: &'a str, dialect: Dialect, limits: &ReadingLimits) -> Lexed<'a> {
    let mut lexer = Lexer {
        text,
        most_tokens: limits.words,
        most_diagnostics: limits.recognized(),
        beyond: 0,
        at: 0,
        dialect,
        tokens: Vec::new(),
        diagnostics: Vec::new(),
        header: HeaderState::Unseen,
        brackets: 0,
        line_comment: None,
        open: Vec::new(),
    };
    lexer.run();
    lexer.find_names();
    Lexed { tokens: lexer.tokens, diagnostics: lexer.diagnostics, beyond: lexer.beyond }
}

/// The position of the lexer relative to the header: file names are read only inside it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum HeaderState {
    Unseen,
    Word,
    Inside,
    Over,
}

struct Lexer<'a> {
    text: &'a str,
    most_tokens: usize,
    most_diagnostics: usize,
    /// Diagnostics beyond these.
    beyond: usize,
    at: usize,
    dialect: Dialect,
    tokens: Vec<Token<'a>>,
    diagnostics: Vec<Diagnostic>,
    header: HeaderState,
    brackets: usize,
    line_comment: Option<Span>,
    /// Open brackets, and (`false`) words `path` that a blank line ends.
    open: Vec<bool>,
}

/// The white space and comments before a token.
#[derive(Clone, Copy, Default)]
struct Blank {
    any: bool,
    newline: bool,
    /// A line with nothing in it, not even a comment.
    line: bool,
    /// A comment up to the end of its line, which then ends no `///`.
    remark: Option<Span>,
}

fn is_word_start(c: u8) -> bool {
    c.is_ascii_alphabetic() || c == b'_' || c == b'$'
}

fn is_word(c: u8) -> bool {
    c.is_ascii_alphanumeric() || c == b'_' || c == b'$'
}

impl<'a> Lexer<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn span(&self, length: usize) -> Span {
        Span::new(self.at, self.at + length)
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        if self.diagnostics.len() < self.most_diagnostics {
            self.diagnostics.push(diagnostic);
        } else {
            self.beyond += 1;
        }
    }

    /// True if there are too many tokens; that is reported.
    fn is_full(&mut self) -> bool {
        let full = self.tokens.len() >= self.most_tokens;
        if full {
            self.diagnostics.push(lexical::too_many_words(self.span(0), self.most_tokens));
        }
        full
    }

    /// Marks the names before `:=`, which CQL 6.2 has nowhere: so a name may be a word or a designator elsewhere.
    fn find_names(&mut self) {
        let signs = 1..self.tokens.len();
        for sign in signs.filter(|&sign| self.tokens[sign].tok == Tok::Sign(":=")).collect::<Vec<usize>>() {
            let token = &mut self.tokens[sign - 1];
            let text = &self.text[token.span.start as usize..token.span.end as usize];
            let letters = text.bytes().all(|c| c.is_ascii_alphabetic());
            if matches!(token.tok, Tok::Word(_)) || letters && matches!(token.tok, Tok::Designator(_)) {
                token.tok = Tok::Named(text);
            }
        }
    }

    fn run(&mut self) {
        while let Some(rest) = self.rest().strip_prefix('\u{feff}') {
            self.at = self.text.len() - rest.len();
        }
        loop {
            let blank = self.blank();
            if blank.newline && self.line_comment.take().is_some() {
                self.tokens.push(Token { tok: Tok::LineEnd, span: self.span(0), spaced: true });
            }
            if let (Some(remark), Some(first)) = (blank.remark, self.line_comment)
                && self.at < self.text.len()
            {
                self.report(lexical::hidden_line_end(remark, first, self.span(1)));
            }
            while blank.line && self.open.last() == Some(&false) {
                self.open.pop();
                self.tokens.push(Token { tok: Tok::EndPath, span: self.span(0), spaced: true });
            }
            let span_start = self.at;
            let (tok, length) = if self.at == self.text.len() || self.is_full() { (Tok::End, 0) } else { self.token() };
            if tok == Tok::End && self.line_comment.take().is_some() {
                self.tokens.push(Token { tok: Tok::LineEnd, span: self.span(0), spaced: true });
            }
            self.at += length;
            let span = Span::new(span_start, self.at);
            self.note(tok);
            self.tokens.push(Token { tok, span, spaced: blank.any });
            if tok == Tok::End {
                return;
            }
        }
    }

    /// Follows the header and the open brackets.
    fn note(&mut self, tok: Tok<'_>) {
        self.header = match (self.header, tok) {
            (HeaderState::Unseen, Tok::Word("cql")) if self.tokens.is_empty() => HeaderState::Word,
            (HeaderState::Unseen, Tok::Word("cql")) => HeaderState::Inside,
            (HeaderState::Unseen, Tok::Sign("(")) => HeaderState::Unseen,
            (HeaderState::Word, Tok::Sign("(")) => HeaderState::Inside,
            (HeaderState::Inside, Tok::Sign(")")) => HeaderState::Over,
            (HeaderState::Inside, _) => HeaderState::Inside,
            _ => HeaderState::Over,
        };
        match tok {
            Tok::Word("path") if self.dialect == Dialect::Six => self.open.push(false),
            Tok::Sign("(" | "{" | "[") => self.open.push(true),
            Tok::Sign(")" | "}" | "]") => while self.open.pop() == Some(false) {},
            _ => {}
        }
        match tok {
            Tok::Sign("[") => self.brackets += 1,
            Tok::Sign("]") => self.brackets = self.brackets.saturating_sub(1),
            _ => {}
        }
    }

    fn blank(&mut self) -> Blank {
        let mut blank = Blank::default();
        // True if only white space stands between the last line feed and here.
        let mut empty = false;
        loop {
            let rest = self.rest();
            let line = || rest.find('\n').unwrap_or(rest.len());
            match rest.as_bytes() {
                [b'\n', ..] => {
                    blank.newline = true;
                    blank.line |= empty;
                    empty = true;
                    self.at += 1;
                }
                [c, ..] if c.is_ascii_whitespace() || *c == 0x0b => self.at += 1,
                [b';', ..] => {
                    (blank.remark, empty) = (Some(self.span(line())), true);
                    self.at = (self.at + line() + 1).min(self.text.len());
                }
                [b'/', b'/', more @ ..] if more.first() != Some(&b'/') || more.get(1) == Some(&b'/') => {
                    (blank.remark, empty) = (Some(self.span(line())), true);
                    self.at = (self.at + line() + 1).min(self.text.len());
                }
                [b'/', b'*', ..] => match rest[2..].find("*/") {
                    Some(end) => {
                        empty = false;
                        self.at += end + 4;
                    }
                    None => {
                        self.report(lexical::unclosed_comment(self.span(2)));
                        self.at = self.text.len();
                    }
                },
                _ => return blank,
            }
            blank.any = true;
        }
    }

    fn token(&mut self) -> (Tok<'a>, usize) {
        let rest = self.rest();
        if let Some(found) = self.declaration(rest).or_else(|| self.line_comment(rest)) {
            return found;
        }
        if let Some(found) = result_word(rest).or_else(|| self.integer(rest)).or_else(|| self.repetition(rest)) {
            return found;
        }
        if let Some(found) = castling(rest).or_else(|| glyphs(rest)).or_else(|| self.backslash(rest)) {
            return found;
        }
        if self.header == HeaderState::Inside
            && let Some(found) = file(rest, self.dialect)
        {
            return found;
        }
        match designators::designator(rest, self.dialect, self.brackets > 0) {
            Ok(Some((designator, length))) => return (Tok::Designator(designator), length),
            Ok(None) => {}
            Err(fault) => return self.bad_designator(rest, fault),
        }
        if rest.starts_with("[x]") {
            return (Tok::Dash(true), 3);
        }
        if rest.starts_with("--") && !rest.starts_with("-->") {
            return (Tok::Dash(false), 2);
        }
        if let Some((sign, advice)) = signs::FOREIGN.iter().find(|(sign, _)| rest.starts_with(sign)) {
            self.report(lexical::foreign_operator(self.span(sign.len()), sign, advice));
            return (Tok::Bad, sign.len());
        }
        let first = rest.as_bytes()[0];
        if let Some(sign) = signs::SIGNS.iter().find(|sign| sign.as_bytes()[0] == first && rest.starts_with(**sign)) {
            return (Tok::Sign(sign), sign.len());
        }
        if rest.starts_with('"') {
            return self.quoted(rest);
        }
        let length = rest.bytes().take_while(|&c| is_word(c)).count();
        if length > 0 {
            return (Tok::Word(&rest[..length]), length);
        }
        let c = rest.chars().next().unwrap_or(' ');
        self.report(lexical::invalid_character(self.span(c.len_utf8()), c));
        (Tok::Bad, c.len_utf8())
    }

    /// `[Aa]` before a name that is not a square.
    fn declaration(&self, rest: &'a str) -> Option<(Tok<'a>, usize)> {
        let after = rest.strip_prefix("[Aa]").or_else(|| rest.strip_prefix('◭'))?;
        let length = after.bytes().take_while(|&c| is_word(c)).count();
        let word = &after[..length];
        let name = word.bytes().next().is_some_and(is_word_start)
            && !catalogue::is_reserved(word, self.dialect)
            && !designators::starts_square(after);
        name.then_some((Tok::Declare, rest.len() - after.len()))
    }

    fn line_comment(&mut self, rest: &'a str) -> Option<(Tok<'a>, usize)> {
        if !rest.starts_with("///") {
            return None;
        }
        if let Some(first) = self.line_comment {
            let end = rest.find('\n').map_or(self.text.len(), |line| self.at + line + 1);
            self.report(lexical::second_line_comment(self.span(3), first, end));
            return Some((Tok::Bad, 3));
        }
        self.line_comment = Some(self.span(3));
        Some((Tok::LineComment, 3))
    }

    fn integer(&mut self, rest: &'a str) -> Option<(Tok<'a>, usize)> {
        let length = rest.bytes().take_while(u8::is_ascii_digit).count();
        if length == 0 {
            return None;
        }
        Some(match rest[..length].parse::<i64>() {
            Ok(value) if value <= i64::from(u32::MAX) => (Tok::Integer(value), length),
            _ => {
                self.report(lexical::large_integer(self.span(length)));
                (Tok::Bad, length)
            }
        })
    }

    /// `{2}`, `{2,}`, `{,3}`, `{2,3}` without spaces.
    fn repetition(&mut self, rest: &'a str) -> Option<(Tok<'a>, usize)> {
        let inside = rest.strip_prefix('{')?;
        let end = inside.bytes().take_while(|&c| c.is_ascii_digit() || c == b',').count();
        if end == 0 || inside.as_bytes().get(end) != Some(&b'}') {
            return None;
        }
        let inside = &inside[..end];
        let length = end + 2;
        let (low, high) = match inside.split_once(',') {
            None => (inside, Some(inside)),
            Some((low, high)) if !high.contains(',') => (low, (!high.is_empty()).then_some(high)),
            Some(_) => return None,
        };
        if low.is_empty() && high.is_none() {
            self.report(lexical::empty_repetition(self.span(length)));
            return Some((Tok::Bad, length));
        }
        let number = |text: &str| {
            if text.is_empty() { Some(0) } else { text.parse().ok() }
        };
        let counts = (number(low), high.map(number));
        let small = |n: Option<u32>| n.is_some_and(|n| n <= LARGEST_REPETITION);
        match counts {
            (Some(low), None) if small(Some(low)) => Some((Tok::Repeat(low, None), length)),
            (Some(low), Some(Some(high))) if small(Some(low)) && small(Some(high)) => {
                if low > high {
                    self.report(lexical::descending_repetition(self.span(length), low, high));
                    return Some((Tok::Bad, length));
                }
                Some((Tok::Repeat(low, Some(high)), length))
            }
            _ => {
                self.report(lexical::large_repetition(self.span(length), LARGEST_REPETITION));
                Some((Tok::Bad, length))
            }
        }
    }

    /// `\n`, `\"`, `\1`, `\-1`
    fn backslash(&mut self, rest: &'a str) -> Option<(Tok<'a>, usize)> {
        let after = rest.strip_prefix('\\')?;
        let word = after.bytes().take_while(|&c| is_word(c)).count();
        match &after[..word] {
            "n" => return Some((Tok::Text("\n"), 2)),
            "r" => return Some((Tok::Text("\r"), 2)),
            "t" => return Some((Tok::Text("\t"), 2)),
            _ => {}
        }
        match after.as_bytes().first() {
            Some(b'"') => return Some((Tok::Text("\""), 2)),
            Some(b'\\') => return Some((Tok::Text("\\"), 2)),
            _ => {}
        }
        let (start, digits) = match after.strip_prefix('-') {
            Some(digits) => (true, digits),
            None => (false, after),
        };
        if let Some(inside) = digits.strip_prefix('{') {
            let length = inside.bytes().take_while(|&c| is_word(c)).count();
            if length > 0 && inside.as_bytes().get(length) == Some(&b'}') {
                let name = &inside[..length];
                return Some((Tok::NamedGroup(start, name), rest.len() - digits.len() + length + 2));
            }
        }
        let count = digits.bytes().take_while(u8::is_ascii_digit).count();
        let length = rest.len() - digits.len() + count;
        match digits[..count].parse() {
            Ok(group) if count <= 2 => Some((if start { Tok::GroupStart(group) } else { Tok::Group(group) }, length)),
            _ => {
                self.report(lexical::bad_group(self.span(length)));
                Some((Tok::Bad, length.max(1 + word)))
            }
        }
    }

    fn quoted(&mut self, rest: &'a str) -> (Tok<'a>, usize) {
        let inside = &rest[1..];
        match inside.find(['"', '\n']) {
            Some(end) if inside.as_bytes()[end] == b'"' => (Tok::Text(&inside[..end]), end + 2),
            Some(end) => {
                self.report(lexical::newline_in_text(self.span(end + 1), self.at + end + 1));
                // The text up to the next quote is taken as the rest of the same text.
                let line = inside[end + 1..].find(['"', '\n']).map_or(inside.len(), |more| end + more + 2);
                (Tok::Bad, line + 1)
            }
            None => {
                self.report(lexical::unclosed_text(self.span(1)));
                (Tok::Bad, rest.len())
            }
        }
    }

    fn bad_designator(&mut self, rest: &'a str, fault: Defect) -> (Tok<'a>, usize) {
        let (Defect::Descending(a, b) | Defect::Duplicate(a, b) | Defect::Mixed(a, b)) = fault;
        let span = Span::new(self.at + a, self.at + b);
        self.report(match fault {
            Defect::Descending(..) => lexical::descending_squares(span, &rest[a..b]),
            Defect::Duplicate(..) => lexical::duplicate_piece(span, &rest[a..b]),
            Defect::Mixed(..) => lexical::mixed_pieces(span),
        });
        let more = |c: char| is_word(u8::try_from(c).unwrap_or(b' ')) || designators::is_glyph(c) || "[],-".contains(c);
        let length: usize = rest.chars().take_while(|&c| more(c)).map(char::len_utf8).sum();
        (Tok::Bad, length.max(b))
    }
}

fn result_word(rest: &str) -> Option<(Tok<'_>, usize)> {
    let result = GameResult::ALL.into_iter().find(|result| rest.starts_with(result.word()))?;
    let length = result.word().len();
    let goes_on = rest.as_bytes().get(length).is_some_and(|&c| is_word(c) || c == b'/' || c == b'-');
    (!goes_on).then_some((Tok::Result(result), length))
}

fn castling(rest: &str) -> Option<(Tok<'_>, usize)> {
    ["o-o-o", "o-o"].into_iter().find_map(|word| {
        let after = rest.strip_prefix(word)?;
        let ended = !after.bytes().next().is_some_and(|c| c.is_ascii_alphabetic() || c == b'_' || c == b'$');
        ended.then_some((Tok::Word(word), word.len()))
    })
}

fn glyphs(rest: &str) -> Option<(Tok<'_>, usize)> {
    let c = rest.chars().next().filter(|c| !c.is_ascii())?;
    let length = c.len_utf8();
    match signs::glyph(c)? {
        Glyph::Word(word) => Some((Tok::Word(word), length)),
        Glyph::Sign(sign @ ("|" | "&")) if rest[length..].starts_with('=') => {
            Some((Tok::Sign(if sign == "|" { "|=" } else { "&=" }), length + 1))
        }
        Glyph::Sign(sign) => Some((Tok::Sign(sign), length)),
        Glyph::CaptureDash => Some((Tok::Dash(true), length)),
        Glyph::Bar if rest[length..].starts_with(c) => Some((Tok::Dash(false), 2 * length)),
        Glyph::Bar => None,
    }
}

/// `input FILE`, `output FILE`; in dialect 5 also `pgn FILE`, `out FILE`.
fn file(rest: &str, dialect: Dialect) -> Option<(Tok<'_>, usize)> {
    let length = rest.bytes().take_while(|&c| is_word(c)).count();
    let output = match &rest[..length] {
        "input" => false,
        "output" => true,
        "pgn" if dialect == Dialect::Five => false,
        "out" if dialect == Dialect::Five => true,
        _ => return None,
    };
    let after = rest[length..].trim_start();
    if let Some(quoted) = after.strip_prefix('"') {
        let end = quoted.find(['"', '\n']).filter(|&end| quoted.as_bytes()[end] == b'"')?;
        let total = rest.len() - quoted.len() + end + 1;
        return (end > 0).then_some((Tok::File(output, &quoted[..end]), total));
    }
    let end = after.find(|c: char| c.is_whitespace() || "\0()<>\"".contains(c)).unwrap_or(after.len());
    (end > 0).then_some((Tok::File(output, &after[..end]), rest.len() - after.len() + end))
}
