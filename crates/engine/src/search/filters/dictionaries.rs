//! The evaluator: dictionaries.
//!
//! The entries are next to the variables. The variable's own slot holds the number of the last change, so
//! that no matter which depends on a dictionary is kept by that number, like anything that depends on a variable.
//!
//! A loop over a dictionary visits entries that its body adds after the present key, and does not visit those that it
//! removes. `isbound D` says whether a dictionary has an entry.

use crate::chess::Bitboard;
use crate::ir::{BoolId, Value, VarId};
use crate::search::evaluator::Evaluator;
use crate::search::scratch::{Datum, ENTRY_BYTES, Slot};
use crate::syntax::ast::VariableKind;

impl Evaluator<'_> {
    /// The value of an entry, if there is one.
    pub(super) fn entry(&mut self, of: VarId, key: Value, node: u32) -> Option<Datum> {
        let key = self.datum(key, node)?;
        self.scratch.dictionaries.get(of, &key).cloned()
    }

    fn datum(&mut self, value: Value, node: u32) -> Option<Datum> {
        Some(match value {
            Value::Num(id) => Datum::Num(self.number(id, node)?),
            Value::Text(id) => {
                let text = self.built_text(id, node)?;
                // It is compared with the keys on the way to its place.
                if !self.spend_bytes(text.len(), node) {
                    return None;
                }
                Datum::Text(text)
            }
            Value::Set(id) => Datum::Set(self.set(id, node).0),
            Value::Pos(id) => Datum::Pos(self.position(id, node)?),
            Value::Piece(var) => Datum::Set(self.piece_square(var, node).map_or(0, |square| Bitboard::from(square).0)),
            Value::Bool(_) | Value::Dictionary(_) => return None,
        })
    }

    /// True if a variable has a value, or a dictionary an entry.
    pub(super) fn is_bound(&self, var: VarId) -> bool {
        match self.plan.ir.vars[var.index()].kind {
            VariableKind::Dictionary(_) => self.scratch.dictionaries.len(var) > 0,
            _ => self.scratch.vars[var.index()] != Slot::Unbound,
        }
    }

    /// `D[k] = v`; false where the key or the value has none, or the dictionary may not grow.
    pub(super) fn assign_entry(&mut self, of: VarId, key: Value, value: Value, node: u32) -> bool {
        let Some(key) = self.datum(key, node) else { return false };
        let Some(value) = self.datum(value, node) else { return false };
        let old = self.scratch.dictionaries.get(of, &key);
        if old == Some(&value) {
            return true;
        }
        if old.is_none() {
            if self.allow_entry(node).is_none() {
                return false;
            }
            self.scratch.dictionaries.count += 1;
            self.scratch.meter.live.add(ENTRY_BYTES);
        }
        self.scratch.dictionaries.entries.entry(of).or_default().insert(key, value);
        self.changed(of);
        true
    }

    /// `unbind D[k]`, `unbind D`
    pub(super) fn unbind_key(&mut self, of: VarId, key: Option<Value>, node: u32) {
        match key {
            None => self.unbind_entries(of, None),
            Some(key) => {
                if let Some(key) = self.datum(key, node) {
                    self.unbind_entries(of, Some(&key));
                }
            }
        }
    }

    fn unbind_entries(&mut self, of: VarId, key: Option<&Datum>) {
        let gone = self.scratch.dictionaries.remove(of, key);
        if gone > 0 {
            self.scratch.meter.live.remove(gone * ENTRY_BYTES);
            self.changed(of);
        }
    }

    fn changed(&mut self, of: VarId) {
        self.scratch.dictionaries.changes += 1;
        let change = self.scratch.dictionaries.changes;
        self.assign(of, Slot::Num(change));
    }

    /// The body once for each key in order, no matter what comes of it. Entries that the body adds or removes further on are
    /// seen as they are then.
    pub(super) fn each_key(&mut self, of: VarId, var: VarId, body: BoolId, node: u32) -> bool {
        if self.scratch.vars[var.index()] != Slot::Unbound {
            let name = &self.plan.ir.vars[var.index()].name;
            let message = format!("the loop variable `{name}` already has a value here");
            self.fail(node, message, Some("choose another name for the variable of the inner loop"));
            return false;
        }
        let mut last = None;
        while let Some(key) = self.scratch.dictionaries.next_key(of, last.as_ref())
            && self.goes_on(node)
        {
            let slot = match &key {
                Datum::Num(value) => Slot::Num(*value),
                Datum::Text(text) => Slot::Text(text.clone()),
                Datum::Set(squares) => Slot::Set(Bitboard(*squares)),
                Datum::Pos(position) => Slot::Pos(*position),
            };
            self.assign(var, slot);
            self.truth(body, node);
            last = Some(key);
        }
        self.assign(var, Slot::Unbound);
        true
    }
}
