//! Questions put with a board, and the texts that put the same ones.

use crate::book::turned::Turn;
use proptest::prelude::*;
use std::io::Cursor;
use tabiya::chess::{Color, Pieces, Square};
use tabiya::syntax::assist::{
    Area, Ask, AskError, AskedMove, Contents, Join, Joined, PathAsk, PositionAsk, Shift, pieces_of, pieces_text,
};
use tabiya::syntax::{Dialect, LINE_WIDTH, ParseOptions, format_query, parse};
use tabiya::{Games, Query, Scratch, SearchOptions};

fn contents(text: &str) -> Contents {
    let one = |item: &str| {
        let (pieces, square) = item.split_at(item.len() - 2);
        (square.parse().expect("a square"), pieces_of(pieces).expect("pieces"))
    };
    text.split_whitespace().map(one).collect()
}

fn position(pieces: &str) -> PositionAsk {
    PositionAsk { pieces: contents(pieces), ..PositionAsk::default() }
}

#[track_caller]
fn same(ask: impl Into<Asked>, query: &str, others: &[&str]) {
    let Asked(ask) = ask.into();
    assert_eq!(ask.query().as_deref(), Ok(query));
    for text in [query].iter().chain(others) {
        assert_eq!(Ask::of(text, Dialect::Auto), Some(ask.normalized()), "{text}");
    }
}

/// A question of either kind.
struct Asked(Ask);

impl From<PositionAsk> for Asked {
    fn from(ask: PositionAsk) -> Asked {
        Asked(Ask::Position(ask))
    }
}

impl From<PathAsk> for Asked {
    fn from(ask: PathAsk) -> Asked {
        Asked(Ask::Path(ask))
    }
}

#[test]
fn positions_have_one_text_and_many_more_are_read() {
    let pieces = "Ne5 Ke1 [QR]d1 kg8 Ah1 aa8 _f3";
    let others = [
        "cql()\nKe1 and [RQ]d1 and Ne5 {Ah1 kg8} aa8 _f3",
        "cql(dialect 5) Ne5 Ke1 [QR]d1 kg8 aa8 Ah1 _f3",
        "not [PNBRQKpnbrqk]f3 (Ke1) [QR]d1 Ne5 not [PBRQKa_]e5 Ah1 kg8 aa8",
        "// with a comment\n♘e5 ♔e1 ♕♖d1 ♚g8 △h1 ▲a8 □f3 e4 .",
    ];
    same(position(pieces), "Ke1 [RQ]d1 Ne5 Ah1 kg8 aa8 _f3", &others);
    let turned = PositionAsk { turn: Some(Color::White), ..position("Ke1") };
    same(turned, "Ke1 wtm", &["wtm Ke1", "not btm Ke1", "sidetomove == white Ke1 wtm", "{Ke1 white == sidetomove}"]);
    same(PositionAsk { turn: Some(Color::Black), ..position("") }, "btm", &["cql() {btm}"]);
}

#[test]
fn transforms_stand_around_everything() {
    let sides = PositionAsk { either_side: true, turn: Some(Color::White), ..position("Ke1") };
    same(sides, "flipcolor {Ke1 wtm}", &["flipcolor {wtm and Ke1}", "{flipcolor {{Ke1} {wtm}}}", "⬓ {Ke1 wtm}"]);
    let all = PositionAsk { either_side: true, mirror: true, shift: Shift::Any, ..position("Ke1") };
    let others = ["shift flipvertical flipcolor Ke1", "shifthorizontal {flipcolor shiftvertical {flipvertical Ke1}}"];
    same(all, "flipcolor flipvertical shift {Ke1}", &others);
    let vertical = PositionAsk { shift: Shift::Vertical, ..position("Ke1") };
    same(vertical, "shiftvertical {Ke1}", &["shiftvertical Ke1 "]);
}

fn area(pieces: &str, corners: [&str; 2], absent: bool) -> Area {
    let [from, to] = corners.map(|corner| corner.parse().expect("a square"));
    Area { absent, from, to, pieces: pieces_of(pieces).expect("pieces") }
}

