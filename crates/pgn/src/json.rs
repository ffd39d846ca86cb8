//! Games in JSON as sites give them: the monthly archives of Chess.com, and the exports of Lichess with an object on each line.
//!
//! An object that has the game as PGN (`pgn`) is that text. Otherwise the game is made of what Lichess says of it: players, result,
//! clocks, evaluations, and its moves in SAN (`moves`).

use super::puzzles::{NO_FEN, push_tag};
use chrono::{DateTime, Datelike as _, Timelike as _};
use serde::Deserialize;
use std::borrow::Cow;
use std::io::Write as _;

/// A text that stays where it is, unless it has escapes.
#[derive(Debug, Default, Deserialize)]
struct Text<'a>(#[serde(borrow)] Cow<'a, str>);

/// What an object says of a game.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct SiteGame<'a> {
    #[serde(borrow)]
    pgn: Option<Text<'a>>,
    /// The rules at Chess.com.
    #[serde(borrow)]
    rules: Option<Text<'a>>,
    #[serde(borrow)]
    moves: Option<Text<'a>>,
    #[serde(borrow)]
    id: Cow<'a, str>,
    rated: Option<bool>,
    #[serde(borrow)]
    variant: Option<Text<'a>>,
    #[serde(borrow)]
    speed: Cow<'a, str>,
    #[serde(borrow)]
    status: Cow<'a, str>,
    #[serde(borrow)]
    winner: Option<Text<'a>>,
    /// Milliseconds since 1970.
    created_at: Option<i64>,
    #[serde(borrow)]
    players: Players<'a>,
    #[serde(borrow)]
    initial_fen: Option<Text<'a>>,
    #[serde(borrow)]
    opening: Opening<'a>,
    clock: Option<Clock>,
    days_per_turn: Option<u32>,
    /// Hundredths of a second after each move.
    clocks: Vec<u64>,
    analysis: Vec<Analysis>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Players<'a> {
    #[serde(borrow)]
    white: Player<'a>,
    #[serde(borrow)]
    black: Player<'a>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Player<'a> {
    #[serde(borrow)]
    user: Option<User<'a>>,
    #[serde(borrow)]
    name: Option<Text<'a>>,
    rating: Option<i64>,
    ai_level: Option<u32>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct User<'a> {
    #[serde(borrow)]
    name: Cow<'a, str>,
    #[serde(borrow)]
    title: Option<Text<'a>>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Opening<'a> {
    #[serde(borrow)]
    eco: Cow<'a, str>,
    #[serde(borrow)]
    name: Cow<'a, str>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Clock {
    initial: u64,
    increment: u64,
}

/// What an engine says of the position after a move.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Analysis {
    eval: Option<i64>,
    mate: Option<i64>,
    judgment: Option<Judgment>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Judgment {
    name: String,
}

/// The variants of the sites, and the values of the tag Variant.
const VARIANTS: [(&str, &str); 14] = [
    ("chess960", "Chess960"),
    ("crazyhouse", "Crazyhouse"),
    ("kingOfTheHill", "King of the Hill"),
    ("kingofthehill", "King of the Hill"),
    ("threeCheck", "Three-check"),
    ("threecheck", "Three-check"),
    ("antichess", "Antichess"),
    ("atomic", "Atomic"),
    ("horde", "Horde"),
    ("racingKings", "Racing Kings"),
    ("fromPosition", "From Position"),
    ("bughouse", "Bughouse"),
    ("oddschess", "From Position"),
    ("chess", "Standard"),
];

/// True if an object is a game: it has moves, or PGN.
pub(super) fn is_game(object: &[u8]) -> bool {
    read(object).is_ok_and(|game| game.pgn.is_some() || game.moves.is_some() || game.rules.is_some())
}

/// The object at the start of some bytes.
fn read(object: &[u8]) -> Result<SiteGame<'_>, String> {
    let mut values = serde_json::Deserializer::from_slice(object).into_iter::<SiteGame<'_>>();
    match values.next() {
        Some(Ok(game)) => Ok(game),
        Some(Err(error)) if error.is_eof() => Err("the JSON ends within the game".into()),
        Some(Err(error)) => Err(format!("the JSON of the game cannot be read: {error}")),
        None => Err("there is no JSON".into()),
    }
}

