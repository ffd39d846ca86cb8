//! The book for the page: its chapters, its pages as HTML, what is found in it, its help on words, its recipes, and answers to the
//! exercises of its lessons.

use super::html::{html, page_html};
use super::marks;
use super::observed::failed;
use super::queries::{QueryText, errors};
use super::requests::{AboutQuery, NamedWord};
use super::{Failure, Service};
use crate::assist::{self, Book, Utf16};
use crate::book;
use crate::find;
use crate::lessons::{self, Fault, Judgement, Outcome, Places};
use crate::recipes::{THEMES, Theme};
use serde::Deserialize;
use serde_json::{Value, json};
use tabiya::QueryOptions;

/// A page of the book.
#[derive(Debug, Deserialize)]
pub struct NamedPage {
    name: String,
}

/// Words that are looked for in the book.
#[derive(Debug, Deserialize)]
pub struct FoundBy {
    text: String,
}

/// An answer to the exercise of a lesson.
#[derive(Debug, Deserialize)]
pub struct AnswerGiven {
    lesson: usize,
    query: String,
}

impl Service {
    /// The parts of the book with the names and titles of their pages.
    pub fn book(&self) -> Value {
        let page = |entry: &book::Entry| json!({"name": entry.page, "title": entry.title, "depth": entry.depth});
        let part =
            |part: book::Part| json!({"title": part.title, "pages": part.pages.iter().map(page).collect::<Value>()});
        book::parts().into_iter().map(part).collect()
    }

    /// A page. That of a lesson is without its solution.
    pub fn page(&self, named: &NamedPage) -> Result<Value, Failure> {
        let missing = || Failure::missing("no-page", "the book has no such page");
        let (name, text) = book::PAGES.iter().find(|(name, _)| *name == named.name).ok_or_else(missing)?;
        let lesson = lessons::all().find(|lesson| lesson.page == *name);
        let html = page_html(name, lesson.as_ref().map_or(text, |lesson| &lesson.text));
        let exercise = lesson.map(|lesson| json!({"lesson": lesson.number, "solution": lesson.solution}));
        Ok(json!({"name": name, "title": book::title(text), "html": html, "exercise": exercise}))
    }

    /// The pages that have some words, the best first.
    pub fn pages(&self, asked: &FoundBy) -> Value {
        let page =
            |(name, title, excerpt): (&str, String, String)| json!({"name": name, "title": title, "excerpt": excerpt});
        find::pages_with(&asked.text).map(page).collect()
    }

    /// What the book says of a word.
    pub fn word(&self, asked: &NamedWord) -> Value {
        let help = assist::word_help(&asked.word, Book::Beside);
        help.map_or(Value::Null, |markdown| json!({"html": drawn(&markdown)}))
    }

    /// Help on the word at a place of a query.
    pub fn hover(&self, asked: AboutQuery) -> Value {
        let query = self.text(asked.query, asked.dialect);
        let places = Utf16::new(&query.text);
        let Some(help) = assist::help(&query.text, places.byte(asked.at), query.dialect, Book::Beside) else {
            return Value::Null;
        };
        let (from, to) = (places.units(help.place.start), places.units(help.place.end));
        json!({"from": from, "to": to, "html": drawn(&help.markdown)})
    }

    /// All recipes.
    pub fn recipes(&self) -> Value {
        let of_theme = |theme: &'static Theme| {
            theme.recipes().map(move |recipe| {
                let mut json = json!({
                    "theme": theme.title,
                    "name": recipe.name,
                    "title": recipe.title,
                    "query": recipe.query.trim(),
                    "about": html(&recipe.words),
                });
                if let Some(diagram) = diagram(theme, recipe.name) {
                    json["diagram"] = diagram.into();
                }
                json
            })
        };
        THEMES.iter().flat_map(of_theme).collect()
    }

    /// How an answer stands to the solution of an exercise.
    pub fn judge(&self, given: AnswerGiven) -> Result<Value, Failure> {
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

/// Help as HTML: the first answer of its example is drawn below it.
fn drawn(markdown: &str) -> String {
    const END: &str = "\n```\n";
    let example = markdown.split_once("```cql\n").and_then(|(_, rest)| rest.split_once(END));
    match example.and_then(|(query, rest)| Some((marks::first_answer(query)?, rest))) {
        Some((diagram, rest)) => {
            let until = &markdown[..markdown.len() - rest.len()];
            html(&format!("{until}\n<!-- diagram {diagram} -->\n{rest}"))
        }
        None => html(markdown),
    }
}

/// The position that the book shows above the query of a recipe, as it writes it: `FEN | mark e4 d5 | arrow e2e4`. A section
/// without a picture has none: the picture of the section before is that of another recipe.
fn diagram(theme: &Theme, recipe: &str) -> Option<&'static str> {
    let page = book::page(&format!("recipes/{}", theme.name))?;
    let (before, _) = page.split_once(&format!("\n```cql,recipe={recipe}\n"))?;
    let section = before.rfind("\n## ").map_or(before, |begin| &before[begin..]);
    let (_, rest) = section.rsplit_once("<!-- diagram ")?;
    rest.split_once("-->").map(|(diagram, _)| diagram.trim())
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_picture_is_that_of_its_recipe() {
        let (mut with, mut without) = (0, 0);
        for theme in THEMES {
            let page = book::page(&format!("recipes/{}", theme.name)).unwrap();
            for recipe in theme.recipes() {
                // The picture that a book of HTML shows below the note is named after the recipe.
                let shown = format!("(../diagrams/{}.svg)", recipe.name);
                let Some(diagram) = diagram(theme, recipe.name) else {
                    without += 1;
                    assert!(!page.contains(&shown), "{}", recipe.name);
                    continue;
                };
                with += 1;
                let (_, rest) = page.split_once(&format!("<!-- diagram {diagram} -->\n![{}]", recipe.title)).unwrap();
                assert!(rest.starts_with(&shown), "{}", recipe.name);
            }
        }
        assert!(with > 180 && without > 0, "{with} with a picture, {without} without");
        assert_eq!(diagram(&THEMES[0], "no-such-recipe"), None);
    }
}
