//! The pages of the book as mdBook's own parser sees them: headings with anchors, links, blocks of code.

use pulldown_cmark::{CodeBlockKind, Event, HeadingLevel, Options, Parser, Tag, TagEnd, TextMergeWithOffset};
use std::collections::HashMap;
use std::ops::Range;
use std::path::{Path, PathBuf};

/// A heading.
pub(crate) struct Heading {
    pub(crate) level: HeadingLevel,
    pub(crate) text: String,
    /// The anchor that mdBook gives it.
    pub(crate) anchor: String,
    /// The start in the source, in bytes.
    pub(crate) at: usize,
}

/// A block of code.
pub(crate) struct Block {
    /// The text after the opening fence; empty for an indented block.
    pub(crate) info: String,
    pub(crate) text: String,
    /// The range in the source, in bytes, fences included.
    pub(crate) range: Range<usize>,
}

/// A page of the book.
pub(crate) struct Page {
    /// Its path below the folder of sources, with `/`.
    pub(crate) name: String,
    pub(crate) source: String,
    pub(crate) headings: Vec<Heading>,
    pub(crate) links: Vec<String>,
    pub(crate) blocks: Vec<Block>,
    /// Text outside code that looks like the signs of a link or of code, which did not become one.
    pub(crate) stray: Vec<String>,
}

/// The folder of the sources.
pub(crate) fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/src")
}

/// All pages, in order of their names. Pictures are not among them.
pub(crate) fn pages() -> Vec<Page> {
    let mut names = Vec::new();
    collect(&folder(), "", &mut names);
    names.sort();
    assert!(names.len() > 100, "the test has lost sight of the book: it saw {} pages", names.len());
    names.into_iter().map(read).collect()
}

fn collect(folder: &Path, prefix: &str, names: &mut Vec<String>) {
    for entry in std::fs::read_dir(folder).expect("a folder of the book") {
        let entry = entry.expect("an entry");
        let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
        if entry.path().is_dir() {
            collect(&entry.path(), &format!("{name}/"), names);
        } else if name.ends_with(".md") {
            names.push(name);
        }
    }
}

fn read(name: String) -> Page {
    let source = std::fs::read_to_string(folder().join(&name)).expect("a page in UTF-8");
    let (mut headings, mut links, mut blocks) = (Vec::<Heading>::new(), Vec::new(), Vec::<Block>::new());
    let mut anchors: HashMap<String, usize> = HashMap::new();
    let (mut heading, mut block, mut stray) = (None, None, Vec::new());
    let options = Options::ENABLE_TABLES | Options::ENABLE_FOOTNOTES | Options::ENABLE_STRIKETHROUGH;
    for (event, range) in TextMergeWithOffset::new(Parser::new_ext(&source, options).into_offset_iter()) {
        match event {
            Event::Start(Tag::Heading { level, .. }) => heading = Some((level, String::new(), range.start)),
            Event::End(TagEnd::Heading(_)) => {
                let (level, text, at) = heading.take().expect("a heading that began");
                let anchor = anchor(&text, &mut anchors);
                headings.push(Heading { level, text, anchor, at });
            }
            Event::Start(Tag::CodeBlock(kind)) => {
                let info = match kind {
                    CodeBlockKind::Fenced(info) => info.to_string(),
                    CodeBlockKind::Indented => String::new(),
                };
                block = Some(Block { info, text: String::new(), range });
            }
            Event::End(TagEnd::CodeBlock) => blocks.extend(block.take()),
            Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => links.push(dest_url.to_string()),
            Event::Text(text) if block.is_none() && (text.contains("](") || text.contains('`')) => {
                stray.push(text.to_string());
            }
            Event::Text(text) | Event::Code(text) => {
                if let Some((_, so_far, _)) = &mut heading {
                    so_far.push_str(&text);
                } else if let Some(block) = &mut block {
                    block.text.push_str(&text);
                }
            }
            _ => {}
        }
    }
    Page { name, headings, links, blocks, stray, source }
}

/// mdBook's rule: letters, digits, `_` and `-` stay, in lower case; blanks become `-`; repeated anchors are numbered.
fn anchor(text: &str, seen: &mut HashMap<String, usize>) -> String {
    let signs = text.trim().chars().filter_map(|sign| match sign {
        _ if sign.is_alphanumeric() || sign == '_' || sign == '-' => Some(sign.to_ascii_lowercase()),
        _ => sign.is_whitespace().then_some('-'),
    });
    let plain: String = signs.collect();
    let times = seen.entry(plain.clone()).or_insert(0);
    *times += 1;
    if *times == 1 { plain } else { format!("{plain}-{}", *times - 1) }
}

impl Page {
    /// The folder that the page stands in; empty at the top.
    pub(crate) fn group(&self) -> &str {
        self.name.split_once('/').map_or("", |(group, _)| group)
    }

    /// The page that a link leads to, and the anchor there.
    pub(crate) fn target(&self, link: &str) -> (String, Option<String>) {
        let (path, anchor) = match link.split_once('#') {
            Some((path, anchor)) => (path, Some(anchor.to_owned())),
            None => (link, None),
        };
        if path.is_empty() {
            return (self.name.clone(), anchor);
        }
        let mut parts: Vec<&str> = self.name.split('/').collect();
        parts.pop();
        for part in path.split('/') {
            match part {
                "." => {}
                ".." => drop(parts.pop()),
                part => parts.push(part),
            }
        }
        (parts.join("/"), anchor)
    }

    /// The text below a heading of the second level, down to the next.
    pub(crate) fn section(&self, title: &str) -> Option<&str> {
        let at = self.headings.iter().position(|h| h.level == HeadingLevel::H2 && h.text == title)?;
        let next = self.headings[at + 1..].iter().find(|h| h.level <= HeadingLevel::H2);
        Some(&self.source[self.headings[at].at..next.map_or(self.source.len(), |h| h.at)])
    }

    /// The line of a place in the source, from 1.
    pub(crate) fn line(&self, at: usize) -> usize {
        self.source[..at].matches('\n').count() + 1
    }
}
