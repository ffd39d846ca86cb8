//! The filters of one word.

/// Filters of one word without arguments. The comment gives the spelling where it is not the name in lower case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "each is the keyword of the same name")]
pub enum Word {
    // Logical
    Check,
    Mate,
    Stalemate,
    Wtm,
    Btm,
    True,
    False,
    Initial,
    Terminal,
    Mainline,
    Variation,
    VirtualMainline,
    /// 5.x `beginvariation`
    BeginVariation,
    Primary,
    Secondary,
    Castle,
    /// `o-o`
    CastleShort,
    /// `o-o-o`
    CastleLong,
    EnPassant,
    NullMove,
    RemoveComment,
    // Set
    EnPassantSquare,
    ConnectedPawns,
    IsolatedPawns,
    DoubledPawns,
    PassedPawns,
    PureMate,
    ModelMate,
    IdealMate,
    PureStalemate,
    ModelStalemate,
    IdealStalemate,
    From,
    To,
    // Number
    Ply,
    Depth,
    MoveNumber,
    PositionId,
    SideToMove,
    White,
    Black,
    GameNumber,
    LastGameNumber,
    Year,
    Try,
    // Text
    Fen,
    CurrentTransform,
    // Position
    CurrentPosition,
    InitialPosition,
    Parent,
    /// `legalposition`
    LegalPosition,
    /// `reachableposition`
    ReachablePosition,
    /// `saveposition`
    SavePosition,
    /// `currentmutation`
    CurrentMutation,
    /// `pathstart`
    PathStart,
    /// `pathlastposition`
    PathLastPosition,
    /// `pathcount`
    PathCount,
    /// `pathcountunfocused`
    PathCountUnfocused,
    /// `pathdebug`
    PathDebug,
    /// `extension`, which never matches.
    Extension,
}
