//! Regular expressions in the syntax of ECMAScript, as queries write them: `"M.*?n(?=e)"`, `"[[:upper:]]\w+"`.
//!
//! Patterns are translated and run by the `regex` crate, in time linear in the text. Only those with a lookahead or a
//! backreference, which no automaton can have, are run by the backtracking `fancy-regex`, under a limit of steps.
//!
//! `explain` names the patterns that backtrack. Letters beyond ASCII count as letters in `\w`, `\b`, `[[:alpha:]]` and
//! the like; digits are 0 to 9. After an empty match the search continues one character further.

mod classes;
mod escapes;
mod translate;

pub use translate::{PatternError, check};

use indexmap::IndexMap;
use regex_automata::{Input, meta};
use std::ops::Range;

/// The greatest number of steps that backtracking may take on one search.
const STEP_LIMIT: usize = 1_000_000;

/// The greatest size of a compiled pattern, in bytes.
pub const SIZE_LIMIT: usize = 16 << 20;

/// The groups of a match by number, the whole match first: where each lies in the text, none if it took no part.
pub type Groups = Vec<Option<Range<usize>>>;

/// A search took more steps than backtracking is allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("given up after {} steps of backtracking", STEP_LIMIT)]
pub struct Exhausted;

/// A pattern ready to search with.
#[derive(Clone, Debug)]
pub struct Regex {
    pattern: String,
    engine: Engine,
    names: IndexMap<String, usize>,
    bytes: usize,
}

#[derive(Clone, Debug)]
enum Engine {
    Linear(meta::Regex),
    Backtracking(Box<fancy_regex::Regex>),
}

impl Regex {
    /// Compiles a pattern to at most [`SIZE_LIMIT`] bytes, and at most as many as there is room for.
    ///
    /// # Errors
    ///
    /// The errors of [`check`], and an error for a pattern that is too large.
    pub fn new(pattern: &str, room: usize) -> Result<Regex, PatternError> {
        let translated = translate::translate(pattern)?;
        let too_large = || PatternError::new(0..pattern.len(), "this pattern is too large");
        // Reading a class takes memory that the limits below do not count.
        if translated.read > room {
            return Err(too_large());
        }
        let most = SIZE_LIMIT.min(room);
        let mut bytes = translated.size;
        let engine = if translated.backtracks {
            // What it is compiled to is not known afterwards.
            if bytes > most {
                return Err(too_large());
            }
            let built = fancy_regex::RegexBuilder::new(&translated.text)
                .backtrack_limit(STEP_LIMIT)
                .delegate_size_limit(most)
                .build();
            Engine::Backtracking(Box::new(built.map_err(|_| too_large())?))
        } else {
            let config = meta::Config::new().nfa_size_limit(Some(most));
            let built = meta::Builder::new().configure(config).build(&translated.text).map_err(|_| too_large())?;
            // To find groups takes a table of all states and groups.
            bytes = built.memory_usage().saturating_mul(1 + translated.groups / 2);
            Engine::Linear(built)
        };
        if bytes > room {
            return Err(too_large());
        }
        Ok(Regex { pattern: pattern.to_owned(), engine, names: translated.names, bytes })
    }

    /// The bytes that it takes, roughly, with what a search takes.
    pub fn bytes(&self) -> usize {
        self.bytes + self.pattern.len() + 512
    }

    /// The pattern as it was written.
    pub fn pattern(&self) -> &str {
        &self.pattern
    }

    /// True if it is searched for by backtracking.
    pub fn backtracks(&self) -> bool {
        matches!(self.engine, Engine::Backtracking(_))
    }

    /// The number of a named group.
    pub fn group_named(&self, name: &str) -> Option<usize> {
        self.names.get(name).copied()
    }

    /// The first match in a text.
    pub fn find(&self, text: &str) -> Result<Option<Range<usize>>, Exhausted> {
        match &self.engine {
            Engine::Linear(regex) => Ok(regex.find(text).map(|found| found.range())),
            Engine::Backtracking(regex) => match regex.find(text) {
                Ok(found) => Ok(found.map(|found| found.start()..found.end())),
                Err(_) => Err(Exhausted),
            },
        }
    }

