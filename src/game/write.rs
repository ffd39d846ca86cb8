//! Writing a game as PGN, with all it had, and with what a search adds.
//!
//! Two layouts. [`Layout::Cql`] is that of CQL 6.2's output files, to the letter, but for three things that CQL loses:
//! several comments at one place stay several, text is UTF-8, and behind a move that could not be read the whole
//! rest of the line stands in the comment. [`Layout::Export`] is PGN's export format, with comments letter by letter
//! and the tags in their own order.
//!
//! Neither invents: a line that was not read to its end has its unread text in a comment
//! (`Error reading move: ...`, braces in it as `<` and `>`).

use super::notes::Place;
use super::text::push_collapsed;
use super::{Game, number_at};
use crate::chess::fen::{self, Setup};
use crate::chess::{Color, MoveList, san};
use std::fmt::Write as _;

/// How a game is laid out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Layout {
    /// As CQL 6.2: `1.e4 e5 ( 1...c5 ) 2.Nf3 {a comment} 2...Nc6 1-0`.
    #[default]
    Cql,
    /// As PGN's standard: `1. e4 e5 (1... c5) 2. Nf3 {a comment} 2... Nc6 1-0`.
    Export,
}

/// What is to be added to a game when it is written, and taken away.
#[derive(Clone, Debug, Default)]
pub struct Additions {
    /// `(node, text)`. Texts of one node in the order in which they were added.
    comments: Vec<(u32, String)>,
    /// Nodes whose own comments are left out.
    removed: Vec<u32>,
    tags: Vec<(String, String)>,
    sorted: bool,
}

impl Additions {
    /// Forgets everything and keeps the memory.
    pub fn clear(&mut self) {
        self.comments.clear();
        self.removed.clear();
        self.tags.clear();
        self.sorted = true;
    }

    /// Adds text to the comment at a node, behind what is there.
    pub fn add_comment(&mut self, node: u32, text: impl Into<String>) {
        self.comments.push((node, text.into()));
        self.sorted = false;
    }

    /// Leaves out the game's own comments at a node.
    pub fn remove_comment(&mut self, node: u32) {
        self.removed.push(node);
        self.sorted = false;
    }

    /// Sets a tag: in its place if the game has it, else behind the others.
    pub fn set_tag(&mut self, name: impl Into<String>, value: impl Into<String>) {
        let (name, value) = (name.into(), value.into());
        match self.tags.iter_mut().find(|(old, _)| *old == name) {
            Some(old) => old.1 = value,
            None => self.tags.push((name, value)),
        }
    }

    fn sort(&mut self) {
        if !self.sorted {
            self.comments.sort_by_key(|comment| comment.0);
            self.removed.sort_unstable();
            self.sorted = true;
        }
    }

    fn comments(&self, node: u32) -> impl Iterator<Item = &str> {
        let from = self.comments.partition_point(|comment| comment.0 < node);
        self.comments[from..].iter().take_while(move |comment| comment.0 == node).map(|comment| comment.1.as_str())
    }

    fn removes(&self, node: u32) -> bool {
        self.removed.binary_search(&node).is_ok()
    }

    fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(n, _)| n == name).map(|(_, value)| value.as_str())
    }
}

/// Writes games; holds memory that is used again.
///
/// ```
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
    moves: MoveList,
    stack: Vec<Step>,
    /// A comment, or a move, before it is put in lines.
    text: String,
    hosted: Vec<u32>,
}

/// What is left to write.
#[derive(Clone, Copy, Debug)]
enum Step {
    /// A move, and all that follows it in its line.
    Move(u32),
    /// The variation that begins with a move.
    Open(u32),
    /// The end of that variation.
    Close(u32),
}

impl Writer {
    /// A writer in a layout.
    pub fn new(layout: Layout) -> Writer {
        Writer { layout, ..Writer::default() }
    }

    /// Appends a game to `out`, with additions. The text ends with the result and the end of the line.
    pub fn write(&mut self, game: &Game, additions: &mut Additions, out: &mut String) {
        additions.sort();
        match self.layout {
            Layout::Cql => cql_tags(game, additions, out),
            Layout::Export => export_tags(game, additions, out),
        }
        out.push('\n');
        let mut lines = Lines { out, column: 0, layout: self.layout, pending: Pending::Nothing };
        self.root(game, additions, &mut lines);
        self.moves(game, additions, &mut lines);
        lines.word(game.result().as_str());
        out.push('\n');
    }

    /// The comments before the first move.
    fn root(&mut self, game: &Game, additions: &Additions, lines: &mut Lines<'_>) {
        let layout = self.layout;
        self.comments_at(game, additions, 0, Place::After, |text| {
            lines.comment(text, layout == Layout::Cql);
            lines.line_end();
        });
        self.rests(game, 0, lines);
        for nag in game.notes().nags(0) {
            self.text.clear();
            let _ = write!(self.text, "${nag}");
            lines.word(&self.text);
            lines.blank();
        }
    }

