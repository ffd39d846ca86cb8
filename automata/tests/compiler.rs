//! Whole programs as dumps: every form of pattern, the order of alternatives, and sharing.

use proptest::prelude::*;
use tabiya_automata::{Config, Nfa, Pattern, Pred};

use crate::letters::pattern;
use tabiya_test_support::agree::compile;

fn check(text: &str, expected: &str) {
    let lines: Vec<&str> = expected.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let dump = compile(&pattern(text)).to_string();
    assert_eq!(dump.lines().collect::<Vec<_>>(), lines, "{text}\n{dump}");
}

#[test]
fn single_forms() {
    check("", "start - accept");
    check("a", "start 0\n 0: p0 -> - accept");
    check("a b", "start 0\n 0: p0 -> 1\n 1: p1 -> - accept");
    check("a|b", "start 2\n 0: p0 -> - accept\n 1: p1 -> - accept\n 2: 0 | 1");
    check("a*", "start 0 accept\n 0: p0 -> 0 accept");
    check("a+", "start 0\n 0: p0 -> 0 accept");
    check("a?", "start 0 accept\n 0: p0 -> - accept");
}

#[test]
fn leaving_comes_before_repeating() {
    check("a* b", "start 2\n 0: p1 -> - accept\n 1: p0 -> 2\n 2: 0 | 1");
    check("a? b", "start 2\n 0: p1 -> - accept\n 1: p0 -> 0\n 2: 0 | 1");
    check("a+ b", "start 0\n 0: p0 -> 2\n 1: p1 -> - accept\n 2: 1 | 0");
}

#[test]
fn counted_repetition() {
    check("a{3}", "start 0\n 0: p0 -> 1\n 1: p0 -> 2\n 2: p0 -> - accept");
    check("a{1,3}", "start 0\n 0: p0 -> 1 accept\n 1: p0 -> 2 accept\n 2: p0 -> - accept");
    check("a{2,}", "start 0\n 0: p0 -> 1\n 1: p0 -> 1 accept");
    check("a{0,2} b", "start 3\n 0: p1 -> - accept\n 1: p0 -> 4\n 2: p0 -> 0\n 3: 0 | 1\n 4: 0 | 2");
}

#[test]
fn an_iteration_that_consumed_nothing_is_not_repeated() {
    let star = "start 0 accept\n 0: p0 -> 0 accept";
    check("(a*)*", "start 0 accept\n 0: p0 -> 1 accept\n 1: 0 | 0");
    check("(a?)*", star);
    check("(a? b?)*", "start 2 accept\n 0: p1 -> 2 accept\n 1: p0 -> 3 accept\n 2: 0 | 1\n 3: 2 | 0");
}

#[test]
fn nested_stars_stay_small() {
    let mut text = "a*".to_string();
    for _ in 0..40 {
        text = format!("(b? {text})*");
    }
    assert!(compile(&pattern(&text)).len() < 400, "{}", compile(&pattern(&text)).len());
}

#[test]
fn a_bound_beyond_the_height_is_none() {
    let config = Config { height: Some(50), ..Config::default() };
    let bounded = Nfa::compile(&pattern("a{2,1000000} b"), &config).expect("few states");
    assert_eq!(bounded, compile(&pattern("a{2,} b")));
    let below = Nfa::compile(&pattern("a{2,49} b"), &config).expect("few states");
    assert_eq!(below, compile(&pattern("a{2,49} b")));
}

#[test]
fn what_needs_more_nodes_than_the_height_is_never_matched() {
    assert!(pattern("a{51} b").within(50).is_never());
    for (text, expected) in [
        ("a{100000,}|b", "p1"),
        ("(a b){30}|b c", "p1 p2"),
        ("(a{60} b)? c", "p2"),
        ("(a b){25}", "(p0 p1){25}"),
        ("a{50}", "p0{50,}"),
        ("(a{2,70}|b{70}){3,}", "(p0{2,}){3,}"),
    ] {
        assert_eq!(pattern(text).within(50).to_string(), expected, "{text}");
    }
}

#[test]
fn empty_matches_can_be_refused() {
    let config = Config { empty_match: false, ..Config::default() };
    let nfa = Nfa::compile(&pattern("a*"), &config).expect("small");
    assert_eq!(nfa.to_string(), "start 0\n0: p0 -> 0 accept\n");
}

#[test]
fn patterns_print_and_read_back() {
    for text in ["a", "a b", "a|b c", "(a|b) c", "(a b)*", "(a*)?", "a{2}", "a{2,}", "(a|()){2,7} b+", "((a b|c)* d)+"]
    {
        let first = pattern(text);
        let printed = first.text(|pred| ((b'a' + pred.index() as u8) as char).to_string());
        assert_eq!(printed, text);
        assert_eq!(pattern(&printed), first);
    }
    assert_eq!(pattern("a{0,3} b*").to_string(), "p0{0,3} p1*");
}

#[test]
fn lengths() {
    let lengths = |text: &str| (pattern(text).min_len(), pattern(text).max_len(), pattern(text).nullable());
    assert_eq!(lengths(""), (0, Some(0), true));
    assert_eq!(lengths("a b?"), (1, Some(2), false));
    assert_eq!(lengths("(a b|c){2,3}"), (2, Some(6), false));
    assert_eq!(lengths("a*"), (0, None, true));
    assert_eq!(lengths("(()|())*"), (0, Some(0), true));
}

#[test]
fn dot() {
    let dot = compile(&pattern("a* b")).to_dot(|pred| format!("\"{pred}\""));
    let expected = r#"digraph {
    rankdir="LR"
    0 [ label = "0" shape=circle]
    1 [ label = "1" shape=circle]
    2 [ label = "2" shape=diamond]
    3 [ label = "" shape=doublecircle]
    4 [ label = "" shape=point]
    0 -> 3 [ label = "\"p1\"" ]
    1 -> 2 [ label = "\"p0\"" ]
    2 -> 0 [ label = "1" style=dashed]
    2 -> 1 [ label = "2" style=dashed]
    4 -> 2 [ label = "" ]
}
"#;
    assert_eq!(dot, expected);
}

fn any_pattern() -> impl Strategy<Value = Pattern> {
    let leaf = prop_oneof![Just(Pattern::empty()), (0..26usize).prop_map(|letter| Pattern::pred(Pred::must(letter)))];
    leaf.prop_recursive(5, 40, 4, |part| {
        let times = (part.clone(), 0..4u32, proptest::option::of(0..4u32));
        prop_oneof![
            proptest::collection::vec(part.clone(), 0..4).prop_map(Pattern::concat),
            proptest::collection::vec(part, 1..4).prop_map(Pattern::alt),
            times.prop_map(|(part, min, more)| Pattern::repeat(part, min, more.map(|more| min + more))),
        ]
    })
}

proptest! {
    #[test]
    fn any_pattern_prints_and_reads_back(first in any_pattern()) {
        let printed = first.text(|pred| ((b'a' + pred.index() as u8) as char).to_string());
        prop_assert_eq!(pattern(&printed), first);
    }
}
