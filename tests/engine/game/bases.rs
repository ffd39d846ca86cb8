//! Databases of other programs: written here from PGN, as their formats are described, and read as the same games.

use crate::game::shared::corpus;
use rusqlite::Connection;
use shakmaty::{Chess, Position as _};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use tabiya::Games;
use tabiya::chess::fen::{self, Setup};
use tabiya::chess::{Board, Color, Move, san};
use tabiya::game::{CommentPlace, FaultKind, Game, RawGame, ReadError};
use tabiya_test_support::size;

/// What a format must carry: promotions, both castlings, en passant, variations in variations, comments everywhere, a queen on
/// diagonals, pieces that are taken while others have moved, and a first position.
const GAMES: &str = r#"[Event "Open, round by round"]
[Site "Copse"]
[Date "2001.02.??"]
[Round "3.1"]
[White "Elm, B"]
[Black "Müller, Ö"]
[Result "1-0"]
[WhiteElo "2501"]
[BlackElo "2300"]
[ECO "B10"]
[EventDate "2001.01.31"]

{before all} 1. e4 $1 $14 {a pawn } c6 (1... e5 {open} 2. Nf3 ({first} 2. f4 exf4 3. Bc4 (3. Nf3 g5) 3... Qh4+) 2... Nc6) (1... d5)
2. e5 d5 3. exd6 Qxd6 4. Nf3 Qe6+ 5. Be2 Qxa2 6. O-O Bg4 7. Rxa2 Nd7 8. b4 O-O-O 9. b5 a5 10. bxa6 Nb6 11. axb7+ Kc7
12. b8=N {a knight} Bxf3 13. Qe1 e6 1-0

[Event "?"]
[Site "?"]
[Date "????.??.??"]
[Round "?"]
[White "Fir"]
[Black "Elm, B"]
[Result "1/2-1/2"]
[SetUp "1"]
[FEN "r3k2r/1P6/8/8/8/6Q1/6pp/R3K2R w KQkq - 3 20"]

20. bxa8=Q+ Kd7 (20... Ke7?) 21. Qb7+ Ke6 22. O-O-O gxh1=N 1/2-1/2

[Event "?"]
[Site "?"]
[Date "2003.??.??"]
[Round "?"]
[White "Elm, B"]
[Black "Fir"]
[Result "0-1"]

1. e4 c6 2. e5 d5 3. exd6 Qxd6 4. Nf3 Qe6+ 5. Be2 Qxa2 6. O-O Bg4 7. Rxa2 Nd7 8. b4 O-O-O 9. b5 a5 10. bxa6 Nb6 11. axb7+ Kc7
12. b8=N 0-1

[Event "?"]
[Site "?"]
[Date "1999.??.??"]
[Round "?"]
[White "?"]
[Black "?"]
[Result "*"]

*
"#;

/// The sample games, with comments and variations.
const SAMPLE: &str = include_str!("../../../examples/games/sample.pgn");

/// A writer of coded moves.
trait Coder {
    fn play(&mut self, board: &Board, mv: &Move);
    fn nag(&mut self, nag: u8);
    fn comment(&mut self, text: &str);
    fn open(&mut self);
    fn close(&mut self);
}

fn write_line(game: &Game, mut node: u32, coder: &mut dyn Coder) {
    let tree = game.tree().full();
    let comments = |coder: &mut dyn Coder, node, place| {
        game.notes().comments_at(node, place).for_each(|text| coder.comment(text));
    };
    if node == 0 {
        comments(coder, 0, CommentPlace::After);
    }
    while let Some(next) = tree.child(node, 0) {
        let step = |child: u32, coder: &mut dyn Coder| {
            coder.play(tree.board(node), tree.move_to(child).unwrap());
            game.notes().nags(child).for_each(|nag| coder.nag(u8::try_from(nag).unwrap()));
            comments(coder, child, CommentPlace::After);
        };
        step(next, coder);
        for other in (1..).map_while(|n| tree.child(node, n)) {
            coder.open();
            comments(coder, other, CommentPlace::Before);
            step(other, coder);
            write_line(game, other, coder);
            coder.close();
            comments(coder, next, CommentPlace::AfterVariation(other));
        }
        node = next;
    }
}

