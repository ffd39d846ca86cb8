//! A tree for people, as a table and as JSON.

use super::root::Root;
use super::rows::{Numbers, Row, View};
use crate::cli::outputs::formats::{TableKind, aligned, bar, percent};
use crate::cli::report::Message;
use crate::cli::report::text::{count, thousands};
use serde_json::{Value as Json, json};
use std::fmt::Write as _;
use tabiya::chess::fen::{self, Setup};
use tabiya::openings::{BestGame, Line, Tree, TreeMove, TreePosition};
use tabiya::{OpeningName, printable};
use unicode_width::UnicodeWidthStr as _;

/// The columns of a table before those of the best game.
const COLUMNS: [&str; 20] = [
    "ply",
    "line",
    "move",
    "uci",
    "games",
    "share",
    "white",
    "draws",
    "black",
    "score",
    "score_low",
    "score_high",
    "rating",
    "opponents",
    "performance",
    "last_year",
    "ended",
    "to",
    "eco",
    "opening",
];

/// The columns of the best game.
const BEST: [&str; 6] = ["best_rating", "best_file", "best_game", "best_white", "best_black", "best_year"];

/// The tree for people: a line that says what is counted, and one for each move.
pub(super) fn list(view: &View<'_>) -> Result<String, Message> {
    let rows = view.rows()?;
    let first = &view.tree.positions[0];
    let mut text = head(view, first);
    let mut heads: Vec<String> =
        ["move", "games", "share", "1-0", "draw", "0-1", "score", "95 %", "rating", "perf", "last"]
            .map(str::to_owned)
            .to_vec();
    heads[1] = view.counts().to_owned();
    heads[6] = view.side.name("mover").to_owned();
    let most = u64::from(rows.iter().map(|row| row.mv.tally.games).max().unwrap_or(1).max(1));
    let beside = |row: &Row<'_>| match (view.best, &row.mv.best) {
        (true, best) => best.as_ref().map(named).unwrap_or_default(),
        (false, _) => bar(row.mv.tally.games.into(), most),
    };
    // Names are below each other.
    let wide = rows.iter().map(|row| beside(row).width()).max().unwrap_or(0);
    let lines = rows.iter().map(|row| {
        let name = format!("{:indent$}{}", "", row.mv.san, indent = 2 * (row.line.len() - 1));
        let mut cells = vec![name];
        cells.extend(shown(&row.numbers, Some(row.share)));
        let (beside, name) = (beside(row), row.name.map(ToString::to_string).unwrap_or_default());
        let pad = wide.saturating_sub(beside.width());
        cells.push(format!("{beside}{:pad$}  {}", "", printable::line(&name)));
        cells
    });
    let lines: Vec<Vec<String>> = lines.collect();
    let total = Numbers::new(first.total, first.turn, view.side);
    let all = std::iter::once("all".to_owned()).chain(shown(&total, None)).collect();
    let ended = (first.ended.games > 0).then(|| {
        let numbers = Numbers::new(first.ended, first.turn, view.side);
        std::iter::once("end".to_owned()).chain(shown(&numbers, None)).collect()
    });
    let all_lines =
        || std::iter::once(heads.clone()).chain(lines.iter().cloned()).chain(ended.clone()).chain([Vec::clone(&all)]);
    let mut put = |line: &str| {
        text.push_str(line);
        Ok(())
    };
    // Writing to memory does not fail.
    let _ = aligned(all_lines, (1, None), &mut put);
    Ok(text)
}

