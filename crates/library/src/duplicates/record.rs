//! The data kept of a game: a number for its moves, and what its tags say.

use super::names::Names;
use super::{Compared, DuplicateOptions, check_room};
use crate::chess::{Color, Move, MoveKind};
use crate::database::position_number;
use crate::game::{Additions, Game, GameResult, Layout, Writer};
use crate::pipeline::{GameResults, Message, RunOptions, Sources, Watch, all_games, pass};
use rustc_hash::FxHashMap;
use std::hash::{BuildHasher as _, BuildHasherDefault, DefaultHasher};
use std::sync::Arc;

/// Some moves from a first position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct MovesNumber(pub(super) [u64; 2]);

impl MovesNumber {
    /// No moves from the first position of a game.
    pub(super) fn start(game: &Game) -> MovesNumber {
        let board = &game.start().board;
        let en_passant = board.en_passant().map_or(0, |square| 1 + square as u64);
        let variant = game.variant_name().bytes().fold(en_passant, |sum, byte| sum << 5 ^ sum >> 59 ^ u64::from(byte));
        MovesNumber([position_number(board), board.castling().0]).with(variant)
    }

    /// A position of the main line, however it was reached.
    pub(super) fn of_position(game: &Game, n: u32) -> MovesNumber {
        let board = game.tree().board(n);
        let variant = game.variant_name().bytes().fold(0, |sum: u64, byte| sum << 5 ^ sum >> 59 ^ u64::from(byte));
        MovesNumber([position_number(board), board.castling().0]).with(variant)
    }

    /// The game up to a position of its main line, as games are compared; `before` is that up to the position before it.
    pub(super) fn up_to(game: &Game, n: u32, before: MovesNumber, compared: Compared) -> MovesNumber {
        match game.tree().move_to(n) {
            _ if compared == Compared::Positions => MovesNumber::of_position(game, n),
            Some(mv) => before.after(mv),
            None => MovesNumber::start(game),
        }
    }

    /// With one more move.
    pub(super) fn after(self, mv: &Move) -> MovesNumber {
        let kind = match mv.kind {
            MoveKind::Normal | MoveKind::EnPassant => 0_u64,
            MoveKind::Castle { rook_from, .. } => 1 + rook_from as u64,
            MoveKind::Null => 65,
            MoveKind::Drop => 66,
        };
        let promotion = mv.promotion.map_or(0, |role| role as u64);
        self.with(1 + (mv.from as u64 | (mv.to as u64) << 6 | (mv.role as u64) << 12 | promotion << 16 | kind << 20))
    }

    /// Both halves are mixed with the same part in different ways, so that they are independent.
    fn with(self, part: u64) -> MovesNumber {
        let [one, other] = self.0;
        MovesNumber([
            mix(one.wrapping_add(part.wrapping_mul(0x9E37_79B9_7F4A_7C15)) ^ other.rotate_left(23)),
            mix(other.wrapping_mul(0xD6E8_FEB8_6659_FD93) ^ part.wrapping_add(0x2545_F491_4F6C_DD1D)),
        ])
    }
}

/// The last step of SplitMix64.
fn mix(mut x: u64) -> u64 {
    x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    x ^ (x >> 31)
}

/// The data kept of a game.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Record {
    pub(super) moves: MovesNumber,
    pub(super) plies: u32,
    /// A number for the text of the game, to its last byte.
    pub(super) text: u64,
    /// The numbers of the names of White and Black.
    pub(super) players: [u32; 2],
    /// Year, month (four bits) and day (five bits); 0 for what is unknown.
    date: u32,
    /// The first number of the round; 0 if there is none.
    round: u32,
    /// How much is known of it, and how much is said about it.
    pub(super) worth: u32,
    /// The number of its file, and its number there.
    pub(super) file: u32,
    pub(super) number: u32,
    result: GameResult,
    /// True if all its moves could be read.
    pub(super) sound: bool,
}

/// The bytes of a game: its record, and its places in the lists of [`resolve`](super::resolve).
const GAME_BYTES: usize = size_of::<Record>() + 12;

/// All games of the sources.
#[derive(Debug)]
pub(super) struct Records {
    pub(super) games: Vec<Record>,
    pub(super) names: Names,
    pub(super) files: Vec<Arc<str>>,
}

impl Records {
    /// The bytes that they take, about.
    pub(super) fn held(&self) -> usize {
        self.games.len() * GAME_BYTES + self.names.held
    }
}

impl Record {
    /// True if the tags of two games agree as far as they are known. If they must be `known`, that is players and year.
    pub(super) fn agrees(&self, other: &Record, names: &Names, days: u32, known: bool) -> bool {
        let same = |one: u32, other: u32| one == 0 || other == 0 || one == other;
        let results = [self.result, other.result];
        let same_result = results[0] == results[1] || results.contains(&GameResult::Unknown);
        let named = || self.players.into_iter().zip(other.players).all(|(one, other)| names.agree(one, other, known));
        same_result && same(self.round, other.round) && dates_agree(self.date, other.date, days) && named()
    }

    /// True if the year is known.
    pub(super) fn is_dated(&self) -> bool {
        self.date >> 9 > 0
    }
}

fn parts(date: u32) -> [u32; 3] {
    [date >> 9, date >> 5 & 15, date & 31]
}

fn dates_agree(one: u32, other: u32, days: u32) -> bool {
    if let (true, Some(one), Some(other)) = (days > 0, day_number(one), day_number(other)) {
        return one.abs_diff(other) <= days;
    }
    parts(one).into_iter().zip(parts(other)).all(|(one, other)| one == 0 || other == 0 || one == other)
}

