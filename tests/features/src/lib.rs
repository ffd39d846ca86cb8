//! This package has no code: its manifest is a list of features.
