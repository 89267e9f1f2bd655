//! The instructions in full: every action with its parameters, an example for each family, and
//! the rules with their reasons.

use std::fmt::Write as _;

use super::{
    example::{example, first_example},
    write::{PromptOptions, about_paths},
};
use crate::action::{OutputDisplay, Parameter, ParameterType, Tool, ToolType};

/// What usually goes wrong, whatever the dialect.
const RULES: [&str; 6] = [
    "Blocks run in order, each on what the ones before have left. One that fails does not stop the \
     others; you are told of it, and send only that one again.",
    "What you ask to read stands in the next message, not in this one. Read a file before you edit \
     it, unless you have just written it or it has been shown to you as it is now.",
    "Copy old_text exactly from the file: indentation, tabs, quotes, blanks at the ends of lines. \
     Never shorten it with `...`. It must stand in the file only once; if it does not, take more of \
     the lines around it.",
    "The content of a file that you write is all of it. Never write `the rest is unchanged`.",
    "Directories above a file are made. Deleting a directory needs it to be empty.",
    "Ask for nothing but the actions above, by their exact names and parameters.",
];

/// Writes them.
pub(super) fn full(options: &PromptOptions<'_>) -> String {
    let PromptOptions { dialect, actions, root, .. } = *options;
    let mut text = format!(
        "# How to change files\n\nYou change files by writing blocks in your answer. A program \
         finds them, carries them out, and puts what they changed into one git commit. All other \
         text of your answer is for the user, who also sees the blocks; whether a block stands in \
         a Markdown fence makes no difference.\n\n{}\n\n## What a block looks like\n\n",
        about_paths(root)
    );
    let first = first_example(actions, dialect);
    text.extend(first.as_ref().map(|(_, example)| format!("{example}\n")));
    for rule in dialect.rules() {
        let _ = writeln!(text, "- {rule}");
    }
    text.push_str("\n## Actions\n");
    for family in families(actions) {
        let _ = write!(text, "\n### {}\n\n", title(family.kind));
        for tool in &family.tools {
            describe(&mut text, tool);
        }
        let examples = family.tools.iter().filter(|tool| {
            // It stands above already.
            first.as_ref().is_none_or(|(name, _)| *name != tool.name)
        });
        for example in examples.filter_map(|tool| example(tool, dialect)) {
            let _ = write!(text, "\n{example}");
        }
    }
    text.push_str("\n## Rules\n\n");
    for rule in RULES {
        let _ = writeln!(text, "- {rule}");
    }
    text
}

/// Actions that do the same sort of thing.
struct Family<'t> {
    kind: ToolType,
    tools: Vec<&'t Tool>,
}

fn families<'t>(actions: &[&'t Tool]) -> Vec<Family<'t>> {
    let mut families: Vec<Family<'t>> = Vec::new();
    for &tool in actions {
        match families.iter_mut().find(|family| family.kind == tool.kind) {
            Some(family) => family.tools.push(tool),
            None => families.push(Family { kind: tool.kind, tools: vec![tool] }),
        }
    }
    families
}

fn title(kind: ToolType) -> &'static str {
    match kind {
        ToolType::Write => "Changing files and directories",
        ToolType::Read => "Reading and searching",
        ToolType::Dynamic => "Running code and commands",
        ToolType::Meta => "The files that you are shown",
        ToolType::Git => "History",
    }
}

fn describe(text: &mut String, tool: &Tool) {
    let shown =
        if tool.output_display == OutputDisplay::Always { " You are sent its result." } else { "" };
    let _ = writeln!(text, "- `{}`: {}{shown}", tool.name, tool.description);
    for parameter in &tool.parameters {
        let _ = writeln!(
            text,
            "  - `{}`{}: {}",
            parameter.name,
            kind(parameter),
            parameter.description
        );
    }
}

/// ` (integer, optional, 1 if absent)`; nothing for a required text.
fn kind(parameter: &Parameter) -> String {
    let mut words = match parameter.kind {
        ParameterType::String => Vec::new(),
        ParameterType::Integer => vec!["integer".to_owned()],
        ParameterType::Boolean => vec!["`true` or `false`".to_owned()],
        ParameterType::Enum => {
            let values: Vec<String> =
                parameter.values.iter().map(|value| format!("`{value}`")).collect();
            vec![values.join(" or ")]
        }
    };
    match &parameter.default {
        _ if parameter.required => {}
        Some(serde_json::Value::String(text)) => {
            words.push(format!("optional, `{text}` if absent"));
        }
        Some(default) => words.push(format!("optional, {default} if absent")),
        None => words.push("optional".to_owned()),
    }
    if let Some(when) = &parameter.when {
        words.push(format!("where {} is `{}`", when.parameter, when.value));
    }
    if words.is_empty() { String::new() } else { format!(" ({})", words.join(", ")) }
}
