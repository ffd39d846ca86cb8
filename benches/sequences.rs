//! Longest-sequence searches over databases: `cargo bench --bench sequences -- [--queries FILE] [GAMES...]`.
//!
//! For each query of a file enough passes over the games on one thread, reading included, for the clock to tell their
//! time, and a row with the speed, the matches, the longest sequence and where that is. `--profile dist` before the `--` builds
//! with the optimizations of a release.

#![allow(clippy::disallowed_methods)]
#![expect(clippy::print_stdout, reason = "the table is what this program is for")]

#[path = "common/clock.rs"]
mod clock;
#[path = "common/root.rs"]
mod root;

use clap::Parser;
use clock::Stopwatch;
use std::error::Error;
use std::fs;
use std::path::PathBuf;
use tabiya::{Game, Games, ParsedQuery, QueryOptions, QuerySet, Scratch, SearchOptions, SortValue, Source};

/// Runs longest-sequence searches and shows how fast they are and what they find.
#[derive(Parser)]
struct Arguments {
    /// A file of queries parted by blank lines; lines that begin with `//` are comments.
    #[arg(long, value_name = "FILE")]
    queries: Option<PathBuf>,
    /// A query, instead of a file of them.
    #[arg(short, long, value_name = "TEXT", conflicts_with = "queries")]
    query: Vec<String>,
    /// Files or folders: .pgn, .pgn.zst, .pgn.gz, .pgn.bz2; else the games of the repository.
    games: Vec<PathBuf>,
    /// Given by `cargo bench`.
    #[arg(long, hide = true)]
    bench: bool,
}

/// The longest sequence so far.
struct Longest {
    length: i64,
    file: PathBuf,
    game: Game,
}

/// The result of a query's pass over the games.
#[derive(Default)]
struct Outcome {
    games: u64,
    positions: u64,
    seconds: f64,
    matched_games: u64,
    matches: u64,
    longest: Option<Longest>,
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments = Arguments::parse();
    let queries = if arguments.query.is_empty() {
        let file = arguments.queries.unwrap_or_else(|| root::root("benches/data/sequences.cql.txt"));
        blocks(&fs::read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))?)
    } else {
        arguments.query
    };
    let paths = if arguments.games.is_empty() {
        ["tests/data/games", "examples/games/sample.pgn"].map(root::root).to_vec()
    } else {
        arguments.games
    };

    println!("one thread, reading included; seconds: {}\n", Stopwatch::what());
    println!(
        "{:>8} {:>10} {:>8} {:>9} {:>11} {:>8} {:>8} {:>8}",
        "games", "positions", "seconds", "games/s", "positions/s", "in games", "matches", "longest"
    );
    for text in queries {
        let shown = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let options = QueryOptions::default();
        let source = Source { name: "query".into(), text };
        let parsed = ParsedQuery::parse(source, &options).and_then(|query| QuerySet::new(vec![query], &options));
        match parsed {
            Ok(query) => report(&shown, &query, &run(&query, &paths)?)?,
            Err(error) => {
                println!("{shown}\n         left out: {}", error.to_string().lines().next().unwrap_or_default())
            }
        }
    }
    Ok(())
}

/// The queries of a text.
fn blocks(text: &str) -> Vec<String> {
    let mut blocks = vec![String::new()];
    for line in text.lines().filter(|line| !line.trim_start().starts_with("//")) {
        let Some(block) = blocks.last_mut() else { continue };
        if !line.trim().is_empty() {
            block.push_str(line);
            block.push('\n');
        } else if !block.is_empty() {
            blocks.push(String::new());
        }
    }
    blocks.retain(|block| !block.is_empty());
    blocks
}

/// The least time of all passes together: the clock of the processor moves in steps of some milliseconds.
const LEAST: f64 = 0.25;

