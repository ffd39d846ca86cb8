//! Breaking words into lines.

use super::Style;
use crate::text::is_blank;
use memchr::memchr;
use tabiya_chess::san::SanText;

/// Breaks words into lines of at most 79 signs.
pub(super) struct Lines<'o> {
    /// UTF-8, because only whole strings and ASCII characters are appended.
    out: &'o mut Vec<u8>,
    column: usize,
    style: Style,
    pending: Pending,
    /// The last blank of this line that can become its end, as a place in `out`; 0 if there is none. CQL has none.
    gap: usize,
}

/// The separator before the next word. CQL's layout writes spaces at once.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Pending {
    Nothing,
    Blank,
}

const WIDTH: usize = 80;

impl<'o> Lines<'o> {
    pub(super) fn style(&self) -> Style {
        self.style
    }

    pub(super) fn new(style: Style, out: &'o mut Vec<u8>) -> Lines<'o> {
        Lines { out, column: 0, style, pending: Pending::Nothing, gap: 0 }
    }

    /// Makes room for a word of this many signs, on the next line if there is none on this one.
    #[inline]
    fn make_room(&mut self, len: usize, begins_badly: bool) {
        match (self.style, self.pending) {
            (Style::Cql, _) if self.column + len >= WIDTH => self.line_end(),
            (Style::Cql, _) => {}
            (_, Pending::Blank) if self.column + 1 + len >= WIDTH && !begins_badly => self.line_end(),
            (_, Pending::Blank) if self.column > 0 => {
                if !begins_badly {
                    self.gap = self.out.len();
                }
                self.out.push(b' ');
                self.column += 1;
            }
            _ => {}
        }
        // What belongs to the word before it, such as a bracket that closes, takes that word to the next line.
        if self.gap > 0 && self.column + len >= WIDTH {
            self.out[self.gap] = b'\n';
            let is_sign = |byte: &&u8| **byte & 0xC0 != 0x80;
            self.column = self.out[self.gap + 1..].iter().filter(is_sign).count();
            self.gap = 0;
        }
        self.pending = Pending::Nothing;
        self.column += len;
    }

    /// A run of signs that is not broken.
    pub(super) fn word(&mut self, word: &str) {
        let len = match self.style {
            // CQL counts bytes.
            Style::Cql => word.len(),
            Style::Export | Style::Clean => word.chars().count(),
        };
        self.make_room(len, self.must_not_begin_a_line(word));
        self.out.extend_from_slice(word.as_bytes());
    }

    /// A move.
    #[inline]
    pub(super) fn san(&mut self, san: &SanText) {
        self.make_room(san.len(), false);
        san.push_to(self.out);
    }

    /// The number of a move, with what stands between it and the move.
    #[inline]
    pub(super) fn number(&mut self, number: u32, dots: &str) {
        let mut digits = itoa::Buffer::new();
        let digits = digits.format(number);
        self.make_room(digits.len() + dots.len(), false);
        self.out.extend_from_slice(digits.as_bytes());
        self.out.extend_from_slice(dots.as_bytes());
        if self.style != Style::Cql {
            self.blank();
        }
    }

    #[inline]
    pub(super) fn blank(&mut self) {
        match self.style {
            Style::Cql if self.column + 1 >= WIDTH => self.line_end(),
            Style::Cql => {
                self.out.push(b' ');
                self.column += 1;
            }
            Style::Export | Style::Clean => self.pending = Pending::Blank,
        }
    }

    pub(super) fn line_end(&mut self) {
        self.out.push(b'\n');
        (self.column, self.gap) = (0, 0);
        self.pending = Pending::Nothing;
    }

    pub(super) fn open(&mut self) {
        self.word("(");
        if self.style == Style::Cql {
            self.blank();
        }
    }

    pub(super) fn close(&mut self) {
        if self.style != Style::Cql {
            self.pending = Pending::Nothing;
        }
        self.word(")");
        self.blank();
    }

    /// A comment with its braces. CQL's comment before the first move has its closing brace on the line of its last
    /// word, however long.
    pub(super) fn comment(&mut self, text: &str, glued: bool) {
        let safe = memchr(b'}', text.as_bytes()).map(|_| text.replace('}', "_"));
        let text = safe.as_deref().unwrap_or(text);
        match self.style {
            Style::Cql => {}
            Style::Export => return self.export_comment(text),
            Style::Clean => return self.clean_comment(text),
        }
        self.word("{");
        let nested = memchr(b'{', text.as_bytes()).is_some();
        let (mut rest, mut begun) = (text, false);
        while !rest.is_empty() {
            let bytes = rest.as_bytes();
            let end = bytes.iter().position(|&byte| byte == b' ' || byte == b'\n').unwrap_or(bytes.len());
            match &rest[..end] {
                "" => {}
                // A word that is longer than a line has its line already: another break would come each time that the
                // comment is read and written again. With braces inside, see `export_comment`.
                word if begun || nested && begins_with_bracket(rest) => {
                    self.out.extend_from_slice(word.as_bytes());
                    self.column += word.len();
                }
                word => self.word(word),
            }
            let Some(&separator) = bytes.get(end) else { break };
            begun = separator == b'\n';
            rest = &rest[end + 1..];
            if nested && begins_with_bracket(rest) {
                self.out.push(b' ');
                self.column += 1;
            } else if separator == b' ' {
                self.blank();
            } else {
                self.line_end();
            }
        }
        if glued {
            self.out.push(b'}');
            self.column += 1;
        } else {
            self.word("}");
        }
    }

    /// A word that readers take for a tag or an escape where it begins a line, even inside a comment. Only clean PGN
    /// cares; it has no such words outside of comments.
    fn must_not_begin_a_line(&self, word: &str) -> bool {
        self.style == Style::Clean && word.starts_with(['[', '%'])
    }

    /// A comment whose words have one blank between them, broken into lines, but not in a command: simple programs look for commands
    /// line by line.
    fn clean_comment(&mut self, text: &str) {
        let mut rest = text;
        let next = || {
            let word = (!rest.is_empty()).then(|| &rest[..word_end(rest)])?;
            rest = rest[word.len()..].strip_prefix(' ').unwrap_or_default();
            Some(word)
        };
        let mut words = std::iter::from_fn(next).peekable();
        let mut open = "{";
        while let Some(word) = words.next() {
            let close = if words.peek().is_none() { "}" } else { "" };
            if open.is_empty() && close.is_empty() {
                self.word(word);
            } else {
                self.word(&format!("{open}{word}{close}"));
            }
            open = "";
            if close.is_empty() {
                self.blank();
            }
        }
    }

    /// A comment letter by letter, on a new line if it does not fit. After a brace that opens inside it, or before
    /// one, a line that looks like a tag would tell a reader that the comment was never closed: such lines are joined.
    fn export_comment(&mut self, text: &str) {
        let joined = text.contains('{').then(|| join_bracket_lines(text));
        let text = joined.as_deref().unwrap_or(text);
        let first = text.lines().next().unwrap_or("").chars().count();
        if self.pending == Pending::Blank && self.column > 0 && self.column + 3 + first >= WIDTH {
            self.line_end();
        }
        self.word("{");
        self.out.extend_from_slice(text.as_bytes());
        self.out.push(b'}');
        match text.rsplit_once('\n') {
            Some((_, last)) => (self.column, self.gap) = (last.chars().count() + 1, 0),
            None => self.column += text.chars().count() + 1,
        }
    }
}

/// The end of the word that a text begins with; a command that fits into a line, `[%clk 0:05:12]`, is a word.
fn word_end(text: &str) -> usize {
    let blank = text.find(' ').unwrap_or(text.len());
    let command = text.starts_with("[%").then(|| text.find(']')).flatten().map(|end| end + 1);
    let whole = command.filter(|&end| end > blank && end < WIDTH - 3);
    whole.map_or(blank, |end| text[end..].find(' ').map_or(text.len(), |more| end + more))
}

/// A comment in which no line begins with a bracket: a line break before a bracket becomes a space.
fn join_bracket_lines(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for part in text.split_inclusive('[') {
        let Some(before) = part.strip_suffix('[') else {
            out.push_str(part);
            break;
        };
        let words = before.trim_end_matches(is_blank_char).len();
        out.push_str(&before[..words]);
        out.push_str(&before[words..].replace(['\n', '\r'], " "));
        out.push('[');
    }
    out
}

fn begins_with_bracket(text: &str) -> bool {
    text.trim_start_matches(is_blank_char).starts_with('[')
}

/// White space, zero bytes included.
fn is_blank_char(c: char) -> bool {
    u8::try_from(c).is_ok_and(is_blank)
}
