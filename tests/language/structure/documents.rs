//! The documents: nothing is said twice, as it is after two branches with the same change have been merged; examples in the
//! sources need the package `tabiya` and no other.

use super::{files_ending_in, name, workspace};
use std::collections::BTreeSet;
use std::fs;

/// Shorter paragraphs, such as `Examples:`, may well stand twice.
const SHORT: usize = 100;

/// Of the words of two paragraphs that say the same, if perhaps in other words or another order, both have this share. Examples
/// of what a recipe finds and does not find have two thirds.
const SHARED: f64 = 0.7;

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

/// The share of the words of two texts that both have.
fn shared(one: &BTreeSet<&str>, other: &BTreeSet<&str>) -> f64 {
    one.intersection(other).count() as f64 / one.union(other).count() as f64
}

/// Paragraphs that say what another one under the same heading has said.
fn repeated(text: &str) -> Vec<String> {
    let paragraphs = paragraphs(text);
    let long: Vec<_> = paragraphs.iter().filter(|(_, text)| text.chars().count() > SHORT).collect();
    let words: Vec<BTreeSet<&str>> =
        long.iter().map(|(_, text)| text.split(|c: char| !c.is_alphanumeric()).collect()).collect();
    let said = |later: &usize| {
        (0..*later)
            .any(|earlier| long[earlier].0 == long[*later].0 && shared(&words[earlier], &words[*later]) >= SHARED)
    };
    (0..long.len()).filter(said).map(|at| long[at].1.clone()).collect()
}

#[test]
fn nothing_is_said_twice() {
    let point = "* **Why are there blocks?** Because a block needs nothing from outside: any thread can read it, whatever else is lost.\n";
    assert_eq!(repeated(&format!("# A\n{point}\n{point}")).len(), 1);
    assert_eq!(repeated(&format!("# A\n{point}# B\n{point}")), Vec::<String>::new());
    let other = "* **Why blocks?** Because a block needs nothing from outside: whatever else is lost, any thread can still read it.\n";
    let unlike = "* **Why are there blocks?** Because a disk is read in pieces, and a piece that is packed is unpacked as a whole.\n";
    assert_eq!(repeated(&format!("# A\n{point}\n{other}\n{unlike}")), [other.trim_end()]);
    let mut paths = Vec::new();
    files_ending_in("md", workspace(), &mut paths);
    assert!(paths.len() > 50, "the documents");
    let mut wrong = Vec::new();
    for path in paths {
        let text = fs::read_to_string(&path).expect("a document");
        wrong.extend(repeated(&text).into_iter().map(|twice| format!("{}: {twice}", name(&path))));
    }
    assert!(wrong.is_empty(), "said twice:\n{}", wrong.join("\n"));
}

/// The crates whose items programs reach through `tabiya`. A line that begins with `#` is hidden from readers.
#[test]
fn examples_of_the_floors_below_use_the_library_alone() {
    let below = ["chess", "cql", "database", "pgn", "text", "engine"];
    let mut wrong = Vec::new();
    let mut files = Vec::new();
    below.iter().for_each(|floor| files_ending_in("rs", &workspace().join("crates").join(floor), &mut files));
    for path in files {
        let source = fs::read_to_string(&path).expect("a file");
        for (i, line) in source.lines().enumerate() {
            let said = line.trim_start();
            let said = said.strip_prefix("///").or_else(|| said.strip_prefix("//!")).map(str::trim_start);
            let named = said.filter(|said| below.iter().any(|floor| said.starts_with(&format!("use tabiya_{floor}"))));
            if let Some(said) = named {
                wrong.push(format!("{}:{}: `{said}` should begin `use tabiya::`", name(&path), i + 1));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
