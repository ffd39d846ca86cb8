//! Prints the answers as tables in Markdown, as the page on speed has them.

use crate::Answer;
use crate::programs::{Prepared, Question};

/// How much of the games a question finds: what few games answer is where databases save most.
const KINDS: [(&str, f64); 3] = [("selective", 0.1), ("common", 0.9), ("everywhere", f64::INFINITY)];

/// Prints one row for each question, one for the geometric mean of the ratios of each kind and of all, and one table of the files that programs made.
/// The first program is the measure of all others: its time is in seconds, theirs in multiples of it. A number of games
/// that differs from its number comes after the multiple.
pub(crate) fn print(programs: &[Prepared], questions: &[Question], answers: &[Vec<Vec<Answer>>], all: u64) {
    let names: Vec<&str> = programs.iter().map(|program| program.program.name.as_str()).collect();
    println!("| question | games | kind | {} |", names.join(" | "));
    println!("|---|--:|---|{}", "--:|".repeat(names.len()));
    // By kind, and in the end of all.
    let mut ratios: Vec<Vec<Vec<f64>>> = vec![vec![Vec::new(); programs.len()]; KINDS.len() + 1];
    for (question, answers) in questions.iter().zip(answers) {
        let medians: Vec<Option<Answer>> = answers.iter().map(|rounds| median(rounds)).collect();
        let Some(Some(first)) = medians.first().copied() else { continue };
        let share = first.games.unwrap_or(0) as f64 / all.max(1) as f64;
        let kind = KINDS.iter().take_while(|(_, most)| share >= *most).count();
        let cell = |(i, answer): (usize, &Option<Answer>)| match answer {
            None => String::new(),
            Some(answer) if i == 0 => format!("{:.2} s", answer.seconds),
            Some(answer) => {
                let ratio = answer.seconds / first.seconds.max(1e-3);
                [kind, KINDS.len()].into_iter().for_each(|kind| ratios[kind][i].push(ratio));
                let differs = answer.games.filter(|games| Some(*games) != first.games);
                format!("{ratio:.2}{}", differs.map_or_else(String::new, |games| format!(" ({games} games)")))
            }
        };
        let cells: Vec<String> = medians.iter().enumerate().map(cell).collect();
        let games = first.games.map_or_else(String::new, |games| games.to_string());
        println!("| {} | {games} | {} | {} |", question.name, KINDS[kind].0, cells.join(" | "));
    }
    let mean = |ratios: &Vec<f64>| match ratios.len() {
        0 => String::new(),
        n => format!("{:.2}", (ratios.iter().map(|ratio| ratio.ln()).sum::<f64>() / n as f64).exp()),
    };
    for (kind, ratios) in KINDS.iter().map(|(kind, _)| *kind).chain(["all"]).zip(&ratios) {
        println!("| geometric mean | | {kind} | {} |", ratios.iter().map(mean).collect::<Vec<_>>().join(" | "));
    }
    println!("\n| program | making its file | size, share of the PGN |\n|---|--:|--:|");
    for program in programs {
        if let Some((seconds, share)) = program.made {
            println!("| {} | {seconds:.2} s | {:.1} % |", program.program.name, share * 100.0);
        }
    }
}

/// The median of the times of some rounds; the number of games is the same in all of them.
fn median(rounds: &[Answer]) -> Option<Answer> {
    let mut seconds: Vec<f64> = rounds.iter().map(|answer| answer.seconds).collect();
    seconds.sort_by(f64::total_cmp);
    let seconds = *seconds.get(seconds.len() / 2)?;
    Some(Answer { seconds, games: rounds[0].games })
}
