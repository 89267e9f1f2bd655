//! Leaves out of the released program what only unwinding reads.
#![expect(clippy::disallowed_methods, reason = "cargo talks to it by the environment")]

use std::path::Path;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let is = |name: &str, value: &str| std::env::var(name).is_ok_and(|found| found == value);
    // What aborts where it panics never unwinds, and what is stripped has no backtrace worth reading: the
    // tables for both would be a tenth of the program. (Cargo does not tell whether it aborts.)
    if is("PROFILE", "release") && is("CARGO_CFG_TARGET_OS", "linux") {
        let root = std::env::var("CARGO_MANIFEST_DIR").unwrap_or_default();
        let script = Path::new(&root).join("packaging/no-unwind-tables.ld");
        println!("cargo::rerun-if-changed={}", script.display());
        println!("cargo::rustc-link-arg-bins=-Wl,-T,{}", script.display());
        println!("cargo::rustc-link-arg-bins=-Wl,--no-eh-frame-hdr");
    }
}
