//! The tree of positions of one game.
//!
//! The number of a node is its place in pre-order, child 0's whole subtree first; it is also CQL's position id, the
//! row of every column and the bit of every set. The mainline is therefore `0..m`, and a game without its variations
//! is the same tree cut at `m`: a [`TreeView`].
//!
//! A tree keeps the nodes of the game before, because the next game writes over them: lists that are emptied and filled
//! again would write each node twice, or look at their room before each one.

use std::collections::HashMap;
use std::fmt;
use tabiya_chess::san::{self, SanText};
use tabiya_chess::variant::Situation;
use tabiya_chess::{Board, Color, Move, MoveKind, MoveList, Role, Square};

/// "No node", in `parent` of the root.
const NONE: u32 = u32::MAX;

/// One position of a game.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    /// The position.
    pub board: Board,
    /// The number of moves that led to it.
    pub ply: u32,
    /// The number of them that were secondary.
    pub depth: u32,
    /// Its place among the children of its parent; 0 for the root.
    pub child_index: u32,
    /// True if no null move and no secondary move by White led to it.
    pub virtual_mainline: bool,
    /// True if its variation is written inside another variation of the same move: `( 1. d4 ( 1. c4 ) )`.
    pub nested: bool,
}

impl AsRef<Board> for Node {
    #[inline]
    fn as_ref(&self) -> &Board {
        &self.board
    }
}

/// The positions of a game and the moves between them.
///
/// Nodes are only ever added. They are in pre-order, except in the tree that a game with variations is read into.
///
/// ```
/// # mod tabiya { pub mod game { pub use tabiya_pgn::*; } }
/// use tabiya::game::Game;
///
/// let game = Game::from_pgn("1. e4 (1. d4 d5) e5 *");
/// let (tree, mut san) = (game.tree(), String::new());
/// // 0 is the initial position and 0..3 the main line; the variation follows.
/// assert_eq!((tree.len(), tree.mainline_len()), (5, 3));
/// assert_eq!(tree.full().children(0).collect::<Vec<_>>(), [1, 3]);
/// tree.write_san(3, &mut Vec::new(), &mut san);
/// assert_eq!((san.as_str(), tree.node(3).ply), ("d4", 1));
/// ```
///
/// # Panics
/// Methods that take the number of a node panic if there is no such node, but for [`GameTree::move_to`].
#[derive(Default)]
pub struct GameTree {
    /// The number of nodes.
    len: u32,
    /// Beyond `len` stand nodes of games before, to be written over.
    nodes: Vec<Node>,
    /// The move that led to each node; the root's is a null move that is never read. As many as `nodes`.
    moves: Vec<Move>,
    /// Parent of each node; `NONE` for the root.
    parent: Vec<u32>,
    /// The number after the last node of each node's subtree.
    end: Vec<u32>,
    /// The number of nodes of the mainline.
    mainline: u32,
    /// The situation of each node, in games of variants with rules of their own; else empty.
    situations: Vec<Situation>,
}

impl Clone for GameTree {
    fn clone(&self) -> GameTree {
        let len = self.len as usize;
        GameTree {
            len: self.len,
            nodes: self.nodes[..len].to_vec(),
            moves: self.moves[..len].to_vec(),
            parent: self.parent.clone(),
            end: self.end.clone(),
            mainline: self.mainline,
            situations: self.situations.clone(),
        }
    }
}

impl fmt::Debug for GameTree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let len = self.len as usize;
        f.debug_struct("GameTree")
            .field("nodes", &&self.nodes[..len])
            .field("moves", &&self.moves[..len])
            .field("parent", &self.parent)
            .field("end", &self.end)
            .field("mainline", &self.mainline)
            .field("situations", &self.situations)
            .finish()
    }
}

impl GameTree {
    /// Forgets all nodes and keeps the memory. The tree must get a root before anything else is called.
    pub(crate) fn clear(&mut self) {
        self.len = 0;
        self.parent.clear();
        self.end.clear();
        self.mainline = 0;
        self.situations.clear();
    }

    /// Adds the situation of the next node.
    pub(crate) fn push_situation(&mut self, situation: Situation) {
        self.situations.push(situation);
    }

    pub(crate) fn push_root(&mut self, board: Board) {
        let node = Node { board, ply: 0, depth: 0, child_index: 0, virtual_mainline: true, nested: false };
        self.reserve(1);
        (self.nodes[0], self.moves[0]) = (node, san::null_move(&board));
        self.parent.push(NONE);
        self.len = 1;
    }

