//! The two dialects of the language.
//!
//! A query that names no dialect is dialect 5 if it has numbers that only dialect 5 reads as ranges. A run of one word
//! (`a or b or c`) is stored alike in both, although it groups to the right in dialect 5, so that nobody gets a
//! needless warning; `line` and `path` are read alike, because CQL 5 does not have them. After `move from`, `up`, the
//! domain of a loop and the like, dialect 5 also takes a small operand, which only `or`, `and`, `on` and `in` extend;
//! so `up 1 K & e2` means the same in both. Reversed ranges, numbers alone and `extension` are warnings in dialect 6
//! and errors in dialect 5, which reads numbers otherwise; steps of directions and ranges in the header are errors in
//! both, as in CQL 6.2.
//!
//! Where CQLi and CQL 6.2 disagree:
//!
//! * The legal en passant capture of a FEN tag counts in `move legal`, as in CQLi; CQL 6.2 does not consider the square
//!   of the tag.
//! * `move legal count` counts four promotions, as in CQLi; `countmoves legal --` counts one, as in CQL 6.2.
//! * `message` directly after `move` is evaluated at the position after the move in dialect 5, as in CQLi, and at the
//!   current position in dialect 6, as in CQL 6.2.
//! * `movenumber 3 6` of CQL 5 counts two positions to a move, with either side moving first. The number `movenumber` of CQL 6
//!   counts a first move by Black as move 1 of its own.
//! * `sort` over a set counts its squares and always matches, as in CQL 6.2.
//! * `fen` of a position is CQL 6.2's: castling rights for kings and rooks that never left home, regardless of the FEN
//!   tag, and the counters `0 1`. The `fen` of result rows is the position's own, with the rights of the tag.
//! * `--+` at the very end of a `line` is not a repetition although `check+` is: CQL 6.2 rejects it, and the message
//!   suggests `{+}`.

/// The dialect that a query is read in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Dialect {
    /// Decided by the text.
    #[default]
    Auto,
    /// CQL 5: `not`, `or`, `and`, `on`, `in` bind equally and take the longest argument.
    Five,
    /// CQL 6: the usual precedence.
    Six,
}

impl Dialect {
    /// Its name where one is chosen: `5`, `6` or `auto`.
    pub fn name(self) -> &'static str {
        match self {
            Dialect::Auto => "auto",
            Dialect::Five => "5",
            Dialect::Six => "6",
        }
    }

    /// The dialect of a name.
    pub fn named(name: &str) -> Option<Dialect> {
        [Dialect::Auto, Dialect::Five, Dialect::Six].into_iter().find(|dialect| dialect.name() == name)
    }
}
