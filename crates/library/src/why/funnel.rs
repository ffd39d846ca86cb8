//! What each conjunct of a query leaves of many games.
//!
//! Conjuncts are counted in the order of the text, which readers know, and not in that of the plan. The price is that a
//! variable without a value may be read where a search would not reach it.

use crate::chess::{Color, MoveList};
use crate::game::Game;
use crate::plan::{Outline, Row};
use crate::search::{GameFunnel, Passed};
use crate::syntax::ast::{GameResult, Header, Span};

/// The positions and games that each conjunct of a query leaves, in the order of its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Funnel {
    games: u64,
    positions: u64,
    matches: u64,
    matching_games: u64,
    images: Option<usize>,
    /// True if the first row is that of the header's tests of games.
    headed: bool,
    rows: Vec<FunnelRow>,
    /// The number of matches that the header asks for.
    match_count: Option<(i64, i64)>,
}

/// A row of a funnel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FunnelRow {
    /// The conjunct as text that can be read again; inside a transform, that of the image as the query has it. Of a
    /// constituent of a sequence, its number and its text.
    pub text: String,
    /// Its place in the query; `None` for what the header asks of games.
    pub span: Option<Span>,
    /// How deeply it is nested: rows inside a transform or an `or`, and those of the constituents of a sequence, are one
    /// deeper than the row before them. A constituent counts the positions from which some run gets past it.
    pub depth: usize,
    /// True if it is one of several alternatives: the sides of an `or` are counted each by itself, wherever the conjuncts
    /// before the `or` match.
    pub alternative: bool,
    /// The number of positions that match it and the conjuncts before it.
    pub positions: u64,
    /// The number of games with such a position.
    pub games: u64,
    /// The number of positions that match the conjuncts before it, but not this one.
    pub lost_positions: u64,
    /// The number of games that have no position left because of it.
    pub lost_games: u64,
    /// A position that is lost here, if possible one of a game that has none left.
    pub example: Option<Example>,
    before: Option<usize>,
    /// True if the game of the example has no position left.
    decisive: bool,
}

/// A position that a conjunct of a query loses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Example {
    /// The file of its game.
    pub file: String,
    /// The number of the game in the file.
    pub game: u64,
    /// The position id.
    pub position: u32,
    /// The number of plies before the position.
    pub ply: u32,
    /// True if the position is in a variation.
    pub variation: bool,
    /// The move that led there, as in `42. Rh7#` or `42... Kg7`; empty at the start of the game.
    pub played: String,
    /// The conjunct in the image of a transform that came so far, where it is another than the row's.
    pub image: Option<String>,
}

impl Funnel {
    pub(super) fn new(header: &Header, outline: &Outline) -> Funnel {
        let tests = game_tests(header);
        let headed = tests.is_some();
        let shift = usize::from(headed);
        let mut rows: Vec<FunnelRow> = tests.map(|text| FunnelRow::new(text, None, None)).into_iter().collect();
        rows.extend(outline.rows.iter().map(|row: &Row| FunnelRow {
            depth: row.depth,
            alternative: row.alternative,
            ..FunnelRow::new(
                row.text.clone(),
                Some(row.span),
                row.before.map(|before| before + shift).or(headed.then_some(0)),
            )
        }));
        let last = rows.iter().rposition(|row| row.depth == 0);
        rows.extend(header.match_count.map(|(low, high)| {
            let range = if low == high { low.to_string() } else { format!("{low} {high}") };
            FunnelRow::new(format!("cql(matchcount {range})"), None, last)
        }));
        Funnel {
            games: 0,
            positions: 0,
            matches: 0,
            matching_games: 0,
            images: outline.images,
            headed,
            rows,
            match_count: header.match_count,
        }
    }

    /// The number of games that were counted.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// The number of their positions.
    pub fn positions(&self) -> u64 {
        self.positions
    }

    /// The number of positions that match, as a search finds them.
    pub fn matches(&self) -> u64 {
        self.matches
    }

    /// The number of games that match.
    pub fn matching_games(&self) -> u64 {
        self.matching_games
    }

    /// The number of images, if the whole query is one transform. Its rows are then the conjuncts of an image: a position
    /// passes a row if it does so in one of them.
    pub fn images(&self) -> Option<usize> {
        self.images
    }

