//! The files of `tabiya shard`: a folder that is new or empty, one file for each shard, and a manifest that names them all,
//! which is written last. Everything written before that is removed if the run fails. All of them have names that were free.
//!
//! A shard of PGN is a file of zstd with several frames, each of whole games, and with a seek table after them as in zstd's
//! seekable format. The table is a frame that decoders pass over.
//!
//! Shards are whole files and not parts of one: a stream of zstd can only be read from the start of a frame, and most
//! big archives are one frame. Cutting costs one pass, and searches are many. A shard begins where a game begins, so it
//! is searched like any file, by any program. The seek table cannot get lost or go stale as a file next to it could, other
//! programs know the format, and the manifest needs to know only what a scheduler needs. The frames are also what is
//! compressed in parallel.
//!
//! The folder must be empty, because the shards are a set: an old shard next to new ones would be searched with them
//! by anyone who names `shard-*`. After a failure nothing stays, so there is never a folder that looks complete and is
//! not.

use super::shard_pack::Packed;
use crate::cli::outputs::checksum;
use crate::cli::outputs::output::{self, unwritable};
use crate::cli::report::Message;
use serde_json::{Value, json};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tabiya::database::Writer;
use tabiya_disk as disk;
use tabiya_disk::replace::{Replacement, Unconfirmed, is_caused_by};

/// The name of the manifest in its folder.
pub(crate) const MANIFEST: &str = "manifest.json";

/// The number of the manifest's form. It changes when older programs would misread a new form.
const VERSION: u32 = 1;

/// The numbers that begin a frame to be passed over, and that end a seek table.
const SKIPPABLE: u32 = 0x184D_2A5E;
const SEEKABLE: u32 = 0x8F92_EAB1;

/// Games of one file with successive numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct GameRun {
    pub(crate) file: Arc<str>,
    /// The number of the first one in its file.
    pub(crate) first: u64,
    pub(crate) games: u64,
}

/// The games of a shard.
#[derive(Clone, Debug, Default)]
pub(crate) struct Contents {
    pub(crate) games: u64,
    /// The bytes of their text.
    pub(crate) pgn_bytes: u64,
    pub(crate) runs: Vec<GameRun>,
}

impl Contents {
    /// Takes a game with its place.
    pub(crate) fn add(&mut self, file: &Arc<str>, number: u64, bytes: u64) {
        self.games += 1;
        self.pgn_bytes += bytes;
        match self.runs.last_mut() {
            Some(run) if *run.file == **file && run.first + run.games == number => run.games += 1,
            _ => self.runs.push(GameRun { file: Arc::clone(file), first: number, games: 1 }),
        }
    }
}

/// The folder that shards are written to.
pub(crate) struct ShardFolder {
    path: PathBuf,
    /// True if this run has made it.
    made: bool,
    database: bool,
    current: Option<ShardFile>,
    /// The files that are complete, with their entries in the manifest.
    done: Vec<(PathBuf, Value)>,
    games: u64,
    bytes: u64,
}

