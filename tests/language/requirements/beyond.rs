//! R64 to R83: `either`, `anyorder`, `both`, `shortest` and `almost`.

use super::{A, C, main_line, variations};
use tabiya::syntax::{Dialect, ParseOptions, parse};

/// Checks the value tables of numeric filters in game A.
#[track_caller]
fn tables(expected: &[(&str, &str)]) {
    for (filter, table) in expected {
        assert_eq!(main_line().table(A, filter), *table, "{filter}");
    }
}

/// Checks that a query is refused, and why.
#[track_caller]
fn is_refused(queries: &[&str], code: &str) {
    for query in queries {
        assert_eq!(main_line().refusal(query), Some(code), "{query}");
    }
}

#[test]
fn r64_either_matches_what_an_alternative_matches() {
    tables(&[
        ("next 1 9 (either (check) or (not check not check))", "0:2 1:2 2:2 3:2 5:1 7:1 8:2 9:2"),
        ("next 1 9 (wtm either (check wtm) or (btm wtm check))", "2:4 4:4 6:3"),
    ]);
    is_refused(&["next (either (check))", "next (either (check) mate)"], "sequence-form");
}

#[test]
fn r65_alternatives_are_tried_in_the_order_of_the_text() {
    // Black to move, White to move, then a check.
    let pgn = "[FEN \"4k3/8/8/8/8/8/8/4K2R b - - 0 1\"]\n\n1... Ke7 2. Kd2 Kd7 3. Rh7+ *";
    for (query, count) in [
        ("next (either (a:=btm b:=wtm) or (a:=(. .)) check) count(a) == 1", 1),
        ("next (either (a:=(. .)) or (a:=btm b:=wtm) check) count(a) == 2", 1),
        ("next (either (a:=(. .)) or (a:=btm b:=wtm) check) count(a) == 1", 0),
    ] {
        assert_eq!(main_line().six().ids(pgn, query).len(), count, "{query}");
    }
}

#[test]
fn r66_anyorder_matches_all_members_once_in_any_order() {
    tables(&[
        ("next 1 9 (anyorder (check wtm))", "4:2 5:2 6:2 7:2"),
        ("next 1 9 (anyorder (check (wtm btm)))", "5:3 7:3"),
        ("next 1 9 (anyorder (check (btm wtm)))", "3:3 5:3"),
    ]);
}

#[test]
fn r67_members_take_their_repetitions_with_them() {
    tables(&[("next 1 9 (anyorder (not check+ check))", "0:6 1:5 2:4 3:3 4:2 5:2 6:2 7:4")]);
    main_line().agree("next (anyorder (check not check+))", "next (either (check not check+) or (not check+ check))");
}

#[test]
fn r68_one_to_eight_members() {
    assert_eq!(main_line().ids(A, "next (anyorder (check))"), [5, 7]);
    assert_eq!(main_line().refusal("next (anyorder (. . . . . . . .))"), None);
    is_refused(&["next (anyorder (. . . . . . . . .))", "path anyorder (check --)"], "sequence-form");
    is_refused(&["next (anyorder ())"], "no-constituents");
}

#[test]
fn r69_both_matches_the_same_positions_with_each_sequence() {
    tables(&[
        ("next 1 9 (both (.{3}) and (not check* check not check*))", "3:3 4:3 6:3 7:3"),
        ("next 1 9 (both (.+) and (check .) and (. wtm))", "5:2 7:2"),
    ]);
    is_refused(&["next (both (check))"], "sequence-form");
}

#[test]
fn r70_both_runs_in_the_order_of_its_first_sequence() {
    let run = main_line().six();
    // Each of the two sequences divides the three positions as it likes; those of the first are named.
    for (lists, count) in [("(a:=. b:=.{2}) and (.{3})", 1), ("(a:=.{2} b:=.) and (.{3})", 2)] {
        let query = format!("next (both {lists}) count(a) == {count} count(b) == {}", 3 - count);
        assert_eq!(run.ids(A, &query), [0, 1, 2, 3, 4, 5, 6, 7, 8], "{query}");
    }
    // The second would begin with its longer alternative; the first leaves its repetition as soon as it can.
    tables(&[
        (
            "line firstmatch --> both (. --> .*) and (either (. --> . --> .) or (. --> .))",
            "0:2 1:2 2:2 3:2 4:2 5:2 6:2 7:2 8:2 9:2",
        ),
        ("path firstmatch both (-- --*) and (either (-- -- --) or (-- --))", "0:2 1:2 2:2 3:2 4:2 5:2 6:2 7:2 8:2"),
    ]);
}

