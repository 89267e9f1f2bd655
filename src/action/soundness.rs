//! Whether a catalogue holds together, beyond what its types say.

use std::collections::HashSet;

use serde_json::Value;

use crate::action::{
    Caller, OutputDisplay, Parameter, ParameterType, SchemaError, Tool, typed::typed,
};

/// The key of a block that names the action, so no parameter's name.
const ACTION: &str = "action";

/// Fills in what the file leaves to a rule: `slash_command` without `accessibility` means user.
pub(crate) fn complete(tools: &mut [Tool]) {
    for tool in tools.iter_mut().filter(|tool| tool.accessibility.is_empty() && tool.slash_command)
    {
        tool.accessibility.push(Caller::User);
    }
}

/// Checks every entry on its own, then the names across entries.
pub(crate) fn check(tools: &[Tool]) -> Result<(), SchemaError> {
    for tool in tools {
        check_tool(tool).map_err(|fault| SchemaError::unsound(&tool.name, fault))?;
        for parameter in &tool.parameters {
            let place = |fault| {
                SchemaError::unsound(&tool.name, format!("parameter `{}`: {fault}", parameter.name))
            };
            check_parameter(tool, parameter).map_err(place)?;
        }
    }
    check_synonyms(tools)
}

fn check_tool(tool: &Tool) -> Result<(), String> {
    if !is_name(&tool.name) {
        return fault("its name is not of the form `file_write`");
    }
    if tool.description.trim().is_empty() {
        return fault("it has no description");
    }
    if tool.accessibility.is_empty() {
        return fault("neither `accessibility` nor `slash_command` says who may ask for it");
    }
    if let Some(name) = tool.primary_param.as_deref()
        && tool.parameter(name).is_none()
    {
        return Err(format!("`primary_param: {name}` is no parameter of it"));
    }
    if tool.output_display == OutputDisplay::Conditional
        && !tool.parameter("return_output").is_some_and(|p| p.kind == ParameterType::Boolean)
    {
        return fault("`output_display: conditional` needs a boolean parameter `return_output`");
    }
    if tool.summary.one.contains("{}") && tool.primary_param.is_none() {
        return fault("`summary.one` has `{}`, and there is no `primary_param` to stand there");
    }
    if !tool.allows(Caller::Llm) && tool.command.is_none() && tool.instead.is_none() {
        return fault("it is refused in a response, and neither `command` nor `instead` helps on");
    }
    if !tool.is_built() && tool.allows(Caller::Llm) && tool.instead.is_none() {
        return fault("it is planned, and no `instead` helps on");
    }
    Ok(())
}

fn check_parameter(tool: &Tool, parameter: &Parameter) -> Result<(), String> {
    if !is_name(&parameter.name) || parameter.name == ACTION {
        return fault("it cannot be called that");
    }
    let is_enum = parameter.kind == ParameterType::Enum;
    if is_enum == parameter.values.is_empty() {
        return fault("an enum has `values`, and nothing else has");
    }
    if parameter.format.is_some() && parameter.kind != ParameterType::String {
        return fault("only a string has a `format`");
    }
    if let Some(default) = &parameter.default {
        check_default(parameter, default)?;
    }
    check_when(tool, parameter)
}

fn check_default(parameter: &Parameter, default: &Value) -> Result<(), String> {
    if parameter.required {
        return fault("what is required needs no `default`");
    }
    let sound = match (parameter.kind, default) {
        (ParameterType::String | ParameterType::Enum, Value::String(text)) => {
            typed(parameter, text).is_ok()
        }
        (ParameterType::Integer, Value::Number(number)) => number.is_i64(),
        (ParameterType::Boolean, Value::Bool(_)) => true,
        _ => false,
    };
    if sound { Ok(()) } else { Err(format!("`default: {default}` is not of its type")) }
}

fn check_when(tool: &Tool, parameter: &Parameter) -> Result<(), String> {
    let Some(when) = &parameter.when else { return Ok(()) };
    let condition = format!("`when: {}={}`", when.parameter, when.value);
    let Some(other) = tool.parameter(&when.parameter) else {
        return Err(format!("{condition} names no parameter"));
    };
    if other.name == parameter.name || other.when.is_some() {
        return Err(format!("{condition} does not name a parameter that always counts"));
    }
    if typed(other, &when.value).is_err() {
        return Err(format!("{condition} is a value that `{}` cannot have", other.name));
    }
    Ok(())
}

