//! What the page keeps for its reader from run to run, regardless of its address: texts by name, in a file of SQLite.
//!
//! Only the page knows what they mean. Each has a version: of two pages that change the same text, the second is told that it
//! changes another text than it knows. SQLite writes the file, so that servers can share it, and it is whole whenever they end.

use crate::cli::inputs::data_folder::data_folder;
use crate::cli::options::serve_args::ServeArgs;
use crate::cli::report::{Message, Report};
use rusqlite::{Connection, ErrorCode, OpenFlags, OptionalExtension as _, TransactionBehavior};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use std::io;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tabiya_disk as disk;
use tabiya_session::service::{Failure, Kind};

/// Says in the file whose it is: "Tbya".
const APPLICATION: i64 = 0x5462_7961;
/// The version of the table.
const VERSION: i64 = 1;
const TABLE: &str = "CREATE TABLE kept (name TEXT PRIMARY KEY, version INTEGER NOT NULL, text TEXT) STRICT";

/// How long to wait for another server that writes to the file.
const PATIENCE: Duration = Duration::from_secs(5);
/// The page has about twenty names.
const MOST_NAMES: i64 = 100;
const LONGEST_NAME: usize = 40;
/// The most bytes of all texts together, which the page gets in one answer.
const MOST_BYTES: i64 = 32 << 20;
/// The longest body of a request to keep something.
pub(super) const LONGEST_BODY: usize = 16 << 20;

/// An open file.
#[derive(Debug)]
pub(super) struct Memory {
    connection: Mutex<Connection>,
}

/// A text to be kept.
#[derive(Debug, Deserialize)]
pub(super) struct ToKeep {
    name: String,
    /// None: forget it.
    text: Option<String>,
    /// The version that the page knows; 0 if it knows none.
    #[serde(default)]
    version: i64,
}

impl Memory {
    /// The memory that the options ask for.
    ///
    /// # Errors
    ///
    /// If the file that they name cannot be used. Without the usual file the page goes on, and the report says so.
    pub(super) fn of(args: &ServeArgs, report: &Report) -> Result<Option<Memory>, Message> {
        if args.no_memory {
            return Ok(None);
        }
        let failed = |path: &Path, wrong: String| Message::error("memory", format!("{}: {wrong}", path.display()));
        if let Some(path) = &args.memory {
            let help = "name a file that does not exist yet, or leave --memory out";
            return Memory::open(path).map(Some).map_err(|wrong| failed(path, wrong).help(help));
        }
        let Some(folder) = data_folder() else { return Ok(None) };
        let path = folder.join("memory.sqlite");
        let made = disk::create_folder(&folder).map_err(|error| error.to_string());
        match made.and_then(|()| Memory::open(&path)) {
            Ok(memory) => Ok(Some(memory)),
            Err(wrong) => {
                report
                    .note(&format!("{}: {wrong}. The browser keeps what you save, for this address.", path.display()));
                Ok(None)
            }
        }
    }

    /// Opens a file or makes it, which its owner alone can read then.
    fn open(path: &Path) -> Result<Memory, String> {
        match disk::create_new(path, true) {
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(error.to_string()),
            _ => {}
        }
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let opened = Connection::open_with_flags(path, flags).map_err(|error| error.to_string());
        let mut connection = opened?;
        let ready = connection.busy_timeout(PATIENCE).and_then(|()| prepare(&mut connection));
        match ready.map_err(|error| error.to_string())? {
            Found::Ours => Ok(Memory { connection: Mutex::new(connection) }),
            Found::Later => Err("a later version of Tabiya has made it".into()),
            Found::Others => Err("it is a database of another program".into()),
        }
    }

