//! Comments are the same whatever the planner may do, and those of a filter that fails go with the filter that takes
//! them back.

use super::{A, comments};
use std::path::PathBuf;
use tabiya::syntax::Dialect;
use tabiya::{Game, Games, PlanOptions, Query, QueryOptions, Scratch, SearchOptions};

/// Queries that leave comments in every way there is.
const QUERIES: &[&str] = &[
    "check comment(\"a\" ply) or mate comment(\"b\")",
    "initial find {check comment(\"c\" ply)}",
    "initial find all {check comment(\"c\" ply) #[Aa]>5}",
    "initial find 2 3 {check comment(\"c\" ply)}",
    "terminal find <-- {check comment(\"c\" ply)}",
    "terminal find <-- 2 9 {check comment(\"c\" currentposition)}",
    "if find 3 5 {check comment(\"c\")} comment(\"t\") else comment(\"e\")",
    "{find 3 5 {check comment(\"c\")}} or {find all {ply>3 comment(\"d\")}}",
    "{find check}:{comment(\"x\") wtm} or comment(\"z\")",
    "initial find {terminal \"9\" in str(currentposition)}",
    "initial find all {str(currentposition)==str(lca(currentposition position 3))}",
    "initial find {x=currentposition check x:comment(\"at \" x)}",
    "line --> check --> not check",
    "line --> {not check comment(\"n\" ply)}{+} --> {check comment(\"c\")}",
    "line 3 9 --> {not check comment(\"n\" ply)}{2,4} --> ({true comment(\"t\")} --> {check comment(\"k\")})?",
    "line firstmatch --> {not check comment(\"n\")}{+} --> check comment(\"c\")",
    "line nestban --> {not check comment(\"n\" ply)}{3}",
    "line nestban firstmatch 2 9 --> {true comment(\"n\" ply)}{2,3} --> {check comment(\"c\")}",
    "line singlecolor --> {not check comment(\"n\")}{2,} --> {check comment(\"c\")}",
    "line <-- {check comment(\"c\")} <-- {true comment(\"b\" ply)}{,4} <-- {#[Aa]>6 comment(\"m\")}",
    "line primary --> .{2} --> {check comment(\"c\")}",
    "line secondary --> {true comment(\"s\" ply)}{2,}",
    "line lastposition --> .{3} --> {check comment(\"c\")}",
    "line --> move capture . comment(\"takes\") --> move from [Kk] comment(\"king\")",
    "line quiet --> {check comment(\"q\")} --> {line --> check --> {not check comment(\"in\")}}",
    "line --> {find {check comment(\"f\")}} --> {not find 2 9 {check comment(\"g\")}}",
    "initial line --> {true comment(\"r\" ply)}{*} --> {terminal comment(\"end\")}",
    "x=ply line --> {ply<x+4 comment(\"x\" x)}{+}",
    "initial x=0 line --> {x+=1 comment(\"v\" x)}{3,5} --> check",
    "path --(check) --",
    "path title \"T\" verbose --(check) -- --",
    "path (-- {not check comment(\"n\" ply)})+ --(check)",
    "path 2 4 (-- comment(\"m\" pathcount)){1,5} [x]",
    "path nestban 2 9 (-- comment(\"m\" ply)){1,3}",
    "path firstmatch -- {true comment(\"m\")} --* [x] comment(\"x\" to)",
    "path keepallbest (-- comment(\"m\" ply))+ check",
    "initial path keepallbest quiet verbose --{2,4} [x]",
    "initial path max #[Aa] (-- comment(\"m\" ply))+ check",
    "path focus [QRqr] (-- comment(\"f\" pathcountunfocused)){2,}",
    "initial path focus [Kk] piecepath quiet --{2,}",
    "path focus capture N verbose --{2,}",
    "path singlecolor (-- comment(\"o\")){2} --(check)",
    "path primary {comment(\"head\")} -- {comment(\"mid\")} --(check)",
    "path lastposition -- --({check comment(\"c\")})",
    "initial path (-- path quiet -- comment(\"in\") [x])+",
    "atomic n1=0 path quiet (-- n1+=1 comment(\"n\" n1))+ check",
    "sort \"v\" {check comment(\"best \" ply) #[Aa]}",
    "sort min \"v\" line 2 99 --> {check comment(\"c\")} --> {not check comment(\"n\")}{+}",
    "sort \"a\" {ply comment(\"p\") ply} sort \"b\" find all {check comment(\"f\")}",
    "check sort \"w\" path 2 99 (-- comment(\"m\"))+ [x]",
    "flipcolor {check comment(currenttransform) line --> Q --> {q comment(\"q\")}}",
    "flip {Ka1-4 comment(currenttransform) find quiet {check comment(\"c\" ply)}}",
    "square s1 in [Kk] {comment(\"k\" s1) s1 attackedby [QRBNPqrbnp]}",
    "square all s1 in [QRBNqrbn] {comment(s1) s1 attackedby A}",
    "piece p1 in [QRqr] {comment(p1) find quiet {p1 attacks [Kk] comment(p1)}}",
    "terminal echo (s t) {terminal s<t comment(\"e\" distance(s t))}",
    "sort \"e\" echo (s t) {s<t terminal s:terminal comment(\"pair\") distance(s t)}",
    "initial find {terminal} echo quiet (s t) {check comment(\"t\" t)}",
    "terminal echo (s t) {terminal consecutivemoves (s t)}",
    "echo quiet (s t) consecutivemoves (s t) ply==4",
    "wtm {echo quiet (s t) consecutivemoves (s t) depth>0} #[Aa]>20",
    "terminal max({comment(\"one\") #A} {comment(\"two\") #a})>3",
    "terminal min({comment(\"one\") \"x\"} {comment(\"two\") \"a\"})==\"a\"",
    "n1=0 while (n1<3) {n1+=1 comment(\"w\" n1)} check",
    "x=#{comment(\"s\") check [Kk]} x<2",
    "function f(v1 v2) {v1 comment(\"f\" v2) v1:check} f(find (check) ply)",
    "child:comment(\"c\") child(1):{comment(\"d\") check} or parent:comment(\"p\")",
    "settag(\"X\" str(currentposition)) message(currentposition) check",
    "originalcomment removecomment comment(\"r\") or check",
    "-- check comment(\"tail\")",
    "[QRqr][x][QRqr] comment(\"tail\")",
    "-- {comment(\"t\") check} or -- {comment(\"u\") true}",
    "initial find quiet 0 99 if {comment(\"b\" ply) check} mate",
    "initial if find 9 equal({comment(\"b\" ply) ply} 3) true",
    "initial if find <-- 9 {{comment(\"b\") R} in r} true",
    "initial find {{comment(\"b\" ply) K} in [e4,d5] or {check comment(\"c\")}}",
    "function f(v1) {v1 check} {f({comment(\"b\" ply) K})} or true",
    "x=0 {{x+=1 comment(\"l\" x) r}--{comment(\"r\" x) .} or x>0}",
    "square s1 in {comment(\"d\") R} false or true",
    "initial (imagine remove Q btm : not {check comment(\"i\")}) or true comment(\"j\")",
];

