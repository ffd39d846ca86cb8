//! The choice of matches that become rows: some of each game, a random sample of all, or the best of all.
//!
//! Each row of a sample draws a number from the seed, the place of its game among all games, the query and the position, and
//! the rows with the smallest draws are the sample. So neither the number of threads nor the order of searching matters, nor
//! the names of the files; memory is that of the sample, and a row that cannot be in it is never rendered.

use super::only_moves::OnlyMoves;
use crate::cli::inputs::query_info::QueryInfo;
use crate::cli::options::row_args::RowArgs;
use std::collections::BinaryHeap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, PoisonError, RwLock};
use tabiya::pipeline::EachGame;
use tabiya::puzzle::Puzzle;
use tabiya::{ChessEngine, Game, GameMatches, Match};

/// The matches that a run keeps.
#[derive(Debug, Default)]
pub(crate) struct Selection {
    each_game: EachGame,
    /// Drops what is not a puzzle with one solution, if that is requested.
    pub(crate) only_moves: Option<OnlyMoves>,
    /// The sample that is drawn, if one is.
    pub(crate) sample: Option<Sample>,
    /// The best rows of all games, if only they are shown.
    pub(crate) top: Option<Top>,
}

/// The best rows of all games, by their places under `sort`.
#[derive(Debug)]
pub(crate) struct Top {
    rows: usize,
    /// Rows with a greater place are certainly not among them.
    bound: RwLock<Option<Vec<u8>>>,
}

/// A random sample of rows: those with the smallest draws, which depend on the seed and the place of a row only, so
/// that the number of threads does not matter.
#[derive(Debug)]
pub(crate) struct Sample {
    pub(crate) rows: usize,
    seed: u64,
    /// Rows with a greater draw are certainly not in the sample.
    bound: AtomicU64,
}

impl Selection {
    pub(crate) fn new(args: &RowArgs, engine: Option<Arc<dyn ChessEngine>>) -> Selection {
        let each_game = args.each_game();
        let sample = |rows: std::num::NonZeroUsize| Sample {
            rows: rows.get(),
            seed: args.seed,
            bound: AtomicU64::new(u64::MAX),
        };
        let top = args.best_rows().map(|rows| Top { rows: rows.get(), bound: RwLock::default() });
        let only_moves = engine.filter(|_| args.only_moves).map(OnlyMoves::new);
        Selection { each_game, only_moves, sample: args.sample_rows.map(sample), top }
    }

    /// Drops the matches of a game that are not wanted, with the comments that only mark them.
    pub(crate) fn keep(&self, game: &Game, query: &QueryInfo, found: &mut GameMatches) {
        if self.each_game == EachGame::All && self.only_moves.is_none() {
            return;
        }
        let before = found.matches.len();
        let passes = |matched: &Match| self.only_moves.as_ref().is_none_or(|check| check.passes(game, matched));
        self.each_game.keep(&query.sort_keys, found, passes);
        if self.only_moves.is_some() {
            // Of these the engine has said that the move played solves them.
            for matched in found.matches.iter_mut().filter(|matched| Puzzle::of(game, matched).is_none()) {
                let next = game.tree().full().first_child(matched.position);
                matched.found_move = next.and_then(|next| game.tree().move_to(next)).copied();
            }
        }
        if found.matches.len() < before {
            let GameMatches { matches, comments, .. } = found;
            let kept = |position: u32| matches.iter().any(|matched| matched.position == position);
            comments.retain(|comment| comment.text != query.match_string || kept(comment.position));
        }
    }
}

impl Selection {
    /// True if what has a draw in the sample, and a place in the order, may be among what is shown.
    pub(crate) fn may_take(&self, draw: u64, key: &[u8]) -> bool {
        match (&self.sample, &self.top) {
            (Some(sample), _) => sample.may_take(draw),
            (None, Some(top)) => top.may_take(key),
            (None, None) => true,
        }
    }
}

impl Sample {
    /// The draw of a row of the game with a place among all games.
    pub(crate) fn draw(&self, place: u64, query: usize, position: u32) -> u64 {
        [place, query as u64, u64::from(position)].into_iter().fold(mixed(self.seed), |hash, part| mixed(hash ^ part))
    }

    /// True if a row with a draw may be in the sample.
    fn may_take(&self, draw: u64) -> bool {
        draw <= self.bound.load(Ordering::Relaxed)
    }
}

impl Top {
    /// True if a row with a place may be among the best.
    fn may_take(&self, key: &[u8]) -> bool {
        let bound = self.bound.read().unwrap_or_else(PoisonError::into_inner);
        bound.as_ref().is_none_or(|bound| key <= bound.as_slice())
    }
}

