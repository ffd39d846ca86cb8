//! Games from pgn-reader: a [`Visitor`] whose output is a [`Game`], for programs that read PGN with that crate already.
//!
//! pgn-reader passes over what it does not know and tells no places, so the game that comes out has what was visited
//! and faults are counted in the text of the visits. Whoever wants every byte accounted for reads with
//! [`Games`](crate::Games).

use crate::{Game, RawGame};
use pgn_reader::{Nag, Outcome, RawComment, RawTag, SanPlus, Skip, Visitor};
use std::io::Write as _;
use std::ops::ControlFlow;

/// Builds a [`Game`] from the visits of one game.
///
/// ```
/// use tabiya_pgn::visitor::GameBuilder;
///
/// let mut reader = pgn_reader::Reader::new(&b"1. e4 (1. d4 d5) e5 { open } *"[..]);
/// let game = reader.read_game(&mut GameBuilder::new())?.expect("a game");
/// assert_eq!(game.tree().len(), 5);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct GameBuilder {
    games: u64,
}

impl GameBuilder {
    /// A builder that numbers games from 1.
    pub fn new() -> GameBuilder {
        GameBuilder::default()
    }
}

/// Adds a token; blanks keep it apart from the one before.
fn token(text: &mut Vec<u8>, parts: &[&[u8]]) -> ControlFlow<Game> {
    parts.iter().for_each(|part| text.extend_from_slice(part));
    text.push(b'\n');
    ControlFlow::Continue(())
}

impl Visitor for GameBuilder {
    /// The text so far.
    type Tags = Vec<u8>;
    /// The text so far.
    type Movetext = Vec<u8>;
    type Output = Game;

    fn begin_tags(&mut self) -> ControlFlow<Game, Vec<u8>> {
        ControlFlow::Continue(Vec::new())
    }

    fn tag(&mut self, text: &mut Vec<u8>, name: &[u8], value: RawTag<'_>) -> ControlFlow<Game> {
        // The value comes as it was written, escapes included.
        token(text, &[b"[", name, b" \"", value.as_bytes(), b"\"]"])
    }

    fn begin_movetext(&mut self, mut text: Vec<u8>) -> ControlFlow<Game, Vec<u8>> {
        text.push(b'\n');
        ControlFlow::Continue(text)
    }

    fn san(&mut self, text: &mut Vec<u8>, san: SanPlus) -> ControlFlow<Game> {
        token(text, &[san.to_string().as_bytes()])
    }

    fn nag(&mut self, text: &mut Vec<u8>, nag: Nag) -> ControlFlow<Game> {
        token(text, &[nag.to_string().as_bytes()])
    }

    fn comment(&mut self, text: &mut Vec<u8>, comment: RawComment<'_>) -> ControlFlow<Game> {
        token(text, &[b"{", comment.as_bytes(), b"}"])
    }

    fn begin_variation(&mut self, text: &mut Vec<u8>) -> ControlFlow<Game, Skip> {
        text.extend_from_slice(b"( ");
        ControlFlow::Continue(Skip(false))
    }

    fn end_variation(&mut self, text: &mut Vec<u8>) -> ControlFlow<Game> {
        token(text, &[b")"])
    }

    fn outcome(&mut self, text: &mut Vec<u8>, outcome: Outcome) -> ControlFlow<Game> {
        let _ = writeln!(text, "{outcome}"); // writing to memory does not fail
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, text: Vec<u8>) -> Game {
        self.games += 1;
        let raw = RawGame { number: self.games, ..RawGame::from_bytes(&text) };
        let mut game = Game::new();
        game.parse(&raw);
        game
    }
}
