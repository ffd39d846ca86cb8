//! Pages of the book as text for a terminal.

use super::super::output;
use anstyle::{AnsiColor, Style};
use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};
use tabiya::chess::fen;
use tabiya_diagram::Diagram;
use unicode_width::UnicodeWidthStr as _;

/// The greatest width of running text, in columns: longer lines are hard to read.
const WIDEST: usize = 100;

/// The indentation of code.
const INDENT: usize = 4;

/// How text is to look.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Look {
    /// The width of a line, in columns.
    pub(crate) width: usize,
    color: bool,
}

/// The width and the height of the terminal, in columns and lines.
pub(super) fn terminal_size() -> (usize, usize) {
    match terminal_size::terminal_size() {
        Some((width, height)) => (width.0.into(), height.0.into()),
        None => (WIDEST, usize::MAX),
    }
}

impl Look {
    /// The look that suits standard output.
    pub(crate) fn of_stdout() -> Look {
        let width = if output::stdout_is_terminal() { terminal_size().0 } else { WIDEST };
        Look { width: width.clamp(30, WIDEST), color: output::stdout_takes_colors() }
    }

    fn paint(&self, style: Style, text: &str) -> String {
        if self.color && !text.is_empty() { format!("{style}{text}{style:#}") } else { text.to_owned() }
    }

    /// A title.
    pub(crate) fn bold(&self, text: &str) -> String {
        self.paint(Style::new().bold(), text)
    }

    /// Words of the language.
    pub(crate) fn code(&self, text: &str) -> String {
        self.paint(AnsiColor::Cyan.on_default(), text)
    }

    /// What is less important.
    pub(crate) fn dim(&self, text: &str) -> String {
        self.paint(Style::new().dimmed(), text)
    }
}

/// The style of a piece of running text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Marks {
    bold: bool,
    code: bool,
    link: bool,
}

/// Running text: pieces with their styles.
type Inline = Vec<(String, Marks)>;

/// Shows a page.
pub(crate) fn render(source: &str, look: &Look) -> String {
    let mut page = Page::new(*look);
    let parser = Parser::new_ext(source, Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH);
    for event in parser {
        page.take(event);
    }
    page.flush();
    let text = page.out.trim_end().to_owned();
    text + "\n"
}

struct Page {
    look: Look,
    out: String,
    inline: Inline,
    marks: Marks,
    /// The level of the heading that is read.
    heading: Option<usize>,
    /// The mark and the text of the block of code that is read.
    block: Option<(String, String)>,
    /// The numbers of the lists around, or nothing for lists with bullets.
    lists: Vec<Option<u64>>,
    /// The bullet of the list item that has just begun.
    bullet: Option<String>,
    table: Vec<Vec<Inline>>,
    in_image: bool,
}

impl Page {
    fn new(look: Look) -> Page {
        Page {
            look,
            out: String::new(),
            inline: Inline::new(),
            marks: Marks::default(),
            heading: None,
            block: None,
            lists: Vec::new(),
            bullet: None,
            table: Vec::new(),
            in_image: false,
        }
    }

    fn take(&mut self, event: Event<'_>) {
        match event {
            Event::Start(tag) => self.start(tag),
            Event::End(tag) => self.end(tag),
            Event::Text(text) => match &mut self.block {
                Some((_, block)) => block.push_str(&text),
                None if self.in_image => {}
                None => self.inline.push((text.into_string(), self.marks)),
            },
            Event::Code(text) => {
                // Without colours, only the signs of Markdown tell code from text.
                let plain = self.look.color || self.heading.is_some();
                let text = if plain { text.into_string() } else { format!("`{text}`") };
                self.inline.push((text, Marks { code: true, ..self.marks }));
            }
            Event::SoftBreak | Event::HardBreak => self.inline.push((" ".into(), self.marks)),
            Event::Html(text) => self.html(&text),
            Event::Rule => self.out.push_str(&format!("{}\n\n", "-".repeat(self.look.width))),
            _ => {}
        }
    }

