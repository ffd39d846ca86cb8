//! The wording of every error about types and about broken rules: both types at both places; the rule.

use crate::syntax::complaints::all;
use tabiya::syntax::{Diagnostic, Dialect, ParseOptions, parse};

/// Operands of each type, and how it is named.
const OPERANDS: [(&str, &str); 5] =
    [("number", "ply"), ("set", "R"), ("text", "site"), ("position", "parent"), ("logical", "check")];

/// Places for an operand `?`, and the types that it may have there. A question mark of the language is `¿` here.
const PLACES: &[(&str, &str)] = &[
    ("~?", "set"),
    ("#?", "set text"),
    ("-?", "number"),
    ("abs ?", "number"),
    ("sqrt ?", "number"),
    ("max(1 ?)", "number"),
    ("max(? 1)", "number"),
    ("min(site ?)", "text"),
    ("power ?", "set"),
    ("type ?", "set"),
    ("colortype ?", "set"),
    ("typename ?", "set"),
    ("piecename ?", "set"),
    ("pieceid ?", "set"),
    ("rank ?", "set"),
    ("file ?", "set"),
    ("light ?", "set"),
    ("dark ?", "set"),
    ("up ?", "set"),
    ("up 1 2 ?", "set"),
    ("between(R ?)", "set"),
    ("between(? R)", "set"),
    ("ray(R ?)", "set"),
    ("xray(? R)", "set"),
    ("pin from ?", "set"),
    ("pin through R to ?", "set"),
    ("int ?", "text"),
    ("uppercase ?", "text"),
    ("lowercase ?", "text"),
    ("ascii ?", "text number"),
    ("indexof(site ?)", "text"),
    ("indexof(? site)", "text"),
    ("makesquare ?", "text"),
    ("makesquare(?)", "text"),
    ("makesquare(1 ?)", "number"),
    ("site[ ?]", "number"),
    ("site[1:?]", "number"),
    ("position ?", "number"),
    ("child(?)", "number"),
    ("distance(? parent)", "position"),
    ("lca(parent ?)", "position"),
    ("ancestor(? parent)", "position"),
    ("descendant(parent ?)", "position"),
    ("readfile ?", "text"),
    ("writefile(\"a.cqo\" ?)", "text"),
    ("settag(\"A\" ?)", "text"),
    ("move from ?", "set"),
    ("move to ?", "set"),
    ("move capture ?", "set"),
    ("path focus ? --", "set"),
    ("path max ? --", "number"),
    ("square x in ? true", "set"),
    ("piece x in ? true", "set"),
    ("x [element] ? true", "set"),
    ("[forall] x [element] ? true", "set"),
    ("piece x = ?", "set"),
    ("[Aa]x = ?", "set"),
    ("x = ?", "number set text position"),
    ("x =¿ ?", "set"),
    ("x=1 x = ?", "number"),
    ("x=R x |= ?", "set"),
    ("x=site x += ?", "text"),
    ("x=1 x *= ?", "number"),
    ("x=site x[0] = ?", "text"),
    ("persistent x = ?", "number set text"),
    ("persistent x -= ?", "number"),
    ("local dictionary D D[?] = 1", "number set text position"),
    ("dictionary D D[?] = 1", "number set text"),
    ("local dictionary D D[1]=R D[1] = ?", "set"),
    ("local dictionary D D[1]=R D[?]", "number"),
    ("function f(x) {x} f(?)", "number set text position"),
    ("sort \"k\" ?", "number set text"),
    ("sort \"k\" site sort \"k\" ?", "text"),
    ("R & ?", "set"),
    ("R | ?", "set"),
    ("R -> ?", "set"),
    ("R <- ?", "set"),
    ("R attacks ?", "set"),
    ("R attackedby ?", "set"),
    ("R in ?", "set"),
    ("site in ?", "text"),
    ("parent & ?", "position"),
    ("ply * ?", "number"),
    ("ply - ?", "number"),
    ("ply + ?", "number"),
    ("site + ?", "text"),
    ("ply < ?", "number set"),
    ("site == ?", "text"),
    ("parent >= ?", "position"),
    ("parent [<] ?", "position"),
    ("R == ?", "number set"),
    ("R--{?}", "set"),
    ("--=?", "set text"),
    ("legal ?", ""),
    ("? | R", "set"),
    ("? & R", "set"),
    ("? attacks R", "set"),
    ("? ~~ \"a\"", "text"),
    ("? * 2", "number"),
    ("? : check", "position"),
    ("? [<] parent", "position"),
    ("x=? x--", "set logical"),
];

