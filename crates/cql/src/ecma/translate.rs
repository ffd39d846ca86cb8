//! The syntax of ECMAScript read and written as that of the `regex` crate.

use super::escapes::class_escape;
use indexmap::IndexMap;
use std::collections::HashSet;
use std::ops::Range;

/// The greatest depth of nested groups, and the greatest number of quantifiers that follow one another.
const MAX_DEPTH: usize = 100;

/// The bytes of a class of characters, and of a part of a pattern that only backtracking can match.
const CLASS: usize = 8 << 10;
const PART: usize = 16 << 10;

/// An error in a pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PatternError {
    /// Where, in bytes of the pattern.
    pub at: Range<usize>,
    /// One sentence.
    pub message: String,
    /// The suggested fix.
    pub help: Option<String>,
}

impl PatternError {
    pub(super) fn new(at: Range<usize>, message: impl Into<String>) -> PatternError {
        PatternError { at, message: message.into(), help: None }
    }

    pub(super) fn help(mut self, help: impl Into<String>) -> PatternError {
        self.help = Some(help.into());
        self
    }
}

/// A pattern in the other syntax.
pub(super) struct Translated {
    pub(super) text: String,
    /// True if it has parts that only backtracking can match.
    pub(super) backtracks: bool,
    /// Named groups with their numbers.
    pub(super) names: IndexMap<String, usize>,
    /// The number of capturing groups.
    pub(super) groups: usize,
    /// The bytes that an automaton for it takes at most, roughly, and those of the pattern once it is read.
    pub(super) size: usize,
    pub(super) read: usize,
}

/// Finds what is wrong with a pattern, without compiling it.
pub fn check(pattern: &str) -> Result<(), PatternError> {
    translate(pattern).map(|_| ())
}

pub(super) fn translate(pattern: &str) -> Result<Translated, PatternError> {
    let mut translator = Translator {
        pattern,
        at: 0,
        out: String::with_capacity(pattern.len() + 16),
        depth: 0,
        groups: 0,
        closed: HashSet::new(),
        names: IndexMap::new(),
        backtracks: false,
        size: 0,
        read: 0,
    };
    translator.alternatives()?;
    if translator.at < pattern.len() {
        let place = translator.at..translator.at + 1;
        return Err(PatternError::new(place, "this `)` has no matching opening parenthesis in the pattern")
            .help("for a literal parenthesis, write `\\)`"));
    }
    let Translator { out, backtracks, names, groups, size, read, .. } = translator;
    Ok(Translated { text: out, backtracks, names, groups, size, read })
}

/// The state of translating one pattern.
pub(super) struct Translator<'p> {
    pattern: &'p str,
    pub(super) at: usize,
    pub(super) out: String,
    depth: usize,
    /// The number of capturing groups that have been opened.
    groups: usize,
    /// The numbers of the groups that are closed: only these can be referred to.
    closed: HashSet<usize>,
    names: IndexMap<String, usize>,
    backtracks: bool,
    size: usize,
    read: usize,
}

