//! FEN: reading a position as people write it, and writing one.
//!
//! Any placement is taken: kings may be missing or many, pawns may stand on the last rank. Everything after the
//! placement may be absent. Castling letters are `KQkq` (the outermost rook on that side of the king, as X-FEN has
//! it) or the rooks' files (`HAha`). Anything unreadable is an error: no piece is ever guessed.

use super::{Bitboard, Board, Color, File, Piece, Rank, Role, Square};

/// A position to start from, with the two counters that a [`Board`] does not hold.
///
/// ```
/// # mod tabiya { pub mod chess { pub use tabiya_chess::*; } }
/// use tabiya::chess::fen::{self, Setup};
///
/// let setup = fen::parse("4k3/8/8/8/8/8/8/4K2R b K - 3 40").unwrap();
/// assert_eq!((setup.halfmoves, setup.fullmoves), (3, 40));
/// assert_eq!(fen::parse("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"), Ok(Setup::initial()));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The position.
    pub board: Board,
    /// Plies since the last capture or pawn move.
    pub halfmoves: u32,
    /// The number of the next move, from 1.
    pub fullmoves: u32,
}

impl Setup {
    /// The array of a game of chess.
    pub const fn initial() -> Setup {
        Setup { board: Board::initial(), halfmoves: 0, fullmoves: 1 }
    }
}

/// An error in a FEN.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FenError {
    /// No placement at all.
    #[error("it holds no placement of pieces")]
    Empty,
    /// A character that stands for no piece: `rnbXkbnr/...`.
    #[error("`{}` stands for no piece", .0.escape_default())]
    BadPiece(char),
    /// A rank (8 is the first written) with more or fewer than eight squares: `9/...`, `pppp/...`.
    #[error("rank {rank} has {squares} squares instead of 8")]
    BadRank {
        /// The rank, from 1 to 8.
        rank: u32,
        /// The number of squares that the text gives it.
        squares: u32,
    },
    /// More or fewer than eight ranks.
    #[error("it has {0} ranks instead of 8")]
    BadRanks(u32),
    /// The side to move is neither `w` nor `b`.
    #[error("the side to move is neither `w` nor `b`")]
    BadTurn,
    /// A castling field with a wrong character: `KQxq`.
    #[error("the castling field cannot be read")]
    BadCastling,
}

/// Reads a FEN.
///
/// ```
/// # mod tabiya { pub mod chess { pub use tabiya_chess::*; } }
/// use tabiya::chess::fen;
/// let setup = fen::parse("8/8/5ppp/8/5PPP/8/8/8 b").unwrap();
/// assert!(setup.board.kings(tabiya::chess::Color::White).is_empty());
/// assert_eq!(fen::write(&setup), "8/8/5ppp/8/5PPP/8/8/8 b - - 0 1");
/// ```
///
/// # Errors
///
/// The first error of the placement, the side to move or the castling field. A square of en passant or a counter that cannot be
/// read counts as absent.
pub fn parse(text: &str) -> Result<Setup, FenError> {
    let mut fields = text.split_whitespace();
    let mut board = Board::empty();
    placement(fields.next().ok_or(FenError::Empty)?, &mut board)?;
    match fields.next() {
        None | Some("w" | "W") => {}
        Some("b" | "B") => board.set_turn(Color::Black),
        Some(_) => return Err(FenError::BadTurn),
    }
    let castling = match fields.next() {
        Some(text) => rights(text, &board)?,
        None => rights("KQkq", &standard_kings(&board))?,
    };
    board.set_castling(castling);
    if let Some(square) = fields.next().and_then(|text| text.parse::<Square>().ok()) {
        let passed = board.turn().fold_wb(Rank::Sixth, Rank::Third);
        board.set_en_passant((square.rank() == passed).then_some(square));
    }
    // Checks that were given (`+1+0`) or are left (`3+3`) may precede the counters.
    let mut fields = fields.filter(|text| !text.contains('+'));
    let halfmoves = fields.next().and_then(|text| text.parse().ok()).unwrap_or(0);
    let fullmoves = fields.next().and_then(|text| text.parse().ok()).unwrap_or(1).max(1);
    Ok(Setup { board, halfmoves, fullmoves })
}