/// Some games of each kind.
fn games() -> Vec<Game> {
    let mut games = Vec::new();
    for (name, take) in [("variations", 2), ("wild", 2), ("studies", 5), ("extra", 38), ("trees", 1)] {
        let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("tests/data/games/{name}.pgn"));
        games.extend(Games::open(path).expect("games").take(take).map(|game| game.expect("a game")));
    }
    games
}

#[test]
fn the_plan_leaves_comments_alone() {
    let games = games();
    let on = PlanOptions::default();
    let plans = [
        PlanOptions { columns: false, ..on },
        PlanOptions { automata: false, ..on },
        PlanOptions { reorder: false, ..on },
        PlanOptions { blocks: false, ..on },
        PlanOptions { columns: false, automata: false, reorder: false, ..PlanOptions::default() },
    ];
    for text in QUERIES {
        let planned = |plan: PlanOptions| {
            let options =
                QueryOptions { dialect: Dialect::Six, variations: Some(true), plan, ..QueryOptions::default() };
            Query::with_options(text, &options).unwrap_or_else(|error| panic!("{text}\n{error}"))
        };
        let said = |query: &Query| -> Vec<_> {
            let options = SearchOptions { comments: true, ..SearchOptions::default() };
            let mut scratch = Scratch::new();
            games
                .iter()
                .map(|game| query.search_game(game, &mut scratch, &options).ok().map(|found| found.comments))
                .collect()
        };
        let usual = said(&planned(on));
        assert!(usual.iter().flatten().any(|comments| !comments.is_empty()), "{text}: no comment");
        for plan in plans {
            for ((other, usual), game) in said(&planned(plan)).iter().zip(&usual).zip(&games) {
                // A backtracker may give up.
                if other.is_some() && usual.is_some() {
                    assert_eq!(other, usual, "{text} in game {} with {plan:?}", game.number());
                }
            }
        }
    }
}

