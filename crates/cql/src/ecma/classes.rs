//! Bracket expressions: `[^a-z\d[:upper:]]`.

use super::escapes::class_escape;
use super::translate::{PatternError, Translator};

/// A member of a bracket expression.
enum Member {
    One(char),
    /// Several characters, already translated.
    Many(&'static str),
}

impl Translator<'_> {
    /// A bracket expression, whose opening bracket is next.
    pub(super) fn bracket(&mut self) -> Result<(), PatternError> {
        let start = self.at;
        self.at += 1;
        let negated = self.eat("^");
        let open = self.out.len();
        self.out.push_str(if negated { "[^" } else { "[" });
        let first = self.out.len();
        loop {
            if self.eat("]") {
                break;
            }
            if self.peek().is_none() {
                let fault = PatternError::new(start..start + 1, "this `[` is never closed in the pattern");
                return Err(fault.help("for a literal bracket, write `\\[`"));
            }
            self.member()?;
        }
        if self.out.len() == first {
            self.out.truncate(open);
            self.out.push_str(if negated { "(?s:.)" } else { "[^\\s\\S]" });
        } else {
            self.out.push(']');
        }
        Ok(())
    }

    /// A character, a class, or a range.
    fn member(&mut self) -> Result<(), PatternError> {
        let start = self.at;
        let low = match self.one()? {
            Member::One(low) => low,
            Member::Many(class) => {
                self.out.push_str(class);
                return Ok(());
            }
        };
        let ranged = self.rest().starts_with('-') && !matches!(self.rest()[1..].chars().next(), None | Some(']'));
        if !ranged {
            self.class_char(low);
            return Ok(());
        }
        self.at += 1;
        match self.one()? {
            Member::One(high) if low > high => {
                let fault = PatternError::new(start..self.at, format!("the range `{low}-{high}` goes downward"));
                Err(fault.help(format!("write `{high}-{low}`")))
            }
            Member::One(high) => {
                self.class_char(low);
                self.out.push('-');
                self.class_char(high);
                Ok(())
            }
            Member::Many(class) => {
                self.class_char(low);
                self.class_char('-');
                self.out.push_str(class);
                Ok(())
            }
        }
    }

    fn class_char(&mut self, c: char) {
        self.out.push_str(&regex::escape(c.encode_utf8(&mut [0; 4])));
    }

    fn one(&mut self) -> Result<Member, PatternError> {
        for (open, close) in [("[:", ":]"), ("[.", ".]"), ("[=", "=]")] {
            if self.rest().starts_with(open) {
                return self.named(open, close);
            }
        }
        if self.rest().starts_with('\\') {
            let escape = self.rest()[1..].chars().next();
            let class = match escape {
                Some('b') => {
                    self.at += 2;
                    return Ok(Member::One('\u{8}'));
                }
                Some(c) => class_escape(c),
                None => None,
            };
            if let Some(class) = class {
                self.at += 2;
                return Ok(Member::Many(class));
            }
            return self.escaped_char().map(Member::One);
        }
        let c = self.peek().unwrap_or(']');
        self.at += c.len_utf8();
        Ok(Member::One(c))
    }

    /// `[:alpha:]`, `[.a.]`, `[=a=]`
    fn named(&mut self, open: &str, close: &str) -> Result<Member, PatternError> {
        let start = self.at;
        let inside = &self.rest()[open.len()..];
        let Some(length) = inside.find(close) else {
            let fault = PatternError::new(start..start + 2, format!("this `{open}` is never closed"));
            return Err(fault.help(format!("end it with `{close}`; for a literal bracket, write `\\[`")));
        };
        let name = &inside[..length];
        self.at += open.len() + length + close.len();
        let place = start..self.at;
        if open != "[:" {
            let mut chars = name.chars();
            return match (chars.next(), chars.next()) {
                (Some(c), None) => Ok(Member::One(c)),
                _ => Err(PatternError::new(place, format!("`{name}` is not one character"))),
            };
        }
        match posix(name) {
            Some(class) => Ok(Member::Many(class)),
            None => {
                let fault = PatternError::new(place, format!("there is no class of characters `{name}`"));
                Err(fault.help(
                    "classes are alnum, alpha, blank, cntrl, digit, graph, lower, print, punct, space, upper, xdigit",
                ))
            }
        }
    }
}

fn posix(name: &str) -> Option<&'static str> {
    Some(match name {
        "alnum" => "\\p{Alphabetic}0-9",
        "alpha" => "\\p{Alphabetic}",
        "lower" => "\\p{Lowercase}",
        "upper" => "\\p{Uppercase}",
        "digit" | "d" => "0-9",
        "w" => "\\w",
        "space" | "s" => "\\s",
        "blank" => "\\t ",
        "cntrl" => "\\x00-\\x1f\\x7f",
        "graph" => "!-\\~",
        "print" => " -\\~",
        "punct" => "!-/:-@\\[-`\\{-\\~",
        "xdigit" => "0-9A-Fa-f",
        _ => return None,
    })
}
