//! The options about a chess engine that speaks UCI, and the file in which its answers are kept.

use super::help::ENGINES;
use super::values::seconds;
use crate::cli::report::{Message, Report};
use clap::Args;
use std::fs::File;
use std::io::{self, Write as _};
use std::num::{NonZeroU32, NonZeroU64};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;
use tabiya::uci::{SearchLimit, UciEngine};
use tabiya_disk as disk;

/// The first line of a file of answers.
const MARK: &str = "Answers of chess engines, kept by tabiya (1)";

#[derive(Clone, Debug, Default, Args)]
pub(crate) struct UciArgs {
    /// Chess engine for `engineeval`, `enginebest`, `enginedrop` and `evaldrop`: a program that speaks UCI
    #[arg(long, value_name = "PROGRAM", value_parser = program)]
    #[arg(help_heading = ENGINES, hide_short_help = true)]
    pub(crate) engine: Option<PathBuf>,

    /// Let the engine search N nodes per position [default: 100000]
    #[arg(long, value_name = "N", requires = "engine", help_heading = ENGINES, hide_short_help = true)]
    pub(crate) engine_nodes: Option<NonZeroU64>,

    /// Let the engine search N plies deep
    #[arg(long, value_name = "N", requires = "engine", conflicts_with_all = ["engine_nodes", "engine_time"])]
    #[arg(help_heading = ENGINES, hide_short_help = true)]
    pub(crate) engine_depth: Option<NonZeroU32>,

    /// Let the engine search this long per position; its values then differ from run to run
    #[arg(long, value_name = "SECONDS", requires = "engine", conflicts_with = "engine_nodes", value_parser = seconds)]
    #[arg(help_heading = ENGINES, hide_short_help = true)]
    pub(crate) engine_time: Option<Duration>,

    /// Give an option of the engine a value: SyzygyPath=tables; repeatable
    #[arg(long, value_name = "NAME=VALUE", requires = "engine", value_parser = engine_option)]
    #[arg(help_heading = ENGINES, hide_short_help = true)]
    pub(crate) engine_option: Vec<(String, String)>,

    /// Keep the answers of the engine in this file, and take those that it has
    #[arg(long, value_name = "FILE", requires = "engine", value_parser = engine_cache)]
    #[arg(help_heading = ENGINES, hide_short_help = true)]
    pub(crate) engine_cache: Option<Arc<EngineCache>>,

    /// The engine that these options mean, once it is requested.
    #[arg(skip)]
    made: OnceLock<Arc<UciEngine>>,
}

impl UciArgs {
    /// The engine, which is not started before it is queried. `json`: how to say that answers cannot be kept.
    pub(crate) fn engine(&self, json: bool) -> Option<Arc<UciEngine>> {
        let program = self.engine.as_ref()?;
        let made = self.made.get_or_init(|| {
            let engine = UciEngine::new(program, self.limit(), self.engine_option.clone());
            Arc::new(match &self.engine_cache {
                Some(cache) => {
                    engine.load_answers(cache.text.lines());
                    let cache = Arc::clone(cache);
                    engine.on_answer(move |line| cache.keep(line, json))
                }
                None => engine,
            })
        });
        Some(made.clone())
    }

    /// The file of answers, which no output may be.
    pub(crate) fn file(&self) -> Option<&Path> {
        self.engine_cache.as_ref().map(|cache| cache.path.as_path())
    }

    fn limit(&self) -> SearchLimit {
        match (self.engine_nodes, self.engine_depth, self.engine_time) {
            (Some(nodes), ..) => SearchLimit::Nodes(nodes.get()),
            (_, Some(depth), _) => SearchLimit::Depth(depth.get()),
            (.., Some(time)) => SearchLimit::Time(time),
            _ => SearchLimit::default(),
        }
    }
}

/// A file of answers: what it had, and the end to which new ones are added.
#[derive(Debug)]
pub(crate) struct EngineCache {
    path: PathBuf,
    text: String,
    /// None after a line could not be written.
    file: Mutex<Option<File>>,
}

impl EngineCache {
    /// Adds a line. The first one that fails is told, and the answers after it are not kept.
    fn keep(&self, line: &str, json: bool) {
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(open) = file.take() else { return };
        let mut steps = disk::Steps(open);
        match steps.write_all(format!("{line}\n").as_bytes()) {
            Ok(()) => *file = Some(steps.0),
            Err(error) => {
                let text = format!("the evaluations of the engine are no longer kept: {error}");
                let message =
                    Message { severity: tabiya::syntax::Severity::Warning, ..Message::error("engine-cache", text) };
                Report::new(json, false).say(&message.file(self.path.display().to_string()));
            }
        }
    }
}

/// Opens a file of answers, or makes one.
fn engine_cache(name: &str) -> Result<Arc<EngineCache>, String> {
    let path = PathBuf::from(name);
    let in_words = |error: io::Error| error.to_string();
    let is_there = match disk::look(&path).map_err(in_words)? {
        Some(what) if what.is_file() => true,
        Some(_) => return Err("this is not a regular file".into()),
        None => false,
    };
    let (text, added, file) = if is_there {
        let bytes = disk::read(&path).map_err(in_words)?;
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let added = match MARK.strip_prefix(&text) {
            // Nothing yet, or the first line was cut off.
            Some(rest) => format!("{rest}\n"),
            None if text.lines().next() != Some(MARK) => {
                return Err("this file is not a cache of evaluations; choose another name".into());
            }
            // A line that was cut off stays the last of its own.
            None => "\n".repeat(usize::from(!text.ends_with('\n'))),
        };
        (text, added, disk::open_to_add(&path).map_err(in_words)?)
    } else {
        (String::new(), format!("{MARK}\n"), disk::create_new(&path, false).map_err(in_words)?)
    };
    let mut steps = disk::Steps(file);
    steps.write_all(added.as_bytes()).map_err(in_words)?;
    Ok(Arc::new(EngineCache { path, text, file: Mutex::new(Some(steps.0)) }))
}

/// A program, by its path or by its name in a folder of `PATH`.
fn program(name: &str) -> Result<PathBuf, String> {
    let help = "install one, such as stockfish, or write its path";
    which::which(name).map_err(|_| format!("there is no such program, neither here nor in the folders of PATH; {help}"))
}

fn engine_option(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.trim().is_empty() && !text.contains(['\n', '\r', '\t']) => {
            Ok((name.trim().to_owned(), value.to_owned()))
        }
        _ => Err("write a name, `=` and a value: SyzygyPath=tables".into()),
    }
}
