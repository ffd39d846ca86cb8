//! Names of openings: the table of the program, tables of users, and what games are called by their tags and their moves.

use std::collections::{BTreeMap, BTreeSet};
use tabiya::chess::{Board, fen};
use tabiya::openings::Line;
use tabiya::{Game, Games, OpeningNames};

const TABLE: &str = include_str!("../../../crates/library/src/opening_names/table.tsv");

fn game(pgn: &str) -> Game {
    Games::from_reader(std::io::Cursor::new(pgn.as_bytes().to_vec())).unwrap().next().unwrap().unwrap()
}

/// Code, opening and variation of a game; `-` where there is none.
fn named(names: &OpeningNames, pgn: &str) -> String {
    let game = game(pgn);
    let all = [names.eco(&game), names.opening(&game), names.variation(&game)];
    all.map(|text| text.map_or_else(|| "-".to_owned(), |text| text.into_owned())).join(" | ")
}

#[test]
fn every_line_of_the_table_is_played() {
    let names = OpeningNames::builtin();
    let (mut codes, mut positions) = (BTreeMap::<&str, usize>::new(), BTreeSet::new());
    let mut lines = TABLE.lines();
    assert_eq!(lines.next(), Some("eco\tname\tpgn"));
    for line in lines {
        let [eco, name, moves] = line.split('\t').collect::<Vec<_>>()[..] else { panic!("three cells: {line}") };
        let played = Line::read(moves).unwrap_or_else(|error| panic!("{line}: {error}"));
        assert!((1..=40).contains(&played.moves.len()), "{line}");
        // The moves are written as the program writes them.
        let sans = played.sans().into_iter().enumerate();
        let numbered = sans.map(|(n, san)| if n % 2 == 0 { format!("{}. {san}", n / 2 + 1) } else { san });
        assert_eq!(numbered.collect::<Vec<_>>().join(" "), moves, "{line}");
        *codes.entry(eco).or_default() += 1;
        let key: String = fen::write(&fen::Setup { board: played.board, halfmoves: 0, fullmoves: 1 });
        assert!(positions.insert(key.split(' ').take(2).collect::<Vec<_>>().join(" ")), "twice: {line}");
        let parts: Vec<&str> = name.split(": ").collect();
        let well_formed = |part: &str| {
            let first = part.chars().next();
            part.trim() == part
                && !part.contains([':', '\t', '"'])
                && first.is_some_and(|c| c.is_uppercase() || c.is_ascii_digit())
        };
        let words = || parts.iter().flat_map(|part| part.split(", "));
        assert!(parts.len() <= 2 && words().all(well_formed) && !name.contains("  "), "{line}");
        let found = names.of_board(&played.board).expect("its name");
        assert_eq!((found.eco.as_str(), found.name.as_str()), (eco, name));
        assert_eq!(named(names, moves).split(" | ").next(), Some(eco), "{line}");
    }
    let volumes = ('A'..='E').flat_map(|volume| (0..100).map(move |number| format!("{volume}{number:02}")));
    assert!(volumes.eq(codes.keys().map(|code| (*code).to_owned())), "a line for each code");
    assert_eq!((names.len(), names.is_empty()), (positions.len(), false));
    assert_eq!(names.of_board(&Board::initial()), None);
}

#[test]
fn the_last_named_position_counts_however_it_is_reached() {
    let names = OpeningNames::builtin();
    for (pgn, expected) in [
        // The Catalan by way of 1. Nf3: the position of 1. d4 Nf6 2. c4 e6 3. g3 d5 4. Bg2 Be7 5. Nf3.
        ("1. Nf3 Nf6 2. c4 e6 3. g3 d5 4. d4 Be7 5. Bg2 O-O 6. O-O *", "E06 | Catalan Opening | Closed Defence"),
        ("1. Nf3 c5 2. e4 d6 3. d4 Nf6 4. Nc3 cxd4 5. Nxd4 a6 *", "B90 | Sicilian Defence | Najdorf Variation"),
        // A move later it is a variation, and three moves later still that.
        (
            "1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 6. Be3 Ng4 7. Bg5 h6 *",
            "B90 | Sicilian Defence | Najdorf Variation, English Attack",
        ),
        (
            "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Nb8 10. d4 Nbd7 11. c4 *",
            "C95 | Ruy Lopez | Closed Variation, Breyer Defence, Main Line",
        ),
        // From the Dutch into the King's Indian is no way, but from the English into it.
        ("1. c4 Nf6 2. Nc3 g6 3. e4 d6 4. d4 Bg7 5. f3 *", "E80 | King's Indian Defence | Sämisch Variation"),
        ("1. e4 *", "B00 | King's Pawn Game | -"),
        // The main line only.
        ("1. e4 (1. d4 d5 2. c4) 1... e5 *", "C20 | Open Game | -"),
        ("*", "- | - | -"),
    ] {
        assert_eq!(named(names, pgn), expected, "{pgn}");
    }
    // After 38 plies the position is that after 1. Nf3 Nf6; 21. e4 comes too late to count.
    let moves: String = (0..10).map(|n| format!("{}. Nf3 Nf6 {}. Ng1 Ng8 ", 2 * n + 1, 2 * n + 2)).collect();
    assert_eq!(named(names, &format!("{moves} 21. e4 c5 *")), "A05 | Zukertort Opening | -");
}

