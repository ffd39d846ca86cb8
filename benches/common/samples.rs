//! Where the games of the repository are.

use std::path::PathBuf;

/// A path in the repository.
pub(crate) fn root(path: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(path)
}
