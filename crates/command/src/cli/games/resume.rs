//! Going on with a search that was stopped. Its state stands in `NAME.resume` next to its first output: how many games were
//! searched, their counts, and the place of the results so far.
//!
//! Only searches whose results are written game by game can go on. The games before the stop are cut from the input, but
//! neither read nor searched again. A state counts only for the same command line, the same queries, the same files, and the
//! same results so far: it holds checksums of all of them, and of itself.
//!
//! A file of this name that is not a state of a search is not touched.
//!
//! Results come in the order of the games, so a number of games says how far a search has come. The state depends on
//! the command line, the texts of the queries and of the libraries that they include, lengths, dates and checksums of the
//! ends of the files, also of those that queries compare positions with, and lengths and checksums of the partial outputs, which must have the names that this target gives them. `--resume` copies the
//! partial output into a new one. Outputs that are made at the end (sorted ones, samples, counts by value, reports,
//! columnar files) and queries that keep something from game to game cannot go on.

use crate::cli::inputs;
use crate::cli::options::args::SearchArgs;
use crate::cli::options::format_names::{Shows, listed};
use crate::cli::outputs::{checksum, output};
use crate::cli::report::Message;
use serde_json::{Value as Json, json};
use std::io::{self, Read as _, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;
use tabiya::QuerySet;
use tabiya::pipeline::Sources;
use tabiya::syntax::Severity;
use tabiya_disk as disk;
use tabiya_disk::replace::{is_partial_name, resolve};

/// What every state says of itself.
const MARK: &str = "tabiya-resume";

/// The version of the files.
const VERSION: u64 = 3;

/// The options that do not change results, so that they may differ when a search goes on: those without a value, and those with one.
const ALONE: [&str; 4] = ["--resume", "--quiet", "-q", "--json-diagnostics"];
const WITH_VALUE: [&str; 3] = ["--time-limit", "--threads", "-j"];

/// The bytes at the start and at the end of an input whose checksum is kept.
const ENDS: u64 = 4 << 10;

/// The longest state that is read: that of many thousand inputs.
const MOST: u64 = 64 << 20;

/// More than any search counts. A state with a greater number is damaged.
const MOST_COUNTED: u64 = 1 << 48;

/// A search that can be stopped and gone on with.
#[derive(Debug)]
pub(crate) struct Resumable {
    /// The file of its state.
    path: PathBuf,
    /// The file of each output, and that of the faults.
    targets: Vec<PathBuf>,
    faults: Option<PathBuf>,
    /// What must be the same when it goes on.
    identity: Json,
    /// Where results were before this run.
    old: Vec<PathBuf>,
}

/// The counts of a search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counted {
    pub(crate) games: u64,
    pub(crate) matched: u64,
    pub(crate) incomplete: u64,
    pub(crate) flawed: u64,
    pub(crate) unread: u64,
    /// True if a query has failed in a game.
    pub(crate) failed: bool,
    /// For each query: the games that it has seen, those that match, and the positions.
    pub(crate) queries: Vec<[u64; 3]>,
}

/// A search that was stopped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Stopped {
    pub(crate) counted: Counted,
    /// The results of each output so far; nothing where there are none.
    pub(crate) outputs: Vec<Option<PathBuf>>,
    /// The faults that were written so far.
    pub(crate) faults: Option<PathBuf>,
}

