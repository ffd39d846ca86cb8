//! Inputs to begin with, made from the project's own test data and the same on every run.
//!
//! Those that a target reads as text are pieces of test cases; those that it draws choices from are random bytes.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use tabiya::chess::Board;
use tabiya::openings::{Book, Line};

/// Files of conformance cases whose queries are seeds.
const CASES: [&str; 8] = ["cql5", "next", "tree", "language", "board", "line", "path", "errors"];

/// The seeds of the target of a name, and after them the inputs of `regressions/`, which once broke its promise.
///
/// # Errors
///
/// If there is no such target, or if the project's test data cannot be read.
pub fn seeds(target: &str) -> io::Result<Vec<Vec<u8>>> {
    let mut seeds = made(target)?;
    let folder = file("fuzz/regressions").join(target);
    if folder.exists() {
        let mut files = fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<_>>>()?;
        files.sort();
        seeds.extend(files.iter().map(fs::read).collect::<io::Result<Vec<_>>>()?);
    }
    Ok(seeds)
}

fn made(target: &str) -> io::Result<Vec<Vec<u8>>> {
    let bytes = |texts: &[&str]| texts.iter().map(|text| text.as_bytes().to_vec()).collect();
    Ok(match target {
        "query_bytes" => queries()?.into_iter().map(String::into_bytes).collect(),
        "pgn_round_trip" => games()?,
        "pgn_bytes" | "database_games" => with_numbers(games()?),
        "database_bytes" => {
            let games = games()?.into_iter().filter(|game| game.len() < 3000).enumerate();
            let changed = games.map(|(n, game)| {
                let count = (n % 32) as u8;
                [&[count | (n as u8 & 3) << 6][..], &random(n as u64, usize::from(count) * 4), &game].concat()
            });
            changed.collect()
        }
        "compressed" => {
            let games = games()?.into_iter().filter(|game| game.len() < 1000).enumerate();
            games.map(|(n, game)| [&[n as u8 % 6, n as u8 / 6][..], &random(n as u64, 16), &game].concat()).collect()
        }
        "fen_san" => {
            let boards = fens()?.into_iter().map(|fen| [b"\0", fen.as_bytes()].concat());
            boards.chain((0..40).map(|n| [&[1 + (n % 2) as u8][..], &random(n, 90)].concat())).collect()
        }
        "tables" => tables()?,
        "unmoves" => (0..40).map(|n| random(n, 100)).collect(),
        "patterns" => (0..60).map(|n| random(n, 60)).collect(),
        "roads" => (0..80).map(|n| random(n, 500)).collect(),
        "cql_options" => options()?,
        "serve_requests" => bytes(&REQUESTS),
        "engine_requests" => bytes(&SESSIONS),
        "resume_states" => bytes(&STATES),
        _ => return Err(io::Error::other(format!("there is no target `{target}`"))),
    })
}

/// A file of each kind, with its kind before it.
fn tables() -> io::Result<Vec<Vec<u8>>> {
    let line = Line::read("e4 e5 Nf3 Nc6 Bb5").map_err(io::Error::other)?;
    let moves = line.moves.iter().scan(Board::initial(), |board, mv| {
        let before = std::mem::replace(board, board.play(mv));
        Some((before, [(*mv, 3)]))
    });
    let book = Book::new(moves).to_bytes();
    let texts: [(u8, &str); 6] = [
        (1, "@PLAYER\nTal, Mikhail #GM\n= Tal, M\n=Tal\n@SITE\nRiga\n= Riga LAT\n"),
        (1, "alias,name\n\"Tal, M\",\"Tal, Mikhail\"\nTal,\"Tal, M\"\n"),
        (2, "eco\tname\tpgn\nC60\tRuy Lopez\t1. e4 e5 2. Nf3 Nc6 3. Bb5\nA00\tStart\t\n"),
        (3, "name;elo;date;fideid\nTal, Mikhail;2705;1980-01;900001\nTal, M;2600;;\n"),
        (3, "fideid\tname\n5\tLi, Wei\n6\tLi, Wei\n"),
        (3, "name,rating,year\n\"Tal, Mikhail\",2705,1980\n"),
    ];
    let texts = texts.into_iter().map(|(kind, text)| [&[kind][..], text.as_bytes()].concat());
    Ok(std::iter::once([&[0][..], &book].concat()).chain(texts).collect())
}

fn file(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path)
}

