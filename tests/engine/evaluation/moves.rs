//! Moves that were not played, positions that were not reached, and what the comments of a game say in numbers.

use super::{A, game, query, values};
use tabiya::syntax::Dialect;
use tabiya::{Query, QueryOptions, RunEvent, Scratch, SearchOptions, Value};

/// The game of the table below. The filters are evaluated at the position after 4...Bxc3+.
const F: &str = "1. e4 e6 2. d4 d5 3. Nc3 Bb4 4. a3 Bxc3+ 5. bxc3 *";

fn squares(names: &[&str]) -> Value {
    Value::Squares(names.iter().map(|name| (*name).to_owned()).collect())
}

/// The value of a filter after 4...Bxc3+.
fn at_f(filter: &str) -> Value {
    values(F, "ply==8", filter).remove(0).1
}

#[test]
fn every_form_of_move_at_one_position() {
    let rows = [
        ("move", Value::True),
        ("move count", Value::Number(1)),
        ("move from . previous", squares(&["b4"])),
        ("move to . previous", squares(&["c3"])),
        ("move capture . previous", squares(&["c3"])),
        ("move previous from b4", Value::True),
        ("move legal count", Value::Number(4)),
        ("move from A legal", squares(&["c1", "d1", "e1", "b2"])),
        ("move to _ legal", squares(&["d2", "e2"])),
        ("move to a legal", squares(&["c3"])),
        ("move capture . legal", squares(&["c3"])),
        ("move legal castle", Value::None),
        ("move pseudolegal count", Value::Number(35)),
        ("move legal reverse count", Value::Number(2)),
        ("move from . legal reverse", squares(&["b4", "a5"])),
    ];
    for (filter, expected) in rows {
        assert_eq!(at_f(filter), expected, "{filter}");
    }
}

/// The text that a query prints.
fn messages(pgn: &str, text: &str) -> Vec<String> {
    let found = query(text, None).search_game(&game(pgn), &mut Scratch::new(), &SearchOptions::default());
    let said = found.expect("a search").events.into_iter();
    said.map(|said| match said {
        RunEvent::Message(text) => text,
        other => panic!("{other:?}"),
    })
    .collect()
}

#[test]
fn moves_taken_back_have_names() {
    let text = "ply==8 move legal reverse : message quiet currentmutation";
    assert_eq!(messages(F, text), ["4...~Bb4x(N)c3+", "4...~Ba5x(N)c3+"]);
}

/// The puzzle of `tests/engine/chess/puzzle.rs`.
const PUZZLE: &str = "[FEN \"r1b2b1r/ppp1ppp1/B1n1k2p/3q4/3p1P2/5P2/PPPPRKPP/RNBQN3 b - - 0 11\"]\n\n*";

#[test]
fn targets_are_evaluated_on_copies() {
    assert_eq!(at_f("move legal count : check"), Value::Number(0));
    assert_eq!(at_f("move legal all : not check"), Value::True);
    assert_eq!(at_f("move legal all : {ply==9}"), Value::True);
    assert_eq!(at_f("move legal all count : not mate"), Value::Number(4));
    assert_eq!(at_f("move legal all count : R"), Value::Number(4));
    assert_eq!(at_f("move legal all count : Bd2"), Value::None);
    assert_eq!(at_f("move to . legal : parent:b"), squares(&["d2", "e2", "c3"]));
    assert_eq!(at_f("move to . legal : {{move from . previous}==c1}"), squares(&["d2"]));
    assert_eq!(at_f("move to . legal : {{move legal count : mate}==0}"), squares(&["d2", "e2", "c3"]));
    assert_eq!(at_f("move from . legal reverse : reachableposition"), squares(&["b4", "a5"]));
    assert_eq!(at_f("move legal null : true"), Value::None, "White is in check");
    assert_eq!(at_f("move pseudolegal null : btm"), Value::True);
    assert_eq!(at_f("move legal null"), Value::None);
    let text = "ply==8 move legal : message quiet (move from . previous \" \" currentmutation)";
    let mut spoken = messages(F, text);
    spoken.sort();
    assert_eq!(spoken, ["b2 5.bxc3", "c1 5.Bd2", "d1 5.Qd2", "e1 5.Ke2"]);
}

