//! One search, from the options to the exit code.

use super::collect::{Collector, Summary};
use super::conditions::Where;
use super::course::Course;
use super::drive;
use super::resume::{Resumable, Stopped};
use super::second_search::{Searches, Second};
use crate::cli::inputs;
use crate::cli::inputs::queries;
use crate::cli::inputs::queries::Origin;
use crate::cli::inputs::query_info::QueryInfo;
use crate::cli::options::args::SearchArgs;
use crate::cli::options::command_line;
use crate::cli::options::format_names::{FormatName, Shows};
use crate::cli::options::row_args::KeyError;
use crate::cli::outputs::claims::{Claims, Use};
use crate::cli::outputs::files::{DiskFiles, Named, check_header};
use crate::cli::outputs::only_moves::OnlyMoves;
use crate::cli::outputs::output::{self, OutputWriter};
use crate::cli::outputs::render::{SinkInfo, Task};
use crate::cli::outputs::selection::Selection;
use crate::cli::outputs::{open, sinks, targets};
use crate::cli::report::text::count;
use crate::cli::report::{Exit, Message, Report, interrupt};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tabiya::pipeline::{EachGame, RunOptions, SeenGames, Sources};
use tabiya::syntax::{Omitted, Severity};
use tabiya::{FileAccess, Files, ParsedQuery, QueryError, QuerySet, RunControl, SearchOptions};
use tabiya_disk as disk;

/// `tabiya search`
pub(crate) fn search(args: &SearchArgs) -> Exit {
    let report = Report::new(args.query.reading.json_diagnostics, args.quiet);
    match prepare(args, &report) {
        Some((set, inputs)) => start(args, report, set, inputs),
        None => Exit::Error,
    }
}

/// Everything that can go wrong before a game is read.
fn prepare(args: &SearchArgs, report: &Report) -> Option<(QuerySet, Sources)> {
    let origins = queries::origins(&args.query.origins);
    if origins.is_empty() {
        report.say(&no_query(&args.games));
        return None;
    }
    let mut good = true;
    for path in args.games.iter().filter(|path| command_line::is_query_file(path)) {
        let message = Message::error("query-as-games", "this is a query, but games are expected here");
        report.say(&message.file(path.display().to_string()).help("write -f before it"));
        good = false;
    }
    for (i, (name, _)) in args.query.selects.iter().enumerate() {
        if args.query.selects[..i].iter().any(|(other, _)| other == name) {
            let message = Message::error("column-twice", format!("two columns have the name `{name}`"));
            report.say(&message.help("give each --select a different name"));
            good = false;
        }
    }
    if let (Some(limit), false) = (args.limit, args.rows.tally.tallies.is_empty()) {
        let message = Message::new(
            Severity::Warning,
            "limit-of-games",
            format!("--limit {limit} ends the search after {}, and only these are counted", count(limit, "game")),
        );
        report.say(&message.help(format!("`--top {limit}` shows the first lines")));
    }
    if let [Origin::Text(_, query)] = origins.as_slice()
        && let Some(message) = command_line::query_in_parts(query, &args.games)
    {
        report.say(&message);
        return None;
    }
    let options = args.options();
    let mut parsed = queries::read(&origins, &options, report)?;
    match args.rows.add_keys(&mut parsed, &options) {
        Ok(()) => {}
        Err(KeyError::Text(QueryError { source, diagnostics, omitted })) => {
            report.diagnostics(&source, &diagnostics, omitted);
            return None;
        }
        Err(KeyError::Column(message)) => {
            report.say(&message);
            return None;
        }
    }
    for (source, warnings) in parsed.iter().flat_map(ParsedQuery::select_warnings) {
        report.diagnostics(source, warnings, Omitted::default());
    }
    if args.rows.unmatched {
        parsed.iter_mut().for_each(|query| query.header_mut().match_count = Some((0, 0)));
    }
    let set = queries::plan(parsed, &options, report)?;
    good &= check_headers(args, &set, &options.files, report);
    let inputs = find_games(args, &set, !queries::use_stdin(&origins));
    if inputs.is_empty() {
        report.say(&inputs::none("search the sample games of the program with --sample"));
        return None;
    }
    good.then_some((set, inputs))
}

/// The games that are searched: those of the command line, or else those that headers name.
fn find_games(args: &SearchArgs, set: &QuerySet, stdin_free: bool) -> Sources {
    if args.sample {
        return inputs::samples();
    }
    let mut named = args.games.clone();
    if named.is_empty() {
        for input in set.queries().iter().filter_map(|query| query.header().input.as_ref()).map(PathBuf::from) {
            if !named.contains(&input) {
                named.push(input);
            }
        }
    }
    inputs::find(&named, stdin_free)
}

