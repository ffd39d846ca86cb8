//! Writing a game as PGN, with all it had, and with what a search adds.
//!
//! Two layouts for all. [`Layout::Cql`] is that of CQL 6.2's output files, to the letter, but for three things that CQL
//! loses: several comments at one place stay several, text is UTF-8, and after a move that could not be read the whole
//! rest of the line stands in the comment. [`Layout::Export`] is PGN's export format, with comments letter by letter
//! and the tags in their own order.
//!
//! Neither invents: a line that was not read to its end has its unread text in a comment
//! (`Error reading move: ...`, braces in it as `<` and `>`). A third layout, `Clean`, is for
//! [`Repairer`](super::Repairer): what it writes reads back without a fault and is written again to the same bytes.

mod additions;
pub(super) mod clean;
mod head;
mod lines;
mod within;

pub use additions::Additions;
pub use within::TooLong;

use super::letters::Letters;
use super::notes::CommentPlace;
use super::text::{push_collapsed, push_unread};
use super::{Game, number_at};
use head::{cql_tags, export_tags};
use lines::Lines;
use std::fmt::Write as _;
use tabiya_chess::{Color, MoveList};

/// The layout of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Layout {
    /// As CQL 6.2: `1.e4 e5 ( 1...c5 ) 2.Nf3 {a comment} 2...Nc6 1-0`.
    #[default]
    Cql,
    /// As PGN's standard: `1. e4 e5 (1... c5) 2. Nf3 {a comment} 2... Nc6 1-0`.
    Export,
}

/// The layout of movetext.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Style {
    Cql,
    Export,
    /// As `Export`, with comments broken into lines and freed of everything that could be misread.
    Clean,
}

impl From<Layout> for Style {
    fn from(layout: Layout) -> Style {
        match layout {
            Layout::Cql => Style::Cql,
            Layout::Export => Style::Export,
        }
    }
}

/// The lines that [`Writer::write_clean`] puts before the moves.
#[derive(Clone, Debug, Default)]
pub(super) struct CleanHead {
    /// Names and values, each name once. Values hold neither quotes nor control characters unless they are escaped.
    pub(super) tags: Vec<(String, String)>,
    /// Comments about what is lost.
    pub(super) lost: Vec<String>,
}

/// Writes games; holds memory that is used again.
///
/// ```
/// # mod tabiya { pub mod game { pub use tabiya_pgn::*; } }
/// use tabiya::game::{Additions, Game, Layout, RawGame, Writer};
/// let mut game = Game::new();
/// game.parse(&RawGame::from_bytes(b"[White \"Tal\"] 1. e4 {best} (1. d4) e5 1-0"));
/// let mut additions = Additions::default();
/// additions.add_comment(1, "CQL");
/// let mut text = String::new();
/// Writer::new(Layout::Cql).write(&game, &mut additions, &mut text);
/// assert!(text.ends_with("\n\n1.e4 {best CQL} ( 1.d4 ) 1...e5 1-0\n"));
/// ```
#[derive(Debug, Default)]
pub struct Writer {
    layout: Layout,
    /// The longest comment that is not cut, in bytes; only in clean PGN.
    pub(super) longest_comment: Option<usize>,
    /// The letters of the pieces, if they are not the English ones.
    pub(super) letters: Option<Letters>,
    /// True if comments after variations are put after the move that these belong to.
    gathers: bool,
    /// True if comments without text are written, in CQL's layout.
    keeps_empty: bool,
    moves: MoveList,
    stack: Vec<Pending>,
    /// A comment, or a move, before it is put in lines.
    text: String,
    /// The lines. As bytes, because what is appended to a text sign by sign is looked at sign by sign.
    movetext: Vec<u8>,
    nested: Vec<u32>,
    /// By node: whether something must be written after its move, so that most moves need not ask.
    noted: Vec<bool>,
}

/// An item that is still to be written.
#[derive(Clone, Copy, Debug)]
enum Pending {
    /// A move, and all that follows it in its line.
    Move(u32),
    /// The variation that begins with the move `first` and comes after the move `host`.
    Open { first: u32, host: u32 },
    /// The end of that variation.
    Close { first: u32, host: u32 },
}

impl Writer {
    /// A writer in a layout.
    pub fn new(layout: Layout) -> Writer {
        Writer { layout, ..Writer::default() }
    }

    /// The same writer, which puts comments that come after a variation after the move that it belongs to, where CQL
    /// sees them.
    pub fn gathering(self) -> Writer {
        Writer { gathers: true, ..self }
    }

    /// The same writer, which writes a comment without text as `{}`, as CQL does, unless another one stands at its place.
    /// Other writers leave it out of CQL's layout.
    pub fn keeping_empty_comments(self) -> Writer {
        Writer { keeps_empty: true, ..self }
    }

