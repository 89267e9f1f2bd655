//! Attacks on what a response may touch and run, by name: real repositories, the real binary.
//!
//! The modules are `cfg(test)` so that the lints know all of this as tests.
#![expect(clippy::disallowed_methods, reason = "tests stand outside the program")]

#[cfg(test)]
mod approvals;
#[cfg(test)]
mod canary;
#[cfg(test)]
mod commands;
#[cfg(test)]
#[expect(dead_code, unused_imports, reason = "the world of other tests; this needs a part")]
#[path = "../it/env/mod.rs"]
mod env;
#[cfg(test)]
mod paths;
#[cfg(test)]
mod race;
#[cfg(test)]
#[path = "../it/sham.rs"]
mod sham;
