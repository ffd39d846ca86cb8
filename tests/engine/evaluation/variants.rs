//! Filters in games of variants; possible moves at random positions against shakmaty, and pseudolegal ones against a
//! generator that goes from square to square.

use super::{game, query, values};
use fastrand::Rng;
use shakmaty::san::SanPlus;
use shakmaty::variant::{Variant as Rules, VariantPosition};
use shakmaty::{Color, Piece, Position, Role, Square};
use tabiya::chess::Board;
use tabiya::{Scratch, SearchOptions, Value};
use tabiya_test_support::size;

/// The positions at which a query matches.
fn places(pgn: &str, text: &str) -> Vec<u32> {
    values(pgn, text, "ply").into_iter().map(|(n, _)| n).collect()
}

pub(crate) const HOUSE: &str =
    "[Variant \"crazyhouse\"]\n\n1. e4 d5 2. exd5 Qxd5 3. Nc3 Qxg2 4. Bxg2 P@e4 5. Q@d8+ Kxd8 *";

#[test]
fn the_name_of_the_variant() {
    let text = |tag: &str| values(&format!("[Variant \"{tag}\"]\n\n*"), "initial", "variant").remove(0).1;
    assert_eq!(text("atom"), Value::Text("Atomic".into()));
    assert_eq!(text("antichess"), Value::Text("Giveaway".into()));
    assert_eq!(text("From Position"), Value::Text("From Position".into()));
    assert_eq!(text("Sittuyin"), Value::Text("Sittuyin".into()));
    assert_eq!(values("1. e4 *", "initial", "variant"), [(0, Value::Text("Standard".into()))]);
    for (text, matches) in [
        ("variant \"crazyhouse\"", true),
        ("variant \"ZH\"", true),
        ("variant == \"Crazyhouse\"", true),
        ("variant \"Atomic\"", false),
        ("variant \"house of cards\"", false),
        ("not variant \"standard\"", true),
        ("variant ~~ \"^Crazy\"", true),
        ("\"house\" in variant", true),
    ] {
        assert_eq!(!places(HOUSE, &format!("initial {text}")).is_empty(), matches, "{text}");
    }
    assert_eq!(places("[Variant \"sittuyin\"]\n\n*", "variant \"Sittuyin\""), [0]);
    // The words are free as names.
    assert_eq!(values("1. e4 *", "initial variant=2 variantend=3", "variant+variantend"), [(0, Value::Number(5))]);
}

#[test]
fn ends_of_games() {
    let hill = "[Variant \"King of the Hill\"]\n\n1. e3 a6 2. Ke2 a5 3. Kd3 a4 4. Ke4 *";
    for (text, matches) in [
        ("variantend", true),
        ("variantwin", false),
        ("variantloss", true),
        ("variantwin white", true),
        ("variantloss black", true),
        ("variantloss white", false),
        ("variantdraw", false),
        ("flipcolor {variantwin black}", true),
        ("reversecolor {variantwin black}", true),
        ("reversecolor {variantloss black}", false),
        ("not mate not stalemate", true),
        ("move legal count == 0", true),
        ("move pseudolegal count == 0", true),
    ] {
        assert_eq!(places(hill, &format!("terminal {text}")), if matches { vec![7] } else { vec![] }, "{text}");
    }
    assert_eq!(places(hill, "variantend"), [7]);
    assert_eq!(places(hill, "move legal : variantwin white"), [6], "no move from there has to be played");
    let out = "[Variant \"Antichess\"]\n[FEN \"8/8/8/8/8/p7/1R6/8 b - - 0 1\"]\n\n1... axb2 *";
    assert_eq!(places(out, "variantwin"), [1], "who has no piece left has won");
    assert_eq!(places(out, "variantwin white"), [1]);
    let draw = "[Variant \"Racing Kings\"]\n[FEN \"8/1k4K1/8/8/8/8/8/8 w - - 0 1\"]\n\n1. Kg8 Kb8 *";
    assert_eq!((places(draw, "variantdraw"), places(draw, "variantend")), (vec![2], vec![2]));
    let losers = "[Variant \"Losers\"]\n[FEN \"4k3/8/8/8/8/p7/1R6/4K3 b - - 0 1\"]\n\n1... axb2 *";
    assert_eq!((places(losers, "variantwin white"), places(losers, "move legal count == 0")), (vec![1], vec![1]));
    // Who has no move has won in giveaway; in suicide chess who has fewer pieces.
    let stuck = |variant: &str, fen: &str, text: &str| {
        places(&format!("[Variant \"{variant}\"]\n[FEN \"{fen}\"]\n\n*"), text) == [0]
    };
    for (fen, in_suicide) in [
        ("8/8/8/p7/P7/8/8/8 w - - 0 1", "variantdraw"),
        ("8/8/8/p7/P7/P7/8/8 w - - 0 1", "variantwin black"),
        ("8/8/p7/p7/P7/8/8/8 w - - 0 1", "variantwin white"),
    ] {
        assert!(stuck("Giveaway", fen, "variantwin white stalemate"), "{fen}");
        assert!(stuck("Suicide", fen, in_suicide), "{fen}");
    }
    assert_eq!(places("1. f3 e5 2. g4 Qh4# *", "variantend"), Vec::<u32>::new(), "mate is no rule of a variant");
}

