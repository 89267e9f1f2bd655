//! `git clada squash`: fewer commits, the same files.

mod choice;
mod joining;
mod messages;
mod refusals;
mod rewriting;
