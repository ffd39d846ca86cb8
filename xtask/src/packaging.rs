//! The recipes of package managers, in `packaging`: templates that are filled in from the checksums of a release.
//!
//! `{{version}}` is the version, `{{url NAME}}` the address of a file of the release and `{{sha256 NAME}}` its checksum;
//! in NAME, `VERSION` stands for the version.

use crate::project::Project;
use anyhow::{Context as _, Result, bail};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// Fills in all recipes.
pub(crate) fn fill(project: &Project, dist: &Path, repository: &str, out: &Path) -> Result<()> {
    let sums = project.root.join(dist).join("SHA256SUMS");
    let sums =
        fs::read_to_string(&sums).with_context(|| format!("{}: run `cargo xtask dist` first", sums.display()))?;
    let release =
        Release { version: &project.version, repository: repository.trim_end_matches('/'), sums: read(&sums)? };
    let (folder, out) = (project.root.join("packaging"), project.root.join(out));
    for manager in fs::read_dir(&folder)? {
        let manager = manager?;
        if !manager.file_type()?.is_dir() {
            continue;
        }
        for template in fs::read_dir(manager.path())? {
            let template = template?.path();
            let name = template.file_name().context("a name")?;
            let filled = release.fill(&fs::read_to_string(&template)?);
            let filled = filled.with_context(|| template.display().to_string())?;
            let to = out.join(manager.file_name());
            fs::create_dir_all(&to)?;
            fs::write(to.join(name), filled)?;
        }
    }
    println!("the recipes are in {}", out.display());
    Ok(())
}

/// What recipes say of a release.
struct Release<'r> {
    version: &'r str,
    repository: &'r str,
    sums: BTreeMap<&'r str, &'r str>,
}

/// The checksums by file.
fn read(sums: &str) -> Result<BTreeMap<&str, &str>> {
    let mut files = BTreeMap::new();
    for line in sums.lines() {
        let (sum, name) = line.split_once("  ").context("a checksum and a name")?;
        files.insert(name, sum);
    }
    Ok(files)
}

impl Release<'_> {
    fn fill(&self, template: &str) -> Result<String> {
        let mut out = String::new();
        let mut rest = template;
        while let Some((before, after)) = rest.split_once("{{") {
            let (word, after) = after.split_once("}}").context("a `{{` without its `}}`")?;
            out.push_str(before);
            out.push_str(&self.value(word.trim())?);
            rest = after;
        }
        Ok(out + rest)
    }

    fn value(&self, word: &str) -> Result<String> {
        let (word, name) = word.split_once(' ').unwrap_or((word, ""));
        let name = name.replace("VERSION", self.version);
        match word {
            "version" => Ok(self.version.to_owned()),
            "repository" => Ok(self.repository.to_owned()),
            "url" => Ok(format!("{}/releases/download/v{}/{name}", self.repository, self.version)),
            "sha256" => {
                let sum = self.sums.get(name.as_str()).copied();
                Ok(sum.with_context(|| format!("there is no {name} in SHA256SUMS"))?.to_owned())
            }
            _ => bail!("there is no value `{word}`"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn templates_are_filled_in() {
        let sums = read("12ab  tabiya-1.2.zip\n34cd  x\n").unwrap();
        let release = Release { version: "1.2", repository: "https://example.org/t", sums };
        let filled = release.fill("v{{version}} {{ url tabiya-VERSION.zip }} {{sha256 tabiya-VERSION.zip}}.").unwrap();
        assert_eq!(filled, "v1.2 https://example.org/t/releases/download/v1.2/tabiya-1.2.zip 12ab.");
        for wrong in ["{{sha256 y}}", "{{version", "{{name}}"] {
            assert!(release.fill(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn the_templates_name_what_a_release_holds() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the root");
        let files = [
            "tabiya-9-x86_64-unknown-linux-musl.tar.gz",
            "tabiya-9-aarch64-unknown-linux-musl.tar.gz",
            "tabiya-9-x86_64-pc-windows-gnu.zip",
            "tabiya-9-aarch64-apple-darwin.tar.gz",
            "tabiya-9-x86_64-apple-darwin.tar.gz",
        ];
        let sums = files.into_iter().map(|name| (name, "00")).collect();
        let release = Release { version: "9", repository: "https://example.org/t", sums };
        let mut seen = 0;
        for manager in
            fs::read_dir(root.join("packaging")).expect("recipes").flatten().filter(|one| one.path().is_dir())
        {
            for template in fs::read_dir(manager.path()).expect("templates").flatten() {
                let text = fs::read_to_string(template.path()).expect("a template");
                let filled = release.fill(&text).expect("a template that can be filled in");
                assert!(filled != text && !filled.contains("{{"), "{}", template.path().display());
                seen += 1;
            }
        }
        assert!(seen >= 7, "{seen}");
    }
}
