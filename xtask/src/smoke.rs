//! Runs what a release holds, on the system that it is for: nothing is released that has not run.
//!
//! ```text
//! tabiya-VERSION-TRIPLE, .deb  the command counts mates
//! tabiya-sql-VERSION-TRIPLE    SQL counts them, the programs of the cluster start
//! .whl, sources of Python      installed into an environment of its own: module and command count them
//! package for npm              installed: the module counts them
//! libtabiya-VERSION-TRIPLE     the program of its tests, linked with it, prints what it prints there
//! ```

use crate::project::Project;
use anyhow::{Context as _, Result, bail, ensure};
use flate2::read::GzDecoder;
use sha2::{Digest as _, Sha256};
use std::fs;
use std::io::Cursor;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The games in which mates are counted, and what the command says of them.
const GAMES: &str = "examples/games/sample.pgn";
const COUNTED: &str = "20 of 68 games, 20 positions";

#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Args {
    /// The folder with the release
    #[arg(long, default_value = "target/distribution")]
    dist: PathBuf,
    /// Only this kind, such as wheel
    #[arg(long = "only", value_name = "KIND")]
    only: Vec<Kind>,
    /// Writes the names of the files that have run to a file
    #[arg(long, value_name = "FILE")]
    ran: Option<PathBuf>,
    /// Runs nothing: fails if a file of the release is in no list of this folder
    #[arg(long, value_name = "FOLDER", conflicts_with = "ran")]
    proof: Option<PathBuf>,
}

impl Args {
    /// Those for what `dist` has made.
    pub(crate) fn of(project: &Project) -> Args {
        Args { dist: project.target().join("distribution"), only: Vec::new(), ran: None, proof: None }
    }
}

/// What runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Kind {
    Command,
    Sql,
    Deb,
    Wheel,
    Sources,
    Npm,
    Library,
}

