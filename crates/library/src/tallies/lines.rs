//! The lines of a tally, in their order.

use super::sums::Figure;
use crate::rows::Cell;
use std::cmp::Ordering;

/// One line of a tally: some values, and the numbers of the games and matches that have them.
#[derive(Clone, Debug, PartialEq)]
pub struct Line<'c> {
    /// The values.
    pub values: &'c [Cell<'static>],
    /// The games with a match that has them.
    pub games: u64,
    /// The matches that have them.
    pub positions: u64,
    /// The share of the games among all that match, from 0 to 1. A game can be in several lines.
    pub share: f64,
    /// Further numbers.
    pub figures: Vec<Figure>,
}

impl Line<'_> {
    /// All values, under the [columns](super::Tally::columns) of the tally.
    pub fn cells(&self) -> impl Iterator<Item = Cell<'static>> {
        let counts = [Cell::from(self.games), Cell::from(self.positions), Cell::Float(self.share)];
        // Where there is no value, a filter has failed: in a column of truths this is false.
        let value = |value: &Cell<'static>| if *value == Cell::None { Cell::Unmatched } else { value.clone() };
        self.values.iter().map(value).chain(counts).chain(self.figures.iter().map(Figure::cell))
    }
}

/// The order of lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Order {
    by: By,
    descending: bool,
}

/// What lines are ordered by. Lines that are equal in this follow by games, positions and values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum By {
    Key,
    Games,
    Positions,
    /// The figure with this number. Lines without it come last.
    Figure(usize),
}

impl Default for Order {
    fn default() -> Order {
        Order { by: By::Games, descending: true }
    }
}

impl Order {
    /// The order that a text asks for; `figures` are the names of the figures.
    ///
    /// # Errors
    ///
    /// If it names nothing that lines can be ordered by: what it names instead.
    pub(super) fn read(text: &str, figures: &[String]) -> Result<Order, String> {
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let (name, direction) = match text.rsplit_once(' ') {
            Some((name, "asc")) => (name, Some(false)),
            Some((name, "desc")) => (name, Some(true)),
            _ => (text.as_str(), None),
        };
        let named = |figure: &String| figure == name;
        // `avg` alone is enough where there is only one.
        let begins = |figure: &&String| figure.split_once(' ').is_some_and(|(word, _)| word == name);
        let mut short = figures.iter().filter(begins);
        let only = short.next().filter(|_| short.next().is_none());
        let by = match name {
            "key" => By::Key,
            "games" | "count" | "share" => By::Games,
            "positions" => By::Positions,
            _ => match figures.iter().position(|figure| named(figure) || only == Some(figure)) {
                Some(number) => By::Figure(number),
                None => return Err(name.to_owned()),
            },
        };
        Ok(Order { by, descending: direction.unwrap_or(by != By::Key) })
    }

    /// True if lines are ordered by what is counted.
    pub(super) fn is_by_key(self) -> bool {
        self.by == By::Key
    }

    /// The order of two lines.
    pub(super) fn compare(self, a: &Line<'_>, b: &Line<'_>) -> Ordering {
        let turned = |order: Ordering| if self.descending { order.reverse() } else { order };
        let by_key = || by_values(a.values, b.values);
        let first = match self.by {
            By::Key => {
                let is_missing = |line: &Line<'_>| line.values.first() == Some(&Cell::None);
                is_missing(a).cmp(&is_missing(b)).then_with(|| turned(by_key()))
            }
            By::Games => turned(a.games.cmp(&b.games)),
            By::Positions => turned(a.positions.cmp(&b.positions)),
            By::Figure(number) => match (&a.figures[number], &b.figures[number]) {
                (Figure::None, Figure::None) => Ordering::Equal,
                (Figure::None, _) => Ordering::Greater,
                (_, Figure::None) => Ordering::Less,
                (a, b) => turned(a.compare(b)),
            },
        };
        let by_counts = || (b.games, b.positions).cmp(&(a.games, a.positions));
        first.then_with(by_counts).then_with(by_key)
    }
}

/// The order of values by the first in which they differ.
fn by_values(a: &[Cell<'_>], b: &[Cell<'_>]) -> Ordering {
    let mut orders = a.iter().zip(b).map(|(a, b)| a.compare(b));
    orders.find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_ordered_by_the_first_that_differs() {
        let pair = |text: &'static str| [Cell::None, Cell::from(text)];
        assert!(by_values(&pair("b"), &pair("a")).is_gt());
    }

    #[test]
    fn orders() {
        let figures = ["score", "avg ply", "max ply", "max year"].map(str::to_owned);
        let read = |text: &str| Order::read(text, &figures);
        assert_eq!(read("key"), Ok(Order { by: By::Key, descending: false }));
        assert_eq!(read("key desc"), Ok(Order { by: By::Key, descending: true }));
        assert_eq!(read("count"), Ok(Order::default()));
        assert_eq!(read("score asc"), Ok(Order { by: By::Figure(0), descending: false }));
        assert_eq!(read("avg"), Ok(Order { by: By::Figure(1), descending: true }));
        assert_eq!(read(" max  year "), Ok(Order { by: By::Figure(3), descending: true }));
        assert_eq!(read("max desc"), Err("max".to_owned()));
        assert_eq!(read("asc"), Err("asc".to_owned()));
    }
}
