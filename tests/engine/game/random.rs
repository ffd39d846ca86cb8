//! Any bytes at all: nothing panics, nothing hangs, places are inside the text.

use crate::game::shared::own_games;
use proptest::prelude::*;
use tabiya_fuzz::pgn_bytes;

/// Pieces of PGN, whole and broken, to be thrown together.
fn pieces() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        prop::sample::select(vec![
            "1. e4",
            "e5",
            "2.Nf3",
            "Nc6",
            "Bb5",
            "a6",
            "O-O",
            "0-0-0",
            "exd5",
            "e8=Q",
            "--",
            "Z0",
            "N@f3",
            "(",
            ")",
            "{",
            "}",
            "{c}",
            ";x\n",
            "\n",
            "\n\n",
            "\r",
            "\r\n",
            "%y\n",
            "$1",
            "$",
            "$999999999999",
            "!?",
            "+-",
            "1-0",
            "0-1",
            "1/2-1/2",
            "*",
            "1/2",
            "[Event \"a\"]\n",
            "[White \"b\"]",
            "[FEN \"8/8/8/8/8/8/8/8 w\"]\n",
            "[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n",
            "[FEN \"x\"]",
            "[Variant \"atomic\"]\n",
            "[",
            "]",
            "\"",
            "\\",
            "be",
            "prose and",
            "\u{feff}",
            "½-½",
            "♘f3",
            "ed",
            "1...",
            ".",
            "d4",
            "d5",
            "c4",
        ])
        .prop_map(|text| text.as_bytes().to_vec()),
        prop::collection::vec(any::<u8>(), 0..4),
    ];
    let glue = prop::sample::select(vec![&b" "[..], b"", b"\n"]);
    prop::collection::vec((piece, glue), 0..60)
        .prop_map(|list| list.into_iter().flat_map(|(piece, glue)| [piece, glue.to_vec()].concat()).collect())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        pgn_bytes(&bytes);
    }

    #[test]
    fn any_pieces(bytes in pieces()) {
        pgn_bytes(&bytes);
    }

    #[test]
    fn games_with_errors(which in 0usize..5, at in any::<prop::sample::Index>(), edits in prop::collection::vec((0usize..3000, any::<u8>(), 0u8..3), 1..8)) {
        let path = &own_games()[which];
        let bytes = std::fs::read(path).unwrap();
        let start = at.index(bytes.len().saturating_sub(4000).max(1));
        let mut bytes = bytes[start..bytes.len().min(start + 4000)].to_vec();
        for (at, byte, how) in edits {
            let at = at % bytes.len().max(1);
            match how {
                0 => bytes[at] = byte,
                1 => bytes.insert(at, byte),
                _ => { bytes.remove(at); }
            }
        }
        pgn_bytes(&bytes);
    }
}
