//! Games and positions as rows. Of each game only as much is read as its columns and conditions need, and the rows are made on the
//! threads that read.

use crate::conditions::Conditions;
use crate::facts::{Read, View, named, only_result, projected};
use crate::stream::{Output, RowStream, Scan, failed};
use datafusion::arrow::record_batch::RecordBatch;
use datafusion::error::Result;
use std::num::NonZeroUsize;
use std::sync::Arc;
use tabiya::chess::MoveList;
use tabiya::game::Reading;
use tabiya::pipeline::{
    Batch, Event, GameJob, News, Outcome, PassedGames, Room, Run, RunSummary, Sources, StoredRange, Work, damage,
    damaged_block,
};
use tabiya::rows::{Batches, Entry, Part};
use tabiya::{Game, RunControl};

/// The number of games in a batch, and the number of bytes with which one is full.
const BATCH_GAMES: usize = 1024;
const BATCH_BYTES: usize = 1 << 20;

/// The columns of games and positions. Of a position one first wants to know where and what it is.
const OF_PLACES: [&str; 2] = ["file", "game"];
const OF_POSITIONS: [&str; 10] =
    ["position", "ply", "move", "san", "uci", "fen", "clock", "elapsed", "eval", "eval_mate"];
const OF_GAMES: [&str; 17] = [
    "white",
    "black",
    "white_elo",
    "black_elo",
    "event",
    "site",
    "date",
    "day",
    "year",
    "event_date",
    "round",
    "eco",
    "opening",
    "variation",
    "result",
    "plies",
    "tags",
];

/// The columns of games or positions.
pub(crate) fn columns(positions: bool) -> Vec<&'static Entry> {
    let of_positions: &[&str] = if positions { &OF_POSITIONS } else { &[] };
    OF_PLACES.iter().chain(of_positions).chain(&OF_GAMES).filter_map(|name| Entry::named(name)).collect()
}

/// Reads games, or positions with variations or without.
pub(crate) fn read(
    sources: Sources,
    scan: &Scan,
    conditions: Conditions,
    positions: Option<bool>,
) -> Result<RowStream> {
    let columns = projected(&columns(positions.is_some()), scan)?;
    let schema = Batches::of(named(&columns)).schema();
    let needed = columns.iter().map(|column| column.part).max().unwrap_or(Part::Place).max(conditions.part());
    let needed = if positions.is_some() { needed.max(Part::Moves) } else { needed };
    let skims = matches!(needed, Part::Result | Part::Opening) || conditions.ask_result();
    let of_positions = conditions.of_rows(|fact| fact.part == Part::Position);
    let task = Arc::new(Task { columns, conditions, of_positions, positions, needed, skims });
    let threads = scan.threads;
    let fill = move |output: &mut Output| fill(sources, &task, threads, output);
    Ok(RowStream::new(schema, scan.limit, &scan.reporter, Box::new(fill)))
}

/// What to do; the same for all threads.
#[derive(Debug)]
struct Task {
    columns: Vec<&'static Entry>,
    conditions: Conditions,
    /// Those that depend on the position.
    of_positions: Conditions,
    /// The rows are positions, with variations or without.
    positions: Option<bool>,
    /// The last part of a game that is needed.
    needed: Part,
    /// True if the text of the moves is gone through for the result.
    skims: bool,
}

impl Task {
    /// True if openings are wanted, and the tags of a game say everything about its own, so that no more of it is needed.
    fn knows_all(&self, view: &View<'_>, moves: &mut MoveList) -> bool {
        let mut columns = self.columns.iter();
        self.needed == Part::Opening
            && columns.all(|column| column.part <= Part::Tags || view.value(column, moves).is_some())
            && self.conditions.are_decided(view, moves)
    }
}

fn fill(sources: Sources, task: &Arc<Task>, threads: Option<NonZeroUsize>, output: &mut Output) -> Result<()> {
    let available = || std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let threads = threads.unwrap_or_else(available).get();
    let control = Arc::clone(&output.control);
    let works = (0..threads).map(|_| Reader::new(Arc::clone(task), Arc::clone(&control)));
    let mut run = Run::of_works(sources, &control, works).map_err(failed)?;
    loop {
        match run.next_event() {
            Event::Made(made) => {
                if let Some(rows) = made.output
                    && !output.send(rows)
                {
                    return Ok(());
                }
            }
            Event::News(news) => {
                let RunSummary { games, unread, incomplete, .. } = *run.summary();
                output.counts.set_games(games, unread, incomplete);
                match news {
                    News::Damaged(damage) => damage.messages.into_iter().for_each(|message| output.say(message)),
                    News::Message(message) if !message.is_error() => output.say(message),
                    News::Message(error) | News::Ended(error) | News::Halted(_, error) => return Err(failed(error)),
                    News::Passed(_) | News::Counted(_) | News::File(_) | News::Idle => {}
                    News::End => return Ok(()),
                }
            }
        }
    }
}

/// What comes of a batch of games: their rows.
type Outcomes = Vec<Outcome<RecordBatch>>;

/// A game of which a part has been read.
fn view<'a>(job: &'a GameJob, game: &'a Game, read: Read) -> View<'a> {
    View { file: Some(&job.file), number: job.raw.number, game, read, position: None }
}

