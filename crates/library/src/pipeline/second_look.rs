//! A second look at games in which nothing was found: whether they have what a query compares with, in other capitals, with
//! other accents or in another order of words, and the evaluations and times that it asks for.
//!
//! Texts are looked up in the tags of all games, whose moves stay unread. Evaluations and times are looked for in the comments of
//! the first games only.

use super::game_search::GameResults;
use super::message::Message;
use super::news::News;
use super::options::{GameTest, RunOptions, SeenGames};
use super::other_names::OtherNames;
use super::pass::all_games;
use super::run::{Event, Run};
use super::sources::Sources;
use crate::game::Game;
use crate::names::Wanted;
use crate::plain::{plain, words};
use crate::printable::{count, line};
use crate::query::QuerySet;
use crate::search::Scratch;
use crate::syntax::Severity;
use crate::syntax::ast::{Binary, Compare, Filter, GameText, Kind, quoted};
use crate::syntax::catalogue::{NumberOp, Op};
use rustc_hash::FxHashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The number of games in whose comments evaluations and times are looked for.
const READ: u64 = 1_000;

/// A second look at the games of a run, prepared before the run takes them.
#[derive(Debug)]
pub struct SecondLook {
    seen: Arc<Seen>,
    sources: Sources,
    options: RunOptions,
}

impl SecondLook {
    /// The codes of its messages.
    pub const CODES: [&str; 3] = ["capitals", "other-spelling", "missing-values"];

    /// Prepares a second look at the games of a run, which has some queries and conditions. None if it could not show anything: they
    /// look for no texts of tags and no values of comments, or some source can be read only once.
    pub fn new(sets: &[&QuerySet], sources: &Sources, options: &RunOptions) -> Option<SecondLook> {
        let seen = Seen::new(sets);
        if seen.texts.is_empty() && seen.values.is_empty() {
            return None;
        }
        Some(SecondLook { seen: Arc::new(seen), sources: sources.again()?.without_bad(), options: options.clone() })
    }

    /// Reads the games, in which nothing was found, once more. Returns messages that may explain it, and the other spellings of
    /// players. Takes as long as reading the tags of all games, and ends early, without messages, when the control of the run
    /// ends it.
    pub fn look(self) -> (Vec<Message>, OtherNames) {
        let mut looking = self.begin();
        loop {
            if let Some(messages) = looking.go_on() {
                return (messages, OtherNames::of(looking.seen.other_names()));
            }
        }
    }

    /// Begins to read, for a caller that goes on step by step: [`Looking::go_on`].
    pub fn begin(self) -> Looking {
        let SecondLook { seen, sources, options } = self;
        let games = options.games.clone().or_else(|| seen.texts.is_empty().then_some(1..=READ));
        let test: Arc<dyn GameTest> = Arc::clone(&seen) as Arc<dyn GameTest>;
        let (test, limit) = (Some(test), None);
        let (strict, minor_faults, all_faults, seen_games) = (false, false, false, SeenGames::Found);
        let options = RunOptions {
            games,
            test,
            limit,
            skip_moves: true,
            strict,
            minor_faults,
            all_faults,
            seen: seen_games,
            ..options
        };
        let started = all_games().and_then(|set| Run::start(&set, sources, &options, || |_: GameResults<'_>| ()));
        Looking { seen, run: started.ok() }
    }
}

/// A second look that goes on.
#[derive(Debug)]
pub struct Looking {
    seen: Arc<Seen>,
    /// `None` if something was wrong.
    run: Option<Run<()>>,
}

impl Looking {
    /// Looks at some games. When all have been seen, gives what there is to say.
    pub fn go_on(&mut self) -> Option<Vec<Message>> {
        let Some(run) = &mut self.run else { return Some(Vec::new()) };
        match run.next_event() {
            // Errors of the games have been said.
            _ if run.summary().error.is_some() => Some(Vec::new()),
            Event::News(News::End) => Some(self.seen.messages()),
            _ => None,
        }
    }
}

/// A text that a query looks for in a tag.
#[derive(Debug)]
struct Text {
    field: GameText,
    text: String,
    /// As names are compared.
    plain: String,
    wanted: Wanted,
    /// True if it must be the whole value.
    whole: bool,
    /// True if a transform may look for it in the name of the other player.
    turned: bool,
    exact: AtomicU64,
    /// Games that have it in another spelling, and how the first of them writes it.
    other: AtomicU64,
    spelling: Mutex<Option<String>>,
    /// Of a player: the names that have it in another spelling, with their games, as long as they are few.
    names: Mutex<FxHashMap<String, u64>>,
}

/// A value that the comments of games may give.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Noted {
    Clock,
    Elapsed,
    Eval,
}

/// The names that are looked for, and those that were seen.
#[derive(Debug)]
struct Seen {
    texts: Vec<Text>,
    values: Vec<Noted>,
    games: AtomicU64,
    /// Games whose comments were read, and those of them with clocks, with times of moves, with evaluations.
    read: AtomicU64,
    with: [AtomicU64; 3],
}

impl Seen {
    fn new(sets: &[&QuerySet]) -> Seen {
        let by_engine = sets.iter().any(|set| set.may_ask_engine());
        let queries = sets.iter().flat_map(|set| set.queries());
        let (mut texts, mut values): (Vec<Text>, Vec<Noted>) = (Vec::new(), Vec::new());
        let filters = queries.flat_map(|query| query.script().header.filters.iter().chain(&query.script().body));
        for filter in filters {
            let turned = filter.any_part(&mut |part| matches!(part.kind, Kind::Transform { .. }));
            filter.any_part(&mut |part| {
                if let Some((field, text, whole)) = compared(part)
                    && text.chars().any(char::is_alphabetic)
                    && !texts.iter().any(|one| (&one.field, one.text.as_str(), one.whole) == (field, text, whole))
                {
                    texts.push(Text {
                        field: field.clone(),
                        text: text.to_owned(),
                        plain: plain(text),
                        wanted: Wanted::new(text),
                        whole,
                        turned,
                        exact: AtomicU64::new(0),
                        other: AtomicU64::new(0),
                        spelling: Mutex::new(None),
                        names: Mutex::default(),
                    });
                }
                if let Some(value) = noted(part, by_engine)
                    && !values.contains(&value)
                {
                    values.push(value);
                }
                false
            });
        }
        Seen { texts, values, games: AtomicU64::new(0), read: AtomicU64::new(0), with: Default::default() }
    }

