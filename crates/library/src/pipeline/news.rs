//! What there is to say of a run while it goes on, and anyone who listens.

use super::job::GameDamage;
use super::message::Message;
use super::outcome::{CountedGames, PassedGames};
use crate::search::{Halt, RunEvent};

/// News of a run, in the order in which it happens.
#[derive(Debug)]
pub enum News {
    /// Games have been gone through. A game counts as often as it is read.
    Passed(PassedGames),
    /// Games have been gone through, and only the numbers of matches were wanted ([`RunOptions::counts_only`]).
    ///
    /// [`RunOptions::counts_only`]: super::RunOptions::counts_only
    Counted(CountedGames),
    /// A message about a file, a query or a game, or a line that `message` prints (with the code `message`). The run goes on
    /// after errors as well.
    Message(Message),
    /// Some of a game's text could not be read, or has minor faults.
    Damaged(GameDamage),
    /// A query reads or writes a file.
    File(RunEvent),
    /// No results for a while: a good moment to show what was found so far.
    Idle,
    /// The run ends by itself, for this reason: to go on would be useless.
    Ended(Message),
    /// The run was ended by its [`RunControl`](crate::RunControl), for a reason that the message gives to people.
    Halted(Halt, Message),
    /// Everything has been searched.
    End,
}

impl News {
    /// True if nothing comes after it.
    pub fn is_last(&self) -> bool {
        matches!(self, News::Ended(_) | News::Halted(..) | News::End)
    }
}

/// Listens to a run, or to a long piece of work that consists of runs. `()` ignores everything. It is called on the thread that
/// takes the results, in the order of the games, so it needs no lock.
///
/// ```
/// use tabiya::Sources;
/// use tabiya::pipeline::{News, Watch};
/// use tabiya::spellings::players_of;
///
/// struct Games(u64);
/// impl Watch for Games {
///     fn hear(&mut self, news: &News) {
///         if let News::Passed(passed) = news {
///             self.0 += passed.games;
///         }
///     }
/// }
/// let (mut heard, games) = (Games(0), Sources::new().bytes("games", "1. e4 *\n\n1. d4 *"));
/// let found = players_of(games, 1_000_000, &Default::default(), &mut heard)?;
/// assert_eq!(heard.0, found.games);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Watch {
    /// Hears what there is to say. An error is also in the summary of the run, or the result of the work.
    fn hear(&mut self, news: &News);
}

impl Watch for () {
    fn hear(&mut self, _: &News) {}
}
