//! `tabiya lsp`, as an editor talks to it.

use crate::cli::place::Place;
use serde_json::{Value, json};
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

const URI: &str = "file:///queries/a.cql";

/// A session with the server.
struct Editor {
    server: Child,
    to: Option<ChildStdin>,
    from: BufReader<ChildStdout>,
    number: u64,
}

impl Drop for Editor {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

impl Editor {
    /// A session that has not begun.
    fn new(args: &[&str]) -> Editor {
        let place = Place::new();
        let mut command = place.command(&[&["lsp"], args].concat());
        command.current_dir("/").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut server = command.spawn().expect("it starts");
        let to = server.stdin.take();
        let from = BufReader::new(server.stdout.take().expect("a pipe"));
        Editor { server, to, from, number: 0 }
    }

    /// A session in which a query is open.
    fn with(text: &str) -> (Editor, Value) {
        let mut editor = Editor::new(&["--book", "https://example.org/book/"]);
        editor.ask("initialize", json!({"capabilities": {}}));
        editor.tell("initialized", json!({}));
        let diagnostics = editor.open(text, "cql");
        (editor, diagnostics)
    }

    fn raw(&mut self, bytes: &[u8]) {
        let to = self.to.as_mut().expect("a pipe");
        to.write_all(bytes).and_then(|()| to.flush()).expect("the server reads");
    }

    fn send(&mut self, message: &Value) {
        let body = message.to_string();
        self.raw(format!("Content-Length: {}\r\n\r\n{body}", body.len()).as_bytes());
    }

    fn receive(&mut self) -> Value {
        let mut length = 0;
        loop {
            let mut line = String::new();
            assert!(self.from.read_line(&mut line).expect("text") > 0, "the server has ended");
            match line.trim().split_once(": ") {
                Some(("Content-Length", value)) => length = value.parse().expect("a number"),
                _ if line.trim().is_empty() => break,
                _ => {}
            }
        }
        let mut body = vec![0; length];
        self.from.read_exact(&mut body).expect("a message");
        serde_json::from_slice(&body).expect("JSON")
    }

    fn tell(&mut self, method: &str, params: Value) {
        self.send(&json!({"jsonrpc": "2.0", "method": method, "params": params}));
    }

    fn answer(&mut self, method: &str, params: Value) -> Value {
        self.number += 1;
        let id = self.number;
        self.send(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}));
        let answer = self.receive();
        assert_eq!((&answer["jsonrpc"], &answer["id"]), (&json!("2.0"), &json!(id)), "{answer}");
        answer
    }

    fn ask(&mut self, method: &str, params: Value) -> Value {
        let answer = self.answer(method, params);
        assert!(answer["error"].is_null(), "{answer}");
        answer["result"].clone()
    }

    /// A request about a place in the query.
    fn ask_at(&mut self, method: &str, line: u64, character: u64, more: Value) -> Value {
        let mut params = json!({"textDocument": {"uri": URI}, "position": {"line": line, "character": character}});
        for (name, value) in more.as_object().expect("an object") {
            params[name] = value.clone();
        }
        self.ask(&format!("textDocument/{method}"), params)
    }

    fn open(&mut self, text: &str, language: &str) -> Value {
        let document = json!({"uri": URI, "languageId": language, "version": 1, "text": text});
        self.tell("textDocument/didOpen", json!({"textDocument": document}));
        self.published()
    }

    fn change(&mut self, version: u64, changes: Value) -> Value {
        let document = json!({"uri": URI, "version": version});
        self.tell("textDocument/didChange", json!({"textDocument": document, "contentChanges": changes}));
        self.published()
    }

    fn published(&mut self) -> Value {
        let message = self.receive();
        assert_eq!(message["method"], "textDocument/publishDiagnostics", "{message}");
        assert_eq!(message["params"]["uri"], URI);
        message["params"]["diagnostics"].clone()
    }

    fn end(mut self) -> Option<i32> {
        self.to = None;
        self.server.wait().expect("a status").code()
    }
}

