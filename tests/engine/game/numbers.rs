//! Words that stand where a move is due, and numbers that do not fit their moves: PGN standard 8.2.2.1, and the rules of chess, by
//! which White and Black move in turn.

use crate::game::shared::read;
use tabiya::chess::{Bitboard, Role};
use tabiya::game::{FaultKind, Faults, Frames, Game, GameResult, MoveTokens, RawGame, Reading, Repairer};

/// The moves of the main line that were read, the codes of all faults, and whether moves are lost.
fn outcome(text: &str) -> (u32, Vec<&'static str>, bool) {
    let game = read(&format!("[Event \"x\"]\n\n{text}\n"));
    let kinds = |faults: &Faults| faults.list().iter().map(|fault| fault.kind.code()).collect();
    (game.tree().mainline_len() - 1, kinds(game.faults()), game.is_incomplete())
}

#[test]
fn a_word_where_a_move_is_due_ends_the_line() {
    for (text, moves) in [
        ("1. e4 d5 2. PxP d4 3. Nf3 c5 *", 2),
        ("1. e4 d5 PxP d4 3. Nf3 *", 2),
        ("1. e4 e5 2. N-KB3 N-QB3 3. d4 exd4 4. NxP B-B4 5. c3 *", 2),
        ("1. e4 e5 2. ??? ??? 3. d4 exd4 *", 2),
        ("1. e4 e5 2. ??? d5 3. d4 exd4 *", 2),
        ("1. e4 e5 2. Nf3 ??? 3. d4 exd4 *", 3),
        ("1. e4 e5 2. castles castles 3. d4 *", 2),
        ("1. e4 e5 2. castles d4 *", 2),
        ("1. e4 e5 2. Nf3 castles 3. d4 *", 3),
        ("1. e4 e5 2. Nf N 3. d4 exd4 4. c3 *", 2),
        ("1. e4 e5 2. Nf3 N 3. d4 exd4 4. c3 *", 3),
        ("1. e4 e5 2. Nf3 Nc6 3. Bx", 4),
        ("1. pawn goes to e4 1... e5 *", 0),
        ("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 aa4. Ba4 Nf6 *", 6),
        ("1. e4 e5 2. Ritter Nf6 3. d4 *", 2),
        ("1. e4 {why not} e5 2. {here} Nf3 bishop {there} 3. d4 *", 3),
        ("1. e4 e5 2. Nf3 (2. f4 exf4) these three moves 4. d4 *", 3),
    ] {
        let (read, kinds, lost) = outcome(text);
        assert_eq!(read, moves, "{text}");
        assert!(kinds.contains(&"unreadable-move") && lost, "{text}: {kinds:?}");
    }
}

#[test]
fn what_was_not_read_is_kept() {
    let raw = RawGame::from_bytes(b"1. e4 d5 2. castles d4 3. Nf3 {why} c5 *");
    let (mut repairer, mut out) = (Repairer::new(), String::new());
    repairer.repair(&raw, &mut out).unwrap();
    assert!(out.ends_with("\n\n1. e4 d5 {Not read: castles d4 3. Nf3 <why> c5} *\n\n"), "{out}");
    let mut again = String::new();
    repairer.repair(&RawGame::from_bytes(out.as_bytes()), &mut again).unwrap();
    assert_eq!(again, out);
}

#[test]
fn a_remark_ends_nothing() {
    for (text, moves) in [
        ("1. e4 e5 2. Nf3 best Nc6 3. d4 exd4 *", 6),
        ("1. e4 e5 good 2. Nf3 Nc6 *", 4),
        ("1. e4 e5 2. only Nf3 Nc6 3. d4 *", 5),
        ("1. e4 whatever e5 *", 2),
        ("1. e4 e5 2. Nf3 resigns 1-0", 3),
        ("1. e4 Diagram 1... e5 2. Nf3 Nc6 *", 4),
        ("1. e4 e5 2. Nf3 and now the knight to f6 or to c6 2... Nc6 3. d4 *", 5),
        ("1. e4 e5, 2. Nf3, Nc6 *", 4),
    ] {
        let (read, kinds, lost) = outcome(text);
        assert_eq!((read, lost), (moves, false), "{text}");
        assert!(kinds.contains(&"stray-text") && !kinds.contains(&"move-number"), "{text}: {kinds:?}");
    }
    for text in [
        "1. e4 N e5 $146 2. Nf3?? Nc6 !? 3. d4 +- exd4 D 4. Nxd4 N *",
        "1. e4 e5 2. ? Nf3 ??? 2... Nc6 e.p. 3. d4 *",
        "1.e4! e5 2.Nf3 Nc6 3.Bb5 a6 ± 4.Ba4 Nf6 = 5.O-O *",
    ] {
        let game = read(text);
        assert!(game.faults().is_empty(), "{text}: {:?}", game.faults());
    }
}

