//! The study database's data in tags and comments: awards, material codes, stipulations.
//!
//! The Event tag begins with the award: `1.p`, `2/3.hm`, `sp.c`, `4.sp.p`. The name of Black holds the
//! Guy-Blandford-Roycroft code: a sign for the stipulation, digits for queens, rooks, bishops and knights, then for
//! white and black pawns, then the squares of the kings. The first comment holds the source.

use crate::syntax::ast::{AwardClass, GbrPart};

/// An award.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Award {
    pub(crate) class: AwardClass,
    pub(crate) special: bool,
    /// The rank, 1 if none is given.
    pub(crate) first: i64,
    /// The last rank of a shared award, else the rank; [`UNRANKED`] if none is given.
    pub(crate) last: i64,
}

/// The last rank of an award without a rank.
const UNRANKED: i64 = 10_000;

/// The award that an Event tag begins with.
pub(crate) fn award(event: &str) -> Option<Award> {
    let (rank, rest) = number(event);
    let (last, rest) = match (rank, rest.strip_prefix('/')) {
        (Some(first), Some(rest)) => {
            let (last, rest) = number(rest);
            (Some(last.filter(|&last| last > first)?), rest)
        }
        _ => (rank, rest),
    };
    if rank == Some(0) || (rank.is_none() && event.starts_with(|c: char| c.is_ascii_digit())) {
        return None;
    }
    let special = rest.strip_prefix(if rank.is_some() { ".sp" } else { "sp" });
    let kinds = [(".p", AwardClass::Prize), (".hm", AwardClass::HonourableMention), (".c", AwardClass::Commendation)];
    let (_, class) = kinds.into_iter().find(|(sign, _)| special.unwrap_or(rest).starts_with(sign))?;
    Some(Award { class, special: special.is_some(), first: rank.unwrap_or(1), last: last.unwrap_or(UNRANKED) })
}

/// The number that a text begins with, if it is not absurdly large, and the rest.
fn number(text: &str) -> (Option<i64>, &str) {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    (text[..digits].parse::<i32>().ok().map(i64::from), &text[digits..])
}

/// A part of the material code in the name of Black.
pub(crate) fn gbr(black: &str, part: GbrPart) -> Option<&str> {
    let code = (0..black.len()).filter_map(|at| black.get(at..at + 12)).find(|code| is_code(code.as_bytes()))?;
    Some(match part {
        GbrPart::Whole => code,
        GbrPart::Kings => &code[8..],
        GbrPart::Material => &code[1..8],
        GbrPart::Pieces => &code[1..5],
        GbrPart::Pawns => &code[6..8],
    })
}

/// `+0410.01a1b8`
fn is_code(code: &[u8]) -> bool {
    let digits = |part: &[u8]| part.iter().all(u8::is_ascii_digit);
    let square = |part: &[u8]| (b'a'..=b'h').contains(&part[0]) && (b'1'..=b'8').contains(&part[1]);
    matches!(code[0], b'+' | b'-' | b'=')
        && digits(&code[1..5])
        && code[5] == b'.'
        && digits(&code[6..8])
        && square(&code[8..10])
        && square(&code[10..12])
}

/// The composer: the name of White. Too many composers for a name stand in the first comment, up to its first
/// period.
pub(crate) fn composer(white: &str, black: &str, first_comment: Option<&str>) -> Option<String> {
    if black.contains("MC") {
        return first_comment?.split('.').next().map(str::to_owned);
    }
    Some(white.strip_suffix(" NN").unwrap_or(white).to_owned())
}

/// `stipulation: White wins.` in the first comment.
pub(crate) fn stipulation(first_comment: &str) -> Option<&str> {
    let (_, rest) = first_comment.split_once("stipulation: ")?;
    rest.split_once('.').map(|(text, _)| text)
}

/// The number of the diagram, after `#` in the Event tag.
pub(crate) fn diagram(event: &str) -> Option<&str> {
    event.split_once('#').and_then(|(_, rest)| rest.split(' ').next())
}

/// The number of the diagram in the magazine EG: `EG#777` in the first comment.
pub(crate) fn eg_diagram(first_comment: &str) -> Option<i64> {
    first_comment.match_indices("EG#").find_map(|(at, sign)| number(&first_comment[at + sign.len()..]).0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn awards_stand_at_the_beginning() {
        let check = |event: &str, expected: Option<(&str, bool, i64, i64)>| {
            let found = award(event).map(|a| (a.class.word(), a.special, a.first, a.last));
            assert_eq!(found, expected, "{event}");
        };
        check("1.p Quill tourney", Some(("prize", false, 1, 1)));
        check("2/3.hm Ember cup", Some(("hm", false, 2, 3)));
        check("sp.p Lantern", Some(("prize", true, 1, 10_000)));
        check("3.sp.hm Lantern", Some(("hm", true, 3, 3)));
        check(".c Lantern", Some(("commendation", false, 1, 10_000)));
        check("7/9.sp.p x", Some(("prize", true, 7, 9)));
        for none in ["3/2.p", "2/2.p", "2/.p", "0.p", "1 p", "1sp.p", ".sp.p", "p", "", "Lantern 1.p", "99999999999.p"]
        {
            check(none, None);
        }
    }

    #[test]
    fn codes_and_comments() {
        assert_eq!(gbr("(c) U1 +0410.01a1b8", GbrPart::Whole), Some("+0410.01a1b8"));
        assert_eq!(gbr("é=0410.01a1b8", GbrPart::Kings), Some("a1b8"));
        assert_eq!(gbr("+0410.01a1i8", GbrPart::Whole), None);
        assert_eq!(stipulation("A. stipulation: Draw. x"), Some("Draw"));
        assert_eq!(stipulation("stipulation: Draw"), None);
        assert_eq!(diagram("Kestrel #42 x"), Some("42"));
        assert_eq!(eg_diagram("EG# EG#12x"), Some(12));
        assert_eq!(composer("Rusz NN", "", None).as_deref(), Some("Rusz"));
        assert_eq!(composer("Many", "MC", Some("A, B. 1999")).as_deref(), Some("A, B"));
        assert_eq!(composer("Many", "MC", None), None);
    }
}
