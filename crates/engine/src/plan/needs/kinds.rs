//! The kinds of conditions that are derived from a query, each with a name, so that it can be switched off.

/// Makes the enumeration, the list of all kinds, their names and what they do from one table.
macro_rules! needs {
    ($($(#[$meta:meta])* $kind:ident: $name:literal, $effect:literal;)*) => {
        /// A kind of condition that a game must meet if a query is to match anywhere in it.
        ///
        /// Switching one off makes searches slower at most: the matches stay the same.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Need {
            $($(#[$meta])* $kind,)*
        }

        impl Need {
            /// All of them.
            pub const ALL: [Need; [$($name),*].len()] = [$(Need::$kind),*];

            /// The name that switches it off: `--disable material`.
            pub fn name(self) -> &'static str {
                match self {
                    $(Need::$kind => $name,)*
                }
            }

            /// The work of the part, as help for the option that switches it off.
            pub fn effect(self) -> &'static str {
                match self {
                    $(Need::$kind => $effect,)*
                }
            }
        }
    };
}

needs! {
    /// Numbers of pieces: `R == 0`, `#Q > 1`, `power A > 20`.
    Material: "material", "Games skipped by numbers of pieces";
    /// Squares on which pieces must be at some time: `Nf7`, `kg8`.
    Squares: "squares", "Games skipped by the squares on which pieces must stand";
    /// Castling, captures, promotions, null moves, drops: `castle`, `move promote N`.
    SpecialMoves: "special-moves", "Games skipped by castling, captures, promotions, null moves and drops";
    /// A least number of moves: `ply > 120`, `next (check check)`.
    Length: "length", "Games skipped by their number of moves";
    /// A check at some time: `check`, `next (check+)`.
    Check: "check", "Games skipped because there is no check";
    /// Check, mate or stalemate at the end: `mate`, `stalemate`.
    Ending: "ending", "Games skipped by their last position";
    /// The result: `result 1-0`.
    Result: "result", "Games skipped by their result";
    /// Variations: `depth > 0`, `secondary`.
    Variations: "variations", "Games skipped because they have no variations";
    /// A position that is given square by square: `fen`.
    ExactPosition: "exact-position", "Games skipped because a position is not in them";
    /// The positions at which the query can match: the first one for `initial`, those without a move for `terminal`.
    Places: "places", "Only the first position, or those without a move, asked";
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
