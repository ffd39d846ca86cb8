//! Sequences beyond CQL: `either`, `anyorder`, `both`, `shortest`, `almost`, `differences`, and the texts that they must not
//! change.

use crate::syntax::complaints::all;
use crate::syntax::precedence::{check, drawn};
use tabiya::syntax::assist::complete;
use tabiya::syntax::ast::{ConstituentKind, Kind, Sequence};
use tabiya::syntax::{Dialect, ParseOptions, Parsed, Severity, TokenClass, describe, parse, render, tokens};
use tabiya_fuzz::round_trip;

fn read(query: &str, drop_in: bool) -> Parsed {
    parse(query, &ParseOptions { dialect: Dialect::Six, drop_in, ..ParseOptions::default() })
}

/// The codes of the errors and warnings about a query.
fn codes(query: &str) -> Vec<String> {
    read(query, false).diagnostics.iter().map(|one| format!("{}: {}", one.severity.name(), one.code)).collect()
}

fn sequence(query: &str) -> Sequence {
    let script = read(query, false).script.unwrap_or_else(|| panic!("{query}: {:?}", codes(query)));
    match script.body.into_iter().next_back().map(|filter| filter.kind) {
        Some(Kind::Sequence(sequence)) => sequence,
        other => panic!("{query}: {other:?}"),
    }
}

const READ: &[(&str, &str)] = &[
    ("next (either (check mate) or (wtm) or (btm*))", "next (either (check mate) or (wtm) or (btm*))"),
    ("next (A either (B) or (a a) Q*)", "next (A either (B) or (a a) Q*)"),
    ("next (either (check) or (mate)*)", "next (either (check) or (mate)*)"),
    ("next (either (check) or (mate){2 3} wtm)", "next (either (check) or (mate){2,3} wtm)"),
    ("next (not Q anyorder (check (wtm btm) mate?))", "next (not Q anyorder (check (wtm btm) mate?))"),
    ("next (both (. wtm*) and (check+) and (R))", "next (both (. wtm*) and (check+) and (R))"),
    ("next (way:=either (a:=check) or (b:=mate)+)", "next (way:= either (a:= check) or (b:= mate)+)"),
    ("previous 2 9 shortest nestban (check .)", "previous 2 9 nestban shortest (check .)"),
    ("next almost 2 3 5 (check . mate)", "next 3 5 almost 2 (check . mate)"),
    ("next nestban almost 1 shortest (check . mate)", "next nestban shortest almost 1 (check . mate)"),
    ("line shortest --> check --> mate", "line shortest --> check --> mate"),
    ("line 2 5 almost 1 --> check --> mate", "line 2 5 almost 1 --> check --> mate"),
    ("line --> either (check --> mate) or (wtm) --> btm", "line --> either (check --> mate) or (wtm) --> btm"),
    ("line --> anyorder (check --> (wtm --> btm){2})", "line --> anyorder (check --> (wtm --> btm){2})"),
    ("line <-- both (. <-- check*) and (wtm <-- btm)", "line <-- both (. <-- check{*}) and (wtm <-- btm)"),
    ("path either (--e4 --) or ([x] check) mate", "path either (--e4 --) or ([x] check) mate"),
    ("path -- either (--) or (-- --)+", "path -- either (--) or (-- --)+"),
    ("path anyorder ((--h4 --*) N--f5 (R--e3 check))", "path anyorder ((--h4 --*) N--f5 (R--e3 check))"),
    ("path shortest both (--* mate) and ([x]+)", "path shortest both (--* mate) and ([x]+)"),
    ("path almost 1 --e4 --e5 N--f3", "path almost 1 --e4 --e5 N--f3"),
    ("{line --> either (check) or (mate)} or wtm", "{line --> either (check) or (mate)} or wtm"),
    ("{path both (--) and ([x])} and wtm", "{path both (--) and ([x])} and wtm"),
    ("next almost 1 (check mate wtm) differences == 1", "next almost 1 (check mate wtm) ; differences == 1"),
];

#[test]
fn what_is_read_and_printed() {
    check(Dialect::Six, READ);
    for (query, _) in READ {
        assert_eq!(round_trip(query, Dialect::Six), Ok(true), "{query}");
        if query.starts_with("next") || query.starts_with("previous") {
            assert_eq!(round_trip(query, Dialect::Five), Ok(true), "{query}");
            assert_eq!(drawn(query, Dialect::Five), drawn(query, Dialect::Six), "{query}");
        }
    }
}

#[test]
fn the_tree_holds_what_is_written() {
    let whole = sequence("next 3 5 almost 2 nestban shortest (either (check) or (mate wtm) anyorder (A a (B b)))");
    assert!(whole.shortest && whole.nestban && whole.range.is_some());
    assert_eq!(whole.almost, Some(2));
    let [either, any_order] = whole.constituents.as_slice() else { panic!("{whole:?}") };
    let ConstituentKind::Either(lists) = &either.kind else { panic!("{either:?}") };
    assert_eq!(lists.iter().map(Vec::len).collect::<Vec<_>>(), [1, 2]);
    let ConstituentKind::AnyOrder(members) = &any_order.kind else { panic!("{any_order:?}") };
    assert_eq!(members.len(), 3);
    let plain = sequence("next (check)");
    assert!(!plain.shortest && plain.almost.is_none());
}

