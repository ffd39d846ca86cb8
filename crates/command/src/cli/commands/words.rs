//! A query in words, as an outline.

use crate::cli::outputs::output;
use std::fmt::Write as _;
use tabiya::syntax::ast::{Constant, Parameter, Script, quoted};
use tabiya::syntax::describe as described;

/// The greatest width of the column with the filters.
const WIDEST: usize = 36;

/// One line for each filter: its text, and next to it the meaning. Longer meanings are broken between words.
pub(crate) fn describe(script: &Script) -> String {
    let lines = described(script);
    let label = |depth: usize, text: &str| format!("{}{text}", "  ".repeat(depth));
    let labels: Vec<String> = lines.iter().map(|line| label(line.depth, &line.text)).collect();
    let long = |text: &String| text.chars().count();
    let width = labels.iter().map(long).filter(|&width| width <= WIDEST).max().unwrap_or(0);
    let room = output::stdout_width().min(120).saturating_sub(width + 6).max(30);
    let mut out = String::new();
    for (line, label) in lines.iter().zip(&labels) {
        let indent = 2 * line.depth;
        if long(label) > width {
            // It does not fit next to the meaning.
            let _ = writeln!(out, "  {label}");
        }
        let left = if long(label) > width { String::new() } else { label.clone() };
        for (i, row) in broken(&line.meaning, room.saturating_sub(indent).max(24)).iter().enumerate() {
            let left = if i == 0 { left.as_str() } else { "" };
            let _ = writeln!(out, "  {left}{0:1$}  {0:2$}{row}", "", width - left.chars().count(), indent);
        }
    }
    out.trim_end().to_owned()
}

/// A parameter in one line: its value, the one that it has by itself, and its meaning.
pub(crate) fn parameter(parameter: &Parameter) -> String {
    let Parameter { name, default, value, meaning } = parameter;
    let text = |constant: &Constant| match constant {
        Constant::Number(n) => n.to_string(),
        Constant::Text(text) => quoted(text),
    };
    let otherwise = if default == value { String::new() } else { format!(" (otherwise {})", text(default)) };
    let meaning = if meaning.is_empty() { String::new() } else { format!(": {meaning}") };
    format!("parameter {} = {}{otherwise}{meaning}; --set {}=VALUE changes it", name.text, text(value), name.text)
}

/// A text in lines of a width.
fn broken(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let last = lines.last_mut().expect("there is always a line");
        if !last.is_empty() && last.chars().count() + 1 + word.chars().count() > width {
            lines.push(word.to_owned());
        } else {
            if !last.is_empty() {
                last.push(' ');
            }
            last.push_str(word);
        }
    }
    lines
}
