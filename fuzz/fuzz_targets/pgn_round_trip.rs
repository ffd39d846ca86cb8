//! See `tabiya_fuzz::pgn_round_trip`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| tabiya_fuzz::pgn_round_trip(data));
