//! See `tabiya_fuzz::roads`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| tabiya_fuzz::roads(data));
