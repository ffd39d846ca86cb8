//! Record batches from the threads that read games, with counts of the games and notices about them.
//!
//! A thread gathers the results and hands record batches to Tokio by a channel of four batches, so memory does not
//! depend on the number of rows. Dropping the stream stops the threads. An unreadable file ends a statement,
//! although `tabiya search` goes on and reports it by its exit status: users of a statement see only its result, and a partial sum looks like any other.

use datafusion::arrow::datatypes::SchemaRef;
use datafusion::arrow::record_batch::RecordBatch;
use datafusion::error::{DataFusionError, Result};
use datafusion::execution::RecordBatchStream;
use datafusion::logical_expr::Expr;
use datafusion::physical_plan::metrics::{BaselineMetrics, Count, ExecutionPlanMetricsSet, MetricBuilder};
use futures::Stream;
use std::fmt;
use std::num::NonZeroUsize;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::task::{Context, Poll, ready};
use tabiya::RunControl;
use tabiya::pipeline::{Message, STACK};
use tabiya::syntax::Severity;
use tokio::sync::mpsc::{Receiver, Sender, channel};

/// The number of record batches that may wait to be taken.
const BATCHES_AHEAD: usize = 4;

/// The number of warnings about games that are reported one by one.
const WARNINGS: u64 = 10;

/// The request to a table.
#[derive(Clone, Debug, Default)]
pub struct Scan {
    /// The numbers of the columns in their order; by default all.
    pub projection: Option<Vec<usize>>,
    /// Conditions that every row must meet. Each is one that the table has declared that it decides exactly.
    pub filters: Vec<Expr>,
    /// The greatest number of rows; by default all.
    pub limit: Option<usize>,
    /// The number of threads that read and search; by default one for each processor.
    pub threads: Option<NonZeroUsize>,
    /// Takes what there is to say about files and games.
    pub reporter: Reporter,
}

/// A warning or a note. Errors are the errors of the statement.
#[derive(Clone, Debug)]
pub enum Notice {
    /// A warning about a query, rendered with its place, over several lines.
    Query(String),
    /// A message about a file or about games.
    Games(Message),
    /// How far a search on a cluster is: shards that have come, of all.
    Shards {
        /// Those that have come.
        come: usize,
        /// All of them.
        all: usize,
    },
}

impl fmt::Display for Notice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Notice::Query(text) => f.write_str(text),
            Notice::Games(message) => {
                let severity = if message.severity == Severity::Warning { "warning" } else { "note" };
                write!(f, "{severity}[{}]: {message}", message.code)
            }
            Notice::Shards { come, all } => write!(f, "{come} of {all} shards"),
        }
    }
}

/// Takes notices, on any thread. By default they are dropped.
#[derive(Clone, Default)]
pub struct Reporter(Option<Arc<dyn Fn(Notice) + Send + Sync>>);

impl fmt::Debug for Reporter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Reporter").field(&self.0.is_some()).finish()
    }
}

impl Reporter {
    /// Hands each notice to a function.
    pub fn new(take: impl Fn(Notice) + Send + Sync + 'static) -> Reporter {
        Reporter(Some(Arc::new(take)))
    }

    /// Takes a notice.
    pub fn report(&self, notice: Notice) {
        if let Some(take) = &self.0 {
            take(notice);
        }
    }
}

/// The numbers of a search. They grow while it runs, and they are complete when its stream has ended.
#[derive(Debug, Default)]
pub struct Counts {
    games: AtomicU64,
    unread: AtomicU64,
    incomplete: AtomicU64,
    rows: AtomicU64,
    complete: AtomicBool,
}

impl Counts {
    /// Games seen: those that were searched, and those that a condition on their tags has ruled out.
    pub fn games(&self) -> u64 {
        self.games.load(Ordering::Relaxed)
    }

    /// Games among them whose moves were left unread, because nothing of them was needed or their tags show that no row comes of
    /// them.
    pub fn unread(&self) -> u64 {
        self.unread.load(Ordering::Relaxed)
    }

    /// Damaged games: some of their moves could not be read. What comes before the damage was used.
    pub fn incomplete(&self) -> u64 {
        self.incomplete.load(Ordering::Relaxed)
    }

