//! Finding pages: by the words of the language, by their names and titles, and by the words in their text.

use super::codes::cells;
use crate::book;
use pulldown_cmark::{Event, Parser};

/// The greatest number of pages that a search lists.
const RESULTS: usize = 12;

/// Pages that mention nearly everything. They are listed only behind others.
const LISTS: [&str; 6] =
    ["words", "differences", "differences-5", "costs", "diagnostics", "concepts/sequence-contract"];

/// A word of the language.
pub(super) struct Word {
    pub(super) word: String,
    /// The page that describes it.
    pub(super) page: &'static str,
    /// The heading on this page below which it is described, if not the whole page is about it.
    anchor: Option<&'static str>,
}

impl Word {
    /// One line about the word.
    pub(super) fn lead(&self) -> String {
        self.anchor.map_or_else(|| lead(self.page).unwrap_or_default(), plain)
    }
}

/// A page or a part of one.
pub(super) struct Found {
    /// The name of the page: `moves/move`.
    pub(super) page: &'static str,
    /// The name that `tabiya doc` takes.
    pub(super) name: String,
    pub(super) title: String,
    /// The lead of the page, or a line of it that has the words.
    pub(super) excerpt: String,
    text: &'static str,
}

impl Found {
    fn page(page: &'static str) -> Option<Found> {
        let text = book::page(page)?;
        let name = page.strip_suffix("/index").unwrap_or(page).to_owned();
        Some(Found { page, name, title: title(text), excerpt: lead(page).unwrap_or_default(), text })
    }

    /// The source of the page or of its part.
    pub(super) fn text(&self) -> &'static str {
        self.text
    }
}

/// The words of the index, in its order.
pub(super) fn words() -> Vec<Word> {
    let text = book::page("words").unwrap_or_default();
    let rows = text.split("\n## ").next().unwrap_or_default().lines().filter_map(cells);
    let word = |row: Vec<String>| {
        let word = row.first()?.strip_prefix('`')?.strip_suffix('`')?.to_owned();
        let link = row.get(1)?.split_once("](")?.1.trim_end_matches(')').to_owned();
        let (page, anchor) = link.split_once(".md").map(|(page, rest)| (page.to_owned(), rest.to_owned()))?;
        let page = book::PAGES.iter().find(|(name, _)| *name == page)?.0;
        let anchor = anchor.strip_prefix('#').and_then(|anchor| {
            let text = book::page(page)?;
            text.lines().filter_map(heading).map(|(_, title)| title).find(|title| slug(title) == anchor)
        });
        Some(Word { word, page, anchor })
    };
    rows.filter_map(word).collect()
}

/// The title of a page, without the signs of code.
fn title(text: &str) -> String {
    text.lines().find_map(|line| line.strip_prefix("# ")).unwrap_or_default().replace('`', "")
}

/// The first sentence of a page.
fn lead(page: &str) -> Option<String> {
    let text = book::page(page)?;
    let paragraph =
        text.split("\n\n").find(|text| !text.trim().is_empty() && !text.starts_with(['#', '`', '|', '<', '!']))?;
    let plain = plain(paragraph);
    let end = plain.find(". ").map_or(plain.len(), |at| at + 1);
    Some(plain[..end].to_owned())
}

/// Text without the signs of Markdown.
fn plain(text: &str) -> String {
    let mut out = String::new();
    for event in Parser::new(text) {
        match event {
            Event::Text(text) | Event::Code(text) | Event::InlineHtml(text) => out.push_str(&text),
            Event::SoftBreak | Event::HardBreak => out.push(' '),
            _ => {}
        }
    }
    out.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The level and the text of a heading.
fn heading(line: &str) -> Option<(usize, &str)> {
    let level = line.bytes().take_while(|sign| *sign == b'#').count();
    (level > 0).then(|| line[level..].strip_prefix(' ').map(|title| (level, title)))?
}

/// The anchor of a heading.
fn slug(title: &str) -> String {
    let signs = title.trim().replace('`', "");
    let kept = signs.chars().filter_map(|sign| match sign {
        _ if sign.is_alphanumeric() || sign == '_' || sign == '-' => Some(sign.to_ascii_lowercase()),
        _ => sign.is_whitespace().then_some('-'),
    });
    kept.collect()
}

/// The part of a page below a heading, down to the next heading that is not deeper.
fn part(text: &'static str, wanted: &str) -> &'static str {
    let mut from: Option<(usize, usize)> = None;
    let (mut at, mut code) = (0, false);
    for line in text.split_inclusive('\n') {
        code ^= line.starts_with("```");
        if let Some((level, title)) = heading(line.trim_end()).filter(|_| !code) {
            match from {
                Some((start, above)) if level <= above => return &text[start..at],
                None if title == wanted => from = Some((at, level)),
                _ => {}
            }
        }
        at += line.len();
    }
    from.map_or(text, |(start, _)| &text[start..])
}

/// The page with exactly this name: a word of the language, the name of a page, or its title.
pub(super) fn exact(asked: &str) -> Option<Found> {
    if let Some(word) = words().into_iter().find(|word| word.word == asked) {
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
    let by_title = || book::PAGES.iter().find(|(_, text)| title(text).to_lowercase() == lower).map(|(page, _)| *page);
    Found::page(by_name.or_else(by_last).or_else(by_title)?)
}

/// Lower-case words of a text.
fn tokens(text: &str) -> impl Iterator<Item = String> {
    let parts = text.split(|sign: char| !sign.is_alphanumeric() && sign != '_' && sign != '-');
    parts.filter(|part| !part.is_empty()).map(str::to_lowercase)
}

/// How often a word occurs in a text; longer words that begin with it count, too, if it has three letters.
fn count(word: &str, text: &str) -> usize {
    tokens(text).filter(|token| token == word || word.chars().count() > 2 && token.starts_with(word)).count()
}

/// The pages in which at least half of the words occur, the best first. A word counts more in a title or a heading than in
/// the text, a rare word more than a frequent one, and a page with all words more than one with some.
pub(super) fn search(asked: &str) -> Vec<Found> {
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
        let lead = lead(page).unwrap_or_default();
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
