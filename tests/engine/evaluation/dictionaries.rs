//! Dictionaries: types by first use, lifetimes, loops over keys, text.

use crate::evaluation::{A, comments, game, query, values};
use tabiya::syntax::Dialect;
use tabiya::{Query, QueryOptions, Scratch, SearchOptions, Value};

fn one(filter: &str, select: &str) -> Value {
    let mut found = values(A, &format!("initial {filter}"), select);
    assert_eq!(found.len(), 1, "{filter}");
    found.remove(0).1
}

fn string(text: &str) -> Value {
    Value::Text(text.into())
}

fn refusal(text: &str) -> &'static str {
    let options = QueryOptions { dialect: Dialect::Six, ..QueryOptions::default() };
    Query::with_options(text, &options).expect_err(text).diagnostics[0].code
}

#[test]
fn entries() {
    assert_eq!(one("local dictionary D D[\"a\"]=3 D[\"b\"]=4 D[\"a\"]=5", "D[\"a\"]*10+#D"), Value::Number(52));
    assert_eq!(one("local dictionary D D[3]=\"x\"", "D[3]+D[1+2]"), string("xx"));
    assert_eq!(one("local dictionary D D[3]=\"x\"", "D[4]"), Value::None);
    assert_eq!(one("local dictionary D[R]=q D[q]=R", "#D[R]*10+#D[k]"), Value::Number(10));
    assert_eq!(values(A, "initial local dictionary D[parent]=1", "1"), []);
    assert_eq!(one("local dictionary D D[currentposition]=child", "D[child]"), Value::None);
    assert_eq!(one("local dictionary D D[currentposition]=child", "D[initialposition]:ply"), Value::Number(1));
    // A key or a value that does not exist makes no entry.
    assert_eq!(values(A, "local dictionary D D[1/0]=3", "1"), []);
    assert_eq!(values(A, "local dictionary D D[1]=3/0", "1"), []);
    // As a filter, an entry matches when it is there, whatever its value.
    assert_eq!(one("local dictionary D[1]=Ra4 D[1] not D[2]", "#D"), Value::Number(1));
    assert_eq!(one("local dictionary D if D[1] false else D[1]=2", "D[1]"), Value::Number(2));
    assert_eq!(one("local dictionary D[1]=1 D[2]=2 unbind D[1] unbind D[7]", "#D"), Value::Number(1));
    assert_eq!(
        one("local dictionary D[1]=1 D[2]=2 unbind D", "str(#D isbound D isbound nosuch)"),
        string("0<false><false>")
    );
    assert_eq!(one("local dictionary D D", "1"), Value::Number(1));
    // Brackets that elsewhere are a capture or a piece designator are a key here.
    assert_eq!(one("x=1 nn=2 local dictionary D[x]=5 D[nn]=6", "D[x]*10+D[nn]"), Value::Number(56));
    assert_eq!(one("nn=1 s=\"abc\"", "s[nn]+s[nn:]"), string("bbc"));
}

#[test]
fn loops_over_keys() {
    let keys = |entries: &str| one(&format!("local dictionary D {entries} s=\"\" x [element] D s+=str(x \" \")"), "s");
    assert_eq!(keys("D[10]=1 D[9]=1 D[-2]=1"), string("-2 9 10 "));
    assert_eq!(keys("D[\"b\"]=1 D[\"a\"]=1 D[\"B\"]=1"), string("B a b "));
    assert_eq!(keys("D[h1]=1 D[a1]=1 D[a8]=1"), string("a1 h1 a8 "));
    assert_eq!(keys("D[child]=1 D[currentposition]=1"), string("move 1(wtm) move 1(btm) "));
    assert_eq!(one("dictionary D[1]=1 nn=0 string x in D {nn+=1 false}", "str(nn isbound x)"), string("1<false>"));
    assert_eq!(one("dictionary D[1]=1 nn=0 x [element] D {if x<5 D[x+1]=1 nn+=x}", "nn"), Value::Number(15));
    assert_eq!(one("dictionary D[1]=1 D[2]=1 nn=0 x [element] D {unbind D nn+=x}", "nn"), Value::Number(1));
    let bound = query("x=3 dictionary D[1]=1 x [element] D true", None);
    let error = bound.search_game(&game(A), &mut Scratch::new(), &SearchOptions::default()).expect_err("bound");
    assert!(error.message.contains("already has a value"));
}

