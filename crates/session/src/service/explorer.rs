//! The moves played in a position, asked and answered in the form of Lichess's opening explorer, so that programs that use it
//! need only another address.

use super::failure::Failure;
use super::next::mean_rating;
use super::requests::position;
use super::{Service, Settings};
use serde::Deserialize;
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;
use tabiya::chess::{Board, san};
use tabiya::database::Tally;
use tabiya::openings::{BestGame, TreeMove, TreeOptions, tree};
use tabiya::pipeline::RunOptions;
use tabiya::{Query, RunControl, Sources};

/// The moves that are listed unless another number is requested.
const MOVES: usize = 12;

/// The most moves that `play` may name.
const MOST_PLAYED: usize = 1000;

/// A position, and the games that count. What else the explorer of Lichess may be requested is passed over.
#[derive(Debug, Default, Deserialize)]
pub struct Explored {
    fen: Option<String>,
    /// Moves from there, as UCI writes them, with commas between.
    play: Option<String>,
    since: Option<String>,
    until: Option<String>,
    moves: Option<usize>,
    #[serde(rename = "topGames")]
    top_games: Option<usize>,
    /// A player, with the colour `white` (unless it is given) or `black`.
    player: Option<String>,
    color: Option<String>,
}

impl Service {
    /// The control of a request of its own, with the time limit of a search.
    pub fn control(&self) -> Arc<RunControl> {
        Arc::new(RunControl::with_time_limit(Duration::from_secs_f64(self.settings.seconds)))
    }

    /// The moves played in a position, in all sources.
    pub fn explore(&self, asked: &Explored, control: &Arc<RunControl>) -> Result<Value, Failure> {
        let board = asked.board()?;
        let best = asked.top_games.unwrap_or(0);
        let sources = self.shelf.all().iter().fold(Sources::new(), |all, source| source.add_to(all));
        let conditions = asked.conditions()?.map(|text| planned(&text, &self.settings)).transpose()?;
        let run = RunOptions { threads: self.settings.threads, ..RunOptions::new().control(control) };
        let options = TreeOptions {
            best: best > 0,
            conditions: conditions.map(|query| query.set().clone()),
            run,
            ..TreeOptions::default()
        };
        let tree = tree(&board, sources, &options, &mut ())?;
        let position = tree.positions.first().ok_or_else(Failure::internal)?;
        let mut json = results(&position.total);
        let moves = position.moves.iter().take(asked.moves.unwrap_or(MOVES));
        json["moves"] = moves.map(move_json).collect();
        let mut top: Vec<(&TreeMove, &BestGame)> =
            position.moves.iter().filter_map(|mv| Some((mv, mv.best.as_ref()?))).collect();
        top.sort_by(|one, other| other.1.rating.total_cmp(&one.1.rating));
        json["topGames"] = top.into_iter().take(best).map(|(mv, game)| game_json(mv, game)).collect();
        json["recentGames"] = json!([]);
        let name = self.names().of_board(&board);
        json["opening"] = name.map_or(Value::Null, |name| json!({"eco": name.eco, "name": name.name}));
        Ok(json)
    }
}

impl Explored {
    /// The position after the moves that are played.
    fn board(&self) -> Result<Board, Failure> {
        let mut board = match &self.fen {
            None => Board::initial(),
            Some(text) => position(&text.replace('_', " "))?.board,
        };
        let play = self.play.as_deref().unwrap_or_default();
        for text in play.split(',').filter(|text| !text.is_empty()).take(MOST_PLAYED) {
            let mv = san::read(text, &board);
            let mv = mv.ok_or_else(|| Failure::bad_request(format!("`{}` is no legal move", super::short(text))))?;
            board = board.play(&mv);
        }
        Ok(board)
    }

    /// The query for the games that count, if not all do.
    fn conditions(&self) -> Result<Option<String>, Failure> {
        let mut parts = Vec::new();
        for (sign, date) in [(">=", &self.since), ("<=", &self.until)] {
            let Some(date) = date else { continue };
            let year: u32 = date.split('-').next().unwrap_or_default().parse().map_err(|_| {
                Failure::bad_request(format!("`{}` is no year or month, such as 2015 or 2015-03", super::short(date)))
            })?;
            parts.push(format!("year {sign} {year}"));
        }
        if let Some(player) = &self.player {
            if player.contains(['"', '\\']) {
                return Err(Failure::bad_request("a name has no quotes and backslashes"));
            }
            let color = if self.color.as_deref() == Some("black") { "black" } else { "white" };
            parts.push(format!("player {color} \"{player}\""));
        }
        Ok((!parts.is_empty()).then(|| parts.join(" ")))
    }
}

fn planned(text: &str, settings: &Settings) -> Result<Query, Failure> {
    Query::with_options(text, &settings.options).map_err(|error| Failure::bad_request(error.to_string()))
}

fn results(tally: &Tally) -> Value {
    json!({"white": tally.white, "draws": tally.draws, "black": tally.black})
}

fn move_json(mv: &TreeMove) -> Value {
    let mut json = results(&mv.tally);
    json["uci"] = mv.mv.map_or(Value::Null, |mv| mv.uci().into());
    json["san"] = mv.san.as_str().into();
    json["averageRating"] = json!(mean_rating(&mv.tally));
    // The only game, if games are wanted.
    let only = mv.best.as_ref().filter(|_| mv.tally.games == 1);
    json["game"] = only.map_or(Value::Null, |game| game_json(mv, game));
    json
}

fn game_json(mv: &TreeMove, game: &BestGame) -> Value {
    let [white, black] = game.ratings;
    json!({
        "id": format!("{}:{}", game.file, game.number),
        "uci": mv.mv.map(|mv| mv.uci()),
        "winner": game.winner.map(|color| color.fold_wb("white", "black")),
        "white": {"name": game.white, "rating": white},
        "black": {"name": game.black, "rating": black},
        "year": game.year,
    })
}
