//! The explorer counts what a naive count of all games does, whatever order they come in, and damage costs only itself.

use crate::database::support::{SOURCE, Snapshot};
use crate::game::shared::own_games;
use std::collections::{BTreeMap, HashSet};
use std::fs::{self, File, OpenOptions};
use std::io::{self, Cursor};
use std::path::Path;
use std::sync::Arc;
use tabiya::Game;
use tabiya::chess::{Board, Color, MoveList, fen, san};
use tabiya::game::{Frames, GameResult, RawGame};
use tabiya_database::{BlockBuilder, Database, ExplorerOptions, ExplorerPosition, Options, Ratings, Tally, Writer};

const OPTIONS: Options = Options { exact_positions: false, explorer: true, small: false };

/// Keeps this many bytes in memory; the rest goes through a temporary file.
fn explorer(bytes: usize) -> ExplorerOptions {
    ExplorerOptions::new(2, || Ok(Cursor::new(Vec::new()))).with_memory(bytes)
}

fn games(text: &[u8]) -> Vec<(RawGame, Game)> {
    let (mut frames, mut raw, mut games) = (Frames::new(text), RawGame::default(), Vec::new());
    while frames.read_frame(&mut raw).unwrap() {
        let mut game = Game::new();
        game.parse(&raw);
        games.push((raw.clone(), game));
    }
    games
}

/// All games of the tests, whole or not and of all variants, and games that play few different moves, so that they have many
/// positions in common.
fn all_games() -> Vec<(RawGame, Game)> {
    let own = own_games().iter().flat_map(|path| games(&fs::read(path).unwrap())).collect::<Vec<_>>();
    let mut rng = fastrand::Rng::with_seed(7);
    let random = (0..150).flat_map(|_| games(random_game(&mut rng).as_bytes())).collect::<Vec<_>>();
    [own, random].concat()
}

fn random_game(rng: &mut fastrand::Rng) -> String {
    let result = rng.choice(["1-0", "0-1", "1/2-1/2", "*"]).unwrap();
    let mut text = format!("[Result \"{result}\"]\n");
    for (tag, value) in
        [("WhiteElo", 1000 + rng.u32(..5000)), ("BlackElo", rng.u32(..3000)), ("Date", rng.u32(1..5000))]
    {
        if rng.u8(..4) > 0 {
            text.push_str(&format!("[{tag} \"{value:04}\"]\n"));
        }
    }
    let (mut board, mut moves) = (Board::initial(), MoveList::new());
    for _ in 0..rng.u32(..70) {
        moves.clear();
        board.legal_moves(&mut moves);
        let Some(mv) = moves.get(rng.usize(..2) * 9).copied() else { break };
        let after = board.play(&mv);
        text.push('\n');
        san::write(&board, &mv, &after, &mut MoveList::new(), &mut text);
        board = after;
    }
    text + "\n" + result
}

/// Writes games in blocks of seven.
fn write<S: tabiya_database::Sink>(writer: &mut Writer<S>, games: &[(RawGame, Game)]) {
    for some in games.chunks(7) {
        let mut block = BlockBuilder::new(&OPTIONS);
        some.iter().for_each(|(raw, game)| block.add(SOURCE, raw, game));
        writer.write(&block.finish()).unwrap();
    }
}

fn build(games: &[(RawGame, Game)], bytes: usize) -> Vec<u8> {
    let mut writer = Writer::create(Cursor::new(Vec::new())).unwrap().with_explorer(explorer(bytes));
    write(&mut writer, games);
    writer.finish().unwrap().into_inner()
}

fn append(path: &Path, games: &[(RawGame, Game)]) {
    let file = OpenOptions::new().read(true).write(true).open(path).unwrap();
    let mut writer = Writer::append(file).unwrap().with_explorer(explorer(1 << 20));
    write(&mut writer, games);
    writer.finish().unwrap();
}

