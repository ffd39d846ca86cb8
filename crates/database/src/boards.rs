//! The columns of a block: where each piece stands at each position, how many there are of each, and frequent tests.
//!
//! The positions of the main lines of a block's games have one numbering, game after game. A column says what is true of a stretch
//! of it, so that a search need not play the moves of the games.
//!
//! ```text
//! squares    one section for each kind of piece and rank: for each of the eight squares the bytes of its list; then the lists
//! list       the positions at which the piece comes or goes, each as a number: how many positions after the one before
//! counts     one section for each kind of piece: for each change of its number twice the positions since the one before, and 1 more
//!            if there is one piece less
//! marks      one section for each mark: the positions that have it, like a list
//! games      number, and the numbers of the games of which nothing is said here, less the one before; the same for games that are
//!            kept as text
//! ```
//!
//! Every game begins as if its pieces stood in the array: what differs changes at its first position. A list says nothing of the
//! ends of games, where everything is as in the array again.
//!
//! Of `otb` the lists take 29 % of the PGN. With the numbers of games in them, begins and lengths apart, they take one percent of
//! it less, and twice the time to read.

use crate::bytes::{Bytes, Malformed, put_number};
use crate::sections;
use std::ops::Range;
use std::sync::OnceLock;
use tabiya_chess::{Board, Color, MoveKind, MoveList, Piece, Role, Square};
use tabiya_pgn::{Game, TreeView};

/// The number of kinds of pieces.
const KINDS: usize = 12;

/// What some positions of a block have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mark {
    /// The side to move is in check.
    Check,
    /// It is mate.
    Mate,
    /// It is stalemate, at the end of the game.
    Stalemate,
    /// The game begins here, and it is Black's turn.
    BlackBegins,
    /// The move that follows castles with the king's rook.
    CastleShort,
    /// The move that follows castles with the queen's rook.
    CastleLong,
    /// The move that follows captures en passant.
    EnPassant,
    /// The move that follows promotes a pawn to this role.
    Promotion(Role),
}

impl Mark {
    /// The number of marks.
    const COUNT: usize = 13;

    fn index(self) -> usize {
        match self {
            Mark::Check => 0,
            Mark::Mate => 1,
            Mark::Stalemate => 2,
            Mark::BlackBegins => 3,
            Mark::CastleShort => 4,
            Mark::CastleLong => 5,
            Mark::EnPassant => 6,
            Mark::Promotion(role) => 6 + role as usize,
        }
    }

    /// The section that has it.
    pub(crate) fn section(self) -> u32 {
        sections::part(sections::MARKS, self.index())
    }
}

/// The place of a kind of piece among all kinds.
fn kind_of(piece: Piece) -> usize {
    piece.color as usize * 6 + piece.role as usize - 1
}

/// The section that has the lists of a piece on a rank.
pub(crate) fn squares_section(piece: Piece, rank: usize) -> u32 {
    sections::part(sections::SQUARES, kind_of(piece) * 8 + rank)
}

/// The section that has the numbers of a piece.
pub(crate) fn counts_section(piece: Piece) -> u32 {
    sections::part(sections::COUNTS, kind_of(piece))
}

/// Numbers in ascending order, each as what it is more than the one before.
#[derive(Clone, Debug, Default)]
struct List {
    bytes: Vec<u8>,
    last: u32,
}

impl List {
    fn push(&mut self, number: u32) {
        self.push_with(number, 1, 0);
    }

    /// Appends a number times a factor, with something less than the factor.
    #[inline]
    fn push_with(&mut self, number: u32, factor: u64, rest: u64) {
        put_number(&mut self.bytes, u64::from(number - self.last) * factor + rest);
        self.last = number;
    }
}

/// Collects what stands where in the games of a block.
#[derive(Debug, Default)]
pub(crate) struct BoardsWriter {
    positions: u32,
    games: u32,
    /// By kind and square.
    squares: Vec<List>,
    counts: [List; KINDS],
    marks: [List; Mark::COUNT],
    odd: Vec<u32>,
    texts: Vec<u32>,
    moves: MoveList,
}

