//! Games and matches counted by the values of expressions, or by combinations of them, with further figures: what
//! `tabiya search --tally` shows.
//!
//! ```text
//! values   where values come from: expressions, columns, players
//! rate     the same values of all games, whether they match or not
//! counts   what is counted: of a game, and of all games so far
//!   sums   the numbers of one line
//! lines    the lines, in their order
//! ```
//!
//! ```
//! # std::env::set_current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))?;
//! use std::sync::Arc;
//! use tabiya::tallies::{Aggregate, Counts, Searched, Tally, TallyOptions};
//! use tabiya::{ParsedQuery, QueryOptions, QuerySet, RunOptions, Source};
//!
//! let asked = TallyOptions {
//!     by: vec!["typename to".into()],
//!     aggregates: vec![(Aggregate::Least, "ply".into())],
//!     ..TallyOptions::default()
//! };
//! let options = QueryOptions::default();
//! let mut queries = vec![ParsedQuery::parse(Source { name: "mates".into(), text: "mate".into() }, &options)?];
//! asked.select(&mut queries, &options)?;
//! let set = QuerySet::new(queries, &options)?;
//! let tally = Arc::new(Tally::new(&asked, &Searched::new(&set, &options))?);
//!
//! let mut counts = Counts::default();
//! let mut games = tally.counts_in(&set, "examples/games/sample.pgn", &RunOptions::default())?;
//! for game in games.by_ref() {
//!     tally.add(game?, &mut counts);
//! }
//! let summary = games.finish()?;
//! let lines = tally.lines(&counts, (0, summary.queries[0].matched), 1);
//! let shown: Vec<_> = lines.iter().map(|line| (line.values[0].text(), line.games)).collect();
//! assert_eq!(shown[0], ("R".into(), 5));
//! assert_eq!(tally.columns()[4].0, "min ply");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod counts;
mod error;
mod lines;
mod rate;
mod side;
mod sums;
mod values;

pub use counts::{Counts, GameCounts};
pub use error::TallyError;
pub use lines::Line;
pub use sums::{Aggregate, Figure};

use crate::chess::{Color, MoveList};
use crate::game::{Game, GameResult};
use crate::pipeline::{GameResults, MatchesIn, Message, RunOptions, SeenGames, Sources};
use crate::query::{ParsedQuery, QueryError, QueryOptions, QuerySet, SortKey, Source};
use crate::rows::{Cell, ColumnType, Columns, Row, Subject};
use crate::search::{GameMatches, QueryScope};
use counts::CountedMatch;
use lines::Order;
use rate::Everywhere;
use rustc_hash::FxHashMap;
use side::Whose;
use std::sync::Arc;
use sums::Sums;
use values::{Key, Values};

/// The names of the columns that each tally has, after the values: [`Line::games`], [`Line::positions`], [`Line::share`].
pub const COUNTS: [&str; 3] = ["games", "positions", "share"];

/// The name of the column after `rate`: the number of all games that have the values.
const OF: &str = "of";

/// The values to count and the figures to compute. By default nothing is counted.
///
/// ```
/// use tabiya::tallies::{Aggregate, TallyOptions};
///
/// // How often each opening occurs, and how long its games are on average; the 20 most frequent ones.
/// let asked = TallyOptions {
///     by: vec!["eco".into()],
///     aggregates: vec![(Aggregate::Average, "ply".into())],
///     top: Some(20),
///     ..TallyOptions::default()
/// };
/// assert!(asked.order.is_none(), "those with most games come first");
/// ```
#[derive(Clone, Debug, Default)]
pub struct TallyOptions {
    /// The values that are counted, at each match: the values of expressions, of columns and tags by their names, of selected values by
    /// theirs; `either player` stands for both players of each game.
    pub by: Vec<String>,
    /// The result made of the values of further expressions at the matches of each line.
    pub aggregates: Vec<(Aggregate, String)>,
    /// True for a score, a draw for a half: of the player where the names of players are counted (`white`, `black`, `either
    /// player`); otherwise of the side that matches, if `flipcolor` or `reversecolor` looks for both, or of the player that the query
    /// names; otherwise of White. The name of the column says which.
    pub score: bool,
    /// True for the share of the games that match among all games that have the same values, which must be facts of the game,
    /// and for the number of these; values that no game with a match has get a line as well.
    pub rate: bool,
    /// The order of the lines: `key`, `games`, `positions`, `rate`, `score` or a value by its name, such as `avg ply`; `asc` or
    /// `desc` may follow. By default those with most games come first.
    pub order: Option<String>,
    /// Lines of fewer games are left out.
    pub at_least: u64,
    /// Only this many lines, the first ones.
    pub top: Option<usize>,
}

