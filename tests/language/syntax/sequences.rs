//! The filter that an operator belongs to in `line`, in `path` and after `move`, as CQL 6.2 reads them.

use crate::syntax::precedence::check;
use tabiya::syntax::ast::Kind;
use tabiya::syntax::{Dialect, ParseOptions, Parsed, parse};
use tabiya_fuzz::round_trip;

fn read(query: &str, drop_in: bool) -> Parsed {
    parse(query, &ParseOptions { dialect: Dialect::Six, drop_in, ..ParseOptions::default() })
}

/// The code of the first complaint, with its severity.
fn complaint(query: &str, drop_in: bool) -> Option<String> {
    read(query, drop_in).diagnostics.first().map(|one| format!("{}: {}", one.severity.name(), one.code))
}

fn refused(table: &[(&str, &str)]) {
    for (query, code) in table {
        assert_eq!(complaint(query, false), Some(format!("error: {code}")), "{query}");
    }
}

fn accepted(queries: &[&str]) {
    for query in queries {
        assert_eq!(complaint(query, false), None, "{query}");
        assert_eq!(round_trip(query, Dialect::Six), Ok(true), "{query}");
    }
}

#[test]
fn a_parenthesis_in_a_line_is_a_group() {
    check(
        Dialect::Six,
        &[
            ("line --> . --> (btm) and btm", "line --> . --> (btm) and btm"),
            ("line --> (#R) > 1", "line --> (#R) > 1"),
            ("line --> (check) or mate", "line --> (check) or mate"),
            ("line --> (check --> wtm) and mate", "line --> (check --> wtm) and mate"),
            ("line <-- (check*) > 2", "line <-- (check{*}) > 2"),
            ("line --> ((check)) and wtm", "line --> ((check)) and wtm"),
            ("not line --> (check) and wtm", "{not line --> (check)} and wtm"),
            ("line --> (wtm)? > 0", "line --> (wtm)? > 0"),
            ("line --> {(check) and btm}", "line --> {(check) and btm}"),
            ("line --> (check or wtm and mate)", "line --> ({check or {wtm and mate}})"),
            ("line --> ({check and btm} --> wtm)", "line --> ({check and btm} --> wtm)"),
            // Without a group the constituent goes on.
            ("line --> check or mate", "line --> {check or mate}"),
            ("line lastposition --> (wtm):check", "line lastposition --> (wtm):check"),
            ("line --> (ply)-1 == 2", "{line --> (ply) - 1} == 2"),
        ],
    );
    refused(&[
        ("line --> (A) & P", "operator-misfit"),
        ("line --> (A)->a", "operator-misfit"),
        ("line --> (A) | a", "operator-misfit"),
        ("line --> (A) attacks a", "operator-misfit"),
        ("line --> (currentposition):check", "operator-misfit"),
        ("line --> (\"a\")==\"a\"", "type-mismatch"),
        ("line --> (\"a\") in \"ab\"", "operator-misfit"),
        ("line --> (ply)+1==2", "operator-behind-line"),
        ("line --> (ply)*2==2", "operator-behind-line"),
        ("line --> (check)+ and wtm", "operator-behind-line"),
        ("x = line --> not check+ message(\"a\")", "operator-behind-line"),
        ("line --> N--+", "operator-behind-line"),
    ]);
    accepted(&["line --> check+", "{line --> N--+}", "line --> N--{+}", "line --> (A)+", "line --> N--+ --> check"]);
}

