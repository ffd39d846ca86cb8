//! From text to plan: generated queries of ten thousand lines, read in the dialect in which they are written, and planned.

use criterion::{Criterion, criterion_group, criterion_main};
use std::fmt::Write as _;
use std::hint::black_box;
use tabiya::Query;

const LINES: usize = 10_000;

/// A query of this many lines, each made from its number.
fn lines(line: impl Fn(usize) -> String) -> String {
    (0..LINES).fold(String::new(), |mut text, i| {
        let _ = writeln!(text, "{}", line(i));
        text
    })
}

fn square(i: usize) -> String {
    format!("{}{}", char::from(b"abcdefgh"[i % 8]), i / 8 % 8 + 1)
}

fn queries() -> Vec<(&'static str, String)> {
    vec![
        ("alternatives", lines(|i| format!("{{R{} and check}} or", square(i))) + "mate"),
        ("conjuncts", lines(|i| format!("not {{Q{} attacks k{}}}", square(i), square(i * 7)))),
        ("calls", "function near(p1) {p1 attacks k}\n".to_owned() + &lines(|i| format!("near(Q{})", square(i)))),
        ("comments", lines(|i| format!("// line {i}")) + "check"),
        ("commenting", lines(|i| format!("comment(\"line {i}\" ply)"))),
        ("assignments", lines(|i| format!("x{i} = #R{} + {i}", square(i)))),
        ("texts", lines(|i| format!("player white ~~ \"^name {i}\" or")) + "mate"),
        ("sequences", lines(|i| format!("next (R{} check* Q{})", square(i), square(i * 5)))),
    ]
}

fn parsing(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("parsing");
    group.sample_size(10);
    for (name, text) in queries() {
        group.bench_function(name, |bencher| bencher.iter(|| Query::parse(black_box(&text)).expect("a query")));
    }
    group.finish();
}

criterion_group!(benches, parsing);
criterion_main!(benches);
