//! Our reading against pgn-reader and shakmaty, and our rules against shakmaty's.

use crate::game::shared::{board_text, corpus, node_text, own_games, play, position, read};
use pgn_reader::{RawTag, Reader, SanPlus, Skip, Visitor};
use shakmaty::{Chess, Position};
use std::ops::ControlFlow;
use tabiya::Games;
use tabiya::chess::{Board, fen};
use tabiya::game::visitor::PgnVisitor;
use tabiya::game::{FaultKind, Game, RawGame};

/// All positions of a game as the oracle reads them, in pre-order.
#[derive(Default)]
struct Oracle {
    /// `(position, children)` in the order of the text.
    nodes: Vec<(Chess, Vec<usize>)>,
    /// The last two positions of each open line.
    lines: Vec<(usize, usize)>,
    broken: bool,
}

impl Visitor for Oracle {
    type Tags = Option<Chess>;
    type Movetext = ();
    type Output = Vec<String>;

    fn begin_tags(&mut self) -> ControlFlow<Self::Output, Self::Tags> {
        ControlFlow::Continue(Some(Chess::default()))
    }

    fn tag(&mut self, tags: &mut Self::Tags, name: &[u8], value: RawTag<'_>) -> ControlFlow<Self::Output> {
        if name == b"FEN" {
            *tags = position(&String::from_utf8_lossy(value.as_bytes()));
        }
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, tags: Self::Tags) -> ControlFlow<Self::Output, Self::Movetext> {
        self.nodes.clear();
        self.lines.clear();
        self.broken = tags.is_none();
        self.nodes.push((tags.unwrap_or_default(), Vec::new()));
        self.lines.push((0, 0));
        ControlFlow::Continue(())
    }

    fn san(&mut self, _: &mut Self::Movetext, san: SanPlus) -> ControlFlow<Self::Output> {
        let (_, tip) = *self.lines.last().unwrap();
        let board = self.nodes[tip].0.clone();
        let next = match san.san {
            shakmaty::san::San::Null => board.swap_turn().ok(),
            _ => play(&board, san.to_string().as_bytes()),
        };
        let Some(next) = next else {
            self.broken = true;
            return ControlFlow::Continue(());
        };
        let number = self.nodes.len();
        self.nodes.push((next, Vec::new()));
        self.nodes[tip].1.push(number);
        *self.lines.last_mut().unwrap() = (tip, number);
        ControlFlow::Continue(())
    }

    fn begin_variation(&mut self, _: &mut Self::Movetext) -> ControlFlow<Self::Output, Skip> {
        let (before, _) = *self.lines.last().unwrap();
        self.lines.push((before, before));
        ControlFlow::Continue(Skip(false))
    }

    fn end_variation(&mut self, _: &mut Self::Movetext) -> ControlFlow<Self::Output> {
        if self.lines.len() > 1 {
            self.lines.pop();
        } else {
            self.broken = true;
        }
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, (): Self::Movetext) -> Self::Output {
        if self.broken {
            return Vec::new();
        }
        let mut out = Vec::new();
        let mut stack = vec![0];
        while let Some(n) = stack.pop() {
            out.push(board_text(&self.nodes[n].0));
            stack.extend(self.nodes[n].1.iter().rev());
        }
        out
    }
}

#[test]
fn own_games_as_the_oracle_reads_them() {
    let (mut compared, mut total) = (0, 0);
    for path in own_games() {
        let mut reader = Reader::new(std::fs::File::open(&path).unwrap());
        let mut games = Games::open(&path).unwrap();
        let (mut oracle, mut game) = (Oracle::default(), Game::new());
        while games.read_into(&mut game).unwrap() {
            let expected = reader.read_game(&mut oracle).unwrap().expect("as many games");
            total += 1;
            assert!(!game.is_incomplete(), "{} game {}: {:?}", path.display(), game.number(), game.faults().list());
            if expected.is_empty() {
                continue;
            }
            compared += 1;
            let found: Vec<String> = (0..game.tree().len()).map(|n| node_text(game.tree(), n)).collect();
            assert_eq!(found, expected, "{} game {}", path.display(), game.number());
        }
        assert!(reader.read_game(&mut oracle).unwrap().is_none());
    }
    assert!(total > 870 && compared > total * 9 / 10, "{compared} of {total} games have boards that the oracle takes");
}

