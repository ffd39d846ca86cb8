//! Tag pairs: finding them in a line, and keeping them in their order.
//!
//! The first 32 tags of a game are compared one by one, because real games have about a dozen: not enough to be
//! worth a hash table. Only further tags are hashed.

use super::text::{decode, end_of, is_blank, place};
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
/// that a `]` follows (`\"` counts only if there is no other quote), else to the last quote or bracket of the
/// line. `None` if it is not a tag at all.
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

/// The longest text in brackets that is not a tag; anything longer is words after a bracket. A line may have millions of brackets.
pub(crate) const BRACKETED: usize = 4 << 10;

/// The length of the text in brackets that begins a line and is not a tag: to the next `]`, or the bracket alone.
pub(crate) fn bracket_len(line: &[u8]) -> usize {
    memchr::memchr(b']', &line[..line.len().min(BRACKETED)]).map_or(1, |n| n + 1)
}

/// The tag that begins a text, as [`scan`] reads it in its line, if it is written to the letter, as nearly all tags are. `None` says
/// nothing.
#[inline]
pub(crate) fn scan_plain(text: &[u8]) -> Option<TagSpan> {
    let name = 1 + text.get(1..)?.iter().position(|&b| ENDS_NAME[usize::from(b)])?;
    if !text[1].is_ascii_alphabetic() || !text[name..].starts_with(b" \"") {
        return None;
    }
    let value = name + 2;
    // Values are short: a search of wide steps would take longer.
    let close = value + text[value..].iter().position(|b| matches!(b, b'"' | b'\n' | b'\r'))?;
    let ends = text[close..].starts_with(b"\"]") && text[close - 1] != b'\\';
    ends.then_some(TagSpan { name: 1..name, value: value..close, end: close + 2, sound: true })
}

fn trimmed(line: &[u8], mut range: Range<usize>) -> Range<usize> {
    while range.start < range.end && is_blank(line[range.end - 1]) {
        range.end -= 1;
    }
    range
}

/// The tags of many games that are kept in one place, such as a block of a database: see [`GameBuilder::stored_tags`]. Games
/// are numbered by the owner of the tags.
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
///
/// ```
/// # mod tabiya { pub mod game { pub use tabiya_pgn::*; } }
/// use tabiya::game::Game;
///
/// let game = Game::from_pgn("[White \"Tal\"]\n[Black \"Botvinnik\"]\n\n1. e4 *");
/// assert_eq!(game.tags().get("White"), Some("Tal"));
/// assert_eq!(game.tags().get("white"), None, "names are case-sensitive");
/// assert_eq!(game.tags().iter().last(), Some(("Black", "Botvinnik")));
/// ```
#[derive(Default)]
pub struct Tags {
    /// The tags, if they are kept elsewhere, and the number that the game has there. Then there are none here.
    stored: Option<(Arc<dyn StoredTags>, usize)>,
    text: String,
    places: Vec<Place>,
}

/// The places of a name and a value in the text of [`Tags`].
#[derive(Clone, Copy)]
struct Place {
    name: (u32, u32),
    value: (u32, u32),
}

impl Place {
    /// The place of a tag whose parts begin here in the text.
    fn of(span: &TagSpan, start: usize) -> Place {
        let at = |part: &Range<usize>| (place(start + part.start), place(start + part.end));
        Place { name: at(&span.name), value: at(&span.value) }
    }

    fn name<'t>(&self, text: &'t str) -> &'t str {
        &text[self.name.0 as usize..self.name.1 as usize]
    }

    fn value<'t>(&self, text: &'t str) -> &'t str {
        &text[self.value.0 as usize..self.value.1 as usize]
    }
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
        self.places.clear();
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

    /// Notes that a tag stands at a place of a text, which [`Tags::take`] is given when all its tags have been noted.
    pub(crate) fn note(&mut self, start: usize, span: &TagSpan) {
        self.places.push(Place::of(span, start));
    }

    /// Takes the text whose tags have been noted, and no others: in one piece, if it is UTF-8 up to the last of them.
    pub(crate) fn take(&mut self, text: &[u8]) {
        let end = self.places.last().map_or(0, |place| place.value.1);
        match std::str::from_utf8(&text[..end as usize]) {
            Ok(text) => self.text.push_str(text),
            Err(_) => {
                let part = |(start, end): (u32, u32)| &text[start as usize..end as usize];
                let noted = std::mem::take(&mut self.places);
                noted.iter().for_each(|place| self.push(part(place.name), part(place.value)));
            }
        }
    }

    /// Adds a tag.
    pub(crate) fn push(&mut self, name: &[u8], value: &[u8]) {
        let start = end_of(&self.text);
        decode(name, &mut self.text);
        let middle = end_of(&self.text);
        decode(value, &mut self.text);
        self.places.push(Place { name: (start, middle), value: (middle, end_of(&self.text)) });
    }

    /// The same with text that is decoded already.
    pub(crate) fn push_text(&mut self, name: &str, value: &str) {
        self.own();
        self.push(name.as_bytes(), value.as_bytes());
    }

    /// Name and value of each tag, in the order of the text.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        (0..self.len()).filter_map(|number| match &self.stored {
            Some((tags, game)) => tags.tag(*game, number),
            None => self.places.get(number).map(|place| (place.name(&self.text), place.value(&self.text))),
        })
    }

    /// The value of a tag; of the last one, if there are several of the name.
    pub fn get(&self, name: &str) -> Option<&str> {
        if let Some((tags, game)) = &self.stored {
            return tags.get(*game, name);
        }
        let text = self.text.as_bytes();
        let has_name = |place: &&Place| text[place.name.0 as usize..place.name.1 as usize] == *name.as_bytes();
        let found = self.places.iter().rev().find(has_name)?;
        Some(found.value(&self.text))
    }

    /// The number of tags.
    pub fn len(&self) -> usize {
        self.stored.as_ref().map_or(self.places.len(), |(tags, game)| tags.count(*game))
    }

    /// True if there is no tag.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// The value of a tag without the escapes of PGN: `\"` and `\\` stand for `"` and `\`.
///
/// ```
/// # mod tabiya { pub mod game { pub use tabiya_pgn::*; } }
/// assert_eq!(tabiya::game::plain_tag(r#"the \"Immortal\""#), r#"the "Immortal""#);
/// ```
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
        if let Some(plain) = scan_plain(line.as_bytes()) {
            assert_eq!(Some(&plain), found.as_ref(), "{line}");
        }
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
        for (line, plain) in [(r#"[Site "a"]4"#, true), (r#"[Site "C:\"]"#, false), ("[Site \"a\n\"]", false)] {
            assert_eq!(scan_plain(line.as_bytes()).is_some(), plain, "{line}");
        }
    }
}
