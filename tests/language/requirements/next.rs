//! R1 to R44: `next` and `previous`.

use super::{A, B, C, E, Run, games, main_line, samples, variations};
use tabiya::Game;

const C_ALL: &str = "0:11 1:10 2:9 3:8 4:7 5:6 6:5 7:4 8:3 9:2 10:1 11:3 12:2 13:1";

#[test]
fn r01_next_takes_range_nestban_and_constituents() {
    assert_eq!(main_line().ids(A, "next (check)"), [5, 7]);
    assert_eq!(main_line().ids(A, "next 4 5 (not check+)"), [0, 1]);
    assert_eq!(main_line().ids(A, "next nestban (not check+)"), [0, 6, 8]);
    assert_eq!(main_line().ids(A, "next 3 100 nestban (not check+)"), [0, 8]);
    for (query, code) in [
        ("next ()", "no-constituents"),
        ("next check", "expected-constituents"),
        ("next 5 100 nestban", "expected-constituents"),
        ("next (check", "unclosed-bracket"),
    ] {
        assert_eq!(main_line().refusal(query), Some(code), "{query}");
    }
}

#[test]
fn r02_previous_has_the_same_syntax() {
    assert_eq!(main_line().ids(A, "previous (check)"), [5, 7]);
    assert_eq!(main_line().ids(A, "previous 4 5 (not check+)"), [3, 4]);
    assert_eq!(main_line().ids(A, "previous 3 100 nestban (not check+)"), [2, 3, 4, 10]);
    assert_eq!(main_line().refusal("previous ()"), Some("no-constituents"));
}

#[test]
fn r03_constituents_are_filters_with_wildcards_and_groups() {
    for (constituents, expected) in [
        ("not check+ check . check .*", "0:11 1:10 2:9 3:8 4:7"),
        ("not check{2 3} check?", "0:3 1:3 2:4 3:3 8:3 9:2"),
        ("(check .)+ .{2}", "5:6 7:4"),
        ("((check)? .)* terminal", "0:11 1:10 2:9 3:8 4:7 5:6 6:5 7:4 8:3 9:2 10:1"),
    ] {
        assert_eq!(main_line().table(A, &format!("next 1 100 ({constituents})")), expected, "{constituents}");
    }
}

#[test]
fn r04_filters_are_as_long_as_possible() {
    assert_eq!(main_line().ids(A, "next (Pe4 or Nb1 check or mate)"), [4, 6], "two constituents");
}

#[test]
fn r05_braces_make_no_difference_to_what_is_one_filter_anyway() {
    variations().agree("next (Ra3 or Nb2 check or stalemate)", "next ({Ra3 or Nb2} {check or stalemate})");
}

#[test]
fn r06_the_first_constituent_is_matched_at_the_current_position() {
    assert_eq!(main_line().table(A, "next 1 9 (move to [Aa] check not check+)"), "4:3");
}

#[test]
fn r07_the_kth_constituent_is_matched_at_the_kth_position() {
    assert_eq!(main_line().ids(A, "next (initial Pe4 pe5 Qh5)"), [0]);
}

#[test]
fn r08_constituents_see_the_position_they_consume() {
    let query = "piece $q in Q next ({$q on d1} . {$q on d1} {$q on h5})";
    assert_eq!(main_line().ids(A, query), [0]);
}

#[test]
fn r09_the_current_position_is_restored() {
    assert_eq!(main_line().ids(A, "next (wtm check) btm"), Vec::<u32>::new());
    assert_eq!(main_line().ids(A, "next (wtm check) wtm"), [4, 6]);
}

#[test]
fn r10_variations_count_only_when_searched() {
    assert_eq!(main_line().table(B, "next 1 99 (.+)"), "0:3 1:2 2:1");
    assert_eq!(variations().table(B, "next 1 99 (.+)"), "0:5 1:2 2:1 3:4 4:3 5:2 6:1 7:2 8:1");
}

#[test]
fn r11_three_checks_and_stalemate() {
    let query = "next (check check check stalemate)";
    let games = samples();
    let found = games.iter().filter(|game| !main_line().ids_in(game, query).is_empty());
    assert_eq!(found.map(Game::number).collect::<Vec<_>>(), [39]);
}

#[test]
fn r12_star_is_zero_or_more() {
    assert_eq!(main_line().ids(A, "next (not check check*)"), [0, 1, 2, 3, 4, 6, 8, 9, 10]);
    assert_eq!(main_line().table(A, "next 0 99 (check*)"), "0:0 1:0 2:0 3:0 4:0 5:1 6:0 7:1 8:0 9:0 10:0");
}

#[test]
fn r13_plus_is_one_or_more() {
    assert_eq!(main_line().table(A, "next 1 100 (not check+)"), "0:5 1:4 2:3 3:2 4:1 6:1 8:3 9:2 10:1");
}

