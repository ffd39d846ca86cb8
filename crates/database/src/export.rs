//! Giving back the text of a game, byte for byte: it is written again in the layout that its source has, and where that still
//! differs, a patch says how.
//!
//! While a block is made, each game is written in the layout of the game before it and compared with the text. If they
//! differ, the layout is guessed from the text: where lines end, what comes before the result, `1.e4` or `1. e4`, and
//! so on. What still differs becomes the patch. In `otb` the layouts take 7 kB and the patches 19 kB.

use crate::bytes::{Bytes, Malformed, put_bytes, put_number};
use tabiya_chess::san::SanText;
use tabiya_chess::{Color, MoveList};
use tabiya_pgn::{CommentPlace, Game, nag_sign, windows_1252};

/// Where lines of movetext end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
enum Wrap {
    /// All moves are one line.
    #[default]
    Never,
    /// Before the word that would make the line longer than this many bytes.
    Fill(u16),
    /// Before the number of a move by White, if the line has this many bytes or more.
    Pairs(u16),
}

/// What comes before the result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
enum Before {
    #[default]
    Blank,
    TwoBlanks,
    Line,
}

/// How a source writes games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Layout {
    wrap: Wrap,
    result: Before,
    /// Lines end with CR LF.
    crlf: bool,
    /// The text is in Windows-1252.
    windows: bool,
    /// `1. e4` and not `1.e4`.
    spaced: bool,
    /// A move by Black after a comment has no number.
    unnumbered: bool,
    /// `( 1. d4 )` and not `(1. d4)`.
    wide: bool,
    /// The first six NAGs are signs: `e4!`.
    signs: bool,
    /// A comment before the first move has lines of its own.
    apart: bool,
}

impl Layout {
    pub(crate) fn write(&self, out: &mut Vec<u8>) {
        let (wrap, width) = match self.wrap {
            Wrap::Never => (0, 0),
            Wrap::Fill(width) => (1, width),
            Wrap::Pairs(width) => (2, width),
        };
        let flags = [self.crlf, self.windows, self.spaced, self.unnumbered, self.wide, self.signs, self.apart];
        let flags = flags.iter().enumerate().map(|(n, &flag)| u8::from(flag) << n).sum();
        out.extend([wrap, self.result as u8, flags]);
        put_number(out, width.into());
    }

    pub(crate) fn read(at: &mut Bytes<'_>) -> Result<Layout, Malformed> {
        let [wrap, result, flags] = at.array()?;
        let width = u16::try_from(at.number()?).map_err(|_| Malformed)?;
        let flag = |n: u32| flags & (1 << n) != 0;
        Ok(Layout {
            wrap: match wrap {
                0 => Wrap::Never,
                1 => Wrap::Fill(width),
                2 => Wrap::Pairs(width),
                _ => return Err(Malformed),
            },
            result: match result {
                0 => Before::Blank,
                1 => Before::TwoBlanks,
                2 => Before::Line,
                _ => return Err(Malformed),
            },
            crlf: flag(0),
            windows: flag(1),
            spaced: flag(2),
            unnumbered: flag(3),
            wide: flag(4),
            signs: flag(5),
            apart: flag(6),
        })
    }

    /// The layout of a text, as far as it shows; else that of the text before.
    fn of(text: &[u8], before: Layout) -> Layout {
        let movetext = movetext(text);
        let has = |needle: &[u8]| memchr::memmem::find(movetext, needle).is_some();
        let crlf = memchr::memchr(b'\r', text).is_some();
        let number = memchr::memmem::find(movetext, b"1.").map(|at| at + 2);
        let spaced = number.map_or(before.spaced, |at| movetext.get(at) == Some(&b' '));
        let blank = movetext.iter().rposition(|b| matches!(b, b' ' | b'\n'));
        let result = match blank {
            Some(at) if movetext[at] == b'\n' => Before::Line,
            Some(at) if at > 0 && movetext[at - 1] == b' ' => Before::TwoBlanks,
            _ => Before::Blank,
        };
        Layout {
            wrap: Wrap::of(movetext, before.wrap),
            result,
            crlf,
            windows: std::str::from_utf8(text).is_err(),
            spaced,
            unnumbered: has(b"}") && !has(b"..."),
            wide: has(b"( "),
            signs: !has(b"$"),
            apart: movetext.starts_with(b"{") && (has(b"}\n") || has(b"}\r\n")),
        }
    }
}

