//! The catalogue of the language: one row for each word, from which its reading, printing, types and cost follow.
//!
//! A regular filter is an operation: a word, its arguments in a fixed number, and a result. Its row is in
//! `operations.rs`, and the syntax tree and the typed form hold it as the operation applied to its arguments. All other
//! words (parameters, infix operators, filters with a grammar of their own) are in `words.rs`. Phrases that read
//! like conditions but are not are in `misreadings.rs`.

pub(crate) mod misreadings;
mod operations;
mod row;
mod words;

pub use operations::{NumberOp, Op, PositionOp, SetOp, Shorthand, TextOp, TruthOp};
pub use row::{Adviser, Argument, Counterpart, DependsOn, Exchange, Exchanged, Form, Parameter, Requirement, Row};

use crate::dialect::Dialect;
use indexmap::IndexMap;
use std::collections::HashMap;
use std::sync::LazyLock;

/// The first row of each word, by its spelling.
static ROWS: LazyLock<IndexMap<&str, &Row>> = LazyLock::new(|| {
    let mut rows = IndexMap::new();
    for row in words::ROWS.iter().chain(Op::all().map(Op::row)) {
        rows.entry(row.word()).or_insert(row);
        for alias in row.aliases {
            rows.entry(alias).or_insert(row);
        }
    }
    rows
});

/// The operations of each word, and of each phrase. Several operations share a word if their arguments differ in type, or
/// the words after it.
static OPERATIONS: LazyLock<HashMap<&str, Vec<Op>>> = LazyLock::new(|| {
    let mut operations: HashMap<&str, Vec<Op>> = HashMap::new();
    for op in Op::all() {
        let row = op.row();
        let phrase = (row.word() != row.spelling).then_some(row.word());
        for spelling in row.spellings().chain(phrase) {
            operations.entry(spelling).or_default().push(op);
        }
    }
    operations
});

/// The words that a misspelt filter may have been meant for.
static SUGGESTIONS: LazyLock<Vec<&str>> = LazyLock::new(|| {
    let long = |row: &&Row, word: &str| word.len() > 2 && (row.is_reserved(Dialect::Six) || row.is_only_five());
    let mut words: Vec<_> = ROWS.iter().filter(|(word, row)| long(row, word)).collect();
    words.sort_unstable_by_key(|(word, row)| (row.is_only_five(), **word));
    words.into_iter().map(|(word, _)| *word).collect()
});

/// The row of a word.
pub fn row(word: &str) -> Option<&'static Row> {
    ROWS.get(word).copied()
}

/// The operations that a word stands for in a dialect; none for a word that is not a regular filter there, or that a
/// function of its own reads.
pub(crate) fn operations(word: &str, dialect: Dialect) -> &'static [Op] {
    match OPERATIONS.get(word) {
        Some(operations) => {
            let row = operations[0].row();
            let regular = row.form != Form::Infix && !row.own && row.is_filter_in(dialect);
            if regular { operations } else { &[] }
        }
        None => &[],
    }
}

/// The operation between two sets that a word stands for.
pub(crate) fn relation(word: &str) -> Option<SetOp> {
    match OPERATIONS.get(word)?.as_slice() {
        [op @ Op::Set(relation)] if op.row().form == Form::Infix => Some(*relation),
        _ => None,
    }
}

/// The rows of all words: the first one of each word.
pub(crate) fn rows() -> impl Iterator<Item = &'static Row> {
    let alias = |(word, row): &(&&str, &&'static Row)| **word == row.spelling;
    ROWS.iter().filter(alias).map(|(_, row)| *row)
}

/// True if a word cannot be the name of a variable.
pub(crate) fn is_reserved(word: &str, dialect: Dialect) -> bool {
    row(word).is_some_and(|row| row.is_reserved(dialect))
}

/// True if a word is a filter of CQL 5 that CQL 6 does not have.
pub(crate) fn is_only_five(word: &str) -> bool {
    row(word).is_some_and(Row::is_only_five)
}

/// True if a word has a meaning in CQL 6 and none in CQL 5.
pub(crate) fn is_only_six(word: &str) -> bool {
    row(word).is_some_and(|row| row.is_reserved(Dialect::Six) && !row.is_in_five())
}

/// True if a word is reserved although nothing can be written with it.
pub(crate) fn has_no_grammar(word: &str) -> bool {
    row(word).is_some_and(|row| row.form == Form::NoGrammar)
}

/// True if CQL 5 or CQL 6 gives a word a meaning.
pub(crate) fn is_known(word: &str) -> bool {
    row(word).is_some_and(Row::is_known)
}

/// True if a word is an infix operator.
pub(crate) fn is_infix(word: &str) -> bool {
    row(word).is_some_and(|row| row.form == Form::Infix)
}

/// True if a word stands only inside other filters or between them.
pub(crate) fn is_inside(word: &str) -> bool {
    row(word).is_some_and(|row| matches!(row.form, Form::Infix | Form::Parameter(_)))
}

/// The filter that a word is a parameter of, where one is the usual example; `cql` for parameters of the header.
pub(crate) fn owner(word: &str) -> Option<&'static str> {
    match row(word)?.form {
        Form::Parameter(owner) => Some(owner).filter(|owner| !owner.is_empty()),
        _ => None,
    }
}

/// The words that a misspelt filter may have been meant for.
pub(crate) fn suggestions() -> impl Iterator<Item = &'static str> {
    SUGGESTIONS.iter().copied()
}

/// Every word of the language with the page of the manual that describes it, for editors and references.
pub fn all_words() -> impl Iterator<Item = (&'static str, &'static str)> {
    ROWS.iter().map(|(word, row)| (*word, row.page)).filter(|(_, page)| !page.is_empty())
}