/// Passes over the games until the clock can tell their time; the outcome is that of one of them.
fn run(query: &QuerySet, paths: &[PathBuf]) -> Result<Outcome, Box<dyn Error>> {
    let watch = Stopwatch::start();
    let mut outcome = pass(query, paths)?;
    let mut passes = 1;
    while watch.elapsed().as_secs_f64() < LEAST {
        pass(query, paths)?;
        passes += 1;
    }
    outcome.seconds = watch.elapsed().as_secs_f64() / f64::from(passes);
    Ok(outcome)
}

fn pass(query: &QuerySet, paths: &[PathBuf]) -> Result<Outcome, Box<dyn Error>> {
    let variations = query.queries()[0].header().variations;
    // Without `sort` the lengths are those of the paths.
    let options = SearchOptions { paths: query.sort_keys(0).is_empty(), ..SearchOptions::default() };
    let mut outcome = Outcome::default();
    let (mut game, mut scratch) = (Game::new(), Vec::<Scratch>::new());
    for path in paths {
        let mut games = Games::open(path)?;
        while games.read_into(&mut game)? {
            outcome.games += 1;
            outcome.positions += u64::from(if variations { game.tree().len() } else { game.tree().mainline_len() });
            let found = query.search_game(&game, &mut scratch, &options).swap_remove(0)?;
            outcome.matched_games += u64::from(!found.matches.is_empty());
            outcome.matches += found.matches.len() as u64;
            let length = match found.sort_values.first() {
                Some(Some(SortValue::Number(length))) => Some(*length),
                _ => found.matches.iter().filter_map(|one| one.paths.first()).map(|path| path.length).max(),
            };
            if let Some(length) = length
                && outcome.longest.as_ref().is_none_or(|longest| longest.length < length)
            {
                let file = games.file().to_owned();
                outcome.longest = Some(Longest { length, file, game: game.clone() });
            }
        }
    }
    Ok(outcome)
}

fn report(query: &str, set: &QuerySet, outcome: &Outcome) -> Result<(), Box<dyn Error>> {
    let Outcome { games, positions, seconds, matched_games, matches, longest } = outcome;
    let length = longest.as_ref().map_or_else(|| "-".into(), |longest| longest.length.to_string());
    let (games_speed, positions_speed) = (*games as f64 / seconds, *positions as f64 / seconds);
    println!("{query}");
    println!(
        "{games:>8} {positions:>10} {seconds:>8.4} {games_speed:>9.0} {positions_speed:>11.0} {matched_games:>8} \
         {matches:>8} {length:>8}"
    );
    if let Some(longest) = longest {
        println!("         {}", place(set, longest)?);
    }
    Ok(())
}

/// The place of the longest sequence of a game. Of all the comments that a sort key's filter makes, those of its best
/// value stay; a sequence begins at the position whose comment says that it is the first.
fn place(set: &QuerySet, longest: &Longest) -> Result<String, Box<dyn Error>> {
    let Longest { length, file, game } = longest;
    let options = SearchOptions { comments: true, ..SearchOptions::default() };
    let found = set.search_game(game, &mut Vec::new(), &options).swap_remove(0)?;
    let first = format!("(position 1 of {length})");
    let begins = found.comments.iter().find(|comment| comment.text.ends_with(&first));
    let begins =
        begins.or_else(|| found.comments.iter().find(|comment| comment.text.starts_with("Start line that ends at")));
    let position = begins.map(|comment| comment.position).or_else(|| found.matches.first().map(|found| found.position));
    let tag = |name| game.tags().get(name).filter(|value| !value.is_empty()).unwrap_or("?");
    let from = position.map_or_else(String::new, |position| {
        let white = game.tree().board(position).turn() == tabiya::chess::Color::White;
        let dots = if white { "." } else { "..." };
        format!(", from move {}{dots}, position {position}", game.move_number(position))
    });
    let name = file.file_name().unwrap_or(file.as_os_str()).to_string_lossy();
    Ok(format!("{name}, game {}: {} - {}, {}{from}", game.number(), tag("White"), tag("Black"), tag("Date")))
}
