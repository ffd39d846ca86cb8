//! Chess engines that speak UCI (Universal Chess Interface, April 2006), as programs of their own.
//!
//! A program is started when it is first queried, and once more for each thread that asks while the others are busy. It has one
//! thread and forgets each position before the next, so that with a limit on nodes or depth its answers depend on nothing
//! but the position. They are kept, up to half a million: a position is looked at once.
//!
//! The messages that matter are few and are read here; packages for UCI bring all of them and leave to the caller what takes
//! care: programs that end, hang, or talk without an end.

use crate::chess::{Bitboard, Board, Color, MoveList, Rank, Role, fen, san};
use crate::facts::{ChessEngine, EngineLine, Score};
use std::collections::HashMap;
use std::io::{BufRead, BufReader, Read as _, Write as _};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

/// How far an engine searches from one position, as `go` of UCI has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchLimit {
    /// This many positions of its search. The same on every machine.
    Nodes(u64),
    /// This many plies deep. The same on every machine.
    Depth(u32),
    /// This long, to the millisecond. Answers differ from run to run.
    Time(Duration),
}

impl SearchLimit {
    /// In the words of UCI: `nodes 100000`.
    fn words(self) -> String {
        match self {
            SearchLimit::Nodes(nodes) => format!("nodes {nodes}"),
            SearchLimit::Depth(depth) => format!("depth {depth}"),
            SearchLimit::Time(time) => format!("movetime {}", time.as_millis().max(1)),
        }
    }

    /// How long to wait for the answer. An engine with a limit in nodes may be very slow.
    fn timeout(self) -> Duration {
        match self {
            SearchLimit::Time(time) => time.saturating_add(START_TIMEOUT),
            SearchLimit::Nodes(_) | SearchLimit::Depth(_) => Duration::from_secs(600),
        }
    }
}

impl Default for SearchLimit {
    /// 100,000 nodes: with Stockfish a tenth of a second.
    fn default() -> SearchLimit {
        SearchLimit::Nodes(100_000)
    }
}

/// How long an engine may take to start.
const START_TIMEOUT: Duration = Duration::from_secs(20);
/// How long it may take to end before it is ended.
const QUIT_TIMEOUT: Duration = Duration::from_millis(500);
/// So often it is looked whether its answer is still wanted.
const HEEDED: Duration = Duration::from_millis(50);
/// The error if that is not so.
const GIVEN_UP: &str = "was given up, because the run has ended";
/// So often in a row an engine may fail; then it is not queried again, so that a search does not wait for it at every position.
const MOST_FAILURES: usize = 3;
/// This many answers are kept in memory, some hundred bytes each; later ones are computed again.
const MOST_ANSWERS: usize = 500_000;
/// The longest line that is read of an engine.
const LONGEST_LINE: u64 = 1 << 16;

/// Takes each answer as a line of text for a file that [`UciEngine::load_answers`] reads again.
type OnAnswer = Box<dyn Fn(&str) + Send + Sync>;

/// A chess engine that speaks UCI, and what it has answered.
///
/// ```no_run
/// use std::sync::Arc;
/// use tabiya::uci::{SearchLimit, UciEngine};
/// use tabiya::{Query, QueryOptions};
///
/// let engine = UciEngine::new("stockfish", SearchLimit::Nodes(200_000), []);
/// let options = QueryOptions { engine: Some(Arc::new(engine)), ..QueryOptions::default() };
/// let query = Query::with_options("mate not engineeval == 10000", &options)?;
/// # Ok::<(), tabiya::QueryError>(())
/// ```
pub struct UciEngine {
    program: PathBuf,
    limit: SearchLimit,
    settings: Vec<(String, String)>,
    /// What the engine calls itself, or why it cannot be started, once that is known.
    name: OnceLock<Result<String, String>>,
    idle: Mutex<Vec<Process>>,
    /// The failures since its last answer.
    failures: AtomicUsize,
    /// By the key of a question.
    answers: Mutex<HashMap<String, String>>,
    on_answer: Option<OnAnswer>,
}

impl UciEngine {
    /// An engine. `program` is a path, or a name that the system looks up in `PATH`; `settings` are options of the engine
    /// with their values, such as `SyzygyPath`. Nothing is started yet.
    pub fn new(
        program: impl Into<PathBuf>,
        limit: SearchLimit,
        settings: impl IntoIterator<Item = (String, String)>,
    ) -> UciEngine {
        UciEngine {
            program: program.into(),
            limit,
            settings: settings.into_iter().collect(),
            name: OnceLock::new(),
            idle: Mutex::default(),
            failures: AtomicUsize::new(0),
            answers: Mutex::default(),
            on_answer: None,
        }
    }

