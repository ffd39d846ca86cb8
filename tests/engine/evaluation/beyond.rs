//! Alternatives, members in any order and at once, the shortest match, and matches that differ from their sequence: random
//! sequences against a matcher that tries every run, and what can be asked about a match.

use super::{A, comments, game, query, values};
use fastrand::Rng;
use std::collections::BTreeSet;
use std::path::PathBuf;
use tabiya::syntax::Dialect;
use tabiya::{Game, Games, Query, QueryOptions, Scratch, SearchOptions, Value};
use tabiya_test_support::{seed, size};

/// The filters of the random sequences.
const FILTERS: [&str; 6] = ["check", "wtm", "not check", "Q", "A attacks k", "."];

/// A constituent.
#[derive(Clone, Debug)]
enum Part {
    Leaf(usize),
    Group(Vec<Part>),
    Either(Vec<Part>),
    AnyOrder(Vec<Part>),
    Both(Vec<Part>),
    Repeat(Box<Part>, usize, Option<usize>),
}

/// The form of the filter that a sequence stands in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Next,
    Previous,
    Path,
    /// `next` whose constituents assign a variable.
    Effects,
}

impl Part {
    fn random(random: &mut Rng, depth: u32, both: bool) -> Part {
        if depth == 0 || random.u32(..3) == 0 {
            return Part::Leaf(random.usize(..FILTERS.len()));
        }
        let kind = random.u32(..if both { 6 } else { 5 });
        if kind == 0 {
            let low = random.usize(..3);
            let high = [None, Some(low.max(1)), Some(low + 2)][random.usize(..3)];
            return Part::Repeat(Box::new(Part::random(random, depth - 1, both)), low, high);
        }
        let count = random.u32(2..4);
        let parts = (0..count).map(|_| Part::random(random, depth - 1, both)).collect();
        match kind {
            1 | 2 => Part::Group(parts),
            3 => Part::Either(parts),
            4 => Part::AnyOrder(parts),
            _ => Part::Both(parts),
        }
    }

    fn text(&self, form: Form) -> String {
        let all = |parts: &[Part]| parts.iter().map(|part| part.text(form)).collect::<Vec<_>>();
        let joined = |parts: &[Part], word: &str| {
            all(parts).iter().map(|part| format!("({part})")).collect::<Vec<_>>().join(&format!(" {word} "))
        };
        match self {
            Part::Leaf(filter) => match form {
                Form::Path => format!("(--({{{}}}))", FILTERS[*filter]),
                Form::Effects => format!("{{seen+=1 {}}}", FILTERS[*filter]),
                Form::Next | Form::Previous => format!("{{{}}}", FILTERS[*filter]),
            },
            Part::Group(parts) => format!("({})", all(parts).join(" ")),
            Part::Either(parts) => format!("either {}", joined(parts, "or")),
            Part::Both(parts) => format!("both {}", joined(parts, "and")),
            Part::AnyOrder(parts) => format!("anyorder ({})", all(parts).join(" ")),
            Part::Repeat(of, low, high) => {
                let high = high.map_or_else(String::new, |high| high.to_string());
                format!("({}){{{low},{high}}}", of.text(form))
            }
        }
    }
}

/// A place of a run: the positions consumed, the differences made, and whether the last position is one too many.
type Place = (Vec<u32>, u8, bool);

/// Tries all runs of a sequence along the lines of a game.
struct Naive<'g> {
    truths: &'g [BTreeSet<u32>],
    /// By position: those that may follow it.
    next: &'g [Vec<u32>],
    /// Those that may come first.
    first: Vec<u32>,
    differences: u8,
}