#[test]
fn areas_and_what_is_not_there() {
    let somewhere = area("N", ["f6", "d4"], false);
    let nowhere = area("[Rr]", ["a1", "h2"], true);
    let all = PositionAsk { areas: vec![nowhere, somewhere], ..position("Ke1") };
    same(
        all,
        "Ke1 Nd-f4-6 not [Rr]a-h1-2",
        &["not [Rr]a-h1-2 (Nd-f4-6) Ke1", "{Ke1} Nd-f4-6 not {[Rr]a-h1-2} Nd-f4-6"],
    );
    // An area of one square is that square, and what says nothing is left out.
    let small = vec![area("N", ["e5", "e5"], true), area("Q", ["a1", "a1"], false), area("[Aa_]", ["a1", "h8"], false)];
    same(PositionAsk { areas: small, ..position("") }, "Qa1 not Ne5", &["not Ne5 Qa1"]);
    same(PositionAsk { areas: vec![area("Q", ["h8", "a1"], true)], ..position("") }, "not Q", &[]);
    // What may stand on a square, or what may not, whichever is less.
    same(position("[QRBNPa_]e1 [KQ]a1"), "[QK]a1 not Ke1", &["[PNBRQa_]e1 not [PNBRa_]a1"]);
    let shifted = PositionAsk { areas: vec![somewhere], shift: Shift::Any, either_side: true, ..position("Ke1") };
    same(shifted, "flipcolor shift {Ke1 Nd-f4-6}", &[]);
}

fn several(boards: &[(Join, &str)]) -> Ask {
    Ask::Several(boards.iter().map(|&(by, pieces)| Joined { by, ask: Ask::Position(position(pieces)) }).collect())
}

#[test]
fn several_boards() {
    let same = |boards: &[(Join, &str)], query: &str, others: &[&str]| same(Asked(several(boards)), query, others);
    use Join::{And, Not, Or, Within};
    same(&[(And, "Ke1"), (And, "kd8 Qd1")], "{Ke1} {Qd1 kd8}", &["cql() {Ke1} {kd8 Qd1}"]);
    same(&[(And, "Ke1"), (Or, "kd8")], "{Ke1} or {kd8}", &["({Ke1} or {kd8})"]);
    same(&[(And, "Ke1"), (Not, "kd8")], "{Ke1} not {kd8}", &[]);
    same(&[(And, "Ke1"), (Within(4), "kd8")], "next ({Ke1} .{0 7} {kd8})", &[]);
    let all = [(And, "Ke1"), (Not, "Na1"), (And, "Pe4"), (Or, "kd8"), (And, "Qd1"), (Within(1), "qd8"), (Not, "ra8")];
    same(&all, "{next ({{{{Ke1} not {Na1} {Pe4}} or {kd8}} {Qd1}} .{0 1} {qd8})} not {ra8}", &[]);
    same(&[(And, "Ke1"), (Or, "kd8"), (Or, "kc8")], "{{Ke1} or {kd8}} or {kc8}", &[]);
    // With more moves than there may be, or none.
    same(
        &[(Or, "Ke1"), (Within(200), "kd8"), (Within(0), "Na1")],
        "next ({next ({Ke1} .{0 199} {kd8})} .{0 1} {Na1})",
        &[],
    );
    assert_eq!(several(&[(Or, "Ke1")]).query().as_deref(), Ok("Ke1"));
    assert_eq!(several(&[(And, "Ke1"), (And, "")]).query(), Err(AskError::Nothing));
    assert_eq!(several(&[]).query(), Err(AskError::Nothing));
    let many: Vec<_> = (0..9).map(|_| (And, "Ke1")).collect();
    assert_eq!(several(&many).query(), Err(AskError::TooManyBoards(9)));
    same(&many[..8], "{Ke1} ".repeat(8).trim_end(), &[]);
    for count in [9, 3_000] {
        assert_eq!(Ask::of(&"{Ke1} ".repeat(count), Dialect::Auto), None);
    }
    let both = several(&[(And, "Ke1"), (Or, "kd8")]);
    let nested = Ask::Several(vec![Joined { by: And, ask: both.clone() }, Joined { by: And, ask: both }]);
    assert_eq!(nested.query(), Err(AskError::Nested));
    let path = Ask::Path(PathAsk { moves: vec![moved("N", "", "e5")], ..PathAsk::default() });
    let sides = Ask::Position(PositionAsk { either_side: true, ..position("Ke1") });
    let mixed = Ask::Several(vec![Joined { by: And, ask: sides }, Joined { by: And, ask: path }]);
    assert_eq!(mixed.query().as_deref(), Ok("{flipcolor {Ke1}} {path N--e5}"));
    assert_eq!(Ask::of("{flipcolor {Ke1}} {path N--e5}", Dialect::Auto), Some(mixed));
}

