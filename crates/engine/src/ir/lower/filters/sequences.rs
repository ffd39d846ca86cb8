//! Lowering of filters about sequences and distant positions: `next`, `previous`, `line`, `next*`, `find`.

use crate::ir::children::NodeId;
use crate::ir::ids::{BoolId, SequenceId};
use crate::ir::lower::{LowerError, Lowerer, Result};
use crate::ir::node::{
    self as ir, AlmostIr, Bool, BoundIr, BranchIr, FoundIr, LeavesIr, MeasureIr, Num, PatternKey, Pos, PositionsIr,
    RangeIr, ReachIr, SequenceIr, SequenceKind,
};
use crate::syntax::ast::{
    Constituent, ConstituentKind, Filter, Find, MatchMeasure, Reach, Sequence, SequenceForm, Span,
};
use crate::syntax::catalogue::{PositionOp, TruthOp};
use crate::syntax::{Dialect, print_filter};
use std::collections::HashMap;
use std::sync::Arc;
use tabiya_automata::{Pattern, Pred};

/// Filters that are written with more bytes are not kept as texts: nested ones would take memory at each level.
const LONGEST_TEXT: u32 = 120;

/// The bytes of a leaf: its text, its places, and itself in the patterns and in a copy of them.
const LEAF_BYTES: usize = 512;

/// The truths that a pattern is made of, numbered; equal ones without effects have one number.
#[derive(Default)]
pub(super) struct Symbols {
    pub(super) truths: Vec<BoolId>,
    /// For each: whether it is a test between moves.
    pub(super) tests: Vec<bool>,
    places: HashMap<(BoolId, bool), usize>,
    /// By leaf of the pattern: its symbol.
    leaves: Vec<usize>,
    constituents: Vec<ir::Constituent>,
    /// By leaf: its place in the query.
    spans: Vec<Span>,
    /// The names of the constituents around what is lowered now, the outermost first.
    pub(super) names: Vec<String>,
}

impl Symbols {
    /// The number of a truth.
    pub(super) fn place(&mut self, truth: BoolId, test: bool, shared: bool) -> usize {
        if let Some(&known) = self.places.get(&(truth, test)).filter(|_| shared) {
            return known;
        }
        let place = self.add(truth, test);
        if shared {
            self.places.insert((truth, test), place);
        }
        place
    }

    /// A new leaf of the pattern, for a symbol.
    fn leaf(&mut self, symbol: usize, filter: &Filter) -> Pred {
        self.leaves.push(symbol);
        self.spans.push(filter.span);
        let length = filter.span.end - filter.span.start;
        let text = if length <= LONGEST_TEXT { print_filter(filter, Dialect::Six) } else { String::new() };
        self.constituents.push(ir::Constituent { names: self.names.clone(), text });
        Pred::must(self.leaves.len() - 1)
    }

    /// The leaves of a pattern over them, and the same pattern over symbols.
    pub(super) fn finish(&mut self, pattern: Pattern) -> (LeavesIr, PatternKey) {
        let symbols = std::mem::take(&mut self.leaves);
        let constituents = std::mem::take(&mut self.constituents).into();
        let spans = std::mem::take(&mut self.spans).into();
        let over_symbols = pattern.map(&|leaf| Pred::must(symbols[leaf.index()]));
        (LeavesIr { pattern, symbols, constituents, spans }, PatternKey::new(over_symbols))
    }

    /// A truth with a number of its own.
    pub(super) fn add(&mut self, truth: BoolId, test: bool) -> usize {
        self.truths.push(truth);
        self.tests.push(test);
        self.truths.len() - 1
    }
}

impl Lowerer {
    /// A sequence: constituents become a pattern over numbered truths.
    ///
    /// `move` filters in it are linearized unless linearization is off, the sequence runs backward, no variation is
    /// searched (`line secondary` leaves out the moves of the main line all the same), or (for `next`, not for `line`)
    /// the pattern has no word of length two: then the filter never needs a position beyond the current one. Where a match
    /// may differ from the sequence, it may always be longer.
    pub(super) fn sequence(&mut self, sequence: &Sequence, span: Span) -> Result<SequenceId> {
        let line = sequence.form == SequenceForm::Line;
        let reaches_on = line || sequence.almost.is_some() || longest(&sequence.constituents).is_none_or(|n| n >= 2);
        let branches = self.options.variations || sequence.secondary;
        let linear = self.options.linearize && branches && !sequence.backward && reaches_on;
        let outer = std::mem::replace(&mut self.linear, linear);
        let mut symbols = Symbols::default();
        let pattern = self.concat(&sequence.constituents, &mut symbols);
        self.linear = outer;
        let (leaves, pattern) = symbols.finish(pattern?);
        let branch = (sequence.primary || sequence.secondary).then(|| self.branch(sequence, &mut symbols));
        let almost = sequence.almost.map(|differences| {
            let anywhere = self.ir.add(Bool::Constant(true));
            AlmostIr { differences, any: symbols.add(anywhere, false) }
        });
        let range = self.optional_range(&sequence.range)?;
        let symbols = symbols.truths;
        let leader_order = self.leader_order(sequence.first_match, &symbols);
        let ban = self.ban(sequence.nestban);
        let positions = PositionsIr { backward: sequence.backward, single_color: sequence.single_color };
        let ir = SequenceIr {
            kind: if line { SequenceKind::Line(positions, branch) } else { SequenceKind::Next(positions) },
            first_match: sequence.first_match,
            shortest: sequence.shortest,
            almost,
            leader_order,
            quiet: sequence.quiet,
            range,
            ban,
            span,
            pattern,
            symbols,
            leaves,
        };
        Ok(self.add_sequence(ir))
    }

