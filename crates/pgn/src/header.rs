//! The values of tags for CQL's filters on game data: names, dates, ratings and codes in normal form.

use super::{Game, PreferredNames, RatingTable, Tags};
use chrono::NaiveDate;
use indexmap::IndexMap;
use std::borrow::Cow;
use std::sync::{Arc, OnceLock};
use tabiya_chess::Color;

/// Kinds of rating, as they come after `White` and `Black` in tag names.
const RATINGS: [&str; 7] = ["Elo", "Rating", "Rapid", "ICCF", "USCF", "DWZ", "BCF"];

/// The highest rating; higher ones are taken for it.
const HIGHEST_RATING: u32 = 4000;

/// Text at the end of a name that is not part of it.
const AFTER_NAME: [char; 3] = ['.', ' ', '\t'];

/// The last year that a date may have.
const LAST_YEAR: u32 = 2047;

/// A rating and its kind: `Elo`, `Rating`, `Rapid`, `ICCF`, `USCF`, `DWZ` or `BCF`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Rating {
    pub(crate) kind: &'static str,
    pub(crate) value: u32,
}

impl Rating {
    /// Zero, and anything but a number, stands for an unknown rating.
    fn is_known(&self) -> bool {
        self.value > 0
    }
}

/// The values of tags that are used repeatedly, in normal form. Each part is computed on first use.
#[derive(Clone, Debug, Default)]
pub(crate) struct Header {
    names: OnceLock<Names>,
    /// Black's first, as everywhere.
    ratings: OnceLock<[Option<Rating>; 2]>,
    year: OnceLock<Option<u32>>,
}

/// The names of the players.
#[derive(Clone, Debug)]
struct Names {
    /// White's name and Black's, a line each.
    both: String,
    /// The length of White's.
    white: usize,
}

impl Names {
    fn of(tags: &Tags, preferred: Option<&PreferredNames>) -> Names {
        let [white, black] = ["White", "Black"].map(|name| tags.get(name).unwrap_or_default());
        // A blank may come after a comma.
        let mut both = String::with_capacity(white.len() + black.len() + 8);
        push_preferred(white, preferred, &mut both);
        let white = both.len();
        both.push('\n');
        push_preferred(black, preferred, &mut both);
        Names { both, white }
    }
}

/// Appends the name of a player as it is preferred.
fn push_preferred(tag: &str, preferred: Option<&PreferredNames>, names: &mut String) {
    let start = names.len();
    push_player(tag, names);
    if let Some(preferred) = preferred {
        preferred.put(names, start);
    }
}

/// Appends the name of a player as [`Game::player`] has it: what the tag says in normal form, `?` if that is nothing.
pub fn push_player(tag: &str, names: &mut String) {
    let start = names.len();
    push_name(tag, names);
    if names.len() == start {
        names.push('?');
    }
}

/// True if a tag of this name may tell the rating of a player.
pub fn tells_rating(name: &str, color: Color) -> bool {
    name.strip_prefix(name_of(color)).is_some_and(|kind| kind.is_empty() || RATINGS.contains(&kind))
}

/// The rating of a player that a tag tells, if it is known. [`Game::elo`] is the first one among the tags of a game.
pub fn rating_in_tag(name: &str, value: &str, color: Color) -> Option<u32> {
    let told = read_rating(name, value).filter(|(of, rating)| *of == color && rating.is_known());
    told.map(|(_, rating)| rating.value)
}

/// True for the tags with the names of the players.
fn is_player(name: &str) -> bool {
    matches!(name, "White" | "Black")
}

/// The rating of a player that a tag tells, known or not: one of its own, or what stands in parentheses after the name.
fn read_rating(name: &str, value: &str) -> Option<(Color, Rating)> {
    let color = match name.as_bytes().first()? {
        b'W' => Color::White,
        b'B' => Color::Black,
        _ => return None,
    };
    let kind = name.strip_prefix(name_of(color))?;
    if kind.is_empty() {
        // Most names have no parentheses, and need no normal form.
        let value = if value.contains(')') { push_name(value, &mut String::new()) } else { None };
        return value.map(|value| (color, Rating { kind: "Elo", value }));
    }
    let kind = RATINGS.into_iter().find(|&k| k == kind)?;
    let value = value.trim_start();
    let digits = value.bytes().take_while(u8::is_ascii_digit).count();
    let value = value[..digits].parse().unwrap_or(0).min(HIGHEST_RATING);
    Some((color, Rating { kind, value }))
}

/// The first known rating of each player.
fn ratings(tags: &Tags) -> [Option<Rating>; 2] {
    let mut ratings = [None; 2];
    for (name, value) in tags.iter() {
        if let Some((color, rating)) = read_rating(name, value).filter(|(_, rating)| rating.is_known()) {
            ratings[color as usize].get_or_insert(rating);
        }
    }
    ratings
}

