//! Patches indexes that the real git made, and lets the real git read what came of it.

#![cfg(test)]

mod entries;
mod repo;
