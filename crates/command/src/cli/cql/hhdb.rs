//! The words that `-hhdb` takes, as they come after the filter `hhdb`.

use std::collections::VecDeque;

/// Words that stand alone, with what they ask for.
const WORDS: [(&str, &str); 44] = [
    ("(c)", "correction"),
    ("(m)", "modification"),
    ("(s)", "corrected solution"),
    ("(v)", "version"),
    ("AN", "anticipation"),
    ("CR", "colours reversed"),
    ("MC", "too many composers"),
    ("PH", "posthumous"),
    ("TE", "theoretical ending"),
    ("TT", "theme tourney"),
    ("TW", "twin"),
    ("U1", "dual at move 1"),
    ("U2", "dual after move 1"),
    ("U3", "White fails"),
    ("U4", "White wins in a draw"),
    ("U5", "unreachable"),
    ("anticipation", "AN"),
    ("colors_reversed", "CR"),
    ("corrected_solution", "(s)"),
    ("correction", "(c)"),
    ("dual_after_move_1", "U2"),
    ("dual_at_move_1", "U1"),
    ("modification", "(m)"),
    ("posthumous", "PH"),
    ("theme_tournament", "TT"),
    ("theme_tourney", "TT"),
    ("theoretical_ending", "TE"),
    ("too_many_composers", "MC"),
    ("twin", "TW"),
    ("unreachable", "U5"),
    ("version", "(v)"),
    ("white_fails", "U3"),
    ("white_wins_in_draw", "U4"),
    ("<cook>", "the comment speaks of a cook"),
    ("<eg>", "the comment has <eg>"),
    ("<main>", "the comment has <main>"),
    ("<minor_dual>", "the comment speaks of a minor dual"),
    ("<or>", "the comment has <or>"),
    ("cooked", "a cook somewhere in the study"),
    ("dual", "U1 or U2"),
    ("mainline", "the main line of the study"),
    ("sound", "without flaw"),
    ("unsound", "with a flaw"),
    ("variation", "not in the main line of the study"),
];

/// Words with a text or a number as value.
const VALUES: [(&str, &str); 8] = [
    ("composer", "who composed the study"),
    ("firstcomment", "the comment before the first move"),
    ("stipulation", "the task of the study"),
    ("search", "event, players and first comment"),
    ("diagram", "the number of the diagram"),
    ("egdiagram", "the number of the diagram in EG"),
    ("gbr", "the GBR code; also gbr kings, gbr material, gbr pieces, gbr pawns"),
    ("award", "an award; also special, max, sort, prize, hm, commendation in any order"),
];

/// Those of them that always take the next argument, whatever it is, as the text to search for.
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
    let known = WORDS.iter().chain(&VALUES).any(|(word, _)| *word == first) || MORE.contains(&first);
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

/// All words with what they ask for.
pub(super) fn help() -> String {
    let line = |(word, meaning): &(&str, &str)| format!("  {word:<20} {meaning}\n");
    let words: String = WORDS.iter().chain(&VALUES).map(line).collect();
    format!("words after -hhdb:\n{words}")
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
