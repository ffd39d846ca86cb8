//! Rows: the columns that tables and JSON lines have, and their values at a match.

use super::positions::{fen_at, push_move};
use super::query_info::QueryInfo;
use super::report::Message;
use std::borrow::Cow;
use tabiya::chess::{Color, MoveList};
use tabiya::{Game, GameMatches, Match, Path, SortValue, Value};

/// A column with a name and a meaning of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fixed {
    Query,
    File,
    Game,
    Position,
    Ply,
    White,
    Black,
    Date,
    Event,
    Eco,
    Result,
    Move,
    San,
    Uci,
    Fen,
    Site,
    Round,
    Year,
    EventDate,
    WhiteElo,
    BlackElo,
    Start,
    End,
    Length,
    Moves,
    UciMoves,
    Constituents,
}

/// Every fixed column with its name. Those before `Site` are there by default, `query` only with several queries.
const FIXED: [(Fixed, &str); 27] = [
    (Fixed::Query, "query"),
    (Fixed::File, "file"),
    (Fixed::Game, "game"),
    (Fixed::Position, "position"),
    (Fixed::Ply, "ply"),
    (Fixed::White, "white"),
    (Fixed::Black, "black"),
    (Fixed::Date, "date"),
    (Fixed::Event, "event"),
    (Fixed::Eco, "eco"),
    (Fixed::Result, "result"),
    (Fixed::Move, "move"),
    (Fixed::San, "san"),
    (Fixed::Uci, "uci"),
    (Fixed::Fen, "fen"),
    (Fixed::Site, "site"),
    (Fixed::Round, "round"),
    (Fixed::Year, "year"),
    (Fixed::EventDate, "eventdate"),
    (Fixed::WhiteElo, "whiteelo"),
    (Fixed::BlackElo, "blackelo"),
    (Fixed::Start, "start"),
    (Fixed::End, "end"),
    (Fixed::Length, "length"),
    (Fixed::Moves, "moves"),
    (Fixed::UciMoves, "ucimoves"),
    (Fixed::Constituents, "constituents"),
];

/// The number of fixed columns that are there by default.
const DEFAULT: usize = 15;

/// The fixed columns about the sequence of a match: the last of [`FIXED`].
const OF_SEQUENCES: usize = 6;

/// The default columns of tables that are read as text.
const FOR_READERS: [Fixed; 6] = [Fixed::Game, Fixed::White, Fixed::Black, Fixed::Date, Fixed::Result, Fixed::Move];

/// One column.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Column {
    Fixed(Fixed),
    /// A tag of the game.
    Tag(String),
    /// The sort key with a label.
    Sort(String),
    /// The place of an expression of `--select`.
    Select(usize),
}

/// What the columns of a run depend on.
#[derive(Debug)]
pub(crate) struct Wanted<'a> {
    /// The names given, if any were.
    pub(crate) names: Option<&'a [String]>,
    /// The names of the expressions of `--select`.
    pub(crate) selects: &'a [String],
    /// The labels of the sort keys of all queries.
    pub(crate) sorts: &'a [String],
    /// True if a query has a sequence whose matches are known.
    pub(crate) sequences: bool,
    /// True if constituents of such a sequence have names.
    pub(crate) named_constituents: bool,
    pub(crate) several_queries: bool,
    pub(crate) several_files: bool,
}

/// The columns of rows, in order, with their names.
#[derive(Clone, Debug, Default)]
pub(crate) struct Columns {
    columns: Vec<(String, Column)>,
}

