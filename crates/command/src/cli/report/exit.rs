//! How a command ends.

use super::interrupt;

/// The outcome of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exit {
    /// Something was found, or all is well.
    Found,
    /// Nothing was found.
    Nothing,
    /// Something is wrong.
    Error,
    /// A signal ended it.
    Interrupted,
}

impl Exit {
    /// The exit status of the process.
    pub(crate) fn code(self) -> i32 {
        match self {
            Exit::Found => 0,
            Exit::Nothing => 1,
            Exit::Error => 2,
            Exit::Interrupted => interrupt::status(),
        }
    }
}
