//! The options of `search` about rows: their columns, their choice, their order, their counts, and boards.

use super::help::OUTPUT;
use clap::Args;
use std::num::NonZeroUsize;

/// Which rows a search gives, and what they show.
#[derive(Debug, Default, Args)]
pub(crate) struct RowArgs {
    /// Columns of tables and JSON: white,black,move,fen
    ///
    /// Columns of tables and JSON lines, by their names: white,black,result,move,fen. The name of any tag is a column, too.
    #[arg(long, value_name = "NAMES", value_delimiter = ',', help_heading = OUTPUT)]
    pub(crate) columns: Option<Vec<String>>,

    /// Sort games by the value of EXPR, greatest first
    ///
    /// Sort games by the greatest value of EXPR at a match, the greatest first; `min EXPR` for the smallest; repeatable
    #[arg(long = "sort", value_name = "EXPR", help_heading = OUTPUT)]
    pub(crate) sorts: Vec<String>,

    /// Count matches by the value of EXPR
    ///
    /// Count games and positions for each value of EXPR instead of listing them; twice for a crosstab
    #[arg(long = "tally", value_name = "EXPR", help_heading = OUTPUT)]
    #[arg(conflicts_with_all = ["sorts", "columns", "sample_rows", "board"])]
    pub(crate) tallies: Vec<String>,

    /// Keep only the first matching position of each game
    #[arg(long, help_heading = OUTPUT, conflicts_with_all = ["last", "per_game"])]
    pub(crate) first: bool,

    /// Keep only the last matching position of each game
    #[arg(long, conflicts_with = "per_game", help_heading = OUTPUT, hide_short_help = true)]
    pub(crate) last: bool,

    /// Keep only the first N matching positions of each game
    #[arg(long, value_name = "N", help_heading = OUTPUT, hide_short_help = true)]
    pub(crate) per_game: Option<NonZeroUsize>,

    /// Show a random sample of N rows
    #[arg(long, value_name = "N", conflicts_with = "limit", help_heading = OUTPUT, hide_short_help = true)]
    pub(crate) sample_rows: Option<NonZeroUsize>,

    /// The seed of the random sample: the same seed gives the same rows
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

impl RowArgs {
    /// The columns that are evaluated for sort keys and counts, behind those that the user asks for.
    pub(crate) fn selects(&self) -> impl Iterator<Item = (String, String)> {
        let sorts = self.sorts.iter().map(|text| (text.clone(), sort_filter(text)));
        sorts.chain(self.tallies.iter().map(|text| (text.clone(), text.clone())))
    }
}

/// `sort` around an expression. Its name is the expression, unless that cannot be written in quotes.
fn sort_filter(text: &str) -> String {
    let trimmed = text.trim();
    let (min, body) = match trimmed.strip_prefix("min ") {
        Some(body) => ("min ", body.trim()),
        None => ("", trimmed),
    };
    let name = if body.contains(['"', '\\', '\n']) { String::new() } else { format!("\"{body}\" ") };
    format!("sort {min}{name}({body})")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sort_keys_are_named_by_their_expressions() {
        assert_eq!(sort_filter(" #A "), "sort \"#A\" (#A)");
        assert_eq!(sort_filter("min ply"), "sort min \"ply\" (ply)");
        assert_eq!(sort_filter("tag \"Round\""), "sort (tag \"Round\")");
    }
}
