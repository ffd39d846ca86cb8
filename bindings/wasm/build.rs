//! The size of the stack, on which evaluation goes as deep as queries nest.

/// As large as that of the threads that search natively.
const STACK: usize = 64 << 20;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if std::env::var("CARGO_CFG_TARGET_FAMILY").is_ok_and(|family| family == "wasm") {
        println!("cargo::rustc-link-arg-cdylib=-zstack-size={STACK}");
    }
}
