//! A row as an object of JSON: the lines of the format `jsonl`, and what other programs get of a match.

use super::columns::Columns;
use super::row::{Cell, Row};
use crate::chess::MoveList;
use crate::printable::push_json;
use crate::search::{Path, Value};
use std::fmt::Write as _;

impl Columns {
    /// Appends a row as an object, `{"game":4,"move":"7. Nd5#"}`, whose members are the columns in their order. Sets of squares
    /// are lists of texts, and null stands where there is no value. Whatever a terminal must not see is escaped. `moves` is
    /// memory that is used again.
    pub fn push_json(&self, row: &Row<'_>, moves: &mut MoveList, out: &mut String) {
        let mut open = '{';
        for (name, cell) in self.cells(row, moves) {
            out.push(open);
            open = ',';
            push_json(name, out);
            out.push(':');
            match cell {
                Cell::None => out.push_str("null"),
                Cell::Boolean(truth) => drop(write!(out, "{truth}")),
                Cell::Number(n) => drop(write!(out, "{n}")),
                Cell::Float(x) => drop(write!(out, "{x}")),
                Cell::Text(text) => push_json(&text, out),
                Cell::Value(value) => push_value(value, out),
                Cell::Constituents(path) => push_constituents(path, out),
            }
        }
        out.push_str(if open == '{' { "{}" } else { "}" });
    }
}

fn push_value(value: &Value, out: &mut String) {
    match value {
        Value::None => out.push_str("null"),
        Value::True => out.push_str("true"),
        Value::Number(n) => drop(write!(out, "{n}")),
        Value::Position(id) => drop(write!(out, "{id}")),
        Value::Text(text) => push_json(text, out),
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

/// `[{"constituent":1,"name":"start","positions":[12]},...]`; `null` where nothing is known. Tests:
/// `tests/command/cli/rows.rs`.
fn push_constituents(path: &Path, out: &mut String) {
    if path.matched_by.is_empty() && !path.positions.is_empty() {
        return out.push_str("null");
    }
    let mut open = '[';
    for (constituent, positions) in path.parts() {
        let _ = write!(out, "{open}{{\"constituent\":{},\"name\":", constituent + 1);
        match path.constituent_name(constituent) {
            Some(name) => push_json(name, out),
            None => out.push_str("null"),
        }
        let ids: Vec<String> = positions.iter().map(u32::to_string).collect();
        let _ = write!(out, ",\"positions\":[{}]}}", ids.join(","));
        open = ',';
    }
    out.push_str(if open == '[' { "[]" } else { "]" });
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