    /// Appends a game to `out`, with additions. The text ends with the result and the end of the line.
    pub fn write(&mut self, game: &Game, additions: &mut Additions, out: &mut String) {
        additions.sort();
        // Most games take no more, and `out` need not grow step by step.
        out.reserve(48 * game.tags().len() + 8 * game.tree().len() as usize);
        match self.layout {
            Layout::Cql => cql_tags(game, additions, out),
            Layout::Export => export_tags(game, additions, out),
        }
        out.push('\n');
        self.movetext(game, additions, &[], (self.layout.into(), out));
    }

    /// Appends a game with this head as clean PGN.
    pub(super) fn write_clean(&mut self, game: &Game, head: &CleanHead, out: &mut String) {
        for (name, value) in &head.tags {
            let _ = writeln!(out, "[{name} \"{value}\"]");
        }
        out.push('\n');
        self.movetext(game, &Additions::default(), &head.lost, (Style::Clean, out));
    }

    /// Appends everything after the tags.
    fn movetext(&mut self, game: &Game, additions: &Additions, lost: &[String], (style, out): (Style, &mut String)) {
        let mut bytes = std::mem::take(&mut self.movetext);
        bytes.clear();
        self.body(game, additions, lost, &mut Lines::new(style, &mut bytes));
        out.push_str(std::str::from_utf8(&bytes).expect("texts, and signs of ASCII"));
        self.movetext = bytes;
    }

    fn body(&mut self, game: &Game, additions: &Additions, lost: &[String], lines: &mut Lines<'_>) {
        self.noted.clear();
        self.noted.resize(game.tree().len() as usize, false);
        for node in game.notes().nodes().chain(additions.nodes()) {
            if let Some(noted) = self.noted.get_mut(node as usize) {
                *noted = true;
            }
        }
        self.root(game, additions, lost, lines);
        self.moves(game, additions, lines);
        lines.word(game.result().as_str());
        lines.line_end();
    }

    /// The comments before the first move, each on lines of its own.
    fn root(&mut self, game: &Game, additions: &Additions, lost: &[String], lines: &mut Lines<'_>) {
        let style = lines.style();
        let mut put = |text: &str| {
            lines.comment(text, style == Style::Cql);
            lines.line_end();
        };
        self.comments_at(game, additions, style, 0, CommentPlace::After, &mut put);
        for text in lost {
            self.own_comment(text, style);
            put(&self.text);
        }
        self.rests(game, additions, 0, style, &mut put);
        for nag in game.notes().nags(0) {
            self.text.clear();
            let _ = write!(self.text, "${nag}");
            lines.word(&self.text);
            lines.blank();
        }
    }

    fn moves(&mut self, game: &Game, additions: &Additions, lines: &mut Lines<'_>) {
        let tree = game.tree().full();
        let branches = game.tree().len() > game.tree().mainline_len();
        let mut numbered = true;
        self.stack.clear();
        self.stack.extend(tree.first_child(0).map(Pending::Move));
        while let Some(step) = self.stack.pop() {
            match step {
                Pending::Move(first) => {
                    let mut next = Some(first);
                    while let Some(node) = next {
                        next = tree.first_child(node);
                        self.one_move(game, node, numbered, lines);
                        numbered = self.noted[node as usize] && self.notes(game, additions, node, lines);
                        if branches {
                            self.stack.extend(next.take().map(Pending::Move));
                            self.push_variations(game, node);
                        }
                    }
                }
                Pending::Open { first, host } => {
                    lines.open();
                    for text in game.notes().comments_at(first, CommentPlace::Before) {
                        self.own_comment(text, lines.style());
                        if !self.text.is_empty() || self.keeps_empty || lines.style() == Style::Export {
                            lines.comment(&self.text, false);
                            lines.blank();
                        }
                    }
                    numbered = true;
                    self.stack.push(Pending::Close { first, host });
                    self.stack.push(Pending::Move(first));
                }
                Pending::Close { first, host } => {
                    lines.close();
                    self.comments_at(
                        game,
                        additions,
                        lines.style(),
                        host,
                        CommentPlace::AfterVariation(first),
                        |text| {
                            lines.comment(text, false);
                            lines.blank();
                        },
                    );
                    numbered = true;
                }
            }
        }
    }

    /// Leaves the variations after a move to be written before the rest of its line. Comments after a variation
    /// belong to that move.
    fn push_variations(&mut self, game: &Game, node: u32) {
        let tree = game.tree().full();
        self.nested.clear();
        if tree.node(node).child_index == 0 {
            let mut next = tree.next_sibling(node);
            while let Some(sibling) = next {
                if !tree.node(sibling).nested {
                    self.nested.push(sibling);
                }
                next = tree.next_sibling(sibling);
            }
        }
        self.nested.extend(game.notes().nested(node));
        self.stack.extend(self.nested.iter().rev().map(|&first| Pending::Open { first, host: node }));
    }

