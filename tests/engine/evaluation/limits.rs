//! Limits: reaching one is an error of that game, staying just below it is none; and what a run shares.

use super::game;
use std::sync::Arc;
use std::time::Duration;
use tabiya::syntax::Dialect;
use tabiya::syntax::catalogue::Op;
use tabiya::{
    FileAccess, Files, GameMatches, Halt, Limits, ParsedQuery, Query, QueryOptions, QuerySet, RunControl, RunError,
    RunErrorKind, Scratch, SearchOptions, Source,
};

const PGN: &str = "1. e4 e5 2. Nf3 Nc6 *";

fn query(text: &str, limits: Limits) -> Query {
    let options = QueryOptions { dialect: Dialect::Six, limits, ..QueryOptions::default() };
    Query::with_options(text, &options).unwrap_or_else(|error| panic!("{text}\n{error}"))
}

fn search(text: &str, limits: Limits) -> Result<GameMatches, RunError> {
    query(text, limits).search_game(&game(PGN), &mut Scratch::new(), &SearchOptions::default())
}

/// With the first limits the query runs, with the second ones it is given up with a message.
fn between(text: &str, enough: Limits, short: Limits, message: &str) {
    let found = search(text, enough).unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!(found.matches.len(), 1, "{text}");
    let error = search(text, short).expect_err(text);
    assert_eq!(error.kind, RunErrorKind::Limit, "{text}: {error}");
    assert!(error.message.contains(message), "{text}: {error}");
    assert!(error.help.as_ref().is_some_and(|help| help.contains("limit")), "{text}: {error:?}");
}

fn steps(steps: u64) -> Limits {
    Limits { steps, ..Limits::default() }
}

#[test]
fn steps_of_loops_count_together() {
    let limits = |n| steps(n);
    // A turn is a step, and what is compared and copied a little more.
    between("initial i=0 while (i<1000) i+=1", limits(1010), limits(990), "given up in this game after 990 steps");
    between("initial i=0 loop {i<1000 i+=1}", limits(1010), limits(990), "steps");
    let nested = "initial i=0 while (i<100) {i+=1 j=0 while (j<100) j+=1}";
    between(nested, limits(10_200), limits(9_000), "steps");
    let keys = "initial dictionary D i=0 while (i<100) {i+=1 D[i]=i} x [element] D {D[x]=0}";
    between(keys, limits(220), limits(180), "steps");
}

#[test]
fn a_number_that_64_bits_do_not_hold_ends_the_search_of_its_game() {
    let text = |turns| format!("atomic x=2800 i=0 initial while (i<{turns}) {{i+=1 x*=2800}}");
    assert_eq!(search(&text(4), Limits::default()).expect("17 digits").matches.len(), 1);
    let error = search(&text(5), Limits::default()).expect_err("20 digits");
    assert_eq!(error.kind, RunErrorKind::Query, "{error}");
    assert!(error.message.contains("too large"), "{error}");
}

#[test]
fn other_steps_count_too() {
    // Three loops over all squares: 262,144 turns of a sixteenth of a step.
    let squares = "initial nn=0 square all x in . {square all y in . {square all z in . {nn=#x true}}}";
    between(squares, steps(17_500), steps(15_000), "steps");
    let moves = "initial nn=0 move legal : {move legal : {nn=1 true}} nn==1";
    between(moves, steps(500), steps(400), "steps");
    let generated = "initial nn=0 while (nn<1000) {nn+=1 move legal from A}";
    between(generated, steps(2_500), steps(2_000), "steps");
    let found = "initial nn=0 while (nn<1000) {nn+=1 find 0 {ply*nn==5000}}";
    between(found, steps(2700), steps(2000), "steps");
    let text = "initial nn=0 s=\"0123456789abcdef\" while (nn<8) {nn+=1 s=s+s} nn=0 while (nn<100) {nn+=1 s ~~ \"x\"}";
    between(text, steps(7_200), steps(6_000), "steps");
}

#[test]
fn pairs_that_echo_comments_on_count() {
    // Five positions, so 25 pairs of four steps.
    let search = |limits| {
        let options = SearchOptions { comments: true, ..SearchOptions::default() };
        query("echo (x y) in all true", limits).search_game(&game(PGN), &mut Scratch::new(), &options)
    };
    assert_eq!(search(steps(110)).expect("enough steps").matches.len(), 5);
    assert!(search(steps(90)).expect_err("too few steps").message.contains("steps"));
}

