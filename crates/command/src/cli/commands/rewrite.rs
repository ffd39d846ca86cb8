//! `tabiya rewrite`: what can be read of games of any quality, as clean PGN in the shape that is wanted, or as it was read.
//! `tabiya export` is its `--as-read`.

use super::rewrite_notes::Notes;
use crate::cli::games::conditions::{self, Where};
use crate::cli::games::course::Course;
use crate::cli::inputs;
use crate::cli::options::args::ReadingArgs;
use crate::cli::options::rewrite_args::{Plies, RewriteArgs};
use crate::cli::outputs::claims::{Claims, Use, check_ending};
use crate::cli::outputs::faults;
use crate::cli::outputs::formats::{Pgn, RunEnd};
use crate::cli::outputs::output::{Fault, OutputWriter};
use crate::cli::outputs::spaced::Spaced;
use crate::cli::outputs::split::{FileNames, Split};
use crate::cli::report::text::{count, thousands};
use crate::cli::report::{Exit, Message, Report, interrupt};
use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use tabiya::chess::{Color, MoveList};
use tabiya::game::{Cut, FaultKind, Merger, Part, RepairOptions, Repairer, Shape, TooLong};
use tabiya::names::Ratings;
use tabiya::pipeline::{GameJob, NextText, RunOptions, Sources, Texts, damage};
use tabiya::syntax::Severity;
use tabiya::{Game, OpeningNames, QueryOptions, QuerySet, RunError};

/// Rewrites all games of the inputs.
pub(crate) fn rewrite(args: &RewriteArgs) -> Exit {
    let report = Report::new(args.reading.json_diagnostics, args.quiet);
    let control = interrupt::control();
    let Some(asked) = Asked::of(args, &report) else { return Exit::Error };
    match prepare(args) {
        Ok((inputs, output, faults)) => {
            let mut notes = match Notes::of(args, &inputs, &control) {
                Ok(notes) => notes,
                Err(message) => return report.refuse(&message),
            };
            if notes.mark(args, &control, &report).is_none() {
                return Exit::Error;
            }
            let options = RepairOptions {
                letters: args.letters,
                write_letters: args.write_letters,
                fix_results: args.fix_results,
                shape: Shape { without: args.without.clone(), lines: args.lines },
                tags: args.tags.clone(),
                without_tags: args.without_tags.clone(),
                names: args.tables.names.names(&report),
            };
            let mut course = Course::start(report, &inputs);
            let run = RunOptions { names: options.names.clone(), ..RunOptions::new().control(&control) };
            course.look_for(&asked.conditions.sets(), (&inputs, &run));
            let again = inputs.again().filter(|_| !args.only.spelling.exact);
            let texts = [Some(inputs), again].map(|inputs| inputs.map(|inputs| Texts::new(inputs, &control)));
            let silent = args.without.iter().any(|part| matches!(part, Part::Comments | Part::Words));
            let merger = args.merge.then(Merger::default);
            let as_read = args.as_read.then(Spaced::default);
            let counts = RewriteCounts::default();
            Rewriting { course, output, faults, merger, as_read, asked, notes, silent, over: false, counts }.all(
                texts,
                options,
                &args.reading,
            )
        }
        Err(message) => report.refuse(&message),
    }
}

/// Everything that can go wrong before a game is read.
fn prepare(args: &RewriteArgs) -> Result<(Sources, Output, Option<OutputWriter>), Message> {
    let inputs = inputs::named(&args.games)?;
    let path = args.output.as_deref().unwrap_or(Path::new("-"));
    check_ending(path, &["pgn"])?;
    let tables = args.tables.files().chain(args.mark_novelties.as_deref());
    let named = path.to_string_lossy();
    if args.tables.openings.file().is_some()
        && !args.add_openings
        && !["{eco", "{opening", "{variation"].iter().any(|of| named.contains(of))
    {
        let message = Message::error("conflicting-options", "--openings names openings, but nothing is named by them");
        return Err(message.help("add --add-openings, or write `{opening}` into the name of the output"));
    }
    let mut claims = Claims::reading(inputs.paths().chain(tables));
    // The fields are those of games; no query is evaluated.
    let options = QueryOptions { openings: args.tables.openings.own(), ..QueryOptions::default() };
    let set = QuerySet::new(Vec::new(), &options).expect("no query is refused");
    let names = FileNames::numbered(path, args.games_per_file, &set)?;
    if args.merge && names.is_some() {
        let message = Message::error("output-name", "--merge makes one file of all games");
        return Err(message.help("name the output without `{...}`"));
    }
    let one = names.is_none().then(|| claims.open(Use::Results, path)).transpose()?;
    let faults = args.report.as_deref().map(|path| claims.open(Use::Faults, path)).transpose()?;
    let files = names.map(|names| Box::new(Files { names, split: Split::default(), claims, moves: MoveList::new() }));
    Ok((inputs, Output { one, files }, faults))
}

