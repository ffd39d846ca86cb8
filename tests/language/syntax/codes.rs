//! The codes of complaints, as the sources have them: each has a snapshot, and the tests of the book compare them with the page
//! on messages.

use std::collections::BTreeSet;

/// Every code of a complaint in the sources, `error("code"` or `Diagnostic::warning("code"`, and of a refusal by the
/// later floors.
pub(crate) fn codes_in_sources() -> BTreeSet<String> {
    let workspace = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let root = workspace.join("crates/engine/src");
    let mut files: Vec<_> = std::fs::read_dir(workspace.join("crates/cql/src/errors"))
        .expect("the errors of queries")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    for folder in ["ir", "ir/lower", "ir/lower/filters"] {
        let sources = std::fs::read_dir(root.join(folder)).expect("sources");
        files.extend(sources.map(|entry| entry.expect("an entry").path()).filter(|path| path.is_file()));
    }
    let library = workspace.join("crates/library/src");
    let of_library = ["query/parsed.rs", "query/libraries.rs", "models.rs"].map(|name| library.join(name));
    files.push(root.join("plan/mod.rs"));
    files.extend(of_library);
    let mut codes = BTreeSet::new();
    for file in files {
        let text = std::fs::read_to_string(file).expect("a source file");
        for maker in ["error(", "warning(", "LowerError::new("] {
            for (at, _) in text.match_indices(maker) {
                let call: String = text[at..].chars().take(160).collect();
                let Some(argument) = call.split('"').nth(1) else { continue };
                let code =
                    !argument.is_empty() && argument.bytes().all(|b| b.is_ascii_lowercase() || b"-0".contains(&b));
                let first = !call.split('"').next().unwrap_or("").contains([';', '{']);
                if code && first && argument.contains('-') {
                    codes.insert(argument.to_owned());
                }
            }
        }
    }
    codes
}

/// A complaint that nobody has looked at with its marked source is a complaint that nobody has looked at.
#[test]
fn every_kind_has_a_snapshot() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/language/syntax/snapshots");
    let mut shown = String::new();
    for entry in std::fs::read_dir(folder).expect("snapshots") {
        shown += &std::fs::read_to_string(entry.expect("an entry").path()).expect("a snapshot");
    }
    let codes = codes_in_sources();
    assert!(codes.len() > 80, "the test has lost sight of the complaints: {codes:?}");
    let unseen: Vec<&String> = codes
        .iter()
        .filter(|code| !shown.contains(&format!("error[{code}]")) && !shown.contains(&format!("warning[{code}]")))
        .collect();
    assert!(unseen.is_empty(), "kinds of complaints without a snapshot: {unseen:?}");
}