#[test]
fn nothing_leaks_into_the_game() {
    let options = SearchOptions { comments: true, match_string: Some(String::new()), ..SearchOptions::default() };
    let query = query("ply==8 {move legal count : comment(\"x\")} > 0", None);
    let found = query.search_game(&game(F), &mut Scratch::new(), &options).expect("a search");
    assert!(found.comments.iter().all(|comment| comment.text != "x"), "{:?}", found.comments);
    // A column of the game is not filled by what holds beside it.
    assert_eq!(values(A, "next ({move legal count < 5} . check?) {move legal count : check} > 0", "ply").len(), 0);
}

#[test]
fn a_position_that_is_gone_is_not_taken_for_another() {
    for (text, found) in [
        // Without `saveposition` it is gone with the move.
        ("{move legal to e2 : {y=currentposition true}} y:true", false),
        ("{move legal to e2 : {y=currentposition true}} {move legal to c3 : {y:true}}", false),
        ("{move legal to e2 : {y=currentposition true}} {imagine remove b : {y:true}}", false),
        ("{move legal to e2 : {y=saveposition true}} {move legal to c3 : {y:Ke2}}", true),
        ("{move legal to e2 : {y=saveposition y==currentposition}}", true),
        ("{move legal to e2 : {{move legal to a5 : {y=saveposition}} x=saveposition}} y:parent==x", true),
        ("x=imagine add Qa4 y=imagine add Qa4 not x==y", true),
    ] {
        assert_eq!(!values(F, &format!("ply==8 {text}"), "ply").is_empty(), found, "{text}");
    }
}

#[test]
fn saved_positions_are_related_to_those_of_the_game() {
    let saved = "ply==8 x=imagine remove bc3 y=x:imagine add Qa4 {move legal to e2 : z=saveposition}";
    for text in [
        "x [>] currentposition currentposition [<] y y [>] x not x [<] currentposition",
        "lca(x z)==currentposition lca(x y)==x lca(z initialposition)==initialposition",
        "ancestor(initialposition x) descendant(y x) not ancestor(z x)",
        "distance(x currentposition)==0 distance(z currentposition)==1 distance(z initialposition)==9",
        "move legal reverse all : {distance(currentposition parent)==1 distance(initialposition currentposition)==9}",
        "#{x & currentposition}==63 #{z & currentposition}==62 #{y & z}==60",
        "str(x)==\"move 5(wtm)[-bc3]\" str(y)==\"move 5(wtm)[-bc3 +Qa4]\" str(z)==\"move 5(btm)[5.Ke2]\"",
        "{move legal to e2 : w=saveposition} consecutivemoves(z w)==1 not consecutivemoves(x y)",
    ] {
        assert_eq!(values(F, &format!("{saved} {text}"), "ply").len(), 1, "{text}");
    }
}

#[test]
fn paths_followed_beside_the_game_are_forgotten() {
    let text = "ply==6 {path -- --} {move legal : {parent:{path -- -- --}}}";
    assert_eq!(values(F, text, "pathcount"), [(6, Value::Number(2))]);
}

#[test]
fn mistakes_beside_the_game_have_a_place_in_it() {
    let found = query("ply==8 {if ply>8 then x=1 else true} move legal : {x>0}", None).search_game(
        &game(F),
        &mut Scratch::new(),
        &SearchOptions::default(),
    );
    assert_eq!(found.expect_err("x has no value").position, 8);
}

#[test]
fn counts_of_moves_are_columns() {
    let few = values(F, "next ({move legal count < 5}+)", "ply");
    assert_eq!(few, [(8, Value::Number(8))]);
    let text = "next 1 9 ({{move legal count : check} > 0}+)";
    assert!(Query::parse(text).is_ok());
}

