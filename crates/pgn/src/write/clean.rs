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

/// The tags whose names are written as the standard has them, even if their case was another. FEN, SetUp, Variant and Result are read
/// only where they are written so, and would say something else.
const NAMED: [&str; 17] = [
    "Event",
    "Site",
    "Date",
    "Round",
    "White",
    "Black",
    "ECO",
    "EventDate",
    "WhiteElo",
    "BlackElo",
    "Opening",
    "Variation",
    "TimeControl",
    "Termination",
    "Annotator",
    "WhiteTitle",
    "BlackTitle",
];

/// The name of a tag in the case of the standard, if it is a common one.
pub(crate) fn common_name(name: &str) -> &str {
    NAMED.into_iter().find(|known| known.eq_ignore_ascii_case(name)).unwrap_or(name)
}

/// A value without spaces at its ends; names of players with a comma as in `Tal, M`, and dates of the form `2024-05-31` or
/// `2024/5/31` as `2024.05.31`.
pub(crate) fn normal(name: &str, value: &str) -> String {
    let value = value.trim_matches(' ');
    match name {
        "White" | "Black" if value.contains(',') => value.split(',').map(str::trim).collect::<Vec<_>>().join(", "),
        "Date" | "EventDate" | "UTCDate" => date(value).unwrap_or_else(|| value.to_owned()),
        _ => value.to_owned(),
    }
}

/// A date whose parts have hyphens or slashes between them, and come in their order.
fn date(value: &str) -> Option<String> {
    let parts: Vec<&str> = value.split(['-', '/']).collect();
    let [year, month, day] = parts.as_slice() else { return None };
    let number = |part: &str, most: u32| part.parse().ok().filter(|n| part.len() <= 2 && (1..=most).contains(n));
    let is_year = year.len() == 4 && year.bytes().all(|byte| byte.is_ascii_digit());
    let (month, day) = (number(month, 12)?, number(day, 31)?);
    is_year.then(|| format!("{year}.{month:02}.{day:02}"))
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
        assert_eq!(["eco", "whiteelo", "fen", "Own"].map(common_name), ["ECO", "WhiteElo", "fen", "Own"]);
        for (name, written, clean) in [
            ("Date", "2024-05-31", "2024.05.31"),
            ("EventDate", "2024/5/1", "2024.05.01"),
            ("Date", "2024.05.??", "2024.05.??"),
            // Nobody knows which of the two is the month.
            ("Date", "01/05/2024", "01/05/2024"),
            ("Date", "2024-13-01", "2024-13-01"),
            ("White", " Blue ,Ann ", "Blue, Ann"),
            ("Black", "Tal", "Tal"),
            ("Event", " a , b ", "a , b"),
            ("WhiteElo", "2400 ", "2400"),
        ] {
            assert_eq!(normal(name, written), clean);
        }
    }
}
