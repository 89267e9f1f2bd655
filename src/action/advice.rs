//! What to write instead: the help of each problem, for a model that will send the block again.

use crate::{
    action::{Caller, Catalogue, Format, Parameter, ParameterType, Tool, suggest, typed},
    syntax::{Block, Dialect},
};

/// Keys that other formats name the action with.
const ACTION_WORDS: &[&str] =
    &["tool", "command", "type", "name", "function", "operation", "op", "Action", "ACTION"];
/// How many fields a block may have for its names to be compared with the catalogue's, so that
/// hostile blocks cost nothing.
const MANY_FIELDS: usize = 64;

/// For a block without `action`.
pub(super) fn missing_action(block: &Block<'_>, caller: Caller, catalogue: &Catalogue) -> String {
    let meant = ACTION_WORDS
        .iter()
        .filter_map(|word| block.field(word))
        .find_map(|field| Some((field, suggest::action(&field.value.value, caller, catalogue)?)));
    match meant {
        Some((field, tool)) => {
            format!("write `action = \"{}\"` in place of `{} = …`", tool.name, field.key.value)
        }
        None => "add a line that names the action, such as `action = \"file_write\"`".to_owned(),
    }
}

/// For an action that is not in the catalogue.
pub(super) fn unknown_action(name: &str, caller: Caller, catalogue: &Catalogue) -> String {
    match suggest::action(name, caller, catalogue) {
        Some(tool) if !tool.allows(caller) => {
            format!("`{}` comes nearest, but {}", tool.name, not_allowed(tool))
        }
        Some(tool) if !tool.is_built() => {
            format!("`{}` comes nearest, but it is not built yet: {}", tool.name, instead(tool))
        }
        Some(tool) => format!("write `action = \"{}\"`", tool.name),
        None => {
            let names = available(caller, catalogue);
            format!("write one of these as the action: {}", names.join(", "))
        }
    }
}

/// The actions that `caller` can ask for now.
pub(super) fn available(caller: Caller, catalogue: &Catalogue) -> Vec<String> {
    let usable = |tool: &&Tool| tool.is_built() && tool.allows(caller);
    catalogue.tools().filter(usable).map(|tool| tool.name.clone()).collect()
}

/// For an action that is not for this caller.
pub(super) fn not_allowed(tool: &Tool) -> String {
    match &tool.command {
        Some(command) => {
            format!("only the user can do this: leave the block out and ask for `{command}`")
        }
        None => format!("a response cannot ask for `{}`: {}", tool.name, instead(tool)),
    }
}

/// For an action that is described and not built.
pub(super) fn instead(tool: &Tool) -> String {
    tool.instead.clone().unwrap_or_else(|| "leave the block out".to_owned())
}

/// For a required parameter that is not there; `similar` is a key that was probably meant for it.
pub(super) fn missing_parameter(
    block: &Block<'_>,
    parameter: &Parameter,
    similar: Option<&str>,
) -> String {
    let name = &parameter.name;
    if let Some(key) = similar {
        return format!("write `{name} = …` in place of `{key} = …`");
    }
    let line = match (parameter.kind, parameter.format) {
        (ParameterType::String, None) => {
            let end = delimiter(block);
            let meaning = &parameter.description;
            let help = format!(
                "add a line `{name} = \"…\"`, or for several lines `{name} = <<'{end}'`, the \
                 lines, and `{end}` alone on the line after them. {meaning}"
            );
            return help.trim_end().to_owned();
        }
        (ParameterType::String, Some(Format::MultilineAbsolutePaths)) => {
            let end = delimiter(block);
            return format!(
                "add `{name} = <<'{end}'`, the paths one a line, and `{end}` alone on the line \
                 after them"
            );
        }
        (_, Some(Format::AbsolutePath)) => format!("{name} = \"src/main.rs\""),
        (..) => format!("{name} = \"{}\"", example_value(parameter)),
    };
    format!("add a line `{line}`, with the value that you mean")
}

