//! Patterns: regular expressions over predicates, made only by smart constructors that compute their properties.
//!
//! Alternatives are ordered, and so are the ways to leave and to repeat a repetition: see [`Pattern::repeat`].

use std::collections::BTreeSet;
use std::fmt;

use crate::ids::Pred;

/// A regular expression whose symbols are predicates.
///
/// The constructors keep these invariants: a concatenation has at least two parts, none of them empty or a
/// concatenation; an alternation has no alternation among its members and never exactly one member; a repetition
/// is never `{1,1}` or `{0,0}`, and its body can consume something; what stands in any order, or at once, has at least
/// two members. Nesting is walked by recursion, so a caller that
/// builds patterns from text bounds their depth; [`Nfa::compile`](crate::Nfa::compile) rejects deep ones.
///
/// ```
/// use tabiya_automata::{Pattern, Pred};
///
/// // `a (b|c){2,5}`
/// let [a, b, c] = [0, 1, 2].map(|n| Pattern::pred(Pred::must(n)));
/// let pattern = Pattern::concat(vec![a, Pattern::repeat(Pattern::alt(vec![b, c]), 2, Some(5))]);
/// assert_eq!((pattern.min_len(), pattern.max_len(), pattern.nullable()), (3, Some(6), false));
/// assert_eq!(Pattern::concat(vec![Pattern::empty(), Pattern::never()]), Pattern::never());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Pattern {
    kind: PatternKind,
    props: Props,
}

/// The form of a [`Pattern`], for those who walk over it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum PatternKind {
    /// Consumes nothing.
    Empty,
    /// `p0`: consumes one node, at which the predicate holds.
    Pred(Pred),
    /// `<p0>`: consumes nothing; the predicate holds at the node reached. See [`Config::edge_symbols`].
    ///
    /// [`Config::edge_symbols`]: crate::Config::edge_symbols
    Test(Pred),
    /// `p0 p1`: one after the other.
    Concat(Vec<Pattern>),
    /// `p0|p1`: the first alternative is tried first. Without members it matches nothing at all.
    Alt(Vec<Pattern>),
    /// `p0{2,5}`, `p0*`, `p0+`, `p0?`.
    Repeat {
        /// The body.
        inner: Box<Pattern>,
        /// The least number of iterations.
        min: u32,
        /// The greatest number of iterations; `None`: no bound.
        max: Option<u32>,
    },
    /// `any(p0, p1)`: each member once, in any order, one directly after the other.
    AnyOrder(Vec<Pattern>),
    /// `both(p0, p1)`: each member matches the same nodes, all of them.
    Both(Vec<Pattern>),
}

/// Computed once, from the properties of the parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Props {
    nullable: bool,
    min_len: usize,
    max_len: Option<usize>,
    depth: usize,
    size: u64,
}

impl Pattern {
    /// The pattern that consumes nothing.
    pub fn empty() -> Pattern {
        let props = Props { nullable: true, min_len: 0, max_len: Some(0), depth: 1, size: 0 };
        Pattern { kind: PatternKind::Empty, props }
    }

    /// The pattern that matches nothing, not even the empty sequence.
    pub fn never() -> Pattern {
        let props = Props { nullable: false, min_len: usize::MAX, max_len: Some(0), depth: 1, size: 0 };
        Pattern { kind: PatternKind::Alt(Vec::new()), props }
    }

    /// One node at which the predicate holds.
    pub fn pred(pred: Pred) -> Pattern {
        let props = Props { nullable: false, min_len: 1, max_len: Some(1), depth: 1, size: 1 };
        Pattern { kind: PatternKind::Pred(pred), props }
    }

    /// A predicate that must hold at the node reached, and consumes nothing.
    ///
    /// Run order: a test does not choose. Patterns with tests are compiled with
    /// [`Config::edge_symbols`](crate::Config::edge_symbols).
    pub fn test(pred: Pred) -> Pattern {
        let props = Props { nullable: true, min_len: 0, max_len: Some(0), depth: 1, size: 1 };
        Pattern { kind: PatternKind::Test(pred), props }
    }

