//! `tabiya rewrite`: the shapes of games.

use crate::cli::place::Place;

/// A game with a bit of everything.
const STUDY: &str = "[Event \"Study\"]\n[White \"Rot\"]\n[Black \"Blau\"]\n[Date \"2020.05.01\"]\n[Result \"1-0\"]\n[ECO \"C42\"]\n\n\
    {Intro [%csl Re4]} 1. e4 $1 {[%clk 0:01:00] good [%eval 0.3]} e5 (1... c5 {Sicilian} 2. Nf3 (2. c3 $6) ( {or} 2. d4 cxd4) \
    {all three} 2... d6) {back} 2. Nf3 Nf6 {[%emt 0:00:05]} 3. Nxe5 1-0\n";

/// The moves of the games in a PGN, each as one line.
fn moves(pgn: &str) -> Vec<String> {
    let texts = pgn.trim_end().split("\n\n").filter(|part| !part.starts_with('['));
    texts.map(|text| text.split_whitespace().collect::<Vec<_>>().join(" ")).collect()
}

/// What a study becomes with options.
fn shaped(place: &Place, options: &[&str]) -> Vec<String> {
    let run = place.run(&[&["rewrite", "-q", "study.pgn"], options].concat());
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "{run}");
    moves(&run.out)
}

#[test]
fn parts_are_left_out() {
    let place = Place::new();
    place.write("study.pgn", STUDY);
    for (parts, expected) in [
        (
            "variations",
            "{Intro [%csl Re4]} 1. e4 $1 {[%clk 0:01:00] good [%eval 0.3]} 1... e5 {back} 2. Nf3 Nf6 {[%emt 0:00:05]} 3. Nxe5 1-0",
        ),
        ("comments", "1. e4 $1 e5 (1... c5 2. Nf3 (2. c3 $6) (2. d4 cxd4) 2... d6) 2. Nf3 Nf6 3. Nxe5 1-0"),
        (
            "words",
            "{[%csl Re4]} 1. e4 $1 {[%clk 0:01:00][%eval 0.3]} 1... e5 (1... c5 2. Nf3 (2. c3 $6) (2. d4 cxd4) 2... d6) 2. Nf3 \
             Nf6 {[%emt 0:00:05]} 3. Nxe5 1-0",
        ),
        (
            "variations,words,marks",
            "1. e4 $1 {[%clk 0:01:00][%eval 0.3]} 1... e5 2. Nf3 Nf6 {[%emt 0:00:05]} 3. Nxe5 1-0",
        ),
        ("variations,clocks", "{Intro [%csl Re4]} 1. e4 $1 {good [%eval 0.3]} 1... e5 {back} 2. Nf3 Nf6 3. Nxe5 1-0"),
        ("variations,evals,nags,clocks,marks", "{Intro} 1. e4 {good} 1... e5 {back} 2. Nf3 Nf6 3. Nxe5 1-0"),
        ("variations,comments,nags", "1. e4 e5 2. Nf3 Nf6 3. Nxe5 1-0"),
    ] {
        assert_eq!(shaped(&place, &["--without", parts]), [expected], "{parts}");
    }
    // Without nothing, nothing is changed but the spaces.
    let whole = "{Intro [%csl Re4]} 1. e4 $1 {[%clk 0:01:00] good [%eval 0.3]} 1... e5 (1... c5 {Sicilian} 2. Nf3 (2. c3 $6) ({or} \
        2. d4 cxd4) {all three} 2... d6) {back} 2. Nf3 Nf6 {[%emt 0:00:05]} 3. Nxe5 1-0";
    assert_eq!(shaped(&place, &[]), [whole]);
    assert_eq!(shaped(&place, &["--plies", "1-"]), [whole]);
    let run = place.run(&["rewrite", "study.pgn", "--without", "moves"]);
    assert_eq!(run.code, Some(2), "{run}");
}

