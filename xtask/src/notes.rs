//! The notes of a release: the part of the changelog that is about its version.

use crate::project::Project;
use anyhow::{Context as _, Result, ensure};
use std::fs;

/// The notes of the version that the project has.
pub(crate) fn of(project: &Project) -> Result<String> {
    part(&fs::read_to_string(project.root.join("CHANGELOG.md"))?, &project.version)
}

/// The text below the heading of a version, up to the heading of the version before it.
fn part(changelog: &str, version: &str) -> Result<String> {
    let mut lines = changelog.lines().skip_while(|line| !line.starts_with(&format!("## [{version}]")));
    lines.next().with_context(|| format!("CHANGELOG.md has no heading `## [{version}]`"))?;
    let notes: Vec<&str> = lines.take_while(|line| !line.starts_with("## ")).collect();
    let notes = notes.join("\n").trim().to_owned();
    ensure!(!notes.is_empty(), "CHANGELOG.md has nothing below `## [{version}]`");
    Ok(notes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_notes_are_those_of_the_version() {
        let text = "# C\n\n## [Unreleased]\n\n* c\n\n## [1.2.0] - 2027-01-01\n\n### Added\n\n* b\n\n## [1.1.0]\n\n* a\n\n## [1.0.0]\n";
        assert_eq!(part(text, "1.2.0").unwrap(), "### Added\n\n* b");
        assert_eq!(part(text, "1.1.0").unwrap(), "* a");
        for missing in ["1.0.0", "1.2", "2.0.0"] {
            assert!(part(text, missing).is_err(), "{missing}");
        }
        assert!(of(&Project::find().unwrap()).is_ok());
    }
}
