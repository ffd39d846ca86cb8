//! The language reference in docs/: every example is run, every link leads somewhere, every word has a page.
//!
//! `TABIYA_BOOK=write cargo test --test language book::` writes the answers that the program gives into the pages. Read what it
//! wrote before keeping it.

mod cheat;
mod codes;
mod console;
mod diagrams;
mod examples;
mod habits;
mod library;
mod pages;
mod readme;
mod recipes;
mod stub;
mod tables;
mod themes;
pub(crate) mod turned;

use pages::{Block, Page};
use pulldown_cmark::HeadingLevel;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use tabiya::syntax::catalogue::Op;

/// Folders of pages of the fixed form, one filter or family of filters to a page.
const GROUPS: [&str; 14] = [
    "board",
    "pieces",
    "attacks",
    "pawns",
    "mates",
    "moves",
    "tree",
    "sequences",
    "control",
    "numbers",
    "texts",
    "games",
    "output",
    "transforms",
];

/// The sections of each page of the fixed form, in order. The type is a line below the syntax, and the notes are a list: the
/// versions of CQL, and, where there is more to say, the cost and other pages.
const SECTIONS: [&str; 4] = ["Syntax", "Meaning", "Examples", "Notes"];

/// The names that begin the notes, in order.
const NOTES: [&str; 3] = ["* Versions: ", "* Cost: ", "* See also: "];

/// Marks of blocks that are neither queries nor command lines.
const OTHER_BLOCKS: [&str; 9] = ["c", "js", "syntax", "text", "pgn", "python", "rust", "sh", "sql"];

fn is_filter_page(page: &Page) -> bool {
    GROUPS.contains(&page.group()) && !page.name.ends_with("/index.md")
}

fn is_query(block: &Block) -> bool {
    (block.info == "cql" || block.info.starts_with("cql,")) && console::file_name(block).is_none() && !is_recipe(block)
}

/// True if a block shows a recipe, which has tests of its own.
fn is_recipe(block: &Block) -> bool {
    block.info.starts_with("cql,recipe=")
}

fn fail(wrong: Vec<String>, what: &str) {
    assert!(wrong.is_empty(), "{} {what}:\n\n{}\n", wrong.len(), wrong.join("\n\n"));
}

/// Texts that take the place of others in the source of a page.
type Edits = Vec<(std::ops::Range<usize>, String)>;

fn write_back(page: &Page, mut edits: Edits) {
    edits.sort_by_key(|(range, _)| std::cmp::Reverse(range.start));
    let mut source = page.source.clone();
    for (range, text) in &edits {
        source.replace_range(range.clone(), text);
    }
    if !edits.is_empty() {
        std::fs::write(pages::folder().join(&page.name), source).expect("the page is written");
    }
}

/// Adds the errors in the queries of a page to `wrong` and their corrections to `edits`. Returns the number of queries
/// run.
fn wrong_answers(page: &Page, library: &mut examples::Library, wrong: &mut Vec<String>, edits: &mut Edits) -> usize {
    let mut run = 0;
    for (i, block) in page.blocks.iter().enumerate() {
        if block.info == "answer" && !i.checked_sub(1).is_some_and(|before| is_query(&page.blocks[before])) {
            wrong.push(format!("{}:{}: an answer without a query", page.name, page.line(block.range.start)));
        }
        if !is_query(block) {
            continue;
        }
        run += 1;
        let place = format!("docs/src/{}:{}", page.name, page.line(block.range.start));
        let stated = page.blocks.get(i + 1).filter(|next| next.info == "answer");
        match examples::answer(page, block, library) {
            Err(error) => wrong.push(format!("{place}: {error}")),
            Ok(answer) if stated.is_some_and(|stated| answer.agrees(&stated.text)) => {}
            Ok(answer) => {
                let written = answer.written(stated.map(|stated| stated.text.as_str()));
                let said = stated.map_or("nothing", |stated| stated.text.trim_end());
                wrong.push(format!("{place}\n{}\nsays\n{said}\nbut the answer is\n{written}", block.text));
                let fenced = format!("```answer\n{written}\n```");
                match stated {
                    Some(stated) => edits.push((stated.range.clone(), fenced)),
                    None => edits.push((block.range.end..block.range.end, format!("\n{fenced}"))),
                }
            }
        }
    }
    run
}