#[test]
fn r71_they_are_repeated_and_named_like_groups() {
    tables(&[
        ("next 1 99 (either (check) or (wtm)+)", "0:1 2:1 4:5 5:4 6:3 7:2 8:1 10:1"),
        ("next 1 99 (either (check wtm) or (mate)+)", "5:4 7:2"),
        ("next 1 99 (anyorder (check wtm){2})", "4:4 5:4"),
        ("next 1 99 (both (. .) and (. wtm)*)", "1:10 3:8 5:6 7:4 9:2"),
    ]);
    let named = "next (way:=either (check wtm) or (mate) .) count(way) == 2";
    assert_eq!(main_line().six().ids(A, named), [5, 7]);
    is_refused(&["line --> either (check) or (wtm) or btm", "path both (--) and ([x]) and check"], "sequence-form");
}

#[test]
fn r72_the_shortest_match_counts() {
    tables(&[
        ("next 1 99 (. .* check)", "0:8 1:7 2:6 3:5 4:4 5:3 6:2"),
        ("next 1 99 shortest (. .* check)", "0:6 1:5 2:4 3:3 4:2 5:3 6:2"),
    ]);
    let run = variations();
    assert_eq!(run.ids(C, "next 4 shortest (initial .* terminal)"), [0], "by the variation");
    assert_eq!(run.ids(C, "next 11 (initial .* terminal)"), [0], "by the main line");
}

#[test]
fn r73_range_and_nestban_are_those_of_the_shortest() {
    assert_eq!(main_line().ids(A, "next shortest (check*)"), [5, 7]);
    tables(&[("next 1 3 shortest (. .* check)", "3:3 4:2 5:3 6:2")]);
    assert_eq!(main_line().ids(A, "next shortest nestban (. .* check)"), [0, 6]);
}

#[test]
fn r74_three_kinds_of_differences() {
    tables(&[
        ("next 1 9 almost 1 (check wtm check)", "3:3 4:2 5:3 6:2 7:3"),
        ("next 1 9 almost 1 (check check)", "4:2 5:3 6:2 7:2"),
        ("previous 1 9 almost 1 (check check)", "5:2 6:2 7:3 8:2"),
    ]);
    is_refused(&["next almost 0 (check)", "next almost 10 (check)", "next almost (check)"], "sequence-form");
}

#[test]
fn r75_a_match_neither_begins_nor_ends_with_a_position_too_many() {
    tables(&[("next 1 9 almost 1 (check wtm)", "0:1 1:2 2:1 3:2 4:1 5:2 6:1 7:2 8:1 9:2 10:1")]);
}

#[test]
fn r76_the_fewest_differences_then_the_longest() {
    // At 5 the sequence matches as it is, although four positions would match with one difference.
    tables(&[
        ("next 1 9 almost 1 (check .{1,2})", "0:3 1:3 2:3 3:3 4:3 5:3 6:3 7:3 8:3 9:2 10:1"),
        ("next 1 9 shortest almost 1 (check check)", "4:2 5:1 6:2 7:1"),
    ]);
}

#[test]
fn r77_at_least_one_position() {
    assert_eq!(main_line().ids(A, "next almost 1 (check?)").len(), 11);
    assert_eq!(main_line().six().ids(A, "next almost 1 (check?) differences == 0"), [5, 7]);
}

#[test]
fn r78_each_iteration_may_differ() {
    tables(&[("next 1 99 almost 1 ((check wtm)+)", "0:1 1:2 2:1 3:6 4:5 5:4 6:3 7:2 8:1 9:2 10:1")]);
}