/// The text of a game of an object, and the error of the object.
pub(super) fn text_of(object: &[u8], cut: bool) -> (Vec<u8>, Option<String>) {
    let made = match cut {
        true => Err("the object is longer than a game may be".to_owned()),
        false => {
            read(object).and_then(|game| game.text().ok_or_else(|| "the object has neither `pgn` nor `moves`".into()))
        }
    };
    match made {
        Ok(text) => (text, None),
        Err(fault) => {
            let mut text = Vec::new();
            push_tag("Result", b"*", &mut text);
            push_tag("SetUp", b"1", &mut text);
            push_tag("FEN", NO_FEN.as_bytes(), &mut text);
            text.extend_from_slice(b"\n*");
            (text, Some(fault))
        }
    }
}

impl SiteGame<'_> {
    fn text(self) -> Option<Vec<u8>> {
        let variant = self.variant.as_ref().or(self.rules.as_ref());
        let variant =
            variant.and_then(|name| VARIANTS.iter().find(|(known, _)| *known == name.0)).map(|(_, value)| *value);
        let variant = variant.filter(|value| *value != "Standard");
        if let Some(Text(pgn)) = &self.pgn {
            let mut text = Vec::with_capacity(pgn.len() + 40);
            if let Some(variant) = variant.filter(|_| !pgn.contains("[Variant ")) {
                push_tag("Variant", variant.as_bytes(), &mut text);
            }
            text.extend_from_slice(pgn.trim().as_bytes());
            return Some(text);
        }
        let Text(moves) = self.moves.as_ref()?;
        let notes = 24 * self.clocks.len() + 24 * self.analysis.len();
        let mut text = Vec::with_capacity(moves.len() + notes + 700);
        self.tags(variant, &mut text);
        text.push(b'\n');
        self.movetext(moves, &mut text);
        Some(text)
    }

    fn tags(&self, variant: Option<&str>, out: &mut Vec<u8>) {
        let rated = self.rated.map_or("", |rated| if rated { "rated " } else { "casual " });
        let (date, time) = self.created_at.map_or_else(Default::default, utc);
        let Players { white, black } = &self.players;
        let clock = match (&self.clock, self.days_per_turn) {
            (Some(Clock { initial, increment }), _) => format!("{initial}+{increment}"),
            (None, Some(days)) => format!("1/{}", u64::from(days) * 86_400),
            (None, None) => String::new(),
        };
        let mut put = |name: &str, value: &str| push_tag(name, value.as_bytes(), out);
        let optional = |text: &Option<Text<'_>>| text.as_ref().map_or_else(String::new, |Text(text)| text.to_string());
        let title = |player: &Player<'_>| player.user.as_ref().map_or_else(String::new, |user| optional(&user.title));
        let rating = |player: &Player<'_>| player.rating.map_or_else(String::new, |rating| rating.to_string());
        if !self.speed.is_empty() {
            put("Event", &format!("{rated}{} game", self.speed));
        }
        if !self.id.is_empty() {
            put("Site", &format!("https://lichess.org/{}", self.id));
        }
        put("Date", &date);
        put("White", &white.named());
        put("Black", &black.named());
        put("Result", self.result());
        put("UTCDate", &date);
        put("UTCTime", &time);
        put("WhiteElo", &rating(white));
        put("BlackElo", &rating(black));
        put("WhiteTitle", &title(white));
        put("BlackTitle", &title(black));
        put("Variant", variant.unwrap_or_default());
        put("TimeControl", &clock);
        put("ECO", &self.opening.eco);
        put("Opening", &self.opening.name);
        if let Some(Text(fen)) = self.initial_fen.as_ref().filter(|fen| fen.0 != "startpos") {
            put("SetUp", "1");
            put("FEN", fen);
        }
    }

    /// A game that has ended without a winner is drawn.
    fn result(&self) -> &'static str {
        match (self.winner.as_ref().map(|winner| &*winner.0), &*self.status) {
            (Some("white"), _) => "1-0",
            (Some("black"), _) => "0-1",
            (_, "" | "created" | "started" | "aborted" | "noStart" | "unknownFinish") => "*",
            _ => "1/2-1/2",
        }
    }

    fn movetext(&self, moves: &str, out: &mut Vec<u8>) {
        for (ply, san) in moves.split_ascii_whitespace().enumerate() {
            // Numbers say nothing here; who begins is known by the position.
            out.extend_from_slice(san.as_bytes());
            self.notes(ply, out).expect("there is room in memory");
            // A line of movetext is broken where it may be.
            out.push(if ply % 8 == 7 { b'\n' } else { b' ' });
        }
        out.extend_from_slice(self.result().as_bytes());
    }

    /// The evaluation of a move and the clock after it.
    fn notes(&self, ply: usize, out: &mut Vec<u8>) -> std::io::Result<()> {
        let (analysis, clock) = (self.analysis.get(ply), self.clocks.get(ply));
        if let Some(nag) = analysis.and_then(Analysis::nag) {
            write!(out, " ${nag}")?;
        }
        let eval = analysis.and_then(Analysis::command);
        if eval.is_none() && clock.is_none() {
            return Ok(());
        }
        out.extend_from_slice(b" { ");
        if let Some(eval) = eval {
            write!(out, "{eval} ")?;
        }
        if let Some(seconds) = clock.map(|hundredths| hundredths / 100) {
            write!(out, "[%clk {}:{:02}:{:02}] ", seconds / 3600, seconds / 60 % 60, seconds % 60)?;
        }
        out.push(b'}');
        Ok(())
    }
}

