//! Files that hold no games as text: other encodings, archives, databases, manifests, programs, pictures. They are known by their
//! first bytes, so that such a file is not reported as one game without moves.
//!
//! The name of a file may be wrong; it only tells apart kinds of files that are not text. [`Games`](super::Games) looks
//! at the bytes and [`Input`](super::Input) does not, so that a caller who knows the contents may read an archive
//! through an `Input`.

use std::path::Path;

/// The number of bytes that are looked at. What a file is must not depend on the pieces in which it comes, so they are waited
/// for: a stream whose first games are shorter keeps its reader waiting for the next ones.
pub(super) const LOOKED_AT: usize = 512;

/// A file that is not PGN: what it is, and what can be done about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("it is {what}, not PGN")]
pub(super) struct NotText {
    what: &'static str,
    help: &'static str,
}

impl NotText {
    pub(super) fn help(&self) -> &'static str {
        self.help
    }

    pub(super) fn code(&self) -> &'static str {
        if *self == NO_GAME { "no-pgn" } else { "not-text" }
    }
}

const fn not(what: &'static str, help: &'static str) -> NotText {
    NotText { what, help }
}

const PROGRAM: &str = "name a PGN file";
const PICTURE: &str = "name a PGN file; a picture of a game cannot be read";

const UTF_16: NotText = not("text in UTF-16", "convert it first: iconv -f UTF-16 -t UTF-8 OLD.pgn > NEW.pgn");
const UTF_16_LE: NotText = not("text in UTF-16", "convert it first: iconv -f UTF-16LE -t UTF-8 OLD.pgn > NEW.pgn");
const UTF_16_BE: NotText = not("text in UTF-16", "convert it first: iconv -f UTF-16BE -t UTF-8 OLD.pgn > NEW.pgn");
const UTF_32: NotText = not("text in UTF-32", "convert it first: iconv -f UTF-32 -t UTF-8 OLD.pgn > NEW.pgn");
const BINARY: NotText = not("binary data", "name a PGN file");

