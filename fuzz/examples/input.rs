//! Runs one target on one input: `input TARGET FILE`. For `roads` it first shows what the input stands for.

use std::io;
use tabiya_fuzz::{Bytes, TARGETS, random_case};

#[expect(clippy::print_stdout, reason = "it shows the input")]
fn main() -> io::Result<()> {
    let args: Vec<String> = std::env::args().collect();
    let [_, name, file] = args.as_slice() else {
        return Err(io::Error::other("usage: input TARGET FILE"));
    };
    let target = TARGETS.iter().find(|target| target.name == name).ok_or_else(|| io::Error::other("no such target"))?;
    let input = std::fs::read(file)?;
    if name == "roads" {
        println!("{}", random_case(&mut Bytes::new(&input)));
    }
    (target.run)(&input);
    Ok(())
}
