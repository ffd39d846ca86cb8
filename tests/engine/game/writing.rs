//! Writing: CQL's layout to the letter, and what is written reads the same.

use crate::game::shared::{corpus, own_games, read};
use std::collections::BTreeMap;
use std::path::PathBuf;
use tabiya::chess::{Color, fen};
use tabiya::game::{Additions, Game, Input, Layout, RawGame, Writer};
use tabiya_pgn::Games;

fn written(game: &Game, layout: Layout) -> String {
    let mut out = String::new();
    Writer::new(layout).write(game, &mut Additions::default(), &mut out);
    out
}

/// All of a game that must outlive writing and reading, comments with their white space collapsed.
fn content(game: &Game) -> String {
    let mut out = format!("{} {}\n", game.result(), fen::write(game.start()));
    for n in 0..game.tree().len() {
        let tree = game.tree().full();
        out +=
            &format!("{n} {:?} {:?} {:?}", tree.parent(n), tree.move_to(n), game.notes().nags(n).collect::<Vec<_>>());
        for (place, text) in game.notes().comments(n) {
            let words: Vec<&str> = text.split_ascii_whitespace().collect();
            if !words.is_empty() {
                out += &format!(" {place:?} {}", words.join(" "));
            }
        }
        out.push('\n');
    }
    out
}

fn check_round_trip(game: &Game, what: &str) {
    for layout in [Layout::Cql, Layout::Export] {
        let text = written(game, layout);
        let again = read(&text);
        assert_eq!(written(&again, layout), text, "{what}: written again it differs");
        assert!(!again.is_incomplete(), "{what} {layout:?}: {:?}\n{text}", again.faults().list());
        if game.is_incomplete() {
            assert_eq!(again.tree().len(), game.tree().len(), "{what} {layout:?}\n{text}");
        } else {
            assert_eq!(content(&again), content(game), "{what} {layout:?}\n{text}");
        }
        if layout == Layout::Export {
            let tags = |game: &Game| game.tags().iter().map(|(n, v)| format!("{n} {v}")).collect::<Vec<_>>();
            assert_eq!(tags(&again), tags(game), "{what}");
        }
    }
}

#[test]
fn own_games_outlive_writing() {
    for path in own_games() {
        for game in Games::open(&path).unwrap() {
            let game = game.unwrap();
            check_round_trip(&game, &format!("{} game {}", path.display(), game.number()));
        }
    }
}

#[test]
fn games_from_outside_outlive_writing() {
    for name in ["annotated.pgn.zst", "studies.pgn.zst"] {
        let Some(path) = corpus(name) else { continue };
        let mut games = Games::open(&path).unwrap();
        let mut game = Game::new();
        while games.read_into(&mut game).unwrap() {
            if !game.start().board.occupied().is_empty() {
                check_round_trip(&game, &format!("{name} game {}", game.number()));
            }
        }
    }
}

