//! The reason why a position matches, read from the comments that the search made, from the positions of sequences, and
//! from what searches found.

use super::comment_texts::{Step, is_hit, named_position, step, way_between};
use std::collections::{HashMap, HashSet};
use tabiya::chess::MoveList;
use tabiya::{Game, GameMatches, Match, Path, Reached};

/// The number of moves of a run that are shown.
const MOVES_SHOWN: usize = 24;

/// The runs of sequences in one game, and the other comments.
#[derive(Debug)]
pub struct Reasons<'a> {
    /// By position: the runs that begin there, in the order of the comments.
    runs: HashMap<u32, Vec<ConstituentRun<'a>>>,
    /// By position: what else was said there.
    texts: HashMap<u32, Vec<&'a str>>,
    /// The positions that match.
    matching: HashSet<u32>,
    /// True if the matches say what their searches found.
    finds: bool,
    silent: bool,
}

#[derive(Debug)]
struct ConstituentRun<'a> {
    label: &'a str,
    len: u32,
    /// The first positions that it takes, no more than are shown.
    positions: Vec<u32>,
}

/// The sequences of a match that no comment has named so far.
struct Unnamed<'m>(Vec<&'m Path>);

impl<'m> Unnamed<'m> {
    /// Takes the sequence that a comment names: the one that ends where it says.
    fn take(&mut self, filter: &str, end: Option<u32>) -> Option<&'m Path> {
        let is_named = |path: &&Path| path.filter == filter && path.positions.last().copied() == end;
        let place = self.0.iter().position(is_named)?;
        Some(self.0.remove(place))
    }
}

impl<'a> Reasons<'a> {
    /// Reads the comments of one query, which puts a text at each match and may want no comment at all.
    pub fn new(found: &'a GameMatches, match_string: &str, silent: bool) -> Reasons<'a> {
        let mut runs: HashMap<u32, Vec<ConstituentRun<'a>>> = HashMap::new();
        let mut places: HashMap<(&str, u32), (u32, usize)> = HashMap::new();
        let mut texts: HashMap<u32, Vec<&'a str>> = HashMap::new();
        for comment in &found.comments {
            match step(&comment.text) {
                Some(Step { label, number, len }) => {
                    let (first, place) = *places.entry((label, number)).or_insert_with(|| {
                        let here = runs.entry(comment.position).or_default();
                        here.push(ConstituentRun { label, len, positions: Vec::new() });
                        (comment.position, here.len() - 1)
                    });
                    let run = runs.get_mut(&first).and_then(|here| here.get_mut(place));
                    // The initial position of a run needs no move.
                    if let Some(run) = run.filter(|run| run.positions.len() <= MOVES_SHOWN) {
                        run.positions.push(comment.position);
                    }
                }
                None if comment.text == match_string => {}
                None => texts.entry(comment.position).or_default().push(comment.text.trim()),
            }
        }
        let matches = &found.matches;
        let matching = matches.iter().map(|matched| matched.position).collect();
        let finds = matches.iter().any(|matched| !matched.reached.is_empty());
        Reasons { runs, texts, matching, finds, silent }
    }

    /// The positions that the moves of the sequence at a match lead to, in the order of the game. Sequences inside other
    /// filters are known by their comments only, and then no more positions than are shown.
    pub fn way(&self, matched: &Match, game: &Game) -> Vec<u32> {
        if let Some(path) = matched.paths.first() {
            return path.played(game);
        }
        let run = self.runs.get(&matched.position).and_then(|here| here.first());
        let mut way = run.map_or_else(Vec::new, |run| run.positions.clone());
        way.sort_by_key(|&n| game.tree().node(n).ply);
        way.into_iter().skip(1).collect()
    }

    /// The reasons for a match, one line each.
    pub fn at(&self, matched: &Match, game: &Game, moves: &mut MoveList) -> Vec<String> {
        let here = self.runs.get(&matched.position).into_iter().flatten();
        let mut lines: Vec<String> = here.map(|run| run.text(game, moves)).collect();
        // What `line` and `path` say about their ends is told by their moves.
        let commented = |path: &&Path| matches!(path.filter, "line" | "path");
        let mut unnamed = Unnamed(matched.paths.iter().filter(commented).collect());
        let mut echoed = Vec::new();
        let texts = self.texts.get(&matched.position).map_or(&[][..], Vec::as_slice);
        for (i, text) in texts.iter().enumerate() {
            if let Some((filter, end)) = text.strip_prefix("Start ").and_then(|rest| rest.split_once(" that ends at "))
            {
                let end = named_position(end, game);
                let told = match (unnamed.take(filter, end), end) {
                    (Some(path), _) => path_text(path, game, moves),
                    (None, Some(end)) => self.line_text(filter, matched.position, end, game, moves),
                    (None, None) => None,
                };
                lines.push(told.unwrap_or_else(|| (*text).to_owned()));
            } else if let Some(target) = echo_target(text, "<--", game) {
                echoed.push(target);
            } else if !self.is_told_elsewhere(texts, i, game) {
                lines.push((*text).to_owned());
            }
        }
        // A quiet sequence makes no comments.
        if !self.silent {
            lines.extend(unnamed.0.into_iter().filter_map(|path| path_text(path, game, moves)));
        }
        lines.extend(matched.reached.iter().map(|Reached { filter, positions }| after(filter, positions, game, moves)));
        if !echoed.is_empty() {
            lines.push(after("echo", &echoed, game, moves));
        }
        lines.dedup();
        lines
    }

    /// True if a comment belongs to another match, which tells the same by its moves, or is a part of one that is told so.
    fn is_told_elsewhere(&self, texts: &[&str], i: usize, game: &Game) -> bool {
        let (text, next) = (texts[i], texts.get(i + 1).copied().unwrap_or_default());
        let matches = |name: &str| named_position(name, game).is_some_and(|start| self.matching.contains(&start));
        if let Some((_, start)) = text.strip_prefix("End ").and_then(|rest| rest.split_once(" that starts at ")) {
            let name = start.split_once(" Max value").map_or(start, |(name, _)| name);
            return matches(name);
        }
        // An echo names its variables at both of its positions.
        let of_echo = |text: &str| {
            let back = || echo_target(text, "-->", game).is_some_and(|source| self.matching.contains(&source));
            echo_target(text, "<--", game).is_some() || back()
        };
        let search = is_hit(text);
        (self.finds && search) || of_echo(text) || (!text.contains(' ') && of_echo(next))
    }

    /// The moves of a `line` or `path` of which only its comments are known.
    fn line_text(&self, filter: &str, start: u32, end: u32, game: &Game, moves: &mut MoveList) -> Option<String> {
        let head = format!("End {filter} of length ");
        let length = |text: &&str| {
            let (length, from) = text.strip_prefix(&head)?.split_once(" that starts at ")?;
            let name = from.split_once(" Max value").map_or(from, |(name, _)| name);
            (named_position(name, game) == Some(start)).then(|| length.parse().ok())?
        };
        let length = self.texts.get(&end)?.iter().find_map(length)?;
        let way = way_between(start, end, game)?;
        Some(sequence_text(filter, length, &way, game, moves))
    }
}

impl ConstituentRun<'_> {
    /// `next: 4 positions: 23... Kg8 24. Nh6+ Kh7`
    fn text(&self, game: &Game, moves: &mut MoveList) -> String {
        let ply = |&n: &u32| game.tree().node(n).ply;
        let mut way = self.positions.clone();
        // Backward sequences are told in the order of the game.
        way.sort_by_key(ply);
        let backward = way.first() != self.positions.first();
        let positions = if self.len == 1 { "position" } else { "positions" };
        let head = format!("{}: {} {positions}", self.label.to_lowercase(), self.len);
        let left_out = way.len() < self.len as usize;
        told(
            head,
            way.get(1..).unwrap_or_default(),
            (self.len.saturating_sub(1) as usize, left_out, backward),
            game,
            moves,
        )
    }
}

