//! BLOCKS → ACTIONS: the catalogue says which actions there are, validation says what is wrong
//! with a block, and lowering makes a typed action of a sound one. Touches nothing.

mod advice;
mod json_schema;
mod kind;
mod lower;
mod named;
mod paths;
mod problem;
mod prompt;
mod schema;
mod soundness;
mod suggest;
pub mod summary;
mod tool;
mod typed;
mod validate;

pub use json_schema::json_schema;
pub use kind::{Action, Kind, Text};
pub use paths::{MOST_PATHS, paths};
pub use problem::{ActionProblem, Detail, Stage, Validated};
pub use prompt::{PromptOptions, guided, prompt};
pub use schema::{Catalogue, SchemaError};
pub use tool::{
    Caller, Format, OutputDisplay, Parameter, ParameterType, Phrases, Status, Tool, ToolType, When,
};
pub use validate::validate;
