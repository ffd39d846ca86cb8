//! Games from outside: read to the end, and what is reported.

use crate::shared::corpus;
use std::collections::BTreeMap;
use tabiya::game::{FaultKind, Game, Games};

/// What reading a file came to.
#[derive(Debug, Default, PartialEq)]
struct Census {
    games: u64,
    positions: u64,
    incomplete: u64,
    faults: BTreeMap<FaultKind, u64>,
}

fn census(name: &str) -> Option<Census> {
    let mut games = Games::open(corpus(name)?).unwrap();
    let (mut game, mut census) = (Game::new(), Census::default());
    while games.read_into(&mut game).unwrap() {
        census.games += 1;
        census.positions += u64::from(game.tree().len());
        census.incomplete += u64::from(game.is_incomplete());
        for fault in game.faults().list() {
            *census.faults.entry(fault.kind).or_default() += 1;
            if std::env::var_os("TABIYA_FAULTS").is_some() {
                println!("{name} game {}: {:?} {fault}", game.number(), fault.kind);
            }
        }
    }
    println!("{name}: {census:?}");
    Some(census)
}

#[test]
fn otb() {
    census("otb.pgn.zst");
}

#[test]
fn annotated() {
    census("annotated.pgn.zst");
}

#[test]
fn studies() {
    census("studies.pgn.zst");
}

#[test]
fn clocks() {
    census("clocks.pgn.zst");
}

#[test]
fn engine() {
    census("engine.pgn.zst");
}