/// The text after the first blank line.
fn movetext(text: &[u8]) -> &[u8] {
    let gap = memchr::memmem::find(text, b"\n\n").map(|at| at + 2);
    let gap = gap.or_else(|| memchr::memmem::find(text, b"\n\r\n").map(|at| at + 3));
    gap.map_or(text, |at| &text[at..])
}

impl Wrap {
    /// The breaks that lines show; `before` if it fits them.
    fn of(movetext: &[u8], before: Wrap) -> Wrap {
        let lines: Vec<&[u8]> =
            movetext.split(|&b| b == b'\n').map(|line| line.strip_suffix(b"\r").unwrap_or(line)).collect();
        if lines.len() < 2 {
            return match before {
                Wrap::Fill(width) if lines[0].len() <= width.into() => before,
                Wrap::Pairs(_) if lines[0].len() < 120 => before,
                _ => Wrap::Never,
            };
        }
        let (mut fill_low, mut fill_high, mut pair_low, mut pair_high) = (0, usize::MAX, 0, usize::MAX);
        let mut by_pairs = true;
        for (n, line) in lines.iter().enumerate() {
            fill_low = fill_low.max(line.len());
            let Some(next) = lines.get(n + 1) else { break };
            let word = next.iter().position(|&b| b == b' ').unwrap_or(next.len());
            fill_high = fill_high.min(line.len() + word);
            let is_number =
                next[..word].first().is_some_and(u8::is_ascii_digit) && memchr::memchr(b'.', &next[..word]).is_some();
            by_pairs &= is_number || n + 2 == lines.len();
            if is_number {
                pair_high = pair_high.min(line.len());
            }
            let last = memchr::memrchr(b'.', line).and_then(|dot| memchr::memrchr(b' ', &line[..dot]));
            pair_low = pair_low.max(last.map_or(0, |at| at + 1));
        }
        let pick = |low: usize, high: usize, wanted: &[usize]| {
            let width = wanted.iter().copied().find(|width| (low..=high).contains(width)).unwrap_or(low.min(high));
            u16::try_from(width.min(60_000)).unwrap_or(60_000)
        };
        let old = match before {
            Wrap::Fill(width) | Wrap::Pairs(width) => usize::from(width),
            Wrap::Never => 0,
        };
        if by_pairs && pair_low <= pair_high && fill_low > fill_high {
            return Wrap::Pairs(pick(pair_low, pair_high, &[old, 72, 0]));
        }
        Wrap::Fill(pick(fill_low, fill_high, &[old, 79, 80, 75, 255]))
    }
}

/// Writes games in layouts; holds memory that is used again.
#[derive(Debug, Default)]
pub(crate) struct Exporter {
    moves: MoveList,
    stack: Vec<Step>,
    word: Vec<u8>,
    bytes: Vec<u8>,
    /// The layout of the game before.
    last: Layout,
}

/// The rest that is still to be written.
#[derive(Clone, Copy, Debug)]
enum Step {
    Move(u32),
    Open { first: u32, host: u32 },
    Close { first: u32, host: u32 },
}

/// The text of one game while it is written.
struct Text<'t> {
    layout: Layout,
    /// UTF-8, because only whole strings and ASCII characters are appended.
    out: &'t mut Vec<u8>,
    column: usize,
    /// True if nothing stands between the last word and the next one.
    glued: bool,
}

