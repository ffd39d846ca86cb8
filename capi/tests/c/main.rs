//! The library as programs in C see it: its header, a program, an extension of Tcl.

mod header;
mod programs;