/// The error if there is no query; the first of the games is perhaps meant for one.
fn no_query(games: &[PathBuf]) -> Message {
    let message = Message::error("no-query", "no query was given");
    let first =
        games.first().filter(|first| disk::is_there(first).is_ok_and(|there| !there)).and_then(|first| first.to_str());
    let Some(query) = first.filter(|first| command_line::is_query(first)) else {
        return message.help("write it after -e, as in -e 'check and mate', or name a file with -f FILE.cql");
    };
    let rest: String = games[1..].iter().map(|file| format!(" {}", file.display())).collect();
    message.help(format!("is `{query}` the query? write `tabiya search -e {}{rest}`", command_line::quoted(query)))
}

/// True if the files that headers name may be opened, as far as the command line does not name others.
fn check_headers(args: &SearchArgs, set: &QuerySet, access: &FileAccess, report: &Report) -> bool {
    let mut good = true;
    for query in set.queries() {
        let header = query.header();
        let input = header.input.as_ref().filter(|_| args.games.is_empty());
        let output = header.output.as_ref().filter(|_| args.output.is_none());
        let named = input.map(|name| (Named::Input, name)).into_iter().chain(output.map(|name| (Named::Output, name)));
        for (what, name) in named {
            if let Err(message) = check_header(access, &query.source().name, what, name) {
                report.say(&message);
                good = false;
            }
        }
    }
    good
}

/// The outputs of a search, and what else is settled before a game is read.
struct Opened {
    /// The output of each query.
    of_queries: Vec<Option<PathBuf>>,
    /// Each output once.
    targets: Vec<Option<PathBuf>>,
    sinks: Vec<(SinkInfo, FormatName)>,
    /// None for those that are divided into files, which are opened when their names are known.
    outputs: Vec<Option<OutputWriter>>,
    faults: Option<OutputWriter>,
    claims: Claims,
    resumable: Option<Resumable>,
    stopped: Option<Stopped>,
    control: Arc<RunControl>,
}

/// Opens the outputs.
fn opened(args: &SearchArgs, (set, conditions): (&QuerySet, &Where), inputs: &Sources) -> Result<Opened, Message> {
    let of_queries = targets::of_queries(args, set);
    let mut targets: Vec<Option<PathBuf>> = Vec::new();
    for target in &of_queries {
        if !targets.contains(target) {
            targets.push(target.clone());
        }
    }
    let sinks = sinks::sinks(args, set, (&targets, &of_queries), inputs)?;
    let (resumable, stopped) = resumable(args, set, &targets, inputs, &sinks)?;
    let control = Arc::new(args.time_limit.map_or_else(RunControl::new, RunControl::with_time_limit));
    // A signal that comes earlier ends the program, which has written nothing.
    interrupt::listen(&control);
    let whole = |place: &usize| sinks[*place].0.names.is_none();
    targets::make_folders(args, (0..targets.len()).filter(whole).map(|place| &targets[place]));
    let by_queries = set.queries().iter().flat_map(ParsedQuery::files).chain(conditions.files());
    let named = args.query.origins.files.iter().map(PathBuf::as_path);
    let tools = args.query.reading.engine.file().into_iter().chain(args.tables.files());
    let mut claims = Claims::reading(inputs.paths().chain(named).chain(by_queries).chain(tools));
    let outputs = open_outputs(&targets, &sinks, &mut claims)?;
    let faults = args.report.as_deref().map(|path| claims.open(Use::Faults, path)).transpose()?;
    Ok(Opened { of_queries, targets, sinks, outputs, faults, claims, resumable, stopped, control })
}

