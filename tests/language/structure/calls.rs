//! The methods that modules call. A method is known by its type, and a type by the module that defines it. What stands
//! before the point tells the type: `self`, or a name (of a field, of a parameter) that has one type wherever the module, or
//! else the crate, says one. Calls on anything else (results of other calls) are not seen.

use crate::structure::modules::{Crate, Place, is_punct, path};
use proc_macro2::{Delimiter, TokenTree};
use std::collections::{BTreeMap, BTreeSet};

/// The methods that a module defines and calls.
#[derive(Debug, Default)]
pub(crate) struct Methods {
    /// Inherent methods, with their types.
    defined: BTreeSet<(Vec<String>, String)>,
    called: BTreeSet<(Receiver, String)>,
    /// The types that names have: `evaluator: &'m mut Evaluator<'a>`.
    typed: BTreeMap<String, BTreeSet<Vec<String>>>,
}

/// What a method is called on.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Receiver {
    Type(Vec<String>),
    Name(String),
}

/// A call of a method that another module defines.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Call {
    pub(crate) from: Place,
    pub(crate) to: Place,
    pub(crate) method: String,
}

impl Crate {
    /// The calls from module to module.
    pub(crate) fn calls(&self) -> BTreeSet<Call> {
        // Methods by their types; modules that define some.
        let mut homes: BTreeMap<(Type, &str), BTreeSet<&Place>> = BTreeMap::new();
        let mut typed: BTreeMap<&str, BTreeSet<Option<Type>>> = BTreeMap::new();
        for (place, methods) in self.methods() {
            for (path, method) in &methods.defined {
                if let Some(of) = self.type_of(place, path) {
                    homes.entry((of, method)).or_default().insert(place);
                }
            }
            for (name, paths) in &methods.typed {
                typed.entry(name).or_default().extend(paths.iter().map(|path| self.type_of(place, path)));
            }
        }
        let mut calls = BTreeSet::new();
        for (place, methods) in self.methods() {
            for (receiver, method) in &methods.called {
                let of = match receiver {
                    Receiver::Type(path) => self.type_of(place, path),
                    Receiver::Name(name) => {
                        let here = methods.typed.get(name).into_iter().flatten();
                        let here: BTreeSet<Option<Type>> = here.map(|path| self.type_of(place, path)).collect();
                        let known = if here.len() == 1 { Some(&here) } else { typed.get(name.as_str()) };
                        known.filter(|types| types.len() == 1).and_then(|types| types.first().cloned().flatten())
                    }
                };
                let Some(of) = of else { continue };
                let definers = homes.get(&(of, method.as_str())).into_iter().flatten();
                let call = |to: &&Place| Call { from: place.clone(), to: (*to).clone(), method: method.clone() };
                calls.extend(definers.filter(|to| **to != place).map(call));
            }
        }
        calls
    }

    fn type_of(&self, place: &Place, path: &[String]) -> Option<Type> {
        Some((self.home(place, path)?, path.last()?.clone()))
    }
}

/// A type: where it is defined, and its name.
type Type = (Place, String);

impl Methods {
    /// Reads the head of an `impl` and the names of its functions; gives its type.
    pub(super) fn read_impl(&mut self, tokens: &[TokenTree]) -> Option<Vec<String>> {
        let first = after_generics(tokens, 1);
        // A trait has its type behind `for`; `for<'a>` belongs to a bound.
        let mut of = None;
        let mut at = first;
        while at < tokens.len() {
            let is_for = matches!(&tokens[at], TokenTree::Ident(word) if *word == "for");
            if is_for && !tokens.get(at + 1).is_some_and(|next| is_punct(next, '<')) {
                of = Some(at + 1);
            }
            at = after_generics(tokens, at).max(at + 1);
        }
        let own = type_at(tokens, of.unwrap_or(first))?;
        if let (None, Some(TokenTree::Group(body))) = (of, tokens.last()) {
            let body: Vec<TokenTree> = body.stream().into_iter().collect();
            for pair in body.windows(2) {
                if let [TokenTree::Ident(word), TokenTree::Ident(name)] = pair
                    && *word == "fn"
                {
                    self.defined.insert((own.clone(), name.to_string()));
                }
            }
        }
        Some(own)
    }

    /// Reads what begins with a name: a call, or the type of the name. `own` is the type of the `impl` around it.
    pub(super) fn read(&mut self, tokens: &[TokenTree], at: usize, own: Option<&[String]>) {
        let (names, end) = path(tokens, at);
        let is_type = |path: &[String]| path.last().is_some_and(|name| name.starts_with(char::is_uppercase));
        if let Some((method, of)) = names.split_last().filter(|(_, of)| is_type(of)) {
            let of = if of == ["Self"] { own.unwrap_or_default() } else { of };
            self.called.insert((Receiver::Type(of.to_vec()), method.clone()));
        }
        match tokens.get(end..end + 3) {
            Some([point, TokenTree::Ident(method), TokenTree::Group(arguments)])
                if is_punct(point, '.') && arguments.delimiter() == Delimiter::Parenthesis && names.len() == 1 =>
            {
                let receiver = match names[0].as_str() {
                    "self" => Receiver::Type(own.unwrap_or_default().to_vec()),
                    name => Receiver::Name(name.to_owned()),
                };
                self.called.insert((receiver, method.to_string()));
            }
            Some([colon, next, _]) if names.len() == 1 && is_punct(colon, ':') && !is_punct(next, ':') => {
                let of = type_at(tokens, end + 1).filter(|of| is_type(of));
                let of = if of.as_deref() == Some(&["Self".to_owned()]) { own.map(<[String]>::to_vec) } else { of };
                self.typed.entry(names[0].clone()).or_default().extend(of);
            }
            _ => {}
        }
    }
}

/// The place after the angle brackets that open here; the same place if none do.
fn after_generics(tokens: &[TokenTree], at: usize) -> usize {
    let mut depth = 0;
    for (i, token) in tokens.iter().enumerate().skip(at) {
        depth += i32::from(is_punct(token, '<'));
        // The arrow of a function closes nothing.
        depth -= i32::from(is_punct(token, '>') && !is_punct(&tokens[i - 1], '-'));
        if depth == 0 {
            return if i > at { i + 1 } else { at };
        }
    }
    tokens.len()
}

/// The path of the type that stands here, behind `&`, lifetimes, `mut` and pointers that methods see through; of
/// `Type::new(..)` that of the type.
fn type_at(tokens: &[TokenTree], mut at: usize) -> Option<Vec<String>> {
    loop {
        match tokens.get(at)? {
            TokenTree::Punct(sign) if sign.as_char() == '\'' => at += 2,
            TokenTree::Punct(sign) if sign.as_char() == '&' => at += 1,
            TokenTree::Ident(word) if *word == "mut" || *word == "dyn" => at += 1,
            TokenTree::Ident(word) if ["Arc", "Box", "Rc"].iter().any(|pointer| word == pointer) => at += 2,
            TokenTree::Ident(_) => break,
            _ => return None,
        }
    }
    let (mut names, _) = path(tokens, at);
    while names.len() > 1 && names.last().is_some_and(|name| name.starts_with(char::is_lowercase)) {
        names.pop();
    }
    Some(names)
}