/// True if the columns of a game say what a search would find: chess by its usual rules, in which each move of a line changes the
/// squares that it should.
fn is_usual(view: TreeView<'_>) -> bool {
    let is_usual = |n: u32| {
        let Some(mv) = view.move_to(n) else { return true };
        match mv.kind {
            MoveKind::Null | MoveKind::Drop => false,
            // King and rook may be elsewhere at the beginning, so that only one of them moves.
            MoveKind::Castle { rook_from, .. } => {
                u32::from(mv.from) % 8 == 4 && matches!(u32::from(rook_from) % 8, 0 | 7)
            }
            MoveKind::Normal | MoveKind::EnPassant => true,
        }
    };
    let one_king = |color| view.board(0).kings(color).count() == 1;
    view.situation(0).is_none() && Color::ALL.into_iter().all(one_king) && (1..view.len()).all(is_usual)
}

impl BoardsWriter {
    /// Adds the main line of a game; `text` says that the game is kept as text.
    pub(crate) fn add(&mut self, game: &Game, text: bool) {
        if self.squares.is_empty() {
            self.squares.resize_with(KINDS * 64, List::default);
        }
        let view = game.tree().mainline();
        let usual = is_usual(view);
        if !usual {
            self.odd.push(self.games);
        }
        if text {
            self.texts.push(self.games);
        }
        self.games += 1;
        let array = Board::initial();
        let mut before = &array;
        for n in 0..view.len() {
            let board = view.board(n);
            self.add_board(before, board, self.positions + n);
            if usual {
                self.add_marks(view, n);
            }
            before = board;
        }
        self.positions += view.len();
    }

    /// Notes what differs between two boards.
    #[inline]
    fn add_board(&mut self, before: &Board, board: &Board, position: u32) {
        let mut changed = before.by_color(Color::White) ^ board.by_color(Color::White);
        for role in Role::ALL {
            changed |= before.by_role(role) ^ board.by_role(role);
        }
        for square in changed {
            for (piece, gone) in [(before.piece_at(square), 1), (board.piece_at(square), 0)] {
                let Some(piece) = piece else { continue };
                let kind = kind_of(piece);
                self.squares[kind * 64 + usize::from(square)].push(position);
                if before.by_piece(piece).count() != board.by_piece(piece).count() {
                    self.counts[kind].push_with(position, 2, gone);
                }
            }
        }
    }

    fn add_marks(&mut self, view: TreeView<'_>, n: u32) {
        let mut mark = |mark: Mark, n: u32| self.marks[mark.index()].push(self.positions + n);
        let is_check = view.is_check(n);
        if is_check {
            mark(Mark::Check, n);
        }
        if n + 1 == view.len() && view.is_stuck(n, &mut self.moves) {
            mark(if is_check { Mark::Mate } else { Mark::Stalemate }, n);
        }
        if n == 0 && view.board(0).turn() == Color::Black {
            mark(Mark::BlackBegins, 0);
        }
        let Some(mv) = (n + 1 < view.len()).then(|| view.move_to(n + 1)).flatten() else { return };
        match mv.kind {
            MoveKind::Castle { .. } if mv.is_castle_short() => mark(Mark::CastleShort, n),
            MoveKind::Castle { .. } => mark(Mark::CastleLong, n),
            MoveKind::EnPassant => mark(Mark::EnPassant, n),
            MoveKind::Normal | MoveKind::Null | MoveKind::Drop => {}
        }
        if let Some(role) = mv.promotion {
            mark(Mark::Promotion(role), n);
        }
    }

    /// The sections with their kinds.
    pub(crate) fn finish(self) -> Vec<(u32, Vec<u8>)> {
        let mut sections = Vec::new();
        for (number, lists) in self.squares.chunks(8).enumerate() {
            if lists.iter().all(|list| list.bytes.is_empty()) {
                continue;
            }
            let mut section = Vec::new();
            lists.iter().for_each(|list| put_number(&mut section, list.bytes.len() as u64));
            lists.iter().for_each(|list| section.extend_from_slice(&list.bytes));
            sections.push((sections::part(sections::SQUARES, number), section));
        }
        let lists = |kind: u32| move |(number, list): (usize, List)| (sections::part(kind, number), list.bytes);
        sections.extend(self.counts.into_iter().enumerate().map(lists(sections::COUNTS)));
        sections.extend(self.marks.into_iter().enumerate().map(lists(sections::MARKS)));
        let mut games = Vec::new();
        for numbers in [self.odd, self.texts] {
            put_number(&mut games, numbers.len() as u64);
            let mut list = List::default();
            numbers.into_iter().for_each(|game| list.push(game));
            games.extend(list.bytes);
        }
        sections.push((sections::COLUMN_GAMES, games));
        sections
    }
}