/// Moves as En Croissant codes them; lengths of comments take this number of bytes.
struct Croissant {
    bytes: Vec<u8>,
    positions: Vec<Chess>,
    /// The lengths of the lines around a variation.
    outer: Vec<Vec<Chess>>,
    length: usize,
}

impl Coder for Croissant {
    fn play(&mut self, _: &Board, mv: &Move) {
        let position = self.positions.last().unwrap();
        let same = |other: &shakmaty::Move| match other.castling_side() {
            Some(side) => mv.is_castle() && mv.is_castle_short() == (side == shakmaty::CastlingSide::KingSide),
            None => {
                !mv.is_castle() && (other.from(), other.to(), other.promotion()) == (Some(mv.from), mv.to, mv.promotion)
            }
        };
        let moves = position.legal_moves();
        let index = moves.iter().position(same).unwrap();
        self.bytes.push(u8::try_from(index).unwrap());
        let after = position.clone().play(moves[index]).unwrap();
        self.positions.push(after);
    }

    fn nag(&mut self, nag: u8) {
        self.bytes.extend([252, nag]);
    }

    fn comment(&mut self, text: &str) {
        self.bytes.push(253);
        self.bytes.extend_from_slice(&(text.len() as u64).to_be_bytes()[8 - self.length..]);
        self.bytes.extend_from_slice(text.as_bytes());
    }

    fn open(&mut self) {
        self.bytes.push(255);
        self.outer.push(self.positions.clone());
        self.positions.pop();
    }

    fn close(&mut self) {
        self.bytes.push(254);
        self.positions = self.outer.pop().unwrap();
    }
}

/// Moves as Scid codes them.
#[derive(Default)]
struct Scid {
    bytes: Vec<u8>,
    comments: Vec<u8>,
    /// The squares of the pieces of White and Black by their numbers, after each move of the line.
    numbered: Vec<[Vec<usize>; 2]>,
    outer: Vec<Vec<[Vec<usize>; 2]>>,
}

impl Scid {
    fn start(board: &Board) -> Scid {
        // In the first position of a game: king, then the other pieces from the a-file on, then the pawns.
        let mut white = vec![4, 0, 1, 2, 3, 5, 6, 7];
        let mut black: Vec<usize> = white.iter().map(|square| square + 56).collect();
        white.extend(8..16);
        black.extend(48..56);
        let mut numbered = [white, black];
        if *board != Board::initial() {
            // As a FEN names them, row by row from the eighth; the king changes places with the first.
            numbered = [vec![], vec![]];
            for square in (0..8).rev().flat_map(|row| (0..8).map(move |file| 8 * row + file)) {
                let Some(piece) = board.piece_at(tabiya::chess::Square::new(square)) else { continue };
                let list = &mut numbered[usize::from(piece.color.is_black())];
                list.push(square as usize);
                if piece.role == tabiya::chess::Role::King {
                    let last = list.len() - 1;
                    list.swap(0, last);
                }
            }
        }
        Scid { numbered: vec![numbered], ..Scid::default() }
    }
}

