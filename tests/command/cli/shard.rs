//! Shards: the same games in the same order, whole files, a manifest that is right, and nothing at all after a failure.

use crate::cli::place::{DAMAGED, GAMES, Place, Run};
use serde_json::Value;
use sha2::{Digest as _, Sha256};

/// A place with two files: `many.pgn` with 600 games of three kinds, and `odd.pgn.zst` with damaged ones.
fn prepared() -> Place {
    let place = Place::new();
    place.write("many.pgn", GAMES.repeat(200));
    place.write("odd.pgn.zst", zstd::encode_all(format!("{DAMAGED}\n").repeat(10).as_bytes(), 1).unwrap());
    place
}

fn shard(place: &Place, options: &[&str]) -> Run {
    let run = place.run(&[&["shard", "many.pgn", "odd.pgn.zst", "-o", "out"], options].concat());
    assert_eq!(run.code, Some(0), "{options:?} {run}");
    run
}

fn manifest(place: &Place) -> Value {
    serde_json::from_str(&place.read("out/manifest.json")).expect("JSON")
}

/// The paths and the games of the shards.
fn shards(place: &Place) -> Vec<(String, u64)> {
    let manifest = manifest(place);
    let shards = manifest["shards"].as_array().expect("shards");
    shards.iter().map(|shard| (text(&shard["path"]), shard["games"].as_u64().expect("a number"))).collect()
}

fn text(value: &Value) -> String {
    value.as_str().expect("a text").to_owned()
}

fn paths(place: &Place) -> Vec<String> {
    shards(place).into_iter().map(|(path, _)| format!("out/{path}")).collect()
}

/// What a search finds in some files, without the names and numbers by which they differ.
fn found(place: &Place, files: &[&str]) -> String {
    let columns = ["--columns", "white,event,position,fen", "--format", "csv"];
    let run = place.run(&[&["search", "-q", "-e", "check or terminal"], &columns[..], files].concat());
    assert_eq!(run.code, Some(0), "{run}");
    run.out
}

#[test]
fn shards_have_all_games_in_order() {
    let whole = found(&prepared(), &["many.pgn", "odd.pgn.zst"]);
    let cuts: [(&[&str], &[u64]); 7] = [
        (&["--games", "250"], &[250, 250, 120]),
        (&["--shards", "3"], &[207, 207, 206]),
        (&["--shards", "3", "--threads", "1"], &[207, 207, 206]),
        (&["--size", "40K"], &[]),
        (&["--games", "250", "--database"], &[250, 250, 120]),
        (&["--shards", "700", "--database"], &[1; 620]),
        (&[], &[620]),
    ];
    for (options, games) in cuts {
        let place = prepared();
        let run = shard(&place, options);
        let shards = shards(&place);
        let made: Vec<u64> = shards.iter().map(|(_, games)| *games).collect();
        match games {
            [] => assert!((3..10).contains(&made.len()) && made.iter().sum::<u64>() == 620, "{made:?}"),
            games => assert_eq!(made, games, "{options:?}"),
        }
        assert!(run.err.starts_with(&format!("note: 620 games in {} shard", made.len())), "{run}");
        let paths = paths(&place);
        let found = found(&place, &paths.iter().map(String::as_str).collect::<Vec<_>>());
        assert!(found == whole, "{options:?}");
    }
}

#[test]
fn the_text_is_that_of_the_files() {
    let place = prepared();
    shard(&place, &["--games", "100"]);
    let mut text = String::new();
    for path in paths(&place) {
        let packed = std::fs::read(place.path(&path)).unwrap();
        text += &String::from_utf8(zstd::decode_all(&*packed).unwrap()).unwrap();
    }
    assert_eq!(text, place.read("many.pgn") + &format!("{DAMAGED}\n").repeat(10));
}