#[test]
fn exact_boards() {
    let exact = PositionAsk { exact: true, ..position("Ke1 ke8 _d4") };
    let others = [
        "Ke1 ke8 #[Aa]==2",
        "Ke1 ke8 [Aa]==2",
        "cql(dialect 5) Ke1 ke8 [Aa] 2",
        "[Aa] in (ke8|Ke1) {Ke1 ke8}",
        "fen \"4k3/8/8/8/3_4/8/8/4K3 w - - 0 1\"",
    ];
    same(exact, "fen \"4k3/8/8/8/8/8/8/4K3\"", &others);
    let sets = PositionAsk { exact: true, ..position("[QR]a1 [N_]b1 Ac1 ad1") };
    same(sets, "fen \"8/8/8/8/8/8/8/..Aa4\" [RQ]a1 [N_]b1", &[]);
    let shifted = PositionAsk { exact: true, shift: Shift::Any, ..position("Ke1 [QR]e3 _e2") };
    same(shifted, "shift {Ke1 [RQ]e3 _e2 #[Aa]==2}", &[]);
    let shifted = PositionAsk { exact: true, shift: Shift::Horizontal, ..position("Ke1 [Q_]e3") };
    same(shifted, "shifthorizontal {Ke1 [Q_]e3 [Aa] in (Ke1|Qe3)}", &[]);
    let part = position("Ka1 _b1");
    same(part, "Ka1 _b1", &["fen \"......../......../......../......../......../......../......../K_......\""]);
    same(PositionAsk { exact: true, ..position("") }, "fen \"8/8/8/8/8/8/8/8\"", &["#[Aa]==0"]);
}

fn moved(piece: &str, from: &str, to: &str) -> AskedMove {
    AskedMove { piece: pieces_of(piece), from: from.parse().ok(), to: to.parse().expect("a square"), capture: false }
}

#[test]
fn manoeuvres() {
    let knight = vec![moved("N", "f1", "d2"), moved("N", "d2", "c4")];
    let replies = PathAsk { moves: knight.clone(), ..PathAsk::default() };
    same(replies, "path Nf1--d2 -- Nd2--c4", &["path (Nf1--d2 --) Nd2--c4", "cql() {path Nf1――d2 ―― Nd2――c4}"]);
    let gaps = PathAsk { moves: knight, gaps: true, pieces: contents("Ke1"), either_side: true, ..PathAsk::default() };
    let others = ["flipcolor {path Ke1 Nf1--d2 --* Nd2--c4}"];
    same(gaps, "flipcolor {Ke1 path Nf1--d2 --* Nd2--c4}", &others);
    let mixed =
        vec![moved("P", "", "e4"), moved("p", "e7", "e5"), AskedMove { capture: true, ..moved("", "d2", "e5") }];
    same(
        PathAsk { moves: mixed, ..PathAsk::default() },
        "path P--e4 pe7--e5 d2[x]e5",
        &["path (P--e4 pe7--e5 d2[x]e5)"],
    );
    let one = PathAsk { moves: vec![moved("", "", "e4")], gaps: true, ..PathAsk::default() };
    same(one, "path --e4", &[]);
}

