//! Floor 8, front: the command `tabiya`.

mod book;
mod cli;
mod recipes;
mod samples;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::main()
}
