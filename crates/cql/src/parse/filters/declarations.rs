//! Declarations at the beginning of a body: `include`, `parameter`, and functions among them.
//!
//! `include` and `parameter` are not reserved words. They declare something only before the first filter, `include` before a
//! text and `parameter` before a name and a value: nothing that a script of CQL can begin with. A parameter is a constant,
//! so its value takes the place of its name in the tokens that follow, and it is allowed wherever a number or a text is.
//!
//! A value from outside comes as a declaration of its own before all others, `parameter parameter MIN 2600 "2600"`: it is
//! the value of a parameter of that name that is declared later, as a number or as a text, regardless of its default.

use crate::ast::{Constant, Filter, Kind, Parameter, Span, Type};
use crate::catalogue;
use crate::errors::{declarations as errors, meaning};
use crate::lex::{Tok, Token};
use crate::parse::{Parse, Parser, level};
use std::collections::HashMap;

/// A value from outside.
#[derive(Clone, Copy, Debug)]
struct Preset<'a> {
    number: Option<i64>,
    text: &'a str,
    place: Span,
}

/// The parameters of a query.
#[derive(Default)]
pub(crate) struct Parameters<'a> {
    /// The values that they get from outside.
    presets: HashMap<&'a str, Preset<'a>>,
    /// The names of those so far, with their places.
    declared: HashMap<String, Span>,
    /// Where each word stands, once there is a parameter.
    words: HashMap<&'a str, Vec<usize>>,
}

impl<'a> Parser<'a> {
    /// The declarations that come next; errors have been reported if this fails.
    pub(super) fn declarations(&mut self) -> Parse<Vec<Filter>> {
        let (mut found, mut failed) = (Vec::new(), false);
        while !self.drop_in {
            self.pass_blank_line();
            let read = match (self.peek(), self.token(1).tok, self.token(2).tok) {
                (Tok::Word("include"), Tok::Text(file), _) => Ok(Some(self.include(file))),
                (Tok::Word("parameter"), Tok::Word("parameter"), Tok::Word(name)) => {
                    self.preset(name);
                    Ok(None)
                }
                (Tok::Word("parameter"), Tok::Word(_) | Tok::Designator(_), Tok::Integer(_) | Tok::Text(_)) => {
                    self.parameter().map(Some)
                }
                (Tok::Word("parameter"), Tok::Word(_), Tok::Sign("-"))
                    if matches!(self.token(3).tok, Tok::Integer(_)) =>
                {
                    self.parameter().map(Some)
                }
                // A definition is a filter, after which others may go on.
                (Tok::Word("function"), ..) => {
                    self.function().and_then(|function| self.operators(function, level::OR)).map(Some)
                }
                _ => break,
            };
            match read {
                Ok(filter) => found.extend(filter),
                Err(_) => failed = true,
            }
        }
        if failed { Err(crate::parse::Failed) } else { Ok(found) }
    }

    /// `include "lib.cql"`
    fn include(&mut self, file: &str) -> Filter {
        let start = self.bump().span;
        self.bump();
        self.make(Kind::Include(file.to_owned()), start, Type::Logical)
    }

    /// `parameter parameter MIN 2600 "2600"`
    fn preset(&mut self, name: &'a str) {
        self.bump();
        self.bump();
        let start = self.bump().span;
        let negative = self.eat_sign("-");
        let number = match self.peek() {
            Tok::Integer(n) => {
                self.bump();
                Some(if negative { -n } else { n })
            }
            _ => None,
        };
        if let Tok::Text(text) = self.peek() {
            self.bump();
            let place = start.to(self.last());
            self.parameters.presets.insert(name, Preset { number, text, place });
        }
    }