#[test]
fn an_operator_behind_a_group_of_a_path_takes_the_path() {
    for (query, expected) in [
        ("path (--) == 1", "path (--) == 1"),
        ("path (--) > 0 wtm", "path (--) > 0 ; wtm"),
        ("path (--) and wtm", "path (--) and wtm"),
        ("path (-- --) == 2", "path (-- --) == 2"),
        ("path (-- wtm) and btm", "path (-- wtm) and btm"),
        ("path ([x]*) > 0", "path ([x]*) > 0"),
        ("path (check --) > 0", "path (check --) > 0"),
        ("path -- and wtm", "path -- and wtm"),
        ("path --e4 and wtm", "path --e4 and wtm"),
        ("path N-- or check", "path N-- or check"),
        ("path wtm -- and check", "path wtm -- and check"),
        ("path -- or --", "path -- or --"),
        ("path -- or check and --", "path -- or {check and --}"),
        ("not path -- and wtm", "{not path --} and wtm"),
        ("path --? and wtm", "path --? and wtm"),
        ("path -- (--) and wtm", "path -- ({--} and wtm)"),
        // A filter after a dash is its target, with all operators that it takes.
        ("path -- (wtm) or check", "path --((wtm) or check)"),
        ("path --(check) and wtm", "path --((check) and wtm)"),
        ("path -- --e5 and btm", "path --({--e5} and btm)"),
        ("path -- wtm == 2", "path --(wtm) == 2"),
        ("path wtm or --(check)", "path wtm or --(check)"),
    ] {
        let undrawn = |text: &str| text.replace(['{', '}', '(', ')', ' '], "").replace(';', "");
        let drawn = crate::syntax::precedence::drawn(query, Dialect::Six);
        assert_eq!(undrawn(&drawn), undrawn(expected), "{query}");
        assert_eq!(round_trip(query, Dialect::Six), Ok(true), "{query}");
    }
}

#[test]
fn what_no_path_is() {
    refused(&[
        ("path (-- or check)", "expected-parenthesis"),
        ("path (-- | [x]) > 0", "expected-parenthesis"),
        ("path --(check)--", "dash-without-set"),
        ("path -- check--", "dash-without-set"),
        ("path --e4--", "dash-without-set"),
        ("path (path -- --)+ == 2", "repeated-empty"),
        ("path legal --", "needs-braces"),
        ("path -- countmoves --", "needs-braces"),
        ("path wtm {--e4} --", "braced-move"),
        ("path {--e4}", "braced-move"),
        ("path -- {--e5}", "braced-move"),
        ("path -- {{--e5}} --", "braced-move"),
        ("path ({--e4})", "braced-move"),
    ]);
    accepted(&[
        "path--",
        "path[x]",
        "path check--",
        "path {wtm}--",
        "path (--)--",
        "path --{2}--",
        "path --?--",
        "path 1 2--",
        "path primary--",
        "path title \"x\"--",
        "path max ply--",
        "path focus Q--",
        "path -- pseudolegal --",
        "path -- (check --)+",
        "path -- check (-- check)+",
        "path -- (-- --)+",
        "path --({wtm check})",
        "path --(--)",
        "path --({true --(check)})",
        "path wtm {true --e4} --",
        "path -- path --(check) and wtm",
        "line --> --{2}",
        "line --> [x]{2,}",
        "line --> A--{2}",
        "line --> --{2} --> check",
        "x=path --e4=Q",
    ]);
    // Without a move of its own it matches nowhere.
    for query in ["path pseudolegal --", "path {--e4} and wtm"] {
        assert_eq!(complaint(query, false), Some("warning: never-matches".into()), "{query}");
        assert_eq!(round_trip(query, Dialect::Six), Ok(true), "{query}");
    }
}

/// In scripts for `cql`, braces around one move end the path, as in CQL 6.2.
#[test]
fn braces_around_a_move_in_scripts() {
    let parsed = read("path wtm {--e4} --", true);
    assert_eq!(parsed.script.as_ref().map(|script| script.body.len()), Some(3));
    assert_eq!(complaint("path wtm {--e4} --", true), Some("warning: braced-move".into()));
    assert_eq!(complaint("path -- {--e4}", true), Some("warning: braced-move".into()));
    assert!(read("path {--e4}", true).script.is_none(), "an empty path");
    let query = "path check {--e4} --";
    let warning = read(query, true).diagnostics.remove(0);
    insta::assert_snapshot!(tabiya::syntax::render(&warning, query, "query.cql", false));
}

