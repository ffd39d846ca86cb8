//! Deep and long queries: read or refused, never a crash, on a stack of 2 MB. One that took exponential time would not
//! end; how long they take is for `cargo bench --bench parsing` to say.

use std::collections::hash_map::DefaultHasher;
use std::fmt::Write as _;
use std::hash::Hash;
use tabiya::syntax::{Dialect, ParseOptions, parse, print_script};

/// Reads, prints, compares, hashes, clones, shows and drops a query on a small stack.
/// True if it is a query.
fn exercise(text: String) -> bool {
    let work = move || {
        let mut good = false;
        for dialect in [Dialect::Five, Dialect::Six, Dialect::Auto] {
            let parsed = parse(&text, &ParseOptions { dialect, require_header: false, ..ParseOptions::default() });
            for diagnostic in parsed.diagnostics.iter().take(3) {
                tabiya::syntax::render(diagnostic, &text, "query.cql", false);
            }
            if let Some(script) = parsed.script {
                good = true;
                let copy = script.clone();
                assert!(copy == script);
                script.body.hash(&mut DefaultHasher::new());
                let mut shown = String::new();
                write!(shown, "{script:?}").expect("a text");
                print_script(&script, parsed.dialect);
            }
        }
        good
    };
    std::thread::Builder::new().stack_size(2 << 20).spawn(work).expect("a thread").join().expect("no crash")
}

fn repeat(before: &str, middle: &str, after: &str, count: usize) -> String {
    before.repeat(count) + middle + &after.repeat(count)
}

#[test]
fn deep_nesting_is_refused_or_read() {
    for count in [50, 100, 150, 400, 10_000] {
        for (before, after) in [
            ("(", ")"),
            ("{", "}"),
            ("{check ", "}"),
            ("not ", ""),
            ("~", ""),
            ("-", ""),
            ("#", ""),
            ("flip ", ""),
            ("next(", ")"),
            ("next((", "))"),
            ("next (check? ", ")"),
            ("next(({", "}))"),
            ("1<", ""),
            ("x=", ""),
            ("parent:", ""),
            ("max(1 ", ")"),
            ("str(", ")"),
            ("ray(R ", ")"),
            ("square x in R ", ""),
            ("find ", ""),
            ("move from ", ""),
            ("up 1 ", ""),
            ("check or not ", ""),
            ("R on ~", ""),
            ("#\"a\"+(", ")"),
            ("comment(", ")"),
            ("child(", ")"),
            ("if check ", ""),
            ("loop ", ""),
            ("line --> (", ")"),
            ("line --> check --> ", ""),
            ("pin from ", ""),
            ("\"a\"[", "]"),
            ("dictionary D[", "]"),
            ("shift {", "}"),
            ("flipcolor (", ")"),
            ("function fn1(p1) {p1} fn1(", ")"),
            ("dictionary D[1]=1 y [element] D ", ""),
            ("while (\"a\" ~~ \"a\") ", ""),
            ("--(", ")"),
            ("path --(", ")"),
        ] {
            exercise(repeat(before, "R", after, count));
        }
    }
    assert!(exercise(repeat("{check ", "R", "}", 100)));
    assert!(exercise(repeat("(", "R", ")", 100)));
}

#[test]
fn long_chains_are_read() {
    for link in ["check or ", "R | ", "R & ", "check and ", "1 + ", "\"a\" + ", "check ", "check\n", "not check or "] {
        let text = if link.contains('1') { "x=" } else { "" }.to_owned() + &link.repeat(10_000);
        let last = if link.contains('1') {
            "1"
        } else if link.contains('"') {
            "\"b\""
        } else {
            "R"
        };
        let good = exercise(text + last);
        let whole = link != "not check or ";
        assert!(good || !whole, "{link}");
    }
    for link in ["1 - ", "1 * ", "1 < ", "R attacks ", "check or mate and ", "R on ", "1 + 1 - "] {
        exercise("x=".to_owned() + &link.repeat(10_000) + "1");
        let short = "nn=1 nn==".to_owned() + &"1 - ".repeat(300) + "1";
        assert!(exercise(short));
    }
    // Calls that call twice: the expansion is bounded.
    let mut doubling = "function fn0(p1) {p1} ".to_owned();
    for n in 1..40 {
        let below = n - 1;
        doubling += &format!("function fn{n}(p1) {{fn{below}(p1) fn{below}(p1)}} ");
    }
    assert!(!exercise(doubling + "fn39(R)"));
    let sequence = "next (".to_owned() + &"check? ".repeat(10_000) + ")";
    assert!(exercise(sequence));
}

#[test]
fn functions_that_call_functions_may_be_many() {
    let chain = |length: usize| {
        let mut text = "function fn0() {check}\n".to_owned();
        for n in 1..length {
            text += &format!("function fn{n}() {{fn{}()}}\n", n - 1);
        }
        text + &format!("fn{}()", length - 1)
    };
    assert!(exercise(chain(50)));
    assert!(!exercise(chain(10_000)));
    assert!(exercise("function fn0(p1) {p1 attacks k}\n".to_owned() + &"fn0(Q)\n".repeat(10_000)));
}
