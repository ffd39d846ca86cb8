//! `tabiya tree`: the moves played from a position, how the games ended, and the moves played next.
//!
//! `root` finds out what the first word of the command line is; the library counts; `rows` makes rows of the tree, `shown`
//! writes them for people and programs, and `game` writes the tree as a game.

mod game;
mod root;
mod rows;
mod shown;

use crate::cli::games::conditions::{self, Begun};
use crate::cli::games::course::Course;
use crate::cli::games::second_search;
use crate::cli::inputs;
use crate::cli::options::args::TablesArgs;
use crate::cli::options::opening_args::{TreeArgs, TreeFormat};
use crate::cli::outputs::claims::check_ending;
use crate::cli::outputs::output::OutputWriter;
use crate::cli::report::{Exit, Message, Report};
use clap::ValueEnum as _;
use root::Root;
use rows::View;
use std::path::{Path, PathBuf};
use tabiya::QuerySet;
use tabiya::chess::{Board, Color};
use tabiya::openings::{self, Book, TreeOptions};
use tabiya::pipeline::Sources;
use tabiya::syntax::Severity;

/// Counts what was played, and shows it.
pub(crate) fn tree(args: &TreeArgs) -> Exit {
    let report = Report::new(args.reading.json_diagnostics, args.pass.quiet);
    match prepare(args) {
        Ok(prepared) => run(args, prepared, report),
        Err(message) => report.refuse(&message),
    }
}

/// What the words of the command line mean.
struct Prepared {
    root: Root,
    inputs: Sources,
    /// The opening book that the only input is.
    book: Option<Book>,
}

fn prepare(args: &TreeArgs) -> Result<Prepared, Message> {
    let (root, games) = root::read(args.query.as_deref(), &args.words)?;
    let format = format(args);
    if matches!(root, Root::Query(_)) && matches!(format, TreeFormat::Pgn | TreeFormat::Bin) {
        let message = Message::error("conflicting-options", "the positions of a query do not make one game or book");
        return Err(message.help("choose another format, or begin with a FEN or moves"));
    }
    if matches!(root, Root::Query(_)) && args.variations {
        let message = Message::error("conflicting-options", "a query says itself whether it matches in variations");
        return Err(message.help("write `variations` in its header: `tree -e 'cql(variations) ...'`"));
    }
    if args.best && format == TreeFormat::Bin {
        let message = Message::error("conflicting-options", "a book does not name games");
        return Err(message.help("leave out --best, or choose another format"));
    }
    if args.sample && !games.is_empty() {
        let message = Message::error("conflicting-options", "--sample stands for games, but others are named");
        return Err(message.help("leave one of them out"));
    }
    let inputs = if args.sample { inputs::samples() } else { inputs::find(games, true) };
    args.pass.output.iter().try_for_each(|path| check_ending(path, &["csv", "tsv", "md", "json", "pgn", "bin"]))?;
    if inputs.is_empty() {
        return Err(inputs::none(
            "use the sample games of the program with --sample; the first word is read as a position",
        ));
    }
    let book = if games.iter().any(|path| Book::is_named(path)) { Some(book(args, &root, games)?) } else { None };
    Ok(Prepared { root, inputs, book })
}

/// Reads the opening book that is the only input. It knows moves and weights, and no games.
fn book(args: &TreeArgs, root: &Root, games: &[PathBuf]) -> Result<Book, Message> {
    let wrong =
        |text: &str| Message::error("conflicting-options", text).help("an opening book has no games: name it alone");
    let [path] = games else { return Err(wrong("an opening book is one of several files")) };
    let TablesArgs { names, ratings, .. } = &args.tables;
    let tables = names.file().is_some() || args.only.spelling.exact || ratings.file().is_some();
    let of_games =
        [args.best, args.whole, args.variations, tables, !args.only.conditions.is_empty(), root.query().is_some()];
    if of_games.contains(&true) {
        return Err(wrong(
            "queries, --where, --best, --whole, --variations, --names, --exact-names and --ratings are about games",
        ));
    }
    Book::open(path).map_err(|error| {
        let message = Message::error("bad-book", error.to_string()).file(path.display().to_string());
        message.help("name games, or a book as Polyglot makes it")
    })
}

/// The format that is requested.
fn format(args: &TreeArgs) -> TreeFormat {
    let extension =
        args.pass.output.as_deref().and_then(Path::extension).and_then(|end| end.to_str()).unwrap_or_default();
    match (args.format, args.csv, args.json) {
        (Some(format), ..) => format,
        (_, true, _) => TreeFormat::Csv,
        (.., true) => TreeFormat::Json,
        _ => TreeFormat::from_str(extension, false).unwrap_or(TreeFormat::List),
    }
}

