//! The language and what is said about it: queries as text, the requirements of sequences, the book; and the structure of
//! the sources.

mod book;
mod requirements;
mod structure;
mod syntax;
