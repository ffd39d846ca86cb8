//! The captures that pawns demand, against all ways to deal them their files.

use fastrand::Rng;
use tabiya::chess::retro::{self, Disproof, Verdict};
use tabiya::chess::{Board, Color, Rank, Role, Square, fen};
use tabiya_fuzz::dice::Chance;

/// The fewest captures by which pawns can have come from the second rank, if they can: every pawn tries every file.
fn demanded(pawns: &[Square], taken: u32) -> Option<u32> {
    let Some((&pawn, rest)) = pawns.split_first() else { return Some(0) };
    let costs = (0..8_u32).filter(|file| taken & (1 << file) == 0).filter_map(|file| {
        let cost = (pawn.file() as u32).abs_diff(file);
        if cost > pawn.rank() as u32 - 1 { None } else { Some(cost + demanded(rest, taken | (1 << file))?) }
    });
    costs.min()
}

/// Pawns of White crowd on some files; Black has no pawns and so many officers, both bishops among them.
fn crowd(dice: &mut Rng) -> (Board, Vec<Square>, u32) {
    let mut board = Board::empty();
    board.put(Square::A8, Role::King.of(Color::Black));
    board.put(Square::E1, Role::King.of(Color::White));
    let (first, files) = (dice.below(8), 1 + dice.below(4));
    let mut pawns = Vec::new();
    for _ in 0..3 + dice.below(6) {
        let file = (first + dice.below(files)) % 8;
        let pawn = Square::new((file + 8 * (1 + dice.below(5))) as u32);
        if board.piece_at(pawn).is_none() {
            board.put(pawn, Role::Pawn.of(Color::White));
            pawns.push(pawn);
        }
    }
    let officers = [
        (Square::B8, Role::Bishop),
        (Square::C8, Role::Bishop),
        (Square::D8, Role::Knight),
        (Square::F8, Role::Knight),
        (Square::G8, Role::Rook),
        (Square::H8, Role::Rook),
        (Square::H7, Role::Queen),
    ];
    let kept = 2 + dice.below(6);
    for (square, role) in officers.into_iter().take(kept) {
        board.put(square, role.of(Color::Black));
    }
    (board, pawns, 15 - kept as u32)
}

#[test]
fn captures_are_demanded_as_all_deals_say() {
    let mut dice = Rng::with_seed(11);
    let (mut refused, mut open, mut close) = (0, 0, 0);
    for _ in 0..2000 {
        let (board, mut pawns, missing) = crowd(&mut dice);
        if !retro::is_legal(&board) {
            continue;
        }
        pawns.sort_by_key(|pawn| pawn.rank());
        let demanded = demanded(&pawns, 0);
        let verdict = retro::reachable(&board);
        let text = fen::write(&fen::Setup { board, halfmoves: 0, fullmoves: 1 });
        let expected = demanded.is_none_or(|demanded| demanded > missing);
        assert_eq!(verdict == Verdict::No(Disproof::Captures(Color::White)), expected, "{text}: {demanded:?}");
        refused += usize::from(expected);
        open += usize::from(!expected);
        close += usize::from(demanded.is_some_and(|demanded| demanded.abs_diff(missing) <= 1));
        assert!(pawns.iter().all(|pawn| pawn.rank() != Rank::First));
    }
    assert!(refused > 50 && open > 50 && close > 20, "{refused}, {open}, {close}");
}