/// The distance of the positions whose games are looked up without a search.
const GRID: u32 = 16;

/// The numbering of the positions of a block's main lines, and the games of which columns say less.
#[derive(Clone, Debug)]
pub struct Lines {
    /// The first position of each game, and the number of all positions.
    starts: Vec<u32>,
    /// The game of each position that [`GRID`] divides, made on first use.
    games: OnceLock<Vec<u32>>,
    odd: Vec<u32>,
    texts: Vec<u32>,
}

impl Lines {
    pub(crate) fn read(plies: &[u8], section: &[u8], games: usize, most: u64) -> Result<Lines, Malformed> {
        let mut at = Bytes::new(plies);
        let mut starts = Vec::with_capacity(games + 1);
        let mut end = 0_u64;
        for _ in 0..games {
            starts.push(u32::try_from(end).map_err(|_| Malformed)?);
            end += u64::from(at.number_u32()?) + 1;
        }
        if !at.is_empty() || end > most {
            return Err(Malformed);
        }
        let end = u32::try_from(end).map_err(|_| Malformed)?;
        starts.push(end);
        let mut at = Bytes::new(section);
        let mut numbers = || -> Result<Vec<u32>, Malformed> {
            let mut last = 0_u32;
            let mut list = Vec::new();
            for _ in 0..at.count_of(games)? {
                last = last.checked_add(at.number_u32()?).filter(|&game| (game as usize) < games).ok_or(Malformed)?;
                list.push(last);
            }
            Ok(list)
        };
        Ok(Lines { odd: numbers()?, texts: numbers()?, games: OnceLock::new(), starts })
    }

    /// The number of positions.
    pub fn len(&self) -> u32 {
        self.starts.last().copied().unwrap_or(0)
    }

    /// The number of games.
    pub fn games(&self) -> usize {
        self.starts.len() - 1
    }

    /// True if there are no positions.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The positions of a game.
    ///
    /// # Panics
    /// If there is no game of this number in the block.
    pub fn of(&self, game: usize) -> Range<u32> {
        self.starts[game]..self.starts[game + 1]
    }

    /// The positions of all games, in order.
    pub fn each(&self) -> impl ExactSizeIterator<Item = Range<u32>> {
        self.starts.windows(2).map(|bounds| bounds[0]..bounds[1])
    }

    /// The games of which the columns say nothing but where pieces stand: they have rules, moves or kings that are not the usual
    /// ones.
    pub fn odd(&self) -> &[u32] {
        &self.odd
    }

    /// The games that are kept as text, because something is wrong with it, or because of their rules.
    pub fn texts(&self) -> &[u32] {
        &self.texts
    }

    /// Finds the ends of games, for [`Ends::after`].
    fn ends(&self) -> Ends<'_> {
        let games = self.games.get_or_init(|| {
            let mut games = Vec::with_capacity(self.len().div_ceil(GRID) as usize);
            for (game, positions) in (0..).zip(self.each()) {
                games.resize(positions.end.div_ceil(GRID) as usize, game);
            }
            games
        });
        Ends { starts: &self.starts, games }
    }
}

/// The ends of the games of a block.
#[derive(Clone, Copy)]
struct Ends<'l> {
    starts: &'l [u32],
    games: &'l [u32],
}

impl Ends<'_> {
    /// The first position after the game of a position, which there must be.
    #[inline]
    fn after(self, position: u32) -> u32 {
        let mut game = self.games[(position / GRID) as usize] as usize;
        // Few games begin and end within one step of the grid, so that only the first comparison is a matter of chance, and that is
        // not a branch.
        game += usize::from(self.starts[game + 1] <= position);
        while self.starts[game + 1] <= position {
            game += 1;
        }
        self.starts[game + 1]
    }
}

/// Where a kind of piece stands on a rank.
#[derive(Clone, Debug)]
pub struct Squares {
    bytes: Vec<u8>,
    /// By file, the end of its list.
    ends: [usize; 8],
    start: usize,
}

impl Squares {
    pub(crate) fn read(bytes: Vec<u8>) -> Result<Squares, Malformed> {
        let mut at = Bytes::new(&bytes);
        let (mut ends, mut sum) = ([0; 8], 0_u64);
        let mut lens = [0; 8];
        if !bytes.is_empty() {
            for len in &mut lens {
                *len = at.number()?;
            }
        }
        let start = bytes.len() - at.len();
        for (end, len) in ends.iter_mut().zip(lens) {
            sum = sum.checked_add(len).filter(|&sum| sum <= at.len() as u64).ok_or(Malformed)?;
            *end = start + usize::try_from(sum).map_err(|_| Malformed)?;
        }
        if ends[7] == bytes.len() { Ok(Squares { bytes, ends, start }) } else { Err(Malformed) }
    }

