//! Compressed games: whole, cut off, damaged, or any bytes that look like them.

use super::bytes::Bytes;
use std::io::{Cursor, Read, Write};
use tabiya::game::{Frames, Input};

/// The number of bytes read of a stream that expands: a few kilobytes can hold gigabytes.
const MAX_READ: u64 = 4 << 20;

/// The damage to the compressed bytes.
#[derive(Clone, Copy, PartialEq)]
enum Fate {
    Whole,
    Parts,
    CutOff,
    Damaged,
    Followed,
    /// They never were compressed by anyone.
    Raw,
    /// Not compressed: databases of other programs.
    Base,
}

/// Games compressed by zstd, gzip or bzip2: whole they are the same games, with any bytes after them; cut off, they are
/// those of the text that is left; damaged or any bytes at all, they are games or an error, and nothing swells
/// beyond the requested size.
pub fn compressed(data: &[u8]) {
    let mut bytes = Bytes::new(data);
    let fate =
        *bytes.one(&[Fate::Whole, Fate::Parts, Fate::CutOff, Fate::Damaged, Fate::Followed, Fate::Raw, Fate::Base]);
    let codec = bytes.below(3);
    let (at, change) = (bytes.word() as usize, bytes.word().to_le_bytes());
    let plain = bytes.rest();
    if fate == Fate::Base {
        return super::bases::bases(plain);
    }
    let mut packed = match fate {
        Fate::Raw => [[&b"\x28\xB5\x2F\xFD"[..], b"\x1F\x8B\x08", b"BZh9"][codec], plain].concat(),
        Fate::Parts => {
            let (first, second) = plain.split_at(at % (plain.len() + 1));
            [pack(first, codec), pack(second, codec)].concat()
        }
        _ => pack(plain, codec),
    };
    match fate {
        // The bytes by which a compression is known stay.
        Fate::CutOff => packed.truncate(4 + at % (packed.len() - 4)),
        Fate::Damaged => {
            let at = at % packed.len();
            packed[at] ^= change[0].max(1);
            if change[1] % 2 == 0 {
                packed.splice(at..at, change[2..].iter().copied());
            }
        }
        Fate::Followed => packed.extend_from_slice(&change[..1 + at % 8]),
        _ => {}
    }
    // Bytes of a text that happen to be those of a compression are taken for one, which is not a fault.
    let expected = games(plain.to_vec());
    let found = games(packed.clone());
    match fate {
        Fate::Whole | Fate::Parts if magic(plain).is_none() && expected.error.is_none() => {
            assert_eq!((found.games, found.error), (expected.games, None), "codec {codec}");
        }
        Fate::CutOff if magic(plain).is_none() => {
            let read = unpacked(&packed);
            assert!(plain.starts_with(&read), "codec {codec}: what was unpacked is not what was packed");
            // The start of a game depends on what follows, so the whole text may have others. The last one may be lost.
            let all = games(read).games;
            assert!(found.games == all || found.games == all[..all.len() - 1], "codec {codec}: other games");
        }
        // Bytes after the compressed data cost none of the games.
        Fate::Followed if magic(plain).is_none() && expected.error.is_none() => {
            assert_eq!(found.games, expected.games, "codec {codec}, followed by {:?}", &change[..1 + at % 8]);
        }
        _ => {}
    }
}

/// The games that a stream gave, and why it ended before its end.
struct Outcome {
    games: Vec<Vec<u8>>,
    error: Option<String>,
}

fn games(bytes: Vec<u8>) -> Outcome {
    let mut games = Vec::new();
    let mut frames = match Input::from_reader("games", Cursor::new(bytes)) {
        Ok(input) => Frames::new(input.take(MAX_READ)),
        Err(error) => {
            assert!(!error.help().is_empty());
            return Outcome { games, error: Some(error.to_string()) };
        }
    };
    loop {
        match frames.next_frame() {
            Ok(Some(raw)) => games.push(raw.bytes),
            Ok(None) => return Outcome { games, error: None },
            Err(error) => return Outcome { games, error: Some(error.to_string()) },
        }
    }
}

/// The bytes of a stream, as far as they can be unpacked.
fn unpacked(packed: &[u8]) -> Vec<u8> {
    let mut read = Vec::new();
    if let Ok(input) = Input::from_reader("games", Cursor::new(packed.to_vec())) {
        // The text that was read before an error stays in the buffer.
        let _ = input.take(MAX_READ).read_to_end(&mut read);
    }
    read
}

/// The compression that the first bytes speak of.
fn magic(bytes: &[u8]) -> Option<usize> {
    let starts = [&b"\x28\xB5\x2F\xFD"[..], b"\x1F\x8B", b"BZh"];
    let skippable = |bytes: &[u8]| bytes.len() > 3 && bytes[0] & 0xF0 == 0x50 && bytes[1..4] == [0x2A, 0x4D, 0x18];
    starts.iter().position(|start| bytes.starts_with(start)).or_else(|| skippable(bytes).then_some(0))
}

fn pack(bytes: &[u8], codec: usize) -> Vec<u8> {
    let packed = match codec {
        0 => zstd::encode_all(bytes, 1),
        1 => {
            let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
            encoder.write_all(bytes).and_then(|()| encoder.finish())
        }
        _ => {
            let mut encoder = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::fast());
            encoder.write_all(bytes).and_then(|()| encoder.finish())
        }
    };
    packed.expect("memory can be written")
}
