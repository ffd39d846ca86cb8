//! Matches as puzzles: PGN that begins with the position, the table of Lichess's collection, cards for Anki.
//!
//! A game that comes from a collection of puzzles goes out as that puzzle, once, no matter what matches in it, and with all that
//! the collection says of it. Any other match is a puzzle of its own. One without a move to be found is not one, and is counted.

use super::marks::{mark_of_match, mark_of_puzzle};
use super::{Format, FoundGame, Noticed, TableKind, Tools};
use crate::cli::outputs::targets::theme_of;
use crate::cli::report::text::escaped;
use std::borrow::Cow;
use std::fmt::Write as _;
use tabiya::chess::Color;
use tabiya::game::plain_tag;
use tabiya::puzzle::{self, Puzzle};
use tabiya::{Game, Match};
use tabiya_diagram::Diagram;

/// The columns of Lichess's collection.
const COLUMNS: [&str; 10] = [
    "PuzzleId",
    "FEN",
    "Moves",
    "Rating",
    "RatingDeviation",
    "Popularity",
    "NbPlays",
    "Themes",
    "GameUrl",
    "OpeningTags",
];

/// Lines of movetext are not longer, in characters.
const WIDTH: usize = 79;

/// What Anki is told of the file before the first card.
const ANKI_HEAD: &str = "#separator:tab\n#html:true\n#columns:Front\tBack\tFEN\tSource\n";

/// The formats `puzzle-pgn`, `puzzles` and `anki`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Puzzles {
    Pgn,
    Table,
    Anki,
}

/// A puzzle, and what it comes from.
struct Posed<'a> {
    game: &'a Game,
    puzzle: Puzzle,
    /// The name of the query that found it.
    query: &'a str,
}

impl Format for Puzzles {
    fn wants_paths(&self) -> bool {
        true
    }

    fn head(&self) -> String {
        match self {
            Puzzles::Pgn => String::new(),
            Puzzles::Table => TableKind::Csv { safe: false }.head(COLUMNS.into_iter()),
            Puzzles::Anki => ANKI_HEAD.into(),
        }
    }

    fn mark(&self, game: &Game, matched: &Match) -> u64 {
        Puzzle::of_game(game).map_or_else(|| mark_of_match(game, matched), |puzzle| mark_of_puzzle(game, &puzzle))
    }

    fn game(&self, game: &FoundGame<'_>, tools: &mut Tools, out: &mut String) {
        for posed in posed(game) {
            let Some(posed) = posed.filter(|posed| *self != Puzzles::Table || posed.has_move_before()) else {
                tools.noticed.push(Noticed::NoPuzzle);
                continue;
            };
            match self {
                Puzzles::Pgn => posed.push_pgn(tools, out),
                Puzzles::Table => posed.push_row(out),
                Puzzles::Anki => posed.push_card(tools, out),
            }
        }
    }
}

/// The puzzles of a game: one for each match, or none where there is no move to be found.
fn posed<'a>(found: &FoundGame<'a>) -> Vec<Option<Posed<'a>>> {
    let game = found.game;
    if let Some(puzzle) = Puzzle::of_game(game) {
        let query = found.found.first().map_or("", |first| first.query.name.as_str());
        return vec![Some(Posed { game, puzzle, query })];
    }
    let matches = found.found.iter().flat_map(|one| one.matches.matches.iter().map(move |matched| (one, matched)));
    let posed = matches
        .map(|(one, matched)| Some(Posed { game, puzzle: Puzzle::of(game, matched)?, query: one.query.name.as_str() }));
    posed.collect()
}