#[test]
fn a_blank_line_behind_a_path_that_ended_before() {
    for (query, filters) in [
        ("path -- and wtm\n\ncheck", 2),
        ("path (--) == 1\n\ncheck", 2),
        ("path wtm -- path -- and check\n\nmate", 2),
        ("{path -- and wtm\n\ncheck} mate", 2),
        ("comment(path (--) > 0\n\n\"x\") mate", 2),
        ("/// path (--) > 0\n\nmate", 2),
        ("next (path (--) > 0\n\ncheck) mate", 2),
        ("max(path (--) + 1\n\n3) == 4 mate", 2),
        ("x=path --+\n\nx>3", 2),
    ] {
        let parsed = read(query, false);
        let Some(script) = parsed.script else { panic!("{query}: {:?}", parsed.diagnostics[0].message) };
        assert_eq!(script.body.len(), filters, "{query}");
        assert_eq!(round_trip(query, Dialect::Six), Ok(true), "{query}");
    }
}

#[test]
fn previous_behind_move_is_its_parameter() {
    for (query, six, five) in [
        ("move from P previous (wtm)", 2, 2),
        ("move from P\nprevious (wtm)", 2, 2),
        ("move previous (wtm or check)", 2, 2),
        ("x=move from P previous (A) x", 3, 3),
        ("move to e4 previous 2 (btm)", 3, 2),
        ("move previous --e4", 2, 2),
    ] {
        let filters = |dialect| {
            let parsed = parse(query, &ParseOptions { dialect, ..ParseOptions::default() });
            parsed.script.unwrap_or_else(|| panic!("{query}: {:?}", parsed.diagnostics[0].message)).body
        };
        let shown = |dialect| tabiya::syntax::print_filter(&filters(dialect)[0], dialect);
        assert_eq!((filters(Dialect::Six).len(), filters(Dialect::Five).len()), (six, five), "{query}");
        assert!(shown(Dialect::Six).contains("previous") && !shown(Dialect::Five).contains("previous"), "{query}");
        assert_eq!(round_trip(query, Dialect::Six), Ok(true), "{query}");
        assert_eq!(round_trip(query, Dialect::Five), Ok(true), "{query}");
    }
    // Without a dialect the words of CQL 5 decide, and a warning shows both readings.
    let both = parse("move from P previous (wtm)", &ParseOptions::default());
    assert_eq!((both.dialect, both.diagnostics[0].code), (Dialect::Five, "two-readings"));
    assert_eq!(round_trip("move from P {previous (wtm)}", Dialect::Six), Ok(true));
}

#[test]
fn a_colon_belongs_to_the_position_filter_around_move() {
    check(
        Dialect::Six,
        &[
            ("find move:btm", "{find {move}}:btm"),
            ("find check and move:btm", "{find {check and {move}}}:btm"),
            ("x=find move:ply", "x = {{find {move}}:ply}"),
            ("find move from Q:btm", "{find {move from Q}}:btm"),
            ("line lastposition --> move:wtm", "line lastposition --> {move}:wtm"),
            ("find line --> move:wtm", "{find line --> {move}}:wtm"),
            // Nothing here takes a colon: it is that of `move`.
            ("move:btm", "move :btm"),
            ("find all move:btm", "find all {move :btm}"),
            ("find (move:btm)", "find (move :btm)"),
            ("find {move:btm}", "find {move :btm}"),
            ("line lastposition --> (move:wtm)", "line lastposition --> ({move :wtm})"),
            ("line --> move:wtm", "line --> {move :wtm}"),
            ("find if move:wtm then check", "find {if {move :wtm} then check}"),
        ],
    );
    let at = |query: &str, drop_in| {
        let script = read(query, drop_in).script?;
        Some(matches!(script.body[0].kind, tabiya::syntax::ast::Kind::At(..)))
    };
    assert_eq!(at("path lastposition -- move:btm", false), Some(true));
    assert_eq!(at("find move:btm", true), Some(true));
    assert_eq!(at("move:btm", false), Some(false));
    assert_eq!(at("move:btm", true), None, "refused, as in CQL 6.2");
    assert_eq!(at("find all move:btm", true), None);
}