/// The number of a day in the calendar, if the date is complete.
fn day_number(date: u32) -> Option<u32> {
    let [year, month, day] = parts(date);
    if year == 0 || month == 0 || day == 0 {
        return None;
    }
    // Years begin in March, so that the leap day is the last one.
    let (year, month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    Some(365 * year + year / 4 - year / 100 + year / 400 + (153 * month + 2) / 5 + day)
}

/// A date as the normal form has it: `2001.05.??`.
fn packed_date(date: &str) -> u32 {
    let mut parts = date.split('.').map(|part| part.parse::<u32>().unwrap_or(0));
    let mut next = || parts.next().unwrap_or(0);
    (next() & 0x3FFF) << 9 | (next() & 15) << 5 | next() & 31
}

/// The first number of a round; 0 if there is none.
fn first_number(round: &str) -> u32 {
    let digits: String = round.trim().chars().take_while(char::is_ascii_digit).collect();
    digits.parse().unwrap_or(0)
}

/// A game on its way from the thread that has read it.
struct Read {
    place: u64,
    record: Record,
    players: [String; 2],
    file: Arc<str>,
}

impl Read {
    fn of(results: &GameResults<'_>, compared: Compared) -> Read {
        let (game, plies) = (&*results.game, results.game.tree().mainline_len() - 1);
        let moves = match compared {
            Compared::Positions => MovesNumber::of_position(game, plies),
            _ => (0..=plies).fold(MovesNumber::default(), |number, n| MovesNumber::up_to(game, n, number, compared)),
        };
        let record = Record {
            moves,
            plies,
            text: text_number(results),
            date: packed_date(&game.date()),
            round: first_number(game.round()),
            worth: worth(game),
            number: u32::try_from(game.number()).unwrap_or(u32::MAX),
            result: game.result(),
            sound: !game.is_incomplete(),
            ..Record::default()
        };
        let players = [Color::White, Color::Black].map(|color| game.player(color).to_owned());
        Read { place: results.place, record, players, file: Arc::clone(results.file) }
    }
}

/// A number for the text of a game; of one from a database, for the text that it would be written as.
fn text_number(results: &GameResults<'_>) -> u64 {
    let mut written = String::new();
    if results.raw.bytes.is_empty() {
        Writer::new(Layout::Export).write(results.game, &mut Additions::default(), &mut written);
    }
    let raw = results.raw.in_text();
    let text = if written.is_empty() { raw.bytes.trim_ascii_end() } else { written.as_bytes() };
    BuildHasherDefault::<DefaultHasher>::default().hash_one(text)
}

/// The known tags, each for four and known parts of the date as well, above the comments and the moves of variations.
fn worth(game: &Game) -> u32 {
    let known = game.tags().iter().filter(|(_, value)| value.chars().any(char::is_alphanumeric)).count();
    let dated = parts(packed_date(&game.date())).into_iter().filter(|&part| part > 0).count();
    let noted = game.notes().texts().count() + (game.tree().len() - game.tree().mainline_len()) as usize;
    let bounded = |n: usize, most: u16| u32::try_from(n).map_or(u32::from(most), |n| n.min(u32::from(most)));
    bounded(4 * (known + dated), 0x3FFF) << 16 | bounded(noted, u16::MAX)
}

/// Reads all games, if there is room for what is kept of them.
pub(super) fn read(
    sources: Sources,
    &DuplicateOptions { compared, memory, exact_names, .. }: &DuplicateOptions,
    run: &RunOptions,
    watch: &mut dyn Watch,
) -> Result<Records, Message> {
    let mut records = Records { games: Vec::new(), names: Names::new(exact_names), files: Vec::new() };
    let mut files: FxHashMap<Arc<str>, u32> = FxHashMap::default();
    let step = move || move |results: GameResults<'_>| Read::of(&results, compared);
    pass(&all_games()?, sources, run, watch, step, |read: Read, _| {
        let Read { place, mut record, players, file } = read;
        let place = usize::try_from(place).ok().filter(|&place| place < u32::MAX as usize);
        let Some(place) = place.filter(|_| record.number < u32::MAX) else {
            let message = Message::error("too-many-games", "there are more games than this can compare");
            return Err(message.help("compare the games in parts, for example year by year"));
        };
        record.players = players.map(|name| records.names.number(&name));
        // Full names are better than initials.
        let words: u32 = record.players.into_iter().map(|name| records.names.full_words(name).min(8)).sum();
        record.worth = record.worth.saturating_add(words.min(3) << 16);
        let next = u32::try_from(records.files.len()).unwrap_or(u32::MAX);
        record.file = *files.entry(Arc::clone(&file)).or_insert_with(|| {
            records.files.push(file);
            next
        });
        // Games in between could not be read.
        records.games.resize(place, Record::default());
        records.games.push(record);
        check_room(records.held(), memory)
    })?;
    Ok(records)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates() {
        let agree = |one: &str, other: &str, days| dates_agree(packed_date(one), packed_date(other), days);
        assert!(agree("2001.05.02", "2001.05.02", 0) && agree("2001.??.??", "2001.05.02", 0));
        assert!(agree("????.??.??", "2001.05.02", 0) && !agree("2001.05.02", "2001.05.03", 0));
        assert!(agree("2000.12.31", "2001.01.01", 1) && !agree("2000.12.30", "2001.01.01", 1));
        assert!(agree("2000.02.28", "2000.03.01", 2) && !agree("2000.02.28", "2000.03.01", 1));
        assert!(agree("1900.02.28", "1900.03.01", 1) && !agree("2001.05.??", "2001.06.01", 9));
    }

    #[test]
    fn rounds() {
        assert_eq!(["5.3", "5", " 12 ", "?", "-", "final"].map(first_number), [5, 5, 12, 0, 0, 0]);
    }
}
