//! The contents of archives other than the programs: the manual as pages for `man` and as plain text, completions, licences. A program
//! that runs on this machine makes them: the first one that was built for it, or one that is built for that.

use super::archive::Archive;
use super::targets::Target;
use crate::project::Project;
use anyhow::{Context as _, Result};
use std::fs;
use std::path::{Path, PathBuf};
use xshell::cmd;

/// The shells, each with the name of its file.
const COMPLETIONS: [(&str, &str); 4] =
    [("bash", "tabiya.bash"), ("fish", "tabiya.fish"), ("zsh", "_tabiya"), ("powershell", "tabiya.ps1")];

/// The texts, in files of a folder.
#[derive(Debug)]
pub(super) struct Texts {
    folder: PathBuf,
}

impl Texts {
    /// Writes them to a folder.
    pub(super) fn make(
        project: &Project,
        programs: &[(&'static Target, PathBuf)],
        stage: &Path,
        notices: &str,
    ) -> Result<Texts> {
        let folder = stage.join("texts");
        let shell = &project.shell;
        for part in ["man", "manual", "completions"] {
            fs::create_dir_all(folder.join(part))?;
        }
        fs::write(folder.join("LICENCES.txt"), notices)?;
        if programs.is_empty() {
            return Ok(Texts { folder });
        }
        let program = match programs.iter().find(|(target, _)| target.runs_here()) {
            Some((_, program)) => program.clone(),
            None => {
                cmd!(shell, "cargo build --locked --package tabiya --bin tabiya").run()?;
                project.target().join("debug").join(format!("tabiya{}", std::env::consts::EXE_SUFFIX))
            }
        };
        let man = folder.join("man");
        cmd!(shell, "{program} man --dir {man}").quiet().run()?;
        for page in names(&man)? {
            let name = page.strip_suffix(".1").context("the name of a page")?;
            let part = name.strip_prefix("tabiya-");
            let text = cmd!(shell, "{program}").args(part).arg("--help").env("COLUMNS", "100").quiet().read()?;
            // As Windows ends lines, whose older programs show others as one line.
            fs::write(folder.join("manual").join(format!("{name}.txt")), text.replace('\n', "\r\n") + "\r\n")?;
        }
        for (name, file) in COMPLETIONS {
            let script = cmd!(shell, "{program} completions {name}").quiet().read()?;
            fs::write(folder.join("completions").join(file), script + "\n")?;
        }
        Ok(Texts { folder })
    }

    /// The names of the files in one of the folders, sorted.
    pub(super) fn names(&self, part: &str) -> Result<Vec<String>> {
        names(&self.folder.join(part))
    }

    /// A file, by its path in the folder of the texts.
    pub(super) fn read(&self, path: &str) -> Result<Vec<u8>> {
        fs::read(self.folder.join(path)).with_context(|| path.to_owned())
    }

    /// Adds them to an archive: plain text for Windows, which has no `man`.
    pub(super) fn add_to(&self, archive: &mut Archive, is_windows: bool) -> Result<()> {
        archive.add("LICENCES.txt", self.read("LICENCES.txt")?, false);
        for part in [if is_windows { "manual" } else { "man" }, "completions"] {
            for name in self.names(part)? {
                let path = format!("{part}/{name}");
                archive.add(&path, self.read(&path)?, false);
            }
        }
        Ok(())
    }
}

/// The names of the files in a folder, sorted.
fn names(folder: &Path) -> Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(folder)? {
        names.push(entry?.file_name().into_string().ok().context("a name in UTF-8")?);
    }
    names.sort();
    Ok(names)
}
