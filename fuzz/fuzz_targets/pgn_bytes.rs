//! See `tabiya_fuzz::pgn_bytes`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| tabiya_fuzz::pgn_bytes(data));