fn check_synonyms(tools: &[Tool]) -> Result<(), SchemaError> {
    let mut taken: HashSet<&str> = tools.iter().map(|tool| tool.name.as_str()).collect();
    for tool in tools {
        if let Some(twice) = tool.synonyms.iter().find(|word| !taken.insert(word.as_str())) {
            let fault = format!("its synonym `{twice}` already means something");
            return Err(SchemaError::unsound(&tool.name, fault));
        }
    }
    Ok(())
}

fn is_name(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_lowercase())
        && name.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_')
}

fn fault(text: &str) -> Result<(), String> {
    Err(text.to_owned())
}

#[cfg(test)]
mod tests {
    use crate::action::Catalogue;

    const SOUND: &str = r#"
tools:
  paint:
    type: write
    executor: brush
    description: Paints.
    accessibility: [llm]
    output_display: never
    primary_param: wall
    summary: {one: "paint {}", many: "paint {} walls"}
    parameters:
      wall: {type: string, required: true, format: absolute_path}
      colour: {type: enum, values: [red, blue], default: red}
      coats: {type: integer, default: 1, when: "colour=red"}
    returns: {success: boolean}
"#;

    fn fault(from: &str, to: &str) -> String {
        assert!(SOUND.contains(from), "the case changes something: {from}");
        let error = Catalogue::parse(&SOUND.replace(from, to)).expect_err(to);
        let source = std::error::Error::source(&error).map(|s| format!(": {s}"));
        format!("{error}{}", source.unwrap_or_default())
    }

    #[test]
    fn a_sound_catalogue_is_read() {
        let catalogue = Catalogue::parse(SOUND).expect("sound");
        let paint = catalogue.tool("paint").expect("there");
        let names: Vec<_> = paint.parameters.iter().map(|p| p.name.as_str()).collect();
        assert_eq!(names, ["wall", "colour", "coats"]);
        assert!(catalogue.tool("sing").is_none());
    }

    #[test]
    fn what_does_not_fit_together_is_told_with_its_place() {
        for (from, to, told) in [
            ("type: enum", "type: float", "unknown variant `float`"),
            ("type: write", "type: magic", "unknown variant `magic`"),
            ("executor: brush", "brush: executor", "unknown field `brush`"),
            ("  paint:", "  Paint!:", "its name is not of the form"),
            ("description: Paints.", "description: ''", "it has no description"),
            ("    accessibility: [llm]\n", "", "says who may ask for it"),
            ("accessibility: [llm]", "accessibility: [user]", "neither `command` nor `instead`"),
            ("accessibility: [llm]", "accessibility: [everyone]", "unknown variant `everyone`"),
            ("executor: brush", "executor: brush\n    status: planned", "no `instead` helps on"),
            ("output_display: never", "output_display: conditional", "`return_output`"),
            ("primary_param: wall", "primary_param: floor", "`primary_param: floor` is no"),
            ("    primary_param: wall\n", "", "`summary.one` has `{}`"),
            ("      wall:", "      action:\n        type: string\n      wall:", "called that"),
            (
                "      wall:",
                "      colour:\n        type: string\n      wall:",
                "`colour` stands there twice",
            ),
            (", values: [red, blue]", "", "parameter `colour`: an enum has `values`"),
            ("format: absolute_path", "values: [a]", "parameter `wall`: an enum has `values`"),
            (
                "type: integer,",
                "type: integer, format: absolute_path,",
                "only a string has a `format`",
            ),
            ("default: red", "default: green", "`default: \"green\"` is not of its type"),
            ("default: 1", "default: one", "`default: \"one\"` is not of its type"),
            ("default: 1", "default: 1.5", "`default: 1.5` is not of its type"),
            ("default: 1", "default: 1, required: true", "needs no `default`"),
            ("colour=red", "colour", "is not `NAME=VALUE`"),
            ("colour=red", "shade=red", "`when: shade=red` names no parameter"),
            ("colour=red", "colour=green", "a value that `colour` cannot have"),
            ("colour=red", "coats=1", "a parameter that always counts"),
        ] {
            let fault = fault(from, to);
            assert!(fault.contains(told), "{to}: {fault}");
        }
    }

    #[test]
    fn a_synonym_means_one_action() {
        let synonyms = "executor: brush\n    synonyms: [paint]";
        assert!(fault("executor: brush", synonyms).contains("`paint` already means something"));
    }
}