/// A game except the text of its comments at the edges: what the two readers must have in common.
fn parts(game: &Game) -> impl PartialEq + std::fmt::Debug {
    let (tree, notes) = (game.tree(), game.notes());
    let tags: Vec<_> = game.tags().iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
    let nodes: Vec<_> =
        (0..tree.len()).map(|n| (tree.full().parent(n), tree.node(n).nested, tree.move_to(n))).collect();
    let boards: Vec<_> = (0..tree.len()).map(|n| node_text(tree, n)).collect();
    let comments: Vec<_> =
        notes.in_text_order().into_iter().map(|(n, place, text)| (n, place, text.trim().to_owned())).collect();
    let nags: Vec<_> = notes.all_nags().collect();
    let nodes = format!("{nodes:?}");
    (tags, nodes, boards, comments, nags, notes.nested_variations().collect::<Vec<_>>(), game.result())
}

/// True if a game has spellings that pgn-reader passes over.
fn has_odd_words(raw: &RawGame) -> bool {
    let odd = ["++", "e.p.", "Z0", "(!", "(?"];
    odd.iter().any(|word| raw.bytes.windows(word.len()).any(|bytes| bytes == word.as_bytes()))
}

/// Reads each text with pgn-reader and ourselves, and counts the games that are the same. Those in which we find a fault are
/// left out: pgn-reader passes over what it cannot read. `(same, compared, all)`
fn visited(games: &mut Games, share: u64) -> (u32, u32, u32) {
    let (mut raw, mut game) = (RawGame::default(), Game::new());
    let mut counts = (0, 0, 0);
    while games.read_raw(&mut raw).expect("games are read") {
        if raw.number % share != 0 {
            continue;
        }
        counts.2 += 1;
        game.parse(&raw);
        let mut reader = Reader::new(&raw.bytes[..]);
        let Ok(Some(visited)) = reader.read_game(&mut PgnVisitor::new()) else { continue };
        let whole = !has_odd_words(&raw) && matches!(reader.read_game(&mut PgnVisitor::new()), Ok(None));
        if whole && game.faults().list().iter().all(|fault| fault.kind == FaultKind::MissingResult) {
            counts.1 += 1;
            counts.0 += u32::from(parts(&visited) == parts(&game));
        }
    }
    counts
}

/// Games built from the visits of pgn-reader are those that we read ourselves.
#[test]
fn visits_build_the_same_games() {
    let mut total = 0;
    for path in own_games() {
        let mut visited = Games::from_pgn_reader(Reader::new(std::fs::File::open(&path).unwrap()));
        let (mut games, mut theirs, mut ours) = (Games::open(&path).unwrap(), Game::new(), Game::new());
        while games.read_into(&mut ours).unwrap() {
            assert!(visited.read_into(&mut theirs).unwrap(), "as many games");
            total += 1;
            assert_eq!(theirs.number(), ours.number());
            assert_eq!(parts(&theirs), parts(&ours), "{} game {}", path.display(), ours.number());
        }
        assert!(!visited.read_into(&mut theirs).unwrap());
    }
    assert!(total > 870, "{total} games");
}

/// The same for games from outside, of all corpora.
#[test]
fn visits_build_the_same_games_from_outside() {
    let plain = [
        ("annotated.pgn.zst", 1),
        ("clocks.pgn.zst", 20),
        ("cql-sample.pgn.zst", 1),
        ("engine.pgn.zst", 10),
        ("otb.pgn.zst", 50),
        ("studies.pgn.zst", 5),
    ];
    let variants =
        corpus("variants").map(|folder| tabiya::game::Input::files(folder).expect("a folder")).unwrap_or_default();
    let plain = plain.into_iter().filter_map(|(name, share)| Some((corpus(name)?, share)));
    for (path, share) in plain.chain(variants.into_iter().map(|path| (path, 5))) {
        let (same, compared, all) = visited(&mut Games::open(&path).expect("a file of games"), share);
        println!("{}: {same} of {compared} games are the same, {all} were read", path.display());
        // Some signs and promotions are nothing to pgn-reader.
        assert!(same * 50 >= compared * 49, "{}: {same} of {compared}", path.display());
    }
}