impl Coder for Scid {
    fn play(&mut self, board: &Board, mv: &Move) {
        use tabiya::chess::Role;
        let mut numbered = self.numbered.last().unwrap().clone();
        let us = usize::from(board.turn().is_black());
        let (from, to) = (mv.from as usize, mv.to as usize);
        let number = numbered[us].iter().position(|&square| square == from).unwrap();
        let away = to as i32 - from as i32;
        let place = |list: &[i32]| list.iter().position(|&step| step == away).map(|n| n + 1);
        let mut second = None;
        let code = match mv.role {
            _ if mv.is_null() => 0,
            Role::King if mv.is_castle() => {
                if mv.is_castle_short() {
                    10
                } else {
                    9
                }
            }
            Role::King => place(&[-9, -8, -7, -1, 1, 7, 8, 9]).unwrap(),
            Role::Knight => place(&[-17, -15, -10, -6, 6, 10, 15, 17]).unwrap(),
            Role::Bishop => to % 8 + if (to > from) == (to % 8 > from % 8) { 0 } else { 8 },
            Role::Rook | Role::Queen if from / 8 == to / 8 => to % 8,
            Role::Rook | Role::Queen if from % 8 == to % 8 => 8 + to / 8,
            Role::Queen | Role::Rook => {
                second = Some(to + 64);
                from % 8
            }
            Role::Pawn => match (away.abs(), mv.promotion) {
                (16, _) => 15,
                (step, role) => {
                    let roles = [None, Some(Role::Queen), Some(Role::Rook), Some(Role::Bishop), Some(Role::Knight)];
                    step as usize - 7 + 3 * roles.iter().position(|other| *other == role).unwrap()
                }
            },
        };
        self.bytes.push(u8::try_from(number << 4 | code).unwrap());
        self.bytes.extend(second.map(|byte| byte as u8));
        if let Some(taken) = mv.captured {
            let list = &mut numbered[1 - us];
            let n = list.iter().position(|&square| square == taken as usize).unwrap();
            list.swap_remove(n);
        }
        if let tabiya::chess::MoveKind::Castle { rook_from, rook_to } = mv.kind {
            numbered[us].iter_mut().filter(|s| **s == rook_from as usize).for_each(|s| *s = rook_to as usize);
        }
        numbered[us][number] = to;
        self.numbered.push(numbered);
    }

    fn nag(&mut self, nag: u8) {
        self.bytes.extend([11, nag]);
    }

    fn comment(&mut self, text: &str) {
        self.bytes.push(12);
        self.comments.extend_from_slice(text.as_bytes());
        self.comments.push(0);
    }

    fn open(&mut self) {
        self.bytes.push(13);
        self.outer.push(self.numbered.clone());
        self.numbered.pop();
    }

    fn close(&mut self) {
        self.bytes.push(14);
        self.numbered = self.outer.pop().unwrap();
    }
}

fn read(text: &str) -> Vec<Game> {
    Games::from_reader(std::io::Cursor::new(text.as_bytes().to_vec())).unwrap().map(Result::unwrap).collect()
}

fn open(path: &Path) -> Result<Vec<Game>, ReadError> {
    Games::open(path)?.collect()
}

/// The same as searches read it: moves that stand alone are not made a text of. Also the number of games that have such moves.
fn open_folded(path: &Path) -> (Vec<Game>, usize) {
    let mut raw = RawGame::default();
    let Ok(mut games) = tabiya_pgn::Games::open(path) else { return (vec![], 0) };
    let (mut read, mut unwritten) = (vec![], 0);
    while let Ok(true) = games.read_folded(&mut raw) {
        raw.unfold();
        let mut game = Game::new();
        game.parse(&raw);
        let in_text = raw.in_text();
        unwritten += usize::from(in_text.bytes.len() > raw.bytes.len());
        let mut again = Game::new();
        again.parse(&in_text);
        assert_eq!(content(&game), content(&again));
        assert_eq!(game.faults(), again.faults());
        read.push(game);
    }
    (read, unwritten)
}

/// Moves, comments and NAGs of a game, and the tags that every format has.
fn content(game: &Game) -> String {
    let tree = game.tree().full();
    let mut out = format!("{} {}\n", game.result(), fen::write(game.start()));
    let _ = writeln!(out, "{:?}", Color::ALL.map(|color| game.elo(color)));
    for tag in ["Event", "Site", "Date", "Round", "White", "Black", "ECO"] {
        let _ = writeln!(
            out,
            "{tag} {:?}",
            game.tags().get(tag).map(str::trim).filter(|value| !matches!(*value, "?" | "" | "????.??.??"))
        );
    }
    for n in 0..tree.len() {
        let nags: Vec<u32> = game.notes().nags(n).collect();
        // Scid joins the lines of comments, and a bracket in one has another form, as in PGN that is written.
        let joined = |text: &str| text.replace('{', "<").split_whitespace().collect::<Vec<_>>().join(" ");
        let comments: Vec<(CommentPlace, String)> = game
            .notes()
            .comments(n)
            .map(|(place, text)| (place, joined(text)))
            .filter(|(_, text)| !text.is_empty())
            .collect();
        let _ = writeln!(out, "{:?} {:?} {nags:?} {comments:?}", tree.parent(n), tree.move_to(n).map(Move::uci));
    }
    out
}

