//! The machines that there are programs for, and what it takes to build them.
//!
//! The programs for Linux are static, against musl, so that one runs on every distribution. Windows is built with mingw,
//! on Linux: Wine runs the program there, and its tests (`cargo xtask test-windows`). What Apple's linker needs is on
//! Apple's systems only.

use crate::project::Project;
use anyhow::{Result, bail};
use std::path::PathBuf;
use xshell::cmd;

/// The profile of releases.
pub(super) const PROFILE: &str = "dist";

/// The profile of SQL and the cluster, whose linking would otherwise take more memory than runners have.
pub(super) const LARGE: &str = "dist-large";

/// The variable that names cargo's linker for Windows, and that linker.
pub(super) const LINKER: &str = "CARGO_TARGET_X86_64_PC_WINDOWS_GNU_LINKER";
pub(super) const MINGW: &str = "x86_64-w64-mingw32-gcc";

/// A kind of machine.
#[derive(Debug)]
pub(crate) struct Target {
    pub(super) triple: &'static str,
    pub(super) way: Way,
    /// The architecture in Debian's words, if there is a package.
    pub(super) debian: Option<&'static str>,
}

/// How the program is built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// With Zig as compiler and linker of C, by cargo-zigbuild.
    Zig,
    /// With the cross compiler of mingw.
    Mingw,
    /// On the system itself.
    Native,
    /// Only checked, with Zig as the compiler of C.
    Check,
}

static TARGETS: [Target; 5] = [
    Target { triple: "x86_64-unknown-linux-musl", way: Way::Zig, debian: Some("amd64") },
    Target { triple: "aarch64-unknown-linux-musl", way: Way::Zig, debian: Some("arm64") },
    Target { triple: "x86_64-pc-windows-gnu", way: Way::Mingw, debian: None },
    Target { triple: "aarch64-apple-darwin", way: APPLE, debian: None },
    Target { triple: "x86_64-apple-darwin", way: APPLE, debian: None },
];

const APPLE: Way = if cfg!(target_os = "macos") { Way::Native } else { Way::Check };

/// The targets of these names; without names, on Apple's systems Apple's, and all others elsewhere. `own` is the target of this machine
/// if it stands for those that run here and cannot be built here.
pub(super) fn chosen(names: &[String], own: Option<&Project>) -> Result<Vec<&'static Target>> {
    if let Some(name) = names.iter().find(|name| TARGETS.iter().all(|target| target.triple != name.as_str())) {
        let known: Vec<&str> = TARGETS.iter().map(|target| target.triple).collect();
        bail!("there is no target {name}; there are {}", known.join(", "));
    }
    let is_chosen = |target: &&Target| match names {
        [] => !cfg!(target_os = "macos") || target.way == Way::Native,
        names => names.iter().any(|name| name == target.triple),
    };
    let mut chosen: Vec<&'static Target> = TARGETS.iter().filter(is_chosen).collect();
    if let Some(project) = own
        && !chosen.iter().any(|target| target.runs_here() && target.lacks(project).is_none())
    {
        let triple: &'static str = project.host()?.leak();
        chosen.push(Box::leak(Box::new(Target { triple, way: Way::Native, debian: None })));
    }
    Ok(chosen)
}

impl Target {
    pub(super) fn is_windows(&self) -> bool {
        self.triple.contains("windows")
    }

    /// The file name of a program.
    pub(super) fn program(&self, name: &str) -> String {
        if self.is_windows() { format!("{name}.exe") } else { name.to_owned() }
    }

    /// The folder of what is built.
    pub(super) fn folder(&self, project: &Project, profile: &str) -> PathBuf {
        project.target().join(self.triple).join(profile)
    }

    /// True if this machine runs the program.
    pub(super) fn runs_here(&self) -> bool {
        let system = if cfg!(target_os = "linux") { "linux" } else { "apple" };
        self.triple.starts_with(std::env::consts::ARCH) && self.triple.contains(system)
    }

    /// The tools missing here to build for it, if any.
    pub(super) fn lacks(&self, project: &Project) -> Option<String> {
        if !project.has_target(self.triple) {
            return Some(format!("rustup target add {}", self.triple));
        }
        match self.way {
            Way::Zig | Way::Check if !project.has("cargo-zigbuild") => {
                Some("pip install cargo-zigbuild ziglang".to_owned())
            }
            Way::Mingw if !project.has(MINGW) => Some("apt-get install gcc-mingw-w64-x86-64".to_owned()),
            _ => None,
        }
    }

    /// The compiler's options for it, with those that are the same for all.
    pub(super) fn flags(&self, all: &str) -> String {
        // The linker would write down when it was run.
        let time = if self.way == Way::Mingw { " -Clink-arg=-Wl,--no-insert-timestamp" } else { "" };
        format!("{all}{time}")
    }

    /// Builds something for it, with a profile.
    pub(super) fn cargo(&self, project: &Project, profile: &str, what: &[&str]) -> Result<()> {
        let (shell, triple, time) = (&project.shell, self.triple, project.time.to_string());
        let (rust, c) = project.without_paths();
        let command = match self.way {
            Way::Zig => cmd!(shell, "cargo-zigbuild zigbuild"),
            Way::Check => cmd!(shell, "cargo-zigbuild check"),
            Way::Mingw | Way::Native => cmd!(shell, "cargo build"),
        };
        let command = command.args(["--locked", "--profile", profile, "--target", triple]).args(what);
        command
            .env("RUSTFLAGS", self.flags(&rust))
            .env("CFLAGS", c)
            .env("SOURCE_DATE_EPOCH", time)
            .env(LINKER, MINGW)
            .run()?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn targets_are_chosen_by_name() {
        let names = |names: &[&str]| -> Result<Vec<&'static str>> {
            let names: Vec<String> = names.iter().map(|&name| name.to_owned()).collect();
            Ok(chosen(&names, None)?.iter().map(|target| target.triple).collect())
        };
        assert_eq!(names(&["x86_64-pc-windows-gnu"]).unwrap(), ["x86_64-pc-windows-gnu"]);
        assert!(names(&["vax"]).unwrap_err().to_string().contains("there are x86_64-unknown-linux-musl"));
        assert!(!names(&[]).unwrap().is_empty());
    }

    #[test]
    fn a_dry_run_has_a_program_that_runs_here() {
        let project = Project::find().unwrap();
        let chosen = chosen(&[], Some(&project)).unwrap();
        assert!(chosen.iter().any(|target| target.runs_here() && target.lacks(&project).is_none()));
        let hosts = chosen.iter().filter(|target| target.runs_here());
        assert!(hosts.count() <= 2, "the own target comes once");
    }
}
