//! Games of variants: where they start, what their moves do, how they are written back; shakmaty is the oracle.

use crate::game::shared::read;
use fastrand::Rng;
use shakmaty::fen::Fen;
use shakmaty::san::SanPlus;
use shakmaty::variant::{Variant as Rules, VariantPosition};
use shakmaty::{EnPassantMode, Position};
use tabiya::chess::Square;
use tabiya::chess::fen::{self, Setup};
use tabiya::chess::variant::{Ending, Variant};
use tabiya::game::{Additions, FaultKind, Game, Layout, Writer};
use tabiya_test_support::size;

fn fen_at(game: &Game, node: u32) -> String {
    let setup = Setup { board: *game.tree().board(node), halfmoves: 0, fullmoves: game.move_number(node) };
    match game.tree().situation(node) {
        Some(situation) => situation.write_fen(&setup),
        None => fen::write(&setup),
    }
}

/// A game without fault.
fn sound(pgn: &str) -> Game {
    let game = read(pgn);
    assert!(game.faults().is_empty(), "{pgn}: {:?}", game.faults().list());
    game
}

fn sans(game: &Game) -> Vec<String> {
    let san = |node| {
        let mut out = String::new();
        game.tree().write_san(node, &mut Vec::new(), &mut out);
        out
    };
    (1..game.tree().len()).map(san).collect()
}

#[test]
fn names_and_arrays() {
    let check = |tag: &str, name: &str, start: &str| {
        let game = read(&format!("[Variant \"{tag}\"]\n\n*"));
        assert_eq!((game.variant_name(), fen_at(&game, 0).as_str()), (name, start), "{tag}");
    };
    let array = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
    let usual = format!("{array} w KQkq - 0 1");
    check("", "Standard", &usual);
    check("Normal", "Standard", &usual);
    check("From Position", "From Position", &usual);
    check("fischerandom", "Chess960", &usual);
    check("Atomic Chess", "Atomic", &usual);
    check("KOTH", "King of the Hill", &usual);
    check("King of the Hill chess", "King of the Hill", &usual);
    check("Freestyle Chess", "Chess960", &usual);
    check("losers", "Losers", &usual);
    check("antichess", "Giveaway", &format!("{array} w - - 0 1"));
    check("Suicide", "Suicide", &format!("{array} w - - 0 1"));
    check("crazy house", "Crazyhouse", &format!("{array}[] w KQkq - 0 1"));
    check("3-check", "Three-Check", &format!("{array} w KQkq - 3+3 0 1"));
    check("horde", "Horde", "rnbqkbnr/pppppppp/8/1PP2PP1/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP w kq - 0 1");
    check("Racing", "Racing Kings", "8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1");
    check("Sittuyin", "Sittuyin", &usual);
    assert_eq!(read("[Variant \"Sittuyin\"]\n\n*").variant(), None);
}

#[test]
fn pieces_are_dropped() {
    let game = sound("[Variant \"crazyhouse\"]\n\n1. e4 d5 2. exd5 Qxd5 3. Nc3 Qxg2 4. Bxg2 P@e4 5. Q@d8+ Kxd8 *");
    assert_eq!(sans(&game)[7..], ["P@e4", "Q@d8+", "Kxd8"]);
    assert_eq!(fen_at(&game, 8), "rnb1kbnr/ppp1pppp/8/8/4p3/2N5/PPPP1PBP/R1BQK1NR[PQp] w KQkq - 0 5");
    let drop = game.tree().move_to(9).unwrap();
    assert!(drop.is_drop() && drop.origin().is_none() && drop.to == Square::D8);
    let situation = game.tree().situation(8).unwrap();
    assert_eq!(situation.pocket(tabiya::chess::Color::White, tabiya::chess::Role::Queen), 1);
}

