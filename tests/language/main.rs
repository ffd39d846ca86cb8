//! The language and what is said about it: queries as text, the requirements of sequences, the book; and the structure of
//! the sources.

#![allow(clippy::disallowed_methods)]

mod book;
mod requirements;
mod structure;
mod syntax;
