//! Limits: states, nesting, steps.

use tabiya_automata::{Backtrack, Chain, Choice, Config, Direction, Effects, Nfa, Pattern, StepLimit, oracle};

use crate::letters::{Text, pattern};
use tabiya_test_support::agree::compile;

impl Effects for Text<'_> {}

#[test]
fn too_many_states() {
    let error = Nfa::compile(&pattern("a (b c){0,100000} d"), &Config::default()).expect_err("above the limit");
    assert!(error.is_state_limit());
    assert_eq!(error.limit(), 65_536);
    assert_eq!(error.construct(), &pattern("(b c){0,100000}"));
    assert_eq!(error.to_string(), "`(p1 p2){0,100000}` needs 300000 states, the limit is 65536");
    let config = Config { state_limit: 400_000, ..Config::default() };
    assert!(Nfa::compile(&pattern("a (b c){0,100000} d"), &config).is_ok());
}

#[test]
fn repetitions_of_repetitions() {
    let text = "((((a b){1000}){1000}){1000}){1000}";
    let error = Nfa::compile(&pattern(text), &Config::default()).expect_err("above the limit");
    assert_eq!(error.construct(), &pattern("((a b){1000}){1000}"));
}

#[test]
fn too_deep() {
    let mut deep = pattern("a");
    for _ in 0..300 {
        deep = Pattern::star(Pattern::concat(vec![deep, pattern("b")]));
    }
    let error = Nfa::compile(&deep, &Config::default()).expect_err("too deep");
    assert!(error.is_depth_limit());
    assert_eq!(error.to_string(), "the pattern is nested 601 deep, the limit is 250");
}

#[test]
fn nothing_matches_never() {
    let nfa = compile(&Pattern::concat(vec![pattern("a"), Pattern::never()]));
    assert!(nfa.is_empty() && !nfa.matches_empty());
    assert_eq!(Pattern::repeat(pattern("a"), 3, Some(2)), Pattern::never());
}

#[test]
fn backtracking_has_a_step_limit() {
    let nfa = compile(&pattern("(.? .?)* b"));
    let way = (Direction::Forward, Choice::Longest);
    let text = [b'a'; 60];
    let result = Backtrack::new(10_000).run(&nfa, &Chain(60), &mut Text(&text), way, 0);
    assert_eq!(result, Err(StepLimit { limit: 10_000 }));
    let result = Backtrack::new(10_000).run(&nfa, &Chain(3), &mut Text(b"aab"), way, 0);
    assert_eq!(result.map(|cell| cell.map(|cell| cell.len)), Ok(Some(3)));
}

#[test]
fn a_step_limit_is_the_number_of_steps_that_are_taken() {
    let way = (Direction::Forward, Choice::Longest);
    let steps = |limit: u64, pattern: &Pattern| {
        Backtrack::new(limit).run(&compile(pattern), &Chain(3), &mut Text(b"aab"), way, 0).map(|cell| cell.is_some())
    };
    // A state that leads nowhere is entered, and that is all.
    assert_eq!(steps(0, &Pattern::never()), Err(StepLimit { limit: 0 }));
    assert_eq!(steps(1, &Pattern::never()), Ok(false));
    // Every limit below the least that is enough is told as it was given.
    let least = (0..100).find(|&limit| steps(limit, &pattern("a a b")).is_ok()).expect("a short search");
    assert!(least >= 3, "one step for each state at least");
    for limit in 0..least {
        assert_eq!(steps(limit, &pattern("a a b")), Err(StepLimit { limit }));
    }
    assert_eq!(steps(least, &pattern("a a b")), Ok(true));
}

/// Nested counts around something that can be empty: the oracle takes for ever, so the fuzz target stops it.
#[test]
fn the_oracle_gives_up() {
    let text = [b'a'; 8];
    let within = |tries, text_of: &str| {
        let way = (Direction::Forward, Choice::Longest);
        oracle::run_within(tries, &pattern(text_of), &Chain(8), &mut Text(&text), way, 0)
            .map(|found| found.map(|(cell, _)| cell.len))
    };
    assert_eq!(within(1_000, "((((a?){2,4}){2,4}){2,}){2,4}"), Err(oracle::GivenUp));
    assert_eq!(within(1_000, "a{2,4}"), Ok(Some(4)));
    assert_eq!(within(1, "a{2,4}"), Err(oracle::GivenUp));
}
