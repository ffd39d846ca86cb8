//! Files that say which name is meant by which spelling: the spelling files of Scid, and tables with two columns.
//!
//! In a spelling file, the section `@PLAYER` has a line for each name, with a comment after `#`, and below it lines `= spelling`.
//! Other sections, and lines that begin with `%`, are about more than spellings of players, and are left out. A table has a spelling
//! and a name on each line, with a tab, a semicolon or a comma between them; the number of games may come after them.

use super::group::PlayerNames;
use crate::game::{PreferredNames, push_player, windows_1252};
use rustc_hash::FxHashMap;
use std::path::Path;
use std::sync::Arc;

/// The section of a spelling file that has the names of players.
const PLAYERS: &str = "@PLAYER";

/// A table of spellings, read from a file such as `tabiya names -o` writes, from a spelling file of Scid, or from lines with a
/// spelling and a name.
#[derive(Clone, Debug, Default)]
pub struct NamesTable {
    /// The names by spellings, for [`RunOptions::names`](crate::RunOptions::names).
    pub names: Arc<PreferredNames>,
    /// The number of lines that are about something else.
    pub skipped: usize,
    /// The number of spellings that came again with another name; the first name counts.
    pub doubled: usize,
}

/// A table about players that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NamesTableError {
    /// It cannot be read.
    #[error("{0}")]
    Unreadable(String),
    /// One of its lines is wrong: its number, from 1, and the reason.
    #[error("line {0}: {1}")]
    Line(usize, String),
}

impl NamesTable {
    /// Reads a table from a file, in UTF-8 or, as Scid's files are, in Latin-1.
    ///
    /// # Errors
    ///
    /// If the file cannot be read, or as [`parse`](Self::parse).
    pub fn read(path: &Path) -> Result<NamesTable, NamesTableError> {
        NamesTable::parse(&text_of(path)?)
    }

    /// Reads a table. A name that is a spelling of another one is read as that one. Of several names for a spelling the first one
    /// counts.
    ///
    /// ```
    /// use tabiya::names::NamesTable;
    /// let table = NamesTable::parse("@PLAYER\nCarlsen, Magnus  #GM\n= Carlsen, M\n")?;
    /// assert_eq!(table.names.of("Carlsen, M"), Some("Carlsen, Magnus"));
    /// # Ok::<(), tabiya::names::NamesTableError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If a line has no spelling or no name, if names are spellings of each other, and if there is no spelling.
    pub fn parse(text: &str) -> Result<NamesTable, NamesTableError> {
        let text = text.trim_start_matches('\u{feff}');
        let lines = text.lines().map(str::trim).zip(1..).filter(|(line, _)| !line.is_empty());
        let mut reader = Reader::default();
        if lines.clone().find(|(line, _)| !line.starts_with('#')).is_some_and(|(line, _)| line.starts_with(['@', '%']))
        {
            reader.spelling_file(lines)?;
        } else {
            reader.columns(text)?;
        }
        reader.finish()
    }
}

/// A line that is about a spelling: its number, and the name.
type Meant = (usize, String);

#[derive(Default)]
struct Reader {
    meant: FxHashMap<String, Meant>,
    skipped: usize,
    doubled: usize,
}

