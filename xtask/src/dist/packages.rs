//! Packages of Debian, the programs of SQL and the cluster, and the library for C.

use super::archive::{self, Archive};
use super::targets::{self, PROFILE, Target, Way};
use super::texts::Texts;
use super::{Kind, Release};
use crate::project::Project;
use anyhow::{Context as _, Result};
use std::fs;
use std::path::{Path, PathBuf};
use xshell::cmd;

type Programs = [(&'static Target, PathBuf)];

/// Packages of Debian, with the static programs, so that they depend on nothing.
pub(super) fn debian(release: &mut Release<'_>, programs: &Programs, texts: &Texts) -> Result<()> {
    let project = release.project;
    let wanted: Vec<(&str, &Path)> =
        programs.iter().filter_map(|(target, program)| Some((target.debian?, program.as_path()))).collect();
    if wanted.is_empty() || !project.has("dpkg-deb") {
        let why = if wanted.is_empty() { "there is no static program for Linux" } else { "apt-get install dpkg" };
        release.missing(&[Kind::Deb], "packages of Debian", why);
        return Ok(());
    }
    for (architecture, program) in wanted {
        let root = release.stage.join(format!("deb-{architecture}"));
        lay_out(&root, project, program, texts)?;
        let (size, version) = (fs::metadata(program)?.len().div_ceil(1024) + 1024, &project.version);
        let control = control(project, architecture, size);
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

/// The description of a package of Debian. Nobody has an address for letters yet, so the maintainer has none.
fn control(project: &Project, architecture: &str, size: u64) -> String {
    let version = &project.version;
    let homepage = project.repository.as_ref().map_or(String::new(), |address| format!("Homepage: {address}\n"));
    format!(
        "Package: tabiya\nVersion: {version}\nArchitecture: {architecture}\nMaintainer: The authors of Tabiya\n\
         Section: games\nPriority: optional\nInstalled-Size: {size}\n{homepage}\
         Description: finds patterns in chess games\n \
         A query in the Chess Query Language describes a position or a sequence of\n \
         positions; Tabiya finds every place in a database of games where it holds,\n \
         and shows why. Called as cql, it takes the options of CQL's own command.\n"
    )
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

/// An archive with the programs of SQL and the cluster. A cluster has no machines with Windows.
pub(super) fn sql(release: &mut Release<'_>, target: &Target, notices: &str) -> Result<()> {
    let project = release.project;
    let name = format!("tabiya-sql-{}-{}", project.version, target.triple);
    if let Some(why) = target.lacks(project) {
        release.missing(&[Kind::Sql], &name, &why);
        return Ok(());
    }
    if target.way == Way::Check {
        release.missing(&[], &name, "programs of this system are made on it");
        return Ok(());
    }
    let cluster = ["tabiya-scheduler", "tabiya-executor"];
    let programs = [&["tabiya-sql"][..], if target.is_windows() { &[] } else { &cluster }].concat();
    let what = programs.iter().flat_map(|name| ["--bin", name]);
    let what: Vec<&str> = ["--package", "tabiya-sql", "--package", "tabiya-cluster"].into_iter().chain(what).collect();
    target.cargo(project, targets::LARGE, &what)?;
    let mut archive = Archive::new(&name, project.time);
    for program in programs {
        let file = target.program(program);
        archive.add(&file, fs::read(target.folder(project, targets::LARGE).join(&file))?, true);
    }
    for (file, from) in [
        ("README.md", "bindings/sql/README.md"),
        ("CLUSTER.md", "bindings/cluster/README.md"),
        ("CHANGELOG.md", "CHANGELOG.md"),
        ("LICENSE", "LICENSE"),
    ] {
        archive.add(file, fs::read(project.root.join(from))?, false);
    }
    archive.add("LICENCES.txt", notices.into(), false);
    archive.write(&release.out, target.is_windows())
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
    archive.write(&release.out, false)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packages_of_debian_have_a_home_page() {
        let mut project = Project::find().unwrap();
        let fields = |text: String| -> Vec<String> {
            let fields = text.lines().filter(|line| !line.starts_with(' '));
            fields.map(|line| line.split_once(": ").unwrap().0.to_owned()).collect()
        };
        let mut expected =
            ["Package", "Version", "Architecture", "Maintainer", "Section", "Priority", "Installed-Size"]
                .map(str::to_owned)
                .to_vec();
        project.repository = Some("https://example.org/t".to_owned());
        assert!(control(&project, "amd64", 1).contains("\nHomepage: https://example.org/t\n"));
        expected.extend(["Homepage", "Description"].map(str::to_owned));
        assert_eq!(fields(control(&project, "amd64", 1)), expected);
        project.repository = None;
        expected.retain(|field| field != "Homepage");
        assert_eq!(fields(control(&project, "amd64", 1)), expected);
    }
}