/// Visits of faulty games: the game is read up to the fault, and the fault is told.
#[test]
fn faults_of_visits_are_told() {
    let cases = [
        ("1. e4 e5 2. Ke3 Nf6 {after} 1-0", 3, &[FaultKind::IllegalMove][..]),
        ("1. e4 (1. d4 d5 2. Kd3 {lost} e6) e5 *", 5, &[FaultKind::IllegalMove]),
        ("1. e4 (1. Ke5 {lost} e6) {here} e5 *", 3, &[FaultKind::IllegalMove]),
        ("1. Nf3 d5 2. d3 d4 3. Nd2 *", 5, &[FaultKind::AmbiguousMove]),
        ("(1. d4) 1. e4 *", 2, &[FaultKind::VariationBeforeMove]),
        ("1. e4 1-0 e5 {on}", 2, &[FaultKind::TextAfterResult]),
        ("1. e4 ({note} $1) e5 *", 3, &[]),
        ("1. e4 () e5 *", 3, &[FaultKind::EmptyVariation]),
        ("1. e4 ((1. d4) {x}) e5 *", 3, &[FaultKind::VariationBeforeMove]),
        ("1. e4 ) e5 *", 3, &[FaultKind::StrayParenthesis]),
        ("1. e4 (1. d4 *", 3, &[FaultKind::UnclosedVariation]),
        ("1. e4 (1. d4 1-0) e5 *", 4, &[FaultKind::ResultInVariation]),
        ("1. e4 e5", 3, &[FaultKind::MissingResult]),
        ("[Result \"1-0\"]\n\n1. e4 0-1", 2, &[FaultKind::ResultMismatch]),
        ("[FEN \"8/8 w\"]\n\n{before} 1. e4 {x} e5 *", 1, &[FaultKind::BadFen]),
        ("[FEN \"4k3/8/8/8/8/8/4P3/R3K3 w - - 0 1\"]\n\n1. O-O-O *", 2, &[FaultKind::CastlingRight]),
        ("[Variant \"unheard of\"]\n\n1. e4 Ke5 *", 2, &[FaultKind::UnsupportedVariant]),
        ("[Variant \"Crazyhouse\"]\n\n1. e4 d5 (1... e5 2. Nf3) 2. exd5 Qxd5 3. P@d4 *", 8, &[]),
        ("[Variant \"Crazyhouse\"]\n\n1. e4 d5 2. N@d4 *", 3, &[FaultKind::IllegalMove]),
    ];
    for (text, len, kinds) in cases {
        let visited = Reader::new(text.as_bytes()).read_game(&mut PgnVisitor::new()).unwrap().expect("a game");
        let found: Vec<FaultKind> = visited.faults().list().iter().map(|fault| fault.kind).collect();
        assert_eq!((visited.tree().len(), &found[..]), (len, kinds), "{text}");
        // Our own reader finds the same, and keeps the same text.
        let ours = read(text);
        let told = |game: &Game| -> Vec<(FaultKind, u32, String)> {
            game.faults().list().iter().map(|fault| (fault.kind, fault.ply, fault.message.clone())).collect()
        };
        assert_eq!(told(&visited), told(&ours), "{text}");
        assert_eq!(format!("{:?}", parts(&visited)), format!("{:?}", parts(&ours)), "{text}");
        for n in 0..ours.tree().len() {
            let words = |game: &Game| game.notes().comment(n).map(str::to_owned);
            assert_eq!(words(&visited), words(&ours), "{text} at {n}");
        }
    }
}

/// pgn-reader shows a comment that is longer than its buffer in pieces.
#[test]
fn long_comments_of_visits_are_whole() {
    let long = "a long comment, ".repeat(10_000);
    let text = format!("{{{long}1}} 1. e4 {{{long}2}} ({{{long}3}} 1. d4 {{short}}) e5 {{{long}4}} *");
    let visited = Reader::new(text.as_bytes()).read_game(&mut PgnVisitor::new()).unwrap().expect("a game");
    assert!(visited.faults().is_empty(), "{:?}", visited.faults().list());
    let ours = read(&text);
    assert!(parts(&visited) == parts(&ours));
    assert_eq!(visited.notes().comment(1), Some(&*format!("{long}2")));
}

/// Games from outside that both read without a fault have the same boards at the same places.
#[test]
fn games_from_outside_as_the_oracle_reads_them() {
    for (name, share) in [("annotated.pgn.zst", 1), ("studies.pgn.zst", 2), ("otb.pgn.zst", 20)] {
        let Some(path) = corpus(name) else { continue };
        let mut games = Games::open(&path).unwrap();
        let (mut raw, mut oracle, mut game) = (RawGame::default(), Oracle::default(), Game::new());
        let (mut compared, mut total, mut longer) = (0, 0, 0);
        while games.read_raw(&mut raw).unwrap() {
            if raw.number % share != 0 {
                continue;
            }
            total += 1;
            if has_odd_words(&raw) {
                continue;
            }
            game.parse(&raw);
            let mut reader = Reader::new(&raw.bytes[..]);
            let Ok(Some(expected)) = reader.read_game(&mut oracle) else { continue };
            if !game.faults().is_empty() || expected.is_empty() || !matches!(reader.read_game(&mut oracle), Ok(None)) {
                continue;
            }
            compared += 1;
            let found: Vec<String> = (0..game.tree().len()).map(|n| node_text(game.tree(), n)).collect();
            // `gxf8Q` is a promotion, and `Qd61-0` a move and a result; to the oracle they are nothing.
            if found.len() > expected.len() {
                longer += 1;
                continue;
            }
            assert_eq!(found.len(), expected.len(), "{name} game {}", game.number());
            if let Some(n) = (0..found.len()).find(|&n| found[n] != expected[n]) {
                panic!("{name} game {} position {n}: {}, not {}", game.number(), found[n], expected[n]);
            }
        }
        println!("{name}: {compared} of {total} games compared");
        assert!(longer < 100, "{name}: {longer} games of which the oracle reads less");
        assert!(compared > total * 3 / 4, "{name}: {compared} of {total} games compared");
    }
}

