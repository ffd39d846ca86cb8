//! Sources that are read several times, one pass after another.

use super::message::Message;
use super::sources::Sources;

/// Sources for several passes. A stream, which can be read only once, is enough for one.
#[derive(Debug)]
pub(crate) struct Repeated {
    /// None if they have been used up.
    sources: Option<Sources>,
}

impl Repeated {
    pub(crate) fn new(sources: Sources) -> Repeated {
        Repeated { sources: Some(sources) }
    }

    /// The sources themselves, as long as they have not been used up.
    pub(crate) fn get(&self) -> Option<&Sources> {
        self.sources.as_ref()
    }

    /// The sources for one more pass. Their count of bytes begins again.
    ///
    /// # Errors
    ///
    /// If one of them is a stream that has been read.
    pub(crate) fn next(&mut self) -> Result<Sources, Message> {
        let again = self.sources.as_ref().and_then(Sources::once_more);
        again.or_else(|| self.sources.take()).ok_or_else(|| {
            let text = "the games must be read several times, but a stream can be read only once";
            Message::error("read-once", text).help("write the games to a file first, and name that")
        })
    }
}