    fn start(&mut self, tag: Tag<'_>) {
        match tag {
            Tag::Heading { level, .. } => {
                self.flush();
                self.heading = Some(level as usize);
            }
            Tag::CodeBlock(kind) => {
                self.flush();
                let info = match kind {
                    CodeBlockKind::Fenced(info) => info.into_string(),
                    CodeBlockKind::Indented => String::new(),
                };
                self.block = Some((info, String::new()));
            }
            Tag::List(first) => {
                self.flush();
                self.lists.push(first);
            }
            Tag::Item => {
                self.flush();
                self.bullet = Some(match self.lists.last_mut() {
                    Some(Some(number)) => {
                        *number += 1;
                        format!("{}. ", *number - 1)
                    }
                    _ => "* ".into(),
                });
            }
            Tag::Table(_) => self.flush(),
            Tag::TableHead | Tag::TableRow => self.table.push(Vec::new()),
            Tag::Strong => self.marks.bold = true,
            Tag::Link { .. } => self.marks.link = true,
            Tag::Image { .. } => self.in_image = true,
            _ => {}
        }
    }

    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Heading(_) => self.end_heading(),
            TagEnd::Paragraph | TagEnd::HtmlBlock => {
                self.flush();
                self.blank();
            }
            TagEnd::CodeBlock => self.end_code(),
            TagEnd::Item => self.flush(),
            TagEnd::List(_) => {
                self.lists.pop();
                if self.lists.is_empty() {
                    self.blank();
                }
            }
            TagEnd::TableCell => {
                let cell = std::mem::take(&mut self.inline);
                if let Some(row) = self.table.last_mut() {
                    row.push(cell);
                }
            }
            TagEnd::Table => self.end_table(),
            TagEnd::Strong => self.marks.bold = false,
            TagEnd::Link => self.marks.link = false,
            TagEnd::Image => self.in_image = false,
            _ => {}
        }
    }

    /// Ends the text with one empty line.
    fn blank(&mut self) {
        if !self.out.is_empty() && !self.out.ends_with("\n\n") {
            self.out.push('\n');
        }
    }

    /// Writes the running text that has been read, broken into lines.
    fn flush(&mut self) {
        let inline = std::mem::take(&mut self.inline);
        if inline.iter().all(|(text, _)| text.trim().is_empty()) {
            return;
        }
        let bullet = self.bullet.take().unwrap_or_default();
        let indent = 2 * self.lists.len();
        let first = format!("{}{bullet}", " ".repeat(indent.saturating_sub(bullet.len())));
        for (i, line) in wrapped(&inline, self.look.width.saturating_sub(indent).max(20), &self.look).iter().enumerate()
        {
            let lead = if i == 0 { first.clone() } else { " ".repeat(indent) };
            self.out.push_str(&format!("{lead}{line}\n"));
        }
    }

    fn end_heading(&mut self) {
        let level = self.heading.take().unwrap_or(1);
        let text: String = self.inline.drain(..).map(|(text, _)| text).collect();
        self.blank();
        let style = if level == 1 { Style::new().bold().underline() } else { Style::new().bold() };
        self.out.push_str(&format!("{}\n\n", self.look.paint(style, &text)));
    }

    fn end_code(&mut self) {
        let Some((info, text)) = self.block.take() else { return };
        let kind = info.split(',').next().unwrap_or_default();
        for line in text.lines() {
            let shown = match kind {
                "answer" | "text" => self.look.dim(line),
                "console" if !line.starts_with("$ ") => self.look.dim(line),
                _ => self.look.code(line),
            };
            self.out.push_str(&format!("{}{shown}\n", " ".repeat(INDENT)));
        }
        self.blank();
    }

    /// HTML: a comment that describes a diagram is shown as a board, a summary as a heading; the rest is left out.
    fn html(&mut self, html: &str) {
        if let Some((_, rest)) = html.split_once("<summary>") {
            let title = rest.split("</summary>").next().unwrap_or_default();
            self.out.push_str(&format!("{}\n\n", self.look.bold(title)));
        }
        let Some(text) = html.trim().strip_prefix("<!-- diagram ") else { return };
        let parts = text.trim_end_matches("-->").split('|');
        let Some(Ok(setup)) = parts.map(str::trim).next().map(fen::parse) else { return };
        self.flush();
        for line in Diagram::new(&setup.board).to_unicode().lines() {
            self.out.push_str(&format!("{}{line}\n", " ".repeat(INDENT)));
        }
        self.blank();
    }

    /// Writes a table: columns as wide as needed, the last one broken into lines.
    fn end_table(&mut self) {
        let table = std::mem::take(&mut self.table);
        let columns = table.iter().map(Vec::len).max().unwrap_or(0);
        let width = |cell: &Inline| cell.iter().map(|(text, _)| text.width()).sum::<usize>();
        let most = self.look.width / 2;
        let widths: Vec<usize> = (0..columns)
            .map(|i| table.iter().filter_map(|row| row.get(i)).map(width).max().unwrap_or(0).min(most))
            .collect();
        let before: usize = widths.iter().take(columns.saturating_sub(1)).map(|width| width + 2).sum();
        let last = self.look.width.saturating_sub(before).max(24);
        for (i, row) in table.iter().enumerate() {
            self.write_row(row, &widths, last);
            if i == 0 {
                let rules: Vec<String> = widths.iter().map(|width| "-".repeat((*width).min(last))).collect();
                self.out.push_str(&format!("{}\n", rules.join("  ").trim_end()));
            }
        }
        self.blank();
    }

    fn write_row(&mut self, row: &[Inline], widths: &[usize], last: usize) {
        let room = |i: usize| if i + 1 == widths.len() { last } else { widths[i] };
        let cells: Vec<Vec<(String, usize)>> =
            row.iter().enumerate().map(|(i, cell)| measured(cell, room(i).max(1), &self.look)).collect();
        let height = cells.iter().map(Vec::len).max().unwrap_or(0);
        for line in 0..height {
            let mut text = String::new();
            for (i, cell) in cells.iter().enumerate() {
                let (shown, width) = cell.get(line).map_or(("", 0), |(shown, width)| (shown.as_str(), *width));
                text.push_str(shown);
                if i + 1 < cells.len() {
                    text.push_str(&" ".repeat((widths[i] + 2).saturating_sub(width)));
                }
            }
            self.out.push_str(&format!("{}\n", text.trim_end()));
        }
    }
}