impl Resumable {
    /// The search that the options ask for; an error that says why it cannot be continued.
    pub(crate) fn new(
        args: &SearchArgs,
        set: &QuerySet,
        targets: &[Option<PathBuf>],
        sources: &Sources,
        by_games: bool,
    ) -> Result<Resumable, Message> {
        let refused = |text: &str, help: &str| Err(Message::error("not-resumable", text).help(help));
        let mut files = targets.iter().map(Option::as_deref);
        let Some(Some(first)) =
            files.next().filter(|_| !targets.iter().flatten().any(|path| output::is_stream(Some(path))))
        else {
            return refused("only a search whose results go to files can be continued", "name a file with -o");
        };
        if files.any(|target| target.is_none()) {
            return refused("only a search whose results go to files can be continued", "name a file with -o");
        }
        if !by_games {
            let text = "these results are not written game by game, so a search for them cannot be continued";
            let formats = listed(|facts| facts.binary || facts.shows == Shows::Report, "and");
            return refused(text, &format!("leave --resume out, or search without sort, sample, tally, {formats}"));
        }
        if let Some(reason) = set.must_run_in_order() {
            return refused(&format!("this search cannot be continued, because {reason}"), "leave --resume out");
        }
        let scoped =
            args.game_range.is_some() || set.queries().iter().any(|query| query.header().game_numbers.is_some());
        if scoped || set.needs_game_count() {
            let text = "a search that depends on the numbers of games cannot be continued";
            return refused(text, "leave --resume out");
        }
        if sources.names().any(|name| tabiya::address(Path::new(&name)).is_some()) {
            return refused("a search of files at addresses cannot be continued", "search files of this machine");
        }
        let mut inputs = Vec::new();
        for path in sources.paths() {
            if !disk::is_file(path).map_err(|error| inputs::unseen(path, &error))? {
                return refused("a search of a stream cannot be continued", "search files");
            }
            inputs.push(input(path));
        }
        let compared = set.queries().iter().flat_map(|query| query.game_files()).chain(args.tables.files());
        let compared: Vec<Json> = compared.map(input).collect();
        let words = args.words.iter().skip(1).map(|word| word.to_string_lossy().into_owned());
        let words = deciding(words);
        let identity = json!({
            "format": MARK,
            "version": VERSION,
            "program": env!("CARGO_PKG_VERSION"),
            "command": words,
            "queries": hash_of(set),
            "inputs": inputs,
            "compared": compared,
        });
        let mut path = first.as_os_str().to_owned();
        path.push(".resume");
        let targets = targets.iter().flatten().cloned().collect();
        Ok(Resumable { path: path.into(), targets, faults: args.report.clone(), identity, old: Vec::new() })
    }

    /// The search as it was stopped.
    pub(crate) fn stopped(&mut self) -> Result<Stopped, Message> {
        let name = self.path.display().to_string();
        let state = match read_state(&self.path) {
            Ok(Found::State(_, state)) => state,
            Ok(Found::Nothing) => {
                let message = Message::error("nothing-to-resume", "there is no stopped search to go on with");
                return Err(message.file(name).help("leave --resume out to start again"));
            }
            Ok(Found::Other(what)) => {
                let text = format!("the stopped search cannot be continued: this file {what}");
                let message = Message::error("no-state", text).file(name);
                return Err(message.help("leave --resume out to start again; this file stays as it is"));
            }
            Err(error) => {
                let text = format!("the stopped search cannot be continued: its state cannot be read: {error}");
                return Err(Message::error("no-state", text).file(name).help("leave --resume out to start again"));
            }
        };
        let changed = |what: &str| {
            let text = format!("the stopped search cannot be continued: {what}");
            Message::error("other-search", text).file(&*name).help("leave --resume out to start again")
        };
        for (key, what) in [
            ("version", "another version of the program has stopped it"),
            ("program", "another version of the program has stopped it"),
            ("command", "the command line has changed"),
            ("queries", "its queries have been changed"),
        ] {
            if state[key] != self.identity[key] {
                return Err(changed(what));
            }
        }
        let now = &self.identity;
        let other = other_input(&state["inputs"], &now["inputs"]);
        if let Some(what) = other.or_else(|| other_input(&state["compared"], &now["compared"])) {
            return Err(changed(&what));
        }
        let (stopped, old) = self.parts(&state).map_err(|what| changed(&what))?;
        self.old = old;
        Ok(stopped)
    }

    /// What a state says, and the files with results that it names; otherwise what is wrong with it.
    fn parts(&self, state: &Json) -> Result<(Stopped, Vec<PathBuf>), String> {
        let damaged = || "its state is damaged".to_owned();
        let counted = counted(&state["counted"]).ok_or_else(damaged)?;
        let kept = state["outputs"].as_array().filter(|kept| kept.len() == self.targets.len()).ok_or_else(damaged)?;
        let outputs = kept.iter().zip(&self.targets).map(|(kept, target)| partial(kept, target));
        let outputs = outputs.collect::<Result<Vec<Option<PathBuf>>, String>>()?;
        let faults = match &self.faults {
            Some(target) => partial(&state["faults"], target)?,
            None => None,
        };
        let old = outputs.iter().flatten().chain(&faults).cloned().collect();
        Ok((Stopped { counted, outputs, faults }, old))
    }

