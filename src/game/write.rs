//! Writing a game as PGN, with all it had, and with what a search adds.
