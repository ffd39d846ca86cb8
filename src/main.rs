//! Floor 7, front: the command `tabiya`.

mod cli;
mod samples;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::main()
}