impl Naive<'_> {
    /// The places that a part leads to from others.
    fn ends(&self, part: &Part, from: &BTreeSet<Place>) -> BTreeSet<Place> {
        match part {
            Part::Leaf(filter) => from.iter().flat_map(|place| self.leaf(*filter, place)).collect(),
            Part::Group(parts) => parts.iter().fold(from.clone(), |from, part| self.ends(part, &from)),
            Part::Either(parts) => parts.iter().flat_map(|part| self.ends(part, from)).collect(),
            Part::AnyOrder(parts) if parts.is_empty() => from.clone(),
            Part::AnyOrder(parts) => {
                let ways = (0..parts.len()).flat_map(|i| {
                    let mut others = parts.clone();
                    let first = others.remove(i);
                    self.ends(&Part::AnyOrder(others), &self.ends(&first, from))
                });
                ways.collect()
            }
            Part::Both(parts) => {
                let one = |place: &Place| {
                    let from = BTreeSet::from([place.clone()]);
                    let all = parts.iter().map(|part| self.ends(part, &from));
                    all.reduce(|all, part| all.intersection(&part).cloned().collect()).unwrap_or_default()
                };
                from.iter().flat_map(one).collect()
            }
            Part::Repeat(of, low, high) => {
                let mut places = (0..*low).fold(from.clone(), |from, _| self.ends(of, &from));
                let mut all = places.clone();
                for _ in 0..high.map_or(60, |high| high - low) {
                    places = self.ends(of, &places).difference(&all).cloned().collect();
                    all.extend(places.iter().cloned());
                }
                all
            }
        }
    }

    fn leaf(&self, filter: usize, (run, made, extra): &Place) -> Vec<Place> {
        let mut found = Vec::new();
        if *made < self.differences && !extra {
            found.push((run.clone(), made + 1, false));
        }
        for &node in run.last().map_or(&self.first, |&last| &self.next[last as usize]) {
            let then = |made: u8, extra: bool| ([run.as_slice(), &[node]].concat(), made, extra);
            if self.truths[filter].contains(&node) {
                found.push(then(*made, false));
            }
            if *made < self.differences {
                found.push(then(made + 1, false));
                if !run.is_empty() {
                    found.extend(self.leaf(filter, &then(made + 1, true)));
                }
            }
        }
        found
    }

    /// The length of the match that counts, and its differences.
    fn best(&self, part: &Part, shortest: bool, empty: bool) -> Option<(usize, u8)> {
        let ends = self.ends(part, &BTreeSet::from([(Vec::new(), 0, false)]));
        let ends = ends.into_iter().filter(|(run, _, _)| empty || !run.is_empty());
        let rank = |len: usize| if shortest { len } else { usize::MAX - len };
        let found = ends.map(|(run, made, _)| (made, rank(run.len()), run.len())).min();
        found.map(|(made, _, len)| (len, made))
    }
}

fn trees() -> Vec<Game> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data/games/trees.pgn");
    let games: Result<Vec<Game>, _> = Games::open(path).expect("games").collect();
    let mut games = games.expect("games");
    games.retain(|game| game.tree().len() < 60);
    assert!(!games.is_empty());
    games
}

fn options(selects: &[(&str, &str)]) -> QueryOptions {
    let selects = selects.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect();
    QueryOptions { dialect: Dialect::Six, variations: Some(true), selects, ..QueryOptions::default() }
}

/// The positions where a query matches, with the columns asked for.
fn matches(game: &Game, text: &str, selects: &[(&str, &str)]) -> Result<Vec<(u32, Vec<Value>)>, String> {
    let query = Query::with_options(text, &options(selects)).map_err(|error| error.to_string())?;
    let found = query.search_game(game, &mut Scratch::new(), &SearchOptions::default());
    let found = found.map_err(|error| error.to_string())?;
    Ok(found.matches.into_iter().map(|matched| (matched.position, matched.values.clone())).collect())
}