#[test]
fn everything_in_its_place() {
    let text = "[Event \"x\"]\n\n{a} {b} 1. e4 $1 {c} {d} (1. d4 (1. c4 c5) {e} 1... d5) {f} ({g} {h} 1. Nf3 $2 $300 {i}) {j} 1... e5 {k} *\n";
    let game = read(text);
    assert_eq!(game.faults().list(), []);
    insta::assert_snapshot!(written(&game, Layout::Cql), @r#"
    [Event "x"]
    [Site "?"]
    [Date "????.??.??"]
    [Round "?"]
    [White "?"]
    [Black "?"]
    [Result "*"]

    {a}
    {b}
    1.e4 $1 {c} {d} ( 1.d4 ( 1.c4 c5 ) {e} 1...d5 ) {f} ( {g} {h} 1.Nf3 $2 $300 {i}
    ) {j} 1...e5 {k} *
    "#);
    insta::assert_snapshot!(written(&game, Layout::Export), @r#"
    [Event "x"]

    {a}
    {b}
    1. e4 $1 {c} {d} (1. d4 (1. c4 c5) {e} 1... d5) {f} ({g} {h} 1. Nf3 $2 $300
    {i}) {j} 1... e5 {k} *
    "#);
    check_round_trip(&game, text);
}

/// Found by fuzzing: signs after the result of a game whose first position cannot be read.
#[test]
fn signs_of_games_without_a_first_position_outlive_writing() {
    for text in ["[FEN \"x\"]\n\ne8 {t} * =+", "[FEN \"x\"]\n\n{a} $1 $2 {b} e4 $3 *", "[FEN \"x\"]\n\n$1"] {
        let game = read(text);
        for layout in [Layout::Cql, Layout::Export] {
            let first = written(&game, layout);
            let again = read(&first);
            assert_eq!(again.notes().nags(0).collect::<Vec<_>>(), game.notes().nags(0).collect::<Vec<_>>(), "{first}");
            assert_eq!(written(&again, layout), first);
        }
    }
}

/// Found by fuzzing: a word that is longer than a line, before the first move of a variation.
#[test]
fn long_words_before_variations_are_written_again_as_they_are() {
    let long = "\u{ff}".repeat(60);
    for inside in [long.clone(), format!("{long} {long}"), format!("a\n{long}\n\nb {long}."), format!("\n\n{long} \n")]
    {
        check_round_trip(&read(&format!("1. e4 ( {{{inside}}} 1. d4 ) e5 *")), &inside);
    }
}

/// Found by fuzzing: a rating is the same, and stands where it stood, when the game has been written and read again.
#[test]
fn lines_have_at_most_79_signs_wherever_brackets_stand() {
    let moves = "1. e4 (1. d4 d5 (1... Nf6 (1... f5 {ü}))) (1. c4) 1... e5 (1... c5 $1) ({no} 1... c6) 2. Nf3 *";
    for signs in 1..=70 {
        let game = read(&format!("{{{}}} {moves}", "é".repeat(signs)));
        let text = written(&game, Layout::Export);
        let longest = text.lines().map(|line| line.chars().count()).max();
        assert!(longest <= Some(79), "{longest:?}:\n{text}");
        check_round_trip(&game, &text);
    }
}

#[test]
fn unknown_ratings_do_not_hide_known_ones() {
    let check = |tags: &str, elo: Option<u32>, expected: &str| {
        let game = read(&format!("[Event \"x\"]\n{tags}\n\n*"));
        assert_eq!(game.elo(Color::Black), elo, "{tags}");
        let text = written(&game, Layout::Cql);
        let own: Vec<&str> = text.lines().filter(|line| line.starts_with("[Black") && !line.contains('?')).collect();
        assert_eq!(own.join(" "), expected, "{tags}");
        let again = read(&text);
        assert_eq!((again.elo(Color::Black), written(&again, Layout::Cql)), (elo, text), "{tags}");
    };
    check("[BlackElo \"-\"]\n[ECO \"A00\"]\n[BlackElo \"1909\"]", Some(1909), "[BlackElo \"1909\"]");
    check("[BlackElo \"0\"]\n[BlackRating \"1909\"]", Some(1909), "[BlackRating \"1909\"]");
    check("[BlackElo \"1909\"]\n[BlackElo \"-\"]", Some(1909), "[BlackElo \"1909\"] [BlackElo \"-\"]");
    check("[BlackElo \"-\"]\n[BlackRapid \"0\"]", None, "");
    check(
        "[Black \"b (2000)\"]\n[BlackElo \"1909\"]",
        Some(2000),
        "[Black \"b\"] [BlackElo \"2000\"] [BlackElo \"1909\"]",
    );
    check("[BlackElo \"1909\"]\n[Black \"b (2000)\"]", Some(1909), "[Black \"b\"] [BlackElo \"1909\"]");
}

/// Found by fuzzing: `--+` would be read as the sign for a decisive advantage.
#[test]
fn null_moves_give_no_check() {
    let game = read("1. e4 f6 2. Qh5+ -- 3. -- g6 *");
    assert!(written(&game, Layout::Export).ends_with("1. e4 f6 2. Qh5+ -- 3. -- g6 *\n"));
    check_round_trip(&game, "null moves");
}

/// Found by fuzzing: a comment with a brace and tags inside, as a comment that was never closed has them.
#[test]
fn comments_with_tags_inside_stay_comments() {
    let game = read("1. e4 {a {b\n[Site \"x\"]\nc} e5 *");
    assert!(written(&game, Layout::Export).ends_with("1. e4 {a {b [Site \"x\"]\nc} 1... e5 *\n"));
    for inside in [
        "x\n[Event \"y\"] {z",
        &format!("{} [Whit {} [Event \"y\"] [{{zWild 6\"]", "8".repeat(60), "8".repeat(72)),
        "{\n\n[Event \"y\"]",
        "[Event \"y\"]\n[Site \"y\"]\n[Round \"y\"] {",
        "\n[Site \"y\"]{\n\0[Site \"y\"]",
    ] {
        let mut game = Game::new();
        game.parse(&RawGame::from_bytes(format!("1. e4 {{{inside}}} e5 *").as_bytes()));
        check_round_trip(&game, inside);
    }
}

#[test]
fn unread_text_is_written_as_a_comment() {
    let game = read("1. e4 e5 2. Ke3 {x} Nf6 (2... d5) (1. d4 3. Zz9) 1-0");
    let text = written(&game, Layout::Cql);
    assert!(text.ends_with("\n\n1.e4 e5 {Error reading move: Ke3 <x> Nf6 (2... d5) (1. d4 3. Zz9)} 1-0\n"), "{text}");
    let game = read("1. e4 (1. Ke3 {x} d5) 1... e5 (1... c5 2. e5 d4 {y} 3. Nf3) *");
    let text = written(&game, Layout::Cql);
    let moves = text.split("\n\n").nth(1).unwrap().trim_end().replace(" \n", " ").replace('\n', " ");
    insta::assert_snapshot!(moves, @"1.e4 {Error reading move: (1. Ke3 <x> d5)} 1...e5 ( 1...c5 2.e5 {Error reading move: d4 <y> 3. Nf3} ) *");
}

#[test]
fn additions() {
    let game = read("[ECO \"b1\"] [Foo \"x\"] {first} 1. e4 {own} e5 {away} *");
    let mut additions = Additions::default();
    additions.add_comment(0, "Game number 1");
    additions.add_comment(1, "new {x}");
    additions.add_comment(1, "CQL");
    additions.add_comment(2, "CQL");
    additions.remove_comment(2);
    additions.set_tag("Foo", "y");
    additions.set_tag("Bar", "z");
    let mut out = String::new();
    Writer::new(Layout::Cql).write(&game, &mut additions, &mut out);
    let end = out.split("\"*\"]\n").nth(1).unwrap();
    insta::assert_snapshot!(end, @r#"
    [ECO "B10"]
    [Foo "y"]
    [Bar "z"]

    {first Game number 1}
    1.e4 {own new _x_ CQL} 1...e5 { CQL} *
    "#);
}

// ---------------------------------------------------------------------------------------------- CQL's own output

/// One game of an output file, and the additions that make it of the game that was read.
struct Expected {
    text: String,
    game: Game,
}

fn expected_games(output: &str) -> Vec<Expected> {
    let input = Input::from_reader("-", std::io::Cursor::new(output.to_owned().into_bytes())).unwrap();
    let games: Vec<Game> = Games::from_input(input).map(Result::unwrap).collect();
    let starts: Vec<usize> = games.iter().map(|game| game.offset() as usize).chain([output.len()]).collect();
    let texts = starts.windows(2).map(|pair| output[pair[0]..pair[1]].to_owned());
    texts.zip(games).map(|(text, game)| Expected { text, game }).collect()
}

/// The additions: the comments of `found` without those that `original` has.
fn additions_of(original: &Game, found: &Game) -> Additions {
    let mut additions = Additions::default();
    for n in 0..original.tree().len() {
        // A line is broken at a blank or after one; doubled blanks inside a line are CQL's own.
        let plain = |text: &str| text.replace(" \n", " ").replace('\n', " ").trim().to_owned();
        let [before, after] = [original, found].map(|game| game.notes().comment(n).map(plain));
        match (before, after) {
            (None, Some(after)) => additions.add_comment(n, after),
            (Some(_), None) => additions.remove_comment(n),
            (Some(before), Some(after)) => match after.strip_prefix(&before) {
                Some("") => {}
                Some(added) => additions.add_comment(n, added.strip_prefix(' ').unwrap_or(added)),
                None => {
                    additions.remove_comment(n);
                    additions.add_comment(n, after);
                }
            },
            (None, None) => {}
        }
    }
    for (name, value) in found.extra_tags() {
        if !original.extra_tags().contains(&(name, value)) {
            additions.set_tag(name, value);
        }
    }
    additions
}

#[test]
fn output_files_of_cql_to_the_letter() {
    let cases = include_str!("../../data/conformance/comments.jsonl");
    let games: BTreeMap<String, Vec<Game>> = own_games()
        .into_iter()
        .map(|path: PathBuf| {
            let name = path.file_stem().unwrap().to_string_lossy().into_owned();
            (name, Games::open(&path).unwrap().map(Result::unwrap).collect())
        })
        .collect();
    let mut compared = 0;
    for line in cases.lines() {
        let case: serde_json::Value = serde_json::from_str(line).unwrap();
        let id = case["id"].as_str().unwrap();
        let originals = &games[case["pgn"].as_str().unwrap()];
        let Some(output) = case["output"].as_str() else { continue };
        for expected in expected_games(output) {
            let name = |game: &Game| format!("{} {} {} {}", game.event(), game.date(), game.round(), game.site());
            let original = originals.iter().find(|game| name(game) == name(&expected.game)).unwrap();
            let mut out = String::new();
            let mut additions = additions_of(original, &expected.game);
            Writer::new(Layout::Cql).write(original, &mut additions, &mut out);
            assert_eq!(out.trim_end_matches('\n'), expected.text.trim_end_matches('\n'), "{id}");
            compared += 1;
        }
    }
    assert!(compared > 200, "{compared} games were compared");
}
