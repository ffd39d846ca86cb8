//! The lines of a query that a diagnostic shows: only those around the marked places, and of a very long line only a
//! window around the mark. The cost depends on what is shown, not on the length of the query.
//!
//! Lines are found by bisection over an index made once, and the renderer gets only the lines that it shows.

use super::span::Span;
use std::borrow::Cow;
use std::cell::Cell;
use std::ops::Range;

/// A mark over more lines than this is shown by its beginning.
const MARKED_LINES: usize = 40;

/// A mark longer than this (in bytes) is shown by its beginning.
const MARKED_BYTES: usize = 4_000;

/// Marks with no more lines than this between them are shown in one piece.
const NEAR_LINES: usize = 50;

/// A longer line (in bytes) is cut to windows around what is marked in it.
const LONG_LINE: usize = 1_000;

/// The length shown on each side of a mark in a long line, and of the mark itself, in bytes.
const AROUND: usize = 120;
const OF_MARK: usize = 400;

const CUT: &str = "...";

/// A text with an index of its lines.
#[derive(Debug)]
pub(super) struct Lines<'a> {
    pub(super) text: &'a str,
    /// The offset at which each line begins, in bytes.
    starts: Vec<u32>,
    /// The last place looked up, and how many characters precede it in its line: places are looked up in order.
    last: Cell<(usize, usize)>,
}

/// Consecutive lines with marks in them.
#[derive(Debug)]
pub(super) struct Piece<'a> {
    /// The number of its first line, from 1.
    pub(super) line: usize,
    /// The lines, perhaps cut.
    pub(super) text: Cow<'a, str>,
    /// Marks in `text`: which of the spans it is, and where it lies.
    pub(super) marks: Vec<(usize, Range<usize>)>,
    /// True if some line is cut, so that columns in `text` are not those of the query.
    pub(super) cut: bool,
}

impl<'a> Lines<'a> {
    pub(super) fn new(text: &'a str) -> Lines<'a> {
        let ends = memchr::memchr_iter(b'\n', text.as_bytes());
        let starts = std::iter::once(0).chain(ends.filter_map(|end| u32::try_from(end + 1).ok())).collect();
        Lines { text, starts, last: Cell::new((0, 0)) }
    }

    /// The line that a place lies in, from 0.
    fn line_of(&self, at: usize) -> usize {
        self.starts.partition_point(|&start| start as usize <= at).saturating_sub(1)
    }

    /// A line without its end.
    fn line(&self, line: usize) -> Range<usize> {
        let start = self.starts[line] as usize;
        let end = self.starts.get(line + 1).map_or(self.text.len(), |&next| next as usize - 1);
        start..end
    }

    /// Line and column of a place, from 1, in characters.
    pub(super) fn point(&self, at: usize) -> (usize, usize) {
        let at = self.text.floor_char_boundary(at);
        let line = self.line_of(at);
        let start = self.starts[line] as usize;
        let start = at - self.text[start..at].trim_start_matches('\u{feff}').len();
        let (known, counted) = self.last.get();
        let (from, before) = if (start..=at).contains(&known) { (known, counted) } else { (start, 0) };
        let column = before + self.text[from..at].chars().count();
        self.last.set((at, column));
        (line + 1, column + 1)
    }

    /// The lines around some places, in pieces; the first holds the first of them.
    pub(super) fn excerpt(&self, spans: impl Iterator<Item = Span>) -> Vec<Piece<'a>> {
        let mut marks: Vec<Mark> = spans.enumerate().map(|(number, span)| self.mark(number, span)).collect();
        marks.sort_by_key(|mark| (mark.first, mark.start));
        let mut groups: Vec<Vec<Mark>> = Vec::new();
        for mark in marks {
            match groups.last_mut() {
                Some(group) if group.iter().any(|other| mark.first <= other.last + NEAR_LINES) => group.push(mark),
                _ => groups.push(vec![mark]),
            }
        }
        // The piece with the main place comes first.
        groups.sort_by_key(|group| group.iter().all(|mark| mark.number != 0));
        groups.iter().map(|group| self.piece(group)).collect()
    }

