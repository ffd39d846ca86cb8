//! A match together with its game: the board, the move that led there, and the moves of its sequence.

use super::results::{Match, Path, Value};
use super::scratch::SortValue;
use crate::chess::{Board, Color, MoveList};
use crate::game::Game;
use std::ops::Deref;
use std::sync::Arc;

/// A match with the game it is in.
///
/// `Found<&Game>` comes from the search of one game (`Query::matches`). A search of files gives
/// `Found<Arc<Game>>`, which can be kept and sent to other threads; all matches of a game share it.
///
/// ```
/// use tabiya::{Game, Query};
///
/// let game = Game::from_pgn("1. f3 e5 2. g4 Qh4# 0-1");
/// for found in Query::parse("next (not check mate)")?.matches(&game)? {
///     assert_eq!((found.position(), found.numbered_move()), (3, Some("2. g4".to_owned())));
///     assert_eq!((found.line(), found.uci_moves()), ("2... Qh4#".to_owned(), vec!["d8h4".to_owned()]));
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Found<G> {
    game: G,
    file: Option<Arc<str>>,
    matched: Match,
}

impl<G: Deref<Target = Game>> Found<G> {
    /// A match of a game, with the name of the game's file if it is known.
    pub fn new(game: G, file: Option<Arc<str>>, matched: Match) -> Found<G> {
        Found { game, file, matched }
    }

    /// The game: its tags, its tree, its comments.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The game as it is held, to be kept.
    pub fn into_game(self) -> G {
        self.game
    }

    /// The file that the game came from, if it came from one; for a game of a database, the file that the database was made
    /// of.
    pub fn file(&self) -> Option<&str> {
        self.file.as_deref()
    }

    /// The number of the query among those searched together, from 0.
    pub fn query(&self) -> usize {
        self.matched.query
    }

    /// The id of the position that matches: its number in the game, with 0 for the initial position.
    pub fn position(&self) -> u32 {
        self.matched.position
    }

    /// The number of moves by either side from the initial position to this one.
    pub fn ply(&self) -> u32 {
        self.game.tree().node(self.position()).ply
    }

    /// The board of the position.
    pub fn board(&self) -> &Board {
        self.game.tree().board(self.position())
    }

    /// The side to move.
    pub fn turn(&self) -> Color {
        self.board().turn()
    }

    /// The position in FEN, with its counters.
    pub fn fen(&self) -> String {
        self.game.fen(self.position())
    }

    /// The move that led to the position, in SAN: `Nf3`. `None` for the initial position.
    pub fn san(&self) -> Option<String> {
        some(self.san_of(self.position()))
    }

    /// The move that led to the position as UCI writes it: `g1f3`. `None` for the initial position.
    pub fn uci(&self) -> Option<String> {
        self.game.tree().move_to(self.position()).map(|mv| mv.uci())
    }

    /// The move that led to the position, with its number: `12. Nf3`, `12... Nf6`. `None` for the initial position.
    pub fn numbered_move(&self) -> Option<String> {
        some(self.game.numbered_move(self.position(), &mut MoveList::default()))
    }

    /// The sequence that matched, if the query has one: that of the first sequence filter of the query.
    pub fn sequence(&self) -> Option<&Path> {
        self.matched.paths.first()
    }

    /// The positions that the moves of the sequence lead to, in the order in which they were played; none without a
    /// sequence.
    pub fn played(&self) -> Vec<u32> {
        self.sequence().map_or_else(Vec::new, |path| path.played(&self.game))
    }

    /// The moves of the sequence in SAN; none without a sequence.
    pub fn moves(&self) -> Vec<String> {
        self.played().into_iter().map(|node| self.san_of(node)).collect()
    }

    /// The moves of the sequence as UCI writes them; none without a sequence.
    pub fn uci_moves(&self) -> Vec<String> {
        let played = self.played().into_iter();
        played.filter_map(|node| self.game.tree().move_to(node)).map(|mv| mv.uci()).collect()
    }

    /// The moves of the sequence as a line of text with numbers: `23... Kg8 24. Nh6+ Kh7`. Empty without a sequence.
    pub fn line(&self) -> String {
        self.sequence().map_or_else(String::new, |path| path.line(&self.game, &mut MoveList::default()))
    }

    /// The values of the expressions of `QueryOptions::selects`, in their order.
    pub fn values(&self) -> &[Value] {
        &self.matched.values
    }

    /// The best value that each sort key of the query has at this position, most important first.
    pub fn sort_values(&self) -> &[Option<SortValue>] {
        &self.matched.sort_values
    }

    /// The match without its game.
    pub fn matched(&self) -> &Match {
        &self.matched
    }

    fn san_of(&self, node: u32) -> String {
        let mut text = String::new();
        self.game.tree().write_san(node, &mut MoveList::default(), &mut text);
        text
    }
}

fn some(text: String) -> Option<String> {
    (!text.is_empty()).then_some(text)
}