    /// Hands each answer that is new to a function, as a line without its end: to be kept in a file.
    pub fn on_answer(self, on_answer: impl Fn(&str) + Send + Sync + 'static) -> UciEngine {
        UciEngine { on_answer: Some(Box::new(on_answer)), ..self }
    }

    /// Takes the lines of a file of answers. Those of other engines, limits and settings serve no question; a text that is not a line
    /// of such a file is passed over.
    pub fn load_answers<'l>(&self, lines: impl IntoIterator<Item = &'l str>) {
        let mut known = lock(&self.answers);
        for (key, answer) in lines.into_iter().filter_map(|line| line.rsplit_once('\t')) {
            known.insert(key.to_owned(), answer.to_owned());
        }
    }

    /// What the engine calls itself: `Stockfish 15.1`. Starts it.
    ///
    /// # Errors
    ///
    /// Why it cannot be started, in words.
    pub fn name(&self) -> Result<&str, String> {
        self.name_unless(&|| false)
    }

    /// The same, unless `halted` holds while it is waited for.
    ///
    /// # Errors
    ///
    /// Why it cannot be started, in words, or that it was given up.
    pub fn name_unless(&self, halted: &dyn Fn() -> bool) -> Result<&str, String> {
        let known = match self.name.get() {
            Some(known) => known,
            None => {
                let started = self.start(halted);
                if halted() {
                    // Another run may wait until it has started.
                    return started.and(Err(GIVEN_UP.into()));
                }
                let name = started.map(|process| {
                    let name = process.name.clone();
                    lock(&self.idle).push(process);
                    name
                });
                self.name.get_or_init(|| name)
            }
        };
        known.as_deref().map_err(Clone::clone)
    }

    fn start(&self, halted: &dyn Fn() -> bool) -> Result<Process, String> {
        let program = self.program.display();
        let process = Process::start(&self.program, &self.settings, halted);
        process.map_err(|wrong| format!("the engine `{program}` cannot be started: {wrong}"))
    }

    /// Asks a process that is free, or one more.
    fn ask(&self, board: &Board, lines: u8, halted: &dyn Fn() -> bool) -> Result<String, String> {
        let program = self.program.display();
        if self.failures.load(Ordering::Relaxed) >= MOST_FAILURES {
            return Err(format!(
                "the engine `{program}` has failed {MOST_FAILURES} times in a row, and is not used again"
            ));
        }
        let idle = lock(&self.idle).pop();
        let process = idle.map_or_else(|| self.start(halted), Ok);
        let answered = process.and_then(|mut process| {
            let answer = process.ask((board, lines, self.limit), halted);
            let answer = answer.map_err(|wrong| format!("the engine `{program}` {wrong}"))?;
            lock(&self.idle).push(process);
            Ok(answer)
        });
        // A process that has failed is dropped, and another process takes its place.
        match &answered {
            Ok(_) => self.failures.store(0, Ordering::Relaxed),
            // An answer that nobody wants any more is not a failure.
            Err(_) if halted() => {}
            Err(_) => drop(self.failures.fetch_add(1, Ordering::Relaxed)),
        }
        answered
    }
}

impl std::fmt::Debug for UciEngine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("UciEngine").field("program", &self.program).field("limit", &self.limit).finish_non_exhaustive()
    }
}

impl ChessEngine for UciEngine {
    fn lines(&self, board: &Board, lines: u8, halted: &dyn Fn() -> bool) -> Result<Option<Vec<EngineLine>>, String> {
        if !is_playable(board) {
            return Ok(None);
        }
        let mut moves = MoveList::new();
        board.legal_moves(&mut moves);
        if moves.is_empty() {
            let score = if board.is_check() { Score::Mate(0) } else { Score::Centipawns(0) };
            return Ok(Some(vec![EngineLine { score, moves: Vec::new() }]));
        }
        let name = self.name_unless(halted)?;
        let settings: String = self.settings.iter().map(|(name, value)| format!(" {name}={value}")).collect();
        let key = format!("{name}{settings}\t{}\t{lines}\t{}", self.limit.words(), fen_of(board));
        let known = lock(&self.answers).get(&key).and_then(|answer| read_answer(answer, board));
        if known.is_some() {
            return Ok(known);
        }
        let answer = self.ask(board, lines, halted)?;
        let read = read_answer(&answer, board);
        let read = read.ok_or_else(|| format!("the engine `{}` answers with `{answer}`", self.program.display()))?;
        if let Some(on_answer) = &self.on_answer {
            on_answer(&format!("{key}\t{answer}"));
        }
        let mut known = lock(&self.answers);
        if known.len() < MOST_ANSWERS {
            known.insert(key, answer);
        }
        Ok(Some(read))
    }
}

