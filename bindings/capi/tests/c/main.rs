//! The library as programs in C see it: its header, a program, an extension of Tcl.

#![allow(clippy::disallowed_methods)]

mod header;
mod programs;
