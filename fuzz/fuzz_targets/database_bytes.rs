//! See `tabiya_fuzz::database_bytes`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| tabiya_fuzz::database_bytes(data));
