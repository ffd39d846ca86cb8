//! The columns of a run: those of the catalogue, tags, sort keys and selected values, by default or by their names.
//!
//! A column of `--select` replaces a standard column of the same name, because the user has said what it is; `query`,
//! `file`, `game`, `position`, `ply` and `fen` are promised to programs and cannot be replaced. A sort key never
//! replaces a column, because its name comes from the query. The type of each column follows from the plan, never from
//! the rows, so a search that finds nothing has the same schema as one that finds a million, and files of several runs
//! can be read as one table.

use super::catalogue::{CATALOGUE, ColumnType, Entry, Part, tag};
use super::cell::Cell;
use super::named::is_name_of_tag;
use super::row::Row;
use crate::chess::MoveList;
use crate::opening_names::OpeningNames;
use crate::printable::push_json;
use crate::query::QuerySet;
use std::sync::Arc;

/// The columns by default of tables that are read as text.
const FOR_READERS: [&str; 6] = ["game", "white", "black", "date", "result", "move"];

/// What the columns of a run depend on.
///
/// ```
/// use tabiya::Query;
/// use tabiya::rows::{Choice, Columns};
///
/// let query = Query::parse("mate")?;
/// let names = ["white", "move"].map(String::from);
/// let columns = Columns::new(&Choice { names: Some(&names), ..Choice::of(query.set()) })?;
/// assert_eq!(columns.names().collect::<Vec<_>>(), ["white", "move"]);
///
/// let wrong = ["whites".to_owned()];
/// let error = Columns::new(&Choice { names: Some(&wrong), ..Choice::of(query.set()) }).unwrap_err();
/// assert!(error.known.contains(&"white".to_owned()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Choice<'a> {
    /// The queries of the run.
    pub set: &'a QuerySet,
    /// The numbers of the queries whose matches become rows; none (the default) for all of them.
    pub queries: Option<&'a [usize]>,
    /// The names of the columns, in their order; by default those that the catalogue marks, then sort keys and selected
    /// values. Any tag is a column as well, by its name.
    pub names: Option<&'a [String]>,
    /// The names of the selected values ([`QueryOptions::selects`](crate::QueryOptions)), as far as they are columns, from the
    /// first one on; none (the default) for all.
    pub selects: Option<&'a [String]>,
    /// True if the usual columns begin with the name of the query; by default if there are several.
    pub query_names: bool,
    /// True if the usual columns are those that people read: who played, the result, the move.
    pub for_readers: bool,
    /// True if people want to know the file.
    pub file_names: bool,
    /// True if there is a row for each position of the sequence of a match, and not one for the match
    /// ([`Columns::rows`]).
    pub steps: bool,
}

impl<'a> Choice<'a> {
    /// The usual columns of all matches of some queries.
    pub fn of(set: &'a QuerySet) -> Choice<'a> {
        let query_names = set.queries().len() > 1;
        let (queries, names, selects) = (None, None, None);
        Choice { set, queries, names, selects, query_names, for_readers: false, file_names: false, steps: false }
    }

    fn queries(&self) -> Vec<usize> {
        self.queries.map_or_else(|| (0..self.set.queries().len()).collect(), <[usize]>::to_vec)
    }
}

/// The columns of rows, in order.
#[derive(Clone, Debug, Default)]
pub struct Columns {
    columns: Vec<Column>,
    /// True if rows are steps.
    steps: bool,
    /// The names of openings, if they are not those of the program.
    openings: Option<Arc<OpeningNames>>,
}

/// A column with its name and the type of its values.
#[derive(Clone, Debug)]
struct Column {
    name: String,
    ty: ColumnType,
    source: Source,
}

/// The source of the values of a column.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Source {
    Entry(&'static Entry),
    /// A tag of the game.
    Tag(String),
    /// The sort key with a label.
    Sort(String),
    /// The place of a value among those selected.
    Select(usize),
}

impl Source {
    /// The value in a row.
    fn cell<'a>(&self, row: &Row<'a>, moves: &mut MoveList) -> Cell<'a> {
        let value = match self {
            Source::Entry(entry) => return entry.value(row, moves),
            Source::Tag(name) => row.game.tags().get(name).map(tag),
            Source::Sort(label) => {
                let place = row.sort_keys.iter().position(|key| key.label == *label);
                let values = row.matched().map(|matched| &matched.sort_values);
                place.zip(values).and_then(|(place, values)| values.get(place)?.as_ref()).map(Cell::from)
            }
            Source::Select(place) => row.matched().and_then(|matched| matched.values.get(*place)).map(Cell::from),
        };
        value.unwrap_or_default()
    }
}

