//! The options of CQL 6.2's command: one or two hyphens, any case, arguments taken as they come, the script last.

use super::hhdb;
use super::preamble::Preamble;
use crate::cli::options::limits::{Allowance, Given};
use crate::cli::options::values;
use std::collections::VecDeque;
use std::path::PathBuf;
use std::time::Duration;

/// The ends that the names of PGN files may have for CQL.
pub(super) const PGN: [&str; 2] = [".pgn", ".PGN"];

/// The ends of the other files that Tabiya reads: compressed PGN, and databases.
pub(super) const OTHERS: [&str; 5] = [".pgn.zst", ".pgn.gz", ".pgn.bz2", ".pgn.zip", ".tabiya"];

/// The action that is requested.
#[derive(Debug)]
pub enum Wanted {
    /// Search.
    Search(Box<Options>),
    /// Show how the script is cut into tokens.
    Tokens(Box<Options>),
    /// Show how the script is read.
    Tree(Box<Options>),
    /// Show the options.
    Usage,
    /// Nothing more than the first line.
    Version,
    /// Show the words of `hhdb`.
    HhdbWords,
}

/// The reason why the options cannot be followed.
#[derive(Debug, PartialEq, Eq)]
pub enum Refusal {
    /// There is no such option: said on standard error, with all options on standard output.
    Unknown(String),
    /// Something is wrong with an option or its arguments.
    Wrong(String),
}

/// The amount of text written into comments, where the command line sets it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Level {
    Quiet,
    Silent,
}

/// The number of threads that search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Threads {
    /// One fewer than the machine has.
    #[default]
    Usual,
    /// A number, at least 1.
    Count(usize),
}

/// The settings of a search.
#[derive(Debug, Default)]
pub struct Options {
    pub(super) script: Option<String>,
    /// The file of the games; never together with `stdin`.
    pub input: Option<String>,
    /// The file for the games found; never together with `stdout`.
    pub output: Option<String>,
    /// Read games from standard input.
    pub stdin: bool,
    /// Write games to standard output.
    pub stdout: bool,
    /// Lines for graphical front ends.
    pub(super) gui: bool,
    /// The first and the last number of the games to search, from 1.
    pub games: Option<(i64, i64)>,
    /// The least and the greatest number of matches of a game that is written.
    pub match_count: Option<(i64, i64)>,
    /// The first and the last year of the games to search.
    pub years: Option<(u64, u64)>,
    /// A pattern that a player's name must match.
    pub(super) player: Option<String>,
    /// Filters that options stand for.
    pub preamble: Preamble,
    pub(super) match_string: Option<String>,
    pub(super) level: Option<Level>,
    pub(super) variations: Option<bool>,
    pub(super) linearize: bool,
    pub(super) header_comment: bool,
    pub(super) compat: tabiya::CompatOptions,
    /// The number of threads that search.
    pub threads: Threads,
    pub(super) show_matches: bool,
    pub(super) show_progress: bool,
    pub(super) show_threads: bool,
    /// The number of games between two numbers of the progress display.
    pub line_increment: u64,
    /// The longest text of one game.
    pub(super) output_buffer: usize,
    /// Say how the query will be run.
    pub(super) debug: bool,
    /// Say which filters the options stand for.
    pub(super) show_preamble: bool,
    /// The resources that the script may use.
    pub(super) allowance: Allowance,
    pub(super) time_limit: Option<Duration>,
    /// True if the script may name no files.
    pub(super) sandbox: bool,
    /// Folders in which it may, in addition to the folder where the command runs.
    pub(super) folders: Vec<PathBuf>,
}

impl Options {
    /// What CQL does unless it is told something else.
    fn usual() -> Options {
        let (line_increment, output_buffer) = (10_000, 105_000);
        let usual = Options { linearize: true, header_comment: true, show_progress: true, ..Options::default() };
        Options { line_increment, output_buffer, ..usual }
    }
}

type Read<T = ()> = Result<T, Refusal>;

fn wrong<T>(message: impl Into<String>) -> Read<T> {
    Err(Refusal::Wrong(message.into()))
}

