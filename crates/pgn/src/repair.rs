//! Clean PGN from games of any quality: the readable part is written so that it reads back without a fault, and the
//! lost part becomes comments; in the shape that is wanted.
//!
//! The text written depends only on what is read back, so that repairing it again gives the same bytes: comments are
//! words with one blank between them, tags have each name once, moves have their shortest form.
//!
//! Nothing is written that the reader would not give again: runs of spaces, unescaped quotes, a second tag of the same
//! name. Castling without the right is rejected here, because every way to write it is a fault; if only the FEN tag is
//! wrong, the tag is corrected. An unreadable FEN becomes the FEN of an empty board.

use super::fault::FaultKind;
use super::letters::Letters;
use super::merge::Merger;
use super::notes::{CommentPlace, Notes};
use super::read::Reading;
use super::shape::{Cut, Part, Shape};
use super::tags;
use super::write::{CleanHead, TooLong, Writer, clean};
use super::{Game, GameResult, PreferredNames, RawGame, push_player};
use std::collections::HashMap;
use std::sync::Arc;
use tabiya_chess::fen::{self, Setup};
use tabiya_chess::variant::Variant;
use tabiya_chess::{Board, Color, MoveKind, MoveList};

/// The tags that every game has, in the order of the standard, and what stands for a value that is not known.
const ROSTER: [(&str, &str); 7] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    ("White", "?"),
    ("Black", "?"),
    ("Result", "*"),
];

/// The longest value of a tag, in bytes. The rest becomes a comment.
const LONGEST_VALUE: usize = 16 << 10;

/// How games are repaired, and in which shape they are written. By default everything is written with English letters.
#[derive(Clone, Debug, Default)]
pub struct RepairOptions {
    /// The letters of the pieces in games that are incomplete with the English ones.
    pub letters: Option<Letters>,
    /// The letters of the pieces that are written, if they are not the English ones.
    pub write_letters: Option<Letters>,
    /// Sets the result where the last position of the main line tells it: mate, stalemate, and positions in which no material for a
    /// mate is left. Not in variants with rules of their own.
    pub fix_results: bool,
    /// The parts left out of games, and the number of games made of each.
    pub shape: Shape,
    /// The names of the tags that are written, if not all are; `roster` stands for the seven that every game has. Those of the first
    /// position always are.
    pub tags: Option<Vec<String>>,
    /// The names of tags that are not written; `roster` as before.
    pub without_tags: Vec<String>,
    /// The spellings of players in whose place another name is written.
    pub names: Option<Arc<PreferredNames>>,
}

impl RepairOptions {
    /// True if a tag is written.
    fn wants(&self, name: &str) -> bool {
        self.tags.as_ref().is_none_or(|tags| is_in(tags, name)) && !is_in(&self.without_tags, name)
    }
}

/// True if a list has a tag, in upper or lower case.
fn is_in(list: &[String], name: &str) -> bool {
    let in_roster = || ROSTER.iter().any(|(tag, _)| *tag == name);
    list.iter().any(|known| known.eq_ignore_ascii_case(name) || known == "roster" && in_roster())
}

/// Reads games and writes them as clean PGN; holds memory that is used again.
///
/// ```
/// # mod tabiya { pub mod game { pub use tabiya_pgn::*; } }
/// use tabiya::game::{RawGame, Repairer};
/// let mut repairer = Repairer::new();
/// let mut out = String::new();
/// repairer.repair(&RawGame::from_bytes(b"[White \"Tal\"] 1. e4 e5 (1... c5 2. Ke3 d6"), &mut out).unwrap();
/// assert!(out.ends_with("\n\n1. e4 e5 (1... c5 {Not read: Ke3 d6}) *\n\n"));
/// assert_eq!(repairer.game().faults().count(), 3);
/// ```
#[derive(Debug, Default)]
pub struct Repairer {
    options: RepairOptions,
    game: Game,
    /// The notes added to the game that was read; they are written even where its own are left out.
    added: Notes,
    writer: Writer,
    head: CleanHead,
    places: HashMap<String, usize>,
    text: String,
}

impl Repairer {
    /// A repairer that has read nothing.
    pub fn new() -> Repairer {
        Repairer::default()
    }

    /// A repairer with options that has read nothing.
    pub fn with_options(options: RepairOptions) -> Repairer {
        let mut writer = Writer::default();
        writer.letters = options.write_letters;
        let mut game = Game::new();
        game.read_names_by(options.names.clone());
        Repairer { options, game, writer, ..Repairer::default() }
    }