/// A name that is not a column's.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no column `{name}`")]
pub struct UnknownColumn {
    /// The name.
    pub name: String,
    /// The names of the columns that there are, tags aside.
    pub known: Vec<String>,
}

impl UnknownColumn {
    /// The names that can be written instead, as a sentence.
    pub fn help(&self) -> String {
        format!("the columns are {}, and tags by their names, such as Annotator", self.known.join(", "))
    }
}

impl Columns {
    /// The columns of a run.
    ///
    /// # Errors
    ///
    /// If one of the names is not a column's.
    pub fn new(choice: &Choice<'_>) -> Result<Columns, UnknownColumn> {
        let offered = Offered::new(choice);
        let columns = match choice.names {
            None => offered.usual(choice),
            Some(names) => {
                let named = |name: &String| {
                    let name = name.trim();
                    offered.named(name).map(|source| (name.to_owned(), source)).ok_or_else(|| offered.unknown(name))
                };
                names.iter().map(named).collect::<Result<_, _>>()?
            }
        };
        let column = |(name, source): (String, Source)| Column { name, ty: offered.type_of(&source), source };
        let openings = choice.set.openings().cloned();
        Ok(Columns { columns: columns.into_iter().map(column).collect(), steps: choice.steps, openings })
    }

    /// The rows that a match has under these columns: itself, or one for each position of its sequence.
    pub fn rows<'a>(&self, row: Row<'a>) -> impl Iterator<Item = Row<'a>> {
        let steps = self.steps.then(|| row.steps());
        let itself = (!self.steps).then_some(row);
        itself.into_iter().chain(steps.into_iter().flatten())
    }

    /// The names of the columns.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.columns.iter().map(|column| column.name.as_str())
    }

    /// The types of their values. They are known before the first row, and each value of a row is of the type of its column,
    /// but for numbers in a column of texts, which stand for themselves.
    pub fn types(&self) -> impl Iterator<Item = ColumnType> {
        self.columns.iter().map(|column| column.ty)
    }

    /// The value of each column in a row, to be kept or sent to another thread. `moves` is memory that is used again.
    pub fn values(&self, row: &Row<'_>, moves: &mut MoveList) -> Vec<Cell<'static>> {
        let row = self.named(row);
        let value = |Column { ty, source, .. }: &Column| match (ty, source.cell(&row, moves)) {
            (ColumnType::Boolean, Cell::Unmatched) => Cell::Boolean(false),
            (_, cell) => cell.into_owned(),
        };
        self.columns.iter().map(value).collect()
    }

    /// Name and value of each column in a row. `moves` is memory that is used again.
    pub fn cells<'a>(&'a self, row: &'a Row<'a>, moves: &'a mut MoveList) -> impl Iterator<Item = (&'a str, Cell<'a>)> {
        let row = self.named(row);
        self.columns.iter().map(move |Column { name, source, .. }| (name.as_str(), source.cell(&row, moves)))
    }

    /// A row with the names of openings that these columns have.
    fn named<'a>(&'a self, row: &Row<'a>) -> Row<'a> {
        Row { openings: self.openings.as_deref().or(row.openings), ..*row }
    }

    /// Appends a row as an object, `{"game":4,"move":"7. Nd5#"}`, whose members are the columns in their order. Sets of squares
    /// are lists of texts, and null stands where there is no value. Anything that a terminal must not see is escaped. `moves` is
    /// memory that is used again.
    pub fn push_json(&self, row: &Row<'_>, moves: &mut MoveList, out: &mut String) {
        push_object(self.cells(row, moves), out);
    }

    /// True if it is needed which constituents matched: [`SearchOptions::constituents`](crate::SearchOptions).
    pub fn need_constituents(&self) -> bool {
        self.need(Part::Constituents)
    }

    /// True if the positions of sequences are needed: [`SearchOptions::paths`](crate::SearchOptions).
    pub fn need_paths(&self) -> bool {
        self.steps || self.need(Part::Sequence)
    }

    /// True if this much must be known of games for one of them.
    fn need(&self, part: Part) -> bool {
        self.columns.iter().any(|column| matches!(column.source, Source::Entry(entry) if entry.part >= part))
    }
}

