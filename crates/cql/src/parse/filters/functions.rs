//! Functions: a body is kept as text and read again at each call, with its parameters replaced.

use crate::ast::{Argument, Call, Dictionary, Function, Kind, Name, Span, Type, VariableKind};
use crate::errors::{grammar, lexical, meaning, typing};
use crate::lex::Tok;
use crate::parse::names::{Definition, Expansion};
use crate::parse::{Failed, Mode, Parse, Parser};
use crate::scope::Entry;
use std::collections::HashMap;

/// The greatest number of tokens that the bodies of functions may come to, each body counted at every call.
const MAX_EXPANDED: usize = 250_000;

impl Parser<'_> {
    /// Reads definitions that follow the end of the text.
    pub(in crate::parse) fn predefine(&mut self) {
        let Some(end) = self.tokens.iter().position(|token| token.tok == Tok::End) else { return };
        self.at = end + 1;
        while self.at < self.tokens.len() && self.is_word("function") {
            if self.function().is_err() {
                break;
            }
        }
        self.at = 0;
    }

    /// `function f(x y) {A}`
    pub(super) fn function(&mut self) -> Parse {
        let definition = self.definition();
        if definition.is_err() {
            self.skip_definition();
        }
        definition
    }

    /// Skips the rest of a faulty definition.
    fn skip_definition(&mut self) {
        for _ in 0..3 {
            match self.peek() {
                Tok::Word(_) | Tok::Designator(_) if self.token(1).tok == Tok::Sign("(") => {
                    self.bump();
                }
                Tok::Sign("(") => {
                    self.bump();
                    self.skip_to_close();
                    self.eat_sign(")");
                }
                Tok::Sign("{") => {
                    self.bump();
                    self.skip_to_close();
                    self.eat_sign("}");
                    return;
                }
                _ => {}
            }
        }
    }

    fn definition(&mut self) -> Parse {
        let start = self.bump().span;
        let name = self.new_name("function", start)?;
        if let Some((_, first)) = self.scope.get(&name.text) {
            return self.fail(meaning::function_again(&name, first));
        }
        self.open("function", start)?;
        let params = match self.parameters(start) {
            Ok(params) => params,
            Err(Failed) => {
                self.skip_to_close();
                self.eat_sign(")");
                self.scope.define(&name.text, Entry::Unknown, name.span);
                return Err(Failed);
            }
        };
        self.close("function", start)?;
        if !self.is_sign("{") {
            let (here, found) = (self.here(), self.found());
            self.scope.define(&name.text, Entry::Unknown, name.span);
            self.bump();
            return self.fail(meaning::function_body(here, &name.text, start, &found));
        }
        let (body, open) = (self.at, self.here());
        self.bump();
        self.skip_to_close();
        self.eat_sign("}");
        let text = self.source(open.to(self.last())).to_owned();
        let function = Function { name: name.clone(), params, body: text };
        self.scope.define(&name.text, Entry::Function(self.functions.defined.len()), name.span);
        self.functions.defined.push(Definition { function: function.clone(), body });
        Ok(self.make(Kind::Function(function), start, Type::Logical))
    }

    /// The names of parameters, up to the closing parenthesis.
    fn parameters(&mut self, start: Span) -> Parse<Vec<Name>> {
        let mut params: Vec<Name> = Vec::new();
        let mut places: HashMap<String, Span> = HashMap::new();
        while !self.at_close() {
            if self.is_sign(",") {
                return self.fail(grammar::comma(self.here()));
            }
            let param = self.new_name("function", start)?;
            if let Some(&first) = places.get(&param.text) {
                return self.fail(grammar::parameter_twice(param.span, "function", &param.text, first));
            }
            places.insert(param.text.clone(), param.span);
            params.push(param);
        }
        Ok(params)
    }

    /// `f(A B)`, after the name.
    pub(super) fn call(&mut self, name: Name, number: usize) -> Parse {
        let start = name.span;
        self.open(&name.text, start)?;
        let values = self.arguments(Mode::default())?;
        let after = self.at;
        let definition = &self.functions.defined[number];
        let (defined, place) = (definition.function.name.span, definition.body);
        let count = definition.function.params.len();
        let span = start.to(self.last());
        if values.len() != count {
            return self.fail(grammar::wrong_count(span, &name.text, count, values.len()));
        }
        if self.functions.active.iter().any(|expansion| expansion.function == number) {
            return self.fail(meaning::recursion(span, &name.text, defined));
        }
        self.functions.calls += 1;
        if self.functions.expanded > MAX_EXPANDED {
            return self.abandon(lexical::too_many_calls(span, MAX_EXPANDED));
        }
        let params = self.functions.defined[number].function.params.clone();
        let mut arguments = Vec::new();
        let mut names = HashMap::new();
        for (param, value) in params.iter().zip(values) {
            if let Kind::Variable(variable) | Kind::Dictionary(Dictionary { name: variable, declared: None }) =
                &value.kind
            {
                names.insert(param.text.clone(), variable.text.clone());
                arguments.push(Argument { value, hidden: None });
                continue;
            }
            if value.ty == Type::Logical {
                return self.misfit(typing::logical_argument(&name, param, &value), &[&value]);
            }
            let hidden = Name { text: format!("CQL-{}-{}", self.functions.calls - 1, param.text), span: value.span };
            let entry = Entry::Variable { kind: VariableKind::Value(value.ty), persistent: false };
            self.note_bytes(128 + 4 * hidden.text.len());
            self.scope.define(&hidden.text, entry, value.span);
            names.insert(param.text.clone(), hidden.text.clone());
            arguments.push(Argument { value, hidden: Some(hidden) });
        }
        self.functions.active.push(Expansion { function: number, number: self.functions.calls, names });
        self.at = place;
        let height = std::mem::take(&mut self.tallest);
        let body = self.in_mode(Mode::default(), |parser| parser.expr(crate::parse::level::COLON + 1));
        self.tallest = self.tallest.max(height);
        self.functions.active.pop();
        self.functions.expanded += self.at.saturating_sub(place);
        if !self.complaints.abandoned {
            self.at = after;
        }
        let body = Box::new(body.map_err(|Failed| Failed)?);
        let ty = body.ty;
        Ok(self.make(Kind::Call(Call { function: name, arguments, body }), start, ty))
    }
}
