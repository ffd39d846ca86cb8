//! Queries on a column of texts of PGN: a value, a number or a list of rows for each text, as arrays of Arrow.
//!
//! A value of the column is the text of a game, or of several; games count from 1 in each. A text without a game has no match,
//! and no text gives no value.

use crate::chess::MoveList;
use crate::pipeline::{GameResults, GameStep, Made, Message, Printer, RunOptions, Said, SearchTask, TextSearcher};
use crate::query::{QuerySet, SortKey};
use crate::rows::{Batches, Cell, Choice, Columns, Row, Subject};
use crate::search::RunEvent;
use arrow_array::{ArrayRef, BooleanArray, Int64Array, ListArray, StructArray};
use arrow_buffer::{NullBuffer, OffsetBuffer};
use arrow_schema::{DataType, Field};
use std::sync::Arc;
use std::thread;

/// The fewest texts for a thread of its own.
const TEXTS_OF_A_THREAD: usize = 64;

/// A query, ready to be put to the texts of columns.
#[derive(Clone, Debug)]
pub struct ColumnSearch {
    set: QuerySet,
    options: RunOptions,
    columns: Arc<Columns>,
}

/// The question to each text of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ColumnQuestion {
    /// Whether the query matches somewhere ([`ColumnSearch::matches`]).
    Match,
    /// The number of positions that match ([`ColumnSearch::counts`]).
    Count,
    /// A row for each position that matches ([`ColumnSearch::rows`]).
    Rows,
}

/// The results in a column, a value for each of its texts, and what there is to say of its games.
#[derive(Clone, Debug)]
pub struct ColumnAnswer<A> {
    /// The values.
    pub values: A,
    /// The number of games with moves that could not be read; the moves before them are searched.
    pub incomplete: u64,
    /// The first message about such a game.
    pub first: Option<Message>,
}

