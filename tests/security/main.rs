//! Attacks on what a response may touch and run, by name: real repositories, the real binary.
//!
//! The modules are `cfg(test)` so that the lints know all of this as tests.
#![cfg_attr(
    test,
    expect(
        clippy::disallowed_methods,
        clippy::print_stderr,
        reason = "tests stand outside the program and say how much they tried"
    )
)]

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
mod git_runs;
#[cfg(test)]
mod hostile;
#[cfg(test)]
mod left_behind;
#[cfg(test)]
mod limits;
#[cfg(test)]
mod outside;
#[cfg(test)]
mod paths;
#[cfg(test)]
mod race;
#[cfg(test)]
#[path = "../it/sham.rs"]
mod sham;
#[cfg(test)]
mod system_calls;
#[cfg(test)]
mod terminal;
#[cfg(test)]
mod unheld;
#[cfg(test)]
mod users;
