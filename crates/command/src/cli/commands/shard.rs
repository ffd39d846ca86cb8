//! `tabiya shard`: games of any source into shards of about equal size, and a manifest of them. One thread reads the games and
//! cuts, others pack; memory depends on their number only.

use super::shard_files::{Contents, ShardFolder};
use super::shard_pack::{Packers, Parcel};
use crate::cli::games::course::Course;
use crate::cli::games::drive;
use crate::cli::inputs;
use crate::cli::options::args::ShardArgs;
use crate::cli::outputs::spaced::Spaced;
use crate::cli::report::text::{count, thousands};
use crate::cli::report::{Exit, Message, interrupt};
use std::num::NonZeroU64;
use std::sync::Arc;
use tabiya::RunControl;
use tabiya::database::BlockBuilder;
use tabiya::pipeline::{GameJob, Sources, Texts};
use tabiya::syntax::Severity;

/// The bytes of text that make a frame: enough to compress well, few enough that a part of a shard can be read.
const FRAME_BYTES: usize = 8 << 20;

/// The bytes of PGN in a shard, unless something else is requested.
const SHARD_BYTES: u64 = 1 << 30;

/// Cuts the games of all inputs into shards.
pub(crate) fn shard(args: &ShardArgs) -> Exit {
    let report = args.messages.report();
    let control = interrupt::control();
    let mut sources = match inputs::named(&args.inputs) {
        Ok(sources) => sources,
        Err(message) => return report.refuse(&message),
    };
    let folder = match ShardFolder::create(&args.output, args.database) {
        Ok(folder) => folder,
        Err(message) => return report.refuse(&message),
    };
    let cut = Cut::new(args, &mut sources, &control);
    let threads = drive::threads(args.threads, None, &report);
    let packers = match Packers::start(threads) {
        Ok(packers) => packers,
        Err(error) => {
            let message = Message::error("threads", format!("cannot start {threads} threads: {error}"));
            report.say(&message.help("choose fewer with --threads"));
            let _ = folder.give_up();
            return Exit::Error;
        }
    };
    let parcel = Gathered::new(args.database);
    let mut sharding = Sharding { cut, folder, packers, parcel, contents: Contents::default() };
    let course = run(Course::start(report, &sources), sources, &control, &mut sharding);
    finish(course, sharding.folder)
}

/// Where one shard ends and the next begins.
enum Cut {
    Games(u64),
    Bytes(u64),
    /// This many shards, of this many games in all.
    Shards {
        shards: u64,
        games: u64,
    },
}

impl Cut {
    fn new(args: &ShardArgs, sources: &mut Sources, control: &Arc<RunControl>) -> Cut {
        match (args.games, args.shards) {
            (Some(games), _) => Cut::Games(games.get()),
            // A run that is ended meanwhile makes no shard.
            (None, Some(shards)) => {
                Cut::Shards { shards: shards.get(), games: sources.count_games(control).unwrap_or(0) }
            }
            (None, None) => Cut::Bytes(args.size.map_or(SHARD_BYTES, NonZeroU64::get)),
        }
    }

    /// True if the shard with a number, from 0, is complete.
    fn is_full(&self, shard: u64, contents: &Contents) -> bool {
        match *self {
            Cut::Games(games) => contents.games >= games,
            Cut::Bytes(bytes) => contents.pgn_bytes >= bytes,
            Cut::Shards { shards, games } => {
                contents.games >= games / shards + u64::from(shard < games % shards) && shard + 1 < shards
            }
        }
    }
}

/// Games that are packed together.
enum Gathered {
    Text(Vec<u8>, Spaced),
    Games(Vec<GameJob>, u64),
}

impl Gathered {
    fn new(database: bool) -> Gathered {
        match database {
            true => Gathered::Games(Vec::new(), 0),
            false => Gathered::Text(Vec::new(), Spaced::default()),
        }
    }

    fn add(&mut self, job: &mut GameJob) {
        match self {
            Gathered::Text(text, spaced) => text.extend_from_slice(spaced.next(job)),
            Gathered::Games(jobs, bytes) => {
                *bytes += job.raw.bytes.len() as u64;
                let file = Arc::clone(&job.file);
                jobs.push(std::mem::take(job));
                job.file = file;
            }
        }
    }

