//! Other instances of the program as helpers of a search: where there are no threads, as in a browser without shared memory,
//! the program can still be loaded several times.
//!
//! A helper looks through a batch of games and says in which of them there is nothing to find and nothing to say. The
//! instance that has the run ([`ahead`](super::ahead)) passes over these and searches the others itself. So only texts of games
//! and one byte for each go from one instance to another; what a run finds does not depend on its helpers, and one that is
//! lost costs time only.
//!
//! How batches and answers come to the other instance is the program's affair. They are bytes for the same version of the
//! program, with numbers in little-endian order:
//!
//! ```text
//! batch     number of the batch, length of the file's name, name; for each game its number, line, offset, place among all
//!           games of the run, length of the text, text
//! answer    number of the batch; for each game a byte: 0 search it, 1 nothing is in it, 2 the same by its tags or moves as text
//! ```
//!
//! A helper answers after some time, for as many games as it has looked through.

use super::job::GameJob;
use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// What a helper says of a game, as its byte in the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// Something is found in it, or there is something to say of it.
    Search = 0,
    /// Nothing is.
    Nothing = 1,
    /// Nothing is, and its moves were left unread.
    Unread = 2,
}

impl From<u8> for Verdict {
    fn from(byte: u8) -> Verdict {
        match byte {
            1 => Verdict::Nothing,
            2 => Verdict::Unread,
            _ => Verdict::Search,
        }
    }
}

/// The batches of a run that helpers may look through, and their answers. Anyone who has the run puts it into
/// [`RunOptions::helpers`](super::RunOptions::helpers), and carries bytes between it and each [`Helper`](super::Helper).
#[derive(Debug, Default)]
pub struct Helpers(Mutex<Board>);

#[derive(Debug, Default)]
struct Board {
    count: usize,
    /// The number of the next batch: a run may follow another one, and answers come late.
    next: u64,
    /// Batches that no helper has taken, by their numbers.
    waiting: VecDeque<(u64, Vec<u8>)>,
    answers: Vec<(u64, Vec<Verdict>)>,
}

impl Helpers {
    /// This many helpers. Without any, games are read one at a time, as they are searched.
    pub fn new(count: usize) -> Helpers {
        Helpers(Mutex::new(Board { count, ..Board::default() }))
    }

    fn board(&self) -> MutexGuard<'_, Board> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes a batch for a helper, if there is one.
    pub fn take(&self) -> Option<Vec<u8>> {
        self.board().waiting.pop_front().map(|(_, batch)| batch)
    }

    /// Gives back what a helper has made of a batch. Answers that come too late, or are not answers, do no harm.
    pub fn give(&self, answer: &[u8]) {
        if let Some((number, verdicts)) = answer.split_first_chunk() {
            let verdicts = verdicts.iter().copied().map(Verdict::from).collect();
            self.board().answers.push((u64::from_le_bytes(*number), verdicts));
        }
    }

    pub(crate) fn count(&self) -> usize {
        self.board().count
    }

    /// A number that no batch has had.
    pub(crate) fn number(&self) -> u64 {
        let board = &mut *self.board();
        board.next += 1;
        board.next
    }

    /// Puts up a batch of games of one file.
    pub(crate) fn offer<'j>(&self, number: u64, file: &str, jobs: impl Iterator<Item = &'j GameJob>) {
        let mut batch = number.to_le_bytes().to_vec();
        push_text(&mut batch, file.as_bytes());
        for GameJob { raw, place, .. } in jobs {
            for number in [raw.number, raw.line, raw.offset, *place] {
                batch.extend(number.to_le_bytes());
            }
            push_text(&mut batch, &raw.bytes);
        }
        self.board().waiting.push_back((number, batch));
    }

    /// Forgets what a run has left.
    pub(crate) fn clear(&self) {
        let board = &mut *self.board();
        board.waiting.clear();
        board.answers.clear();
    }

    /// Takes a batch down; `false` if a helper has it.
    pub(crate) fn withdraw(&self, number: u64) -> bool {
        let waiting = &mut self.board().waiting;
        let before = waiting.len();
        waiting.retain(|(other, _)| *other != number);
        waiting.len() < before
    }

    /// The answers that have come since the last call.
    pub(crate) fn answers(&self) -> Vec<(u64, Vec<Verdict>)> {
        std::mem::take(&mut self.board().answers)
    }
}

fn push_text(batch: &mut Vec<u8>, text: &[u8]) {
    batch.extend((text.len() as u64).to_le_bytes());
    batch.extend_from_slice(text);
}

/// Takes a number from the front of a batch.
pub(crate) fn next_number(bytes: &mut &[u8]) -> Option<u64> {
    let (number, rest) = bytes.split_first_chunk()?;
    *bytes = rest;
    Some(u64::from_le_bytes(*number))
}

/// Takes a text from the front of a batch.
pub(crate) fn next_text<'b>(bytes: &mut &'b [u8]) -> Option<&'b [u8]> {
    let len = usize::try_from(next_number(bytes)?).ok()?;
    let (text, rest) = bytes.split_at_checked(len)?;
    *bytes = rest;
    Some(text)
}
