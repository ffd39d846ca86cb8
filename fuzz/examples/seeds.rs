//! Writes the seeds of the fuzz targets anew, from the project's own test data: `seeds FOLDER`, mostly `fuzz/seeds`.
//!
//! Inputs that a target reads as text are pieces of test cases; those that it draws choices from are random bytes, the
//! same on every run.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::Path;

const CASES: [&str; 7] = ["cql5", "next", "tree", "language", "board", "line", "path"];

fn main() -> io::Result<()> {
    let folder = std::env::args().nth(1).unwrap_or_else(|| "fuzz/seeds".into());
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let seeds = Seeds { folder: Path::new(&folder) };
    let queries = queries(&root)?;
    seeds.write("query_bytes", queries.iter().map(|query| query.as_bytes().to_vec()))?;
    let games = games(&root)?;
    seeds.write("pgn_bytes", games.iter().enumerate().map(|(n, game)| [&[n as u8][..], game].concat()))?;
    seeds.write("pgn_round_trip", games.iter().cloned())?;
    seeds.write("database_games", games.iter().enumerate().map(|(n, game)| [&[n as u8][..], game].concat()))?;
    let changed = games.iter().filter(|game| game.len() < 3000).enumerate().map(|(n, game)| {
        let count = (n % 32) as u8;
        [&[count | (n as u8 & 3) << 6][..], &random(n as u64, usize::from(count) * 4), game].concat()
    });
    seeds.write("database_bytes", changed)?;
    let packed = games.iter().filter(|game| game.len() < 1000).enumerate().map(|(n, game)| {
        let choices = [&[n as u8 % 6, n as u8 / 6][..], &random(n as u64, 16)].concat();
        [choices, game.clone()].concat()
    });
    seeds.write("compressed", packed)?;
    seeds.write(
        "fen_san",
        fens(&root)?
            .iter()
            .map(|fen| [b"\0", fen.as_bytes()].concat())
            .chain((0..40).map(|n| [&[1 + (n % 2) as u8][..], &random(n, 90)].concat())),
    )?;
    seeds.write("unmoves", (0..40).map(|n| random(n, 100)))?;
    seeds.write("patterns", (0..60).map(|n| random(n, 60)))?;
    seeds.write("roads", (0..80).map(|n| random(n, 500)))?;
    seeds.write("serve_requests", REQUESTS.iter().map(|request| request.as_bytes().to_vec()))?;
    seeds.write("cql_options", options(&root)?.into_iter())
}

struct Seeds<'a> {
    folder: &'a Path,
}

impl Seeds<'_> {
    fn write(&self, target: &str, inputs: impl Iterator<Item = Vec<u8>>) -> io::Result<()> {
        let folder = self.folder.join(target);
        fs::create_dir_all(&folder)?;
        for (number, input) in inputs.enumerate() {
            fs::write(folder.join(format!("{number:03}")), input)?;
        }
        Ok(())
    }
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

/// Every so many, so that so many are left at most.
fn thin<T: Clone>(list: &[T], most: usize) -> Vec<T> {
    let step = list.len().div_ceil(most).max(1);
    list.iter().step_by(step).cloned().collect()
}

/// Queries of the conformance cases, of each file some.
fn queries(root: &Path) -> io::Result<Vec<String>> {
    let mut all = Vec::new();
    for name in CASES.iter().chain(&["errors"]) {
        let text = fs::read_to_string(root.join("tests/data/conformance").join(format!("{name}.jsonl")))?;
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
fn games(root: &Path) -> io::Result<Vec<Vec<u8>>> {
    let mut all: Vec<Vec<u8>> = FAULTY.iter().map(|text| text.as_bytes().to_vec()).collect();
    for name in ["extra", "studies", "trees", "variations", "wild"] {
        let games = tabiya::Games::open(root.join(format!("tests/data/games/{name}.pgn"))).map_err(io::Error::other)?;
        let bytes = fs::read(root.join(format!("tests/data/games/{name}.pgn")))?;
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
fn fens(root: &Path) -> io::Result<Vec<String>> {
    let mut all = Vec::new();
    for name in ["possible", "impossible"] {
        let text = fs::read_to_string(root.join(format!("tests/data/reachability/{name}.txt")))?;
        let fens: Vec<String> = text.lines().filter(|line| line.matches('/').count() == 7).map(str::to_owned).collect();
        all.extend(thin(&fens, 20));
    }
    Ok(all)
}

/// Command lines of `cql`, an argument to a line.
fn options(root: &Path) -> io::Result<Vec<Vec<u8>>> {
    let text = fs::read_to_string(root.join("tests/cli/cql.rs"))?;
    let mut all: BTreeSet<String> = LINES.iter().map(|line| line.replace(' ', "\n")).collect();
    for line in text.lines().filter(|line| line.contains("\"-")) {
        let words: Vec<&str> = line.split('"').skip(1).step_by(2).collect();
        all.insert(words.join("\n"));
    }
    Ok(all.into_iter().map(String::into_bytes).collect())
}

/// Requests to the server: of each kind one, and queries that would open files.
const REQUESTS: [&str; 16] = [
    "GET about",
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
    "POST automaton\nContent-Type: application/json\n\n{\"query\":\"next (check .* mate)\",\"source\":\"s1\",\"game\":1,\"node\":0,\"through\":4}",
    "POST ask\nContent-Type: application/json\n\n{\"ask\":{\"kind\":\"position\",\"pieces\":[{\"square\":\"e4\",\"piece\":\"P\"}],\"exact\":true}}",
    "POST drop?name=../x.pgn\n\n1. e4 e5 *",
    "DELETE sources/s1",
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
