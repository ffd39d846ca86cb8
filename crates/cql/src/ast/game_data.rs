//! Operands of filters on a game, moves apart: texts, results, clocks, tables.

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
    /// `opening`
    Opening,
    /// `variant`
    Variant,
    /// `result`
    Result,
    /// `tag "Name"`
    Tag(String),
    /// `hascomment`, `originalcomment`: the comment at the current position
    Comment,
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
            GameText::Opening => "opening".into(),
            GameText::Variant => "variant".into(),
            GameText::Result => "result".into(),
            GameText::Tag(name) => format!("tag {}", quoted(name)),
            GameText::Comment => "hascomment".into(),
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

/// A word and, where one is needed, a colour after it.
fn colored(word: &str, color: Option<Color>) -> String {
    color.map_or(word.to_owned(), |color| format!("{word} {}", color.fold_wb("white", "black")))
}

/// A text literal; the characters that are not allowed in quotes are written by their names.
pub fn quoted(text: &str) -> String {
    match text {
        "\n" => "\\n".into(),
        "\r" => "\\r".into(),
        "\t" => "\\t".into(),
        "\"" => "\\\"".into(),
        _ => format!("\"{text}\""),
    }
}
