//! All roads to an answer: what the planner may do, what memory was used before, how many threads, other queries in the
//! same pass, and comments on or off change neither the matches nor the comments.

use super::bytes::Bytes;
use super::games::game;
use super::queries::query;
use std::fmt;
use tabiya::database::Summary;
use tabiya::game::Game;
use tabiya::syntax::Dialect;
use tabiya::{
    GameMatches, Limits, Needs, ParsedQuery, PlanOptions, QueryOptions, QuerySet, Scratch, SearchOptions, Source,
};

/// A game is given up after this number of steps; such games are not compared.
const STEPS: u64 = 100_000;

/// A random query on random games: every way to answer it gives the same matches and the same comments.
pub fn roads(data: &[u8]) {
    let case = random_case(&mut Bytes::new(data));
    if let Err(difference) = case.compare() {
        panic!("{difference}\n{case}");
    }
}

/// A query, and games to ask it of.
#[derive(Debug)]
pub struct Case {
    query: String,
    options: QueryOptions,
    texts: Vec<String>,
    games: Vec<Game>,
}

/// Draws a query and games.
pub fn random_case(bytes: &mut Bytes<'_>) -> Case {
    let dialect = *bytes.one(&[Dialect::Six, Dialect::Five]);
    let options = QueryOptions {
        dialect,
        variations: Some(bytes.percent(60)),
        linearize: !bytes.percent(15),
        limits: Limits { steps: STEPS, states: 4096, ..Limits::default() },
        ..QueryOptions::default()
    };
    // The games come first, so that changes of the query leave them alone.
    let (texts, games) = (0..1 + bytes.below(2)).map(|_| game(bytes)).unzip();
    Case { query: query(bytes, dialect), options, texts, games }
}

impl Case {
    /// See [`compare`].
    ///
    /// # Errors
    ///
    /// The first difference, in words.
    pub fn compare(&self) -> Result<Compared, String> {
        compare(&self.query, &self.options, &self.games.iter().collect::<Vec<_>>())
    }
}

impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let QueryOptions { dialect, variations, linearize, .. } = &self.options;
        writeln!(f, "dialect {dialect:?}, variations {variations:?}, linearize {linearize}")?;
        write!(f, "query:\n{}\ngames:\n{}", self.query, self.texts.join("\n"))
    }
}

/// The result of a comparison.
#[derive(Clone, Copy, Debug, Default)]
pub struct Compared {
    /// True if the query could be read and planned.
    pub read: bool,
    /// The number of answers that were compared with the first.
    pub answers: u64,
    /// The number of answers that were given up at a limit of steps.
    pub given_up: u64,
    /// The number of positions that matched.
    pub matches: u64,
}

/// The options `on` with some or all optimizations turned off.
pub fn plans(on: PlanOptions) -> [PlanOptions; 7] {
    let mut none = PlanOptions { columns: false, automata: false, blocks: false, ..on };
    let [columns, automata, reorder, blocks] = [
        PlanOptions { columns: false, ..on },
        PlanOptions { automata: false, ..on },
        PlanOptions { reorder: false, ..on },
        PlanOptions { blocks: false, ..on },
    ];
    let neither = none;
    none.reorder = false;
    [columns, automata, reorder, blocks, neither, none, PlanOptions { needs: Needs::NONE, ..on }]
}

/// An answer for one game, or the message of an error; nothing if it was given up.
type Answer = Option<Result<GameMatches, String>>;

