//! Chess games as tables of DataFusion.
