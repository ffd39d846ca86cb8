//! The rows of a search: its matches as they are sent to the page, and what they are counted and filtered by.

use super::fields::{answers, asks, some, words};
use serde::{Serialize, Serializer};
use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Arc;
use tabiya::chess::{Color, MoveList};
use tabiya::game::plain_tag;
use tabiya::pipeline::GameResults;
use tabiya::printable::line;
use tabiya::{Game, OpeningNames, SortKey};

answers! {
    /// What each row says of its game.
    #[derive(PartialEq)]
    #[cfg_attr(test, ts(rename = "GameHead"))]
    Head {
        source: Arc<str>,
        /// Its place in the source, from 1.
        game: u64,
        white: String, black: String, date: String, event: String, site: String, eco: String, result: &'static str,
        /// The plies of its main line.
        plies: u32;
        /// The name of its opening.
        opening: String,
        white_elo: u32, black_elo: u32, year: u32,
        /// For a game of a database made of several files: its own file and number.
        file: String, number: u64
    }

    /// A match.
    #[derive(Clone, PartialEq)]
    Row {
        #[serde(flatten)] head: Arc<Head>,
        /// The number of the position: 0 is the start.
        node: u32,
        ply: u32;
        /// The move that led to the position, with its number.
        moved: Box<str>,
        /// The value of the longest sequence.
        length: i64,
        variation: bool,
        /// The values of the sort keys.
        values: SortValues
    }

    /// How many games and positions have a value.
    Tally { value: String, games: u64, positions: u64 }
}

/// Values by the names of their sort keys.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(test, derive(ts_rs::TS), ts(as = "HashMap<String, String>"))]
pub(crate) struct SortValues(Box<[(Arc<str>, Box<str>)]>);

impl Serialize for SortValues {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (&**name, &**value)))
    }
}

/// Text from a game, made safe to show.
fn shown(text: &str) -> String {
    line(&plain_tag(text)).into_owned()
}

impl Head {
    /// The head of a game. `file` is the file that a database has it from.
    pub(super) fn of(game: &Game, names: &OpeningNames, (source, place): (&Arc<str>, u64), file: Option<&str>) -> Head {
        let own = file.filter(|_| game.number() != place);
        Head {
            source: Arc::clone(source),
            game: place,
            white: shown(game.player(Color::White)),
            black: shown(game.player(Color::Black)),
            white_elo: game.elo(Color::White),
            black_elo: game.elo(Color::Black),
            year: game.year(),
            date: game.date(),
            event: shown(game.event()),
            site: shown(game.site()),
            eco: game.eco().unwrap_or_default(),
            opening: names.full_name(game).map(|name| line(&name).into_owned()),
            result: game.result().as_str(),
            plies: game.tree().mainline_len().saturating_sub(1),
            file: own.map(|file| line(file).into_owned()),
            number: own.map(|_| game.number()),
        }
    }

    /// The bytes that it takes.
    fn bytes(&self) -> usize {
        let texts = [&self.white, &self.black, &self.date, &self.event, &self.site, &self.eco];
        let file = self.file.iter().chain(&self.opening).map(String::len).sum::<usize>();
        size_of::<Head>() + texts.into_iter().map(String::len).sum::<usize>() + file
    }

    /// True if a text occurs in its names, regardless of the case of letters. `wanted` is in lower case.
    pub(super) fn contains(&self, wanted: &str) -> bool {
        let all = [&self.white, &self.black, &self.event, &self.site, &self.date, &self.eco];
        all.into_iter().chain(&self.opening).any(|text| text.to_lowercase().contains(wanted))
    }
}

impl Row {
    /// The rows of a game.
    pub(super) fn of(results: &GameResults<'_>, head: Head, keys: &[(Arc<str>, SortKey)]) -> Vec<Row> {
        let (game, head, mut moves) = (&*results.game, Arc::new(head), MoveList::new());
        let all = results.found.iter().flat_map(|(_, found)| &found.matches);
        let row = |matched: &tabiya::Match| {
            let node = game.tree().node(matched.position);
            let values = keys.iter().zip(&matched.sort_values);
            let values = values.filter_map(|((name, _), value)| {
                let text = value.as_ref()?.to_string();
                Some((Arc::clone(name), line(&text).into_owned().into_boxed_str()))
            });
            Row {
                head: Arc::clone(&head),
                node: matched.position,
                ply: node.ply,
                moved: some(game.numbered_move(matched.position, &mut moves)).map(Box::from),
                length: matched.paths.iter().map(|path| path.length).max(),
                variation: some(node.depth > 0),
                values: some(SortValues(values.collect())),
            }
        };
        all.map(row).collect()
    }

    /// The bytes that it takes in addition to its head.
    pub(super) fn bytes(&self) -> usize {
        let values = self.values.iter().flat_map(|values| &values.0);
        let moved = self.moved.as_ref().map_or(0, |moved| moved.len());
        size_of::<Row>() + moved + values.map(|value| size_of_val(value) + value.1.len()).sum::<usize>()
    }
}

/// The bytes that the rows of one game take.
pub(super) fn bytes_of(rows: &[Row]) -> usize {
    rows.first().map_or(0, |row| row.head.bytes()) + rows.iter().map(Row::bytes).sum::<usize>()
}

words! {
    /// What games are counted by.
    Facet = Year | Eco | Player | Result | Length;
}

asks! {
    /// The values that a game must have. Years and lengths are a number or a range: `1990-1999`.
    #[derive(Clone, Default)]
    pub Filters {
        ; year: Option<String>, eco: Option<String>, player: Option<String>, result: Option<String>, length: Option<String>
    }
}

impl Filters {
    /// True if all games pass.
    pub(super) fn is_empty(&self) -> bool {
        self.wanted().next().is_none()
    }

