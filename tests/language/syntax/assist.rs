//! What an editor wants to know of a query: names, completions, fixes.

use std::collections::HashSet;
use std::path::PathBuf;
use tabiya::syntax::assist::{CompletionKind, NameKind, RenameError, complete, names, rename};
use tabiya::syntax::ast::Type;
use tabiya::syntax::{Diagnostic, Dialect, ParseOptions, parse};

/// What can stand at the sign `|` of a text.
fn at_bar(text: &str, dialect: Dialect) -> (Vec<String>, Vec<CompletionKind>, String) {
    let at = text.find('|').expect("a place");
    let whole = text.replacen('|', "", 1);
    let found = complete(&whole, at, dialect);
    let replaced = whole[found.replaces.clone()].to_owned();
    let kinds = found.items.iter().map(|item| item.kind).collect();
    (found.items.into_iter().map(|item| item.text).collect(), kinds, replaced)
}

#[track_caller]
fn check(text: &str, there: &[&str], not_there: &[&str]) {
    let (found, _, _) = at_bar(text, Dialect::Auto);
    for word in there {
        assert!(found.iter().any(|one| one == word), "{text}: no {word} in {found:?}");
    }
    for word in not_there {
        assert!(!found.iter().any(|one| one == word), "{text}: {word} in {found:?}");
    }
}

#[test]
fn completion_goes_by_type() {
    check("|", &["check", "ply", "passedpawns", "R", "parent", "not", "next"], &["and", "capture"]);
    check("R attacks |", &["passedpawns", "k", "[Aa]", "up"], &["check", "ply", "parent", "player"]);
    check("R |", &["attacks", "attackedby", "in", "and", "or", "check"], &[]);
    check("check |", &["and", "or", "mate"], &["attacks"]);
    check("ply > |", &["year", "movenumber", "abs", "max"], &["check", "wtm", "player"]);
    check("lca(parent |", &["parent", "currentposition", "initialposition"], &["check", "R", "ply"]);
    check("uppercase |", &["player", "event", "fen"], &["check", "ply", "R"]);
    check("{ check { flip |", &["check", "R"], &["and"]);
    check("move |", &["capture", "promote", "from"], &["nestban"]);
    check("if check |", &["then", "and"], &["else"]);
    check("cql(|", &["input", "matchcount", "dialect"], &["check", "R"]);
    check("cql(input a.pgn) |", &["check"], &["input"]);
    check("mat| check", &["mate", "maindiagonal"], &[]);
    check("// a |\nmate", &[], &["check"]);
    check("/* | */ mate", &[], &["check"]);
    check("player \"|\"", &[], &["check"]);
    check("player \"|", &[], &["check"]);
}

#[test]
fn declarations_are_offered_where_they_can_stand() {
    check("|", &["include", "parameter"], &[]);
    check("include \"a.cql\" par|", &["parameter", "include"], &[]);
    check("cql(variations) function f(x) {check x} |", &["include", "parameter"], &[]);
    check("check |", &["mate"], &["include", "parameter"]);
    check("ply > |", &["year"], &["include", "parameter"]);
    check("check and {|", &["mate"], &["include", "parameter"]);
    check("parameter MIN 3 ply > |", &["MIN"], &[]);
    check("position |", &["in", "ply"], &["check"]);
    let text = "parameter MIN 3 ply > MIN";
    assert_eq!(rename(text, 10, "LEAST", Dialect::Six).map(|edits| edits.len()), Ok(2));
}

#[test]
fn completion_knows_the_names_of_the_query() {
    check("king = k R attacks |", &["king"], &[]);
    check("total = 3 R attacks |", &["k"], &["total"]);
    check("total = 3 ply > |", &["total"], &[]);
    check("ply > | later = 3", &[], &["later"]);
    check("function near(piece1) { piece1 attacks | } near(R)", &["piece1"], &[]);
    check("function near(piece1) { piece1 attacks k } |", &["near"], &["piece1"]);
    let (_, kinds, replaced) = at_bar("abc = 1 ply > ab|", Dialect::Six);
    assert!(kinds.contains(&CompletionKind::Variable) && replaced == "ab");
    // Whatever stands before the place.
    for text in ["|", "{{{(|", "♘ attacks 𝄞 |é", "function f(|", "cql(", "\"|", "R attacks|"] {
        at_bar(&text.replace("cql(", "cql(|"), Dialect::Five);
    }
}

/// Every completion of a filter can really stand where it is offered, as its own detail shows it.
#[test]
fn details_are_examples() {
    let mut types = HashSet::new();
    for dialect in [Dialect::Five, Dialect::Six] {
        let found = complete("", 0, dialect);
        let filters: Vec<_> = found.items.iter().filter(|item| item.kind == CompletionKind::Filter).collect();
        assert!(filters.len() > 150, "{}", filters.len());
        for item in filters {
            let names = ["", "x = R ", "x = parent y = parent ", "D[\"k\"] = 1 "];
            let options = ParseOptions { dialect, ..ParseOptions::default() };
            let script = names.iter().find_map(|names| parse(&format!("{names}{}", item.detail), &options).script);
            let script = script.unwrap_or_else(|| panic!("{}", item.detail));
            let last = script.body.last().expect("a filter");
            assert_eq!(Some(last.ty), item.ty, "{}", item.detail);
            types.insert(last.ty);
        }
    }
    assert_eq!(types.len(), 5);
    assert!(types.contains(&Type::Position));
}

