//! Putting rendered games in order, on disk where there are many.
//!
//! Keys become bytes whose order is the order wanted, so that sorting and merging compare bytes only. Runs of a few
//! megabytes are sorted in memory and written to temporary files; when there are many of them they are merged.

use super::output::Fault;
use crate::cli::report::{Message, no_room};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::io::{self, BufReader, BufWriter, Read, Seek as _, Write};
use tabiya_disk::{self as disk, Steps};

/// The number of bytes that are kept in memory before they are written; all where there is no disk.
const RUN_BYTES: usize = if cfg!(target_family = "wasm") { usize::MAX } else { 16 << 20 };

/// The same where a test lets writing fail, so that small games come to the disk.
const FAULTY_RUN_BYTES: usize = 1 << 20;

/// The number of bytes that are written at once.
const WRITTEN_BYTES: usize = 64 << 10;

/// The number of runs that are merged at once.
const FAN_IN: usize = 64;

/// The key of a game, and the game rendered.
type Record = (Vec<u8>, Vec<u8>);

/// Rendered games with their keys.
#[derive(Debug, Default)]
pub(crate) struct Sorter {
    buffer: Vec<Record>,
    bytes: usize,
    /// The bytes of all keys, also of those on disk.
    keys: usize,
    runs: Vec<Steps>,
}

impl Sorter {
    /// Adds a game. Keys must differ from each other.
    pub(crate) fn push(&mut self, key: Vec<u8>, text: Vec<u8>) -> io::Result<()> {
        self.bytes += key.len() + text.len() + 48;
        self.keys += key.len();
        self.buffer.push((key, text));
        let most = if disk::is_faulty() { FAULTY_RUN_BYTES } else { RUN_BYTES };
        if self.bytes > most { self.spill() } else { Ok(()) }
    }

    /// The bytes of all keys so far. Keys are what queries make of games; texts are only as long as other outputs.
    pub(crate) fn held(&self) -> usize {
        self.keys
    }

    /// Hands out all games in order until `each` gives false.
    pub(crate) fn finish<E: From<io::Error>>(
        mut self,
        mut each: impl FnMut(&[u8]) -> Result<bool, E>,
    ) -> Result<(), E> {
        self.buffer.sort_unstable();
        merge(&mut self.runs, self.buffer, |_, text| each(text))
    }

    /// Writes what is in memory to a file. After an error it still is in memory.
    fn spill(&mut self) -> io::Result<()> {
        if self.runs.len() == FAN_IN {
            let mut merged = BufWriter::with_capacity(WRITTEN_BYTES, Steps(disk::temporary()?));
            merge(&mut self.runs, Vec::new(), |key, text| write_record(&mut merged, key, text).map(|()| true))?;
            self.runs = vec![merged.into_inner()?];
        }
        self.buffer.sort_unstable();
        let mut run = BufWriter::with_capacity(WRITTEN_BYTES, Steps(disk::temporary()?));
        for (key, text) in &self.buffer {
            write_record(&mut run, key, text)?;
        }
        self.runs.push(run.into_inner()?);
        self.buffer.clear();
        self.bytes = 0;
        Ok(())
    }
}

fn write_record(out: &mut impl Write, key: &[u8], text: &[u8]) -> io::Result<()> {
    for part in [key, text] {
        out.write_all(&(part.len() as u64).to_le_bytes())?;
        out.write_all(part)?;
    }
    Ok(())
}

fn read_part(run: &mut impl Read) -> io::Result<Option<Vec<u8>>> {
    let mut len = [0; 8];
    match run.read_exact(&mut len) {
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(None),
        result => result?,
    }
    let mut part = vec![0; usize::try_from(u64::from_le_bytes(len)).map_err(io::Error::other)?];
    run.read_exact(&mut part)?;
    Ok(Some(part))
}

/// Hands out the records of sorted runs, and of one more that is in memory, in order until `each` gives false.
fn merge<E: From<io::Error>>(
    runs: &mut [Steps],
    memory: Vec<Record>,
    mut each: impl FnMut(&[u8], &[u8]) -> Result<bool, E>,
) -> Result<(), E> {
    let mut sources = vec![Source::Memory { records: memory.into_iter(), text: Vec::new() }];
    for run in runs {
        run.rewind()?;
        sources.push(Source::File(BufReader::with_capacity(64 << 10, run)));
    }
    let mut heads = BinaryHeap::new();
    for (i, source) in sources.iter_mut().enumerate() {
        heads.extend(source.key()?.map(|key| Reverse((key, i))));
    }
    while let Some(Reverse((key, i))) = heads.pop() {
        let text = sources[i].text()?;
        if !each(&key, &text)? {
            break;
        }
        heads.extend(sources[i].key()?.map(|key| Reverse((key, i))));
    }
    Ok(())
}

/// The source of records in order. Of the records that wait for their turn only the keys are in memory.
enum Source<'a> {
    Memory { records: std::vec::IntoIter<Record>, text: Vec<u8> },
    File(BufReader<&'a mut Steps>),
}

impl Source<'_> {
    /// The key of the next record, whose text must be taken before the one after it.
    fn key(&mut self) -> io::Result<Option<Vec<u8>>> {
        match self {
            Source::Memory { records, text: next } => Ok(records.next().map(|(key, text)| {
                *next = text;
                key
            })),
            Source::File(run) => read_part(run),
        }
    }

    /// The text that belongs to the key.
    fn text(&mut self) -> io::Result<Vec<u8>> {
        match self {
            Source::Memory { text, .. } => Ok(std::mem::take(text)),
            Source::File(run) => read_part(run)?.ok_or_else(|| io::ErrorKind::UnexpectedEof.into()),
        }
    }
}

impl From<io::Error> for Fault {
    fn from(error: io::Error) -> Fault {
        Fault::Failed(unsortable(&error))
    }
}

/// The message about results that cannot be stored until they are all there.
pub(crate) fn unsortable(error: &io::Error) -> Message {
    no_room("results for sorting", error)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_games_go_through_files() {
        let mut sorter = Sorter::default();
        let mut x: u64 = 1;
        let mut expected = Vec::new();
        for i in 0..3000_u64 {
            x = x.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let key = [x.to_be_bytes(), i.to_be_bytes()].concat();
            expected.push(key.clone());
            sorter.push(key.clone(), key.repeat(3000)).unwrap();
        }
        assert!(sorter.runs.len() > 5);
        expected.sort();
        let mut found = Vec::new();
        let each = |text: &[u8]| {
            found.push(text[..16].to_vec());
            Ok::<bool, io::Error>(true)
        };
        sorter.finish(each).unwrap();
        assert_eq!(found, expected);
    }
}
