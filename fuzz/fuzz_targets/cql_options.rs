//! See `tabiya_fuzz::cql_options`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| tabiya_fuzz::cql_options(data));