fn assert_same(read: &[Game], games: &[Game]) {
    assert_eq!(read.len(), games.len());
    for (read, game) in read.iter().zip(games) {
        assert!(read.faults().is_empty(), "{:?}", read.faults());
        assert_eq!(content(read), content(game));
    }
}

fn write_croissant(path: &Path, games: &[Game], length: usize) {
    let connection = Connection::open(path).unwrap();
    connection
        .execute_batch(
            "CREATE TABLE Info (Name TEXT UNIQUE NOT NULL, Value TEXT);
             CREATE TABLE Events (ID INTEGER PRIMARY KEY AUTOINCREMENT, Name TEXT UNIQUE);
             CREATE TABLE Sites (ID INTEGER PRIMARY KEY AUTOINCREMENT, Name TEXT UNIQUE);
             CREATE TABLE Players (ID INTEGER PRIMARY KEY AUTOINCREMENT, Name TEXT UNIQUE, Elo INTEGER);
             CREATE TABLE Games (ID INTEGER PRIMARY KEY AUTOINCREMENT, EventID INTEGER, SiteID INTEGER, Date TEXT, UTCTime TEXT,
                 Round TEXT, WhiteID INTEGER, WhiteElo INTEGER, BlackID INTEGER, BlackElo INTEGER, WhiteMaterial INTEGER,
                 BlackMaterial INTEGER, Result INTEGER, TimeControl TEXT, ECO TEXT, PlyCount INTEGER, FEN TEXT, Moves BLOB,
                 PawnHome BLOB);
             BEGIN;",
        )
        .unwrap();
    let id = |table: &str, name: &str| -> i64 {
        connection.execute(&format!("INSERT OR IGNORE INTO {table} (Name) VALUES (?1)"), [name]).unwrap();
        connection.query_row(&format!("SELECT ID FROM {table} WHERE Name = ?1"), [name], |row| row.get(0)).unwrap()
    };
    for game in games {
        let tag = |name: &str| game.tags().get(name).filter(|value| *value != "?");
        let start = tag("FEN").map_or_else(Chess::default, |fen| {
            let fen: shakmaty::fen::Fen = fen.parse().unwrap();
            fen.into_position(shakmaty::CastlingMode::Standard).unwrap()
        });
        let mut coder = Croissant { bytes: vec![], positions: vec![start], outer: vec![], length };
        write_line(game, 0, &mut coder);
        let insert = "INSERT INTO Games (EventID, SiteID, Date, Round, WhiteID, WhiteElo, BlackID, BlackElo, Result, ECO, FEN, Moves)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)";
        let named = |tag: &str, table: &str| id(table, game.tags().get(tag).unwrap_or("?"));
        connection
            .execute(
                insert,
                (
                    named("Event", "Events"),
                    named("Site", "Sites"),
                    tag("Date"),
                    tag("Round"),
                    named("White", "Players"),
                    tag("WhiteElo"),
                    named("Black", "Players"),
                    tag("BlackElo"),
                    game.result().as_str(),
                    tag("ECO"),
                    tag("FEN"),
                    coder.bytes,
                ),
            )
            .unwrap();
    }
    connection.execute_batch("COMMIT").unwrap();
}