#[test]
fn a_search_for_each_match_counts_the_bytes_it_looks_through() {
    // 4,096 places, and from each one to the end of the text: half of 4,096 squared, at 64 bytes a step.
    let text = "initial nn=0 s=\"a\" while (nn<12) {nn+=1 s=s+s} nn=0 while (s ~~ \"a*?b|a\") {nn+=1} nn==4096";
    between(text, steps(140_000), steps(130_000), "steps");
}

#[test]
fn every_game_has_its_own_steps() {
    let query = query("initial i=0 while (i<900) i+=1", steps(1_000));
    let mut scratch = Scratch::new();
    for _ in 0..5 {
        assert!(query.search_game(&game(PGN), &mut scratch, &SearchOptions::default()).is_ok());
        let comments = SearchOptions { comments: true, ..SearchOptions::default() };
        assert!(query.search_game(&game(PGN), &mut scratch, &comments).is_ok());
    }
}

#[test]
fn texts() {
    let limits = |text| Limits { text, ..Limits::default() };
    let message = "a text has more than";
    between("initial x=\"ab\" nn=0 while (nn<9) {nn+=1 x+=x} #x==1024", limits(1024), limits(1023), message);
    between("initial x=str(\"ab\" 12 \"cd\") #x==6", limits(6), limits(5), message);
    between("initial x=\"abcdef\" x[1:2]=\"vwxyz\" #x==10", limits(10), limits(9), message);
    between("initial dictionary D D[1]=1 #(str D)>10", limits(100), limits(50), message);
}

#[test]
fn values() {
    let memory = |memory| Limits { memory, ..Limits::default() };
    let message = "the values of the query take more than";
    let kept = "initial x=\"ab\" nn=0 while (nn<9) {nn+=1 x+=x} dictionary D D[1]=x+\"1\" D[2]=x+\"2\" D[3]=x+\"3\"";
    between(kept, memory(20_000), memory(3_500), message);
    // Memory that is released is free again: many texts one after the other.
    let passing = "initial x=\"ab\" nn=0 while (nn<9) {nn+=1 x+=x} nn=0 while (nn<100) {nn+=1 y=x+str(nn)} nn==100";
    assert!(search(passing, memory(20_000)).is_ok());
    let entries = |entries| Limits { entries, ..Limits::default() };
    let many = "initial dictionary D i=0 while (i<100) {i+=1 D[i]=1} unbind D i=0 while (i<100) {i+=1 D[i]=1} #D==100";
    between(many, entries(100), entries(99), "more than 99 entries");
}

#[test]
fn values_of_persistent_variables_count_from_game_to_game() {
    let query = query("initial persistent x+=\"0123456789\" true", Limits { text: 35, ..Limits::default() });
    let mut scratch = Scratch::new();
    for i in 1..5 {
        let found = query.search_game(&game(PGN), &mut scratch, &SearchOptions::default());
        assert_eq!(found.is_ok(), i < 4, "game {i}");
    }
    let query = self::query(
        "persistent dictionary D D[str gamenumber + \"/\" + str ply]=1",
        Limits { entries: 12, ..Limits::default() },
    );
    let mut scratch = Scratch::new();
    let found = |scratch: &mut Scratch, number: u64| {
        let mut game = game(PGN);
        let mut raw = tabiya::game::RawGame::default();
        raw.bytes.extend_from_slice(PGN.as_bytes());
        raw.number = number;
        game.parse(&raw);
        query.search_game(&game, scratch, &SearchOptions::default())
    };
    assert!(found(&mut scratch, 1).is_ok() && found(&mut scratch, 2).is_ok());
    assert_eq!(found(&mut scratch, 3).expect_err("15 entries").kind, RunErrorKind::Limit);
}

