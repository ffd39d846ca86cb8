//! Every word of the catalogue on games with the colours exchanged: what its row says of its value there.
//!
//! A game and the same game with the colours exchanged have the same tree, and each position of one is that of the other
//! with the other colours and reversed ranks. The second one is made of the text of the first: no code that reads queries or
//! plays moves has a part in it. An expression under `reversecolor` must have the exchanged value there.

use super::game;
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;
use tabiya::chess::{Board, Color, MoveList};
use tabiya::syntax::catalogue::{Exchanged, Op, row};
use tabiya::syntax::{Dialect, all_words};
use tabiya::{ChessEngine, EngineLine, Query, QueryOptions, Score, Scratch, SearchOptions, SyzygyTables, Value};

/// Games in which the words have values that a colour shows in: castling of both sides, captures en passant, promotions,
/// variations, evaluations, clocks, tags; an ending of few men; one of a model mate.
const GAMES: [&str; 4] = [
    "[White \"Abel\"]\n[Black \"Boris\"]\n[WhiteElo \"2000\"]\n[BlackElo \"2300\"]\n[Result \"1-0\"]\n[ECO \"C50\"]\n\
     [Date \"2001.02.03\"]\n[Event \"Cup\"]\n[Site \"Riga\"]\n\n\
     1. e4 {[%eval 0.30] [%clk 0:05:00]} e5 {[%eval 0.20] [%clk 0:04:58]} 2. Nf3 {[%clk 0:04:50]} Nc6 {[%clk 0:04:40]} \
     (2... d6 3. d4 (3. Bc4 Be7) 3... exd4) 3. Bc4 {[%eval -0.40]} Bc5 {[%eval #5]} 4. O-O Nf6 5. d3 d6 6. Bg5 Qd7 7. Nc3 b6 \
     8. a4 Bb7 9. a5 O-O-O 10. a6 Ba8 11. Bxf6 gxf6 12. Nd5 h5 13. b4 h4 14. g4 hxg3 15. bxc5 gxh2+ 16. Kh1 bxc5 17. Qe1 Qg4 \
     18. Rb1 Qh3 19. Rb8+ Nxb8 20. Nb6+ cxb6 1-0",
    "[FEN \"8/k7/8/8/8/8/1p6/K7 w - - 0 1\"]\n[SetUp \"1\"]\n\n1. Ka2 b1=Q+ 2. Kxb1 Kb6 3. Kc2 Kc5 *",
    "[White \"Abel\"]\n[Black \"Boris\"]\n\n1. f3 e5 2. g4 Qh4# {[%eval #0]} (2... d5) 0-1",
    "[FEN \"r3k2r/8/8/3q4/2R5/8/8/R3K2R w KQkq - 0 1\"]\n[SetUp \"1\"]\n\n1. O-O-O O-O 2. Rxd5 Rxa3 *",
];

/// The text of a game with the colours exchanged.
fn exchanged(pgn: &str) -> String {
    let (tags, moves) = pgn.rsplit_once("\n\n").unwrap_or(("", pgn));
    let other = |tag: &str| match tag {
        tag if tag.contains("White") => tag.replace("White", "Black"),
        tag => tag.replace("Black", "White"),
    };
    let swapped = |result: &str| match result {
        "1-0" => "0-1".to_owned(),
        "0-1" => "1-0".to_owned(),
        same => same.to_owned(),
    };
    let mut out: Vec<String> = Vec::new();
    for tag in tags.lines() {
        let (name, value) = tag[1..tag.len() - 1].split_once(' ').expect("a tag");
        let value = value.trim_matches('"');
        let value = if name == "Result" { swapped(value) } else { value.to_owned() };
        if name != "FEN" && name != "SetUp" {
            out.push(format!("[{} \"{value}\"]", other(name)));
        }
    }
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let fen = tags.lines().find_map(|tag| tag.strip_prefix("[FEN \"")?.strip_suffix("\"]")).unwrap_or(start);
    out.push(format!("[FEN \"{}\"]\n[SetUp \"1\"]\n", exchanged_fen(fen)));
    let mut in_comment = false;
    let token = |token: &str| {
        in_comment |= token.starts_with('{');
        let text = match token {
            "[%eval" => "[%eval".to_owned(),
            _ if in_comment => match token.trim_end_matches(['}', ']']) {
                eval if eval.contains('.') || eval.starts_with('#') => negated(eval) + &token[eval.len()..],
                _ => token.to_owned(),
            },
            _ if token.ends_with('.') => token.matches('(').collect(),
            _ => exchanged_move(&swapped(token)),
        };
        in_comment &= !token.ends_with('}');
        text
    };
    out.join("\n") + "\n" + &moves.split(' ').map(token).collect::<Vec<_>>().join(" ")
}

