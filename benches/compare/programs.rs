//! The programs and the questions, read from the files next to this one.

use crate::Answer;
use crate::process::run;
use regex::Regex;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

/// A program, as `programs.toml` describes it. In its commands `{games}` is the file of games, `{base}` the file that the
/// program makes of them, `{query}` a file with the question, `{text}` the question itself, and `{out}` a file to write.
#[derive(Deserialize)]
pub(crate) struct Program {
    /// Its name in the table.
    pub(crate) name: String,
    /// The language that its questions are written in: a key in `queries.toml`.
    language: String,
    /// How it makes a file of its own from the games, if it does.
    #[serde(default)]
    prepare: Vec<String>,
    /// The file that it makes.
    #[serde(default)]
    base: String,
    /// How it runs a query.
    ask: Vec<String>,
    /// What a question is put into before it is written to `{query}`; `{text}` is the question.
    #[serde(default)]
    script: Option<String>,
    /// Finds the number of games in what it prints; without it, the games that it wrote to `{out}` are counted.
    #[serde(default)]
    count: Option<String>,
}

/// A question, in the languages that can express it.
#[derive(Deserialize)]
pub(crate) struct Question {
    /// Its name in the table.
    pub(crate) name: String,
    #[serde(flatten)]
    texts: BTreeMap<String, String>,
}

#[derive(Deserialize)]
struct Programs {
    program: Vec<Program>,
}

#[derive(Deserialize)]
struct Questions {
    question: Vec<Question>,
}

/// All programs, installed or not.
pub(crate) fn programs() -> Result<Vec<Program>, Box<dyn Error>> {
    Ok(toml::from_str::<Programs>(include_str!("programs.toml"))?.program)
}

/// All questions.
pub(crate) fn questions() -> Result<Vec<Question>, Box<dyn Error>> {
    Ok(toml::from_str::<Questions>(include_str!("queries.toml"))?.question)
}

/// A program that is installed, with its file made.
pub(crate) struct Prepared {
    pub(crate) program: Program,
    /// The seconds that making its own file took, and the size of that file as a share of the games.
    pub(crate) made: Option<(f64, f64)>,
    count: Option<Regex>,
    folder: PathBuf,
    places: Vec<(&'static str, String)>,
}

impl Prepared {
    /// Finds a program, and lets it make its own file; an error is the reason to leave it out.
    pub(crate) fn new(
        program: Program,
        tabiya: &Path,
        games: &Path,
        folder: &Path,
    ) -> Result<Prepared, Box<dyn Error>> {
        let text = |path: &Path| path.to_string_lossy().into_owned();
        let base = folder.join("base.tabiya");
        let places = vec![
            ("{tabiya}", text(tabiya)),
            ("{games}", text(games)),
            ("{base}", text(&base)),
            ("{query}", text(&folder.join("query.cql"))),
            ("{out}", text(&folder.join("out.pgn"))),
        ];
        let count = program.count.as_deref().map(Regex::new).transpose()?;
        let mut prepared = Prepared { made: None, count, folder: folder.into(), places, program };
        prepared.make(games)?;
        Ok(prepared)
    }

    fn make(&mut self, games: &Path) -> Result<(), Box<dyn Error>> {
        let words = self.words(&self.program.ask, "");
        if !is_installed(&words[0]) {
            return Err(format!("`{}` is not installed", words[0]).into());
        }
        if !self.program.prepare.is_empty() {
            let (output, seconds) = run(&self.words(&self.program.prepare, ""), &self.folder)?;
            if !output.status.success() {
                return Err(String::from_utf8_lossy(&output.stderr).trim().to_owned().into());
            }
            let made = self.words(std::slice::from_ref(&self.program.base), "");
            let share = fs::metadata(&made[0])?.len() as f64 / fs::metadata(games)?.len() as f64;
            self.made = Some((seconds, share));
        }
        Ok(())
    }

    fn words(&self, command: &[String], text: &str) -> Vec<String> {
        let fill = |word: &String| {
            let filled = self.places.iter().fold(word.clone(), |word, (name, value)| word.replace(name, value));
            filled.replace("{text}", text)
        };
        command.iter().flat_map(|word| if word == "{words}" { shell_words(text) } else { vec![fill(word)] }).collect()
    }

    /// Asks a question; nothing if there is no text of it in the program's language.
    pub(crate) fn ask(&self, question: &Question) -> Result<Option<Answer>, Box<dyn Error>> {
        let Some(text) = question.texts.get(&self.program.language) else { return Ok(None) };
        let (query, out) = (self.folder.join("query.cql"), self.folder.join("out.pgn"));
        let script = self.program.script.as_deref().unwrap_or("{text}");
        fs::write(&query, script.replace("{text}", text))?;
        let _ = fs::remove_file(&out);
        let (output, seconds) = run(&self.words(&self.program.ask, text), &self.folder)?;
        let printed = String::from_utf8_lossy(&output.stdout);
        let games = match &self.count {
            Some(count) => count.captures(&printed).and_then(|found| found[1].replace(',', "").parse().ok()),
            None => fs::read(&out).ok().map(|bytes| games_in(&bytes)),
        };
        Ok(Some(Answer { seconds, games }))
    }
}

/// The number of games in PGN that a program wrote.
pub(crate) fn games_in(bytes: &[u8]) -> u64 {
    bytes.split(|&byte| byte == b'\n').filter(|line| line.starts_with(b"[Event ")).count() as u64
}

fn shell_words(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

/// True if a command is a file, or a program on the path.
fn is_installed(command: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    Path::new(command).is_file() || std::env::split_paths(&path).any(|folder| folder.join(command).is_file())
}
