//! Duplicates: the same moves, beginnings, and tags that agree or do not.

use super::{played, texts};
use tabiya::Sources;
use tabiya::duplicates::{Compared, DuplicateOptions, Duplicates, Reason, duplicates};

const MOVES: &str = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5";

fn find(text: &str, options: &DuplicateOptions) -> Duplicates {
    duplicates(Sources::new().bytes("games", text), options, &mut ()).expect("duplicates")
}

/// A game of two players with a date and a result.
fn game(white: &str, black: &str, date: &str, moves: &str, result: &str) -> String {
    format!(
        "[White \"{white}\"]\n[Black \"{black}\"]\n[Date \"{date}\"]\n[Result \"{result}\"]\n\n{moves} {result}\n\n"
    )
}

/// Numbers of games that are left out, with those that are kept in their place.
fn pairs(text: &str, options: &DuplicateOptions) -> Vec<(u64, u64, Reason)> {
    find(text, options).found.iter().map(|one| (one.game.number, one.kept.number, one.reason)).collect()
}

#[test]
fn tags_must_agree() {
    let one = game("Blue, Ann", "Red, Bob", "2001.05.02", MOVES, "1-0");
    for (white, black, date, result, same) in [
        ("Blue, A.", "Red, B", "2001.05.02", "1-0", true),
        ("Ann Blue", "Bob Red", "2001.??.??", "1-0", true),
        ("Blue", "?", "????.??.??", "*", true),
        ("BLUE, ANN", "Réd, Bob", "2001.05.??", "1-0", true),
        ("Red, Bob", "Blue, Ann", "2001.05.02", "1-0", false),
        ("Blue, Eve", "Red, Bob", "2001.05.02", "1-0", false),
        ("Blue, Ann", "Red, Bob", "2001.05.03", "1-0", false),
        ("Blue, Ann", "Red, Bob", "2001.05.02", "0-1", false),
    ] {
        let text = format!("{one}{}", game(white, black, date, MOVES, result));
        let expected = if same { vec![(2, 1, Reason::SameMoves)] } else { Vec::new() };
        assert_eq!(pairs(&text, &DuplicateOptions::default()), expected, "{white} {black} {date} {result}");
    }
    let near = format!("{one}{}", game("Blue, Ann", "Red, Bob", "2001.05.04", MOVES, "1-0"));
    let days = |days| pairs(&near, &DuplicateOptions { days, ..DuplicateOptions::default() }).len();
    assert_eq!([days(0), days(1), days(2)], [0, 0, 1]);
    let rounds = |round: &str| one.replace("[Result", &format!("[Round \"{round}\"]\n[Result"));
    assert!(pairs(&(rounds("3") + &rounds("4.1")), &DuplicateOptions::default()).is_empty());
    assert_eq!(pairs(&(rounds("3") + &rounds("3.1")), &DuplicateOptions::default()).len(), 1);
}

#[test]
fn what_is_kept_of_the_games_has_a_limit() {
    let memory = |megabytes: usize| DuplicateOptions { memory: megabytes * 1_000_000, ..DuplicateOptions::default() };
    let refused = |text: &str| {
        let message = duplicates(Sources::new().bytes("games", text), &memory(1), &mut ()).expect_err("too many");
        assert_eq!((message.code, find(text, &memory(40)).found.len()), ("too-many-games", 0));
    };
    // Many games; few with many names; few, each of which begins with all before it.
    refused(&(0..20_000).map(|i| format!("1. e4 {{{i}}} *\n\n")).collect::<String>());
    let named = |i: usize| game(&format!("{} {i}", "x".repeat(100)), &format!("y{i}"), "2001.01.01", "1. e4", "*");
    refused(&(0..2_000).map(named).collect::<String>());
    let mut moves = "1. Nf3 Nf6 2. Ng1 Ng8 ".repeat(3);
    let mut nested = String::new();
    for _ in 0..200 {
        moves.push_str("1. Nf3 Nf6 2. Ng1 Ng8 ");
        nested.push_str(&game("Blue", "Red", "2001.01.01", &moves, "*"));
    }
    let message =
        duplicates(Sources::new().bytes("games", nested), &DuplicateOptions { memory: 100_000, ..memory(1) }, &mut ());
    assert_eq!(message.expect_err("too many").code, "too-many-games");
}

#[test]
fn the_better_one_is_kept() {
    let poor = game("Blue, A", "Red, B", "2001.??.??", MOVES, "1-0");
    let rich = game("Blue, Ann", "Red, Bob", "2001.05.02", MOVES, "1-0");
    let rated = rich.replace("[Result", "[WhiteElo \"2500\"]\n[Result");
    let noted = poor.replace("2. Nf3", "2. Nf3 {good}");
    let kept = |games: &[&str]| pairs(&games.concat(), &DuplicateOptions::default()).first().map(|pair| pair.1);
    assert_eq!(kept(&[&poor, &rich]), Some(2));
    assert_eq!(kept(&[&rich, &poor]), Some(1));
    assert_eq!(kept(&[&rich, &rated, &poor]), Some(2));
    assert_eq!(kept(&[&poor, &noted]), Some(2));
    assert_eq!(kept(&[&poor, &poor]), Some(1));
}