impl Player<'_> {
    fn named(&self) -> Cow<'_, str> {
        match (&self.user, &self.name, self.ai_level) {
            (Some(user), ..) => Cow::Borrowed(&user.name),
            (None, Some(Text(name)), _) => Cow::Borrowed(name),
            (None, None, Some(level)) => Cow::Owned(format!("lichess AI level {level}")),
            (None, None, None) => Cow::Borrowed(""),
        }
    }
}

impl Analysis {
    /// The evaluation as a command in a comment.
    fn command(&self) -> Option<String> {
        match (self.mate, self.eval) {
            (Some(mate), _) => Some(format!("[%eval #{mate}]")),
            (None, Some(eval)) => {
                let sign = if eval < 0 { "-" } else { "" };
                Some(format!("[%eval {sign}{}.{:02}]", eval.abs() / 100, eval.abs() % 100))
            }
            (None, None) => None,
        }
    }

    fn nag(&self) -> Option<u8> {
        match self.judgment.as_ref()?.name.as_str() {
            "Inaccuracy" => Some(6),
            "Mistake" => Some(2),
            "Blunder" => Some(4),
            _ => None,
        }
    }
}

/// Date and time of day of a time in milliseconds since 1970.
fn utc(milliseconds: i64) -> (String, String) {
    let at = DateTime::from_timestamp_millis(milliseconds).unwrap_or_default();
    let date = format!("{:04}.{:02}.{:02}", at.year(), at.month(), at.day());
    (date, format!("{:02}:{:02}:{:02}", at.hour(), at.minute(), at.second()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Game, RawGame};
    use tabiya_chess::fen;

    /// The text of the game of an object.
    fn text(object: &str) -> String {
        let (text, fault) = text_of(object.as_bytes(), false);
        assert_eq!(fault, None, "{object}");
        String::from_utf8(text).unwrap()
    }

    fn game(object: &str) -> Game {
        let mut game = Game::new();
        game.parse(&RawGame::from_bytes(text(object).as_bytes()));
        assert!(!game.is_incomplete(), "{object}");
        game
    }

    #[test]
    fn a_game_of_lichess_without_pgn() {
        let game = game(
            r#"{"id":"abc","rated":true,"variant":"standard","speed":"blitz","createdAt":1514505150384,"status":"mate",
            "players":{"white":{"user":{"name":"Ann \"A\"","title":"GM"},"rating":2500},"black":{"aiLevel":3}},"winner":"white",
            "opening":{"eco":"C20","name":"King's Pawn Game"},"moves":"e4 e5 Qh5 Nc6 Bc4 Nf6 Qxf7#",
            "clock":{"initial":300,"increment":3,"totalTime":420},"clocks":[30003,29999,360000],
            "analysis":[{"eval":35},{"eval":-7},{"eval":-105,"judgment":{"name":"Mistake"}},{"mate":-2}]}"#,
        );
        let tags: Vec<(&str, &str)> = game.tags().iter().collect();
        // 1514505150 seconds after 1970 is 28 December 2017, 23:52:30.
        let expected = [
            ("Event", "rated blitz game"),
            ("Site", "https://lichess.org/abc"),
            ("Date", "2017.12.28"),
            ("White", r#"Ann \"A\""#),
            ("Black", "lichess AI level 3"),
            ("Result", "1-0"),
            ("UTCDate", "2017.12.28"),
            ("UTCTime", "23:52:30"),
            ("WhiteElo", "2500"),
            ("WhiteTitle", "GM"),
            ("TimeControl", "300+3"),
            ("ECO", "C20"),
            ("Opening", "King's Pawn Game"),
        ];
        assert_eq!(tags, expected);
        assert_eq!(game.tree().len(), 8);
        assert_eq!([1, 2, 3].map(|node| game.clock(node)), [Some(300), Some(299), Some(3600)]);
        let comment = |node| game.notes().comment(node).unwrap_or_default().trim().to_owned();
        assert_eq!(
            [1, 2, 3, 4].map(comment),
            [
                "[%eval 0.35] [%clk 0:05:00]",
                "[%eval -0.07] [%clk 0:04:59]",
                "[%eval -1.05] [%clk 1:00:00]",
                "[%eval #-2]",
            ]
        );
        assert_eq!(game.notes().nags(3).collect::<Vec<u32>>(), [2]);
    }

    #[test]
    fn results_and_starts() {
        for (status, winner, result) in [
            ("resign", "\"black\"", "0-1"),
            ("draw", "null", "1/2-1/2"),
            ("outoftime", "null", "1/2-1/2"),
            ("aborted", "null", "*"),
            ("started", "null", "*"),
        ] {
            let object = format!(r#"{{"moves":"e4","status":"{status}","winner":{winner}}}"#);
            assert_eq!(game(&object).result().as_str(), result, "{status}");
        }
        let from = "4k3/8/8/8/8/8/4p3/4K3 b - - 5 30";
        let object =
            format!(r#"{{"moves":"Kd7 Kxe2","variant":"fromPosition","initialFen":"{from}","status":"draw"}}"#);
        assert_eq!(fen::write(game(&object).start()), from);
        let crazy =
            game(r#"{"variant":"crazyhouse","moves":"e4 d5 exd5 Qxd5 @e4","status":"resign","winner":"white"}"#);
        assert_eq!(crazy.tags().get("Variant"), Some("Crazyhouse"));
        let pgn = r#"{"url":"u","rules":"chess960","pgn":"[White \"A\"]\n\n1. e4 *\n"}"#;
        assert_eq!(text(pgn), "[Variant \"Chess960\"]\n[White \"A\"]\n\n1. e4 *");
        let named = r#"{"rules":"chess960","pgn":"[Variant \"Chess960\"]\n\n1. e4 *\n"}"#;
        assert_eq!(text(named), "[Variant \"Chess960\"]\n\n1. e4 *");
    }

    #[test]
    fn objects_that_are_no_games() {
        for (object, said) in [
            (r#"{"pgn":"1. e4"#, "the JSON ends within the game"),
            (r#"{"pgn":7}"#, "the JSON of the game cannot be read: invalid type: integer `7`, expected a string"),
            (r#"{"a":1}"#, "the object has neither `pgn` nor `moves`"),
        ] {
            let (text, fault) = text_of(object.as_bytes(), false);
            assert!(fault.unwrap().starts_with(said), "{object}");
            assert!(text.ends_with(b"*"), "{object}");
        }
        assert!(!is_game(br#"{"a":1}"#) && is_game(br#"{"moves":""}"#));
    }
}
