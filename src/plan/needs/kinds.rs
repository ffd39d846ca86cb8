//! The kinds of conditions that are derived from a query, each with a name, so that it can be switched off.

/// A kind of condition that a game must meet if a query is to match anywhere in it.
///
/// Switching one off makes searches slower at most: the matches stay the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Need {
    /// Numbers of pieces: `R == 0`, `#Q > 1`, `power A > 20`.
    Material,
    /// Squares on which pieces must stand at some time: `Nf7`, `kg8`.
    Squares,
    /// Castling, captures, promotions, null moves, drops: `castle`, `move promote N`.
    SpecialMoves,
    /// A least number of moves: `ply > 120`, `next (check check)`.
    Length,
    /// A check at some time: `check`, `next (check+)`.
    Check,
    /// Check, mate or stalemate at the end: `mate`, `stalemate`.
    Ending,
    /// The result: `result 1-0`.
    Result,
    /// Variations: `depth > 0`, `secondary`.
    Variations,
    /// A position that is given square by square: `fen`.
    ExactPosition,
    /// The positions at which the query can match: the first one for `initial`, those without a move for `terminal`.
    Places,
}

impl Need {
    /// All of them.
    pub const ALL: [Need; 10] = [
        Need::Material,
        Need::Squares,
        Need::SpecialMoves,
        Need::Length,
        Need::Check,
        Need::Ending,
        Need::Result,
        Need::Variations,
        Need::ExactPosition,
        Need::Places,
    ];

    /// The name that switches it off: `--disable material`.
    pub fn name(self) -> &'static str {
        match self {
            Need::Material => "material",
            Need::Squares => "squares",
            Need::SpecialMoves => "special-moves",
            Need::Length => "length",
            Need::Check => "check",
            Need::Ending => "ending",
            Need::Result => "result",
            Need::Variations => "variations",
            Need::ExactPosition => "exact-position",
            Need::Places => "places",
        }
    }
}

/// A set of kinds of conditions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Needs(u16);

impl Needs {
    /// All kinds.
    pub const ALL: Needs = Needs((1 << Need::ALL.len()) - 1);
    /// No kind.
    pub const NONE: Needs = Needs(0);

    /// The same set without one kind.
    #[must_use]
    pub fn without(self, need: Need) -> Needs {
        Needs(self.0 & !(1 << need as u16))
    }

    /// The same set with one kind more.
    #[must_use]
    pub fn with(self, need: Need) -> Needs {
        Needs(self.0 | 1 << need as u16)
    }

    /// True if a kind is in the set.
    pub fn has(self, need: Need) -> bool {
        self.0 & (1 << need as u16) != 0
    }
}

impl Default for Needs {
    fn default() -> Needs {
        Needs::ALL
    }
}