/// A file that some system must run.
#[derive(Debug, PartialEq, Eq)]
struct Part {
    kind: Kind,
    /// Parts of the names of the processor, the system and its library of C; empty if any will do.
    on: [&'static str; 3],
}

/// How a file runs; `None` for files that do not: checksums, licences, crates, which `publish --dry-run` builds, the page, which has
/// tests in a browser, and the extension of an editor.
fn part(name: &str, version: &str) -> Option<Part> {
    let ends = |ending: &str| name.ends_with(ending);
    let archive = ends(".tar.gz") || ends(".zip");
    let starts = |start: &str| name.starts_with(&format!("{start}-{version}"));
    let kind = match name {
        _ if ends(".deb") => Kind::Deb,
        _ if ends(".whl") => Kind::Wheel,
        _ if starts("libtabiya") && archive => Kind::Library,
        _ if starts("tabiya-sql") && archive => Kind::Sql,
        _ if name == format!("tabiya-{version}.tgz") => Kind::Npm,
        _ if name == format!("tabiya-{version}.tar.gz") => Kind::Sources,
        _ if starts("tabiya") && archive && !name.contains("playground") => Kind::Command,
        _ => return None,
    };
    let has = |words: &[&str]| words.iter().any(|word| name.contains(word));
    if kind == Kind::Sources {
        // They are for other machines than wheels are; to build them once must do.
        return Some(Part { kind, on: ["x86_64", "linux", "gnu"] });
    }
    let processor = if has(&["aarch64", "arm64"]) {
        "aarch64"
    } else if has(&["x86_64", "amd64"]) {
        "x86_64"
    } else {
        ""
    };
    let system = match kind {
        Kind::Deb => "linux",
        _ if has(&["linux"]) => "linux",
        _ if has(&["windows", "win_"]) => "windows",
        _ if has(&["apple", "macosx"]) => "macos",
        _ => "",
    };
    // Programs are static.
    let library = match kind {
        Kind::Wheel if has(&["musllinux"]) => "musl",
        Kind::Wheel | Kind::Library if system == "linux" => "gnu",
        _ => "",
    };
    Some(Part { kind, on: [processor, system, library] })
}

/// This machine, in the words of a part.
const HERE: [&str; 3] =
    [std::env::consts::ARCH, std::env::consts::OS, if cfg!(target_env = "musl") { "musl" } else { "gnu" }];

/// Runs everything that is for this machine.
pub(crate) fn smoke(project: &Project, args: &Args) -> Result<()> {
    let dist = project.root.join(&args.dist);
    let names = sums(&dist)?;
    if let Some(folder) = &args.proof {
        return prove(&names, &project.version, &project.root.join(folder));
    }
    let mut ran = String::new();
    for name in &names {
        let Some(part) = part(name, &project.version) else { continue };
        if !args.only.is_empty() && !args.only.contains(&part.kind) {
            continue;
        }
        if part.on.iter().zip(HERE).any(|(on, here)| !on.is_empty() && *on != here) {
            println!("NOT RUN: {name}: it is for {}", part.on.join(" ").trim());
            continue;
        }
        run(project, part.kind, &dist.join(name)).with_context(|| format!("{name} does not run"))?;
        println!("RUN: {name}");
        ran += &format!("{name}\n");
    }
    if let Some(file) = &args.ran {
        ensure!(!ran.is_empty(), "nothing in {} is for this machine", dist.display());
        fs::write(project.root.join(file), ran)?;
    }
    Ok(())
}

/// The names in the list of checksums, which fit the files.
fn sums(dist: &Path) -> Result<Vec<String>> {
    let list = dist.join("SHA256SUMS");
    let list =
        fs::read_to_string(&list).with_context(|| format!("{}: run `cargo xtask dist` first", list.display()))?;
    let mut names = Vec::new();
    for line in list.lines() {
        let (sum, name) = line.split_once("  ").context("a checksum and a name")?;
        let bytes = fs::read(dist.join(name)).with_context(|| name.to_owned())?;
        let own = Sha256::digest(&bytes).iter().map(|byte| format!("{byte:02x}")).collect::<String>();
        ensure!(own == sum, "{name} is not the file that SHA256SUMS names");
        names.push(name.to_owned());
    }
    Ok(names)
}

/// Fails if a file that runs somewhere is in no list of those that have run.
fn prove(names: &[String], version: &str, folder: &Path) -> Result<()> {
    let mut ran = String::new();
    for list in fs::read_dir(folder)? {
        ran += &fs::read_to_string(list?.path())?;
    }
    let missing = |name: &&String| part(name, version).is_some() && !ran.lines().any(|line| line == name.as_str());
    let missing: Vec<&str> = names.iter().filter(missing).map(String::as_str).collect();
    ensure!(missing.is_empty(), "no system has run\n{}", missing.join("\n"));
    Ok(())
}

/// Runs a file of a release.
fn run(project: &Project, kind: Kind, file: &Path) -> Result<()> {
    let place = tempfile::tempdir()?;
    let (place, games) = (place.path(), project.root.join(GAMES));
    let program = |name: &str| -> Result<Command> {
        Ok(Command::new(find(place, &format!("{name}{}", std::env::consts::EXE_SUFFIX))?))
    };
    match kind {
        Kind::Command | Kind::Deb => {
            unpack(file, place)?;
            counts(&mut program("tabiya")?)?;
            says(program("cql")?.arg("--version"), &project.version)
        }
        Kind::Sql => {
            unpack(file, place)?;
            let games = games.display();
            let counts = format!("select count(*) as mates from cql('mate', '{games}')");
            says(program("tabiya-sql")?.args(["--format", "csv", "-c", &counts]), "mates\n20")?;
            for name in ["tabiya-scheduler", "tabiya-executor"].iter().filter(|_| !cfg!(windows)) {
                says(program(name)?.arg("--version"), &project.version)?;
            }
            Ok(())
        }
        Kind::Wheel | Kind::Sources => python(kind, file, place, &games),
        Kind::Npm => npm(file, place, &games),
        Kind::Library => library(project, file, place, &games),
    }
}

/// The command counts mates.
fn counts(command: &mut Command) -> Result<()> {
    says(command.args(["search", "-e", "mate", "--sample", "--count"]), COUNTED)
}

/// A wheel is installed from nothing but itself; the sources are built, for which tools are fetched.
fn python(kind: Kind, file: &Path, place: &Path, games: &Path) -> Result<()> {
    let python = if cfg!(windows) { "python" } else { "python3" };
    says(Command::new(python).args(["-m", "venv"]).arg(place), "")?;
    let folder = place.join(if cfg!(windows) { "Scripts" } else { "bin" });
    let own = || Command::new(folder.join(python));
    let alone: &[&str] = if kind == Kind::Wheel { &["--no-index"] } else { &[] };
    says(own().args(["-m", "pip", "install", "--quiet", "--no-deps"]).args(alone).arg(file), "")?;
    let script = "import sys, tabiya; print(sum(1 for _ in tabiya.search('mate', sys.argv[1])), 'mates')";
    says(own().args(["-c", script]).arg(games), "20 mates")?;
    counts(&mut Command::new(folder.join("tabiya")))
}

fn npm(file: &Path, place: &Path, games: &Path) -> Result<()> {
    let npm = if cfg!(windows) { "npm.cmd" } else { "npm" };
    fs::write(place.join("package.json"), "{ \"private\": true }")?;
    says(Command::new(npm).args(["install", "--offline", "--no-audit", "--no-fund"]).arg(file).current_dir(place), "")?;
    let script = "import { readFileSync } from 'node:fs'; import { search } from 'tabiya';
        console.log(search('mate', readFileSync(process.argv[1])).rows.length, 'mates');";
    says(Command::new("node").args(["--input-type=module", "-e", script]).arg(games).current_dir(place), "20 mates")
}

fn library(project: &Project, file: &Path, place: &Path, games: &Path) -> Result<()> {
    unpack(file, place)?;
    let header = find(place, "tabiya.h")?;
    let library = find(place, "libtabiya.a")?;
    let (include, lib) = (header.parent().context("a folder")?, library.parent().context("a folder")?);
    let (tests, program) = (project.root.join("bindings/capi/tests/c"), place.join("program"));
    let mut compiler = Command::new("cc");
    compiler.arg(tests.join("program.c")).arg("-I").arg(include).arg("-L").arg(lib).args(["-ltabiya", "-lpthread"]);
    says(compiler.arg(format!("-Wl,-rpath,{}", lib.display())).arg("-o").arg(&program), "")?;
    let expected = fs::read_to_string(tests.join("program.txt"))?;
    let expected = expected.replace("version VERSION", &format!("version {}", project.version));
    let expected = expected.replace("sample.pgn", &games.display().to_string());
    says(Command::new(&program).arg(games).arg("no-such.pgn"), expected.trim())
}

/// Runs a command, which succeeds and prints something.
fn says(command: &mut Command, expected: &str) -> Result<()> {
    let output = command.output().with_context(|| format!("{command:?}"))?;
    let [out, errors] =
        [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text).replace("\r\n", "\n"));
    if output.status.success() && out.contains(expected) {
        return Ok(());
    }
    bail!("{command:?} does not say {expected:?}, {}:\n{out}{errors}", output.status)
}

