//! The place of the repository's games.

use std::path::PathBuf;

/// A path in the repository.
pub(crate) fn root(path: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(path)
}
