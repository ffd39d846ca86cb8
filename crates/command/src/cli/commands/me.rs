//! `tabiya me`: what the games of a player say of that player. Each part is a search, printed with the command that makes it again, so that
//! one can go on from there.
//!
//! The patterns are written for White, and `flipcolor` finds them for both colours, so that scores are those of the player.

use crate::cli::options::args::{MeArgs, SearchPart, Sums};
use crate::cli::options::command_line::quoted as shown;
use crate::cli::outputs::claims::{Claims, Use, check_ending};
use crate::cli::outputs::formats::page_of_sums;
use crate::cli::outputs::output::{self, Fault};
use crate::cli::report::{Exit, Message, Report, interrupt};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::PoisonError;
use tabiya::pipeline::{RunOptions, SecondLook, Sources};
use tabiya::syntax::Severity;
use tabiya::syntax::ast::quoted;
use tabiya::{ParsedQuery, QueryOptions, QuerySet, Source};

/// The part of the game, as a column: that of the move that led to the position.
const PHASE: &str =
    "phase=if parent:movenumber <= 12 then \"opening\" else if [QRBNqrbn] > 6 then \"middlegame\" else \"endgame\"";

/// What an ending is called, by the pieces of both sides.
const ENDING: &str = "ending=if not [QRBNqrbn] then \"pawns\" else if not [QBNqbn] then \"rooks\" else if not [RBNrbn] then \"queens\" \
    else if not [QRNqrn] then \"bishops\" else if not [QRBqrb] then \"knights\" else \"different pieces\"";

/// What a move cost: nothing, where the evaluation got better.
const LOST: &str = "lost=if evaldrop > 0 then evaldrop else 0";

/// An evaluation for White, and whether it is a mate: those of the game. `evaldrop` is the engine's by itself where the game has none.
const OF_GAME: [&str; 2] = ["eval", "eval mate"];

/// The same with an engine, for games without evaluations. A mate is 10,000 for the side that gives it.
const OF_GAME_OR_ENGINE: [&str; 2] =
    ["(if eval then eval else engineeval)", "{eval mate or {not eval abs engineeval == 10000}}"];

/// The parts: title, query, options of `search`. EVAL and MATE stand for an evaluation, and what [`of_player`] returns
/// for the two filters with "NAME". Conditions on a move are tested after it.
const PARTS: [(&str, &str, &[&str]); 9] = [
    (
        "Results by colour",
        "initial flipcolor {player white \"NAME\"}",
        &["--select", "colour=if player white \"NAME\" then \"White\" else \"Black\"", "--tally", "colour", "--score"],
    ),
    (
        "Results by opening",
        "initial flipcolor {player white \"NAME\"}",
        &["--tally", "opening", "--score", "--top", "10"],
    ),
    (
        "Results by year",
        "initial flipcolor {player white \"NAME\"}",
        &["--tally", "year", "--score", "--tally-order", "key"],
    ),
    (
        "Results by time control",
        "initial flipcolor {player white \"NAME\" tag \"TimeControl\"}",
        &["--tally", "TimeControl", "--score", "--top", "10"],
    ),
    (
        "Hundredths of a pawn lost by a move",
        "parent:mine \"NAME\" evaldrop >= -20000",
        &["--select", PHASE, "--select", LOST, "--tally", "phase", "--avg", "lost"],
    ),
    ("Blunders", "parent:mine \"NAME\" evaldrop >= 300", &["--select", PHASE, "--tally", "phase"]),
    (
        "Seconds used for a move",
        "parent:mine \"NAME\" elapsed >= 0",
        &["--select", PHASE, "--tally", "phase", "--avg", "elapsed", "--max", "elapsed"],
    ),
    (
        "Endings, with at most two pieces on each side",
        "flipcolor {player white \"NAME\" [QRBN] <= 2 [qrbn] <= 2}",
        &["--first", "--select", ENDING, "--tally", "ending", "--score"],
    ),
    (
        "Mates and wins missed",
        "flipcolor {player white \"NAME\" btm parent:EVAL >= 500 EVAL <= 50}",
        &[
            "--select",
            "missed=if parent:MATE then \"mate\" else \"win\"",
            "--select",
            PHASE,
            "--tally",
            "missed",
            "--tally",
            "phase",
        ],
    ),
];

/// Makes a search from its words.
type Run<'r> = &'r dyn Fn(Vec<OsString>, SearchPart) -> Exit;

/// Makes the searches; `run` makes one from its words, and hands its counts over if they are wanted.
pub(crate) fn me(args: &MeArgs, run: Run<'_>) -> Exit {
    let report = Report::plain();
    if Sources::from(&args.games).again().is_none() {
        let message = Message::new(
            Severity::Error,
            "unreadable-file",
            "the games are read several times, and a stream only once",
        );
        return report.refuse(&message.help("name a file"));
    }
    if let Err(message) = check(args) {
        return report.refuse(&message);
    }
    match &args.output {
        None => parts(args, None, run, &report),
        Some(output) => page(args, output, run, &report),
    }
}