/// The kinds of files that begin with certain bytes. The longer of two with the same start comes first.
const STARTS: [(&[u8], NotText); 34] = [
    (b"\xFF\xFE\0\0", UTF_32),
    (b"\0\0\xFE\xFF", UTF_32),
    (b"\xFF\xFE", UTF_16),
    (b"\xFE\xFF", UTF_16),
    (b"PK\x03\x04", not("a zip archive within another file", "unpack it first: unzip FILE")),
    (b"7z\xBC\xAF\x27\x1C", not("a 7z archive", "unpack it first: 7z x FILE")),
    (b"Rar!\x1A\x07", not("a rar archive", "unpack it first: unrar x FILE")),
    (b"\xFD7zXZ\0", not("data compressed by xz", "unpack it first: xz -d FILE")),
    (b"\x04\x22\x4D\x18", not("data compressed by lz4", "unpack it first: lz4 -d FILE")),
    (b"\x1F\x9D", not("data compressed by compress", "unpack it first: uncompress FILE")),
    (b"LZIP\x01", not("data compressed by lzip", "unpack it first: lzip -d FILE")),
    (b"\x5D\0\0", not("data compressed by lzma", "unpack it first: xz --format=lzma -d FILE")),
    // These are unpacked already if they are met only once.
    (b"\x1F\x8B\x08", not("data compressed twice, by gzip within", "unpack it first: gzip -d FILE")),
    (b"\x28\xB5\x2F\xFD", not("data compressed twice, by zstd within", "unpack it first: zstd -d FILE")),
    (b"BZh91AY", not("data compressed twice, by bzip2 within", "unpack it first: bzip2 -d FILE")),
    (b"\x7FELF", not("a program", PROGRAM)),
    (b"\xCF\xFA\xED\xFE", not("a program", PROGRAM)),
    (b"\xCA\xFE\xBA\xBE", not("a program", PROGRAM)),
    (b"%PDF-", not("a PDF document", "export its games as text, or name a PGN file")),
    (b"{\\rtf", not("an RTF document", "save it as plain text")),
    (b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1", not("an office document", "save it as plain text")),
    (b"\x89PNG\r\n", not("a PNG picture", PICTURE)),
    (b"\xFF\xD8\xFF", not("a JPEG picture", PICTURE)),
    (b"GIF87a", not("a GIF picture", PICTURE)),
    (b"GIF89a", not("a GIF picture", PICTURE)),
    (b"II*\0", not("a TIFF picture", PICTURE)),
    (b"MM\0*", not("a TIFF picture", PICTURE)),
    (b"RIFF", not("a sound, film or picture", PICTURE)),
    (b"SQLite format 3\0", not("an SQLite database", "export its games as PGN from the program that made it")),
    (b"\x89TABIYA\n", not("a database of Tabiya", "unpack it first, and name the file itself")),
    (b"Scid.si\0", SCID),
    (b"Scid.sn\0", SCID),
    (b"\xED\xAB\xEE\xDB", not("an RPM package", PROGRAM)),
    (b"!<arch>\n", not("an archive of programs", PROGRAM)),
];

/// A file whose text turns out not to be a game only when it has been read.
pub(super) const NO_GAME: NotText = not(
    "text with neither tags nor moves",
    "name a file of games (PGN), of positions (EPD or FEN, one to a line) or of puzzles (the CSV of Lichess)",
);
/// JSON whose first object is not a game.
pub(super) const JSON: NotText = not(
    "JSON without games",
    "name a file of games: PGN, the monthly archives of Chess.com, or the exports of Lichess with a game on each line",
);

const SCID: NotText = not(
    "a database of Scid in a form that is not read",
    "name its file .si4 or .si5, which is neither compressed nor in a stream, or export it as PGN from Scid: Tools > Export",
);
const CHESSBASE: NotText = not("a database of ChessBase", "export it as PGN from ChessBase: File > Save > PGN");
const POLYGLOT: NotText = not(
    "an opening book",
    "name games; `tabiya tree` shows a book of Polyglot, and `position in \"BOOK.bin\"` asks for its positions",
);
const CTG: NotText = not("an opening book of ChessBase", "name a PGN file");

const MANIFEST: NotText = not(
    "a manifest, which names the shards of a collection",
    "name the shards themselves, which lie in its folder; the tables of tabiya-sql take manifests, which end in .json",
);

/// True for the beginning of a manifest as `tabiya shard` writes it. Comments of PGN also begin with a brace.
pub(super) fn is_manifest(bytes: &[u8]) -> bool {
    let text = bytes.trim_ascii_start();
    text.starts_with(b"{") && memchr::memmem::find(text, b"\"tabiya-shards\"").is_some()
}

/// True for the beginning of JSON: a brace and a name, perhaps in a list. No comment of PGN begins so.
pub(super) fn is_json(bytes: &[u8]) -> bool {
    let text = bytes.trim_ascii_start();
    let text = text.strip_prefix(b"[").unwrap_or(text).trim_ascii_start();
    let Some(name) = text.strip_prefix(b"{").and_then(|text| text.trim_ascii_start().strip_prefix(b"\"")) else {
        return false;
    };
    let len = name.iter().take_while(|byte| byte.is_ascii_alphanumeric() || b"_-@.".contains(byte)).count();
    name[len..].strip_prefix(b"\"").is_some_and(|text| text.trim_ascii_start().first() == Some(&b':'))
}

/// The kind of a file whose bytes are not text, by the end of its name.
fn by_name(path: &Path) -> Option<NotText> {
    let end = path.extension()?.to_string_lossy().to_ascii_lowercase();
    Some(match end.as_str() {
        "cbh" | "cbg" | "cba" | "cbp" | "cbt" | "cbc" | "cbs" | "cbe" | "cbj" | "cbv" | "cbf" | "cbi" | "cbz"
        | "cbone" | "2cbh" => CHESSBASE,
        "si3" | "sg3" | "sn3" | "si4" | "sg4" | "sn4" | "si5" | "sg5" | "sn5" => SCID,
        "ctg" => CTG,
        "bin" => POLYGLOT,
        _ => return None,
    })
}

/// The kind of a file by its first bytes, [`LOOKED_AT`] or all there are; `None` if it is text.
pub(super) fn of(path: &Path, bytes: &[u8]) -> Option<NotText> {
    if let Some((_, kind)) = STARTS.iter().find(|(start, _)| bytes.starts_with(start)) {
        return Some(*kind);
    }
    if is_manifest(bytes) {
        return Some(MANIFEST);
    }
    if bytes.get(257..262) == Some(b"ustar") {
        return Some(not("a tar archive", "unpack it first: tar -xf FILE"));
    }
    let named = by_name(path);
    // The first numbers of a database are small; its first bytes alone would not tell.
    if named.is_some() && bytes.contains(&0) {
        return named;
    }
    if bytes.starts_with(b"MZ") && bytes.contains(&0) {
        return Some(not("a program", PROGRAM));
    }
    wide(bytes).or_else(|| is_binary(bytes).then(|| named.unwrap_or(BINARY)))
}

/// Text whose letters take two or four bytes shows by zeros at every second or in three of four places.
fn wide(bytes: &[u8]) -> Option<NotText> {
    if bytes.len() < 16 {
        return None;
    }
    let zeros = |at: usize, step: usize| bytes.iter().skip(at).step_by(step).filter(|&&b| b == 0).count();
    let most = |at: usize, step: usize| zeros(at, step) * step * 10 >= bytes.len() * 7;
    let few = |at: usize, step: usize| zeros(at, step) * step * 10 <= bytes.len();
    match () {
        () if most(1, 4) && most(2, 4) && (most(0, 4) && few(3, 4) || most(3, 4) && few(0, 4)) => Some(UTF_32),
        () if most(1, 2) && few(0, 2) => Some(UTF_16_LE),
        () if most(0, 2) && few(1, 2) => Some(UTF_16_BE),
        () => None,
    }
}

/// True if there are too many control characters for any text. A few zeros do no harm: they count as white space.
fn is_binary(bytes: &[u8]) -> bool {
    let zeros = bytes.iter().filter(|&&b| b == 0).count();
    let control = |b: &&u8| matches!(b, 1..=8 | 0x0E..=0x19 | 0x1B..=0x1F | 0x7F);
    let controls = bytes.iter().filter(control).count();
    bytes.len() >= 16 && zeros * 10 >= bytes.len() * 3 || bytes.len() >= 256 && (zeros + controls) * 20 >= bytes.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn what(name: &str, bytes: &[u8]) -> Option<&'static str> {
        of(Path::new(name), bytes).map(|kind| kind.what)
    }

    #[test]
    fn text_stays_text() {
        let texts: [&[u8]; 9] = [
            b"",
            b"1. e4 \0\0 e5 *",
            b"\xEF\xBB\xBF[Event \"x\"]",
            b"% escape\n1. e4",
            b"Mz",
            b"M\xFCller 1. e4 *",
            b"[White \"\x1b[31mred\x1b[0m\"]\n\n1. e4 *",
            b"PKs 1. e4",
            b"\x1A",
        ];
        for text in texts {
            assert_eq!(what("a.pgn", text), None, "{text:?}");
        }
        assert_eq!(what("games.cbf", b"[Event \"a text with the name of a database\"]\n\n1. e4 *"), None);
    }

    /// A stream that comes in pieces of a size.
    struct Pieces(Vec<u8>, usize);

    impl std::io::Read for Pieces {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            let len = self.1.min(buffer.len()).min(self.0.len());
            buffer[..len].copy_from_slice(&self.0[..len]);
            self.0.drain(..len);
            Ok(len)
        }
    }

    #[test]
    fn what_a_stream_is_does_not_depend_on_its_pieces() {
        let noise: Vec<u8> = (0..900_u32).map(|i| i.wrapping_mul(2_654_435_761).to_le_bytes()[2]).collect();
        let late = [&b"1. e4 e5 *\n\n"[..], &[0; 300]].concat();
        let text = b"1. e4 e5 *\n\n".repeat(100);
        let (mut game, mut tar) = (crate::Game::new(), b"games/a.pgn".to_vec());
        tar.resize(257, b' ');
        tar.extend(b"ustar\0");
        for (bytes, is_text) in [(noise, false), (late, false), (tar, false), (text, true)] {
            for size in [1, 4, 5, 16, 100, 255, 257, 300, 1 << 20] {
                let mut games = crate::Games::from_reader(Pieces(bytes.clone(), size)).unwrap();
                assert_eq!(games.read_into(&mut game).is_ok(), is_text, "{:?} in pieces of {size}", &bytes[..20]);
            }
        }
    }

    #[test]
    fn letters_of_two_and_four_bytes() {
        let text = "[Event \"UTF-16 without a mark\"]\n\n1. e4 *\n";
        let le: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let be: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
        let wide: Vec<u8> = text.chars().flat_map(|c| u32::from(c).to_be_bytes()).collect();
        assert_eq!(of(Path::new("a"), &le), Some(UTF_16_LE));
        assert_eq!(of(Path::new("a"), &be), Some(UTF_16_BE));
        assert_eq!(of(Path::new("a"), &wide), Some(UTF_32));
        assert_eq!(of(Path::new("a"), &[&b"\xFF\xFE"[..], &le].concat()), Some(UTF_16));
        assert_eq!(of(Path::new("a"), &[&b"\xFF\xFE\0\0"[..], &wide].concat()), Some(UTF_32));
    }

    #[test]
    fn databases_and_other_binaries() {
        let noise: Vec<u8> = (0..600_u32).map(|i| i.wrapping_mul(2_654_435_761).to_le_bytes()[2]).collect();
        assert_eq!(what("a.pgn", &noise), Some("binary data"));
        assert_eq!(what("base.CBV", &noise), Some("a database of ChessBase"));
        assert_eq!(what("base.cbh", b"\0\0\x2C\0\x2E\x01\0\0"), Some("a database of ChessBase"));
        assert_eq!(what("base.si5", b"\0\x01\x02abc\0\0"), Some("a database of Scid in a form that is not read"));
        assert_eq!(what("base", b"Scid.si\0\x01\x90"), Some("a database of Scid in a form that is not read"));
        assert_eq!(what("zeros", &[0; 100]), Some("binary data"));
        assert_eq!(what("tool.exe", b"MZ\x90\0\x03\0\0\0"), Some("a program"));
        let manifest = b"\n{\n  \"bytes\": 7,\n  \"format\": \"tabiya-shards\",\n  \"shards\": []\n}\n";
        assert_eq!(of(Path::new("manifest.json"), manifest), Some(MANIFEST));
        assert_eq!(what("a.pgn", b"{a comment on manifests} 1. e4 *"), None);
        let mut tar = b"games/a.pgn".to_vec();
        tar.resize(257, 0);
        tar.extend(b"ustar\0");
        assert_eq!(what("a.tar", &tar), Some("a tar archive"));
        // A longer start comes before the shorter one.
        for (i, (start, _)) in STARTS.iter().enumerate() {
            assert!(STARTS[..i].iter().all(|(other, _)| !start.starts_with(other)), "{start:?}");
        }
    }
}
