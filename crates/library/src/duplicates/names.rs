//! Names of players in many spellings.
//!
//! Every name has a surname, which two spellings of one name must have in common, and other words. Words are compared without
//! case, accents and points (`plain`). A word of one letter stands for every word that begins with it, and words may be missing.

use crate::plain::words;
use rustc_hash::FxHashMap;

/// The number of a surname or a name that is not known.
pub(super) const UNKNOWN: u32 = 0;

/// All names, each once. The first one is unknown.
#[derive(Debug)]
pub(super) struct Names {
    /// The numbers of spellings.
    spellings: FxHashMap<Box<str>, u32>,
    surnames: FxHashMap<Box<str>, u32>,
    names: Vec<Name>,
    /// True if spellings are names of their own.
    exact: bool,
    /// The bytes that all this takes, about.
    pub(super) held: usize,
}

/// The bytes of a spelling in addition to its text, in the maps and lists.
const SPELLING_BYTES: usize = 160;

#[derive(Debug)]
struct Name {
    surname: u32,
    others: Box<[Box<str>]>,
}

impl Names {
    pub(super) fn new(exact: bool) -> Names {
        let names = vec![Name { surname: UNKNOWN, others: Box::default() }];
        Names { spellings: FxHashMap::default(), surnames: FxHashMap::default(), names, exact, held: 0 }
    }

    /// The number of a spelling.
    pub(super) fn number(&mut self, spelling: &str) -> u32 {
        if let Some(&number) = self.spellings.get(spelling) {
            return number;
        }
        let number = match split(spelling) {
            None => UNKNOWN,
            Some((_, others)) if self.exact => {
                let others = others.into_iter().map(String::into_boxed_str).collect();
                let next = u32::try_from(self.names.len()).unwrap_or(u32::MAX);
                self.names.push(Name { surname: next, others });
                next
            }
            Some((surname, others)) => {
                let next = u32::try_from(self.surnames.len() + 1).unwrap_or(u32::MAX);
                let surname = *self.surnames.entry(surname.into()).or_insert(next);
                self.names.push(Name { surname, others: others.into_iter().map(String::into_boxed_str).collect() });
                u32::try_from(self.names.len() - 1).unwrap_or(u32::MAX)
            }
        };
        self.held += SPELLING_BYTES + 3 * spelling.len();
        self.spellings.insert(spelling.into(), number);
        number
    }

    /// The number of the surname of a name.
    pub(super) fn surname(&self, name: u32) -> u32 {
        self.names[name as usize].surname
    }

    /// True if two names may be those of one player. If names must be `known`, an unknown one agrees with none.
    pub(super) fn agree(&self, one: u32, other: u32, known: bool) -> bool {
        if one == UNKNOWN || other == UNKNOWN {
            return !known;
        }
        let (first, second) = (&self.names[one as usize], &self.names[other as usize]);
        one == other || first.surname == second.surname && words_agree(&first.others, &second.others)
    }

    /// The words of a name that say more than an initial.
    pub(super) fn full_words(&self, name: u32) -> u32 {
        let others = self.names[name as usize].others.iter().filter(|word| word.len() > 1).count();
        u32::try_from(others).unwrap_or(u32::MAX)
    }
}

/// True if each word of the shorter list has a partner in the longer one.
fn words_agree(one: &[Box<str>], other: &[Box<str>]) -> bool {
    let (few, many) = if one.len() <= other.len() { (one, other) } else { (other, one) };
    let mut free: Vec<&str> = many.iter().map(|word| &**word).collect();
    let mut left = Vec::new();
    for word in few {
        match free.iter().position(|other| **other == **word) {
            Some(place) => drop(free.swap_remove(place)),
            None => left.push(&**word),
        }
    }
    let is_initial = |short: &str, long: &str| short.len() == 1 && long.starts_with(short);
    left.into_iter().all(|word| {
        let place = free.iter().position(|other| is_initial(word, other) || is_initial(other, word));
        place.map(|place| free.swap_remove(place)).is_some()
    })
}

/// The surname of a name, and its other words; none if the name is not known.
fn split(name: &str) -> Option<(String, Vec<String>)> {
    let name = name.split('(').next().unwrap_or_default();
    let (mut before, mut after) = match name.split_once(',') {
        Some((surname, given)) => (words(surname), words(given)),
        None => (words(name), Vec::new()),
    };
    let is_long = |word: &String| word.chars().filter(|letter| letter.is_alphabetic()).count() > 1;
    // `Carlsen M` and `Stockfish 16` end in something else.
    let place = before.iter().rposition(is_long).or_else(|| before.len().checked_sub(1));
    let surname = match place {
        Some(place) => before.remove(place),
        None if after.is_empty() => return None,
        None => after.remove(0),
    };
    before.append(&mut after);
    Some((surname, before))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_of_one_name() {
        let mut exact = Names::new(true);
        let (one, other, same) = (exact.number("Tal, M"), exact.number("Tal, Mikhail"), exact.number("Tal, M"));
        assert!(!exact.agree(one, other, false) && exact.agree(one, same, true));
        let mut names = Names::new(false);
        let mut agree = |one: &str, other: &str| {
            let (one, other) = (names.number(one), names.number(other));
            assert_eq!(names.agree(one, other, false), names.agree(other, one, false));
            names.agree(one, other, false)
        };
        for (one, other) in [
            ("Carlsen, Magnus", "Carlsen, M."),
            ("Carlsen, Magnus", "Magnus Carlsen"),
            ("Carlsen, Magnus", "Carlsen M"),
            ("Carlsen, Magnus", "CARLSEN"),
            ("Carlsen, Magnus", "?"),
            ("Carlsen, Magnus", "Carlsen, Magnus Oen"),
            ("Vachier-Lagrave, Maxime", "Maxime Vachier Lagrave"),
            ("Van Wely, Loek", "L. van Wely"),
            ("Leko, Péter", "Leko,P"),
            ("Grübeck, Karl", "Gruebeck, K."),
            ("Sørby, Ola", "Sorby, Ola"),
            ("Soerby, Ola", "Sorby, Ola"),
            ("Müller, Jan", "MUELLER, Jan"),
            ("O'Kelly de Galway, Alberic", "OKelly de Galway, A"),
            ("Stockfish 16", "stockfish 16"),
        ] {
            assert!(agree(one, other), "{one} {other}");
        }
        for (one, other) in [
            ("Carlsen, Magnus", "Carlsen, H"),
            ("Polgar, Judit", "Polgar, Sofia"),
            ("Stockfish 16", "Stockfish 15"),
            ("Carlsen", "Karlsen"),
            ("Bauer, Jan", "Baur, Jan"),
            ("Muller, Jan", "Miller, Jan"),
            ("Kramnik, Vladimir", "Vladimir"),
        ] {
            assert!(!agree(one, other), "{one} {other}");
        }
        let (known, unknown) = (names.number("Tal"), names.number("?"));
        assert!(!names.agree(known, unknown, true) && !names.agree(unknown, unknown, true));
        assert_eq!(unknown, UNKNOWN);
    }
}