    /// The game that was read last, with all its faults.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Reads a game and appends it to `out`, with an empty line after it: [`read`](Self::read) and [`write`](Self::write).
    ///
    /// # Errors
    ///
    /// As [`write`](Self::write); `out` is as before.
    pub fn repair(&mut self, raw: &RawGame, out: &mut String) -> Result<(), TooLong> {
        self.read(raw);
        let start = out.len();
        self.write(Cut::default(), |_, text| out.push_str(text)).inspect_err(|_| out.truncate(start))
    }

    /// Reads a game. Castling without the right to it is an illegal move here, unless the FEN tag can be blamed for it.
    pub fn read(&mut self, raw: &RawGame) {
        self.added.clear();
        let rights = self.read_lawfully(raw);
        self.head.tags.clear();
        self.head.lost.clear();
        if self.options.fix_results {
            self.fix_result();
        }
        self.tags();
        if rights {
            let fen = self.game.tags().get("FEN").unwrap_or_default();
            self.head.lost.push(format!("The FEN tag lacked a right to castle: {fen}"));
        }
        self.lost_lines(raw);
        if self.options.shape.is_silent() {
            self.head.lost.clear();
        }
    }

    /// Gives the game that was read a tag, after the others, unless it has it with a value. `?` and `-` stand for none. It is written
    /// even where only other tags of the game are.
    pub fn add_tag(&mut self, name: &str, value: &str) {
        if self.game.tags().get(name).is_some_and(|known| !matches!(known.trim(), "" | "?" | "-")) {
            return;
        }
        let value = clean::escaped(value);
        self.game.add_tag(name, &value);
        if !is_in(&self.options.without_tags, name) {
            let name = clean::name(name);
            self.head.tags.retain(|(known, _)| *known != name);
            self.head.tags.push((name, value));
        }
    }

    /// Gives the game that was read a comment after the move that leads to a position, after those that it has there. It is written
    /// even where comments of the game are left out.
    pub fn add_comment(&mut self, node: u32, text: &str) {
        self.added.push_comment_text(node, CommentPlace::After, text);
        self.added.sort();
    }

    /// Gives the move that leads to a position a NAG, unless it has it and keeps it.
    pub fn add_nag(&mut self, node: u32, nag: u32) {
        let keeps = !self.options.shape.leaves_out(Part::Nags);
        if !keeps || self.game.notes().nags(node).all(|known| known != nag) {
            self.added.push_nag(node, nag);
            self.added.sort();
        }
    }

    /// Writes the game that was read, cut, in the shape of the options: `take` gets the game as it was read, and
    /// the text of each that it becomes, with an empty line after it.
    ///
    /// # Errors
    ///
    /// If a game would be longer than [`MAX_GAME_BYTES`](crate::MAX_GAME_BYTES) even with its comments cut.
    pub fn write(&mut self, cut: Cut, mut take: impl FnMut(&Game, &str)) -> Result<(), TooLong> {
        let Repairer { options, game, added, writer, head, text, .. } = self;
        let result = |line: &Game| last_result(line).filter(|_| options.fix_results);
        options.shape.apply((game, added), (cut, &result), |made| {
            if made.start() != game.start() {
                put_start(head, &fen::write(made.start()));
            }
            if let Some((_, result)) = head.tags.iter_mut().find(|(name, _)| name == "Result") {
                made.result().as_str().clone_into(result);
            }
            text.clear();
            writer.write_within(made, head, text)?;
            take(game, text);
            Ok(())
        })
    }

    /// Adds the game that was read, cut, in the shape of the options, to those that are merged.
    ///
    /// # Errors
    ///
    /// If the game of all would have more positions than a game may have.
    pub fn merge(&mut self, cut: Cut, merger: &mut Merger) -> Result<(), TooLong> {
        let Repairer { options, game, added, head, .. } = self;
        let named = (!options.shape.is_silent()).then_some(game.tags());
        merger.writer.letters = options.write_letters;
        options.shape.apply((game, added), (cut, &|_| None), |made| {
            if made.start() != game.start() {
                put_start(head, &fen::write(made.start()));
            }
            merger.add(made, (head, named))
        })
    }

