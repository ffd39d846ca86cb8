//! Values that the options of several commands take: folders, times, ranges of games, and places on the command line.

use clap::ArgMatches;
use std::path::{Path, PathBuf};
use std::time::Duration;
use tabiya_disk as disk;

/// A folder that exists, as a path from the root without links.
///
/// # Errors
///
/// The reason why it cannot be used, in words.
pub(crate) fn folder(name: &str) -> Result<PathBuf, String> {
    let path = disk::canonicalize(Path::new(name)).map_err(|error| error.to_string())?;
    if disk::is_folder(&path).map_err(|error| error.to_string())? {
        Ok(path)
    } else {
        Err("this is not a folder".into())
    }
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

/// The numbers of the first and of the last game of a range: `10-20`, `10..20`, `10..`, `..20`, `10`.
///
/// # Errors
///
/// The error, in words.
pub(crate) fn game_range(text: &str) -> Result<(u64, u64), String> {
    let number = |text: &str, missing: u64| match text.trim() {
        "" => Ok(missing),
        digits => digits.parse::<u64>().map_err(|_| format!("`{digits}` is not a number; write, for example, 10-20")),
    };
    let ends = text.split_once("..").or_else(|| text.split_once('-'));
    let (first, last) = match ends {
        Some((first, last)) => (number(first, 1)?, number(last.trim_start_matches('='), u64::MAX)?),
        None => (number(text, 0)?, number(text, 0)?),
    };
    if first == 0 {
        return Err("games are counted from 1".into());
    }
    if first > last {
        return Err(format!("{first} is greater than {last}; the smaller number comes first"));
    }
    Ok((first, last))
}

/// The places at which an option was given on the command line.
pub(crate) fn places_of(option: &str, matches: Option<&ArgMatches>) -> Vec<usize> {
    matches.and_then(|matches| matches.indices_of(option)).map(Iterator::collect).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges() {
        assert_eq!(game_range("10..20"), Ok((10, 20)));
        assert_eq!(game_range("10-20"), Ok((10, 20)));
        assert_eq!(game_range("10-"), Ok((10, u64::MAX)));
        assert_eq!(game_range("10.."), Ok((10, u64::MAX)));
        assert_eq!(game_range("..20"), Ok((1, 20)));
        assert_eq!(game_range("7"), Ok((7, 7)));
        assert!(game_range("0..3").is_err());
        assert!(game_range("5..3").is_err());
        assert!(game_range("5-3").is_err());
        assert!(game_range("a..3").is_err());
    }
}