/// Placement and side to move.
fn name(board: &Board) -> String {
    let text = fen::write(&fen::Setup { board: *board, halfmoves: 0, fullmoves: 1 });
    text.split(' ').take(2).collect::<Vec<_>>().join(" ")
}

/// What is known of a position: a board of it, its moves and the games that end there, and the number of games.
struct Naive {
    board: Board,
    moves: BTreeMap<String, Tally>,
    games: u32,
}

fn count(games: &[(RawGame, Game)]) -> BTreeMap<String, Naive> {
    let mut positions: BTreeMap<String, Naive> = BTreeMap::new();
    for (_, game) in games {
        let (tree, mut seen) = (game.tree(), HashSet::new());
        for n in 0..tree.mainline_len().min(51) {
            let board = tree.board(n);
            if !seen.insert(name(board)) {
                continue;
            }
            let mv = if n + 1 < tree.mainline_len() { tree.move_to(n + 1) } else { None };
            let new = || Naive { board: *board, moves: BTreeMap::new(), games: 0 };
            let position = positions.entry(name(board)).or_insert_with(new);
            position.games += 1;
            // Castling by its rook: in Chess960 the squares of the king may be those of a step.
            let text = mv.map_or(String::new(), |mv| format!("{} {:?}", mv.uci(), mv.is_castle()));
            let tally = position.moves.entry(text).or_default();
            tally.games += 1;
            tally.white += u32::from(game.result() == GameResult::White);
            tally.draws += u32::from(game.result() == GameResult::Draw);
            tally.black += u32::from(game.result() == GameResult::Black);
            let add = |ratings: &mut Ratings, color: Color| {
                if let Some(elo) = game.elo(color) {
                    *ratings = Ratings { sum: ratings.sum + u64::from(elo), count: ratings.count + 1 };
                }
            };
            add(&mut tally.players, board.turn());
            add(&mut tally.opponents, !board.turn());
            tally.last_year = tally.last_year.max(game.year().map_or(0, |year| u16::try_from(year).unwrap()));
        }
    }
    positions
}

fn as_map(position: &ExplorerPosition) -> BTreeMap<String, Tally> {
    let moves = position.moves.iter().map(|(mv, tally)| (format!("{} {:?}", mv.uci(), mv.is_castle()), *tally));
    let ended = (position.ended.games > 0).then(|| (String::new(), position.ended));
    moves.chain(ended).collect()
}

/// Compares every position that games have; gives the number of those that two games have.
fn compare(database: &Database, games: &[(RawGame, Game)]) -> u64 {
    let explorer = database.explorer().unwrap().unwrap();
    let mut shared = 0;
    for (name, naive) in count(games) {
        let found = explorer.find(&naive.board).unwrap();
        if naive.games < 2 {
            assert_eq!(found, None, "{name}");
            continue;
        }
        shared += 1;
        let found = found.unwrap_or_else(|| panic!("{name} is missing"));
        assert_eq!(as_map(&found), naive.moves, "{name}");
        assert_eq!(found.total().games, naive.games, "{name}");
        assert!(found.moves.is_sorted_by(|one, other| one.1.games >= other.1.games));
    }
    assert_eq!(explorer.positions(), shared);
    shared
}

#[test]
fn it_counts_what_a_naive_count_does() {
    let games = all_games();
    assert!(games.len() > 300, "{}", games.len());
    for bytes in [64 << 20, 1000] {
        let database = Database::from_bytes(build(&games, bytes)).unwrap();
        let shared = compare(&database, &games);
        assert!(shared > 400, "{shared}");
        assert_eq!(database.explorer().unwrap().unwrap().tables(), 1);
    }
}

#[test]
fn the_table_depends_neither_on_threads_nor_on_memory() {
    let games = all_games();
    let one = ExplorerOptions::new(1, || Ok(Cursor::new(Vec::new())));
    let mut writer = Writer::create(Cursor::new(Vec::new())).unwrap().with_explorer(one);
    write(&mut writer, &games);
    assert!(writer.finish().unwrap().into_inner() == build(&games, 1000));
}

