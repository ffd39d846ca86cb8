//! Millions of games through the program: `cargo bench --bench scale -- N`, after `cargo build --release`.
//!
//! N games are made of those in `otb.pgn.zst` (`TABIYA_SHARED`), or of the project's own where that is not there, and go through
//! a pipe into `tabiya index -`, so that no PGN is on the disk. Each game is one of the corpus up to a random ply and
//! goes on with random legal moves; nearly all names and all dates and ratings are made up, so that dictionaries and filters
//! do not profit from repetition. (The first moves do repeat: the table of openings gets larger than that of as many
//! real games.) Then the database is searched, looked up, added to, and compared with new games and with itself. Each step is
//! a process of its own; the table has its wall time, its processor time and the most memory that it had. Making the
//! games also takes processor time, which is shown separately; wall time counts both.

#![allow(clippy::disallowed_methods)]
#![expect(clippy::print_stdout, reason = "the table is what this program is for")]

#[path = "common/samples.rs"]
mod samples;

use clap::Parser;
use std::error::Error;
use std::ffi::OsString;
use std::fmt::Write as _;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Instant;
use tabiya::chess::{Board, Move, MoveList, san};
use tabiya::game::{Frames, RawGame};
use tabiya::{Game, printable};

/// The random moves at the end of a game.
const RANDOM_PLIES: u32 = 8;

/// The games that are added in the end.
const ADDED: u64 = 1000;

/// The new games whose novelties are looked for.
const NEW: u64 = 10_000;

/// The queries: a name, and the text.
const QUERIES: [(&str, &str); 7] = [
    ("nothing", "false"),
    ("a position that no game has", "fen \"8/8/8/8/8/k1K5/8/R6q w - - 0 1\""),
    ("a position of an opening", "fen \"rnbqkb1r/pp2pppp/3p1n2/8/3NP3/8/PPP2PPP/RNBQKB1R w KQkq - 1 5\""),
    ("promotion to a knight", "move promote N"),
    ("a player", "player \"Kasparov\""),
    ("bare kings and minor pieces", "R==0 r==0 Q==0 q==0 P==0 p==0"),
    ("check", "check"),
];

