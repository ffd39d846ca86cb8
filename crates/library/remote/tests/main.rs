//! Files of a web server, whole and in part, with everything that goes wrong on the way.

#![allow(clippy::disallowed_methods)]
#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    reason = "the numbers of tests are small"
)]

use std::io::{self, Read as _};
use std::thread;
use std::time::{Duration, Instant};
use tabiya_remote::{RemoteFile, list};
use tabiya_test_support::web::{Fault, Web};

/// Bytes of which no two places are alike.
fn bytes(len: u32) -> Vec<u8> {
    (0..len).map(|n| (n.wrapping_mul(2_654_435_761) >> 24) as u8).collect()
}

fn server(len: u32) -> (Web, Vec<u8>, RemoteFile) {
    let (web, bytes) = (Web::start(), bytes(len));
    web.put("games/a b.bin", bytes.clone());
    let file = RemoteFile::open(&web.address("games/a%20b.bin")).expect("a file");
    (web, bytes, file)
}

fn piece(file: &RemoteFile, offset: u64, len: usize) -> io::Result<Vec<u8>> {
    let mut piece = vec![0; len];
    file.read_exact_at(&mut piece, offset).map(|()| piece)
}

#[test]
fn a_file_from_its_beginning_to_its_end() {
    let (web, bytes, file) = server(9_000_000);
    assert_eq!(file.len(), bytes.len() as u64);
    assert!(!file.is_empty());
    let mut read = Vec::new();
    file.reader().read_to_end(&mut read).expect("the file");
    assert!(read == bytes);
    let ranges: Vec<_> = web.asked().into_iter().filter_map(|asked| asked.range).collect();
    assert_eq!(ranges.len(), 4, "{ranges:?}");
    web.put("games/empty", "");
    let empty = RemoteFile::open(&web.address("games/empty")).expect("a file");
    assert!(empty.is_empty());
    assert_eq!(empty.reader().read_to_end(&mut read).expect("nothing"), 0);
    assert!(piece(&empty, 0, 0).is_ok());
}

#[test]
fn pieces_at_any_place() {
    let (web, bytes, file) = server(3_000_001);
    let mut rng = 1_u64;
    let mut number = |below: u64| {
        rng = rng.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (rng >> 33) % below
    };
    for _ in 0..300 {
        let offset = number(bytes.len() as u64);
        let len = if number(4) == 0 { number(1_000_000) } else { number(1000) };
        let len = len.min(bytes.len() as u64 - offset);
        assert!(piece(&file, offset, len as usize).expect("a piece") == bytes[offset as usize..][..len as usize]);
    }
    assert_eq!(piece(&file, bytes.len() as u64 - 1, 2).expect_err("its end").kind(), io::ErrorKind::UnexpectedEof);
    assert_eq!(piece(&file, u64::MAX, 2).expect_err("its end").kind(), io::ErrorKind::UnexpectedEof);
    // What lies near is there already, for all threads.
    web.asked();
    let file = RemoteFile::open(file.address()).expect("the same file");
    piece(&file, 100, 10).expect("a piece");
    thread::scope(|scope| {
        for n in 0..4 {
            let (file, bytes) = (&file, &bytes);
            scope.spawn(move || {
                assert!(piece(file, 200 * n, 1000).expect("a piece") == bytes[200 * n as usize..][..1000])
            });
        }
    });
    assert_eq!(web.asked().iter().filter(|asked| asked.method == "GET").count(), 1);
}

#[test]
fn requests_are_made_again() {
    let (web, bytes, file) = server(1_000_000);
    web.next_faults(&[Fault::Busy, Fault::Busy, Fault::Cut(1000), Fault::Slow(Duration::from_millis(300))]);
    let mut read = Vec::new();
    file.reader().read_to_end(&mut read).expect("the file");
    assert!(read == bytes);
    web.next_faults(&[Fault::Cut(0), Fault::Busy, Fault::Cut(70_000)]);
    let file = RemoteFile::open(file.address()).expect("a file");
    assert!(piece(&file, 300_000, 600_000).expect("a piece") == bytes[300_000..900_000]);
}

/// In the end an answer is complete, or an error.
#[test]
fn what_cannot_be_read_is_an_error() {
    let (web, _, file) = server(1_000_000);
    let error = |address: &str| RemoteFile::open(address).expect_err("no file");
    assert_eq!(error(&web.address("games/none.pgn")).kind(), io::ErrorKind::NotFound);
    let asked = error("http://127.0.0.1:1/games.pgn?signature=x");
    assert!(asked.to_string().contains("must not have ?"), "{asked}");
    web.always(Some(Fault::Forbidden));
    assert_eq!(error(file.address()).kind(), io::ErrorKind::PermissionDenied);
    web.always(Some(Fault::Whole));
    assert!(piece(&file, 500_000, 10).is_err());
    web.always(None);
    // A file that is another one now.
    let mut reader = file.reader();
    let mut start = [0; 10];
    reader.read_exact(&mut start).expect("its beginning");
    let file = RemoteFile::open(file.address()).expect("a file");
    web.put("games/a b.bin", bytes(999));
    let changed = piece(&file, 0, 10).expect_err("another file");
    assert!(changed.to_string().contains("changed while it was read"), "{changed}");
    // A server that does not encrypt is not a crash.
    assert!(RemoteFile::open(&web.address("games/a b.bin").replace("http:", "https:")).is_err());
    let no_list = list(&web.address("games/")).expect_err("no list");
    assert_eq!(no_list.kind(), io::ErrorKind::Unsupported);
}

#[test]
fn a_server_that_always_fails_is_given_up() {
    let (web, _, file) = server(1000);
    web.always(Some(Fault::Cut(10)));
    let started = Instant::now();
    assert!(piece(&file, 0, 1000).is_err());
    assert!(started.elapsed() < Duration::from_secs(300));
}
