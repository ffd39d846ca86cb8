//! `line`, `path` and `find` of CQL 6: value tables of small games, comments, and what a path leaves behind.

use crate::requirements::{A, B, C, E, Run, main_line, variations};

/// Ids: 1 e4, 2 e5, 3 c5, 4 d4.
const F: &str = "1. e4 (1. d4) 1... e5 (1... c5) *";

/// Game, whether variations are searched, filter, value table.
const TABLE: &[(&str, bool, &str, &str)] = &[
    (A, false, "line --> not check{+}", "0:5 1:4 2:3 3:2 4:1 6:1 8:3 9:2 10:1"),
    (A, false, "line 3 4 --> not check{+}", "1:4 2:3 8:3"),
    (A, false, "line firstmatch --> not check{+}", "0:1 1:1 2:1 3:1 4:1 6:1 8:1 9:1 10:1"),
    (A, false, "line 3 100 nestban --> not check{+}", "0:5 8:3"),
    (A, false, "line --> not check --> check{*}", "0:1 1:1 2:1 3:1 4:2 6:2 8:1 9:1 10:1"),
    (A, false, "line --> check{*}", "5:1 7:1"),
    (A, false, "line 0 100 --> check{*}", "5:1 7:1"),
    (A, false, "line --> (wtm --> btm){2} --> wtm", "0:5 2:5 4:5 6:5"),
    (A, false, "line --> .{2,3}", "0:3 1:3 2:3 3:3 4:3 5:3 6:3 7:3 8:3 9:2"),
    (A, false, "line nestban --> .{2,3}", "0:3 3:3 6:3 9:2"),
    (A, false, "line nestban firstmatch --> .{2,3}", "0:2 2:2 4:2 6:2 8:2"),
    (A, false, "line --> (check --> not check)? --> .", "0:1 1:1 2:1 3:1 4:1 5:3 6:1 7:3 8:1 9:1 10:1"),
    (A, false, "line <-- check <-- .{*}", "5:6 7:8"),
    (A, false, "line <-- not check{+}", "0:1 1:2 2:3 3:4 4:5 6:1 8:1 9:2 10:3"),
    (A, false, "line singlecolor --> .{+}", "0:6 1:5 2:5 3:4 4:4 5:3 6:3 7:2 8:2 9:1 10:1"),
    (A, false, "line singlecolor 2 100 nestban --> .{+}", "0:6 1:5"),
    (A, false, "line --> move capture . --> check --> not check{+}", "4:3"),
    (A, false, "find all {line nestban --> .{2}}", "0:5"),
    (B, false, "line --> .{+}", "0:3 1:2 2:1"),
    (B, true, "line --> .{+}", "0:5 1:2 2:1 3:4 4:3 5:2 6:1 7:2 8:1"),
    (B, true, "line primary --> .{+}", "0:3 1:2 2:1 3:4 4:3 5:2 6:1 7:2 8:1"),
    (B, true, "line secondary --> .{+}", "0:2 1:1 2:1 3:1 4:1 5:1 6:1 7:1 8:1"),
    (C, true, "line --> move promote B --> .{*}", "0:4"),
    (C, true, "line 5 1000 --> move promote B --> .{*}", ""),
    (C, true, "line --> not move promote B --> .{*}", "0:11 1:10 2:9 3:8 4:7 5:6 6:5 7:4 8:3 9:2 10:1 11:3 12:2 13:1"),
    (C, true, "line 5 100 --> {line --> move promote B} --> .{*}", "0:11"),
    (C, true, "line 5 100 --> {find move promote B} --> .{*}", "0:11"),
    (C, true, "line --> {move promote Q and move promote B}", ""),
    (C, true, "line --> {move promote Q and move promote B} --> .", ""),
    (C, true, "line --> {line --> {move promote Q and move promote B}}", ""),
    (C, true, "line 5 100 --> {#{move to e8}==1} --> .{*}", "0:11"),
    (C, true, "line --> {child(1):true} --> .{*}", "0:11"),
    (A, false, "path --+", "0:10 1:9 2:8 3:7 4:6 5:5 6:4 7:3 8:2 9:1"),
    (A, false, "path -- not check +", "0:4 1:3 2:2 3:1 5:1 7:3 8:2 9:1"),
    (A, false, "path --* check", "0:7 1:6 2:5 3:4 4:3 5:2 6:1"),
    (A, false, "path check --", "5:1 7:1"),
    (A, false, "path check", ""),
    (A, false, "path nestban --{2,3}", "0:3 3:3 6:3"),
    (A, false, "path firstmatch --{2,}", "0:2 1:2 2:2 3:2 4:2 5:2 6:2 7:2 8:2"),
    (A, false, "path 2 3 --+", "7:3 8:2"),
    (A, false, "path [x]+", "4:2 5:1 9:1"),
    (A, false, "path singlecolor --+", "0:5 1:5 2:4 3:4 4:3 5:3 6:2 7:2 8:1 9:1"),
    (A, false, "path focus Q --+", "2:2 4:1"),
    (A, false, "path focus capture Q --+", "2:3 4:2 5:1"),
    (A, false, "path focus [Qq] --+", "2:2 4:1"),
    (A, false, "path max ply --+", "0:10 1:10 2:10 3:10 4:10 5:10 6:10 7:10 8:10 9:10"),
    (A, false, "path 4 max ply --+", ""),
    (B, true, "path --+", "0:4 1:1 3:3 4:2 5:1 7:1"),
    (B, true, "path primary --+", "0:2 1:1 3:3 4:2 5:1 7:1"),
    (B, true, "path --(secondary) --+", "0:4"),
    (B, true, "path --* [x]", "0:4 3:3 4:2 5:1"),
    (B, true, "path focus P --+", "0:2 4:1"),
    (A, false, "find all check", "0:2 1:2 2:2 3:2 4:2 5:2 6:1 7:1"),
    (A, false, "find 0 check", "8:0 9:0 10:0"),
    (A, false, "find <-- all check", "5:1 6:1 7:2 8:2 9:2 10:2"),
    (A, false, "find 1 check", "6:1 7:1"),
    (B, true, "find all ply==2", "0:3 1:1 2:1 3:1 4:1 7:1 8:1"),
    (E, false, "line --> check{+}", "1:1 3:1 5:1"),
    (E, false, "line singlecolor --> check{+}", "1:3 3:2 5:1"),
    (E, false, "line singlecolor --> not check --> not check", "0:2 2:2 4:2"),
    (E, false, "line --> (btm --> wtm){+}", "1:6 3:4 5:2"),
    (E, false, "line singlecolor nestban 2 100 --> move from R{+}", "0:3"),
    (F, true, "line secondary singlecolor --> .{+}", "0:1 1:1 2:1 3:1 4:1"),
    (F, true, "line primary singlecolor --> .{+}", "0:2 1:1 2:1 3:1 4:1"),
    (F, true, "line primary singlecolor --> btm --> .{*}", "1:1 4:1"),
    (B, true, "line primary --> move to d4", ""),
    (B, true, "line primary --> move to e4", "0:1"),
    (B, true, "line secondary --> move to e4", ""),
    (B, true, "line secondary --> move to d4 --> .", "0:2"),
    (B, true, "line secondary --> . --> move to d5", ""),
    (B, true, "line secondary singlecolor --> move to d4", "0:1"),
    (A, false, "line --> not check{2,100000}", "0:5 1:4 2:3 3:2 8:3 9:2"),
    (A, false, "line --> (check --> .){1,100000}", "5:4 7:2"),
    (A, false, "line --> .{70000}", ""),
    (A, false, "line --> check{70000,} --> .", ""),
    (A, false, "line <-- .{,100000}", "0:1 1:2 2:3 3:4 4:5 5:6 6:7 7:8 8:9 9:10 10:11"),
    (A, false, "path -- not check {2,100000}", "0:4 1:3 2:2 7:3 8:2"),
    (A, false, "path focus Q --{2,100000}", "2:2"),
    (A, false, "path (--?){2}", "0:2 1:2 2:2 3:2 4:2 5:2 6:2 7:2 8:2 9:1"),
    (A, false, "path (check){2} --{,3}", "5:3 7:3"),
    (A, false, "path focus [Qk] max #a -- check? --*", "2:16 4:15 5:15 7:15"),
    (A, false, "path focus [Qk] firstmatch --*", "2:1 4:1 5:1 7:1"),
    (A, false, "path max ply%4 --{1,5}", "0:3 1:3 2:3 3:3 4:3 5:3 6:3 7:2 8:2 9:2"),
    (E, false, "path focus R (R-- check)+", "0:3 2:2 4:1"),
    (E, false, "path (R-- check --)+", "0:6 2:4 4:2"),
    (E, false, "path nestban 2 100 (R-- check --)+", "0:6"),
];