#[test]
fn comments_of_filters_that_fail_go_with_the_filter_that_takes_them_back() {
    let check = |text: &str, expected: &[(u32, &str)]| {
        let found = comments(A, text);
        let found: Vec<(u32, &str)> = found.iter().map(|(n, text)| (*n, text.as_str())).collect();
        assert_eq!(found, expected, "{text}");
    };
    // `find`, `if` and `:` take nothing back.
    let hits = "find 5 {check comment(\"c\")}";
    check(&format!("initial if {hits} false else comment(\"e\")"), &[(5, "c"), (7, "c"), (0, "e")]);
    check(&format!("initial {{{hits}}} or comment(\"o\")"), &[(5, "c"), (7, "c"), (0, "o")]);
    check("initial if (find check):mate true else comment(\"e\")", &[(5, "Found"), (0, "e")]);
    // Braces, `not`, comparisons, `max` and `or`, where both sides fail, do.
    check(&format!("initial not {hits}"), &[]);
    check(&format!("initial if {{{hits} true}} true else comment(\"e\")"), &[(0, "e")]);
    check(&format!("initial {{{hits}}} or false or comment(\"o\")"), &[(0, "o")]);
    check("initial {comment(\"s\") check K} or comment(\"o\")", &[(0, "o")]);
    check("initial if find check>find ply>6 true else comment(\"e\")", &[(0, "e")]);
    check(
        "initial max({comment(\"a\") \"a\"} {comment(\"b\") \"b\"} {comment(\"c\") \"b\"})>\"a\"",
        &[(0, "b"), (0, "c")],
    );
}

/// The comments that a query leaves at the position after the second ply of a game.
fn left(body: &str) -> Vec<String> {
    let found = comments(A, &format!("ply==2 {body}"));
    found.into_iter().inspect(|(position, _)| assert_eq!(*position, 2, "{body}")).map(|(_, text)| text).collect()
}

#[test]
fn braces_that_yield_a_set_take_nothing_back() {
    let set = "{comment(\"b\") []}";
    for filter in [
        format!("up 1 {set}"),
        format!("diagonal {set}"),
        format!("light {set}"),
        format!("(K & {set})"),
        format!("([] & {set})"),
        format!("({set} | [])"),
        format!("({set} -> k)"),
        format!("(K -> {set})"),
        format!("(K attacks {set})"),
        format!("pin from {set}"),
        format!("move from {set}"),
        format!("move to {set}"),
        format!("move legal from {set}"),
        format!("legal --{set}"),
        format!("x=?{set}"),
        format!("[forall]x[element]{set} x->k"),
        format!("sort \"r\" {set}"),
        format!("#{set} == 0"),
        String::from("up 1 {comment(\"b\") false R}"),
        String::from("up 1 {comment(\"b\") check mate R}"),
    ] {
        assert_eq!(left(&format!("if {filter} true else true")), ["b"], "{filter}");
    }
    // The squares of the last move are evaluated where it was played.
    let previous = comments(A, &format!("ply==2 if move previous to {set} true else true"));
    assert_eq!(previous, [(1, "b".to_owned())]);
    // Asked whether they match, braces take back what they wrote.
    for filter in
        [set.to_owned(), format!("({set})"), format!("currentposition:{set}"), format!("if wtm {set} else false")]
    {
        assert_eq!(left(&format!("if {filter} true else true")), [""; 0], "{filter}");
    }
}