/// The value of a column in a row.
#[derive(Debug)]
pub(crate) enum Cell<'a> {
    None,
    Number(i64),
    Text(Cow<'a, str>),
    Value(&'a Value),
    /// A sequence, of which it is told which constituent matched which positions.
    Constituents(&'a Path),
}

/// One row: a match with what it belongs to.
pub(crate) struct Row<'a> {
    pub(crate) file: &'a str,
    pub(crate) game: &'a Game,
    pub(crate) query: &'a QueryInfo,
    pub(crate) matches: &'a GameMatches,
    pub(crate) matched: &'a Match,
}

impl Columns {
    /// The columns of a run; an error if a name is unknown. `for_readers`: those of tables that are read as text.
    pub(crate) fn new(wanted: &Wanted<'_>, for_readers: bool) -> Result<Columns, Message> {
        let Some(names) = wanted.names else { return Ok(Columns { columns: usual(wanted, for_readers) }) };
        let column = |name: &String| {
            let name = name.trim();
            named(name, wanted).map(|column| (name.to_owned(), column)).ok_or_else(|| unknown(name, wanted))
        };
        Ok(Columns { columns: names.iter().map(column).collect::<Result<_, _>>()? })
    }

    /// Their names.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.columns.iter().map(|(name, _)| name.as_str())
    }

    /// Name and value of each column in a row.
    pub(crate) fn cells<'a>(
        &'a self,
        row: &'a Row<'a>,
        moves: &'a mut MoveList,
    ) -> impl Iterator<Item = (&'a str, Cell<'a>)> {
        self.columns.iter().map(move |(name, column)| (name.as_str(), row.cell(column, moves)))
    }

    /// True if it is needed which constituents of sequences matched.
    pub(crate) fn need_constituents(&self) -> bool {
        self.columns.iter().any(|(_, column)| *column == Column::Fixed(Fixed::Constituents))
    }

    /// True if the positions of sequences are needed.
    pub(crate) fn need_paths(&self) -> bool {
        let first = FIXED.len() - OF_SEQUENCES;
        let of_sequences = |column: &Column| FIXED[first..].iter().any(|(fixed, _)| *column == Column::Fixed(*fixed));
        self.columns.iter().any(|(_, column)| of_sequences(column))
    }
}

/// The columns if no names are given. An expression of `--select` takes the place of a fixed column of its name.
fn usual(wanted: &Wanted<'_>, for_readers: bool) -> Vec<(String, Column)> {
    let fits = |fixed: Fixed| match fixed {
        Fixed::Query => wanted.several_queries,
        Fixed::File if for_readers => wanted.several_files,
        _ if for_readers => FOR_READERS.contains(&fixed),
        _ => true,
    };
    let of_sequences = if for_readers { &[(Fixed::Moves, "moves")] } else { &FIXED[FIXED.len() - OF_SEQUENCES..] };
    let named = |fixed: &Fixed| *fixed != Fixed::Constituents || wanted.named_constituents;
    let of_sequences = of_sequences.iter().filter(|(fixed, _)| wanted.sequences && named(fixed));
    let fixed = FIXED[..DEFAULT].iter().filter(|(fixed, _)| fits(*fixed)).chain(of_sequences);
    let fixed = fixed.filter(|(_, name)| !wanted.selects.iter().any(|select| select == name));
    let mut columns: Vec<(String, Column)> = Vec::new();
    columns.extend(fixed.map(|(fixed, name)| ((*name).to_owned(), Column::Fixed(*fixed))));
    for label in wanted.sorts {
        // A key may be called as something else is.
        let taken = |name: &String| wanted.selects.contains(name) || FIXED.iter().any(|(_, fixed)| fixed == name);
        let name = if taken(label) { format!("sort {label}") } else { label.clone() };
        columns.push((name, Column::Sort(label.clone())));
    }
    columns.extend(wanted.selects.iter().enumerate().map(|(i, name)| (name.clone(), Column::Select(i))));
    columns
}

fn named(name: &str, wanted: &Wanted<'_>) -> Option<Column> {
    if let Some(i) = wanted.selects.iter().position(|select| select == name) {
        return Some(Column::Select(i));
    }
    if let Some((fixed, _)) = FIXED.iter().find(|(_, fixed)| *fixed == name) {
        return Some(Column::Fixed(*fixed));
    }
    let label = name.strip_prefix("sort ").unwrap_or(name);
    if wanted.sorts.iter().any(|sort| sort == label) {
        return Some(Column::Sort(label.to_owned()));
    }
    // Names of tags begin with a capital letter.
    let is_tag = name.starts_with(|c: char| c.is_ascii_uppercase())
        && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
    is_tag.then(|| Column::Tag(name.to_owned()))
}