    /// Reads the game. Returns whether the FEN tag had to be given rights to castle.
    fn read_lawfully(&mut self, raw: &RawGame) -> bool {
        let lawful = Reading { all_faults: true, castling_by_right: true, keep_blanked: true, ..Reading::default() };
        self.game.parse_as(raw, &Reading { castling_by_right: false, ..lawful });
        let positions = self.game.tree().len();
        let letters = self.options.letters.filter(|_| self.game.is_incomplete());
        let mut lawful = Reading { letters, ..lawful };
        if letters.is_some() {
            self.game.parse_as(raw, &Reading { castling_by_right: false, ..lawful });
            if self.game.tree().len() < positions {
                lawful.letters = None;
                self.game.parse_as(raw, &Reading { castling_by_right: false, ..lawful });
            }
        }
        if !self.game.faults().list().iter().any(|fault| fault.kind == FaultKind::CastlingRight) {
            return false;
        }
        let (board, positions) = (board_with_rights(&self.game), self.game.tree().len());
        if board.is_some() {
            self.game.parse_as(raw, &Reading { board, ..lawful });
            if self.game.tree().len() == positions {
                return true;
            }
        }
        self.game.parse_as(raw, &lawful);
        false
    }

    /// Sets the result that the last position of the main line has.
    fn fix_result(&mut self) {
        let game = &mut self.game;
        let Some(result) = last_result(game).filter(|&result| result != game.result) else { return };
        let told = GameResult::from_tag(game.tags.get("Result").unwrap_or_default());
        if game.result != GameResult::Unknown && game.result != told {
            self.head.lost.push(format!("The moves ended with: {}", game.result));
        }
        game.result = result;
    }

    /// Notes the tags, each name once, and the parts that are lost.
    fn tags(&mut self) {
        let Repairer { game, head, places, .. } = self;
        places.clear();
        for (name, unknown) in ROSTER {
            places.insert(name.to_owned(), head.tags.len());
            head.tags.push((name.to_owned(), unknown.to_owned()));
        }
        // The names that have been seen; until then a value of the roster is only what stands for none.
        let mut seen = [false; ROSTER.len()].to_vec();
        let start = Start::of(game);
        for (written, value) in game.tags().iter() {
            let name = clean::common_name(&clean::name(written)).to_owned();
            let mut value = clean::normal(&name, &clean::meant(value));
            match written {
                "White" | "Black" if game.preferred.is_some() => {
                    let color = if written == "White" { Color::White } else { Color::Black };
                    let mut own = String::new();
                    push_player(&value, &mut own);
                    if own != game.player(color) {
                        game.player(color).clone_into(&mut value);
                    }
                }
                "FEN" if start == Start::Array => continue,
                "Variant" if start == Start::OffBoard => {
                    head.lost.push(format!("The Variant tag, which the FEN tag does not fit: {value}"));
                    continue;
                }
                "Result" => {
                    if says_more(&value, game.result()) {
                        head.lost.push(format!("The Result tag said: {value}"));
                    }
                    continue;
                }
                _ => {}
            }
            if value.len() > LONGEST_VALUE {
                let at = (0..=LONGEST_VALUE).rev().find(|&at| value.is_char_boundary(at)).unwrap_or(0);
                head.lost.push(format!("The tag {name} goes on: {}", &value[at..]));
                value.truncate(at);
            }
            match places.get(&name) {
                Some(&place) => {
                    let old = std::mem::replace(&mut head.tags[place].1, value);
                    let had = std::mem::replace(&mut seen[place], true);
                    if had && old != head.tags[place].1 {
                        head.lost.push(format!("Another {name} tag: {old}"));
                    }
                }
                None => {
                    places.insert(name.clone(), head.tags.len());
                    head.tags.push((name, value));
                    seen.push(true);
                }
            }
        }
        head.tags[places["Result"]].1 = game.result().as_str().to_owned();
        start.put(game, head);
        let options = &self.options;
        head.tags.retain(|(name, _)| options.wants(name) || matches!(&**name, "FEN" | "SetUp" | "Variant"));
        for (_, value) in &mut head.tags {
            *value = clean::escaped(value);
        }
    }

    /// Notes the lines other than tags, and the other lost parts of the text.
    fn lost_lines(&mut self, raw: &RawGame) {
        for fault in self.game.faults().list() {
            match fault.kind {
                FaultKind::MalformedTag => {
                    let at = usize::try_from(fault.offset - raw.offset).unwrap_or(usize::MAX);
                    let rest = raw.bytes.get(at..).unwrap_or_default();
                    let line = &rest[..memchr::memchr2(b'\n', b'\r', rest).unwrap_or(rest.len())];
                    if tags::scan(line, 0).is_none() {
                        let mut text = String::from("Not read: ");
                        super::text::decode(line, &mut text);
                        self.head.lost.push(text);
                    }
                }
                FaultKind::BadRow => {
                    let mut text = String::from("Not read: ");
                    super::text::decode(raw.row_fault().map_or(&[], |fault| &fault.text), &mut text);
                    self.head.lost.push(text);
                }
                FaultKind::GameTooLong => self.head.lost.push(fault.message.clone()),
                _ => {}
            }
        }
    }
}