/// `path: 4 moves: 23... Kg8 24. Nh6+ Kh7 25. Nf7`; nothing for a sequence of no positions.
fn path_text(path: &Path, game: &Game, moves: &mut MoveList) -> Option<String> {
    let text = || sequence_text(path.filter, path.length, &path.played_in_focus(game), game, moves);
    (!path.positions.is_empty()).then(text)
}

fn sequence_text(filter: &str, length: i64, way: &[u32], game: &Game, moves: &mut MoveList) -> String {
    let unit = match (filter, length) {
        ("path", 1) => "move",
        ("path", _) => "moves",
        (_, 1) => "position",
        _ => "positions",
    };
    let shown = &way[..way.len().min(MOVES_SHOWN)];
    let cut = (way.len(), shown.len() < way.len(), false);
    told(format!("{filter}: {length} {unit}"), shown, cut, game, moves)
}

/// A heading and moves, with a note about those that are left out: the number of all plies, whether there are more, and
/// whether they come before those that are shown.
fn told(
    mut text: String,
    way: &[u32],
    (plies, left_out, before): (usize, bool, bool),
    game: &Game,
    moves: &mut MoveList,
) -> String {
    if !way.is_empty() {
        text.push(':');
    }
    if left_out && before {
        text.push_str(&format!(" ({plies} plies) …"));
    }
    if !way.is_empty() {
        text.push(' ');
        game.write_moves(way, moves, &mut text);
    }
    if left_out && !before {
        text.push_str(&format!(" … ({plies} plies)"));
    }
    text
}

/// `find: after 3... Qh4+, 19... Qxa1+`: positions by the moves that led to them.
fn after(label: &str, positions: &[u32], game: &Game, moves: &mut MoveList) -> String {
    let mut text = format!("{label}:");
    let mut word = "after ";
    for (i, &position) in positions.iter().take(MOVES_SHOWN).enumerate() {
        text.push_str(if i == 0 { " " } else { ", " });
        if game.tree().full().parent(position).is_none() {
            text.push_str("at the start");
        } else {
            text.push_str(std::mem::take(&mut word));
            game.write_move(position, true, moves, &mut text);
        }
    }
    if positions.len() > MOVES_SHOWN {
        text.push_str(&format!(" … ({} positions)", positions.len()));
    }
    text
}

/// The other position of an `echo`, from the comment `<--move 30(btm)` or `-->move 12(wtm)`.
fn echo_target(text: &str, arrow: &str, game: &Game) -> Option<u32> {
    named_position(text.strip_prefix(arrow)?, game)
}
