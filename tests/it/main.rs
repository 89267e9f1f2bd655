//! The binary as its users meet it: real repositories, real git, one test crate.
//!
//! Its modules are declared as the binary learns what they need.