#[test]
fn drops() {
    let squares = |names: &[&str]| Value::Squares(names.iter().map(|name| (*name).to_owned()).collect());
    assert_eq!(places(HOUSE, "move drop A"), [7, 8]);
    assert_eq!(places(HOUSE, "move drop p"), [7]);
    assert_eq!(places(HOUSE, "move drop [QR]"), [8]);
    assert_eq!(places(HOUSE, "move from ."), [0, 1, 2, 3, 4, 5, 6, 9], "a drop comes from no square");
    assert_eq!(places(HOUSE, "move previous drop Q to d8"), [9]);
    assert_eq!(values(HOUSE, "ply==8", "move to . drop A"), [(8, squares(&["d8"]))]);
    assert_eq!(places(HOUSE, "--"), [0, 1, 2, 3, 4, 5, 6, 7, 8, 9], "a dash alone is any move");
    assert_eq!(places(HOUSE, "--d8"), [8, 9]);
    assert_eq!(places(HOUSE, ".--d8 not k--d8").len(), 0);
    assert_eq!(places(HOUSE, "move legal drop Q : mate"), Vec::<u32>::new());
    assert_eq!(values(HOUSE, "ply==8", "move legal drop Q count"), [(8, Value::Number(35))]);
    assert_eq!(values(HOUSE, "ply==8", "move legal drop P count"), [(8, Value::Number(32))]);
    assert_eq!(
        values(HOUSE, "ply==9", "move legal drop A count"),
        [(9, Value::Number(0))],
        "the check is a contact check"
    );
    assert_eq!(places(HOUSE, "ply==8 move legal drop Q : {currentmutation == \"5.Q@d8+\"}"), [8]);
    // The man that was dropped has no number; it is taken, and the others are where they were.
    assert_eq!(places(HOUSE, "initial piece x = ke8 find {terminal x==d8}"), [0]);
    assert_eq!(places(HOUSE, "ply==9 piece x = Qd8"), Vec::<u32>::new());
}

/// More men than a game can have: a FEN tag without the signs of promotion, a man put on the board.
#[test]
fn pockets_beside_too_many_men() {
    let queens = "[Variant \"crazyhouse\"]\n[FEN \"4k3/8/8/8/8/8/8/Q2QK2Q[Qq] w - - 0 1\"]\n\n*";
    assert_eq!(values(queens, "initial", "move legal drop Q count"), [(0, Value::Number(59))]);
    let house = "[Variant \"crazyhouse\"]\n[FEN \"4k3/8/8/8/8/8/8/4K2R[Qq] w K - 0 1\"]\n\n*";
    for (change, drops) in [("add Qd1", 60), ("add Q at {a1|a2|a3|b1}", 57), ("btm", 61), ("remove k", 0)] {
        let select = format!("imagine {change} : {{move legal drop Q count}}");
        assert_eq!(values(house, "initial", &select), [(0, Value::Number(drops))], "{change}");
    }
    // Too many for shakmaty's lists: the rules of chess go on.
    assert_eq!(values(house, "initial", "imagine add Q at {a-c1-8} : {move legal drop Q count}").len(), 1);
}

