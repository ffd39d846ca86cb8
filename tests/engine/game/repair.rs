//! Repairing: what is written has no fault, is the same game, and is repaired to the same bytes.

use crate::game::shared::{corpus, own_games, read as reread};
use std::io::{Cursor, Read as _};
use std::path::Path;
use tabiya::game::{Additions, Frames, Game, Input, Layout, RawGame, Reading, Repairer, Writer};

/// All games of a stream as clean PGN.
fn repaired(reader: impl std::io::Read) -> String {
    let (mut frames, mut raw) = (Frames::new(reader), RawGame::default());
    let (mut repairer, mut out) = (Repairer::new(), String::new());
    while frames.read_frame(&mut raw).unwrap() {
        repairer.repair(&raw, &mut out).unwrap();
    }
    out
}

/// Words of a comment as clean PGN has them.
fn words(text: &str) -> String {
    let text = text.replace(|c: char| c.is_control(), " ").replace('{', "<").replace('}', ">");
    text.split_ascii_whitespace().collect::<Vec<_>>().join(" ")
}

/// Everything that must be in the repaired game as it was: moves, variations, NAGs, the result, comments at their
/// places.
fn content(game: &Game) -> Vec<String> {
    let tree = game.tree().full();
    let line = |n| {
        let nags: Vec<u32> = game.notes().nags(n).collect();
        let mut line = format!("{:?} {:?} {nags:?}", tree.parent(n), tree.move_to(n));
        for (place, text) in game.notes().comments(n) {
            let text = words(text);
            if n > 0 && !text.is_empty() && !text.starts_with("Not read: ") {
                line += &format!(" {place:?} {text}");
            }
        }
        line
    };
    std::iter::once(format!("{} {:?}", game.result(), tree.board(0))).chain((0..tree.len()).map(line)).collect()
}

/// The texts that could not be read, as they stand in the repaired game.
fn losses(game: &Game, clean: bool) -> Vec<String> {
    let mut losses = Vec::new();
    for n in 0..game.tree().len() {
        let rests = game.notes().rests(n).map(|rest| format!("Not read: {}", words(rest)));
        match clean {
            true => losses.extend(
                game.notes()
                    .comments(n)
                    .map(|(_, text)| words(text))
                    .filter(|text| text.starts_with("Not read: ") && n > 0),
            ),
            false => losses.extend(rests.filter(|_| n > 0)),
        }
    }
    losses
}

/// A game in the layout of CQL's output files.
fn as_cql_writes(game: &Game) -> String {
    let mut out = String::new();
    Writer::new(Layout::Cql).write(game, &mut Additions::default(), &mut out);
    out
}

/// Repairs a text, and holds what must hold. Returns how many games it has.
fn check(what: &str, bytes: &[u8]) -> u64 {
    let clean = repaired(bytes);
    let (mut before, mut after) = (Frames::new(bytes), Frames::new(clean.as_bytes()));
    let (mut raw, mut old, mut new) = (RawGame::default(), Game::new(), Game::new());
    let mut games = 0;
    while before.read_frame(&mut raw).unwrap() {
        games += 1;
        old.parse(&raw);
        assert!(after.read_frame(&mut raw).unwrap(), "{what}: game {games} is missing");
        new.parse(&raw);
        let text = || String::from_utf8_lossy(&raw.bytes).into_owned();
        assert_eq!(new.faults().list(), [], "{what} game {games}:\n{}", text());
        let annotated = as_cql_writes(&old);
        assert_eq!(as_cql_writes(&reread(&annotated)), annotated, "{what} game {games}: written twice it differs");
        assert_eq!(content(&new), content(&old), "{what} game {games}:\n{}", text());
        assert_eq!(losses(&new, true), losses(&old, false), "{what} game {games}:\n{}", text());
        let hostile = |c: char| c.is_control() && c != '\n';
        assert!(!text().contains(hostile), "{what} game {games}:\n{}", text());
        assert!(new.tags().len() >= 7 && text().starts_with("[Event \""), "{what} game {games}:\n{}", text());
    }
    assert!(!after.read_frame(&mut raw).unwrap(), "{what}: there are more than {games} games");
    let again = repaired(clean.as_bytes());
    if again != clean {
        let first = clean.lines().zip(again.lines()).find(|(a, b)| a != b);
        panic!("{what}: repairing again changes {first:?}");
    }
    games
}

