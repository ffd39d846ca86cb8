//! Spellings that are probably those of one player.
//!
//! Spellings with the same words are one name, in whatever order: one of them may have a comma, which says where the surname ends,
//! and where commas say different things a name without one belongs to none. Of names with the same surname, one that abbreviates
//! exactly one other is the same player; one that abbreviates several stands for itself. Each name is put into a table with all its
//! abbreviations, the fullest first, so that a million of them take no more than some seconds.

use super::person::{Name, Person};
use rustc_hash::FxHashMap;
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
    /// The spelling that is preferred.
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
    // What is found does not depend on the order in which the games came.
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

/// Names by their words, whatever their order.
struct Bags<'n> {
    /// The name with these words that has a comma; none if there are several of them.
    commas: FxHashMap<String, Option<&'n Person>>,
    /// The first name with these words that has none.
    others: FxHashMap<String, &'n Person>,
}

impl<'n> Bags<'n> {
    fn of(names: &'n [Name]) -> Bags<'n> {
        let mut bags = Bags { commas: FxHashMap::default(), others: FxHashMap::default() };
        let mut surnames: FxHashMap<&str, ()> = FxHashMap::default();
        for name in names {
            if let Name::Person { divisions, has_comma: true } = name {
                let person = &divisions[0];
                surnames.insert(&person.surname, ());
                let known = bags.commas.entry(person.bag()).or_insert(Some(person));
                *known = known.filter(|known| *known == person);
            }
        }
        for name in names {
            if let Name::Person { divisions, has_comma: false } = name {
                let known = divisions.iter().find(|person| surnames.contains_key(person.surname.as_str()));
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

    /// What is compared as it is; nothing is equal to what has no text.
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
                // What it abbreviates in turn stands for several, too.
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
