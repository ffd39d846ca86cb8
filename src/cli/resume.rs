//! Going on with a search that was stopped. Its state stands in `NAME.resume` beside its first output: how many games were
//! searched, what was counted, and where the results so far are.
//!
//! Only searches whose results are written game by game can go on. The games before the stop are cut from the input, but
//! neither read nor searched again. A state counts only for the same command line, the same queries and the same files.

use super::args::SearchArgs;
use super::output::{self, is_stdout};
use super::report::Message;
use serde_json::{Value as Json, json};
use sha2::{Digest as _, Sha256};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;
use tabiya::QuerySet;
use tabiya::pipeline::Sources;

/// The version of the files.
const VERSION: u64 = 1;

/// The option that goes on.
const OPTION: &str = "--resume";

/// A search that can be stopped and gone on with.
#[derive(Debug)]
pub(crate) struct Resumable {
    /// The file of its state.
    path: PathBuf,
    /// What must be the same when it goes on.
    identity: Json,
    /// Where results were before this run.
    old: Vec<PathBuf>,
}

/// What has been counted of a search.
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
        let Some(Some(first)) = files.next().filter(|_| !targets.iter().flatten().any(|path| is_stdout(path))) else {
            return refused("only a search whose results go to files can be continued", "name a file with -o");
        };
        if files.any(|target| target.is_none()) {
            return refused("only a search whose results go to files can be continued", "name a file with -o");
        }
        if !by_games {
            let text = "these results are not written game by game, so a search for them cannot be continued";
            return refused(text, "leave --resume out, or search without sort, sample, tally, html, parquet and arrow");
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
        let mut inputs = Vec::new();
        for path in sources.paths() {
            let Some((len, modified)) = fs::metadata(path).ok().filter(fs::Metadata::is_file).map(|data| {
                let modified = data.modified().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok());
                (data.len(), modified.map_or(0, |time| time.as_secs()))
            }) else {
                return refused("a search of a stream cannot be continued", "search files");
            };
            inputs.push(json!([path.display().to_string(), len, modified]));
        }
        let words = std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned());
        let words: Vec<String> = words.filter(|word| word != OPTION).collect();
        let identity = json!({
            "version": VERSION,
            "program": env!("CARGO_PKG_VERSION"),
            "command": words,
            "queries": hash_of(set),
            "inputs": inputs,
        });
        let mut path = first.as_os_str().to_owned();
        path.push(".resume");
        Ok(Resumable { path: path.into(), identity, old: Vec::new() })
    }

    /// The search as it was stopped.
    pub(crate) fn stopped(&mut self) -> Result<Stopped, Message> {
        let name = self.path.display().to_string();
        let text = fs::read_to_string(&self.path).map_err(|error| {
            let message = Message::error("nothing-to-resume", format!("no stopped search to go on with: {error}"));
            message.file(&*name).help("leave --resume out to begin anew")
        })?;
        let changed = |what: &str| {
            let text = format!("the stopped search cannot be continued: {what}");
            Message::error("other-search", text).file(&*name).help("leave --resume out to begin anew")
        };
        let state: Json =
            serde_json::from_str(&text).map_err(|error| changed(&format!("its state is damaged: {error}")))?;
        for (key, what) in [
            ("version", "another version of the program has stopped it"),
            ("program", "another version of the program has stopped it"),
            ("command", "its command line was another one"),
            ("queries", "its queries have been changed"),
            ("inputs", "its games have been changed"),
        ] {
            if state[key] != self.identity[key] {
                return Err(changed(what));
            }
        }
        let stopped = read(&state).ok_or_else(|| changed("its state is damaged"))?;
        self.old = stopped.outputs.iter().flatten().chain(&stopped.faults).cloned().collect();
        match self.old.iter().find(|path| !path.is_file()) {
            Some(path) => Err(changed(&format!("{} is missing", path.display()))),
            None => Ok(stopped),
        }
    }

    /// Writes how far the search has come. Results of earlier runs, which the present ones contain, are removed.
    pub(crate) fn save(&self, stopped: &Stopped) -> Result<(), Message> {
        let Stopped { counted, outputs, faults } = stopped;
        let name = |path: &Option<PathBuf>| path.as_ref().map(|path| path.display().to_string());
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
        state["outputs"] = outputs.iter().map(name).collect();
        state["faults"] = name(faults).into();
        output::save(&self.path, format!("{state:#}\n").as_bytes())?;
        let kept = |path: &Path| outputs.iter().flatten().chain(faults).any(|kept| kept == path);
        self.old.iter().filter(|path| !kept(path)).for_each(|path| drop(fs::remove_file(path)));
        Ok(())
    }

    /// Removes what only a stopped search needs.
    pub(crate) fn clear(&self) {
        if !self.old.is_empty() || self.path.is_file() {
            self.old.iter().for_each(|path| drop(fs::remove_file(path)));
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// The texts of the queries as a number.
fn hash_of(set: &QuerySet) -> String {
    let mut hash = Sha256::new();
    for query in set.queries() {
        let text = query.source().text.as_bytes();
        hash.update((text.len() as u64).to_le_bytes());
        hash.update(text);
    }
    hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

fn read(state: &Json) -> Option<Stopped> {
    let path = |name: &Json| match name {
        Json::Null => Some(None),
        name => Some(Some(PathBuf::from(name.as_str()?))),
    };
    let (counted, number) = (&state["counted"], |name: &str| state["counted"][name].as_u64());
    let three = |counts: &Json| Some([counts[0].as_u64()?, counts[1].as_u64()?, counts[2].as_u64()?]);
    Some(Stopped {
        counted: Counted {
            games: number("games")?,
            matched: number("matched")?,
            incomplete: number("incomplete")?,
            flawed: number("flawed")?,
            unread: number("unread")?,
            failed: counted["failed"].as_bool()?,
            queries: counted["queries"].as_array()?.iter().map(three).collect::<Option<_>>()?,
        },
        outputs: state["outputs"].as_array()?.iter().map(path).collect::<Option<_>>()?,
        faults: path(&state["faults"])?,
    })
}