/// Each game with its number in the list before it.
fn with_numbers(games: Vec<Vec<u8>>) -> Vec<Vec<u8>> {
    games.into_iter().enumerate().map(|(n, game)| [&[n as u8][..], &game].concat()).collect()
}

/// Bytes by the xorshift generator of Marsaglia (2003).
fn random(seed: u64, length: usize) -> Vec<u8> {
    let mut state = (seed + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut byte = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 33) as u8
    };
    (0..length).map(|_| byte()).collect()
}

/// Every n-th, so that a limited number is left.
fn thin<T: Clone>(list: &[T], most: usize) -> Vec<T> {
    let step = list.len().div_ceil(most).max(1);
    list.iter().step_by(step).cloned().collect()
}

/// Queries of the conformance cases, of each file some.
fn queries() -> io::Result<Vec<String>> {
    let mut all = Vec::new();
    for name in CASES {
        let text = fs::read_to_string(file(&format!("tests/data/conformance/{name}.jsonl")))?;
        let query = |line: &str| {
            let case: serde_json::Value = serde_json::from_str(line).ok()?;
            Some(case["query"].as_str()?.to_owned())
        };
        let list: BTreeSet<String> = text.lines().filter_map(query).filter(|query| query.len() < 300).collect();
        all.extend(thin(&list.into_iter().collect::<Vec<_>>(), 25));
    }
    Ok(all)
}

/// Short games of the project, a few of each file, and pieces of PGN with something wrong in them.
fn games() -> io::Result<Vec<Vec<u8>>> {
    let mut all: Vec<Vec<u8>> = FAULTY.iter().map(|text| text.as_bytes().to_vec()).collect();
    for name in ["extra", "studies", "trees", "variations", "wild"] {
        let path = file(&format!("tests/data/games/{name}.pgn"));
        let bytes = fs::read(&path)?;
        let games = tabiya::Games::open(path).map_err(io::Error::other)?;
        let starts: Vec<usize> = games.into_iter().flatten().map(|game| game.offset() as usize).collect();
        let texts: Vec<Vec<u8>> = starts.windows(2).map(|pair| bytes[pair[0]..pair[1]].to_vec()).collect();
        let short: Vec<Vec<u8>> = texts.into_iter().filter(|text| text.len() < 1500).collect();
        all.extend(thin(&short, 8));
    }
    Ok(all)
}

const FAULTY: [&str; 14] = [
    "1. e4 (1. d4 (1. c4 c5) {e} 1... d5) {f} ({g} {h} 1. Nf3 $2 $300 {i}) {j} 1... e5 {k} *\n",
    "1. e4 e5 2. Ke3 {x} Nf6 (2... d5) (1. d4 3. Zz9) 1-0\n",
    "[FEN \"8/8/8/8/8/8/8/8 w\"]\n1. -- -- *",
    "[FEN \"x\"]\n1. e4 {kept} *",
    "[Variant \"crazyhouse\"]\n1. e4 d5 2. exd5 Qxd5 3. P@e4 *",
    "[Variant \"unheard of\"]\n1. e4 e5 2. Ke3",
    "[Event \"a\\\"b\\\\c\"]\n[White \"no end\n1. e4 ; to the end\ne5 %not here\n\n[Black \"late\"] 2. Nf3 1/2",
    "% escaped\n1. e4 whatever e5 } ) ( ) () { unclosed",
    "1.e4e5 2.Nf3Nc6 Bb5 a6 exd5 e8=Q 0-0 0-0-0+ Z0 \u{265e}f6 N@f3 e2e4 $abc $999999999999 !? +- \u{bd}-\u{bd}",
    "1-0\n\n0-1\n\n[Event \"b\"]\n\n*\n\n[Event \"c\"]\n[Event \"d\"]\n1. d4 (1. c4 1-0) 1-0 2. c4",
    "\u{feff}[Result \"0-1\"]\r\n\r\n1. f3 e5 2. g4 Qh4# 1-0\r\n",
    "{a} {b} 1. e4 {c\nd} {} e5 ( {x} ) (1... c5 {y} {z}) {w} *",
    "[SetUp \"1\"]\n[FEN \"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1\"]\n1. O-O O-O-O *",
    "1. Nf3 Nf6 2. Ng1 Ng8 3. Nd2 Nbd7 4. Nbd2 *\n\nprose be the ed\n\n1. a4",
];