impl Text<'_> {
    fn line_end(&mut self) {
        self.out.extend_from_slice(if self.layout.crlf { b"\r\n" } else { b"\n" });
        self.column = 0;
        self.glued = true;
    }

    /// Puts a word after a blank or on a new line. `number` says that it begins with the number of a move by White.
    #[inline]
    fn word(&mut self, word: &[u8], number: bool) {
        self.words(word, word.len(), number);
    }

    /// The same with text that contains white space: only the first `head` bytes decide where it goes.
    #[inline]
    fn words(&mut self, word: &[u8], head: usize, number: bool) {
        self.separate(head, number);
        self.out.extend_from_slice(word);
        self.column += word.len();
    }

    /// The blank, or the end of the line, before a word of this many bytes.
    #[inline]
    fn separate(&mut self, head: usize, number: bool) {
        if !self.glued {
            let ends = match self.layout.wrap {
                Wrap::Never => false,
                Wrap::Fill(width) => self.column + 1 + head > usize::from(width),
                Wrap::Pairs(width) => number && self.column >= usize::from(width),
            };
            if ends {
                self.line_end();
            } else {
                self.out.push(b' ');
                self.column += 1;
            }
        }
        self.glued = false;
    }

    /// A move after its number, if there is one.
    #[inline]
    fn san(&mut self, san: &SanText) {
        self.separate(san.len(), false);
        san.push_to(self.out);
        self.column += san.len();
    }

    fn comment(&mut self, text: &str, word: &mut Vec<u8>) {
        word.clear();
        word.push(b'{');
        word.extend_from_slice(text.as_bytes());
        word.push(b'}');
        let head = word.iter().position(|b| matches!(b, b' ' | b'\n' | b'\r')).unwrap_or(word.len());
        self.words(word, head, false);
        if let Some(at) = text.rfind('\n') {
            self.column = text.len() - at;
        }
    }
}

/// Something of a game is looked at: a test counts this, to see that it grows in proportion to the game.
#[inline(always)]
fn looked() {
    #[cfg(test)]
    tests::LOOKED.set(tests::LOOKED.get() + 1);
}

/// Appends a number in digits, faster than the formatting of the standard library.
fn push_number(out: &mut Vec<u8>, number: u32) {
    if number >= 10 {
        push_number(out, number / 10);
    }
    out.push(b'0' + (number % 10) as u8);
}

impl Exporter {
    /// Finds the layout and the patch (empty, if none is needed) by which the text of a game without fault is given back.
    pub(crate) fn plan(&mut self, game: &Game, text: &[u8], patch: &mut Vec<u8>) -> Layout {
        patch.clear();
        self.write(game, self.last);
        if self.bytes == text {
            return self.last;
        }
        self.last = Layout::of(text, self.last);
        self.write(game, self.last);
        if self.bytes != text {
            diff(&self.bytes, text, patch);
        }
        self.last
    }

    /// Forgets the layout of the game before.
    pub(crate) fn forget(&mut self) {
        self.last = Layout::default();
    }

    /// Gives back the text of a game.
    pub(crate) fn export(
        &mut self,
        game: &Game,
        layout: Layout,
        patch: &[u8],
        out: &mut Vec<u8>,
    ) -> Result<(), Malformed> {
        self.write(game, layout);
        if patch.is_empty() {
            out.extend_from_slice(&self.bytes);
            return Ok(());
        }
        apply(&self.bytes, patch, out)
    }

    /// Writes a game into `self.bytes`.
    fn write(&mut self, game: &Game, layout: Layout) {
        let mut out = std::mem::take(&mut self.bytes);
        out.clear();
        let mut text = Text { layout, out: &mut out, column: 0, glued: true };
        for (name, value) in game.tags().iter() {
            for part in ["[", name, " \"", value, "\"]"] {
                text.out.extend_from_slice(part.as_bytes());
            }
            text.line_end();
        }
        if !game.tags().is_empty() {
            text.line_end();
        }
        self.movetext(game, &mut text);
        self.bytes = out;
        if layout.windows {
            let text = String::from_utf8_lossy(&self.bytes);
            let mut bytes = Vec::with_capacity(text.len());
            text.chars().for_each(|c| push_windows(c, &mut bytes));
            self.bytes = bytes;
        }
    }

