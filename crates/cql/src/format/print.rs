//! Writes the tokens of a query in lines.
//!
//! A list of filters fills its lines. Brackets stand on one line with all that they hold if they fit; otherwise what they
//! hold is indented below the line on which they open. A filter that is continued is indented in the same way.

use super::layout::Layout;
use super::pieces::{Piece, touches};
use super::tree::Part;
use crate::lex::Tok;

/// The columns by which the lines of a filter's parts are indented.
const INDENT: usize = 2;

/// Lines are not indented further than to this column, or to half of their width if that is more: deep nesting would make a
/// text many times as long.
const DEEPEST: usize = 40;

/// The text of a query in its layout.
pub(super) fn print(pieces: &[Piece<'_>], parts: &[Part], layout: &Layout, width: usize) -> String {
    let mut printer = Printer {
        pieces,
        layout,
        most: width,
        out: String::new(),
        column: 0,
        indent: 0,
        feeds: 0,
        next_indent: 0,
        blank: false,
        only_closing: false,
    };
    if let Some(first) = parts.first() {
        printer.gap(first.first(), false, 0, 0);
    }
    printer.parts(parts, 0, 0, false);
    printer.gap(pieces.len() - 1, false, 0, 0);
    printer.out.push('\n');
    printer.out
}

struct Printer<'p, 'a> {
    pieces: &'p [Piece<'a>],
    layout: &'p Layout,
    /// The width of a line.
    most: usize,
    out: String,
    column: usize,
    /// The indentation of this line.
    indent: usize,
    /// The line feeds to be written before the next text, and the indentation after them.
    feeds: usize,
    next_indent: usize,
    /// A blank must be written before the next text.
    blank: bool,
    /// True if the line holds nothing but closing brackets.
    only_closing: bool,
}

impl Printer<'_, '_> {
    fn feed(&mut self, feeds: usize, indent: usize) {
        self.feeds = self.feeds.max(feeds);
        self.next_indent = indent;
    }

    fn text(&mut self, text: &str) {
        if self.feeds > 0 && !self.out.is_empty() {
            self.out.extend(std::iter::repeat_n('\n', self.feeds));
            self.out.extend(std::iter::repeat_n(' ', self.next_indent));
            (self.column, self.indent, self.only_closing) = (self.next_indent, self.next_indent, true);
        } else if self.blank {
            self.out.push(' ');
            self.column += 1;
        }
        (self.feeds, self.blank) = (0, false);
        self.out.push_str(text);
        self.only_closing &= matches!(text, ")" | "}");
        self.column = match text.rsplit_once('\n') {
            Some((_, last)) => last.chars().count(),
            None => self.column + text.chars().count(),
        };
    }

    /// The indentation of the line on which the next text stands.
    fn line_indent(&self) -> usize {
        if self.feeds > 0 { self.next_indent } else { self.indent }
    }

    /// The indentation of what is inside something that is indented like this.
    fn deeper(&self, indent: usize) -> usize {
        (indent + INDENT).min(indent.max(DEEPEST).max(self.most / 2))
    }

    /// The column at which the next text begins.
    fn next_column(&self) -> usize {
        if self.feeds > 0 { self.next_indent } else { self.column + usize::from(self.blank) }
    }

    /// The space before a token: comments are indented by `inner`, the token by `outer` if its line begins here.
    fn gap(&mut self, at: usize, breaks: bool, inner: usize, outer: usize) {
        let gap = &self.pieces[at].gap;
        let mut empty_line = false;
        for remark in &gap.remarks {
            if remark.own_line {
                // Directly after an opening bracket an empty line separates nothing.
                let separates = remark.blank && !self.out.ends_with(['(', '{']);
                empty_line |= separates;
                self.feed(1 + usize::from(separates), inner);
            } else {
                self.blank = true;
            }
            self.text(remark.text);
            self.blank = true;
            if remark.ends_line {
                self.feed(1, inner);
            }
        }
        let feeds = self.feeds > 0;
        if breaks || gap.line_end || gap.path_end || feeds {
            let separates = gap.blank && !self.closes(at) && (self.layout.may_break(at) || !gap.remarks.is_empty());
            let ends_path = gap.path_end && !empty_line;
            let opens = gap.remarks.is_empty() && self.out.ends_with(['(', '{']);
            self.feed(1 + usize::from((separates && !opens) || ends_path), outer);
        }
        self.blank = self.blank || !touches(self.pieces, at);
    }

