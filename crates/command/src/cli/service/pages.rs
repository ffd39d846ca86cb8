//! The book for the page: its chapters, its pages as HTML, what is found in it, and answers to the exercises of its lessons.

use super::html::page_html;
use super::observed::failed;
use super::queries::{QueryText, errors};
use super::{Failure, Service};
use crate::book;
use crate::cli::doc;
use crate::lessons::{self, Fault, Judgement, Outcome, Places};
use serde::Deserialize;
use serde_json::{Value, json};
use tabiya::QueryOptions;

/// A page of the book.
#[derive(Debug, Deserialize)]
pub(crate) struct NamedPage {
    name: String,
}

/// Words that are looked for in the book.
#[derive(Debug, Deserialize)]
pub(crate) struct FoundBy {
    text: String,
}

/// An answer to the exercise of a lesson.
#[derive(Debug, Deserialize)]
pub(crate) struct AnswerGiven {
    lesson: usize,
    query: String,
}

impl Service {
    /// The parts of the book with the names and titles of their pages.
    pub(crate) fn book(&self) -> Value {
        let page = |entry: &book::Entry| json!({"name": entry.page, "title": entry.title, "depth": entry.depth});
        let part =
            |part: book::Part| json!({"title": part.title, "pages": part.pages.iter().map(page).collect::<Value>()});
        book::parts().into_iter().map(part).collect()
    }

    /// A page. That of a lesson is without its solution.
    pub(crate) fn page(&self, named: &NamedPage) -> Result<Value, Failure> {
        let missing = || Failure::missing("no-page", "the book has no such page");
        let (name, text) = book::PAGES.iter().find(|(name, _)| *name == named.name).ok_or_else(missing)?;
        let lesson = lessons::all().find(|lesson| lesson.page == *name);
        let html = page_html(name, lesson.as_ref().map_or(text, |lesson| &lesson.text));
        let exercise = lesson.map(|lesson| json!({"lesson": lesson.number, "solution": lesson.solution}));
        Ok(json!({"name": name, "title": book::title(text), "html": html, "exercise": exercise}))
    }

    /// The pages that have some words, the best first.
    pub(crate) fn pages(&self, asked: &FoundBy) -> Value {
        let page =
            |(name, title, excerpt): (&str, String, String)| json!({"name": name, "title": title, "excerpt": excerpt});
        doc::pages_with(&asked.text).map(page).collect()
    }

    /// How an answer stands to the solution of an exercise.
    pub(crate) fn judge(&self, given: AnswerGiven) -> Result<Value, Failure> {
        let missing = || Failure::missing("no-lesson", "there is no such lesson");
        let lesson = lessons::all().find(|lesson| lesson.number == given.lesson).ok_or_else(missing)?;
        let QueryText { text, dialect, .. } = self.text(given.query, None);
        let options = QueryOptions { dialect, ..self.settings.options.clone() };
        lesson.judge(&text, &options).map(|judged| judgement(&judged)).map_err(|fault| match fault {
            Fault::Query(error) => Failure::query(errors(&text, &error)),
            Fault::Run(error) => failed(&error),
        })
    }
}

fn judgement(judged: &Judgement) -> Value {
    let outcome = match judged.outcome {
        Outcome::Right => "right",
        Outcome::Comments => "comments",
        Outcome::Games => "games",
        Outcome::Wrong => "wrong",
    };
    let counts = |(games, positions): (usize, usize)| json!({"games": games, "positions": positions});
    let places = |places: &Places| json!({"count": places.count, "first": places.first});
    json!({
        "outcome": outcome,
        "found": counts(judged.found),
        "wanted": counts(judged.wanted),
        "extra": places(&judged.extra),
        "missing": places(&judged.missing),
    })
}