#[test]
fn what_is_refused() {
    for query in [
        "next (either (check))",
        "next (either (check)* or (mate))",
        "next (either (check) or mate)",
        "next (both (check))",
        "line --> either (check) or (mate) or wtm",
        "next (anyorder (check check check check check check check check check))",
        "path anyorder (check --)",
        "next almost 0 (check)",
        "next almost 10 (check)",
        "next almost (check)",
        "next almost 1 (check mate both (wtm) and (btm))",
        "next almost 1 (check (either (mate wtm) or (both (wtm) and (btm)){2}))",
        "path almost 1 -- -- both (--) and ([x])",
        "line almost 1 --> check --> mate --> both (wtm) and (btm)",
        "check either (check) or (mate)",
        "shortest next (check)",
        "almost 1 next (check)",
    ] {
        let found = codes(query);
        assert_eq!(found.first().map(String::as_str), Some("error: sequence-form"), "{query}: {found:?}");
    }
    for (query, code) in [
        ("next (either () or (check))", "no-constituents"),
        ("line --> either () or (check)", "no-constituents"),
        ("next shortest shortest (check)", "parameter-twice"),
        ("path almost 1 almost 2 -- --", "parameter-twice"),
        ("line shortest firstmatch --> check", "line-conflict"),
        ("path firstmatch almost 1 -- --", "path-conflict"),
        ("path shortest max ply --", "path-conflict"),
        ("path keepallbest almost 1 -- --", "path-conflict"),
        ("line --> (either (check?) or (mate)){2,}", "repeated-empty"),
        ("path anyorder (--? [x]*)*", "repeated-empty"),
    ] {
        let found = codes(query);
        let refused = found.first().is_some_and(|one| one.starts_with("error: "));
        assert!(refused && found[0].ends_with(code.rsplit('-').next().unwrap_or(code)), "{query}: {found:?}");
    }
}

/// A query of CQL that uses one of the words as a name means what it meant.
#[test]
fn names_of_old_scripts_stay_names() {
    for (query, shown) in [
        ("either = 3 either > 2", "either = 3 ; either > 2"),
        ("both = R both attacks k", "both = R ; both attacks k"),
        ("function anyorder(x) {x attacks k} anyorder(R)", "function anyorder(x) {x attacks k} ; anyorder(R)"),
        ("shortest = 3 next shortest (check)", "shortest = 3 ; next shortest shortest (check)"),
        ("almost = 3 line almost --> check", "almost = 3 ; line almost almost --> check"),
        ("differences = 3 differences > 2", "differences = 3 ; differences > 2"),
        ("either = 3 path --e4 either > 2", "either = 3 ; path --e4(either > 2)"),
        ("next (either:=check) first(either):mate", "next (either:= check) ; {first(either)}:mate"),
    ] {
        for drop_in in [false, true] {
            let parsed = read(query, drop_in);
            assert!(parsed.script.is_some(), "{query}: {:?}", parsed.diagnostics);
        }
        let found =
            drawn(query, Dialect::Six).replace("shortest shortest", "shortest").replace("almost almost", "almost");
        let shown = shown.replace("shortest shortest", "shortest").replace("almost almost", "almost");
        assert_eq!(found, shown, "{query}");
    }
    let counted = sequence("almost = 3 line almost --> check");
    assert!(counted.almost.is_none() && counted.range.is_some());
    let function = read("function either(x) {x attacks k} next (either (R))", false).script.expect("a query");
    let Some(Kind::Sequence(next)) = function.body.last().map(|filter| &filter.kind) else { panic!("{function:?}") };
    assert!(matches!(next.constituents[0].kind, ConstituentKind::Filter(_)));
}

#[test]
fn scripts_for_cql_are_refused() {
    for query in [
        "line --> either (check) or (mate)",
        "path anyorder (-- [x])",
        "path both (--) and ([x])",
        "line shortest --> check",
        "path almost 1 -- --",
        "differences > 0",
    ] {
        let errors: Vec<_> = read(query, true).diagnostics;
        assert!(
            errors.iter().any(|one| one.severity == Severity::Error && one.code == "sequence-form"),
            "{query}: {errors:?}"
        );
        assert!(read(query, false).script.is_some(), "{query}");
    }
}

