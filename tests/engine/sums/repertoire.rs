//! Repertoires: where games leave them, compared with a naive program that plays the moves with shakmaty.

use super::{played, texts};
use std::collections::BTreeMap;
use tabiya::chess::{Color, MoveList};
use tabiya::repertoire::{ConflictMove, Leaving, LeavingOptions, LeavingSummary, Repertoire, conflicts};
use tabiya::{Query, RunOptions, Sources};

fn source(text: &str) -> Sources {
    Sources::new().bytes("games", text)
}

fn find(lines: &str, games: &str, options: &LeavingOptions) -> (Vec<Leaving>, LeavingSummary) {
    let repertoire = Repertoire::read(source(lines), &RunOptions::default(), &mut ()).expect("a repertoire");
    let mut found = Vec::new();
    let summary = repertoire.leavings(source(games), options, &mut (), |leaving| found.push(leaving));
    (found, summary.expect("games"))
}

#[test]
fn games_leave_where_a_naive_program_says() {
    let all = texts(300, 41);
    let (lines, games): (Vec<_>, Vec<_>) = all.iter().enumerate().partition(|(n, _)| n % 2 > 0);
    let text = |games: Vec<(usize, &String)>| games.into_iter().map(|(_, text)| text.as_str()).collect::<String>();
    let (lines, games) = (text(lines), text(games));
    let mut moves: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for game in played(&lines) {
        for (n, position) in game.positions.iter().enumerate() {
            let known = moves.entry(position.clone()).or_default();
            let new = game.sans.get(n).filter(|san| !known.contains(san)).cloned();
            known.extend(new);
        }
    }
    let (mut expected, mut counts, mut scratch) = (Vec::new(), [0; 4], MoveList::new());
    for game in played(&games) {
        let last = game.positions.iter().rposition(|position| moves.contains_key(position)).expect("the first one");
        if last + 1 == game.positions.len() {
            counts[0] += 1;
            continue;
        }
        let there = &moves[&game.positions[last]];
        let white = game.positions[last].ends_with('w');
        counts[if there.is_empty() { 3 } else { 2 - usize::from(white) }] += 1;
        let sans: Vec<&str> = there.iter().map(String::as_str).collect();
        let node = last as u32 + 1;
        expected.push((game.game.number(), node, game.game.numbered_move(node, &mut scratch), sans.join(" ")));
    }
    let (found, summary) = find(&lines, &games, &LeavingOptions::default());
    let bare = |mv: &String| mv.split_once(' ').map_or("", |(_, san)| san).to_owned();
    let short: Vec<_> = found
        .iter()
        .map(|one| (one.game.number, one.ply, one.mv.clone(), one.moves.iter().map(bare).collect::<Vec<_>>().join(" ")))
        .collect();
    assert_eq!(short, expected);
    assert!(counts.iter().all(|count| *count > 0), "{counts:?}");
    assert_eq!([summary.inside, summary.by_white, summary.by_black, summary.beyond], counts);
    assert_eq!((summary.games, summary.outside), (expected.len() as u64 + counts[0], 0));
    // Those of one side, of some plies, of some games.
    let some = |options: &LeavingOptions| find(&lines, &games, options).0;
    let black = some(&LeavingOptions { by: Some(Color::Black), ..LeavingOptions::default() });
    assert_eq!(
        black,
        found.iter().filter(|one| one.by == Color::Black && !one.moves.is_empty()).cloned().collect::<Vec<_>>()
    );
    let early = some(&LeavingOptions { plies: 1..=4, ..LeavingOptions::default() });
    assert_eq!(early, found.iter().filter(|one| one.ply <= 4).cloned().collect::<Vec<_>>());
    let query = Query::parse("elo white >= 1500").expect("a query");
    let rated = some(&LeavingOptions { conditions: Some(query.set().clone()), ..LeavingOptions::default() });
    let is_rated = |one: &&Leaving| one.game.ratings[0].is_some_and(|elo| elo >= 1500);
    assert_eq!(rated, found.iter().filter(is_rated).cloned().collect::<Vec<_>>());
    assert!(!black.is_empty() && !early.is_empty() && !rated.is_empty());
}