impl Reader {
    fn spelling_file<'t>(&mut self, lines: impl Iterator<Item = (&'t str, usize)>) -> Result<(), NamesTableError> {
        let (mut of_players, mut name) = (false, None::<&str>);
        for (line, number) in lines.filter(|(line, _)| !line.starts_with('#')) {
            if line.starts_with('@') {
                of_players = line.split_whitespace().next() == Some(PLAYERS);
                name = None;
            } else if !of_players || line.starts_with('%') {
                self.skipped += 1;
            } else if let Some(spelling) = line.strip_prefix('=') {
                let Some(name) = name else {
                    let text = "there is no name above this spelling, which a line without `=` gives";
                    return Err(NamesTableError::Line(number, text.to_owned()));
                };
                self.add(uncommented(spelling), name, number);
            } else {
                name = Some(uncommented(line));
            }
        }
        Ok(())
    }

    fn columns(&mut self, text: &str) -> Result<(), NamesTableError> {
        let mut reader = delimited(text);
        let mut record = csv::StringRecord::new();
        while reader.read_record(&mut record).map_err(|error| NamesTableError::Unreadable(error.to_string()))? {
            let number = record.position().map_or(0, |place| usize::try_from(place.line()).unwrap_or(usize::MAX));
            let is_count = |cell: &&str| cell.bytes().all(|byte| byte.is_ascii_digit());
            match record.iter().collect::<Vec<_>>().as_slice() {
                [""] | ["alias", "name", ..] => {}
                [alias, name, rest @ ..] if rest.len() < 2 && rest.iter().all(is_count) && !name.is_empty() => {
                    self.add(alias, name, number);
                }
                cells => {
                    let text = format!(
                        "two columns are expected, a spelling and a name, but there are {}; a name with a comma stands in quotes, \
                         as in \"Carlsen, M\",\"Carlsen, Magnus\"",
                        cells.len()
                    );
                    return Err(NamesTableError::Line(number, text));
                }
            }
        }
        Ok(())
    }

    fn add(&mut self, spelling: &str, name: &str, line: usize) {
        let (spelling, name) = (normal(spelling), normal(name));
        if spelling == name {
            return;
        }
        match self.meant.get(&spelling) {
            Some((_, other)) if *other != name => self.doubled += 1,
            Some(_) => {}
            None => drop(self.meant.insert(spelling, (line, name))),
        }
    }

    /// Each spelling with the name at the end of its chain.
    fn finish(self) -> Result<NamesTable, NamesTableError> {
        let Reader { meant, skipped, doubled } = self;
        if meant.is_empty() {
            return Err(NamesTableError::Unreadable("there is no spelling with a name in it".to_owned()));
        }
        let mut names = FxHashMap::<&str, &str>::default();
        let mut way: Vec<&str> = Vec::new();
        for spelling in meant.keys() {
            let mut at = spelling.as_str();
            way.clear();
            while let Some((line, name)) = meant.get(at).filter(|_| !names.contains_key(at)) {
                way.push(at);
                at = name;
                // A way that is longer than all lines goes round.
                if way.len() > meant.len() {
                    let text =
                        format!("`{at}` is a spelling of a name that is a spelling of `{at}`; leave one of them out");
                    return Err(NamesTableError::Line(*line, text));
                }
            }
            let last = names.get(at).copied().unwrap_or(at);
            names.extend(way.iter().map(|&one| (one, last)));
        }
        let pairs = names.into_iter().map(|(spelling, name)| (spelling.to_owned(), name.to_owned()));
        Ok(NamesTable { names: Arc::new(pairs.collect()), skipped, doubled })
    }
}

/// The text of a table in UTF-8 or Latin-1.
pub(super) fn text_of(path: &Path) -> Result<String, NamesTableError> {
    let bytes = tabiya_disk::read(path).map_err(|error| NamesTableError::Unreadable(error.to_string()))?;
    if bytes.contains(&0) {
        let text = "this is not text in UTF-8 or Latin-1; save it as UTF-8";
        return Err(NamesTableError::Unreadable(text.to_owned()));
    }
    let text = String::from_utf8(bytes);
    Ok(text.unwrap_or_else(|wrong| wrong.as_bytes().iter().map(|&byte| windows_1252(byte)).collect()))
}

/// The lines of a table with tabs, semicolons or commas between its columns, without those that begin with `#`.
pub(super) fn delimited(text: &str) -> csv::Reader<&[u8]> {
    let lines = || text.lines().filter(|line| !line.starts_with('#'));
    let separator = ['\t', ';'].into_iter().find(|&sign| lines().any(|line| line.contains(sign)));
    let mut reader = csv::ReaderBuilder::new();
    reader.has_headers(false).flexible(true).comment(Some(b'#')).trim(csv::Trim::All);
    reader.delimiter(separator.map_or(b',', |sign| sign as u8)).from_reader(text.as_bytes())
}

/// A name as games have it.
pub(super) fn normal(name: &str) -> String {
    let mut normal = String::new();
    push_player(name.trim(), &mut normal);
    normal
}

/// A line without the comment after it.
fn uncommented(line: &str) -> &str {
    line.split('#').next().unwrap_or_default().trim()
}

