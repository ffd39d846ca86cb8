//! Outputs whose name has fields of the games in it, `-o '{eco}/{white}.pgn'`: a file for each value.
//!
//! Rendered text is gathered with the name of its file, on disk where it is much. The files are written when the search
//! has ended, one after the other, so that one is open at a time, however many there are; each then waits, closed, until all
//! are complete and get their names together.
//!
//! Where a file takes this many games and no more, `{n}` in the name is its number.
//!
//! Values come from games of anybody: of each only letters, digits and harmless signs go into a name. So no value leaves the
//! folder, and values that differ in nothing else, or in case alone, share a file on every system.

use super::formats::{Encoder, Format, RunEnd};
use super::output::{self, Fault, OutputWriter};
use super::sorting::Sorter;
use crate::cli::report::Message;
use std::collections::HashMap;
use std::num::NonZeroU64;
use std::path::Path;
use tabiya::chess::MoveList;
use tabiya::rows::{Choice, Columns, Entry, Row};
use tabiya::{Game, QuerySet};
use tabiya_disk as disk;

/// The bytes that the values in a name may take together, so that names are short enough everywhere.
const NAME_BYTES: usize = 180;

/// Between the name of a file and what belongs into it.
const END_OF_NAME: char = '\0';

/// The field for the number of a file, and what stands for it until this is known: no value has it, and no name of a file.
const NUMBER: &str = "{n}";
const NUMBER_SIGN: char = '\u{1}';

/// A name of files with the fields of games in it.
#[derive(Debug)]
pub(crate) struct FileNames {
    /// The texts around the fields: one more than there are fields.
    texts: Vec<String>,
    columns: Columns,
    /// The most games of a file.
    most: Option<NonZeroU64>,
    /// The number of games for each name, where files have numbers.
    games: HashMap<String, u64>,
}

impl FileNames {
    /// The names that a path stands for; none if it has no field.
    ///
    /// # Errors
    ///
    /// If a field is not one of games.
    pub(crate) fn of(path: Option<&Path>, set: &QuerySet) -> Result<Option<FileNames>, Message> {
        let (mut texts, mut fields, mut rest) = (Vec::new(), Vec::new(), path.and_then(Path::to_str).unwrap_or(""));
        while let Some((before, (field, after))) =
            rest.split_once('{').and_then(|(before, after)| Some((before, after.split_once('}')?)))
        {
            texts.push(before.to_owned());
            fields.push(field.to_owned());
            rest = after;
        }
        texts.push(rest.to_owned());
        if fields.is_empty() {
            return Ok(None);
        }
        FileNames::with((texts, fields), set).map(Some)
    }

    /// The same where files have numbers if they have this many games at `most`.
    ///
    /// # Errors
    ///
    /// If a field is not one of games, or if there are numbers without a limit or a limit without numbers.
    pub(crate) fn numbered(
        path: &Path,
        most: Option<NonZeroU64>,
        set: &QuerySet,
    ) -> Result<Option<FileNames>, Message> {
        let name = path.to_str().unwrap_or_default();
        let refused = |text: &str, help: &str| Err(Message::error("output-name", text).help(help));
        match (name.contains(NUMBER), most) {
            (true, None) => return refused("`{n}` is the number of a file of N games", "add --games-per-file N"),
            (false, Some(_)) => {
                return refused("with --games-per-file, files need numbers", "write -o 'games-{n}.pgn'");
            }
            _ => {}
        }
        let path = name.replace(NUMBER, NUMBER_SIGN.encode_utf8(&mut [0; 4]));
        let names = match FileNames::of(Some(Path::new(&path)), set)? {
            None if most.is_some() => Some(FileNames::with((vec![path], Vec::new()), set)?),
            names => names,
        };
        Ok(names.map(|names| FileNames { most, ..names }))
    }

    /// The names of these texts with these fields between them.
    fn with((texts, fields): (Vec<String>, Vec<String>), set: &QuerySet) -> Result<FileNames, Message> {
        let is_tag = |field: &String| field.starts_with(|c: char| c.is_ascii_uppercase());
        let of_games: Vec<&str> = Entry::of_games().map(|entry| entry.name).collect();
        let unknown = fields.iter().find(|field| !is_tag(field) && !of_games.contains(&field.as_str()));
        let choice = Choice { names: Some(&fields), selects: Some(&[]), ..Choice::of(set) };
        match (unknown, Columns::new(&choice)) {
            (None, Ok(columns)) => Ok(FileNames { texts, columns, most: None, games: HashMap::new() }),
            (unknown, _) => {
                let field = unknown.or(fields.first()).map_or("", String::as_str);
                let text = format!("`{field}`, in braces in the name of the output, is not a field of a game");
                let known = format!("query, ext, {}, and tags by their names, such as Annotator", of_games.join(", "));
                Err(Message::error("unknown-field", text).help(format!("the fields are {known}")))
            }
        }
    }

    /// The file that a game belongs to, followed by what separates its name from the game.
    pub(crate) fn prefix(&self, (file, game): (&str, &Game), moves: &mut MoveList) -> String {
        let row = Row::of_game(file, game);
        let most = (NAME_BYTES / self.texts.len()).max(8);
        let mut name = self.texts[0].clone();
        for ((_, value), text) in self.columns.cells(&row, moves).zip(&self.texts[1..]) {
            name.push_str(&safe(&value.text(), most));
            name.push_str(text);
        }
        let parts = name.split('/').map(|part| match output::is_windows_device(Path::new(part)) {
            true => format!("_{part}"),
            false => part.to_owned(),
        });
        parts.collect::<Vec<String>>().join("/") + &END_OF_NAME.to_string()
    }

