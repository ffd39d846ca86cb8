//! Tables of ratings: what players were rated at from a date on, and their numbers at FIDE.
//!
//! A table has a line with the names of its columns, in any order: `name`, then `elo` or `fideid` or both, perhaps `date`. A player may
//! have several lines, each of which counts from its date on; a line without a date always counts, unless one with a date does.

use super::person::Name;
use super::table::{NamesTableError, delimited, normal, text_of};
use crate::chess::Color;
use crate::game::{Game, RatingTable};
use rustc_hash::FxHashMap;
use std::path::Path;

/// The names of the columns.
const NAME: [&str; 2] = ["name", "player"];
const ELO: [&str; 2] = ["elo", "rating"];
const FIDE_ID: [&str; 3] = ["fideid", "fide_id", "id"];
const DATE: [&str; 3] = ["date", "from", "year"];

/// A part of a date that is not known, so that it comes after all that are.
const UNKNOWN: u32 = u32::MAX;

/// What a table says of a player at a date.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rated {
    /// The rating, from 1 to 4000.
    pub elo: Option<u32>,
    /// The number at FIDE.
    pub fide_id: Option<String>,
}

/// A table of ratings.
///
/// ```
/// use tabiya::names::Ratings;
/// let table = Ratings::parse("name;elo;date;fideid\nTal, Mikhail;2645;1971-01;\nTal, Mikhail;2705;1980-01;900001\n")?;
/// let elo = |date| table.of("Tal, M", date).and_then(|rated| rated.elo);
/// assert_eq!((elo("1975.05.??"), elo("1980.01.01"), elo("1960.09.01")), (Some(2645), Some(2705), None));
/// # Ok::<(), tabiya::names::NamesTableError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Ratings {
    players: Vec<Player>,
    /// The players of a name in normal form.
    by_name: FxHashMap<String, Vec<usize>>,
    /// The players of a surname, in each division of their names.
    by_surname: FxHashMap<String, Vec<usize>>,
}

/// Year, month and day.
type Date = [u32; 3];

#[derive(Clone, Debug)]
struct Player {
    name: Name,
    fide_id: Option<String>,
    /// By their dates; those without one come first.
    ratings: Vec<(Date, u32)>,
}

/// The places of the columns in a line.
struct Columns {
    name: usize,
    elo: Option<usize>,
    fide_id: Option<usize>,
    date: Option<usize>,
}

impl Columns {
    fn of(heads: &csv::StringRecord) -> Option<Columns> {
        let place = |names: &[&str]| heads.iter().position(|head| names.contains(&head.to_lowercase().as_str()));
        let columns = Columns { name: place(&NAME)?, elo: place(&ELO), fide_id: place(&FIDE_ID), date: place(&DATE) };
        (columns.elo.is_some() || columns.fide_id.is_some()).then_some(columns)
    }
}

impl Ratings {
    /// Reads a table from a file, in UTF-8 or Latin-1.
    ///
    /// # Errors
    ///
    /// If the file cannot be read, or as [`parse`](Self::parse).
    pub fn read(path: &Path) -> Result<Ratings, NamesTableError> {
        Ratings::parse(&text_of(path)?)
    }

    /// Reads a table, whose columns have a tab, a semicolon or a comma between them. Lines of one name with different numbers at
    /// FIDE are different players; a line without a number is one of the only player of its name.
    ///
    /// # Errors
    ///
    /// If the first line does not name the columns, or a line has a rating or a date that cannot be read.
    pub fn parse(text: &str) -> Result<Ratings, NamesTableError> {
        let mut reader = delimited(text.trim_start_matches('\u{feff}'));
        let unreadable = |error: csv::Error| NamesTableError::Unreadable(error.to_string());
        let mut record = csv::StringRecord::new();
        let first = reader.read_record(&mut record).map_err(unreadable)?.then(|| Columns::of(&record)).flatten();
        let Some(columns) = first else {
            let text = "the columns must be named: name, then elo or fideid or both, perhaps date";
            return Err(NamesTableError::Line(1, text.to_owned()));
        };
        let mut table = Ratings::default();
        while reader.read_record(&mut record).map_err(unreadable)? {
            let number = record.position().map_or(0, |place| usize::try_from(place.line()).unwrap_or(usize::MAX));
            table.add(&columns, &record).map_err(|text| NamesTableError::Line(number, text))?;
        }
        for player in &mut table.players {
            player.ratings.sort_by_key(|&(date, _)| date);
        }
        Ok(table)
    }

