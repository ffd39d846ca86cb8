//! Conditions, dictionaries, functions and what reaches beyond the position, as text.

use super::Printer;
use super::parenthesize::ends_in_open_if;
use crate::ast::{Constant, Dictionary, External, Filter, Function, Parameter, quoted};
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

    /// `D[ k ]`: the blanks keep a key from being read as part of something else.
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

    pub(super) fn external(&mut self, external: &External) {
        match external {
            External::SetTag { name, value } => {
                self.word("settag(");
                self.literal(name);
                self.argument(value, level::OR);
                self.text.push(')');
            }
            External::RemoveTag(name) => {
                self.word("removetag");
                self.literal(name);
            }
            External::ReadFile(name) => {
                self.word("readfile");
                self.argument(name, level::SUM);
            }
            External::WriteFile { name, text } => {
                self.word("writefile");
                self.pair_list(name, text, level::SUM);
            }
            External::Abort => self.word("cql_abort"),
            External::AssertVariations(text) => {
                self.word("cql_assertvariations");
                self.literal(text);
            }
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