#[test]
fn manoeuvres_in_any_order_and_with_differences() {
    let plan = vec![moved("P", "", "h4"), moved("N", "", "f5"), moved("R", "", "e3")];
    let any = PathAsk { moves: plan.clone(), any_order: true, ..PathAsk::default() };
    let text = "path shortest anyorder ((P--h4 --*) (N--f5 --*) (R--e3 --*))";
    same(any.clone(), text, &["cql() path shortest (anyorder ((P--h4 --*) (N--f5 --*) (R--e3 --*)))"]);
    let both = PathAsk { either_side: true, almost: 2, pieces: contents("Ke1"), ..any };
    let text = "flipcolor\n  {Ke1 path shortest almost 2 anyorder ((P--h4 --*) (N--f5 --*) (R--e3 --*))}";
    assert_eq!(Ask::of(text, Dialect::Auto), Some(Ask::Path(both.clone()).normalized()));
    same(both.clone(), &Ask::Path(both).query().expect("a text"), &[]);
    let almost = PathAsk { moves: plan.clone(), gaps: true, almost: 1, ..PathAsk::default() };
    same(almost, "path almost 1 P--h4 --* N--f5 --* R--e3", &[]);
    // No more may differ than all moves but one.
    let most = PathAsk { moves: plan.clone(), gaps: true, almost: 9, ..PathAsk::default() };
    same(most, "path almost 2 P--h4 --* N--f5 --* R--e3", &[]);
    // One move has no order.
    let one = PathAsk { moves: plan[..1].to_vec(), any_order: true, almost: 3, ..PathAsk::default() };
    same(one, "path P--h4", &[]);
    let many = PathAsk { moves: plan.repeat(3), any_order: true, ..PathAsk::default() };
    assert_eq!(Ask::Path(many).query(), Err(AskError::TooMany(9)));
}

#[test]
fn what_no_board_shows_is_none() {
    let texts = [
        "",
        "true",
        "check",
        "K[a1,b2]",
        "not K[a1,b2]",
        "a1-2",
        "{Ke1} or Kd1",
        "{Ke1} {check}",
        "{Ke1} {kd8} or {check}",
        "next ({Ke1} .{0 6} {Ke2})",
        "next ({Ke1} .{1 7} {Ke2})",
        "next ({Ke1} .{0 201} {Ke2})",
        "next ({Ke1} check{0 7} {Ke2})",
        "next (Ke1 .{0 7} {Ke2})",
        "next nestban ({Ke1} .{0 7} {Ke2})",
        "previous ({Ke1} .{0 7} {Ke2})",
        "flipcolor {{Ke1} or {kd8}}",
        "path Ke1-2 --e4",
        "Ke1-2 path --e4",
        "[Ke1,Nf3]",
        "Ke1 or Nf3",
        "not {Ke1 Nf3}",
        "Ke1 check",
        "wtm flipcolor Ke1",
        "flip Ke1",
        "flipcolor Ke1 flipcolor ke8",
        "flipcolor count {Ke1} == 2",
        "rotate90 Ke1",
        "cql(variations) Ke1",
        "cql(result 1-0) Ke1",
        "cql(input a.pgn) Ke1",
        "Ke1 Qe1",
        "wtm btm",
        "Ke1 #[Aa]==2",
        "Ke1 [N_]a1 #[Aa]==1",
        "Ke1 [Aa] in (Ke1|Qe2)",
        "shift fen \"8/8/8/8/8/8/8/8\"",
        "shift {Ke1 e4}",
        "Ke1 & Nf3",
        "Ke1 attacks e2",
        "x=Ke1",
        "path --",
        "path --e4 --",
        "path -- --e4",
        "path -- --* --e4",
        "path Nf1--d2 Nd2--c4",
        "path --e4 -- --e5",
        "path --e4 mate",
        "path --e4 --(check)",
        "path --e4-5",
        "path K--",
        "path --e8=Q",
        "path focus N --e4",
        "path (--e4)+",
        "wtm path --e4",
        "shift path --e4",
        "path --e4 path --e5",
        "path --e4 --* --e5 --e6",
        "path shortest --e4 --* --e5",
        "path anyorder ((--e4 --*) (--e5 --*))",
        "path shortest anyorder (--e4 --e5)",
        "path shortest anyorder ((--e4 --*))",
        "path shortest anyorder ((--e4 --*) (--e5 --* --e6))",
        "path shortest anyorder ((--e4 --*) (--e5 --*)) --e6",
        "path almost 2 --e4 --* --e5",
        "path almost 1 Ke1 --e4 --* --e5",
        "next (Ke1 Ke2)",
        "Ke1 (",
    ];
    for text in texts {
        assert_eq!(Ask::of(text, Dialect::Auto), None, "{text}");
    }
}