    /// The parts one after the other.
    pub fn concat(parts: Vec<Pattern>) -> Pattern {
        let mut flat = Vec::with_capacity(parts.len());
        for part in parts {
            match part.kind {
                PatternKind::Empty => {}
                PatternKind::Concat(inner) => flat.extend(inner),
                _ => flat.push(part),
            }
        }
        if flat.iter().any(Pattern::is_never) {
            return Pattern::never();
        }
        if flat.len() < 2 {
            return flat.pop().unwrap_or_else(Pattern::empty);
        }
        let props = Props {
            nullable: flat.iter().all(Pattern::nullable),
            min_len: flat.iter().fold(0, |sum, part| sum.saturating_add(part.min_len())),
            max_len: flat.iter().try_fold(0usize, |sum, part| Some(sum.saturating_add(part.max_len()?))),
            depth: 1 + flat.iter().map(Pattern::depth).max().unwrap_or(0),
            size: flat.iter().fold(0, |sum, part| sum.saturating_add(part.props.size)),
        };
        Pattern { kind: PatternKind::Concat(flat), props }
    }

    /// Any of the alternatives, tried in this order. No alternative at all is [`Pattern::never`].
    pub fn alt(alternatives: Vec<Pattern>) -> Pattern {
        let mut flat = Vec::with_capacity(alternatives.len());
        for part in alternatives {
            match part.kind {
                PatternKind::Alt(inner) => flat.extend(inner),
                _ => flat.push(part),
            }
        }
        if flat.len() < 2 {
            return flat.pop().unwrap_or_else(Pattern::never);
        }
        let props = Props {
            nullable: flat.iter().any(Pattern::nullable),
            min_len: flat.iter().map(Pattern::min_len).min().unwrap_or(0),
            max_len: flat.iter().try_fold(0usize, |max, part| Some(max.max(part.max_len()?))),
            depth: 1 + flat.iter().map(Pattern::depth).max().unwrap_or(0),
            size: flat.iter().fold(1, |sum: u64, part| sum.saturating_add(part.props.size)),
        };
        Pattern { kind: PatternKind::Alt(flat), props }
    }

    /// At least `min` and at most `max` iterations (`None`: any number).
    ///
    /// Run order: first the `min` required iterations, which may consume nothing if the body can; after that, before
    /// each optional iteration, **first leave, then repeat**. An optional iteration must consume at least one node:
    /// one that consumed nothing is not a run at all, so `(p0*)*` ends.
    ///
    /// `min` above `max` matches nothing.
    pub fn repeat(inner: Pattern, min: u32, max: Option<u32>) -> Pattern {
        if max.is_some_and(|max| min > max) || (inner.is_never() && min > 0) {
            return Pattern::never();
        }
        if max == Some(0) || (min == 0 && inner.max_len() == Some(0)) {
            return Pattern::empty();
        }
        if inner.max_len() == Some(0) {
            return inner; // tests, which hold again when they hold once
        }
        if (min, max) == (1, Some(1)) {
            return inner;
        }
        let copies = u64::from(max.unwrap_or(min.saturating_add(1)));
        let optional = max.map_or(1, |max| u64::from(max - min));
        let props = Props {
            nullable: min == 0 || inner.nullable(),
            min_len: inner.min_len().saturating_mul(min as usize),
            max_len: max.and_then(|max| Some(inner.max_len()?.saturating_mul(max as usize))),
            depth: 1 + inner.depth(),
            size: inner.props.size.saturating_mul(copies).saturating_add(optional),
        };
        Pattern { kind: PatternKind::Repeat { inner: Box::new(inner), min, max }, props }
    }

