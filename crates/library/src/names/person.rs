//! A name, taken apart: surname, given names, and what tells a son from his father. Titles say nothing.

use crate::plain::words;

/// Titles before or after a name. Those of two and three letters count in capitals only: `Wim` is a name.
const TITLES: [&str; 13] = ["GM", "IM", "FM", "CM", "NM", "WGM", "WIM", "WFM", "WCM", "AGM", "AIM", "Dr", "Prof"];

/// Words that a surname may begin with, as they are compared.
const PARTICLES: [&str; 21] = [
    "van", "de", "der", "den", "von", "zu", "zum", "zur", "la", "le", "du", "di", "da", "dos", "das", "del", "della",
    "ter", "ten", "bin", "ibn",
];

/// What tells persons of one name apart, and how it is compared.
const SUFFIXES: [(&str, &str); 6] =
    [("jr", "jr"), ("junior", "jr"), ("sr", "sr"), ("senior", "sr"), ("ii", "ii"), ("iii", "iii")];

/// The most given names of which abbreviations are looked for.
const MOST_GIVEN: usize = 4;

/// This long a name may be abbreviated to two letters. `Yu` is not one of `Yue`.
const LONG: usize = 5;

/// Names of two letters, which abbreviate nothing.
const SHORT: [&str; 10] = ["bo", "ed", "li", "lu", "wu", "xi", "xu", "ye", "yi", "yu"];

/// A name as it is compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Name {
    /// Nobody: `?`.
    Unknown,
    /// A name that is compared as it is, but for capitals: a single word, the name of an account or of a program.
    Handle(String),
    /// Surname and given names in one of several possible divisions, the most probable one first. A comma leaves one.
    Person { divisions: Vec<Person>, has_comma: bool },
}

/// A division of a name.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Person {
    /// The words of the surname, with spaces between them.
    pub(super) surname: String,
    pub(super) given: Vec<String>,
    pub(super) suffix: &'static str,
}

impl Name {
    /// Takes a name apart.
    pub(super) fn read(text: &str) -> Name {
        let text = text.split('(').next().unwrap_or_default().trim();
        let is_odd = |letter: char| letter.is_numeric() || "_/+&@".contains(letter);
        if !text.contains(char::is_alphabetic) {
            return Name::Unknown;
        }
        let handle = || Name::Handle(words_of(text.to_lowercase().split_whitespace()));
        if text.contains(is_odd) {
            return handle();
        }
        let (before, after) = text.split_once(',').unwrap_or((text, ""));
        let in_capitals = !text.contains(char::is_lowercase);
        let (mut before, mut after) = (parts(before, in_capitals), parts(after, in_capitals));
        let suffix =
            take_suffix(&mut after, 1).or_else(|| take_suffix(&mut before, if after.is_empty() { 3 } else { 2 }));
        let suffix = suffix.unwrap_or_default();
        if !before.is_empty() && !after.is_empty() {
            // `Wely, Loek van`
            let is_particle = |part: &Vec<String>| part.iter().all(|word| PARTICLES.contains(&word.as_str()));
            let given = after.iter().rposition(|part| !is_particle(part)).map_or(after.len(), |last| last + 1);
            let surname = words_of(after[given..].iter().chain(&before).flatten());
            let person = Person { surname, given: after[..given].concat(), suffix };
            return Name::Person { divisions: vec![person], has_comma: true };
        }
        before.append(&mut after);
        if before.len() < 2 {
            return handle();
        }
        let divide = |surname: &[Vec<String>], given: &[Vec<String>]| Person {
            surname: words_of(surname.iter().flatten()),
            given: given.concat(),
            suffix,
        };
        let divisions = places(&before).into_iter().map(|(at, surname_first)| match surname_first {
            true => divide(&before[..at], &before[at..]),
            false => divide(&before[at..], &before[..at]),
        });
        Name::Person { divisions: divisions.collect(), has_comma: false }
    }

    /// The surname in each division; that of an account or a program, which has none, is not known.
    pub(super) fn surnames(&self) -> impl Iterator<Item = &str> {
        let divisions = if let Name::Person { divisions, .. } = self { divisions.as_slice() } else { &[] };
        divisions.iter().map(|person| person.surname.as_str())
    }

    /// True if both may be names of one person: equal, or one of them abbreviated.
    pub(super) fn may_be(&self, other: &Name) -> bool {
        match (self, other) {
            (Name::Person { divisions: ours, .. }, Name::Person { divisions: theirs, .. }) => {
                ours.iter().any(|one| theirs.iter().any(|other| one.may_be(other)))
            }
            (Name::Unknown, _) => false,
            (one, other) => one == other,
        }
    }
}

impl Person {
    /// All words, in one order however they stand in the name.
    pub(super) fn bag(&self) -> String {
        let mut all: Vec<&str> = self.surname.split(' ').chain(self.given.iter().map(String::as_str)).collect();
        all.sort_unstable();
        all.push(self.suffix);
        all.join(" ")
    }

