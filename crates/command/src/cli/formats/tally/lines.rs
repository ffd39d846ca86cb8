//! The lines of a tally, in their order.

use super::figures::{Figure, Sums};
use super::{Figures, Kept, by_values};
use crate::cli::report::Message;
use serde_json::Value as Json;
use std::cmp::Ordering;

/// One line of the result.
pub(super) struct Line<'c> {
    pub(super) values: Vec<&'c Json>,
    pub(super) sums: Sums,
    /// The share of the games that match.
    pub(super) share: f64,
    pub(super) figures: Vec<Figure>,
}

/// The order of lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Order {
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
    /// If it names nothing that lines can be ordered by.
    pub(crate) fn read(text: &str, figures: &[String]) -> Result<Order, Message> {
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
                None => {
                    let known = ["key", "games", "positions"].into_iter().chain(figures.iter().map(String::as_str));
                    let known = known.collect::<Vec<_>>().join(", ");
                    let message = Message::error("unknown-order", format!("lines cannot be ordered by `{name}`"));
                    return Err(message.help(format!("order them by one of {known}; `asc` or `desc` may follow")));
                }
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
        let by_key = || by_values(a.values.iter().copied(), b.values.iter().copied());
        let first = match self.by {
            By::Key => {
                let is_missing = |line: &Line<'_>| line.values.first().is_some_and(|value| value.is_null());
                is_missing(a).cmp(&is_missing(b)).then_with(|| turned(by_key()))
            }
            By::Games => turned(a.sums.games.cmp(&b.sums.games)),
            By::Positions => turned(a.sums.positions.cmp(&b.sums.positions)),
            By::Figure(number) => match (&a.figures[number], &b.figures[number]) {
                (Figure::None, Figure::None) => Ordering::Equal,
                (Figure::None, _) => Ordering::Greater,
                (_, Figure::None) => Ordering::Less,
                (a, b) => turned(a.order(b)),
            },
        };
        let by_counts = || (b.sums.games, b.sums.positions).cmp(&(a.sums.games, a.sums.positions));
        first.then_with(by_counts).then_with(by_key)
    }
}

/// The lines of a query, in order.
pub(super) fn lines<'c>(kept: &'c Kept, query: usize, matched: u64, figures: &Figures) -> Vec<Line<'c>> {
    let own = kept.counts.iter().filter(|((number, _), _)| *number == query);
    let line = |(group, sums): (&'c (usize, Vec<Json>), &Sums)| {
        let all = kept.everywhere.get(group).copied().unwrap_or(0);
        Line {
            values: group.1.iter().collect(),
            sums: sums.clone(),
            share: sums.games as f64 / matched.max(1) as f64,
            figures: figures.of(sums, all),
        }
    };
    let mut lines: Vec<Line<'c>> = own.map(line).collect();
    lines.sort_by(|a, b| figures.order.compare(a, b));
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders() {
        let figures = ["score", "avg ply", "max ply", "max year"].map(str::to_owned);
        let read = |text: &str| Order::read(text, &figures).map_err(|message| message.code);
        assert_eq!(read("key"), Ok(Order { by: By::Key, descending: false }));
        assert_eq!(read("key desc"), Ok(Order { by: By::Key, descending: true }));
        assert_eq!(read("count"), Ok(Order::default()));
        assert_eq!(read("score asc"), Ok(Order { by: By::Figure(0), descending: false }));
        assert_eq!(read("avg"), Ok(Order { by: By::Figure(1), descending: true }));
        assert_eq!(read(" max  year "), Ok(Order { by: By::Figure(3), descending: true }));
        assert_eq!(read("max"), Err("unknown-order"));
        assert_eq!(read("asc"), Err("unknown-order"));
    }
}