#[test]
fn numbers_that_do_not_fit_are_reported_and_their_moves_read() {
    for (text, moves, faults) in [
        ("1. e4 e5 5. d4 exd4 *", 4, 1),
        ("10. e4 e5 11. Nf3 Nc6 *", 4, 1),
        ("1. e4 e5 2. 3. d4 exd4 *", 4, 1),
        ("1. e4 e5 2. ... ... 3. d4 exd4 *", 4, 1),
        ("1. e4 e5 2. Nf3 Nc6 1. d4 d5 *", 6, 1),
        // A slip, after which all is right again.
        ("1. e4 e5 3. Nf3 Nc6 3. Bb5 a6 4. Ba4 *", 7, 1),
        ("1. e4 e5 2. Nf3 Nc6 13. Bb5 a6 *", 6, 1),
        ("1. e4 e5 2... Nf3 Nc6 *", 4, 1),
        ("1. e4 e5 (4... c5 5. Nf3) 2. Nf3 *", 3, 1),
        ("1. e4 e5 2. Nf3 Nc6 (4... Nf6 3. Nxe5) 3. Bb5 *", 5, 1),
        ("1. e4 {a} e5 7. Nf3 {b} Nc6 8. Bb5 {c} a6 *", 6, 1),
    ] {
        let (read, kinds, lost) = outcome(text);
        assert_eq!((read, lost), (moves, false), "{text}");
        assert_eq!(kinds, vec!["move-number"; faults], "{text}");
    }
    for text in [
        "1 e4 e5 2 Nf3 Nc6 3 . Bb5 a6 4.Ba4 4. ... Nf6 5.O-O Be7 *",
        "1. d4 f5 2. Nc3 (2. c4 2. .. e6 3. Nf3) 2. .. Nf6 *",
        "1. e4 1. e5 2. Nf3 2… Nc6 *",
        "e4 e5 Nf3 Nc6 *",
        "[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 41\"]\n\n41... Kd7 42. e4 Kd6 *",
        // The counters of a FEN are often those of another count.
        "[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 41\"]\n\n1... Kd7 2. e4 Kd6 *",
        "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n41. e4 (41. e3 Kd7) Kd7 42. e5 *",
    ] {
        let faults = read(text).faults().list().iter().map(|fault| fault.kind).collect::<Vec<_>>();
        assert!(faults.is_empty(), "{text}: {faults:?}");
    }
    let game = read("[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1... e4 *");
    assert_eq!(game.faults().list()[0].kind, FaultKind::MoveNumber);
}

