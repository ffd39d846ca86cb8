//! The pattern of `fen`.

use crate::chess::{Bitboard, Square};
use crate::syntax::ast::{Designator, Filter, Kind, Pieces, Span, Type};

/// The squares of a `fen` pattern with what may stand on each, as one filter per square, so that transforms apply.
pub(super) fn pattern_filters(pattern: &str, span: Span) -> Option<Filter> {
    let mut parts = Vec::new();
    let (mut file, mut rank) = (0u32, 7u32);
    let mut place = |pieces: u16, parts: &mut Vec<Filter>| {
        let square = Square::new(rank * 8 + file);
        let designator = Designator { pieces: Pieces(pieces), squares: Bitboard::from(square) };
        parts.push(Filter { kind: Kind::Designator(designator), span, ty: Type::Set });
        file += 1;
        if file == 8 {
            (file, rank) = (0, rank.wrapping_sub(1));
        }
    };
    for sign in pattern.chars() {
        if parts.len() == 64 {
            break;
        }
        match sign {
            '1'..='8' => (0..sign as u8 - b'0').for_each(|_| place(Pieces::EMPTY_SQUARE.0, &mut parts)),
            'A' => place(Pieces::WHITE.0, &mut parts),
            'a' => place(Pieces::BLACK.0, &mut parts),
            '_' => place(Pieces::EMPTY_SQUARE.0, &mut parts),
            '.' => place(Pieces::ANY.0, &mut parts),
            _ => {
                let bit = "PNBRQKpnbrqk".find(sign);
                if let Some(bit) = bit {
                    place(1 << bit, &mut parts);
                }
            }
        }
    }
    (parts.len() == 64).then_some(Filter { kind: Kind::Braces(parts), span, ty: Type::Logical })
}