/// The search whose matches are counted.
#[derive(Clone, Copy, Debug)]
pub struct Searched<'a> {
    /// Its queries, to which [`TallyOptions::select`] has added the values.
    pub set: &'a QuerySet,
    /// The options that they were read with.
    pub options: &'a QueryOptions,
    /// The numbers of the queries whose matches count; none for all.
    pub queries: Option<&'a [usize]>,
    /// The number of values that the queries select between the values of the options and of the tally.
    pub further: usize,
    /// The numbers of the first and of the last game that is searched, as [`RunOptions::games`] has them.
    pub games: Option<(u64, u64)>,
}

impl<'a> Searched<'a> {
    /// A search in which all matches in all games count.
    pub fn new(set: &'a QuerySet, options: &'a QueryOptions) -> Searched<'a> {
        Searched { set, options, queries: None, further: 0, games: None }
    }
}

/// A tally: what is counted of each game, and what the lines show of it.
///
/// [`Tally::counts_in`] counts the games of files on all cores, [`Tally::count`] a single game. [`Tally::add`] adds them up, and
/// [`Tally::lines`] makes lines of the sum. Memory grows with the number of different values, not with the number of games.
///
/// ```
/// use tabiya::chess::MoveList;
/// use tabiya::tallies::{Counts, Searched, Tally, TallyOptions};
/// use tabiya::{Game, ParsedQuery, QueryOptions, QuerySet, SearchOptions, Source};
///
/// let by_result = TallyOptions { by: vec!["result".into()], ..TallyOptions::default() };
/// let options = QueryOptions::default();
/// let mut queries = vec![ParsedQuery::parse(Source { name: "checks".into(), text: "check".into() }, &options)?];
/// by_result.select(&mut queries, &options)?;
/// let set = QuerySet::new(queries, &options)?;
/// let tally = Tally::new(&by_result, &Searched::new(&set, &options))?;
///
/// let game = Game::from_pgn("1. e4 e5 2. Qh5 Nc6 3. Qxf7+ Kxf7 1-0");
/// let found = set.search_game(&game, &mut Vec::new(), &SearchOptions::default());
/// let found = found.into_iter().collect::<Result<Vec<_>, _>>()?;
/// let mut counts = Counts::default();
/// tally.add(tally.count(("a game", &game), found.iter().enumerate(), &mut MoveList::new()), &mut counts);
///
/// // The lines of query 0, which matches in one game, by the first value.
/// let lines = tally.lines(&counts, (0, 1), 1);
/// assert_eq!((lines[0].values[0].text(), lines[0].games, lines[0].positions), ("1-0".into(), 1, 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Tally {
    /// The names and the sort keys of all queries, which rows have.
    queries: Vec<(String, Vec<SortKey>)>,
    /// The values that are counted.
    counted: Values,
    /// The share of all games with the same values, if it is requested.
    rate: Option<Everywhere>,
    /// If the score is requested: whose it is.
    score: Option<Whose>,
    aggregates: Vec<Aggregate>,
    /// What the aggregates are made of, by the names of their columns.
    measured: Values,
    /// The types of the aggregates.
    made: Vec<ColumnType>,
    order: Order,
    at_least: u64,
    top: Option<usize>,
}

impl TallyOptions {
    /// Adds the values that are counted and measured to queries, after those that they select already, and with
    /// [`score`](Self::score) the side that matches. `options` are those that the queries were read with.
    ///
    /// # Errors
    ///
    /// The error of one of the expressions.
    pub fn select(&self, queries: &mut [ParsedQuery], options: &QueryOptions) -> Result<(), QueryError> {
        let counted = self.by.iter().map(|text| ("tally", text));
        let measured = self.aggregates.iter().map(|(aggregate, text)| (aggregate.word(), text));
        let (keys, of_figures) = self.keys(options, queries);
        for (key, (option, text)) in keys.into_iter().chain(of_figures).zip(counted.chain(measured)) {
            let Key::Expression(expression) = key else { continue };
            for query in queries.iter_mut() {
                let source = Source { name: format!("--{option} {}", text.trim()), text: expression.clone() };
                query.select(text, source, options)?;
            }
        }
        if self.score {
            for query in queries.iter_mut() {
                query.select_side();
            }
        }
        Ok(())
    }

