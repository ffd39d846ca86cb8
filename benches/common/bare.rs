//! The bare loop that searches are measured against: pgn-reader reads, shakmaty replays the mainline, and
//! every position is tested for check.

use pgn_reader::{RawTag, Reader, SanPlus, Skip, Visitor};
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, Position};
use std::io::{self, Read};
use std::ops::ControlFlow;

/// The counts of the bare loop.
#[derive(Default)]
pub(crate) struct Bare {
    pub(crate) games: u64,
    pub(crate) positions: u64,
    pub(crate) checks: u64,
}

impl Visitor for Bare {
    type Tags = Option<Chess>;
    type Movetext = Option<Chess>;
    type Output = ();

    fn begin_tags(&mut self) -> ControlFlow<(), Self::Tags> {
        ControlFlow::Continue(Some(Chess::default()))
    }

    fn tag(&mut self, tags: &mut Self::Tags, name: &[u8], value: RawTag<'_>) -> ControlFlow<()> {
        if name == b"FEN" {
            *tags =
                Fen::from_ascii(value.as_bytes()).ok().and_then(|fen| fen.into_position(CastlingMode::Chess960).ok());
        }
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, tags: Self::Tags) -> ControlFlow<(), Self::Movetext> {
        self.games += 1;
        self.positions += 1;
        ControlFlow::Continue(tags)
    }

    fn begin_variation(&mut self, _: &mut Self::Movetext) -> ControlFlow<(), Skip> {
        ControlFlow::Continue(Skip(true))
    }

    fn san(&mut self, position: &mut Self::Movetext, san: SanPlus) -> ControlFlow<()> {
        let next = position.take().and_then(|mut board| {
            let m = san.san.to_move(&board).ok()?;
            board.play_unchecked(m);
            Some(board)
        });
        if let Some(board) = &next {
            self.positions += 1;
            self.checks += u64::from(board.is_check());
        }
        *position = next;
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, _: Self::Movetext) {}
}

/// Runs the bare loop over a stream.
pub(crate) fn bare(input: impl Read) -> io::Result<Bare> {
    let mut visitor = Bare::default();
    let mut reader = Reader::new(input);
    while reader.read_game(&mut visitor)?.is_some() {}
    Ok(visitor)
}
