//! The documents: nothing is said twice, as it is after two branches with the same change have been merged.

use super::{name, workspace};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Shorter paragraphs, such as `Examples:`, may well stand twice.
const SHORT: usize = 100;

/// Two points of a list that begin with so many equal characters say the same, if perhaps in other words.
const BEGINNING: usize = 60;

fn markdown(folder: &Path, out: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let hidden = path.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"."));
        if path.is_dir() && !hidden && !path.ends_with("target") && !path.ends_with("node_modules") {
            markdown(&path, out);
        } else if path.extension().is_some_and(|end| end == "md") {
            out.push(path);
        }
    }
}

/// The paragraphs and points of lists, each on one line, with the headings above them.
fn paragraphs(text: &str) -> Vec<(&str, String)> {
    let (mut found, mut heading, mut open, mut fenced) = (Vec::<(&str, String)>::new(), "", false, false);
    for line in text.lines() {
        if line.starts_with("```") {
            (fenced, open) = (!fenced, false);
        } else if line.starts_with('#') && !fenced {
            (heading, open) = (line, false);
        } else if fenced || line.is_empty() || line.starts_with('|') {
            open = false;
        } else if open && !line.starts_with("* ") {
            let (_, last) = found.last_mut().expect("a paragraph");
            last.push(' ');
            last.push_str(line.trim());
        } else {
            found.push((heading, line.to_owned()));
            open = true;
        }
    }
    found
}

/// Paragraphs that stand twice under one heading.
fn repeated(text: &str) -> Vec<String> {
    let mut times: BTreeMap<(&str, String), u32> = BTreeMap::new();
    for (heading, text) in paragraphs(text).into_iter().filter(|(_, text)| text.chars().count() > SHORT) {
        let key = if text.starts_with("* ") { text.chars().take(BEGINNING).collect() } else { text };
        *times.entry((heading, key)).or_default() += 1;
    }
    times.into_iter().filter(|(_, times)| *times > 1).map(|((_, text), _)| text).collect()
}

#[test]
fn nothing_is_said_twice() {
    let point = "* **Why are there blocks?** Because a block needs nothing from outside: any thread can read it, whatever else is lost.\n";
    assert_eq!(repeated(&format!("# A\n{point}\n{point}")).len(), 1);
    assert_eq!(repeated(&format!("# A\n{point}# B\n{point}")), Vec::<String>::new());
    let mut paths = Vec::new();
    markdown(workspace(), &mut paths);
    assert!(paths.len() > 50, "the documents");
    let mut wrong = Vec::new();
    for path in paths {
        let text = fs::read_to_string(&path).expect("a document");
        wrong.extend(repeated(&text).into_iter().map(|twice| format!("{}: {twice}", name(&path))));
    }
    assert!(wrong.is_empty(), "said twice:\n{}", wrong.join("\n"));
}