    /// The values that are counted, and what figures are made of.
    fn keys(&self, options: &QueryOptions, queries: &[ParsedQuery]) -> (Vec<Key>, Vec<Key>) {
        let counted = self.by.iter().map(|text| Key::counted(text, &options.selects, queries));
        let measured = self.aggregates.iter().map(|(_, text)| Key::of(text, &options.selects, queries));
        (counted.collect(), measured.collect())
    }
}

impl Tally {
    /// The tally of a search.
    ///
    /// # Errors
    ///
    /// If a name means nothing, or a figure cannot be made of these values.
    pub fn new(asked: &TallyOptions, searched: &Searched<'_>) -> Result<Tally, TallyError> {
        let &Searched { set, options, further, .. } = searched;
        let all: Vec<usize> = (0..set.queries().len()).collect();
        let here = searched.queries.unwrap_or(&all);
        let (keys, of_figures) = asked.keys(options, set.queries());
        let expressions = |keys: &[Key]| keys.iter().filter(|key| matches!(key, Key::Expression(_))).count();
        let first = options.selects.len() + further;
        let of_figures_first = first + expressions(&keys);
        let selects: Vec<String> = options.selects.iter().map(|(name, _)| name.clone()).collect();
        let values = |names: &[String], keys: &[Key], first: usize| {
            Values::new((names, keys), (first, &selects), (set, here)).map_err(TallyError::UnknownColumn)
        };
        let name = |(aggregate, text): &(Aggregate, String)| format!("{} {}", aggregate.word(), text.trim());
        let names: Vec<String> = asked.aggregates.iter().map(name).collect();
        let measured = values(&names, &of_figures, of_figures_first)?;
        let aggregates: Vec<Aggregate> = asked.aggregates.iter().map(|(aggregate, _)| *aggregate).collect();
        let made = aggregates.iter().zip(measured.types()).zip(&names);
        let made =
            made.map(|((aggregate, ty), name)| aggregate.of(*ty).ok_or_else(|| TallyError::NoNumbers(name.clone())));
        let made = made.collect::<Result<_, _>>()?;
        let rate = if asked.rate {
            let scope = |&query: &usize| (query, QueryScope::new(set.queries()[query].header(), searched.games));
            let scopes = here.iter().map(scope).collect();
            Some(Everywhere::new((&asked.by, &keys), scopes, options)?)
        } else {
            None
        };
        let counted = values(&asked.by, &keys, first)?;
        let side = of_figures_first + expressions(&of_figures);
        let of_query = |(i, query): (usize, &ParsedQuery)| (query.source().name.clone(), set.sort_keys(i));
        let mut tally = Tally {
            queries: set.queries().iter().enumerate().map(of_query).collect(),
            score: asked.score.then(|| Whose::of(&counted, (set, here), side)),
            counted,
            rate,
            aggregates,
            measured,
            made,
            order: Order::default(),
            at_least: asked.at_least,
            top: asked.top,
        };
        if let Some(text) = &asked.order {
            tally.order = tally.order(text)?;
        }
        Ok(tally)
    }

    /// The order that a text asks for.
    fn order(&self, text: &str) -> Result<Order, TallyError> {
        let figures: Vec<String> = self.figures().map(|(name, _)| name).collect();
        Order::read(text, &figures).map_err(|name| {
            let known = ["key", "games", "positions"].map(str::to_owned).into_iter().chain(figures);
            TallyError::UnknownOrder { name, known: known.collect() }
        })
    }

    /// The names of what is counted.
    pub fn names(&self) -> &[String] {
        self.counted.names()
    }

    /// The names and types of all columns of a line, in their order: [`Line::values`], [`COUNTS`], [`Line::figures`].
    pub fn columns(&self) -> Vec<(String, ColumnType)> {
        let values = self.names().iter().cloned().zip(self.counted.types().iter().copied());
        let types = [ColumnType::Int64, ColumnType::Int64, ColumnType::Float64];
        values.chain(COUNTS.map(str::to_owned).into_iter().zip(types)).chain(self.figures()).collect()
    }

    /// The names and types of the figures.
    fn figures(&self) -> impl Iterator<Item = (String, ColumnType)> {
        let rate = [("rate".to_owned(), ColumnType::Float64), (OF.to_owned(), ColumnType::Int64)];
        let rate = rate.into_iter().filter(|_| self.rate.is_some());
        let score = self.score.iter().map(|whose| (whose.heading(), ColumnType::Float64));
        rate.chain(score).chain(self.measured.names().iter().cloned().zip(self.made.iter().copied()))
    }

    /// True if both players of each game are counted.
    pub fn counts_either_player(&self) -> bool {
        self.counted.is_of_either_player()
    }

