//! Recipes of the user's own: query files in a folder, in addition to those that the program has.
//!
//! A recipe is `NAME.cql` in the folder or in a folder in it. Names are compared with those of the files that are there and
//! never become part of a path, so that a name leads nowhere else.

use super::data_folder::data_folder;
use crate::cli::inputs;
use crate::cli::report::Message;
use std::ffi::OsStr;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use tabiya::printable;
use tabiya_disk as disk;

/// The environment variable that names the folder.
pub(crate) const VARIABLE: &str = "TABIYA_RECIPES";

/// A recipe of the user's own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct OwnRecipe {
    pub(crate) name: String,
    pub(crate) path: PathBuf,
}

/// The folder of the recipes, whether it is there or not; none if the system has no place for it.
pub(crate) fn folder() -> Option<PathBuf> {
    let named = std::env::var_os(VARIABLE).filter(|value| !value.is_empty()).map(PathBuf::from);
    named.or_else(|| data_folder().map(|data| data.join("recipes")))
}

/// All of them, by name. Of files with the same name, the first one in the order of their paths.
///
/// # Errors
/// If the folder is there and cannot be read.
pub(crate) fn all() -> Result<Vec<OwnRecipe>, Message> {
    let Some(folder) = folder() else { return Ok(Vec::new()) };
    let mut found = Vec::new();
    gather(&folder, true, &mut found)?;
    found.sort_by(|a: &OwnRecipe, b| (&a.name, &a.path).cmp(&(&b.name, &b.path)));
    found.dedup_by(|later, first| later.name == first.name);
    Ok(found)
}

fn gather(folder: &Path, deeper: bool, found: &mut Vec<OwnRecipe>) -> Result<(), Message> {
    let fail = |error| inputs::unseen(folder, &error);
    let entries = match disk::entries(folder) {
        Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => return Ok(()),
        entries => entries.map_err(fail)?,
    };
    for entry in entries {
        let path = entry.map_err(fail)?.path();
        if disk::is_folder(&path).map_err(fail)? {
            if deeper {
                gather(&path, false, found)?;
            }
        } else if path.extension().is_some_and(|end| end.eq_ignore_ascii_case("cql"))
            && let Some(name) = path.file_stem().and_then(OsStr::to_str)
        {
            found.push(OwnRecipe { name: name.to_owned(), path });
        }
    }
    Ok(())
}

/// The recipe with a name; hyphens may be spaces.
pub(crate) fn named(asked: &str) -> Result<Option<OwnRecipe>, Message> {
    let plain = |name: &str| name.trim().to_lowercase().replace(' ', "-");
    let asked = plain(asked.trim_end_matches(".cql"));
    Ok(all()?.into_iter().find(|recipe| plain(&recipe.name) == asked))
}

/// Those in whose names or first comments all of some words occur.
pub(crate) fn matching(asked: &str) -> Result<Vec<OwnRecipe>, Message> {
    let words: Vec<String> = asked.split_whitespace().map(str::to_lowercase).collect();
    let has = |recipe: &OwnRecipe| {
        let text = format!("{} {}", recipe.name, recipe.title()).to_lowercase();
        words.iter().all(|word| text.contains(word.as_str()))
    };
    Ok(all()?.into_iter().filter(has).collect())
}

impl OwnRecipe {
    /// The text of the query.
    pub(crate) fn text(&self) -> Result<String, Message> {
        disk::read_text(&self.path).map_err(|error| {
            let message = Message::error("unreadable-query", format!("cannot read this query: {error}"));
            message
                .file(self.path.display().to_string())
                .help("check that the file can be read, and that it is UTF-8 text")
        })
    }

    /// The first line of the comment at its top, or of the query if there is none.
    pub(crate) fn title(&self) -> String {
        let text = disk::read_text(&self.path).unwrap_or_default();
        let first = text.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default();
        let comment = first.trim_start_matches("//").trim_start_matches("/*").trim_start_matches(';').trim();
        printable::line(comment).into_owned()
    }
}

/// The message if there is none.
pub(crate) fn none() -> Message {
    let Some(folder) = folder() else {
        let text = "there is no place for recipes of your own";
        return Message::error("no-recipe", text).help(format!("name a folder with query files in {VARIABLE}"));
    };
    let message =
        Message::error("no-recipe", "there are no such recipes of your own").file(folder.display().to_string());
    message.help(format!("put query files there, such as NAME.cql, or name another folder in {VARIABLE}"))
}