/// The positions that are looked up in the table of openings.
const OPENINGS: [(&str, &str); 2] = [
    ("the first position", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
    ("the Spanish opening", "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3"),
];

/// Makes games and measures what the program does with them.
#[derive(Parser)]
struct Arguments {
    /// The number of games.
    #[arg(default_value_t = 100_000)]
    games: u64,
    /// Varies the games.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The threads of the program; by default its own choice.
    #[arg(long)]
    threads: Option<u16>,
    /// The folder of the database, which is removed in the end.
    #[arg(long)]
    folder: Option<PathBuf>,
    /// The program file of Tabiya.
    #[arg(long, default_value = "target/release/tabiya")]
    tabiya: PathBuf,
    /// Runs a command and says what it took.
    #[arg(long, hide = true)]
    measured: bool,
    /// The command.
    #[arg(last = true, hide = true)]
    command: Vec<OsString>,
    /// Given by `cargo bench`.
    #[arg(long, hide = true)]
    bench: bool,
}

/// A game of the corpus: its moves, their text, and where the text of each ends.
struct Original {
    /// The tags that stay as they are.
    tags: String,
    names: [String; 2],
    moves: Vec<Move>,
    text: String,
    ends: Vec<usize>,
    result: &'static str,
}

impl Original {
    fn of(game: &Game) -> Option<Original> {
        let tree = game.tree();
        if game.is_incomplete() || tree.mainline_len() < 12 || *tree.board(0) != Board::initial() {
            return None;
        }
        let mut tags = String::new();
        for name in ["Event", "Site", "Round", "ECO"] {
            if let Some(value) = game.tags().get(name) {
                let _ = writeln!(tags, "[{name} \"{}\"]", printable::line(value).replace(['"', '\\'], ""));
            }
        }
        let names = ["White", "Black"].map(|name| game.tags().get(name).unwrap_or("?").replace(['"', '\\'], ""));
        let (mut moves, mut text, mut ends) = (Vec::new(), String::new(), Vec::new());
        for n in 1..tree.mainline_len() {
            let mv = *tree.move_to(n)?;
            push_move(n - 1, tree.board(n - 1), &mv, tree.board(n), &mut text);
            moves.push(mv);
            ends.push(text.len());
        }
        Some(Original { tags, names, moves, text, ends, result: game.result().as_str() })
    }
}

fn push_move(ply: u32, board: &Board, mv: &Move, after: &Board, out: &mut String) {
    match ply {
        0 => {}
        ply if ply % 12 == 0 => out.push('\n'),
        _ => out.push(' '),
    }
    if ply.is_multiple_of(2) {
        let _ = write!(out, "{}. ", ply / 2 + 1);
    }
    san::write(board, mv, after, &mut MoveList::new(), out);
}

/// Makes games without end.
struct Maker {
    originals: Vec<Original>,
    rng: fastrand::Rng,
    players: u32,
}

impl Maker {
    fn new(seed: u64, games: u64) -> Maker {
        let corpora = samples::games();
        let (name, bytes) = corpora.last().expect("the project's own games are there");
        println!("made of: {name}, {} bytes", bytes.len());
        let (mut frames, mut raw, mut game) = (Frames::new(bytes.as_slice()), RawGame::default(), Game::new());
        let mut originals = Vec::new();
        while frames.read_frame(&mut raw).expect("text") {
            game.parse(&raw);
            originals.extend(Original::of(&game));
        }
        let players = u32::try_from(games / 20).unwrap_or(u32::MAX).max(1000);
        Maker { originals, rng: fastrand::Rng::with_seed(seed), players }
    }

    /// Appends a game.
    fn next(&mut self, out: &mut String) {
        let rng = &mut self.rng;
        let original = &self.originals[rng.usize(..self.originals.len())];
        out.push_str(&original.tags);
        for (tag, name) in ["White", "Black"].iter().zip(&original.names) {
            let _ = match rng.u8(..) {
                0..5 => writeln!(out, "[{tag} \"{name}\"]"),
                _ => writeln!(out, "[{tag} \"{}\"]", player(rng.u32(..self.players))),
            };
        }
        let _ = writeln!(out, "[Date \"{}.{:02}.{:02}\"]", rng.u32(1950..2026), rng.u32(1..13), rng.u32(1..29));
        let _ = writeln!(out, "[Result \"{}\"]", original.result);
        let _ = writeln!(out, "[WhiteElo \"{}\"]\n[BlackElo \"{}\"]\n", rng.u32(1400..2850), rng.u32(1400..2850));
        let kept = rng.usize(10..=original.moves.len());
        out.push_str(&original.text[..original.ends[kept - 1]]);
        let mut board = Board::initial();
        original.moves[..kept].iter().for_each(|mv| board.advance(mv));
        let mut moves = MoveList::new();
        for ply in (0..RANDOM_PLIES).map(|n| u32::try_from(kept).unwrap_or(0) + n) {
            moves.clear();
            board.legal_moves(&mut moves);
            let Some(&mv) = rng.choice(&moves) else { break };
            let after = board.play(&mv);
            push_move(ply, &board, &mv, &after, out);
            board = after;
        }
        let _ = writeln!(out, " {}\n", original.result);
    }

    /// Writes this number of games; gives the bytes and the seconds of processor time that making them took.
    fn write(&mut self, games: u64, mut out: impl Write) -> std::io::Result<(u64, f64)> {
        let (mut text, mut bytes, start) = (String::new(), 0, own_time());
        for n in 1..=games {
            self.next(&mut text);
            if text.len() >= 1 << 18 || n == games {
                out.write_all(text.as_bytes())?;
                bytes += text.len() as u64;
                text.clear();
            }
        }
        Ok((bytes, own_time() - start))
    }
}

/// A name of a few syllables.
fn player(mut number: u32) -> String {
    const SYLLABLES: [&str; 32] = [
        "ba", "be", "bo", "da", "de", "di", "ga", "go", "ha", "ja", "ka", "ke", "ki", "la", "le", "lo", "ma", "mi",
        "mo", "na", "ne", "ni", "po", "ra", "ro", "sa", "se", "ta", "to", "va", "vi", "zo",
    ];
    let mut name = String::new();
    for _ in 0..4 {
        name.push_str(SYLLABLES[number as usize % 32]);
        number /= 32;
    }
    name[..1].make_ascii_uppercase();
    format!("{name}, {}", char::from(b'A' + u8::try_from(number % 26).unwrap_or(0)))
}

/// What a step took.
struct Cost {
    wall: f64,
    processor: f64,
    /// The most memory, in MB.
    memory: f64,
    output: String,
}

/// A process of the program, by way of one that measures it.
fn start(arguments: &Arguments, words: &[&str], stdin: Stdio) -> Result<Child, Box<dyn Error>> {
    let mut command = Command::new(std::env::current_exe()?);
    command.args(["--measured", "--"]).arg(std::path::absolute(&arguments.tabiya)?).args(words);
    if let Some(threads) = arguments.threads {
        command.args(["--threads", &threads.to_string()].iter().filter(|_| words[0] != "info"));
    }
    Ok(command.stdin(stdin).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?)
}

fn finish(child: Child) -> Result<Cost, Box<dyn Error>> {
    let output = child.wait_with_output()?;
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    let figures = said.lines().last().and_then(|line| line.strip_prefix("measured "));
    let figures: Vec<f64> = figures.unwrap_or_default().split(' ').filter_map(|text| text.parse().ok()).collect();
    let [wall, processor, memory] = figures[..] else { return Err(said.into()) };
    let output = String::from_utf8_lossy(&output.stdout).lines().last().unwrap_or_default().to_owned();
    Ok(Cost { wall, processor, memory, output })
}

fn row(name: &str, cost: &Cost) {
    println!(
        "| {name} | {:.3} s | {:.3} s | {:.0} MB | {} |",
        cost.wall,
        cost.processor,
        cost.memory,
        cost.output.trim()
    );
}

/// Puts games into the database.
fn index(arguments: &Arguments, maker: &mut Maker, games: u64, words: &[&str]) -> Result<Cost, Box<dyn Error>> {
    let mut child = start(arguments, words, Stdio::piped())?;
    let stdin = child.stdin.take().ok_or("no pipe")?;
    let (bytes, making) = maker.write(games, stdin)?;
    let mut cost = finish(child)?;
    cost.output = format!("{bytes} bytes of PGN; making them took {making:.1} s of processor time");
    Ok(cost)
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments = Arguments::parse();
    if arguments.measured {
        return measured(&arguments.command);
    }
    let folder = match &arguments.folder {
        Some(folder) => tempfile::tempdir_in(folder)?,
        None => tempfile::tempdir()?,
    };
    let base = folder.path().join("base.tabiya");
    let base = base.to_str().ok_or("the folder has a strange name")?;
    let mut maker = Maker::new(arguments.seed, arguments.games);
    println!("{} games, seed {}, {:?} threads\n", arguments.games, arguments.seed, arguments.threads);
    println!("| step | wall | processor | memory | answer |\n|---|--:|--:|--:|---|");
    let made = index(&arguments, &mut maker, arguments.games, &["index", "-", "-q", "-o", base])?;
    row("index", &made);
    let bytes = std::fs::metadata(base)?.len();
    println!("| | | | | {bytes} bytes of database |");
    for round in ["", ", after adding"] {
        for (name, query) in QUERIES {
            let child = start(&arguments, &["search", "-q", "-e", query, "--format", "count", base], Stdio::null())?;
            row(&format!("search: {name}{round}"), &finish(child)?);
        }
        for (name, fen) in OPENINGS {
            let child = start(&arguments, &["info", base, "--position", fen], Stdio::null())?;
            row(&format!("openings: {name}{round}"), &finish(child)?);
        }
        if round.is_empty() {
            let added = index(&arguments, &mut maker, ADDED, &["index", "-", "-q", "--append", "-o", base])?;
            row(&format!("index --append: {ADDED} games"), &added);
        }
    }
    two_bases(&arguments, &mut maker, folder.path(), base)
}

/// The games compared with those of the whole database: other games, and each other.
fn two_bases(arguments: &Arguments, maker: &mut Maker, folder: &Path, base: &str) -> Result<(), Box<dyn Error>> {
    let place = |name: &str| folder.join(name).to_str().map(str::to_owned).ok_or("the folder has a strange name");
    let (new, found, kept) = (place("new.tabiya")?, place("novelties.csv")?, place("kept.pgn")?);
    index(arguments, maker, NEW, &["index", "-", "-q", "-o", &new])?;
    let mut novelty = finish(start(arguments, &["novelty", "-q", base, &new, "-o", &found], Stdio::null())?)?;
    novelty.output = format!("{} novelties", std::fs::read_to_string(&found)?.lines().count() - 1);
    row(&format!("novelty: {NEW} games"), &novelty);
    let mut dedupe = finish(start(arguments, &["dedupe", "-q", base, &new, "-o", &kept], Stdio::null())?)?;
    dedupe.output = format!("{} bytes of PGN", std::fs::metadata(&kept)?.len());
    row("dedupe", &dedupe);
    Ok(())
}

/// Runs a command and tells what it took: wall and processor time in seconds, the most memory in MB.
#[cfg(unix)]
#[expect(clippy::print_stderr, reason = "the figures are for the process that reads them")]
fn measured(words: &[OsString]) -> Result<(), Box<dyn Error>> {
    use nix::sys::resource::{UsageWho, getrusage};
    let (program, words) = words.split_first().ok_or("no command")?;
    let start = Instant::now();
    Command::new(program).args(words).status()?;
    let wall = start.elapsed().as_secs_f64();
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN)?;
    // Kilobytes; on macOS bytes.
    let unit = if cfg!(target_os = "macos") { 1e6 } else { 1e3 };
    let processor = seconds(usage.user_time()) + seconds(usage.system_time());
    eprintln!("measured {wall} {processor} {}", usage.max_rss() as f64 / unit);
    Ok(())
}

#[cfg(unix)]
fn seconds(time: nix::sys::time::TimeVal) -> f64 {
    time.tv_sec() as f64 + time.tv_usec() as f64 / 1e6
}

/// The processor time of this process, in seconds.
#[cfg(unix)]
fn own_time() -> f64 {
    use nix::sys::resource::{UsageWho, getrusage};
    getrusage(UsageWho::RUSAGE_SELF).map_or(0.0, |usage| seconds(usage.user_time()) + seconds(usage.system_time()))
}

#[cfg(not(unix))]
fn measured(_: &[OsString]) -> Result<(), Box<dyn Error>> {
    Err("this system does not tell what a process took".into())
}

#[cfg(not(unix))]
fn own_time() -> f64 {
    0.0
}
