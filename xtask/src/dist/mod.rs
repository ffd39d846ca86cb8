//! What a release holds. Each kind is made as far as its tools are here; missing ones are listed with the package to install.
//!
//! ```text
//! targets   the machines that there are programs for, and what it takes to build them
//! archive   folders -> .tar.gz and .zip, of the same bytes wherever they are made
//! texts     manual, completions and licences, which archives have beside the programs
//! packages  .deb, wheels, the library for C, source packages
//! npm       the module for browsers and Node
//!   playground   the page around it, without a server
//! parts     the packages that the programs are made of: their licences, and a bill of materials
//! ```

mod archive;
mod npm;
mod packages;
mod parts;
mod playground;
mod targets;
mod texts;

use crate::project::Project;
use anyhow::{Context as _, Result, bail};
use sha2::{Digest as _, Sha256};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use targets::{Target, Way};

/// Opens the page in the browser, for those who double-click it, or drop files of games on it.
const PAGE: &str = "@\"%~dp0tabiya.exe\" serve --open %*\r\n@if errorlevel 1 pause\r\n";

/// Programs may be as large as this.
const LARGEST: u64 = 20 << 20;

#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Args {
    /// Only these targets, such as x86_64-unknown-linux-musl; by default all that fit this system
    #[arg(long = "target", value_name = "TRIPLE")]
    targets: Vec<String>,
    /// Only these kinds
    #[arg(long = "only", value_name = "KIND")]
    only: Vec<Kind>,
    /// Fail if something of this kind could not be made here
    #[arg(long = "require", value_name = "KIND")]
    required: Vec<Kind>,
}

/// The kinds of things that a release holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Kind {
    /// Archives with the program
    Programs,
    /// Packages of Debian, with the static programs
    Deb,
    /// Wheels of Python, with the command
    Wheels,
    /// The library for C
    Library,
    /// The package for npm: the engine of a page without a server
    Npm,
    /// The page with its engine, for any file server
    Playground,
    /// Source packages of all crates
    Crates,
    /// Licences and bill of materials
    Parts,
}

/// The kinds that have been made, and the others.
#[derive(Debug)]
pub(crate) struct Release<'p> {
    project: &'p Project,
    /// The folder of the release.
    out: PathBuf,
    /// A folder for what is needed on the way.
    stage: PathBuf,
    /// With the kind that is incomplete for it, unless it is made elsewhere.
    not_built: Vec<(Option<Kind>, String)>,
    checked: Vec<String>,
}

impl Release<'_> {
    /// Notes that something is not made, with what it would take.
    fn missing(&mut self, kind: impl Into<Option<Kind>>, what: &str, why: &str) {
        self.not_built.push((kind.into(), format!("NOT BUILT: {what}: {why}")));
    }

    /// The beginning of the names of all files: `tabiya-0.1.0`.
    fn name(&self) -> String {
        format!("tabiya-{}", self.project.version)
    }
}

/// Makes the release.
pub(crate) fn dist(project: &Project, args: &Args) -> Result<()> {
    let out = project.target().join("distribution");
    let stage = project.target().join("distribution-stage");
    for folder in [&out, &stage] {
        // What an earlier run has left must not be taken for a part of this release.
        if folder.exists() {
            fs::remove_dir_all(folder)?;
        }
        fs::create_dir_all(folder)?;
    }
    let mut release = Release { project, out, stage, not_built: Vec::new(), checked: Vec::new() };
    let wanted = |kind| args.only.is_empty() || args.only.contains(&kind);
    let parts = parts::Parts::read(project)?;
    let notices = parts.notices()?;
    let mut programs = Vec::new();
    if wanted(Kind::Programs) || wanted(Kind::Deb) || wanted(Kind::Wheels) {
        for target in targets::chosen(&args.targets)? {
            programs.extend(build(&mut release, target)?);
        }
    }
    let texts = texts::Texts::make(project, &programs, &release.stage, &notices)?;
    if wanted(Kind::Programs) {
        for (target, program) in &programs {
            archive_program(&release, target, program, &texts)?;
        }
    }
    if wanted(Kind::Deb) {
        packages::debian(&mut release, &programs, &texts)?;
    }
    if wanted(Kind::Wheels) {
        packages::wheels(&mut release, &programs, &notices)?;
    }
    if wanted(Kind::Library) {
        packages::library(&mut release, &notices)?;
    }
    let wants_module = wanted(Kind::Npm) || wanted(Kind::Playground);
    if let Some(module) = if wants_module { npm::folder(&mut release, &notices)? } else { None } {
        if wanted(Kind::Npm) {
            npm::package(&release, &module)?;
        }
        if wanted(Kind::Playground) {
            playground::playground(&release, &module, &notices)?;
        }
    }
    if wanted(Kind::Crates) {
        packages::crates(&release)?;
    }
    if wanted(Kind::Parts) {
        fs::write(release.out.join(format!("{}-licences.txt", release.name())), &notices)?;
        fs::write(release.out.join(format!("{}-sbom.cdx.json", release.name())), parts.bill(project)?)?;
    }
    sum_up(&release)?;
    refuse_gaps(&release.not_built, &args.required)
}

