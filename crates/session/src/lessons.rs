//! The lessons of the book: each ends with an exercise on the sample games, whose solution is a query, so that an answer can be
//! held against it.
//!
//! An answer is right if it matches where the solution does and, where the exercise asks for comments, makes the same ones.
//! How it is written does not matter.

use crate::{book, samples};
use serde::Serialize;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;
use tabiya::chess::MoveList;
use tabiya::{
    Game, Games, ParsedQuery, QueryError, QueryOptions, QuerySet, RunControl, RunError, SearchOptions, Source,
};

/// How long an answer may take: the solutions take some hundredths of a second.
const TIME: Duration = Duration::from_secs(20);

/// The most places that a judgement names of each kind.
const PLACES: usize = 3;

/// A lesson.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lesson {
    /// From 1.
    pub number: usize,
    /// The name of its page.
    pub page: &'static str,
    /// The title of its page.
    pub title: &'static str,
    /// The page without the solution.
    pub text: String,
    /// The query that solves the exercise.
    pub solution: &'static str,
    /// True if the comments that a query makes count as well.
    pub comments: bool,
}

/// All lessons, in their order.
pub fn all() -> impl Iterator<Item = Lesson> {
    let pages = book::PAGES.iter().filter(|(page, _)| page.starts_with("lessons/"));
    pages.enumerate().filter_map(|(i, &(page, text))| read(i + 1, page, text))
}

fn read(number: usize, page: &'static str, text: &'static str) -> Option<Lesson> {
    let (before, rest) = text.split_once("<details><summary>Solution</summary>")?;
    let (solution, after) = rest.split_once("</details>")?;
    let (marks, query) = solution.split_once("```cql")?.1.split_once('\n')?;
    Some(Lesson {
        number,
        page,
        title: text.lines().next()?.strip_prefix("# ")?,
        text: format!("{}{after}", before.trim_end()),
        solution: query.split_once("\n```")?.0,
        comments: marks.contains("comments"),
    })
}

/// How an answer stands to the solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum Outcome {
    /// It matches where the solution does, and makes the same comments if these are requested.
    Right,
    /// It matches where it should, with other comments.
    Comments,
    /// It matches in the right games, at other positions.
    Games,
    /// It matches in other games.
    Wrong,
}

/// An answer, held against the solution.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Judgement {
    /// How good it is.
    pub outcome: Outcome,
    /// The numbers of games and of positions at which the answer matches, and the solution.
    pub found: FoundCount,
    /// The same of the solution.
    pub wanted: FoundCount,
    /// What it finds and should not.
    pub extra: Places,
    /// What it should find and does not. Where only comments differ: the first places of comments, as they should be.
    pub missing: Places,
}

/// How much a query matches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct FoundCount {
    /// The number of games.
    pub games: usize,
    /// The number of positions.
    pub positions: usize,
}

/// Places in games.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "FoundPlaces"))]
pub struct Places {
    /// The number of all of them.
    pub count: usize,
    /// The first ones: `game 4, 7. Nd5#`.
    pub first: Vec<String>,
}

/// Why an answer cannot be judged.
#[derive(Debug)]
pub enum Fault {
    /// It is not a query.
    Query(QueryError),
    /// In a game.
    Run(RunError),
}

/// What a query finds in a game: the comments at each position that matches, by position.
type FoundIn = BTreeMap<u32, Vec<String>>;

impl Lesson {
    /// Holds a query against the solution.
    ///
    /// # Errors
    ///
    /// If it cannot be read, or fails in a game.
    pub fn judge(&self, answer: &str, options: &QueryOptions) -> Result<Judgement, Fault> {
        let set = |text: &str, options: &QueryOptions| {
            let query = ParsedQuery::parse(Source { name: "query".into(), text: text.to_owned() }, options)?;
            QuerySet::new(vec![query], options)
        };
        let sets = [set(answer, options), set(self.solution, &QueryOptions::default())];
        let [own, solution] = sets.map(|set| set.map_err(Fault::Query));
        let sets = [own?, solution?];
        let search = SearchOptions {
            comments: self.comments,
            match_string: Some(String::new()),
            control: Arc::new(RunControl::with_time_limit(TIME)),
            ..SearchOptions::default()
        };
        let (mut judged, mut scratches) = (Compared::default(), [Vec::new(), Vec::new()]);
        let mut games = Games::from_reader(samples::GAMES).expect("the samples are games");
        let mut game = Game::new();
        while games.read_into(&mut game).expect("the samples are games") {
            let mut found = [FoundIn::new(), FoundIn::new()];
            for ((set, scratches), found) in sets.iter().zip(&mut scratches).zip(&mut found) {
                let all = set.search_game(&game, scratches, &search).swap_remove(0).map_err(Fault::Run)?;
                // Matches and comments are kept, unless the header wants another number of them.
                let count = i64::try_from(all.matches.len()).unwrap_or(i64::MAX);
                let header = set.queries()[0].header();
                if header.match_count.is_some_and(|(least, most)| !(least..=most).contains(&count)) {
                    continue;
                }
                found.extend(all.matches.iter().map(|one| (one.position, Vec::new())));
                for comment in all.comments {
                    found.entry(comment.position).or_default().push(comment.text);
                }
            }
            judged.game(&game, &found);
        }
        Ok(judged.judgement())
    }
}

