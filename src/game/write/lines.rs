//! Breaking words into lines.

use super::Layout;

/// Breaks words into lines of at most 79 signs.
pub(super) struct Lines<'o> {
    out: &'o mut String,
    column: usize,
    layout: Layout,
    pending: Pending,
}

/// What is to come before the next word. CQL's layout writes blanks at once.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Pending {
    Nothing,
    Blank,
}

const WIDTH: usize = 80;

impl<'o> Lines<'o> {
    pub(super) fn new(layout: Layout, out: &'o mut String) -> Lines<'o> {
        Lines { out, column: 0, layout, pending: Pending::Nothing }
    }

    /// A run of signs that is not broken.
    pub(super) fn word(&mut self, word: &str) {
        let len = match self.layout {
            // CQL counts bytes.
            Layout::Cql => word.len(),
            Layout::Export => word.chars().count(),
        };
        match (self.layout, self.pending) {
            (Layout::Cql, _) => {
                if self.column + len >= WIDTH {
                    self.line_end();
                }
            }
            (Layout::Export, Pending::Blank) if self.column + 1 + len >= WIDTH => self.line_end(),
            (Layout::Export, Pending::Blank) if self.column > 0 => {
                self.out.push(' ');
                self.column += 1;
            }
            (Layout::Export, _) => {}
        }
        self.pending = Pending::Nothing;
        self.out.push_str(word);
        self.column += len;
    }

    pub(super) fn blank(&mut self) {
        match self.layout {
            Layout::Cql if self.column + 1 >= WIDTH => self.line_end(),
            Layout::Cql => {
                self.out.push(' ');
                self.column += 1;
            }
            Layout::Export => self.pending = Pending::Blank,
        }
    }

    pub(super) fn line_end(&mut self) {
        self.out.push('\n');
        self.column = 0;
        self.pending = Pending::Nothing;
    }

    pub(super) fn open(&mut self) {
        self.word("(");
        if self.layout == Layout::Cql {
            self.blank();
        }
    }

    pub(super) fn close(&mut self) {
        if self.layout == Layout::Export {
            self.pending = Pending::Nothing;
        }
        self.word(")");
        self.blank();
    }

    /// A comment with its braces. CQL's comment before the first move has its closing brace on the line of its last
    /// word, however long.
    pub(super) fn comment(&mut self, text: &str, glued: bool) {
        let safe = text.contains('}').then(|| text.replace('}', "_"));
        let text = safe.as_deref().unwrap_or(text);
        if self.layout == Layout::Export {
            return self.export_comment(text);
        }
        self.word("{");
        let mut rest = text;
        while !rest.is_empty() {
            let end = rest.find([' ', '\n']).unwrap_or(rest.len());
            if end > 0 {
                self.word(&rest[..end]);
            }
            match rest[end..].chars().next() {
                Some(' ') => self.blank(),
                Some(_) => self.line_end(),
                None => break,
            }
            rest = &rest[end + 1..];
        }
        if glued {
            self.out.push('}');
            self.column += 1;
        } else {
            self.word("}");
        }
    }

    /// A comment letter by letter, on a new line if it does not fit.
    fn export_comment(&mut self, text: &str) {
        let first = text.lines().next().unwrap_or("").chars().count();
        if self.pending == Pending::Blank && self.column > 0 && self.column + 3 + first >= WIDTH {
            self.line_end();
        }
        self.word("{");
        self.out.push_str(text);
        self.out.push('}');
        self.column = match text.rsplit_once('\n') {
            Some((_, last)) => last.chars().count() + 1,
            None => self.column + text.chars().count() + 1,
        };
    }
}