    fn closes(&self, at: usize) -> bool {
        matches!(self.pieces[at].tok, Tok::Sign(")" | "}") | Tok::End)
    }

    /// Prints a list. `indent`: of the lines that begin inside it; `behind`: the width of what follows on the last line;
    /// `flat`: all of it stands on one line.
    fn parts(&mut self, parts: &[Part], indent: usize, behind: usize, flat: bool) {
        for (number, part) in parts.iter().enumerate() {
            // Up to the next place where the line may end.
            let end = (number + 1..parts.len()).find(|&next| self.layout.may_break(parts[next].first()));
            let last = parts[end.unwrap_or(parts.len()) - 1].last();
            let behind = if end.is_none() { behind } else { 0 };
            if number > 0 {
                let at = part.first();
                let breaks = !flat && self.breaks(part, last, indent, behind);
                self.gap(at, breaks, indent, indent);
            }
            let behind = self.layout.width_behind(part.last(), last) + behind;
            self.part(part, behind, flat);
        }
    }

    /// True if the line ends before a part, which stands on one line with all up to the token `last`.
    fn breaks(&self, part: &Part, last: usize, indent: usize, behind: usize) -> bool {
        let at = part.first();
        if self.layout.must_break(at) {
            // `} else {`
            let joins = self.only_closing && self.feeds == 0 && matches!(part, Part::Piece(_));
            return !joins || self.pieces[at].gap.must_break();
        }
        if !self.layout.may_break(at) || (self.only_closing && matches!(part, Part::Piece(_))) {
            return false;
        }
        let behind = if self.layout.is_broken(at, last) { 0 } else { behind };
        let width = self.layout.width(at, last) + behind;
        let here = self.column + width > self.most;
        // What does not fit on the next line either may open its brackets on this one.
        let below = indent + width > self.most && opens(part) && self.column + 2 <= self.most;
        here && !below
    }

    fn part(&mut self, part: &Part, behind: usize, flat: bool) {
        match part {
            Part::Piece(at) => self.piece(*at),
            Part::Filter(parts) => {
                let indent = self.deeper(self.line_indent());
                self.parts(parts, indent, behind, flat);
            }
            Part::Brackets(open, inside, close) => self.brackets(*open, inside, *close, behind, flat),
        }
    }

    fn brackets(&mut self, open: usize, inside: &[Part], close: usize, behind: usize, flat: bool) {
        let outer = self.line_indent();
        let inner = self.deeper(outer);
        let width = self.layout.width(open, close) + behind;
        // The blank before the bracket is part of the width.
        let start = self.next_column() - usize::from(self.blank && self.feeds == 0);
        let broken = self.layout.is_broken(open, close) || start + width > self.most;
        let flat = flat || self.pieces[open].in_line || !broken || inside.is_empty() && !self.layout.must_break(close);
        self.piece(open);
        if let Some(first) = inside.first() {
            self.gap(first.first(), !flat, inner, inner);
            self.parts(inside, inner, 0, flat);
        }
        self.gap(close, !flat, inner, outer);
        self.piece(close);
    }

    fn piece(&mut self, at: usize) {
        let text = &self.pieces[at].text;
        self.text(text);
    }
}

/// True if a part begins with brackets.
fn opens(part: &Part) -> bool {
    match part {
        Part::Piece(_) => false,
        Part::Filter(parts) => opens(&parts[0]),
        Part::Brackets(..) => true,
    }
}
