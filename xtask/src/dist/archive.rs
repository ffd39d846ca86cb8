//! Archives whose bytes depend on their contents alone: sorted names, one time, no owners.

use anyhow::{Result, anyhow};
use flate2::{Compression, GzBuilder};
use std::collections::BTreeMap;
use std::fs;
use std::io::{Cursor, Write as _};
use std::path::Path;
use tar::{EntryType, Header};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

/// What will be an archive: files below one folder.
#[derive(Debug)]
pub(super) struct Archive {
    folder: String,
    time: u64,
    files: BTreeMap<String, Content>,
}

#[derive(Debug)]
enum Content {
    File { bytes: Vec<u8>, is_program: bool },
    Link(String),
}

impl Archive {
    /// An archive of a folder, whose files get a time in seconds since 1970.
    pub(super) fn new(folder: &str, time: u64) -> Archive {
        Archive { folder: folder.to_owned(), time, files: BTreeMap::new() }
    }

    /// Adds a file. The parts of its path are separated by `/`.
    pub(super) fn add(&mut self, path: &str, bytes: Vec<u8>, is_program: bool) {
        self.files.insert(format!("{}/{path}", self.folder), Content::File { bytes, is_program });
    }

    /// Adds a link to a file next to it. Archives for Windows have none.
    pub(super) fn link(&mut self, path: &str, to: &str) {
        self.files.insert(format!("{}/{path}", self.folder), Content::Link(to.to_owned()));
    }

    /// Writes the archive into a folder, under the name of its own folder.
    pub(super) fn write(&self, out: &Path, is_zip: bool) -> Result<()> {
        let (ending, bytes) = if is_zip { ("zip", self.zip()?) } else { ("tar.gz", self.tar_gz()?) };
        Ok(fs::write(out.join(format!("{}.{ending}", self.folder)), bytes)?)
    }

    pub(super) fn tar_gz(&self) -> Result<Vec<u8>> {
        let packed = GzBuilder::new().mtime(0).write(Vec::new(), Compression::best());
        let mut tar = tar::Builder::new(packed);
        for (path, content) in &self.files {
            let mut header = Header::new_gnu();
            header.set_mtime(self.time);
            header.set_uid(0);
            header.set_gid(0);
            match content {
                Content::File { bytes, is_program } => {
                    header.set_size(bytes.len() as u64);
                    header.set_mode(if *is_program { 0o755 } else { 0o644 });
                    tar.append_data(&mut header, path, bytes.as_slice())?;
                }
                Content::Link(to) => {
                    header.set_size(0);
                    header.set_mode(0o777);
                    header.set_entry_type(EntryType::Symlink);
                    tar.append_link(&mut header, path, to)?;
                }
            }
        }
        Ok(tar.into_inner()?.finish()?)
    }

    pub(super) fn zip(&self) -> Result<Vec<u8>> {
        let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
        let (year, month, day) = date(self.time);
        let time = DateTime::from_date_and_time(year, month, day, 0, 0, 0).map_err(|_| anyhow!("no year of zip"))?;
        for (path, content) in &self.files {
            let Content::File { bytes, is_program } = content else { continue };
            let options = SimpleFileOptions::default()
                .compression_method(CompressionMethod::Deflated)
                .compression_level(Some(9))
                .last_modified_time(time)
                .unix_permissions(if *is_program { 0o755 } else { 0o644 });
            zip.start_file(path.as_str(), options)?;
            zip.write_all(bytes)?;
        }
        Ok(zip.finish()?.into_inner())
    }
}

/// Some bytes, compressed.
pub(super) fn gz(bytes: &[u8]) -> Result<Vec<u8>> {
    let mut packed = GzBuilder::new().mtime(0).write(Vec::new(), Compression::best());
    packed.write_all(bytes)?;
    Ok(packed.finish()?)
}

/// Year, month and day of a time in seconds since 1970.
fn date(time: u64) -> (u16, u8, u8) {
    // Days from March, since the first of March of the year 0, in eras of 400 years.
    let days = time / 86_400 + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let (of_month, month) = (day - (153 * month + 2) / 5 + 1, if month < 10 { month + 3 } else { month - 9 });
    let year = era * 400 + year + u64::from(month <= 2);
    let small = |n: u64| u8::try_from(n).expect("no month has more than 31 days");
    (u16::try_from(year).unwrap_or(u16::MAX), small(month), small(of_month))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn archive(paths: &[&str]) -> Archive {
        let mut archive = Archive::new("x", 1_700_000_000);
        for path in paths {
            archive.add(path, path.as_bytes().repeat(100), *path == "b");
        }
        archive.link("c", "b");
        archive
    }

    #[test]
    fn the_order_of_files_is_that_of_their_names() {
        let [one, other] = [["a", "b", "d/e"], ["d/e", "b", "a"]].map(|paths| archive(&paths));
        assert_eq!(one.tar_gz().unwrap(), other.tar_gz().unwrap());
        assert_eq!(one.zip().unwrap(), other.zip().unwrap());
        let mut read = tar::Archive::new(flate2::read::GzDecoder::new(Cursor::new(one.tar_gz().unwrap())));
        let entries = read.entries().unwrap().map(|entry| {
            let entry = entry.unwrap();
            let path = entry.path().unwrap().display().to_string();
            (path, entry.header().mode().unwrap(), entry.header().mtime().unwrap())
        });
        let expected = [("x/a", 0o644), ("x/b", 0o755), ("x/c", 0o777), ("x/d/e", 0o644)];
        assert_eq!(entries.collect::<Vec<_>>(), expected.map(|(path, mode)| (path.to_owned(), mode, 1_700_000_000)));
    }

    #[test]
    fn dates() {
        assert_eq!(date(0), (1970, 1, 1));
        assert_eq!(date(951_782_400), (2000, 2, 29));
        assert_eq!(date(1_700_000_000), (2023, 11, 14));
        assert_eq!(date(1_735_689_599), (2024, 12, 31));
    }
}
