//! Files with a position on each line: suites in EPD, lists of FEN. Each line becomes the text of a game without moves.
//!
//! Such a file is known by its first line that is neither blank nor a comment: a placement of pieces and the side to move.
//! The counters of a FEN, or the operations of EPD (`bm Qg6; id "WAC.001";`), come after the fields of the position, in either
//! order. Each operation becomes a tag of its name, and the counters `hmvc` and `fmvn` are also those of the FEN.

use super::frame::MAX_ROW;
use super::puzzles::{NO_FEN, push_tag};
use super::text::BYTE_ORDER_MARK;
use tabiya_chess::fen;

/// True for the beginning of such a file.
pub(super) fn is_list(bytes: &[u8]) -> bool {
    first_line(bytes).is_some_and(|(line, _)| is_position(line))
}

/// True if bytes may be the beginning of such a file: more of them will tell.
pub(super) fn may_begin(bytes: &[u8]) -> bool {
    first_line(bytes).is_none_or(|(line, ends)| !ends && may_be_position(line))
}

/// True if a line has no position.
pub(super) fn is_comment(line: &[u8]) -> bool {
    matches!(line, [b'#' | b';' | b'%', ..] | [b'/', b'/', ..])
}

/// The first line that is neither blank nor a comment, and whether its end is there.
fn first_line(bytes: &[u8]) -> Option<(&[u8], bool)> {
    let mut rest = bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(bytes);
    loop {
        rest = rest.trim_ascii_start();
        let end = memchr::memchr2(b'\n', b'\r', rest);
        let line = &rest[..end.unwrap_or(rest.len())];
        if !line.is_empty() && !is_comment(line) {
            return Some((line, end.is_some()));
        }
        rest = &rest[end?..];
    }
}

/// True if a line begins with a position: a placement of pieces, and the side to move.
fn is_position(line: &[u8]) -> bool {
    let mut words = line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
    let placement = words.next().and_then(|word| std::str::from_utf8(word).ok());
    matches!(words.next(), Some(b"w" | b"b"))
        && placement.is_some_and(|word| word.contains('/') && fen::parse(word).is_ok())
}

/// True if a line whose end is not there may begin with a position.
fn may_be_position(line: &[u8]) -> bool {
    let placement = line.iter().take_while(|byte| !byte.is_ascii_whitespace());
    // Brackets hold a pocket, which comes last.
    !line.starts_with(b"[")
        && placement.clone().all(|byte| byte.is_ascii_alphanumeric() || b"/[]~".contains(byte))
        && placement.count() < 150
}

/// The text of a game without moves, and the error of its line.
pub(super) fn text_of(line: &[u8], cut: bool) -> (Vec<u8>, Option<String>) {
    // Lines that were passed over may come after it.
    let line = &line[..memchr::memchr2(b'\n', b'\r', line).unwrap_or(line.len())];
    let position = Position::of(&String::from_utf8_lossy(line));
    let setup = fen::parse(&position.fen).map_err(|error| format!("the position on the line cannot be read: {error}"));
    let fault = if cut { Some(format!("the line is longer than {MAX_ROW} bytes")) } else { setup.err() };
    let mut text = Vec::with_capacity(2 * line.len() + 100);
    push_tag("Event", position.operation("id").as_bytes(), &mut text);
    push_tag("Result", b"*", &mut text);
    push_tag("SetUp", b"1", &mut text);
    push_tag("FEN", if fault.is_none() { position.fen.as_bytes() } else { NO_FEN.as_bytes() }, &mut text);
    if fault.is_none() {
        for (name, value) in &position.operations {
            push_tag(name, value.as_bytes(), &mut text);
        }
        text.push(b'\n');
        for other in position.others {
            text.extend_from_slice(format!("{{{}}} ", other.replace('{', "<").replace('}', ">")).as_bytes());
        }
    }
    text.push(b'*');
    (text, fault)
}

/// A line of a list.
#[derive(Debug, Default)]
struct Position {
    fen: String,
    /// Names and values, each name once.
    operations: Vec<(String, String)>,
    /// Anything but an operation, or what cannot be a tag.
    others: Vec<String>,
}

