//! SAN: moves as people write them, found on a board, and moves written as they should be.
//!
//! [`San::scan`] takes the longest move at the start of a text, in any of the usual spellings. [`San::play`] finds
//! the one legal move that it means. Both are the inner loop of reading games, so neither allocates.
//!
//! | spelling | meaning |
//! |---|---|
//! | `Nf3`, `Nbd2`, `N1d2`, `Nb1d2`, `♘f3` | a piece moves; file, rank or square say which |
//! | `e4`, `exd5`, `e:d5`, `ed5`, `ed`, `Pe4` | a pawn moves |
//! | `e2e4`, `e2-e4`, `Ng1-f3`, `e1g1` | both squares are written |
//! | `e8=Q`, `e8Q`, `e8(Q)`, `e8/Q`, `e7e8q` | a pawn is promoted |
//! | `O-O`, `o-o`, `0-0`, `OO`, `00` and the same with three | castling |
//! | `--`, `Z0`, `null`, `pass`, `0000`, `@@@@` | a null move |

use super::{Bitboard, Board, Color, File, Move, MoveKind, MoveList, Rank, Role, Square};
use shakmaty::attacks;
use std::fmt;

/// A move as written, before a board gives it its meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum San {
    /// `Nf3`, `exd5`, `e8=Q`.
    Normal {
        /// The piece that moves.
        role: Role,
        /// The squares it may come from, as far as the text says.
        from: Bitboard,
        /// The square it goes to.
        to: Square,
        /// What the pawn becomes.
        promotion: Option<Role>,
        /// Whether the text has a sign of capture.
        capture: bool,
    },
    /// `ed`: a pawn of the first file takes something on the second.
    Files(File, File),
    /// `e2e4`, `e1g1`: whatever stands on the first square goes to the second.
    Squares {
        /// The square that is left.
        from: Square,
        /// The square that is reached.
        to: Square,
        /// What the pawn becomes.
        promotion: Option<Role>,
    },
    /// `O-O` (short) or `O-O-O`.
    Castle {
        /// Whether the king goes to the g-file.
        short: bool,
    },
    /// `--`.
    Null,
    /// `N@f3`: a piece is put on the board, as in crazyhouse.
    Drop(Role, Square),
}

/// A move found on a board, with the board after it.
#[derive(Clone, Copy, Debug)]
pub struct Played {
    /// The move.
    pub mv: Move,
    /// The board after the move.
    pub board: Board,
    /// How the text had to be understood beyond its letter.
    pub mend: Option<Mend>,
}

/// A slip in a move's text that leaves no doubt about the move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mend {
    /// The file or rank of origin is wrong, but only one such piece can go there: `Nbd7` with the knight on f6.
    Origin,
    /// Castling although king or rook has moved before; they stand as if they had not.
    CastlingRight,
}

/// Why a move cannot be found on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SanError {
    /// The side to move has no such piece: `Qd5` without a queen.
    NoPiece(Role),
    /// No such piece goes there: `Nd6` in the array.
    NoReach(Role, Square),
    /// A piece of the same colour stands there: `Rh2` in the array.
    OwnPiece(Square),
    /// No pawn of the first file can capture on the second: `ed` in the array.
    NoCapture(File, File),
    /// The first square of `e2e4` holds no piece of the side to move.
    NoOrigin(Square),
    /// Several legal moves fit: from these squares.
    Ambiguous(Bitboard),
    /// The own king would be attacked.
    LeavesCheck,
    /// A pawn reaches the last rank and the text does not say what it becomes: `e8`.
    NoPromotion,
    /// A promotion of this kind does not exist: `e4=Q`, `e8=K`.
    BadPromotion,
    /// King and rook do not stand as castling needs.
    CastleHome,
    /// Something stands between king and rook.
    CastleBlocked,
    /// The king stands on, passes or reaches an attacked square.
    CastleAttacked,
    /// Standard chess has no drops: `N@f3`.
    Drop,
}

