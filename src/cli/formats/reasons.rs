//! The reason why a position matches, read from the comments that the search made and from the positions of sequences.

use super::QueryMatches;
use crate::cli::positions::push_move;
use crate::cli::rows::played;
use std::collections::HashMap;
use tabiya::chess::MoveList;
use tabiya::{Game, Match, Path};

/// The number of moves of a run that are shown.
const MOVES_SHOWN: usize = 24;

/// The runs of sequences in one game, and the other comments.
pub(super) struct Reasons<'a> {
    /// By position: the runs that begin there, in the order of the comments.
    runs: HashMap<u32, Vec<Run<'a>>>,
    /// By position: what else was said there.
    texts: HashMap<u32, Vec<&'a str>>,
}

struct Run<'a> {
    label: &'a str,
    len: u32,
    /// The first positions that it takes, no more than are shown.
    positions: Vec<u32>,
}

impl<'a> Reasons<'a> {
    /// Reads the comments of one query.
    pub(super) fn new(found: &QueryMatches<'a>) -> Reasons<'a> {
        let mut runs: HashMap<u32, Vec<Run<'a>>> = HashMap::new();
        let mut places: HashMap<(&str, u32), (u32, usize)> = HashMap::new();
        let mut texts: HashMap<u32, Vec<&'a str>> = HashMap::new();
        for comment in &found.matches.comments {
            match step(&comment.text) {
                Some(Step { label, number, len }) => {
                    let (first, place) = *places.entry((label, number)).or_insert_with(|| {
                        let here = runs.entry(comment.position).or_default();
                        here.push(Run { label, len, positions: Vec::new() });
                        (comment.position, here.len() - 1)
                    });
                    let run = runs.get_mut(&first).and_then(|here| here.get_mut(place));
                    // The initial position of a run needs no move.
                    if let Some(run) = run.filter(|run| run.positions.len() <= MOVES_SHOWN) {
                        run.positions.push(comment.position);
                    }
                }
                None if comment.text == found.query.match_string => {}
                None => texts.entry(comment.position).or_default().push(comment.text.trim()),
            }
        }
        Reasons { runs, texts }
    }

    /// The positions that the moves of the sequence at a match lead to, in the order of the game. Sequences inside other
    /// filters are known by their comments only, and then no more positions than are shown.
    pub(super) fn way(&self, matched: &Match, game: &Game) -> Vec<u32> {
        if let Some(path) = matched.paths.first() {
            return played(game, Some(path));
        }
        let run = self.runs.get(&matched.position).and_then(|here| here.first());
        let mut way = run.map_or_else(Vec::new, |run| run.positions.clone());
        way.sort_by_key(|&n| game.tree().node(n).ply);
        way.into_iter().skip(1).collect()
    }

    /// The reasons for a match, one line each.
    pub(super) fn at(&self, matched: &Match, game: &Game, moves: &mut MoveList) -> Vec<String> {
        let here = self.runs.get(&matched.position).into_iter().flatten();
        let mut lines: Vec<String> = here.map(|run| run.text(game, moves)).collect();
        // What `line` and `path` say about their ends is told by their moves.
        let commented = |path: &&Path| matches!(path.filter, "line" | "path");
        let mut paths = matched.paths.iter().filter(commented);
        for text in self.texts.get(&matched.position).into_iter().flatten() {
            let is_start = |path: &Path| text.strip_prefix("Start ").is_some_and(|rest| rest.starts_with(path.filter));
            let path = paths.clone().find(|path| is_start(path));
            match path {
                Some(path) => {
                    paths.by_ref().find(|other| std::ptr::eq(*other, path));
                    lines.push(path_text(path, game, moves));
                }
                None => lines.push((*text).to_owned()),
            }
        }
        lines.dedup();
        lines
    }
}

impl Run<'_> {
    /// `next: 4 positions: 23... Kg8 24. Nh6+ Kh7`
    fn text(&self, game: &Game, moves: &mut MoveList) -> String {
        let ply = |&n: &u32| game.tree().node(n).ply;
        let mut way = self.positions.clone();
        // Backward sequences are told in the order of the game.
        way.sort_by_key(ply);
        let backward = way.first() != self.positions.first();
        let positions = if self.len == 1 { "position" } else { "positions" };
        let head = format!("{}: {} {positions}", self.label.to_lowercase(), self.len);
        let left_out = (way.len() as u32) < self.len;
        told(head, way.get(1..).unwrap_or_default(), (self.len.saturating_sub(1), left_out, backward), game, moves)
    }
}

/// `path: 4 moves: 23... Kg8 24. Nh6+ Kh7 25. Nf7`
fn path_text(path: &Path, game: &Game, moves: &mut MoveList) -> String {
    let unit = match (path.filter, path.length) {
        ("path", 1) => "move",
        ("path", _) => "moves",
        (_, 1) => "position",
        _ => "positions",
    };
    let way = played(game, Some(path));
    let shown = &way[..way.len().min(MOVES_SHOWN)];
    let cut = (way.len() as u32, shown.len() < way.len(), false);
    told(format!("{}: {} {unit}", path.filter, path.length), shown, cut, game, moves)
}

/// A heading and moves, with a note about those that are left out: the number of all plies, whether there are more, and
/// whether they come before those that are shown.
fn told(
    mut text: String,
    way: &[u32],
    (plies, left_out, before): (u32, bool, bool),
    game: &Game,
    moves: &mut MoveList,
) -> String {
    if !way.is_empty() {
        text.push(':');
    }
    if left_out && before {
        text.push_str(&format!(" ({plies} plies) …"));
    }
    for (i, &n) in way.iter().enumerate() {
        text.push(' ');
        push_move(game, n, i == 0, moves, &mut text);
    }
    if left_out && !before {
        text.push_str(&format!(" … ({plies} plies)"));
    }
    text
}

/// One step of a run.
struct Step<'a> {
    label: &'a str,
    /// The run's number among those with its label.
    number: u32,
    /// The number of positions of the run.
    len: u32,
}

/// `NEXT 2 (position 1 of 4)` is step 1 of run 2 of label `NEXT`.
fn step(text: &str) -> Option<Step<'_>> {
    let (label, rest) = text.split_once(' ')?;
    let (number, rest) = rest.split_once(" (position ")?;
    let (_, len) = rest.strip_suffix(')')?.split_once(" of ")?;
    Some(Step { label, number: number.parse().ok()?, len: len.parse().ok()? })
}
