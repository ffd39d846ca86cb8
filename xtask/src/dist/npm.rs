//! The module for JavaScript, the engine of a page without a server, and the package for npm, which is made of it.

use super::{Kind, Release};
use crate::project::Project;
use anyhow::{Context as _, Result, bail};
use flate2::{Compression, write::GzEncoder};
use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use xshell::cmd;

const TRIPLE: &str = "wasm32-unknown-unknown";

/// The profile that the module is built with. `wasm-opt` makes it neither faster nor, once compressed, smaller.
const PROFILE: &str = "wasm";

/// The version of the tool that packs the extension.
const VSCE: &str = "4.1.0";

/// The module may be as large as this when it is compressed.
const LARGEST: usize = 3 << 20;

/// Makes the folder of the package, or notes what is missing for it.
pub(super) fn folder(release: &mut Release<'_>, notices: &str) -> Result<Option<PathBuf>> {
    let project = release.project;
    let bindgen = version(&fs::read_to_string(project.root.join("Cargo.lock"))?, "wasm-bindgen")?;
    let lacks = [
        (project.has_target(TRIPLE), format!("rustup target add {TRIPLE}")),
        (project.has("wasm-bindgen"), format!("cargo install wasm-bindgen-cli --version {bindgen}")),
        (project.has("npm"), "apt-get install npm".to_owned()),
    ];
    if let Some((_, why)) = lacks.iter().find(|(is_here, _)| !is_here) {
        let what = "the module for JavaScript, and with it the package for npm and the playground";
        release.missing(&[Kind::Npm, Kind::Playground], what, why);
        return Ok(None);
    }
    let (shell, (rust, _)) = (&project.shell, project.without_paths());
    cmd!(shell, "cargo build --locked --profile {PROFILE} --target {TRIPLE} --package tabiya-wasm")
        .env("RUSTFLAGS", rust)
        .run()?;
    let built = project.target().join(TRIPLE).join(PROFILE).join("tabiya_wasm.wasm");
    let folder = release.stage.join("npm");
    let strip = ["--remove-name-section", "--remove-producers-section"];
    cmd!(shell, "wasm-bindgen --target web --out-name tabiya --out-dir {folder} {built}").args(strip).run()?;
    check_size(&folder.join("tabiya_bg.wasm"))?;
    for file in ["npm/node.js", "README.md"] {
        let path = project.root.join("bindings/wasm").join(file);
        fs::copy(&path, folder.join(path.file_name().context("a name")?))?;
    }
    fs::copy(project.root.join("LICENSE"), folder.join("LICENSE"))?;
    fs::write(folder.join("LICENCES.txt"), notices)?;
    let manifest = fs::read_to_string(project.root.join("bindings/wasm/npm/package.json"))?;
    fs::write(folder.join("package.json"), filled(&manifest, project))?;
    Ok(Some(folder))
}

/// A manifest of npm with the version and the address of the project.
pub(super) fn filled(manifest: &str, project: &Project) -> String {
    let mut head = format!("\"version\": {:?},", project.version);
    if let Some(address) = &project.repository {
        let _ = write!(head, "\n  \"repository\": {{ \"type\": \"git\", \"url\": \"git+{address}.git\" }},");
        let _ = write!(head, "\n  \"homepage\": {address:?},");
    }
    let line = manifest.lines().find(|line| line.trim_start().starts_with("\"version\":")).unwrap_or_default();
    manifest.replace(line.trim(), &head)
}

/// Packs the folder.
pub(super) fn package(release: &Release<'_>, folder: &Path) -> Result<()> {
    let (shell, out) = (&release.project.shell, &release.out);
    cmd!(shell, "npm pack {folder} --pack-destination {out}")
        .args(["--loglevel", "error"])
        .quiet()
        .ignore_stdout()
        .run()?;
    Ok(())
}

/// The extension for Visual Studio Code, with its own packages, as the editor's tool packs it.
pub(super) fn editor(release: &mut Release<'_>) -> Result<()> {
    let project = release.project;
    if !project.has("npm") {
        release.missing(&[Kind::Editor], "the extension for Visual Studio Code", "apt-get install npm");
        return Ok(());
    }
    let (shell, folder) = (&project.shell, release.stage.join("vscode"));
    let sources = project.root.join("editors/vscode");
    let file = release.out.join(format!("tabiya-cql-{}.vsix", project.version));
    fs::create_dir_all(folder.join("syntaxes"))?;
    for name in ["extension.js", "language-configuration.json", "syntaxes/cql.tmLanguage.json", "README.md"] {
        fs::copy(sources.join(name), folder.join(name))?;
    }
    fs::copy(project.root.join("LICENSE"), folder.join("LICENSE"))?;
    fs::write(folder.join("package.json"), filled(&fs::read_to_string(sources.join("package.json"))?, project))?;
    let _there = shell.push_dir(&folder);
    cmd!(shell, "npm install --omit=dev --no-audit --no-fund --loglevel error").quiet().ignore_stdout().run()?;
    cmd!(shell, "npx --yes --loglevel error @vscode/vsce@{VSCE} package --allow-missing-repository --out {file}")
        .env("SOURCE_DATE_EPOCH", project.time.to_string())
        .quiet()
        .ignore_stdout()
        .run()?;
    Ok(())
}

/// The module must not grow unnoticed: a page loads it.
fn check_size(module: &Path) -> Result<()> {
    let mut packed = GzEncoder::new(Vec::new(), Compression::best());
    packed.write_all(&fs::read(module)?)?;
    let size = packed.finish()?.len();
    if size > LARGEST {
        bail!("{} has {size} bytes compressed, and may have {LARGEST}: find what has made it larger", module.display());
    }
    Ok(())
}

/// The version of a package in the lock file.
fn version(lock: &str, name: &str) -> Result<String> {
    let start = format!("name = \"{name}\"\nversion = \"");
    let rest = lock.split_once(&start).with_context(|| format!("{name} in Cargo.lock"))?.1;
    Ok(rest.split('"').next().unwrap_or_default().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn manifests_have_the_version_and_the_address() {
        let mut project = Project::find().unwrap();
        for name in ["bindings/wasm/npm", "editors/vscode"] {
            let text = fs::read_to_string(project.root.join(name).join("package.json")).unwrap();
            project.repository = None;
            let read = |text: &str| serde_json::from_str::<serde_json::Value>(text).unwrap();
            let mut expected = read(&text);
            expected["version"] = env!("CARGO_PKG_VERSION").into();
            assert_eq!(read(&filled(&text, &project)), expected);
            project.repository = Some("https://example.org/t".to_owned());
            expected["homepage"] = "https://example.org/t".into();
            expected["repository"] = serde_json::json!({ "type": "git", "url": "git+https://example.org/t.git" });
            assert_eq!(read(&filled(&text, &project)), expected);
        }
    }

    #[test]
    fn the_version_of_a_package() {
        let lock = "[[package]]\nname = \"wasm-bindgen-macro\"\nversion = \"3\"\n\n[[package]]\nname = \"wasm-bindgen\"\nversion = \"0.2.1\"\n";
        assert_eq!(version(lock, "wasm-bindgen").unwrap(), "0.2.1");
        assert!(version(lock, "bindgen").is_err());
    }
}