/// Answers a query on games in every way there is.
///
/// # Errors
///
/// The first difference, in words.
pub fn compare(text: &str, options: &QueryOptions, games: &[&Game]) -> Result<Compared, String> {
    let mut compared = Compared::default();
    let source = Source { name: "query".into(), text: text.into() };
    let Ok(parsed) = ParsedQuery::parse(source, options) else { return Ok(compared) };
    let planned = |plan: PlanOptions, queries: Vec<ParsedQuery>| {
        QuerySet::new(queries, &QueryOptions { plan, ..options.clone() }).ok()
    };
    let on = options.plan;
    let Some(usual) = planned(on, vec![parsed.clone()]) else { return Ok(compared) };
    compared.read = true;
    let expected = answers(&usual, games, true, Memory::Kept);
    compared.matches = expected.iter().flatten().flatten().map(|found| found.matches.len() as u64).sum();
    let mut scratches = Vec::new();
    for (number, (game, expected)) in games.iter().zip(&expected).enumerate() {
        let refused = usual.is_refused_by_tags(game, &mut scratches, &SearchOptions::default());
        if let Some(Ok(found)) = expected
            && refused
            && !(found.matches.is_empty() && found.events.is_empty())
        {
            return Err(format!("refused by its tags, game {}: but something is found", number + 1));
        }
    }
    refuses_rightly(&usual, planned(PlanOptions { needs: Needs::NONE, ..on }, vec![parsed.clone()]), games)?;
    let alone = usual.must_run_in_order().is_none();
    let mut hold = |what: &str, found: Vec<Answer>, comments: bool| -> Result<(), String> {
        for (number, (found, expected)) in found.iter().zip(&expected).enumerate() {
            let (Some(found), Some(expected)) = (found, expected) else {
                compared.given_up += 1;
                continue;
            };
            // A cheap test that fails spares the filters before it in the text, and their possible error.
            if what.contains("reorder false") && expected.is_ok() && found.as_ref().is_err_and(|error| lacks(error)) {
                continue;
            }
            // A query whose effects outlive the game is searched once, so that it may fail in its comments.
            if !comments && !alone && expected.is_err() && found.is_ok() {
                continue;
            }
            compared.answers += 1;
            differ(found, expected, comments).map_err(|how| format!("{what}, game {}: {how}", number + 1))?;
        }
        Ok(())
    };
    hold("without comments", answers(&usual, games, false, Memory::Kept), false)?;
    hold("once more", answers(&usual, games, true, Memory::Kept), true)?;
    if alone {
        hold("in fresh memory", answers(&usual, games, true, Memory::Fresh), true)?;
        for found in on_threads(&usual, games) {
            hold("on several threads", found, true)?;
        }
    }
    for plan in plans(on) {
        let Some(other) = planned(plan, vec![parsed.clone()]) else { continue };
        let mut what = format!("columns {}, automata {}, reorder {}", plan.columns, plan.automata, plan.reorder);
        if plan.needs != on.needs {
            what.push_str(", no game refused");
        }
        hold(&what, answers(&other, games, true, Memory::Kept), true)?;
        hold(&format!("{what}, without comments"), answers(&other, games, false, Memory::Kept), false)?;
    }
    if alone
        && let Ok(beside) = ParsedQuery::parse(Source { name: "beside".into(), text: BESIDE.into() }, options)
        && let Some(several) = planned(on, vec![beside, parsed.clone(), parsed])
    {
        for query in [1, 2] {
            let found = answers_of(&several, query, games, true, Memory::Kept);
            hold("beside another query", found, true)?;
        }
    }
    Ok(compared)
}

/// Where the summary of a game rules it out, searching it without any condition finds nothing, changes nothing and does not fail.
fn refuses_rightly(usual: &QuerySet, plain: Option<QuerySet>, games: &[&Game]) -> Result<(), String> {
    let refused: Vec<bool> =
        games.iter().map(|game| usual.is_refused_by_summary(&Summary::of(game), Some(game.result()))).collect();
    let Some(plain) = plain.filter(|_| refused.contains(&true)) else { return Ok(()) };
    for (number, found) in answers(&plain, games, true, Memory::Kept).into_iter().enumerate() {
        let nothing = match &found {
            Some(Ok(found)) => found.matches.is_empty() && found.events.is_empty(),
            Some(Err(_)) => false,
            None => true,
        };
        if refused[number] && !nothing {
            return Err(format!("refused by its summary, game {}: but {found:?}", number + 1));
        }
    }
    Ok(())
}

