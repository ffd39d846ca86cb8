//! The packages that the programs are made of: their licences as a text, and a bill of materials in the format of CycloneDX.

use crate::project::Project;
use anyhow::{Context as _, Result};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use xshell::cmd;

/// Files with licences begin so, in any case of letters.
const LICENCES: [&str; 5] = ["license", "licence", "copying", "notice", "unlicense"];

/// The packages in the command, in the library for C and in the module for browsers.
pub(super) const COMMAND: [&str; 3] = ["tabiya", "tabiya-c", "tabiya-wasm"];

/// The packages in a wheel.
pub(super) const WHEEL: [&str; 1] = ["tabiya-python"];

/// The packages in the programs of SQL and the cluster.
pub(super) const SQL: [&str; 2] = ["tabiya-sql", "tabiya-cluster"];

/// What cargo knows of the packages of others, on any system.
#[derive(Debug)]
pub(super) struct Parts {
    /// As `cargo metadata` describes them.
    found: Value,
    /// The licences of what is in the page.
    page: String,
}

impl Parts {
    /// Finds them.
    pub(super) fn read(project: &Project) -> Result<Parts> {
        let shell = &project.shell;
        let found = cmd!(shell, "cargo metadata --format-version 1 --locked").quiet().read()?;
        let found: Value = serde_json::from_str(&found)?;
        let page = fs::read_to_string(project.root.join("web/dist/licenses.txt"))?;
        Ok(Parts { found, page })
    }

    /// The names of all packages in these, with their licences, and the text of each licence once.
    pub(super) fn notices(&self, roots: &[&str]) -> Result<String> {
        let mut out = "Tabiya is under GPL-3.0-or-later (see LICENSE). It contains these packages:\n\n".to_owned();
        let mut texts: BTreeMap<String, (String, BTreeSet<String>)> = BTreeMap::new();
        for package in &packages(&self.found, roots)? {
            let name = format!("{} {}", text(package, "name"), text(package, "version"));
            let _ = writeln!(out, "{name}: {}", text(package, "license"));
            let folder = Path::new(text(package, "manifest_path")).parent().context("the folder of a package")?;
            for licence in licences(folder)? {
                let key = licence.split_whitespace().collect::<Vec<_>>().join(" ");
                let (_, users) = texts.entry(key).or_insert_with(|| (licence, BTreeSet::new()));
                users.insert(name.clone());
            }
        }
        for (licence, users) in texts.values() {
            let users = users.iter().map(String::as_str).collect::<Vec<_>>().join(", ");
            let _ = write!(out, "\n{}\n{users}:\n\n{}\n", "=".repeat(80), licence.trim_end());
        }
        let _ = write!(out, "\n{}\nThe page of `tabiya serve` and reports:\n\n{}", "=".repeat(80), self.page);
        Ok(out)
    }

    /// The bill of materials, as JSON.
    pub(super) fn bill(&self, project: &Project) -> Result<String> {
        let lock = fs::read_to_string(project.root.join("Cargo.lock"))?;
        let packages = packages(&self.found, &[&COMMAND[..], &WHEEL, &SQL].concat())?;
        let components = packages.iter().map(|package| {
            let (name, version) = (text(package, "name"), text(package, "version"));
            let mut one = json!({
                "type": "library",
                "bom-ref": format!("pkg:cargo/{name}@{version}"),
                "name": name,
                "version": version,
                "purl": format!("pkg:cargo/{name}@{version}"),
                "licenses": [{ "expression": text(package, "license").replace('/', " OR ") }],
            });
            if let Some(sum) = checksum(&lock, name, version) {
                one["hashes"] = json!([{ "alg": "SHA-256", "content": sum }]);
            }
            one
        });
        let components: Vec<Value> = components.collect();
        // A number that is the same for the same parts, in the form of a UUID.
        let digest = Sha256::digest(serde_json::to_string(&components)?);
        let hex: String = digest.iter().take(16).map(|byte| format!("{byte:02x}")).collect();
        let uuid = format!("{}-{}-8{}-8{}-{}", &hex[..8], &hex[8..12], &hex[13..16], &hex[17..20], &hex[20..]);
        let bill = json!({
            "bomFormat": "CycloneDX",
            "specVersion": "1.6",
            "serialNumber": format!("urn:uuid:{uuid}"),
            "version": 1,
            "metadata": {
                "component": {
                    "type": "application",
                    "name": "tabiya",
                    "version": project.version,
                    "licenses": [{ "expression": "GPL-3.0-or-later" }],
                },
            },
            "components": components,
        });
        Ok(serde_json::to_string_pretty(&bill)? + "\n")
    }
}

fn text<'v>(value: &'v Value, key: &str) -> &'v str {
    value[key].as_str().unwrap_or_default()
}

