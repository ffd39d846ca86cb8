//! The formats of `tabiya search` by their names, and the facts known of each before a game is read.

use clap::ValueEnum;

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum FormatName {
    /// A list for people: games, moves, and why they match
    List,
    /// The games that match, with comments where they match
    Pgn,
    /// One JSON object per matching position
    Jsonl,
    /// A table with one row per matching position
    Csv,
    /// The same with tabs between the cells
    Tsv,
    /// The same as a Markdown table, with the columns that people read
    Md,
    /// The same rows as a Parquet file: columns with types
    Parquet,
    /// The same for Apache Arrow: a file, or a stream where it is written to a pipe
    Arrow,
    /// The same as an Excel workbook
    Xlsx,
    /// One FEN per matching position
    Fen,
    /// One position in EPD per match, with the game and the moves
    Epd,
    /// One puzzle per match as PGN: its position, and its solution as moves
    PuzzlePgn,
    /// The same as a table in the form of Lichess's puzzles
    Puzzles,
    /// The same as cards for Anki
    Anki,
    /// A page for the browser: charts, and all matches as boards to step through
    Html,
    /// Only the numbers of games and positions that match
    Count,
    /// The counts of --tally as a picture: a line over numbers such as years, otherwise bars
    Svg,
}

/// What a format shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shows {
    /// Games and moves, and why they match, for people.
    List,
    /// The games themselves.
    Games,
    /// A row of columns for each match.
    Rows,
    /// Positions.
    Positions,
    /// Puzzles.
    Puzzles,
    /// A page for the browser.
    Report,
    /// Numbers only.
    Count,
    /// A picture of counts.
    Plot,
}

/// The facts known of a format before a game is read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FormatFacts {
    pub(crate) name: FormatName,
    pub(crate) shows: Shows,
    /// The usual end of the names of its files.
    pub(crate) ending: &'static str,
    /// The ends of names for which it is chosen.
    pub(crate) extensions: &'static [&'static str],
    /// True if it is made to be read, so that it names files only where there are several.
    pub(crate) for_people: bool,
    /// True if its bytes are not text, which a terminal cannot show.
    pub(crate) binary: bool,
}

const fn row(name: FormatName, shows: Shows, ending: &'static str, extensions: &'static [&'static str]) -> FormatFacts {
    FormatFacts { name, shows, ending, extensions, for_people: false, binary: false }
}

/// All formats, in the order in which their extensions are listed.
pub(crate) const FORMATS: [FormatFacts; 17] = [
    row(FormatName::Pgn, Shows::Games, "pgn", &["pgn"]),
    row(FormatName::Csv, Shows::Rows, "csv", &["csv"]),
    row(FormatName::Tsv, Shows::Rows, "tsv", &["tsv"]),
    row(FormatName::Jsonl, Shows::Rows, "jsonl", &["jsonl", "ndjson"]),
    FormatFacts { binary: true, ..row(FormatName::Parquet, Shows::Rows, "parquet", &["parquet"]) },
    FormatFacts { binary: true, ..row(FormatName::Arrow, Shows::Rows, "arrow", &["arrow", "feather"]) },
    FormatFacts { binary: true, ..row(FormatName::Xlsx, Shows::Rows, "xlsx", &["xlsx"]) },
    FormatFacts { for_people: true, ..row(FormatName::Md, Shows::Rows, "md", &["md"]) },
    row(FormatName::Fen, Shows::Positions, "fen", &["fen"]),
    row(FormatName::Epd, Shows::Positions, "epd", &["epd"]),
    FormatFacts { for_people: true, ..row(FormatName::Html, Shows::Report, "html", &["html", "htm"]) },
    row(FormatName::Svg, Shows::Plot, "svg", &["svg"]),
    FormatFacts { for_people: true, ..row(FormatName::List, Shows::List, "txt", &["txt"]) },
    row(FormatName::Count, Shows::Count, "txt", &[]),
    row(FormatName::PuzzlePgn, Shows::Puzzles, "pgn", &[]),
    row(FormatName::Puzzles, Shows::Puzzles, "csv", &[]),
    row(FormatName::Anki, Shows::Puzzles, "tsv", &[]),
];

/// The names of formats, for a sentence: `csv, tsv and md`, with the last word before the last one.
pub(crate) fn listed(wanted: impl Fn(&FormatFacts) -> bool, last: &str) -> String {
    let names = FORMATS.iter().filter(|facts| wanted(facts)).filter_map(|facts| facts.name.to_possible_value());
    let names: Vec<String> = names.map(|value| value.get_name().to_owned()).collect();
    match names.split_last() {
        Some((end, others)) if !others.is_empty() => format!("{} {last} {end}", others.join(", ")),
        _ => names.concat(),
    }
}

impl FormatName {
    /// The facts known of it.
    pub(crate) fn facts(self) -> &'static FormatFacts {
        FORMATS.iter().find(|facts| facts.name == self).expect("a row for each format")
    }

    pub(crate) fn shows(self) -> Shows {
        self.facts().shows
    }

    /// The format that an extension stands for, in small letters.
    pub(crate) fn of_extension(end: &str) -> Option<FormatName> {
        FORMATS.iter().find(|facts| facts.extensions.contains(&end)).map(|facts| facts.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_are_listed_for_a_sentence() {
        let of = |shows: Shows| listed(|facts| facts.shows == shows, "or");
        assert_eq!(of(Shows::Positions), "fen or epd");
        assert_eq!(of(Shows::Puzzles), "puzzle-pgn, puzzles or anki");
        assert_eq!(of(Shows::Report), "html");
        assert_eq!(listed(|_| false, "or"), "");
    }
}
