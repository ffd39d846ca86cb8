//! The book for the page: its chapters, its pages as HTML, searches in it, its help on words, its recipes, and answers to the
//! exercises of its lessons.

use super::fields::{Place, answers, asks};
use super::html::{html, page_html};
use super::marks;
use super::observed::failed;
use super::queries::{QueryText, errors};
use super::requests::{AboutQuery, NamedWord};
use super::{Failure, Service};
use crate::assist::{self, Book, Utf16};
use crate::book;
use crate::find::{self, Found};
use crate::lessons::{self, Fault, Judgement};
use crate::recipes::{THEMES, Theme};
use tabiya::QueryOptions;

asks! {
    /// A page of the book.
    pub(crate) NamedPage { name: String }

    /// Words that are looked for in the book.
    pub(crate) FoundBy { text: String }

    /// An answer to the exercise of a lesson.
    pub(crate) AnswerGiven { lesson: usize, query: String }
}

answers! {
    /// A page of the book.
    BookPage { name: &'static str, title: String, html: String, exercise: Option<Exercise> }

    /// The exercise of a lesson.
    Exercise { lesson: usize, solution: &'static str }

    /// What the book says of a word.
    WordHelp { html: String }

    /// The same of the word at a place of a query.
    Hover { #[serde(flatten)] place: Place, html: String }

    /// A recipe.
    Recipe {
        theme: &'static str, name: &'static str, title: String, query: &'static str,
        /// HTML.
        about: String;
        /// The position that the book shows with it: `FEN | mark e4 d5 | arrow e2e4`.
        diagram: &'static str
    }
}

impl Service {
    /// A page. That of a lesson is without its solution.
    pub(crate) fn page(&self, named: &NamedPage) -> Result<BookPage, Failure> {
        let missing = || Failure::missing("no-page", "the book has no such page");
        let &(name, text) = book::PAGES.iter().find(|(name, _)| *name == named.name).ok_or_else(missing)?;
        let lesson = lessons::all().find(|lesson| lesson.page == name);
        let html = page_html(name, lesson.as_ref().map_or(text, |lesson| &lesson.text));
        let exercise = lesson.map(|lesson| Exercise { lesson: lesson.number, solution: lesson.solution });
        Ok(BookPage { name, title: book::title(text), html, exercise })
    }

    /// Help on the word at a place of a query.
    pub(crate) fn hover(&self, asked: AboutQuery) -> Option<Hover> {
        let query = self.text(asked.query, asked.dialect);
        let places = Utf16::new(&query.text);
        let help = assist::help(&query.text, places.byte(asked.at), query.dialect, Book::Beside)?;
        Some(Hover { place: Place::of(help.place, &places), html: drawn(&help.markdown) })
    }

    /// How an answer stands to the solution of an exercise.
    pub(crate) fn judge(&self, given: AnswerGiven) -> Result<Judgement, Failure> {
        let missing = || Failure::missing("no-lesson", "there is no such lesson");
        let lesson = lessons::all().find(|lesson| lesson.number == given.lesson).ok_or_else(missing)?;
        let QueryText { text, dialect, .. } = self.text(given.query, None);
        let options = QueryOptions { dialect, ..self.settings.options.clone() };
        lesson.judge(&text, &options).map_err(|fault| match fault {
            Fault::Query(error) => Failure::query(errors(&text, &error)),
            Fault::Run(error) => failed(&error),
        })
    }
}

/// All recipes.
pub(crate) fn recipes() -> impl Iterator<Item = Recipe> {
    let of_theme = |theme: &'static Theme| {
        theme.recipes().map(move |recipe| Recipe {
            theme: theme.title,
            name: recipe.name,
            title: recipe.title,
            query: recipe.query.trim(),
            about: html(&recipe.words),
            diagram: diagram(theme, recipe.name),
        })
    };
    THEMES.iter().flat_map(of_theme)
}

/// The pages that have some words, the best first.
pub(crate) fn pages(asked: &FoundBy) -> impl Iterator<Item = Found> {
    find::pages_with(&asked.text)
}

/// What the book says of a word.
pub(crate) fn word(asked: &NamedWord) -> Option<WordHelp> {
    assist::word_help(&asked.word, Book::Beside).map(|markdown| WordHelp { html: drawn(&markdown) })
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