    /// True if lines are ordered by what is counted.
    pub fn is_ordered_by_values(&self) -> bool {
        self.order.is_by_key()
    }

    /// True if the positions of sequences are needed: [`SearchOptions::paths`](crate::SearchOptions).
    pub fn needs_paths(&self) -> bool {
        self.rows().any(Columns::need_paths)
    }

    /// True if it is needed which constituents matched: [`SearchOptions::constituents`](crate::SearchOptions).
    pub fn needs_constituents(&self) -> bool {
        self.rows().any(Columns::need_constituents)
    }

    /// True if games without a match also count: [`SeenGames::Tags`].
    pub fn needs_every_game(&self) -> bool {
        self.rate.is_some()
    }

    /// True if the moves of all games must be read.
    pub fn needs_all_moves(&self) -> bool {
        self.rate.as_ref().is_some_and(Everywhere::needs_moves)
    }

    fn rows(&self) -> impl Iterator<Item = &Columns> {
        [self.counted.columns(), self.measured.columns()].into_iter()
    }

    /// The values that are counted, of a match.
    pub fn values(&self, row: &Row<'_>, moves: &mut MoveList) -> Vec<Cell<'static>> {
        self.counted.values(row, moves)
    }

    /// The counts of one game. `file` is the name of its file, and `found` has the matches of each query that finds something in
    /// it, with the number of the query. `moves` is memory that is used again.
    pub fn count<'m>(
        &self,
        (file, game): (&str, &Game),
        found: impl IntoIterator<Item = (usize, &'m GameMatches)>,
        moves: &mut MoveList,
    ) -> GameCounts {
        let mut counts = GameCounts::default();
        for (number, found) in found {
            let (query, sort_keys) = &self.queries[number];
            for matched in &found.matches {
                let row = Row { query, sort_keys, subject: Subject::Match(matched), ..Row::of_game(file, game) };
                let values = self.measured.values(&row, moves);
                for (player, group) in self.counted.entries(&row, moves) {
                    let side = player.or_else(|| self.side_of(&row));
                    let halves = side.and_then(|side| half_points(game.result(), side));
                    let (group, values, black) = ((number, group), values.clone(), side == Some(Color::Black));
                    counts.matches.push(CountedMatch { group, values, black, halves });
                }
            }
        }
        if let Some(rate) = &self.rate {
            counts.everywhere = rate.groups((file, game), moves);
        }
        counts
    }

    /// Adds what counts of a game to the counts of all games.
    pub fn add(&self, game: GameCounts, counts: &mut Counts) {
        let truths: Vec<bool> = self.measured.types().iter().map(|ty| *ty == ColumnType::Boolean).collect();
        counts.add(game, &self.aggregates, &truths);
    }

    /// The counts of each game, in the order of the games, while threads search ahead; games without counts are omitted. `options` are obeyed as by [`QuerySet::matches_in`], but for those that a tally decides: the order of the games, and
    /// the details of each.
    ///
    /// # Errors
    ///
    /// If the system does not allow that many threads.
    pub fn counts_in(
        self: &Arc<Self>,
        set: &QuerySet,
        sources: impl Into<Sources>,
        options: &RunOptions,
    ) -> Result<MatchesIn<GameCounts>, Message> {
        let mut options = RunOptions { sort: false, ..options.clone() };
        options.search.paths = self.needs_paths();
        options.search.constituents = self.needs_constituents();
        options.skip_moves &= !self.needs_all_moves();
        if self.needs_every_game() {
            options.seen = SeenGames::Tags;
        }
        let tally = Arc::clone(self);
        MatchesIn::start(set, sources.into(), &options, move || {
            let (tally, mut moves) = (Arc::clone(&tally), MoveList::new());
            Box::new(move |results: GameResults<'_>| {
                let GameResults { file, game, found, .. } = results;
                let found = found.iter().map(|(query, matches)| (*query, matches));
                let counts = tally.count((file, game), found, &mut moves);
                if counts.is_empty() { Vec::new() } else { vec![counts] }
            })
        })
    }

    /// Counts each player under one of the [spellings](crate::names) of the name.
    pub fn join_players(&self, counts: &mut Counts) {
        let players = self.counted.are_players();
        if players.contains(&true) {
            counts.join_players(&players);
        }
    }

