//! Any bytes at all: nothing panics, nothing hangs, places are inside the text.

use crate::shared::own_games;
use proptest::prelude::*;
use tabiya::game::{Additions, Frames, Game, Layout, RawGame, Writer};

/// Reads everything and holds what must hold of any game.
fn read_all(bytes: &[u8]) -> Vec<u64> {
    let mut frames = Frames::new(bytes);
    let (mut raw, mut game) = (RawGame::default(), Game::new());
    let (mut sizes, mut end) = (Vec::new(), 0);
    while frames.read_frame(&mut raw).unwrap() {
        assert!(raw.offset >= end && !raw.bytes.is_empty());
        assert_eq!(raw.bytes, bytes[raw.offset as usize..raw.offset as usize + raw.bytes.len()]);
        end = raw.offset + raw.bytes.len() as u64;
        game.parse(&raw);
        sizes.push(u64::from(game.tree().len()));
        check_tree(&game);
        for fault in game.faults().list() {
            assert!(fault.offset >= raw.offset && fault.offset <= end && fault.line >= raw.line);
        }
        for layout in [Layout::Cql, Layout::Export] {
            let mut text = String::new();
            Writer::new(layout).write(&game, &mut Additions::default(), &mut text);
            let mut again = Game::new();
            again.parse(&RawGame::from_bytes(text.as_bytes()));
            if !game.start().board.occupied().is_empty() {
                assert_eq!(again.tree().len(), game.tree().len(), "{text}");
            }
        }
    }
    sizes
}

fn check_tree(game: &Game) {
    let tree = game.tree().full();
    for n in 0..tree.len() {
        let node = tree.node(n);
        match tree.parent(n) {
            None => assert_eq!((n, node.ply), (0, 0)),
            Some(parent) => {
                assert!(parent < n && n < tree.end(parent) && tree.end(n) <= tree.end(parent));
                assert_eq!(node.ply, tree.node(parent).ply + 1);
                assert_eq!(tree.child(parent, node.child_index), Some(n));
                let expected = tree.board(parent).play(tree.move_to(n).unwrap());
                assert_eq!(node.board, expected);
            }
        }
        assert_eq!(node.depth == 0, n < game.tree().mainline_len());
    }
}

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
        read_all(&bytes);
    }

    #[test]
    fn any_pieces(bytes in pieces()) {
        read_all(&bytes);
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
        read_all(&bytes);
    }

    /// However the bytes come in, the games are the same.
    #[test]
    fn any_chunks(bytes in pieces(), size in 1usize..50) {
        struct Slow<'b>(&'b [u8], usize);
        impl std::io::Read for Slow<'_> {
            fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
                let len = self.1.min(self.0.len()).min(buffer.len());
                buffer[..len].copy_from_slice(&self.0[..len]);
                self.0 = &self.0[len..];
                Ok(len)
            }
        }
        let mut whole = Frames::new(&bytes[..]);
        let mut slow = Frames::new(Slow(&bytes, size));
        loop {
            let (a, b) = (whole.next_frame().unwrap(), slow.next_frame().unwrap());
            prop_assert_eq!(&a, &b);
            if a.is_none() {
                break;
            }
        }
    }
}