#[test]
fn explosions() {
    let pgn = "[Variant \"atomic\"]\n\n1. Nf3 f6 2. Nd4 e6 3. Nb5 a6 4. Nxc7 *";
    assert_eq!(places(pgn, "initial piece x = nb8 find {terminal not x}"), [0], "exploded pieces are gone");
    assert_eq!(places(pgn, "initial piece x = Ng1 find {terminal not x}"), [0]);
    assert_eq!(places(pgn, "initial piece x = ke8 find {terminal x==e8}"), [0]);
    assert_eq!(places(pgn, "move capture pc7"), [6]);
    assert_eq!(places(pgn, "move capture nb8"), Vec::<u32>::new());
    assert_eq!(places(pgn, "ply==6 piece x = qd8 {move legal capture . : not x}"), [6]);
    assert_eq!(places(pgn, "ply==6 piece x = ke8 {move legal capture . : not x}"), Vec::<u32>::new());
    assert_eq!(places(pgn, "ply==6 imagine add Nb6 : {move legal to d7 : variantwin white}"), [6]);
    assert_eq!(places(pgn, "ply==6 imagine add Nb6 : {move legal to d7 : not k}"), [6]);
}

#[test]
fn moves_that_were_imagined_follow_the_variant() {
    // The third check wins, also when it is only imagined.
    let pgn = "[Variant \"3check\"]\n[FEN \"4k3/8/8/8/8/8/8/Q3K3 w - - 1+3 0 1\"]\n\n*";
    let checks = values(pgn, "initial", "move legal count : check");
    assert_eq!(values(pgn, "initial", "move legal count : variantwin white"), checks);
    assert_eq!(checks, [(0, Value::Number(4))]);
    let pgn = pgn.replace("1+3", "2+3");
    assert_eq!(places(&pgn, "move legal : variantend"), Vec::<u32>::new());
    assert_eq!(places(&pgn, "move legal : {check move legal : {move legal : variantwin white}}"), [0]);
    // A saved position knows its pockets.
    assert_eq!(places(HOUSE, "ply==8 move legal drop P : {z=saveposition true} z:{fen ~~ \"Qp\"}").len(), 1);
    assert_eq!(
        values(HOUSE, "terminal", "fen"),
        [(10, Value::Text("rnbk1bnr/ppp1pppp/8/8/4p3/2N5/PPPP1PBP/R1BQK1NR[Ppq] w KQ - 0 1".into()))]
    );
}

/// The number of random positions of each variant that are tried.
fn positions() -> usize {
    size("positions a variant", 1_000, 10_000)
}

/// Plays a random game from the array; what each position has as possible moves, by shakmaty.
fn random_game(name: &str, rules: Rules, rng: &mut Rng) -> (String, Vec<i64>, Vec<VariantPosition>) {
    let mut position = VariantPosition::new(rules);
    let (mut pgn, mut counts, mut positions) = (format!("[Variant \"{name}\"]\n\n"), Vec::new(), Vec::new());
    loop {
        let moves = position.legal_moves();
        counts.push(moves.len() as i64);
        positions.push(position.clone());
        if moves.is_empty() || counts.len() > 150 {
            return (pgn + "*", counts, positions);
        }
        let m = moves[rng.usize(..moves.len())];
        pgn += &SanPlus::from_move_and_play_unchecked(&mut position, m).to_string();
        pgn.push(' ');
    }
}

fn numbers(pgn: &str, select: &str) -> Vec<i64> {
    let number = |(_, value)| match value {
        Value::Number(number) => number,
        other => panic!("{other:?}"),
    };
    values(pgn, "true", select).into_iter().map(number).collect()
}

