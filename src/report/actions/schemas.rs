//! `git clada actions --format json`: a JSON Schema per action.

use serde_json::{Map, Value, json};

use crate::action::{Catalogue, json_schema};

/// The version of the JSON form.
const VERSION: u32 = 1;

/// All schemas: `{"version": 1, "actions": {NAME: SCHEMA, …}}`, for `write_json`.
#[must_use]
pub fn action_schemas(catalogue: &Catalogue) -> Value {
    let schemas: Map<String, Value> =
        catalogue.tools().map(|tool| (tool.name.clone(), json_schema(tool))).collect();
    json!({"version": VERSION, "actions": schemas})
}
