//! Games that are refused by the text of their moves, before a move is played.

use std::path::Path;
use tabiya::chess::{Board, MoveKind, Role};
use tabiya::game::{MoveTokens, RawGame, Reading};
use tabiya::{Game, Games, ParsedQuery, PlanOptions, QueryOptions, QuerySet, SearchOptions, Source};

fn set(texts: &[&str], plan: PlanOptions) -> QuerySet {
    let options = QueryOptions { plan, ..QueryOptions::default() };
    let parse = |text: &&str| {
        let source = Source { name: "query".into(), text: (*text).to_owned() };
        ParsedQuery::parse(source, &options).unwrap_or_else(|error| panic!("{text}: {error}"))
    };
    QuerySet::new(texts.iter().map(parse).collect(), &options).expect("a plan")
}

/// True if the moves of a game are played, for all that the queries need.
fn is_played(set: &QuerySet, pgn: &str, game: &mut Game) -> bool {
    let (options, mut scratches) = (SearchOptions::default(), Vec::new());
    let raw = RawGame::from_bytes(pgn.as_bytes());
    game.parse_unless_skimmed(&raw, &Reading::default(), set.skims(), |game, tokens| match tokens {
        None => set.is_refused_by_tags(game, &mut scratches, &options),
        Some(tokens) => set.is_refused_by_tokens(game, tokens, &mut scratches, &options),
    })
}

/// The tokens of a game that begins with the array.
fn tokens(raw: &RawGame) -> Option<MoveTokens> {
    let mut found = None;
    Game::new().parse_unless_skimmed(raw, &Reading::default(), true, |_, tokens| {
        found = tokens.cloned();
        false
    });
    found
}

const SHORT: &str = "[White \"Adams\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. O-O Nf6 1-0";

#[test]
fn the_text_of_the_moves_refuses_games() {
    for text in [
        "ply > 200",
        "movenumber > 60",
        "move promote N",
        "move promote A",
        "o-o-o",
        "o-o-o or ply > 200",
        "result 0-1",
        "Nh8",
        "flip {Kd4 ke8}",
        "Q == 2",
        "nullmove",
        "next 100 200 (.*)",
        "path B[x]h7 k[x]h7",
        "Q--e4",
        "mate result 1/2-1/2",
        "cql(variations) depth > 0 R attacks k",
        r#"player "Adams" move promote N"#,
        r#"player "Tal" or ply > 200"#,
    ] {
        let mut game = Game::new();
        let usual = set(&[text], PlanOptions::default());
        assert!(usual.skims() && !is_played(&usual, SHORT, &mut game), "{text}");
        assert_eq!((game.tree().len(), game.tags().get("White")), (1, Some("Adams")), "{text}");
        for off in [
            PlanOptions { tokens: false, ..PlanOptions::default() },
            PlanOptions { skip_moves: false, ..PlanOptions::default() },
        ] {
            let all = set(&[text], off);
            assert!(!all.skims() && is_played(&all, SHORT, &mut game), "{text}");
            assert_eq!(game.tree().len(), 9, "{text}");
        }
    }
}

#[test]
fn text_is_skimmed_only_where_most_games_are_refused() {
    let skims = |texts: &[&str]| set(texts, PlanOptions::default()).skims();
    for text in
        ["true", "check", "mate", "castle", "ply > 20", "passedpawns", "Nf3", "x=1 ply > 200", "enpassant", "R == 0"]
    {
        assert!(!skims(&[text]), "{text}");
    }
    assert!(!skims(&["move promote N", "check"]));
    assert!(skims(&["move promote N", "player \"Tal\"", "cql(variations) ply > 200"]));
    assert!(!skims(&["player \"Tal\"", "false"]));
}