#[test]
fn each_line_is_a_game_and_games_become_one() {
    let place = Place::new();
    place.write("study.pgn", STUDY);
    let lines =
        ["1. e4 e5 2. Nf3 Nf6 3. Nxe5 1-0", "1. e4 c5 2. Nf3 d6 *", "1. e4 c5 2. c3 *", "1. e4 c5 2. d4 cxd4 *"];
    assert_eq!(shaped(&place, &["--lines", "--without", "comments,nags"]), lines);
    assert_eq!(shaped(&place, &["--lines", "--without", "comments,nags,variations"]), lines[..1]);
    // What stands before the first move of a variation stands after the move before it, where there is no variation.
    let said = &shaped(&place, &["--lines", "--without", "marks,clocks,evals,nags"])[3];
    assert_eq!(said, "{Intro} 1. e4 {good} 1... c5 {Sicilian} {or} 2. d4 cxd4 *");
    // The lines of a game together are the game.
    place.write("lines.pgn", place.run(&["rewrite", "-q", "study.pgn", "--lines", "--without", "comments,nags"]).out);
    let merged = place.run(&["rewrite", "-q", "lines.pgn", "--merge", "--without", "comments"]);
    assert_eq!(moves(&merged.out), shaped(&place, &["--without", "comments,nags"]));
    assert!(merged.out.contains("[White \"Rot\"]") && merged.out.contains("[Result \"1-0\"]"), "{merged}");

    let start = "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]";
    place.write(
        "two.pgn",
        format!(
            "[White \"A\"]\n[Black \"B\"]\n[Event \"E\"]\n\n1. e4 {{king's pawn}} e5 1/2-1/2\n\n{start}\n\n1. e4 *\n\n\
             [White \"C\"]\n[Black \"D\"]\n[Event \"E\"]\n\n1. e4 {{king's pawn}} c5 $3 {{sharp}} 0-1\n\n{start}\n\n1. e3 Kd7 *\n",
        ),
    );
    let run = place.run(&["rewrite", "-q", "two.pgn", "--merge"]);
    let expected = [
        "1. e4 {king's pawn} 1... e5 {A - B, E, 1/2-1/2} (1... c5 $3 {sharp} {C - D, E, 0-1}) *",
        "1. e4 (1. e3 Kd7) *",
    ];
    assert_eq!(moves(&run.out), expected, "{run}");
    assert!(run.out.starts_with("[Event \"E\"]") && run.out.contains("[FEN \"4k3/"), "{run}");
    // What a merge writes is read without a fault, and written again as it is.
    place.write("merged.pgn", &run.out);
    assert_eq!(place.run(&["rewrite", "-q", "merged.pgn"]).out, run.out);
}

/// Two games of 600,000 plies each with another first move: a game has at most 1,048,576 positions.
#[test]
fn a_merged_game_is_no_longer_than_a_game_may_be() {
    let place = Place::new();
    let long = |first: &str| format!("{first} {}*\n\n", "Nf6 Nc3 Ng8 Nb1 ".repeat(150_000));
    place.write("long.pgn", [long("1. e4"), long("1. d4")].concat());
    let run = place.run(&["rewrite", "-q", "long.pgn", "--merge", "-o", "one.pgn"]);
    assert!(run.code == Some(2) && run.err.contains("the games together are longer"), "{run}");
    assert!(!place.has("one.pgn"));
    let run = place.run(&["rewrite", "-q", "long.pgn", "--merge", "--plies", "-9", "--without", "comments"]);
    let line = |number: u32| format!("Nf6 {}. Nc3 Ng8 {}. Nb1", number, number + 1);
    let rest = format!("{} Nf6 4. Nc3 Ng8 5. Nb1", line(2));
    assert_eq!(moves(&run.out), [format!("1. e4 (1. d4 {rest}) 1... {rest} *")], "{run}");
}

