//! The automata of sequences for games of some height, within a limit on their bytes.

use crate::limits::Limits;
use crate::plan::Most;
use rustc_hash::FxHashMap;
use std::sync::Arc;
use tabiya_automata::Program;

/// Programs by sequence and class of heights; the class 0 is that of games of any height.
#[derive(Debug, Default)]
pub(crate) struct Programs {
    /// The height class of the current game, once it is requested.
    pub(crate) height_class: Option<u32>,
    pub(crate) by_height: FxHashMap<(usize, u32), Arc<Program>>,
    /// Programs that tell which constituents matched.
    pub(crate) leaves: FxHashMap<(usize, u32), Arc<Program>>,
    /// The bytes of all these.
    pub(crate) bytes: usize,
}

impl Programs {
    /// The most that another program may take: those for games of other heights make room.
    pub(crate) fn room(&mut self, class: u32, limits: &Limits) -> Most {
        if self.bytes > limits.compiled / 2 {
            self.by_height.retain(|key, _| key.1 == class);
            self.leaves.retain(|key, _| key.1 == class);
            let kept = self.by_height.values().chain(self.leaves.values());
            self.bytes = kept.map(|program| program.memory_usage()).sum();
        }
        (limits.states, limits.compiled.saturating_sub(self.bytes))
    }
}
