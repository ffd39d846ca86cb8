//! Files that are among the sources only while packages are made of them: cargo and maturin pack one folder each.

use anyhow::{Context as _, Result};
use std::fs;
use std::path::{Path, PathBuf};

/// Files put among the sources. When this is dropped, the sources are as they were.
#[derive(Debug, Default)]
pub(crate) struct Overlay {
    /// Paths in the order in which they came, with the bytes that were there before.
    changed: Vec<(PathBuf, Option<Vec<u8>>)>,
}

impl Overlay {
    /// Writes a file, and the folders that it needs.
    pub(crate) fn put(&mut self, path: &Path, bytes: &[u8]) -> Result<()> {
        let first = path.ancestors().skip(1).take_while(|folder| !folder.exists()).last();
        match first {
            // With a new folder, everything in it goes.
            Some(folder) => self.changed.push((folder.to_owned(), None)),
            None => self.changed.push((path.to_owned(), fs::read(path).ok())),
        }
        fs::create_dir_all(path.parent().context("a folder")?)?;
        fs::write(path, bytes).with_context(|| path.display().to_string())
    }

    /// Copies a folder with everything in it.
    pub(crate) fn copy(&mut self, from: &Path, to: &Path) -> Result<()> {
        for entry in fs::read_dir(from).with_context(|| from.display().to_string())? {
            let entry = entry?;
            let to = to.join(entry.file_name());
            if entry.file_type()?.is_dir() {
                self.copy(&entry.path(), &to)?;
            } else {
                self.put(&to, &fs::read(entry.path())?)?;
            }
        }
        Ok(())
    }

    /// Gives manifests of cargo or of Python the address of the project, if it has one.
    pub(crate) fn address(&mut self, manifests: &[PathBuf], repository: Option<&str>) -> Result<()> {
        let Some(repository) = repository else { return Ok(()) };
        for manifest in manifests {
            let text = fs::read_to_string(manifest)?;
            let text = if manifest.ends_with("pyproject.toml") {
                format!("{text}\n[project.urls]\nRepository = {repository:?}\n")
            } else {
                let (head, rest) = text.split_once("\ndescription = ").context("the description of a package")?;
                format!("{head}\nrepository = {repository:?}\ndescription = {rest}")
            };
            self.put(manifest, text.as_bytes())?;
        }
        Ok(())
    }
}

impl Drop for Overlay {
    fn drop(&mut self) {
        for (path, before) in self.changed.drain(..).rev() {
            let undone = match before {
                Some(bytes) => fs::write(&path, bytes),
                None if path.is_dir() => fs::remove_dir_all(&path),
                None => fs::remove_file(&path),
            };
            if let Err(error) = undone {
                eprintln!("{} is left among the sources: {error}", path.display());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_left() {
        let folder = tempfile::tempdir().unwrap();
        let at = |path: &str| folder.path().join(path);
        fs::create_dir_all(at("from/in")).unwrap();
        fs::write(at("from/in/file"), "x").unwrap();
        let manifest = "[package]\nname = \"a\"\ndescription = \"b\"\n";
        fs::write(at("Cargo.toml"), manifest).unwrap();
        let mut overlay = Overlay::default();
        overlay.copy(&at("from"), &at("to/parts")).unwrap();
        overlay.put(&at("to/other"), b"y").unwrap();
        overlay.put(&at("new"), b"z").unwrap();
        overlay.address(&[at("Cargo.toml")], None).unwrap();
        assert_eq!(fs::read_to_string(at("Cargo.toml")).unwrap(), manifest);
        fs::write(at("pyproject.toml"), "[project]\n").unwrap();
        overlay.address(&[at("Cargo.toml"), at("pyproject.toml")], Some("https://example.org/t")).unwrap();
        let python = "[project]\n\n[project.urls]\nRepository = \"https://example.org/t\"\n";
        assert_eq!(fs::read_to_string(at("pyproject.toml")).unwrap(), python);
        let with = "[package]\nname = \"a\"\nrepository = \"https://example.org/t\"\ndescription = \"b\"\n";
        assert_eq!(fs::read_to_string(at("Cargo.toml")).unwrap(), with);
        assert_eq!(fs::read_to_string(at("to/parts/in/file")).unwrap(), "x");
        drop(overlay);
        assert_eq!(fs::read_to_string(at("Cargo.toml")).unwrap(), manifest);
        let mut left: Vec<_> = fs::read_dir(folder.path()).unwrap().map(|one| one.unwrap().file_name()).collect();
        left.sort();
        assert_eq!(left, ["Cargo.toml", "from", "pyproject.toml"]);
    }
}
