//! The tests of the crate, one binary: letters are predicates, subsets of letters are nodes.

#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    reason = "the numbers of tests are small"
)]

mod alphabet; // Patterns of about 256 predicates and more.
mod beside; // Memos that share a common memo, tails and ties, against the engines without them.
mod compiler; // Whole programs, as dumps.
mod deep; // Trees of 100,000 nodes and patterns that ruin backtrackers.
mod exhaustive; // All small patterns on all small trees.
mod follow; // The states that are alive along a line.
mod forests; // Graphs of petgraph as trees, against recursion.
mod graphs; // Automata as graphs: what is reached, and the lengths of matches.
mod greedy; // Which part of a pattern takes which node, if repetitions are greedy.
mod letters; // Patterns from text, trees with letters.
mod limits; // Errors of the compiler, step limit.
mod lines; // Existence over rows of bits: many lines in a row, and long ones alone.
mod moves; // Moves, tests and later nodes against a naive matcher.
mod sampled; // Larger patterns and trees, at random.
mod units; // Single cases worth a name.
mod wide; // Automata of several words.
mod words; // Existence by whole words on long chains.
