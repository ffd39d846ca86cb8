//! The plan as text: what is evaluated in order, the columns and why they are columns, the automata.

use super::{Class, Plan, Source};
use crate::ir::{AlmostIr, BoolId, SequenceId};
use crate::syntax::stack::with_room;
use std::cell::Cell;
use std::collections::HashSet;
use std::fmt::{self, Write};
use tabiya_automata::{Nfa, Pred};

impl Plan {
    /// The plan of one query, for people. A long one ends where it has the length of a sixteenth of what queries may be
    /// compiled to.
    pub fn explain(&self, query: usize) -> String {
        with_room(self.height, || {
            let mut text = Bounded { text: String::new(), most: self.limits.compiled / 16 };
            if self.explain_here(query, &mut text).is_err() {
                text.text.push_str("\n... the rest is too long to be shown; `--limits compiled=N` allows more\n");
            }
            text.text
        })
    }

    fn explain_here(&self, number: usize, text: &mut Bounded) -> fmt::Result {
        let ir = &self.ir;
        let query = &ir.queries[number];
        writeln!(text, "typed form, in the order of evaluation")?;
        self.conjuncts(query.body).try_for_each(|line| writeln!(text, "  {line}"))?;
        for (name, value) in &query.selects {
            writeln!(text, "  column {name} = {}", ir.text_of(*value))?;
        }
        if let Some(needs) = self.needs_text(number) {
            writeln!(text, "\nneeds: {needs}")?;
        }
        let used = self.used(query.body);
        writeln!(text, "\npredicates of sequences and searches")?;
        let sequences = 0..ir.sequences.len();
        let asked: HashSet<BoolId> = sequences.flat_map(|i| &ir.sequence(i.into()).symbols).copied().collect();
        let symbols: Vec<BoolId> =
            used.iter().copied().filter(|id| asked.contains(id) || ir.is_searched(*id)).collect();
        if symbols.is_empty() {
            writeln!(text, "  none")?;
        }
        for id in symbols {
            writeln!(text, "  b{}: {}\n      {}", id.index(), ir.text_of(id), self.reason(id))?;
        }
        for pattern in ir.backtracking(query.body) {
            writeln!(text, "\nregular expression \"{pattern}\": by backtracking")?;
        }
        for id in self.used_sequences(query.body) {
            let plan = self.sequence(id);
            writeln!(text, "\nsequence {}\n  {}", ir.text_of(id), class_text(&plan.class, self))?;
            writeln!(text, "  {}", length_text(plan.program.nfa(), ir.sequence(id).path().is_some()))?;
            let symbols = &ir.sequence(id).symbols;
            for (i, symbol) in symbols.iter().enumerate() {
                writeln!(text, "  p{i} = b{}: {}", symbol.index(), ir.text_of(*symbol))?;
            }
            if let Some(AlmostIr { differences, any }) = ir.sequence(id).almost {
                let plural = if differences == 1 { "" } else { "s" };
                writeln!(
                    text,
                    "  at most {differences} difference{plural}: p{any} is a position in the place of another"
                )?;
            }
            let base = symbols.len();
            let products = (base..).map_while(|i| Some((i, plan.program.nfa().factors(Pred::must(i))?)));
            for (i, factors) in products {
                let factors: Vec<String> = factors.iter().map(ToString::to_string).collect();
                let meaning = if factors.is_empty() { "the end, anywhere".into() } else { factors.join(" and ") };
                writeln!(text, "  p{i} = {meaning}")?;
            }
            for line in plan.program.nfa().to_string().lines() {
                writeln!(text, "    {line}")?;
            }
        }
        Ok(())
    }

    /// The automata of one query as Graphviz graphs.
    pub fn dot(&self, query: usize) -> Vec<String> {
        with_room(self.height, || self.dot_here(query))
    }

    fn dot_here(&self, query: usize) -> Vec<String> {
        let body = self.ir.queries[query].body;
        let labels = self.labels();
        let graph = |id: SequenceId| {
            let nfa = self.sequence(id).program.nfa();
            nfa.to_dot(|pred| labels.take(|| self.edge_label(id, nfa, pred)))
        };
        let mut left = self.limits.compiled / 16;
        let whole = |text: &String| {
            let fits = left > 0;
            left = left.saturating_sub(text.len());
            fits
        };
        self.used_sequences(body).into_iter().map(graph).take_while(whole).collect()
    }

    /// The letters that the edges of graphs may still be labelled with.
    pub(super) fn labels(&self) -> Labels {
        Labels(Cell::new(self.limits.compiled / 16))
    }

