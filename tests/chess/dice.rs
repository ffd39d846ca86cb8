//! Chance that is the same every time: a small generator of numbers, games played at random, boards set up at random.

use tabiya::chess::{Bitboard, Board, Color, Move, Rank, Role, Square};

/// Numbers by xorshift.
pub(crate) struct Dice(u64);

impl Dice {
    pub(crate) fn new(seed: u64) -> Dice {
        Dice(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub(crate) fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 33) as usize % limit
    }
}

/// A move chosen at random among the legal ones; captures and moves of pawns are preferred as `taste` says, in
/// tenths.
pub(crate) fn any_move(board: &Board, dice: &mut Dice, taste: usize) -> Option<Move> {
    let mut moves = Vec::new();
    board.legal_moves(&mut moves);
    let spicy: Vec<Move> =
        moves.iter().filter(|m| m.is_castle() || m.is_capture() || m.role == Role::Pawn).copied().collect();
    let list = if !spicy.is_empty() && dice.below(10) < taste { &spicy } else { &moves };
    (!list.is_empty()).then(|| list[dice.below(list.len())])
}

/// The boards of a game played at random, the array first.
pub(crate) fn any_game(dice: &mut Dice, plies: usize, taste: usize) -> Vec<Board> {
    let mut boards = vec![Board::initial()];
    while boards.len() <= plies {
        let board = boards[boards.len() - 1];
        let Some(mv) = any_move(&board, dice, taste) else { break };
        boards.push(board.play(&mv));
    }
    boards
}

/// A board with two kings and up to `men` other men anywhere, but no pawns on the ends; any castling rights and en
/// passant squares that the men bear out may be there.
pub(crate) fn any_setup(dice: &mut Dice, men: usize) -> Board {
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
fn any_passed(board: &Board, dice: &mut Dice) -> Option<Square> {
    let mover = !board.turn();
    let (from, over, to) = mover.fold_wb((8, 16, 24), (48, 40, 32));
    let free = |square| board.piece_at(Square::new(square)).is_none();
    let pawn = |square| board.piece_at(Square::new(square)) == Some(Role::Pawn.of(mover));
    let passed: Vec<u32> = (0..8).filter(|&x| free(from + x) && free(over + x) && pawn(to + x)).collect();
    (!passed.is_empty()).then(|| Square::new(over + passed[dice.below(passed.len())]))
}

fn empty_square(board: &Board, dice: &mut Dice) -> Square {
    loop {
        let square = Square::new(dice.below(64) as u32);
        if board.piece_at(square).is_none() {
            return square;
        }
    }
}