    /// All members, each once, in any order, one directly after the other.
    ///
    /// Run order: the members are tried in this order as the first one, then those that are left as the second, and so
    /// on. The automaton has a copy of each member for each set of members done before it: for n members 2^(n-1)
    /// copies, and not n!.
    pub fn any_order(members: Vec<Pattern>) -> Pattern {
        if members.iter().any(Pattern::is_never) {
            return Pattern::never();
        }
        let mut members: Vec<Pattern> = members.into_iter().filter(|part| part.kind != PatternKind::Empty).collect();
        if members.len() < 2 {
            return members.pop().unwrap_or_else(Pattern::empty);
        }
        let copies = u32::try_from(members.len() - 1).ok().and_then(|n| 1u64.checked_shl(n)).unwrap_or(u64::MAX);
        let all = members.iter().fold(2, |sum: u64, part| sum.saturating_add(part.props.size));
        let props = Props {
            nullable: members.iter().all(Pattern::nullable),
            min_len: members.iter().fold(0, |sum, part| sum.saturating_add(part.min_len())),
            max_len: members.iter().try_fold(0usize, |sum, part| Some(sum.saturating_add(part.max_len()?))),
            depth: 1 + members.iter().map(Pattern::depth).max().unwrap_or(0),
            size: all.saturating_mul(copies),
        };
        Pattern { kind: PatternKind::AnyOrder(members), props }
    }

    /// The nodes that each of the members matches, from the first node to the last. No member at all is
    /// [`Pattern::never`].
    ///
    /// Run order: at each node the choices of the first member come first, then those of the second, and so on. So the first
    /// match need not be the first one of the first member alone, if another member has a choice at an earlier node;
    /// [`Config::leader_order`](crate::Config::leader_order) makes it so. The automaton has the product of the states of its
    /// members.
    ///
    /// Engines ask for products of predicates then, which are not the pattern's own: [`Nfa::factored`](crate::Nfa::factored)
    /// answers them.
    pub fn both(members: Vec<Pattern>) -> Pattern {
        let mut flat = Vec::with_capacity(members.len());
        for part in members {
            match part.kind {
                PatternKind::Both(inner) => flat.extend(inner),
                _ => flat.push(part),
            }
        }
        let min_len = flat.iter().map(Pattern::min_len).max().unwrap_or(0);
        let max_len = flat.iter().filter_map(Pattern::max_len).min();
        if flat.iter().any(Pattern::is_never) || max_len.is_some_and(|max| min_len > max) {
            return Pattern::never();
        }
        if flat.len() < 2 {
            return flat.pop().unwrap_or_else(Pattern::never);
        }
        let props = Props {
            nullable: flat.iter().all(Pattern::nullable),
            min_len,
            max_len,
            depth: 1 + flat.iter().map(Pattern::depth).max().unwrap_or(0),
            size: flat.iter().fold(1, |all: u64, part| all.saturating_mul(part.props.size.max(1))),
        };
        Pattern { kind: PatternKind::Both(flat), props }
    }

    /// The part of this pattern that runs over at most `height` nodes can match: a bound on repetition that is
    /// not below it is dropped, and a part that needs more nodes never matches.
    pub fn within(&self, height: u32) -> Pattern {
        if self.min_len() > height as usize {
            return Pattern::never();
        }
        match &self.kind {
            PatternKind::Empty | PatternKind::Pred(_) | PatternKind::Test(_) => self.clone(),
            PatternKind::Concat(parts) => Pattern::concat(parts.iter().map(|part| part.within(height)).collect()),
            PatternKind::Alt(parts) => Pattern::alt(parts.iter().map(|part| part.within(height)).collect()),
            PatternKind::Repeat { inner, min, max } => {
                Pattern::repeat(inner.within(height), *min, max.filter(|&max| max < height))
            }
            PatternKind::AnyOrder(parts) => Pattern::any_order(parts.iter().map(|part| part.within(height)).collect()),
            PatternKind::Both(parts) => Pattern::both(parts.iter().map(|part| part.within(height)).collect()),
        }
    }

