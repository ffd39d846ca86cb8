//! The public items of the packages that others build on: a file has them all, so that a change of it shows what a release breaks.
//!
//! `TABIYA_ITEMS=write` writes the file anew. An item that moves within its package keeps its line, for callers see the names that
//! `lib.rs` gives, which are lines as well.

use super::{all_sources, workspace};
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use std::collections::BTreeSet;
use std::fs;

/// The folders of the packages, and their names in the file.
const PACKAGES: [(&str, &str); 8] = [
    ("automata/src/", "automata"),
    ("crates/chess/src/", "chess"),
    ("crates/cql/src/", "cql"),
    ("crates/database/src/", "database"),
    ("crates/engine/src/", "engine"),
    ("crates/library/src/", "library"),
    ("crates/pgn/src/", "pgn"),
    ("src/", "tabiya"),
];

/// What a text declares for others, a line for each item.
fn declared(text: &str, owner: &str, out: &mut BTreeSet<String>) {
    gather(text.parse().expect("a source file"), owner, "", out);
}

/// Goes through the items of a file, a module, an implementation or a type. `context` is the header of what they are in.
fn gather(stream: TokenStream, owner: &str, context: &str, out: &mut BTreeSet<String>) {
    let tokens: Vec<TokenTree> = stream.into_iter().collect();
    let (mut at, mut attributes) = (0, String::new());
    while at < tokens.len() {
        match &tokens[at] {
            TokenTree::Punct(sign) if sign.as_char() == '#' => {
                attributes += &tokens.get(at + 1).map(ToString::to_string).unwrap_or_default().replace(' ', "");
                at += 1;
            }
            TokenTree::Ident(word) if *word == "pub" && !is_restricted(&tokens[at + 1..]) => {
                at = item(&tokens, at, owner, context, &std::mem::take(&mut attributes), out);
            }
            TokenTree::Ident(word) if *word == "impl" && context.is_empty() => {
                at = implementation(&tokens, at, owner, &std::mem::take(&mut attributes), out);
            }
            token if ends(token) => attributes.clear(),
            _ => {}
        }
        at += 1;
    }
}

fn is_hidden(attributes: &str) -> bool {
    ["doc(hidden)", "cfg(test)"].iter().any(|mark| attributes.contains(mark))
}

/// `pub(crate)` and its like.
fn is_restricted(rest: &[TokenTree]) -> bool {
    matches!(rest.first(), Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Parenthesis)
        && !matches!(rest.get(1), Some(TokenTree::Punct(sign)) if sign.as_char() == ',')
}

fn ends(token: &TokenTree) -> bool {
    match token {
        TokenTree::Punct(sign) => matches!(sign.as_char(), ';' | ','),
        TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
        _ => false,
    }
}

fn text(tokens: &[TokenTree]) -> String {
    tokens.iter().cloned().collect::<TokenStream>().to_string().split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Notes the public item that begins at a place, and returns its last place.
fn item(
    tokens: &[TokenTree],
    start: usize,
    owner: &str,
    context: &str,
    attributes: &str,
    out: &mut BTreeSet<String>,
) -> usize {
    // The value of a constant is not a part of its face; the braces of `use` are.
    let kinds: Vec<String> = tokens[start..].iter().take(4).map(ToString::to_string).collect();
    let kind = kinds.iter().skip(1).find(|word| !["unsafe", "async"].contains(&word.as_str())).map_or("", |word| word);
    let is_constant = (kind == "const" || kind == "static") && kinds.get(2).is_none_or(|word| word != "fn");
    let is_field = kinds.get(2).is_some_and(|sign| sign == ":") && context.starts_with("struct");
    let stops = |token: &TokenTree| match token {
        TokenTree::Punct(sign) if sign.as_char() == ',' => is_field,
        TokenTree::Punct(sign) if sign.as_char() == '=' && is_constant => true,
        TokenTree::Group(_) if kind == "use" => false,
        token => ends(token) && !matches!(token, TokenTree::Punct(sign) if sign.as_char() == ','),
    };
    let end = (start..tokens.len()).find(|&at| stops(&tokens[at])).unwrap_or(tokens.len());
    let open = if attributes.contains("non_exhaustive") { "non_exhaustive " } else { "" };
    let header = format!("{open}{}", text(&tokens[start..end]));
    if is_hidden(attributes) {
        return end;
    }
    let context = if context.is_empty() { String::new() } else { format!("{context}: ") };
    if !["mod", "enum", "trait"].contains(&kind) || !matches!(tokens.get(end), Some(TokenTree::Group(_))) {
        out.insert(format!("{owner}: {context}{header}"));
    }
    if let Some(TokenTree::Group(group)) = tokens.get(end) {
        match kind {
            "struct" => gather(
                group.stream(),
                owner,
                header.trim_start_matches("non_exhaustive ").trim_start_matches("pub "),
                out,
            ),
            "enum" | "trait" => {
                out.insert(format!("{owner}: {header} {}", faces(group.stream(), kind == "enum")));
            }
            "mod" => gather(group.stream(), owner, "", out),
            _ => {}
        }
    }
    end
}

/// The variants of an enumeration, or the members of a trait without their bodies and attributes.
fn faces(stream: TokenStream, with_braces: bool) -> String {
    let tokens: Vec<TokenTree> = stream.into_iter().collect();
    let mut kept = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        let is_attribute = |token: &TokenTree| matches!(token, TokenTree::Punct(sign) if sign.as_char() == '#');
        if is_attribute(token) || at > 0 && is_attribute(&tokens[at - 1]) {
            continue;
        }
        match token {
            TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => {
                let inner = if with_braces { faces(group.stream(), true) } else { String::new() };
                kept.extend(format!("{{ {inner} }}").parse::<TokenStream>().expect("tokens"));
            }
            token => kept.push(token.clone()),
        }
    }
    text(&kept)
}

