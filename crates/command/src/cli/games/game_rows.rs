//! Commands that compare two sets of games and write a row about each of some games: how they begin and end.

use super::conditions;
use super::course::Course;
use crate::cli::options::pass_args::{PassArgs, RowFormatArgs, RowTallyArgs};
use crate::cli::options::reading_args::ReadingArgs;
use crate::cli::options::tables_args::NamesFileArgs;
use crate::cli::outputs::claims::check_ending;
use crate::cli::outputs::formats::{RowForm, tally_of_rows};
use crate::cli::outputs::output::{Fault, OutputWriter};
use crate::cli::report::{Exit, Message, Report};
use rustc_hash::FxHashMap;
use std::path::Path;
use tabiya::pipeline::{RunOptions, Sources};
use tabiya::printable::line;
use tabiya::rows::Cell;
use tabiya::{GameHeading, QuerySet};

/// The options of such a command.
pub(crate) struct GameRowsArgs<'a> {
    pub(crate) pass: &'a PassArgs,
    pub(crate) rows: RowFormatArgs,
    pub(crate) tally: &'a RowTallyArgs,
    pub(crate) reading: &'a ReadingArgs,
    /// The table by which names are read.
    pub(crate) names: Option<&'a NamesFileArgs>,
    /// Queries of which each must match somewhere in a game that is looked at.
    pub(crate) conditions: Vec<&'a str>,
    /// Those games.
    pub(crate) wanted: &'a Sources,
}

/// The data needed for the run.
pub(crate) struct Begun {
    pub(crate) course: Course,
    pub(crate) conditions: Option<QuerySet>,
    pub(crate) run: RunOptions,
    pub(crate) rows: GameRows,
}

/// Begins a run over two sets of games: the one whose progress is shown, and the other one. `columns` come after those of the
/// game; `several` is true if rows name the file. Errors have been reported if this gives nothing.
pub(crate) fn begin(
    args: GameRowsArgs<'_>,
    (shown, other): (&Sources, &Sources),
    columns: &[&'static str],
    several: Result<bool, Message>,
) -> Option<Begun> {
    let GameRowsArgs { pass, rows, tally, reading, names, conditions, wanted } = args;
    let report = Report::new(reading.json_diagnostics, pass.quiet);
    let columns: Vec<&'static str> = GameHeading::COLUMNS.iter().chain(columns).copied().collect();
    let tally = tally.tally.as_ref().map(|name| named(&columns, name)).transpose();
    let tally = tally.map_err(|message| report.say(&message)).ok()?.map(|place| (place, FxHashMap::default()));
    if [shown, other].into_iter().all(|sources| sources.paths().any(|path| path == Path::new("-"))) {
        let message = Message::error("read-once", "standard input cannot stand for both sides");
        report.say(&message.help("name a file for one of them"));
        return None;
    }
    let ended = pass.output.iter().try_for_each(|path| check_ending(path, &RowForm::ENDINGS));
    ended.map_err(|message| report.say(&message)).ok()?;
    let begun = conditions::begin(
        &conditions,
        (pass, reading, &[names.and_then(NamesFileArgs::file)]),
        &[shown, other],
        &report,
    )?;
    let conditions::Begun { conditions, output, mut run } = begun;
    run.names = names.and_then(|names| names.names(&report));
    let several = several.map_err(|message| report.say(&message)).ok()?;
    let form = RowForm::asked(rows.asked(), pass.output.as_deref());
    let rows = GameRows::begin(form, (columns, tally), several, output);
    let mut course = Course::start(report, shown);
    course.look_for(&conditions.iter().collect::<Vec<_>>(), (wanted, &run));
    Some(Begun { course, conditions, run, rows })
}

/// The place of a column.
fn named(columns: &[&'static str], name: &str) -> Result<usize, Message> {
    columns.iter().position(|column| *column == name).ok_or_else(|| {
        let message = Message::error("unknown-column", format!("there is no column `{name}` to count rows by"));
        message.help(format!("the columns are {}", columns.join(", ")))
    })
}

/// The place of a column, and the number of rows with each of its values.
type Counted = (usize, FxHashMap<Cell<'static>, u64>);

/// Rows that are written while games are compared.
pub(crate) struct GameRows {
    /// None for the list.
    form: Option<RowForm>,
    columns: Vec<&'static str>,
    /// If rows are counted in place of being written.
    tally: Option<Counted>,
    several: bool,
    output: OutputWriter,
    /// Nothing more is written after a fault.
    written: Result<(), Fault>,
    rows: u64,
}

impl GameRows {
    fn begin(
        form: Option<RowForm>,
        (columns, tally): (Vec<&'static str>, Option<Counted>),
        several: bool,
        mut output: OutputWriter,
    ) -> GameRows {
        let head = form.filter(|_| tally.is_none()).map_or_else(String::new, |form| form.head(columns.iter().copied()));
        let written = output.write(head.as_bytes());
        GameRows { form, columns, tally, several, output, written, rows: 0 }
    }

    /// True if rows are objects of JSON.
    pub(crate) fn are_objects(&self) -> bool {
        self.form == Some(RowForm::Jsonl)
    }

    /// Writes a row: the values of the columns after those of the game, and the line of the list, which is given the place of
    /// the game and its players.
    pub(crate) fn push<const N: usize>(
        &mut self,
        game: &GameHeading,
        own: [Cell<'_>; N],
        line: impl FnOnce(&str, &str) -> String,
    ) {
        self.rows += 1;
        if self.written.is_err() {
            return;
        }
        let mut text = String::new();
        if let Some((place, counts)) = &mut self.tally {
            let value = game.cells().into_iter().chain(own).nth(*place).unwrap_or(Cell::None);
            *counts.entry(value.into_owned()).or_default() += 1;
            return;
        }
        if let Some(form) = self.form {
            form.push(self.columns.iter().copied().zip(game.cells().into_iter().chain(own)), &mut text);
        } else {
            let (place, players) = texts(game, self.several);
            text = line(&place, &players);
        }
        self.written = self.output.write(text.as_bytes());
    }

    /// Ends the run: `found` is what sums it up, or the error that ended it.
    pub(crate) fn end(mut self, mut course: Course, found: Result<Message, Message>) -> Exit {
        course.report.end_progress();
        match found {
            Ok(summary) => {
                if let Some((place, counts)) = self.tally.take().filter(|_| self.written.is_ok()) {
                    let text = tally_of_rows(self.columns[place], counts, self.form);
                    self.written = self.output.write(text.as_bytes());
                }
                course.report.say_summary(&summary);
                course.deliver(self.output, self.written, if self.rows > 0 { Exit::Found } else { Exit::Nothing })
            }
            Err(message) => {
                let head = if self.rows > 0 { 0 } else { u64::MAX };
                course.end_by(&message, Some((self.output, head)))
            }
        }
    }
}

/// The game of a row in the list: its number, with its file if there are several; and the players, the year and the result.
fn texts(game: &GameHeading, several: bool) -> (String, String) {
    let GameHeading { file, number, players, date, result, .. } = game;
    let place = if several { format!("{}:{number}", line(file)) } else { number.to_string() };
    let year = date.split('.').next().filter(|year| !year.contains('?'));
    let year = year.map(|year| format!(", {year}")).unwrap_or_default();
    (place, format!("{} - {}{year}, {result}", line(&players[0]), line(&players[1])))
}
