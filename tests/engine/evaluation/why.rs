//! Why a query matches, and why not: compared with what a search finds.

use std::path::{Path, PathBuf};
use tabiya::{
    Funnel, Game, Games, Observation, ParsedQuery, Query, QueryOptions, Scratch, SearchOptions, SequenceProgress,
    Source, Value, Why,
};
use tabiya_test_support::size;

/// Queries with variables, effects, transforms, and all ways to nest filters, beside the examples and recipes.
const QUERIES: &[&str] = &[
    "mate btm",
    "flipcolor {mate btm N attacks k not Q}",
    "flip {Ka-c1-3 q attacks K}",
    "check or mate or {wtm #Q == 1}",
    "x=ply x>4 check",
    "{check or x=ply} x>3",
    "flipcolor {x=#(R attacks k) x>0 not mate}",
    "not {check mate}",
    "not not check",
    "if wtm check else mate",
    "parent:parent:check wtm",
    "next (check+ not check)",
    "next nestban (check .)",
    "next nestban (. . .) wtm",
    "next 3 5 (check*)",
    "next2 (check+) btm",
    "next (either (check .) or (. . check) not check)",
    "next (anyorder (check (move from Q .*) wtm))",
    "next (both (.{2 4}) and ((not check)* check) wtm)",
    "next 2 9 shortest (check .* mate)",
    "next almost 2 (check . check mate)",
    "cql(variations) line almost 1 --> check --> . --> variation",
    "path almost 1 --Q check --(btm) --K",
    "path anyorder (--Q --K) --",
    "previous (not check check not check)",
    "previous 2 4 (. check)",
    "line --> check --> not check",
    "line <-- check <-- .",
    "line nestban --> check{2,} --> not check",
    "line firstmatch --> . --> check",
    "path --(check) --",
    "path 3 100 focus Q --+",
    "path max depth --+",
    "turns=0 next (turns+=1 check)",
    "next* 2 5 mate",
    "find {mate wtm} btm",
    "square x in q x attacks K",
    "piece $p in R $p attacks k",
    "square all x in K {x attackedby [] or check}",
    "fen \"rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR\"",
    "persistent total=0 total+=1 mate",
    "persistent quiet total+=1 total>900",
    "sort \"moves\" ply mate",
    "sort \"set\" q",
    "x=R x & [] == [] #x > 1",
    "player \"a\" wtm #[Aa] < 8",
    "cql(matchcount 2 5) check",
    "cql(result 1-0 matchcount 0 3) mate",
    "cql(gamenumber 3 20) check wtm",
    "cql(variations) check variation",
    "cql(variations) next (move from Q check)",
    "cql(variations) line primary --> . --> check",
    "cql(variations) line secondary --> . --> .",
    "cql(variations) line secondary --> not move from A",
    "path almost 1 P--",
    "cql(variations) path (--)? --Q",
    "function takes(X) {X attacks k} takes(Q) wtm",
    "dictionary D D[\"x\"]=ply D[\"x\"]>20 check",
    "x=0 while (x<3) x+=1 check",
    "imagine remove Q : not check check",
    "shift {Ka1 kc1}",
    "silent check and wtm",
    "#A - #a > 2",
    "currentmove N--",
    "true",
    "false",
];

fn files(folder: &Path, end: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            found.extend(files(&path, end));
        } else if path.extension().is_some_and(|extension| extension == end) {
            found.push(path);
        }
    }
    found.sort();
    found
}

fn games() -> Vec<Game> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let files = files(&root.join("examples/games"), "pgn");
    let all = files.iter().flat_map(|file| Games::open(file).expect("a file").map(|game| game.expect("a game")));
    all.take(size("games", 60, usize::MAX)).collect()
}

/// All queries: those above, the examples, the recipes.
fn queries() -> Vec<Source> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut all: Vec<Source> =
        QUERIES.iter().map(|text| Source { name: (*text).into(), text: (*text).into() }).collect();
    for folder in ["examples/queries", "recipes"] {
        for file in files(&root.join(folder), "cql") {
            let text = std::fs::read_to_string(&file).expect("a query");
            all.push(Source { name: file.display().to_string(), text });
        }
    }
    all
}

/// A query, and the same to be explained; none for the few that cannot run here (tables, files).
fn both(source: &Source) -> Option<(Query, Why)> {
    let options = QueryOptions::default();
    let query = Query::with_options(&source.text, &options).ok()?;
    let parsed = ParsedQuery::parse(source.clone(), &options).expect("a query");
    Some((query, Why::new(parsed, &options).unwrap_or_else(|error| panic!("{error}"))))
}

fn counts(why: &Why, found: usize) -> bool {
    let found = found as i64;
    why.query().header().match_count.map_or(found > 0, |(low, high)| (low..=high).contains(&found))
}

