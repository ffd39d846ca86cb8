//! Work on the project that is more than one command.
//!
//! ```text
//! cargo xtask dist           everything that a release holds, in target/distribution; what cannot be made here is listed
//! cargo xtask smoke          runs what a release holds, as far as it is for this system
//! cargo xtask publish        all crates to the registry, in their order; `--dry-run` builds each packed one
//! cargo xtask notes          the notes of this version, from the changelog
//! cargo xtask packaging      the recipes of package managers for a release, from its checksums
//! cargo xtask check-systems  whether all packages compile for Windows and macOS
//! cargo xtask test-windows   the command's tests on the program of Windows, under Wine
//! ```

#![allow(clippy::disallowed_methods)]

mod dist;
mod notes;
mod overlay;
mod packaging;
mod project;
mod smoke;
mod systems;
mod windows;
#[cfg(test)]
mod workflows;

use anyhow::{Context as _, Result};
use clap::{Parser, Subcommand};
use std::path::PathBuf;

#[derive(Debug, Parser)]
#[command(name = "cargo xtask", about = "Work on the project that is more than one command")]
struct Args {
    #[command(subcommand)]
    task: Task,
}

#[derive(Debug, Subcommand)]
enum Task {
    /// Makes what a release holds, as far as the tools for it are here
    Dist(dist::Args),
    /// Runs what a release holds, as far as it is for this system
    Smoke(smoke::Args),
    /// Publishes all crates, each after those that it depends on
    Publish {
        /// Builds each packed crate, and publishes none
        #[arg(long)]
        dry_run: bool,
    },
    /// Prints the notes of this version, from the changelog
    Notes,
    /// Fills the recipes of package managers in, from the checksums of a release
    Packaging {
        /// The folder with SHA256SUMS
        #[arg(long, default_value = "target/distribution")]
        dist: PathBuf,
        /// The address of the project; by default the one in `packaging/repository`
        #[arg(long)]
        repository: Option<String>,
        /// The folder for the recipes
        #[arg(long, default_value = "target/packaging")]
        out: PathBuf,
    },
    /// Checks all packages for Windows and macOS
    CheckSystems,
    /// Runs the command's tests on the program of Windows, under Wine
    TestWindows {
        /// The program; by default the one that `dist` has built
        #[arg(long)]
        program: Option<PathBuf>,
        /// Arguments of the test program, such as part of a test's name
        args: Vec<String>,
    },
}

fn main() -> Result<()> {
    let project = project::Project::find()?;
    match Args::parse().task {
        Task::Dist(args) if args.dry_run => {
            dist::dist(&project, &args)?;
            smoke::smoke(&project, &smoke::Args::of(&project))?;
            println!("{}", notes::of(&project)?);
            dist::publish(&project, true)
        }
        Task::Dist(args) => dist::dist(&project, &args),
        Task::Smoke(args) => smoke::smoke(&project, &args),
        Task::Publish { dry_run } => dist::publish(&project, dry_run),
        Task::Notes => notes::of(&project).map(|notes| println!("{notes}")),
        Task::Packaging { dist, repository, out } => {
            let repository =
                repository.or_else(|| project.repository.clone()).context(project::Project::NO_REPOSITORY)?;
            packaging::fill(&project, &dist, &repository, &out)
        }
        Task::CheckSystems => systems::check(&project),
        Task::TestWindows { program, args } => windows::test(&project, program, &args),
    }
}
