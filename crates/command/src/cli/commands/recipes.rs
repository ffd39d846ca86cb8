//! `tabiya recipes`: the recipes of the book, listed, searched and shown.

use crate::cli::inputs::own_recipes::{self, OwnRecipe};
use crate::cli::options::args::RecipesArgs;
use crate::cli::outputs::output;
use crate::cli::outputs::terminal::{Look, render, show};
use crate::cli::report::{Exit, Message, Report};
use std::fmt::Write as _;
use tabiya::printable;
use tabiya_session::recipes::{Recipe, THEMES, matching, named};

/// Lists all recipes, those that have some words, or shows one.
pub(crate) fn recipes(args: &RecipesArgs) -> Exit {
    let report = Report::new(false, false);
    let asked = args.words.join(" ");
    let look = Look::of_stdout();
    let own = own_recipes::named(&asked).and_then(|named| match named {
        Some(recipe) => Ok(Some(show_own(&recipe, args.query, &look, &report))),
        None if args.mine => Ok(Some(list_own(&own_recipes::matching(&asked)?, &look, &report))),
        None => Ok(None),
    });
    match own {
        Ok(Some(exit)) => return exit,
        Ok(None) => {}
        Err(message) => return report.refuse(&message),
    }
    let found = match named(&asked) {
        Some(recipe) => vec![recipe],
        None => matching(&asked),
    };
    match found.as_slice() {
        [] => {
            let message = format!("no recipe has the words `{}`", printable::line(&asked));
            let help = "`tabiya recipes` lists all recipes, and `tabiya doc WORDS` searches the whole book";
            report.say(&Message::error("no-recipe", message).help(help));
            Exit::Nothing
        }
        [recipe] if args.query => output::print(recipe.query.as_bytes(), &report),
        [recipe] => show(&describe(recipe, &look), &report),
        some if args.query => {
            let message = format!("{} recipes have these words, and --query prints one", some.len());
            report.refuse(&Message::error("several-recipes", message).help("give the name of one of them"))
        }
        some => show(&list(some, &look), &report),
    }
}

/// A recipe of the user's own, or only its query.
fn show_own(recipe: &OwnRecipe, only_query: bool, look: &Look, report: &Report) -> Exit {
    let text = match recipe.text() {
        Ok(text) => text,
        Err(message) => return report.refuse(&message),
    };
    if only_query {
        return output::print(text.as_bytes(), report);
    }
    let (name, file) = (printable::line(&recipe.name), recipe.path.display().to_string());
    let page = format!(
        "# {name}\n\n```cql\n{}\n```\n\n```sh\ntabiya search --recipe {name} games.pgn\n```\n\nIt is one of your own: `{}`.\n",
        printable::lines(text.trim_end()),
        printable::line(&file),
    );
    show(&render(&page, look), report)
}

/// One line for each recipe of the user's own.
fn list_own(some: &[OwnRecipe], look: &Look, report: &Report) -> Exit {
    let Some(first) = some.first() else {
        report.say(&own_recipes::none());
        return Exit::Nothing;
    };
    let width = some.iter().map(|recipe| recipe.name.chars().count()).max().unwrap_or(0);
    let mut text = String::new();
    for recipe in some {
        let gap = " ".repeat(width - recipe.name.chars().count());
        let _ = writeln!(text, "{}{gap}  {}", look.code(&printable::line(&recipe.name)), recipe.title());
    }
    let _ = writeln!(text, "\nTo see one: tabiya recipes {}", printable::line(&first.name));
    show(&text, report)
}

/// One line for each recipe, below their themes.
fn list(some: &[Recipe], look: &Look) -> String {
    let width = some.iter().map(|recipe| recipe.name.len()).max().unwrap_or(0);
    let mut text = String::new();
    for theme in THEMES {
        let here: Vec<Recipe> = theme.recipes().filter(|one| some.iter().any(|other| one.name == other.name)).collect();
        if here.is_empty() {
            continue;
        }
        let _ = writeln!(text, "{}  {}", look.bold(theme.title), look.dim(theme.lead));
        for recipe in here {
            let gap = " ".repeat(width - recipe.name.len());
            let _ = writeln!(text, "  {}{gap}  {}", look.code(recipe.name), recipe.title);
        }
        text.push('\n');
    }
    let _ = writeln!(text, "To see one: tabiya recipes {}", some.first().map_or("NAME", |recipe| recipe.name));
    text
}

/// A recipe with everything that belongs to it.
pub(crate) fn describe(recipe: &Recipe, look: &Look) -> String {
    let board = recipe.matching.split('|').next().unwrap_or_default().trim();
    // The query ends with a line break.
    let page = format!(
        "# {}\n\n{}\n\n```cql\n{}```\n\n<!-- diagram {board} -->\n\nIt finds {}.\n\nIt does not find {}. {}\n\n```sh\n\
         tabiya search --recipe {} games.pgn\n```\n",
        recipe.title,
        recipe.words,
        recipe.query,
        game(&recipe.matching),
        game(&recipe.almost),
        recipe.because,
        recipe.name
    );
    render(&page, look)
}

/// A game of a recipe, as Markdown.
fn game(text: &str) -> String {
    match text.strip_prefix("sample ") {
        Some(number) => format!("sample game {number}"),
        None => format!("`{text}`"),
    }
}
