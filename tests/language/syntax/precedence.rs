//! Binding strength: each query beside the same one with all braces written.

use tabiya::syntax::{Dialect, ParseOptions, parse, print_braced};

/// The filters of a query with all braces drawn in.
pub(crate) fn drawn(query: &str, dialect: Dialect) -> String {
    let parsed = parse(query, &ParseOptions { dialect, require_header: false, ..ParseOptions::default() });
    let Some(script) = parsed.script else { panic!("{query}: {:#?}", parsed.diagnostics) };
    let filters: Vec<String> = script.body.iter().map(|filter| print_braced(filter, dialect)).collect();
    filters.join(" ; ")
}

pub(crate) fn check(dialect: Dialect, table: &[(&str, &str)]) {
    for (query, expected) in table {
        assert_eq!(drawn(query, dialect), *expected, "{query} in {dialect:?}");
    }
}

#[test]
fn dialect_6() {
    check(
        Dialect::Six,
        &[
            ("1<2<3", "1 < {2 < 3}"),
            ("10-3-2 == 5", "{{10 - 3} - 2} == 5"),
            ("not R in a1", "not {R in a1}"),
            ("not check and mate", "{not check} and mate"),
            ("check or wtm and mate", "check or {wtm and mate}"),
            ("~A&a", "~A & a"),
            ("~R attacks k", "~{R attacks k}"),
            ("#R&a1", "#{R & a1}"),
            ("#R+1 == 2", "{#R + 1} == 2"),
            ("#site+event == 3", "#{site + event} == 3"),
            ("abs -3+1 == 2", "{abs {-3 + 1}} == 2"),
            ("sqrt 9+7 == 4", "{sqrt {9 + 7}} == 4"),
            ("up 1 K & e4", "{up 1 K} & e4"),
            ("-ply+1 == 0", "{-ply + 1} == 0"),
            ("x=A or B", "{x = A} or B"),
            ("1+2*3%4-5 == 0", "{{1 + {{2 * 3} % 4}} - 5} == 0"),
            ("A->B|R", "A -> {B | R}"),
            ("A|B&R", "A | {B & R}"),
            ("A&B attacks k", "A & {B attacks k}"),
            ("A attacks q attacks R", "{A attacks q} attacks R"),
            ("parent:child:ply == 1", "{parent:{child:ply}} == 1"),
            ("child:#Q+1 == 2", "{{child:#Q} + 1} == 2"),
            ("flip Ka1 or kh8", "flip {Ka1 or kh8}"),
            ("find check or mate", "find {check or mate}"),
            ("square x in Q x->k and wtm", "square x in Q {{x -> k} and wtm}"),
            ("light B|N", "{light B} | N"),
            ("power R|B == 3", "{power {R | B}} == 3"),
            ("position ply-3+1:check", "{position {{ply - 3} + 1}}:check"),
            ("R->r == R", "{R -> r} == R"),
            ("flipcolor count wtm==1", "{flipcolor count wtm} == 1"),
            ("flip count Ra1 == 2", "flip count {Ra1 == 2}"),
            ("sort \"a\" ply+1", "sort \"a\" {ply + 1}"),
            ("next (not check+ mate or check)", "next (not check+ mate or check)"),
            ("move from R|N", "{move from R} | N"),
        ],
    );
}

#[test]
fn dialect_5() {
    check(
        Dialect::Five,
        &[
            ("not Ra3 or check", "not {Ra3 or check}"),
            ("{not Ra3 check}", "{not Ra3 check}"),
            ("{rotate90 Ka1 kh8}", "{rotate90 Ka1 kh8}"),
            ("rotate90 Ka1 kh8", "rotate90 Ka1 ; kh8"),
            ("flipcolor rotate90 {Ka1 kh8}", "flipcolor {rotate90 {Ka1 kh8}}"),
            ("check or mate and wtm", "check or {mate and wtm}"),
            ("check and mate or wtm", "check and {mate or wtm}"),
            ("check or not mate or wtm", "check or {not {mate or wtm}}"),
            ("R on a1 or a2", "R on {a1 or a2}"),
            ("R on a1 on a2", "R on {a1 & a2}"),
            ("move from K or move from Q", "move from {K or {move from Q}}"),
            ("up 1 P or Q", "up 1 {P or Q}"),
            ("#R == 3 or #Q > 1", "{#R == 3} or {#Q > 1}"),
            ("not #R == 3 or #Q > 1", "not {{#R == 3} or {#Q > 1}}"),
            ("R|Q on a1", "{R | Q} on a1"),
            ("square $x in R $x->k check", "square $x in R {$x -> k check}"),
            ("power 3 5 R or Q", "power 3 5 {R or Q}"),
            ("next* check or mate", "next* {check or mate}"),
            ("check next* 1 check", "check ; next* 1 check"),
        ],
    );
}

/// The examples of R4, R5, R17 and R42 in `docs/src/concepts/sequence-contract.md`, among others.
#[test]
fn constituents_are_counted_as_the_contract_says() {
    let script = |text: &str| {
        let parsed =
            parse(text, &ParseOptions { dialect: Dialect::Five, require_header: false, ..ParseOptions::default() });
        parsed.script.unwrap_or_else(|| panic!("{text}: {:#?}", parsed.diagnostics))
    };
    assert_eq!(script("next (Ra3 or Nb2 check or stalemate)").body.len(), 1);
    let constituents = |text: &str| match &script(text).body[0].kind {
        tabiya::syntax::ast::Kind::Sequence(sequence) => sequence.constituents.len(),
        other => panic!("{other:?}"),
    };
    assert_eq!(constituents("next (Ra3 or Nb2 check or stalemate)"), 2);
    assert_eq!(constituents("next ({Ra3 or Nb2} {check or stalemate})"), 2);
    assert_eq!(constituents("next (mainline check)"), 2);
    assert_eq!(constituents("next ({mainline check})"), 1);
    assert_eq!(constituents("next (move from Q not move from Q {10 20} move from Q)"), 3);
    assert_eq!(
        constituents("next ({not move from $a or $b}* move from $a)".replace("$a", "R").replace("$b", "N").as_str()),
        2
    );
    for text in [
        "next (check) ; current position is a check\nnext 5 100 (check)\nnext 5 100 nestban (check*)",
        "next (check\nmove from k\nattack (R _))\nnext 5 100 ((move from k move from K)+)",
        "cql (input test.pgn variations)\nnext 10 1000 (move promote B\n.*\n)",
        "initial piece $rook in [Rr] next* $rook on a1 next* $rook on h1 next* $rook on h8 next* $rook on a8",
        "(cql input foo.pgn variations) check",
        "sort next 5 1000 nestban (check*)",
        "next (any* check)",
        "previous * check next *check",
    ] {
        script(text);
    }
}
