//! The flow in order: plan, perform, publish.

mod plan;

pub use plan::{Plan, plan};