#[test]
fn lifetimes() {
    let run = |text: &str| {
        let found = query(text, Some("#D"));
        let mut scratch = Scratch::new();
        let mut sizes = Vec::new();
        for _ in 0..2 {
            let found = found.search_game(&game(A), &mut scratch, &SearchOptions::default()).expect("a search");
            sizes.extend(found.matches.into_iter().map(|mut m| m.values.remove(0)));
        }
        sizes
    };
    let sizes = |text: &str| run(&format!("initial {text} D[#D]=1"));
    assert_eq!(sizes("local dictionary D"), [Value::Number(1), Value::Number(1)]);
    assert_eq!(sizes("dictionary D"), [Value::Number(1), Value::Number(2)]);
    assert_eq!(sizes("persistent dictionary D"), [Value::Number(1), Value::Number(2)]);
}

#[test]
fn a_run_with_a_dictionary_keeps_the_order_of_the_games() {
    let in_order = |text: &str| {
        let options = QueryOptions::default();
        let source = tabiya::Source { name: "query".into(), text: text.into() };
        let parsed = tabiya::ParsedQuery::parse(source, &options).expect("a query");
        tabiya::QuerySet::new(vec![parsed], &options).expect("a plan").must_run_in_order()
    };
    assert_eq!(in_order("local dictionary D[1]=1"), None);
    assert_eq!(in_order("dictionary D[1]=1"), Some("a dictionary keeps entries from game to game"));
    assert_eq!(in_order("persistent x=1"), Some("a persistent variable keeps its value from game to game"));
}

#[test]
fn what_reads_a_dictionary_follows_its_changes() {
    let filter = "local dictionary D if ply==4 D[4]=1 next (. D[4])";
    let found: Vec<u32> = values(A, filter, "1").into_iter().map(|(n, _)| n).collect();
    assert_eq!(found, [4, 5, 6, 7, 8, 9]);
    let filter = "local dictionary D D[ply]=1 find 3 100 {D[ply - 2] true}";
    assert!(!values(A, filter, "1").is_empty());
}

#[test]
fn dictionaries_as_text() {
    let dump = "Dictionary D with 2 entries: \n<string>a: <NumValue>1\n<string>b: <NumValue>2\n";
    assert_eq!(comments(A, "initial local dictionary D[\"b\"]=2 D[\"a\"]=1 comment(D)"), [(0, dump.to_owned())]);
    assert_eq!(
        one("local dictionary D[a1]=Ra-b1", "str D"),
        string("Dictionary D with 1 entries: \n<SquareMask>a1: <SquareMask>a1\n")
    );
    let position = "Dictionary D with 1 entries: \n<NumValue>1: <QPos*>move 1(btm)\n";
    assert_eq!(one("local dictionary D[1]=child", "str(D)"), string(position));
}

#[test]
fn dictionaries_go_into_functions_by_name() {
    let text = "function put(d key) {d[key]=#d} local dictionary D put(D \"a\") put(D \"b\")";
    assert_eq!(one(text, "D[\"a\"]*10+D[\"b\"]"), Value::Number(1));
}

#[test]
fn endless_loops_over_keys_are_given_up() {
    let options = QueryOptions {
        dialect: Dialect::Six,
        limits: tabiya::Limits { steps: 1_000, ..Default::default() },
        ..QueryOptions::default()
    };
    let text = "dictionary D[1]=1 x [element] D {D[x+1]=1}";
    let query = Query::with_options(text, &options).expect("a query");
    let error = query.search_game(&game(A), &mut Scratch::new(), &SearchOptions::default()).expect_err("no end");
    assert!(error.message.contains("1000 steps"), "{error}");
}

#[test]
fn types_are_those_of_the_first_use() {
    for (text, code) in [
        ("dictionary D D[1]=1 D[\"a\"]=1", "dictionary-type"),
        ("dictionary D D[1]=1 D[2]=\"a\"", "dictionary-type"),
        ("dictionary D D[1] D[\"a\"]=1", "dictionary-type"),
        ("dictionary D D[check]=1", "dictionary-logical"),
        ("dictionary D D[1]=check", "dictionary-logical"),
        ("dictionary D D[1]=D", "dictionary-logical"),
        ("dictionary D D[parent]=1", "dictionary-position"),
        ("dictionary D D[1]=parent", "dictionary-position"),
        ("dictionary D local dictionary D", "dictionary-life"),
        ("dictionary D x [element] D true", "dictionary-unknown-types"),
        ("dictionary D D=3", "dictionary-assigned"),
        ("dictionary D[1]=1 D+=3", "dictionary-assigned"),
        ("dictionary D[1]=1 D[1] += 1", "cannot-assign"),
        ("x=3 dictionary x", "other-kind"),
        ("dictionary D x=D", "assign-logical"),
        ("dictionary D persistent D=3", "other-kind"),
        ("string x in R true", "string-loop"),
        ("dictionary check", "expected-name"),
        ("dictionary D D[1 2]=3", "expected-bracket"),
        ("[forall]x [element] dictionary D true", "type-mismatch"),
        ("E[1]=3", "unknown-name"),
    ] {
        assert_eq!(refusal(text), code, "{text}");
    }
}
