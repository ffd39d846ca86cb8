//! The workflows of the forge: what a release is made with is named exactly.

use std::fs;
use std::path::Path;

/// The lines of all workflows.
fn lines() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../.github/workflows");
    let files = fs::read_dir(folder).expect("workflows").map(|file| file.expect("a file").path());
    let texts = files.map(|file| fs::read_to_string(file).expect("a workflow"));
    texts.flat_map(|text| text.lines().map(|line| line.trim().to_owned()).collect::<Vec<_>>()).collect()
}

#[test]
fn actions_are_commits() {
    let mut seen = 0;
    for line in lines() {
        let Some((_, action)) = line.split_once("uses: ") else { continue };
        if action.starts_with("./") {
            continue;
        }
        seen += 1;
        let (commit, version) = action.split_once('@').and_then(|(_, at)| at.split_once(" # v")).unwrap_or_default();
        let is_commit = commit.len() == 40 && commit.bytes().all(|byte| byte.is_ascii_hexdigit());
        assert!(is_commit && version.split('.').count() == 3, "{line}");
    }
    assert!(seen > 20, "{seen}");
}

#[test]
fn tools_have_versions() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let manifest = fs::read_to_string(root.join("Cargo.toml")).expect("the manifest");
    let (_, needed) = manifest.split_once("\nrust-version = \"").expect("the version of Rust");
    let needed = needed.split('"').next().expect("its end");
    let mut toolchains = 0;
    for line in lines() {
        if line.contains("cargo install") {
            assert!(line.contains(" --version ") || line.contains("${{ matrix.tools }}"), "{line}");
        }
        if let Some((_, tools)) = line.split_once("tools: ") {
            assert!(tools.contains(" --version "), "{line}");
        }
        if line.contains("pip install") {
            assert!(line.contains("--require-hashes"), "{line}");
        }
        for start in ["RUSTUP_TOOLCHAIN: \"", "rust:"] {
            let Some((_, version)) = line.split_once(start) else { continue };
            toolchains += 1;
            assert!(version.starts_with(&format!("{needed}.")), "{line}: Cargo.toml has {needed}");
        }
    }
    assert!(toolchains > 5, "{toolchains}");
    let tools = fs::read_to_string(root.join(".github/tools.txt")).expect("the tools of Python");
    for tool in tools.lines().filter(|line| !line.starts_with('#')) {
        assert!(tool.contains("==") && tool.contains(" --hash=sha256:"), "{tool}");
    }
}
