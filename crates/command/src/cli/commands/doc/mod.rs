//! `tabiya doc`: the pages of the book, shown in the terminal.

use super::recipes;
use crate::cli::options::args::DocArgs;
use crate::cli::options::help::GROUPS;
use crate::cli::options::pages;
use crate::cli::outputs::open;
use crate::cli::outputs::terminal::{Look, render, show};
use crate::cli::report::{Exit, Message, Report};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use tabiya::printable;
use tabiya_disk as disk;
use tabiya_session::find::{self, Found};
use tabiya_session::{book, codes, lessons, lookup};

/// Shows the page of a word, the results of a search, or the index of all words.
pub(crate) fn doc(args: &DocArgs) -> Exit {
    let report = Report::new(false, false);
    let asked = args.words.join(" ");
    let asked = asked.trim();
    if args.open {
        return open_book(asked, &report);
    }
    let look = Look::of_stdout();
    if asked.is_empty() {
        return show(&index(&look), &report);
    }
    if let Some(text) = page(asked, &look) {
        return show(&text, &report);
    }
    let found = find::search(asked);
    let recipes = tabiya_session::recipes::matching(asked);
    match (found.as_slice(), recipes.as_slice()) {
        ([], []) => {
            let message = format!("the book has no page about `{}`", printable::line(asked));
            let help = "`tabiya doc` lists all words of the language; `tabiya recipes` lists the recipes";
            report.say(&Message::error("no-page", message).help(help));
            Exit::Nothing
        }
        ([only], []) => show(&render(only.text(), &look), &report),
        _ => show(&results(asked, &found, &recipes, &look), &report),
    }
}

/// The page or the part of a page that an exact name leads to.
fn page(asked: &str, look: &Look) -> Option<String> {
    if let Some(found) = find::exact(asked) {
        return Some(render(found.text(), look));
    }
    if let Some(text) = codes::describe(asked) {
        return Some(render(&text, look));
    }
    tabiya_session::recipes::all().find(|recipe| recipe.name == asked).map(|recipe| recipes::describe(&recipe, look))
}

/// Shows what a code such as `unknown-name` means. Gives nothing if there is no such code.
pub(crate) fn explain_code(code: &str, report: &Report) -> Option<Exit> {
    let text = codes::describe(code)?;
    Some(show(&render(&text, &Look::of_stdout()), report))
}

/// The text below the index.
const INDEX_HELP: &str = "
`tabiya doc NAME` shows a page: of a word, a concept, a lesson (`lesson-1`), or `first-steps`, an introduction.
`tabiya doc SOME WORDS` searches recipes and the whole book; `tabiya help COMMAND` has the options of a command.
";

/// One line for each command, lesson, concept and chapter of recipes, and for each word of the language.
fn index(look: &Look) -> String {
    let words = lookup::words();
    let all = pages::command();
    let commands = GROUPS.iter().flat_map(|(_, names)| *names).filter_map(|name| all.find_subcommand(name));
    let about = |command: &clap::Command| command.get_about().map(ToString::to_string).unwrap_or_default();
    let commands = commands.map(|command| (command.get_name().to_owned(), about(command))).collect();
    let lessons = lessons::all().map(|lesson| (format!("lesson-{}", lesson.number), lesson.title.to_owned())).collect();
    let below = |folder: &str, keeps_folder: bool| {
        let pages = book::PAGES.iter().filter(|(page, _)| page.starts_with(folder) && !page.ends_with("/index"));
        let name = |page: &str| if keeps_folder { page.to_owned() } else { page[folder.len()..].to_owned() };
        pages.map(|(page, text)| (name(page), book::title(text))).collect::<Vec<(String, String)>>()
    };
    let words = words.iter().map(|word| (word.word.clone(), find::word_lead(word))).collect();
    let sections: [(&str, Vec<(String, String)>); 5] = [
        ("Commands", commands),
        ("Lessons", lessons),
        ("Concepts", below("concepts/", false)),
        ("Recipes", below("recipes/", true)),
        ("Words", words),
    ];
    let long = |name: &str| name.chars().count();
    let width = sections.iter().flat_map(|(_, lines)| lines).map(|(name, _)| long(name)).max().unwrap_or(0);
    let room = look.width.saturating_sub(width + 2);
    let mut text = String::new();
    for (heading, lines) in sections {
        let _ = writeln!(text, "{}{}", if text.is_empty() { "" } else { "\n" }, look.bold(heading));
        for (name, said) in lines {
            let gap = " ".repeat(width - long(&name));
            let _ = writeln!(text, "{}{gap}  {}", look.code(&name), cut(&said, room));
        }
    }
    text + INDEX_HELP
}

/// A list of pages and recipes. Several words are more often the name of a pattern than of a filter, so recipes come first then.
fn results(asked: &str, found: &[Found], recipes: &[tabiya_session::recipes::Recipe], look: &Look) -> String {
    let mut pages = String::new();
    for one in found {
        let _ = writeln!(pages, "{}  {}", look.bold(&one.name), look.code(&one.title));
        let _ = writeln!(pages, "    {}", cut(&one.excerpt, look.width.saturating_sub(4)));
    }
    let mut list = String::new();
    if !recipes.is_empty() {
        let _ = writeln!(list, "{}", look.bold("Recipes"));
        for recipe in recipes.iter().take(10) {
            let _ = writeln!(list, "    {}  {}", look.code(recipe.name), recipe.title);
        }
        if recipes.len() > 10 {
            let _ = writeln!(list, "    and {} more: tabiya recipes {}", recipes.len() - 10, printable::line(asked));
        }
    }
    let phrase = asked.contains(char::is_whitespace);
    let mut parts = if phrase { [list, pages] } else { [pages, list] }.to_vec();
    parts.retain(|part| !part.is_empty());
    let name = found.first().map_or("NAME", |one| one.name.as_str());
    format!("{}\nTo read a page: tabiya doc {name}\n", parts.join("\n"))
}

/// A text that is not longer than `room` characters.
fn cut(text: &str, room: usize) -> String {
    if text.chars().count() <= room {
        return text.to_owned();
    }
    let short: String = text.chars().take(room.saturating_sub(1)).collect();
    format!("{}…", short.trim_end())
}

/// Opens the built book in a browser.
fn open_book(asked: &str, report: &Report) -> Exit {
    let Some(folder) = built_book() else {
        let message = Message::error("no-built-book", "the book has not been built as a website here");
        let help = "run `mdbook build docs` in the sources of tabiya, and call this command there";
        return report.refuse(&message.help(help));
    };
    let page = if asked.is_empty() { None } else { find::exact(asked).map(|found| found.page) };
    let file = folder.join(page.map_or("index.html".to_owned(), |page| format!("{page}.html")));
    let file = if disk::is_there(&file).unwrap_or(false) { file } else { folder.join("index.html") };
    if open::show(&file, report) { Exit::Found } else { Exit::Error }
}

/// The folder of the built book: below the current folder or one above it, or next to the program.
pub(crate) fn built_book() -> Option<PathBuf> {
    let here = std::env::current_dir().ok();
    let program = std::env::current_exe().ok();
    let places = [here.as_deref(), program.as_deref()].into_iter().flatten().flat_map(Path::ancestors);
    let folders = places.flat_map(|place| [place.join("docs/book"), place.join("share/doc/tabiya/book")]);
    let has = |folder: &Path, name: &str| disk::is_file(&folder.join(name)).unwrap_or(false);
    folders.into_iter().find(|folder| has(folder, "index.html") && has(folder, "first-steps.html"))
}