#[test]
fn moves_are_cut_off() {
    let place = Place::new();
    place.write("study.pgn", STUDY);
    let cut = |options: &[&str]| shaped(&place, &[options, &["--without", "comments,nags"]].concat());
    assert_eq!(cut(&["--plies", "-2"]), ["1. e4 e5 (1... c5) 1-0"]);
    assert_eq!(cut(&["--plies=2-3"]), ["1... e5 (1... c5 2. Nf3 (2. c3) (2. d4)) 2. Nf3 1-0"]);
    assert_eq!(cut(&["--plies", "5-"]), ["3. Nxe5 1-0"]);
    assert_eq!(cut(&["--plies", "50-60"]), ["1-0"]);
    assert_eq!(cut(&["--until", "ply == 2"]), ["1. e4 e5 (1... c5) 1-0"]);
    assert_eq!(cut(&["--from", "Nf3 nf6"]), ["3. Nxe5 1-0"]);
    assert_eq!(cut(&["--from", "Nf3", "--until", "nf6"]), ["2... Nf6 1-0"]);
    assert_eq!(cut(&["--until", "mate"]).len(), 1);
    // The first position: White moved the knight, so that Black is to move; one ply without pawns and captures.
    let run = place.run(&["rewrite", "-q", "study.pgn", "--from", "Nf3"]);
    assert!(run.out.contains("[FEN \"rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2\"]"), "{run}");
    for wrong in ["", "-", "0-3", "4-3", "x-2", "3"] {
        let run = place.run(&["rewrite", "study.pgn", &format!("--plies={wrong}")]);
        assert_eq!(run.code, Some(2), "{run}");
    }
    assert_eq!(place.run(&["rewrite", "study.pgn", "--from", "chekc"]).code, Some(2));
}

#[test]
fn games_and_tags_are_chosen() {
    let place = Place::new();
    place.write("study.pgn", format!("{STUDY}\n[White \"Grün\"]\n[Note \"n\"]\n\n1. d4 d5 *\n"));
    // Each of the conditions must hold, though in different positions.
    let run = place.run(&["rewrite", "-q", "study.pgn", "--where", "Nf3", "--where", "stalemate"]);
    assert_eq!((run.code, run.out.as_str()), (Some(0), ""), "{run}");
    let run = place.run(&["rewrite", "study.pgn", "--where", "Nf3", "--where", "Ne5", "--tags", "roster"]);
    let tags = "[Event \"Study\"]\n[Site \"?\"]\n[Date \"2020.05.01\"]\n[Round \"?\"]\n[White \"Rot\"]\n[Black \"Blau\"]\n[Result \"1-0\"]\n\n";
    assert!(run.out.starts_with(tags), "{run}");
    assert_eq!(run.err, "note: 2 games: 1 clean, 1 without a match, which were left out\n");
    let run = place.run(&["rewrite", "-q", "study.pgn", "--tags", "White,Note"]);
    assert!(
        run.out.starts_with("[White \"Rot\"]\n\n{Intro")
            && run.out.ends_with("[White \"Grün\"]\n[Note \"n\"]\n\n1. d4 d5 *\n\n"),
        "{run}"
    );
    let run = place.run(&["rewrite", "-q", "study.pgn", "--without-tags", "Event,Site,Date,Round,Black,ECO,Note"]);
    assert!(
        run.out.starts_with("[White \"Rot\"]\n[Result \"1-0\"]\n\n")
            && run.out.contains("[White \"Grün\"]\n[Result \"*\"]\n\n1. d4"),
        "{run}"
    );
    // What could not be read is told, unless comments are not wanted.
    place.write("bad.pgn", "1. e4 e5 2. Ke3 d6 *\n");
    let text = |options: &[&str]| moves(&place.run(&[&["rewrite", "-q", "bad.pgn"], options].concat()).out);
    assert_eq!(text(&["--plies", "2-"]), ["1... e5 {Not read: Ke3 d6} *"]);
    assert_eq!(text(&["--without", "comments"]), ["1. e4 e5 *"]);
}