#[test]
fn what_is_handed_over() {
    let output = |output| Limits { output, ..Limits::default() };
    let message = "the output of the query in this game";
    between("initial nn=0 while (nn<10) {nn+=1 message quiet(\"0123456789\")}", output(740), output(700), message);
    between("initial settag(\"Motif\" \"0123456789\")", output(10), output(9), message);
    let options = QueryOptions {
        dialect: Dialect::Six,
        limits: output(900),
        selects: vec![("x".into(), "x".into())],
        ..QueryOptions::default()
    };
    let text = "x=\"0123456789\" nn=0 while (nn<5) {nn+=1 x+=x}";
    let query = Query::with_options(text, &options).expect("a query");
    let error =
        query.search_game(&game(PGN), &mut Scratch::new(), &SearchOptions::default()).expect_err("five times 320");
    assert_eq!(error.kind, RunErrorKind::Limit);
    let comments = SearchOptions { comments: true, ..SearchOptions::default() };
    let text = "x=\"0123456789\" nn=0 while (nn<5) {nn+=1 x+=x} comment(x + str(ply))";
    assert!(self::query(text, output(5_000)).search_game(&game(PGN), &mut Scratch::new(), &comments).is_ok());
    assert!(self::query(text, output(900)).search_game(&game(PGN), &mut Scratch::new(), &comments).is_err());
}

#[test]
fn positions_beside_the_game_do_not_pile_up_without_end() {
    let text = "initial x=currentposition nn=0 while (nn<5000) {nn+=1 x=x:imagine remove k}";
    let error = search(text, Limits::default()).expect_err("5,000 positions on each other");
    assert!(error.message.contains("1000"), "{error}");
}

#[test]
fn appending_takes_the_time_of_what_is_appended() {
    // 100 bytes 100,000 times: copied each time, these would be 500 gigabytes, and far more steps.
    let text = "initial s=\"0123456789\" s=s+s+s+s+s+s+s+s+s+s x=\"\" nn=0 while (nn<100000) {nn+=1 x+=s} #x==10000000";
    assert_eq!(search(text, Limits::default()).expect("an answer").matches.len(), 1);
}

#[test]
fn a_variable_that_is_appended_to_leaves_its_copies_alone() {
    let text = "initial x=\"a\" y=x x+=\"b\" x+=x dictionary D D[1]=x x+=\"c\" y==\"a\" x==\"ababc\" D[1]==\"abab\"";
    assert_eq!(search(text, Limits::default()).expect("an answer").matches.len(), 1);
}

#[test]
fn an_abort_is_told_apart() {
    let error = search("cql_abort", Limits::default()).expect_err("an abort");
    assert_eq!(error.kind, RunErrorKind::Abort);
    let error = search("x=3 unbind x x==3", Limits::default()).expect_err("no value");
    assert_eq!(error.kind, RunErrorKind::Query);
}

#[test]
fn a_run_is_stopped_from_another_thread_in_the_middle_of_a_game() {
    let control = Arc::new(RunControl::new());
    let options = SearchOptions { control: Arc::clone(&control), ..SearchOptions::default() };
    let endless = query("while (true) x=1", steps(u64::MAX / 32));
    let search = std::thread::spawn(move || endless.search_game(&game(PGN), &mut Scratch::new(), &options));
    std::thread::sleep(Duration::from_millis(20));
    control.stop();
    let error = search.join().expect("no panic").expect_err("stopped");
    assert_eq!(error.kind, RunErrorKind::Halted(Halt::Stopped));
    // No further game is begun.
    let options = SearchOptions { control, ..SearchOptions::default() };
    assert!(query("true", Limits::default()).search_game(&game(PGN), &mut Scratch::new(), &options).is_err());
}

/// A game with pawns that may have captured, and pieces that see each other.
const MIDDLE: &str = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Nb8 10. d4 Nbd7 \
                      11. Nbd2 Bb7 12. Bc2 Re8 13. Nf1 Bf8 14. Ng3 g6 15. a4 c5 16. d5 c4 17. Bg5 h6 18. Be3 Nc5 *";

/// The steps that are paid for a filter each time that it is evaluated in a loop, in hundredths.
fn price(filter: &str, ply: u32) -> u64 {
    price_in(MIDDLE, filter, ply)
}

