//! See `tabiya_fuzz::engine_requests`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| tabiya_fuzz::engine_requests(data));
