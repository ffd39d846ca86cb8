//! Every step that looks at, reads, locks or changes the disk fails, one after the other, in every way that steps fail: afterwards
//! the old file or the new one is there, whole, what a run has said is true, no answer is shorter than the whole one without a
//! word, and the next run works.

use crate::cli::place::{DAMAGED, GAMES, Place, Run, finished};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::sync::OnceLock;
use tabiya_test_support::{size, tell};

#[cfg(unix)]
const SAMPLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/games/sample.pgn");

/// The exit status of a process that was ended at a step.
const ENDED: i32 = 86;

/// The ways to fail; a quick run takes the first ones.
const WAYS: [&str; 5] = ["fail", "end", "short", "full", "dead"];

/// The most steps that any of these runs may have.
const STEPS: usize = 1000;

thread_local! {
    /// How many steps of each kind a test has let fail.
    static FAILED: RefCell<BTreeMap<String, usize>> = RefCell::default();
}

/// The number of ways that are taken.
fn ways() -> usize {
    static TAKEN: OnceLock<usize> = OnceLock::new();
    *TAKEN.get_or_init(|| size("ways in which a step fails", 3, WAYS.len()))
}

/// Of the ways after the first one, a quick run takes one step of so many.
fn stride() -> usize {
    static TAKEN: OnceLock<usize> = OnceLock::new();
    *TAKEN.get_or_init(|| size("steps from one to the next, in the ways after the first", 4, 1))
}

/// Lets each step fail in every way. `run` is told the way and the number of a step, and says whether the command came to
/// this step. Gives the number of faults.
fn inject(mut run: impl FnMut(&str, usize) -> bool) -> usize {
    let mut injected = 0;
    let mut steps = STEPS;
    for (i, way) in WAYS[..ways()].iter().enumerate() {
        for step in (1 + i..=steps).step_by(if i == 0 { 1 } else { stride() }) {
            let came = run(way, step);
            injected += usize::from(came);
            // The first way meets all steps.
            if i == 0 && !came {
                steps = step;
                break;
            }
        }
        assert!(steps < STEPS, "there is no end");
    }
    injected
}

/// The command with a fault at a step, and whether it came to this step.
pub(super) fn with_fault(place: &Place, args: &[&str], way: &str, step: usize) -> (Run, bool) {
    let mut command = place.command(args);
    command.env("TABIYA_FAULT", format!("{way} {step}")).stdout(Stdio::piped()).stderr(Stdio::piped());
    let run = finished(command.spawn().expect("it starts"));
    let came = note(&run);
    (run, came)
}

/// Counts the step that a run has let fail; false if there was none.
fn note(run: &Run) -> bool {
    let kind = run.err.split("fault: ").nth(1).and_then(|told| told.split(' ').next()).map(str::to_owned);
    let came = kind.is_some();
    FAILED.with_borrow_mut(|failed| kind.into_iter().for_each(|kind| *failed.entry(kind).or_default() += 1));
    came
}

/// All files below a folder, by their names, without those of inputs.
pub(super) type Files = BTreeMap<String, Vec<u8>>;

pub(super) fn files(place: &Place, inputs: &[&str]) -> Files {
    fn gather(folder: &Path, before: &str, found: &mut Files) {
        for entry in fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry")) {
            let name = format!("{before}{}", entry.file_name().into_string().expect("UTF-8"));
            match entry.file_type().expect("a type").is_dir() {
                true => gather(&entry.path(), &format!("{name}/"), found),
                false => drop(found.insert(name, fs::read(entry.path()).expect("a file"))),
            }
        }
    }
    let mut found = Files::new();
    gather(&place.path(""), "", &mut found);
    found.retain(|name, _| !inputs.contains(&name.as_str()));
    found
}

/// Makes the files of a place, other than inputs, those given.
pub(super) fn restore(place: &Place, inputs: &[&str], to: &Files) {
    let now = files(place, inputs);
    now.keys()
        .filter(|name| !to.contains_key(*name))
        .for_each(|name| fs::remove_file(place.path(name)).expect("a file"));
    to.iter().filter(|(name, bytes)| now.get(*name) != Some(bytes)).for_each(|(name, bytes)| place.write(name, bytes));
    for entry in fs::read_dir(place.path("")).expect("a folder").map(|entry| entry.expect("an entry")) {
        // Folders that a run has made hold no files any more.
        let mut kept = to.keys().map(String::as_str).chain(inputs.iter().copied());
        if entry.file_type().expect("a type").is_dir() && !kept.any(|name| place.path(name).starts_with(entry.path())) {
            fs::remove_dir(entry.path()).expect("an empty folder");
        }
    }
}