#[test]
fn files_by_fields_and_by_numbers() {
    let place = Place::new();
    let game = |eco: &str, n: u32| format!("[Round \"{n}\"]\n[ECO \"{eco}\"]\n\n1. e4 *\n\n");
    let games = [("C42", 1), ("B20", 2), ("C42", 3), ("C42", 4), ("B20", 5)].map(|(eco, n)| game(eco, n));
    place.write("g.pgn", games.concat());
    let rounds = |file: &str| {
        let text = place.read(file);
        text.lines()
            .filter_map(|line| Some(line.strip_prefix("[Round \"")?.trim_end_matches("\"]").to_owned()))
            .collect::<String>()
    };
    let run = place.run(&["rewrite", "g.pgn", "-o", "{eco}/all.pgn"]);
    assert_eq!(run.err, "note: 5 games: 5 clean; written to 2 files\n");
    assert_eq!((rounds("C42/all.pgn"), rounds("B20/all.pgn")), ("134".into(), "25".into()));
    let run = place.run(&["rewrite", "g.pgn", "--games-per-file", "2", "-o", "{eco}-{n}.pgn"]);
    assert_eq!(run.err, "note: 5 games: 5 clean; written to 3 files\n");
    assert_eq!([rounds("C42-1.pgn"), rounds("C42-2.pgn"), rounds("B20-1.pgn")], ["13", "4", "25"]);
    place.run(&["rewrite", "g.pgn", "--games-per-file=2", "-o", "part-{n}.pgn"]);
    assert_eq!([rounds("part-1.pgn"), rounds("part-2.pgn"), rounds("part-3.pgn")], ["12", "34", "5"]);
    // What becomes several games counts as several.
    place.write("two.pgn", "[Round \"7\"]\n\n1. e4 (1. d4) (1. c4) e5 *\n");
    place.run(&["rewrite", "two.pgn", "--lines", "--games-per-file=2", "-o", "line-{n}.pgn"]);
    assert_eq!([rounds("line-1.pgn"), rounds("line-2.pgn")], ["77", "7"]);
    for (options, said) in [
        (&["-o", "x-{n}.pgn"][..], "add --games-per-file N"),
        (&["-o", "x.pgn", "--games-per-file", "3"], "write -o 'games-{n}.pgn'"),
        (&["-o", "{eco}.pgn", "--merge"], "--merge makes one file"),
        (&["-o", "{nothing}.pgn"], "`nothing`, in braces in the name of the output, is not a field of a game"),
    ] {
        let run = place.run(&[&["rewrite", "g.pgn"], options].concat());
        assert!(run.code == Some(2) && run.err.contains(said), "{run}");
    }
    assert!(!place.has("x.pgn"));
}

#[test]
fn openings_are_added_where_they_are_missing() {
    let place = Place::new();
    let mine = "[White \"B\"]\n[Opening \"Mine\"]\n\n1. e4 e5 *\n";
    place.write("g.pgn", format!("[White \"A\"]\n\n1. Nf3 Nf6 2. c4 e6 3. g3 d5 4. d4 *\n\n{mine}\n[White \"C\"]\n[FEN \"4k3/8/8/8/8/8/8/4K3 w - - 0 1\"]\n\n1. Kd2 *\n"));
    let tags = |options: &[&str]| {
        let out = place.run(&[&["rewrite", "-q", "g.pgn", "--add-openings"], options].concat()).out;
        let wanted =
            |line: &&str| ["[White", "[ECO", "[Opening", "[Variation"].iter().any(|start| line.starts_with(start));
        out.lines().filter(wanted).collect::<Vec<_>>().join(" ")
    };
    place.write("own.tsv", "E00\tCatalan: Ours\t1. d4 Nf6 2. c4 e6 3. g3 d5 4. Nf3\nC20\tOpen Game\t1. e4 e5\n");
    let own = "[White \"A\"] [ECO \"E00\"] [Opening \"Catalan\"] [Variation \"Ours\"] [White \"B\"] [Opening \"Mine\"] [ECO \"C20\"] [White \"C\"]";
    assert_eq!(tags(&["--openings", "own.tsv"]), own);
    assert_eq!(tags(&["--openings", "own.tsv", "--without-tags", "ECO,Variation"]).matches("[ECO").count(), 0);
    assert!(tags(&[]).starts_with("[White \"A\"] [ECO \"E0"), "{}", tags(&[]));
    // What is added is a field of the name, and what queries see.
    place.run(&["rewrite", "-q", "g.pgn", "--add-openings", "--openings", "own.tsv", "-o", "{eco} {opening}.pgn"]);
    assert!(place.has("E00 Catalan.pgn") && place.has("C20 Mine.pgn"), "{:?}", place.names());
    let only =
        place.run(&["rewrite", "-q", "g.pgn", "--add-openings", "--where", "eco \"C20\"", "--openings", "own.tsv"]);
    assert_eq!(only.out.matches("[White ").count(), 1, "{only}");
    let run = place.run(&["rewrite", "g.pgn", "--add-openings", "--openings", "own.tsv", "-o", "own.tsv"]);
    assert!(run.code == Some(2) && place.read("own.tsv").starts_with("E00"), "{run}");
}

