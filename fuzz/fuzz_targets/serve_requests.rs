//! See `tabiya_fuzz::serve_requests`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| tabiya_fuzz::serve_requests(data));
