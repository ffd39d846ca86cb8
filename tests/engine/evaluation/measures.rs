//! Which constituent of a sequence matched which position, and measures of that: `first(name)`, `last(name)`,
//! `count(name)`.

use super::{A, game, query, values};
use fastrand::Rng;
use tabiya::syntax::Dialect;
use tabiya::{Game, Games, Path, Query, QueryOptions, Scratch, SearchOptions, SortValue, Value};
use tabiya_test_support::{seed, size};

/// The paths of a query's matches, with the constituents of each position.
fn paths(game: &Game, query: &Query) -> Vec<(u32, Path)> {
    let options = SearchOptions { paths: true, constituents: true, ..SearchOptions::default() };
    let found = query.search_game(game, &mut Scratch::new(), &options).expect("a search");
    found.matches.into_iter().map(|mut matched| (matched.position, matched.paths.remove(0))).collect()
}

/// The parts of the first match of a query in a game: `start:3 quiet:4,5`, numbers from 1 where there is no name.
fn parts(pgn: &str, text: &str) -> String {
    let (_, path) = paths(&game(pgn), &query(text, None)).swap_remove(0);
    let part = |(constituent, positions): (u32, Vec<u32>)| {
        let name = path.constituents[constituent as usize].names.join(".");
        let name = if name.is_empty() { (constituent + 1).to_string() } else { name };
        format!("{name}:{}", positions.iter().map(u32::to_string).collect::<Vec<_>>().join(","))
    };
    path.parts().into_iter().map(part).collect::<Vec<_>>().join(" ")
}

fn position(pgn: &str, text: &str, select: &str) -> Value {
    values(pgn, text, select).swap_remove(0).1
}

#[test]
fn each_position_has_its_constituent() {
    assert_eq!(parts(A, "initial next (start:=. quiet:=(not check)+ end:=check)"), "start:0 quiet:1,2,3,4 end:5");
    // Without names constituents are numbered; repetitions take what they can, the earlier one first.
    assert_eq!(parts(A, "initial next (.* not check*)"), "1:0,1,2,3,4,5,6,7,8,9,10");
    assert_eq!(parts(A, "initial next ((wtm btm)+ wtm)"), "1:0 2:1 1:2 2:3 1:4 2:5 1:6 2:7 1:8 2:9 3:10");
    assert_eq!(parts(A, "initial next (all:=(one:=wtm two:=btm)+)").split(' ').next(), Some("all.one:0"));
    assert_eq!(parts(A, "check next (one:=check two:=check{0,1})"), "one:5");
    // A name may be that of several constituents, and that of a variable.
    assert_eq!(parts(A, "initial x=3 next (x:=wtm y:=btm x:=wtm)"), "x:0 y:1 x:2");
    assert_eq!(parts(A, "check line --> one:=check --> two:=not check{+}"), "one:5 two:6");
    assert_eq!(parts(A, "ply==5 previous (now:=check before:=not check+)"), "now:5 before:4,3,2,1,0");
    assert_eq!(parts(A, "ply==5 line <-- now:=check <-- before:=(not check){2}"), "now:5 before:4,3");
    assert_eq!(parts(A, "initial line singlecolor --> one:=. --> two:=.{2}"), "one:0 two:2,4");
    assert_eq!(parts(A, "initial line primary --> one:=. --> two:=.{2}"), "one:0 two:1,2");
    assert_eq!(parts(A, "initial next2 (one:=. two:=.)"), "one:0 two:2");
}

#[test]
fn a_path_names_its_moves_by_the_positions_that_they_lead_to() {
    assert_eq!(parts(A, "ply==4 path take:=[x] retake:=[x] rest:=(-- --)"), "take:5 retake:6 rest:7 rest:8");
    assert_eq!(parts(A, "ply==4 path take:=[x]+ not check give:=(-- check)"), "take:5,6 give:7");
    // Moves outside the focus are passed over.
    assert_eq!(parts(A, "ply==2 path focus Q out:=-- take:=[x]"), "out:3 take:5");
    assert_eq!(parts(A, "ply==2 path focus Q max ply out:=-- take:=[x]"), "out:3 take:5");
    assert_eq!(parts(A, "ply==4 path primary take:=[x] check retake:=[x]"), "take:5 retake:6");
}

