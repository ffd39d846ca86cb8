//! `A & B` in the run order of the first member alone.
//!
//! Of the first member, the leader, each choice is tried in turn. What the others may do is followed all at once, in a set of
//! states for each of them. Which states of a set go on depends on the words that hold at a node: first all of them are
//! tested, then each part of them, the larger parts before the smaller. The first part that holds is then just what holds; and
//! if no run goes on from there, none goes on from a smaller part, which leads to less.

use std::cmp::Reverse;
use std::collections::HashSet;

use regex_automata::nfa::thompson::NFA;
use regex_automata::util::primitives::StateID;

use crate::alphabet::{Alphabet, WORDS};
use crate::config::Config;
use crate::error::BuildError;
use crate::pattern::Pattern;
use crate::product::{Does, Explorable, Explored, Size, alternatives, explore, is_match};

/// A state: that of the leader, those in which each other member can be, and whether a node has been consumed.
#[derive(Clone, PartialEq, Eq, Hash)]
struct At {
    lead: StateID,
    sets: Vec<Vec<StateID>>,
    consumed: bool,
}

/// A state, and the word that is tested before it, if there is one.
type Key = (Option<usize>, At);

/// The states of all members at once. A run ends in end 0 if it has consumed nothing, else in end 1.
pub(crate) fn both(
    alphabet: &mut Alphabet,
    pattern: &Pattern,
    members: &[NFA],
    config: &Config,
) -> Result<Explored, BuildError> {
    let [leader, others @ ..] = members else { unreachable!("Pattern::both has two members at least") };
    let sets = others.iter().map(|nfa| reached(nfa, vec![nfa.start_anchored()])).collect();
    let start = At { lead: leader.start_anchored(), sets, consumed: false };
    let does = |(asked, at): &Key, size: &mut Size<'_>| {
        if let Some(word) = *asked {
            return Ok(Does::Asks(word, (None, at.clone())));
        }
        if let Some(ways) = alternatives(leader, at.lead) {
            return Ok(Does::Tries(ways.into_iter().map(|lead| (None, At { lead, ..at.clone() })).collect()));
        }
        let led = (!is_match(leader, at.lead)).then(|| alphabet.word(leader, at.lead));
        if let Some((word, lead)) = led.filter(|&(word, _)| alphabet.words[word].test) {
            return Ok(Does::Asks(word, (None, At { lead, ..at.clone() })));
        }
        if let Some(ways) = tests(alphabet, others, at) {
            return Ok(Does::Tries(ways));
        }
        let Some((word, lead)) = led else {
            // All members end together.
            let all = others.iter().zip(&at.sets).all(|(nfa, set)| set.iter().any(|&state| is_match(nfa, state)));
            return Ok(if all { Does::Ends(usize::from(at.consumed)) } else { Does::Nothing });
        };
        let consume = Consume::new(alphabet, others, at, word);
        size.check(consume.most())?;
        let mut ways = Vec::new();
        for (words, sets) in consume.ways(others) {
            let word = alphabet.product(&words);
            if word >= WORDS {
                return Err(BuildError::preds(pattern, word + 1, WORDS));
            }
            ways.push((Some(word), At { lead, sets, consumed: true }));
            size.add(words.len() + ways[ways.len() - 1].parts())?;
        }
        Ok(Does::Tries(ways))
    };
    explore(vec![(None, start)], &mut Size::new(pattern, pattern.size(), config), does)
}

impl Explorable for Key {
    fn parts(&self) -> usize {
        self.1.sets.iter().map(|set| set.len() + 4).sum()
    }
}

