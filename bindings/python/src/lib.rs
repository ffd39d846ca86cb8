//! The native part of the Python package `tabiya`.
//!
//! With abi3 one wheel serves every version of Python from 3.10 on. PyO3 does not record types, so signatures are also
//! in `_native.pyi`; mypy's stubtest compares both in every run of the tests.

mod arguments;
mod automata;
mod chess;
mod columns;
mod command;
mod engine;
mod errors;
mod found;
mod game;
mod games;
mod index;
mod kept;
mod pickled;
mod pictures;
mod position;
mod program;
mod query;
mod recipes;
mod reports;
mod resources;
mod running;
mod said;
mod search;
mod sequence;
mod sequence_engine;
mod sequence_search;
mod sql;
mod sums;
mod tables;
mod tally;
mod texts;
mod values;
mod waiting;

use pyo3::prelude::*;

/// The native part of the package; `import tabiya` gives all of it.
#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    errors::register(module)?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_function(wrap_pyfunction!(query::search, module)?)?;
    module.add_function(wrap_pyfunction!(query::compile, module)?)?;
    module.add_function(wrap_pyfunction!(query::check, module)?)?;
    module.add_function(wrap_pyfunction!(query::explain, module)?)?;
    module.add_function(wrap_pyfunction!(recipes::recipe, module)?)?;
    module.add_function(wrap_pyfunction!(recipes::recipes, module)?)?;
    module.add_function(wrap_pyfunction!(index::index, module)?)?;
    module.add_function(wrap_pyfunction!(sql::sql, module)?)?;
    module.add_function(wrap_pyfunction!(sums::tree, module)?)?;
    module.add_function(wrap_pyfunction!(sums::novelty, module)?)?;
    module.add_function(wrap_pyfunction!(sums::repertoire, module)?)?;
    module.add_function(wrap_pyfunction!(sums::dedupe, module)?)?;
    module.add_function(wrap_pyfunction!(sums::tag, module)?)?;
    module.add_function(wrap_pyfunction!(tally::tally, module)?)?;
    module.add_function(wrap_pyfunction!(texts::ask_texts, module)?)?;
    module.add_function(wrap_pyfunction!(command::run_command, module)?)?;
    module.add_class::<engine::Engine>()?;
    module.add_class::<query::Query>()?;
    module.add_class::<search::Search>()?;
    module.add_class::<game::Game>()?;
    module.add_class::<found::Match>()?;
    module.add_class::<position::Position>()?;
    module.add_class::<sequence::Sequence>()?;
    module.add_class::<sequence_search::SequenceMatch>()?;
    module.add_class::<sequence_search::SequenceSearch>()?;
    module.add_class::<sql::Rows>()?;
    module.add_class::<texts::Column>()?;
    module.add_class::<automata::Pattern>()?;
    module.add_class::<automata::Matches>()?;
    Ok(())
}
