//! A game as the page shows it: every position with its move, its comments, and what the comments say of clock and evaluation.

use super::fields::{answers, some};
use super::written::Each;
use crate::comment_texts::{nag_text, without_commands};
use serde::Serialize;
use std::collections::BTreeMap;
use tabiya::Game;
use tabiya::chess::{Board, Move, MoveList, Piece, Role};
use tabiya::game::commands::Eval;
use tabiya::game::{CommentPlace, plain_tag};
use tabiya::printable::line;

answers! {
    /// A game, which is made while it is written: it may have a million positions, and each takes its text only.
    GameTree<'g> {
        source: &'g str, game: u64, tags: Vec<[String; 2]>, faults: Vec<String>, start: String,
        #[cfg_attr(test, ts(as = "Vec<TreeNode>"))] nodes: Each<'g, TreeNode>;
        variant: String,
        /// The variant has rules of its own.
        other_rules: bool,
        /// Its own, for a game of a database made of several files.
        file: String, number: u64
    }

    /// A position.
    TreeNode {
        parent: Option<u32>, ply: u32, fen: String, mainline: bool, #[serde(flatten)] notes: Notes;
        san: String, uci: String, number: String,
        /// The squares of the move.
        last: [String; 2],
        /// The move in words.
        words: String,
        clock: String, eval: String,
        /// The square of a king in check.
        check: String
    }
}

/// What somebody has written at a position.
#[derive(Debug, Default, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Notes {
    #[serde(skip_serializing_if = "String::is_empty")]
    #[cfg_attr(test, ts(optional, as = "Option<_>"))]
    comment: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    #[cfg_attr(test, ts(optional, as = "Option<_>"))]
    before: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(optional, as = "Option<_>"))]
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

/// The squares that a move leaves and reaches; a piece from the hand leaves none, and a null move is not one.
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

/// A game of a source by its place there; `file` is its own. Linear in the length of the game.
pub(super) fn game_tree<'g>(game: &'g Game, (source, place): (&'g str, u64), file: Option<&str>) -> GameTree<'g> {
    let text = |text: &str| line(&plain_tag(text)).into_owned();
    let faults = game.faults().list().iter().map(|fault| line(&fault.message).into_owned());
    let is_variant = game.tags().get("Variant").is_some() && game.variant_name() != "Standard";
    let mut moves = MoveList::new();
    GameTree {
        source,
        game: place,
        tags: game.tags().iter().map(|(name, value)| [text(name), text(value)]).collect(),
        faults: faults.collect(),
        start: game.fen(0),
        nodes: Each::new((0..game.tree().len()).map(move |id| node(game, id, &mut moves))),
        variant: is_variant.then(|| text(game.variant_name())),
        other_rules: some(is_variant && game.tree().full().situation(0).is_some()),
        file: file.map(|file| line(file).into_owned()),
        number: file.map(|_| game.number()),
    }
}

fn node(game: &Game, id: u32, moves: &mut MoveList) -> TreeNode {
    let tree = game.tree();
    let (shape, view) = (tree.node(id), tree.full());
    let mut notes = Notes::of(game, id);
    for text in std::mem::take(&mut notes.after).values() {
        push(&mut notes.comment, text);
    }
    let kings = |board: &Board| board.by_piece(Piece { color: board.turn(), role: Role::King });
    let parent = view.parent(id);
    let moved = tree.move_to(id).zip(parent);
    TreeNode {
        parent,
        ply: shape.ply,
        fen: game.fen(id),
        mainline: shape.depth == 0,
        notes,
        san: moved.and_then(|_| {
            let mut san = String::new();
            tree.write_san(id, moves, &mut san);
            some(san)
        }),
        uci: moved.map(|(mv, _)| mv.uci()),
        number: moved.map(|(_, parent)| {
            format!("{}{}", game.move_number(parent), tree.board(parent).turn().fold_wb(".", "..."))
        }),
        last: moved.and_then(|(mv, _)| ends(mv)),
        words: moved.and_then(|_| some(tree.move_in_words(id, moves))),
        clock: clock(game, id),
        eval: evaluation(game, id),
        check: view.is_check(id).then(|| Some(kings(tree.board(id)).first()?.to_string())).flatten(),
    }
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
        let json = serde_json::to_value(game_tree(&game, ("s1", 1), None)).unwrap();
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