/// The queries that the player has White, and is to move: in the spellings that the games have, if none has the name. This is told.
fn of_player(args: &MeArgs, report: &Report) -> [String; 2] {
    let name = quoted(&args.name);
    let literal = [format!("player white {name}"), format!("mine {name}")];
    // Names may be those of a table, which only the searches know.
    if args.options.iter().any(|option| ["--exact-names", "--names"].contains(&&*name_of(option))) {
        return literal;
    }
    let options = QueryOptions::default();
    let source = Source { name: "query".into(), text: format!("player {name}") };
    let set = ParsedQuery::parse(source, &options).and_then(|query| QuerySet::new(vec![query], &options));
    let run = RunOptions::new().control(&interrupt::control());
    let look = set.ok().and_then(|set| SecondLook::new(&[&set], &Sources::from(&args.games), &run));
    let (notes, names) = look.map_or_else(Default::default, SecondLook::look);
    names.said_with(notes).iter().for_each(|note| report.say(note));
    let white: Vec<String> = names.spellings().map(|name| format!("player white == {}", quoted(name))).collect();
    match white.as_slice() {
        [] => literal,
        white => {
            let white = format!("{{{}}}", white.join(" or "));
            [white.clone(), format!("flipcolor {{wtm {white}}}")]
        }
    }
}

/// Options of a search that would take the place of those of its parts, or of their output.
const TAKEN: [&str; 10] =
    ["-o", "--output", "-c", "--count", "-e", "--query", "--tally", "--limit", "--select", "--columns"];

/// An option without its value.
fn name_of(option: &OsString) -> String {
    option.to_string_lossy().split('=').next().unwrap_or_default().to_owned()
}

/// Rejects a name that no query can have, and options that the parts have themselves.
fn check(args: &MeArgs) -> Result<(), Message> {
    if args.name.trim().is_empty() || args.name.contains('"') {
        let message = Message::error("no-player", "a name is not empty and has no quotation marks");
        return Err(message.help("write the name, or a part of it, as the games spell it"));
    }
    match args.options.iter().map(name_of).find(|word| TAKEN.contains(&&**word)) {
        None => Ok(()),
        Some(word) => {
            let message = Message::error("conflicting-options", format!("{word} cannot be an option of all parts"));
            Err(message.help("for one of them, copy its command from the output, and add the option there"))
        }
    }
}

/// Writes the counts of the parts as a page.
fn page(args: &MeArgs, output: &Path, run: Run<'_>, report: &Report) -> Exit {
    let mut claims = Claims::reading(args.games.iter().map(PathBuf::as_path));
    let mut writer = match check_ending(output, &["html", "htm"]).and_then(|()| claims.open(Use::Results, output)) {
        Ok(writer) => writer,
        Err(message) => return report.refuse(&message),
    };
    let sums = Sums::default();
    let exit = parts(args, Some(&sums), run, report);
    if !matches!(exit, Exit::Found | Exit::Nothing) {
        return exit;
    }
    let text = page_of_sums(&args.name, &sums.lock().unwrap_or_else(PoisonError::into_inner));
    match writer.write(text.as_bytes()).and_then(|()| writer.settle()).and_then(|()| writer.commit()) {
        Ok(()) | Err(Fault::Gone) => exit,
        Err(Fault::Failed(message)) => report.refuse(&message),
    }
}

/// Makes the searches and prints what they count, or hands it over.
fn parts(args: &MeArgs, sums: Option<&Sums>, run: Run<'_>, report: &Report) -> Exit {
    let has_engine = args.options.iter().any(|option| option.as_encoded_bytes().starts_with(b"--engine"));
    let [eval, mate] = if has_engine { OF_GAME_OR_ENGINE } else { OF_GAME };
    let [white, mine] = of_player(args, report);
    let mut exit = Exit::Nothing;
    for (n, (title, query, options)) in PARTS.into_iter().enumerate() {
        let named = |text: &str| {
            let text = text.replace("EVAL", eval).replace("MATE", mate);
            OsString::from(text.replace("player white \"NAME\"", &white).replace("mine \"NAME\"", &mine))
        };
        let mut words: Vec<OsString> = ["tabiya", "search", "-q", "-e"].map(OsString::from).to_vec();
        words.push(named(query));
        words.extend(options.iter().map(|option| named(option)));
        words.extend(args.options.iter().cloned());
        words.extend(args.games.iter().map(OsString::from));
        let line: Vec<String> = words.iter().map(|word| shown(&word.to_string_lossy())).collect();
        let blank = if n > 0 { "\n" } else { "" };
        let printed = match sums {
            None => output::print(format!("{blank}{title}\n  {}\n", line.join(" ")).as_bytes(), report),
            Some(_) => Exit::Found,
        };
        // A page has one format.
        words.extend(sums.map(|_| OsString::from("--format=html")));
        let found = run(words, SearchPart { sums: sums.cloned(), told: n > 0 });
        if let Some(sums) = sums
            && let Some(sum) = sums.lock().unwrap_or_else(PoisonError::into_inner).get_mut(n)
        {
            (sum["title"], sum["command"]) = (title.into(), line.join(" ").into());
        }
        match (printed, found) {
            (Exit::Found, Exit::Found) => exit = Exit::Found,
            (Exit::Found, Exit::Nothing) => {}
            (Exit::Found, stopped) | (stopped, _) => return stopped,
        }
    }
    if exit == Exit::Nothing {
        let text = format!("no game of a player named {} was found", quoted(&args.name));
        let message = Message::new(Severity::Note, "no-player", text);
        report.say(&message.help("write the name, or a part of it, as the games spell it"));
    }
    exit
}
