//! `git clada hooks`, with git itself to run them.

mod chained;
mod checking;
mod folders;
mod framework;
mod installing;
mod messages;
mod pushing;
mod rewriting;
mod scene;
