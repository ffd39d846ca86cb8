//! Tests of the chess floor: retrograde analysis, notation of moves, formations of pieces.

mod captures;
mod formations;
mod numbered;
mod puzzle;
mod reachable;
mod records;
mod san;
mod slides;
mod unmoves;
