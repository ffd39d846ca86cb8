//! The options of `search` about counts by value: the keys, the figures next to the counts, their order.

use super::help::OUTPUT;
use clap::{ArgMatches, Args};
use std::num::NonZeroUsize;
use tabiya::tallies::{Aggregate, TallyOptions};

/// The values that are counted, and the figures that are shown.
#[derive(Debug, Default, Args)]
pub(crate) struct TallyArgs {
    /// Count matches by the value of EXPR
    ///
    /// Count games and positions for each value of EXPR instead of listing them; the name of a column stands for its value,
    /// `either player` for both players of each game; twice for a crosstab
    #[arg(long = "tally", value_name = "EXPR", help_heading = OUTPUT)]
    #[arg(conflicts_with_all = ["sorts", "columns", "sample_rows", "board"])]
    pub(crate) tallies: Vec<String>,

    /// With --tally: the mean of the values that EXPR has at the matches of each line; repeatable
    #[arg(long = "avg", value_name = "EXPR", requires = "tallies", help_heading = OUTPUT, hide_short_help = true)]
    averages: Vec<String>,

    /// With --tally: the sum of these values; repeatable
    #[arg(long = "sum", value_name = "EXPR", requires = "tallies", help_heading = OUTPUT, hide_short_help = true)]
    sums: Vec<String>,

    /// With --tally: the smallest of these values; repeatable
    #[arg(long = "min", value_name = "EXPR", requires = "tallies", help_heading = OUTPUT, hide_short_help = true)]
    least: Vec<String>,

    /// With --tally: the greatest of these values; repeatable
    #[arg(long = "max", value_name = "EXPR", requires = "tallies", help_heading = OUTPUT, hide_short_help = true)]
    greatest: Vec<String>,

    /// With --tally: the median of these values; repeatable
    #[arg(long = "median", value_name = "EXPR", requires = "tallies", help_heading = OUTPUT, hide_short_help = true)]
    medians: Vec<String>,

    /// With --tally: the score of the player who is counted, or of the side that matches; a draw for a half
    ///
    /// With --tally: the score, a draw for a half, of the player where the names of players are counted (white, black,
    /// 'either player'); otherwise of the side whose image `flipcolor` or `reversecolor` has found, or of the player whom the
    /// query asks for; otherwise of White. The heading says whose it is
    #[arg(long, requires = "tallies", help_heading = OUTPUT, hide_short_help = true)]
    score: bool,

    /// With --tally: the share of matching games among all games with the same value
    ///
    /// With --tally: the share of matching games among all games that are searched and have the same value; the values must be
    /// facts of the game, as tags are. The column `of` has the number of all these games
    #[arg(long, requires = "tallies", help_heading = OUTPUT, hide_short_help = true)]
    rate: bool,

    /// With --tally: order by key, games, positions, rate, score, or a value such as 'avg ply'; `asc`, `desc`
    ///
    /// With --tally: the order of the lines: `key`, `games` (or `count`), `positions`, `rate`, `score`, or a value by its name,
    /// such as `avg ply`. `asc` or `desc` after it says in which direction; a key is otherwise in ascending order, all others in
    /// descending order
    #[arg(long, value_name = "ORDER", requires = "tallies", help_heading = OUTPUT, hide_short_help = true)]
    tally_order: Option<String>,

    /// With --tally: leave out lines of fewer than N games
    #[arg(long, value_name = "N", requires = "tallies", help_heading = OUTPUT, hide_short_help = true)]
    at_least: Option<u64>,

    /// Where each of the aggregates stands on the command line
    #[arg(skip)]
    places: [Vec<usize>; 5],
}

impl TallyArgs {
    /// Notes the order of the command line.
    pub(crate) fn note_order(&mut self, matches: Option<&ArgMatches>) {
        let places = |id: &str| matches.and_then(|m| m.indices_of(id)).map(Iterator::collect).unwrap_or_default();
        self.places = ["averages", "sums", "least", "greatest", "medians"].map(places);
    }

    /// The aggregates with their expressions, in the order of the command line.
    fn aggregates(&self) -> Vec<(Aggregate, &String)> {
        let lists = [
            (Aggregate::Average, &self.averages),
            (Aggregate::Sum, &self.sums),
            (Aggregate::Least, &self.least),
            (Aggregate::Greatest, &self.greatest),
            (Aggregate::Median, &self.medians),
        ];
        let mut all: Vec<(usize, (Aggregate, &String))> = Vec::new();
        for ((aggregate, texts), places) in lists.into_iter().zip(&self.places) {
            let place = |i: usize| places.get(i).copied().unwrap_or(usize::MAX);
            all.extend(texts.iter().enumerate().map(|(i, text)| (place(i), (aggregate, text))));
        }
        all.sort_by_key(|(place, _)| *place);
        all.into_iter().map(|(_, one)| one).collect()
    }

    /// The options; `top` is the greatest number of lines.
    pub(crate) fn options(&self, top: Option<NonZeroUsize>) -> TallyOptions {
        TallyOptions {
            by: self.tallies.clone(),
            aggregates: self.aggregates().into_iter().map(|(aggregate, text)| (aggregate, text.clone())).collect(),
            score: self.score,
            rate: self.rate,
            order: self.tally_order.clone(),
            at_least: self.at_least.unwrap_or(0),
            top: top.map(NonZeroUsize::get),
        }
    }

    /// True if scores are requested.
    pub(crate) fn asks_score(&self) -> bool {
        self.score
    }

    /// True if more is wanted than the numbers of games and positions in their usual order.
    pub(crate) fn asks_more(&self) -> bool {
        self.score
            || self.rate
            || self.tally_order.is_some()
            || self.at_least.is_some()
            || !self.aggregates().is_empty()
    }
}
