//! Foreign text on terminals: names, comments and files may hold characters that move the cursor, change its
//! colours, set the title of the window, turn the direction of writing, or show nothing at all. Everything that is
//! printed for people goes through here, so that a file or a pipe that is looked at later is also
//! safe.
//!
//! Control characters become their pictures (ESC is `␛`); invisible ones become `�`. Results for programs (PGN, CSV)
//! keep their bytes; JSON has escapes, which mean the same characters.
//!
//! What a script of `cql` prints is cleaned on a terminal only, because programs read it letter by letter, as CQL
//! writes it. Characters of the categories control and format are replaced, even the joiners that some scripts use:
//! nothing may be invisible in a list.

mod numbers;

pub use numbers::{count, thousands};

use std::borrow::Cow;
use std::fmt::Write as _;

/// The substitute for a character that has no picture of its own.
const UNKNOWN: char = '\u{FFFD}';

/// Text in one line: the ends of lines and tabs become spaces.
pub fn line(text: &str) -> Cow<'_, str> {
    replaced(text, |c| match c {
        '\n' | '\t' => Some(' '),
        c => picture(c),
    })
}

/// Text that may have several lines and tabs.
pub fn lines(text: &str) -> Cow<'_, str> {
    // The carriage return of a line's end moves the cursor to where it goes anyway.
    let text = match text.contains("\r\n") {
        true => Cow::Owned(text.replace("\r\n", "\n")),
        false => Cow::Borrowed(text),
    };
    let keep = |c| if matches!(c, '\n' | '\t') { None } else { picture(c) };
    match text {
        Cow::Borrowed(text) => replaced(text, keep),
        Cow::Owned(text) => Cow::Owned(replaced(&text, keep).into_owned()),
    }
}

/// Text with colours, whose foreign parts have no escapes any more.
pub fn styled(text: &str) -> Cow<'_, str> {
    replaced(text, |c| if matches!(c, '\n' | '\t' | '\u{1b}') { None } else { picture(c) })
}

/// JSON with escapes for everything that a terminal must not see.
pub fn json(json: String) -> String {
    if is_plain(&json) {
        return json;
    }
    let mut out = String::with_capacity(json.len());
    for c in json.chars() {
        if picture(c).is_none() {
            out.push(c);
            continue;
        }
        push_escaped(c, &mut out);
    }
    out
}

/// Appends a text as a string of JSON, with escapes for everything that a terminal must not see.
pub fn push_json(text: &str, out: &mut String) {
    out.push('"');
    // Most texts need no escapes.
    if text.bytes().all(|b| (b' '..0x7F).contains(&b) && b != b'"' && b != b'\\') {
        out.push_str(text);
    } else {
        for c in text.chars() {
            match c {
                '"' => out.push_str("\\\""),
                '\\' => out.push_str("\\\\"),
                '\n' => out.push_str("\\n"),
                '\r' => out.push_str("\\r"),
                '\t' => out.push_str("\\t"),
                '\u{8}' => out.push_str("\\b"),
                '\u{C}' => out.push_str("\\f"),
                c if picture(c).is_none() => out.push(c),
                c => push_escaped(c, out),
            }
        }
    }
    out.push('"');
}

/// Appends a character as escapes of JSON.
fn push_escaped(c: char, out: &mut String) {
    for unit in c.encode_utf16(&mut [0; 2]) {
        let _ = write!(out, "\\u{unit:04x}");
    }
}

/// True if a text holds neither control characters nor anything that could be invisible.
fn is_plain(text: &str) -> bool {
    text.bytes().all(|b| (b' '..0x7F).contains(&b))
}

fn replaced(text: &str, with: impl Fn(char) -> Option<char>) -> Cow<'_, str> {
    let Some(first) = text.char_indices().find(|&(_, c)| with(c).is_some()) else { return Cow::Borrowed(text) };
    let mut out = String::with_capacity(text.len() + 8);
    out.push_str(&text[..first.0]);
    out.extend(text[first.0..].chars().map(|c| with(c).unwrap_or(c)));
    Cow::Owned(out)
}

/// The substitute for a character; `None` if it can be shown itself.
fn picture(c: char) -> Option<char> {
    match c {
        ' '..='~' => None,
        '\0'..='\u{1F}' => char::from_u32(0x2400 + u32::from(c)),
        '\u{7F}' => Some('␡'),
        // C1, among them a CSI in one character.
        '\u{80}'..='\u{9F}' => Some(UNKNOWN),
        // Soft hyphen; marks, embeddings, overrides and isolates of direction; characters without width or picture;
        // separators of lines and paragraphs.
        '\u{AD}' | '\u{34F}' | '\u{61C}' | '\u{115F}' | '\u{1160}' | '\u{180B}'..='\u{180F}' => Some(UNKNOWN),
        '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2060}'..='\u{206F}' => Some(UNKNOWN),
        '\u{3164}' | '\u{FEFF}' | '\u{FFA0}' | '\u{FFF9}'..='\u{FFFB}' => Some(UNKNOWN),
        '\u{E0000}'..='\u{E0FFF}' => Some(UNKNOWN),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_terminal_must_not_see() {
        assert_eq!(line("a\u{1b}[2J\u{7}\u{8}b\r\n\tc\u{7f}\u{9b}1m"), "a␛[2J␇␈b␍  c␡�1m");
        assert_eq!(lines("a\r\nb\rc\n\td\0"), "a\nb␍c\n\td␀");
        assert_eq!(line("\u{202e}gnp\u{202c}\u{2066}\u{200b}\u{feff}\u{e0041}"), "�gnp�����");
        assert_eq!(styled("\u{1b}[1mx\u{1b}[0m\u{7}"), "\u{1b}[1mx\u{1b}[0m␇");
        // Letters of any script, and what composes them, stay.
        for text in ["Müller, Łódź", "Ивáнов", "محمد", "e\u{301}", "♘f3 ½-½ –"] {
            assert!(matches!(line(text), Cow::Borrowed(same) if same == text));
        }
    }

    #[test]
    fn json_means_the_same() {
        let text = "é\u{1b}\u{7f}\u{9b}\u{202e}\u{e0041}";
        let safe = json(serde_json::Value::from(text).to_string());
        assert_eq!(safe, "\"é\\u001b\\u007f\\u009b\\u202e\\udb40\\udc41\"");
        assert_eq!(serde_json::from_str::<String>(&safe).unwrap(), text);
    }

    #[test]
    fn strings_of_json_are_those_of_serde() {
        let all: String = ('\0'..='\u{2fff}').chain(['\u{feff}', '\u{e0041}', '♘', '\u{1f600}']).collect();
        for text in ["", "plain", "a \"b\"\n\\ é", &all] {
            let mut out = String::new();
            push_json(text, &mut out);
            assert_eq!(out, json(serde_json::Value::from(text).to_string()));
        }
    }
}
