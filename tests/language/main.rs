//! The language and what is said about it: queries as text, the requirements of sequences, the book; and the structure of
//! the sources.

#![allow(clippy::disallowed_methods)]
#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    reason = "the numbers of tests are small"
)]

mod book;
mod requirements;
mod structure;
mod syntax;
