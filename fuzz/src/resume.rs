//! The states of `--resume`: with anything in the place of a state, the search is rejected in words or goes on to the right
//! results, and other files stay as they are.

use super::command::command;
use serde_json::{Value as Json, json};
use sha2::{Digest as _, Sha256};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::OnceLock;
use std::time::UNIX_EPOCH;

/// Each has one match.
const GAMES: [&str; 3] = [
    "[White \"A\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n",
    "[White \"B\"]\n\n1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0\n\n",
    "[White \"C\"]\n\n1. f4 e6 2. g4 Qh4# 0-1\n\n",
];

const WORDS: [&str; 7] = ["search", "-q", "-e", "mate", "-o", "out.csv", "games.pgn"];

const STATE: &str = "out.csv.resume";
const PARTIAL: &str = "out.csv.partial";

/// Files that the search has nothing to do with.
const OTHERS: [&str; 3] = ["deep/out.csv.partial", "out.csv.partial.x", "precious.txt"];

/// The states of a search that was stopped after 0 to 3 games.
struct Stopped {
    /// That after no game.
    state: Json,
    /// The results after one game, two and three.
    results: [String; 3],
}

/// What stands where the state of a stopped search should:
///
/// * `=` and then any text: this text;
/// * otherwise the state after this number of games (the first byte, modulo 4), with its own checksum, or with that of the changed
///   state if the second byte is `+`; each further line changes it. `POINTER JSON` replaces a value, and `partial TEXT` the
///   results so far. A state with a new checksum that names another file of the folder describes it as it is.
///
/// The search is rejected, in words, and no file changes; or it ends well with all results, unless a new checksum vouches for
/// a state that is wrong. It never panics, and files that are not its own stay.
pub fn resume_states(data: &[u8]) {
    static STOPPED: OnceLock<Stopped> = OnceLock::new();
    let stopped = STOPPED.get_or_init(Stopped::new);
    let place = Place::new(GAMES.len());
    place.write("out.csv", "old");
    OTHERS.iter().for_each(|name| place.write(name, "precious"));
    let is_forged = stopped.write(data, &place);
    let before = place.files();
    let run = place.run(&["--resume"]);
    let (code, said) = (run.status.code(), String::from_utf8_lossy(&run.stderr));
    let after = place.files();
    assert!(!said.contains("panicked"), "{said}");
    let is_refused = code == Some(2) && said.contains("the stopped search cannot be continued");
    if is_refused {
        assert_eq!(before, after, "{said}");
    } else if is_forged {
        assert!(matches!(code, Some(0..=2)), "exit {code:?}: {said}");
    } else {
        assert_eq!(code, Some(0), "{said}");
        assert_eq!(after["out.csv"], stopped.results[2].as_bytes(), "the results are not those of one run");
        assert!(!after.contains_key(STATE), "the state is there, although the search is over");
        assert!(after.keys().all(|name| before.contains_key(name)), "a file was left: {after:?}");
    }
    for name in OTHERS.iter().chain(&["games.pgn"]) {
        assert_eq!(before.get(*name), after.get(*name), "{name}: {said}");
    }
}

impl Stopped {
    fn new() -> Stopped {
        let results = [1, 2, 3].map(|games| {
            let place = Place::new(games);
            let run = place.run(&[]);
            assert_eq!(run.status.code(), Some(0), "{run:?}");
            String::from_utf8(place.files()["out.csv"].clone()).expect("UTF-8")
        });
        let place = Place::new(GAMES.len());
        // Over before its first game.
        let run = place.run(&["--time-limit", "0.000001"]);
        assert_eq!(run.status.code(), Some(2), "{run:?}");
        let mut state: Json = serde_json::from_slice(&place.files()[STATE]).expect("a state");
        state["command"] = json!(WORDS);
        Stopped { state, results }
    }

    /// The state after this number of games.
    fn after(&self, games: usize) -> Json {
        let mut state = self.state.clone();
        if games > 0 {
            for name in ["games", "matched"] {
                state["counted"][name] = games.into();
            }
            state["counted"]["queries"] = json!([[games, games, games]]);
            state["outputs"] = json!([described(PARTIAL, self.results[games - 1].as_bytes())]);
        }
        state["checksum"] = checksum(&state).into();
        state
    }

    /// Writes the files that the bytes of an input stand for. True if a checksum vouches for what is wrong.
    fn write(&self, data: &[u8], place: &Place) -> bool {
        if let Some(text) = data.strip_prefix(b"=") {
            place.write(STATE, text);
            return false;
        }
        let text = String::from_utf8_lossy(data);
        let games = usize::from(data.first().copied().unwrap_or_default() % 4);
        let good = self.after(games);
        let mut state = good.clone();
        let mut results = (games > 0).then(|| self.results[games - 1].as_str());
        for line in text.lines().skip(1) {
            match line.split_once(' ') {
                Some(("partial", text)) => results = Some(text),
                Some((pointer, value)) => {
                    if let (Some(there), Ok(value)) = (state.pointer_mut(pointer), serde_json::from_str(value)) {
                        *there = value;
                    }
                }
                None => {}
            }
        }
        results.iter().for_each(|results| place.write(PARTIAL, results));
        // Only an object has a place for a checksum.
        let renewed = data.get(1) == Some(&b'+') && state.is_object();
        if renewed {
            if let Some(name) = state["outputs"][0]["name"].as_str().map(str::to_owned) {
                let file = place.files().remove(&name);
                file.iter().for_each(|bytes| state["outputs"][0] = described(&name, bytes));
            }
            state["checksum"] = checksum(&state).into();
        }
        place.write(STATE, format!("{state:#}\n"));
        renewed && state != good
    }
}

/// A file as a state describes it.
fn described(name: &str, bytes: &[u8]) -> Json {
    json!({"name": name, "bytes": bytes.len(), "sha256": hash(bytes)})
}

/// The checksum of everything else in a state.
fn checksum(state: &Json) -> String {
    let mut state = state.clone();
    if let Some(parts) = state.as_object_mut() {
        parts.remove("checksum");
    }
    hash(state.to_string().as_bytes())
}

fn hash(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A folder in which the search runs.
struct Place {
    folder: tempfile::TempDir,
}

impl Place {
    /// With this number of games, which always have the same date.
    fn new(games: usize) -> Place {
        let place = Place { folder: tempfile::tempdir().expect("a folder") };
        place.write("games.pgn", GAMES[..games].concat());
        let file = std::fs::File::options().write(true).open(place.folder.path().join("games.pgn")).expect("a file");
        file.set_modified(UNIX_EPOCH).expect("a date");
        place
    }

    fn write(&self, name: &str, text: impl AsRef<[u8]>) {
        let path = self.folder.path().join(name);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        std::fs::write(path, text).expect("a file");
    }

    fn run(&self, more: &[&str]) -> Output {
        let mut run = Command::new(command());
        run.args(WORDS).args(more).current_dir(self.folder.path()).stdin(Stdio::null());
        run.output().expect("the command runs")
    }

    /// All files by their names from here.
    fn files(&self) -> BTreeMap<String, Vec<u8>> {
        let mut found = BTreeMap::new();
        let mut folders = vec![PathBuf::new()];
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(self.folder.path().join(&folder)).expect("a folder") {
                let entry = entry.expect("an entry");
                let name = folder.join(entry.file_name());
                if entry.file_type().expect("a type").is_dir() {
                    folders.push(name);
                } else {
                    found.insert(slashed(&name), std::fs::read(entry.path()).expect("a file"));
                }
            }
        }
        found
    }
}

fn slashed(name: &Path) -> String {
    name.to_string_lossy().replace('\\', "/")
}
