//! Tokens to a syntax tree, by recursive descent directed by types: an infix operator is taken only when the
//! filter to its left has a type that it fits.
//!
//! The parser has rooms. Each uses only those above it, and `filters` is the circle: a filter has filters in it.
//!
//! ```text
//! cursor      the tokens and the place in them: what comes next, what shape it has; the parser derefs to it
//! complaints  errors and warnings, and when reading is given up
//! mod         what all readers use: modes, marks to come back to, the making of filters, the reports of complaints
//! names       what names stand for (`crate::scope`), also in calls of functions
//! types       types that are asked for, and where those of a filter come from
//! binary      binary filters made of their parts
//! range, regex, measures, hhdb   what has no filters in it
//! filters     expressions, and what each word or sign begins; its table says which file answers what
//! header      `cql (...)`
//! ```
//!
//! Whether `(...)` after a move of a `path` is a target, a target with an operator, or a group is known only at its
//! end, and a nested `path` raises the same question again; trying again at each level would take 2^depth steps.
//! `Parser::groups` remembers the result by token, per call of a function, because the same body has other types at
//! another call.
//!
//! `drop_in` is an option of the parser, since scripts for `tabiya cql` must be read as CQL reads them: there our own
//! forms give way (targets of `move`), and braces around a move end a path. Everything else is one grammar. After a
//! dictionary or a text brackets are an index (`D[x]`, `s[nn]`), although elsewhere `[x]` is a capture and `[nn]` a set
//! of pieces.

mod binary;
mod complaints;
mod cursor;
mod filters;
mod header;
mod hhdb;
mod measures;
mod names;
mod range;
mod regex;
mod types;

use super::ast::{Filter, Kind, Script, Span, Type};
use super::diagnostic::Diagnostic;
use super::dialect::Dialect;
use super::errors::{grammar, lexical};
pub(super) use super::level;
use super::lex::{Tok, Token};
use super::limits::ReadingLimits;
use super::scope::Scope;
use complaints::Complaints;
use cursor::Cursor;
use filters::Parameters;
pub(super) use filters::put_values;
use names::Functions;
use std::cell::Cell;
use std::collections::{HashMap, HashSet};
use std::ops::{Deref, DerefMut};

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
    pub(super) cursor: Cursor<'a>,
    pub(super) complaints: Complaints,
    pub(super) dialect: Dialect,
    pub(super) scope: Scope,
    /// The number of names that may still be compared with unknown ones.
    pub(super) comparisons: usize,
    /// Groups of `path` that were read as filters in vain: the call in whose body they stand, and their tokens.
    pub(super) groups: HashSet<(usize, usize)>,
    pub(super) mode: Mode,
    /// True if Tabiya's own forms give way wherever CQL 6.2 reads the text otherwise.
    pub(super) drop_in: bool,
    /// True if tags of results, rounds and players can be read, which CQL 6.2 rejects.
    pub(super) any_tag: bool,
    /// The token with which a constituent of `path` begins: a dash there is a move, even if it is glued to something.
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
    /// Types and places of operands of `+` that were read once already, by the call in whose body they stand and their
    /// token.
    pub(super) operand_types: HashMap<(usize, usize), (Type, Span)>,
    pub(super) parameters: Parameters<'a>,
    pub(super) functions: Functions,
    /// The bytes of what has been read so far, with what was read in vain: the tree, and the names of functions' arguments.
    pub(super) built: Cell<usize>,
    /// The type of each documented sort key, and where it stands.
    pub(super) sort_keys: HashMap<String, (Type, Span)>,
}

/// The greatest number of names that are compared with unknown ones to find suggestions.
const COMPARISONS: usize = 200_000;

/// A place in the tokens with what was known there.
#[derive(Clone, Copy)]
pub(super) struct Mark {
    at: usize,
    names: usize,
    errors: usize,
}

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
    let mut parser = Parser { drop_in, any_tag, ..Parser::new(text, tokens, dialect, Scope::default()) };
    parser.complaints.limits = limits;
    let script = parser.script(require_header);
    let Complaints { diagnostics, beyond, gave_up, .. } = parser.complaints;
    Reading { script, diagnostics, beyond, gave_up }
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
        return (None, parser.scope, parser.complaints.diagnostics);
    }
    let filter = parser.value();
    (filter.ok(), parser.scope, parser.complaints.diagnostics)
}

