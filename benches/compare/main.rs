//! Tabiya and its rivals on the same games: `cargo bench --bench compare -- [--rounds N] GAMES`.
//!
//! The programs and how each is called stand in `programs.toml`, the questions in `queries.toml`. A program that is not
//! installed is left out, and the table says so. Each round asks every program every question in turn, so that a
//! machine that is busy for a while disturbs all of them alike. The figures are medians of the processor time of a whole
//! process, its start and reading included; where the program uses a file of its own, making that file is timed apart.

#![allow(clippy::disallowed_methods)]
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "the tables are what this program is for")]

mod process;
mod programs;
mod table;

use clap::Parser;
use programs::{Prepared, Question};
use std::error::Error;
use std::path::PathBuf;

/// Compares Tabiya with other programs.
#[derive(Parser)]
struct Arguments {
    /// The number of rounds.
    #[arg(long, default_value_t = 3)]
    rounds: usize,
    /// Only the questions whose names contain this text.
    #[arg(long, default_value = "")]
    only: String,
    /// The program file of Tabiya.
    #[arg(long, default_value = "target/release/tabiya")]
    tabiya: PathBuf,
    /// A file of games in plain PGN, because not every program reads compressed ones.
    games: PathBuf,
    /// Given by `cargo bench`.
    #[arg(long, hide = true)]
    bench: bool,
}

/// The outcome of asking a program a question.
#[derive(Clone, Copy)]
struct Answer {
    /// Processor time, in seconds.
    seconds: f64,
    /// The number of games found, where the program tells.
    games: Option<u64>,
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments = Arguments::parse();
    let folder = tempfile::tempdir()?;
    let games = std::path::absolute(&arguments.games)?;
    let tabiya = std::path::absolute(&arguments.tabiya)?;
    let questions: Vec<Question> = programs::questions()?;
    let questions: Vec<Question> = questions.into_iter().filter(|q| q.name.contains(&arguments.only)).collect();
    let mut installed = Vec::new();
    for program in programs::programs()? {
        let name = program.name.clone();
        match Prepared::new(program, &tabiya, &games, folder.path()) {
            Ok(prepared) => installed.push(prepared),
            Err(reason) => eprintln!("{name}: left out: {reason}"),
        }
    }
    let mut answers: Vec<Vec<Vec<Answer>>> = vec![vec![Vec::new(); installed.len()]; questions.len()];
    for _ in 0..arguments.rounds.max(1) {
        for (question, answers) in questions.iter().zip(&mut answers) {
            for (program, answers) in installed.iter().zip(answers) {
                if let Some(answer) = program.ask(question)? {
                    answers.push(answer);
                }
            }
        }
    }
    println!("{}: {} rounds, processor time in seconds\n", games.display(), arguments.rounds.max(1));
    table::print(&installed, &questions, &answers, programs::games_in(&std::fs::read(&games)?));
    Ok(())
}