impl fmt::Display for SanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            SanError::NoPiece(role) => write!(f, "the side to move has no {}", role_name(role)),
            SanError::NoReach(role, to) => write!(f, "no {} can reach {to}", role_name(role)),
            SanError::OwnPiece(to) => write!(f, "a piece of the same colour stands on {to}"),
            SanError::NoCapture(from, to) => {
                write!(f, "no pawn of the {}-file can capture on the {}-file", from.char(), to.char())
            }
            SanError::NoOrigin(from) => write!(f, "no piece of the side to move stands on {from}"),
            SanError::Ambiguous(from) => {
                write!(f, "the pieces on")?;
                for (i, square) in from.into_iter().enumerate() {
                    write!(f, "{} {square}", if i > 0 { " and" } else { "" })?;
                }
                write!(f, " can both make it")
            }
            SanError::LeavesCheck => write!(f, "the king would be in check"),
            SanError::NoPromotion => write!(f, "it does not say what the pawn becomes"),
            SanError::BadPromotion => write!(f, "there is no such promotion"),
            SanError::CastleHome => write!(f, "king and rook do not stand ready to castle"),
            SanError::CastleBlocked => write!(f, "a piece stands between king and rook"),
            SanError::CastleAttacked => write!(f, "the king would stand on, pass or reach an attacked square"),
            SanError::Drop => write!(f, "standard chess has no drops"),
        }
    }
}

impl std::error::Error for SanError {}

/// The English name of a kind of piece.
pub fn role_name(role: Role) -> &'static str {
    match role {
        Role::Pawn => "pawn",
        Role::Knight => "knight",
        Role::Bishop => "bishop",
        Role::Rook => "rook",
        Role::Queen => "queen",
        Role::King => "king",
    }
}

// ---------------------------------------------------------------------------------------------- reading

/// Words that mean a null move, longest first.
const NULLS: [&[u8]; 8] = [b"null", b"NULL", b"Null", b"pass", b"0000", b"@@@@", b"--", b"Z0"];

impl San {
    /// The move at the start of a text and the bytes it takes, signs of check and `e.p.` included. `None` if there
    /// is none, or if letters or digits follow that belong to no move.
    ///
    /// ```
    /// use tabiya::chess::san::San;
    /// assert_eq!(San::scan(b"O-O-O+ Kd6"), Some((San::Castle { short: false }, 6)));
    /// assert_eq!(San::scan(b"Nf3$7").map(|(_, len)| len), Some(3));
    /// assert_eq!(San::scan(b"Nonsense"), None);
    /// ```
    pub fn scan(text: &[u8]) -> Option<(San, usize)> {
        let (san, at) = match *text.first()? {
            b'a'..=b'h' => scan_normal(text, Role::Pawn, 0, false)?,
            b'N' if text.starts_with(b"NULL") || text.starts_with(b"Null") => (San::Null, 4),
            b @ (b'N' | b'B' | b'R' | b'Q' | b'K' | b'P') => scan_normal(text, role_of(b)?, 1, true)?,
            b'O' | b'o' | b'0' => scan_castle(text).or_else(|| scan_null(text))?,
            b'-' | b'Z' | b'n' | b'p' => scan_null(text)?,
            b'@' => scan_null(text).or_else(|| scan_drop(text, Role::Pawn, 0))?,
            0xE2 => scan_normal(text, figurine(text)?, 3, true)?,
            _ => return None,
        };
        let end = scan_suffix(text, at);
        if matches!(san, San::Files(..)) && !ends_word(text.get(end)) {
            return None;
        }
        match text.get(end) {
            // A result may be glued to the last move: `Qd61-0`.
            Some(b'0' | b'1') if starts_with_result(&text[end..]) => Some((san, end)),
            Some(b) if b.is_ascii_alphanumeric() || *b == b'@' => None,
            Some(b'/') if text.get(end + 1).is_some_and(u8::is_ascii_alphabetic) => None,
            Some(b'=') if text.get(end + 1).is_some_and(u8::is_ascii_alphabetic) => None,
            _ => Some((san, end)),
        }
    }
}

