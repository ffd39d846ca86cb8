//! Searches end when they are told to, and read no more than they need.

use super::{many, on, search};
use std::io::{self, Read};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};
use tabiya::pipeline::RunOptions;
use tabiya::{Halt, Query, RunControl, Sources};

/// Games without end. Says how many bytes were read.
struct Endless {
    text: Vec<u8>,
    at: usize,
    read: Arc<AtomicU64>,
}

impl Endless {
    fn new() -> (Endless, Arc<AtomicU64>) {
        let read = Arc::new(AtomicU64::new(0));
        (Endless { text: many(3).into_bytes(), at: 0, read: Arc::clone(&read) }, read)
    }
}

impl Read for Endless {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        for byte in buffer.iter_mut() {
            *byte = self.text[self.at];
            self.at = (self.at + 1) % self.text.len();
        }
        self.read.fetch_add(buffer.len() as u64, Ordering::Relaxed);
        Ok(buffer.len())
    }
}

/// A stream that gives nothing as long as its other end is there.
struct Silent(Receiver<()>);

impl Read for Silent {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        let _ = self.0.recv();
        Ok(0)
    }
}

#[test]
fn a_dropped_iterator_ends_its_threads() {
    let (endless, read) = Endless::new();
    let matches = Query::parse("mate").expect("a query").matches_in(Sources::new().reader("endless", endless), &on(2));
    assert_eq!(matches.expect("threads").take(100).filter(Result::is_ok).count(), 100);
    let mut before = read.load(Ordering::Relaxed);
    let started = Instant::now();
    loop {
        std::thread::sleep(Duration::from_millis(100));
        let now = read.load(Ordering::Relaxed);
        if now == before {
            break;
        }
        assert!(started.elapsed() < Duration::from_secs(120), "the threads go on");
        before = now;
    }
}

#[test]
fn who_does_not_take_matches_stops_the_reading() {
    let (endless, read) = Endless::new();
    let matches = Query::parse("mate").expect("a query").matches_in(Sources::new().reader("endless", endless), &on(2));
    let mut matches = matches.expect("threads");
    assert!(matches.next().expect("a match").is_ok());
    let mut before = 0;
    let started = Instant::now();
    // The threads search ahead until their lists are full.
    while read.load(Ordering::Relaxed) != before {
        before = read.load(Ordering::Relaxed);
        assert!(started.elapsed() < Duration::from_secs(120), "the threads read on: {before} bytes");
        std::thread::sleep(Duration::from_millis(300));
    }
    assert!(before < 8 << 20, "{before} bytes");
    assert!(matches.next().expect("a match").is_ok());
}

#[test]
fn a_search_ends_where_the_caller_breaks_and_at_its_limit() {
    for threads in [1, 3] {
        let (endless, _) = Endless::new();
        let mut left = 10;
        let query = Query::parse("mate").expect("a query");
        let summary = query.search(Sources::new().reader("endless", endless), &on(threads), |_| {
            left -= 1;
            if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        assert_eq!((summary.expect("no error").matched, left), (10, 0));
        let (endless, _) = Endless::new();
        let options = RunOptions { limit: Some(7), ..on(threads) };
        let (places, summary) = search("mate", Sources::new().reader("endless", endless), &options);
        assert_eq!((places.len(), summary.expect("no error").matched), (7, 7));
    }
    let (places, summary) = search("mate", "examples/games", &RunOptions { limit: Some(0), ..on(2) });
    assert_eq!((places.len(), summary.expect("no error").games), (0, 0));
}

#[test]
fn a_control_ends_a_search_that_waits() {
    for threads in [1, 2] {
        let (keep, silent) = channel();
        let control = Arc::new(RunControl::new());
        let mut options = on(threads);
        options.search.control = Arc::clone(&control);
        let stopper = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(100));
            control.stop();
        });
        let sources = Sources::new().bytes("games", many(3)).reader("silent", Silent(silent));
        let (places, summary) = search("mate", sources, &options);
        stopper.join().expect("the search was stopped");
        let failed = summary.expect_err("the search was stopped");
        assert_eq!((failed.message.code, failed.summary.halted, places.len()), ("stopped", Some(Halt::Stopped), 1));
        drop(keep);
    }
}

#[test]
fn a_time_limit_ends_a_search_and_keeps_what_was_found() {
    let (endless, _) = Endless::new();
    let control = Arc::new(RunControl::with_time_limit(Duration::from_millis(300)));
    let options = RunOptions { threads: on(2).threads, ..RunOptions::new().control(&control) };
    let (places, summary) = search("mate", Sources::new().reader("endless", endless), &options);
    let failed = summary.expect_err("the time is over");
    assert_eq!((failed.message.code, failed.summary.halted), ("time-limit", Some(Halt::TimeLimit)));
    assert_eq!(places.len() as u64, failed.summary.matched);
    assert!(!places.is_empty());
}