/// Adds the errors in the tables of sentences and queries to `wrong` and their corrections to `edits`. Returns the number of
/// queries run.
fn wrong_rows(page: &Page, library: &mut examples::Library, wrong: &mut Vec<String>, edits: &mut Edits) -> usize {
    let (mut run, mut at) = (0, 0);
    for line in page.source.split_inclusive('\n') {
        let start = at;
        at += line.len();
        let cells = line.trim_end().strip_suffix(" |").and_then(|row| row.rsplit_once("` | "));
        let Some((query, stated)) = cells.and_then(|(row, stated)| Some((row.split_once(" | `")?.1, stated))) else {
            continue;
        };
        run += 1;
        let block = Block { info: "cql".into(), text: query.replace("\\|", "|"), range: start..at };
        match examples::answer(page, &block, library) {
            Err(error) => wrong.push(format!("{}: {error}", page.name)),
            Ok(answer) if answer.agrees(stated) => {}
            Ok(answer) => {
                let written = answer.written(Some(stated));
                wrong.push(format!("{}: `{query}` says {stated}, but the answer is {written}", page.name));
                let from = start + line.rfind(stated).expect("the cell");
                edits.push((from..from + stated.len(), written.lines().next().unwrap_or_default().to_owned()));
            }
        }
    }
    run
}

/// Adds the errors in the command lines of a page to `wrong` and their corrections to `edits`. Returns the number run.
fn wrong_commands(page: &Page, wrong: &mut Vec<String>, edits: &mut Edits) -> usize {
    let blocks: Vec<&Block> = page.blocks.iter().filter(|block| block.info == "console").collect();
    let folder = if blocks.is_empty() { None } else { Some(console::folder(page)) };
    for block in &blocks {
        let Some(folder) = &folder else { break };
        let place = format!("docs/src/{}:{}", page.name, page.line(block.range.start));
        match console::run(block, folder.path()) {
            Err(error) => wrong.push(format!("{place}: {error}")),
            Ok(got) if console::agrees(&block.text, &got) => {}
            Ok(got) => {
                wrong.push(format!("{place}\n{}\nbut it prints\n{got}", block.text));
                edits.push((block.range.clone(), format!("```console\n{got}```")));
            }
        }
    }
    blocks.len()
}

#[test]
fn queries_and_commands_answer_what_the_book_says() {
    let mut library = examples::Library::default();
    let (mut wrong, mut queries, mut commands) = (Vec::new(), 0, 0);
    for page in pages::pages() {
        let mut edits = Edits::new();
        queries += wrong_answers(&page, &mut library, &mut wrong, &mut edits);
        commands += wrong_commands(&page, &mut wrong, &mut edits);
        if page.name == "english.md" {
            queries += wrong_rows(&page, &mut library, &mut wrong, &mut edits);
        }
        if std::env::var_os("TABIYA_BOOK").is_some_and(|value| value == "write") {
            write_back(&page, edits);
        }
    }
    assert!(queries > 250 && commands > 10, "the test has lost sight of the examples: {queries}, {commands}");
    fail(wrong, &format!("of {queries} queries and {commands} blocks of commands are wrong"));
}

#[test]
fn blocks_are_marked() {
    let mut wrong = Vec::new();
    for page in pages::pages() {
        wrong.extend(page.stray.iter().map(|text| format!("{}: stray signs in `{text}`", page.name)));
        for block in &page.blocks {
            let known = is_query(block) || ["answer", "console"].contains(&block.info.as_str());
            let shown = console::file_name(block);
            if let Some(file) = shown {
                let uses = page.blocks.iter().any(|other| {
                    let runs = other.info == "console" || console::file_name(other).is_some();
                    other.info.contains(&format!("games={file}")) || runs && other.text.contains(file)
                });
                if !uses {
                    wrong.push(format!("{}: nothing uses the file {file}", page.name));
                }
            }
            let is_program = block.info.starts_with(library::EXAMPLE);
            if !known
                && shown.is_none()
                && !is_recipe(block)
                && !is_program
                && !OTHER_BLOCKS.contains(&block.info.as_str())
            {
                wrong.push(format!("{}:{}: a block marked `{}`", page.name, page.line(block.range.start), block.info));
            }
        }
    }
    fail(wrong, "faults of marking");
}