/// A name that a run may leave behind when it does not end well.
fn is_left_over(name: &str) -> bool {
    let ends = [".resume", ".lock"].iter().any(|end| name.ends_with(end));
    name.contains(".partial") || ends || (name.contains('.') && name.ends_with(".tmp"))
}

/// A run with outputs that are files of their own.
struct Case<'c> {
    args: &'c [&'c str],
    /// Files that are read, and that no run changes.
    inputs: &'c [&'c str],
    /// The outputs.
    outputs: &'c [&'c str],
    /// True if two outputs that are whole are the same; otherwise they hold times, and end alike.
    exact: bool,
}

impl Case<'_> {
    /// Injects every fault, and gives their number.
    fn run(&self, place: &Place) -> usize {
        let &Case { args, inputs, outputs, exact } = self;
        let (read, before) = (files(place, &[]), files(place, inputs));
        let whole = place.run(args);
        assert!(matches!(whole.code, Some(0 | 1)), "{args:?}: {whole}");
        let after = files(place, inputs);
        assert!(after.keys().all(|name| before.contains_key(name) || outputs.contains(&name.as_str())), "{after:?}");
        let is_new = |name: &str, now: &[u8]| match after.get(name) {
            Some(new) if exact => now == new,
            Some(new) => now.starts_with(&new[..20]) && now.ends_with(&new[new.len() - 20..]),
            None => false,
        };
        let injected = inject(|way, step| {
            restore(place, inputs, &before);
            let (run, came) = with_fault(place, args, way, step);
            let context = || format!("{args:?}, {way} {step}: {run}");
            assert!(matches!(run.code, Some(0..=2 | ENDED)), "{}", context());
            assert!(!run.err.contains("panicked"), "{}", context());
            let now = files(place, inputs);
            let mut all_new = true;
            for name in outputs {
                let new = now.get(*name).is_some_and(|bytes| is_new(name, bytes));
                assert!(new || now.get(*name) == before.get(*name), "{name} is neither: {}", context());
                all_new &= new;
                let denied = run.err.contains(&format!("{name} was not written"));
                assert!(!(denied && new && after.get(*name) != before.get(*name)), "{name}: {}", context());
                let told = run.err.contains(&format!("{name} is written and complete"));
                assert!(!told || new, "{name}: {}", context());
            }
            assert!(run.code != whole.code || all_new, "{}", context());
            for (name, bytes) in &now {
                let known = outputs.contains(&name.as_str()) || before.get(name) == Some(bytes);
                assert!(known || is_left_over(name), "{name}: {}", context());
            }
            for name in inputs {
                assert!(fs::read(place.path(name)).ok().as_ref() == read.get(*name), "{name}: {}", context());
            }
            assert!(came || run.code == whole.code, "{}", context());
            came
        });
        // The next run does not mind what failed ones have left.
        let run = place.run(args);
        assert_eq!(run.code, whole.code, "{args:?}: {run}");
        outputs.iter().for_each(|name| {
            let now = fs::read(place.path(name)).unwrap_or_default();
            assert!(is_new(name, &now), "{args:?}: {name}");
        });
        injected
    }
}

fn told(what: &str, injected: usize) {
    assert!(injected > 0, "{what}");
    let kinds = FAILED.with_borrow_mut(std::mem::take);
    let kinds: Vec<String> = kinds.iter().map(|(kind, count)| format!("{kind} {count}")).collect();
    tell(&format!("faults: {what}: {injected} injected ({})", kinds.join(", ")));
}

