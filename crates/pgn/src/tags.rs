//! Tag pairs: finding them in a line, and keeping them in their order.
//!
//! The first 32 tags of a game are compared one by one, because real games have about a dozen, too few to be worth a
//! hash table. Only further tags are hashed.

use super::text::{decode, end_of, is_blank};
use std::borrow::Cow;
use std::fmt;
use std::ops::Range;
use std::sync::Arc;

/// The places of the parts of a tag in a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TagSpan {
    pub(crate) name: Range<usize>,
    pub(crate) value: Range<usize>,
    /// The byte after the tag.
    pub(crate) end: usize,
    /// True if it is `[Name "value"]` to the letter.
    pub(crate) sound: bool,
}

/// The bytes that no name of a tag has.
const ENDS_NAME: [bool; 256] = {
    let mut ends = [false; 256];
    let list = b" \t\n\r\x0B\x0C\0\"][{}";
    let mut i = 0;
    while i < list.len() {
        ends[list[i] as usize] = true;
        i += 1;
    }
    ends
};

/// Reads the tag at the `[` that stands at `at`; `line` ends where its line ends. The value goes to the first quote
/// that a `]` follows (`\"` is no such quote unless no other is there), else to the last quote or bracket of the
/// line. `None` if it is no tag at all.
pub(crate) fn scan(line: &[u8], at: usize) -> Option<TagSpan> {
    let skip = |mut i: usize| {
        while line.get(i).is_some_and(|&b| b == b' ' || b == b'\t') {
            i += 1;
        }
        i
    };
    let start = skip(at + 1);
    let len = line.get(start..)?.iter().take_while(|&&b| !ENDS_NAME[usize::from(b)]).count();
    let name = start..start + len;
    if !line[name.clone()].first()?.is_ascii_alphabetic() {
        return None;
    }
    let quote = skip(name.end);
    if line.get(quote) != Some(&b'"') {
        // `[Site]` and `[Site Linares]`: a tag that somebody tried to write, if it ends with the line.
        let close = memchr::memrchr(b']', &line[quote..]).map(|n| quote + n)?;
        let value = trimmed(line, quote..close);
        let plain = !line[value.clone()].iter().any(|b| matches!(b, b'"' | b'[' | b']'));
        return (plain && skip(close + 1) >= line.len()).then(|| TagSpan { name, value, end: close + 1, sound: false });
    }
    let first = quote + 1;
    // Nearly all tags end with the first quote.
    if let Some(close) = memchr::memchr(b'"', &line[first..]).map(|n| first + n)
        && line.get(close + 1) == Some(&b']')
        && line[close - 1] != b'\\'
    {
        return Some(TagSpan { name, value: first..close, end: close + 2, sound: true });
    }
    let closes = |n: usize| line.get(skip(n + 1)) == Some(&b']');
    let quotes = || memchr::memchr_iter(b'"', &line[first..]).map(|n| first + n);
    let escaped = |n: usize| line[first..n].iter().rev().take_while(|&&b| b == b'\\').count() % 2 == 1;
    let closing = quotes().find(|&n| closes(n) && !escaped(n)).or_else(|| quotes().find(|&n| closes(n)));
    if let Some(close) = closing {
        return Some(TagSpan { name, value: first..close, end: skip(close + 1) + 1, sound: true });
    }
    let last = memchr::memrchr(b'"', &line[first..]).or_else(|| memchr::memrchr(b']', &line[first..]));
    let value = trimmed(line, first..last.map_or(line.len(), |n| first + n));
    Some(TagSpan { name, value, end: line.len(), sound: false })
}

/// The length of the text in brackets that begins a line and is no tag: to the next `]`, or the bracket alone.
pub(crate) fn bracket_len(line: &[u8]) -> usize {
    memchr::memchr(b']', line).map_or(1, |n| n + 1)
}

fn trimmed(line: &[u8], mut range: Range<usize>) -> Range<usize> {
    while range.start < range.end && is_blank(line[range.end - 1]) {
        range.end -= 1;
    }
    range
}

/// The tags of many games that are kept in one place, such as a block of a database: see [`GameBuilder::stored_tags`]. Games
/// are numbered as whoever keeps the tags likes.
///
/// [`GameBuilder::stored_tags`]: crate::GameBuilder::stored_tags
pub trait StoredTags: fmt::Debug + Send + Sync {
    /// The number of tags of a game.
    fn count(&self, game: usize) -> usize;

    /// Name and value of a tag of a game, by its place in the order of the text.
    fn tag(&self, game: usize, place: usize) -> Option<(&str, &str)>;

    /// The value of a tag of a game; of the last one, if there are several of the name.
    fn get(&self, game: usize, name: &str) -> Option<&str>;
}

/// The tags of a game, decoded, in the order of the text. A value is kept as it is written: `\"` stays `\"`.
#[derive(Default)]
pub struct Tags {
    /// The tags, if they are kept elsewhere, and the number that the game has there. Then there are none here.
    stored: Option<(Arc<dyn StoredTags>, usize)>,
    text: String,
    /// Ends of name and value in `text`; each starts where the one before ends.
    ends: Vec<(u32, u32)>,
}

