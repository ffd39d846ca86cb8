//! Conditions, dictionaries, functions and parameters, as text.

use super::Printer;
use super::parenthesize::ends_in_open_if;
use crate::ast::{Constant, Dictionary, Filter, Function, Parameter, quoted};
use crate::level;

impl Printer {
    pub(super) fn dictionary(&mut self, of: &Dictionary) {
        match of.declared {
            Some(true) => self.word("local dictionary"),
            Some(false) => self.word("dictionary"),
            None => {}
        }
        self.word(&of.name.text);
    }

    /// `D[ k ]`: the spaces keep a key from being read as part of something else.
    pub(super) fn entry(&mut self, of: &Dictionary, key: &Filter) {
        self.dictionary(of);
        self.text.push('[');
        self.text.push(' ');
        let wild = std::mem::replace(&mut self.wild, false);
        let items = std::mem::replace(&mut self.items, false);
        self.expr(key, level::OR);
        (self.wild, self.items) = (wild, items);
        self.text.push_str(" ]");
    }

    pub(super) fn conditional(&mut self, test: &Filter, then: &Filter, otherwise: Option<&Filter>) {
        self.word("if");
        self.argument(test, level::OR);
        self.word("then");
        if otherwise.is_some() && ends_in_open_if(then, self.five) {
            self.in_braces(then);
        } else {
            self.argument(then, level::OR);
        }
        if let Some(otherwise) = otherwise {
            self.word("else");
            self.argument(otherwise, level::OR);
        }
    }

    pub(super) fn parameter(&mut self, parameter: &Parameter) {
        let Parameter { name, default, meaning, .. } = parameter;
        let default = match default {
            Constant::Number(n) => n.to_string(),
            Constant::Text(text) => quoted(text),
        };
        let meaning = if meaning.is_empty() { String::new() } else { format!(" {}", quoted(meaning)) };
        self.word(&format!("parameter {} {default}{meaning}", name.text));
    }

    pub(super) fn function(&mut self, function: &Function) {
        self.word("function ");
        self.text.push_str(&function.name.text);
        let params: Vec<&str> = function.params.iter().map(|param| param.text.as_str()).collect();
        self.text.push_str(&format!("({}) {}", params.join(" "), function.body));
    }
}
