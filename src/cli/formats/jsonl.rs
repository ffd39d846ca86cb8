//! One JSON object per matching position, one per line.

use super::{Format, FoundGame, Tools};
use crate::cli::positions::fen_at;
use std::fmt::Write as _;
use tabiya::{Value, printable};

/// The format `jsonl`.
#[derive(Debug)]
pub(crate) struct Jsonl {
    /// True if there are several queries, so that rows say which one matched.
    pub(crate) several: bool,
}

impl Format for Jsonl {
    fn game(&self, game: &FoundGame<'_>, _tools: &mut Tools, out: &mut String) {
        for found in game.found {
            for matched in &found.matches.matches {
                out.push('{');
                if self.several {
                    let _ = write!(out, "\"query\":{},", found.query.number);
                }
                out.push_str("\"file\":");
                push_string(game.file, out);
                let (number, position) = (game.game.number(), matched.position);
                let ply = game.game.tree().node(position).ply;
                let fen = fen_at(game.game, position);
                let _ = write!(out, ",\"game\":{number},\"position\":{position},\"ply\":{ply},\"fen\":\"{fen}\"");
                for (name, value) in found.query.columns.iter().zip(&matched.values) {
                    out.push(',');
                    push_string(name, out);
                    out.push(':');
                    push_value(value, out);
                }
                out.push_str("}\n");
            }
        }
    }
}

fn push_value(value: &Value, out: &mut String) {
    match value {
        Value::None => out.push_str("null"),
        Value::True => out.push_str("true"),
        Value::Number(n) => drop(write!(out, "{n}")),
        Value::Position(id) => drop(write!(out, "{id}")),
        Value::Text(text) => push_string(text, out),
        Value::Squares(squares) => {
            out.push('[');
            for (i, square) in squares.iter().enumerate() {
                let comma = if i > 0 { "," } else { "" };
                let _ = write!(out, "{comma}\"{square}\"");
            }
            out.push(']');
        }
    }
}

/// Appends a JSON string.
fn push_string(text: &str, out: &mut String) {
    // Most texts need no escapes. What is not ASCII may be something that a terminal must not see.
    if text.bytes().any(|b| b < b' ' || b == b'"' || b == b'\\' || b >= 0x7f) {
        out.push_str(&printable::json(serde_json::Value::from(text).to_string()));
    } else {
        out.push('"');
        out.push_str(text);
        out.push('"');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values() {
        let check = |value: Value, expected: &str| {
            let mut out = String::new();
            push_value(&value, &mut out);
            assert_eq!(out, expected);
        };
        check(Value::None, "null");
        check(Value::True, "true");
        check(Value::Number(-3), "-3");
        check(Value::Text("a \"b\"\n\\ é".into()), r#""a \"b\"\n\\ é""#);
        check(Value::Squares(Vec::new()), "[]");
        check(Value::Squares(vec!["a1".into(), "h8".into()]), r#"["a1","h8"]"#);
        check(Value::Position(7), "7");
    }
}