fn complaints(query: &str) -> Vec<Diagnostic> {
    parse(query, &ParseOptions { dialect: Dialect::Six, require_header: false, ..ParseOptions::default() }).diagnostics
}

fn says(text: &str, ty: &str) -> bool {
    let word = if ty == "logical" { "true or false" } else { ty };
    text.contains(word) || ty == "logical" && text.contains("truth value")
}

#[test]
fn type_errors_name_both_types_and_mark_both_places() {
    for (place, fits) in PLACES {
        for (ty, operand) in OPERANDS {
            if fits.contains(ty) {
                continue;
            }
            let query = place.replace('?', operand).replace('¿', "?");
            let found = complaints(&query);
            let [one] = found.as_slice() else { panic!("{query}: {found:#?}") };
            let marked: Vec<&str> = one.labels.iter().map(|label| label.text.as_str()).collect();
            assert!(says(&one.message, ty) || one.code == "dash-without-set", "{query}: {}", one.message);
            assert!(marked.iter().any(|text| says(text, ty)), "{query}: {marked:?}");
            let wanted = |text: &str| {
                let any = |ty: &str| says(text, ty) || text.contains("written with a dash");
                fits.split(' ').any(any)
            };
            assert!(wanted(&one.message), "{query}: {}", one.message);
            let other = marked.iter().filter(|text| wanted(text) && !(text.starts_with("is ") && says(text, ty)));
            assert!(other.count() > 0, "{query}: {marked:?}");
            assert!(one.labels.len() >= 2, "{query}: {marked:?}");
            let places: std::collections::BTreeSet<_> = one.labels.iter().map(|l| (l.span.start, l.span.end)).collect();
            assert_eq!(places.len(), one.labels.len(), "{query}: one place is marked twice");
        }
    }
}

#[test]
fn type_errors_show_where_a_type_comes_from() {
    for (query, origin, text) in [
        ("x=3 R & x", "x=3", "`x` is a number since here"),
        ("x=R y=3 x*y==2", "x=R", "`x` is a set since here"),
        ("piece x=e1 y=R ply+y==2", "y=R", "`y` is a set since here"),
        ("function f(x) {x*2} f(R)", "R)", "`x` is a set since here"),
        ("function f(x) {#x} power f(R)", "{#x}", "the body of `f`: a number"),
        ("local dictionary D D[1]=R abs D[1]", "R abs", "values of `D` are of this type: a set"),
        ("#(if wtm R else 3)", "3)", "a number"),
        ("power (if wtm R)", ")", "without `else` it is only true or false"),
        ("power {R ply}", "ply", "the last filter decides: a number"),
        ("x=ply 3+x+site==3", "site", "is a text"),
    ] {
        let found = complaints(query);
        let label = found[0].labels.iter().find(|label| label.text == text);
        let label = label.unwrap_or_else(|| panic!("{query}: {:#?}", found[0]));
        assert!(query[label.span.start as usize..].starts_with(origin), "{query}: {label:?}");
    }
}