fn no_pattern<T>(arg: &str) -> Read<T> {
    wrong(format!("the pattern of `{arg}` is empty; leave the option out to search games of all players"))
}

/// Reads the arguments of the command.
///
/// # Errors
///
/// The error, in words.
pub fn read(args: &[String]) -> Result<Wanted, Refusal> {
    if args.is_empty() {
        return Ok(Wanted::Usage);
    }
    let mut reader = Reader { options: Options::usual(), left: args.iter().map(String::as_str).collect(), show: None };
    while let Some(arg) = reader.left.pop_front() {
        if arg.is_empty() {
            break;
        }
        let name = arg.strip_prefix("--").or_else(|| arg.strip_prefix('-'));
        match name {
            None if reader.left.is_empty() => reader.options.script = Some(arg.to_owned()),
            None => {
                return wrong(format!(
                    "the CQL file must be the last argument, but `{}` follows `{arg}`",
                    reader.left[0]
                ));
            }
            Some(name) => match name.to_ascii_lowercase().as_str() {
                "h" | "help" => return Ok(Wanted::Usage),
                "v" | "version" => return Ok(Wanted::Version),
                "hhdb" if matches!(reader.left.front(), Some(&("help" | "info"))) => return Ok(Wanted::HhdbWords),
                name => reader.option(name, arg)?,
            },
        }
    }
    let Reader { options, show, .. } = reader;
    let options = Box::new(options);
    Ok(match show {
        Some(Show::Tokens) => Wanted::Tokens(options),
        Some(Show::Tree) => Wanted::Tree(options),
        None => Wanted::Search(options),
    })
}

#[derive(Clone, Copy)]
enum Show {
    Tokens,
    Tree,
}

struct Reader<'a> {
    options: Options,
    left: VecDeque<&'a str>,
    show: Option<Show>,
}

impl<'a> Reader<'a> {
    fn option(&mut self, name: &str, arg: &str) -> Read {
        if self.flag(name)? || self.valued(name, arg)? || self.filter(name, arg)? {
            return Ok(());
        }
        if ["a", "u", "utf8", "html", "echo", "colorize"].contains(&name) {
            return wrong(format!("`{arg}` must be the first option"));
        }
        Err(Refusal::Unknown(format!("unknown option: `{arg}`")))
    }

