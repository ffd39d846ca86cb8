//! Tokens to a syntax tree, by recursive descent directed by types: an infix operator is taken only when the
//! filter to its left has a type that it fits.
//!
//! Whether `(...)` after a move of a `path` is a target, a target with an operator, or a group is known only at its
//! end, and a nested `path` raises the same question again; trying anew at each level would take 2^depth steps.
//! `Parser::groups` remembers the result by token, per call of a function, because the same body has other types at
//! another call.
//!
//! `drop_in` is an option of the parser, since scripts for `tabiya cql` must be read as CQL reads them: there our own
//! forms give way (targets of `move`), and braces around a move end a path. Everything else is one grammar. After a
//! dictionary or a text brackets are an index (`D[x]`, `s[nn]`), although elsewhere `[x]` is a capture and `[nn]` a set
//! of pieces.

mod apply;
mod beyond;
mod binary;
mod control;
mod cql5;
mod dash;
mod declarations;
mod dictionaries;
mod expression;
mod functions;
mod geometry;
mod header;
mod hhdb;
mod io;
mod line;
mod list;
mod measures;
mod moves;
mod operators;
mod path;
mod primary;
mod range;
mod regex;
mod relations;
mod sequence;
mod texts;
mod transform;
mod tree;
mod types;
mod variables;

use super::ast::{Filter, Kind, Script, Span, Type};
use super::diagnostic::Diagnostic;
use super::dialect::Dialect;
use super::errors::{grammar, lexical};
pub(super) use super::level;
use super::lex::{Tok, Token};
use super::limits::ReadingLimits;
use super::scope::Scope;
pub(super) use declarations::put_values;
use std::cell::Cell;
use std::collections::{HashMap, HashSet};

/// A part could not be read; its diagnostic is recorded.
#[derive(Clone, Copy, Debug)]
pub(super) struct Failed;

/// The result of reading a part.
pub(super) type Parse<T = Filter> = Result<T, Failed>;

/// The context that decides the meaning of ambiguous signs.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Mode {
    /// At the level of the constituents of `next`: `*` and `+` are wildcards.
    pub(super) wild: bool,
    /// Among the constituents of `line`: `*` and `+` are wildcards before an arrow or an end.
    pub(super) line: bool,
    /// At the level of the items of `comment`: a quoted text is an item of its own.
    pub(super) items: bool,
    /// At the level of the constituents of `path`, where dashes are moves.
    pub(super) path: bool,
    /// At the open right edge of a position filter (`find`, `line lastposition`), which takes a colon that follows.
    pub(super) colon: bool,
}

