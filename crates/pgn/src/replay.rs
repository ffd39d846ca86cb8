//! Visits of pgn-reader, played on a [`GameBuilder`]: each line first, then the variations that leave it, the last ones
//! first, which is pre-order.

use crate::build::{BuildError, GameBuilder};
use crate::fault::{Fault, FaultKind};
use crate::notes::{CommentPlace, Seen};
use crate::read::report::{refusal_told, repair_kind, repair_told, unknown_variant_told};
use crate::text::excerpt;
use crate::variant::{self, Rules};
use crate::visits::{Visit, Visits};
use crate::{Game, GameResult};
use pgn_reader::{SanPlus, shakmaty};
use std::fmt::Write as _;
use std::ops::Range;
use tabiya_chess::san::{San, SanError};
use tabiya_chess::{Bitboard, Role, Square};

/// A variation, in the order of the text.
struct Variation {
    /// The place of its parenthesis in the list of visits.
    open: usize,
    /// The position whose move it replaces.
    host: u32,
    /// The variation before it after the same move.
    before: Option<usize>,
    /// Its first position, once there is one.
    first: Option<u32>,
}

/// A comment, or text that is not read, at a position. All of them are added at the end, in the order of the text.
struct Note {
    /// Its place in the list of visits.
    visit: usize,
    position: u32,
    kind: NoteKind,
}

enum NoteKind {
    /// Before the first move of a variation.
    Early,
    /// After a move, and after a variation of it, if there is one.
    Comment(Option<usize>),
    /// The rest of a line.
    Rest(Range<usize>),
    /// A variation of which nothing could be read.
    Variation(Range<usize>),
}

struct Replay<'v, 'g> {
    visits: &'v Visits,
    builder: GameBuilder<'g>,
    rules: Rules,
    /// True if no move can be made from the first position.
    unfit: bool,
    variations: Vec<Variation>,
    /// The variations that are still to be played, the next one last.
    waiting: Vec<usize>,
    notes: Vec<Note>,
    result: Option<GameResult>,
}

/// Builds the game that was visited.
pub(crate) fn build(visits: &Visits, number: u64, game: &mut Game) {
    let mut builder = game.build(number, 0, 0);
    visits.tags.iter().for_each(|(name, value)| builder.tag(name, value));
    let (rules, unfit) = builder.start_by_rules();
    let (variations, waiting, notes) = (Vec::new(), Vec::new(), Vec::new());
    let is_unfit = unfit.is_some();
    let mut replay = Replay { visits, builder, rules, unfit: is_unfit, variations, waiting, notes, result: None };
    if let Some(why) = unfit {
        replay.bad_start(&why);
    }
    let played = replay.play().and(replay.place_notes());
    if let Err(error) = played {
        // Positions are those that have been made, so there are too many.
        replay.fault(FaultKind::TooManyPositions, "", |_| error.to_string());
    }
    replay.finish();
}

impl Replay<'_, '_> {
    /// Plays all lines.
    fn play(&mut self) -> Result<(), BuildError> {
        self.line(0..self.visits.list.len(), None)?;
        while let Some(number) = self.waiting.pop() {
            let Variation { open, host, .. } = self.variations[number];
            let tree = self.builder.game().tree();
            let moves = tree.node(self.builder.tip()).ply + 1 - tree.node(host).ply;
            self.builder.take_back(moves)?;
            self.line(open + 1..self.end_of(open), Some(number))?;
        }
        Ok(())
    }

