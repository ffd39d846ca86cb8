//! Writes the seeds of the fuzz targets, a folder for each: `seeds FOLDER`, mostly `fuzz/corpus`, from which cargo-fuzz reads.

use std::io;
use std::path::Path;
use tabiya_fuzz::{TARGETS, seeds};

fn main() -> io::Result<()> {
    let args: Vec<String> = std::env::args().collect();
    let [_, folder] = args.as_slice() else {
        return Err(io::Error::other("usage: seeds FOLDER"));
    };
    for target in TARGETS {
        let folder = Path::new(folder).join(target.name);
        std::fs::create_dir_all(&folder)?;
        for (number, input) in seeds(target.name)?.iter().enumerate() {
            std::fs::write(folder.join(format!("seed-{number:03}")), input)?;
        }
    }
    Ok(())
}