fn run(args: &TreeArgs, Prepared { root, inputs, book }: Prepared, report: Report) -> Exit {
    let root = &root;
    let texts = root.query().into_iter().chain(args.only.conditions.iter().map(String::as_str)).collect::<Vec<_>>();
    let files: Vec<Option<&Path>> = args.tables.files().map(Some).collect();
    let begun = conditions::begin(&texts, (&args.pass, &args.reading, &files), &[&inputs], &report);
    let Some(Begun { conditions: set, mut output, run }) = begun else { return Exit::Error };
    args.tables.names.note(&report);
    let run = args.tables.run(run);
    let options = TreeOptions {
        plies: args.plies,
        min_games: args.at_least.unwrap_or(if args.plies > 1 && book.is_none() && !args.variations { 2 } else { 1 }),
        best: args.best,
        whole: args.whole,
        variations: args.variations,
        conditions: None,
        run,
    };
    let mut course = Course::start(report, &inputs);
    course.look_for(&set.iter().collect::<Vec<_>>(), (&inputs, &options.run));
    let black = root.of_black(&args.words);
    let sideless = black.is_some();
    let twice = inputs.again().is_some();
    let roots = (root, black.as_ref(), book.as_ref());
    let counts = counted_as_meant(args, roots, (set, inputs), &options, &mut course);
    let text = counts.and_then(|(root, tree)| {
        if sideless && found(&tree) {
            note_side(root, &course);
        }
        let view = View { root, tree: &tree, side: args.side, best: args.best, names: args.tables.openings.names() };
        text(&view, format(args)).map(|text| (found(&tree), text))
    });
    course.report.end_progress();
    match text {
        Ok((true, text)) => {
            let written = output.write(&text);
            course.deliver(output, written, Exit::Found)
        }
        Ok((false, _)) => {
            let text = match root {
                Root::Query(_) => "the query matches in no game that counts",
                Root::Start | Root::Fen(_) | Root::Moves(_) if !sideless => "no game that counts reaches this position",
                _ if twice => "no game that counts reaches this position, with either side to move",
                _ => "no game that counts reaches this position with White to move; the FEN names no side",
            };
            course.report.say_summary(&Message::new(Severity::Note, "no-openings", text));
            drop_output(output);
            course.exit(Exit::Nothing)
        }
        Err(message) => course.end_by(&message, Some((output, 0))),
    }
}

/// Says whose move it is, where the command line does not.
fn note_side(root: &Root, course: &Course) {
    let turn = if root.board().is_some_and(|board| board.turn() == Color::Black) { "Black" } else { "White" };
    let text = format!("the FEN names no side to move; these are the games with {turn} to move");
    let message = Message::new(Severity::Note, "side-to-move", text);
    course.report.say_summary(&message.help("add ` w` or ` b` to choose"));
}

/// A file that nothing was written to leaves nothing behind.
fn drop_output(output: OutputWriter) {
    output.give_up(0, false);
}

/// True if the tree has a game.
fn found(tree: &openings::Tree) -> bool {
    tree.positions.first().is_some_and(|first| first.total.games > 0)
}

/// Counts from a position, or, if no game has it, from the same with Black to move; if there is none either, once more for the
/// spellings of players that may be meant.
fn counted_as_meant<'r>(
    args: &TreeArgs,
    (root, black, book): (&'r Root, Option<&'r Root>, Option<&Book>),
    (set, inputs): (Option<QuerySet>, Sources),
    options: &TreeOptions,
    course: &mut Course,
) -> Result<(&'r Root, openings::Tree), Message> {
    let spare = inputs.again();
    let again = || spare.as_ref().and_then(Sources::again);
    let once = |set: Option<QuerySet>, inputs: Sources, course: &mut Course| {
        let mut of = |root, inputs| counted((root, book), set.clone(), inputs, options.clone(), course);
        let tree = of(root, inputs)?;
        match black.zip(again()) {
            Some((black, inputs)) if !found(&tree) => of(black, inputs).map(|tree| (black, tree)),
            _ => Ok((root, tree)),
        }
    };
    let begun = (set, inputs, course);
    second_search::as_spelt(begun, (&args.only, &args.reading), again, |(_, tree)| found(tree), once)
}

fn counted(
    (root, book): (&Root, Option<&Book>),
    set: Option<QuerySet>,
    inputs: Sources,
    options: TreeOptions,
    course: &mut Course,
) -> Result<openings::Tree, Message> {
    if let Some(book) = book {
        return openings::tree_of_book(&root.board().unwrap_or(Board::initial()), book, &options);
    }
    match (root.board(), set) {
        (None, Some(set)) => openings::tree_of_query(&set, inputs, &options, course),
        (board, conditions) => {
            openings::tree(&board.unwrap_or(Board::initial()), inputs, &TreeOptions { conditions, ..options }, course)
        }
    }
}

fn text(view: &View<'_>, format: TreeFormat) -> Result<Vec<u8>, Message> {
    let text = match format {
        TreeFormat::Bin => return Ok(openings::book_of(view.tree).to_bytes()),
        TreeFormat::Json => Ok(shown::json(view)),
        TreeFormat::Pgn => game::pgn(view),
        TreeFormat::List => shown::list(view),
        TreeFormat::Csv => shown::table(view, crate::cli::outputs::formats::TableKind::Csv { safe: false }),
        TreeFormat::Tsv => shown::table(view, crate::cli::outputs::formats::TableKind::Tsv { safe: false }),
        TreeFormat::Md => shown::table(view, crate::cli::outputs::formats::TableKind::Markdown),
    };
    text.map(String::into_bytes)
}