    /// The rows, in the order of the query's text.
    pub fn rows(&self) -> &[FunnelRow] {
        &self.rows
    }

    /// Adds what was counted of games that come after these. Both funnels must be of the same query.
    pub fn merge(&mut self, later: Funnel) {
        self.games += later.games;
        self.positions += later.positions;
        self.matches += later.matches;
        self.matching_games += later.matching_games;
        for (row, later) in self.rows.iter_mut().zip(later.rows) {
            row.positions += later.positions;
            row.games += later.games;
            row.lost_positions += later.lost_positions;
            row.lost_games += later.lost_games;
            if row.example.is_none() || !row.decisive && later.decisive {
                (row.example, row.decisive) = (later.example, later.decisive);
            }
        }
    }

    /// Adds a game. `taken`: it is one that the header asks for.
    pub(super) fn add(&mut self, file: &str, game: &Game, taken: bool, counted: GameFunnel) {
        let GameFunnel { positions, matches, rows } = counted;
        self.games += 1;
        self.positions += positions;
        let mut left: Vec<Passed> = Vec::with_capacity(self.rows.len());
        let all = |positions| Passed { positions, lost: None };
        if self.headed {
            left.push(all(if taken { positions } else { 0 }));
        }
        left.extend(rows);
        left.resize_with(self.rows.len(), Passed::default);
        // A game that the header does not take has no matches, which `matchcount 0 5` allows.
        let counts = self.match_count.map_or(matches > 0, |(low, high)| {
            i64::try_from(matches).is_ok_and(|matches| (low..=high).contains(&matches))
        });
        let found = if counts { matches } else { 0 };
        if self.match_count.is_some()
            && let Some(last) = left.last_mut()
        {
            *last = all(found);
        }
        self.matches += found;
        self.matching_games += u64::from(counts);
        for i in 0..self.rows.len() {
            let came = self.rows[i].before.map_or(positions, |before| left[before].positions);
            let Passed { positions, lost } = &left[i];
            let row = &mut self.rows[i];
            row.positions += positions;
            // A game with `matchcount 0 5` may count without a position.
            let is_last = self.match_count.is_some() && i + 1 == left.len();
            row.games += u64::from(if is_last { counts } else { *positions > 0 });
            if row.alternative {
                continue;
            }
            row.lost_positions += came.saturating_sub(*positions);
            let decisive = came > 0 && *positions == 0;
            row.lost_games += u64::from(decisive);
            if let Some((position, image)) = lost
                && (row.example.is_none() || decisive && !row.decisive)
            {
                row.example = Some(Example::new(file, game, *position, image.clone()));
                row.decisive = decisive;
            }
        }
    }
}

impl FunnelRow {
    fn new(text: String, span: Option<Span>, before: Option<usize>) -> FunnelRow {
        FunnelRow {
            text,
            span,
            depth: 0,
            alternative: false,
            positions: 0,
            games: 0,
            lost_positions: 0,
            lost_games: 0,
            example: None,
            before,
            decisive: false,
        }
    }
}

impl Example {
    fn new(file: &str, game: &Game, position: u32, image: Option<String>) -> Example {
        let tree = game.tree().full();
        let node = tree.node(position);
        let mut played = String::new();
        if let Some(above) = tree.parent(position) {
            let sign = tree.board(above).turn();
            played = format!("{}{}", game.move_number(above), if sign == Color::White { ". " } else { "... " });
            game.tree().write_san(position, &mut MoveList::new(), &mut played);
        }
        Example {
            file: file.to_owned(),
            game: game.number(),
            position,
            ply: node.ply,
            variation: node.depth > 0,
            played,
            image,
        }
    }
}

/// What a header asks of games, as text; none if it takes all of them.
pub(super) fn game_tests(header: &Header) -> Option<String> {
    let numbers = header.game_numbers.map(|(low, high)| format!("gamenumber {low} {high}"));
    let results = header.results.iter().map(|result| match result {
        GameResult::WhiteWins => "result 1-0".to_owned(),
        GameResult::BlackWins => "result 0-1".to_owned(),
        GameResult::Draw => "result 1/2-1/2".to_owned(),
    });
    let tests: Vec<String> = numbers.into_iter().chain(results).collect();
    (!tests.is_empty()).then(|| format!("cql({})", tests.join(" ")))
}
