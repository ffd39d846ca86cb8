//! Moves taken back: against the brute force, and by hand.

use fastrand::Rng;
use tabiya::chess::retro::{self, Mode};
use tabiya::chess::{Board, Color, Rank, fen};
use tabiya_fuzz::brute::{compare, is_taken_back};
use tabiya_fuzz::dice::{Chance, Style, any_game, any_move, any_setup};

fn board(text: &str) -> Board {
    fen::parse(text).unwrap_or_else(|error| panic!("{text}: {error}")).board
}

/// The moves taken back, written and sorted.
fn written(text: &str, mode: Mode) -> Vec<String> {
    let mut list: Vec<String> = retro::unmoves(&board(text), mode).iter().map(ToString::to_string).collect();
    list.sort();
    list
}

fn check(text: &str, expected: &[&str]) {
    let mut expected = expected.to_vec();
    expected.sort_unstable();
    assert_eq!(written(text, Mode::Legal), expected, "{text}");
}

#[derive(Default)]
struct Seen {
    boards: usize,
    legal: usize,
    pseudolegal: usize,
    promotions: usize,
    passing: usize,
    castling: usize,
}

impl Seen {
    fn compare(&mut self, after: &Board) {
        let (legal, pseudolegal) = compare(after);
        self.boards += 1;
        self.legal += legal;
        self.pseudolegal += pseudolegal;
        let list = retro::unmoves(after, Mode::Pseudolegal);
        self.promotions += list.iter().filter(|u| u.mv.promotion.is_some()).count();
        self.passing += list.iter().filter(|u| u.mv.is_en_passant()).count();
        self.castling += list.iter().filter(|u| u.mv.is_castle()).count();
    }
}

#[test]
fn boards_of_games_against_the_brute_force() {
    let mut seen = Seen::default();
    let mut dice = Rng::with_seed(1);
    for round in 0..40 {
        let boards = any_game(&mut dice, 200, Style::nth(round));
        for _ in 0..3 {
            seen.compare(&boards[dice.below(boards.len())]);
        }
    }
    assert!(seen.legal > 1000 && seen.legal < seen.pseudolegal, "{} {}", seen.legal, seen.pseudolegal);
    assert!(seen.passing > 5 && seen.promotions > 5, "{} {}", seen.passing, seen.promotions);
}

#[test]
fn boards_set_up_at_random_against_the_brute_force() {
    let mut seen = Seen::default();
    let mut dice = Rng::with_seed(2);
    for _ in 0..400 {
        let men = 4 + dice.below(24);
        seen.compare(&any_setup(&mut dice, men));
    }
    assert!(seen.legal > 1000 && seen.legal < seen.pseudolegal, "{} {}", seen.legal, seen.pseudolegal);
    assert!(seen.passing > 20 && seen.promotions > 100, "{} {}", seen.passing, seen.promotions);
}

#[test]
fn castled_boards_against_the_brute_force() {
    let mut seen = Seen::default();
    let mut dice = Rng::with_seed(3);
    for text in ["8/8/8/8/8/8/8/5RK1", "8/8/8/8/8/8/8/2KR3R", "2kr3r/8/8/8/8/8/8/8", "r4rk1/8/8/8/8/8/8/8"] {
        for _ in 0..8 {
            let mut after = board(text);
            let setup = any_setup(&mut dice, 10);
            let king = if text.starts_with('8') { Color::White } else { Color::Black };
            for square in setup.occupied() & !after.occupied() & !setup.kings(king) {
                after.put(square, setup.piece_at(square).expect("a man"));
            }
            after.set_turn(!king);
            seen.compare(&after);
        }
    }
    assert!(seen.castling > 5, "{}", seen.castling);
}

/// Every move that is played is among those taken back from where it led.
#[test]
fn what_was_played_can_be_taken_back() {
    let mut dice = Rng::with_seed(4);
    let mut played = 0;
    for round in 0..60 {
        let mut before = Board::initial();
        for _ in 0..150 {
            let Some(mv) = any_move(&before, &mut dice, Style::nth(round)) else { break };
            let after = before.play(&mv);
            assert!(is_taken_back(&before, &mv), "{mv:?} from {before:?}");
            before = after;
            played += 1;
        }
    }
    assert!(played > 5000, "{played}");
}

/// The position of `every_form_of_move_at_one_position` in `tests/engine/evaluation`: Black has just played 4...Bxc3+.
#[test]
fn the_bishop_took_a_knight() {
    check("rnbqk1nr/ppp2ppp/4p3/3p4/3PP3/P1b5/1PP2PPP/R1BQKBNR w KQkq - 0 5", &["~Ba5x(N)c3+", "~Bb4x(N)c3+"]);
}