#[test]
fn an_operator_glued_to_a_dash() {
    check(
        Dialect::Six,
        &[
            ("countmoves legal --==20", "{countmoves {legal {--}}} == 20"),
            ("countmoves --<1", "{countmoves {--}} < 1"),
            ("legal --in A", "{legal {--}} in A"),
            ("legal --&B", "{legal {--}} & B"),
            ("legal --|B", "{legal {--}} | B"),
            ("pseudolegal P--&B", "{pseudolegal {P--}} & B"),
            ("countmoves legal --/2>10", "{{countmoves {legal {--}}} / 2} > 10"),
            ("countmoves legal --%2==1", "{{countmoves {legal {--}}} % 2} == 1"),
            ("countmoves legal --+1>25", "{{countmoves {legal {--}}} + 1} > 25"),
            ("countmoves legal --*2>50", "{{countmoves {legal {--}}} * 2} > 50"),
            ("countmoves legal P--!=16", "{countmoves {legal {P--}}} != 16"),
            ("countmoves --e4==1", "{countmoves {--e4}} == 1"),
        ],
    );
}

#[test]
fn the_name_of_a_variable_ends_its_first_value() {
    for query in [
        "x=path --+\nx>3",
        "x=path --(wtm)\nx==1",
        "x=path lastposition --+\nx:wtm",
        "x=path --{2}\nx==2 or wtm",
        "x=path check --\nx==1",
        "x=path N-- --\nx>1",
        "x=1+path --\nx>1",
        "atomic x=path --+\nx>1",
        "x=path -- y=path --+\ny>1",
    ] {
        let parsed = read(query, false);
        let Some(script) = parsed.script else { panic!("{query}: {:?}", parsed.diagnostics[0].message) };
        assert_eq!(script.body.len(), if query.contains('y') { 1 } else { 2 }, "{query}");
        assert_eq!(round_trip(query, Dialect::Six), Ok(true), "{query}");
    }
    // A value of its own beside: then it is a filter like any other.
    assert_eq!(read("x=1 x=path -- x==1", false).script.map(|script| script.body.len()), Some(2));
    assert_eq!(complaint("x={path -- x>3}", false), Some("error: unknown-name".into()));
    assert_eq!(complaint("x=path -- foo", false), Some("error: unknown-name".into()));
}

#[test]
fn what_matches_never_or_always_is_warned_of() {
    for (query, code) in [
        ("line 5 1 --> wtm", "reversed-range"),
        ("shift 2 0 check", "reversed-range"),
        ("path 5 1 --", "reversed-range"),
        ("find 3 2 check", "reversed-range"),
        ("cql(matchcount 3 2) check", "reversed-range"),
        ("cql(gamenumber 3 2) check", "reversed-range"),
        ("false 60", "bare-number"),
        ("R 2 3", "bare-number"),
        ("extension", "never-matches"),
        ("not extension", "never-matches"),
    ] {
        assert_eq!(complaint(query, false), Some(format!("warning: {code}")), "{query}");
        assert!(read(query, false).script.is_some(), "{query}");
        assert!(read(query, false).diagnostics[0].help.is_some(), "{query}");
        assert_eq!(round_trip(query, Dialect::Six), Ok(true), "{query}");
    }
    refused(&[("up 3 1 K", "reversed-range")]);
    // One warning for numbers that stand together, and none where dialect 5 has a reading for them.
    assert_eq!(read("check 2 3 mate", false).diagnostics.len(), 1);
    let auto = parse("R 2 3", &ParseOptions::default());
    assert_eq!((auto.dialect, auto.diagnostics.len()), (Dialect::Five, 0));
}