    /// The lines of the query with the number `query`, in the order of [`TallyOptions::order`]. `matched` is the number of games
    /// in which it matches, of which [`Line::share`] is a part. Games and matches that agree in the first `values` of the values
    /// that are counted are in one line, so `1` groups by the first value alone. Lines that [`TallyOptions::at_least`] and
    /// [`TallyOptions::top`] exclude are omitted. Takes time in proportion to the number of different values.
    pub fn lines<'c>(&self, counts: &'c Counts, (query, matched): (usize, u64), values: usize) -> Vec<Line<'c>> {
        let mut lines = self.all_lines(counts, (query, matched), values);
        lines.retain(|line| line.games >= self.at_least);
        lines.truncate(self.top.unwrap_or(usize::MAX));
        lines
    }

    /// The same lines without the limits of [`TallyOptions::at_least`] and [`TallyOptions::top`].
    pub fn all_lines<'c>(&self, counts: &'c Counts, (query, matched): (usize, u64), values: usize) -> Vec<Line<'c>> {
        let first = |group: &'c counts::Group| (group.0 == query).then(|| &group.1[..values.min(group.1.len())]);
        let mut sums: FxHashMap<&[Cell<'static>], Sums> = FxHashMap::default();
        for (group, more) in &counts.sums {
            if let Some(values) = first(group) {
                sums.entry(values).or_insert_with(|| Sums::new(&self.aggregates)).merge(more);
            }
        }
        let mut everywhere: FxHashMap<&[Cell<'static>], u64> = FxHashMap::default();
        for (group, games) in &counts.everywhere {
            if let Some(values) = first(group) {
                *everywhere.entry(values).or_default() += games;
                sums.entry(values).or_insert_with(|| Sums::new(&self.aggregates));
            }
        }
        // A game in several groups counts once.
        for (values, sums) in &mut sums {
            if let [value] = values
                && let Some(margin) = counts.margins.get(&(query, 0, value.clone()))
            {
                (sums.games, sums.halves, sums.decided) = (margin.games, margin.halves, margin.decided);
            }
        }
        let line = |(values, sums): (&'c [Cell<'static>], Sums)| Line {
            values,
            games: sums.games,
            positions: sums.positions,
            share: sums.games as f64 / matched.max(1) as f64,
            figures: self.figures_of(&sums, everywhere.get(values).copied().unwrap_or(0)),
        };
        let mut lines: Vec<Line<'c>> = sums.into_iter().map(line).collect();
        lines.sort_by(|a, b| self.order.compare(a, b));
        lines
    }

    /// The number of games for each value of the second of two expressions.
    pub fn second_values<'c>(&self, counts: &'c Counts, query: usize) -> FxHashMap<&'c Cell<'static>, u64> {
        let seconds = counts.margins.iter().filter(|((of, place, _), _)| (*of, *place) == (query, 1));
        seconds.map(|((.., value), sums)| (value, sums.games)).collect()
    }

    /// The figures of a line with these numbers; `all` is the number of games with its values, whether they match or not.
    fn figures_of(&self, sums: &Sums, all: u64) -> Vec<Figure> {
        let share = if all == 0 { Figure::None } else { Figure::Rate(sums.games as f64 / all as f64) };
        let rate = [share, Figure::Whole(all.into())].into_iter().filter(|_| self.rate.is_some());
        let score = self.score.as_ref().map(|_| sums.score());
        rate.chain(score).chain(sums.aggregates(&self.aggregates)).collect()
    }

    /// The side whose points a match counts, if scores are requested.
    fn side_of(&self, row: &Row<'_>) -> Option<Color> {
        match self.score.as_ref()? {
            Whose::EitherPlayer => None,
            Whose::Side(color) => Some(*color),
            Whose::Matched(place) => {
                let value = row.matched().and_then(|matched| matched.values.get(*place));
                Some(value.map_or(Color::White, ParsedQuery::matched_side))
            }
            Whose::Named(text) => Whose::named(row.game, text),
        }
    }
}

/// The half points of a side; none if the result is not known.
fn half_points(result: GameResult, side: Color) -> Option<u8> {
    let winner = match result {
        GameResult::White => Color::White,
        GameResult::Black => Color::Black,
        GameResult::Draw => return Some(1),
        GameResult::Unknown => return None,
    };
    Some(if winner == side { 2 } else { 0 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_those_of_a_side() {
        let points = |result| Color::ALL.map(|side| half_points(result, side));
        assert_eq!(points(GameResult::White), [Some(2), Some(0)]);
        assert_eq!(points(GameResult::Black), [Some(0), Some(2)]);
        assert_eq!(points(GameResult::Draw), [Some(1), Some(1)]);
        assert_eq!(points(GameResult::Unknown), [None, None]);
    }
}
