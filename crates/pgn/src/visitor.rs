//! Games from pgn-reader: a [`Visitor`] whose output is a [`Game`], for programs that read PGN with that crate already.
//!
//! The visits of a game drive the reader in place of its own tokens. pgn-reader passes over what it does not know and tells no
//! places. So the game has only what was visited, and its faults have no line and no byte. To account for every byte, read with
//! [`Games`](crate::Games).

use crate::text::decode;
use crate::token::Token;
use crate::{Game, GameResult, RawGame, ReadError, ReadGames};
use pgn_reader::{KnownOutcome, Nag, Outcome, RawComment, RawTag, Reader, SanPlus, Skip, Visitor, shakmaty};
use std::io::{Read, Write as _};
use std::ops::{ControlFlow, Range};
use std::path::Path;
use tabiya_chess::san::San;
use tabiya_chess::{Bitboard, Color, Role, Square};

/// Builds a [`Game`] from the visits of one game.
///
/// ```
/// # mod tabiya { pub mod game { pub use tabiya_pgn::*; } }
/// use tabiya::game::visitor::PgnVisitor;
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

/// What pgn-reader has shown of a game so far.
#[derive(Debug, Default)]
pub struct Visits {
    tags: Vec<(String, String)>,
    /// The tokens, with their places in the text.
    tokens: Vec<(Token, Range<usize>)>,
    /// The visited game, as PGN.
    text: Vec<u8>,
    /// The start of a comment whose end is still to come.
    comment: Option<usize>,
}

impl Visits {
    /// Notes a token, and the text that it is.
    fn push(&mut self, token: Token, text: impl std::fmt::Display) -> ControlFlow<Game> {
        let start = self.text.len();
        write!(self.text, "{text}").expect("memory takes any text");
        self.end_token(token, start)
    }

    /// Takes a part of a comment, and returns the place where the comment begins.
    fn add_to_comment(&mut self, part: RawComment<'_>) -> usize {
        let start = *self.comment.get_or_insert_with(|| {
            self.text.push(b'{');
            self.text.len() - 1
        });
        self.text.extend_from_slice(part.as_bytes());
        start
    }

    fn end_token(&mut self, token: Token, start: usize) -> ControlFlow<Game> {
        self.tokens.push((token, start..self.text.len()));
        self.text.push(b' ');
        ControlFlow::Continue(())
    }
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
        visits.push(Token::Move(move_of(san.san)), san)
    }

    fn nag(&mut self, visits: &mut Visits, nag: Nag) -> ControlFlow<Game> {
        visits.push(Token::Nag(nag.0.into()), nag)
    }

    fn partial_comment(&mut self, visits: &mut Visits, comment: RawComment<'_>) -> ControlFlow<Game> {
        visits.add_to_comment(comment);
        ControlFlow::Continue(())
    }

    fn comment(&mut self, visits: &mut Visits, comment: RawComment<'_>) -> ControlFlow<Game> {
        let start = visits.add_to_comment(comment);
        visits.comment = None;
        visits.text.push(b'}');
        visits.end_token(Token::Comment { closed: true }, start)
    }

    fn begin_variation(&mut self, visits: &mut Visits) -> ControlFlow<Game, Skip> {
        visits.push(Token::Open, "(").map_continue(|()| Skip(false))
    }

    fn end_variation(&mut self, visits: &mut Visits) -> ControlFlow<Game> {
        visits.push(Token::Close, ")")
    }

    fn outcome(&mut self, visits: &mut Visits, outcome: Outcome) -> ControlFlow<Game> {
        let result = match outcome {
            Outcome::Known(KnownOutcome::Decisive { winner: Color::White }) => GameResult::White,
            Outcome::Known(KnownOutcome::Decisive { winner: Color::Black }) => GameResult::Black,
            Outcome::Known(KnownOutcome::Draw) => GameResult::Draw,
            Outcome::Unknown => GameResult::Unknown,
        };
        visits.push(Token::Result(result), result)
    }

    fn end_game(&mut self, visits: Visits) -> Game {
        self.games += 1;
        let mut game = Game::new();
        let raw = RawGame { bytes: visits.text, number: self.games, ..RawGame::default() };
        game.read_tokens(&raw, &visits.tags, &visits.tokens);
        game
    }
}

/// The games of any source, read with pgn-reader.
///
/// ```
/// # mod tabiya { pub mod game { pub use tabiya_pgn::*; } }
/// use tabiya::game::visitor::PgnGames;
///
/// let games = PgnGames::new(pgn_reader::Reader::new(&b"1. e4 e5 1-0\n\n1. d4 Ke7 *"[..]));
/// let games = games.collect::<Result<Vec<_>, _>>()?;
/// assert_eq!(games.iter().map(|game| game.tree().len()).collect::<Vec<_>>(), [3, 2]);
/// assert_eq!(games[1].faults().list()[0].text, "Ke7");
/// # Ok::<(), tabiya::game::ReadError>(())
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

impl<R: Read> Iterator for PgnGames<R> {
    type Item = Result<Game, ReadError>;

    fn next(&mut self) -> Option<Result<Game, ReadError>> {
        self.next_game()
    }
}

/// A move as our own finder takes it.
fn move_of(san: shakmaty::san::San) -> San {
    use shakmaty::san::San as Theirs;
    match san {
        // `e2e4`, which may be a move of any piece.
        Theirs::Normal { role: Role::Pawn, file: Some(file), rank: Some(rank), to, promotion, .. } => {
            San::Squares { from: Square::from_coords(file, rank), to, promotion }
        }
        Theirs::Normal { role, file, rank, capture, to, promotion } => {
            let from =
                file.map_or(Bitboard::FULL, Bitboard::from_file) & rank.map_or(Bitboard::FULL, Bitboard::from_rank);
            San::Normal { role, from, to, promotion, capture }
        }
        Theirs::Castle(side) => San::Castle { short: side.is_king_side() },
        Theirs::Put { role, to } => San::Drop(role, to),
        Theirs::Null => San::Null,
    }
}