/// Numbers of moves are left out; parentheses stay.
fn exchanged_move(token: &str) -> String {
    if ["1-0", "0-1", "*"].contains(&token) {
        return token.to_owned();
    }
    let (open, rest) = token.split_at(token.find(|c| c != '(').unwrap_or(0));
    let rank =
        |c: char| c.to_digit(10).filter(|_| !rest.starts_with('O')).map_or(c, |n| char::from(b'0' + 9 - n as u8));
    open.to_owned() + &rest.chars().map(rank).collect::<String>()
}

fn negated(number: &str) -> String {
    let (sign, rest) = if let Some(rest) = number.strip_prefix('#') { ("#", rest) } else { ("", number) };
    match rest.strip_prefix('-') {
        Some(rest) => format!("{sign}{rest}"),
        None => format!("{sign}-{rest}"),
    }
}

fn swap_case(text: &str) -> String {
    text.chars().map(|c| if c.is_ascii_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() }).collect()
}

fn exchanged_fen(fen: &str) -> String {
    let fields: Vec<&str> = fen.split(' ').collect();
    let placement: Vec<String> = fields[0].split('/').rev().map(swap_case).collect();
    let turn = if fields[1] == "w" { "b" } else { "w" };
    let mut rights: Vec<char> = swap_case(fields[2]).chars().collect();
    rights.sort_unstable();
    format!("{} {turn} {} - 0 1", placement.join("/"), rights.into_iter().collect::<String>())
}

/// An engine that counts men, and prefers the first of all moves.
#[derive(Debug)]
struct Counter;

impl ChessEngine for Counter {
    fn lines(&self, board: &Board, _: u8, _: &dyn Fn() -> bool) -> Result<Option<Vec<EngineLine>>, String> {
        let mut moves = MoveList::new();
        board.legal_moves(&mut moves);
        let count = |side: Color| board.by_color(side).count() as i32;
        let score = Score::Centipawns(100 * (count(board.turn()) - count(!board.turn())) + moves.len() as i32);
        Ok(Some(vec![EngineLine { score, moves: moves.first().copied().into_iter().collect() }]))
    }
}

