//! What editors show of the Python package: the docstrings of the stub are the comments of its sources in Rust.

use super::fail;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// Comments by the class, which is empty for functions, and the name; those of classes have no name.
type Comments = BTreeMap<(String, String), Vec<String>>;

/// The text between two marks of a line.
fn between<'a>(line: &'a str, start: &str, end: &[char]) -> Option<&'a str> {
    let (_, rest) = line.split_once(start)?;
    rest.split(end).next().filter(|name| !name.is_empty())
}

/// Adds the comments of classes, methods and functions of a file in Rust that Python sees.
fn read_comments(source: &str, comments: &mut Comments) {
    let (mut class, mut text, mut marks) = (None::<String>, Vec::new(), String::new());
    for line in source.lines() {
        let trimmed = line.trim_start();
        let item = trimmed.strip_prefix("pub(crate) ").or_else(|| trimmed.strip_prefix("pub ")).unwrap_or(trimmed);
        if let Some(said) = trimmed.strip_prefix("///") {
            text.push(said.strip_prefix(' ').unwrap_or(said).to_owned());
            continue;
        }
        if let Some(name) = between(item, "struct ", &[' ', '(', ';']).filter(|_| marks.contains("#[pyclass")) {
            let name = between(&marks, "name = \"", &['"']).unwrap_or(name);
            comments.insert((name.to_owned(), String::new()), text.clone());
        } else if item.starts_with("impl") {
            let name = between(item, "impl ", &[' ', '<']).filter(|_| marks.contains("#[pymethods]"));
            class = name.map(str::to_owned);
        } else if item.starts_with("fn ") {
            let name = between(item, "fn ", &['<', '(']).unwrap_or_default().trim_start_matches("r#");
            let owner = if marks.contains("#[pyfunction]") { Some(String::new()) } else { class.clone() };
            if let Some(owner) = owner.filter(|_| !text.is_empty() && !name.starts_with("__")) {
                comments.insert((owner, name.to_owned()), text.clone());
            }
        } else if trimmed.starts_with("#[") || !marks.is_empty() && !trimmed.is_empty() {
            // An attribute can have several lines.
            marks.push_str(trimmed);
            continue;
        }
        text.clear();
        marks.clear();
        if line == "}" {
            class = None;
        }
    }
}

/// A docstring with this indentation.
fn docstring(text: &[String], indent: &str) -> Vec<String> {
    let raw = if text.iter().any(|line| line.contains('\\')) { "r" } else { "" };
    if let [only] = text {
        return vec![format!("{indent}{raw}\"\"\"{only}\"\"\"")];
    }
    let mut lines: Vec<String> = text.iter().map(|line| format!("{indent}{line}").trim_end().to_owned()).collect();
    if let Some(first) = lines.first_mut() {
        *first = format!("{indent}{raw}\"\"\"{}", first.trim_start());
    }
    lines.push(format!("{indent}\"\"\""));
    lines
}

/// The stub with the docstrings that the comments ask for.
fn with_docstrings(stub: &str, comments: &Comments) -> String {
    let (mut out, mut class, mut decorator) = (Vec::<String>::new(), String::new(), "");
    let mut lines = stub.lines().peekable();
    while let Some(line) = lines.next() {
        let trimmed = line.trim_start();
        let indent = &line[..line.len() - trimmed.len()];
        let (is_class, is_def) = (trimmed.starts_with("class "), trimmed.starts_with("def "));
        if indent.is_empty() && !trimmed.is_empty() && !trimmed.starts_with(')') {
            let name = between(trimmed, "class ", &['(', ':']).filter(|_| is_class);
            name.unwrap_or_default().clone_into(&mut class);
        }
        let key = match (is_class, between(trimmed, "def ", &['(']).filter(|_| is_def)) {
            (true, _) => Some((class.clone(), String::new())),
            (_, Some(name)) => Some((class.clone(), name.to_owned())),
            _ => None,
        };
        let text = key.and_then(|key| comments.get(&key)).filter(|_| decorator != "@overload");
        decorator = if trimmed.starts_with('@') { trimmed } else { "" };
        out.push(line.to_owned());
        let Some(text) = text else { continue };
        while !out.last().is_some_and(|last| last.ends_with(':') || last.ends_with(": ...")) {
            out.push(lines.next().expect("the end of the signature").to_owned());
        }
        if let Some(last) = out.last_mut() {
            last.truncate(last.strip_suffix(" ...").unwrap_or(last).len());
        }
        if lines.peek().is_some_and(|next| next.trim_start().trim_start_matches('r').starts_with("\"\"\"")) {
            let first = lines.next().unwrap_or_default();
            let closed = first.matches("\"\"\"").count() == 2;
            while !closed && !lines.next().is_none_or(|line| line.trim_end().ends_with("\"\"\"")) {}
        }
        out.extend(docstring(text, &format!("{indent}    ")));
    }
    out.join("\n") + "\n"
}

#[test]
fn the_stub_of_python_says_what_its_sources_say() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("bindings/python");
    let mut comments = Comments::new();
    for file in fs::read_dir(folder.join("src")).expect("the sources") {
        let source = fs::read_to_string(file.expect("a file").path()).expect("a file");
        read_comments(&source, &mut comments);
    }
    for known in [("", "tally"), ("Match", ""), ("Match", "ply"), ("Sequence", "then")] {
        assert!(comments.contains_key(&(known.0.to_owned(), known.1.to_owned())), "{known:?}");
    }
    let path = folder.join("package/tabiya/_native.pyi");
    let stub = fs::read_to_string(&path).expect("the stub");
    let wanted = with_docstrings(&stub, &comments);
    if std::env::var_os("TABIYA_BOOK").is_some_and(|value| value == "write") {
        fs::write(&path, &wanted).expect("the stub is written");
    }
    let wrong = stub.lines().zip(wanted.lines()).enumerate().find(|(_, (is, should))| is != should);
    let wrong = wrong.map(|(i, (is, should))| format!("_native.pyi:{}: `{is}` should be `{should}`", i + 1));
    let longer = (wanted.len() != stub.len()).then(|| "TABIYA_BOOK=write writes the stub".to_owned());
    fail(wrong.into_iter().chain(longer).collect(), "differences between the stub and the comments of the sources");
}

#[test]
fn docstrings_take_the_place_of_those_that_are_there() {
    let source = r#"
/// A thing.
#[pyclass(name = "Thing")]
pub(crate) struct It {
    x: u8,
}

#[pymethods]
impl Thing {
    /// Goes.
    ///
    /// Far.
    #[pyo3(signature = (
        a, b=None
    ))]
    fn go(&self, a: u8) {}
}

/// Adds.
#[pyfunction]
fn add(a: u8) {}

/// Not seen.
fn hidden() {}
"#;
    let mut comments = Comments::new();
    read_comments(source, &mut comments);
    let old = "class Thing:\n    \"\"\"Old\n    text.\"\"\"\n    def go(\n        self,\n    ) -> None: ...\n\ndef add() -> int: ...\n";
    let new = r#"class Thing:
    """A thing."""
    def go(
        self,
    ) -> None:
        """Goes.

        Far.
        """

def add() -> int:
    """Adds."""
"#;
    assert_eq!((comments.len(), with_docstrings(old, &comments).as_str()), (3, new), "{comments:?}");
    assert_eq!(with_docstrings(new, &comments), new);
}
