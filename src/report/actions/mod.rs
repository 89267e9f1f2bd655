//! The catalogue of actions, told: all of them in a table, one in full, as JSON Schemas.

mod detail;
mod schemas;
mod table;

pub use detail::action_detail;
pub use schemas::action_schemas;
pub use table::action_table;