fn range(line: u64, from: u64, to: u64) -> Value {
    json!({"start": {"line": line, "character": from}, "end": {"line": line, "character": to}})
}

#[test]
fn a_session_has_a_beginning_and_an_end() {
    let mut editor = Editor::new(&[]);
    assert_eq!(editor.answer("textDocument/hover", json!({}))["error"]["code"], -32_002);
    let result = editor.ask("initialize", json!({"capabilities": {}}));
    assert_eq!(result["serverInfo"]["name"], "tabiya");
    assert_eq!(result["capabilities"]["hoverProvider"], true);
    editor.tell("initialized", json!({}));
    assert_eq!(editor.answer("textDocument/unheardOf", json!({}))["error"]["code"], -32_601);
    editor.tell("$/setTrace", json!({"value": "off"}));
    // Of a text that is not open nothing is known.
    assert!(editor.ask("textDocument/hover", json!({"textDocument": {"uri": "x"}})).is_null());
    assert!(editor.ask("shutdown", Value::Null).is_null());
    assert_eq!(editor.answer("textDocument/hover", json!({}))["error"]["code"], -32_600);
    editor.tell("exit", Value::Null);
    assert_eq!(editor.end(), Some(0));
    let mut editor = Editor::new(&["--stdio"]);
    editor.tell("exit", Value::Null);
    assert_eq!(editor.end(), Some(1));
    assert_eq!(Editor::new(&[]).end(), Some(1));
}

#[test]
fn malformed_messages_do_no_harm() {
    let (mut editor, _) = Editor::with("mate");
    for body in [&b"{\"a\":"[..], b"\xff\xfe", b"nonsense"] {
        editor.raw(format!("Content-Length: {}\r\n\r\n", body.len()).as_bytes());
        editor.raw(body);
        let answer = editor.receive();
        assert_eq!((&answer["id"], &answer["error"]["code"]), (&Value::Null, &json!(-32_700)), "{answer}");
    }
    for header in ["Content-Length: many\r\n\r\n", "Nonsense\r\n\r\n", "\r\n"] {
        editor.raw(header.as_bytes());
        assert_eq!(editor.receive()["error"]["code"], -32_700);
    }
    for message in [json!([]), json!(7), json!({"id": 5}), json!({"id": 5, "method": 7})] {
        editor.send(&message);
        assert_eq!(editor.receive()["error"]["code"], -32_600, "{message}");
    }
    // An answer to a request that the server did not send, and notifications without what they should have.
    editor.send(&json!({"jsonrpc": "2.0", "id": 9, "result": null}));
    editor.tell("textDocument/didOpen", json!({"textDocument": {"uri": 5}}));
    editor.tell("textDocument/didChange", json!([1, 2]));
    editor.tell("textDocument/didClose", json!({"textDocument": {"uri": "never opened"}}));
    for method in ["hover", "completion", "formatting", "definition", "references", "prepareRename", "codeAction"] {
        let answer =
            editor.answer(&format!("textDocument/{method}"), json!({"textDocument": {"uri": URI}, "position": 4}));
        assert!(answer["error"].is_null(), "{method}: {answer}");
    }
    let far = json!({"line": 1_000_000_000_000_u64, "character": 4});
    editor.ask("textDocument/hover", json!({"textDocument": {"uri": URI}, "position": far}));
    assert_eq!(editor.answer("textDocument/rename", json!({"textDocument": {"uri": URI}}))["error"]["code"], -32_803);
    assert!(!editor.ask_at("hover", 0, 1, json!({})).is_null());
}