/// Words with the expressions that are asked at every position of the games.
const VALUES: &[(&str, &[&str])] = &[
    ("abs", &["abs (ply - 3)"]),
    ("all", &["square all x in R x attacks k"]),
    ("almost", &["next almost 1 (check mate)"]),
    ("ancestor", &["ancestor(parent currentposition)"]),
    ("and", &["wtm and check"]),
    ("anydirection", &["anydirection R"]),
    ("anyorder", &["path anyorder (--f3 --e5)"]),
    ("ascii", &["ascii 65", "ascii \"a\""]),
    ("atomic", &["atomic x=R"]),
    ("attack", &["R attack k"]),
    ("attacked", &["k attacked by R"]),
    ("attackedby", &["k attackedby R", "Aa1-4 attackedby q"]),
    ("attacks", &["R attacks p"]),
    ("backwardpawns", &["backwardpawns"]),
    ("battery", &["battery"]),
    ("between", &["between(K k)"]),
    ("black", &["if sidetomove==black then 1 else 0"]),
    ("both", &["path both (--f3 --) and (-- --e5)"]),
    ("btm", &["btm"]),
    ("by", &["k attacked by Q"]),
    ("capture", &["move capture p"]),
    ("captures", &["move captures p"]),
    ("castle", &["castle"]),
    ("check", &["check"]),
    ("child", &["child:ply"]),
    ("clock", &["clock", "clock white"]),
    ("colortype", &["colortype to"]),
    ("connectedpawns", &["connectedpawns"]),
    ("consecutivemoves", &["x=parent y=child consecutivemoves(x y)"]),
    ("count", &["move legal from Q count"]),
    ("countmoves", &["countmoves legal --"]),
    ("currentmove", &["currentmove --", "currentmove P--"]),
    ("currentmutation", &["s=\"\" imagine remove [Qq] : s=currentmutation s"]),
    ("currentposition", &["currentposition"]),
    ("dark", &["dark A"]),
    ("date", &["date"]),
    ("depth", &["depth"]),
    ("descendant", &["descendant(currentposition parent)"]),
    ("diagonal", &["diagonal 1 2 K"]),
    ("dictionary", &["dictionary D D[\"k\"]=#A D[\"k\"]"]),
    ("differences", &["d=0 next almost 1 (check mate) d=differences d"]),
    ("distance", &["distance(currentposition initialposition)"]),
    ("doubledpawns", &["doubledpawns"]),
    ("down", &["down 1 K"]),
    ("dihedral", &["dihedral Ka1"]),
    ("dtz", &["dtz"]),
    ("echo", &["echo(x y) check"]),
    ("eco", &["eco"]),
    ("either", &["path either (--f3) or (--e5)"]),
    ("elapsed", &["elapsed"]),
    ("elo", &["elo", "elo white", "elo black"]),
    ("else", &["if wtm then R else q"]),
    ("enginebest", &["enginebest"]),
    ("enginedrop", &["enginedrop"]),
    ("engineeval", &["engineeval"]),
    ("enpassant", &["enpassant"]),
    ("enpassantsquare", &["enpassantsquare"]),
    ("equal", &["equal(R r)"]),
    ("eval", &["eval", "eval mate"]),
    ("evaldrop", &["evaldrop"]),
    ("event", &["event"]),
    ("eventdate", &["eventdate"]),
    ("extension", &["extension"]),
    ("false", &["false"]),
    ("fen", &["fen"]),
    ("fianchetto", &["fianchetto"]),
    ("file", &["file from"]),
    ("find", &["find check"]),
    ("first", &["next (check mate)"]),
    ("firstmatch", &["line firstmatch --> check --> mate"]),
    ("flip", &["flip Ka1"]),
    ("flipcolor", &["flipcolor Ka1"]),
    ("flipdihedral", &["flipdihedral Ka1"]),
    ("fliphorizontal", &["fliphorizontal Kg1"]),
    ("flipvertical", &["flipvertical Kg1"]),
    ("focus", &["path focus N -- --"]),
    ("from", &["from"]),
    ("gamenumber", &["gamenumber"]),
    ("hanging", &["hanging"]),
    ("hascomment", &["if hascomment then 1 else 0"]),
    ("hhdb", &["hhdb twin"]),
    ("horizontal", &["horizontal R"]),
    ("idealmate", &["idealmate"]),
    ("idealstalemate", &["idealstalemate"]),
    ("if", &["if wtm then R else q"]),
    ("imagine", &["imagine remove Q : check"]),
    ("in", &["Ra1 in R"]),
    ("indexof", &["indexof(\"e\" \"tea\")"]),
    ("initial", &["initial"]),
    ("initialposition", &["initialposition:R"]),
    ("int", &["int \"12\""]),
    ("isbound", &["x=R isbound x"]),
    ("isolatedpawns", &["isolatedpawns"]),
    ("isunbound", &["x=R isunbound x"]),
    ("keepallbest", &["path focus N keepallbest -- --"]),
    ("last", &["next (check mate)"]),
    ("lastgamenumber", &["lastgamenumber"]),
    ("lastposition", &["line lastposition --> check --> mate"]),
    ("lca", &["lca(currentposition initialposition)"]),
    ("left", &["left K"]),
    ("legal", &["legal --", "move legal from Q"]),
    ("legalmoves", &["countmoves legal --"]),
    ("legalposition", &["legalposition"]),
    ("light", &["light A"]),
    ("line", &["line --> check --> mate"]),
    ("local", &["local dictionary D D[\"k\"]=#A D[\"k\"]"]),
    ("loop", &["x=0 loop {x+=1 x<3} x"]),
    ("lowercase", &["lowercase site"]),
    ("maindiagonal", &["maindiagonal B"]),
    ("mainline", &["mainline"]),
    ("makesquare", &["makesquare(1 2)"]),
    ("mate", &["mate"]),
    ("max", &["max(#A 3)"]),
    ("min", &["min(#A 3)"]),
    ("mine", &["mine \"Tal\""]),
    ("modelmate", &["modelmate"]),
    ("modelstalemate", &["modelstalemate"]),
    ("move", &["move from P", "move to e4"]),
    ("movenumber", &["movenumber"]),
    ("nestban", &["next nestban (check mate)"]),
    ("next", &["next (check mate)"]),
    ("northeast", &["northeast K"]),
    ("northwest", &["northwest K"]),
    ("not", &["not wtm"]),
    ("notransform", &["notransform #R"]),
    ("null", &["move null"]),
    ("nullmove", &["nullmove"]),
    ("o-o", &["o-o"]),
    ("o-o-o", &["o-o-o"]),
    ("offdiagonal", &["offdiagonal B"]),
    ("opening", &["opening"]),
    ("opposition", &["opposition"]),
    ("or", &["wtm or check"]),
    ("originalcomment", &["if originalcomment then 1 else 0"]),
    ("orthogonal", &["orthogonal R"]),
    ("outposts", &["outposts"]),
    ("parent", &["parent"]),
    ("passedpawns", &["passedpawns"]),
    ("path", &["path --e4 --e5"]),
    ("pathcount", &["path focus N -- --"]),
    ("pathcountunfocused", &["path focus N -- --"]),
    ("pathlastposition", &["path --e4 --e5"]),
    ("pathstart", &["path --e4 --e5"]),
    ("persistent", &["persistent x=0 x"]),
    ("piece", &["piece x in R x attacks k"]),
    ("pieceid", &["pieceid to"]),
    ("piecename", &["piecename to"]),
    ("piecepath", &["path piecepath focus N -- --"]),
    ("pin", &["pin", "pin from B", "pin to [Kk]", "pin through n"]),
    ("player", &["player \"Abel\"", "player white", "player black \"Boris\""]),
    ("ply", &["ply"]),
    ("position", &["position 1"]),
    ("positionid", &["positionid"]),
    ("power", &["power A"]),
    ("previous", &["previous (check mate)"]),
    ("primary", &["primary"]),
    ("promote", &["move promote q"]),
    ("pseudo", &["move pseudolegal from Q count"]),
    ("pseudolegal", &["pseudolegal --"]),
    ("puremate", &["puremate"]),
    ("purestalemate", &["purestalemate"]),
    ("quiet", &["find quiet check"]),
    ("rammed", &["rammed"]),
    ("rank", &["rank from"]),
    ("ray", &["ray (R k)"]),
    ("reachableposition", &["reachableposition"]),
    ("repetition", &["repetition"]),
    ("result", &["result 1-0"]),
    ("reversecolor", &["reversecolor Kg1"]),
    ("right", &["right K"]),
    ("rotate45", &["rotate45 {up K}"]),
    ("rotate90", &["rotate90 Kg1"]),
    ("san", &["san"]),
    ("saveposition", &["imagine remove Q : saveposition:#A"]),
    ("secondary", &["secondary"]),
    ("shift", &["shift {Kg1 Rf1}"]),
    ("shifthorizontal", &["shifthorizontal {Kg1 Rf1}"]),
    ("shiftvertical", &["shiftvertical {Kg1 Rf1}"]),
    ("shortest", &["next shortest (check mate)"]),
    ("sidetomove", &["sidetomove"]),
    ("singlecolor", &["line singlecolor --> check"]),
    ("site", &["site"]),
    ("southeast", &["southeast K"]),
    ("southwest", &["southwest K"]),
    ("sqrt", &["sqrt 9"]),
    ("square", &["square x in R x attacks k"]),
    ("stalemate", &["stalemate"]),
    ("str", &["str(#A)"]),
    ("string", &["dictionary D D[\"k\"]=1 string x in D check"]),
    ("tablebase", &["tablebase win"]),
    ("tag", &["tag \"White\"", "tag \"BlackElo\"", "tag \"Site\""]),
    ("terminal", &["terminal"]),
    ("then", &["if wtm then R else q"]),
    ("through", &["pin through n"]),
    ("title", &["path title \"t\" --e4"]),
    ("to", &["to"]),
    ("trapped", &["trapped [Aa]"]),
    ("true", &["true"]),
    ("try", &["try"]),
    ("type", &["type to"]),
    ("typename", &["typename to"]),
    ("uci", &["uci"]),
    ("unbind", &["x=R unbind x"]),
    ("up", &["up 1 K"]),
    ("uppercase", &["uppercase site"]),
    ("variant", &["variant"]),
    ("variantdraw", &["variantdraw"]),
    ("variantend", &["variantend"]),
    ("variantloss", &["variantloss", "variantloss white"]),
    ("variantwin", &["variantwin", "variantwin white"]),
    ("variation", &["variation"]),
    ("verbose", &["path verbose --e4"]),
    ("vertical", &["vertical R"]),
    ("virtualmainline", &["virtualmainline"]),
    ("while", &["x=0 while (x<3) x+=1 x"]),
    ("white", &["if sidetomove==white then 1 else 0"]),
    ("wtm", &["wtm"]),
    ("xray", &["xray (R k)"]),
    ("year", &["year"]),
];