/// Errors of the last assertions and of their neighbours, with the marked source.
const MARKED: &[&str] = &[
    "mate /// \"a\" // remark\n check",
    "{mate /// \"a\"}\n check",
    "cql(quiet) check\ncql(quiet) wtm",
    "cql(foo) check",
    "site[1 2]",
    "fen \"7/8/8/8/8/8/8/8\"",
    "fen \"45/8/8/8/8/8/8/8\"",
    "substring",
    "oldline",
    "pgn",
    "by",
    "abs site",
    "ply == wtm",
    LONG_NAME,
    "check (cql() check)",
    "down -2 -1 R",
    "sort min R",
    "--(to)|K",
    "max(R B)",
    "x = 3 x[1] = \"a\"",
    "x = 3 R & x",
    "function fn1(x) {x * 2} fn1(R)",
    "function fn1(x) {#x} power fn1(R)",
    "local dictionary D D[1] = R abs D[1]",
    "#(if wtm R else 3)",
    "power (if wtm R)",
    "power {R ply}",
    "3 [<] 4",
    "x = 3 == 3",
    "x = R x ∪= 3",
    "mate ≤ 3",
    "function fn1() {R} fn1 = 3",
    "[Aa]k = e1",
    "local dictionary D D[1] = 3 D[1] += 2",
    "dictionary D x = D",
    "matchcount = 3",
    "clock white >= 1:05:30",
    "removetag",
    "removetag \"White\"",
    "removetag(\"Annotator\" \"x\")",
    "currentfen",
    "zobristkey",
    "next* depth check",
    "next* depth 1 2 check",
];

/// A name of a file that is longer than any may be.
const LONG_NAME: &str = concat!("readfile \"", include_str!("long_name.txt"), ".cql\"");

/// The wording of every complaint, its hints and its other forms included, stands in a snapshot.
#[test]
fn every_wording_has_a_snapshot() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let texts = |folder: &str| -> Vec<String> {
        let files = std::fs::read_dir(root.join(folder)).expect(folder);
        files.map(|file| std::fs::read_to_string(file.expect("an entry").path()).expect("a file")).collect()
    };
    let shown = texts("tests/language/syntax/snapshots").concat();
    let mut unseen = Vec::new();
    let mut seen = 0;
    for source in texts("crates/cql/src/errors") {
        for wording in literals(&source) {
            let parts = wording.split('\u{1}').flat_map(|part| part.lines()).filter(|part| part.trim().len() > 12);
            for part in parts {
                seen += 1;
                if part.contains(' ') && !shown.contains(part) {
                    unseen.push(part.to_owned());
                }
            }
        }
    }
    assert!(seen > 400, "the test has lost sight of the complaints: {seen}");
    assert!(unseen.is_empty(), "wordings without a snapshot: {unseen:#?}");
}

/// The string literals of a source file, with `\u{1}` for what is filled in.
fn literals(source: &str) -> Vec<String> {
    let mut found = Vec::new();
    let code: Vec<&str> = source.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
    let code = code.join("\n");
    let mut chars = code.chars().peekable();
    while let Some(c) = chars.next() {
        if c == '\'' {
            // A character, which may be a quote; lifetimes end at once.
            let mut after = chars.clone();
            let escaped = after.next() == Some('\\');
            if escaped {
                after.next();
            }
            if after.next() == Some('\'') {
                chars = after;
            }
        }
        if c != '"' {
            continue;
        }
        let mut text = String::new();
        while let Some(c) = chars.next() {
            match c {
                '"' => break,
                '\\' => match chars.next() {
                    Some('n') => text.push('\n'),
                    Some('\n') => while chars.next_if(|c| c.is_whitespace()).is_some() {},
                    Some(other) => text.push(other),
                    None => {}
                },
                '{' if chars.next_if_eq(&'{').is_some() => text.push('{'),
                '}' => {
                    chars.next_if_eq(&'}');
                    text.push('}');
                }
                '{' => {
                    while chars.next().is_some_and(|c| c != '}') {}
                    text.push('\u{1}');
                }
                other => text.push(other),
            }
        }
        found.push(text);
    }
    found
}

#[test]
fn marked() {
    insta::assert_snapshot!(all(Dialect::Six, MARKED));
}

