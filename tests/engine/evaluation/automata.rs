//! The automata of sequences as they are drawn, and the states that are alive along a game: compared with the engines.

use std::path::{Path, PathBuf};
use tabiya::{Automaton, Game, Games, ParsedQuery, QueryOptions, Scratch, SearchOptions, Source, Why};

fn why(text: &str) -> Why {
    let options = QueryOptions::default();
    let source = Source { name: "query".into(), text: text.into() };
    let parsed = ParsedQuery::parse(source, &options).unwrap_or_else(|error| panic!("{text}: {error}"));
    Why::new(parsed, &options).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

fn games() -> Vec<Game> {
    let some = |name: &str, number: usize| {
        let games = Games::open(data(name)).expect("games").map(|game| game.expect("a game"));
        games.filter(|game| game.tree().len() < 80).take(number).collect::<Vec<_>>()
    };
    [
        some("examples/games/sample.pgn", 6),
        some("tests/data/games/variations.pgn", 6),
        some("tests/data/games/trees.pgn", 8),
    ]
    .concat()
}

/// True if the accepting state is alive at some position.
fn accepts(automaton: &Automaton) -> bool {
    let accept = automaton.states.iter().position(|state| state.accepting).expect("an accepting state") as u32;
    let alive = automaton.alive.as_ref().unwrap_or_else(|| panic!("{} is followed", automaton.text));
    alive.iter().any(|at| at.states.contains(&accept))
}

/// Queries that match where one of their sequences does.
const QUERIES: &[&str] = &[
    "next (check+ not check)",
    "next (check*)",
    "next (check? . . mate)",
    "next (.{3,5} check)",
    "next (move from Q check)",
    "next (. move capture . not check)",
    "next2 (not check+ check)",
    "previous (not check . check not check)",
    "previous (move from [Qq] .+)",
    "line --> check --> .{2,} --> check",
    "line --> move from N --> .",
    "line <-- check <-- .*",
    "line singlecolor --> N attacks q --> check",
    "line firstmatch --> . --> check",
    "path -- --(check)",
    "path [x] -- [x] --* check",
    "path (N-- --)+ q",
    "path max ply --+ check",
    "path --* mate",
    "flipcolor next (Q attacks k .* check)",
    "x=ply next ({ply>=x} .* check)",
    "x=Q next (x attacks k .* check)",
    "cql(variations) next (check+ not check)",
    "cql(variations) next (move from Q check)",
    "cql(variations) next (. . variation .)",
    "cql(variations) line primary --> . --> check",
    "cql(variations) line secondary --> . --> .",
    "cql(variations) line --> variation --> not variation*",
    "cql(variations) path --{2} --Q",
    "cql(variations) path (-- --)+ variation",
];

#[test]
fn a_match_exists_if_the_accepting_state_is_alive_on_a_line() {
    let (options, games) = (SearchOptions::default(), games());
    let (mut matching, mut others) = (0, 0);
    for text in QUERIES {
        let why = why(text);
        for game in &games {
            let mut scratch = Scratch::new();
            let tree = if why.variations() { game.tree().full() } else { game.tree().mainline() };
            for start in 0..tree.len() {
                let at = why.at(game, start, &mut scratch, &options).expect("it runs");
                let ends = (start..tree.len())
                    .filter(|&end| tree.is_terminal(end) && (end == start || tree.is_ancestor(start, end)));
                let alive = ends.into_iter().any(|end| {
                    let automata = why.automata_at(game, (start, end), &mut scratch, &options).expect("it runs");
                    automata.iter().any(accepts)
                });
                assert_eq!(alive, at.matches, "{text}, game {}, position {start}", game.number());
                matching += u32::from(alive);
                others += u32::from(!alive);
            }
        }
    }
    assert!(matching > 1000 && others > 1000, "{matching} starts match, {others} do not");
}

#[test]
fn the_states_of_a_line() {
    let game = Games::from_reader("1. f3 e5 2. g4 Qh4# 0-1".as_bytes()).into_iter().flatten().next();
    let game = game.expect("a game").expect("a good game");
    let states = |text: &str, start: u32| {
        let automata = why(text).automata_at(&game, (start, start), &mut Scratch::new(), &SearchOptions::default());
        let automata = automata.expect("it runs");
        let alive = automata[0].alive.clone().expect("it is followed");
        alive.into_iter().map(|at| (at.position, at.states)).collect::<Vec<_>>()
    };
    // States 0 `not check`, 1 `mate`, 2 both; 3 accepts.
    let waiting = |position: u32| (position, vec![0, 1, 2]);
    assert_eq!(states("next (not check+ mate)", 1), [waiting(1), waiting(2), waiting(3), (4, vec![3])]);
    assert_eq!(states("next (mate)", 0), [(0, vec![])]);
    // Toward the root.
    assert_eq!(states("previous (mate not check)", 4), [(4, vec![1]), (3, vec![2])]);
    // The states of a path are those at the position that moves have led to.
    let path = states("path --e5 --g4", 1);
    assert_eq!(path.iter().map(|(position, _)| *position).collect::<Vec<_>>(), [1, 2, 3]);
    assert_eq!(path.iter().filter(|(_, states)| states.contains(&3)).count(), 1, "{path:?}");
}

#[test]
fn edges_know_their_filters() {
    let text = "check next (mate* check wtm{2} mate) path --e4 --d4(mate)";
    let automata = why(text).automata();
    assert_eq!(automata.iter().map(|one| one.filter).collect::<Vec<_>>(), ["next", "path"]);
    let source = |one: &tabiya::AutomatonEdge| one.span.map(|span| &text[span.start as usize..span.end as usize]);
    for automaton in &automata {
        let reached = |state: u32| automaton.states[state as usize].level.is_some();
        assert!(automaton.edges.iter().all(|edge| reached(edge.from) && reached(edge.to)), "{automaton:?}");
        let starts: Vec<_> = automaton.states.iter().filter(|state| state.start).collect();
        assert!(starts.len() == 1 && starts[0].level == Some(0));
        assert_eq!(automaton.states.iter().filter(|state| state.accepting).count(), 1);
        for edge in &automaton.edges {
            let branches = automaton.states[edge.from as usize].branches;
            assert_eq!(branches, edge.symbol.is_none());
            assert_eq!(branches, edge.label.is_empty());
        }
    }
    let next: Vec<_> = automata[0].edges.iter().filter(|edge| edge.symbol.is_some()).collect();
    // `mate` stands there twice, `wtm` once.
    assert!(next.iter().all(|edge| match edge.label.as_str() {
        "mate" => edge.span.is_none(),
        label => source(edge) == Some(label),
    }));
    let moves: Vec<_> = automata[1].edges.iter().filter_map(source).collect();
    assert_eq!(moves, ["--e4", "--d4(mate)"]);
    let labels: Vec<&str> = automata[1].edges.iter().map(|edge| edge.label.as_str()).collect();
    assert_eq!(labels, ["--e4", "--d4(mate)", "the end"]);
    assert_eq!(automata[1].edges.last().map(|edge| edge.label.as_str()), Some("the end"));
    // A filter in both images of a transform has an automaton for each.
    let images = why("flipcolor next (Ra1 check)").automata();
    assert_eq!(images.iter().map(|one| one.edges[0].label.as_str()).collect::<Vec<_>>(), ["Ra1", "ra8"]);
    assert!(why("check").automata().is_empty());
}

#[test]
fn runs_that_cannot_be_followed_are_unknown() {
    let game = games().remove(0);
    let texts = [
        "turns=0 next (turns+=1 check)",
        "path focus [Nn] --+",
        "square x in [Qq] next (. x attacks [Kk])",
        "parent:parent:next (check)",
        "false and not next (x=ply check)",
    ];
    for text in texts {
        let automata = why(text).automata_at(&game, (0, 0), &mut Scratch::new(), &SearchOptions::default());
        let automata = automata.expect("it runs");
        assert!(!automata.is_empty() && automata.iter().all(|one| one.alive.is_none()), "{text}: {automata:?}");
    }
}
