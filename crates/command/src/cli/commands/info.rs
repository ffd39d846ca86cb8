//! `tabiya info`: what a database contains.

use super::openings;
use crate::cli::options::args::{InfoArgs, InfoFormat};
use crate::cli::outputs::output;
use crate::cli::report::text::{count, thousands};
use crate::cli::report::{Exit, Message, Report};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::Path;
use tabiya::chess::Color;
use tabiya::database::{Block, BlockError, Database, Explorer};
use tabiya::game::Reading;
use tabiya::pipeline::{damaged_block, older_database, unreadable_database};
use tabiya::{Game, printable};

/// Prints what is in a database.
pub(crate) fn info(args: &InfoArgs) -> Exit {
    let report = Report::new(args.json_diagnostics, false);
    let database = match tabiya::open_database(&args.database) {
        Ok(database) => database,
        Err(error) => return report.refuse(&unreadable_database(&args.database, &error)),
    };
    let older = older_database(&args.database, &database);
    if let Some(fen) = &args.position {
        older.iter().for_each(|message| report.say(message));
        let shown = openings::show(args, fen, &database, &report);
        return if older.is_some() { Exit::Error } else { shown };
    }
    let (mut contents, mut damaged) = Contents::of(&database, &args.database);
    damaged.splice(0..0, older);
    match database.explorer() {
        Ok(explorer) => contents.explorer = explorer,
        Err(error) => damaged.push(openings::damaged(&args.database, &error)),
    }
    damaged.iter().for_each(|message| report.say(message));
    let text = match args.format {
        InfoFormat::Text => contents.text(&args.database, &database),
        InfoFormat::Json => format!("{}\n", printable::json(contents.json(&args.database, &database).to_string())),
    };
    match output::print(text.as_bytes(), &report) {
        Exit::Found if damaged.is_empty() => Exit::Found,
        _ => Exit::Error,
    }
}

/// The least and the greatest of some numbers, and how many there are.
#[derive(Clone, Copy, Debug, Default)]
struct Span {
    least: u32,
    greatest: u32,
    number: u64,
}

impl Span {
    fn add(&mut self, value: u32) {
        if self.number == 0 {
            (self.least, self.greatest) = (value, value);
        }
        (self.least, self.greatest) = (self.least.min(value), self.greatest.max(value));
        self.number += 1;
    }

    fn json(self) -> Value {
        match self.number {
            0 => Value::Null,
            _ => json!({"from": self.least, "to": self.greatest, "games": self.number}),
        }
    }
}

/// What the games of a database say about themselves.
#[derive(Debug, Default)]
struct Contents {
    /// The files that the games come from, in their order, and the numbers of games.
    sources: Vec<(String, u64)>,
    /// The values of the tag Result.
    results: BTreeMap<&'static str, u64>,
    /// The values of the tag Variant; chess has none.
    variants: BTreeMap<String, u64>,
    /// Games that begin with a position of their own.
    set_up: u64,
    years: Span,
    /// The higher of the two ratings of each game.
    ratings: Span,
    /// What the parts of blocks hold, and how many bytes of the file they take.
    parts: Vec<(&'static str, u64)>,
    explorer: Option<Explorer>,
}

impl Contents {
    /// Reads the tags of all games. Damaged blocks are left out, and reported.
    fn of(database: &Database, path: &Path) -> (Contents, Vec<Message>) {
        let (mut contents, mut damaged, mut game) = (Contents::default(), Vec::new(), Game::new());
        let name = path.display().to_string();
        for number in 0..database.blocks() {
            let read = database.read_block(number).and_then(|block| contents.add_block(&block, &mut game));
            if let Err(error) = read {
                damaged.push(damaged_block(&name, &error));
            }
        }
        let parts = database.section_sizes(|error| {
            let message = damaged_block(&name, &error);
            if !damaged.contains(&message) {
                damaged.push(message);
            }
        });
        contents.parts = parts.into_iter().map(|(part, (bytes, _))| (part, bytes)).collect();
        (contents, damaged)
    }

    fn add_block(&mut self, block: &Block, game: &mut Game) -> Result<(), BlockError> {
        for number in 0..block.len() {
            block.read_unless(number, &Reading::default(), game, |_| true)?;
            self.add_source(block.source(number)?);
            self.add_tags(game);
        }
        Ok(())
    }

    fn add_source(&mut self, source: &str) {
        // Games of one file follow each other.
        let place = self.sources.iter().rposition(|(name, _)| name == source).unwrap_or_else(|| {
            self.sources.push((source.to_owned(), 0));
            self.sources.len() - 1
        });
        self.sources[place].1 += 1;
    }

