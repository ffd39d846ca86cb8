//! `tabiya serve`, as a browser and others talk to it.

mod access;
mod client;
mod games;
mod queries;
mod searches;
