//! R56 to R63: the game tree.

use super::{B, Run, main_line, samples, variations};

const DOCUMENT: &str = "1. e4 (1. d4 Nf6 (1... d5 2. c4)) (1. Nf3 d5) 1... e5 2. d4 *";

fn six() -> Run {
    variations().six()
}

#[test]
fn r56_parents_and_children() {
    assert_eq!(six().table(DOCUMENT, "parent:positionid"), "1:0 2:1 3:2 4:0 5:4 6:4 7:6 8:0 9:8");
    assert_eq!(six().table(DOCUMENT, "child:positionid"), "0:1 1:2 2:3 4:5 6:7 8:9");
    assert_eq!(six().table(DOCUMENT, "child(1):positionid"), "0:4 4:6");
    assert_eq!(six().table(DOCUMENT, "child(2):positionid"), "0:8");
}

#[test]
fn r57_ply_and_depth() {
    assert_eq!(six().table(DOCUMENT, "ply"), "0:0 1:1 2:2 3:3 4:1 5:2 6:2 7:3 8:1 9:2");
    assert_eq!(six().table(DOCUMENT, "depth"), "0:0 1:0 2:0 3:0 4:1 5:1 6:2 7:2 8:1 9:1");
    assert_eq!(six().table(DOCUMENT, "movenumber"), "0:1 1:1 2:2 3:2 4:1 5:2 6:2 7:2 8:1 9:2");
}

#[test]
fn r58_without_variations_the_tree_is_pruned_and_the_output_is_not() {
    assert_eq!(main_line().ids(B, "."), [0, 1, 2]);
    assert_eq!(main_line().ids(B, "mainline"), [0, 1, 2]);
    let game = &super::games(B)[0];
    assert_eq!(game.tree().len(), 9, "the game itself keeps its variations");
}

#[test]
fn r59_ply_is_position_id_without_variations() {
    for game in samples() {
        let all = main_line().ids_in(&game, ".");
        assert_eq!(main_line().six().ids_in(&game, "ply==positionid"), all);
    }
}

#[test]
fn r60_what_does_not_exist_does_not_match() {
    assert_eq!(six().ids(DOCUMENT, "not parent"), [0]);
    assert_eq!(six().ids(DOCUMENT, "not child"), [3, 5, 7, 9]);
    assert_eq!(six().ids(DOCUMENT, "position 99"), Vec::<u32>::new());
    assert_eq!(six().ids(DOCUMENT, "lca(child parent)"), [1, 2, 4, 6, 8]);
}

#[test]
fn r61_positions_compare_by_their_ids() {
    assert_eq!(six().ids(DOCUMENT, "currentposition<position 4"), [0, 1, 2, 3]);
    assert_eq!(six().ids(DOCUMENT, "currentposition>=position 8"), [8, 9]);
    assert_eq!(six().ids(DOCUMENT, "currentposition!=initialposition").len(), 9);
    assert_eq!(six().ids(DOCUMENT, "currentposition[>=]position 4"), [4, 5, 6, 7]);
}

#[test]
fn r62_distance_goes_through_the_common_ancestor() {
    assert_eq!(
        six().table(DOCUMENT, "distance(currentposition position 5)"),
        "0:2 1:3 2:4 3:5 4:1 5:0 6:2 7:3 8:3 9:4"
    );
}

#[test]
fn r63_the_parent_is_an_ancestor_of_the_child() {
    assert_eq!(six().ids(DOCUMENT, "ancestor(parent child)"), six().ids(DOCUMENT, "not initial not terminal"));
}