    /// The same pattern over other predicates: each is replaced by its image.
    pub fn map(&self, image: &impl Fn(Pred) -> Pred) -> Pattern {
        let all = |parts: &[Pattern]| parts.iter().map(|part| part.map(image)).collect();
        match &self.kind {
            PatternKind::Empty => self.clone(),
            PatternKind::Pred(pred) => Pattern::pred(image(*pred)),
            PatternKind::Test(pred) => Pattern::test(image(*pred)),
            PatternKind::Concat(parts) => Pattern::concat(all(parts)),
            PatternKind::Alt(parts) => Pattern::alt(all(parts)),
            PatternKind::Repeat { inner, min, max } => Pattern::repeat(inner.map(image), *min, *max),
            PatternKind::AnyOrder(parts) => Pattern::any_order(all(parts)),
            PatternKind::Both(parts) => Pattern::both(all(parts)),
        }
    }

    /// `inner*`: any number of iterations.
    pub fn star(inner: Pattern) -> Pattern {
        Pattern::repeat(inner, 0, None)
    }

    /// `inner+`: one iteration or more.
    pub fn plus(inner: Pattern) -> Pattern {
        Pattern::repeat(inner, 1, None)
    }

    /// `inner?`: no iteration, or one.
    pub fn optional(inner: Pattern) -> Pattern {
        Pattern::repeat(inner, 0, Some(1))
    }

    /// The form of this pattern.
    pub fn kind(&self) -> &PatternKind {
        &self.kind
    }

    /// True if the empty sequence matches.
    pub fn nullable(&self) -> bool {
        self.props.nullable
    }

    /// True if nothing matches.
    pub fn is_never(&self) -> bool {
        matches!(&self.kind, PatternKind::Alt(parts) if parts.is_empty())
    }

    /// The least number of nodes a match consumes; `usize::MAX` if nothing matches.
    pub fn min_len(&self) -> usize {
        self.props.min_len
    }

    /// The greatest number of nodes a match consumes; `None` if there is no bound.
    pub fn max_len(&self) -> Option<usize> {
        self.props.max_len
    }

    /// The nesting depth; a single predicate has depth 1.
    pub fn depth(&self) -> usize {
        self.props.depth
    }

    /// An estimate of the number of states after unrolling.
    pub fn size(&self) -> u64 {
        self.props.size
    }

    /// True if there is a test.
    pub fn has_tests(&self) -> bool {
        let mut todo = vec![self];
        while let Some(pattern) = todo.pop() {
            match &pattern.kind {
                PatternKind::Test(_) => return true,
                _ => todo.extend(pattern.parts()),
            }
        }
        false
    }

    /// True if some stretch is matched by several patterns at once.
    pub(crate) fn has_both(&self) -> bool {
        matches!(self.kind, PatternKind::Both(_)) || self.parts().iter().any(Pattern::has_both)
    }

    /// The patterns that this one is made of.
    pub fn parts(&self) -> &[Pattern] {
        match &self.kind {
            PatternKind::Empty | PatternKind::Pred(_) | PatternKind::Test(_) => &[],
            PatternKind::Concat(parts)
            | PatternKind::Alt(parts)
            | PatternKind::AnyOrder(parts)
            | PatternKind::Both(parts) => parts,
            PatternKind::Repeat { inner, .. } => std::slice::from_ref(&**inner),
        }
    }

    /// The predicates in ascending order, each once.
    pub fn preds(&self) -> Vec<Pred> {
        let mut found = BTreeSet::new();
        let mut todo = vec![self];
        while let Some(pattern) = todo.pop() {
            match &pattern.kind {
                PatternKind::Pred(pred) | PatternKind::Test(pred) => {
                    found.insert(*pred);
                }
                _ => todo.extend(pattern.parts()),
            }
        }
        found.into_iter().collect()
    }

