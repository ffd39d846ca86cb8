//! Games and positions as rows. Of each game only as much is read as its columns and conditions need, and the rows are made on the
//! threads that read.

use crate::batch::{RowBuilder, TAGS, Type, schema, tags_of};
use crate::conditions::Conditions;
use crate::facts::{FACTS, Fact, Part, Read, View, only_result};
use crate::stream::{Output, RowStream, Scan, failed};
use datafusion::arrow::datatypes::SchemaRef;
use datafusion::arrow::record_batch::RecordBatch;
use datafusion::error::{DataFusionError, Result};
use std::mem;
use std::num::NonZeroUsize;
use std::sync::Arc;
use tabiya::chess::MoveList;
use tabiya::game::Reading;
use tabiya::pipeline::{
    Batch, GameJob, Gather, Message, Pool, Room, Sources, StoredRange, Work, damage, damaged_block,
};
use tabiya::{Game, RunControl};

/// The number of games in a batch, and the number of bytes with which one is full.
const BATCH_GAMES: usize = 1024;
const BATCH_BYTES: usize = 1 << 20;

/// The number of batches for each thread that may be worked on or wait for their turn.
const BATCHES_PER_THREAD: usize = 3;

/// A column of games or positions.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Column {
    Fact(Fact),
    Tags,
}

impl Column {
    pub(crate) fn ty(self) -> Type {
        match self {
            Column::Fact(fact) => Type::Plain(fact.ty()),
            Column::Tags => Type::Tags,
        }
    }
}

/// The columns of games or positions.
pub(crate) fn columns(positions: bool) -> Vec<Column> {
    let of_games = |part: Part| part < Part::Position;
    let facts = FACTS.iter().filter(|row| positions || of_games(row.3));
    // Of a position one first wants to know where and what it is.
    let mut facts: Vec<&(Fact, _, _, Part)> = facts.collect();
    facts.sort_by_key(|row| (row.3 != Part::Place, positions && of_games(row.3)));
    facts.into_iter().map(|row| Column::Fact(row.0)).chain([Column::Tags]).collect()
}

/// The schema of some of them.
pub(crate) fn schema_of(columns: &[Column]) -> SchemaRef {
    let name = |column: &Column| match column {
        Column::Fact(fact) => fact.name(),
        Column::Tags => TAGS,
    };
    schema(columns.iter().map(|column| (name(column), column.ty())))
}

/// Reads games, or positions with variations or without.
pub(crate) fn read(
    sources: Sources,
    scan: &Scan,
    conditions: Conditions,
    positions: Option<bool>,
) -> Result<RowStream> {
    let all = columns(positions.is_some());
    let columns: Vec<Column> = match &scan.projection {
        None => all,
        Some(places) => {
            let columns: Option<_> = places.iter().map(|place| all.get(*place).copied()).collect();
            columns.ok_or_else(|| DataFusionError::Internal("there is no column of this number".into()))?
        }
    };
    let schema = schema_of(&columns);
    let part = |column: &Column| match column {
        Column::Fact(fact) => fact.part(),
        Column::Tags => Part::Tags,
    };
    let needed = columns.iter().map(part).max().unwrap_or(Part::Place).max(conditions.part());
    let needed = if positions.is_some() { needed.max(Part::Moves) } else { needed };
    let skims = needed == Part::Result || conditions.ask_result();
    let of_positions = conditions.of_rows(|fact| fact.part() == Part::Position);
    let task =
        Arc::new(Task { schema: Arc::clone(&schema), columns, conditions, of_positions, positions, needed, skims });
    let threads = scan.threads;
    let fill = move |output: &mut Output| fill(sources, &task, threads, output);
    Ok(RowStream::new(schema, scan.limit, &scan.reporter, Box::new(fill)))
}

/// What to do; the same for all threads.
#[derive(Debug)]
struct Task {
    schema: SchemaRef,
    columns: Vec<Column>,
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

fn fill(sources: Sources, task: &Arc<Task>, threads: Option<NonZeroUsize>, output: &mut Output) -> Result<()> {
    let available = || std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let threads = threads.unwrap_or_else(available).get();
    let control = Arc::clone(&output.control);
    let works = (0..threads).map(|_| Reader::new(Arc::clone(task), Arc::clone(&control)));
    let pool = Pool::start(sources, &control, works, BATCHES_PER_THREAD).map_err(|error| {
        failed(Message::error("threads", format!("cannot start {threads} threads: {error}")).help("choose fewer"))
    })?;
    let mut gatherer = Gatherer { output, error: None };
    pool.gather(&mut gatherer);
    gatherer.error.map_or(Ok(()), Err)
}

/// What comes of a batch of games.
enum Piece {
    Rows(Result<RecordBatch>),
    Counts(Numbers),
    Message(Message),
}

/// Numbers of games.
#[derive(Clone, Copy, Default)]
struct Numbers {
    games: u64,
    unread: u64,
    incomplete: u64,
}

/// Takes the pieces in the order of the games.
struct Gatherer<'o> {
    output: &'o mut Output,
    error: Option<DataFusionError>,
}