/// The packages from elsewhere that some packages of the workspace need to run, by name and version.
fn packages(found: &Value, roots: &[&str]) -> Result<Vec<Value>> {
    let list = |value: &Value, key: &str| value[key].as_array().cloned().with_context(|| format!("{key} of cargo"));
    let all = list(found, "packages")?;
    let nodes = list(&found["resolve"], "nodes")?;
    let mut open: Vec<String> = Vec::new();
    let is_root = |package: &&Value| package["source"].is_null() && roots.contains(&text(package, "name"));
    open.extend(all.iter().filter(is_root).map(|package| text(package, "id").to_owned()));
    let mut seen: BTreeSet<String> = open.iter().cloned().collect();
    while let Some(id) = open.pop() {
        let node = nodes.iter().find(|node| text(node, "id") == id).context("a package that cargo knows")?;
        for need in list(node, "deps")? {
            // Neither what only tests nor what only builds need.
            let runs = list(&need, "dep_kinds")?.iter().any(|kind| kind["kind"].is_null());
            let id = text(&need, "pkg").to_owned();
            if runs && seen.insert(id.clone()) {
                open.push(id);
            }
        }
    }
    let is_part = |package: &&Value| !package["source"].is_null() && seen.contains(text(package, "id"));
    let mut parts: Vec<Value> = all.iter().filter(is_part).cloned().collect();
    parts.sort_by_key(|package| (text(package, "name").to_owned(), text(package, "version").to_owned()));
    Ok(parts)
}

/// The texts of licences in a folder, and in the folders in it: some packages have libraries in C there.
fn licences(folder: &Path) -> Result<Vec<String>> {
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            let inner = fs::read_dir(&path)?.collect::<Result<Vec<_>, _>>()?;
            paths.extend(inner.into_iter().map(|entry| entry.path()));
        } else {
            paths.push(path);
        }
    }
    paths.sort();
    let is_licence = |path: &&std::path::PathBuf| {
        let name = path.file_name().map(|name| name.to_string_lossy().to_lowercase()).unwrap_or_default();
        path.is_file() && LICENCES.iter().any(|start| name.starts_with(start)) && !name.ends_with(".rs")
    };
    paths.iter().filter(is_licence).map(|path| Ok(String::from_utf8_lossy(&fs::read(path)?).into_owned())).collect()
}

/// The checksum of a package in the lock file.
fn checksum<'l>(lock: &'l str, name: &str, version: &str) -> Option<&'l str> {
    let start = format!("name = \"{name}\"\nversion = \"{version}\"\n");
    let rest = &lock[lock.find(&start)? + start.len()..];
    let mut entry = rest.lines().take_while(|line| !line.is_empty());
    entry.find_map(|line| line.strip_prefix("checksum = \"")?.strip_suffix('"'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_runs_is_a_part() {
        let package = |name: &str, source: Value| json!({ "id": name, "name": name, "version": "1", "source": source });
        let dep = |name: &str, kind: Value| json!({ "pkg": name, "dep_kinds": [{ "kind": kind }] });
        let found = json!({
            "packages": [
                package("tabiya", Value::Null), package("z", json!("x")), package("b", json!("x")),
                package("own", Value::Null), package("test", json!("x")), package("other", json!("x")),
            ],
            "resolve": { "nodes": [
                { "id": "tabiya", "deps": [dep("own", Value::Null), dep("test", json!("dev"))] },
                { "id": "own", "deps": [dep("z", Value::Null), dep("b", Value::Null)] },
                { "id": "z", "deps": [dep("b", Value::Null), dep("other", json!("build"))] },
                { "id": "b", "deps": [] },
            ] },
        });
        let parts = packages(&found, &["tabiya"]).unwrap();
        assert_eq!(parts.iter().map(|part| text(part, "name")).collect::<Vec<_>>(), ["b", "z"]);
    }

    #[test]
    fn the_licences_of_all_that_is_in_a_wheel_are_named() {
        let project = Project::find().unwrap();
        let parts = Parts::read(&project).unwrap();
        let manifest = |path: &str| fs::read_to_string(project.root.join(path).join("Cargo.toml")).unwrap();
        for (roots, folder, needed) in [(&WHEEL[..], "bindings/python", "pyo3"), (&SQL, "bindings/sql", "datafusion")] {
            assert!(manifest(folder).contains(&format!("\n{needed} = ")));
            let notices = parts.notices(roots).unwrap();
            assert!(notices.lines().any(|line| line.starts_with(&format!("{needed} "))), "{needed}");
            assert!(parts.bill(&project).unwrap().contains(&format!("\"name\": \"{needed}\"")));
        }
    }

    #[test]
    fn checksums() {
        let lock = "[[package]]\nname = \"a\"\nversion = \"1\"\nsource = \"s\"\nchecksum = \"12\"\n\n\
                    [[package]]\nname = \"b\"\nversion = \"1\"\n\n[[package]]\nname = \"c\"\nversion = \"1\"\nchecksum = \"3\"\n";
        assert_eq!(
            [checksum(lock, "a", "1"), checksum(lock, "b", "1"), checksum(lock, "a", "2")],
            [Some("12"), None, None]
        );
    }
}
