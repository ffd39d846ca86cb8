//! What comes of the games of a batch, in their order.

use super::job::SearchedGame;
use super::message::Message;

/// Games with successive numbers in which nothing was found and of which there is nothing to say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EmptyGames {
    /// The number of the first one.
    pub first: u64,
    /// How many there are.
    pub games: u64,
    /// True if their moves were left unread.
    pub unread: bool,
    /// The thread that searched them, from 0.
    pub thread: usize,
}

/// What comes of a game, or of several.
pub(crate) enum GameOutcome<T> {
    Message(Message),
    /// The results of a game. Not in a box, for boxes would be given back by another thread than the one that asked for them: then
    /// both wait for the same lock of the memory.
    Searched(SearchedGame<T>),
    Empty(EmptyGames),
    /// What follows comes of games of a block of a database, which the number identifies, or of none any more.
    Block(Option<u64>),
    /// The block is lost from here on.
    Damaged(Message),
    /// The run must end, and the game was not searched.
    GivenUp,
}

impl<T> GameOutcome<T> {
    /// Appends the results of a game to those before.
    pub(crate) fn push_to(outcomes: &mut Vec<GameOutcome<T>>, searched: SearchedGame<T>) {
        if !searched.is_empty() {
            return outcomes.push(GameOutcome::Searched(searched));
        }
        let SearchedGame { number, unread, thread, .. } = searched;
        GameOutcome::push_empty(outcomes, EmptyGames { first: number, games: 1, unread, thread });
    }

    /// Appends games without results, to those before if they follow them.
    pub(crate) fn push_empty(outcomes: &mut Vec<GameOutcome<T>>, next: EmptyGames) {
        match outcomes.last_mut() {
            Some(GameOutcome::Empty(last)) if last.unread == next.unread && last.first + last.games == next.first => {
                last.games += next.games;
            }
            _ => outcomes.push(GameOutcome::Empty(next)),
        }
    }
}