    /// The bytes of the list of a file: the more, the longer it takes.
    pub fn weight(&self, file: usize) -> usize {
        self.list(file).len()
    }

    /// The bytes of all lists.
    pub(crate) fn len(&self) -> usize {
        self.bytes.len() - self.start
    }

    pub(crate) fn list(&self, file: usize) -> &[u8] {
        let start = if file == 0 { self.start } else { self.ends[file - 1] };
        &self.bytes[start..self.ends[file]]
    }

    /// Calls `each` with the stretches of positions in which the piece stands on a square, in order; they do not touch, unless a
    /// game begins between them. `memory` is used again.
    ///
    /// First the positions are collected at which the piece comes or goes, without a branch that depends on them: whether a game
    /// ends before the next one, and how long its number is, cannot be predicted, and wrong guesses took more time than all else.
    pub(crate) fn stretches(
        &self,
        (piece, square): (Piece, Square),
        lines: &Lines,
        memory: &mut Vec<u32>,
        mut each: impl FnMut(Range<u32>),
    ) -> Result<(), Malformed> {
        let first = Board::initial().by_piece(piece).contains(square);
        let bytes = self.list(usize::from(square) % 8);
        // A number takes a byte or more, and a game may end before each of them and after the last one.
        memory.resize(memory.len().max(bytes.len() * 2 + 3), 0);
        memory[0] = 0;
        let (mut count, ends) = (usize::from(first), lines.ends());
        let (mut at, mut is_there, mut end, mut position) = (Bytes::new(bytes), first, 0, 0_u32);
        while !at.is_empty() {
            position = position.checked_add(at.short_number()?).filter(|&at| at < lines.len()).ok_or(Malformed)?;
            let is_over = position >= end;
            memory[count] = end;
            count += usize::from(is_over & (is_there != first));
            is_there = if is_over { first } else { is_there };
            end = ends.after(position);
            memory[count] = position;
            count += 1;
            is_there = !is_there;
        }
        memory[count] = end;
        count += usize::from(is_there != first);
        memory[count] = lines.len();
        count += usize::from(first);
        for bounds in memory[..count].chunks_exact(2).filter(|bounds| bounds[0] < bounds[1]) {
            each(bounds[0]..bounds[1]);
        }
        Ok(())
    }
}

/// The positions at which the number of a kind of piece changes, in order, each with how much: at the first position of all it
/// changes from nought. As in [`Squares::stretches`] no branch depends on a number.
pub(crate) fn counts(section: &[u8], piece: Piece, lines: &Lines) -> Result<Vec<(u32, i16)>, Malformed> {
    let first = i16::try_from(Board::initial().by_piece(piece).count()).unwrap_or(0);
    let (mut at, mut count, mut end, mut position, ends) = (Bytes::new(section), first, 0, 0_u32, lines.ends());
    let mut changes = vec![(0, 0); section.len() * 2 + 2];
    changes[0] = (0, first);
    let mut len = 1;
    while !at.is_empty() {
        let number = at.short_number()?;
        position = position.checked_add(number / 2).filter(|&at| at < lines.len()).ok_or(Malformed)?;
        let is_over = position >= end;
        changes[len] = (end, first - count);
        len += usize::from(is_over & (count != first));
        let change = if number % 2 == 0 { 1 } else { -1 };
        count = change + if is_over { first } else { count };
        if !(0..=64).contains(&count) {
            return Err(Malformed);
        }
        end = ends.after(position);
        changes[len] = (position, change);
        len += 1;
    }
    changes[len] = (end, first - count);
    len += usize::from(count != first && end < lines.len());
    changes.truncate(len);
    Ok(changes)
}

