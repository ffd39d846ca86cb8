//! The counts of games that play a move in a position, and moves as two bytes.

use tabiya_chess::{Board, Color, Move, MoveKind, Role, Square, san};
use tabiya_pgn::{Game, GameResult};

/// The last ply of a game whose position counts in the explorer. The move played there also counts.
pub const LAST_PLY: u32 = 50;

/// In place of a move: the games that have no move in the position.
pub(crate) const END: u16 = 0x7FFF;

/// The part of a position's number that the side to move makes.
#[inline]
pub(crate) fn turn_number(turn: Color) -> u64 {
    turn.fold_wb(0, 0x9D39_247E_3377_6D41)
}

/// The ratings of some players, added up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ratings {
    /// The sum of the ratings that are known.
    pub sum: u64,
    /// The number of ratings that are known.
    pub count: u32,
}

impl Ratings {
    /// The mean rating; none if no rating is known.
    #[expect(clippy::cast_precision_loss, reason = "sums of ratings are far below 2^52")]
    pub fn mean(self) -> Option<f64> {
        (self.count > 0).then(|| self.sum as f64 / f64::from(self.count))
    }

    fn add(&mut self, other: Ratings) {
        self.sum = self.sum.saturating_add(other.sum);
        self.count = self.count.saturating_add(other.count);
    }
}

/// The counts of some games. Counts of different games add up ([`Tally::add`]).
///
/// ```
/// # mod tabiya { pub mod chess { pub use tabiya_chess::*; } pub mod database { pub use tabiya_database::*; } pub mod game { pub use tabiya_pgn::*; } }
/// use tabiya::chess::Color;
/// use tabiya::database::Tally;
/// use tabiya::game::Game;
///
/// let won = Game::from_pgn("[WhiteElo \"2600\"]\n\n1. e4 1-0");
/// let drawn = Game::from_pgn("[WhiteElo \"2500\"]\n\n1. d4 1/2-1/2");
/// let mut tally = Tally::of(&won, Color::White);
/// tally.add(&Tally::of(&drawn, Color::White));
/// assert_eq!((tally.games, tally.white, tally.draws), (2, 1, 1));
/// assert_eq!(tally.players.mean(), Some(2550.0));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// The number of games.
    pub games: u32,
    /// The games that White won.
    pub white: u32,
    /// The games that were drawn. Games of which no result is known are neither won nor drawn.
    pub draws: u32,
    /// The games that Black won.
    pub black: u32,
    /// The ratings of those who were to move.
    pub players: Ratings,
    /// The ratings of their opponents.
    pub opponents: Ratings,
    /// The year of the latest game; 0 if none is known.
    pub last_year: u16,
}

impl Tally {
    /// Adds what was counted of other games.
    pub fn add(&mut self, other: &Tally) {
        self.games = self.games.saturating_add(other.games);
        self.white = self.white.saturating_add(other.white);
        self.draws = self.draws.saturating_add(other.draws);
        self.black = self.black.saturating_add(other.black);
        self.players.add(other.players);
        self.opponents.add(other.opponents);
        self.last_year = self.last_year.max(other.last_year);
    }

    /// One game, in which White or Black is to move.
    pub fn of(game: &Game, turn: Color) -> Tally {
        let result = game.result();
        let rating = |color| game.elo(color).map_or(Ratings::default(), |elo| Ratings { sum: elo.into(), count: 1 });
        Tally {
            games: 1,
            white: u32::from(result == GameResult::White),
            draws: u32::from(result == GameResult::Draw),
            black: u32::from(result == GameResult::Black),
            players: rating(turn),
            opponents: rating(!turn),
            last_year: game.year().and_then(|year| u16::try_from(year).ok()).unwrap_or(0),
        }
    }
}

/// The counts of a move in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Row {
    pub(crate) key: u64,
    /// The move ([`code`]), or [`END`].
    pub(crate) code: u16,
    pub(crate) tally: Tally,
}

/// Sorts rows and adds up those of one move in one position.
pub(crate) fn add_up(rows: &mut Vec<Row>) {
    rows.sort_unstable_by_key(|row| (row.key, row.code));
    rows.dedup_by(|row, kept| {
        let same = (row.key, row.code) == (kept.key, kept.code);
        if same {
            kept.tally.add(&row.tally);
        }
        same
    });
}

/// A move as two bytes: origin, target, and the role that a pawn becomes. A king that castles goes to its rook; a dropped
/// piece comes from its target, and has its role.
pub(crate) fn code(mv: &Move) -> u16 {
    let (from, to, role) = match mv.kind {
        MoveKind::Castle { rook_from, .. } => (mv.from, rook_from, None),
        MoveKind::Null => (mv.from, mv.from, None),
        MoveKind::Drop => (mv.to, mv.to, Some(mv.role)),
        MoveKind::Normal | MoveKind::EnPassant => (mv.from, mv.to, mv.promotion),
    };
    from as u16 | (to as u16) << 6 | role.map_or(0, |role| role as u16) << 12
}

/// The move of two bytes on a board; none if the side to move cannot have played it there.
pub(crate) fn decode(code: u16, board: &Board) -> Option<Move> {
    let square = |shift: u16| Square::new(u32::from(code >> shift & 63));
    let (from, to, us) = (square(0), square(6), board.turn());
    let named = match code >> 12 {
        0 => None,
        role => Some(*Role::ALL.get(usize::from(role) - 1)?),
    };
    if from == to {
        return match named {
            Some(role) => Some(Move::drop(role, to)),
            None => Some(san::null_move(board)).filter(|mv| mv.from == from),
        };
    }
    let role = board.role_at(from).filter(|_| board.color_at(from) == Some(us))?;
    let mv = Move { role, from, to, promotion: named, kind: MoveKind::Normal, captured: None };
    match board.color_at(to) {
        Some(color) if color == us => {
            let (target, rook_to) = Move::castle_targets(us, to.file() > from.file());
            let kind = MoveKind::Castle { rook_from: to, rook_to };
            (role == Role::King && board.role_at(to) == Some(Role::Rook)).then_some(Move { to: target, kind, ..mv })
        }
        Some(_) => Some(Move { captured: Some(to), ..mv }),
        None if role == Role::Pawn && from.file() != to.file() => {
            let passed = Square::from_coords(to.file(), from.rank());
            Some(Move { kind: MoveKind::EnPassant, captured: Some(passed), ..mv })
        }
        None => Some(mv),
    }
}