#[test]
fn measures_are_positions_and_numbers() {
    let text = "initial next (start:=. quiet:=(not check)+ end:=check)";
    assert_eq!(position(A, text, "first(quiet)"), Value::Position(1));
    assert_eq!(position(A, text, "last(quiet)"), Value::Position(4));
    assert_eq!(position(A, text, "count(quiet)"), Value::Number(4));
    assert_eq!(position(A, text, "count(quiet)+count(start)"), Value::Number(5));
    assert_eq!(position(A, text, "last(end):san"), Value::Text("Qxf7+".into()));
    assert_eq!(position(A, text, "first(start):wtm"), Value::True);
    // What matched no position has no first one.
    let none = "initial next (none:=check* rest:=.)";
    assert_eq!(position(A, none, "first(none)"), Value::None);
    assert_eq!(position(A, none, "count(none)"), Value::Number(0));
    // A backward sequence begins with the current position.
    assert_eq!(position(A, "ply==5 previous (before:=.+)", "first(before)"), Value::Position(5));
    assert_eq!(position(A, "ply==5 previous (before:=.+)", "last(before)"), Value::Position(0));
    // In the body they are filters like any others; the sequence that they ask about starts at the current position.
    let body = "next (quiet:=(not check)+ end:=check) count(quiet)<3";
    assert_eq!(values(A, body, "count(quiet)"), [(3, 2), (4, 1), (6, 1)].map(|(n, k)| (n, Value::Number(k))));
    // Where the sequence does not match, or its range does not hold, there is no value.
    let alternatives = "check or next 3 (quiet:=(not check)+)";
    let found = [(2, Value::Number(3)), (5, Value::None), (7, Value::None), (8, Value::Number(3))];
    assert_eq!(values(A, alternatives, "count(quiet)"), found);
    // The copies of a transform are tried in turn.
    assert_eq!(position(A, "ply==5 flipcolor {next (mine:={wtm check} .)}", "first(mine)"), Value::Position(5));
    // They can be sorted by.
    let sorted = "next (quiet:=(not check)+ check) sort \"quiet\" count(quiet)";
    let found =
        query(sorted, None).search_game(&game(A), &mut Scratch::new(), &SearchOptions::default()).expect("a search");
    assert_eq!(found.sort_values, [Some(SortValue::Number(5))]);
}

#[test]
fn errors_say_what_is_missing() {
    let error = |text: &str, select: &str| {
        let selects = vec![("v".to_owned(), select.to_owned())];
        let options = QueryOptions { dialect: Dialect::Six, selects, ..QueryOptions::default() };
        Query::with_options(text, &options).map(drop).expect_err(text).to_string()
    };
    assert!(error("next (quiet:=check)", "first(quiets)").contains("did you mean `quiet`?"));
    assert!(error("mate", "first(quiet)").contains("there is no constituent `quiet`"));
    let effects = error("next (quiet:={x=ply check})", "first(quiet)");
    assert!(effects.contains("error[measure-with-effects]"), "{effects}");
}

#[test]
fn sequences_with_effects_have_paths_but_no_constituents() {
    let (start, path) = paths(&game(A), &query("ply==5 line --> {x=ply check} --> .{+}", None)).swap_remove(0);
    assert_eq!((start, path.length, path.positions.len(), path.matched_by.len()), (5, 6, 6, 0));
    let (_, path) = paths(&game(A), &query("ply==4 path [x] {x=ply check} [x]", None)).swap_remove(0);
    assert_eq!((path.length, path.positions.as_slice()), (2, [4, 5, 6].as_slice()));
}

#[test]
fn a_variable_named_first_stays_one() {
    assert_eq!(values(A, "initial first=A calm=a first(calm)", "#first").len(), 1);
    assert_eq!(values(A, "initial first=A next (quiet:=.) first", "1").len(), 1);
    assert_eq!(position(A, "initial function last(x) {x+1} next (quiet:=.)", "last(3)"), Value::Number(4));
}

/// The filters of the random sequences.
const FILTERS: [&str; 6] = ["check", "wtm", "not check", "move from P", "A attacks k", "."];

/// A sequence, with the number of its filter at each leaf.
enum Part {
    Leaf(usize),
    Group(Vec<Part>),
    Repeat(Box<Part>, usize, Option<usize>),
}

impl Part {
    fn random(random: &mut Rng, depth: u32) -> Part {
        match random.u32(..if depth == 0 { 2 } else { 6 }) {
            0 | 1 => Part::Leaf(random.usize(..FILTERS.len())),
            2 | 3 => Part::Group((0..random.u32(1..4)).map(|_| Part::random(random, depth - 1)).collect()),
            _ => {
                let low = random.usize(..3);
                let high = [None, Some(low.max(1)), Some(low + 2)][random.usize(..3)];
                Part::Repeat(Box::new(Part::random(random, depth - 1)), low, high)
            }
        }
    }

    /// As the constituents of `next`, every leaf with a name of its own: the number of the leaf after a letter.
    fn text(&self, leaves: &mut Vec<usize>) -> String {
        match self {
            Part::Leaf(filter) => {
                leaves.push(*filter);
                format!("n{}:={{{}}}", leaves.len() - 1, FILTERS[*filter])
            }
            Part::Group(parts) => {
                let parts: Vec<String> = parts.iter().map(|part| part.text(leaves)).collect();
                format!("({})", parts.join(" "))
            }
            Part::Repeat(of, low, high) => {
                let high = high.map_or_else(String::new, |high| high.to_string());
                format!("({}){{{low},{high}}}", of.text(leaves))
            }
        }
    }

