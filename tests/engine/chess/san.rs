//! Moves as people write them: what a text means, which move of a board it is, and how moves are written.

use fastrand::Rng;
use shakmaty::san::SanPlus;
use shakmaty::{CastlingMode, Chess};
use tabiya::chess::san::{Found, San, SanError, null_move, write};
use tabiya::chess::{Bitboard, Board, File, Role, fen};
use tabiya_fuzz::dice::{Style, any_game, any_setup};
use tabiya_test_support::size;

/// The reading of a text in one line: kind of move, origin, sign of capture, destination, promotion.
fn meaning(san: San) -> String {
    let promoted = |role: Option<Role>| role.map_or(String::new(), |role| format!("={role:?}"));
    match san {
        San::Normal { role, from, to, promotion, capture } => {
            let from = if from == Bitboard::FULL {
                "any".to_string()
            } else {
                let squares: Vec<String> = from.into_iter().map(|square| square.to_string()).collect();
                match squares.as_slice() {
                    [one] => one.clone(),
                    [first, .., last] if first[..1] == last[..1] && squares.len() == 8 => first[..1].into(),
                    [first, .., last] if first[1..] == last[1..] && squares.len() == 8 => first[1..].into(),
                    _ => format!("{squares:?}"),
                }
            };
            format!("{role:?} {from} {}{to}{}", if capture { "x" } else { "" }, promoted(promotion))
        }
        San::Files(from, to) => format!("file {} takes on {}", from.char(), to.char()),
        San::Squares { from, to, promotion } => format!("{from} to {to}{}", promoted(promotion)),
        San::Castle { short } => if short { "short" } else { "long" }.into(),
        San::Null => "null".into(),
        San::Drop(role, to) => format!("{role:?} on {to}"),
    }
}