impl Position {
    fn of(line: &str) -> Position {
        let mut position = Position::default();
        let mut rest = line.trim();
        let mut fields = Vec::new();
        while fields.len() < 4 {
            let (word, behind) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
            // Castling and en passant may be missing.
            let fits = match fields.len() {
                0 | 1 => true,
                2 => word.chars().all(|c| matches!(c, '-' | 'K' | 'Q' | 'k' | 'q' | 'A'..='H' | 'a'..='h')),
                _ => word == "-" || matches!(word.as_bytes(), [b'a'..=b'h', b'3' | b'6']),
            };
            if word.is_empty() || !fits {
                break;
            }
            fields.push(word);
            rest = behind.trim_start();
        }
        let mut counters = [None, None];
        for counter in &mut counters {
            let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
            let (number, behind) = rest.split_at(digits);
            if digits == 0 || !behind.starts_with([' ', '\t', ';']) && !behind.is_empty() {
                break;
            }
            *counter = Some(number.to_owned());
            rest = behind.trim_start();
        }
        position.read_operations(rest);
        for (counter, name) in counters.iter_mut().zip(["hmvc", "fmvn"]) {
            let told = Some(position.operation(name)).filter(|told| told.parse::<u32>().is_ok());
            *counter = counter.take().or(told.map(str::to_owned));
        }
        let [half, full] = counters;
        fields.resize(4, "-");
        position.fen =
            format!("{} {} {}", fields.join(" "), half.as_deref().unwrap_or("0"), full.as_deref().unwrap_or("1"));
        position
    }

    /// Reads operations: a name and operands, of which those in quotes may have semicolons, and a semicolon.
    fn read_operations(&mut self, text: &str) {
        let mut quoted = false;
        for part in text.split(|c| {
            quoted ^= c == '"';
            c == ';' && !quoted
        }) {
            let part = part.trim();
            let (name, operands) = part.split_once(char::is_whitespace).unwrap_or((part, ""));
            let is_name = name.starts_with(|c: char| c.is_ascii_alphabetic())
                && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
                && !matches!(name, "Event" | "Result" | "SetUp" | "FEN" | "Variant")
                && self.operation(name).is_empty();
            let value = operands.replace('"', "").trim().to_owned();
            match is_name && !value.is_empty() {
                true => self.operations.push((name.to_owned(), value)),
                false if part.is_empty() => {}
                false => self.others.push(part.to_owned()),
            }
        }
    }

    /// The value of an operation; nothing if it is not there.
    fn operation(&self, name: &str) -> &str {
        self.operations.iter().find(|(other, _)| other == name).map_or("", |(_, value)| value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_lists() {
        let position = Position::of(r#"4k3/8/8/8/8/8/8/4K3 b - - bm Ke7 Kd7; id "a; b"; c0 "{x}"; 7; bm Kf8; noop;"#);
        assert_eq!(position.fen, "4k3/8/8/8/8/8/8/4K3 b - - 0 1");
        let named: Vec<(&str, &str)> = position.operations.iter().map(|(n, v)| (n.as_str(), v.as_str())).collect();
        assert_eq!(named, [("bm", "Ke7 Kd7"), ("id", "a; b"), ("c0", "{x}")]);
        assert_eq!(position.others, ["7", "bm Kf8", "noop"]);
        for (line, fen) in [
            ("4k3/8/8/8/8/8/8/4K3 w - - 12 40", "4k3/8/8/8/8/8/8/4K3 w - - 12 40"),
            ("4k3/8/8/8/8/8/8/4K3 w - - hmvc 12; fmvn 40;", "4k3/8/8/8/8/8/8/4K3 w - - 12 40"),
            ("4k3/8/8/8/8/8/8/4K3 w - - 3 9; bm Ke2;", "4k3/8/8/8/8/8/8/4K3 w - - 3 9"),
            ("4k3/8/8/8/8/8/8/4K3 w", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"),
            ("4k3/8/8/8/8/8/8/4K3 b - e3 1 2", "4k3/8/8/8/8/8/8/4K3 b - e3 1 2"),
        ] {
            assert_eq!(Position::of(line).fen, fen, "{line}");
        }
    }

    #[test]
    fn what_is_a_list() {
        let list = b"# a suite\n\n4k3/8/8/8/8/8/8/4K3 w - - bm Ke2;\n";
        assert!(is_list(list));
        // It is known as soon as the first line is there, regardless of later ones.
        for len in 0..list.len() - 1 {
            assert!(may_begin(&list[..len]), "{len}");
        }
        for text in ["1. e4 e5 *", "[Event \"x\"]", "{a comment} 1. e4 *", "word w", "8/8 w - -", "a/b/c/d/e/f/g/h w\n"]
        {
            assert!(!is_list(text.as_bytes()), "{text}");
        }
        assert!(!may_begin(b"[Event \"x") && !may_begin(b"1. e4 e5"));
    }
}
