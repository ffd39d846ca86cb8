//! The words that `-hhdb` takes, as they come after the filter `hhdb`.

use std::collections::VecDeque;

/// The words, each with what it asks for: those that stand alone, then those with a text or a number as value.
pub(super) const HELP: &str = include_str!("hhdb.txt");

/// Those of them that always take the next argument, no matter what it is, as the text to search for.
const SEARCHED: [&str; 2] = ["composer", "stipulation"];

/// Those of them that may be followed by a text to search for.
const SEARCHABLE: [&str; 4] = ["firstcomment", "search", "diagram", "egdiagram"];

/// Words that may follow others.
const MORE: [&str; 11] =
    ["kings", "material", "pieces", "pawns", "special", "max", "sort", "award", "prize", "hm", "commendation"];

/// Takes the words of one filter off the arguments.
pub(super) fn filter(left: &mut VecDeque<&str>) -> Result<String, String> {
    let Some(first) = left.pop_front() else {
        return Err("`-hhdb` needs a word after it; `-hhdb help` lists them".into());
    };
    let mut words = HELP.lines().skip(1).filter_map(|line| line.split_whitespace().next());
    let known = words.any(|word| word == first) || MORE.contains(&first);
    if !known {
        return Err(format!("`-hhdb` does not know `{first}`; `-hhdb help` lists the words"));
    }
    let mut text = format!("hhdb {}", spelled(first));
    while let Some(word) = left.front().filter(|word| MORE.contains(word)) {
        text.push(' ');
        text.push_str(word);
        left.pop_front();
    }
    if SEARCHED.contains(&first) {
        let Some(search) = left.pop_front() else {
            return Err(format!("`-hhdb {first}` needs a text after it"));
        };
        if search.contains(['"', '\n']) {
            return Err(format!("the text of `-hhdb {first}` cannot contain a quote or a line break"));
        }
        if !search.is_empty() {
            text.push_str(&format!(" \"{search}\""));
        }
        return Ok(text);
    }
    // The last argument is the script.
    if SEARCHABLE.contains(&first)
        && left.len() > 1
        && let Some(search) = left.front().filter(|search| !search.starts_with('-') && !search.contains('"'))
    {
        text.push_str(&format!(" \"{search}\""));
        left.pop_front();
    }
    Ok(text)
}

/// A word as the language writes it: in quotes unless it is made of letters, digits and `_`.
fn spelled(word: &str) -> String {
    match word.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') {
        true => word.to_owned(),
        false => format!("\"{word}\""),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(args: &[&str], expected: Result<&str, ()>, rest: &[&str]) {
        let mut left: VecDeque<&str> = args.iter().copied().collect();
        assert_eq!(filter(&mut left).as_deref().map_err(|_| ()), expected, "{args:?}");
        assert_eq!(left, rest, "{args:?}");
    }

    #[test]
    fn words_are_taken_as_far_as_they_go() {
        check(&["cooked", "a.cql"], Ok("hhdb cooked"), &["a.cql"]);
        check(&["(c)", "a.cql"], Ok("hhdb \"(c)\""), &["a.cql"]);
        check(&["award", "special", "max", "a.cql"], Ok("hhdb award special max"), &["a.cql"]);
        check(&["composer", "Réti", "a.cql"], Ok("hhdb composer \"Réti\""), &["a.cql"]);
        check(&["composer", "a.cql"], Ok("hhdb composer \"a.cql\""), &[]);
        check(&["stipulation", "-s", "a.cql"], Ok("hhdb stipulation \"-s\""), &["a.cql"]);
        check(&["composer", "", "a.cql"], Ok("hhdb composer"), &["a.cql"]);
        check(&["composer"], Err(()), &[]);
        check(&["composer", "a\"b"], Err(()), &[]);
        check(&["firstcomment", "a.cql"], Ok("hhdb firstcomment"), &["a.cql"]);
        check(&["search", "win", "a.cql"], Ok("hhdb search \"win\""), &["a.cql"]);
        check(&["gbr", "kings", "-s", "a.cql"], Ok("hhdb gbr kings"), &["-s", "a.cql"]);
        check(&["gbr", "kings", "a1", "a.cql"], Ok("hhdb gbr kings"), &["a1", "a.cql"]);
        check(&["cook", "a.cql"], Err(()), &["a.cql"]);
        check(&[], Err(()), &[]);
    }
}