    fn connection(&self) -> MutexGuard<'_, Connection> {
        // A transaction that was not finished is undone.
        self.connection.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// All names with their texts and versions. A forgotten name has no text.
    pub(super) fn all(&self) -> Result<Value, Failure> {
        let connection = self.connection();
        if bytes_but(&connection, "").map_err(|error| failure(&error))? > MOST_BYTES {
            return Err(too_much().help("name another file with --memory, or a new one"));
        }
        let mut select = connection.prepare("SELECT name, version, text FROM kept").map_err(|error| failure(&error))?;
        let rows = select.query_map([], |row| {
            let (version, text) = (row.get::<_, i64>(1)?, row.get::<_, Option<String>>(2)?);
            Ok((row.get::<_, String>(0)?, json!({"version": version, "text": text})))
        });
        let all: Result<Map<String, Value>, _> = rows.and_then(Iterator::collect);
        all.map(Value::Object).map_err(|error| failure(&error))
    }

    /// Keeps a text in the place of the one that the page knows; gives its version.
    pub(super) fn keep(&self, asked: &ToKeep) -> Result<i64, Failure> {
        let fits = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'.';
        if !(1..=LONGEST_NAME).contains(&asked.name.len()) || !asked.name.bytes().all(fits) {
            return Err(Failure::bad_request("a name has 1 to 40 letters, digits and dots"));
        }
        self.replace(asked).map_err(|error| failure(&error))?
    }

    fn replace(&self, asked: &ToKeep) -> rusqlite::Result<Result<i64, Failure>> {
        let mut connection = self.connection();
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let version = transaction
            .query_row("SELECT version FROM kept WHERE name = ?1", [&asked.name], |row| row.get::<_, i64>(0))
            .optional()?;
        if version.unwrap_or(0) != asked.version {
            let failure = Failure::conflict("changed", "another page has changed this meanwhile");
            return Ok(Err(failure.help("read it again, and make your change once more")));
        }
        let names: i64 = transaction.query_row("SELECT count(*) FROM kept", [], |row| row.get(0))?;
        if version.is_none() && names >= MOST_NAMES {
            return Ok(Err(Failure::bad_request("there are too many names")));
        }
        let len = i64::try_from(asked.text.as_ref().map_or(0, String::len)).expect("a request is not that long");
        if len > 0 && bytes_but(&transaction, &asked.name)? + len > MOST_BYTES {
            return Ok(Err(too_much().help("remove collections, or cards, that are not needed any more")));
        }
        let next = asked.version + 1;
        transaction
            .execute("INSERT OR REPLACE INTO kept VALUES (?1, ?2, ?3)", (&asked.name, next, asked.text.as_deref()))?;
        transaction.commit()?;
        Ok(Ok(next))
    }
}

/// The bytes of all texts but that of a name.
fn bytes_but(connection: &Connection, name: &str) -> rusqlite::Result<i64> {
    let sum = "SELECT coalesce(sum(octet_length(text)), 0) FROM kept WHERE name != ?1";
    connection.query_row(sum, [name], |row| row.get(0))
}

fn too_much() -> Failure {
    let message = format!("what the page keeps has more than {} MB, which is the limit", MOST_BYTES >> 20);
    Failure::new(Kind::NoRoom, "memory", message)
}

/// Whose file it is.
enum Found {
    Ours,
    Later,
    Others,
}

/// Makes the table in a file that is empty.
fn prepare(connection: &mut Connection) -> rusqlite::Result<Found> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let number = |text: &str| transaction.query_row(text, [], |row| row.get::<_, i64>(0));
    let tables = number("SELECT count(*) FROM sqlite_schema")?;
    match (number("PRAGMA application_id")?, number("PRAGMA user_version")?) {
        (0, 0) if tables == 0 => {
            transaction.execute(TABLE, [])?;
            transaction.pragma_update(None, "application_id", APPLICATION)?;
            transaction.pragma_update(None, "user_version", VERSION)?;
            transaction.commit()?;
            Ok(Found::Ours)
        }
        (APPLICATION, VERSION) => Ok(Found::Ours),
        (APPLICATION, _) => Ok(Found::Later),
        _ => Ok(Found::Others),
    }
}