/// The lines of running text.
fn wrapped(inline: &Inline, width: usize, look: &Look) -> Vec<String> {
    measured(inline, width, look).into_iter().map(|(line, _)| line).collect()
}

/// The lines of running text, with their widths in columns. A word that is too long stands on a line of its own.
fn measured(inline: &Inline, width: usize, look: &Look) -> Vec<(String, usize)> {
    let mut lines: Vec<(String, usize)> = vec![(String::new(), 0)];
    for word in words(inline) {
        let long: usize = word.iter().map(|(text, _)| text.width()).sum();
        let (_, so_far) = lines.last().expect("there is always a line");
        if *so_far > 0 && so_far + 1 + long > width {
            lines.push((String::new(), 0));
        }
        let (line, so_far) = lines.last_mut().expect("there is always a line");
        if *so_far > 0 {
            line.push(' ');
            *so_far += 1;
        }
        *so_far += long;
        for (text, marks) in word {
            line.push_str(&styled(&text, marks, look));
        }
    }
    lines
}

/// The words of running text: what is between blanks, each as pieces with their styles.
fn words(inline: &Inline) -> Vec<Inline> {
    let mut words: Vec<Inline> = Vec::new();
    let mut open = false;
    for (text, marks) in inline {
        for (i, part) in text.split(char::is_whitespace).enumerate() {
            open &= i == 0;
            if part.is_empty() {
                continue;
            }
            match words.last_mut() {
                Some(word) if open => word.push((part.to_owned(), *marks)),
                _ => words.push(vec![(part.to_owned(), *marks)]),
            }
            open = true;
        }
        open &= !text.ends_with(char::is_whitespace);
    }
    words
}

fn styled(text: &str, marks: Marks, look: &Look) -> String {
    let mut style = Style::new();
    if marks.code {
        style = AnsiColor::Cyan.on_default();
    }
    if marks.bold {
        style = style.bold();
    }
    if marks.link && !marks.code {
        style = style.underline();
    }
    if style == Style::new() { text.to_owned() } else { look.paint(style, text) }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAIN: Look = Look { width: 30, color: false };

    #[test]
    fn lines_fit_and_code_is_told_from_text() {
        let source =
            "# Title `x`\n\nOne two three four five six seven `eight nine` ten.\n\n* one\n* two [three](a.md)\n";
        let text = "Title x\n\nOne two three four five six\nseven `eight nine` ten.\n\n* one\n* two three\n";
        assert_eq!(render(source, &PLAIN), text);
        let colored = render("a `b` **c**\n", &Look { color: true, ..PLAIN });
        assert_eq!(colored, "a \u{1b}[36mb\u{1b}[0m \u{1b}[1mc\u{1b}[0m\n");
    }

    #[test]
    fn tables_have_columns() {
        let source = "| Word | What |\n|---|---|\n| `a\\|b` | one two three four five six seven |\n";
        let text = "Word   What\n-----  ---------------\n`a|b`  one two three four five\n       six seven\n";
        assert_eq!(render(source, &PLAIN), text);
    }

    #[test]
    fn diagrams_are_boards_of_text() {
        let source =
            "<!-- diagram 7k/8/8/8/8/8/8/K7 w - - 0 1 | mark a1 -->\n![Kings](../kings.svg)\n\n```cql\nKa1\n```\n";
        let text = render(source, &PLAIN);
        assert!(text.starts_with("    8 · · · · · · · ♚\n") && text.ends_with("\n    Ka1\n"), "{text}");
        assert!(!text.contains("svg") && !text.contains("Kings"), "{text}");
    }
}