#[test]
fn diagnostics_have_places_codes_and_links() {
    let (mut editor, good) = Editor::with("mate");
    assert_eq!(good, json!([]));
    // Before the error: a figure of one unit, a letter of two bytes, and a character of two units.
    let found = editor.change(2, json!([{"text": "player \"é𝄞\"\n♘ attacks k /* 𝄞 */ chek"}]));
    assert_eq!(found.as_array().map(Vec::len), Some(1), "{found}");
    let one = &found[0];
    assert_eq!((&one["code"], &one["severity"], &one["source"]), (&json!("unknown-name"), &json!(1), &json!("tabiya")));
    assert_eq!(one["range"], range(1, 21, 25));
    assert_eq!(one["codeDescription"]["href"], "https://example.org/book/diagnostics.html");
    assert!(one["message"].as_str().expect("text").contains("did you mean `check`?"), "{one}");
    // Only a part of the text changes.
    assert_eq!(editor.change(3, json!([{"range": range(1, 21, 25), "text": "check"}])), json!([]));
    let two = editor
        .change(4, json!([{"range": range(0, 8, 11), "text": ""}, {"range": range(1, 0, 1), "text": "wtm btm R"}]));
    assert_eq!((&two[1]["code"], &two[1]["severity"]), (&json!("never-matches"), &json!(2)), "{two}");
    assert_eq!(two[1]["relatedInformation"][0]["location"]["range"], range(1, 0, 3));
    // What planning finds, too.
    let planned = editor.change(5, json!([{"text": "similarposition \"none.pgn\""}]));
    assert_eq!(planned[0]["severity"], 1, "{planned}");
    editor.tell("textDocument/didClose", json!({"textDocument": {"uri": URI}}));
    assert_eq!(editor.published(), json!([]));
}

#[test]
fn both_dialects_are_served() {
    let (mut editor, _) = Editor::with("mate");
    assert_eq!(editor.open("countsquares 3 R", "cql"), json!([]));
    assert_eq!(editor.open("countsquares 3 R", "cql6")[0]["code"], "old-word");
    assert_eq!(editor.open("countsquares 3 R", "cql5"), json!([]));
    let items = editor.ask_at("completion", 0, 0, json!({}))["items"].clone();
    let labels =
        |items: &Value| items.as_array().expect("a list").iter().map(|one| one["label"].clone()).collect::<Vec<_>>();
    assert!(labels(&items).contains(&json!("countsquares")));
    editor.open("mate", "cql6");
    let items = editor.ask_at("completion", 0, 0, json!({}))["items"].clone();
    assert!(!labels(&items).contains(&json!("countsquares")));
}

#[test]
fn hover_shows_the_book() {
    let text = "\"𝄞\" in player ♖a1 check x = R x // check\nfunction f(y) {y attacks k} f(R)";
    let (mut editor, _) = Editor::with(text);
    let mut shown = |line, character| editor.ask_at("hover", line, character, json!({}));
    let check = shown(0, 22);
    let text = check["contents"]["value"].as_str().expect("text");
    assert!(text.starts_with("# `check`") && text.contains("https://example.org/book/board/check.html"), "{text}");
    // It ends with an example.
    assert!(text.contains(":\n\n```cql\n"), "{text}");
    assert_eq!(check["range"], range(0, 19, 24));
    let rook = shown(0, 16);
    assert_eq!(rook["contents"]["value"], "`♖a1`: white rooks on a1");
    assert_eq!(rook["range"], range(0, 15, 18));
    let name = shown(0, 25)["contents"]["value"].as_str().expect("text").to_owned();
    assert!(name.contains("a set of squares, line 1"), "{name}");
    let function = shown(1, 28)["contents"]["value"].as_str().expect("text").to_owned();
    assert!(function.contains("function f(y)") && function.contains("line 2"), "{function}");
    assert!(shown(0, 38).is_null(), "a comment");
    assert!(shown(0, 1).is_null(), "a text");
}

#[test]
fn completion_replaces_the_word_begun() {
    let (mut editor, _) = Editor::with("\"𝄞\" in player ♖ attacks pas");
    let found = editor.ask_at("completion", 0, 28, json!({}));
    let items = found["items"].as_array().expect("a list").clone();
    let pawns = items.iter().find(|one| one["label"] == "passedpawns").expect("passedpawns");
    assert_eq!(pawns["textEdit"]["range"], range(0, 25, 28));
    assert!(!items.iter().any(|one| one["label"] == "check"));
    let resolved = editor.ask("completionItem/resolve", pawns.clone());
    assert!(resolved["documentation"]["value"].as_str().expect("text").contains("passedpawns"), "{resolved}");
}