#[test]
fn every_spelling_has_its_meaning() {
    let mut wrong = Vec::new();
    // The text that is taken is what stands before `|`; what follows is left.
    for (text, expected) in [
        ("e4", "Pawn any e4"),
        ("e4| e5", "Pawn any e4"),
        ("e4|.", "Pawn any e4"),
        ("e4|-", "Pawn any e4"),
        ("e4|:", "Pawn any e4"),
        ("e4|!?", "Pawn any e4"),
        ("e4|=", "Pawn any e4"),
        ("a1", "Pawn any a1"),
        ("h8|,", "Pawn any h8"),
        ("exd5", "Pawn e xd5"),
        ("eXd5", "Pawn e xd5"),
        ("e:d5", "Pawn e xd5"),
        ("e×d5", "Pawn e xd5"),
        ("ed5", "Pawn e d5"),
        ("e-d5", "Pawn e d5"),
        ("4xd5", ""),
        ("Pe4", "Pawn any e4"),
        ("Pe2e4", "Pawn e2 e4"),
        ("Pexd5", "Pawn e xd5"),
        ("ed", "file e takes on d"),
        ("de", "file d takes on e"),
        ("exd", "file e takes on d"),
        ("ed| cxb4", "file e takes on d"),
        ("ed|)", "file e takes on d"),
        ("ed+|!", "file e takes on d"),
        ("ed|{", "file e takes on d"),
        ("ed,", ""),
        ("ed-", ""),
        ("ee", ""),
        ("ec", ""),
        ("edx", ""),
        ("Ned", ""),
        ("e2e4", "e2 to e4"),
        ("e2-e4", "e2 to e4"),
        ("e4xd5", "e4 to d5"),
        ("e4:d5+", "e4 to d5"),
        ("e1g1", "e1 to g1"),
        ("Nf3", "Knight any f3"),
        ("Bb5", "Bishop any b5"),
        ("Ra1", "Rook any a1"),
        ("Qh8", "Queen any h8"),
        ("Ke2", "King any e2"),
        ("Nbd2", "Knight b d2"),
        ("N1d2", "Knight 1 d2"),
        ("R8xd2", "Rook 8 xd2"),
        ("Nb1d2", "Knight b1 d2"),
        ("Ng1-f3", "Knight g1 f3"),
        ("Ng1xf3", "Knight g1 xf3"),
        ("N-f3", "Knight any f3"),
        ("Nxf3", "Knight any xf3"),
        ("N×f3", "Knight any xf3"),
        ("Nãf3", ""),
        ("Nb1|-", "Knight any b1"),
        ("Nb1x", ""),
        ("♔e2", "King any e2"),
        ("♕e2", "Queen any e2"),
        ("♖e2", "Rook any e2"),
        ("♗e2", "Bishop any e2"),
        ("♘e2", "Knight any e2"),
        ("♙e2", "Pawn any e2"),
        ("♚e2", "King any e2"),
        ("♛bxe2+", "Queen b xe2"),
        ("♜e2", "Rook any e2"),
        ("♝e2", "Bishop any e2"),
        ("♞e2", "Knight any e2"),
        ("♟e2", "Pawn any e2"),
        ("☓e2", ""),
        ("♠e2", ""),
        ("e8=Q", "Pawn any e8=Queen"),
        ("e8=R", "Pawn any e8=Rook"),
        ("e8=B", "Pawn any e8=Bishop"),
        ("e1=N+", "Pawn any e1=Knight"),
        ("e8=q", "Pawn any e8=Queen"),
        ("e8=K", "Pawn any e8=King"),
        ("e8=P", "Pawn any e8=Pawn"),
        ("e8=(N)", "Pawn any e8=Knight"),
        ("e8|=(N", "Pawn any e8"),
        ("e8=X", ""),
        ("e8|=", "Pawn any e8"),
        ("e4=Q", "Pawn any e4=Queen"),
        ("e8Q", "Pawn any e8=Queen"),
        ("e8N#", "Pawn any e8=Knight"),
        ("e8K", "Pawn any e8=King"),
        ("e4Q", ""),
        ("e8q", "Pawn any e8=Queen"),
        ("dxe8q", "Pawn d xe8=Queen"),
        ("nf3", "Knight any f3"),
        ("kxe2", "King any xe2"),
        ("bc4", "Pawn b c4"),
        ("ee4", ""),
        ("O-OO-O", ""),
        ("<>", "null"),
        ("e8X", ""),
        ("e8(Q)", "Pawn any e8=Queen"),
        ("e1(b)+", "Pawn any e1=Bishop"),
        ("e8|(Q", "Pawn any e8"),
        ("e8|(X)", "Pawn any e8"),
        ("e4|(Q)", "Pawn any e4"),
        ("e8/Q", "Pawn any e8=Queen"),
        ("e8/X", ""),
        ("e4/Q", ""),
        ("e4|/=", "Pawn any e4"),
        ("dxe8=(N)+", "Pawn d xe8=Knight"),
        ("dxe8(Q)", "Pawn d xe8=Queen"),
        ("dxe8/R", "Pawn d xe8=Rook"),
        ("e7e8q", "e7 to e8=Queen"),
        ("e7e8n", "e7 to e8=Knight"),
        ("e7e8r", "e7 to e8=Rook"),
        ("e2e1b", "e2 to e1=Bishop"),
        ("e7-e8=Q", "e7 to e8=Queen"),
        ("e7e8k", ""),
        ("e2e4q", ""),
        ("Ne8=Q", ""),
        ("O-O", "short"),
        ("O-O-O", "long"),
        ("0-0", "short"),
        ("0-0-0", "long"),
        ("o-o", "short"),
        ("o-o-o+", "long"),
        ("OO", "short"),
        ("OOO", "long"),
        ("00", "short"),
        ("000", "long"),
        ("oo", ""),
        ("O–O", "short"),
        ("O–O‑O", "long"),
        ("O—O", "short"),
        ("O•O", ""),
        ("O-O|.", "short"),
        ("O-O|-", "short"),
        ("0-0|-1", "short"),
        ("0-0+|!", "short"),
        ("00.", ""),
        ("0-0.", ""),
        ("0-1", ""),
        ("O-0", ""),
        ("O", ""),
        ("--", "null"),
        ("--|.", "null"),
        ("---", ""),
        ("-", ""),
        ("Z0", "null"),
        ("z0", "null"),
        ("null", "null"),
        ("Null", "null"),
        ("NULL| e4", "null"),
        ("nUll", "null"),
        ("pass", "null"),
        ("PASS", "null"),
        ("Pass", "null"),
        ("0000", "null"),
        ("@@@@", "null"),
        ("nulls", ""),
        ("passed", ""),
        ("Paul", ""),
        ("N@f3", "Knight on f3"),
        ("Q@h8#", "Queen on h8"),
        ("P@a1", "Pawn on a1"),
        ("@b7", "Pawn on b7"),
        ("N@i3", ""),
        ("N@f9", ""),
        ("N@f0", ""),
        ("N@f", ""),
        ("Nb@f3", ""),
        ("Nf3+", "Knight any f3"),
        ("Nf3#", "Knight any f3"),
        ("Nf3++", "Knight any f3"),
        ("Nf3†", "Knight any f3"),
        ("Nf3‡", "Knight any f3"),
        ("Nf3|…", "Knight any f3"),
        ("Nf3ch", "Knight any f3"),
        ("Nf3mate", "Knight any f3"),
        ("Nf3mat", ""),
        ("Nf3c", ""),
        ("exd6ep", "Pawn e xd6"),
        ("exd6e.p", "Pawn e xd6"),
        ("exd6e.p.", "Pawn e xd6"),
        ("exd6e.p.+", "Pawn e xd6"),
        ("exd6(ep)", "Pawn e xd6"),
        ("exd6(e.p.)+", "Pawn e xd6"),
        ("exd6|(check)", "Pawn e xd6"),
        ("exd6e", ""),
        ("Nf3|+-", "Knight any f3"),
        ("Nf3|+/-", "Knight any f3"),
        ("Nf3|+=", "Knight any f3"),
        ("Nf3+|+-", "Knight any f3"),
        ("Nf3|$7", "Knight any f3"),
        ("Qd6|1-0", "Queen any d6"),
        ("Qd6|0-1", "Queen any d6"),
        ("Qd6|1/2-1/2", "Queen any d6"),
        ("Qd6+|1-0", "Queen any d6"),
        ("Qd61-1", ""),
        ("Qd60", ""),
        ("Qd62", ""),
        ("Nf3N", ""),
        ("Nf3@", ""),
        ("Nonsense", ""),
        ("i4", ""),
        ("e9", ""),
        ("e0", ""),
        ("N", ""),
        ("N3", ""),
        ("Ng", ""),
        ("Nxx3", ""),
        ("a", ""),
        ("*", ""),
        ("", ""),
    ] {
        let whole = text.replace('|', "");
        let taken = text.find('|').unwrap_or(text.len());
        let found = San::scan(whole.as_bytes()).map(|(san, len)| (meaning(san), len));
        let expected = (!expected.is_empty()).then(|| (expected.to_string(), taken));
        if found != expected {
            wrong.push((text, found, expected));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

fn board(text: &str) -> Board {
    fen::parse(text).expect("a FEN").board
}

/// The move that a text means on a board: squares and promotion, and what is wrong with the text, or why it is none.
fn find(board: &Board, text: &str) -> String {
    let (san, len) = San::scan(text.as_bytes()).unwrap_or_else(|| panic!("`{text}` is no move"));
    assert_eq!(len, text.len(), "`{text}` is one move");
    match san.find(board) {
        Ok(Found { mv, repair }) => {
            let promoted = mv.promotion.map_or(String::new(), |role| format!("={role:?}"));
            let captured = mv.captured.map_or(String::new(), |square| format!(" takes on {square}"));
            let repair = repair.map_or(String::new(), |repair| format!(", {repair:?}"));
            format!("{}{}{promoted}{captured}{repair}", mv.from, mv.to)
        }
        Err(SanError::Ambiguous(squares)) => {
            let squares: Vec<String> = squares.into_iter().map(|square| square.to_string()).collect();
            format!("ambiguous: {}", squares.join(" "))
        }
        Err(error) => format!("{error:?}"),
    }
}

#[test]
fn every_text_finds_its_move_or_the_reason_why_there_is_none() {
    const ARRAY: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    const ROOKS: &str = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    let mut wrong = Vec::new();
    for (fen, cases) in [
        (
            ARRAY,
            [
                ("Nf3", "g1f3"),
                ("e4", "e2e4"),
                ("e3", "e2e3"),
                ("e2e4", "e2e4"),
                ("g1h3", "g1h3"),
                ("--", "e1e1"),
                ("e5", "NoReach(Pawn, E5)"),
                ("exd3", "NoReach(Pawn, D3)"),
                ("d2", "OwnPiece(D2)"),
                ("ed", "NoCapture(E, D)"),
                ("Rh2", "OwnPiece(H2)"),
                ("Nd6", "NoReach(Knight, D6)"),
                ("Qd5", "NoReach(Queen, D5)"),
                ("Ngd2", "OwnPiece(D2)"),
                ("Nbf3", "g1f3, Origin"),
                ("N2f3", "g1f3, Origin"),
                ("b1f3", "NoReach(Knight, F3)"),
                ("e3e4", "NoOrigin(E3)"),
                ("e7e5", "NoOrigin(E7)"),
                ("e4=Q", "BadPromotion"),
                ("N@f3", "Drop"),
                ("O-O", "CastleBlocked"),
                ("e1g1", "CastleBlocked"),
                ("e1h1", "CastleBlocked"),
            ]
            .as_slice(),
        ),
        // Single and double steps, free and not.
        (
            "4k3/pp5p/8/1n4P1/P1n1p3/1P6/1P2P3/4K3 b - - 0 1",
            &[("a5", "a7a5"), ("a6", "a7a6"), ("b6", "b7b6"), ("b5", "OwnPiece(B5)"), ("h5", "h7h5"), ("e3", "e4e3")],
        ),
        (
            "4k3/8/8/8/p1n5/1P2n3/PPP1P3/4K3 w - - 0 1",
            &[
                ("a3", "a2a3"),
                ("a4", "NoReach(Pawn, A4)"),
                ("b4", "b3b4"),
                ("c3", "c2c3"),
                ("c4", "NoReach(Pawn, C4)"),
                ("e3", "NoReach(Pawn, E3)"),
                ("e4", "NoReach(Pawn, E4)"),
                ("bxc4", "b3c4 takes on c4"),
                ("bc", "b3c4 takes on c4"),
                ("ba", "b3a4 takes on a4"),
                ("bxa4", "b3a4 takes on a4"),
                ("Qe2", "NoPiece(Queen)"),
                ("Qd5", "NoPiece(Queen)"),
            ],
        ),
        ("4k3/8/4P3/8/8/8/8/4K3 w - - 0 1", &[("e7", "e6e7"), ("e8", "NoPromotion"), ("e5", "NoReach(Pawn, E5)")]),
        // No step goes round the edge of the board.
        ("4k3/8/p7/8/7P/8/8/4K3 w - - 0 1", &[("hg", "NoCapture(H, G)"), ("h5", "h4h5"), ("gxh4", "OwnPiece(H4)")]),
        // Promotion.
        (
            "3rk3/4P3/8/8/8/8/4p3/3RK3 w - - 0 1",
            &[
                ("exd8=Q", "e7d8=Queen takes on d8"),
                ("exd8=N", "e7d8=Knight takes on d8"),
                ("e7d8r", "e7d8=Rook takes on d8"),
                ("exd8=B+", "e7d8=Bishop takes on d8"),
                ("exd8", "NoPromotion"),
                ("ed", "NoPromotion"),
                ("exd8=K", "BadPromotion"),
                ("exd8=P", "BadPromotion"),
                ("e8=Q", "NoReach(Pawn, E8)"),
            ],
        ),
        (
            "4k3/8/8/8/8/8/4p3/3RK3 b - - 0 1",
            &[("exd1=Q+", "e2d1=Queen takes on d1"), ("ed", "NoPromotion"), ("e1=N", "NoReach(Pawn, E1)")],
        ),
        // Which of several.
        (
            "4k3/8/8/8/8/8/3N4/4K1N1 w - - 0 1",
            &[
                ("Nf3", "ambiguous: g1 d2"),
                ("Ndf3", "d2f3"),
                ("N1f3", "g1f3"),
                ("Naf3", "ambiguous: g1 d2"),
                ("Nd2f3", "d2f3"),
            ],
        ),
        (
            "4k3/8/8/8/1b6/8/3N4/4K1N1 w - - 0 1",
            &[("Nf3", "g1f3"), ("Ndf3", "LeavesCheck"), ("Nhf3", "g1f3, Origin"), ("Nc4", "LeavesCheck")],
        ),
        (
            "4k3/8/8/8/1b6/8/3N4/4K3 w - - 0 1",
            &[("Nf3", "LeavesCheck"), ("Naf3", "LeavesCheck"), ("d2f3", "LeavesCheck")],
        ),
        ("4k3/8/8/3p1p2/4P3/8/8/4K3 w - - 0 1", &[("ed", "e4d5 takes on d5"), ("exf5", "e4f5 takes on f5")]),
        ("4k3/8/3p4/3pP3/4P3/8/8/4K3 w - - 0 1", &[("ed", "ambiguous: e4 e5"), ("exd5", "e4d5 takes on d5")]),
        ("4k3/8/8/4p3/3P1P2/8/8/4K3 w - - 0 1", &[("dxe5", "d4e5 takes on e5"), ("fe5", "f4e5 takes on e5")]),
        // Kings beside danger, and capturing it.
        ("4k3/8/8/8/8/8/4q3/4K3 w - - 0 1", &[("Kxe2", "e1e2 takes on e2"), ("Kd1", "LeavesCheck")]),
        ("4k3/4r3/8/8/8/8/4q3/4K3 w - - 0 1", &[("Kxe2", "LeavesCheck")]),
        ("4k3/8/8/8/8/8/8/r3K3 w - - 0 1", &[("Kf1", "LeavesCheck"), ("Ke2", "e1e2"), ("Kg1", "CastleHome")]),
        // A board of a composer's, with two kings: neither must be safe.
        ("4k3/8/8/8/8/8/4r3/2K1K3 w - - 0 1", &[("Kf1", "e1f1"), ("Kd1", "ambiguous: c1 e1"), ("O-O", "CastleHome")]),
        // Captures in passing.
        (
            "4k3/8/8/2PpP3/8/8/8/4K3 w - d6 0 1",
            &[
                ("exd6", "e5d6 takes on d5"),
                ("cxd6", "c5d6 takes on d5"),
                ("ed", "e5d6 takes on d5"),
                ("ed6", "e5d6 takes on d5"),
                ("e5d6", "e5d6 takes on d5"),
                ("d6", "NoReach(Pawn, D6)"),
            ],
        ),
        ("4k3/8/8/2PpP3/8/8/8/4K3 w - - 0 1", &[("exd6", "NoReach(Pawn, D6)"), ("ed", "NoCapture(E, D)")]),
        ("8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1", &[("exd6", "LeavesCheck"), ("e6", "e5e6")]),
        // Castling: with the right, without it, through men and attacks.
        (
            ROOKS,
            &[
                ("O-O", "e1g1"),
                ("O-O-O", "e1c1"),
                ("e1g1", "e1g1"),
                ("e1h1", "e1g1"),
                ("e1c1", "e1c1"),
                ("e1a1", "e1c1"),
                ("Kg1", "e1g1"),
                ("Kc1", "e1c1"),
                ("Kb1", "NoReach(King, B1)"),
                ("Ke2", "e1e2"),
                ("e1f1", "e1f1"),
                ("Kxh8", "NoReach(King, H8)"),
            ],
        ),
        (
            "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1",
            &[("O-O", "e8g8"), ("O-O-O", "e8c8"), ("Kg8", "e8g8"), ("Kc8", "e8c8")],
        ),
        ("4k3/8/8/8/8/8/8/R3K2R w Q - 0 1", &[("O-O", "e1g1, CastlingRight"), ("O-O-O", "e1c1")]),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", &[("O-O", "CastleHome"), ("Kg1", "CastleHome"), ("e1c1", "CastleHome")]),
        ("4k3/8/8/8/8/8/8/R2K3R w - - 0 1", &[("O-O", "CastleHome"), ("O-O-O", "CastleHome")]),
        ("4k3/8/8/8/8/5r2/8/R3K2R w KQ - 0 1", &[("O-O", "CastleAttacked"), ("O-O-O", "e1c1")]),
        ("4k3/8/8/8/8/1r6/8/R3K2R w KQ - 0 1", &[("O-O-O", "e1c1"), ("Kc1", "e1c1")]),
        ("4k3/8/8/8/8/8/8/RN2K1NR w KQ - 0 1", &[("O-O", "CastleBlocked"), ("O-O-O", "CastleBlocked")]),
        ("6k1/8/8/8/8/8/8/5KR1 w - - 0 1", &[("Kg2", "f1g2"), ("f1g1", "CastleHome"), ("Kg1", "OwnPiece(G1)")]),
        // A rook that is not on the rank of the king is no sign of castling.
        (
            "4k3/8/8/8/8/8/4R2R/R3K2R w KQ - 0 1",
            &[("e1e2", "OwnPiece(E2)"), ("e1h2", "OwnPiece(H2)"), ("e1h1", "e1g1")],
        ),
        // Chess960: the right names the rook.
        (
            "4k3/8/8/8/8/8/8/1R3KR1 w GB - 0 1",
            &[("O-O", "f1g1"), ("O-O-O", "f1c1"), ("f1g1", "f1g1"), ("f1b1", "f1c1")],
        ),
        ("8/8/8/8/8/8/8/4K3 b - - 0 1", &[("Kd4", "NoPiece(King)"), ("e4", "NoPiece(Pawn)"), ("--", "a1a1")]),
    ] {
        let board = board(fen);
        for &(text, expected) in cases {
            let found = find(&board, text);
            if found != expected {
                wrong.push(format!("{fen}: {text} is {found}, not {expected}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// A move of ours as it is written on a board.
fn written(board: &Board, text: &str) -> String {
    let (san, _) = San::scan(text.as_bytes()).expect("a move");
    let mv = san.find(board).expect("a legal move").mv;
    let mut out = String::from("1.");
    write(board, &mv, &board.play(&mv), &mut Vec::new(), &mut out);
    out
}

#[test]
fn moves_are_written_as_short_as_they_are_clear() {
    for (fen, text, expected) in [
        // Two pieces: the file, if it differs; the rank, if only that does; both among three.
        ("4k3/8/8/8/8/8/3N4/4K1N1 w - - 0 1", "g1f3", "1.Ngf3"),
        ("4k3/8/8/6N1/8/8/8/4K1N1 w - - 0 1", "g1f3", "1.N1f3"),
        ("4k3/8/8/6N1/8/8/8/4K1N1 w - - 0 1", "g1h3", "1.N1h3"),
        ("4k3/8/8/Q6Q/8/8/8/Q3K3 w - - 0 1", "a5e5", "1.Qa5e5+"),
        // A pinned rival is none.
        ("4k3/8/8/8/1b6/8/3N4/4K1N1 w - - 0 1", "g1f3", "1.Nf3"),
        // Captures, promotion, check and mate.
        ("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", "1.exd5"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "1.exd6"),
        ("3rk3/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7d8n", "1.exd8=N"),
        ("7k/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", "1.a8=Q+"),
        ("7k/R7/8/8/8/8/1R6/4K3 w - - 0 1", "b2b8", "1.Rb8#"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "h1h8", "1.Rxh8+"),
        ("r3k3/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1", "1.O-O"),
        ("3k4/8/8/8/8/8/8/R3K3 w Q - 0 1", "O-O-O", "1.O-O-O+"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "--", "1.--"),
    ] {
        assert_eq!(written(&board(fen), text), expected, "{text} on {fen}");
    }
}

/// shakmaty's position, where it has one.
fn position(board: &Board) -> Option<Chess> {
    let text = fen::write(&fen::Setup { board: *board, halfmoves: 0, fullmoves: 1 });
    text.parse::<shakmaty::fen::Fen>().ok()?.into_position(CastlingMode::Chess960).ok()
}

#[test]
fn every_legal_move_is_written_as_shakmaty_writes_it_and_found_again() {
    let mut dice = Rng::with_seed(17);
    let mut boards = Vec::new();
    for n in 0..size("games", 12, 120) {
        boards.extend(any_game(&mut dice, 90, Style::nth(n)));
        boards.extend((0..60).map(|_| any_setup(&mut dice, 16)));
    }
    let (mut moves, mut scratch, mut seen, mut compared) = (Vec::new(), Vec::new(), 0, 0);
    for board in boards {
        let position = position(&board);
        moves.clear();
        board.legal_moves(&mut moves);
        for mv in &moves {
            let mut text = String::new();
            write(&board, mv, &board.play(mv), &mut scratch, &mut text);
            let squares = format!(
                "{}{}{}",
                mv.from,
                mv.to,
                mv.promotion.map_or("", |role| ["", "n", "b", "r", "q"][role as usize - 1])
            );
            for text in [&text, &squares] {
                let (san, len) = San::scan(text.as_bytes()).unwrap_or_else(|| panic!("{text}"));
                assert_eq!(len, text.len(), "{text}");
                let found = san.find(&board).unwrap_or_else(|error| panic!("{text}: {error} on {board:?}"));
                assert_eq!((found.mv, found.repair), (*mv, None), "{text} on {board:?}");
            }
            if let Some(position) = &position
                && let Ok(san) = SanPlus::from_ascii(text.as_bytes())
            {
                let theirs = san.san.to_move(position).unwrap_or_else(|error| panic!("{text}: {error} on {board:?}"));
                assert_eq!(text, SanPlus::from_move(position.clone(), theirs).to_string(), "{board:?}");
                compared += 1;
            }
            seen += 1;
        }
    }
    assert!(seen > 20_000 && compared * 3 > seen, "{compared} of {seen} moves compared");
}

#[test]
fn the_null_move_is_a_king_that_stays() {
    let array = Board::initial();
    let mv = null_move(&array);
    assert_eq!((mv.role, mv.from, mv.to, mv.captured), (Role::King, mv.to, mv.from, None));
    assert_eq!(mv.from.to_string(), "e1");
    let after = array.play(&mv);
    assert_eq!((after.turn(), after.occupied()), (!array.turn(), array.occupied()));
}

/// Every word of up to five signs that can begin a move in a common spelling, with every kind of end, and what
/// mutations make of moves: where the quick scan takes something, the full one takes the same.
#[test]
fn common_spellings_are_read_alike() {
    let (mut rng, mut taken) = (Rng::with_seed(7), 0);
    let signs = b"abhxNBRQKPO-o0185=+#!?$(){}@:eU .\n";
    for _ in 0..size("words", 200_000, 5_000_000) {
        let mut text: Vec<u8> = (0..rng.usize(1..12)).map(|_| signs[rng.usize(..signs.len())]).collect();
        if rng.bool() {
            let common = ["e4", "exd5", "Nf3", "Nxf3", "Nbd2", "R1xd2", "Qa1xb2", "O-O", "O-O-O", "h8", "Kxa1"];
            text.splice(..0, common[rng.usize(..common.len())].bytes());
        }
        if let Some(common) = San::scan_common(&text) {
            assert_eq!(Some(common), San::scan(&text), "{}", String::from_utf8_lossy(&text));
            taken += 1;
        }
    }
    assert!(taken > 1_000, "{taken}");
    for text in
        ["e4 e5 Nf3", "exd5+ Nf3", "Nf3 Nf6 a", "Nxf3# 1-0", "Nbd2 Nf6", "R1xd2+ Kd8", "O-O Nf6 a", "O-O-O+ Ke7"]
    {
        assert!(San::scan_common(text.as_bytes()).is_some(), "{text}");
    }
    for text in ["e4", "e8=Q Nf6 a", "e2e4 e7e5", "Ng1f3 Nf6", "ed5 Nf6 axb", "e4= Nf6 ab", "Qd61-0 ab", "N@f3 Nf6 a"] {
        assert!(San::scan_common(text.as_bytes()).is_none(), "{text}");
    }
}

/// Every square of origin that a text can name, every square to go to, on boards of all kinds.
#[test]
fn what_is_found_at_once_is_what_is_found() {
    let (mut rng, mut found) = (Rng::with_seed(8), 0);
    for n in 0..size("boards", 300, 10_000) {
        let board = any_setup(&mut rng, 1 + n % 30);
        for role in Role::ALL {
            for to in Bitboard::FULL {
                let (file, rank) = (Bitboard::from_file(File::new(rng.u32(..8))), Bitboard::from_rank(to.rank()));
                for from in [Bitboard::FULL, file, rank, file & rank, Bitboard::from_file(to.file())] {
                    for capture in [false, true] {
                        let san = San::Normal { role, from, to, promotion: None, capture };
                        let Some(mv) = san.find_only(&board) else { continue };
                        let slow = san.find(&board).unwrap_or_else(|error| panic!("{san:?} {error} {board:?}"));
                        assert_eq!((mv, None), (slow.mv, slow.repair), "{san:?} {board:?}");
                        found += 1;
                    }
                }
            }
        }
    }
    assert!(found > 5_000, "{found}");
}
