//! Opening trees: counts, transpositions, depth, conditions, the explorer of a database.

use super::{Played, played, ratings, texts};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::Cursor;
use tabiya::chess::{Board, Color, fen};
use tabiya::game::GameResult;
use tabiya::openings::{Line, Tree, TreeMove, TreeOptions, TreePosition, tree, tree_of_query};
use tabiya::pipeline::{News, Watch};
use tabiya::{Query, Sources};
use tabiya_database::{BlockBuilder, ExplorerOptions, Options, Tally, Writer};

/// Counts the games that are read.
#[derive(Default)]
struct Reads(u64);

impl Watch for Reads {
    fn hear(&mut self, news: &News) {
        if let News::Passed(passed) = news {
            self.0 += passed.games;
        }
    }
}

fn sources(text: &str) -> Sources {
    Sources::new().bytes("games", text)
}

/// The games that play each move in a position, by the last ply at which they may reach it.
fn naive<'p>(games: &'p [Played], position: &str, last: usize) -> BTreeMap<&'p str, Vec<&'p Played>> {
    let mut moves: BTreeMap<&str, Vec<&Played>> = BTreeMap::new();
    for game in games {
        if let Some(ply) = game.positions.iter().position(|other| other == position).filter(|ply| *ply <= last) {
            moves.entry(game.sans.get(ply).map_or("", String::as_str)).or_default().push(game);
        }
    }
    moves
}

fn assert_tally(tally: &Tally, games: &[&Played], turn: Color) {
    let of = |result| games.iter().filter(|game| game.game.result() == result).count() as u32;
    let counts = (tally.games, tally.white, tally.draws, tally.black);
    assert_eq!(counts, (games.len() as u32, of(GameResult::White), of(GameResult::Draw), of(GameResult::Black)));
    let all = || games.iter().map(|game| &game.game);
    assert_eq!((tally.players.sum, tally.players.count), ratings(all(), turn));
    assert_eq!((tally.opponents.sum, tally.opponents.count), ratings(all(), !turn));
    let last = all().filter_map(tabiya::Game::year).max().unwrap_or(0);
    assert_eq!(u32::from(tally.last_year), last);
}

/// Compares a position with the naive counts; moves of fewer games than `min` are not there.
fn assert_position(found: &TreePosition, games: &[Played], last: usize, min: usize) {
    let board = found.board.expect("a board");
    let text = fen::write(&fen::Setup { board, halfmoves: 0, fullmoves: 1 });
    let name = text.split(' ').take(2).collect::<Vec<_>>().join(" ");
    let expected = naive(games, &name, last);
    let all: Vec<&Played> = expected.values().flatten().copied().collect();
    assert_tally(&found.total, &all, board.turn());
    assert_tally(&found.ended, expected.get("").map_or(&[][..], Vec::as_slice), board.turn());
    let moves: Vec<&str> =
        expected.iter().filter(|(san, games)| !san.is_empty() && games.len() >= min).map(|(san, _)| *san).collect();
    let listed: BTreeSet<&str> = found.moves.iter().map(|mv| mv.san.as_str()).collect();
    assert_eq!(listed, moves.into_iter().collect(), "{name}");
    assert!(found.moves.is_sorted_by_key(|mv| std::cmp::Reverse(mv.tally.games)));
    found.moves.iter().for_each(|mv| assert_tally(&mv.tally, &expected[mv.san.as_str()], board.turn()));
}

#[test]
fn moves_are_counted_as_shakmaty_plays_them() {
    let text = texts(200, 3).concat();
    let games = played(&text);
    // Some positions of some games, so that rare ones are among them.
    let roots: BTreeSet<(&str, usize)> = games
        .iter()
        .step_by(41)
        .flat_map(|game| game.positions.iter().enumerate().step_by(13))
        .map(|(ply, name)| (name.as_str(), ply))
        .collect();
    assert!(roots.len() > 20);
    for (root, _) in roots {
        let board = fen::parse(root).expect("a FEN").board;
        let found = tree(&board, sources(&text), &TreeOptions::default(), &mut ()).expect("a tree");
        let early = games.iter().any(|game| game.positions.iter().take(51).any(|name| name == root));
        assert_eq!(found.last_ply, early.then_some(50), "{root}");
        assert_position(&found.positions[0], &games, if early { 50 } else { usize::MAX }, 1);
        let whole = TreeOptions { whole: true, ..TreeOptions::default() };
        let found = tree(&board, sources(&text), &whole, &mut ()).expect("a tree");
        assert_position(&found.positions[0], &games, usize::MAX, 1);
    }
}

/// All moves of a tree, as far as it is deep.
fn each<'t>(tree: &'t Tree, place: usize, depth: u32, see: &mut impl FnMut(&'t TreePosition, &'t TreeMove)) {
    for mv in &tree.positions[place].moves {
        see(&tree.positions[place], mv);
        if let Some(next) = mv.next.filter(|_| depth + 1 < tree.plies) {
            each(tree, next, depth + 1, see);
        }
    }
}