    fn movetext(&mut self, game: &Game, text: &mut Text<'_>) {
        let tree = game.tree().full();
        let has_notes = !game.notes().is_empty();
        if has_notes {
            self.nags(game, 0, text);
            self.comments(game, 0, CommentPlace::After, text);
        }
        let mut numbered = true;
        self.stack.clear();
        self.stack.extend(tree.first_child(0).map(Step::Move));
        while let Some(step) = self.stack.pop() {
            looked();
            match step {
                Step::Move(node) => {
                    self.stack.extend(tree.first_child(node).map(Step::Move));
                    self.one_move(game, node, numbered, text);
                    numbered = false;
                    if has_notes {
                        self.nags(game, node, text);
                        numbered = self.comments(game, node, CommentPlace::After, text) && !text.layout.unnumbered;
                    }
                    let depth = self.stack.len();
                    if tree.node(node).child_index == 0 {
                        let siblings = std::iter::successors(tree.next_sibling(node), |&n| tree.next_sibling(n));
                        let own = siblings.inspect(|_| looked()).filter(|&n| !tree.node(n).nested);
                        self.stack.extend(own.map(|first| Step::Open { first, host: node }));
                    }
                    if has_notes || tree.node(node).child_index > 0 {
                        let nested = game.notes().nested(node).inspect(|_| looked());
                        self.stack.extend(nested.map(|first| Step::Open { first, host: node }));
                    }
                    self.stack[depth..].reverse();
                }
                Step::Open { first, host } => {
                    text.word(b"(", false);
                    text.glued = !text.layout.wide;
                    self.comments(game, first, CommentPlace::Before, text);
                    numbered = true;
                    self.stack.extend([Step::Close { first, host }, Step::Move(first)]);
                }
                Step::Close { first, host } => {
                    text.glued = !text.layout.wide;
                    text.word(b")", false);
                    self.comments(game, host, CommentPlace::AfterVariation(first), text);
                    numbered = true;
                }
            }
        }
        match text.layout.result {
            Before::Blank => {}
            Before::TwoBlanks if text.column > 0 => text.out.push(b' '),
            Before::TwoBlanks => {}
            Before::Line if text.column > 0 => text.line_end(),
            Before::Line => {}
        }
        text.word(game.result().as_str().as_bytes(), false);
    }

    #[inline]
    fn one_move(&mut self, game: &Game, node: u32, numbered: bool, text: &mut Text<'_>) {
        let tree = game.tree();
        let Some(parent) = tree.full().parent(node) else { return };
        self.word.clear();
        let white = tree.board(parent).turn() == Color::White;
        if white || numbered {
            push_number(&mut self.word, game.move_number(parent));
            self.word.extend_from_slice(if white { b"." } else { b"..." });
            if text.layout.spaced {
                text.word(&self.word, white);
                self.word.clear();
            }
        }
        match tree.san_text(node, &mut self.moves) {
            Some(san) if self.word.is_empty() => return text.san(&san),
            Some(san) => san.push_to(&mut self.word),
            None => {
                let mut san = String::new();
                tree.write_san(node, &mut self.moves, &mut san);
                self.word.extend_from_slice(san.as_bytes());
            }
        }
        text.word(&self.word, white && !text.layout.spaced);
    }

    fn nags(&mut self, game: &Game, node: u32, text: &mut Text<'_>) {
        for nag in game.notes().nags(node).inspect(|_| looked()) {
            // The other signs are not read everywhere.
            if let Some(sign) = nag_sign(nag).filter(|_| text.layout.signs && node > 0 && nag < 7) {
                text.out.extend_from_slice(sign.as_bytes());
                text.column += sign.len();
                continue;
            }
            self.word.clear();
            self.word.push(b'$');
            push_number(&mut self.word, nag);
            text.word(&self.word, false);
        }
    }

    /// Writes the comments at a place; true if there are some.
    fn comments(&mut self, game: &Game, node: u32, place: CommentPlace, text: &mut Text<'_>) -> bool {
        let mut any = false;
        for comment in game.notes().comments_at(node, place).inspect(|_| looked()) {
            any = true;
            text.comment(comment, &mut self.word);
            if node == 0 && text.layout.apart {
                text.line_end();
            }
        }
        any
    }
}

/// Appends a character in Windows-1252, or in UTF-8 if it has none there.
fn push_windows(c: char, out: &mut Vec<u8>) {
    match u8::try_from(c) {
        Ok(byte) if !(0x80..0xA0).contains(&byte) => out.push(byte),
        _ => match (0x80..=0x9F).find(|&byte| windows_1252(byte) == c) {
            Some(byte) => out.push(byte),
            None => out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes()),
        },
    }
}

