//! See `tabiya_fuzz::fen_san`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| tabiya_fuzz::fen_san(data));