    /// The groups of the first match that begins at a place or after it. The text before the place is still
    /// seen, so that `^` matches at the start of the text only.
    pub fn groups(&self, text: &str, from: usize) -> Result<Option<Groups>, Exhausted> {
        match &self.engine {
            Engine::Linear(regex) => {
                let mut groups = regex.create_captures();
                regex.search_captures(&Input::new(text).range(from..), &mut groups);
                Ok(groups.is_match().then(|| groups.iter().map(|group| group.map(|group| group.range())).collect()))
            }
            Engine::Backtracking(regex) => match regex.captures_from_pos(text, from) {
                Ok(None) => Ok(None),
                Ok(Some(groups)) => {
                    let range = |number| groups.get(number).map(|group| group.start()..group.end());
                    Ok(Some((0..groups.len()).map(range).collect()))
                }
                Err(_) => Err(Exhausted),
            },
        }
    }

    /// The place at which to look for the next match after one: its end, or one character further after an empty match.
    pub fn after(text: &str, found: &Range<usize>) -> Option<usize> {
        if !found.is_empty() {
            return Some(found.end);
        }
        text[found.end..].chars().next().map(|c| found.end + c.len_utf8())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn compiled(pattern: &str) -> Result<Regex, PatternError> {
        Regex::new(pattern, SIZE_LIMIT)
    }

    fn found<'t>(pattern: &str, text: &'t str) -> Option<&'t str> {
        let regex = compiled(pattern).unwrap_or_else(|fault| panic!("{pattern}: {fault:?}"));
        regex.find(text).expect("an answer").map(|range| &text[range])
    }

    #[test]
    fn first_alternatives_and_lazy_quantifiers_win() {
        for (pattern, text, expected) in [
            ("a|ab", "ab", Some("a")),
            ("a.*?c", "abcbc", Some("abc")),
            ("a.*c", "abcbc", Some("abcbc")),
            ("x{2,3}", "xxxx", Some("xxx")),
            ("x{2,3}?", "xxxx", Some("xx")),
            ("x{2,}", "xxxx", Some("xxxx")),
            ("x{2}{2}", "xxxxx", Some("xxxx")),
            ("a++", "aaa", Some("aaa")),
            ("", "abc", Some("")),
            ("b|", "abc", Some("")),
            ("(?:ab)+", "xababx", Some("abab")),
            ("a.c", "a\nc", None),
            ("a.c", "a\u{2028}c", None),
            ("a[^x]c", "a\nc", Some("a\nc")),
            ("^b", "a\nb", None),
            ("a$", "a\nb", None),
            ("a$", "b\na", Some("a")),
            ("R\\.? ?J", "Bob R. J", Some("R. J")),
        ] {
            assert_eq!(found(pattern, text), expected, "{pattern} in {text:?}");
        }
    }

    #[test]
    fn classes() {
        for (pattern, text, expected) in [
            ("[[:digit:]]+", "ab12", Some("12")),
            ("[[:upper:][:digit:]]+", "abC3d", Some("C3")),
            ("[^[:alpha:] ]", "ab c.", Some(".")),
            ("[\\d-]+", "a1-2b", Some("1-2")),
            ("[a\\]b]+", "xa]by", Some("a]b")),
            ("[-a]+", "b-a", Some("-a")),
            ("[a-]+", "b-a", Some("-a")),
            ("[]", "abc", None),
            ("[^]", "\n", Some("\n")),
            ("[[.a.]-c]+", "xabcd", Some("abc")),
            ("[[=e=]]", "xe", Some("e")),
            ("[&&~~]+", "a&&~", Some("&&~")),
            ("[#[]+", "a[#", Some("[#")),
            ("\\D\\W\\S", "1a .", Some("a .")),
            ("\\w\\s\\d", "1a 3", Some("a 3")),
            ("[\\W]", "ab c", Some(" ")),
            ("[\\b]", "a\u{8}", Some("\u{8}")),
            ("\\x41\\u0042\\cJ\\0", "AB\n\0", Some("AB\n\0")),
            ("\\w+", "Müller, Thomas", Some("Müller")),
            ("M.ller", "Müller", Some("Müller")),
            ("[[:upper:]]", "aÉ", Some("É")),
            ("\\bc\\w", "abc cd", Some("cd")),
            ("\\Bc", "c bc", Some("c")),
            ("\\/\\-\\q", "a/-q", Some("/-q")),
            ("}]", "a}]", Some("}]")),
        ] {
            assert_eq!(found(pattern, text), expected, "{pattern} in {text:?}");
        }
    }

    #[test]
    fn lookahead_and_backreferences_backtrack() {
        for (pattern, text, expected) in [
            ("M.*?n(?=e)", "Men Mine", Some("Men Min")),
            ("a(?!b).", "abac", Some("ac")),
            ("(.)\\1", "abccd", Some("cc")),
            ("(a)(b)\\2\\1", "abba", Some("abba")),
            ("(a)\\10", "aa0", None),
        ] {
            if pattern.ends_with("10") {
                assert!(compiled(pattern).is_err(), "{pattern}");
                continue;
            }
            assert!(compiled(pattern).expect("a pattern").backtracks());
            assert_eq!(found(pattern, text), expected, "{pattern} in {text:?}");
        }
        assert!(!compiled("(a|b)*c{2,5}?[^x]").expect("a pattern").backtracks());
        let doomed = compiled("(?=a)(a*)*\\1b").expect("a pattern");
        assert_eq!(doomed.find(&"a".repeat(40)), Err(Exhausted));
    }

    #[test]
    fn groups_and_iteration() {
        let regex = compiled("(l|r)(.)(x)?(?<last>e)").expect("a pattern");
        let groups = regex.groups("abrie", 0).expect("an answer");
        assert_eq!(groups, Some(vec![Some(2..5), Some(2..3), Some(3..4), None, Some(4..5)]));
        assert_eq!(regex.group_named("last"), Some(4));
        let visits = |pattern: &str, text: &str| {
            let regex = compiled(pattern).expect("a pattern");
            let (mut from, mut visits) = (Some(0), Vec::new());
            while let Some(place) = from
                && let Some(groups) = regex.groups(text, place).expect("an answer")
            {
                let whole = groups[0].clone().expect("the whole match");
                from = Regex::after(text, &whole);
                visits.push(whole);
            }
            visits
        };
        assert_eq!(visits("x*", "abc"), [0..0, 1..1, 2..2, 3..3]);
        assert_eq!(visits("b*", "abc"), [0..0, 1..2, 2..2, 3..3]);
        assert_eq!(visits("^a", "aaba"), std::slice::from_ref(&(0..1)));
        assert_eq!(visits("a(?=a)", "aaa"), [0..1, 1..2]);
    }

    #[test]
    fn faults_know_their_place() {
        for (pattern, at) in [
            ("ab(c", 2..3),
            ("ab)", 2..3),
            ("a[bc", 1..2),
            ("*a", 0..1),
            ("a|+", 2..3),
            ("^*", 1..2),
            ("(?=a)*", 5..6),
            ("a{", 1..2),
            ("a{,3}", 1..5),
            ("a{3,2}", 1..6),
            ("a{99999999999}", 1..14),
            ("a\\", 1..2),
            ("\\1(a)", 0..2),
            ("(a\\1)", 2..4),
            ("(a)\\2", 3..5),
            ("[z-a]", 1..4),
            ("[[:nope:]]", 1..9),
            ("[[.ab.]]", 1..7),
            ("(?<=a)b", 0..4),
            ("(?i)b", 0..2),
            ("\\xg1", 0..2),
            ("\\ud800", 0..6),
            ("(?<n>a)(?<n>b)", 7..12),
        ] {
            let fault = check(pattern).expect_err(pattern);
            assert_eq!(fault.at, at, "{pattern}: {}", fault.message);
        }
        assert!(check(&"(".repeat(10_000)).is_err());
        assert!(check(&("(".repeat(10_000) + &")".repeat(10_000))).is_err());
        assert!(compiled("(((a{1000}){1000}){1000})").is_err());
    }
}
