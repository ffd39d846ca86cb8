//! Spellings that are probably those of one player.
//!
//! Spellings with the same words are one name, in any order: one of them may have a comma, which says where the surname ends,
//! and where commas say different things a name without one belongs to none. Of names with the same surname, one that abbreviates
//! exactly one other is the same player; one that abbreviates several stands for itself. Each name is put into a table with all its
//! abbreviations, the fullest first, so that a million of them take no more than some seconds.

use super::person::{Name, Person};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cmp::Reverse;
use std::hash::{BuildHasher as _, BuildHasherDefault, DefaultHasher};

/// A spelling of a name, and in how many games it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spelling {
    /// As games have it: [`Game::player`](crate::Game::player).
    pub name: String,
    /// The number of games.
    pub games: u64,
}

/// Spellings that are probably those of one player, the most frequent one first, which is preferred; of several, the longest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerNames {
    /// At least one.
    pub spellings: Vec<Spelling>,
}

impl PlayerNames {
    /// The spelling that stands for the player: the most frequent one, and of several the longest.
    pub fn preferred(&self) -> &str {
        self.spellings.first().map_or("", |first| &first.name)
    }

    /// The number of games of all spellings.
    pub fn games(&self) -> u64 {
        self.spellings.iter().map(|spelling| spelling.games).sum()
    }
}

/// Puts the spellings of one player together; players are in the order of their games, those with the most first.
///
/// ```
/// use tabiya::names::{Spelling, players};
/// let spelling = |name: &str, games| Spelling { name: name.into(), games };
/// let found = players(vec![spelling("Carlsen, M", 3), spelling("Tal, M", 2), spelling("Magnus Carlsen", 1)]);
/// assert_eq!((found.len(), found[0].preferred(), found[0].games()), (2, "Carlsen, M", 4));
/// ```
pub fn players(mut spellings: Vec<Spelling>) -> Vec<PlayerNames> {
    // The groups do not depend on the order in which the games came.
    let order = |one: &Spelling| (Reverse(one.games), Reverse(one.name.chars().count()));
    spellings.sort_by(|one, other| order(one).cmp(&order(other)).then_with(|| one.name.cmp(&other.name)));
    let numbers = numbers(&spellings);
    let mut found: Vec<PlayerNames> = Vec::new();
    let mut places: FxHashMap<u32, usize> = FxHashMap::default();
    for (spelling, number) in spellings.into_iter().zip(numbers) {
        let place = *places.entry(number).or_insert(found.len());
        match found.get_mut(place) {
            Some(player) => player.spellings.push(spelling),
            None => found.push(PlayerNames { spellings: vec![spelling] }),
        }
    }
    found.sort_by_key(|player| Reverse(player.games()));
    found
}

/// For each spelling, the number of its player.
fn numbers(spellings: &[Spelling]) -> Vec<u32> {
    let names: Vec<Name> = spellings.iter().map(|spelling| Name::read(&spelling.name)).collect();
    let bags = Bags::of(&names);
    let mut identities = Identities::default();
    let of_name = |name: &Name| match name {
        Name::Unknown => identities.alone(None),
        Name::Handle(text) => identities.alone(Some(text)),
        Name::Person { divisions, has_comma: true } => identities.of_person(&divisions[0]),
        Name::Person { divisions, .. } => match bags.person(divisions) {
            Some(person) => identities.of_person(person),
            // The same words without a comma are one name still.
            None => identities.alone(Some(&format!(" {}", divisions[0].bag()))),
        },
    };
    let of_spelling: Vec<u32> = names.iter().map(of_name).collect();
    let joined = identities.joined();
    of_spelling.into_iter().map(|identity| joined[identity as usize]).collect()
}

/// Names by their words, regardless of their order.
struct Bags<'n> {
    /// The name with these words that has a comma; none if there are several of them.
    commas: FxHashMap<String, Option<&'n Person>>,
    /// The first name with these words that has none.
    others: FxHashMap<String, &'n Person>,
}

