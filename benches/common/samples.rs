//! The games that are measured: those of the repository, and the corpora next to it.

#[path = "root.rs"]
mod root;

use root::root;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use tabiya::game::Input;

/// The PGN to measure, with names: the project's own games and, where the corpora are there (`TABIYA_SHARED`),
/// `otb.pgn.zst`.
pub(crate) fn games() -> Vec<(&'static str, Vec<u8>)> {
    let shared = std::env::var_os("TABIYA_SHARED").map_or_else(|| root("../shared"), PathBuf::from);
    let files = [("own games", root("tests/data/games/wild.pgn")), ("otb", shared.join("corpora/otb.pgn.zst"))];
    files.into_iter().map(|(name, path)| (name, content(&path))).filter(|(_, bytes)| !bytes.is_empty()).collect()
}

/// The text of a file, decompressed; nothing if it is not there.
fn content(path: &Path) -> Vec<u8> {
    let mut bytes = Vec::new();
    if let Ok(mut input) = Input::open(path) {
        input.read_to_end(&mut bytes).expect("the file can be read");
    }
    bytes
}
