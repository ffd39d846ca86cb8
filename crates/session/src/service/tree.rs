//! A game as the page shows it: every position with its move, its comments, and what the comments say of clock and evaluation.

use super::written::Each;
use crate::comment_texts::{nag_text, without_commands};
use serde::ser::SerializeMap as _;
use serde::{Serialize, Serializer};
use std::collections::BTreeMap;
use tabiya::Game;
use tabiya::chess::{Move, MoveList, Piece, Role};
use tabiya::game::commands::Eval;
use tabiya::game::{CommentPlace, plain_tag};
use tabiya::printable::line;

/// A position.
#[derive(Debug, Default, Serialize)]
struct Node {
    parent: Option<u32>,
    ply: u32,
    #[serde(skip_serializing_if = "String::is_empty")]
    san: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    uci: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    number: String,
    fen: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    last: Option<[String; 2]>,
    #[serde(skip_serializing_if = "String::is_empty")]
    words: String,
    #[serde(flatten)]
    notes: Notes,
    #[serde(skip_serializing_if = "Option::is_none")]
    clock: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    eval: Option<String>,
    mainline: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    check: Option<String>,
}

/// What somebody has written at a position.
#[derive(Debug, Default, Serialize)]
pub(super) struct Notes {
    #[serde(skip_serializing_if = "String::is_empty")]
    comment: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    before: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    nags: Vec<String>,
    /// The comments after variations, with the first position of each, for who shows them there.
    #[serde(skip)]
    pub(super) after: BTreeMap<u32, String>,
}

impl Notes {
    /// The notes of a position, with the comments after variations apart.
    pub(super) fn of(game: &Game, id: u32) -> Notes {
        let nags = game.notes().nags(id).map(nag_text).collect();
        let mut notes = Notes { nags, ..Notes::default() };
        for (place, comment) in game.notes().comments(id) {
            let side = match place {
                CommentPlace::Before => &mut notes.before,
                CommentPlace::After => &mut notes.comment,
                CommentPlace::AfterVariation(first) => notes.after.entry(first).or_default(),
            };
            push(side, &line(&without_commands(comment)));
        }
        for rest in game.notes().rests(id) {
            push(&mut notes.comment, &format!("Not read: {}", line(&without_commands(rest))));
        }
        notes
    }

    /// True if nothing is written there.
    pub(super) fn is_empty(&self) -> bool {
        self.comment.is_empty() && self.before.is_empty() && self.nags.is_empty()
    }
}

/// The squares that a move leaves and reaches; a piece from the hand leaves none, and a null move is none.
pub(super) fn ends(mv: &Move) -> Option<[String; 2]> {
    (!mv.is_null()).then(|| [mv.origin().unwrap_or(mv.to), mv.to].map(|square| square.to_string()))
}

/// What the comments at a position say of the clock.
pub(super) fn clock(game: &Game, id: u32) -> Option<String> {
    let clock = |seconds: i64| format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
    game.clock(id).map(clock)
}

/// What they say of who stands better.
pub(super) fn evaluation(game: &Game, id: u32) -> Option<String> {
    game.evaluation(id).map(eval_text)
}

/// A game as JSON, which is made while it is written: a game may have a million positions, and each takes its text only.
#[derive(Debug)]
pub(super) struct GameJson<'g> {
    pub(super) game: &'g Game,
    pub(super) source: &'g str,
    /// By what the page asks for it.
    pub(super) place: u64,
    /// Its own file, for a game of a database made of several.
    pub(super) file: Option<&'g str>,
}

/// Linear in the length of the game.
impl Serialize for GameJson<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let GameJson { game, source, place, file } = *self;
        let text = |text: &str| line(&plain_tag(text)).into_owned();
        let faults = game.faults().list().iter().map(|fault| line(&fault.message).into_owned());
        let mut json = serializer.serialize_map(None)?;
        json.serialize_entry("source", source)?;
        json.serialize_entry("game", &place)?;
        let tags = game.tags().iter().map(|(name, value)| [text(name), text(value)]);
        json.serialize_entry("tags", &tags.collect::<Vec<_>>())?;
        json.serialize_entry("faults", &faults.collect::<Vec<_>>())?;
        json.serialize_entry("start", &game.fen(0))?;
        let mut moves = MoveList::new();
        let nodes = (0..game.tree().len()).map(|id| node(game, id, &mut moves));
        json.serialize_entry("nodes", &Each::new(nodes))?;
        if game.tags().get("Variant").is_some() && game.variant_name() != "Standard" {
            json.serialize_entry("variant", &text(game.variant_name()))?;
            if game.tree().full().situation(0).is_some() {
                json.serialize_entry("otherRules", &true)?;
            }
        }
        if let Some(file) = file {
            json.serialize_entry("file", &line(file))?;
            json.serialize_entry("number", &game.number())?;
        }
        json.end()
    }
}

