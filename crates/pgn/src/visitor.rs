//! Games from pgn-reader: a [`Visitor`] whose output is a [`Game`], for programs that read PGN with that crate already.
//!
//! pgn-reader passes over what it does not know and tells no places. So the game has only what was visited, and
//! its faults have no line and no byte. To account for every byte, read with [`Games`](crate::Games).

use crate::replay;
use crate::text::decode;
use crate::visits::Visit;
pub use crate::visits::Visits;
use crate::{Game, GameResult, IntoGames, ReadError, ReadGames};
use pgn_reader::{KnownOutcome, Nag, Outcome, RawComment, RawTag, Reader, SanPlus, Skip, Visitor};
use std::io::Read;
use std::ops::ControlFlow;
use std::path::Path;
use tabiya_chess::Color;

/// Builds a [`Game`] from the visits of one game.
///
/// ```
/// use tabiya_pgn::visitor::PgnVisitor;
///
/// let mut reader = pgn_reader::Reader::new(&b"1. e4 (1. d4 d5) e5 { open } *"[..]);
/// let game = reader.read_game(&mut PgnVisitor::new())?.expect("a game");
/// assert_eq!(game.tree().len(), 5);
/// assert_eq!(game.notes().comment(2), Some(" open "));
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct PgnVisitor {
    games: u64,
}

impl PgnVisitor {
    /// A visitor that numbers games from 1.
    pub fn new() -> PgnVisitor {
        PgnVisitor::default()
    }
}

fn push(visits: &mut Visits, visit: Visit) -> ControlFlow<Game> {
    visits.list.push(visit);
    ControlFlow::Continue(())
}

impl Visitor for PgnVisitor {
    type Tags = Visits;
    type Movetext = Visits;
    type Output = Game;

    fn begin_tags(&mut self) -> ControlFlow<Game, Visits> {
        ControlFlow::Continue(Visits::default())
    }

    fn tag(&mut self, visits: &mut Visits, name: &[u8], value: RawTag<'_>) -> ControlFlow<Game> {
        let text = |bytes| {
            let mut text = String::new();
            decode(bytes, &mut text);
            text
        };
        // The value comes as it was written, escapes included.
        visits.tags.push((text(name), text(value.as_bytes())));
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, visits: Visits) -> ControlFlow<Game, Visits> {
        ControlFlow::Continue(visits)
    }

    fn san(&mut self, visits: &mut Visits, san: SanPlus) -> ControlFlow<Game> {
        push(visits, Visit::Move(san))
    }

    fn nag(&mut self, visits: &mut Visits, nag: Nag) -> ControlFlow<Game> {
        push(visits, Visit::Nag(nag.0.into()))
    }

    fn partial_comment(&mut self, visits: &mut Visits, comment: RawComment<'_>) -> ControlFlow<Game> {
        visits.partial.extend_from_slice(comment.as_bytes());
        ControlFlow::Continue(())
    }

    fn comment(&mut self, visits: &mut Visits, comment: RawComment<'_>) -> ControlFlow<Game> {
        let start = visits.text.len();
        if visits.partial.is_empty() {
            decode(comment.as_bytes(), &mut visits.text);
        } else {
            visits.partial.extend_from_slice(comment.as_bytes());
            decode(&visits.partial, &mut visits.text);
            visits.partial.clear();
        }
        let end = visits.text.len();
        push(visits, Visit::Comment(start..end))
    }

    fn begin_variation(&mut self, visits: &mut Visits) -> ControlFlow<Game, Skip> {
        visits.open.push(visits.list.len());
        visits.list.push(Visit::Open(None));
        ControlFlow::Continue(Skip(false))
    }

    fn end_variation(&mut self, visits: &mut Visits) -> ControlFlow<Game> {
        if let Some(open) = visits.open.pop() {
            visits.list[open] = Visit::Open(Some(visits.list.len()));
        }
        push(visits, Visit::Close)
    }

    fn outcome(&mut self, visits: &mut Visits, outcome: Outcome) -> ControlFlow<Game> {
        push(
            visits,
            Visit::Result(match outcome {
                Outcome::Known(KnownOutcome::Decisive { winner: Color::White }) => GameResult::White,
                Outcome::Known(KnownOutcome::Decisive { winner: Color::Black }) => GameResult::Black,
                Outcome::Known(KnownOutcome::Draw) => GameResult::Draw,
                Outcome::Unknown => GameResult::Unknown,
            }),
        )
    }

    fn end_game(&mut self, visits: Visits) -> Game {
        self.games += 1;
        let mut game = Game::new();
        replay::build(&visits, self.games, &mut game);
        game
    }
}

/// The games of any source, read with pgn-reader.
///
/// ```
/// use tabiya_pgn::visitor::PgnGames;
///
/// let games = PgnGames::new(pgn_reader::Reader::new(&b"1. e4 e5 1-0\n\n1. d4 Ke7 *"[..]));
/// let games = games.into_iter().collect::<Result<Vec<_>, _>>()?;
/// assert_eq!(games.iter().map(|game| game.tree().len()).collect::<Vec<_>>(), [3, 2]);
/// assert_eq!(games[1].faults().list()[0].text, "Ke7");
/// # Ok::<(), tabiya_pgn::ReadError>(())
/// ```
#[derive(Debug)]
pub struct PgnGames<R> {
    reader: Reader<R>,
    visitor: PgnVisitor,
}

impl<R: Read> PgnGames<R> {
    /// The games that a reader has still to read, numbered from 1.
    pub fn new(reader: Reader<R>) -> PgnGames<R> {
        PgnGames { reader, visitor: PgnVisitor::new() }
    }
}

impl<R: Read> ReadGames for PgnGames<R> {
    fn read_next(&mut self, game: &mut Game) -> Result<bool, ReadError> {
        let read = self.reader.read_game(&mut self.visitor);
        let found = read.map_err(|error| ReadError::new(Path::new("-"), error))?;
        let is_there = found.is_some();
        found.into_iter().for_each(|found| *game = found);
        Ok(is_there)
    }
}

impl<R: Read> IntoIterator for PgnGames<R> {
    type Item = Result<Game, ReadError>;
    type IntoIter = IntoGames<PgnGames<R>>;

    fn into_iter(self) -> Self::IntoIter {
        IntoGames(self)
    }
}
