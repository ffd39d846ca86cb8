//! The command `tabiya`, for targets that run it as a process of its own.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

static COMMAND: OnceLock<PathBuf> = OnceLock::new();

/// Says where the command `tabiya` is. Without this, the environment variable `TABIYA_COMMAND` does.
pub fn use_command(path: &Path) {
    let _ = COMMAND.set(path.to_owned());
}

pub(crate) fn command() -> PathBuf {
    let command = COMMAND.get().cloned().or_else(|| std::env::var_os("TABIYA_COMMAND").map(PathBuf::from));
    command.expect("TABIYA_COMMAND names the command `tabiya`")
}