impl<'n> Bags<'n> {
    fn of(names: &'n [Name]) -> Bags<'n> {
        let mut bags = Bags { commas: FxHashMap::default(), others: FxHashMap::default() };
        let mut surnames: FxHashSet<&str> = FxHashSet::default();
        for name in names {
            if let Name::Person { divisions, has_comma: true } = name {
                let person = &divisions[0];
                surnames.insert(&person.surname);
                let known = bags.commas.entry(person.bag()).or_insert(Some(person));
                *known = known.filter(|known| *known == person);
            }
        }
        for name in names {
            if let Name::Person { divisions, has_comma: false } = name {
                let known = divisions.iter().find(|person| surnames.contains(person.surname.as_str()));
                bags.others.entry(divisions[0].bag()).or_insert(known.unwrap_or(&divisions[0]));
            }
        }
        bags
    }

    /// How a name without a comma is divided; none if names with commas say different things of it.
    fn person(&self, divisions: &[Person]) -> Option<&'n Person> {
        let bag = divisions[0].bag();
        match self.commas.get(&bag) {
            Some(person) => *person,
            None => self.others.get(&bag).copied(),
        }
    }
}

/// More than one name.
const SEVERAL: u32 = u32::MAX;

/// Different names, each once.
#[derive(Default)]
struct Identities {
    persons: FxHashMap<Person, u32>,
    others: FxHashMap<String, u32>,
    next: u32,
}

impl Identities {
    fn take(&mut self) -> u32 {
        self.next += 1;
        self.next - 1
    }

    fn of_person(&mut self, person: &Person) -> u32 {
        if let Some(&number) = self.persons.get(person) {
            return number;
        }
        let number = self.take();
        self.persons.insert(person.clone(), number);
        number
    }

    /// A name that is compared as it is; nothing is equal to what has no text.
    fn alone(&mut self, text: Option<&str>) -> u32 {
        if let Some(&number) = text.and_then(|text| self.others.get(text)) {
            return number;
        }
        let number = self.take();
        text.map(|text| self.others.insert(text.to_owned(), number));
        number
    }