impl Clone for Tags {
    /// A copy has its own text: it does not keep the tags of other games in memory.
    fn clone(&self) -> Tags {
        let mut tags = Tags::default();
        self.iter().for_each(|(name, value)| tags.push_text(name, value));
        tags
    }
}

impl fmt::Debug for Tags {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}

impl PartialEq for Tags {
    fn eq(&self, other: &Tags) -> bool {
        self.iter().eq(other.iter())
    }
}

impl Eq for Tags {}

impl Tags {
    pub(crate) fn clear(&mut self) {
        self.stored = None;
        self.text.clear();
        self.ends.clear();
    }

    /// Has tags that are kept elsewhere, instead of those that were here.
    pub(crate) fn store(&mut self, tags: Arc<dyn StoredTags>, game: usize) {
        self.clear();
        self.stored = Some((tags, game));
    }

    /// Copies tags that are kept elsewhere.
    pub(crate) fn own(&mut self) {
        if self.stored.is_some() {
            *self = self.clone();
        }
    }

    pub(crate) fn push(&mut self, name: &[u8], value: &[u8]) {
        decode(name, &mut self.text);
        let name_end = end_of(&self.text);
        decode(value, &mut self.text);
        self.ends.push((name_end, end_of(&self.text)));
    }

    /// The same with text that is decoded already.
    pub(crate) fn push_text(&mut self, name: &str, value: &str) {
        self.own();
        self.text.push_str(name);
        let name_end = end_of(&self.text);
        self.text.push_str(value);
        self.ends.push((name_end, end_of(&self.text)));
    }

    /// Name and value of each tag, in the order of the text.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        let mut start = 0;
        (0..self.len()).filter_map(move |place| match &self.stored {
            Some((tags, game)) => tags.tag(*game, place),
            None => {
                let (name_end, end) = self.ends[place];
                let name = &self.text[start as usize..name_end as usize];
                start = end;
                Some((name, &self.text[name_end as usize..end as usize]))
            }
        })
    }

    /// The value of a tag; of the last one, if there are several of the name.
    pub fn get(&self, name: &str) -> Option<&str> {
        if let Some((tags, game)) = &self.stored {
            return tags.get(*game, name);
        }
        let starts = |n: usize| n.checked_sub(1).map_or(0, |before| self.ends[before].1) as usize;
        let is_it = |&n: &usize| {
            let (start, end) = (starts(n), self.ends[n].0 as usize);
            end - start == name.len() && self.text.as_bytes()[start..end] == *name.as_bytes()
        };
        let found = (0..self.ends.len()).rev().find(is_it)?;
        let (value, end) = self.ends[found];
        Some(&self.text[value as usize..end as usize])
    }

    /// The number of tags.
    pub fn len(&self) -> usize {
        self.stored.as_ref().map_or(self.ends.len(), |(tags, game)| tags.count(*game))
    }

    /// True if there is no tag.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// The value of a tag without the escapes of PGN: `\"` and `\\` stand for `"` and `\`.
pub fn plain_tag(value: &str) -> Cow<'_, str> {
    if !value.contains('\\') {
        return Cow::Borrowed(value);
    }
    Cow::Owned(value.replace("\\\"", "\"").replace("\\\\", "\\"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(line: &str, expected: Option<(&str, &str, &str, bool)>) {
        let found = scan(line.as_bytes(), 0);
        let found = found.map(|t| (&line[t.name], &line[t.value], &line[t.end..], t.sound));
        assert_eq!(found, expected, "{line}");
    }

    #[test]
    fn tags_as_people_write_them() {
        check(r#"[Event "x"]"#, Some(("Event", "x", "", true)));
        check(r#"[Event"x"][Round "1"]a4"#, Some(("Event", "x", r#"[Round "1"]a4"#, true)));
        check(r#"[ Event  "x y" ] "#, Some(("Event", "x y", " ", true)));
        check(r#"[Site "a \"b\" c"]"#, Some(("Site", r#"a \"b\" c"#, "", true)));
        check(r#"[Site "C:\"]"#, Some(("Site", r"C:\", "", true)));
        check(r#"[Site "Somewhere " else"]"#, Some(("Site", "Somewhere \" else", "", true)));
        check(r#"[Event "[[]]"]"#, Some(("Event", "[[]]", "", true)));
        check(r#"[Annotator  "Krush, I]"#, Some(("Annotator", "Krush, I", "", false)));
        check(r#"[Event "no end"#, Some(("Event", "no end", "", false)));
        check("[Site]", Some(("Site", "", "", false)));
        check("[Site Linares]", Some(("Site", "Linares", "", false)));
        check("[%clk 0:01]", None);
        check(r#"["Somewhere"]"#, None);
        check("[Event", None);
    }
}