/// Adds the tags of the opening that the game that was read does not have.
fn add_opening(repairer: &mut Repairer, names: &OpeningNames) {
    let game = repairer.game();
    let said = [("ECO", names.eco(game)), ("Opening", names.opening(game)), ("Variation", names.variation(game))];
    for (name, value) in said.map(|(name, value)| (name, value.map(Cow::into_owned))) {
        value.iter().for_each(|value| repairer.add_tag(name, value));
    }
}

/// Adds the ratings of the players and their numbers at FIDE that the game that was read does not have.
fn add_ratings(repairer: &mut Repairer, ratings: &Ratings) {
    for color in Color::ALL {
        let missing: Vec<(String, String)> = ratings.tags_of(repairer.game(), color).collect();
        missing.iter().for_each(|(name, value)| repairer.add_tag(name, value));
    }
}

/// What the options ask of each game.
struct Asked<'a> {
    /// Each of the queries must match.
    conditions: Arc<Where>,
    /// Where games begin and end.
    from: Option<QuerySet>,
    until: Option<QuerySet>,
    plies: Option<Plies>,
    /// The names of openings that become tags.
    names: Option<&'a OpeningNames>,
    /// The ratings that do.
    ratings: Option<&'a Ratings>,
}

impl<'a> Asked<'a> {
    /// Reads the queries. Errors of any of them have been reported if this gives nothing.
    fn of(args: &'a RewriteArgs, report: &Report) -> Option<Asked<'a>> {
        let plan = |texts: &[String]| {
            let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
            conditions::plan(&texts, &args.reading, report)
        };
        Some(Asked {
            conditions: Where::read(&args.only.conditions, &args.reading, report)?,
            from: plan(args.from.as_slice())?,
            until: plan(args.until.as_slice())?,
            plies: args.plies,
            names: args.add_openings.then(|| args.tables.openings.names()),
            ratings: args.tables.ratings.table(),
        })
    }

    /// Adds the tags that the game that was read does not have.
    fn add_tags(&self, repairer: &mut Repairer) {
        self.names.into_iter().for_each(|names| add_opening(repairer, names));
        self.ratings.into_iter().for_each(|ratings| add_ratings(repairer, ratings));
    }

    /// The text kept of a game; nothing if it is not wanted.
    fn cut(&self, game: &Game) -> Result<Option<Cut>, RunError> {
        let first = |set: &Option<QuerySet>| -> Result<Option<u32>, RunError> {
            let Some(set) = set else { return Ok(None) };
            let places = set.matches(game)?.map(|found| found.position());
            Ok(places.filter(|&position| position < game.tree().mainline_len()).min())
        };
        if !self.conditions.hold(game)? {
            return Ok(None);
        }
        let mut cut = Cut { from: first(&self.from)?.unwrap_or(0), to: first(&self.until)? };
        if let Some(Plies { first, last }) = self.plies {
            cut = Cut { from: (first - 1).min(game.tree().mainline_len() - 1), to: last };
        }
        Ok(Some(cut))
    }
}

/// Where games go: to one output, or to a file for each value of the fields in its name.
#[derive(Default)]
struct Output {
    one: Option<OutputWriter>,
    files: Option<Box<Files>>,
}

struct Files {
    names: FileNames,
    split: Split,
    claims: Claims,
    moves: MoveList,
}

impl Output {
    /// Takes the text of a game.
    fn put(&mut self, (file, game): (&str, &Game), text: &[u8]) -> Result<(), Fault> {
        if let Some(output) = &mut self.one {
            output.write(text)?;
        }
        if let Some(files) = &mut self.files {
            let name = files.names.next_prefix((file, game), &mut files.moves);
            files.split.push(&[name.as_bytes(), text].concat())?;
        }
        Ok(())
    }

