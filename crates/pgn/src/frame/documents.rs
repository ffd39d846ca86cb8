//! Cutting YAML into its documents, which lines of hyphens separate.

use super::{Frames, MAX_ROW, RawGame};
use std::io::{self, Read};

impl<R: Read> Frames<R> {
    /// The next document, with the line of hyphens before it; `false` at the end of the stream. Documents are numbered as games are.
    ///
    /// # Errors
    /// As [`read_frame`](Frames::read_frame).
    pub(crate) fn read_document(&mut self, raw: &mut RawGame) -> io::Result<bool> {
        while self.begin_frame(raw) {
            let mut is_empty = true;
            while let Some((range, next)) = self.next_line() {
                let line = &self.window()[range];
                let separates =
                    self.starts_line && line.strip_prefix(b"---").is_some_and(|rest| rest.trim_ascii().is_empty());
                if separates && !is_empty {
                    break;
                }
                is_empty &= separates || line.trim_ascii().is_empty();
                let room = MAX_ROW.saturating_sub(raw.bytes.len()).min(next);
                raw.cut |= room < next;
                raw.bytes.extend_from_slice(&self.window()[..room]);
                self.step(next);
                self.start += next;
                self.offset += next as u64;
                self.at = 0;
            }
            self.starts_line = true;
            if !is_empty {
                return Ok(true);
            }
            self.number -= 1;
        }
        self.failure.take().map_or(Ok(false), Err)
    }
}