#[test]
fn variations_count_transpositions_stay_and_null_moves_do_not_count() {
    let lines = "1. e4 e5 (1... c5 2. Nf3 (2. -- d6)) 2. Nf3 Nc6 3. Bc4 (3. Bb5) *";
    let one = |game: &str| {
        let (mut found, _) = find(lines, game, &LeavingOptions::default());
        found.pop().map(|one| (one.mv, one.moves.join(", "), one.by))
    };
    let text = |text: &str| text.to_owned();
    assert_eq!(one("1. e4 c5 2. c3 *"), Some((text("2. c3"), text("2. Nf3"), Color::White)));
    assert_eq!(one("1. Nf3 Nc6 2. e4 e5 3. d4 *"), Some((text("3. d4"), text("3. Bc4, 3. Bb5"), Color::White)));
    assert_eq!(one("1. e4 e6 2. d4 *"), Some((text("1... e6"), text("1... e5, 1... c5"), Color::Black)));
    assert_eq!(one("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *"), Some((text("3... a6"), text(""), Color::Black)));
    assert_eq!(one("1. e4 *"), None);
    let (_, summary) = find(lines, "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 *", &LeavingOptions::default());
    assert_eq!((summary.games, summary.outside), (1, 1));
    let empty = Repertoire::read(source(""), &RunOptions::default(), &mut ()).expect_err("no game");
    assert!(empty.to_string().contains("contains no game"), "{empty}");
}

#[test]
fn conflicts_are_the_positions_with_several_moves() {
    // What a naive program finds: the moves of each position, with the games that play them.
    let all = texts(120, 43).concat();
    let mut moves: BTreeMap<String, BTreeMap<String, u64>> = BTreeMap::new();
    for game in played(&all) {
        let mut seen = std::collections::BTreeSet::new();
        for (position, san) in game.positions.iter().zip(&game.sans) {
            if seen.insert((position.clone(), san.clone())) {
                *moves.entry(position.clone()).or_default().entry(san.clone()).or_default() += 1;
            }
        }
    }
    let placement = |fen: &str| fen.split(' ').take(2).collect::<Vec<_>>().join(" ");
    for side in Color::ALL {
        let found = conflicts(source(&all), Some(side), &RunOptions::default(), &mut ()).expect("a repertoire");
        let found: BTreeMap<String, BTreeMap<String, u64>> = found
            .positions
            .iter()
            .map(|one| {
                let bare = |mv: &ConflictMove| (mv.mv.split_once(' ').unwrap().1.to_owned(), mv.games);
                (placement(&one.fen), one.moves.iter().map(bare).collect())
            })
            .collect();
        let turn = side.fold_wb(" w", " b");
        let expected: BTreeMap<_, _> =
            moves.iter().filter(|(name, moves)| name.ends_with(turn) && moves.len() > 1).collect();
        assert!(expected.len() > 20, "{}", expected.len());
        assert_eq!(found.iter().collect::<BTreeMap<_, _>>(), expected);
    }
}

#[test]
fn conflicts_go_across_chapters_and_have_a_side() {
    let lines = "[Event \"A\"]\n\n1. e4 e5 (1... c5 2. Nf3) (1... e6) 2. Nf3 Nc6 (2... d6 3. d4) 3. Bb5 *\n\n\
                 [Event \"B\"]\n\n1. Nf3 Nc6 2. e4 e5 3. Bc4 (3. -- a6) *\n\n[Event \"C\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bc4 *\n";
    let found = conflicts(source(lines), None, &RunOptions::default(), &mut ()).expect("a repertoire");
    // White has two first moves and two third moves; Black has three answers to 1. e4, and two to 2. Nf3.
    assert_eq!((found.side, found.games), (Color::White, 3));
    let of = |one: &ConflictMove| (one.game.event.clone(), one.games, one.ply, one.mv.clone(), one.line.clone());
    let text =
        |event: &str, games, ply, mv: &str, line: &str| (event.to_owned(), games, ply, mv.to_owned(), line.to_owned());
    let moves: Vec<Vec<_>> = found.positions.iter().map(|one| one.moves.iter().map(of).collect()).collect();
    assert_eq!(
        moves,
        [
            vec![
                text("A", 1, 5, "3. Bb5", "1. e4 e5 2. Nf3 Nc6 3. Bb5"),
                text("B", 2, 5, "3. Bc4", "1. Nf3 Nc6 2. e4 e5 3. Bc4")
            ],
            vec![text("A", 2, 1, "1. e4", "1. e4"), text("B", 1, 1, "1. Nf3", "1. Nf3")],
        ]
        .into_iter()
        .rev()
        .collect::<Vec<_>>()
    );
    let black = conflicts(source(lines), Some(Color::Black), &RunOptions::default(), &mut ()).expect("a repertoire");
    assert_eq!(black.positions.iter().map(|one| one.moves.len()).collect::<Vec<_>>(), [3, 2]);
    let long = format!("{} 151. e4 (151. d4) *", "Nf3 Nf6 Ng1 Ng8 ".repeat(75));
    let found = conflicts(source(&long), Some(Color::White), &RunOptions::default(), &mut ()).expect("a repertoire");
    let line = &found.positions[0].moves.last().expect("a move").line;
    assert!(line.starts_with("51... Nf6 52. Ng1") && line.ends_with(" 151. d4"), "{line}");
}
