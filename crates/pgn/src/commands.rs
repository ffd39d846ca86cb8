//! Clock times and evaluations in comments: `[%clk 0:05:12]`, `[%emt 0:00:03]`, `[%eval -1.25]`, `[%eval #4]`; and as
//! engine tournaments write them: `wv=0.70, mt=52522, tl=1715560`, `+0.35/12 1.2s`.
//!
//! Clock times are whole seconds, rounded down, or milliseconds, and evaluations are hundredths of a pawn. A mate score is not a number
//! of pawns: `eval` has no value there, and `eval mate` has none elsewhere.

use crate::{CommentPlace, Game};
use tabiya_chess::Color;

/// An engine's evaluation of a position, from White's side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Eval {
    /// Hundredths of a pawn.
    Centipawns(i64),
    /// Moves to mate: positive if White mates, negative if Black does, 0 if it is mate.
    Mate(i64),
}

/// The argument of the last command with a name in a text.
fn command<'t>(text: &'t str, name: &str) -> Option<&'t str> {
    let mut found = None;
    let mut rest = text;
    while let Some(at) = rest.find("[%") {
        rest = &rest[at + 2..];
        let Some(argument) = rest.strip_prefix(name) else { continue };
        if let Some(end) = argument.find(']')
            && argument.starts_with(|c: char| c.is_ascii_whitespace() || c == '=')
        {
            found = Some(argument[1..end].trim());
        }
    }
    found
}

/// A comment with those of its commands that are kept by their names, and with its words or without.
pub(crate) fn with_commands(text: &str, words: bool, keeps: impl Fn(&str) -> bool) -> String {
    let (mut kept, mut rest) = (String::new(), text);
    while let Some((before, command)) = rest.split_once("[%") {
        let Some((command, after)) = command.split_once(']') else { break };
        let name = command.split(|c: char| c.is_ascii_whitespace() || c == '=').next().unwrap_or_default();
        if words {
            kept.push_str(before);
        }
        if keeps(name) {
            kept.push_str("[%");
            kept.push_str(command);
            kept.push(']');
        }
        rest = after;
    }
    if words {
        kept.push_str(rest);
    }
    kept
}

/// The last value of a name in a comment that consists of names and values: `d=33, mt=37918, wv=0.60`.
fn named<'t>(text: &'t str, name: &str) -> Option<&'t str> {
    let mut words = text.split([',', ' ', '\t', '\r', '\n']).rev();
    words.find_map(|word| word.strip_prefix(name)?.strip_prefix('='))
}

/// A time of a named value in milliseconds, as written there; or `0:01:03`.
fn named_milliseconds(text: &str, name: &str) -> Option<i64> {
    let time = named(text, name)?;
    if time.contains(':') { milliseconds(time) } else { whole(time) }
}

/// Score and time at the start of a comment: `+0.35/12 1.2s`, `-M4/20 0.10s, White mates`.
fn score_and_time(text: &str) -> Option<(&str, &str)> {
    let mut words = text.split_ascii_whitespace();
    let (score, depth) = words.next()?.split_once('/')?;
    let time = words.next()?.trim_end_matches(',').strip_suffix('s')?;
    let point = |text: &str| text.contains('.') || text.contains('M');
    (whole(depth).is_some() && point(score) && time.starts_with(|c: char| c.is_ascii_digit())).then_some((score, time))
}

/// A number of digits only.
fn whole(text: &str) -> Option<i64> {
    text.bytes().all(|c| c.is_ascii_digit()).then(|| text.parse().ok())?
}

/// A time as whole seconds; a fraction is cut off.
fn seconds(text: &str) -> Option<i64> {
    milliseconds(text).map(|milliseconds| milliseconds / 1000)
}

/// A time: `1:02:03`, `02:03`, `63`, each with an optional fraction. A broken line may have left a blank in it; some write
/// `1.02:03`.
fn milliseconds(text: &str) -> Option<i64> {
    let mut text: String = text.split_ascii_whitespace().collect();
    if let (Some(point), Some(colon)) = (text.find('.'), text.rfind(':'))
        && point < colon
    {
        text.replace_range(point..=point, ":");
    }
    let (whole, fraction) = text.split_once(['.', ',']).unwrap_or((&text, ""));
    let mut parts = whole.split(':');
    let mut total = 0i64;
    let mut count = 0;
    for part in parts.by_ref() {
        let digits = !part.is_empty() && part.bytes().all(|c| c.is_ascii_digit());
        count += 1;
        if !digits || count > 3 {
            return None;
        }
        total = total.checked_mul(60)?.checked_add(part.parse().ok()?)?;
    }
    if !fraction.bytes().all(|c| c.is_ascii_digit()) {
        return None;
    }
    let digits = fraction.bytes().chain(std::iter::repeat(b'0')).take(3);
    total.checked_mul(1000)?.checked_add(digits.fold(0, |sum, c| sum * 10 + i64::from(c - b'0')))
}