    /// Makes room for this many nodes after those that are there.
    #[inline]
    fn reserve(&mut self, more: usize) {
        let wanted = self.len as usize + more;
        if self.nodes.len() < wanted {
            self.grow(wanted);
        }
    }

    #[cold]
    fn grow(&mut self, wanted: usize) {
        let len = wanted.max(2 * self.nodes.len());
        let board = Board::empty();
        let none = Node { board, ply: 0, depth: 0, child_index: 0, virtual_mainline: true, nested: false };
        self.nodes.resize(len, none);
        self.moves.resize(len, san::null_move(&board));
    }

    /// Adds the next node, as child 0 of its parent. The tree is not complete before [`GameTree::close`].
    #[inline]
    pub(crate) fn push(&mut self, parent: u32, mv: Move, board: Board) -> u32 {
        self.reserve(1);
        // The board of the parent is not read, which may not be written yet.
        let Node { ply, depth, mut virtual_mainline, .. } = *self.node(parent);
        virtual_mainline &= !mv.is_null();
        self.nodes[self.len as usize] =
            Node { board, ply: ply + 1, depth, child_index: 0, virtual_mainline, nested: false };
        self.add(parent, mv)
    }

    /// The same by a move of chess, made where the board will stay: copying boards is what adding nodes costs.
    #[inline]
    pub(crate) fn push_move(&mut self, parent: u32, mv: Move) -> u32 {
        self.reserve(1);
        let (before, behind) = self.nodes.split_at_mut(self.len as usize);
        let node = &mut behind[0];
        *node = before[parent as usize];
        node.board.advance(&mv);
        node.ply += 1;
        node.child_index = 0;
        node.virtual_mainline &= !mv.is_null();
        node.nested = false;
        self.add(parent, mv)
    }

    /// Adds the next node, which has been set.
    #[inline]
    fn add(&mut self, parent: u32, mv: Move) -> u32 {
        let number = self.len;
        self.moves[number as usize] = mv;
        self.parent.push(parent);
        self.len += 1;
        number
    }

    /// Adds the nodes of a line that begins with child 0 of `parent`: see
    /// [`GameBuilder::play_line`](crate::GameBuilder::play_line).
    #[inline(always)]
    pub(crate) fn push_line<E>(
        &mut self,
        parent: u32,
        most: usize,
        mut next: impl FnMut(&mut Board, &mut Move) -> Result<bool, E>,
    ) -> Result<(), E> {
        let (number, first) = (self.len, self.len as usize);
        let Node { mut board, ply, depth, mut virtual_mainline, .. } = *self.node(parent);
        self.reserve(most);
        let (mut made, mut ended) = (0, Ok(()));
        let moves = self.moves[first..first + most].iter_mut();
        for (node, mv) in self.nodes[first..first + most].iter_mut().zip(moves) {
            match next(&mut board, mv) {
                Ok(true) => {}
                Ok(false) => break,
                Err(error) => {
                    ended = Err(error);
                    break;
                }
            }
            made += 1;
            virtual_mainline &= !mv.is_null();
            // The board is copied from one place: a copy of the node before it would have to wait until that is written.
            node.board = board;
            (node.ply, node.depth, node.child_index) = (ply + made, depth, 0);
            (node.virtual_mainline, node.nested) = (virtual_mainline, false);
        }
        if made > 0 {
            self.len += made;
            self.parent.push(parent);
            self.parent.extend(number..self.len - 1);
        }
        ended
    }

    /// Adds the next node in pre-order, as a child of its parent with an index.
    pub(crate) fn push_child(&mut self, parent: u32, child_index: u32, mv: Move, board: Board) -> u32 {
        let number = self.push(parent, mv, board);
        let white_moved = self.nodes[parent as usize].board.turn() == Color::White;
        let node = &mut self.nodes[number as usize];
        if child_index > 0 {
            node.child_index = child_index;
            node.depth += 1;
            node.virtual_mainline &= !white_moved;
        }
        number
    }

    /// Makes a tree of nodes side by side, which have boards and nothing else; their boards are those of games before.
    pub(crate) fn lay_out(&mut self, len: u32) -> &mut [Node] {
        self.clear();
        self.reserve(len as usize);
        self.parent.resize(len as usize, NONE);
        self.end.extend(1..=len);
        (self.len, self.mainline) = (len, len);
        &mut self.nodes[..len as usize]
    }

    /// Computes the ends of all subtrees of a tree that is one line.
    pub(crate) fn close_line(&mut self) {
        self.mainline = self.len();
        self.end.resize(self.len as usize, self.mainline);
    }