fn run(over: bool) -> Run {
    if over { variations().six() } else { main_line().six() }
}

#[test]
fn value_tables() {
    for (pgn, over, filter, expected) in TABLE {
        assert_eq!(run(*over).table(pgn, filter), *expected, "{filter}");
    }
}

/// The comments at one position, in order, without the match string.
fn at(comments: &[(u32, String)], position: u32) -> String {
    let texts = comments.iter().filter(|(n, text)| *n == position && text != "CQL").map(|(_, text)| text.as_str());
    texts.collect::<Vec<_>>().join("; ")
}

#[test]
fn a_path_comments_on_its_moves() {
    let verbose = run(false).comments(A, "ply==2 path focus Q verbose --+");
    assert_eq!(at(&verbose, 3), "move 1 of 2");
    assert_eq!(at(&verbose, 5), "move 2 of 2; End path of length 2 that starts at move 2(wtm)");
    assert_eq!(at(&verbose, 2), "Start path that ends at move 3(btm)");
    let counts =
        run(false).comments(A, "ply==2 path quiet focus Q (-- comment(\"c\" pathcount \" u\" pathcountunfocused))+");
    assert_eq!((at(&counts, 3), at(&counts, 5)), ("c1 u0".to_owned(), "c2 u1".to_owned()));
    let ways = run(false).comments(A, "initial path focus [QqkP] piecepath quiet --+");
    assert_eq!(at(&ways, 0), "Focus path: Qd1-h5-f7(xf7)    Pd2-d4 Pe2-e4     ke8-f7-f6");
    let titled = run(false).comments(A, "initial path quiet title \"two\" verbose -- --");
    assert_eq!((at(&titled, 0), at(&titled, 2)), ("two".to_owned(), "two: move 2 of 2".to_owned()));
}