#[test]
fn what_every_reader_forgives_is_read() {
    let fen = |fen: &str, text: &str| format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n{text}");
    for (text, moves) in [
        (fen("8/4P1k1/8/8/8/8/p5K1/8 w - - 0 1", "1. e8q a1=q 2. Kh2 *"), 3),
        (fen("3n4/4P1k1/8/8/8/8/p5K1/8 w - - 0 1", "1. exd8n a1b+ 2. Kh2 *"), 3),
        ("1. e4 nf6 2. Nc3 c6 3. d4 d5 4. nf3 e6 5. Bd3 b5 6. qe2 Bb7 7. ke1-d1 *".into(), 13),
        ("1. e4 e5 2. Nf3 Nc6 3. d4 exd4 4. Nxd4Bb4 5. c3 *".into(), 9),
        ("1.e4 e6 2.d4 d5 3.Nc3 dxe4 4.Nxe4 Nd7 5.Nf3 Ngf6 6.Bd3 Be7 7.O-OO-O 8.Nxf6+ Nxf6 *".into(), 16),
        ("1. e4 e5 2. Qh5 Nc6 3. Qxf7+Kxf7 4. Bc4+ *".into(), 7),
        ("1. e4 e5 2. Bc4 Nc6 3. Bxf7+3... Kxf7 4. Nf3 *".into(), 7),
        ("1. e4 <> 2. d4 Nf6 *".into(), 4),
        ("1. e4 d5 2. e5 f5 3. exf6 e.p. 3... Nxf6 *".into(), 6),
    ] {
        assert_eq!(read(&text).tree().mainline_len() - 1, moves, "{text}: {:?}", read(&text).faults());
    }
    // Cut in two ways, it is not read.
    assert_eq!(read(&fen("k7/P7/8/8/8/8/8/K7 w - - 0 1", "1. a8Bb4 *")).tree().len(), 1);
}

/// What is counted in the text bounds what is read.
#[test]
fn skimming_agrees() {
    for text in [
        "1. e4 nf6 2. e5 Nd5 3. c4 nb6 *",
        "1. e4 e5 2. Sf3 Sc6 3. Lb5 a6 4. O-O Dh4 *",
        "1. e4 e5 2. Nf3 Nc6 3. d4 exd4 4. Nxd4Bb4 *",
        "1. f4 e5 2. g4 Bd6 3. fxe5 a6 4. exd6 a5 5. dxc7 a4 6. cxb8q *",
    ] {
        let raw = RawGame::from_bytes(format!("[Event \"x\"]\n\n{text}").as_bytes());
        let whole = read(&format!("[Event \"x\"]\n\n{text}"));
        let tree = whole.tree().full();
        let mut game = Game::new();
        let looked = game.parse_unless_skimmed(&raw, &Reading::default(), true, |_, tokens: Option<&MoveTokens>| {
            let Some(tokens) = tokens else { return false };
            assert!(tokens.moves() >= tree.len() - 1, "{text}");
            for mv in (1..tree.len()).filter_map(|n| tree.move_to(n)) {
                assert!(tokens.reached(mv.role).contains(mv.to), "{text}: {mv:?}");
                assert!(mv.promotion.is_none_or(|role| tokens.promotions(role) > 0), "{text}");
            }
            false
        });
        assert!(looked && game.tree().len() == tree.len(), "{text}");
    }
}

