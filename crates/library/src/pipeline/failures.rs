//! Games that could not be searched, or not with their comments: each reason is reported a few times and then counted. The run ends when the
//! failures show that continuing is useless.
//!
//! A run ends after five games were given up at a limit, if they are at least one in twenty. A fixed number of steps
//! for the run would either end honest runs over millions of games or let an endless query run for hours. It also ends
//! when the results that it keeps take more than `Limits::held` bytes: a query decides how many rows there are and how
//! long each is, so rows times the greatest text is not a bound. Keys of sorting count wherever they are, because the time
//! to merge them grows with them; texts of games do not, since a sorted output may be as large as an unsorted one.
//! Results on their way from the threads are bounded by the number of lists, and batches of queries that hand long
//! texts over are short.

use super::message::Message;
use crate::printable::{count, thousands};
use crate::search::RunErrorKind;

/// The number of games with the same reason that are reported one by one.
const TOLD: u64 = 3;

/// The number of different reasons that are reported.
const REASONS: usize = 20;

/// Of the games searched, one in this many must have been given up before the run ends because of them.
const ONE_IN: u64 = 20;

/// The reason why a game could not be searched, or not with its comments.
#[derive(Clone, Debug)]
pub struct Failure {
    /// The message about it, with the place.
    pub message: Message,
    /// The kind of error.
    pub kind: RunErrorKind,
    /// The reason, in words that are the same for all games that fail alike.
    pub reason: String,
}

/// All games of a run that could not be searched.
#[derive(Clone, Debug, Default)]
pub(super) struct Failures {
    /// Reasons in the order of their first games, with the numbers of games.
    reasons: Vec<(String, u64)>,
    /// Games with still other reasons.
    others: u64,
    /// Games given up at a limit.
    given_up: u64,
}

impl Failures {
    /// Takes a game that failed, the last of this many searched. `most` is the number of games given up at a limit that ends
    /// the run, if they are at least one in twenty of those searched.
    pub(super) fn take(&mut self, failure: &Failure, games: u64, most: u64) -> Taken {
        let times = self.count(&failure.reason);
        let ends = match failure.kind {
            RunErrorKind::Abort => {
                Some(Message::error("aborted", "the run ends here, because the query executed `cql_abort`"))
            }
            RunErrorKind::Limit => {
                self.given_up += 1;
                let enough = self.given_up >= most && self.given_up.saturating_mul(ONE_IN) >= games;
                enough.then(|| self.too_many(games))
            }
            _ => None,
        };
        Taken { is_new: times <= TOLD, ends }
    }

    /// The number of times that a reason has been met, this time included; a huge number if there are too many reasons.
    fn count(&mut self, reason: &str) -> u64 {
        if let Some((_, times)) = self.reasons.iter_mut().find(|(known, _)| known == reason) {
            *times += 1;
            return *times;
        }
        if self.reasons.len() == REASONS {
            self.others += 1;
            return u64::MAX;
        }
        self.reasons.push((reason.to_owned(), 1));
        1
    }

    fn too_many(&self, games: u64) -> Message {
        let text = format!(
            "the run ends here: of {} searched, {} given up at a limit",
            count(games, "game"),
            if self.given_up == 1 { "1 was".to_owned() } else { format!("{} were", self.given_up) }
        );
        Message::error("given-up", text).help("change the query, or raise its limits")
    }

    /// The numbers of games that were not reported one by one.
    pub(super) fn sum_up(&self) -> Vec<Message> {
        let more = self.reasons.iter().filter(|(_, times)| *times > TOLD);
        let texts = more.map(|(reason, times)| format!("{reason}: and {}", count_more(times - TOLD)));
        let others = (self.others > 0).then(|| format!("{} failed for other reasons", count_more(self.others)));
        texts.chain(others).map(|text| Message::error("query-failed", text)).collect()
    }
}

/// What a game that failed means for the run.
#[derive(Clone, Debug)]
pub(super) struct Taken {
    /// True if this is one of the first games with its reason; these are reported one by one.
    pub is_new: bool,
    /// The reason for ending the run, if it must end.
    pub ends: Option<Message>,
}

/// The error of a run that ends because the results it keeps take more bytes than [`Limits::held`](crate::Limits::held)
/// allows.
pub fn held_limit(most: usize) -> Message {
    let text = format!(
        "the run ends here: what it keeps of its results (rows, sort keys, counts) takes more than {most} bytes"
    );
    let help = "ask for fewer or shorter values, or raise the limit with `--limits held=N`";
    Message::error("held-limit", text).help(help)
}

fn count_more(games: u64) -> String {
    if games == 1 { "1 more game".to_owned() } else { format!("{} more games", thousands(games)) }
}