impl Game {
    fn names(&self) -> &Names {
        self.header.names.get_or_init(|| Names::of(&self.tags, self.preferred.as_deref()))
    }

    /// Reads the names of players by a table, in this game and in those that are read into it afterwards.
    pub fn read_names_by(&mut self, names: Option<Arc<PreferredNames>>) {
        self.preferred = names;
        self.header.names = OnceLock::new();
    }

    /// Looks up the ratings that a game does not tell in a table, in this game and in those that are read into it afterwards.
    pub fn read_ratings_by(&mut self, table: Option<Arc<dyn RatingTable>>) {
        self.rated = table;
        self.header.ratings = OnceLock::new();
    }

    /// A game without moves, to read into, which is read by the same tables.
    pub fn successor(&self) -> Game {
        Game { preferred: self.preferred.clone(), rated: self.rated.clone(), ..Game::new() }
    }

    /// The name of a player in normal form: `van der Foo,A. (2555)` is `Van der Foo, A.`; `?` if unknown.
    pub fn player(&self, color: Color) -> &str {
        let Names { both, white } = self.names();
        color.fold_wb(&both[..*white], &both[white + 1..])
    }

    /// The names of both players in normal form, White's on the first line and Black's on the second.
    pub fn players(&self) -> &str {
        &self.names().both
    }

    /// The Event tag; `?` if it is missing. An empty tag stays empty: it is there and says nothing.
    pub fn event(&self) -> &str {
        self.text_tag("Event")
    }

    /// The Site tag; `?` if it is missing.
    pub fn site(&self) -> &str {
        self.text_tag("Site")
    }

    /// The Round tag; `?` if it is missing.
    pub fn round(&self) -> &str {
        self.text_tag("Round")
    }

    fn text_tag(&self, name: &str) -> &str {
        self.tags().get(name).unwrap_or("?")
    }

    /// The date as `yyyy.mm.dd`, with `?` for what is unknown.
    pub fn date(&self) -> String {
        date_of(self.tags.get("Date"))
    }

    /// The date of the event as `yyyy.mm.dd`, with `?` for what is unknown, if there is such a tag.
    pub fn event_date(&self) -> Option<String> {
        event_date_of(self.tags.get("EventDate"))
    }

    /// The year of the date.
    pub fn year(&self) -> Option<u32> {
        *self.header.year.get_or_init(|| date_parts(self.tags.get("Date").unwrap_or_default())[0])
    }

    /// The date, as the number of days since 1 January 1970, if it is a whole one and is in the calendar: 1926.06.31 is not.
    pub fn day(&self) -> Option<i32> {
        let [year, month, day] = date_parts(self.tags.get("Date").unwrap_or_default());
        Some(NaiveDate::from_ymd_opt(year?.cast_signed(), month?, day?)?.to_epoch_days())
    }

    /// The opening's ECO code in normal form: `b1` is `B10`.
    pub fn eco(&self) -> Option<String> {
        eco_of(self.tags.get("ECO"))
    }

    /// The rating of a player, of any kind.
    pub fn elo(&self, color: Color) -> Option<u32> {
        self.rating(color).map(|rating| rating.value)
    }

    /// The first known rating of a player: in the name, or a tag of its own, or in a table.
    pub(crate) fn rating(&self, color: Color) -> Option<Rating> {
        self.header.ratings.get_or_init(|| {
            let mut told = ratings(&self.tags);
            for (color, table) in
                Color::ALL.into_iter().flat_map(|color| self.rated.as_ref().map(|table| (color, table)))
            {
                let looked_up =
                    || table.elo(self.player(color), &self.date()).map(|value| Rating { kind: "Elo", value });
                told[color as usize] = told[color as usize].or_else(looked_up);
            }
            told
        })[color as usize]
    }

