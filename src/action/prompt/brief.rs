//! The instructions in fewer than 500 tokens: an example, the rules, the actions by what they take.

use std::fmt::Write as _;

use super::{
    example::first_example,
    write::{PromptOptions, about_paths},
};
use crate::action::Tool;

/// What usually goes wrong, whatever the dialect.
const RULES: [&str; 2] = [
    "old_text is copied exactly from the file, once there, never shortened.",
    "Blocks run in order on each other's results. What you read, and what failed, you are told in \
     the next message.",
];

/// Writes them.
pub(super) fn brief(options: &PromptOptions<'_>) -> String {
    let PromptOptions { dialect, actions, root, .. } = *options;
    let mut text =
        "Change files by blocks in your answer; all other text is for the user:\n\n".to_owned();
    text.extend(first_example(actions, dialect).map(|(_, example)| example));
    text.push('\n');
    let dialects = dialect.rules_in_brief();
    for rule in dialects.iter().map(String::as_str).chain(RULES) {
        let _ = writeln!(text, "- {rule}");
    }
    let _ = writeln!(text, "- {}", about_paths(root));
    text.push_str("\nActions by parameters (`?`: optional):\n");
    for (parameters, names) in by_parameters(actions) {
        let _ = writeln!(text, "- {parameters}: {}", names.join(", "));
    }
    text
}

/// The actions that take the same parameters together, in the order in which they first come.
fn by_parameters<'t>(actions: &[&'t Tool]) -> Vec<(String, Vec<&'t str>)> {
    let mut groups: Vec<(String, Vec<&str>)> = Vec::new();
    for tool in actions {
        let parameters = signature(tool);
        match groups.iter_mut().find(|(known, _)| *known == parameters) {
            Some((_, names)) => names.push(&tool.name),
            None => groups.push((parameters, vec![&tool.name])),
        }
    }
    groups
}

/// `path, lines?`; `none` where there are none.
fn signature(tool: &Tool) -> String {
    let names: Vec<String> = tool
        .parameters
        .iter()
        .map(|parameter| {
            let always = parameter.required && parameter.when.is_none();
            format!("{}{}", parameter.name, if always { "" } else { "?" })
        })
        .collect();
    if names.is_empty() { "none".to_owned() } else { names.join(", ") }
}