#[test]
fn results_are_the_old_or_the_new_ones() {
    let place = Place::new();
    let mut injected = 0;
    let formats = [
        ("list", false),
        ("csv", true),
        ("parquet", false),
        ("html", false),
        ("pgn", false),
        ("csv", false),
        ("tsv", false),
        ("jsonl", false),
        ("md", false),
        ("fen", false),
        ("epd", false),
        ("count", false),
        ("arrow", false),
    ];
    for &(format, sorted) in &formats[..size("formats", 4, formats.len())] {
        place.write("out", "old");
        let query = if sorted { "check sort ply" } else { "check" };
        let args = ["search", "-q", "-j", "1", "-e", query, "--format", format, "-o", "out", "games.pgn"];
        let case = Case { args: &args, inputs: &["games.pgn"], outputs: &["out"], exact: format != "html" };
        injected += case.run(&place);
    }
    told("search -o", injected);
}

#[test]
fn a_file_whose_name_is_not_confirmed_is_there() {
    let place = Place::new();
    let csv = ["search", "-q", "-j", "1", "-e", "check", "-o", "out.csv", "games.pgn"];
    let base = ["index", "-q", "-j", "1", "games.pgn", "-o", "out.tabiya"];
    place.write("a.cql", "cql( ) check\n");
    for (args, name) in [(&csv[..], "out.csv"), (&base, "out.tabiya"), (&["fmt", "a.cql"], "a.cql")] {
        let before = files(&place, &[]);
        assert_eq!(place.run(args).code, Some(0));
        let new = fs::read(place.path(name)).expect("a file");
        let mut unconfirmed = 0;
        for step in 1.. {
            restore(&place, &[], &before);
            let (run, came) = with_fault(&place, args, "fail", step);
            if !came {
                break;
            }
            let told = format!(
                "error: {name} is written and complete, but the system did not confirm that it is on the disk: "
            );
            let is_new = fs::read(place.path(name)).is_ok_and(|now| now == new);
            // Of a database it is looked at afterwards how many games it has.
            let looked = run.err.contains("the games are in this database, but it could not be looked at afterwards");
            assert_eq!(run.code == Some(2) && is_new, run.err.contains(&told) || looked, "{run}");
            assert!(!is_new || !run.err.contains("was not written") && !run.err.contains("is lost"), "{run}");
            unconfirmed += usize::from(run.err.contains(&told));
        }
        assert_eq!(unconfirmed, 1, "{args:?}");
        restore(&place, &[], &before);
    }
}

#[test]
fn several_outputs_of_a_run_are_each_the_old_or_the_new_one() {
    let place = Place::new();
    place.write("damaged.pgn", DAMAGED);
    place.write("faults.jsonl", "old");
    place.write("found/query.csv", "old");
    place.write("notes.cqo", "old");
    let mut injected = Case {
        args: &[
            "search",
            "-q",
            "-j",
            "1",
            "-e",
            "check",
            "-e",
            "mate",
            "-o",
            "found/{query}.csv",
            "--report",
            "faults.jsonl",
            "games.pgn",
            "damaged.pgn",
        ],
        inputs: &["games.pgn", "damaged.pgn", "notes.cqo"],
        outputs: &["found/query.csv", "found/query-2.csv", "faults.jsonl"],
        exact: true,
    }
    .run(&place);
    injected += Case {
        args: &[
            "search",
            "-q",
            "-j",
            "1",
            "--files",
            ".",
            "-e",
            "mate writefile(\"notes.cqo\" \"mate\")",
            "-o",
            "out.csv",
            "games.pgn",
        ],
        inputs: &["games.pgn", "damaged.pgn", "faults.jsonl", "found/query.csv", "found/query-2.csv"],
        outputs: &["out.csv", "notes.cqo"],
        exact: true,
    }
    .run(&place);
    told("several outputs", injected);
}

#[test]
fn a_sort_of_many_games_is_whole() {
    let place = Place::new();
    // More than the command keeps in memory when it is tested.
    place.write("many.pgn", GAMES.repeat(30));
    place.write("out.csv", "old");
    let long = "initial s=\"a\" i=0 while (i<14) {i+=1 s+=s} sort s";
    let case = Case {
        args: &["search", "-q", "-j", "1", "-e", long, "--columns", "game,ply", "-o", "out.csv", "many.pgn"],
        inputs: &["games.pgn", "many.pgn"],
        outputs: &["out.csv"],
        exact: true,
    };
    told("sort", case.run(&place));
}