/// Sets the tags of the first position.
fn put_start(head: &mut CleanHead, fen: &str) {
    for (name, value) in [("SetUp", "1"), ("FEN", fen)] {
        match head.tags.iter_mut().find(|(known, _)| known == name) {
            Some((_, old)) => value.clone_into(old),
            None => head.tags.push((name.into(), value.into())),
        }
    }
}

/// The start that the FEN tag gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Start {
    /// There is none, or it says nothing.
    Array,
    /// It is read by the rules of the game, and its text may say more than a board does: pockets, checks.
    AsWritten,
    /// It is read.
    Read,
    /// It cannot be read.
    Unreadable,
    /// It cannot be read by the rules of the variant, so that the variant is given up with it.
    OffBoard,
}

impl Start {
    fn of(game: &Game) -> Start {
        let own_rules = game.variant().is_some_and(Variant::has_own_rules);
        match game.tags().get("FEN") {
            _ if !game.has_fen => Start::Array,
            None => Start::Array,
            Some(_) if own_rules && game.tree().situation(0).is_none() => Start::OffBoard,
            Some(fen) if fen::parse(fen.trim()).is_err() => Start::Unreadable,
            Some(_) if own_rules || game.variant().is_none() => Start::AsWritten,
            Some(_) => Start::Read,
        }
    }

    /// Puts the tags FEN and SetUp in their places, and notes a FEN that is lost.
    fn put(self, game: &Game, head: &mut CleanHead) {
        if self == Start::Array {
            return;
        }
        let place = head.tags.iter().position(|(name, _)| name == "FEN").unwrap_or(head.tags.len() - 1);
        let written = std::mem::take(&mut head.tags[place].1);
        let fen = fen::write(game.start());
        if matches!(self, Start::Unreadable | Start::OffBoard) && written != fen {
            head.lost.push(format!("The FEN tag, which cannot be read: {written}"));
        }
        head.tags[place].1 = if self == Start::AsWritten { written } else { fen };
        match head.tags.iter_mut().find(|(name, _)| name == "SetUp") {
            Some((_, value)) => *value = "1".into(),
            None => head.tags.insert(place, ("SetUp".into(), "1".into())),
        }
    }
}

/// The result of a game whose last position ends it by the rules of chess.
fn last_result(game: &Game) -> Option<GameResult> {
    let tree = game.tree().mainline();
    let last = tree.len() - 1;
    let board = tree.board(last);
    let one_king = |color| board.kings(color).count() == 1;
    if game.variant().is_none_or(Variant::has_own_rules) || !Color::ALL.into_iter().all(one_king) {
        return None;
    }
    match tree.is_stuck(last, &mut MoveList::new()) {
        true if tree.is_check(last) => Some(board.turn().fold_wb(GameResult::Black, GameResult::White)),
        stuck => (stuck || board.is_dead()).then_some(GameResult::Draw),
    }
}

/// True if a Result tag says something that the result does not.
fn says_more(value: &str, result: GameResult) -> bool {
    let value = value.trim();
    let plain = matches!(value, "" | "?" | "-" | "*" | "1/2" | "½-½") || value == result.as_str();
    !plain || GameResult::from_tag(value) != result && GameResult::from_tag(value) != GameResult::Unknown
}

/// The first board of a game with every right to castle that its moves take without having it, if these can be had.
fn board_with_rights(game: &Game) -> Option<Board> {
    let own_rules = game.variant().is_none_or(Variant::has_own_rules);
    if !game.has_fen || own_rules || game.start().board == Setup::initial().board {
        return None;
    }
    let mut board = game.start().board;
    let tree = game.tree().full();
    for n in 1..tree.len() {
        let (Some(mv), Some(parent)) = (tree.move_to(n), tree.parent(n)) else { continue };
        let MoveKind::Castle { rook_from, .. } = mv.kind else { continue };
        let color = tree.board(parent).turn();
        let at_home = board.kings(color).contains(mv.from)
            && board.piece_at(rook_from) == Some(tabiya_chess::Role::Rook.of(color));
        if at_home && !tree.board(parent).castling().contains(rook_from) {
            board.set_castling(board.castling() | rook_from);
        }
    }
    (board != game.start().board).then_some(board)
}
