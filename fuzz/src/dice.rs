//! Games played at random and boards set up at random, from any source of numbers.

use fastrand::Rng;
use tabiya::chess::{Bitboard, Board, Color, Move, Rank, Role, Square};

/// A source of choices.
pub trait Chance {
    /// A number below `limit`, which is not 0.
    fn below(&mut self, limit: usize) -> usize;
}

impl Chance for Rng {
    fn below(&mut self, limit: usize) -> usize {
        self.usize(..limit)
    }
}

/// A way of playing: what comes up more often than other moves.
#[derive(Clone, Copy, Debug)]
pub enum Style {
    /// Captures, castling and moves of pawns, this many times in ten.
    Spicy(usize),
    /// Promotions and moves of pawns; pieces capture little.
    Promoting,
    /// Officers move behind their pawns; Black captures what White locks in.
    Homely,
    /// Captures by pawns; other captures never.
    PawnsCapture,
    /// Checks and captures in passing.
    Checking,
}

impl Style {
    /// One of all styles, by turns.
    pub fn nth(n: usize) -> Style {
        match n % 8 {
            0 => Style::Promoting,
            1 => Style::Homely,
            2 => Style::PawnsCapture,
            3 => Style::Checking,
            _ => Style::Spicy(n % 11),
        }
    }

    /// The weight of a move among others of its list.
    fn weight(self, board: &Board, m: &Move) -> usize {
        let pawn = m.role == Role::Pawn;
        match self {
            Style::Spicy(_) => 1,
            Style::Promoting if m.promotion.is_some() => 60,
            Style::Promoting => [[4, 1], [16, 6]][usize::from(pawn)][usize::from(m.is_capture())],
            Style::Homely if m.is_castle() => 200,
            Style::Homely if board.turn() == Color::White => [30, 1][usize::from(pawn)],
            Style::Homely => [8, 60][usize::from(m.is_capture())],
            Style::PawnsCapture => [[6, 0], [8, 100]][usize::from(pawn)][usize::from(m.is_capture())],
            Style::Checking if m.is_en_passant() => 100,
            Style::Checking => [4, 60][usize::from(board.play(m).is_check())],
        }
    }
}

/// A move chosen at random among the legal ones.
pub fn any_move(board: &Board, dice: &mut impl Chance, style: Style) -> Option<Move> {
    let mut moves = Vec::new();
    board.legal_moves(&mut moves);
    if let Style::Spicy(tenths) = style {
        let spicy = |m: &Move| m.is_castle() || m.is_capture() || m.role == Role::Pawn;
        if dice.below(10) < tenths && moves.iter().any(spicy) {
            moves.retain(spicy);
        }
    }
    let weights: Vec<usize> = moves.iter().map(|m| style.weight(board, m)).collect();
    let total = weights.iter().sum();
    if total == 0 {
        return None;
    }
    let mut left = dice.below(total);
    let chosen = weights.iter().position(|&weight| {
        left < weight || {
            left -= weight;
            false
        }
    })?;
    Some(moves[chosen])
}

/// The boards of a game played at random, the array first.
pub fn any_game(dice: &mut impl Chance, plies: usize, style: Style) -> Vec<Board> {
    let mut boards = vec![Board::initial()];
    while boards.len() <= plies {
        let board = boards[boards.len() - 1];
        let Some(mv) = any_move(&board, dice, style) else { break };
        boards.push(board.play(&mv));
    }
    boards
}

/// A board with two kings and up to `men` other men anywhere, but no pawns on the ends; any castling rights and en
/// passant squares that the men bear out may be there.
pub fn any_setup(dice: &mut impl Chance, men: usize) -> Board {
    let mut board = Board::empty();
    let turn = if dice.below(2) == 0 { Color::White } else { Color::Black };
    board.set_turn(turn);
    for color in [Color::White, Color::Black] {
        let home = color.fold_wb(Square::E1, Square::E8);
        let king = if dice.below(3) == 0 { home } else { empty_square(&board, dice) };
        if board.piece_at(king).is_none() {
            board.put(king, Role::King.of(color));
        } else {
            board.put(empty_square(&board, dice), Role::King.of(color));
        }
    }
    for _ in 0..dice.below(men) {
        let role = [Role::Pawn, Role::Pawn, Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen];
        let role = role[dice.below(role.len())];
        let square = empty_square(&board, dice);
        let end = matches!(square.rank(), Rank::First | Rank::Eighth);
        if role != Role::Pawn || !end {
            board.put(square, role.of(if dice.below(2) == 0 { Color::White } else { Color::Black }));
        }
    }
    let mut rights = Bitboard::EMPTY;
    for (king, rook, color) in [
        (Square::E1, Square::A1, Color::White),
        (Square::E1, Square::H1, Color::White),
        (Square::E8, Square::A8, Color::Black),
        (Square::E8, Square::H8, Color::Black),
    ] {
        if board.kings(color).contains(king) && dice.below(3) > 0 {
            if board.piece_at(rook).is_none() && dice.below(2) == 0 {
                board.put(rook, Role::Rook.of(color));
            }
            if board.piece_at(rook) == Some(Role::Rook.of(color)) && dice.below(2) == 0 {
                rights.add(rook);
            }
        }
    }
    board.set_castling(rights);
    if dice.below(3) == 0 {
        board.set_en_passant(any_passed(&board, dice));
    }
    board
}

/// A square that a pawn of the side that is not to move may have passed by its last move.
fn any_passed(board: &Board, dice: &mut impl Chance) -> Option<Square> {
    let mover = !board.turn();
    let (from, over, to) = mover.fold_wb((8, 16, 24), (48, 40, 32));
    let free = |square| board.piece_at(Square::new(square)).is_none();
    let pawn = |square| board.piece_at(Square::new(square)) == Some(Role::Pawn.of(mover));
    let passed: Vec<u32> = (0..8).filter(|&x| free(from + x) && free(over + x) && pawn(to + x)).collect();
    (!passed.is_empty()).then(|| Square::new(over + passed[dice.below(passed.len())]))
}

fn empty_square(board: &Board, dice: &mut impl Chance) -> Square {
    let empty: Vec<Square> = (!board.occupied()).into_iter().collect();
    empty[dice.below(empty.len())]
}