#[test]
fn every_page_is_in_the_summary_once() {
    let pages = pages::pages();
    let summary = pages.iter().find(|page| page.name == "SUMMARY.md").expect("a summary");
    let mut listed: BTreeMap<String, usize> = BTreeMap::new();
    for link in &summary.links {
        *listed.entry(summary.target(link).0).or_default() += 1;
    }
    let there: BTreeSet<&str> = pages.iter().map(|page| page.name.as_str()).filter(|n| *n != "SUMMARY.md").collect();
    let missing: Vec<String> = there
        .iter()
        .filter(|name| name.ends_with(".md") && !listed.contains_key(**name))
        .map(|name| format!("{name} is not in SUMMARY.md"))
        .chain(listed.keys().filter(|name| !there.contains(name.as_str())).map(|name| format!("{name} is no page")))
        .chain(listed.iter().filter(|(_, times)| **times > 1).map(|(name, _)| format!("{name} is listed twice")))
        .collect();
    fail(missing, "faults of SUMMARY.md");
}

#[test]
fn every_link_leads_somewhere() {
    let pages = pages::pages();
    let by_name: BTreeMap<&str, &Page> = pages.iter().map(|page| (page.name.as_str(), page)).collect();
    let (mut wrong, mut seen) = (Vec::new(), 0);
    for page in &pages {
        for link in &page.links {
            seen += 1;
            let (name, anchor) = page.target(link);
            if name.starts_with("diagrams/") {
                continue; // compared with what they show
            }
            let fault = match (by_name.get(name.as_str()), anchor) {
                _ if link.contains("://") => "leads out of the book",
                (None, _) => "leads nowhere",
                (Some(there), Some(anchor)) if !there.headings.iter().any(|h| h.anchor == anchor) => {
                    "has no such heading"
                }
                _ => continue,
            };
            wrong.push(format!("{}: {link} {fault}", page.name));
        }
    }
    assert!(seen > 300, "the test has lost sight of the links: it saw {seen}");
    fail(wrong, "links are wrong");
}

#[test]
fn pages_of_filters_have_the_fixed_form() {
    let (mut wrong, mut seen) = (Vec::new(), 0);
    for page in pages::pages().iter().filter(|page| is_filter_page(page)) {
        seen += 1;
        let titles = page.headings.iter().filter(|h| h.level == HeadingLevel::H1).count();
        if titles != 1 || page.headings[0].level != HeadingLevel::H1 {
            wrong.push(format!("{}: one title, at the top", page.name));
        }
        let sections = page.headings.iter().filter(|h| h.level == HeadingLevel::H2).map(|h| h.text.as_str());
        let sections: Vec<&str> = sections.collect();
        if sections != SECTIONS {
            wrong.push(format!("{}: sections {sections:?}, not {SECTIONS:?}", page.name));
        }
        let end = page.headings.get(1).map_or(page.source.len(), |h| h.at);
        let lead = page.source[..end].trim().lines().count();
        if lead < 2 {
            wrong.push(format!("{}: no line that says what the filter means", page.name));
        }
        for title in SECTIONS {
            let text = page.section(title).unwrap_or_default();
            if text.trim().lines().count() < 2 {
                wrong.push(format!("{}: nothing under {title}", page.name));
            }
        }
        if type_line(page).is_none() {
            wrong.push(format!("{}: no line `Type: ...` below the syntax", page.name));
        }
        let notes: Vec<&str> = page.section("Notes").unwrap_or_default().lines().skip(2).collect();
        let places = notes.iter().map(|note| NOTES.iter().position(|name| note.starts_with(name)));
        let places: Vec<usize> = places.map(|place| place.unwrap_or(NOTES.len())).collect();
        if places.first() != Some(&0) || places.last() == Some(&NOTES.len()) || !places.is_sorted_by(|a, b| a < b) {
            wrong.push(format!("{}: the notes are {notes:?}", page.name));
        }
        if !page.blocks.iter().any(|block| is_query(block) || block.info == "console") {
            wrong.push(format!("{}: no example", page.name));
        }
    }
    assert!(seen > 80, "the test has lost sight of the filters: it saw {seen}");
    fail(wrong, "faults of form");
}

/// What a page says of the type, after `Type:` below its syntax.
fn type_line(page: &Page) -> Option<&str> {
    page.section("Syntax")?.split_once("\nType: ").map(|(_, text)| text)
}

