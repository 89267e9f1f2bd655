//! What was probably meant: the nearest action or parameter to a name that there is not.
//!
//! Only ever a suggestion; nothing is accepted under another name.

use crate::action::{Caller, Catalogue, Parameter, Tool};

/// Longer names are not compared, so that hostile ones cost nothing.
const LONGEST: usize = 64;
/// How alike two actions' names must be, from 0 to 1.
const ACTIONS_ALIKE: f64 = 0.7;
/// How alike two parameters' names, or two values of an enum, must be.
const WORDS_ALIKE: f64 = 0.6;

/// Names that other tools give to parameters, and ours. The first of ours that the action has
/// is meant.
const PARAMETER_WORDS: &[(&str, &[&str])] = &[
    ("file path file_path filepath filename file_name target name uri", &["path", "old_path"]),
    ("directory dir folder", &["path", "base_path", "dir", "cwd"]),
    ("root base", &["base_path"]),
    ("files filenames filepaths file_paths", &["paths", "path"]),
    ("text contents body data file_text value insert", &["content", "new_content", "new_text"]),
    ("old search find before original old_str old_string oldtext search_text", &["old_text"]),
    ("new replace replacement after new_str new_string newtext", &["new_text", "new_content"]),
    ("source src from source_path src_path oldpath", &["old_path"]),
    ("destination dest to target_path dest_path newpath", &["new_path"]),
    ("expected_replacements occurrences times limit", &["count"]),
    ("range line line_range line_numbers", &["lines"]),
    ("script source_code program", &["code", "command"]),
    ("language interpreter", &["lang"]),
    ("cmd command_line shell", &["command", "code"]),
    ("working_directory workdir working_dir", &["cwd", "dir"]),
    ("query regex search_pattern expression", &["pattern"]),
];

/// Other names of values that an enum may have, and ours.
const VALUE_WORDS: &[(&str, &str)] = &[
    ("py", "python"),
    ("js node nodejs ecmascript", "javascript"),
    ("sh shell zsh posix", "bash"),
    ("rb", "ruby"),
    ("auto ai", "auto_ai"),
    ("hour h", "hours"),
    ("day d", "days"),
    ("contains message msg", "msg_contains"),
];

/// The action that was probably meant by `name`: the same words in another order, a synonym, or
/// one that is spelled alike, those before that `caller` could use now.
pub(crate) fn action<'c>(name: &str, caller: Caller, catalogue: &'c Catalogue) -> Option<&'c Tool> {
    if name.len() > LONGEST {
        return None;
    }
    let wanted = words(name);
    let means = |tool: &Tool| tool.synonyms.iter().any(|synonym| words(synonym) == wanted);
    let usable = |tool: &&Tool| tool.is_built() && tool.allows(caller);
    let alike = |tool: &&'c Tool| {
        let same_order = strsim::normalized_damerau_levenshtein(&tool.name, name);
        same_order.max(strsim::normalized_damerau_levenshtein(&words(&tool.name), &wanted))
    };
    catalogue
        .tools()
        .find(|tool| words(&tool.name) == wanted)
        .or_else(|| catalogue.tools().find(|tool| means(tool)))
        .or_else(|| most(catalogue.tools().filter(usable), ACTIONS_ALIKE, alike))
        .or_else(|| most(catalogue.tools(), ACTIONS_ALIKE, alike))
}

impl Catalogue {
    /// The action that was probably meant by a name that there is not.
    #[must_use]
    pub fn nearest(&self, name: &str) -> Option<&Tool> {
        action(name, Caller::Llm, self)
    }
}

/// The parameter of `tool` that was probably meant by `name`, of those that `free` lets pass.
pub(crate) fn parameter<'t>(
    name: &str,
    tool: &'t Tool,
    free: impl Fn(&Parameter) -> bool,
) -> Option<&'t Parameter> {
    if name.len() > LONGEST {
        return None;
    }
    let lower = name.to_ascii_lowercase();
    let candidates = || tool.parameters.iter().filter(|parameter| free(parameter));
    let named = |ours: &&str| candidates().find(|parameter| parameter.name == **ours);
    let synonym = PARAMETER_WORDS
        .iter()
        .filter(|(theirs, _)| theirs.split(' ').any(|word| word == lower))
        .find_map(|(_, ours)| ours.iter().find_map(named));
    let alike =
        |parameter: &&'t Parameter| strsim::normalized_damerau_levenshtein(&parameter.name, &lower);
    synonym.or_else(|| most(candidates(), WORDS_ALIKE, alike))
}

/// The value of `values` that was probably meant.
pub(crate) fn value<'v>(text: &str, values: &'v [String]) -> Option<&'v String> {
    if text.len() > LONGEST {
        return None;
    }
    let lower = text.trim().to_ascii_lowercase();
    let synonym = VALUE_WORDS
        .iter()
        .filter(|(theirs, _)| theirs.split(' ').any(|word| word == lower))
        .find_map(|(_, ours)| values.iter().find(|value| value == ours));
    let alike = |value: &&'v String| strsim::normalized_damerau_levenshtein(value, &lower);
    synonym.or_else(|| most(values.iter(), WORDS_ALIKE, alike))
}

