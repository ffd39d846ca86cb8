//! Games from any bytes: read without harm, and written so that they read the same.

use std::io::Read;
use tabiya::chess::fen;
use tabiya::game::{Additions, CommentPlace, Faults, Frames, Game, Layout, RawGame, Writer};

/// Any bytes as PGN: every byte of a game comes from its place, faults lie inside it, the tree is sound, and the games
/// are the same however the bytes come in.
pub fn pgn_bytes(data: &[u8]) {
    let (chunk, bytes) = data.split_first().map_or((1, data), |(first, rest)| (usize::from(*first) % 50 + 1, rest));
    let mut slow = Frames::new(Chunks(bytes, chunk));
    let mut game = Game::new();
    each_game(bytes, |raw| {
        assert_eq!(slow.next_frame().expect("memory can be read").as_ref(), Some(raw), "in chunks of {chunk}");
        game.parse(raw);
        check_faults(&game, raw);
        check_tree(&game);
    });
    assert_eq!(slow.next_frame().expect("memory can be read"), None, "in chunks of {chunk}");
}

/// Any bytes as PGN: a game written in either layout reads back as one game with everything the first one had, and
/// writing that gives the same bytes.
pub fn pgn_round_trip(data: &[u8]) {
    let (mut game, mut again) = (Game::new(), Game::new());
    each_game(data, |raw| {
        game.parse(raw);
        for layout in [Layout::Cql, Layout::Export] {
            let text = written(&game, layout);
            let mut games = 0;
            each_game(text.as_bytes(), |raw| {
                games += 1;
                again.parse(raw);
            });
            assert_eq!(games, 1, "one game becomes {games} in {layout:?}:\n{text}");
            assert_eq!(content(&again), content(&game), "another game in {layout:?}:\n{text}");
            if layout == Layout::Export {
                let tags = |game: &Game| game.tags().iter().map(|(n, v)| format!("{n} {v}")).collect::<Vec<_>>();
                assert_eq!(tags(&again), tags(&game), "other tags:\n{text}");
            }
            assert_eq!(written(&again, layout), text, "written again, in {layout:?}");
        }
    });
}

/// Hands out the games of a text, and checks their places.
pub(crate) fn each_game(bytes: &[u8], mut take: impl FnMut(&RawGame)) {
    let mut frames = Frames::new(bytes);
    let (mut raw, mut end) = (RawGame::default(), 0);
    while frames.read_frame(&mut raw).expect("memory can be read") {
        assert!(raw.offset >= end && !raw.bytes.is_empty());
        assert_eq!(raw.bytes, bytes[raw.offset as usize..raw.offset as usize + raw.bytes.len()]);
        end = raw.offset + raw.bytes.len() as u64;
        take(&raw);
    }
}

fn check_faults(game: &Game, raw: &RawGame) {
    let faults = game.faults();
    let (list, count) = (faults.list(), faults.count());
    assert_eq!(list.len() as u64, count.min(Faults::LIMIT as u64));
    assert!(list.is_sorted_by_key(|fault| fault.offset));
    let end = raw.offset + raw.bytes.len() as u64;
    for fault in list {
        assert!(fault.offset >= raw.offset && fault.offset <= end && fault.line >= raw.line, "{fault:?}");
        assert!(!fault.message.is_empty(), "{fault:?}");
    }
    if count <= Faults::LIMIT as u64 {
        assert_eq!(game.is_incomplete(), list.iter().any(|fault| fault.kind.loses()), "{list:?}");
    }
}

/// The numbering is pre-order, and every board is the one that its move leads to.
pub(crate) fn check_tree(game: &Game) {
    let tree = game.tree().full();
    for n in 0..tree.len() {
        let node = tree.node(n);
        match tree.parent(n) {
            None => assert_eq!((n, node.ply), (0, 0)),
            Some(parent) => {
                assert!(parent < n && n < tree.end(parent) && tree.end(n) <= tree.end(parent));
                assert_eq!(node.ply, tree.node(parent).ply + 1);
                assert_eq!(tree.child(parent, node.child_index), Some(n));
                // In games of variants the board follows from the situation.
                if tree.situation(n).is_none() {
                    let mv = tree.move_to(n).expect("a move leads to every node but the first");
                    assert_eq!(node.board, tree.board(parent).play(mv));
                }
            }
        }
        assert_eq!(node.depth == 0, n < game.tree().mainline_len());
    }
}

pub(crate) fn written(game: &Game, layout: Layout) -> String {
    let mut out = String::new();
    Writer::new(layout).write(game, &mut Additions::default(), &mut out);
    out
}

/// All of a game that must outlive writing and reading, comments with their white space collapsed. Text that could not
/// be read is a comment the next time.
pub(crate) fn content(game: &Game) -> String {
    let mut out = format!("{} {}\n", game.result(), fen::write(game.start()));
    let tree = game.tree().full();
    for n in 0..tree.len() {
        let nags: Vec<u32> = game.notes().nags(n).collect();
        out += &format!("{n} {:?} {:?} {nags:?}", tree.parent(n), tree.move_to(n));
        let words = |text: &str| text.split_ascii_whitespace().collect::<Vec<_>>().join(" ");
        // Nothing closes a comment but its last brace.
        let comments = game.notes().comments(n).map(|(place, text)| (place, words(text).replace('}', "_")));
        let (behind, here): (Vec<_>, Vec<_>) =
            comments.partition(|(place, _)| matches!(place, CommentPlace::AfterVariation(_)));
        let rests = game.notes().rests(n).map(words).filter(|text| !text.is_empty());
        let rests = rests.map(|text| text.replace('{', "<").replace('}', ">"));
        let rests = rests.map(|text| (CommentPlace::After, format!("Error reading move: {text}")));
        for (place, text) in here.into_iter().chain(rests).chain(behind).filter(|(_, text)| !text.is_empty()) {
            out += &format!(" {place:?} {text}");
        }
        out.push('\n');
    }
    out
}

/// Bytes that come in small pieces.
struct Chunks<'b>(&'b [u8], usize);

impl Read for Chunks<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let len = self.1.min(self.0.len()).min(buffer.len());
        buffer[..len].copy_from_slice(&self.0[..len]);
        self.0 = &self.0[len..];
        Ok(len)
    }
}