#[test]
fn odd_spellings_are_played() {
    let played = |text: &str, pgn: &str| is_played(&set(&[text], PlanOptions::default()), pgn, &mut Game::new());
    let promoted = "1. a4 b5 2. axb5 a6 3. bxa6 Nc6 4. a7 Nb8";
    for end in ["axb8=N", "axb8N", "a7b8n", "a7-b8=N", "axb8(N)", "axb8/N", "e5 (5. axb8=N)"] {
        assert!(played("move promote N", &format!("{promoted} 5. {end} *")), "{end}");
    }
    assert!(!played("move promote N", &format!("{promoted} 5. axb8=Q *")));
    for castling in ["O-O-O", "0-0-0", "OOO", "o-o-o", "e1c1", "Kc1", "Ke1-c1", "e1a1"] {
        assert!(played("o-o-o", &format!("1. d4 d5 2. Bf4 Bf5 3. Nc3 Nc6 4. Qd2 Qd7 5. {castling} *")), "{castling}");
    }
    // A move written with a dash leads a piece to a square, in whatever way.
    for (dash, moves) in [
        ("R--f1", "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. O-O"),
        ("K--g1", "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Kg1"),
        ("P[x]pd5", "1. e4 a6 2. e5 d5 3. exd6"),
        ("P[x]n", "1. a4 b5 2. axb5 a6 3. bxa6 Nc6 4. a7 Nb8 5. axb8=Q"),
        ("K--e4", "1. e4 e5 2. Ke2 Ke7 3. Ke3 (3. Kd3 h6 4. Ke4)"),
    ] {
        assert!(played(dash, &format!("{moves} *")), "{dash}");
    }
    for nothing in ["--", "Z0", "null", "pass", "0000", "@@@@"] {
        assert!(played("nullmove", &format!("1. e4 {nothing} *")), "{nothing}");
    }
    for result in ["1. e4 {1-0} 1-0", "1. e4 (1. d4 1-0", "1. e4 e51-0", "[Result \"1-0\"]\n\n1. e4", "1. e4 0-1 1-0"] {
        assert!(played("result 1-0", result), "{result}");
    }
    // Where other positions or rules come first, the text says too little.
    for tag in ["FEN \"8/P7/8/8/8/8/8/K1k5 w - - 0 1\"", "Variant \"crazyhouse\"", "Variant \"Chess960\""] {
        assert!(played("Nh8", &format!("[{tag}]\n\n1. e4 *")), "{tag}");
    }
    assert!(played("ply > 200", "1. e4 [text] e5 *"));
}

/// Fails if a game has what its tokens exclude.
fn assert_within(game: &Game, tokens: &MoveTokens) {
    let (tree, array) = (game.tree(), Board::initial());
    assert!(tokens.moves() >= tree.len() - 1);
    assert!(tokens.may_result(game.result()));
    assert!(tokens.has_variations() || tree.len() == tree.mainline_len());
    let mut promotions = [0; 6];
    for node in 1..tree.len() {
        let mv = tree.move_to(node).expect("a move");
        match mv.kind {
            MoveKind::Castle { .. } => assert!(tokens.may_castle(!mv.is_castle_long())),
            MoveKind::Null => assert!(tokens.has_null_moves()),
            MoveKind::Normal | MoveKind::EnPassant | MoveKind::Drop => {}
        }
        if let Some(role) = mv.promotion {
            promotions[role as usize - 1] += 1;
        }
        for role in Role::ALL {
            let visited = tree.board(node).by_role(role) & !array.by_role(role);
            assert!((visited & !tokens.reached(role)).is_empty(), "{role:?} {node}");
        }
    }
    assert!(Role::ALL.into_iter().all(|role| promotions[role as usize - 1] <= tokens.promotions(role)));
}

/// Texts of all games of the tests that begin with the array, some of them many times with other faults.
#[test]
fn games_are_within_the_bounds_of_their_tokens() {
    let mut seed = 13u64;
    let mut random = |below: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % below
    };
    let (mut games, mut skimmed) = (0, 0);
    for name in ["mainline", "variations", "wild", "trees", "extra"] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/data/games/{name}.pgn"));
        let (mut read, mut raw) = (Games::open(path).expect("games"), RawGame::default());
        while read.read_raw(&mut raw).expect("a game") {
            for round in 0..4 {
                let mut bytes = raw.bytes.clone();
                for _ in 0..round * 3 {
                    let (place, other) = (random(bytes.len()), random(bytes.len()));
                    bytes[place] = if random(3) == 0 { b" ()+=-NQKOx08e"[random(14)] } else { bytes[other] };
                }
                let raw = RawGame::from_bytes(&bytes);
                games += 1;
                if let Some(tokens) = tokens(&raw) {
                    skimmed += 1;
                    let mut game = Game::new();
                    game.parse(&raw);
                    assert_within(&game, &tokens);
                }
            }
        }
    }
    assert!(skimmed * 2 > games, "{skimmed} of {games}");
}