    /// The parts of the body's conjunction, each with what is known about it.
    fn conjuncts(&self, body: BoolId) -> impl Iterator<Item = String> {
        let parts = match self.ir.bool(body) {
            crate::ir::Bool::And(parts) => parts.clone(),
            _ => vec![body],
        };
        let line = move |id: BoolId| {
            let info = self.ir.bool_info(id);
            let what = match (info.effect, info.reads.is_empty()) {
                (true, _) => "has effects: stays in its place",
                (false, false) => "reads variables",
                (false, true) => "closed",
            };
            format!("b{}: {}  [{what}, cost {}]", id.index(), self.ir.text_of(id), info.cost)
        };
        parts.into_iter().map(line)
    }

    /// The reason why a predicate is evaluated in its way.
    fn reason(&self, id: BoolId) -> String {
        let info = self.ir.bool_info(id);
        let names =
            |vars: &[crate::ir::VarId]| vars.iter().map(|&var| self.ir.name_of(var)).collect::<Vec<_>>().join(", ");
        match self.source(id) {
            Source::Column(_) if self.fills(id) => {
                "a column, filled at once: it depends on the position alone and is cheap".into()
            }
            Source::Column(_) => "a column, filled as it is asked: it depends on the position alone".into(),
            Source::EdgeColumns(..) => "a column over moves: it depends on the position and the move chosen".into(),
            Source::Direct if info.effect => "evaluated in run order each time: it has an effect".into(),
            Source::Direct if self.solvable(id).is_some() => {
                format!(
                    "looked up for the values of {}: what they are compared with is ranked once a game",
                    names(&info.reads)
                )
            }
            Source::Direct if !info.reads.is_empty() => {
                format!("kept for each combination of values of {}: it reads them", names(&info.reads))
            }
            Source::Direct if !self.options.columns => "evaluated each time: columns are switched off".into(),
            Source::Direct => "evaluated each time: it costs no more than a look into a column".into(),
        }
    }

    fn used(&self, body: BoolId) -> Vec<BoolId> {
        self.ir.reachable(body).0
    }

    /// The sequences of a query, given by its body.
    pub(crate) fn used_sequences(&self, body: BoolId) -> Vec<SequenceId> {
        self.ir.reachable(body).1
    }
}

/// A text that may not be longer than this many bytes.
struct Bounded {
    text: String,
    most: usize,
}

impl Write for Bounded {
    fn write_str(&mut self, more: &str) -> fmt::Result {
        if self.text.len() + more.len() > self.most {
            return Err(fmt::Error);
        }
        self.text.push_str(more);
        Ok(())
    }
}

/// The letters that labels may still have.
pub(super) struct Labels(Cell<usize>);

impl Labels {
    /// A label, as long as there are letters left for it.
    pub(super) fn take(&self, label: impl FnOnce() -> String) -> String {
        let text = if self.0.get() > 0 { label() } else { String::new() };
        let left = self.0.get().checked_sub(text.len() + 1);
        self.0.set(left.unwrap_or_default());
        left.map_or_else(|| "...".to_owned(), |_| text)
    }
}

/// The lengths of what an automaton matches, in positions or moves.
fn length_text(nfa: &Nfa, is_path: bool) -> String {
    let Some((least, most)) = nfa.lengths() else { return "matches nothing".into() };
    // The last node of a path is that where its last move leads.
    let (passed, noun) = if is_path { (1, "move") } else { (0, "position") };
    let (least, most) = (least - passed, most.map(|most| most - passed));
    let plural = |count| if count == 1 { "" } else { "s" };
    match most {
        Some(most) if most == least => format!("takes {most} {noun}{}", plural(most)),
        Some(most) => format!("takes {least} to {most} {noun}{}", plural(most)),
        None => format!("takes {least} {noun}{} or more", plural(least)),
    }
}

fn class_text(class: &Class, plan: &Plan) -> String {
    match class {
        Class::Closed => "closed: one pass answers for all starts of a game".into(),
        Class::Parametric(reads) if reads.is_empty() => {
            "asked from each start, where the answer matters: one memo".into()
        }
        Class::Parametric(reads) => {
            let names: Vec<&str> = reads.iter().map(|&var| plan.ir.name_of(var)).collect();
            format!("parametric in {}: one memo for each combination of their values", names.join(", "))
        }
        Class::Ordered(_) => "move by move, each state once at a position: more than the length decides".into(),
        Class::Effectful if !plan.options.automata => "backtracking: automata are switched off".into(),
        Class::Effectful => {
            format!("effectful: backtracking in run order, at most {} steps per match", plan.limits.steps)
        }
    }
}