/// The same in another game.
fn price_in(pgn: &str, filter: &str, ply: u32) -> u64 {
    const ROUNDS: u64 = 1000;
    let taken = |body: &str| {
        let options = SearchOptions::default();
        let text = format!("ply=={ply} i=0 while (i<{ROUNDS}) {{i+=1 {body}}}");
        let found = query(&text, Limits::default()).search_game(&game(pgn), &mut Scratch::new(), &options);
        found.unwrap_or_else(|error| panic!("{text}: {error}"));
        options.control.steps()
    };
    (taken(&format!("{{{filter}}} true")) - taken("true")) * 100 / ROUNDS
}

#[test]
fn operations_that_the_catalogue_calls_dear_pay_for_it() {
    // A unit of cost is about a nanosecond, and a step is no more than a hundred.
    let dear =
        Op::all().map(Op::row).filter(|row| row.cost >= 200 && row.adviser.is_none() && row.arguments.is_empty());
    let mut seen = Vec::new();
    for row in dear {
        let cost = u64::from(row.cost);
        // No evaluation is noted in this game: the filter looks for one only. Rules of variants are looked at in variants.
        let of_variant = row.spelling.starts_with("variant");
        let pgn = if of_variant { format!("[Variant \"Three-check\"]\n\n{MIDDLE}") } else { MIDDLE.to_owned() };
        if row.spelling != "evaldrop" {
            let paid = price_in(&pgn, row.spelling, 30);
            assert!(paid + 10 >= cost, "{} pays {paid}", row.spelling);
        }
        seen.push(row.spelling);
    }
    assert!(seen.contains(&"reachableposition") && seen.contains(&"hanging") && seen.contains(&"fen"), "{seen:?}");
}

#[test]
fn a_filter_pays_for_what_it_looks_at() {
    // The more ways pawns may have gone, the more are weighed.
    assert!(price("reachableposition", 30) > price("reachableposition", 0) + 10_000);
    // Rays go from each square of the first set, and lines join each pair.
    assert!(price("ray (A . a)", 30) >= 4 * price("ray (K . a)", 30) && price("ray (A . a)", 30) >= 500);
    assert!(price("between (A a)", 30) >= 300);
    // Positions that are made to look at.
    assert!(price("imagine remove Q:check", 30) >= 200);
    assert!(price("imagine remove Q:{imagine remove R:check}", 30) >= 400);
    assert!(price("move legal:check", 30) >= 2_000);
    assert!(price("move legal:{move legal:mate}", 30) >= 20 * price("move legal:mate", 30));
    let back = price("move reverse legal", 31);
    assert!(back >= 500, "{back}");
}

#[test]
fn a_run_has_a_limit_of_time_and_of_steps() {
    let control = Arc::new(RunControl::with_time_limit(Duration::from_millis(30)));
    let options = SearchOptions { control, ..SearchOptions::default() };
    for text in [
        "while (true) x=1",
        "x=\"a\" while (true) {x=\"b\"+x x=\"\"}",
        "i=0 next ({i+=1 true}* {i+=1 while (true) i+=1})",
    ] {
        let error =
            query(text, steps(u64::MAX / 32)).search_game(&game(PGN), &mut Scratch::new(), &options).expect_err(text);
        assert_eq!(error.kind, RunErrorKind::Halted(Halt::TimeLimit), "{text}");
    }
    let limits = Limits { run_steps: 5_000, ..Limits::default() };
    let query = query("initial i=0 while (i<2000) i+=1", limits);
    let options = SearchOptions::default();
    let mut scratch = Scratch::new();
    let ended: Vec<bool> = (0..4).map(|_| query.search_game(&game(PGN), &mut scratch, &options).is_err()).collect();
    assert_eq!(ended, [false, false, true, true]);
    assert!(options.control.steps() >= 5_000, "{}", options.control.steps());
}

/// A file that holds one letter over and over.
#[derive(Debug)]
struct Endless;

impl Files for Endless {
    fn read(&self, _name: &str, most: usize) -> std::io::Result<String> {
        Ok("x".repeat(most))
    }

    fn write(&self, _name: &str, _text: &str) -> std::io::Result<bool> {
        Err(std::io::ErrorKind::QuotaExceeded.into())
    }
}