    /// `parameter MIN 2400 "least rating"`
    fn parameter(&mut self) -> Parse {
        let start = self.bump().span;
        let name_token = self.token(0);
        let name = match name_token.tok {
            Tok::Word(word) if !catalogue::is_reserved(word, self.dialect) => self.name(),
            _ => {
                self.bump();
                self.skip_value();
                return self.fail(errors::parameter_name(name_token.span, self.source(name_token.span)));
            }
        };
        let (default, token) = self.constant();
        let meaning = match self.peek() {
            Tok::Text(text) => {
                self.bump();
                text.to_owned()
            }
            _ => String::new(),
        };
        if let Some((_, first)) = self.scope.get(&name.text) {
            return self.fail(meaning::function_again(&name, first));
        }
        if let Some(&first) = self.parameters.declared.get(&name.text) {
            return self.fail(errors::parameter_again(&name, first));
        }
        if self.parameters.declared.is_empty() {
            self.note_words();
        }
        self.parameters.declared.insert(name.text.clone(), name.span);
        let preset = self.parameters.presets.get(&*name.text).copied();
        let (value, token) = match (&default, preset) {
            (_, None) => (default.clone(), token),
            (Constant::Number(_), Some(Preset { number: Some(n), .. })) => (Constant::Number(n), Tok::Integer(n)),
            (Constant::Text(_), Some(Preset { text, .. })) => (Constant::Text(text.to_owned()), Tok::Text(text)),
            (Constant::Number(_), Some(Preset { text, place, .. })) => {
                return self.fail(errors::no_number(place, &name.text, text, name.span));
            }
        };
        self.put(&name.text, token);
        let parameter = Parameter { name, default, value, meaning };
        Ok(self.make(Kind::Parameter(Box::new(parameter)), start, Type::Logical))
    }

    /// The number or the text that comes next, and the token that stands for it.
    fn constant(&mut self) -> (Constant, Tok<'a>) {
        let negative = self.eat_sign("-");
        match self.bump().tok {
            Tok::Integer(n) => {
                let n = if negative { -n } else { n };
                (Constant::Number(n), Tok::Integer(n))
            }
            Tok::Text(text) => (Constant::Text(text.to_owned()), Tok::Text(text)),
            // The caller has looked.
            _ => (Constant::Number(0), Tok::Integer(0)),
        }
    }

    /// Skips the value and the meaning of a faulty declaration.
    fn skip_value(&mut self) {
        self.constant();
        if let Tok::Text(_) = self.peek() {
            self.bump();
        }
    }

    /// Puts a value in the place of a name in all tokens that follow. Where the name is declared again it stays, so that the error
    /// can name it.
    fn put(&mut self, name: &str, value: Tok<'a>) {
        let start = self.at;
        for at in self.parameters.words.remove(name).unwrap_or_default().into_iter().filter(|&at| at >= start) {
            let declared = at > 0
                && self.tokens[at - 1].tok == Tok::Word("parameter")
                && matches!(
                    self.tokens.get(at + 1).map(|token| token.tok),
                    Some(Tok::Integer(_) | Tok::Text(_) | Tok::Sign("-"))
                );
            if !declared {
                self.tokens[at].tok = value;
            }
        }
    }

    /// Notes where each word stands, so that parameters need not be looked for one by one.
    fn note_words(&mut self) {
        for (at, token) in self.cursor.tokens.iter().enumerate() {
            if let Tok::Word(word) = token.tok {
                self.parameters.words.entry(word).or_default().push(at);
            }
        }
    }
}

/// Puts the values of parameters in the places of their names.
pub(crate) fn put_values<'a>(tokens: &mut [Token<'a>], parameters: impl Iterator<Item = &'a Parameter>) {
    let values: HashMap<&str, Tok<'a>> = parameters
        .map(|Parameter { name, value, .. }| match value {
            Constant::Number(n) => (&*name.text, Tok::Integer(*n)),
            Constant::Text(text) => (&*name.text, Tok::Text(text)),
        })
        .collect();
    for token in tokens {
        if let Tok::Word(word) = token.tok
            && let Some(value) = values.get(word)
        {
            token.tok = *value;
        }
    }
}