#[test]
fn texts_behind_words_inside_an_item() {
    check(
        Dialect::Six,
        &[
            ("str(not player white \"q\")==\"x\"", "str(not player white \"q\") == \"x\""),
            ("comment(site \"o\" \"b\")", "comment(site \"o\" \"b\")"),
        ],
    );
    let items = |query: &str, dialect| {
        let script = parse(query, &ParseOptions { dialect, ..ParseOptions::default() }).script.expect("a query");
        match &script.body[0].kind {
            tabiya::syntax::ast::Kind::Apply(_, items) => items.len(),
            other => panic!("{other:?}"),
        }
    };
    for (query, six) in [
        ("comment(\"x\" not player white \"a\" \"y\")", 3),
        ("comment(site \"o\" \"b\")", 3),
        ("message(not site \"o\" \"b\")", 2),
        ("/// \"x\" not event \"a\" \"y\"", 3),
        ("comment(check or hascomment \"!\" ply)", 2),
        ("comment(fen \"8/8/8/8/8/8/8/8\")", 2),
        ("comment(not fen \"8/8/8/8/8/8/8/8\")", 1),
        ("comment({site \"o\"} \"b\")", 2),
    ] {
        assert_eq!(items(query, Dialect::Six), six, "{query}");
        assert_eq!(round_trip(query, Dialect::Six), Ok(true), "{query}");
        assert_eq!(round_trip(query, Dialect::Five), Ok(true), "{query}");
    }
    assert_eq!(items("comment(\"x\" not site \"a\" \"y\")", Dialect::Five), 4, "dialect 5 has items only");
}

#[test]
fn a_comment_behind_move() {
    let custody = |query: &str, dialect| {
        let script = parse(query, &ParseOptions { dialect, ..ParseOptions::default() }).script.expect("a query");
        matches!(&script.body[0].kind, tabiya::syntax::ast::Kind::Move(m) if m.custody.is_some())
    };
    for (query, six, five) in [
        ("move to d5 comment(\"a\")", true, true),
        ("move to d5 previous comment(\"a\")", true, false),
        ("move to d5 message(\"a\")", false, true),
        ("move to d5\n/// \"a\"", false, true),
        ("move legal to d5 comment(\"a\")", false, false),
        ("move pseudolegal to d5 comment(\"a\")", false, false),
    ] {
        assert_eq!((custody(query, Dialect::Six), custody(query, Dialect::Five)), (six, five), "{query}");
        // A `///` is printed as a comment, which needs braces there.
        if !query.contains("///") {
            assert_eq!(round_trip(query, Dialect::Six), Ok(true), "{query}");
        }
        assert_eq!(round_trip(query, Dialect::Five), Ok(true), "{query}");
    }
    assert_eq!(round_trip("move previous {comment(\"a\")} {move from A} comment(\"b\")", Dialect::Six), Ok(true));
}

#[test]
fn the_size_of_a_set_that_sorts_is_a_number() {
    accepted(&["x={sort A} x==16", "sort A > 3"]);
    refused(&[
        ("(sort A) & a", "operator-misfit"),
        ("#{sort A}==2", "type-mismatch"),
        ("x={sort A} x & a", "operator-misfit"),
    ]);
}

/// Texts that CQL 6.2 refuses and Tabiya reads.
#[test]
fn what_is_read_more_freely() {
    accepted(&[
        "path -- check (-- check)+",
        "countmoves --(castle) (B|R)!=to",
        "path -- 1",
        "sort min(ply 3)",
        "path focus legal -- --",
        "R|R",
        "path max ply+1 --+",
        "dictionary D[k]=1 D[k]==1",
    ]);
}

