//! Several games as one: the moves of the others as variations of those of the first, with the comments of all.

use crate::notes::CommentPlace;
use crate::variant::Start;
use crate::write::{CleanHead, TooLong, Writer};
use crate::{Game, GameResult, MAX_POSITIONS, Tags};
use indexmap::IndexMap;
use tabiya_chess::fen::Setup;
use tabiya_chess::variant::{Situation, Variant};
use tabiya_chess::{Board, Move};

/// Gathers games; those with one first position become one game, in the order in which such positions come.
///
/// ```
/// # mod tabiya { pub mod game { pub use tabiya_pgn::*; } }
/// use tabiya::game::{Cut, Merger, RawGame, RepairOptions, Repairer};
/// let (mut repairer, mut merger) = (Repairer::new(), Merger::default());
/// for text in ["[White \"A\"] 1. e4 e5 1-0", "[White \"B\"] 1. e4 c5 {sharp} 0-1"] {
///     repairer.read(&RawGame::from_bytes(text.as_bytes()));
///     repairer.merge(Cut::default(), &mut merger).unwrap();
/// }
/// let mut out = String::new();
/// merger.write(&mut out).unwrap();
/// assert!(out.ends_with("\n\n1. e4 e5 {A - ?, 1-0} (1... c5 {sharp} {B - ?, 0-1}) *\n\n"));
/// ```
#[derive(Debug, Default)]
pub struct Merger {
    /// In the order in which the first positions came. Counters do not tell these apart.
    games: IndexMap<(Board, Option<Situation>, Option<Variant>), Merged>,
    pub(crate) writer: Writer,
}

/// Games with one first position.
#[derive(Debug)]
struct Merged {
    start: Setup,
    head: CleanHead,
    /// That of all games that have one; none if two of them differ.
    result: Option<GameResult>,
    /// The first one is the first position.
    nodes: Vec<Node>,
    count: usize,
    /// What the first game is called. It is said when there is a second one.
    first: Option<(u32, String)>,
}

/// A position with what any of the games has there.
#[derive(Debug, Default)]
struct Node {
    mv: Option<Move>,
    children: Vec<u32>,
    comments: Vec<String>,
    nags: Vec<u32>,
}

impl Node {
    fn comment(&mut self, text: &str) {
        if !text.trim().is_empty() && !self.comments.iter().any(|known| known == text) {
            self.comments.push(text.to_owned());
        }
    }
}

impl Merger {
    /// Adds a game with its clean tags, and those by which the end of its moves says which game it was.
    ///
    /// # Errors
    ///
    /// If the game of all would have more positions than a game may have.
    pub(crate) fn add(&mut self, game: &Game, (head, named): (&CleanHead, Option<&Tags>)) -> Result<(), TooLong> {
        let start = (game.start().board, game.tree().situation(0).cloned(), game.variant);
        self.games.entry(start).or_insert_with(|| Merged::new(game, head)).add(game, (head, named))
    }

    /// Appends the games, each with an empty line after it, and forgets them.
    ///
    /// # Errors
    ///
    /// If one of them is too long.
    pub fn write(&mut self, out: &mut String) -> Result<(), TooLong> {
        let mut game = Game::new();
        for ((_, situation, variant), merged) in std::mem::take(&mut self.games) {
            game.variant = variant;
            merged.build(situation, &mut game)?;
            self.writer.write_within(&game, &merged.head, out)?;
        }
        Ok(())
    }

    /// The number of games that all become.
    pub fn len(&self) -> usize {
        self.games.len()
    }

    /// True if there are none.
    pub fn is_empty(&self) -> bool {
        self.games.is_empty()
    }
}

impl Merged {
    fn new(game: &Game, head: &CleanHead) -> Merged {
        let head = CleanHead { tags: head.tags.clone(), lost: Vec::new() };
        Merged {
            start: *game.start(),
            head,
            result: Some(game.result()),
            nodes: vec![Node::default()],
            count: 0,
            first: None,
        }
    }

