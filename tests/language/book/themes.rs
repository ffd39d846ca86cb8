//! The themes of puzzles: every file is a part of the program, says in words what it finds, and runs beside the others.

use std::collections::BTreeSet;
use std::path::Path;
use tabiya::{ParsedQuery, QueryOptions, QuerySet, Source};
use tabiya_session::sets::THEMES;

/// The words of the comment at the top of a query.
fn words(text: &str) -> String {
    let comment = text.lines().map_while(|line| line.strip_prefix(';').or_else(|| line.strip_prefix("//")));
    comment.map(|line| line.trim_start_matches([';', '/']).trim()).collect::<Vec<&str>>().join(" ")
}

#[test]
fn every_file_of_a_theme_is_in_the_program() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("recipes/themes");
    let files = std::fs::read_dir(folder).expect("the folder of themes");
    let files: BTreeSet<String> =
        files.map(|file| file.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
    let listed: BTreeSet<String> = THEMES.iter().map(|(name, _)| format!("{name}.cql")).collect();
    assert_eq!(listed, files);
    assert!(listed.len() > 40, "the test has lost sight of the themes: it saw {}", listed.len());
    assert!(THEMES.is_sorted_by_key(|(name, _)| *name));
}

#[test]
fn every_theme_is_said_in_words() {
    assert_eq!(words("; A fork:\n;; two pieces.\n\ncheck ; here\n"), "A fork: two pieces.");
    let mut wrong = Vec::new();
    for (name, text) in THEMES {
        let words = words(text);
        if words.split(' ').count() < 4 || !words.contains('.') {
            wrong.push(format!("{name}: the comment at the top says `{words}`"));
        }
        // As Lichess writes them: `mateIn1`, `backRankMate`.
        if !name.starts_with(|c: char| c.is_ascii_lowercase()) || !name.bytes().all(|b| b.is_ascii_alphanumeric()) {
            wrong.push(format!("{name} is no name of a theme"));
        }
    }
    crate::book::fail(wrong, "themes are not said in words");
}

#[test]
fn all_themes_run_in_one_pass() {
    let options = QueryOptions::default();
    let (mut queries, mut wrong) = (Vec::new(), Vec::new());
    for (name, text) in THEMES {
        match ParsedQuery::parse(Source { name: (*name).into(), text: (*text).into() }, &options) {
            Ok(query) => {
                wrong.extend(query.warnings().iter().map(|warning| format!("{name}: a warning: {}", warning.message)));
                queries.push(query);
            }
            Err(error) => wrong.push(format!("{name}: {error}")),
        }
    }
    crate::book::fail(wrong, "themes are wrong");
    let set = QuerySet::new(queries, &options).expect("a plan for all themes");
    assert_eq!(set.must_run_in_order(), None, "themes do not depend on the order of the games");
}
