//! What an action is about, in one line.

use super::{ActionResult, Presentation, escape::escape_line};

/// The action's primary parameter, escaped; of a list the first line that is not empty, and how
/// many there are more. Empty where there is none.
pub(super) fn target(result: &ActionResult, catalogue: &dyn Presentation) -> String {
    let primary = catalogue.primary_param(&result.action);
    let Some((name, value)) = primary.and_then(|name| Some((name, result.params.get(name)?)))
    else {
        return String::new();
    };
    match value.as_str() {
        None => escape_line(&value.to_string()).into_owned(),
        Some(text) if catalogue.is_path(&result.action, name) => escape_line(text).into_owned(),
        Some(text) => first_line(text),
    }
}

fn first_line(text: &str) -> String {
    let mut lines = text.lines().filter(|line| !line.trim().is_empty());
    // What is white space alone, as the pattern of a search may be, is shown by its escapes.
    let Some(first) = lines.next() else { return escape_line(text).into_owned() };
    let first = escape_line(first.trim_matches(' '));
    match lines.count() {
        0 => first.into_owned(),
        more => format!("{first} +{more}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::action::Catalogue;

    fn shown(action: &str, name: &str, value: &str) -> String {
        let params = serde_json::json!({ name: value });
        let params = params.as_object().expect("an object").clone();
        let result = ActionResult { action: action.to_owned(), params, ..ActionResult::default() };
        target(&result, &Catalogue::embedded())
    }

    #[test]
    fn lists_are_told_by_their_first_line_and_names_whole() {
        assert_eq!(shown("files_read", "paths", "\n a b.rs \nc.rs\n"), "a b.rs +1");
        assert_eq!(shown("file_read", "path", "line\nbreak\t.txt"), r"line\nbreak\t.txt");
        assert_eq!(shown("grep", "pattern", "^\t"), r"^\t");
        assert_eq!(shown("grep", "pattern", "\t"), r"\t");
        assert_eq!(shown("context_list", "path", "x"), "");
    }
}
