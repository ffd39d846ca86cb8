//! Tests of names and of tables of spellings.

use super::*;
use std::time::{Duration, Instant};

/// Whether two spellings are put together when other ones stand beside them.
fn are_one(one: &str, other: &str, beside: &[&str]) -> bool {
    let all = [one, other].iter().chain(beside);
    let spellings = all.map(|name| Spelling { name: (*name).to_owned(), games: 1 }).collect();
    let has = |player: &PlayerNames, name: &str| player.spellings.iter().any(|spelling| spelling.name == name);
    players(spellings).iter().any(|player| has(player, one) && has(player, other))
}

#[test]
fn spellings_of_one_player() {
    for (one, other) in [
        ("Carlsen, Magnus", "Carlsen, M"),
        ("Carlsen, Magnus", "Magnus Carlsen"),
        ("Carlsen, Magnus", "Carlsen Magnus"),
        ("Carlsen, Magnus", "M. Carlsen"),
        ("Carlsen, Magnus", "Carlsen M"),
        ("Carlsen, Magnus", "GM Carlsen,M."),
        ("Carlsen, Magnus", "GM Magnus Carlsen"),
        ("Carlsen, Magnus", "CARLSEN, MAGNUS"),
        ("Tarrasch, Siegbert", "Dr. Siegbert Tarrasch"),
        ("Tarrasch, Siegbert", "Tarrasch, Dr. Siegbert"),
        ("Adams, Michael", "Adams, Mi"),
        ("Short, Nigel D", "Short, Nigel"),
        ("Short, Nigel D", "Short, N"),
        ("Vachier-Lagrave, Maxime", "Maxime Vachier Lagrave"),
        ("Vachier-Lagrave, Maxime", "M. Vachier-Lagrave"),
        ("Van Wely, Loek", "Loek van Wely"),
        ("Van Wely, Loek", "Wely, Loek van"),
        ("De la Riva Aguado, Oscar", "Oscar de la Riva Aguado"),
        ("Müller, Karsten", "Mueller, Karsten"),
        ("Müller, Karsten", "Muller, K"),
        ("Sørby, Ola", "Soerby, Ola"),
        ("Sørby, Ola", "Sorby, Ola"),
        ("Ågård, Jacob", "Aagaard, Jacob"),
        ("Ågård, Jacob", "Agard, J"),
        ("Groß, Stefan", "Gross, Stefan"),
        ("Ftáčnik, Ľubomír", "Ftacnik, Lubomir"),
        ("Smith, John Jr", "Smith Jr., John"),
        ("Smith, John Jr", "John Smith Junior"),
        ("Ding, Liren", "Ding Liren"),
        ("O'Kelly, Alberic", "OKelly, A."),
    ] {
        assert!(are_one(one, other, &[]) && are_one(other, one, &["Tal, Mikhail"]), "{one} / {other}");
    }
}

#[test]
fn spellings_of_several_players() {
    for (one, other) in [
        ("Polgar, Judit", "Polgar, Zsuzsa"),
        ("Carlsen, Magnus", "Carlsen, Mia"),
        ("Wang, Yue", "Wang, Yu"),
        ("Novak, Jan", "Novak, Janez"),
        ("Garcia, Juan", "Garcia, Juan Carlos"),
        ("Byrne, Donald", "Byrne, Donald Jr"),
        ("Krasenkow, Michal", "Krasenkow, Michael"),
        ("James, Thomas", "Thomas, James"),
        ("Carlsen", "Carlsen, Magnus"),
        ("Bauer, Jan", "Baur, Jan"),
        ("Stockfish 16", "Stockfish 15"),
        ("john_smith", "Smith, John"),
        ("Andriessen, Wim", "Andriessen, W Jan"),
    ] {
        assert!(!are_one(one, other, &[]), "{one} / {other}");
    }
}

#[test]
fn an_initial_of_several_players_is_none_of_them() {
    for (one, other) in
        [("Carlsen, M", "Carlsen, Magnus"), ("M. Carlsen", "Carlsen, Mia"), ("Carlsen, M", "Mia Carlsen")]
    {
        assert!(!are_one(one, other, &["Carlsen, Magnus", "Carlsen, Mia"]), "{one} / {other}");
    }
    // Beside them, what is written in full is one still, and so are the initials.
    assert!(are_one("Magnus Carlsen", "Carlsen, Magnus", &["Carlsen, M", "Carlsen, Mia"]));
    assert!(are_one("Carlsen, M", "CARLSEN, M.", &["Carlsen, Magnus", "Carlsen, Mia"]));
    // Without a comma, the words do not say which of both is meant.
    assert!(!are_one("James Thomas", "James, Thomas", &["Thomas, James"]));
}