fn places(text: &str, name: &str) -> Vec<(usize, bool, usize)> {
    let of_name = names(text, Dialect::Six).into_iter().filter(|one| one.name == name);
    of_name.map(|one| (one.place.start, one.defines, one.scope)).collect()
}

#[test]
fn names_are_found() {
    assert_eq!(places("x = R x attacks k square y in x y", "x"), [(0, true, 0), (6, false, 0), (30, false, 0)]);
    assert_eq!(places("x = R square y in x y", "y"), [(13, true, 0), (20, false, 0)]);
    let function = "x = 1 function f(x) {x attacks k} f(R) x > 0";
    assert_eq!(places(function, "x"), [(0, true, 0), (17, true, 1), (21, false, 1), (39, false, 0)]);
    assert_eq!(places(function, "f"), [(15, true, 0), (34, false, 0)]);
    // With errors, and where the name is only in a text or a comment.
    assert_eq!(places("x = R { x attacks \"x\" // x\n", "x"), [(0, true, 0), (8, false, 0)]);
    assert_eq!(places("echo (source target) source", "source"), [(6, true, 0), (21, false, 0)]);
    let declared = "[Aa]man x[element]R piece all it in R it";
    assert_eq!(places(declared, "man"), [(4, true, 0)]);
    assert_eq!(places(declared, "x"), [(8, true, 0)]);
    assert_eq!(places(declared, "it"), [(30, true, 0), (38, false, 0)]);
    let kinds: Vec<NameKind> =
        names("dictionary D D[\"a\"] = 1", Dialect::Six).into_iter().map(|one| one.kind).collect();
    assert_eq!(kinds, [NameKind::Dictionary, NameKind::Dictionary]);
    assert!(names("check mate R", Dialect::Six).is_empty());
}

#[test]
fn names_are_changed() {
    let change = |text: &str, at: usize, new: &str| {
        rename(text, at, new, Dialect::Auto).map(|places| {
            let mut text = text.to_owned();
            places.iter().rev().for_each(|place| text.replace_range(place.clone(), new));
            text
        })
    };
    assert_eq!(change("x = R x attacks k", 6, "rook").as_deref(), Ok("rook = R rook attacks k"));
    let function = "x = 1 function f(x) {x attacks k} f(R) x > 0";
    assert_eq!(change(function, 21, "y").as_deref(), Ok("x = 1 function f(y) {y attacks k} f(R) x > 0"));
    assert_eq!(change(function, 0, "y").as_deref(), Ok("y = 1 function f(x) {x attacks k} f(R) y > 0"));
    assert_eq!(change("x = R x", 2, "y"), Err(RenameError::NoName));
    for word in ["check", "R", "a1", "", "1x", "x y", "x-y", "\"x\""] {
        assert_eq!(change("x = R x", 0, word), Err(RenameError::NotAName), "{word}");
    }
    assert_eq!(change("x = R y = 2 x", 0, "y"), Err(RenameError::Taken));
}

fn has(found: &[Diagnostic], one: &Diagnostic) -> usize {
    found.iter().filter(|other| other.code == one.code).count()
}

/// Every fix of an example of the page on messages, and of the texts below, takes its error away.
#[test]
fn fixes_fix() {
    let page = std::fs::read_to_string(PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("docs/src/diagnostics.md"));
    let page = page.expect("the page on messages");
    let rows = page.lines().filter_map(|line| line.strip_prefix("| `")?.split("| `").nth(1));
    let mut texts: Vec<String> = rows.filter_map(|cell| Some(cell.split("` |").next()?.replace("\\|", "|"))).collect();
    let own = [
        "chek",
        "king1 = k king2 attacks R",
        "Nxe5",
        "checkmate",
        "!check",
        "player “Tal”",
        "check && mate",
        "check || mate",
        "ply <> 3",
        "x := R x",
        "Ra1-h8",
        "h-a1",
        "next (check{3,2})",
        "check, mate",
        "cql(variation) mate",
        "1-0",
        "{2}",
        "player \"A\" and \"B\"",
        "1.e4 e5",
        "white \"Carlsen\"",
        "move Q to h7",
    ];
    texts.extend(own.map(str::to_owned));
    let mut fixed = HashSet::new();
    for text in texts {
        let before = parse(&text, &ParseOptions::default()).diagnostics;
        for one in &before {
            let Some(fix) = &one.fix else { continue };
            let mut after = text.clone();
            after.replace_range(fix.span.start as usize..fix.span.end as usize, &fix.text);
            let left = parse(&after, &ParseOptions::default()).diagnostics;
            assert!(has(&left, one) < has(&before, one), "{text} -> {after}: {}: {left:#?}", one.code);
            fixed.insert(one.code);
        }
    }
    assert!(fixed.len() >= 12, "{fixed:?}");
}
