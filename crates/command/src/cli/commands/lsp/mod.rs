//! `tabiya lsp`: a language server on standard input and output.
//!
//! ```text
//! transport  messages in and out
//! document   the text of a query, and places in it
//! answers    what a request asks of a query, as JSON
//! ```
//!
//! One message is answered after the other: a query is read in less than a millisecond. No message ends the server but
//! `exit`.

mod answers;
mod document;
mod transport;

use super::doc;
use crate::cli::options::args::LspArgs;
use crate::cli::options::reading_args::{DialectArg, access};
use crate::cli::report::{Exit, Report};
use clap::ValueEnum as _;
use document::Document;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use tabiya::QueryOptions;
use tabiya::syntax::Dialect;
use tabiya_disk as disk;
use transport::{Incoming, receive, send};

/// Codes of errors of the protocol.
const PARSE_ERROR: i64 = -32_700;
const INVALID_REQUEST: i64 = -32_600;
const METHOD_NOT_FOUND: i64 = -32_601;
const INTERNAL_ERROR: i64 = -32_603;
const NOT_INITIALIZED: i64 = -32_002;
const REQUEST_FAILED: i64 = -32_803;

/// An error in answer to a request.
type Failure = (i64, String);

/// Serves one editor until it ends the session.
pub(crate) fn lsp(args: &LspArgs) -> Exit {
    let book = args.book.clone().or_else(|| doc::built_book().map(|folder| folder.display().to_string()));
    let options = QueryOptions { files: access(&[]), ..QueryOptions::default() };
    let mut server = Server { book: book.map(as_url), options, ..Server::default() };
    let (mut input, mut output) = (io::stdin().lock(), io::stdout().lock());
    match server.run(&mut input, &mut output) {
        Ok(true) => Exit::Found,
        Ok(false) => Exit::Nothing,
        Err(error) => {
            Report::plain().error(format!("the editor cannot be reached: {error}"));
            Exit::Error
        }
    }
}

/// The address of a folder; an address stays what it is.
fn as_url(book: String) -> String {
    if book.contains("://") {
        return book;
    }
    file_url(&disk::canonicalize(std::path::Path::new(&book)).map_or(book, |path| path.display().to_string()))
}

