//! What a game has besides its main line: variations, comments, NAGs. Numbers in one section, the texts of comments in another.
//!
//! ```text
//! game       number of variations; for each: moves taken back, moves
//!            number of nested variations; for each: host, first position
//!            number of comments; for each: position (signed, less the one before) × 3 + place (0 after the move, 1 before it, 2
//!            after a variation, whose first position follows), length
//!            number of NAGs; for each: position (signed, less the one before), NAG
//! ```

use crate::bytes::{Bytes, Malformed, put_number, put_signed, unzigzag, zigzag};
use tabiya_pgn::{CommentPlace, Game, GameBuilder};

/// The moves that are undone before a variation, and its own moves.
pub(crate) type NodeRun = (u32, u32);

/// The length of the main line and the variations in the order of their positions.
pub(crate) fn runs(game: &Game) -> (u32, Vec<NodeRun>) {
    let tree = game.tree().full();
    let mut runs: Vec<NodeRun> = Vec::new();
    let (mut first, mut len) = (0, 0);
    for n in 1..tree.len() {
        let parent = tree.parent(n).unwrap_or(0);
        if parent == n - 1 {
            len += 1;
            continue;
        }
        let mut back = 1;
        let mut at = tree.parent(n - 1).unwrap_or(0);
        while at != parent {
            at = tree.parent(at).unwrap_or(0);
            back += 1;
        }
        match runs.last_mut() {
            Some(run) => run.1 = len,
            None => first = len,
        }
        runs.push((back, 0));
        len = 1;
    }
    match runs.last_mut() {
        Some(run) => run.1 = len,
        None => first = len,
    }
    (first, runs)
}

/// Appends a game's notes; `false`, and nothing, if it has none.
pub(crate) fn write(game: &Game, main: u32, runs: &[NodeRun], numbers: &mut Vec<u8>, texts: &mut Vec<u8>) -> bool {
    let notes = game.notes();
    if runs.is_empty() && notes.is_empty() {
        return false;
    }
    if runs.is_empty() {
        numbers.push(0);
    } else {
        put_number(numbers, runs.len() as u64);
        put_number(numbers, main.into());
        for &(back, len) in runs {
            put_number(numbers, back.into());
            put_number(numbers, len.into());
        }
    }
    let nested: Vec<_> = notes.nested_variations().collect();
    put_number(numbers, nested.len() as u64);
    for (host, first) in nested {
        put_number(numbers, host.into());
        put_number(numbers, first.into());
    }
    let comments = notes.in_text_order();
    put_number(numbers, comments.len() as u64);
    let mut last = 0;
    for (position, place, text) in comments {
        let step = zigzag(i64::from(position) - last) * 3;
        last = i64::from(position);
        match place {
            CommentPlace::After => put_number(numbers, step),
            CommentPlace::Before => put_number(numbers, step + 1),
            CommentPlace::AfterVariation(first) => {
                put_number(numbers, step + 2);
                put_number(numbers, first.into());
            }
        }
        put_number(numbers, text.len() as u64);
        texts.extend_from_slice(text.as_bytes());
    }
    let nags: Vec<_> = notes.all_nags().collect();
    put_number(numbers, nags.len() as u64);
    let mut last = 0;
    for (position, nag) in nags {
        put_signed(numbers, i64::from(position) - last);
        last = i64::from(position);
        put_number(numbers, nag.into());
    }
    true
}

/// Reads the variations of a game: the length of the main line, if there are some, and their number.
pub(crate) fn read_runs(at: &mut Bytes<'_>) -> Result<Option<(u32, usize)>, Malformed> {
    let count = at.count()?;
    if count == 0 { Ok(None) } else { Ok(Some((at.number_u32()?, count))) }
}

/// Gives what comes after the variations to a builder that has all positions.
pub(crate) fn build(at: &mut Bytes<'_>, texts: &str, builder: &mut GameBuilder<'_>) -> Result<(), Malformed> {
    for _ in 0..at.count()? {
        let (host, first) = (at.number_u32()?, at.number_u32()?);
        builder.host(host, first).map_err(|_| Malformed)?;
    }
    let mut rest = texts;
    let mut last = 0_i64;
    let behind = |last: i64, step: i64| last.checked_add(step).and_then(|n| u32::try_from(n).ok()).ok_or(Malformed);
    for _ in 0..at.count()? {
        let number = at.number()?;
        let position = behind(last, unzigzag(number / 3))?;
        last = position.into();
        let place = match number % 3 {
            0 => CommentPlace::After,
            1 => CommentPlace::Before,
            _ => CommentPlace::AfterVariation(at.number_u32()?),
        };
        let (text, others) = rest.split_at_checked(at.number_u32()? as usize).ok_or(Malformed)?;
        rest = others;
        builder.comment(position, place, text).map_err(|_| Malformed)?;
    }
    let mut last = 0;
    for _ in 0..at.count()? {
        let position = behind(last, at.signed()?)?;
        last = position.into();
        builder.nag(position, at.number_u32()?).map_err(|_| Malformed)?;
    }
    Ok(())
}