    /// What a query reads in a tag: names, dates and codes of openings in normal form, `?` where a roster tag is missing; of several
    /// tags of one name the last. `None` if there is no such tag.
    pub fn tag_text(&self, name: &str) -> Option<Cow<'_, str>> {
        Some(match name {
            "White" => self.player(Color::White).into(),
            "Black" => self.player(Color::Black).into(),
            "Event" => self.event().into(),
            "Site" => self.site().into(),
            "Date" => self.date().into(),
            "EventDate" => date_of(self.tags.get(name)).into(),
            "ECO" => self.eco()?.into(),
            "Round" | "Result" => self.tags().get(name)?.into(),
            _ if name.starts_with("White") || name.starts_with("Black") => self.tags().get(name)?.into(),
            _ => self.sorted_tags().extra.get(name).copied()?.into(),
        })
    }

    /// The tags that are not part of the game's own data, in order. Of several tags of one name, the last value
    /// at the first place. What comes after a player's rating as another one is such a tag; what comes before it, or
    /// without it, says nothing and is left out, so that the rating is the same when the game is written and read
    /// again.
    pub fn extra_tags(&self) -> Vec<(&str, &str)> {
        self.sorted_tags().extra.into_iter().collect()
    }

    /// The tags, sorted in one pass.
    pub(crate) fn sorted_tags(&self) -> SortedTags<'_> {
        let mut sorted = SortedTags::default();
        for (name, value) in self.tags().iter() {
            let own = match name {
                "Event" => &mut sorted.event,
                "Site" => &mut sorted.site,
                "Round" => &mut sorted.round,
                "Date" => &mut sorted.date,
                "ECO" => &mut sorted.eco,
                "EventDate" => &mut sorted.event_date,
                "Result" | "FEN" | "ScidFlags" => continue,
                _ => {
                    match (read_rating(name, value), is_player(name)) {
                        (Some((color, rating)), _) if sorted.ratings[color as usize].is_none() => {
                            sorted.ratings[color as usize] = Some(rating).filter(Rating::is_known);
                        }
                        (_, true) => {}
                        _ => drop(sorted.extra.insert(name, value)),
                    }
                    continue;
                }
            };
            *own = Some(value);
        }
        sorted
    }
}

/// The tags of a game by what they are for; of several of one name the last value.
#[derive(Debug, Default)]
pub(crate) struct SortedTags<'g> {
    pub(crate) event: Option<&'g str>,
    pub(crate) site: Option<&'g str>,
    pub(crate) round: Option<&'g str>,
    date: Option<&'g str>,
    eco: Option<&'g str>,
    event_date: Option<&'g str>,
    /// Black's first.
    pub(crate) ratings: [Option<Rating>; 2],
    /// See [`Game::extra_tags`].
    pub(crate) extra: IndexMap<&'g str, &'g str>,
}

impl SortedTags<'_> {
    /// As [`Game::date`].
    pub(crate) fn date(&self) -> String {
        date_of(self.date)
    }

    /// As [`Game::eco`].
    pub(crate) fn eco(&self) -> Option<String> {
        eco_of(self.eco)
    }

    /// As [`Game::event_date`].
    pub(crate) fn event_date(&self) -> Option<String> {
        event_date_of(self.event_date)
    }
}

/// The date that a tag tells, if it is there.
fn date_of(tag: Option<&str>) -> String {
    normal(push_date, tag.unwrap_or_default())
}

/// The same of an event, whose tag may be missing.
fn event_date_of(tag: Option<&str>) -> Option<String> {
    tag.map(|date| normal(push_date, date))
}

/// The code of an opening that a tag tells.
fn eco_of(tag: Option<&str>) -> Option<String> {
    tag.map(|code| normal(push_eco, code)).filter(|eco| !eco.is_empty())
}

/// A text in a normal form.
fn normal(push: fn(&str, &mut String), text: &str) -> String {
    let mut normal = String::new();
    push(text, &mut normal);
    normal
}

fn name_of(color: Color) -> &'static str {
    color.fold_wb("White", "Black")
}

/// Appends a name in normal form, and returns the rating that comes after it in parentheses.
fn push_name(name: &str, normal: &mut String) -> Option<u32> {
    let start = normal.len();
    let mut rest = name.trim_start_matches(' ');
    while let Some((before, after)) = rest.split_once(',') {
        normal.push_str(before);
        normal.push_str(", ");
        rest = after.trim_start_matches(' ');
    }
    normal.push_str(rest);
    normal.truncate(start + normal[start..].trim_end_matches(AFTER_NAME).len());
    if normal[start..].starts_with("van ") {
        normal.replace_range(start..=start, "V");
    }
    if normal[start..].starts_with("Van D") {
        for (from, to) in [("Van Der ", "Van der "), ("Van Den ", "Van den "), ("Van De ", "Van de ")] {
            if normal[start..].starts_with(from) {
                normal.replace_range(start..start + from.len(), to);
            }
        }
    }
    let (before, inside) = normal[start..].strip_suffix(')')?.rsplit_once(" (")?;
    if inside.len() != 4 || !inside.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let rating = inside.parse().ok().map(|value: u32| value.min(HIGHEST_RATING));
    normal.truncate(start + before.trim_end_matches(' ').len());
    rating
}