/// A spelling file of the players that have several spellings. Names that would be taken for something else there are left out.
pub fn write_spellings<'p>(players: impl IntoIterator<Item = &'p PlayerNames>) -> String {
    let mut text = format!("{PLAYERS}\n");
    for player in players.into_iter().filter(|player| !player.preferred().starts_with(['=', '%', '@'])) {
        let writable = |name: &str| !name.contains('#');
        let (preferred, others) = (player.preferred(), player.spellings.iter().skip(1));
        let others: Vec<&str> = others.map(|spelling| spelling.name.as_str()).filter(|name| writable(name)).collect();
        if others.is_empty() || !writable(preferred) {
            continue;
        }
        text.push_str(preferred);
        others.into_iter().for_each(|name| text.push_str(&format!("\n= {name}")));
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::super::{Spelling, players};
    use super::*;

    #[test]
    fn tables_in_each_form() {
        let scid = "# a comment\n%Prefix \"x\" \"y\"\n@PLAYER\n%Prefix \"a\" \"b\"\nCarlsen, Magnus  #GM NOR [2850] 1990\n= Carlsen,M\n=Carlsen M\n\
                    @SITE\nBerlin\n= Berlin GER\n";
        let tables = [
            scid,
            "Carlsen, M\tCarlsen, Magnus\nCarlsen M\tCarlsen, Magnus\n",
            "Carlsen, M;Carlsen, Magnus\r\nCarlsen M;Carlsen, Magnus\r\n",
            "\u{feff}alias,name,games\n\"Carlsen, M\",\"Carlsen, Magnus\",3\nCarlsen M,\"Carlsen, Magnus\",1\n",
        ];
        for text in tables {
            let table = NamesTable::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!(table.names.len(), 2, "{text}");
            assert_eq!(table.names.of("Carlsen, M"), Some("Carlsen, Magnus"), "{text}");
            assert_eq!(table.names.of("Carlsen M"), Some("Carlsen, Magnus"), "{text}");
            assert_eq!(table.skipped, if text == scid { 4 } else { 0 }, "{text}");
        }
        let chain = NamesTable::parse("a;b\nb;c\nb;d\n").expect("a table");
        assert_eq!((chain.names.of("a"), chain.names.of("b"), chain.doubled), (Some("c"), Some("c"), 1));
    }

    #[test]
    fn tables_that_are_wrong_say_where() {
        let wrong = |text: &str| NamesTable::parse(text).expect_err(text).to_string();
        for empty in ["", "\n\n", "# nothing\n", "@PLAYER\nTal, Mikhail\n", "a;a\n"] {
            assert!(wrong(empty).contains("there is no spelling"), "{empty}");
        }
        assert!(wrong("a;b\nb;a\n").starts_with("line "));
        assert!(wrong("a;b\nb;c\nc;b\n").contains("is a spelling of a name that is a spelling of"));
        assert!(wrong("x,y\nCarlsen, M,Carlsen, Magnus\n").starts_with("line 2: two columns"));
        assert!(wrong("alone\n").starts_with("line 1: two columns"));
        assert!(wrong("@PLAYER\n= x\n").starts_with("line 2: there is no name above"));
    }

    #[test]
    fn a_table_of_spellings_is_read_as_it_was_written() {
        let spelling = |name: &str, games| Spelling { name: name.to_owned(), games };
        let found = players(vec![
            spelling("Carlsen, Magnus", 3),
            spelling("Carlsen, M", 1),
            spelling("Müller, Jan", 2),
            spelling("Mueller, J.", 1),
            spelling("Tal, M", 1),
        ]);
        let text = write_spellings(&found);
        assert_eq!(text, "@PLAYER\nCarlsen, Magnus\n= Carlsen, M\nMüller, Jan\n= Mueller, J.\n");
        let table = NamesTable::parse(&text).expect("a table");
        assert_eq!((table.names.len(), table.names.of("Mueller, J")), (2, Some("Müller, Jan")));
    }

    #[test]
    fn a_long_chain_is_read_in_one_go() {
        let text: String = (0..100_000).map(|i| format!("n{i};n{}\n", i + 1)).collect();
        let table = NamesTable::parse(&text).expect("a table");
        assert_eq!((table.names.len(), table.names.of("n0")), (100_000, Some("n100000")));
    }
}