#[test]
fn games_of_any_quality() {
    for text in [
        "1. e4 Ke5 2. d4 *",
        "1. e4 e5 (1... Zc5 2. Nf3) (1... Ke5 {x} 2. d4) 2. Nf3 {y} Ke3 (2... d6) *",
        "(1. d4 d5) 1. e4 *",
        "1. e4 ((1. c4) 1. d4) e5 *",
        "1. e4 (1. d4 d5 (1... Nf6\n\n[Event \"x\"]\n1. c4 *",
        "1. e4 ) e5 () ({alone}) 2. Nf3 $ $x *",
        "1. e4 (1. d4 1/2-1/2) e5 1-0 2. d4 {late} d5",
        "Some words.\n\n[Event \"x\"]\n1. e4 whatever e5 } $x *",
        "1. e4 [not a tag] e5\n[Site \"late\"]\n2. Nf3 *",
        "1. e4 \0\0 e5 {a\0b}*",
        "1. e4 {never closed e5\n2. Nf3",
        "[Event \"a\n[\"no name\"]\n[Site]\n[Round \"1]\n[%x \"y\"]\n\n1. e4 *",
        "[Result \"1-0\"]\n\n1. e4 0-1",
        "[Result \"1-0 on time\"]\n\n1. e4 1-0",
        "[Result \"1-0\"]\n\n1. e4",
        "[Event \"one\"]\n[Event \"two\"]\n[White \"a\"]\n[White \"a\"]\n\n*",
        "[Site \"C:\\\"]\n[Event \"say \"hi\" now\"]\n[Odd!Name \"v\"]\n[Round \"\t1\x1b[31m\"]\n\n1. e4 *",
        "[FEN \"8/8/8/8/8/8/8/7 w - - 0 1\"]\n1. e4 e5 *",
        "[FEN \"?\"]\n[SetUp \"1\"]\n1. e4 e5 *",
        "[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 3 9\"]\n[FEN \"4k3/8/8/8/8/8/8/4K2R b K - 3 9\"]\n1... Kd7 10. O-O *",
        "[Variant \"Atomic\"]\n[FEN \"8/8 w\"]\n1. e4 d5 *",
        "[Variant \"Atomic\"]\n[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n1. e4 d5 *",
        "[Variant \"Crazyhouse\"]\n1. e4 d5 2. exd5 Qxd5 3. P@e4 *",
        "[Variant \"Sittuyin\"]\n[FEN \"8/8/4pppp/pppp4/4PPPP/PPPP4/8/8[KFRRSSNNkfrrssnn] w - - 0 1\"]\n1. e4 N@f6 2. d4 *",
        "1. e4 -- 2. d4 Z0 3. c4 {; no [Event \"x\"] } *",
        "1. e4 ; braces } and { here\n e5 *",
        "1. e4 {[%clk 0:01] [%eval 0.1]\n[White \"a\"]\n[Black \"b\"]\n} e5 *",
        "[Event \"a\"]\n\n{one} {two} $22 {three} 1. e4 $1 $1 $300 {} { } *",
        "[Event \"Umlaut \u{fc}\"]\n\n1. e4 {caf\u{e9} \u{202e}x \u{7f}\u{85}y} *",
        "1. e4 e5 2. ef *",
        "\u{feff}% escape\n1. e4 ; comment { 1-0\n% e5 1-0\ne5 *",
        "1. Nf3 d5 2. Nbd4 *",
        "[White \"only tags\"]",
    ] {
        check(text, text.as_bytes());
        // The same in Windows-1252, where it has such letters.
        let latin: Vec<u8> = text.chars().map(|c| u8::try_from(u32::from(c)).unwrap_or(b'?')).collect();
        check(text, &latin);
    }
}

fn clean(text: &str) -> String {
    repaired(text.as_bytes())
}

