//! The moves played next in a position: each move with the position that it leads to, and how the games ended.

use super::Service;
use super::failure::Failure;
use super::fields::{answers, asks, some};
use super::requests::position;
use std::sync::Arc;
use tabiya::chess::fen::{self, Setup};
use tabiya::chess::{Color, Move, MoveList, Piece, Role, san};
use tabiya::database::Tally;
use tabiya::openings::{Tree, TreeOptions, TreePosition, score, tree};
use tabiya::pipeline::RunOptions;
use tabiya::printable::{count, line};
use tabiya::{OpeningName, OpeningNames, RunControl, Sources};

/// The greatest depth of a tree.
const MOST_PLIES: u32 = 12;

/// The most moves of a tree.
const MOST_MOVES: usize = 20_000;

asks! {
    /// A position, and the games that count.
    pub(crate) NextAsked {
        /// As FEN.
        fen: String;
        /// The sources whose games count; all there are, if it is not given.
        sources: Option<Vec<String>>,
        /// A search: the games in which it finds something count.
        search: Option<String>,
        /// The depth of the tree in plies, 1 to 12; 1 unless given.
        plies: Option<u32>,
        /// The fewest games of a move; 1 unless given, or 2 if the tree is deeper than a ply.
        at_least: Option<u32>,
        /// True if variations count.
        variations: bool
    }

    /// A position whose moves are requested.
    pub(crate) MovesAsked {
        /// As FEN.
        fen: String
    }
}

answers! {
    /// The moves played in a position.
    #[cfg_attr(test, ts(rename = "Next"))]
    NextMoves {
        #[serde(flatten)] counted: Counted,
        /// Games that end there.
        ended: u32,
        moves: Vec<NextMove>;
        /// The last ply at which a position counts, if not all do.
        last_ply: u32,
        /// The name of the position.
        opening: Named
    }

    /// The name of an opening.
    #[cfg_attr(test, ts(rename = "OpeningName"))]
    Named { eco: String, name: String }

    /// How games ended; the score is that of the side to move.
    Counted {
        games: u32, white: u32, draws: u32, black: u32;
        score: f64,
        /// The interval of the score.
        low: f64, high: f64, rating: f64, last_year: u16
    }

    /// A move that was played.
    NextMove {
        #[serde(flatten)] counted: Counted, #[serde(flatten)] played: Playable;
        /// The name of the position that it leads to.
        opening: Named,
        /// The moves played after it, as deep as the tree is.
        // Written out, for the generator does not end at a type within itself that may be absent.
        #[cfg_attr(test, ts(type = "Array<NextMove>"))]
        moves: Vec<NextMove>
    }

    /// A move with the position that it leads to.
    Playable { san: String, uci: String, number: String, words: String, fen: String; last: [String; 2], check: String }
}

impl Service {
    /// The moves played in a position and after it, in some sources or in the games of a search.
    pub(crate) fn next(&self, asked: &NextAsked, control: &Arc<RunControl>) -> Result<NextMoves, Failure> {
        let setup = position(&asked.fen)?;
        let search = asked.search.as_deref().map(|id| self.searches.get(id)).transpose()?;
        let sources = match (&search, &asked.sources) {
            (Some(search), _) => search.task.sources.clone(),
            (None, Some(ids)) => self.shelf.named(ids)?,
            (None, None) => self.shelf.all(),
        };
        let sources = sources.iter().fold(Sources::new(), |all, source| source.add_to(all));
        let plies = asked.plies.unwrap_or(1);
        if !(1..=MOST_PLIES).contains(&plies) {
            return Err(Failure::bad_request(format!("`plies` must be 1 to {MOST_PLIES}")));
        }
        let options = TreeOptions {
            plies,
            min_games: asked.at_least.unwrap_or(if plies > 1 { 2 } else { 1 }),
            variations: asked.variations,
            conditions: search.map(|search| search.task.set.clone()),
            run: RunOptions { threads: self.settings.threads, ..RunOptions::new().control(control) },
            ..TreeOptions::default()
        };
        let tree = tree(&setup.board, sources, &options, &mut ())?;
        let position = tree.positions.first().ok_or_else(Failure::internal)?;
        let mut lines = Lines { tree: &tree, names: self.names(), left: MOST_MOVES };
        let moves = lines.moves(position, &setup, plies).ok_or_else(|| {
            let failure = Failure::bad_request(format!("the tree has more than {}", count(MOST_MOVES as u64, "move")));
            failure.help("fewer `plies`, or a greater `atLeast`, make it smaller")
        })?;
        let (counted, ended) = (counted(&position.total, setup.board.turn()), position.ended.games);
        let opening = self.names().of_board(&setup.board).map(Named::of);
        Ok(NextMoves { counted, ended, moves, last_ply: tree.last_ply, opening })
    }