/// Goes through an implementation, and returns its last place.
fn implementation(
    tokens: &[TokenTree],
    start: usize,
    owner: &str,
    attributes: &str,
    out: &mut BTreeSet<String>,
) -> usize {
    let end = (start..tokens.len()).find(|&at| ends(&tokens[at]) && matches!(tokens[at], TokenTree::Group(_)));
    let Some(end) = end else { return tokens.len() };
    let header = text(&tokens[start..end]);
    if !is_hidden(attributes)
        && let TokenTree::Group(group) = &tokens[end]
    {
        if header.contains(" for ") && !header.contains("for <") {
            out.insert(format!("{owner}: {header}"));
        } else {
            gather(group.stream(), owner, &header, out);
        }
    }
    end
}

#[test]
fn public_items_are_those_of_the_file() {
    let mut items = BTreeSet::new();
    for (name, text) in all_sources() {
        if let Some((_, owner)) = PACKAGES.iter().find(|(folder, _)| name.starts_with(folder)) {
            declared(&text, owner, &mut items);
        }
    }
    assert!(items.len() > 1000, "{}", items.len());
    let path = workspace().join("tests/data/public-items.txt");
    let now = items.iter().map(|item| format!("{item}\n")).collect::<String>();
    if std::env::var_os("TABIYA_ITEMS").is_some_and(|value| value == "write") {
        fs::write(&path, &now).expect("a file that can be written");
    }
    let before = fs::read_to_string(&path).unwrap_or_default();
    let before: BTreeSet<&str> = before.lines().collect();
    let now: BTreeSet<&str> = now.lines().collect();
    let (gone, new): (Vec<_>, Vec<_>) = (before.difference(&now).collect(), now.difference(&before).collect());
    assert!(
        gone.is_empty() && new.is_empty(),
        "public items are not those of tests/data/public-items.txt; TABIYA_ITEMS=write cargo test --test language public writes it. \
         No longer there, which breaks callers: {gone:#?}; new: {new:#?}"
    );
}

#[test]
fn items_are_told_by_their_faces() {
    let mut items = BTreeSet::new();
    let source = "
        pub(crate) struct Inner { pub a: u8 }
        #[derive(Debug)] pub struct Open { pub a: u8, pub(crate) b: u8, c: u8, pub d: Vec<(u8, u8)> }
        pub struct Pair(pub u8, u8);
        #[doc(hidden)] pub fn hidden() {}
        pub const fn f<T: Into<u8>>(t: T) -> u8 { 1 }
        pub const N: usize = 3;
        #[non_exhaustive] pub enum E { /// one
            A, B { x: u8 } }
        pub trait T { fn m(&self) -> u8 { 7 } }
        impl Open { pub fn new() -> Open { Open::of(1) } fn own(&self) {} pub(super) fn near(&self) {} }
        impl T for Open { fn m(&self) -> u8 { 8 } }
        pub use other::{One, Two};
        mod private { pub fn within() {} }
        #[cfg(test)] mod tests { pub fn no() {} }
    ";
    declared(source, "x", &mut items);
    let expected = [
        "x: impl Open: pub fn new () -> Open",
        "x: impl T for Open",
        "x: pub const N : usize",
        "x: pub const fn f < T : Into < u8 >> (t : T) -> u8",
        "x: non_exhaustive pub enum E A , B { x : u8 }",
        "x: pub struct Open",
        "x: pub struct Pair (pub u8 , u8)",
        "x: pub trait T fn m (& self) -> u8 { }",
        "x: pub use other :: { One , Two }",
        "x: struct Open: pub a : u8",
        "x: struct Open: pub d : Vec < (u8 , u8) >",
    ];
    assert!(expected.iter().all(|item| items.contains(*item)), "{items:#?}");
    assert!(!items.iter().any(|item| ["hidden", "own", "near", "no ("].iter().any(|word| item.contains(word))));
}