#[test]
fn other_commands_leave_the_old_file_or_the_new_one() {
    let place = Place::new();
    place.write("damaged.pgn", DAMAGED);
    for name in ["clean.pgn", "faults.jsonl", "back.pgn", "a.svg"] {
        place.write(name, "old");
    }
    place.write("a.cql", "cql( )\n  next (check   check)\n");
    assert_eq!(place.run(&["index", "-q", "games.pgn", "damaged.pgn", "-o", "base.tabiya"]).code, Some(0));
    let all = ["games.pgn", "damaged.pgn", "clean.pgn", "faults.jsonl", "back.pgn", "a.svg", "a.cql", "base.tabiya"];
    let others = |outputs: &[&str]| all.into_iter().filter(|name| !outputs.contains(name)).collect::<Vec<_>>();
    let mut injected = 0;
    let cases: [(&[&str], &[&str]); 5] = [
        (&["repair", "damaged.pgn", "-o", "clean.pgn", "--report", "faults.jsonl"], &["clean.pgn", "faults.jsonl"]),
        (&["export", "base.tabiya", "-o", "back.pgn"], &["back.pgn"]),
        (&["index", "-q", "-j", "1", "games.pgn", "-o", "base.tabiya"], &["base.tabiya"]),
        (&["explain", "-f", "a.cql", "--svg", "a.svg"], &["a.svg"]),
        (&["fmt", "a.cql"], &["a.cql"]),
    ];
    for (args, outputs) in cases {
        injected += Case { args, inputs: &others(outputs), outputs, exact: true }.run(&place);
    }
    told("repair, export, index, explain, fmt", injected);
}

#[test]
fn games_are_added_wholly_or_not_at_all() {
    let place = Place::new();
    place.write("more.pgn", DAMAGED.repeat(400));
    let run = place.run(&["index", "-q", "games.pgn", "-o", "base.tabiya"]);
    assert_eq!(run.code, Some(0), "{run}");
    // The second slot is in use, too.
    assert_eq!(place.run(&["index", "-q", "--append", "games.pgn", "-o", "base.tabiya"]).code, Some(0));
    let (inputs, before) = (["games.pgn", "more.pgn"], files(&place, &["games.pgn", "more.pgn"]));
    let append = ["index", "-q", "-j", "1", "--append", "more.pgn", "-o", "base.tabiya"];
    let games = || {
        let run = place.run(&["search", "-q", "-e", "initial", "--format", "count", "base.tabiya"]);
        assert_eq!(run.code, Some(0), "{run}");
        run.out.split(' ').next().and_then(|number| number.parse::<u32>().ok()).expect("a number")
    };
    let injected = inject(|way, step| {
        restore(&place, &inputs, &before);
        let (run, came) = with_fault(&place, &append, way, step);
        let context = || format!("{way} {step}: {run}");
        let found = games();
        match run.code {
            Some(0) => assert_eq!(found, 806, "{}", context()),
            Some(2) if run.err.contains("may be there or not") => {
                assert!(found == 6 || found == 806, "{found} {}", context());
            }
            Some(2) if run.err.contains("the games are in this database") => {
                assert!(found == 806 && !run.err.contains("help: add them again"), "{found} {}", context());
            }
            Some(2) => assert_eq!(found, 6, "{}", context()),
            Some(ENDED) => assert!(found == 6 || found == 806, "{found} {}", context()),
            _ => panic!("{}", context()),
        }
        let again = place.run(&["index", "-q", "--append", "games.pgn", "-o", "base.tabiya"]);
        assert_eq!(again.code, Some(0), "{again} after {}", context());
        assert_eq!(games(), found + 3, "after {}", context());
        came
    });
    told("index --append", injected);
}