    /// The letters of the given names.
    pub(super) fn fullness(&self) -> usize {
        self.given.iter().map(String::len).sum()
    }

    /// The given names as they are.
    pub(super) fn given(&self) -> String {
        words_of(&self.given)
    }

    /// The given names, abbreviated in every way: initials, two letters of long ones, and further names left out if they are
    /// initials or the first one is abbreviated.
    pub(super) fn abbreviations(&self) -> Vec<String> {
        if self.given.len() > MOST_GIVEN {
            return Vec::new();
        }
        let (mut begun, mut all) = (vec![(String::new(), false)], Vec::new());
        for (at, word) in self.given.iter().enumerate() {
            // Two letters are written of the first name only.
            let forms: Vec<&str> = forms(word).into_iter().take(if at == 0 { 3 } else { 2 }).collect();
            let each = begun.iter().flat_map(|(start, is_short)| {
                forms.iter().map(move |form| {
                    let blank = if at > 0 { " " } else { "" };
                    (format!("{start}{blank}{form}"), *is_short || at == 0 && form.len() < word.len())
                })
            });
            begun = each.collect();
            let rest = &self.given[at + 1..];
            let initials = rest.iter().all(|word| word.chars().count() == 1);
            let ended = begun.iter().filter(|(_, is_short)| initials || *is_short);
            all.extend(ended.map(|(text, _)| text.clone()));
        }
        let whole = self.given();
        all.retain(|text| *text != whole);
        all
    }

    fn may_be(&self, other: &Person) -> bool {
        let (one, two) = (self.given(), other.given());
        let same = self.surname == other.surname && self.suffix == other.suffix;
        same && (one == two || self.abbreviations().contains(&two) || other.abbreviations().contains(&one))
    }
}

/// A given name, its initial, and its first two letters if it is long.
fn forms(word: &str) -> Vec<&str> {
    let mut ends = word.char_indices().map(|(at, letter)| at + letter.len_utf8());
    let (first, second) = (ends.next(), ends.next());
    let is_long = word.chars().count() >= LONG;
    let short = [first, second.filter(|_| is_long)]
        .into_iter()
        .flatten()
        .filter(|end| *end < word.len() && !SHORT.contains(&&word[..*end]));
    std::iter::once(word).chain(short.map(|end| &word[..end])).collect()
}

/// Words with spaces between them.
fn words_of(words: impl IntoIterator<Item = impl AsRef<str>>) -> String {
    let mut text = String::new();
    for word in words {
        if !text.is_empty() {
            text.push(' ');
        }
        text.push_str(word.as_ref());
    }
    text
}

/// The parts of a text between spaces, without titles, each with its words: `J.-P.` has two. A text of titles keeps them.
fn parts(text: &str, in_capitals: bool) -> Vec<Vec<String>> {
    let is_title = |part: &&str| {
        let part = part.trim_matches(['.', ',']);
        TITLES.contains(&part) && (!in_capitals || part.ends_with("GM"))
    };
    let all = || text.split([' ', '\t', ',']).filter(|part| !part.is_empty());
    let untitled: Vec<Vec<String>> =
        all().filter(|part| !is_title(part)).map(words).filter(|words| !words.is_empty()).collect();
    if untitled.is_empty() { all().map(words).filter(|words| !words.is_empty()).collect() } else { untitled }
}

/// Takes what tells persons apart from the end of some parts, of which at least this many must be there.
fn take_suffix(parts: &mut Vec<Vec<String>>, least: usize) -> Option<&'static str> {
    let last = parts.last().filter(|_| parts.len() >= least)?;
    let [word] = last.as_slice() else { return None };
    let (_, suffix) = SUFFIXES.into_iter().find(|(suffix, _)| suffix == word)?;
    parts.pop();
    Some(suffix)
}

/// Where the parts of a name without a comma are divided, and whether the surname comes first.
fn places(parts: &[Vec<String>]) -> Vec<(usize, bool)> {
    let is_initials = |part: &Vec<String>| part.iter().all(|word| word.chars().count() == 1);
    let last = parts.len() - 1;
    if is_initials(&parts[last]) && !is_initials(&parts[0]) {
        let named = parts.iter().rposition(|part| !is_initials(part)).unwrap_or(0);
        return vec![(named + 1, true)];
    }
    let is_particle = |part: &Vec<String>| part.iter().all(|word| PARTICLES.contains(&word.as_str()));
    let particle = parts[1..last].iter().position(is_particle).map(|at| at + 1);
    let mut places = vec![(particle.unwrap_or(last), false)];
    if particle.is_none() && !is_initials(&parts[0]) {
        places.push((1, true));
        // Two surnames: `Maxime Vachier Lagrave`.
        if parts.len() > 2 {
            places.push((1, false));
            places.push((last, true));
        }
    }
    places
}
