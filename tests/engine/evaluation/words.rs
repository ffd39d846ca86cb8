//! Small facts of the language: tokens, operators, variables, texts, dictionaries, functions.

use crate::evaluation::{A, values};
use tabiya::Value;

/// At the start of a game: a query, a filter and its value as text.
const TABLE: &[(&str, &str, &str)] = &[
    // Tokens.
    ("x=1 -0", "x", "1"),
    ("A_=3 Axx=4 a1x=5 Q1=6 x_1$=7 _x=8 $=9", "A_+Axx+a1x+Q1+x_1$+_x+$", "42"),
    ("x=3;comment\ny=4", "x+y", "7"),
    ("x=3//comment\ny=4", "x+y", "7"),
    ("x=3/*comment\n*/y=4", "x+y", "7"),
    ("x=4//2", "x", "4"),
    ("true", "#\"//;\"", "3"),
    // The operators of sets in Unicode, as assignments too.
    ("x=R x∪=B", "x", "[a1,c1,f1,h1]"),
    ("x=R x∩=a1", "x", "a1"),
    ("x=R x|=B x&=a-d1", "x", "[a1,c1]"),
    ("true", "♖∪♗", "[a1,c1,f1,h1]"),
    ("true", "x∊R x in a1", "a1"),
    ("true", "∀x∊R x in a1", "<false>"),
    // A value, an operator, a value.
    ("true", "1<2<3", "1"),
    ("true", "str(3<5 5<3 R==R R!=2)", "3<false><true><false>"),
    ("true", "R>=2", "2"),
    ("true", "--(3)+1", "4"),
    ("true", "#\"ab\"+\"c\"", "3"),
    ("true", "#\"ab\"+1", "3"),
    ("true", "-7/2*10+-7%3", "-31"),
    // A piece in brackets is the set of its square.
    ("piece z=e1", "str(z)", "Ke1"),
    ("piece z=e1", "str((z))", "e1"),
    ("piece z=e1", "str({z})", "e1"),
    ("piece z=e1 x=z", "str(x)", "e1"),
    // Names of tags that only look like those of a game's own.
    ("true", "str(tag \"round\" tag \"sITE\" tag \"Eventdate\")", "<false><false><false>"),
    // Parts of texts.
    ("s=\"abc\" s[2:1]=\"-\"", "s", "ab-c"),
    ("s=\"abc\" s[1]=s+s", "s", "aabcabcc"),
    ("s=\"abc\" {s[5]=\"q\" or s[7/0]=\"q\" or true}", "s", "abc"),
    // Dictionaries in the order of their keys.
    ("local dictionary D D[3]=1 D[-1]=1 D[10]=1 s=\"\" x[element]D s+=str(x \",\")", "s", "-1,3,10,"),
    ("local dictionary D D[\"b\"]=1 D[\"B\"]=1 D[\"\"]=1 s=\"\" x[element]D s+=str(x \",\")", "s", ",B,b,"),
    ("local dictionary D D[h8 ]=1 D[[a1,h1]]=1 D[[]]=1 s=\"\" x[element]D s+=str(x)", "s", "[][a1,h1]h8"),
    ("local dictionary D D[\"a\"]=\"abc\"", "D[\"a\"][1]", "b"),
    ("local dictionary D D[\"a\"]=0", "str(if D[\"a\"] \"there\" else \"not\")", "there"),
    // Functions: by name, by value, by dictionary.
    ("function f(x){x+=1} y=5 f(y)", "y", "6"),
    ("function f(x){x+=1} y=5 f({y})", "y", "5"),
    ("function f(D){D[\"a\"]=1} local dictionary E f(E)", "E[\"a\"]", "1"),
    ("function f(x){g(x)} function g(x){x+1}", "f(1)", "2"),
    ("function f(x){R}", "str(f(7/0))", "[]"),
    ("function f(x){isbound \"x\"} y=1", "str(f(y))", "<false>"),
    // `else` with nothing after it.
    ("if check wtm else", "1", "1"),
];

#[test]
fn facts() {
    for (query, filter, expected) in TABLE {
        let found = values(A, &format!("initial {query}"), &format!("str({filter})"));
        assert_eq!(found, [(0, Value::Text((*expected).into()))], "{query} / {filter}");
    }
}

/// A test of the game is evaluated once, and again in the next game; the result of a test of a position is not kept.
#[test]
fn tests_of_the_game_are_of_this_game() {
    let pgn = "[White \"Abel\"]\n[Annotator \"Kurt\"]\n\n1. e4 {Abel} e5 *\n\n[White \"Boris\"]\n\n1. d4 d5 *\n";
    let games = tabiya::Games::from_reader(std::io::Cursor::new(pgn.as_bytes().to_vec())).expect("a reader");
    let games: Vec<_> = games.map(|game| game.expect("a game")).collect();
    for (text, wanted) in [
        ("player \"Abel\"", [3, 0]),
        ("player white ~~ \"^B\"", [0, 3]),
        ("not tag \"Annotator\" == \"Kurt\"", [0, 3]),
        ("\"bel\" in player white", [3, 0]),
        ("lowercase player white == \"boris\"", [0, 3]),
        ("originalcomment == player white", [1, 0]),
        ("player white ~~ \"(.)\" \\1 == \"A\"", [3, 0]),
    ] {
        let (query, mut scratch) = (crate::evaluation::query(text, None), tabiya::Scratch::new());
        let count =
            |game| query.search_game(game, &mut scratch, &tabiya::SearchOptions::default()).expect(text).matches.len();
        assert_eq!(games.iter().map(count).collect::<Vec<_>>(), wanted, "{text}");
    }
}
