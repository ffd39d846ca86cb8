//! The evaluator: dictionaries.
//!
//! The entries lie beside the variables. What stands in the variable's own slot is the number of the last change, so
//! that whatever depends on a dictionary is kept by that number, like anything that depends on a variable.

use super::machine::Machine;
use super::meter::ENTRY_BYTES;
use super::scratch::Slot;
use super::texts::squares_text;
use super::values::{Built, Live};
use crate::chess::Bitboard;
use crate::ir::{BoolId, Value, VarId, VarIr};
use crate::syntax::ast::VariableKind;
use std::collections::{BTreeMap, HashMap};
use std::ops::Bound;

/// A key or a value. The order is that of loops over keys: sets by their squares as a number.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Datum {
    Num(i64),
    Text(Built),
    Set(u64),
    Pos(u32),
}

/// All dictionaries of a plan, by variable.
#[derive(Debug, Default)]
pub(super) struct Dictionaries {
    entries: HashMap<VarId, BTreeMap<Datum, Datum>>,
    /// How many entries there are, in all of them.
    count: usize,
    /// How many changes there were.
    changes: i64,
}

impl Dictionaries {
    /// Forgets the entries of dictionaries that last for one game.
    pub(super) fn start_game(&mut self, vars: &[VarIr], live: &Live) {
        let before = self.count;
        self.entries.retain(|var, _| vars[var.index()].persistent.is_some());
        self.count = self.entries.values().map(BTreeMap::len).sum();
        live.remove((before - self.count) * ENTRY_BYTES);
    }

    /// How many entries there are in all dictionaries.
    pub(super) fn entries(&self) -> usize {
        self.count
    }

    /// Takes entries away: one, or all of a dictionary. Gives how many there were.
    fn remove(&mut self, of: VarId, key: Option<&Datum>) -> usize {
        let gone = match key {
            None => self.entries.remove(&of).map_or(0, |entries| entries.len()),
            Some(key) => self.entries.get_mut(&of).map_or(0, |entries| usize::from(entries.remove(key).is_some())),
        };
        self.count -= gone;
        gone
    }

    pub(super) fn len(&self, of: VarId) -> usize {
        self.entries.get(&of).map_or(0, BTreeMap::len)
    }

    fn get(&self, of: VarId, key: &Datum) -> Option<&Datum> {
        self.entries.get(&of)?.get(key)
    }

    /// The first key behind one, or the first of all.
    fn next_key(&self, of: VarId, last: Option<&Datum>) -> Option<Datum> {
        let bounds = (last.map_or(Bound::Unbounded, Bound::Excluded), Bound::Unbounded);
        self.entries.get(&of)?.range::<Datum, _>(bounds).next().map(|(key, _)| key.clone())
    }
}