#[test]
fn files_are_asked_for_no_more_than_a_text_may_have() {
    let options = SearchOptions { files: Some(Arc::new(Endless)), ..SearchOptions::default() };
    let limits = Limits { text: 100, ..Limits::default() };
    let found =
        query("initial #(readfile \"a.cqo\")==100", limits).search_game(&game(PGN), &mut Scratch::new(), &options);
    assert_eq!(found.expect("an answer").matches.len(), 1);
    let written = query("writefile(\"a.cqo\" \"x\")", limits).search_game(&game(PGN), &mut Scratch::new(), &options);
    assert_eq!(written.expect_err("no room").kind, RunErrorKind::Limit);
}

#[test]
fn a_library_opens_no_files_unless_it_is_told_to() {
    let parse = |files: FileAccess| {
        let text = format!("similarposition \"{}/examples/games/sample.pgn\"", env!("CARGO_MANIFEST_DIR"));
        let options = QueryOptions { files, ..QueryOptions::default() };
        ParsedQuery::parse(Source { name: "query".into(), text }, &options)
    };
    let error = parse(FileAccess::default()).expect_err("no files");
    assert!(error.to_string().contains("queries are not allowed to open files"), "{error}");
    assert!(parse(FileAccess::below([env!("CARGO_MANIFEST_DIR")]).expect("a folder")).is_ok());
    for text in ["writefile(\"a.cqo\" \"x\")", "message(readfile \"a.cqo\")"] {
        let error = search(text, Limits::default()).expect_err(text);
        assert!(error.message.contains("no access to files"), "{error}");
    }
}

#[test]
fn a_query_that_is_given_up_leaves_the_others_alone() {
    let options = QueryOptions { dialect: Dialect::Six, limits: steps(2_000), ..QueryOptions::default() };
    let parse = |text: &str| {
        let source = Source { name: text.into(), text: text.into() };
        ParsedQuery::parse(source, &options).unwrap_or_else(|error| panic!("{error}"))
    };
    // Both that are given up ask what the last one asks.
    let slow = "x=0 next ({wtm _ attackedby (P | N)} btm) while (true) x+=1";
    let same = "next ({wtm _ attackedby (P | N)} btm)";
    let set = |texts: &[&str]| QuerySet::new(texts.iter().map(|text| parse(text)).collect(), &options).expect("a plan");
    let found = |set: &QuerySet| set.search_game(&game(PGN), &mut Vec::new(), &SearchOptions::default());
    let alone = found(&set(&[same])).remove(0).expect("an answer").matches.len();
    let mut together = found(&set(&[slow, "while (true) {find 0 {wtm _ attackedby (P | N)}}", same]));
    assert_eq!(together.remove(2).expect("an answer").matches.len(), alone);
    assert!(together.iter().all(Result::is_err));
}

#[test]
fn columns_that_have_no_value_cost_nothing() {
    // At each of the positions the column reads a variable without a value, and looks on.
    let selects = vec![("v".into(), "{find wtm y}".into())];
    let options = QueryOptions { dialect: Dialect::Six, limits: steps(300), selects, ..QueryOptions::default() };
    let query = Query::with_options("y=1 unbind y true", &options).expect("a query");
    let found = query.search_game(&game(PGN), &mut Scratch::new(), &SearchOptions::default()).expect("an answer");
    assert_eq!(found.matches.len(), 5);
}

/// Which constituents matched is found by an automaton of its own, which may be larger than that of the sequence. What is too
/// large is shown in the words of the query.
#[test]
fn the_automaton_of_constituents_is_limited() {
    let twice = |part: &str| format!("both ( {part} --> {part} ) and ( {part} --> {part} )");
    let query = format!("line --> {}", twice(&twice("both ( .{1,3} --> .{1,3} ) and ( .{1,3} --> .{1,3} )")));
    let limits = Limits { states: 4096, ..Limits::default() };
    let query =
        Query::with_options(&query, &QueryOptions { limits, variations: Some(true), ..QueryOptions::default() })
            .expect("a query");
    let game =
        super::game("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Nb8 *");
    let search = |constituents| {
        let options = SearchOptions { paths: true, constituents, ..SearchOptions::default() };
        query.search_game(&game, &mut Scratch::new(), &options)
    };
    assert!(!search(false).expect("matches").matches.is_empty());
    let error = search(true).expect_err("too many states").message;
    assert!(
        error.starts_with("in a game as long as this one, `") && error.contains("needs too many states"),
        "{error}"
    );
    assert!(error.contains("(.{1,3} .{1,3}, .{1,3} .{1,3})"), "{error}");
}