#[test]
fn what_cannot_be_asked_is_an_error() {
    let refused = |ask: Ask, why: AskError| assert_eq!(ask.query(), Err(why));
    refused(Ask::Position(position("[Aa_]e4")), AskError::Nothing);
    refused(Ask::Position(PositionAsk { either_side: true, ..position("") }), AskError::Nothing);
    refused(Ask::Path(PathAsk::default()), AskError::Nothing);
    let nobody = [(Square::E4, Pieces(0))].into_iter().collect();
    refused(Ask::Position(PositionAsk { pieces: nobody, ..position("") }), AskError::Impossible(Square::E4));
    let moves = vec![moved("N", "", "e4"), moved("_", "", "e5")];
    refused(Ask::Path(PathAsk { moves, ..PathAsk::default() }), AskError::NoPiece(2));
}

fn any_pieces() -> impl Strategy<Value = Pieces> {
    let named = prop::sample::select(vec!["K", "Q", "R", "B", "N", "P", "k", "q", "r", "b", "n", "p", "A", "a", "_"]);
    let named = named.prop_map(|text| pieces_of(text).expect("pieces"));
    prop_oneof![4 => named, 1 => (1u16..0x2000).prop_map(Pieces)]
}

fn any_square() -> impl Strategy<Value = Square> {
    (0u32..64).prop_map(Square::new)
}

fn any_contents(most: usize) -> impl Strategy<Value = Contents> {
    prop::collection::btree_map(any_square(), any_pieces(), 0..most)
}

fn any_area() -> impl Strategy<Value = Area> {
    let area = |(from, to, pieces, absent)| Area { absent, from, to, pieces };
    (any_square(), any_square(), any_pieces(), any::<bool>()).prop_map(area)
}

prop_compose! {
    fn any_position()(
        pieces in prop_oneof![9 => any_contents(12), 1 => any_contents(400)],
        areas in prop_oneof![2 => Just(Vec::new()), 1 => prop::collection::vec(any_area(), 1..4)],
        turn in prop::option::of(prop::bool::ANY.prop_map(Color::from_white)),
        (exact, either_side, mirror) in any::<(bool, bool, bool)>(),
        shift in prop::sample::select(vec![Shift::No, Shift::No, Shift::Any, Shift::Horizontal, Shift::Vertical]),
    ) -> Ask {
        Ask::Position(PositionAsk { pieces, areas, turn, exact, either_side, shift, mirror })
    }
}

prop_compose! {
    fn any_move()(
        piece in prop::option::of(any_pieces()),
        from in prop::option::of(any_square()),
        to in any_square(),
        capture in any::<bool>(),
    ) -> AskedMove {
        AskedMove { piece, from, to, capture }
    }
}

prop_compose! {
    fn any_path()(
        moves in prop::collection::vec(any_move(), 0..7),
        pieces in any_contents(4),
        (either_side, gaps, any_order) in any::<(bool, bool, bool)>(),
        almost in 0u8..12,
    ) -> Ask {
        Ask::Path(PathAsk { moves, pieces, either_side, gaps, any_order, almost })
    }
}

fn any_board() -> impl Strategy<Value = Ask> {
    prop_oneof![any_position(), any_path()]
}

fn any_several() -> impl Strategy<Value = Ask> {
    let by = prop_oneof![
        Just(Join::And),
        Just(Join::Or),
        Just(Join::Not),
        any::<u8>().prop_map(Join::Within),
        (1u8..5).prop_map(Join::Within)
    ];
    let joined = (by, any_board()).prop_map(|(by, ask)| Joined { by, ask });
    prop::collection::vec(joined, 2..5).prop_map(Ask::Several)
}