impl Machine<'_> {
    /// The value of an entry, if there is one.
    pub(super) fn entry(&mut self, of: VarId, key: Value, n: u32) -> Option<Datum> {
        let key = self.datum(key, n)?;
        self.s.dictionaries.get(of, &key).cloned()
    }

    fn datum(&mut self, value: Value, n: u32) -> Option<Datum> {
        Some(match value {
            Value::Num(id) => Datum::Num(self.number(id, n)?),
            Value::Text(id) => {
                let text = self.built_text(id, n)?;
                // It is compared with the keys on the way to its place.
                if !self.spend_bytes(text.len(), n) {
                    return None;
                }
                Datum::Text(text)
            }
            Value::Set(id) => Datum::Set(self.set(id, n).0),
            Value::Pos(id) => Datum::Pos(self.position(id, n)?),
            Value::Piece(var) => Datum::Set(self.piece_square(var, n).map_or(0, |square| Bitboard::from(square).0)),
            Value::Bool(_) | Value::Dictionary(_) => return None,
        })
    }

    /// Whether a variable has a value; a dictionary, whether it has an entry.
    pub(super) fn is_bound(&self, var: VarId) -> bool {
        match self.plan.ir.vars[var.index()].kind {
            VariableKind::Dictionary(_) => self.s.dictionaries.len(var) > 0,
            _ => self.s.vars[var.index()] != Slot::Unbound,
        }
    }

    /// `D[k] = v`; false where the key or the value has none, or the dictionary may not grow.
    pub(super) fn assign_entry(&mut self, of: VarId, key: Value, value: Value, n: u32) -> bool {
        let Some(key) = self.datum(key, n) else { return false };
        let Some(value) = self.datum(value, n) else { return false };
        let old = self.s.dictionaries.get(of, &key);
        if old == Some(&value) {
            return true;
        }
        if old.is_none() {
            if self.allow_entry(n).is_none() {
                return false;
            }
            self.s.dictionaries.count += 1;
            self.s.meter.live.add(ENTRY_BYTES);
        }
        self.s.dictionaries.entries.entry(of).or_default().insert(key, value);
        self.changed(of);
        true
    }

    /// `unbind D[k]`, `unbind D`
    pub(super) fn unbind_key(&mut self, of: VarId, key: Option<Value>, n: u32) {
        match key {
            None => self.unbind_entries(of, None),
            Some(key) => {
                if let Some(key) = self.datum(key, n) {
                    self.unbind_entries(of, Some(&key));
                }
            }
        }
    }

    fn unbind_entries(&mut self, of: VarId, key: Option<&Datum>) {
        let gone = self.s.dictionaries.remove(of, key);
        if gone > 0 {
            self.s.meter.live.remove(gone * ENTRY_BYTES);
            self.changed(of);
        }
    }

    fn changed(&mut self, of: VarId) {
        self.s.dictionaries.changes += 1;
        let change = self.s.dictionaries.changes;
        self.assign(of, Slot::Num(change));
    }

    /// The body once for each key in order, whatever comes of it. Entries that the body adds or removes further on are
    /// seen as they are then.
    pub(super) fn each_key(&mut self, of: VarId, var: VarId, body: BoolId, n: u32) -> bool {
        if self.s.vars[var.index()] != Slot::Unbound {
            let name = &self.plan.ir.vars[var.index()].name;
            let message = format!("the loop variable `{name}` already has a value here");
            self.fail(n, message, Some("use another name for the inner loop"));
            return false;
        }
        let mut last = None;
        while let Some(key) = self.s.dictionaries.next_key(of, last.as_ref())
            && self.goes_on(n)
        {
            let slot = match &key {
                Datum::Num(value) => Slot::Num(*value),
                Datum::Text(text) => Slot::Text(text.clone()),
                Datum::Set(squares) => Slot::Set(Bitboard(*squares)),
                Datum::Pos(position) => Slot::Pos(*position),
            };
            self.assign(var, slot);
            self.truth(body, n);
            last = Some(key);
        }
        self.assign(var, Slot::Unbound);
        true
    }

    /// A dictionary as text: one line for each entry.
    pub(super) fn dictionary_text(&mut self, of: VarId, n: u32) -> Option<Built> {
        let name = &self.plan.ir.vars[of.index()].name;
        let head = format!("Dictionary {name} with {} entries: \n", self.s.dictionaries.len(of));
        let mut text = self.built(head, n)?;
        let mut last = None;
        while let Some(key) = self.s.dictionaries.next_key(of, last.as_ref()) {
            let value = self.s.dictionaries.get(of, &key).map_or_else(String::new, |value| self.datum_text(value));
            let line = format!("{}: {value}\n", self.datum_text(&key));
            self.append(&mut text, &line, n)?;
            last = Some(key);
        }
        Some(text)
    }

    fn datum_text(&self, datum: &Datum) -> String {
        match datum {
            Datum::Num(value) => format!("<NumValue>{value}"),
            Datum::Text(text) => format!("<string>{}", &**text),
            Datum::Set(squares) => format!("<SquareMask>{}", squares_text(Bitboard(*squares))),
            Datum::Pos(position) => format!("<QPos*>{}", self.position_text(*position)),
        }
    }
}