    /// The filters that the tags of a game answer.
    pub(super) fn of_tags(&self) -> Filters {
        Filters { result: None, length: None, ..self.clone() }
    }

    fn wanted(&self) -> impl Iterator<Item = (Facet, &str)> {
        let wanted = self.all().into_iter().filter_map(|(facet, wanted)| Some((facet, wanted?)));
        wanted.filter(|(_, wanted)| !wanted.is_empty())
    }

    fn all(&self) -> [(Facet, Option<&str>); 5] {
        [
            (Facet::Year, self.year.as_deref()),
            (Facet::Eco, self.eco.as_deref()),
            (Facet::Player, self.player.as_deref()),
            (Facet::Result, self.result.as_deref()),
            (Facet::Length, self.length.as_deref()),
        ]
    }

    /// True if a game passes.
    pub(super) fn pass(&self, head: &Head) -> bool {
        self.wanted().all(|(facet, wanted)| facet.has(head, wanted))
    }
}

impl Facet {
    /// The values of a game; a game has two players.
    fn values(self, head: &Head) -> Vec<Cow<'_, str>> {
        let known = |text: &'_ str| !matches!(text, "" | "?");
        match self {
            Facet::Year => head.year.map(|year| year.to_string().into()).into_iter().collect(),
            Facet::Eco => Some(&head.eco).filter(|eco| known(eco)).map(|eco| eco.into()).into_iter().collect(),
            Facet::Player => {
                let second = (head.white != head.black).then_some(&head.black);
                let both = std::iter::once(&head.white).chain(second).filter(|name| known(name));
                both.map(Cow::from).collect()
            }
            Facet::Result => vec![head.result.into()],
            // In moves.
            Facet::Length => vec![head.plies.div_ceil(2).to_string().into()],
        }
    }

    fn has(self, head: &Head, wanted: &str) -> bool {
        let range = wanted.split_once('-').filter(|_| matches!(self, Facet::Year | Facet::Length));
        let range = range.and_then(|(low, high)| Some(low.parse::<u32>().ok()?..=high.parse::<u32>().ok()?));
        self.values(head).iter().any(|value| match &range {
            Some(range) => value.parse().is_ok_and(|value| range.contains(&value)),
            None => value == wanted,
        })
    }
}

/// The numbers for each value, those with most games first.
pub(super) fn tally(rows: &[Row], by: Facet, filters: &Filters) -> Vec<Tally> {
    let mut counts: HashMap<String, (u64, u64)> = HashMap::new();
    // The rows of a game share their head.
    for game in rows.chunk_by(|a, b| Arc::ptr_eq(&a.head, &b.head)) {
        if !filters.pass(&game[0].head) {
            continue;
        }
        for value in by.values(&game[0].head) {
            let count = counts.entry(value.into_owned()).or_default();
            count.0 += 1;
            count.1 += game.len() as u64;
        }
    }
    let tally = |(value, (games, positions))| Tally { value, games, positions };
    let mut all: Vec<Tally> = counts.into_iter().map(tally).collect();
    all.sort_by(|a, b| b.games.cmp(&a.games).then_with(|| a.value.cmp(&b.value)));
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabiya::game::RawGame;

    fn head(pgn: &str, place: u64) -> Arc<Head> {
        let mut game = Game::new();
        game.parse(&RawGame::from_bytes(pgn.as_bytes()));
        Arc::new(Head::of(&game, OpeningNames::builtin(), (&"s1".into(), place), None))
    }

    fn row(head: &Arc<Head>, node: u32) -> Row {
        let values = Some(SortValues(Box::new([("n".into(), "5".into())])));
        Row { head: Arc::clone(head), node, ply: node, moved: None, length: None, variation: None, values }
    }

    #[test]
    fn rows_as_json() {
        let one = head("[White \"A\u{202e}\"]\n[Date \"1999.1.2\"]\n\n1. e4 e5 *", 7);
        let json = serde_json::to_value(row(&one, 2)).unwrap();
        assert_eq!((&json["source"], &json["game"], &json["plies"]), (&"s1".into(), &7.into(), &2.into()));
        assert_eq!((&json["year"], &json["values"]["n"]), (&1999.into(), &"5".into()));
        assert!(!json["white"].as_str().unwrap().contains('\u{202e}'));
        assert!(json.get("length").is_none() && json.get("variation").is_none());
    }

    #[test]
    fn counts_by_value() {
        let a = head("[White \"A\"]\n[Black \"B\"]\n[Date \"1999.1.2\"]\n\n1. e4 e5 1-0", 1);
        let b = head("[White \"C\"]\n[Black \"A\"]\n[Date \"2001.1.2\"]\n\n1. e4 e5 2. d4 0-1", 2);
        let rows = [row(&a, 0), row(&a, 1), row(&b, 3)];
        let counts = |by, filters: &Filters| {
            let all = tally(&rows, by, filters).into_iter();
            all.map(|one| format!("{}:{}:{}", one.value, one.games, one.positions)).collect::<Vec<_>>().join(" ")
        };
        let none = Filters::default();
        assert!(none.is_empty());
        assert_eq!(counts(Facet::Player, &none), "A:2:3 B:1:2 C:1:1");
        assert_eq!(counts(Facet::Length, &none), "1:1:2 2:1:1");
        assert_eq!(counts(Facet::Eco, &none), "");
        let some = Filters { year: Some("1990-2000".into()), ..Filters::default() };
        assert_eq!(counts(Facet::Result, &some), "1-0:1:2");
        let other = Filters { player: Some("C".into()), length: Some("2".into()), ..Filters::default() };
        assert_eq!(counts(Facet::Year, &other), "2001:1:1");
    }
}