    /// Computes the ends of all subtrees.
    pub(crate) fn close(&mut self) {
        self.end.extend(1..=self.len);
        for n in (1..self.parent.len()).rev() {
            // Children come after their parents, so `end[n]` is final when it is handed up.
            let end = self.end[n];
            let above = &mut self.end[self.parent[n] as usize];
            *above = (*above).max(end);
        }
        let variation = self.nodes[..self.len as usize].iter().zip(0..).find(|(node, _)| node.depth > 0);
        self.mainline = variation.map_or(self.len, |(_, number)| number);
    }

    pub(crate) fn set_nested(&mut self, n: u32) {
        self.nodes[n as usize].nested = true;
    }

    /// The parent of a node; `NONE` for the root.
    pub(crate) fn parent(&self, n: u32) -> u32 {
        self.parent[n as usize]
    }

    /// The number of positions.
    pub fn len(&self) -> u32 {
        self.len
    }

    /// True if there is no position; only before a game has been read.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// True if two trees have the same boards, position by position.
    pub(crate) fn has_same_boards(&self, other: &GameTree) -> bool {
        self.len == other.len && (0..self.len).all(|n| self.board(n) == other.board(n))
    }

    /// The number of positions of the mainline: they are `0..mainline_len()`.
    pub fn mainline_len(&self) -> u32 {
        self.mainline
    }

    /// A node.
    #[inline]
    pub fn node(&self, n: u32) -> &Node {
        &self.nodes[n as usize]
    }

    /// The board of a node.
    #[inline]
    pub fn board(&self, n: u32) -> &Board {
        &self.node(n).board
    }

    /// The move that led to a node; `None` for the root.
    #[inline]
    pub fn move_to(&self, n: u32) -> Option<&Move> {
        self.moves.get(n as usize).filter(|_| 0 < n && n < self.len)
    }

    /// The situation at a node, in games of variants with rules of their own.
    #[inline]
    pub fn situation(&self, n: u32) -> Option<&Situation> {
        self.situations.get(n as usize)
    }

    /// Appends the move that led to a node in SAN, with its sign of check or mate. `moves` is scratch memory.
    pub fn write_san(&self, n: u32, moves: &mut MoveList, out: &mut String) {
        if let Some(text) = self.san_text(n, moves) {
            out.push_str(text.as_str());
        } else if let Some(mv) = self.move_to(n)
            && let Some(before) = self.situation(self.parent(n))
        {
            before.write_san(mv, self.situation(n), out);
        }
    }

    /// The move that led to a node in SAN, as [`write_san`](Self::write_san) writes it, without an allocation. None for the root,
    /// and in games of variants with rules of their own.
    #[inline]
    pub fn san_text(&self, n: u32, moves: &mut MoveList) -> Option<SanText> {
        let (mv, parent) = (self.move_to(n)?, self.parent(n));
        self.situation(parent).is_none().then(|| san::text(self.board(parent), mv, self.board(n), moves))
    }

    /// The move that led to a node in English words, by the rules of the game: `knight takes f3, check`. Empty for the
    /// root. `moves` is scratch memory.
    pub fn move_in_words(&self, n: u32, moves: &mut MoveList) -> String {
        let (Some(mv), Some(&parent)) = (self.move_to(n), self.parent.get(n as usize)) else { return String::new() };
        match self.situation(parent) {
            Some(before) => before.move_in_words(mv, self.situation(n)),
            None => san::in_words(self.board(parent), mv, self.board(n), moves),
        }
    }

    /// The tree with all variations.
    pub fn full(&self) -> TreeView<'_> {
        TreeView { tree: self, len: self.len(), imagined: None }
    }

    /// The mainline alone.
    pub fn mainline(&self) -> TreeView<'_> {
        TreeView { tree: self, len: self.mainline, imagined: None }
    }
}

/// A position outside the game: it has a parent, perhaps a move that led to it, and no children.
#[derive(Clone, Debug)]
pub struct Imagined<'t> {
    /// Its number, from [`IMAGINED`] on.
    pub id: u32,
    /// The position that it was imagined at.
    pub parent: u32,
    /// Its board and place.
    pub node: Node,
    /// The move that leads to it.
    pub mv: Option<Move>,
    /// In games of variants with rules of their own, unless there can be no game from here.
    pub situation: Option<Box<Situation>>,
    /// The changes that made it, as text; none for a move that was made, whose text is written on request.
    pub text: Option<String>,
    /// The imagined position around, if this one was imagined there.
    pub around: Option<&'t Imagined<'t>>,
}

