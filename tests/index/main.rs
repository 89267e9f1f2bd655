//! Patches indexes that the real git made, and lets the real git read what came of it.

#![cfg(test)]

mod cache_tree;
mod entries;
mod extensions;
mod hostile;
mod racy;
mod random;
mod repo;