#[test]
fn the_most_frequent_spelling_is_preferred() {
    let spelling = |name: &str, games| Spelling { name: name.to_owned(), games };
    let asked = vec![spelling("M. Carlsen", 2), spelling("Carlsen, M", 3), spelling("Carlsen, Magnus", 3)];
    let found = players(asked);
    assert_eq!((found.len(), found[0].preferred(), found[0].games()), (1, "Carlsen, Magnus", 8));
}

#[test]
fn a_million_spellings_take_seconds() {
    let name = |i: u32| match i % 4 {
        0 => format!("Smith, {}", letters(i)),
        1 => format!("Smith, Juan {}", letters(i)),
        2 => format!("{} Smith", letters(i)),
        _ => format!("{}, John", letters(i)),
    };
    let spellings = (0..1_000_000).map(|i| Spelling { name: name(i), games: 1 }).collect();
    let begun = Instant::now();
    assert!(players(spellings).len() > 900_000);
    // A debug build takes some ten seconds; a comparison of all with all would take days.
    assert!(begun.elapsed() < Duration::from_secs(200), "{:?}", begun.elapsed());
}

/// A number in letters.
fn letters(mut number: u32) -> String {
    let mut text = String::from("Z");
    while number > 0 {
        text.extend(char::from_digit(10 + number % 26, 36));
        number /= 26;
    }
    text
}

#[test]
fn tables_in_each_form() {
    let scid = "# a comment\n%Prefix \"x\" \"y\"\n@PLAYER\n%Prefix \"a\" \"b\"\nCarlsen, Magnus  #GM NOR [2850] 1990\n= Carlsen,M\n=Carlsen M\n\
                @SITE\nBerlin\n= Berlin GER\n";
    let tables = [
        scid,
        "Carlsen, M\tCarlsen, Magnus\nCarlsen M\tCarlsen, Magnus\n",
        "Carlsen, M;Carlsen, Magnus\r\nCarlsen M;Carlsen, Magnus\r\n",
        "\u{feff}alias,name,games\n\"Carlsen, M\",\"Carlsen, Magnus\",3\nCarlsen M,\"Carlsen, Magnus\",1\n",
    ];
    for text in tables {
        let table = NamesTable::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(table.names.len(), 2, "{text}");
        assert_eq!(table.names.of("Carlsen, M"), Some("Carlsen, Magnus"), "{text}");
        assert_eq!(table.names.of("Carlsen M"), Some("Carlsen, Magnus"), "{text}");
        assert_eq!(table.skipped, if text == scid { 4 } else { 0 }, "{text}");
    }
    let chain = NamesTable::parse("a;b\nb;c\nb;d\n").expect("a table");
    assert_eq!((chain.names.of("a"), chain.names.of("b"), chain.doubled), (Some("c"), Some("c"), 1));
}

#[test]
fn tables_that_are_wrong_say_where() {
    let wrong = |text: &str| NamesTable::parse(text).expect_err(text).to_string();
    for empty in ["", "\n\n", "# nothing\n", "@PLAYER\nTal, Mikhail\n", "a;a\n"] {
        assert!(wrong(empty).contains("there is no spelling"), "{empty}");
    }
    assert!(wrong("a;b\nb;a\n").starts_with("line "));
    assert!(wrong("a;b\nb;c\nc;b\n").contains("is a spelling of a name that is a spelling of"));
    assert!(wrong("x,y\nCarlsen, M,Carlsen, Magnus\n").starts_with("line 2: two columns"));
    assert!(wrong("alone\n").starts_with("line 1: two columns"));
    assert!(wrong("@PLAYER\n= x\n").starts_with("line 2: there is no name above"));
}

#[test]
fn a_table_of_spellings_is_read_as_it_was_written() {
    let spelling = |name: &str, games| Spelling { name: name.to_owned(), games };
    let found = players(vec![
        spelling("Carlsen, Magnus", 3),
        spelling("Carlsen, M", 1),
        spelling("Müller, Jan", 2),
        spelling("Mueller, J.", 1),
        spelling("Tal, M", 1),
    ]);
    let text = write_spellings(&found);
    assert_eq!(text, "@PLAYER\nCarlsen, Magnus\n= Carlsen, M\nMüller, Jan\n= Mueller, J.\n");
    let table = NamesTable::parse(&text).expect("a table");
    assert_eq!((table.names.len(), table.names.of("Mueller, J")), (2, Some("Müller, Jan")));
}

#[test]
fn a_long_chain_is_read_in_one_go() {
    let text: String = (0..100_000).map(|i| format!("n{i};n{}\n", i + 1)).collect();
    let table = NamesTable::parse(&text).expect("a table");
    assert_eq!((table.names.len(), table.names.of("n0")), (100_000, Some("n100000")));
}