/// Whether nothing more of a word follows. Two letters alone are easily part of prose.
fn ends_word(next: Option<&u8>) -> bool {
    matches!(next, None | Some(b' ' | b'\t' | b'\r' | b'\n' | b'!' | b'?' | b'$' | b')' | b'(' | b'{'))
}

fn starts_with_result(text: &[u8]) -> bool {
    text.starts_with(b"1-0") || text.starts_with(b"0-1") || text.starts_with(b"1/2-1/2")
}

/// Everything but castling and null moves. `at` is behind the letter of the piece, if there is one.
#[inline]
fn scan_normal(text: &[u8], role: Role, at: usize, lettered: bool) -> Option<(San, usize)> {
    let peek = |i: usize| text.get(i).copied().unwrap_or(0);
    let file_at = |i: usize| matches!(peek(i), b'a'..=b'h').then(|| File::new(u32::from(peek(i) - b'a')));
    let rank_at = |i: usize| matches!(peek(i), b'1'..=b'8').then(|| Rank::new(u32::from(peek(i) - b'1')));
    let mut i = at;
    if peek(i) == b'@' {
        return scan_drop(text, role, i);
    }
    let file = file_at(i);
    i += usize::from(file.is_some());
    let rank = rank_at(i);
    i += usize::from(rank.is_some());
    let before_sign = i;
    let mut capture = false;
    match peek(i) {
        b'x' | b'X' | b':' => {
            capture = true;
            i += 1;
        }
        b'-' => i += 1,
        0xC3 if peek(i + 1) == 0x97 => {
            capture = true;
            i += 2;
        }
        _ => {}
    }
    let (from, to, from_square);
    if let (Some(to_file), Some(to_rank)) = (file_at(i), rank_at(i + 1)) {
        i += 2;
        to = Square::from_coords(to_file, to_rank);
        from = file.map_or(Bitboard::FULL, Bitboard::from_file) & rank.map_or(Bitboard::FULL, Bitboard::from_rank);
        from_square = file.zip(rank).map(|(file, rank)| Square::from_coords(file, rank));
    } else if let (Some(to_file), Some(to_rank)) = (file, rank) {
        i = before_sign;
        capture = false;
        to = Square::from_coords(to_file, to_rank);
        (from, from_square) = (Bitboard::FULL, None);
    } else if let (Some(first), None, Some(second), Role::Pawn) = (file, rank, file_at(i), role)
        && first.distance(second) == 1
    {
        return Some((San::Files(first, second), i + 1));
    } else {
        return None;
    }
    let (promotion, i) =
        if role == Role::Pawn { scan_promotion(text, i, to, from_square.is_some()) } else { (None, i) };
    let san = match from_square {
        Some(from) if !lettered => San::Squares { from, to, promotion },
        _ => San::Normal { role, from, to, promotion, capture },
    };
    Some((san, i))
}

#[inline]
fn scan_promotion(text: &[u8], i: usize, to: Square, both_squares: bool) -> (Option<Role>, usize) {
    let peek = |i: usize| text.get(i).copied().unwrap_or(0);
    let last = matches!(to.rank(), Rank::First | Rank::Eighth);
    match peek(i) {
        b'=' => match (peek(i + 1), peek(i + 3)) {
            (b'(', b')') => (any_role(peek(i + 2)), i + 4),
            (b, _) => match any_role(b) {
                Some(role) => (Some(role), i + 2),
                None => (None, i),
            },
        },
        b'(' if last && peek(i + 2) == b')' => match any_role(peek(i + 1)) {
            Some(role) => (Some(role), i + 3),
            None => (None, i),
        },
        b'/' if last => match any_role(peek(i + 1)) {
            Some(role) => (Some(role), i + 2),
            None => (None, i),
        },
        b @ (b'Q' | b'R' | b'B' | b'N' | b'K') if last => (role_of(b), i + 1),
        b @ (b'q' | b'r' | b'b' | b'n') if last && both_squares => (any_role(b), i + 1),
        _ => (None, i),
    }
}

