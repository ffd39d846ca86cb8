//! The native part of the Python package `tabiya`.

mod automata;
mod columns;
mod errors;

use pyo3::prelude::*;

/// The native part of the package; `import tabiya` gives all of it.
#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    errors::register(module)?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<automata::Pattern>()?;
    module.add_class::<automata::Matches>()?;
    Ok(())
}
