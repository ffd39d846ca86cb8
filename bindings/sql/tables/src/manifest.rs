//! Shards: the files that a manifest names, or the files of a glob.
//!
//! Manifests are also read without a cluster, so that a statement without its `--cluster` has the same answer. The
//! sizes of the shards are compared with the manifest; only a cluster checks the number of games in each. Everything
//! else that reads games rejects a manifest, which it knows by its first bytes: the library has no reader of JSON.

use datafusion::error::{DataFusionError, Result};
use serde::Deserialize;
use std::io;
use std::path::{Path, PathBuf};

/// The manifest's name of its format, and the number of its form.
const FORMAT: &str = "tabiya-shards";
const FORM: u32 = 1;

/// A file with games that is searched as a whole by one task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shard {
    /// Its path, from the root. It must be the same on every machine.
    pub path: String,
    /// The number of its games, if a manifest says it.
    pub games: Option<u64>,
    /// The number of its bytes, if a manifest says it.
    pub bytes: Option<u64>,
}

/// All shards of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shards {
    /// The shards in their order.
    pub list: Vec<Shard>,
}

/// A manifest, as far as it is needed.
#[derive(Deserialize)]
struct Manifest {
    format: String,
    version: u32,
    shards: Vec<Entry>,
}

#[derive(Deserialize)]
struct Entry {
    path: PathBuf,
    games: u64,
    bytes: u64,
}

impl Shard {
    /// Rejects a file that is not there or not the one that was meant. Of a changed file a search would say so only if its number
    /// of games has changed.
    ///
    /// # Errors
    ///
    /// The error, as text.
    pub fn check_file(path: &str, bytes: Option<u64>) -> Result<(), String> {
        match (tabiya::file_len(path), bytes) {
            (Err(error), _) => Err(format!("cannot read the shard {path}: {error}")),
            (Ok(len), Some(bytes)) if bytes != len => {
                Err(format!("the shard {path} has {len} bytes, and {bytes} in its manifest"))
            }
            _ => Ok(()),
        }
    }
}

/// A path from the root; an address is as it was.
fn from_the_root(path: &Path) -> io::Result<PathBuf> {
    if tabiya::address(path).is_some() { Ok(path.to_owned()) } else { std::path::absolute(path) }
}

impl Shards {
    /// True for the name of a manifest: it ends in `.json`.
    pub fn is_manifest(path: &Path) -> bool {
        path.extension().is_some_and(|ending| ending == "json")
    }

    /// The shards of a manifest.
    ///
    /// # Errors
    ///
    /// If it cannot be read or is not a manifest, or if it names the same file twice.
    pub fn of_manifest(path: &Path) -> Result<Shards> {
        let name = path.display();
        let wrong = |what: String| DataFusionError::Plan(format!("cannot read the shards of {name}: {what}"));
        let text = tabiya::read_text(path).map_err(|error| wrong(error.to_string()))?;
        let manifest: Manifest = serde_json::from_str(&text)
            .map_err(|error| wrong(format!("it is no manifest of `tabiya shard`: {error}")))?;
        if manifest.format != FORMAT {
            return Err(wrong(format!("its format is `{}`, not `{FORMAT}`", manifest.format)));
        }
        if manifest.version != FORM {
            return Err(wrong(format!("its version is {}, and this program reads version {FORM}", manifest.version)));
        }
        let manifest_path = from_the_root(path).map_err(|error| wrong(error.to_string()))?;
        let folder = manifest_path.parent().unwrap_or(Path::new("/"));
        let place = |path: &Path| match tabiya::address(path) {
            Some(address) => address.to_owned(),
            None if tabiya::address(folder).is_some() => format!("{}/{}", folder.display(), path.display()),
            None => folder.join(path).display().to_string(),
        };
        let shard =
            |entry: Entry| Shard { path: place(&entry.path), games: Some(entry.games), bytes: Some(entry.bytes) };
        Shards { list: manifest.shards.into_iter().map(shard).collect() }.checked()
    }

    /// One shard for each of some files, of which nothing more is known.
    ///
    /// # Errors
    ///
    /// If a path cannot be made one from the root, or if one file is there twice.
    pub fn of_files(paths: impl IntoIterator<Item = PathBuf>) -> Result<Shards> {
        let shard = |path: PathBuf| {
            let path = from_the_root(&path).map_err(DataFusionError::IoError)?;
            Ok(Shard { path: path.display().to_string(), games: None, bytes: None })
        };
        Shards { list: paths.into_iter().map(shard).collect::<Result<_>>()? }.checked()
    }

    /// The paths of the shards, all of which are there.
    ///
    /// # Errors
    ///
    /// If one is missing or has another size than its manifest says.
    pub fn paths(self) -> Result<Vec<PathBuf>> {
        let path = |shard: Shard| {
            Shard::check_file(&shard.path, shard.bytes).map_err(DataFusionError::Plan)?;
            Ok(PathBuf::from(shard.path))
        };
        self.list.into_iter().map(path).collect()
    }

    /// Rejects shards of which two are the same file: its games would count twice.
    ///
    /// # Errors
    ///
    /// If there are such shards.
    pub fn checked(self) -> Result<Shards> {
        let mut paths: Vec<&str> = self.list.iter().map(|shard| shard.path.as_str()).collect();
        paths.sort_unstable();
        match paths.windows(2).find(|pair| pair[0] == pair[1]) {
            Some(pair) => Err(DataFusionError::Plan(format!("the shard {} is named twice", pair[0]))),
            None => Ok(self),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Shards> {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("manifest.json");
        std::fs::write(&path, text).expect("a file");
        let shards = Shards::of_manifest(&path)?;
        for shard in &shards.list {
            assert!(Path::new(&shard.path).starts_with(folder.path()), "{}", shard.path);
        }
        Ok(shards)
    }

    #[test]
    fn manifests() {
        let entry = r#"{"path": "a.pgn.zst", "games": 7, "bytes": 99, "sha256": "", "sources": []}"#;
        let manifest = |version: u32, shards: &str| {
            format!(r#"{{"format": "tabiya-shards", "version": {version}, "shards": [{shards}]}}"#)
        };
        let shards = read(&manifest(1, entry)).expect("a manifest");
        assert_eq!((shards.list.len(), shards.list[0].games, shards.list[0].bytes), (1, Some(7), Some(99)));
        let twice = format!("{entry}, {entry}");
        let wrong = [
            (manifest(2, entry), "its version is 2"),
            (manifest(1, entry).replace("tabiya-shards", "x"), "its format is `x`"),
            (manifest(1, "{}"), "no manifest"),
            ("games".into(), "no manifest"),
            (manifest(1, &twice), "named twice"),
        ];
        for (text, message) in wrong {
            let error = read(&text).expect_err(&text).to_string();
            assert!(error.contains(message), "{error}");
        }
        let missing = Shards::of_manifest(Path::new("no/such/manifest.json")).expect_err("no file").to_string();
        assert!(missing.contains("no/such/manifest.json"), "{missing}");
    }
}