fn scan_castle(text: &[u8]) -> Option<(San, usize)> {
    let circle = text[0];
    let step = |at: usize| {
        let at = match text.get(at..).unwrap_or(&[]) {
            [b'-', ..] => at + 1,
            [0xE2, 0x80, 0x90..=0x95, ..] => at + 3,
            _ if circle == b'o' => return None,
            _ => at,
        };
        (text.get(at) == Some(&circle)).then_some(at + 1)
    };
    let two = step(1)?;
    let three = step(two);
    let end = three.unwrap_or(two);
    // `00.` and `0000` are no castling.
    if circle == b'0' && matches!(text.get(end), Some(b'0'..=b'9' | b'.')) {
        return None;
    }
    Some((San::Castle { short: three.is_none() }, end))
}

fn scan_null(text: &[u8]) -> Option<(San, usize)> {
    // A line of dashes is an ornament.
    let word = NULLS.iter().find(|word| text.starts_with(word)).filter(|_| !text.starts_with(b"---"))?;
    Some((San::Null, word.len()))
}

fn scan_drop(text: &[u8], role: Role, at: usize) -> Option<(San, usize)> {
    match text.get(at..at + 3)? {
        [b'@', file @ b'a'..=b'h', rank @ b'1'..=b'8'] => {
            let square = Square::new(u32::from(rank - b'1') * 8 + u32::from(file - b'a'));
            Some((San::Drop(role, square), at + 3))
        }
        _ => None,
    }
}

/// The end of signs of check and of `e.p.` behind a move. `+-`, `+/-`, `+=` and `+/=` are left for the reader of
/// glyphs.
#[inline]
fn scan_suffix(text: &[u8], mut i: usize) -> usize {
    loop {
        match text.get(i) {
            Some(b'+') if matches!(text.get(i + 1), Some(b'-' | b'/' | b'=')) => return i,
            Some(b'+' | b'#') => i += 1,
            Some(0xE2) if matches!(text.get(i + 1..i + 3), Some([0x80, 0xA0 | 0xA1])) => i += 3,
            Some(b'(') if text[i..].starts_with(b"(e.p.)") => i += 6,
            Some(b'(') if text[i..].starts_with(b"(ep)") => i += 4,
            Some(b'e') if text[i..].starts_with(b"e.p.") => i += 4,
            Some(b'e') if text[i..].starts_with(b"e.p") => i += 3,
            Some(b'e') if text[i..].starts_with(b"ep") => i += 2,
            Some(b'c') if text[i..].starts_with(b"ch") => i += 2,
            Some(b'm') if text[i..].starts_with(b"mate") => i += 4,
            _ => return i,
        }
    }
}

#[inline]
fn role_of(letter: u8) -> Option<Role> {
    Some(match letter {
        b'N' => Role::Knight,
        b'B' => Role::Bishop,
        b'R' => Role::Rook,
        b'Q' => Role::Queen,
        b'K' => Role::King,
        b'P' => Role::Pawn,
        _ => return None,
    })
}

fn any_role(letter: u8) -> Option<Role> {
    role_of(letter.to_ascii_uppercase())
}

/// The role of a figurine: U+2654 to U+265F.
fn figurine(text: &[u8]) -> Option<Role> {
    match text.get(..3)? {
        [0xE2, 0x99, b @ 0x94..=0x9F] => Some(
            [Role::King, Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn][usize::from(b - 0x94) % 6],
        ),
        _ => None,
    }
}

// ---------------------------------------------------------------------------------------------- finding

impl San {
    /// Finds the move on a board and makes it.
    #[inline]
    pub fn play(&self, board: &Board) -> Result<Played, SanError> {
        match *self {
            San::Normal { role: Role::Pawn, from, to, promotion, capture } => {
                play_pawn(board, from, to, promotion, capture)
            }
            San::Normal { role, from, to, .. } => play_piece(board, role, from, to),
            San::Files(from, to) => play_files(board, from, to),
            San::Squares { from, to, promotion } => play_squares(board, from, to, promotion),
            San::Castle { short } => play_castle(board, short),
            San::Null => Ok(played(board, null_move(board))),
            San::Drop(..) => Err(SanError::Drop),
        }
    }
}