/// Puts the pieces of the first field on the board. A pocket (`[QNp]`) and promotion marks (`~`) are passed
/// over; see [`Situation::read`](super::variant::Situation::read).
fn placement(text: &str, board: &mut Board) -> Result<(), FenError> {
    let text = text.split('[').next().unwrap_or(text);
    let (mut rank, mut file) = (7_u32, 0_u32);
    for c in text.chars() {
        match c {
            '/' | '\\' | '|' => {
                if file != 8 {
                    return Err(FenError::BadRank { rank: rank + 1, squares: file });
                }
                if rank == 0 {
                    // A ninth field is a crazyhouse pocket; a closing slash is harmless.
                    return Ok(());
                }
                rank -= 1;
                file = 0;
            }
            '~' => {}
            '1'..='8' => file += c as u32 - '0' as u32,
            _ => {
                let piece = Piece::from_char(c).ok_or(FenError::BadPiece(c))?;
                if file < 8 {
                    board.put(Square::from_coords(File::new(file), Rank::new(rank)), piece);
                }
                file += 1;
            }
        }
        if file > 8 {
            return Err(FenError::BadRank { rank: rank + 1, squares: file });
        }
    }
    if rank != 0 {
        return Err(FenError::BadRanks(8 - rank));
    }
    if file != 8 { Err(FenError::BadRank { rank: 1, squares: file }) } else { Ok(()) }
}

/// The board with only those kings and rooks that stand as in the array: what a missing castling field can mean.
fn standard_kings(board: &Board) -> Board {
    let mut kept = Board::empty();
    for color in [Color::White, Color::Black] {
        let home = color.fold_wb(Rank::First, Rank::Eighth);
        for (file, role) in [(File::A, Role::Rook), (File::E, Role::King), (File::H, Role::Rook)] {
            let square = Square::from_coords(file, home);
            if board.piece_at(square) == Some(role.of(color)) {
                kept.put(square, role.of(color));
            }
        }
    }
    kept
}

/// Takes rights to castle from a setup that was read from a FEN, so that those are left that king and rook can have: in chess
/// the king on the e-file with a rook in the corner. A FEN is one of Chess960 if `chess960` says so, or if both sides have
/// rights, each of them fits a king and a rook, and these stand on the same files; a right with the letter of a file is of
/// Chess960 anyway. Returns the letters of the rights that are dropped.
///
/// ```
/// # mod tabiya { pub mod chess { pub use tabiya_chess::*; } }
/// use tabiya::chess::fen;
/// for (text, dropped) in [
///     ("r3k3/8/8/8/8/8/8/R5K1 w KQkq - 0 1", "KQk"),
///     ("1rk1r3/8/8/8/8/8/8/1RK1R3 w KQkq - 0 1", ""),
/// ] {
///     let mut setup = fen::parse(text).unwrap();
///     assert_eq!(fen::drop_false_rights(text, &mut setup, false), dropped);
/// }
/// ```
pub fn drop_false_rights(text: &str, setup: &mut Setup, chess960: bool) -> String {
    let board = &setup.board;
    let fit = |c: char| {
        let rook = right(c, board).ok().flatten()?;
        let color = if c.is_ascii_uppercase() { Color::White } else { Color::Black };
        let king = (board.kings(color) & Bitboard::from_rank(rook.rank())).first()?;
        Some((king.file(), rook))
    };
    let letters = text.split_whitespace().nth(2).unwrap_or_default().chars().filter(|&c| c != '-');
    let named: Vec<(char, Option<(File, Square)>)> = letters.map(|c| (c, fit(c))).collect();
    let fits: Option<Vec<(File, Square)>> = named.iter().map(|&(_, fit)| fit).collect();
    let chess960 = chess960 || fits.is_some_and(|fits| stand_alike(&fits));
    let can_be = |c: char, king: File, rook: Square| {
        let usual = king == File::E && matches!(rook.file(), File::A | File::H);
        chess960 || usual || !matches!(c, 'K' | 'Q' | 'k' | 'q')
    };
    let mut dropped = String::new();
    let mut kept = Bitboard::EMPTY;
    for (c, fit) in named {
        match fit.filter(|&(king, rook)| can_be(c, king, rook)) {
            Some((_, rook)) => kept.add(rook),
            None => dropped.push(c),
        }
    }
    if !dropped.is_empty() {
        setup.board.set_castling(kept);
    }
    dropped
}