#[test]
fn deep_trees_join_transpositions() {
    let text = texts(150, 4).concat() + &"1. Nf3 Nf6 2. Ng1 Ng8 3. e4 *\n\n".repeat(2);
    let games = played(&text);
    let options = TreeOptions { plies: 5, min_games: 2, ..TreeOptions::default() };
    let found = tree(&Board::initial(), sources(&text), &options, &mut ()).expect("a tree");
    let referred: BTreeSet<usize> =
        found.positions.iter().flat_map(|position| &position.moves).filter_map(|mv| mv.next).collect();
    for place in referred.iter().copied().chain([0]) {
        assert_position(&found.positions[place], &games, 50, 2);
    }
    let (mut moves, mut back) = (0, 0);
    each(&found, 0, 0, &mut |_, mv| {
        moves += 1;
        back += usize::from(mv.next == Some(0));
    });
    // Knights go there and back again.
    assert!(moves > 100 && moves > referred.len() && back > 0, "{moves} {back}");
}

#[test]
fn variations_count_once_for_each_move() {
    let text = "[Result \"1-0\"]\n\n1. e4 e5 (1... c5 2. Nf3 (2. -- d6) (2. Nc3)) (1... e5 2. f4) 2. Nf3 (2. f4 exf4) Nc6 1-0\n\n\
                [Result \"0-1\"]\n\n1. Nf3 e5 2. e4 (2. d4 exd4) Nc6 (2... d6 3. d4) 0-1\n\n\
                1. e4 c5 *\n\n";
    let moves = |line: &str, variations: bool| {
        let board = Line::read(line).expect("moves").board;
        let options = TreeOptions { variations, ..TreeOptions::default() };
        let tree = tree(&board, sources(text), &options, &mut ()).expect("a tree");
        let position = &tree.positions[0];
        let moves: Vec<_> = position.moves.iter().map(|mv| (mv.san.clone(), mv.tally.games, mv.tally.white)).collect();
        (position.total.games, position.ended.games, moves)
    };
    let of = |san: &str, games: u32, white: u32| (san.to_owned(), games, white);
    assert_eq!(moves("e4 e5", false), (1, 0, vec![of("Nf3", 1, 1)]));
    assert_eq!(moves("e4 e5", true), (1, 0, vec![of("Nf3", 1, 1), of("f4", 1, 1)]));
    // The third game ends there, and the null move is none.
    assert_eq!(moves("e4 c5", true), (2, 1, vec![of("Nc3", 1, 1), of("Nf3", 1, 1)]));
    // By two orders of moves.
    assert_eq!(moves("e4 e5 Nf3", false), (2, 0, vec![of("Nc6", 2, 1)]));
    assert_eq!(moves("e4 e5 Nf3", true), (2, 0, vec![of("Nc6", 2, 1), of("d6", 1, 0)]));
}

#[test]
fn the_explorer_gives_what_the_games_give() {
    let place = tempfile::tempdir().expect("a folder");
    let texts = texts(150, 5);
    let path = place.path().join("base.tabiya");
    let mut writer = Writer::create(Cursor::new(Vec::new())).expect("a database");
    writer = writer.with_explorer(ExplorerOptions::new(2, || Ok(Cursor::new(Vec::new()))));
    let options = Options { explorer: true, ..Options::default() };
    for some in texts.chunks(40) {
        let mut block = BlockBuilder::new(&options);
        let (mut frames, mut raw) =
            (tabiya::game::Frames::new(Cursor::new(some.concat())), tabiya::game::RawGame::default());
        let mut game = tabiya::Game::new();
        while frames.read_frame(&mut raw).expect("games") {
            game.parse(&raw);
            block.add("games", &raw, &game);
        }
        writer.write(&block.finish()).expect("a block");
    }
    fs::write(&path, writer.finish().expect("a database").into_inner()).expect("a file");
    let text = texts.concat();
    for (plies, min_games) in [(1, 1), (3, 1), (6, 2), (9, 4)] {
        for line in ["", "1.e4", "e4 e5 Nf3"] {
            let board = Line::read(line).expect("moves").board;
            let options = TreeOptions { plies, min_games, ..TreeOptions::default() };
            let mut reads = Reads::default();
            let stored = tree(&board, Sources::from(&path), &options, &mut reads).expect("a tree");
            assert_eq!(
                reads.0 == 0,
                plies == 1 || min_games >= 2,
                "games are read only where the explorer knows nothing"
            );
            let counted = tree(&board, sources(&text), &options, &mut ()).expect("a tree");
            let listed = |tree: &Tree| {
                let mut all = Vec::new();
                each(tree, 0, 0, &mut |position, mv| all.push((position.total, mv.san.clone(), mv.mv, mv.tally)));
                all
            };
            assert_eq!(listed(&stored), listed(&counted), "{plies} {min_games} {line}");
            assert_eq!((stored.positions[0].ended, stored.last_ply), (counted.positions[0].ended, counted.last_ply));
        }
    }
}