/// The null move of the side to move.
pub fn null_move(board: &Board) -> Move {
    let king = board.kings(board.turn()).first().unwrap_or(Square::A1);
    Move { role: Role::King, from: king, to: king, promotion: None, kind: MoveKind::Null, captured: None }
}

fn played(board: &Board, mv: Move) -> Played {
    Played { mv, board: board.play(&mv), mend: None }
}

#[inline]
fn attacks_of(role: Role, square: Square, occupied: Bitboard) -> Bitboard {
    match role {
        Role::Knight => attacks::knight_attacks(square),
        Role::Bishop => attacks::bishop_attacks(square, occupied),
        Role::Rook => attacks::rook_attacks(square, occupied),
        Role::Queen => attacks::queen_attacks(square, occupied),
        Role::King | Role::Pawn => attacks::king_attacks(square),
    }
}

#[inline]
fn plain(board: &Board, role: Role, from: Square, to: Square) -> Move {
    let captured = board.occupied().contains(to).then_some(to);
    Move { role, from, to, promotion: None, kind: MoveKind::Normal, captured }
}

/// Makes the one legal move among those that start from `candidates`.
#[inline]
fn choose(board: &Board, candidates: Bitboard, make: impl Fn(Square) -> Move) -> Result<Option<Played>, SanError> {
    let us = board.turn();
    if let Some(from) = candidates.single_square() {
        let next = played(board, make(from));
        return if leaves_check(&next.board, us) { Err(SanError::LeavesCheck) } else { Ok(Some(next)) };
    }
    let mut found: Option<Played> = None;
    let mut legal = Bitboard::EMPTY;
    for from in candidates {
        let next = played(board, make(from));
        if !leaves_check(&next.board, us) {
            legal.add(from);
            found = Some(next);
        }
    }
    match legal.count() {
        0 if candidates.any() => Err(SanError::LeavesCheck),
        0 | 1 => Ok(found),
        _ => Err(SanError::Ambiguous(legal)),
    }
}

/// Whether the side that has just moved left its king attacked. Only a single king must be safe: composers' boards
/// with several kings of one colour have no rule for it.
#[inline]
fn leaves_check(after: &Board, us: Color) -> bool {
    match after.kings(us).single_square() {
        Some(king) => after.attackers(king, !us, after.occupied()).any(),
        None => false,
    }
}

#[inline]
fn play_piece(board: &Board, role: Role, from: Bitboard, to: Square) -> Result<Played, SanError> {
    let us = board.turn();
    let own = board.by_color(us);
    if own.contains(to) {
        return Err(if (own & board.by_role(role)).is_empty() {
            SanError::NoPiece(role)
        } else {
            SanError::OwnPiece(to)
        });
    }
    let able = attacks_of(role, to, board.occupied()) & board.by_role(role) & own;
    match choose(board, able & from, |from| plain(board, role, from, to))? {
        Some(next) => Ok(next),
        None => mend_piece(board, role, able, from, to),
    }
}

/// No piece on the squares that the text names goes there: `Nbd7` with the knight on f6, `Kg1` for castling.
#[cold]
fn mend_piece(board: &Board, role: Role, able: Bitboard, from: Bitboard, to: Square) -> Result<Played, SanError> {
    let us = board.turn();
    if let Ok(Some(next)) = choose(board, able, |from| plain(board, role, from, to)) {
        return Ok(Played { mend: Some(Mend::Origin), ..next });
    }
    if role == Role::King
        && let Some(king) = (board.kings(us) & from).single_square()
        && let Some(short) = castling_step(king, to, us)
    {
        return play_castle(board, short);
    }
    Err(match (board.by_piece(role.of(us)).is_empty(), able.is_empty()) {
        (true, _) => SanError::NoPiece(role),
        (_, true) => SanError::NoReach(role, to),
        (_, false) => {
            choose(board, able, |from| plain(board, role, from, to)).err().unwrap_or(SanError::NoReach(role, to))
        }
    })
}

