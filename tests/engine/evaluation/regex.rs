//! Regular expressions: values, groups, iteration, and what may not be kept or moved because of them.

use crate::evaluation::{A, comments, game, query, values};
use tabiya::{Query, Scratch, SearchOptions, Value};

const NAMES: &str = "[White \"Abel, Carl\"]\n[Black \"Müller, Boris\"]\n[Event \"Men Mine\"]\n\n1. e4 e5 2. Nf3 *";

fn text(pgn: &str, text: &str, select: &str) -> Vec<Value> {
    values(pgn, text, select).into_iter().map(|(_, value)| value).collect()
}

fn error(text: &str) -> String {
    let found = query(text, None).search_game(&game(NAMES), &mut Scratch::new(), &SearchOptions::default());
    found.map(|found| format!("{} matches", found.matches.len())).unwrap_or_else(|error| error.to_string())
}

#[test]
fn the_value_is_the_text_matched() {
    let cases = [
        ("player white ~~ \"[aeiou].?\"", "el"),
        ("player white ~~ \"^[A-E].*l$\"", "Abel, Carl"),
        ("player black ~~ \"M.ller\"", "Müller"),
        ("player black ~~ \"[[:upper:]]\\w+$\"", "Boris"),
        ("event ~~ \"M.*?n(?=e)\"", "Men Min"),
        ("event ~~ \"(.)...\\1\"", "Men M"),
        ("player white[0:4] ~~ \"b.*\"", "bel"),
        ("(player white + player black) ~~ \"lM.\"", "lMü"),
        ("\"abc\" ~~ \"b.\" [0]", "b"),
        ("uppercase event ~~ \"M..\"", "MEN"),
    ];
    for (filter, expected) in cases {
        assert_eq!(text(NAMES, "initial", filter), [Value::Text(expected.into())], "{filter}");
    }
    assert_eq!(text(NAMES, "initial", "event ~~ \"men\""), [Value::None]);
    assert_eq!(values(NAMES, "initial not event ~~ \"men\" player ~~ \"Carl\\nM\"", "1").len(), 1);
}

#[test]
fn groups_of_the_last_match() {
    let one = |filter: &str, select: &str| text(NAMES, &format!("initial {filter}"), select);
    let string = |text: &str| vec![Value::Text(text.into())];
    assert_eq!(one("player white ~~ \"(l|r)(.)(x)?\"", "\\0+\\1+\\2+str(\\-0 \\-2)"), string("l,l,34"));
    assert_eq!(one("player white ~~ \"(l)(x)?\"", "\\2"), [Value::None]);
    assert_eq!(one("player white ~~ \"(l)(x)?\"", "str(\\2 \\-2)"), string("<false><false>"));
    assert_eq!(one("player black ~~ \"(l+)er, (?<first>.*)\"", "\\{first}+str(\\-{first} \\-1)"), string("Boris93"));
    assert_eq!(one("player white ~~ \"A\" player black ~~ \"M\"", "\\0"), string("M"));
    // A failed search forgets the groups.
    assert_eq!(one("player white ~~ \"A\" not site ~~ \"x\"", "\\0"), [Value::None]);
    // Groups stay from position to position, and go with the game.
    assert_eq!(text(NAMES, "if initial event ~~ \"M.\" ply==2", "\\0"), string("Me"));
    let found = query("if gamenumber==1 event ~~ \"M.\" \\0==\"Me\"", None);
    let mut scratch = Scratch::new();
    let mut run = |game| found.search_game(&game, &mut scratch, &SearchOptions::default());
    assert_eq!(run(game(NAMES)).expect("a search").matches.len(), 4);
    let mut games = tabiya::Games::from_reader(std::io::Cursor::new(format!("{NAMES}\n\n{NAMES}"))).expect("a reader");
    let second = games.nth(1).expect("two games").expect("a game");
    assert!(run(second).is_err());
}

#[test]
fn groups_without_a_match_stop_the_search() {
    assert!(error("\\1 == \"a\"").contains("`\\1` refers to a match"));
    assert!(error("event ~~ \"x\" \\0 == \"a\"").contains("0 matches"));
    assert!(error("{event ~~ \"x\" or true} \\0 == \"a\"").contains("`\\0` refers to a match"));
    assert!(error("event ~~ \"M(.)\" \\2 == \"a\"").contains("has no group `\\2`"));
    assert!(error("event ~~ \"M(?<n>.)\" \\{m} == \"a\"").contains("has no group `\\{m}`"));
    assert!(error("false \\1 == \"a\"").contains("0 matches"));
}