#[test]
fn games_that_are_added_count_as_in_one_go() {
    let mut games = all_games();
    fastrand::Rng::with_seed(3).shuffle(&mut games);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("base.tabiya");
    fs::write(&path, build(&games[..100], 1 << 20)).unwrap();
    // The last one makes one table of all of them.
    let ends: Vec<usize> = (100..games.len()).step_by((games.len() - 100) / 15).take(16).chain([games.len()]).collect();
    let mut most = 0;
    for pair in ends.windows(2) {
        append(&path, &games[pair[0]..pair[1]]);
        let database = Database::open(&path).unwrap();
        most = most.max(database.explorer().unwrap().unwrap().tables());
        if most == 2 || most == 16 {
            compare(&database, &games[..pair[1]]);
        }
    }
    assert_eq!(most, 16);
    let database = Database::open(&path).unwrap();
    assert_eq!(database.explorer().unwrap().unwrap().tables(), 1);
    // Nothing is added, nothing is written.
    let before = fs::metadata(&path).unwrap().len();
    append(&path, &[]);
    let list = 4 + 40 * database.blocks() + 4 + 24;
    assert_eq!(fs::metadata(&path).unwrap().len(), before + list as u64);
    compare(&Database::open(&path).unwrap(), &games);
}

#[test]
fn two_single_games_of_different_appends_meet() {
    let games = games(b"1. e4 e5 2. Nf3 1-0\n\n1. Nf3 e5 2. e4 0-1\n\n1. a4 *\n");
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("base.tabiya");
    fs::write(&path, build(&[], 1 << 20)).unwrap();
    assert_eq!(Database::open(&path).unwrap().explorer().unwrap().unwrap().positions(), 0);
    for n in 0..3 {
        append(&path, &games[n..n + 1]);
        compare(&Database::open(&path).unwrap(), &games[..=n]);
    }
    let board = games[0].1.tree().board(3);
    let found = Database::open(&path).unwrap().explorer().unwrap().unwrap().find(board).unwrap().unwrap();
    assert_eq!((found.moves.len(), found.ended.white, found.ended.black), (0, 1, 1));
}

#[test]
fn games_without_the_table_take_it_away_and_one_can_be_made_later() {
    let games = all_games();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("base.tabiya");
    fs::write(&path, build(&games[..50], 1 << 20)).unwrap();
    let file = || OpenOptions::new().read(true).write(true).open(&path).unwrap();
    let mut writer = Writer::append(file()).unwrap();
    write(&mut writer, &games[50..60]);
    writer.finish().unwrap();
    let database = Database::open(&path).unwrap();
    assert!(!database.info().has_explorer && database.explorer().unwrap().is_none());
    append(&path, &games[60..70]);
    compare(&Database::open(&path).unwrap(), &games[..70]);
}

#[test]
fn blocks_without_rows_are_refused() {
    let games = games(b"1. e4 *");
    let mut block = BlockBuilder::new(&Options::default());
    block.add(SOURCE, &games[0].0, &games[0].1);
    let mut writer = Writer::create(Cursor::new(Vec::new())).unwrap().with_explorer(explorer(1000));
    assert_eq!(writer.write(&block.finish()).unwrap_err().kind(), io::ErrorKind::InvalidInput);
}

#[test]
fn damage_costs_the_explorer_alone_and_adding_games_mends_it() {
    let games = all_games();
    let bytes = build(&games[..60], 1 << 20);
    let sound = Database::from_bytes(bytes.clone()).unwrap();
    let table = sound.explorer().unwrap().unwrap().bytes() as usize;
    let naive = count(&games[..60]);
    // The table is the last thing before the list: its first part is a block, its end the directory.
    let start = bytes.len() - (4 + 40 * 9 + 4 + 24) - table;
    for place in [start, start + table / 2, start + table - 1] {
        let mut bytes = bytes.clone();
        bytes[place] ^= 16;
        let database = Database::from_bytes(bytes.clone()).unwrap();
        let found: Result<Vec<_>, _> = match database.explorer() {
            Ok(explorer) => naive.values().map(|one| explorer.as_ref().unwrap().find(&one.board)).collect(),
            Err(error) => Err(error),
        };
        assert_eq!(found.unwrap_err().to_string(), "the table of openings is damaged");
        assert_eq!(database.read_block(0).unwrap().len(), 7);
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("base.tabiya");
        fs::write(&path, bytes).unwrap();
        append(&path, &games[60..]);
        compare(&Database::open(&path).unwrap(), &games);
    }
}