#[test]
fn a_database_that_games_are_added_to_first_has_all_of_them_or_is_not_there() {
    let place = Place::new();
    let (inputs, before) = (["games.pgn"], files(&place, &["games.pgn"]));
    let append = ["index", "-q", "-j", "1", "--append", "games.pgn", "-o", "base.tabiya"];
    let injected = inject(|way, step| {
        restore(&place, &inputs, &before);
        let (run, came) = with_fault(&place, &append, way, step);
        let context = || format!("{way} {step}: {run}");
        let found = place.has("base.tabiya").then(|| {
            let run = place.run(&["search", "-q", "-e", "initial", "--format", "count", "base.tabiya"]);
            assert_eq!(run.out, "3 of 3 games, 3 positions\n", "{}", context());
        });
        let written = run.err.contains("are in this database") || run.err.contains("is written and complete");
        match run.code {
            Some(0) => assert!(found.is_some(), "{}", context()),
            Some(2) => assert_eq!(found.is_some(), written, "{}", context()),
            Some(ENDED) => {}
            _ => panic!("{}", context()),
        }
        let again = place.run(&append);
        assert_eq!(again.code, Some(0), "{again} after {}", context());
        assert!(!place.has("base.tabiya.lock"), "{}", context());
        came
    });
    told("index --append to a new database", injected);
}

/// An answer is the whole one, or the run fails. Gives the number of faults.
fn answer_wholly(place: &Place, args: &[&str], stdin: Option<&[u8]>) -> usize {
    let spawn = |fault: Option<String>| {
        let mut command = place.command(args);
        if let Some(bytes) = stdin {
            place.write("stdin", bytes);
            command.stdin(fs::File::open(place.path("stdin")).expect("a file"));
        }
        command.envs(fault.map(|fault| ("TABIYA_FAULT", fault)));
        finished(command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts"))
    };
    let whole = spawn(None);
    assert!(matches!(whole.code, Some(0 | 1)) && !whole.out.is_empty(), "{args:?}: {whole}");
    inject(|way, step| {
        let run = spawn(Some(format!("{way} {step}")));
        let came = note(&run);
        let context = || format!("{args:?}, {way} {step}: {run}whole: {whole}");
        assert!(!run.err.contains("panicked"), "{}", context());
        match run.code {
            Some(2 | ENDED) => {}
            code => assert!(code == whole.code && run.out == whole.out, "{}", context()),
        }
        came
    })
}

#[test]
fn an_answer_is_whole_or_the_run_fails() {
    let place = Place::new();
    let many = GAMES.repeat(300);
    place.write("many.pgn", &many);
    place.write("many.pgn.zst", zstd::encode_all(many.as_bytes(), 3).expect("packed"));
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    std::io::Write::write_all(&mut packed, many.as_bytes()).expect("packed");
    place.write("many.pgn.gz", packed.finish().expect("packed"));
    place.write("folder/a.pgn", GAMES);
    place.write("folder/deep/b.pgn", DAMAGED);
    place.write("lines.pgn", "1. e4 e5 *\n");
    place.write("library.cql", "function mated() { mate }\n");
    place.write("query.cql", "cql() include \"library.cql\" mated() position in \"lines.pgn\" or mated()\n");
    place.write("set/mate.cql", "cql() mate\n");
    place.write("set/check.cql", "cql() check\n");
    place.write("words.cqo", "Here");
    assert_eq!(place.run(&["index", "-q", "many.pgn", "-o", "base.tabiya"]).code, Some(0));
    let count = ["--format", "count"];
    let search =
        |query: &'static str, rest: &[&'static str]| [&["search", "-q", "-j", "1", "-e", query], rest].concat();
    let commands: [(Vec<&str>, Option<&[u8]>); 22] = [
        (search("check", &["--format", "csv", "many.pgn"]), None),
        (search("check", &["--format", "csv", "many.pgn.zst"]), None),
        (search("check", &["--format", "csv", "many.pgn.gz"]), None),
        (search("check", &["--format", "csv", "base.tabiya"]), None),
        (search("check sort ply", &["--format", "csv", "base.tabiya", "games.pgn"]), None),
        (search("check", &["--format", "csv", "folder"]), None),
        (search("initial", &["--select", "n=lastgamenumber", "--format", "csv", "many.pgn", "lines.pgn"]), None),
        (search("initial", &["--select", "n=lastgamenumber", "--format", "csv", "-"]), Some(many.as_bytes())),
        (search("#(readfile \"words.cqo\") > 3 mate", &[count[0], count[1], "games.pgn"]), None),
        (search("similarposition \"lines.pgn\"", &[count[0], count[1], "games.pgn"]), None),
        (search("position in \"base.tabiya\"", &[count[0], count[1], "games.pgn"]), None),
        (vec!["search", "-q", "-j", "1", "-f", "query.cql", "--format", "csv", "games.pgn"], None),
        (vec!["tag", "-q", "-j", "1", "--queries", "set", "--format", "csv", "games.pgn"], None),
        (vec!["tree", "-q", "-j", "1", "games.pgn"], None),
        (vec!["novelty", "-q", "-j", "1", "lines.pgn", "games.pgn"], None),
        (vec!["repertoire", "-q", "-j", "1", "lines.pgn", "games.pgn"], None),
        (vec!["dedupe", "-q", "-j", "1", "many.pgn", "-o", "-"], None),
        (vec!["export", "-q", "base.tabiya"], None),
        (vec!["repair", "-q", "folder/deep/b.pgn"], None),
        (vec!["info", "base.tabiya"], None),
        (vec!["explain", "-f", "query.cql"], None),
        (vec!["check", "query.cql"], None),
    ];
    let mut injected = 0;
    for (args, stdin) in commands {
        injected += answer_wholly(&place, &args, stdin);
    }
    told("answers", injected);
}

