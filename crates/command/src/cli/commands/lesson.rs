//! `tabiya lesson`: the lessons of the book, and answers to their exercises.

use crate::cli::options::args::LessonArgs;
use crate::cli::outputs::output;
use crate::cli::outputs::terminal::{Look, render, show};
use crate::cli::report::text::count;
use crate::cli::report::{Exit, Message, Report};
use std::fmt::Write as _;
use tabiya::printable;
use tabiya::{QueryError, QueryOptions};
use tabiya_session::lessons::{self, Fault, FoundCount, Judgement, Lesson, Outcome, Places};

/// Lists all lessons, shows one, or checks an answer.
pub(crate) fn lesson(args: &LessonArgs) -> Exit {
    let report = Report::new(false, false);
    let Some(number) = args.number else { return show(&list(&Look::of_stdout()), &report) };
    let Some(lesson) = lessons::all().find(|lesson| lesson.number == number) else {
        let message = Message::error("no-lesson", format!("there is no lesson {number}"));
        return report.refuse(&message.help("`tabiya lesson` lists all lessons"));
    };
    match &args.answer {
        Some(answer) => check(&lesson, answer, &report),
        None if args.solution => output::print(format!("{}\n", lesson.solution).as_bytes(), &report),
        None => {
            let text = format!(
                "{}\n\nTo check your answer: `tabiya lesson {number} 'QUERY'`. The solution: `tabiya lesson {number} --solution`.\n",
                lesson.text.trim_end()
            );
            show(&render(&text, &Look::of_stdout()), &report)
        }
    }
}

fn list(look: &Look) -> String {
    let mut text = String::new();
    for lesson in lessons::all() {
        let title = lesson.title.split_once(": ").map_or(lesson.title, |(_, title)| title);
        let _ = writeln!(text, "{}  {title}", look.code(&format!("{:2}", lesson.number)));
    }
    text + "\nTo read one: tabiya lesson 1\n"
}

/// Says how an answer stands to the solution.
fn check(lesson: &Lesson, answer: &str, report: &Report) -> Exit {
    match lesson.judge(answer, &QueryOptions::default()) {
        Ok(judged) => {
            let printed = output::print(words(&judged).as_bytes(), report);
            if printed == Exit::Found && judged.outcome != Outcome::Right { Exit::Nothing } else { printed }
        }
        Err(Fault::Query(QueryError { source, diagnostics, omitted })) => {
            report.diagnostics(&source, &diagnostics, omitted);
            Exit::Error
        }
        Err(Fault::Run(error)) => {
            let message = Message::error("query-failed", error.message);
            report.refuse(&error.help.into_iter().fold(message, |message, help| message.help(help)))
        }
    }
}

/// `Right: 7 games, 44 positions.`, or what is not right.
fn words(judged: &Judgement) -> String {
    let counts = |FoundCount { games, positions }: FoundCount| {
        format!("{}, {}", count(games as u64, "game"), count(positions as u64, "position"))
    };
    let (found, wanted) = (counts(judged.found), counts(judged.wanted));
    match judged.outcome {
        Outcome::Right => return format!("Right: {found}.\n"),
        Outcome::Comments => {
            return format!(
                "The positions are right, {found}, but not the comments. Expected:\n{}",
                places(&judged.missing)
            );
        }
        Outcome::Games | Outcome::Wrong => {}
    }
    let mut text = format!("Not yet: your query finds {found}; the solution finds {wanted}.\n");
    if judged.outcome == Outcome::Games {
        text.push_str("The games are the right ones; the positions are others.\n");
    }
    for (what, some) in [("Found, and should not be", &judged.extra), ("Not found", &judged.missing)] {
        if some.count > 0 {
            let _ = write!(text, "{what}, {}:\n{}", count(some.count as u64, "position"), places(some));
        }
    }
    text
}

fn places(some: &Places) -> String {
    let mut text: String = some.first.iter().map(|place| format!("    {}\n", printable::line(place))).collect();
    if some.count > some.first.len() {
        text.push_str("    ...\n");
    }
    text
}