/// The coded text of a game, with a tag of its own and one that has a number.
fn scid_moves(game: &Game) -> Vec<u8> {
    let mut bytes = b"\x06Source\x03abc\xF3\x03Tal\0".to_vec();
    let setup = game.tags().get("FEN").map_or_else(Setup::initial, |fen| fen::parse(fen).unwrap());
    match game.tags().get("FEN") {
        Some(fen) => bytes.extend([&[1], fen.as_bytes(), &[0]].concat()),
        None => bytes.push(0),
    }
    let mut coder = Scid::start(&setup.board);
    write_line(game, 0, &mut coder);
    bytes.extend([&*coder.bytes, &[15], &*coder.comments].concat());
    bytes
}

/// A date as a number, unknown parts 0.
fn date(text: &str) -> u32 {
    let parts: Vec<u32> = text.split('.').map(|part| part.parse().unwrap_or(0)).collect();
    parts[0] << 9 | parts[1] << 5 | parts[2]
}

/// The index, the names and the moves of a database of version 4 or 5.
fn write_scid(folder: &Path, games: &[Game], five: bool) -> PathBuf {
    let (mut index, mut moves) = (vec![], vec![]);
    let mut names: [Vec<String>; 4] = Default::default();
    for game in games {
        let tag = |name: &str| game.tags().get(name).unwrap_or("?");
        let mut id = |kind: usize, tag_name: &str| {
            let name = tag(tag_name).to_owned();
            let place = names[kind].iter().position(|other| *other == name).unwrap_or(names[kind].len());
            if place == names[kind].len() {
                names[kind].push(name);
            }
            place as u32
        };
        let [white, black] = [id(0, "White"), id(0, "Black")];
        let [event, site, round] = [id(1, "Event"), id(2, "Site"), id(3, "Round")];
        let elo = |name: &str| tag(name).parse::<u32>().unwrap_or(0);
        let result =
            ["*", "1-0", "0-1", "1/2-1/2"].iter().position(|text| *text == game.result().as_str()).unwrap() as u32;
        let eco = tag("ECO").as_bytes();
        let eco = if eco.len() < 3 {
            0
        } else {
            (u32::from(eco[0] - b'A') * 100 + tag("ECO")[1..3].parse::<u32>().unwrap()) * 131 + 1
        };
        let played = date(if tag("Date") == "?" { "?.?.?" } else { tag("Date") });
        let coded = scid_moves(game);
        let (at, len) = (moves.len() as u32, coded.len() as u32);
        moves.extend(coded);
        if five {
            let words = [
                white,
                black,
                event,
                site,
                round,
                elo("WhiteElo") << 20 | played,
                elo("BlackElo") << 20,
                0,
                len << 15,
                at,
                0,
                result << 16 | eco,
                0,
                0,
            ];
            index.extend(words.into_iter().flat_map(u32::to_le_bytes));
        } else {
            let mut record = at.to_be_bytes().to_vec();
            let mut word = |value: u32| record.extend((value as u16).to_be_bytes());
            word(len);
            record.extend([0, 0, 0, 0]);
            let mut word = |value: u32| record.extend((value as u16).to_be_bytes());
            word(white);
            word(black);
            record.push(0);
            let mut word = |value: u32| record.extend((value as u16).to_be_bytes());
            [event, site, round, result << 12, eco].into_iter().for_each(&mut word);
            record.extend(played.to_be_bytes());
            record.extend((elo("WhiteElo") as u16).to_be_bytes());
            record.extend((elo("BlackElo") as u16).to_be_bytes());
            record.extend([0; 14]);
            assert_eq!(record.len(), 47);
            index.extend(record);
        }
    }
    let mut stored = vec![];
    if five {
        for (kind, names) in names.iter().enumerate() {
            for name in names {
                let mut value = name.len() << 3 | kind;
                while value > 127 {
                    stored.push((value & 127 | 128) as u8);
                    value >>= 7;
                }
                stored.push(value as u8);
                stored.extend_from_slice(name.as_bytes());
            }
        }
    } else {
        let mut head = b"Scid.si\0\x01\x90\0\0\0\0".to_vec();
        head.extend_from_slice(&(games.len() as u32).to_be_bytes()[1..]);
        head.resize(182, 0);
        index.splice(0..0, head);
        stored.extend(b"Scid.sn\0\0\0\0\0");
        names.iter().for_each(|names| stored.extend_from_slice(&(names.len() as u32).to_be_bytes()[1..]));
        stored.extend([0, 0, 1].repeat(4));
        for names in &names {
            let mut sorted: Vec<(usize, &String)> = names.iter().enumerate().collect();
            sorted.sort_by_key(|(_, name)| name.as_bytes());
            let mut last: &[u8] = b"";
            for (n, (id, name)) in sorted.into_iter().enumerate() {
                let shared = name.bytes().zip(last).take_while(|(one, other)| one == *other).count();
                stored.extend((id as u16).to_be_bytes());
                stored.extend([1, name.len() as u8]);
                stored.extend((n > 0).then_some(shared as u8));
                stored.extend_from_slice(&name.as_bytes()[if n > 0 { shared } else { 0 }..]);
                last = name.as_bytes();
            }
        }
    }
    let version = if five { '5' } else { '4' };
    for (letter, bytes) in [('n', stored), ('g', moves), ('i', index)] {
        fs::write(folder.join(format!("base.s{letter}{version}")), bytes).unwrap();
    }
    folder.join(format!("base.si{version}"))
}

