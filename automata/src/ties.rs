//! All runs of moves that are as good as the best, for each start, in run order.
//!
//! The continuation of the best run from a node does not depend on the start, and neither do the runs that tie with it.
//! So each state at a node has a list of the ends of its best runs, put together from the lists of what follows; lists
//! share their parts. How many steps [`MoveBacktrack`](crate::MoveBacktrack) would take to try all runs is counted in
//! the same way, without taking them: beyond a limit, ends to which several runs lead count once.
//!
//! The limit is 100,000 steps a start. If the moves make comments, runs are tried in order instead.

use crate::ids::number_of;
use std::collections::{HashMap, HashSet};

use regex_automata::nfa::thompson::{NFA, State};

use crate::moves::{BestRun, Goal, PureMoves, Ranking};
use crate::program::MoveProgram;
use crate::solve::Spread;

/// A list of ends: an index into [`Ties::lists`], or [`EMPTY`].
type List = u32;

const EMPTY: List = u32::MAX;

/// The result for a state at a node, as far as it is known.
#[derive(Clone, Copy, Debug)]
struct Tie {
    /// The number of steps that trying everything from here takes.
    steps: u64,
    /// The end of each of the best runs, in run order.
    all: List,
    /// The same ends, each where it comes first.
    different: List,
}

/// The lists of one memo. Forget them when it is cleared.
#[derive(Debug, Default)]
pub(crate) struct Ties {
    known: HashMap<u64, Tie, Spread>,
    lists: Vec<Part>,
    joined: HashMap<(List, List), List, Spread>,
    todo: Vec<(Goal, bool)>,
    reached: Vec<u32>,
}

#[derive(Clone, Copy, Debug)]
enum Part {
    End(u32),
    Both(List, List),
}

/// The alternatives of a state at a node: the number of steps that trying them takes by itself, and the goals they lead
/// to.
struct Branches {
    steps: u64,
    /// Each with the number of moves to it.
    goals: Vec<(Goal, bool)>,
}

impl Ties {
    pub(crate) fn clear(&mut self) {
        self.known.clear();
        self.lists.clear();
        self.joined.clear();
    }

    /// The ends of all runs from a goal that tie with its best, the best first. If it takes more than `limit` steps to
    /// try all runs, each end comes once.
    pub(crate) fn ends<M: PureMoves>(
        &mut self,
        best: &dyn Fn(Goal) -> Option<BestRun>,
        (program, nfa): (&MoveProgram, &NFA),
        moves: &mut M,
        (rank, limit): (Ranking, u64),
        start: Goal,
    ) -> Vec<u32> {
        self.todo.clear();
        self.todo.push((start, false));
        while let Some((goal, open)) = self.todo.pop() {
            if self.known.contains_key(&goal.key()) {
                continue;
            }
            let branches = self.branches((program, nfa), moves, goal);
            if !open {
                // First what it leads to.
                self.todo.push((goal, true));
                let ahead = branches.goals.iter().map(|&(goal, _)| (goal, false));
                let before = self.todo.len();
                self.todo.extend(ahead.filter(|(goal, _)| !self.known.contains_key(&goal.key())));
                if self.todo.len() > before {
                    continue;
                }
                self.todo.pop();
            }
            let tie = self.joined(best, rank, goal, &branches, nfa);
            self.known.insert(goal.key(), tie);
        }
        let Some(tie) = self.known.get(&start.key()) else { return Vec::new() };
        let list = if tie.steps > limit { tie.different } else { tie.all };
        self.flat(list)
    }

