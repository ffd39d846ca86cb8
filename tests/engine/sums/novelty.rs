//! Novelties: the first moves to positions that older games do not have.

use super::{played, texts};
use std::collections::{BTreeMap, BTreeSet};
use tabiya::chess::MoveList;
use tabiya::novelty::{Novelty, NoveltyOptions, NoveltySummary, novelties};
use tabiya::{Query, Sources};

fn find(old: &str, new: &str, options: &NoveltyOptions) -> (Vec<Novelty>, NoveltySummary) {
    let source = |text: &str| Sources::new().bytes("games", text);
    let mut found = Vec::new();
    let summary = novelties(source(old), source(new), options, &mut (), |novelty| found.push(novelty));
    (found, summary.expect("novelties"))
}

#[test]
fn they_are_those_of_a_naive_program() {
    let all = texts(300, 11);
    let (old, new): (Vec<_>, Vec<_>) = all.iter().enumerate().partition(|(n, _)| n % 3 > 0);
    let text = |games: Vec<(usize, &String)>| games.into_iter().map(|(_, text)| text.as_str()).collect::<String>();
    let (old, new) = (text(old), text(new));
    let mut reached: BTreeMap<String, u32> = BTreeMap::new();
    for game in played(&old) {
        let positions: BTreeSet<String> = game.positions.into_iter().collect();
        positions.into_iter().for_each(|position| *reached.entry(position).or_default() += 1);
    }
    let (mut expected, mut known, mut scratch) = (Vec::new(), 0, MoveList::new());
    for game in played(&new) {
        let Some(ply) = (1..game.positions.len()).find(|&ply| !reached.contains_key(&game.positions[ply])) else {
            known += 1;
            continue;
        };
        let node = ply as u32;
        let before = reached.get(&game.positions[ply - 1]).copied().unwrap_or(0);
        expected.push((
            game.game.number(),
            node,
            game.game.numbered_move(node, &mut scratch),
            before,
            game.game.fen(node),
        ));
    }
    assert!(expected.len() > 50 && known > 0, "{} {known}", expected.len());
    let short = |found: &[Novelty]| {
        found
            .iter()
            .map(|one| (one.game.number, one.ply, one.mv.clone(), one.before, one.fen.clone()))
            .collect::<Vec<_>>()
    };
    let (found, summary) = find(&old, &new, &NoveltyOptions::default());
    assert_eq!(short(&found), expected);
    assert_eq!((summary.known, summary.novelties, summary.passes), (known, expected.len() as u64, 1));
    // With little memory the older games are gone through many times.
    let little = NoveltyOptions { memory: 20_000, ..NoveltyOptions::default() };
    let (again, summary) = find(&old, &new, &little);
    assert!(summary.passes > 5, "{summary:?}");
    assert_eq!(again, found);
    // Those of some plies; the first one decides.
    let some = NoveltyOptions { plies: 9..=20, ..NoveltyOptions::default() };
    let (some, _) = find(&old, &new, &some);
    let between = |found: &&Novelty| (9..=20).contains(&found.ply);
    assert_eq!(some, found.iter().filter(between).cloned().collect::<Vec<_>>());
    assert!(!some.is_empty());
    // Those of some games.
    let query = Query::parse("elo white >= 1500").expect("a query");
    let rated = NoveltyOptions { conditions: Some(query.set().clone()), ..NoveltyOptions::default() };
    let (rated, _) = find(&old, &new, &rated);
    let is_rated = |found: &&Novelty| found.game.ratings[0].is_some_and(|elo| elo >= 1500);
    assert_eq!(rated, found.iter().filter(is_rated).cloned().collect::<Vec<_>>());
}

#[test]
fn variations_count_if_they_are_to() {
    let (old, new) = ("1. e4 e5 (1... c5 2. Nf3) 2. d4 *", "1. e4 c5 2. Nf3 d6 *");
    let moves = |options: &NoveltyOptions| find(old, new, options).0.into_iter().map(|one| one.mv).collect::<Vec<_>>();
    assert_eq!(moves(&NoveltyOptions::default()), ["1... c5"]);
    assert_eq!(moves(&NoveltyOptions { variations: true, ..NoveltyOptions::default() }), ["2... d6"]);
}

#[test]
fn set_up_positions_and_variants() {
    let old = "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 3 40\"]\n\n40. e4 Kd7 *";
    let new = "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 3 40\"]\n\n40. e4 Kd8 41. e5 *\n\n\
               [Variant \"Atomic\"]\n\n1. Nf3 d5 2. Ne5 e6 3. Nxf7# 1-0\n";
    let (found, _) = find(old, new, &NoveltyOptions::default());
    let short: Vec<_> = found.iter().map(|one| (one.mv.as_str(), one.before, one.fen.as_str())).collect();
    assert_eq!(short[0], ("40... Kd8", 1, "3k4/8/8/8/4P3/8/8/4K3 w - - 1 41"));
    // The first position of the second game is new already.
    assert_eq!((short[1].0, short[1].1), ("1. Nf3", 0));
}

#[test]
fn what_is_wrong_with_the_old_games_is_told_even_if_there_is_no_new_one() {
    let old = || Sources::from(std::path::Path::new("no such folder/missing.pgn"));
    for new in ["", "1. e4 *"] {
        let found = novelties(old(), Sources::new().bytes("new", new), &NoveltyOptions::default(), &mut (), |_| {});
        assert!(found.expect_err("no file").to_string().contains("missing.pgn"), "{new}");
    }
    let (found, summary) = find("1. e4 *", "", &NoveltyOptions::default());
    assert!(found.is_empty());
    assert_eq!((summary.games, summary.old, summary.passes), (0, 1, 1));
}
