//! The command's tests on the program of Windows, under Wine: the tests run on this system, and the program that they call
//! is the one that is given away.
//!
//! Wine shows missing imports, paths, renames over open files, ends of lines, arguments, exit statuses. It does not show
//! consoles, and its file systems know upper and lower case. Tests of what Unix alone has, such as its devices, signals
//! and permissions, fail there; [`LEFT_OUT`] leaves them out.

use crate::project::Project;
use anyhow::{Result, ensure};
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use xshell::cmd;

const TRIPLE: &str = "x86_64-pc-windows-gnu";

/// Where Debian has Wine, which is in no folder of PATH there.
const WINE: &str = "/usr/lib/wine/wine64";

/// Rust asks this library for random numbers; Wine 8 does not have it. Never a part of a package.
const RANDOM: &str = r"
#include <windows.h>
#include <ntsecapi.h>
__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE bytes, SIZE_T count) { return RtlGenRandom(bytes, (ULONG)count); }
";

/// Tests, or parts of their names, that ask for what only Unix has, or for what Wine does in its own way.
const LEFT_OUT: [&str; 28] = [
    // Steps that fail are only in the program that tests build.
    "cli::faults",
    // Signals and limits of processes.
    "cli::resume",
    "cli::shard::a_file_that_grows_too_large",
    "cli::shard::a_signal",
    "cli::signals",
    "an_interrupted_run",
    // The words of the system's errors.
    "cli::inputs::what_cannot_be_read_does_not",
    "cli::losses::what_cannot_be_printed",
    "cli::outputs::a_full_disk",
    "cli::outputs::each_query_has",
    "cli::outputs::outputs_that_cannot",
    "cli::queries::everything_that_is_wrong",
    "what_is_refused",
    // Slashes between folders.
    "cli::formats::list",
    "cli::inputs::compressed_files",
    "cli::limits::a_header_names_no_file",
    "cli::tag::what_is_wrong",
    // Devices, pipes and links, and names that hold control characters.
    "cli::columnar::what_cannot_be_written",
    "cli::limits::a_pipe_in_a_folder",
    "cli::losses::an_output_may_be_a_link",
    "cli::shard::folders_that_cannot",
    "cli::terminals::messages_and_errors",
    // Nothing at all on standard input, which is there not told from an empty file.
    "cli::inputs::the_samples_are_searched",
    "cli::repair::what_cannot_be_read",
    "cli::sums::what_trees_refuse",
    // Scripts in the place of a browser, and folders for data as other systems name them.
    "cli::html::the_finished_report",
    "cli::libraries::recipes_of_ones_own",
    // To Wine, a file that is redirected is another one than that of its path.
    "cli::losses::standard_input_and_output",
];

/// Runs the tests. `args` are those of the test program.
pub(crate) fn test(project: &Project, program: Option<PathBuf>, args: &[String]) -> Result<()> {
    let shell = &project.shell;
    let wine = if project.has("wine64") { PathBuf::from("wine64") } else { PathBuf::from(WINE) };
    for (is_here, package) in [
        (project.has("x86_64-w64-mingw32-gcc"), "apt-get install gcc-mingw-w64-x86-64"),
        (project.has("wine64") || wine.exists(), "apt-get install wine64"),
    ] {
        ensure!(is_here, "a tool is missing: {package}");
    }
    let program = program.unwrap_or_else(|| project.target().join(TRIPLE).join("dist/tabiya.exe"));
    let program = project.root.join(program);
    ensure!(program.exists(), "there is no {}: cargo xtask dist --only programs --target {TRIPLE}", program.display());
    let folder = project.target().join("wine");
    fs::create_dir_all(&folder)?;
    fs::copy(&program, folder.join("tabiya.exe"))?;
    let (source, library) = (folder.join("random.c"), folder.join("bcryptprimitives.dll"));
    fs::write(&source, RANDOM)?;
    cmd!(shell, "x86_64-w64-mingw32-gcc -shared -o {library} {source} -ladvapi32").quiet().run()?;
    let (prefix, copy, script) = (folder.join("prefix"), folder.join("tabiya.exe"), folder.join("tabiya"));
    let [wine, prefix, copy] = [wine, prefix, copy].map(|path| path.display().to_string());
    let text = format!("#!/bin/sh\nWINEPREFIX='{prefix}' WINEDEBUG=-all exec '{wine}' '{copy}' \"$@\"\n");
    fs::write(&script, text)?;
    cmd!(shell, "chmod 755 {script}").quiet().run()?;
    // The first start makes the prefix.
    cmd!(shell, "{script} --version").run()?;
    // Wine's server goes with the last program, and a program that starts at that moment is lost: one waits for requests.
    let mut waiting = Command::new(&script).arg("engine").stdin(Stdio::piped()).stdout(Stdio::null()).spawn()?;
    let skipped = LEFT_OUT.iter().flat_map(|name| ["--skip", *name]);
    let tested = cmd!(shell, "cargo test --package tabiya --test command --")
        .args(args)
        .args(skipped)
        .env("TABIYA_PROGRAM", &script)
        .run();
    // Its input ends.
    drop(waiting.stdin.take());
    waiting.wait()?;
    Ok(tested?)
}