    /// Plays the moves of the main line or of a variation, and remembers the variations that leave it.
    fn line(&mut self, range: Range<usize>, variation: Option<usize>) -> Result<(), BuildError> {
        let (mut at, mut closed, mut early) = (range.start, None, Vec::new());
        let opened = self.variations.len();
        while at < range.end {
            let begun = variation.is_none_or(|number| self.variations[number].first.is_some());
            match &self.visits.list[at] {
                Visit::Comment(_) | Visit::Nag(_) if !begun => early.push(at),
                Visit::Comment(_) => self.note(at, self.builder.tip(), NoteKind::Comment(closed)),
                Visit::Nag(nag) => self.builder.nag(self.builder.tip(), *nag)?,
                Visit::Move(san) => {
                    if !self.make(*san, variation.is_none())? {
                        let end = self.unread_end(at..range.end, variation);
                        self.keep_rest(at..end, variation);
                        if variation.is_some() {
                            break;
                        }
                        at = end;
                        continue;
                    }
                    closed = None;
                    if let Some(number) = variation.filter(|_| !begun) {
                        self.begin_variation(number, std::mem::take(&mut early))?;
                    }
                }
                Visit::Open(_) => {
                    closed = self.open(at, begun, closed)?;
                    at = self.end_of(at);
                }
                Visit::Close => self.fault(FaultKind::StrayParenthesis, ")", |_| "`)` closes no variation".into()),
                // Where nothing follows it, a parenthesis is missing, and the result is that of the game.
                Visit::Result(result) if variation.is_none() || at + 1 == self.visits.list.len() => {
                    self.result.get_or_insert(*result);
                }
                Visit::Result(result) => {
                    let message = |text: &str| format!("result `{text}` inside a variation");
                    self.fault(FaultKind::ResultInVariation, result.as_str(), message);
                }
            }
            at += 1;
        }
        let groups: Vec<usize> = (opened..self.variations.len()).collect();
        for group in groups.chunk_by(|&a, &b| self.variations[a].host == self.variations[b].host) {
            self.waiting.extend(group.iter().rev());
        }
        Ok(())
    }

    /// Makes a move at the tip; `false` if the line ends before it.
    fn make(&mut self, plus: SanPlus, is_main: bool) -> Result<bool, BuildError> {
        if is_main && self.result.is_some() {
            let message = |text: &str| format!("`{text}` and the text after it follow the result");
            self.fault(FaultKind::TextAfterResult, &plus.to_string(), message);
            return Ok(false);
        }
        if self.unfit {
            return Ok(false);
        }
        match self.builder.find(&san(plus.san)) {
            Ok(found) => {
                if let Some(repair) = found.repair {
                    let place = self.place();
                    let message = |text: &str| repair_told(repair, text, &place);
                    self.fault(repair_kind(repair), &plus.to_string(), message);
                }
                self.builder.play(found.mv)?;
                Ok(true)
            }
            Err(error) => {
                self.refused(&plus.to_string(), error);
                Ok(false)
            }
        }
    }

    /// A variation has its first move: notes before it are those of its position.
    fn begin_variation(&mut self, number: usize, early: Vec<usize>) -> Result<(), BuildError> {
        let (first, host) = (self.builder.tip(), self.variations[number].host);
        self.variations[number].first = Some(first);
        if self.builder.game().tree().node(host).child_index > 0 {
            self.builder.host(host, first)?;
        }
        for visit in early {
            match self.visits.list[visit] {
                Visit::Nag(nag) => self.builder.nag(first, nag)?,
                _ => self.note(visit, first, NoteKind::Early),
            }
        }
        Ok(())
    }

    /// A parenthesis opens after the tip: returns the variation that the notes after it follow.
    fn open(&mut self, open: usize, begun: bool, closed: Option<usize>) -> Result<Option<usize>, BuildError> {
        let (host, inside) = (self.builder.tip(), open + 1..self.end_of(open));
        if matches!(self.visits.list[open], Visit::Open(None)) {
            self.fault(FaultKind::UnclosedVariation, "(", |_| "the variation is not closed".into());
        }
        if self.unfit || host == 0 || !begun {
            match self.unfit {
                true => self.keep_variation(host, open),
                false => self.early_variation(host, open),
            }
            return Ok(closed);
        }
        if self.shallow(inside.clone()).any(|at| matches!(self.visits.list[at], Visit::Move(_))) {
            self.variations.push(Variation { open, host, before: closed, first: None });
            return Ok(Some(self.variations.len() - 1));
        }
        // Notes of a variation without moves belong to the move that it follows.
        let mut commented = false;
        for at in self.shallow(inside).collect::<Vec<_>>() {
            match self.visits.list[at] {
                Visit::Comment(_) => {
                    commented = true;
                    self.note(at, host, NoteKind::Comment(closed));
                }
                Visit::Nag(nag) => self.builder.nag(host, nag)?,
                Visit::Open(_) => self.early_variation(self.builder.game().tree().parent(host), at),
                _ => {}
            }
        }
        if !commented {
            self.fault(FaultKind::EmptyVariation, "(", |_| "a variation without moves".into());
        }
        Ok(closed)
    }

