//! Packages for those who install by them: Debian's, Python's wheels, the library for C, the sources of the crates.

use super::archive::{self, Archive};
use super::targets::{LINKER, MINGW, PROFILE, Target, Way};
use super::texts::Texts;
use super::{Kind, Release};
use crate::project::Project;
use anyhow::{Context as _, Result, ensure};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use xshell::cmd;

/// Wheels, which hold the library and the command, may be as large as this.
const LARGEST_WHEEL: usize = 15 << 20;

type Programs = [(&'static Target, PathBuf)];

/// Packages of Debian, with the static programs, so that they depend on nothing.
pub(super) fn debian(release: &mut Release<'_>, programs: &Programs, texts: &Texts) -> Result<()> {
    let project = release.project;
    let wanted: Vec<(&str, &Path)> =
        programs.iter().filter_map(|(target, program)| Some((target.debian?, program.as_path()))).collect();
    if wanted.is_empty() || !project.has("dpkg-deb") {
        let why = if wanted.is_empty() { "there is no static program for Linux" } else { "apt-get install dpkg" };
        release.missing(Kind::Deb, "packages of Debian", why);
        return Ok(());
    }
    for (architecture, program) in wanted {
        let root = release.stage.join(format!("deb-{architecture}"));
        lay_out(&root, project, program, texts)?;
        let size = fs::metadata(program)?.len().div_ceil(1024) + 1024;
        let version = &project.version;
        let control = format!(
            "Package: tabiya\nVersion: {version}\nArchitecture: {architecture}\nMaintainer: The authors of Tabiya\n\
             Section: games\nPriority: optional\nInstalled-Size: {size}\n\
             Description: finds patterns in chess games\n \
             A query in the Chess Query Language describes a position or a sequence of\n \
             positions; Tabiya finds every place in a database of games where it holds,\n \
             and shows why. Called as cql, it takes the options of CQL's own command.\n"
        );
        fs::create_dir_all(root.join("DEBIAN"))?;
        fs::write(root.join("DEBIAN/control"), control)?;
        let file = release.out.join(format!("tabiya_{version}_{architecture}.deb"));
        // Files newer than the sources get their time.
        cmd!(project.shell, "dpkg-deb --root-owner-group -Zxz --build {root} {file}")
            .quiet()
            .ignore_stdout()
            .env("SOURCE_DATE_EPOCH", project.time.to_string())
            .run()?;
    }
    Ok(())
}

/// The files of a package of Debian where they will be.
fn lay_out(root: &Path, project: &Project, program: &Path, texts: &Texts) -> Result<()> {
    let shell = &project.shell;
    let put = |path: &str, bytes: &[u8]| -> Result<()> {
        let path = root.join(path);
        fs::create_dir_all(path.parent().context("a folder")?)?;
        Ok(fs::write(path, bytes)?)
    };
    put("usr/bin/tabiya", &fs::read(program)?)?;
    let (binary, link) = (root.join("usr/bin/tabiya"), root.join("usr/bin/cql"));
    cmd!(shell, "chmod 755 {binary}").quiet().run()?;
    cmd!(shell, "ln -s tabiya {link}").quiet().run()?;
    for page in texts.names("man")? {
        put(&format!("usr/share/man/man1/{page}.gz"), &archive::gz(&texts.read(&format!("man/{page}"))?)?)?;
    }
    for (file, to) in [
        ("completions/tabiya.bash", "usr/share/bash-completion/completions/tabiya"),
        ("completions/tabiya.fish", "usr/share/fish/vendor_completions.d/tabiya.fish"),
        ("completions/_tabiya", "usr/share/zsh/vendor-completions/_tabiya"),
        ("LICENCES.txt", "usr/share/doc/tabiya/copyright"),
    ] {
        put(to, &texts.read(file)?)?;
    }
    put("usr/share/doc/tabiya/changelog.gz", &archive::gz(&fs::read(project.root.join("CHANGELOG.md"))?)?)
}

/// Wheels, each with the command as a script, so that `pip install tabiya` also installs it. They read no URLs: the package for
/// that would make them too large. The licences of all that is in them are among their metadata.
pub(super) fn wheels(release: &mut Release<'_>, programs: &Programs, notices: &str) -> Result<()> {
    let project = release.project;
    if !project.has("maturin") {
        release.missing(Kind::Wheels, "wheels of Python", "pip install maturin");
        return Ok(());
    }
    let (shell, out, time) = (&project.shell, release.out.clone(), project.time.to_string());
    let (rust, c) = project.without_paths();
    // Its name is that of the module, as maturin wants it.
    let data = project.root.join("bindings/python/tabiya._native.data");
    let scripts = data.join("scripts");
    let licences = project.root.join("bindings/python/LICENCES.txt");
    for (target, program) in programs {
        // The static programs run wherever the wheel does, which is made for glibc.
        let triple = target.triple.replace("linux-musl", "linux-gnu");
        if !project.has_target(&triple) {
            release.missing(Kind::Wheels, &format!("wheel for {triple}"), &format!("rustup target add {triple}"));
            continue;
        }
        fs::write(&licences, notices)?;
        fs::create_dir_all(&scripts)?;
        fs::copy(program, scripts.join(target.program("tabiya")))?;
        let zig = (target.way == Way::Zig).then_some("--zig");
        let built = cmd!(
            shell,
            "maturin build --locked --profile {PROFILE} --target {triple} --manifest-path bindings/python/Cargo.toml --no-default-features"
        )
        .args(zig)
        .arg("--out")
        .arg(&out)
        .env("RUSTFLAGS", target.flags(&rust))
        .env("CFLAGS", &c)
        .env("SOURCE_DATE_EPOCH", &time)
        .env(LINKER, MINGW)
        .run();
        fs::remove_dir_all(&data)?;
        fs::remove_file(&licences)?;
        built?;
    }
    for file in fs::read_dir(out)? {
        let path = file?.path();
        if path.extension().is_some_and(|ending| ending == "whl") {
            // Names of files are not compressed.
            let (wheel, script) = (fs::read(&path)?, format!("tabiya-{}.data/scripts/tabiya", project.version));
            let has = |name: &str| wheel.windows(name.len()).any(|part| part == name.as_bytes());
            ensure!(has(&script), "{} has no command", path.display());
            ensure!(has("licenses/LICENCES.txt"), "{} has no licences", path.display());
            ensure!(
                wheel.len() <= LARGEST_WHEEL,
                "{} has {} bytes, and may have {LARGEST_WHEEL}",
                path.display(),
                wheel.len()
            );
        }
    }
    Ok(())
}

/// The library for C, on the system that this machine has: shared and static, header, licences.
pub(super) fn library(release: &mut Release<'_>, notices: &str) -> Result<()> {
    let project = release.project;
    let (shell, host) = (&project.shell, project.host()?);
    let (rust, c) = project.without_paths();
    // A name of its own for what programs are linked with.
    let name = match std::env::consts::OS {
        "linux" => " -Clink-arg=-Wl,-soname,libtabiya.so",
        "macos" => " -Clink-arg=-Wl,-install_name,@rpath/libtabiya.dylib",
        _ => "",
    };
    cmd!(shell, "cargo rustc --locked --profile {PROFILE} --target {host} --package tabiya-c --lib --crate-type cdylib,staticlib")
        .env("RUSTFLAGS", rust + name)
        .env("CFLAGS", c)
        .run()?;
    let built = project.target().join(&host).join(PROFILE);
    let mut archive = Archive::new(&format!("libtabiya-{}-{host}", project.version), project.time);
    let (prefix, ending) = (std::env::consts::DLL_PREFIX, std::env::consts::DLL_SUFFIX);
    // On Windows the library's name is in the files that programs are linked with.
    let shared = if cfg!(windows) { "tabiya_c" } else { "tabiya" };
    archive.add(
        &format!("lib/{prefix}{shared}{ending}"),
        fs::read(built.join(format!("{prefix}tabiya_c{ending}")))?,
        true,
    );
    let fixed = if cfg!(windows) { ["tabiya_c.lib", "tabiya.lib"] } else { ["libtabiya_c.a", "libtabiya.a"] };
    archive.add(&format!("lib/{}", fixed[1]), fs::read(built.join(fixed[0]))?, false);
    for file in ["include/tabiya.h", "README.md", "examples/tcl/tabiya.c", "examples/tcl/mates.tcl"] {
        archive.add(file, fs::read(project.root.join("bindings/capi").join(file))?, false);
    }
    archive.add("LICENSE", fs::read(project.root.join("LICENSE"))?, false);
    archive.add("LICENCES.txt", notices.as_bytes().to_vec(), false);
    let file = format!("libtabiya-{}-{host}.tar.gz", project.version);
    fs::write(release.out.join(file), archive.tar_gz()?)?;
    Ok(())
}

/// The source packages of all crates that are published, in the order in which they depend on each other.
pub(super) fn crates(release: &Release<'_>) -> Result<()> {
    let project = release.project;
    let shell = &project.shell;
    let found = cmd!(shell, "cargo metadata --format-version 1 --locked --no-deps").quiet().read()?;
    let found: Value = serde_json::from_str(&found)?;
    let names = published(&found)?;
    let packages = names.iter().flat_map(|name| ["--package", name.as_str()]);
    // What becomes a part of the program is elsewhere in the sources, and a package holds one folder.
    let owners = ["crates/session/parts", "crates/command/parts"].map(|folder| project.root.join(folder));
    for (owner, part) in [(0, "docs/src"), (0, "recipes"), (0, "examples/games"), (1, "web/dist")] {
        let to = owners[owner].join(part);
        fs::create_dir_all(to.parent().context("a folder")?)?;
        let from = project.root.join(part);
        cmd!(shell, "cp -R {from} {to}").quiet().run()?;
    }
    // They were built and tested together, and the programs of this release come from the same sources.
    let packed = cmd!(shell, "cargo package --locked --no-verify --allow-dirty").args(packages).run();
    owners.iter().try_for_each(fs::remove_dir_all)?;
    packed?;
    for name in &names {
        let file = format!("{name}-{}.crate", project.version);
        fs::copy(package_folder(project.target().as_path()).join(&file), release.out.join(&file))
            .with_context(|| file.clone())?;
    }
    let order: String = names.iter().map(|name| format!("{name}\n")).collect();
    fs::write(release.out.join("crates-in-order.txt"), order)?;
    Ok(())
}

fn package_folder(target: &Path) -> PathBuf {
    target.join("package")
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
}
