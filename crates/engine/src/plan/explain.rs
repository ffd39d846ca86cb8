//! The plan as text: what is evaluated in order, what is a column and why, what is an automaton.

use super::{Class, Plan, Source};
use crate::ir::{AlmostIr, BoolId, SequenceId};
use crate::syntax::stack::with_room;
use std::fmt::Write as _;
use tabiya_automata::{Nfa, Pred};

impl Plan {
    /// The plan of one query, for people.
    pub fn explain(&self, query: usize) -> String {
        with_room(self.height, || self.explain_here(query))
    }

    fn explain_here(&self, number: usize) -> String {
        let mut text = String::new();
        let ir = &self.ir;
        let query = &ir.queries[number];
        let _ = writeln!(text, "typed form, in the order of evaluation");
        for line in self.conjuncts(query.body) {
            let _ = writeln!(text, "  {line}");
        }
        for (name, value) in &query.selects {
            let _ = writeln!(text, "  column {name} = {}", ir.text_of(*value));
        }
        if let Some(needs) = self.needs_text(number) {
            let _ = writeln!(text, "\nneeds: {needs}");
        }
        let used = self.used(query.body);
        let _ = writeln!(text, "\npredicates of sequences and searches");
        let symbols: Vec<BoolId> = used.iter().copied().filter(|&id| self.is_symbol(id)).collect();
        if symbols.is_empty() {
            let _ = writeln!(text, "  none");
        }
        for id in symbols {
            let _ = writeln!(text, "  b{}: {}\n      {}", id.index(), ir.text_of(id), self.reason(id));
        }
        for pattern in ir.backtracking(query.body) {
            let _ = writeln!(text, "\nregular expression \"{pattern}\": by backtracking");
        }
        for id in self.used_sequences(query.body) {
            let plan = self.sequence(id);
            let _ = writeln!(text, "\nsequence {}\n  {}", ir.text_of(id), class_text(&plan.class, self));
            let _ = writeln!(text, "  {}", length_text(plan.program.nfa(), ir.sequence(id).path().is_some()));
            let symbols = &ir.sequence(id).symbols;
            for (i, symbol) in symbols.iter().enumerate() {
                let _ = writeln!(text, "  p{i} = b{}: {}", symbol.index(), ir.text_of(*symbol));
            }
            if let Some(AlmostIr { differences, any }) = ir.sequence(id).almost {
                let plural = if differences == 1 { "" } else { "s" };
                let _ = writeln!(
                    text,
                    "  at most {differences} difference{plural}: p{any} is a position in the place of another"
                );
            }
            let base = symbols.len();
            let products = (base..).map_while(|i| Some((i, plan.program.nfa().factors(Pred::must(i))?)));
            for (i, factors) in products {
                let factors: Vec<String> = factors.iter().map(ToString::to_string).collect();
                let meaning = if factors.is_empty() { "the end, anywhere".into() } else { factors.join(" and ") };
                let _ = writeln!(text, "  p{i} = {meaning}");
            }
            for line in plan.program.nfa().to_string().lines() {
                let _ = writeln!(text, "    {line}");
            }
        }
        text
    }

    /// The automata of one query as Graphviz graphs.
    pub fn dot(&self, query: usize) -> Vec<String> {
        with_room(self.height, || self.dot_here(query))
    }

    fn dot_here(&self, query: usize) -> Vec<String> {
        let body = self.ir.queries[query].body;
        let graph = |id: SequenceId| {
            let nfa = self.sequence(id).program.nfa();
            nfa.to_dot(|pred| self.edge_label(id, nfa, pred))
        };
        self.used_sequences(body).into_iter().map(graph).collect()
    }

    /// The parts of the body's conjunction, each with what is known about it.
    fn conjuncts(&self, body: BoolId) -> Vec<String> {
        let parts = match self.ir.bool(body) {
            crate::ir::Bool::And(parts) => parts.clone(),
            _ => vec![body],
        };
        let line = |id: BoolId| {
            let info = self.ir.bool_info(id);
            let what = match (info.effect, info.reads.is_empty()) {
                (true, _) => "has effects: stays in its place",
                (false, false) => "reads variables",
                (false, true) => "closed",
            };
            format!("b{}: {}  [{what}, cost {}]", id.index(), self.ir.text_of(id), info.cost)
        };
        parts.into_iter().map(line).collect()
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

    fn is_symbol(&self, id: BoolId) -> bool {
        let sequences = 0..self.ir.sequences.len();
        let mut symbols = sequences.flat_map(|i| &self.ir.sequence(i.into()).symbols);
        symbols.any(|&symbol| symbol == id) || self.ir.is_searched(id)
    }

    fn used(&self, body: BoolId) -> Vec<BoolId> {
        self.ir.reachable(body).0
    }

    /// The sequences of a query, given by its body.
    pub(crate) fn used_sequences(&self, body: BoolId) -> Vec<SequenceId> {
        self.ir.reachable(body).1
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