/// The best rows so far: place, text.
#[derive(Debug, Default)]
pub(crate) struct Best {
    rows: BinaryHeap<(Vec<u8>, String)>,
    /// The bytes of these rows.
    bytes: usize,
}

impl Best {
    /// Takes a row, if it belongs to the best so far.
    pub(crate) fn offer(&mut self, top: &Top, key: Vec<u8>, text: String) {
        self.bytes += ROW_BYTES + key.len() + text.len();
        self.rows.push((key, text));
        if self.rows.len() > top.rows {
            let dropped = self.rows.pop();
            self.bytes -= dropped.map_or(0, |(key, text)| ROW_BYTES + key.len() + text.len());
            if let Some((key, _)) = self.rows.peek() {
                *top.bound.write().unwrap_or_else(PoisonError::into_inner) = Some(key.clone());
            }
        }
    }

    /// The bytes that the best rows so far take.
    pub(crate) fn held(&self) -> usize {
        self.bytes
    }

    /// These rows, the best first.
    pub(crate) fn finish(self) -> impl Iterator<Item = String> {
        self.rows.into_sorted_vec().into_iter().map(|(_, text)| text)
    }
}

/// The finalizer of SplitMix64, which spreads every bit over all others.
fn mixed(value: u64) -> u64 {
    let mut z = value.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// The rows of a sample so far: draw, place in the output, text.
#[derive(Debug, Default)]
pub(crate) struct Sampler {
    rows: BinaryHeap<(u64, Vec<u8>, String)>,
    /// The bytes of these rows.
    bytes: usize,
}

/// The bytes that a row of a sample takes in addition to its key and its text.
const ROW_BYTES: usize = 64;

impl Sampler {
    /// Takes a row, if it belongs to the sample so far.
    pub(crate) fn offer(&mut self, sample: &Sample, draw: u64, key: Vec<u8>, text: String) {
        self.bytes += ROW_BYTES + key.len() + text.len();
        self.rows.push((draw, key, text));
        if self.rows.len() > sample.rows {
            let dropped = self.rows.pop();
            self.bytes -= dropped.map_or(0, |(_, key, text)| ROW_BYTES + key.len() + text.len());
            if let Some((draw, ..)) = self.rows.peek() {
                sample.bound.store(*draw, Ordering::Relaxed);
            }
        }
    }

    /// The bytes that the sample so far takes.
    pub(crate) fn held(&self) -> usize {
        self.bytes
    }

    /// The sample in the order of the output.
    pub(crate) fn finish(self) -> impl Iterator<Item = String> {
        let mut rows = self.rows.into_vec();
        rows.sort_unstable_by(|a, b| a.1.cmp(&b.1));
        rows.into_iter().map(|(.., text)| text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_rows_are_those_with_the_smallest_places() {
        let (top, mut best) = (Top { rows: 3, bound: RwLock::default() }, Best::default());
        for place in [5_u8, 9, 1, 7, 3, 8, 2] {
            if top.may_take(&[place]) {
                best.offer(&top, vec![place], place.to_string());
            }
        }
        assert!(!top.may_take(&[4]) && top.may_take(&[3]));
        assert_eq!(best.held(), 3 * (ROW_BYTES + 2));
        assert_eq!(best.finish().collect::<Vec<_>>(), ["1", "2", "3"]);
    }

    #[test]
    fn a_sample_is_the_same_in_any_order_and_fair() {
        let drawn = |seed: u64, order: &mut dyn Iterator<Item = u64>| {
            let sample = Sample { rows: 50, seed, bound: AtomicU64::new(u64::MAX) };
            let mut sampler = Sampler::default();
            for game in order {
                let draw = sample.draw(game, 1, 7);
                if sample.may_take(draw) {
                    sampler.offer(&sample, draw, game.to_be_bytes().to_vec(), game.to_string());
                }
            }
            sampler.finish().map(|text| text.parse::<u64>().unwrap()).collect::<Vec<u64>>()
        };
        let forward = drawn(3, &mut (0..1000));
        assert_eq!(forward.len(), 50);
        assert!(forward.is_sorted());
        assert_eq!(forward, drawn(3, &mut (0..1000).rev()));
        assert_ne!(forward, drawn(4, &mut (0..1000)));
        // Each half of the games has about half of the sample.
        let halves: usize = (0..100).map(|seed| drawn(seed, &mut (0..1000)).iter().filter(|&&n| n < 500).count()).sum();
        assert!((2300..2700).contains(&halves), "{halves} of 5000");
    }
}