    /// The same for the next game where files have numbers.
    pub(crate) fn next_prefix(&mut self, found: (&str, &Game), moves: &mut MoveList) -> String {
        let prefix = self.prefix(found, moves);
        let Some(most) = self.most else { return prefix };
        let games = self.games.entry(prefix.to_lowercase()).or_default();
        *games += 1;
        prefix.replace(NUMBER_SIGN, &((*games - 1) / most + 1).to_string())
    }
}

/// A value as part of the name of a file.
fn safe(value: &str, most: usize) -> String {
    let kept = |c: char| if c.is_alphanumeric() || " -_.,+()".contains(c) { c } else { '-' };
    let name: String = value.chars().map(kept).collect();
    let name = name.trim_start_matches([' ', '.', '-']);
    let name = name[..name.floor_char_boundary(most)].trim_end_matches([' ', '.']);
    if name.contains(char::is_alphanumeric) { name.to_owned() } else { "unknown".into() }
}

/// The text rendered for the files of one output, and these files once they are written.
#[derive(Default)]
pub(crate) struct Split {
    texts: Sorter,
    /// The number of texts so far: they stay in their order.
    count: u64,
    files: Vec<OutputWriter>,
}

impl Split {
    /// Takes a text that begins with the [name of its file](FileNames::prefix).
    pub(crate) fn push(&mut self, text: &[u8]) -> Result<(), Fault> {
        let (name, _) = parted(text);
        let key = [name.to_lowercase().as_bytes(), &[0], &self.count.to_be_bytes()].concat();
        self.count += 1;
        Ok(self.texts.push(key, text.to_vec())?)
    }

    /// The bytes that are kept in memory.
    pub(crate) fn held(&self) -> usize {
        self.texts.held()
    }

    /// Writes all files to the disk, without giving them their names; `claim` says which may be written.
    pub(crate) fn write(
        &mut self,
        (format, end): (&dyn Format, &RunEnd),
        claim: &dyn Fn(&Path) -> Result<(), Message>,
    ) -> Result<(), Fault> {
        let texts = std::mem::take(&mut self.texts);
        let mut open: Option<Open> = None;
        let written = texts.finish(|text| {
            let (name, text) = parted(text);
            if open.as_ref().is_none_or(|open| open.name != name.to_lowercase()) {
                self.files.extend(open.take().map(|open| open.close(format, end)).transpose()?);
                open = Some(Open::begin(name, format, claim)?);
            }
            open.as_mut().map_or(Ok(()), |open| open.put(text)).map(|()| true)
        });
        match (written, open) {
            (Ok(()), Some(open)) => self.files.push(open.close(format, end)?),
            (Err(fault), open) => {
                self.files.extend(open.map(|open| open.output));
                return Err(fault);
            }
            (Ok(()), None) => {}
        }
        Ok(())
    }

    /// The files.
    pub(crate) fn files(&mut self) -> &mut Vec<OutputWriter> {
        &mut self.files
    }
}

/// The name of a file, and what belongs into it.
fn parted(text: &[u8]) -> (&str, &[u8]) {
    let end = text.iter().position(|&byte| byte == END_OF_NAME as u8).unwrap_or(0);
    (str::from_utf8(&text[..end]).unwrap_or_default(), text.get(end + 1..).unwrap_or_default())
}

/// The file that is being written.
struct Open {
    /// In small letters.
    name: String,
    output: OutputWriter,
    encoder: Option<Box<dyn Encoder>>,
}

impl Open {
    fn begin(name: &str, format: &dyn Format, claim: &dyn Fn(&Path) -> Result<(), Message>) -> Result<Open, Fault> {
        let path = Path::new(name);
        claim(path).map_err(Fault::Failed)?;
        // Anything that cannot be made shows when the file in it is opened.
        let _ = path.parent().map(disk::create_folder);
        let output = OutputWriter::create(path).map_err(Fault::Failed)?;
        let mut open = Open { name: name.to_lowercase(), output, encoder: format.encoder().map_err(Fault::Failed)? };
        open.put(format.head().as_bytes())?;
        Ok(open)
    }

    fn put(&mut self, text: &[u8]) -> Result<(), Fault> {
        match &mut self.encoder {
            Some(encoder) => self.output.write(&encoder.take(text).map_err(Fault::Failed)?),
            None => self.output.write(text),
        }
    }

    fn close(mut self, format: &dyn Format, end: &RunEnd) -> Result<OutputWriter, Fault> {
        format.tail(&[], end, &mut |text| self.put(text.as_bytes()))?;
        if let Some(encoder) = &mut self.encoder {
            let rest = encoder.finish().map_err(Fault::Failed)?;
            self.output.write(&rest)?;
        }
        self.output.rest()?;
        Ok(self.output)
    }
}

#[cfg(test)]
mod tests {
    use super::safe;

    #[test]
    fn values_become_harmless_parts_of_names() {
        for (value, name) in [
            ("Carlsen, Magnus", "Carlsen, Magnus"),
            ("1/2-1/2", "1-2-1-2"),
            ("../../etc/passwd", "etc-passwd"),
            ("a\\b:c*d?e\"f<g>h|i", "a-b-c-d-e-f-g-h-i"),
            ("a\u{1b}[2J\0\nb", "a--2J--b"),
            ("\u{202e}nosl", "nosl"),
            ("..", "unknown"),
            ("?", "unknown"),
            ("", "unknown"),
            ("????.??.??", "unknown"),
            (" .-x. ", "x"),
            ("Müller", "Müller"),
        ] {
            assert_eq!(safe(value, 60), name, "{value:?}");
        }
        assert_eq!(safe(&"ü".repeat(100), 61).len(), 60);
    }
}
