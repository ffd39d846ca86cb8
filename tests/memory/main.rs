//! Memory: whatever a query asks for, the peak stays near the limit that bounds it. An allocator counts, so no machine matters.
//!
//! A case is a row of one of the tables: what it pushes against, the bytes that it may take, and the work. Rows run one
//! after the other, since they share the allocator.

#![allow(clippy::disallowed_methods)]

mod queries;
#[cfg(target_os = "linux")]
mod whole;

use peak_alloc::PeakAlloc;
use std::sync::{Mutex, PoisonError};

#[global_allocator]
static ALLOCATOR: PeakAlloc = PeakAlloc;

/// One at a time.
static TURN: Mutex<()> = Mutex::new(());

/// A mebibyte.
const MIB: usize = 1 << 20;

/// What is pushed against, the bytes that the work may take at its peak beside what was there before, and the work.
type Row = (&'static str, usize, fn());

/// Runs the rows of a table, and names all that take too much.
fn within(rows: &[Row]) {
    let _turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
    let mut beyond = Vec::new();
    for (name, most, work) in rows {
        let before = ALLOCATOR.current_usage();
        ALLOCATOR.reset_peak_usage();
        work();
        let peak = ALLOCATOR.peak_usage().saturating_sub(before);
        let kept = ALLOCATOR.current_usage().saturating_sub(before);
        if peak > *most {
            beyond.push(format!("{name}: {peak} bytes at the peak, and {most} are allowed"));
        }
        // What is over is given back, but for some tables that are made once.
        if kept > 4 * MIB {
            beyond.push(format!("{name}: {kept} bytes are kept"));
        }
    }
    assert!(beyond.is_empty(), "\n{}", beyond.join("\n"));
}