/// True if kings and rooks that may castle stand on the same files on both sides, on one wing at least.
fn stand_alike(all: &[(File, Square)]) -> bool {
    let alike = |&(king, rook): &(File, Square), &(other, second): &(File, Square)| {
        let one_wing = (rook.file() > king) == (second.file() > other);
        king == other && (rook.file() == second.file() || !one_wing)
    };
    let mirrored = |rook: Square| all.iter().any(|&(_, other)| other == rook.flip_vertical());
    all.iter().any(|&(_, rook)| mirrored(rook)) && all.iter().all(|one| all.iter().all(|other| alike(one, other)))
}

/// The rooks that a castling field names. Letters without a king and a rook to fit them name none.
fn rights(text: &str, board: &Board) -> Result<Bitboard, FenError> {
    let mut rooks = Bitboard::EMPTY;
    for c in text.chars().filter(|&c| c != '-') {
        rooks |= right(c, board)?.map_or(Bitboard::EMPTY, Bitboard::from);
    }
    Ok(rooks)
}

/// The rook that a letter of a castling field names, if there is one.
fn right(c: char, board: &Board) -> Result<Option<Square>, FenError> {
    let color = if c.is_ascii_uppercase() { Color::White } else { Color::Black };
    let home = color.fold_wb(Rank::First, Rank::Eighth);
    let own = board.by_piece(Role::Rook.of(color)) & Bitboard::from_rank(home);
    let king = (board.kings(color) & Bitboard::from_rank(home)).first();
    Ok(match (c.to_ascii_lowercase(), king) {
        ('k', Some(king)) => own.into_iter().rfind(|r| r.file() > king.file()),
        ('q', Some(king)) => own.into_iter().find(|r| r.file() < king.file()),
        ('a'..='h', Some(_)) => {
            let file = File::new(c.to_ascii_lowercase() as u32 - 'a' as u32);
            own.into_iter().find(|r| r.file() == file)
        }
        ('k' | 'q' | 'a'..='h', None) => None,
        _ => return Err(FenError::BadCastling),
    })
}

/// Writes all six fields. Castling is written as X-FEN has it: `KQkq` for the outermost rooks, else the file.
pub fn write(setup: &Setup) -> String {
    let board = &setup.board;
    let mut out = String::with_capacity(90);
    write_placement(board, &mut out);
    out.push(' ');
    out.push(board.turn().char());
    out.push(' ');
    let before = out.len();
    for color in [Color::White, Color::Black] {
        let home = Bitboard::from_rank(color.fold_wb(Rank::First, Rank::Eighth));
        let own = board.by_piece(Role::Rook.of(color)) & home;
        let king = (board.kings(color) & home).first();
        for rook in (board.castling() & board.by_color(color)).into_iter().rev() {
            let Some(king) = king else { continue };
            let short = rook.file() > king.file();
            let outermost = if short { own.last() == Some(rook) } else { own.first() == Some(rook) };
            let letter = match (outermost, short) {
                (true, true) => 'k',
                (true, false) => 'q',
                (false, _) => rook.file().char(),
            };
            out.push(color.fold_wb(letter.to_ascii_uppercase(), letter));
        }
    }
    if out.len() == before {
        out.push('-');
    }
    out.push(' ');
    match board.en_passant() {
        Some(square) => out.extend([square.file().char(), square.rank().char()]),
        None => out.push('-'),
    }
    for counter in [setup.halfmoves, setup.fullmoves] {
        out.push(' ');
        push_number(counter, &mut out);
    }
    out
}

