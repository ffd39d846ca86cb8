//! Looking up exact positions: nothing is missed, and little is found in vain.

use crate::database::support::{build, database};
use crate::game::shared::own_games;
use std::fs;
use tabiya::Game;
use tabiya::chess::{Board, Piece, Square, fen};
use tabiya::game::Reading;
use tabiya_database::{Block, BlockError, Database, Options, Placement, PositionFilter, PositionLookUp};

/// What the look-up of one placement says of each group, reading no more than it needs.
fn looked_up(block: &Block, placement: Placement) -> Result<Vec<bool>, BlockError> {
    let mut filter = PositionLookUp::default();
    let groups = block.position_groups().enumerate();
    let found = groups.map(|(group, _)| {
        block.open_filter(group, &mut filter)?;
        block.look_up(placement, &mut filter)
    });
    found.collect()
}

/// A part of a filter is what the whole filter is, and a changed byte changes no answer: it is an error, or was not read.
#[test]
fn a_look_up_reads_what_it_needs_and_checks_it() {
    let text = fs::read(own_games().into_iter().find(|path| path.ends_with("wild.pgn")).unwrap()).unwrap();
    let bytes = build(&text, 4096, &Options::default());
    let database = Database::from_bytes(bytes.clone()).unwrap();
    let (block, mut filter, mut game) = (database.read_block(0).unwrap(), PositionFilter::default(), Game::new());
    let mut placements = Vec::new();
    for n in 0..block.len() {
        block.read(n, &Reading::default(), &mut game).unwrap();
        let tree = game.tree();
        placements.extend((0..tree.len()).step_by(13).map(|node| Placement::of(tree.board(node))));
    }
    // Positions of other games, which this one hardly ever has.
    let other = own_games().into_iter().find(|path| path.ends_with("studies.pgn")).unwrap();
    for game in tabiya::Games::open(other).unwrap() {
        let game = game.unwrap();
        placements.extend((0..game.tree().len()).step_by(7).map(|node| Placement::of(game.tree().board(node))));
    }
    let (mut found, mut expected) = (Vec::new(), Vec::new());
    for &placement in &placements {
        found.push(looked_up(&block, placement).unwrap());
        let groups = block.position_groups().enumerate();
        expected.push(Vec::from_iter(groups.map(|(group, _)| {
            block.read_filter(group, &mut filter).unwrap();
            filter.may_contain(placement)
        })));
    }
    assert_eq!(found, expected);
    assert!(found.iter().flatten().any(|found| !found), "some are not found");
    // The filters are the longest part of the file, near the end of the block.
    let mut errors = 0;
    for at in (80..bytes.len()).rev().step_by(bytes.len() / 200) {
        let mut damaged = bytes.clone();
        damaged[at] ^= 0x10;
        let Ok(database) = Database::from_bytes(damaged) else { continue };
        let Ok(block) = database.read_block(0) else { continue };
        for (&placement, expected) in placements.iter().zip(&expected).step_by(placements.len() / 40) {
            match looked_up(&block, placement) {
                Ok(found) => assert_eq!(found, *expected, "byte {at}"),
                Err(_) => errors += 1,
            }
        }
    }
    assert!(errors > 20, "{errors}");
}

#[test]
fn every_position_of_every_game_is_found() {
    for path in own_games() {
        let database = database(&fs::read(&path).unwrap(), 1000);
        let mut game = Game::new();
        for number in 0..database.blocks() {
            let block = database.read_block(number).unwrap();
            assert!(block.has_positions());
            // A sample: a look-up reads the whole part.
            let mut placements: Vec<(usize, Placement)> = Vec::new();
            for n in 0..block.len() {
                block.read(n, &Reading::default(), &mut game).unwrap();
                let tree = game.tree();
                placements.extend((0..tree.len()).step_by(17).map(|node| (n, Placement::of(tree.board(node)))));
            }
            let step = (placements.len() / 2000).max(1);
            for (n, placement) in placements.into_iter().step_by(step) {
                let found = block.may_contain(&[placement]).unwrap();
                assert!(found.iter().any(|games| games.contains(&n)), "{} game {n}", path.display());
            }
        }
    }
}

