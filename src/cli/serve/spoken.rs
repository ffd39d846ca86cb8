//! Moves in words, for those who do not see the board.

/// A move in SAN as words: `Nbxd7+` is `knight on the b-file takes d7, check`. `is_capture` and the like are read from the text.
pub(super) fn spoken(san: &str) -> String {
    let (body, end) = match san.as_bytes().last() {
        Some(b'#') => (&san[..san.len() - 1], ", checkmate"),
        Some(b'+') => (&san[..san.len() - 1], ", check"),
        _ => (san, ""),
    };
    let words = match body {
        "" => return String::new(),
        "--" => "no move".to_owned(),
        "O-O" => "castles kingside".to_owned(),
        "O-O-O" => "castles queenside".to_owned(),
        _ => match body.split_once('@') {
            Some((piece, square)) => format!("{} put on {square}", piece_name(piece.chars().next())),
            None => plain(body),
        },
    };
    words + end
}

/// The name of a piece by its letter in SAN.
fn piece_name(letter: Option<char>) -> &'static str {
    match letter {
        Some('K') => "king",
        Some('Q') => "queen",
        Some('R') => "rook",
        Some('B') => "bishop",
        Some('N') => "knight",
        _ => "pawn",
    }
}

/// A move from square to square.
fn plain(body: &str) -> String {
    let (body, promotion) = body.split_once('=').map_or((body, None), |(body, to)| (body, Some(to)));
    let first = body.chars().next().filter(char::is_ascii_uppercase);
    let rest = &body[first.map_or(0, char::len_utf8)..];
    let at = rest.char_indices().rev().nth(1).map_or(0, |(at, _)| at);
    let (before, target) = rest.split_at(at);
    let takes = before.ends_with('x');
    let from = before.trim_end_matches('x');
    let origin = match (from.len(), from.as_bytes().first()) {
        (0, _) => String::new(),
        (1, Some(b'1'..=b'8')) => format!(" on rank {from}"),
        (1, _) => format!(" on the {from}-file"),
        _ => format!(" on {from}"),
    };
    // The file of a pawn that takes is always written.
    let mut words = format!("{}{origin} {} {target}", piece_name(first), if takes { "takes" } else { "to" });
    if let Some(to) = promotion {
        words.push_str(&format!(", becomes a {}", piece_name(to.chars().next())));
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_in_words() {
        for (san, words) in [
            ("e4", "pawn to e4"),
            ("exd5", "pawn on the e-file takes d5"),
            ("Nf3", "knight to f3"),
            ("Nbxd7+", "knight on the b-file takes d7, check"),
            ("R1e2", "rook on rank 1 to e2"),
            ("Qh4xe1#", "queen on h4 takes e1, checkmate"),
            ("O-O", "castles kingside"),
            ("O-O-O+", "castles queenside, check"),
            ("bxa8=N", "pawn on the b-file takes a8, becomes a knight"),
            ("a8=Q#", "pawn to a8, becomes a queen, checkmate"),
            ("N@f3", "knight put on f3"),
            ("@e4", "pawn put on e4"),
            ("--", "no move"),
            ("", ""),
        ] {
            assert_eq!(spoken(san), words, "{san}");
        }
    }
}
