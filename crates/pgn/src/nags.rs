//! The signs of numeric annotation glyphs.

/// The sign of a numeric annotation glyph (NAG) in print: `!` for 1, `±` for 16. Glyphs that differ only in the side that
/// they speak of share a sign. `None` if a glyph has no usual sign, and is written by its number.
///
/// Source: the table of glyphs in the PGN standard, and the signs of the Chess Informant.
///
/// ```
/// # mod tabiya { pub mod game { pub use tabiya_pgn::*; } }
/// use tabiya::game::nag_sign;
/// assert_eq!((nag_sign(5), nag_sign(36), nag_sign(99)), (Some("!?"), Some("↑"), None));
/// ```
pub fn nag_sign(nag: u32) -> Option<&'static str> {
    Some(match nag {
        1 => "!",
        2 => "?",
        3 => "!!",
        4 => "??",
        5 => "!?",
        6 => "?!",
        7 | 8 => "□",
        10..=12 => "=",
        13 => "∞",
        14 => "⩲",
        15 => "⩱",
        16 => "±",
        17 => "∓",
        18 | 20 => "+−",
        19 | 21 => "−+",
        22 | 23 => "⨀",
        32 | 33 => "⟳",
        36 | 37 => "↑",
        40 | 41 => "→",
        44 | 45 => "=∞",
        132 | 133 => "⇆",
        138 | 139 => "⊕",
        140 => "∆",
        146 => "N",
        _ => return None,
    })
}
