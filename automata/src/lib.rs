//! Patterns over predicates on trees.
