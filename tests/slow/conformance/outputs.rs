//! Whole runs of `tabiya cql`: the output file to the letter, and what the run prints.

use super::data;
use serde_json::Value as Json;
use std::process::{Command, Stdio};

#[test]
fn the_drop_in_command_writes_every_byte() {
    let folder = tempfile::tempdir().expect("a folder");
    let (script, target) = (folder.path().join("script.cql"), folder.path().join("out.pgn"));
    let text = std::fs::read_to_string(data("conformance/comments.jsonl")).expect("cases");
    let cases: Vec<Json> = text.lines().map(|line| serde_json::from_str(line).expect("a case")).collect();
    let mut wrong = Vec::new();
    for case in &cases {
        let field = |name: &str| case[name].as_str().unwrap_or_default();
        std::fs::write(&script, field("script")).expect("a script");
        let mut command = Command::new(env!("CARGO_BIN_EXE_tabiya"));
        command.arg("cql").arg("-i").arg(data(&format!("games/{}.pgn", field("pgn")))).arg("-o").arg(&target);
        command.args(case["args"].as_array().into_iter().flatten().filter_map(Json::as_str));
        let output = command.arg(&script).stdin(Stdio::null()).output().expect("it runs");
        let said = String::from_utf8_lossy(&output.stdout);
        if !output.status.success() || !said.contains(field("stdout")) {
            wrong.push(format!("{}: {}\n{said}", field("id"), output.status));
            continue;
        }
        let found = std::fs::read_to_string(&target).expect("an output file");
        if let Some((line, (a, b))) = (1..).zip(lines(field("output")).zip(lines(&found))).find(|(_, (a, b))| a != b) {
            wrong.push(format!("{}: line {line}: expected {a:?}, got {b:?}", field("id")));
        }
    }
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), cases.len(), wrong.join("\n"));
}

/// The lines of a text, and an end that is like no line.
fn lines(text: &str) -> impl Iterator<Item = Option<&str>> {
    text.trim_end().lines().map(Some).chain(std::iter::once(None))
}