#[test]
fn games_are_written_as_they_were_read() {
    let place = Place::new();
    // The second game has an illegal move and a byte that is no UTF-8, the third one the line ends of another system and no end.
    let games: [&[u8]; 3] = [
        b"[White \"A\"]\n\n1. e4   e5 ( 2. Nf3 *\n\n",
        b"[White \"B\xe9\"]\n\n1. e4 e5 2. Ke3 Nc6 *\n\n",
        b"[White \"C\"]\r\n\r\n1. d4 d5 *",
    ];
    place.write("g.pgn", games.concat());
    let bytes = |name: &str| std::fs::read(place.path(name)).unwrap();
    place.run(&["rewrite", "-q", "--as-read", "g.pgn", "-o", "whole.pgn"]);
    assert_eq!(bytes("whole.pgn"), games.concat());
    place.run(&["rewrite", "-q", "--as-read", "g.pgn", "--where", "Pe4", "-o", "some.pgn"]);
    assert_eq!(bytes("some.pgn"), games[..2].concat());
    // In files of their own, a blank line ends each game, which may be followed by others.
    let run = place.run(&["rewrite", "--as-read", "g.pgn", "-o", "{white}.pgn"]);
    assert_eq!(run.err, "note: 3 games: 3 written as they were read; written to 3 files\n");
    let blank = |game: &[u8], end: &[u8]| [game, end].concat();
    assert_eq!(bytes("A.pgn"), games[0]);
    assert_eq!(bytes("C.pgn"), blank(games[2], b"\r\n\r\n"));
    // What changes games has no place next to it.
    for option in
        [&["--lines"][..], &["--tags", "White"], &["--plies", "1-2"], &["--fix-results"], &["--ratings", "r.csv"]]
    {
        place.write("r.csv", "name,elo\nA,2000\n");
        for command in [&["rewrite", "--as-read", "g.pgn"][..], &["export", "g.pgn"]] {
            let run = place.run(&[command, option].concat());
            assert!(run.code == Some(2) && run.err.contains("--as-read") && run.out.is_empty(), "{run}");
        }
    }
}

#[test]
fn ratings_are_added_where_they_are_missing() {
    let place = Place::new();
    place.write(
        "r.csv",
        "name;elo;date;fideid\nTal, Mikhail;2705;1980-01;12\nTal, Mikhail;2645;1971;12\nWei, Yi;2700;;\n",
    );
    let game = |tags: &str| format!("{tags}\n1. e4 *\n\n");
    let games = [
        "[White \"Tal, M\"]\n[Black \"Wei, Y\"]\n[Date \"1979.??.??\"]\n",
        "[White \"Mihail Tal\"]\n[Black \"Tal, Mikhail\"]\n[Date \"1980.05.01\"]\n[BlackElo \"?\"]\n",
        "[White \"Tal, Mikhail\"]\n[Black \"Nobody\"]\n[Date \"1960.01.01\"]\n[WhiteElo \"2600\"]\n[WhiteFideId \"7\"]\n",
    ];
    place.write("g.pgn", games.map(game).concat());
    let added = |options: &[&str]| {
        let run = place.run(&[&["rewrite", "-q", "g.pgn", "--ratings", "r.csv"], options].concat());
        assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "{run}");
        run.out.lines().filter(|line| line.contains("Elo") || line.contains("Fide")).collect::<Vec<_>>().join(" ")
    };
    // `Mihail` is no shorter form of `Mikhail`, so nobody knows who that is.
    let all = "[WhiteElo \"2645\"] [WhiteFideId \"12\"] [BlackElo \"2700\"] [BlackElo \"2705\"] [BlackFideId \"12\"] \
        [WhiteElo \"2600\"] [WhiteFideId \"7\"]";
    assert_eq!(added(&[]), all);
    assert_eq!(added(&["--where", "elo black > 2702"]), "[BlackElo \"2705\"] [BlackFideId \"12\"]");
    place.write("wrong.csv", "name,elo\nTal,high\n");
    let run = place.run(&["rewrite", "g.pgn", "--ratings", "wrong.csv"]);
    assert!(run.code == Some(2) && run.err.contains("line 2: `high` is not a rating"), "{run}");
    let run = place.run(&["rewrite", "g.pgn", "--ratings", "r.csv", "-o", "r.csv"]);
    assert!(run.code == Some(2) && place.read("r.csv").starts_with("name;elo"), "{run}");
}

