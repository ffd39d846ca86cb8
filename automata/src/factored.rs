//! Answers about products of predicates, from a caller who knows the predicates of the pattern alone.

use crate::ids::Pred;
use crate::nfa::Nfa;
use crate::tree::Symbols;

/// Answers about every predicate that the engines ask for, from answers about those of the pattern: see [`Nfa::factored`].
#[derive(Clone, Debug)]
pub struct Factored<'n, S> {
    nfa: &'n Nfa,
    symbols: S,
}

impl Nfa {
    /// Answers about the predicates of the pattern, made fit for this automaton: products ([`Nfa::factors`]), which engines ask
    /// for where members match at once, hold where all their factors hold.
    ///
    /// ```
    /// use tabiya_automata::*;
    ///
    /// struct Text(&'static [u8]);
    /// impl Symbols for Text {
    ///     fn node(&mut self, pred: Pred, n: u32) -> bool {
    ///         // An array of two is enough: no other predicate is asked for.
    ///         self.0[n as usize] == b"ab"[pred.index()]
    ///     }
    /// }
    /// let [a, b] = [0, 1].map(|letter| Pattern::pred(Pred::must(letter)));
    /// // Two letters, of which the last is b.
    /// let letter = Pattern::alt(vec![a, b.clone()]);
    /// let pattern = Pattern::both(vec![Pattern::repeat(letter.clone(), 2, Some(2)), Pattern::concat(vec![letter, b])]);
    /// let nfa = Nfa::compile(&pattern, &Config::default())?;
    /// let mut text = nfa.factored(Text(b"aab"));
    /// let mut longest = Longest::new();
    /// let cells = longest.run(&nfa, &Chain(3), &[], &mut text, Direction::Forward, Choice::Longest);
    /// assert_eq!((0..3).map(|n| cells.get(n).is_some()).collect::<Vec<_>>(), [false, true, false]);
    /// # Ok::<(), BuildError>(())
    /// ```
    pub fn factored<S: Symbols>(&self, symbols: S) -> Factored<'_, S> {
        Factored { nfa: self, symbols }
    }

    fn factors_of<'p>(&'p self, pred: &'p Pred) -> &'p [Pred] {
        self.factors(*pred).unwrap_or(std::slice::from_ref(pred))
    }
}

impl<S: Symbols> Symbols for Factored<'_, S> {
    fn node(&mut self, pred: Pred, n: u32) -> bool {
        self.nfa.factors_of(&pred).iter().all(|&factor| self.symbols.node(factor, n))
    }

    fn is_edge(&self, pred: Pred) -> bool {
        self.nfa.factors_of(&pred).iter().any(|&factor| self.symbols.is_edge(factor))
    }

    fn edge(&mut self, pred: Pred, n: u32, child: Option<u32>) -> bool {
        self.nfa.factors_of(&pred).iter().all(|&factor| match self.symbols.is_edge(factor) {
            true => self.symbols.edge(factor, n, child),
            false => self.symbols.node(factor, n),
        })
    }

    fn solves(&mut self, n: u32) -> bool {
        self.symbols.solves(n)
    }

    fn skip(&self, n: u32) -> bool {
        self.symbols.skip(n)
    }
}
