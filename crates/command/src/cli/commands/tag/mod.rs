//! `tabiya tag`: which queries of a set match each game. All queries run in one pass; each game is rendered on the thread
//! that has searched it, and written in its order.

mod queries;
mod score;
mod shown;

use crate::cli::games::course::Course;
use crate::cli::games::drive;
use crate::cli::inputs;
use crate::cli::options::args::TagArgs;
use crate::cli::outputs::claims::{Claims, Use};
use crate::cli::outputs::files::DiskFiles;
use crate::cli::outputs::output::{Fault, OutputWriter};
use crate::cli::report::text::count;
use crate::cli::report::{Exit, Message, Report, interrupt};
use queries::Named;
use score::Score;
use shown::{Form, Tagged, Tagging};
use std::num::NonZeroUsize;
use std::sync::Arc;
use tabiya::pipeline::{News, Run, RunOptions, RunSummary, SeenGames, Sources, Watch, held_limit};
use tabiya::{Files, QuerySet, RunControl, SearchOptions};

/// `tabiya tag`
pub(crate) fn tag(args: &TagArgs) -> Exit {
    let report = Report::new(args.reading.json_diagnostics, args.pass.quiet);
    let control = Arc::new(RunControl::new());
    match prepare(args, &report, &control) {
        Some(prepared) => run(args, report, prepared, control),
        None => Exit::Error,
    }
}

/// The decisions made before a game is read.
struct Prepared {
    set: QuerySet,
    themes: Arc<Named>,
    form: Form,
    inputs: Sources,
    claims: Claims,
    output: OutputWriter,
}

/// Everything that can go wrong before a game is read; errors have been reported if this gives none.
fn prepare(args: &TagArgs, report: &Report, control: &Arc<RunControl>) -> Option<Prepared> {
    let say = |message: Message| report.say(&message);
    let (set, themes) = queries::read(args, report)?;
    let form = Form::of(args).map_err(say).ok()?;
    let stdin_free = !args.origins.files.iter().any(|path| path.as_os_str() == "-");
    let inputs = if args.sample { inputs::samples() } else { inputs::find(&args.games, stdin_free) };
    if inputs.is_empty() {
        say(inputs::none("tag the sample games of the program with --sample"));
        return None;
    }
    // A signal that comes earlier ends the program, which has written nothing.
    interrupt::listen(control);
    let by_queries = set.queries().iter().flat_map(tabiya::ParsedQuery::files);
    let named = args.origins.files.iter().map(std::path::PathBuf::as_path);
    let mut claims = Claims::reading(inputs.paths().chain(named).chain(by_queries).chain(args.reading.engine.file()));
    let path = args.pass.target();
    let output = claims.open(Use::Results, path).map_err(say).ok()?;
    Some(Prepared { set, themes: Arc::new(themes), form, inputs, claims, output })
}

fn run(args: &TagArgs, report: Report, prepared: Prepared, control: Arc<RunControl>) -> Exit {
    let Prepared { set, themes, form, inputs, claims, output } = prepared;
    let threads = drive::threads(args.pass.threads.threads, set.must_run_in_order(), &report);
    let (access, allowance) = (args.reading.access(), args.reading.allowance());
    let disk = Arc::new(DiskFiles::new(access, allowance.limits, claims));
    let search =
        SearchOptions { files: Some(Arc::clone(&disk) as Arc<dyn Files>), control, ..SearchOptions::default() };
    let options = RunOptions {
        search,
        threads: NonZeroUsize::new(threads),
        games: args.game_range.map(|(first, last)| first..=last),
        seen: SeenGames::Read,
        given_up: allowance.given_up,
        ..RunOptions::default()
    };
    let mut tagger = Tagger {
        course: Course::start(report, &inputs),
        output: Some(output),
        score: (form == Form::Score).then(|| Score::new(&themes, args.json)),
        form,
        themes: Arc::clone(&themes),
        tag: args.tag_name.clone(),
        summary: RunSummary::default(),
        held: allowance.limits.held,
        began: false,
        over: false,
    };
    let tag: Arc<str> = args.tag_name.as_str().into();
    let step = move || Tagging::new(form, Arc::clone(&themes), Arc::clone(&tag));
    match Run::start(&set, inputs, &options, step) {
        Ok(run) => tagger.take(run),
        Err(message) => tagger.course.fail(&message),
    }
    tagger.finish(&disk)
}