#[test]
fn while_goes_over_all_matches() {
    let count = |pattern: &str| {
        let filter = format!("initial nn=0 while (player white ~~ \"{pattern}\") nn+=1");
        text(NAMES, &filter, "nn")
    };
    assert_eq!(count("[aeiou]"), [Value::Number(2)]);
    assert_eq!(count("q"), [Value::Number(0)]);
    assert_eq!(text(NAMES, "initial nn=0 while (\"abc\" ~~ \"x*\") nn+=1", "nn"), [Value::Number(4)]);
    assert_eq!(text(NAMES, "initial nn=0 while (\"abcb\" ~~ \"b*\") nn+=1", "nn"), [Value::Number(5)]);
    let collected = "initial s=\"\" while (event ~~ \"(M)(i|e)\") {s+=\\2 s+=str \\-0}";
    assert_eq!(text(NAMES, collected, "s"), [Value::Text("e0i4".into())]);
    // The text is looked at once, so that the body may change it; what comes of the body does not matter.
    let changing = "initial s=\"aaa\" while (s ~~ \"a\") {s=\"a\" + s false}";
    assert_eq!(text(NAMES, changing, "s"), [Value::Text("aaaaaa".into())]);
    // In parentheses of its own it is an ordinary test.
    assert_eq!(text(NAMES, "initial s=\"aab\" while ((s ~~ \"a\")) s=s[1:]", "s"), [Value::Text("b".into())]);
    // Without a text the loop fails, and its comments go.
    assert_eq!(values(NAMES, "while (tag \"Opening\" ~~ \"a\") true", "1"), []);
    assert_eq!(
        comments(NAMES, "initial while (event ~~ \"M.\") comment(\\0)"),
        [(0, "Me".to_owned()), (0, "Mi".to_owned())]
    );
}

#[test]
fn searches_that_are_asked_for_groups_keep_their_place() {
    // Were the search kept in a column or moved before `ply>1`, the groups would be those of another position.
    let filter = "{ply<2 or fen ~~ \"([a-h])[36] 0\"} (ply==4 or ply==5) \\1 == \"d\"";
    assert_eq!(values(A, "fen ~~ \" ([a-h])[36] 0\" \\1==\"d\"", "\\1"), [(9, Value::Text("d".into()))]);
    assert_eq!(error(filter), "0 matches");
    let sequence = "initial nn=0 next ({fen ~~ \" ([wb]) \" nn+=1}*) nn>0";
    assert_eq!(values(A, sequence, "\\1").len(), 1);
    let plan = |text: &str| tabiya_explain(text);
    assert!(plan("next (fen ~~ \"w\" true)").contains("a column"));
    assert!(plan("next (fen ~~ \"w\" \\0==\"w\")").contains("it has an effect"));
    assert!(plan("event ~~ \"a(?=b)\"").contains("by backtracking"));
}

fn tabiya_explain(text: &str) -> String {
    let options = tabiya::QueryOptions::default();
    let source = tabiya::Source { name: "query".into(), text: text.into() };
    let parsed = tabiya::ParsedQuery::parse(source, &options).expect("a query");
    tabiya::QuerySet::new(vec![parsed], &options).expect("a plan").explain(0)
}

#[test]
fn backtracking_has_a_limit() {
    let long = "a".repeat(60);
    let text = format!("initial \"{long}\" ~~ \"(?=a)(a*)*\\1b\"");
    assert!(error(&text).contains("given up after 1000000 steps of backtracking"), "{}", error(&text));
    // The same without backreference is linear.
    assert_eq!(error(&format!("initial not \"{long}\" ~~ \"(a*)*b\"")), "1 matches");
}

#[test]
fn faulty_patterns_are_marked_inside_their_quotes() {
    let error = Query::parse("player white ~~ \"a(b[c\"").expect_err("a bad pattern");
    let span = error.diagnostics[0].span();
    assert_eq!(&error.source.text[span.start as usize..span.end as usize], "[");
    assert!(Query::parse("event ~~ \"(((a{1000}){1000}){1000})\"").is_err());
}