/// True if the header of the query takes the game: the command asks that, the library's search does not.
fn taken(why: &Why, game: &Game) -> bool {
    let header = why.query().header();
    let number = game.number() as i64;
    let results = header.results.iter().all(|_| game.result().to_string() == "1-0");
    results && header.game_numbers.is_none_or(|(low, high)| (low..=high).contains(&number))
}

#[test]
fn the_last_row_of_a_funnel_is_what_a_search_finds() {
    let games = games();
    for text in QUERIES {
        assert!(both(&Source { name: "query".into(), text: (*text).into() }).is_some(), "{text}");
    }
    let mut explained = 0;
    for source in queries() {
        let Some((query, why)) = both(&source) else { continue };
        let (mut funnel, options) = (why.funnel(), SearchOptions::default());
        let [mut scratch, mut other] = [Scratch::new(), Scratch::new()];
        let (mut positions, mut matching) = (0, 0);
        for game in &games {
            let found = match query.search_game(game, &mut scratch, &options) {
                Ok(found) if taken(&why, game) => found.matches.len(),
                Ok(_) => 0,
                Err(_) => continue,
            };
            why.count("file", game, &mut other, &options, &mut funnel).expect("what a search can do");
            let counts = counts(&why, found);
            matching += u64::from(counts);
            positions += if counts { found as u64 } else { 0 };
        }
        let name = &source.name;
        assert_eq!((funnel.matches(), funnel.matching_games()), (positions, matching), "{name}");
        let last = funnel.rows().iter().rfind(|row| row.depth == 0);
        assert_eq!(last.map_or(positions, |row| row.positions), positions, "{name}");
        assert_eq!(last.map_or(matching, |row| row.games), matching, "{name}");
        falls(&funnel, name);
        explained += 1;
    }
    assert!(explained > QUERIES.len() + 100, "{explained}");
}

/// Each row has no more positions than the rows before it, and has lost the others.
fn falls(funnel: &Funnel, name: &str) {
    let mut before = funnel.positions();
    for row in funnel.rows().iter().filter(|row| row.depth == 0) {
        assert_eq!(row.positions + row.lost_positions, before, "{name}: {row:?}");
        assert!(row.example.is_some() || row.lost_positions == 0 || row.span.is_none(), "{name}: {row:?}");
        before = row.positions;
    }
    assert!(funnel.rows().iter().all(|row| row.games <= row.positions || row.text.starts_with("cql")), "{name}");
}

#[test]
fn a_funnel_is_the_sum_of_its_parts() {
    let games = games();
    let (_, why) = both(&Source { name: "query".into(), text: QUERIES[1].into() }).expect("a query");
    let (mut scratch, options) = (Scratch::new(), SearchOptions::default());
    let mut whole = why.funnel();
    let mut sum = why.funnel();
    for some in games.chunks(7) {
        let mut part = why.funnel();
        for game in some {
            why.count("file", game, &mut scratch, &options, &mut whole).expect("a count");
            why.count("file", game, &mut scratch, &options, &mut part).expect("a count");
        }
        sum.merge(part);
    }
    assert_eq!(whole, sum);
}

#[test]
fn the_root_holds_where_the_query_matches() {
    let games = games();
    let step = size("in which each game is a step", 7, 1);
    for source in queries() {
        let Some((query, why)) = both(&source) else { continue };
        // What earlier games leave behind is another test's business.
        if why.must_run_in_order().is_some() {
            continue;
        }
        let options = SearchOptions::default();
        for game in games.iter().step_by(step) {
            let [mut scratch, mut other] = [Scratch::new(), Scratch::new()];
            let Ok(found) = query.search_game(game, &mut scratch, &options) else { continue };
            let found: Vec<u32> = found.matches.iter().map(|found| found.position).collect();
            let matching = found.iter().copied().take(5);
            let others = (0..why.positions(game)).step_by(9);
            for position in matching.chain(others) {
                let at = why.at(game, position, &mut other, &options).expect("what a search can do");
                let matches = taken(&why, game) && found.contains(&position);
                let name = format!("{}, game {}, position {position}", source.name, game.number());
                assert_eq!(at.matches, matches, "{name}: {at:#?}");
                at.parts.iter().for_each(|part| check(part, &name));
            }
        }
    }
}

/// What is said of a filter agrees with itself.
fn check(observed: &Observation, name: &str) {
    if let Some(run) = observed.run.as_ref().filter(|run| !run.unknown) {
        assert_eq!(run.matched.is_some(), run.failed.is_none(), "{name}: {observed:#?}");
        if observed.asked {
            let counts = run.matched.is_some() && !run.out_of_range && !run.banned;
            assert_eq!(observed.holds, Some(counts), "{name}: {observed:#?}");
        }
    }
    match (&observed.value, observed.holds) {
        (Some(Value::Squares(squares)), Some(holds)) if !observed.text.starts_with("sort") => {
            assert_eq!(holds, !squares.is_empty(), "{name}: {observed:#?}");
        }
        (Some(Value::None), Some(holds)) => assert!(!holds, "{name}: {observed:#?}"),
        _ => {}
    }
    observed.parts.iter().for_each(|part| check(part, name));
}