    /// A variation where there is no move that it could replace.
    fn early_variation(&mut self, position: u32, open: usize) {
        let message = "a variation where there is no move yet that it could replace; it is not read";
        self.fault_at(position, FaultKind::VariationBeforeMove, "(", |_| message.into());
        self.keep_variation(position, open);
    }

    /// The place after the visits of a variation.
    fn end_of(&self, open: usize) -> usize {
        match self.visits.list[open] {
            Visit::Open(Some(close)) => close,
            _ => self.visits.list.len(),
        }
    }

    /// The visits of a line, without those of the variations that leave it.
    fn shallow(&self, range: Range<usize>) -> impl Iterator<Item = usize> + '_ {
        let mut at = range.start;
        std::iter::from_fn(move || {
            let here = Some(at).filter(|&at| at < range.end)?;
            at = match self.visits.list[here] {
                Visit::Open(_) => self.end_of(here) + 1,
                _ => here + 1,
            };
            Some(here)
        })
    }

    /// The end of what is not read of a line: for the main line the result.
    fn unread_end(&self, range: Range<usize>, variation: Option<usize>) -> usize {
        let is_end = |&at: &usize| matches!(self.visits.list[at], Visit::Result(_));
        let ends = variation.is_none() && self.result.is_none();
        let result = if ends { self.shallow(range.clone()).find(is_end) } else { None };
        result.unwrap_or(range.end)
    }

    fn note(&mut self, visit: usize, position: u32, kind: NoteKind) {
        self.notes.push(Note { visit, position, kind });
    }

    /// Adds the notes, once the first positions of all variations are known.
    fn place_notes(&mut self) -> Result<(), BuildError> {
        // What comes after a variation of which nothing could be read follows the one before it.
        for number in 0..self.variations.len() {
            let Variation { first, before, .. } = self.variations[number];
            self.variations[number].first = first.or(before.and_then(|before| self.variations[before].first));
        }
        let mut notes = std::mem::take(&mut self.notes);
        notes.sort_by_key(|note| note.visit);
        for Note { visit, position, kind } in notes {
            let place = match kind {
                NoteKind::Early => CommentPlace::Before,
                NoteKind::Comment(after) => {
                    let first = after.and_then(|number| self.variations[number].first);
                    first.map_or(CommentPlace::After, CommentPlace::AfterVariation)
                }
                NoteKind::Rest(range) => {
                    let visits = self.visits;
                    let comments = self.shallow(range.clone()).filter_map(|at| visits.comment(at));
                    let seen = comments.last().map_or(Seen::Text, |text| Seen::Comment(text.as_bytes()));
                    self.push_rest(position, range, seen);
                    continue;
                }
                NoteKind::Variation(range) => {
                    self.push_rest(position, range, Seen::Nothing);
                    continue;
                }
            };
            if let Some(text) = self.visits.comment(visit) {
                self.builder.comment(position, place, text)?;
            }
        }
        Ok(())
    }

    fn push_rest(&mut self, position: u32, range: Range<usize>, seen: Seen<'_>) {
        let text = self.text(range);
        self.builder.game_mut().notes.push_rest(position, text.as_bytes(), seen);
    }

    /// Keeps what is not read of a line. The last comment in it is the one that filters see there.
    fn keep_rest(&mut self, range: Range<usize>, variation: Option<usize>) {
        match variation.map(|number| &self.variations[number]) {
            Some(&Variation { host, open, first: None, .. }) => self.keep_variation(host, open),
            _ => self.note(range.start, self.builder.tip(), NoteKind::Rest(range)),
        }
    }

    /// Keeps a variation of which nothing could be read.
    fn keep_variation(&mut self, host: u32, open: usize) {
        let end = (self.end_of(open) + 1).min(self.visits.list.len());
        self.note(open, host, NoteKind::Variation(open..end));
    }

    /// Visits as PGN.
    fn text(&self, range: Range<usize>) -> String {
        let mut text = String::new();
        for visit in &self.visits.list[range] {
            let _ = match visit {
                Visit::Move(san) => write!(text, "{san} "),
                Visit::Nag(nag) => write!(text, "${nag} "),
                Visit::Comment(range) => write!(text, "{{{}}} ", &self.visits.text[range.clone()]),
                Visit::Open(_) => write!(text, "( "),
                Visit::Close => write!(text, ") "),
                Visit::Result(result) => write!(text, "{result} "),
            };
        }
        text.truncate(text.trim_end().len());
        text
    }

    fn bad_start(&mut self, why: &str) {
        let (kind, whose) = match self.rules {
            Rules::Unknown => (FaultKind::UnsupportedVariant, " of a variant that is not known"),
            _ => (FaultKind::BadFen, ""),
        };
        let fen = variant::fen_tag(self.builder.game().tags()).unwrap_or_default().to_owned();
        self.fault(kind, &fen, |text| format!("the FEN `{text}`{whose} {why}; no move is read"));
    }

    fn refused(&mut self, text: &str, error: SanError) {
        let place = self.place();
        if self.rules == Rules::Unknown {
            let variant = self.builder.game().variant_name().to_owned();
            let message = |text: &str| unknown_variant_told(&variant, text, &place);
            return self.fault(FaultKind::UnsupportedVariant, text, message);
        }
        let kind = match error {
            SanError::Ambiguous(_) => FaultKind::AmbiguousMove,
            _ => FaultKind::IllegalMove,
        };
        self.fault(kind, text, |text| refusal_told(kind, text, &place, Some(error)));
    }

    /// The place of the tip, for a message.
    fn place(&self) -> String {
        let (game, tip) = (self.builder.game(), self.builder.tip());
        game.place(tip, game.tree().node(tip).ply)
    }

    fn fault(&mut self, kind: FaultKind, text: &str, message: impl FnOnce(&str) -> String) {
        self.fault_at(self.builder.tip(), kind, text, message);
    }

    fn fault_at(&mut self, position: u32, kind: FaultKind, text: &str, message: impl FnOnce(&str) -> String) {
        let ply = self.builder.game().tree().node(position).ply;
        let game = self.builder.game_mut();
        game.incomplete |= kind.loses();
        game.faults.push(|| {
            let text = excerpt(text.as_bytes());
            Fault { kind, line: 0, offset: 0, ply, message: message(&text), text }
        });
    }

    /// Sets the result.
    fn finish(&mut self) {
        let tag = GameResult::from_tag(self.builder.game().tags().get("Result").unwrap_or(""));
        match self.result {
            Some(result) if tag != GameResult::Unknown && tag != result => {
                let message = |text: &str| format!("the Result tag says {tag}, the end of the moves {text}");
                self.fault(FaultKind::ResultMismatch, result.as_str(), message);
            }
            Some(_) => {}
            None => self.fault(FaultKind::MissingResult, "", |_| "the game ends without a result".into()),
        }
        self.builder.result(GameResult::of(self.result, tag));
    }
}

/// A move as our own finder takes it.
fn san(san: shakmaty::san::San) -> San {
    use shakmaty::san::San as Theirs;
    match san {
        // `e2e4`, which may be a move of any piece.
        Theirs::Normal { role: Role::Pawn, file: Some(file), rank: Some(rank), to, promotion, .. } => {
            San::Squares { from: Square::from_coords(file, rank), to, promotion }
        }
        Theirs::Normal { role, file, rank, capture, to, promotion } => {
            let from =
                file.map_or(Bitboard::FULL, Bitboard::from_file) & rank.map_or(Bitboard::FULL, Bitboard::from_rank);
            San::Normal { role, from, to, promotion, capture }
        }
        Theirs::Castle(side) => San::Castle { short: side.is_king_side() },
        Theirs::Put { role, to } => San::Drop(role, to),
        Theirs::Null => San::Null,
    }
}