#[test]
fn queries_are_formatted() {
    let (mut editor, _) = Editor::with("mate   // é𝄞\n   btm");
    let whole = json!({"start": {"line": 0, "character": 0}, "end": {"line": 1, "character": 6}});
    let edits = editor.ask_at("formatting", 0, 0, json!({"options": {"tabSize": 4, "insertSpaces": true}}));
    assert_eq!(edits, json!([{"range": whole, "newText": "mate // é𝄞\nbtm\n"}]));
    editor.open("mate btm\n", "cql");
    assert_eq!(editor.ask_at("formatting", 0, 0, json!({})), json!([]));
    editor.open("mat  btm", "cql");
    assert!(editor.ask_at("formatting", 0, 0, json!({})).is_null());
}

#[test]
fn names_are_followed_and_changed() {
    let (mut editor, _) = Editor::with("/* 𝄞 */ x = ♖ x attacks k\nfunction f(x) {x attacks k}\nf(x)");
    let definition = editor.ask_at("definition", 2, 2, json!({}));
    assert_eq!(definition, json!({"uri": URI, "range": range(0, 9, 10)}));
    assert_eq!(editor.ask_at("definition", 1, 15, json!({}))["range"], range(1, 11, 12));
    assert_eq!(editor.ask_at("definition", 2, 0, json!({}))["range"], range(1, 9, 10));
    assert!(editor.ask_at("definition", 0, 18, json!({})).is_null());
    let all = editor.ask_at("references", 0, 9, json!({"context": {"includeDeclaration": true}}));
    let ranges =
        |found: &Value| found.as_array().expect("a list").iter().map(|one| one["range"].clone()).collect::<Vec<_>>();
    assert_eq!(ranges(&all), [range(0, 9, 10), range(0, 15, 16), range(2, 2, 3)]);
    let uses = editor.ask_at("references", 0, 9, json!({"context": {"includeDeclaration": false}}));
    assert_eq!(ranges(&uses), [range(0, 15, 16), range(2, 2, 3)]);
    assert_eq!(ranges(&editor.ask_at("documentHighlight", 1, 11, json!({}))), [range(1, 11, 12), range(1, 15, 16)]);
    assert_eq!(editor.ask_at("prepareRename", 0, 9, json!({}))["placeholder"], "x");
    assert!(editor.ask_at("prepareRename", 0, 18, json!({})).is_null());
    let edit = editor.ask_at("rename", 0, 9, json!({"newName": "rook"}));
    assert_eq!(ranges(&edit["changes"][URI]), [range(0, 9, 10), range(0, 15, 16), range(2, 2, 3)]);
    let position = json!({"line": 0, "character": 9});
    let params = json!({"textDocument": {"uri": URI}, "position": position, "newName": "check"});
    assert_eq!(editor.answer("textDocument/rename", params)["error"]["code"], -32_803);
    let symbols = editor.ask_at("documentSymbol", 0, 0, json!({}));
    let named: Vec<&Value> = symbols.as_array().expect("a list").iter().map(|one| &one["name"]).collect();
    assert_eq!(named, ["x", "f"]);
    assert_eq!(symbols[1]["range"], range(1, 0, 27));
}

#[test]
fn fixes_are_offered() {
    let (mut editor, found) = Editor::with("/* 𝄞 */ chek mate");
    let asked = json!({"range": range(0, 10, 10), "context": {"diagnostics": found}});
    let actions = editor.ask_at("codeAction", 0, 0, asked);
    assert_eq!(actions[0]["title"], "Replace `chek` by `check`");
    assert_eq!(actions[0]["edit"]["changes"][URI], json!([{"range": range(0, 9, 13), "newText": "check"}]));
    assert_eq!(actions[0]["diagnostics"], found);
    assert_eq!(editor.ask_at("codeAction", 0, 0, json!({"range": range(0, 15, 16)})), json!([]));
    editor.open("check, mate", "cql");
    let actions = editor.ask_at("codeAction", 0, 0, json!({"range": range(0, 0, 11)}));
    assert_eq!(actions[0]["title"], "Remove `,`");
}