/// True if the first position and the moves of a game have a place in every format.
fn is_common(game: &Game) -> bool {
    let tree = game.tree().full();
    let nulls = (1..tree.len()).filter_map(|n| tree.move_to(n)).any(|mv| mv.is_null());
    !nulls && game.faults().is_empty() && ["FEN", "Variant"].iter().all(|tag| game.tags().get(tag).is_none())
}

/// Games that have a place in every format.
fn all_games() -> Vec<Game> {
    let sample = read(SAMPLE).into_iter().filter(is_common);
    let games: Vec<Game> = read(GAMES).into_iter().chain(sample).collect();
    assert!(games.len() > 20 && games[..4].iter().all(|game| game.faults().is_empty()));
    games
}

#[test]
fn en_croissant() {
    let folder = tempfile::tempdir().unwrap();
    let games = all_games();
    for length in [1, 2, 4, 8] {
        let path = folder.path().join(format!("games{length}.db3"));
        write_croissant(&path, &games, length);
        assert_same(&open(&path).unwrap(), &games);
        let (folded, unwritten) = open_folded(&path);
        assert_same(&folded, &games);
        assert!((1..games.len()).contains(&unwritten), "{unwritten}");
        // The same from a stream.
        let bytes = fs::read(&path).unwrap();
        let streamed: Result<Vec<Game>, _> = Games::from_reader(std::io::Cursor::new(bytes)).unwrap().collect();
        assert_same(&streamed.unwrap(), &games);
    }
}

/// Moves of pawns come first, single steps before double ones, then knights: `e4` is number 12, `Nf3` number 19.
#[test]
fn the_order_of_moves() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.db3");
    write_croissant(&path, &read("1. e4 e5 2. Nf3 *"), 1);
    let moves: Vec<u8> =
        Connection::open(&path).unwrap().query_row("SELECT Moves FROM Games", (), |row| row.get(0)).unwrap();
    assert_eq!(moves[..2], [12, 12]);
    assert_eq!(san::read("Nf3", &Board::initial()).map(|mv| mv.uci()), Some("g1f3".into()));
}

#[test]
fn scid() {
    let folder = tempfile::tempdir().unwrap();
    let games = all_games();
    for five in [false, true] {
        let path = write_scid(folder.path(), &games, five);
        let read = open(&path).unwrap();
        assert_same(&read, &games);
        let (folded, unwritten) = open_folded(&path);
        assert_same(&folded, &games);
        assert!((1..games.len()).contains(&unwritten), "{unwritten}");
        assert_eq!([read[0].tags().get("Source"), read[0].tags().get("Annotator")], [Some("abc"), Some("Tal")]);
    }
}

