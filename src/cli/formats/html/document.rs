//! The page around the games: its template filled with the style sheet, the scripts and their hashes.

use crate::cli::text::escaped;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::Value as Json;
use sha2::{Digest as _, Sha256};
use tabiya_diagram::page as board;

/// The page with the names of its parts in double braces. The games come where `{{games}}` stands.
const TEMPLATE: &str = include_str!("page/page.html");

const STYLE: &str = include_str!("page/style.css");

/// The modules of the script: each uses only those before it.
const MODULES: [&str; 8] = [
    board::SCRIPT,
    include_str!("page/elements.js"),
    include_str!("page/game.js"),
    include_str!("page/results.js"),
    include_str!("page/charts.js"),
    include_str!("page/list.js"),
    include_str!("page/viewer.js"),
    include_str!("page/main.js"),
];

/// The page up to the first game.
pub(super) fn head(title: &str, about: &Json) -> String {
    let (style, script) = (format!("{}{STYLE}", board::STYLE), script());
    // Nothing runs but this script, nothing is loaded, and nothing is sent.
    let policy = format!(
        "default-src 'none'; script-src '{}'; style-src '{}'; img-src data:; base-uri 'none'; form-action 'none'",
        hash(&script),
        hash(&style)
    );
    filled(template().0, |name| match name {
        "policy" => policy.clone(),
        "title" => escaped(title),
        "style" => style.clone(),
        "script" => script.clone(),
        "pieces" => board::pieces(),
        "version" => env!("CARGO_PKG_VERSION").to_owned(),
        _ => data(about),
    })
}

/// The page behind the last game.
pub(super) fn tail(run: &Json) -> String {
    filled(template().1, |_| data(run))
}

/// Appends JSON that can stand inside a script element: nothing in it ends the element or begins a comment of HTML.
pub(super) fn push_data(value: &Json, out: &mut String) {
    out.push_str(&value.to_string().replace('<', "\\u003c"));
}

fn data(value: &Json) -> String {
    let mut out = String::new();
    push_data(value, &mut out);
    out
}

/// The template before and behind the games.
fn template() -> (&'static str, &'static str) {
    TEMPLATE.split_once("{{games}}").unwrap_or((TEMPLATE, ""))
}

/// A text with each `{{name}}` replaced. What is put in is not looked at again.
fn filled(template: &str, part: impl Fn(&str) -> String) -> String {
    let mut out = String::new();
    let mut rest = template;
    while let Some((before, (name, behind))) =
        rest.split_once("{{").and_then(|(before, rest)| Some((before, rest.split_once("}}")?)))
    {
        out.push_str(before);
        out.push_str(&part(name));
        rest = behind;
    }
    out + rest
}

/// All modules as one: their imports are left out, because what they name stands above.
fn script() -> String {
    let lines = MODULES.iter().flat_map(|module| module.lines());
    let lines = lines.filter(|line| !line.starts_with("import "));
    lines.flat_map(|line| [line.strip_prefix("export ").unwrap_or(line), "\n"]).collect()
}

/// The hash of the text of an element, as a security policy names it.
fn hash(text: &str) -> String {
    format!("sha256-{}", STANDARD.encode(Sha256::digest(text)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_script_is_one_module() {
        let script = script();
        assert!(!script.contains("import ") && !script.lines().any(|line| line.starts_with("export ")));
        assert!(script.contains("\nfunction drawBoard("));
        for text in [script.as_str(), STYLE, board::STYLE] {
            let text = text.to_lowercase();
            assert!(!text.contains("</s") && !text.contains("<!--"), "it would end its element");
            // Addresses are those of links and of the namespace of SVG: nothing is loaded.
            assert!(!text.contains("url(") && !text.contains("innerhtml") && !text.contains("fetch("));
        }
    }

    #[test]
    fn what_is_put_in_is_not_looked_at_again() {
        assert_eq!(filled("a{{x}}b{{y}}c", |name| format!("<{{{{{name}}}}}>")), "a<{{x}}>b<{{y}}>c");
        assert_eq!(filled("a{{b", |_| String::new()), "a{{b");
    }

    #[test]
    fn data_cannot_end_its_element() {
        let hostile = serde_json::json!("</script><script>alert(1)</script><!-- & \"");
        let mut out = String::new();
        push_data(&hostile, &mut out);
        assert!(!out.contains('<'));
        assert_eq!(serde_json::from_str::<Json>(&out).unwrap(), hostile);
    }

    #[test]
    fn hashes_are_those_of_security_policies() {
        assert_eq!(hash(""), "sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=");
    }
}
