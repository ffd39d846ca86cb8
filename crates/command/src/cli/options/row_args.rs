//! The options of `search` about rows: their columns, their choice, their order, and boards; what sort keys stand for.

use super::help::OUTPUT;
use super::tally_args::TallyArgs;
use crate::cli::report::Message;
use clap::{ArgMatches, Args};
use std::num::NonZeroUsize;
use tabiya::pipeline::EachGame;
use tabiya::rows::{CATALOGUE, Named};
use tabiya::{ParsedQuery, QueryError, QueryOptions, Source};

/// Which rows a search gives, and what they show.
#[derive(Debug, Default, Args)]
pub(crate) struct RowArgs {
    /// Columns of tables and JSON: white,black,move,fen
    ///
    /// Columns of tables and JSON lines, by their names: white,black,result,move,fen. The name of any tag is a column as well.
    #[arg(long, value_name = "NAMES", value_delimiter = ',', help_heading = OUTPUT)]
    pub(crate) columns: Option<Vec<String>>,

    /// Sort games by the value of EXPR, greatest first
    ///
    /// Sort games by the greatest value of EXPR at a match that is shown; `min EXPR` for the smallest; the name of a column
    /// stands for its value; repeatable
    #[arg(long = "sort", value_name = "EXPR", help_heading = OUTPUT)]
    pub(crate) sorts: Vec<String>,

    #[command(flatten)]
    pub(crate) tally: TallyArgs,

    /// What a row is: a match, or a step of its sequence
    ///
    /// What a row is: of `matches` (the default) a matching position, of `steps` a position of the sequence that matches, with
    /// the columns step, constituent and differs
    #[arg(long = "rows", value_name = "KIND", value_enum, default_value_t, help_heading = OUTPUT)]
    #[arg(hide_possible_values = true, hide_default_value = true)]
    #[arg(conflicts_with_all = ["tallies", "sample_rows"], hide_short_help = true)]
    pub(crate) kind: RowKind,

    /// Give the games in which nothing matches
    ///
    /// Give the games in which the query matches nowhere: as PGN, in the list, or as rows without a position
    #[arg(long, help_heading = OUTPUT, hide_short_help = true)]
    #[arg(conflicts_with_all = ["kind", "tallies", "first", "best", "last", "per_game", "sample_rows", "board"])]
    pub(crate) unmatched: bool,

    /// Keep only the first matching position of each game
    #[arg(long, help_heading = OUTPUT, conflicts_with_all = ["last", "best", "per_game"])]
    pub(crate) first: bool,

    /// Keep only the best position of each game, by EXPR or by the sort key
    ///
    /// Keep only the match of each game by which the game is sorted: the first one with the best value. The next word is EXPR
    /// unless it names games; --best=EXPR leaves no doubt
    #[arg(long, value_name = "EXPR", num_args = 0..=1, require_equals = true, help_heading = OUTPUT)]
    #[arg(conflicts_with_all = ["last", "per_game"], hide_short_help = true)]
    pub(crate) best: Option<Option<String>>,

    /// Show the N best positions of all games, by the sort key
    ///
    /// Show the N best matches of all games, several of one game included. With --tally: only the first N lines
    #[arg(long, value_name = "N", conflicts_with_all = ["sample_rows", "limit"])]
    #[arg(help_heading = OUTPUT, hide_short_help = true)]
    pub(crate) top: Option<NonZeroUsize>,

    /// Keep only the last matching position of each game
    #[arg(long, conflicts_with = "per_game", help_heading = OUTPUT, hide_short_help = true)]
    pub(crate) last: bool,

    /// Keep only the first N matching positions of each game
    #[arg(long, value_name = "N", help_heading = OUTPUT, hide_short_help = true)]
    pub(crate) per_game: Option<NonZeroUsize>,

    /// Leave out matches with a position and solution that came before
    ///
    /// Leave out rows and puzzles with the same position and solution (the moves of the sequence, or the next move) as one before
    #[arg(long, help_heading = OUTPUT, conflicts_with_all = ["sample_rows", "tallies"], hide_short_help = true)]
    pub(crate) distinct: bool,

    /// Keep only puzzles in which one move alone wins, each time, by the engine
    ///
    /// Keep only matches with one solution: at each move of the solver, the engine's best move is that of the solution and wins,
    /// and its second best does not
    #[arg(long, requires = "engine", help_heading = OUTPUT, hide_short_help = true)]
    pub(crate) only_moves: bool,

    /// Show a random sample of N rows
    #[arg(long, value_name = "N", conflicts_with = "limit", help_heading = OUTPUT, hide_short_help = true)]
    pub(crate) sample_rows: Option<NonZeroUsize>,

    /// The seed of the random sample: the same seed gives the same rows of the same games
    #[arg(long, value_name = "S", default_value_t = 0, requires = "sample_rows")]
    #[arg(help_heading = OUTPUT, hide_short_help = true)]
    pub(crate) seed: u64,

    /// Show the board of each match in the list
    #[arg(long, help_heading = OUTPUT)]
    pub(crate) board: bool,

    /// Draw boards with letters instead of chess symbols
    #[arg(long, requires = "board", help_heading = OUTPUT, hide_short_help = true)]
    pub(crate) ascii: bool,
}

