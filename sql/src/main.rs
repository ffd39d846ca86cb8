//! SQL over chess games.

fn main() {}