    /// The steps and goals of [`MoveBacktrack`](crate::MoveBacktrack) at a goal: one step to enter it, one to undo what
    /// held, and one for each attempt at a move and for their end.
    fn branches<M: PureMoves>(&mut self, (program, nfa): (&MoveProgram, &NFA), moves: &mut M, goal: Goal) -> Branches {
        let Goal { state, node, first } = goal;
        let here = |state| (Goal { state, ..goal }, false);
        match nfa.state(state) {
            State::Match { .. } => Branches { steps: 1, goals: Vec::new() },
            State::BinaryUnion { alt1, alt2 } => Branches { steps: 1, goals: vec![here(*alt1), here(*alt2)] },
            State::Union { alternates } => {
                Branches { steps: 1, goals: alternates.iter().map(|&state| here(state)).collect() }
            }
            _ => {
                let (word, next) = program.word(nfa, state);
                if word.test {
                    let holds = program.factors(&word).iter().all(|&pred| moves.holds(pred, node));
                    let goals = if holds { vec![here(next)] } else { Vec::new() };
                    return Branches { steps: 1 + u64::from(holds), goals };
                }
                self.reached.clear();
                moves.moves(node, first, &mut self.reached);
                let mut accepts = |node| program.factors(&word).iter().all(|&pred| moves.accepts(pred, node));
                let accepted = self.reached.iter().filter(|&&node| accepts(node));
                let goals: Vec<_> = accepted.map(|&node| (Goal { state: next, node, first: false }, true)).collect();
                Branches { steps: 2 + self.reached.len() as u64 + goals.len() as u64, goals }
            }
        }
    }

    fn joined(
        &mut self,
        best: &dyn Fn(Goal) -> Option<BestRun>,
        rank: Ranking,
        goal: Goal,
        branches: &Branches,
        nfa: &NFA,
    ) -> Tie {
        let mut tie = Tie { steps: branches.steps, all: EMPTY, different: EMPTY };
        let found = best(goal);
        if let (State::Match { .. }, Some(found)) = (nfa.state(goal.state), found) {
            tie.all = self.end(found.cell.end);
            tie.different = tie.all;
        }
        for &(ahead, moved) in &branches.goals {
            let Some(part) = self.known.get(&ahead.key()).copied() else { continue };
            tie.steps = tie.steps.saturating_add(part.steps);
            let value = best(ahead).map(|found| if moved { found.longer() } else { found });
            if value.zip(found).is_some_and(|(value, best)| ties(rank, value, best)) {
                tie.all = self.both(tie.all, part.all);
                tie.different = self.union(tie.different, part.different);
            }
        }
        tie
    }

    fn end(&mut self, end: u32) -> List {
        // Ends are told apart from pairs by a half that no list has.
        self.part((EMPTY, end), Part::End(end))
    }

    fn both(&mut self, a: List, b: List) -> List {
        match (a, b) {
            (EMPTY, list) | (list, EMPTY) => list,
            _ => self.part((a, b), Part::Both(a, b)),
        }
    }

    /// The list of a part: equal parts have one list.
    fn part(&mut self, key: (List, List), part: Part) -> List {
        let Ties { joined, lists, .. } = self;
        *joined.entry(key).or_insert_with(|| {
            lists.push(part);
            number_of(lists.len()) - 1
        })
    }

    /// The ends of the first list, then those of the second that are not in it.
    fn union(&mut self, a: List, b: List) -> List {
        if a == b || b == EMPTY {
            return a;
        }
        let known: HashSet<u32> = self.flat(a).into_iter().collect();
        let others = self.flat(b);
        let fresh: Vec<u32> = others.iter().copied().filter(|end| !known.contains(end)).collect();
        if fresh.len() == others.len() {
            return self.both(a, b);
        }
        fresh.into_iter().fold(a, |list, end| {
            let end = self.end(end);
            self.both(list, end)
        })
    }

    fn flat(&self, list: List) -> Vec<u32> {
        let (mut ends, mut todo) = (Vec::new(), vec![list]);
        while let Some(list) = todo.pop() {
            match self.lists.get(list as usize) {
                Some(Part::End(end)) => ends.push(*end),
                Some(Part::Both(a, b)) => todo.extend([*b, *a]),
                None => {}
            }
        }
        ends
    }
}

/// True if a run is as good as the best.
fn ties(rank: Ranking, run: BestRun, best: BestRun) -> bool {
    match rank {
        Ranking::Length | Ranking::Shortest => run.cell.len == best.cell.len,
        Ranking::Worth => run.worth == best.worth,
        Ranking::First => false,
    }
}