/// The time left on the clock of the side that has just moved, in milliseconds: `[%clk 0:05:12.3]`, `tl=312300`.
pub fn clock_milliseconds(comment: &str) -> Option<i64> {
    command(comment, "clk").and_then(milliseconds).or_else(|| named_milliseconds(comment, "tl"))
}

/// The same in whole seconds, rounded down.
pub fn clock(comment: &str) -> Option<i64> {
    clock_milliseconds(comment).map(|milliseconds| milliseconds / 1000)
}

/// The time that the last move took, in milliseconds: `[%emt 0:00:03]`, `mt=3000`, `+0.35/12 3.0s`.
pub fn elapsed_milliseconds(comment: &str) -> Option<i64> {
    let emt = command(comment, "emt").and_then(milliseconds);
    emt.or_else(|| named_milliseconds(comment, "mt")).or_else(|| milliseconds(score_and_time(comment)?.1))
}

/// The same in whole seconds, rounded down.
pub fn elapsed(comment: &str) -> Option<i64> {
    elapsed_milliseconds(comment).map(|milliseconds| milliseconds / 1000)
}

/// The seconds that a player gets for each move, as the tag `TimeControl` says: 30 for `40/5400+30:1800+30`, 0 for `300`.
/// Fractions are cut off. `None` if the tag says nothing about it, as `?` and `-`.
pub fn increment(time_control: &str) -> Option<i64> {
    Some(first_period(time_control)?.1)
}

/// The seconds of the first period and those for each move.
fn first_period(time_control: &str) -> Option<(i64, i64)> {
    let first = time_control.split(':').next()?.trim();
    let (time, increment) = first.split_once('+').unwrap_or((first, "0"));
    let time = time.rsplit('/').next()?;
    (!time.is_empty()).then_some(())?;
    Some((seconds(time)?, seconds(increment)?))
}

/// The minutes of a time of two parts, `1:30`, if these are hours and minutes.
fn minutes(time: &str) -> Option<i64> {
    let two_parts = time.bytes().filter(|&byte| byte == b':').count() == 1;
    seconds(time).filter(|_| two_parts && !time.contains(['.', ',']))
}

/// The clock times without a time control that are read as hours and minutes, if they are the first: those above an hour that
/// no clock of blitz shows.
const SLOW: std::ops::Range<i64> = 61..180;

/// The evaluation: `[%eval 0.32]`, `[%eval -1.2,18]` and `[%eval -1.2/18]` (with the depth), `[%eval #-3]`, `[%eval
/// +M5]`; `wv=0.32`; `-0.32/18 1.2s`, which is the view of `mover`, the side whose move the comment comes after.
pub fn eval(comment: &str, mover: Color) -> Option<Eval> {
    if let Some(text) = command(comment, "eval") {
        return score(text.split([',', '/', ' ']).next()?);
    }
    if let Some(text) = named(comment, "wv") {
        return score(text).map(after_move);
    }
    let (text, _) = score_and_time(comment)?;
    let view = mover.fold_wb(1, -1);
    Some(match after_move(score(text)?) {
        Eval::Centipawns(value) => Eval::Centipawns(view * value),
        Eval::Mate(moves) => Eval::Mate(view * moves),
    })
}

/// Engine tournaments count plies to mate, from the move on that the comment comes after.
fn after_move(eval: Eval) -> Eval {
    match eval {
        Eval::Mate(half_moves) => Eval::Mate(half_moves / 2),
        other => other,
    }
}

