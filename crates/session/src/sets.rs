//! Sets of queries that are parts of the program, for `tabiya tag`: folders of query files, each of which finds what it is
//! named after.
//!
//! The only set so far is that of the themes by which Lichess describes its puzzles. A query of it is a file
//! `recipes/themes/NAME.cql`, whose name is that of the theme as Lichess writes it, such as `backRankMate`. The comment at
//! its top says in words what the theme is. `build.rs` makes the list of the files.

/// The names and the texts of the themes, in the order of their names.
pub const THEMES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/themes.rs"));

/// The names of the sets, with their queries.
pub const SETS: [(&str, &[(&str, &str)]); 1] = [("themes", THEMES)];

/// The queries of a set.
pub fn named(name: &str) -> Option<&'static [(&'static str, &'static str)]> {
    SETS.iter().find(|(set, _)| *set == name).map(|(_, queries)| *queries)
}