fn failure(error: &rusqlite::Error) -> Failure {
    let full = error.sqlite_error_code() == Some(ErrorCode::DiskFull);
    let kind = if full { Kind::NoRoom } else { Kind::Unavailable };
    Failure::new(kind, "memory", format!("the file of what the page keeps: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(memory: &Memory, name: &str, text: Option<&str>, version: i64) -> Option<i64> {
        memory.keep(&ToKeep { name: name.into(), text: text.map(str::to_owned), version }).ok()
    }

    #[test]
    fn texts_are_kept_by_name_and_version() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("memory");
        let (one, other) = (Memory::open(&path).unwrap(), Memory::open(&path).unwrap());
        assert_eq!(kept(&one, "saved", Some("[1]"), 0), Some(1));
        assert_eq!(kept(&other, "saved", Some("[2]"), 0), None, "it knows another text");
        assert_eq!(kept(&other, "saved", Some("[1, 2]"), 1), Some(2));
        assert_eq!(kept(&one, "theme", None, 0), Some(1));
        drop((one, other));
        let again = Memory::open(&path).unwrap();
        let expected = json!({"saved": {"version": 2, "text": "[1, 2]"}, "theme": {"version": 1, "text": null}});
        assert_eq!(again.all().unwrap(), expected);
        for name in ["", "a b", "../x", &"a".repeat(LONGEST_NAME + 1)] {
            assert_eq!(kept(&again, name, Some(""), 0), None, "{name}");
        }
    }

    #[test]
    fn names_do_not_grow_without_end() {
        let folder = tempfile::tempdir().unwrap();
        let memory = Memory::open(&folder.path().join("memory")).unwrap();
        let all = (0..MOST_NAMES + 5).filter(|i| kept(&memory, &format!("name.{i}"), Some(""), 0).is_some()).count();
        assert_eq!(all as i64, MOST_NAMES);
        assert_eq!(kept(&memory, "name.0", Some("x"), 1), Some(2));
    }

    #[test]
    fn all_texts_together_have_a_limit() {
        let folder = tempfile::tempdir().unwrap();
        let memory = Memory::open(&folder.path().join("memory")).unwrap();
        // Two bytes each.
        let text = "\u{e9}".repeat(6 << 20);
        let fits = |name: &str, version: i64| kept(&memory, name, Some(&text), version);
        assert_eq!((fits("a", 0), fits("b", 0), fits("c", 0)), (Some(1), Some(1), None));
        assert_eq!((fits("a", 1), kept(&memory, "b", None, 1), fits("c", 0)), (Some(2), Some(2), Some(1)));
        assert!(memory.all().unwrap().to_string().len() < 40 << 20);
    }

    #[test]
    fn files_of_others_are_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let wrong = |name: &str| Memory::open(&folder.path().join(name)).unwrap_err();
        std::fs::write(folder.path().join("games.pgn"), "1. e4 e5 *\n".repeat(200)).unwrap();
        assert_eq!(wrong("games.pgn"), "file is not a database");
        let others = Connection::open(folder.path().join("others")).unwrap();
        others.execute("CREATE TABLE t (x)", []).unwrap();
        assert_eq!(wrong("others"), "it is a database of another program");
        drop(Memory::open(&folder.path().join("later")).unwrap());
        let later = Connection::open(folder.path().join("later")).unwrap();
        later.pragma_update(None, "user_version", VERSION + 1).unwrap();
        assert_eq!(wrong("later"), "a later version of Tabiya has made it");
        assert!(wrong("no/such").contains("No such file") || cfg!(windows));
        assert!(Memory::open(folder.path()).is_err());
    }

    #[cfg(unix)]
    #[test]
    fn nobody_else_reads_it() {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("memory");
        Memory::open(&path).unwrap();
        assert_eq!(std::fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
    }
}
