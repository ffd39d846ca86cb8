//! Queries that push against each limit of `Limits` that is about memory.

use super::{MIB, Row, within};
use tabiya::syntax::Dialect;
use tabiya::{Games, Limits, Query, QueryOptions, RunErrorKind, Scratch, SearchOptions};

/// A query under some limits, or the codes of its errors.
fn read(text: &str, limits: Limits) -> Result<Query, Vec<&'static str>> {
    let options = QueryOptions { dialect: Dialect::Six, limits, ..QueryOptions::default() };
    Query::with_options(text, &options).map_err(|error| error.diagnostics.iter().map(|wrong| wrong.code).collect())
}

/// The limit on what is compiled that the rows below push against, and the peak that they may have: reading and building
/// take memory of their own.
const COMPILED: usize = 16 * MIB;
const COMPILING: usize = 4 * COMPILED;

/// A query is refused because it is compiled to too much.
fn refused(text: &str) {
    let limits = Limits { compiled: COMPILED, ..Limits::default() };
    let codes = read(text, limits).map(drop);
    assert_eq!(codes, Err(vec!["compiled-limit"]), "{}", &text[..text.len().min(100)]);
}

/// A query is given up in a game of so many plies, at a limit.
fn given_up(text: &str, limits: Limits) {
    let query = read(text, limits).expect("a query");
    let game = Games::from_reader("1. e4 e5 2. Nf3 Nc6 *".as_bytes()).expect("a reader").next();
    let game = game.expect("a game").expect("a game that can be read");
    let options = SearchOptions { comments: true, ..SearchOptions::default() };
    let error = query.search_game(&game, &mut Scratch::new(), &options).expect_err(text);
    assert_eq!(error.kind, RunErrorKind::Limit, "{text}: {error}");
}

/// One part for each number.
fn parts(count: usize, part: impl Fn(usize) -> String) -> String {
    (0..count).map(|n| part(n) + "\n").collect()
}

/// All that queries are compiled to draws from one sum.
#[test]
fn what_queries_are_compiled_to() {
    let rows: [Row; 13] = [
        ("sequences", COMPILING, || refused(&parts(1_200, |n| format!("next (#A=={n}{{60000}})")))),
        ("paths", COMPILING, || refused(&parts(1_200, |n| format!("path (--(ply=={n})){{20000}}\n")))),
        ("sequences at once", COMPILING, || {
            refused(&parts(40, |n| format!("next (both (({{#A=={n}}}* wtm{{1,200}})*) and ((check* btm{{1,199}})*))")));
        }),
        ("regular expressions", COMPILING, || {
            refused(&parts(5_000, |n| format!("not \"a\" ~~ \"(\\\\w{{40}}){{60}}x{n}\"")));
        }),
        ("a pattern of classes", COMPILING, || refused(&format!("\"a\" ~~ \"{}\"", "\\\\w".repeat(200_000)))),
        ("a pattern of groups", COMPILING, || refused(&format!("\"a\" ~~ \"{}\"", "(a)".repeat(20_000)))),
        ("patterns that look ahead", COMPILING, || {
            refused(&parts(5_000, |n| format!("not \"a\" ~~ \"(?=(\\\\w{{40}}){{60}})x{n}\"")));
        }),
        ("transforms", COMPILING, || {
            refused(&format!("flip flipcolor shift next ({})", "Ka1 kb2 Nc3 nd4 ".repeat(40)))
        }),
        ("transforms of texts", COMPILING, || {
            refused(&format!("flip flipcolor shift {{Ka1 \"{}\" ~~ \"b\"}}", "a".repeat(100_000)));
        }),
        ("filters", COMPILING, || refused(&parts(60_000, |n| format!("ply+{n}>#A+{n}")))),
        ("calls of functions", COMPILING, || {
            refused(&format!("function f() {{\"{}\" ~~ \"b\"}}\n{}", "a".repeat(400_000), "f() ".repeat(20_000)));
        }),
        ("arguments with long names", COMPILING, || {
            let name = "n".repeat(200_000);
            refused(&format!("{name}=1\nfunction f(x) {{{}}}\nf({name})", "x>0 ".repeat(20_000)));
        }),
        ("parameters with long texts", COMPILING, || {
            refused(&format!("parameter T \"{}\"\n{}", "a".repeat(200_000), "T ~~ \"b\" ".repeat(20_000)));
        }),
    ];
    within(&rows);
}

/// What is shown of a plan is a sixteenth of what it may be compiled to.
#[test]
fn what_is_shown_of_queries() {
    let rows: [Row; 1] = [("explain", 2 * COMPILING, || {
        let limits = Limits { compiled: 4 * COMPILED, ..Limits::default() };
        let query = read(&parts(6, |n| format!("next (#A=={n}{{60000}})")), limits).expect("six sequences fit");
        let set = query.set();
        assert!(set.explain(0).len() <= COMPILED / 4 + 200);
        assert!(set.automata_dot(0).iter().map(String::len).sum::<usize>() <= COMPILING);
    })];
    within(&rows);
}

/// What a search builds and hands over.
#[test]
fn what_searches_build() {
    let rows: [Row; 5] = [
        ("text", 10 * MIB, || {
            given_up("x=\"a\" while (true) x+=x", Limits { text: MIB, ..Limits::default() });
        }),
        ("memory", 20 * MIB, || {
            let limits = Limits { memory: 2 * MIB, ..Limits::default() };
            given_up("dictionary D x=0 while (true) {x+=1 D[x]=str(\"0123456789 0123456789\" x)}", limits);
        }),
        ("entries", 10 * MIB, || {
            let limits = Limits { entries: 10_000, ..Limits::default() };
            given_up("dictionary D x=0 while (true) {x+=1 D[x]=x}", limits);
        }),
        ("output in messages", 20 * MIB, || {
            given_up("while (true) message \"0123456789\"", Limits { output: 2 * MIB, ..Limits::default() });
        }),
        ("steps, in answers that a memo keeps", 40 * MIB, || {
            let query = "square x in . next ({x==Ka1 or wtm or btm}{1,900} {x==ka1 or wtm or btm}{1,900} x==Ka1)";
            let limits = Limits { steps: 400_000, ..Limits::default() };
            let query = read(query, limits).expect("a query");
            let moves = "Nf3 Nf6 Ng1 Ng8 ".repeat(500) + "*";
            let game = Games::from_reader(std::io::Cursor::new(moves.into_bytes())).expect("a reader").next();
            let game = game.expect("a game").expect("a game that can be read");
            let found = query.search_game(&game, &mut Scratch::new(), &SearchOptions::default());
            let error = found.expect_err("too much");
            assert_eq!(error.kind, RunErrorKind::Limit, "{error}");
        }),
    ];
    within(&rows);
}
