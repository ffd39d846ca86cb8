//! The prose of the project: habits that make it read like a translation are found, with what to write instead.
//!
//! The glossary in `CONTRIBUTING.md` has the words. Code, quotations and messages of the program are left out: only prose counts.

use super::pages;
use regex::{Captures, Regex};
use std::fs;
use std::path::{Path, PathBuf};

/// A habit: its name, its pattern, and the rewrite. A match with a group `fine` is good English.
struct Habit {
    name: &'static str,
    pattern: &'static str,
    rewrite: &'static str,
}

const HABITS: [Habit; 11] = [
    Habit {
        name: "negated noun",
        pattern: r"(?P<fine>\b[Tt]here(?: \w+)? )?\b(?:is|are|was|were|be|been) (?:no|none)\b(?P<rest> (?:longer|more|less|better|worse|fewer|larger|smaller|faster|slower|later|earlier|different|use)\b)?",
        rewrite: "negate the verb: `is not a puzzle`, not `is no puzzle`",
    },
    Habit {
        name: "refuse",
        pattern: r"\b[Rr]efus(?:e|es|ed|al|als|ing)\b",
        rewrite: "a query is rejected, a game is skipped, a request is denied",
    },
    Habit {
        name: "stand and lie",
        pattern: r"\b(?:can|cannot|could|may|must|not|might) (?:also )?(?:stand|lie)\b(?P<fine> (?:for|on|in check|as)\b)?|\blies? (?:where|below|there|already)\b|\bstands? (?:beside|before|after|below) ",
        rewrite: "`is` or `goes`; only pieces stand",
    },
    Habit {
        name: "asked",
        pattern: r"\b(?:is|are|was|were|be|been) (?:\w+ )?asked\b",
        rewrite: "a filter is evaluated or tested, a file is requested",
    },
    Habit {
        name: "headless clause",
        pattern: r"(?:^|[.:!?] )What (?:is|was|are|were|has|had|can|cannot)\b[^?.]*(?:[.:;]|$)|[,;] (?:and |but )?what (?:is|was|were|has been) |\b[Ww]h(?:at|o)ever\b",
        rewrite: "name the thing: `the results are kept`, not `what was found is kept`; `regardless of`, `any`",
    },
    Habit { name: "too", pattern: r", too\b|\btoo(?:[.;:]| \|)", rewrite: "`also` before the verb" },
    Habit {
        name: "for it",
        pattern: r", for (?:it|they|he|she|there|nothing|nobody|this is|that would|otherwise|then)\b",
        rewrite: "`because`",
    },
    Habit {
        name: "so many",
        pattern: r"\b[Ss]o (?:many|long|much)\b(?P<fine> (?:as|that)\b)?",
        rewrite: "`N nodes`, `this time`",
    },
    Habit {
        name: "that of those of",
        pattern: r"\b(?:that|those) of\b[^.;:?!]*\b(?:that|those) of\b",
        rewrite: "repeat the noun",
    },
    Habit {
        name: "old word",
        pattern: r"\b(?:[Bb]eside|[Aa]new|[Dd]ear(?:er|est)?|[Nn]evertheless|[Nn]onetheless)\b",
        rewrite: "`next to` or `in addition to`; `again`; `expensive`; `still`",
    },
    Habit {
        name: "term",
        pattern: r"\b[Hh]alf-moves?\b|\b[Uu]sual array\b|\bblanks\b|\btaken back\b|\b[Ee]ndgame tables\b",
        rewrite: "ply; standard starting position; spaces; undone or retracted; tablebases",
    },
];

/// Prose that may keep a habit: the end of the file's path, and some of the words around it.
const EXCEPTIONS: [(&str, &str); 5] = [
    // The help of programs.
    ("bindings/cluster/src/bin/tabiya-executor.rs", "What is logged"),
    ("bindings/cluster/src/bin/tabiya-scheduler.rs", "What is logged"),
    ("bindings/cluster/src/guard.rs", "whoever reaches this one"),
    ("bindings/sql/src/args.rs", "in place of statements"),
    ("bindings/sql/src/args.rs", "that of the authority"),
];

/// Trees of sources whose comments are free of habits.
const SOURCES: [&str; 7] = ["automata", "benches", "bindings", "crates", "fuzz", "src", "xtask"];

fn root() -> PathBuf {
    pages::folder().join("../..").canonicalize().expect("the root")
}

/// The files below a folder whose names end in this, without what is built.
fn files(folder: &Path, end: &str, found: &mut Vec<PathBuf>) {
    let mut entries: Vec<_> = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry")).collect();
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let name = entry.file_name().to_string_lossy().into_owned();
        if name.starts_with('.') || ["target", "node_modules", "data"].contains(&name.as_str()) {
            continue;
        }
        if entry.file_type().expect("a type").is_dir() {
            files(&entry.path(), end, found);
        } else if name.ends_with(end) {
            found.push(entry.path());
        }
    }
}

/// The lines of prose of a document in Markdown, with their numbers: code and tables that quote the program are empty.
fn document<'t>(path: &Path, text: &'t str) -> Vec<(usize, &'t str)> {
    let quoted = ["docs/src/diagnostics.md", "docs/src/words.md"].iter().any(|page| path.ends_with(page));
    let mut fenced = false;
    let prose = text.lines().enumerate().map(|(i, line)| {
        let fence = line.trim_start().starts_with("```");
        fenced ^= fence;
        let code = fenced || fence || line.starts_with("    ") && !line.trim_start().starts_with(['*', '1']);
        (i + 1, if code || quoted && line.starts_with("| `") { "" } else { line })
    });
    prose.collect()
}