    /// Rows: positions that match, or games, or positions.
    pub fn rows(&self) -> u64 {
        self.rows.load(Ordering::Relaxed)
    }

    /// True if everything was read to the end; false while the search runs, after an error, and if a limit of rows ended it.
    pub fn is_complete(&self) -> bool {
        self.complete.load(Ordering::Relaxed)
    }

    /// Sets the numbers of games.
    pub(crate) fn set_games(&self, games: u64, unread: u64, incomplete: u64) {
        self.games.store(games, Ordering::Relaxed);
        self.unread.store(unread, Ordering::Relaxed);
        self.incomplete.store(incomplete, Ordering::Relaxed);
    }
}

/// The error of DataFusion for a message of the library.
pub(crate) fn failed(message: Message) -> DataFusionError {
    DataFusionError::External(Box::new(message))
}

/// The end of the stream that the reading thread holds.
pub(crate) struct Output {
    sender: Sender<Result<RecordBatch>>,
    pub(crate) control: Arc<RunControl>,
    pub(crate) counts: Arc<Counts>,
    reporter: Reporter,
    /// The number of rows that may still be sent.
    room: usize,
    /// The number of warnings about games so far.
    warnings: u64,
    /// The last message that was about no game.
    said: Option<Message>,
}

impl Output {
    /// The number of rows that may still be sent.
    pub(crate) fn room(&self) -> usize {
        self.room
    }

    /// Hands rows over, waiting until there is room for them; `false` if no more are wanted.
    pub(crate) fn send(&mut self, batch: RecordBatch) -> bool {
        let rows = batch.num_rows().min(self.room);
        if rows == 0 {
            return self.room > 0;
        }
        self.room -= rows;
        self.counts.rows.fetch_add(rows as u64, Ordering::Relaxed);
        let batch = if rows < batch.num_rows() { batch.slice(0, rows) } else { batch };
        self.sender.blocking_send(Ok(batch)).is_ok() && self.room > 0
    }

    /// Reports a message about a file or a game. A run over millions of games may warn of thousands.
    pub(crate) fn say(&mut self, message: Message) {
        if message.severity == Severity::Warning && message.game.is_some() {
            self.warnings += 1;
            if self.warnings > WARNINGS {
                return;
            }
        } else if self.said.as_ref() == Some(&message) {
            // Text other than PGN may look like many games.
            return;
        } else {
            self.said = Some(message.clone());
        }
        self.reporter.report(Notice::Games(message));
    }

    /// Sums up what was not reported one by one.
    fn sum_up(&mut self) {
        let about = |text: String| Message::new(Severity::Warning, "damaged-games", text);
        if self.warnings > WARNINGS {
            let text = format!("and {} more warnings about games", self.warnings - WARNINGS);
            self.reporter.report(Notice::Games(about(text)));
        }
        let text = match self.counts.incomplete() {
            0 => return,
            1 => "1 game has moves that could not be read; the moves before them were used".to_owned(),
            games => format!("{games} games have moves that could not be read; the moves before them were used"),
        };
        self.reporter.report(Notice::Games(about(text)));
    }
}

/// What a thread does to fill a stream. An error ends the stream.
pub(crate) type Fill = Box<dyn FnOnce(&mut Output) -> Result<()> + Send>;

/// The rows of a table while they are read, as record batches. The reading begins when the first batch is requested, on threads
/// of its own, and waits for the reader of the batches. Dropping the stream ends it.
pub struct RowStream {
    schema: SchemaRef,
    state: State,
    control: Arc<RunControl>,
    counts: Arc<Counts>,
    metrics: Option<Metrics>,
}

enum State {
    Ready(Box<(Fill, Option<usize>, Reporter)>),
    Running(Receiver<Result<RecordBatch>>),
    Over,
}

impl fmt::Debug for RowStream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RowStream").field("schema", &self.schema).field("counts", &self.counts).finish_non_exhaustive()
    }
}

/// The metrics of a plan.
struct Metrics {
    baseline: BaselineMetrics,
    games: Count,
    unread: Count,
}