impl ShardFolder {
    /// Makes the folder, or takes one that is empty.
    pub(crate) fn create(path: &Path, database: bool) -> Result<ShardFolder, Message> {
        let name = path.display().to_string();
        if output::is_stdout(path) {
            let message = Message::error("unwritable-output", "shards cannot be written to standard output");
            return Err(message.help("name a folder after -o"));
        }
        let made = match disk::entries(path).map(|mut entries| entries.next().is_none()) {
            Ok(false) => {
                let message = Message::error("folder-not-empty", "there is something in this folder already");
                return Err(message.file(name).help("name a new folder, or empty this one"));
            }
            Ok(true) => false,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                disk::create_folder(path).map_err(|error| unwritable(&name, &error))?;
                true
            }
            Err(_) if disk::metadata(path).is_ok_and(|data| !data.is_dir()) => {
                let message = Message::error("unwritable-output", format!("cannot write {name}: it is not a folder"));
                return Err(message.help("name a folder after -o"));
            }
            Err(error) => return Err(unwritable(&name, &error)),
        };
        Ok(ShardFolder { path: path.to_owned(), made, database, current: None, done: Vec::new(), games: 0, bytes: 0 })
    }

    /// The path of the manifest.
    pub(crate) fn manifest(&self) -> PathBuf {
        self.path.join(MANIFEST)
    }

    /// The number of complete shards, and of their bytes.
    pub(crate) fn written(&self) -> (usize, u64) {
        (self.done.len(), self.bytes)
    }

    fn next_path(&self) -> PathBuf {
        let ending = if self.database { "tabiya" } else { "pgn.zst" };
        self.path.join(format!("shard-{:05}.{ending}", self.done.len() + 1))
    }

    /// Writes games into the current shard, which begins with the first ones.
    pub(crate) fn write(&mut self, packed: &Packed) -> Result<(), Message> {
        let path = self.next_path();
        let fail = |error: io::Error| unwritable(&path.display().to_string(), &error);
        let shard = match &mut self.current {
            Some(shard) => shard,
            none => none.insert(ShardFile::create(&path, self.database).map_err(fail)?),
        };
        shard.write(packed).map_err(fail)
    }

    /// Completes the current shard.
    pub(crate) fn end_shard(&mut self, contents: &Contents) -> Result<(), Message> {
        let Some(shard) = self.current.take() else { return Ok(()) };
        let path = self.next_path();
        let (bytes, sha256) = shard.finish().map_err(|error| {
            if is_caused_by::<Unconfirmed>(&error) {
                // It has its name, and goes with the others.
                self.done.push((path.clone(), Value::Null));
            }
            unwritable(&path.display().to_string(), &error)
        })?;
        let file = path.file_name().unwrap_or_default().to_string_lossy();
        let run = |run: &GameRun| json!({"file": &*run.file, "first": run.first, "games": run.games});
        let entry = json!({
            "path": file,
            "games": contents.games,
            "bytes": bytes,
            "pgn_bytes": contents.pgn_bytes,
            "sha256": sha256,
            "sources": contents.runs.iter().map(run).collect::<Vec<_>>(),
        });
        self.games += contents.games;
        self.bytes += bytes;
        self.done.push((path, entry));
        Ok(())
    }

    /// Writes the manifest.
    pub(crate) fn commit(&mut self) -> Result<(), Message> {
        let manifest = json!({
            "format": "tabiya-shards",
            "version": VERSION,
            "created_by": concat!("tabiya ", env!("CARGO_PKG_VERSION")),
            "games": self.games,
            "bytes": self.bytes,
            "shards": self.done.iter().map(|(_, entry)| entry.clone()).collect::<Vec<_>>(),
        });
        let text = serde_json::to_string_pretty(&manifest).unwrap_or_else(|_| manifest.to_string());
        let manifest = self.manifest();
        output::save_new(&manifest, format!("{text}\n").as_bytes()).inspect_err(|message| {
            if output::is_unconfirmed(message) {
                self.done.push((manifest, Value::Null));
            }
        })
    }

    /// Removes what has been written. Gives the name of the folder if something has stayed.
    pub(crate) fn give_up(mut self) -> Option<String> {
        self.current = None;
        let mut left = false;
        for (path, _) in self.done.iter().rev() {
            left |= disk::remove(path).is_err();
        }
        if self.made && !left {
            // An empty folder is in nobody's way.
            let _ = disk::remove_folder(&self.path);
        }
        left.then(|| self.path.display().to_string())
    }
}

/// A shard that is being written.
enum ShardFile {
    Pgn {
        file: Replacement,
        /// The compressed and the plain length of each frame.
        frames: Vec<(u32, u32)>,
    },
    Database(Writer<Replacement>),
}

impl ShardFile {
    fn create(path: &Path, database: bool) -> io::Result<ShardFile> {
        let file = Replacement::create_new(path)?;
        match database {
            true => Writer::create(file).map(ShardFile::Database),
            false => Ok(ShardFile::Pgn { file, frames: Vec::new() }),
        }
    }

    fn write(&mut self, packed: &Packed) -> io::Result<()> {
        match (self, packed) {
            (ShardFile::Pgn { file, frames }, Packed::Frame(bytes, len)) => {
                let length = |len: usize| u32::try_from(len).map_err(|_| io::Error::from(io::ErrorKind::FileTooLarge));
                frames.push((length(bytes.len())?, length(*len)?));
                file.write_all(bytes)
            }
            (ShardFile::Database(writer), Packed::Block(block)) => writer.write(block),
            _ => Err(io::Error::other("a shard is either PGN or a database")),
        }
    }

    /// Gives it its name. The number of its bytes, and their SHA-256.
    fn finish(self) -> io::Result<(u64, String)> {
        let mut file = match self {
            ShardFile::Pgn { mut file, frames } => {
                file.write_all(&seek_table(&frames)?)?;
                file
            }
            ShardFile::Database(writer) => writer.finish()?,
        };
        let sum = checksum::of_all(disk::open(file.path()?)?)?;
        file.commit()?;
        Ok(sum)
    }
}

/// The frame after all others that says where they are.
fn seek_table(frames: &[(u32, u32)]) -> io::Result<Vec<u8>> {
    let too_many = |_| io::Error::from(io::ErrorKind::FileTooLarge);
    let count = u32::try_from(frames.len()).map_err(too_many)?;
    let len = u32::try_from(8 * frames.len() + 9).map_err(too_many)?;
    let mut table = Vec::new();
    for number in [SKIPPABLE, len].into_iter().chain(frames.iter().flat_map(|&(packed, plain)| [packed, plain])) {
        table.extend_from_slice(&number.to_le_bytes());
    }
    table.extend_from_slice(&count.to_le_bytes());
    // No checksums of frames: each frame has its own.
    table.push(0);
    table.extend_from_slice(&SEEKABLE.to_le_bytes());
    Ok(table)
}