fn node(game: &Game, id: u32, moves: &mut MoveList) -> Node {
    let tree = game.tree();
    let (shape, view) = (tree.node(id), tree.full());
    let mut node = Node {
        parent: view.parent(id),
        ply: shape.ply,
        fen: game.fen(id),
        mainline: shape.depth == 0,
        ..Node::default()
    };
    if let (Some(mv), Some(parent)) = (tree.move_to(id), node.parent) {
        tree.write_san(id, moves, &mut node.san);
        let dots = tree.board(parent).turn().fold_wb(".", "...");
        node.number = format!("{}{dots}", game.move_number(parent));
        node.uci = mv.uci();
        node.words = tree.move_in_words(id, moves);
        node.last = ends(mv);
    }
    if view.is_check(id) {
        let board = tree.board(id);
        let kings = board.by_piece(Piece { color: board.turn(), role: Role::King });
        node.check = kings.into_iter().next().map(|square| square.to_string());
    }
    (node.clock, node.eval) = (clock(game, id), evaluation(game, id));
    node.notes = Notes::of(game, id);
    for text in std::mem::take(&mut node.notes.after).values() {
        push(&mut node.notes.comment, text);
    }
    node
}

fn push(all: &mut String, text: &str) {
    if !all.is_empty() && !text.is_empty() {
        all.push(' ');
    }
    all.push_str(text);
}

fn eval_text(eval: Eval) -> String {
    match eval {
        Eval::Centipawns(n) => {
            let sign = if n < 0 { "-" } else { "+" };
            format!("{sign}{}.{:02}", n.unsigned_abs() / 100, n.unsigned_abs() % 100)
        }
        Eval::Mate(n) => format!("#{n}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};
    use tabiya::game::RawGame;

    #[test]
    fn a_game_with_everything() {
        let pgn = "[White \"<b>\"]\n\n{start} 1. e4! {[%clk 0:01:05] [%eval -0.35] good} ({better} 1. f3?? e5 2. g4 Qh4#) \
                   e5 $18 $99 {[%eval #4]} 2. Bb5 c5 3. Bxd7+ *";
        let mut game = Game::new();
        game.parse(&RawGame::from_bytes(pgn.as_bytes()));
        let shown = GameJson { game: &game, source: "s1", place: 1, file: None };
        let json = serde_json::to_value(shown).unwrap();
        let nodes = json["nodes"].as_array().unwrap();
        assert_eq!((&nodes[0]["comment"], &nodes[0]["parent"]), (&"start".into(), &Value::Null));
        let first = &nodes[1];
        assert_eq!(
            (&first["number"], &first["san"], &first["words"]),
            (&"1.".into(), &"e4".into(), &"pawn to e4".into())
        );
        assert_eq!((&first["clock"], &first["eval"]), (&"0:01:05".into(), &"-0.35".into()));
        assert_eq!((&first["comment"], &first["nags"]), (&"good".into(), &json!(["!"])));
        assert_eq!(
            (&nodes[2]["nags"], &nodes[2]["eval"], &nodes[2]["number"]),
            (&json!(["+−", "$99"]), &"#4".into(), &"1...".into())
        );
        assert_eq!((&nodes[5]["check"], &nodes[5]["last"]), (&"e8".into(), &json!(["b5", "d7"])));
        let variation = &nodes[6];
        assert_eq!((&variation["before"], &variation["mainline"]), (&"better".into(), &false.into()));
        assert_eq!((&variation["parent"], &nodes[9]["words"]), (&0.into(), &"queen to h4, checkmate".into()));
        assert_eq!(json["tags"], json!([["White", "<b>"]]));
    }
}
