//! The whole program under a limit of the operating system: it refuses, with exit status 2, and is not ended.

use std::process::Command;

/// Arguments of the program, the text on its standard input, and the kilobytes of addresses that it may take.
type Case = (&'static [&'static str], fn() -> String, u64);

const CASES: [Case; 3] = [
    (&["check", "-"], || lines(4_000, |n| format!("next (#A=={n}{{60000}})")), 1_500_000),
    (&["check", "-"], || lines(20_000, |n| format!("not \"a\" ~~ \"(\\\\w{{40}}){{60}}x{n}\"")), 1_500_000),
    (&["explain", "-"], || lines(100, |n| format!("next (#A=={n}{{60000}})")), 1_500_000),
];

fn lines(count: usize, line: impl Fn(usize) -> String) -> String {
    (0..count).map(|n| line(n) + "\n").collect()
}

#[test]
fn the_program_refuses_what_is_too_much() {
    for (arguments, input, kilobytes) in CASES {
        let folder = tempfile::tempdir().expect("a folder");
        let query = folder.path().join("query.cql");
        std::fs::write(&query, input()).expect("a query");
        let given: Vec<String> =
            arguments.iter().map(|word| word.replace('-', query.to_str().expect("a path in UTF-8"))).collect();
        let limited = format!("ulimit -v {kilobytes}; exec \"$0\" \"$@\"");
        let run = Command::new("sh").args(["-c", &limited, env!("CARGO_BIN_EXE_tabiya")]).args(&given).output();
        let run = run.expect("a shell");
        let told = String::from_utf8_lossy(&run.stderr);
        let status = if arguments[0] == "explain" { 0 } else { 2 };
        assert_eq!(run.status.code(), Some(status), "{arguments:?}: {told}");
        assert!(!told.contains("memory allocation"), "{arguments:?}: {told}");
    }
}
