//! Instructions for a model, made of the catalogue: what a block looks like, which actions there
//! are, and what usually goes wrong.

mod brief;
mod example;
mod full;
mod write;

pub use write::{PromptOptions, guided, prompt};