/// What follows if the first test in the sets holds, and then if it does not; `None` if there is no test.
fn tests(alphabet: &Alphabet, others: &[NFA], at: &At) -> Option<Vec<Key>> {
    let all = others.iter().zip(&at.sets).enumerate();
    let mut all = all.flat_map(|(member, (nfa, set))| set.iter().map(move |&state| (member, nfa, state)));
    let (member, nfa, test) = all.find(|&(_, nfa, state)| {
        let word = (!is_match(nfa, state)).then(|| alphabet.word(nfa, state).0);
        word.is_some_and(|word| alphabet.words[word].test)
    })?;
    let (word, next) = alphabet.word(nfa, test);
    let then = |word: Option<usize>, next: Option<StateID>| {
        let kept = at.sets[member].iter().copied().filter(|&state| state != test);
        let mut at = at.clone();
        at.sets[member] = reached(nfa, kept.chain(next).collect());
        (word, at)
    };
    Some(vec![then(Some(word), Some(next)), then(None, None)])
}

/// A node that the leader consumes with some word.
struct Consume {
    word: usize,
    others: Vec<Member>,
}

/// What the set of states of one member asks about that node.
#[derive(Default)]
struct Member {
    /// The states after those that ask about the word of the leader, which holds.
    led: Vec<StateID>,
    /// The other words, with the states after them.
    asked: Vec<(usize, Vec<StateID>)>,
}

impl Consume {
    fn new(alphabet: &Alphabet, others: &[NFA], at: &At, word: usize) -> Consume {
        let of = |(nfa, set): (&NFA, &Vec<StateID>)| {
            let mut member = Member::default();
            for &state in set.iter().filter(|&&state| !is_match(nfa, state)) {
                let (asked, next) = alphabet.word(nfa, state);
                if asked == word {
                    member.led.push(next);
                } else if let Some((_, after)) = member.asked.iter_mut().find(|(known, _)| *known == asked) {
                    after.push(next);
                } else {
                    member.asked.push((asked, vec![next]));
                }
            }
            member
        };
        Consume { word, others: others.iter().zip(&at.sets).map(of).collect() }
    }

    /// The greatest number of ways.
    fn most(&self) -> usize {
        let asked: usize = self.others.iter().map(|member| member.asked.len()).sum();
        u32::try_from(asked).ok().and_then(|asked| 1usize.checked_shl(asked)).unwrap_or(usize::MAX)
    }

    /// The words that hold, and the sets after them, the larger parts first. Each member goes on.
    fn ways(&self, others: &[NFA]) -> impl Iterator<Item = (Vec<usize>, Vec<Vec<StateID>>)> {
        let mut parts: Vec<Vec<u32>> = vec![Vec::new()];
        for member in &self.others {
            let of_member = (0..1u32 << member.asked.len()).filter(|&part| part != 0 || !member.led.is_empty());
            let of_member: Vec<u32> = of_member.collect();
            let longer = |all: Vec<u32>| of_member.iter().map(move |&part| all.iter().copied().chain([part]).collect());
            parts = parts.into_iter().flat_map(longer).collect();
        }
        parts.sort_by_key(|all| Reverse(all.iter().map(|part| part.count_ones()).sum::<u32>()));
        parts.into_iter().map(move |all| {
            let (mut words, mut sets) = (vec![self.word], Vec::with_capacity(others.len()));
            for ((nfa, member), part) in others.iter().zip(&self.others).zip(all) {
                let mut after = member.led.clone();
                for (_, (word, next)) in member.asked.iter().enumerate().filter(|(i, _)| part >> i & 1 == 1) {
                    words.push(*word);
                    after.extend(next);
                }
                sets.push(reached(nfa, after));
            }
            (words, sets)
        })
    }
}

/// The states that ask or end and are reached from some without consuming a node, in ascending order.
fn reached(nfa: &NFA, from: Vec<StateID>) -> Vec<StateID> {
    let (mut todo, mut seen, mut found) = (from, HashSet::new(), Vec::new());
    while let Some(state) = todo.pop() {
        if seen.insert(state) {
            match alternatives(nfa, state) {
                Some(ways) => todo.extend(ways),
                None => found.push(state),
            }
        }
    }
    found.sort_unstable();
    found
}