#[test]
fn beginnings_need_names() {
    let whole = game("Blue, Ann", "Red, Bob", "2001.05.02", &format!("{MOVES} 7. Bb3 d6"), "1-0");
    let begun = |white: &str, result: &str| game(white, "Red, B", "2001.??.??", MOVES, result);
    let options = DuplicateOptions::default();
    assert_eq!(pairs(&(begun("Blue, A", "*") + &whole), &options), [(1, 2, Reason::Beginning)]);
    assert_eq!(pairs(&(whole.clone() + &begun("Blue, A", "1-0")), &options), [(2, 1, Reason::Beginning)]);
    assert!(pairs(&(whole.clone() + &begun("?", "*")), &options).is_empty());
    assert!(pairs(&(whole.clone() + &begun("Blue, A", "1/2-1/2")), &options).is_empty());
    let keep = DuplicateOptions { beginnings: false, ..DuplicateOptions::default() };
    assert!(pairs(&(whole.clone() + &begun("Blue, A", "*")), &keep).is_empty());
    let long = DuplicateOptions { plies: 13, ..DuplicateOptions::default() };
    assert!(pairs(&(whole.clone() + &begun("Blue, A", "*")), &long).is_empty());
    // A chain: all are left out in favour of the longest.
    let middle = game("Blue, Ann", "Red, Bob", "2001.05.02", &format!("{MOVES} 7. Bb3"), "*");
    let found = pairs(&(begun("Blue, A", "*") + &middle + &whole), &options);
    assert_eq!(found, [(1, 3, Reason::Beginning), (2, 3, Reason::Beginning)]);
}

#[test]
fn short_games_must_be_known() {
    let options = DuplicateOptions::default();
    let short = |white: &str, date: &str| game(white, "Red, Bob", date, "1. e4", "1-0");
    assert_eq!(pairs(&(short("Blue", "2001.??.??") + &short("Blue", "2001.05.02")), &options).len(), 1);
    assert!(pairs(&(short("?", "2001.??.??") + &short("Blue", "2001.05.02")), &options).is_empty());
    assert!(pairs(&(short("Blue", "????.??.??") + &short("Blue", "2001.05.02")), &options).is_empty());
}

#[test]
fn damaged_games_and_other_beginnings_stay() {
    let one = game("Blue", "Red", "2001.??.??", MOVES, "1-0");
    let damaged = game("Blue", "Red", "2001.??.??", &format!("{MOVES} 7. Kf6"), "1-0");
    assert!(pairs(&(one.clone() + &damaged), &DuplicateOptions::default()).is_empty());
    let set_up = one.replace("[Result", "[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQk - 0 1\"]\n[Result");
    assert!(pairs(&(one + &set_up), &DuplicateOptions::default()).is_empty());
}

/// Of three games, one without names agrees with two that do not agree with each other.
#[test]
fn agreement_does_not_pass_on() {
    let games = [
        game("?", "?", "????.??.??", MOVES, "*"),
        game("Blue", "Red", "2001.??.??", MOVES, "1-0"),
        game("Green", "Red", "2001.??.??", MOVES, "1-0"),
    ];
    assert_eq!(pairs(&games.concat(), &DuplicateOptions::default()), [(1, 2, Reason::SameMoves)]);
}

#[test]
fn many_games_with_the_same_moves() {
    // More than would be compared one by one in a second, of which each occurs twice.
    let games: Vec<String> =
        (0..6000).map(|n| game(&format!("Blue{n}"), "Red", "2001.??.??", "1. e4 e5", "1-0")).collect();
    let text = games.concat().repeat(2);
    let found = find(&text, &DuplicateOptions::default());
    assert_eq!((found.games, found.found.len()), (12_000, 6000));
    assert!(found.found.iter().all(|one| one.game.number == one.kept.number + 6000));
}