/// Whether a king's step of two squares or more from e1 or e8 means castling, and to which side.
fn castling_step(king: Square, to: Square, us: Color) -> Option<bool> {
    let home = us.fold_wb(Square::E1, Square::E8);
    let (short, long) = (Move::castle_targets(us, true).0, Move::castle_targets(us, false).0);
    (king == home && (to == short || to == long)).then_some(to == short)
}

#[inline]
fn play_pawn(
    board: &Board,
    from: Bitboard,
    to: Square,
    promotion: Option<Role>,
    capture: bool,
) -> Result<Played, SanError> {
    let us = board.turn();
    let pawns = board.by_piece(Role::Pawn.of(us));
    check_promotion(board, to, promotion)?;
    let file = Bitboard::from_file(to.file());
    if !capture && (from & file).any() {
        let step = us.fold_wb(-8, 8);
        let occupied = board.occupied();
        let mut from_square = to.offset(step);
        if from_square.is_some_and(|s| !occupied.contains(s)) && to.rank() == us.fold_wb(Rank::Fourth, Rank::Fifth) {
            from_square = from_square.and_then(|s| s.offset(step));
        }
        let able = from_square.map_or(Bitboard::EMPTY, Bitboard::from) & pawns & from;
        if !occupied.contains(to)
            && let Some(next) = choose(board, able, |from| Move { promotion, ..plain(board, Role::Pawn, from, to) })?
        {
            return Ok(next);
        }
    } else if let Some(next) = pawn_capture(board, from, to, promotion)? {
        return Ok(next);
    }
    Err(pawn_error(board, to))
}

fn pawn_capture(
    board: &Board,
    from: Bitboard,
    to: Square,
    promotion: Option<Role>,
) -> Result<Option<Played>, SanError> {
    let us = board.turn();
    let able = attacks::pawn_attacks(!us, to) & board.by_piece(Role::Pawn.of(us)) & from;
    if board.by_color(!us).contains(to) {
        choose(board, able, |from| Move { promotion, ..plain(board, Role::Pawn, from, to) })
    } else if board.en_passant() == Some(to) && !board.occupied().contains(to) {
        let able = able.into_iter().filter(|&from| board.en_passant_capture(from, to).is_some()).collect();
        choose(board, able, |from| {
            board.en_passant_capture(from, to).unwrap_or_else(|| plain(board, Role::Pawn, from, to))
        })
    } else {
        Ok(None)
    }
}

#[cold]
fn pawn_error(board: &Board, to: Square) -> SanError {
    let us = board.turn();
    if board.by_piece(Role::Pawn.of(us)).is_empty() {
        SanError::NoPiece(Role::Pawn)
    } else if board.by_color(us).contains(to) {
        SanError::OwnPiece(to)
    } else {
        SanError::NoReach(Role::Pawn, to)
    }
}

#[inline]
fn check_promotion(board: &Board, to: Square, promotion: Option<Role>) -> Result<(), SanError> {
    let last = to.rank() == board.turn().fold_wb(Rank::Eighth, Rank::First);
    match promotion {
        None if last => Err(SanError::NoPromotion),
        Some(Role::Queen | Role::Rook | Role::Bishop | Role::Knight) if last => Ok(()),
        None => Ok(()),
        Some(_) => Err(SanError::BadPromotion),
    }
}

/// `ed`: the one legal capture of a pawn from file to file.
fn play_files(board: &Board, from: File, to: File) -> Result<Played, SanError> {
    let mut found = None;
    let mut squares = Bitboard::EMPTY;
    for rank in Rank::ALL {
        let to = Square::from_coords(to, rank);
        let next = pawn_capture(board, Bitboard::from_file(from), to, None)?;
        if let Some(next) = next {
            if check_promotion(board, to, None).is_err() {
                return Err(SanError::NoPromotion);
            }
            squares.add(next.mv.from);
            found = Some(next);
        }
    }
    match (squares.count(), found) {
        (1, Some(next)) => Ok(next),
        (0, _) | (_, None) => Err(SanError::NoCapture(from, to)),
        _ => Err(SanError::Ambiguous(squares)),
    }
}