/// Positions of the project's tests of reachability.
fn fens() -> io::Result<Vec<String>> {
    let mut all = Vec::new();
    for name in ["possible", "impossible"] {
        let text = fs::read_to_string(file(&format!("tests/data/reachability/{name}.txt")))?;
        let fens: Vec<String> = text.lines().filter(|line| line.matches('/').count() == 7).map(str::to_owned).collect();
        all.extend(thin(&fens, 20));
    }
    Ok(all)
}

/// Command lines of `cql`, an argument to a line.
fn options() -> io::Result<Vec<Vec<u8>>> {
    let text = fs::read_to_string(file("tests/command/cli/cql.rs"))?;
    let mut all: BTreeSet<String> = LINES.iter().map(|line| line.replace(' ', "\n")).collect();
    for line in text.lines().filter(|line| line.contains("\"-")) {
        let words: Vec<&str> = line.split('"').skip(1).step_by(2).collect();
        all.insert(words.join("\n"));
    }
    Ok(all.into_iter().map(String::into_bytes).collect())
}

/// Requests to the server: of each kind one, and queries that would open files.
const REQUESTS: [&str; 20] = [
    "POST moves\nContent-Type: application/json\n\n{\"fen\":\"4k3/P7/8/8/8/8/8/R3K2R w KQ - 0 1\"}",
    "GET about",
    "GET paths?path=~/",
    "GET games?source=s1&from=1&count=9&text=A",
    "GET game?source=s1&game=2",
    "GET word?word=path",
    "POST check\nContent-Type: application/json\n\n{\"query\":\"cql(gamenumber 3 2) x=path --+ x>3\",\"dialect\":\"6\"}",
    "POST complete\nContent-Type: application/json; charset=utf-8\n\n{\"query\":\"mate from K\",\"at\":9}",
    "POST hover\nContent-Type: application/json\n\n{\"query\":\"line --> check+ --> mate\",\"at\":4}",
    "POST searches\nContent-Type: application/json\n\n{\"query\":\"mate sort \\\"k\\\" ply\",\"sources\":[\"s1\"],\"variations\":true,\"limit\":5,\"seconds\":0.5}",
    "POST searches\nContent-Type: application/json\n\n{\"query\":\"x=readfile \\\"canary.cql\\\" comment(x)\",\"sources\":[\"s1\"]}",
    "POST searches\nContent-Type: application/json\n\n{\"query\":\"writefile(\\\"new.cqo\\\" \\\"x\\\")\",\"sources\":[\"s1\"]}",
    "POST check\nContent-Type: application/json\n\n{\"query\":\"similarposition \\\"canary.pgn\\\"\"}",
    "POST why\nContent-Type: application/json\n\n{\"query\":\"check R attacks k\",\"source\":\"s1\",\"game\":1,\"node\":5}",
    "GET memory",
    "POST memory\nContent-Type: application/json\n\n{\"name\":\"saved\",\"text\":\"[]\",\"version\":0}",
    "POST automaton\nContent-Type: application/json\n\n{\"query\":\"next (check .* mate)\",\"source\":\"s1\",\"game\":1,\"node\":0,\"through\":4}",
    "POST ask\nContent-Type: application/json\n\n{\"ask\":{\"kind\":\"position\",\"pieces\":[{\"square\":\"e4\",\"piece\":\"P\"}],\"exact\":true}}",
    "POST drop?name=../x.pgn\n\n1. e4 e5 *",
    "DELETE sources/s1",
];