    fn moves(&mut self, game: &Game, additions: &Additions, lines: &mut Lines<'_>) {
        let tree = game.tree().full();
        let mut numbered = true;
        self.stack.clear();
        self.stack.extend(tree.first_child(0).map(Step::Move));
        while let Some(step) = self.stack.pop() {
            match step {
                Step::Move(node) => {
                    self.stack.extend(tree.first_child(node).map(Step::Move));
                    self.one_move(game, node, numbered, lines);
                    numbered = self.notes(game, additions, node, lines);
                    self.push_variations(game, node);
                }
                Step::Open(first) => {
                    lines.open();
                    for (_, text) in game.notes().comments(first).filter(|(place, _)| *place == Place::Before) {
                        lines.comment(text, false);
                        lines.blank();
                    }
                    numbered = true;
                    self.stack.push(Step::Close(first));
                    self.stack.push(Step::Move(first));
                }
                Step::Close(first) => {
                    lines.close();
                    let host = self.host(game, first);
                    self.comments_at(game, additions, host, Place::AfterVariation(first), |text| {
                        lines.comment(text, false);
                        lines.blank();
                    });
                    numbered = true;
                }
            }
        }
    }

    /// The move before a variation, for the comments that stand behind it.
    fn host(&self, game: &Game, first: u32) -> u32 {
        // The step below on the stack is the next move of the line that the variation hangs on, or another variation.
        let tree = game.tree().full();
        let parent = tree.parent(first).unwrap_or(0);
        if !tree.node(first).hosted {
            return parent + 1;
        }
        tree.children(parent).find(|&child| game.notes().hosted(child).any(|node| node == first)).unwrap_or(parent + 1)
    }

    /// Leaves the variations behind a move to be written before the rest of its line.
    fn push_variations(&mut self, game: &Game, node: u32) {
        let tree = game.tree().full();
        self.hosted.clear();
        if tree.node(node).child_index == 0 {
            let mut next = tree.next_sibling(node);
            while let Some(sibling) = next {
                if !tree.node(sibling).hosted {
                    self.hosted.push(sibling);
                }
                next = tree.next_sibling(sibling);
            }
        }
        self.hosted.extend(game.notes().hosted(node));
        self.stack.extend(self.hosted.iter().rev().map(|&first| Step::Open(first)));
    }

    fn one_move(&mut self, game: &Game, node: u32, numbered: bool, lines: &mut Lines<'_>) {
        let tree = game.tree().full();
        let (Some(mv), Some(parent)) = (tree.move_to(node), tree.parent(node)) else { return };
        let board = tree.board(parent);
        self.text.clear();
        if board.turn() == Color::White || numbered {
            let dots = board.turn().fold_wb(".", "...");
            let _ = write!(self.text, "{}{dots}", number_at(game.start(), tree.node(parent).ply));
            lines.word(&self.text);
            if self.layout == Layout::Export {
                lines.blank();
            }
            self.text.clear();
        }
        san::write(board, mv, tree.board(node), &mut self.moves, &mut self.text);
        lines.word(&self.text);
        for nag in game.notes().nags(node) {
            lines.blank();
            self.text.clear();
            let _ = write!(self.text, "${nag}");
            lines.word(&self.text);
        }
        lines.blank();
    }

    /// What stands behind a move. Returns whether a number is needed after it.
    fn notes(&mut self, game: &Game, additions: &Additions, node: u32, lines: &mut Lines<'_>) -> bool {
        let mut any = false;
        self.comments_at(game, additions, node, Place::After, |text| {
            any = true;
            lines.comment(text, false);
            lines.blank();
        });
        self.rests(game, node, lines) || any
    }

    /// The text that was not read behind a node, as comments.
    fn rests(&mut self, game: &Game, node: u32, lines: &mut Lines<'_>) -> bool {
        let mut any = false;
        for rest in game.notes().rests(node) {
            any = true;
            self.text.clear();
            self.text.push_str("Error reading move: ");
            push_collapsed(rest, &mut self.text);
            let safe = self.text.replace('{', "<").replace('}', ">");
            lines.comment(&safe, false);
            lines.blank();
        }
        any
    }

