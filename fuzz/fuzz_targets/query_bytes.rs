//! See `tabiya_fuzz::query_bytes`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| tabiya_fuzz::query_bytes(data));
