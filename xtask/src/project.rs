//! The project: where it is, its version, its time, and the programs that are here.

use anyhow::{Context as _, Result};
use std::path::{Path, PathBuf};
use xshell::{Shell, cmd};

/// The sources and the shell that works on them.
#[derive(Debug)]
pub(crate) struct Project {
    pub(crate) root: PathBuf,
    pub(crate) version: String,
    /// The time of the sources in seconds since 1970: that of the commit, or `SOURCE_DATE_EPOCH`. Every file made has it.
    pub(crate) time: u64,
    pub(crate) shell: Shell,
}

impl Project {
    /// The project that this program belongs to.
    pub(crate) fn find() -> Result<Project> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().context("the root of the workspace")?.to_owned();
        let shell = Shell::new()?;
        shell.change_dir(&root);
        let time = match std::env::var("SOURCE_DATE_EPOCH") {
            Ok(time) => time,
            Err(_) => cmd!(shell, "git log -1 --format=%ct").quiet().read().context("the time of the commit")?,
        };
        let time = time.trim().parse().context("SOURCE_DATE_EPOCH is a number of seconds")?;
        Ok(Project { root, version: env!("CARGO_PKG_VERSION").into(), time, shell })
    }

    /// The folder for what cargo builds.
    pub(crate) fn target(&self) -> PathBuf {
        std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| self.root.join("target"), PathBuf::from)
    }

    /// True if a program is here.
    pub(crate) fn has(&self, program: &str) -> bool {
        let paths = std::env::var_os("PATH").unwrap_or_default();
        let ending = std::env::consts::EXE_SUFFIX;
        std::env::split_paths(&paths).any(|folder| folder.join(format!("{program}{ending}")).is_file())
    }

    /// True if the standard library for a target is here.
    pub(crate) fn has_target(&self, triple: &str) -> bool {
        let folder = cmd!(self.shell, "rustc --print target-libdir --target {triple}").quiet().ignore_stderr().read();
        folder.is_ok_and(|folder| Path::new(folder.trim()).is_dir())
    }

    /// The target of this machine.
    pub(crate) fn host(&self) -> Result<String> {
        let told = cmd!(self.shell, "rustc -vV").quiet().read()?;
        let host = told.lines().find_map(|line| line.strip_prefix("host: ")).context("the host of rustc")?;
        Ok(host.to_owned())
    }

    /// Flags that keep the folders of this machine out of what is built, so that it is the same everywhere.
    pub(crate) fn without_paths(&self) -> (String, String) {
        let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
        let home = home.or_else(|| std::env::home_dir().map(|home| home.join(".cargo"))).unwrap_or_default();
        // Of several that fit, the last one counts; the target folder is in the root.
        let folders = [(home, "/cargo"), (self.root.clone(), "/tabiya"), (self.target(), "/target")];
        let flags = |flag: &str| -> String {
            let flags = folders.iter().map(|(from, to)| format!("{flag}={}={to}", from.display()));
            flags.collect::<Vec<String>>().join(" ")
        };
        (flags("--remap-path-prefix"), flags("-ffile-prefix-map"))
    }
}