#[test]
fn what_is_lost_stands_in_comments() {
    insta::assert_snapshot!(clean(
        "Prose.\n\n[Event \"a\"]\n[\"no name\"]\n[Annotator \"x\"]\n[Annotator \"y\"]\n[Result \"1-0\"]\n[FEN \"8/8 w\"]\n\n1. e4 {good} e5 0-1"
    ), @r#"
    [Event "a"]
    [Site "?"]
    [Date "????.??.??"]
    [Round "?"]
    [White "?"]
    [Black "?"]
    [Result "0-1"]
    [Annotator "y"]
    [SetUp "1"]
    [FEN "8/8/8/8/8/8/8/8 w - - 0 1"]

    {Prose.}
    {Another Annotator tag: x}
    {The Result tag said: 1-0}
    {The FEN tag, which cannot be read: 8/8 w}
    {Not read: ["no name"]}
    {Not read: 1. e4 <good> e5}
    0-1
    "#);
    let long = "[White \"a [b] \"c\" \\\"]\n\n1. e4 {this comment goes on and on so that it must be broken, yet not [%so]} \
                e5 2. Ke3 {x} (2. Nf3) Nc6 1-0 extra d5";
    insta::assert_snapshot!(clean(long), @r#"
    [Event "?"]
    [Site "?"]
    [Date "????.??.??"]
    [Round "?"]
    [White "a [b] \"c\" \\"]
    [Black "?"]
    [Result "1-0"]

    1. e4 {this comment goes on and on so that it must be broken, yet not [%so]}
    1... e5 {extra} {Not read: Ke3 <x> (2. Nf3) Nc6} {Not read: d5} 1-0
    "#);
}

/// Castling without the right is no fault of the moves if the FEN tag alone is to blame.
#[test]
fn castling_without_the_right() {
    let clean = |text: &str| clean(text).split_once("\n[Result \"*\"]\n").unwrap().1.to_owned();
    insta::assert_snapshot!(clean("[FEN \"4k2r/8/8/8/8/8/8/R3K2R w - - 0 1\"]\n\n1. O-O Ke7 2. Ke3 *"), @r#"
    [SetUp "1"]
    [FEN "4k2r/8/8/8/8/8/8/R3K2R w K - 0 1"]

    {The FEN tag lacked a right to castle: 4k2r/8/8/8/8/8/8/R3K2R w - - 0 1}
    1. O-O Ke7 {Not read: Ke3} *
    "#);
    insta::assert_snapshot!(clean("1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. Ke2 Nf6 5. Ke1 d6 6. O-O a6 *"), @"

    1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. Ke2 Nf6 5. Ke1 d6 {Not read: O-O a6} *
    ");
}

#[test]
fn own_games_are_repaired() {
    for path in own_games() {
        assert!(check(&path.display().to_string(), &std::fs::read(&path).unwrap()) > 0);
    }
    assert!(check("the sample games", tabiya_samples()) > 60);
}

fn tabiya_samples() -> &'static [u8] {
    include_bytes!("../../../examples/games/sample.pgn")
}

/// At most so much of a file from outside is repaired: a slice that ends where a game does not.
const SLICE: u64 = 1_500_000;

fn check_file(path: &Path) {
    let mut bytes = Vec::new();
    Input::open(path).unwrap().take(SLICE).read_to_end(&mut bytes).unwrap();
    assert!(check(&path.display().to_string(), &bytes) > 0);
}

#[test]
fn games_from_outside_are_repaired() {
    for name in ["annotated", "studies", "clocks", "engine", "otb", "cql-sample"] {
        let Some(path) = corpus(&format!("{name}.pgn.zst")) else { continue };
        check_file(&path);
    }
    let Some(folder) = corpus("variants") else { return };
    for path in Input::files(folder).unwrap() {
        check_file(&path);
    }
}

/// The files of an archive from outside, sorted by name.
pub(crate) fn archive(name: &str) -> Option<Vec<(String, Vec<u8>)>> {
    let mut archive = tar::Archive::new(Input::open(corpus(name)?).unwrap());
    let mut files = Vec::new();
    for entry in archive.entries().unwrap() {
        let mut entry = entry.unwrap();
        let name = entry.path().unwrap().to_string_lossy().into_owned();
        if entry.header().entry_type().is_file() && !name.ends_with(".tsv") {
            let mut bytes = Vec::new();
            entry.read_to_end(&mut bytes).unwrap();
            files.push((name, bytes));
        }
    }
    files.sort();
    Some(files)
}

#[test]
fn malformed_files_are_repaired() {
    let Some(files) = archive("malformed.tar.zst") else { return };
    assert_eq!(files.len(), 398);
    for (name, bytes) in &files {
        check(name, bytes);
    }
}

#[test]
fn hostile_files_are_repaired() {
    let Some(files) = archive("hostile.tar.zst") else { return };
    let mut checked = 0;
    for (name, bytes) in files.iter().filter(|(name, _)| name.contains(".pgn")) {
        let mut text = Vec::new();
        // Damage after the data does not matter here.
        let _ = Input::from_reader(name, Cursor::new(bytes.clone())).unwrap().read_to_end(&mut text);
        check(name, &text);
        checked += 1;
    }
    assert!(checked > 8, "{checked}");
}

/// All faults are kept if that is asked for, each with its own line, in time that is linear in the text.
#[test]
fn all_faults_of_a_game() {
    let text = "1. e4 e5\n".to_owned() + &"Nf3 Nf6\rNg1 Ng8 }\r\n".repeat(50_000) + "*";
    let mut game = Game::new();
    game.parse_as(&RawGame::from_bytes(text.as_bytes()), &Reading { all_faults: true, ..Reading::default() });
    let faults = game.faults().list();
    assert_eq!(faults.len(), 50_000);
    for (i, fault) in (0..).zip(faults) {
        assert_eq!((fault.line, fault.ply), (3 + 2 * i, 6 + 4 * i as u32), "{fault}");
    }
}