/// An evaluation without what belongs to it: `0.32`, `#-3`, `+M5`.
fn score(text: &str) -> Option<Eval> {
    let (sign, digits) = signed(text);
    if let Some(mate) = digits.strip_prefix(['#', 'M', 'm']) {
        let (inner, moves) = signed(mate);
        return Some(Eval::Mate(sign * inner * moves.parse::<u32>().ok().map(i64::from)?));
    }
    let (pawns, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let digits = |text: &str| text.bytes().all(|c| c.is_ascii_digit());
    if !digits(pawns) || !digits(fraction) || pawns.len() + fraction.len() == 0 {
        return None;
    }
    let pawns: i64 = if pawns.is_empty() { 0 } else { pawns.parse().ok()? };
    let mut hundredths = 0;
    for place in 0..2 {
        hundredths = hundredths * 10 + fraction.as_bytes().get(place).map_or(0, |c| i64::from(c - b'0'));
    }
    Some(Eval::Centipawns(sign * pawns.checked_mul(100)?.checked_add(hundredths)?))
}

impl Game {
    /// The time left on the clock of the side that has moved to a position, in whole seconds, as the comments after the
    /// move say. `[%clk 1:30]` is a minute and a half, or hours and minutes where no clock of the game shows seconds, and the
    /// time control, or the first clock, is above an hour.
    pub fn clock(&self, node: u32) -> Option<i64> {
        self.clock_milliseconds(node).map(|milliseconds| milliseconds / 1000)
    }

    /// The time that the move to a position took, in whole seconds: as the comments after it say, or else the time between
    /// the last two clock times of its side, with the [`increment`] of the game. A player whose clock has gained more than
    /// that was given time by other rules, and then there is no value.
    pub fn elapsed(&self, node: u32) -> Option<i64> {
        self.noted(node, elapsed).or_else(|| self.elapsed_by_clocks(node, 1, Self::clock))
    }

    /// [`clock`](Self::clock) in milliseconds.
    pub fn clock_milliseconds(&self, node: u32) -> Option<i64> {
        let time = self.noted(node, clock_milliseconds)?;
        if self.counters.hours(|| self.clocks_show_hours()) { time.checked_mul(60) } else { Some(time) }
    }

    /// True if clocks show hours and minutes.
    fn clocks_show_hours(&self) -> bool {
        let time = self.tags().get("TimeControl").and_then(first_period).map(|(seconds, _)| seconds);
        if time.is_some_and(|seconds| seconds < 3600) {
            return false;
        }
        let comments = (0..self.tree().len()).flat_map(|node| self.notes().comments(node));
        let mut clocks = comments.filter_map(|(_, comment)| command(comment, "clk")).map(minutes);
        let Some(Some(first)) = clocks.next() else { return false };
        // A clock may show a little more than the time of the first period.
        let is_slow = time.map_or(SLOW.contains(&first), |seconds| first * 60 <= seconds + seconds / 10);
        is_slow && clocks.all(|clock| clock.is_some())
    }

    /// [`elapsed`](Self::elapsed) in milliseconds. The increment is one of whole seconds.
    pub fn elapsed_milliseconds(&self, node: u32) -> Option<i64> {
        self.noted(node, elapsed_milliseconds).or_else(|| self.elapsed_by_clocks(node, 1000, Self::clock_milliseconds))
    }

    /// The time between the last two clock times of a side, in units of which this number is a second.
    fn elapsed_by_clocks(&self, node: u32, second: i64, clock: impl Fn(&Self, u32) -> Option<i64>) -> Option<i64> {
        let left = clock(self, node)?;
        let view = self.tree().full();
        let before = view.parent(view.parent(node)?)?;
        let given = self.tags().get("TimeControl").and_then(increment).unwrap_or(0).checked_mul(second)?;
        clock(self, before)?.checked_add(given)?.checked_sub(left).filter(|&elapsed| elapsed >= 0)
    }

    /// The evaluation of a position in the comments after the move to it.
    pub fn evaluation(&self, node: u32) -> Option<Eval> {
        self.noted(node, |comment| eval(comment, self.tree().board(node).turn().other()))
    }

    /// The value read from the last comment after the move to a position that contains one.
    fn noted<T>(&self, node: u32, read: impl Fn(&str) -> Option<T>) -> Option<T> {
        let behind = self.notes().comments(node).filter(|(place, _)| *place != CommentPlace::Before);
        behind.filter_map(|(_, text)| read(text)).last()
    }
}

/// The sign of a number, and the rest.
fn signed(text: &str) -> (i64, &str) {
    match text.strip_prefix(['-', '\u{2212}']) {
        Some(rest) => (-1, rest),
        None => (1, text.strip_prefix('+').unwrap_or(text)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_spellings() {
        assert_eq!(clock("[%clk 1:02:03]"), Some(3723));
        assert_eq!(clock("good [%eval 0.1] [%clk 02:03.9] move"), Some(123));
        assert_eq!(clock("[%clk 63]"), Some(63));
        assert_eq!(clock("[%clk\r\n1:02:03]"), Some(3723));
        assert_eq!(clock("[%clk 1: 02:03 ]"), Some(3723));
        assert_eq!(clock("[%clk 1.02:03]"), Some(3723));
        assert_eq!(clock("[%clk 0:00:00.5]"), Some(0));
        assert_eq!(clock_milliseconds("[%clk 0:00:05.7]"), Some(5700));
        assert_eq!(clock_milliseconds("[%clk 1:02,0469]"), Some(62_046));
        assert_eq!(clock_milliseconds("tl=312345"), Some(312_345));
        assert_eq!(clock("[%clk 0:00:59] [%clk 0:00:58]"), Some(58));
        for bad in ["[%clk ]", "[%clk 1:2:3:4]", "[%clk -1:00]", "[%clock 1:00]", "[%clk 1:00", "clk 1:00"] {
            assert_eq!(clock(bad), None, "{bad}");
        }
        assert_eq!(elapsed("[%emt 0:00:07]"), Some(7));
        assert_eq!(eval("[%eval 0.32]", Color::White), Some(Eval::Centipawns(32)));
        assert_eq!(eval("[%eval -12.5,18]", Color::White), Some(Eval::Centipawns(-1250)));
        assert_eq!(eval("[%eval 0.3/18]", Color::White), Some(Eval::Centipawns(30)));
        assert_eq!(eval("[%eval +M5/20]", Color::White), Some(Eval::Mate(5)));
        assert_eq!(eval("[%eval +3]", Color::White), Some(Eval::Centipawns(300)));
        assert_eq!(eval("[%eval -.05]", Color::White), Some(Eval::Centipawns(-5)));
        assert_eq!(eval("[%eval #-4]", Color::White), Some(Eval::Mate(-4)));
        assert_eq!(eval("[%eval -M4]", Color::White), Some(Eval::Mate(-4)));
        for bad in ["[%eval ]", "[%eval x]", "[%eval .]", "[%eval 1.x]", "[%eval #]"] {
            assert_eq!(eval(bad, Color::White), None, "{bad}");
        }
    }

    #[test]
    fn comments_of_engine_tournaments() {
        let tcec =
            "d=33, sd=33, pd=e6, mt=52522, tl=1715560, s=52875688, pv=Bd3 Nf6 Nge2, tb=0, wv=0.70, R50=49, Rd=-11,";
        assert_eq!((clock(tcec), elapsed(tcec)), (Some(1715), Some(52)));
        assert_eq!(eval(tcec, Color::Black), Some(Eval::Centipawns(70)));
        assert_eq!(elapsed("d=20, mt=00:01:03, tl=01:10:00, wv=-1.05"), Some(63));
        assert_eq!(clock("d=20, mt=00:01:03, tl=01:10:00, wv=-1.05"), Some(4200));
        assert_eq!(eval("wv=-M4", Color::White), Some(Eval::Mate(-2)));
        assert_eq!(eval("wv=M3, R50=49", Color::White), Some(Eval::Mate(1)));
        assert_eq!(eval("wv=M1", Color::White), Some(Eval::Mate(0)));
        let cutechess = "-0.35/12 63.9s, White wins by adjudication";
        assert_eq!((clock(cutechess), elapsed(cutechess)), (None, Some(63)));
        assert_eq!(eval(cutechess, Color::White), Some(Eval::Centipawns(-35)));
        assert_eq!(eval(cutechess, Color::Black), Some(Eval::Centipawns(35)));
        assert_eq!(eval("+M5/20 0.10s", Color::Black), Some(Eval::Mate(-2)));
        // A command counts regardless of the other text.
        assert_eq!(eval("[%eval 0.1] wv=0.7", Color::White), Some(Eval::Centipawns(10)));
        for other in ["book, mb=+0+0+0+0+0,", "see 12/3 4s", "1/2 1s", "+0.35/12", "0.5/x 1s", "wvx=3", "awv=3", "mt=x"]
        {
            assert_eq!((clock(other), elapsed(other), eval(other, Color::White)), (None, None, None), "{other}");
        }
    }

    #[test]
    fn increments_of_time_controls() {
        for (tag, seconds) in [("180+2", 2), ("300", 0), ("40/5400+30:1800+30", 30), ("10+0.1", 0)] {
            assert_eq!(increment(tag), Some(seconds), "{tag}");
        }
        for tag in ["-", "?", "", "*x", "a+3", "3+", "+2"] {
            assert_eq!(increment(tag), None, "{tag}");
        }
    }
}