#[test]
fn constituents_have_names() {
    accepted(&[
        "next (start:=check quiet:=(not check)+ end:=mate)",
        "next (all:=(one:=check two:=wtm)* .)",
        "previous (one:=check or mate two:={wtm check}?)",
        "line --> start:=check --> quiet:=not check{+} --> (end:=mate --> .)",
        "line <-- (one:=. <-- two:=.){2}",
        "path start:=-- (check) back:=(--)+ one:=--K(check)",
        "path out:=-- check mate in:=(-- back:=--)",
        "next (x:=check) x=3 x>2",
        "next (check:=mate a:=check B:=wtm) first(check)==last(B) count(a)>1",
        "path quiet:=-- primary:=--",
        "line quiet --> quiet:=check",
        "next (quiet:=check) first(quiet):check last(quiet)==currentposition count(quiet)>2",
    ]);
    refused(&[
        ("next (e4:=mate)", "constituent-name"),
        ("next (wtm) [Q]:=mate", "constituent-name"),
        ("next (quiet:=)", "constituent-name"),
        ("next (one:=two:=check)", "constituent-name"),
        ("x:=3", "constituent-name"),
        ("next ({one:=check})", "constituent-name"),
        ("path one:=check --", "constituent-name"),
        ("move from Q one:=", "constituent-name"),
        ("next (quiet:=check) first(quit)", "unknown-name"),
        ("first(quiet)", "unknown-name"),
    ]);
}

/// Their meaning in CQL 6.2 stays: an assignment, and variables beside parentheses.
#[test]
fn assignments_and_variables_are_no_names_of_constituents() {
    accepted(&["line --> x=(A) --> x=(a)", "first=A calm=a first(calm)", "last=3 calm=a last (calm)"]);
    let script = read("line --> x=(A) --> first=(a)", false).script.expect("a query");
    assert!(script.constituents.is_empty());
    assert_eq!(script.variables.len(), 2);
}

#[test]
fn arithmetic_in_sequences() {
    refused(&[
        ("(line --> check)+4", "operator-behind-line"),
        ("(line --> check)*7", "operator-behind-line"),
        ("((line --> check)) + 4 > 5", "operator-behind-line"),
        ("path -- check {1 - 2}", "arithmetic-constituent"),
        ("path #R - #r --", "arithmetic-constituent"),
        ("path -- ({#R - 2})", "arithmetic-constituent"),
    ]);
    accepted(&["{line --> check}+4 > 5", "(line --> check) - 1 > 5", "path -- {#R - 2 > 1}", "path {#R - 2 == 1} --"]);
}

#[test]
fn the_parameters_of_moves_and_paths() {
    refused(&[
        ("path title \"\" --", "expected-text"),
        ("move enpassant enpassantsquare e4", "move-conflict"),
        ("move enpassantsquare e4 enpassant", "move-conflict"),
        ("path --(check mate)", "several-in-parentheses"),
        ("path -- --(check mate)", "several-in-parentheses"),
        ("path -- (--(check mate))", "several-in-parentheses"),
        ("path quiet --(comment(\"a\") false)", "several-in-parentheses"),
    ]);
    accepted(&[
        "path --({check mate})",
        "path -- (-- check mate)",
        "path (--) function f(){check} wtm",
        "path -- comment(\"a\"+\"b\")",
        "path -- check mate",
        "path --(check)",
        "--(check mate)",
        "move enpassantsquare e4",
        "false consecutivemoves (x y)",
        "x=parent consecutivemoves (x y)",
    ]);
}

#[test]
fn an_in_behind_a_filter_that_is_no_set_is_an_error() {
    refused(&[
        ("square x in R stalemate in c-e1", "operator-misfit"),
        ("piece x in R x->k and check in c-e1", "operator-misfit"),
        ("square x in R #x in c-e1", "operator-misfit"),
    ]);
    accepted(&[
        "(square x in R stalemate) in c-e1",
        "square x in R x in c-e1",
        "square x in R {x->k} in c-e1",
        "echo (x y) in all check",
        "player white in \"abc\"",
    ]);
}