#[test]
fn moves_are_written_with_the_letters_of_a_language_and_read_again() {
    let place = Place::new();
    place.write("study.pgn", STUDY.replace("3. Nxe5", "3. Nxe5 Nc6 4. Bb5 Be7 5. Qh5 Kf8 6. O-O"));
    let english = shaped(&place, &[]);
    for (code, knight) in [
        ("de", "Sf3"),
        ("fr", "Cf3"),
        ("es", "Cf3"),
        ("hu", "Hf3"),
        ("ru", "Кf3"),
        ("font", "¤f3"),
        ("figurine", "♘f3"),
    ] {
        let foreign = place.run(&["rewrite", "-q", "study.pgn", "--write-letters", code, "-o", "foreign.pgn"]);
        assert_eq!((foreign.code, foreign.err.as_str()), (Some(0), ""), "{foreign}");
        let text = place.read("foreign.pgn");
        assert!(text.contains(knight) && !text.contains("Nf3"), "{text}");
        let again = place.run(&["rewrite", "-q", "foreign.pgn", "--letters", code]);
        assert_eq!((again.code, moves(&again.out)), (Some(0), english.clone()), "{again}");
        let merged = place.run(&["rewrite", "-q", "study.pgn", "--write-letters", code, "--merge"]);
        assert!(merged.out.contains(knight), "{merged}");
    }
    let wrong = place.run(&["rewrite", "study.pgn", "--write-letters", "xx"]);
    assert!(wrong.code == Some(2) && wrong.err.contains("font, figurine"), "{wrong}");
}

#[test]
fn novelties_are_marked() {
    let place = Place::new();
    place.write("study.pgn", STUDY);
    place.write("old.pgn", "1. e4 e5 2. Nf3 Nc6 *\n\n1. e4 e5 2. Nf3 Nf6 3. d4 *\n");
    let marked = shaped(&place, &["--mark-novelties", "old.pgn", "--without", "comments,variations"]);
    assert_eq!(marked, ["1. e4 $1 e5 2. Nf3 Nf6 3. Nxe5 $146 1-0"]);
    // What is cut off is not marked, and a mark that is there stays one.
    let cut = shaped(&place, &["--mark-novelties", "old.pgn", "--without", "comments,variations", "--plies", "-4"]);
    assert_eq!(cut, ["1. e4 $1 e5 2. Nf3 Nf6 1-0"]);
    place.write("old.pgn", "1. d4 *\n");
    let both = shaped(&place, &["--mark-novelties", "old.pgn", "--without", "comments,variations"]);
    assert_eq!(both, ["1. e4 $1 $146 e5 2. Nf3 Nf6 3. Nxe5 1-0"]);
    let missing = place.run(&["rewrite", "study.pgn", "--mark-novelties", "missing.pgn"]);
    assert!(missing.code == Some(2) && missing.err.contains("missing.pgn"), "{missing}");
    let input = place.run(&["rewrite", "study.pgn", "--mark-novelties", "old.pgn", "-o", "old.pgn"]);
    assert!(input.code == Some(2) && input.err.contains("both an input and an output"), "{input}");
}