fn at(pgn: &str, text: &str, position: u32) -> Vec<Observation> {
    let (_, why) = both(&Source { name: "query".into(), text: text.into() }).expect("a query");
    let found = why.at(&super::game(pgn), position, &mut Scratch::new(), &SearchOptions::default());
    found.expect("a position").parts
}

fn run(pgn: &str, text: &str, position: u32) -> SequenceProgress {
    at(pgn, text, position).remove(0).run.expect("a sequence")
}

#[test]
fn a_sequence_tells_how_far_it_came() {
    let stop = |run: SequenceProgress| run.failed.map(|stop| (stop.constituent, stop.filter, stop.position));
    // 3. Qxf7+ Kxf7 4. Bc4+ Kf6
    let failed = run(super::A, "next (check not check check check)", 5);
    assert_eq!(stop(failed), Some((4, "check".into(), Some(8))));
    let failed = run(super::A, "next (check .* mate)", 5);
    assert_eq!(stop(failed), Some((3, "mate".into(), None)));
    let failed = run(super::A, "previous (check not check check .{9})", 7);
    assert_eq!(stop(failed), Some((4, ".".into(), None)));
    let failed = run(super::A, "path Q-- k-- N--", 4);
    assert_eq!(stop(failed).map(|(constituent, _, position)| (constituent, position)), Some((3, Some(7))));
    // Equal filters are constituents of their own, and tests of a path too.
    let failed = run(super::A, "next (check check mate)", 5);
    assert_eq!(stop(failed), Some((2, "check".into(), Some(6))));
    let failed = run(super::A, "path check --f7", 4);
    assert_eq!(stop(failed), Some((1, "check".into(), Some(4))));
    let failed = run(super::A, "path (--f7)+ check --e6", 4);
    assert_eq!(stop(failed).map(|(constituent, _, position)| (constituent, position)), Some((3, Some(6))));
    // Each member of `both` may be the one that fails.
    let failed = run(super::A, "next (both (check .) and (. check))", 5);
    assert_eq!(stop(failed), Some((1, "check".into(), Some(6))));
    // 3... Kxf7 may differ, 4... Kf6 may not.
    let failed = run(super::A, "next almost 1 (check check check check)", 5);
    assert_eq!(stop(failed), Some((4, "check".into(), Some(8))));
    assert_eq!(run(super::A, "next almost 1 (check check check)", 5).matched, Some(vec![5, 6, 7]));
    // No game is as long as that, and the runs end where this one does.
    let failed = run(super::A, "next (check .{3000} mate)", 5);
    assert_eq!(stop(failed), Some((2, ".".into(), None)));
    let matched = run(super::A, "next (check . check*)", 5);
    assert_eq!(matched.matched, Some(vec![5, 6, 7]));
    assert_eq!(matched.ended.map(|stop| (stop.constituent, stop.position)), Some((3, Some(8))));
    assert_eq!(run(super::A, "next (check .)", 5).ended, None);
    assert!(run(super::A, "next 5 9 (check .)", 5).out_of_range);
    assert!(run(super::A, "next nestban (check . .)", 6).failed.is_some());
    assert!(run(super::A, "next nestban (. . .)", 1).banned);
    assert!(at(super::A, "x=0 next (x+=1 check)", 3).remove(1).run.is_some_and(|run| run.unknown));
}

#[test]
fn each_filter_has_its_value() {
    // After 3. Qxf7+: the queen stands on f7, beside the king.
    let parts = at(super::A, "#(Q attacks k) > 1 wtm", 5);
    assert_eq!(parts[0].holds, Some(false));
    let count = &parts[0].parts[0];
    assert_eq!((count.text.as_str(), &count.value), ("#(Q attacks k)", &Some(Value::Number(1))));
    assert_eq!(count.parts[0].value, Some(Value::Squares(vec!["f7".into()])));
    // A filter that is not asked is shown all the same, unless it has an effect.
    assert_eq!((parts[1].asked, parts[1].holds), (false, Some(false)));
    let parts = at(super::A, "x=1 wtm x=2 x>1 check", 5);
    let told: Vec<Option<bool>> = parts.iter().map(|part| part.holds).collect();
    assert_eq!(told, [Some(true), Some(false), None, Some(false), Some(true)]);
    // A variable has the value that the positions before have left.
    let parts = at(super::A, "{initial x=0} or x==ply-1 x=ply", 5);
    assert_eq!((parts[0].holds, parts[1].holds), (Some(true), Some(true)));
    let image = at(super::A, "flipcolor {btm check mate}", 5).remove(0);
    assert_eq!((image.holds, image.image.map(|(_, of)| of)), (Some(false), Some(2)));
    let told: Vec<_> = image.parts[0].parts.iter().map(|part| (part.text.as_str(), part.holds)).collect();
    assert_eq!(told, [("btm", Some(true)), ("check", Some(true)), ("mate", Some(false))]);
}
