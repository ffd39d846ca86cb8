//! The result of reading each file of the corpus of malformed PGN: `tests/data/malformed.tsv`. `UPDATE_MALFORMED=1`
//! writes the table anew, to be read before it is believed; notes in it are kept.

use crate::game::repair::archive;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::PathBuf;
use tabiya::game::{FaultKind, Frames, Game, RawGame, Reading};

/// Games, those without moves that could not be read, those with such moves, and faults by kind, `-` for none.
fn outcome(bytes: &[u8]) -> String {
    let (mut frames, mut raw, mut game) = (Frames::new(bytes), RawGame::default(), Game::new());
    let (mut complete, mut incomplete) = (0, 0);
    let mut kinds: BTreeMap<FaultKind, u64> = BTreeMap::new();
    while frames.read_frame(&mut raw).unwrap() {
        game.parse_as(&raw, &Reading { all_faults: true, ..Reading::default() });
        *(if game.is_incomplete() { &mut incomplete } else { &mut complete }) += 1;
        for fault in game.faults().list() {
            *kinds.entry(fault.kind).or_default() += 1;
        }
    }
    let kinds: Vec<String> = kinds.iter().map(|(kind, n)| format!("{} {n}", kind.code())).collect();
    let kinds = if kinds.is_empty() { "-".into() } else { kinds.join(", ") };
    format!("{}\t{complete}\t{incomplete}\t{kinds}", complete + incomplete)
}

#[test]
fn every_malformed_file_comes_out_as_written_down() {
    let Some(files) = archive("malformed.tar.zst") else { return };
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data/malformed.tsv");
    let table = std::fs::read_to_string(&path).unwrap_or_default();
    let mut rows: BTreeMap<&str, (&str, &str)> = BTreeMap::new();
    for line in table.lines().filter(|line| !line.starts_with('#')) {
        let (name, rest) = line.split_once('\t').unwrap();
        rows.insert(name, rest.rsplit_once('\t').unwrap());
    }
    let mut fresh =
        table.lines().take_while(|line| line.starts_with('#')).fold(String::new(), |all, line| all + line + "\n");
    let mut wrong = Vec::new();
    for (name, bytes) in &files {
        let name = name.rsplit('/').next().unwrap();
        let found = outcome(bytes);
        let (expected, note) = rows.remove(name).unwrap_or_default();
        if found != expected {
            wrong.push(format!("{name}\n  found    {found}\n  expected {expected}"));
        }
        writeln!(fresh, "{name}\t{found}\t{note}").unwrap();
    }
    wrong.extend(rows.keys().map(|name| format!("{name} is not in the corpus any more")));
    if std::env::var_os("UPDATE_MALFORMED").is_some() {
        return std::fs::write(path, fresh).unwrap();
    }
    assert_eq!(files.len(), 398);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
