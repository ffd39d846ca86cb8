//! Tests of the database file: games come back as they went in, and damage costs no more than its block.

mod builder;
mod chunks;
mod damage;
mod explorer;
mod layouts;
mod positions;
mod power;
mod round_trip;
mod support;
mod tags;
mod writing;