    /// Whether the run order of `both` can be told apart from that in which each member chooses at each position: where the
    /// first match counts, and where several lines have matches of the same length. Filters with side effects are evaluated
    /// in the order of the choices, which then is this one as well.
    pub(super) fn leader_order(&self, first_match: bool, symbols: &[BoolId]) -> bool {
        (first_match || self.options.variations) && !symbols.iter().any(|&symbol| self.ir.bool_info(symbol).effect)
    }

    /// Adds a sequence, which measures may ask about by the names of its constituents.
    pub(super) fn add_sequence(&mut self, sequence: SequenceIr) -> SequenceId {
        let constituents = Arc::clone(&sequence.leaves.constituents);
        let differing = sequence.almost.map(|_| sequence.span);
        let id = self.ir.add(sequence);
        if let Some(span) = differing {
            match self.differing.last_mut() {
                Some(copies) if copies.iter().all(|&copy| self.ir.sequence(copy).span == span) => copies.push(id),
                _ => self.differing.push(vec![id]),
            }
        }
        for name in constituents.iter().flat_map(|constituent| &constituent.names) {
            let known = self.named.entry(name.clone()).or_default();
            if known.last() != Some(&id) {
                known.push(id);
            }
        }
        id
    }

    pub(super) fn measure(&mut self, measure: &MatchMeasure, span: Span) -> Result<MeasureIr> {
        let MatchMeasure { which, name } = measure;
        let asker = which.word();
        let sequences = self.named.get(&name.text).cloned().unwrap_or_default();
        if sequences.is_empty() {
            let message = format!("there is no constituent `{}` here", name.text);
            return Err(LowerError::new(name.span, "unknown-name", message));
        }
        self.check_rerun(asker, &sequences, span)?;
        Ok(MeasureIr { which: *which, name: name.text.clone(), sequences })
    }

    /// Complains if a sequence cannot be run once more to measure its match.
    fn check_rerun(&self, asker: &str, sequences: &[SequenceId], span: Span) -> Result<()> {
        let has_effect = |&id: &SequenceId| {
            let parts = self.ir.children(NodeId::Sequence(id));
            parts.into_iter().any(|part| self.ir.info(part.node).effect)
        };
        if !sequences.iter().any(has_effect) {
            return Ok(());
        }
        let message = format!("`{asker}` cannot ask about a sequence that assigns variables or prints");
        let help = "rule: the sequence is run once more for this, so its constituents must have no effects";
        Err(LowerError::new(span, "measure-with-effects", message).help(help))
    }

    /// `differences`: those of the match of the last sequence with `almost` before it (of a transform, of its copies in
    /// order); where that does not match, of the one before. Without such a sequence there are none.
    pub(super) fn differences(&mut self, span: Span) -> Result<Num> {
        let sequences: Vec<SequenceId> = self.differing.iter().rev().flatten().copied().collect();
        self.check_rerun("differences", &sequences, span)?;
        Ok(if sequences.is_empty() { Num::Constant(0) } else { Num::Differences(sequences) })
    }

    /// `primary` and `secondary`: what holds after each move of a line, and what then holds at every consumed position
    /// but the first. With `singlecolor` two moves lie between them.
    fn branch(&mut self, sequence: &Sequence, symbols: &mut Symbols) -> BranchIr {
        let step = if sequence.secondary { TruthOp::Secondary } else { TruthOp::Primary };
        let step = self.ir.add(Bool::Apply(step, Vec::new()));
        let last = symbols.add(step, false);
        if !sequence.single_color {
            return BranchIr { step: last, later: last };
        }
        let parent = self.ir.add(Pos::Apply(PositionOp::Parent, Vec::new()));
        let before = self.ir.add(Bool::At(parent, step));
        let both = self.conjunction(vec![step, before]);
        BranchIr { step: last, later: symbols.add(both, false) }
    }

