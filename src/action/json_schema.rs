//! A JSON Schema of an action's parameters, as they stand typed in reports and as a model with
//! tool calls would be told them.

use serde_json::{Map, Value, json};

use crate::action::{Format, Parameter, ParameterType, Tool};

/// The dialect that the schemas are written in.
const DRAFT: &str = "https://json-schema.org/draft/2020-12/schema";

/// The schema of an action's parameters, whole in itself. Parameters that the catalogue does not
/// name are allowed, as they are in a response.
#[must_use]
pub fn json_schema(tool: &Tool) -> Value {
    let always = |parameter: &&Parameter| parameter.required && parameter.when.is_none();
    let required: Vec<String> =
        tool.parameters.iter().filter(always).map(|parameter| parameter.name.clone()).collect();
    let properties: Map<String, Value> = tool
        .parameters
        .iter()
        .map(|parameter| (parameter.name.clone(), property(parameter)))
        .collect();
    let conditions: Vec<Value> = tool.parameters.iter().filter_map(condition).collect();
    let mut schema = Map::new();
    let mut put = |key: &str, value: Value| schema.insert(key.to_owned(), value);
    put("$schema", DRAFT.into());
    put("title", tool.name.clone().into());
    put("description", tool.description.clone().into());
    put("type", "object".into());
    put("properties", properties.into());
    put("required", required.into());
    if !conditions.is_empty() {
        put("allOf", conditions.into());
    }
    schema.into()
}

fn property(parameter: &Parameter) -> Value {
    let mut property = Map::new();
    let kind = match parameter.kind {
        ParameterType::String | ParameterType::Enum => "string",
        ParameterType::Integer => "integer",
        ParameterType::Boolean => "boolean",
    };
    property.insert("type".to_owned(), kind.into());
    if !parameter.values.is_empty() {
        property.insert("enum".to_owned(), parameter.values.clone().into());
    }
    if parameter.format == Some(Format::AbsolutePath) {
        property.insert("minLength".to_owned(), 1.into());
    }
    if let Some(default) = &parameter.default {
        property.insert("default".to_owned(), default.clone());
    }
    if !parameter.description.is_empty() {
        property.insert("description".to_owned(), parameter.description.clone().into());
    }
    property.into()
}

/// That a parameter is required where another one has a value.
fn condition(parameter: &Parameter) -> Option<Value> {
    let when = parameter.when.as_ref().filter(|_| parameter.required)?;
    Some(json!({
        "if": {
            "properties": {when.parameter.as_str(): {"const": when.value}},
            "required": [when.parameter],
        },
        "then": {"required": [parameter.name]},
    }))
}