/// A table that lacks games would be wrong for ever.
#[test]
fn a_read_that_fails_while_games_are_added_adds_none() {
    let games = all_games();
    let old = build(&games[..60], 1 << 20);
    let mut block = BlockBuilder::new(&OPTIONS);
    games[60..].iter().for_each(|(raw, game)| block.add(SOURCE, raw, game));
    let block = block.finish();
    let add = |reader: Arc<Snapshot>| {
        let mut sink = Cursor::new(old.clone());
        let writer = Writer::append_elsewhere(&mut sink, reader).map_err(io::Error::other);
        let added = writer.and_then(|writer| {
            // One thread, so that reads come in the same order.
            let options = ExplorerOptions::new(1, || Ok(Cursor::new(Vec::new())));
            let mut writer = writer.with_explorer(options);
            writer.write(&block)?;
            writer.finish().map(drop)
        });
        (added, sink.into_inner())
    };
    let mut failed = 0;
    loop {
        let reader = Arc::new(Snapshot::failing(&old, failed));
        let (added, bytes) = add(Arc::clone(&reader));
        if !reader.has_failed() {
            added.unwrap();
            compare(&Database::from_bytes(bytes).unwrap(), &games);
            break;
        }
        assert!(added.is_err(), "read {failed}");
        assert!(bytes == old, "read {failed}");
        failed += 1;
    }
    assert!(failed > 20, "{failed}");
    // Nor does a game that is damaged: that of the first block.
    let mut damaged = old.clone();
    damaged[80 + 8] ^= 1;
    let (added, bytes) = add(Arc::new(Snapshot::of(&damaged)));
    let error = added.unwrap_err().to_string();
    assert!(error.starts_with("block 1 (byte 80, 7 games): the contents are damaged"), "{error}");
    assert!(bytes == old);
}

#[test]
fn it_can_be_stopped_in_the_end() {
    let games = all_games();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("base.tabiya");
    fs::write(&path, build(&games[..50], 1 << 20)).unwrap();
    let before = fs::read(&path).unwrap();
    let file = OpenOptions::new().read(true).write(true).open(&path).unwrap();
    let mut writer = Writer::append(file).unwrap().with_explorer(explorer(1000).with_stop(|| true));
    write(&mut writer, &games[50..60]);
    assert_eq!(writer.finish().unwrap_err().kind(), io::ErrorKind::Interrupted);
    assert!(fs::read(&path).unwrap() == before);
}

#[test]
fn a_file_that_cannot_be_written_leaves_the_old_one() {
    let games = all_games();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("base.tabiya");
    fs::write(&path, build(&games[..50], 1 << 20)).unwrap();
    let before = fs::read(&path).unwrap();
    let file = OpenOptions::new().read(true).write(true).open(&path).unwrap();
    let refused = ExplorerOptions::new(2, || Err::<File, _>(io::ErrorKind::StorageFull.into())).with_memory(100);
    let mut writer = Writer::append(file).unwrap().with_explorer(refused);
    let mut block = BlockBuilder::new(&OPTIONS);
    games[50..].iter().take(100).for_each(|(raw, game)| block.add(SOURCE, raw, game));
    assert_eq!(writer.write(&block.finish()).unwrap_err().kind(), io::ErrorKind::StorageFull);
    writer.give_up().unwrap();
    assert!(fs::read(&path).unwrap() == before);
}