/// The values that are counted, and whose points are shown.
fn head(view: &View<'_>, first: &TreePosition) -> String {
    let from = match view.root {
        Root::Start => "from the first position".to_owned(),
        Root::Fen(setup) => format!("from {}", fen::write(setup)),
        Root::Moves(line) => format!("after {}", numbered(line)),
        Root::Query(query) => format!("where `{}` matches", printable::line(query)),
    };
    let whose = if first.total.games == 1 { "its" } else { "their" };
    let depth = view.tree.last_ply.map(|ply| format!(" in {whose} first {ply} plies")).unwrap_or_default();
    let side = view.side.name("the side to move");
    let games = count(first.total.games.into(), "game");
    let name = view.root_name().map(|name| format!("{}\n", printable::line(&name.to_string()))).unwrap_or_default();
    if view.tree.weighted {
        return format!("{from}: weights of an opening book, which says nothing of games\n{name}");
    }
    format!("{from}: {games}{depth}; points of {side}, with their interval of 95 % (Wilson)\n{name}")
}

/// Moves with their numbers.
pub(super) fn numbered(line: &Line) -> String {
    let mut text = String::new();
    for (ply, san) in line.sans().iter().enumerate() {
        if ply.is_multiple_of(2) {
            let _ = write!(text, "{}{}. ", if ply == 0 { "" } else { " " }, ply / 2 + 1);
        } else {
            text.push(' ');
        }
        text.push_str(san);
    }
    text
}

/// Game numbers, formatted for people.
fn shown(numbers: &Numbers, share: Option<f64>) -> [String; 10] {
    let Numbers { tally, score, performance } = numbers;
    let known = f64::from(tally.white) + f64::from(tally.draws) + f64::from(tally.black);
    let part = |n: u32| if known > 0.0 { percent(f64::from(n) / known) } else { "-".to_owned() };
    let rating = |rating: Option<f64>| rating.map_or_else(|| "-".to_owned(), |rating| format!("{rating:.0}"));
    [
        thousands(tally.games.into()),
        share.map(percent).unwrap_or_default(),
        part(tally.white),
        part(tally.draws),
        part(tally.black),
        score.map_or_else(|| "-".to_owned(), |score| percent(score.share)),
        score.map_or_else(|| "-".to_owned(), |score| format!("{:.0}-{:.0}", score.low * 100.0, score.high * 100.0)),
        rating(tally.players.mean()),
        rating(*performance),
        if tally.last_year == 0 { "-".to_owned() } else { tally.last_year.to_string() },
    ]
}

fn named(best: &BestGame) -> String {
    let year = best.year.map(|year| format!(", {year}")).unwrap_or_default();
    let (white, black) = (printable::line(&best.white), printable::line(&best.black));
    format!("{:.0}  {white} - {black}{year} ({} in {})", best.rating, best.number, printable::line(&best.file))
}

/// A table with one row for each move.
pub(super) fn table(view: &View<'_>, kind: TableKind) -> Result<String, Message> {
    let best = if view.best { &BEST[..] } else { &[] };
    let columns = COLUMNS.iter().map(|&name| if name == "games" { view.counts() } else { name });
    let mut text = kind.head(columns.chain(best.iter().copied()));
    for row in view.rows()? {
        let Numbers { tally, score, performance } = &row.numbers;
        let decimal = |number: Option<f64>| number.map(|number| number.to_string()).unwrap_or_default();
        let whole = |number: Option<f64>| number.map(|number| format!("{number:.0}")).unwrap_or_default();
        let next = row.mv.next.map(|next| &view.tree.positions[next]);
        let mut cells = vec![row.line.len().to_string(), row.line.join(" "), row.mv.san.clone()];
        cells.push(row.mv.mv.map(|mv| mv.uci()).unwrap_or_default());
        cells.extend([tally.games.to_string(), row.share.to_string()]);
        cells.extend([tally.white, tally.draws, tally.black].map(|games| games.to_string()));
        cells.extend(
            [score.map(|score| score.share), score.map(|score| score.low), score.map(|score| score.high)].map(decimal),
        );
        cells.extend([tally.players.mean(), tally.opponents.mean(), *performance].map(whole));
        cells.push(if tally.last_year == 0 { String::new() } else { tally.last_year.to_string() });
        cells.push(next.map(|next| next.ended.games.to_string()).unwrap_or_default());
        cells.push(next.and_then(|next| next.board).map(|board| position(&board)).unwrap_or_default());
        cells.extend(row.name.map_or_else(Default::default, |name| [name.eco.clone(), name.name.clone()]));
        if view.best {
            cells.extend(best_cells(row.mv.best.as_ref()));
        }
        kind.row(cells.into_iter(), &mut text);
    }
    Ok(text)
}

