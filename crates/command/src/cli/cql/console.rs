//! Standard output as CQL uses it: everything is said there, and graphical front ends get lines of their own.

use super::super::report::Message;
use crate::cli::outputs::output::{is_closed_pipe, unwritable};
use crate::cli::report::interrupt::while_writing;
use std::borrow::Cow;
use std::io::{self, IsTerminal as _, Write as _};
use tabiya::syntax::{self, SourceView, TokenClass};
use tabiya::{QueryError, Source, printable};

/// The first line of every run. Programs that call CQL look for its beginning and its end, which are those of CQL's own.
const BANNER: &str = concat!(
    "CQL version 6.2 as understood by Tabiya ",
    env!("CARGO_PKG_VERSION"),
    "; the language CQL is by Gady Costeff and Lewis Stiller"
);

/// Standard output. If its reader is gone, or it cannot be written, nothing more is printed, and the run goes on.
#[derive(Debug, Default)]
pub(super) struct Console {
    pub(super) gui: bool,
    gone: bool,
    /// The error that kept output from its reader.
    lost: Option<io::Error>,
}

impl Console {
    /// Writes text for people, who may be looking at a terminal.
    pub(super) fn put(&mut self, text: &str) {
        self.raw(&printable::lines(text));
    }

    /// Writes text as it is: games, and the other forms that options choose.
    pub(super) fn raw(&mut self, text: &str) {
        if self.gone {
            return;
        }
        let mut out = io::stdout().lock();
        if let Err(error) = while_writing(|| out.write_all(text.as_bytes()).and_then(|()| out.flush())) {
            self.gone = true;
            self.lost = Some(error).filter(|error| !is_closed_pipe(error));
        }
    }

    /// The error that kept output from its reader, if there was one.
    pub(super) fn lost(&self) -> Option<Message> {
        self.lost.as_ref().map(|error| unwritable("standard output", error))
    }

    /// Writes a line.
    pub(super) fn line(&mut self, text: &str) {
        self.put(&format!("{text}\n"));
    }

    pub(super) fn banner(&mut self) {
        self.line(BANNER);
    }

    /// A value for front ends.
    pub(super) fn variable(&mut self, name: &str, value: impl std::fmt::Display) {
        if self.gui {
            self.line(&format!("<CqlGuiVariable> {name} {value}"));
        }
    }

    /// A line with text that the script has made: letter by letter, as programs want it, unless people look at it.
    pub(super) fn said(&mut self, text: &str) {
        let text = format!("{text}\n");
        self.raw(&shown(&text, io::stdout().is_terminal()));
    }

    /// A line that `message` prints.
    pub(super) fn message(&mut self, text: &str) {
        self.said(text);
        if self.gui {
            self.said(&format!("<CqlGuiMessage> {text} </CqlGuiMessage>"));
        }
    }

    /// A line of the program itself that front ends get as a message as well.
    pub(super) fn notice(&mut self, text: &str) {
        self.line(text);
        if self.gui {
            self.line(&format!("<CqlGuiMessage>{text}</CqlGuiMessage>"));
        }
    }

    /// Says why the run ends.
    pub(super) fn fail(&mut self, text: &str) {
        self.put(&format!("\n{text}\n"));
        if self.gui {
            self.line(&format!("<CqlGuiError> {text} </CqlGuiError>"));
        }
    }

    /// Says what is wrong with a query: the first error as CQL says it, for programs that look for its place, and all of
    /// them with the text that they are about. Graphical front ends get the place by itself.
    pub(super) fn refuse(&mut self, error: &QueryError) {
        let QueryError { source: Source { name, text }, diagnostics, omitted } = error;
        let color = crate::cli::outputs::output::stdout_takes_colors() && !self.gui;
        let view = SourceView::new(text, name);
        let rendered = diagnostics.iter().map(|diagnostic| view.render(diagnostic, color));
        let mut rendered: Vec<String> = rendered.map(|text| text.trim_end().to_owned()).collect();
        rendered.extend(omitted.text());
        let mut said = rendered.join("\n\n");
        let Some(first) = diagnostics.first() else { return self.raw(&format!("\n{said}\n")) };
        let at = Some(first.span().start as usize).filter(|&at| at < text.trim_end().len());
        let place = view.place(first.span());
        let token = at.and_then(|at| syntax::tokens(text).into_iter().find(|(_, token)| token.contains(&at)));
        let message = printable::line(&first.message);
        said = match token {
            None => format!("CQL syntax error: {message} (end of file)\n\n{said}"),
            Some((class, token)) => format!(
                "CQL syntax error: {message}\nUnable to parse the following token: \
                 <{}: {{Line {}, Column {}}} \"{}\">\n\n{said}",
                token_name(class),
                place.line,
                place.column,
                printable::line(text[token].trim_matches('"'))
            ),
        };
        match at {
            _ if !self.gui => self.raw(&format!("\n{said}\n")),
            None => self.fail(&said),
            Some(_) => {
                self.variable("linenumbererror", place.line);
                self.variable("columnnumbererror", place.column);
                self.line(&format!("<CqlGuiError>{said}</CqlGuiError>"));
            }
        }
    }
}

/// What CQL calls a token.
fn token_name(class: TokenClass) -> &'static str {
    match class {
        TokenClass::Keyword => "KeywordToken",
        TokenClass::Name => "IdToken",
        TokenClass::Text => "QuotedStringToken",
        TokenClass::Number => "IntToken",
        TokenClass::Designator => "PieceDesignatorToken",
        TokenClass::Result => "StringToken",
        TokenClass::Sign | TokenClass::Bad | TokenClass::Blank | TokenClass::Comment => "SpecialToken",
    }
}

/// Text of a script as a terminal may have it, or as it is.
fn shown(text: &str, terminal: bool) -> Cow<'_, str> {
    if terminal { printable::lines(text) } else { Cow::Borrowed(text) }
}

#[cfg(test)]
mod tests {
    use super::shown;

    #[test]
    fn what_a_script_prints_reaches_no_terminal_raw() {
        assert_eq!(shown("a\u{1b}]0;x\u{7}\n", true), "a␛]0;x␇\n");
        assert_eq!(shown("a\u{1b}]0;x\u{7}\n", false), "a\u{1b}]0;x\u{7}\n");
    }
}
