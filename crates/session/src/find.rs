//! Finding pages: by the words of the language, by their names and titles, and by the words in their text.

use crate::book::{self, title};
use crate::lookup::{Word, heading, lead, part, plain, words};
use serde::Serialize;

/// The greatest number of pages that a search lists.
const RESULTS: usize = 12;

/// Pages that mention nearly everything. They are listed only after others.
const LISTS: [&str; 6] =
    ["words", "differences", "differences-5", "speed", "diagnostics", "concepts/sequence-contract"];

/// One line about a word.
pub fn word_lead(word: &Word) -> String {
    word.anchor.map_or_else(|| book::page(word.page).and_then(lead).unwrap_or_default(), plain)
}

/// A page or a part of one.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "BookFound"))]
pub struct Found {
    /// The name of the page: `moves/move`.
    #[serde(rename = "name")]
    pub page: &'static str,
    /// The name that `tabiya doc` takes.
    #[serde(skip)]
    pub name: String,
    /// The title of the page.
    pub title: String,
    /// The lead of the page, or a line of it that has the words.
    pub excerpt: String,
    #[serde(skip)]
    text: &'static str,
}

impl Found {
    fn page(page: &'static str) -> Option<Found> {
        let text = book::page(page)?;
        let name = page.strip_suffix("/index").unwrap_or(page).to_owned();
        Some(Found { page, name, title: title(text), excerpt: lead(text).unwrap_or_default(), text })
    }

    /// The source of the page or of its part.
    pub fn text(&self) -> &'static str {
        self.text
    }
}

/// The pages that some words lead to, the best first.
pub fn pages_with(asked: &str) -> impl Iterator<Item = Found> {
    let first = exact(asked);
    let page = first.as_ref().map(|found| found.page);
    let others = search(asked).into_iter().filter(move |found| Some(found.page) != page);
    first.into_iter().chain(others)
}

/// The page with exactly this name: a word of the language, the name of a page, or its title.
pub fn exact(asked: &str) -> Option<Found> {
    if let Some(word) = words().iter().find(|word| word.word == asked) {
        let found = Found::page(word.page)?;
        return Some(match word.anchor {
            Some(anchor) => Found { text: part(found.text, anchor), ..found },
            None => found,
        });
    }
    let lower = asked.to_lowercase();
    let name = lower.trim_end_matches(".md").trim_end_matches(".html");
    let spaced = name.replace(' ', "-");
    let pages = || book::PAGES.iter().map(|(page, _)| *page);
    let by_name = pages().find(|page| *page == name || page.strip_suffix("/index") == Some(name));
    let last = |page: &'static str| page.rsplit('/').next().unwrap_or(page);
    let by_last = || pages().find(|&page| last(page) == spaced);
    // `lesson-1`, `lesson 1`
    let number =
        name.strip_prefix("lesson").and_then(|rest| rest.trim_matches([' ', '-', 's', '/']).parse::<u8>().ok());
    let by_lesson = || {
        let start = format!("lessons/{:02}-", number?);
        pages().find(|page| page.starts_with(&start))
    };
    let by_title = || book::PAGES.iter().find(|(_, text)| title(text).to_lowercase() == lower).map(|(page, _)| *page);
    Found::page(by_name.or_else(by_last).or_else(by_lesson).or_else(by_title)?)
}

/// Lower-case words of a text.
fn tokens(text: &str) -> impl Iterator<Item = String> {
    let parts = text.split(|sign: char| !sign.is_alphanumeric() && sign != '_' && sign != '-');
    parts.filter(|part| !part.is_empty()).map(str::to_lowercase)
}

/// How often a word occurs in a text; longer words that begin with it count as well, if it has three letters.
fn count(word: &str, text: &str) -> usize {
    tokens(text).filter(|token| token == word || word.chars().count() > 2 && token.starts_with(word)).count()
}

/// The pages in which at least half of the words occur, the best first. A word counts more in a title or a heading than in
/// the text, a rare word more than a frequent one, and a page with all words more than one with some.
pub fn search(asked: &str) -> Vec<Found> {
    // Words that are in every text say nothing, unless there are no others.
    let all: Vec<String> = tokens(asked).collect();
    let telling: Vec<String> = all.iter().filter(|word| !IDLE.contains(&word.as_str())).cloned().collect();
    let words = if telling.is_empty() { all } else { telling };
    let pages: Vec<&(&str, &str)> = book::PAGES.iter().filter(|(page, _)| !page.starts_with("recipes/")).collect();
    let counts: Vec<Vec<usize>> =
        pages.iter().map(|(_, text)| words.iter().map(|word| count(word, text)).collect()).collect();
    let rarity: Vec<f64> = (0..words.len())
        .map(|i| {
            let with = counts.iter().filter(|counts| counts[i] > 0).count();
            (pages.len() as f64 / (1.0 + with as f64)).ln().max(0.1)
        })
        .collect();
    let mut scored: Vec<(f64, &'static str)> = Vec::new();
    for ((page, text), counts) in pages.iter().zip(&counts) {
        let hits = counts.iter().filter(|count| **count > 0).count();
        if hits == 0 || hits * 2 < words.len() {
            continue;
        }
        let lead = lead(text).unwrap_or_default();
        let headings: String = text.lines().filter_map(heading).map(|(_, title)| format!("{title}\n")).collect();
        let one = |i: usize, word: &String| {
            let title = 6.0 * count(word, &title(text)).min(1) as f64;
            let lead = 3.0 * count(word, &lead).min(1) as f64;
            let headings = 2.0 * count(word, &headings).min(2) as f64;
            rarity[i] * (title + lead + headings + (1.0 + counts[i] as f64).ln())
        };
        let score: f64 = words.iter().enumerate().map(|(i, word)| one(i, word)).sum();
        let score = if LISTS.contains(page) { score / 4.0 } else { score };
        let share = hits as f64 / words.len() as f64;
        scored.push((score * share * share, *page));
    }
    scored.sort_by(|one, other| other.0.total_cmp(&one.0).then(one.1.cmp(other.1)));
    let found = scored.iter().take(RESULTS).filter_map(|&(_, page)| {
        let found = Found::page(page)?;
        let excerpt = excerpt(found.text, &words).unwrap_or(found.excerpt);
        Some(Found { excerpt, ..found })
    });
    found.collect()
}

/// Words of English that say nothing about the subject of a page.
const IDLE: [&str; 24] = [
    "a", "an", "and", "are", "at", "by", "do", "does", "for", "from", "how", "i", "in", "is", "of", "on", "or", "the",
    "to", "what", "where", "which", "with", "can",
];

/// The sentence of a page in which most of the words occur.
fn excerpt(text: &str, words: &[String]) -> Option<String> {
    let mut code = false;
    let lines = text.lines().filter(|line| {
        code ^= line.starts_with("```");
        !code && !line.starts_with(['`', '#', '|', '<', '!'])
    });
    let sentences = lines.flat_map(|line| plain(line).split_inclusive(". ").map(str::to_owned).collect::<Vec<_>>());
    let mut best: Option<(usize, String)> = None;
    for sentence in sentences {
        let hits = words.iter().filter(|word| count(word, &sentence) > 0).count();
        if hits > best.as_ref().map_or(0, |(most, _)| *most) {
            best = Some((hits, sentence.trim().trim_start_matches("- ").to_owned()));
        }
    }
    best.map(|(_, sentence)| sentence)
}