#[test]
fn the_domain_of_a_loop_keeps_its_comments_where_no_round_matches() {
    for filter in [
        "square x in {comment(\"b\") R} false",
        "square x in {comment(\"b\") R} {comment(\"round\") x->k}",
        "piece x in {comment(\"b\") R} false",
        "piece x in {comment(\"b\") R} mate",
        "[Aa]x[element]{comment(\"b\") R} false",
        "square x in {comment(\"b\") []} true",
    ] {
        assert_eq!(left(&format!("if {filter} true else true")), ["b"], "{filter}");
    }
}

#[test]
fn find_takes_nothing_back() {
    // None of these bodies matches anywhere, and none takes back what its parts wrote.
    for body in [
        "equal({comment(\"b\") 1} 2)",
        "if {comment(\"b\") true} false",
        "{comment(\"b\") R} in []",
        "{comment(\"b\") \"x\"} ~~ \"y\"",
        "rank {comment(\"b\") .}",
        "colortype {comment(\"b\") .}",
        "pieceid {comment(\"b\") .}",
        "ray ({comment(\"b\") R} [])",
        "xray ({comment(\"b\") R} [])",
        "between ({comment(\"b\") R} [])",
        "makesquare ({comment(\"b\") 9} 1)",
        "int {comment(\"b\") \"x\"}",
        "ascii {comment(\"b\") \"xy\"}",
        "indexof ({comment(\"b\") \"x\"} \"y\")",
        "position {comment(\"b\") 99}",
        "child({comment(\"b\") 9})",
        "{comment(\"b\") currentposition}:false",
        "ancestor({comment(\"b\") currentposition} initialposition)",
    ] {
        let all: Vec<(u32, String)> = (0..11).map(|n| (n, "b".to_owned())).collect();
        assert_eq!(comments(A, &format!("initial find quiet 0 99 {body}")), all, "{body}");
        for find in ["find quiet", "find quiet all"] {
            assert_eq!(comments(A, &format!("initial if {find} {body} true else true")), all, "{find} {body}");
        }
    }
    let expected: Vec<(u32, String)> = (0..11).map(|n| (n, "b".to_owned())).collect();
    assert_eq!(comments(A, "initial if find quiet find quiet 99 comment(\"b\") true else true"), expected);
    // On the way to the first position that matches.
    let text = "initial find quiet if {comment(\"b\" ply) ply<3} false else comment(\"hit\")";
    let expected = [(0, "b0"), (1, "b1"), (2, "b2"), (3, "hit")].map(|(n, text)| (n, text.to_owned()));
    assert_eq!(comments(A, text), expected);
    // `next*` takes back, and a body that takes back leaves nothing.
    assert_eq!(comments(A, "initial if find quiet {comment(\"b\") false} true else true"), []);
}

#[test]
fn a_call_takes_nothing_back() {
    for call in [
        "function f(x){originalcomment} f({comment(\"b\") R})",
        "function f(x){x->k} f({comment(\"b\") R})",
        "function f(x){#x/0} f({comment(\"b\") R})",
        "function f(x){tag \"Opening\"} f({comment(\"b\") R})",
        "function f(x){child(x)} f({comment(\"b\") 9})",
        "function f(x v){child(x)} f({comment(\"b\") 9} 1/0)",
    ] {
        let (function, call) = call.split_at(call.find('}').expect("a body") + 1);
        assert_eq!(left(&format!("{function} if {call} true else true")), ["b"], "{call}");
        assert_eq!(left(&format!("{function} if {{{call} true}} true else true")), [""; 0], "{call}");
    }
    assert_eq!(left("function f(x){originalcomment} comment(f({comment(\"b\") R}))"), ["b", "<false>"]);
}

