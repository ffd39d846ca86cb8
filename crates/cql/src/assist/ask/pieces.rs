//! The contents of a square as text: `N`, `A`, `_`, `[QRq]`.

use crate::ast::Pieces;
use crate::print::pieces_text as printed;

/// The letters of contents, in the order of the bits of [`Pieces`].
const LETTERS: &str = "PNBRQKpnbrqk_";

/// The contents that a letter stands for: `K Q R B N P` and `k q r b n p`, `A` for any white piece, `a` for any black one,
/// `_` for none.
pub(super) fn letter(sign: char) -> Option<Pieces> {
    match sign {
        'A' => Some(Pieces::WHITE),
        'a' => Some(Pieces::BLACK),
        _ => LETTERS.find(sign).map(|bit| Pieces(1 << bit)),
    }
}

/// Reads contents: a letter, or letters in brackets, any of which will do. `None` if the text is nothing of the kind.
///
/// ```
/// # mod tabiya { pub mod syntax { pub use tabiya_cql::*; } }
/// use tabiya::syntax::assist::{pieces_of, pieces_text};
/// assert_eq!(pieces_text(pieces_of("[QRq]").unwrap()), "[RQq]");
/// assert_eq!(pieces_text(pieces_of("A").unwrap()), "A");
/// assert_eq!((pieces_of("X"), pieces_of("QR"), pieces_of("[]")), (None, None, None));
/// ```
pub fn pieces_of(text: &str) -> Option<Pieces> {
    if let Some(inner) = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
        let all = inner.chars().try_fold(0, |all, sign| Some(all | letter(sign)?.0))?;
        return (all != 0).then_some(Pieces(all));
    }
    let mut signs = text.chars();
    let only = letter(signs.next()?)?;
    signs.next().is_none().then_some(only)
}

/// Contents as text that [`pieces_of`] reads; empty if nothing is allowed.
pub fn pieces_text(pieces: Pieces) -> String {
    if pieces.0 & Pieces::ANY.0 == 0 { String::new() } else { printed(pieces) }
}

/// The one sign for contents, if they have one.
pub(super) fn sign(pieces: Pieces) -> Option<char> {
    let text = pieces_text(pieces);
    let mut signs = text.chars();
    signs.next().filter(|_| signs.next().is_none())
}