    /// Options without arguments.
    fn flag(&mut self, name: &str) -> Read<bool> {
        let options = &mut self.options;
        match name {
            "variations" => options.variations = Some(true),
            "mainline" => options.variations = Some(false),
            "quiet" | "silent" => {
                let level = if name == "quiet" { Level::Quiet } else { Level::Silent };
                match options.level.replace(level) {
                    None => {}
                    Some(other) if other == level => return wrong(format!("`-{name}` is given twice")),
                    Some(_) => return wrong("`-quiet` and `-silent` cannot be combined"),
                }
            }
            "noheader" | "noheaders" => options.header_comment = false,
            "alwayscomment" => options.compat.keep_all_comments = true,
            "nosortcomments" => options.compat.plain_sort_comments = true,
            "uniquecomments" => options.compat.repeated_comments = false,
            "nouniquecomments" => options.compat.repeated_comments = true,
            "noremovecomment" => options.compat.no_removecomment = true,
            "nosettag" => options.compat.no_settag = true,
            "nolinearize" => options.linearize = false,
            "s" | "singlethreaded" => options.threads = Threads::Count(1),
            "m" | "multithreaded" => options.threads = Threads::Usual,
            "showmatches" => options.show_matches = true,
            "showoutput" => options.show_progress = true,
            "nooutputstatus" => options.show_progress = false,
            "showthread" => options.show_threads = true,
            "gui" => options.gui = true,
            "d" | "debug" => options.debug = true,
            "showfromstring" => options.show_preamble = true,
            "sandbox" => options.sandbox = true,
            "lex" => self.show = Some(Show::Tokens),
            "parse" => self.show = Some(Show::Tree),
            "vi" => self.input("hhdbvi.pgn")?,
            "vii" => self.input("hhdbvii.pgn")?,
            "guipgnstdin" => {
                if let Some(input) = &options.input {
                    return wrong(format!("games come from `{input}` already; `-guipgnstdin` would read them again"));
                }
                options.stdin = true;
            }
            "guipgnstdout" => {
                if let Some(output) = &options.output {
                    return wrong(format!("games go to `{output}` already; `-guipgnstdout` would write them again"));
                }
                options.stdout = true;
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Options with arguments.
    fn valued(&mut self, name: &str, arg: &str) -> Read<bool> {
        match name {
            "i" | "input" => {
                let file = self.value(arg, "a file of games")?;
                self.input(file)?;
            }
            "o" | "output" => {
                let file = self.value(arg, "a file for the games found")?;
                self.output(file)?;
            }
            "g" | "gamenumber" => self.options.games = Some(self.range(arg, 1)?),
            "matchcount" => self.options.match_count = Some(self.range(arg, 0)?),
            "year" => {
                let (low, high) = self.range(arg, 1)?;
                self.options.years = Some((low.unsigned_abs(), high.unsigned_abs()));
            }
            "matchstring" => self.options.match_string = Some(self.value(arg, "a text")?.to_owned()),
            "player" => {
                let pattern = self.value(arg, "a pattern")?.to_owned();
                if pattern.is_empty() {
                    return no_pattern(arg);
                }
                if self.options.player.replace(pattern).is_some() {
                    return wrong("`-player` is given twice");
                }
            }
            "files" => {
                let name = self.value(arg, "a folder")?;
                let folder =
                    values::folder(name).map_err(|error| Refusal::Wrong(format!("`{arg} {name}`: {error}")))?;
                self.options.folders.push(folder);
            }
            "timelimit" => {
                let time = values::seconds(self.value(arg, "a number of seconds")?);
                self.options.time_limit = Some(time.map_err(|error| Refusal::Wrong(format!("`{arg}`: {error}")))?);
            }
            "limits" => {
                for limit in self.value(arg, "NAME=N")?.split(',') {
                    let given = Given::parse(limit).map_err(|error| Refusal::Wrong(format!("`{arg}`: {error}")))?;
                    given.apply(&mut self.options.allowance);
                }
            }
            "threads" => self.options.threads = Threads::Count(self.size(arg, 1, 1 << 16)?),
            "lineincrement" => self.options.line_increment = self.number(arg, 1, i64::MAX)?.unsigned_abs(),
            "outputbuffer" => self.options.output_buffer = self.size(arg, 100_001, 100_000_000)?,
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Options that stand for filters and transforms.
    fn filter(&mut self, name: &str, arg: &str) -> Read<bool> {
        match name {
            "wtm" | "btm" => self.options.preamble.filter(arg, name),
            "virtualmainline" => {
                self.options.preamble.filter(arg, name);
                self.options.variations = Some(true);
            }
            "white" | "black" => {
                let pattern = self.quoted(arg, "a pattern")?;
                if pattern == "\"\"" {
                    return no_pattern(arg);
                }
                self.options.preamble.filter(arg, format!("player {name} ~~ {pattern}"));
            }
            "event" | "site" | "fen" => {
                let text = self.quoted(arg, "a text")?;
                self.options.preamble.filter(arg, format!("{name} {text}"));
            }
            "result" => {
                let result = self.quoted(arg, "a result")?;
                if !["\"1-0\"", "\"0-1\"", "\"1/2-1/2\""].contains(&result.as_str()) {
                    return wrong(format!("`{arg}` takes 1-0, 0-1 or 1/2-1/2, not {result}"));
                }
                self.options.preamble.filter(arg, format!("result {result}"));
            }
            "cql" => {
                let text = self.value(arg, "filters")?;
                self.options.preamble.filter(arg, format!("{{{text}\n}}"));
            }
            "assign" => self.assign(arg)?,
            "similarposition" => self.similar_position(arg)?,
            "hhdb" => {
                let text = hhdb::filter(&mut self.left).map_err(Refusal::Wrong)?;
                self.options.preamble.filter(arg, text);
            }
            "flip" | "flipcolor" | "flipvertical" | "fliphorizontal" | "shift" | "shifthorizontal"
            | "shiftvertical" | "rotate90" | "rotate45" | "reversecolor" => {
                self.options.preamble.transform(arg, name);
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn assign(&mut self, arg: &str) -> Read {
        let name = self.value(arg, "the name of a variable")?;
        let value = self.quoted(arg, "a value after the name")?;
        let begins_well = name.chars().next().is_some_and(|c| !c.is_ascii_digit());
        if !begins_well || !name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '$') {
            return wrong(format!(
                "`{name}` cannot be the name of a variable, which consists of letters, digits, `_` and `$` and begins with \
                 no digit"
            ));
        }
        let plain = &value[1..value.len() - 1];
        let digits = plain.strip_prefix('-').unwrap_or(plain);
        let is_number = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
        self.options.preamble.filter(arg, format!("{name}={}", if is_number { plain } else { &value }));
        Ok(())
    }

    fn similar_position(&mut self, arg: &str) -> Read {
        let mut text = String::from("similarposition");
        while let Some(word) = self.left.front().filter(|word| ["nosort", "notransform"].contains(word)) {
            text.push(' ');
            text.push_str(word);
            self.left.pop_front();
        }
        let file = self.quoted(arg, "a file with the position")?;
        if !PGN.iter().chain(&OTHERS).any(|end| file.trim_end_matches('"').ends_with(end)) {
            return wrong(format!("`{arg}` takes a file of games, whose name ends in .pgn, not {file}"));
        }
        self.options.preamble.filter(arg, format!("{text} {file}"));
        Ok(())
    }

    fn input(&mut self, file: &str) -> Read {
        if self.options.stdin {
            return wrong("games are already read from standard input (`-guipgnstdin`)");
        }
        match self.options.input.replace(file.to_owned()) {
            Some(first) => wrong(format!("the file of games is given twice: `{first}` and `{file}`")),
            None => Ok(()),
        }
    }

    fn output(&mut self, file: &str) -> Read {
        if self.options.stdout {
            return wrong("games are already written to standard output (`-guipgnstdout`)");
        }
        match self.options.output.replace(file.to_owned()) {
            Some(first) => wrong(format!("the output is given twice: `{first}` and `{file}`")),
            None => Ok(()),
        }
    }

    /// The argument of an option, no matter what it looks like.
    fn value(&mut self, arg: &str, what: &str) -> Read<&'a str> {
        self.left.pop_front().map_or_else(|| wrong(format!("`{arg}` needs {what} after it")), Ok)
    }

    /// The argument of an option as a literal of the language, which has no way to write quotes and line ends.
    fn quoted(&mut self, arg: &str, what: &str) -> Read<String> {
        let text = self.value(arg, what)?;
        if text.contains(['"', '\n']) {
            return wrong(format!("the argument of `{arg}` cannot contain a quote or a line break"));
        }
        Ok(format!("\"{text}\""))
    }

    fn size(&mut self, arg: &str, low: u32, high: u32) -> Read<usize> {
        let number = self.number(arg, low.into(), high.into())?;
        Ok(usize::try_from(number).expect("it is between two sizes"))
    }

    fn number(&mut self, arg: &str, low: i64, high: i64) -> Read<i64> {
        let text = self.value(arg, "a number")?;
        match text.parse() {
            Ok(number) if low <= number && number <= high => Ok(number),
            Ok(_) if high == i64::MAX => wrong(format!("`{arg}` takes a number of at least {low}, not `{text}`")),
            Ok(_) => wrong(format!("`{arg}` takes a number from {low} to {high}, not `{text}`")),
            Err(_) => wrong(format!("`{arg}` takes a number, not `{text}`")),
        }
    }

    /// One number or two.
    fn range(&mut self, arg: &str, low: i64) -> Read<(i64, i64)> {
        let first = self.number(arg, low, i64::MAX)?;
        let is_number = |text: &&str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        if !self.left.front().is_some_and(is_number) {
            return Ok((first, first));
        }
        let second = self.number(arg, low, i64::MAX)?;
        if first > second {
            return wrong(format!("the range of `{arg}` is descending: {first} {second}"));
        }
        Ok((first, second))
    }
}
