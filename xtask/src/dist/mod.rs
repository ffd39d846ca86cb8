//! What a release holds. Each kind is made as far as its tools are here; missing ones are listed with the package to install.
//!
//! ```text
//! targets   the machines that there are programs for, and what it takes to build them
//! archive   folders -> .tar.gz and .zip, of the same bytes wherever they are made
//! texts     manual, completions and licences, which archives have beside the programs
//! packages  .deb, the library for C
//! wheels    Python's wheels and sources
//! crates    source packages for the registry of Rust
//! npm       the module for browsers and Node
//!   playground   the page around it, without a server
//! parts     the packages that the programs are made of: their licences, and a bill of materials
//! ```

mod archive;
mod crates;
mod npm;
mod packages;
mod parts;
mod playground;
mod targets;
mod texts;
mod wheels;

pub(crate) use crates::publish;

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
    /// Makes all that can be made here, runs it, builds the packed crates, and publishes nothing
    #[arg(long)]
    pub(crate) dry_run: bool,
}

/// The kinds of things that a release holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Kind {
    /// Archives with the program
    Programs,
    /// Archives with the programs of SQL and the cluster
    Sql,
    /// Packages of Debian, with the static programs
    Deb,
    /// Wheels of Python, which also install the command, and its sources
    Wheels,
    /// The library for C
    Library,
    /// The package for npm: the engine of a page without a server
    Npm,
    /// The page with its engine, for any file server
    Playground,
    /// The extension for Visual Studio Code
    Editor,
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
    /// With the kinds that are incomplete for it, unless it is made elsewhere.
    not_built: Vec<(Vec<Kind>, String)>,
    checked: Vec<String>,
}

impl Release<'_> {
    /// Notes that something is not made, with what it would take.
    fn missing(&mut self, kinds: &[Kind], what: &str, why: &str) {
        self.not_built.push((kinds.to_vec(), format!("NOT BUILT: {what}: {why}")));
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
    let notices = parts.notices(&parts::COMMAND)?;
    let own = args.dry_run.then_some(project);
    with_programs(&mut release, &targets::chosen(&args.targets, own)?, &wanted, &parts)?;
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
    if wanted(Kind::Editor) {
        npm::editor(&mut release)?;
    }
    if wanted(Kind::Crates) {
        crates::crates(&release)?;
    }
    if wanted(Kind::Parts) {
        fs::write(release.out.join(format!("{}-licences.txt", release.name())), &notices)?;
        fs::write(release.out.join(format!("{}-sbom.cdx.json", release.name())), parts.bill(project)?)?;
    }
    sum_up(&release)?;
    reject_gaps(&release.not_built, &args.required)
}

/// Makes what has the programs in it.
fn with_programs(
    release: &mut Release<'_>,
    chosen: &[&'static Target],
    wanted: &dyn Fn(Kind) -> bool,
    parts: &parts::Parts,
) -> Result<()> {
    let notices = parts.notices(&parts::COMMAND)?;
    let mut programs = Vec::new();
    if wanted(Kind::Programs) || wanted(Kind::Deb) {
        for target in chosen {
            programs.extend(build(release, target)?);
        }
    }
    let texts = texts::Texts::make(release.project, &programs, &release.stage, &notices)?;
    if wanted(Kind::Programs) {
        for (target, program) in &programs {
            archive_program(release, target, program, &texts)?;
        }
    }
    if wanted(Kind::Deb) {
        packages::debian(release, &programs, &texts)?;
    }
    if wanted(Kind::Wheels) {
        wheels::wheels(release, chosen, &parts.notices(&parts::WHEEL)?)?;
    }
    if wanted(Kind::Sql) {
        let notices = parts.notices(&parts::SQL)?;
        chosen.iter().try_for_each(|target| packages::sql(release, target, &notices))?;
    }
    Ok(())
}

/// Ends with an error if something is missing that a caller cannot do without.
fn reject_gaps(not_built: &[(Vec<Kind>, String)], required: &[Kind]) -> Result<()> {
    let is_required = |kinds: &[Kind]| kinds.iter().any(|kind| required.contains(kind));
    let missing: Vec<&str> =
        not_built.iter().filter(|(kinds, _)| is_required(kinds)).map(|(_, what)| &**what).collect();
    if missing.is_empty() { Ok(()) } else { bail!("required, but\n{}", missing.join("\n")) }
}

/// Builds the program for a target, or notes why not.
fn build(release: &mut Release<'_>, target: &'static Target) -> Result<Option<(&'static Target, PathBuf)>> {
    let project = release.project;
    if let Some(why) = target.lacks(project) {
        // The packages that hold this program are not made either.
        let kinds = if target.debian.is_some() { &[Kind::Programs, Kind::Deb][..] } else { &[Kind::Programs] };
        release.missing(kinds, &format!("{} for {}", release.name(), target.triple), &why);
        return Ok(None);
    }
    eprintln!("== {}", target.triple);
    target.cargo(project, targets::PROFILE, &["--package", "tabiya", "--bin", "tabiya"])?;
    if target.way == Way::Check {
        let why = "programs of this system are made on it; here they are only checked";
        release.checked.push(target.triple.to_owned());
        release.missing(&[], &format!("{} for {}", release.name(), target.triple), why);
        return Ok(None);
    }
    let program = target.folder(project, targets::PROFILE).join(target.program("tabiya"));
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
    archive.write(&release.out, target.is_windows())
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
    if release.project.repository.is_none() {
        println!("WARNING: no package has an address: {}", Project::NO_REPOSITORY);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_required_must_be_there() {
        let gaps = [(vec![], "NOT BUILT: a".to_owned()), (vec![Kind::Wheels, Kind::Deb], "NOT BUILT: b".to_owned())];
        assert!(reject_gaps(&gaps, &[]).is_ok());
        assert!(reject_gaps(&gaps, &[Kind::Programs, Kind::Npm]).is_ok());
        for required in [&[Kind::Programs, Kind::Wheels][..], &[Kind::Deb]] {
            let rejected = reject_gaps(&gaps, required).unwrap_err().to_string();
            assert_eq!(rejected, "required, but\nNOT BUILT: b");
        }
    }

    #[test]
    fn a_program_that_is_missing_is_missing_in_its_packages() {
        let project = Project::find().unwrap();
        let folder = tempfile::tempdir().unwrap();
        let [out, stage] = ["out", "stage"].map(|name| folder.path().join(name));
        let mut release = Release { project: &project, out, stage, not_built: Vec::new(), checked: Vec::new() };
        // Nobody has a standard library for it.
        let nowhere = Box::leak(Box::new(Target { triple: "vax-dec-ultrix", way: Way::Native, debian: Some("vax") }));
        assert!(build(&mut release, nowhere).unwrap().is_none());
        for kind in [Kind::Programs, Kind::Deb] {
            assert!(reject_gaps(&release.not_built, &[kind]).is_err(), "{kind:?}");
        }
        assert!(reject_gaps(&release.not_built, &[Kind::Sql]).is_ok());
    }
}
