//! The plan as text.
