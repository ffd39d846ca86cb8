//! The options of the command `shard`.

use super::help::{ADVANCED, GAMES, OUTPUT};
use super::report_args::ReportArgs;
use clap::Args;
use std::num::NonZeroU64;
use std::path::PathBuf;

#[derive(Debug, Args)]
pub(crate) struct ShardArgs {
    /// Files, folders, or - for standard input: .pgn, .pgn.zst, .pgn.gz, .pgn.bz2, .pgn.zip, .tabiya
    #[arg(value_name = "GAMES", help_heading = GAMES)]
    pub(crate) inputs: Vec<PathBuf>,

    /// The folder for the shards and their manifest; a new or an empty one
    #[arg(short, long, value_name = "DIR", help_heading = OUTPUT)]
    pub(crate) output: PathBuf,

    /// Put N games into each shard
    #[arg(long = "games", value_name = "N", group = "cut", help_heading = OUTPUT)]
    pub(crate) games: Option<NonZeroU64>,

    /// Make N shards with equal numbers of games; the games are counted first
    #[arg(long, value_name = "N", group = "cut", help_heading = OUTPUT)]
    pub(crate) shards: Option<NonZeroU64>,

    /// Close a shard when it has this much PGN, such as 500M or 2G [default: 1G]
    ///
    /// Close a shard when it has this much PGN, before compression: a number of bytes, or one with K, M or G after it [default: 1G]
    #[arg(long, value_name = "BYTES", value_parser = size, group = "cut", help_heading = OUTPUT)]
    pub(crate) size: Option<NonZeroU64>,

    /// Write database files instead of compressed PGN
    #[arg(long, help_heading = OUTPUT)]
    pub(crate) database: bool,

    /// Number of threads [default: one per processor]
    #[arg(short = 'j', long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    #[arg(help_heading = ADVANCED)]
    pub(crate) threads: Option<u16>,

    #[command(flatten)]
    pub(crate) messages: ReportArgs,
}

/// A number of bytes: `1000`, `500M`.
fn size(text: &str) -> Result<NonZeroU64, String> {
    let (digits, unit) = match text.trim_end_matches(['K', 'k', 'M', 'm', 'G', 'g']) {
        digits if digits.len() + 1 < text.len() => (text, 1),
        digits => match text.as_bytes().last().map(u8::to_ascii_uppercase) {
            Some(b'K') => (digits, 1 << 10),
            Some(b'M') => (digits, 1 << 20),
            Some(b'G') => (digits, 1 << 30),
            _ => (digits, 1),
        },
    };
    let bytes = digits.parse::<u64>().ok().and_then(|number| number.checked_mul(unit)).and_then(NonZeroU64::new);
    bytes.ok_or_else(|| "write a number of bytes greater than 0, such as 500M or 2G".into())
}

#[cfg(test)]
mod tests {
    use super::size;

    #[test]
    fn sizes() {
        for (text, bytes) in [("1", 1), ("10k", 10 << 10), ("500M", 500 << 20), ("2G", 2 << 30)] {
            assert_eq!(size(text).map(u64::from), Ok(bytes), "{text}");
        }
        for text in ["", "0", "M", "0G", "1KK", "-1", "1.5G", "99999999999999999999", "18446744073709551615K"] {
            assert!(size(text).is_err(), "{text}");
        }
    }
}