/// The first complaint about a query in a dialect: its severity and code.
fn complaint_in(query: &str, dialect: Dialect) -> Option<String> {
    let parsed = parse(query, &ParseOptions { dialect, ..ParseOptions::default() });
    parsed.diagnostics.first().map(|one| format!("{}: {}", one.severity.name(), one.code))
}

#[test]
fn a_number_alone_is_no_filter() {
    for query in [
        "not 2",
        "not (2)",
        "silent 2",
        "check or 2",
        "2 or check",
        "check and 2 and mate",
        "if 2 then check",
        "flip {check} or 3",
        "next (not 2)",
        "move legal : 3",
        "loop 3",
        "find quiet not 3",
    ] {
        assert_eq!(complaint_in(query, Dialect::Five).as_deref(), Some("error: bare-number"), "{query}");
    }
    // In CQL 6 it is a filter, and a warning says that it always matches.
    for query in ["not 2", "check or 2", "2 or check", "if 2 then check", "square x in R 2", "move legal : 3", "loop 3"]
    {
        assert_eq!(complaint_in(query, Dialect::Six).as_deref(), Some("warning: always-true"), "{query}");
    }
    for dialect in [Dialect::Five, Dialect::Six, Dialect::Auto] {
        for query in ["not 2 == ply", "next* 1 == ply", "next* 2 3 ply == 1", "next* depth 3 4 == ply", "not (2) < ply"]
        {
            assert_eq!(complaint_in(query, dialect), None, "{query}");
        }
    }
}

#[test]
fn next_star_takes_one_depth_and_a_filter() {
    for dialect in [Dialect::Five, Dialect::Six, Dialect::Auto] {
        for (query, code) in [
            ("next* depth -1 check", "expected-number"),
            ("previous* depth -1 check", "expected-number"),
            ("next* depth check", "expected-number"),
            ("next* depth 1 2 check", "expected-number"),
            ("next* 1 2 depth {check}", "expected-number"),
            ("next* 1 2 3 check", "bare-number"),
            ("previous* (2)", "bare-number"),
        ] {
            assert_eq!(complaint_in(query, dialect), Some(format!("error: {code}")), "{query}");
        }
        for query in ["next* depth 1 check", "next* 1 2 depth 3 check", "next* depth == 1", "previous* depth 0 {check}"]
        {
            assert_eq!(complaint_in(query, dialect), None, "{query}");
        }
    }
}

#[test]
fn previous_star_behind_move_takes_the_filter_that_follows() {
    let constituents = |query: &str| {
        let parsed = parse(query, &ParseOptions { dialect: Dialect::Five, ..ParseOptions::default() });
        let script = parsed.script.unwrap_or_else(|| panic!("{query}: {:?}", parsed.diagnostics));
        match &script.body[0].kind {
            Kind::Sequence(sequence) => sequence.constituents.len(),
            other => panic!("{query}: {other:?}"),
        }
    };
    for filter in ["{check}", "(check)", ".", "~R", "#R > 1", "check", "1 2 check", "depth 1 check"] {
        assert_eq!(constituents(&format!("next (move from K previous* {filter})")), 2, "{filter}");
    }
    // A star with nothing behind it is a wildcard.
    assert_eq!(constituents("next (move previous* )"), 1);
}

#[test]
fn two_readings_say_what_differs() {
    let help = |query: &str| {
        let parsed = parse(query, &ParseOptions::default());
        let warning = parsed.diagnostics.into_iter().find(|one| one.code == "two-readings");
        warning.and_then(|one| one.help).unwrap_or_default()
    };
    for query in ["move o-o-o message (ply)", "{move from K message (ply)}"] {
        assert!(help(query).contains("`message`") && !help(query).contains("sets"), "{query}: {}", help(query));
    }
}