/// `e2e4`, and `e1g1` or `e1h1` for castling.
fn play_squares(board: &Board, from: Square, to: Square, promotion: Option<Role>) -> Result<Played, SanError> {
    let us = board.turn();
    let Some(role) = board.role_at(from).filter(|_| board.by_color(us).contains(from)) else {
        return Err(SanError::NoOrigin(from));
    };
    match role {
        Role::Pawn => play_pawn(board, Bitboard::from(from), to, promotion, from.file() != to.file()),
        Role::King if board.by_piece(Role::Rook.of(us)).contains(to) => play_castle(board, to.file() > from.file()),
        Role::King if castling_step(from, to, us).is_some() => play_castle(board, to.file() > from.file()),
        role => {
            let next = play_piece(board, role, Bitboard::from(from), to)?;
            if next.mend.is_some() { Err(SanError::NoReach(role, to)) } else { Ok(next) }
        }
    }
}

fn play_castle(board: &Board, short: bool) -> Result<Played, SanError> {
    let us = board.turn();
    let king = board.kings(us).single_square().ok_or(SanError::CastleHome)?;
    let on_side = |rook: &Square| (rook.file() > king.file()) == short;
    let right = (board.castling() & board.by_color(us)).into_iter().find(on_side);
    let rook = match right {
        Some(rook) => rook,
        // Without the right, only as in the array: king on the e-file, rook in the corner.
        None if king == us.fold_wb(Square::E1, Square::E8) => {
            let corner = Square::from_coords(if short { File::H } else { File::A }, king.rank());
            Some(corner).filter(|&s| board.by_piece(Role::Rook.of(us)).contains(s)).ok_or(SanError::CastleHome)?
        }
        None => return Err(SanError::CastleHome),
    };
    let Some(mv) = board.castling_with(rook) else {
        let blocked = board.castling_shape(rook).is_none();
        return Err(if blocked { SanError::CastleBlocked } else { SanError::CastleAttacked });
    };
    let mend = right.is_none().then_some(Mend::CastlingRight);
    Ok(Played { mv, board: board.play(&mv), mend })
}

// ---------------------------------------------------------------------------------------------- writing

/// Appends a move in SAN: disambiguated by file, then rank, then both, among legal moves, with `+` or `#`. `after`
/// is the board after the move; `moves` is scratch memory.
pub fn write(board: &Board, mv: &Move, after: &Board, moves: &mut MoveList, out: &mut String) {
    write_core(board, mv, out);
    if after.is_check() {
        out.push(if after.has_legal_move(moves) { '+' } else { '#' });
    }
}

fn write_core(board: &Board, mv: &Move, out: &mut String) {
    match mv.kind {
        MoveKind::Null => return out.push_str("--"),
        MoveKind::Castle { .. } => return out.push_str(if mv.is_castle_short() { "O-O" } else { "O-O-O" }),
        MoveKind::Normal | MoveKind::EnPassant => {}
    }
    if mv.role != Role::Pawn {
        out.push(mv.role.upper_char());
        write_origin(board, mv, out);
    } else if mv.is_capture() {
        out.push(mv.from.file().char());
    }
    if mv.is_capture() {
        out.push('x');
    }
    out.push(mv.to.file().char());
    out.push(mv.to.rank().char());
    if let Some(role) = mv.promotion {
        out.push('=');
        out.push(role.upper_char());
    }
}

/// The file, rank or square of origin, where another piece of the kind could make the move.
fn write_origin(board: &Board, mv: &Move, out: &mut String) {
    let us = board.turn();
    let able = attacks_of(mv.role, mv.to, board.occupied()) & board.by_piece(mv.role.of(us)) & !Bitboard::from(mv.from);
    let rivals: Bitboard =
        able.into_iter().filter(|&from| !leaves_check(&board.play(&plain(board, mv.role, from, mv.to)), us)).collect();
    if rivals.is_empty() {
        return;
    }
    let same_file = (rivals & Bitboard::from_file(mv.from.file())).any();
    let same_rank = (rivals & Bitboard::from_rank(mv.from.rank())).any();
    if !same_file || same_rank {
        out.push(mv.from.file().char());
    }
    if same_file {
        out.push(mv.from.rank().char());
    }
}
