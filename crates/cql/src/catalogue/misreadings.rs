//! Texts that read like conditions but are not, and the conditions that are probably meant: one row for each.
//!
//! What people write for a condition and what it is read as differ from word to word (`result 1/2`, `eco B33`, `move
//! 10-20`), the way to find out does not: the advice on the syntax tree and the errors of the parser ask this table
//! alike. It must never warn of a query that means what it says: a test reads all queries of the book, the recipes and
//! the conformance cases.

/// What stands where a condition is expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    /// Numbers that are written so: `1/2`.
    Numbers(&'static str),
    /// Any one number.
    Number,
    /// Two numbers, the greater one last: `10-20`, or `10 20`.
    Range,
    /// A text in quotes.
    Text,
    /// A word that the language does not have: `B33`.
    Word,
    /// Squares, where moves are expected.
    Squares,
}

/// The condition that is probably meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Meant {
    /// This text, with what stands there in place of `{}`; for a range, its numbers in place of `{low}` and `{high}`.
    Written(&'static str),
    /// The filter before it, compared with the number or with both ends of the range.
    Compared,
}

/// A row of the table.
#[derive(Clone, Copy, Debug)]
struct Misreading {
    /// The words of the filter before it; empty for any filter with a number or a set.
    behind: &'static str,
    shape: Shape,
    meant: Meant,
}

const fn row(behind: &'static str, shape: Shape, meant: Meant) -> Misreading {
    Misreading { behind, shape, meant }
}

const fn quoted(behind: &'static str, meant: &'static str) -> Misreading {
    row(behind, Shape::Word, Meant::Written(meant))
}

/// The first row that fits counts.
const ROWS: [Misreading; 23] = [
    row("result", Shape::Numbers("1/2"), Meant::Written("result 1/2-1/2")),
    row("result", Shape::Numbers("1"), Meant::Written("result 1-0")),
    row("result", Shape::Numbers("0"), Meant::Written("result 0-1")),
    row("move", Shape::Range, Meant::Written("movenumber >= {low} movenumber <= {high}")),
    row("move", Shape::Number, Meant::Written("movenumber == {}")),
    row("date", Shape::Range, Meant::Written("year >= {low} year <= {high}")),
    row("date", Shape::Number, Meant::Written("year == {}")),
    row("", Shape::Range, Meant::Compared),
    row("", Shape::Number, Meant::Compared),
    row("comment", Shape::Text, Meant::Written("hascomment {}")),
    quoted("eco", "eco \"{}\""),
    quoted("player", "player \"{}\""),
    quoted("player white", "player white \"{}\""),
    quoted("player black", "player black \"{}\""),
    quoted("white", "player white \"{}\""),
    quoted("black", "player black \"{}\""),
    quoted("event", "event \"{}\""),
    quoted("site", "site \"{}\""),
    quoted("date", "date \"{}\""),
    quoted("hascomment", "hascomment \"{}\""),
    quoted("opening", "opening \"{}\""),
    quoted("variant", "variant \"{}\""),
    row("path", Shape::Squares, Meant::Written("path {}")),
];

/// The condition that is probably meant by something after a filter of these words. `numbers`: the numbers as they
/// are written without spaces, if they are some.
pub(crate) fn meant(behind: &str, shape: Shape, numbers: &str) -> Option<Meant> {
    let fits = |row: &&Misreading| {
        (row.behind == behind || row.behind.is_empty() && row.meant == Meant::Compared)
            && match row.shape {
                Shape::Numbers(text) => text == numbers,
                other => other == shape,
            }
    };
    ROWS.iter().find(fits).map(|row| row.meant)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ParseOptions, parse};

    /// The advice is read without an error and without a warning.
    #[test]
    fn advice_of_the_table_can_be_followed() {
        for row in ROWS {
            let Meant::Written(text) = row.meant else { continue };
            let (low, high) = ("10", "20");
            let value = match row.shape {
                Shape::Text => "\"x\"",
                Shape::Squares => "--e4 --e5",
                Shape::Word => "B33",
                _ => low,
            };
            let query = text.replace("{}", value).replace("{low}", low).replace("{high}", high);
            let parsed = parse(&query, &ParseOptions::default());
            assert!(parsed.script.is_some() && parsed.diagnostics.is_empty(), "{query}: {:?}", parsed.diagnostics);
        }
    }

    #[test]
    fn the_most_special_row_counts() {
        assert_eq!(meant("result", Shape::Number, "1"), Some(Meant::Written("result 1-0")));
        assert_eq!(meant("result", Shape::Number, "2"), Some(Meant::Compared));
        assert_eq!(meant("year", Shape::Range, "1990-2000"), Some(Meant::Compared));
        assert_eq!(meant("ply", Shape::Word, ""), None);
    }
}
