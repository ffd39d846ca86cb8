//! One JSON object per matching position, one per line.

use super::json_text::push_string;
use super::{Format, FoundGame, Tools, constituents, rows_of};
use std::fmt::Write as _;
use tabiya::Value;
use tabiya::rows::{Cell, Columns};

/// The format `jsonl`.
#[derive(Debug)]
pub(crate) struct Jsonl {
    pub(crate) columns: Columns,
}

impl Format for Jsonl {
    fn columns(&self) -> Option<&Columns> {
        Some(&self.columns)
    }

    fn game(&self, game: &FoundGame<'_>, tools: &mut Tools, out: &mut String) {
        for row in rows_of(game).flat_map(|row| self.columns.rows(row)) {
            let mut open = '{';
            for (name, cell) in self.columns.cells(&row, &mut tools.moves) {
                out.push(open);
                open = ',';
                push_string(name, out);
                out.push(':');
                match cell {
                    Cell::None => out.push_str("null"),
                    Cell::Boolean(truth) => drop(write!(out, "{truth}")),
                    Cell::Number(n) => drop(write!(out, "{n}")),
                    Cell::Float(x) => drop(write!(out, "{x}")),
                    Cell::Text(text) => push_string(&text, out),
                    Cell::Value(value) => push_value(value, out),
                    Cell::Constituents(path) => constituents::push_json(path, out),
                }
            }
            out.push_str("}\n");
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
