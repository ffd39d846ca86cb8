//! The files of `editors` that follow from the catalogue of the language: the TextMate grammar and the words of the Vim
//! syntax. `tests/language/syntax/editors.rs` checks that they are up to date.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use tabiya::syntax::all_words;
use tabiya::syntax::catalogue::{self, Form};

/// What editors tell apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Group {
    /// `and`, `not`, `if`, `attacks`
    Keyword,
    /// `capture`, `nestban`, `through`
    Parameter,
    /// `up`, `diagonal`
    Direction,
    /// `flip`, `shift`
    Transform,
    /// All others.
    Filter,
}

fn group(word: &str, page: &str) -> Group {
    let row = catalogue::row(word);
    match row.map(|row| row.form) {
        Some(Form::Infix) => Group::Keyword,
        Some(Form::Parameter("if")) => Group::Keyword,
        Some(Form::Parameter(_)) => Group::Parameter,
        _ if page == "pieces/directions.md" => Group::Direction,
        _ if page.starts_with("transforms/") => Group::Transform,
        _ if page.starts_with("control/") || word == "cql" => Group::Keyword,
        _ => Group::Filter,
    }
}

/// The words of each group, in alphabetical order.
fn words() -> BTreeMap<Group, Vec<&'static str>> {
    let mut groups: BTreeMap<Group, Vec<&'static str>> = BTreeMap::new();
    for (word, page) in all_words() {
        groups.entry(group(word, page)).or_default().push(word);
    }
    for words in groups.values_mut() {
        words.sort_unstable();
        words.dedup();
    }
    groups
}

/// The end of a name to the left, and to the right.
const START: &str = r"(?<![A-Za-z0-9_$])";
const END: &str = r"(?![A-Za-z0-9_$])";

const GLYPHS: &str = "♔♕♖♗♘♙♚♛♜♝♞♟△▲□◭";

/// The pattern of any of some words; longer ones come first, for `o-o-o` begins with `o-o`.
fn any_of(words: &[&str]) -> String {
    let mut words = words.to_vec();
    words.sort_by_key(|word| std::cmp::Reverse(word.len()));
    format!("{START}(?:{}){END}", words.join("|"))
}

/// The pattern of a piece designator.
fn designator() -> String {
    let rectangle = "[a-h](?:-[a-h])?[1-8](?:-[1-8])?";
    let squares = format!(r"(?:\[{rectangle}(?:,{rectangle})*\]|{rectangle})");
    let pieces = format!(r"(?:\[[KQRBNPkqrbnpAaU_]+\]|\[[{GLYPHS}]+\]|[{GLYPHS}]+|{START}[KQRBNPkqrbnpAaU_])");
    format!("(?:{START}{squares}|{pieces}{squares}?){END}")
}

/// A rule of the grammar: text that a pattern matches has a name.
fn rule(name: &str, pattern: &str) -> String {
    format!("    {{ \"name\": {}, \"match\": {} }}", quoted(&format!("{name}.cql")), quoted(pattern))
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', r"\\").replace('"', r#"\""#))
}

/// The TextMate grammar. The rules stand in the order in which the tokens of the language are looked for.
fn grammar() -> String {
    let words = words();
    let named = |group: Group, name: &str| rule(name, &any_of(&words[&group]));
    let rules = [
        rule("comment.line.double-slash", "//(?!/(?!/)).*$"),
        rule("comment.line.semicolon", ";.*$"),
        "    { \"name\": \"comment.block.cql\", \"begin\": \"/\\\\*\", \"end\": \"\\\\*/\" }".to_owned(),
        rule("keyword.operator.comment", "///"),
        rule("string.quoted.double", "\"[^\"]*(?:\"|$)"),
        rule("constant.character.escape", r#"\\(?:-?\{[A-Za-z0-9_$]+\}|-?[0-9]{1,2}|[nrt"\\])"#),
        rule("string.unquoted.file", &format!(r#"{START}(?:input|output)[ \t]+[^\s()<>"]+"#)),
        rule("constant.language.result", &format!("{START}(?:1-0|0-1|1/2-1/2)(?![A-Za-z0-9_$/-])")),
        rule("constant.numeric.repetition", r"\{(?:[0-9]+,?[0-9]*|,[0-9]+)\}"),
        rule("constant.numeric", r"(?<![A-Za-z_$])[0-9]+"),
        rule(
            "keyword.operator.declaration",
            &format!(r"(?:\[Aa\]|◭)(?=[A-Za-z_$])(?![a-h][1-8]|[a-h]-[a-h]|[KQRBNPkqrbnpAa]{END})"),
        ),
        rule("constant.language.designator", &designator()),
        rule("keyword.operator.dash", r"\[x\]|--(?!>)|――|×"),
        rule("entity.name.function", &format!(r"(?<=function )[ \t]*[A-Za-z_$][A-Za-z0-9_$]*{END}")),
        named(Group::Keyword, "keyword.control"),
        named(Group::Parameter, "storage.modifier"),
        named(Group::Direction, "support.constant.direction"),
        named(Group::Transform, "support.function.transform"),
        named(Group::Filter, "support.function"),
        rule("variable.other", "[A-Za-z_$][A-Za-z0-9_$]*"),
        rule("keyword.operator", r"\{[*+]\}|[-+*/%<>=!~#&|?:.▦∪∩≤≥≠←→⊢◎∙✵⬓∀∊≺≻≼≽]+|\[(?:element|forall|<=?|>=?)\]"),
    ];
    format!(
        "{{\n  \"$comment\": \"Made by `cargo run --example editor_files` from the catalogue of the language.\",\n  \
         \"name\": \"Chess Query Language\",\n  \"scopeName\": \"source.cql\",\n  \"fileTypes\": [\"cql\"],\n  \
         \"patterns\": [\n{}\n  ]\n}}\n",
        rules.join(",\n")
    )
}

/// The words of the Vim syntax.
fn vim_words() -> String {
    let mut text =
        String::from("\" Made by `cargo run --example editor_files` from the catalogue of the language.\n\n");
    for (group, words) in words() {
        let name = format!("cql{group:?}");
        let (plain, others): (Vec<&str>, Vec<&str>) = words.into_iter().partition(|word| !word.contains('-'));
        for line in plain.chunks(8) {
            let _ = writeln!(text, "syntax keyword {name} {}", line.join(" "));
        }
        for word in others.iter().rev() {
            let _ = writeln!(text, "syntax match {name} /\\<{word}\\>/");
        }
        text.push('\n');
    }
    text.trim_end().to_owned() + "\n"
}

/// The files below the root of the sources, with their texts.
pub(crate) fn files() -> [(&'static str, String); 2] {
    [("editors/vscode/syntaxes/cql.tmLanguage.json", grammar()), ("editors/vim/syntax/cql_words.vim", vim_words())]
}
