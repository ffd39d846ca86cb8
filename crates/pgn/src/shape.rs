//! Shaping games: parts that are left out, moves that are cut off, and each line of a game as one of its own.
//!
//! A shape makes games of a game, by moves and notes; the writer takes care of the tags.

use crate::commands::with_commands;
use crate::notes::{CommentPlace, Notes};
use crate::variant::Start;
use crate::{Game, GameBuilder, GameResult};
use std::borrow::Cow;
use tabiya_chess::fen::Setup;

/// The parts that can be left out of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// All moves but those of the main line.
    Variations,
    /// Comments, with the commands in them.
    Comments,
    /// The words of comments. Commands stay.
    Words,
    /// Numeric annotation glyphs: `$1`, `!`.
    Nags,
    /// The commands about time: `[%clk 0:05:12]`, `[%emt 0:00:03]`, `[%egt 0:10:00]`, `[%mct 17:10:42]`, `[%timestamp 12]`.
    Clocks,
    /// The commands about evaluations: `[%eval 0.35]`, `[%evp 0,2,19,36]`.
    Evals,
    /// The commands about arrows and coloured squares: `[%cal Ge2e4]`, `[%csl Rf7]`, `[%draw arrow,e2,e4,green]`.
    Marks,
}

/// The parts by their names, with the commands in comments that belong to them.
const PARTS: [(&str, Part, &[&str]); 7] = [
    ("variations", Part::Variations, &[]),
    ("comments", Part::Comments, &[]),
    ("words", Part::Words, &[]),
    ("nags", Part::Nags, &[]),
    ("clocks", Part::Clocks, &["clk", "emt", "egt", "mct", "timestamp"]),
    ("evals", Part::Evals, &["eval", "evp"]),
    ("marks", Part::Marks, &["cal", "csl", "draw"]),
];

impl Part {
    /// The names of all parts.
    pub fn names() -> impl Iterator<Item = &'static str> {
        PARTS.iter().map(|(name, ..)| *name)
    }

    /// The part with a name: `nags`.
    pub fn named(name: &str) -> Option<Part> {
        PARTS.iter().find(|(known, ..)| *known == name).map(|(_, part, _)| *part)
    }
}

/// The shape that games get.
///
/// ```
/// # mod tabiya { pub mod game { pub use tabiya_pgn::*; } }
/// use tabiya::game::{Part, RawGame, RepairOptions, Repairer, Shape};
///
/// let shape = Shape { without: vec![Part::Comments, Part::Variations], lines: false };
/// let mut repairer = Repairer::with_options(RepairOptions { shape, ..RepairOptions::default() });
/// let mut out = String::new();
/// repairer.repair(&RawGame::from_bytes(b"1. e4 {good} (1. d4) e5 *"), &mut out).unwrap();
/// assert!(out.ends_with("\n\n1. e4 e5 *\n\n"), "{out}");
/// ```
#[derive(Clone, Debug, Default)]
pub struct Shape {
    /// The parts left out.
    pub without: Vec<Part>,
    /// Whether each line of a game, from the first position to one without a move, is a game of its own.
    pub lines: bool,
}

/// The part of a game's moves that is kept.
///
/// ```
/// # mod tabiya { pub mod game { pub use tabiya_pgn::*; } }
/// use tabiya::game::{Cut, RawGame, Repairer};
///
/// let (mut repairer, mut out) = (Repairer::new(), String::new());
/// repairer.read(&RawGame::from_bytes(b"1. e4 e5 2. Nf3 *"));
/// repairer.write(Cut { from: 0, to: Some(1) }, |_, text| out.push_str(text)).unwrap();
/// assert!(out.ends_with("\n\n1. e4 *\n\n"), "{out}");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cut {
    /// The position of the main line from which on the moves are kept; it becomes the first one. Games of variants with rules of their
    /// own are kept from their beginning.
    pub from: u32,
    /// The ply up to which moves are kept, counted from the first position of the whole game; none if all are. Variations are
    /// cut at the same ply.
    pub to: Option<u32>,
}

impl Cut {
    /// True if it leaves out nothing.
    fn is_whole(self) -> bool {
        self == Cut::default()
    }
}

/// The result that a line of a game has, if its last position tells it.
pub(crate) type OfLine<'r> = &'r dyn Fn(&Game) -> Option<GameResult>;

impl Shape {
    pub(crate) fn leaves_out(&self, part: Part) -> bool {
        self.without.contains(&part)
    }

    fn keeps_command(&self, name: &str) -> bool {
        !PARTS.iter().any(|(_, part, commands)| commands.contains(&name) && self.leaves_out(*part))
    }

    /// True if comments about what could not be read have no place.
    pub(crate) fn is_silent(&self) -> bool {
        self.leaves_out(Part::Comments) || self.leaves_out(Part::Words)
    }

