//! See `tabiya_fuzz::compressed`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| tabiya_fuzz::compressed(data));