    /// All the text that is written: the files of their own names are made now.
    fn writers(self, end: &RunEnd) -> (Vec<OutputWriter>, Result<(), Fault>) {
        let Some(files) = self.files else { return (self.one.into_iter().collect(), Ok(())) };
        let Files { mut split, claims, .. } = *files;
        let claims = RefCell::new(claims);
        let written = split.write((&Pgn::default(), end), &|path| claims.borrow_mut().claim(Use::Results, path));
        (std::mem::take(split.files()), written)
    }
}

/// The counts of the games read so far.
#[derive(Debug, Default)]
struct RewriteCounts {
    /// Games with moves that could not be read, and games with other faults only.
    incomplete: u64,
    flawed: u64,
    /// Games that were left out because no query matched.
    passed_over: u64,
    kinds: BTreeMap<FaultKind, u64>,
}

struct Rewriting<'a> {
    course: Course,
    output: Output,
    faults: Option<OutputWriter>,
    /// The games that become one.
    merger: Option<Merger>,
    /// Games are written as they were read.
    as_read: Option<Spaced>,
    asked: Asked<'a>,
    notes: Notes,
    /// True if moves that cannot be read have no place in comments.
    silent: bool,
    /// True if an output takes nothing more.
    over: bool,
    counts: RewriteCounts,
}

impl Rewriting<'_> {
    /// Writes the games, which can be read a second time if there are two texts of them.
    fn all(mut self, [texts, again]: [Option<Texts>; 2], options: RepairOptions, reading: &ReadingArgs) -> Exit {
        let mut repairer = Repairer::with_options(options);
        texts.into_iter().for_each(|texts| self.through(texts, &mut repairer, true));
        if let Some(texts) = again.filter(|_| self.has_taken_none() && self.course.is_whole()) {
            let names = self.course.say_other_names();
            if !names.is_empty() {
                match self.asked.conditions.in_spellings(&names, reading) {
                    Ok(conditions) => self.asked.conditions = conditions,
                    Err(message) => return self.course.report.refuse(&message),
                }
                (self.course.games, self.counts) = (0, RewriteCounts::default());
                self.through(texts, &mut repairer, false);
            }
        }
        self.merged();
        self.finish()
    }

    /// Goes through games until an output takes nothing more. `first` is false if all that is to be said of the files has been said.
    fn through(&mut self, mut texts: Texts, repairer: &mut Repairer, first: bool) {
        let mut job = GameJob::default();
        while !self.over {
            match texts.next(&mut job) {
                NextText::End => break,
                NextText::Halted(_) => {
                    self.course.interrupted = true;
                    break;
                }
                NextText::Message(message) if first => self.course.say(&message),
                NextText::Message(_) => {}
                NextText::Game => self.one(&job, repairer),
            }
        }
    }

    /// True if no game has met the conditions.
    fn has_taken_none(&self) -> bool {
        self.counts.passed_over == self.course.games && !self.over
    }

    /// Reads one game and writes what it becomes.
    fn one(&mut self, job: &GameJob, repairer: &mut Repairer) {
        // A game that is written as it was read is parsed only for conditions and names of files.
        if self.as_read.is_none() || !self.asked.conditions.is_empty() || self.output.files.is_some() {
            repairer.read(&job.raw);
            self.asked.add_tags(repairer);
        }
        let cut = match self.asked.cut(repairer.game()) {
            Ok(Some(cut)) => cut,
            Ok(None) => {
                self.counts.passed_over += 1;
                return self.course.pass(1);
            }
            Err(error) => {
                let message = Message::error("query-failed", error.message).help("the game is left out");
                return self.course.say(&of_game(message, job));
            }
        };
        if let Some(spaced) = &mut self.as_read {
            let text = if self.output.files.is_some() { spaced.alone(job) } else { spaced.next(job) };
            let written = self.output.put((&job.file, repairer.game()), text);
            written.unwrap_or_else(|fault| self.lose(fault));
            return self.course.pass(1);
        }
        if let Err(message) = self.notes.add(repairer, job, cut) {
            self.over = true;
            return self.course.fail(&of_game(message, job));
        }
        match &mut self.merger {
            Some(merger) => {
                if let Err(TooLong) = repairer.merge(cut, merger) {
                    return self.refuse_merger();
                }
            }
            None => {
                let mut written = Ok(());
                let put = |game: &Game, text: &str| {
                    if written.is_ok() {
                        written = self.output.put((&job.file, game), text.as_bytes());
                    }
                };
                if let Err(TooLong) = repairer.write(cut, put) {
                    let text = "as clean PGN, this game is longer than the limit for a game";
                    let message = Message::error("game-too-long", text);
                    return self.course.say(&of_game(message.help("the game is left out; split it into several"), job));
                }
                written.unwrap_or_else(|fault| self.lose(fault));
            }
        }
        self.note(repairer.game(), job);
    }

    /// Counts a game, and says and writes what is wrong with it.
    fn note(&mut self, game: &Game, job: &GameJob) {
        let damage = damage(game, job, false, false);
        self.counts.incomplete += u64::from(damage.incomplete);
        self.counts.flawed += u64::from(damage.flawed);
        for fault in game.faults().list() {
            *self.counts.kinds.entry(fault.kind).or_default() += 1;
        }
        if !damage.messages.is_empty() {
            self.course.report.damaged(&damage.messages);
        }
        if let Some(faults) = &mut self.faults
            && let Err(fault) = faults.write(faults::rows(game, &job.file, &job.raw).as_bytes())
        {
            self.lose(fault);
        }
        self.course.pass(1);
    }

    /// Writes the games that have become one.
    fn merged(&mut self) {
        let Some(mut merger) = self.merger.take().filter(|_| !self.over) else { return };
        let mut text = String::new();
        match merger.write(&mut text) {
            Ok(()) => {
                let written = self.output.put(("", &Game::new()), text.as_bytes());
                written.unwrap_or_else(|fault| self.lose(fault));
            }
            Err(TooLong) => self.refuse_merger(),
        }
    }

    /// The games do not fit into one.
    fn refuse_merger(&mut self) {
        self.over = true;
        let message = Message::error("game-too-long", "the games together are longer than the limit for a game");
        self.course.fail(&message.help("merge fewer of them: choose some with --where, or cut them with --plies"));
    }

    /// An output takes nothing more, which ends the run: without a word if its reader has gone. What it has taken is kept.
    fn lose(&mut self, fault: Fault) {
        self.over = true;
        if let Fault::Failed(message) = fault {
            self.course.fail(&message);
        }
    }

    /// Closes the outputs and says what had to be done. Anything that is not complete does not get its name.
    fn finish(mut self) -> Exit {
        self.course.report.end_progress();
        let (games, damaged, seconds) = (self.course.games, self.counts.incomplete, self.course.seconds());
        let end = RunEnd { games, damaged, seconds, complete: !self.over };
        let (mut outputs, written) = std::mem::take(&mut self.output).writers(&end);
        if let Err(fault) = written {
            self.lose(fault);
        }
        let (files, mut made) = (outputs.len(), 0);
        outputs.extend(self.faults.take());
        if !self.over {
            // Everything is on the disk before the first file gets its name.
            for output in &mut outputs {
                if let Err(fault) = output.settle() {
                    self.lose(fault);
                }
            }
        }
        let whole = !self.over && self.course.seal();
        let mut written = Vec::new();
        for (place, mut output) in outputs.into_iter().enumerate() {
            if whole && !self.over {
                match output.commit() {
                    Ok(()) => {
                        let is_one_of_many = files > 1 && place < files;
                        made += u64::from(is_one_of_many);
                        written.extend((output.is_file() && !is_one_of_many).then(|| output.name().to_owned()));
                        continue;
                    }
                    Err(fault) => self.lose(fault),
                }
            }
            self.course.give_up(output);
        }
        if made > 0 {
            written.insert(0, count(made, "file"));
        }
        if self.has_taken_none() {
            self.course.say_spellings();
        }
        let summary = self.counts.message(self.course.games, (self.as_read.is_some(), self.silent), &written);
        self.course.report.say_summary(&summary);
        self.course.exit(Exit::Found)
    }
}