/// Two queries, game by game: the answer and the solution.
#[derive(Debug, Default)]
struct Compared {
    counts: [FoundCount; 2],
    /// In some game only one of them matches.
    other_games: bool,
    extra: Places,
    missing: Places,
    comments: Places,
}

impl Compared {
    fn game(&mut self, game: &Game, found: &[FoundIn; 2]) {
        for (i, found) in found.iter().enumerate() {
            self.counts[i].games += usize::from(!found.is_empty());
            self.counts[i].positions += found.len();
        }
        let [own, wanted] = found;
        self.other_games |= own.is_empty() != wanted.is_empty();
        let only = |one: &FoundIn, other: &FoundIn, places: &mut Places| {
            one.keys().filter(|node| !other.contains_key(node)).for_each(|&node| places.add(game, node, &[]));
        };
        only(own, wanted, &mut self.extra);
        only(wanted, own, &mut self.missing);
        for (&node, comments) in wanted.iter().filter(|(node, comments)| own.get(node) != Some(comments)) {
            self.comments.add(game, node, comments);
        }
    }

    fn judgement(self) -> Judgement {
        let same = self.extra.count == 0 && self.missing.count == 0;
        let outcome = match (same, self.comments.count, self.other_games) {
            (true, 0, _) => Outcome::Right,
            (true, ..) => Outcome::Comments,
            (false, _, false) => Outcome::Games,
            (false, _, true) => Outcome::Wrong,
        };
        let missing = if outcome == Outcome::Comments { self.comments } else { self.missing };
        let [found, wanted] = self.counts;
        Judgement { outcome, found, wanted, extra: self.extra, missing }
    }
}

impl Places {
    fn add(&mut self, game: &Game, node: u32, comments: &[String]) {
        self.count += 1;
        if self.first.len() < PLACES {
            let mv = game.numbered_move(node, &mut MoveList::new());
            let mv = if mv.is_empty() { "the start".to_owned() } else { mv };
            let comments: String = comments.iter().map(|text| format!(" {{{text}}}")).collect();
            self.first.push(format!("game {}, {mv}{comments}", game.number()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judged(number: usize, answer: &str) -> Judgement {
        let lesson = all().nth(number - 1).unwrap();
        lesson.judge(answer, &QueryOptions::default()).unwrap()
    }

    #[test]
    fn every_lesson_has_an_exercise_that_its_solution_solves() {
        let pages = book::PAGES.iter().filter(|(page, _)| page.starts_with("lessons/")).count();
        assert_eq!(all().count(), pages);
        for lesson in all() {
            assert!(lesson.text.contains("## Exercise") && !lesson.text.contains("<details>"), "{}", lesson.title);
            assert!(lesson.title.starts_with(&format!("Lesson {}: ", lesson.number)), "{}", lesson.title);
            let judged = judged(lesson.number, lesson.solution);
            assert!(judged.outcome == Outcome::Right && judged.found.games > 0, "{}: {judged:?}", lesson.title);
        }
    }

    #[test]
    fn answers_count_by_what_they_find() {
        assert_eq!(judged(1, "p & a-h2").outcome, Outcome::Right);
        let wrong = judged(1, "pa-h3");
        assert_eq!((wrong.outcome, wrong.wanted), (Outcome::Wrong, FoundCount { games: 7, positions: 44 }));
        assert!(wrong.missing.count > 3 && wrong.missing.first.len() == 3, "{wrong:?}");
        assert_eq!(wrong.missing.first[0], "game 17, 31... c2");
        // One position later, in the same games.
        let late = judged(5, "move previous from [Pp] capture [Qq]");
        assert_eq!((late.outcome, late.extra.count, late.missing.count), (Outcome::Games, 4, 4));
    }

    #[test]
    fn comments_count_where_the_exercise_asks_for_them() {
        let lesson = all().find(|lesson| lesson.comments).unwrap();
        let other = lesson.solution.replace("checks", "count");
        let judged = judged(lesson.number, &other);
        assert_eq!(judged.outcome, Outcome::Comments);
        assert!(judged.missing.first[0].contains("{checks: "), "{judged:?}");
    }
}
