//! Pages of the book as text for a terminal.

use super::super::output;
use anstyle::{AnsiColor, Effects, Style};
use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};
use tabiya::chess::fen;
use tabiya_diagram::Diagram;
use textwrap::core::display_width;
use textwrap::{WordSeparator, WordSplitter};

/// The greatest width of running text, in columns: longer lines are hard to read.
const WIDEST: usize = 100;

/// The indentation of code.
const INDENT: usize = 4;

/// How text is to look.
#[derive(Clone, Copy, Debug, Default)]
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

    /// Less important text.
    pub(crate) fn dim(&self, text: &str) -> String {
        self.paint(Style::new().dimmed(), text)
    }
}

/// Shows a page.
pub(crate) fn render(source: &str, look: &Look) -> String {
    let mut page = Page { look: *look, ..Page::default() };
    let parser = Parser::new_ext(source, Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH);
    parser.for_each(|event| page.take(event));
    page.flush();
    page.out.trim_end().to_owned() + "\n"
}

/// A page that is being shown.
#[derive(Default)]
struct Page {
    look: Look,
    out: String,
    /// Text that has been read and is not written yet: running text with its colours, a heading, or a block of code.
    text: String,
    style: Style,
    /// The level of the heading that is read.
    heading: Option<usize>,
    /// The mark of the block of code that is read.
    block: Option<String>,
    /// The numbers of the lists around, or nothing for lists with bullets.
    lists: Vec<Option<u64>>,
    /// The bullet of the list item that has just begun.
    bullet: String,
    table: Vec<Vec<String>>,
    in_image: bool,
}

