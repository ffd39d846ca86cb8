//! What tags say, as CQL's filters about game data read it: names, dates, ratings and codes in normal form.

use super::Game;
use crate::chess::Color;
use std::borrow::Cow;

/// Kinds of rating, as they stand behind `White` and `Black` in tag names.
const RATINGS: [&str; 7] = ["Elo", "Rating", "Rapid", "ICCF", "USCF", "DWZ", "BCF"];

/// The highest rating; higher ones are taken for it.
const HIGHEST_RATING: u32 = 4000;

/// The last year that a date may have.
const LAST_YEAR: u32 = 2047;

/// A rating and its kind: `Elo`, `Rating`, `Rapid`, `ICCF`, `USCF`, `DWZ` or `BCF`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Rating {
    pub(crate) kind: &'static str,
    pub(crate) value: u32,
}

impl Game {
    /// The name of a player in normal form: `van der Foo,A. (2555)` is `Van der Foo, A.`; `?` if unknown.
    pub fn player(&self, color: Color) -> Cow<'_, str> {
        match self.tags().get(name_of(color)) {
            None => Cow::Borrowed("?"),
            Some(name) if is_normal(name) => Cow::Borrowed(name),
            Some(name) => Cow::Owned(split_name(name).0),
        }
    }

    /// The Event tag; `?` if it is missing.
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
        normal_date(self.tags().get("Date").unwrap_or(""))
    }

    /// The date of the event as `yyyy.mm.dd`, if there is such a tag.
    pub fn event_date(&self) -> Option<String> {
        self.tags().get("EventDate").map(normal_date).filter(|date| date != UNKNOWN_DATE)
    }

    /// The year of the date.
    pub fn year(&self) -> Option<u32> {
        self.tags().get("Date").and_then(|date| date_parts(date)[0])
    }

    /// The opening's ECO code in normal form: `b1` is `B10`.
    pub fn eco(&self) -> Option<String> {
        normal_eco(self.tags().get("ECO")?)
    }

    /// The rating of a player, of whatever kind.
    pub fn elo(&self, color: Color) -> Option<u32> {
        self.rating(color).map(|rating| rating.value).filter(|&value| value > 0)
    }

    /// The first rating of a player: in the name, or a tag of its own.
    pub(crate) fn rating(&self, color: Color) -> Option<Rating> {
        self.tags().iter().find_map(|(name, value)| rating_in(name, value, color))
    }

    /// The tags that are not part of the game's own data, in order. Of several tags of one name, the last value
    /// at the first place.
    pub fn extra_tags(&self) -> Vec<(&str, &str)> {
        let mut extra: Vec<(&str, &str)> = Vec::new();
        let mut rated = [false; 2];
        for (name, value) in self.tags().iter() {
            let rating =
                [Color::White, Color::Black].into_iter().find(|&color| rating_in(name, value, color).is_some());
            if let Some(color) = rating {
                if !std::mem::replace(&mut rated[color as usize], true) || name == name_of(color) {
                    continue;
                }
            }
            let own =
                ["Event", "Site", "Date", "Round", "White", "Black", "Result", "ECO", "EventDate", "FEN", "ScidFlags"];
            if own.contains(&name) {
                continue;
            }
            match extra.iter_mut().find(|(old, _)| *old == name) {
                Some(old) => old.1 = value,
                None => extra.push((name, value)),
            }
        }
        extra
    }
}

fn name_of(color: Color) -> &'static str {
    color.fold_wb("White", "Black")
}

/// The rating that a tag gives to a player.
fn rating_in(name: &str, value: &str, color: Color) -> Option<Rating> {
    let kind = name.strip_prefix(name_of(color))?;
    if kind.is_empty() {
        return split_name(value).1.map(|value| Rating { kind: "Elo", value });
    }
    let kind = RATINGS.into_iter().find(|&k| k == kind)?;
    let digits: String = value.trim_start().chars().take_while(char::is_ascii_digit).collect();
    Some(Rating { kind, value: digits.parse().unwrap_or(0).min(HIGHEST_RATING) })
}

/// Whether a name is certain to be normal already.
fn is_normal(name: &str) -> bool {
    let bytes = name.as_bytes();
    let plain = !bytes.iter().any(|&b| matches!(b, b',' | b')' | b'\t'));
    plain && !matches!(bytes.first(), None | Some(b' ' | b'v' | b'V')) && !matches!(bytes.last(), Some(b'.' | b' '))
}

