//! The numbers of positions, and what the tree says of them.

use crate::game::shared::read;
use petgraph::Direction::Incoming;
use petgraph::algo::{dominators, has_path_connecting, toposort};
use petgraph::visit::{Dfs, IntoNeighborsDirected};
use tabiya::game::TreeView;

/// The game of the test on R57, whose positions `tests/language/requirements` lists by number.
const FRAGMENT: &str = "1. e4 (1. d4 Nf6 (1... d5 2. c4)) (1. Nf3 d5) 1... e5 2. d4 *";

#[test]
fn a_fragment_with_nested_variations() {
    let game = read(FRAGMENT);
    let tree = game.tree().full();
    let mut table = String::new();
    for n in 0..tree.len() {
        let node = tree.node(n);
        let children: Vec<u32> = tree.children(n).collect();
        let mv = tree.move_to(n).map_or("-".into(), |m| format!("{}{}", m.from, m.to));
        table += &format!(
            "{n} {mv} ply {} depth {} index {} children {children:?}\n",
            node.ply, node.depth, node.child_index
        );
    }
    insta::assert_snapshot!(table, @r"
    0 - ply 0 depth 0 index 0 children [1, 4, 8]
    1 e2e4 ply 1 depth 0 index 0 children [2]
    2 e7e5 ply 2 depth 0 index 0 children [3]
    3 d2d4 ply 3 depth 0 index 0 children []
    4 d2d4 ply 1 depth 1 index 1 children [5, 6]
    5 g8f6 ply 2 depth 1 index 0 children []
    6 d7d5 ply 2 depth 2 index 1 children [7]
    7 c2c4 ply 3 depth 2 index 0 children []
    8 g1f3 ply 1 depth 1 index 2 children [9]
    9 d7d5 ply 2 depth 1 index 0 children []
    ");
    assert_eq!(tree.distance(3, 5), 5);
    assert_eq!((tree.lca(6, 5), tree.lca(7, 9), tree.lca(2, 3)), (4, 0, 2));
    assert!(tree.is_ancestor(4, 7) && !tree.is_ancestor(4, 8) && !tree.is_ancestor(4, 4));
    assert!(tree.node(3).virtual_mainline && !tree.node(5).virtual_mainline);
}

#[test]
fn algorithms_on_graphs_run_on_the_tree() {
    let game = read(FRAGMENT);
    for tree in [game.tree().full(), game.tree().mainline()] {
        let all: Vec<u32> = (0..tree.len()).collect();
        let mut search = Dfs::new(tree, 0);
        let mut visited: Vec<u32> = std::iter::from_fn(|| search.next(tree)).collect();
        visited.sort_unstable();
        assert_eq!(visited, all, "each once");
        assert_eq!(toposort(tree, None).expect("a tree has no cycles")[0], 0);
        let above = dominators::simple_fast(tree, 0);
        for &a in &all {
            assert_eq!(Vec::from_iter(tree.neighbors_directed(a, Incoming)), Vec::from_iter(tree.parent(a)));
            let way: Vec<u32> = above.dominators(a).expect("all is reached from the root").collect();
            for &b in &all {
                assert_eq!(tree.is_ancestor(a, b), a != b && has_path_connecting(tree, a, b, None));
                let common = above.dominators(b).expect("a way").find(|n| way.contains(n));
                assert_eq!(Some(tree.lca(a, b)), common, "{a} {b}");
            }
        }
    }
}

/// Positions of a game without variations are numbered as they are read, those of others are sorted: both ways must say
/// the same of a main line.
#[test]
fn a_line_is_the_same_with_and_without_variations() {
    let plain = read("1. e4 e5 2. -- Nc6 3. Nf3 {x} a6 $1 *");
    let sorted = read("1. e4 (1. d4 d5) e5 2. -- (2. f4) Nc6 3. Nf3 {x} a6 $1 (3... h6) *");
    let (a, b) = (plain.tree().mainline(), sorted.tree().mainline());
    assert_eq!((a.len(), plain.tree().len(), b.len(), sorted.tree().len()), (7, 7, 7, 11));
    for n in 0..a.len() {
        let told = |view: &TreeView<'_>| {
            let node = view.node(n);
            let links = (view.parent(n), view.first_child(n), view.move_to(n).copied());
            (node.board, node.ply, node.depth, node.child_index, node.virtual_mainline, node.nested, links)
        };
        assert_eq!(told(&a), told(&b), "{n}");
        assert!(Iterator::eq(plain.notes().comments(n), sorted.notes().comments(n)));
        assert!(Iterator::eq(plain.notes().nags(n), sorted.notes().nags(n)));
    }
}