/// For a value that is not of its parameter's type.
pub(super) fn wrong_type(parameter: &Parameter, text: &str) -> String {
    let name = &parameter.name;
    match parameter.kind {
        ParameterType::Integer => integer(parameter, text),
        ParameterType::Boolean => match truth(text) {
            Some(truth) => format!("write `{name} = \"{truth}\"`"),
            None => format!("write `{name} = \"true\"` or `{name} = \"false\"`"),
        },
        ParameterType::Enum => match suggest::value(text, &parameter.values) {
            Some(value) => format!("write `{name} = \"{value}\"`"),
            None => format!("write one of: {}", parameter.values.join(", ")),
        },
        ParameterType::String => format!(
            "write a path, absolute or relative to the worktree's top, such as `{name} = \
             \"src/main.rs\"`"
        ),
    }
}

fn integer(parameter: &Parameter, text: &str) -> String {
    let name = &parameter.name;
    let digits = text.strip_prefix('-').unwrap_or(text);
    match shortest(text) {
        Some(number) => format!("write `{name} = \"{number}\"`"),
        None if !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()) => {
            format!("write a number from {} to {}", i64::MIN, i64::MAX)
        }
        None => {
            let meaning = &parameter.description;
            format!("write digits alone, such as `{name} = \"1\"`. {meaning}").trim_end().to_owned()
        }
    }
}

/// For a parameter that the action does not have.
pub(super) fn unknown_parameter(block: &Block<'_>, tool: &Tool, key: &str) -> String {
    match nearest(block, tool, key) {
        Some(parameter) => format!(
            "write `{} = …` if that is what it means; `{key}` is passed over",
            parameter.name
        ),
        None if tool.parameters.is_empty() => {
            format!("`{}` has no parameters; `{key}` is passed over", tool.name)
        }
        None => {
            let names: Vec<_> = tool.parameters.iter().map(|p| format!("`{}`", p.name)).collect();
            format!("`{}` has {}; `{key}` is passed over", tool.name, names.join(", "))
        }
    }
}

/// The parameter that `key` was probably meant for, of those that the block does not have.
pub(super) fn nearest<'t>(block: &Block<'_>, tool: &'t Tool, key: &str) -> Option<&'t Parameter> {
    if block.fields.len() > MANY_FIELDS {
        return None;
    }
    suggest::parameter(key, tool, |parameter| block.field(&parameter.name).is_none())
}

/// What closes a heredoc of the block.
fn delimiter(block: &Block<'_>) -> String {
    match block.dialect {
        Dialect::Sham => format!("EOT_SHAM_{}", block.id.value),
        Dialect::Nesl => format!("EOT_{}", block.id.value),
        // They have no heredocs, and what is missing in their blocks is told by their own reading.
        Dialect::Cml
        | Dialect::Markers
        | Dialect::Replacer
        | Dialect::Aider
        | Dialect::ApplyPatch
        | Dialect::Diff => String::new(),
    }
}

fn example_value(parameter: &Parameter) -> &str {
    match parameter.kind {
        ParameterType::Integer => "1",
        ParameterType::Boolean => "true",
        ParameterType::Enum => parameter.values.first().map_or("…", String::as_str),
        ParameterType::String => "…",
    }
}

/// The integer that is plainly meant: `+5`, `007`, ` 5 `, `5.0`.
fn shortest(text: &str) -> Option<i64> {
    let text = text.trim();
    let whole = text.trim_end_matches('0').strip_suffix('.').unwrap_or(text);
    let number: i64 = whole.parse().ok()?;
    typed::integer(&number.to_string())
}

fn truth(text: &str) -> Option<bool> {
    match text.trim().to_ascii_lowercase().as_str() {
        "true" | "yes" | "1" | "on" | "y" => Some(true),
        "false" | "no" | "0" | "off" | "n" => Some(false),
        _ => None,
    }
}
