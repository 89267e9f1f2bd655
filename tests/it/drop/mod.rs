//! `git clada drop`.