/// Appends names with values as an object of JSON.
pub fn push_object<'n, 'c>(cells: impl IntoIterator<Item = (&'n str, Cell<'c>)>, out: &mut String) {
    let mut open = '{';
    for (name, cell) in cells {
        out.push(open);
        open = ',';
        push_json(name, out);
        out.push(':');
        cell.push_json(out);
    }
    out.push_str(if open == '{' { "{}" } else { "}" });
}

/// The columns of the queries in addition to the catalogue.
struct Offered {
    /// Selected values, with their types.
    selects: Vec<(String, ColumnType)>,
    /// The labels of sort keys, with their types.
    sorts: Vec<(String, ColumnType)>,
    /// True if a query has a sequence whose matches are known.
    sequences: bool,
    /// True if constituents of such a sequence have names.
    named_constituents: bool,
    /// True if rows are steps.
    steps: bool,
}

impl Offered {
    fn new(choice: &Choice<'_>) -> Offered {
        let (set, queries) = (choice.set, choice.queries());
        let most = choice.selects.map_or(usize::MAX, <[String]>::len);
        let mut selects: Vec<(String, ColumnType)> = Vec::new();
        let mut sorts: Vec<(String, ColumnType)> = Vec::new();
        for &query in &queries {
            for (i, (name, ty)) in set.selects(query).into_iter().take(most).enumerate() {
                match selects.get_mut(i) {
                    Some((_, known)) => *known = known.or(ty.into()),
                    None => selects.push((name.to_owned(), ty.into())),
                }
            }
            for key in set.sort_keys(query) {
                let ty = ColumnType::from(key.value);
                match sorts.iter_mut().find(|(label, _)| *label == key.label) {
                    Some((_, known)) => *known = known.or(ty),
                    None => sorts.push((key.label, ty)),
                }
            }
        }
        let sequences = queries.iter().any(|&query| set.has_paths(query));
        let named_constituents = queries.iter().any(|&query| set.names_constituents(query));
        Offered { selects, sorts, sequences, named_constituents, steps: choice.steps }
    }

    /// The columns if no names are given. A selected value takes the place of a column of the catalogue with its name.
    fn usual(&self, choice: &Choice<'_>) -> Vec<(String, Source)> {
        let fits = |entry: &Entry| match (entry.part, entry.name) {
            (Part::Run, _) => choice.query_names,
            (Part::Step, _) => self.steps,
            (_, "moves") if choice.for_readers => self.sequences,
            (_, "file") if choice.for_readers => choice.file_names,
            (_, name) if choice.for_readers => FOR_READERS.contains(&name),
            (Part::Constituents, _) => self.named_constituents,
            (part, _) => self.sequences || part < Part::Sequence,
        };
        let is_select = |name: &str| self.selects.iter().any(|(select, _)| select == name);
        let entries = CATALOGUE.iter().filter(|entry| entry.by_default && fits(entry) && !is_select(entry.name));
        let mut columns: Vec<(String, Source)> = Vec::new();
        columns.extend(entries.map(|entry| (entry.name.to_owned(), Source::Entry(entry))));
        for (label, _) in &self.sorts {
            // A key may be called as something else is.
            let taken = is_select(label) || self.entry(label).is_some();
            let name = if taken { format!("sort {label}") } else { label.clone() };
            columns.push((name, Source::Sort(label.clone())));
        }
        columns.extend(self.selects.iter().enumerate().map(|(i, (name, _))| (name.clone(), Source::Select(i))));
        columns
    }

    fn named(&self, name: &str) -> Option<Source> {
        if let Some(i) = self.selects.iter().position(|(select, _)| select == name) {
            return Some(Source::Select(i));
        }
        if let Some(entry) = self.entry(name).filter(|entry| self.steps || entry.part < Part::Step) {
            return Some(Source::Entry(entry));
        }
        let label = name.strip_prefix("sort ").unwrap_or(name);
        if self.sorts.iter().any(|(sort, _)| sort == label) {
            return Some(Source::Sort(label.to_owned()));
        }
        is_name_of_tag(name).then(|| Source::Tag(name.to_owned()))
    }