    fn leaves(&self) -> usize {
        match self {
            Part::Leaf(_) => 1,
            Part::Group(parts) => parts.iter().map(Part::leaves).sum(),
            Part::Repeat(of, ..) => of.leaves(),
        }
    }
}

/// What is still to be matched, the next item last; leaves are counted from the number beside a part.
#[derive(Clone, Copy)]
enum Item<'p> {
    Part(&'p Part, usize),
    Times(&'p Part, usize, usize, Option<usize>),
    Taken(usize),
}

/// The naive matcher: one more iteration before leaving, and the first run over exactly so many positions.
fn naive(rest: &[Item<'_>], holds: &dyn Fn(usize, usize) -> bool, len: usize, taken: &mut Vec<u32>) -> bool {
    let Some((&item, rest)) = rest.split_last() else { return taken.len() == len };
    let with = |items: &[Item<'_>], taken: &mut Vec<u32>| naive(&[rest, items].concat(), holds, len, taken);
    match item {
        Item::Taken(before) => taken.len() > before && with(&[], taken),
        Item::Times(part, leaf, 0, max) => {
            let again = [Item::Times(part, leaf, 0, max.map(|max| max.saturating_sub(1))), Item::Taken(taken.len())];
            let again = [again[0], again[1], Item::Part(part, leaf)];
            max != Some(0) && with(&again, taken) || with(&[], taken)
        }
        Item::Times(part, leaf, min, max) => with(
            &[Item::Times(part, leaf, min - 1, max.map(|max| max.saturating_sub(1))), Item::Part(part, leaf)],
            taken,
        ),
        Item::Part(Part::Leaf(filter), leaf) => {
            if taken.len() == len || !holds(*filter, taken.len()) {
                return false;
            }
            taken.push(leaf as u32);
            let found = with(&[], taken);
            if !found {
                taken.pop();
            }
            found
        }
        Item::Part(Part::Group(parts), leaf) => {
            let mut next = leaf;
            let numbered = |part| {
                let item = Item::Part(part, next);
                next += Part::leaves(part);
                item
            };
            let mut items: Vec<Item<'_>> = parts.iter().map(numbered).collect();
            items.reverse();
            with(&items, taken)
        }
        Item::Part(Part::Repeat(of, min, max), leaf) => with(&[Item::Times(of, leaf, *min, *max)], taken),
    }
}

#[test]
fn constituents_agree_with_a_naive_matcher() {
    let games: Vec<Game> =
        Games::open("examples/games/sample.pgn").expect("games").map(|game| game.expect("a game")).collect();
    let games: Vec<&Game> =
        games.iter().filter(|game| (10..60).contains(&game.tree().mainline().len())).take(8).collect();
    assert!(games.len() > 4);
    let filters: Vec<Query> = FILTERS.iter().map(|text| query(text, None)).collect();
    let holding = |filter: &Query, game: &Game| -> Vec<bool> {
        let found = filter.search_game(game, &mut Scratch::new(), &SearchOptions::default()).expect("a search").matches;
        (0..game.tree().mainline().len()).map(|n| found.iter().any(|matched| matched.position == n)).collect()
    };
    let columns: Vec<Vec<Vec<bool>>> =
        games.iter().map(|game| filters.iter().map(|filter| holding(filter, game)).collect()).collect();
    let mut random = Rng::with_seed(seed());
    let mut compared = 0;
    for _ in 0..size("sequences", 60, 2000) {
        let sequence = Part::random(&mut random, 3);
        let mut leaves = Vec::new();
        let constituents = sequence.text(&mut leaves);
        let backward = random.bool();
        let text = format!("{} 1 8 ({constituents})", if backward { "previous" } else { "next" });
        let options = QueryOptions { dialect: Dialect::Six, ..QueryOptions::default() };
        let sought = Query::with_options(&text, &options).unwrap_or_else(|error| panic!("{text}: {error}"));
        for (game, columns) in games.iter().zip(&columns) {
            for (start, path) in paths(game, &sought) {
                let positions = &path.positions;
                let holds = |filter: usize, place: usize| columns[filter][positions[place] as usize];
                let mut expected = Vec::new();
                let whole = Item::Part(&sequence, 0);
                assert!(naive(&[whole], &holds, positions.len(), &mut expected), "{text} from {start}: {positions:?}");
                let found: Vec<u32> = path.matched_by.iter().map(|leaf| leaf.expect("a constituent")).collect();
                assert_eq!(found, expected, "{text} from {start}: {positions:?}");
                for (leaf, constituent) in path.constituents.iter().enumerate() {
                    assert_eq!(constituent.names, [format!("n{leaf}")], "{text}");
                }
                compared += 1;
            }
        }
    }
    assert!(compared > 500, "{compared}");
}
