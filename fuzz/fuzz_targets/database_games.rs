//! See `tabiya_fuzz::database_games`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| tabiya_fuzz::database_games(data));
