//! The recipes of the book: queries for well-known patterns.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{IntoPyDict as _, PyDict};
use tabiya_session::recipes::{Recipe, THEMES, Theme, all, matching, query_of};

/// The recipes of the book, in its order: a dictionary for each with `name`, `title`, `words` (what it finds), `theme` and `query`.
///
/// Args:
///     about: Only those in whose name, title or description all of these words occur, the best first.
///
/// >>> [recipe["name"] for recipe in tabiya.recipes("smothered")]
/// ['smothered-mate']
#[pyfunction]
#[pyo3(signature = (about=None))]
pub(crate) fn recipes<'py>(py: Python<'py>, about: Option<&str>) -> PyResult<Vec<Bound<'py, PyDict>>> {
    let found = about.map_or_else(|| all().collect(), matching);
    let entry = |recipe: Recipe| {
        let is_here = |theme: &&Theme| theme.recipes().any(|one| one.name == recipe.name);
        let theme = THEMES.iter().find(is_here).map(|theme| theme.name);
        let values = [Some(recipe.name), Some(&*recipe.title), Some(&*recipe.words), theme, Some(recipe.query)];
        ["name", "title", "words", "theme", "query"].into_iter().zip(values).into_py_dict(py)
    };
    found.into_iter().map(entry).collect()
}

/// The query of a recipe, to be searched for.
///
/// Raises:
///     ValueError: There is no recipe of this name.
///
/// >>> mates = tabiya.search(tabiya.recipe("fools-mate"), b"1. f3 e5 2. g4 Qh4# 0-1")
/// >>> [match.san for match in mates]
/// ['Qh4#']
#[pyfunction]
pub(crate) fn recipe(name: &str) -> PyResult<&'static str> {
    query_of(name).map_err(PyValueError::new_err)
}