/// Opens the outputs, searches, and closes them.
fn start(args: &SearchArgs, mut report: Report, set: QuerySet, mut inputs: Sources) -> Exit {
    let reading = &args.query.reading;
    let Some(conditions) = Where::read(&args.only.conditions, reading, &report) else { return Exit::Error };
    let opened = match opened(args, (&set, &conditions), &inputs) {
        Ok(opened) => opened,
        Err(message) => return report.refuse(&message),
    };
    let Opened { of_queries, targets, sinks, outputs, faults, claims, resumable, stopped, control } = opened;
    let threads = drive::threads(args.threads, set.must_run_in_order(), &report);
    // A list in a pipe needs no summary next to it, unless the list was requested.
    let by_default = sinks.iter().any(|(_, name)| *name == FormatName::List) && output::stdout_is_terminal();
    let listed = args.format == Some(FormatName::List) || by_default;
    args.tables.names.note(&report);
    if args.warnings {
        report.list_all_faults();
    }
    let disk = Arc::new(DiskFiles::new(reading.access(), reading.allowance().limits, claims));
    let options = SearchOptions {
        // A run that is ended meanwhile searches no game.
        last_game_number: if set.needs_game_count() { inputs.count_games(&control) } else { None },
        files: Some(Arc::clone(&disk) as Arc<dyn Files>),
        ..search_options(args, &sinks, control)
    };
    let options = RunOptions { test: conditions.test(), ..run_options((args, &sinks), options, threads) };
    let task = Arc::new(task(args, &set, sinks, (&of_queries, &targets)));
    let course = Course::start(report, &inputs);
    let inputs = inputs.skip(stopped.as_ref().map_or(0, |stopped| stopped.counted.games));
    let collector = Collector::new(Arc::clone(&task), outputs, course, args.limit);
    let collector = collector.and_then(|mut collector| {
        (collector.faults, collector.resumable) = (faults, resumable);
        stopped.iter().try_for_each(|stopped| collector.go_on(stopped))?;
        Ok(collector)
    });
    let report = Report::new(reading.json_diagnostics, args.quiet);
    let mut collector = match collector {
        Ok(collector) => collector,
        Err(message) => return report.refuse(&message),
    };
    let second = Second::new(args, (&set, conditions, &inputs), &options);
    if collector.begin() && args.limit != Some(0) {
        collector.search(drive::start(&task, &set, inputs, &options));
    }
    let make_task = |set: &QuerySet, inputs: &Sources| {
        let sinks = sinks::sinks(args, set, (&targets, &of_queries), inputs)?;
        Ok(self::task(args, set, sinks, (&of_queries, &targets)))
    };
    let searches = second.after((collector, task), (&set, options), &make_task, &report);
    let Searches { mut collector, task, conditions, notes } = match searches {
        Ok(searches) => searches,
        Err(message) => return report.refuse(&message),
    };
    collector.disk = Some(Arc::clone(&disk));
    let exit = collector.finish(if listed { Summary::Always } else { Summary::OnTerminal });
    let (messages, good) = disk.finish(matches!(exit, Exit::Found | Exit::Nothing));
    messages.iter().for_each(|message| report.say(message));
    if exit == Exit::Nothing {
        notes.iter().for_each(|message| report.say_summary(message));
    }
    let wrong = task.selection.only_moves.as_ref().and_then(OnlyMoves::wrong);
    if let Some(wrong) = wrong {
        report.say(&Message::error("engine", format!("{wrong}; puzzles that it did not check are left out")));
    }
    let good = conditions.have_held(&report) && good;
    let exit = if good && wrong.is_none() || exit == Exit::Interrupted { exit } else { Exit::Error };
    // A report that is not complete has another name, and who sees it is told so.
    let shown = args.open && matches!(exit, Exit::Found | Exit::Nothing);
    if shown && !targets.iter().flatten().all(|path| open::show(path, &report)) { Exit::Error } else { exit }
}

/// Searches with a query that has been planned, and writes the results to an output, by default the one that the options name.
///
/// # Errors
///
/// The error of the output.
pub(crate) fn export(
    args: &SearchArgs,
    (set, inputs): (&QuerySet, Sources),
    output: Option<OutputWriter>,
    (control, test): (Arc<RunControl>, Option<Arc<dyn tabiya::pipeline::GameTest>>),
    report: Report,
) -> Result<Exit, Message> {
    let of_queries = vec![args.output.clone(); set.queries().len()];
    let targets = [args.output.clone()];
    let sinks = sinks::sinks(args, set, (&targets, &of_queries), &inputs)?;
    let outputs = match output {
        Some(output) => vec![Some(output)],
        None => open_outputs(&targets, &sinks, &mut Claims::reading(inputs.paths()))?,
    };
    let threads = drive::threads(args.threads, set.must_run_in_order(), &report);
    let options = RunOptions { test, ..run_options((args, &sinks), search_options(args, &sinks, control), threads) };
    let task = Arc::new(task(args, set, sinks, (&of_queries, &targets)));
    let course = Course::start(report, &inputs);
    let mut collector = Collector::new(Arc::clone(&task), outputs, course, args.limit)?;
    if collector.begin() {
        collector.search(drive::start(&task, set, inputs, &options));
    }
    Ok(collector.finish(Summary::OnTerminal))
}