#[test]
fn r14_question_mark_is_zero_or_one() {
    let expected = "0:1 1:1 2:1 3:1 4:1 5:3 6:1 7:3 8:1 9:1 10:1";
    assert_eq!(main_line().table(A, "next 1 100 ((check not check)? .)"), expected);
}

#[test]
fn r15_braces_are_bounds() {
    let expected = "0:3 1:3 2:3 3:3 4:3 5:3 6:3 7:3 8:3 9:2";
    for bounds in ["{2 3}", "{2,3}"] {
        assert_eq!(main_line().table(A, &format!("next 1 100 (.{bounds})")), expected);
    }
    assert_eq!(main_line().table(A, "next 1 100 (.{3} terminal)"), "7:4");
    assert_eq!(main_line().table(A, "next 1 100 (.{9,})"), "0:11 1:10 2:9");
    assert_eq!(main_line().table(A, "next 1 100 (.{,1} terminal)"), "9:2 10:1");
}

#[test]
fn r16_parentheses_group() {
    assert_eq!(main_line().table(A, "next 1 100 ((wtm btm){2} wtm)"), "0:5 2:5 4:5 6:5");
}

#[test]
fn r17_a_wildcard_takes_the_whole_constituent() {
    variations().agree("next (not move from Q {2 20} check)", "next ({not move from Q}{2 20} check)");
    variations().agree("next (move from [Kk]+ check)", "next ({move from [Kk]}+ check)");
}

#[test]
fn r18_the_match_is_the_longest() {
    assert_eq!(main_line().table(A, "next 1 100 (.{2 3})"), "0:3 1:3 2:3 3:3 4:3 5:3 6:3 7:3 8:3 9:2");
}

#[test]
fn r19_the_longest_over_all_lines() {
    assert_eq!(variations().table(B, "next 1 99 (initial .+)"), "0:5");
}

#[test]
fn r20_the_value_counts_positions() {
    assert_eq!(main_line().table(A, "next 1 100 (. .)").split(' ').next(), Some("0:2"));
}

#[test]
fn r21_the_length_must_be_in_the_range() {
    assert_eq!(main_line().table(A, "next 3 4 (not check+)"), "1:4 2:3 8:3");
    assert_eq!(main_line().table(A, "next 5 (not check+)"), "0:5");
}

#[test]
fn r22_a_shorter_match_does_not_help() {
    let ids = main_line().ids(A, "next 3 4 (not check+)");
    assert!(!ids.contains(&0), "the longest from the start is 5");
}

#[test]
fn r23_sort_takes_the_longest() {
    let query = tabiya::Query::parse("sort \"run\" next 2 100 (not check+)").expect("a query");
    let found = query.search_game(&games(A)[0], &mut tabiya::Scratch::new(), &tabiya::SearchOptions::default());
    assert_eq!(found.expect("a search").sort_values, [Some(tabiya::SortValue::Number(5))]);
    assert_eq!(main_line().refusal("sort next (check)"), Some("sort-without-value"), "not countable without a range");
}

#[test]
fn r24_without_nestban_every_suffix_matches() {
    assert_eq!(main_line().table(A, "next 3 100 (not check+)"), "0:5 1:4 2:3 8:3");
}

#[test]
fn r25_nestban_stands_before_the_parenthesis() {
    assert_eq!(main_line().refusal("next 3 100 nestban (not check+)"), None);
    assert_eq!(main_line().refusal("next (not check+) nestban"), Some("parameter-alone"));
}

#[test]
fn r26_nestban_bans_what_was_matched() {
    assert_eq!(main_line().table(A, "next 3 100 nestban (not check+)"), "0:5 8:3");
    assert_eq!(main_line().table(A, "next 1 100 nestban (.{2 3})"), "0:3 3:3 6:3 9:2");
}

#[test]
fn r27_matches_start_at_the_earliest_position() {
    assert_eq!(main_line().ids(A, "next 3 100 nestban (not check+)").first(), Some(&0));
}

#[test]
fn r28_each_filter_has_its_own_bans() {
    let query = "{next nestban (. . .) false} or next nestban (. . .)";
    assert_eq!(main_line().six().ids(A, query), [0, 3, 6]);
}