/// Filters that look at all moves of a position pay for each of them.
#[test]
fn moves_that_are_looked_at_count() {
    let with_moves = |count: usize| {
        let text = format!("1. Nf3 {} Nf6 *", "(1. d4) ".repeat(count));
        game(&text)
    };
    let (few, many) = (with_moves(30), with_moves(3_000));
    let limits = steps(20_000);
    for filter in [
        "--(check)",
        "K--g1",
        "flip --a1(check)",
        "(countmoves --)>9999",
        "currentposition:(--(false))",
        "move from K",
        "move castle",
        "(move count from A)>9999",
        "move to e4",
        "move primary from K",
        "child(2999):check",
    ] {
        let text = format!("initial i=0 while (i<100) {{i+=1 if {{{filter}}} then j=1 else j=2}}");
        let options = QueryOptions { dialect: Dialect::Six, limits, variations: Some(true), ..QueryOptions::default() };
        let Ok(query) = Query::with_options(&text, &options) else { panic!("{text}") };
        let search = |game| query.search_game(game, &mut Scratch::new(), &SearchOptions::default());
        assert_eq!(search(&few).map(|found| found.matches.len()).ok(), Some(1), "{text}");
        let error = search(&many).expect_err(&text);
        assert_eq!(error.kind, RunErrorKind::Limit, "{text}: {error}");
    }
}

/// So do filters that go along a line, or through comments.
#[test]
fn positions_and_comments_that_are_gone_through_count() {
    let line = |plies: usize| "Nf3 Nf6 Ng1 Ng8 ".repeat(plies / 4);
    let limits = steps(5_000);
    for (filter, short, long) in [
        ("(clock white)>9999", line(40), line(4_000)),
        ("hascomment \"??\"", "Nf3 ".to_owned() + &"$1 ".repeat(10), "Nf3 ".to_owned() + &"$1 ".repeat(40_000)),
        ("clock>9999", "Nf3 {a} ".to_owned(), format!("Nf3 {{{}}} ", "a ".repeat(20_000))),
    ] {
        let at = if filter.contains("white") { "terminal" } else { "ply<2" };
        let text = format!("{at} i=0 while (i<100) {{i+=1 if {{{filter}}} then j=1 else j=2}}");
        let search = |moves: &str| {
            query(&text, limits).search_game(
                &game(&format!("{moves}*")),
                &mut Scratch::new(),
                &SearchOptions::default(),
            )
        };
        assert!(search(&short).is_ok(), "{text}");
        let error = search(&long).expect_err(&text);
        assert_eq!(error.kind, RunErrorKind::Limit, "{text}: {error}");
    }
}

/// One sum for all that queries are compiled to, also where each of them is within its own limit, and where it is larger
/// than the query is long.
#[test]
fn what_queries_are_compiled_to_is_limited_in_sum() {
    let limits = Limits { compiled: 4 << 20, ..Limits::default() };
    let options = QueryOptions { dialect: Dialect::Six, limits, ..QueryOptions::default() };
    let sequence = |n: usize| format!("next (#A=={n}{{5000}})");
    let read = |text: &str| Query::with_options(text, &options);
    assert!(read(&sequence(1)).is_ok());
    let many: Vec<String> = (0..40).map(sequence).collect();
    let error = read(&many.join("\n")).expect_err("too much");
    let [wrong] = error.diagnostics.as_slice() else { panic!("{error}") };
    assert_eq!(wrong.code, "compiled-limit", "{error}");
    assert!(error.to_string().contains("next (#A=="), "the place is in the query: {error}");
    assert!(error.to_string().contains("--limits compiled=N"), "{error}");
    // Each query by itself is small enough.
    let parsed = many.iter().map(|text| {
        let source = Source { name: "query".into(), text: text.clone() };
        ParsedQuery::parse(source, &options).expect("a query")
    });
    let parsed: Vec<ParsedQuery> = parsed.collect();
    assert!(QuerySet::new(parsed, &options).is_err());
    assert!(read("shift {Ka1 kb3}").is_ok());
    assert!(read(&format!("flip flipcolor shift next ({})", "Ka1 kb2 Nc3 nd4 ".repeat(40))).is_err());
}