    fn mark(&self, number: usize, span: Span) -> Mark {
        let start = self.text.floor_char_boundary(span.start as usize);
        let mut end = self.text.floor_char_boundary(span.end as usize).max(start);
        let first = self.line_of(start);
        let mut last = self.line_of(end);
        if last - first > MARKED_LINES || end - start > MARKED_BYTES {
            end = self.text.floor_char_boundary(self.line(first).end.min(start + OF_MARK)).max(start);
            last = first;
        }
        Mark { number, start, end, first, last }
    }

    fn piece(&self, marks: &[Mark]) -> Piece<'a> {
        let first = marks.iter().map(|mark| mark.first).min().unwrap_or(0).saturating_sub(1);
        let last = marks.iter().map(|mark| mark.last).max().unwrap_or(0);
        let last = (last + 1).min(self.starts.len() - 1);
        let range = self.line(first).start..self.line(last).end;
        if (first..=last).all(|line| self.line(line).len() <= LONG_LINE) {
            let marked = |mark: &Mark| (mark.number, mark.start - range.start..mark.end - range.start);
            let marks = marks.iter().map(marked).collect();
            return Piece { line: first + 1, text: Cow::Borrowed(&self.text[range]), marks, cut: false };
        }
        let mut cut = Cutter { text: self.text, out: String::new(), kept: Vec::new() };
        for line in first..=last {
            if line > first {
                cut.out.push('\n');
            }
            cut.line(self.line(line), &self.windows(line, marks));
        }
        let marks = marks.iter().map(|mark| (mark.number, cut.place(mark.start)..cut.place(mark.end))).collect();
        Piece { line: first + 1, text: Cow::Owned(cut.out), marks, cut: true }
    }

    /// The parts of a long line that are shown: around each mark in it, or its beginning.
    fn windows(&self, line: usize, marks: &[Mark]) -> Vec<Range<usize>> {
        let whole = self.line(line);
        if whole.len() <= LONG_LINE {
            return vec![whole];
        }
        let around = |start: usize, end: usize| {
            let from = self.text.floor_char_boundary(start.saturating_sub(AROUND).max(whole.start));
            let to = self.text.ceil_char_boundary((end + AROUND).min(whole.end));
            from.max(whole.start)..to.min(whole.end).max(from)
        };
        let mut windows: Vec<Range<usize>> = Vec::new();
        for mark in marks {
            if mark.first == line {
                windows.push(around(mark.start, mark.end.min(whole.end)));
            }
            if mark.last == line && mark.last > mark.first {
                windows.push(around(mark.end, mark.end));
            }
        }
        if windows.is_empty() {
            windows.push(around(whole.start, whole.start));
        }
        windows.sort_by_key(|window| window.start);
        let mut joined: Vec<Range<usize>> = Vec::new();
        for window in windows {
            match joined.last_mut() {
                Some(before) if window.start <= before.end => before.end = before.end.max(window.end),
                _ => joined.push(window),
            }
        }
        joined
    }
}

/// A marked place and the lines, from 0, that it goes over.
#[derive(Debug)]
struct Mark {
    number: usize,
    start: usize,
    end: usize,
    first: usize,
    last: usize,
}

/// Puts shortened lines together and knows where what was kept has gone.
struct Cutter<'a> {
    text: &'a str,
    out: String,
    /// Kept ranges of the text, and where each begins in `out`.
    kept: Vec<(Range<usize>, usize)>,
}

impl Cutter<'_> {
    fn line(&mut self, line: Range<usize>, windows: &[Range<usize>]) {
        let mut at = line.start;
        for window in windows {
            if at < window.start {
                self.out.push_str(CUT);
            }
            self.kept.push((window.clone(), self.out.len()));
            self.out.push_str(&self.text[window.clone()]);
            at = window.end;
        }
        if at < line.end {
            self.out.push_str(CUT);
        }
    }

    /// The offset in the excerpt of a place in the text.
    fn place(&self, at: usize) -> usize {
        let found = self.kept.iter().find(|(kept, _)| kept.start <= at && at <= kept.end);
        found.map_or(self.out.len(), |(kept, place)| place + (at - kept.start))
    }
}