/// The number of bytes that must agree after a difference.
const AGREES: usize = 8;

/// How far after a difference the texts may agree again.
const REACH: usize = 48;

/// Appends what makes `to` of `from`: again and again, bytes to copy, bytes to leave out, bytes to insert.
fn diff(from: &[u8], to: &[u8], patch: &mut Vec<u8>) {
    let (mut i, mut j) = (0, 0);
    while i < from.len() || j < to.len() {
        let same = from[i..].iter().zip(&to[j..]).take_while(|(a, b)| a == b).count();
        (i, j) = (i + same, j + same);
        let (skip, insert) = resume(&from[i..], &to[j..]);
        put_number(patch, same as u64);
        put_number(patch, skip as u64);
        put_bytes(patch, &to[j..j + insert]);
        (i, j) = (i + skip, j + insert);
    }
}

/// The bytes to leave out and to insert so that both texts agree again: the fewest.
fn resume(from: &[u8], to: &[u8]) -> (usize, usize) {
    for distance in 1..=REACH {
        for skip in 0..=distance {
            let insert = distance - skip;
            let (Some(a), Some(b)) = (from.get(skip..), to.get(insert..)) else { continue };
            let agree = a.len().min(b.len()).min(AGREES);
            if a[..agree] == b[..agree] && (agree == AGREES || a.len() == b.len()) {
                return (skip, insert);
            }
        }
    }
    // Then some longer text, most likely a comment, is on one side only.
    let longer = |text: &[u8], other: &[u8]| {
        let start = other.get(..2 * AGREES)?;
        memchr::memmem::find(text, start)
    };
    if let Some(insert) = longer(to, from) {
        return (0, insert);
    }
    if let Some(skip) = longer(from, to) {
        return (skip, 0);
    }
    (from.len(), to.len())
}

/// Appends what a patch makes of a text.
fn apply(from: &[u8], patch: &[u8], out: &mut Vec<u8>) -> Result<(), Malformed> {
    let (mut from, mut at) = (Bytes::new(from), Bytes::new(patch));
    while !at.is_empty() {
        out.extend_from_slice(from.take(at.number_u32()? as usize)?);
        from.take(at.number_u32()? as usize)?;
        out.extend_from_slice(at.bytes()?);
    }
    out.extend_from_slice(from.take(from.len())?);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;
    use tabiya_pgn::RawGame;

    thread_local! {
        /// The texts looked at so far on this thread.
        pub(super) static LOOKED: Cell<u64> = const { Cell::new(0) };
    }

    /// The text looked at to find the layout of a text and to give the text back.
    fn work(text: &str) -> u64 {
        let mut game = Game::new();
        game.parse(&RawGame::from_bytes(text.as_bytes()));
        assert!(game.faults().is_empty(), "{:?}", game.faults());
        let (mut exporter, mut patch, mut out) = (Exporter::default(), Vec::new(), Vec::new());
        let before = LOOKED.get();
        let layout = exporter.plan(&game, text.as_bytes(), &mut patch);
        exporter.export(&game, layout, &patch, &mut out).unwrap();
        assert_eq!(out, text.as_bytes());
        LOOKED.get() - before
    }

    #[test]
    fn work_is_in_proportion_to_the_variations_of_a_move() {
        type Shape = fn(usize) -> String;
        let shapes: [(&str, Shape); 5] = [
            ("inside one another", |n| format!("1. e4 {}{}*", "(1. d4 ".repeat(n), ") ".repeat(n))),
            ("with comments before them", |n| format!("1. e4 {}{} *", "( {x} 1. d4 ".repeat(n), ") ".repeat(n))),
            ("with comments after them", |n| format!("1. e4 {}{}*", "(1. d4 ".repeat(n), ") {x} ".repeat(n))),
            ("side by side", |n| format!("1. e4 {}*", "(1. d4) ".repeat(n))),
            ("side by side with comments", |n| format!("1. e4 {}*", "(1. d4 $1) {x} ".repeat(n))),
        ];
        for (name, shape) in shapes {
            let (few, many) = (work(&shape(500)), work(&shape(5000)));
            assert!(few >= 500 && many <= 11 * few, "{name}: {few} for 500, {many} for 5,000");
        }
    }
}
