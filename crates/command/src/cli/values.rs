//! Values that the options of several commands take: folders and times.

use std::path::PathBuf;
use std::time::Duration;

/// A folder that exists, as a path from the root without links.
///
/// # Errors
///
/// The reason why it cannot be used, in words.
pub(crate) fn folder(name: &str) -> Result<PathBuf, String> {
    let path = std::fs::canonicalize(name).map_err(|error| error.to_string())?;
    if path.is_dir() { Ok(path) } else { Err("this is not a folder".into()) }
}

/// A number of seconds, greater than 0; fractions are allowed.
///
/// # Errors
///
/// The form in which to write it instead.
pub(crate) fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse::<f64>().ok().filter(|seconds| *seconds > 0.0);
    let time = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    time.ok_or_else(|| "write a number of seconds, for example 60 or 0.5".into())
}