/// A run, seen from the thread that writes.
struct Tagger {
    course: Course,
    /// None once its reader is gone.
    output: Option<OutputWriter>,
    score: Option<Score>,
    form: Form,
    themes: Arc<Named>,
    /// The name of the tag.
    tag: String,
    /// What sums up the run, when it is over.
    summary: RunSummary,
    /// The bytes of results that the run may keep.
    held: usize,
    /// True if the first game has been written.
    began: bool,
    /// True if the run has ended before the last game.
    over: bool,
}

impl Tagger {
    /// Takes all games, until the run is over.
    fn take(&mut self, mut run: Run<Tagged>) {
        self.course.matched = Some(0);
        while let Some(made) = run.next_made(self) {
            self.course.matched = Some(run.summary().matched);
            if let Some(tagged) = made.output {
                tagged.cut.iter().for_each(|message| self.course.say(message));
                self.put(&tagged);
            }
            if self.over {
                break;
            }
        }
        self.summary = run.finish();
    }

    /// Writes what was found in a game, or keeps it for the score.
    fn put(&mut self, tagged: &Tagged) {
        if let Some(score) = &mut self.score {
            score.take(tagged);
            if score.held() > self.held {
                self.course.fail(&held_limit(self.held));
                self.over = true;
            }
            return;
        }
        let mut text = String::new();
        if !self.began {
            self.form = self.form.beginning_with(tagged);
            text.push_str(&self.form.head(&self.tag));
            self.began = true;
        }
        self.form.push(tagged, (&self.themes, &self.tag), &mut text);
        self.write(&text);
    }

    fn write(&mut self, text: &str) {
        let written = self.output.as_mut().map(|output| output.write(text.as_bytes()));
        if let Some(Err(fault)) = written {
            self.lose(fault);
        }
    }

    /// The output takes nothing more, which ends the run: without a word if its reader has gone.
    fn lose(&mut self, fault: Fault) {
        self.over = true;
        match fault {
            Fault::Gone => self.output = None,
            Fault::Failed(message) => self.course.fail(&message),
        }
    }

    /// Writes the score, closes the output, and says what was done.
    fn finish(mut self, disk: &DiskFiles) -> Exit {
        self.course.report.end_progress();
        if let Some(score) = self.score.take().filter(|_| self.course.is_whole() && !self.over) {
            if score.is_empty() {
                let text = format!("no game has the tag {}, so there is nothing to compare with", self.tag);
                let message = Message::error("no-labels", text);
                self.course.fail(
                    &message.help("name games that have it, such as a table of puzzles, or another tag with --tag"),
                );
            } else {
                self.write(&score.text());
            }
        }
        let written = self.close();
        let (messages, good) = disk.finish(self.course.seal());
        messages.iter().for_each(|message| self.course.report.say(message));
        self.course.failed |= !good;
        self.course.sum_up(&self.summary, "");
        let mut text = format!(
            "{} of {} with a theme, in {:.2} s",
            crate::cli::report::text::thousands(self.summary.matched),
            count(self.course.games, "game"),
            self.course.seconds()
        );
        written.iter().for_each(|name| text.push_str(&format!("; written to {name}")));
        self.course.report.note_on_terminal(&text);
        self.course.exit(Exit::Found)
    }

    /// Closes the output: a file gets its name if all is well. Its name, if it has got it.
    fn close(&mut self) -> Option<String> {
        let settled = self.output.as_mut().map(OutputWriter::settle);
        if let Some(Err(fault)) = settled {
            self.lose(fault);
        }
        let whole = self.course.seal();
        let mut output = self.output.take()?;
        if whole {
            match output.commit() {
                Ok(()) => return output.is_file().then(|| output.name().to_owned()),
                Err(fault) => self.lose(fault),
            }
        }
        self.course.give_up(output);
        None
    }
}

impl Watch for Tagger {
    fn hear(&mut self, news: &News) {
        if let News::Idle = news {
            // A reader that has gone is noticed at the next game.
            let _ = self.output.as_mut().filter(|output| !output.is_file()).map(OutputWriter::flush);
        }
        self.course.hear(news);
    }
}
