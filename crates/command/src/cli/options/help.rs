//! What the pages of help and manual say apart from the options: groups, headings, topics, examples, exit status,
//! environment. The texts of commands are in `help.md`; `pages` puts all of it together.

/// The headings that options stand under in the help.
pub(crate) const QUERY: &str = "Query";
pub(crate) const GAMES: &str = "Games";
pub(crate) const OUTPUT: &str = "Output";
pub(crate) const ADVANCED: &str = "Advanced";
pub(crate) const ENGINES: &str = "Engines and tablebases";
pub(crate) const LIMITS: &str = "Limits";
pub(crate) const PLANNER: &str = "Planner";

/// The commands in the order of the help.
pub(crate) const GROUPS: [(&str, &[&str]); 5] = [
    ("Search", &["search", "serve", "explain", "check", "fmt", "tag", "me"]),
    ("Openings", &["tree", "novelty", "repertoire"]),
    ("Files", &["rewrite", "dedupe", "names", "index", "info", "export", "shard"]),
    ("Learn", &["lesson", "recipes", "doc", "board", "samples", "help"]),
    ("Programs", &["cql", "engine", "lsp", "completions", "man"]),
];

/// Commands that the page of `-h` leaves out.
pub(crate) const RARE: [&str; 8] = ["export", "shard", "samples", "cql", "engine", "lsp", "completions", "man"];

/// Options of `search` that have a heading of their own on the page of `--help`, by their ids.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Family {
    pub(crate) heading: &'static str,
    pub(crate) options: &'static [&'static str],
}

pub(crate) const CHOICE: Family = Family {
    heading: "Order and choice",
    options: &[
        "sorts",
        "best",
        "top",
        "first",
        "last",
        "per_game",
        "sample_rows",
        "seed",
        "distinct",
        "only_moves",
        "unmatched",
    ],
};

pub(crate) const COUNTS: Family = Family {
    heading: "Counts by value",
    options: &["averages", "sums", "least", "greatest", "medians", "score", "rate", "tally_order", "at_least"],
};

/// What `tabiya help NAME` shows: what many commands share.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Topic {
    pub(crate) name: &'static str,
    /// The heading of its options; empty if it has none.
    pub(crate) heading: &'static str,
    /// The purpose of its options.
    pub(crate) about: &'static str,
}

pub(crate) const TOPICS: [Topic; 5] = [
    Topic {
        name: "tallies",
        heading: COUNTS.heading,
        about: "Counts by value, in place of a list of matches: `--tally EXPR` counts games and positions for each value of \
                EXPR, and these options add figures to its lines, order them or leave some out. `tabiya doc tallies` has \
                examples.",
    },
    Topic {
        name: "engines",
        heading: ENGINES,
        about: "Chess engines and tablebases for the filters that use them: `tabiya doc uci` and `tabiya doc tablebase`. \
                Without these options, such a filter is an error.",
    },
    Topic {
        name: "limits",
        heading: LIMITS,
        about: "Limits on what a query may use, for queries and games from strangers: `tabiya doc limits` has their units and \
                what they are without these options. A query that exceeds a limit in a game is an error of that game; \
                the search goes on.",
    },
    Topic {
        name: "planner",
        heading: PLANNER,
        about: "How a query is run, which `tabiya explain` shows. Use this option to find out what a part of the planner gains, \
                or whether an error lies in it.",
    },
    Topic { name: "environment", heading: "", about: "" },
];

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

/// The texts about each command: what it does by itself, command lines, and the meaning of each exit status.
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

    /// The end of a page of `--help` whose other options are on the pages of these topics.
    pub(crate) fn of_page(&self, topics: &[&Topic]) -> String {
        let mut parts = Vec::new();
        if !self.notes.is_empty() {
            parts.push(self.notes.to_owned());
        }
        let more = topics.iter().filter(|topic| !topic.heading.is_empty());
        let more: Vec<String> = more.map(|topic| format!("`tabiya help {}`", topic.name)).collect();
        if !more.is_empty() {
            parts.push(format!("More options: {}. Environment variables: `tabiya help environment`.", more.join(", ")));
        }
        if !self.exit.is_empty() {
            parts.push(format!("Exit status: {}", self.exit));
        }
        parts.push(lines("Examples:", self.examples.iter()));
        parts.join("\n\n")
    }

    /// The end of a page that stands alone, such as one of the manual.
    pub(crate) fn long(&self) -> String {
        [self.of_page(&[]), environment()].join("\n\n")
    }
}

/// The environment variables, a line for each.
pub(crate) fn environment() -> String {
    let environment: Vec<String> = ENVIRONMENT.iter().map(|(name, text)| format!("{name}: {text}")).collect();
    lines("Environment:", environment.iter())
}

/// A heading, and indented lines below it. In help, clap takes `{n}` for the end of a line: a reset of the style, which shows
/// nothing, keeps it apart.
fn lines(heading: &str, lines: impl Iterator<Item = impl AsRef<str>>) -> String {
    lines.fold(heading.to_owned(), |text, line| text + "\n  " + &line.as_ref().replace("{n}", "{\u{1b}[0mn}"))
}
