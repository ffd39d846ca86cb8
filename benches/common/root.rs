//! Paths in the repository.

use std::path::{Path, PathBuf};

/// A path in the repository.
pub(crate) fn root(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}
