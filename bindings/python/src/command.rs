//! The command `tabiya`, for the script that the package installs.

use pyo3::prelude::*;
use std::ffi::OsString;

/// Runs the command with a command line, and ends the process.
#[pyfunction]
pub(crate) fn run_command(py: Python<'_>, words: Vec<OsString>) {
    py.detach(|| tabiya_command::main(words))
}
