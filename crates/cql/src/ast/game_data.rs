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

/// What a text of the game is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextSource {
    /// The normal form of the names in its tags, a line for each.
    Names,
    /// What its tag says; `?` stands for a tag that is missing.
    Tag,
    /// Another form of what its tag says, as a date in full.
    OfTag,
    /// The game: its result, its variant, the position that it begins with, its opening.
    Game,
    /// The current position.
    Position,
}

/// A row of the table of texts of a game.
struct TextRow {
    /// The word that asks for it.
    word: &'static str,
    /// As the explanation of a query has it.
    noun: &'static str,
    source: TextSource,
    /// The tag that it is made of; empty if there is none, or if the query says which.
    tag: &'static str,
}

impl GameText {
    /// Those with a word of their own.
    const WITH_OWN_WORD: [GameText; 8] = [
        GameText::Event,
        GameText::Site,
        GameText::Date,
        GameText::EventDate,
        GameText::Eco,
        GameText::Opening,
        GameText::Variant,
        GameText::Comment,
    ];

    /// The one table of them.
    fn row(&self) -> TextRow {
        let (word, noun, source, tag) = match self {
            GameText::Player(_) => ("player", "the name of a player", TextSource::Names, ""),
            GameText::Event => ("event", "the event", TextSource::Tag, "Event"),
            GameText::Site => ("site", "the site", TextSource::Tag, "Site"),
            GameText::Date => ("date", "the date", TextSource::OfTag, "Date"),
            GameText::EventDate => ("eventdate", "the date of the event", TextSource::OfTag, "EventDate"),
            GameText::Eco => ("eco", "the code of the opening", TextSource::OfTag, "ECO"),
            GameText::Opening => ("opening", "the name of the opening", TextSource::Game, ""),
            GameText::Variant => ("variant", "the variant", TextSource::Game, ""),
            GameText::Result => ("result", "the result", TextSource::Game, ""),
            GameText::Tag(name) if name == "FEN" => ("tag", "the tag", TextSource::Game, ""),
            GameText::Tag(_) => ("tag", "the tag", TextSource::OfTag, ""),
            GameText::Comment => ("hascomment", "the comment here", TextSource::Position, ""),
        };
        TextRow { word, noun, source, tag }
    }

    /// The text that one word asks for: `event`, `opening`, `hascomment`.
    pub(crate) fn of_word(word: &str) -> Option<GameText> {
        Self::WITH_OWN_WORD.into_iter().find(|text| text.row().word == word)
    }

    /// The words that ask for it.
    pub fn words(&self) -> String {
        let word = self.row().word;
        match self {
            GameText::Player(Some(color)) => format!("{word} {}", color.fold_wb("white", "black")),
            GameText::Tag(name) => format!("{word} {}", quoted(name)),
            _ => word.to_owned(),
        }
    }

    /// As the explanation of a query has it: `the date of the event`.
    pub(crate) fn noun(&self) -> String {
        let noun = self.row().noun;
        match self {
            GameText::Player(Some(color)) => format!("the name of {}", color.fold_wb("White", "Black")),
            GameText::Tag(name) => format!("{noun} \"{name}\""),
            _ => noun.to_owned(),
        }
    }

    /// What it is made of.
    pub fn source(&self) -> TextSource {
        self.row().source
    }

    /// The tags that it is made of; none if its [source](Self::source) is the game or the position.
    pub fn tags(&self) -> impl Iterator<Item = &str> {
        let tags = match self {
            GameText::Player(Some(color)) => [color.fold_wb("White", "Black"), ""],
            GameText::Player(None) => ["White", "Black"],
            GameText::Tag(name) if self.source() != TextSource::Game => [name, ""],
            _ => [self.row().tag, ""],
        };
        tags.into_iter().filter(|tag| !tag.is_empty())
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
