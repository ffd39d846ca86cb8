//! Tests of the chess floor: retrograde analysis.

mod brute;
mod captures;
mod dice;
mod puzzle;
mod reachable;
mod records;
mod unmoves;