#[test]
fn matches_are_marked() {
    let place = Place::new();
    place.write("study.pgn", "1. e4 e5 2. Nf3 Nc6 3. Bb5 {own [%cal Gb5c6]} a6 4. Bxc6 *\n");
    // The bishop on b5 attacks the knight until 4. Bxc6, also where it is Black's turn.
    let attacks = shaped(&place, &["--marks", "B attacks n", "--without", "marks"]);
    assert_eq!(attacks, ["1. e4 e5 2. Nf3 Nc6 3. Bb5 {own} {[%csl Gb5]} 3... a6 {[%csl Gb5]} 4. Bxc6 *"]);
    let silent = shaped(&place, &["--marks", "B attacks n", "--without", "comments", "--plies", "-5"]);
    assert_eq!(silent, ["1. e4 e5 2. Nf3 Nc6 3. Bb5 {[%csl Gb5]} *"]);
    // A sequence of two moves is an arrow for each.
    let moves = shaped(&place, &["--marks", "path N--f3 n--c6", "--without", "comments"]);
    assert_eq!(moves, ["1. e4 e5 {[%cal Bg1f3,Bb8c6]} 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 *"]);
    let wrong = place.run(&["rewrite", "study.pgn", "--marks", "no such filter"]);
    assert!(wrong.code == Some(2) && wrong.out.is_empty(), "{wrong}");
    let both = place.run(&["rewrite", "study.pgn", "--marks", "mate", "--as-read"]);
    assert!(both.code == Some(2) && both.err.contains("--as-read"), "{both}");
}

/// What is added is written even where the game's own part of the same kind is not.
#[test]
fn additions_survive_what_is_left_out() {
    let place = Place::new();
    place.write("study.pgn", STUDY);
    place.write("old.pgn", "1. d4 *\n");
    let nags = shaped(&place, &["--mark-novelties", "old.pgn", "--without", "comments,variations,nags"]);
    assert_eq!(nags, ["1. e4 $146 e5 2. Nf3 Nf6 3. Nxe5 1-0"]);
    place.write("elo.csv", "name,elo\nRot,2000\n");
    let tags =
        place.run(&["rewrite", "-q", "study.pgn", "--tags", "event,White", "--ratings", "elo.csv", "--add-openings"]);
    let names: Vec<&str> = tags.out.lines().filter_map(|line| line.strip_prefix('[')?.split(' ').next()).collect();
    assert_eq!(names, ["Event", "White", "Opening", "WhiteElo"], "{tags}");
    let without = place.run(&["rewrite", "-q", "study.pgn", "--without-tags", "whiteelo", "--ratings", "elo.csv"]);
    assert!(!without.out.contains("WhiteElo"), "{without}");
}

/// Nobody has played a variation, so that nobody has won it; mate is told by the board.
#[test]
fn lines_have_results_of_their_own() {
    let place = Place::new();
    place.write(
        "study.pgn",
        "[Result \"0-1\"]\n\n1. f3 (1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7#) e5 2. g4 (2. a3) Qh4# 0-1\n",
    );
    let scholar = "1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7#";
    let results = |options: &[&str], of_scholar: &str| {
        let lines = shaped(&place, options);
        assert!(lines.contains(&"1. f3 e5 2. g4 Qh4# 0-1".to_owned()), "{lines:?}");
        assert!(lines.contains(&"1. f3 e5 2. a3 *".to_owned()), "{lines:?}");
        assert!(lines.contains(&format!("{scholar} {of_scholar}")), "{lines:?}");
    };
    results(&["--lines"], "*");
    results(&["--lines", "--fix-results"], "1-0");
    let run = place.run(&["rewrite", "-q", "study.pgn", "--lines", "--where", "true"]);
    let tags: Vec<&str> = run.out.lines().filter(|line| line.starts_with("[Result")).collect();
    assert_eq!(tags, ["[Result \"0-1\"]", "[Result \"*\"]", "[Result \"*\"]"], "{run}");
    for option in [&["--add-openings"][..], &["--mark-novelties", "study.pgn"]] {
        let run = place.run(&[&["rewrite", "study.pgn", "--lines"], option].concat());
        assert!(run.code == Some(2) && run.err.contains("cannot be used with"), "{run}");
    }
}