/// Functions stand in the query, values elsewhere: only what is shown is marked.
#[test]
fn type_errors_in_functions_called_by_a_value() {
    let refused = |select: &str| {
        let selects = vec![("v".to_owned(), select.to_owned())];
        let options = tabiya::QueryOptions { dialect: Dialect::Six, selects, ..tabiya::QueryOptions::default() };
        let query = "function fn1(x) {x * 2} function fn2(x) {#x} true";
        tabiya::Query::with_options(query, &options).expect_err(select).to_string()
    };
    let inside = refused("fn1(R)");
    assert!(inside.contains("`*` needs a number on its left, but that is a set"), "{inside}");
    assert!(inside.contains("1 | fn1(R)\n  |     ^ `x` is a set since here"), "{inside}");
    let around = refused("power fn2(R)");
    assert!(around.contains("  | ----- ^^^^^^ is a number"), "{around}");
}

/// One mistake, one complaint.
#[test]
fn an_operator_that_does_not_fit_has_no_follow_up() {
    for query in ["3+\"a\" == 4", "mate + \"a\" == 4", "3 | R", "R + 3 == site", "5 = 3", "x = 3 == 3", "[Aa]k = e1"] {
        assert_eq!(complaints(query).len(), 1, "{query}");
    }
    assert_eq!(complaints("R + chek").len(), 2);
}

#[test]
fn broken_rules_are_named_and_both_places_marked() {
    for (query, code) in [
        ("move from R from Q", "move-parameter-twice"),
        ("move castle o-o", "move-conflict"),
        ("find quiet quiet check", "parameter-twice"),
        ("find 1 2 3 4 check", "parameter-twice"),
        ("path nestban nestban --", "parameter-twice"),
        ("path 1 2 3 4 --", "parameter-twice"),
        ("path focus K focus R --", "parameter-twice"),
        ("line 1 2 3 4 --> check", "parameter-twice"),
        ("line primary primary --> check", "parameter-twice"),
        ("pin from R from K", "parameter-twice"),
        ("function f(x x) {x}", "parameter-twice"),
        ("similarposition nosort nosort \"a.pgn\"", "parameter-twice"),
        ("cql(input a.pgn input b.pgn) check", "parameter-twice"),
        ("cql(gamenumber 1 gamenumber 2) check", "parameter-twice"),
        ("find all 2 3 check", "all-and-range"),
        ("find 2 3 all check", "all-and-range"),
        ("ray orthogonal up (R k)", "direction-twice"),
        ("line primary secondary --> check", "line-conflict"),
        ("line nestban <-- check", "line-conflict"),
        ("path primary focus K --", "path-conflict"),
        ("path singlecolor focus K --", "path-conflict"),
        ("path piecepath --", "path-conflict"),
        ("line --> check <-- mate", "other-arrow"),
        ("R -> k <- Q", "mixed-arrows"),
        ("line --> (check*)* --> mate", "repeated-empty"),
        ("path --* *", "two-wildcards"),
        ("path check+", "wildcard-without-move"),
        ("x = 3 piece x in R check", "other-kind"),
        ("x = 3 dictionary x", "other-kind"),
        ("x = 3 x = R", "assign-other-type"),
        ("x = 3 persistent x += 1", "not-persistent"),
        ("atomic persistent x = 3", "scopes-together"),
        ("x += 1", "update-of-nothing"),
        ("function f() {R} function f() {Q}", "function-again"),
        ("function f() {R} f = 3", "function-again"),
        ("function f() {R} square f in R true", "function-again"),
        ("function f(x) {f(x)} f(R)", "recursive-function"),
        ("dictionary D local dictionary D", "dictionary-life"),
        ("dictionary D D[1] = 3 D[\"a\"] = 3", "dictionary-type"),
        ("dictionary D D[parent] = 3", "dictionary-position"),
        ("local dictionary D D[1]=3 D[1]+=2", "cannot-assign"),
        ("persistent x = parent", "persistent-position"),
        ("sort 3", "sort-constant"),
        ("sort (-3)", "sort-constant"),
        ("sort min R", "sort-unnamed"),
        ("sort max \"\" R", "sort-unnamed"),
        ("sort \"k\" #R sort \"k\" site", "sort-keys"),
        ("sort min \"d\" echo (x y) ply", "sort-min-echo"),
        ("echo (x x) check", "same-name"),
        ("hhdb prize hm", "two-awards"),
        ("hhdb prize special special", "award-word-twice"),
        ("hhdb sort max prize", "sort-and-max"),
        ("legal --(check)", "not-generated"),
        ("-- (check)", "spaced-target"),
        ("x = 3 x--e4", "dash-without-set"),
    ] {
        let found = complaints(query);
        let [one] = found.as_slice() else { panic!("{query}: {found:#?}") };
        assert_eq!(one.code, code, "{query}");
        assert!(one.help.as_ref().is_some_and(|help| help.starts_with("rule: ")), "{query}: {:?}", one.help);
        assert!(one.labels.len() >= 2, "{query}: {:?}", one.labels);
    }
    // These have one place.
    for (query, code) in [
        ("move reverse", "move-reverse-alone"),
        ("move legal all", "move-all-alone"),
        ("move promote Qa8", "promotion-squares"),
        ("imagine add [QR]d4 : check", "several-pieces"),
        ("imagine add Q : check", "nowhere-added"),
        ("sort min quiet \"a\" #R", "sort-quiet"),
        ("hhdb sort", "sort-last"),
        ("cql(sort quiet) check", "sort-in-header"),
        ("next 5 1 (check)", "reversed-range"),
        ("up 8 k", "too-many-steps"),
        ("path secondary --", "path-secondary"),
        ("path legal --", "needs-braces"),
        ("next (check*????????)", "too-many-wildcards"),
        ("player \"Ta*\"", "pattern-as-text"),
    ] {
        let found = complaints(query);
        let [one] = found.as_slice() else { panic!("{query}: {found:#?}") };
        assert_eq!(one.code, code, "{query}");
        assert!(one.help.as_ref().is_some_and(|help| help.starts_with("rule: ")), "{query}: {:?}", one.help);
    }
}

