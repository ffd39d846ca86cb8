//! The source packages of all crates that are published, and their way to the registry.

use super::Release;
use crate::overlay::Overlay;
use crate::project::Project;
use anyhow::{Context as _, Result, ensure};
use serde_json::Value;
use std::fs;
use std::path::PathBuf;
use xshell::cmd;

/// Packs all crates, and writes down the order in which they depend on each other.
pub(super) fn crates(release: &Release<'_>) -> Result<()> {
    let project = release.project;
    let found = found(project)?;
    let names = published(&found)?;
    let packages = names.iter().flat_map(|name| ["--package", name.as_str()]);
    {
        let _parts = with_parts(project, &found)?;
        // They are built by `cargo xtask publish --dry-run`.
        cmd!(project.shell, "cargo package --locked --no-verify --allow-dirty").args(packages).run()?;
    }
    for name in &names {
        let file = format!("{name}-{}.crate", project.version);
        fs::copy(project.target().join("package").join(&file), release.out.join(&file)).context(file)?;
    }
    let order: String = names.iter().map(|name| format!("{name}\n")).collect();
    fs::write(release.out.join("crates-in-order.txt"), order)?;
    Ok(())
}

/// Publishes all crates, each after those that it depends on: cargo waits until the registry has one before it sends the next.
/// A dry run builds every packed crate and sends nothing.
pub(crate) fn publish(project: &Project, is_dry: bool) -> Result<()> {
    let found = found(project)?;
    let names = published(&found)?;
    ensure!(is_dry || project.repository.is_some(), "{}", Project::NO_REPOSITORY);
    let packages = names.iter().flat_map(|name| ["--package", name.as_str()]);
    let _parts = with_parts(project, &found)?;
    let dry = is_dry.then_some("--dry-run");
    cmd!(project.shell, "cargo publish --locked --allow-dirty").args(dry).args(packages).run()?;
    Ok(())
}

fn found(project: &Project) -> Result<Value> {
    let found = cmd!(project.shell, "cargo metadata --format-version 1 --locked --no-deps").quiet().read()?;
    Ok(serde_json::from_str(&found)?)
}

/// Puts what becomes a part of the program, and is elsewhere in the sources, into the folders of the packages, and the address
/// of the project into their manifests.
fn with_parts(project: &Project, found: &Value) -> Result<Overlay> {
    let mut overlay = parts(project)?;
    let manifests = found["packages"].as_array().context("packages")?.iter().filter(|one| one["publish"].is_null());
    let manifests: Vec<PathBuf> =
        manifests.filter_map(|one| one["manifest_path"].as_str().map(PathBuf::from)).collect();
    overlay.address(&manifests, project.repository.as_deref())?;
    Ok(overlay)
}

/// Copies of what becomes a part of the program, in the packages that hold it.
pub(super) fn parts(project: &Project) -> Result<Overlay> {
    let mut overlay = Overlay::default();
    let session = ["docs/src", "recipes", "examples/games"].map(|part| ("crates/session/parts", part));
    for (owner, part) in session.into_iter().chain([("crates/command/parts", "web/dist")]) {
        overlay.copy(&project.root.join(part), &project.root.join(owner).join(part))?;
    }
    Ok(overlay)
}

/// The names of the published packages, each after those that it depends on.
fn published(found: &Value) -> Result<Vec<String>> {
    let all = found["packages"].as_array().context("the packages of the workspace")?;
    // A list of registries that is empty stands for `publish = false`.
    let mut open: Vec<&Value> = all.iter().filter(|package| package["publish"].is_null()).collect();
    let mut done: Vec<String> = Vec::new();
    while !open.is_empty() {
        let names: Vec<&str> = open.iter().filter_map(|package| package["name"].as_str()).collect();
        let waits = |package: &Value| {
            let needs = package["dependencies"].as_array();
            let needed =
                |need: &Value| need["kind"] != "dev" && need["name"].as_str().is_some_and(|name| names.contains(&name));
            needs.is_some_and(|needs| needs.iter().any(needed))
        };
        let (wait, ready): (Vec<&Value>, Vec<&Value>) = open.iter().partition(|package| waits(package));
        ensure!(!ready.is_empty(), "packages that depend on each other in a circle: {names:?}");
        let mut ready: Vec<String> =
            ready.iter().filter_map(|package| Some(package["name"].as_str()?.to_owned())).collect();
        ready.sort();
        done.extend(ready);
        open = wait;
    }
    Ok(done)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn packages_come_after_what_they_depend_on() {
        let package = |name: &str, publish: Value, needs: &[(&str, Value)]| {
            let needs: Vec<Value> = needs.iter().map(|(name, kind)| json!({ "name": name, "kind": kind })).collect();
            json!({ "name": name, "publish": publish, "dependencies": needs })
        };
        let none = Value::Null;
        let found = json!({ "packages": [
            package("top", none.clone(), &[("low", none.clone()), ("middle", none.clone()), ("serde", none.clone())]),
            package("middle", none.clone(), &[("low", none.clone()), ("tests", json!("dev"))]),
            package("low", none, &[("top", json!("dev"))]),
            package("tests", json!([]), &[]),
        ] });
        assert_eq!(published(&found).unwrap(), ["low", "middle", "top"]);
    }

    /// The crates that others use have all that a registry shows; the rest belongs to them.
    #[test]
    fn crates_have_licences_and_those_for_others_a_description_of_themselves() {
        let project = Project::find().unwrap();
        let found = found(&project).unwrap();
        let mut for_others = Vec::new();
        for package in found["packages"].as_array().unwrap().iter().filter(|package| package["publish"].is_null()) {
            let name = package["name"].as_str().unwrap();
            let folder = std::path::Path::new(package["manifest_path"].as_str().unwrap()).parent().unwrap();
            let licences: &[&str] = if package["license"] == "GPL-3.0-or-later" {
                &["LICENSE"]
            } else {
                &["LICENSE-MIT", "LICENSE-APACHE"]
            };
            for licence in licences {
                assert!(fs::read_to_string(folder.join(licence)).unwrap().len() > 1000, "{name} has no {licence}");
            }
            assert!(package["description"].as_str().is_some_and(|text| text.len() > 20), "{name}");
            if !package["readme"].is_null() {
                for list in ["keywords", "categories"] {
                    let count = package[list].as_array().unwrap().len();
                    assert!((1..=5).contains(&count), "{name} has {count} {list}");
                }
                for_others.push(name);
            }
        }
        for_others.sort_unstable();
        assert_eq!(for_others, ["tabiya", "tabiya-automata", "tabiya-c"]);
    }
}