#[test]
fn a_character_that_a_text_lacks_takes_back() {
    for (slice, expected) in
        [("[5]", [""; 0].as_slice()), ("[-4]", &[]), ("[1]", &["b"]), ("[5:]", &["b"]), ("[1:9]", &["b"])]
    {
        let text = format!("if {{comment(\"b\") \"abc\"}}{slice} true else true");
        assert_eq!(left(&text), expected, "{slice}");
    }
}

#[test]
fn operands_are_evaluated_in_the_order_of_the_tree() {
    // The lower of two positions comes first.
    let marked = |name: &str| format!("{{comment(\"{name}\") currentposition}}");
    let (first, second) = (marked("a"), marked("b"));
    assert_eq!(left(&format!("if descendant({first} {second}) true else true")), ["a", "b"]);
    assert_eq!(left(&format!("if ancestor({first} {second}) true else true")), ["b", "a"]);
    // Without a number of the file that of the rank is not asked for.
    assert_eq!(left("comment(makesquare(1/0 {comment(\"b\") 1}))"), ["[]"]);
    assert_eq!(left("comment(makesquare(9 {comment(\"b\") 1}))"), ["b", "[]"]);
}

#[test]
fn a_position_named_in_a_text_gets_its_id_as_a_comment() {
    let game = "1. e4 (1. d4 d5) e5 *";
    let expected = [(4, "id:4".to_owned()), (4, "Found".to_owned())];
    // Nothing takes back what `in` leaves where it fails.
    let searched = comments(game, "cql(variations) initial find {\"[4]\" in str(currentposition)}");
    assert_eq!(searched, [&[(3, "id:3".to_owned())], expected.as_slice()].concat());
    for body in ["x=str(currentposition) terminal depth>0", "depth>0 terminal message(0)"] {
        assert_eq!(comments(game, &format!("cql(variations) initial find {{{body}}}")), expected, "{body}");
    }
}

#[test]
fn a_sign_behind_hascomment_belongs_to_it_also_in_a_comment() {
    let texts = |item: &str| -> Vec<String> {
        let found = comments("1. e4! {c} d5 *", &format!("comment({item})"));
        found.into_iter().map(|(_, text)| text).collect()
    };
    assert_eq!(texts("hascomment \"!\""), ["<false>", "<true>", "<false>"]);
    assert_eq!(texts("\"a\" originalcomment \"$1\""), ["a<false>", "a<true>", "a<false>"]);
    assert_eq!(texts("str(hascomment \"!\" \"b\")"), ["<false>b", "<true>b", "<false>b"]);
    assert_eq!(texts("hascomment \"??\" \"x\"")[1], "<false>x");
    // Any other text is an item of its own.
    assert_eq!(texts("hascomment \"c\""), ["<false>c", "cc", "<false>c"]);
}

/// What only comments meet takes no match away, and leaves the next game its comments.
#[test]
fn an_error_of_a_comment_leaves_out_the_comments() {
    let text = "cql(matchstring \"here\") check comment({ply*100000*100000} * {100000*100000*(ply/9)})";
    let query = Query::with_options(text, &QueryOptions::default()).expect("a query");
    let comments = SearchOptions { comments: true, ..SearchOptions::default() };
    let mut scratch = Scratch::new();
    let found = [
        "1. e4 f6 2. a3 g5 3. Qh5# *",
        "1. e4 f6 2. Qh5+ g6 3. Qxg6+ hxg6 4. a3 a6 5. b3 b6 6. Bb5 c6 7. c3 d6 8. c4 e6 9. Bxc6+ *",
    ]
    .into_iter()
    .chain(["1. e4 f6 2. Qh5+ *"])
    .map(|pgn| query.search_game(&super::game(pgn), &mut scratch, &comments).expect("matches"))
    .map(|found| (found.matches.len(), found.comments.len(), found.comment_error.map(|error| error.message)))
    .collect::<Vec<_>>();
    let message = "the comments of this game are left out: the number";
    assert!(
        matches!(&found[..], [(1, 2, None), (3, 3, Some(error)), (1, 2, None)] if error.contains(message)),
        "{found:?}"
    );
}