/// The first of those with the highest score, if that is at least `least`.
fn most<T>(items: impl Iterator<Item = T>, least: f64, score: impl Fn(&T) -> f64) -> Option<T> {
    let mut best = None;
    let mut highest = least;
    for item in items {
        let score = score(&item);
        if score > highest || (best.is_none() && score >= least) {
            highest = score;
            best = Some(item);
        }
    }
    best
}

/// The words of a name in alphabetical order, so that `writeFile` and `file_write` are the same.
fn words(name: &str) -> String {
    let mut spaced = String::with_capacity(name.len() + 4);
    let mut after_lower = false;
    for letter in name.chars() {
        if after_lower && letter.is_uppercase() {
            spaced.push(' ');
        }
        after_lower = letter.is_lowercase() || letter.is_numeric();
        spaced.extend(if letter.is_alphanumeric() { letter } else { ' ' }.to_lowercase());
    }
    let mut words: Vec<&str> = spaced.split_whitespace().collect();
    words.sort_unstable();
    words.join("_")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn meant(name: &str) -> Option<String> {
        action(name, Caller::Llm, &Catalogue::embedded()).map(|tool| tool.name.clone())
    }

    #[test]
    fn names_that_models_write_lead_to_the_action() {
        for (written, ours) in [
            ("write_file", "file_write"),
            ("writeFile", "file_write"),
            ("file-write", "file_write"),
            ("FILE_WRITE", "file_write"),
            (" file_write ", "file_write"),
            ("Write", "file_write"),
            ("create_file", "file_create"),
            ("edit", "file_edit"),
            ("edit_file", "file_edit"),
            ("str_replace", "file_replace_text"),
            ("file_replace", "file_replace_text"),
            ("read_file", "file_read"),
            ("cat", "file_read"),
            ("rm", "file_delete"),
            ("delete_file", "file_delete"),
            ("mv", "file_move"),
            ("mkdir", "dir_create"),
            ("bash", "exec"),
            ("cp", "file_copy"),
            ("list_files", "ls"),
            ("flie_write", "file_write"),
            ("file_wrte", "file_write"),
        ] {
            assert_eq!(meant(written).as_deref(), Some(ours), "{written:?}");
        }
    }

    #[test]
    fn names_far_from_all_lead_nowhere() {
        for written in ["", "invalid_action", "send_email", "*", &"x".repeat(100_000)] {
            assert_eq!(meant(written), None);
        }
    }

    #[test]
    fn parameters_of_other_tools_lead_to_ours() {
        let catalogue = Catalogue::embedded();
        for (tool, written, ours) in [
            ("file_write", "file_path", Some("path")),
            ("file_write", "contents", Some("content")),
            ("file_write", "Content", Some("content")),
            ("file_write", "pth", Some("path")),
            ("file_edit", "old_string", Some("old_text")),
            ("file_edit", "replacement", Some("new_text")),
            ("file_move", "source", Some("old_path")),
            ("file_move", "destination", Some("new_path")),
            ("dir_create", "recursive", None),
        ] {
            let tool = catalogue.tool(tool).expect("in the catalogue");
            let nearest = parameter(written, tool, |_| true).map(|p| p.name.as_str());
            assert_eq!(nearest, ours, "{written:?}");
        }
    }

    #[test]
    fn values_lead_to_those_of_the_enum() {
        let catalogue = Catalogue::embedded();
        for (tool, name, written, ours) in [
            ("exec", "lang", "Python", Some("python")),
            ("exec", "lang", "python3", Some("python")),
            ("exec", "lang", "py", Some("python")),
            ("exec", "lang", "sh", Some("bash")),
            ("exec", "lang", " JS ", Some("javascript")),
            ("exec", "lang", "java_script", Some("javascript")),
            ("exec", "lang", "perl", None),
            ("exec", "lang", "", None),
            ("git_squash", "mode", "auto-ai", Some("auto_ai")),
            ("git_squash", "mode", "hour", Some("hours")),
        ] {
            let tool = catalogue.tool(tool).expect("in the catalogue");
            let values = &tool.parameter(name).expect("an enum").values;
            assert_eq!(value(written, values).map(String::as_str), ours, "{written:?}");
        }
        let long = "x".repeat(100_000);
        assert_eq!(value(&long, &["x".to_owned()]), None);
    }

    #[test]
    fn every_value_that_words_lead_to_is_one_of_some_enum() {
        let catalogue = Catalogue::embedded();
        for (_, ours) in VALUE_WORDS {
            let parameters = catalogue.tools().flat_map(|tool| &tool.parameters);
            let mut values = parameters.flat_map(|parameter| &parameter.values);
            assert!(values.any(|value| value == ours), "{ours}");
        }
    }

    #[test]
    fn every_parameter_that_words_lead_to_is_one_of_some_action() {
        let catalogue = Catalogue::embedded();
        for ours in PARAMETER_WORDS.iter().flat_map(|(_, ours)| ours.iter()) {
            assert!(catalogue.tools().any(|tool| tool.parameter(ours).is_some()), "{ours}");
        }
    }
}