/// Counts a game that has been read with its moves or without.
fn count(job: &GameJob, with_moves: bool, out: &mut Outcomes) {
    Outcome::pass(out, PassedGames { first: job.raw.number, games: 1, unread: !with_moves, thread: 0 });
}

/// One thread that reads games and makes rows of them.
struct Reader {
    task: Arc<Task>,
    control: Arc<RunControl>,
    game: Game,
    batches: Batches,
    moves: MoveList,
}

impl Reader {
    fn new(task: Arc<Task>, control: Arc<RunControl>) -> Reader {
        let batches = Batches::of(named(&task.columns));
        Reader { task, control, game: Game::new(), batches, moves: MoveList::default() }
    }

    /// Reads a game of PGN as far as it is needed, and makes its rows.
    fn take(&mut self, job: &GameJob, out: &mut Outcomes) {
        let Reader { task, game, moves, .. } = self;
        if task.conditions.refuse(&view(job, game, Read::Place), moves) {
            return count(job, false, out);
        }
        // Text without tags may not be PGN, which nobody would notice: it is read to its end.
        if task.needed == Part::Place && job.raw.bytes.starts_with(b"[") {
            count(job, false, out);
            return self.push(job, Read::Place, out);
        }
        let (mut refused, mut result) = (false, None);
        let reads_all = game.parse_unless_skimmed(&job.raw, &Reading::default(), task.skims, |game, tokens| {
            if game.tags().is_empty() {
                return false;
            }
            let read = match tokens {
                None => Read::Tags,
                Some(tokens) => match only_result(tokens) {
                    Some(only) => Read::Result(only),
                    None => return false,
                },
            };
            if let Read::Result(only) = read {
                result = Some(only);
            }
            refused = task.conditions.refuse(&view(job, game, read), moves);
            let suffices = match read {
                Read::Result(_) => Part::Result,
                _ => Part::Tags,
            };
            refused || task.needed <= suffices || task.knows_all(&view(job, game, read), moves)
        });
        let read = match (reads_all, result) {
            (true, _) => Read::Moves,
            (false, Some(result)) => Read::Result(result),
            (false, None) => Read::Tags,
        };
        self.report(job, reads_all, out);
        if !refused {
            self.push(job, read, out);
        }
    }

    /// The same for the next game of a database; `false` after the last one.
    fn take_stored(&mut self, range: &mut StoredRange, job: &mut GameJob, out: &mut Outcomes) -> bool {
        let Reader { task, game, moves, .. } = self;
        let (mut refused, mut reads_all) = (false, true);
        let next = range.next_game(job, game, |game| {
            // Its file is known when it has been read.
            let view = View { file: None, number: game.number(), game, read: Read::Tags, position: None };
            refused = task.conditions.refuse(&view, moves);
            let suffices = task.needed <= Part::Tags || task.knows_all(&view, moves);
            reads_all = game.tags().is_empty() || !refused && !suffices;
            !reads_all
        });
        match next {
            Ok(true) => {
                self.report(job, reads_all, out);
                if !refused {
                    self.push(job, if reads_all { Read::Moves } else { Read::Tags }, out);
                }
                true
            }
            Ok(false) => false,
            Err(error) => {
                out.push(Outcome::Message(damaged_block(range.database(), &error)));
                false
            }
        }
    }

    /// Counts a game that has been read with its moves or without, and reports its faults.
    fn report(&mut self, job: &GameJob, with_moves: bool, out: &mut Outcomes) {
        count(job, with_moves, out);
        let damage = damage(&self.game, job, false, false);
        if damage.incomplete || damage.flawed {
            out.push(Outcome::damaged(damage, None));
        }
    }

    /// Makes the rows of a game.
    fn push(&mut self, job: &GameJob, read: Read, out: &mut Outcomes) {
        let Reader { task, game, batches, moves, .. } = self;
        let task = Arc::clone(task);
        let view = view(job, game, read);
        if !task.conditions.is_empty() && task.conditions.refuse(&view, moves) {
            return;
        }
        let tree = game.tree();
        let rows = match task.positions {
            None => vec![None],
            Some(true) => (0..tree.len()).map(Some).collect(),
            Some(false) => (0..tree.mainline_len()).map(Some).collect::<Vec<Option<u32>>>(),
        };
        for position in rows {
            let view = View { position, ..view };
            if !task.of_positions.hold(&view, moves) {
                continue;
            }
            batches.push_cells(task.columns.iter().map(|column| view.value(column, moves).unwrap_or_default()));
            if batches.is_full() {
                out.push(Outcome::made(0, batches.finish()));
            }
        }
    }
}

impl Work for Reader {
    type Output = RecordBatch;

    const BATCHES: usize = 3;

    fn room(&self) -> Room {
        Room { games: BATCH_GAMES, bytes: BATCH_BYTES, stored: BATCH_GAMES, patient: false }
    }

    fn work(&mut self, batch: &mut Batch, out: &mut Outcomes) {
        if let Some(mut range) = batch.stored.take() {
            let mut job = GameJob::default();
            while self.control.halted().is_none() && self.take_stored(&mut range, &mut job, out) {}
        }
        for item in batch.items() {
            if self.control.halted().is_some() {
                break;
            }
            match item.message.take() {
                Some(message) => out.push(Outcome::Message(message)),
                None => self.take(&item.job, out),
            }
        }
        if self.batches.rows() > 0 {
            out.push(Outcome::made(0, self.batches.finish()));
        }
    }
}