    /// Hands over the games that a game becomes, with the notes that are added to it; the game itself if it is not changed. Takes time
    /// in proportion to what it hands over. A line that is not the main one has the result that `result` gives, if there is one.
    pub(crate) fn apply<E>(
        &self,
        (game, added): (&Game, &Notes),
        (cut, result): (Cut, OfLine<'_>),
        mut take: impl FnMut(&Game) -> Result<(), E>,
    ) -> Result<(), E> {
        if self.without.is_empty() && !self.lines && cut.is_whole() && added.is_empty() {
            return take(game);
        }
        let tree = game.tree().full();
        let from = if tree.situation(0).is_some() { 0 } else { cut.from };
        let last = cut.to.map_or(u32::MAX, |to| to.max(tree.node(from).ply));
        let all = if self.leaves_out(Part::Variations) { game.tree().mainline_len() } else { tree.len() };
        let keeps = |node: u32| node < all && tree.node(node).ply <= last;
        let places = vec![None; tree.len() as usize];
        let (mut made, mut copy) = (Game::new(), Copy { shape: self, game, added, from, places });
        let mut nodes: Vec<u32> = (from..tree.end(from)).filter(|&node| keeps(node)).collect();
        if !self.lines {
            copy.make(&nodes, &mut made);
            return take(&made);
        }
        nodes.retain(|&node| !tree.children(node).any(keeps));
        let mut line = Vec::new();
        for end in nodes {
            line.clear();
            line.extend(std::iter::successors(Some(end), |&node| tree.parent(node).filter(|_| node > from)));
            line.reverse();
            copy.make(&line, &mut made);
            if end >= game.tree().mainline_len() {
                // Nobody has played it.
                made.result = result(&made).unwrap_or(GameResult::Unknown);
            }
            take(&made)?;
        }
        Ok(())
    }

    /// The parts kept of a comment.
    fn comment<'t>(&self, text: &'t str) -> Option<Cow<'t, str>> {
        if self.leaves_out(Part::Comments) {
            return None;
        }
        let words = !self.leaves_out(Part::Words);
        let kept = match words && !text.contains("[%") {
            true => Cow::Borrowed(text),
            false => Cow::Owned(with_commands(text, words, |name| self.keeps_command(name))),
        };
        Some(kept).filter(|kept| !kept.trim().is_empty() || text.trim().is_empty())
    }
}

/// Copies of a game without some of its positions.
struct Copy<'g> {
    shape: &'g Shape,
    game: &'g Game,
    added: &'g Notes,
    /// The position that becomes the first one.
    from: u32,
    /// By position of the game: its number in the copy that is made, if it is there.
    places: Vec<Option<u32>>,
}

impl Copy<'_> {
    /// Makes the game of some positions, which stand in their order: the first one, and with each of the others its parent.
    fn make(&mut self, nodes: &[u32], made: &mut Game) {
        let Copy { game, from, .. } = *self;
        let tree = game.tree().full();
        self.places[from as usize] = Some(0);
        made.variant = game.variant;
        made.has_fen = game.has_fen || from > 0;
        let mut builder = made.build(game.number(), game.offset(), game.line());
        let board = *tree.board(from);
        let setup = match from {
            0 => *game.start(),
            _ => Setup { board, halfmoves: game.halfmoves(from), fullmoves: game.move_number(from) },
        };
        let situation = tree.situation(from).cloned();
        builder.begin(Start { setup, situation, unfit: None, dropped: String::new() });
        builder.result(game.result());
        for &node in &nodes[1..] {
            let above = tree.parent(node).and_then(|above| self.places[above as usize]);
            let (Some(above), Some(mv)) = (above, tree.move_to(node)) else { continue };
            let back = builder.tip_ply() - builder.game().tree().node(above).ply;
            // What fits into the game fits into a part of it.
            let played = builder.take_back(back).and_then(|()| builder.play(*mv));
            self.places[node as usize] = played.ok();
        }
        for &node in nodes {
            if let Some(place) = self.places[node as usize] {
                self.notes(node, place, &mut builder);
            }
            for first in game.notes().nested(node) {
                if let (Some(host), Some(first)) = (self.places[node as usize], self.places[first as usize]) {
                    // One that stands in a variation that is the main line now stands in none.
                    let _ = builder.host(host, first);
                }
            }
        }
        nodes.iter().for_each(|&node| self.places[node as usize] = None);
    }

    /// Copies what stands at a position, whose number in the copy is `place`.
    fn notes(&self, node: u32, place: u32, builder: &mut GameBuilder<'_>) {
        let notes = self.game.notes();
        let is_alternative = |node: u32| builder.game().tree().node(node).child_index > 0;
        let mut comments = Vec::new();
        for (kind, text) in notes.comments(node) {
            let Some(text) = self.shape.comment(text) else { continue };
            let variation = |first: u32| self.places[first as usize].filter(|&first| is_alternative(first));
            comments.push(match kind {
                CommentPlace::Before if is_alternative(place) => (place, kind, text),
                CommentPlace::Before => (builder.game().tree().parent(place), CommentPlace::After, text),
                CommentPlace::After => (place, kind, text),
                CommentPlace::AfterVariation(first) => {
                    let kind = variation(first).map_or(CommentPlace::After, CommentPlace::AfterVariation);
                    (place, kind, text)
                }
            });
        }
        if !self.shape.is_silent() {
            let unread = notes.rests(node).filter(|text| !text.trim_ascii().is_empty());
            comments.extend(unread.map(|text| (place, CommentPlace::After, format!("Not read: {text}").into())));
        }
        comments.extend(self.added.comments(node).map(|(kind, text)| (place, kind, text.into())));
        // All numbers are those of positions that have been built.
        for (place, kind, text) in comments {
            let _ = builder.comment(place, kind, &text);
        }
        if node > self.from {
            let own = notes.nags(node).filter(|_| !self.shape.leaves_out(Part::Nags));
            for nag in own.chain(self.added.nags(node)) {
                let _ = builder.nag(place, nag);
            }
        }
    }
}