/// What a row of a table is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum RowKind {
    /// A match.
    #[default]
    Matches,
    /// A position of the sequence of a match.
    Steps,
}

impl RowArgs {
    /// The number of best positions that are shown; of counts it is the number of lines.
    pub(crate) fn best_rows(&self) -> Option<NonZeroUsize> {
        self.top.filter(|_| self.tally.tallies.is_empty())
    }

    /// The matches of a game that are kept.
    pub(crate) fn each_game(&self) -> EachGame {
        match (self.first, self.last, self.per_game) {
            (true, _, _) => EachGame::First(1),
            (_, true, _) => EachGame::Last,
            _ if self.best.is_some() => EachGame::Best,
            (_, _, Some(n)) => EachGame::First(n.get()),
            _ => EachGame::All,
        }
    }

    /// Takes `--best EXPR` for `--sort EXPR --best`, and notes the order of the command line.
    pub(crate) fn settle(&mut self, matches: Option<&ArgMatches>) {
        self.tally.note_order(matches);
        let best = self.best.as_ref().and_then(Option::clone);
        best.into_iter().for_each(|text| self.sorts.insert(0, text));
    }

    /// Adds the values of sort keys, counts and aggregates to queries, after those that the user asks for, and with `--score`
    /// the side that matches.
    ///
    /// # Errors
    ///
    /// The error of one of the options.
    pub(crate) fn add_keys(&self, queries: &mut [ParsedQuery], options: &QueryOptions) -> Result<(), KeyError> {
        let selects = &options.selects;
        for text in &self.sorts {
            let body = sort_body(text, selects, queries)?;
            for query in queries.iter_mut() {
                // The error of the expression itself is shown without what is around it.
                let source = |text| Source { name: format!("--sort {}", body.shown), text };
                query.clone().select(text, source(body.text.clone()), options)?;
                query.select(text, source(body.filter()), options)?;
            }
        }
        self.tally.options(self.top).select(queries, options)?;
        Ok(())
    }
}

/// The error of a sort key or a count.
#[derive(Debug)]
pub(crate) enum KeyError {
    /// The text is not an expression.
    Text(QueryError),
    /// A column that is not a sort key.
    Column(Message),
}

impl From<QueryError> for KeyError {
    fn from(error: QueryError) -> KeyError {
        KeyError::Text(error)
    }
}

/// What games are sorted by.
struct SortBody<'a> {
    min: bool,
    /// As the user wrote it.
    shown: &'a str,
    text: String,
}

impl SortBody<'_> {
    /// The filter `sort` around it. Its name is what the user wrote, unless that cannot be written in quotes.
    fn filter(&self) -> String {
        let min = if self.min { "min " } else { "" };
        let quotes = self.shown.contains(['"', '\\', '\n']);
        let name = if quotes { String::new() } else { format!("\"{}\" ", self.shown) };
        format!("sort {min}{name}({})", self.text)
    }
}

/// The expression that a text of `--sort` stands for.
fn sort_body<'a>(
    text: &'a str,
    selects: &[(String, String)],
    queries: &[ParsedQuery],
) -> Result<SortBody<'a>, KeyError> {
    let trimmed = text.trim();
    let (min, shown) = trimmed.strip_prefix("min ").map_or((false, trimmed), |body| (true, body.trim()));
    let text = match Named::of(shown, selects, queries) {
        None => shown.to_owned(),
        Some(Named::Select(text)) => text.to_owned(),
        Some(Named::Tag) => format!("tag \"{shown}\""),
        Some(Named::Entry(entry)) => entry.filter.map(str::to_owned).ok_or_else(|| {
            let message = format!("games cannot be sorted by the column `{shown}`");
            let known = CATALOGUE.iter().filter(|entry| entry.filter.is_some()).map(|entry| entry.name);
            let known = known.collect::<Vec<_>>().join(", ");
            let help = format!("sort by an expression, by a tag such as Annotator, or by one of the columns {known}");
            KeyError::Column(Message::error("no-sort-key", message).help(help))
        })?,
    };
    Ok(SortBody { min, shown, text })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filter(text: &str) -> Option<String> {
        sort_body(text, &[("lost".into(), "evaldrop".into())], &[]).ok().map(|body| body.filter())
    }

    #[test]
    fn sort_keys_are_named_by_their_expressions() {
        assert_eq!(filter(" #A ").as_deref(), Some("sort \"#A\" (#A)"));
        assert_eq!(filter("min ply").as_deref(), Some("sort min \"ply\" (ply)"));
        assert_eq!(filter("tag \"Round\"").as_deref(), Some("sort (tag \"Round\")"));
    }

    #[test]
    fn columns_are_sort_keys_by_their_names() {
        assert_eq!(filter("whiteelo").as_deref(), Some("sort \"whiteelo\" (elo white)"));
        assert_eq!(filter("min white").as_deref(), Some("sort min \"white\" (player white)"));
        assert_eq!(filter("Opening").as_deref(), Some("sort \"Opening\" (tag \"Opening\")"));
        assert_eq!(filter("lost").as_deref(), Some("sort \"lost\" (evaldrop)"));
        assert_eq!(filter("Ra1").as_deref(), Some("sort \"Ra1\" (Ra1)"));
        assert_eq!(filter("file"), None);
    }
}
