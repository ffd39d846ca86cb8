//! What a search makes of a game that matches: its results, rendered for each output. Everything here runs on any number of
//! threads.

use super::faults;
use super::formats::{Format, FoundGame, Noticed, QueryMatches, Tools};
use super::selection::Selection;
use super::split::FileNames;
use crate::cli::inputs::query_info::QueryInfo;
use crossbeam_channel::{Receiver, Sender, bounded};
use smallvec::SmallVec;
use std::sync::Arc;
use tabiya::pipeline::{FoundCounts, GameResults, GameStep};
use tabiya::tallies::GameCounts;
use tabiya::{Game, GameMatches, Match, SortValue};

/// What to show; the same for all threads.
pub(crate) struct Task {
    pub(crate) queries: Vec<QueryInfo>,
    pub(crate) sinks: Vec<SinkInfo>,
    /// True if damaged games are errors.
    pub(crate) strict: bool,
    /// True if all faults are reported as warnings, also those that lose nothing.
    pub(crate) warnings: bool,
    /// True if every fault is reported to programs.
    pub(crate) all_faults: bool,
    /// The bytes of results that the run may keep.
    pub(crate) held: usize,
    /// The matches that are kept.
    pub(crate) selection: Selection,
    /// True if one of several matches with the same mark is enough.
    pub(crate) distinct: bool,
    pub(crate) spare: Arc<SpareTexts>,
}

/// Texts that have been written, whose memory the threads that render use again. If the thread that writes gave it back to the
/// system, it would wait for the others all the time, which ask for some.
pub(crate) struct SpareTexts {
    give: Sender<String>,
    take: Receiver<String>,
}

/// The number of texts that are kept, and the greatest length of one, in bytes.
const SPARE_TEXTS: usize = 1024;
const SPARE_LEN: usize = 16 << 10;

impl Default for SpareTexts {
    fn default() -> SpareTexts {
        let (give, take) = bounded(SPARE_TEXTS);
        SpareTexts { give, take }
    }
}

impl SpareTexts {
    /// An empty text.
    fn take(&self) -> String {
        self.take.try_recv().unwrap_or_default()
    }

    /// Takes a text that is not needed any more.
    pub(crate) fn give(&self, mut text: String) {
        if (1..=SPARE_LEN).contains(&text.capacity()) {
            text.clear();
            // Where there are enough, it goes.
            let _ = self.give.try_send(text);
        }
    }
}

/// The rendering of the results of some queries.
pub(crate) struct SinkInfo {
    pub(crate) format: Box<dyn Format>,
    /// True if one of its queries sorts.
    pub(crate) sorted: bool,
    /// The names of its files, if there is one for each value of some fields of the games.
    pub(crate) names: Option<FileNames>,
}

/// The rendered results of one game for one output.
#[derive(Debug)]
pub(crate) struct RenderedGame {
    pub(crate) sink: usize,
    /// Its place under `sort`, in a sample, or among the best rows.
    pub(crate) key: Vec<u8>,
    /// Its draw in a sample.
    pub(crate) draw: u64,
    /// What it has in common with others of which one is enough.
    pub(crate) mark: Option<u64>,
    pub(crate) text: String,
}

/// The result made of a game.
#[derive(Debug, Default)]
pub(crate) struct Rendered {
    /// The queries that it matches, with the number of positions that are kept.
    pub(crate) found: FoundCounts,
    /// The texts to be written, by output.
    pub(crate) entries: SmallVec<[RenderedGame; 1]>,
    /// What counts for outputs that count, by their numbers.
    pub(crate) counts: Vec<(usize, GameCounts)>,
    /// Remarks to be reported about the texts written.
    pub(crate) noticed: Vec<Noticed>,
    /// Every fault as a row for programs, if that is requested.
    pub(crate) faults: String,
}

/// Renders the games of one thread.
pub(crate) struct Rendering {
    task: Arc<Task>,
    tools: Tools,
}

impl Rendering {
    pub(crate) fn new(task: &Arc<Task>) -> Rendering {
        Rendering { task: Arc::clone(task), tools: Tools::default() }
    }
}

impl GameStep for Rendering {
    type Output = Rendered;

    fn gives_up(&self) -> bool {
        // The engine may not have looked at all puzzles of the game.
        self.task.selection.only_moves.is_some()
    }

    fn take(&mut self, results: GameResults<'_>) -> Rendered {
        let (task, tools) = (&*self.task, &mut self.tools);
        let GameResults { file, game, raw, place, found } = results;
        let faults = if task.all_faults { faults::rows(game, file, raw) } else { String::new() };
        let mut rendered = Rendered { faults, ..Rendered::default() };
        for (i, result) in found.iter_mut() {
            task.selection.keep(game, &task.queries[*i], result);
            rendered.found.push((*i, result.matches.len() as u64));
        }
        if task.selection.only_moves.is_some() {
            found.retain(|(_, result)| !result.matches.is_empty());
            rendered.found.retain(|&mut (_, matches)| matches > 0);
        }
        for (number, sink) in task.sinks.iter().enumerate() {
            let first = rendered.entries.len();
            render((task, number, place), (file, game), found, tools, &mut rendered);
            rendered.noticed.append(&mut tools.noticed);
            if let Some(names) = sink.names.as_ref().filter(|_| rendered.entries.len() > first) {
                let prefix = names.prefix((file, game), &mut tools.moves);
                rendered.entries[first..].iter_mut().for_each(|entry| entry.text.insert_str(0, &prefix));
            }
        }
        rendered
    }
}

