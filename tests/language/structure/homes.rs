//! A filter has one home: the files that know each kind of filter by its name are few.

use super::{all_sources, is_program};
use std::collections::BTreeSet;

/// What filters are made of, and what is looked into to say something about a query as a whole.
const BLOCKS: &str = "All Apply ApplyNamed Arrow Assign At Binary Braces Call Dash Designator Dictionary Direction Each Entry \
    Find Function GameText If InRange Integer Move NoSquares NoTransform Orbit Paren Path Ray Reach Regex Sequence Silent Sort \
    Text Transform Unary Variable While";

/// The files that an irregular filter touches: its reading, its parts and traits (`ast/kinds.rs`), its printing, its
/// description, its lowering and its way back (`ir/syntax.rs`).
const MOST: usize = 6;

#[test]
fn an_irregular_filter_touches_few_files() {
    let sources: Vec<(String, String)> = all_sources().into_iter().filter(|(name, _)| is_program(name)).collect();
    let tree = sources.iter().find(|(name, _)| name == "crates/cql/src/ast/mod.rs").expect("the syntax tree");
    let (_, kinds) = tree.1.split_once("pub enum Kind {").expect("the kinds of filters");
    let (kinds, _) = kinds.split_once("\n}\n").expect("their end");
    let letters = |line: &str| line.chars().take_while(char::is_ascii_alphanumeric).collect::<String>();
    let kinds: BTreeSet<String> = kinds
        .lines()
        .filter_map(|line| line.strip_prefix("    ").filter(|line| line.starts_with(|c: char| c.is_ascii_uppercase())))
        .map(letters)
        .collect();
    let blocks: BTreeSet<String> = BLOCKS.split_whitespace().map(str::to_owned).collect();
    let gone: Vec<_> = blocks.difference(&kinds).collect();
    assert!(gone.is_empty(), "these are no kinds of filters: {gone:?}");
    let mut wrong = Vec::new();
    for kind in kinds.difference(&blocks) {
        let name = format!("Kind::{kind}");
        let letter = |c: char| c.is_alphanumeric();
        let knows = |text: &str| {
            let alone = |at: usize| !text[..at].ends_with(letter) && !text[at + name.len()..].starts_with(letter);
            text.match_indices(&name).any(|(at, _)| alone(at))
        };
        let files: Vec<&str> = sources.iter().filter(|(_, text)| knows(text)).map(|(file, _)| file.as_str()).collect();
        if files.len() > MOST {
            wrong.push(format!("{name} is known to {} files: {files:?}", files.len()));
        }
    }
    assert!(kinds.len() > 50, "the test has lost sight of the kinds: {kinds:?}");
    assert!(wrong.is_empty(), "what is no building block may be an operation:\n{}", wrong.join("\n"));
}