impl<'p> Translator<'p> {
    pub(super) fn rest(&self) -> &'p str {
        &self.pattern[self.at..]
    }

    pub(super) fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    pub(super) fn eat(&mut self, sign: &str) -> bool {
        let found = self.rest().starts_with(sign);
        if found {
            self.at += sign.len();
        }
        found
    }

    fn alternatives(&mut self) -> Result<(), PatternError> {
        loop {
            while !matches!(self.peek(), None | Some('|' | ')')) {
                self.term()?;
            }
            if !self.eat("|") {
                return Ok(());
            }
            self.out.push('|');
        }
    }

    /// An assertion, or something with its quantifiers.
    fn term(&mut self) -> Result<(), PatternError> {
        let (start, place, before) = (self.at, self.out.len(), self.size);
        // What stands for a class of characters takes some kilobytes, a part that is matched by itself many.
        let (size, read) = match self.peek() {
            Some('(') if self.rest().starts_with("(?=") || self.rest().starts_with("(?!") => (PART, 256),
            Some('\\') if self.rest()[1..].starts_with(|c: char| c.is_ascii_digit() || c == 'k') => (PART, 256),
            Some('\\' | '[') => (CLASS, CLASS),
            _ => (64, 256),
        };
        (self.size, self.read) = (before.saturating_add(size), self.read + read);
        let repeatable = self.atom()?;
        let mut quantifiers = 0;
        while matches!(self.peek(), Some('*' | '+' | '?' | '{')) {
            quantifiers += 1;
            if !repeatable {
                return Err(self.nothing_to_repeat());
            }
            if quantifiers > MAX_DEPTH {
                let message = format!("more than {MAX_DEPTH} quantifiers follow one another in the pattern");
                return Err(PatternError::new(self.at..self.at + 1, message));
            }
            let times = self.quantifier(start, place)?;
            self.size = before.saturating_add((self.size - before).saturating_mul(times));
        }
        Ok(())
    }

    fn nothing_to_repeat(&self) -> PatternError {
        let sign = self.peek().unwrap_or('*');
        let fault = PatternError::new(self.at..self.at + 1, format!("`{sign}` has nothing to repeat in the pattern"));
        fault.help(format!("for the character itself write `\\{sign}`"))
    }

    /// Reads an atom. True if it can be repeated.
    fn atom(&mut self) -> Result<bool, PatternError> {
        let Some(c) = self.peek() else { return Ok(false) };
        match c {
            '^' => self.sign("\\A"),
            '$' => self.sign("\\z"),
            '.' => {
                self.sign("[^\\n\\r\\u{2028}\\u{2029}]");
                return Ok(true);
            }
            '[' => {
                self.bracket()?;
                return Ok(true);
            }
            '(' => return self.group(),
            '*' | '+' | '?' | '{' => return Err(self.nothing_to_repeat()),
            '\\' => return self.escape(),
            _ => {
                self.at += c.len_utf8();
                self.char(c);
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn sign(&mut self, text: &str) {
        self.at += 1;
        self.out.push_str(text);
    }

    fn char(&mut self, c: char) {
        self.out.push_str(&regex::escape(c.encode_utf8(&mut [0; 4])));
    }

    /// `*`, `+?`, `{2,5}`: what it repeats begins at `start`, and in the translation at `place`. The number of copies that an
    /// automaton has of it.
    fn quantifier(&mut self, start: usize, place: usize) -> Result<usize, PatternError> {
        let at = self.at;
        let (repeat, times) = match self.peek() {
            Some('{') => self.counts()?,
            sign => {
                self.at += 1;
                (sign.map(String::from).unwrap_or_default(), 1)
            }
        };
        let lazy = self.eat("?");
        // Quantifiers may follow one another, and a lone character needs no group.
        if at > start + 1 || self.out[place..].len() > 1 {
            self.out.insert_str(place, "(?:");
            self.out.push(')');
        }
        self.out.push_str(&repeat);
        if lazy {
            self.out.push('?');
        }
        Ok(times)
    }

    /// `{2}`, `{2,}`, `{2,5}`
    fn counts(&mut self) -> Result<(String, usize), PatternError> {
        let start = self.at;
        let help = "a repetition is written `{2}`, `{2,}` or `{2,5}`; for a literal brace, write `\\{`";
        let Some(length) = self.rest().find('}') else {
            return Err(PatternError::new(start..start + 1, "this `{` does not begin a repetition").help(help));
        };
        let inside = &self.rest()[1..length];
        self.at += length + 1;
        let fault = |message: String| PatternError::new(start..start + length + 1, message).help(help);
        let (low, high) = inside.split_once(',').map_or((inside, None), |(low, high)| (low, Some(high)));
        let digits = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
        if low.is_empty() || !digits(low) || !high.is_none_or(digits) {
            return Err(fault(format!("`{{{inside}}}` is no repetition")));
        }
        let number = |text: &str| text.parse::<u32>().ok().filter(|&n| n <= 100_000);
        let (Some(least), Some(most)) =
            (number(low), high.filter(|high| !high.is_empty()).map_or(Some(None), |high| number(high).map(Some)))
        else {
            return Err(fault(format!("`{{{inside}}}` counts too far")));
        };
        if most.is_some_and(|most| most < least) {
            return Err(fault(format!("`{{{inside}}}` allows at most fewer times than at least")));
        }
        Ok((format!("{{{inside}}}"), most.unwrap_or(least).max(1) as usize))
    }

    /// Reads a group. True if it can be repeated: lookahead cannot.
    fn group(&mut self) -> Result<bool, PatternError> {
        let start = self.at;
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(PatternError::new(
                start..start + 1,
                format!("groups nest more than {MAX_DEPTH} deep in the pattern"),
            ));
        }
        let mut number = None;
        let mut repeatable = true;
        if self.eat("(?:") {
            self.out.push_str("(?:");
        } else if self.eat("(?=") || self.eat("(?!") {
            self.out.push_str(&self.pattern[start..self.at]);
            self.backtracks = true;
            repeatable = false;
        } else if self.rest().starts_with("(?<=") || self.rest().starts_with("(?<!") {
            let fault = PatternError::new(start..start + 4, "patterns cannot look behind");
            return Err(
                fault.help("include the preceding text in the pattern and put the rest in a group: `a(b)`, `\\1`")
            );
        } else {
            self.groups += 1;
            number = Some(self.groups);
            if self.eat("(?<") {
                let name = self.group_name(start)?;
                self.out.push_str(&format!("(?<{name}>"));
                self.names.insert(name, self.groups);
            } else if self.eat("(?") {
                let fault = PatternError::new(start..start + 2, "this is not a kind of group");
                return Err(fault.help(match self.eat("i") {
                    true => "small letters and capitals are alike in `lowercase TEXT ~~ \"pattern\"`, with a pattern in small letters",
                    false => "write groups as `(...)`, `(?:...)`, `(?<name>...)`, `(?=...)` and `(?!...)`",
                }));
            } else {
                self.at += 1;
                self.out.push('(');
            }
        }
        self.alternatives()?;
        if !self.eat(")") {
            let fault = PatternError::new(start..start + 1, "this `(` is never closed in the pattern");
            return Err(fault.help("for a literal parenthesis, write `\\(`"));
        }
        self.out.push(')');
        self.depth -= 1;
        self.closed.extend(number);
        Ok(repeatable)
    }

    fn group_name(&mut self, start: usize) -> Result<String, PatternError> {
        let name: String = self.rest().chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '_').collect();
        self.at += name.len();
        let good = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') && self.eat(">");
        let place = start..self.at;
        if !good {
            return Err(PatternError::new(place, "a named group is written `(?<name>...)`"));
        }
        if self.names.contains_key(&name) {
            return Err(PatternError::new(place, format!("the pattern has two groups `{name}`")));
        }
        Ok(name)
    }

    /// Reads an escape. True if it can be repeated.
    fn escape(&mut self) -> Result<bool, PatternError> {
        let start = self.at;
        let Some(c) = self.rest()[1..].chars().next() else {
            let fault = PatternError::new(start..start + 1, "the pattern ends in a backslash");
            return Err(fault.help("for a literal backslash, write `\\\\`"));
        };
        if c == 'b' || c == 'B' {
            self.at += 2;
            self.out.push_str(if c == 'b' { "\\b" } else { "\\B" });
            return Ok(false);
        }
        if let Some(class) = class_escape(c) {
            self.at += 2;
            self.out.push_str(class);
            return Ok(true);
        }
        if ('1'..='9').contains(&c) {
            let digits = self.rest()[1..].bytes().take_while(u8::is_ascii_digit).count();
            let number = self.rest()[1..=digits].parse().ok();
            self.at += 1 + digits;
            return self.reference(start, number);
        }
        if c == 'k' && !self.names.is_empty() && self.rest().starts_with("\\k<") {
            let length = self.rest().find('>').unwrap_or(self.rest().len() - 1);
            let name = self.rest().get(3..length).unwrap_or("");
            let number = self.names.get(name).copied();
            self.at += length + 1;
            return self.reference(start, number);
        }
        let c = self.escaped_char()?;
        self.char(c);
        Ok(true)
    }

    /// `\1`: only a group that is closed has a text to repeat.
    fn reference(&mut self, start: usize, number: Option<usize>) -> Result<bool, PatternError> {
        match number.filter(|number| self.closed.contains(number)) {
            Some(number) => {
                self.backtracks = true;
                self.out.push_str(&format!("(?:\\{number})"));
                Ok(true)
            }
            None => {
                let fault = PatternError::new(start..self.at, "this refers to a group that does not end before it");
                Err(fault.help("groups are counted by their opening parentheses, from 1"))
            }
        }
    }

    /// `\n`, `\x41`, `\.`: an escape that stands for one character.
    pub(super) fn escaped_char(&mut self) -> Result<char, PatternError> {
        let start = self.at;
        let Some(c) = self.rest()[1..].chars().next() else {
            return Err(PatternError::new(start..start + 1, "the pattern ends in a backslash"));
        };
        self.at += 1 + c.len_utf8();
        Ok(match c {
            '0' => '\0',
            'f' => '\u{c}',
            'n' => '\n',
            'r' => '\r',
            't' => '\t',
            'v' => '\u{b}',
            'c' => match self.peek().filter(char::is_ascii_alphabetic) {
                Some(letter) => {
                    self.at += 1;
                    char::from(letter as u8 % 32)
                }
                None => return Err(PatternError::new(start..self.at, "`\\c` needs a letter after it")),
            },
            'x' => self.hexadecimal(start, 2)?,
            'u' => self.hexadecimal(start, 4)?,
            other => other,
        })
    }

    fn hexadecimal(&mut self, start: usize, digits: usize) -> Result<char, PatternError> {
        let text = self.rest().get(..digits).filter(|text| text.bytes().all(|b| b.is_ascii_hexdigit()));
        let Some(text) = text else {
            let message = format!("`{}` needs {digits} hexadecimal digits after it", &self.pattern[start..self.at]);
            return Err(PatternError::new(start..self.at, message));
        };
        self.at += digits;
        let code = u32::from_str_radix(text, 16).ok();
        let c = code.and_then(char::from_u32);
        c.ok_or_else(|| PatternError::new(start..self.at, format!("there is no character U+{}", text.to_uppercase())))
    }
}