    /// Writes how far the search has come. Results of earlier runs, which the present ones contain, are removed.
    pub(crate) fn save(&self, stopped: &Stopped) -> Result<(), Message> {
        let Stopped { counted, outputs, faults } = stopped;
        let read = match read_state(&self.path) {
            Ok(Found::Nothing) => None,
            Ok(Found::State(text, _)) => Some(text),
            Ok(Found::Other(what)) => return Err(self.not_ours(what)),
            Err(error) => return Err(output::unwritable(&self.path.display().to_string(), &error)),
        };
        let named = |target: &Path, kept: &Option<PathBuf>| kept.iter().all(|kept| is_partial_name(target, kept));
        let targets = self.targets.iter().chain(&self.faults);
        if !targets.zip(outputs.iter().chain([faults])).all(|(target, kept)| named(target, kept)) {
            let text = "the search cannot be continued from here, because its results could not get their names";
            return Err(Message::new(Severity::Warning, "no-state", text));
        }
        let mut state = self.identity.clone();
        state["counted"] = json!({
            "games": counted.games,
            "matched": counted.matched,
            "incomplete": counted.incomplete,
            "flawed": counted.flawed,
            "unread": counted.unread,
            "failed": counted.failed,
            "queries": counted.queries,
        });
        let mark = |path: &Option<PathBuf>| match path {
            Some(path) => described(path).map_err(|error| {
                Message::error("unreadable-file", format!("cannot read {}: {error}", path.display()))
                    .help("the search cannot be continued; start it again")
            }),
            None => Ok(Json::Null),
        };
        state["outputs"] = outputs.iter().map(mark).collect::<Result<Vec<Json>, Message>>()?.into();
        state["faults"] = mark(faults)?;
        state["checksum"] = checksum_of(&state).into();
        output::save_own(&self.path, read, format!("{state:#}\n").as_bytes())?;
        let kept = |path: &Path| outputs.iter().flatten().chain(faults).any(|kept| kept == path);
        // Anything that cannot be removed is in nobody's way.
        self.old.iter().filter(|path| !kept(path)).for_each(|path| drop(disk::remove(path)));
        Ok(())
    }

    fn not_ours(&self, what: &str) -> Message {
        let text = format!("the search cannot be continued, because a file of this name {what}, and stays as it is");
        let message = Message::new(Severity::Warning, "no-state", text);
        message.file(self.path.display().to_string()).help("move that file, or name another output")
    }

    /// Removes what only a stopped search needs.
    pub(crate) fn clear(&self) {
        // First the state: without its files it would be of no use.
        let removed = match read_state(&self.path) {
            Ok(Found::State(..)) => disk::remove(&self.path).is_ok(),
            other => matches!(other, Ok(Found::Nothing | Found::Other(_))),
        };
        if removed {
            self.old.iter().for_each(|path| drop(disk::remove(path)));
        }
    }
}

/// The file that is where a state should be.
enum Found {
    Nothing,
    /// A state that is whole, with its text.
    State(Vec<u8>, Json),
    /// Something else, which does or is this.
    Other(&'static str),
}

/// Reads a state. Links are not followed.
fn read_state(path: &Path) -> io::Result<Found> {
    let Some(data) = disk::look_at_link(path)? else { return Ok(Found::Nothing) };
    if data.is_symlink() {
        return Ok(Found::Other("is a link"));
    }
    if !data.is_file() || data.len() > MOST {
        return Ok(Found::Other("is not the state of a search"));
    }
    let text = disk::read(path)?;
    let state = serde_json::from_slice(&text).unwrap_or(Json::Null);
    Ok(match state {
        state if state["format"] != MARK => Found::Other("is not the state of a search"),
        state if state["checksum"].as_str() != Some(&checksum_of(&state)) => {
            Found::Other("has been changed since the search was stopped")
        }
        state => Found::State(text, state),
    })
}

/// The checksum of everything else in a state.
fn checksum_of(state: &Json) -> String {
    let mut state = state.clone();
    if let Some(parts) = state.as_object_mut() {
        parts.remove("checksum");
    }
    checksum::of(state.to_string())
}

/// A file of games as a state knows it: by its size, its date, and a checksum of its ends.
fn input(path: &Path) -> Json {
    input_that_is_there(path).unwrap_or_else(|_| json!({"path": path.display().to_string()}))
}

fn input_that_is_there(path: &Path) -> io::Result<Json> {
    let mut file = disk::open(path)?;
    let data = disk::metadata_of(&file.0)?;
    let modified = data.modified().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok());
    let mut ends = Vec::new();
    (&mut file).take(ENDS).read_to_end(&mut ends)?;
    file.seek(SeekFrom::Start(data.len().saturating_sub(ENDS)))?;
    (&mut file).take(ENDS).read_to_end(&mut ends)?;
    Ok(json!({
        "path": path.display().to_string(),
        "bytes": data.len(),
        "modified": modified.map_or(0, |time| time.as_nanos()).to_string(),
        "ends": checksum::of(ends),
    }))
}