    /// Predicates without which nothing matches: each match asks for all of them, somewhere. In ascending order.
    pub fn required(&self) -> Vec<Pred> {
        fn collect(pattern: &Pattern) -> BTreeSet<Pred> {
            match &pattern.kind {
                PatternKind::Empty | PatternKind::Repeat { min: 0, .. } => BTreeSet::new(),
                PatternKind::Pred(pred) | PatternKind::Test(pred) => BTreeSet::from([*pred]),
                PatternKind::Concat(parts) | PatternKind::AnyOrder(parts) | PatternKind::Both(parts) => {
                    parts.iter().flat_map(collect).collect()
                }
                PatternKind::Alt(parts) => {
                    let common = |a: BTreeSet<Pred>, b| a.intersection(&b).copied().collect();
                    parts.iter().map(collect).reduce(common).unwrap_or_default()
                }
                PatternKind::Repeat { inner, .. } => collect(inner),
            }
        }
        collect(self).into_iter().collect()
    }

    /// The text of the pattern, with the caller's names for predicates.
    pub fn text(&self, label: impl Fn(Pred) -> String) -> String {
        let mut out = String::new();
        write_text(self, &label, Level::Alt, &mut out);
        out
    }
}

/// The precedence of the context, which decides about parentheses.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    Alt,
    Concat,
    Atom,
}

fn write_text(pattern: &Pattern, label: &dyn Fn(Pred) -> String, level: Level, out: &mut String) {
    match &pattern.kind {
        PatternKind::Empty => out.push_str("()"),
        PatternKind::Pred(pred) => out.push_str(&label(*pred)),
        PatternKind::Test(pred) => {
            out.push('<');
            out.push_str(&label(*pred));
            out.push('>');
        }
        PatternKind::Alt(parts) if parts.is_empty() => out.push_str("[]"),
        PatternKind::AnyOrder(parts) => write_members(parts, label, "any", out),
        PatternKind::Both(parts) => write_members(parts, label, "both", out),
        PatternKind::Concat(parts) => write_list(parts, label, (level, Level::Concat), " ", out),
        PatternKind::Alt(parts) => write_list(parts, label, (level, Level::Alt), "|", out),
        PatternKind::Repeat { inner, min, max } => {
            // A suffix on a suffix needs parentheses as well: `(p0?)*`.
            let nested = matches!(inner.kind, PatternKind::Repeat { .. });
            out.push_str(if nested { "(" } else { "" });
            write_text(inner, label, if nested { Level::Alt } else { Level::Atom }, out);
            out.push_str(if nested { ")" } else { "" });
            out.push_str(&match (min, max) {
                (0, None) => "*".to_string(),
                (1, None) => "+".to_string(),
                (0, Some(1)) => "?".to_string(),
                (min, None) => format!("{{{min},}}"),
                (min, Some(max)) if min == max => format!("{{{min}}}"),
                (min, Some(max)) => format!("{{{min},{max}}}"),
            });
        }
    }
}

/// `any(a, b c)`
fn write_members(parts: &[Pattern], label: &dyn Fn(Pred) -> String, word: &str, out: &mut String) {
    out.push_str(word);
    for (i, part) in parts.iter().enumerate() {
        out.push_str(if i > 0 { ", " } else { "(" });
        write_text(part, label, Level::Alt, out);
    }
    out.push(')');
}

fn write_list(
    parts: &[Pattern],
    label: &dyn Fn(Pred) -> String,
    (outer, own): (Level, Level),
    separator: &str,
    out: &mut String,
) {
    let parentheses = outer > own;
    out.push_str(if parentheses { "(" } else { "" });
    for (i, part) in parts.iter().enumerate() {
        out.push_str(if i > 0 { separator } else { "" });
        write_text(part, label, if own == Level::Alt { Level::Concat } else { Level::Atom }, out);
    }
    out.push_str(if parentheses { ")" } else { "" });
}

impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text(|pred| pred.to_string()))
    }
}
