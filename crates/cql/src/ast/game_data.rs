//! Operands of filters on a game beside its moves: texts, results, clocks, tables.

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
    /// `result`
    Result,
    /// `tag "Name"`
    Tag(String),
    /// `hascomment`, `originalcomment`: the comment at the current position
    Comment,
}

/// The outcome that `tablebase` asks for, for the side to move.
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

/// The test of `variantend`, `variantwin`, `variantloss` and `variantdraw`.
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

/// A number that a comment gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Measure {
    /// `clock`: the seconds left to the side that has just moved; `clock white`, `clock black`: the last known
    Clock(Option<Color>),
    /// `eval`: hundredths of a pawn, from White's side; 10,000 for a mate
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

impl GameText {
    /// The words that ask for it.
    pub fn words(&self) -> String {
        match self {
            GameText::Player(color) => colored("player", *color),
            GameText::Event => "event".into(),
            GameText::Site => "site".into(),
            GameText::Date => "date".into(),
            GameText::EventDate => "eventdate".into(),
            GameText::Eco => "eco".into(),
            GameText::Variant => "variant".into(),
            GameText::Result => "result".into(),
            GameText::Tag(name) => format!("tag {}", quoted(name)),
            GameText::Comment => "hascomment".into(),
        }
    }
}

impl Worth {
    /// All of them.
    pub const ALL: [Worth; 4] = [Worth::Win, Worth::Loss, Worth::Draw, Worth::Cursed];

    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Worth::Win => "win",
            Worth::Loss => "loss",
            Worth::Draw => "draw",
            Worth::Cursed => "cursed",
        }
    }
}

impl VariantEnd {
    /// The words that ask for it.
    pub fn words(self) -> String {
        match self {
            VariantEnd::Any => "variantend".into(),
            VariantEnd::Win(color) => colored("variantwin", color),
            VariantEnd::Loss(color) => colored("variantloss", color),
            VariantEnd::Draw => "variantdraw".into(),
        }
    }
}

impl Measure {
    /// The words that ask for it.
    pub fn words(self) -> String {
        match self {
            Measure::Clock(color) => colored("clock", color),
            Measure::Eval => "eval".into(),
            Measure::EvalMate => "eval mate".into(),
            Measure::Elapsed => "elapsed".into(),
        }
    }
}

impl GameResult {
    /// All of them.
    pub const ALL: [GameResult; 3] = [GameResult::WhiteWins, GameResult::BlackWins, GameResult::Draw];

    /// The spelling in PGN and in queries.
    pub fn word(self) -> &'static str {
        match self {
            GameResult::WhiteWins => "1-0",
            GameResult::BlackWins => "0-1",
            GameResult::Draw => "1/2-1/2",
        }
    }
}

/// A word and, if one is asked for, a colour after it.
pub fn colored(word: &str, color: Option<Color>) -> String {
    color.map_or(word.to_owned(), |color| format!("{word} {}", color.fold_wb("white", "black")))
}

/// A text literal; the characters that cannot stand in quotes are written by their names.
pub fn quoted(text: &str) -> String {
    match text {
        "\n" => "\\n".into(),
        "\r" => "\\r".into(),
        "\t" => "\\t".into(),
        "\"" => "\\\"".into(),
        _ => format!("\"{text}\""),
    }
}
