//! Tests of the chess floor: retrograde analysis.

mod brute;
mod dice;
mod puzzle;
mod reachable;
mod records;
mod unmoves;