/// Renders what was found in a game for one output.
fn render(
    (task, number, place): (&Task, usize, u64),
    (file, game): (&str, &Game),
    found: &[(usize, GameMatches)],
    tools: &mut Tools,
    rendered: &mut Rendered,
) {
    let sink = &task.sinks[number];
    let here = found.iter().filter(|(i, _)| task.queries[*i].sink == number);
    let here: Vec<QueryMatches<'_>> =
        here.map(|(i, matches)| QueryMatches { query: &task.queries[*i], matches }).collect();
    if here.is_empty() && !sink.format.wants_every_game() {
        return;
    }
    let one = FoundGame { file, game, found: &here };
    if let Some(counts) = sink.format.counts(&one, tools) {
        rendered.counts.push((number, counts));
    }
    let selects = task.selection.sample.is_some() || task.selection.top.is_some();
    let key = if sink.sorted || selects { sort_key(task, number, found, place) } else { Vec::new() };
    if task.distinct && !selects || selects && !sink.format.writes_games() {
        return rows((task, number, place), &key, (file, game), &here, tools, &mut rendered.entries);
    }
    let draw = task.selection.sample.as_ref().map_or(0, |sample| sample.draw(place, 0, 0));
    if !task.selection.may_take(draw, &key) {
        return;
    }
    let mut text = task.spare.take();
    sink.format.game(&one, tools, &mut text);
    if text.is_empty() {
        task.spare.give(text);
    } else {
        rendered.entries.push(RenderedGame { sink: number, key, draw, mark: None, text });
    }
}

/// The rows of a game that may be in the sample or among the best, or of which those that are like others may be left out, each
/// rendered by itself. `game_key` is the place of the game.
fn rows(
    (task, number, place): (&Task, usize, u64),
    game_key: &[u8],
    (file, game): (&str, &Game),
    found: &[QueryMatches<'_>],
    tools: &mut Tools,
    entries: &mut SmallVec<[RenderedGame; 1]>,
) {
    let (sink, sample, top) = (&task.sinks[number], &task.selection.sample, &task.selection.top);
    for &QueryMatches { query, matches } in found {
        for matched in &matches.matches {
            let row = [query.place(), matched.position.to_be_bytes()].concat();
            let (mut key, mut draw, mut own) = (game_key.to_vec(), 0, None);
            if let Some(sample) = sample {
                draw = sample.draw(place, query.number, matched.position);
                key.extend(row);
            } else if top.is_some() {
                let values = own_values(query, matches, matched);
                key = sort_places(task, number, |other| (other == query.number).then_some(values.as_slice()));
                key.extend(place.to_be_bytes());
                key.extend(row);
                own = Some(values);
            }
            if !task.selection.may_take(draw, &key) {
                continue;
            }
            let mut matches = GameMatches { matches: vec![matched.clone()], ..matches.clone() };
            if let Some(values) = own {
                matches.sort_values = values;
                matches.comments.retain(|one| one.text != query.match_string || one.position == matched.position);
            }
            let (mut text, one) = (String::new(), [QueryMatches { query, matches: &matches }]);
            sink.format.game(&FoundGame { file, game, found: &one }, tools, &mut text);
            // What gives no row takes no place, and nothing of it is remembered.
            if !text.is_empty() {
                let mark = (sample.is_none() && top.is_none()).then(|| sink.format.mark(game, matched));
                entries.push(RenderedGame { sink: number, key, draw, mark, text });
            }
        }
    }
}

/// The values of the sort keys that a match has of its own, where the key is not one of the whole game.
fn own_values(query: &QueryInfo, matches: &GameMatches, matched: &Match) -> Vec<Option<SortValue>> {
    let of_game = query.sort_keys.iter().zip(&matches.sort_values);
    let of_game = of_game.map(|(key, value)| key.match_count.then_some(value));
    let own = matched.sort_values.iter().chain(std::iter::repeat(&None));
    of_game.zip(own).map(|(of_game, own)| of_game.unwrap_or(own).clone()).collect()
}

/// The place of a game in a sorted output: by the keys of all its queries, then in the order read.
fn sort_key(task: &Task, sink: usize, results: &[(usize, GameMatches)], place: u64) -> Vec<u8> {
    let of_query = |number: usize| {
        let result = results.iter().find(|(found, _)| task.queries[*found].number == number);
        result.map(|(_, result)| result.sort_values.as_slice())
    };
    let mut bytes = sort_places(task, sink, of_query);
    bytes.extend(place.to_be_bytes());
    bytes
}

/// The place by the keys of all queries of an output; `values` gives those of the query with a number.
fn sort_places<'v>(task: &Task, sink: usize, values: impl Fn(usize) -> Option<&'v [Option<SortValue>]>) -> Vec<u8> {
    let mut bytes = Vec::new();
    for query in task.queries.iter().filter(|query| query.sink == sink) {
        let own = values(query.number);
        for (k, key) in query.sort_keys.iter().enumerate() {
            let value = own.and_then(|values| values.get(k)).and_then(Option::as_ref);
            key.push_place(value, &mut bytes);
        }
    }
    bytes
}