/// The search as one that can be gone on with, if it can, and as it was stopped, if this is requested.
fn resumable(
    args: &SearchArgs,
    set: &QuerySet,
    targets: &[Option<PathBuf>],
    inputs: &Sources,
    sinks: &[(SinkInfo, FormatName)],
) -> Result<(Option<Resumable>, Option<Stopped>), Message> {
    let at_once = |(sink, name): &(SinkInfo, FormatName)| {
        sink.sorted || sink.names.is_some() || name.facts().binary || name.shows() == Shows::Report
    };
    let rows = &args.rows;
    let by_games = rows.tally.tallies.is_empty()
        && rows.sample_rows.is_none()
        && rows.top.is_none()
        && !rows.distinct
        && !sinks.iter().any(at_once);
    match (Resumable::new(args, set, targets, inputs, by_games), args.resume) {
        (Ok(mut resumable), true) => {
            let stopped = resumable.stopped()?;
            Ok((Some(resumable), Some(stopped)))
        }
        (Ok(resumable), false) => Ok((Some(resumable), None)),
        (Err(message), true) => Err(message),
        (Err(_), false) => Ok((None, None)),
    }
}

/// True if no game is shown, and every match counts.
fn only_counts(args: &SearchArgs, sinks: &[(SinkInfo, FormatName)]) -> bool {
    let counted = sinks.iter().all(|(sink, _)| sink.format.only_counts() && sink.names.is_none());
    counted && args.limit.is_none() && !args.rows.only_moves && args.rows.each_game() == EachGame::All
}

/// How the games are searched.
fn run_options(
    (args, sinks): (&SearchArgs, &[(SinkInfo, FormatName)]),
    search: SearchOptions,
    threads: usize,
) -> RunOptions {
    let reading = &args.query.reading;
    let every_game = sinks.iter().any(|(sink, _)| sink.format.wants_every_game());
    let seen = if every_game { SeenGames::Tags } else { SeenGames::Found };
    let all_moves = args.check_moves || sinks.iter().any(|(sink, _)| sink.format.wants_all_moves());
    RunOptions {
        search,
        threads: NonZeroUsize::new(threads),
        games: args.game_range.map(|(first, last)| first..=last),
        skip_moves: !all_moves && reading.options().plan.skip_moves,
        strict: args.strict,
        minor_faults: args.warnings,
        all_faults: args.report.is_some(),
        seen,
        given_up: reading.allowance().given_up,
        counts_only: only_counts(args, sinks),
        told: args.part.told,
        ..args.tables.run(RunOptions::default())
    }
}

/// The facts read of each game because a format shows it.
fn search_options(args: &SearchArgs, sinks: &[(SinkInfo, FormatName)], control: Arc<RunControl>) -> SearchOptions {
    SearchOptions {
        comments: sinks.iter().any(|(sink, _)| sink.format.wants_comments()),
        paths: args.rows.distinct || args.rows.only_moves || sinks.iter().any(|(sink, _)| sink.format.wants_paths()),
        constituents: sinks.iter().any(|(sink, _)| sink.format.wants_constituents()),
        control,
        ..SearchOptions::default()
    }
}

/// The text shown of them.
fn task(
    args: &SearchArgs,
    set: &QuerySet,
    sinks: Vec<(SinkInfo, FormatName)>,
    (of_queries, targets): (&[Option<PathBuf>], &[Option<PathBuf>]),
) -> Task {
    let queries =
        of_queries.iter().enumerate().map(|(i, target)| query_info(args, set, (i, target), targets)).collect();
    let sinks = sinks.into_iter().map(|(sink, _)| sink).collect();
    Task {
        queries,
        sinks,
        strict: args.strict,
        warnings: args.warnings,
        all_faults: args.report.is_some(),
        selection: Selection::new(&args.rows, args.query.reading.engine()),
        distinct: args.rows.distinct,
        held: args.query.reading.allowance().limits.held,
        spare: Arc::default(),
    }
}

/// Opens all outputs.
fn open_outputs(
    targets: &[Option<PathBuf>],
    sinks: &[(SinkInfo, FormatName)],
    claims: &mut Claims,
) -> Result<Vec<Option<OutputWriter>>, Message> {
    let open = |(target, (sink, _)): (&Option<PathBuf>, &(SinkInfo, FormatName))| match sink.names {
        Some(_) => Ok(None),
        None => claims.open(Use::Results, target.as_deref().unwrap_or(Path::new("-"))).map(Some),
    };
    targets.iter().zip(sinks).map(open).collect()
}

fn query_info(
    args: &SearchArgs,
    set: &QuerySet,
    (i, target): (usize, &Option<PathBuf>),
    targets: &[Option<PathBuf>],
) -> QueryInfo {
    let query = &set.queries()[i];
    let header = query.header();
    QueryInfo {
        number: i + 1,
        name: query.source().name.clone(),
        columns: args.query.selects.iter().map(|(name, _)| name.clone()).collect(),
        sort_keys: sinks::named_keys(set, i),
        unmatched: args.rows.unmatched,
        silent: header.silent,
        match_string: header.match_string.clone().unwrap_or_else(|| "CQL".into()),
        sink: targets.iter().position(|other| other == target).unwrap_or(0),
    }
}