/// Played and annotated games of other people, in every format.
#[test]
fn games_of_others() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["otb", "annotated"] {
        let Some(path) = corpus(&format!("{name}.pgn.zst")) else { continue };
        let games = Games::open(path).unwrap().map(Result::unwrap).take(size("games of a file", 500, 10_000));
        // Whole dates, and tags as PGN need not write them.
        let is_dated = |game: &Game| game.tags().get("Date").is_none_or(|date| date.len() == 10);
        let is_plain = |game: &Game| game.tags().iter().all(|(_, value)| !value.contains(['\\', '"']));
        let games: Vec<Game> = games.filter(|game| is_common(game) && is_dated(game) && is_plain(game)).collect();
        assert!(games.len() > 400, "{}", games.len());
        let croissant = folder.path().join(format!("{name}.db3"));
        write_croissant(&croissant, &games, 8);
        assert_same(&open(&croissant).unwrap(), &games);
        for five in [false, true] {
            assert_same(&open(&write_scid(folder.path(), &games, five)).unwrap(), &games);
        }
    }
}

/// A database that Scid 4.7 made of the sample games.
#[test]
fn scid_by_scid() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/scid/sample.si4");
    assert_same(&open(&path).unwrap(), &read(SAMPLE));
}

/// Damage is told: of a game as a fault, of a file as an error. No bytes stop the program, and none lose a game in silence.
#[test]
fn damage() {
    let folder = tempfile::tempdir().unwrap();
    let games = read(GAMES);
    let base = folder.path().join("games.db3");
    write_croissant(&base, &games, 2);
    let mut files = vec![(base.clone(), base)];
    for five in [false, true] {
        let index = write_scid(folder.path(), &games, five);
        let end = index.extension().unwrap().to_str().unwrap().to_owned();
        files.extend(["i", "n", "g"].map(|letter| (index.clone(), index.with_extension(end.replace('i', letter)))));
    }
    let mut random = fastrand::Rng::with_seed(7);
    for (name, file) in files {
        let whole = fs::read(&file).unwrap();
        for round in 0..60 {
            let mut bytes = whole.clone();
            match round % 2 {
                0 => bytes.truncate(random.usize(..bytes.len())),
                _ => (0..1 + round / 10).for_each(|_| {
                    let at = random.usize(..bytes.len());
                    bytes[at] ^= 1 << random.u8(..8);
                }),
            }
            fs::write(&file, &bytes).unwrap();
            let Ok(read) = open(&name) else { continue };
            assert_eq!(open_folded(&name).0.len(), read.len());
            // A version without a header ends where its index does.
            let may_lack = name.extension().unwrap() == "si5" && bytes.len() % 56 == 0 || bytes.is_empty();
            let is_whole = read.len() == games.len() || round % 2 == 1 || may_lack;
            assert!(is_whole, "{} of {} games, {} bytes of {}", read.len(), games.len(), bytes.len(), file.display());
            for game in &read {
                assert_eq!(game.is_incomplete(), game.faults().list().iter().any(|fault| fault.kind.loses()));
            }
        }
        fs::write(&file, &whole).unwrap();
    }
}

/// What precedes an error in coded moves is read.
#[test]
fn moves_before_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.db3");
    write_croissant(&path, &read("1. e4 e5 2. Nf3 1-0"), 1);
    Connection::open(&path).unwrap().execute("UPDATE Games SET Moves = x'0C0CFA'", ()).unwrap();
    let (games, folded) = (open(&path).unwrap(), open_folded(&path));
    assert_eq!(content(&games[0]), content(&folded.0[0]));
    let game = &games[0];
    assert_eq!((game.tree().len(), game.is_incomplete(), game.line()), (3, true, 1));
    let fault = &game.faults().list()[0];
    assert_eq!(
        (fault.kind, &*fault.message),
        (FaultKind::BadRow, "byte 3 of its moves, 250, is not the index of a legal move")
    );
}