    /// All that can be played in a position.
    pub(crate) fn moves(&self, asked: &MovesAsked) -> Result<Vec<Playable>, Failure> {
        let setup = position(&asked.fen)?;
        let (mut legal, mut scratch) = (MoveList::new(), MoveList::new());
        setup.board.legal_moves(&mut legal);
        let of = |mv: &Move| {
            let mut san = String::new();
            san::write(&setup.board, mv, &setup.board.play(mv), &mut scratch, &mut san);
            played(mv, &san, &setup, &mut scratch)
        };
        Ok(legal.iter().map(of).collect())
    }
}

/// A tree that is written out: what several moves lead to comes after each of them.
struct Lines<'t> {
    tree: &'t Tree,
    names: &'t OpeningNames,
    /// The number of moves that may still be written.
    left: usize,
}

impl Lines<'_> {
    /// The moves of a position, as deep as some plies; `None` if they are too many.
    fn moves(&mut self, from: &TreePosition, setup: &Setup, plies: u32) -> Option<Vec<NextMove>> {
        let mut scratch = MoveList::new();
        let mut moves = Vec::new();
        for next in &from.moves {
            let Some(mv) = next.mv else { continue };
            self.left = self.left.checked_sub(1)?;
            let (played, after) = (played(&mv, &next.san, setup, &mut scratch), after_move(setup, &mv));
            let further = next.next.filter(|_| plies > 1).and_then(|place| self.tree.positions.get(place));
            let further = match further {
                Some(position) => Some(self.moves(position, &after, plies - 1)?),
                None => None,
            };
            let opening = self.names.of_board(&after.board).map(Named::of);
            moves.push(NextMove { counted: counted(&next.tally, setup.board.turn()), played, opening, moves: further });
        }
        Some(moves)
    }
}

impl Named {
    /// Text of a table may be anybody's.
    fn of(name: &OpeningName) -> Named {
        Named { eco: name.eco.clone(), name: line(&name.name).into_owned() }
    }
}

/// The results of games, and the score of the side to move with its interval.
fn counted(tally: &Tally, turn: Color) -> Counted {
    let &Tally { games, white, draws, black, last_year, .. } = tally;
    let score = score(tally, turn);
    let (low, high) = score.as_ref().map(|score| (score.low, score.high)).unzip();
    let (score, rating) = (score.map(|score| score.share), mean_rating(tally));
    Counted { games, white, draws, black, score, low, high, rating, last_year: some(last_year) }
}

/// The mean rating of all players.
pub(super) fn mean_rating(tally: &Tally) -> Option<f64> {
    let mut ratings = tally.players;
    ratings.sum = ratings.sum.saturating_add(tally.opponents.sum);
    ratings.count = ratings.count.saturating_add(tally.opponents.count);
    ratings.mean().map(f64::round)
}

/// A move with the position that it leads to.
fn played(mv: &Move, san: &str, setup: &Setup, moves: &mut MoveList) -> Playable {
    let board = &setup.board;
    let after = board.play(mv);
    let kings = after.by_piece(Piece { color: after.turn(), role: Role::King });
    Playable {
        san: san.to_owned(),
        uci: mv.uci(),
        number: format!("{}{}", setup.fullmoves, board.turn().fold_wb(".", "...")),
        words: san::in_words(board, mv, &after, moves),
        fen: fen::write(&after_move(setup, mv)),
        last: (!mv.is_null()).then(|| [mv.origin().unwrap_or(mv.to), mv.to].map(|square| square.to_string())),
        check: kings.first().filter(|_| after.is_check()).map(|square| square.to_string()),
    }
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
