//! The playground: the page with the engine in it, a folder for any file server.

use super::Release;
use super::archive::Archive;
use anyhow::{Context as _, Result};
use std::fs;
use std::path::Path;
use xshell::cmd;

/// Builds the page around the module, and packs the folder.
pub(super) fn playground(release: &Release<'_>, module: &Path, notices: &str) -> Result<()> {
    let project = release.project;
    let folder = release.stage.join("playground");
    let shell = &project.shell;
    {
        let _there = shell.push_dir(project.root.join("web"));
        cmd!(shell, "npm ci").quiet().ignore_stdout().run()?;
        cmd!(shell, "npm run playground -- --outDir {folder} --logLevel warn").env("TABIYA_ENGINE", module).run()?;
    }
    let name = format!("{}-playground", release.name());
    let mut archive = Archive::new(&name, project.time);
    add(&mut archive, &folder, "")?;
    // Those of the page are among them.
    archive.add("licenses.txt", notices.into(), false);
    archive.add("LICENSE", fs::read(project.root.join("LICENSE"))?, false);
    archive.write(&release.out, true)
}

/// Adds everything in a folder, below a path that ends with `/` or is empty.
fn add(archive: &mut Archive, folder: &Path, below: &str) -> Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let path = format!("{below}{}", entry.file_name().to_str().context("a name in UTF-8")?);
        if entry.file_type()?.is_dir() {
            add(archive, &entry.path(), &format!("{path}/"))?;
        } else {
            archive.add(&path, fs::read(entry.path())?, false);
        }
    }
    Ok(())
}