/// Unpacks an archive or a package of Debian.
fn unpack(file: &Path, to: &Path) -> Result<()> {
    match file.extension().and_then(|ending| ending.to_str()) {
        Some("deb") => says(Command::new("dpkg-deb").arg("--extract").arg(file).arg(to), ""),
        Some("zip") => Ok(zip::ZipArchive::new(Cursor::new(fs::read(file)?))?.extract(to)?),
        _ => Ok(tar::Archive::new(GzDecoder::new(Cursor::new(fs::read(file)?))).unpack(to)?),
    }
}

/// A file of this name, in a folder or below.
fn find(folder: &Path, name: &str) -> Result<PathBuf> {
    let mut open = vec![folder.to_owned()];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            if path.is_dir() {
                open.push(path);
            } else if path.file_name().is_some_and(|own| own == name) {
                return Ok(path);
            }
        }
    }
    bail!("there is no {name}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_run_where_their_names_say() {
        let cases = [
            ("tabiya-1.2.0-x86_64-unknown-linux-musl.tar.gz", Some((Kind::Command, ["x86_64", "linux", ""]))),
            ("tabiya-1.2.0-x86_64-pc-windows-gnu.zip", Some((Kind::Command, ["x86_64", "windows", ""]))),
            ("tabiya-1.2.0-aarch64-apple-darwin.tar.gz", Some((Kind::Command, ["aarch64", "macos", ""]))),
            ("tabiya-sql-1.2.0-aarch64-unknown-linux-musl.tar.gz", Some((Kind::Sql, ["aarch64", "linux", ""]))),
            ("libtabiya-1.2.0-x86_64-unknown-linux-gnu.tar.gz", Some((Kind::Library, ["x86_64", "linux", "gnu"]))),
            ("tabiya_1.2.0_arm64.deb", Some((Kind::Deb, ["aarch64", "linux", ""]))),
            (
                "tabiya-1.2.0-cp310-abi3-manylinux_2_17_x86_64.manylinux2014_x86_64.whl",
                Some((Kind::Wheel, ["x86_64", "linux", "gnu"])),
            ),
            ("tabiya-1.2.0-cp310-abi3-musllinux_1_2_aarch64.whl", Some((Kind::Wheel, ["aarch64", "linux", "musl"]))),
            ("tabiya-1.2.0-cp310-abi3-win_amd64.whl", Some((Kind::Wheel, ["x86_64", "windows", ""]))),
            ("tabiya-1.2.0-cp310-abi3-macosx_11_0_arm64.whl", Some((Kind::Wheel, ["aarch64", "macos", ""]))),
            ("tabiya-1.2.0.tar.gz", Some((Kind::Sources, ["x86_64", "linux", "gnu"]))),
            ("tabiya-1.2.0.tgz", Some((Kind::Npm, ["", "", ""]))),
            ("tabiya-1.2.0-playground.zip", None),
            ("tabiya-1.2.0.crate", None),
            ("tabiya-1.2.0-sbom.cdx.json", None),
            ("tabiya-cql-1.2.0.vsix", None),
            ("crates-in-order.txt", None),
            ("packaging.tar.gz", None),
        ];
        for (name, expected) in cases {
            assert_eq!(part(name, "1.2.0"), expected.map(|(kind, on)| Part { kind, on }), "{name}");
        }
    }

    #[test]
    fn the_readme_has_the_same_count() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
        let text = format!("$ tabiya search -e 'mate' --sample --count\n    {COUNTED}\n");
        assert!(fs::read_to_string(root.join("README.md")).unwrap().contains(&text));
    }

    #[test]
    fn nothing_is_released_that_has_not_run() {
        let place = tempfile::tempdir().unwrap();
        let names = ["tabiya-1-x86_64-apple-darwin.tar.gz", "tabiya_1_amd64.deb", "notes.txt"].map(str::to_owned);
        fs::write(place.path().join("linux"), format!("{}\n", names[1])).unwrap();
        let rejected = prove(&names, "1", place.path()).unwrap_err().to_string();
        assert_eq!(rejected, format!("no system has run\n{}", names[0]));
        fs::write(place.path().join("macos"), format!("{}\n", names[0])).unwrap();
        assert!(prove(&names, "1", place.path()).is_ok());
    }

    #[test]
    #[cfg(unix)]
    fn a_program_that_does_not_count_is_found() {
        let project = Project::find().unwrap();
        let place = tempfile::tempdir().unwrap();
        let name = format!("tabiya-{}-{}-{}.tar.gz", project.version, HERE[0], HERE[1]);
        let version = &project.version;
        for (says, runs) in [(COUNTED, true), ("19 of 68 games, 19 positions", false)] {
            let mut tar = tar::Builder::new(flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast()));
            for (path, text) in [("tabiya", says), ("cql", version.as_str())] {
                let script = format!("#!/bin/sh\necho '{text}'\n");
                let mut header = tar::Header::new_gnu();
                header.set_mode(0o755);
                header.set_size(script.len() as u64);
                tar.append_data(&mut header, format!("t/{path}"), script.as_bytes()).unwrap();
            }
            let bytes = tar.into_inner().unwrap().finish().unwrap();
            fs::write(place.path().join(&name), &bytes).unwrap();
            let sum = Sha256::digest(&bytes).iter().map(|byte| format!("{byte:02x}")).collect::<String>();
            fs::write(place.path().join("SHA256SUMS"), format!("{sum}  {name}\n")).unwrap();
            let ran = place.path().join("ran");
            let args = Args { dist: place.path().to_owned(), ran: Some(ran.clone()), ..Args::of(&project) };
            assert_eq!(smoke(&project, &args).is_ok(), runs);
            assert_eq!(fs::read_to_string(&ran).unwrap_or_default().trim(), name, "it has run once");
        }
        fs::write(place.path().join(&name), "other bytes").unwrap();
        assert!(sums(place.path()).unwrap_err().to_string().contains("SHA256SUMS"));
    }
}
