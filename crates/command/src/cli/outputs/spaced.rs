//! Games as they were in their files, byte for byte, with what is between them.

use std::sync::Arc;
use tabiya::pipeline::GameJob;

/// The text of a game with the spaces around it.
#[derive(Default)]
pub(crate) struct Spaced {
    text: Vec<u8>,
    /// The file that the last game came from.
    file: Option<Arc<str>>,
}

impl Spaced {
    /// A game as it stood in its file, and a blank line after it.
    pub(crate) fn alone(&mut self, job: &GameJob) -> &[u8] {
        self.text.clear();
        self.text.extend_from_slice(&job.raw.bytes);
        let end = line_end(&self.text);
        (line_ends_behind(&self.text)..2).for_each(|_| self.text.extend_from_slice(end));
        &self.text
    }

    /// The next game as it stood in its file. A blank line tells it from the game before if that came from another file.
    pub(crate) fn next(&mut self, job: &GameJob) -> &[u8] {
        let (is_new, same_file) = (self.file.is_none(), self.file.as_deref() == Some(&*job.file));
        let missing = if is_new || same_file { 0 } else { 2 - line_ends_behind(&self.text) };
        let end = line_end(&self.text);
        self.text.clear();
        (0..missing).for_each(|_| self.text.extend_from_slice(end));
        for part in [&job.raw.before, &job.raw.bytes, &job.raw.behind] {
            self.text.extend_from_slice(part);
        }
        if !same_file {
            self.file = Some(Arc::clone(&job.file));
        }
        &self.text
    }
}

/// The number of line ends after a text, of which two make a blank line: 0 to 2.
fn line_ends_behind(text: &[u8]) -> usize {
    text.iter().rev().filter(|&&byte| byte != b'\r').take_while(|&&byte| byte == b'\n').count().min(2)
}

/// The line end that a text uses.
fn line_end(text: &[u8]) -> &'static [u8] {
    match text.iter().position(|&byte| byte == b'\n') {
        Some(at) if at > 0 && text[at - 1] == b'\r' => b"\r\n",
        _ => b"\n",
    }
}
