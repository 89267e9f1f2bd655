//! A response as tasks in blocks: what CML's reports tell.

mod model;
mod text;
mod xml;

pub use model::{Task, TaskOutcome, Tasks};
pub(super) use text::{failed_tasks, tasks_text};
pub use xml::xml;
