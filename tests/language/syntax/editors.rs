//! The files in `editors`: they are up to date, and the TextMate grammar colours every query of the project as the
//! program reads it.

use super::formatting::queries;
use fancy_regex::Regex;
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::Path;
use tabiya::syntax::catalogue;
use tabiya::syntax::{Dialect, ParseOptions, TokenClass, parse, tokens};

#[path = "../../../editors/editor_files.rs"]
mod editor_files;

fn read(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{name}: {error}"))
}

#[test]
fn editor_files_are_up_to_date() {
    for (name, text) in editor_files::files() {
        assert!(read(name) == text, "{name} is out of date: cargo run --example editor_files");
    }
}

#[test]
fn files_of_the_extension_are_json() {
    for name in ["package.json", "language-configuration.json", "syntaxes/cql.tmLanguage.json"] {
        let text = read(&format!("editors/vscode/{name}"));
        assert!(serde_json::from_str::<Value>(&text).is_ok(), "{name}");
    }
    let package: Value = serde_json::from_str(&read("editors/vscode/package.json")).expect("JSON");
    let named = ["/contributes/grammars/0/path", "/contributes/languages/0/configuration", "/main"];
    for pointer in named {
        let name = package.pointer(pointer).and_then(Value::as_str).expect("a path");
        read(&format!("editors/vscode/{}", name.trim_start_matches("./")));
    }
}

/// A rule of a grammar: a pattern, and where the text that it begins ends.
struct Rule {
    name: String,
    begin: Regex,
    end: Option<Regex>,
}

fn grammar() -> Vec<Rule> {
    let grammar: Value = serde_json::from_str(&read("editors/vscode/syntaxes/cql.tmLanguage.json")).expect("JSON");
    let rule = |rule: &Value| {
        let regex = |field: &str| rule[field].as_str().map(|pattern| Regex::new(pattern).expect("a pattern"));
        let begin = regex("match").or_else(|| regex("begin")).expect("a pattern");
        Rule { name: rule["name"].as_str().expect("a name").to_owned(), begin, end: regex("end") }
    };
    grammar["patterns"].as_array().expect("rules").iter().map(rule).collect()
}

/// The name of each byte of a text, as editors find it: line by line, the first match, of several the first rule.
fn colored<'g>(grammar: &'g [Rule], text: &str) -> Vec<Option<&'g str>> {
    let mut names = vec![None; text.len()];
    let mut open: Option<&Rule> = None;
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let content = line.trim_end_matches(['\n', '\r']);
        let mut at = 0;
        while at <= content.len() {
            if let Some(rule) = open {
                let end = rule.end.as_ref().and_then(|end| end.find_from_pos(content, at).expect("a match"));
                let until = end.map_or(content.len(), |end| end.end());
                names[start + at..start + until].fill(Some(rule.name.as_str()));
                at = until;
                if end.is_none() {
                    break;
                }
                open = None;
                continue;
            }
            let found = grammar.iter().filter_map(|rule| {
                let found = rule.begin.find_from_pos(content, at).expect("a match")?;
                (!found.as_str().is_empty()).then_some((found.start(), found.end(), rule))
            });
            let Some((from, to, rule)) = found.min_by_key(|(from, ..)| *from) else { break };
            names[start + from..start + to].fill(Some(rule.name.as_str()));
            at = to;
            open = rule.end.is_some().then_some(rule);
        }
        start += line.len();
    }
    names
}

/// True if a name of the grammar fits a token.
fn fits(class: TokenClass, token: &str, name: &str) -> bool {
    let among = |beginnings: &[&str]| beginnings.iter().any(|beginning| name.starts_with(beginning));
    // Words that may also be names are coloured as what they are without a definition; dialect 5 has some of its own.
    let word = catalogue::row(token).is_some();
    match class {
        TokenClass::Blank => true,
        TokenClass::Comment => among(&["comment."]),
        TokenClass::Keyword if token.starts_with("input") || token.starts_with("output") => {
            among(&["string.unquoted", "storage.", "string.quoted"])
        }
        TokenClass::Keyword => among(&["keyword.", "support.", "storage."]),
        TokenClass::Name => among(&["variable.", "entity."]) || (word && among(&["support.", "storage.", "keyword."])),
        TokenClass::Number => among(&["constant.numeric"]),
        TokenClass::Text => among(&["string.", "constant.character"]),
        TokenClass::Designator => among(&["constant.language.designator", "keyword.operator.declaration"]),
        TokenClass::Sign => among(&["keyword.operator"]),
        TokenClass::Result => among(&["constant.language.result"]),
        TokenClass::Bad => true,
    }
}

#[test]
fn highlighting_agrees_with_the_tokens() {
    let grammar = grammar();
    let mut wrong = BTreeSet::new();
    let mut compared = 0;
    for (dialect, text) in queries() {
        if parse(&text, &ParseOptions { dialect, ..ParseOptions::default() }).script.is_none()
            || dialect == Dialect::Five
        {
            continue;
        }
        let names = colored(&grammar, &text);
        for (class, place) in tokens(&text) {
            let token = &text[place.clone()];
            // Brackets have no colour.
            if matches!(class, TokenClass::Blank) || matches!(token, "(" | ")" | "{" | "}" | "[" | "]" | "[]" | ",") {
                continue;
            }
            compared += 1;
            let name = names[place.start];
            let whole = names[place].iter().all(|one| *one == name);
            let comment = class == TokenClass::Comment;
            if !name.is_some_and(|name| fits(class, token, name)) || !(whole || comment) {
                wrong.insert(format!("{token:?} ({}) is {name:?}, as a whole: {whole}", class.name()));
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "{} of {compared}:\n{}",
        wrong.len(),
        wrong.into_iter().take(40).collect::<Vec<_>>().join("\n")
    );
    assert!(compared > 20_000, "{compared} tokens");
}
