//! The binary as its users meet it: real repositories, real git, one test crate.
//!
//! The modules are `cfg(test)` so that the lints know all of this as tests.
#![expect(clippy::disallowed_methods, reason = "tests stand outside the program")]

#[cfg(test)]
mod actions;
#[cfg(test)]
mod around;
#[cfg(test)]
mod bad_input;
#[cfg(test)]
mod blame;
#[cfg(test)]
mod cases;
#[cfg(test)]
mod clipboard;
#[cfg(test)]
mod commit;
#[cfg(test)]
mod completion;
#[cfg(test)]
mod config;
#[cfg(test)]
mod context;
#[cfg(test)]
mod crash;
#[cfg(test)]
mod dialects;
mod diff;
#[cfg(test)]
mod doctor;
#[cfg(test)]
mod drop;
#[cfg(test)]
mod env;
#[cfg(test)]
mod error_detail;
#[cfg(test)]
mod gc;
#[cfg(test)]
mod golden;
#[cfg(test)]
mod hooks;
#[cfg(test)]
mod in_place;
#[cfg(test)]
mod index;
#[cfg(test)]
mod json;
#[cfg(test)]
mod land;
#[cfg(test)]
mod look;
#[cfg(test)]
mod manual;
#[cfg(test)]
mod many_problems;
#[cfg(test)]
mod modes;
#[cfg(test)]
mod operations;
#[cfg(test)]
mod output;
#[cfg(test)]
mod parallel;
#[cfg(test)]
mod patches;
#[cfg(test)]
mod prompt;
mod prose;
#[cfg(test)]
mod repositories;
#[cfg(test)]
mod repository;
#[cfg(test)]
mod responses;
#[cfg(test)]
mod revert;
#[cfg(test)]
mod search;
#[cfg(test)]
mod session;
#[cfg(test)]
mod sham;
#[cfg(test)]
mod signing;
#[cfg(test)]
mod squash;
#[cfg(test)]
mod step;
#[cfg(test)]
mod terminal;
#[cfg(test)]
mod undo;
#[cfg(test)]
mod usage;
#[cfg(test)]
mod verify;
#[cfg(test)]
mod watch;
#[cfg(test)]
mod way_back;