#[test]
fn all_best_paths_are_kept_when_asked_for() {
    let kept = run(true).comments(B, "initial path keepallbest --{2}");
    assert_eq!(at(&kept, 0).matches("Start path").count(), 3);
    for end in [4, 8] {
        assert!(at(&kept, end).ends_with("alternative"), "{}", at(&kept, end));
    }
    assert!(!at(&kept, 2).contains("alternative"));
}

#[test]
fn every_run_to_the_best_end_is_an_alternative() {
    let kept = run(false).comments(A, "initial path keepallbest max {if ply==2 1 else 0} (--)? (--)? --");
    assert_eq!(at(&kept, 2), "End path of length 2 that starts at move 1(wtm) Max value: 1; alternative");
    // Runs without number: each end once.
    let many = run(false).comments(A, "initial path keepallbest max 1 (--{1,9}){1,9} (--{1,9}){1,9} --* --* --*");
    assert_eq!(at(&many, 9).matches("alternative").count(), 1);
}

#[test]
fn comments_of_runs_that_join_are_made_once() {
    for filter in ["path quiet (-- comment(ply))+", "path quiet -- comment(ply) --* comment(\"at \" ply)"] {
        let comments = run(false).comments(A, filter);
        for n in 1..=10 {
            let here = at(&comments, n);
            assert_eq!(here.split("; ").filter(|text| *text == n.to_string()).count(), 1, "{filter}: {here}");
        }
    }
    // Comments that a failed filter took away are made again.
    let again = "{ply==0 line quiet --> {. comment(ply)}{+} false} or {ply==1 line quiet --> {. comment(ply)}{+}}";
    let comments = run(false).comments(A, again);
    assert_eq!((at(&comments, 0), at(&comments, 1), at(&comments, 10)), (String::new(), "1".into(), "10".into()));
    let again = "{ply==0 path quiet (-- comment(ply))+ false} or {ply==1 path quiet (-- comment(ply))+}";
    let comments = run(false).comments(A, again);
    assert_eq!((at(&comments, 1), at(&comments, 2), at(&comments, 10)), (String::new(), "2".into(), "10".into()));
    // `sort` takes comments with it, so none may be missing there.
    let sorted = "{ply==0 path quiet (-- comment(ply))+ false} or {ply==1 sort \"n\" {path quiet (-- comment(ply))+}}";
    assert_eq!(at(&run(false).comments(A, sorted), 7), "7");
}

