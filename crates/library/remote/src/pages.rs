//! Pages of a file that have been read: readers ask for many short pieces that lie near each other.

use crate::{Object, store};
use std::io;
use std::sync::{Arc, Mutex, PoisonError};

/// The bytes of a page. A request takes as long as some hundred KiB.
const PAGE: u64 = 256 << 10;

/// The number of pages that are kept.
const KEPT: usize = 32;

/// The pages that were read last, the newest one last.
#[derive(Default)]
pub(crate) struct Pages(Vec<(u64, Arc<Vec<u8>>)>);

impl Pages {
    fn get(&mut self, number: u64) -> Option<Arc<Vec<u8>>> {
        let place = self.0.iter().position(|(known, _)| *known == number)?;
        let page = self.0.remove(place);
        let bytes = Arc::clone(&page.1);
        self.0.push(page);
        Some(bytes)
    }

    fn keep(&mut self, number: u64, bytes: Vec<u8>) {
        if self.0.iter().any(|(known, _)| *known == number) {
            return;
        }
        if self.0.len() == KEPT {
            self.0.remove(0);
        }
        self.0.push((number, Arc::new(bytes)));
    }
}

/// Fills `bytes` from a place of the file on: from pages that are there, and with one request for all others.
pub(crate) fn read(pages: &Mutex<Pages>, object: &Arc<Object>, bytes: &mut [u8], offset: u64) -> io::Result<()> {
    let (len, size) = (bytes.len() as u64, object.meta.size);
    if offset.checked_add(len).is_none_or(|end| end > size) {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    if len == 0 {
        return Ok(());
    }
    let (first, last) = (offset / PAGE, (offset + len - 1) / PAGE);
    let lock = || pages.lock().unwrap_or_else(PoisonError::into_inner);
    let known: Vec<Option<Arc<Vec<u8>>>> = {
        let mut pages = lock();
        (first..=last).map(|number| pages.get(number)).collect()
    };
    let missing = |number: &u64| known[usize_of(number - first)].is_none();
    let wanted = (first..=last).find(missing).zip((first..=last).rev().find(missing));
    let mut fetched = Vec::new();
    if let Some((from, to)) = wanted {
        let (start, end) = (from * PAGE, ((to + 1) * PAGE).min(size));
        let of = Arc::clone(object);
        fetched = store::wait(async move { of.range(start, end).await })?;
        let mut pages = lock();
        // The last ones of a long piece, since a reader goes on behind it.
        for number in (from..=to).rev().take(KEPT / 2) {
            let start = usize_of((number - from) * PAGE);
            pages.keep(number, fetched[start..fetched.len().min(start + usize_of(PAGE))].to_vec());
        }
    }
    for number in first..=last {
        let page_start = number * PAGE;
        let page = match (&known[usize_of(number - first)], wanted) {
            (_, Some((from, to))) if (from..=to).contains(&number) => {
                let start = usize_of((number - from) * PAGE);
                &fetched[start..fetched.len().min(start + usize_of(PAGE))]
            }
            (Some(page), _) => page.as_slice(),
            (None, _) => return Err(io::ErrorKind::UnexpectedEof.into()),
        };
        let (low, high) = (offset.max(page_start), (offset + len).min(page_start + PAGE));
        bytes[usize_of(low - offset)..usize_of(high - offset)]
            .copy_from_slice(&page[usize_of(low - page_start)..usize_of(high - page_start)]);
    }
    Ok(())
}

/// A length or a place in what is in memory.
fn usize_of(n: u64) -> usize {
    usize::try_from(n).expect("what is in memory has an address")
}
