//! The simulation of big searches, as the pages of the book call it.

use crate::fleet::project;
use std::process::Command;

#[test]
fn the_simulation_is_a_program() {
    let run = Command::new(project().join("bindings/cluster/scale/simulate.py"))
        .arg(project().join("bindings/cluster/scale/times.txt"))
        .args(["--work", "1000", "--threads", "4", "--rounds", "1"])
        .output();
    let run = run.expect("it can be started");
    assert!(run.status.success() && !run.stdout.is_empty(), "{}", String::from_utf8_lossy(&run.stderr));
}