impl ColumnSearch {
    /// A search for a query, the only one of its set, whose rows have the columns of `tabiya search` but for the file.
    ///
    /// ```
    /// use tabiya::column::ColumnSearch;
    /// use tabiya::{Query, RunOptions};
    ///
    /// let search = ColumnSearch::new(Query::parse("mate")?.set(), &RunOptions::default())?;
    /// let texts = [Some("1. f3 e5 2. g4 Qh4# 0-1"), Some("1. e4 *"), None];
    /// let counts = search.counts(&texts)?.values;
    /// assert_eq!(counts.iter().collect::<Vec<_>>(), [Some(1), Some(0), None]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the query keeps something from game to game, or reads and writes files: texts are searched in any order. The text of
    /// the error says why.
    pub fn new(set: &QuerySet, options: &RunOptions) -> Result<ColumnSearch, &'static str> {
        if let Some(why) = set.must_run_in_order() {
            return Err(why);
        }
        let usual = Columns::new(&Choice::of(set)).expect("the usual columns");
        let names: Vec<String> = usual.names().filter(|name| *name != "file").map(str::to_owned).collect();
        let columns =
            Columns::new(&Choice { names: Some(&names), ..Choice::of(set) }).expect("some of the usual columns");
        Ok(ColumnSearch { set: set.clone(), options: options.clone(), columns: Arc::new(columns) })
    }

    /// The answers to a question.
    ///
    /// # Errors
    ///
    /// Those of [`matches`](Self::matches).
    pub fn ask(&self, question: ColumnQuestion, texts: &[Option<&str>]) -> Result<ColumnAnswer<ArrayRef>, Message> {
        match question {
            ColumnQuestion::Match => Ok(self.matches(texts)?.map(|values| Arc::new(values) as ArrayRef)),
            ColumnQuestion::Count => Ok(self.counts(texts)?.map(|values| Arc::new(values) as ArrayRef)),
            ColumnQuestion::Rows => Ok(self.rows(texts)?.map(|values| Arc::new(values) as ArrayRef)),
        }
    }

    /// The type of the answers to a question.
    pub fn answer_type(&self, question: ColumnQuestion) -> DataType {
        match question {
            ColumnQuestion::Match => DataType::Boolean,
            ColumnQuestion::Count => DataType::Int64,
            ColumnQuestion::Rows => DataType::List(Arc::new(self.item())),
        }
    }

    /// Whether the query matches in a game of each text.
    ///
    /// # Errors
    ///
    /// If the query fails in a game, or the control of the options ends the search.
    pub fn matches(&self, texts: &[Option<&str>]) -> Result<ColumnAnswer<BooleanArray>, Message> {
        let counted = self.counted(texts, |games, _| games > 0)?;
        Ok(counted.map(BooleanArray::from))
    }

    /// The number of positions of each text at which the query matches.
    ///
    /// # Errors
    ///
    /// Those of [`matches`](Self::matches).
    pub fn counts(&self, texts: &[Option<&str>]) -> Result<ColumnAnswer<Int64Array>, Message> {
        let counted = self.counted(texts, |_, positions| i64::try_from(positions).unwrap_or(i64::MAX))?;
        Ok(counted.map(Int64Array::from))
    }

    /// A list of rows for each text, one for each position at which the query matches.
    ///
    /// # Errors
    ///
    /// Those of [`matches`](Self::matches).
    ///
    /// # Panics
    ///
    /// If the rows of all texts have more than 2 GiB of text in one column.
    pub fn rows(&self, texts: &[Option<&str>]) -> Result<ColumnAnswer<ListArray>, Message> {
        let columns = &self.columns;
        let (paths, constituents) = (columns.need_paths(), columns.need_constituents());
        let shared = Arc::new((Arc::clone(columns), self.set.sort_keys(0)));
        let step = move || {
            let (shared, mut moves) = (Arc::clone(&shared), MoveList::default());
            move |results: GameResults<'_>| rows_of(results, &shared.0, &shared.1, &mut moves)
        };
        let found: ColumnAnswer<Vec<Option<Vec<Vec<Cell<'static>>>>>> =
            self.each(texts, (paths, constituents), step, |rows: &mut Vec<_>, game| {
                rows.extend(game.output.into_iter().flatten())
            })?;
        Ok(found.map(|lists| {
            let mut batches = Batches::new(columns);
            let lengths: Vec<usize> = lists.iter().map(|rows| rows.as_ref().map_or(0, Vec::len)).collect();
            let nulls = NullBuffer::from_iter(lists.iter().map(Option::is_some));
            lists.into_iter().flatten().flatten().for_each(|row| batches.push_cells(row));
            let rows = StructArray::from(batches.finish());
            ListArray::new(Arc::new(self.item()), OffsetBuffer::from_lengths(lengths), Arc::new(rows), Some(nulls))
        }))
    }

    fn item(&self) -> Field {
        Field::new_list_field(DataType::Struct(Batches::new(&self.columns).schema().fields().clone()), true)
    }

    /// The result made of the numbers of games and positions that match in each text.
    fn counted<T>(
        &self,
        texts: &[Option<&str>],
        make: impl Fn(u64, u64) -> T,
    ) -> Result<ColumnAnswer<Vec<Option<T>>>, Message> {
        let nothing = || |_: GameResults<'_>| ();
        let counted = self.each(texts, (false, false), nothing, |(games, positions): &mut (u64, u64), game| {
            *games += u64::from(!game.found.is_empty());
            *positions += game.found.iter().map(|(_, positions)| positions).sum::<u64>();
        })?;
        let made =
            |all: Vec<Option<(u64, u64)>>| all.into_iter().map(|one| one.map(|(games, n)| make(games, n))).collect();
        Ok(counted.map(made))
    }

    /// Searches each text, on as many threads as the options say, with `(paths, constituents)` of the matches if they are
    /// wanted. `take` adds the results of a game to what the text has given so far.
    fn each<S: GameStep, T: Default + Send>(
        &self,
        texts: &[Option<&str>],
        (paths, constituents): (bool, bool),
        step: impl Fn() -> S + Send + Sync + 'static,
        take: impl Fn(&mut T, Made<S::Output>) + Sync,
    ) -> Result<ColumnAnswer<Vec<Option<T>>>, Message> {
        let mut options = self.options.clone();
        (options.search.paths, options.search.constituents) = (paths, constituents);
        let threads = options.threads_for(&self.set).min(texts.len() / TEXTS_OF_A_THREAD).max(1);
        let task = Arc::new(SearchTask::new(&self.set, options, step));
        let part = |texts: &[Option<&str>], thread| {
            let mut searcher = TextSearcher::new(Arc::clone(&task), thread);
            let mut heard = Heard { printer: self.options.printer.as_ref(), incomplete: 0, first: None, failure: None };
            let mut values = Vec::with_capacity(texts.len());
            for text in texts {
                let one = text.map(|text| {
                    let mut value = T::default();
                    searcher.search(text, |mut game| {
                        game.said.take().into_iter().for_each(|said| heard.hear(*said));
                        take(&mut value, game);
                    });
                    value
                });
                values.push(one);
                if let Some(failure) = heard.failure.take() {
                    return Err(failure);
                }
                if searcher.is_over() {
                    return Err(Message::error("stopped", "the search was stopped"));
                }
            }
            Ok(ColumnAnswer { values, incomplete: heard.incomplete, first: heard.first })
        };
        if threads == 1 {
            return part(texts, 0);
        }
        let parts: Vec<_> = thread::scope(|scope| {
            let part = &part;
            let chunks = texts.chunks(texts.len().div_ceil(threads)).enumerate();
            let started: Vec<_> = chunks.map(|(thread, texts)| scope.spawn(move || part(texts, thread))).collect();
            started.into_iter().map(|thread| thread.join().expect("the thread has not panicked")).collect()
        });
        let mut all = ColumnAnswer { values: Vec::with_capacity(texts.len()), incomplete: 0, first: None };
        for part in parts {
            let ColumnAnswer { values, incomplete, first } = part?;
            all.values.extend(values);
            all.incomplete += incomplete;
            all.first = all.first.or(first);
        }
        Ok(all)
    }
}