#[test]
fn players_get_one_spelling() {
    let place = Place::new();
    place.write("g.pgn", "[White \"Tal,M\"]\n[Black \"Keres, P\"]\n\n1. e4 *\n\n[White \"Tal, Mikhail\"]\n\n1. d4 *\n");
    place.write("n.csv", "alias,name\n\"Tal, M\",\"Tal, Mikhail\"\n");
    let run = place.run(&["rewrite", "-q", "g.pgn", "--names", "n.csv", "--where", "player \"Tal, Mikhail\""]);
    assert_eq!(run.out.matches("[White \"Tal, Mikhail\"]").count(), 2, "{run}");
    assert!(run.out.contains("[Black \"Keres, P\"]"), "{run}");
    let run = place.run(&["rewrite", "-q", "g.pgn", "--names", "n.csv", "-o", "{white}.pgn"]);
    assert!(run.code == Some(0) && place.read("Tal, Mikhail.pgn").matches("[Event ").count() == 2, "{run}");
}

/// Programs look for commands line by line, and read dates as the standard has them.
#[test]
fn commands_are_not_broken_and_tags_are_normal() {
    let place = Place::new();
    let clocks: String =
        (0..40).map(|n| format!("{} {{[%clk 0:0{}:00]}} ", ["Nf3", "Nf6", "Ng1", "Ng8"][n % 4], n % 10)).collect();
    place.write(
        "study.pgn",
        format!("[date \"2024-5-31\"]\n[White \" Blue ,Ann \"]\n[eco \"A00\"]\n[WhiteElo \"2400 \"]\n\n{clocks}*\n"),
    );
    let run = place.run(&["rewrite", "-q", "study.pgn"]);
    let opened = run.out.lines().filter(|line| line.matches("[%").count() != line.matches(":00]").count());
    assert_eq!(opened.collect::<Vec<_>>(), Vec::<&str>::new());
    assert!(run.out.lines().all(|line| line.len() < 80) && run.out.matches("[%clk ").count() == 40, "{run}");
    for tag in ["[Date \"2024.05.31\"]", "[White \"Blue, Ann\"]", "[ECO \"A00\"]", "[WhiteElo \"2400\"]"] {
        assert!(run.out.contains(tag), "{tag}: {run}");
    }
    place.write("again.pgn", &run.out);
    assert_eq!(place.run(&["rewrite", "-q", "again.pgn"]).out, run.out);
}

#[test]
fn figurines_are_read_in_promotions() {
    let place = Place::new();
    place.write("g.pgn", "[FEN \"4k3/P6P/8/8/8/8/p7/4K3 w - - 0 1\"]\n\n1. a8=♕+ ♔d7 2. h8♖ a1=♞ *\n");
    let run = place.run(&["rewrite", "g.pgn"]);
    assert_eq!(moves(&run.out), ["1. a8=Q+ Kd7 2. h8=R a1=N *"], "{run}");
    let there = place.run(&["rewrite", "-q", "g.pgn", "--write-letters", "figurine", "-o", "f.pgn"]);
    assert_eq!(there.code, Some(0), "{there}");
    assert_eq!(moves(&place.run(&["rewrite", "-q", "f.pgn"]).out), moves(&run.out));
}

/// A name says what is in a file, so that no file has a name that says something else.
#[test]
fn names_of_files_that_say_something_else() {
    let place = Place::new();
    place.write("g.pgn", "1. e4 e5 2. Nf3 *\n");
    let commands: [(&[&str], &[&str]); 6] = [
        (&["rewrite", "g.pgn"], &["x.csv", "x.tabiya", "x.pgn.gz"]),
        (&["dedupe", "g.pgn"], &["x.xlsx", "x.tabiya", "{eco}.pgn"]),
        (&["tree", "g.pgn"], &["x.xlsx", "x.html"]),
        (&["novelty", "g.pgn", "g.pgn"], &["x.parquet", "x.pgn"]),
        (&["repertoire", "g.pgn", "g.pgn"], &["x.svg"]),
        (&["search", "-e", "mate", "g.pgn", "--excel"], &["x.xlsx", "x.jsonl", "x.pgn"]),
    ];
    let before = place.names();
    for (command, outputs) in commands {
        for output in outputs {
            let run = place.run(&[command, &["-o", output]].concat());
            assert!(run.code == Some(2) && run.out.is_empty() && !run.err.is_empty(), "{command:?} {output}: {run}");
        }
    }
    assert_eq!(place.names(), before);
}