/// Appends a number. Nearly all have one digit, and formatting costs as much as the rest of a FEN.
fn push_number(number: u32, out: &mut String) {
    if number >= 10 {
        push_number(number / 10, out);
    }
    out.push(char::from(b'0' + (number % 10) as u8));
}

/// True if a text begins with the first field of a board's FEN, as [`write()`] writes it. A text of another board is found out
/// at the first square that differs.
pub fn begins_with_placement(text: &str, board: &Board) -> bool {
    let mut rest = text.bytes();
    for rank in (0..8).rev() {
        if rank < 7 && rest.next() != Some(b'/') {
            return false;
        }
        let mut empty = 0;
        for file in 0..8 {
            let Some(piece) = board.piece_at(Square::from_coords(File::new(file), Rank::new(rank))) else {
                empty += 1;
                continue;
            };
            let count = std::mem::take(&mut empty);
            if count > 0 && rest.next() != Some(b'0' + count) || rest.next() != Some(piece.char() as u8) {
                return false;
            }
        }
        if empty > 0 && rest.next() != Some(b'0' + empty) {
            return false;
        }
    }
    true
}

/// True if two FENs are of one position, as far as both say: pieces, side to move, rights to castle, a capture en passant that
/// can be made. Counters do not count. Texts other than FENs are of one position if they are equal.
///
/// ```
/// # mod tabiya { pub mod chess { pub use tabiya_chess::*; } }
/// use tabiya::chess::fen::are_alike;
/// let played = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1";
/// assert!(are_alike(played, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 5 9"));
/// assert!(are_alike(played, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR"));
/// assert!(!are_alike(played, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1"));
/// ```
pub fn are_alike(one: &str, other: &str) -> bool {
    let said = one.split_whitespace().count().min(other.split_whitespace().count());
    let board = |text: &str| {
        let mut board = parse(text).ok()?.board;
        if said < 2 {
            board.set_turn(Color::White);
        }
        if said < 3 {
            board.set_castling(Bitboard::EMPTY);
        }
        if said < 4 {
            board.set_en_passant(None);
        }
        Some(board)
    };
    // Pockets and checks of variants, which are not part of a `Board`.
    let beside = |text| -> Vec<&str> {
        let fields = str::split_whitespace(text).filter(|field| field.contains(['[', '+']));
        fields.map(|field| field.split_once('[').map_or(field, |(_, pocket)| pocket)).collect()
    };
    match (board(one), board(other)) {
        (Some(first), Some(second)) => first.repeats(&second) && beside(one) == beside(other),
        _ => one == other,
    }
}

/// A FEN that names no square which a pawn has passed over unless it can be taken there: equal for equal positions.
pub fn without_idle_en_passant(text: &str) -> Option<String> {
    let mut setup = parse(text).ok().filter(|setup| setup.board.en_passant().is_some())?;
    if setup.board.playable_en_passant().is_some() {
        return None;
    }
    setup.board.set_en_passant(None);
    Some(write(&setup))
}

/// Writes the first field of a FEN.
pub fn write_placement(board: &Board, out: &mut String) {
    let mut letters = [0u8; 64];
    for color in Color::ALL {
        for role in Role::ALL {
            let piece = role.of(color);
            board.by_piece(piece).into_iter().for_each(|square| letters[usize::from(square)] = piece.char() as u8);
        }
    }
    for (i, rank) in letters.chunks_exact(8).rev().enumerate() {
        if i > 0 {
            out.push('/');
        }
        let mut empty = 0;
        for &letter in rank {
            if letter == 0 {
                empty += 1;
                continue;
            }
            push_count(&mut empty, out);
            out.push(char::from(letter));
        }
        push_count(&mut empty, out);
    }
}