    fn add_tags(&mut self, game: &Game) {
        let tags = game.tags();
        let result = match tags.get("Result").map(str::trim) {
            Some("1-0") => "1-0",
            Some("0-1") => "0-1",
            Some(draw) if draw.starts_with("1/2") => "1/2-1/2",
            _ => "*",
        };
        *self.results.entry(result).or_default() += 1;
        let variant = tags.get("Variant").map_or("chess", str::trim);
        *self.variants.entry(variant.to_owned()).or_default() += 1;
        self.set_up += u64::from(tags.get("FEN").is_some());
        if let Some(year) = game.year().filter(|&year| year > 0) {
            self.years.add(year);
        }
        if let Some(rating) = Color::ALL.into_iter().filter_map(|color| game.elo(color)).max() {
            self.ratings.add(rating);
        }
    }

    fn text(&self, path: &Path, database: &Database) -> String {
        let info = database.info();
        let mut text = String::new();
        let mut line = |name: &str, value: String| text.push_str(&format!("{name:<12}{value}\n"));
        line(
            "database",
            format!("{}, version {} of the format", printable::line(&path.display().to_string()), info.version),
        );
        line("games", format!("{} in {}", thousands(info.games), count(info.blocks as u64, "block")));
        line("positions", thousands(info.positions));
        let exact = match info.indexed_blocks {
            0 => "not stored".to_owned(),
            all if all == info.blocks => "stored for all games".to_owned(),
            some => format!("stored in {some} of {} blocks", info.blocks),
        };
        line("look-up", format!("exact positions are {exact}"));
        let columns = match info.small_blocks {
            0 => None,
            all if all == info.blocks => Some("not stored: the file is of the small level".to_owned()),
            some => Some(format!("not stored in {some} of {} blocks", info.blocks)),
        };
        columns.into_iter().for_each(|text| line("columns", format!("what stands where is {text}")));
        let openings = match &self.explorer {
            Some(explorer) => format!("what was played in {}", count(explorer.positions(), "position")),
            None => "what was played is not stored".to_owned(),
        };
        line("openings", openings);
        let share = info.bytes * 100 / info.pgn_bytes.max(1);
        line("size", format!("{} bytes, {share} % of the PGN", thousands(info.bytes)));
        for (part, bytes) in &self.parts {
            line("", format!("{:>14}  {part}", thousands(*bytes)));
        }
        if let Some(explorer) = &self.explorer {
            line("", format!("{:>14}  openings", thousands(explorer.bytes())));
        }
        for (i, (source, games)) in self.sources.iter().enumerate() {
            line(
                if i == 0 { "read from" } else { "" },
                format!("{}: {}", printable::line(source), count(*games, "game")),
            );
        }
        let results: Vec<String> =
            self.results.iter().map(|(result, games)| format!("{result} {}", thousands(*games))).collect();
        line("results", results.join(", "));
        let span = |span: Span| match span.number {
            0 => "unknown".to_owned(),
            games => format!("{} to {}, in {}", span.least, span.greatest, count(games, "game")),
        };
        line("years", span(self.years));
        line("ratings", span(self.ratings));
        let variants: Vec<String> = self
            .variants
            .iter()
            .map(|(name, games)| format!("{} {}", printable::line(name), thousands(*games)))
            .collect();
        line("variants", variants.join(", "));
        line("set up", format!("{} from a position of their own", count(self.set_up, "game")));
        text
    }

    fn json(&self, path: &Path, database: &Database) -> Value {
        let info = database.info();
        let sources = self.sources.iter().map(|(file, games)| json!({"file": file, "games": games}));
        json!({
            "database": path.display().to_string(),
            "version": info.version,
            "games": info.games,
            "positions": info.positions,
            "blocks": info.blocks,
            "blocks_with_exact_positions": info.indexed_blocks,
            "blocks_of_the_small_level": info.small_blocks,
            "bytes": info.bytes,
            "pgn_bytes": info.pgn_bytes,
            "parts": self.parts.iter().copied().collect::<BTreeMap<_, _>>(),
            "explorer": self.explorer.as_ref().map(|explorer| {
                json!({"positions": explorer.positions(), "tables": explorer.tables(), "bytes": explorer.bytes()})
            }),
            "sources": sources.collect::<Vec<_>>(),
            "results": self.results,
            "years": self.years.json(),
            "ratings": self.ratings.json(),
            "variants": self.variants,
            "set_up": self.set_up,
        })
    }
}
