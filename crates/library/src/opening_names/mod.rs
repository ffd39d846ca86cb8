//! The names of openings: a table of positions, each with its code and its name, and what a game is called by its tags and its moves.
//!
//! A position is its placement of pieces and its side to move, as in the explorer of a database, so that it has its name
//! whichever moves lead to it. A game has the name of the last position of its main line that has one, among its first
//! plies. What its tags say comes first: `ECO` for the code, `Opening` and `Variation` for the name. An `Opening` without a
//! `Variation` is the whole name, so that both parts of a name are from one source.

use crate::chess::Board;
use crate::database::{position_number, position_numbers, same_position};
use crate::facts::OpeningTable;
use crate::game::{Game, plain_tag};
use crate::line::read_word;
use rustc_hash::FxHashMap;
use std::borrow::Cow;
use std::fmt;
use std::path::Path;
use std::sync::{Arc, LazyLock};

/// The table of the program: code, name, moves.
const BUILT_IN: &str = include_str!("table.tsv");

/// The plies of a game that are looked at, if no line of the table is longer.
const PLIES: usize = 40;

/// The name of an opening.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpeningName {
    /// Its code: `B90`.
    pub eco: String,
    /// Its name: `Sicilian Defence: Najdorf Variation`.
    pub name: String,
}

/// Its code and its name: `B90 Sicilian Defence: Najdorf Variation`.
impl fmt::Display for OpeningName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.eco, self.name)
    }
}

impl OpeningName {
    /// The name before the colon, and what comes after it, if there is anything.
    pub fn parts(&self) -> (&str, Option<&str>) {
        parts(&self.name)
    }
}

/// A table of names of openings.
///
/// ```
/// use tabiya::OpeningNames;
/// use tabiya::openings::Line;
/// let line = Line::read("1. Nf3 c5 2. e4")?;
/// let name = OpeningNames::builtin().of_board(&line.board).expect("a name");
/// assert_eq!((name.eco.as_str(), name.name.as_str()), ("B27", "Sicilian Defence: King's Knight Variation"));
/// # Ok::<(), tabiya::openings::LineError>(())
/// ```
#[derive(Debug)]
pub struct OpeningNames {
    /// The places of positions in the list, by their numbers: few bytes, in which the positions of a game are looked up.
    places: FxHashMap<u64, usize>,
    named: Vec<(Board, OpeningName)>,
    /// The plies of a game that are looked at.
    plies: usize,
}

/// A table of names of openings that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum OpeningNamesError {
    /// It cannot be read.
    #[error("{0}")]
    Unreadable(String),
    /// One of its lines is wrong: its number, from 1, and the reason.
    #[error("line {0}: {1}")]
    Line(usize, String),
}