#[test]
fn games_from_positions_of_their_own_are_named_by_position() {
    let names = OpeningNames::builtin();
    let from = |fen: &str, rest: &str| named(names, &format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n{rest} *"));
    let sicilian = "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
    assert_eq!(from(sicilian, "2. Nf3 d6"), "B50 | Sicilian Defence | King's Knight Variation");
    assert_eq!(from(sicilian, "2. a3"), "B20 | Sicilian Defence | -");
    // Rights to castle and counters do not count.
    assert_eq!(from(&sicilian.replace("KQkq - 0 2", "- - 3 40"), "40. a3"), "B20 | Sicilian Defence | -");
    assert_eq!(from("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "1. e4"), "- | - | -");
    // Other rules, other openings.
    assert_eq!(named(names, "[Variant \"Atomic\"]\n\n1. e4 e5 *"), "- | - | -");
    assert_eq!(named(names, "[Variant \"Standard\"]\n\n1. e4 e5 *"), "C20 | Open Game | -");
}

#[test]
fn games_keep_what_their_tags_say() {
    let names = OpeningNames::builtin();
    for (tags, expected) in [
        ("[ECO \"c3\"]", "C30 | Sicilian Defence | Najdorf Variation"),
        ("[Opening \"Sicilian\"]\n[Variation \"Najdorf\"]", "B90 | Sicilian | Najdorf"),
        ("[Opening \"Mine: Best, Deep\"]\n[ECO \"A00\"]", "A00 | Mine | Best, Deep"),
        // Both parts of a name are from one source.
        ("[Opening \"Sicilian\"]", "B90 | Sicilian | -"),
        ("[Opening \"Mine: Best\"]\n[Variation \"Deep\"]", "B90 | Mine | Deep"),
        ("[Opening \"?\"]\n[Variation \"\"]\n[ECO \"?\"]", "B90 | Sicilian Defence | Najdorf Variation"),
        ("[Opening \"Say \\\"x\\\": y\"]", "B90 | Say \"x\" | y"),
    ] {
        let pgn = format!("{tags}\n\n1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 *");
        assert_eq!(named(names, &pgn), expected, "{tags}");
    }
    let full = |tags: &str| names.full_name(&game(&format!("{tags}\n\n1. e4 c5 2. c3 *")));
    assert_eq!(full("").as_deref(), Some("Sicilian Defence: Alapin Variation"));
    assert_eq!(full("[Opening \"Mine\"]").as_deref(), Some("Mine"));
    assert_eq!(names.full_name(&game("*")), None);
}

#[test]
fn tables_of_users_are_read_or_refused_with_the_line() {
    let names = OpeningNames::parse(
        "\u{feff}ECO\tname\tpgn\tuci\r\nB00\tMy e4: Best, by Test\t1. e4\te2e4\r\n\r\nC20\tMine\t1.e4 e5\r\nB00\tMy e4: Best, by Test\te2e4\n",
    )
    .unwrap();
    assert_eq!(names.len(), 2);
    let files = "eco\tname\tpgn\nB00\tOne\t1. e4\neco\tname\tpgn\nC20\tTwo\t1. e4 e5\n";
    assert_eq!(OpeningNames::parse(files).unwrap().len(), 2, "files put together");
    let king = "C50\tOne\t1. e4 e5 2. Nf3 Nc6 3. Be2\nC50\tTwo\t1. e4 e5 2. Nf3 Nc6 3. Ke2 Ke7 4. Ke1 Ke8 5. Be2\n";
    assert_eq!(named(&OpeningNames::parse(king).unwrap(), "1. Nf3 Nc6 2. e4 e5 3. Be2 *"), "C50 | One | -");
    assert_eq!(named(&names, "1. e4 c5 *"), "B00 | My e4 | Best, by Test");
    assert_eq!(named(&names, "1. e4 e5 *"), "C20 | Mine | -");
    assert_eq!(named(&names, "1. d4 *"), "- | - | -");
    for (table, expected) in [
        ("B00\tMine\t1. e4 e5 2. Ke3", "line 1: illegal move `Ke3`: no king can reach e3"),
        ("eco\tname\tpgn\nB00\tMine\t1. e4\n\nB0\tMine\t1. d4", "line 4: `B0` is no code of an opening, such as B90"),
        ("F00\tMine\t1. d4", "line 1: `F00` is no code of an opening, such as B90"),
        ("B00\t \t1. e4", "line 1: the name of the opening is missing"),
        ("B00\tMine", "line 1: the moves are missing"),
        ("B00\tMine\t1.", "line 1: the moves are missing"),
        ("B00\tMine\t1. e4 is", "line 1: `is` is not a move"),
        (
            "C20\tOne\t1. Nf3 Nc6 2. e4 e5\nC44\tTwo\t1. e4 e5 2. Nf3 Nc6",
            "line 2: the position has another name already: C20 One",
        ),
        ("", "there is no line with a code, a name and moves"),
        ("eco\tname\tpgn\n", "there is no line with a code, a name and moves"),
    ] {
        assert_eq!(OpeningNames::parse(table).unwrap_err().to_string(), expected, "{table:?}");
    }
}

#[test]
fn lines_longer_than_others_are_looked_up_as_far_as_they_go() {
    let moves: String = (0..11).map(|n| format!("{}. Nf3 Nf6 {}. Ng1 Ng8 ", 2 * n + 1, 2 * n + 2)).collect();
    let names = OpeningNames::parse(&format!("A00\tLate\t{moves} 23. e4 c5")).unwrap();
    assert_eq!(named(&names, &format!("{moves} 23. e4 c5 24. d4 *")), "A00 | Late | -");
}