/// A message about a game.
fn of_game(message: Message, job: &GameJob) -> Message {
    let place = Some((job.raw.line, job.raw.offset));
    Message { place, game: Some(job.raw.number), ..message.file(&*job.file) }
}

impl RewriteCounts {
    /// `3 games repaired; 1 has moves that ...; illegal-move: 1, stray-text: 2; written to out.pgn`
    fn message(&self, games: u64, (as_read, silent): (bool, bool), written: &[String]) -> Message {
        let sound = games - self.passed_over - self.incomplete - self.flawed;
        let what = if as_read { "written as they were read" } else { "clean" };
        let mut parts = vec![format!("{}: {} {what}", count(games, "game"), thousands(sound))];
        if self.passed_over > 0 {
            parts.push(format!("{} without a match, which were left out", thousands(self.passed_over)));
        }
        if self.flawed > 0 {
            parts.push(format!("{} with minor errors that lose no moves", thousands(self.flawed)));
        }
        if self.incomplete > 0 {
            let what = if silent { "left out" } else { "put in comments" };
            let text = format!("with unreadable moves, which were {what}");
            parts.push(format!("{} {text}", thousands(self.incomplete)));
        }
        let mut text = parts.join(", ");
        let kinds = self.kinds.iter().map(|(kind, n)| format!("{}: {}", kind.code(), thousands(*n)));
        let kinds: Vec<String> = kinds.collect();
        if !kinds.is_empty() {
            text.push_str(&format!(" ({})", kinds.join(", ")));
        }
        if !written.is_empty() {
            text.push_str(&format!("; written to {}", written.join(" and ")));
        }
        Message::new(Severity::Note, "repaired", text)
    }
}