    /// The column of the catalogue that a name stands for. What needs an option, but for facts of games, yields to a sort key.
    fn entry(&self, name: &str) -> Option<&'static Entry> {
        let yields = |entry: &Entry| !entry.by_default && !entry.is_of_games();
        let is_key = || self.sorts.iter().any(|(label, _)| label == name);
        Entry::named(name).filter(|entry| !(yields(entry) && is_key()))
    }

    fn unknown(&self, name: &str) -> UnknownColumn {
        let own = self.sorts.iter().chain(&self.selects).map(|(name, _)| name.clone());
        let offered = CATALOGUE.iter().filter(|entry| self.steps || entry.part < Part::Step);
        let known = offered.map(|entry| entry.name.to_owned()).chain(own).collect();
        UnknownColumn { name: name.to_owned(), known }
    }

    fn type_of(&self, source: &Source) -> ColumnType {
        let of_label = |label: &str| self.sorts.iter().find(|(sort, _)| sort == label).map(|(_, ty)| *ty);
        match source {
            Source::Entry(entry) => entry.ty,
            Source::Tag(_) => ColumnType::Text,
            Source::Sort(label) => of_label(label).unwrap_or(ColumnType::Text),
            Source::Select(i) => self.selects[*i].1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::query::{ParsedQuery, QueryOptions, Source};

    fn set(queries: &[&str], selects: &[(&str, &str)]) -> QuerySet {
        let selects = selects.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect();
        let options = QueryOptions { selects, ..QueryOptions::default() };
        let source = |text: &&str| Source { name: "query".into(), text: (*text).to_owned() };
        let parsed = queries.iter().map(|text| ParsedQuery::parse(source(text), &options).unwrap()).collect();
        QuerySet::new(parsed, &options).unwrap()
    }

    fn names(choice: &Choice<'_>) -> String {
        let columns = Columns::new(choice);
        columns.map_or_else(|error| error.to_string(), |columns| columns.names().collect::<Vec<_>>().join(" "))
    }

    #[test]
    fn columns_by_default_and_by_name() {
        let set = set(&["next 2 9 (check*) sort ply sort \"run\" #A"], &[("eco", "5"), ("x", "k"), ("hidden", "1")]);
        let selects = ["eco", "x"].map(str::to_owned);
        let choice = Choice { selects: Some(&selects), ..Choice::of(&set) };
        assert_eq!(
            names(&choice),
            "file game position ply white black date event result move san uci fen start end length moves uci_moves \
             sort ply run eco x"
        );
        let former = ["white_elo", "whiteelo"].map(str::to_owned);
        assert_eq!(names(&Choice { names: Some(&former), ..choice }), "white_elo whiteelo");
        let readers = Choice { for_readers: true, ..choice };
        assert_eq!(names(&readers), "game white black date result move moves sort ply run eco x");
        let given = ["fen", "Annotator", "x", "sort ply", "round"].map(str::to_owned);
        assert_eq!(names(&Choice { names: Some(&given), ..choice }), "fen Annotator x sort ply round");
        let wrong = ["annotator".to_owned()];
        let error = Columns::new(&Choice { names: Some(&wrong), ..choice }).unwrap_err();
        assert_eq!(error.to_string(), "there is no column `annotator`");
        assert!(error.help().starts_with("the columns are query, file, game"), "{error:?}");
        assert!(!error.known.contains(&"hidden".to_owned()));
    }

    #[test]
    fn types_are_known_before_the_first_row() {
        let selects = [("n", "#A"), ("t", "site"), ("s", "k"), ("b", "check"), ("p", "currentposition"), ("m", "x")];
        let sets = set(&["x=5 sort \"key\" ply", "x=k sort \"key\" site"], &selects);
        let types = |queries: &[usize]| {
            let names = ["n", "t", "s", "b", "p", "m", "key", "game", "year", "Annotator"].map(str::to_owned);
            let choice = Choice { queries: Some(queries), names: Some(&names), ..Choice::of(&sets) };
            Columns::new(&choice).unwrap().types().collect::<Vec<ColumnType>>()
        };
        use ColumnType::{Boolean, Int32, Int64, Text};
        assert_eq!(types(&[0]), [Int64, Text, Text, Boolean, Int32, Int64, Int64, Int64, Int32, Text]);
        assert_eq!(types(&[0, 1]), [Int64, Text, Text, Boolean, Int32, Text, Text, Int64, Int32, Text]);
    }
}
