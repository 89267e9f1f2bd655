//! What works here, and what to do where something does not: found out by trying.

mod commands;
mod look;
mod repository;

pub use look::doctor;