/// Every game that is left out is, move by move, the whole or the beginning of one that is kept; and nothing else could go.
#[test]
fn they_are_those_of_a_naive_program() {
    let mut texts = texts(120, 21);
    let mut rng = fastrand::Rng::with_seed(22);
    let copies: Vec<String> = (0..150)
        .map(|_| {
            let text = &texts[rng.usize(..texts.len())];
            match rng.u8(..3) {
                0 => text.clone(),
                1 => text.replace("[WhiteElo", "[WhiteRating"),
                _ => text.split("\n\n").next().unwrap_or_default().to_owned() + "\n\n1. d4 d5 *\n\n",
            }
        })
        .collect();
    texts.extend(copies);
    let text = texts.concat();
    let games = played(&text);
    let options = DuplicateOptions { plies: 2, ..DuplicateOptions::default() };
    let found = find(&text, &options);
    assert_eq!(found.games as usize, games.len());
    let mut left_out = vec![false; games.len()];
    for one in &found.found {
        let (out, kept) = (&games[one.game.place as usize], &games[one.kept.place as usize]);
        assert!(kept.sans.starts_with(&out.sans));
        assert_eq!(one.reason == Reason::SameMoves, kept.sans.len() == out.sans.len());
        left_out[one.game.place as usize] = true;
    }
    assert!(found.found.iter().all(|one| !left_out[one.kept.place as usize]), "what is kept is there");
    assert!(found.found.len() > 30, "{}", found.found.len());
    // The same text twice is left out once.
    for (n, one) in texts.iter().enumerate() {
        let again = texts[n + 1..].iter().position(|other| other == one).map(|at| n + 1 + at);
        if let Some(again) = again.filter(|_| games[n].sans.len() >= 2) {
            assert!(left_out[n] || left_out[again], "{one}");
        }
    }
}

#[test]
fn games_with_the_same_text_are_one_however_short() {
    let options = DuplicateOptions::default();
    let study = "[Event \"Cup\"]\n[White \"Composer\"]\n[FEN \"8/8/8/8/8/5k2/6q1/7K b - - 0 1\"]\n\n1... Kf2 0-1\n\n";
    assert_eq!(pairs(&study.repeat(3), &options), [(2, 1, Reason::SameMoves), (3, 1, Reason::SameMoves)]);
    // Another comment, another tag, or another end of a line make another text.
    for other in [study.replace("Kf2", "Kf2 {!}"), study.replace("Cup", "cup"), study.replace("]\n", "]\r\n")] {
        assert!(pairs(&format!("{study}{other}"), &options).is_empty(), "{other}");
    }
    // So is one whose moves cannot be read.
    let broken = "[White \"A\"]\n\n1. e4 e5 2. Ke5 *\n\n";
    assert_eq!(pairs(&broken.repeat(2), &options).len(), 1);
    assert!(pairs(&format!("{broken}{}", broken.replace("\"A\"", "\"B\"")), &options).is_empty());
}

#[test]
fn moves_or_positions_alone_are_compared_on_request() {
    let game = |white: &str, moves: &str| game(white, "Red", "2001.??.??", moves, "*");
    let lines = [
        "1. Nf3 Nf6 2. g3 g6",
        "1. Nf3 Nf6 2. g3 g6 3. Bg2 Bg7",
        "1. g3 g6 2. Nf3 Nf6",
        "1. g3 g6 2. Bg2 Bg7 3. Nf3 Nf6",
        "1. Nf3 Nf6 2. g3 g6 3. Bg2 Bg7",
    ];
    let names = ["a", "b", "c", "d", "e"];
    let text: String = names.iter().zip(lines).map(|(name, line)| game(name, line)).collect();
    let asked = |compared, beginnings| {
        let options = DuplicateOptions { compared, plies: 1, beginnings, ..DuplicateOptions::default() };
        pairs(&text, &options)
    };
    assert!(asked(Compared::Games, true).is_empty());
    assert_eq!(asked(Compared::Moves, false), [(5, 2, Reason::SameMoves)]);
    assert_eq!(asked(Compared::Moves, true), [(1, 2, Reason::Beginning), (5, 2, Reason::SameMoves)]);
    let ends = [(3, 1, Reason::SamePosition), (4, 2, Reason::SamePosition), (5, 2, Reason::SamePosition)];
    assert_eq!(asked(Compared::Positions, false), ends);
    let out: Vec<u64> = asked(Compared::Positions, true).iter().map(|pair| pair.0).collect();
    assert_eq!(out, [1, 3, 4, 5]);
}

/// A position that occurs twice in a game is no reason to leave the game out, nor are two games in favour of each other.
#[test]
fn no_game_is_left_out_in_favour_of_itself() {
    let repeated = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6";
    // It has the last position of the one before in its middle, and ends with another one of it.
    let there_and_back = "1. Nf3 Nf6 2. Ng1 Ng8";
    let options = DuplicateOptions { compared: Compared::Positions, plies: 1, ..DuplicateOptions::default() };
    let text = |moves: &[&str]| moves.iter().map(|moves| game("a", "b", "2001.??.??", moves, "*")).collect::<String>();
    assert!(pairs(&text(&[repeated]), &options).is_empty());
    assert_eq!(pairs(&text(&[repeated, repeated]), &options), [(2, 1, Reason::SamePosition)]);
    // The shorter one ends where the longer one comes by, and the longer one where the shorter one does.
    let left_out = pairs(&text(&[repeated, there_and_back]), &options);
    assert_eq!(left_out.len(), 1, "{left_out:?}");
}