/// A block of more games than share a filter: each group is looked through by its own.
#[test]
fn groups_of_a_block_are_told_apart() {
    let first = ["a3", "b3", "c3"];
    let game = |n: usize| format!("1. {} *\n\n", first[n / 512]);
    let text: String = (0..1200).map(game).collect();
    let database = database(text.as_bytes(), 2000);
    let block = database.read_block(0).unwrap();
    let groups: Vec<_> = block.position_groups().collect();
    assert_eq!(groups, [0..512, 512..1024, 1024..1200]);
    for (group, mv) in groups.iter().zip(first) {
        let file = &mv[..1];
        let ranks = match file {
            "a" => "P7/1PPPPPPP",
            "b" => "1P6/P1PPPPPP",
            _ => "2P5/PP1PPPPP",
        };
        let after = fen::parse(&format!("rnbqkbnr/pppppppp/8/8/8/{ranks}/RNBQKBNR b KQkq - 0 1")).unwrap().board;
        assert_eq!(block.may_contain(&[Placement::of(&after)]).unwrap(), std::slice::from_ref(group), "{mv}");
    }
}

#[test]
fn placements_that_no_game_has_are_hardly_ever_found() {
    let moves = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 *\n\n1. d4 d5 2. c4 e6 3. Nc3 Nf6 *\n\n";
    let database = database(moves.as_bytes(), 10);
    let block = database.read_block(0).unwrap();
    let (mut found, mut asked) = (0, 0);
    let put = |board: &mut Board, square: u32, piece: char| {
        board.put(Square::new(square), Piece::from_char(piece).unwrap());
    };
    for (a, b) in (0..64).flat_map(|a| (0..64).map(move |b| (a, b))) {
        // Where there are few pawns, all squares count; where there are many, theirs do.
        let (mut kings, mut pawns) = (Board::empty(), Board::initial());
        put(&mut kings, a, 'K');
        put(&mut kings, b, 'k');
        [8 + a % 8, 48 + b % 8].into_iter().for_each(|square| pawns.remove(Square::new(square)));
        put(&mut pawns, 16 + a / 8, 'P');
        put(&mut pawns, 40 + b / 8, 'p');
        for board in [kings, pawns] {
            found += block.may_contain(&[Placement::of(&board)]).unwrap().len();
            asked += 1;
        }
    }
    assert!(asked == 8192 && found < 100, "one in 256 is found: {found} of {asked}");
    let after = fen::parse("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2").unwrap().board;
    let both = 0..2;
    assert_eq!(block.may_contain(&[Placement::of(&after)]).unwrap(), [both]);
}

#[test]
fn placement_knows_neither_turn_nor_rights() {
    let number = |text: &str| Placement::of(&fen::parse(text).unwrap().board);
    let array = number("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    assert_eq!(array, number("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b - - 9 9"));
    assert_ne!(array, number("rnbqkbnr/pppppppp/8/8/8/P7/1PPPPPPP/RNBQKBNR w - - 0 1"));
}

#[test]
fn where_there_are_pawns_they_and_material_count() {
    let number = |text: &str| Placement::of(&fen::parse(text).unwrap().board);
    let rooks = number("8/5k2/4p3/3pP3/3P4/8/1R3K2/r7 w - - 0 1");
    assert_eq!(rooks, number("8/8/4pk2/3pP3/3P4/1R4K1/r7/8 w - - 0 1"));
    for other in [
        "8/5k2/4p3/3pP3/3P4/8/1Q3K2/r7 w - - 0 1",
        "8/5k2/4p3/3pP3/3P4/8/1R3K2/rr6 w - - 0 1",
        "8/5k2/8/3pP3/3P4/4p3/1R3K2/r7 w - - 0 1",
        "8/5k2/4P3/3pP3/3P4/8/1R3K2/r7 w - - 0 1",
    ] {
        assert_ne!(rooks, number(other), "{other}");
    }
    // With three pawns every square counts.
    assert_ne!(number("8/5k2/8/3pP3/3P4/8/1R3K2/r7 w - - 0 1"), number("8/5k2/8/3pP3/3P4/8/R4K2/r7 w - - 0 1"));
}

#[test]
fn without_positions_every_game_may_have_them() {
    let text = "1. e4 *\n\n1. d4 *\n";
    let options = Options { exact_positions: false, ..Options::default() };
    let database = Database::from_bytes(build(text.as_bytes(), 10, &options)).unwrap();
    let block = database.read_block(0).unwrap();
    assert!(!block.has_positions());
    let both = 0..2;
    assert_eq!(block.may_contain(&[]).unwrap(), [both]);
    assert_eq!(database.info().indexed_blocks, 0);
}