    #[inline]
    fn one_move(&mut self, game: &Game, node: u32, numbered: bool, lines: &mut Lines<'_>) {
        let tree = game.tree();
        let before = tree.node(tree.parent(node));
        if before.board.turn() == Color::White || numbered {
            lines.number(number_at(game.start(), before.ply), before.board.turn().fold_wb(".", "..."));
        }
        match tree.san_text(node, &mut self.moves) {
            Some(san) if self.letters.is_none() => lines.san(&san),
            _ => {
                self.text.clear();
                tree.write_san(node, &mut self.moves, &mut self.text);
                if let Some(letters) = self.letters {
                    let english = std::mem::take(&mut self.text);
                    letters.push(&english, &mut self.text);
                }
                lines.word(&self.text);
            }
        }
        lines.blank();
        if self.noted[node as usize] {
            for nag in game.notes().nags(node) {
                self.text.clear();
                let _ = write!(self.text, "${nag}");
                lines.word(&self.text);
                lines.blank();
            }
        }
    }

    /// Writes the notes after a move. True if a number is needed after them.
    fn notes(&mut self, game: &Game, additions: &Additions, node: u32, lines: &mut Lines<'_>) -> bool {
        let style = lines.style();
        let mut any = false;
        let mut put = |text: &str| {
            any = true;
            lines.comment(text, false);
            lines.blank();
        };
        self.comments_at(game, additions, style, node, CommentPlace::After, &mut put);
        self.rests(game, additions, node, style, &mut put);
        any
    }

    /// The text that was not read after a node, as comments.
    fn rests(&mut self, game: &Game, additions: &Additions, node: u32, style: Style, mut put: impl FnMut(&str)) {
        let removed = additions.removes(node);
        for (rest, seen) in game.notes().seen_rests(node) {
            // Of a game whose first position cannot be read there may be nothing more.
            if rest.trim_ascii().is_empty() || seen && removed {
                continue;
            }
            self.text.clear();
            if style == Style::Clean {
                self.text.push_str("Not read: ");
                clean::push_text(rest, self.longest_comment, &mut self.text);
            } else {
                push_unread(rest, &mut self.text);
            }
            put(&self.text);
        }
    }

    /// Puts a comment of the game in `self.text` as a style has it.
    fn own_comment(&mut self, text: &str, style: Style) {
        self.text.clear();
        match style {
            Style::Cql => push_collapsed(text, &mut self.text),
            Style::Export => self.text.push_str(text),
            Style::Clean => clean::push_text(text, self.longest_comment, &mut self.text),
        }
    }

    /// The texts of the comments at a place of a node. Additions come after the last one, in the same braces.
    fn comments_at(
        &mut self,
        game: &Game,
        additions: &Additions,
        style: Style,
        node: u32,
        place: CommentPlace,
        mut put: impl FnMut(&str),
    ) {
        let removed = additions.removes(node);
        let gathers = self.gathers && place != CommentPlace::Before;
        // Only the comments that are wanted are looked at: a move may have many variations with comments after them.
        let own = || {
            let behind = game.notes().comments(node).filter(|(at, _)| *at != CommentPlace::Before);
            let gathered = (gathers && place == CommentPlace::After).then(|| behind.map(|(_, text)| text));
            let here = (!gathers).then(|| game.notes().comments_at(node, place));
            gathered.into_iter().flatten().chain(here.into_iter().flatten())
        };
        let added = || additions.comments(node).filter(|_| place == CommentPlace::After);
        let count = own().count();
        let says_nothing = own().all(|text| text.trim_ascii().is_empty());
        let unread = || place == CommentPlace::After && game.notes().seen_rests(node).any(|(_, seen)| seen);
        let taken = removed && (!says_nothing || unread());
        let keeps_empty = self.keeps_empty && says_nothing;
        let adds = added().any(|text| !text.is_empty());
        for (i, text) in own().enumerate().filter(|_| !removed) {
            self.own_comment(text, style);
            if i + 1 == count && adds {
                break;
            }
            if !self.text.is_empty() || keeps_empty && i + 1 == count {
                put(&self.text);
            }
        }
        if !adds {
            return;
        }
        if count == 0 || removed {
            self.text.clear();
        }
        for text in added() {
            // A comment that was taken away still counts for the blank before the next, as in CQL.
            if !self.text.is_empty() || taken {
                self.text.push(' ');
            }
            self.text.push_str(text);
        }
        // A comment that grows has no braces inside, its old part included. CQL writes the delete character as `?`.
        if memchr::memchr2(b'{', b'}', self.text.as_bytes()).is_some() {
            self.text = self.text.replace(['{', '}'], "_");
        }
        if self.layout == Layout::Cql && self.text.contains('\u{7f}') {
            self.text = self.text.replace('\u{7f}', "?");
        }
        put(&self.text);
    }
}