    fn messages(&self) -> Vec<Message> {
        let texts = self.texts.iter().filter_map(Text::message);
        texts.chain(self.values.iter().filter_map(|value| self.missing(*value))).collect()
    }

    /// Of each part of a name that filters look for and no game has: the filter's field, the part, and the names in the games that
    /// have it in another spelling.
    fn other_names(&self) -> impl Iterator<Item = (&GameText, &str, FxHashMap<String, u64>)> {
        let missing = |text: &&Text| !text.whole && text.exact.load(Ordering::Relaxed) == 0;
        self.texts.iter().filter(missing).map(|text| (&text.field, text.text.as_str(), lock(&text.names).clone()))
    }

    /// The message about a value that no game has.
    fn missing(&self, value: Noted) -> Option<Message> {
        let number = |value: Noted| self.with[value as usize].load(Ordering::Relaxed);
        let (games, read) = (self.games.load(Ordering::Relaxed), self.read.load(Ordering::Relaxed).min(READ));
        if read == 0 || number(value) > 0 {
            return None;
        }
        let none =
            if games > read { format!("none of the first {}", count(read, "game")) } else { "no game".to_owned() };
        let what = match value {
            Noted::Clock => "a clock time, `[%clk ...]`",
            Noted::Elapsed => "times of moves, `[%emt ...]`, or clock times, `[%clk ...]`",
            Noted::Eval => "an evaluation, `[%eval ...]`",
        };
        let names = [(Noted::Clock, "clock times"), (Noted::Elapsed, "times of moves"), (Noted::Eval, "evaluations")];
        let there = names.into_iter().filter(|(other, _)| number(*other) > 0);
        let there: Vec<String> =
            there.map(|(other, name)| format!("{name} in {}", count(number(other), "game"))).collect();
        let there = if there.is_empty() {
            "their comments have neither times nor evaluations".to_owned()
        } else {
            format!("there are {}", there.join(", "))
        };
        let message = Message::new(Severity::Note, "missing-values", format!("{none} has {what}"));
        Some(message.help(there))
    }
}

impl Text {
    /// Looks for it in a game.
    fn look(&self, game: &Game) {
        let (mut exact, mut other) = (false, None);
        let either = GameText::Player(None);
        let field = if self.turned && self.is_of_player() { &either } else { &self.field };
        for value in field.tags().filter_map(|tag| game.tag_text(tag)) {
            exact |= if self.whole { value == self.text } else { value.contains(&self.text) };
            let spelling = self.spelling_in(&value);
            if spelling.is_some() && self.is_of_player() {
                let mut names = lock(&self.names);
                // More than are searched for need not be counted.
                if names.len() <= OtherNames::MOST || names.contains_key(&*value) {
                    *names.entry(value.into_owned()).or_default() += 1;
                }
            }
            other = other.or(spelling);
        }
        if exact {
            self.exact.fetch_add(1, Ordering::Relaxed);
        } else if let Some(spelling) = other {
            self.other.fetch_add(1, Ordering::Relaxed);
            lock(&self.spelling).get_or_insert(spelling);
        }
    }

