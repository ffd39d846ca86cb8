//! Queries in words.

use tabiya::syntax::catalogue::Op;
use tabiya::syntax::{ParseOptions, describe, parse};

/// Each line: its depth, its text and its meaning.
fn lines(text: &str) -> Vec<String> {
    let script = parse(text, &ParseOptions::default()).script.expect("a query");
    let line = |line: tabiya::syntax::Described| format!("{}{} = {}", "  ".repeat(line.depth), line.text, line.meaning);
    describe(&script).into_iter().map(line).collect()
}

#[test]
fn tests_are_sentences() {
    for (query, meaning) in [
        ("mate", "the side to move is mated"),
        ("wtm", "White is to move"),
        ("Q attacks k", "a white queen attacks a black king"),
        ("[RQ]a7", "there is a white rook or queen on a7"),
        ("_ & a-h4", "there is at least one of the squares that are among both empty squares and the squares a-h4"),
        ("#(Q attacks k) > 1", "the number of white queens that attack black kings is greater than 1"),
        ("R == 2", "the number of white rooks equals 2"),
        ("ply < 12", "the number of plies since the start of the game is less than 12"),
        ("power A > 40", "the material value of the pieces on the squares (white pieces) is greater than 40"),
        ("player white \"Tal\"", "the name of White contains \"Tal\""),
        ("move from N to g5", "a move is played here that moves a white knight and goes to g5"),
        ("move from f3 capture d2", "a move is played here that moves a piece from f3 and captures on d2"),
        ("move legal capture q", "there is a legal move that captures a black queen"),
        ("x = ply", "`x` becomes the number of plies since the start of the game"),
        ("K--g1", "a white king moves to g1"),
        ("f3--d2", "a piece moves from f3 to d2"),
        ("N[x]q", "a white knight captures a black queen"),
        ("1990-2000", "the number -10, which always holds"),
        ("result 1-0", "the game ended 1-0"),
    ] {
        let told = lines(query);
        assert_eq!(told.len(), 1, "{told:?}");
        assert!(told[0].ends_with(&format!(" = {meaning}")), "{query}: {}", told[0]);
    }
}

#[test]
fn filters_with_others_inside_are_nested() {
    assert_eq!(lines("piece $n in N {$n attacks k}")[0], "piece $n = for some white knight, called `$n`:");
    assert_eq!(lines("square $s in N {$s attacks k}")[0], "square $s = for some square of white knights, called `$s`:");
    assert_eq!(
        lines("flipcolor {mate not Q} check or next (check+ wtm)"),
        [
            "flipcolor = this holds, or the same with colours exchanged:",
            "  mate = the side to move is mated",
            "  not = this does not hold:",
            "    Q = there is a white queen",
            "or = one of these holds:",
            "  check = the side to move is in check",
            "  next = this position begins a sequence of positions of the game in which these hold, one after the other:",
            "    + = once or more often:",
            "      check = the side to move is in check",
            "    wtm = White is to move",
        ]
    );
    assert_eq!(
        lines("parent:{check Q} if wtm check else mate"),
        [
            "parent: = at the position before the last move:",
            "  check = the side to move is in check",
            "  Q = there is a white queen",
            "if = if this holds:",
            "  wtm = White is to move",
            "then = then this must hold:",
            "  check = the side to move is in check",
            "else = otherwise this must hold:",
            "  mate = the side to move is mated",
        ]
    );
}

#[test]
fn every_operation_has_a_meaning() {
    for op in Op::all() {
        let meaning = op.meaning();
        assert!(!meaning.is_empty() && !meaning.contains('\n'), "{}", op.row().spelling);
        assert!(meaning.ends_with('.') || meaning.contains('`'), "{}: {meaning}", op.row().spelling);
    }
}

#[test]
fn every_example_can_be_described() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/queries");
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("a file").path();
        let text = std::fs::read_to_string(&path).expect("a query");
        let script = parse(&text, &ParseOptions::default()).script.expect("a query");
        let lines = describe(&script);
        assert!(!lines.is_empty(), "{}", path.display());
        for (i, line) in lines.iter().enumerate() {
            assert!(!line.meaning.is_empty(), "{}: {line:?}", path.display());
            // A colon announces lines below, and nothing else does.
            let below = lines.get(i + 1).is_some_and(|next| next.depth > line.depth);
            assert_eq!(below, line.meaning.ends_with(':'), "{}: {lines:#?}", path.display());
        }
    }
}
