//! `echo` and `consecutivemoves`: pairs of positions, and the comments about them.

use super::{comments, game, query, values};
use tabiya::{Scratch, SearchOptions, Value};

/// Two variations with the same three moves in them.
const TWINS: &str = "1. e4 ( 1. d4 d5 2. c4 e6 3. Nc3 Nf6 ) ( 1. c4 e6 2. d4 Nf6 3. Nc3 d5 ) e5 *";

fn all(text: &str) -> String {
    format!("cql(variations) {text}")
}

fn comment_texts(text: &str) -> Vec<(u32, String)> {
    comments(TWINS, &all(text))
}

#[test]
fn an_echo_has_the_pair_in_its_variables() {
    let nine = |text: &str| values(TWINS, &all(text), "1").iter().map(|(n, _)| *n).collect::<Vec<_>>();
    // Positions 8 and 14 are the same board: a transposition.
    assert_eq!(nine("echo (x y) {#(x & y)==64}"), [8, 14]);
    assert_eq!(nine("positionid>13 echo (x y) in all {#(x & y)==64}"), [14]);
    assert_eq!(nine("positionid<3 echo (x y) in all {#(x & y)==64}"), [0, 1, 2]);
    assert_eq!(nine("positionid==8 echo (x y) {y:positionid==14 x:positionid==8 positionid==14}"), [8]);
    let best = values(TWINS, &all("positionid==3"), "echo (x y) {terminal distance(x y)}");
    assert_eq!(best, [(3, Value::Number(7))]);
}

#[test]
fn an_echo_comments_on_its_pairs() {
    let pair = |notes: &[(u32, &str)]| notes.iter().map(|(n, text)| (*n, (*text).to_owned())).collect::<Vec<_>>();
    assert_eq!(
        comment_texts("positionid==8 echo (x y) {terminal primary not mainline positionid==14}"),
        pair(&[
            (0, "LCA"),
            (8, "x"),
            (14, "y"),
            (8, "id:8"),
            (14, "-->move 4(wtm)[8]"),
            (14, "id:14"),
            (8, "<--move 4(wtm)[14]")
        ])
    );
    assert_eq!(
        comment_texts("positionid==8 echo quiet (x y) {positionid==14 comment(\"here\")}"),
        pair(&[(14, "here")])
    );
    assert_eq!(comment_texts("positionid==8 not echo (x y) {positionid==15}"), pair(&[]));
    // Below `sort` only the best pair is commented on.
    let sorted = comment_texts("positionid==3 sort \"d\" echo (x y) {mainline comment(\"at \" ply) ply}");
    assert!(sorted.iter().filter(|(_, text)| text.starts_with("at ")).eq([&(2, "at 2".to_owned())]), "{sorted:?}");
}

#[test]
fn the_variables_of_an_echo_are_free_before_and_after() {
    let search =
        |text: &str| query(&all(text), None).search_game(&game(TWINS), &mut Scratch::new(), &SearchOptions::default());
    let error = search("x=parent echo (x y) check").expect_err("x has a value");
    assert!(error.message.contains("`x` of an `echo` already has a value"), "{error}");
    let found = search("echo (x y) check isunbound x isunbound y").expect("a search");
    assert!(found.matches.is_empty());
    let found = search("initial echo (x y) wtm isunbound x isunbound y").expect("a search");
    assert_eq!(found.matches.len(), 1);
}

#[test]
fn moves_in_common_are_counted_and_shown() {
    // 3. Nc3 Nf6 on the one side; on the other Nc3 is followed by d5. d4 and e6 do not stand in the same order.
    let text = "positionid==8 x=currentposition y=position 14 consecutivemoves (x y)";
    assert_eq!(values(TWINS, &all(text), "consecutivemoves quiet (x y)"), [(8, Value::Number(2))]);
    let shown = |n: u32, text: &str| (n, text.to_owned());
    let expected = [shown(5, "x-move[1]"), shown(9, "y-move[1]"), shown(6, "x-move[2]"), shown(10, "y-move[2]")];
    assert_eq!(comment_texts(text), expected);
    assert!(values(TWINS, &all("initial x=position 5 y=position 8 consecutivemoves (x y)"), "1").is_empty());
    assert!(values(TWINS, &all("initial x=position 8 y=position 14 consecutivemoves 3 9 (x y)"), "1").is_empty());
    assert_eq!(values(TWINS, &all("initial x=position 8 y=position 14 consecutivemoves 2 (x y)"), "1").len(), 1);
}

#[test]
fn the_longest_common_run_of_the_game_is_shown_at_its_end() {
    let text = "x=position 8 y=currentposition y>x consecutivemoves 1 5 (x y) comment(\"seen\")";
    let found = comment_texts(text);
    let last_seen = found.iter().rposition(|(_, text)| text == "seen");
    let first_shown = found.iter().position(|(_, text)| text.contains("move[1]"));
    assert!(last_seen < first_shown, "{found:?}");
    assert_eq!(found.iter().filter(|(_, text)| text.starts_with("y-move")).count(), 2);
}

#[test]
fn awards_sort_games_by_class_and_rank() {
    let pgn = "[Event \"2/3.hm Ember cup\"]\n[Black \"U1 +0410.01a1b8\"]\n\n{EG#7 {} <cook x} 1. e4 *";
    let found = query("hhdb sort award hhdb dual", None)
        .search_game(&game(pgn), &mut Scratch::new(), &SearchOptions::default())
        .expect("a search");
    let values: Vec<String> = found.sort_values.iter().flatten().map(ToString::to_string).collect();
    assert_eq!(values, ["hm", "2", "3"]);
    assert_eq!(found.matches.len(), 2);
}
