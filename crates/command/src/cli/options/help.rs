//! The headings of options in the help, and what help and manual say after the options: examples, exit status,
//! environment.

/// The headings that options stand under in the help.
pub(crate) const QUERY: &str = "Query";
pub(crate) const GAMES: &str = "Games";
pub(crate) const OUTPUT: &str = "Output";
pub(crate) const ADVANCED: &str = "Advanced";

/// The sections after the options of one command.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Sections {
    /// What the command does by itself; may be empty.
    pub(crate) notes: &'static str,
    /// Command lines.
    pub(crate) examples: &'static [&'static str],
    /// The meaning of each exit status; may be empty.
    pub(crate) exit: &'static str,
}

/// The sections of `tabiya` itself and of its commands, by their names.
const SECTIONS: [(&str, Sections); 25] = [
    (
        "tabiya",
        Sections {
            notes: "",
            examples: &[
                "tabiya search -e 'mate ply<12' --sample",
                "tabiya 'flipcolor {mate btm N attacks k}' games.pgn",
            ],
            exit: "",
        },
    ),
    (
        "search",
        Sections {
            notes: "Without GAMES, tabiya searches the files of the query's header, otherwise standard input if it is piped.",
            examples: &[
                "tabiya search -e 'check and mate' games.pgn",
                "tabiya search -e 'next (check check check)' --count games.pgn.zst",
                "tabiya search -f knights.cql --variations -o found.pgn folder-of-games/",
                "tabiya search -e 'check x=k' --select king=x --csv games.pgn",
                "tabiya search -e mate --columns white,black,result,move --format md games.pgn",
                "tabiya search -e 'initial P==8' --tally eco --tally result games.pgn",
                "tabiya search -e 'Q attacks k' --first --board games.pgn",
                "tabiya search -e mate -o report.html games.pgn",
            ],
            exit: "0 if something was found, 1 if nothing was found, 2 if something could not be read, run or written; 130 after \
           Ctrl-C, 143 after SIGTERM, 129 after SIGHUP.",
        },
    ),
    (
        "tag",
        Sections {
            notes: "Without a query, the set `themes` is used: the themes by which Lichess describes its puzzles. All queries run in \
            one pass over the games.",
            examples: &[
                "tabiya tag games.pgn -o tagged.pgn",
                "tabiya tag --csv puzzles.csv.zst -o themes.csv",
                "tabiya tag -f fork.cql --recipe greek-gift --comments games.pgn",
                "tabiya tag --set my-queries/ --json games.pgn",
                "tabiya tag --score puzzles.csv.zst",
            ],
            exit: "0 if the games were written, whatever was found; 2 if something could not be read, run or written; 130 after \
            Ctrl-C, 143 after SIGTERM, 129 after SIGHUP.",
        },
    ),
    (
        "check",
        Sections {
            notes: "",
            examples: &[
                "tabiya check knights.cql",
                "tabiya check -e 'check and mat'",
                "tabiya check --watch knights.cql",
            ],
            exit: "0 if no query has an error, whatever the warnings; otherwise 2; 130 after Ctrl-C.",
        },
    ),
    (
        "fmt",
        Sections {
            notes: "Only white space changes, never a token or a comment, and a query means the same afterwards. Line breaks \
            between filters are kept. A query with errors is reported and left alone.",
            examples: &["tabiya fmt knights.cql", "tabiya fmt --check *.cql", "tabiya fmt - < knights.cql"],
            exit: "0 if all queries could be read; with --check, 1 if a query is not in the standard layout; otherwise 2.",
        },
    ),
    (
        "lsp",
        Sections {
            notes: "Editors start this command by themselves: see `tabiya doc editors`.",
            examples: &["tabiya lsp"],
            exit: "0 if the editor ended the session as the protocol requires, otherwise 1; 2 if it cannot be reached.",
        },
    ),
    (
        "engine",
        Sections {
            notes: "Each request is a line of JSON, and so is each answer: see `tabiya doc engine`. Queries cannot open files; requests \
            can.",
            examples: &["tabiya engine", "tabiya engine games.pgn base.tabiya < requests.jsonl"],
            exit: "0 if the input ended, the program was told to quit, or a signal came; 2 if it could not be started.",
        },
    ),
    (
        "serve",
        Sections {
            notes: "The page is served to this machine only, at an address with a random key that changes each time. Queries on it \
            cannot open files. Its interface is open to other programs: see `tabiya doc serve-api`.",
            examples: &[
                "tabiya serve --open",
                "tabiya serve games.pgn.zst base.tabiya",
                "tabiya serve folder-of-games/ --port 8080 -e 'next (check check check)'",
            ],
            exit: "0 if a signal ended the server; 2 if it could not be started.",
        },
    ),
    (
        "explain",
        Sections {
            notes: "Without games, the command says what a query means and how it will be run. With games, it counts what each filter \
            leaves of them, and --at shows each filter at one position. Standard input is read as games only if it is named: -",
            examples: &[
                "tabiya explain -e 'flipcolor {mate btm N attacks k}' games.pgn",
                "tabiya explain -e 'next (check+ mate)' --at 344:42w games.pgn",
                "tabiya explain -e 'next (check+ mate)'",
                "tabiya explain -e 'next (check+ mate)' --svg automaton.svg",
                "tabiya explain -f knights.cql --format json games.pgn",
                "tabiya explain unknown-name",
            ],
            exit: "Without games 0 if all queries could be read. With games 0 if something matches (with --at, if the position \
            matches), 1 if nothing does. 2 if something is wrong; 130 after Ctrl-C.",
        },
    ),
    (
        "repair",
        Sections {
            notes: "Text that could not be read is kept in comments that begin with `Not read:`. The result has no faults, and \
            repairing it again gives the same bytes.",
            examples: &[
                "tabiya repair games.pgn -o clean.pgn",
                "tabiya repair folder-of-games/ --report faults.jsonl -o clean.pgn",
            ],
            exit: "0 if the games were written, whatever had to be repaired; 2 if something could not be read or written.",
        },
    ),
    (
        "board",
        Sections {
            notes: "",
            examples: &["tabiya board 4k3/8/8/8/8/8/4P3/4K3", "tabiya board --svg board.svg 4k3/8/8/8/8/8/4P3/4K3"],
            exit: "0 if the position could be read and shown, otherwise 2.",
        },
    ),
    (
        "tree",
        Sections {
            notes: "Positions are equal if their pieces stand alike and the same side is to move, whichever moves led to them. Games \
            that reach the position in their first 50 half-moves count; if there are none, those that reach it later. Of a \
            database, what is counted there already is used if it is enough.",
            examples: &[
                "tabiya tree \"1.e4 e5 2.Nf3\" games.pgn",
                "tabiya tree base.tabiya --plies 4 --min 100",
                "tabiya tree \"1.e4 e5 2.Nf3\" --where 'elo white > 2600 year >= 2015' --best games.pgn",
                "tabiya tree \"1.d4 Nf6 2.c4\" --plies 6 -o tree.pgn base.tabiya",
                "tabiya tree -e '{Pd4 pd5} not Pc- not Pe- wtm' games.pgn",
            ],
            exit: "0 if a game reaches the position, 1 if none does, 2 if something is wrong; 130 after Ctrl-C.",
        },
    ),
    (
        "novelty",
        Sections {
            notes: "A game of NEW is compared up to its first move that leads to a position which no game of OLD has. Positions are \
            equal if their pieces stand alike and the same side is to move, whichever moves led to them.",
            examples: &[
                "tabiya novelty base.tabiya new.pgn",
                "tabiya novelty old.pgn new.pgn --plies 9-40 --min-elo 2500 --csv",
            ],
            exit: "0 if there is a novelty, 1 if there is none, 2 if something is wrong; 130 after Ctrl-C.",
        },
    ),
    (
        "repertoire",
        Sections {
            notes: "A game leaves after its last position that REPERTOIRE has, in its main lines or in its variations. Positions are \
            equal if their pieces stand alike and the same side is to move, whichever moves led to them.",
            examples: &[
                "tabiya repertoire white.pgn games.pgn",
                "tabiya repertoire white.pgn games.pgn --where 'player white \"Blue\"' --by white --csv",
            ],
            exit: "0 if a game leaves the repertoire, 1 if none does, 2 if something is wrong; 130 after Ctrl-C.",
        },
    ),
    (
        "dedupe",
        Sections {
            notes: "Games are duplicates if they have the same moves, or one is the beginning of the other, and their tags agree as \
            far as they are known. The inputs stay as they are.",
            examples: &[
                "tabiya dedupe games.pgn -o clean.pgn",
                "tabiya dedupe a.pgn b.tabiya -o all.pgn --report left-out.csv --days 3",
            ],
            exit: "0 if the games were written; 2 if something could not be read or written; 130 after Ctrl-C.",
        },
    ),
    (
        "index",
        Sections {
            notes: "The file appears, or is replaced, when it is complete; if the run is interrupted, everything stays as it was. \
            The other commands take the file wherever they take PGN.",
            examples: &[
                "tabiya index games.pgn -o base.tabiya",
                "tabiya index --append new.pgn.zst -o base.tabiya",
                "tabiya search -e 'move promote N' base.tabiya",
            ],
            exit: "0 if the games were stored, whatever faults they have; 2 if something could not be read or written.",
        },
    ),
    (
        "info",
        Sections {
            notes: "",
            examples: &["tabiya info base.tabiya", "tabiya info --format json base.tabiya"],
            exit: "0 if the file could be read, otherwise 2.",
        },
    ),
    (
        "export",
        Sections {
            notes: "",
            examples: &["tabiya export base.tabiya -o games.pgn"],
            exit: "0 if the games were written; 2 if something could not be read or written.",
        },
    ),
    (
        "shard",
        Sections {
            notes: "The folder gets one file for each shard, and manifest.json, which names them all and is written last. If the run \
            is interrupted or fails, nothing stays.",
            examples: &[
                "tabiya shard archive.pgn.zst -o shards",
                "tabiya shard archive.pgn.zst -o shards --games 100000 --database",
            ],
            exit: "0 if the shards were written, whatever faults the games have; 2 if something could not be read or written.",
        },
    ),
    ("samples", Sections { notes: "", examples: &["tabiya samples > sample.pgn"], exit: "" }),
    (
        "doc",
        Sections {
            notes: "",
            examples: &[
                "tabiya doc next",
                "tabiya doc how many checks",
                "tabiya doc first-steps",
                "tabiya doc unknown-name",
            ],
            exit: "0 if something was found, 1 if nothing was found, 2 if it could not be shown.",
        },
    ),
    (
        "lesson",
        Sections {
            notes: "The exercises are about the sample games. An answer is right if it finds what the solution finds, however it is \
            written.",
            examples: &["tabiya lesson", "tabiya lesson 1", "tabiya lesson 1 'pa-h2'", "tabiya lesson 1 --solution"],
            exit: "0 if a lesson was shown or the answer is right, 1 if it is not, 2 if it cannot be read.",
        },
    ),
    (
        "recipes",
        Sections {
            notes: "",
            examples: &[
                "tabiya recipes rook endgame",
                "tabiya search --recipe greek-gift games.pgn",
                "tabiya recipes",
                "tabiya recipes greek-gift",
                "tabiya recipes greek-gift --query > my.cql",
            ],
            exit: "0 if something was found, 1 if nothing was found, 2 if it could not be shown.",
        },
    ),
    (
        "completions",
        Sections {
            notes: "",
            examples: &[
                "tabiya completions bash > ~/.local/share/bash-completion/completions/tabiya",
                "tabiya completions fish > ~/.config/fish/completions/tabiya.fish",
                "tabiya completions zsh > ~/.zfunc/_tabiya",
            ],
            exit: "",
        },
    ),
    (
        "man",
        Sections {
            notes: "",
            examples: &["tabiya man search | man -l -", "tabiya man --dir ~/.local/share/man/man1"],
            exit: "",
        },
    ),
];

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
    SECTIONS.iter().find(|(name, _)| *name == command).map(|(_, sections)| *sections)
}

impl Sections {
    /// The end of the page that `-h` shows: two examples.
    pub(crate) fn short(self) -> String {
        lines("Examples:", self.examples.iter().take(2))
    }

    /// The end of the page that `--help` shows.
    pub(crate) fn long(self) -> String {
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
