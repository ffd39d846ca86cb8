//! Tests of the chess floor: retrograde analysis, notation of moves.

mod brute;
mod captures;
mod dice;
mod puzzle;
mod reachable;
mod records;
mod san;
mod slides;
mod unmoves;
