//! Floor 8, front: the command `tabiya`.

mod assist;
mod book;
mod cli;
mod lookup;
mod recipes;
mod samples;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::main()
}