/// Sessions of programs that ask: of each method one request, and invalid requests.
const SESSIONS: [&str; 7] = [
    "{\"id\":1,\"method\":\"about\"}\n{\"id\":2,\"method\":\"check\",\"params\":{\"query\":\"mate wtm\"}}\n\
     {\"id\":3,\"method\":\"complete\",\"params\":{\"query\":\"chec\",\"at\":4}}\n{\"id\":4,\"method\":\"word\",\"params\":{\"word\":\"pin\"}}",
    "{\"id\":\"a\",\"method\":\"search\",\"params\":{\"query\":\"mate\",\"limit\":3}}\n{\"id\":\"b\",\"method\":\"searches\"}\n\
     {\"id\":\"c\",\"method\":\"cancel\",\"params\":{\"request\":\"a\"}}\n\
     {\"id\":\"d\",\"method\":\"tally\",\"params\":{\"search\":\"q1\",\"by\":\"year\",\"eco\":\"B\"}}\n\
     {\"id\":\"e\",\"method\":\"found\",\"params\":{\"search\":\"q1\",\"source\":\"s1\",\"game\":2}}",
    "{\"id\":1,\"method\":\"open\",\"params\":{\"pgn\":\"1. e4 e5 *\",\"name\":\"a/b.pgn\"}}\n\
     {\"id\":2,\"method\":\"game\",\"params\":{\"source\":\"s2\",\"game\":1}}\n{\"id\":3,\"method\":\"close\",\"params\":{\"source\":\"s1\"}}\n\
     {\"id\":4,\"method\":\"games\",\"params\":{\"source\":\"s1\",\"count\":2}}",
    "{\"id\":1.5,\"method\":\"explain\",\"params\":{\"query\":\"next (check+ mate)\",\"source\":\"s1\",\"game\":1,\"node\":3}}\n\
     {\"id\":1.5,\"method\":\"ask\",\"params\":{\"ask\":{\"kind\":\"position\",\"pieces\":[{\"square\":\"e4\",\"piece\":\"P\"}]}}}\n\
     {\"id\":7,\"method\":\"quit\"}\n{\"id\":8,\"method\":\"recipes\"}",
    "\n[]\n{\"method\":\"about\"}\n{\"id\":[1],\"method\":\"about\"}\n{\"id\":1}\n{\"id\":2,\"method\":\"nothing\"}\n{\"id\":3,\"method\":\"search\"}",
    "{\"id\":1,\"method\":\"why\",\"params\":{\"query\":\"mate\",\"source\":\"s1\",\"game\":2,\"node\":1}}\n\
     {\"id\":2,\"method\":\"automaton\",\"params\":{\"query\":\"line --> check+\"}}\n{\"id\":3,\"method\":\"sources\"}",
    "{\"id\":1,\"method\":\"hover\",\"params\":{\"query\":\"mate from K\",\"at\":9}}\n\
     {\"id\":2,\"method\":\"asked\",\"params\":{\"query\":\"Pe4\"}}\n{\"id\":3,\"method\":\"forget\",\"params\":{\"search\":\"q1\"}}",
];

const LINES: [&str; 12] = [
    "-i a.pgn -o b.pgn -g 3 7 -matchcount 2 5 -year 1990 2000 q.cql",
    "--FLIP -shift -rotate90 -flipcolor -reversecolor q.cql",
    "-player ^Fir -white a.*b -black [x] -event y -site z -fen 8/8 -result 1-0 q.cql",
    "-cql check -cql mate{ -assign x 3 -assign y abc -assign z -12 q.cql",
    "-hhdb composer Troitzky -hhdb gbr kings -hhdb award special -hhdb (c) q.cql",
    "-similarposition nosort notransform a.pgn q.cql",
    "-quiet -silent q.cql",
    "-threads 4 -s -m -lineincrement 7 -outputbuffer 200000 -showthread q.cql",
    "-guipgnstdin -guipgnstdout -gui q.cql",
    "-alwayscomment -nosortcomments -nouniquecomments -noremovecomment -nosettag -nolinearize q.cql",
    "-lex q.cql",
    "-wtm -btm -virtualmainline -variations -mainline -noheader -matchstring \u{e9} q.cql",
];

/// States of a search that was stopped, as [`super::resume_states`] reads them: after some number of games, with their checksum or
/// with that of the changed state.
const STATES: [&str; 21] = [
    "0-",
    "1-",
    "2-",
    "3-",
    "=",
    "={}",
    "={\"format\":\"tabiya-resume\",\"checksum\":\"\"}",
    "=[\"format\",\"tabiya-resume\"",
    "2-\n/counted/games 7",
    "2+\n/counted/games 18446744073709551615",
    "1+\n/counted/matched 18446744073709551615\n/counted/queries [[1,18446744073709551615,1]]",
    "2+\n/counted/games -1\n/counted/failed true",
    "1+\n/counted/queries []",
    "1+\n/counted/queries [[1,1],[1,1,1,1]]",
    "2+\n/outputs []",
    "2+\n/outputs/0/name \"precious.txt\"",
    "2+\n/outputs/0/name \"deep/out.csv.partial\"",
    "2+\n/outputs/0/name \"../out.csv.partial\"",
    "2+\n/outputs/0/name \"out.csv.partial.x\"\n/faults {\"name\":\"games.pgn\"}",
    "2+\n/inputs/0/bytes 1\n/version 1",
    "1-\npartial something else",
];
