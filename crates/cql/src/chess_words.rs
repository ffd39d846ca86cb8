//! Words of chess players and of other languages that CQL does not have, and what to write instead.

/// A word in lower case, and the advice for it.
const WORDS: [(&str, &str); 105] = [
    ("king", "write `K` for the white king, `k` for the black one"),
    ("queen", "write `Q` for a white queen, `q` for a black one, `[Qq]` for either"),
    ("rook", "write `R` for a white rook, `r` for a black one, `[Rr]` for either"),
    ("bishop", "write `B` for a white bishop, `b` for a black one, `[Bb]` for either"),
    ("knight", "write `N` for a white knight, `n` for a black one, `[Nn]` for either"),
    ("pawn", "write `P` for a white pawn, `p` for a black one, `[Pp]` for either"),
    ("kings", "write `[Kk]` for the kings of both sides"),
    ("queens", "write `Q` for white queens, `q` for black ones, `[Qq]` for all; `#Q == 2` counts them"),
    ("rooks", "write `R` for white rooks, `r` for black ones, `[Rr]` for all; `#R == 2` counts them"),
    ("bishops", "write `B` for white bishops, `b` for black ones, `[Bb]` for all; `#B == 2` counts them"),
    ("knights", "write `N` for white knights, `n` for black ones, `[Nn]` for all; `#N == 2` counts them"),
    ("pawns", "write `P` for white pawns, `p` for black ones, `[Pp]` for all; `#P == 8` counts them"),
    ("pieces", "write `A` for White's men, `a` for Black's, `[Aa]` for all; `#A` counts them"),
    ("empty", "write `_` for an empty square: `_e4`"),
    (
        "x",
        "write `move` with `capture` to find captures: `move from N capture q`; a variable is assigned before use: `x = ...`",
    ),
    ("takes", "write `move` with `capture`: `move from N capture q`"),
    ("capturing", "write `move` with `capture`: `move from N capture q`"),
    ("moves", "write `move` for a move of the game: `move from R to e8`"),
    ("moved", "write `move previous` for the move that led to the position: `move previous from R`"),
    ("played", "write `move` for a move of the game: `move from R to e8`"),
    ("checkmate", "write `mate`"),
    ("checkmated", "write `mate`: the side to move is mated"),
    ("mated", "write `mate`: the side to move is mated"),
    ("mates", "write `mate`, and `move` for the move that mates: `move to f7 : mate`"),
    ("checks", "write `check`: the side to move is in check"),
    ("checked", "write `check`: the side to move is in check"),
    ("doublecheck", "write `check #([Aa] attacks [Kk]) > 1`, or the two attackers: `btm R attacks k B attacks k`"),
    ("perpetual", "write `repetition >= 3`, or a sequence of checks: `next ((check .){4})`"),
    ("threefold", "write `repetition >= 3`"),
    ("promotion", "write `move promote Q`; `A` stands for any piece: `move promote A`"),
    ("promotes", "write `move promote Q`; `A` stands for any piece: `move promote A`"),
    ("promoted", "write `move previous promote A`"),
    ("underpromotion", "write `move promote [RBN]`"),
    ("castling", "write `move castle`, or `o-o` and `o-o-o` after the move"),
    ("castles", "write `move castle`, or `o-o` and `o-o-o` after the move"),
    ("castled", "write the squares of king and rook, `Kg1 Rf1`, or `move castle` for the move"),
    ("kingside", "write `move o-o` for castling on the king's side, `e-h1-8` for these files"),
    ("queenside", "write `move o-o-o` for castling on the queen's side, `a-d1-8` for these files"),
    ("supported", "write `attackedby`; it also takes a piece of the same colour: `N attackedby P`"),
    ("center", "write the squares: `P & d-e4-5`"),
    ("centre", "write the squares: `P & d-e4-5`"),
    ("passant", "write `move enpassant`"),
    ("sacrifice", "compare the material before and after: `x = power A next (. . . power A <= x - 5)`"),
    ("sac", "compare the material before and after: `x = power A next (. . . power A <= x - 5)`"),
    ("exchange", "write both captures: `next (move from R capture b move to . capture R)`"),
    ("fork", "write what is attacked: `N attacks k N attacks q`"),
    ("forks", "write what is attacked: `N attacks k N attacks q`"),
    ("skewer", "write the pieces on a line: `ray (R k q)`"),
    ("pinned", "write `pin`: `pin through n`, `pin from B through n to k`"),
    ("pins", "write `pin`: `pin from B through n to k`"),
    ("attacker", "write `A attacks B`; its value is the set of attackers"),
    ("attackers", "write `A attacks B`; its value is the set of attackers"),
    ("defends", "write `attacks`; it also takes a piece of the same colour: `R attacks N`"),
    ("defended", "write `attackedby`; it also takes a piece of the same colour: `N attackedby A`"),
    ("protected", "write `attackedby`; it also takes a piece of the same colour: `N attackedby A`"),
    ("isolated", "write `isolatedpawns`: `d4 & isolatedpawns`"),
    ("doubled", "write `doubledpawns`: `#(P & doubledpawns) >= 2`"),
    ("passed", "write `passedpawns`: `P & passedpawns`"),
    ("passer", "write `passedpawns`: `P & passedpawns`"),
    ("connected", "write `connectedpawns`: `P & connectedpawns`"),
    ("backward", "write `backwardpawns`: `P & backwardpawns`"),
    ("outpost", "write `outposts`: `N & outposts`"),
    ("blocked", "write `rammed` for pawns that block each other: `P & rammed`"),
    ("fianchettoed", "write `fianchetto`: `B & fianchetto`"),
    ("domination", "write `trapped [nb]` for pieces without a safe square"),
    ("material", "write `power`, which counts a pawn as 1 and a queen as 9: `power A > power a`"),
    ("value", "write `power`, which counts a pawn as 1 and a queen as 9: `power A > power a`"),
    ("middlegame", "compare the move or the material: `movenumber > 15 power [Aa] > 40`"),
    ("endgame", "compare the material: `power [Aa] < 20`, or name it: `A == 2 a == 1`"),
    ("ending", "compare the material: `power [Aa] < 20`, or name it: `A == 2 a == 1`"),
    ("wins", "write `result 1-0` if White wins, `result 0-1` if Black does"),
    ("win", "write `result 1-0` if White wins, `result 0-1` if Black does"),
    ("won", "write `result 1-0` if White wins, `result 0-1` if Black does"),
    ("loses", "write `result 0-1` if White loses, `result 1-0` if Black does"),
    ("lost", "write `result 0-1` if White loses, `result 1-0` if Black does"),
    ("draw", "write `result 1/2-1/2`"),
    ("drawn", "write `result 1/2-1/2`"),
    ("rating", "write `elo`: `elo white > 2600`"),
    ("white_elo", "write `elo white`; only a column has the other name"),
    ("black_elo", "write `elo black`; only a column has the other name"),
    ("name", "write `player`: `player white \"Carlsen\"`"),
    ("decade", "calculate it from the year: `year / 10 * 10 == 1990`"),
    ("fortress", "no filter says it; describe what does not happen: `not find (move capture . or move from P)`"),
    ("round", "write `tag \"NAME\"` for a tag of the game"),
    ("opponent", "write both players: `player \"Karpov\" player \"Kasparov\"`"),
    ("tournament", "write `event`: `event \"Candidates\"`"),
    ("time", "write `clock`, the seconds left after a move: `clock < 60`"),
    ("evaluation", "write `eval`, in hundredths of a pawn from White's side, or `evaldrop`"),
    ("score", "write `eval`, in hundredths of a pawn from White's side, or `evaldrop`"),
    ("blunder", "write `evaldrop`, in hundredths of a pawn: `evaldrop >= 300`"),
    ("mistake", "write `evaldrop`, in hundredths of a pawn: `evaldrop >= 100`"),
    ("turn", "write `wtm` or `btm`"),
    ("play", "write `wtm` for White to play, `btm` for Black"),
    ("start", "write `initial` for the first position of a game"),
    ("begin", "write `initial` for the first position of a game"),
    ("end", "write `terminal` for a position without further moves"),
    ("last", "write `terminal` for a position without further moves"),
    ("followed", "write `next (A B)` for B at the position after A, `next (A .* B)` for some time later"),
    ("after", "write `next (A B)` for B at the position after A, `next (A .* B)` for some time later"),
    ("before", "write `previous (A B)` for B at the position before A"),
    ("always", "deny the opposite: `not find not wtm`, for a filter that matches everywhere from here on"),
    ("never", "write `not` and `find`: `not find check`, for a filter that matches nowhere from here on"),
    ("anywhere", "write `.` for any square, `find` for a position later in the game: `find mate`"),
    ("with", "leave it out: filters in a row must all match"),
    ("where", "leave it out: filters in a row must all match"),
];

