//! The headings of options in the help, and what help and manual say after the options: examples, exit status,
//! environment. The texts are in `help.md`.

/// The headings that options stand under in the help.
pub(crate) const QUERY: &str = "Query";
pub(crate) const GAMES: &str = "Games";
pub(crate) const OUTPUT: &str = "Output";
pub(crate) const ADVANCED: &str = "Advanced";

/// The sections after the options of one command.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sections {
    /// What the command does by itself; may be empty.
    pub(crate) notes: &'static str,
    /// Command lines.
    pub(crate) examples: Vec<&'static str>,
    /// The meaning of each exit status; may be empty.
    pub(crate) exit: &'static str,
}

/// What is said of each command: what it does by itself, command lines, and the meaning of each exit status.
const TEXTS: &str = include_str!("help.md");

/// The environment variables that users may set.
pub(crate) const ENVIRONMENT: [(&str, &str); 5] = [
    ("NO_COLOR", "If it is set and not empty, nothing is coloured."),
    ("CLICOLOR_FORCE", "If it is set to anything but 0, output is coloured even if it does not go to a terminal."),
    (
        "PAGER",
        "The program that shows pages of the book and recipes that are longer than the terminal; otherwise less.",
    ),
    (
        "TABIYA_RECIPES",
        "The folder of your own recipes; otherwise tabiya/recipes in XDG_DATA_HOME or ~/.local/share (Windows: APPDATA).",
    ),
    ("TMPDIR", "The folder for temporary files: results to be sorted, and streams that are read twice."),
];

/// The sections of a command by its name; none for `cql`, which has a help of its own.
pub(crate) fn sections(command: &str) -> Option<Sections> {
    let (_, text) = all().find(|(name, _)| *name == command)?;
    let mut sections = Sections::default();
    for part in text.trim_end().split("\n\n") {
        match part.strip_prefix("Exit status: ") {
            Some(exit) => sections.exit = exit,
            None if part.starts_with("    ") => sections.examples = part.lines().map(str::trim_start).collect(),
            None => sections.notes = part,
        }
    }
    Some(sections)
}

/// The names of `tabiya` itself and of its commands, each with its text.
pub(crate) fn all() -> impl Iterator<Item = (&'static str, &'static str)> {
    TEXTS.split("# ").filter_map(|part| part.split_once("\n\n"))
}

impl Sections {
    /// The end of the page that `-h` shows: two examples.
    pub(crate) fn short(&self) -> String {
        lines("Examples:", self.examples.iter().take(2))
    }

    /// The end of the page that `--help` shows.
    pub(crate) fn long(&self) -> String {
        let mut parts = Vec::new();
        if !self.notes.is_empty() {
            parts.push(self.notes.to_owned());
        }
        if !self.exit.is_empty() {
            parts.push(format!("Exit status: {}", self.exit));
        }
        let environment: Vec<String> = ENVIRONMENT.iter().map(|(name, text)| format!("{name}: {text}")).collect();
        parts.push(lines("Environment:", environment.iter()));
        parts.push(lines("Examples:", self.examples.iter()));
        parts.join("\n\n")
    }
}

/// A heading, and indented lines below it.
fn lines(heading: &str, lines: impl Iterator<Item = impl AsRef<str>>) -> String {
    lines.fold(heading.to_owned(), |text, line| text + "\n  " + line.as_ref())
}
