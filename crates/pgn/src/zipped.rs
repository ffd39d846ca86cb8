//! The games of zip archives: the texts of all files in one that have the name of games, one after the other.
//!
//! The crate `zip` reads the directory of an archive, and its readers borrow it; so the data are read from their place here.

use flate2::CrcReader;
use flate2::read::DeflateDecoder;
use std::io::{self, Read, Seek, SeekFrom};
use std::sync::{Arc, Mutex, PoisonError};
use std::vec;
use zip::{CompressionMethod, ZipArchive};

/// The longest archive that is read from a stream, which must be kept in memory: the directory is at its end.
const MOST_IN_MEMORY: u64 = 256 << 20;

/// The ends of the names of files that are read: all that are must have the same.
const NAMES: [&str; 7] = ["pgn", "epd", "fen", "csv", "json", "ndjson", "olv"];

/// The error of an archive that is sound, but whose games cannot be read.
fn unfit(why: &str) -> io::Error {
    io::Error::new(io::ErrorKind::Unsupported, format!("of this zip archive, {why}"))
}

/// Where an archive is.
pub(crate) trait Archive: Read + Seek + Send {}

impl<T: Read + Seek + Send> Archive for T {}

/// An archive that several readers share.
type Shared = Arc<Mutex<Box<dyn Archive>>>;

/// True for the beginning of an archive.
pub(crate) fn is_zip(start: &[u8]) -> bool {
    start.starts_with(b"PK\x03\x04") || start.starts_with(b"PK\x05\x06")
}

/// Takes an archive from a stream into memory.
pub(crate) fn in_memory(stream: impl Read) -> io::Result<Box<dyn Archive>> {
    let mut bytes = Vec::new();
    stream.take(MOST_IN_MEMORY + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MOST_IN_MEMORY {
        return Err(unfit(&format!("not more than {MOST_IN_MEMORY} bytes can be read from a stream")));
    }
    Ok(Box::new(io::Cursor::new(bytes)))
}

/// A file in an archive.
#[derive(Debug)]
struct Member {
    name: String,
    start: u64,
    len: u64,
    deflated: bool,
    crc: u32,
}

/// The texts of an archive, with blank lines between them.
pub(crate) struct Zipped {
    archive: Shared,
    members: vec::IntoIter<Member>,
    open: Option<(Member, CrcReader<Box<dyn Read + Send>>)>,
    /// The ends of lines that are still to come before the next text.
    gap: usize,
}

impl Zipped {
    /// Reads the directory.
    pub(crate) fn new(archive: Box<dyn Archive>) -> io::Result<Zipped> {
        let mut zip = ZipArchive::new(archive).map_err(io::Error::other)?;
        let mut members = Vec::new();
        for index in 0..zip.len() {
            let file = zip.by_index_raw(index).map_err(io::Error::other)?;
            let name = file.name().map_err(io::Error::other)?.into_owned();
            // Archives of macOS have a file of attributes for each file.
            let Some((_, end)) = name.rsplit_once('.').filter(|_| file.is_file() && !name.starts_with("__MACOSX/"))
            else {
                continue;
            };
            let end = end.to_ascii_lowercase();
            if !NAMES.contains(&&*end) {
                continue;
            }
            let deflated = match file.compression() {
                _ if file.encrypted() => return Err(unfit(&format!("`{name}` is encrypted"))),
                CompressionMethod::Stored => false,
                CompressionMethod::Deflated => true,
                other => return Err(unfit(&format!("`{name}` is packed in a way that is not known, {other}"))),
            };
            let (start, len, crc) = (file.data_start().unwrap_or_default(), file.compressed_size(), file.crc32());
            members.push((end, Member { name, start, len, deflated, crc }));
        }
        let Some((first, _)) = members.first() else {
            return Err(unfit("no file has a name that ends in .pgn, .epd, .fen, .csv, .json, .ndjson or .olv"));
        };
        if let Some((other, _)) = members.iter().find(|(other, _)| other != first) {
            return Err(unfit(&format!("some files end in .{first} and some in .{other}")));
        }
        let members: Vec<Member> = members.into_iter().map(|(_, member)| member).collect();
        let archive = Arc::new(Mutex::new(zip.into_inner()));
        Ok(Zipped { archive, members: members.into_iter(), open: None, gap: 0 })
    }
}

impl Read for Zipped {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            if let Some((member, reader)) = &mut self.open {
                let len = reader.read(buffer)?;
                if len > 0 || buffer.is_empty() {
                    return Ok(len);
                }
                if reader.crc().sum() != member.crc {
                    let message = format!("the file `{}` in this zip archive is damaged", member.name);
                    return Err(io::Error::new(io::ErrorKind::InvalidData, message));
                }
                (self.open, self.gap) = (None, 2);
            }
            if self.gap > 0 && self.members.len() > 0 {
                let len = self.gap.min(buffer.len());
                buffer[..len].fill(b'\n');
                self.gap -= len;
                return Ok(len);
            }
            let Some(member) = self.members.next() else { return Ok(0) };
            let piece = Piece { archive: Arc::clone(&self.archive), at: member.start, left: member.len };
            let data: Box<dyn Read + Send> =
                if member.deflated { Box::new(DeflateDecoder::new(piece)) } else { Box::new(piece) };
            self.open = Some((member, CrcReader::new(data)));
        }
    }
}

/// A part of an archive.
struct Piece {
    archive: Shared,
    at: u64,
    left: u64,
}

impl Read for Piece {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut archive = self.archive.lock().unwrap_or_else(PoisonError::into_inner);
        archive.seek(SeekFrom::Start(self.at))?;
        let len = archive.by_ref().take(self.left).read(buffer)?;
        self.at += len as u64;
        self.left -= len as u64;
        Ok(len)
    }
}