/// Another query in the same pass; both dialects read it.
const BESIDE: &str = "x = R nn = ply { check or R attacks k or piece z in A { z attacks k } } comment(nn)";

/// The use of memory from game to game.
#[derive(Clone, Copy, PartialEq)]
enum Memory {
    Kept,
    Fresh,
}

fn answers(set: &QuerySet, games: &[&Game], comments: bool, memory: Memory) -> Vec<Answer> {
    answers_of(set, 0, games, comments, memory)
}

fn answers_of(set: &QuerySet, query: usize, games: &[&Game], comments: bool, memory: Memory) -> Vec<Answer> {
    let mut scratches: Vec<Scratch> = Vec::new();
    let options = SearchOptions {
        comments,
        paths: true,
        constituents: true,
        last_game_number: Some(7),
        ..SearchOptions::default()
    };
    let search = |game: &&Game| {
        if memory == Memory::Fresh {
            scratches.clear();
        }
        match set.search_game(game, &mut scratches, &options).swap_remove(query) {
            Ok(found) => Some(Ok(GameMatches {
                // The number of the query is a matter of the set.
                matches: found.matches.into_iter().map(unnumbered).collect(),
                ..found
            })),
            Err(error) if error.message.contains("given up") => None,
            Err(error) => Some(Err(error.message)),
        }
    };
    games.iter().map(search).collect()
}

fn unnumbered(mut found: tabiya::Match) -> tabiya::Match {
    found.query = 0;
    found
}

/// Two threads with one plan, one of them from the last game to the first.
fn on_threads(set: &QuerySet, games: &[&Game]) -> Vec<Vec<Answer>> {
    let backwards: Vec<&Game> = games.iter().rev().copied().collect();
    std::thread::scope(|scope| {
        let other = scope.spawn(|| answers(set, &backwards, true, Memory::Kept));
        let here = answers(set, games, true, Memory::Kept);
        let mut other = other.join().expect("a search does not panic");
        other.reverse();
        vec![here, other]
    })
}

/// True if an error is about something that has no value, or the variable of a loop that has one.
fn lacks(message: &str) -> bool {
    ["has no value here", "already has a value", "refers to a match, but there is none", "has no group"]
        .iter()
        .any(|part| message.contains(part))
}

fn differ(
    found: &Result<GameMatches, String>,
    expected: &Result<GameMatches, String>,
    comments: bool,
) -> Result<(), String> {
    let (found, expected) = match (found, expected) {
        (Ok(found), Ok(expected)) => (found, expected),
        (Err(a), Err(b)) if a == b => return Ok(()),
        (found, expected) => return Err(format!("{found:?}, not {expected:?}")),
    };
    let same = |what: &str, same: bool| if same { Ok(()) } else { Err(format!("{what}: {found:?}, not {expected:?}")) };
    // What a search has reached is shown only with comments.
    let matches = |found: &GameMatches| {
        let reached = |one: &tabiya::Match| if comments { one.reached.clone() } else { Vec::new() };
        let shown = |one: &tabiya::Match| {
            let mut shown = one.clone();
            shown.reached = reached(one);
            shown
        };
        found.matches.iter().map(shown).collect::<Vec<_>>()
    };
    same("matches", matches(found) == matches(expected))?;
    same("sort values", found.sort_values == expected.sort_values)?;
    same("events", found.events == expected.events)?;
    same("tags", found.tags == expected.tags)?;
    same("comments taken away", found.removed_comments == expected.removed_comments)?;
    if comments {
        let error = |found: &GameMatches| found.comment_error.as_ref().map(|error| error.message.clone());
        same("comments", found.comments == expected.comments && error(found) == error(expected))?;
    }
    Ok(())
}