#[test]
fn shards_are_complete_or_have_no_manifest() {
    let place = Place::new();
    place.write("many.pgn", GAMES.repeat(20));
    let inputs = ["games.pgn", "many.pgn"];
    let before = files(&place, &inputs);
    let mut injected = 0;
    for form in [&[][..], &["--database"]] {
        let args = [&["shard", "-q", "-j", "1", "many.pgn", "-o", "out", "--games", "25"], form].concat();
        injected += inject(|way, step| {
            restore(&place, &inputs, &before);
            let (run, came) = with_fault(&place, &args, way, step);
            let context = || format!("{args:?}, {way} {step}: {run}");
            let left = files(&place, &inputs);
            match run.code {
                Some(0) => assert_eq!(left.len(), 4, "{}", context()),
                Some(2) if run.err.contains("could not be removed") => {}
                Some(2) => assert!(!left.contains_key("out/manifest.json"), "{left:?} {}", context()),
                Some(ENDED) => {}
                _ => panic!("{}", context()),
            }
            if left.contains_key("out/manifest.json") {
                let shards: Vec<&str> =
                    left.keys().map(String::as_str).filter(|name| name.contains("shard-")).collect();
                let search = [&["search", "-q", "-e", "initial", "--format", "count"], &shards[..]].concat();
                assert_eq!(place.run(&search).out, "60 of 60 games, 60 positions\n", "{}", context());
            }
            assert!(came || run.code == Some(0), "{}", context());
            came
        });
    }
    told("shard", injected);
}

#[cfg(unix)]
#[test]
fn a_stopped_search_can_be_gone_on_with_after_any_fault() {
    let place = Place::new();
    let games = fs::read_to_string(SAMPLE).expect("the sample games");
    place.write("many.pgn", games.repeat(12));
    let (inputs, outputs) = (["games.pgn", "many.pgn"], ["out.csv", "faults.jsonl"]);
    let search = [
        "search",
        "-q",
        "-j",
        "1",
        "-e",
        "move legal : check",
        "-o",
        "out.csv",
        "--report",
        "faults.jsonl",
        "many.pgn",
    ];
    assert_eq!(place.run(&search).code, Some(0));
    let whole = outputs.map(|name| place.read(name));
    outputs.iter().for_each(|name| place.write(name, "old"));
    crate::cli::resume::stop(&place, &search);
    outputs.iter().for_each(|name| place.write(name, "old"));
    let before = files(&place, &inputs);
    let resume = [&search[..], &["--resume"]].concat();
    let injected = inject(|way, step| {
        restore(&place, &inputs, &before);
        let (mut run, came) = with_fault(&place, &resume, way, step);
        let first = format!("{way} {step}: {run}");
        if run.code != Some(0) && place.has("out.csv.resume") {
            run = place.run(&resume);
            assert_eq!(run.code, Some(0), "{run} after {first}");
        }
        for (name, whole) in outputs.iter().zip(&whole) {
            assert!(place.read(name) == *whole, "{name} differs after {first}");
        }
        // A state that cannot be removed, or not be read for that, is of no use any more.
        let left = ["remove", "look", "read"].iter().any(|step| run.err.contains(&format!("fault: {step}")));
        assert!(!place.has("out.csv.resume") || left, "{first}");
        came
    });
    told("search --resume", injected);
}
