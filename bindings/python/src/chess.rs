//! python-chess: games to it and from it. It is needed only by those who ask for its objects.

use pyo3::exceptions::{PyImportError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyModule};
use tabiya::Game;
use tabiya::chess::variant::Variant;
use tabiya::game::TreeView;

fn module<'py>(py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyModule>> {
    PyModule::import(py, name).map_err(|error| match error.is_instance_of::<PyImportError>(py) {
        true => PyImportError::new_err("this needs python-chess: pip install chess"),
        false => error,
    })
}

/// Reads PGN as a `chess.pgn.Game`.
pub(crate) fn read_game<'py>(py: Python<'py>, pgn: &str) -> PyResult<Bound<'py, PyAny>> {
    let text = PyModule::import(py, "io")?.getattr("StringIO")?.call1((pgn,))?;
    module(py, "chess.pgn")?.getattr("read_game")?.call1((text,))
}

/// The PGN of a game of python-chess; `None` if the object is not one.
pub(crate) fn pgn_of(object: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
    // A program that has such an object has imported its module.
    let modules = PyModule::import(object.py(), "sys")?.getattr("modules")?;
    let Ok(module) = modules.get_item("chess.pgn") else { return Ok(None) };
    if !object.is_instance(&module.getattr("GameNode")?)? {
        return Ok(None);
    }
    let root = object.call_method0(intern!(object.py(), "game"))?;
    Ok(Some(root.str()?.to_str()?.to_owned()))
}

/// The node of a game of python-chess that stands for a position.
pub(crate) fn node_of<'py>(game: &Bound<'py, PyAny>, tree: TreeView<'_>, position: u32) -> PyResult<Bound<'py, PyAny>> {
    let mut way = Vec::new();
    let mut node = position;
    while let Some(parent) = tree.parent(node) {
        way.push(tree.children(parent).position(|child| child == node).unwrap_or(0));
        node = parent;
    }
    let mut found = game.clone();
    for index in way.into_iter().rev() {
        let variations = found.getattr(intern!(game.py(), "variations"))?;
        found = variations.get_item(index).map_err(|_| {
            PyValueError::new_err("python-chess does not read this game as it is: it stops before the position")
        })?;
    }
    Ok(found)
}

/// A position as a `chess.Board`, of the class that python-chess has for the variant of its game.
pub(crate) fn board<'py>(py: Python<'py>, game: &Game, position: u32) -> PyResult<Bound<'py, PyAny>> {
    let fen = game.fen(position);
    let chess = module(py, "chess")?;
    let options = PyDict::new(py);
    match game.variant() {
        None | Some(Variant::Standard | Variant::FromPosition) => {}
        Some(Variant::Chess960) => options.set_item("chess960", true)?,
        Some(_) => {
            let find = module(py, "chess.variant")?.getattr("find_variant")?;
            return find.call1((game.variant_name(),))?.call1((fen,));
        }
    }
    chess.getattr("Board")?.call((fen,), Some(&options))
}
