//! Text for clean PGN: comments and tag values that every reader reads alike, and that are written again as they are.

/// The mark at the place where a comment was cut.
const CUT: &str = "[...]";

/// Appends a comment: its words with one space between them, control characters counted as spaces, braces as `<` and
/// `>`. One that is longer than `longest` is cut there.
pub(crate) fn push_text(text: &str, longest: Option<usize>, out: &mut String) {
    let start = out.len();
    for word in text.split(|c: char| c == ' ' || c.is_control()).filter(|word| !word.is_empty()) {
        if longest.is_some_and(|longest| out.len() - start + word.len() > longest) {
            out.push_str(if out.len() > start { " " } else { "" });
            out.push_str(CUT);
            return;
        }
        if out.len() > start {
            out.push(' ');
        }
        out.extend(word.chars().map(|c| match c {
            '{' => '<',
            '}' => '>',
            c => c,
        }));
    }
}

/// The name of a tag: letters, digits and a few signs; anything else is `_`.
pub(crate) fn name(name: &str) -> String {
    let fits = |c: char| c.is_alphanumeric() || matches!(c, '_' | '+' | '#' | '=' | ':' | '-');
    name.chars().map(|c| if fits(c) { c } else { '_' }).collect()
}

/// The value of a tag as people mean it, from the value as it is written: `\"` is a quote, `\\\\` a backslash, and
/// a backslash before anything else is also one. Control characters are spaces.
pub(crate) fn meant(value: &str) -> String {
    let mut out = String::with_capacity(value.len());
    let mut chars = value.chars().peekable();
    while let Some(c) = chars.next() {
        match (c, chars.peek()) {
            ('\\', Some(&next @ ('"' | '\\'))) => {
                out.push(next);
                chars.next();
            }
            (c, _) if c.is_control() => out.push(' '),
            (c, _) => out.push(c),
        }
    }
    out
}

/// A value as a tag has it between its quotes.
pub(crate) fn escaped(value: &str) -> String {
    value.replace('\\', r"\\").replace('"', "\\\"")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments() {
        let check = |text: &str, longest: Option<usize>, expected: &str| {
            let mut out = String::new();
            push_text(text, longest, &mut out);
            assert_eq!(out, expected);
        };
        check(" a\r\n\tb\0\u{1b}[2Jc {d}\u{a0}e ", None, "a b [2Jc <d>\u{a0}e");
        check("one two three", Some(8), "one two [...]");
        check("unbroken", Some(3), "[...]");
        check(" \n ", None, "");
    }

    #[test]
    fn tags() {
        for (written, clean) in [
            ("plain", "plain"),
            (r#"a "b" c"#, r#"a \"b\" c"#),
            (r#"a \"b\" c"#, r#"a \"b\" c"#),
            (r"C:\Games\", r"C:\\Games\\"),
            (r"C:\\Games\\", r"C:\\Games\\"),
            ("tab\there", "tab here"),
        ] {
            assert_eq!(escaped(&meant(written)), clean);
            assert_eq!(escaped(&meant(clean)), clean);
        }
        assert_eq!(name("What?Now(é)"), "What_Now_é_");
    }
}