/// Ends with an error if something is missing that a caller cannot do without.
fn refuse_gaps(not_built: &[(Option<Kind>, String)], required: &[Kind]) -> Result<()> {
    let is_required = |kind: &Option<Kind>| kind.is_some_and(|kind| required.contains(&kind));
    let missing: Vec<&str> = not_built.iter().filter(|(kind, _)| is_required(kind)).map(|(_, what)| &**what).collect();
    if missing.is_empty() { Ok(()) } else { bail!("required, but\n{}", missing.join("\n")) }
}

/// Builds the program for a target, or notes why not.
fn build(release: &mut Release<'_>, target: &'static Target) -> Result<Option<(&'static Target, PathBuf)>> {
    let project = release.project;
    if let Some(why) = target.lacks(project) {
        release.missing(Kind::Programs, &format!("{} for {}", release.name(), target.triple), &why);
        return Ok(None);
    }
    eprintln!("== {}", target.triple);
    target.cargo(project, &["--package", "tabiya", "--bin", "tabiya"])?;
    if target.way == Way::Check {
        let why = "programs of this system are made on it; here they are only checked";
        release.checked.push(target.triple.to_owned());
        release.missing(None, &format!("{} for {}", release.name(), target.triple), why);
        return Ok(None);
    }
    let program = target.folder(project).join(target.program("tabiya"));
    let size = fs::metadata(&program).with_context(|| format!("{} is not there", program.display()))?.len();
    if size > LARGEST {
        bail!("{} has {size} bytes, and may have {LARGEST}: find what has made it larger", program.display());
    }
    Ok(Some((target, program)))
}

/// The program under both of its names, manual, completions, licences.
fn archive_program(release: &Release<'_>, target: &Target, program: &Path, texts: &texts::Texts) -> Result<()> {
    let name = format!("{}-{}", release.name(), target.triple);
    let mut archive = archive::Archive::new(&name, release.project.time);
    let root = &release.project.root;
    archive.add(&target.program("tabiya"), fs::read(program)?, true);
    // The program called `cql` takes the options of CQL's own command.
    if target.is_windows() {
        archive.add("cql.exe", fs::read(program)?, true);
        archive.add("tabiya-page.cmd", PAGE.into(), false);
    } else {
        archive.link("cql", "tabiya");
    }
    for file in ["README.md", "CHANGELOG.md", "LICENSE"] {
        archive.add(file, fs::read(root.join(file))?, false);
    }
    texts.add_to(&mut archive, target.is_windows())?;
    let file = release.out.join(format!("{name}.{}", if target.is_windows() { "zip" } else { "tar.gz" }));
    fs::write(file, if target.is_windows() { archive.zip()? } else { archive.tar_gz()? })?;
    Ok(())
}

/// Writes the checksums, and says what there is and what there is not.
fn sum_up(release: &Release<'_>) -> Result<()> {
    let mut names = Vec::new();
    for entry in fs::read_dir(&release.out)? {
        names.push(entry?.file_name().into_string().ok().context("a name in UTF-8")?);
    }
    names.sort();
    let mut sums = String::new();
    for name in &names {
        let bytes = fs::read(release.out.join(name))?;
        let sum = Sha256::digest(&bytes).iter().map(|byte| format!("{byte:02x}")).collect::<String>();
        let _ = writeln!(sums, "{sum}  {name}");
        println!("{:>12}  {name}", bytes.len());
    }
    fs::write(release.out.join("SHA256SUMS"), sums)?;
    println!("{} files and SHA256SUMS in {}", names.len(), release.out.display());
    release.checked.iter().for_each(|target| println!("CHECKED: {target}"));
    release.not_built.iter().for_each(|(_, what)| println!("{what}"));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_required_must_be_there() {
        let gaps = [(None, "NOT BUILT: a".to_owned()), (Some(Kind::Wheels), "NOT BUILT: b".to_owned())];
        assert!(refuse_gaps(&gaps, &[]).is_ok());
        assert!(refuse_gaps(&gaps, &[Kind::Programs, Kind::Npm]).is_ok());
        let refused = refuse_gaps(&gaps, &[Kind::Programs, Kind::Wheels]).unwrap_err().to_string();
        assert_eq!(refused, "required, but\nNOT BUILT: b");
    }
}