#[test]
fn what_they_mean_in_words() {
    let lines = |query: &str| {
        let script = parse(query, &ParseOptions::default()).script.expect("a query");
        let line =
            |line: tabiya::syntax::Described| format!("{}{} = {}", "  ".repeat(line.depth), line.text, line.meaning);
        describe(&script).into_iter().map(line).collect::<Vec<_>>()
    };
    let found = lines("next shortest (either (check) or (mate wtm) anyorder (check mate) both (wtm) and (btm))");
    assert!(found[0].ends_with("; the shortest such sequence counts:"), "{found:?}");
    for line in [
        "  either = one of these; first, one after the other:",
        "  or = or, one after the other:",
        "    mate = the side to move is mated",
        "  anyorder = all of these, in any order, one directly after the other:",
        "  both = positions that are all of these at once; first, one after the other:",
        "  and = and the same positions are, one after the other:",
    ] {
        assert!(found.iter().any(|one| one == line), "{line}: {found:#?}");
    }
    let found = lines("next 3 9 almost 2 (check mate wtm)");
    assert!(found[0].contains("at most 2 of them may differ"), "{found:?}");
    assert!(found[0].contains("the best such sequence has 3 to 9 positions"), "{found:?}");
    assert!(lines("path almost 1 -- -- --")[0].contains("at most one of them may differ"));
}

#[test]
fn they_are_offered_where_they_can_stand() {
    let offered = |text: &str| -> Vec<String> {
        complete(text, text.len(), Dialect::Auto).items.into_iter().map(|item| item.text).collect()
    };
    let has = |text: &str, word: &str| offered(text).iter().any(|one| one == word);
    for (text, word) in [
        ("next (check ei", "either"),
        ("next (check bo", "both"),
        ("path -- an", "anyorder"),
        ("line --> ei", "either"),
        ("next sh", "shortest"),
        ("path al", "almost"),
        ("line al", "almost"),
        ("di", "differences"),
    ] {
        assert!(has(text, word), "{text}: {:?}", offered(text));
    }
    for (text, word) in [("check ei", "either"), ("sh", "shortest"), ("next (al", "almost"), ("line ei", "either")] {
        assert!(!has(text, word), "{text}: {:?}", offered(text));
    }
}

#[test]
fn they_have_the_colour_of_words_where_they_are_words() {
    let keywords = |text: &str| -> Vec<String> {
        let found = tokens(text).into_iter().filter(|(class, _)| *class == TokenClass::Keyword);
        found.map(|(_, at)| text[at].to_owned()).collect()
    };
    assert_eq!(
        keywords("line shortest almost 2 --> either (check) or (mate)"),
        ["line", "shortest", "almost", "either", "check", "or", "mate"]
    );
    assert_eq!(keywords("both = R shortest = 3 both attacks k"), ["attacks"]);
}

/// Each complaint with its marked source.
#[test]
fn complaints_about_them() {
    let queries = [
        "next (anyorder (check check check check check check check check check))",
        "path anyorder (check --)",
        "line --> either (check) or (mate) or wtm",
        "next (either (check))",
        "next (both (check))",
        "next almost (check)",
        "next almost 1 (check both (wtm) and (btm))",
        "check either (check) or (mate)",
        "check shortest",
        "next almost 1 (check*)",
        "next almost 1 (check)",
        "next almost 2 (check mate)",
        "next (either (check) or (check))",
        "path anyorder (R--e3 N--f5 P--h4)",
        "next (anyorder ((wtm btm) (btm wtm)))",
    ];
    let mut shown = all(Dialect::Six, &queries);
    let text = "line shortest --> check";
    for one in read(text, true).diagnostics {
        shown += &render(&one, text, "query.cql", false);
    }
    insta::assert_snapshot!(shown);
}

#[test]
fn advice_about_them() {
    for (query, code) in [
        ("next (either (check) or (check))", "never-chosen"),
        ("next (either (.) or (check))", "never-chosen"),
        ("next (either (check wtm*) or (check wtm+))", "never-chosen"),
        ("path either (--) or (--e4)", "never-chosen"),
        ("next (either (a:=check*) or (b:=check))", "never-chosen"),
        ("path anyorder (R--e3 N--f5 P--h4)", "never-matches"),
        ("next (anyorder (wtm {wtm check} {wtm mate}))", "never-matches"),
        ("next (anyorder ((move from P .) (move from p .)))", "never-matches"),
        ("next almost 2 (check mate)", "always-true"),
        ("next almost 1 (check*)", "always-true"),
        ("line almost 3 --> check --> (mate --> wtm)", "always-true"),
    ] {
        assert_eq!(codes(query), [format!("warning: {code}")], "{query}");
    }
    for query in [
        "next (either (check) or (.))",
        "next (either (check wtm+) or (check wtm*))",
        "next (either (check) or (check check))",
        "next (either (check) or (x=1))",
        "path anyorder (R--e3 n--f5 P--h4)",
        "path anyorder (R--e3 --f5 P--h4)",
        "path anyorder ((R--e3 --*) (N--f5 --*) P--h4)",
        "path focus A anyorder (R--e3 N--f5 P--h4)",
        "next2 (anyorder (wtm wtm check))",
        "next (anyorder ((wtm btm) (wtm check) check))",
        "next almost 1 (check mate)",
        "next 5 20 almost 1 (check*)",
        "next almost 2 (check{3})",
    ] {
        assert_eq!(codes(query), Vec::<String>::new(), "{query}");
    }
}