fn unknown(name: &str, wanted: &Wanted<'_>) -> Message {
    let fixed = FIXED.iter().map(|(_, name)| *name);
    let own = wanted.sorts.iter().chain(wanted.selects).map(String::as_str);
    let names: Vec<&str> = fixed.chain(own).collect();
    let message = Message::error("unknown-column", format!("there is no column `{name}`"));
    let names = names.join(", ");
    message.help(format!(
        "the columns are {names}, and tags by their names, such as Annotator; --select NAME=EXPR adds others"
    ))
}

impl<'a> Row<'a> {
    /// The sequence of the match: the first one in the query.
    fn path(&self) -> Option<&'a Path> {
        self.matched.paths.first()
    }

    /// The value of the sort key with a label, at this match; of the game if it is one of the game.
    fn sort_value(&self, label: &str) -> Option<&'a SortValue> {
        let place = self.query.sort_keys.iter().position(|key| key.name == label)?;
        let (here, best) = (&self.matched.sort_values, &self.matches.sort_values);
        match self.query.sort_keys[place].match_count {
            true => best.get(place)?.as_ref(),
            false => here.get(place)?.as_ref(),
        }
    }

    fn cell(&self, column: &Column, moves: &mut MoveList) -> Cell<'a> {
        match column {
            Column::Fixed(fixed) => self.fixed(*fixed, moves),
            Column::Tag(name) => text(self.game.tags().get(name).map(|value| Cow::Owned(plain(value)))),
            Column::Sort(label) => match self.sort_value(label) {
                Some(SortValue::Number(n)) => Cell::Number(*n),
                Some(SortValue::Text(text)) => Cell::Text(Cow::Borrowed(text)),
                None => Cell::None,
            },
            Column::Select(place) => self.matched.values.get(*place).map_or(Cell::None, Cell::Value),
        }
    }

    fn fixed(&self, fixed: Fixed, moves: &mut MoveList) -> Cell<'a> {
        let (game, position) = (self.game, self.matched.position);
        let own = |value: String| text(Some(Cow::Owned(value)));
        let number = |value: Option<u32>| value.map_or(Cell::None, |n| Cell::Number(i64::from(n)));
        match fixed {
            Fixed::Query => Cell::Text(Cow::Borrowed(&self.query.name)),
            Fixed::File => Cell::Text(Cow::Borrowed(self.file)),
            Fixed::Game => Cell::Number(game.number() as i64),
            Fixed::Position => Cell::Number(i64::from(position)),
            Fixed::Ply => Cell::Number(i64::from(game.tree().node(position).ply)),
            Fixed::White => own(plain(&game.player(Color::White))),
            Fixed::Black => own(plain(&game.player(Color::Black))),
            Fixed::Date => own(game.date()),
            Fixed::Event => own(plain(game.event())),
            Fixed::Eco => text(game.eco().map(Cow::Owned)),
            Fixed::Result => Cell::Text(Cow::Borrowed(game.result().as_str())),
            Fixed::Move => own(numbered_move(game, position, moves)),
            Fixed::San => {
                let mut san = String::new();
                game.tree().write_san(position, moves, &mut san);
                own(san)
            }
            Fixed::Uci => text(game.tree().move_to(position).map(|mv| Cow::Owned(mv.uci()))),
            Fixed::Fen => own(fen_at(game, position)),
            Fixed::Site => own(plain(game.site())),
            Fixed::Round => own(plain(game.round())),
            Fixed::Year => number(game.year()),
            Fixed::EventDate => text(game.event_date().map(Cow::Owned)),
            Fixed::WhiteElo => number(game.elo(Color::White)),
            Fixed::BlackElo => number(game.elo(Color::Black)),
            Fixed::Start => number(self.path().and_then(|path| path.positions.first().copied())),
            Fixed::End => number(self.path().and_then(|path| path.positions.last().copied())),
            Fixed::Length => self.path().map_or(Cell::None, |path| Cell::Number(path.length)),
            Fixed::Moves => own(self.path().map_or_else(String::new, |path| san_moves(game, path, moves))),
            Fixed::UciMoves => {
                let played = played(game, self.path()).into_iter();
                let played = played.filter_map(|node| game.tree().move_to(node)).map(tabiya::chess::Move::uci);
                own(played.collect::<Vec<String>>().join(" "))
            }
            Fixed::Constituents => self.path().map_or(Cell::None, Cell::Constituents),
        }
    }
}