fn push_count(empty: &mut u8, out: &mut String) {
    if *empty > 0 {
        out.push((b'0' + *empty) as char);
        *empty = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_begins_with_one_placement() {
        let texts = [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
            "4k3/8/8/8/8/8/8/R3K2R w - - 0 1",
            "8/8/8/8/8/8/8/8 w - - 0 1",
            "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
        ];
        for (i, text) in texts.into_iter().enumerate() {
            let board = parse(text).unwrap().board;
            for (j, other) in texts.into_iter().enumerate() {
                assert_eq!(begins_with_placement(other, &board), i == j, "{text} {other}");
            }
            let placement = text.split(' ').next().unwrap();
            assert!(begins_with_placement(placement, &board));
            assert!(!begins_with_placement(&placement[..placement.len() - 1], &board));
        }
        assert!(!begins_with_placement("", &Board::initial()) && !begins_with_placement("x", &Board::initial()));
    }

    fn check(text: &str, expected: &str) {
        let written = parse(text).map(|setup| write(&setup)).map_err(|error| error.to_string());
        assert_eq!(written.unwrap_or_else(|error| error), expected, "{text}");
    }

    #[test]
    fn fields_may_be_missing() {
        let initial = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
        check(initial, &format!("{initial} w KQkq - 0 1"));
        check(&format!("{initial} b"), &format!("{initial} b KQkq - 0 1"));
        check(&format!("{initial} w Kq - 3"), &format!("{initial} w Kq - 3 1"));
        check("4k3/8/8/8/8/8/8/R3K3 w", "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1");
        check("4k3/8/8/8/4P3/8/8/4K3 b - e3 0 0", "4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1");
    }

    #[test]
    fn any_placement_is_taken() {
        check("P6p/8/8/8/8/8/8/p6P w - - 0 1", "P6p/8/8/8/8/8/8/p6P w - - 0 1");
        check("KKKK4/8/8/8/8/8/8/kk6 b KQkq - 5 9", "KKKK4/8/8/8/8/8/8/kk6 b - - 5 9");
        check("8/8/8/8/8/8/8/8[QNp] w", "8/8/8/8/8/8/8/8 w - - 0 1");
        check("8/8/8/8/8/8/8/8 w - - 3+2 5 9", "8/8/8/8/8/8/8/8 w - - 5 9");
        check("8/8/8/8/8/8/8/8 w - - 5 9 +0+1", "8/8/8/8/8/8/8/8 w - - 5 9");
    }

    #[test]
    fn castling_by_file_and_by_side() {
        check("1rk1r1r1/8/8/8/8/8/8/1RK1R1R1 w KQkq - 0 1", "1rk1r1r1/8/8/8/8/8/8/1RK1R1R1 w KQkq - 0 1");
        check("1rk1r1r1/8/8/8/8/8/8/1RK1R1R1 w EBgb - 0 1", "1rk1r1r1/8/8/8/8/8/8/1RK1R1R1 w EQkq - 0 1");
    }

    #[test]
    fn errors_name_what_is_wrong() {
        check("", "it holds no placement of pieces");
        check("Something invalid", "`S` stands for no piece");
        check("rnbqkbn/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w", "rank 8 has 7 squares instead of 8");
        check("8/8/8/45/8/8/8/8 w", "rank 5 has 9 squares instead of 8");
        check("8/8/8/8 w", "it has 4 ranks instead of 8");
        check("8/8/8/8/8/8/8/8 x", "the side to move is neither `w` nor `b`");
        check("8/8/8/8/8/8/8/8 w KX", "the castling field cannot be read");
    }
}