#[test]
fn castling_is_read_from_both_squares() {
    let moves = "1. Nf3 Nc6 2. g3 d6 3. Bg2 Be6";
    let other = "4. d3 Qd7";
    for (white, black) in [("e1g1", "e8c8"), ("e1h1", "e8a8"), ("Kg1", "Kc8"), ("O-O", "O-O-O")] {
        let game = sound(&format!("[Variant \"crazyhouse\"]\n\n{moves} {other} 5. {white} {black} *"));
        assert_eq!(sans(&game)[8..], ["O-O", "O-O-O"], "{white} {black}");
    }
    // The step of a king that is no castling, and a square beside the king that holds another man.
    let game = sound(&format!("[Variant \"crazyhouse\"]\n\n{moves} 4. e1f1 Nb8 5. f1g1 Nc6 *"));
    assert_eq!(sans(&game)[6..], ["Kf1", "Nb8", "Kg1", "Nc6"]);
}

#[test]
fn captures_explode() {
    let game = sound("[Variant \"atomic\"]\n\n1. Nf3 f6 2. Nd4 e6 3. Nb5 a6 4. Nxc7 *");
    let last = game.tree().move_to(7).unwrap();
    assert_eq!(last.captured, Some(Square::C7), "what explodes is not captured");
    assert_eq!(fen_at(&game, 7), "r3kbnr/1p1p2pp/p3pp2/8/8/8/PPPPPPPP/RNBQKB1R b KQkq - 0 4");
    let won = sound("[Variant \"Atomic\"]\n\n1. Nf3 f6 2. Ne5 fxe5 3. e3 a6 4. Qh5+ g6 5. Qxg6 a5 *".trim());
    assert_eq!(won.tree().situation(won.tree().len() - 1).unwrap().ending(), None);
    let won = sound("[Variant \"Atomic\"]\n\n1. Nh3 a6 2. Ng5 a5 3. Nxf7# *");
    assert_eq!(won.tree().situation(5).unwrap().ending(), Some(Ending::Won(tabiya::chess::Color::White)));
    assert_eq!(sans(&won)[4], "Nxf7#");
}

#[test]
fn what_a_variant_forbids_ends_the_line() {
    let check = |variant: &str, moves: &str, said: &str| {
        let game = read(&format!("[Variant \"{variant}\"]\n\n{moves} *"));
        let fault = game.faults().list().first().unwrap_or_else(|| panic!("{variant}: {moves}"));
        assert_eq!(fault.kind, FaultKind::IllegalMove, "{fault}");
        assert!(fault.message.contains(said), "{variant} {moves}: {fault}");
        assert!(game.is_incomplete());
    };
    check("crazyhouse", "1. e4 N@f6", "the pocket holds no knight");
    check("crazyhouse", "1. e4 d5 2. exd5 Qxd5 3. P@d2", "a piece stands on d2");
    check("crazyhouse", "1. Nf3 d5 2. Ng5 a6 3. Nxf7 Kxf7 4. P@e8", "the variant's rules forbid it");
    check("antichess", "1. e3 b5 2. Nf3", "a capture is compulsory");
    check("atomic", "1. e4 d5 2. Ke2 d4 3. Kd3 a6 4. Kxd4", "the variant's rules forbid it");
    check(
        "kingofthehill",
        "1. e4 a6 2. Ke2 a5 3. Ke3 a4 4. Kf4 a3 5. Ke5 axb2",
        "the variant's rules have ended the game",
    );
    check("racing kings", "1. Nxc1", "the variant's rules forbid it");
    check("standard", "1. e4 N@f6", "standard chess has no drops");
    let unfit = read("[Variant \"Horde\"]\n[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n\n1. e4 *");
    assert_eq!(unfit.faults().list()[0].kind, FaultKind::BadFen);
    assert!(unfit.faults().list()[0].message.contains("is no position of Horde"), "{:?}", unfit.faults().list());
}

#[test]
fn castling_of_chess960_in_both_notations() {
    let array = "1rk2nr1/pppppppp/8/8/8/8/PPPPPPPP/1RK2NR1";
    for castling in ["KQkq", "GBgb"] {
        let start = format!("[Variant \"Chess960\"]\n[FEN \"{array} w {castling} - 0 1\"]\n\n");
        let game = sound(&format!("{start}1. Ne3 Ne6 2. O-O Nd4 (2... c8g8 3. c3) *"));
        assert!(game.tree().move_to(3).is_some_and(|m| m.is_castle_short() && m.from == Square::C1));
        assert!(game.tree().board(3).kings(tabiya::chess::Color::White).contains(Square::G1));
        assert_eq!(sans(&game)[2..], ["O-O", "Nd4", "O-O", "c3"]);
    }
}