impl RowStream {
    pub(crate) fn new(schema: SchemaRef, limit: Option<usize>, reporter: &Reporter, fill: Fill) -> RowStream {
        let state = State::Ready(Box::new((fill, limit, reporter.clone())));
        RowStream { schema, state, control: Arc::default(), counts: Arc::default(), metrics: None }
    }

    /// The numbers of the search, which may be kept beyond the end of the stream.
    pub fn counts(&self) -> Arc<Counts> {
        Arc::clone(&self.counts)
    }

    /// The same stream, with its numbers among the metrics of a plan.
    pub(crate) fn measured(mut self, set: &ExecutionPlanMetricsSet, partition: usize) -> RowStream {
        let counter = |name: &'static str| MetricBuilder::new(set).counter(name, partition);
        let baseline = BaselineMetrics::new(set, partition);
        self.metrics = Some(Metrics { baseline, games: counter("games"), unread: counter("games_unread") });
        self
    }

    fn start(&self, fill: Fill, limit: Option<usize>, reporter: Reporter) -> Result<Receiver<Result<RecordBatch>>> {
        let (sender, receiver) = channel(BATCHES_AHEAD);
        let (control, counts) = (Arc::clone(&self.control), Arc::clone(&self.counts));
        let room = limit.unwrap_or(usize::MAX);
        let mut output = Output { sender, control, counts, reporter, room, warnings: 0, said: None };
        let work = move || match fill(&mut output) {
            Ok(()) => {
                output.sum_up();
                let complete = output.room > 0 && !output.sender.is_closed();
                output.counts.complete.store(complete, Ordering::Relaxed);
                // The end of the stream: a thread that fails does not come here.
                let end = RecordBatch::new_empty(Arc::new(datafusion::arrow::datatypes::Schema::empty()));
                let _ = output.sender.blocking_send(Ok(end));
            }
            // The send fails if the stream was dropped.
            Err(error) => drop(output.sender.blocking_send(Err(error))),
        };
        let thread = std::thread::Builder::new().name("tabiya".into()).stack_size(STACK).spawn(work);
        thread.map(|_| receiver).map_err(DataFusionError::IoError)
    }

    fn poll_batch(&mut self, context: &mut Context<'_>) -> Poll<Option<Result<RecordBatch>>> {
        loop {
            match &mut self.state {
                State::Over => return Poll::Ready(None),
                State::Ready(_) => {
                    let State::Ready(ready) = std::mem::replace(&mut self.state, State::Over) else { continue };
                    let (fill, limit, reporter) = *ready;
                    match self.start(fill, limit, reporter) {
                        Ok(receiver) => self.state = State::Running(receiver),
                        Err(error) => return Poll::Ready(Some(Err(error))),
                    }
                }
                State::Running(receiver) => {
                    let next = ready!(receiver.poll_recv(context));
                    return Poll::Ready(match next {
                        Some(Ok(batch)) if batch.num_rows() > 0 => Some(Ok(batch)),
                        Some(Ok(_)) => {
                            self.state = State::Over;
                            None
                        }
                        Some(Err(error)) => {
                            self.state = State::Over;
                            Some(Err(error))
                        }
                        None => {
                            self.state = State::Over;
                            let text = "the thread that reads games has failed; please report this";
                            Some(Err(DataFusionError::Execution(text.into())))
                        }
                    });
                }
            }
        }
    }
}

impl Stream for RowStream {
    type Item = Result<RecordBatch>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Result<RecordBatch>>> {
        let polled = self.poll_batch(context);
        match &self.metrics {
            Some(metrics) => metrics.baseline.record_poll(polled),
            None => polled,
        }
    }
}

impl RecordBatchStream for RowStream {
    fn schema(&self) -> SchemaRef {
        Arc::clone(&self.schema)
    }
}

impl Drop for RowStream {
    fn drop(&mut self) {
        self.control.stop();
        if let Some(Metrics { games, unread, .. }) = &self.metrics {
            games.add(usize::try_from(self.counts.games()).unwrap_or(usize::MAX));
            unread.add(usize::try_from(self.counts.unread()).unwrap_or(usize::MAX));
        }
    }
}