    /// A new ban set, if one is requested.
    pub(super) fn ban(&mut self, nestban: bool) -> Option<u32> {
        self.ir.bans += u32::from(nestban);
        nestban.then(|| self.ir.bans - 1)
    }

    fn concat(&mut self, constituents: &[Constituent], symbols: &mut Symbols) -> Result<Pattern> {
        let parts = constituents.iter().map(|c| self.constituent(c, symbols)).collect::<Result<Vec<_>>>()?;
        Ok(Pattern::concat(parts))
    }

    fn lists(&mut self, lists: &[Vec<Constituent>], symbols: &mut Symbols) -> Result<Vec<Pattern>> {
        lists.iter().map(|list| self.concat(list, symbols)).collect()
    }

    fn constituent(&mut self, constituent: &Constituent, symbols: &mut Symbols) -> Result<Pattern> {
        match &constituent.kind {
            ConstituentKind::Filter(filter) => {
                let truth = self.truth(filter)?;
                let shared = !self.ir.bool_info(truth).effect;
                let symbol = symbols.place(truth, false, shared);
                Ok(Pattern::pred(self.leaf(symbols, symbol, filter)))
            }
            ConstituentKind::Group(parts) => self.concat(parts, symbols),
            ConstituentKind::Either(lists) => Ok(Pattern::alt(self.lists(lists, symbols)?)),
            ConstituentKind::AnyOrder(members) => {
                let members = members.iter().map(|member| self.constituent(member, symbols));
                Ok(Pattern::any_order(members.collect::<Result<_>>()?))
            }
            ConstituentKind::Both(lists) => Ok(Pattern::both(self.lists(lists, symbols)?)),
            ConstituentKind::Named { name, of } => {
                symbols.names.push(name.text.clone());
                let pattern = self.constituent(of, symbols);
                symbols.names.pop();
                pattern
            }
            ConstituentKind::Repeat { of, low, high } => {
                let of = self.constituent(of, symbols)?;
                Ok(Pattern::repeat(of, *low, *high))
            }
        }
    }

    /// A new leaf of a pattern, which has copies of the names around it.
    pub(super) fn leaf(&mut self, symbols: &mut Symbols, symbol: usize, filter: &Filter) -> Pred {
        self.ir.bytes += LEAF_BYTES + symbols.names.iter().map(|name| 24 + name.len()).sum::<usize>();
        symbols.leaf(symbol, filter)
    }

    pub(super) fn reach(&mut self, reach: &Reach) -> Result<ReachIr> {
        let body = self.elsewhere(|l| l.truth(&reach.body))?;
        let range = self.optional_range(&reach.range)?;
        Ok(ReachIr { backward: reach.backward, range, depth: reach.depth, body, find: false, quiet: false })
    }

    pub(super) fn find_count(&mut self, find: &Find) -> Result<ReachIr> {
        let body = self.elsewhere(|l| l.truth(&find.body))?;
        let at_least_one = RangeIr { low: BoundIr::Constant(1), high: BoundIr::Constant(1_000_000) };
        let range = self.optional_range(&find.range)?.or(find.all.then_some(at_least_one));
        Ok(ReachIr { backward: find.backward, range, depth: None, body, find: true, quiet: find.quiet })
    }

    pub(super) fn find_first(&mut self, find: &Find) -> Result<FoundIr> {
        let body = self.elsewhere(|l| l.truth(&find.body))?;
        Ok(FoundIr { backward: find.backward, quiet: find.quiet, body })
    }
}

/// The length of the longest word of a list of constituents; none if there is no bound.
fn longest(constituents: &[Constituent]) -> Option<u64> {
    constituents.iter().try_fold(0u64, |sum, constituent| {
        let part = match &constituent.kind {
            ConstituentKind::Filter(_) => 1,
            ConstituentKind::Group(parts) | ConstituentKind::AnyOrder(parts) => longest(parts)?,
            ConstituentKind::Either(lists) => {
                let lists = lists.iter().map(|list| longest(list)).collect::<Option<Vec<u64>>>()?;
                lists.into_iter().max().unwrap_or(0)
            }
            ConstituentKind::Both(lists) => lists.iter().filter_map(|list| longest(list)).min()?,
            ConstituentKind::Named { of, .. } => longest(std::slice::from_ref(of))?,
            ConstituentKind::Repeat { of, high, .. } => {
                let of = longest(std::slice::from_ref(of))?;
                if of == 0 { 0 } else { of.saturating_mul(u64::from((*high)?)) }
            }
        };
        Some(sum.saturating_add(part))
    })
}
