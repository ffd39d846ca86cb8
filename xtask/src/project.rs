//! The project: where it is, its version, its time, and the programs that are here.

use anyhow::{Context as _, Result, ensure};
use std::fs;
use std::path::{Path, PathBuf};
use xshell::{Shell, cmd};

/// The sources and the shell that works on them.
#[derive(Debug)]
pub(crate) struct Project {
    pub(crate) root: PathBuf,
    pub(crate) version: String,
    /// The time of the sources in seconds since 1970: that of the commit, or `SOURCE_DATE_EPOCH`. Every file made has it.
    pub(crate) time: u64,
    /// The address of the project, below which releases are `releases/download/vVERSION`.
    pub(crate) repository: Option<String>,
    pub(crate) shell: Shell,
}

impl Project {
    /// Said where the address is needed, and is not there.
    pub(crate) const NO_REPOSITORY: &str = "there is no `packaging/repository`, a file with the address of the project";

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
        let repository = address(&root.join("packaging/repository"))?;
        Ok(Project { root, version: env!("CARGO_PKG_VERSION").into(), time, repository, shell })
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

/// The address in a file, if there is one.
fn address(file: &Path) -> Result<Option<String>> {
    let Ok(text) = fs::read_to_string(file) else { return Ok(None) };
    let address = text.trim().trim_end_matches('/');
    let is_address = address.starts_with("https://") && !address.contains(|c: char| c.is_whitespace() || c == '"');
    ensure!(is_address, "{} has one line, which begins with https://", file.display());
    Ok(Some(address.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_address_is_in_one_file() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("repository");
        assert_eq!(address(&file).unwrap(), None);
        fs::write(&file, "https://example.org/t/\n").unwrap();
        assert_eq!(address(&file).unwrap().as_deref(), Some("https://example.org/t"));
        for wrong in ["", "example.org", "https://a\nhttps://b"] {
            fs::write(&file, wrong).unwrap();
            assert!(address(&file).is_err(), "{wrong}");
        }
    }
}