impl OpeningNames {
    /// The table of the program. It is read when it is requested first.
    pub fn builtin() -> &'static OpeningNames {
        static TABLE: LazyLock<OpeningNames> =
            LazyLock::new(|| OpeningNames::parse(BUILT_IN).expect("the table of the program is without errors"));
        &TABLE
    }

    /// These names, otherwise those of the program.
    pub fn or_builtin(own: Option<&Arc<OpeningNames>>) -> &OpeningNames {
        match own {
            Some(own) => own,
            None => OpeningNames::builtin(),
        }
    }

    /// Reads a table from a file.
    ///
    /// # Errors
    ///
    /// If the file cannot be read, or as [`parse`](Self::parse).
    pub fn read(path: &Path) -> Result<OpeningNames, OpeningNamesError> {
        let text = tabiya_disk::read_text(path).map_err(|error| OpeningNamesError::Unreadable(error.to_string()))?;
        OpeningNames::parse(&text)
    }

    /// Reads a table: a line for each position, with its code, its name and moves that lead to it, between which there are tabs.
    /// Heads of the columns, empty lines and further columns say nothing. Of lines whose positions differ only in rights to castle
    /// the first one counts.
    ///
    /// # Errors
    ///
    /// If a line has no code, no name or no moves, if its moves cannot be played, or if an earlier line has another name for its
    /// position; and if there is no line.
    pub fn parse(text: &str) -> Result<OpeningNames, OpeningNamesError> {
        let mut names = OpeningNames { places: FxHashMap::default(), named: Vec::new(), plies: PLIES };
        let mut played = Vec::new();
        let lines = text.trim_start_matches('\u{feff}').lines().enumerate();
        for (at, line) in lines.filter(|(_, line)| !line.trim().is_empty()) {
            let mut cells = line.split('\t').map(str::trim);
            let [eco, name, moves] = [(); 3].map(|()| cells.next().unwrap_or_default());
            if eco.eq_ignore_ascii_case("eco") {
                continue;
            }
            names.add((eco, name, moves), &mut played).map_err(|reason| OpeningNamesError::Line(at + 1, reason))?;
        }
        if names.named.is_empty() {
            return Err(OpeningNamesError::Unreadable("there is no line with a code, a name and moves".to_owned()));
        }
        Ok(names)
    }

    /// Adds a line, or says what is wrong with it. `played` has what was played for the line before.
    fn add<'t>(
        &mut self,
        (eco, name, moves): (&str, &str, &'t str),
        played: &mut Vec<(&'t str, Board)>,
    ) -> Result<(), String> {
        if !matches!(eco.as_bytes(), [b'A'..=b'E', b'0'..=b'9', b'0'..=b'9']) {
            return Err(format!("`{eco}` is no code of an opening, such as B90"));
        }
        if parts(name).0.is_empty() {
            return Err("the name of the opening is missing".to_owned());
        }
        let (board, plies) = play(moves, played)?;
        self.plies = self.plies.max(plies);
        let name = OpeningName { eco: eco.to_owned(), name: name.to_owned() };
        let place = *self.places.entry(position_number(&board)).or_insert(self.named.len());
        let Some((first, known)) = self.named.get(place) else {
            self.named.push((board, name));
            return Ok(());
        };
        // Lists that count rights to castle may name a position twice.
        if *known == name || first.castling() != board.castling() {
            return Ok(());
        }
        Err(format!("the position has another name already: {known}"))
    }

    /// The number of positions that have a name.
    pub fn len(&self) -> usize {
        self.named.len()
    }

    /// True if there are none.
    pub fn is_empty(&self) -> bool {
        self.named.is_empty()
    }

    /// The name of a position.
    pub fn of_board(&self, board: &Board) -> Option<&OpeningName> {
        let (named, name) = &self.named[*self.places.get(&position_number(board))?];
        same_position(named, board).then_some(name)
    }

    /// The name of a game by its moves. Games of variants with rules of their own have none.
    pub fn of_game(&self, game: &Game) -> Option<&OpeningName> {
        let tree = game.tree();
        if tree.is_empty() || tree.situation(0).is_some() {
            return None;
        }
        let (view, most) = (tree.mainline(), u32::try_from(self.plies + 1).unwrap_or(u32::MAX));
        let mut numbers = Vec::with_capacity(view.len().min(most) as usize);
        position_numbers(view, most, &mut numbers);
        let mut named = (0..view.len()).zip(&numbers).rev().filter(|(_, number)| self.places.contains_key(number));
        named.find_map(|(node, _)| self.of_board(view.board(node)))
    }

    /// The code of a game's opening, by its tags or by its moves.
    pub fn eco<'a>(&'a self, game: &'a Game) -> Option<Cow<'a, str>> {
        let of_moves = || self.of_game(game).map(|name| name.eco.as_str().into());
        game.eco().map(Cow::Owned).or_else(of_moves)
    }

    /// The opening of a game: the name before the colon, by its tags or by its moves.
    pub fn opening<'a>(&'a self, game: &'a Game) -> Option<Cow<'a, str>> {
        let of_tag = tag(game, "Opening").map(|name| of_cow(name, |name| Some(parts(name).0)));
        of_tag.unwrap_or_else(|| self.of_game(game).map(|name| name.parts().0.into()))
    }

    /// The opening of a game with its variation.
    pub fn full_name(&self, game: &Game) -> Option<String> {
        let opening = self.opening(game)?;
        Some(self.variation(game).map_or_else(|| opening.to_string(), |variation| format!("{opening}: {variation}")))
    }

    /// The variation of a game's opening: the name after the colon, by its tags or by its moves.
    pub fn variation<'a>(&'a self, game: &'a Game) -> Option<Cow<'a, str>> {
        let of_opening = || tag(game, "Opening").map(|name| of_cow(name, |name| parts(name).1));
        let of_moves = || self.of_game(game).and_then(|name| name.parts().1).map(Cow::from);
        tag(game, "Variation").or_else(|| of_opening().unwrap_or_else(of_moves))
    }
}

/// These names as queries ask for them, or those of the program, which are read when a query needs one.
#[derive(Debug)]
pub(crate) struct ForQueries(pub(crate) Option<Arc<OpeningNames>>);

impl OpeningTable for ForQueries {
    fn full_name(&self, game: &Game) -> Option<String> {
        OpeningNames::or_builtin(self.0.as_ref()).full_name(game)
    }
}

/// The position after some moves, and their number. What the line before has in common with them is not played again.
fn play<'t>(moves: &'t str, played: &mut Vec<(&'t str, Board)>) -> Result<(Board, usize), String> {
    let (mut board, mut plies, mut same) = (Board::initial(), 0, 0);
    for word in moves.split_whitespace() {
        let known = played.get(same).filter(|(known, _)| *known == word).map(|(_, after)| *after);
        let after = match known {
            Some(after) => after,
            None => {
                let wrong = |reason: Option<String>| match reason {
                    Some(reason) => format!("illegal move `{word}`: {reason}"),
                    None => format!("`{word}` is not a move"),
                };
                let after = read_word(word, &board).map_err(wrong)?.map_or(board, |mv| board.play(&mv));
                played.truncate(same);
                played.push((word, after));
                after
            }
        };
        plies += usize::from(after != board);
        (board, same) = (after, same + 1);
    }
    if plies == 0 { Err("the moves are missing".to_owned()) } else { Ok((board, plies)) }
}

/// The value of a tag that says something.
fn tag<'a>(game: &'a Game, name: &str) -> Option<Cow<'a, str>> {
    game.tags().get(name).map(plain_tag).filter(|value| !matches!(value.trim(), "" | "?" | "-"))
}

/// The name of an opening before the colon, and what comes after it, if there is anything.
fn parts(name: &str) -> (&str, Option<&str>) {
    let (opening, variation) = name.split_once(':').unwrap_or((name, ""));
    (opening.trim(), Some(variation.trim()).filter(|variation| !variation.is_empty()))
}

/// A part of a text that is borrowed where the text is.
fn of_cow<'a>(text: Cow<'a, str>, part: impl for<'t> Fn(&'t str) -> Option<&'t str>) -> Option<Cow<'a, str>> {
    match text {
        Cow::Borrowed(text) => part(text).map(Cow::Borrowed),
        Cow::Owned(text) => part(&text).map(|part| Cow::Owned(part.to_owned())),
    }
}