    fn add(&mut self, columns: &Columns, record: &csv::StringRecord) -> Result<(), String> {
        let cell = |place: Option<usize>| place.and_then(|place| record.get(place)).unwrap_or_default();
        let name = cell(Some(columns.name));
        if name.is_empty() {
            return Ok(());
        }
        let elo = match cell(columns.elo) {
            "" | "0" | "-" | "?" => None,
            text => match text.parse() {
                Ok(elo @ 1..=4000) => Some(elo),
                _ => return Err(format!("`{text}` is not a rating; a rating is a number from 1 to 4000")),
            },
        };
        let date = match cell(columns.date) {
            "" => [0; 3],
            text => date(text, 0)
                .ok_or_else(|| format!("`{text}` is not a date; write it as 2024, 2024-05 or 2024-05-31"))?,
        };
        let id = Some(cell(columns.fide_id)).filter(|id| !matches!(*id, "" | "0" | "-" | "?"));
        let place = self.player(name, id);
        self.players[place].ratings.extend(elo.map(|elo| (date, elo)));
        Ok(())
    }

    /// The place of the player of a name and a number at FIDE, who is added if there is none.
    fn player(&mut self, name: &str, id: Option<&str>) -> usize {
        let named = self.by_name.entry(normal(name)).or_default();
        let is_one = |&&place: &&usize| {
            let known = self.players[place].fide_id.as_deref();
            known == id || id.is_none() || known.is_none()
        };
        if let Some(&place) = named.iter().find(is_one) {
            let known = &mut self.players[place].fide_id;
            *known = known.take().or_else(|| id.map(str::to_owned));
            return place;
        }
        let (place, name) = (self.players.len(), Name::read(name));
        named.push(place);
        for surname in name.surnames() {
            let players = self.by_surname.entry(surname.to_owned()).or_default();
            if players.last() != Some(&place) {
                players.push(place);
            }
        }
        self.players.push(Player { name, fide_id: id.map(str::to_owned), ratings: Vec::new() });
        place
    }

    /// The rating and the number of a player at the date of a game, `yyyy.mm.dd`. Unknown parts, `?`, count as late as they can be.
    /// Another spelling of a name is found if it may be that of one player only; nothing is said of a name that several players have.
    pub fn of(&self, name: &str, date_of_game: &str) -> Option<Rated> {
        let player = &self.players[self.place_of(name)?];
        let date = date(date_of_game, UNKNOWN).unwrap_or([0; 3]);
        let rating = player.ratings.iter().rev().find(|(from, _)| *from <= date);
        let rated = Rated { elo: rating.map(|&(_, elo)| elo), fide_id: player.fide_id.clone() };
        (rated != Rated::default()).then_some(rated)
    }

    /// What this says of a player of a game beyond the tags of the game: the names of tags, and their values.
    pub fn tags_of(&self, game: &Game, color: Color) -> impl Iterator<Item = (String, String)> {
        let Rated { elo, fide_id } = self.of(game.player(color), &game.date()).unwrap_or_default();
        let elo = elo.filter(|_| game.elo(color).is_none()).map(|elo| elo.to_string());
        let side = color.fold_wb("White", "Black");
        let told = [("Elo", elo), ("FideId", fide_id)];
        told.into_iter().filter_map(move |(kind, value)| Some((format!("{side}{kind}"), value?)))
    }

    fn place_of(&self, name: &str) -> Option<usize> {
        if let Some(named) = self.by_name.get(&normal(name)) {
            return if let [only] = named.as_slice() { Some(*only) } else { None };
        }
        let name = Name::read(name);
        let near = name.surnames().filter_map(|surname| self.by_surname.get(surname)).flatten();
        let mut found = near.filter(|&&place| self.players[place].name.may_be(&name));
        let first = *found.next()?;
        found.all(|&other| other == first).then_some(first)
    }
}

