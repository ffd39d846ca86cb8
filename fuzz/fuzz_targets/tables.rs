//! See `tabiya_fuzz::tables`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| tabiya_fuzz::tables(data));