/// The state of reading one query.
pub(super) struct Parser<'a> {
    pub(super) text: &'a str,
    pub(super) tokens: Vec<Token<'a>>,
    pub(super) at: usize,
    pub(super) dialect: Dialect,
    pub(super) scope: Scope,
    pub(super) diagnostics: Vec<Diagnostic>,
    pub(super) limits: ReadingLimits,
    /// The number of errors beyond those that are recognized.
    pub(super) beyond: usize,
    /// Reading was given up because of too many errors.
    pub(super) gave_up: bool,
    /// Attempts being made whose errors are forgotten if they fail.
    pub(super) attempts: u32,
    /// The number of names that may still be compared with unknown ones.
    pub(super) comparisons: usize,
    /// Groups of `path` that were read as filters in vain: the call in whose body they stand, and their tokens.
    pub(super) groups: HashSet<(usize, usize)>,
    pub(super) mode: Mode,
    /// True if Tabiya's own forms give way wherever CQL 6.2 reads the text otherwise.
    pub(super) drop_in: bool,
    /// True if tags of results, rounds and players can be read, which CQL 6.2 refuses.
    pub(super) any_tag: bool,
    /// The token with which a constituent of `path` begins: a dash there is a move, whatever it is glued to.
    pub(super) path_start: Option<usize>,
    /// The depth of nested filters at which the move of a constituent of `path` is read; see [`Parser::depth`].
    pub(super) path_depth: Option<u32>,
    /// The token with which an item of `comment` and its like begins.
    pub(super) item_start: Option<usize>,
    /// Names that are being assigned for the first time, innermost last: unknown up to the end of their values.
    pub(super) assigning: Vec<String>,
    /// Filters that are being read around this one.
    pub(super) depth: u32,
    /// Height of the highest filter read since this was last set to zero.
    pub(super) tallest: u32,
    /// True if reading was given up: no more errors are reported.
    pub(super) abandoned: bool,
    /// Types and places of operands of `+` that were read once already, by the call in whose body they stand and their
    /// token.
    pub(super) operand_types: HashMap<(usize, usize), (Type, Span)>,
    /// The values that parameters get from outside.
    pub(super) presets: HashMap<&'a str, declarations::Preset<'a>>,
    /// The names of the parameters so far, with their places.
    pub(super) parameters: HashMap<String, Span>,
    /// Where each word stands, once there is a parameter.
    pub(super) words: HashMap<&'a str, Vec<usize>>,
    /// The functions defined so far.
    pub(super) functions: Vec<functions::Definition>,
    /// The functions whose bodies are being read, innermost last.
    pub(super) active: Vec<functions::Expansion>,
    /// The number of calls that have been expanded.
    pub(super) calls: usize,
    /// The number of tokens that have been read in bodies of functions, counted at every call.
    pub(super) expanded: usize,
    /// The bytes of what has been read so far, with what was read in vain: the tree, and the names of functions' arguments.
    pub(super) built: Cell<usize>,
    /// The bytes of the messages so far.
    told: usize,
    /// The type of each documented sort key, and where it stands.
    pub(super) sort_keys: HashMap<String, (Type, Span)>,
    /// Tokens taken so far, those that were taken again included.
    #[cfg(test)]
    pub(super) taken: usize,
}

/// The bytes of messages after which reading is given up: errors may name what is as long as the query.
const MOST_TOLD: usize = 4 << 20;

/// The greatest number of names that are compared with unknown ones to find suggestions.
const COMPARISONS: usize = 200_000;

/// The result of reading a query.
#[derive(Debug)]
pub(super) struct Reading {
    pub(super) script: Option<Script>,
    pub(super) diagnostics: Vec<Diagnostic>,
    /// The number of errors beyond these.
    pub(super) beyond: usize,
    /// Reading was given up because of too many errors.
    pub(super) gave_up: bool,
}

/// Reads a whole query.
pub(super) fn script<'a>(
    text: &'a str,
    tokens: Vec<Token<'a>>,
    dialect: Dialect,
    (require_header, drop_in, any_tag): (bool, bool, bool),
    limits: ReadingLimits,
) -> Reading {
    let mut parser = Parser { drop_in, any_tag, limits, ..Parser::new(text, tokens, dialect, Scope::default()) };
    let script = parser.script(require_header);
    Reading { script, diagnostics: parser.diagnostics, beyond: parser.beyond, gave_up: parser.gave_up }
}

/// Reads filters in an existing scope; several are taken as one in braces.
pub(super) fn filter<'a>(
    text: &'a str,
    tokens: Vec<Token<'a>>,
    dialect: Dialect,
    scope: Scope,
) -> (Option<Filter>, Scope, Vec<Diagnostic>) {
    let mut parser = Parser::new(text, tokens, dialect, scope);
    parser.predefine();
    if !parser.check_brackets() {
        return (None, parser.scope, parser.diagnostics);
    }
    let filter = parser.value();
    (filter.ok(), parser.scope, parser.diagnostics)
}

