//! Programs in C and Tcl that use the built library. What `program.c` prints is kept in `program.txt`, which
//! `TABIYA_PROGRAM=write cargo test -p tabiya-c` writes; its rows are those that the library has in Rust.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use tabiya::chess::MoveList;
use tabiya::rows::{Choice, Columns, Row};
use tabiya::{Query, RunOptions};
use tempfile::TempDir;

fn folder() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn games() -> PathBuf {
    folder().join("../../examples/games/sample.pgn")
}

/// A folder with the library under the names of a release. Cargo has built it next to this test.
fn built() -> TempDir {
    let place = tempfile::tempdir().expect("a folder");
    let tests = std::env::current_exe().expect("this test");
    let beside = tests.parent().expect("its folder");
    let (prefix, ending) = (std::env::consts::DLL_PREFIX, std::env::consts::DLL_SUFFIX);
    for (made, name) in [
        (format!("{prefix}tabiya_c{ending}"), format!("{prefix}tabiya{ending}")),
        ("libtabiya_c.a".to_owned(), "libtabiya.a".to_owned()),
    ] {
        fs::copy(beside.join(made), place.path().join(name)).expect("the library, which is built with its tests");
    }
    place
}

/// Runs a program and gives what it prints; `None`, with a word about it, if there is no such program.
fn run(command: &mut Command) -> Option<String> {
    let output = match command.output() {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            let program = command.get_program().to_string_lossy();
            tabiya_test_support::tell(&format!("left out: programs that use libtabiya: there is no `{program}` here"));
            return None;
        }
        other => other.expect("a program that runs"),
    };
    let [out, errors] = [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
    assert!(output.status.success(), "{command:?} fails: {}\n{out}{errors}", output.status);
    assert_eq!(errors, "", "the library prints nothing");
    Some(out)
}

/// Compiles a file of C. `options` come after it.
fn compile(source: &Path, options: &[&str], to: &Path) -> Option<()> {
    let mut compiler = Command::new("cc");
    let warnings = ["-std=c99", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-D_GNU_SOURCE"];
    compiler.args(warnings).arg("-I").arg(folder().join("include")).arg(source).args(options).arg("-o").arg(to);
    run(&mut compiler).map(drop)
}

#[test]
fn a_program_in_c() {
    let place = built();
    let (library, source) = (place.path().to_str().expect("a path"), folder().join("tests/c/program.c"));
    let shared = ["-L", library, "-ltabiya", "-lpthread", &format!("-Wl,-rpath,{library}")].map(str::to_owned);
    let archive = format!("{library}/libtabiya.a");
    // What rustc lists for `--print native-static-libs`.
    let system: &[&str] =
        if cfg!(target_os = "macos") { &["-framework", "CoreFoundation"] } else { &["-lm", "-ldl", "-lgcc_s"] };
    let fixed: Vec<String> =
        [archive.as_str(), "-lpthread"].iter().chain(system).map(|&word| word.to_owned()).collect();
    let mut printed = Vec::new();
    for (name, options) in [("shared", &shared[..]), ("static", &fixed)] {
        let program = place.path().join(name);
        let options: Vec<&str> = options.iter().map(String::as_str).collect();
        if compile(&source, &options, &program).is_none() {
            return;
        }
        printed.extend(run(Command::new(&program).arg(games()).arg("no-such.pgn")));
    }
    assert_eq!(printed.len(), 2);
    assert_eq!(printed[0], printed[1], "both libraries answer alike");
    let text = printed[0].replace(&games().display().to_string(), "sample.pgn");
    let text = text.replace(concat!("version ", env!("CARGO_PKG_VERSION")), "version VERSION");
    let kept = folder().join("tests/c/program.txt");
    if std::env::var_os("TABIYA_PROGRAM").is_some_and(|what| what == "write") {
        fs::write(&kept, &text).expect("a file");
    }
    assert_eq!(text, fs::read_to_string(&kept).expect("what it printed before"));
    let rows = text.lines().filter(|line| line.contains(" {\"file\":"));
    let rows: Vec<&str> = rows.filter_map(|line| line.splitn(4, ' ').nth(3)).collect();
    assert_eq!(rows, rows_in_rust());
}

/// The rows of the first query of `program.c`, with all columns by default.
fn rows_in_rust() -> Vec<String> {
    let query = Query::parse("mate and move previous from N").expect("a query");
    let columns = Columns::new(&Choice::of(query.set())).expect("columns");
    let mut rows = Vec::new();
    for found in query.matches_in(games(), &RunOptions::default()).expect("a search") {
        let (found, mut row) = (found.expect("a match"), String::new());
        columns.push_json(&Row::of(&found, "query", &[]), &mut MoveList::new(), &mut row);
        serde_json::from_str::<serde_json::Value>(&row).expect("JSON");
        rows.push(row.replace(&games().display().to_string(), "sample.pgn"));
    }
    rows
}

#[test]
#[cfg(target_os = "linux")]
fn an_extension_of_tcl() {
    let place = built();
    let headers =
        ["/usr/include/tcl", "/usr/include/tcl8.6"].into_iter().find(|at| Path::new(at).join("tcl.h").exists());
    let Some(headers) = headers else {
        return tabiya_test_support::tell("left out: the extension of Tcl: there is no tcl.h here");
    };
    let examples = folder().join("examples/tcl");
    let (library, extension) = (place.path().to_str().expect("a path"), place.path().join("extension.so"));
    let rpath = format!("-Wl,-rpath,{library}");
    let options =
        ["-shared", "-fPIC", "-I", headers, "-DUSE_TCL_STUBS", "-L", library, "-ltabiya", "-ltclstub8.6", &rpath];
    if compile(&examples.join("tabiya.c"), &options, &extension).is_none() {
        return;
    }
    let script = examples.join("mates.tcl");
    let Some(printed) = run(Command::new("tclsh").arg(script).arg(&extension).arg(games())) else { return };
    let expected = "game 4, ply 13: Legal de Kermeur, 7. Nd5#\ngame 28, ply 11: Alekhine, Alexander, 6. Nd6#\n\
                    game 64, ply 7: Philidor's legacy, 4. Nf7#\n3 found\n2 looked at\nerror[unknown-name]: there is no filter or variable `chek`\n";
    assert_eq!(printed, expected);
}