/// What a thread that has failed leaves is as good as any.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// True if engines can play from a position: others may make them fail.
fn is_playable(board: &Board) -> bool {
    let ends = Bitboard::from_rank(Rank::First) | Bitboard::from_rank(Rank::Eighth);
    let sides = [Color::White, Color::Black];
    sides.iter().all(|&side| board.kings(side).count() == 1 && board.by_color(side).count() <= 16)
        && (board.by_role(Role::Pawn) & ends).is_empty()
        && !board.king_attacked(!board.turn())
}

/// The position alone: counters would make the same position two.
fn fen_of(board: &Board) -> String {
    fen::write(&fen::Setup { board: *board, ..fen::Setup::initial() })
}

/// True if kings and rooks that may castle stand where they stand in the usual initial position.
fn castles_as_usual(board: &Board) -> bool {
    board.castling().into_iter().all(|rook| {
        let king = board.color_at(rook).and_then(|color| board.kings(color).single_square());
        let home = rook.file().char() == 'a' || rook.file().char() == 'h';
        home && king.is_some_and(|king| king.file().char() == 'e' && king.rank() == rook.rank())
    })
}

/// Reads an answer: lines apart by `|`, the score before the moves, `cp 35 e2e4 e7e5|cp 20 d2d4`. None if a move is not legal
/// or there is no line.
fn read_answer(answer: &str, board: &Board) -> Option<Vec<EngineLine>> {
    let line = |text: &str| {
        let mut words = text.split(' ');
        let score = match (words.next()?, words.next()?.parse().ok()?) {
            ("cp", value) => Score::Centipawns(value),
            ("mate", moves) => Score::Mate(moves),
            _ => return None,
        };
        let (mut board, mut moves) = (*board, Vec::new());
        for word in words {
            let Some(mv) = san::read(word, &board) else { break };
            moves.push(mv);
            board.advance(&mv);
        }
        (!moves.is_empty()).then_some(EngineLine { score, moves })
    };
    answer.split('|').map(line).collect()
}

/// How long an engine is waited for.
struct Wait<'w> {
    until: Instant,
    /// True if its answer is not wanted any more.
    halted: &'w dyn Fn() -> bool,
}

/// A running engine.
struct Process {
    child: Child,
    input: ChildStdin,
    output: Receiver<String>,
    name: String,
    /// The last values of what differs from question to question.
    lines: u8,
    chess960: bool,
}

