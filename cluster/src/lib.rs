//! Searches of chess games on a Ballista cluster.
