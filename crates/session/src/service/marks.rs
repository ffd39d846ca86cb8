//! The matches of a query in one game, with what the page marks of them: squares, arrows, reasons, constituents.

use super::failure::Failure;
use super::fields::{Place, answers};
use super::observed::{failed, one_game};
use super::search::Task;
use super::written::{Each, Written};
use crate::assist::Utf16;
use crate::reasons::Reasons;
use crate::samples;
use std::collections::BTreeMap;
use tabiya::chess::{MoveList, Square};
use tabiya::printable::line;
use tabiya::{
    Game, GameMatches, Games, Match, Observation, ParsedQuery, Path, QueryOptions, QuerySet, RunOptions, Scratch,
    SortKey, SortValue, Source, Value, Why,
};

answers! {
    /// All matches in a game, which are made while they are written.
    FoundIn<'g> { #[cfg_attr(test, ts(as = "Vec<Found>"))] found: Each<'g, Found> }

    /// What a match marks in its game.
    Found {
        node: u32, squares: Vec<Mark>, arrows: Vec<Arrow>, comments: Vec<String>, constituents: Vec<Constituent>,
        /// The positions of an `almost` match that differ from the sequence.
        differs: Vec<u32>,
        /// The positions that the moves of its sequence lead to.
        line: Vec<u32>,
        /// Those of the sort keys.
        values: BTreeMap<String, String>
    }

    /// A square.
    Mark { square: String, colour: &'static str }

    /// A move.
    Arrow { from: String, to: String, colour: &'static str }

    /// A constituent of a sequence with the positions that it matched.
    Constituent {
        text: String, number: u32, filter: &'static str, first: u32, last: u32, nodes: Vec<u32>;
        name: String, from: usize, to: usize
    }
}

/// More squares of one filter are not marked.
const MOST_SQUARES: usize = 8;

/// A sequence with more moves has arrows for the first ones.
const MOST_ARROWS: usize = 24;

/// The number of matches of a game that get the squares of their filters, which are looked up one by one.
const MARKED: usize = 200;

/// All matches of a query in a game.
pub(super) fn found(task: &Task, game: &Game) -> Result<Written, Failure> {
    let Task { set, options, .. } = task;
    let mut scratches = Vec::new();
    let search = one_game();
    let result = set.search_game(game, &mut scratches, &search).into_iter().next();
    let matches = result.transpose().map_err(|error| failed(&error))?.unwrap_or_default();
    let query = &set.queries()[0];
    let scope = RunOptions::default().scopes(set).into_iter().next();
    if !scope.is_some_and(|scope| scope.takes(game) && scope.is_match(matches.matches.len())) {
        return Written::new(&FoundIn { found: Each::new(std::iter::empty()) });
    }
    let header = query.header();
    let keys = set.sort_keys(0);
    let squares = squares_of(set, game, options, &matches);
    let reasons = Reasons::new(&matches, header.match_string.as_deref().unwrap_or("CQL"), header.silent);
    let text = &task.query.text;
    let (mut moves, places) = (MoveList::new(), Utf16::new(text));
    let each = matches.matches.iter().zip(squares);
    let one = each.map(|(matched, squares)| {
        let comments = reasons.at(matched, game, &mut moves);
        let comments: Vec<String> = comments.iter().map(|text| line(text).into_owned()).collect();
        let way = reasons.way(matched, game);
        let paths = matched.paths.iter();
        Found {
            node: matched.position,
            squares: squares.into_iter().map(|square| Mark { square, colour: "green" }).collect(),
            arrows: steps(game, &way).map(arrow).collect(),
            comments,
            constituents: paths.clone().flat_map(|path| constituents(path, text, &places)).collect(),
            differs: paths.flat_map(|path| &path.differs).copied().collect(),
            line: way,
            values: values(&keys, matched),
        }
    });
    // The notes on all matches of a long game take much more room than its text.
    Written::new(&FoundIn { found: Each::new(one) })
}

/// The first position of the sample games in which a query matches, as a diagram of the book: `FEN | mark e4 | arrow e2e4`.
pub(super) fn first_answer(query: &str) -> Option<String> {
    let options = QueryOptions::default();
    let parsed = ParsedQuery::parse(Source { name: "query".into(), text: query.to_owned() }, &options).ok()?;
    let set = QuerySet::new(vec![parsed], &options).ok()?;
    let (search, mut scratches) = (one_game(), Vec::new());
    let mut games = Games::from_reader(samples::GAMES).ok()?;
    let mut game = Game::new();
    while games.read_into(&mut game).ok()? {
        let matches = set.search_game(&game, &mut scratches, &search).swap_remove(0).ok()?;
        let Some(first) = matches.matches.first() else { continue };
        let squares = squares_of(&set, &game, &options, &matches).swap_remove(0);
        let way = first.paths.first().map(|path| path.played(&game)).unwrap_or_default();
        let arrows: Vec<String> = steps(&game, &way).map(|(from, to)| format!("{from}{to}")).collect();
        let mut out = game.fen(first.position);
        for (word, of) in [("mark", squares), ("arrow", arrows)].iter().filter(|(_, of)| !of.is_empty()) {
            out += &format!(" | {word} {}", of.join(" "));
        }
        return Some(out);
    }
    None
}

/// The squares that the filters of the query mean at each match.
fn squares_of(set: &QuerySet, game: &Game, options: &QueryOptions, matches: &GameMatches) -> Vec<Vec<String>> {
    let mut all = vec![Vec::new(); matches.matches.len()];
    let Some(marker) = Marker::new(&set.queries()[0], options) else { return all };
    let mut scratch = Scratch::new();
    for (matched, squares) in matches.matches.iter().zip(&mut all).take(MARKED) {
        let Some(found) = marker.squares(game, matched.position, &mut scratch) else { break };
        *squares = found;
    }
    all
}

/// What a query marks at its matches.
#[derive(Debug)]
pub struct Marker(Why);

impl Marker {
    /// That of a query; none of one whose filters cannot be evaluated one by one.
    pub fn new(query: &ParsedQuery, options: &QueryOptions) -> Option<Marker> {
        // Asking filters one by one may change what those with effects do.
        Why::new(query.clone(), options).ok().filter(|why| why.must_run_in_order().is_none()).map(Marker)
    }

    /// The squares that the filters mean at a match; none where it cannot be said.
    fn squares(&self, game: &Game, position: u32, scratch: &mut Scratch) -> Option<Vec<String>> {
        if position >= self.0.positions(game) {
            return None;
        }
        let (at, mut squares) = (self.0.at(game, position, scratch, &one_game()).ok()?, Vec::new());
        at.parts.iter().for_each(|part| add_squares(part, &mut squares));
        Some(squares)
    }

    /// The squares and the moves of the sequence of each match, as the commands of a comment: `[%csl Gd4][%cal Be2e4]`; nothing
    /// where there is nothing to mark.
    pub fn commands(&self, game: &Game, matches: &GameMatches) -> Vec<(u32, String)> {
        let mut scratch = Scratch::new();
        let listed = |name: &str, items: Vec<String>| match items.as_slice() {
            [] => String::new(),
            items => format!("[%{name} {}]", items.join(",")),
        };
        let of = |matched: &Match| {
            let squares = self.squares(game, matched.position, &mut scratch).unwrap_or_default();
            let way = matched.paths.first().map(|path| path.played(game)).unwrap_or_default();
            let mut arrows: Vec<String> = Vec::new();
            for arrow in steps(game, &way).map(|(from, to)| format!("B{from}{to}")) {
                if !arrows.contains(&arrow) {
                    arrows.push(arrow);
                }
            }
            let squares = squares.into_iter().map(|square| format!("G{square}")).collect();
            (matched.position, listed("csl", squares) + &listed("cal", arrows))
        };
        matches.matches.iter().take(MARKED).map(of).filter(|(_, text)| !text.is_empty()).collect()
    }
}

/// Adds the squares of a filter that matches; of a transform, those of the image that matches.
fn add_squares(part: &Observation, squares: &mut Vec<String>) {
    if part.holds != Some(true) {
        return;
    }
    match &part.value {
        Some(Value::Squares(own)) if own.len() <= MOST_SQUARES => {
            let new = own.iter().filter(|square| !squares.contains(square)).cloned().collect::<Vec<_>>();
            squares.extend(new);
        }
        Some(Value::Squares(_)) => {}
        _ if part.run.is_none() => part.parts.iter().for_each(|inner| add_squares(inner, squares)),
        _ => {}
    }
}

fn arrow((from, to): (Square, Square)) -> Arrow {
    Arrow { from: from.to_string(), to: to.to_string(), colour: "blue" }
}

/// From where to where they go; drops go nowhere.
pub(super) fn steps(game: &Game, way: &[u32]) -> impl Iterator<Item = (Square, Square)> {
    let moves = way.iter().take(MOST_ARROWS).filter_map(|&node| game.tree().move_to(node));
    moves.filter_map(|mv| Some((mv.origin().filter(|from| *from != mv.to)?, mv.to)))
}

/// The constituents of a sequence.
fn constituents(path: &Path, text: &str, places: &Utf16<'_>) -> impl Iterator<Item = Constituent> {
    path.parts().into_iter().filter_map(|(number, nodes)| {
        let name = path.constituent_name(number).map(str::to_owned);
        let span = path.spans.get(number as usize).filter(|span| span.start < span.end);
        let own = span.map(|span| span.start as usize..span.end as usize);
        let own = own.and_then(|bytes| Some((line(text.get(bytes.clone())?).into_owned(), Place::of(bytes, places))));
        let (own, place) = own.unzip();
        let (from, to) = place.map(|Place { from, to }| (from, to)).unzip();
        Some(Constituent {
            text: own.or_else(|| name.clone()).unwrap_or_else(|| (number + 1).to_string()),
            number: number + 1,
            filter: path.filter,
            first: *nodes.first()?,
            last: *nodes.last()?,
            nodes,
            name,
            from,
            to,
        })
    })
}

/// The values of the sort keys.
fn values(keys: &[SortKey], matched: &Match) -> BTreeMap<String, String> {
    let keys = keys.iter().zip(&matched.sort_values);
    let value = |(key, value): (&SortKey, &Option<SortValue>)| {
        Some((key.label.clone(), line(&value.as_ref()?.to_string()).into_owned()))
    };
    keys.filter_map(value).collect()
}