#[test]
fn legal_moves_are_the_oracles_in_every_variant() {
    let wanted = positions();
    let mut rng = Rng::with_seed(0xc0ffee);
    for (name, rules) in [
        ("Standard", Rules::Chess),
        ("Atomic", Rules::Atomic),
        ("Antichess", Rules::Antichess),
        ("Suicide", Rules::Antichess),
        ("King of the Hill", Rules::KingOfTheHill),
        ("Three-check", Rules::ThreeCheck),
        ("Crazyhouse", Rules::Crazyhouse),
        ("Racing Kings", Rules::RacingKings),
        ("Horde", Rules::Horde),
    ] {
        let mut seen = 0;
        while seen < wanted {
            let (pgn, counts, _) = random_game(name, rules, &mut rng);
            assert_eq!(numbers(&pgn, "move legal count"), counts, "{pgn}");
            let pseudolegal = numbers(&pgn, "move pseudolegal count");
            assert!(pseudolegal.iter().zip(&counts).all(|(all, legal)| all >= legal), "{pgn}");
            seen += counts.len();
        }
    }
}

/// In losers chess a capture is compulsory, and a bare king has won.
#[test]
fn legal_moves_of_losers_are_captures_where_there_are_any() {
    let mut rng = Rng::with_seed(0x105e25);
    for _ in 0..positions() / 100 {
        let (mut pgn, mut expected) = ("[Variant \"losers\"]\n\n".to_owned(), Vec::new());
        let mut position = VariantPosition::new(Rules::Chess);
        loop {
            let mut moves = position.legal_moves();
            if moves.iter().any(|m| m.is_capture()) {
                moves.retain(|m| m.is_capture());
            }
            if [Color::White, Color::Black].iter().any(|&color| position.board().by_color(color).count() == 1) {
                moves.clear();
            }
            expected.push(moves.len() as i64);
            if moves.is_empty() || expected.len() > 150 {
                break;
            }
            let m = moves[rng.usize(..moves.len())];
            pgn += &format!("{} ", SanPlus::from_move_and_play_unchecked(&mut position, m));
        }
        assert_eq!(numbers(&(pgn.clone() + "*"), "move legal count"), expected, "{pgn}");
    }
}

/// The number of pseudolegal moves, counted from square to square.
fn naive_count(position: &VariantPosition, board: &Board) -> i64 {
    let us = position.turn();
    let at = |x: i32, y: i32| {
        let inside = (0..8).contains(&x) && (0..8).contains(&y);
        inside.then(|| position.board().piece_at(Square::new((8 * y + x) as u32)))
    };
    let mut count = 0;
    for square in Square::ALL {
        let Some(Piece { color, role }) = position.board().piece_at(square) else { continue };
        if color != us {
            continue;
        }
        let (x, y) = (i32::from(square.file()), i32::from(square.rank()));
        let lines: Vec<(i32, i32)> = (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (dx, dy))).collect();
        let (steps, far): (Vec<(i32, i32)>, bool) = match role {
            Role::Pawn => {
                count += naive_pawn(&at, (x, y), us, board);
                continue;
            }
            Role::Knight => {
                let all = (-2_i32..=2).flat_map(|dx| (-2_i32..=2).map(move |dy| (dx, dy)));
                (all.filter(|(dx, dy)| (dx * dy).abs() == 2).collect(), false)
            }
            Role::Bishop => (lines.into_iter().filter(|(dx, dy)| dx * dy != 0).collect(), true),
            Role::Rook => (lines.into_iter().filter(|(dx, dy)| (dx + dy).abs() == 1).collect(), true),
            Role::Queen => (lines.into_iter().filter(|&step| step != (0, 0)).collect(), true),
            Role::King => (lines.into_iter().filter(|&step| step != (0, 0)).collect(), false),
        };
        for (dx, dy) in steps {
            for distance in 1..if far { 8 } else { 2 } {
                match at(x + dx * distance, y + dy * distance) {
                    None => break,
                    Some(None) => count += 1,
                    Some(Some(piece)) => {
                        count += i64::from(piece.color != us);
                        break;
                    }
                }
            }
        }
    }
    // Castling has to be legal in every way: the oracle knows.
    count + position.legal_moves().iter().filter(|m| m.is_castle()).count() as i64
}