/// A tree of which only the first nodes are seen: all of them, or the mainline; perhaps with imagined positions.
///
/// # Panics
/// Calls with the number of a node panic if the number is neither one of the tree nor that of an imagined position that
/// is seen: [`imagined`](Self::imagined) says which are.
#[derive(Clone, Copy, Debug)]
pub struct TreeView<'t> {
    tree: &'t GameTree,
    len: u32,
    imagined: Option<&'t Imagined<'t>>,
}

/// Imagined positions are numbered from here.
pub const IMAGINED: u32 = 1 << 30;

impl<'t> TreeView<'t> {
    /// The whole tree behind the view.
    pub fn tree(&self) -> &'t GameTree {
        self.tree
    }

    /// The number of positions that are visible.
    #[inline]
    pub fn len(&self) -> u32 {
        self.len
    }

    /// True if no position is seen.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The same tree with one more imagined position.
    pub fn imagining<'s>(&self, imagined: &'s Imagined<'s>) -> TreeView<'s>
    where
        't: 's,
    {
        TreeView { tree: self.tree, len: self.len, imagined: Some(imagined) }
    }

    /// The innermost imagined position.
    pub fn innermost(&self) -> Option<&'t Imagined<'t>> {
        self.imagined
    }

    /// An imagined position that is seen, by its number.
    pub fn imagined(&self, n: u32) -> Option<&'t Imagined<'t>> {
        std::iter::successors(self.imagined, |imagined| imagined.around).find(|imagined| imagined.id == n)
    }

    #[cold]
    fn imagined_node(&self, n: u32) -> &'t Imagined<'t> {
        self.imagined(n).expect("only positions that are seen are asked about")
    }

    /// A node.
    #[inline]
    pub fn node(&self, n: u32) -> &'t Node {
        match self.tree.nodes.get(n as usize) {
            Some(node) => node,
            None => &self.imagined_node(n).node,
        }
    }

    /// The board of a node.
    #[inline]
    pub fn board(&self, n: u32) -> &'t Board {
        &self.node(n).board
    }

    /// At most `count` nodes that are visible, from `first` on.
    #[inline]
    pub fn nodes(&self, first: u32, count: usize) -> &'t [Node] {
        let rest = self.tree.nodes.get(first as usize..self.len as usize).unwrap_or_default();
        &rest[..count.min(rest.len())]
    }

    /// The situation at a node, in games of variants with rules of their own.
    #[inline]
    pub fn situation(&self, n: u32) -> Option<&'t Situation> {
        if n >= IMAGINED { self.imagined_node(n).situation.as_deref() } else { self.tree.situation(n) }
    }

    /// True if the side to move is in check, by the rules of the game.
    #[inline]
    pub fn is_check(&self, n: u32) -> bool {
        match self.situation(n) {
            Some(situation) => situation.is_check(),
            None => self.board(n).is_check(),
        }
    }

    /// True if the side to move has no legal move by the rules of the game, although no rule of a variant has ended it.
    pub fn is_stuck(&self, n: u32, moves: &mut MoveList) -> bool {
        match self.situation(n) {
            Some(situation) => situation.is_stuck(),
            None => !self.board(n).has_legal_move(moves),
        }
    }

    /// The move that led to a node; `None` for the root.
    #[inline]
    pub fn move_to(&self, n: u32) -> Option<&'t Move> {
        if n >= IMAGINED { self.imagined_node(n).mv.as_ref() } else { self.tree.move_to(n) }
    }

    /// The parent of a node; `None` for the root.
    #[inline]
    pub fn parent(&self, n: u32) -> Option<u32> {
        match self.tree.parent.get(n as usize) {
            Some(&parent) => (parent != NONE).then_some(parent),
            None => Some(self.imagined_node(n).parent),
        }
    }

    /// The number of times that the position of a node has stood on the board in its line, this time included, as the
    /// rules count repetitions; in games of variants with rules of their own by boards alone. `None` if that takes a look
    /// at more than `most` moves since the last capture, pawn move or drop.
    pub fn repetition(&self, n: u32, most: u32) -> Option<u32> {
        let board = self.board(n);
        let (mut count, mut at, mut left) = (1, n, most);
        while let (Some(last), Some(parent)) = (self.move_to(at), self.parent(at)) {
            if is_final(last) {
                break;
            }
            left = left.checked_sub(1)?;
            at = parent;
            count += u32::from(board.repeats(self.board(at)));
        }
        Some(count)
    }

    /// The same for all positions of the game, in one pass.
    pub fn repetitions(&self) -> Vec<u32> {
        // By position: the nearest one above it that it repeats, itself if there is none, and the position after the
        // last irreversible move.
        let (mut above, mut since, mut counts) = (Vec::new(), Vec::new(), Vec::new());
        let mut latest: HashMap<(Board, Option<Square>), u32> = HashMap::new();
        for n in 0..self.len {
            let begins = self.parent(n).filter(|_| !self.move_to(n).is_none_or(is_final));
            since.push(begins.map_or(n, |parent| since[parent as usize]));
            let mut placed = *self.board(n);
            let en_passant = placed.playable_en_passant();
            placed.set_en_passant(None);
            let key = (placed, en_passant);
            let mut old = latest.get(&key).copied();
            // What lies above this position and is not on the way to an equal one in another line lies above both.
            while let Some(other) = old.filter(|&other| !self.is_ancestor(other, n)) {
                old = Some(above[other as usize]).filter(|&next| next != other);
            }
            above.push(old.unwrap_or(n));
            counts.push(old.filter(|&old| old >= since[n as usize]).map_or(1, |old| counts[old as usize] + 1));
            latest.insert(key, n);
        }
        counts
    }

    /// The number after the last node of a node's subtree: its descendants are `n + 1..end(n)`.
    #[inline]
    pub fn end(&self, n: u32) -> u32 {
        self.tree.end.get(n as usize).map_or(n + 1, |&end| end.min(self.len))
    }

    /// Child 0 of a node.
    #[inline]
    pub fn first_child(&self, n: u32) -> Option<u32> {
        (n + 1 < self.end(n)).then_some(n + 1)
    }

    /// The next child of a node's parent.
    #[inline]
    pub fn next_sibling(&self, n: u32) -> Option<u32> {
        let (end, above) = (self.end(n), self.parent(n)?);
        (end < self.end(above)).then_some(end)
    }

    /// The children of a node in order.
    #[inline]
    pub fn children(&self, n: u32) -> impl Iterator<Item = u32> + use<'t> {
        let view = *self;
        std::iter::successors(self.first_child(n), move |&child| view.next_sibling(child))
    }

    /// The child of a node at a place, from 0.
    pub fn child(&self, n: u32, index: u32) -> Option<u32> {
        self.children(n).nth(index as usize)
    }

    /// True if a node has no children.
    #[inline]
    pub fn is_terminal(&self, n: u32) -> bool {
        self.first_child(n).is_none()
    }

    /// True if `a` is a proper ancestor of `b`.
    #[inline]
    pub fn is_ancestor(&self, a: u32, b: u32) -> bool {
        if a.max(b) >= IMAGINED {
            return a != b && self.lca(a, b) == a;
        }
        a < b && b < self.end(a)
    }

    /// The deepest node that is an ancestor of both, or one of them.
    pub fn lca(&self, a: u32, b: u32) -> u32 {
        let (first, second) = (a.min(b), a.max(b));
        if second >= IMAGINED {
            // The larger number of two that differ is never above the smaller one.
            let above = if first == second { None } else { self.parent(second) };
            return above.map_or(first, |above| self.lca(first, above));
        }
        let mut n = first;
        while self.end(n) <= second {
            match self.parent(n) {
                Some(above) => n = above,
                None => return n,
            }
        }
        n
    }

    /// The number of moves between two nodes, up and down; retracted moves count, other changes of a position do not.
    pub fn distance(&self, a: u32, b: u32) -> u32 {
        let top = self.lca(a, b);
        if a.max(b) >= IMAGINED {
            let way = |n| std::iter::successors(Some(n), |&n| self.parent(n)).take_while(|&n| n != top);
            return way(a).chain(way(b)).map(|n| u32::from(self.move_to(n).is_some())).sum();
        }
        let top = self.node(top).ply;
        (self.node(a).ply - top) + (self.node(b).ply - top)
    }
}

/// True if no position before a move can stand on the board again.
fn is_final(last: &Move) -> bool {
    last.is_capture() || last.role == Role::Pawn || last.kind == MoveKind::Drop
}

impl tabiya_automata::Tree for TreeView<'_> {
    fn len(&self) -> u32 {
        self.len
    }

    fn parent(&self, n: u32) -> Option<u32> {
        TreeView::parent(self, n)
    }

    fn end(&self, n: u32) -> u32 {
        TreeView::end(self, n)
    }

    /// The main line is a prefix of the nodes.
    fn is_chain(&self) -> bool {
        self.len <= self.tree.mainline_len()
    }
}
