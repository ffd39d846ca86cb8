//! R45 to R55: `next*` and `previous*`.

use super::{A, B, main_line, samples, variations};

#[test]
fn r45_next_star_looks_here_and_later() {
    assert_eq!(main_line().ids(A, "next* check"), [0, 1, 2, 3, 4, 5, 6, 7]);
    assert_eq!(main_line().ids(A, "next * check"), [0, 1, 2, 3, 4, 5, 6, 7], "the star may stand alone");
}

#[test]
fn r46_later_includes_variations_when_they_are_searched() {
    assert_eq!(main_line().ids(B, "next* pc5"), Vec::<u32>::new());
    assert_eq!(variations().ids(B, "next* pc5"), [0, 7, 8]);
}

#[test]
fn r47_without_a_range_it_is_dot_star() {
    for filter in ["check", "mate", "move from Q", "{wtm check}", "terminal"] {
        // Only `next (...)` linearizes, so `move` is compared over the main line.
        main_line().agree(&format!("next* {filter}"), &format!("next (.* {filter})"));
    }
    variations().agree("next* check", "next (.* check)");
}

#[test]
fn r48_with_a_range_it_counts() {
    assert_eq!(main_line().table(A, "next* 1 100 check"), "0:2 1:2 2:2 3:2 4:2 5:2 6:1 7:1");
    assert_eq!(main_line().table(A, "next* 0 check"), "8:0 9:0 10:0");
    assert_eq!(variations().table(B, "next* 1 100 btm"), "0:4 1:1 3:2 4:1 5:1 7:1");
}

#[test]
fn r49_the_current_position_counts() {
    assert_eq!(main_line().ids(A, "check next* 1 check"), [7]);
}

#[test]
fn r50_previous_star_looks_back() {
    assert_eq!(main_line().table(A, "previous* 1 100 check"), "5:1 6:1 7:2 8:2 9:2 10:2");
    assert_eq!(main_line().ids(A, "previous* check"), [5, 6, 7, 8, 9, 10]);
}

#[test]
fn r51_previous_star_has_one_way_back() {
    assert_eq!(variations().ids(B, "previous* Pe4"), [1, 2]);
    assert_eq!(variations().table(B, "previous* 1 100 wtm"), "0:1 1:1 2:2 3:1 4:2 5:2 6:3 7:1 8:2");
}

#[test]
fn r52_depth_bounds_the_distance() {
    assert_eq!(main_line().ids(A, "next* depth 2 check"), [3, 4, 5, 6, 7]);
    assert_eq!(main_line().ids(A, "next* 2 depth 2 check"), [5]);
    assert_eq!(main_line().ids(A, "next* depth 0 check"), [5, 7]);
}

#[test]
fn r53_both_take_a_depth() {
    assert_eq!(main_line().ids(A, "previous* depth 1 check"), [5, 6, 7, 8]);
    assert_eq!(main_line().table(A, "previous* 1 9 depth 3 check"), "5:1 6:1 7:2 8:2 9:1 10:1");
}

#[test]
fn r54_a_rook_that_visits_all_corners() {
    let query = "initial piece $rook in [Rr] {next* $rook on a1 next* $rook on h1 next* $rook on h8 next* $rook on a8}";
    let found = samples().iter().filter(|game| !main_line().ids_in(game, query).is_empty()).count();
    assert!(found >= 1, "a sample game has such a rook");
    assert_eq!(main_line().ids(A, query), Vec::<u32>::new());
}

#[test]
fn r55_sort_next_star_needs_a_range() {
    assert_eq!(main_line().refusal("sort \"checks\" next* 1 1000 check"), None);
    assert_eq!(main_line().refusal("sort \"checks\" next* check"), Some("sort-without-value"));
}