#[test]
fn r29_each_transformed_copy_has_its_own_bans() {
    assert_eq!(main_line().ids(A, "flipcolor {next nestban (move from A .)}"), [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
}

#[test]
fn r30_bans_end_with_the_game() {
    for game in games(&format!("{A}\n\n{A}")) {
        assert_eq!(main_line().ids_in(&game, "next nestban (.+)"), [0]);
    }
}

#[test]
fn r31_moves_in_next_are_those_of_the_line() {
    assert_eq!(variations().table(C, "next 1 100 (move promote B .*)"), "0:4");
    assert_eq!(variations().table(C, "next 1 100 (not move promote B .*)"), C_ALL);
    assert_eq!(variations().ids(C, "next ({move promote Q move promote B} .)"), Vec::<u32>::new());
}

#[test]
fn r32_a_short_promotion_and_a_long_line_do_not_add_up() {
    assert_eq!(variations().ids(C, "next 5 1000 (move promote B .*)"), Vec::<u32>::new());
}

#[test]
fn r33_the_promotion_line_is_found_by_its_own_length() {
    assert_eq!(variations().table(C, "next 4 4 (move promote B .*)"), "0:4");
}

#[test]
fn r34_nothing_is_linearized_that_never_goes_on() {
    assert_eq!(variations().ids(C, "next ({move promote Q move promote B})"), [0]);
    assert_eq!(variations().ids(C, "next ({move promote Q move promote B}?)").len(), 14, "the empty match");
}

#[test]
fn r35_filters_that_change_the_position_are_not_linearized() {
    for inner in ["next* move promote B", "{next (move promote B)}"] {
        assert_eq!(variations().table(C, &format!("next 5 100 ({inner} .*)")), "0:11", "{inner}");
    }
}

#[test]
fn r36_a_next_of_its_own_switches_linearization_off() {
    assert_eq!(variations().table(C, "next 5 100 (next(move promote B) .*)"), "0:11");
    assert_eq!(variations().ids(C, "next (next({move promote Q move promote B}) .*)"), [0]);
}

#[test]
fn r37_nolinearize() {
    let run = variations().without_linearization();
    assert_eq!(run.table(C, "next 5 1000 (move promote B .*)"), "0:11");
}

#[test]
fn r38_previous_is_not_linearized() {
    assert_eq!(variations().ids(C, "previous (. {move promote Q move promote B})"), [1, 11]);
}

#[test]
fn r39_previous_goes_back_from_the_current_position() {
    assert_eq!(main_line().table(A, "previous 1 100 (check .*)"), "5:6 7:8");
    assert_eq!(main_line().table(A, "previous 1 100 (not check+)"), "0:1 1:2 2:3 3:4 4:5 6:1 8:1 9:2 10:3");
}

#[test]
fn r40_matches_are_annotated_unless_silent() {
    let comments = main_line().comments(A, "next (check not check)");
    let next: Vec<(u32, &str)> =
        comments.iter().filter(|(_, text)| text.starts_with("NEXT")).map(|(n, text)| (*n, text.as_str())).collect();
    let expected = [
        (5, "NEXT 1 (position 1 of 2)"),
        (6, "NEXT 1 (position 2 of 2)"),
        (7, "NEXT 2 (position 1 of 2)"),
        (8, "NEXT 2 (position 2 of 2)"),
    ];
    assert_eq!(next, expected);
    let previous = main_line().comments(A, "previous (check . .)");
    assert!(previous.contains(&(5, "PREVIOUS 1 (position 1 of 3)".into())), "{previous:?}");
    let silent = main_line().comments(A, "silent next (check not check)");
    assert!(!silent.iter().any(|(_, text)| text.starts_with("NEXT")), "{silent:?}");
}

#[test]
fn r41_braces_make_one_constituent() {
    assert_eq!(main_line().table(E, "next 1 100 ({check btm}+)"), "1:1 3:1 5:1");
}

#[test]
fn r42_adjacent_words_are_two_constituents() {
    assert_eq!(main_line().ids(A, "next (mainline check)"), [4, 6]);
    assert_eq!(main_line().ids(A, "next ({mainline check})"), [5, 7]);
}

#[test]
fn r43_dialect_5_takes_the_longest_argument() {
    variations().agree("not Ra1 or check", "not {Ra1 or check}");
    variations().agree("next (not Ra1 or check .)", "next ({not {Ra1 or check}} .)");
    let six: Run = variations().six();
    six.agree("not Ra1 or check", "{not Ra1} or check");
    assert_ne!(main_line().ids(A, "not Ra1 or check"), main_line().six().ids(A, "not Ra1 or check"));
}

#[test]
fn r44_which_filters_stop_linearization() {
    let free = ["next (move promote B)", "next2 (move promote B)", "next* move promote B", "parent:child:true"];
    for inner in &free[..3] {
        assert_eq!(variations().table(C, &format!("next 5 100 ({{{inner}}} .*)")), "0:11", "{inner}");
    }
    let back = "next 1 100 (. {previous (. {move promote B})} .*)";
    assert_eq!(variations().table(C, back), "0:11", "previous is not affected");
    let star = "next 1 100 (. {previous* move promote B} .*)";
    assert_eq!(variations().table(C, star), C_ALL.rsplit_once(' ').map_or("", |(all, _)| all).replace(" 10:1", ""));
}