    fn is_full(&self) -> bool {
        match self {
            Gathered::Text(text, _) => text.len() >= FRAME_BYTES,
            Gathered::Games(jobs, bytes) => {
                jobs.len() >= BlockBuilder::GAMES as usize || *bytes >= BlockBuilder::PGN_BYTES
            }
        }
    }

    /// Takes the games out; nothing if there are none.
    fn take(&mut self) -> Option<Parcel> {
        match self {
            Gathered::Text(text, _) => (!text.is_empty()).then(|| Parcel::Text(std::mem::take(text))),
            Gathered::Games(jobs, bytes) => {
                *bytes = 0;
                (!jobs.is_empty()).then(|| Parcel::Games(std::mem::take(jobs)))
            }
        }
    }
}

/// A run on the thread that reads and writes.
struct Sharding {
    cut: Cut,
    folder: ShardFolder,
    packers: Packers<Contents>,
    parcel: Gathered,
    /// The games of the shard that is being filled.
    contents: Contents,
}

impl Sharding {
    /// Takes a game.
    fn add(&mut self, job: &mut GameJob, shard: &mut u64) -> Result<(), Message> {
        let bytes = [&job.raw.before, &job.raw.bytes, &job.raw.behind].iter().map(|part| part.len() as u64).sum();
        self.contents.add(&job.file, job.raw.number, bytes);
        self.parcel.add(job);
        if self.cut.is_full(*shard, &self.contents) {
            self.end_shard(shard);
        } else if self.parcel.is_full() {
            self.end_parcel();
        }
        self.write(false)
    }

    fn end_parcel(&mut self) {
        if let Some(parcel) = self.parcel.take() {
            self.packers.pack(parcel);
        }
    }

    fn end_shard(&mut self, shard: &mut u64) {
        self.end_parcel();
        if self.contents.games == 0 {
            return;
        }
        if let Gathered::Text(_, spaced) = &mut self.parcel {
            // The next shard is a file of its own.
            *spaced = Spaced::default();
        }
        self.packers.mark(std::mem::take(&mut self.contents));
        *shard += 1;
    }

    /// Writes what is ready, or everything.
    fn write(&mut self, all: bool) -> Result<(), Message> {
        let unpacked = |error: std::io::Error| Message::error("internal-error", format!("cannot pack games: {error}"));
        while let Some((packed, ended)) = self.packers.next(all).map_err(unpacked)? {
            self.folder.write(&packed)?;
            ended.map_or(Ok(()), |contents| self.folder.end_shard(&contents))?;
        }
        Ok(())
    }
}

fn run(mut course: Course, sources: Sources, control: &Arc<RunControl>, sharding: &mut Sharding) -> Course {
    let heed = |course: &mut Course, message: &Message| {
        course.say(message);
        !course.failed
    };
    let mut shard = 0;
    let mut written = course.through(Texts::new(sources, control), heed, |job| sharding.add(job, &mut shard));
    if written.is_ok() && course.is_whole() {
        sharding.end_shard(&mut shard);
        written = sharding.write(true);
    }
    course.report.end_progress();
    if let Err(message) = written {
        course.fail(&message);
    }
    course
}

/// Writes the manifest, or leaves nothing.
fn finish(mut course: Course, mut folder: ShardFolder) -> Exit {
    if course.seal() {
        match folder.commit() {
            Ok(()) => {
                let (shards, bytes) = folder.written();
                let text = format!(
                    "{} in {}, {} bytes, in {:.2} s; manifest written to {}",
                    count(course.games, "game"),
                    count(shards as u64, "shard"),
                    thousands(bytes),
                    course.seconds(),
                    folder.manifest().display(),
                );
                course.report.say_summary(&Message::new(Severity::Note, "sharded", text));
                return Exit::Found;
            }
            Err(message) => course.fail(&message),
        }
    }
    let left = match folder.give_up() {
        Some(folder) => format!("; some files could not be removed and are left in {folder}"),
        None => String::new(),
    };
    let (code, text) = match course.interrupted {
        true => ("interrupted", "interrupted; no shards were written"),
        false => ("incomplete-output", "because of the errors, no shards were written"),
    };
    course.report.say(&Message::new(Severity::Warning, code, format!("{text}{left}")));
    course.exit(Exit::Error)
}