fn best_cells(best: Option<&BestGame>) -> [String; 6] {
    let Some(best) = best else { return Default::default() };
    let year = best.year.map(|year| year.to_string()).unwrap_or_default();
    [
        format!("{:.0}", best.rating),
        best.file.to_string(),
        best.number.to_string(),
        best.white.clone(),
        best.black.clone(),
        year,
    ]
}

/// The parts of a position that count in a tree.
fn position(board: &tabiya::chess::Board) -> String {
    fen::write(&Setup { board: *board, halfmoves: 0, fullmoves: 1 }).split(' ').take(2).collect::<Vec<_>>().join(" ")
}

/// The tree as one object.
pub(super) fn json(view: &View<'_>) -> String {
    let first = &view.tree.positions[0];
    let mut object = position_json(view, view.tree, first, 0);
    object["fen"] = view.root.board().map_or(Json::Null, |board| position(&board).into());
    object["line"] = match view.root {
        Root::Moves(line) => line.sans().join(" ").into(),
        Root::Start | Root::Fen(_) | Root::Query(_) => Json::Null,
    };
    object["opening"] = named_json(view.root_name());
    object["query"] = view.root.query().map_or(Json::Null, Json::from);
    object["last_ply"] = view.tree.last_ply.map_or(Json::Null, Json::from);
    object["score_of"] = view.side.name("mover").to_lowercase().into();
    format!("{}\n", printable::json(object.to_string()))
}

fn position_json(view: &View<'_>, tree: &Tree, position: &TreePosition, depth: u32) -> Json {
    let mut object = numbers_json(view, &Numbers::new(position.total, position.turn, view.side));
    object["ended"] = position.ended.games.into();
    let moves = position.moves.iter().map(|mv| move_json(view, tree, position, mv, depth));
    object["moves"] = moves.collect::<Vec<_>>().into();
    object
}

fn move_json(view: &View<'_>, tree: &Tree, position: &TreePosition, mv: &TreeMove, depth: u32) -> Json {
    let mut object = numbers_json(view, &Numbers::new(mv.tally, position.turn, view.side));
    object["san"] = mv.san.as_str().into();
    object["uci"] = mv.mv.map_or(Json::Null, |mv| mv.uci().into());
    object["opening"] = named_json(view.name_after(position, mv));
    object["share"] = (f64::from(mv.tally.games) / f64::from(position.total.games.max(1))).into();
    if view.best {
        object["best"] = mv.best.as_ref().map_or(Json::Null, |best| {
            json!({"rating": best.rating, "file": &*best.file, "game": best.number, "white": best.white,
                "black": best.black, "year": best.year})
        });
    }
    if let Some(next) = mv.next.filter(|_| depth + 1 < tree.plies) {
        object["next"] = position_json(view, tree, &tree.positions[next], depth + 1);
    }
    object
}

fn named_json(name: Option<&OpeningName>) -> Json {
    name.map_or(Json::Null, |name| json!({"eco": name.eco, "name": name.name}))
}

fn numbers_json(view: &View<'_>, numbers: &Numbers) -> Json {
    let Numbers { tally, score, performance } = numbers;
    json!({
        (view.counts()): tally.games,
        "white": tally.white,
        "draws": tally.draws,
        "black": tally.black,
        "score": score.map(|score| score.share),
        "score_low": score.map(|score| score.low),
        "score_high": score.map(|score| score.high),
        "rating": tally.players.mean(),
        "opponents_rating": tally.opponents.mean(),
        "performance": performance,
        "last_year": (tally.last_year > 0).then_some(tally.last_year),
    })
}