/// A name in normal form, and the rating that stands behind it in parentheses.
fn split_name(name: &str) -> (String, Option<u32>) {
    let mut normal = String::with_capacity(name.len() + 4);
    let mut rest = name.trim_start_matches(' ');
    while let Some((before, after)) = rest.split_once(',') {
        normal.push_str(before);
        normal.push_str(", ");
        rest = after.trim_start_matches(' ');
    }
    normal.push_str(rest);
    normal.truncate(normal.trim_end_matches(['.', ' ', '\t']).len());
    if normal.starts_with("van ") {
        normal.replace_range(..1, "V");
    }
    for (from, to) in [("Van Der ", "Van der "), ("Van Den ", "Van den "), ("Van De ", "Van de ")] {
        if normal.starts_with(from) {
            normal.replace_range(..from.len(), to);
        }
    }
    let mut rating = None;
    if let Some((before, inside)) = normal.strip_suffix(')').and_then(|n| n.rsplit_once(" (")) {
        if inside.len() == 4 && inside.bytes().all(|b| b.is_ascii_digit()) {
            rating = inside.parse().ok().map(|value: u32| value.min(HIGHEST_RATING));
            let len = before.trim_end_matches(' ').len();
            normal.truncate(len);
        }
    }
    if normal.is_empty() {
        normal.push('?');
    }
    (normal, rating)
}

const UNKNOWN_DATE: &str = "????.??.??";

/// Year, month and day, where known.
fn date_parts(date: &str) -> [Option<u32>; 3] {
    let mut parts = date.trim().split('.').map(|part| part.trim().parse::<u32>().ok());
    let mut next = || parts.next().flatten();
    let (year, month, day) = (next(), next(), next());
    let year = year.filter(|&y| y > 0 && y <= LAST_YEAR);
    if month.is_some_and(|m| m > 12) {
        return [year, None, None];
    }
    [year, month.filter(|&m| m > 0), day.filter(|&d| d > 0 && d <= 31)]
}

fn normal_date(date: &str) -> String {
    let [year, month, day] = date_parts(date);
    let year = year.map_or("????".into(), |y| format!("{y:04}"));
    let two = |part: Option<u32>| part.map_or("??".into(), |p| format!("{p:02}"));
    format!("{year}.{}.{}", two(month), two(day))
}

/// A letter from A to E, two digits, and perhaps a small letter and a digit from 1 to 4.
fn normal_eco(code: &str) -> Option<String> {
    let mut chars = code.trim().chars().peekable();
    let letter = chars.next()?.to_ascii_uppercase();
    if !('A'..='E').contains(&letter) {
        return None;
    }
    let mut normal = String::from(letter);
    for _ in 0..2 {
        normal.push(chars.next_if(char::is_ascii_digit).unwrap_or('0'));
    }
    if let Some(letter) = chars.next_if(char::is_ascii_lowercase) {
        normal.push(letter);
        normal.extend(chars.next_if(|c| ('1'..='4').contains(c)));
    }
    Some(normal)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names() {
        let check = |name: &str, expected: (&str, Option<u32>)| {
            assert_eq!(split_name(name), (expected.0.to_owned(), expected.1))
        };
        check("van der Foo,A. (2555)", ("Van der Foo, A.", Some(2555)));
        check("  Tal,  Mihail. ", ("Tal, Mihail", None));
        check("Van De Bar (9999)", ("Van de Bar", Some(4000)));
        check("Fritz (5)", ("Fritz (5)", None));
        check("", ("?", None));
    }

    #[test]
    fn dates_and_codes() {
        assert_eq!(normal_date("1997.5.2"), "1997.05.02");
        assert_eq!(normal_date("2048.01.02"), "????.01.02");
        assert_eq!(normal_date("1997.13.02"), "1997.??.??");
        assert_eq!(normal_date("1997"), "1997.??.??");
        assert_eq!(normal_date(""), UNKNOWN_DATE);
        assert_eq!(normal_eco("b1").as_deref(), Some("B10"));
        assert_eq!(normal_eco("B12a4").as_deref(), Some("B12a4"));
        assert_eq!(normal_eco("?"), None);
    }
}