/// Year, month and day, where known. A part is the number that it begins with, as in `2001-02-03`, of which the year is
/// known; in `19??` nothing is. In a date of another order, such as `Sun Jul 09 2023` and `01/05/2024`, the year is the only number
/// of four digits.
fn date_parts(date: &str) -> [Option<u32>; 3] {
    let number = |part: &str| {
        let part = part.trim_start();
        let digits = part.bytes().take_while(u8::is_ascii_digit).count();
        part[..digits].parse::<u32>().ok().filter(|_| !part[digits..].starts_with('?'))
    };
    let words = || date.split(|c: char| !c.is_ascii_alphanumeric() && c != '?');
    let is_year = |word: &&str| word.len() == 4 && word.bytes().all(|byte| byte.is_ascii_digit());
    let may_be_year = |word: &str| word.len() == 4 && word.bytes().all(|byte| byte.is_ascii_digit() || byte == b'?');
    if words().next().is_some_and(|first| !first.is_empty() && !may_be_year(first))
        && let (Some(year), None) = (words().find(is_year), words().filter(is_year).nth(1))
    {
        return [number(year).filter(|&y| y > 0 && y <= LAST_YEAR), None, None];
    }
    let mut parts = date.split('.').map(number);
    let mut next = || parts.next().flatten();
    let (year, month, day) = (next(), next(), next());
    let year = year.filter(|&y| y > 0 && y <= LAST_YEAR);
    if month.is_some_and(|m| m > 12) {
        return [year, None, None];
    }
    [year, month.filter(|&m| m > 0), day.filter(|&d| d > 0 && d <= 31)]
}

/// Appends a date as `yyyy.mm.dd`.
fn push_date(date: &str, normal: &mut String) {
    for (place, (part, width)) in date_parts(date).into_iter().zip([4, 2, 2]).enumerate() {
        if place > 0 {
            normal.push('.');
        }
        let Some(part) = part else {
            normal.push_str(&"????"[..width]);
            continue;
        };
        for power in [1000, 100, 10, 1].into_iter().skip(4 - width) {
            normal.push(char::from_digit(part / power % 10, 10).unwrap_or('?'));
        }
    }
}

/// Appends a letter from A to E, two digits, and perhaps a small letter and a digit from 1 to 4.
fn push_eco(code: &str, normal: &mut String) {
    let mut chars = code.trim().chars().peekable();
    let Some(letter) = chars.next().map(|c| c.to_ascii_uppercase()).filter(|c| ('A'..='E').contains(c)) else { return };
    normal.push(letter);
    for _ in 0..2 {
        normal.push(chars.next_if(char::is_ascii_digit).unwrap_or('0'));
    }
    if let Some(letter) = chars.next_if(char::is_ascii_lowercase) {
        normal.push(letter);
        normal.extend(chars.next_if(|c| ('1'..='4').contains(c)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names() {
        let check = |name: &str, expected: &str, rating: Option<u32>| {
            let mut normal = String::from("Van Der (2000)\n");
            let start = normal.len();
            assert_eq!((push_name(name, &mut normal), &normal[start..]), (rating, expected));
        };
        check("van der Foo,A. (2555)", "Van der Foo, A.", Some(2555));
        check("  Tal,  Mihail. ", "Tal, Mihail", None);
        check("Van De Bar (9999)", "Van de Bar", Some(4000));
        check("Fritz (5)", "Fritz (5)", None);
        check("", "", None);
    }

    #[test]
    fn dates_and_codes() {
        let check = |push: fn(&str, &mut String), text: &str, expected: &str| {
            let mut normal = String::new();
            push(text, &mut normal);
            assert_eq!(normal, expected, "{text}");
        };
        check(push_date, "1997.5.2", "1997.05.02");
        check(push_date, "2048.01.02", "????.01.02");
        check(push_date, "1997.13.02", "1997.??.??");
        check(push_date, "1997", "1997.??.??");
        check(push_date, "2001-02-03", "2001.??.??");
        check(push_date, " 2001 . 2 .3 ", "2001.02.03");
        check(push_date, "2001.5th.??", "2001.05.??");
        check(push_date, "19??.??.??", "????.??.??");
        check(push_date, "99999999999", "????.??.??");
        check(push_date, "", "????.??.??");
        check(push_date, "Sun Jul 09 2023", "2023.??.??");
        check(push_date, "01/05/2024", "2024.??.??");
        check(push_date, "5.10.1997", "1997.??.??");
        check(push_date, "July 4, 2021", "2021.??.??");
        check(push_date, "2021-2022", "2021.??.??");
        check(push_date, "1 to 9999", "????.??.??");
        check(push_date, "??.05.1997", "1997.??.??");
        check(push_eco, "b1", "B10");
        check(push_eco, "B12a4", "B12a4");
        check(push_eco, "?", "");
    }
}
