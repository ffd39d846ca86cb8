//! Tabiya finds patterns in chess games.
