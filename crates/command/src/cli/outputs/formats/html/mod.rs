//! A report for the browser: one file that needs no other. It holds the games that match, each once, and the matches; its
//! scripts draw the boards, the charts and the list when they are looked at.
//!
//! ```text
//! document  the page around the games, which is built from `web/src/report`
//! game      a game and its matches as one line
//! ```
//!
//! The text before the first game is the whole program of the page, and each game is a line of its own, so that a file
//! that breaks off anywhere shows what it has. Tests: `tests/command/cli/html.rs`, and in a browser
//! `web/tests/journeys/report.mjs`.
//!
//! Each game is a line of JSON after the script: rows are written while the search runs, and sorted on disk, as in the
//! other formats, and a page that is cut off anywhere still shows the games that it has. The script waits until the
//! document has been read. A page that is incomplete is called `report.partial.html`, because browsers show a file as a
//! page by its ending.
//!
//! Names and comments come from strangers, so they are shown as text nodes only. `<` is escaped in the data, so that
//! nothing ends its element; the scripts never parse HTML; and the security policy allows one script, by its hash,
//! which Vite writes next to it. Each of these measures would suffice by itself.

mod document;
mod game;

use super::{Format, FoundGame, Put, QueryCounts, RunEnd, Tools, tally};
use crate::cli::outputs::output::Fault;
use serde_json::{Value as Json, json};
use std::ops::Range;
use std::sync::Arc;
use tabiya::OpeningNames;
use tabiya::printable;
use tabiya::syntax::catalogue::{self, Row};
use tabiya::syntax::{TokenClass, tokens};
use tabiya::tallies::{GameCounts, Tally};

/// The format `html`.
#[derive(Debug)]
pub(crate) struct Html {
    /// The queries whose results the page shows.
    pub(crate) queries: Vec<ShownQuery>,
    /// The names of the columns asked for, which are the first values of each match.
    pub(crate) selects: Vec<String>,
    /// The labels of the sort keys of all queries.
    pub(crate) sorts: Vec<String>,
    /// The values that the page counts.
    pub(crate) tally: Tally,
    /// The counts with further figures, which the page shows as they are.
    pub(crate) sums: Option<tally::Tally>,
    /// The names of openings, if they are not those of the program.
    pub(crate) openings: Option<Arc<OpeningNames>>,
    /// The names of the files that are searched.
    pub(crate) files: Vec<String>,
    /// True if the games come from several files.
    pub(crate) several_files: bool,
    /// The number of rows in the sample, if one is drawn.
    pub(crate) sample: Option<usize>,
    /// The number of games after which the search ends.
    pub(crate) limit: Option<u64>,
    /// The time when the search began, in seconds since 1970.
    pub(crate) started: u64,
}

/// A query as the page shows it.
#[derive(Debug)]
pub(crate) struct ShownQuery {
    /// From 1, as in [`QueryInfo`](crate::cli::inputs::query_info::QueryInfo).
    pub(crate) number: usize,
    pub(crate) name: String,
    pub(crate) text: String,
}

impl Format for Html {
    fn wants_comments(&self) -> bool {
        true
    }

    fn wants_paths(&self) -> bool {
        true
    }

    /// Where a match differs from its sequence is known by its constituents.
    fn wants_constituents(&self) -> bool {
        true
    }

    fn wants_every_game(&self) -> bool {
        self.sums.as_ref().is_some_and(Format::wants_every_game)
    }

    fn wants_all_moves(&self) -> bool {
        self.sums.as_ref().is_some_and(Format::wants_all_moves)
    }

    fn counts(&self, game: &FoundGame<'_>, tools: &mut Tools) -> Option<GameCounts> {
        self.sums.as_ref()?.counts(game, tools)
    }

    fn keep(&self, counts: GameCounts) {
        if let Some(sums) = &self.sums {
            sums.keep(counts);
        }
    }

    fn held(&self) -> usize {
        self.sums.as_ref().map_or(0, Format::held)
    }

    fn head(&self) -> String {
        document::head(&self.title(), &self.about())
    }

    fn game(&self, game: &FoundGame<'_>, tools: &mut Tools, out: &mut String) {
        if game.found.is_empty() {
            return;
        }
        out.push_str(&document::data(&self.line(game, tools)));
        out.push('\n');
    }

    fn tail(&self, counts: &[QueryCounts<'_>], end: &RunEnd, put: Put<'_>) -> Result<(), Fault> {
        let query = |counts: &QueryCounts<'_>| json!({ "games": counts.games, "matched": counts.matched, "positions": counts.positions });
        put(&document::tail(&json!({
            "status": if end.complete { "complete" } else { "cancelled" },
            "queries": counts.iter().map(query).collect::<Vec<Json>>(),
            "games": end.games,
            "seconds": end.seconds,
            "damaged": end.damaged,
            "sums": self.sums.as_ref().map_or_else(Vec::new, |sums| sums.sums_of(counts)),
        })))
    }
}

/// A page that has sums only, with no games.
pub(crate) fn page_of_sums(title: &str, sums: &[Json]) -> String {
    let about = json!({
        "version": env!("CARGO_PKG_VERSION"), "title": title, "started": 0, "queries": [], "files": [], "severalFiles": false,
        "selects": [], "sorts": [], "tallies": [], "sample": null, "limit": null,
    });
    let run = json!({ "status": "complete", "queries": [], "games": 0, "seconds": 0, "damaged": 0, "sums": sums });
    document::head(title, &about) + &document::tail(&run)
}

impl Html {
    /// The place of a query among those of the page.
    fn place_of(&self, number: usize) -> usize {
        self.queries.iter().position(|query| query.number == number).unwrap_or(0)
    }

    /// The title of the window.
    fn title(&self) -> String {
        let one_line = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        let named = match self.queries.as_slice() {
            [only] if only.name == "query" => one_line(&only.text),
            some => some.iter().map(|query| one_line(&query.name)).collect::<Vec<_>>().join(", "),
        };
        let short: String = named.chars().take(80).collect();
        format!("{} – Tabiya", printable::line(&short))
    }

    /// The facts known before the first game.
    fn about(&self) -> Json {
        let query = |query: &ShownQuery| {
            let piece = |(class, at): (TokenClass, Range<usize>)| {
                let text = &query.text[at];
                json!([shown_class(class, text).name(), printable::lines(text)])
            };
            let pieces = tokens(&query.text).into_iter().map(piece);
            json!({ "name": printable::line(&query.name), "tokens": pieces.collect::<Vec<Json>>() })
        };
        let names = |names: &[String]| names.iter().map(|name| printable::line(name).into_owned()).collect::<Vec<_>>();
        json!({
            "version": env!("CARGO_PKG_VERSION"),
            "started": self.started,
            "queries": self.queries.iter().map(query).collect::<Vec<Json>>(),
            "files": names(&self.files),
            "severalFiles": self.several_files,
            "selects": names(&self.selects),
            "sorts": names(&self.sorts),
            "tallies": names(self.tally.names()),
            "sample": self.sample,
            "limit": self.limit,
        })
    }
}

/// The class that a piece of a query is shown as: words of the language are keywords in either dialect.
fn shown_class(class: TokenClass, text: &str) -> TokenClass {
    let is_word = || catalogue::row(text).is_some_and(Row::is_known);
    if class == TokenClass::Name && is_word() { TokenClass::Keyword } else { class }
}