#[test]
fn the_mainline_is_a_prefix() {
    let game = read(FRAGMENT);
    let line = game.tree().mainline();
    assert_eq!(line.len(), 4);
    assert!((0..4).all(|n| line.children(n).count() == usize::from(n < 3)));
    assert!((0..4).all(|n| line.end(n) == 4 && line.node(n).ply == n));
    assert!(line.is_terminal(3) && !line.is_terminal(2));
}

#[test]
fn virtual_mainline() {
    let game = read("1. e4 e5 (1... c5 2. Nf3 (2. c3)) 2. -- *");
    let tree = game.tree().full();
    let virtual_nodes: Vec<u32> = (0..tree.len()).filter(|&n| tree.node(n).virtual_mainline).collect();
    assert_eq!(virtual_nodes, [0, 1, 2, 4, 5]);
}

#[test]
fn memory_is_used_again() {
    let mut game = read(FRAGMENT);
    game.parse(&tabiya::game::RawGame::from_bytes(b"[White \"x\"] 1. c4 {y} *"));
    assert_eq!((game.tree().len(), game.tree().mainline_len()), (2, 2));
    assert_eq!(game.notes().comments(1).count(), 1);
    game.parse(&tabiya::game::RawGame::from_bytes(b"*"));
    assert_eq!((game.tree().len(), game.tags().len(), game.notes().is_empty()), (1, 0, true));
}

#[test]
fn the_comment_that_cql_sees() {
    let game = read("{ a  b\n} 1. e4 {first} {plain one} (1. d4 { before } {d}) {after\nall} ({start} 1. c4) e5 { } *");
    let plain = |n| game.notes().plain_comment(n).map(|text| text.into_owned());
    assert_eq!(plain(0).as_deref(), Some("a b"));
    assert_eq!(plain(1).as_deref(), Some("after all"));
    assert_eq!((plain(2), plain(4)), (None, None));
    assert_eq!(game.notes().comments(1).count(), 3);
}

#[test]
fn positions_are_repeated_as_the_rules_count() {
    let counts = |text: &str| -> Vec<u32> {
        let game = read(text);
        assert!(game.faults().is_empty(), "{:?}", game.faults().list());
        let tree = game.tree().full();
        let counts: Vec<u32> = (0..tree.len()).filter_map(|n| tree.repetition(n, u32::MAX)).collect();
        assert_eq!(tree.repetitions(), counts, "{text}");
        counts
    };
    assert_eq!(counts("1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 *"), [1, 1, 1, 1, 2, 2, 2, 2, 3]);
    // The other line does not count; a capture or a pawn's move begins anew.
    assert_eq!(counts("1. Nf3 Nf6 2. Ng1 (2. e4) Ng8 *"), [1, 1, 1, 1, 2, 1]);
    // A king's move takes the right to castle with it, so the first position that comes back is the one without any.
    assert_eq!(counts("1. e4 e5 2. Ke2 Ke7 3. Ke1 Ke8 4. Ke2 Ke7 *"), [1, 1, 1, 1, 1, 1, 1, 1, 2]);
    // At first e5 may be captured en passant from d5, later no more. On f5 nobody may, so the position is the same.
    let played = "[SetUp \"1\"]\n[FEN \"4k3/4p3/8/3P4/8/8/8/4K3 b - - 0 1\"]\n\n1... e5 2. Kd1 Kd8 3. Ke1 Ke8 *";
    assert_eq!(counts(played), [1, 1, 1, 1, 1, 1]);
    let barren = "[SetUp \"1\"]\n[FEN \"4k3/5p2/8/3P4/8/8/8/4K3 b - - 0 1\"]\n\n1... f5 2. Kd1 Kd8 3. Ke1 Ke8 *";
    assert_eq!(counts(barren), [1, 1, 1, 1, 1, 2]);
}
