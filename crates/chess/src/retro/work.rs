//! The work that a question takes, told while it is done.

/// Reports the work done to the caller that pays for it.
pub(super) struct Work<'p> {
    pay: &'p mut dyn FnMut(u64) -> bool,
    is_ended: bool,
}

impl<'p> Work<'p> {
    pub(super) fn new(pay: &'p mut dyn FnMut(u64) -> bool) -> Work<'p> {
        Work { pay, is_ended: false }
    }

    pub(super) fn add(&mut self, work: u64) {
        self.is_ended = self.is_ended || !(self.pay)(work);
    }

    /// True if nobody pays any more: from then on every answer will do.
    pub(super) fn is_ended(&self) -> bool {
        self.is_ended
    }
}