/// True if a question in its normal form has no text: it asks for nothing, or for what cannot be.
fn is_senseless(ask: &Ask) -> bool {
    match ask {
        Ask::Position(ask) => {
            let nothing = ask.pieces.is_empty() && ask.areas.is_empty() && ask.turn.is_none() && !ask.exact;
            let nobody = |area: &Area| area.pieces.0 == if area.absent { Pieces::ANY.0 } else { 0 };
            nothing || ask.pieces.values().any(|pieces| pieces.0 == 0) || ask.areas.iter().any(nobody)
        }
        Ask::Path(ask) => ask.moves.is_empty() || ask.moves.iter().any(|one| one.piece == Some(Pieces(0))),
        Ask::Several(boards) => boards.iter().any(|joined| is_senseless(&joined.ask)),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    /// The text of a question puts that question; it is a query without complaints, in its standard layout.
    #[test]
    fn the_text_of_a_question_puts_it(ask in prop_oneof![2 => any_board(), 1 => any_several()]) {
        let Ok(text) = ask.query() else {
            prop_assert!(is_senseless(&ask.normalized()), "{:?}", ask);
            return Ok(());
        };
        for dialect in [Dialect::Auto, Dialect::Six] {
            prop_assert_eq!(Ask::of(&text, dialect), Some(ask.normalized()), "{}", &text);
        }
        let parsed = parse(&text, &ParseOptions::default());
        let errors: Vec<_> = parsed.diagnostics.iter().filter(|one| one.severity.name() == "error").collect();
        prop_assert!(errors.is_empty(), "{}: {:?}", &text, errors);
        let laid_out = format_query(&text, &ParseOptions::default(), LINE_WIDTH).expect("a query");
        prop_assert_eq!(laid_out.trim_end(), &text);
        // The normal form is a fixed point.
        prop_assert_eq!(ask.normalized().normalized(), ask.normalized());
    }

    #[test]
    fn contents_are_read_as_they_are_written(pieces in any_pieces()) {
        prop_assert_eq!(pieces_of(&pieces_text(pieces)), Some(pieces));
    }

    /// No text makes the reader crash.
    #[test]
    fn any_text_is_a_question_or_none(text in r#"(path|flipcolor|shift|\(|\)|\{|\}|[A-Za-z0-9 .*+&|<>=,#-]|Ke1|--|\[x\]|fen "8/8/8/8/8/8/8/8"|wtm|not |next \(| or |\{0 3\}){0,20}"#) {
        if let Some(ask) = Ask::of(&text, Dialect::Auto) {
            prop_assert_eq!(ask.normalized(), ask);
        }
    }
}

/// True if a question matches at the position of a FEN.
fn holds(ask: &PositionAsk, fen: &str) -> bool {
    let query = Query::parse(&Ask::Position(ask.clone()).query().expect("a question")).expect("a query");
    let games = Games::from_reader(Cursor::new(format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n*\n"))).expect("a text");
    let game = games.into_iter().next().expect("a game").expect("a position");
    let found = query.search_game(&game, &mut Scratch::new(), &SearchOptions::default()).expect("no error");
    !found.matches.is_empty()
}

#[test]
fn boards_are_found_turned_over_as_they_say() {
    let all = [(true, false), (false, true), (true, true)].map(|(colours, wings)| Turn { colours, wings });
    // White castled on the king's side, with a bishop on b2: no two of the four turns are alike.
    let (pieces, fen) = ("Kg1 Rf1 Bb2 Pf2", "6k1/8/8/8/8/8/1B3P2/5RK1 w - - 0 1");
    for (either_side, mirror) in [(false, false), (true, false), (false, true), (true, true)] {
        let ask = PositionAsk { either_side, mirror, ..position(pieces) };
        assert!(holds(&ask, fen));
        for turn in all {
            let claimed = (either_side || !turn.colours) && (mirror || !turn.wings);
            assert_eq!(holds(&ask, &turn.fen(fen)), claimed, "{either_side} {mirror}: {turn:?}");
        }
        // The same with the ranks reversed, as no switch of the page says.
        assert!(!holds(&ask, "5RK1/1B3P2/8/8/8/8/8/6k1 w - - 0 1"));
    }
}