impl Gather<Piece> for Gatherer<'_> {
    fn take(&mut self, piece: Piece) -> bool {
        match piece {
            Piece::Rows(Ok(batch)) => return self.output.send(batch),
            Piece::Rows(Err(error)) => self.error = Some(error),
            Piece::Counts(Numbers { games, unread, incomplete }) => {
                self.output.counts.add_games(games, unread, incomplete)
            }
            Piece::Message(message) if message.is_error() => self.error = Some(failed(message)),
            Piece::Message(message) => self.output.say(message),
        }
        self.error.is_none()
    }

    fn message(&mut self, message: &Message) {
        self.error = Some(failed(message.clone()));
    }

    fn interrupt(&mut self) {
        self.error = Some(failed(Message::error("stopped", "the run was stopped; the results are incomplete")));
    }
}

/// A game of which a part has been read.
fn view<'a>(job: &'a GameJob, game: &'a Game, read: Read) -> View<'a> {
    View { file: Some(&job.file), number: job.raw.number, game, read, position: None }
}

/// One thread that reads games and makes rows of them.
struct Reader {
    task: Arc<Task>,
    control: Arc<RunControl>,
    game: Game,
    builder: RowBuilder,
    moves: MoveList,
    numbers: Numbers,
}

impl Reader {
    fn new(task: Arc<Task>, control: Arc<RunControl>) -> Reader {
        let types: Vec<_> = task.columns.iter().map(|column| column.ty()).collect();
        let builder = RowBuilder::new(&task.schema, &types);
        Reader { task, control, game: Game::new(), builder, moves: MoveList::default(), numbers: Numbers::default() }
    }

    /// Reads a game of PGN as far as it is needed, and makes its rows.
    fn take(&mut self, job: &GameJob, out: &mut Vec<Piece>) {
        let Reader { task, game, moves, .. } = self;
        if task.conditions.refuse(&view(job, game, Read::Place), moves) {
            return self.count(None);
        }
        // Text without tags may be no PGN, which nobody would notice: it is read to its end.
        if task.needed == Part::Place && job.raw.bytes.starts_with(b"[") {
            self.count(None);
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
            refused || task.needed <= suffices
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
    fn take_stored(&mut self, range: &mut StoredRange, job: &mut GameJob, out: &mut Vec<Piece>) -> bool {
        let Reader { task, game, moves, .. } = self;
        let (mut refused, mut reads_all) = (false, true);
        let next = range.next_game(job, game, |game| {
            // Its file is known when it has been read.
            let view = View { file: None, number: game.number(), game, read: Read::Tags, position: None };
            refused = task.conditions.refuse(&view, moves);
            reads_all = game.tags().is_empty() || !refused && task.needed > Part::Tags;
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
                out.push(Piece::Message(damaged_block(range.database(), &error)));
                false
            }
        }
    }

    fn count(&mut self, with_moves: Option<bool>) {
        self.numbers.games += 1;
        self.numbers.unread += u64::from(with_moves != Some(true));
    }

    /// Counts a game that has been read with its moves or without, and reports its faults.
    fn report(&mut self, job: &GameJob, with_moves: bool, out: &mut Vec<Piece>) {
        self.count(Some(with_moves));
        let damage = damage(&self.game, job, false, false);
        self.numbers.incomplete += u64::from(damage.incomplete);
        out.extend(damage.messages.into_iter().map(Piece::Message));
    }

    /// Makes the rows of a game.
    fn push(&mut self, job: &GameJob, read: Read, out: &mut Vec<Piece>) {
        let Reader { task, game, builder, moves, .. } = self;
        let task = Arc::clone(task);
        let view = view(job, game, read);
        if !task.conditions.is_empty() && task.conditions.refuse(&view, moves) {
            return;
        }
        let tags = if builder.wants_tags() { tags_of(game) } else { Vec::new() };
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
            let cells = task.columns.iter().filter_map(|column| match column {
                Column::Fact(fact) => Some(view.value(*fact, moves).into_cell()),
                Column::Tags => None,
            });
            let pushed = builder.push(cells, &tags);
            if let Err(error) = pushed {
                return out.push(Piece::Rows(Err(error)));
            }
            if builder.is_full() {
                out.push(Piece::Rows(builder.finish()));
            }
        }
    }
}

impl Work for Reader {
    type Outcome = Piece;

    fn room(&self) -> Room {
        Room { games: BATCH_GAMES, bytes: BATCH_BYTES, stored: BATCH_GAMES, patient: false }
    }

    fn work(&mut self, batch: &mut Batch, out: &mut Vec<Piece>) {
        if let Some(mut range) = batch.stored.take() {
            let mut job = GameJob::default();
            while self.control.halted().is_none() && self.take_stored(&mut range, &mut job, out) {}
        }
        for item in batch.items() {
            if self.control.halted().is_some() {
                break;
            }
            match item.message.take() {
                Some(message) => out.push(Piece::Message(message)),
                None => self.take(&item.job, out),
            }
        }
        if self.builder.rows() > 0 {
            let rows = self.builder.finish();
            out.push(Piece::Rows(rows));
        }
        out.push(Piece::Counts(mem::take(&mut self.numbers)));
    }
}
