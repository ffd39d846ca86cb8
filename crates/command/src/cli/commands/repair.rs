//! `tabiya repair`: what can be read of games of any quality, as clean PGN.

use crate::cli::games::course::Course;
use crate::cli::inputs;
use crate::cli::options::args::RepairArgs;
use crate::cli::outputs::claims::{Claims, Use};
use crate::cli::outputs::faults;
use crate::cli::outputs::output::{Fault, OutputWriter};
use crate::cli::report::text::count;
use crate::cli::report::{Exit, Message, interrupt};
use std::collections::BTreeMap;
use std::path::Path;
use tabiya::game::{FaultKind, RepairOptions, Repairer, TooLong};
use tabiya::pipeline::{GameJob, NextText, Sources, Texts, damage};
use tabiya::syntax::Severity;

/// Repairs all games of the inputs.
pub(crate) fn repair(args: &RepairArgs) -> Exit {
    let report = args.messages.report();
    let control = interrupt::control();
    match prepare(args) {
        Ok((inputs, output, faults)) => {
            let course = Course::start(report, &inputs);
            let texts = Texts::new(inputs, &control);
            let options = RepairOptions { letters: args.letters, fix_results: args.fix_results };
            let counts = RepairCounts::default();
            Repairing { course, output: Some(output), faults, over: false, counts }.all(texts, options)
        }
        Err(message) => report.refuse(&message),
    }
}

/// Everything that can go wrong before a game is read.
fn prepare(args: &RepairArgs) -> Result<(Sources, OutputWriter, Option<OutputWriter>), Message> {
    let inputs = inputs::named(&args.games)?;
    let path = args.output.as_deref().unwrap_or(Path::new("-"));
    let mut claims = Claims::reading(inputs.paths());
    let output = claims.open(Use::Results, path)?;
    let faults = args.report.as_deref().map(|path| claims.open(Use::Faults, path)).transpose()?;
    Ok((inputs, output, faults))
}

/// The repairs so far.
#[derive(Debug, Default)]
struct RepairCounts {
    /// Games with moves that could not be read, and games with other faults only.
    incomplete: u64,
    flawed: u64,
    kinds: BTreeMap<FaultKind, u64>,
}

struct Repairing {
    course: Course,
    output: Option<OutputWriter>,
    faults: Option<OutputWriter>,
    /// True if an output takes nothing more.
    over: bool,
    counts: RepairCounts,
}

impl Repairing {
    fn all(mut self, mut texts: Texts, options: RepairOptions) -> Exit {
        let mut job = GameJob::default();
        let (mut repairer, mut text) = (Repairer::with_options(options), String::new());
        while !self.over {
            match texts.next(&mut job) {
                NextText::End => break,
                NextText::Halted(_) => {
                    self.course.interrupted = true;
                    break;
                }
                NextText::Message(message) => self.course.say(&message),
                NextText::Game => self.one(&job, &mut repairer, &mut text),
            }
        }
        self.finish()
    }

    /// Repairs one game.
    fn one(&mut self, job: &GameJob, repairer: &mut Repairer, text: &mut String) {
        text.clear();
        if let Err(TooLong) = repairer.repair(&job.raw, text) {
            let message =
                Message::error("game-too-long", "as clean PGN, this game is longer than the limit for a game");
            let message = message.file(&*job.file).help("the game is left out; split it into several games");
            let place = Some((job.raw.line, job.raw.offset));
            self.course.say(&Message { place, game: Some(job.raw.number), ..message });
            return;
        }
        let game = repairer.game();
        let damage = damage(game, job, false, false);
        self.counts.incomplete += u64::from(damage.incomplete);
        self.counts.flawed += u64::from(damage.flawed);
        for fault in game.faults().list() {
            *self.counts.kinds.entry(fault.kind).or_default() += 1;
        }
        if !damage.messages.is_empty() {
            self.course.report.damaged(&damage.messages);
        }
        if let Some(output) = &mut self.output
            && let Err(fault) = output.write(text.as_bytes())
        {
            self.lose(fault);
        }
        if let Some(faults) = &mut self.faults
            && let Err(fault) = faults.write(faults::rows(game, &job.file, &job.raw).as_bytes())
        {
            self.lose(fault);
        }
        self.course.pass(1);
    }

    /// An output takes nothing more, which ends the run: without a word if its reader has gone. What it has taken is kept.
    fn lose(&mut self, fault: Fault) {
        self.over = true;
        if let Fault::Failed(message) = fault {
            self.course.fail(&message);
        }
    }

    /// Closes the outputs and says what had to be done. What is not complete does not get its name.
    fn finish(mut self) -> Exit {
        self.course.report.end_progress();
        let mut outputs: Vec<OutputWriter> =
            std::iter::once(self.output.take()).chain([self.faults.take()]).flatten().collect();
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
        for mut output in outputs {
            if whole && !self.over {
                match output.commit() {
                    Ok(()) => {
                        written.extend(output.is_file().then(|| output.name().to_owned()));
                        continue;
                    }
                    Err(fault) => self.lose(fault),
                }
            }
            self.course.give_up(output);
        }
        self.course.report.say_summary(&self.counts.message(self.course.games, &written));
        self.course.exit(Exit::Found)
    }
}

impl RepairCounts {
    /// `3 games repaired; 1 has moves that ...; illegal-move: 1, stray-text: 2; written to out.pgn`
    fn message(&self, games: u64, written: &[String]) -> Message {
        let sound = games - self.incomplete - self.flawed;
        let mut parts = vec![format!("{}: {} clean", count(games, "game"), crate::cli::report::text::thousands(sound))];
        if self.flawed > 0 {
            parts.push(format!(
                "{} with minor errors that lose no moves",
                crate::cli::report::text::thousands(self.flawed)
            ));
        }
        if self.incomplete > 0 {
            let text = "with unreadable moves, which were put in comments";
            parts.push(format!("{} {text}", crate::cli::report::text::thousands(self.incomplete)));
        }
        let mut text = parts.join(", ");
        let kinds =
            self.kinds.iter().map(|(kind, n)| format!("{}: {}", kind.code(), crate::cli::report::text::thousands(*n)));
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