    fn add(&mut self, game: &Game, (head, named): (&CleanHead, Option<&Tags>)) -> Result<(), TooLong> {
        self.count += 1;
        self.share_tags(game, head);
        self.head.lost.extend(head.lost.iter().cloned());
        let tree = game.tree().full();
        let mut places = vec![0; tree.len() as usize];
        for node in 0..tree.len() {
            if let (Some(above), Some(mv)) = (tree.parent(node), tree.move_to(node)) {
                places[node as usize] = self.child(places[above as usize], *mv);
            }
            if self.nodes.len() > MAX_POSITIONS as usize {
                return Err(TooLong);
            }
            let place = places[node as usize];
            for (kind, text) in game.notes().comments(node) {
                let before = kind == CommentPlace::Before;
                let at = tree.parent(node).filter(|_| before).map_or(place, |above| places[above as usize]);
                self.nodes[at as usize].comment(text);
            }
            for rest in game.notes().rests(node).filter(|rest| !rest.trim_ascii().is_empty()) {
                self.nodes[place as usize].comment(&format!("Not read: {rest}"));
            }
            for nag in game.notes().nags(node) {
                let nags = &mut self.nodes[place as usize].nags;
                if !nags.contains(&nag) {
                    nags.push(nag);
                }
            }
        }
        if let Some(tags) = named {
            self.name((places[game.tree().mainline_len() as usize - 1], title(tags, game.result())));
        }
        Ok(())
    }

    /// The position after a move.
    fn child(&mut self, above: u32, mv: Move) -> u32 {
        let children = &self.nodes[above as usize].children;
        if let Some(&child) = children.iter().find(|&&child| self.nodes[child as usize].mv == Some(mv)) {
            return child;
        }
        let child = u32::try_from(self.nodes.len()).unwrap_or(u32::MAX);
        self.nodes.push(Node { mv: Some(mv), ..Node::default() });
        self.nodes[above as usize].children.push(child);
        child
    }

    /// Says at the end of the moves of a game which it was; of the first one when there is a second one.
    fn name(&mut self, (at, title): (u32, String)) {
        if self.count == 1 {
            self.first = Some((at, title));
            return;
        }
        for (at, title) in self.first.take().into_iter().chain([(at, title)]) {
            self.nodes[at as usize].comment(&title);
        }
    }

    /// Keeps of the tags those values that all games have.
    fn share_tags(&mut self, game: &Game, head: &CleanHead) {
        self.result = match (self.result, game.result()) {
            (known, GameResult::Unknown) => known,
            (Some(GameResult::Unknown), first) => Some(first),
            (known, other) => known.filter(|known| *known == other),
        };
        let result = self.result.unwrap_or(GameResult::Unknown).as_str();
        self.head.tags.retain_mut(|(name, value)| {
            let other = head.tags.iter().find(|(other, _)| other == name).map(|(_, value)| value);
            let is_start = matches!(&**name, "FEN" | "SetUp");
            if is_start || other == Some(value) {
                return true;
            }
            let unknown = match &**name {
                "Result" => result,
                "Date" => "????.??.??",
                "Event" | "Site" | "Round" | "White" | "Black" => "?",
                _ => return false,
            };
            unknown.clone_into(value);
            true
        });
    }

    /// Builds the game of all.
    fn build(&self, situation: Option<Situation>, game: &mut Game) -> Result<(), TooLong> {
        let mut builder = game.build(1, 0, 1);
        builder.begin(Start { setup: self.start, situation, unfit: None, dropped: String::new() });
        builder.result(self.result.unwrap_or(GameResult::Unknown));
        let mut stack = vec![(0, 0)];
        while let Some((number, above)) = stack.pop() {
            let node = &self.nodes[number as usize];
            let mut place = 0;
            if let Some(mv) = node.mv {
                let back = builder.tip_ply() - builder.game().tree().node(above).ply;
                place = builder.take_back(back).and_then(|()| builder.play(mv)).map_err(|_| TooLong)?;
            }
            for text in &node.comments {
                builder.comment(place, CommentPlace::After, text).map_err(|_| TooLong)?;
            }
            for &nag in &node.nags {
                builder.nag(place, nag).map_err(|_| TooLong)?;
            }
            stack.extend(node.children.iter().rev().map(|&child| (child, place)));
        }
        Ok(())
    }
}

/// Which game it was: `White - Black, Event 2020, 1-0`.
fn title(tags: &Tags, result: GameResult) -> String {
    let tag = |name: &str| {
        let value = tags.get(name).unwrap_or_default().trim();
        (!value.is_empty() && !value.starts_with('?')).then_some(value)
    };
    let players = match (tag("White"), tag("Black")) {
        (None, None) => None,
        (white, black) => Some(format!("{} - {}", white.unwrap_or("?"), black.unwrap_or("?"))),
    };
    let year = tag("Date").and_then(|date| date.get(..4));
    let result = Some(result.as_str()).filter(|result| *result != "*");
    let parts = [players.as_deref(), tag("Event"), year, result];
    parts.into_iter().flatten().collect::<Vec<&str>>().join(", ")
}