    /// For each name, the number of the fullest one that it stands for.
    fn joined(self) -> Vec<u32> {
        let mut joined: Vec<u32> = (0..self.next).collect();
        let mut persons: Vec<(&Person, u32)> = self.persons.iter().map(|(person, number)| (person, *number)).collect();
        persons.sort_by_key(|(person, number)| (Reverse(person.fullness()), *number));
        let hasher = BuildHasherDefault::<DefaultHasher>::default();
        let mut meant: FxHashMap<u64, u32> = FxHashMap::default();
        for (person, number) in persons {
            let key = |given: &str| hasher.hash_one((&person.surname, person.suffix, given));
            let player = match meant.get(&key(&person.given())) {
                // What it abbreviates in turn stands for several as well.
                Some(&SEVERAL) => continue,
                Some(&player) => player,
                None => number,
            };
            joined[number as usize] = player;
            for given in person.abbreviations() {
                let known = meant.entry(key(&given)).or_insert(player);
                if *known != player {
                    *known = SEVERAL;
                }
            }
        }
        joined
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether two spellings are put together when other ones are next to them.
    fn are_one(one: &str, other: &str, beside: &[&str]) -> bool {
        let all = [&[one, other], beside].concat();
        let spellings = all.into_iter().map(|name| Spelling { name: name.to_owned(), games: 1 }).collect();
        let has = |player: &PlayerNames, name: &str| player.spellings.iter().any(|spelling| spelling.name == name);
        players(spellings).iter().any(|player| has(player, one) && has(player, other))
    }

    #[test]
    fn spellings_of_one_player() {
        for (one, other) in [
            ("Carlsen, Magnus", "Carlsen, M"),
            ("Carlsen, Magnus", "Magnus Carlsen"),
            ("Carlsen, Magnus", "Carlsen Magnus"),
            ("Carlsen, Magnus", "M. Carlsen"),
            ("Carlsen, Magnus", "Carlsen M"),
            ("Carlsen, Magnus", "GM Carlsen,M."),
            ("Carlsen, Magnus", "GM Magnus Carlsen"),
            ("Carlsen, Magnus", "CARLSEN, MAGNUS"),
            ("Tarrasch, Siegbert", "Dr. Siegbert Tarrasch"),
            ("Tarrasch, Siegbert", "Tarrasch, Dr. Siegbert"),
            ("Adams, Michael", "Adams, Mi"),
            ("Short, Nigel D", "Short, Nigel"),
            ("Short, Nigel D", "Short, N"),
            ("Vachier-Lagrave, Maxime", "Maxime Vachier Lagrave"),
            ("Vachier-Lagrave, Maxime", "M. Vachier-Lagrave"),
            ("Van Wely, Loek", "Loek van Wely"),
            ("Van Wely, Loek", "Wely, Loek van"),
            ("De la Riva Aguado, Oscar", "Oscar de la Riva Aguado"),
            ("Müller, Karsten", "Mueller, Karsten"),
            ("Müller, Karsten", "Muller, K"),
            ("Sørby, Ola", "Soerby, Ola"),
            ("Sørby, Ola", "Sorby, Ola"),
            ("Ågård, Jacob", "Aagaard, Jacob"),
            ("Ågård, Jacob", "Agard, J"),
            ("Groß, Stefan", "Gross, Stefan"),
            ("Ftáčnik, Ľubomír", "Ftacnik, Lubomir"),
            ("Smith, John Jr", "Smith Jr., John"),
            ("Smith, John Jr", "John Smith Junior"),
            ("Ding, Liren", "Ding Liren"),
            ("O'Kelly, Alberic", "OKelly, A."),
        ] {
            assert!(are_one(one, other, &[]) && are_one(other, one, &["Tal, Mikhail"]), "{one} / {other}");
        }
    }

    #[test]
    fn spellings_of_several_players() {
        for (one, other) in [
            ("Polgar, Judit", "Polgar, Zsuzsa"),
            ("Carlsen, Magnus", "Carlsen, Mia"),
            ("Wang, Yue", "Wang, Yu"),
            ("Xu, Yinglun", "Xu, Yi"),
            ("Novak, Jan", "Novak, Janez"),
            ("Garcia, Juan", "Garcia, Juan Carlos"),
            ("Byrne, Donald", "Byrne, Donald Jr"),
            ("Krasenkow, Michal", "Krasenkow, Michael"),
            ("James, Thomas", "Thomas, James"),
            ("Carlsen", "Carlsen, Magnus"),
            ("Bauer, Jan", "Baur, Jan"),
            ("Stockfish 16", "Stockfish 15"),
            ("john_smith", "Smith, John"),
            ("Andriessen, Wim", "Andriessen, W Jan"),
        ] {
            assert!(!are_one(one, other, &[]), "{one} / {other}");
        }
    }

    #[test]
    fn an_initial_of_several_players_is_none_of_them() {
        for (one, other) in
            [("Carlsen, M", "Carlsen, Magnus"), ("M. Carlsen", "Carlsen, Mia"), ("Carlsen, M", "Mia Carlsen")]
        {
            assert!(!are_one(one, other, &["Carlsen, Magnus", "Carlsen, Mia"]), "{one} / {other}");
        }
        // Apart from them, names written in full are still one, and so are initials.
        assert!(are_one("Magnus Carlsen", "Carlsen, Magnus", &["Carlsen, M", "Carlsen, Mia"]));
        assert!(are_one("Carlsen, M", "CARLSEN, M.", &["Carlsen, Magnus", "Carlsen, Mia"]));
        // Without a comma, the words do not say which of both is meant.
        assert!(!are_one("James Thomas", "James, Thomas", &["Thomas, James"]));
    }

    #[test]
    fn the_most_frequent_spelling_is_preferred() {
        let spelling = |name: &str, games| Spelling { name: name.to_owned(), games };
        let asked = vec![spelling("M. Carlsen", 2), spelling("Carlsen, M", 3), spelling("Carlsen, Magnus", 3)];
        let found = players(asked);
        assert_eq!((found.len(), found[0].preferred(), found[0].games()), (1, "Carlsen, Magnus", 8));
    }

    /// A comparison of all with all would take hours.
    #[test]
    fn many_spellings_are_not_compared_one_by_one() {
        let name = |i: u32| match i % 4 {
            0 => format!("Smith, {}", letters(i)),
            1 => format!("Smith, Juan {}", letters(i)),
            2 => format!("{} Smith", letters(i)),
            _ => format!("{}, John", letters(i)),
        };
        let spellings = (0..200_000).map(|i| Spelling { name: name(i), games: 1 }).collect();
        assert!(players(spellings).len() > 180_000);
    }

    /// A number in letters.
    fn letters(mut number: u32) -> String {
        let mut text = String::from("Z");
        while number > 0 {
            text.extend(char::from_digit(10 + number % 26, 36));
            number /= 26;
        }
        text
    }
}
