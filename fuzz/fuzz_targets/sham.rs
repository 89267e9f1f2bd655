//! Any text, read as SHAM.
#![no_main]

use git_clada::syntax::Dialect;
use libfuzzer_sys::fuzz_target;

#[path = "../reading.rs"]
mod reading;

fuzz_target!(|text: &str| reading::check(text, Dialect::Sham));