/// The positions that the moves of a sequence lead to, in the order of the game.
pub(crate) fn played(game: &Game, path: Option<&Path>) -> Vec<u32> {
    let mut positions = path.map_or_else(Vec::new, |path| path.positions.clone());
    positions.sort_by_key(|&node| game.tree().node(node).ply);
    if !positions.is_empty() {
        positions.remove(0);
    }
    positions
}

/// The moves of a sequence: `23... Kg8 24. Nh6+ Kh7`.
fn san_moves(game: &Game, path: &Path, moves: &mut MoveList) -> String {
    let mut text = String::new();
    for (i, node) in played(game, Some(path)).into_iter().enumerate() {
        if i > 0 {
            text.push(' ');
        }
        push_move(game, node, i == 0, moves, &mut text);
    }
    text
}

/// The move that led to a position, with its number; nothing at the start.
pub(crate) fn numbered_move(game: &Game, position: u32, moves: &mut MoveList) -> String {
    let mut text = String::new();
    push_move(game, position, true, moves, &mut text);
    text
}

/// The value of a tag without the escapes of PGN.
pub(crate) fn plain(value: &str) -> String {
    value.replace("\\\"", "\"").replace("\\\\", "\\")
}

/// An empty text is none.
fn text(value: Option<Cow<'_, str>>) -> Cell<'_> {
    value.filter(|value| !value.is_empty()).map_or(Cell::None, Cell::Text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(wanted: &Wanted<'_>, for_readers: bool) -> String {
        let columns = Columns::new(wanted, for_readers).map_err(|error| error.text());
        columns.map_or_else(|error| error, |columns| columns.names().collect::<Vec<_>>().join(" "))
    }

    #[test]
    fn columns_by_default_and_by_name() {
        let (selects, sorts) = (["eco".to_owned(), "x".to_owned()], ["ply".to_owned(), "run".to_owned()]);
        let wanted = Wanted {
            names: None,
            selects: &selects,
            sorts: &sorts,
            sequences: true,
            named_constituents: false,
            several_queries: false,
            several_files: false,
        };
        assert_eq!(
            names(&wanted, false),
            "file game position ply white black date event result move san uci fen start end length moves ucimoves \
             sort ply run eco x"
        );
        assert_eq!(names(&wanted, true), "game white black date result move moves sort ply run eco x");
        let named = names(&Wanted { named_constituents: true, ..wanted }, false);
        assert!(named.contains(" ucimoves constituents sort ply "), "{named}");
        let given = ["fen", "Annotator", "x", "sort ply", "round"].map(str::to_owned);
        assert_eq!(names(&Wanted { names: Some(&given), ..wanted }, false), "fen Annotator x sort ply round");
        let wrong = ["annotator".to_owned()];
        let text = names(&Wanted { names: Some(&wrong), selects: &[], sorts: &[], ..wanted }, false);
        assert!(text.starts_with("there is no column `annotator`; the columns are query, file, game"), "{text}");
    }

    #[test]
    fn the_table_is_whole() {
        assert_eq!(FIXED[DEFAULT].0, Fixed::Site);
        assert_eq!(FIXED[FIXED.len() - OF_SEQUENCES].0, Fixed::Start);
    }
}
