//! Writes the files of `editors` that follow from the catalogue of the language:
//!
//! ```text
//! cargo run --example editor_files
//! ```

#![allow(clippy::disallowed_methods)]

mod editor_files;

use std::path::Path;

fn main() -> std::io::Result<()> {
    for (name, text) in editor_files::files() {
        std::fs::write(Path::new(env!("CARGO_MANIFEST_DIR")).join(name), text)?;
    }
    Ok(())
}
