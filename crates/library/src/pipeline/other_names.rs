//! Queries for players in the spellings that the games have, where no game has the one of the query.
//!
//! What `player "X"` means stays as it is. In the query that is requested then, a filter stands in its place that is true of the
//! spellings which may be those of X, each as a whole.

use super::message::Message;
use crate::chess::Color;
use crate::names::Spelling;
use crate::printable::{count, line};
use crate::query::ParsedQuery;
use crate::syntax::Severity;
use crate::syntax::ast::{Binary, Compare, Filter, GameText, Kind, Type, quoted};
use rustc_hash::FxHashMap;
use std::cmp::Reverse;

/// The other spellings of the names that queries look for.
#[derive(Debug, Default)]
pub struct OtherNames(Vec<OtherName>);

/// The spellings of one name.
#[derive(Debug)]
struct OtherName {
    field: GameText,
    text: String,
    spellings: Vec<Spelling>,
}

impl OtherNames {
    /// The most spellings of a name that are searched for. A name with more is not a name.
    pub(super) const MOST: usize = 50;

    /// This many of them are told.
    const TOLD: usize = 8;

    /// Those of some fields and parts of names, each with the names in the games and their numbers of games.
    pub(super) fn of<'q>(found: impl Iterator<Item = (&'q GameText, &'q str, FxHashMap<String, u64>)>) -> OtherNames {
        // Anything that cannot be written between quotes can be in no query.
        let is_text = |spelling: &Spelling| !spelling.name.contains(['"', '\\', '\n']);
        let of_name = |(field, text, names): (&GameText, &str, FxHashMap<String, u64>)| {
            let spellings = names.into_iter().map(|(name, games)| Spelling { name, games });
            let mut spellings: Vec<Spelling> = spellings.filter(is_text).collect();
            spellings.sort_by(|one, other| (Reverse(one.games), &one.name).cmp(&(Reverse(other.games), &other.name)));
            OtherName { field: field.clone(), text: text.to_owned(), spellings }
        };
        let mut all: Vec<OtherName> = found.map(of_name).collect();
        all.retain(|name| (1..=OtherNames::MOST).contains(&name.spellings.len()));
        OtherNames(all)
    }

    /// True if there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The spellings, the most frequent one of each name first.
    pub fn spellings(&self) -> impl Iterator<Item = &str> {
        self.0.iter().flat_map(|name| &name.spellings).map(|one| one.name.as_str())
    }

    /// The message before such a search: which spellings stand for which name.
    pub fn messages(&self) -> Vec<Message> {
        let message = |name: &OtherName| {
            let told = name.spellings.iter().take(OtherNames::TOLD);
            let told = told.map(|one| format!("`{}` ({})", line(&one.name), count(one.games, "game")));
            let more = name.spellings.len().saturating_sub(OtherNames::TOLD);
            let more = (more > 0).then(|| format!("{more} more"));
            let told: Vec<String> = told.chain(more).collect();
            let asked = format!("`{} {}`", name.field.words(), quoted(&line(&name.text)));
            let text =
                format!("no game has {asked}; these names may be meant, and are searched for: {}", told.join(", "));
            let help = "--exact-names takes names letter by letter";
            Message::new(Severity::Note, "other-spelling", text).help(help)
        };
        self.0.iter().map(message).collect()
    }

    /// True if what another message says is said by [`messages`](Self::messages): of which name games have which spelling.
    pub fn explains(&self, message: &Message) -> bool {
        let asked = |name: &OtherName| format!("no game has `{} {}`", name.field.words(), quoted(&line(&name.text)));
        self.0.iter().any(|name| message.message.starts_with(&asked(name)))
    }

    /// What else is to be said, and then [`messages`](Self::messages).
    pub fn said_with(&self, mut notes: Vec<Message>) -> Vec<Message> {
        notes.retain(|note| !self.explains(note));
        notes.extend(self.messages());
        notes
    }

    /// Queries that look for the spellings in place of the names.
    pub fn queries(&self, queries: &[ParsedQuery]) -> Vec<ParsedQuery> {
        let mut queries = queries.to_vec();
        queries.iter_mut().for_each(|query| query.change_filters(&mut |filter| self.change(filter)));
        queries
    }

    fn change(&self, filter: &mut Filter) {
        if let Kind::GameText { field: field @ GameText::Player(color), search: Some(text) } = &filter.kind
            && let Some(name) = self.0.iter().find(|name| name.field == *field && name.text == *text)
        {
            let colors = color.map_or(Color::ALL.to_vec(), |color| vec![color]);
            let each =
                name.spellings.iter().flat_map(|one| colors.iter().map(move |color| (*color, one.name.as_str())));
            let span = filter.span;
            let mut tests: Vec<Filter> = each.map(|(color, name)| is_name(color, name, filter)).collect();
            // Pairs of pairs, so that they do not nest deeply.
            while tests.len() > 1 {
                let mut left = std::mem::take(&mut tests).into_iter();
                while let Some(one) = left.next() {
                    tests.push(match left.next() {
                        Some(other) => Filter {
                            kind: Kind::Binary(Binary::Or, Box::new(one), Box::new(other)),
                            span,
                            ty: Type::Logical,
                        },
                        None => one,
                    });
                }
            }
            if let Some(test) = tests.pop() {
                *filter = test;
            }
            return;
        }
        filter.for_each_part_mut(&mut |part| self.change(part));
    }
}

/// `player white == "X"`, in the place of another filter.
fn is_name(color: Color, name: &str, at: &Filter) -> Filter {
    let text = |kind: Kind| Box::new(Filter { kind, span: at.span, ty: Type::Text });
    let player = text(Kind::GameText { field: GameText::Player(Some(color)), search: None });
    let equal = Kind::Binary(Binary::Compare(Compare::Equal), player, text(Kind::Text(name.to_owned())));
    Filter { kind: equal, span: at.span, ty: Type::Text }
}