fn naive_pawn(at: &dyn Fn(i32, i32) -> Option<Option<Piece>>, (x, y): (i32, i32), us: Color, board: &Board) -> i64 {
    let (step, home, last) = if us == Color::White { (1, 1, 7) } else { (-1, 6, 0) };
    let worth = if y + step == last { 4 } else { 1 };
    let mut count = 0;
    if at(x, y + step) == Some(None) {
        count += worth;
        count += i64::from(y == home && at(x, y + 2 * step) == Some(None));
    }
    for dx in [-1, 1] {
        match at(x + dx, y + step) {
            Some(Some(piece)) if piece.color != us => count += worth,
            Some(None) => {
                let square = Square::new((8 * (y + step) + x + dx) as u32);
                count += i64::from(board.en_passant() == Some(square));
            }
            _ => {}
        }
    }
    count
}

#[test]
fn pseudolegal_moves_are_those_of_a_naive_generator() {
    let wanted = positions();
    let mut rng = Rng::with_seed(0xabcdef);
    let mut seen = 0;
    while seen < wanted {
        let (pgn, _, positions) = random_game("Standard", Rules::Chess, &mut rng);
        let game = game(&pgn);
        let expected: Vec<i64> =
            (0..).zip(&positions).map(|(n, position)| naive_count(position, game.tree().board(n))).collect();
        assert_eq!(numbers(&pgn, "move pseudolegal count"), expected, "{pgn}");
        seen += expected.len();
    }
}

/// The leaves of the tree of moves, by queries inside queries: every move is imagined but the last.
fn perft(pgn: &str, depth: u32) -> i64 {
    let mut body = "{leaves += move legal count}".to_owned();
    for _ in 1..depth {
        body = format!("{{move legal : {{{body} false}}}}");
    }
    let text = format!("initial leaves=0 if {{{body} true}} then true else true");
    let found = query(&text, Some("leaves")).search_game(&game(pgn), &mut Scratch::new(), &SearchOptions::default());
    match found.expect("a search").matches.remove(0).values[0] {
        Value::Number(leaves) => leaves,
        ref other => panic!("{other:?}"),
    }
}

#[test]
fn leaves_of_the_usual_positions() {
    let check = |variant: &str, fen: &str, depth: u32, leaves: i64| {
        let pgn = format!("[Variant \"{variant}\"]\n[FEN \"{fen}\"]\n\n*");
        assert_eq!(perft(&pgn, depth), leaves, "{variant} {fen}");
    };
    check("", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 4, 197_281);
    check("", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 3, 97_862);
    check("", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 3, 2_812);
    check("", "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 3, 9_467);
    check("", "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 3, 62_379);
    check("", "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 3, 89_890);
    for (variant, rules) in [
        ("atomic", Rules::Atomic),
        ("antichess", Rules::Antichess),
        ("crazyhouse", Rules::Crazyhouse),
        ("horde", Rules::Horde),
        ("racing kings", Rules::RacingKings),
    ] {
        let leaves = shakmaty::perft(&VariantPosition::new(rules), 3);
        assert_eq!(perft(&format!("[Variant \"{variant}\"]\n\n*"), 3), leaves as i64, "{variant}");
    }
    let fen = "2kr1bnr/ppp1pppp/2n5/3q4/6b1/2N2N2/PPPP1PPP/R1BQKB1R w KQ - 0 1";
    let parsed: shakmaty::fen::Fen = fen.parse().expect("a FEN");
    for (variant, rules) in [("atomic", Rules::Atomic), ("crazyhouse", Rules::Crazyhouse)] {
        let setup = parsed.clone().into_setup();
        let position = VariantPosition::from_setup(rules, setup, shakmaty::CastlingMode::Chess960).expect("a position");
        check(variant, fen, 3, shakmaty::perft(&position, 3) as i64);
    }
}
