//! The names in DESIGN.md: types, and what belongs to them, are declared in the sources.

use super::{all_sources, is_program};
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use std::collections::BTreeSet;

/// What the sources declare.
#[derive(Debug, Default)]
struct Names {
    /// Types and traits, and variants of enumerations.
    alone: BTreeSet<String>,
    /// `Type::member`: variants, fields, methods and constants, by the name of their type.
    members: BTreeSet<(String, String)>,
}

impl Names {
    fn read(text: &str) -> Names {
        let mut names = Names::default();
        names.go_through(text.parse().expect("a source file"));
        names
    }

    fn go_through(&mut self, stream: TokenStream) {
        let tokens: Vec<TokenTree> = stream.into_iter().collect();
        for (at, token) in tokens.iter().enumerate() {
            match token {
                TokenTree::Group(group) => self.go_through(group.stream()),
                TokenTree::Ident(word) => self.declared(&word.to_string(), &tokens[at + 1..]),
                TokenTree::Punct(_) | TokenTree::Literal(_) => {}
            }
        }
    }

    /// What a keyword declares, with the tokens after it.
    fn declared(&mut self, keyword: &str, rest: &[TokenTree]) {
        let ends =
            |token: &&TokenTree| is_braces(token) || matches!(token, TokenTree::Punct(sign) if sign.as_char() == ';');
        let header: Vec<String> = rest.iter().take_while(|token| !ends(token)).filter_map(ident).collect();
        let body = match rest.iter().find(ends) {
            Some(TokenTree::Group(group)) => Some(group.stream().into_iter().collect::<Vec<_>>()),
            _ => None,
        };
        let (owners, body) = match (keyword, header.first(), body) {
            ("struct" | "enum" | "trait" | "type", Some(name), body) => {
                self.alone.insert(name.clone());
                (vec![name.clone()], body.unwrap_or_default())
            }
            ("impl", Some(_), Some(body)) => (header, body),
            _ => return,
        };
        for member in members(keyword, &body) {
            if keyword == "enum" {
                self.alone.insert(member.clone());
            }
            self.members.extend(owners.iter().map(|owner| (owner.clone(), member.clone())));
        }
    }

    /// `Plan`, `Kind::Apply`, `Ir::add`.
    fn knows(&self, name: &str) -> bool {
        match name.rsplit_once("::") {
            Some((owner, member)) => {
                let owner = owner.rsplit("::").next().unwrap_or(owner);
                self.members.contains(&(owner.to_owned(), member.to_owned()))
            }
            None => self.alone.contains(name),
        }
    }
}

/// The variants, the fields, or the items of a body.
fn members(keyword: &str, body: &[TokenTree]) -> Vec<String> {
    let sign = |at: usize| match body.get(at) {
        Some(TokenTree::Punct(punct)) => punct.as_char(),
        _ => ' ',
    };
    let mut found = Vec::new();
    for (at, token) in body.iter().enumerate() {
        let Some(name) = ident(token) else { continue };
        let before = at.checked_sub(1).and_then(|at| body.get(at));
        let is_member = match keyword {
            // Each variant begins the body, or follows a comma or an attribute.
            "enum" => before.is_none_or(|before| matches!(before, TokenTree::Group(_)) || sign(at - 1) == ','),
            "struct" => sign(at + 1) == ':' && sign(at + 2) != ':',
            _ => before.and_then(ident).is_some_and(|word| ["fn", "const", "type"].contains(&word.as_str())),
        };
        if is_member {
            found.push(name);
        }
    }
    found
}

fn ident(token: &TokenTree) -> Option<String> {
    match token {
        TokenTree::Ident(word) => Some(word.to_string()),
        _ => None,
    }
}

fn is_braces(token: &TokenTree) -> bool {
    matches!(token, TokenTree::Group(group) if group.delimiter() == Delimiter::Brace)
}

/// `Plan` and `Kind::Apply`, but not `TABIYA_TESTS`, `Ra1` or the name of a package.
fn is_name(span: &str) -> bool {
    let mut parts = span.split("::");
    let first = parts.next().unwrap_or_default();
    let is_word = |part: &str| !part.is_empty() && part.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    let is_piece = first.len() == 3 && first.ends_with(|c: char| c.is_ascii_digit());
    first.starts_with(|c: char| c.is_ascii_uppercase())
        && first.contains(|c: char| c.is_ascii_lowercase())
        && !is_piece
        && span.split("::").all(is_word)
}

#[test]
fn the_types_that_the_design_names_are_there() {
    let small = "pub enum Kind { #[doc = \"a\"] Apply(u8), Own { x: u8 } } struct Unit; struct S<T> { a: HashMap<T, u8> } \
                 impl Trait for S { fn run(&self) { let y: Z; } }";
    let small = Names::read(small);
    for known in ["Kind", "Apply", "Kind::Own", "ast::Kind::Apply", "S::a", "S::run"] {
        assert!(small.knows(known), "{known}: {small:?}");
    }
    for unknown in ["Z", "Kind::Spoken", "S::y", "Trait", "u8", "Apply::x", "Unit::a"] {
        assert!(!small.knows(unknown), "{unknown}: {small:?}");
    }

    let mut names = Names::default();
    for (_, text) in all_sources().into_iter().filter(|(name, _)| is_program(name)) {
        let read = Names::read(&text);
        names.alone.extend(read.alone);
        names.members.extend(read.members);
    }
    // From the standard library.
    names.alone.insert("Sync".to_owned());
    let design = include_str!("../../../DESIGN.md");
    let prose: String = design.split("```").step_by(2).collect();
    let named: BTreeSet<&str> = prose.split('`').skip(1).step_by(2).filter(|span| is_name(span)).collect();
    let missing: Vec<&&str> = named.iter().filter(|name| !names.knows(name)).collect();
    assert!(named.len() > 15, "{named:?}");
    assert!(missing.is_empty(), "DESIGN.md names what is not declared: {missing:?}");
}
