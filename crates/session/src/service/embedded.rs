//! A game and its matches in a document that nobody answers: what the page otherwise asks for, in as little room as there is.
//!
//! Heads and matches are those of rows and of what they mark. Of the
//! positions there is only what the page cannot make of the ones before, each kind as one text.

use super::changes::push_changes;
use super::marks::steps;
use super::rows::Head;
use super::tree::{Notes, clock, ends, evaluation};
use crate::reasons::Reasons;
use serde_json::{Map, Value as Json, json};
use tabiya::chess::fen::{self, Setup};
use tabiya::chess::variant::Situation;
use tabiya::chess::{Color, MoveList, Role, Square};
use tabiya::game::plain_tag;
use tabiya::printable::line;
use tabiya::{Game, Match, OpeningNames, Value};

/// A sequence of a match has arrows for its first moves.
const MOST_ARROWS: usize = 3;

/// A game with all its positions. `file` is that by which it is told from others, if there are several.
pub fn embedded_game(game: &Game, names: &OpeningNames, file: &str, moves: &mut MoveList) -> Map<String, Json> {
    let mut head = json!(Head::of(game, names, (&line(file).into(), game.number()), None));
    head["round"] = line(&plain_tag(game.round())).into();
    let variant = game.variant_name();
    if game.tags().get("Variant").is_some() && variant != "Standard" {
        head["variant"] = line(variant).into();
    }
    let mut json = Map::from_iter([("head".to_owned(), head)]);
    let start = game.start();
    if *start != Setup::initial() {
        json.insert("start".into(), fen::write(start).into());
    }
    push_positions(game, moves, &mut json);
    json
}

/// The moves in SAN and as changes of the board, the parents of positions in variations, and the comments at positions.
fn push_positions(game: &Game, moves: &mut MoveList, json: &mut Map<String, Json>) {
    let tree = game.tree();
    let (mut san, mut changes) = (Vec::new(), Vec::new());
    let (mut clocks, mut evaluations) = (Vec::new(), Vec::new());
    let (mut parents, mut notes) = (Vec::new(), Vec::new());
    for node in 0..tree.len() {
        clocks.push(clock(game, node).unwrap_or_default());
        evaluations.push(evaluation(game, node).unwrap_or_default());
        let own = Notes::of(game, node);
        notes.extend(own.after.iter().map(|(first, text)| json!([first, {"after": text}])));
        notes.extend((!own.is_empty()).then(|| json!([node, own])));
        let beside = tree.situation(node).map(beside_board).filter(|text| !text.is_empty());
        notes.extend(beside.map(|text| json!([node, {"beside": text}])));
        let (Some(mv), Some(parent)) = (tree.move_to(node), tree.full().parent(node)) else { continue };
        let (mut text, mut change) = (String::new(), String::new());
        tree.write_san(node, moves, &mut text);
        push_changes(tree.board(parent), mv, tree.board(node), &mut change);
        san.push(text);
        changes.push(change);
        if parent != node - 1 {
            parents.push(json!([node, parent]));
        }
    }
    json.insert("san".into(), san.join(" ").into());
    json.insert("moves".into(), changes.join(" ").into());
    push_list("parents", parents, json);
    push_list("notes", notes, json);
    for (name, texts) in [("clock", clocks), ("eval", evaluations)] {
        let text = texts.join(",");
        let text = text.trim_end_matches(',');
        if !text.is_empty() {
            json.insert(name.into(), text.into());
        }
    }
}

/// What the board of a variant does not show: the pieces in hand, capital letters for White's, and the checks given.
fn beside_board(situation: &Situation) -> String {
    let mut text = String::new();
    for color in [Color::White, Color::Black] {
        for role in [Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn] {
            let letter = color.fold_wb(role.upper_char(), role.char());
            text.extend(std::iter::repeat_n(letter, situation.pocket(color, role).into()));
        }
    }
    if !text.is_empty() {
        text.insert_str(0, "in hand: ");
    }
    if let Some((white, black)) = situation.checks_given() {
        text.push_str(&format!("checks given: {white} by White, {black} by Black"));
    }
    text
}

/// A match: its row and what it marks. The squares of its first `selects` values are marked, and the moves of its sequence or
/// else its last move.
pub fn embedded_match(
    game: &Game,
    matched: &Match,
    selects: usize,
    reasons: &Reasons<'_>,
    moves: &mut MoveList,
) -> Map<String, Json> {
    let at = matched.position;
    let node = game.tree().node(at);
    let mut json = Map::from_iter([
        ("node".to_owned(), at.into()),
        ("ply".to_owned(), node.ply.into()),
        ("fen".to_owned(), game.fen(at).into()),
    ]);
    let moved = game.numbered_move(at, moves);
    if !moved.is_empty() {
        json.insert("moved".into(), moved.into());
    }
    if node.depth > 0 {
        json.insert("variation".into(), true.into());
    }
    let comments = reasons.at(matched, game, moves);
    push_list("comments", comments.iter().map(|comment| line(comment).into()).collect(), &mut json);
    let way = reasons.way(matched, game);
    if let Some(last) = game.tree().move_to(at).and_then(ends) {
        json.insert("last".into(), json!(last));
    }
    let (marked, colour) = if way.is_empty() { (&[at][..], "yellow") } else { (&way[..], "green") };
    let arrow =
        |(from, to): (Square, Square)| json!({"from": from.to_string(), "to": to.to_string(), "colour": colour});
    let marked = &marked[..marked.len().min(MOST_ARROWS)];
    push_list("arrows", steps(game, marked).map(arrow).collect(), &mut json);
    push_list("line", way.into_iter().map(Json::from).collect(), &mut json);
    let differs = matched.paths.iter().take(1).flat_map(|path| &path.differs);
    push_list("differs", differs.map(|&node| node.into()).collect(), &mut json);
    let squares = matched.values.iter().take(selects).filter_map(|value| match value {
        Value::Squares(squares) => Some(squares),
        _ => None,
    });
    let mark = |square: &String| json!({"square": square, "colour": "red"});
    push_list("squares", squares.flatten().map(mark).collect(), &mut json);
    json
}

fn push_list(name: &str, list: Vec<Json>, json: &mut Map<String, Json>) {
    if !list.is_empty() {
        json.insert(name.into(), list.into());
    }
}
