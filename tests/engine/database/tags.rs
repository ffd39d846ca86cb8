//! Tests of tags, which are answered for all games of a block together, find what they find game by game.

use crate::database::support::build;
use std::fmt::Write as _;
use std::ops::ControlFlow;
use tabiya::{Query, RunOptions, Sources};
use tabiya_database::{Database, Options};

/// Games with tags of every kind: missing, empty, repeated, in several orders, not in normal form; and games whose text is
/// kept, because they have faults.
fn games() -> String {
    let names = ["Kasparov, Garry", "kasparov,g", "van der Wiel, J.", "Van Der Foo,A (2555)", "?", "", "Ávila, Õ", "V"];
    let ratings = ["2700", "0", "?", "2699", "9999", "", "1500"];
    let mut text = String::new();
    for n in 0..700_usize {
        let pick = |of: &[&'static str], by: usize| of[n / by % of.len()];
        if n % 11 != 3 {
            writeln!(text, "[White \"{}\"]", pick(&names, 1)).unwrap();
        }
        if n % 5 != 1 {
            writeln!(text, "[BlackRapid \"{}\"]\n[WhiteElo \"{}\"]", pick(&ratings, 3), pick(&ratings, 2)).unwrap();
        }
        writeln!(
            text,
            "[Black \"{}\"]\n[Black{} \"{}\"]",
            pick(&names, 7),
            pick(&["Elo", "ICCF"], 4),
            pick(&ratings, 9)
        )
        .unwrap();
        if n % 3 == 0 {
            writeln!(text, "[Site \"{}\"]\n[Site \"{}\"]", pick(&["Linares", "Wien"], 2), pick(&["Wien", ""], 5))
                .unwrap();
        }
        writeln!(text, "[Date \"{}.{:02}.??\"]", 1980 + n % 50, n % 14).unwrap();
        if n % 40 == 0 {
            writeln!(text, "[Only{n} \"{n}\"]\n[ECO \"b{}\"]", n % 9).unwrap();
        }
        text.push_str(if n % 29 == 0 { "\n1. e4 e5 2. Ke5 *\n\n" } else { "\n1. e4 e5 *\n\n" });
    }
    // No tags at all.
    text.push_str("1. d4 d5 *\n\n");
    text
}

const TESTS: [&str; 26] = [
    "player \"Kasparov\"",
    "player \"van der\"",
    "player \"Van der\"",
    "player \"?\"",
    "player white \"V\"",
    "not player black \"asparo\"",
    "player \"Kasparov\" or site \"Wien\"",
    "player white \"Kasparov\" player black \"Foo\"",
    "player white == player black",
    "player \"a\\nV\"",
    "site \"Wien\"",
    "not site \"?\"",
    "event \"?\"",
    "elo white > 2600",
    "elo white == 2555",
    "elo < 2600",
    "elo white > elo black",
    "elo > 2600 and elo black < 2000",
    "elo white > 2000 and tag \"WhiteElo\" != \"2700\"",
    "not elo black",
    "year >= 2000",
    "date < \"1990.05\"",
    "eco \"B1\"",
    "tag \"Only280\" == \"280\"",
    "tag \"BlackICCF\"",
    "(year < 1990 or gamenumber == 333) and not player \"Kasparov\"",
];

#[test]
fn tests_of_tags_hold_for_the_same_games() {
    let text = games();
    let stored = build(text.as_bytes(), 250, &Options::default());
    let (mut matched, mut refused) = (0, 0);
    for test in TESTS {
        let query = Query::parse(&format!("initial {{{test}}}")).unwrap_or_else(|error| panic!("{test}: {error}"));
        let find = |sources: Sources| {
            let mut numbers = Vec::new();
            let summary = query.search(sources, &RunOptions::default(), |found| {
                numbers.push(found.game().number());
                ControlFlow::Continue(())
            });
            (numbers, summary.expect("a search").unread)
        };
        let (expected, _) = find(Sources::new().bytes("games", text.as_str()));
        let (found, unread) = find(Sources::new().bytes("base", stored.clone()));
        assert_eq!(found, expected, "{test}");
        matched += found.len();
        refused += unread;
    }
    assert!(matched > 2000 && refused > 8000, "{matched} matches, {refused} games refused");
}

#[test]
fn the_values_of_a_tag_are_those_of_its_games() {
    let database = Database::from_bytes(build(games().as_bytes(), u32::MAX, &Options::default())).unwrap();
    let (block, mut game) = (database.read_block(0).unwrap(), tabiya::Game::new());
    let without = block.games_without_tags().unwrap();
    assert!(without.len() > 20 && without.len() < 40, "{} games with faults or without tags", without.len());
    for name in ["White", "Site", "BlackICCF", "Only280", "Nothing"] {
        let column = block.tag_column(name).unwrap();
        for n in (0..block.len()).filter(|n| !without.contains(n)) {
            block.read(n, &tabiya::game::Reading::default(), &mut game).unwrap();
            assert_eq!(column.value(column.codes()[n]), game.tags().get(name), "{name} of game {n}");
        }
        for part in ["asparov", "e", "n"] {
            let all = (1..).take(column.len() - 1);
            let expected: Vec<u32> =
                all.filter(|&code| column.value(code).is_some_and(|value| value.contains(part))).collect();
            assert_eq!(column.codes_with(part), expected, "{part} in {name}");
        }
    }
    for color in tabiya::chess::Color::ALL {
        let ratings = block.ratings(color).unwrap();
        for n in (0..block.len()).filter(|n| !without.contains(n)) {
            block.read(n, &tabiya::game::Reading::default(), &mut game).unwrap();
            assert_eq!(u32::from(ratings[n]), game.elo(color).unwrap_or(0), "the rating of {color:?} in game {n}");
        }
    }
}