#[test]
fn legal_moves_are_the_oracles() {
    let mut list = Vec::new();
    let mut compared = 0;
    for path in own_games() {
        let mut games = Games::open(&path).unwrap();
        let mut game = Game::new();
        while games.read_into(&mut game).unwrap() {
            for n in 0..game.tree().len() {
                let board = game.tree().board(n);
                let text = fen::write(&fen::Setup { board: *board, halfmoves: 0, fullmoves: 1 });
                let Some(position) = position(&text) else { continue };
                compared += 1;
                list.clear();
                board.legal_moves(&mut list);
                let mut found: Vec<String> = list.iter().map(|m| uci(m.from, m.to, m.promotion)).collect();
                let mut expected: Vec<String> = position
                    .legal_moves()
                    .iter()
                    .map(|m| match *m {
                        shakmaty::Move::Castle { king, rook } => {
                            let side = if rook.file() > king.file() { shakmaty::File::G } else { shakmaty::File::C };
                            uci(king, shakmaty::Square::from_coords(side, king.rank()), None)
                        }
                        _ => uci(m.from().unwrap(), m.to(), m.promotion()),
                    })
                    .collect();
                found.sort();
                expected.sort();
                assert_eq!(found, expected, "{text}");
                check_counts(board, &list);
            }
        }
    }
    assert!(compared > 20_000, "{compared} positions were compared");
}

/// The number of moves that is found without a list.
fn check_counts(board: &Board, list: &[tabiya::chess::Move]) {
    let setup = fen::Setup { board: *board, halfmoves: 0, fullmoves: 1 };
    let text = fen::write(&setup);
    assert_eq!(board.count_legal_moves(4), list.len() as u32, "{text}");
    let mut ways: Vec<_> = list.iter().map(|m| (m.from, m.to)).collect();
    ways.sort_unstable();
    ways.dedup();
    assert_eq!(board.count_legal_moves(1), ways.len() as u32, "{text}");
}

#[test]
fn moves_of_odd_boards_are_counted() {
    // Any man anywhere: no king, several, pawns on the first and last ranks, both sides in check.
    let mut rng = fastrand::Rng::with_seed(0x2545_F491_4F6C_DD1D);
    let mut below = |limit: u64| rng.u64(..limit);
    let mut list = Vec::new();
    for _ in 0..20_000 {
        let mut board = Board::empty();
        for _ in 0..2 + below(18) {
            let role = shakmaty::Role::ALL[below(6) as usize];
            let color = if below(2) == 0 { shakmaty::Color::White } else { shakmaty::Color::Black };
            board.put(shakmaty::Square::new(below(64) as u32), role.of(color));
        }
        if below(4) > 0 {
            board.put(shakmaty::Square::new(below(64) as u32), shakmaty::Role::King.of(shakmaty::Color::White));
        }
        board.set_turn(if below(2) == 0 { shakmaty::Color::White } else { shakmaty::Color::Black });
        let rank = board.turn().fold_wb(5, 2);
        board.set_en_passant((below(3) == 0).then(|| shakmaty::Square::new(rank * 8 + below(8) as u32)));
        list.clear();
        board.legal_moves(&mut list);
        check_counts(&board, &list);
    }
}

fn uci(from: shakmaty::Square, to: shakmaty::Square, promotion: Option<shakmaty::Role>) -> String {
    format!("{from}{to}{}", promotion.map_or(String::new(), |role| role.char().to_string()))
}

fn perft(board: &Board, depth: u32) -> u64 {
    let mut list = Vec::new();
    board.legal_moves(&mut list);
    if depth == 1 {
        return list.len() as u64;
    }
    list.iter().map(|m| perft(&board.play(m), depth - 1)).sum()
}

#[test]
fn perft_of_usual_positions() {
    let check =
        |text: &str, depth, expected| assert_eq!(perft(&fen::parse(text).unwrap().board, depth), expected, "{text}");
    check("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 4, 197_281);
    check("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 3, 97_862);
    check("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 5, 674_624);
    check("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 4, 422_333);
    check("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 3, 62_379);
    check("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 3, 89_890);
    // Chess960.
    check("bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", 3, 12_189);
    check("2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9", 3, 18_002);
}
