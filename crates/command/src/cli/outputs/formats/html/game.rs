//! One game with its matches as JSON.

use super::super::{FoundGame, QueryMatches, Tools};
use super::Html;
use super::moves::push_changes;
use crate::cli::inputs::query_info::QueryInfo;
use serde_json::{Map, Value as Json, json};
use tabiya::chess::fen::{self, Setup};
use tabiya::chess::variant::Situation;
use tabiya::chess::{Color, MoveList, Role};
use tabiya::game::CommentPlace;
use tabiya::game::commands::Eval;
use tabiya::game::plain_tag;
use tabiya::printable::line;
use tabiya::rows::{Cell, Row, Subject};
use tabiya::{Game, Match, Value};
use tabiya_session::{Reasons, nag_text, without_commands};

impl Html {
    /// A game as the page reads it. What is empty is left out.
    pub(super) fn line(&self, found: &FoundGame<'_>, tools: &mut Tools) -> Json {
        let mut json = Map::new();
        if self.several_files {
            push_text("file", found.file, &mut json);
        }
        json.insert("number".into(), found.game.number().into());
        push_tags(found.game, &mut json);
        push_moves(found.game, &mut tools.moves, &mut json);
        push_notes(found.game, &mut json);
        let mut matches = Vec::new();
        for query in found.found {
            let reasons = query.reasons();
            let each = query.matches.matches.iter();
            matches.extend(
                each.map(|matched| {
                    self.matched((found.file, found.game), (query, matched), &reasons, &mut tools.moves)
                }),
            );
        }
        json.insert("matches".into(), matches.into());
        json.into()
    }