#[test]
fn games_that_reach_a_position_late_count_if_no_other_does() {
    let late = "1. Nf3 Nf6 2. Ng1 Ng8 ".repeat(14).replace("1. ", "").replace("2. ", "");
    let late = format!("{late} e4 d5 1-0\n\n");
    let board = Line::read("e4").expect("moves").board;
    let one = tree(&board, sources(&late), &TreeOptions::default(), &mut ()).expect("a tree");
    assert_eq!((one.last_ply, one.positions[0].total.games, one.positions[0].moves[0].san.as_str()), (None, 1, "d5"));
    let both = late + "1. e4 c5 0-1\n\n";
    let early = tree(&board, sources(&both), &TreeOptions::default(), &mut ()).expect("a tree");
    assert_eq!(
        (early.last_ply, early.positions[0].total.games, early.positions[0].moves[0].san.as_str()),
        (Some(50), 1, "c5")
    );
    let whole = TreeOptions { whole: true, ..TreeOptions::default() };
    let all = tree(&board, sources(&both), &whole, &mut ()).expect("a tree");
    assert_eq!((all.last_ply, all.positions[0].total.games), (None, 2));
}

#[test]
fn conditions_and_best_games() {
    let text = texts(200, 6).concat();
    let games = played(&text);
    let condition = Query::parse("elo white > 1800 mate").expect("a query");
    let options = TreeOptions { conditions: Some(condition.set().clone()), best: true, ..TreeOptions::default() };
    let found = tree(&Board::initial(), sources(&text), &options, &mut ()).expect("a tree");
    let wanted = |game: &Played| {
        game.game.elo(Color::White).is_some_and(|elo| elo > 1800)
            && game.sans.last().is_some_and(|san| san.ends_with('#'))
    };
    assert_eq!(found.positions[0].total.games as usize, games.iter().filter(|game| wanted(game)).count());
    let all = TreeOptions { best: true, ..TreeOptions::default() };
    let found = tree(&Board::initial(), sources(&text), &all, &mut ()).expect("a tree");
    for mv in &found.positions[0].moves {
        let mean = |game: &Played| {
            let both = game.game.elo(Color::White).zip(game.game.elo(Color::Black));
            both.map(|(white, black)| (white + black, std::cmp::Reverse(game.game.number())))
        };
        let best = games.iter().filter(|game| game.sans.first() == Some(&mv.san)).filter_map(mean).max();
        let found = mv.best.as_ref().map(|best| ((best.rating * 2.0) as u32, std::cmp::Reverse(best.number)));
        assert_eq!(found, best, "{}", mv.san);
    }
    assert!(found.positions[0].moves.iter().any(|mv| mv.best.is_some()));
}

#[test]
fn after_the_matches_of_a_query() {
    let text = texts(150, 7).concat();
    let games = played(&text);
    let query = Query::parse("check").expect("a query");
    let options = TreeOptions { plies: 2, ..TreeOptions::default() };
    let found = tree_of_query(query.set(), sources(&text), &options, &mut ()).expect("a tree");
    let mut expected: BTreeMap<Vec<&str>, u32> = BTreeMap::new();
    for game in &games {
        let mut lines = BTreeSet::new();
        for (ply, san) in game.sans.iter().enumerate().filter(|(_, san)| san.ends_with(['+', '#'])) {
            lines.insert(Vec::new());
            assert!(!san.is_empty());
            for len in 1..=2 {
                let after: Vec<&str> = game.sans[ply + 1..].iter().take(len).map(String::as_str).collect();
                if after.len() == len {
                    lines.insert(after);
                }
            }
        }
        lines.into_iter().for_each(|line| *expected.entry(line).or_default() += 1);
    }
    assert_eq!(Some(&found.positions[0].total.games), expected.get(&Vec::new()));
    let mut seen = 0;
    for first in &found.positions[0].moves {
        assert_eq!(Some(&first.tally.games), expected.get(&vec![first.san.as_str()]), "{}", first.san);
        seen += 1;
        for second in first.next.map_or(&[][..], |next| &found.positions[next].moves) {
            let line = vec![first.san.as_str(), second.san.as_str()];
            assert_eq!(Some(&second.tally.games), expected.get(&line), "{line:?}");
            seen += 1;
        }
    }
    assert_eq!(seen + 1, expected.len());
}

#[test]
fn streams_are_read_once() {
    let stream = || Sources::new().reader("stream", Cursor::new("1. e4 e5 *\n\n1. e4 e5 *\n\n"));
    let one = tree(&Board::initial(), stream(), &TreeOptions::default(), &mut ()).expect("a tree");
    assert_eq!(one.positions[0].total.games, 2);
    let options = TreeOptions { plies: 2, ..TreeOptions::default() };
    let error = tree(&Board::initial(), stream(), &options, &mut ()).expect_err("the stream is over");
    assert_eq!(error.code, "read-once");
}