#[test]
fn what_a_fen_says_beside_the_board_is_kept() {
    let check = |variant: &str, fen: &str, written: &str| {
        let pgn = format!("[Variant \"{variant}\"]\n[FEN \"{fen}\"]\n\n1. Nf3 (1. Nc3 Nc6) 1... Nf6 *");
        let game = sound(&pgn);
        assert_eq!(fen_at(&game, 0), written);
        for layout in [Layout::Cql, Layout::Export] {
            let mut out = String::new();
            Writer::new(layout).write(&game, &mut Additions::default(), &mut out);
            let again = sound(&out);
            assert!(out.contains(&format!("[Variant \"{variant}\"]")) && out.contains(fen), "{out}");
            assert_eq!(fen_at(&again, 3), fen_at(&game, 3));
            assert_eq!(sans(&again), sans(&game));
        }
    };
    let home = "rnbqkbnr/ppppppp1/8/8/8/8/PPPPPPP1/RNBQKBNR";
    check("Crazyhouse", &format!("{home}[Pp] w KQkq - 0 1"), &format!("{home}[Pp] w KQkq - 0 1"));
    check("Crazyhouse", &format!("{home}/Pp w KQkq - 0 1"), &format!("{home}[Pp] w KQkq - 0 1"));
    check("Three-check", &format!("{home} w KQkq - +1+0 0 1"), &format!("{home} w KQkq - 2+3 0 1"));
    check("Three-check", &format!("{home} w KQkq - 3+1 0 1"), &format!("{home} w KQkq - 3+1 0 1"));
    check("Three-check", &format!("{home} w KQkq - 0 1 +2+0"), &format!("{home} w KQkq - 1+3 0 1"));
    let promoted = "rnbqkbnr/ppppppp1/8/8/8/8/PPPPPPP1/RNBQ~KBNR";
    check("Crazyhouse", &format!("{promoted}[P] w KQkq - 0 1"), &format!("{promoted}[P] w KQkq - 0 1"));
}

/// Random games, played by shakmaty and read by us: the same positions, the same SAN.
#[test]
fn random_games_are_read_as_they_were_played() {
    let mut rng = Rng::with_seed(0x5eed);
    let games = size("games a variant", 15, 150);
    for (variant, rules) in [
        (Variant::Atomic, Rules::Atomic),
        (Variant::Giveaway, Rules::Antichess),
        (Variant::KingOfTheHill, Rules::KingOfTheHill),
        (Variant::ThreeCheck, Rules::ThreeCheck),
        (Variant::Crazyhouse, Rules::Crazyhouse),
        (Variant::RacingKings, Rules::RacingKings),
        (Variant::Horde, Rules::Horde),
    ] {
        for _ in 0..games {
            let mut position = VariantPosition::new(rules);
            let (mut pgn, mut expected) = (format!("[Variant \"{variant}\"]\n\n"), Vec::new());
            while expected.len() < 200 {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                let m = moves[rng.usize(..moves.len())];
                let san = SanPlus::from_move_and_play_unchecked(&mut position, m).to_string();
                // A pawn that is dropped has its letter, as in games from outside.
                let san = if san.starts_with('@') { format!("P{san}") } else { san };
                pgn += &format!("{san} ");
                let fen = Fen::from_position(&position, EnPassantMode::Always).to_string();
                expected.push((san, fen));
            }
            let game = sound(&(pgn + "*"));
            let sans = sans(&game);
            for (n, (san, fen)) in (1..).zip(&expected) {
                let own = fen_at(&game, n);
                let fields = |fen: &str| fen.split(' ').take(4).collect::<Vec<_>>().join(" ");
                assert_eq!((&sans[n as usize - 1], fields(&own)), (san, fields(fen)), "{variant}");
            }
        }
    }
}
