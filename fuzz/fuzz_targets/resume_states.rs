//! See `tabiya_fuzz::resume_states`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| tabiya_fuzz::resume_states(data));
