//! Clock times and evaluations in comments: `[%clk 0:05:12]`, `[%emt 0:00:03]`, `[%eval -1.25]`, `[%eval #4]`.

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

/// A time as whole seconds: `1:02:03`, `02:03`, `63`, each with an optional fraction, which is cut off. A broken line
/// may have left a blank in it; some write `1.02:03`.
fn seconds(text: &str) -> Option<i64> {
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
    fraction.bytes().all(|c| c.is_ascii_digit()).then_some(total)
}

/// The time left on the clock of the side that has just moved, in whole seconds: `[%clk 0:05:12]`.
pub fn clock(comment: &str) -> Option<i64> {
    command(comment, "clk").and_then(seconds)
}

/// The time that the last move took, in whole seconds: `[%emt 0:00:03]`.
pub fn elapsed(comment: &str) -> Option<i64> {
    command(comment, "emt").and_then(seconds)
}

/// The evaluation: `[%eval 0.32]`, `[%eval -1.2,18]` and `[%eval -1.2/18]` (with the depth), `[%eval #-3]`, `[%eval
/// +M5]`.
pub fn eval(comment: &str) -> Option<Eval> {
    let text = command(comment, "eval")?;
    let text = text.split([',', '/', ' ']).next()?;
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
        assert_eq!(clock("[%clk 0:00:59] [%clk 0:00:58]"), Some(58));
        for bad in ["[%clk ]", "[%clk 1:2:3:4]", "[%clk -1:00]", "[%clock 1:00]", "[%clk 1:00", "clk 1:00"] {
            assert_eq!(clock(bad), None, "{bad}");
        }
        assert_eq!(elapsed("[%emt 0:00:07]"), Some(7));
        assert_eq!(eval("[%eval 0.32]"), Some(Eval::Centipawns(32)));
        assert_eq!(eval("[%eval -12.5,18]"), Some(Eval::Centipawns(-1250)));
        assert_eq!(eval("[%eval 0.3/18]"), Some(Eval::Centipawns(30)));
        assert_eq!(eval("[%eval +M5/20]"), Some(Eval::Mate(5)));
        assert_eq!(eval("[%eval +3]"), Some(Eval::Centipawns(300)));
        assert_eq!(eval("[%eval -.05]"), Some(Eval::Centipawns(-5)));
        assert_eq!(eval("[%eval #-4]"), Some(Eval::Mate(-4)));
        assert_eq!(eval("[%eval -M4]"), Some(Eval::Mate(-4)));
        for bad in ["[%eval ]", "[%eval x]", "[%eval .]", "[%eval 1.x]", "[%eval #]"] {
            assert_eq!(eval(bad), None, "{bad}");
        }
    }
}