/// The comments of a file in Rust, with the numbers of their lines: all else is empty.
fn comments(text: &str) -> Vec<(usize, &str)> {
    let mut fenced = false;
    let prose = text.lines().enumerate().map(|(i, line)| {
        let Some(comment) = line.trim_start().strip_prefix("//") else { return (i + 1, "") };
        let comment = comment.trim_start_matches(['/', '!']);
        let fence = comment.trim_start().starts_with("```");
        fenced ^= fence;
        (i + 1, if fenced || fence || comment.starts_with("     ") { "" } else { comment })
    });
    prose.collect()
}

/// Joins the lines of each paragraph, point of a list and row of a table. Also returns where each line begins.
fn paragraphs(lines: &[(usize, &str)]) -> Vec<(String, Vec<(usize, usize)>)> {
    let mut all: Vec<(String, Vec<(usize, usize)>)> = Vec::new();
    let mut open = false;
    for (number, line) in lines {
        let line = line.trim();
        let starts = ["* ", "- ", "#", "|"].iter().any(|start| line.starts_with(start));
        if line.is_empty() {
            open = false;
            continue;
        }
        if !open || starts {
            all.push((String::new(), Vec::new()));
        }
        let (text, starts) = all.last_mut().expect("one has begun");
        if !text.is_empty() {
            text.push(' ');
        }
        starts.push((text.len(), *number));
        text.push_str(line);
        open = !line.starts_with(['|', '#']);
    }
    all
}

/// The text with its code, quotations, links and pictures blotted out, in the same length.
fn blotted(text: &str, hidden: &Regex) -> String {
    let blot = |found: &Captures<'_>| {
        let all = &found[0];
        let edge = if all.starts_with(']') { "]" } else { &all[..1] };
        format!("{edge}{}", "x".repeat(all.len() - 1))
    };
    hidden.replace_all(text, blot).into_owned()
}

/// What is wrong in a file: its place, the habit, the words and the rewrite.
fn faults(path: &str, lines: &[(usize, &str)]) -> Vec<String> {
    let hidden = Regex::new(r#"`[^`]*`|\]\([^)]*\)|"[^"]*"|<!--.*?-->"#).expect("a pattern");
    let habits: Vec<(Regex, &Habit)> =
        HABITS.iter().map(|habit| (Regex::new(habit.pattern).expect("a pattern"), habit)).collect();
    let mut wrong = Vec::new();
    for (text, starts) in paragraphs(lines) {
        let prose = blotted(&text, &hidden);
        for (pattern, habit) in &habits {
            for found in pattern.captures_iter(&prose) {
                let fine = found.iter().skip(1).any(|group| group.is_some());
                let whole = found.get(0).expect("a match");
                let around = words_around(&text, whole.start(), whole.end());
                let named = EXCEPTIONS.iter().any(|(file, words)| path.ends_with(file) && around.contains(words));
                if !fine && !named {
                    let line = starts.iter().rev().find(|(at, _)| *at <= whole.start()).map_or(0, |(_, line)| *line);
                    wrong.push(format!("{path}:{line}: {}: ...{around}...\n    {}", habit.name, habit.rewrite));
                }
            }
        }
    }
    wrong
}

/// The text between two places, and some characters before and after it.
fn words_around(text: &str, from: usize, to: usize) -> &str {
    let (mut from, mut to) = (from.saturating_sub(40), (to + 40).min(text.len()));
    while !text.is_char_boundary(from) {
        from -= 1;
    }
    while !text.is_char_boundary(to) {
        to += 1;
    }
    &text[from..to]
}

#[test]
fn prose_is_free_of_habits() {
    let root = root();
    let (mut documents, mut sources) = (Vec::new(), Vec::new());
    files(&root.join("docs/src"), ".md", &mut documents);
    files(&root, "README.md", &mut documents);
    documents.extend(["CHANGELOG.md", "CONTRIBUTING.md", "DESIGN.md", "SECURITY.md"].map(|name| root.join(name)));
    SOURCES.iter().for_each(|folder| files(&root.join(folder), ".rs", &mut sources));
    assert!(documents.len() > 200 && sources.len() > 10, "{} documents, {} sources", documents.len(), sources.len());
    let mut wrong = Vec::new();
    for path in documents.iter().chain(&sources) {
        let text = fs::read_to_string(path).expect("a text");
        let lines =
            if path.extension().is_some_and(|end| end == "rs") { comments(&text) } else { document(path, &text) };
        let name = path.strip_prefix(&root).expect("below the root").to_string_lossy().replace('\\', "/");
        wrong.extend(faults(&name, &lines));
    }
    super::fail(wrong, "habits in the prose");
}

#[test]
fn each_habit_is_found_and_good_english_is_not() {
    let wrong = |text: &str| faults("page.md", &[(1, text)]).len();
    for text in [
        "A transposition is no novelty.",
        "The query is refused.",
        "A name can stand here.",
        "An engine is asked last.",
        "What was found is kept.",
        "Mate is a check, too.",
        "It is skipped, for it has no moves.",
        "Search so many nodes.",
        "The name is that of the file or that of the recipe.",
        "The text is built anew.",
        "It counts half-moves.",
    ] {
        assert_eq!(wrong(text), 1, "{text}");
    }
    for text in [
        "There is no move, and there can be no check.",
        "It is no longer there.",
        "Write `refuse` or \"what was found\".",
        "The king stands on g1.",
        "What is a check?",
        "It takes as long as there are so many that it waits.",
    ] {
        assert_eq!(wrong(text), 0, "{text}");
    }
}