    /// A match: its query, its position, why it matches, and its values.
    fn matched(
        &self,
        (file, game): (&str, &Game),
        (found, matched): (&QueryMatches<'_>, &Match),
        reasons: &Reasons<'_>,
        moves: &mut MoveList,
    ) -> Json {
        let mut json = Map::new();
        json.insert("query".into(), self.place_of(found.query.number).into());
        json.insert("at".into(), matched.position.into());
        json.insert("fen".into(), game.fen(matched.position).into());
        json.insert("move".into(), game.numbered_move(matched.position, moves).into());
        if game.tree().node(matched.position).depth > 0 {
            json.insert("variation".into(), true.into());
        }
        let why: Vec<Json> = reasons.at(matched, game, moves).iter().map(|reason| line(reason).into()).collect();
        push_list("why", why, &mut json);
        let way = reasons.way(matched, game);
        push_list("line", way.into_iter().map(Json::from).collect(), &mut json);
        let differs = matched.paths.iter().take(1).flat_map(|path| &path.differs);
        push_list("differs", differs.map(|&node| node.into()).collect(), &mut json);
        let selected = matched.values.iter().take(self.selects.len());
        let squares = |value: &Value| match value {
            Value::Squares(squares) => squares.iter().map(|square| Json::from(square.as_str())).collect(),
            _ => Vec::new(),
        };
        push_list("marks", selected.clone().flat_map(squares).collect(), &mut json);
        push_list("values", selected.map(|value| shown(&Cell::from(value))).collect(), &mut json);
        let QueryInfo { name, sort_keys, .. } = found.query;
        let row = Row { file, query: name, sort_keys, game, subject: Subject::Match(matched) };
        let counted = self.tally.values(&row, moves);
        push_list("tallies", counted.iter().map(shown).collect(), &mut json);
        let sort_value = |label: &String| {
            let place = found.query.sort_keys.iter().position(|key| key.name == *label)?;
            let of_game = found.query.sort_keys[place].match_count;
            let values = if of_game { &found.matches.sort_values } else { &matched.sort_values };
            values.get(place)?.as_ref()
        };
        let sorts = self.sorts.iter().map(|label| shown(&sort_value(label).map_or(Cell::None, Cell::from)));
        push_list("sorts", sorts.collect(), &mut json);
        json.into()
    }
}

fn push_text(name: &str, text: &str, json: &mut Map<String, Json>) {
    if !matches!(text, "" | "?") {
        json.insert(name.into(), line(text).into());
    }
}

fn push_list(name: &str, list: Vec<Json>, json: &mut Map<String, Json>) {
    if !list.is_empty() {
        json.insert(name.into(), list.into());
    }
}

fn push_tags(game: &Game, json: &mut Map<String, Json>) {
    push_text("white", &plain_tag(game.player(Color::White)), json);
    push_text("black", &plain_tag(game.player(Color::Black)), json);
    let elos = [("whiteElo", Color::White), ("blackElo", Color::Black)];
    let elos = elos.into_iter().filter_map(|(name, color)| Some((name, game.elo(color)?)));
    json.extend(elos.map(|(name, elo)| (name.to_owned(), elo.into())));
    push_text("event", &plain_tag(game.event()), json);
    push_text("site", &plain_tag(game.site()), json);
    push_text("round", &plain_tag(game.round()), json);
    push_text("date", &game.date(), json);
    push_text("eco", &game.eco().unwrap_or_default(), json);
    push_text("result", game.result().as_str(), json);
    let variant = game.variant_name();
    if game.tags().get("Variant").is_some() && variant != "Standard" {
        push_text("variant", variant, json);
    }
}

/// The start, the moves in SAN and as changes of the board, the parents of positions in variations, and what the board does
/// not show.
fn push_moves(game: &Game, moves: &mut MoveList, json: &mut Map<String, Json>) {
    let tree = game.tree();
    let start = game.start();
    if *start != Setup::initial() {
        json.insert("start".into(), fen::write(start).into());
    }
    let (mut san, mut changes) = (String::new(), String::new());
    let (mut parents, mut beside) = (Vec::new(), Vec::new());
    for node in 0..tree.len() {
        if let Some(text) = tree.situation(node).map(beside_board).filter(|text| !text.is_empty()) {
            beside.push(json!([node, text]));
        }
        let (Some(mv), Some(parent)) = (tree.move_to(node), tree.full().parent(node)) else { continue };
        if node > 1 {
            san.push(' ');
            changes.push(' ');
        }
        tree.write_san(node, moves, &mut san);
        push_changes(tree.board(parent), mv, tree.board(node), &mut changes);
        if parent != node - 1 {
            parents.push(json!([node, parent]));
        }
    }
    json.insert("plies".into(), tree.mainline_len().saturating_sub(1).into());
    json.insert("san".into(), san.into());
    json.insert("moves".into(), changes.into());
    push_list("parents", parents, json);
    push_list("beside", beside, json);
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

/// Comments, glyphs, clock times and evaluations.
fn push_notes(game: &Game, json: &mut Map<String, Json>) {
    let notes = game.notes();
    let (mut comments, mut nags) = (Vec::new(), Vec::new());
    let (mut clocks, mut evals) = (Vec::new(), Vec::new());
    for node in 0..game.tree().len() {
        let clock = game.clock(node).map_or_else(String::new, |seconds| seconds.to_string());
        let eval = match game.evaluation(node) {
            Some(Eval::Centipawns(n)) => n.to_string(),
            Some(Eval::Mate(n)) => format!("#{n}"),
            None => String::new(),
        };
        for (place, comment) in notes.comments(node) {
            let text = without_commands(comment);
            if text.is_empty() {
                continue;
            }
            comments.push(match place {
                CommentPlace::After => json!([node, line(&text)]),
                CommentPlace::Before => json!([node, line(&text), "before"]),
                CommentPlace::AfterVariation(first) => json!([node, line(&text), first]),
            });
        }
        for rest in notes.rests(node) {
            comments.push(json!([node, format!("Not read: {}", line(&without_commands(rest)))]));
        }
        nags.extend(notes.nags(node).map(|nag| json!([node, nag, nag_text(nag)])));
        clocks.push(clock);
        evals.push(eval);
    }
    push_list("comments", comments, json);
    push_list("nags", nags, json);
    for (name, list) in [("clocks", clocks), ("evals", evals)] {
        if list.iter().any(|text| !text.is_empty()) {
            json.insert(name.into(), list.join(",").trim_end_matches(',').into());
        }
    }
}

/// A value as the page shows and sorts it.
fn shown(cell: &Cell<'_>) -> Json {
    match cell {
        Cell::None | Cell::Unmatched => Json::Null,
        Cell::Boolean(truth) => Json::Bool(*truth),
        Cell::Number(n) => Json::from(*n),
        other => line(&other.text()).into(),
    }
}
