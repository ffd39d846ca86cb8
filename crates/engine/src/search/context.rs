//! The context of a search: its options, and access to files.

use super::control::RunControl;
use crate::access::{FileAccess, Refused};
use crate::casts::count_of;
use std::io::{self, Read as _};
use std::sync::Arc;

/// Changes to the behaviour of filters that options of CQL's command ask for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CompatOptions {
    /// Comments of filters that fail stay.
    pub keep_all_comments: bool,
    /// Comments made inside `sort` stay where they are made, not only those of the best value.
    pub plain_sort_comments: bool,
    /// Equal texts of a position stay as often as they come.
    pub repeated_comments: bool,
    /// `settag` does nothing, and matches.
    pub no_settag: bool,
    /// `removecomment` does nothing, and matches.
    pub no_removecomment: bool,
}

/// The context of a search of one game, in addition to the plan and the game.
#[derive(Clone, Debug, Default)]
pub struct GameContext {
    /// True if comments are wanted for games that match.
    pub comments: bool,
    /// True if the paths of sequences are wanted.
    pub paths: bool,
    /// True if they say which constituent matched each position.
    pub constituents: bool,
    /// By query: whether the comments that filters make by themselves are left out.
    pub quiet: Vec<bool>,
    /// By query: the comment at each matching position, after all others; empty if no comments are wanted.
    pub match_strings: Vec<Option<String>>,
    /// By query: how many positions must match for the game to count; at least one by default.
    pub match_counts: Vec<Option<(i64, i64)>>,
    /// The number of games of the run, where it is known.
    pub last_game_number: Option<u64>,
    /// Access to files for `readfile` and `writefile`.
    pub files: Option<Arc<dyn Files>>,
    /// Behaviour that options of CQL's own command ask for.
    pub compat: CompatOptions,
    /// By query: the positions at which it can match, if it is known where; none if it may be all of them.
    pub places: Vec<Option<Vec<u32>>>,
    /// Ends the search from outside.
    pub control: Arc<RunControl>,
}

impl GameContext {
    /// One that wants nothing but an answer.
    pub(super) fn bare(control: &Arc<RunControl>) -> GameContext {
        GameContext {
            comments: false,
            paths: false,
            constituents: false,
            quiet: Vec::new(),
            match_strings: Vec::new(),
            match_counts: Vec::new(),
            last_game_number: None,
            files: None,
            compat: CompatOptions::default(),
            places: Vec::new(),
            control: Arc::clone(control),
        }
    }

    /// True if the game counts as found for a query when this number of positions match.
    pub(super) fn is_match(&self, query: usize, positions: usize) -> bool {
        let positions = count_of(positions);
        self.match_counts[query].map_or(positions > 0, |(low, high)| (low..=high).contains(&positions))
    }
}

/// Access to files for `readfile` and `writefile`.
///
/// An error of the kind [`io::ErrorKind::QuotaExceeded`] or [`io::ErrorKind::FileTooLarge`] says that a limit was
/// reached.
pub trait Files: Send + Sync + std::fmt::Debug {
    /// The whole text of a file, which may have at most `most` bytes.
    ///
    /// # Errors
    ///
    /// If it cannot be read or has more bytes.
    fn read(&self, name: &str, most: usize) -> io::Result<String>;

    /// Appends to a file, which is empty when a run writes to it for the first time; gives whether it was that time.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    fn write(&self, name: &str, text: &str) -> io::Result<bool>;
}

/// What may be opened may be read. Nothing is written.
impl Files for FileAccess {
    fn read(&self, name: &str, most: usize) -> io::Result<String> {
        let file = self.open(name).map_err(|refused| match refused {
            Refused::Failed(error) => error,
            refused => io::Error::new(io::ErrorKind::PermissionDenied, refused),
        })?;
        let mut bytes = Vec::new();
        file.take(most as u64 + 1).read_to_end(&mut bytes)?;
        if bytes.len() > most {
            let text = format!("it has more than {most} bytes; raise the limit with `--limits text=N`");
            return Err(io::Error::new(io::ErrorKind::FileTooLarge, text));
        }
        // Text that is not UTF-8 is taken for Latin-1, as in PGN.
        Ok(String::from_utf8(bytes)
            .unwrap_or_else(|error| error.as_bytes().iter().map(|&byte| char::from(byte)).collect()))
    }

    fn write(&self, _name: &str, _text: &str) -> io::Result<bool> {
        Err(io::Error::new(io::ErrorKind::Unsupported, "only the command `tabiya search` writes files"))
    }
}