impl RatingTable for Ratings {
    fn elo(&self, name: &str, date: &str) -> Option<u32> {
        self.of(name, date)?.elo
    }
}

/// Year, month and day of a text such as `2024.05.31` or `2024-05`; `unknown` is the number of a part that is missing or `??`. A date
/// has a year of four digits.
fn date(text: &str, unknown: u32) -> Option<Date> {
    let mut date = [unknown; 3];
    let parts: Vec<&str> = text.split(['.', '-', '/']).collect();
    if parts.len() > date.len() {
        return None;
    }
    for (part, place) in parts.into_iter().zip(&mut date) {
        if !part.bytes().all(|byte| byte == b'?') {
            *place = part.parse().ok()?;
        }
    }
    let fits = |part: u32, most: u32| part == unknown || part <= most;
    ((1000..=9999).contains(&date[0]) && fits(date[1], 12) && fits(date[2], 31)).then_some(date)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn elo(table: &Ratings, name: &str, date: &str) -> Option<u32> {
        table.of(name, date).and_then(|rated| rated.elo)
    }

    #[test]
    fn the_last_rating_before_a_game_counts() {
        let table = Ratings::parse(
            "date,elo,name\n1980-01-01,2705,\"Tal, Mikhail\"\n1971,2645,\"Tal, Mikhail\"\n,2600,\"Tal, Mikhail\"\n",
        )
        .expect("a table");
        let of_date = [
            ("1979.12.31", 2645),
            ("1980.01.01", 2705),
            ("1980.??.??", 2705),
            ("1971.??.??", 2645),
            ("1970.12.31", 2600),
            ("????.??.??", 2600),
            ("", 2600),
        ];
        for (date, rating) in of_date {
            assert_eq!(elo(&table, "Tal, Mikhail", date), Some(rating), "{date}");
        }
    }

    #[test]
    fn one_player_is_found_in_any_spelling_and_of_two_none() {
        let text = "Name\tRating\tFideId\nMüller, Jan\t2400\t11\nTal, M\t2500\t12\nLi, Wei\t2300\t13\nLi, Wei\t2100\t14\nPolgar, J\t\t15\n\
                    Smith, Anna\t2000\t16\nSmith, Adam\t1900\t17\n";
        let table = Ratings::parse(text).expect("a table");
        for spelling in ["Mueller, Jan", "Müller, J.", "Jan Müller"] {
            assert_eq!(elo(&table, spelling, ""), Some(2400), "{spelling}");
        }
        assert_eq!(elo(&table, "Li, Wei", ""), None, "two players of one name");
        assert_eq!(elo(&table, "Smith, A", ""), None, "two players of one abbreviation");
        assert_eq!(elo(&table, "Smith, Anna", ""), Some(2000));
        assert_eq!((elo(&table, "?", ""), elo(&table, "Nobody, N", "")), (None, None));
        let polgar = table.of("Polgar, Judit", "").expect("she has a number");
        assert_eq!(polgar, Rated { elo: None, fide_id: Some("15".to_owned()) });
    }

    #[test]
    fn tables_that_are_wrong_say_where() {
        let wrong = |text: &str| Ratings::parse(text).expect_err(text).to_string();
        for unnamed in ["", "Tal, Mikhail;2700\n", "elo;date\n2700;1980\n", "name;date\nTal;1980\n"] {
            assert!(wrong(unnamed).starts_with("line 1: the columns must be named"), "{unnamed}");
        }
        assert_eq!(
            wrong("name;elo\nTal;2700\nX;27oo\n"),
            "line 3: `27oo` is not a rating; a rating is a number from 1 to 4000"
        );
        assert!(wrong("name;elo\nTal;4001\n").starts_with("line 2: `4001` is not a rating"));
        // A date that begins with the day or the month would be a year of long ago.
        for date in ["May 1980", "31.05.1980", "5/31/1980", "80", "1980-13", "1980-01-32", "1980-01-01-01", "1980-x"] {
            let told = format!("line 2: `{date}` is not a date");
            assert!(wrong(&format!("name;elo;date\nTal;2700;{date}\n")).starts_with(&told), "{date}");
        }
    }
}
