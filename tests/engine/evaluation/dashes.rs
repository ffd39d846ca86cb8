//! The sides of a move written with a dash: what they do beside telling squares happens wherever a move was played.

use super::{comments, values};
use tabiya::Value;

const GAME: &str = "1. e4 d5 2. exd5 Qxd5 *";

/// The positions that match.
fn positions(text: &str) -> Vec<u32> {
    values(GAME, text, "1").into_iter().map(|(position, _)| position).collect()
}

#[test]
fn both_sides_of_a_dash_are_evaluated_wherever_a_move_was_played() {
    // No king is taken, and no black rook moves.
    for (filter, expected) in [
        ("{x=5 R}[x]k", vec![0, 1, 2, 3]),
        ("R[x]{x=5 k}", vec![0, 1, 2, 3]),
        ("r--{x=5 .}", vec![0, 1, 2, 3]),
        ("{x=5 []}--{x=x+0 []}", vec![0, 1, 2, 3]),
        ("currentmove {x=5 k}--", vec![1, 2, 3, 4]),
        ("currentmove k--{x=5 .}", vec![1, 2, 3, 4]),
        ("path quiet k--{x=5 .}", vec![0, 1, 2, 3]),
        ("path quiet {x=5 k}[x]k", vec![0, 1, 2, 3]),
        ("path quiet focus . k--{x=5 .}", vec![0, 1, 2, 3]),
        ("{r--{x=5 .}(true)}", vec![0, 1, 2, 3]),
        ("#{r--{x=5 .}(to)}>0", vec![0, 1, 2, 3]),
        ("r--{x=5 .}(ply)>0", vec![0, 1, 2, 3]),
    ] {
        assert_eq!(positions(&format!("x=0 {{{filter} or x==5}}")), expected, "{filter}");
    }
}

#[test]
fn a_side_with_an_effect_is_evaluated_once_for_each_position() {
    let count = |filter: &str| values(GAME, &format!("x=0 {{{filter} or true}}"), "x");
    let expected: Vec<_> = (0..5).map(|n| (n, Value::Number(if n < 4 { 11 } else { 0 }))).collect();
    for filter in ["{x+=1 r}--{x+=10 .}", "{x+=1 r}[x]{x+=10 .}", "countmoves {x+=1 r}--{x+=10 .} > 0"] {
        assert_eq!(count(filter), expected, "{filter}");
    }
    let total = values(GAME, "persistent nn+=0 not {nn+=1 r}--{nn+=10 .}", "nn");
    assert_eq!(total.last(), Some(&(4, Value::Number(44))));
}

#[test]
fn comments_of_both_sides_stay_where_the_move_was_played() {
    let text = "initial countmoves {comment(\"left\") []}--{comment(\"right\") .} > 0 or true";
    assert_eq!(comments(GAME, text), [], "a comparison takes back");
    let text = "initial if countmoves {comment(\"left\") []}--{comment(\"right\") .} true else true";
    assert_eq!(comments(GAME, text), ["left", "right"].map(|text| (0, text.to_owned())));
    assert_eq!(comments(GAME, "initial if {comment(\"left\") []}-- true else true"), []);
}

/// No move led to the first position; games of several blocks have one such position alone.
#[test]
fn no_move_led_to_the_first_position() {
    let shuffle = "1. Nf3 Nf6 2. Ng1 Ng8 ".repeat(40);
    let found = |filter: &str| -> Vec<u32> {
        let matches = values(&format!("{shuffle}*"), filter, "1");
        matches.into_iter().map(|(position, _)| position).collect()
    };
    let all: Vec<u32> = (1..=160).collect();
    for filter in ["currentmove --", "currentmove --(true)", "currentmove --(true) ply>=0", "currentmove .--."] {
        assert_eq!(found(filter), all, "{filter}");
    }
    let back: Vec<u32> = all.iter().copied().filter(|ply| ply % 4 == 3).collect();
    assert_eq!(found("currentmove --(Nb1 Ng1 btm)"), back);
}
