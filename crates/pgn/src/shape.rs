//! Shaping games: parts that are left out, moves that are cut off, and each line of a game as one of its own.
//!
//! A shape makes games of a game, by moves and notes; whoever writes them cares for the tags.

use crate::commands::without_commands;
use crate::notes::CommentPlace;
use crate::variant::Start;
use crate::{Game, GameBuilder};
use std::borrow::Cow;
use tabiya_chess::fen::Setup;

/// What can be left out of a game.
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
    /// The commands about time: `[%clk 0:05:12]`, `[%emt 0:00:03]`, `[%egt 0:10:00]`.
    Clocks,
    /// The commands about evaluations: `[%eval 0.35]`.
    Evals,
    /// The commands about arrows and coloured squares: `[%cal Ge2e4]`, `[%csl Rf7]`.
    Marks,
}

impl Part {
    /// The names of the commands that are this part.
    fn commands(self) -> &'static [&'static str] {
        match self {
            Part::Clocks => &["clk", "emt", "egt", "mct", "ccsnt"],
            Part::Evals => &["eval", "evp", "wdl", "depth"],
            Part::Marks => &["cal", "csl", "draw"],
            Part::Variations | Part::Comments | Part::Words | Part::Nags => &[],
        }
    }
}

/// The shape that games get.
#[derive(Clone, Debug, Default)]
pub struct Shape {
    /// What is left out.
    pub without: Vec<Part>,
    /// Whether each line of a game, from the first position to one without a move, is a game of its own.
    pub lines: bool,
}

/// The part of a game's moves that is kept.
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

impl Shape {
    fn leaves_out(&self, part: Part) -> bool {
        self.without.contains(&part)
    }

    /// True if comments about what could not be read have no place.
    pub(crate) fn is_silent(&self) -> bool {
        self.leaves_out(Part::Comments) || self.leaves_out(Part::Words)
    }

    /// Hands over the games that a game becomes; the game itself if it is not changed. Takes time in proportion to what it hands over.
    pub(crate) fn apply<E>(
        &self,
        game: &Game,
        cut: Cut,
        mut take: impl FnMut(&Game) -> Result<(), E>,
    ) -> Result<(), E> {
        if self.without.is_empty() && !self.lines && cut.is_whole() {
            return take(game);
        }
        let tree = game.tree().full();
        let from = if tree.situation(0).is_some() { 0 } else { cut.from };
        let last = cut.to.map_or(u32::MAX, |to| to.max(tree.node(from).ply));
        let all = if self.leaves_out(Part::Variations) { game.tree().mainline_len() } else { tree.len() };
        let keeps = |node: u32| node < all && tree.node(node).ply <= last;
        let (mut made, mut copy) = (Game::new(), Copy { shape: self, game, from, places: Vec::new() });
        if !self.lines {
            copy.make(keeps, &mut made);
            return take(&made);
        }
        let is_end = |node: u32| !tree.children(node).any(keeps);
        let mut on_line = vec![false; tree.len() as usize];
        for end in (from..tree.end(from)).filter(|&node| keeps(node) && is_end(node)) {
            let mut line = Vec::new();
            let mut at = Some(end);
            while let Some(node) = at.filter(|&node| node != from) {
                on_line[node as usize] = true;
                line.push(node);
                at = tree.parent(node);
            }
            copy.make(|node| on_line[node as usize], &mut made);
            take(&made)?;
            line.into_iter().for_each(|node| on_line[node as usize] = false);
        }
        Ok(())
    }

    /// What is kept of a comment.
    fn comment<'t>(&self, text: &'t str) -> Option<Cow<'t, str>> {
        if self.leaves_out(Part::Comments) {
            return None;
        }
        let dropped: Vec<&str> = self.without.iter().flat_map(|part| part.commands()).copied().collect();
        let words = !self.leaves_out(Part::Words);
        let kept = match dropped.is_empty() && words {
            true => Cow::Borrowed(text),
            false => Cow::Owned(without_commands(text, &dropped, words)),
        };
        Some(kept).filter(|kept| !kept.trim().is_empty() || text.trim().is_empty())
    }
}

/// Copies of a game without some of its positions.
struct Copy<'g> {
    shape: &'g Shape,
    game: &'g Game,
    /// The position that becomes the first one.
    from: u32,
    /// By position of the game: its number in the copy, if it is there.
    places: Vec<Option<u32>>,
}

impl Copy<'_> {
    /// Makes the game of the positions that are kept. With a position its parent must be kept.
    fn make(&mut self, keeps: impl Fn(u32) -> bool, made: &mut Game) {
        let Copy { game, from, .. } = *self;
        let tree = game.tree().full();
        self.places.clear();
        self.places.resize(tree.len() as usize, None);
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
        for node in from + 1..tree.end(from) {
            let above = tree.parent(node).and_then(|above| self.places[above as usize]);
            let (Some(above), Some(mv), true) = (above, tree.move_to(node), keeps(node)) else { continue };
            let back = builder.tip_ply() - builder.game().tree().node(above).ply;
            // What fits into the game fits into a part of it.
            let played = builder.take_back(back).and_then(|()| builder.play(*mv));
            self.places[node as usize] = played.ok();
        }
        for node in from..tree.end(from) {
            if let Some(place) = self.places[node as usize] {
                self.notes(node, place, &mut builder);
            }
        }
        for (host, first) in game.notes().nested_variations() {
            if let (Some(host), Some(first)) = (self.places[host as usize], self.places[first as usize]) {
                // One that stands in a variation that is the main line now stands in none.
                let _ = builder.host(host, first);
            }
        }
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
        // All numbers are those of positions that have been built.
        for (place, kind, text) in comments {
            let _ = builder.comment(place, kind, &text);
        }
        if node > self.from && !self.shape.leaves_out(Part::Nags) {
            for nag in notes.nags(node) {
                let _ = builder.nag(place, nag);
            }
        }
    }
}