/// Calls `each` with the positions of a mark.
pub(crate) fn marked(section: &[u8], lines: &Lines, mut each: impl FnMut(u32)) -> Result<(), Malformed> {
    let (mut at, mut position) = (Bytes::new(section), 0_u32);
    while !at.is_empty() {
        position = position.checked_add(at.number_u32()?).filter(|&at| at < lines.len()).ok_or(Malformed)?;
        each(position);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bytes::put_number;
    use tabiya_chess::Bitboard;
    use tabiya_pgn::RawGame;

    /// What the columns say is what stands on the boards.
    #[test]
    fn columns_say_what_stands_where() {
        let texts = [
            "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6 5. O-O f6 *",
            "*",
            "[FEN \"4k3/P7/8/8/8/8/8/4K3 w - - 0 1\"]\n\n1. a8=Q+ Kd7 2. Qb7+ *",
            "1. f3 e5 2. g4 Qh4# 0-1",
            "[FEN \"4k3/8/8/8/8/8/p7/4K3 b - - 0 1\"]\n\n1... a1=N *",
        ];
        let mut writer = BoardsWriter::default();
        let games: Vec<Game> = texts
            .iter()
            .map(|text| {
                let mut game = Game::new();
                game.parse(&RawGame::from_bytes(text.as_bytes()));
                writer.add(&game, false);
                game
            })
            .collect();
        let sections = writer.finish();
        let section = |kind: u32| {
            let found = sections.iter().find(|(other, _)| *other == kind);
            found.map(|(_, bytes)| bytes.clone()).unwrap_or_default()
        };
        let mut plies = Vec::new();
        games.iter().for_each(|game| put_number(&mut plies, u64::from(game.tree().mainline_len()) - 1));
        let lines = Lines::read(&plies, &section(sections::COLUMN_GAMES), games.len(), 1000).expect("sound");
        let boards: Vec<&Board> =
            games.iter().flat_map(|game| (0..game.tree().mainline_len()).map(|n| game.tree().board(n))).collect();
        assert_eq!(lines.len() as usize, boards.len());
        for color in Color::ALL {
            for role in Role::ALL {
                let piece = Piece { color, role };
                for square in Bitboard::FULL {
                    let squares = Squares::read(section(squares_section(piece, usize::from(square) / 8)));
                    let mut there = vec![false; boards.len()];
                    let fill = |stretch: Range<u32>| {
                        there[stretch.start as usize..stretch.end as usize].fill(true);
                    };
                    squares.expect("sound").stretches((piece, square), &lines, &mut Vec::new(), fill).expect("sound");
                    let stands: Vec<bool> = boards.iter().map(|board| board.by_piece(piece).contains(square)).collect();
                    assert_eq!(there, stands, "{piece:?} {square}");
                }
                let mut numbers = vec![0; boards.len()];
                for (position, change) in counts(&section(counts_section(piece)), piece, &lines).expect("sound") {
                    numbers[position as usize..].iter_mut().for_each(|number| *number += change);
                }
                let counted: Vec<i16> =
                    boards.iter().map(|board| i16::try_from(board.by_piece(piece).count()).unwrap()).collect();
                assert_eq!(numbers, counted, "{piece:?}");
            }
        }
        let positions = |mark: Mark| {
            let mut found = Vec::new();
            marked(&section(mark.section()), &lines, |position| found.push(position)).expect("sound");
            found
        };
        // The games have 11, 1, 4, 5 and 2 positions.
        assert_eq!(positions(Mark::Check), [13, 15, 20]);
        assert_eq!(positions(Mark::Mate), [20]);
        assert!(positions(Mark::Stalemate).is_empty());
        assert_eq!(positions(Mark::BlackBegins), [21]);
        assert_eq!(positions(Mark::CastleShort), [8]);
        assert_eq!(positions(Mark::Promotion(Role::Queen)), [12]);
        assert_eq!(positions(Mark::Promotion(Role::Knight)), [21]);
        assert_eq!((lines.odd(), lines.of(3)), (&[][..], 16..21));
    }

    #[test]
    fn a_board_has_no_less_than_no_piece_and_no_more_than_its_squares() {
        let mut plies = Vec::new();
        put_number(&mut plies, 200);
        let lines = Lines::read(&plies, &[0, 0], 1, 1000).expect("sound");
        let rook = Piece { color: Color::White, role: Role::Rook };
        // From two rooks on, each number is one position on, and a rook more (even) or less (odd).
        let changed =
            |number: u8, times: usize| counts(&vec![number; times], rook, &lines).map(|changes| changes.len());
        assert_eq!((changed(3, 2), changed(3, 3)), (Ok(3), Err(Malformed)));
        assert_eq!((changed(2, 62), changed(2, 63)), (Ok(63), Err(Malformed)));
    }
}
