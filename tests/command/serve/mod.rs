//! `tabiya serve`, as a browser and others talk to it.

mod access;
pub(crate) mod client;
mod games;
mod queries;
mod searches;
