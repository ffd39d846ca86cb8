//! The numbers of nodes, a type for each arena.

/// Makes a number of its own kind for each arena.
macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub(crate) struct $name(u32);

        impl $name {
            pub(crate) fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl From<usize> for $name {
            fn from(index: usize) -> $name {
                $name(u32::try_from(index).expect("fewer than 2^32 nodes in a query"))
            }
        }
    )*};
}

ids! {
    /// A filter of which only the truth matters.
    BoolId
    /// A filter that yields squares.
    SetId
    /// A filter that yields a number.
    NumId
    /// A filter that yields a position.
    PosId
    /// A filter that yields a text.
    TextId
    /// A `move` filter.
    MoveId
    /// A move written with a dash.
    DashId
    /// A sequence filter.
    SequenceId
    /// A loop over squares or pieces.
    LoopId
    /// A variable.
    VarId
    /// A sort key.
    SortId
    /// A regular expression.
    PatternId
}