impl<'a> Parser<'a> {
    fn new(text: &'a str, tokens: Vec<Token<'a>>, dialect: Dialect, scope: Scope) -> Parser<'a> {
        Parser {
            text,
            tokens,
            at: 0,
            dialect,
            scope,
            diagnostics: Vec::new(),
            limits: ReadingLimits::default(),
            beyond: 0,
            gave_up: false,
            attempts: 0,
            comparisons: COMPARISONS,
            groups: HashSet::new(),
            mode: Mode::default(),
            drop_in: false,
            any_tag: true,
            path_start: None,
            path_depth: None,
            item_start: None,
            assigning: Vec::new(),
            depth: 0,
            tallest: 0,
            abandoned: false,
            operand_types: HashMap::new(),
            presets: HashMap::new(),
            parameters: HashMap::new(),
            words: HashMap::new(),
            built: Cell::new(0),
            told: 0,
            functions: Vec::new(),
            active: Vec::new(),
            calls: 0,
            expanded: 0,
            sort_keys: HashMap::new(),
            #[cfg(test)]
            taken: 0,
        }
    }

    fn script(&mut self, require_header: bool) -> Option<Script> {
        if !self.check_brackets() {
            return None;
        }
        let header = self.header(require_header);
        let body = self.body();
        let variables = self.scope.variables();
        let functions = self.defined();
        let constituents = self.scope.constituents().iter().cloned().collect();
        match (header, body) {
            (Ok(header), Ok(body)) => Some(Script { header, body, variables, functions, constituents }),
            _ => None,
        }
    }

    /// True if the query is read as dialect 5.
    pub(super) fn five(&self) -> bool {
        self.dialect == Dialect::Five
    }

    /// The token at some distance.
    pub(super) fn token(&self, ahead: usize) -> Token<'a> {
        let last = self.tokens.len() - 1;
        self.tokens[(self.at + ahead).min(last)]
    }

    /// The next token.
    pub(super) fn peek(&self) -> Tok<'a> {
        self.token(0).tok
    }

    /// The place of the next token.
    pub(super) fn here(&self) -> Span {
        self.token(0).span
    }

    /// The place of the last token.
    pub(super) fn last(&self) -> Span {
        self.tokens[self.at.saturating_sub(1)].span
    }

    /// Takes a token.
    pub(super) fn bump(&mut self) -> Token<'a> {
        #[cfg(test)]
        {
            self.taken += 1;
        }
        let token = self.token(0);
        self.at = (self.at + 1).min(self.tokens.len() - 1);
        token
    }

    pub(super) fn is_sign(&self, sign: &str) -> bool {
        matches!(self.peek(), Tok::Sign(one) if one == sign)
    }

    pub(super) fn is_word(&self, word: &str) -> bool {
        matches!(self.peek(), Tok::Word(one) if one == word)
    }

    pub(super) fn eat_sign(&mut self, sign: &str) -> bool {
        let found = self.is_sign(sign);
        if found {
            self.bump();
        }
        found
    }

    pub(super) fn eat_word(&mut self, word: &str) -> bool {
        let found = self.is_word(word);
        if found {
            self.bump();
        }
        found
    }

    /// Records a diagnostic and fails.
    pub(super) fn fail<T>(&mut self, diagnostic: Diagnostic) -> Parse<T> {
        self.report(diagnostic);
        Err(Failed)
    }

    /// Records a diagnostic. After too many, reading is given up, because no user reads them all.
    pub(super) fn report(&mut self, diagnostic: Diagnostic) {
        if self.abandoned {
            return;
        }
        if self.diagnostics.len() < self.limits.recognized() && self.told < MOST_TOLD {
            self.told += diagnostic.message.len();
            self.diagnostics.push(diagnostic);
        } else if self.attempts == 0 {
            self.beyond += 1;
            self.gave_up = true;
            self.abandoned = true;
            self.at = self.tokens.len() - 1;
        }
    }

    /// True if another error would be shown, so that looking for a suggestion is worthwhile.
    pub(super) fn tells(&self) -> bool {
        self.diagnostics.len() < self.limits.errors
    }

    /// The number of the call in whose body the next token is read; 0 outside.
    pub(super) fn call_number(&self) -> usize {
        self.active.last().map_or(0, |expansion| expansion.number)
    }

    /// Gives up on the whole query.
    pub(super) fn abandon<T>(&mut self, diagnostic: Diagnostic) -> Parse<T> {
        self.report(diagnostic);
        self.abandoned = true;
        self.at = self.tokens.len() - 1;
        Err(Failed)
    }

    /// A filter from `start` to the last token.
    pub(super) fn make(&self, kind: Kind, start: Span, ty: Type) -> Filter {
        let text = match &kind {
            Kind::Text(text) | Kind::Regex { pattern: text, .. } => text.len(),
            _ => 0,
        };
        self.note_bytes(size_of::<Filter>() + text);
        Filter { kind, span: start.to(self.last()), ty }
    }

    /// Counts bytes of what is read.
    pub(super) fn note_bytes(&self, bytes: usize) {
        self.built.set(self.built.get() + bytes);
    }

    /// The text of a place.
    pub(super) fn source(&self, span: Span) -> &'a str {
        self.text.get(span.start as usize..span.end as usize).unwrap_or("")
    }

    /// Reads something in another mode.
    pub(super) fn in_mode<T>(&mut self, mode: Mode, read: impl FnOnce(&mut Self) -> T) -> T {
        let outer = std::mem::replace(&mut self.mode, mode);
        let result = read(self);
        self.mode = outer;
        result
    }

    /// Expects an opening parenthesis after a word.
    pub(super) fn open(&mut self, word: &str, start: Span) -> Parse<()> {
        if self.eat_sign("(") {
            return Ok(());
        }
        let found = self.found();
        self.fail(grammar::expected_open(self.here(), word, start, &found))
    }

    /// Expects a closing parenthesis.
    pub(super) fn close(&mut self, word: &str, start: Span) -> Parse<()> {
        if self.eat_sign(")") {
            return Ok(());
        }
        let (here, found) = (self.here(), self.found());
        self.skip_to_close();
        self.eat_sign(")");
        self.fail(grammar::expected_close(here, word, start, &found))
    }

    /// Skips what is left inside the innermost brackets.
    pub(super) fn skip_to_close(&mut self) {
        let mut open = 0;
        loop {
            match self.peek() {
                Tok::End => return,
                Tok::Sign("(" | "{" | "[") => open += 1,
                Tok::Sign(")" | "}" | "]") if open == 0 => return,
                Tok::Sign(")" | "}" | "]") => open -= 1,
                _ => {}
            }
            self.bump();
        }
    }

    /// Passes over a blank line that ended no path: its `path` came to an end before.
    pub(super) fn pass_blank_line(&mut self) {
        while self.peek() == Tok::EndPath {
            self.bump();
        }
    }

    /// The next token as it is named in messages.
    pub(super) fn found(&self) -> String {
        match self.peek() {
            Tok::End => "the end of the query".to_owned(),
            Tok::LineEnd => "the end of the line".to_owned(),
            _ => format!("`{}`", self.source(self.here())),
        }
    }

    /// Checks that all brackets match; nothing else is looked at when they don't.
    fn check_brackets(&mut self) -> bool {
        let mut open: Vec<(Span, &'static str)> = Vec::new();
        let mut good = true;
        for token in &self.tokens {
            match token.tok {
                Tok::Sign(sign @ ("(" | "{" | "[")) => open.push((token.span, sign)),
                Tok::Sign(sign @ (")" | "}" | "]")) => match open.last() {
                    None if self.diagnostics.len() < self.limits.recognized() => {
                        self.diagnostics.push(lexical::unopened(token.span, sign));
                        good = false;
                    }
                    None => self.beyond += 1,
                    Some(&(_, left)) if closing(left) == sign => {
                        open.pop();
                    }
                    Some(&(place, left)) => {
                        self.diagnostics.push(lexical::mismatched(place, left, token.span, sign, closing(left)));
                        return false;
                    }
                },
                _ => {}
            }
        }
        let told = open.len().min(self.limits.recognized().saturating_sub(self.diagnostics.len()));
        self.beyond += open.len() - told;
        for &(span, sign) in &open[..told] {
            self.diagnostics.push(lexical::unclosed(span, sign, closing(sign)));
        }
        good && open.is_empty()
    }
}

fn closing(sign: &str) -> &'static str {
    match sign {
        "(" => ")",
        "{" => "}",
        _ => "]",
    }
}