/// The advice for a word that is not a filter, if chess players know it.
pub(crate) fn advice(word: &str) -> Option<&'static str> {
    let lower = word.to_ascii_lowercase();
    WORDS.iter().find(|(one, _)| *one == lower).map(|&(_, advice)| advice)
}

/// A move as games write it (`Nxe5`, `exd5`, `Nbd7`), as the filter that finds it.
pub(crate) fn as_move(word: &str) -> Option<String> {
    let bytes = word.as_bytes();
    let file = |b: u8| (b'a'..=b'h').contains(&b);
    let rank = |b: u8| (b'1'..=b'8').contains(&b);
    let (before, square) = word.split_at_checked(word.len().checked_sub(2)?)?;
    if !file(square.as_bytes()[0]) || !rank(square.as_bytes()[1]) {
        return None;
    }
    let piece = match bytes[0] {
        letter @ (b'K' | b'Q' | b'R' | b'B' | b'N') => Some(char::from(letter)),
        _ => None,
    };
    let rest = if piece.is_some() { &before[1..] } else { before };
    let (origin, capture) = match rest.strip_suffix('x') {
        Some(origin) => (origin, true),
        None => (rest, false),
    };
    let is_origin = match origin.as_bytes() {
        [] => true,
        [one] => file(*one) || rank(*one),
        [f, r] => file(*f) && rank(*r),
        _ => false,
    };
    // A pawn names its file before a capture, and nothing before other moves.
    let sound =
        is_origin && if piece.is_some() { capture || !origin.is_empty() } else { capture && !origin.is_empty() };
    if !sound {
        return None;
    }
    let letter = piece.unwrap_or('P');
    let lower = letter.to_ascii_lowercase();
    let from = match origin.as_bytes() {
        [] => String::new(),
        [one] if file(*one) => format!("{origin}1-8"),
        [_] => format!("a-h{origin}"),
        _ => origin.to_owned(),
    };
    let what = if capture { format!("capture {square}") } else { format!("to {square}") };
    Some(format!("move from [{letter}{lower}]{from} {what}"))
}