#[test]
fn imagined_positions() {
    assert_eq!(at_f("imagine remove b : check"), Value::None);
    assert_eq!(at_f("imagine remove Pd4 : #P"), Value::Number(7));
    assert_eq!(at_f("imagine add Qa4 btm : check"), Value::True);
    assert_eq!(at_f("imagine add n at {[d2,e2]} : n"), squares(&["d2", "e2", "b8", "g8"]));
    assert_eq!(at_f("imagine remove [Aa] add Ka1 add kc1 add Ph7 wtm : move legal promote A count"), Value::Number(4));
    assert_eq!(at_f("imagine remove k : legalposition"), Value::None);
    assert_eq!(at_f("imagine add Na1 add Nb1 : reachableposition"), Value::None);
    assert_eq!(at_f("imagine remove p add Bb2 add Ba2 : {move from . previous}"), squares(&[]));
    let saved = "ply==8 x=imagine remove Pe4 x:{y=imagine remove Pd4} y:{#P==6} #P==8";
    assert_eq!(values(F, saved, "y:parent:#P"), [(8, Value::Number(7))]);
    assert_eq!(
        values(F, "ply==8 move legal : {to==e2 z=saveposition}", "z:fen[0:4]"),
        [(8, Value::Text("rnbq".into()))]
    );
    assert_eq!(values(F, "ply==8", "imagine remove Pe4 btm : currentmutation"), [(8, Value::Text("-Pe4 btm".into()))]);
}

#[test]
fn pieces_are_followed_into_imagined_positions() {
    let text = "ply==8 piece x in Q {{move legal count : {x==d2}} == 1} == Q";
    assert_eq!(values(F, text, "ply").len(), 1);
    assert_eq!(values(F, "ply==8 piece x = Qd1 {imagine remove Q : not x}", "ply").len(), 1);
}

#[test]
fn rules_about_parameters_are_kept() {
    for text in [
        "move castle o-o",
        "move castle castle",
        "move primary secondary",
        "move primary legal",
        "move secondary pseudolegal",
        "move previous legal",
        "move legal pseudolegal",
        "move reverse",
        "move reverse previous",
        "move drop P reverse legal",
        "move drop P null",
        "move drop P from .",
        "move drop P capture .",
        "move drop P promote Q",
        "move drop P enpassant",
        "move drop P enpassantsquare .",
        "move drop P castle",
        "move drop P o-o-o",
        "move legal all",
        "move legal : R attacks k",
        "move legal from K|Q count",
    ] {
        let options = QueryOptions { dialect: Dialect::Six, ..QueryOptions::default() };
        let error = Query::with_options(text, &options).expect_err(text).to_string();
        assert!(error.contains("rule: ") || error.contains("help: "), "{error}");
    }
}

#[test]
fn the_last_move_of_the_puzzle() {
    let mut names = messages(PUZZLE, "initial move legal reverse : message quiet currentmutation");
    names.sort();
    assert_eq!(names, ["1.~Ke3f2+", "1.~Ke3x(N)f2+", "1.~Pe3x(N)f4+"]);
    assert_eq!(values(PUZZLE, "initial", "move legal reverse count"), [(0, Value::Number(3))]);
    let reachable = "move legal reverse count : reachableposition";
    assert_eq!(values(PUZZLE, "initial", reachable), [(0, Value::Number(1))]);
    let last = messages(PUZZLE, "initial move legal reverse : {reachableposition message quiet currentmutation}");
    assert_eq!(last, ["1.~Pe3x(N)f4+"]);
}

#[test]
fn clocks_and_evaluations() {
    let pgn = "1. e4 {[%eval 0.3/18] [%clk 0:03:00]} e5 {[%clk 0:02:59]} 2. Nf3 {[%eval #3] [%clk 0:02:10]} Nc6 *";
    assert_eq!(values(pgn, "clock", "clock"), [(1, 180), (2, 179), (3, 130)].map(|(n, c)| (n, Value::Number(c))));
    assert_eq!(values(pgn, "clock white - clock black > 0", "clock white"), [(2, Value::Number(180))]);
    assert_eq!(values(pgn, "eval", "eval"), [(1, Value::Number(30)), (3, Value::Number(10_000))]);
    assert_eq!(values(pgn, "eval mate", "eval mate"), [(3, Value::Number(3))]);
    assert_eq!(values("1. e4 {[%emt 0:00:07]} *", "elapsed > 5", "elapsed"), [(1, Value::Number(7))]);
    assert_eq!(values(pgn, "next 2 9 ({clock > 170}+)", "ply"), [(1, Value::Number(1))]);
}

