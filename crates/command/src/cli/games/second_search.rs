//! Steps when nothing is found: a second look at the games, and a second search for players whom no game has as the query spells
//! them, in the spellings that the games have. [`as_spelt`] is the same for commands that have conditions.
//!
//! The second search takes the place of the first one: it goes on with its outputs. Damage of games is told once: by the first search
//! if it has read their moves, which it need not do for names alone.

use super::collect::Collector;
use super::conditions::{self, Where};
use super::course::Course;
use super::drive;
use crate::cli::options::args::{ReadingArgs, SearchArgs, WhereArgs};
use crate::cli::outputs::render::Task;
use crate::cli::report::{Message, Report};
use std::sync::Arc;
use tabiya::QuerySet;
use tabiya::pipeline::{RunOptions, SecondLook, Sources};

/// What a query finds is kept in it, and shown as the task says.
type Searched = (Collector, Arc<Task>);

/// A second look and a second search, prepared before the first search takes the games.
pub(crate) struct Second<'a> {
    args: &'a SearchArgs,
    conditions: Arc<Where>,
    look: Option<SecondLook>,
    /// The games once more, if they may be searched again.
    inputs: Option<Sources>,
}

/// The results after all searches.
pub(crate) struct Searches {
    pub(crate) collector: Collector,
    pub(crate) task: Arc<Task>,
    /// The conditions for games of the last search.
    pub(crate) conditions: Arc<Where>,
    /// To be said if nothing was found.
    pub(crate) notes: Vec<Message>,
}

impl<'a> Second<'a> {
    pub(crate) fn new(
        args: &'a SearchArgs,
        (set, conditions, inputs): (&QuerySet, Arc<Where>, &Sources),
        options: &RunOptions,
    ) -> Second<'a> {
        // A score is that of the player whom the query names, and faults are reported once.
        let whole = args.report.is_none() && !args.resume && !args.rows.tally.asks_score();
        let may_search = whole && !args.only.spelling.exact && set.must_run_in_order().is_none();
        let looks = args.limit != Some(0) && (may_search || !args.quiet);
        let sets = [vec![set], conditions.sets()].concat();
        let look = if looks { SecondLook::new(&sets, inputs, options) } else { None };
        let inputs = if may_search && look.is_some() { inputs.again() } else { None };
        Second { args, conditions, look, inputs }
    }

    /// Looks and searches, if the first search has found nothing, in place of which its results are then. `make_task` says what is
    /// shown of queries.
    pub(crate) fn after(
        self,
        (first, task): Searched,
        (set, options): (&QuerySet, RunOptions),
        make_task: &dyn Fn(&QuerySet, &Sources) -> Result<Task, Message>,
        report: &Report,
    ) -> Result<Searches, Message> {
        let Second { args, conditions, look, inputs } = self;
        let searches = |collector, task, conditions, notes| Ok(Searches { collector, task, conditions, notes });
        let Some(look) = look.filter(|_| first.has_found_nothing()) else {
            return searches(first, task, conditions, Vec::new());
        };
        let (mut notes, names) = look.look();
        let Some(inputs) = inputs.filter(|_| !names.is_empty()) else {
            return searches(first, task, conditions, notes);
        };
        names.messages().iter().for_each(|message| report.say_summary(message));
        notes.retain(|note| !names.explains(note));
        let set = conditions::in_spellings(set, &names, &args.options())?;
        let conditions = conditions.in_spellings(&names, &args.query.reading)?;
        let task = Arc::new(make_task(&set, &inputs)?);
        let (told, outputs) = (first.has_read_all(), first.give_way());
        let report = Report::new(args.query.reading.json_diagnostics, args.quiet);
        let course = Course::start(report, &inputs);
        let mut collector = Collector::new(Arc::clone(&task), outputs, course, args.limit)?;
        let options = RunOptions { told, test: conditions.test(), ..options };
        collector.search(drive::start(&task, &set, inputs, &options));
        searches(collector, task, conditions, notes)
    }
}

/// Runs once under conditions, and, if nothing is `found`, once more in the spellings that the games have. `again` gives the games
/// for that, if they can be read a second time.
///
/// # Errors
///
/// Those of the runs.
pub(crate) fn as_spelt<S, T>(
    (conditions, games, course): (Option<QuerySet>, S, &mut Course),
    (only, reading): (&WhereArgs, &ReadingArgs),
    again: impl FnOnce() -> Option<S>,
    found: impl FnOnce(&T) -> bool,
    mut run: impl FnMut(Option<QuerySet>, S, &mut Course) -> Result<T, Message>,
) -> Result<T, Message> {
    let first = run(conditions.clone(), games, course)?;
    let conditions = conditions.filter(|_| !only.spelling.exact && !found(&first));
    let Some((conditions, games)) = conditions.zip(again()) else { return Ok(first) };
    let names = course.say_other_names();
    if names.is_empty() {
        return Ok(first);
    }
    run(Some(conditions::in_spellings(&conditions, &names, &reading.options())?), games, course)
}