/// A move of a piece as games write it without its check or mate (`Nf3`, `Qxf7`), as the filter that finds it where it gives that.
pub(crate) fn as_move_with(word: &str, given: &str) -> Option<String> {
    let plain = match word.as_bytes() {
        [letter @ (b'K' | b'Q' | b'R' | b'B' | b'N'), b'a'..=b'h', b'1'..=b'8'] => {
            let letter = char::from(*letter);
            Some(format!("move from [{letter}{}] to {}", letter.to_ascii_lowercase(), &word[1..]))
        }
        _ => as_move(word),
    };
    plain.map(|found| format!("{found} child:{given}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_listed_once_and_in_lower_case() {
        for (i, (word, _)) in WORDS.iter().enumerate() {
            assert_eq!(*word, word.to_ascii_lowercase());
            assert!(WORDS[..i].iter().all(|(other, _)| other != word), "{word}");
        }
    }

    /// What the advice quotes is read without an error, or is a word that stands inside filters.
    #[test]
    fn advice_can_be_followed() {
        use crate::{ParseOptions, catalogue, parse};
        for (word, advice) in WORDS {
            assert!(!catalogue::is_known(word), "{word} is a word of CQL");
            for quoted in advice.split('`').skip(1).step_by(2) {
                let parsed = parse(quoted, &ParseOptions::default());
                let good = parsed.script.is_some() || catalogue::is_inside(quoted) || catalogue::is_known(quoted);
                assert!(good, "{word}: {quoted}: {:?}", parsed.diagnostics);
            }
        }
    }

    #[test]
    fn moves_of_games() {
        assert_eq!(as_move("Nxe5").as_deref(), Some("move from [Nn] capture e5"));
        assert_eq!(as_move("exd5").as_deref(), Some("move from [Pp]e1-8 capture d5"));
        assert_eq!(as_move("Nbd7").as_deref(), Some("move from [Nn]b1-8 to d7"));
        assert_eq!(as_move("R1xe5").as_deref(), Some("move from [Rr]a-h1 capture e5"));
        assert_eq!(as_move("Qa1xb2").as_deref(), Some("move from [Qq]a1 capture b2"));
        for word in ["x", "xe5", "attack4", "ae5", "Nxe9", "é5", "check"] {
            assert_eq!(as_move(word), None, "{word}");
        }
    }
}