#[test]
#[expect(clippy::print_stdout, reason = "the test says how much it covered")]
fn random_sequences_are_matched_as_by_trying_every_run() {
    let wanted = size("sequences", 300u64, 20_000);
    let mut random = Rng::with_seed(seed());
    let games = trees();
    let known: Vec<_> = games
        .iter()
        .map(|game| {
            let positions = |filter| matches(game, filter, &[]).expect(filter).into_iter().map(|(node, _)| node);
            let truths = FILTERS.map(|filter| positions(filter).collect::<BTreeSet<u32>>());
            let mut next = vec![Vec::new(); game.tree().len() as usize];
            let mut before = next.clone();
            for (node, values) in matches(game, "not initial", &[("parent", "parent:positionid")]).expect("parents") {
                let Value::Number(parent) = values[0] else { panic!("{values:?}") };
                next[parent as usize].push(node);
                before[node as usize].push(parent as u32);
            }
            (truths, next, before)
        })
        .collect();
    let (mut found, mut refused) = (0u64, 0u64);
    for _ in 0..wanted {
        let almost = Some(random.u8(..4)).filter(|&differences| differences > 0);
        let part = Part::random(&mut random, 2, almost.is_none());
        let form = [Form::Next, Form::Previous, Form::Path, Form::Effects][random.usize(..4)];
        let shortest = random.bool();
        let i = random.usize(..games.len());
        let (game, (truths, next, before)) = (&games[i], &known[i]);
        let word = match form {
            Form::Next | Form::Effects => "next",
            Form::Previous => "previous",
            Form::Path => "path",
        };
        let start = if form == Form::Effects { "seen=0 " } else { "" };
        let shorter = if shortest { "shortest " } else { "" };
        let differing = almost.map_or_else(String::new, |almost| format!("almost {almost} "));
        let text = format!("{start}length={word} 0 1000 {shorter}{differing}({})", part.text(form));
        let measured = form != Form::Effects && almost.is_some();
        let selects = [("length", "length"), ("differences", if measured { "differences" } else { "0" })];
        let answer = match matches(game, &text, &selects) {
            Ok(answer) => answer,
            // A path repeats nothing that can be empty, and effects are tried one by one, up to a limit.
            Err(error) => {
                let known = ["repeated-empty", "given up"].iter().any(|known| error.contains(known));
                assert!(known, "{text}: {error}");
                refused += 1;
                continue;
            }
        };
        let mut expected = Vec::new();
        for node in 0..game.tree().len() {
            let next = if form == Form::Previous { before } else { next };
            let first = if form == Form::Path { next[node as usize].clone() } else { vec![node] };
            let naive = Naive { truths, next, first, differences: almost.unwrap_or(0) };
            let empty = form != Form::Path && !shortest && almost.is_none();
            if let Some((len, made)) = naive.best(&part, shortest, empty) {
                let made = if measured { i64::from(made) } else { 0 };
                expected.push((node, vec![Value::Number(len as i64), Value::Number(made)]));
            }
        }
        found += expected.len() as u64;
        assert_eq!(answer, expected, "{text}\nin game {i}");
    }
    println!("beyond: {wanted} sequences, {found} matches, {refused} refused");
    assert!(found > wanted && refused * 5 < wanted);
}

fn found(text: &str) -> Vec<(u32, i64)> {
    let number = |value: Value| match value {
        Value::Number(number) => number,
        other => panic!("{other:?}"),
    };
    values(A, text, "x").into_iter().map(|(node, value)| (node, number(value))).collect()
}

