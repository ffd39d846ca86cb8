//! The moves of a tree as rows: each with the moves before it, in the order in which a tree is read.

use super::root::Root;
use crate::cli::options::opening_args::SideArg;
use crate::cli::report::Message;
use tabiya::chess::Color;
use tabiya::database::Tally;
use tabiya::openings::{Score, Tree, TreeMove, TreePosition, performance, score};
use tabiya::{OpeningName, OpeningNames};

/// The most rows that are shown.
const MOST_ROWS: usize = 1_000_000;

/// A tree, and how it is shown.
pub(super) struct View<'t> {
    pub(super) root: &'t Root,
    pub(super) tree: &'t Tree,
    pub(super) side: SideArg,
    pub(super) best: bool,
    pub(super) names: &'t OpeningNames,
}

/// A move.
pub(super) struct Row<'t> {
    /// The moves that lead to it from the first position of the tree, itself included.
    pub(super) line: Vec<&'t str>,
    pub(super) mv: &'t TreeMove,
    /// The name of the position that it leads to.
    pub(super) name: Option<&'t OpeningName>,
    pub(super) numbers: Numbers,
    /// Its share of the games of its position.
    pub(super) share: f64,
}

/// The text shown of some games.
pub(super) struct Numbers {
    pub(super) tally: Tally,
    /// The points of the side that is requested.
    pub(super) score: Option<Score>,
    /// The performance of those who were to move.
    pub(super) performance: Option<f64>,
}

impl Numbers {
    pub(super) fn new(tally: Tally, turn: Option<Color>, side: SideArg) -> Numbers {
        let of = match side {
            SideArg::White => Some(Color::White),
            SideArg::Black => Some(Color::Black),
            SideArg::Mover => turn,
        };
        let score = of.and_then(|side| score(&tally, side));
        Numbers { tally, score, performance: turn.and_then(|turn| performance(&tally, turn)) }
    }
}

impl<'t> View<'t> {
    /// What moves are counted by.
    pub(super) fn counts(&self) -> &'static str {
        if self.tree.weighted { "weight" } else { "games" }
    }

    /// The name of the first position.
    pub(super) fn root_name(&self) -> Option<&'t OpeningName> {
        self.names.of_board(&self.root.board()?)
    }

    /// The name of the position that a move leads to.
    pub(super) fn name_after(&self, position: &TreePosition, mv: &TreeMove) -> Option<&'t OpeningName> {
        self.names.of_board(&position.board?.play(&mv.mv?))
    }

    /// All moves, each before what was played after it.
    pub(super) fn rows(&self) -> Result<Vec<Row<'t>>, Message> {
        let mut rows = Vec::new();
        // Positions with the next of their moves, one below the other.
        let mut open = vec![(0, 0)];
        let mut line: Vec<&'t str> = Vec::new();
        while let Some((place, next)) = open.last_mut() {
            let position = &self.tree.positions[*place];
            let Some(mv) = position.moves.get(*next) else {
                open.pop();
                line.pop();
                continue;
            };
            *next += 1;
            line.push(&mv.san);
            let numbers = Numbers::new(mv.tally, position.turn, self.side);
            let share = f64::from(mv.tally.games) / f64::from(position.total.games.max(1));
            rows.push(Row { line: line.clone(), mv, name: self.name_after(position, mv), numbers, share });
            if rows.len() > MOST_ROWS {
                let text = format!("the tree has more than {MOST_ROWS} moves");
                let help = "choose fewer plies with --plies, or moves of more games with --at-least";
                return Err(Message::error("tree-limit", text).help(help));
            }
            match mv.next.filter(|_| line.len() < self.tree.plies as usize) {
                Some(below) => open.push((below, 0)),
                None => drop(line.pop()),
            }
        }
        Ok(rows)
    }
}
