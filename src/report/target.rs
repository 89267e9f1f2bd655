//! What an action is about, in one line.

use serde_json::Value;

use super::{ActionResult, Presentation, escape::escape_line};

/// The action's primary parameter, escaped; of several lines the first that is not empty, and
/// how many there are more. Empty where there is none.
pub(super) fn target(result: &ActionResult, catalogue: &dyn Presentation) -> String {
    let primary = catalogue.primary_param(&result.action);
    match primary.and_then(|name| result.params.get(name)) {
        None => String::new(),
        Some(Value::String(text)) => first_line(text),
        Some(value) => escape_line(&value.to_string()).into_owned(),
    }
}

fn first_line(text: &str) -> String {
    let mut lines = text.lines().filter(|line| !line.trim().is_empty());
    let first = escape_line(lines.next().unwrap_or_default().trim());
    match lines.count() {
        0 => first.into_owned(),
        more => format!("{first} +{more}"),
    }
}
