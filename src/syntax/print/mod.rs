//! A syntax tree as query text.

mod designators;

pub use designators::designator_text;
