//! The pattern of a sequence as syntax: the constituents that it was made of.

use super::node::LeavesIr;
use crate::syntax::ast::{Constituent, ConstituentKind, Filter, Kind, Name, Span};
use crate::syntax::catalogue::{Op, Shorthand};
use tabiya_automata::{Pattern, PatternKind};

/// A pattern over leaves as the constituents of a sequence.
pub(super) fn constituents(pattern: &Pattern, leaves: &LeavesIr, symbols: &[Filter]) -> Vec<Constituent> {
    match constituent(pattern, leaves, symbols).kind {
        ConstituentKind::Group(parts) => parts,
        kind => vec![Constituent { kind, span: Span::default() }],
    }
}

/// A pattern over leaves as a constituent. Each leaf has the innermost of its names.
fn constituent(pattern: &Pattern, leaves: &LeavesIr, symbols: &[Filter]) -> Constituent {
    let all = |parts: &[Pattern]| parts.iter().map(|part| constituent(part, leaves, symbols)).collect::<Vec<_>>();
    let listed = |part: &Pattern| constituents(part, leaves, symbols);
    let kind = match pattern.kind() {
        PatternKind::Empty => ConstituentKind::Group(Vec::new()),
        PatternKind::Pred(leaf) | PatternKind::Test(leaf) => {
            let filter = ConstituentKind::Filter(match symbols[leaves.symbols[leaf.index()]].clone() {
                Filter { kind: Kind::Apply(Op::Shorthand(Shorthand::CurrentMove), mut dash), .. } => {
                    Box::new(dash.remove(0))
                }
                other => Box::new(other),
            });
            match leaves.constituents[leaf.index()].names.last() {
                Some(name) => ConstituentKind::Named {
                    name: Name { text: name.clone(), span: Span::default() },
                    of: Box::new(Constituent { kind: filter, span: Span::default() }),
                },
                None => filter,
            }
        }
        PatternKind::Concat(parts) => ConstituentKind::Group(all(parts)),
        PatternKind::Alt(parts) => ConstituentKind::Either(parts.iter().map(listed).collect()),
        PatternKind::AnyOrder(parts) => ConstituentKind::AnyOrder(all(parts)),
        PatternKind::Both(parts) => ConstituentKind::Both(parts.iter().map(listed).collect()),
        PatternKind::Repeat { inner, min, max } => {
            ConstituentKind::Repeat { of: Box::new(constituent(inner, leaves, symbols)), low: *min, high: *max }
        }
    };
    Constituent { kind, span: Span::default() }
}