impl<A> ColumnAnswer<A> {
    /// Replaces the values by `make(values)`; keeps the other fields.
    pub fn map<B>(self, make: impl FnOnce(A) -> B) -> ColumnAnswer<B> {
        ColumnAnswer { values: make(self.values), incomplete: self.incomplete, first: self.first }
    }
}

/// What there is to say of the games of some texts.
struct Heard<'o> {
    printer: Option<&'o Printer>,
    incomplete: u64,
    first: Option<Message>,
    failure: Option<Message>,
}

impl Heard<'_> {
    fn hear(&mut self, said: Said) {
        let Said { events, damage, failure } = said;
        self.incomplete += u64::from(damage.incomplete);
        self.first = self.first.take().or_else(|| damage.messages.into_iter().next());
        self.failure = self.failure.take().or_else(|| failure.map(|failure| failure.message));
        for event in events {
            if let (RunEvent::Message(line), Some(printer)) = (event, self.printer) {
                printer.print(&line);
            }
        }
    }
}

/// The values of the rows of a game.
fn rows_of(
    results: GameResults<'_>,
    columns: &Columns,
    sort_keys: &[SortKey],
    moves: &mut MoveList,
) -> Vec<Vec<Cell<'static>>> {
    let GameResults { file, game, found, .. } = results;
    let mut rows = Vec::new();
    for matched in found.drain(..).flat_map(|(_, found)| found.matches) {
        let row = Row { sort_keys, subject: Subject::Match(&matched), ..Row::of_game(file, game) };
        rows.extend(columns.rows(row).map(|row| columns.values(&row, moves)));
    }
    rows
}
