//! What filters ask of a game beside its moves: texts, results, clocks, tables.

use tabiya_chess::Color;

/// Texts that a game carries.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum GameText {
    /// `player`, `player white`, `player black`
    Player(Option<Color>),
    /// `event`
    Event,
    /// `site`
    Site,
    /// `date`
    Date,
    /// `eventdate`
    EventDate,
    /// `eco`
    Eco,
    /// `variant`
    Variant,
    /// `tag "Name"`
    Tag(String),
    /// `hascomment`, `originalcomment`: the comment at the current position
    Comment,
}

/// What `tablebase` asks of a position, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Worth {
    /// `win`
    Win,
    /// `loss`
    Loss,
    /// `draw`: also where only the rule of fifty moves makes it one
    Draw,
    /// `cursed`: a win or loss that the rule of fifty moves turns into a draw
    Cursed,
}

/// What `variantend`, `variantwin`, `variantloss` and `variantdraw` ask.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum VariantEnd {
    /// `variantend`
    Any,
    /// `variantwin`, of the side to move; `variantwin white`
    Win(Option<Color>),
    /// `variantloss`, of the side to move; `variantloss black`
    Loss(Option<Color>),
    /// `variantdraw`
    Draw,
}

/// What a comment says in numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Measure {
    /// `clock`: the seconds left to the side that has just moved; `clock white`, `clock black`: the last known
    Clock(Option<Color>),
    /// `eval`: hundredths of a pawn, from White's side
    Eval,
    /// `eval mate`: moves to mate, positive if White mates
    EvalMate,
    /// `elapsed`: the seconds that the last move took
    Elapsed,
}

/// Results that `result` asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameResult {
    /// `1-0`
    WhiteWins,
    /// `0-1`
    BlackWins,
    /// `1/2-1/2`
    Draw,
}
