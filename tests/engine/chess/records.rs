//! Boards whose answer is known: with a game that leads to them, or with the impossibility in words.

use shakmaty::fen::Fen;
use shakmaty::san::SanPlus;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Position};
use std::collections::BTreeMap;
use tabiya::chess::retro::{self, Verdict};
use tabiya::chess::{Board, fen, san};

const POSSIBLE: &str = include_str!("../../data/reachability/possible.txt");
const IMPOSSIBLE: &str = include_str!("../../data/reachability/impossible.txt");

struct Record<'a> {
    rule: &'a str,
    position: &'a str,
    /// The moves of the game, or the words.
    proof: String,
}

fn records(text: &str) -> Vec<Record<'_>> {
    let blocks = text.split("\n\n").filter(|block| !block.starts_with('#'));
    blocks
        .map(|block| {
            let mut lines = block.lines();
            let mut next = || lines.next().expect("a line of the record");
            let (rule, position) = (next(), next());
            Record { rule, position, proof: lines.collect::<Vec<&str>>().join(" ") }
        })
        .collect()
}

fn board(record: &Record<'_>) -> Board {
    let board = fen::parse(record.position).expect("a position").board;
    assert_eq!(four_fields(&board), record.position, "the position is written as it is read");
    board
}

fn four_fields(board: &Board) -> String {
    let text = fen::write(&fen::Setup { board: *board, halfmoves: 0, fullmoves: 1 });
    text.strip_suffix(" 0 1").expect("the counters").to_owned()
}

fn count<'a>(records: &[Record<'a>]) -> BTreeMap<&'a str, usize> {
    records.iter().fold(BTreeMap::new(), |mut all, record| {
        *all.entry(record.rule).or_default() += 1;
        all
    })
}

/// The board at the end of a game, by our rules and by the oracle's.
fn play(moves: &str) -> Board {
    let (mut board, mut oracle) = (Board::initial(), Chess::default());
    for word in moves.split(' ').filter(|word| !word.is_empty() && !word.ends_with('.')) {
        let (found, _) = san::San::scan(word.as_bytes()).expect("a move");
        board = board.play(&found.find(&board).unwrap_or_else(|error| panic!("{word} of {moves}: {error}")).mv);
        let mv = SanPlus::from_ascii(word.as_bytes()).expect("a move").san.to_move(&oracle).expect("a legal move");
        oracle.play_unchecked(mv);
    }
    let expected = Fen::from_position(&oracle, EnPassantMode::Always).to_string();
    assert_eq!(four_fields(&board), expected.split(' ').take(4).collect::<Vec<_>>().join(" "), "{moves}");
    board
}

#[test]
fn a_game_leads_to_what_is_possible() {
    let all = records(POSSIBLE);
    let mut wrong = Vec::new();
    for record in &all {
        let reached = play(&record.proof);
        if four_fields(&reached) != record.position {
            wrong.push(format!("{}: {}, not {}", record.rule, four_fields(&reached), record.position));
            continue;
        }
        assert_eq!(board(record), reached);
        if retro::reachable(&reached) != Verdict::Open {
            wrong.push(format!("{}: {} is refused: {:?}", record.rule, record.position, retro::reachable(&reached)));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(all.len() >= 100, "{}", all.len());
}

#[test]
fn what_is_impossible_is_refused_by_its_rule() {
    let all = records(IMPOSSIBLE);
    let mut wrong = Vec::new();
    for record in &all {
        let found = match retro::reachable(&board(record)) {
            Verdict::No(disproof) => disproof.rule(),
            Verdict::Open => "nothing",
        };
        if found != record.rule {
            wrong.push(format!("{}: {} is refused by {found}", record.rule, record.position));
        }
        assert!(record.proof.ends_with('.') && record.proof.split(' ').count() > 3, "{}", record.position);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(all.len() >= 100, "{}", all.len());
}

/// Every rule has positions on both sides of its border; what is near a triple check is a double one.
#[test]
fn every_rule_has_both_sides() {
    let (possible, impossible) = (count(&records(POSSIBLE)), count(&records(IMPOSSIBLE)));
    for (rule, &number) in &impossible {
        let other = possible.get(if *rule == "triple-check" { "double-check" } else { rule });
        assert!(number >= 4 && other.is_some_and(|&number| number >= 2), "{rule}: {number} and {other:?}");
    }
    assert_eq!(impossible.len(), 18, "{impossible:?}");
}

/// The oracle takes no position that it calls impossible for us to take, either.
#[test]
fn what_the_oracle_refuses_is_refused() {
    for record in records(IMPOSSIBLE) {
        let setup: Fen = record.position.parse().expect("a position");
        if setup.into_position::<Chess>(CastlingMode::Standard).is_err() {
            assert_ne!(retro::reachable(&board(&record)), Verdict::Open, "{}", record.position);
        }
    }
}