#[test]
fn letters_of_other_languages() {
    let moves = |text: &str| {
        let game = read(text);
        let kinds: Vec<FaultKind> = game.faults().list().iter().map(|fault| fault.kind).collect();
        (game.tree().mainline_len() - 1, kinds)
    };
    let other = vec![FaultKind::OtherLetters];
    for text in [
        "1. e4 e5 2. Sf3 Sc6 3. Lb5 a6 4. Lxc6 dxc6 5. O-O Dd6 6. Te1 *",
        "1. e4 e5 2. Cf3 Cc6 3. Fb5 a6 4. Fxc6 dxc6 5. O-O Dd6 6. Te1 *",
        "1. e4 e5 2. Cf3 Cc6 3. Ab5 a6 4. Axc6 dxc6 5. O-O Dd6 6. Te1 *",
        "1. e4 e5 2. Hf3 Hc6 3. Fb5 a6 4. Fxc6 dxc6 5. O-O Vd6 6. Be1 *",
        "1. e4 e5 2. Кf3 Кc6 3. Сb5 a6 4. Сxc6 dxc6 5. O-O Фd6 6. Лe1 *",
        "1. e4 e5 2. ¤f3 ¤c6 3. ¥b5 a6 4. ¥xc6 dxc6 5. O-O £d6 6. ¦e1 *",
    ] {
        let english = read("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6 5. O-O Qd6 6. Re1 *");
        let game = read(text);
        assert_eq!(moves(text), (11, other.clone()), "{text}");
        assert!((0..12).all(|n| game.tree().board(n) == english.tree().board(n)), "{text}");
    }
    let promoted = read("[FEN \"8/4P1k1/8/8/8/8/8/4K3 w - - 0 1\"]\n\n1. e8=D Kf6 2. Dd8+ {Sf3 wäre nichts} *");
    assert_eq!(promoted.tree().move_to(1).unwrap().promotion, Some(Role::Queen));
    // `Df3` is a queen in three of them, and the same move.
    assert_eq!(moves("1. e4 e5 2. Df3 *"), (3, other));
    // `Fc4` is a bishop in two of them, and `Ce2` a knight; no language has both `S` and `C`.
    assert_eq!(moves("1. e4 e5 2. Sf3 Cc6 *"), (2, vec![FaultKind::ForeignLetters]));
    assert_eq!(moves("1. e4 e5 2. Sf3 Sc6 3. Sxe4 *"), (2, vec![FaultKind::ForeignLetters]));
    assert_eq!(moves("1. e4 e5 2. Ιf3 Ιc6 3. d4 *"), (2, vec![FaultKind::ForeignLetters]));
    // Nothing is said of letters where they are not the trouble.
    for text in ["1. e4 e5 2. e9 *", "1. e4 d5 2. PxP *", "1. e4 e5 2. castles castles 3. d4 *"] {
        let game = read(text);
        let fault = game.faults().list().iter().find(|fault| fault.kind.loses()).unwrap();
        assert!(!fault.kind.help().unwrap().contains("letter") && !fault.message.contains("letter"), "{fault:?}");
    }
}

#[test]
fn what_a_game_says_of_itself() {
    let result = |text: &str| read(text).result();
    assert_eq!(result("[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 *"), GameResult::White);
    assert_eq!(result("[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 0-1"), GameResult::Black);
    assert_eq!(result("[Result \"*\"]\n\n1. e4 e5 2. Nf3 1/2-1/2"), GameResult::Draw);
    let year = |date: &str| read(&format!("[Date \"{date}\"]\n\n*")).year();
    let years = ["Sun Jul 09 2023", "01/05/2024", "5.10.1997", "1997.05.02", "1997", "??.??.????", "1/2/34"].map(year);
    assert_eq!(years, [Some(2023), Some(2024), Some(1997), Some(1997), Some(1997), None, Some(1)]);
}

#[test]
fn bughouse_is_two_boards() {
    for text in [
        "[Variant \"Bughouse\"]\n\n1A. e4 1a. f6 1B. f3 1b. e5 2A. d4 2a. g5 3A. Qh5# 1-0",
        "[Event \"x\"]\n\n1A. e4 1a. f6 1B. f3 1b. e5 *",
        "[Variant \"bughouse chess\"]\n\n1. e4 e5 *",
    ] {
        let game = read(text);
        assert_eq!((game.tree().len(), game.is_incomplete()), (1, true), "{text}");
        assert!(game.faults().list()[0].message.contains("bughouse"), "{:?}", game.faults());
    }
    assert!(read("1. e4 e5 *").faults().is_empty());
}

/// The letters of the castling field of a game's first position.
fn rights(tags: &str, fen: &str) -> (String, Vec<FaultKind>) {
    let game = read(&format!("{tags}[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n*"));
    let kinds = game.faults().list().iter().map(|fault| fault.kind).collect();
    (game.fen(0).split(' ').nth(2).unwrap().to_owned(), kinds)
}