/// The types of a page's words as its section names them, and the one if the section is no more than its name.
fn stated_types(text: &str) -> (Vec<String>, Option<String>) {
    let text = text.to_lowercase();
    let words: Vec<&str> = text.split(|sign: char| !sign.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let is_type = |word: &&&str| ["logical", "number", "set", "position", "text"].contains(*word);
    let all: Vec<String> = words.iter().filter(is_type).map(|word| (*word).to_owned()).collect();
    let only = if words.len() == 1 { all.first().cloned() } else { None };
    (all, only)
}

#[test]
fn the_types_on_pages_are_those_of_the_catalogue() {
    let pages = pages::pages();
    let (mut wrong, mut seen) = (Vec::new(), 0);
    for op in Op::all() {
        let row = op.row();
        let page = pages.iter().find(|page| page.name == row.page.split('#').next().unwrap_or_default());
        // A page of several words may point to another for the type.
        let Some(section) = page.and_then(type_line).filter(|text| !text.contains("as for")) else {
            continue;
        };
        let (all, only) = stated_types(section);
        seen += 1;
        let ty = format!("{:?}", row.ty).to_lowercase();
        if only.is_some_and(|only| only != ty) || !all.contains(&ty) {
            wrong.push(format!("{}: `{}` is a {ty} in the catalogue, and {all:?} here", row.page, row.spelling));
        }
    }
    assert!(seen > 80, "the test has lost sight of the operations: it saw {seen}");
    fail(wrong, "types are wrong");
}

/// The rows of the index: a word, and the link that stands beside it.
fn index(pages: &[Page]) -> BTreeMap<String, Vec<String>> {
    let page = pages.iter().find(|page| page.name == "words.md").expect("an index of words");
    let mut index: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let end = page.headings.get(1).map_or(page.source.len(), |heading| heading.at);
    for line in page.source[..end].lines() {
        let mut cells = line.trim().trim_matches('|').split('|').map(str::trim);
        let Some(word) = cells.next().and_then(|cell| cell.strip_prefix('`')?.strip_suffix('`')) else { continue };
        let link = cells.next().and_then(|cell| Some(cell.split_once("](")?.1.split_once(')')?.0));
        index.entry(word.to_owned()).or_default().extend(link.map(str::to_owned));
    }
    index
}

#[test]
fn every_word_of_the_language_is_in_the_index() {
    let pages = pages::pages();
    let index = index(&pages);
    let page = pages.iter().find(|page| page.name == "words.md").expect("an index of words");
    let mut wrong = Vec::new();
    let words: BTreeMap<&str, &str> = tabiya::syntax::all_words().collect();
    assert!(words.len() > 200, "the test has lost sight of the words: it saw {}", words.len());
    for (word, home) in &words {
        match index.get(*word).map(Vec::as_slice) {
            None => wrong.push(format!("`{word}` is not in words.md")),
            Some([link]) if link != home => {
                wrong.push(format!("`{word}` leads to {link}, but its page in the catalogue is {home}"));
            }
            Some([link]) => {
                let (name, anchor) = page.target(link);
                let there = pages.iter().find(|page| page.name == name);
                let says = there.is_some_and(|there| says(there, anchor.as_deref(), word));
                if !says {
                    wrong.push(format!("`{word}` leads to {link}, which does not speak of it"));
                }
            }
            Some(links) => wrong.push(format!("`{word}` has {} links in words.md", links.len())),
        }
    }
    let strange = index.keys().filter(|word| !words.contains_key(word.as_str()));
    wrong.extend(strange.map(|word| format!("`{word}` of words.md is no word of the language")));
    fail(wrong, "words have no page");
}

#[test]
fn every_code_of_a_message_is_in_the_table() {
    let pages = pages::pages();
    let page = pages.iter().find(|page| page.name == "diagnostics.md").expect("a page on messages");
    fail(codes::faults(page), "faults of the table of codes");
}

/// True if a page has a word as code: in its title or syntax if it is the page of a filter, else below the anchor.
fn says(page: &Page, anchor: Option<&str>, word: &str) -> bool {
    let from = page.headings.iter().position(|h| Some(h.anchor.as_str()) == anchor);
    let text = match from {
        _ if is_filter_page(page) && anchor.is_none() => {
            let mut text = page.headings[0].text.clone();
            let _ = write!(text, " {}", page.section("Syntax").unwrap_or_default());
            text
        }
        Some(at) => {
            let level = page.headings[at].level;
            let next = page.headings[at + 1..].iter().find(|h| h.level <= level);
            page.source[page.headings[at].at..next.map_or(page.source.len(), |h| h.at)].to_owned()
        }
        None => page.source.clone(),
    };
    let is_part = |sign: char| sign.is_alphanumeric() || sign == '_' || sign == '-';
    text.match_indices(word)
        .any(|(at, _)| !text[..at].ends_with(is_part) && !text[at + word.len()..].starts_with(is_part))
}