#[test]
fn times_of_moves_by_the_clocks() {
    let moves = "1. e4 {[%clk 0:03:00]} e5 {[%clk 0:03:00]} 2. Nf3 {[%clk 0:02:52]} Nc6 {[%clk 0:03:05] [%emt 0:00:01]} \
                 3. Bb5 {[%clk 0:03:00]} a6 {[%clk 0:02:00]} *";
    let elapsed = |tags: &str| values(&format!("{tags}{moves}"), "elapsed", "elapsed");
    let number = |found: [(u32, i64); 3]| found.map(|(node, seconds)| (node, Value::Number(seconds)));
    // The clock of White grows at the third move: without an increment nobody knows by how much.
    assert_eq!(elapsed("[TimeControl \"180+2\"]\n\n"), number([(3, 10), (4, 1), (6, 67)]));
    assert_eq!(elapsed(""), number([(3, 8), (4, 1), (6, 65)]));
    assert_eq!(elapsed("[TimeControl \"-\"]\n\n"), elapsed(""));
    let later = elapsed("[TimeControl \"40/5400+30:1800+30\"]\n\n");
    assert_eq!(later[2..], [(5, Value::Number(22)), (6, Value::Number(95))]);
    // In a variation the clock before is the one of its own line.
    let varied =
        "1. e4 {[%clk 0:01:00]} e5 2. Nf3 {[%clk 0:00:50]} (2. d4 {[%clk 0:00:40]} exd4 3. c3 {[%clk 0:00:39]}) *";
    let found = values(varied, "cql(variations) elapsed", "elapsed");
    assert_eq!(found.iter().map(|(_, value)| value.clone()).collect::<Vec<_>>(), [10, 20, 1].map(Value::Number));
}

#[test]
fn comments_of_engine_tournaments() {
    let tcec = "1. e4 {book, mb=+0+0+0+0+0,} b6 {book,} 2. d4 {d=33, mt=37918, tl=1765082, wv=0.60, R50=50,} \
                e6 {mt=31117, tl=1771883, wv=2.60,} 3. Bd3 {mt=900, wv=M9,} Bb7 {mt=1000, wv=-M4,} *";
    let numbers = |pgn: &str, filter: &str| {
        let found = values(pgn, filter, filter).into_iter();
        found.map(|(node, value)| (node, if let Value::Number(n) = value { n } else { 0 })).collect::<Vec<_>>()
    };
    assert_eq!(numbers(tcec, "eval"), [(3, 60), (4, 260), (5, 10_000), (6, -10_000)]);
    assert_eq!(numbers(tcec, "eval mate"), [(5, 4), (6, -2)]);
    assert_eq!(numbers(tcec, "elapsed"), [(3, 37), (4, 31), (5, 0), (6, 1)]);
    assert_eq!(numbers(tcec, "clock"), [(3, 1765), (4, 1771)]);
    assert_eq!(numbers(tcec, "evaldrop > 0"), [(4, 200)]);
    // The scores of cutechess are those of the side that has moved.
    let cutechess = "1. e4 {+0.30/16 1.5s} e5 {-0.20/18 0.78s} 2. Nf3 {+M5/20 2s, White mates} *";
    assert_eq!(numbers(cutechess, "eval"), [(1, 30), (2, 20), (3, 10_000)]);
    assert_eq!(numbers(cutechess, "eval mate"), [(3, 2)]);
    assert_eq!(numbers(cutechess, "elapsed"), [(1, 1), (2, 0), (3, 2)]);
}
