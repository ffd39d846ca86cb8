//! Names while a query is read: what they stand for, also in calls of functions, and the errors about them.

use super::{Parse, Parser};
use crate::ast::{DictionaryTypes, Function, Name, Span, VariableKind};
use crate::catalogue;
use crate::diagnostic::Diagnostic;
use crate::errors::{grammar, meaning};
use crate::lex::Tok;
use crate::scope::Entry;
use std::collections::HashMap;

/// A function and where its body stands.
#[derive(Clone, Debug)]
pub(crate) struct Definition {
    pub(super) function: Function,
    /// The token that opens the body.
    pub(super) body: usize,
}

/// A call whose body is being read.
#[derive(Clone, Debug)]
pub(crate) struct Expansion {
    pub(super) function: usize,
    /// Tells calls apart.
    pub(super) number: usize,
    /// Parameters and the names that stand for them.
    pub(super) names: HashMap<String, String>,
}

/// The functions of a query, and the calls whose bodies are being read.
#[derive(Default)]
pub(crate) struct Functions {
    /// Those defined so far.
    pub(super) defined: Vec<Definition>,
    /// The calls whose bodies are being read, innermost last.
    pub(super) active: Vec<Expansion>,
    /// The number of calls that have been expanded.
    pub(super) calls: usize,
    /// The number of tokens that have been read in bodies, counted at every call.
    pub(super) expanded: usize,
}

impl Functions {
    /// The number of the innermost call; 0 outside of all.
    pub(super) fn call_number(&self) -> usize {
        self.active.last().map_or(0, |expansion| expansion.number)
    }

    /// The name that a parameter of the innermost call stands for.
    fn argument(&self, word: &str) -> Option<&String> {
        self.active.last()?.names.get(word)
    }
}

impl Parser<'_> {
    /// The name that a word stands for: inside a function, that of the argument.
    pub(super) fn actual<'w>(&'w self, word: &'w str) -> &'w str {
        let actual = self.functions.argument(word);
        // Long names may stand for short ones.
        self.note_bytes(actual.map_or(0, String::len));
        actual.map_or(word, String::as_str)
    }

    /// The entry for a word.
    pub(super) fn known(&self, word: &str) -> Option<&Entry> {
        self.scope.get(self.actual(word)).map(|(entry, _)| entry)
    }

    /// The functions of the query.
    pub(super) fn defined(&self) -> Vec<Function> {
        self.functions.defined.iter().map(|definition| definition.function.clone()).collect()
    }

    /// The number of the call in whose body the next token is read; 0 outside.
    pub(super) fn call_number(&self) -> usize {
        self.functions.call_number()
    }

    /// The next token as a name.
    pub(super) fn name(&mut self) -> Name {
        let span = self.bump().span;
        Name { text: self.actual(self.source(span)).to_owned(), span }
    }

    /// A name that is not reserved.
    pub(super) fn new_name(&mut self, word: &str, start: Span) -> Parse<Name> {
        match self.peek() {
            Tok::Word(name) if !catalogue::is_reserved(name, self.dialect) => Ok(self.name()),
            _ => self.fail(grammar::expected_name(self.here(), word, start, &self.found())),
        }
    }

    /// Defines a variable of a kind; it may have been one of this kind before.
    pub(super) fn define_variable(&mut self, name: &Name, kind: VariableKind) -> Parse<()> {
        match self.scope.get(&name.text) {
            Some((Entry::Variable { kind: old, .. }, span)) if *old != kind => {
                let diagnostic = meaning::other_kind(name, kind, *old, span);
                self.fail(diagnostic)
            }
            Some((Entry::Function(_), span)) => {
                let diagnostic = meaning::function_again(name, span);
                self.fail(diagnostic)
            }
            _ => {
                self.scope.define(&name.text, Entry::Variable { kind, persistent: false }, name.span);
                Ok(())
            }
        }
    }

    /// Reports an unknown name, with the name that may have been meant if the error will be shown.
    pub(super) fn unknown_name(&mut self, span: Span, word: &str, call: bool) -> Diagnostic {
        let most = if self.complaints.tells() { self.comparisons.min(self.scope.len()) } else { 0 };
        self.comparisons -= most;
        meaning::unknown_word(span, word, self.scope.names().take(most), call)
    }

    pub(super) fn types_of(&self, name: &str) -> Option<DictionaryTypes> {
        match self.scope.kind(name) {
            Some(VariableKind::Dictionary(types)) => Some(types),
            _ => None,
        }
    }

    /// True if the name or the declaration of a dictionary is next.
    pub(super) fn at_dictionary(&self) -> bool {
        match self.peek() {
            Tok::Word("dictionary") => true,
            Tok::Word("local" | "persistent") => self.token(1).tok == Tok::Word("dictionary"),
            Tok::Word(word) => self.types_of(self.actual(word)).is_some(),
            _ => false,
        }
    }
}