/// Words without a value at a position: of headers and declarations, of what is written, of files, of transforms
/// themselves, of CQL 5 alone.
const OTHERS: &str = "any arrow assert beginvariation comment countsquares cql cql_abort cql_assertvariations cql_hhdbhascook \
    curpos currenttransform darksquares echodihedral echoflip echoflipdihedral echofliphorizontal echoflipvertical echorotate45 echorotate90 echoshift \
    echoshifthorizontal echoshiftvertical function include input lcamax lcasource lcasubstring lcasum lcatarget lightsquares \
    match matchcount matchstring message mismatch next2 nosort number oldline on origin out output parameter pathdebug pgn \
    powerdifference previous2 readfile relation removecomment removetag settag silent similarposition sort sourcesquares substring \
    targetsquares tomove transform variations writefile";

/// The values of an expression at all positions of a game.
fn values(pgn: &str, expression: &str) -> Result<Vec<Value>, String> {
    let tables = SyzygyTables::open(PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data/syzygy"));
    let options = QueryOptions {
        dialect: Dialect::Six,
        engine: Some(Arc::new(Counter)),
        tables: Some(Arc::new(tables.expect("the folder is there"))),
        variations: Some(true),
        selects: vec![("v".into(), format!("{{{expression}}}"))],
        ..QueryOptions::default()
    };
    let wrong = |error: &dyn std::fmt::Display| format!("{expression}: {error}");
    let query = Query::with_options("true", &options).map_err(|error| wrong(&error))?;
    let options = SearchOptions { last_game_number: Some(1), ..SearchOptions::default() };
    let found = query.search_game(&game(pgn), &mut Scratch::new(), &options).map_err(|error| wrong(&error))?;
    Ok(found.matches.into_iter().map(|mut one| one.values.remove(0)).collect())
}

/// A value on the board with the colours exchanged.
fn mirrored(value: &Value) -> Value {
    let square = |square: &String| format!("{}{}", &square[..1], 9 - square[1..].parse::<u8>().expect("a rank"));
    match value {
        Value::Squares(squares) => {
            let mut squares: Vec<String> = squares.iter().map(square).collect();
            squares.sort_by_key(|square| square.chars().rev().collect::<String>());
            Value::Squares(squares)
        }
        other => other.clone(),
    }
}

#[test]
fn a_game_with_the_colours_exchanged_has_its_positions() {
    for pgn in GAMES {
        let [one, other] = [pgn.to_owned(), exchanged(pgn)].map(|pgn| values(&pgn, "fen").unwrap());
        assert_eq!(one.len(), other.len(), "{}", exchanged(pgn));
        for (one, other) in one.iter().zip(&other) {
            let (Value::Text(one), Value::Text(other)) = (one, other) else { panic!("{one:?} {other:?}") };
            let fields = |fen: &str| fen.split(' ').take(3).map(str::to_owned).collect::<Vec<_>>();
            assert_eq!(fields(&exchanged_fen(one)), fields(other));
        }
    }
}

/// What is seen of expressions.
#[derive(Debug)]
struct Seen {
    /// Where colours are exchanged, they have the exchanged value under `reversecolor`.
    follow: bool,
    /// Where colours are exchanged, they have the same number with the other sign.
    are_negated: bool,
    /// `reversecolor` changes nothing.
    are_kept: bool,
    have_values: bool,
}

impl Seen {
    fn are_as(&self, said: Exchanged) -> bool {
        match said {
            Exchanged::Follows => self.follow,
            Exchanged::Negated => self.follow && self.are_negated && self.have_values,
            Exchanged::Literal => !self.follow && self.are_kept,
        }
    }
}

fn seen(expressions: &[&str]) -> Result<Seen, String> {
    let mut seen = Seen { follow: true, are_negated: true, are_kept: true, have_values: false };
    for (expression, pgn) in expressions.iter().flat_map(|one| GAMES.map(|pgn| (one, pgn))) {
        // Of texts and positions a transform keeps only whether there is one.
        let assigned = [format!("t={{{expression}}} t"), format!("reversecolor {{t={{{expression}}}}} t")];
        let plain = [(*expression).to_owned(), format!("reversecolor {{{expression}}}")];
        let [expression, reversed] = if values(pgn, &assigned[0]).is_ok() { assigned } else { plain };
        let other = exchanged(pgn);
        let (here, there) = (values(pgn, &expression)?, values(&other, &reversed)?);
        seen.follow &= here.iter().map(mirrored).eq(there);
        seen.are_kept &= values(pgn, &reversed)? == here;
        seen.have_values |= here.iter().any(|value| *value != Value::None);
        let negative = |value: Value| if let Value::Number(n) = value { Value::Number(-n) } else { value };
        seen.are_negated &= values(&other, &expression)?.into_iter().map(negative).eq(here);
    }
    Ok(seen)
}

#[test]
fn each_word_of_the_catalogue_has_the_value_that_its_row_says_where_colours_are_exchanged() {
    let others: BTreeSet<&str> = OTHERS.split_whitespace().collect();
    let walked: BTreeSet<&str> = VALUES.iter().map(|(word, _)| *word).collect();
    let all: BTreeSet<&str> = all_words().map(|(word, _)| word).collect();
    let known: BTreeSet<&str> = walked.union(&others).copied().collect();
    let missing: Vec<_> = all.difference(&known).collect();
    assert!(missing.is_empty(), "words that are not walked: {missing:?}");
    let mut wrong = Vec::new();
    for (word, expressions) in VALUES {
        let ops = Op::all().filter(|op| op.row().spellings().any(|one| one == *word));
        let mut said: Vec<Exchanged> = ops.map(|op| op.row().exchanged).collect();
        said.dedup();
        let said = said.first().copied().unwrap_or_else(|| row(word).expect("a row").exchanged);
        match seen(expressions) {
            Ok(seen) if seen.are_as(said) => {}
            Ok(seen) => wrong.push(format!("{word}: its row says {said:?}, but {seen:?}")),
            Err(error) => wrong.push(error),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
