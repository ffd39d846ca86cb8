//! Sources of games, and the games in them.

use crate::serve::client::Server;
use serde_json::{Value, json};
use std::process::Command;

/// A source that has been gone through.
fn counted(server: &Server, id: &str) -> Value {
    for _ in 0..600 {
        let sources = server.get("sources").json();
        let all = sources.as_array().expect("sources").iter();
        let source = all.clone().find(|one| one["id"] == id).expect("the source").clone();
        if !source["games"].is_null() {
            return source;
        }
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    panic!("the games were not counted");
}

fn names(server: &Server, source: &Value) -> Vec<String> {
    let id = source["id"].as_str().expect("a name");
    let list = server.get(&format!("games?source={id}&count=500")).json();
    let names =
        list["games"].as_array().expect("games").iter().map(|game| format!("{} {}", game["game"], game["white"]));
    names.collect()
}

fn pgn(names: &[&str]) -> Vec<u8> {
    let game = |name: &&str| format!("[Event \"e\"]\n[White \"{name}\"]\n\n1. e4 e5 2. Nf3 *\n\n");
    names.iter().map(game).collect::<String>().into_bytes()
}

#[test]
fn files_folders_patterns_and_databases() {
    let (one, two) = (pgn(&["A", "B"]), pgn(&["C"]));
    let packed = zstd::stream::encode_all(&one[..], 3).expect("zstd");
    let server = Server::with(&["one.pgn"], &[("one.pgn", &one), ("two.pgn", &two), ("three.pgn.zst", &packed)]);
    let folder = server.folder.path();
    std::fs::create_dir(folder.join("more")).unwrap();
    std::fs::copy(folder.join("two.pgn"), folder.join("more/two.pgn")).unwrap();
    let index = ["index", "-q", "one.pgn", "two.pgn", "-o", "base.tabiya"];
    let made = Command::new(env!("CARGO_BIN_EXE_tabiya")).args(index).current_dir(folder).status().unwrap();
    assert!(made.success());
    let add = |path: &str| {
        let answer = server.post("sources", &json!({"path": path}));
        assert_eq!(answer.status, 200, "{path}: {}", answer.text());
        answer.json().as_array().expect("sources").clone()
    };
    for path in ["one.pgn", "./one.pgn", "more/../one.pgn"] {
        assert_eq!(add(path)[0]["id"], "s1", "{path} is there already");
    }
    let (more, pattern, base) = (add("more"), add("t*.pgn*"), add("base.tabiya"));
    assert_eq!((more.len(), &more[0]["path"], &more[0]["kind"]), (1, &"more/two.pgn".into(), &"pgn".into()));
    assert_eq!((pattern.len(), base.len(), &base[0]["kind"]), (2, 1, &"database".into()));
    assert_eq!(base[0]["games"], 3);
    assert_eq!(counted(&server, "s1")["games"], 2);
    let three = pattern.iter().find(|one| one["name"] == "three.pgn.zst").unwrap();
    assert_eq!(names(&server, three), ["1 \"A\"", "2 \"B\""]);
    // Games of a database are known by their places in it.
    assert_eq!(names(&server, &base[0]), ["1 \"A\"", "2 \"B\"", "3 \"C\""]);
    let id = base[0]["id"].as_str().unwrap();
    let game = server.get(&format!("game?source={id}&game=3")).json();
    assert_eq!((&game["file"], &game["number"]), (&"two.pgn".into(), &1.into()));
    for (path, said) in [("none.pgn", "none.pgn"), ("x*.pgn", "no file"), ("", "no file"), ("/dev/null", "neither")] {
        let answer = server.post("sources", &json!({"path": path}));
        assert_eq!(answer.status, 400, "{path}");
        assert!(answer.json()["error"]["message"].as_str().unwrap().contains(said), "{path}: {}", answer.text());
    }
    assert_eq!((server.delete("sources/s1"), server.delete("sources/s1")), (204, 404));
    assert_eq!(server.get("games?source=s1").status, 404);
}

#[test]
fn folders_with_too_much_in_them() {
    let server = Server::with(&[], &[]);
    let folder = server.folder.path().join("many");
    std::fs::create_dir(&folder).unwrap();
    for number in 0..1005 {
        std::fs::write(folder.join(format!("{number}.pgn")), "").unwrap();
    }
    for path in ["many", "many/*.pgn", "**/*.pgn"] {
        let answer = server.post("sources", &json!({"path": path}));
        let error = &answer.json()["error"];
        assert_eq!(answer.status, 400, "{path}");
        assert!(error["message"].as_str().unwrap().contains("more than 1000 files"), "{error}");
        assert!(error["help"].as_str().unwrap().contains("tabiya index"), "{error}");
    }
}

#[test]
fn dropped_files() {
    let server = Server::with(&["--drop-limit", "1"], &[]);
    let drop = |name: &str, bytes: &[u8]| server.ask("POST", &server.api(&format!("drop?name={name}")), &[], bytes);
    let hostile = drop("%2E%2E%2F%3Cimg%20src%3Dx%3E%E2%80%AE.pgn", &pgn(&["A", "B"]));
    let source = hostile.json();
    let name = source["name"].as_str().unwrap();
    assert!(name.starts_with("<img src=x>") && !name.contains(['/', '\u{202e}']), "{name}");
    assert_eq!((&source["kind"], source.get("path")), (&"dropped".into(), None));
    let source = counted(&server, source["id"].as_str().unwrap());
    assert_eq!(names(&server, &source), ["1 \"A\"", "2 \"B\""]);
    let packed = zstd::stream::encode_all(&pgn(&["C"])[..], 3).unwrap();
    let packed = drop("c.pgn.zst", &packed).json();
    assert_eq!(names(&server, &packed), ["1 \"C\""]);
    let too_large = drop("big.pgn", &vec![b' '; (1 << 20) + 1]);
    assert_eq!(too_large.status, 413);
    // What is no PGN says so, and no path of the server's shows.
    let picture = drop("a.png", b"\x89PNG\r\n\x1a\n\0\0\0\0").json();
    let picture = counted(&server, picture["id"].as_str().unwrap());
    let problem = picture["problem"].as_str().unwrap();
    assert!(problem.contains("a.png") && !problem.contains("temporary"), "{problem}");
    let id = server.search(&json!({"query": "mate", "sources": [picture["id"]]}));
    let (_, end) = server.results(&id);
    assert_eq!(end["status"], "failed");
    assert!(!server.events(&id).iter().any(|(_, data)| data.to_string().contains("temporary")), "{end}");
}

#[test]
fn dropped_files_have_a_number() {
    let server = Server::new();
    let drop = || server.ask("POST", &server.api("drop?name=a.pgn"), &[], b"1. e4 *");
    let first = drop();
    let statuses: Vec<u16> = (0..200).map(|_| drop().status).collect();
    assert!(statuses[..199].iter().all(|status| *status == 200) && statuses[199] == 429, "{statuses:?}");
    assert_eq!(drop().json()["error"]["code"], "too-many-sources");
    assert_eq!(server.delete(&format!("sources/{}", first.json()["id"].as_str().unwrap())), 204);
    assert_eq!(drop().status, 200);
}

#[test]
fn a_source_that_is_named_twice_counts_once() {
    let server = Server::with(&["a.pgn"], &[("a.pgn", &pgn(&["A", "B"]))]);
    let next = |sources: Value| {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        server.post("next", &json!({"fen": start, "sources": sources})).json()["games"].clone()
    };
    let rows = |sources: Value| {
        let id = server.search(&json!({"query": "true", "sources": sources}));
        server.results(&id).1["games"].clone()
    };
    assert_eq!((next(json!(["s1"])), next(json!(["s1", "s1"]))), (2.into(), 2.into()));
    assert_eq!((rows(json!(["s1"])), rows(json!(["s1", "s1", "s1"]))), (2.into(), 2.into()));
}

#[test]
fn lists_of_games() {
    let server = Server::new();
    counted(&server, "s1");
    let list = server.get("games?source=s1&from=3&count=2").json();
    assert_eq!((&list["total"], &list["games"][0]["game"], &list["next"]), (&68.into(), &3.into(), &5.into()));
    let list = server.get("games?source=s1&from=60&count=100").json();
    assert_eq!((list["games"].as_array().unwrap().len(), list.get("next")), (9, None));
    let found = server.get("games?source=s1&text=ANDERSSEN").json();
    let all = found["games"].as_array().unwrap();
    assert!(!all.is_empty() && all.iter().all(|game| game.to_string().contains("Anderssen")), "{found}");
    assert_eq!(server.get("games?source=s1&from=x").status, 400);
    for path in ["game?source=s1&game=69", "game?source=s1&game=0", "game?source=s9&game=1"] {
        assert_eq!(server.get(path).status, 404, "{path}");
    }
}

#[test]
fn a_game_with_all_its_positions() {
    let hostile =
        b"[White \"</script><img src=x onerror=alert(1)>\"]\n\n1. e4! {a \xe2\x80\xae [%clk 0:01:02]} (1. d4 d5) e5 *";
    let server = Server::with(&["a.pgn"], &[("a.pgn", hostile)]);
    let game = server.get("game?source=s1&game=1").json();
    assert_eq!(game["tags"][0][1], "</script><img src=x onerror=alert(1)>");
    let nodes = game["nodes"].as_array().unwrap();
    assert_eq!(nodes.len(), 5);
    let e4 = &nodes[1];
    assert_eq!((&e4["san"], &e4["words"], &e4["nags"]), (&"e4".into(), &"pawn to e4".into(), &json!(["!"])));
    assert_eq!((&e4["clock"], &e4["last"]), (&"0:01:02".into(), &json!(["e2", "e4"])));
    assert!(!e4["comment"].as_str().unwrap().contains(['\u{202e}', '%']));
    assert_eq!(
        (&nodes[3]["parent"], &nodes[3]["mainline"], &nodes[4]["number"]),
        (&0.into(), &false.into(), &"1...".into())
    );
}

#[test]
fn what_was_played_next() {
    let one = b"[Result \"1-0\"]\n[WhiteElo \"2500\"]\n[BlackElo \"2401\"]\n[Date \"2015.??.??\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6 4. O-O 1-0";
    let other = b"[Result \"0-1\"]\n\n1. f3 e5 2. g4 Qh4# 0-1";
    let server = Server::with(&["a.pgn", "b.pgn"], &[("a.pgn", one), ("b.pgn", other)]);
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let next = |asked: Value| {
        let answer = server.post("next", &asked);
        assert_eq!(answer.status, 200, "{}", answer.text());
        answer.json()
    };
    let all = next(json!({"fen": start}));
    assert_eq!(
        (&all["games"], &all["white"], &all["black"], &all["ended"]),
        (&2.into(), &1.into(), &1.into(), &0.into())
    );
    let e4 = &all["moves"][0];
    let after = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1";
    for (name, value) in [
        ("san", json!("e4")),
        ("uci", json!("e2e4")),
        ("number", json!("1.")),
        ("words", json!("pawn to e4")),
        ("last", json!(["e2", "e4"])),
        ("games", json!(1)),
        ("score", json!(1.0)),
        ("rating", json!(2451.0)),
        ("lastYear", json!(2015)),
    ] {
        assert_eq!(e4[name], value, "{name}");
    }
    assert!(after.starts_with(e4["fen"].as_str().unwrap().split(' ').next().unwrap()), "{e4}");
    let black = next(json!({"fen": e4["fen"]}));
    assert_eq!((&black["moves"][0]["number"], &black["moves"][0]["score"]), (&"1...".into(), &json!(0.0)));
    // The games of some sources, and of a search.
    let sans = |json: &Value| json["moves"].as_array().unwrap().iter().map(|mv| mv["san"].clone()).collect::<Vec<_>>();
    assert_eq!(sans(&next(json!({"fen": start, "sources": ["s2"]}))), ["f3"]);
    let id = server.search(&json!({"query": "mate"}));
    server.results(&id);
    assert_eq!(sans(&next(json!({"fen": start, "search": id}))), ["f3"]);
    let mate = next(json!({"fen": "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq g3 0 2"}));
    assert_eq!((&mate["moves"][0]["san"], &mate["moves"][0]["check"]), (&"Qh4#".into(), &"e1".into()));
    assert_eq!(next(json!({"fen": "8/8/8/4k3/8/4K3/8/8 w - - 0 1"}))["games"], 0);
    // Deeper: 1. e4 and 1. f3 both go on with 1... e5, each in one game.
    assert_eq!(all["moves"][0].get("moves"), None);
    let deep = next(json!({"fen": start, "plies": 3, "atLeast": 1}));
    let line = |first: usize| {
        let reply = &deep["moves"][first]["moves"][0];
        [&deep["moves"][first], reply, &reply["moves"][0]]
            .map(|mv| (mv["san"].clone(), mv["number"].clone(), mv["games"].clone()))
    };
    let one = |san: &str, number: &str| (json!(san), json!(number), json!(1));
    assert_eq!(line(0), [one("e4", "1."), one("e5", "1..."), one("Nf3", "2.")]);
    assert_eq!(line(1), [one("f3", "1."), one("e5", "1..."), one("g4", "2.")]);
    assert_eq!(deep["moves"][0]["moves"][0]["moves"][0].get("moves"), None, "three plies");
    // By default a deep tree has the moves of two games, of which there are none.
    assert_eq!(next(json!({"fen": start, "plies": 3}))["moves"], json!([]));
    for (asked, status) in [
        (json!({"fen": "x"}), 400),
        (json!({"fen": start, "plies": 0}), 400),
        (json!({"fen": start, "plies": 13}), 400),
        (json!({"fen": start, "sources": ["s9"]}), 404),
        (json!({"fen": start, "search": "none"}), 404),
    ] {
        assert_eq!(server.post("next", &asked).status, status, "{asked}");
    }
}

/// Each side begins with two of its pawns on the files d to g, by one square or two: 8 ways, then 6. After each of these 2,304 lines
/// knights go out and back for 8 plies. As a tree that is 8 + 64 + 384 + 2,304 moves, and 2,304 for each further ply.
#[test]
fn a_tree_of_too_many_moves_is_an_error() {
    let pawns = |far: [char; 2]| -> Vec<String> {
        "defg".chars().flat_map(|file| far.map(|rank| format!("{file}{rank}"))).collect()
    };
    let pairs = |pawns: &[String]| -> Vec<[String; 2]> {
        let other = |one: &String| pawns.iter().filter(|two| two[..1] != one[..1]).cloned().collect::<Vec<_>>();
        pawns.iter().flat_map(|one| other(one).into_iter().map(|two| [one.clone(), two])).collect()
    };
    let (white, black) = (pairs(&pawns(['3', '4'])), pairs(&pawns(['6', '5'])));
    let mut games = String::new();
    for [first, third] in &white {
        for [second, fourth] in &black {
            games.push_str(&format!(
                "[White \"A\"]\n\n1. {first} {second} 2. {third} {fourth} 3. Nc3 Nc6 4. Nb1 Nb8 5. Nc3 Nc6 6. Nb1 Nb8 *\n\n"
            ));
        }
    }
    let server = Server::with(&["lines.pgn"], &[("lines.pgn", games.as_bytes())]);
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let next = |plies: u32| server.post("next", &json!({"fen": start, "plies": plies, "atLeast": 1}));
    // 2,760 + 7 * 2,304 = 18,888 moves in 11 plies, 21,192 in 12.
    let (whole, too_deep) = (next(11), next(12));
    assert_eq!((whole.status, too_deep.status), (200, 400), "{}", too_deep.text());
    fn moves(of: &Value) -> usize {
        of["moves"].as_array().map_or(0, |all| all.iter().map(|mv| 1 + moves(mv)).sum())
    }
    assert_eq!(moves(&whole.json()), 18_888);
    assert!(too_deep.text().contains("more than 20,000 moves") && too_deep.text().contains("`atLeast`"));
}

#[test]
fn games_are_compared_with_others() {
    let old = b"[White \"A\"]\n\n1. e4 e5 2. Nf3 *\n\n[White \"B\"]\n\n1. e4 c5 *\n";
    let new = b"[White \"C\"]\n\n1. e4 e5 2. d4 exd4 *\n\n[White \"C\"]\n\n1. e4 e5 2. d4 exd4 *\n";
    let server = Server::with(&["old.pgn", "new.pgn"], &[("old.pgn", old), ("new.pgn", new)]);
    let [before, after] = ["s1", "s2"];
    let compare = |what: &str, more: Value| {
        let mut asked = json!({"what": what});
        asked.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        server.post("compare", &asked).json()
    };
    let shown = |answer: &Value, fields: &[&str]| -> Vec<Value> {
        let rows = answer["rows"].as_array().unwrap().iter();
        rows.map(|row| fields.iter().map(|field| row[field].clone()).collect()).collect()
    };
    // The position after 1. e4 e5 has been in one older game. The node is that after the move.
    let novelties = compare("novelties", json!({"base": [before]}));
    let place = ["source", "game", "node", "white", "moved"];
    let expected = |game: u64| json!([after, game, 3, "C", "2. d4"]);
    assert_eq!(shown(&novelties, &place), [expected(1), expected(2)]);
    assert_eq!((&novelties["rows"][0]["before"], &novelties["games"]), (&json!(1), &json!(2)));
    // A game is left at the last position that the repertoire has.
    let left = compare("leavings", json!({"base": [before], "sources": [after]}));
    let expected = json!([1, 2, "2. d4", ["2. Nf3"], "white"]);
    assert_eq!(shown(&left, &["game", "node", "moved", "instead", "by"])[0], expected);
    assert_eq!(compare("leavings", json!({"base": [before], "by": "black"}))["total"], 0);
    // Black has two answers to 1. e4.
    let conflicts = compare("conflicts", json!({"base": [before], "by": "black"}));
    let fields = ["source", "game", "node", "place", "moved"];
    assert_eq!(shown(&conflicts, &fields), [json!([before, 1, 1, 1, "1... e5"]), json!([before, 2, 1, 1, "1... c5"])]);
    let twice = compare("duplicates", json!({}));
    assert_eq!(shown(&twice, &["source", "game", "node", "reason"]), [json!([after, 2, 4, "same-moves"])]);
    assert_eq!((&twice["rows"][0]["kept"]["game"], &twice["games"]), (&json!(1), &json!(4)));
    assert_eq!(server.post("compare", &json!({"what": "conflicts"})).status, 400);
}

#[test]
fn moves_of_a_position_whether_played_or_not() {
    let server = Server::new();
    let moves = |fen: &str| server.post("moves", &json!({"fen": fen})).json().as_array().unwrap().clone();
    let start = moves("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    let knight = start.iter().find(|mv| mv["uci"] == "g1f3").unwrap();
    assert_eq!(start.len(), 20);
    assert_eq!(
        (&knight["san"], &knight["number"], &knight["last"]),
        (&"Nf3".into(), &"1.".into(), &json!(["g1", "f3"]))
    );
    assert_eq!(knight["fen"], "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1");
    let promoting = moves("4k3/P7/8/8/8/8/8/4K2R w K - 0 1");
    let find = |uci: &str| promoting.iter().find(|mv| mv["uci"] == uci).unwrap_or_else(|| panic!("{uci}"));
    assert_eq!((&find("a7a8q")["san"], &find("a7a8q")["check"]), (&"a8=Q+".into(), &"e8".into()));
    assert_eq!(find("e1g1")["san"], "O-O");
    assert!(moves("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3").is_empty());
    assert_eq!(server.post("moves", &json!({"fen": "x"})).status, 400);
}

#[test]
fn the_explorer_answers_as_that_of_lichess() {
    let games = b"[White \"A\"]\n[Black \"B\"]\n[WhiteElo \"2500\"]\n[BlackElo \"2401\"]\n[Date \"2015.??.??\"]\n[Result \"1-0\"]\n\n\
        1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6 4. O-O Nxe4 1-0\n\n[White \"C\"]\n[Date \"1999.??.??\"]\n[Result \"1/2-1/2\"]\n\n1. e4 c5 1/2-1/2\n\n";
    let server = Server::with(&["g.pgn"], &[("g.pgn", games)]);
    let get = |path: &str| server.ask("GET", &format!("/{}/{path}", server.token), &[], b"");
    let first = get(
        "lichess?variant=standard&speeds=blitz&fen=rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR%20w%20KQkq%20-%200%201",
    )
    .json();
    let e4 =
        json!({"uci": "e2e4", "san": "e4", "white": 1, "draws": 1, "black": 0, "averageRating": 2451.0, "game": null});
    assert_eq!(
        first,
        json!({"white": 1, "draws": 1, "black": 0, "moves": [e4], "topGames": [], "recentGames": [], "opening": null})
    );
    let moves = |path: &str| {
        let answer = get(path).json();
        let moves = answer["moves"].as_array().expect("moves").iter();
        moves.map(|mv| mv["uci"].as_str().expect("a move").to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(moves("masters?play=e2e4&topGames=2"), ["c7c5", "e7e5"]);
    assert_eq!(get("masters?play=e2e4,c7c5").json()["opening"], json!({"eco": "B20", "name": "Sicilian Defence"}));
    let after_e4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
    let next = server.post("next", &json!({"fen": after_e4})).json();
    let names = |of: &serde_json::Value| of["opening"]["name"].as_str().map(str::to_owned);
    assert_eq!(names(&next).as_deref(), Some("King's Pawn Game"));
    let moves_there = next["moves"].as_array().expect("moves").iter();
    assert_eq!(
        moves_there.map(|mv| names(mv).unwrap_or_default()).collect::<Vec<_>>(),
        ["Sicilian Defence", "Open Game"]
    );
    assert_eq!(moves("masters?play=e2e4&since=2000"), ["e7e5"]);
    assert_eq!(moves("lichess?play=e2e4&until=1999-12"), ["c7c5"]);
    assert_eq!(moves("player?player=A&color=white&play=e2e4"), ["e7e5"]);
    assert_eq!(moves("lichess?play=e2e4&moves=1"), ["c7c5"]);
    // Castling as the move of the king, and to its rook.
    let line = "e2e4,e7e5,g1f3,b8c6,f1b5,g8f6";
    assert_eq!(
        [moves(&format!("lichess?play={line},e1g1")), moves(&format!("lichess?play={line},e1h1"))],
        [["f6e4"], ["f6e4"]]
    );
    let top = get("lichess?topGames=4").json();
    assert_eq!(
        top["topGames"][0],
        json!({"id": "g.pgn:1", "uci": "e2e4", "winner": "white", "white": {"name": "A", "rating": 2500},
        "black": {"name": "B", "rating": 2401}, "year": 2015})
    );
    for wrong in ["lichess?fen=x", "lichess?play=e2e5", "lichess?since=x", "player?player=%22"] {
        assert_eq!(get(wrong).status, 400, "{wrong}");
    }
    assert_eq!(server.ask("GET", "/wrong/lichess", &[], b"").status, 404);
}