#[test]
fn the_manifest_is_right() {
    for database in [false, true] {
        let place = prepared();
        shard(&place, if database { &["--games", "605", "--database"] } else { &["--games", "605"] });
        let manifest = manifest(&place);
        assert_eq!((&manifest["format"], &manifest["version"]), (&"tabiya-shards".into(), &1.into()));
        assert_eq!(manifest["games"], 620);
        let mut bytes = 0;
        for shard in manifest["shards"].as_array().expect("shards") {
            let file = std::fs::read(place.path(&format!("out/{}", text(&shard["path"])))).unwrap();
            assert_eq!(shard["bytes"], file.len());
            let sum: String = Sha256::digest(&file).iter().map(|byte| format!("{byte:02x}")).collect();
            assert_eq!(shard["sha256"], sum);
            bytes += file.len();
        }
        assert_eq!(manifest["bytes"], bytes);
        let sources = |shard: usize| manifest["shards"][shard]["sources"].clone();
        let run =
            |file: &str, first: u64, games: u64| serde_json::json!({"file": file, "first": first, "games": games});
        assert_eq!(sources(0), Value::from(vec![run("many.pgn", 1, 600), run("odd.pgn.zst", 1, 5)]));
        assert_eq!(sources(1), Value::from(vec![run("odd.pgn.zst", 6, 15)]));
        let names = ["manifest.json", "shard-00001", "shard-00002"];
        let entries = std::fs::read_dir(place.path("out")).unwrap();
        let mut found: Vec<String> = entries
            .map(|entry| entry.unwrap().file_name().to_string_lossy().split(".pgn").next().unwrap().to_owned())
            .collect();
        found.sort();
        if !database {
            assert_eq!(found, names);
        }
    }
}

/// Every frame can be read by itself, and the table at the end says where it is.
#[test]
fn frames_are_found_by_the_seek_table() {
    let place = Place::new();
    // Two frames and a little.
    place.write("many.pgn", GAMES.repeat(45_000));
    let run = place.run(&["shard", "-q", "many.pgn", "-o", "out"]);
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
    let file = std::fs::read(place.path("out/shard-00001.pgn.zst")).unwrap();
    let number = |at: usize| u32::from_le_bytes(file[at..at + 4].try_into().unwrap()) as usize;
    assert_eq!(number(file.len() - 4), 0x8F92_EAB1);
    let frames = number(file.len() - 9);
    assert_eq!(frames, 3);
    let table = file.len() - 9 - 8 * frames;
    assert_eq!((number(table - 8), number(table - 4)), (0x184D_2A5E, 8 * frames + 9));
    let (mut at, mut text) = (0, Vec::new());
    for frame in 0..frames {
        let (packed, plain) = (number(table + 8 * frame), number(table + 8 * frame + 4));
        let piece = zstd::bulk::decompress(&file[at..at + packed], plain).unwrap();
        assert!(piece.starts_with(b"[Event \""), "a frame begins with a game");
        text.extend(piece);
        at += packed;
    }
    assert_eq!(at, table - 8);
    assert!(text == GAMES.repeat(45_000).as_bytes());
}

#[test]
fn folders_that_cannot_be_taken() {
    let place = prepared();
    place.write("full/mine.txt", "mine");
    place.write("file", "mine");
    for (output, message) in [
        ("full", "there is something in this folder already"),
        ("file", "it is not a folder"),
        ("file/below", "cannot write file/below"),
        ("/dev/full", "cannot write /dev/full: it is not a folder"),
        ("-", "shards cannot be written to standard output"),
    ] {
        let run = place.run(&["shard", "many.pgn", "-o", output]);
        assert_eq!(run.code, Some(2), "{output} {run}");
        assert!(run.err.contains(message), "{output} {run}");
    }
    assert_eq!((place.read("full/mine.txt"), place.read("file")), ("mine".into(), "mine".into()));
    // An empty folder is taken, and stays if something is wrong.
    std::fs::create_dir(place.path("empty")).unwrap();
    let failed = place.run(&["shard", "missing.pgn", "-o", "empty"]);
    assert_eq!(failed.code, Some(2), "{failed}");
    assert!(failed.err.contains("missing.pgn") && failed.err.contains("no shards were written"), "{failed}");
    assert!(place.has("empty") && !place.has("empty/manifest.json"));
    assert_eq!(place.run(&["shard", "-q", "many.pgn", "-o", "empty"]).code, Some(0));
    assert!(place.has("empty/manifest.json"));
}