/// As in CQL 6.2; but we say it.
#[test]
fn a_comment_hides_the_end_of_the_line_from_a_comment_filter() {
    for (query, filters, warned) in [
        ("mate /// \"a\" // remark\n check\n wtm", 3, true),
        ("mate /// \"a\" ; remark\n check\n wtm", 3, true),
        ("mate /// \"a\"\n // remark\n check\n wtm", 4, false),
        ("mate /// \"a\" // remark\n\n check wtm", 4, false),
        ("mate /// \"a\" /* re\nmark */ check\n wtm", 3, false),
        ("mate /// \"a\" // remark\n", 2, false),
        ("mate /// \"a\" // remark", 2, false),
    ] {
        let parsed =
            parse(query, &ParseOptions { dialect: Dialect::Six, require_header: false, ..ParseOptions::default() });
        assert_eq!(parsed.script.expect(query).body.len(), filters, "{query}");
        let codes: Vec<&str> = parsed.diagnostics.iter().map(|one| one.code).collect();
        assert_eq!(codes, if warned { vec!["hidden-line-end"] } else { Vec::new() }, "{query}");
    }
}

/// CQL 6.2 passes over an `else` without a filter; so do we, and say it.
#[test]
fn an_idle_else_is_a_warning() {
    let parsed = parse(
        "if check wtm else",
        &ParseOptions { dialect: Dialect::Six, require_header: false, ..ParseOptions::default() },
    );
    assert!(parsed.script.is_some());
    let codes: Vec<&str> = parsed.diagnostics.iter().map(|one| one.code).collect();
    assert_eq!(codes, ["idle-else"]);
}
