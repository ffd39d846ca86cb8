//! What was played next in a position: each move with the position that it leads to, and how the games ended.

use super::Service;
use super::failure::Failure;
use super::requests::position;
use serde::Deserialize;
use serde_json::{Value, json};
use std::sync::Arc;
use tabiya::chess::fen::{self, Setup};
use tabiya::chess::{Color, Move, MoveList, Piece, Role, san};
use tabiya::database::Tally;
use tabiya::openings::{TreeMove, TreeOptions, score, tree};
use tabiya::pipeline::RunOptions;
use tabiya::{RunControl, Sources};

/// A position, and the games that count.
#[derive(Debug, Deserialize)]
pub struct NextAsked {
    /// The position as FEN.
    fen: String,
    /// The sources whose games count; all there are, if it is not given.
    #[serde(default)]
    sources: Option<Vec<String>>,
    /// A search: the games in which it finds something count.
    #[serde(default)]
    search: Option<String>,
}

/// A position whose moves are asked for.
#[derive(Debug, Deserialize)]
pub struct MovesAsked {
    /// The position as FEN.
    fen: String,
}

impl Service {
    /// What was played in a position, in some sources or in the games of a search.
    pub fn next(&self, asked: &NextAsked, control: &Arc<RunControl>) -> Result<Value, Failure> {
        let setup = position(&asked.fen)?;
        let search = asked.search.as_deref().map(|id| self.searches.get(id)).transpose()?;
        let sources = match (&search, &asked.sources) {
            (Some(search), _) => search.task.sources.clone(),
            (None, Some(ids)) => self.shelf.named(ids)?,
            (None, None) => self.shelf.all(),
        };
        let sources = sources.iter().fold(Sources::new(), |all, source| source.add_to(all));
        let options = TreeOptions {
            conditions: search.map(|search| search.task.set.clone()),
            run: RunOptions { threads: self.settings.threads, ..RunOptions::controlled(control) },
            ..TreeOptions::default()
        };
        let tree = tree(&setup.board, sources, &options, &mut ()).map_err(|message| {
            let failure = Failure::conflict(message.code, message.text());
            message.help.map_or(failure.clone(), |help| failure.help(help))
        })?;
        let position = tree.positions.first().ok_or_else(Failure::internal)?;
        let turn = setup.board.turn();
        let mut json = counts(&position.total, turn);
        json["ended"] = position.ended.games.into();
        if let Some(ply) = tree.last_ply {
            json["lastPly"] = ply.into();
        }
        let mut moves = MoveList::new();
        json["moves"] = position.moves.iter().filter_map(|mv| move_json(mv, &setup, &mut moves)).collect();
        Ok(json)
    }

    /// All that can be played in a position.
    pub fn moves(&self, asked: &MovesAsked) -> Result<Value, Failure> {
        let setup = position(&asked.fen)?;
        let (mut legal, mut scratch) = (MoveList::new(), MoveList::new());
        setup.board.legal_moves(&mut legal);
        let of = |mv: &Move| {
            let mut san = String::new();
            san::write(&setup.board, mv, &setup.board.play(mv), &mut scratch, &mut san);
            played(json!({}), mv, &san, &setup, &mut scratch)
        };
        Ok(legal.iter().map(of).collect())
    }
}

/// The results of games, and the score of the side to move with its interval.
fn counts(tally: &Tally, turn: Color) -> Value {
    let mut json = json!({
        "games": tally.games, "white": tally.white, "draws": tally.draws, "black": tally.black,
    });
    if let Some(score) = score(tally, turn) {
        (json["score"], json["low"], json["high"]) = (score.share.into(), score.low.into(), score.high.into());
    }
    let mut ratings = tally.players;
    ratings.sum = ratings.sum.saturating_add(tally.opponents.sum);
    ratings.count = ratings.count.saturating_add(tally.opponents.count);
    if let Some(mean) = ratings.mean() {
        json["rating"] = mean.round().into();
    }
    if tally.last_year > 0 {
        json["lastYear"] = tally.last_year.into();
    }
    json
}

/// A move, as the positions of a game have theirs, and what is counted of it.
fn move_json(tree: &TreeMove, setup: &Setup, moves: &mut MoveList) -> Option<Value> {
    Some(played(counts(&tree.tally, setup.board.turn()), &tree.mv?, &tree.san, setup, moves))
}

/// A move with the position that it leads to, in an object that may say more of it.
fn played(mut json: Value, mv: &Move, san: &str, setup: &Setup, moves: &mut MoveList) -> Value {
    let board = &setup.board;
    let after = board.play(mv);
    json["san"] = san.into();
    json["uci"] = mv.uci().into();
    json["words"] = san::in_words(board, mv, &after, moves).into();
    json["number"] = format!("{}{}", setup.fullmoves, board.turn().fold_wb(".", "...")).into();
    json["fen"] = fen::write(&after_move(setup, mv)).into();
    if !mv.is_null() {
        json["last"] = json!([mv.origin().unwrap_or(mv.to).to_string(), mv.to.to_string()]);
    }
    if after.is_check() {
        let kings = after.by_piece(Piece { color: after.turn(), role: Role::King });
        json["check"] = kings.first().map(|square| square.to_string()).into();
    }
    json
}

/// The position after a move, with its counters.
fn after_move(setup: &Setup, mv: &Move) -> Setup {
    let starts_anew = mv.role == Role::Pawn || mv.is_capture();
    Setup {
        board: setup.board.play(mv),
        halfmoves: if starts_anew { 0 } else { setup.halfmoves.saturating_add(1) },
        fullmoves: setup.fullmoves.saturating_add(u32::from(setup.board.turn() == Color::Black)),
    }
}
