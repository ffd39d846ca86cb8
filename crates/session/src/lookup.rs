//! The words of the language in the book: which part of which page describes each.

use crate::book;
use pulldown_cmark::{Event, Parser};
use std::sync::LazyLock;

/// A word of the language.
#[derive(Debug)]
pub struct Word {
    /// Its spelling.
    pub word: String,
    /// The page that describes it.
    pub page: &'static str,
    /// The heading on this page below which it is described, if not the whole page is about it.
    pub anchor: Option<&'static str>,
}

/// The words of the index, in its order.
pub fn words() -> &'static [Word] {
    static WORDS: LazyLock<Vec<Word>> = LazyLock::new(read_words);
    &WORDS
}

fn read_words() -> Vec<Word> {
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

/// The level and the text of a heading.
pub fn heading(line: &str) -> Option<(usize, &str)> {
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
pub fn part(text: &'static str, wanted: &str) -> &'static str {
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

/// The cells of a row of a table.
pub fn cells(line: &str) -> Option<Vec<String>> {
    let inner = line.strip_prefix('|')?.trim_end().strip_suffix('|')?;
    let bars = inner.replace("\\|", "\u{1}");
    Some(bars.split('|').map(|cell| cell.trim().replace('\u{1}', "|")).collect())
}

/// The first sentence of a page or of its part.
pub fn lead(text: &str) -> Option<String> {
    let paragraph =
        text.split("\n\n").find(|text| !text.trim().is_empty() && !text.starts_with(['#', '`', '|', '<', '!']))?;
    let plain = plain(paragraph);
    let end = plain.find(". ").map_or(plain.len(), |at| at + 1);
    Some(plain[..end].to_owned())
}

/// Text without the signs of Markdown.
pub fn plain(text: &str) -> String {
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