impl<'a> Deref for Parser<'a> {
    type Target = Cursor<'a>;

    fn deref(&self) -> &Cursor<'a> {
        &self.cursor
    }
}

impl DerefMut for Parser<'_> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.cursor
    }
}

impl<'a> Parser<'a> {
    fn new(text: &'a str, tokens: Vec<Token<'a>>, dialect: Dialect, scope: Scope) -> Parser<'a> {
        Parser {
            cursor: Cursor::new(text, tokens),
            complaints: Complaints::default(),
            dialect,
            scope,
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
            operand_types: HashMap::new(),
            parameters: Parameters::default(),
            functions: Functions::default(),
            built: Cell::new(0),
            sort_keys: HashMap::new(),
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

    /// Records a diagnostic and fails.
    pub(super) fn fail<T>(&mut self, diagnostic: Diagnostic) -> Parse<T> {
        self.report(diagnostic);
        Err(Failed)
    }

    /// Records a diagnostic. After too many, reading is given up, because no user reads them all.
    pub(super) fn report(&mut self, diagnostic: Diagnostic) {
        if !self.complaints.abandoned && !self.complaints.add(diagnostic) {
            self.finish();
        }
    }

    /// Gives up on the whole query.
    pub(super) fn abandon<T>(&mut self, diagnostic: Diagnostic) -> Parse<T> {
        self.report(diagnostic);
        self.complaints.abandoned = true;
        self.finish();
        Err(Failed)
    }

    /// The state of reading, to come back to.
    pub(super) fn mark(&self) -> Mark {
        Mark { at: self.at, names: self.scope.len(), errors: self.complaints.len() }
    }

    /// Goes back to a state of reading.
    pub(super) fn rewind(&mut self, mark: Mark) {
        self.at = mark.at;
        self.scope.forget(mark.names);
        self.complaints.forget(mark.errors);
    }

    /// True if a quoted text after a word is an item of its own. In dialect 6 the word must also begin an item.
    pub(super) fn is_item(&self, word: usize) -> bool {
        self.mode.items && (self.five() || self.item_start == Some(word))
    }

    /// Expects an opening parenthesis after a word.
    pub(super) fn open(&mut self, word: &str, start: Span) -> Parse<()> {
        if self.eat_sign("(") {
            return Ok(());
        }
        self.fail(grammar::expected_open(self.here(), word, start, &self.found()))
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

    /// Reads something in another mode.
    pub(super) fn in_mode<T>(&mut self, mode: Mode, read: impl FnOnce(&mut Self) -> T) -> T {
        let outer = std::mem::replace(&mut self.mode, mode);
        let result = read(self);
        self.mode = outer;
        result
    }

    /// Checks that all brackets match; nothing else is looked at when they don't.
    fn check_brackets(&mut self) -> bool {
        let mut open: Vec<(Span, &'static str)> = Vec::new();
        let mut good = true;
        for token in &self.cursor.tokens {
            match token.tok {
                Tok::Sign(sign @ ("(" | "{" | "[")) => open.push((token.span, sign)),
                Tok::Sign(sign @ (")" | "}" | "]")) => match open.last() {
                    None if self.complaints.has_room() => {
                        self.complaints.diagnostics.push(lexical::unopened(token.span, sign));
                        good = false;
                    }
                    None => self.complaints.beyond += 1,
                    Some(&(_, left)) if closing(left) == sign => {
                        open.pop();
                    }
                    Some(&(place, left)) => {
                        self.complaints.diagnostics.push(lexical::mismatched(
                            place,
                            left,
                            token.span,
                            sign,
                            closing(left),
                        ));
                        return false;
                    }
                },
                _ => {}
            }
        }
        let complaints = &mut self.complaints;
        let told = open.len().min(complaints.limits.recognized().saturating_sub(complaints.len()));
        complaints.beyond += open.len() - told;
        for &(span, sign) in &open[..told] {
            complaints.diagnostics.push(lexical::unclosed(span, sign, closing(sign)));
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
