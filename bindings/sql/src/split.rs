//! Where statements end.

/// True if a text ends after a statement: with a semicolon that stands neither in quotes nor in a comment.
pub(crate) fn is_complete(text: &str) -> bool {
    let mut ended = false;
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let after = &rest[c.len_utf8()..];
        let skipped = match c {
            '\'' | '"' => match after.find(c) {
                Some(end) => &after[end + 1..],
                None => return false,
            },
            '-' if after.starts_with('-') => after.find('\n').map_or("", |end| &after[end..]),
            '/' if after.starts_with('*') => match after[1..].find("*/") {
                Some(end) => &after[end + 3..],
                None => return false,
            },
            c => {
                if !c.is_whitespace() {
                    ended = c == ';';
                }
                rest = after;
                continue;
            }
        };
        if matches!(c, '\'' | '"') {
            ended = false;
        }
        rest = skipped;
    }
    ended
}

#[cfg(test)]
mod tests {
    use super::is_complete;

    #[test]
    fn semicolons_in_quotes_and_comments_end_nothing() {
        for text in
            ["select 1;", "select ';' ;", "select 1; -- and so on", "select 1; /* ; */\n", "select 'it''s';", ";"]
        {
            assert!(is_complete(text), "{text}");
        }
        for text in
            ["", "select 1", "select ';", "select 1 -- ;", "/* ;", "select 1; select", "select \";\"", "select '';''"]
        {
            assert!(!is_complete(text), "{text}");
        }
    }
}