/// The change of the inputs, if there is one.
fn other_input(then: &Json, now: &Json) -> Option<String> {
    let list = |inputs: &Json| inputs.as_array().cloned().unwrap_or_default();
    let (then, now) = (list(then), list(now));
    if then.len() != now.len() {
        return Some(format!("it read {} files, and now there are {}", then.len(), now.len()));
    }
    let (then, now) = then.iter().zip(&now).find(|(then, now)| then != now)?;
    let name = |input: &Json| input["path"].as_str().unwrap_or_default().to_owned();
    Some(match then["path"] == now["path"] {
        true => format!("its games have been changed: {}", name(now)),
        false => format!("it read {}, and now there is {}", name(then), name(now)),
    })
}

/// A file with results as a state knows it.
fn described(path: &Path) -> io::Result<Json> {
    let (bytes, sha256) = checksum::of_all(disk::open(path)?)?;
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    Ok(json!({"name": name, "bytes": bytes, "sha256": sha256}))
}

/// The file with results of a target, if a state names one; otherwise what is wrong with it.
fn partial(kept: &Json, target: &Path) -> Result<Option<PathBuf>, String> {
    if kept.is_null() {
        return Ok(None);
    }
    let name = kept["name"].as_str().unwrap_or_default();
    let path = resolve(target).map_err(|error| error.to_string())?.with_file_name(name);
    if !is_partial_name(target, &path) {
        return Err(format!("`{name}` is not where its results would be"));
    }
    // A link of this name is not what was written.
    let unseen = |error: io::Error| format!("{} cannot be read: {error}", path.display());
    if !disk::look_at_link(&path).map_err(unseen)?.is_some_and(|data| data.is_file()) {
        return Err(format!("{} is missing", path.display()));
    }
    match described(&path) {
        Ok(now) if now == *kept => Ok(Some(path)),
        Ok(_) => Err(format!("{} has been changed", path.display())),
        Err(error) => Err(unseen(error)),
    }
}

/// The texts of the queries and of what comes before them as a number.
fn hash_of(set: &QuerySet) -> String {
    let mut all = Vec::new();
    for text in set.queries().iter().flat_map(|query| query.texts()) {
        all.extend_from_slice(&(text.len() as u64).to_le_bytes());
        all.extend_from_slice(text.as_bytes());
    }
    checksum::of(all)
}

fn counted(counted: &Json) -> Option<Counted> {
    let count = |value: &Json| value.as_u64().filter(|&count| count <= MOST_COUNTED);
    let number = |name: &str| count(&counted[name]);
    let three = |counts: &Json| Some([count(&counts[0])?, count(&counts[1])?, count(&counts[2])?]);
    Some(Counted {
        games: number("games")?,
        matched: number("matched")?,
        incomplete: number("incomplete")?,
        flawed: number("flawed")?,
        unread: number("unread")?,
        failed: counted["failed"].as_bool()?,
        queries: counted["queries"].as_array()?.iter().map(three).collect::<Option<_>>()?,
    })
}

/// The words of a command line that decide what is found.
fn deciding(mut words: impl Iterator<Item = String>) -> Vec<String> {
    let mut kept = Vec::new();
    while let Some(word) = words.next() {
        let joined = |option: &&str| {
            let rest = word.strip_prefix(*option);
            rest.is_some_and(|rest| rest.starts_with('=') || !option.starts_with("--") && !rest.is_empty())
        };
        if WITH_VALUE.contains(&word.as_str()) {
            words.next();
        } else if !ALONE.contains(&word.as_str()) && !WITH_VALUE.iter().any(joined) {
            kept.push(word);
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_and_the_threads_may_be_other_ones() {
        let of = |line: &str| deciding(line.split(' ').map(str::to_owned)).join(" ");
        let same = "search -e mate -o a.csv g.pgn";
        for line in [
            same,
            "search -q -e mate -o a.csv --time-limit 5 g.pgn",
            "search -e mate -o a.csv g.pgn --resume --threads=4",
            "search -j4 -e mate --json-diagnostics -o a.csv g.pgn --time-limit=0.5",
            "search -e mate -j 1 -o a.csv g.pgn",
        ] {
            assert_eq!(of(line), same, "{line}");
        }
        assert_ne!(of("search -e mate -o a.csv g.pgn --strict"), same);
    }
}
