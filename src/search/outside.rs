//! The evaluator: what reaches beyond the position: tags and comments of the output, files.
//!
//! The search itself opens nothing: `readfile` and `writefile` ask whoever started it, through [`Files`].

use super::game::Said;
use super::machine::Machine;
use super::scratch::RunErrorKind;
use super::values::Built;
use crate::access::Refused;
use crate::ir::TextId;
use crate::syntax::{READABLE, WRITABLE, check_file_name, file_ends};
use std::io;
use std::sync::Arc;

/// Access to files for `readfile` and `writefile`.
///
/// An error of the kind [`io::ErrorKind::QuotaExceeded`] or [`io::ErrorKind::FileTooLarge`] says that a limit was reached.
pub trait Files: Send + Sync + std::fmt::Debug {
    /// The whole text of a file of at most so many bytes.
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

impl Machine<'_> {
    /// `settag`: the value of the last evaluation counts, whatever becomes of the position.
    pub(super) fn set_tag(&mut self, name: &str, value: TextId, n: u32) -> bool {
        if self.departures.no_settag {
            return true;
        }
        let Some(value) = self.text(value, n).map(|text| text.into_owned()) else { return false };
        if !self.hand_over(value.len(), n) {
            return false;
        }
        match self.s.tags.iter_mut().find(|(old, _)| old == name) {
            Some(old) => old.1 = value,
            None => self.s.tags.push((name.to_owned(), value)),
        }
        true
    }

    pub(super) fn remove_comment(&mut self, n: u32) {
        if self.is_imagined(n) {
            return; // it has no comment
        }
        if !self.departures.no_removecomment {
            self.s.removed.insert(n);
        }
    }

    pub(super) fn write_file(&mut self, name: TextId, text: TextId, n: u32) -> bool {
        let Some(name) = self.text(name, n).map(|name| name.into_owned()) else { return false };
        let Some(text) = self.text(text, n) else { return false };
        let Some(files) = self.files("writefile", &name, WRITABLE, n) else { return false };
        match files.write(&name, &text) {
            Ok(true) => self.said(Said::FileOpened(name), n),
            Ok(false) => {}
            Err(error) => {
                self.fail_on_file(format!("`writefile` cannot write `{name}`: {error}"), &error, n);
                return false;
            }
        }
        true
    }

    pub(super) fn read_file(&mut self, name: TextId, n: u32) -> Option<Built> {
        let name = self.text(name, n)?.into_owned();
        let files = self.files("readfile", &name, READABLE, n)?;
        match files.read(&name, self.plan.limits.text) {
            Ok(text) => {
                self.said(Said::FileRead { bytes: text.len(), name }, n);
                self.built(text, n)
            }
            Err(error) => {
                self.fail_on_file(format!("`readfile` cannot read `{name}`: {error}"), &error, n);
                None
            }
        }
    }

    /// Notes that a file was refused, because of a limit or for another reason.
    fn fail_on_file(&mut self, message: String, error: &io::Error, n: u32) {
        let kind = match error.kind() {
            io::ErrorKind::QuotaExceeded | io::ErrorKind::FileTooLarge => RunErrorKind::Limit,
            _ => RunErrorKind::Query,
        };
        let refused = error.get_ref().and_then(|inner| inner.downcast_ref::<Refused>());
        let help = refused.and_then(Refused::help);
        self.fail_as(kind, n, message, help.as_deref());
    }

    fn said(&mut self, said: Said, n: u32) {
        if self.speaks && self.hand_over(64, n) {
            self.messages.push(said);
        }
    }

    /// Access to a file whose name is allowed.
    fn files(&mut self, word: &str, name: &str, ends: &[&str], n: u32) -> Option<Arc<dyn Files>> {
        if let Some(message) = check_file_name(name, word, ends) {
            self.fail(n, message, Some(&file_ends(ends)));
            return None;
        }
        if self.files.is_none() {
            self.fail(n, format!("`{word}` has no access to files here"), Some("give it in the options of the search"));
        }
        self.files.clone()
    }
}
