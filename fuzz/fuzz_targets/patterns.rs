//! See `tabiya_fuzz::patterns`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| tabiya_fuzz::patterns(data));