#[test]
fn differences_are_those_of_the_last_match() {
    let differences = |text: &str| values(A, text, "differences");
    let number = |node: u32, number: i64| (node, Value::Number(number));
    assert_eq!(differences("ply==4 next almost 2 (not check check not check check)"), [number(4, 0)]);
    assert_eq!(differences("ply==4 next almost 2 (not check check check check)"), [number(4, 1)]);
    assert_eq!(differences("ply==4 next (not check check)"), [number(4, 0)]);
    assert_eq!(differences("next almost 3 (check check check) differences==2").len(), 4);
    assert_eq!(differences("ply==4 next almost 1 (check) next almost 2 (check check)"), [number(4, 1)]);
    // Of the copies of a transform the first that matches.
    assert_eq!(differences("ply==4 flipcolor {next almost 1 ({wtm not check} {btm check} check)}"), [number(4, 1)]);
    assert!(comments(A, "ply==4 next almost 1 (check check) comment(differences)").contains(&(4, "1".to_owned())));
    assert_eq!(differences("ply==4 path almost 1 --(check) --(check) --(check)"), [number(4, 1)]);
}

#[test]
fn lines_match_as_next_does() {
    for (line, next) in [
        ("either (check --> .) or (. --> .)", "either (check .) or (. .)"),
        ("anyorder (check --> wtm) --> .", "anyorder (check wtm) ."),
        ("both (.{2}) and (wtm --> .) --> .", "both (.{2}) and (wtm .) ."),
    ] {
        let found = |text: &str| values(A, text, "x");
        for options in ["", "shortest "] {
            let line = found(&format!("x=line 1 100 {options}--> {line}"));
            assert_eq!(line, found(&format!("x=next 1 100 {options}({next})")), "{options}{next}");
            assert!(!line.is_empty());
        }
    }
    assert_eq!(found("x=line 1 100 almost 1 --> check --> check"), found("x=next 1 100 almost 1 (check check)"));
    assert_eq!(found("ply==5 x=line 1 100 almost 1 <-- check <-- check <-- btm"), [(5, 3)]);
}

#[test]
fn each_position_of_a_match_has_its_constituent() {
    let options = SearchOptions { paths: true, constituents: true, ..SearchOptions::default() };
    let path = |text: &str| {
        let found = query(text, None).search_game(&game(A), &mut Scratch::new(), &options).expect("a search");
        let path = found.matches.into_iter().next().expect("a match").paths.remove(0);
        (path.matched_by, path.differs)
    };
    // Of the sequences that match at once the first one is told, of the orders the one that was found.
    assert_eq!(path("ply==4 next (both (. .) and (wtm check))"), (vec![Some(0), Some(1)], vec![]));
    assert_eq!(path("ply==4 next (anyorder (check not check))"), (vec![Some(1), Some(0)], vec![]));
    assert_eq!(path("ply==4 next (either (check) or (wtm check))"), (vec![Some(1), Some(2)], vec![]));
    // What does not hold is told and marked, what is one too many has no constituent.
    assert_eq!(path("ply==4 next almost 1 (wtm not check wtm)"), (vec![Some(0), Some(1), Some(2)], vec![5]));
    assert_eq!(path("ply==4 next almost 1 ({wtm not check} {wtm not check})"), (vec![Some(0), None, Some(1)], vec![5]));
    assert_eq!(path("ply==4 path almost 1 --(check) --(check)"), (vec![None, Some(0), None, Some(1)], vec![6]));
    // All sequences that match at once name the position.
    let counted = |text: &str, count: &str| values(A, text, count).swap_remove(0).1;
    let both = "ply==4 next (both (one:=.{2}) and (two:=wtm three:=check))";
    assert_eq!(counted(both, "count(one)"), Value::Number(2));
    assert_eq!(counted(both, "first(three)"), Value::Position(5));
}

#[test]
fn sequences_with_effects_take_the_same_ways() {
    assert_eq!(found("ply==4 x=0 next (either ({x=1 check} .) or ({x+=2 not check} check))"), [(4, 3)]);
    assert_eq!(found("ply==4 x=0 next shortest ({x+=1 .} .* check)"), [(4, 1)]);
    assert_eq!(found("ply==4 x=0 next almost 1 ({x+=1 check} check)"), [(4, 2)]);
    assert_eq!(found("ply==4 y=0 x=path 0 1000 shortest ((--({y+=1 true})){1,})"), [(4, 1)]);
}
