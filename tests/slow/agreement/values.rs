//! Comparisons with a value from outside are solved, and what follows constituents with effects is answered once. Both
//! are switched off with columns and automata; matches, values and comments stay the same.

use crate::agreement::data;
use fastrand::Rng;
use tabiya::syntax::Dialect;
use tabiya::{Game, Games, Limits, PlanOptions, Query, QueryOptions, Scratch, SearchOptions, Value};

/// Values of a position.
const SUBJECTS: [&str; 9] =
    ["ply", "#A", "power a", "movenumber", "depth", "2*ply-#a", "ply+positionid", "{check ply}", "elo"];

/// Values from outside, in terms of `x` (a number) and `p` (a position).
const BOUNDS: [&str; 9] = ["x", "x+3", "x-2", "2*x", "x/2", "pos1:ply+1", "pos1:#a", "7", "x/0"];

const SIGNS: [&str; 6] = ["<", "<=", ">", ">=", "==", "!="];

/// Uses of a comparison `%`.
const FRAMES: [&str; 22] = [
    "find %",
    "find {% check}",
    "find {wtm not %}",
    "sort find all %",
    "find 2 5 {% btm}",
    "find <-- %",
    "sort find all <-- {% wtm}",
    "next* %",
    "sort line --> .* --> % --> .* --> check",
    "sort line --> wtm* --> %+ --> .",
    "line --> % --> .* --> {% check}",
    "sort line <-- .* <-- % <-- .*",
    "sort next 1 99 (%* . check? %)",
    "sort next 2 99 nestban (.* % .)",
    "sort next2 1 99 (.* % .*)",
    "sort previous 1 99 (.* {% or check} .*)",
    "sort path (-- {%})+",
    "sort path --(%) --*",
    "sort path focus [NB] (-- {%})+",
    "sort path max (#a) (-- {%} --?)+",
    "sort path keepallbest (-- {%} --?)+",
    "i=0 sort next 1 99 ({i+=1 wtm}* %? .* check .*) i>0",
];

/// Texts and sets.
const OTHERS: [&str; 8] = [
    "t=fen find t==fen",
    "t=fen sort find all not t==fen",
    "t=fen find {t<fen check}",
    "t=fen sort line --> .* --> fen>=t --> .*",
    "t=str(#A) find <-- str(#A)>t",
    "s=A sort find all A==s",
    "s=[Nn] sort next 1 99 (s==[Nn]* .)",
    "i=0 sort line --> {i+=1 ply>3}* --> .* --> {check comment(\"c\")} --> . comment(i)",
];

fn games() -> Vec<Game> {
    let mut games = Vec::new();
    for name in ["variations", "extra", "trees", "wild"] {
        let path = data(&format!("games/{name}.pgn"));
        if path.exists() {
            let found = Games::open(path).expect("games").map(|game| game.expect("a game"));
            games.extend(found.filter(|game| game.tree().len() > 12 && game.tree().len() < 100).take(3));
        }
    }
    let shuffle: String = (0..60).map(|n| ["Nf3 ", "Nf6 ", "Ng1 ", "Ng8 "][n % 4]).collect();
    let text =
        format!("{shuffle}*\n\n1. e4 (1. d4 d5 2. c4 (2. Nf3 Nf6 3. c4) e6) e5 2. Qh5 (2. Nf3 Nc6) Nc6 3. Qxf7+ *");
    games.extend(Games::from_reader(std::io::Cursor::new(text)).expect("text").map(|game| game.expect("a game")));
    games
}

#[test]
fn solved_comparisons_agree_with_asking_everywhere() {
    let mut rng = Rng::with_seed(0x5eed_1234_abcd);
    let mut queries: Vec<String> = OTHERS.map(str::to_owned).to_vec();
    for frame in FRAMES {
        for _ in 0..3 {
            let pick = |rng: &mut Rng, list: &[&str]| list[rng.usize(..list.len())].to_owned();
            let (mut left, mut right) = (pick(&mut rng, &SUBJECTS), pick(&mut rng, &BOUNDS));
            let sign = pick(&mut rng, &SIGNS);
            if rng.usize(..3) == 0 {
                std::mem::swap(&mut left, &mut right);
            }
            let test = format!("({left}) {sign} ({right})");
            let start = pick(&mut rng, &["ply", "#A", "positionid", "power A", "3"]);
            queries.push(format!("x={start} pos1=currentposition {}", frame.replace('%', &format!("{{{test}}}"))));
        }
    }
    let games = games();
    assert!(games.len() > 2);
    let mut matches = 0;
    for text in &queries {
        for variations in [false, true] {
            let planned = |plan: PlanOptions, steps: u64| {
                let options = QueryOptions {
                    dialect: Dialect::Six,
                    variations: Some(variations),
                    plan,
                    limits: Limits { steps, ..Limits::default() },
                    selects: vec![("p".to_owned(), "ply".to_owned())],
                    ..QueryOptions::default()
                };
                Query::with_options(text, &options).unwrap_or_else(|error| panic!("{text}\n{error}"))
            };
            let on = PlanOptions::default();
            let usual = planned(on, 10_000_000);
            let naive = PlanOptions { automata: false, columns: false, ..on };
            let others = [planned(PlanOptions { columns: false, ..on }, 10_000_000), planned(naive, 100_000)];
            for game in &games {
                for comments in [false, true] {
                    let search = |query: &Query| {
                        let options = SearchOptions { comments, ..SearchOptions::default() };
                        let found = query.search_game(game, &mut Scratch::new(), &options);
                        found.map(|found| (values(&found.matches), found.comments, found.sort_values))
                    };
                    let expected = search(&usual);
                    matches += expected.as_ref().map_or(0, |(matches, ..)| matches.len());
                    assert_eq!(search(&others[0]), expected, "{text} game {} {variations}", game.number());
                    // Backtracking may give up, and leaves other comments where several runs are as good.
                    match (search(&others[1]), &expected) {
                        (Err(error), _) if error.message.contains("steps") => {}
                        (Ok((found, _, sorted)), Ok((matches, _, expected))) => {
                            assert_eq!((&found, &sorted), (matches, expected), "{text} game {}", game.number());
                        }
                        (found, _) => assert_eq!(found, expected, "{text} game {} {variations}", game.number()),
                    }
                }
            }
        }
    }
    assert!(matches > 3_000, "{matches}");
}

fn values(matches: &[tabiya::Match]) -> Vec<(u32, Vec<Value>)> {
    matches.iter().map(|m| (m.position, m.values.clone())).collect()
}