/// The address of a path from the root. On Windows such a path begins with `\\?\`, and so with `\\?\UNC\` if it is on another
/// machine.
fn file_url(path: &str) -> String {
    if let Some(shared) = path.strip_prefix(r"\\?\UNC\") {
        return format!("file://{}", escaped(shared));
    }
    let path = escaped(path.strip_prefix(r"\\?\").unwrap_or(path));
    format!("file://{}{path}", if path.starts_with('/') { "" } else { "/" })
}

/// The bytes of a path that are encoded in an address: all but those of plain letters, digits and some signs.
const ENCODED: &AsciiSet =
    &NON_ALPHANUMERIC.remove(b'/').remove(b'-').remove(b'.').remove(b'_').remove(b'~').remove(b':');

/// A path as part of an address.
fn escaped(path: &str) -> String {
    utf8_percent_encode(&path.replace('\\', "/"), ENCODED).to_string()
}

/// How far a session is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Session {
    #[default]
    New,
    Running,
    ShutDown,
}

#[derive(Debug, Default)]
struct Server {
    session: Session,
    documents: HashMap<String, Document>,
    dialect: Dialect,
    /// Where the built book is.
    book: Option<String>,
    options: QueryOptions,
}

impl Server {
    /// Answers messages until `exit`, or until no more come. True if the session was shut down before.
    fn run(&mut self, input: &mut impl io::BufRead, output: &mut impl Write) -> io::Result<bool> {
        loop {
            let message = match receive(input)? {
                Incoming::End => return Ok(self.session == Session::ShutDown),
                Incoming::Malformed(reason) => {
                    send(output, &failed(&Value::Null, (PARSE_ERROR, reason)))?;
                    continue;
                }
                Incoming::Message(message) => message,
            };
            if message["method"] == "exit" {
                return Ok(self.session == Session::ShutDown);
            }
            for answer in self.answers(&message) {
                send(output, &answer)?;
            }
        }
    }

    /// The messages to be sent on account of one that has come.
    fn answers(&mut self, message: &Value) -> Vec<Value> {
        let id = &message["id"];
        let is_request = id.is_string() || id.is_number();
        let Some(method) = message["method"].as_str() else {
            // An answer to a request of the server: it sends none.
            let is_answer = message.get("result").is_some() || message.get("error").is_some();
            let failure = (INVALID_REQUEST, "a message has no method".to_owned());
            return if is_answer { Vec::new() } else { vec![failed(id, failure)] };
        };
        let params = &message["params"];
        // A defect in one answer is not a reason to leave the editor alone.
        let caught = catch_unwind(AssertUnwindSafe(|| match is_request {
            true => vec![match self.request(method, params) {
                Ok(result) => json!({"jsonrpc": "2.0", "id": id, "result": result}),
                Err(failure) => failed(id, failure),
            }],
            false => self.notice(method, params).into_iter().collect(),
        }));
        caught.unwrap_or_else(|_| vec![failed(id, (INTERNAL_ERROR, format!("`{method}` failed because of a defect")))])
    }

    fn request(&mut self, method: &str, params: &Value) -> Result<Value, Failure> {
        match (self.session, method) {
            (Session::New, "initialize") => {
                self.session = Session::Running;
                return Ok(self.initialize(params));
            }
            (Session::New, _) => return Err((NOT_INITIALIZED, "the session has not been initialized".into())),
            (Session::Running, "shutdown") => {
                self.session = Session::ShutDown;
                return Ok(Value::Null);
            }
            (Session::Running, _) => {}
            (Session::ShutDown, _) => return Err((INVALID_REQUEST, "the session has been shut down".into())),
        }
        if method == "completionItem/resolve" {
            return Ok(answers::resolved(params, self.book.as_deref()));
        }
        let Some(answer) = answers::of(method) else {
            return Err((METHOD_NOT_FOUND, format!("`{method}` is not supported")));
        };
        let uri = params["textDocument"]["uri"].as_str().unwrap_or_default();
        let Some(document) = self.documents.get(uri) else { return Ok(Value::Null) };
        let context = answers::Context { uri, document, params, book: self.book.as_deref(), options: &self.options };
        answer(&context).map_err(|reason| (REQUEST_FAILED, reason))
    }

    fn initialize(&mut self, params: &Value) -> Value {
        let given = &params["initializationOptions"];
        if let Some(dialect) = given["dialect"].as_str().and_then(|text| DialectArg::from_str(text, true).ok()) {
            self.dialect = dialect.into();
        }
        if let Some(book) = given["book"].as_str().filter(|book| !book.is_empty()) {
            self.book = Some(as_url(book.to_owned()));
        }
        json!({
            "serverInfo": {"name": "tabiya", "version": env!("CARGO_PKG_VERSION")},
            "capabilities": {
                "positionEncoding": "utf-16",
                "textDocumentSync": {"openClose": true, "change": 2},
                "hoverProvider": true,
                "completionProvider": {"resolveProvider": true, "triggerCharacters": [" ", "(", "{", "#"]},
                "documentFormattingProvider": true,
                "documentSymbolProvider": true,
                "documentHighlightProvider": true,
                "definitionProvider": true,
                "referencesProvider": true,
                "renameProvider": {"prepareProvider": true},
                "codeActionProvider": {"codeActionKinds": ["quickfix"]},
            },
        })
    }

    /// Takes note of something; a change to a text is answered by everything that is wrong with it.
    fn notice(&mut self, method: &str, params: &Value) -> Option<Value> {
        let given = &params["textDocument"];
        let uri = given["uri"].as_str()?.to_owned();
        match method {
            "textDocument/didOpen" => {
                let text = given["text"].as_str()?.to_owned();
                let dialect = match given["languageId"].as_str() {
                    Some("cql5") => Dialect::Five,
                    Some("cql6") => Dialect::Six,
                    _ => self.dialect,
                };
                let document = Document { text, version: given["version"].clone(), dialect };
                self.documents.insert(uri.clone(), document);
            }
            "textDocument/didChange" => {
                let document = self.documents.get_mut(&uri)?;
                document.version = given["version"].clone();
                params["contentChanges"].as_array()?.iter().for_each(|change| document.change(change));
            }
            "textDocument/didClose" => {
                self.documents.remove(&uri)?;
                return Some(published(&uri, &Value::Null, Value::Array(Vec::new())));
            }
            _ => return None,
        }
        let document = self.documents.get(&uri)?;
        let params = Value::Null;
        let book = self.book.as_deref();
        let context = answers::Context { uri: &uri, document, params: &params, book, options: &self.options };
        Some(published(&uri, &document.version, answers::diagnostics(&context)))
    }
}

fn failed(id: &Value, (code, message): Failure) -> Value {
    json!({"jsonrpc": "2.0", "id": id, "error": {"code": code, "message": message}})
}

/// The message that tells the editor what is wrong with a text.
fn published(uri: &str, version: &Value, diagnostics: Value) -> Value {
    let mut params = json!({"uri": uri, "diagnostics": diagnostics});
    if version.is_number() {
        params["version"] = version.clone();
    }
    json!({"jsonrpc": "2.0", "method": "textDocument/publishDiagnostics", "params": params})
}

#[cfg(test)]
mod tests {
    use super::file_url;

    #[test]
    fn addresses_of_paths() {
        for (path, url) in [
            ("/home/a b/book", "file:///home/a%20b/book"),
            (r"\\?\C:\chess\100%\book#1", "file:///C:/chess/100%25/book%231"),
            (r"\\?\UNC\server\shared\book", "file://server/shared/book"),
            (r"D:\book", "file:///D:/book"),
            ("/a?b/[c]/é\"<d>", "file:///a%3Fb/%5Bc%5D/%C3%A9%22%3Cd%3E"),
        ] {
            assert_eq!(file_url(path), url);
        }
    }
}
