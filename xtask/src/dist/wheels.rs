//! Wheels of Python, which also install the command, and the sources for all other machines. All have the features of a build from the
//! sources.

use super::crates;
use super::targets::{LINKER, MINGW, PROFILE, Target, Way};
use super::{Kind, Release};
use crate::overlay::Overlay;
use crate::project::Project;
use anyhow::{Context as _, Result, ensure};
use std::fs;
use std::path::{Path, PathBuf};
use xshell::cmd;

/// Wheels, which hold the library and the command, may be as large as this.
const LARGEST: usize = 20 << 20;

/// Makes them. The licences of all that is in a wheel are among its metadata.
pub(super) fn wheels(release: &mut Release<'_>, targets: &[&'static Target], notices: &str) -> Result<()> {
    let project = release.project;
    if !project.has("maturin") {
        release.missing(&[Kind::Wheels], "wheels and sources of Python", "pip install maturin");
        return Ok(());
    }
    let folder = project.root.join("bindings/python");
    let manifest = [folder.join("pyproject.toml")];
    // The others are made elsewhere.
    for target in targets.iter().filter(|target| target.way != Way::Check) {
        for (triple, ways) in triples(target) {
            if let Some(why) = lacks(project, target, &triple) {
                release.missing(&[Kind::Wheels], &format!("wheel for {triple}"), &why);
                continue;
            }
            let mut overlay = Overlay::default();
            overlay.address(&manifest, project.repository.as_deref())?;
            overlay.put(&folder.join("LICENCES.txt"), notices.as_bytes())?;
            build(project, target, &triple, ways, &release.out)?;
        }
    }
    sources(project, &manifest, &release.out)?;
    fs::read_dir(&release.out)?.try_for_each(|file| check(project, &file?.path()))
}

/// Makes the sources; a release has those made on Linux.
fn sources(project: &Project, manifest: &[PathBuf], out: &Path) -> Result<()> {
    if cfg!(target_os = "macos") {
        return Ok(());
    }
    let mut overlay = crates::parts(project)?;
    overlay.address(manifest, project.repository.as_deref())?;
    let root = project.root.join("Cargo.toml");
    overlay.put(&root, without_targets(&fs::read_to_string(&root)?).as_bytes())?;
    cmd!(project.shell, "maturin sdist --manifest-path bindings/python/Cargo.toml --out {out}")
        .env("SOURCE_DATE_EPOCH", project.time.to_string())
        .run()?;
    Ok(())
}

/// A manifest without its tests and benches: the package of the root leaves their files out, and cargo reads no manifest that names
/// files which are not there.
fn without_targets(manifest: &str) -> String {
    let mut is_kept = true;
    let kept = |line: &&str| {
        if line.starts_with('[') {
            is_kept = !["[[bench]]", "[[test]]"].contains(&line.trim_end());
        }
        is_kept
    };
    manifest.split_inclusive('\n').filter(kept).collect()
}

/// The tools missing here to make a wheel of a target, if any.
fn lacks(project: &Project, target: &Target, triple: &str) -> Option<String> {
    target.lacks(project).or_else(|| (!project.has_target(triple)).then(|| format!("rustup target add {triple}")))
}

/// The targets of the wheels for the machines of a program, and options of maturin. The static programs run with any library of C; the
/// modules of Python need the one that their Python has.
fn triples(target: &Target) -> Vec<(String, &'static [&'static str])> {
    match target.way {
        Way::Zig => vec![
            (target.triple.replace("linux-musl", "linux-gnu"), &["--zig"]),
            (target.triple.to_owned(), &["--zig", "--compatibility", "musllinux_1_2"]),
        ],
        _ => vec![(target.triple.to_owned(), &[])],
    }
}

fn build(project: &Project, target: &Target, triple: &str, ways: &[&str], out: &Path) -> Result<()> {
    let (shell, (rust, c)) = (&project.shell, project.without_paths());
    // Libraries that are loaded must not be static.
    let shared = if triple.ends_with("musl") { " -Ctarget-feature=-crt-static" } else { "" };
    cmd!(
        shell,
        "maturin build --locked --profile {PROFILE} --target {triple} --manifest-path bindings/python/Cargo.toml"
    )
    .args(ways)
    .arg("--out")
    .arg(out)
    .env("RUSTFLAGS", target.flags(&rust) + shared)
    .env("CFLAGS", c)
    .env("SOURCE_DATE_EPOCH", project.time.to_string())
    .env(LINKER, MINGW)
    .run()?;
    Ok(())
}

/// A wheel has the command and the licences, and has not grown.
fn check(project: &Project, path: &Path) -> Result<()> {
    if path.extension().is_none_or(|ending| ending != "whl") {
        return Ok(());
    }
    // Names of files are not compressed.
    let (wheel, script) = (fs::read(path)?, format!("tabiya-{}.dist-info/entry_points.txt", project.version));
    let has = |name: &str| wheel.windows(name.len()).any(|part| part == name.as_bytes());
    let name = path.file_name().context("a name")?.display();
    ensure!(has(&script), "{name} has no command");
    ensure!(has("licenses/LICENCES.txt"), "{name} has no licences");
    ensure!(wheel.len() <= LARGEST, "{name} has {} bytes, and may have {LARGEST}", wheel.len());
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::targets;
    use super::*;

    #[test]
    fn the_manifest_of_the_sources_names_no_file_that_they_lack() {
        let manifest =
            "[package]\nname = \"a\"\n\n[[test]]\nname = \"t\"\n[lib]\nbench = false\n\n[[bench]]\nname = \"b\"\n";
        assert_eq!(without_targets(manifest), "[package]\nname = \"a\"\n\n[lib]\nbench = false\n\n");
    }

    #[test]
    fn what_cannot_be_built_is_missing() {
        let (project, chosen) = (Project::find().unwrap(), |names: &[_]| targets::chosen(names, None).unwrap()[0]);
        let target = chosen(&["x86_64-unknown-linux-musl".to_owned()]);
        // Nobody has a standard library for it.
        assert!(
            lacks(&project, target, "vax-dec-ultrix")
                .is_some_and(|why| why.starts_with("rustup") || target.lacks(&project) == Some(why))
        );
    }

    #[test]
    fn linux_has_wheels_for_both_libraries_of_c() {
        let of = |name: &str| {
            let target = targets::chosen(&[name.to_owned()], None).unwrap()[0];
            triples(target).into_iter().map(|(triple, _)| triple).collect::<Vec<_>>()
        };
        assert_eq!(of("aarch64-unknown-linux-musl"), ["aarch64-unknown-linux-gnu", "aarch64-unknown-linux-musl"]);
        assert_eq!(of("x86_64-pc-windows-gnu"), ["x86_64-pc-windows-gnu"]);
    }
}