    /// The text in another spelling, as a value has it.
    fn spelling_in(&self, value: &str) -> Option<String> {
        let all = plain(value);
        if self.plain.is_empty() || self.whole && all != self.plain {
            return None;
        }
        if all.contains(&self.plain) {
            let starts = value.char_indices().map(|(start, _)| start);
            let ends = |start: usize| value[start..].char_indices().map(move |(at, c)| start + at + c.len_utf8());
            let is_it = |part: &&str| plain(part) == self.plain && !part.ends_with([' ', ',']);
            let longest = |start: usize| ends(start).map(|end| &value[start..end]).filter(is_it).last();
            return starts.filter_map(longest).next().or(Some(value)).map(str::to_owned);
        }
        if !self.is_of_player() {
            return None;
        }
        // `Magnus Carlsen` for `Carlsen, Magnus`, and for `Carlsen, M`.
        let (asked, of_value) = (words(&self.text), words(value));
        let common = asked.iter().filter(|word| of_value.contains(word)).count();
        (common == asked.len() || common > 0 && self.wanted.may_be(value)).then(|| value.to_owned())
    }

    fn is_of_player(&self) -> bool {
        matches!(self.field, GameText::Player(_))
    }

    fn message(&self) -> Option<Message> {
        let (exact, other) = (self.exact.load(Ordering::Relaxed), self.other.load(Ordering::Relaxed));
        let spelling = lock(&self.spelling).clone()?;
        if exact > 0 || other == 0 {
            return None;
        }
        let sign = if self.whole { " == " } else { " " };
        let written = |text: &str| format!("`{}{sign}{}`", self.field.words(), quoted(&line(text)));
        let has = if other == 1 { "has" } else { "have" };
        let text =
            format!("no game has {}, but {} {has} {}", written(&self.text), count(other, "game"), written(&spelling));
        let (code, help) = if spelling.to_lowercase() == self.text.to_lowercase() {
            ("capitals", "capitals and small letters are different")
        } else {
            ("other-spelling", "texts are compared letter by letter")
        };
        Some(Message::new(Severity::Note, code, text).help(help))
    }
}

fn lock<T>(of: &Mutex<T>) -> MutexGuard<'_, T> {
    of.lock().unwrap_or_else(PoisonError::into_inner)
}

impl GameTest for Seen {
    fn is_refused_by_tags(&self, game: &Game, _scratch: &mut Scratch) -> bool {
        self.games.fetch_add(1, Ordering::Relaxed);
        self.texts.iter().for_each(|text| text.look(game));
        self.values.is_empty() || self.read.fetch_add(1, Ordering::Relaxed) >= READ
    }

    fn holds(&self, game: &Game, scratch: &mut Scratch) -> bool {
        // Games without tags come here although nobody wants them.
        if game.tags().is_empty() && self.is_refused_by_tags(game, scratch) {
            return false;
        }
        let any = |has: fn(&Game, u32) -> bool| (0..game.tree().len()).any(|node| has(game, node));
        let has = [
            any(|game, node| game.clock(node).is_some()),
            any(|game, node| game.elapsed(node).is_some()),
            any(|game, node| game.evaluation(node).is_some()),
        ];
        for (number, has) in self.with.iter().zip(has) {
            number.fetch_add(u64::from(has), Ordering::Relaxed);
        }
        false
    }
}

/// The text that a filter looks for in a tag, and whether it must be the whole value.
fn compared(filter: &Filter) -> Option<(&GameText, &str, bool)> {
    let (field, text, whole) = match &filter.kind {
        Kind::GameText { field, search: Some(text) } => (field, text.as_str(), false),
        Kind::Binary(Binary::Compare(Compare::Equal), left, right) => {
            let (field, text) = field_and_text(left, right).or_else(|| field_and_text(right, left))?;
            (field, text, true)
        }
        Kind::Binary(Binary::In, text, field) => {
            let (field, text) = field_and_text(field, text)?;
            (field, text, false)
        }
        _ => return None,
    };
    field.tags().next().map(|_| (field, text, whole))
}

/// A text of the game and a text of the query.
fn field_and_text<'q>(field: &'q Filter, text: &'q Filter) -> Option<(&'q GameText, &'q str)> {
    match (&field.kind, &text.kind) {
        (Kind::GameText { field, search: None }, Kind::Text(text)) => Some((field, text)),
        _ => None,
    }
}

/// The value of comments that a filter asks for, without which it has none; `by_engine`: an engine evaluates positions.
fn noted(filter: &Filter, by_engine: bool) -> Option<Noted> {
    let Kind::Apply(Op::Number(op), _) = &filter.kind else { return None };
    match op {
        NumberOp::EvalDrop if by_engine => None,
        NumberOp::Clock | NumberOp::ClockWhite | NumberOp::ClockBlack => Some(Noted::Clock),
        NumberOp::Elapsed => Some(Noted::Elapsed),
        NumberOp::Eval | NumberOp::EvalMate | NumberOp::EvalDrop => Some(Noted::Eval),
        _ => None,
    }
}
