//! The evaluator: effects outside the game: tags and comments of the output, files.
//!
//! The search itself opens nothing: `readfile` and `writefile` ask its caller, through [`Files`].
//!
//! A query that reads or writes files is searched once, in game order, on one thread.

use super::context::Files;
use super::error::RunErrorKind;
use super::evaluator::Evaluator;
use super::results::RunEvent;
use super::scratch::Built;
use crate::access::{ALLOW, Refused};
use crate::syntax::{READABLE, WRITABLE, check_file_name, file_ends};
use std::io;
use std::sync::Arc;

impl Evaluator<'_> {
    /// `settag`: the value of the last evaluation counts, no matter what becomes of the position.
    pub(super) fn set_tag(&mut self, name: &str, value: String, node: u32) -> bool {
        if !self.hand_over(value.len(), node) {
            return false;
        }
        self.change_tag(name, Some(value));
        true
    }

    /// `removetag`
    pub(super) fn remove_tag(&mut self, name: &str) {
        if !self.context.compat.no_settag {
            self.change_tag(name, None);
        }
    }

    fn change_tag(&mut self, name: &str, value: Option<String>) {
        match self.scratch.output.tags.iter_mut().find(|(old, _)| old == name) {
            Some(old) => old.1 = value,
            None => self.scratch.output.tags.push((name.to_owned(), value)),
        }
    }

    pub(super) fn remove_comment(&mut self, node: u32) {
        if self.is_imagined(node) {
            return; // it has no comment
        }
        if !self.context.compat.no_removecomment {
            self.scratch.output.removed.insert(node);
        }
    }

    pub(super) fn write_file(&mut self, name: String, text: &str, node: u32) -> bool {
        let Some(files) = self.files("writefile", &name, WRITABLE, node) else { return false };
        match files.write(&name, text) {
            Ok(true) => self.emit(RunEvent::FileOpened(name), node),
            Ok(false) => {}
            Err(error) => {
                self.fail_on_file(format!("`writefile` cannot write `{name}`: {error}"), &error, node);
                return false;
            }
        }
        true
    }

    pub(super) fn read_file(&mut self, name: String, node: u32) -> Option<Built> {
        let files = self.files("readfile", &name, READABLE, node)?;
        match files.read(&name, self.plan.limits.text) {
            Ok(text) => {
                self.emit(RunEvent::FileRead { bytes: text.len(), name }, node);
                self.built(text, node)
            }
            Err(error) => {
                self.fail_on_file(format!("`readfile` cannot read `{name}`: {error}"), &error, node);
                None
            }
        }
    }

    /// Notes that a file was rejected, because of a limit or for another reason.
    fn fail_on_file(&mut self, message: String, error: &io::Error, node: u32) {
        let kind = match error.kind() {
            io::ErrorKind::QuotaExceeded | io::ErrorKind::FileTooLarge => RunErrorKind::Limit,
            _ => RunErrorKind::Query,
        };
        let refused = error.get_ref().and_then(|inner| inner.downcast_ref::<Refused>());
        let help = refused.and_then(Refused::help);
        self.fail_as(kind, node, message, help.as_deref());
    }

    fn emit(&mut self, event: RunEvent, node: u32) {
        if self.emits_events && self.hand_over(64, node) {
            self.events.push(event);
        }
    }

    /// Access to a file whose name is allowed.
    fn files(&mut self, word: &str, name: &str, ends: &[&str], node: u32) -> Option<Arc<dyn Files>> {
        if let Some(message) = check_file_name(name, word, ends) {
            self.fail(node, message, Some(&file_ends(ends)));
            return None;
        }
        if self.context.files.is_none() {
            self.fail(node, format!("`{word}` has no access to files"), Some(ALLOW));
        }
        self.context.files.clone()
    }
}