impl Process {
    fn start(program: &PathBuf, settings: &[(String, String)], halted: &dyn Fn() -> bool) -> Result<Process, String> {
        let mut command = Command::new(program);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        #[cfg(unix)]
        // What interrupts the search in a terminal must not end the engine in the middle of an answer.
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn().map_err(|error| error.to_string())?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err("it has no input and output".into());
        };
        let (sender, receiver) = sync_channel(1000);
        std::thread::spawn(move || {
            let mut output = BufReader::new(output);
            let mut line = Vec::new();
            while matches!(output.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line), Ok(1..)) {
                let text = String::from_utf8_lossy(&line).trim().to_owned();
                line.clear();
                if sender.send(text).is_err() {
                    break;
                }
            }
        });
        let name = program.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let mut process = Process { child, input, output: receiver, name, lines: 1, chess960: false };
        process.handshake(settings, halted).map_err(|wrong| format!("it {wrong}"))?;
        Ok(process)
    }

    fn handshake(&mut self, settings: &[(String, String)], halted: &dyn Fn() -> bool) -> Result<(), String> {
        let wait = Wait { until: Instant::now() + START_TIMEOUT, halted };
        let mut has_threads = false;
        self.send("uci")?;
        loop {
            let line = self.receive(&wait)?;
            if let Some(name) = line.strip_prefix("id name ") {
                self.name = name.replace('\t', " ");
            } else if line.starts_with("option name Threads ") {
                has_threads = true;
            } else if line == "uciok" {
                break;
            }
        }
        if has_threads {
            // The user may want more.
            self.send("setoption name Threads value 1")?;
        }
        for (name, value) in settings {
            self.send(&format!("setoption name {name} value {value}"))?;
        }
        self.wait_until_ready(&wait)
    }

    fn send(&mut self, words: &str) -> Result<(), String> {
        let sent = writeln!(self.input, "{words}").and_then(|()| self.input.flush());
        sent.map_err(|_| "has ended".into())
    }

    /// The next line. Who goes on talking does not gain time.
    fn receive(&mut self, wait: &Wait<'_>) -> Result<String, String> {
        loop {
            if (wait.halted)() {
                return Err(GIVEN_UP.into());
            }
            let Some(left) = wait.until.checked_duration_since(Instant::now()) else {
                return Err("does not reply as engines do".into());
            };
            match self.output.recv_timeout(left.min(HEEDED)) {
                Ok(line) => return Ok(line),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err("has ended".into()),
            }
        }
    }

    fn wait_until_ready(&mut self, wait: &Wait<'_>) -> Result<(), String> {
        self.send("isready")?;
        while self.receive(wait)? != "readyok" {}
        Ok(())
    }

    /// What it answers about a position in which there are legal moves; see [`read_answer`].
    fn ask(
        &mut self,
        (board, lines, limit): (&Board, u8, SearchLimit),
        halted: &dyn Fn() -> bool,
    ) -> Result<String, String> {
        let chess960 = !castles_as_usual(board);
        if chess960 != self.chess960 {
            self.send(&format!("setoption name UCI_Chess960 value {chess960}"))?;
            self.chess960 = chess960;
        }
        if lines != self.lines {
            self.send(&format!("setoption name MultiPV value {lines}"))?;
            self.lines = lines;
        }
        self.send("ucinewgame")?;
        self.wait_until_ready(&Wait { until: Instant::now() + START_TIMEOUT, halted })?;
        self.send(&format!("position fen {}", fen_of(board)))?;
        self.send(&format!("go {}", limit.words()))?;
        let wait = Wait { until: Instant::now() + limit.timeout(), halted };
        let mut found = vec![String::new(); usize::from(lines)];
        loop {
            let line = self.receive(&wait)?;
            if let Some(best) = line.strip_prefix("bestmove ") {
                if found[0].is_empty() {
                    // An engine that does not say what it thinks still has a move.
                    return Err(format!("gives no score with its best move {best}"));
                }
                found.retain(|line| !line.is_empty());
                return Ok(found.join("|"));
            }
            if let Some((place, text)) = read_info(&line)
                && let Some(old) = found.get_mut(place - 1)
            {
                *old = text;
            }
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.send("quit");
        let until = Instant::now() + QUIT_TIMEOUT;
        while matches!(self.child.try_wait(), Ok(None)) {
            if Instant::now() > until {
                let _ = self.child.kill();
                let _ = self.child.wait();
                break;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

/// The number of a line, from 1, with its score and moves: of `info depth 9 multipv 2 score cp 20 nodes 99 pv d2d4 d7d5` that
/// is 2 and `cp 20 d2d4 d7d5`. None if it is about something else, or gives a bound in place of a score.
fn read_info(line: &str) -> Option<(usize, String)> {
    let mut words = line.strip_prefix("info ")?.split_ascii_whitespace();
    let (mut place, mut score) = (1, None);
    while let Some(word) = words.next() {
        match word {
            "multipv" => place = words.next()?.parse().ok().filter(|&place| place >= 1)?,
            "score" => score = Some(format!("{} {}", words.next()?, words.next()?)),
            "lowerbound" | "upperbound" | "string" => return None,
            "pv" => {
                let moves: Vec<&str> = words.collect();
                return score.map(|score| (place, format!("{score} {}", moves.join(" "))));
            }
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_engines_say_is_read() {
        let read = |line: &str| read_info(line);
        let usual = "info depth 9 seldepth 11 multipv 2 score cp -20 wdl 3 4 5 nodes 9 nps 9 hashfull 0 tbhits 0 time 1 pv d2d4 d7d5";
        assert_eq!(read(usual), Some((2, "cp -20 d2d4 d7d5".to_owned())));
        assert_eq!(read("info score mate 3 pv a1a8"), Some((1, "mate 3 a1a8".to_owned())));
        for other in [
            "info string pv",
            "info currmove e2e4",
            "info score cp 3 lowerbound pv a1a2",
            "info multipv 0 score cp 1 pv a1a2",
            "readyok",
        ] {
            assert_eq!(read(other), None, "{other}");
        }
    }

    #[test]
    fn castling_is_read_as_it_is_written() {
        let board = |text: &str| fen::parse(text).expect("a position").board;
        let first = |answer: &str, board: &Board| read_answer(answer, board).expect("a line")[0].moves[0];
        assert!(first("cp 3 e1g1", &board("4k3/8/8/8/8/8/8/4K2R w K - 0 1")).is_castle());
        // The king moves to g1 with and without the rook.
        let other = board("4k3/8/8/8/8/8/8/5K1R w H - 0 1");
        assert!(first("cp 3 f1h1", &other).is_castle() && !first("cp 3 f1g1", &other).is_castle());
        assert_eq!(read_answer("cp 3 f1g1 e8e7|mate -2 f1h1", &other).expect("two lines").len(), 2);
        assert_eq!(read_answer("cp 3 a1a2", &other), None);
    }
}