impl Posed<'_> {
    /// True if a move leads to the position, as in a table, which begins with that move.
    fn has_move_before(&self) -> bool {
        self.game.tree().full().parent(self.puzzle.start).is_some()
    }

    /// The tags of the game that say something about the puzzle, the position, the solution.
    fn push_pgn(&self, tools: &mut Tools, out: &mut String) {
        const OWN: [&str; 10] =
            ["Event", "Site", "Date", "Round", "White", "Black", "Result", "SetUp", "FEN", "PlyCount"];
        let game = self.game;
        let date = game.date();
        let roster = [
            ("Event", game.event()),
            ("Site", game.site()),
            ("Date", date.as_str()),
            ("Round", game.round()),
            ("White", game.player(Color::White)),
            ("Black", game.player(Color::Black)),
            ("Result", "*"),
        ];
        let fen = game.fen(self.puzzle.start);
        let mut said: Vec<&str> = OWN.to_vec();
        let others = game.tags().iter().filter(|&(name, _)| {
            let new = !said.contains(&name);
            said.push(name);
            new
        });
        let tags = roster.into_iter().chain([("SetUp", "1"), ("FEN", fen.as_str())]).chain(others);
        for (name, value) in tags {
            let _ = writeln!(out, "[{name} \"{value}\"]");
        }
        out.push('\n');
        let mut width = 0;
        for word in self.puzzle.line(game, &mut tools.moves).split(' ').chain(["*"]) {
            if width > 0 {
                let fits = width + 1 + word.len() <= WIDTH;
                out.push(if fits { ' ' } else { '\n' });
                width = if fits { width + 1 } else { 0 };
            }
            out.push_str(word);
            width += word.len();
        }
        out.push_str("\n\n");
    }

    /// A row. The table begins with the move before the position, so that a match at the first position of a game has none.
    fn push_row(&self, out: &mut String) {
        let game = self.game;
        let tree = game.tree().full();
        let Some(before) = tree.parent(self.puzzle.start) else { return };
        let known = puzzle::id(game);
        let own = |name: &str| game.tags().get(name).map_or(Cow::Borrowed(""), plain_tag).into_owned();
        let first = tree.move_to(self.puzzle.start).map(|mv| mv.uci()).unwrap_or_default();
        let site = plain_tag(game.site());
        let url = if site.starts_with("http") { site.into_owned() } else { String::new() };
        let cells = [
            known.map_or_else(|| format!("{:016x}", mark_of_puzzle(game, &self.puzzle)), str::to_owned),
            game.fen(before),
            format!("{first} {}", self.puzzle.uci(game)),
        ];
        let rest: [String; 7] = match known {
            Some(_) => [
                own("Rating"),
                own("RatingDeviation"),
                own("Popularity"),
                own("NbPlays"),
                own("Themes"),
                url,
                own("OpeningTags"),
            ],
            None => {
                let nothing = String::new;
                let themes = theme_of(self.query).unwrap_or_default();
                let url = if url.is_empty() || url.contains('#') {
                    url
                } else {
                    format!("{url}#{}", tree.node(self.puzzle.start).ply)
                };
                [nothing(), nothing(), nothing(), nothing(), themes, url, nothing()]
            }
        };
        TableKind::Csv { safe: false }.row(cells.into_iter().chain(rest), out);
    }

    /// A card: the board and the side to move, the solution, and two fields more.
    fn push_card(&self, tools: &mut Tools, out: &mut String) {
        let game = self.game;
        let board = game.tree().board(self.puzzle.start);
        let fen = game.fen(self.puzzle.start);
        let picture = Diagram::new(board).orientation(board.turn()).title(fen.as_str()).to_svg().replace('\n', " ");
        let side = board.turn().fold_wb("White to move", "Black to move");
        let solution = self.puzzle.line(game, &mut tools.moves);
        let player = |color| plain_tag(game.player(color)).into_owned();
        let source = match puzzle::id(game) {
            Some(_) => plain_tag(game.site()).into_owned(),
            None => {
                let (white, black) = (player(Color::White), player(Color::Black));
                format!("{white} - {black}, {}, {}", plain_tag(game.event()), game.date())
            }
        };
        let cells = [format!("{}<br>{side}", picture.trim()), escaped(&solution), fen, escaped(&source)];
        TableKind::Tsv { safe: false }.row(cells.into_iter(), out);
    }
}