#[test]
fn rights_that_no_king_and_rook_can_have_are_dropped() {
    let false_rights = [FaultKind::FalseRights];
    for (fen, left) in [
        ("7k/5K2/4R3/8/8/8/8/8 w KQkq - 0 1", "-"),
        ("2kr4/1p1r1p2/2p1p2p/8/P1P1Rp2/8/1P3PPP/R5K1 w KQkq - 0 1", "-"),
        ("1r4k1/b2b1Rpr/p2P3p/1ppB4/8/2B5/PP1q1PPP/2R3K1 w Qq - 0 1", "-"),
        ("r3k2r/8/8/8/8/8/8/4K2R w KQkq - 0 1", "Kkq"),
        ("r3k3/8/8/8/8/8/8/4K1R1 w Kq - 0 1", "q"),
        ("6k1/8/8/8/8/8/8/R5K1 w Q - 0 1", "-"),
    ] {
        assert_eq!(rights("", fen), (left.to_owned(), false_rights.to_vec()), "{fen}");
    }
    for (tags, fen, left) in [
        ("", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "KQkq"),
        ("", "r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1", "-"),
        ("", "nrbkqrbn/pppppppp/8/8/8/8/PPPPPPPP/NRBKQRBN w KQkq - 0 1", "KQkq"),
        ("", "nrbkqrbn/pppppppp/8/8/8/8/PPPPPPPP/NRBKQRBN w FBfb - 0 1", "KQkq"),
        ("", "6k1/8/8/8/8/8/8/R5K1 w A - 0 1", "Q"),
        ("[Variant \"Chess960\"]\n", "6k1/8/8/8/8/8/8/R5K1 w Q - 0 1", "Q"),
        ("[Variant \"chess 960\"]\n", "2kr4/8/8/8/8/8/8/R5K1 w Qk - 0 1", "Qk"),
    ] {
        assert_eq!(rights(tags, fen), (left.to_owned(), vec![]), "{fen}");
    }
    let game = read("[SetUp \"1\"]\n[FEN \"2kr4/8/8/8/8/8/8/R5K1 w Qk - 0 1\"]\n\n*");
    assert_eq!(game.tree().board(0).castling(), Bitboard::EMPTY);
}

#[test]
fn clocks_of_hours_and_minutes() {
    let clocks = |tags: &str, times: [&str; 3]| -> Vec<Option<i64>> {
        let [a, b, c] = times;
        let text = format!("{tags}\n\n1. e4 {{[%clk {a}]}} e5 {{[%clk {b}]}} 2. Nf3 {{[%clk {c}]}} *");
        let game = read(&text);
        (1..4).map(|node| game.clock(node)).collect()
    };
    let slow = [Some(5400), Some(5340), Some(5100)].to_vec();
    let quick = [Some(90), Some(89), Some(85)].to_vec();
    let times = ["1:30", "1:29", "1:25"];
    assert_eq!(clocks("[TimeControl \"5400+30\"]", times), slow);
    assert_eq!(clocks("[TimeControl \"40/5400+30:1800+30\"]", times), slow);
    assert_eq!(clocks("[Event \"?\"]", times), slow);
    assert_eq!(clocks("[TimeControl \"60+1\"]", times), quick);
    assert_eq!(clocks("[TimeControl \"120\"]", times), quick);
    // Where one clock shows seconds, all do.
    assert_eq!(clocks("[TimeControl \"5400\"]", ["1:30", "1:29", "1:25:00"]), [Some(90), Some(89), Some(5100)]);
    assert_eq!(clocks("[Event \"?\"]", ["10:00", "9:58", "9:55"]), [Some(600), Some(598), Some(595)]);
    assert_eq!(clocks("[Event \"?\"]", ["3:00", "2:58", "2:55"]), [Some(180), Some(178), Some(175)]);
    assert_eq!(clocks("[TimeControl \"5400\"]", ["89:30", "89:00", "88:10"])[0], Some(5370));
    let game = read("[TimeControl \"5400+30\"]\n\n1. e4 {[%clk 1:30]} e5 {[%clk 1:29]} 2. Nf3 {[%clk 1:25]} *");
    assert_eq!((game.elapsed(3), game.clock_milliseconds(3)), (Some(330), Some(5_100_000)));
}

/// A German game whose words begin lines is still one game.
#[test]
fn frames_keep_words() {
    let text = b"[Event \"a\"]\n\n1. e4 e5\n2. castles castles\n3. d4 *\n\n[Event \"b\"]\n\n1. d4 *\n";
    let mut frames = Frames::new(&text[..]);
    let mut count = 0;
    while frames.next_frame().unwrap().is_some() {
        count += 1;
    }
    assert_eq!(count, 2);
}
