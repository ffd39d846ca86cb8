//! Moves in words, for those who listen to them: `knight takes f3, check`.

use super::role_name;
use super::write::is_ambiguous;
use crate::{Board, Move, MoveKind, MoveList, Role};

/// What a move does to the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Effect {
    /// The game goes on.
    None,
    Check,
    Checkmate,
    /// A rule of a variant ends the game.
    End,
}

/// A move in English words. The square that the piece leaves is named where another piece of its kind could make the
/// move, and of pawns that take. `after` is the board after the move; `moves` is memory that is used again. The rules are
/// those of chess; for a game of any variant see
/// [`Situation::move_in_words`](crate::variant::Situation::move_in_words).
///
/// ```
/// # mod tabiya { pub mod chess { pub use tabiya_chess::*; } }
/// use tabiya::chess::{MoveList, fen, san};
/// let board = fen::parse("3r2k1/4P3/8/8/8/5n2/8/K4Q2 w - - 0 1").unwrap().board;
/// let (mut moves, mut words) = (MoveList::new(), Vec::new());
/// board.legal_moves(&mut moves);
/// for mv in moves.clone() {
///     words.push(san::in_words(&board, &mv, &board.play(&mv), &mut moves));
/// }
/// assert!(words.contains(&"pawn from e7 takes d8 and promotes to queen, check".to_owned()));
/// assert!(words.contains(&"queen takes f3".to_owned()));
/// ```
pub fn in_words(board: &Board, mv: &Move, after: &Board, moves: &mut MoveList) -> String {
    let effect = match after.is_check() {
        false => Effect::None,
        true if after.has_legal_move(moves) => Effect::Check,
        true => Effect::Checkmate,
    };
    words(mv, is_ambiguous(board, mv), effect)
}

/// The words for a move. `names_origin`: the square that the piece leaves is needed.
pub(crate) fn words(mv: &Move, names_origin: bool, effect: Effect) -> String {
    let piece = role_name(mv.role);
    let takes = mv.is_capture();
    let from = match names_origin || mv.role == Role::Pawn && takes {
        true => format!("{piece} from {}", mv.from),
        false => piece.to_owned(),
    };
    let mut text = match (mv.kind, mv.promotion) {
        // Whether the side that does not move stands in check says nothing about the move.
        (MoveKind::Null, _) => return "no move".to_owned(),
        (MoveKind::Castle { .. }, _) => if mv.is_castle_short() { "castles short" } else { "castles long" }.to_owned(),
        (MoveKind::Drop, _) => format!("{piece} dropped on {}", mv.to),
        (MoveKind::EnPassant, _) => format!("{from} takes {} en passant", mv.to),
        (MoveKind::Normal, Some(role)) if takes => {
            format!("{from} takes {} and promotes to {}", mv.to, role_name(role))
        }
        (MoveKind::Normal, Some(role)) => format!("{from} promotes to {} on {}", role_name(role), mv.to),
        (MoveKind::Normal, None) => format!("{from} {} {}", if takes { "takes" } else { "to" }, mv.to),
    };
    text.push_str(match effect {
        Effect::None => "",
        Effect::Check => ", check",
        Effect::Checkmate => ", checkmate",
        Effect::End => ", which ends the game",
    });
    text
}