#[test]
fn an_unreadable_input_leaves_nothing() {
    let place = prepared();
    let whole = zstd::encode_all(GAMES.repeat(5000).as_bytes(), 1).unwrap();
    place.write("cut.pgn.zst", &whole[..whole.len() / 2]);
    for database in [&[][..], &["--database"]] {
        let options = [&["shard", "many.pgn", "cut.pgn.zst", "--games", "100", "-o", "out"], database].concat();
        let run = place.run(&options);
        assert_eq!(run.code, Some(2), "{run}");
        assert!(run.err.contains("cut.pgn.zst"), "{run}");
        assert!(!place.has("out"), "{:?}", place.names());
    }
}

#[test]
fn a_manifest_is_no_game() {
    let place = prepared();
    assert_eq!(shard(&place, &["--games", "2"]).code, Some(0));
    let expected = "error: cannot read out/manifest.json: it is a manifest, which names the shards of a collection, not PGN; \
                    name the shards themselves";
    for command in [
        &["search", "-e", "true", "--format", "count", "out/manifest.json"][..],
        &["index", "out/manifest.json", "-o", "base.tabiya"],
        &["shard", "out/manifest.json", "-o", "other"],
    ] {
        let run = place.run(command);
        assert_eq!(run.code, Some(2), "{run}");
        assert!(run.err.starts_with(expected), "{run}");
    }
    assert!(!place.has("base.tabiya") && !place.has("other"));
}

#[cfg(unix)]
#[test]
fn a_file_that_grows_too_large_leaves_nothing() {
    let place = prepared();
    let mut random = fastrand::Rng::with_seed(7);
    let noise: String = (0..400_000).map(|_| random.alphanumeric()).collect();
    place.write("noise.pgn", format!("{{{noise}}} 1. e4 *\n\n").repeat(4));
    let script = "ulimit -f 300; exec \"$0\" \"$@\"";
    for database in [&[][..], &["--database"]] {
        let direct = place.command(&[&["shard", "noise.pgn", "--games", "2", "-o", "out"], database].concat());
        let mut command = std::process::Command::new("sh");
        command.args(["-c", script]).arg(direct.get_program()).args(direct.get_args());
        let output = command.current_dir(place.path("")).output().expect("it runs");
        let err = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{err}");
        assert!(err.contains("cannot write out/shard-00001") && err.contains("no shards were written"), "{err}");
        assert!(!place.has("out"));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_signal_leaves_nothing() {
    use std::process::{Command, Stdio};
    let place = prepared();
    // Input that does not end keeps it running until the signal.
    for signal in ["-INT", "-TERM"] {
        let mut child = place
            .command(&["shard", "many.pgn", "-", "--games", "100", "-o", "out"])
            .stdin(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("it starts");
        let start = std::time::Instant::now();
        while !place.has("out/shard-00002.pgn.zst") {
            assert!(start.elapsed().as_secs() < 60, "no shard");
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
        let stdin = child.stdin.take();
        let sent = Command::new("kill").args([signal, &child.id().to_string()]).status().expect("kill runs");
        assert!(sent.success());
        let output = child.wait_with_output().expect("it ends");
        drop(stdin);
        let err = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(if signal == "-INT" { 130 } else { 143 }), "{err}");
        assert!(err.contains("interrupted; no shards were written"), "{err}");
        assert!(!place.has("out"));
    }
}

#[test]
fn databases_keep_the_places_of_games() {
    let place = prepared();
    shard(&place, &["--games", "250", "--database"]);
    let columns = ["--columns", "file,game,position,fen", "--format", "csv"];
    let search = |files: &[&str]| {
        let run = place.run(&[&["search", "-q", "-e", "mate"], &columns[..], files].concat());
        assert_eq!(run.code, Some(0), "{run}");
        run.out
    };
    let paths = paths(&place);
    assert_eq!(search(&paths.iter().map(String::as_str).collect::<Vec<_>>()), search(&["many.pgn", "odd.pgn.zst"]));
}

#[test]
fn options_that_contradict_each_other() {
    let place = prepared();
    for options in
        [&["--games", "1", "--shards", "2"][..], &["--size", "1M", "--games", "2"], &["--size", "x"], &["--games", "0"]]
    {
        let run = place.run(&[&["shard", "many.pgn", "-o", "out"], options].concat());
        assert_eq!(run.code, Some(2), "{run}");
        assert!(!place.has("out"));
    }
}