impl Page {
    fn take(&mut self, event: Event<'_>) {
        match event {
            Event::Start(tag) => self.start(tag),
            Event::End(tag) => self.end(tag),
            Event::Text(_) if self.in_image => {}
            Event::Text(text) => self.add(&text, self.style),
            // Without colours, only the signs of Markdown tell code from text.
            Event::Code(text) if self.look.color || self.heading.is_some() => {
                self.add(&text, AnsiColor::Cyan.on_default().effects(self.style.get_effects() - Effects::UNDERLINE));
            }
            Event::Code(text) => self.add(&format!("`{text}`"), self.style),
            Event::SoftBreak | Event::HardBreak => self.text.push(' '),
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
                self.block = Some(match kind {
                    CodeBlockKind::Fenced(info) => info.split(',').next().unwrap_or_default().to_owned(),
                    CodeBlockKind::Indented => String::new(),
                });
            }
            Tag::List(first) => {
                self.flush();
                self.lists.push(first);
            }
            Tag::Item => {
                self.flush();
                self.bullet = match self.lists.last_mut() {
                    Some(Some(number)) => {
                        *number += 1;
                        format!("{}. ", *number - 1)
                    }
                    _ => "* ".into(),
                };
            }
            Tag::Table(_) => self.flush(),
            Tag::TableHead | Tag::TableRow => self.table.push(Vec::new()),
            Tag::Strong => self.style = self.style.bold(),
            Tag::Link { .. } => self.style = self.style.underline(),
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
                let cell = std::mem::take(&mut self.text);
                self.table.last_mut().into_iter().for_each(|row| row.push(cell.clone()));
            }
            TagEnd::Table => self.end_table(),
            TagEnd::Strong => self.style = self.style.effects(self.style.get_effects() - Effects::BOLD),
            TagEnd::Link => self.style = self.style.effects(self.style.get_effects() - Effects::UNDERLINE),
            TagEnd::Image => self.in_image = false,
            _ => {}
        }
    }

    /// Adds to the text. Each word is coloured for itself, so that no colour goes on where a line ends.
    fn add(&mut self, text: &str, style: Style) {
        if self.block.is_some() || self.heading.is_some() || style == Style::new() {
            return self.text.push_str(text);
        }
        let words: Vec<String> = text.split(' ').map(|word| self.look.paint(style, word)).collect();
        self.text.push_str(&words.join(" "));
    }

    /// Ends what is written with one empty line.
    fn blank(&mut self) {
        if !self.out.is_empty() && !self.out.ends_with("\n\n") {
            self.out.push('\n');
        }
    }

    /// Writes the running text that has been read, broken into lines.
    fn flush(&mut self) {
        let text = std::mem::take(&mut self.text);
        if text.trim().is_empty() {
            return;
        }
        let bullet = std::mem::take(&mut self.bullet);
        let indent = 2 * self.lists.len();
        let lead = " ".repeat(indent.saturating_sub(bullet.len())) + &bullet;
        for (i, line) in broken(&text, self.look.width.saturating_sub(indent).max(20)).iter().enumerate() {
            self.out.push_str(&if i == 0 { format!("{lead}{line}\n") } else { format!("{:indent$}{line}\n", "") });
        }
    }

    fn end_heading(&mut self) {
        let (level, text) = (self.heading.take(), std::mem::take(&mut self.text));
        self.blank();
        let style = if level == Some(1) { Style::new().bold().underline() } else { Style::new().bold() };
        self.out.push_str(&format!("{}\n\n", self.look.paint(style, &text)));
    }

    fn end_code(&mut self) {
        let (kind, text) = (self.block.take().unwrap_or_default(), std::mem::take(&mut self.text));
        for line in text.lines() {
            let shown = match &*kind {
                "answer" | "text" => self.look.dim(line),
                "console" if !line.starts_with("$ ") => self.look.dim(line),
                _ => self.look.code(line),
            };
            self.out.push_str(&format!("{:INDENT$}{shown}\n", ""));
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
            self.out.push_str(&format!("{:INDENT$}{line}\n", ""));
        }
        self.blank();
    }

    /// Writes a table: columns as wide as needed, the last one broken into lines.
    fn end_table(&mut self) {
        let table = std::mem::take(&mut self.table);
        let most = self.look.width / 2;
        let mut widths = Vec::new();
        for (i, cell) in table.iter().flat_map(|row| row.iter().enumerate()) {
            widths.resize(widths.len().max(i + 1), 0);
            widths[i] = display_width(cell).min(most).max(widths[i]);
        }
        let Some((_, before)) = widths.split_last() else { return };
        let last = self.look.width.saturating_sub(before.iter().map(|width| width + 2).sum()).max(24);
        let rooms: Vec<usize> = before.iter().copied().chain([last]).collect();
        for (i, row) in table.iter().enumerate() {
            let cells: Vec<Vec<String>> = row.iter().zip(&rooms).map(|(cell, room)| broken(cell, *room)).collect();
            for line in 0..cells.iter().map(Vec::len).max().unwrap_or(0) {
                let parts = cells.iter().map(|cell| cell.get(line).map_or("", String::as_str));
                self.write_row(parts, &widths);
            }
            if i == 0 {
                let rules: Vec<String> =
                    widths.iter().zip(&rooms).map(|(width, room)| "-".repeat(*width.min(room))).collect();
                self.write_row(rules.iter().map(String::as_str), &widths);
            }
        }
        self.blank();
    }

    fn write_row<'t>(&mut self, cells: impl Iterator<Item = &'t str>, widths: &[usize]) {
        let padded = cells.zip(widths).map(|(cell, width)| {
            let blanks = (width + 2).saturating_sub(display_width(cell));
            format!("{cell}{:blanks$}", "")
        });
        self.out.push_str(&format!("{}\n", padded.collect::<String>().trim_end()));
    }
}

/// The lines of running text. A word that is too long stands on a line of its own.
fn broken(text: &str, width: usize) -> Vec<String> {
    let options = textwrap::Options::new(width).break_words(false);
    let options = options.word_separator(WordSeparator::AsciiSpace).word_splitter(WordSplitter::NoHyphenation);
    let words: Vec<&str> = text.split_whitespace().collect();
    textwrap::wrap(&words.join(" "), options).into_iter().map(std::borrow::Cow::into_owned).collect()
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
    fn colours_end_where_lines_end() {
        let source = "One two three `four five six seven eight` **nine ten eleven twelve thirteen**.\n";
        let text = render(source, &Look { color: true, ..PLAIN });
        assert_eq!(text.lines().count(), 3, "{text}");
        for line in text.lines() {
            assert_eq!(line.matches("\u{1b}[").count(), 2 * line.matches("\u{1b}[0m").count(), "{line:?}");
            assert!(textwrap::core::display_width(line) <= 30, "{line:?}");
        }
        let plain: String = render(source, &PLAIN).split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(plain, "One two three `four five six seven eight` nine ten eleven twelve thirteen.");
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