    /// The texts of the comments at a place of a node. What is added stands behind the last one, in the same braces.
    fn comments_at(&mut self, game: &Game, additions: &Additions, node: u32, place: Place, mut put: impl FnMut(&str)) {
        let removed = additions.removes(node);
        let own = || game.notes().comments(node).filter(|(p, _)| *p == place).map(|(_, text)| text);
        let added = || additions.comments(node).filter(|_| place == Place::After);
        let count = own().count();
        let adds = added().any(|text| !text.is_empty());
        for (i, text) in own().enumerate().filter(|_| !removed) {
            self.text.clear();
            match self.layout {
                Layout::Cql => push_collapsed(text, &mut self.text),
                Layout::Export => self.text.push_str(text),
            }
            if i + 1 == count && adds {
                break;
            }
            if !self.text.is_empty() {
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
            if !self.text.is_empty() || (removed && count > 0) {
                self.text.push(' ');
            }
            self.text.extend(text.chars().map(|c| if matches!(c, '{' | '}') { '_' } else { c }));
        }
        put(&self.text);
    }
}

// ---------------------------------------------------------------------------------------------- tags

fn push_tag(name: &str, value: &str, out: &mut String) {
    let _ = writeln!(out, "[{name} \"{value}\"]");
}

/// Tags in CQL's order: the roster, ratings, ECO, EventDate, all others, FEN.
fn cql_tags(game: &Game, additions: &Additions, out: &mut String) {
    push_tag("Event", game.event(), out);
    push_tag("Site", game.site(), out);
    push_tag("Date", &game.date(), out);
    push_tag("Round", game.round(), out);
    push_tag("White", &game.player(Color::White), out);
    push_tag("Black", &game.player(Color::Black), out);
    push_tag("Result", game.result().as_str(), out);
    for color in [Color::White, Color::Black] {
        if let Some(rating) = game.rating(color).filter(|rating| rating.value > 0) {
            let _ = writeln!(out, "[{}{} \"{}\"]", color.fold_wb("White", "Black"), rating.kind, rating.value);
        }
    }
    if let Some(eco) = game.eco() {
        push_tag("ECO", &eco, out);
    }
    if let Some(date) = game.event_date() {
        push_tag("EventDate", &date, out);
    }
    let extra = game.extra_tags();
    for (name, value) in &extra {
        push_tag(name, additions.tag(name).unwrap_or(value), out);
    }
    for (name, value) in additions.tags.iter().filter(|(name, _)| extra.iter().all(|(old, _)| old != name)) {
        push_tag(name, value, out);
    }
    if game.has_fen && *game.start() != Setup::initial() {
        match game.start().board.occupied().is_empty() {
            // It could not be read: it stays as it is.
            true => push_tag("FEN", game.tags().get("FEN").unwrap_or(""), out),
            false => push_tag("FEN", &fen::write(game.start()), out),
        }
    }
}

/// The game's tags as they are. A Result tag that the end of the moves contradicts stays.
fn export_tags(game: &Game, additions: &Additions, out: &mut String) {
    for (name, value) in game.tags().iter() {
        push_tag(name, additions.tag(name).unwrap_or(value), out);
    }
    for (name, value) in additions.tags.iter().filter(|(name, _)| game.tags().get(name).is_none()) {
        push_tag(name, value, out);
    }
}

// ---------------------------------------------------------------------------------------------- lines

/// Breaks words into lines of at most 79 signs.
struct Lines<'o> {
    out: &'o mut String,
    column: usize,
    layout: Layout,
    pending: Pending,
}

/// What is to come before the next word. CQL's layout writes blanks at once.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Pending {
    Nothing,
    Blank,
}

const WIDTH: usize = 80;

impl Lines<'_> {
    /// A run of signs that is not broken.
    fn word(&mut self, word: &str) {
        let len = word.chars().count();
        match (self.layout, self.pending) {
            (Layout::Cql, _) => {
                if self.column + len >= WIDTH {
                    self.line_end();
                }
            }
            (Layout::Export, Pending::Blank) if self.column + 1 + len >= WIDTH => self.line_end(),
            (Layout::Export, Pending::Blank) if self.column > 0 => {
                self.out.push(' ');
                self.column += 1;
            }
            (Layout::Export, _) => {}
        }
        self.pending = Pending::Nothing;
        self.out.push_str(word);
        self.column += len;
    }

    fn blank(&mut self) {
        match self.layout {
            Layout::Cql if self.column + 1 >= WIDTH => self.line_end(),
            Layout::Cql => {
                self.out.push(' ');
                self.column += 1;
            }
            Layout::Export => self.pending = Pending::Blank,
        }
    }

    fn line_end(&mut self) {
        self.out.push('\n');
        self.column = 0;
        self.pending = Pending::Nothing;
    }

    fn open(&mut self) {
        self.word("(");
        if self.layout == Layout::Cql {
            self.blank();
        }
    }

    fn close(&mut self) {
        if self.layout == Layout::Export {
            self.pending = Pending::Nothing;
        }
        self.word(")");
        self.blank();
    }

    /// A comment with its braces. CQL's comment before the first move has its closing brace on the line of its last
    /// word, however long.
    fn comment(&mut self, text: &str, glued: bool) {
        let safe = text.contains('}').then(|| text.replace('}', "_"));
        let text = safe.as_deref().unwrap_or(text);
        if self.layout == Layout::Export {
            return self.export_comment(text);
        }
        self.word("{");
        for (i, word) in text.split(' ').enumerate() {
            if i > 0 {
                self.blank();
            }
            if !word.is_empty() {
                self.word(word);
            }
        }
        if glued {
            self.out.push('}');
            self.column += 1;
        } else {
            self.word("}");
        }
    }

    /// A comment letter by letter, on a new line if it does not fit.
    fn export_comment(&mut self, text: &str) {
        let first = text.lines().next().unwrap_or("").chars().count();
        if self.pending == Pending::Blank && self.column > 0 && self.column + 3 + first >= WIDTH {
            self.line_end();
        }
        self.word("{");
        self.out.push_str(text);
        self.out.push('}');
        self.column = match text.rsplit_once('\n') {
            Some((_, last)) => last.chars().count() + 1,
            None => self.column + text.chars().count() + 1,
        };
    }
}