#[test]
fn the_last_position_may_be_asked_for_twice() {
    assert_eq!(run(false).ids(A, "line lastposition lastposition --> check"), [5, 7]);
}

#[test]
fn atomic_variables_go_back_with_the_moves() {
    let pgn = "1. e4 (1. d4 d5) (1. c4 c5 2. a3 a6 3. a4) 1... e5 2. h3 *";
    assert_eq!(run(true).table(pgn, "initial atomic x=0 {path (-- x+=1)+} x"), "0:5");
    assert_eq!(run(true).table(pgn, "initial x=0 {path (-- x+=1)+} x"), "0:10");
    assert_eq!(run(true).table(pgn, "initial atomic x=0 not {path 9 (-- x+=1)+} x"), "0:0");
    assert_eq!(run(true).table(pgn, "initial x=0 not {path 9 (-- x+=1)+} x"), "0:10");
}

#[test]
fn the_last_path_can_be_asked_about_in_its_game_only() {
    assert_eq!(run(false).table(A, "{path --{3}} pathlastposition:ply"), "0:3 1:4 2:5 3:6 4:7 5:8 6:9 7:10");
    assert_eq!(run(false).table(A, "{path check --} pathcount+pathstart:ply"), "5:6 7:8");
    assert_eq!(run(false).ids(A, "pathstart"), Vec::<u32>::new());
}

#[test]
fn castling_is_a_move_of_king_and_rook() {
    let pgn = "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O Nf6 *";
    for (filter, matches) in [
        ("path K--", true),
        ("path R--", true),
        ("path h1--f1", true),
        ("path focus R --f1", true),
        ("path focus Rh1 K--", false),
        ("path e1--f1", false),
        ("K--(to==g1)", true),
        ("R--(to==f1 from==h1)", true),
        ("[RK]--(#from==2)", true),
        ("--(currentmove --(#to==2))", true),
    ] {
        assert_eq!(run(false).ids(pgn, filter).contains(&6), matches, "{filter}");
    }
}

#[test]
fn a_blank_line_ends_a_path() {
    assert_eq!(run(false).table(A, "path -- check\n\nwtm path -- check").as_str(), "4:1 6:1");
    assert_eq!(run(false).ids(A, "path --\n\ncheck"), [5, 7]);
    assert_eq!(run(false).ids(A, "path --\ncheck"), [4, 6]);
    assert_eq!(run(false).ids(A, "path --\n// a comment\ncheck"), [4, 6]);
}