#[test]
fn an_en_passant_square_leaves_one_move() {
    check("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", &["~Pe2e4"]);
    // Without the square the pawn may have come by one step or two, and the knights and rooks may have moved.
    check(
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
        &[
            "~Na3b1", "~Nc3b1", "~Nf3g1", "~Nh3g1", "~Ne2g1", "~Pe2e4", "~Pe3e4", "~Ba6f1", "~Bb5f1", "~Bc4f1",
            "~Bd3f1", "~Be2f1", "~Qe2d1", "~Qf3d1", "~Qg4d1", "~Qh5d1",
        ],
    );
    // Nobody has passed there.
    check("4k3/8/8/8/8/8/8/4K3 b - e3", &[]);
}

#[test]
fn promotions_castling_and_passing_are_written() {
    assert!(written("4Q1k1/8/8/8/8/8/8/4K3 b - -", Mode::Legal).contains(&"~Pe7e8=Q+".to_owned()));
    assert!(written("4Q1k1/8/8/8/8/8/8/4K3 b - -", Mode::Legal).contains(&"~Pd7x(R)e8=Q+".to_owned()));
    assert!(written("6k1/8/8/8/8/8/8/5RK1 b - -", Mode::Legal).contains(&"~O-O".to_owned()));
    assert!(written("2kr4/8/8/8/8/8/8/6K1 w - -", Mode::Legal).contains(&"~O-O-O".to_owned()));
    assert!(written("6k1/8/3P4/8/8/8/8/6K1 b - -", Mode::Legal).contains(&"~Pe5x(P)d6e.p.".to_owned()));
    assert!(written("R5k1/5ppp/8/8/8/8/8/6K1 b - -", Mode::Legal).contains(&"~Ra1a8#".to_owned()));
}

#[test]
fn castling_rights_tie_king_and_rook() {
    // With both rights neither king nor rooks can have moved last; the rights of one side leave the other rook free.
    check("7k/8/8/8/8/8/8/R3K2R b KQ -", &[]);
    assert!(written("7k/8/8/8/8/8/8/R3K2R b K -", Mode::Legal).iter().all(|text| text.ends_with("a1")));
}

#[test]
fn uncaptures_are_what_can_be_missing() {
    let taken = |text: &str| -> String {
        let list = retro::unmoves(&board(text), Mode::Legal);
        let third = list.iter().filter(|u| u.mv.to.rank() == Rank::Third);
        let mut roles: Vec<char> = third.filter_map(|u| u.uncaptured).map(|role| role.upper_char()).collect();
        roles.sort_unstable();
        roles.dedup();
        roles.into_iter().collect()
    };
    // All sixteen are there.
    assert_eq!(taken("rnbqkbnr/pppppppp/8/8/8/2N5/PPPPPPPP/R1BQKBNR b KQkq -"), "");
    // A rook is missing, and all pawns are there.
    assert_eq!(taken("rnbqkbn1/pppppppp/8/8/8/2N5/PPPPPPPP/R1BQKBNR b KQq -"), "R");
    // The bishop of the dark squares is missing: it was not taken on d3.
    assert_eq!(taken("rnbqk1nr/pppppppp/8/8/8/3N4/PPPPPPPP/R1BQKBNR b KQkq -"), "");
    assert_eq!(taken("rnbqk1nr/pppppppp/8/8/8/2N5/PPPPPPPP/R1BQKBNR b KQkq -"), "B");
    // A pawn is missing, which may have become anything.
    assert_eq!(taken("rnbqkbnr/1ppppppp/8/8/8/2N5/PPPPPPPP/R1BQKBNR b KQkq -"), "BNPQR");
    // A pawn is missing, but a second queen stands for it.
    assert_eq!(taken("rnbqkbnr/1ppppppp/8/q7/8/2N5/PPPPPPPP/R1BQKBNR b KQkq -"), "");
}

#[test]
fn pseudolegal_moves_ask_for_no_safe_king() {
    // White has just moved and is in check: no legal move, but pseudolegal ones.
    check("4k3/8/8/8/8/8/4r3/4K2R b - -", &[]);
    assert!(written("4k3/8/8/8/8/8/4r3/4K2R b - -", Mode::Pseudolegal).contains(&"~Rh3h1".to_owned()));
    // The rook on a8 gives check, also from where it came.
    assert!(!written("R5k1/8/8/8/8/8/8/6K1 b - -", Mode::Legal).contains(&"~Rb8a8+".to_owned()));
    assert!(written("R5k1/8/8/8/8/8/8/6K1 b - -", Mode::Pseudolegal).contains(&"~Rb8a8+".to_owned()));
}