#[test]
fn r79_differences_are_counted() {
    let run = main_line().six();
    assert_eq!(run.ids(A, "next almost 1 (check wtm check) differences == 1"), [3, 4, 6, 7]);
    assert_eq!(run.ids(A, "next almost 1 (check wtm check) differences == 0"), [5]);
    assert_eq!(run.ids(A, "next (check) differences == 0"), [5, 7]);
}

#[test]
fn r80_what_cannot_be_combined() {
    is_refused(
        &["next almost 1 (check both (wtm) and (btm))", "next almost 2 (. (either (.) or (both (.) and (check)*)))"],
        "sequence-form",
    );
    let six = main_line().six();
    assert_eq!(six.refusal("line firstmatch shortest --> check"), Some("line-conflict"));
    for parameters in ["firstmatch almost 1", "max ply shortest", "keepallbest almost 1", "shortest firstmatch"] {
        assert_eq!(six.refusal(&format!("path {parameters} -- --")), Some("path-conflict"), "{parameters}");
    }
}

#[test]
fn r81_they_stand_where_nestban_stands() {
    let orders = ["nestban shortest almost 1 1 9", "1 9 almost 1 nestban shortest", "shortest 1 9 almost 1 nestban"];
    let tables = orders.map(|order| main_line().table(A, &format!("next {order} (check wtm check)")));
    assert_eq!(tables[0], tables[1]);
    assert_eq!(tables[0], tables[2]);
    is_refused(&["next shortest shortest (check)", "next almost 1 almost 1 (check)"], "parameter-twice");
}

#[test]
fn r82_linearization() {
    let run = variations();
    assert_eq!(run.ids(C, "next 10 1000 (either (move promote B .*) or (mate))"), Vec::<u32>::new());
    assert_eq!(run.ids(C, "next 4 (either (move promote B .*) or (mate))"), [0]);
    assert_eq!(run.ids(C, "next (either ({move promote B move promote Q}) or (mate))"), [0], "one position");
    assert_eq!(run.ids(C, "next (either ({move promote B move promote Q}) or (mate .))"), Vec::<u32>::new());
    assert_eq!(run.ids(C, "next (both ({move promote B move promote Q} .*) and (.))"), [0], "one position");
    assert_eq!(run.ids(C, "next (anyorder ({move promote B move promote Q} .))"), Vec::<u32>::new());
}

#[test]
fn r83_the_words_are_not_reserved() {
    let run = main_line().six();
    assert_eq!(run.ids(A, "either = 5 ply == either"), [5]);
    assert_eq!(run.ids(A, "function both(x) {ply == x} both(5)"), [5]);
    assert_eq!(run.ids(A, "shortest = 1 line shortest --> check{*}"), [5, 7]);
    assert_eq!(run.ids(A, "line --> anyorder:=check"), [5, 7]);
    let drop_in = ParseOptions { dialect: Dialect::Six, drop_in: true, ..ParseOptions::default() };
    for query in ["line shortest --> check", "line --> either (check) or (mate)", "path almost 1 -- --"] {
        assert_eq!(run.refusal(query), None, "{query}");
        assert!(parse(query, &drop_in).script.is_none(), "{query}");
    }
}

#[test]
fn lines_and_paths_have_them_too() {
    for (filter, table) in [
        ("line --> either (check --> wtm) or (check)", "5:2 7:2"),
        ("line --> anyorder (check --> wtm)", "4:2 5:2 6:2 7:2"),
        ("line <-- both (.{2}) and (check <-- .)", "5:2 7:2"),
        ("line shortest --> . --> .{*} --> check", "0:6 1:5 2:4 3:3 4:2 5:3 6:2"),
        ("line almost 1 --> check --> check", "4:2 5:3 6:2 7:2"),
        ("path anyorder (k-- B--c4)", "5:2 6:2"),
        ("path either ([x] [x]) or (B--)", "4:2 6:1"),
        ("path both (-- -- --) and (--* [x] [x])", "3:3"),
        ("path shortest --* [x]", "0:5 1:4 2:3 3:2 4:1 5:1 6:4 7:3 8:2 9:1"),
        ("path almost 1 [x] [x] [x]", "3:3 4:3"),
    ] {
        assert_eq!(main_line().six().table(A, filter), table, "{filter}");
    }
}
