//! Whether every package compiles for the systems that are not this one: the compiler's checks and lints alone, since
//! linkers for them are not here. The program itself is built, and for Windows tested, by other tasks.

use crate::project::Project;
use anyhow::{Result, ensure};
use xshell::cmd;

/// One machine of each system.
const TRIPLES: [&str; 2] = ["x86_64-pc-windows-gnu", "aarch64-apple-darwin"];

/// Checks the workspace. Zig is the compiler of C for all systems.
pub(crate) fn check(project: &Project) -> Result<()> {
    ensure!(project.has("cargo-zigbuild"), "a tool is missing: pip install cargo-zigbuild ziglang");
    for triple in TRIPLES {
        ensure!(project.has_target(triple), "a target is missing: rustup target add {triple}");
    }
    for triple in TRIPLES {
        eprintln!("== {triple}");
        // libFuzzer is C++ for the system that fuzzes.
        cmd!(project.shell, "cargo-zigbuild clippy --locked --workspace --exclude tabiya-fuzz --target {triple}")
            .args(["--", "-D", "warnings"])
            // The interface of Python is the same for all its versions, and needs none here.
            .env("PYO3_NO_PYTHON", "1")
            .run()?;
    }
    Ok(())
}
